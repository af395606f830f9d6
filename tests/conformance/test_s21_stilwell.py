"""21 Stilwell, a Chinese HQ that US units in China treat as their own."""

from __future__ import annotations

import pytest
from positions import position, put, units_at

from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_17_reorganisation import cost_of, is_foreign
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_2_commitments import exceeds_commitment, host_of

WARS = [("china", "japan"), ("usa", "japan"), ("japan", "commonwealth")]
AMERICAN, STILWELL, CHINESE = "us-inf-xxxv", "Stilwell", "ch-inf-17"


def kunming(*, chief: bool) -> tuple[Game, int, int, int]:
    """A US and a Chinese INF at Kunming; Stilwell beside them, or nowhere."""
    units = {"Kunming": [AMERICAN, CHINESE], **({"Kweiyang": [STILWELL]} if chief else {})}
    game = position(wars=WARS, units=units)
    chinese, american = units_at(game, "Kunming")
    return game, american, chinese, units_at(game, "Kweiyang")[0] if chief else -1


@pytest.mark.rule("21")
def test_us_units_in_china_cooperate_with_stilwell_and_not_with_other_chinese() -> None:
    game, american, chinese, chief = kunming(chief=True)
    assert cooperation_violation(game, american, chief) is None
    assert cooperation_violation(game, chief, american) is None
    assert cooperation_violation(game, american, chinese) is not None
    place = place_index(game, "Kunming")
    assert stacking_violation(game, place, (american, chief)) is None
    assert stacking_violation(game, place, (chinese, chief)) is None
    assert stacking_violation(game, place, (american, chinese)) is not None
    put(game, american, "Rangoon")
    assert cooperation_violation(game, american, chief) is not None, "only in China"


@pytest.mark.rule("21")
def test_he_reorganises_them_like_an_american() -> None:
    game, american, chinese, chief = kunming(chief=True)
    assert not is_foreign(game, chief, american)
    assert not is_foreign(game, chief, chinese)
    assert cost_of(game, american, (chief,)) == cost_of(game, american, ())


@pytest.mark.rule("21")
@pytest.mark.rule("18.2/foreign troop commitments")
def test_he_counts_as_a_us_hq_for_foreign_troops() -> None:
    """His value is 2: two US units may be in China, and no third."""
    game, american, _, _ = kunming(chief=True)
    china = host_of(game, american, place_index(game, "Kunming"))
    assert china >= 0
    others = tuple(put(game, "usa INF", "Kunming") for _ in range(2))
    assert exceeds_commitment(game, (american, *others), china)
    put(game, others[0], "Rangoon")
    put(game, others[1], "Kunming")
    assert not exceeds_commitment(game, (american, others[1]), china)
    alone, american, _, _ = kunming(chief=False)
    assert exceeds_commitment(alone, (american,), china)


@pytest.mark.rule("21")
def test_they_live_on_chinese_cities_by_way_of_him() -> None:
    with_him, american, _, _ = kunming(chief=True)
    assert in_supply(with_him, american)
    without, american, _, _ = kunming(chief=False)
    assert not in_supply(without, american)

"""Many attacks at once: each has exactly the odds that it has alone, under every option and in a title that changes clauses."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from advice import plain
from advice.wars import barbarossa, global_war
from campaigns.test_variant import in_mud
from conformance.kiev import kiev
from worldfire import odds_batch
from worldfire.advice.attacks import odds_batch as batch_of
from worldfire.advice.attacks import proposed
from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, board_of
from worldfire.rules.s02_3_stacking import land_units_on_map
from worldfire.rules.s11_10_entry import land_counter, land_foes_at
from worldfire.rules.s11_15_factors import Reckoning
from worldfire.rules.s11_15_odds import Table


def front(game: Game) -> Iterator[tuple[tuple[int, ...], int]]:
    """(units, hex): for every hex that somebody could attack one more attacker at a time."""
    beside: dict[int, list[int]] = {}
    for unit in land_units_on_map(game):
        for place in board_of(game).adjacent[game.state[PLACE][unit]] if land_counter(game, unit).strength else ():
            if land_foes_at(game, unit, place):
                beside.setdefault(place, []).append(unit)
    for place, units in sorted(beside.items()):
        for count in range(1, len(units) + 1):
            yield tuple(units[:count]), place


def reckonings(game: Game) -> list[Reckoning]:
    return [proposed(game, units, place, table) for units, place in front(game) for table in Table]


@pytest.mark.rule("11.15.5")
@pytest.mark.parametrize("options", [(), ("26",), ("27",), ("26", "27")])
def test_each_attack_has_the_odds_that_it_has_alone(options: tuple[str, ...]) -> None:
    game = barbarossa(options)
    attacks = reckonings(game)
    assert len(attacks) > 20
    assert list(batch_of(game, attacks).exact) == [plain.odds_of(game, attack) for attack in attacks]


@pytest.mark.rule("11.15.5")
def test_so_it_has_in_global_war_and_where_a_title_changes_the_clauses() -> None:
    for game in (global_war(), in_mud(kiev())):
        attacks = reckonings(game)
        assert attacks
        assert list(batch_of(game, attacks).exact) == [plain.odds_of(game, attack) for attack in attacks]


def test_the_arrays_say_the_same() -> None:
    game = barbarossa(("26",))
    batch = odds_batch(game, front(game), Table.BLITZKRIEG)
    assert batch.chances.shape == (len(batch.exact), len(batch.results))
    assert batch.chances.sum(axis=1) == pytest.approx(np.ones(len(batch.exact)))
    for row, exact in enumerate(batch.exact):
        told = {result: chance for result, chance in zip(batch.results, batch.chances[row], strict=True) if chance}
        assert told == {result: float(chance) for result, chance in exact.results.items()}
        assert batch.attacker_losses[row] == float(exact.attacker_losses)
        assert batch.defender_losses[row] == float(exact.defender_losses)
        assert exact.hex_cleared is not None
        assert batch.hex_cleared[row] == float(exact.hex_cleared)


def test_of_no_attacks_there_are_no_odds() -> None:
    batch = odds_batch(barbarossa(), ())
    assert (batch.exact, batch.results, batch.chances.shape) == ((), (), (0, 0))


@settings(max_examples=25)
@given(st.data())
def test_attacks_thought_of_from_other_hexes(data: st.DataObject) -> None:
    """Attackers need not stand where they would attack from; whatever is shared between attacks, nothing is mixed up."""
    game = barbarossa(("26", "27"))
    pairs = list(front(game))
    attacks = []
    for units, place in data.draw(st.lists(st.sampled_from(pairs), min_size=1, max_size=8)):
        origins = tuple((unit, data.draw(st.sampled_from(board_of(game).adjacent[place]))) for unit in units)
        table = data.draw(st.sampled_from(Table))
        attacks.append(Reckoning(place, units, land_foes_at(game, units[0], place), table=table, origins=origins))
    assert list(batch_of(game, attacks).exact) == [plain.odds_of(game, attack) for attack in attacks]


def test_who_changes_what_he_was_told_changes_no_other_odds() -> None:
    game = barbarossa()
    (attack, *_) = reckonings(game)
    told = batch_of(game, [attack]).exact[0]
    told.results.clear()
    assert batch_of(game, [attack]).exact[0] == plain.odds_of(game, attack)

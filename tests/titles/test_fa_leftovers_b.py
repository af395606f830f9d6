"""What earlier audits had left alone: ships that are strangers, lent build points, American help, the American trade."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from front import GERMANS, combat, front
from test_fa_land_combat import go_on

from conformance.steps import declare, is_down, places, units
from worldfire.engine.game import Game
from worldfire.rules.s11_15_land_combat import Attack
from worldfire.titles.fa.hq_support import support_violation

# ------------------------------------------------------------------------------------------ fa:19.2 strangers who bombard

BREMEN, INLAND = "W0837", "W0838"
BELGIUM = ("Ostend", "W1134", "W1233", "W1133", "W1033")
FRENCH_SHIP, BRITISH_SHIP, AMERICAN_SHIP = "france-courbet", "commonwealth-dreadnought", "usa-new-york"
BRITISH_HQ, AMERICAN_HQ = "commonwealth-united-kingdom-hq-french", "usa-hq-pershing"
AMERICANS = ("usa-inf-vii", "usa-inf-viii", "usa-inf-ix")
BRITISH_GUN = "commonwealth-united-kingdom-art-div-rga-i"
WARS = [(ally, "germany") for ally in ("france", "commonwealth", "usa")]
FLEET = {"North Sea 3": [FRENCH_SHIP, BRITISH_SHIP, AMERICAN_SHIP]}


def aim(game: Game, *ships: str, at: str = BREMEN) -> tuple[tuple[int, int], ...]:
    (target,) = places(game, at)
    return tuple((ship, target) for ship in units(game, *ships))


def off_bremen(**more: Sequence[str]) -> Game:
    """Americans attack Bremen, and ships of three Allies lie off it: friends of the Americans, the others strangers."""
    where = {BREMEN: GERMANS[:1], INLAND: AMERICANS, **FLEET, **more}
    game = combat(front(where, wars=WARS, control={"usa": [INLAND, *more]}), [5] * 9, active="usa")
    declare(game, "usa", **{BREMEN: AMERICANS})
    go_on(game, until=("shore-bombardment",))
    return game


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:11.12.2")
def test_ships_that_do_not_cooperate_do_not_bombard_in_one_attack() -> None:
    """Americans co-operate with both, French and British not with each other: the first comer keeps the other out."""
    game = off_bremen()
    assert not game.why_not("bombard", aim(game, BRITISH_SHIP), "commonwealth")
    game.submit("france", "bombard", aim(game, FRENCH_SHIP))
    (refused,) = game.why_not("bombard", aim(game, BRITISH_SHIP), "commonwealth")
    assert (refused.rule, refused.key) == ("fa:19.2", "mission-with-strangers")
    game.submit("usa", "bombard", aim(game, AMERICAN_SHIP))
    go_on(game, until=("lay-guns", "choose-attack"))
    assert [is_down(game, ship) for ship in (FRENCH_SHIP, AMERICAN_SHIP, BRITISH_SHIP)] == [True, True, False]


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:21.4")
@pytest.mark.parametrize(("ship", "seat"), [(BRITISH_SHIP, "commonwealth"), (FRENCH_SHIP, "france")])
def test_nobody_fires_where_a_strange_ship_has_bombarded(ship: str, seat: str) -> None:
    """A British gun fires with a British ship, but not after a French one."""
    game = off_bremen(W0738=[BRITISH_GUN])
    game.submit(seat, "bombard", aim(game, ship))
    go_on(game, until=("lay-guns",))
    assert is_down(game, ship)
    assert (game.decision is not None and game.decision.prompt == "lay-guns") is (seat == "commonwealth")


@pytest.mark.rule("fa:19.2")
@pytest.mark.rule("fa:11.12.3")
def test_no_hq_supports_a_defence_with_a_strange_ship() -> None:
    """French ships help the Americans in Calais: a British HQ beside it may not, an American one may."""
    leaders = (BRITISH_HQ, AMERICAN_HQ)
    game = front(
        {"Calais": AMERICANS[:1], "Ostend": GERMANS, "Boulogne": leaders[:1], "W1333": leaders[1:], **FLEET},
        wars=WARS,
        control={"germany": BELGIUM},
    )
    combat(game)
    declare(game, "germany", Calais=GERMANS)
    go_on(game, until=("shore-bombardment",))
    (calais,) = places(game, "Calais")
    attack = Attack(calais, units(game, *GERMANS), (), notional=False)
    before = [support_violation(game, unit, attack) for unit in units(game, *leaders)]
    game.submit("france", "bombard", aim(game, FRENCH_SHIP, at="Calais"))
    go_on(game, until=("support-with-hq",))
    british, american = (support_violation(game, unit, attack) for unit in units(game, *leaders))
    assert before == [None, None]
    assert british is not None
    assert british.key == "units-do-not-cooperate"
    assert american is None

"""11.5.6 to 11.5.8: what owners choose and how they disagree, and a combat type that would be no combat."""

from __future__ import annotations

import pytest
from seafaring import Seafaring, at_sea

from worldfire.forces.participants import YEAR
from worldfire.rules.s11_05_8_results import HitSuffered, NavalAttack
from worldfire.rules.s11_05_8_surface_combat import surface_factors
from worldfire.rules.s11_05_naval_combat import CombatTypeChosen, Searched
from worldfire.rules.s11_05_round import NavalRound

STEP = "naval combat"
NAVAL = dict.fromkeys(("germany", "italy", "commonwealth", "france", "usa"), "naval")


def factors(here: Seafaring) -> list[str]:
    return [event.factors for event in here.events(NavalAttack)]


@pytest.mark.rule("11.5.8/option 6")
@pytest.mark.rule("11.5.10/option asw 6")
@pytest.mark.parametrize(("hunter", "total"), [("Perth", "4"), ("Curacoa", "5")])
def test_the_owner_says_which_ship_fights_the_submarine(hunter: str, total: str) -> None:
    """Three ASW factors instead of two attack factors, or instead of one."""
    here = at_sea(
        {
            "North Sea 2": [("Bismarck", "ge-bb-bismarck-sif"), ("IXB", "ge-sub-type-ixb-sif")],
            "North Sea 3": [("Perth", "cw-cl-perth-clif"), ("Curacoa", "cw-cl-curacoa-clif")],
        },
        side="axis",
        actions=NAVAL,
        wars=[("germany", "commonwealth")],
        throws=(1, 1, *[10] * 8),
    )
    here.game.set(YEAR, 1943)
    here.start(STEP)
    here.give_battle("Bismarck")
    here.do("commit-submarines-to-combat")
    here.calm()
    assert here.asked == ("commonwealth", "hunt-submarines")
    fight = here.game.enclosing(NavalRound)
    assert surface_factors(here.game, fight, 1) == 5, "as long as nobody has chosen, the best"
    here.do("hunt-submarines", (here[hunter],))
    here.calm()
    assert factors(here) == ["10", total]


def both_fleets(throws: tuple[int, ...]) -> Seafaring:
    """Germany has more units than Italy, most of them aircraft; the Allies are two."""
    return at_sea(
        {
            "Western Mediterranean 3": [
                ("Zara", "it-ca-zara-sif"),
                ("Trento", "it-ca-trento-sif"),
                ("Eugen", "ge-ca-prinz-eugen-sif"),
                ("Condor", "germany NAV"),
                ("Stuka", "germany LND"),
            ],
            "Western Mediterranean 2": [("Dido", "cw-cl-dido-clif"), ("Suffren", "france SCS")],
        },
        side="axis",
        actions=NAVAL,
        wars=[(axis, ally) for axis in ("germany", "italy") for ally in ("commonwealth", "france")],
        throws=throws,
    )


@pytest.mark.rule("11.5.8/combat results")
def test_owners_who_cannot_agree_leave_it_to_the_opponent_with_the_most_units() -> None:
    here = both_fleets((1, 1, *[10] * 10))
    here.start(STEP)
    here.give_battle("Zara")
    here.calm()
    while here.asked[1] in ("call-naval-air-combat", "avoid-combat", "choose-combat-type", "shift-columns"):
        here.calm()
    assert here.asked[1] == "pick-target"
    assert set(here.game.waiting) == {"commonwealth", "france"}, "whose ships may be hit"
    here.game.submit("commonwealth", "pick-target", here["Suffren"])
    here.game.submit("france", "pick-target", here["Dido"])
    assert here.asked == ("germany", "decide-between"), "three units to Italy's two"
    here.do("decide-between", "france")
    assert here.events(HitSuffered)[0].target == here["Dido"]


@pytest.mark.rule("11.5.7/the choice")
def test_a_surface_combat_that_is_chosen_where_no_ships_meet_is_none() -> None:
    """Back to step 2: the next thing that is rolled is a search."""
    here = at_sea(
        {"North Sea 3": [("NAV", "commonwealth NAV")], "North Sea 0": [("Condor", "germany NAV")]},
        side="allies",
        actions=dict.fromkeys(NAVAL, "air"),
        wars=[("germany", "commonwealth")],
        throws=(1, 10, 10, 10),
    )
    here.start(STEP)
    here.give_battle("NAV")
    here.calm("choose-combat-type")
    assert here.asked == ("commonwealth", "choose-combat-type")
    here.do("choose-combat-type", "surface")
    here.calm()
    assert [event.kind for event in here.events(CombatTypeChosen)] == ["surface"]
    assert not here.events(NavalAttack)
    assert len(here.events(Searched)) == 4

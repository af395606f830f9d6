"""Sentences about the sea that are easily missed, each played once."""

from __future__ import annotations

from fractions import Fraction

import pytest
from positions import power
from seafaring import Seafaring, at_sea
from test_s11_05_naval_combat import ALLIES, AXIS, fighting, waters

from worldfire.forces.participants import YEAR
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_05_8_results import NavalAttack
from worldfire.rules.s11_05_naval_combat import CombatTypeChosen
from worldfire.rules.s15_surprise import SURPRISE

STEP = "naval combat"
WAR = [("germany", "commonwealth"), ("italy", "commonwealth")]


# ---------------------------------------------------------------------------------------------------- 11.4.6 interception


@pytest.mark.rule("11.4.6/how to intercept")
@pytest.mark.rule("9.8")
def test_interception_goes_by_the_highest_section_of_somebody_at_war_with_a_mover() -> None:
    """The British in the 4 section are at peace with Italy; the French in the 2 section roll for themselves."""
    here = at_sea(
        {
            "La Spezia": [("Zara", "it-ca-zara-sif")],
            "Western Mediterranean 4": [("Hood", "cw-bb-hood-sif")],
            "Western Mediterranean 2": [("Algerie", "fr-ca-algerie-sif")],
        },
        side="axis",
        actions={"italy": "naval"},
        wars=[("italy", "france"), ("germany", "commonwealth")],
        throws=(3,),
    )
    here.start("naval movement")
    here.sail("italy", ["Zara"], "Western Mediterranean 0")
    assert here.asked == ("france", "intercept")
    here.do("intercept", here["Algerie"])
    (attempt,) = here.events(InterceptionTried)
    assert (attempt.needed, attempt.success) == (2, False)


# ------------------------------------------------------------------------------------------------- 11.5.8 surface combat


def two_cruisers(throws: tuple[int, ...]) -> Seafaring:
    return waters(
        {"North Sea 4": [("Hood", "cw-bb-hood-sif")], "North Sea 1": [("Emden", "ge-cl-emden-clif")]},
        throws,
        side="allies",
    )


@pytest.mark.rule("11.5.8")
@pytest.mark.rule("11.5.6/spending surprise points")
def test_who_is_moved_off_the_left_end_of_the_chart_inflicts_nothing() -> None:
    here = two_cruisers((1, 10, *(5,) * 6))
    here.start(STEP)
    here.give_battle("Hood")
    here.calm("shift-columns")
    here.do("shift-columns", (("lower-theirs", 1),))
    german = next(event for event in here.events(NavalAttack) if event.side == AXIS)
    assert (german.column, german.destroyed + german.damaged + german.aborted) == (0, 0)


@pytest.mark.rule("11.5.8/combat results")
def test_damaged_ships_have_half_their_guns_and_a_carrier_flies_nothing() -> None:
    here = waters(
        {
            "North Sea 3": [("Hood", "cw-bb-hood-sif"), ("Ark Royal", "cw-cv-ark-royal-sif")],
            "North Sea 2": [("Bismarck", "ge-bb-bismarck-sif"), ("Tirpitz", "ge-bb-tirpitz-sif")],
        },
        (1, 1, *(5,) * 8),
    )
    guns = sum(naval_counter(here.game, here[name]).attack or 0 for name in ("Hood", "Ark Royal"))
    for name in ("Hood", "Ark Royal"):
        here.game.write(DAMAGED, here[name], 1)
    here.start(STEP)
    here.give_battle("Bismarck")
    here.calm()
    assert here.events(CombatTypeChosen)[0].kind == "surface", (
        "nobody has an aircraft, so nobody could call for air combat"
    )
    british = next(event for event in here.events(NavalAttack) if event.side == ALLIES)
    assert british.factors == str(Fraction(guns, 2))


# ----------------------------------------------------------------------------------------------- 11.5.10 submarine combat


def wolves(throws: tuple[int, ...]) -> Seafaring:
    """Submarines and convoys of both sides are found."""
    here = waters(
        {
            "North Atlantic 3": [("U 1", "germany SUB")],
            "North Atlantic 2": [("boat", "commonwealth SUB")],
        },
        throws,
    )
    here.game.set(YEAR, 1941)
    here.lay("germany", "North Atlantic", 3)
    here.lay("commonwealth", "North Atlantic", 6)
    return here


@pytest.mark.rule("11.5.10")
def test_where_both_have_submarines_and_convoys_there_are_two_combats_and_the_active_boats_go_first() -> None:
    here = wolves((1, 1, *(10,) * 12))
    here.start(STEP)
    here.give_battle("U 1")
    while here.asked[1] == "commit-submarines-to-combat":
        here.do("commit-submarines-to-combat")
    assert fighting(here) == {"U 1", "boat"}
    here.calm("call-submarine-combat")
    here.do("call-submarine-combat")
    while here.asked[1] in ("pick-target", "overrule-target", "shift-columns", "leave-target"):
        verb = here.asked[1]
        here.do("pick-target", here.offer("pick-target").domain[0]) if verb == "pick-target" else here.calm(
            "pick-target"
        )
    rows = [(event.side, str(event.row)) for event in here.events(NavalAttack)]
    assert [side for side, row in rows if row == "SUB"] == [AXIS, ALLIES]


# --------------------------------------------------------------------------------------------------------- 15.1 surprise


@pytest.mark.rule("15.1/aircraft units")
@pytest.mark.rule("11.5.3")
@pytest.mark.parametrize("surprised", [False, True])
def test_nobody_flies_out_to_a_sea_area_where_every_friend_is_surprised(surprised: bool) -> None:
    here = at_sea(
        {
            "Pearl Harbor": [("PBY", "us-nav-pby5-wif")],
            "Hawaiian Islands 3": [("Akagi", "ja-cv-akagi-sif"), ("Texas", "us-bb-texas-sif")],
        },
        side="axis",
        actions={"japan": "naval"},
        wars=[("japan", "usa")],
        throws=(10, 10),
    )
    if surprised:
        here.game.set(SURPRISE, ((power(here.game, "japan"), power(here.game, "usa")),))
    here.start(STEP)
    here.give_battle("Akagi")
    assert (here.asked == ("usa", "fly-to-sea")) is not surprised


# ------------------------------------------------------------------------------------------------ 10.2 minor countries


@pytest.mark.rule("10.2/what counts against a limit")
def test_ships_of_minor_countries_move_by_the_limits_of_their_major_power() -> None:
    here = at_sea(
        {"Athens": [("Averof", "greece SCS")], "London": [("Hood", "cw-bb-hood-sif")]},
        actions={"commonwealth": "naval"},
        wars=WAR,
        aligned=[("greece", "commonwealth")],
    )
    here.start("naval movement")
    here.sail("commonwealth", ["Averof"], "Eastern Mediterranean 0")
    assert here.moves("commonwealth") == 1


# ---------------------------------------------------------------------------------------------------------- 11.5.5, 11.17.4


@pytest.mark.rule("11.5.5")
def test_who_finds_the_enemy_takes_at_least_one_section() -> None:
    """Both of the enemy's can be taken, or either; none cannot."""
    here = waters(
        {
            "North Sea 4": [("Hood", "cw-bb-hood-sif")],
            "North Sea 1": [("Emden", "ge-cl-emden-clif")],
            "North Sea 2": [("Hipper", "ge-ca-adm-hipper-sif")],
        },
        (1, 10),
        side="allies",
    )
    here.start(STEP)
    here.give_battle("Hood")
    assert here.asked == ("commonwealth", "take-sections")
    assert here.game.why_not("take-sections", (), "commonwealth")
    here.do("take-sections", (here.spot("North Sea 1"),))
    assert fighting(here) == {"Hood", "Emden"}


@pytest.mark.rule("11.17.4")
def test_nobody_is_reorganised_at_sea() -> None:
    here = at_sea(
        {
            "North Sea 2": [("Hood", "cw-bb-hood-sif"), ("NAV", "commonwealth NAV")],
            "London": [("Dido", "cw-cl-dido-clif"), ("HQ", "united-kingdom HQ-I")],
        },
        actions={"commonwealth": "land"},
        wars=WAR,
    )
    here.turn_down("Hood", "NAV", "Dido")
    here.start("reorganisation")
    assert here.offer("reorganise").domain == (here["Dido"],)
    (why,) = here.game.why_not("reorganise", here["Hood"])
    assert (why.rule, why.key) == ("11.17.4", "not-face-down-ashore")

"""11.5 Naval combat: who gives battle, who is found, surprise points, the types of combat, results and who leaves."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest
from positions import power, unit
from seafaring import CALM, Seafaring, at_sea

from worldfire.engine.loop import run
from worldfire.engine.state import decode_state
from worldfire.forces.flights import Flight
from worldfire.forces.participants import YEAR, air_component
from worldfire.forces.things import NO_PLANES, PLACE, aboard, place_name
from worldfire.rules.s11_03_flights_to_sea import HALF_RANGE, flight_to, highest_section, points_to_sea
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_4_committing import Force, Stack
from worldfire.rules.s11_05_6_surprise_points import SurprisePoints
from worldfire.rules.s11_05_8_aborts import Aborting
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_05_8_results import BY_OWNER, RESULTS, HitSuffered, NavalAttack, Results
from worldfire.rules.s11_05_9_air_to_sea import (
    AIR_TO_SEA,
    ANTI_AIRCRAFT,
    AirToSea,
    AntiAircraft,
    AntiAircraftFire,
    anti_air_factors,
)
from worldfire.rules.s11_05_naval_combat import ROUND, CombatTypeChosen, NavalCombatOver, Searched
from worldfire.rules.s11_05_round import NavalRound, price
from worldfire.rules.s15_surprise import SURPRISE

AXIS, ALLIES = 0, 1
STEP = "naval combat"
CLASSIC = ("classic",)
Units = dict[str, list[tuple[str, str]]]


def waters(
    units: Units,
    throws: tuple[int, ...] = (),
    *,
    side: str = "axis",
    actions: dict[str, str] | None = None,
    wars: Any = (("germany", "commonwealth"),),
    **more: Any,
) -> Seafaring:
    """The naval combat step of a side that has chosen a naval action."""
    naval = {"axis": ("germany", "italy", "japan"), "allies": ("commonwealth", "usa", "france", "ussr")}[side]
    return at_sea(
        units, side=side, actions=actions or dict.fromkeys(naval, "naval"), wars=list(wars), throws=throws, **more
    )


def fighting(here: Seafaring) -> set[str]:
    """Who is included in the round that is being fought."""
    fight = here.game.enclosing(NavalRound)
    units = {*fight.forces[0].units, *fight.forces[1].units}
    return {name for name, thing in here.things.items() if thing in units}


def points_left(here: Seafaring) -> int:
    return here.game.enclosing(NavalRound).points


def damaged(here: Seafaring, name: str) -> bool:
    return bool(here.game.state[DAMAGED][here[name]])


def attacks(here: Seafaring) -> list[tuple[str, str, int, tuple[int, int, int]]]:
    """Row, factors, enemy ships and results of every attack."""
    return [
        (event.row, event.factors, event.ships, (event.destroyed, event.damaged, event.aborted))
        for event in here.events(NavalAttack)
    ]


# ------------------------------------------------------------------------------------------------------ 11.5.2 initiating

NORTH_SEA: Units = {
    "North Sea 2": [("CA", "ge-ca-prinz-eugen-sif")],
    "North Sea 3": [("CV", "cw-cv-audacious-sif"), ("NAV", "commonwealth NAV")],
}


def reasons(here: Seafaring, seat: str, *names: str) -> list[str]:
    found = (here.game.why_not("initiate-combat", here[name], seat) for name in names)
    return [f"{why[0].rule} {why[0].key}" if why else "" for why in found]


@pytest.mark.rule("11.5.2", example="A3")
@pytest.mark.rule("11.5.1")
def test_with_an_air_action_only_an_aircraft_initiates() -> None:
    """A3."""
    here = waters(NORTH_SEA, side="allies", actions={"commonwealth": "air"})
    here.start(STEP)
    assert here.offer("initiate-combat").domain == (here["NAV"],)
    assert reasons(here, "commonwealth", "CV", "CA") == [
        "11.5.2 air-action-needs-an-aircraft",
        "11.5.2 not-your-unit-at-sea",
    ]


@pytest.mark.rule("11.5.2", example="A3")
@pytest.mark.parametrize("weather", ["fine", "storm"])
def test_without_a_unit_to_turn_nobody_is_asked(weather: str) -> None:
    here = waters(NORTH_SEA, side="allies", actions={"commonwealth": "air"}, weather=weather)
    if weather == "fine":
        here.turn_down("NAV")
    here.start(STEP)
    assert here.asked == ("", "")


@pytest.mark.rule("11.5.1")
@pytest.mark.parametrize("action", ["land", "pass"])
def test_a_land_or_pass_action_initiates_nothing(action: str) -> None:
    here = waters(NORTH_SEA, side="allies", actions={"commonwealth": action})
    here.start(STEP)
    assert here.asked == ("", "")


@pytest.mark.rule("11.5.2")
def test_the_cargo_is_turned_with_the_ship_and_each_area_is_chosen_once() -> None:
    here = waters(
        {
            "North Sea 2": [("CA", "ge-ca-prinz-eugen-sif")],
            "North Sea 3": [("TRS", "cw-trs-1938-sif"), ("Hood", "cw-bb-hood-sif")],
        },
        (10, 10),
        side="allies",
    )
    here.things["INF"] = unit(here.game, "united-kingdom INF")
    here.game.write(PLACE, here["INF"], aboard(here["TRS"]))
    here.start(STEP)
    here.give_battle("TRS")
    assert here.face_down("TRS")
    assert here.face_down("INF")
    assert [event.rounds for event in here.events(NavalCombatOver)] == [1], "nobody found anybody"
    assert here.asked == ("", ""), "the area was selected, though the Hood is face-up"


@pytest.mark.rule("11.5.2")
def test_who_is_at_war_with_nobody_there_cannot_initiate() -> None:
    here = waters({"North Sea 2": [("CA", "ge-ca-prinz-eugen-sif")], "North Sea 3": [("US", "usa SCS")]}, side="allies")
    here.start(STEP)
    assert here.asked == ("", "")


# ---------------------------------------------------------------------------------------- 11.5.4 committing, 9.8 who is at war


@pytest.mark.rule("11.5.4")
@pytest.mark.rule("9.8", example="WF1-086")
def test_who_is_at_war_only_with_uncommitted_submarines_takes_no_part() -> None:
    """Example 5 of 9.8."""
    here = waters(
        {
            "Eastern Mediterranean 0": [("French", "france SCS"), ("CV", "cw-cv-audacious-sif")],
            "Eastern Mediterranean 3": [("U", "germany SUB"), ("Italian", "italy SCS")],
        },
        (1, 10),
        wars=[("germany", "france"), ("italy", "france"), ("germany", "commonwealth")],
    )
    here.start(STEP)
    here.give_battle("Italian")
    here.do("keep-submarines-out")
    assert fighting(here) == {"French", "Italian"}, "the Commonwealth is at war with the submarine's power only"


# ------------------------------------------------------------------------------------------------------- 11.5.5 searching


@pytest.mark.rule("11.5.5", example="WF1-117")
@pytest.mark.parametrize(("die", "is_found"), [(4, True), (5, False)])
def test_the_greatest_of_nav_and_carrier_planes_raises_the_search_number(die: int, is_found: bool) -> None:
    here = waters(
        {
            "Marshalls 3": [("Midway", "us-cv-midway-sif"), ("NAV", "usa NAV")],
            "Marshalls 0": [("Tenryu", "ja-cl-tenryu-clif")],
        },
        (die, 10),
        side="allies",
        wars=[("usa", "japan")],
        weather="rain",
    )
    here.start(STEP)
    here.give_battle("Midway")
    event = here.events(Searched)[0]
    assert event.roll == die + 1
    assert bool(event.found) == is_found, "3 and 2 make 5"


MARIANAS: Units = {
    "Marianas 1": [
        ("Lexington", "us-cv-lexington-sif"),
        ("Brooklyn", "us-cl-brooklyn-clif"),
        ("Yamato", "ja-bb-yamato-sif"),
        ("KD6", "japan SUB"),
    ],
    "Marianas 2": [("Yorktown", "us-cv-yorktown-sif"), ("Baltimore", "us-ca-baltimore-sif")],
    "Marianas 3": [
        ("Enterprise", "us-cv-enterprise-sif"),
        ("Quincy", "us-ca-quincy-sif"),
        ("Zuikaku", "ja-cv-zuikaku-sif"),
        ("Shokaku", "ja-cv-shokaku-sif"),
        ("Myoko", "ja-ca-myoko-sif"),
    ],
    "Marianas 4": [("Trenton", "us-cl-trenton-clif")],
    "Marianas 0": [("Soryu", "ja-cv-soryu-sif"), ("Tenryu", "ja-cl-tenryu-clif")],
}
FOUND_BY_A_3 = {"Yorktown", "Baltimore", "Enterprise", "Quincy", "Trenton"}


@pytest.mark.rule("11.5.5/only one side succeeds", example="WF1-119")
def test_who_alone_finds_the_enemy_takes_sections() -> None:
    here = waters(MARIANAS, (3, 7), side="allies", wars=[("usa", "japan")])
    here.start(STEP)
    here.give_battle("Trenton")
    assert here.asked == ("japan", "commit-submarines-to-combat")
    here.do("keep-submarines-out")
    assert here.asked == ("usa", "take-sections")
    offer = here.offer("take-sections")
    assert {here.where_is(place) for place in offer.domain} == {"Marianas 0", "Marianas 1", "Marianas 3"}
    assert offer.least == 1
    here.do("take-sections", (here.spot("Marianas 0"), here.spot("Marianas 1")))
    assert fighting(here) == FOUND_BY_A_3 | {"Soryu", "Tenryu", "Yamato"}, "not the Americans in section 1"


@pytest.mark.rule("11.5.5", example="WF1-119")
def test_if_both_find_each_other_both_searches_say_who_is_included() -> None:
    here = waters(MARIANAS, (3, 2), side="allies", wars=[("usa", "japan")])
    here.start(STEP)
    here.give_battle("Trenton")
    here.do("keep-submarines-out")
    assert fighting(here) == FOUND_BY_A_3 | {"Zuikaku", "Shokaku", "Myoko"}


@pytest.mark.rule("11.5.5", example="A5")
@pytest.mark.parametrize(("weather", "roll", "is_found"), [("fine", 3, True), ("rain", 4, False), ("storm", 7, False)])
def test_convoys_are_easy_to_find(weather: str, roll: int, is_found: bool) -> None:
    """A5."""
    here = waters({"North Atlantic 3": [("U 1", "germany SUB"), ("U 2", "germany SUB")]}, (6, 10), weather=weather)
    here.lay("commonwealth", "North Atlantic", 25)
    here.start(STEP)
    here.give_battle("U 1")
    here.do("commit-submarines-to-combat")
    assert here.events(Searched)[0].roll == roll
    assert (here.asked[1] != "") == is_found


# ------------------------------------------------------------------------------------------------- 11.5.6 surprise points


@pytest.mark.rule("11.5.6", example="WF1-121")
def test_the_zara_surprises_the_carrier_and_its_convoy() -> None:
    here = waters(
        {
            "Western Mediterranean 0": [("Audacious", "cw-cv-audacious-sif")],
            "Western Mediterranean 3": [("Ark Royal", "cw-cv-ark-royal-sif"), ("Southampton", "cw-ca-southampton-sif")],
            "Western Mediterranean 4": [("Zara", "it-ca-zara-sif")],
        },
        (3, 7),
        wars=[("italy", "commonwealth")],
        weather="rain",
    )
    here.lay("commonwealth", "Western Mediterranean", 5)
    here.start(STEP)
    here.give_battle("Zara")
    assert [(event.die, event.roll) for event in here.events(Searched)] == [(3, 3), (7, 8)]
    here.do("take-sections", (here.spot("Western Mediterranean 0"),))
    (event,) = here.events(SurprisePoints)
    assert (event.side, event.first, event.second, event.surplus) == (AXIS, 11, 4, 7)
    assert here.asked == ("italy", "avoid-combat")


@pytest.mark.rule("11.5.6/spending surprise points", example="WF1-122")
def test_what_surprise_points_buy() -> None:
    """11 points in the Faeroes Gap: 4 for the type, 2 for a column, 3 for a target; 4 would have avoided the combat."""
    here = waters(NORTH_SEA)
    assert [price(here.game, what) for what in ("avoid combat", "choose combat type", "select a target")] == [4, 4, 3]
    assert [price(here.game, what) for what in ("shift a column", "shift the air-to-air value")] == [2, 2]
    here = baltic((3, 10, 9, 9))
    here.start(STEP)
    here.give_battle("Marat")
    left = [points_left(here)]
    here.do("accept-combat")
    here.do("choose-combat-type", "surface")
    left.append(points_left(here))
    here.do("shift-columns", (("raise-own", 1),))
    left.append(points_left(here))
    assert [before - after for before, after in pairwise(left)] == [4, 2]


@pytest.mark.rule("11.5.6/spending surprise points")
def test_whoever_avoids_combat_ends_it() -> None:
    here = waters(NORTH_SEA, (1, 10))
    here.start(STEP)
    here.give_battle("CA")
    here.calm("avoid-combat")
    assert here.asked == ("germany", "avoid-combat"), "2 and 10 against 4 and 1"
    here.do("avoid-combat")
    assert here.asked == ("", "")
    assert not here.events(NavalAttack)


# --------------------------------------------------------------------------------------------------- 11.5.7 combat type


@pytest.mark.rule("11.5.7/the choice", example="WF1-123")
def test_naval_air_combat_may_be_called_though_nothing_comes_of_it() -> None:
    here = waters(
        {
            "North Sea 2": [("CA", "ge-ca-prinz-eugen-sif"), ("FTR", "germany FTR")],
            "North Sea 3": [("Hood", "cw-bb-hood-sif")],
        },
        (1, 1),
    )
    here.start(STEP)
    here.give_battle("CA")
    here.calm("call-naval-air-combat")
    assert here.asked == ("germany", "call-naval-air-combat")
    here.do("call-naval-air-combat")
    here.do("choose-roles", ((here["FTR"], "fighter"),))
    assert not here.events(NavalAttack)
    assert here.asked == ("germany", "leave-combat"), "no surface combat was fought"


@pytest.mark.rule("11.5.7")
@pytest.mark.rule("11.5.7/the choice")
def test_a_type_that_was_paid_for_but_has_no_combat_leads_to_another_round() -> None:
    here = waters(
        {"North Sea 4": [("Hood", "cw-bb-hood-sif")], "North Sea 1": [("CA", "ge-ca-prinz-eugen-sif")]},
        (1, 10, 10, 10),
        side="allies",
    )
    here.start(STEP)
    here.give_battle("Hood")
    here.do("accept-combat")
    here.do("choose-combat-type", "submarine")
    assert [event.rounds for event in here.events(NavalCombatOver)] == [2], "the second search found nobody"
    assert not here.events(NavalAttack)


@pytest.mark.rule("11.5.9")
@pytest.mark.rule("11.5.7/the choice")
def test_air_combat_bought_in_a_storm_goes_straight_to_who_leaves() -> None:
    here = waters(
        {"North Sea 4": [("Hood", "cw-bb-hood-sif")], "North Sea 1": [("CA", "ge-ca-prinz-eugen-sif")]},
        (1, 10),
        side="allies",
        weather="storm",
    )
    here.start(STEP)
    here.give_battle("Hood")
    here.calm("choose-combat-type")
    here.do("choose-combat-type", "naval-air")
    assert here.asked == ("commonwealth", "leave-combat")


# ------------------------------------------------------------------------------------------------- 11.5.8 surface combat


@pytest.mark.rule("11.5.8/option 6", example="WF1-127")
def test_with_cruisers_a_ship_may_fight_a_submarine_with_its_asw_factors() -> None:
    here = waters(
        {
            "North Sea 2": [("Bismarck", "ge-bb-bismarck-sif"), ("IXB", "ge-sub-type-ixb-sif")],
            "North Sea 3": [("Coventry", "cw-cl-coventry-clif"), ("Curacoa", "cw-cl-curacoa-clif")],
        },
        (1, 1, *(10,) * 12),
    )
    here.game.set(YEAR, 1943)
    here.start(STEP)
    here.give_battle("Bismarck")
    here.do("commit-submarines-to-combat")
    here.calm()
    assert [factors for _, factors, _, _ in attacks(here)] == ["10", "4"]


BALTIC: Units = {
    "Baltic Sea 3": [
        ("Byelorussia", "su-bb-s-byelorussiya-wif"),
        ("Marat", "su-bb-marat-wif"),
        ("Marx", "su-cv-marx-wif"),
    ],
    "Baltic Sea 0": [("Gneisenau", "ge-bb-gneisenau-wif"), ("Konigsberg", "ge-cl-konigsberg-wif")],
}


def baltic(throws: tuple[int, ...]) -> Seafaring:
    here = waters(BALTIC, throws, side="allies", wars=[("germany", "ussr")], options=CLASSIC)
    here.lay("germany", "Baltic Sea", 5)
    return here


@pytest.mark.rule("11.5.8", example="WF1-129")
@pytest.mark.rule("11.5.8/combat results", example="WF1-129")
def test_the_battle_in_the_baltic() -> None:
    here = baltic((3, 10, 5, 4, 5, 2, 10, 10))
    here.start(STEP)
    here.give_battle("Marat")
    here.calm()
    assert attacks(here) == [("surface", "7", 3, (0, 1, 2)), ("surface", "15", 3, (1, 0, 1))]
    assert here.events(CombatTypeChosen)[0].kind == "surface"
    assert here.asked == ("germany", "pick-target"), "the inactive side's losses first"
    here.hit("Gneisenau")
    here.hit("Gneisenau")
    here.hit("Marat")
    assert damaged(here, "Marat")
    here.hit("Byelorussia")
    here.hit("Marx")
    hits = [(event.inflicted, event.die, event.suffered) for event in here.events(HitSuffered)]
    assert hits == [("X", 5, "D"), ("A", 4, "A"), ("D", 5, "D"), ("A", 0, "1/2 A"), ("A", 2, "A")]
    here.abort(["Gneisenau"], "Kiel")  # the Marx can only go to Leningrad and has
    assert here.place_named("Gneisenau") == "repair pool of germany"
    assert (here.place_named("Marx"), here.face_down("Marx")) == ("Leningrad", True)
    here.calm()
    assert here.place_named("Marat") == "repair pool of ussr"
    assert not damaged(here, "Marat")
    assert (here.place_named("Byelorussia"), here.place_named("Konigsberg")) == ("Baltic Sea 3", "Baltic Sea 0")
    assert here.points("germany", "Baltic Sea") == (5, 0)
    assert here.asked == ("", "")


@pytest.mark.rule("11.5.6/spending surprise points")
def test_for_three_points_the_attacker_selects_the_target_after_the_owner_has() -> None:
    here = baltic((3, 10, 9, 9))
    here.start(STEP)
    here.give_battle("Marat")
    here.calm()
    here.do("pick-target", here["Konigsberg"])
    assert here.asked == ("ussr", "overrule-target")
    before = points_left(here)
    here.do("overrule-target", here["Gneisenau"])
    assert here.events(HitSuffered)[0].target == here["Gneisenau"]
    assert points_left(here) == before - 3


@pytest.mark.rule("11.5.8/combat results", example="A7")
@pytest.mark.rule("11.5.11")
def test_the_cargo_of_a_damaged_transport_arrives_next_turn() -> None:
    """A7."""
    here = waters(
        {
            "Eastern Mediterranean 3": [("Zara", "it-ca-zara-sif"), ("Fiume", "it-ca-fiume-sif")],
            "Eastern Mediterranean 0": [("TRS", "cw-trs-1938-sif")],
        },
        (1, 10, 10, 10, 10, 10, 10, 10),
        wars=[("italy", "commonwealth")],
    )
    here.things["INF"] = unit(here.game, "united-kingdom INF")
    here.game.write(PLACE, here["INF"], aboard(here["TRS"]))
    here.start(STEP)
    here.give_battle("Zara")
    here.calm("leave-combat")
    assert damaged(here, "TRS")
    assert here.asked == ("italy", "leave-combat")
    here.do("stay-in-combat")
    assert here.asked == ("commonwealth", "leave-combat")
    here.do("leave-combat")
    here.abort(["TRS"], "Alexandria")
    assert here.place_named("TRS") == "repair pool of commonwealth"
    assert place_name(here.game, here.at("INF")).startswith("production circle")
    assert not here.face_down("INF")


# ------------------------------------------------------------------------------------------------------ 11.5.8 convoys


def suffering(here: Seafaring, hits: tuple[str, ...], units: tuple[str, ...] = (), **convoys: int) -> None:
    """The Commonwealth's side suffers these results with these ships and convoy points in the 0 section of the North Sea."""
    stacks = []
    for owner, points in convoys.items():
        here.lay(owner, "North Sea", points)
        stacks.append(Stack(power(here.game, owner), here.spot("North Sea"), points))
    forces = (Force((here["raider"],)), Force(tuple(here[name] for name in units), tuple(stacks)))
    fight = NavalRound("North Sea", forces=forces, seats=(("germany",), ("commonwealth",)))
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("North Sea", AXIS), "damaged_units_abort"),
        (ROUND.name, fight, "those_hit_abort"),
        (RESULTS.name, Results(ALLIES, hits, BY_OWNER), "next_result"),
    )


def begin(here: Seafaring, *frames: tuple[str, Any, str]) -> None:
    """Take up a combat in the middle: procedures with their locals, each at a step."""
    game = here.game
    game.state.frames.clear()
    for procedure, frame_locals, step in frames:
        game.push(procedure, frame_locals)
        game.state.frames[-1].step = step
    game.state.queue = ()
    game.forget()
    run(game)


def damaged_points(here: Seafaring, owner: str) -> int:
    return here.game.state.amount(DAMAGED_CONVOY_POINTS, power(here.game, owner), here.spot("North Sea"))


RAIDER: Units = {"North Sea 3": [("raider", "ge-ca-prinz-eugen-sif")]}
CLASSIC_RAIDER: Units = {"North Sea 3": [("raider", "ge-ca-prinz-eugen-wif")]}
WAR = [("germany", "commonwealth"), ("germany", "usa")]


@pytest.mark.rule("11.5.8/convoys (convoys in threes)", example="WF1-130")
def test_convoys_of_two_powers_suffer_together_in_threes() -> None:
    here = waters(RAIDER, wars=WAR)
    suffering(here, ("X", "D"), commonwealth=4, usa=1)
    here.hit(here.convoys("commonwealth", "North Sea", 3))
    assert here.points("commonwealth", "North Sea")[0] == 1
    here.hit(here.convoys("usa", "North Sea", 1))
    assert (damaged_points(here, "commonwealth"), damaged_points(here, "usa")) == (1, 1)


@pytest.mark.rule("11.5.8/convoys (convoys in threes)", example="WF1-131")
def test_the_last_convoy_points_suffer_only_if_nothing_else_can() -> None:
    alone = waters(RAIDER, wars=WAR)
    suffering(alone, ("D", "D"), commonwealth=4)
    alone.hit(alone.convoys("commonwealth", "North Sea", 1))
    assert damaged_points(alone, "commonwealth") == 4
    escorted = waters({**RAIDER, "North Sea 0": [("CL", "cw-cl-dido-clif")]}, (1,), wars=WAR)
    suffering(escorted, ("D", "D"), ("CL",), commonwealth=4)
    escorted.hit(escorted.convoys("commonwealth", "North Sea", 3))
    assert escorted.convoys("commonwealth", "North Sea", 1) not in escorted.offer("pick-target").domain
    escorted.hit("CL")
    assert (damaged_points(escorted, "commonwealth"), damaged(escorted, "CL")) == (3, True)


@pytest.mark.rule("11.5.8/convoys")
def test_in_classic_five_convoy_points_are_a_ship() -> None:
    here = waters(CLASSIC_RAIDER, wars=WAR, options=CLASSIC)
    suffering(here, ("X", "D"), commonwealth=10)
    assert here.points("commonwealth", "North Sea")[0] == 5
    assert damaged_points(here, "commonwealth") == 5


@pytest.mark.rule("11.5.8/combat results")
def test_damaged_convoys_that_get_home_wait_for_repair() -> None:
    here = waters(CLASSIC_RAIDER, wars=WAR, options=CLASSIC)
    suffering(here, ("D",), commonwealth=5)
    name = here.convoys("commonwealth", "North Sea", 5).replace("convoy", "damaged-convoy")
    here.abort([name], "London")
    assert here.points("commonwealth", "repair pool of commonwealth") == (5, 0)
    assert here.points("commonwealth", "London") == (0, 0)


@pytest.mark.rule("11.4.6/fighting your way through")
def test_damaged_convoys_intercepted_on_their_way_home_are_always_included() -> None:
    here = waters(
        {**CLASSIC_RAIDER, "Baltic Sea 3": [("Emden", "ge-cl-konigsberg-wif")]}, (1, 1), wars=WAR, options=CLASSIC
    )
    suffering(here, ("D",), commonwealth=5)
    stack = here.game.enclosing(Aborting).force.convoys[0]
    assert (stack.points, stack.damaged) == (5, True)
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("North Sea", AXIS, (stack.sailor,), 1, False, rounds=1), "after_the_round"),
        (
            ROUND.name,
            NavalRound("North Sea", movers=(stack.sailor,), interceptor=AXIS, dice=(1, 10)),
            "who_is_included",
        ),
    )
    fight = here.game.enclosing(NavalRound)
    assert fight.forces[ALLIES].convoys == (stack,)


# ------------------------------------------------------------------------------------------------- 11.5.9 naval air combat

RAID: Units = {
    "Marianas 2": [
        ("G3M2", "ja-nav-g3m2-wif"),
        ("B5N2", "ja-nav-b5n2-wif"),
        ("D3A1", "ja-nav-d3a1-wif"),
        ("G4M2", "ja-nav-g4m2-wif"),
        ("Zuikaku", "ja-cv-zuikaku-sif"),
        ("Shokaku", "ja-cv-shokaku-sif"),
    ],
    "Marianas 1": [("Texas", "us-bb-texas-sif"), ("Quincy", "us-ca-quincy-sif")],
}
#: 48 factors of anti-aircraft fire together
AMERICANS = (
    "wisconsin",
    "illinois",
    "kentucky",
    "louisiana",
    "missouri",
    "iowa",
    "new-jersey",
    "alabama",
    "washington",
)
LAND_BASED = ("G3M2", "B5N2", "D3A1", "G4M2")
CARRIERS = ("Zuikaku", "Shokaku")


def under_fire(points: int, *, rich: int = -1, surprise: int = 0) -> Seafaring:
    """The Japanese bombers are through, and the American guns have these points to spend."""
    here = waters(RAID, wars=[("japan", "usa")])
    bombers = tuple(here[name] for name in (*LAND_BASED, *CARRIERS))
    forces = (Force(bombers), Force((here["Texas"], here["Quincy"])))
    fight = NavalRound("Marianas", forces=forces, seats=(("japan",), ("usa",)), rich=rich, points=surprise)
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("Marianas", AXIS), "damaged_units_abort"),
        (ROUND.name, fight, "those_hit_abort"),
        (AIR_TO_SEA.name, AirToSea(bombers=(bombers, ())), "active_guns_fire"),
        (ANTI_AIRCRAFT.name, AntiAircraft(ALLIES, 10, points), "bombers_choose_kind"),
    )
    return here


@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire", example="WF1-134")
@pytest.mark.rule("11.5.6/spending surprise points", example="WF1-134")
def test_two_shifts_let_the_guns_roll_three_dice_and_count_the_best_two() -> None:
    """48 factors against six bombers, and four points spent: the column of 65 to 80."""
    here = waters(
        {"Marianas 2": RAID["Marianas 2"], "Marianas 1": [(name, f"us-bb-{name}-sif") for name in AMERICANS]},
        (6, 3, 10),
        wars=[("japan", "usa")],
    )
    ships = tuple(here[name] for name in AMERICANS)
    bombers = tuple(here[name] for name in (*LAND_BASED, *CARRIERS))
    assert anti_air_factors(here.game, ships, bombers) == 48
    forces = (Force(bombers), Force(ships))
    fight = NavalRound("Marianas", forces=forces, seats=(("japan",), ("usa",)), rich=ALLIES, points=4)
    begin(
        here,
        (NAVAL_COMBAT, NavalCombat("Marianas", AXIS), "damaged_units_abort"),
        (ROUND.name, fight, "those_hit_abort"),
        (AIR_TO_SEA.name, AirToSea(bombers=(bombers, ())), "aim_the_guns"),
    )
    here.do("shift-columns", (("raise-own", 2),))
    (fire,) = here.events(AntiAircraftFire)
    assert (fire.factors, fire.bombers, fire.points) == ("48", 6, 16)
    assert points_left(here) == 0


@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire", example="WF1-135")
def test_the_guns_choose_the_kind_of_loss_and_the_owner_the_unit() -> None:
    here = under_fire(25)
    assert here.asked == ("usa", "choose-losses")
    assert set(here.offer("choose-losses").domain) == {
        "destroy a land-based bomber",
        "destroy two carrier planes",
        "destroy a carrier plane and abort a land-based bomber",
    }
    here.do("choose-losses", "destroy two carrier planes")
    assert here.asked == ("japan", "pick-target")
    assert set(here.offer("pick-target").domain) == {here[name] for name in CARRIERS}
    here.do("pick-target", here["Zuikaku"])
    assert (here.game.state[NO_PLANES][here["Zuikaku"]], here.face_down("Zuikaku")) == (1, True)
    assert here.game.state[NO_PLANES][here["Shokaku"]] == 1, "the second can only be the other one"
    here.do("pick-target", here["G3M2"])  # no carrier plane is left, so the next ten can only destroy a bomber
    assert here.place_named("G3M2") == "tray of japan"
    assert here.asked == ("japan", "pick-target"), "for the last five only an abort is left"
    here.do("pick-target", here["B5N2"])
    assert here.asked == ("japan", "choose-base")


@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire", example="WF1-136")
def test_sixteen_points_destroy_abort_and_stop_a_factor() -> None:
    here = under_fire(16)
    here.do("choose-losses", "destroy a land-based bomber")
    here.do("pick-target", here["G3M2"])
    here.do("choose-losses", "abort a land-based bomber")
    here.do("pick-target", here["B5N2"])
    here.do("return-to", here.offer("return-to").domain[0])
    assert here.face_down("B5N2")
    attack = here.events(NavalAttack)[0]
    left = 2 + 3 + 2 * air_component(here.game, here["Zuikaku"]) - 1
    assert (attack.row, attack.factors) == ("air-to-sea", str(left)), "the D3A1, the G4M2 and two carriers less 1"


@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire", example="WF1-137")
def test_for_three_points_the_bombers_say_what_kind_is_hit_first() -> None:
    here = under_fire(10, rich=AXIS, surprise=3)
    assert here.asked == ("japan", "choose-kind-of-loss")
    here.do("choose-kind-of-loss", "carrier plane")
    assert set(here.offer("choose-losses").domain) == {
        "destroy two carrier planes",
        "destroy a carrier plane and abort a land-based bomber",
    }
    assert points_left(here) == 0


@pytest.mark.rule("11.5.9/anti-aircraft (aa) fire")
def test_for_three_points_the_guns_choose_the_bomber() -> None:
    here = under_fire(10, rich=ALLIES, surprise=3)
    here.do("choose-losses", "destroy a land-based bomber")
    here.do("pick-target", here["D3A1"])
    here.do("overrule-target", here["B5N2"])
    assert here.place_named("B5N2") == "tray of japan"
    assert here.place_named("D3A1") == "Marianas 2"


@pytest.mark.rule("11.5.9/the air-to-sea attack")
@pytest.mark.rule("14.2.3")
@pytest.mark.parametrize(("weather", "factors"), [("fine", "3"), ("rain", "3/2")])
def test_a_naval_air_combat_from_roles_to_alternating_targets(weather: str, factors: str) -> None:
    here = waters(
        {
            "North Sea 3": [("NAV", "ja-nav-b5n2-wif"), ("CL", "ja-cl-tenryu-clif")],
            "North Sea 0": [("Texas", "us-bb-texas-sif"), ("Quincy", "us-ca-quincy-sif")],
        },
        (1, 10, *(1,) * 6, *(9,) * 4),
        wars=[("japan", "usa")],
        weather=weather,
    )
    here.start(STEP)
    here.give_battle("CL")
    here.calm("call-naval-air-combat")
    here.do("call-naval-air-combat")
    assert here.asked[1] != "air-roles", "a NAV flies as a bomber: there is nothing to choose"
    here.calm()
    (fired,) = here.events(AntiAircraftFire)
    assert (fired.side, fired.bombers, fired.points) == (ALLIES, 1, 1)
    assert [(row, number) for row, number, _, _ in attacks(here)] == [("air-to-sea", factors)], "halved after the fire"
    assert here.asked == ("japan", "pick-target"), "the attacker has first pick"


# ------------------------------------------------------------------------------------------------- 11.5.10 submarine combat


@pytest.mark.rule("11.5.10", example="WF1-139")
def test_the_wolf_pack_in_the_faeroes_gap() -> None:
    here = waters(
        {
            "Faeroes Gap 3": [
                ("VIIB", "ge-sub-type-viib-wif"),
                ("VIIC", "ge-sub-type-viic-wif"),
                ("IXC", "ge-sub-type-ixc-wif"),
            ],
            "Faeroes Gap 0": [("BB", "us-bb-texas-wif"), ("CA", "us-ca-quincy-wif"), ("NAV", "us-nav-b-34-wif")],
        },
        (1, 10, 10, 10, 10),
        wars=[("germany", "usa")],
        options=CLASSIC,
    )
    here.game.set(YEAR, 1942)
    here.lay("usa", "Faeroes Gap", 10)
    here.start(STEP)
    here.give_battle("VIIB")
    here.do("commit-submarines-to-combat")
    assert points_left(here) == 11
    here.do("accept-combat")
    here.do("choose-combat-type", "submarine")
    here.do("shift-columns", (("raise-own", 2),))
    assert attacks(here) == [("ASW", "7", 3, (0, 2, 1)), ("SUB", "8", 4, (1, 1, 3))]
    # the escorts' two D miss and become aborts, the A half an abort
    here.hit("VIIB")
    here.hit("VIIC")
    here.calm("overrule-target")
    assert here.asked == ("germany", "overrule-target"), "the X must be convoy points unless the Germans pay"
    here.do("leave-target")
    assert here.points("usa", "Faeroes Gap")[0] == 5
    assert set(here.offer("pick-target").domain) == {here["BB"], here["CA"], here.convoys("usa", "Faeroes Gap", 5)}
    here.do("pick-target", here["CA"])
    here.do("overrule-target", here.convoys("usa", "Faeroes Gap", 5))
    suffered = [(event.inflicted, event.suffered) for event in here.events(HitSuffered)][3:]
    assert suffered == [("X", "X"), ("D", "D"), ("A", "A")], "two A are left, and nobody to suffer them"
    assert points_left(here) == 0


# ------------------------------------------------------------------------------------------------ 11.5.11 leaving together


ALLIED: Units = {
    "North Atlantic 3": [("US", "us-bb-texas-sif")],
    "North Atlantic 0": [("CW", "cw-bb-hood-sif")],
    "North Atlantic 2": [("Bismarck", "ge-bb-bismarck-sif"), ("U", "germany SUB")],
}


def north_atlantic(verb: str) -> Seafaring:
    """A round in which the Hood is damaged and the Germans suffer nothing, up to who leaves."""
    here = waters(ALLIED, (1, 10, 2), wars=[("germany", "commonwealth"), ("germany", "usa")])
    here.start(STEP)
    here.give_battle("Bismarck")
    here.do(verb)
    here.do("take-sections", (here.spot("North Atlantic 0"),))
    here.calm("shift-columns")
    here.do("shift-columns", (("lower-theirs", 3),))
    here.calm("leave-combat")
    return here


def send_home(here: Seafaring) -> None:
    """Everybody who must goes to the first port that he can reach; nobody else leaves."""
    while here.asked[1] in (*CALM, "abort-to"):
        if here.asked[1] == "abort-to":
            here.do("abort-to", next(iter(here.offer("abort-to").every())))
        else:
            here.calm()


@pytest.mark.rule("11.5.11", example="WF1-140")
@pytest.mark.parametrize(("verb", "stays"), [("commit-submarines-to-combat", False), ("keep-submarines-out", True)])
def test_who_leaves_takes_along_all_but_submarines_that_were_not_committed(verb: str, stays: bool) -> None:
    here = north_atlantic(verb)
    assert here.asked == ("germany", "leave-combat")
    here.do("leave-combat")
    send_home(here)
    assert (here.place_named("U") == "North Atlantic 2") == stays
    assert here.place_named("Bismarck") != "North Atlantic 2"
    assert here.face_down("Bismarck")
    assert here.place_named("US") == "North Atlantic 3"


@pytest.mark.rule("11.5.11", example="WF1-140")
def test_one_allys_abort_takes_the_other_along_though_he_was_not_included() -> None:
    here = north_atlantic("keep-submarines-out")
    here.do("stay-in-combat")
    assert here.asked == ("usa", "leave-combat"), "it had a unit committed, though not included"
    here.do("stay-in-combat")
    assert here.asked == ("commonwealth", "leave-combat")
    here.do("leave-combat")
    send_home(here)
    assert here.place_named("US") != "North Atlantic 3"
    assert here.face_down("US")
    assert here.place_named("CW") == "repair pool of commonwealth"


# --------------------------------------------------------------------------------------------------- 11.6 the opponent's


@pytest.mark.rule("11.6", example="WF1-141")
def test_the_opponent_gives_battle_where_a_surface_unit_came_to_rest() -> None:
    here = at_sea(
        {
            "Alexandria": [("TRS", "cw-trs-1938-sif"), ("CA", "cw-ca-southampton-sif")],
            "Eastern Mediterranean 3": [("Vittorio Veneto", "it-bb-vittorio-veneto-sif")],
            "Western Mediterranean 3": [("elsewhere", "it-ca-zara-sif"), ("CL", "cw-cl-dido-clif")],
        },
        side="allies",
        actions={"commonwealth": "naval"},
        wars=[("italy", "commonwealth")],
        throws=(10, 1),
    )
    here.start("naval movement")
    here.sail("commonwealth", ["TRS", "CA"], "Eastern Mediterranean 1")
    here.calm()
    here.start("opponent’s naval combat")
    assert here.asked == ("italy", "initiate-combat")
    assert here.offer("initiate-combat").domain == (here["Vittorio Veneto"],)
    assert reasons(here, "italy", "elsewhere") == ["11.6 nobody-moved-there"]
    here.give_battle("Vittorio Veneto")
    assert [event.die for event in here.events(Searched)] == [10, 1]
    assert here.game.on_stack(NAVAL_COMBAT), "a 1 finds them"


@pytest.mark.rule("11.6")
@pytest.mark.parametrize(("sails", "fights"), [("sub", False), ("CA", True)])
def test_nobody_gives_battle_where_only_submarines_came_or_the_side_fought_itself(sails: str, fights: bool) -> None:
    here = at_sea(
        {
            "Alexandria": [("sub", "commonwealth SUB"), ("CA", "cw-ca-southampton-sif")],
            "Eastern Mediterranean 0": [("Dido", "cw-cl-dido-clif")],
            "Eastern Mediterranean 3": [("Vittorio Veneto", "it-bb-vittorio-veneto-sif")],
            "Western Mediterranean 3": [("Zara", "it-ca-zara-sif"), ("Nelson", "cw-bb-nelson-sif")],
        },
        side="allies",
        actions={"commonwealth": "naval"},
        wars=[("italy", "commonwealth")],
        throws=(10, 10),
    )
    here.start("naval movement")
    here.sail("commonwealth", [sails], "Eastern Mediterranean 1")
    here.calm()
    if fights:
        here.start(STEP)
        here.give_battle("Dido")
    here.start("opponent’s naval combat")
    assert here.asked == ("", "")


@pytest.mark.rule("11.6")
@pytest.mark.rule("11.4.6/how to intercept")
def test_a_unit_turned_to_intercept_gives_battle_without_turning_another() -> None:
    here = at_sea(
        {
            "Alexandria": [("CA", "cw-ca-southampton-sif")],
            "Eastern Mediterranean 3": [("Vittorio Veneto", "it-bb-vittorio-veneto-sif")],
        },
        side="allies",
        actions={"commonwealth": "naval"},
        wars=[("italy", "commonwealth")],
        throws=(10, 10, 10),
    )
    here.start("naval movement")
    here.sail("commonwealth", ["CA"], "Eastern Mediterranean 1")
    here.do("intercept", here["Vittorio Veneto"])
    here.part(["CA"], "Eastern Mediterranean 1")
    here.start("opponent’s naval combat")
    assert set(here.game.offers("italy")) == {"initiate-with-interceptor", "done"}
    here.do("initiate-with-interceptor", here.spot("Eastern Mediterranean"))
    assert [event.rounds for event in here.events(NavalCombatOver)] == [1]


@pytest.mark.rule("11.5.3", example="A4")
@pytest.mark.rule("11.1")
@pytest.mark.rule("11.6")
def test_the_ally_who_passed_fights_but_flies_nobody_in() -> None:
    """A4."""
    here = at_sea(
        {
            "La Spezia": [("CA", "ge-ca-prinz-eugen-sif")],
            "Western Mediterranean 2": [("BB", "it-bb-vittorio-veneto-sif")],
            "Western Mediterranean 3": [("French", "fr-ca-algerie-sif")],
            "Cagliari": [("Italian FTR", "italy FTR"), ("German FTR", "germany FTR")],
        },
        side="axis",
        actions={"germany": "combined", "italy": "pass"},
        wars=[("germany", "france"), ("italy", "france")],
        throws=(10, 1, *(9,) * 9),
    )
    here.start("naval movement")
    here.sail("germany", ["CA"], "Western Mediterranean 1")
    here.calm()
    here.start("opponent’s naval combat")
    here.give_battle("French")
    assert here.asked == ("germany", "fly-to-sea")
    assert [item.item for item in here.offer("fly-to-sea").items] == [here["German FTR"]]
    here.do("fly-to-sea", {here["German FTR"]: here.spot("Western Mediterranean 0")})
    assert here.place_named("German FTR") == "Western Mediterranean 0"
    assert not here.face_down("German FTR")
    assert here.asked == ("france", "take-sections")
    here.do("take-sections", (here.spot("Western Mediterranean 2"),))
    assert fighting(here) == {"French", "BB"}
    here.calm("leave-combat")
    assert here.asked == ("italy", "abort-to"), "who has passed goes home out of a combat like anybody else"
    here.abort(["BB"], "La Spezia")
    assert (here.is_at("BB", "La Spezia"), here.face_down("BB")) == (True, True)
    assert here.place_named("Italian FTR") == "Cagliari"


@pytest.mark.rule("11.5.3")
@pytest.mark.rule("11.3")
def test_aircraft_fly_in_at_half_range_and_what_is_left_takes_them_up() -> None:
    here = waters({"Kiel": [("G4M2", "ja-nav-g4m2-wif")], "North Sea 0": [("CA", "ge-ca-prinz-eugen-sif")]})
    sections = [here.spot(f"North Sea {number}") for number in range(5)]
    way = points_to_sea(here.game, here["G4M2"], "North Sea")
    assert way == 2
    flights = [flight_to(here.game, here["G4M2"], place, HALF_RANGE) for place in sections]
    assert flights == [Flight.BOMBER] * 4 + [None], "11 of its 22 points, less 2: nine are enough for the 3 section"
    assert [highest_section(here.game, left) for left in (0, 1, 2, 3, 5, 6, 9, 10)] == [0, 1, 1, 2, 2, 3, 3, 4]


@pytest.mark.rule("15.1/naval units")
@pytest.mark.rule("11.5.6")
def test_who_is_surprised_has_no_surprise_points() -> None:
    here = waters(
        {"Marianas 2": [("Mogami", "ja-ca-mogami-sif")], "Marianas 3": [("Texas", "us-bb-texas-sif")]},
        (2, 2),
        wars=[("japan", "usa")],
    )
    here.game.set(SURPRISE, ((power(here.game, "japan"), power(here.game, "usa")),))
    here.start(STEP)
    here.give_battle("Mogami")
    (event,) = here.events(SurprisePoints)
    assert (event.side, event.first, event.second) == (AXIS, 4, 0)


# ----------------------------------------------------------------------------------------------------- abort inside abort


def checked(here: Seafaring) -> Seafaring:
    """What is asked survives being saved, loaded and copied."""
    state = here.game.state
    again = decode_state(state.encode(), here.game.ruleset.schema, here.game.ruleset.procedures)
    assert again.encode() == state.encode()
    assert here.game.fork().state.encode() == state.encode()
    return here


def combats(here: Seafaring) -> int:
    return sum(frame.procedure == NAVAL_COMBAT for frame in here.game.state.frames)


@pytest.mark.rule("11.5.8/combat results", example="A1")
@pytest.mark.rule("11.4.6/fighting your way through")
@pytest.mark.rule("13.4")
def test_an_abort_is_intercepted_and_aborts_again_inside_its_combat() -> None:
    """A1, saved, loaded and copied at each decision."""
    here = waters(
        {
            "Marianas 2": [("Mogami", "ja-ca-mogami-sif"), ("Mikuma", "ja-ca-mikuma-sif")],
            "Marianas 0": [("Quincy", "us-ca-quincy-sif"), ("Astoria", "us-ca-astoria-sif")],
            "Marshalls 3": [("Tenryu", "ja-cl-tenryu-clif")],
            "Hawaiian Islands 4": [("Nachi", "ja-ca-nachi-sif")],
        },
        (1, 10, 9, 9, 3, 10, 5, 1, 10, 10, 10),
        wars=[("japan", "usa")],
    )
    here.start(STEP)
    here.give_battle("Mogami")
    checked(here).do("accept-combat")
    checked(here).do("leave-type-open")
    checked(here).do("shift-columns", (("lower-theirs", 3),))
    checked(here).do(
        "pick-target", here["Quincy"]
    )  # the D misses and is an A; the two A that follow make one for the other
    checked(here).do("leave-target")
    checked(here).abort(["Quincy", "Astoria"], "Marshalls", "Hawaiian Islands", "Pearl Harbor")
    assert here.asked == ("japan", "intercept")
    checked(here).do("intercept", here["Tenryu"])
    assert combats(here) == 2, "nobody is asked whether to stop: the combat has begun"
    assert here.place_named("Quincy") == "Marshalls 0"
    assert fighting(here) == {"Tenryu", "Quincy", "Astoria"}
    checked(here).do("accept-combat")
    checked(here).do("leave-type-open")
    checked(here).do("shift-columns", ())
    checked(here).do("pick-target", here["Quincy"])
    checked(here).do("leave-target")
    assert here.asked == ("usa", "abort-to")
    checked(here).abort(["Quincy"], "Hawaiian Islands", "Pearl Harbor")
    assert here.asked == ("japan", "intercept")
    assert combats(here) == 2, "it is intercepted inside the second combat"
    assert here.offer("intercept").domain == (here["Nachi"],), "the Tenryu is not there"
    checked(here).do("intercept", here["Nachi"])
    checked(here).sail_on("Pearl Harbor")
    assert (here.place_named("Quincy"), here.face_down("Quincy")) == ("Pearl Harbor", True)
    while here.asked[1] == "leave-combat":
        checked(here).do("stay-in-combat")
    assert here.asked == ("japan", "abort-to"), "nobody finds anybody, and the Tenryu is damaged"
    checked(here).do("abort-to", next(iter(here.offer("abort-to").every())))
    assert here.asked == ("usa", "naval-orders")
    assert combats(here) == 1
    assert set(here.game.offers("usa")) == {"sail-on"}, "who aborts goes home"
    checked(here).sail_on("Hawaiian Islands", "Pearl Harbor")
    assert set(here.game.offers("japan")) == {"intercept-again", "pass"}, "the Nachi was turned before"
    checked(here).do("pass")
    assert (here.place_named("Astoria"), here.face_down("Astoria")) == ("Pearl Harbor", True)
    here.calm()
    assert here.asked == ("", "")
    assert here.place_named("Tenryu") == "repair pool of japan"

"""fa:11.4: a naval combat of the Great War: screens, speed, targets in turn, convoys in twos, submarines, aircraft."""

from __future__ import annotations

from fractions import Fraction

import pytest
from waters import ALLIES, CENTRAL, Waters, waters

from conformance.positions import power, set_weather
from worldfire.engine.loop import run
from worldfire.engine.views import view
from worldfire.forces.participants import YEAR
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_4_committing import Force, Stack
from worldfire.rules.s11_05_6_surprise_points import SurprisePoints
from worldfire.rules.s11_05_8_results import (
    AMONG_CONVOYS,
    BY_OWNER,
    IN_TURN,
    RESULTS,
    HitSuffered,
    NavalAttack,
    Results,
)
from worldfire.rules.s11_05_8_surface_combat import SURFACE_COMBAT, SurfaceCombat
from worldfire.rules.s11_05_9_air_to_sea import AIR_TO_SEA, ANTI_AIRCRAFT, AirToSea, AntiAircraft, air_to_sea_factors
from worldfire.rules.s11_05_10_submarine_combat import asw_factors
from worldfire.rules.s11_05_naval_combat import ROUND, CombatTypeChosen, Searched
from worldfire.rules.s11_05_naval_tables import FlakDice, flak_dice
from worldfire.rules.s11_05_round import NavalRound
from worldfire.titles.fa.sea.screening import Screens, ShipsStayAway, faster_ships

BRITISH = [
    ("Dreadnought", "commonwealth-dreadnought"),
    ("Superb", "commonwealth-superb"),
    ("Majestic", "commonwealth-majestic"),
    ("Invincible", "commonwealth-invincible"),
]
GERMANS = [
    ("Nassau", "germany-nassau"),
    ("Rheinland", "germany-rheinland"),
    ("Helgoland", "germany-helgoland"),
    ("Tann", "germany-von-der-tann"),
    ("Moltke", "germany-moltke"),
]
FAST = ("Tann", "Moltke")


def old_and_fast() -> Waters:
    """FS4: the British find the Germans with five surprise points over; three convoy points are with them."""
    here = waters(
        {"North Sea 3": [*BRITISH, *GERMANS], "North Sea 0": [("NAV", "commonwealth NAV")]},
        (1, 6),
        side="allies",
        debug=True,
    )
    here.lay("commonwealth", "North Sea 0", 3)
    here.start("naval combat")
    here.give_battle("Invincible")
    here.calmly("screen-ships")
    return here


def screen(here: Waters, *ships: str) -> None:
    """The British screen these, the Germans nothing."""
    here.do("screen-ships", here.ids(*ships))
    here.do("screen-ships", ())


def keep_away(here: Waters, *ships: str) -> None:
    here.do("keep-away", here.ids(*ships))


def fire(here: Waters) -> list[tuple[str, int]]:
    """Factors of both sides, and how many ships each fires at."""
    here.calmly()
    return [(event.factors, event.ships) for event in here.events(NavalAttack)]


@pytest.mark.rule("fa:11.4.7", example="FS4")
@pytest.mark.rule("fa:11.4.5", example="FS4")
def test_a_screened_old_ship_lets_only_the_battle_cruisers_stay_away() -> None:
    here = old_and_fast()
    (points,) = here.events(SurprisePoints)
    assert (points.side, points.surplus) == (ALLIES, 5)
    screen(here, "Majestic")
    assert here.asked == ("commonwealth", "keep-away")
    assert set(here.offer("keep-away").domain) == {here["Invincible"]}, "its own battle cruiser may stay away too"
    keep_away(here)
    assert set(here.offer("keep-away").domain) == set(here.ids(*FAST))
    keep_away(here, *FAST)
    assert here.asked == ("commonwealth", "catch-faster-ships")
    here.do("catch-faster-ships", 1)
    assert here.game.enclosing(NavalRound).points == 2
    assert fire(here) == [("37", 6), ("23", 5)], "the screened ship and the convoys do not fire, and count"


@pytest.mark.rule("fa:11.4.7", example="FS4")
@pytest.mark.rule("fa:11.4.7", example="FA-E25")
def test_an_old_ship_in_the_line_lets_everybody_go_and_points_bring_some_back() -> None:
    here = old_and_fast()
    screen(here)
    keep_away(here)
    assert set(here.offer("keep-away").domain) == set(here.ids("Nassau", "Rheinland", "Helgoland", *FAST))
    keep_away(here, "Nassau", "Rheinland", "Helgoland", *FAST)
    assert here.offer("catch-faster-ships").domain == (1,), "both kinds would need six points"
    here.do("catch-faster-ships", 1)
    (away,) = here.events(ShipsStayAway)
    assert set(away.ships) == set(here.ids(*FAST))
    assert fire(here) == [("25", 6), ("27", 3)], "who stays away neither fires nor counts"


@pytest.mark.rule("fa:11.4.7")
@pytest.mark.parametrize(
    ("rich", "points", "leads"), [(ALLIES, 2, ()), (ALLIES, 3, (1,)), (ALLIES, 6, (1, 2)), (CENTRAL, 9, ())]
)
def test_three_points_catch_a_point_of_speed(rich: int, points: int, leads: tuple[int, ...]) -> None:
    here = old_and_fast()
    screen(here)
    keep_away(here)
    fight = here.game.enclosing(NavalRound)
    fight.rich, fight.points = rich, points
    keep_away(here, "Nassau", "Rheinland", "Helgoland", *FAST)
    assert (here.offer("catch-faster-ships").domain if here.asked[1] == "catch-faster-ships" else ()) == leads


@pytest.mark.rule("fa:11.4.7")
def test_nobody_runs_away_from_a_transport() -> None:
    here = waters({"North Sea 3": [("TRS", "commonwealth TRS"), ("Old", "commonwealth-majestic"), *GERMANS]})
    germans = Force(here.ids(*(name for name, _ in GERMANS)))
    for line, faster in (("TRS", ()), ("Old", here.ids("Nassau", "Rheinland", "Helgoland", *FAST))):
        fight = NavalRound("North Sea", forces=(germans, Force(here.ids(line))))
        assert set(faster_ships(here.game, fight, CENTRAL)) == set(faster)


@pytest.mark.rule("fa:11.4.7", example="FS4")
def test_screens_are_chosen_in_secret() -> None:
    """Until both are in, what the other sees does not depend on mine."""
    here, seen = old_and_fast(), []
    for ships in ((), ("Majestic",)):
        game = here.game.fork()
        game.submit("commonwealth", "screen-ships", here.ids(*ships))
        assert set(game.waiting) == {"germany"}
        seen.append(view(game, "germany"))
    assert seen[0] == seen[1]


# ------------------------------------------------------------------------------------------------------------- targets


def suffering(results: Results, *throws: int, points: int = 0, screened: tuple[str, ...] = ()) -> Waters:
    """The British of FS4 suffer results in a surface combat; the Germans have surprise points over."""
    here = waters({"North Sea 3": [*BRITISH, *GERMANS]}, throws)
    here.lay("commonwealth", "North Sea 0", 3)
    place = here.spot("North Sea 0")
    convoys = (Stack(power(here.game, "commonwealth"), place, 3),)
    forces = (Force(here.ids(*(name for name, _ in GERMANS))), Force(here.ids(*(name for name, _ in BRITISH)), convoys))
    fight = NavalRound("North Sea", forces=forces, seats=(("germany",), ("commonwealth",)), rich=CENTRAL, points=points)
    here.game.state.frames.clear()
    here.game.push(NAVAL_COMBAT, NavalCombat("North Sea", CENTRAL, rounds=1))
    here.game.push(ROUND.name, fight)
    here.game.push(SURFACE_COMBAT.name, SurfaceCombat())
    here.game.annex(Screens).screened = here.ids(*screened)
    here.game.push(RESULTS.name, results)
    for frame in here.game.state.frames[:-1]:
        frame.step = "round_is_over" if frame.procedure == ROUND.name else frame.step
    here.game.forget()
    run(here.game)
    return here


@pytest.mark.rule("fa:11.4.7.1", example="FS4")
def test_owner_and_enemy_take_targets_in_turn_through_all_results() -> None:
    here = suffering(Results(ALLIES, ("X", "D", "A"), BY_OWNER), 10, 10, 10, screened=("Majestic",))
    line = {"Dreadnought", "Superb", "Invincible"}
    for who, target in (("commonwealth", "Dreadnought"), ("germany", "Superb"), ("commonwealth", "Dreadnought")):
        assert here.asked == (who, "pick-target")
        assert set(here.offer("pick-target").domain) == set(here.ids(*line))
        here.do("pick-target", here[target])
        line -= {"Superb"} if target == "Superb" else set()  # it has aborted
    assert [event.suffered for event in here.events(HitSuffered)] == ["D", "A", "1/2 A"]


@pytest.mark.rule("fa:11.4.8.1")
def test_from_the_air_the_attacker_takes_the_first_target() -> None:
    here = suffering(Results(ALLIES, ("X", "D", "A"), IN_TURN), 10, 10, 10)
    for who, target in (("germany", "Dreadnought"), ("commonwealth", "Superb"), ("germany", "Invincible")):
        assert here.asked == (who, "pick-target")
        here.do("pick-target", here[target])


@pytest.mark.rule("fa:11.4.7.1", example="FS4")
@pytest.mark.rule("fa:11.4.5", example="FS4")
def test_points_reach_behind_the_screen_whoever_was_to_choose() -> None:
    here = suffering(Results(ALLIES, ("X", "X"), BY_OWNER), 10, 10, points=6, screened=("Majestic",))
    here.do("pick-target", here["Dreadnought"])
    assert here.asked == ("germany", "overrule-target")
    here.do("overrule-target", here["Majestic"])
    here.do("pick-target", here["Superb"])
    assert here.asked == ("germany", "overrule-target"), "its own choice, but of one who is screened"
    convoy = next(name for name in here.offer("overrule-target").domain if isinstance(name, str))
    here.do("overrule-target", convoy)
    assert [event.target for event in here.events(HitSuffered)] == [here["Majestic"], convoy]
    assert here.points("commonwealth", "North Sea 0")[0] == 1, "an X sinks two of the three points"


@pytest.mark.rule("fa:11.4.7.1")
def test_screened_ships_are_hit_when_nobody_else_is_left() -> None:
    here = suffering(Results(ALLIES, ("A",), BY_OWNER), 1, screened=("Majestic", "Dreadnought", "Superb", "Invincible"))
    assert set(here.ids("Majestic", "Dreadnought")) <= set(here.offer("pick-target").domain)


# ---------------------------------------------------------------------------------------------------- submarine combat

ESCORTED = {
    "North Atlantic 0": [("Escort1", "commonwealth-devonshire"), ("Escort2", "commonwealth-hampshire")],
    "North Atlantic 3": [
        ("Far", "commonwealth-drake"),
        ("NAV", "commonwealth NAV"),
        ("U1", "germany SUB"),
        ("U2", "germany SUB"),
        ("U3", "germany SUB"),
    ],
}
BOATS = ("U1", "U2", "U3")


def raid(points: int, *hits: str, surprise: int = 0, throws: tuple[int, ...] = (), french: int = 0) -> Waters:
    """FS5: convoys and two escorts in section 0, more in section 3; the submarines have inflicted these results."""
    here = waters(ESCORTED, throws)
    place = here.spot("North Atlantic 0")
    stacks = []
    for owner, number in (("commonwealth", points), ("france", french)):
        if number:
            here.lay(owner, "North Atlantic 0", number)
            stacks.append(Stack(power(here.game, owner), place, number))
    forces = (Force(here.ids(*BOATS)), Force(here.ids("Escort1", "Escort2", "Far", "NAV"), tuple(stacks)))
    allies = ("commonwealth", "france") if french else ("commonwealth",)
    fight = NavalRound("North Atlantic", forces=forces, seats=(("germany",), allies), rich=CENTRAL, points=surprise)
    here.game.state.frames.clear()
    here.game.push(NAVAL_COMBAT, NavalCombat("North Atlantic", CENTRAL, rounds=1))
    here.game.push(ROUND.name, fight)
    here.game.state.frames[-1].step = "round_is_over"
    here.game.push(RESULTS.name, Results(ALLIES, hits, AMONG_CONVOYS))
    here.game.forget()
    run(here.game)
    return here


@pytest.mark.rule("fa:11.4.9", example="FS5")
@pytest.mark.parametrize(
    ("year", "weather", "factors"), [(1916, "fine", 8), (1917, "fine", 11), (1917, "rain", 10), (1917, "storm", 9)]
)
def test_every_warship_counts_the_same_against_submarines(year: int, weather: str, factors: int) -> None:
    """Three ships, nine convoy points, and an aircraft with an air-to-sea factor of 2."""
    here = waters(ESCORTED)
    here.lay("commonwealth", "North Atlantic 0", 9)
    convoys = (Stack(power(here.game, "commonwealth"), here.spot("North Atlantic 0"), 9),)
    escorts = Force(here.ids("Escort1", "Escort2", "Far", "NAV"), convoys)
    fight = NavalRound("North Atlantic", forces=(Force(here.ids(*BOATS)), escorts))
    here.game.set(YEAR, year)
    set_weather(here.game, weather)
    bomber = air_to_sea_factors(here.game, here["NAV"], 0)
    wanted = Fraction(factors) + (0 if weather == "storm" else (bomber - 2) / (2 if weather == "rain" else 1))
    assert asw_factors(here.game, fight, ALLIES) == wanted


@pytest.mark.rule("fa:11.4.9", example="FS5")
@pytest.mark.rule("fa:11.4.7.2", example="FS5")
@pytest.mark.rule("fa:11.4.7.2", example="FA-E26")
def test_who_must_drown() -> None:
    """X: two convoy points. D: one, or an escort in section 0. A: one aborts."""
    here = raid(9, "X", "D", "A", throws=(10,))
    assert here.points("commonwealth", "North Atlantic 0")[0] == 7, "nobody was asked: no choice for an odd loss"
    assert here.asked == ("commonwealth", "pick-target"), "an even one is its owner's choice too"
    assert set(here.offer("pick-target").domain) >= set(here.ids("Escort1", "Escort2"))
    assert here["Far"] not in here.offer("pick-target").domain, "section 3 is not there"
    here.do("pick-target", here["Escort1"])
    drowned = [(event.target, event.suffered) for event in here.events(HitSuffered)]
    assert drowned[0] == (here["Escort1"], "A"), "above its defence: the next worse"
    assert isinstance(drowned[1][0], str), "an odd loss again"
    assert drowned[1][1] == "A"
    assert here.points("commonwealth", "North Atlantic 0")[0] == 7, "who aborts does not sink"


@pytest.mark.rule("fa:11.4.9", example="FS5")
def test_points_name_a_ship_of_another_section_and_the_rest_is_void_without_convoys() -> None:
    here = raid(9, "X", surprise=3, throws=(10,))
    assert here.asked == ("germany", "overrule-target")
    here.do("overrule-target", here["Far"])
    assert here.events(HitSuffered)[-1].target == here["Far"]
    lone = raid(2, "X", "D", "A")
    assert lone.points("commonwealth", "North Atlantic 0")[0] == 0
    assert lone.place_named("Escort1") == lone.place_named("Escort2") == "North Atlantic 0", "warships are untouched"


@pytest.mark.rule("fa:11.4.7.2", example="FS5")
@pytest.mark.rule("fa:11.4.7.2", example="FA-E26")
def test_two_points_may_be_one_of_each_owner() -> None:
    here = raid(3, "X", french=3)
    single = next(name for name in here.offer("pick-target").domain if str(name).endswith(" 1"))
    for _ in range(2):
        here.do("pick-target", single)
    assert here.points("commonwealth", "North Atlantic 0")[0] == here.points("france", "North Atlantic 0")[0] == 2


# ------------------------------------------------------------------------------------------------ search, types, the air


def patrol(ships: dict[str, list[tuple[str, str]]], *throws: int, weather: str = "fine", **more: int) -> Waters:
    """The Germans give battle in the North Sea with a cruiser."""
    here = waters(ships, throws, weather=weather)
    for owner, points in more.items():
        here.lay(owner, "North Sea 0", points)
    here.start("naval combat")
    return here


@pytest.mark.rule("fa:11.4.4")
@pytest.mark.parametrize(("weather", "found"), [("fine", True), ("rain", False), ("storm", False)])
def test_a_seaplane_carrier_sees_further_unless_it_storms(weather: str, found: bool) -> None:
    """Section 1 and a die of 2: in rain it is a 3."""
    ships = {"North Sea 1": [("CL", "germany SCS"), ("SPC", "germany-spc-santa-elena"), ("Foe", "commonwealth SCS")]}
    here = patrol(ships, 2, 10, weather=weather)
    here.give_battle("CL")
    here.calmly("screen-ships")
    german = next(event for event in here.events(Searched) if event.side == CENTRAL)
    assert bool(german.found) is found


@pytest.mark.rule("fa:11.4.4")
def test_one_convoy_point_is_found_like_ten() -> None:
    for points, roll in ((1, 4), (10, 4), (11, 3)):
        here = patrol({"North Sea 3": [("CL", "germany SCS")]}, 5, 10, commonwealth=points)
        here.give_battle("CL")
        here.calmly()
        assert next(event.roll for event in here.events(Searched) if event.side == CENTRAL) == roll


@pytest.mark.rule("fa:11.4.6")
@pytest.mark.rule("fa:11.4.6.1")
@pytest.mark.rule("fa:11.4.6.1", example="FA-E24")
def test_air_combat_is_only_fought_where_it_is_paid_for() -> None:
    """Both have aircraft there; nobody is asked whether he calls for it, and only types with units are sold."""
    ships = {
        "North Sea 3": [("CL", "germany SCS"), ("NAV", "germany NAV")],
        "North Sea 1": [("Foe", "commonwealth SCS"), ("Seaplane", "commonwealth NAV")],
    }
    here = patrol(ships, 1, 10)
    here.give_battle("CL")
    here.calmly("choose-combat-type")
    assert here.asked[1] == "choose-combat-type"
    assert set(here.offer("choose-combat-type").domain) == {"naval-air", "surface"}, "there is no submarine"
    here.do("leave-type-open")
    assert [event.kind for event in here.events(CombatTypeChosen)] == ["surface"]


@pytest.mark.rule("fa:11.4.8")
@pytest.mark.rule("fa:11.4.8.1")
def test_bombers_meet_guns_and_no_fighters_and_no_columns_are_bought() -> None:
    ships = {
        "North Sea 3": [("CL", "germany SCS"), ("NAV", "germany NAV")],
        "North Sea 1": [("Foe", "commonwealth SCS")],
    }
    here = patrol(ships, 1, 10, 1, 1, 1, 1, 1, 1, 1)
    here.give_battle("CL")
    here.calmly("choose-combat-type")
    here.do("choose-combat-type", "naval-air")
    while here.asked[1] not in ("leave-combat", ""):
        assert here.asked[1] != "shift-columns"
        here.do(here.asked[1], next(iter(here.offer(here.asked[1]).every())))
    assert [event.row for event in here.events(NavalAttack)] == ["air-to-sea"]


@pytest.mark.rule("fa:11.4.8")
@pytest.mark.rule("fa:11.4.8.1")
def test_seventeen_points_of_fire_destroy_one_bomber_abort_one_and_stop_two_factors() -> None:
    """The owner chooses which, whoever has surprise points; guns that fire with two dice of two are aimed at three bombers."""
    bombers = ("NAV1", "NAV2", "NAV3")
    ships = {"North Sea 1": [*((name, "germany NAV") for name in bombers), ("Foe", "commonwealth SCS")]}
    here = waters(ships, (10, 7, 10, 10, 10, 10))
    table, units = here.game.ruleset.tables.source, here.ids(*bombers)
    column = next(at for at in range(1, 15) if flak_dice(at, 3, table) == FlakDice(2, 2, highest=True))
    forces, seats = (Force(units), Force(here.ids("Foe"))), (("germany",), ("commonwealth",))
    here.game.state.frames.clear()
    here.game.push(NAVAL_COMBAT, NavalCombat("North Sea", CENTRAL, rounds=1))
    here.game.push(ROUND.name, NavalRound("North Sea", forces=forces, seats=seats, rich=ALLIES, points=9))
    here.game.push(AIR_TO_SEA.name, AirToSea(bombers=(units, ()), guns=(0, column)))
    for frame, step in zip(here.game.state.frames[1:], ("round_is_over", "active_guns_fire"), strict=True):
        frame.step = step
    here.game.push(ANTI_AIRCRAFT.name, AntiAircraft(ALLIES, column))
    here.game.forget()
    run(here.game)
    for target in ("NAV2", "NAV3"):
        assert here.asked == ("germany", "pick-target")
        here.do("pick-target", here[target])
    assert here.asked == ("germany", "choose-base"), "the second one aborts"
    here.do("return-to", next(iter(here.offer("return-to").every())))
    assert here.place_named("NAV1") == "North Sea 1"
    left = max(Fraction(0), air_to_sea_factors(here.game, here["NAV1"], 0) - 2)
    assert [event.factors for event in here.events(NavalAttack)][:1] == [str(left)]


@pytest.mark.rule("fa:11.4.8")
def test_an_air_combat_that_a_storm_forbids_leads_to_who_leaves() -> None:
    ships = {
        "North Sea 3": [("CL", "germany SCS"), ("NAV", "germany NAV")],
        "North Sea 1": [("Foe", "commonwealth SCS")],
    }
    here = patrol(ships, 1, 10, weather="storm")
    here.give_battle("CL")
    here.calmly("choose-combat-type")
    here.do("choose-combat-type", "naval-air")
    assert here.asked == ("germany", "leave-combat")


@pytest.mark.rule("fa:11.2")
def test_nobody_flies_into_a_combat() -> None:
    ships = {
        "North Sea 3": [("CL", "germany SCS")],
        "North Sea 1": [("Foe", "commonwealth SCS")],
        "Harwich": [("N", "commonwealth NAV")],
    }
    here = patrol(ships, 10, 10)
    here.give_battle("CL")
    assert here.game.over, "both have searched in vain; nobody was asked to fly in"

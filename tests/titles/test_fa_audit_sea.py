"""What an audit of the war at sea and in the air found: fa:2.4.3, 11.3.2.4, 11.3.5.6, 11.14.3, 16.1.1, 16.3.3, 16.4.4."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from front import GERMANS, front
from waters import ALLIES, Waters, waters

from conformance.positions import align, power, put
from conformance.steps import begin_step, find
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.state import decode_state
from worldfire.forces.flights import FLIGHT, TARGET, Flight
from worldfire.forces.things import FACE_DOWN, IN_FLIGHT, PLACE, aboard, counter_of, move, place_index, place_name
from worldfire.forces.who import NOBODY
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_03_flights_to_sea import highest_section
from worldfire.rules.s11_04_2_sailing import Hand
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_04_under_way import NAVAL_MOVE, Voyage
from worldfire.rules.s11_05_2_initiating import only_aircraft_initiate
from worldfire.rules.s11_05_8_damage import ShipDamaged, ToRepairPool, damage, sink, take_into_repair
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s11_10_6_ships_in_port import ConvoysOverrun
from worldfire.rules.s13_04_1_aircraft import bases_from_sea
from worldfire.rules.s13_04_return_to_base import lose_at_sea
from worldfire.rules.s14_air_combat import AIR_COMBAT, AirCombat, AirResult
from worldfire.rules.s14_air_missions import RETURN_TO_BASE, Return, destroy_aircraft, next_aircraft
from worldfire.titles.fa.morale_events import LOSSES
from worldfire.titles.fa.offensives import FREE_HAND
from worldfire.titles.fa.pilots import COLOUR, ORANGE, PILOTS, RED, PilotLost, PilotSurvived
from worldfire.titles.fa.sea.limited_sources import DESIGNATED
from worldfire.titles.fa.sea.neutral_ports import guests_are_thrown_out
from worldfire.titles.fa.upgrades import sources_are_designated_anew

# -------------------------------------------------------------------------------------------------------------- Scapa Flow


@pytest.mark.rule("fa:11.3.5.6")
def test_u_boats_are_none_of_the_ships_that_scapa_flow_lets_by() -> None:
    """Three of them go by, whom nobody may intercept; then two ships are let by as ever, and the third is not."""
    boats = [(f"U{n}", "germany SUB") for n in range(3)]
    ships = [(name, f"germany-{name}") for name in ("moltke", "derfflinger", "von-der-tann")]
    here = waters(
        {
            "North Sea 1": [("Picket", "commonwealth SCS")],
            "Scapa Flow": [("GF", "commonwealth SCS")],
            "Wilhelmshaven": [*boats, *ships],
        },
        (10,),
    )
    here.start("naval movement")
    here.sail("germany", [name for name, _ in boats], "North Sea 1")
    here.sail("germany", ["moltke", "derfflinger"], "North Sea 1")
    assert here.asked == ("commonwealth", "intercept")
    assert [why.key for why in here.game.why_not("sail-from-scapa-flow", (), "commonwealth")] == [
        "scapa-flow-lets-them-by"
    ]
    here.do("intercept", here["Picket"])
    here.part(["moltke", "derfflinger"], "North Sea 1")
    here.sail("germany", ["von-der-tann"], "North Sea 1")
    assert "sail-from-scapa-flow" in here.game.offers("commonwealth")


# --------------------------------------------------------------------------------------------------------- limited sources


def blockaded(*ships: tuple[str, str], points: int = 0) -> Waters:
    """German ships and convoy points in Tsingtao, which no supply reaches; announcements belong into a turn."""
    watch = {f"{sea} 1": [(f"Foe {sea}", "commonwealth SCS")] for sea in ("China Sea", "Bismarck Sea")}
    here = waters({"Tsingtao": [*ships], **watch})
    if points:
        here.lay("germany", "Tsingtao", points)
    here.start("naval movement")
    frames = here.game.state.frames
    here.game.push(TURN_OF_PLAY, None)
    frames.insert(0, frames.pop())
    return here


@pytest.mark.rule("fa:2.4.3")
def test_a_port_supplies_three_ships_in_an_impulse_though_they_have_sailed() -> None:
    here = blockaded(*((f"S{n}", "germany SCS") for n in range(4)))
    here.game.submit("germany", "designate-supply", here.ids("S0", "S1", "S2"))
    here.sail("germany", ["S0", "S1", "S2"], "China Sea 0")
    here.calmly()
    assert here.place_named("S0") == "China Sea 0"
    assert [why.key for why in here.game.why_not("designate-supply", here.ids("S3"), "germany")] == [
        "source-is-limited"
    ]


@pytest.mark.rule("fa:2.4.3")
def test_supply_of_a_port_does_not_travel_with_the_unit() -> None:
    here = blockaded(("S0", "germany SCS"))
    here.game.submit("germany", "designate-supply", here.ids("S0"))
    assert in_supply(here.game, here["S0"])
    put(here.game, here["S0"], "Rabaul")
    here.game.forget()
    assert not in_supply(here.game, here["S0"])
    assert here["S0"] in here.game.announcements("germany")["designate-supply"].domain  # type: ignore[attr-defined]


@pytest.mark.rule("fa:2.4.3")
def test_a_game_of_version_1_goes_on_without_its_designations() -> None:
    game = waters({}).game
    document: dict[str, Any] = game.state.document()
    document["fields"] = {**document["fields"], DESIGNATED.name: [3, 5]}
    upgraded = sources_are_designated_anew(document, game.header)
    state = decode_state(msgspec.msgpack.encode(upgraded), game.ruleset.schema, game.ruleset.procedures)
    assert state.get(DESIGNATED) == ()


# ------------------------------------------------------------------------------------------------------------- 16.1.1 range

SCOUT, SEAPLANE = "commonwealth FTR", "commonwealth-nav-sopwith-baby"
BRITISH_WAR = (("germany", "commonwealth"), ("germany", "russia"))


@pytest.mark.rule("fa:16.1.1")
@pytest.mark.parametrize(("base", "goal", "flies"), [("Asyut", "Cairo", True), ("Cairo", "Asyut", False)])
def test_a_flight_pays_for_the_hexes_that_it_enters(base: str, goal: str, flies: bool) -> None:
    """Four hexes of Europe take 4 points, the way back into the large hex takes 7; a range of 2 is at most 6 to rebase."""
    game = front({}, wars=BRITISH_WAR)
    scout = put(game, SCOUT, base)
    begin_step(game, "rebase", "commonwealth", action="air")
    game.submit("commonwealth", "rebase", scout)
    assert (place_index(game, goal) in tuple(game.offers("commonwealth")["rebase-to"].every())) is flies


@pytest.mark.rule("fa:16.1.1")
@pytest.mark.rule("fa:11.2.1")
def test_so_does_a_flight_to_sea() -> None:
    """From a large hex to a hexdot of Europe: one of the three points, and the others are for the section."""
    game = front({"Krasnovodsk": ["russia NAV"]}, wars=BRITISH_WAR)
    begin_step(game, "naval air missions", "russia", action="air")
    (choices,) = game.offers("russia")["fly-naval-air"].items  # type: ignore[attr-defined]
    points = counter_of(game, choices.item).range  # type: ignore[union-attr]
    assert highest_section(game, points - 1) > highest_section(game, max(0, points - 4))
    found = {place_name(game, place) for place in choices.to if place >= 0}
    assert found == {f"Caspian Sea {number}" for number in range(highest_section(game, points - 1) + 1)}


@pytest.mark.rule("fa:16.1.1")
@pytest.mark.rule("fa:13.3.1")
def test_and_one_home_from_the_sea() -> None:
    """From the only hexdot of the Red Sea, a large one, Tor is three hexes of Europe away, over an allied Arabia."""
    game = front({}, wars=BRITISH_WAR, aligned=[("arabia", "commonwealth")])
    plane = put(game, SEAPLANE, "Red Sea 0")
    assert counter_of(game, plane).range == 3  # type: ignore[union-attr]
    assert place_index(game, "Tor") in bases_from_sea(game, plane)


# --------------------------------------------------------------------------------------------------- 11.14.3 reorganisation


@pytest.mark.rule("fa:11.14.3")
def test_a_zeppelin_that_has_carried_troops_is_not_reorganised_in_the_same_step() -> None:
    """An HQ in Metz turns the corps that lay face-down before, and not the zeppelin that comes back."""
    hq, zeppelin_name, metz = "germany-hq-kluck", "germany-zeppelin-l-59", "W1030"
    game = front({metz: [zeppelin_name, hq, GERMANS[0]]})
    division, zeppelin, corps = put(game, _division(game), metz), find(game, zeppelin_name), find(game, GERMANS[0])
    game.write(FACE_DOWN, corps, 1)
    begin_step(game, "reorganisation", "germany")
    game.submit("germany", "fly", ((zeppelin, f"fly {place_index(game, 'Strasbourg')} {division}"),))
    while game.decision is not None and game.decision.prompt != "reorganise":
        seat = next(iter(game.waiting))
        back = game.decision.prompt == "choose-base"
        game.submit(seat, *(("return-to", place_index(game, metz)) if back else ("pass", None)))
    assert (game.state[PLACE][zeppelin], game.state[FACE_DOWN][zeppelin]) == (place_index(game, metz), 1)
    assert corps in game.offers("germany")["reorganise"].domain  # type: ignore[attr-defined]
    assert [why.key for why in game.why_not("reorganise", zeppelin, "germany")] == ["face-down-in-this-step"]


def _division(game: Game) -> str:
    land = game.ruleset.tables.source.land
    return next(each.id for each in land if (each.power, each.type, each.size) == ("germany", "INF", "division"))


# ----------------------------------------------------------------------------------------------------- 16.4.4 pilot deaths

OFF_CHILE = "South-East Pacific"


def fates(game: Game) -> list[type[Event]]:
    return [type(event) for event in game.events if isinstance(event, PilotLost | PilotSurvived)]


@pytest.mark.rule("fa:16.4.4")
@pytest.mark.parametrize(
    ("place", "company", "points", "expected"),
    [
        (f"{OFF_CHILE} 0", (), 0, PilotLost),
        (f"{OFF_CHILE} 0", ("germany SCS",), 0, PilotSurvived),
        (f"{OFF_CHILE} 0", (), 1, PilotSurvived),
        ("North Sea 0", (), 0, PilotSurvived),
    ],
)
def test_a_pilot_goes_down_with_the_transport_unless_somebody_is_near(
    place: str, company: tuple[str, ...], points: int, expected: type[Event]
) -> None:
    """The ship that sinks saves nobody; another one, convoy points or a port of the side do."""
    here = waters({place: [("TRS", "germany TRS"), *((f"C{n}", name) for n, name in enumerate(company))]})
    plane = put(here.game, "germany FTR", "Kiel")
    move(here.game, plane, aboard(here["TRS"]))
    if points:
        here.lay("germany", f"{OFF_CHILE} 2", points)
    sink(here.game, Sailor(here["TRS"]), here.spot(place))
    assert fates(here.game) == [expected]


def in_air_combat(target: str, colour: str) -> tuple[Game, int]:
    """A German aircraft over a hex, in an air-to-air combat whose last result had this colour."""
    game = front({})
    plane = put(game, "germany-lnd-aeg-g-iv", "W1030")
    game.write(TARGET, plane, place_index(game, target))
    game.write(FLIGHT, plane, Flight.BOMBER)
    move(game, plane, IN_FLIGHT)
    game.push(AIR_COMBAT.name, AirCombat((IN_FLIGHT,), ((), ()), ((plane,), ())))
    game.set(COLOUR, colour)
    return game, plane


@pytest.mark.rule("fa:16.4.4")
@pytest.mark.parametrize("colour", [RED, ORANGE])
def test_a_pilot_who_aborts_and_finds_no_base_is_not_shot_down(colour: str) -> None:
    game, plane = in_air_combat("Papeete", colour)
    game.push(RETURN_TO_BASE.name, Return((plane,)))
    next_aircraft.run(game, game.enclosing(Return))
    assert place_name(game, game.state[PLACE][plane]) == "tray of germany"
    assert fates(game) == [PilotSurvived]


@pytest.mark.rule("fa:16.4.4")
@pytest.mark.parametrize(
    ("target", "colour", "expected"),
    [("W1030", ORANGE, PilotSurvived), ("W1029", ORANGE, PilotLost), ("W1030", RED, PilotLost)],
)
def test_an_orange_result_kills_over_the_enemy_and_not_over_ones_own_land(
    target: str, colour: str, expected: type[Event]
) -> None:
    game, plane = in_air_combat(target, colour)
    destroy_aircraft(game, plane)
    assert fates(game) == [expected]


# ------------------------------------------------------------------------------------------------------------ neutral ports


@pytest.mark.rule("fa:2.4.3")
def test_convoy_points_in_a_neutral_port_are_in_supply() -> None:
    """They set out like any other, and are not used when they come to rest at sea."""
    here = waters({f"{OFF_CHILE} 1": [("Foe", "commonwealth SCS")]})
    convoy = here.lay("germany", "Valparaiso", 2)
    here.start("naval movement")
    here.sail("germany", [convoy], f"{OFF_CHILE} 0")
    here.calmly()
    assert here.points("germany", f"{OFF_CHILE} 0") == (2, 0)


@pytest.mark.rule("fa:11.9.6.2")
@pytest.mark.rule("fa:11.3.2.4")
def test_the_presence_of_the_enemy_costs_nothing_who_flees_from_an_overrun_port() -> None:
    """With option 5 she comes as far as without it, past British cruisers in every sea area around."""
    found = []
    for options in ((), ("5",)):
        watch = {f"{sea} 1": [(f"Foe {sea}", "commonwealth SCS")] for sea in (OFF_CHILE, "Drake Passage")}
        here = waters({"Valparaiso": [("CL", "germany-emden")], **watch}, side="allies", options=options)
        align(here.game, "chile", "commonwealth")
        here.game.forget()
        owed = guests_are_thrown_out(here.game)
        assert owed is not None
        here.start(owed.procedure, owed.locals)
        assert here.asked == ("germany", "flee-by-sea")
        (fleet,) = here.offer("flee-by-sea").fleets
        found.append({here.where_is(way[-1]) for way in fleet.ways})
    assert found[0] == found[1]


#: a mine of Copenhagen that is struck, and a die above any defence: the ship is damaged
STRUCK = (1, 10)


def off_copenhagen(place: str, *throws: int) -> Waters:
    """A British cruiser bound for Copenhagen; neither Russia nor Sweden are in the war."""
    return waters({place: [("CL", "commonwealth SCS")]}, throws, side="allies", wars=(("germany", "commonwealth"),))


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:11.3.2.5")
@pytest.mark.parametrize("place", ["Harwich", "North Sea 0"])
def test_a_ship_damaged_before_a_neutral_port_is_not_repaired_there(place: str) -> None:
    """She gets new orders, and is repaired at home."""
    here = off_copenhagen(place, *STRUCK)
    here.start("naval movement")
    here.sail("commonwealth", ["CL"], *(("North Sea",) if place == "Harwich" else ()), "Copenhagen")
    assert here.asked == ("commonwealth", "naval-orders")
    assert here.place_named("CL") == "North Sea 0"
    why = here.game.why_not("sail-on", (here.spot("Copenhagen"),), "commonwealth")
    assert [each.key for each in why] == ["no-repairs-in-neutral-ports"]
    here.sail_on("Harwich")
    assert [event.ship for event in here.events(ToRepairPool)] == [here["CL"]]
    assert place_name(here.game, here.at("CL")) == "repair pool of commonwealth"


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:13.3")
def test_a_ship_damaged_on_her_way_home_is_lost_if_only_neutrals_are_near() -> None:
    here = off_copenhagen("Baltic Sea 0", *STRUCK)
    hand, port = Hand(Sailor(here["CL"]), 1, 1, homebound=True), here.spot("Copenhagen")
    here.start(NAVAL_MOVE, Voyage("commonwealth", (hand,), here.at("CL"), ahead=(port,), goal=port, homeward=True))
    assert any(isinstance(event, ShipDamaged) for event in here.game.events)
    assert place_name(here.game, here.at("CL")) == "tray of commonwealth"


# ------------------------------------------------------------------------------------------------------------ 16.3.3 bounce


@pytest.mark.rule("fa:16.3.3")
@pytest.mark.parametrize(("victim", "bounced"), [("bomber", True), ("escort", False)])
def test_an_ac_lets_nobody_bounce_a_side_that_has_lost_its_last_fighter(victim: str, bounced: bool) -> None:
    """The French shoot first, at the escort or at the bomber; the Germans roll AC, and only the escort can be bounced."""
    game = front({"W1029": ["france INF"]}, options=("8",))
    target, scout = place_index(game, "W1029"), put(game, "france-ftr-nieuport-11", "W1029")
    flying = {"bomber": put(game, "germany-lnd-albatros-c-i", "W1030"), "escort": put(game, "germany FTR", "W1030")}
    begin_step(game, "ground strike", "germany", throws=[10, 10, 4, 5], action="air")
    game.submit("france", "hold-back")
    game.submit("germany", "fly", ((flying["bomber"], f"fly {target}"), (flying["escort"], f"escort {target}")))
    game.submit("france", "fly", ((scout, f"intercept {target}"),))
    game.submit("france", "shoot-down", flying[victim])
    assert [event.result for event in game.events if isinstance(event, AirResult)] == ["AC"]
    assert game.decision is not None
    assert game.decision.prompt == ("air-bounce" if bounced else "air-abort")
    if bounced:
        _, whom = game.offers("france")["bounce"].items  # type: ignore[attr-defined]
        assert whom.to == (flying["escort"],)


@pytest.mark.rule("fa:16.4.3")
@pytest.mark.rule("fa:11.4.7")
def test_the_pilot_of_an_aircraft_aboard_a_damaged_transport_waits_again() -> None:
    here = waters({"London": [("TRS", "commonwealth TRS")], "Portsmouth": [("Scout", "commonwealth FTR")]})
    game, british = here.game, power(here.game, "commonwealth")
    pilots = game.state[PILOTS][british]
    move(game, here["Scout"], aboard(here["TRS"]))
    damage(game, Sailor(here["TRS"]), here.place("London"))
    take_into_repair(game, Sailor(here["TRS"]), here.place("London"))
    assert here.place_named("Scout").startswith("production circle")
    assert game.state[PILOTS][british] == pilots + 1


# ------------------------------------------------------------------------------------------------- interceptions, battles


@pytest.mark.rule("fa:11.3.5.4")
@pytest.mark.rule("fa:11.4.4")
def test_units_turned_for_an_interception_count_in_the_first_round_too() -> None:
    """The die of the interception is the interceptor's search roll; four further units have taken one off it."""
    fleet = [(f"CW{n}", "commonwealth SCS") for n in range(12)]
    here = waters({"North Sea 2": fleet, "Wilhelmshaven": [("Tann", "germany-von-der-tann")]}, (3, 9, 9, 9, 9, 9))
    here.start("naval movement")
    here.sail("germany", ["Tann"], "North Sea 1")
    here.do("intercept", here["CW0"])
    here.do("watch-harder", here.ids("CW1", "CW2", "CW3", "CW4"))
    (tried,) = here.events(InterceptionTried)
    here.do("fight-through", here.spot("North Sea 1"))
    while not here.events(Searched):
        here.calmly()
    (searched,) = (event for event in here.events(Searched) if event.side == ALLIES)
    assert (tried.roll, searched.roll) == (2, 2)
    assert searched.found


@pytest.mark.rule("fa:18.2")
@pytest.mark.rule("fa:11.4.2")
@pytest.mark.parametrize("free", [False, True])
def test_whoever_may_do_everything_gives_battle_in_an_air_action(free: bool) -> None:
    game = waters({}, actions={"germany": "air"}).game
    germany = power(game, "germany")
    if free:
        game.set(FREE_HAND, (germany,))
    assert only_aircraft_initiate(game, germany) is not free


@pytest.mark.rule("fa:14.1")
def test_convoys_without_a_base_are_missed_like_those_that_are_sunk() -> None:
    here = waters({})
    here.lay("commonwealth", "North Sea 0", 7)
    game, british, place = here.game, power(here.game, "commonwealth"), here.place("North Sea 0")
    lose_at_sea(game, Sailor(NOBODY, british, 3), place)
    assert game.state[LOSSES][british] == 3
    sink(game, Sailor(NOBODY, british, 2), place)
    assert game.state[LOSSES][british] == 5


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:11.9.6.2")
@pytest.mark.parametrize(("result", "missed"), [("captured", 0), ("destroyed", 2), ("escapes", 0)])
def test_convoys_destroyed_in_a_port_are_missed_and_captured_ones_are_not(result: str, missed: int) -> None:
    game = waters({}).game
    france, brest = power(game, "france"), place_index(game, "Brest")
    game.say(ConvoysOverrun(power=france, points=2, place=brest, roll=1, result=result))
    assert game.state[LOSSES][france] == missed

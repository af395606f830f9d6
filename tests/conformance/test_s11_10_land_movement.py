"""11.10: land movement and overruns by the book's examples, on the real board."""

from __future__ import annotations

import pytest

from conformance.positions import country, give_control, position, power, put, set_wars, set_weather, units_at
from conformance.steps import begin_step, find, is_down, is_lost, march, places, refusal, said, turn_down, units, where
from worldfire.board.paths import distance
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, place_index, place_name, things_at
from worldfire.forces.who import CONTROLLER, change_country, side_of_power
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s10_actions import count_activity, left_of
from worldfire.rules.s11_10_6_overrun import (
    NavalUnitOverrun,
    overrun_multiplier,
    overrun_odds,
    overrun_violation,
    refuges,
)
from worldfire.rules.s11_10_entry import crossing_violation, entry_cost, gate_violation, hex_cost, land_counter
from worldfire.rules.s11_10_land_movement import LandMovement, ways
from worldfire.tables.counters import AirCounter, LandType, NavalType

STACK = ("ge-arm-lvii", "ge-inf-xx")


def ukraine(game: Game, column: int) -> None:
    """Germany holds Poland and the Soviet hexes west of this column."""
    board = board_of(game)
    soviet = (number for number in board.hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= column))


def dnepr(weather: str = "snow") -> Game:
    """The picture of 11.10.6: LVII ARM and XX INF behind the Dnepr, a Soviet MECH face-down across it."""
    game = position(
        "global-war",
        units={
            "E1832": STACK,
            "E1635": ["ge-inf-xxv"],
            "E1633": ["Rundstedt"],
            "E1634": ["su-mech-1"],
            "E1433": ["Timoshenko"],
        },
        wars=[("germany", "ussr")],
        weather=weather,
    )
    ukraine(game, 16)
    give_control(game, "ussr", "E1634")
    turn_down(game, "su-mech-1")
    return begin_step(game, "land movement", "germany")


# -------------------------------------------------------------------------------------------------------- 11.10.2 terrain


@pytest.mark.rule("11.10.2", example="WF2-001")
@pytest.mark.rule("11.10.2/terrain effects")
def test_hexdots_go_on_under_the_chart() -> None:
    """26 hexes from Australia to Lourenzo Marques; all but the last are hexdots, which no land unit enters."""
    game = position("global-war", units={"A0405": ["japan MAR"]})
    board, (marines,) = board_of(game), units_at(game, "A0405")
    here, africa = place_index(game, "A0405"), "A3005"
    way = []
    while board.number(here) != africa:
        left = {place: distance(board, board.number(place), africa) for place in board.adjacent[here]}
        there = min(left, key=lambda place: (left[place], place))
        way.append(crossing_violation(game, marines, here, there))
        here = there
    assert len(way) == 26
    assert [found.key for found in way[:-1] if found is not None] == ["not-a-land-hex"] * 25


@pytest.mark.rule("11.10.2", example="WF2-003")
def test_the_straits_of_kerch_in_rain() -> None:
    """1 for the hex, doubled by the rain, and 1 for the straits: an army of 3 points has none left."""
    for weather, cost in (("rain", 3), ("fine", 2)):
        armies = {"E1027": ["su-inf-3"], "Moscow": ["Zhukov"]}
        game = position("global-war", units=armies, wars=[("germany", "ussr")], weather=weather)
        begin_step(game, "land movement", "ussr")
        march(game, "ussr", ["su-inf-3"], "E1127")
        (marching,) = game.enclosing(LandMovement).marches
        assert marching.left == land_counter(game, marching.unit).movement - cost


@pytest.mark.rule("11.10.2/weather")
@pytest.mark.parametrize(("weather", "cost"), [("fine", 1), ("snow", 1), ("rain", 2), ("storm", 2), ("blizzard", 2)])
@pytest.mark.rule("8.2.3")
def test_weather_doubles_the_cost(weather: str, cost: int) -> None:
    game = dnepr(weather)
    assert entry_cost(game, find(game, "ge-inf-xx"), *places(game, "E1832", "E1732")) == cost


@pytest.mark.rule("11.10.2/special hexes and hexsides")
def test_nobody_but_marines_crosses_an_all_sea_hexside() -> None:
    game = position("global-war", units={"Messina": ["italy INF"], "Rome": ["us-mar-i-mar"]})
    infantry, marine = units(game, "italy INF", "us-mar-i-mar")
    board = board_of(game)
    wet = next(
        side
        for side, (kinds, _) in sorted(board.tables.sides.items())
        if "all-sea" in kinds and "straits" not in kinds and all(board.is_land(board.index[n]) for n in side.split("-"))
    )
    origin, to = places(game, *wet.split("-"))
    found = crossing_violation(game, infantry, origin, to)
    assert found is not None
    assert (found.rule, found.key) == ("11.10.2", "wet-hexside")
    assert crossing_violation(game, marine, origin, to) is None
    dry = hex_cost(game, marine, to)
    assert entry_cost(game, marine, origin, to) == dry + 1


# ------------------------------------------------------------------------------------------------------ 11.10.1 how to move


@pytest.mark.rule("11.10.1")
def test_a_unit_with_too_few_points_enters_and_is_turned_face_down() -> None:
    game = dnepr("rain")
    assert refusal(game, "germany", ["ge-inf-xx"], "E1732", "E1731", "E1730", "E1729") == "11.10.1 no-movement-points"
    march(game, "germany", ["ge-inf-xx"], "E1732", "E1731")
    assert not is_down(game, "ge-inf-xx")
    march(game, "germany", ["ge-arm-lvii"], "E1831")  # another stack: XX has finished
    assert refusal(game, "germany", ["ge-inf-xx"], "E1732") == "11.10 has-moved-already"


@pytest.mark.rule("11.10.1")
def test_the_last_hex_may_cost_more_than_is_left() -> None:
    game = dnepr("blizzard")
    infantry = find(game, "ge-inf-xx")
    allowance = 4
    assert entry_cost(game, infantry, *places(game, "E1832", "E1732")) == 2
    put(game, find(game, "ge-inf-xxv"), "E1933")
    game.put_state(game.state)
    march(game, "germany", ["ge-inf-xx"], "E1732")
    march(game, "germany", ["ge-inf-xx"], "E1731")
    assert game.enclosing(LandMovement).marches[0].left == allowance - 4
    assert refusal(game, "germany", ["ge-inf-xx"], "E1730") == "11.10 has-moved-already"
    assert not is_down(game, "ge-inf-xx")


@pytest.mark.rule("11.10.1")
def test_a_stack_drops_units_off_and_picks_none_up() -> None:
    game = dnepr("fine")
    march(game, "germany", STACK, "E1732")
    march(game, "germany", ["ge-arm-lvii"], "E1731")
    assert (where(game, "ge-inf-xx"), where(game, "ge-arm-lvii")) == ("E1732", "E1731")
    assert refusal(game, "germany", ["ge-inf-xx"], "E1731") == "11.10 has-moved-already"  # it was dropped off


@pytest.mark.rule("11.10.1")
def test_a_unit_stops_in_an_enemy_zoc() -> None:
    game = dnepr("fine")
    assert refusal(game, "germany", STACK, "E1732", "E1632", "E1533", "E1532") == "11.10.1 stops-in-zoc"
    march(game, "germany", STACK, "E1732", "E1632", "E1533")
    assert refusal(game, "germany", STACK, "E1532") == "11.10.1 stops-in-zoc"


@pytest.mark.rule("11.10.1")
@pytest.mark.rule("2.4.3")
@pytest.mark.rule("2.4.3/land units")
def test_a_unit_that_sets_out_without_supply_ends_face_down() -> None:
    game = position("global-war", units={"E1634": ["ge-inf-xx"], "E1433": ["Timoshenko"]}, wars=[("germany", "ussr")])
    begin_step(game, "land movement", "germany")
    assert not in_supply(game, find(game, "ge-inf-xx"))
    march(game, "germany", ["ge-inf-xx"], "E1635")
    assert not is_down(game, "ge-inf-xx")
    game.submit("germany", "done")
    assert is_down(game, "ge-inf-xx")


@pytest.mark.rule("11.10.1")
def test_what_is_offered_is_legal() -> None:
    """First the hexes beside each stack; once it is under way, everything it can reach."""
    game = dnepr("fine")
    stack = units(game, *STACK)
    reach = {place for place, _ in ways(game, game.enclosing(LandMovement), stack)}
    assert places(game, "E1533")[0] in reach
    for path in ("E1732",), ("E1632",):
        nouns = list(game.offers("germany")["move"].every())
        assert len(nouns) > 10
        assert not [noun for noun in nouns if game.why_not("move", noun, "germany")]
        march(game, "germany", STACK, *path)


@pytest.mark.rule("11.10.1")
@pytest.mark.rule("2.5")
@pytest.mark.rule("2.5.3")
def test_enemy_hexes_change_hands() -> None:
    game = dnepr("fine")
    march(game, "germany", STACK, "E1732", "E1632", "E1533")
    assert game.state[CONTROLLER][place_index(game, "E1533")] == power(game, "germany")


# --------------------------------------------------------------------------------------------- 11.10.3 to 11.10.5 entering


@pytest.mark.rule("11.10.3")
def test_nobody_walks_into_enemy_units() -> None:
    game = dnepr("fine")
    put(game, "su-cav-4", "E1732")
    give_control(game, "ussr", "E1732")
    game.put_state(game.state)
    assert refusal(game, "germany", STACK, "E1732") == "11.10.3 enemy-units-there"


@pytest.mark.rule("11.10.4")
@pytest.mark.rule("11.10.5")
def test_neutral_and_active_powers() -> None:
    game = position("global-war", units={"Berlin": ["germany INF"]})
    infantry = next(iter(things_at(game, place_index(game, "Berlin"))))
    warsaw, paris = places(game, "Warsaw", "Paris")
    assert gate_violation(game, (infantry,), place_index(game, "Munich")) is None
    assert getattr(gate_violation(game, (infantry,), warsaw), "rule", "") == "11.10.4"
    set_wars(game, [("germany", "poland")])
    assert gate_violation(game, (infantry,), warsaw) is None
    assert (
        getattr(gate_violation(game, (infantry,), paris), "rule", "") == "11.10.4"
    )  # at war with a minor country only
    set_wars(game, [("germany", "poland"), ("germany", "commonwealth")])
    assert getattr(gate_violation(game, (infantry,), paris), "rule", "") == "11.10.5"


# ----------------------------------------------------------------------------------------------------------- 11.10.6 overrun


@pytest.mark.rule("11.10.6", example="WF2-005")
def test_the_overrun_across_the_dnepr() -> None:
    game = dnepr()
    assert in_supply(game, find(game, "su-mech-1"))
    assert "overrun" not in game.offers("germany")
    march(game, "germany", STACK, "E1732", "E1632", "E1533")
    assert not in_supply(game, find(game, "su-mech-1"))
    assert overrun_odds(game, units(game, *STACK), place_index(game, "E1634")) == 7
    march(game, "germany", STACK, "E1634", verb="overrun")
    assert is_lost(game, "su-mech-1")
    assert is_down(game, "ge-inf-xx")
    assert not is_down(game, "ge-arm-lvii")
    march(game, "germany", ["ge-arm-lvii"], "E1534")
    assert (where(game, "ge-arm-lvii"), is_down(game, "ge-arm-lvii")) == ("E1534", False)
    assert refusal(game, "germany", ["ge-arm-lvii"], "E1535") != ""


@pytest.mark.rule("11.10.6")
@pytest.mark.rule("11.10.6/overrunning land units")
def test_an_overrun_is_refused_with_its_reason() -> None:
    game = dnepr("fine")
    march(game, "germany", STACK, "E1732", "E1632", "E1533")
    infantry, stack, target = units(game, "ge-inf-xx"), units(game, *STACK), place_index(game, "E1634")

    def why(who: tuple[int, ...], supplied: bool = True) -> str:
        found = overrun_violation(game, who, target, set_out_in_supply=supplied)
        return "" if found is None else f"{found.rule} {found.key}"

    assert why(stack) == ""
    assert why(stack, supplied=False) == "2.4.1 overrun-set-out-unsupplied"
    assert why(infantry) == "11.10.6 overrun-without-armour"
    set_weather(game, "blizzard")
    assert why(stack) == "11.10.6 overrun-odds"  # 9:1, three ratios less
    set_weather(game, "fine")
    game.write(FACE_DOWN, find(game, "su-mech-1"), 0)
    assert why(stack) == "11.10.6 overrun-odds"  # face-up it defends with all its factors
    put(game, "su-hq-a-zhukov", "E1634")
    assert why(stack) == "11.10.6 overrun-too-little-armour"


def partisan_at(game: Game, place: str) -> int:
    """A Soviet partisan without factors there, and no Soviet MECH near by."""
    partisan = next(
        thing
        for thing in range(len(game.state[PLACE]))
        if getattr(counter_of(game, thing), "type", None) is LandType.PART and not counter_of(game, thing).strength
    )
    change_country(game, partisan, country(game, "ussr"))
    put(game, partisan, place)
    game.write(PLACE, find(game, "su-mech-1"), place_index(game, "Moscow"))
    game.put_state(game.state)
    return partisan


@pytest.mark.rule("11.10.6", example="WF2-004")
def test_units_without_factors_are_always_overrun_at_normal_cost() -> None:
    game = dnepr("blizzard")
    partisan = partisan_at(game, "E1732")
    stack, target = units(game, *STACK), place_index(game, "E1732")
    assert overrun_odds(game, stack, target) == 7
    assert overrun_multiplier(game, stack, target) == 1
    march(game, "germany", STACK, "E1732", verb="overrun")
    assert game.enclosing(LandMovement).marches[0].left == 6 - 2
    assert place_name(game, game.state[PLACE][partisan]).startswith("tray")


@pytest.mark.rule("11.10.6")
@pytest.mark.rule("10.2")
def test_one_of_a_stack_overruns_alone_if_land_moves_are_left_for_one_only() -> None:
    """Nothing is offered to both of them, but the ARM is strong enough by itself."""
    game = dnepr("fine")
    partisan_at(game, "E1732")
    begin_step(game, "land movement", "germany", action="combined")
    germany = power(game, "germany")
    count_activity(game, germany, "land movement", left_of(game, germany, "land movement") - 1)
    game.put_state(game.state)
    assert refusal(game, "germany", STACK, "E1732", verb="overrun") == "10.2 activity-limit-reached"
    offered = {stack.units for stack in game.offers("germany")["overrun"].stacks}  # type: ignore[attr-defined]
    assert units(game, *STACK[:1]) in offered
    assert units(game, *STACK) not in offered
    march(game, "germany", STACK[:1], "E1732", verb="overrun")
    assert where(game, STACK[0]) == "E1732"


@pytest.mark.rule("11.10.6/overrunning aircraft units")
def test_aircraft_are_destroyed_or_fly_off() -> None:
    game = dnepr("fine")
    fighters = [
        thing
        for thing in range(len(game.state[PLACE]))
        if isinstance(counter_of(game, thing), AirCounter) and counter_of(game, thing).power == "ussr"
    ][:2]
    for fighter, down in zip(fighters, (0, 1), strict=True):
        put(game, fighter, "E1531")
        game.write(FACE_DOWN, fighter, down)
    game.put_state(game.state)
    assert refusal(game, "germany", STACK, "E1732", "E1631", "E1531", "E1431") == "11.10.6 path-ends-with-overrun"
    march(game, "germany", STACK, "E1732", "E1631", "E1531")
    assert place_name(game, game.state[PLACE][fighters[1]]).startswith("tray")
    assert game.decision is not None
    assert game.decision.prompt == "choose-base"
    game.submit("ussr", "return-to", place_index(game, "Moscow"))
    assert game.state[PLACE][fighters[0]] == place_index(game, "Moscow")
    assert game.state[FACE_DOWN][fighters[0]]
    assert refusal(game, "germany", STACK, "E1431") == ""  # and on they go


@pytest.mark.rule("11.10.6/overrunning naval units", example="WF2-006")
def test_the_fleet_of_leningrad_has_no_refuge() -> None:
    """Germany holds the Baltic's exits, nobody on the Allied side a port in it."""
    game = position(
        "global-war",
        units={"E2150": ["ge-arm-lvii"], "E2151": ["Rundstedt"]},
        wars=[("germany", "ussr")],
        control={
            "germany": ["E2150", "E2151", "country:Denmark", "country:Estonia", "country:Latvia", "country:Lithuania"]
        },
    )
    leningrad = place_index(game, "Leningrad")
    ships = [
        thing
        for thing in range(len(game.state[PLACE]))
        if counter_of(game, thing).power == "ussr" and getattr(counter_of(game, thing), "type", None) is NavalType.SCS
    ][:3]
    for ship, down in zip(ships, (1, 1, 0), strict=True):
        put(game, ship, "Leningrad")
        game.write(FACE_DOWN, ship, down)
    start = next(
        place
        for place in board_of(game).adjacent[leningrad]
        if crossing_violation(game, find(game, "ge-arm-lvii"), place, leningrad) is None
    )
    game.write(PLACE, find(game, "ge-arm-lvii"), start)
    baltic = [port for port in ground_of(game).ports if "Baltic Sea" in ground_of(game).sea_of(port)]
    for port in baltic:
        if port != leningrad and side_of_power(game, game.state[CONTROLLER][port]) == 1 - 0:
            game.write(CONTROLLER, port, power(game, "germany"))
    begin_step(game, "land movement", "germany", throws=(1, 9))
    game.submit("germany", "move", (units(game, "ge-arm-lvii"), (leningrad,)))
    assert [(event.roll, event.result) for event in said(game, NavalUnitOverrun)] == [(1, "captured"), (9, "escapes")]
    assert not refuges(game, ships[2])
    assert [place_name(game, game.state[PLACE][ship]) for ship in ships] == [
        "repair pool of germany",
        "tray of ussr",
        "tray of ussr",
    ]
    assert game.state[CONTROLLER][leningrad] == power(game, "germany")

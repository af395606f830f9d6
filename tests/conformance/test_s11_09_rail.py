"""11.9: rail movement by the book's examples, on the real railways."""

from __future__ import annotations

from itertools import pairwise

import pytest

from conformance.positions import give_control, position, power, put, units_at
from conformance.steps import begin_step, find, is_down, where
from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, move, place_index, things_at
from worldfire.forces.who import NOBODY
from worldfire.rules.s04_reinforcements import ENTRY_HEXES
from worldfire.rules.s10_actions import count_activity, left_of
from worldfire.rules.s11_09_rail import (
    FACTORY_EXITS,
    RAILED_FACTORIES,
    FactoryShipped,
    RailMovement,
    blue_factories,
    factory_name,
    idle_factories,
    lines_from,
    maps_away,
    rail_moves,
    railway,
    zoc_violation,
)
from worldfire.rules.s13_06_production import BuildPointsMade, PowerProduction
from worldfire.tables.campaign import turn_number


def rail(game: Game, name: str, to: str, seat: str = "ussr") -> str:
    found = game.why_not("rail", (find(game, name), place_index(game, to)), seat)
    return f"{found[0].rule} {found[0].key}" if found else ""


def neighbours_by_rail(game: Game, place: str) -> set[str]:
    return {board_of(game).number(there) for there, _ in lines_from(game, place_index(game, place))}


@pytest.fixture(scope="module")
def kharkov() -> Game:
    """Zhukov east of Kursk, the Germans in Kharkov and south of it."""
    game = position(
        "global-war",
        units={
            "E0937": ["Zhukov"],
            "E1336": ["su-inf-33"],
            "E1135": ["su-inf-39"],
            "E1235": ["ge-inf-xx"],
            "E1033": ["ge-inf-xxv"],
        },
        wars=[("germany", "ussr")],
        control={"germany": ["E1235", "E1033"]},
    )
    return begin_step(game, "rail movement", "ussr")


@pytest.mark.rule("11.9/how to rail move", example="WF1-147")
def test_a_rail_move_stays_on_its_line(kharkov: Game) -> None:
    """From Gibraltar by W2514 the line goes on to W2414 only."""
    lines = neighbours_by_rail(kharkov, "W2514")
    assert lines == {"W2513", "W2414"}


@pytest.mark.rule("11.9/how to rail move", example="WF1-148")
def test_a_junction_leads_everywhere_but_to_one_hex(kharkov: Game) -> None:
    lines = neighbours_by_rail(kharkov, "W2415")
    assert lines == set(board_of(kharkov).neighbours("W2415")) - {"W2316"}


@pytest.mark.rule("11.9", example="WF1-149")
def test_zhukov_finds_the_one_way_past_kharkov(kharkov: Game) -> None:
    game = kharkov.copy()
    assert rail(game, "Zhukov", "E1135") == "11.9 no-railway"
    assert rail(game, "Zhukov", "E1335") == "11.9 rail-zoc"
    assert rail(game, "Zhukov", "E1336") == ""
    game.submit("ussr", "rail", (find(game, "Zhukov"), place_index(game, "E1336")))
    assert where(game, "Zhukov") == "E1336"
    assert is_down(game, "Zhukov")


@pytest.mark.rule("11.9/how to rail move")
def test_who_holds_a_hex_is_said_before_its_zone_of_control(kharkov: Game) -> None:
    """The Germans in E1235 hold it, and it is in a ZoC of theirs."""
    hex_ = place_index(kharkov, "E1235")
    assert zoc_violation(kharkov, kharkov.enclosing(RailMovement).side, hex_, NOBODY) is not None
    assert rail(kharkov, "Zhukov", "E1235") == "11.9 railway-closed"


@pytest.mark.rule("11.9/units")
def test_only_face_up_units_at_stations_go_by_rail(kharkov: Game) -> None:
    game = kharkov.copy()
    assert rail(game, "su-inf-39", "Moscow") == "11.9 not-a-station"  # E1135 is no station
    game.submit("ussr", "rail", (find(game, "Zhukov"), place_index(game, "E1336")))
    assert "rail" not in game.offers("ussr") or rail(game, "Zhukov", "Moscow") == "11.9 unit-is-face-down"


@pytest.mark.rule("14.1")
@pytest.mark.rule("11.9/units")
def test_aircraft_go_by_rail_too() -> None:
    game = position("global-war", units={"Berlin": ["germany FTR"]}, wars=[("germany", "france")])
    (fighter,) = units_at(game, "Berlin")
    begin_step(game, "rail movement", "germany", action="air")
    game.submit("germany", "rail", (fighter, place_index(game, "Munich")))
    assert game.state[PLACE][fighter] == place_index(game, "Munich")
    assert game.state[FACE_DOWN][fighter]


@pytest.mark.rule("11.9", example="WF1-150")
def test_one_unit_crosses_each_straits_hexside() -> None:
    """From Messina to the mainland, with a railway on both shores."""
    game = position(
        "global-war",
        units={"Messina": ["germany INF", "germany MTN", "germany MOT"]},
        wars=[("germany", "france")],
        control={"germany": ["country:Italy", "country:Sicily"]},
    )
    begin_step(game, "rail movement", "germany")
    board = board_of(game)
    messina, rome = place_index(game, "Messina"), place_index(game, "Rome")
    first, second, third = things_at(game, messina)
    way = railway(game, game.enclosing(RailMovement), messina, rome, 0)
    assert way is not None
    assert any("straits" in board.side(board.number(a), board.number(b)) for a, b in pairwise(way))
    game.submit("germany", "rail", (first, rome))
    game.submit("germany", "rail", (second, rome))  # by the other of the two hexsides
    assert [found.key for found in game.why_not("rail", (third, rome), "germany")] == ["no-railway"]


@pytest.mark.rule("11.9/factories", example="WF1-151")
def test_a_railed_factory_rests_two_turns() -> None:
    """Railed in Jan/Feb it produces again in May/Jun."""
    game = position(
        "global-war",
        units={"E2033": ["Rundstedt"], "E2032": ["germany INF"]},
        wars=[("germany", "ussr")],
        control={"germany": ["country:Poland", "E2033", "E2032", "E2133", "E2232", "E2132"]},
    )
    give_control(game, "germany", *(f"E{column}{row}" for column in range(20, 27) for row in range(30, 37)))
    january = 6 * 1942
    game.set(TURN, january)
    begin_step(game, "rail movement", "ussr")
    shape = game.offers("ussr")["rail"]
    factory, to = next(noun for noun in shape.every() if isinstance(noun[0], str))
    origin = int(factory.removeprefix("factory "))
    before = blue_factories(game, origin), blue_factories(game, to)
    game.submit("ussr", "rail", (factory_name(origin), to))
    assert (blue_factories(game, origin), blue_factories(game, to)) == (before[0] - 1, before[1] + 1)
    assert game.state.get(RAILED_FACTORIES) == ((origin, to, january),)
    for turn, idle in ((january, 1), (january + 1, 1), (january + 2, 0)):
        game.set(TURN, turn)
        assert idle_factories(game, to) == idle


@pytest.mark.rule("11.9/limits", example="WF1-152")
def test_three_maps_away_costs_three_rail_moves(kharkov: Game) -> None:
    paris, vladivostok = place_index(kharkov, "Paris"), place_index(kharkov, "Vladivostok")
    assert maps_away(kharkov, paris, vladivostok) == 3
    assert rail_moves(kharkov, paris, vladivostok, "unit") == 3
    assert rail_moves(kharkov, paris, vladivostok, "factory") == 4


@pytest.mark.rule("11.9/limits", example="WF1-153")
def test_baku_counts_from_the_map_further_away(kharkov: Game) -> None:
    baku, vladivostok = place_index(kharkov, "Baku"), place_index(kharkov, "Vladivostok")
    assert maps_away(kharkov, baku, vladivostok) == 2
    assert rail_moves(kharkov, baku, vladivostok, "unit") == 2


@pytest.mark.rule("11.9/limits", example="WF1-154")
def test_mukden_is_on_two_maps(kharkov: Game) -> None:
    mukden = place_index(kharkov, "A0141")
    assert maps_away(kharkov, mukden, place_index(kharkov, "Vladivostok")) == 1
    assert maps_away(kharkov, mukden, place_index(kharkov, "Moscow")) == 2


JULY = turn_number("Jul/Aug 1941")
#: a railway leaves the map here, towards the Urals
EDGE = "E0145"


@pytest.fixture(scope="module")
def evacuation() -> Game:
    """Barbarossa: the Germans are in the USSR, and its factories may go off the map by the railways of the east edge."""
    game = position(
        "barbarossa",
        units={"E2033": ["Rundstedt"], "E2032": ["germany INF"], "Moscow": ["Zhukov"]},
        wars=[("germany", "ussr")],
        control={"germany": ["country:Poland"]},
    )
    give_control(game, "germany", *(f"E{column}{row}" for column in range(20, 27) for row in range(30, 37)))
    game.set(TURN, JULY)
    return begin_step(game, "rail movement", "ussr")


def why_not_shipped(game: Game, origin: str, to: str) -> list[str]:
    noun = (factory_name(place_index(game, origin)), place_index(game, to))
    return [found.key for found in game.why_not("rail", noun, "ussr")]


def produced(game: Game, turn: int) -> int:
    """The production points of the USSR in the production step of that turn, if it sends no resource anywhere."""
    later = game.copy()
    later.set(TURN, turn)
    later.state.frames.clear()
    later.push("a power’s production", PowerProduction(power(later, "ussr")))
    later.resume(later.state, later.entries, later.head)
    return next(event.production for event in later.events if isinstance(event, BuildPointsMade))


@pytest.mark.rule("11.9/factories")
def test_a_soviet_factory_is_shipped_off_the_map_and_works_there_two_turns_later(evacuation: Game) -> None:
    game = evacuation.copy()
    kiev, edge = place_index(game, "Kiev"), place_index(game, EDGE)
    stayed = [produced(game, turn) for turn in range(JULY, JULY + 4)]
    before = left_of(game, power(game, "ussr"), "rail movement")
    assert (factory_name(kiev), edge) in set(game.offers("ussr")["rail"].every())

    entry = game.submit("ussr", "rail", (factory_name(kiev), edge))

    assert [event for event in entry.events if isinstance(event, FactoryShipped)] == [
        FactoryShipped(origin=kiev, to=edge, turn=JULY + 2)
    ]
    assert before - left_of(game, power(game, "ussr"), "rail movement") == 3
    assert (blue_factories(game, kiev), blue_factories(game, edge)) == (0, 0)
    gained = [now - then for now, then in zip((produced(game, JULY + n) for n in range(4)), stayed, strict=True)]
    assert gained == [0, 0, 1, 1]


@pytest.mark.rule("11.9/factories")
def test_only_the_railways_of_the_east_edge_lead_off_the_map(evacuation: Game) -> None:
    assert why_not_shipped(evacuation, "Kiev", "E0144") == ["city-takes-no-factory"]  # on the edge, its line goes on
    assert why_not_shipped(evacuation, "Kiev", "Kuybyshev") == []  # a city: there it stays
    guarded = evacuation.copy()
    put(guarded, "ge-inf-xx", "E0245")
    guarded.resume(guarded.state, guarded.entries, guarded.head)
    assert why_not_shipped(guarded, "Kiev", EDGE) == ["way-off-map-in-zoc"]


@pytest.mark.rule("11.9/limits")
def test_shipping_a_factory_takes_three_rail_moves(evacuation: Game) -> None:
    game = evacuation.copy()
    ussr = power(game, "ussr")
    count_activity(game, ussr, "rail movement", left_of(game, ussr, "rail movement") - 2)
    assert why_not_shipped(game, "Kiev", EDGE) == ["activity-limit-reached"]
    assert why_not_shipped(game, "Kiev", "Kuybyshev") == []  # two rail moves, as anywhere on the map


@pytest.mark.rule("11.9/how to rail move")
def test_units_that_arrive_at_the_edge_of_the_map_rail_in_from_there(evacuation: Game) -> None:
    """E0147 is no city; a unit that came in there goes on by rail, but none can be sent there."""
    game = evacuation.copy()
    put(game, "su-inf-33", "E0147")
    put(game, "su-inf-39", "E0247")  # on the same line, one hex further
    game.resume(game.state, game.entries, game.head)
    assert rail(game, "su-inf-39", "Moscow") == "11.9 not-a-station"
    assert rail(game, "Zhukov", "E0147") == ""  # an HQ goes to every rail hex
    move(game, find(game, "su-inf-39"), place_index(game, "Gorki"))
    game.resume(game.state, game.entries, game.head)
    assert rail(game, "su-inf-39", "E0147") == "11.9 not-a-station"
    game.submit("ussr", "rail", (find(game, "su-inf-33"), place_index(game, "Moscow")))
    assert where(game, "su-inf-33") == where(game, "Zhukov")


@pytest.mark.rule("11.9/how to rail move")
def test_the_ways_in_and_out_of_barbarossa_are_on_railways(evacuation: Game) -> None:
    rails = board_of(evacuation).rails
    ways = [place for _, place in evacuation.state.get(ENTRY_HEXES)]
    exits = [place for _, place, _ in evacuation.state.get(FACTORY_EXITS)]
    assert ways
    assert exits
    assert [board_of(evacuation).number(place) for place in (*ways, *exits) if place not in rails] == []
    off = [any(board_of(evacuation).number(there)[0] == "A" for there in rails[place]) for place in exits]
    assert all(off)  # the railway goes on beyond the edge

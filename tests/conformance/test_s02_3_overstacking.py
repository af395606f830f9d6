"""2.3.1: stacking counts at the end of every step and advance; the hex's controller destroys what is too much."""

from __future__ import annotations

import pytest

from conformance.positions import give_control, position, power, put, units_at
from conformance.steps import begin_step, declare, find, is_lost, march, said, turn_down, units
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, board_of, place_index
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_3_overstacking import ConvoysDestroyed, Overstacked, is_overstacked, too_many, units_too_many
from worldfire.rules.s11_14_paradrop import PARADROPPED, must_attack
from worldfire.rules.s14_air_missions import Destroyed

FRONT = "E1831"


def hold_the_west(game: Game) -> None:
    """Germany holds Poland and the Soviet hexes west of Kiev, so that Rundstedt is supplied by rail."""
    soviet = (number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 18))


def eastern_front(units_of: tuple[str, ...] = ("ge-arm-lvii", "ge-inf-xx")) -> Game:
    """Germans behind the Dnepr, in supply from Rundstedt, and a lone MOT where they are going to."""
    game = position(
        "global-war",
        units={"E1832": units_of, FRONT: ["ge-mot-liii"], "E1932": ["Rundstedt"]},
        wars=[("germany", "ussr")],
    )
    hold_the_west(game)
    return game


def moving(game: Game, step: str = "land movement") -> Game:
    return begin_step(game, f"step: {step}", "germany")


def asked(game: Game) -> tuple[str, str]:
    """Who is asked what."""
    return ("", "") if game.decision is None else (next(iter(game.waiting)), game.decision.prompt)


@pytest.mark.rule("2.3")
@pytest.mark.rule("2.3.1")
def test_a_third_unit_is_destroyed_when_the_step_is_over_and_not_before() -> None:
    game = moving(eastern_front())
    march(game, "germany", ["ge-arm-lvii", "ge-inf-xx"], FRONT)
    assert asked(game)[1] == "land-movement", "while the step lasts they may pass"
    game.submit("germany", "done")
    assert asked(game) == ("germany", "destroy-surplus")
    assert [event.place for event in said(game, Overstacked)] == [place_index(game, FRONT)]
    game.submit("germany", "destroy-surplus", find(game, "ge-inf-xx"))
    assert is_lost(game, "ge-inf-xx")
    assert asked(game)[1] != "destroy-surplus", "two may stay"
    assert not is_overstacked(game, place_index(game, FRONT))


@pytest.mark.rule("2.3.1")
def test_face_up_units_go_first() -> None:
    game = eastern_front()
    turn_down(game, "ge-mot-liii")
    moving(game)
    march(game, "germany", ["ge-arm-lvii", "ge-inf-xx"], FRONT)
    game.submit("germany", "done")
    assert set(too_many(game, place_index(game, FRONT))) == set(units(game, "ge-arm-lvii", "ge-inf-xx"))
    assert game.why_not("destroy-surplus", find(game, "ge-mot-liii"), "germany")


@pytest.mark.rule("2.3.1")
def test_an_hq_that_leaves_takes_the_room_of_an_aircraft_with_it() -> None:
    """Two aircraft in the open are one too many once Rundstedt has gone."""
    game = eastern_front()
    for _ in range(2):
        put(game, "germany FTR", "E1932")
    moving(game)
    march(game, "germany", ["Rundstedt"], "E1933")
    game.submit("germany", "done")
    assert asked(game) == ("germany", "destroy-surplus")
    fighters = too_many(game, place_index(game, "E1932"))
    assert len(fighters) == 2
    game.submit("germany", "destroy-surplus", fighters[0])
    assert [event.thing for event in said(game, Destroyed)] == [fighters[0]]


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.9/how to rail move")
def test_aircraft_by_rail_into_a_full_city() -> None:
    """Rail movement is a step like any other; who came is face-down, so that the others go first."""
    game = position(
        "global-war", units={"Warsaw": ["germany FTR"] * 3, "Lodz": ["germany LND"]}, wars=[("germany", "ussr")]
    )
    give_control(game, "germany", "country:Poland")
    begin_step(game, "step: rail movement", "germany", action="combined")
    warsaw = place_index(game, "Warsaw")
    (bomber,) = units_at(game, "Lodz")
    before = units_at(game, "Warsaw")
    game.submit("germany", "rail", (bomber, warsaw))
    if asked(game)[1] == "rail-movement":
        game.submit("germany", "done")
    assert asked(game) == ("germany", "destroy-surplus")
    assert too_many(game, warsaw) == before


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("18.1")
def test_allies_that_do_not_cooperate_cannot_end_a_step_together() -> None:
    """Rumania and Hungary both fight for Germany, and not beside each other."""
    game = position(
        "barbarossa",
        units={"E1832": ["rumania INF"], FRONT: ["hungary INF"], "E1932": ["Rundstedt"]},
        wars=[("germany", "ussr")],
        aligned=[("rumania", "germany"), ("hungary", "germany")],
    )
    hold_the_west(game)
    moving(game)
    (rumanian,), (hungarian,) = units_at(game, "E1832"), units_at(game, FRONT)
    front = place_index(game, FRONT)
    game.submit("germany", "move", ((rumanian,), (front,)))
    game.submit("germany", "done")
    assert asked(game) == ("germany", "destroy-surplus")
    assert set(too_many(game, front)) == {rumanian, hungarian}
    game.submit("germany", "destroy-surplus", rumanian)
    assert units_at(game, FRONT) == (hungarian,)


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.14")
def test_landed_units_have_a_limit_of_their_own_and_the_defender_chooses() -> None:
    """Two defenders and three paratroops: one of the three goes, and the Soviet player says which."""
    game = eastern_front()
    for name in ("su-inf-3", "su-mech-1"):
        put(game, name, "E1733")
    landed = [put(game, "germany PARA", "E1733"), put(game, "ge-inf-liv", "E1733"), put(game, "ge-inf-xxv", "E1733")]
    give_control(game, "ussr", "E1733")
    for unit in landed:
        game.write(FRESHLY_LANDED, unit, PARADROPPED)
    begin_step(game, "step: paradrop", "germany", action="pass")
    assert asked(game) == ("ussr", "destroy-surplus")
    assert set(too_many(game, place_index(game, "E1733"))) == set(landed)
    game.submit("ussr", "destroy-surplus", landed[0])
    left = {landing.arrival.unit for landing in must_attack(game, ())}
    assert left == set(landed[1:]), "who is lost attacks nobody"


@pytest.mark.rule("2.3.1")
def test_ships_too_many_in_a_minor_port() -> None:
    game = eastern_front()
    for _ in range(5):
        put(game, "germany SCS", "Memel")
    give_control(game, "germany", "Memel")
    begin_step(game, "step: reorganisation", "germany", action="pass")
    assert asked(game) == ("germany", "destroy-surplus")
    ships = too_many(game, place_index(game, "Memel"))
    assert len(ships) == 5
    game.submit("germany", "destroy-surplus", ships[4])
    assert too_many(game, place_index(game, "Memel")) == ()


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("11.15.5/advancing after combat")
def test_an_advance_is_judged_before_anybody_is_turned_face_down() -> None:
    """All four break through and stay in the first hex: two are too many, and all are still face-up."""
    game = position(
        "global-war",
        units={
            "E2033": ["Rundstedt"],
            "E1933": ["ge-inf-liv", "ge-mech-viii"],
            "E1932": ["ge-arm-xlvii", "ge-mot-liii"],
            "E1833": ["su-inf-3"],
        },
        wars=[("germany", "ussr")],
    )
    hold_the_west(game)
    give_control(game, "ussr", "E1833")
    names = ("ge-inf-liv", "ge-mech-viii", "ge-arm-xlvii", "ge-mot-liii")
    begin_step(game, "land combat", "germany", throws=[5])
    declare(game, "germany", E1833=names)
    game.submit("germany", "done")
    game.submit("germany", "choose-table", "blitzkrieg")
    game.submit("germany", "take-result")
    game.submit("germany", "advance", units(game, *names))
    game.submit("germany", "stop-advancing")
    assert asked(game) == ("germany", "destroy-surplus")
    assert set(too_many(game, place_index(game, "E1833"))) == set(units(game, *names)), "all are face-up still"
    game.submit("germany", "destroy-surplus", find(game, "ge-inf-liv"))
    game.submit("germany", "destroy-surplus", find(game, "ge-mot-liii"))
    assert asked(game)[1] == "keep-face-up"


@pytest.mark.rule("2.3.1")
def test_the_sweep_that_remembers_finds_what_a_fresh_one_finds() -> None:
    """It reads only the moves since it last looked."""
    game = moving(eastern_front())
    assert units_too_many(game) is None
    march(game, "germany", ["ge-arm-lvii", "ge-inf-xx"], FRONT)
    fresh = game.copy()
    owed, wanted = units_too_many(game), units_too_many(fresh)
    assert owed is not None
    assert wanted is not None
    assert owed.locals == wanted.locals
    assert units_too_many(fresh) is None, "seen and asked about already"


# --------------------------------------------------------------------------------------------------------------- convoys


def minor_port(game: Game) -> str:
    """A German minor port."""
    ground, board = ground_of(game), board_of(game)
    return next(
        number
        for number in board.hexes_of("Germany")
        if ground.ports.get(board.index[number]) == "minor" and not units_at(game, number)
    )


def crowded_port(points: int, *ships: str) -> tuple[Game, str]:
    game = eastern_front()
    port = minor_port(game)
    for ship in ships:
        put(game, ship, port)
    game.add(CONVOY_POINTS, power(game, "germany"), place_index(game, port), points)
    return moving(game), port


@pytest.mark.rule("2.3.1/naval unit limits")
@pytest.mark.rule("2.3.1")
def test_convoy_points_beyond_the_limit_of_a_minor_port_are_destroyed() -> None:
    """With Ships in Flames four naval units stack there: 14 convoy points are five, and the last is made of two points."""
    game, port = crowded_port(14)
    game.submit("germany", "done")
    assert [event.points for event in said(game, ConvoysDestroyed)] == [2], "nobody is asked: there is only one answer"
    assert game.state.amount(CONVOY_POINTS, power(game, "germany"), place_index(game, port)) == 12
    assert game.state.amount(CONVOY_POINTS, power(game, "germany"), place_index(game, "tray of germany")) == 2


@pytest.mark.rule("2.3.1/naval unit limits")
def test_the_controller_chooses_between_ships_and_convoys_and_face_up_ones_go_first() -> None:
    game, port = crowded_port(7, "germany SUB", "germany SCS")
    boat, ship = units_at(game, port)
    game.write(FACE_DOWN, boat, 1)
    game.submit("germany", "done")
    assert asked(game) == ("germany", "destroy-surplus")
    assert set(game.offers("germany")) == {"destroy-surplus", "destroy-convoys"}
    assert too_many(game, place_index(game, port)) == (ship,)
    game.submit("germany", "destroy-convoys", "germany")
    assert set(units_at(game, port)) == {boat, ship}
    assert not is_overstacked(game, place_index(game, port))

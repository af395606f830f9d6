"""2.2: into which hexes units have a zone of control, on the real board."""

from __future__ import annotations

import pytest
from positions import align, give_control, hexes, position, power, put, set_wars, set_weather, units_at
from steps import begin_step

from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.who import change_control
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED, exerts_zoc, in_enemy_zoc, zoc_units

AXIS, ALLIES = 0, 1


def into(game: Game, unit: int, *places: str) -> list[bool]:
    return [exerts_zoc(game, unit, place) for place in hexes(game, *places)]


@pytest.fixture
def turks() -> Game:
    """Turkey on the Axis side, at war with the Commonwealth."""
    return position(
        units={"E1914": ["turkey MECH"], "E1515": ["turkey MTN"]},
        aligned=[("turkey", "germany")],
        wars=[("germany", "commonwealth")],
    )


@pytest.mark.rule("2.2", example="WF1-015")
def test_turkish_units_and_hexsides_that_end_a_zone(turks: Game) -> None:
    mech, alpine = units_at(turks, "E1914") + units_at(turks, "E1515")
    assert into(turks, mech, "E1914", "Rhodes", "E1913") == [True, False, False], "own hex; straits; all-sea"
    assert into(turks, alpine, "E1515", "E1514", "E1615", "E1516") == [True, False, False, False], "alpine; open lake"
    assert into(turks, alpine, "E1415") == [True]
    for frozen in ("snow", "blizzard"):
        set_weather(turks, frozen)
        assert into(turks, alpine, "E1514", "E1615", "E1516") == [False, False, True]
    set_weather(turks, "rain")
    assert into(turks, alpine, "E1516") == [False]


@pytest.mark.rule("2.2", example="WF1-015")
def test_what_the_turks_control_by_zone_is_what_their_enemies_find(turks: Game) -> None:
    lake, near = hexes(turks, "E1516", "E1415")
    assert in_enemy_zoc(turks, near, ALLIES)
    assert not in_enemy_zoc(turks, near, AXIS)
    assert not in_enemy_zoc(turks, lake, ALLIES)
    set_weather(turks, "snow")
    assert in_enemy_zoc(turks, lake, ALLIES)


@pytest.mark.rule("2.2", example="WF1-015")
@pytest.mark.parametrize(("weather", "goes_on"), [("fine", True), ("snow", False)])
def test_a_march_past_the_turks_ends_on_a_frozen_lake_only(turks: Game, weather: str, goes_on: bool) -> None:
    """A British corps beside Alp MTN, with the lake between them."""
    give_control(turks, "commonwealth", "E1517")
    set_weather(turks, weather)
    corps = put(turks, "commonwealth MECH", "E1517")
    begin_step(turks, "land movement", "commonwealth")
    beside, beyond = hexes(turks, "E1516", "E1417")
    refused = [found.key for found in turks.why_not("move", ((corps,), (beside, beyond)), "commonwealth")]
    assert refused == ([] if goes_on else ["stops-in-zoc"])
    turks.submit("commonwealth", "move", ((corps,), (beside, beyond) if goes_on else (beside,)))
    assert turks.state[PLACE][corps] == (beyond if goes_on else beside)


@pytest.mark.rule("2.2")
def test_aircraft_and_ships_have_no_zone() -> None:
    game = position(units={"Kiel": ["germany FTR", "germany SCS"]}, wars=[("germany", "commonwealth")])
    assert all(not exerts_zoc(game, unit, place_index(game, "Kiel")) for unit in units_at(game, "Kiel"))
    assert not in_enemy_zoc(game, place_index(game, "Kiel"), ALLIES)


@pytest.mark.rule("2.2")
def test_partisans_have_a_zone_in_their_own_hex_only() -> None:
    game = position(units={"Belgrade": ["partisans PART"]})
    (partisan,) = units_at(game, "Belgrade")
    around = [
        game.ruleset.tables.board.number(i)
        for i in game.ruleset.tables.ground.crossing.open[hexes(game, "Belgrade")[0]]
    ]
    assert into(game, partisan, "Belgrade") == [True]
    assert not any(into(game, partisan, *around))
    give_control(game, "germany", "Belgrade")
    belgrade = place_index(game, "Belgrade")
    assert (in_enemy_zoc(game, belgrade, AXIS), in_enemy_zoc(game, belgrade, ALLIES)) == (True, False)


@pytest.mark.rule("2.2")
def test_units_that_have_just_landed_have_none_yet() -> None:
    game = position(units={"W1632": ["usa INF"]}, wars=[("usa", "germany")], control={"usa": ["W1632"]})
    (landed,) = units_at(game, "W1632")
    (beside,) = hexes(game, "W1631")
    change_control(game, beside, power(game, "germany"))
    assert in_enemy_zoc(game, beside, AXIS)
    game.write(FRESHLY_LANDED, landed, 1)
    assert into(game, landed, "W1632", "W1631") == [False, False]
    assert not in_enemy_zoc(game, beside, AXIS)
    game.write(FRESHLY_LANDED, landed, 0)
    assert in_enemy_zoc(game, beside, AXIS)


@pytest.mark.rule("2.2")
def test_no_zone_into_off_map_hexes() -> None:
    game = position(units={"Denver": ["japan INF"]}, wars=[("japan", "usa")])
    (unit,) = units_at(game, "Denver")
    assert into(game, unit, "Denver", "M1118", "M0918") == [True, False, False]


@pytest.mark.rule("2.2")
def test_no_zone_into_the_hexes_of_those_that_the_unit_is_not_at_war_with() -> None:
    """On the border of 1939 a German unit reaches into Soviet hexes only once there is war."""
    game = position("barbarossa", units={"E2538": ["germany INF"]}, control={"germany": ["E2538"], "ussr": ["E2438"]})
    (unit,) = units_at(game, "E2538")
    assert into(game, unit, "E2538", "E2438") == [True, False]
    assert not in_enemy_zoc(game, hexes(game, "E2438")[0], ALLIES)
    set_wars(game, [("germany", "ussr")])
    assert into(game, unit, "E2438") == [True]
    assert zoc_units(game, hexes(game, "E2438")[0], ALLIES) == (unit,)


@pytest.mark.rule("2.2")
def test_a_minor_at_war_by_itself_has_a_zone_where_its_major_power_has_none() -> None:
    """Finland fights the USSR; Germany, which has aligned it, does not yet (2.5.3)."""
    game = position(wars=[("finland", "ussr")])
    align(game, "finland", "germany")
    finn, german = put(game, "finland INF", "Helsinki"), put(game, "germany INF", "Helsinki")
    beside = game.ruleset.tables.ground.crossing.open[hexes(game, "Helsinki")[0]][0]
    change_control(game, beside, power(game, "ussr"))
    assert exerts_zoc(game, finn, beside)
    assert not exerts_zoc(game, german, beside)
    assert in_enemy_zoc(game, beside, ALLIES)


@pytest.mark.rule("2.2")
def test_what_is_remembered_follows_moves_and_captures() -> None:
    game = position("barbarossa", units={"E1932": ["germany ARM"]}, wars=[("germany", "ussr")])
    (unit,) = units_at(game, "E1932")
    before, after = hexes(game, "E1931", "E1730")
    assert (in_enemy_zoc(game, before, ALLIES), in_enemy_zoc(game, after, ALLIES)) == (True, False)
    put(game, unit, "E1731")
    assert (in_enemy_zoc(game, before, ALLIES), in_enemy_zoc(game, after, ALLIES)) == (False, True)
    twin = game.copy()
    everywhere = range(len(game.ruleset.tables.board))
    assert all(in_enemy_zoc(game, i, ALLIES) == in_enemy_zoc(twin, i, ALLIES) for i in everywhere)

"""2.5: home countries and territories, who controls a hex, and what becomes of units when that changes."""

from __future__ import annotations

import pytest
from positions import align, country, give_control, hexes, position, power, put, set_wars, unit, units_at
from steps import begin_step

from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.capitals import capital_of
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, board_of, counter_of, place_index, place_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    POWER,
    POWER_NAMES,
    TAKEN,
    align_country,
    change_control,
)
from worldfire.rules.s02_5_control import (
    CONQUESTS_PASS,
    can_take_control,
    country_in_control,
    displace_units,
    enter_hex,
    entity_at,
    may_stay,
    minors_conquests_pass,
    new_controller,
    take_control,
)
from worldfire.rules.s09_war import declare_war
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import LandCounter


@pytest.fixture(scope="module")
def world() -> Game:
    """Global War before the set-up; not to be changed."""
    return position()


def entities(game: Game, *places: str) -> list[str]:
    names = game.state.get(COUNTRY_NAMES)
    return [names[entity_at(game, place)] for place in hexes(game, *places)]


def controller(game: Game, place: str) -> str:
    return game.state.get(POWER_NAMES)[game.state[CONTROLLER][place_index(game, place)]]


def controlling(game: Game, *places: str) -> list[str]:
    names = game.state.get(COUNTRY_NAMES)
    return [names[country_in_control(game, place)] for place in hexes(game, *places)]


def strength(game: Game, unit: int) -> int:
    counter = counter_of(game, unit)
    assert isinstance(counter, LandCounter)
    return counter.strength or 0


# ---------------------------------------------------------------------------------------------------------- 2.5.1 entities


@pytest.mark.rule("2.5.1", example="WF1-043")
def test_occupied_china_is_china_but_hainan_and_formosa_are_not(world: Game) -> None:
    assert entities(world, "Chungking", "Peking", "Shanghai") == ["china"] * 3
    assert (controller(world, "Chungking"), controller(world, "Peking")) == ("china", "japan")
    assert entities(world, "A0630", "A0133") == ["hainan", "formosa"]


@pytest.mark.rule("2.5.1", example="WF1-044")
def test_port_moresby_is_papuan_and_kangaroo_island_australian(world: Game) -> None:
    assert entities(world, "P2317", "P2704") == ["papua", "australia"]
    assert capital_of(world, country(world, "australia")) == place_index(world, "Canberra")
    assert capital_of(world, country(world, "papua")) is None


@pytest.mark.rule("2.5.1", example="WF1-045")
def test_greek_islands_are_greece_and_crete_is_a_territory(world: Game) -> None:
    assert entities(world, "E2015", "E2116", "E2714", "E2211") == ["greece", "greece", "greece", "crete"]
    assert capital_of(world, country(world, "crete")) is None
    assert controller(world, "E2211") == "greece"


@pytest.mark.rule("2.5.1", example="WF1-046")
def test_the_marshall_islands(world: Game) -> None:
    marshalls = country(world, "marshall-is")
    board = board_of(world)
    found = [board.number(place) for place in range(len(board)) if entity_at(world, place) == marshalls]
    assert sorted(found) == ["P1324", "P1325", "P1326", "P1424", "P1425", "P1526", "P1627"]


@pytest.mark.rule("2.5.1", example="WF1-047")
def test_fiji_is_one_territory_of_several_islands(world: Game) -> None:
    fiji = country(world, "fiji")
    board = board_of(world)
    found = [board.number(place) for place in range(len(board)) if entity_at(world, place) == fiji]
    assert "P1113" in found
    assert len(found) > 1
    assert capital_of(world, fiji) is None


# ---------------------------------------------------------------------------------------------------- 2.5.2 initial control


@pytest.mark.rule("2.5.2", example="WF1-049")
def test_islands_belong_to_whom_the_sea_says(world: Game) -> None:
    assert controlling(world, "A2627", "P2328") == ["socotra", "guam"]
    assert (controller(world, "A2627"), controller(world, "P2328")) == ("commonwealth", "usa")


@pytest.mark.rule("2.5.2", example="WF1-050")
def test_the_names_in_the_indies_mean_nothing(world: Game) -> None:
    assert set(controlling(world, "A0719", "Palembang", "Balikpapan")) == {"netherlands-east-indies"}
    assert set(entities(world, "A0719", "Palembang", "Medan", "Balikpapan", "Macassar")) == {"netherlands-east-indies"}
    assert {controller(world, name) for name in ("A0719", "Palembang", "Balikpapan")} == {"netherlands"}


# --------------------------------------------------------------------------------------------------- 2.5.3 changing control


@pytest.fixture
def indies() -> Game:
    """The Netherlands and their Indies are with the Commonwealth; Japan holds Balikpapan."""
    game = position(
        wars=[("japan", "commonwealth"), ("japan", "usa")],
        aligned=[("netherlands-east-indies", "commonwealth"), ("netherlands", "commonwealth")],
        co_operating=[("commonwealth", "usa")],
        control={"japan": ["Balikpapan"]},
    )
    return game


@pytest.mark.rule("2.5.3", example="WF1-051")
def test_balikpapan_recaptured_is_again_the_indies(indies: Game) -> None:
    corps = put(indies, "usa INF", "Balikpapan")
    enter_hex(indies, place_index(indies, "Balikpapan"), [corps])
    home = entity_at(indies, place_index(indies, "Balikpapan"))
    assert indies.state[CONTROLLER][place_index(indies, "Balikpapan")] == indies.state[POWER][home]
    assert controlling(indies, "Balikpapan") == ["netherlands-east-indies"]
    assert controller(indies, "Balikpapan") == "commonwealth", "under the name of the power that the Indies belong to"


@pytest.mark.rule("2.5.3", example="WF1-053")
def test_balikpapan_taken_together_goes_to_the_power_with_more_factors(indies: Game) -> None:
    """The Indies are conquered, so nobody gives the hex back to them."""
    for name in ("netherlands-east-indies", "netherlands"):
        align_country(indies, country(indies, name), power(indies, "japan"))
        indies.write(CONQUEROR, country(indies, name), power(indies, "japan"))
    british, american = sorted_pair(indies)
    enter_hex(indies, place_index(indies, "Balikpapan"), [british, american])
    assert controller(indies, "Balikpapan") == "usa"


def sorted_pair(game: Game) -> tuple[int, int]:
    """A British and an American corps, the American one stronger."""
    british = put(game, "commonwealth GAR", "Balikpapan")
    american = put(game, "usa ARM", "Balikpapan")
    assert strength(game, american) > strength(game, british)
    return british, american


@pytest.mark.rule("2.5.3", example="WF1-053")
def test_with_equal_factors_they_must_agree(indies: Game) -> None:
    for name in ("netherlands-east-indies", "netherlands"):
        align_country(indies, country(indies, name), power(indies, "japan"))
    place = place_index(indies, "Balikpapan")
    british, american = put(indies, "commonwealth INF", "Balikpapan"), put(indies, "usa INF", "Balikpapan")
    while strength(indies, american) != strength(indies, british):
        put(indies, american, "Washington")
        american = put(indies, "usa INF", "Balikpapan")
    found = new_controller(indies, place, (british, american))
    assert isinstance(found, Violation)
    assert (found.rule, found.key) == ("2.5.3", "control-not-agreed")
    assert new_controller(indies, place, (british, american), power(indies, "usa")) == power(indies, "usa")


@pytest.mark.rule("2.5.3")
@pytest.mark.rule("11.10.1")
def test_a_stack_of_two_powers_with_equal_factors_needs_an_agreement_to_march_in() -> None:
    """A German and an Italian corps of 5 factors each stand before a Soviet hex."""
    game = position(
        "global-war",
        units={"E2133": ["ge-inf-li", "it-inf-i"]},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        co_operating=[("germany", "italy")],
        control={"germany": ["E2133"], "ussr": ["E2033"]},
    )
    both, place = units_at(game, "E2133"), place_index(game, "E2033")
    assert len({strength(game, corps) for corps in both}) == 1
    begin_step(game, "land movement", "germany")
    game.submit("italy", "consent", ("germany", "march", "yes"))
    (found,) = game.why_not("move", (both, (place,)), "germany")
    assert (found.rule, found.key) == ("2.5.3", "control-not-agreed")
    game.submit("germany", "consent", ("italy", "control", "yes"))
    game.submit("germany", "move", (both, (place,)))
    assert controller(game, "E2033") == "italy"


@pytest.mark.rule("2.4.2")
@pytest.mark.rule("2.5.3")
def test_a_city_that_was_neutral_supplies_at_once_and_one_of_the_enemys_next_turn() -> None:
    game = position("barbarossa", wars=[("germany", "ussr")])
    for name, taken in (("Budapest", False), ("Kiev", True)):
        change_control(game, place_index(game, name), power(game, "germany"))
        assert (game.state[TAKEN][place_index(game, name)] == game.state.get(TURN)) is taken


@pytest.mark.rule("2.5.3", example="WF1-052")
def test_what_finland_took_becomes_german_when_germany_comes_to_war() -> None:
    game = position(wars=[("finland", "ussr")], aligned=[("estonia", "ussr")])
    align(game, "finland", "germany")
    finn = put(game, "finland INF", "Murmansk")
    enter_hex(game, place_index(game, "Murmansk"), [finn])
    assert controller(game, "E1653") == "finland", "Germany is not at war with the USSR"
    align_country(game, country(game, "estonia"), power(game, "finland"))  # liberated (13.7.5)
    give_control(game, "finland", "country:Estonia")
    declare_war(game, power(game, "germany"), power(game, "ussr"))
    (owed,) = (call for call in game.state.queue if call.procedure == CONQUESTS_PASS.name)
    minors_conquests_pass.run(game, owed.locals)
    assert (controller(game, "E1653"), controller(game, "Tallinn")) == ("germany", "germany")
    assert game.state[POWER][country(game, "estonia")] == power(game, "germany")


@pytest.mark.rule("2.5.3")
def test_a_minors_unit_takes_a_hex_for_its_major_power() -> None:
    game = position("barbarossa", wars=[("germany", "ussr")])
    rumanian = put(game, "rumania INF", "E1932")
    enter_hex(game, place_index(game, "E1932"), [rumanian])
    assert controller(game, "E1932") == "germany"
    assert game.state[TAKEN][place_index(game, "E1932")] == game.state.get(TURN)


@pytest.mark.rule("2.5.3")
def test_the_hex_must_be_cleared_and_entered_by_those_who_can_take_it() -> None:
    game = position("barbarossa", wars=[("germany", "ussr")])
    kiev = place_index(game, "Kiev")
    german, partisan = put(game, "germany INF", "Kiev"), unit(game, "partisans PART")
    fighter = put(game, "ussr FTR", "Kiev")
    enter_hex(game, kiev, [german])
    assert controller(game, "Kiev") == "ussr", "an aircraft is still there"
    put(game, fighter, "Moscow")
    assert not can_take_control(game, partisan)
    enter_hex(game, kiev, [put(game, "germany FTR", "Kiev")])
    assert controller(game, "Kiev") == "ussr", "aircraft take nothing"
    enter_hex(game, kiev, [german])
    assert controller(game, "Kiev") == "germany"


@pytest.mark.rule("2.5.3")
def test_what_is_not_an_enemys_does_not_change_hands() -> None:
    game = position("barbarossa", wars=[("germany", "ussr")])
    corps = put(game, "germany INF", "Bucharest")
    enter_hex(game, place_index(game, "Bucharest"), [corps])
    assert controller(game, "Bucharest") == "germany"
    stray = put(game, "germany INF", "Budapest")
    enter_hex(game, place_index(game, "Budapest"), [stray])
    assert controller(game, "Budapest") == "hungary"


# --------------------------------------------------------------------------------------- 2.5.4 units in hexes changing control


@pytest.fixture
def iran() -> Game:
    game = position(
        units={"Tabriz": ["ussr INF", "ussr FTR"], "Tehran": ["japan INF"]},
        wars=[("japan", "commonwealth")],
        aligned=[("iran", "commonwealth")],
    )
    game.set(TURN, turn_number("May/Jun 1942"))
    align_country(game, country(game, "iran"), power(game, "japan"))
    for place in hexes(game, "country:Iran"):
        take_control(game, place, power(game, "japan"))
    return game


@pytest.mark.rule("2.5.4", example="WF1-055")
@pytest.mark.rule("2.5.4", example="WF1-054")
def test_soviet_units_in_liberated_iran_arrive_again_in_two_turns(iran: Game) -> None:
    soviets = units_at(iran, "Tabriz")
    assert displace_units(iran, place_index(iran, "Tabriz")) == soviets
    assert [place_name(iran, iran.state[PLACE][unit]) for unit in soviets] == [
        circle_space(turn_number("Sep/Oct 1942")),
    ] * 2
    assert displace_units(iran, place_index(iran, "Tehran")) == (), "the Japanese stay"


@pytest.mark.rule("2.5.4")
def test_at_war_they_may_stay(iran: Game) -> None:
    soviet = units_at(iran, "Tabriz")[0]
    assert not may_stay(iran, soviet)
    set_wars(iran, [("japan", "ussr")])
    assert may_stay(iran, soviet)

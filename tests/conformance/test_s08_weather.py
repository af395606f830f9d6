"""8 Weather."""

from __future__ import annotations

import pytest
from turns import campaign_in, field, in_turn, put, unit

from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN, WEATHER_DIE, WEATHER_MODIFIER
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.turn import WEATHER, WEATHER_ADVANCE
from worldfire.rules.s08_weather import (
    LakeThawed,
    lake_hexside_frozen,
    lakes_frozen,
    port_iced_in,
    swamps_frozen,
    terrain_at,
    weather_at,
    zone_of,
)

ZONES = ("Arctic", "North Temperate", "Mediterranean", "North Monsoon", "South Monsoon", "South Temperate")


def all_over(weather: str) -> tuple[tuple[str, str], ...]:
    return tuple((zone, weather) for zone in ZONES)


def in_weather(weather: str, campaign: str = "barbarossa") -> Game:
    """A game with this weather in every zone."""
    return campaign_in(campaign, "choose actions", field(WEATHER, all_over(weather)))


def at(game: Game, place: str) -> str:
    return weather_at(game, place_index(game, place))


@pytest.mark.rule("8", example="WF1-073")
def test_asterisks_are_added_to_the_next_roll_even_of_the_next_turn() -> None:
    may = campaign_in("global-war", "weather", in_turn("May/Jun 1940"), field(WEATHER_DIE, 0), dice=(1,))
    assert may.over
    assert may.state.get(WEATHER_MODIFIER) == 2
    carried = may.state.get(WEATHER_MODIFIER)
    july = campaign_in(
        "global-war",
        "weather",
        in_turn("Jul/Aug 1940"),
        field(WEATHER_MODIFIER, carried),
        field(WEATHER_DIE, 0),
        dice=(8,),
    )
    weather = dict(july.state.get(WEATHER))
    assert weather.pop("North Monsoon") == "storm"
    assert set(weather.values()) == {"fine"}
    assert july.state.get(WEATHER_MODIFIER) == 1


@pytest.mark.rule("8")
def test_a_campaign_may_give_the_die_of_its_first_impulse() -> None:
    game = campaign_in("barbarossa", "weather", field(WEATHER_DIE, 8))
    assert game.state.get(WEATHER_DIE) == 0
    assert at(game, "Minsk") == "fine"


@pytest.mark.rule("8.1")
def test_hexes_and_sea_boxes_have_a_zone() -> None:
    game = in_weather("fine")
    assert zone_of(game, place_index(game, "Kiev")) == "North Temperate"
    assert zone_of(game, place_index(game, "Arabian Sea 3")) == "North Monsoon"


@pytest.mark.rule("8.2.1/deserts and desert mountains")
@pytest.mark.parametrize(
    ("weather", "suffered"),
    [("fine", "fine"), ("rain", "fine"), ("snow", "fine"), ("storm", "rain"), ("blizzard", "snow")],
)
def test_deserts_suffer_less(weather: str, suffered: str) -> None:
    game = in_weather(weather, "fascist-tide")
    desert = game.ruleset.tables.board.tables.terrain.index("desert")
    assert weather_at(game, desert) == suffered
    assert at(game, "Paris") == weather


@pytest.mark.rule("8.2")
@pytest.mark.rule("8.1")
def test_each_hex_has_the_weather_of_its_own_zone() -> None:
    game = campaign_in(
        "barbarossa", "choose actions", field(WEATHER, (("Arctic", "blizzard"), ("North Temperate", "rain")))
    )
    assert (at(game, "E1851"), at(game, "Kiev")) == ("blizzard", "rain")


@pytest.mark.rule("8.2.1")
@pytest.mark.rule("8.2.1/swamps")
@pytest.mark.rule("8.2.1/lakes")
@pytest.mark.parametrize(("weather", "frozen"), [("rain", False), ("storm", False), ("snow", True), ("blizzard", True)])
def test_swamps_and_lakes_freeze(weather: str, frozen: bool) -> None:
    game = in_weather(weather)
    swamp, lake = place_index(game, "E2037"), place_index(game, "E1951")
    assert swamps_frozen(game, swamp) is lakes_frozen(game, lake) is frozen
    assert terrain_at(game, swamp) == ("forest" if frozen else "swamp")
    assert terrain_at(game, lake) == ("clear" if frozen else "lake")


@pytest.mark.rule("8.2.1/lakes")
def test_a_lake_hexside_freezes_only_between_two_cold_hexes() -> None:
    game = campaign_in(
        "barbarossa", "choose actions", field(WEATHER, (("Arctic", "snow"), ("North Temperate", "rain")))
    )
    arctic, temperate = place_index(game, "E1851"), place_index(game, "Kiev")
    assert lake_hexside_frozen(game, arctic, arctic)
    assert not lake_hexside_frozen(game, arctic, temperate)


@pytest.mark.rule("8.2.1/lakes")
def test_units_on_a_lake_that_thaws_come_back_in_two_turns() -> None:
    game = campaign_in("barbarossa", "weather", put("E1951", "su-inf-59"), field(WEATHER_DIE, 8))
    stranded = unit(game, "su-inf-59")
    assert game.state[PLACE][stranded] == place_index(game, circle_space(game.state.get(TURN) + 2))
    assert LakeThawed.__name__ in {type(event).__name__ for event in game.events}


@pytest.mark.rule("8.2.1/lakes")
def test_aircraft_on_a_thawing_lake_too_but_not_on_one_that_stays_frozen() -> None:
    thawed = campaign_in("barbarossa", "weather", put("E1951", "su-ftr-i-16-wif"), field(WEATHER_DIE, 8))
    plane = unit(thawed, "su-ftr-i-16-wif")
    assert thawed.state[PLACE][plane] == place_index(thawed, circle_space(thawed.state.get(TURN) + 2))
    cold = campaign_in(
        "barbarossa", "weather", in_turn("Jan/Feb 1942"), put("E1951", "su-inf-59"), field(WEATHER_DIE, 0), dice=(9,)
    )
    assert cold.state[PLACE][unit(cold, "su-inf-59")] == place_index(cold, "E1951")


@pytest.mark.rule("8.2.1/iced-in ports")
@pytest.mark.parametrize(("weather", "closed"), [("storm", False), ("snow", True), ("blizzard", True)])
def test_iced_in_ports_close_in_snow(weather: str, closed: bool) -> None:
    game = in_weather(weather)
    assert port_iced_in(game, place_index(game, "Leningrad")) is closed
    assert not port_iced_in(game, place_index(game, "Sevastopol"))


@pytest.mark.rule("8.2.2")
def test_the_chart_says_how_far_the_impulse_marker_goes() -> None:
    summer = campaign_in("barbarossa", "weather", in_turn("Jul/Aug 1941"), field(WEATHER_DIE, 8))
    winter = campaign_in("barbarossa", "weather", in_turn("Jan/Feb 1942"), field(WEATHER_DIE, 0), dice=(2,))
    assert summer.state.get(WEATHER_ADVANCE) == 1
    assert winter.state.get(WEATHER_ADVANCE) == 2

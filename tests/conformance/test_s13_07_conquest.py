"""13.7.1 Conquest of minor countries."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, POWER, power_of
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.rules.s13_07_conquest import (
    NEW_HOME,
    CountryConquered,
    NewHomeChosen,
    UnitsRemoved,
    conquests,
    factory_hexes,
    powers_with_zoc,
)


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def aligned(power: str, *minors: str) -> Change:
    """The minor countries and their hexes are the power's."""

    def change(game: Game) -> None:
        for minor in minors:
            number = country(game, minor)
            game.write(POWER, number, power_index(game, power))
            for place, home in enumerate(game.state[HOME_COUNTRY]):
                if home == number:
                    game.write(CONTROLLER, place, power_index(game, power))

    return change


def conquered(power: str, *minors: str) -> Change:
    def change(game: Game) -> None:
        for minor in minors:
            game.write(CONQUEROR, country(game, minor), power_index(game, power))

    return change


def taken(power: str, minor: str, capital: str) -> Change:
    """The capital and every printed factory."""

    def change(game: Game) -> None:
        for place in (place_index(game, capital), *factory_hexes(game, country(game, minor))):
            game.write(CONTROLLER, place, power_index(game, power))

    return change


def happened(game: Game, kind: type) -> list[Any]:
    return [event for event in game._events if type(event) is kind]


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


REMOVED = "removed from the game"


@pytest.mark.rule("13.7.1")
@pytest.mark.rule("13.7.1/other home countries")
@pytest.mark.rule("13.7.1/effect of conquest")
@pytest.mark.rule("13.7.1/complete conquest")
def test_finland_falls() -> None:
    """Its units leave the game wherever they are; German units keep what they stand on and what they alone reach."""
    game = campaign_in(
        "barbarossa",
        "conquest",
        wars(("germany", "ussr")),
        aligned("germany", "finland"),
        taken("ussr", "finland", "Helsinki"),
        put("Turku", "ge-inf-xlv"),
        put("Viipuri", "finland-inf-ii"),
        put("Leningrad", "finland-inf-gd"),
        put("Helsinki", "su-hq-i-timoshenko"),
    )
    finland, germany, ussr = country(game, "finland"), power_index(game, "germany"), power_index(game, "ussr")
    assert game.over
    assert happened(game, CountryConquered) == [CountryConquered(country=finland, power=ussr, complete=True)]
    assert game.state[POWER][finland] == ussr
    assert game.state[CONQUEROR][finland] == ussr
    assert game.state[FORMER_POWER][finland] == germany
    assert {where(game, name) for name in ("finland-inf-ii", "finland-inf-gd", "finland-mot-iii")} == {REMOVED}
    turku = place_index(game, "Turku")
    controller, home = game.state[CONTROLLER], game.state[HOME_COUNTRY]
    beside = [place for place in game.ruleset.tables.board.adjacent[turku] if home[place] == finland]
    assert controller[turku] == germany
    alone = {place for place in beside if powers_with_zoc(game, place) == {germany}}
    assert alone
    assert {place for place in beside if controller[place] == germany} == alone
    assert controller[place_index(game, "Oulu")] == ussr


@pytest.mark.rule("13.7.1/other home countries")
def test_the_capital_is_not_enough() -> None:
    """Poland stands while the factory of Lodz holds out; and who is at peace conquers nothing."""
    war = wars(("germany", "ussr"))
    game = campaign_in("barbarossa", "conquest", war, controlled("ussr", "Warsaw"))
    assert happened(game, CountryConquered) == []
    game = campaign_in("barbarossa", "conquest", war, controlled("ussr", "Warsaw", "Lodz"))
    poland, ussr = country(game, "poland"), power_index(game, "ussr")
    assert happened(game, CountryConquered) == [CountryConquered(country=poland, power=ussr, complete=True)]
    assert conquests(game) == ()
    peace = campaign_in("barbarossa", "conquest", controlled("ussr", "Warsaw", "Lodz"))
    assert happened(peace, CountryConquered) == []


@pytest.mark.rule("13.7.1/re-conquest")
def test_the_baltic_states_change_hands() -> None:
    game = campaign_in("barbarossa", "conquest", wars(("germany", "ussr")), taken("germany", "latvia", "Riga"))
    latvia, germany = country(game, "latvia"), power_index(game, "germany")
    assert happened(game, CountryConquered) == [CountryConquered(country=latvia, power=germany, complete=True)]
    assert game.state[FORMER_POWER][latvia] == power_index(game, "ussr")


BELGIUM = (
    in_turn("May/Jun 1940"),
    wars(("germany", "commonwealth"), ("germany", "france")),
    aligned("commonwealth", "belgium", "belgian-congo"),
)


@pytest.mark.rule("13.7.1/incomplete conquest")
@pytest.mark.rule("13.7.1/re-conquest", example="WF2-125")
def test_belgium_falls_three_times() -> None:
    """While the Congo holds, Belgium is never completely conquered."""
    game = campaign_in(
        "global-war",
        "conquest",
        *BELGIUM,
        taken("germany", "belgium", "Brussels"),
        controlled("germany", "Liege"),
        put("Liege", "belgium-inf-i"),
        put("Leopoldville", "belgium-inf-ii"),
        put("London", "belgium-cav-cav"),
        dice=(4,),
    )
    belgium, germany = country(game, "belgium"), power_index(game, "germany")
    assert happened(game, CountryConquered) == [CountryConquered(country=belgium, power=germany, complete=False)]
    assert happened(game, UnitsRemoved)[0].country == belgium
    assert where(game, "belgium-inf-i") == REMOVED
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "choose-new-home")
    shape: Any = game.offers("commonwealth")["choose-new-home"]
    assert {"belgian-congo", "united-kingdom", "canada", "india"} < set(shape.domain)
    assert len(shape.domain) == 1 + 6
    events = play(game, "commonwealth", "choose-new-home", "belgian-congo")
    assert NewHomeChosen(country=belgium, home="belgian-congo") in events
    assert game.over
    assert game.state[NEW_HOME][belgium] == country(game, "belgian-congo")
    assert where(game, "belgium-inf-ii").endswith("Leopoldville")
    assert where(game, "belgium-cav-cav") == REMOVED  # further from the Congo than 4 hexes

    for holder, taker in (("germany", "france"), ("france", "germany")):
        again = campaign_in(
            "global-war",
            "conquest",
            *BELGIUM,
            aligned(holder, "belgium"),
            taken(taker, "belgium", "Brussels"),
            controlled(taker, "Liege"),
            conquered(holder, "belgium"),
        )
        assert again.over
        expected = CountryConquered(country=belgium, power=power_index(again, taker), complete=False)
        assert happened(again, CountryConquered) == [expected]


@pytest.mark.rule("13.7.1/complete conquest", example="WF2-122")
def test_the_last_dutch_home_falls() -> None:
    """Ships on the map become British, those on the circle Japanese."""
    ashore, built = "netherlands-ca-java-sif", "netherlands-ca-sumatra-sif"
    game = campaign_in(
        "global-war",
        "conquest",
        wars(("commonwealth", "japan"), ("commonwealth", "germany")),
        aligned("germany", "netherlands"),
        aligned("commonwealth", "netherlands-east-indies"),
        conquered("germany", "netherlands", "dutch-guiana"),
        lambda game: game.write(FORMER_POWER, country(game, "netherlands"), power_index(game, "commonwealth")),
        taken("japan", "netherlands-east-indies", "Batavia"),
        put("Singapore", ashore),
        put("production circle, Nov/Dec 1939", built),
    )
    indies, japan = country(game, "netherlands-east-indies"), power_index(game, "japan")
    assert CountryConquered(country=indies, power=japan, complete=True) in game._events
    assert game.state[COUNTRY][unit(game, ashore)] == country(game, "united-kingdom")
    assert power_of(game, unit(game, built)) == japan

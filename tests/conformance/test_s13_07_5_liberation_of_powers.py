"""13.7.5 Liberation in Global War: France, Belgium, the Commonwealth, what others give back, and reversion."""

from __future__ import annotations

from typing import Any

import pytest
from test_s17_4_running_vichy import standing
from test_s17_vichy import TITLE, aligned, country, holder, owner, wars, where
from turns import Change, campaign_in, controlled, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR, CO_OPERATING, ESTRANGED, PACTS
from worldfire.forces.things import PLACE, place_index
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    NEW_HOME,
    POWER,
    SIDE,
)
from worldfire.rules.s02_5_control import Displaced
from worldfire.rules.s13_07_1_the_fallen import BEQUEATHED
from worldfire.rules.s13_07_5_liberation import CountryLiberated, PowerIsBack, liberator_of, owner_after
from worldfire.rules.s13_07_5_reversion import CountryReverted
from worldfire.rules.s18_1_cooperation import bring_allies_together, powers_cooperate
from worldfire.titles.wif.nations.vichy.collapse import VichyCollapsed

ALLIES_AT_WAR = wars(*((ally, "germany") for ally in ("usa", "commonwealth", "france")))


def conquered(power: str, *lands: str, first: str = "") -> Change:
    """The land is the power's by conquest, and all its hexes."""

    def change(game: Game) -> None:
        for land in lands:
            number = country(game, land)
            game.write(CONQUEROR, number, power_index(game, power))
            if first:
                game.write(FIRST_CONQUEROR, number, power_index(game, first))
            for place, home in enumerate(game.state[HOME_COUNTRY]):
                if home == number and game.state[CONTROLLER][place] != -1:
                    game.write(CONTROLLER, place, power_index(game, power))

    return change


def liberation(*changes: Change, **kwargs: Any) -> Game:
    return campaign_in("global-war", "liberation", in_turn("Jul/Aug 1944"), *changes, title=TITLE, **kwargs)


BELGIUM = (
    ALLIES_AT_WAR,
    conquered("germany", "belgium", first="germany"),
    aligned("commonwealth", "belgian-congo"),
    lambda game: game.write(POWER, country(game, "belgium"), power_index(game, "commonwealth")),
    lambda game: game.write(NEW_HOME, country(game, "belgium"), country(game, "belgian-congo")),
    controlled("usa", "Brussels", "Liege"),
)


@pytest.mark.rule("13.7.5/liberation effects", example="WF2-130")
def test_belgium_is_freed_by_the_usa_and_the_congo_only_to_belgium() -> None:
    game = liberation(*BELGIUM, dice=(0,) * 20)
    assert (tuple(game.waiting), prompt(game)) == (("usa",), "liberate")
    usa, belgium, congo = power_index(game, "usa"), country(game, "belgium"), country(game, "belgian-congo")
    events = play(game, "usa", "liberate", ("belgium",))
    assert CountryLiberated(country=belgium, power=usa, liberator=usa) in events
    assert game.state[POWER][belgium] == usa
    assert game.state[NEW_HOME][belgium] == -1
    conquered("germany", "belgian-congo", first="germany")(game)
    assert owner_after(game, congo, power_index(game, "commonwealth")) == usa  # Belgium's master
    game.write(CONQUEROR, belgium, power_index(game, "germany"))
    assert owner_after(game, congo, power_index(game, "commonwealth")) == -1


@pytest.mark.rule("13.7.5/liberation effects", example="WF2-131")
@pytest.mark.parametrize("agreed", [True, False])
def test_a_belgian_and_a_british_corps_part(agreed: bool) -> None:
    """They do not co-operate any more: one goes to the circle, and both if their players do not agree."""
    stack = put("Brussels", "belgium-inf-i", "cw-mot-1-can")
    game = liberation(*BELGIUM, stack, dice=(0,) * 20)
    play(game, "usa", "liberate", ("belgium",))
    assert (set(game.waiting), prompt(game)) == ({"usa", "commonwealth"}, "part-stack")
    play(game, "usa", "send-away-units-of", "canada")
    events = play(game, "commonwealth", "send-away-units-of", "canada" if agreed else "belgium")
    gone = {event.thing for event in events if isinstance(event, Displaced)}
    both = {unit(game, "belgium-inf-i"), unit(game, "cw-mot-1-can")}
    assert gone == ({unit(game, "cw-mot-1-can")} if agreed else both)
    assert where(game, "cw-mot-1-can") == "production circle, Nov/Dec 1944"


@pytest.mark.rule("13.7.5/liberation of france", example="WF2-129")
def test_senegal_brings_free_france_back() -> None:
    """Free France is no more and Vichy stands: the USA frees Dakar, then the Commonwealth Martinique."""

    def gone(game: Game) -> None:
        france = power_index(game, "france")
        game.write(FALLEN_POWER, france, 1)
        game.write(NEW_HOME, country(game, "france"), -1)
        game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if france not in pair))
        for number, power in enumerate(game.state[POWER]):
            if power == france and number != country(game, "france"):
                game.write(POWER, number, power_index(game, "vichy-france"))

    game = standing(
        "liberation",
        gone,
        wars(("usa", "germany"), ("commonwealth", "germany"), ("usa", "vichy-france")),
        conquered("usa", "senegal", first="usa"),
        conquered("commonwealth", "martinique", first="germany"),
    )
    martinique, senegal, france = country(game, "martinique"), country(game, "senegal"), power_index(game, "france")
    assert liberator_of(game, martinique) == -1  # not before there is a Free France
    seat = next(iter(game.waiting))
    assert (seat, prompt(game)) == ("usa", "liberate")
    events = play(game, "usa", "liberate", ("senegal",))
    assert PowerIsBack(power=france) in events
    assert game.state[NEW_HOME][country(game, "france")] == senegal
    assert not game.state[FALLEN_POWER][france]
    assert (france, power_index(game, "germany")) in game.state.get(AT_WAR)
    assert liberator_of(game, martinique) == power_index(game, "commonwealth")


@pytest.mark.rule("13.7.5/liberation of france")
@pytest.mark.rule("13.7.5/liberation effects")
@pytest.mark.rule("17.4.5")
def test_paris_is_free_and_vichy_collapses() -> None:
    """Who gives back what was French co-operates with France, who keeps it never will."""
    game = standing(
        "liberation",
        wars(("usa", "germany"), ("commonwealth", "germany"), ("france", "germany")),
        controlled("usa", "Paris", "Le Havre"),
        controlled("commonwealth", "Calais"),
        put("Lyon", "fr-inf-x"),
        lambda game: game.set(CO_OPERATING, ()),
        dice=(0,) * 20,
    )
    assert (tuple(game.waiting), prompt(game)) == (("usa",), "liberate")
    events = play(game, "usa", "liberate", ("france",))
    france, usa, commonwealth = (power_index(game, name) for name in ("france", "usa", "commonwealth"))
    assert VichyCollapsed(power=power_index(game, "germany")) in events
    assert holder(game, "Paris", "Le Havre", "Lyon", "Vichy") == {"france"}
    assert game.state[SIDE][power_index(game, "vichy-france")] == -1
    assert game.state[NEW_HOME][country(game, "france")] == -1
    assert powers_cooperate(game, france, usa)
    assert (tuple(game.waiting), prompt(game)) == (("commonwealth",), "give-back-hexes")
    play(game, "commonwealth", "keep-liberated-hexes")
    assert game.state.get(ESTRANGED) == ((france, commonwealth),)
    bring_allies_together(game)
    assert not powers_cooperate(game, france, commonwealth)


@pytest.mark.rule("13.7.5/liberation of a commonwealth major power home country")
@pytest.mark.rule("13.7.5")
def test_australia_is_the_commonwealths_at_once() -> None:
    """The USA has taken Canberra from Japan: nobody is asked."""
    game = liberation(
        wars(("usa", "japan"), ("commonwealth", "japan")),
        conquered("japan", "australia", first="japan"),
        controlled("usa", "Canberra"),
        dice=(0,) * 40,
    )
    assert holder(game, "Canberra") == {"commonwealth"}
    assert game.state[CONQUEROR][country(game, "australia")] == -1


@pytest.mark.rule("13.7.5")
def test_japan_frees_itself_at_once() -> None:
    game = liberation(
        wars(("usa", "japan")), conquered("usa", "japan", first="usa"), conquered("japan", "japan"), dice=(0,) * 40
    )
    japan = country(game, "japan")
    assert game.state[CONQUEROR][japan] == game.state[NEW_HOME][japan] == -1
    assert [event.country for event in game.events if isinstance(event, CountryLiberated)] == [japan]


@pytest.mark.rule("13.7.5")
@pytest.mark.rule("13.7.1/complete conquest")
def test_italy_is_back_with_its_fleet() -> None:
    """A power that was completely conquered is at war with its liberator's enemies; its ships leave their heir."""
    roma = "it-bb-roma-sif"

    def fallen(game: Game) -> None:
        italy, germany = country(game, "italy"), country(game, "germany")
        game.write(FALLEN_POWER, power_index(game, "italy"), 1)
        game.write(BEQUEATHED, unit(game, roma), italy + 1)
        game.write(COUNTRY, unit(game, roma), germany)
        game.set(PACTS, ((power_index(game, "italy"), power_index(game, "usa")),))

    game = liberation(
        wars(("germany", "usa"), ("germany", "commonwealth")),
        conquered("usa", "italy", first="usa"),
        fallen,
        conquered("germany", "italy"),
        put("Kiel", roma),
        dice=(0,) * 40,
    )
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "liberate")
    events = play(game, "germany", "liberate", ("italy",))
    italy, usa = power_index(game, "italy"), power_index(game, "usa")
    assert PowerIsBack(power=italy) in events
    assert (italy, usa) in game.state.get(AT_WAR)
    assert not game.state.get(PACTS), "a pact of old does not bind it any more"
    assert owner(game, roma) == "italy"


@pytest.mark.rule("13.7.5/reversion")
def test_the_usa_returns_what_was_british_in_1939() -> None:
    game = liberation(
        ALLIES_AT_WAR,
        aligned("usa", "malaya", conquered=True),
        controlled("usa", "Colombo"),
    )
    assert (tuple(game.waiting), prompt(game)) == (("usa",), "revert")
    events = play(game, "usa", "revert-countries", ("malaya",))
    malaya, commonwealth = country(game, "malaya"), power_index(game, "commonwealth")
    assert CountryReverted(country=malaya, power=commonwealth) in events
    assert (game.state[POWER][malaya], game.state[CONQUEROR][malaya]) == (commonwealth, -1)
    play(game, "usa", "revert-hexes", (place_index(game, "Colombo"),))
    assert holder(game, "Colombo") == {"commonwealth"}
    assert game.over
    assert game.state[PLACE]

"""13.7.5 Liberation, in Barbarossa: the Baltic States, which the USSR conquered first, and Poland."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, controlled, play, power_index, prompt, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_name
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    HELD_DOWN,
    NOBODY,
    POWER,
)
from worldfire.rules.s04_reinforcements import SCRAPPED
from worldfire.rules.s13_01_partisans import areas_of, is_eligible
from worldfire.rules.s13_07_5_liberation import CountryLiberated, UnitsReturn, liberator_of, owner_after

BALTIC = ("Riga", "Tallinn", "Kaunas")


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "ussr")),))


def ostland(*changes: Change) -> Game:
    """Germany holds the three capitals."""
    return campaign_in("barbarossa", "liberation", war, controlled("germany", *BALTIC), *changes)


def latvia_area(game: Game) -> Any:
    return next(area for area in areas_of(game, "Baltic States (green)") if area.name == "Latvia")


@pytest.mark.rule("13.7.5")
@pytest.mark.rule("13.7.5/liberation effects")
def test_germany_may_free_the_baltic_states() -> None:
    """Capitals are enough. What is freed is aligned; what is not rises like a red country."""
    game = ostland()
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "liberate")
    shape: Any = game.offers("germany")["liberate"]
    assert set(shape.domain) == {"estonia", "latvia", "lithuania"}
    events = play(game, "germany", "liberate", ("latvia",))
    germany, latvia, estonia = power_index(game, "germany"), country(game, "latvia"), country(game, "estonia")
    assert CountryLiberated(country=latvia, power=germany, liberator=germany) in events
    assert game.over
    assert (game.state[POWER][latvia], game.state[CONQUEROR][latvia]) == (germany, -1)
    assert not game.state[HELD_DOWN][latvia]
    assert game.state[HELD_DOWN][estonia]
    assert {area.name: area.red for area in areas_of(game, "Baltic States (green)")} == {
        "Latvia": False,
        "Estonia": True,
        "Lithuania": True,
    }


@pytest.mark.rule("13.7.5")
def test_a_country_that_was_freed_is_at_rest() -> None:
    """Conquered it would rise whatever happens; aligned only where the enemy still holds a hex."""
    game = ostland(controlled("germany", *ostland().ruleset.tables.board.hexes_of("Latvia")))
    assert is_eligible(game, latvia_area(game))
    play(game, "germany", "liberate", ("latvia",))
    assert not is_eligible(game, latvia_area(game))


@pytest.mark.rule("13.7.5")
def test_who_conquered_it_first_cannot_free_it() -> None:
    """Germany has taken Latvia from the USSR; if the USSR takes it back it is a conquest again."""

    def german(game: Game) -> None:
        latvia = country(game, "latvia")
        game.write(FIRST_CONQUEROR, latvia, power_index(game, "ussr"))
        for column in (CONQUEROR, POWER):
            game.write(column, latvia, power_index(game, "germany"))

    game = campaign_in("barbarossa", "liberation", war, german, controlled("ussr", "Riga"))
    assert game.over
    assert liberator_of(game, country(game, "latvia")) == -1


@pytest.mark.rule("13.7.5/liberation effects")
def test_half_of_the_polish_army_returns() -> None:
    """Of six INF three are drawn, of single units of a type that one; what was scrapped never returns."""
    scrapped = "poland-cav-tarnow"
    game = campaign_in(
        "barbarossa",
        "liberation",
        war,
        controlled("ussr", "Warsaw"),
        lambda game: game.write(SCRAPPED, unit(game, scrapped), 1),
        dice=tuple([0] * 40),
    )
    assert (tuple(game.waiting), prompt(game)) == (("ussr",), "liberate")
    events = play(game, "ussr", "liberate", ("poland",))
    poland, ussr = country(game, "poland"), power_index(game, "ussr")
    assert game.state[POWER][poland] == ussr
    back = [thing for event in events if isinstance(event, UnitsReturn) for thing in event.units]
    pools = [place_name(game, game.state[PLACE][thing]) for thing in back]
    assert pools.count("force pool of poland: INF") == 3
    assert pools.count("force pool of poland: HQ-I") == 1
    assert pools.count("force pool of poland: MIL") == 1  # of two
    assert place_name(game, game.state[PLACE][unit(game, scrapped)]) == "removed from the game"


@pytest.mark.rule("13.7.5/liberation effects")
def test_nothing_is_freed_for_a_power_that_is_no_more() -> None:
    """Germany retakes a Libya that the Commonwealth had conquered: it is Italy's, and nobody's once Italy has fallen."""

    def taken(game: Game) -> None:
        for column in (CONQUEROR, FIRST_CONQUEROR):
            game.write(column, country(game, "libya"), power_index(game, "commonwealth"))

    game = campaign_in("global-war", "choose actions", taken, controlled("germany", "Tripoli"))
    libya, germany = country(game, "libya"), power_index(game, "germany")
    assert liberator_of(game, libya) == germany
    assert owner_after(game, libya, germany) == power_index(game, "italy")
    game.write(FALLEN_POWER, power_index(game, "italy"), 1)
    assert liberator_of(game, libya) == NOBODY

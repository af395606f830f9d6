"""FA 15.2 Borderlands of Russia, and option 44: Northern Ireland."""

from __future__ import annotations

import pytest
from entry_pools import chosen, markers
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of
from turns import field, in_turn, play, power_index, prompt

from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import counter_of, move, place_index, things_at
from worldfire.forces.who import CONTROLLER, units_of
from worldfire.tables.counters import LandType
from worldfire.titles.fa.politics.absorbing import hexes_of_region, price_of_region
from worldfire.titles.fa.politics.points import POLITICAL_POINTS


@pytest.mark.rule("fa:15.2", example="FA-E50")
@pytest.mark.rule("fa:15.2", example="FA-E51")
def test_what_borderlands_cost() -> None:
    """Seven points for each resource and city of West Ukraine, ten for the six hexes of Minsk, fifteen for the Caucasus."""
    game = fa_in("surrender", AUGUST)
    assert price_of_region(game, "West Ukraine") == 35
    assert (price_of_region(game, "Minsk"), price_of_region(game, "Armenia & Azerbaijan")) == (10, 15)
    board = game.ruleset.tables.board
    numbers = {board.number(place)[1:] for place in hexes_of_region(game, "Minsk")}
    assert numbers == {"2238", "2137", "2136", "2237", "2236", "2135"}


@pytest.mark.rule("fa:15.2")
def test_nothing_is_absorbed_without_a_civil_war() -> None:
    rich = field(POLITICAL_POINTS, (99, 0))
    assert fa_in("absorbing borderlands", AUGUST, impulse_of(CENTRAL, 4), rich).over


def belfast(game: Game) -> int:
    return place_index(game, "Belfast")


@pytest.mark.rule("fa:13.2.2.1")
def test_the_usa_takes_over_northern_ireland_if_its_owner_agrees() -> None:
    """Only with an enemy in the British Isles. A British corps and convoy points at Belfast come back in two turns."""

    def landed(game: Game) -> None:
        board = game.ruleset.tables.board
        german = units_of(game, country(game, "germany"))
        unit = next(unit for unit in german if counter_of(game, unit).type is LandType.INF)
        move(game, unit, board.index[board.find("London")])
        british = units_of(game, country(game, "united-kingdom"))
        move(game, next(unit for unit in british if counter_of(game, unit).type is LandType.INF), belfast(game))
        game.add(CONVOY_POINTS, power_index(game, "commonwealth"), belfast(game), 2)

    where = (AUGUST, in_turn("Jan/Feb 1916"), impulse_of(ALLIES, 4), chosen(44), markers(common=(0, 1)))
    assert fa_in("the USA in Northern Ireland", *where).over
    game = fa_in("the USA in Northern Ireland", *where, landed)
    play(game, "usa", "take-over-northern-ireland")
    assert prompt(game) == "cede-ireland"
    play(game, "commonwealth", "cede-northern-ireland")
    assert game.state[CONTROLLER][belfast(game)] == power_index(game, "usa")
    circle = place_index(game, circle_space(game.state.get(TURN) + 2))
    assert LandType.INF in {counter_of(game, unit).type for unit in things_at(game, circle)}
    assert not things_at(game, belfast(game))
    assert [
        game.state.amount(CONVOY_POINTS, power_index(game, "commonwealth"), place) for place in (belfast(game), circle)
    ] == [0, 2]

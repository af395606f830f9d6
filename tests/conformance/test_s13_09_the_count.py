"""13.9 The count at the end of Global War: current capitals, and an automatic victory."""

from __future__ import annotations

from fractions import Fraction

import pytest
from test_s17_vichy import TITLE, country
from turns import campaign_in, in_turn, power_index

from worldfire.engine.game import Game
from worldfire.forces.who import CONTROLLER, FALLEN_POWER, NEW_HOME, NOBODY, SEAT
from worldfire.rules.s13_09_victory import BID, TotalCounted, objectives, standings

#: objectives that the powers of Global War are expected to hold
EXPECTED_OF_ALL = 67


def counted(game: Game, name: str) -> Fraction:
    powers = tuple(power for power, seat in enumerate(game.state[SEAT]) if seat != NOBODY)
    return objectives(game, powers)[power_index(game, name)]


@pytest.mark.rule("13.9/final victory")
def test_the_capital_of_the_current_home_country_counts() -> None:
    """Stockholm is nearest to Berlin; a Germany that lives in Slovakia loses it to the USSR or keeps it by distance."""
    game = campaign_in("global-war", "victory check", title=TITLE)
    germany = power_index(game, "germany")
    before = counted(game, "germany")
    game.write(NEW_HOME, country(game, "germany"), country(game, "netherlands-east-indies"))
    assert counted(game, "germany") < before
    game.write(NEW_HOME, country(game, "germany"), NOBODY)
    game.write(FALLEN_POWER, germany, 1)
    assert counted(game, "germany") < before


@pytest.mark.rule("13.9/automatic victory")
def test_the_losers_of_an_automatic_victory_have_no_objective() -> None:
    def everything(game: Game) -> None:
        board = game.ruleset.tables.board
        for city in game.ruleset.tables.source.chart("automatic_victory").rows.labels:
            game.write(CONTROLLER, board.index[board.find(city)], power_index(game, "usa"))
        game.write(BID, power_index(game, "germany"), -3)

    game = campaign_in("global-war", "victory check", in_turn("Mar/Apr 1944"), everything, title=TITLE)
    result = game.state.result
    assert (result["totals"]["germany"], result["totals"]["japan"]) == ("3", "0")
    assert sum(Fraction(total) for total in result["totals"].values()) == 70 + 3 - EXPECTED_OF_ALL
    assert standings(game)


@pytest.mark.rule("13.9/final victory")
@pytest.mark.rule("24.1.2")
def test_what_a_power_is_expected_to_hold_counts_where_nobody_bid_too() -> None:
    """The modified bid is the bid and what is expected: with no auction, simply that."""
    game = campaign_in("global-war", "victory check", in_turn("Jul/Aug 1945"), title=TITLE)
    expected = {"usa": 18, "ussr": 19, "commonwealth": 23, "france": 6, "china": 1, "germany": 0}
    totals = {event.seat: Fraction(event.total) for event in game.events if isinstance(event, TotalCounted)}
    assert {name: counted(game, name) - totals[name] for name in expected} == expected

"""13.9 The count at the end of Global War: Vichy, neutrals by distance, deductions, ranks (B15)."""

from __future__ import annotations

from fractions import Fraction

import pytest
from test_s17_4_running_vichy import vichy
from test_s17_vichy import TITLE, aligned, country, wars
from turns import campaign_in, controlled, in_turn, power_index

from worldfire.engine.game import Game
from worldfire.forces.things import place_index
from worldfire.forces.who import CONTROLLER, FALLEN_POWER, NEW_HOME, NOBODY, SEAT
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_09_victory import BID, TotalCounted, objectives, standings
from worldfire.titles.wif.nations.vichy.standing import INSTALLER


def counted(game: Game, name: str) -> Fraction:
    powers = tuple(power for power, seat in enumerate(game.state[SEAT]) if seat != NOBODY)
    return objectives(game, powers)[power_index(game, name)]


@pytest.mark.rule("13.9/final victory")
def test_the_count_of_b15() -> None:
    """Dakar is Vichy's, which Italy installed; Buenos Aires and Mecca go to the nearest capitals; Mexico City is American.

    The USA loses one for Haiti and one for Mexico with Brazil.
    """

    def diplomacy(game: Game) -> None:
        usa, haiti = power_index(game, "usa"), power_index(game, "haiti")
        game.say(WarDeclared(power=usa, target_power=haiti))
        for minor in ("mexico", "brazil"):
            game.say(MinorAligned(country=country(game, minor), power=usa))

    def installed(game: Game) -> None:
        game.set(INSTALLER, power_index(game, "italy"))

    last = (in_turn("Jul/Aug 1945"), wars(("germany", "france"), ("germany", "commonwealth")))
    game = campaign_in(
        "global-war",
        "victory check",
        *last,
        vichy("senegal"),
        installed,
        aligned("usa", "mexico", "brazil"),
        diplomacy,
        title=TITLE,
    )
    assert game.over
    plain = campaign_in("global-war", "victory check", *last, aligned("usa", "mexico", "brazil"), title=TITLE)
    usa = next(event for event in game.events if isinstance(event, TotalCounted) and event.seat == "usa")
    usual = next(event for event in plain.events if isinstance(event, TotalCounted) and event.seat == "usa")
    assert Fraction(usual.total) - Fraction(usa.total) == 2
    result = game.state.result
    assert result["last_turn"] == "Jul/Aug 1945"
    assert set(result["ranking"]) == set(game.seats)
    assert [result["ranking"][seat] for seat in result["totals"]] == sorted(result["ranking"].values())
    before = counted(game, "italy")
    controlled("commonwealth", "Dakar")(game)
    assert before - counted(game, "italy") == 1
    american, british = counted(game, "usa"), counted(game, "commonwealth")
    game.write(CONTROLLER, place_index(game, "Buenos Aires"), power_index(game, "usa"))
    game.write(CONTROLLER, place_index(game, "Mexico City"), power_index(game, "mexico"))
    assert (
        counted(game, "usa") == american + 1
    )  # Cape Town is the nearest capital to Buenos Aires, Washington to Mexico
    assert counted(game, "commonwealth") == british - 1


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
    assert result["winner"] == ("commonwealth",)
    assert (result["totals"]["germany"], result["totals"]["japan"]) == ("3", "0")
    assert sum(Fraction(total) for total in result["totals"].values()) == 70 + 3
    assert standings(game)

"""11.15.5: the book's examples of odds, weather and modifiers, each played as an attack on the real board."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from conformance.positions import give_control, position
from conformance.steps import begin_step, declare, one_die_result, said, turn_down
from worldfire.engine.game import Game
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s11_15_resolution import LandCombatResult, OddsReckoned

TARGET = "E1834"  # clear; Kiev lies across the Dnepr, the other hexes round it are open
KIEV = "E1735"


def kiev(attackers: Mapping[str, Sequence[str]], defenders: Sequence[str], weather: str = "fine", die: int = 5) -> Game:
    """Germans all round a Soviet hex west of Kiev, supplied by Rundstedt beside it."""
    game = position(
        "global-war",
        units={**attackers, "E1833": ["Rundstedt"], TARGET: defenders},
        wars=[("germany", "ussr")],
        weather=weather,
    )
    give_control(game, "germany", "country:Poland", "country:USSR")
    give_control(game, "ussr", TARGET)
    return begin_step(game, "land combat", "germany", throws=[die])


def attack(game: Game, target: str, attackers: Sequence[str], by: str = "germany", table: str = "assault") -> None:
    declare(game, by, **{target: attackers})
    game.submit(by, "done")
    while game.decision is not None and "choose-table" not in game.offers(next(iter(game.waiting))):
        game.submit(next(iter(game.waiting)), "done")
    if game.decision is not None:
        game.submit(next(iter(game.waiting)), "choose-table", table)


def reckoned(game: Game) -> tuple[str, str, str]:
    (found,) = said(game, OddsReckoned)
    return found.attack, found.defence, found.odds


def fought(
    attackers: Sequence[str],
    defenders: Sequence[str],
    weather: str,
    *,
    across: Sequence[str] = (),
    table: str = "assault",
) -> Game:
    """One attacker to a hex, so that supply reaches those who are named in `across` and come over the river."""
    placed = {place: [unit] for place, unit in zip(("E1733", "E1934", "E1734", "E1835"), attackers, strict=False)}
    game = kiev({**placed, KIEV: across}, defenders, weather)
    attack(game, TARGET, (*attackers, *across), table=table)
    return game


@pytest.mark.rule("11.15.5", example="WF2-017")
@pytest.mark.rule("11.15.5/odds ratios")
def test_nineteen_and_a_half_to_five_is_three_to_one() -> None:
    """5, 4 and 7, and 7 halved by the river."""
    game = fought(["ge-inf-lxiii", "ge-inf-xxxv", "ge-inf-x"], ["su-inf-3"], "fine", across=["ge-inf-liv"])
    assert reckoned(game) == ("19.5", "5", "3:1")


@pytest.mark.rule("11.15.5", example="WF2-018")
@pytest.mark.parametrize(
    ("attackers", "defender", "factors", "odds"),
    [
        (["ge-inf-xx", "ge-inf-ix", "ge-inf-x"], "su-gar-17", ("24", "2"), "11:1"),
        (["ge-inf-xx"], "su-inf-39", ("9", "6"), "1:1"),
    ],
)
def test_rain_takes_one_ratio(attackers: list[str], defender: str, factors: tuple[str, str], odds: str) -> None:
    """12:1 becomes 11:1, and 3:2 even odds."""
    assert reckoned(fought(attackers, [defender], "rain")) == (*factors, odds)


@pytest.mark.rule("11.15.5", example="WF2-019")
@pytest.mark.parametrize("weather", ["storm", "snow"])
@pytest.mark.parametrize(
    ("attackers", "defender", "factors", "odds"),
    [
        (["ge-inf-xx", "ge-inf-ix", "ge-inf-lxiii"], "su-gar-17", ("22", "2"), "9:1"),
        (["ge-inf-xx"], "su-inf-4", ("9", "3"), "3:2"),
    ],
)
def test_storm_and_snow_take_two(
    weather: str, attackers: list[str], defender: str, factors: tuple[str, str], odds: str
) -> None:
    """11:1 becomes 9:1, and 3:1 becomes 3:2."""
    assert reckoned(fought(attackers, [defender], weather)) == (*factors, odds)


@pytest.mark.rule("11.15.5", example="WF2-020")
@pytest.mark.parametrize(
    ("attackers", "weather", "odds"),
    [
        (["ge-mtn-alpine", "ge-inf-x"], "snow", "3:1"),
        (["ge-mtn-alpine", "ge-inf-x"], "blizzard", "2:1"),
        (["ge-inf-lxiii", "ge-inf-x"], "snow", "3:2"),
        (["ge-inf-lxiii", "ge-inf-x"], "blizzard", "1:1"),
    ],
)
def test_winterised_attackers_mind_the_snow_less(attackers: list[str], weather: str, odds: str) -> None:
    """Half of them are enough; 5 and 7 attack 4."""
    assert reckoned(fought(attackers, ["su-inf-8"], weather)) == ("12", "4", odds)


@pytest.mark.rule("11.15.5", example="WF2-025")
@pytest.mark.rule("11.15.5/rolling the die")
def test_below_one_to_two_the_die_suffers() -> None:
    """2 attack 10: the 1:2 column with 3 off the die."""
    game = fought(["ge-mil-bremen"], ["su-inf-2", "su-inf-3"], "fine")
    (odds,), (result,) = said(game, OddsReckoned), said(game, LandCombatResult)
    assert (odds.odds, odds.modifier) == ("1:5", -3)
    column = one_die_result(game, Table.ASSAULT, -1, 5 - 3)
    assert (result.roll, result.result) == (2, column)


@pytest.mark.rule("11.15.5", example="WF2-025")
@pytest.mark.parametrize(("table", "column"), [("assault", 10), ("blitzkrieg", 7)])
def test_above_the_last_column_the_last_is_used(table: str, column: int) -> None:
    """15:1 is rolled on 10:1 in an assault and on 7:1 in a blitzkrieg."""
    game = fought(["ge-inf-xx", "ge-inf-xxi", "ge-inf-x", "ge-inf-lxiii"], ["su-gar-17"], "fine", table=table)
    assert reckoned(game) == ("30", "2", "15:1")
    (result,) = said(game, LandCombatResult)
    wanted = one_die_result(game, Table(table), column, result.roll)
    assert result.result == wanted


def bangkok(inside: Sequence[str], outside: Sequence[str], holder: str, attacker: str) -> Game:
    """The defenders in the jungle of Bangkok lie face-down."""
    game = position(
        "global-war",
        units={"A0927": inside, "A1027": outside},
        wars=[("japan", "usa"), ("japan", "commonwealth")],
        co_operating=[("usa", "commonwealth")],
    )
    give_control(game, attacker, "A1027", "A1028", "A1026")
    give_control(game, holder, "A0927")
    turn_down(game, *inside)
    return begin_step(game, "land combat", attacker, throws=[5])


@pytest.mark.rule("11.15.5", example="WF2-026")
@pytest.mark.rule("11.15.5/table: land combat modifiers")
def test_americans_attack_bangkok_at_one_to_five() -> None:
    """2 for the face-down units, 1 off for each of 1:3, 1:4 and 1:5, 1 off for the jungle."""
    game = bangkok(["ja-inf-2", "ja-inf-20"], ["us-mil-new-orleans"], "japan", "usa")
    attack(game, "A0927", ["us-mil-new-orleans"], by="usa")
    (odds,) = said(game, OddsReckoned)
    assert reckoned(game) == ("2", "10", "1:5")
    assert odds.modifier == 2 - 3 - 1


@pytest.mark.rule("11.15.5", example="WF2-026")
def test_japanese_of_whom_half_are_at_home_in_the_jungle_lose_nothing_by_it() -> None:
    """2 for the face-down units and nothing off: the odds are even."""
    game = bangkok(["us-inf-xxxvii", "us-inf-xxxxv"], ["ja-inf-2", "ja-inf-20"], "usa", "japan")
    attack(game, "A0927", ["ja-inf-2", "ja-inf-20"], by="japan")
    (odds,) = said(game, OddsReckoned)
    assert reckoned(game) == ("10", "10", "1:1")
    assert odds.modifier == 2

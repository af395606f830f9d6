"""13.7 Victory: seven cities at any time, otherwise the objectives of the Central Powers when the war is over."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from worldfire.engine.changes import Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import slug
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import board_of
from worldfire.forces.turn import other_side, power_name, powers_of_side, side_name
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, PowerArises, master_of
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s03_sequence import END_OF_TURN, step_name
from worldfire.rules.s13_09_victory import (
    LAST_TURN,
    VICTORY_CHECK,
    GameWon,
    ScoreCounted,
    automatic_winner,
    objective_places,
)
from worldfire.titles.fa.entry.deeds import central_side

ITALY, JAPAN = "italy", "japan"
_HALF = Fraction(1, 2)

#: 13.7.1.2: Italy has once been a Central Power, and more is asked of them
ITALY_WAS_CENTRAL: Field[bool] = Field("italy_was_central", False)
#: powers that have conditionally surrendered at any time: their objectives count for nothing any more
ONCE_SURRENDERED: Field[tuple[int, ...]] = Field("once_surrendered", ())


@rule("fa:13.7.1.2")
def italy_joins(game: Game, event: PowerArises) -> None:
    if power_name(game, event.power) == ITALY and game.state[SIDE][event.power] == central_side(game):
        game.set(ITALY_WAS_CENTRAL, True)


@clause("fa:13.7.1.2", "fa:14.4")
def counts_half(game: Position, power: int) -> bool:
    """Japan, unless it fights for the Allies; Red Russia."""
    return power_name(game, power) == JAPAN and game.state[SIDE][power] != other_side(central_side(game))


@rule("fa:13.7.1.2", "fa:15.3.1", "fa:2.6")
def worth(game: Position, power: int) -> Fraction:
    """What an objective of this power counts for the Central Powers."""
    if power == NOBODY or power in game.state.get(ONCE_SURRENDERED):
        return Fraction(0)
    if counts_half(game, power):
        return _HALF
    return Fraction(int(game.state[SIDE][power] == central_side(game)))


@rule("fa:13.7.1.2")
def central_objectives(game: Position) -> Fraction:
    holders = (game.state[CONTROLLER][place] for place in counted_places(game))
    return sum((worth(game, master_of(game, holder)) for holder in holders if holder != NOBODY), Fraction(0))


@clause("fa:13.7.1.2", "fa:22.4")
def counted_places(game: Position) -> tuple[int, ...]:
    """The objectives of the map that the campaign counts: a later one ignores those of powers that are not in it."""
    ignored = _not_counted(game)
    places = objective_places(game).values()
    return tuple(place for place in places if not ignored or not _is_of(game, place, ignored))


def _not_counted(game: Position) -> tuple[str, ...]:
    chart, row = chart_named(game, "victory"), f"{game.state.get(CAMPAIGN)} not counted"
    return tuple(chart.at(row, "objectives").split(", ")) if row in chart.rows.labels else ()


def _is_of(game: Position, place: int, names: tuple[str, ...]) -> bool:
    """Does one of these powers hold the hex, or is it printed in its home country?"""
    holder = game.state[CONTROLLER][place]
    held = holder != NOBODY and power_name(game, master_of(game, holder)) in names
    return held or slug(board_of(game).tables.country[place]) in names


@rule("fa:13.7.1.2", "fa:22.3", "fa:22.4")
def needed(game: Position) -> int:
    chart, campaign = chart_named(game, "victory"), game.state.get(CAMPAIGN)
    with_italy = f"{campaign} CP win with CP Italy at"
    italian = game.state.get(ITALY_WAS_CENTRAL) and with_italy in chart.rows.labels
    return int(chart.number(with_italy if italian else f"{campaign} CP win at", "objectives"))


@clause("fa:13.7.1.1")
def beaten_by_its_morale(game: Position) -> int | None:
    """The side that wins because the other's morale is gone: the Allies when Germany's is."""
    return None


@rule("fa:13.7.1.1")
def left_alone(game: Position) -> int | None:
    """The side that wins because no major power of the other is left: nobody could spend, lead or hold anything for it."""
    return next((side for side in (0, 1) if not powers_of_side(game, other_side(side))), None)


def _won(game: Game, side: int, **more: Any) -> dict[str, Any]:
    game.say(GameWon(side=side))
    return {"winner": side_name(game, side), **more}


@step("fa:13.7.1.1")
def somebody_has_no_heart_left(game: Game, nothing: None) -> Control:
    """The war ends with the morale step in which the morale of the one that it depends on is gone."""
    winner = beaten_by_its_morale(game)
    return None if winner is None else End(_won(game, winner))


@step("fa:13.7.1.1", also=("fa:13.7", "fa:13.7.1.2"))
def who_has_won(game: Game, nothing: None) -> Control:
    """By the seven cities in any turn; by objectives, rounded, when the last turn is over."""
    cities = automatic_winner(game)
    winner = left_alone(game) if cities is None else cities
    if winner is not None:
        return End(_won(game, winner))
    if game.state.get(TURN) < game.state.get(LAST_TURN):
        return None
    side, count, wanted = central_side(game), rounded(central_objectives(game)), needed(game)
    game.say(ScoreCounted(side=side, count=count, needed=wanted))
    return End(_won(game, side if count >= wanted else other_side(side), score=count, needed=wanted))


MODULE = Module(
    schema=Schema(fields=(ITALY_WAS_CENTRAL, ONCE_SURRENDERED)),
    subscribes=((PowerArises, italy_joins),),
    changes=(
        Insert(END_OF_TURN, somebody_has_no_heart_left, after=step_name("morale")),
        Instead(VICTORY_CHECK.name, "check_victory", who_has_won),
    ),
)

"""15.1 Flags: where each minor country stands between the two sides, and how it is moved.

A flag lies in a box of the track: +1 to +15 towards the first side are kept as −1 to −15, towards the second as 1 to 15.
There is no box in between. Beyond +15 lies the box of active allies. Italy has two flags, each of which only rises (15.3.5).
"""

from __future__ import annotations

import re

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Column
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import slug
from worldfire.forces.kinds import CountryId, SideId
from worldfire.forces.situation import TURN
from worldfire.forces.turn import other_side
from worldfire.forces.who import (
    CONQUEROR,
    COUNTRIES,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    SIDE,
    CountryAligned,
    country_named,
    side_of_power,
)
from worldfire.rules.s09_06_aligning import own_power, stays_neutral
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import Campaign

#: where the country's flag lies; 0: it has none on the chart
FLAG = Column(COUNTRIES, "flag")
#: the second flag of a country that each side brings nearer by itself
SECOND_FLAG = Column(COUNTRIES, "second flag")
#: the turn in which a flag of the country came into a last box, and until which turn nobody buys attempts there (15.3.5)
IN_LAST_BOX = Column(COUNTRIES, "in the last box since")
CLOSED_UNTIL = Column(COUNTRIES, "closed to influence until")

LAST_BOX = 15
#: the box of active allies
ALLY = LAST_BOX + 1
#: as the charts call the two sides of the track
ON_TRACK = ("CP", "Al")
_BOX = re.compile(r"(CP|Al) \+(\d+)")
FLAGS, BOXES = "political_flags", "political_boxes"
#: columns of the chart of flags: the die with which an attempt of each side succeeds
_NUMBERS = ("shift to CP on", "shift to Allies on")


class FlagMoved(Event, frozen=True):
    """A flag lies in another box now, so many towards a side."""

    country: CountryId
    side: SideId
    box: int


class FlagTaken(Event, frozen=True):
    """The country has joined this side: its flag lies with the active allies."""

    country: CountryId
    side: SideId


class FlagRemoved(Event, frozen=True):
    country: CountryId


# ------------------------------------------------------------------------------------------------------------- the boxes


def sign_of(side: int) -> int:
    return -1 if side == 0 else 1


def read_boxes(said: str) -> tuple[int, ...]:
    """The boxes that a chart names: “CP +7”, “Al +4 and CP +3”; none for a flag that is set aside."""
    return tuple(sign_of(ON_TRACK.index(side)) * int(number) for side, number in _BOX.findall(said))


def box_towards(game: Position, country: int, side: int) -> int:
    """How far the country stands on the side's part of the track, 0 if on the other; `ALLY` if it has joined it."""
    first, second = game.state[FLAG][country], game.state[SECOND_FLAG][country]
    return max(0, first * sign_of(side), second * sign_of(side))


def has_flag(game: Position, country: int) -> bool:
    return bool(game.state[FLAG][country])


def has_two_flags(game: Position, country: int) -> bool:
    return bool(game.state[SECOND_FLAG][country])


def threshold(game: Position, benefit: str) -> int:
    """The box from which on a benefit is had, from the chart."""
    return int(chart_named(game, BOXES).at(benefit, "box"))


@rule("fa:15.1")
def attempt_number(game: Position, country: int, side: int) -> int:
    """A die of this or less shifts the flag towards the side."""
    return game.ruleset.once(_numbers)[game.state.get(COUNTRY_NAMES)[country]][side]


def _numbers(ruleset: Ruleset) -> dict[str, tuple[int, ...]]:
    chart = ruleset.tables.source.chart(FLAGS)
    rows = [row for row in chart.rows.labels if all((row, column) in chart.cells for column in _NUMBERS)]
    return {slug(row): tuple(int(chart.number(row, column)) for column in _NUMBERS) for row in rows}


# ------------------------------------------------------------------------------------------------------------- the set-up


@rule("fa:15.1", "fa:22.3")
def set_up_flags(game: Game, campaign: Campaign) -> None:
    """Where they are printed, or where the campaign puts them; a flag without a printed place at +1 of the second side."""
    for name, boxes in _boxes_at_first(game, campaign).items():
        country = country_named(game, name)
        if country != NOBODY:
            for column, box in zip((FLAG, SECOND_FLAG), read_boxes(boxes), strict=False):
                game.write(column, country, box)


def _boxes_at_first(game: Position, campaign: Campaign) -> dict[str, str]:
    if campaign.great_war is None:
        return {}
    chart = chart_named(game, FLAGS)
    said = {slug(row): chart.cells[row, column].value for row, column in chart.cells if column == "box 1914"}
    return {**said, **campaign.great_war.flags.value}


@rule("fa:15.1.1", "fa:22.4")
def flags_of_belligerents(game: Game, campaign: Campaign) -> None:
    """Whoever belongs to a side when the game begins lies with its active allies."""
    for country in range(len(game.state[FLAG])):
        side = side_of_power(game, game.state[POWER][country])
        if has_flag(game, country) and side != NOBODY:
            game.write(FLAG, country, ALLY * sign_of(side))
            game.write(SECOND_FLAG, country, 0)


# ---------------------------------------------------------------------------------------------------------- moving a flag


@clause("fa:15.1.1")
def shift(game: Game, country: int, side: int, boxes: int = 1) -> None:
    """Move the flag towards a side; it never leaves the last box of the other one, nor the box of active allies."""
    if not has_flag(game, country) or is_ally(game, country):
        return
    column = _flag_that_moves(game, country, side)
    old = game.state[column][country]
    if old == LAST_BOX * sign_of(other_side(side)):
        return
    lay_flag(game, country, side, min(LAST_BOX, _steps(old * sign_of(side), boxes)), column)


def _flag_that_moves(game: Position, country: int, side: int) -> Column:
    """Where there are two, the one on the side's own part of the track."""
    own = game.state[FLAG][country] * sign_of(side) > 0
    return FLAG if own or not has_two_flags(game, country) else SECOND_FLAG


def _steps(box: int, boxes: int) -> int:
    """From a box, counted towards a side, so many on: +1 of one side borders +1 of the other."""
    return box + boxes + (box < 0 <= box + boxes)


def lay_flag(game: Game, country: int, side: int, towards: int, column: Column = FLAG) -> None:
    """Into the box that is so many towards the side; fewer than none are on the other part of the track."""
    box = towards * sign_of(side)
    if game.state[column][country] == box:
        return
    game.write(column, country, box)
    if abs(box) == LAST_BOX:
        game.write(IN_LAST_BOX, country, game.state.get(TURN))
    game.say(FlagMoved(country=country, side=side if towards > 0 else other_side(side), box=abs(box)))


@rule("fa:15.1.1")
def take_flag(game: Game, country: int, side: int) -> None:
    """By alignment, declaration of war or liberation: the flag lies with the active allies of the side."""
    if not has_flag(game, country) or is_ally_of(game, country, side):
        return
    game.write(FLAG, country, ALLY * sign_of(side))
    game.write(SECOND_FLAG, country, 0)
    game.say(FlagTaken(country=country, side=side))


def remove_flag(game: Game, country: int) -> None:
    if has_flag(game, country):
        game.write(FLAG, country, 0)
        game.write(SECOND_FLAG, country, 0)
        game.say(FlagRemoved(country=country))


@rule("fa:15.1", "fa:14.3")
def neutral_again(game: Game, event: CountryAligned) -> None:
    """A country that is its own master again is no active ally: its flag lies where it did when the campaign began."""
    country = event.country
    if not is_ally(game, country) or event.power != own_power(game, country) or game.state[SIDE][event.power] != NOBODY:
        return
    said = _boxes_at_first(game, layout_of(game).campaign).get(game.state.get(COUNTRY_NAMES)[country], "")
    box = next(iter(read_boxes(said)), sign_of(1))
    lay_flag(game, country, int(box > 0), abs(box))


def is_ally(game: Position, country: int) -> bool:
    return abs(game.state[FLAG][country]) == ALLY


def is_ally_of(game: Position, country: int, side: int) -> bool:
    return game.state[FLAG][country] == ALLY * sign_of(side)


@rule("fa:15.1.1")
def idle_flags_fall(game: Game) -> None:
    """Whoever has waited a whole turn in a last box without being aligned is one box further back."""
    turn = game.state.get(TURN)
    for country in range(len(game.state[FLAG])):
        for column in (FLAG, SECOND_FLAG):
            box = game.state[column][country]
            if abs(box) == LAST_BOX and game.state[IN_LAST_BOX][country] < turn:
                lay_flag(game, country, int(box > 0), LAST_BOX - 1, column)


# -------------------------------------------------------------------------------------------------- who can be influenced


@clause("fa:15.1")
def is_independent(game: Position, country: int) -> bool:
    """Neutral, its own master, neither conquered nor at war on anybody's side."""
    own = own_power(game, country)
    return own != NOBODY and game.state[POWER][country] == own and game.state[CONQUEROR][country] == NOBODY


@rule("fa:15.1", "fa:22.4")
def can_be_influenced(game: Position, country: int) -> bool:
    """A country with a flag that has joined nobody yet, and that the campaign has not left out of the game."""
    undecided = has_flag(game, country) and not is_ally(game, country)
    return undecided and not stays_neutral(game, country) and is_independent(game, country)


@clause("fa:15.1", "fa:15.3.5")
def attempts_are_sold(game: Position, country: int) -> bool:
    """Not for some turns after a conditional surrender; the bonus die moves it all the same."""
    return can_be_influenced(game, country) and game.state[CLOSED_UNTIL][country] < game.state.get(TURN)

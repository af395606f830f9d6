"""13.3.3 US entry actions: the chart `us_entry_actions`, and the events of the war that are lines of it.

A line says what triggers it, who does it to whom, whose pool it concerns, its points, and whether it counts once or each time.
Declarations of war are rolled for together, after all of them have been made (9); everything else at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.forces.enmity import at_war
from worldfire.forces.turn import power_name, side_name
from worldfire.forces.who import NOBODY, SIDE, country_named, power_named
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s09_war import UsEntryAction
from worldfire.tables.chart import Chart
from worldfire.titles.wif.nations.us_entry.moving import NOTICING, Noticing
from worldfire.titles.wif.nations.us_entry.pools import ON_CHARTS, is_entering, targets_in_play
from worldfire.titles.wif.nations.usa import is_american

CHART = "us_entry_actions"
_NONE, _OTHER, _AMERICAN = "none", "other", "american"
#: what a line may be triggered by
ON_MAJOR, ON_MINOR, ON_ANYBODY = "war on a major power", "war on a minor", "war on anybody"

#: actions that count only once and have been rolled for
ACTIONS_NOTED: Field[tuple[str, ...]] = Field("us_actions_noted", ())
#: (line, who, on whom, is it halved): declarations of war of this step that are still to be rolled for
DECLARATIONS_DUE: Field[tuple[tuple[str, int, int, bool], ...]] = Field("us_declarations_due", ())


class Line(NamedTuple):
    id: str
    trigger: str
    by: tuple[str, ...]
    on: tuple[str, ...]
    target: str
    points: int
    once: bool
    #: lines of powers that act together: one roll if they do so in the same impulse, half if the other has done so before
    together: str


def _read(rules: Ruleset) -> tuple[Line, ...]:
    chart: Chart = rules.tables.source.chart(CHART)
    return tuple(
        Line(
            row,
            chart.at(row, "trigger"),
            _names(chart.at(row, "by")),
            _names(chart.at(row, "on")),
            ON_CHARTS.get(chart.at(row, "pool"), ""),
            int(chart.number(row, "value")),
            chart.at(row, "repeat") == "once",
            "" if chart.at(row, "together") == _NONE else chart.at(row, "together"),
        )
        for row in chart.rows.labels
    )


def _names(said: str) -> tuple[str, ...]:
    return () if said == _NONE else tuple(said.split())


def lines(game: Position, *triggers: str) -> tuple[Line, ...]:
    return tuple(line for line in game.ruleset.once(_read) if line.trigger in triggers)


def does_it(game: Position, line: Line, power: int) -> bool:
    """Is the power, or its side, named by the line?"""
    if not line.by:
        return True
    if power == NOBODY:
        return False
    side = game.state[SIDE][power]
    return power_name(game, power) in line.by or (side != NOBODY and side_name(game, side) in line.by)


def is_meant(game: Position, line: Line, name: str) -> bool:
    """Does the line speak of the country of this name? What it does not list may be any other."""
    return name in line.on or _OTHER in line.on or (_AMERICAN in line.on and _is_american(game, name))


def _is_american(game: Position, name: str) -> bool:
    country = country_named(game, name)
    return country != NOBODY and is_american(game, country)


@rule("13.3.3", "13.3.3/the entry actions")
def notice(game: Game, line: Line, culprit: int, *, half: bool = False) -> Call | None:
    """Roll for a line that has come true, unless it counted before or the USA no longer takes notice."""
    if not is_entering(game) or (line.target and line.target not in targets_in_play(game)):
        return None
    if line.once:
        noted = game.state.get(ACTIONS_NOTED)
        if line.id in noted:
            return None
        game.set(ACTIONS_NOTED, (*noted, line.id))
    return Call(NOTICING.name, Noticing(line.id, culprit, line.target, _points(line, half=half)))


def notice_first(game: Game, found: Iterable[Line], culprit: int) -> Call | None:
    line = next(iter(found), None)
    return None if line is None else notice(game, line, culprit)


# ------------------------------------------------------------------------------------------------- declarations of war


@rule("13.3.3", "9.3", "13.3.3 action 20", "13.3.3 action 31", "13.3.3 action 32")
def note_war(game: Game, event: UsEntryAction) -> Call | None:
    """The line of a declaration of war is rolled for when all powers of the side have declared theirs."""
    line = line_of_war(game, event.power, event.target_power)
    if line is None:
        return None
    half = _partner_is_at_war(game, line, event.power, event.target_power)
    due = game.state.get(DECLARATIONS_DUE)
    game.set(DECLARATIONS_DUE, (*due, (line.id, event.power, event.target_power, half)))
    return None


@rule("13.3.3", "9.3")
def line_of_war(game: Position, power: int, enemy: int) -> Line | None:
    """The line that this declaration of war would come under; None: the USA takes no notice, or has for this impulse."""
    if not is_entering(game):
        return None
    major, name = game.state[SIDE][enemy] != NOBODY, power_name(game, enemy)
    candidates = lines(game, ON_ANYBODY, ON_MAJOR if major else ON_MINOR)
    line = next((line for line in candidates if does_it(game, line, power) and is_meant(game, line, name)), None)
    return None if line is None or _rolled_for_already(game, line, enemy) else line


@rule("13.3.3")
def points_of_war(game: Position, power: int, enemy: int) -> tuple[str, int]:
    """Whose pools the declaration would concern ("": the USA chooses) and with how many points; none if it counted before."""
    line = line_of_war(game, power, enemy)
    if line is None or (line.once and line.id in game.state.get(ACTIONS_NOTED)):
        return "", 0
    return line.target, _points(line, half=_partner_is_at_war(game, line, power, enemy))


def _points(line: Line, *, half: bool) -> int:
    return rounded(Fraction(line.points, 2)) if half else line.points


@rule("13.3.3 action 12", "13.3.3 action 13", "13.3.3 action 22", "13.3.3 action 24", "13.3.3 action 25")
def _rolled_for_already(game: Position, line: Line, enemy: int) -> bool:
    """If both powers of a pair declare war on the same one in an impulse, there is one roll."""
    by_id = {other.id: other for other in game.ruleset.once(_read)}
    due = game.state.get(DECLARATIONS_DUE)
    return bool(line.together) and any(
        by_id[known].together == line.together and victim == enemy for known, _, victim, _ in due
    )


@rule("13.3.3")
def _partner_is_at_war(game: Position, line: Line, power: int, enemy: int) -> bool:
    if not line.together:
        return False
    names = {name for other in game.ruleset.once(_read) if other.together == line.together for name in other.by}
    partners = {power_named(game, name) for name in names} - {NOBODY, power}
    return any(at_war(game, partner, enemy) for partner in partners)


def next_declaration(game: Game) -> Call | None:
    """Roll for the first of those that are due."""
    while game.state.get(DECLARATIONS_DUE):
        (action, culprit, _, half), *rest = game.state.get(DECLARATIONS_DUE)
        game.set(DECLARATIONS_DUE, tuple(rest))
        line = next(line for line in game.ruleset.once(_read) if line.id == action)
        call = notice(game, line, culprit, half=half)
        if call is not None:
            return call
    return None

"""Automatic entry dates (fa:22.6): countries join by the calendar instead of by diplomacy. The book gives it no number."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from worldfire.engine.changes import Insert, Without
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, step
from worldfire.engine.ruleset import Option
from worldfire.forces.capitals import capital_distance
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import slug
from worldfire.forces.situation import TURN
from worldfire.forces.turn import active_side, is_active, powers_of_side
from worldfire.forces.who import NOBODY, SIDE, country_named
from worldfire.rules.s09_06_aligning import LAST_NEUTRAL, SETTING_UP, align_minor, own_power, willing_minors
from worldfire.rules.s09_war import DECLARING_WAR, UsEntryAlignment
from worldfire.tables.campaign import turn_number
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.latent import is_brought_in
from worldfire.titles.fa.politics.back_on_the_track import ARMY_KEPT
from worldfire.titles.fa.politics.benefits import PASSAGE, TROOPS, grants
from worldfire.titles.fa.politics.flags import attempts_are_sold, is_independent, shift
from worldfire.titles.fa.politics.influence import INFLUENCING
from worldfire.titles.fa.politics.step import POLITICS

CHART = "automatic_entry"
_DATE = re.compile(r"(CP|Allied access|Allies) (\w{3}/\w{3} \d{4})")


@rule("fa:22.6")
def dates(game: Position) -> Iterator[tuple[int, str, int]]:
    """(country, what happens, turn): “CP”, “Allies” or “Allied access”."""
    chart = chart_named(game, CHART)
    for row in chart.rows.labels:
        country = country_named(game, slug(row))
        if country != NOBODY:
            for what, date in _DATE.findall(chart.at(row, "turn")):
                yield country, what, turn_number(date)


@rule("fa:22.6")
def due(game: Position, side: int) -> tuple[int, ...]:
    """Countries that must join the side now and are still on their own; nobody joins twice."""
    word = "CP" if side == central_side(game) else "Allies"
    now = game.state.get(TURN)
    found = (country for country, what, turn in dates(game) if what == word and turn <= now)
    return tuple(
        country
        for country in found
        if is_independent(game, country)
        and game.state[SIDE][own_power(game, country)] == NOBODY
        and not _was_in_the_war(game, country)
    )


@rule("fa:22.6", "fa:15.3.5")
def _was_in_the_war(game: Position, country: int) -> bool:
    """It joined or was attacked before, and is neutral again: by its surrender, or by that of whoever had conquered it."""
    return bool(game.state[LAST_NEUTRAL][country] or game.state[ARMY_KEPT][own_power(game, country)])


@rule("fa:22.6")
def nobody_is_willing(game: Position, power: int) -> tuple[int, ...]:
    """There is no diplomacy: nobody aligns but on his day, or when he is attacked."""
    return ()


@rule("fa:22.6", "fa:13.2.2.1")
def nobody_is_influenced(game: Position, country: int) -> bool:
    """Not by the free attempt of the USA either."""
    return False


@rule("fa:22.6", "fa:15.3.1")
def no_flag_moves(game: Game, country: int, side: int, boxes: int = 1) -> None:
    """Events move none either: a flag of Japan that went far enough would bring it in on a day that is not on the list."""


@step("fa:22.6")
def countries_join_by_the_calendar(game: Game, declaring: object) -> Control:
    """At the first opportunity, with the nearest active power of the side; it costs nothing."""
    side = active_side(game)
    active = [power for power in powers_of_side(game, side) if is_active(game, power)]
    waiting = due(game, side)
    if not waiting or not active:
        return Goto("militia_come_back")
    country = waiting[0]
    power = min(active, key=lambda each: (capital_distance(game, each, country), each))
    game.say(UsEntryAlignment(power=power, country=country))
    return is_brought_in(_align, game, country, power)


def _align(game: Game, country: int, power: int) -> Control:
    return Call(SETTING_UP.name, align_minor(game, country, power))


@step("fa:22.6")
def another_joins(game: Game, declaring: object) -> Control:
    return Goto("countries_join_by_the_calendar")


@rule("fa:22.6")
def access_by_the_calendar(
    usual: Callable[[Position, int, int, str], bool], game: Position, country: int, side: int, benefit: str
) -> bool:
    """Greece lets Allied troops in before it joins them; flags mean nothing."""
    allied = side not in (NOBODY, central_side(game))
    now = game.state.get(TURN)
    opened = any(each == country and what == "Allied access" and turn <= now for each, what, turn in dates(game))
    return allied and opened and benefit in (PASSAGE, TROOPS) and is_independent(game, country)


OPTION = Option(
    "11",
    "Automatic entry dates",
    changes=(
        Without(POLITICS.name, INFLUENCING.name),
        attempts_are_sold.replaced_by(nobody_is_influenced),
        shift.replaced_by(no_flag_moves),
        willing_minors.replaced_by(nobody_is_willing),
        Insert(DECLARING_WAR.name, countries_join_by_the_calendar, before="militia_come_back"),
        Insert(DECLARING_WAR.name, another_joins, before="militia_come_back"),
        grants.wrapped_by(access_by_the_calendar),
    ),
)

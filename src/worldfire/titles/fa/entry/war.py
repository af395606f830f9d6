"""9.4 The USA attempts to enter the war, and whom the USA and the Commonwealth may declare war on."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, Verb, one, procedure, step
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.kinds import Country, Power, PowerId
from worldfire.forces.turn import active_side, is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, country_named, power_named
from worldfire.rules.s09_war import declare_war
from worldfire.titles.fa.entry.drawing import RETURNING, Returning
from worldfire.titles.fa.entry.options import DRAFT, WAR_ON_MINORS, is_chosen
from worldfire.titles.fa.entry.pools import (
    COMMONWEALTH,
    CW_MAY_DECLARE,
    ENTRY_IN_USE,
    US_ENTRY,
    US_TENSION,
    USA,
    level,
    owner_of,
    seat_of_pool,
    show_all,
    watches_the_war,
)
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.opening import script_of_impulse
from worldfire.titles.fa.politics.points import pay, payment_violation, price_of
from worldfire.titles.fa.sides_at_war import FIGHTS_ALONE

CHART = "its_war"


class EntryAttempted(Event, frozen=True):
    """The USA has rolled to enter the war; only it knows which number it needed."""

    power: PowerId
    die: int
    modifier: int
    succeeded: bool


# ------------------------------------------------------------------------------------------------ who may declare on whom


@rule("fa:9.4", "fa:9.4.3", "fa:13.2.2.1")
def reluctant_violation(
    usual: Callable[[Position, int, str], Violation | None], game: Position, power: int, name: str
) -> Violation | None:
    """The Commonwealth needs its points against a major power; the USA only attempts it, and leaves minors alone before 48.

    A latent major power is attacked like a minor country, but it brings its attacker into the war of the sides.
    """
    found = usual(game, power, name)
    who = power_name(game, power)
    if found is not None or who not in (USA, COMMONWEALTH):
        return found
    enemy = power_named(game, name)
    minor = enemy == NOBODY or game.state[SIDE][enemy] == NOBODY
    if who == USA and minor and not is_chosen(game, WAR_ON_MINORS):  # however it came into the war
        return refused("fa:9.4", "usa-leaves-minors", country=Country(country_named(game, name)))
    brings_war = not minor or is_latent(game, enemy)
    if not game.state.get(ENTRY_IN_USE) or not brings_war or is_active(game, power):
        return None
    if who == USA:
        return refused("fa:9.4.2", "usa-only-attempts", power=Power(power))
    return None if game.state.get(CW_MAY_DECLARE) else refused("fa:9.4.3", "commonwealth-not-ready", power=Power(power))


# -------------------------------------------------------------------------------------------------------- 9.4.2 the attempt


@rule("fa:9.4.2")
def war_number(game: Position) -> int:
    """From the table, by the levels of entry and of tension."""
    chart = chart_named(game, CHART)
    entry, tension = level(game, US_ENTRY), level(game, US_TENSION)
    rows = [row for row in chart.rows.labels if row.startswith("entry ")]
    columns = [column for column in chart.columns.labels if column.startswith("tension ")]
    row = next((row for row in reversed(rows) if entry >= _least(row)), "")
    column = next(column for column in reversed(columns) if tension >= _least(column))
    return int(chart.number(row, column)) if row else 0


def _least(label: str) -> int:
    """The lowest number of a range: “entry 20-24”, “tension 40+”."""
    return int(label.rpartition(" ")[2].rstrip("+").partition("-")[0])


@clause("fa:9.4.2", "fa:14.3", "fa:14.4")
def has_given_up(game: Position, power: int) -> bool:
    """Has the major power, as an Ally, been beaten, surrendered, or gone to revolution?"""
    side = game.state[SIDE][owner_of(game, US_ENTRY)]
    return game.state[SIDE][power] == side and bool(game.state[FALLEN_POWER][power])


@rule("fa:9.4.2")
def die_modifier(game: Position) -> int:
    """More without the draft, less for each Ally that has fallen out of the war."""
    chart = chart_named(game, CHART)
    fallen = sum(has_given_up(game, power) for power in range(len(game.state[SIDE])))
    without = 0 if is_chosen(game, DRAFT) else int(chart.number("without option 40", "die modifier"))
    each = int(chart.number("each Allied power surrendered or in revolution", "die modifier"))
    return without + fallen * each


class Attempt(msgspec.Struct):
    """Nothing is remembered: the pools say it."""


def enemies_of_the_usa(game: Position) -> tuple[int, ...]:
    """Active major powers of the other side, but for a Japan that has only a war of its own."""
    usa = owner_of(game, US_ENTRY)
    powers = powers_of_side(game, other_side(game.state[SIDE][usa]))
    return tuple(power for power in powers if is_active(game, power) and not FIGHTS_ALONE(game, usa, power))


@rule("fa:9.4.2")
def attempt_violation(game: Position) -> Violation | None:
    """A declaration that succeeds is paid for: without the points there is no attempt."""
    side = game.state[SIDE][owner_of(game, US_ENTRY)]
    return payment_violation(game, side, price_of(game, "declaration of war"))


def _attempt(game: Game, attempt: Attempt, seat: str, noun: Noun) -> Control:
    return None


def _no_attempt(game: Game, attempt: Attempt, seat: str, noun: Noun) -> Control:
    return End()


ATTEMPT_ENTRY = Verb("attempt-entry", "fa:9.4.2", _attempt)
STAY_OUT = Verb("stay-out-of-the-war", "fa:9.4.2", _no_attempt)


@step("fa:9.4.2", STAY_OUT, ATTEMPT_ENTRY)
def ask_for_entry(game: Game, attempt: Attempt) -> Control:
    usa = owner_of(game, US_ENTRY)
    mine = watches_the_war(game, USA) and game.state[SIDE][usa] == active_side(game)
    if not mine or not enemies_of_the_usa(game) or attempt_violation(game) is not None:
        return End()
    highest = max(0, war_number(game) - die_modifier(game))
    return one(
        seat_of_pool(game, US_ENTRY),
        STAY_OUT,
        ATTEMPT_ENTRY,
        rule="fa:9.4.2",
        prompt="attempt-entry",
        power=Power(usa),
        highest=Number(highest),
    )


@step("fa:9.4.2")
def roll_for_entry(game: Game, attempt: Attempt) -> Control:
    return Roll("US entry into the war", seat_of_pool(game, US_ENTRY))


@step("fa:9.4.2", also=("fa:9.4",))
def is_it_war(game: Game, attempt: Attempt) -> Control:
    """Success shows and returns every marker and is paid for; a failure returns one of each pool unseen."""
    usa, die, modifier = owner_of(game, US_ENTRY), game.total, die_modifier(game)
    succeeded = die + modifier <= war_number(game)
    game.say(EntryAttempted(power=usa, die=die, modifier=modifier, succeeded=succeeded))
    if not succeeded:
        return Call(RETURNING.name, Returning(((US_ENTRY, 1), (US_TENSION, 1))))
    show_all(game, US_ENTRY)
    show_all(game, US_TENSION)
    pay(game, game.state[SIDE][usa], price_of(game, "declaration of war"))
    enter_the_war(game)
    return End()


def enter_the_war(game: Game) -> None:
    """With all active major powers of the other side: war is a matter of sides (9.3)."""
    declare_war(game, owner_of(game, US_ENTRY), enemies_of_the_usa(game)[0])


@step("fa:9.4.2")
def attempt_is_over(game: Game, attempt: Attempt) -> Control:
    return End()


ATTEMPTING = procedure(
    "US attempt to enter the war",
    "fa:9.4.2",
    ask_for_entry,
    roll_for_entry,
    is_it_war,
    attempt_is_over,
    locals=Attempt,
)


@step("fa:9.4.2", also=("fa:9", "fa:22.3"))
def usa_attempts_to_enter(game: Game, declaring: object) -> Control:
    """After the others of its side have declared on major powers, before anybody declares on minors; not against the script."""
    script = script_of_impulse(game)
    free = script is None or script.other_wars
    return Call(ATTEMPTING.name, Attempt()) if free and game.state.get(ENTRY_IN_USE) else None

"""15.2, 19.1 Powers that political points bring together: military advisors, and the Allied high command."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, End, Verb, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Owner, PowerId
from worldfire.forces.turn import is_active, power_name
from worldfire.forces.who import NOBODY, SIDE, PowerArises, power_named
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s18_1_cooperation import let_cooperate, powers_cooperate
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.politics.income import us_is_at_war
from worldfire.titles.fa.politics.points import (
    ask_the_spender,
    pay,
    payment_violation,
    price_of,
    seat_that_spends,
)

ADVISORS, HIGH_COMMAND = "military advisors", "Allied high command"
GERMANY = "germany"
#: whom German advisors may go to
ADVISED = Listed("powers that German advisors go to", "fa:15.2")
#: who serves under the high command
WESTERN = Listed("powers under the Allied high command", "fa:15.2")

HIGH_COMMAND_STANDS: Field[bool] = Field("allied_high_command", False)


class AdvisorsSent(Event, frozen=True):
    power: PowerId
    target_power: PowerId


class HighCommandEstablished(Event, frozen=True):
    """France, the Commonwealth, the USA and an Allied Italy fight as one from now on."""


# ---------------------------------------------------------------------------------------------------- military advisors


@rule("fa:15.2")
def to_be_advised(game: Position) -> tuple[int, ...]:
    """Central Powers beside Germany that fight and do not co-operate with it yet."""
    germany = power_named(game, GERMANY)
    if germany == NOBODY or not is_active(game, germany):
        return ()
    found = (power_named(game, name) for name in ADVISED(game))
    return tuple(
        power
        for power in found
        if power != NOBODY
        and game.state[SIDE][power] == game.state[SIDE][germany]
        and is_active(game, power)
        and not powers_cooperate(game, power, germany)
    )


def _advised(game: Position, nothing: object, seat: str) -> Shape | Violation:
    germany = power_named(game, GERMANY)
    side = game.state[SIDE][germany] if germany != NOBODY else NOBODY
    if side == NOBODY or seat != seat_that_spends(game, side):
        return refused("fa:15.2", "only-the-spender-decides")
    found = to_be_advised(game)
    if not found:
        return refused("fa:15.2", "nobody-to-advise")
    return payment_violation(game, side, price_of(game, ADVISORS)) or One(
        tuple(power_name(game, power) for power in found)
    )


def _advise(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
    germany, power = power_named(game, GERMANY), power_named(game, noun)
    pay(game, game.state[SIDE][germany], price_of(game, ADVISORS))
    let_cooperate(game, germany, power)
    game.say(AdvisorsSent(power=germany, target_power=power))
    return None


SEND_ADVISORS = Announcement(Verb("send-military-advisors", "fa:15.2", _advise, _advised, items=Owner), PLAY)


# --------------------------------------------------------------------------------------------------------- high command


class HighCommand(msgspec.Struct):
    """Nothing is remembered."""


def western_side(game: Position) -> int:
    """The side of the USA."""
    usa = power_named(game, "usa")
    return NOBODY if usa == NOBODY else game.state[SIDE][usa]


def may_have_high_command(game: Position) -> bool:
    """If it can be paid."""
    return us_is_at_war(game) and not game.state.get(HIGH_COMMAND_STANDS)


@rule("fa:15.2")
def high_command_violation(game: Position) -> Violation | None:
    """Once, and only when the USA is in the war."""
    if game.state.get(HIGH_COMMAND_STANDS):
        return refused("fa:15.2", "high-command-stands")
    if not us_is_at_war(game):
        return refused("fa:15.2", "high-command-needs-the-usa")
    return payment_violation(game, western_side(game), price_of(game, HIGH_COMMAND))


def _establish(game: Game, command: HighCommand, seat: str, noun: Noun) -> Control:
    pay(game, western_side(game), price_of(game, HIGH_COMMAND))
    game.set(HIGH_COMMAND_STANDS, True)
    game.say(HighCommandEstablished())
    unite_the_command(game)
    return None


@rule("fa:15.2", "fa:19.1")
def unite_the_command(game: Game) -> None:
    """All of them who are on that side co-operate; Italy also if it joins later."""
    if not game.state.get(HIGH_COMMAND_STANDS):
        return
    side = western_side(game)
    powers = [power_named(game, name) for name in WESTERN(game)]
    allies = [power for power in powers if power != NOBODY and game.state[SIDE][power] == side]
    for number, one_ in enumerate(allies):
        for other in allies[number + 1 :]:
            let_cooperate(game, one_, other)


def newcomers_serve_under_it(game: Game, event: PowerArises) -> None:
    unite_the_command(game)


def _no_command(game: Game, command: HighCommand, seat: str, noun: Noun) -> Control:
    return None


ESTABLISH = Verb("establish-high-command", "fa:15.2", _establish)
LEAVE_COMMANDS = Verb("leave-commands-apart", "fa:15.2", _no_command)


@step("fa:15.2", LEAVE_COMMANDS, ESTABLISH)
def ask_for_the_high_command(game: Game, command: HighCommand) -> Control:
    if high_command_violation(game) is not None:
        return End()
    return ask_the_spender(
        game, western_side(game), LEAVE_COMMANDS, ESTABLISH, rule="fa:15.2", prompt="establish-high-command"
    )


COMMANDING = procedure("Allied high command", "fa:15.2", ask_for_the_high_command, locals=HighCommand)

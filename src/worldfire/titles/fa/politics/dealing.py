"""15.2 Trade agreements signed and cancelled: one a turn for each side, the side with the initiative picks first."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Phrase, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, procedure, step
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Owner, Side
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES, NOBODY, POWER, SIDE, power_named
from worldfire.rules.s09_06_aligning import own_power, stays_neutral
from worldfire.titles.fa.civil_war.factions import red_country
from worldfire.titles.fa.japan import is_on_expedition
from worldfire.titles.fa.names import RED_RUSSIA
from worldfire.titles.fa.politics.flags import is_independent
from worldfire.titles.fa.politics.points import ask_the_spender, pay, points_of, price_of
from worldfire.titles.fa.trade import (
    AGREEMENTS,
    amount_of,
    cancel,
    country_of_giver,
    is_in_force,
    recipient_of,
    room_for,
    sign,
    unpromised,
)
from worldfire.titles.fa.who_first import next_side

SIGN, CANCEL = "sign trade agreement per resource", "cancel trade agreement per resource"


class Deal(Word):
    """“greece germany 1”: so many resources of the one for the other."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        giver, recipient, number = str(value).rsplit(" ", 2)
        return Phrase(
            "trade-deal", {"giver": Owner(giver), "recipient": Owner(recipient), "resources": Number(int(number))}
        )


class Trading(msgspec.Struct):
    """Sides that are through."""

    done: tuple[int, ...] = ()


def _side(game: Position, trading: Trading) -> int:
    return next_side(game, "trade agreements", trading.done)


@rule("fa:15.2", "fa:15.3.1", "fa:22.4")
def trades_with(game: Position, country: int, side: int) -> bool:
    """A minor country or a latent power at peace, if it is in the game; Japan too, though some of its units fight.

    A Red Russia that has won is neither.
    """
    if not is_independent(game, country) or stays_neutral(game, country) or country == red_country(game):
        return False
    own = own_power(game, country)
    away = is_on_expedition(game, own) and side == game.state[SIDE][own]
    return away or game.state[SIDE][own] == NOBODY


@rule("fa:15.2")
def deals(game: Position, side: int) -> tuple[str, ...]:
    """What the side could sign: with minor countries and latent powers at peace, for what they do not send away yet.

    As far as its points go; a neutral major power such as the USA signs nothing, nor does a Japan that is not active.
    """
    most = points_of(game, side) // price_of(game, SIGN)
    if not most:
        return ()
    active = (power for power in powers_of_side(game, side) if is_active(game, power))
    powers = [power_name(game, power) for power in active if not is_on_expedition(game, power)]
    found, names = [], game.state.get(COUNTRY_NAMES)
    for country, name in enumerate(names):
        if trades_with(game, country, side):
            free = min(most, unpromised(game, country))
            for power in powers:
                found += [f"{name} {power} {number}" for number in range(1, room_for(game, name, power, free) + 1)]
    return tuple(found)


@rule("fa:15.2", "fa:14.4")
def breaches(game: Position, side: int) -> tuple[str, ...]:
    """Agreements with powers of the other side that the side could have cancelled.

    What a victorious Red Russia sends is none (14.4).
    """
    found = []
    agreements = (row for row in game.state.get(AGREEMENTS) if row[0] != RED_RUSSIA)
    for giver, to, printed in agreements:
        amount = amount_of(game, giver, to, printed)
        if not amount or not is_in_force(game, giver, to) or not _is_its_own(game, giver):
            continue
        theirs = game.state[SIDE][recipient_of(game, to)] == other_side(side)
        if theirs and amount * price_of(game, CANCEL) <= points_of(game, side):
            found.append(f"{giver} {to} {amount}".replace("controller of ", "controller-of-"))
    return tuple(found)


def _is_its_own(game: Position, giver: str) -> bool:
    """Does it belong to nobody else?"""
    country = country_of_giver(game, giver)
    return game.state[POWER][country] == power_named(game, giver) and game.state[CONQUEROR][country] == NOBODY


def _deals(game: Position, trading: Trading, seat: str) -> Shape | Violation:
    side = _side(game, trading)
    found = deals(game, side)
    return One(found) if found else refused("fa:15.2", "no-trade-to-sign", side=Side(side))


def _breaches(game: Position, trading: Trading, seat: str) -> Shape | Violation:
    side = _side(game, trading)
    found = breaches(game, side)
    return One(found) if found else refused("fa:15.2", "no-trade-to-cancel", side=Side(side))


def _terms(noun: Noun) -> tuple[str, str, int]:
    giver, recipient, number = noun.rsplit(" ", 2)
    return giver, recipient.replace("controller-of-", "controller of "), int(number)


def _sign(game: Game, trading: Trading, seat: str, noun: Noun) -> Control:
    side, (giver, recipient, number) = _side(game, trading), _terms(noun)
    pay(game, side, number * price_of(game, SIGN))
    sign(game, giver, recipient, number)
    return _done(game, trading, seat, noun)


def _cancel(game: Game, trading: Trading, seat: str, noun: Noun) -> Control:
    side, (giver, recipient, number) = _side(game, trading), _terms(noun)
    pay(game, side, number * price_of(game, CANCEL))
    cancel(game, giver, recipient, number)
    return _done(game, trading, seat, noun)


def _done(game: Game, trading: Trading, seat: str, noun: Noun) -> Control:
    trading.done += (_side(game, trading),)
    return Goto("next_side_trades")


SIGN_TRADE = Verb("sign-trade-agreement", "fa:15.2", _sign, _deals, items=Deal)
CANCEL_TRADE = Verb("cancel-trade-agreement", "fa:15.2", _cancel, _breaches, items=Deal)
LEAVE_TRADE = Verb("leave-trade", "fa:15.2", _done)


@step("fa:15.2", LEAVE_TRADE, SIGN_TRADE, CANCEL_TRADE)
def next_side_trades(game: Game, trading: Trading) -> Control:
    if len(trading.done) > 1:
        return End()
    side = _side(game, trading)
    return ask_the_spender(game, side, LEAVE_TRADE, SIGN_TRADE, CANCEL_TRADE, rule="fa:15.2", prompt="deal-in-trade")


TRADING = procedure("trade agreements", "fa:15.2", next_side_trades, locals=Trading)

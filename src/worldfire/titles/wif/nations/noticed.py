"""13.3.3 What other rules bring about and the USA takes notice of: lines of the US entry actions.

What the USSR takes and claims (19.5, 19.6), minor countries that the Allies support (13.7.2), trade in default (5.1).
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun
from worldfire.forces.kinds import Power
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, SIDE
from worldfire.rules.s13_07_2_support import MinorSupported
from worldfire.titles.wif.nations.claims import BordersClaimed
from worldfire.titles.wif.nations.pact import BalticStatesOccupied, EastPolandOccupied
from worldfire.titles.wif.nations.trade_convoys import TradeDefaulted
from worldfire.titles.wif.nations.us_entry.deeds import notice_deed
from worldfire.titles.wif.nations.us_entry.noticing import is_meant, lines, notice_first
from worldfire.titles.wif.nations.us_entry.pools import is_entering, the_usa, us_seat

EAST_POLAND, BALTIC_STATES, CLAIM = "East Poland", "Nazi-Soviet pact areas", "claim"
SUPPORT, DEFAULT = "support a minor", "trade default"


@rule("13.3.3", "19.5.1", "13.3.3 action 26")
def east_poland_is_noticed(game: Game, event: EastPolandOccupied) -> Call | None:
    return notice_first(game, lines(game, EAST_POLAND), event.power)


@rule("13.3.3", "19.5.2", "13.3.3 action 27")
def baltic_states_are_noticed(game: Game, event: BalticStatesOccupied) -> Call | None:
    return notice_first(game, lines(game, BALTIC_STATES), event.power)


@rule("13.3.3", "19.6")
def claims_are_noticed(game: Game, event: BordersClaimed) -> Call | None:
    name = game.state.get(COUNTRY_NAMES)[event.country]
    return notice_first(game, (line for line in lines(game, CLAIM) if is_meant(game, line, name)), event.power)


@rule("13.3.3", "13.7.2", "13.3.3 action 21")
def support_is_noticed(game: Game, event: MinorSupported) -> Call | None:
    """Only if it was the Axis that attacked the country."""
    usa = the_usa(game)
    if usa == NOBODY or game.state[SIDE][event.power] == game.state[SIDE][usa]:
        return None
    name = game.state.get(COUNTRY_NAMES)[event.country]
    return notice_first(game, (line for line in lines(game, SUPPORT) if is_meant(game, line, name)), event.power)


# ---------------------------------------------------------------------------------------------- 5.1 trade in default


class Compensation(msgspec.Struct):
    """Who is in default towards the USA."""

    power: int


@rule("5.1/japan-usa", "5.1/italy-usa", "13.3.3")
def default_is_noticed(game: Game, event: TradeDefaulted) -> Call | None:
    """What the USA fails to send costs it markers; what it fails to get it may be paid for with markers."""
    if not is_entering(game):
        return None
    if event.power != the_usa(game):
        return Call(COMPENSATION.name, Compensation(event.power))
    return notice_deed(game, DEFAULT, event.power, power_name(game, event.target_power))


def _take_markers(game: Game, compensation: Compensation, seat: str, noun: Noun) -> Control:
    return notice_deed(game, DEFAULT, compensation.power, power_name(game, the_usa(game)))


def _forgo_markers(game: Game, compensation: Compensation, seat: str, noun: Noun) -> Control:
    return End()


TAKE_MARKERS = Verb("take-markers-for-default", "5.1/japan-usa", _take_markers)
FORGO_MARKERS = Verb("forgo-markers-for-default", "5.1/japan-usa", _forgo_markers)


@step("5.1/japan-usa", TAKE_MARKERS, FORGO_MARKERS)
def usa_may_take_markers(game: Game, compensation: Compensation) -> Control:
    power = Power(compensation.power)
    return one(
        us_seat(game), TAKE_MARKERS, FORGO_MARKERS, rule="5.1/japan-usa", prompt="markers-for-default", power=power
    )


COMPENSATION = procedure("markers for a default", "5.1/japan-usa", usa_may_take_markers, locals=Compensation)


MODULE = Module(
    procedures=(COMPENSATION,),
    subscribes=(
        (MinorSupported, support_is_noticed),
        (TradeDefaulted, default_is_noticed),
        (EastPolandOccupied, east_poland_is_noticed),
        (BalticStatesOccupied, baltic_states_are_noticed),
        (BordersClaimed, claims_are_noticed),
    ),
)

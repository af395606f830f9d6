"""5.1 Trade agreements: what neutral countries send to major powers each turn, and how agreements begin and end (15.2).

They are state: those of the chart when the game begins, and what the sides sign and cancel later. A country whose flag leans
far enough sends everything it has to that side instead (15.1.1).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.capitals import capital_distance, capital_of
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import hex_named, slug
from worldfire.forces.kinds import CountryId, PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.turn import is_active, powers_of_side
from worldfire.forces.who import (
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    country_named,
    power_named,
)
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s13_06_4_promises import Promise, gift_lies_at, resources_of_minor, trade_agreements
from worldfire.rules.s13_07_1_conquerors import holder_of
from worldfire.rules.s24_1_set_up import BEGINNING
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.entry.options import EMBARGO, REDUCE_TRADE, RESTRICT_TRADE, is_chosen, left_to_germany
from worldfire.titles.fa.entry.pools import plays
from worldfire.titles.fa.politics.benefits import sends_everything
from worldfire.titles.fa.politics.flags import is_independent

CHART = "trade"
_NEUTRAL = " (neutral)"
#: a recipient that is whoever holds a place
HOLDER = "controller of "
USA, GERMANY, NETHERLANDS = "usa", "germany", "netherlands"
#: 13.2.2.1: options after which the USA sends less to Germany, and what the Netherlands may after the embargo
_LESS_TRADE = (REDUCE_TRADE, RESTRICT_TRADE, EMBARGO)
_DUTCH_AFTER_THE_EMBARGO = Figure("resources of the Netherlands for Germany after the embargo", "fa:13.2.2.1")
#: 5.1.4: where its first resources for Germany come from, one from each; the second comes in ships that are not on the map
GUYANA = "dutch-guyana"
_DUTCH_SOURCES = (NETHERLANDS, GUYANA)
DUTCH_TRADE = (NETHERLANDS, GERMANY)

#: (giver, recipient or the holder of a place, resources)
AGREEMENTS: Field[tuple[tuple[str, str, int], ...]] = Field("trade_agreements", ())


class AgreementSigned(Event, frozen=True):
    country: CountryId
    power: PowerId
    resources: int


class AgreementCancelled(Event, frozen=True):
    country: CountryId
    power: PowerId
    resources: int


@rule("fa:5.1", "fa:22.4")
def agreements_of_1914(game: Game, campaign: Campaign) -> None:
    """Those of the chart between countries that the game knows; a later campaign begins after the embargo."""
    if campaign.great_war is None:
        return
    chart = chart_named(game, CHART)
    found = []
    for (row, recipient), cell in chart.cells.items():
        if row.endswith(_NEUTRAL) and cell.value.isdecimal():
            to = recipient if recipient.startswith(HOLDER) else slug(recipient)
            found.append((slug(row.removesuffix(_NEUTRAL)), to, int(cell.value)))
    game.set(AGREEMENTS, tuple(found))
    if campaign.entry_options is not None and EMBARGO in campaign.entry_options.value:
        the_dutch_send_less(game)


@rule("fa:13.2.2.1")
def the_dutch_send_less(game: Game) -> None:
    """The embargo: what they owe Germany is cut for good, and what is cut later is cut from that."""
    most = _DUTCH_AFTER_THE_EMBARGO(game)
    rows = game.state.get(AGREEMENTS)
    game.set(AGREEMENTS, tuple((one, to, min(most, n) if (one, to) == DUTCH_TRADE else n) for one, to, n in rows))


@rule("fa:13.2.2.1", "fa:15.2")
def room_for(game: Position, giver: str, recipient: str, resources: int) -> int:
    """How many of these resources may be signed for: the Dutch send Germany no more than one from the embargo on."""
    if (giver, recipient) != DUTCH_TRADE or not is_chosen(game, EMBARGO):
        return resources
    known = sum(number for one, other, number in game.state.get(AGREEMENTS) if (one, other) == DUTCH_TRADE)
    return max(0, min(resources, _DUTCH_AFTER_THE_EMBARGO(game) - known))


# -------------------------------------------------------------------------------------------------- who gives what to whom


@rule("fa:5.1.8")
def recipient_of(game: Position, name: str) -> int:
    """The power of this name, or whoever controls the place; NOBODY if it does not play."""
    place = name.removeprefix(HOLDER)
    power = power_named(game, name) if place == name else holder_of(game, hex_named(game, place))
    return power if plays(game, power) else NOBODY


@rule("fa:5.1", "fa:5.1.11", "fa:13.2.2.1")
def amount_of(game: Position, giver: str, recipient: str, printed: int) -> int:
    """What is left of an agreement after the options of the USA."""
    if (giver, recipient) == (USA, GERMANY):
        return min([printed, *(left_to_germany(game, option) for option in _LESS_TRADE if is_chosen(game, option))])
    return printed


@rule("fa:5.1", "fa:15.2.1")
def country_of_giver(game: Position, giver: str) -> int:
    """A country, or the main home country of a power that has several: the beaten Commonwealth concedes resources too."""
    country, power = country_named(game, giver), power_named(game, giver)
    return main_home(game, power) if country == NOBODY != power else country


@clause("fa:5.1")
def is_in_force(game: Position, giver: str, recipient: str) -> bool:
    """Only a neutral country keeps it, and only while the recipient plays."""
    country = country_of_giver(game, giver)
    if country == NOBODY or recipient_of(game, recipient) == NOBODY:
        return False
    own = power_named(game, giver)
    if own != NOBODY and game.state[SIDE][own] != NOBODY:  # a major power
        return not is_active(game, own)
    return is_independent(game, country)


@rule("fa:5.1", "fa:5.1.11")
def owed(game: Position, giver: str, recipient: str) -> int:
    """Resources that the giver owes the recipient each turn; nothing without an agreement in force."""
    for one, other, printed in game.state.get(AGREEMENTS):
        if (one, other) == (giver, recipient) and is_in_force(game, giver, recipient):
            return amount_of(game, giver, recipient, printed)
    return 0


def _side_with_everything(game: Position, country: int) -> int:
    return next((side for side in (0, 1) if sends_everything(game, country, side)), NOBODY)


@rule("fa:5.1", "fa:15.1.1")
def agreements_in_force(game: Position) -> tuple[Promise, ...]:
    """What neutral countries owe; one that leans far enough sends all it has to that side, whatever it has signed."""
    return (*_signed(game), *_everything(game))


def _signed(game: Position) -> Iterator[Promise]:
    for giver, to, printed in game.state.get(AGREEMENTS):
        amount = amount_of(game, giver, to, printed)
        country = country_of_giver(game, giver)
        if amount and is_in_force(game, giver, to) and _side_with_everything(game, country) == NOBODY:
            yield from _parts(game, Promise(power_named(game, giver), recipient_of(game, to), amount), giver, to)


@rule("fa:5.1.4", "fa:13.2.2.1", "fa:15.4")
def _parts(game: Position, promise: Promise, giver: str, to: str) -> Iterator[Promise]:
    """What the Netherlands owe Germany is one resource of their own and one of Guyana; anything signed later any of theirs.

    If it is only one, the embargo has stopped the one from overseas; without it they were pressed to keep their own.
    """
    sources = _DUTCH_SOURCES if (giver, to) == DUTCH_TRADE else ()
    named = sources[: promise.resources] if is_chosen(game, EMBARGO) else sources[-promise.resources :]
    for name in named:
        yield msgspec.structs.replace(promise, resources=1, within=country_named(game, name))
    if promise.resources > len(named):
        yield msgspec.structs.replace(promise, resources=promise.resources - len(named))


@rule("fa:5.1.4")
def the_dutch_bring_it_home(usual: Callable[[Position, int], int], game: Position, place: int) -> int:
    """Resources of Guyana come to the Dutch capital in convoys of their own."""
    if game.state[HOME_COUNTRY][place] != country_named(game, GUYANA):
        return usual(game, place)
    capital = capital_of(game, country_named(game, NETHERLANDS))
    return usual(game, place) if capital is None else capital


def _everything(game: Position) -> Iterator[Promise]:
    """To the nearest active major power of the side."""
    for country, own in enumerate(_own_powers(game)):
        side = _side_with_everything(game, country) if own != NOBODY else NOBODY
        powers = [power for power in powers_of_side(game, side) if is_active(game, power)] if side != NOBODY else []
        resources = len(resources_of_minor(game, own)) if powers else 0
        if resources:
            nearest = min(powers, key=lambda power: (capital_distance(game, power, country), power))
            yield Promise(own, nearest, resources)


def _own_powers(game: Position) -> tuple[int, ...]:
    return tuple(own_power(game, country) for country in range(len(game.state.get(COUNTRY_NAMES))))


# --------------------------------------------------------------------------------------------------- signing and cancelling


def unpromised(game: Position, country: int) -> int:
    """Resources of a neutral country that no agreement sends away yet, whatever it sends to a side that it leans to."""
    own, name = own_power(game, country), game.state.get(COUNTRY_NAMES)[country]
    agreed = [(to, number) for giver, to, number in game.state.get(AGREEMENTS) if giver == name]
    promised = sum(amount_of(game, name, to, number) for to, number in agreed if is_in_force(game, name, to))
    return max(0, len(resources_of_minor(game, own)) - promised)


@rule("fa:15.2")
def sign(game: Game, giver: str, recipient: str, resources: int) -> None:
    known = {(one, other): number for one, other, number in game.state.get(AGREEMENTS)}
    known[giver, recipient] = known.get((giver, recipient), 0) + resources
    game.set(AGREEMENTS, tuple((one, other, number) for (one, other), number in known.items()))
    country, power = country_of_giver(game, giver), recipient_of(game, recipient)
    game.say(AgreementSigned(country=country, power=power, resources=resources))


@rule("fa:15.2", "fa:15.4")
def cancel(game: Game, giver: str, recipient: str, resources: int) -> None:
    """So many of its resources are not sent any more."""
    kept = []
    for one, other, number in game.state.get(AGREEMENTS):
        left = max(0, number - resources) if (one, other) == (giver, recipient) else number
        if left:
            kept.append((one, other, left))
    game.set(AGREEMENTS, tuple(kept))
    country, power = country_of_giver(game, giver), recipient_of(game, recipient)
    game.say(AgreementCancelled(country=country, power=power, resources=resources))


MODULE = Module(
    schema=Schema(fields=(AGREEMENTS,)),
    changes=(
        BEGINNING.attach(agreements_of_1914),
        trade_agreements.replaced_by(agreements_in_force),
        gift_lies_at.wrapped_by(the_dutch_bring_it_home),
    ),
)

"""Minor countries, claims and trade on the page of politics (5.1, 9.6, 19)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from worldfire.engine.position import Position
from worldfire.forces.capitals import capital_of
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, powers_of_side, side_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    NOBODY,
    ruler_of,
    side_of_power,
)
from worldfire.rules.s05_lending import AGREED, lending
from worldfire.rules.s09_02_making_pacts import PACT_TRADE
from worldfire.rules.s09_06_aligning import alignable, own_power
from worldfire.rules.s13_06_4_promises import PROMISED, Promise, trade_agreements
from worldfire.titles import title_of
from worldfire.titles.politics import Joining
from worldfire.titles.telling import tell_rule

Standing = Literal["neutral", "aligned", "conquered"]


Kind = Literal["agreement", "pact", "lent", "signed"]
_TERMS: dict[Kind, str] = {"lent": "5", "signed": "5", "pact": "9.2", "agreement": "5.1"}


class MinorShown(msgspec.Struct, frozen=True):
    """A minor country: whose it is, with whom it is at war, and whom it would follow when."""

    name: str
    #: of its capital
    hex: str
    standing: Standing
    #: whom it is aligned with or conquered by, and that power's side; empty while it is neutral
    power: str
    side: str
    #: major powers with which it is at war by its own name
    enemies: list[str]
    #: who could align it now
    willing: list[str]
    joining: list[Joining]
    rule: str


class TradeShown(msgspec.Struct, frozen=True):
    """What one gives the other this turn: by a trade agreement, by a pact, as announced, or (every turn) as allies signed."""

    giver: str
    recipient: str
    resources: int
    points: int
    terms: Kind
    #: what ends or lessens it, in words
    ends: str
    rule: str
    #: the country in which the resources lie, if it is not all of the giver's
    within: str = ""


class LendingRoom(msgspec.Struct, frozen=True):
    """How much the one may give the other in a turn as things stand."""

    giver: str
    recipient: str
    resources: int
    points: int


def lending_shown(game: Position) -> list[LendingRoom]:
    found: dict[tuple[str, str], list[int]] = {}
    for giver in _majors(game):
        for kind, points in enumerate((False, True)):
            for bounds in lending(game, giver, points=points).items:
                found.setdefault((power_name(game, giver), str(bounds.item)), [0, 0])[kind] = bounds.most
    return [LendingRoom(*pair, *most) for pair, most in found.items()]


def minors_shown(game: Position) -> list[MinorShown]:
    """Those that could stand alone in this campaign and are on its maps."""
    willing: dict[int, list[str]] = {}
    for power in _majors(game):
        for country in alignable(game, power):
            willing.setdefault(country, []).append(power_name(game, power))
    return [_minor(game, country, willing.get(country, [])) for country in _countries(game)]


def _countries(game: Position) -> Iterator[int]:
    minors, conquerors = ground_of(game).minors, game.state[CONQUEROR]
    names = game.state.get(COUNTRY_NAMES)
    for country, name in enumerate(names):
        capital = capital_of(game, country)
        counts = name in minors and (minors[name] == name or conquerors[country] != NOBODY)
        if counts and capital is not None and game.state[CONTROLLER][capital] != NOBODY:
            yield country


def _minor(game: Position, country: int, willing: list[str]) -> MinorShown:
    own, ruler, capital = own_power(game, country), ruler_of(game, country), capital_of(game, country)
    standing: Standing = "neutral" if ruler == own else "aligned"
    if game.state[CONQUEROR][country] != NOBODY:
        standing = "conquered"
    side = NOBODY if standing == "neutral" else side_of_power(game, ruler)
    return MinorShown(
        name=game.state.get(COUNTRY_NAMES)[country],
        hex="" if capital is None else board_of(game).number(capital),
        standing=standing,
        power="" if standing == "neutral" else power_name(game, ruler),
        side="" if side == NOBODY else side_name(game, side),
        enemies=_enemies(game, own),
        willing=willing,
        joining=title_of(game).politics.joining(game, country),
        rule=tell_rule(game, "19"),
    )


def _enemies(game: Position, own: int) -> list[str]:
    """Who declared war on it or was declared war on by it; the wars of whom it follows are not told again."""
    pairs = game.state.get(AT_WAR)
    return [power_name(game, power) for power in _majors(game) if (own, power) in pairs or (power, own) in pairs]


def _majors(game: Position) -> tuple[int, ...]:
    return (*powers_of_side(game, 0), *powers_of_side(game, 1))


def trade_shown(game: Position) -> list[TradeShown]:
    """What has to be given without being announced, with what partners of a pact agreed on, and then what was announced."""
    agreed = {(giver, recipient) for giver, recipient, *_ in game.state.get(PACT_TRADE)}
    found = [
        _trade(game, promise, "pact" if (promise.giver, promise.recipient) in agreed else "agreement")
        for promise in trade_agreements(game)
    ]
    found += [_trade(game, Promise(*given), "lent") for given in game.state.get(PROMISED)]
    return found + [_trade(game, Promise(*given), "signed") for given in game.state.get(AGREED)]


def _trade(game: Position, promise: Promise, terms: Kind) -> TradeShown:
    ends = (
        ""
        if terms in ("lent", "signed")
        else title_of(game).politics.trade_ends(game, promise.giver, promise.recipient)
    )
    within = promise.within
    return TradeShown(
        giver=power_name(game, promise.giver),
        recipient=power_name(game, promise.recipient),
        resources=promise.resources,
        points=promise.points,
        terms=terms,
        ends=ends,
        rule=tell_rule(game, _TERMS[terms]),
        within="" if within == NOBODY else game.state.get(COUNTRY_NAMES)[within],
    )

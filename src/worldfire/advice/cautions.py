"""Cautions: what is allowed and yet likely to be regretted, told before it is done. They never forbid anything.

So far one: units that are set up where no supply of theirs can come, although the zone has other hexes. In Barbarossa that
is Rumania for Germans: until Hungary is aligned, no way leads there from the Reich.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.kinds import Places, Things
from worldfire.engine.shapes import Allot, Noun
from worldfire.forces.kinds import Country
from worldfire.forces.things import counter_of
from worldfire.forces.who import COUNTRY, NOBODY, align_country, power_of
from worldfire.rules.s02_4_supply import is_cut_off
from worldfire.rules.s09_06_aligning import alignable
from worldfire.rules.s24_1_set_up import SET_UP_UNITS
from worldfire.tables.counters import NavalCounter
from worldfire.titles.telling import named
from worldfire.words import say


class Caution(msgspec.Struct, frozen=True):
    """A message key with its arguments and the section that it comes from; `hexes` is what a map should show with it."""

    rule: str
    key: str
    args: Mapping[str, Any]
    hexes: tuple[int, ...] = ()

    def text(self, game: Game) -> str:
        return say(self.key, **named(game, self.args))


def cautions(game: Game, seat: str, verb: str, noun: Noun) -> tuple[Caution, ...]:
    """What the seat should know before it does this; nothing for what it could not do at all."""
    offer = game.offers(seat).get(verb)
    if verb != SET_UP_UNITS.name or not isinstance(offer, Allot) or game.why_not(verb, noun, seat):
        return ()
    return _without_supply(game, offer, dict(offer.read(noun)))


def may_be_supplied(game: Game, unit: int, places: Iterable[int]) -> frozenset[int]:
    """The hexes among these from which a supply path of any length could lead to a source of the unit's country."""
    if isinstance(counter_of(game, unit), NavalCounter):
        return frozenset(places)
    return frozenset(place for place in places if not is_cut_off(game, game.state[COUNTRY][unit], place))


def _without_supply(game: Game, offer: Allot, chosen: Mapping[int, int]) -> tuple[Caution, ...]:
    """The units in hexes that are cut off, if any hex on offer is not."""
    lost = {unit: place for unit, place in chosen.items() if not may_be_supplied(game, unit, (place,))}
    choices = {item.item: item.to for item in offer.items}
    lost = {unit: place for unit, place in lost.items() if may_be_supplied(game, unit, map(int, choices[unit]))}
    if not lost:
        return ()
    units, hexes = tuple(lost), tuple(dict.fromkeys(lost.values()))
    args: dict[str, Any] = {"units": Things(units), "path": Places(hexes)}
    country = _who_opens_the_way(game, lost)
    if country == NOBODY:
        return (Caution("2.4.2", "caution-no-supply", args, hexes),)
    return (Caution("2.4.2", "caution-no-supply-until-aligned", {**args, "country": Country(country)}, hexes),)


def _who_opens_the_way(game: Game, lost: Mapping[int, int]) -> int:
    """The neutral country whose alignment would bring supply to all these units; NOBODY if none would."""
    power = power_of(game, next(iter(lost)))
    for country in alignable(game, power):
        twin = game.copy()
        align_country(twin, country, power)
        if all(may_be_supplied(twin, unit, (place,)) for unit, place in lost.items()):
            return country
    return NOBODY

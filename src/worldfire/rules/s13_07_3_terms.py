"""13.7.3 Terms of a peace: which hexes and minor countries each gives the other, and what the book says of them."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power
from worldfire.forces.things import board_of
from worldfire.forces.who import CONQUEROR, COUNTRY_NAMES, HEXES_HELD, NOBODY, master_of, ruler_of
from worldfire.rules.s13_07_1_conquerors import hexes_of


class Terms(msgspec.Struct, frozen=True):
    """What one power gives the other: no units are ever transferred."""

    giver: int
    taker: int
    hexes: tuple[int, ...] = ()
    countries: tuple[int, ...] = ()


def held_by(game: Position, power: int) -> frozenset[int]:
    """Hexes that the major power controls, itself or by its minor countries."""
    held = game.look_up(HEXES_HELD).items()
    return frozenset(
        place for holder, places in held if holder != NOBODY and master_of(game, holder) == power for place in places
    )


@rule("13.7.3")
def countries_of(game: Position, power: int) -> tuple[int, ...]:
    """Minor countries and territories that it could give away, aligned or conquered."""
    names, minors = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    return tuple(
        country
        for country, name in enumerate(names)
        if name in minors and ruler_of(game, country) == power and hexes_of(game, country)
    )


def transferred(game: Position, terms: Terms) -> tuple[int, ...]:
    """All hexes that change hands, those of whole countries too."""
    held = held_by(game, terms.giver)
    whole = (place for country in terms.countries for place in hexes_of(game, country) if place in held)
    return tuple(dict.fromkeys((*terms.hexes, *whole)))


@clause("13.7.3")
def contiguity_violation(game: Position, terms: Terms) -> Violation | None:
    """Hexes must touch what the other controls already, or hexes that he is given with them."""
    given, around = {*terms.hexes}, board_of(game).adjacent
    reached = held_by(game, terms.taker) | {*transferred(game, terms)} - given
    frontier = {place for place in given if not reached.isdisjoint(around[place])}
    joined: set[int] = set()
    while frontier:
        joined |= frontier
        frontier = {place for place in given - joined if not frontier.isdisjoint(around[place])}
    apart = sorted(given - joined)
    return refused("13.7.3", "hex-not-contiguous", place=Place(apart[0]), power=Power(terms.taker)) if apart else None


def is_conquered_minor(game: Position, country: int) -> bool:
    return bool(game.state[CONQUEROR][country] != NOBODY)

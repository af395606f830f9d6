"""fa:5.1.11 and fa:13.5.1.3 Seizures at production: the blockade of the American trade, and what protects other goods."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import at_sea, counter_of
from worldfire.forces.turn import is_active
from worldfire.forces.who import NOBODY, power_named, power_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s13_06_1_by_sea import found_there, protects_goods, seizable
from worldfire.rules.s13_06_1_network import Sent, on_the_way
from worldfire.rules.s13_06_1_routes import read_route
from worldfire.tables.counters import NavalCounter, NavalType

BLOCKADER, TRADER, CUSTOMER = "commonwealth", "usa", "germany"
BLOCKADED = "North Sea"


@rule("fa:5.1.11")
def has_surface_units(game: Position, power: int, sea: str) -> bool:
    """Ships that do not dive, face-up or face-down, or convoy points."""
    if power == NOBODY:
        return False
    for thing, where in at_sea(game):
        counter = counter_of(game, thing)
        surface = isinstance(counter, NavalCounter) and counter.type is not NavalType.SUB
        if where == sea and surface and power_of(game, thing) == power:
            return True
    return bool(game.state.amount(CONVOY_POINTS, power, section_at(game, sea, 0)))


@rule("fa:5.1.11")
def may_blockade(game: Position, power: int) -> bool:
    """While active, with a surface naval unit in the North Sea where Germany has none; the USA must be neutral."""
    if (
        power != power_named(game, BLOCKADER)
        or not is_active(game, power)
        or is_active(game, power_named(game, TRADER))
    ):
        return False
    customer = power_named(game, CUSTOMER)
    return has_surface_units(game, power, BLOCKADED) and not has_surface_units(game, customer, BLOCKADED)


@rule("fa:5.1.11")
def american_trade(game: Position) -> tuple[Sent, ...]:
    """What the USA sends to Germany by way of the North Sea."""
    return tuple(sent for sent in _sent_by_the_usa(game) if not sent.lost)


@rule("fa:5.1.11", "fa:13.5.1.3")
def seized_american_trade(game: Position) -> int:
    """Goods of it that are lost: nobody but the Commonwealth seizes them, and nowhere else."""
    return sum(bool(sent.lost) for sent in _sent_by_the_usa(game))


def _sent_by_the_usa(game: Position) -> Iterator[Sent]:
    trader, customer = power_named(game, TRADER), power_named(game, CUSTOMER)
    for sent in on_the_way(game):
        if sent.giver == trader and sent.recipient == customer and _passes(game, sent):
            yield sent


def _passes(game: Position, sent: Sent) -> bool:
    route = read_route(game, sent.word)
    return route is not None and any(leg.sea == BLOCKADED for leg in route.legs)


@rule("fa:5.1.11", "fa:13.5.1.3")
def with_the_blockade(
    usual: Callable[[Position, int], dict[str, tuple[Sent, ...]]], game: Position, power: int
) -> dict[str, tuple[Sent, ...]]:
    """Goods of a power on its own side: that is what sets it apart from search and seizure."""
    found = usual(game, power)
    trade = american_trade(game) if may_blockade(game, power) else ()
    return {**found, BLOCKADED: (*found.get(BLOCKADED, ()), *trade)} if trade else found


@rule("fa:13.5.1.3")
def surface_combat_ships_protect(game: Position, thing: int) -> bool:
    return counter_of(game, thing).type is NavalType.SCS


@rule("fa:13.5.1.3")
def still_on_their_way(game: Position, goods: tuple[Sent, ...]) -> tuple[Sent, ...]:
    """What is seized in one sea area does not come through the next: a search there finds nothing, and nobody minds it."""
    coming = on_the_way(game)
    return tuple(sent for sent in goods if sent in coming)


MODULE = Module(
    changes=(
        found_there.replaced_by(still_on_their_way),
        seizable.wrapped_by(with_the_blockade),
        protects_goods.replaced_by(surface_combat_ships_protect),
    ),
)

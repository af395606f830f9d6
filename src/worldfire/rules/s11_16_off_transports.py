"""11.16 Aircraft that leave a TRS at sea in the rebase step: to an open port or an HQ on the coast of its sea area."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.rules.s11_04_5_naval_transport import coast_of
from worldfire.rules.s11_12_debarking import is_cargo_at_sea, is_quay, leaves_at_sea, leaving_violation, transport_of
from worldfire.rules.s11_16_rebase import fly_to_base, new_base_violation, rebase_hexes, rebase_violation
from worldfire.rules.s14_1_range import landing_violation, printed_range
from worldfire.tables.counters import AirCounter


def _is_aboard(game: Position, aircraft: int) -> bool:
    return isinstance(counter_of(game, aircraft), AirCounter) and is_cargo_at_sea(game, aircraft)


@rule("11.16", "11.4.5/debarking at sea")
def aircraft_aboard_violation(
    usual: Callable[[Position, int], Violation | None], game: Position, aircraft: int
) -> Violation | None:
    """It and its TRS are face-up, and it has a range."""
    if not _is_aboard(game, aircraft):
        return usual(game, aircraft)
    found = leaving_violation(game, aircraft)
    if found is None and not printed_range(game, aircraft):
        return refused("14.2.2", "no-range", unit=Thing(aircraft))
    return found


def _coast(game: Position, aircraft: int) -> tuple[int, ...]:
    return coast_of(game, sea_of_section(game, game.state[PLACE][transport_of(game, aircraft)]))


@clause("11.16", "8.2.1/iced-in ports")
def takes_aircraft_ashore(game: Position, aircraft: int, place: int) -> bool:
    """An open port, or a co-operating HQ."""
    return is_quay(game, aircraft, place)


@rule("11.16")
def quay_violation(
    usual: Callable[[Position, int, int], Violation | None], game: Position, aircraft: int, place: int
) -> Violation | None:
    """A friendly coastal hex of the sea area where aircraft are taken ashore; its range does not matter."""
    if not _is_aboard(game, aircraft):
        return usual(game, aircraft, place)
    if place not in _coast(game, aircraft):
        return refused("11.16", "not-on-its-sea-area", unit=Thing(aircraft), place=Place(place))
    found = landing_violation(game, aircraft, place)
    if found is None and not takes_aircraft_ashore(game, aircraft, place):
        return refused("11.16", "no-port-to-debark", unit=Thing(aircraft), place=Place(place))
    return found


@rule("11.16")
def quays(usual: Callable[[Position, int], tuple[int, ...]], game: Position, aircraft: int) -> tuple[int, ...]:
    if not _is_aboard(game, aircraft):
        return usual(game, aircraft)
    return tuple(place for place in _coast(game, aircraft) if new_base_violation(game, aircraft, place) is None)


@rule("11.16", "11.4.5/debarking at sea")
def leave_the_transport(usual: Callable[[Game, int, int], None], game: Game, aircraft: int, base: int) -> None:
    """The TRS is turned face-down when the step ends."""
    if _is_aboard(game, aircraft):
        leaves_at_sea(game, aircraft)
    usual(game, aircraft, base)


MODULE = Module(
    changes=(
        rebase_violation.wrapped_by(aircraft_aboard_violation),
        rebase_hexes.wrapped_by(quays),
        new_base_violation.wrapped_by(quay_violation),
        fly_to_base.wrapped_by(leave_the_transport),
    ),
)

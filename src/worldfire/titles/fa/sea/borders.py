"""fa:2.1.2, fa:11.3.2.4 and fa:11.3.3 From sea to sea: dashed borders are free, movement or range stops a ship, two canals.

What crosses a mined border: `minefields`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.forces.turn import is_active
from worldfire.forces.who import CONTROLLER, NOBODY, master_of
from worldfire.rules.s11_04_2_sailing import Hand, after_a_step, ports_from, powers_in_port
from worldfire.rules.s11_04_naval_movement import NAVAL_MOVEMENT, NavalMovement
from worldfire.rules.s11_04_sea_passages import (
    crossing_is_free,
    enemy_holds,
    may_pass,
    seas_from_port,
    submarines_may_pass,
)

DASHED = "dashed"
SUEZ_CANAL, PANAMA_CANAL = "Suez Canal", "Panama Canal"
#: the only passages that can be shut
_CANALS = {
    frozenset({"Eastern Mediterranean", "Red Sea"}): SUEZ_CANAL,
    frozenset({"East Pacific", "Caribbean"}): PANAMA_CANAL,
}
#: ports on the canal of Suez → the sea that they reach only through it
_BEYOND_SUEZ = {"Suez": "Eastern Mediterranean", "Port Said": "Red Sea"}


def _dashed(ruleset: Ruleset) -> frozenset[frozenset[str]]:
    lines = board_of(ruleset).tables.boundaries
    return frozenset(frozenset(line.seas) for line in lines if line.kind == DASHED)


@rule("fa:2.1.2")
def across_a_dashed_line(game: HasRuleset, origin: str, to: str) -> bool:
    return frozenset((origin, to)) in game.ruleset.once(_dashed)


@rule("fa:11.3.2.4")
def movement_or_range(game: HasRuleset, hand: Hand) -> Hand | None:
    """Whichever is used up first stops a ship: nothing that its movement allowance owes is paid out of its range."""
    movement = hand.movement - 1 - hand.owed
    if movement < 0 or not hand.range:
        return None
    return msgspec.structs.replace(hand, movement=movement, range=hand.range - 1, owed=0)


class Berths(msgspec.Struct):
    """(port, powers with naval units in it) when the first ship of the impulse set sail, where there were several."""

    shared: tuple[tuple[int, tuple[int, ...]], ...] = ()


@step("fa:11.3.2.4")
def note_berths(game: Game, movement: NavalMovement) -> Control:
    """What counts is where a ship starts the impulse, not who has left before it."""
    found = ((port, tuple(sorted(powers_in_port.usual(game, port)))) for port in sorted(ground_of(game).ports))
    game.annex(Berths).shared = tuple((port, powers) for port, powers in found if len(powers) > 1)
    return None


@rule("fa:11.3.2.4", "fa:2.4.3")
def powers_there_at_first(
    usual: Callable[[Position, int], frozenset[int]], game: Position, place: int
) -> frozenset[int]:
    """Nobody is in anybody's way in the port of a neutral."""
    holder = game.state[CONTROLLER][place]
    if holder == NOBODY or not is_active(game, master_of(game, holder)):
        return frozenset()
    berths = game.find_annex(Berths)
    return usual(game, place) if berths is None else frozenset(dict(berths.shared).get(place, ()))


@rule("fa:11.3.3")
def no_enemy_holds_the_canal(game: Position, power: int, origin: str, to: str) -> bool:
    """Suez is closed by an enemy beside it, Panama by whoever controls it; no other water ever is."""
    canal = _CANALS.get(frozenset((origin, to)))
    return canal is None or _is_open(game, power, canal)


@rule("fa:11.3.3")
def out_of_a_port(
    usual: Callable[[Position, int, int], tuple[str, ...]], game: Position, power: int, port: int
) -> tuple[str, ...]:
    """From a port on the canal of Suez its far sea is open like the canal."""
    seas, beyond = usual(game, power, port), _beyond(game, port)
    if beyond not in seas or _is_open(game, power, SUEZ_CANAL):
        return seas
    return tuple(sea for sea in seas if sea != beyond)


@rule("fa:11.3.3")
def into_ports(
    usual: Callable[[Position, int, str], Iterator[int]], game: Position, power: int, sea: str
) -> Iterator[int]:
    for port in usual(game, power, sea):
        if _beyond(game, port) != sea or _is_open(game, power, SUEZ_CANAL):
            yield port


def _beyond(game: Position, port: int) -> str:
    return game.ruleset.once(_beyond_suez).get(port, "")


def _beyond_suez(ruleset: Ruleset) -> dict[int, str]:
    found = ((here, place.name) for here, places in ground_of(ruleset).places.items() for place in reversed(places))
    return {here: _BEYOND_SUEZ[name] for here, name in found if name in _BEYOND_SUEZ}


def _is_open(game: Position, power: int, canal: str) -> bool:
    board = board_of(game)
    return not enemy_holds(game, power, (board.index[number] for number in board.canals[canal]))


MODULE = Module(
    changes=(
        powers_in_port.wrapped_by(powers_there_at_first),
        Annex(NAVAL_MOVEMENT.name, Berths),
        Insert(NAVAL_MOVEMENT.name, note_berths, after="side_to_sail"),
        crossing_is_free.replaced_by(across_a_dashed_line),
        after_a_step.replaced_by(movement_or_range),
        may_pass.replaced_by(no_enemy_holds_the_canal),
        submarines_may_pass.replaced_by(no_enemy_holds_the_canal),
        seas_from_port.wrapped_by(out_of_a_port),
        ports_from.wrapped_by(into_ports),
    ),
)

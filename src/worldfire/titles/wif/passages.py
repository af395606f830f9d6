"""11.4.4 The passages between the seas of the Second World War. What 13.3 closes or opens stands with US entry."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import is_active
from worldfire.forces.who import CONTROLLER, POWER_NAMES, side_of_power
from worldfire.rules.s11_04_sea_passages import canal_is_open, enemy_holds, may_pass, submarines_may_pass
from worldfire.rules.s18_1_cooperation import powers_cooperate

SEA_OF_JAPAN = "Sea of Japan"
GERMANY = "germany"
BALTIC_SEA, NORTH_SEA, OSLO = "Baltic Sea", "North Sea", "Oslo"
_BALTIC_GATES = (OSLO, "Copenhagen", "Kiel")
#: two of the three gates of the Baltic close it
BALTIC_GATES = 2


def _side_holds(game: Position, power: int, hexes: Iterable[int]) -> bool:
    side = side_of_power(game, power)
    return any(side_of_power(game, game.state[CONTROLLER][here]) == side for here in hexes)


def _places(game: Position, *names: str) -> tuple[int, ...]:
    return tuple(place_index(game, name) for name in names)


def canal_hexes(game: Position, canal: str) -> tuple[int, ...]:
    board = board_of(game)
    return tuple(board.index[number] for number in board.canals[canal])


@rule("11.4.4/option 2")
def _suez(game: Position, power: int) -> bool:
    return not enemy_holds(game, power, canal_hexes(game, "Suez Canal"))


@rule("11.4.4/option 3")
def _bosporus(game: Position, power: int) -> bool:
    return _side_holds(game, power, _places(game, "Istanbul"))


def _baltic(game: Position, power: int) -> bool:
    return baltic_is_open(game, power, holders_of_baltic_gates(game))


def holders_of_baltic_gates(game: Position) -> dict[str, int]:
    """Gate → who controls it."""
    return {name: game.state[CONTROLLER][place_index(game, name)] for name in _BALTIC_GATES}


@rule("11.4.4", "11.4.4/option 4")
def baltic_is_open(game: Position, power: int, holders: Mapping[str, int]) -> bool:
    """With the gates in these hands; free while Germany is no active major power."""
    powers = game.state.get(POWER_NAMES)
    if GERMANY not in powers or not is_active(game, powers.index(GERMANY)):
        return True
    side = side_of_power(game, power)
    friendly = any(side_of_power(game, holder) == side for holder in holders.values())
    return friendly and sum(at_war(game, power, holder) for holder in holders.values()) < BALTIC_GATES


@rule("11.4.4/option 5")
def _gibraltar(game: Position, power: int) -> bool:
    return not enemy_holds(game, power, _places(game, "Gibraltar"))


@rule("11.4.4/option 6")
def _channel(game: Position, power: int) -> bool:
    return not enemy_holds(game, power, _places(game, "London"))


@rule("11.4.4/option 7")
def _panama(game: Position, power: int) -> bool:
    return not enemy_holds(game, power, _places(game, "Panama"))


_GATES: dict[tuple[str, str], Callable[[Position, int], bool]] = {
    ("Eastern Mediterranean", "Red Sea"): _suez,
    ("Eastern Mediterranean", "Black Sea"): _bosporus,
    (BALTIC_SEA, NORTH_SEA): _baltic,
    ("Western Mediterranean", "Cape St Vincent"): _gibraltar,
    ("North Sea", "Bay of Biscay"): _channel,
    ("Gulf of Panama", "Caribbean Sea"): _panama,
}
#: the same, in both directions
_PASSAGES = _GATES | {(to, origin): gate for (origin, to), gate in _GATES.items()}
#: gates that hold up surface ships only
_FOR_SURFACE_SHIPS = (_gibraltar,)
#: ports that ships enter from a second sea through a canal
_CANAL_PORTS = {"Kiel": "Kiel Canal", "Suez": "Suez Canal", "Panama": "Panama Canal"}


@rule("11.4.4")
def passage_is_open(game: Position, power: int, origin: str, to: str) -> bool:
    if to == SEA_OF_JAPAN and not _may_enter_the_sea_of_japan(game, power):
        return False
    gate = _PASSAGES.get((origin, to))
    return gate is None or gate(game, power)


@rule("11.4.4")
def submarine_passage_is_open(game: Position, power: int, origin: str, to: str) -> bool:
    """Gibraltar and the Sea of Japan are open to submarines."""
    gate = _PASSAGES.get((origin, to))
    return gate is None or gate in _FOR_SURFACE_SHIPS or gate(game, power)


@rule("11.4.4/option 8")
def _may_enter_the_sea_of_japan(game: Position, power: int) -> bool:
    ports = ground_of(game).ports_of_sea.get(SEA_OF_JAPAN, ())
    holders = {game.state[CONTROLLER][port] for port in ports}
    if any(powers_cooperate(game, power, holder) for holder in holders):
        return True
    return not any(at_war(game, power, holder) for holder in holders)


@rule("11.4.4", "11.4.4/option 1")
def nobody_shuts_the_canal(game: Position, power: int, port: str) -> bool:
    canal = _CANAL_PORTS.get(port)
    return canal is None or not enemy_holds(game, power, canal_hexes(game, canal))


MODULE = Module(
    changes=(
        may_pass.replaced_by(passage_is_open),
        submarines_may_pass.replaced_by(submarine_passage_is_open),
        canal_is_open.replaced_by(nobody_shuts_the_canal),
    ),
)

"""11.4.2 and 13.4.2 Bases: the ports that naval units may enter, and those that ice keeps shut (8.2.1)."""

from __future__ import annotations

from collections.abc import Hashable

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AllOf, AnyOf
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power
from worldfire.forces.turn import is_active
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, master_of
from worldfire.rules.s02_3_stacking import HARBOUR
from worldfire.rules.s09_02_pacts import border_violation
from worldfire.rules.s11_04_naval_units import Sailor, carried_by, power_of_sailor
from worldfire.rules.s11_10_entry import ENTER, gate_violation, refusing_owner
from worldfire.rules.s13_01_3_partisan_effects import closed_by_partisans
from worldfire.rules.s14_1_range import hexes_in_play
from worldfire.rules.s18_2_commitments import foreign_troops_violation

#: ports of its own country that may keep a ship out (`HARBOUR`) though they let others in. (game, port)
PORT_WITH_TERMS = AnyOf[[int]]("11.4.2 port that not every ship may enter")

#: the same for convoy points. (game, convoy points, port)
HARBOUR_OF_CONVOYS = AllOf[[Sailor, int], Violation]("where convoy points may put in")

#: ports that may keep such convoy points out by `HARBOUR_OF_CONVOYS`, though they let others in. (game, convoy points, port)
CONVOYS_WITH_TERMS = AnyOf[[Sailor, int]]("11.4.2 port that not all convoy points may enter")


@rule("13.4.2", "11.4.2/into and out of port")
def base_violation(game: Position, sailor: Sailor, port: int) -> Violation | None:
    """Why the unit, or what it carries, may not enter this port, however few come with it.

    Room is asked when the step ends (2.3.1).
    """
    return harbour_violation(game, power_of_sailor(game, sailor), port) or _terms_violation(game, sailor, port)


def harbour_violation(game: Position, power: int, port: int) -> Violation | None:
    """Why no naval unit of the power may enter it."""
    if port not in ground_of(game).ports or port not in hexes_in_play(game):
        return refused("11.4.2", "not-a-port", place=Place(port))
    return port_holder_violation(game, power, port)


def guest_violation(game: Position, sailor: Sailor, port: int, leaders: tuple[int, ...] = ()) -> Violation | None:
    """Why this unit may not, though others of its power may; `leaders` come with it."""
    return _terms_violation(game, sailor, port) or strangers_violation(game, (sailor,), leaders, port)


def _terms_violation(game: Position, sailor: Sailor, port: int) -> Violation | None:
    if sailor.is_convoy:
        return HARBOUR_OF_CONVOYS(game, sailor, port)
    cargo = carried_by(game, sailor)
    return (
        closed_by_partisans(game, sailor.ship, port)
        or HARBOUR(game, sailor.ship, port)
        or (gate_violation(game, cargo, port) if cargo else None)
    )


@clause("18.2/foreign troop commitments", "11.4.5/debarking in port")
def strangers_violation(
    game: Position, sailors: tuple[Sailor, ...], boarding: tuple[int, ...], port: int
) -> Violation | None:
    """Why these naval units with what they carry, and with those who go aboard for it, are too many foreigners there.

    Each of them is asked about for itself.
    """
    for sailor in sailors:
        found = (
            None if sailor.is_convoy else foreign_troops_violation(game, (sailor.ship, *carried_by(game, sailor)), port)
        )
        if found is not None:
            return found
    return foreign_troops_violation(game, boarding, port) if boarding else None


@clause("18.2/foreign troop commitments")
def left_behind_violation(
    game: Position, staying: tuple[Sailor, ...], going_on: tuple[Sailor, ...], port: int
) -> Violation | None:
    """Why some of a task force that lies in the port may not stay there without the others."""
    return None


@clause("18.2/foreign troop commitments")
def leaders_of(game: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    """Those of the units with whom others may enter a port that they could not enter alone."""
    return ()


@clause("13.4.2")
def guest_kind(game: Position, ship: int) -> Hashable:
    """What a port may ask of a ship besides whose it is, what it carries and whether it lies there, in which country or at
    sea; ships alike give the same.
    """
    return None


@clause("13.4.2")
def shut_by_terms(game: Position, sailor: Sailor, ports: frozenset[int]) -> frozenset[int]:
    """Those of the ports with terms in which it would be no foreigner that do not let it in: for who asks about many."""
    if sailor.is_convoy:
        return frozenset(port for port in ports if HARBOUR_OF_CONVOYS(game, sailor, port) is not None)
    return frozenset(port for port in ports if HARBOUR(game, sailor.ship, port) is not None)


@clause("13.4.2", "18.2/but you can do this")
def port_holder_violation(game: Position, power: int, port: int) -> Violation | None:
    """A neutral's own ports and those of its minor countries; for an active power those of all active ones on its side."""
    holder = game.state[CONTROLLER][port]
    if holder == NOBODY:
        return refused("13.4.2", "port-not-friendly", place=Place(port))
    master = master_of(game, holder)
    if master == power:
        return None
    if not is_active(game, power):
        return refused("13.4.2", "neutral-stays-in-its-ports", power=Power(power), place=Place(port))
    sides = game.state[SIDE]
    if sides[master] != sides[power] or sides[master] == NOBODY or not is_active(game, master):
        return refused("13.4.2", "port-not-friendly", place=Place(port))
    owner = refusing_owner(game, power, master)
    if owner is not None:
        return ENTER.wanting(owner, "11.10.5", "ally-refuses-port", place=Place(port), power=Power(master))
    return border_violation(game, power, port)


MODULE = Module(seams=(PORT_WITH_TERMS, HARBOUR_OF_CONVOYS, CONVOYS_WITH_TERMS))

"""11.4.2 Joint task forces: ships of allies sail along if their owners agree (18.3).

Who has agreed beforehand (consent "sail") is not asked; who declines is not asked again by the same player in this step.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, Seat, SeatName
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun
from worldfire.rules.s11_04_naval_movement import NavalMovement, set_out
from worldfire.rules.s11_04_naval_units import Item, sailor_of, seat_of_sailor, told
from worldfire.rules.s11_04_under_way import JOINT_FORCE, Joining


class ShipsKeptBack(Event, frozen=True):
    """An ally does not let his ships sail along: the task force does not set out."""

    seat: SeatName


def _units_of(game: Position, joining: Joining, owner: str) -> tuple[Item, ...]:
    return tuple(item for item in joining.items if seat_of_sailor(game, sailor_of(item)) == owner)


@rule("11.4.2/how do units move?", "18.3")
def _join(game: Game, joining: Joining, seat: str, noun: Noun) -> Control:
    """The task force sets out when the last owner has agreed."""
    joining.owners = joining.owners[1:]
    return Goto("ask_the_owner") if joining.owners else set_out(game, game.enclosing(NavalMovement), joining)


@rule("11.4.2/how do units move?", "18.3")
def _keep(game: Game, joining: Joining, seat: str, noun: Noun) -> Control:
    movement = game.enclosing(NavalMovement)
    movement.declined += ((joining.seat, seat),)
    game.say(ShipsKeptBack(seat=seat))
    return None


JOIN_FORCE = Verb("join-task-force", "11.4.2", _join)
KEEP_SHIPS = Verb("keep-ships", "11.4.2", _keep)


@step("11.4.2", KEEP_SHIPS, JOIN_FORCE, also=("11.4.2/how do units move?", "18.3"))
def ask_the_owner(game: Game, joining: Joining) -> Control:
    first, *others = _units_of(game, joining, joining.owners[0])
    return one(
        joining.owners[0],
        KEEP_SHIPS,
        JOIN_FORCE,
        rule="11.4.2",
        prompt="join-task-force",
        ally=Seat(joining.seat),
        unit=told(first),
        more=Number(len(others)),
        place=Place(joining.way[-1]),
    )


@step("11.4.2")
def it_has_sailed(game: Game, joining: Joining) -> Control:
    return End()


JOINING = procedure(JOINT_FORCE, "11.4.2", ask_the_owner, it_has_sailed, locals=Joining)


MODULE = Module(procedures=(JOINING,))

"""What allies let each other do: each rule that depends on it declares a permission.

What each seat has said about it is a table (`announcing`); whoever lacks a permission is refused and may ask for it, and
nobody waits for the answer.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal

from worldfire.engine.events import Event
from worldfire.engine.kinds import Phrase, Seat, SeatName, Word, stands_for
from worldfire.engine.violation import Argument, Violation, refused

if TYPE_CHECKING:
    from worldfire.engine.position import Position

#: what a seat may say, and whether it lasts: "once" is a yes that ends by itself
YES, ONCE, ASK, NO = "yes", "once", "ask", "no"
ANSWERS = (YES, ONCE, ASK, NO)
#: what counts while the owner has said nothing: his allies may; they may if he is asked and agrees; they may not
Unsaid = Literal["allowed", "asked", "refused"]


class PermissionName(Word):
    """A permission by its name."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: Any) -> Phrase | None:
        return Phrase(permission_key(value), {})


def permission_key(name: str) -> str:
    """The text that says what an ally may then do."""
    return f"permission-{name.replace(' ', '-')}"


PermissionWord = Annotated[str, stands_for(PermissionName)]


class ConsentGiven(Event, frozen=True):
    """A seat says what an ally may do: yes, once (until the impulse is over), ask or no."""

    giver: SeatName
    taker: SeatName
    permissions: tuple[PermissionWord, ...]
    answer: str


@dataclass(frozen=True, slots=True)
class Permission:
    """Something that an owner may allow or forbid each of his allies."""

    name: str
    rule: str
    unsaid: Unsaid = "refused"
    #: whom it may be between, (game, giver, taker); None: between allies
    concerns: Callable[[Position, str, str], bool] | None = None

    def granted(self, game: Position, giver: str, taker: str) -> bool:
        """May the taker do so without asking?"""
        answer = game.consent(giver, taker, self.name)
        return answer == YES or (answer == ASK and self.unsaid == "allowed")

    def denied(self, game: Position, giver: str, taker: str) -> bool:
        """Has the owner said no?"""
        return game.consent(giver, taker, self.name) == NO

    def wanting(self, giver: str, rule: str, key: str, **args: Argument) -> Violation:
        """A refusal for want of this permission: whoever reads it can be offered to ask for it."""
        return refused(rule, key, **args, ally=Seat(giver), permission=PermissionName(self.name))


def wanted_permission(violation: Violation) -> tuple[str, str] | None:
    """The seat and the permission of his without which this is refused."""
    ally, what = violation.args.get("ally"), violation.args.get("permission")
    return (str(ally), str(what)) if isinstance(ally, Seat) and isinstance(what, PermissionName) else None

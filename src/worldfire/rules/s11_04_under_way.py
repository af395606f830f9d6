"""11.4 A task force under way: what the frame of a naval move remembers, and the boundary to interception and combat.

`Voyage` is one naval move from its first step to its last. Where the enemy may interfere it calls `interception` (11.4.6),
which may call `naval combat in a sea area` (11.5); whoever comes back asks the game who is still there.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.things import PLACE
from worldfire.forces.who import NOBODY
from worldfire.rules.s11_04_2_sailing import Hand
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS, Item, Sailor, convoy_points_of, name_of_sailor

#: the procedures at the boundary
NAVAL_MOVE, INTERCEPTION, NAVAL_COMBAT = "naval move", "interception", "naval combat in a sea area"
JOINT_FORCE = "joint task force"

#: what came of an interception
UNOPPOSED, FAILED, STOPPED, FOUGHT = "unopposed", "failed", "stopped", "fought through"


class Voyage(msgspec.Struct):
    """A task force that sails; `seat` gives its orders."""

    seat: str
    hands: tuple[Hand, ...]
    here: int
    #: where it came into its present place from; NOBODY at the start
    before: int = NOBODY
    ahead: tuple[int, ...] = ()
    #: the rest of the way on which an interception found it
    plan: tuple[int, ...] = ()
    #: the place where it stops, NOBODY: it waits for further orders
    goal: int = NOBODY
    #: it is bound for a port from a sea-box (11.4.1, 13.4)
    homeward: bool = False
    #: it is the end of the turn: only who stays at sea may intercept, and nobody stays where he was to go home (13.4)
    last_call: bool = False
    #: it fought its way through in the section where it now is, and could stay there
    fought: bool = False
    #: it aborted from a naval combat (11.5.8): wherever it fights on its way, it goes on to a port
    aborted: bool = False

    @property
    def came_from(self) -> int | None:
        """The place before its present one; None at the start."""
        return None if self.before == NOBODY else self.before

    @property
    def bound_home(self) -> bool:
        """Nothing but a port ends its move."""
        return self.last_call or self.aborted


class Joining(msgspec.Struct):
    """A task force with ships of allies, who are asked before it sails: whose order it is, and what it says."""

    seat: str
    #: those who have still to agree
    owners: tuple[str, ...]
    items: tuple[Item, ...]
    way: tuple[int, ...]
    berths: tuple[tuple[int, int], ...]
    goal: int


class Interception(msgspec.Struct):
    """An attempt to bring a task force to combat in a sea area that it has just entered."""

    sea: str
    hands: tuple[Hand, ...]
    seat: str
    homeward: bool
    last_call: bool
    #: the seat that tries, whether submarines take part, and its die
    by: str = ""
    submarines: bool = False
    roll: int = 0
    #: where the task force fights
    section: int = NOBODY


class Suffered(msgspec.Struct, frozen=True):
    """A result of a naval combat that hit somebody: in which round, on which side, what was inflicted, the die, what it did."""

    round: int
    side: int
    target: int | str
    inflicted: str
    die: int
    suffered: str


class NavalCombat(msgspec.Struct):
    """A naval combat in a sea area, or one that an interception begins: then with what the first round is given.

    The interceptor's roll is his search roll, his submarines have been declared, and the movers are always included
    (11.4.6). At the end of a turn only those take part who stay at sea, who were intercepted, or who fly in (13.4).
    """

    sea: str
    #: the side that began it
    by_side: int
    movers: tuple[Sailor, ...] = ()
    roll: int = 0
    submarines: bool = False
    last_call: bool = False
    #: how many have been begun
    rounds: int = 0
    #: what both sides have suffered so far, in order
    toll: tuple[Suffered, ...] = ()


def items_of(voyage: Voyage) -> tuple[Item, ...]:
    return tuple(name_of_sailor(hand.sailor, voyage.here) for hand in voyage.hands)


def still_there(game: Position, hands: tuple[Hand, ...], place: int) -> Iterator[Hand]:
    """Those of them that are in the place: what ran in between may have sunk, aborted or scattered the others."""
    for hand in hands:
        sailor = hand.sailor
        if sailor.is_convoy:
            points = min(sailor.points, _convoys_alike(game, sailor, place))
            if points:
                yield msgspec.structs.replace(hand, sailor=msgspec.structs.replace(sailor, points=points))
        elif game.state[PLACE][sailor.ship] == place:
            yield hand


def _convoys_alike(game: Position, sailor: Sailor, place: int) -> int:
    """Convoy points of the power there that are damaged, or that are not, as these are."""
    damaged = game.state.amount(DAMAGED_CONVOY_POINTS, sailor.power, place)
    return damaged if sailor.damaged else convoy_points_of(game, sailor.power, place) - damaged


#: 11.4.6: units turned face-down to intercept in this impulse, or at the end of this turn; they serve as long as they stay
INTERCEPTORS: Field[tuple[int, ...]] = Field("interceptors", ())

#: 11.6: (sea area, ship or NOBODY for convoy points, its power): surface units that came to rest there in this impulse
CAME_BY_SEA: Field[tuple[tuple[str, int, int], ...]] = Field("came_by_sea", ())

MODULE = Module(schema=Schema(fields=(INTERCEPTORS, CAME_BY_SEA)))

"""A game that is open in memory: one writer at a time, and for each audience what it was last shown."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import msgspec

from worldfire.engine.errors import ActionError, Refused
from worldfire.engine.game import Game
from worldfire.engine.log import Entry, Log
from worldfire.engine.state import State
from worldfire.engine.views import Seat, imagine, view
from worldfire.forces.situation import TURN
from worldfire.forces.who import NOBODY, SEAT, SIDE, SIDE_NAMES
from worldfire.server.allying import leave_for
from worldfire.server.archive import Card, Chair, Standing
from worldfire.server.chronicle import Chronicle
from worldfire.server.messages import Delta, whole_table
from worldfire.server.presenting import LOG_SHOWN, Scene
from worldfire.server.problems import Problem, of_action
from worldfire.server.reading import Reader
from worldfire.server.wire import plain
from worldfire.server.workbench import Position
from worldfire.tables.campaign import turn_name
from worldfire.titles.telling import tell_reason, tell_rule

#: bytes of deltas that are kept for pages that come back: with more of them a whole table is the shorter answer
DELTA_BYTES = 120_000
#: idempotency keys that are remembered; older ones are looked for in the database
MOST_KEYS = 200


def standing_of(game: Game) -> Standing:
    turn = game.state.get(TURN)
    return Standing(turn_name(turn) if turn else "", tuple(game.waiting), game.over)


class Audience:
    """What the listeners of one seat have been shown, and the last changes; a scene knows the newest entries only."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        #: (entries before, message)
        self.deltas: deque[tuple[int, bytes]] = deque()
        self._bytes = 0

    def keep(self, before: int, message: bytes) -> None:
        """For pages that come back; the oldest give way."""
        self.deltas.append((before, message))
        self._bytes += len(message)
        while self._bytes > DELTA_BYTES:
            self._bytes -= len(self.deltas.popleft()[1])

    def since(self, entries: int) -> list[bytes] | None:
        """The changes since then; None if they are no longer known."""
        if entries == self.scene.view.entries:
            return []
        if not any(before == entries for before, _ in self.deltas):
            return None
        return [message for before, message in self.deltas if before >= entries]


class Sight:
    """A game to be looked at, by one at a time: tables, names, sides, questions."""

    def __init__(self, game: Game, may_undo: Callable[[str], bool], chronicles: dict[Seat, Chronicle]) -> None:
        self.game = game
        self._may_undo = may_undo
        self._chronicles = chronicles
        self._imagined: dict[Seat, Game] = {}

    def scene(self, seat: Seat, since: int | None = None) -> Scene:
        game = self.game
        first = max(0, len(game.entries) - LOG_SHOWN) if since is None else since
        seen = view(game, seat, first)
        chronicle = self._chronicles.setdefault(seat, Chronicle())
        undo = seat is not None and self._may_undo(seat)
        return Scene(seen, game.ruleset, undo=undo, chronicle=chronicle)

    def reader(self, seat: Seat) -> Reader:
        """For telling names as the seat may know them."""
        return Reader(view(self.game, seat, len(self.game.entries)), self.game.ruleset)

    def side_of(self, seat: Seat) -> str | None:
        """The side that a seat plays on."""
        if seat is None:
            return None
        game = self.game
        number = game.seats.index(seat)
        sides = (side for owner, side in zip(game.state[SEAT], game.state[SIDE], strict=True) if owner == number)
        found = next((side for side in sides if side != NOBODY), NOBODY)
        return None if found == NOBODY else game.state.get(SIDE_NAMES)[found]

    def tell(self, seat: Seat, violations: Iterable[Any]) -> list[str]:
        reader = self.reader(seat)
        return [tell_reason(reader, violation) for violation in violations]

    def imagined(self, seat: Seat) -> Game:
        """A game that agrees with what the seat may know, for questions."""
        known = self._imagined.get(seat)
        if known is None:
            seen = view(self.game, seat, len(self.game.entries))
            known = self._imagined[seat] = imagine(seen, self.game.ruleset, Random())
        return known


class Still(msgspec.Struct, frozen=True):
    """The game between two changes. Readers work from it: they never wait for a writer, nor he for them."""

    state: State
    entries: Log
    head: str
    #: who must act, and the id of the decision that he must answer
    waiting: dict[str, int]
    over: bool
    may_undo: frozenset[str]


class OpenGame:
    """Whoever changes `game`, or who sits at it, holds `lock`; whoever reads it looks at what stands still."""

    def __init__(self, game: Game, card: Card, keys: dict[tuple[str, str], int]) -> None:
        self.game = game
        self.card = card
        #: (person, idempotency key) → the entry that was made under it; the newest ones
        self.keys = OrderedDict(keys)
        self.lock = asyncio.Lock()
        #: held by whoever looks at the readers' copy
        self.reading = asyncio.Lock()
        self.audiences: dict[Seat, Audience] = {}
        self.snapshot_at = game.checkpoint()[1]
        #: what is in memory may not be what is in the database: to be opened again
        self.spoilt = False
        #: when somebody last wanted it, by the monotonic clock
        self.used = time.monotonic()
        self._sight = Sight(game, game.may_undo, {})
        self._mirror: tuple[Still, Sight] | None = None
        self.still: Still
        self.settle()

    @property
    def id(self) -> str:
        return self.card.id

    def chair(self, seat: str) -> Chair:
        for chair in self.card.seats:
            if chair.seat == seat:
                return chair
        seats = ", ".join(chair.seat for chair in self.card.seats)
        raise Problem(404, "no-such-seat", f"there is no seat {seat!r}; the seats are {seats}", field="seat")

    def seats_of(self, user: str) -> list[str]:
        return [chair.seat for chair in self.card.seats if chair.user == user]

    def has_a_part(self, user: str) -> bool:
        """Somebody who sits at the game, or may come back to a seat of his."""
        return any(user in (chair.user, chair.owner) for chair in self.card.seats)

    def reseat(self, chair: Chair) -> None:
        others = (chair if other.seat == chair.seat else other for other in self.card.seats)
        self.card = msgspec.structs.replace(self.card, seats=tuple(others))

    # ------------------------------------------------------------------------------------------------------- looking

    def settle(self) -> None:
        """The game stands still again: readers look at it as it is now. Copying a state costs next to nothing."""
        game = self.game
        game.entries.pack(LOG_SHOWN)
        self.still = Still(
            game.span.now(game),
            game.entries.copy(),
            game.head,
            dict(game.waiting),
            game.over,
            frozenset(seat for seat in game.seats if game.may_undo(seat)),
        )
        self._mirror = None

    def mirror(self) -> Sight:
        """The readers' copy of the game as it stands; `reading` is held."""
        still, known = self.still, self._mirror
        if known is None or known[0] is not still:
            game = Game(self.game.ruleset, self.game.header, self.game.chance, self.game.secret)
            game.resume(still.state.copy(), still.entries.copy(), still.head)
            known = self._mirror = (still, Sight(game, still.may_undo.__contains__, {}))
        return known[1]

    def drop_mirror(self) -> None:
        """It is made again when somebody looks."""
        self._mirror = None

    def position(self) -> Position:
        """The game as it stands, for another process."""
        still = self.still
        return Position(self.game.header, still.state.encode(), still.head, len(still.entries))

    def audience(self, seat: Seat) -> Audience:
        known = self.audiences.get(seat)
        if known is None or known.scene.view.entries != len(self.game.entries):
            known = self.audiences[seat] = Audience(self._sight.scene(seat))
        return known

    def attend(self, seat: Seat, scene: Scene, since: int | None) -> list[bytes] | None:
        """Somebody comes to listen who has seen this scene: what he missed since then; None: he must be shown all of it."""
        known = self.audiences.get(seat)
        if known is None or known.scene.view.entries != len(self.game.entries):
            known = self.audiences[seat] = Audience(scene)
        return None if since is None else known.since(since)

    def advance(self, present: Iterable[Seat]) -> dict[Seat, bytes]:
        """For each audience that is there, what has changed; those that nobody listens to are forgotten.

        Whoever listens to a game that was opened again gets the whole table.
        """
        messages: dict[Seat, bytes] = {}
        wanted = set(present)
        for seat in [seat for seat in self.audiences if seat not in wanted]:
            del self.audiences[seat]
        for seat in wanted - self.audiences.keys():
            messages[seat] = encode(whole_table(self.audience(seat).scene.table()))
        for seat, audience in self.audiences.items():
            before = audience.scene.view.entries
            if before == len(self.game.entries):
                continue
            scene = self._sight.scene(seat, before)
            message = encode(Delta(**scene.delta(audience.scene)))
            audience.scene = scene
            audience.keep(before, message)
            messages[seat] = message
        return messages

    # -------------------------------------------------------------------------------------------------------- acting

    def act(self, seat: str, verb: str, noun: Any, decision: int | None) -> Entry:
        """Take an action, or raise the Problem that tells why not."""
        try:
            return self.game.submit(seat, verb, noun, decision)
        except Refused as refused:
            first = refused.violations[0]
            text = "; ".join(self._sight.tell(seat, refused.violations))
            ask = next(filter(None, (leave_for(self.game, one) for one in refused.violations)), None)
            rule = tell_rule(self.game, first.rule)
            raise Problem(422, "refused", text, rule=rule, field="noun", ask=ask) from refused
        except ActionError as error:
            raise of_action(error) from error

    def remember(self, user: str, key: str, entry: int) -> None:
        """Older keys are in the database."""
        self.keys[user, key] = entry
        if len(self.keys) > MOST_KEYS:
            self.keys.popitem(last=False)


def encode(message: Any) -> bytes:
    return msgspec.json.encode(message, enc_hook=plain)

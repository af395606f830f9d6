"""A game that is open in memory: one writer at a time, and for each audience what it was last shown."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from worldfire.engine.errors import ActionError, Refused
from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.engine.views import Seat, imagine, view
from worldfire.forces.situation import TURN
from worldfire.forces.who import NOBODY, SEAT, SIDE, SIDE_NAMES
from worldfire.server.archive import Card, Chair, Standing
from worldfire.server.chronicle import Chronicle
from worldfire.server.presenting import LOG_SHOWN, Scene, as_message
from worldfire.server.problems import Problem, of_action
from worldfire.server.reading import Reader
from worldfire.server.rewinding import Rewinder
from worldfire.server.wire import plain
from worldfire.tables.campaign import turn_name
from worldfire.titles.telling import tell_reason, tell_rule

#: deltas that are kept for pages that come back
MOST_DELTAS = 200


def standing_of(game: Game) -> Standing:
    turn = game.state.get(TURN)
    return Standing(turn_name(turn) if turn else "", tuple(game.waiting), game.over)


class Audience:
    """What the listeners of one seat have been shown, and the last changes; a scene knows the newest entries only."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        #: (entries before, message)
        self.deltas: deque[tuple[int, bytes]] = deque(maxlen=MOST_DELTAS)

    def since(self, entries: int) -> list[bytes] | None:
        """The changes since then; None if they are no longer known."""
        if entries == self.scene.view.entries:
            return []
        if not any(before == entries for before, _ in self.deltas):
            return None
        return [message for before, message in self.deltas if before >= entries]


class OpenGame:
    """Everything that touches `game` is done by whoever holds `lock`."""

    def __init__(self, game: Game, card: Card, keys: dict[tuple[str, str], int]) -> None:
        self.game = game
        self.card = card
        #: (person, idempotency key) → the entry that was made under it
        self.keys = keys
        self.lock = asyncio.Lock()
        self.audiences: dict[Seat, Audience] = {}
        self.snapshot_at = game.checkpoint()[1]
        #: what is in memory may not be what is in the database: to be opened again
        self.spoilt = False
        self._imagined: dict[Seat, tuple[int, Game]] = {}
        self._chronicles: dict[Seat, Chronicle] = {}
        self._rewinder: Rewinder | None = None

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

    def reseat(self, chair: Chair) -> None:
        others = (chair if other.seat == chair.seat else other for other in self.card.seats)
        self.card = msgspec.structs.replace(self.card, seats=tuple(others))

    # ------------------------------------------------------------------------------------------------------- looking

    def scene(self, seat: Seat, since: int | None = None) -> Scene:
        game = self.game
        first = max(0, len(game.entries) - LOG_SHOWN) if since is None else since
        seen = view(game, seat, first)
        chronicle = self._chronicles.setdefault(seat, Chronicle())
        undo = seat is not None and game.may_undo(seat)
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

    def audience(self, seat: Seat) -> Audience:
        known = self.audiences.get(seat)
        if known is None or known.scene.view.entries != len(self.game.entries):
            known = self.audiences[seat] = Audience(self.scene(seat))
        return known

    def advance(self, present: Iterable[Seat]) -> dict[Seat, bytes]:
        """For each audience that is there, what has changed; those that nobody listens to are forgotten.

        Whoever listens to a game that was opened again gets the whole table.
        """
        messages: dict[Seat, bytes] = {}
        wanted = set(present)
        for seat in [seat for seat in self.audiences if seat not in wanted]:
            del self.audiences[seat]
        for seat in wanted - self.audiences.keys():
            messages[seat] = encode(as_message("table", self.audience(seat).scene.table()))
        for seat, audience in self.audiences.items():
            before = audience.scene.view.entries
            if before == len(self.game.entries):
                continue
            scene = self.scene(seat, before)
            message = encode(scene.delta(audience.scene))
            audience.scene = scene
            audience.deltas.append((before, message))
            messages[seat] = message
        return messages

    def imagined(self, seat: Seat) -> Game:
        """A game that agrees with what the seat may know, for questions; kept until the next entry."""
        known = self._imagined.get(seat)
        if known is None or known[0] != len(self.game.entries):
            seen = view(self.game, seat, len(self.game.entries))
            known = self._imagined[seat] = (len(self.game.entries), imagine(seen, self.game.ruleset, Random()))
        return known[1]

    def rewinder(self) -> Rewinder:
        if self._rewinder is None:
            self._rewinder = Rewinder(self.game)
        return self._rewinder

    # -------------------------------------------------------------------------------------------------------- acting

    def act(self, seat: str, verb: str, noun: Any, decision: int | None) -> Entry:
        """Take an action, or raise the Problem that tells why not."""
        try:
            return self.game.submit(seat, verb, noun, decision)
        except Refused as refused:
            first = refused.violations[0]
            text = "; ".join(self.tell(seat, refused.violations))
            raise Problem(422, "refused", text, rule=tell_rule(self.game, first.rule), field="noun") from refused
        except ActionError as error:
            raise of_action(error) from error

    def tell(self, seat: Seat, violations: Iterable[Any]) -> list[str]:
        reader = self.reader(seat)
        return [tell_reason(reader.as_game, violation) for violation in violations]


def encode(message: Any) -> bytes:
    return msgspec.json.encode(message, enc_hook=plain)

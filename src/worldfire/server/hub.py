"""The live connections of every game, and what each kind of listener is sent."""

from __future__ import annotations

import asyncio
from collections import defaultdict

from worldfire.engine.views import Seat

#: a listener who is so many messages behind is cut off; he resumes with `since`
MOST_BEHIND = 500


class Listener:
    """One websocket: what is still to be sent to it."""

    def __init__(self, game: str, seat: Seat, user: str, side: str | None, *, by_key: bool = False) -> None:
        self.game = game
        self.seat = seat
        self.user = user
        self.side = side
        #: came by an API key, and goes with it
        self.by_key = by_key
        self.queue: asyncio.Queue[bytes | None] = asyncio.Queue(MOST_BEHIND)

    def send(self, message: bytes) -> None:
        if self.queue.full():
            self.close()
        else:
            self.queue.put_nowait(message)

    def close(self) -> None:
        """Whatever is waiting is forgotten: the page will ask for it again."""
        while not self.queue.empty():
            self.queue.get_nowait()
        self.queue.put_nowait(None)


class Hub:
    def __init__(self) -> None:
        self._listeners: dict[str, set[Listener]] = defaultdict(set)

    def join(self, listener: Listener) -> None:
        self._listeners[listener.game].add(listener)

    def leave(self, listener: Listener) -> None:
        here = self._listeners.get(listener.game)
        if here is not None:
            here.discard(listener)
            if not here:
                del self._listeners[listener.game]

    def listeners(self, game: str) -> tuple[Listener, ...]:
        return tuple(self._listeners.get(game, ()))

    def audiences(self, game: str) -> set[Seat]:
        """The seats that somebody watches the game from; None stands for the spectators."""
        return {listener.seat for listener in self._listeners.get(game, ())}

    def seated(self, game: str) -> list[str]:
        """The seats whose players are there."""
        return sorted(seat for seat in self.audiences(game) if seat is not None)

    def is_here(self, game: str, user: str) -> bool:
        return any(listener.user == user for listener in self._listeners.get(game, ()))

    def unseat(self, game: str, seat: str, owner: str | None) -> None:
        """Whoever listens for a seat that is no longer his is cut off."""
        for listener in self.listeners(game):
            if listener.seat == seat and listener.user != owner:
                listener.close()
                self.leave(listener)

    def dismiss(self, user: str, *, by_key: bool = False) -> None:
        """The person's sessions have ended, or only his keys: whatever came by them hears nothing more."""
        for listener in [one for here in self._listeners.values() for one in here]:
            if listener.user == user and (listener.by_key or not by_key):
                listener.close()
                self.leave(listener)

    def tell_user(self, user: str, message: bytes) -> None:
        """On every page that the person has open, whichever game it shows."""
        for listeners in self._listeners.values():
            for listener in listeners:
                if listener.user == user:
                    listener.send(message)

    def close(self) -> None:
        for listeners in self._listeners.values():
            for listener in listeners:
                listener.close()

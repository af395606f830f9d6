"""The server's heart: open games, the one way in which entries are made, and everybody being told."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from typing import Any, TypeVar

from worldfire.engine.errors import SaveError
from worldfire.engine.log import UPGRADE, Entry
from worldfire.engine.views import Seat
from worldfire.server.archive import Archive, Overtaken, Sent
from worldfire.server.cleaning import DAY, clean
from worldfire.server.computers import Computers
from worldfire.server.database import Database
from worldfire.server.hub import Hub
from worldfire.server.imagining import WhatIfs
from worldfire.server.limits import Limits
from worldfire.server.memory import tidy_now_and_then
from worldfire.server.notices import Notices
from worldfire.server.orders import StandingOrders
from worldfire.server.papers import Papers
from worldfire.server.problems import Problem, not_found
from worldfire.server.sessions import Person, Sessions
from worldfire.server.settings import Settings
from worldfire.server.tabling import OpenGame, encode, standing_of
from worldfire.server.warming import warm_up
from worldfire.titles import ruleset_for

T = TypeVar("T")


LOG = logging.getLogger("worldfire.server")

#: entries after which the state at the last barrier is kept, so that a game opens quickly
SNAPSHOT_EVERY = 40


class House:
    """Where games are played. Slow work (rules, storage) runs in worker threads; each game has one writer at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database, settings.workers + 2)
        self.archive = Archive(self.database)
        self.sessions = Sessions(self.database, quick_hashes=settings.quick_hashes)
        self.papers = Papers(self.database)
        self.orders = StandingOrders(self.database)
        self.what_ifs = WhatIfs(self.database)
        self.hub = Hub()
        self.limits = Limits(settings.requests_per_minute, settings.burst)
        self.notices = Notices(self)
        self.computers = Computers(self)
        self._threads = ThreadPoolExecutor(settings.workers, thread_name_prefix="worldfire")
        #: computer players think in threads of their own: people never wait for a free one
        self.thinkers = ThreadPoolExecutor(settings.thinkers, thread_name_prefix="thinker")
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tidying: asyncio.Task[None]
        self._cleaning: asyncio.Task[None]

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do something slow in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def start(self) -> None:
        """Computer players go on where a stopped server left them; what every game needs is read before anybody comes."""
        await self.run(warm_up)
        self._tidying = asyncio.create_task(tidy_now_and_then())
        self._cleaning = asyncio.create_task(self._clean_daily())
        for card in await self.run(self.archive.waiting_games):
            if any(chair.kind == "computer" and chair.seat in card.waiting for chair in card.seats):
                self.computers.wake(card.id)

    async def stop(self) -> None:
        self._tidying.cancel()
        self._cleaning.cancel()
        await self.computers.stop()
        await self.notices.stop()
        self.hub.close()
        self._threads.shutdown(wait=True)
        self.thinkers.shutdown(wait=True)
        self.database.close()

    async def _clean_daily(self) -> None:
        while self.settings.forget_after:
            try:
                await self.clean()
            except Exception:
                LOG.exception("abandoned games were not deleted")
            await asyncio.sleep(DAY)

    async def clean(self) -> None:
        """Delete what nobody comes back to, here and in memory."""
        watched = frozenset(game for game, table in self._open.items() if self._is_busy(table))
        cleaned = await self.run(clean, self.database, self.settings.forget_after, watched)
        for game in cleaned.games:
            self._open.pop(game, None)
        self.sessions.forget(cleaned.guests)
        if cleaned.games or cleaned.guests:
            LOG.info("deleted %d abandoned games and %d guests", len(cleaned.games), len(cleaned.guests))

    # -------------------------------------------------------------------------------------------------------- opening

    async def table(self, game: str) -> OpenGame:
        """The game, opened if it is not open yet."""
        known = self._open.get(game)
        if known is not None and not known.spoilt:
            self._open.move_to_end(game)
            return known
        async with self._opening.setdefault(game, asyncio.Lock()):
            known = self._open.get(game)
            if known is None or known.spoilt:
                known = await self.run(self._read, game)
                self._open[game] = known
                await self._close_some()
        self._opening.pop(game, None)
        return known

    def _read(self, game: str) -> OpenGame:
        card = self.archive.card(game)
        if card is None:
            raise not_found("game", game)
        try:
            found = self.archive.open(game, ruleset_for)
        except SaveError as error:
            raise Problem(409, "unreadable", f"the game cannot be opened: {error}") from error
        assert found is not None
        if len(found.entries) > card.entries and found.entries[-1].verb == UPGRADE:
            try:
                self.archive.append(game, [Sent(found.entries[-1])], standing_of(found))
            except Overtaken:
                return self._read(game)  # another process has brought it up to date
            self.archive.keep_snapshot(found)
        return OpenGame(found, card, self.archive.keys(game))

    async def _close_some(self) -> None:
        """Forget the games that were not used for longest; everything about them is in the database."""
        while len(self._open) > self.settings.open_games:
            oldest = next((game for game, table in self._open.items() if not self._is_busy(table)), None)
            if oldest is None:
                return
            table = self._open.pop(oldest)
            await self.run(self.archive.keep_snapshot, table.game)

    def forget(self, game: str) -> None:
        """A game that is no longer in the database: whoever still looks at it is cut off."""
        self._open.pop(game, None)
        for listener in self.hub.listeners(game):
            listener.close()

    def _is_busy(self, table: OpenGame) -> bool:
        return table.lock.locked() or bool(self.hub.listeners(table.id))

    # --------------------------------------------------------------------------------------------------------- acting

    async def submit(
        self, game: str, seat: str, verb: str, noun: Any, decision: int | None, person: Person, key: str | None
    ) -> int:
        """A person's action: the number of its entry, which is durable when this returns."""
        for _ in range(2):
            table = await self.table(game)
            self.check_seat(table, seat, person)
            try:
                sent = await self.change(table, self._threads, self._take, seat, verb, noun, decision, person.id, key)
            except Overtaken:
                continue  # another process was quicker: look at the game again, then judge the action by it
            self.computers.wake_if_due(table)
            return sent
        raise Problem(409, "stale", "the game has gone on in the meantime", field="decision")

    async def change(self, table: OpenGame, by: Executor, work: Callable[..., T], *args: Any) -> T:
        """Do something that may prolong the game, as its only writer, then tell everybody."""
        async with table.lock:
            if table.spoilt:
                raise Overtaken("the game must be opened again")
            audiences, before = self.hub.audiences(table.id), len(table.game.entries)

            def do() -> tuple[T, dict[Seat, bytes]]:
                done = work(table, *args)
                return done, table.advance(audiences)

            done, messages = await asyncio.get_running_loop().run_in_executor(by, do)
            await self._publish(table, messages)
            if len(table.game.entries) > before:
                self.notices.waiting(table)
        return done

    def check_seat(self, table: OpenGame, seat: str, person: Person) -> None:
        if table.chair(seat).user != person.id:
            raise Problem(403, "not-your-seat", f"{seat} is not your seat", field="seat")

    def _take(
        self, table: OpenGame, seat: str, verb: str, noun: Any, decision: int | None, user: str, key: str | None
    ) -> int:
        """In a worker thread, holding the game's lock."""
        known = None if key is None else table.keys.get((user, key))
        if known is not None:
            return known
        return self.keep(table, table.act(seat, verb, noun, decision), user, key).seq

    def keep(self, table: OpenGame, entry: Entry, user: str | None = None, key: str | None = None) -> Entry:
        """Append an entry to the log. Until it is there nobody is told; if it fails, memory is thrown away."""
        try:
            self.archive.append(table.id, [Sent(entry, user, key)], standing_of(table.game))
        except BaseException:
            table.spoilt = True
            raise
        if user is not None and key is not None:
            table.keys[user, key] = entry.seq
        return entry

    async def _publish(self, table: OpenGame, messages: dict[Seat, bytes]) -> None:
        """Tell everybody who listens what has changed; the game's lock is held."""
        game = table.game
        for listener in self.hub.listeners(table.id):
            if listener.seat in messages:
                listener.send(messages[listener.seat])
        if len(game.entries) - table.snapshot_at >= SNAPSHOT_EVERY and game.checkpoint()[1] > table.snapshot_at:
            table.snapshot_at = game.checkpoint()[1]
            await self.run(self.archive.keep_snapshot, game)

    def tell_presence(self, game: str) -> None:
        message = encode({"type": "presence", "seats": self.hub.seated(game)})
        for listener in self.hub.listeners(game):
            listener.send(message)

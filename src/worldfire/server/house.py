"""The server's heart: open games, the one way in which entries are made, and everybody being told."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from worldfire.engine.announcing import REQUEST
from worldfire.engine.dicing import add_chance, fresh_dice
from worldfire.engine.errors import ActionError, SaveError
from worldfire.engine.game import Game
from worldfire.engine.log import UPGRADE, Entry
from worldfire.engine.views import Seat
from worldfire.server.archive import Archive, Chair, Overtaken, Sent
from worldfire.server.cleaning import DAY, clean
from worldfire.server.clock import TICK, Clock
from worldfire.server.computers import Computers
from worldfire.server.database import Database
from worldfire.server.dice import why_fresh_dice
from worldfire.server.hub import Hub
from worldfire.server.imagining import WhatIfs
from worldfire.server.limits import Limits, Slots
from worldfire.server.memory import tidy_now_and_then
from worldfire.server.messages import Presence
from worldfire.server.notices import Notices
from worldfire.server.orders import StandingOrders
from worldfire.server.papers import Papers
from worldfire.server.problems import Problem, not_found, unreadable
from worldfire.server.room import Room
from worldfire.server.seating import Seating
from worldfire.server.sessions import Person, Sessions
from worldfire.server.settings import Settings
from worldfire.server.tabling import MOST_KEYS, OpenGame, Sight, encode, standing_of
from worldfire.server.warming import warm_up
from worldfire.server.workbench import Bench
from worldfire.server.workshop import Labour, Turns, Workshop
from worldfire.titles import ruleset_for

if TYPE_CHECKING:
    from worldfire.server.wire import Ask

T = TypeVar("T")
P = ParamSpec("P")


LOG = logging.getLogger("worldfire.server")

#: entries after which the state at the last barrier is kept, so that a game opens quickly
SNAPSHOT_EVERY = 40
MINUTE = 60.0
#: open games that have a second copy for readers
MIRRORS = 64


class House:
    """Where games are played. Slow work (rules, storage) runs in worker threads; each game has one writer at a time."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.database = Database(settings.database, settings.workers + 2)
        self.database.make_tables()
        self.archive = Archive(self.database)
        self.clock = Clock(self.database)
        self.sessions = Sessions(self.database, self.clock, quick_hashes=settings.quick_hashes)
        self.papers = Papers(self.database)
        self.seating = Seating(self.database, self.clock)
        self.room = Room(self.database, settings.games_by_person, settings.games_by_address)
        self.orders = StandingOrders(self.database)
        self.what_ifs = WhatIfs(self.database)
        self.hub = Hub()
        self.limits = Limits(settings.requests_per_minute, settings.burst)
        self.sockets = Slots("live connections", settings.sockets_by_person, settings.sockets_by_address)
        self.uploads = Slots("files", settings.uploads_by_person, settings.uploads_by_address)
        self.notices = Notices(self)
        self.computers = Computers(self)
        self._threads = ThreadPoolExecutor(settings.workers, thread_name_prefix="worldfire")
        #: hashing takes long and much memory, on purpose; other people's servers may be slow: neither is to hold up a game
        self._hashers = ThreadPoolExecutor(settings.hashers, thread_name_prefix="hasher")
        self.outside = ThreadPoolExecutor(settings.messengers, thread_name_prefix="outside")
        self.thinkers = self._workshop("thinker", settings.thinkers, settings.longest_thought, 5)
        self._short = self._workshop("labour", settings.short_labourers, settings.short_labour, 5)
        self._long = self._workshop("long-labour", settings.long_labourers, settings.longest_labour, 19)
        self._short_turns = Turns(settings.labours_by_person, settings.labours_by_address)
        self._long_turns = Turns(settings.labours_by_person, settings.labours_by_address)
        #: open games that have a readers' copy, those looked at last at the end
        self._mirrored: OrderedDict[str, OpenGame] = OrderedDict()
        self._open: OrderedDict[str, OpenGame] = OrderedDict()
        self._opening: dict[str, asyncio.Lock] = {}
        self._tidying: asyncio.Task[None]
        self._closing: asyncio.Task[None]
        self._ticking: asyncio.Task[None]
        self._resuming: asyncio.Task[None]
        self._cleaning: asyncio.Task[None]

    def _workshop(self, name: str, processes: int, seconds: float, niceness: int) -> Workshop:
        memory = self.settings.labour_memory
        limits = Labour(processes=processes, seconds=seconds, memory=memory, niceness=niceness)
        return Workshop(name, self.settings.database, limits)

    async def run(self, work: Callable[..., T], *args: Any) -> T:
        """Do something of a few milliseconds (a rule, a query) in a worker thread."""
        return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)

    async def hash(self, work: Callable[..., T], *args: Any) -> T:
        """The same with a password, in threads of their own."""
        return await asyncio.get_running_loop().run_in_executor(self._hashers, work, *args)

    async def read(self, table: OpenGame, work: Callable[[Sight], T]) -> T:
        """Look at the game as it stands. Readers of a game stand in line among themselves; its writer is not among them."""
        async with table.reading:
            self._mirrored[table.id] = table
            self._mirrored.move_to_end(table.id)
            if len(self._mirrored) > MIRRORS:
                self._mirrored.popitem(last=False)[1].drop_mirror()
            try:
                return await self.run(lambda: work(table.mirror()))
            except (SaveError, msgspec.DecodeError) as error:
                raise unreadable(error) from error

    async def labour(self, ask: Ask, work: Callable[Concatenate[Bench, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Let a process of its own do something of a second, one thing at a time for each person."""
        async with self._short_turns.of(ask.person.id, ask.address):
            return await self._short.do(ask.game, work, *args, **kwargs)

    async def long_labour(
        self, ask: Ask, work: Callable[Concatenate[Bench, P], T], *args: P.args, **kwargs: P.kwargs
    ) -> T:
        """The same for what may take minutes, in other processes."""
        async with self._long_turns.of(ask.person.id, ask.address):
            return await self._long.do(ask.game, work, *args, **kwargs)

    async def start(self) -> None:
        """Computer players go on where a stopped server left them; what every game needs is read before anybody comes."""
        await self.run(warm_up)
        self._tidying = asyncio.create_task(tidy_now_and_then())
        self._closing = asyncio.create_task(self._close_now_and_then())
        self._ticking = asyncio.create_task(self._tick())
        self._cleaning = asyncio.create_task(self._clean_daily())
        self._resuming = asyncio.create_task(self.computers.go_on())

    async def stop(self) -> None:
        self._tidying.cancel()
        self._closing.cancel()
        self._ticking.cancel()
        self._resuming.cancel()
        self._cleaning.cancel()
        await self.computers.stop()
        await self.notices.stop()
        self.hub.close()
        self._threads.shutdown(wait=True)
        self._hashers.shutdown(wait=True)
        self.outside.shutdown(wait=False, cancel_futures=True)
        for workshop in (self.thinkers, self._short, self._long):
            workshop.close()
        self.database.close()

    async def _close_now_and_then(self) -> None:
        while True:
            await asyncio.sleep(MINUTE)
            try:
                await self.close_idle()
            except Exception:
                LOG.exception("idle games were not closed")

    async def _tick(self) -> None:
        while True:
            await asyncio.sleep(TICK)
            try:
                await self.run(self.clock.tick)
            except Exception:
                LOG.exception("the clock was not looked at")

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
        before = await self.run(self.clock.before, self.settings.forget_after * DAY)
        cleaned = await self.run(clean, self.database, before, watched)
        for game in cleaned.games:
            self._drop(game)
        self.sessions.forget(cleaned.guests)
        if cleaned.games or cleaned.guests:
            LOG.info("deleted %d abandoned games and %d guests", len(cleaned.games), len(cleaned.guests))

    # -------------------------------------------------------------------------------------------------------- opening

    async def table(self, game: str) -> OpenGame:
        """The game, opened if it is not open yet."""
        known = self._open.get(game)
        if known is not None and not known.spoilt:
            self._open.move_to_end(game)
            known.used = time.monotonic()
            return known
        try:
            async with self._opening.setdefault(game, asyncio.Lock()):
                known = self._open.get(game)
                if known is None or known.spoilt:
                    known = await self.run(self._read, game)
                    self._open[game] = known
                    await self._close_some()
        finally:
            self._opening.pop(game, None)
        return known

    def _read(self, game: str) -> OpenGame:
        card = self.archive.card(game)
        if card is None:
            raise not_found("game", game)
        try:
            found = self.archive.open(game, ruleset_for)
            if found is None:
                raise not_found("game", game)
            if len(found.entries) > card.entries and found.entries[-1].verb == UPGRADE:
                self._keep_upgrade(found, card.entries)
            return OpenGame(found, card, self.archive.keys(game, MOST_KEYS))
        except Overtaken:
            return self._read(game)  # another process has brought it up to date
        except SaveError as error:
            raise unreadable(error) from error
        except (Problem, SQLAlchemyError):
            raise
        except Exception as error:  # what is damaged may fail anywhere; other games do not mind
            LOG.exception("game %s cannot be opened", game)
            raise unreadable(error) from error

    def _keep_upgrade(self, game: Game, stored: int) -> None:
        """A game of an older release was brought up to date; from here on its dice are made anew."""
        known = set(game.secrets)
        if not game.cup.spare and not game.over:
            fresh_dice(game, "upgrade")
        self._append(game, [Sent(entry) for entry in game.entries.since(stored)], known)
        self.archive.keep_snapshot(game)

    async def _close_some(self) -> None:
        """Forget the games that were not used for longest; everything about them is in the database."""
        while len(self._open) > self.settings.open_games:
            oldest = next((table for table in self._open.values() if not self._is_busy(table)), None)
            if oldest is None:
                return
            await self._close(oldest)

    async def close_idle(self) -> None:
        """Games that nobody has used for a while leave memory."""
        since = time.monotonic() - self.settings.close_after
        for table in [table for table in self._open.values() if table.used <= since and not self._is_busy(table)]:
            await self._close(table)

    async def _close(self, table: OpenGame) -> None:
        self._drop(table.id)
        if not table.spoilt:
            await self.run(self.archive.keep_snapshot, table.game)

    def _drop(self, game: str) -> None:
        """Whatever memory holds of a game."""
        self._open.pop(game, None)
        self._mirrored.pop(game, None)
        self.orders.close(game)

    def forget(self, game: str) -> None:
        """A game that is no longer in the database: whoever still looks at it is cut off."""
        self._drop(game)
        for listener in self.hub.listeners(game):
            listener.close()

    def _is_busy(self, table: OpenGame) -> bool:
        return table.lock.locked() or table.reading.locked() or bool(self.hub.listeners(table.id))

    # --------------------------------------------------------------------------------------------------------- acting

    async def submit(
        self, game: str, seat: str, verb: str, noun: Any, decision: int | None, person: Person, key: str | None
    ) -> int:
        """A person's action: the number of its entry, which is durable when this returns."""
        for _ in range(2):
            table = await self.table(game)
            self.check_seat(table, seat, person)
            try:
                sent = await self.change(table, self._take, seat, verb, noun, decision, person, key)
            except Overtaken:
                # Another process was quicker, or the key is an old one: look at the game again, then judge the action by it.
                known = None if key is None else await self.run(self.archive.entry_under, game, person.id, key)
                if known is not None:
                    return known
                continue
            if verb == REQUEST:
                self.notices.asked(table, noun[0], seat)
            self.computers.wake_if_due(table)
            return sent
        raise Problem(409, "stale", "the game has moved on in the meantime", field="decision")

    async def change(self, table: OpenGame, work: Callable[..., T], *args: Any) -> T:
        """Do something that may prolong the game, as its only writer, then tell everybody."""
        async with table.lock:
            self._check_open(table)
            audiences, before = self.hub.audiences(table.id), len(table.game.entries)

            def do() -> tuple[T, dict[Seat, bytes]]:
                done = work(table, *args)
                table.settle()
                return done, table.advance(audiences)

            done, messages = await self.run(do)
            await self._publish(table, messages)
            if len(table.game.entries) > before:
                self.notices.waiting(table)
        return done

    def _check_open(self, table: OpenGame) -> None:
        """While one waited for its lock the game may have been closed, or thrown away."""
        if table.spoilt or self._open.get(table.id) is not table:
            raise Overtaken("the game must be opened again")

    @asynccontextmanager
    async def held(self, game: str) -> AsyncIterator[OpenGame]:
        """The game, held by its lock: for whoever changes who sits at it."""
        while True:
            table = await self.table(game)
            async with table.lock:
                try:
                    self._check_open(table)
                except Overtaken:
                    continue
                yield table
                return

    async def end_seat(self, table: OpenGame, old: Chair) -> None:
        """Whatever somebody had by a seat ends with it: what he hears there, his orders, his notes. The lock is held."""
        self.hub.unseat(table.id, old.seat, table.chair(old.seat).user)
        await self.run(self.orders.forget, table.id, old.seat)
        if old.user is not None and not table.has_a_part(old.user):
            await self.run(self.papers.forget_notes, table.id, old.user)

    def check_seat(self, table: OpenGame, seat: str, person: Person) -> None:
        if table.chair(seat).user != person.id:
            raise Problem(403, "not-your-seat", f"{seat} is not your seat", field="seat")

    def _take(
        self, table: OpenGame, seat: str, verb: str, noun: Any, decision: int | None, person: Person, key: str | None
    ) -> int:
        """In a worker thread, holding the game's lock: the seat may have gone to somebody else in the meantime."""
        self.check_seat(table, seat, person)
        known = None if key is None else table.keys.get((person.id, key))
        if known is not None:
            return known
        return self.keep(table, table.act(seat, verb, noun, decision), person.id, key).seq

    def keep(self, table: OpenGame, entry: Entry, user: str | None = None, key: str | None = None) -> Entry:
        """Append an entry to the log, and what it entails for the dice. Until it is there nobody is told; if it fails,
        memory is thrown away."""
        game, known = table.game, set(table.game.secrets)
        sent, why = [Sent(entry, user, key)], why_fresh_dice(table.game, table.card.seats, entry)
        try:
            if why:
                sent.append(Sent(fresh_dice(game, why)))
            self._append(game, sent, known)
        except BaseException:
            table.spoilt = True
            raise
        if user is not None and key is not None:
            table.remember(user, key, entry.seq)
        return entry

    def _append(self, game: Game, sent: list[Sent], known: set[str]) -> None:
        """Keep entries, and with them the secrets that were not known before."""
        new = {at: secret for at, secret in game.secrets.items() if at not in known}
        self.archive.append(game.header.game_id, sent, standing_of(game), new)

    # ------------------------------------------------------------------------------------------------------------ dice

    async def add_chance(self, game: str, seat: str, to: str, given: str, person: Person) -> int:
        """What a person's page adds to the dice that lie ready: the number of the entry."""
        table = await self.table(game)
        try:
            return await self.change(table, self._add_chance, seat, to, given, person)
        except Overtaken as error:
            raise Problem(409, "stale", "the game has moved on in the meantime", field="to") from error

    def _add_chance(self, table: OpenGame, seat: str, to: str, given: str, person: Person) -> int:
        self.check_seat(table, seat, person)
        try:
            entry = add_chance(table.game, seat, to, given)
        except ActionError as error:
            raise Problem(409, "not-added", str(error), field="bytes") from error
        return self.keep(table, entry).seq

    async def new_dice(self, table: OpenGame) -> None:
        """Who sits at the game has changed: dice that somebody may know of do not count any more. The lock is held."""
        if table.game.over:
            return
        audiences = self.hub.audiences(table.id)

        def do() -> dict[Seat, bytes]:
            known = set(table.game.secrets)
            try:
                self._append(table.game, [Sent(fresh_dice(table.game, "seats"))], known)
            except BaseException:
                table.spoilt = True
                raise
            table.settle()
            return table.advance(audiences)

        await self._publish(table, await self.run(do))

    async def _publish(self, table: OpenGame, messages: dict[Seat, bytes]) -> None:
        """Tell everybody who listens what has changed; the game's lock is held."""
        game = table.game
        for listener in self.hub.listeners(table.id):
            if listener.seat in messages:
                listener.send(messages[listener.seat])
        if len(game.entries) - table.snapshot_at >= SNAPSHOT_EVERY and game.checkpoint()[1] > table.snapshot_at:
            table.snapshot_at = game.checkpoint()[1]
            await self.run(self.archive.keep_snapshot, game)

    async def wake_computers(self, game: str) -> None:
        """Somebody has come: whoever must answer him does so now, even if the server has just started."""
        self.computers.wake_if_due(await self.table(game))

    def tell_presence(self, game: str) -> None:
        message = encode(Presence(self.hub.seated(game)))
        for listener in self.hub.listeners(game):
            listener.send(message)

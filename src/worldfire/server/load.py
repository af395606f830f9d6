"""A load on the server: many open games with two people each, so many actions a second, and how long the other one waits.

Every game is Barbarossa, set up; people know only what their live connection tells them and take the simplest choice. With
kills, the server dies at random moments and is started again: whatever it had acknowledged must still be there.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import IO, Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

from worldfire.bench import Figure
from worldfire.engine.log import decode_entry, entry_hash
from worldfire.engine.save import Parts
from worldfire.players.table import seeded_secret
from worldfire.server.archive import PERSON, Archive, Chair
from worldfire.server.clock import Clock
from worldfire.server.database import Database
from worldfire.server.founding import Plan, found, set_up_for
from worldfire.server.sessions import Sessions
from worldfire.server.tabling import standing_of

READY = re.compile(r"open http://([\w.]+):(\d+)")
#: seconds that somebody waits for an answer, or for the other's action; with kills there is a restart between
PATIENCE, PATIENCE_WITH_KILLS = 30.0, 180.0
#: with kills: seconds that the server lives, on average
LIFE = 20.0
#: what the design asks for: milliseconds until the other one knows, for 95 of 100 actions
BAR = 100.0

Progress = Callable[[str], None]


class Load(msgspec.Struct, frozen=True, kw_only=True):
    games: int = 200
    #: actions a second, in all games together
    rate: float = 50
    seconds: float = 30
    #: kill the server at random moments and start it again
    kills: bool = False


class Report(msgspec.Struct, kw_only=True):
    games: int
    clients: int
    #: acknowledged
    actions: int
    seconds: float
    #: from sending an action to the other person's page knowing it, in milliseconds
    p50: float
    p95: float
    p99: float
    #: from sending to the acknowledgement
    acknowledged_p95: float
    #: processor time of the server for each action, in milliseconds: what is left when the machine has other work; 0: unknown
    processor_per_action: float
    #: whatever was neither success nor a choice that had gone stale
    errors: int
    #: the status of the answer, "no answer", or "not heard" by the other one → how often
    errors_by_kind: dict[str, int]
    stale: int
    kills: int
    #: acknowledged, and not in the log afterwards
    lost: int
    #: games whose log is not one chain of hashes
    broken: int
    #: lines in the server's log
    complaints: int
    delta_bytes_p50: int
    delta_bytes_p95: int

    def figures(self, load: Load) -> list[Figure]:
        """What the design sets a bar for; a server that is being killed is only asked to lose nothing."""
        what = f"{self.games} games, {load.rate:g} actions a second"
        wrong = [
            Figure(f"errors, {what}", self.errors, "", 0),
            Figure(f"acknowledged and lost, {self.kills} kills of the server", self.lost, "", 0),
            Figure("games whose log is no chain", self.broken, "", 0),
        ]
        if load.kills:
            return wrong
        return [
            Figure(f"submit → the other's page, 95 %, {what}", self.p95, "ms", BAR),
            Figure(f"actions done, {what}", self.actions / self.seconds, "/s", 0.95 * load.rate, more_is_better=True),
            *wrong,
        ]


class Heard(msgspec.Struct):
    """What is read of a message: the rest is skipped, because this process shares the machine with the server."""

    type: str
    entries: int = 0
    waiting: list[str] | None = None
    #: empty: not in the message
    decision: msgspec.Raw = msgspec.Raw()


class Asked(msgspec.Struct):
    id: int
    offers: dict[str, Any]


_heard = msgspec.json.Decoder(Heard)
_asked = msgspec.json.Decoder(Asked | None)


class Person:
    """One end of a game: a seat, a session, a live connection and the page that it keeps up to date."""

    def __init__(self, game: Pair, seat: str, cookie: str) -> None:
        self.game = game
        self.seat = seat
        self.cookie = cookie
        self.waiting: list[str] = []
        self.decision = b"null"
        self.entries = 0

    async def listen(self, world: World) -> None:
        """Stay connected, whatever happens to the server."""
        while not world.over:
            since = f"&since={self.entries}" if self.entries else ""
            url = f"ws://{world.host}:{world.port}/api/games/{self.game.id}/live?seat={self.seat}{since}"
            headers = {"Cookie": f"worldfire={self.cookie}"}
            with contextlib.suppress(OSError, WebSocketException, TimeoutError):
                async with connect(url, additional_headers=headers, max_size=None, open_timeout=60) as socket:
                    await self._hear(socket, world)
            if not world.over:
                await asyncio.sleep(0.05)

    async def _hear(self, socket: ClientConnection, world: World) -> None:
        async for message in socket:
            now = time.perf_counter()
            content = _heard.decode(message)
            if content.type in ("table", "delta"):
                if content.type == "delta":
                    world.deltas.append(len(message))
                if content.waiting is not None:
                    self.waiting = content.waiting
                self.decision = bytes(content.decision) or self.decision
                self.entries = content.entries
                self.game.heard(self, now)


class Wires:
    """Connections that are used again and again, as browsers do."""

    def __init__(self) -> None:
        self._idle: list[tuple[asyncio.StreamReader, asyncio.StreamWriter]] = []

    async def post(self, host: str, port: int, path: str, cookie: str, body: Any) -> tuple[int, bytes]:
        content = msgspec.json.encode(body)
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nX-Worldfire: 1\r\n"
            f"Cookie: worldfire={cookie}\r\nContent-Type: application/json\r\nContent-Length: {len(content)}\r\n\r\n"
        )
        reader, writer = self._take() or await asyncio.open_connection(host, port)
        try:
            writer.write(head.encode() + content)
            answer = (await reader.readuntil(b"\r\n\r\n")).lower()
            length = int(answer.partition(b"content-length:")[2].partition(b"\r\n")[0])
            found = int(answer.split(b" ", 2)[1]), await reader.readexactly(length)
        except BaseException:
            writer.close()
            raise
        self._idle.append((reader, writer))
        return found

    def _take(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter] | None:
        while self._idle:
            reader, writer = self._idle.pop()
            if not reader.at_eof():
                return reader, writer
            writer.close()
        return None

    def close(self) -> None:
        for _, writer in self._idle:
            writer.close()


class Pair:
    """A game and the two who play it."""

    def __init__(self, game: str, people: dict[str, str]) -> None:
        self.id = game
        self.people = [Person(self, seat, cookie) for seat, cookie in people.items()]
        self.busy = False
        #: nobody may act, or the choice is too hard for us
        self.resting = False
        #: seat → when it last heard something
        self.waits: dict[str, float] = {}
        self.event = asyncio.Event()

    def heard(self, person: Person, now: float) -> None:
        self.waits[person.seat] = now
        self.event.set()


class World:
    def __init__(self, load: Load, database: str, tell: Progress) -> None:
        self.load = load
        self.database = database
        self.tell = tell
        self.rng = Random(1)
        self.pairs: list[Pair] = []
        self.wires = Wires()
        self.over = False
        self.host, self.port = "127.0.0.1", 0
        self.process: subprocess.Popen[str] | None = None
        self.reading: threading.Thread
        self.latencies: list[float] = []
        self.acknowledgements: list[float] = []
        self.deltas: list[int] = []
        self.kept: list[tuple[str, str, int]] = []
        self.processor = self.seconds = 0.0
        #: lines that the server wrote after it was ready
        self.complaints = 0
        self.errors: Counter[str] = Counter()
        self.stale = self.kills = self.keys = 0
        self.patience = PATIENCE_WITH_KILLS if load.kills else PATIENCE

    # ---------------------------------------------------------------------------------------------------- the server

    def start(self) -> None:
        """The same port again after a kill, so that everybody finds it."""
        command = [sys.executable, "-m", "worldfire.cli.main", "serve", "--port", str(self.port)]
        self.process = subprocess.Popen([*command, "--database", self.database], stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        for line in self.process.stderr:
            ready = READY.search(line)
            if ready:
                self.port = int(ready[2])
                self.reading = threading.Thread(target=self._read_on, args=(self.process.stderr,), daemon=True)
                self.reading.start()
                return
        raise RuntimeError("the server did not start")

    def _read_on(self, complaints: IO[str]) -> None:
        """A server whose complaints nobody reads would stop when the pipe is full."""
        with complaints:
            self.complaints += sum(1 for _ in complaints)

    def processor_seconds(self) -> float:
        """What the server's process has used so far, where the system tells."""
        assert self.process is not None
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        except OSError:
            return 0.0
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()
        self.reading.join()

    # ----------------------------------------------------------------------------------------------------- the games

    def make_games(self) -> None:
        """Written straight into the database: making games is not what is measured."""
        database = Database(self.database, 1)
        database.make_tables()
        archive, sessions = Archive(database), Sessions(database, Clock(database))
        for number in range(self.load.games):
            game = found(Plan("barbarossa"), secret=seeded_secret("load", number))
            set_up_for(game)
            people = {seat: sessions.new_guest() for seat in game.seats}
            archive.add(
                game,
                name=f"load {number}",
                campaign="barbarossa",
                host=next(iter(people.values())).id,
                chairs=[Chair(seat, PERSON, person.id) for seat, person in people.items()],
                standing=standing_of(game),
                listed=False,
            )
            cookies = {seat: sessions.cookie(person) for seat, person in people.items()}
            self.pairs.append(Pair(game.header.game_id, cookies))
            if (number + 1) % 50 == 0:
                self.tell(f"{number + 1} games are set up")
        database.close()

    # ------------------------------------------------------------------------------------------------------ the load

    async def run(self) -> None:
        people = [person for pair in self.pairs for person in pair.people]
        listeners = [asyncio.create_task(person.listen(self)) for person in people]
        while not all(person.entries for person in people):
            await asyncio.sleep(0.1)
        self.tell(f"{len(people)} people are connected")
        killer = asyncio.create_task(self._kill_now_and_then())
        acts: set[asyncio.Task[None]] = set()
        used = self.processor_seconds()
        start, due = time.perf_counter(), 0.0
        while due < self.load.seconds:
            due += self.rng.expovariate(self.load.rate)
            await asyncio.sleep(max(0.0, start + due - time.perf_counter()))
            idle = [pair for pair in self.pairs if not pair.busy and not pair.resting]
            if idle:
                task = asyncio.create_task(self._act(self.rng.choice(idle)))
                acts.add(task)
                task.add_done_callback(acts.discard)
        await asyncio.gather(*acts)
        killer.cancel()
        self.seconds = time.perf_counter() - start
        self.processor = self.processor_seconds() - used
        self.over = True
        self.wires.close()
        for task in listeners:
            task.cancel()
        await asyncio.gather(killer, *listeners, return_exceptions=True)

    async def _kill_now_and_then(self) -> None:
        while self.load.kills:
            await asyncio.sleep(self.rng.uniform(0, 2) * LIFE)
            await asyncio.to_thread(self.kill)
            await asyncio.to_thread(self.start)
            self.kills += 1

    async def _act(self, pair: Pair) -> None:
        """One action of whoever must act; then until the other one knows of it."""
        pair.busy = True
        try:
            person = next((one for one in pair.people if one.seat in one.waiting), None)
            asked = None if person is None else _asked.decode(person.decision)
            if person is None or asked is None:
                pair.resting = True
                return
            verb, noun = simplest(asked.offers)
            self.keys += 1
            key = f"load-{self.keys}"
            body = {"seat": person.seat, "decision": asked.id, "verb": verb, "noun": noun, "key": key}
            kills, sent = self.kills, time.perf_counter()
            status, answer = await self._post(pair, person, body)
            if status == 200:
                entry: int = msgspec.json.decode(answer)["entry"]
                self.kept.append((pair.id, key, entry))
                if kills == self.kills:
                    self.acknowledgements.append(time.perf_counter() - sent)
                await self._until_known(pair, person, entry, sent, kills)
            elif status == 409:
                self.stale += 1
            elif status == 422:
                pair.resting = True
            else:
                self.errors[str(status) if status else "no answer"] += 1
        finally:
            pair.busy = False

    async def _post(self, pair: Pair, person: Person, body: dict[str, Any]) -> tuple[int, bytes]:
        """Until there is an answer: the key makes it safe to send again to a server that was killed."""
        deadline = time.perf_counter() + self.patience
        path = f"/api/games/{pair.id}/actions"
        while True:
            try:
                return await self.wires.post(self.host, self.port, path, person.cookie, body)
            except (OSError, asyncio.IncompleteReadError, ValueError):
                if time.perf_counter() > deadline or not self.load.kills:
                    return 0, b""
                await asyncio.sleep(0.1)

    async def _until_known(self, pair: Pair, person: Person, entry: int, sent: float, kills: int) -> None:
        other = next(one for one in pair.people if one is not person)
        while other.entries <= entry or person.entries <= entry:
            pair.event.clear()
            try:
                await asyncio.wait_for(pair.event.wait(), self.patience)
            except TimeoutError:
                self.errors["not heard"] += 1
                return
        if kills == self.kills:
            self.latencies.append(pair.waits[other.seat] - sent)

    def lost(self) -> int:
        """Acknowledged, and not in the log under its key and number."""
        database = Database(self.database, 1)
        archive = Archive(database)
        known = {pair.id: {key: entry for (_, key), entry in archive.keys(pair.id).items()} for pair in self.pairs}
        database.close()
        return sum(known[game].get(key) != entry for game, key, entry in self.kept)

    def broken(self) -> int:
        """Games whose log is not one chain, each entry bound to the one before."""
        database = Database(self.database, 1)
        archive = Archive(database)
        found = sum(not _is_chain(archive.parts(pair.id)) for pair in self.pairs)
        database.close()
        return found


def _is_chain(parts: Parts | None) -> bool:
    if parts is None:
        return False
    head = parts.header.hash()
    for number, line in enumerate(parts.entries):
        entry = decode_entry(line)
        if entry.seq != number or entry_hash(head, entry) != entry.hash:
            return False
        head = entry.hash
    return True


def simplest(offers: dict[str, Any]) -> tuple[str, Any]:
    """A verb that needs no noun, else the first with the least that fits."""
    verb = next((name for name, offer in offers.items() if offer["shape"]["shape"] == "Nothing"), next(iter(offers)))
    shape = offers[verb]["shape"]
    match shape["shape"]:
        case "One":
            return verb, shape["domain"][0]
        case "Set":
            return verb, shape["domain"][: shape["least"]]
        case "Order":
            return verb, shape["lines"]
        case "Assign" | "Allot" | "Send" | "Attacks":
            return verb, [[one["item"], one["to"][-1]] for one in shape["items"]]
        case "Amounts":
            return verb, [[one["item"], one["least"]] for one in shape["items"]]
        case _:
            return verb, None


def _share(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(len(ordered) * share))] if ordered else 0.0


def put_under_load(load: Load, tell: Progress) -> Report:
    with tempfile.TemporaryDirectory(prefix="worldfire-load-") as folder:
        world = World(load, f"sqlite:///{Path(folder) / 'games.db'}", tell)
        world.make_games()
        world.start()
        try:
            asyncio.run(world.run())
        finally:
            world.kill()
        milliseconds = [1000 * wait for wait in world.latencies]
        return Report(
            games=load.games,
            clients=2 * load.games,
            actions=len(world.kept),
            seconds=round(world.seconds, 1),
            p50=round(_share(milliseconds, 0.5), 1),
            p95=round(_share(milliseconds, 0.95), 1),
            p99=round(_share(milliseconds, 0.99), 1),
            acknowledged_p95=round(1000 * _share(world.acknowledgements, 0.95), 1),
            processor_per_action=0.0 if world.kills else round(1000 * world.processor / max(1, len(world.kept)), 1),
            errors=world.errors.total(),
            errors_by_kind=dict(world.errors),
            stale=world.stale,
            kills=world.kills,
            lost=world.lost(),
            broken=world.broken(),
            complaints=world.complaints,
            delta_bytes_p50=int(_share([float(size) for size in world.deltas], 0.5)),
            delta_bytes_p95=int(_share([float(size) for size in world.deltas], 0.95)),
        )

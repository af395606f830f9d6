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
from worldfire.engine.log import entry_hash
from worldfire.engine.save import Parts, dumps
from worldfire.players.table import play_out, seeded_secret
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
#: how much longer it may take while others verify, import and replay
MOST_RATIO = 2.0
#: seconds between two looks at memory; how many make a figure, and by how much of itself it may grow
MINUTE, LEAST_SAMPLES, FLAT = 60.0, 12, 0.05
#: seconds between two pieces of work beside the load: one after the other they are within what an address may ask
APART = 3.0

Progress = Callable[[str], None]


class Load(msgspec.Struct, frozen=True, kw_only=True):
    games: int = 200
    #: actions a second, in all games together
    rate: float = 50
    seconds: float = 30
    #: kill the server at random moments and start it again
    kills: bool = False
    #: a second time with others at work beside it: verifications, imports and replays of whole games
    beside: bool = False
    verifications: int = 20
    imports: int = 5
    replays: int = 5
    #: which games those are
    whole: Plan = Plan("barbarossa")


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
    #: with others at work: from sending to the other's page, how much longer that takes than without, and what they got done
    beside_p95: float = 0.0
    beside_ratio: float = 0.0
    beside_done: dict[str, int] = {}
    beside_seconds: float = 0.0
    #: megabytes that the server's process holds in memory, every minute; without its helpers
    memory: list[float] = []
    #: by how much of itself memory grew after the first third of the run
    memory_growth: float = 0.0

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
        if load.beside:
            work = f"{load.verifications} verifications, {load.imports} imports, {load.replays} replays"
            missing = load.verifications + load.imports + load.replays - sum(self.beside_done.values())
            wrong = [
                Figure(f"the same beside {work}", self.beside_p95, "ms", BAR),
                Figure("ratio of the two", self.beside_ratio, "", MOST_RATIO),
                Figure("work beside that was not done", missing, "", 0),
                *wrong,
            ]
        if len(self.memory) >= LEAST_SAMPLES:
            wrong = [
                *wrong,
                Figure("memory after the first third, growth", self.memory_growth, "", FLAT),
            ]
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
        return await self.send(host, port, "POST", path, cookie, msgspec.json.encode(body))

    async def send(
        self, host: str, port: int, method: str, path: str, cookie: str, content: bytes
    ) -> tuple[int, bytes]:
        head = (
            f"{method} {path} HTTP/1.1\r\nHost: {host}:{port}\r\nX-Worldfire: 1\r\n"
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
        #: those while others are at work
        self.beside: list[float] = []
        self.beside_done: Counter[str] = Counter()
        self.beside_seconds = 0.0
        self.at_work = False
        #: a game that is over, files of others that are not here yet, and people who want something of them
        self.finished, self.length = "", 0
        self.files: list[bytes] = []
        self.others: list[str] = []
        self.memory: list[float] = []
        self.acknowledgements: list[float] = []
        self.deltas: list[int] = []
        self.kept: list[tuple[str, str, int]] = []
        self.processor = self.seconds = 0.0
        #: actions that were acknowledged before others went to work
        self.alone = 0
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

    def look_after_the_server(self) -> None:
        """Without it nobody would ever be connected."""
        assert self.process is not None
        if self.process.poll() is not None:
            raise RuntimeError(f"the server has ended by itself, with code {self.process.returncode}")

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
        if self.load.beside:
            self._make_long_games(archive, sessions)
        database.close()

    def _make_long_games(self, archive: Archive, sessions: Sessions) -> None:
        """Whole games of random players: one that is kept, the others as files."""
        host = sessions.new_guest()
        for number in range(self.load.imports + 1):
            game = found(self.load.whole, secret=seeded_secret("long", number))
            play_out(game, Random(number))
            if number:
                self.files.append(dumps(game))
                continue
            self.finished, self.length = game.header.game_id, len(game.entries)
            archive.add(
                game,
                name="long",
                campaign=self.load.whole.campaign,
                host=host.id,
                chairs=[Chair(seat, PERSON, host.id) for seat in game.seats],
                standing=standing_of(game),
                listed=False,
            )
        people = self.load.verifications + self.load.imports + self.load.replays
        self.others = [sessions.cookie(sessions.new_guest()) for _ in range(people)]
        self.tell(f"{self.load.imports + 1} whole games are played, the first of {self.length} entries")

    # ------------------------------------------------------------------------------------------------------ the load

    async def run(self) -> None:
        people = [person for pair in self.pairs for person in pair.people]
        listeners = [asyncio.create_task(person.listen(self)) for person in people]
        deadline = time.perf_counter() + PATIENCE + len(people)  # seconds: hundreds come at once
        while not all(person.entries for person in people):
            self.look_after_the_server()
            if time.perf_counter() > deadline:
                raise RuntimeError("the server does not tell everybody how their game stands")
            await asyncio.sleep(0.1)
        self.tell(f"{len(people)} people are connected")
        killer = asyncio.create_task(self._kill_now_and_then())
        watcher = asyncio.create_task(self._watch_memory())
        used, start = self.processor_seconds(), time.perf_counter()
        await self._play(lambda: time.perf_counter() - start >= self.load.seconds)
        killer.cancel()
        self.seconds = time.perf_counter() - start
        self.alone = len(self.kept)
        self.processor = self.processor_seconds() - used
        if self.load.beside:
            await self._play_beside_others()
        self.over = True
        self.wires.close()
        for task in (watcher, *listeners):
            task.cancel()
        await asyncio.gather(killer, watcher, *listeners, return_exceptions=True)

    async def _play(self, enough: Callable[[], bool]) -> None:
        acts: set[asyncio.Task[None]] = set()
        start, due = time.perf_counter(), 0.0
        while not enough():
            due += self.rng.expovariate(self.load.rate)
            await asyncio.sleep(max(0.0, start + due - time.perf_counter()))
            idle = [pair for pair in self.pairs if not pair.busy and not pair.resting]
            if idle:
                task = asyncio.create_task(self._act(self.rng.choice(idle)))
                acts.add(task)
                task.add_done_callback(acts.discard)
        await asyncio.gather(*acts)

    async def _watch_memory(self) -> None:
        while True:
            await asyncio.sleep(MINUTE)
            self.memory.append(self.megabytes())

    def megabytes(self) -> float:
        """What the server's own process holds in memory, where the system tells."""
        assert self.process is not None
        try:
            status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        except OSError:
            return 0.0
        return round(int(status.partition("VmRSS:")[2].split()[0]) / 1024, 1)

    # ---------------------------------------------------------------------------------------------------- others at work

    async def _play_beside_others(self) -> None:
        """The same load again, until those who verify, import and replay have what they want."""
        self.tell("others verify, import and replay")
        self.at_work = True
        start = time.perf_counter()
        work = asyncio.create_task(self._work_beside())
        await self._play(work.done)
        await work
        self.at_work = False
        self.beside_seconds = time.perf_counter() - start

    async def _work_beside(self) -> None:
        load = self.load
        game = f"/api/games/{self.finished}"
        wanted = [
            *[("verified", "GET", f"{game}/verify", b"")] * load.verifications,
            *[("imported", "POST", "/api/import", file) for file in self.files],
            *[("replayed", "GET", f"{game}/replay?entry={self.length - 1 - n}", b"") for n in range(load.replays)],
        ]
        self.rng.shuffle(wanted)
        async with asyncio.TaskGroup() as group:
            for cookie, one in zip(self.others, wanted, strict=True):
                group.create_task(self._want(cookie, *one))
                await asyncio.sleep(APART if one[0] == "imported" else 0)

    async def _want(self, cookie: str, name: str, method: str, path: str, content: bytes) -> None:
        try:
            status, answer = await self.wires.send(self.host, self.port, method, path, cookie, content)
        except (OSError, asyncio.IncompleteReadError, ValueError) as error:
            status, answer = 0, repr(error).encode()
        if status == 200:
            self.beside_done[name] += 1
        else:
            self.errors[f"{name}: {status}"] += 1
            self.tell(f"{name}: {status} {answer[:200].decode(errors='replace')}")

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
            (self.beside if self.at_work else self.latencies).append(pair.waits[other.seat] - sent)

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
    for number, entry in enumerate(parts.entries):
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


def _growth(memory: list[float]) -> float:
    """From the end of the first third to the end, a little of each averaged."""
    third, few = len(memory) // 3, max(1, len(memory) // 10)
    before, after = memory[third : third + few], memory[-few:]
    return round(sum(after) * len(before) / (sum(before) * len(after)) - 1, 3) if before and sum(before) else 0.0


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
        beside_p95 = 1000 * _share(world.beside, 0.95)
        alone_p95 = _share(milliseconds, 0.95)
        return Report(
            games=load.games,
            clients=2 * load.games,
            actions=world.alone,
            seconds=round(world.seconds, 1),
            p50=round(_share(milliseconds, 0.5), 1),
            p95=round(_share(milliseconds, 0.95), 1),
            p99=round(_share(milliseconds, 0.99), 1),
            acknowledged_p95=round(1000 * _share(world.acknowledgements, 0.95), 1),
            processor_per_action=0.0 if world.kills else round(1000 * world.processor / max(1, world.alone), 1),
            errors=world.errors.total(),
            errors_by_kind=dict(world.errors),
            stale=world.stale,
            kills=world.kills,
            lost=world.lost(),
            broken=world.broken(),
            complaints=world.complaints,
            delta_bytes_p50=int(_share([float(size) for size in world.deltas], 0.5)),
            delta_bytes_p95=int(_share([float(size) for size in world.deltas], 0.95)),
            beside_p95=round(beside_p95, 1),
            beside_ratio=round(beside_p95 / alone_p95, 2) if alone_p95 else 0.0,
            beside_done=dict(world.beside_done),
            beside_seconds=round(world.beside_seconds, 1),
            memory=world.memory,
            memory_growth=_growth(world.memory),
        )

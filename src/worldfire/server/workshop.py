"""Slow work in processes of its own: it has limits, it can be ended, and whoever plays does not wait for it.

Processes are forked from one that has read the rules and the board once, so that a new one is there at once.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import multiprocessing
import os
import resource
import signal
import threading
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable
from concurrent.futures import ThreadPoolExecutor
from multiprocessing.connection import Connection, wait
from typing import Any, Concatenate, ParamSpec, TypeVar

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from worldfire.engine.errors import SaveError, WorldfireError
from worldfire.server.problems import Problem, unreadable
from worldfire.server.workbench import Bench

P = ParamSpec("P")
T = TypeVar("T")

LOG = logging.getLogger("worldfire.server")

#: what the process that all others are forked from reads first
PRELOADED = ["worldfire.server.preloaded"]
#: seconds in which a person who is refused should not come again
COME_AGAIN = 5


class WorkFailed(WorldfireError):
    """A fault of ours in another process, with its traceback."""


class Labour(msgspec.Struct, frozen=True, kw_only=True):
    """What a process may use."""

    #: how many processes of this kind there are
    processes: int
    #: a process that takes longer for one piece of work is ended
    seconds: float
    #: bytes of address space
    memory: int
    #: how far it stands behind whoever plays
    niceness: int


def _labour(connection: Connection, url: str, limits: Labour) -> None:
    """The life of a process: one piece of work after the other, until nobody sends any."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends us
    os.nice(limits.niceness)
    resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
    threading.Thread(target=_die_with_the_server, daemon=True).start()
    bench = Bench(url)
    while True:
        try:
            work, args = connection.recv()
        except EOFError:
            return
        try:
            answer = (True, work(bench, *args))
        except (Problem, SQLAlchemyError) as error:
            answer = (False, error)
        except MemoryError:
            answer = (False, Problem(413, "too-large", "this needs more memory than it may have"))
        except (SaveError, msgspec.DecodeError) as error:
            answer = (False, unreadable(error))
        except Exception:
            answer = (False, WorkFailed(traceback.format_exc()))
        connection.send(answer)


def _die_with_the_server() -> None:
    parent = multiprocessing.parent_process()
    assert parent is not None
    wait([parent.sentinel])
    os._exit(1)


class _Worker:
    def __init__(self, url: str, limits: Labour) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(PRELOADED)
        self.connection, theirs = context.Pipe()
        self.process = context.Process(target=_labour, args=(theirs, url, limits), daemon=True)
        self.process.start()
        theirs.close()
        #: the game that it worked on last, and still has at hand
        self.key = ""

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


class Workshop:
    """Processes of one kind. A thread stands before each of them and waits, so that the event loop does not."""

    def __init__(self, name: str, url: str, limits: Labour) -> None:
        self._url = url
        self._limits = limits
        self._threads = ThreadPoolExecutor(limits.processes, thread_name_prefix=name)
        self._choosing = threading.Lock()
        self._idle: list[_Worker] = []
        self._all: set[_Worker] = set()
        self._closed = False

    async def do(self, key: str, work: Callable[Concatenate[Bench, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Let a process do the work; one that has lately worked for the same key is preferred."""
        assert not kwargs
        return await asyncio.get_running_loop().run_in_executor(self._threads, self._call, key, work, args)

    def _call(self, key: str, work: Callable[..., T], args: tuple[Any, ...]) -> T:
        worker = self._take(key)
        try:
            worker.connection.send((work, args))
            if not worker.connection.poll(self._limits.seconds):
                raise Problem(
                    503, "too-long", f"this takes longer than {self._limits.seconds:g} seconds and was given up"
                )
            done, answer = worker.connection.recv()
        except (EOFError, OSError) as error:
            self._drop(worker)
            raise WorkFailed("a process ended in the middle of its work") from error
        except BaseException:
            self._drop(worker)
            raise
        worker.key = key
        with self._choosing:
            self._idle.append(worker)
        if done:
            result: T = answer
            return result
        raise answer

    def _take(self, key: str) -> _Worker:
        with self._choosing:
            if self._closed:
                raise WorkFailed("the server stops")
            found = next((worker for worker in self._idle if worker.key == key), None) or next(iter(self._idle), None)
            if found is not None:
                self._idle.remove(found)
        if found is not None and found.process.is_alive():
            return found
        if found is not None:
            self._drop(found)
        worker = _Worker(self._url, self._limits)
        with self._choosing:
            self._all.add(worker)
        return worker

    def _drop(self, worker: _Worker) -> None:
        with self._choosing:
            self._all.discard(worker)
        worker.end()

    def close(self) -> None:
        """Work that is under way is given up."""
        with self._choosing:
            self._closed = True
            workers = list(self._all)
        for worker in workers:
            worker.process.kill()
        self._threads.shutdown(wait=True, cancel_futures=True)
        for worker in workers:
            worker.process.join()
            worker.connection.close()


class Turns:
    """One piece of slow work for each person at a time; a few more may stand in line, and not too many from one address."""

    def __init__(self, in_line: int, by_address: int) -> None:
        self._in_line = in_line
        self._by_address = by_address
        self._turns: dict[str, asyncio.Lock] = {}
        self._waiting: Counter[str] = Counter()

    @contextlib.asynccontextmanager
    async def of(self, person: str, address: str) -> AsyncIterator[None]:
        place = f"address {address}"
        if self._waiting[person] >= self._in_line or self._waiting[place] >= self._by_address:
            self._forget(person, place)
            raise Problem(429, "busy", "you have asked for a lot already; let it be done first", retry_after=COME_AGAIN)
        self._waiting[person] += 1
        self._waiting[place] += 1
        try:
            async with self._turns.setdefault(person, asyncio.Lock()):
                yield
        finally:
            self._waiting[person] -= 1
            self._waiting[place] -= 1
            self._forget(person, place)

    def _forget(self, *names: str) -> None:
        """Nothing is remembered of those who wait for nothing."""
        for name in names:
            if not self._waiting[name]:
                del self._waiting[name]
                self._turns.pop(name, None)

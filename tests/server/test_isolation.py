"""Slow work holds up nobody: it runs in processes of its own, with limits, one piece at a time for each person.

At b884a8c a replay, a search and a thinking computer player held their game's lock, and twelve verifications all threads.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from server.lazy import Page, Seat, another_browser
from server.positions import barbarossa_until, exercise, seat_people
from worldfire.engine.game import Game
from worldfire.server import computers, records
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.problems import Problem
from worldfire.server.settings import Settings
from worldfire.server.workbench import Bench, Position
from worldfire.server.workshop import Labour, Turns, WorkFailed, Workshop

#: what has not begun by then never will
PATIENCE = 60


def until(folder: Path, name: str) -> None:
    """Wait for a file, by its name or the pattern of several."""
    end = time.monotonic() + PATIENCE
    while not any(folder.glob(name)):
        assert time.monotonic() < end, f"{name} did not come"
        time.sleep(0.01)


def slowly_verified(bench: Bench, game: str) -> records.Verified:
    """In another process: says that it has begun, and waits to be let go."""
    folder = Path(os.environ["WORLDFIRE_TEST_FOLDER"])
    (folder / f"begun-{game}").touch()
    until(folder, "go")
    return records.Verified(True, str(os.getpid()))


def slowly_thought(bench: Bench, position: Position, seat: str, player: str, seed: int) -> tuple[str, Any]:
    slowly_verified(bench, position.header.game_id)
    return computers.pick_legally(bench.game(position), seat, player, computers.Random(seed))


class Held:
    """Slow work that has begun and goes on until it is let go."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def has_begun(self, game: str) -> bool:
        return (self.folder / f"begun-{game}").exists()

    def until_begun(self, game: str) -> None:
        until(self.folder, f"begun-{game}")

    def until_any_has_begun(self) -> None:
        until(self.folder, "begun-*")

    def let_go(self) -> None:
        (self.folder / "go").touch()


@pytest.fixture
def held(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Held]:
    """Whoever verifies, or thinks, is held in his process."""
    where = f"{tmp_path}"
    monkeypatch.setattr(records, "check_dice", At(where, slowly_verified))
    monkeypatch.setattr(computers, "think", At(where, slowly_thought))
    work = Held(tmp_path)
    yield work
    work.let_go()


class At:
    """Work that is told where the test's folder is: other processes have another environment."""

    def __init__(self, folder: str, work: Callable[..., Any]) -> None:
        self.folder = folder
        self.work = work

    def __call__(self, *args: Any) -> Any:
        os.environ["WORLDFIRE_TEST_FOLDER"] = self.folder
        return self.work(*args)


@pytest.fixture
def threads() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(8) as threads:
        yield threads


def verify(seat: Seat, status: int = 200) -> Any:
    return seat.page.get(f"{seat.path}/verify", status)


def game_of(house: House, page: Page, number: int) -> Seat:
    return seat_people(house, exercise("surprise-points", number), {"heinz": page, "anna": page})["heinz"]


def test_a_verification_holds_up_no_game(page: Page, house: House, held: Held, threads: ThreadPoolExecutor) -> None:
    seats = [game_of(house, Page(another_browser(page.client)), number) for number in range(1, 5)]
    checks = [threads.submit(verify, seat) for seat in seats]
    held.until_any_has_begun()  # there are fewer processes than checks
    for seat in seats:
        assert seat.act_lazily() > 0
        assert seat.page.get(f"{seat.path}/log")["entries"]
    held.let_go()
    assert all(check.result()["verified"] for check in checks)
    assert str(os.getpid()) not in {check.result()["text"] for check in checks}


def test_a_computer_player_who_thinks_holds_up_nobody(page: Page, held: Held) -> None:
    seat = page.quick(exercise="surprise-points", seat="heinz", opponent="random")
    held.until_begun(seat.game)
    assert "anna" in seat.table()["waiting"]
    seat.act(None, "watch", ["bounce", "never"])
    seat.act_lazily()
    assert "anna" in seat.table()["waiting"]
    held.let_go()
    deadline = time.monotonic() + 20
    while "anna" in seat.table()["waiting"]:
        assert time.monotonic() < deadline


def test_a_computer_player_whose_seat_is_taken_over_says_nothing(page: Page, other_page: Page, held: Held) -> None:
    """The seat changes hands while it thinks."""
    seats = {"heinz": {"kind": "me"}, "anna": {"kind": "computer", "player": "random"}}
    created = page.post("/api/games", exercise="surprise-points", seats=seats)
    path = f"/api/games/{created['game']}"
    held.until_begun(created["game"])
    freed = page.post(f"{path}/leave", seat="anna", substitute="open")
    other_page.post(f"{path}/join", invitation=freed["invitation"])
    held.let_go()
    anna = Seat(other_page, created["game"], "anna")
    before = anna.table()["entries"]
    assert anna.act_lazily() == before, "nobody has acted for her"


def test_a_person_has_one_thing_done_at_a_time(
    page: Page, other_page: Page, house: House, held: Held, threads: ThreadPoolExecutor
) -> None:
    first, second = game_of(house, page, 1), game_of(house, page, 2)
    others = game_of(house, other_page, 3)
    checks = [threads.submit(verify, first)]
    held.until_begun(first.game)
    checks.append(threads.submit(verify, second))
    checks.append(threads.submit(verify, others))
    held.until_begun(others.game)
    assert not held.has_begun(second.game), "it waits, though a process would be free"
    held.let_go()
    assert all(check.result()["verified"] for check in checks)


def test_who_asks_for_too_much_is_refused() -> None:
    async def crowd() -> list[Problem]:
        turns = Turns(in_line=2, by_address=3)
        go, refused = asyncio.Event(), []

        async def ask(person: str) -> None:
            try:
                async with turns.of(person, "192.0.2.1"):
                    await go.wait()
            except Problem as problem:
                refused.append(problem)

        async with asyncio.TaskGroup() as group:
            for person in ("anna", "anna", "anna", "heinz", "kurt"):
                group.create_task(ask(person))
            await asyncio.sleep(0)
            go.set()
        assert not turns._waiting
        assert not turns._turns, "nothing is remembered"
        return refused

    refused = asyncio.run(crowd())
    assert [problem.status for problem in refused] == [429, 429], "Anna's third, and Kurt from the same address"
    assert all(problem.retry_after for problem in refused)


# ---------------------------------------------------------------------------------------------------------------- limits


def sleep(bench: Bench, seconds: float) -> int:
    time.sleep(seconds)
    return os.getpid()


def fill_memory(bench: Bench, size: int) -> int:
    return len(bytearray(size))


def die(bench: Bench) -> None:
    os._exit(3)


def fail(bench: Bench) -> None:
    raise LookupError("a fault of ours")


@pytest.fixture
def workshop(database_url: str) -> Iterator[Workshop]:
    limits = Labour(processes=1, seconds=5, memory=1024**3, niceness=1)
    workshop = Workshop("test", database_url, limits)
    yield workshop
    workshop.close()


def do(workshop: Workshop, work: Callable[..., Any], *args: Any) -> Any:
    return asyncio.run(workshop.do("", work, *args))


def test_what_takes_too_long_is_given_up(database_url: str) -> None:
    workshop = Workshop("test", database_url, Labour(processes=1, seconds=0.2, memory=1024**3, niceness=1))
    with pytest.raises(Problem, match="longer than"):
        do(workshop, sleep, 60)
    workshop.close()


def test_what_needs_too_much_memory_is_refused(workshop: Workshop) -> None:
    with pytest.raises(Problem) as refused:
        do(workshop, fill_memory, 2 * 1024**3)
    assert refused.value.status == 413
    assert do(workshop, fill_memory, 1000) == 1000


def test_a_process_that_dies_or_fails_is_replaced(workshop: Workshop) -> None:
    first = do(workshop, sleep, 0)
    assert do(workshop, sleep, 0) == first
    with pytest.raises(WorkFailed, match="a fault of ours"):
        do(workshop, fail)
    assert do(workshop, sleep, 0) == first
    with pytest.raises(WorkFailed):
        do(workshop, die)
    assert do(workshop, sleep, 0) != first


def test_a_thinking_process_does_not_get_the_dice(house: House, page: Page) -> None:
    game: Game = barbarossa_until("move")
    seat_people(house, game, {"germany": page, "ussr": page})
    page.get(f"/api/games/{game.header.game_id}/table")
    position = house._open[game.header.game_id].position()
    assert game.secret not in pickle.dumps(position)
    assert game.secret.hex().encode() not in pickle.dumps(position)


def test_a_reader_holds_no_lock(page: Page, house: House) -> None:
    """Whatever is asked while somebody writes is answered from what stood before."""
    seat = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]
    before = seat.table()

    async def hold() -> None:
        await house._open[seat.game].lock.acquire()

    async def release() -> None:
        house._open[seat.game].lock.release()

    portal = page.client.portal  # type: ignore[attr-defined]
    portal.call(hold)
    assert seat.table() == before
    for path in ("log", "pools", "statistics", "chat", "orders", "lesson", "audit"):
        page.get(f"{seat.path}/{path}", seat="germany") if path not in ("chat", "lesson", "audit") else page.get(
            f"{seat.path}/{path}"
        )
    page.get(f"{seat.path}/replay", entry=3)
    assert page.get(f"{seat.path}/verify")["verified"]
    seat.ask("supply-all", side="axis")
    page.post(f"{seat.path}/why-not", seat="germany", verb="move", noun=None)
    page.post(f"{seat.path}/what-if", seat="germany")
    assert page.client.get(f"{seat.path}/export", params={"seat": "germany"}).status_code == 200
    portal.call(release)
    seat.act_lazily(("move",))
    assert seat.table() != before


def test_a_game_that_nobody_uses_leaves_memory(settings: Settings) -> None:
    """And is there again when somebody comes."""
    app = make_app(msgspec.structs.replace(settings, close_after=0))
    with TestClient(app) as client:
        page = Page(client)
        seats = page.hot_seat(["heinz", "anna"], exercise="surprise-points")
        entry = seats[0].act_lazily()
        house: House = app.state.house
        assert seats[0].game in house._open
        assert client.portal is not None
        end = time.monotonic() + PATIENCE
        while seats[0].game in house._open:  # whatever follows upon an action may hold it a moment longer
            assert time.monotonic() < end, "the game stays in memory"
            client.portal.call(house.close_idle)
        assert not house._mirrored
        assert seats[0].table()["entries"] == entry + 1

"""Tests are dealt out whole: nobody's is forgotten, and every second worker leaves the browser to the others."""

from __future__ import annotations

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest
from xdist.scheduler import load

from dealing import BROWSER, InTwoHalves

COLLECTED = [f"{BROWSER}test_{number}" for number in range(11)] + [f"tests/rules/test_{n}" for n in range(60)]


class Worker:
    def __init__(self, number: int) -> None:
        self.gateway = SimpleNamespace(id=f"gw{number}")
        self.shutting_down = False
        self.got: list[int] = []

    def send_runtest_some(self, tests: list[int]) -> None:
        self.got += tests

    def shutdown(self) -> None:
        self.shutting_down = True


def dealt(monkeypatch: pytest.MonkeyPatch, number: int, collected: list[str]) -> list[Worker]:
    """All tests run to their end, by whichever worker is quicker."""
    monkeypatch.setattr(load, "parse_tx_spec_config", lambda config: range(number))
    config: Any = SimpleNamespace(getoption=lambda name: 2)
    log: Any = SimpleNamespace(loadsched=lambda *words: None)
    dealing: Any = InTwoHalves(config, log)
    workers, rng = [Worker(n) for n in range(number)], Random(number)
    for worker in workers:
        dealing.add_node(worker)
    for worker in workers:
        dealing.add_node_collection(worker, collected)
    dealing.schedule()
    while not dealing.tests_finished:
        worker = rng.choice([one for one in workers if dealing.node2pending[one]])
        dealing.mark_test_complete(worker, dealing.node2pending[worker][0], 0.01)
    return workers


@pytest.mark.parametrize("number", [1, 2, 3, 4, 7])
def test_nothing_is_forgotten_and_nothing_run_twice(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for collected in (COLLECTED, COLLECTED[:11], COLLECTED[:3], COLLECTED[11:]):
        got = [test for worker in dealt(monkeypatch, number, collected) for test in worker.got]
        assert sorted(got) == list(range(len(collected)))


def test_a_file_stays_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """But for those that are cut through by the last share, one for each worker."""
    files = [f"tests/rules/test_{file}.py" for file in range(40)]
    collected = [f"{file}::test_{number}" for file in files for number in range(10)]
    workers = dealt(monkeypatch, 4, collected)
    got = [{collected[test].partition("::")[0] for test in worker.got} for worker in workers]
    assert sum(sum(file in one for one in got) > 1 for file in files) <= 6


def test_every_second_worker_leaves_the_browser_to_the_others(monkeypatch: pytest.MonkeyPatch) -> None:
    workers = dealt(monkeypatch, 4, COLLECTED)
    browser = [sum(COLLECTED[test].startswith(BROWSER) for test in worker.got) for worker in workers]
    assert browser[1] == browser[3] == 0
    assert min(browser[0], browser[2]) > 0

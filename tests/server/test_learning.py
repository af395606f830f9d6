"""Threads that read messages of the same type for the first time, all at once."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from worldfire.engine.log import Entry
from worldfire.server import learning
from worldfire.server.app import make_app
from worldfire.server.settings import Settings

#: without `learn_types()` it dies of a segmentation fault: in each of ten runs that were tried
PROGRAM = """
import sys, threading, msgspec
from worldfire.server.learning import learn_types

kinds = []
for number in range(200):
    fields = [(f"a{n}", dict[str, int | list[str]] | None, None) for n in range(12)]
    part = msgspec.defstruct(f"Part{number}", fields)
    kinds.append(msgspec.defstruct(f"Whole{number}", [(f"b{n}", tuple[int, list[part]], (1, [])) for n in range(8)]))
learn_types()
sys.setswitchinterval(1e-6)
for kind in kinds:
    begin = threading.Barrier(4)

    def read():
        begin.wait()
        msgspec.convert({f"b{n}": (1, [{"a3": {"q": 1}}]) for n in range(8)}, kind)

    threads = [threading.Thread(target=read) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
"""


def test_threads_read_what_was_learned() -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM], check=False, timeout=300)
    assert ended.returncode == 0


def test_a_server_learns_every_type_before_it_begins(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    learned: list[object] = []
    with monkeypatch.context() as patched:
        patched.setattr(learning.msgspec.json, "Decoder", learned.append)
        learning.learn_types.__wrapped__()
    ours = {kind for kind in learned if isinstance(kind, type) and kind.__module__.startswith("worldfire.")}
    assert {Entry, Settings} <= ours
    assert all(issubclass(kind, msgspec.Struct) for kind in ours)
    learning.learn_types.cache_clear()
    make_app(Settings(database=f"sqlite:///{tmp_path}/games.db"))
    assert learning.learn_types.cache_info().currsize == 1

"""A log answers alike however much of it is text or compressed."""

from __future__ import annotations

import random

import pytest

from worldfire.engine.log import BLOCK, FRESH_DICE, UPGRADE, Entry, Log, encode_plain

LENGTH = 3 * BLOCK + 7


def _entries() -> list[Entry]:
    verbs = {5: FRESH_DICE, BLOCK: UPGRADE, BLOCK + 1: FRESH_DICE, LENGTH - 1: FRESH_DICE}
    return [Entry(seq, "anna", verbs.get(seq, "move"), noun=(seq, "a\nb"), reveals=(seq,)) for seq in range(LENGTH)]


def _log(newest: int, calls: int) -> Log:
    log = Log(entry if entry.seq % 3 else encode_plain(entry) for entry in _entries())
    for _ in range(calls):
        log.pack(newest)
    return log


@pytest.mark.parametrize(("newest", "calls"), [(LENGTH, 1), (10, 1), (10, 2), (0, 9)])
def test_what_is_packed_reads_the_same(newest: int, calls: int) -> None:
    plain, log = _entries(), _log(newest, calls)
    assert len(log) == LENGTH
    order = random.Random(4).sample(range(-LENGTH, LENGTH), 2 * LENGTH)
    assert [log[index] for index in order] == [plain[index] for index in order]
    assert list(log) == plain
    assert list(log.lines()) == [encode_plain(entry) for entry in plain]
    assert [entry.seq for entry in log.every(FRESH_DICE, UPGRADE)] == [5, BLOCK, BLOCK + 1, LENGTH - 1]
    assert log.revealed() == set(range(LENGTH))
    for outside in (LENGTH, -LENGTH - 1):
        with pytest.raises(IndexError):
            log[outside]


@pytest.mark.parametrize("count", [0, 3, BLOCK, BLOCK + 2, 2 * BLOCK, LENGTH - 1, LENGTH])
def test_the_first_entries_of_a_packed_log_are_a_log(count: int) -> None:
    first = _log(10, 2).upto(count)
    assert list(first) == _entries()[:count]
    assert [entry.seq for entry in first.every(FRESH_DICE)] == [
        seq for seq in (5, BLOCK + 1, LENGTH - 1) if seq < count
    ]
    first.append(Entry(count, "anna", UPGRADE))
    assert first.last(UPGRADE) == first[count]
    assert len(first) == count + 1


def test_a_copy_goes_its_own_way() -> None:
    log = _log(10, 1)
    twin = log.copy()
    log.append(Entry(LENGTH, "anna", "move"))
    log.pack(0)
    assert list(twin) == _entries()
    assert len(log) == LENGTH + 1
    assert list(log)[:-1] == _entries()


def test_one_call_presses_one_block() -> None:
    """A long game that has just been opened is pressed as it goes on, and nobody waits for it."""
    log = _log(0, 1)
    assert len(log._items) == LENGTH - BLOCK

"""Recorded games give the same dice, events and refusals when their actions are submitted again."""

from __future__ import annotations

from itertools import islice

import pytest

from golden.recorded import GAMES, Asked, logs, read_log
from golden.recorded import differences as differences_of

LOGS = logs()


def test_every_game_is_recorded() -> None:
    assert {game.file for game in GAMES} == set(LOGS.values())


def test_the_logs_hold_refusals() -> None:
    _, lines = read_log(LOGS["barbarossa-random-1"])
    assert sum(isinstance(line, Asked) and bool(line.reasons) for line in lines) > 50


@pytest.mark.parametrize("name", LOGS)
def test_a_recorded_game_is_unchanged(name: str) -> None:
    assert "\n".join(islice(differences_of(LOGS[name]), 3)) == ""

"""How many random set-ups of each campaign are played: a few in every run, a hundred in the soak."""

from __future__ import annotations

import os

import pytest

GAMES_VARIABLE = "WORLDFIRE_SET_UP_GAMES"


@pytest.fixture(scope="session")
def set_up_games() -> int:
    return int(os.environ.get(GAMES_VARIABLE, "3"))

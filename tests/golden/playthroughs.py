"""Playthroughs: what the environment shows and offers in one game of each exercise, as text that a person can read.

`PYTHONPATH=tests python -m golden.playthroughs` writes them anew, which is right only when a rule, a table or the environment
was changed on purpose; the commit says which.
"""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from drills import IN_THE_AIR
from worldfire.engine.shapes import Choice
from worldfire.env import env
from worldfire.env.choosing import Entry
from worldfire.env.seeing import Sight

FOLDER = Path(__file__).parent / "playthroughs"
SEED = 1


def playthrough(exercise: str) -> str:
    return "\n".join(_lines(exercise)) + "\n"


def _lines(exercise: str) -> Iterator[str]:
    played, rng = env(exercise, render_mode="ansi"), Random(SEED)
    played.reset(seed=SEED)
    sight = played.unwrapped.sight
    yield f"environment: {played.unwrapped}"
    yield f"agents: {' '.join(played.possible_agents)}"
    space = played.observation_space(played.possible_agents[0])["observation"]
    yield f"observation: {' '.join(space)}"
    for number, agent in enumerate(played.agent_iter()):
        observation, reward, over, cut_off, _ = played.last()
        if over or cut_off:
            yield f"reward of {agent}: {reward:+.3f}"
            played.step(None)
            continue
        entries = played.unwrapped.saying.entries
        legal = np.flatnonzero(observation["action_mask"]).tolist()
        action = rng.choice(legal)
        yield ""
        yield f"{number} {played.render()}"
        yield f"  seen: {_fingerprint(sight, observation['observation'])}"
        yield f"  choices: {' | '.join(_told(entry) for entry in entries)}"
        yield f"  legal: {' '.join(map(str, legal))}"
        yield f"  action: {action}"
        played.step(action)
    yield f"result: {played.unwrapped.game.state.result}"


def _told(entry: Entry) -> str:
    return ", ".join(map(_word, entry.choices))


def _word(choice: Choice) -> str:
    return "(end)" if choice is None else str(choice)


def _fingerprint(sight: Sight, seen: Any) -> str:
    """One short word for the arrays: a change anywhere in them shows, but not a column that is new and says nothing."""
    found = sha256()
    for family, columns in sight.families.items():
        for number, key in enumerate(columns):
            _add(found, key, seen[family][:, number])
            _add(found, f"{key} hidden", 1 - seen[f"{family}_seen"][:, number])
    for number, name in enumerate(sight.scalars):
        _add(found, name, seen["fields"][number])
    for name in ("stack", "asked", "said", "choices"):
        _add(found, name, seen[name])
    return found.hexdigest()[:12]


def _add(found: Any, name: str, numbers: Any) -> None:
    if np.any(numbers):
        found.update(name.encode() + np.ascontiguousarray(numbers).tobytes())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for name in IN_THE_AIR:
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")

"""The World in Flames family of strategic wargames as one rules engine.

What a program needs is here: `from worldfire import new_game, load, players, odds`. docs/python.md tells the rest. Nothing
is loaded before it is asked for: `import worldfire` alone costs next to nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from worldfire import odds, players
    from worldfire.api import (
        ActionError,
        Game,
        OddsBatch,
        Refused,
        Shape,
        Tables,
        Verdict,
        View,
        Violation,
        WorldfireError,
        campaigns,
        exercises,
        explain,
        imagine,
        layers,
        load,
        new_game,
        odds_batch,
        save,
        set_up,
        tables_of,
        tell_event,
        tell_item,
        tell_target,
        verify,
        view,
    )

__all__ = [
    "ActionError",
    "Game",
    "OddsBatch",
    "Refused",
    "Shape",
    "Tables",
    "Verdict",
    "View",
    "Violation",
    "WorldfireError",
    "campaigns",
    "exercises",
    "explain",
    "imagine",
    "layers",
    "load",
    "new_game",
    "odds",
    "odds_batch",
    "players",
    "save",
    "set_up",
    "tables_of",
    "tell_event",
    "tell_item",
    "tell_target",
    "verify",
    "view",
]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(f"module 'worldfire' has no attribute {name!r}")
    if name in ("odds", "players"):
        return import_module(f"worldfire.{name}")
    return getattr(import_module("worldfire.api"), name)


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})

"""Every message key that the program can utter has a text."""

from __future__ import annotations

import ast
import re
from collections import Counter
from pathlib import Path

import pytest

import worldfire
from worldfire.engine.events import Event
from worldfire.titles import TITLES, ruleset
from worldfire.words import knows, proper, say

SOURCE = Path(worldfire.__file__).parent


def calls_in(path: Path) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Call)]


def spoken_keys() -> set[str]:
    """Keys of violations, prompts and kinds, found in the source: `refused(rule, key)`, `Phrase(key, …)`, `prompt=`."""
    keys: set[str] = set()
    for path in SOURCE.rglob("*.py"):
        for call in calls_in(path):
            name = call.func.id if isinstance(call.func, ast.Name) else ""
            if name in ("refused", "Violation") and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
                keys.add(str(call.args[1].value))
            if name == "Phrase" and isinstance(call.args[0], ast.Constant):
                keys.add(str(call.args[0].value))
            keys |= {
                str(word.value.value)
                for word in call.keywords
                if word.arg == "prompt" and isinstance(word.value, ast.Constant)
            }
    return keys


def shape_problems() -> set[str]:
    """What the shapes say about nouns that do not fit."""
    found: set[str] = set()
    for name in ("shapes.py", "announcing.py"):
        tree = ast.parse((SOURCE / "engine" / name).read_text(encoding="utf-8"))
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {value for value in constants if isinstance(value, str) and value.startswith("noun-")}
    return found


def all_events(root: type[Event] = Event) -> set[str]:
    inside = (kind for kind in root.__subclasses__() if kind.__module__.startswith("worldfire."))
    return {name for kind in inside for name in (kind.__name__, *all_events(kind))}


def test_no_key_is_defined_twice() -> None:
    """Fluent keeps the first text of a key and forgets the others without a word."""
    lines = (
        line for path in (SOURCE / "data" / "text").rglob("en/*.ftl") for line in path.read_text("utf-8").split("\n")
    )
    defined = Counter(found[1] for line in lines if (found := re.match(r"(-?[a-zA-Z][\w-]*) *=", line)))
    assert len(defined) > 500
    assert [key for key, times in defined.items() if times > 1] == []


def test_the_scan_finds_the_keys_it_is_meant_to() -> None:
    assert {"factory-in", "air-abort", "air-bounce", "bounce-in-a-bounce", "not-your-choice"} <= spoken_keys()
    assert {"noun-not-offered", "noun-not-a-watch"} <= shape_problems()


@pytest.mark.parametrize("key", sorted(spoken_keys() | shape_problems()))
def test_refusals_and_prompts_have_a_text(key: str) -> None:
    assert knows(key)


@pytest.mark.parametrize("key", ["air-shoot-down", "air-drive-off", "air-clear-through"])
def test_prompts_made_from_a_verb_have_a_text(key: str) -> None:
    assert knows(key)


def test_every_verb_and_event_has_a_text() -> None:
    verbs = {
        verb
        for name, title in TITLES.items()
        for verb in ruleset(name, [option.key for option in title.rules.options]).verbs
    }
    assert verbs
    missing = {f"verb-{verb}" for verb in verbs} | {f"event-{event}" for event in all_events()}
    assert {key for key in missing if not knows(key)} == set()


def thrown_kinds() -> set[str]:
    """What dice are thrown for, found in the source: `Roll(kind, …)`."""
    calls = (call for path in SOURCE.rglob("*.py") for call in calls_in(path))
    return {
        str(call.args[0].value)
        for call in calls
        if isinstance(call.func, ast.Name) and call.func.id == "Roll" and isinstance(call.args[0], ast.Constant)
    }


def test_every_throw_of_dice_is_explained_with_its_section() -> None:
    kinds = thrown_kinds()
    assert {"land combat", "air-to-air", "weather"} <= kinds
    for kind in kinds:
        assert re.search(r"\(\d+(\.\d+)*\)", say(f"roll-{kind.replace(' ', '-')}")), kind


def test_arguments_are_filled_in_and_unknown_keys_shown() -> None:
    assert "AC" in say("air-bounce", result="AC")
    assert say("no-such-key", unit=3) == "no-such-key: unit 3"


@pytest.mark.parametrize(
    ("id_", "name"), [("germany", "Germany"), ("ussr", "USSR"), ("new-zealand", "New Zealand"), ("Axis", "Axis")]
)
def test_ids_are_told_as_proper_names(id_: str, name: str) -> None:
    assert proper(id_) == name

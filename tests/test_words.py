"""Every message key that the program can utter has a text, every text is uttered, and both speak of the same arguments."""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from fluent.syntax import FluentParser
from fluent.syntax import ast as fluent
from fluent.syntax.visitor import Visitor

import worldfire
from worldfire.engine.events import Event
from worldfire.titles import TITLES, ruleset
from worldfire.words import knows, proper, say, say_in

SOURCE = Path(worldfire.__file__).parent
TEXTS = SOURCE / "data" / "text"
#: functions that take the key of a text, or a kind of roll
UTTERING = frozenset({"refused", "Violation", "Phrase", "say", "Roll"})
LANGUAGES = sorted(folder.name for folder in TEXTS.iterdir())


class Variables(Visitor):
    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: fluent.VariableReference) -> None:
        self.names.add(node.id.name)


@cache
def entries_of(language: str) -> list[fluent.EntryType]:
    """Everything in the files of a language, the engine's and the page's (`client/`), in the order of the files.

    What titles say in words of their own (`titles/<title>/`) may replace a common text: see `own_keys`.
    """
    parser = FluentParser(with_spans=False)
    own = TEXTS / language / "titles"
    files = sorted(path for path in (TEXTS / language).rglob("*.ftl") if not path.is_relative_to(own))
    return [entry for path in files for entry in parser.parse(path.read_text("utf-8")).body]


@cache
def own_messages(title: str) -> list[fluent.Message]:
    parser = FluentParser(with_spans=False)
    files = sorted((TEXTS / "en" / "titles" / title).glob("*.ftl"))
    entries = [entry for path in files for entry in parser.parse(path.read_text("utf-8")).body]
    assert not any(isinstance(entry, fluent.Junk) for entry in entries)
    return [entry for entry in entries if isinstance(entry, fluent.Message)]


def own_keys(title: str) -> list[str]:
    """Keys for which a title has words of its own."""
    return [entry.id.name for entry in own_messages(title)]


def all_own_keys() -> set[str]:
    return {key for title in TITLES for key in own_keys(title)}


def variables_in(messages: Iterable[fluent.Message]) -> dict[str, set[str]]:
    """What each message asks for."""
    found: dict[str, set[str]] = {}
    for entry in messages:
        seen = Variables()
        seen.visit(entry)
        found[entry.id.name] = seen.names
    return found


def variables_of(language: str) -> dict[str, set[str]]:
    return variables_in(entry for entry in entries_of(language) if isinstance(entry, fluent.Message))


def variables_of_all() -> dict[str, set[str]]:
    """In English, with what only a title says."""
    return variables_in(message for title in TITLES for message in own_messages(title)) | variables_of("en")


def engine_keys() -> set[str]:
    parser = FluentParser(with_spans=False)
    resources = (parser.parse(path.read_text("utf-8")) for path in (TEXTS / "en").glob("*.ftl"))
    return {entry.id.name for one in resources for entry in one.body if isinstance(entry, fluent.Message)}


class Sources(NamedTuple):
    """What is looked for in all files of the package."""

    #: file → calls of the functions that utter something, or with a prompt
    calls: dict[Path, list[ast.Call]]
    strings: set[str]
    formatted: list[ast.JoinedStr]


@cache
def sources() -> Sources:
    """Read once: it takes a second."""
    found = Sources({}, set(), [])
    for path in SOURCE.rglob("*.py"):
        calls = found.calls[path] = []
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                found.strings.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                found.formatted.append(node)
            elif isinstance(node, ast.Call) and (name_of(node) in UTTERING or prompts_in(node)):
                calls.append(node)
    return found


def name_of(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else ""


def prompts_in(call: ast.Call) -> set[str]:
    words = (word.value for word in call.keywords if word.arg == "prompt")
    return {str(value.value) for value in words if isinstance(value, ast.Constant)}


def spoken_keys() -> set[str]:
    """Keys of violations, prompts and kinds, found in the source: `refused(rule, key)`, `Phrase(key, …)`, `prompt=`."""
    keys: set[str] = set()
    for calls in sources().calls.values():
        for call in calls:
            name = name_of(call)
            if name in ("refused", "Violation") and len(call.args) > 1 and isinstance(call.args[1], ast.Constant):
                keys.add(str(call.args[1].value))
            if name == "Phrase" and isinstance(call.args[0], ast.Constant):
                keys.add(str(call.args[0].value))
            keys |= prompts_in(call)
    return keys


def shape_problems() -> set[str]:
    """What the shapes say about nouns that do not fit."""
    found: set[str] = set()
    for name in ("shapes.py", "announcing.py"):
        tree = ast.parse((SOURCE / "engine" / name).read_text(encoding="utf-8"))
        constants = (node.value for node in ast.walk(tree) if isinstance(node, ast.Constant))
        found |= {value for value in constants if isinstance(value, str) and value.startswith("noun-")}
    return found


def event_kinds(root: type[Event] = Event) -> set[type[Event]]:
    inside = (kind for kind in root.__subclasses__() if kind.__module__.startswith("worldfire."))
    return {one for kind in inside for one in (kind, *event_kinds(kind))}


def all_events() -> set[str]:
    return {kind.__name__ for kind in event_kinds()}


def all_verbs() -> set[str]:
    return {
        verb
        for name, title in TITLES.items()
        for verb in ruleset(name, [option.key for option in title.rules.options]).verbs
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_key_is_defined_twice(language: str) -> None:
    """Fluent keeps the first text of a key and forgets the others without a word."""
    named = (entry for entry in entries_of(language) if isinstance(entry, fluent.Message | fluent.Term))
    defined = Counter(entry.id.name for entry in named)
    assert len(defined) > 1000
    assert [key for key, times in defined.items() if times > 1] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_fluent_can_read_everything(language: str) -> None:
    assert [entry.content for entry in entries_of(language) if isinstance(entry, fluent.Junk)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_says_the_same(language: str) -> None:
    """A second language is one folder: the same keys, and no argument that the first does not have."""
    english, other = variables_of("en"), variables_of(language)
    assert english.keys() == other.keys()
    assert {key for key, names in other.items() if not names <= english[key]} == set()


def made_keys() -> set[str]:
    """Patterns of the keys that are put together: `f"verb-{verb}"`. Verbs, events and stories are looked up one by one."""
    patterns: set[str] = set()
    for node in sources().formatted:
        parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
        if isinstance(parts[0], str) and re.match(r"[a-z]+(-[a-z]+)*-$", parts[0]):
            patterns.add("".join(".+" if part is None else re.escape(str(part)) for part in parts))
    return patterns - {"verb\\-.+", "event\\-.+", "story\\-.+"}


def test_every_text_is_used() -> None:
    strings = sources().strings
    made = [re.compile(pattern) for pattern in made_keys()]
    looked_up = {f"verb-{verb}" for verb in all_verbs() | strings}  # the kernel's own verbs are constants
    looked_up |= {f"{kind}-{event}" for kind in ("event", "story") for event in all_events()}
    idle = engine_keys() - strings - looked_up
    assert {key for key in idle if not any(pattern.fullmatch(key) for pattern in made)} == set()


def test_every_argument_of_a_text_is_given() -> None:
    """Where a key and its arguments stand in one call, the call gives everything that the text asks for."""
    wanted = variables_of_all()
    short: list[str] = []
    checked = 0
    for path, calls in sources().calls.items():
        for call in calls:
            at = {"refused": 1, "say": 0}.get(name_of(call))
            if at is None or len(call.args) <= at or any(word.arg is None for word in call.keywords):
                continue
            key = call.args[at]
            if isinstance(key, ast.Constant) and key.value in wanted:
                checked += 1
                missing = wanted[key.value] - {str(word.arg) for word in call.keywords}
                short += [f"{path.name}:{call.lineno} {key.value} {sorted(missing)}"] if missing else []
    assert checked > 200
    assert short == []


def test_texts_of_events_speak_of_their_fields() -> None:
    wanted = variables_of_all()
    kinds = {kind.__name__: set(kind.__struct_fields__) for kind in event_kinds()}
    for name, fields in kinds.items():
        counted = fields | {f"{field}_count" for field in fields}
        assert wanted[f"event-{name}"] | wanted.get(f"story-{name}", set()) <= counted, name


def test_the_scan_finds_the_keys_it_is_meant_to() -> None:
    assert {"factory-in", "air-abort", "air-bounce", "bounce-in-a-bounce", "not-your-choice"} <= spoken_keys()
    assert {"noun-not-offered", "noun-not-a-watch"} <= shape_problems()


def test_refusals_and_prompts_have_a_text() -> None:
    spoken = spoken_keys() | shape_problems()
    assert len(spoken) > 250
    assert {key for key in spoken if not knows(key)} <= all_own_keys()


@pytest.mark.parametrize("title", TITLES)
def test_a_title_says_each_thing_once_and_only_what_is_spoken(title: str) -> None:
    keys = own_keys(title)
    assert len(set(keys)) == len(keys)
    looked_up = {f"verb-{verb}" for verb in all_verbs()} | {f"roll-{kind.replace(' ', '-')}" for kind in thrown_kinds()}
    looked_up |= {f"{kind}-{event}" for kind in ("event", "story") for event in all_events()}
    assert set(keys) <= spoken_keys() | shape_problems() | engine_keys() | looked_up


def test_a_title_speaks_in_its_own_words() -> None:
    assert (
        say_in("fa", "land-units-are-not-overrun", place="Kiev")
        == "Land units cannot be overrun: attack the ones in Kiev."
    )
    assert say_in("wif", "land-units-are-not-overrun", place="Kiev") == "land-units-are-not-overrun: place Kiev"
    assert say_in("fa", "stay-where-it-is") == say("stay-where-it-is")


@pytest.mark.parametrize("key", ["air-shoot-down", "air-drive-off", "air-clear-through"])
def test_prompts_made_from_a_verb_have_a_text(key: str) -> None:
    assert knows(key)


def test_every_verb_and_event_has_a_text() -> None:
    verbs = all_verbs()
    assert verbs
    missing = {f"verb-{verb}" for verb in verbs} | {f"event-{event}" for event in all_events()}
    assert {key for key in missing if not knows(key)} - all_own_keys() == set()


def thrown_kinds() -> set[str]:
    """What dice are thrown for, found in the source: `Roll(kind, …)`."""
    calls = (call for calls in sources().calls.values() for call in calls)
    return {
        str(call.args[0].value) for call in calls if name_of(call) == "Roll" and isinstance(call.args[0], ast.Constant)
    }


def text_of(key: str) -> str:
    """The common text, or that of the title which alone has it."""
    return next((say_in(title, key) for title in TITLES if key in own_keys(title)), "") if not knows(key) else say(key)


def test_every_throw_of_dice_is_explained_with_its_section() -> None:
    kinds = thrown_kinds()
    assert {"land combat", "air-to-air", "weather"} <= kinds
    for kind in kinds:
        assert re.search(r"\(\d+(\.\d+)*\)", text_of(f"roll-{kind.replace(' ', '-')}")), kind


def test_arguments_are_filled_in_and_unknown_keys_shown() -> None:
    assert "AC" in say("air-bounce", result="AC")
    assert say("no-such-key", unit=3) == "no-such-key: unit 3"


@pytest.mark.parametrize(
    ("id_", "name"), [("germany", "Germany"), ("ussr", "USSR"), ("new-zealand", "New Zealand"), ("Axis", "Axis")]
)
def test_ids_are_told_as_proper_names(id_: str, name: str) -> None:
    assert proper(id_) == name

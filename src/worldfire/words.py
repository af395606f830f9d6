"""Texts by message key (Fluent files in `data/text/<language>`). Rules speak in keys and arguments, never in sentences.

What a title of the family says in words of its own stands in a folder `titles/<title>` beside the common texts.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any

from fluent.runtime import FluentBundle, FluentResource

LANGUAGE = "en"

#: names that are not written as their ids: abbreviations, and what has a hyphen of its own
_WRITTEN = {"ussr": "USSR", "usa": "USA", "austria-hungary": "Austria-Hungary"}


#: the texts that all titles share
_COMMON = ""


@cache
def _bundle(language: str, title: str) -> FluentBundle:  # no default: a cache takes it for another question
    # No isolating marks around arguments: terminals show them as rubbish.
    bundle = FluentBundle([language], use_isolating=False)
    folder = files("worldfire") / "data" / "text" / language
    if title:
        folder = folder / "titles" / title
    for item in sorted(folder.iterdir(), key=lambda entry: entry.name) if folder.is_dir() else ():
        if item.name.endswith(".ftl"):
            bundle.add_resource(FluentResource(item.read_text(encoding="utf-8")))
    return bundle


def knows(key: str, language: str = LANGUAGE) -> bool:
    return bool(_bundle(language, _COMMON).has_message(key))


def knows_in(title: str, key: str) -> bool:
    """Has the title a text for the key, or have all?"""
    return bool(_bundle(LANGUAGE, title).has_message(key)) or knows(key)


def say(key: str, language: str = LANGUAGE, **args: Any) -> str:
    """The text of a key with its arguments; a key without a text is shown as it is, so that nothing is lost."""
    if not knows(key, language):
        details = ", ".join(f"{name} {value}" for name, value in args.items())
        return f"{key}: {details}" if details else key
    return _formatted(language, _COMMON, key, *args, *map(_plain, args.values()))


def say_in(title: str, key: str, /, **args: Any) -> str:
    """As the players of this title say it: in its own words if it has any for the key, otherwise in those of all."""
    if not _bundle(LANGUAGE, title).has_message(key):
        return say(key, **args)
    return _formatted(LANGUAGE, title, key, *args, *map(_plain, args.values()))


@lru_cache(maxsize=20_000, typed=True)
def _formatted(language: str, title: str, key: str, *names_and_values: Any) -> str:
    """Logs tell the same sentences to everybody who reads them, and making one is slow."""
    bundle = _bundle(language, title)
    pattern = bundle.get_message(key).value
    assert pattern is not None, f"message {key!r} has attributes but no text"
    half = len(names_and_values) // 2
    text, _ = bundle.format_pattern(pattern, dict(zip(names_and_values[:half], names_and_values[half:], strict=True)))
    return str(text)


def proper(name: str) -> str:
    """The id of a country, a power, a side or a seat as a name: `new-zealand` becomes New Zealand."""
    return _WRITTEN.get(name) or " ".join(part[:1].upper() + part[1:] for part in name.split("-"))


def _plain(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return ", ".join(str(item) for item in value)
    if isinstance(value, bool):
        return str(value)  # Fluent takes it for a number, and a message tells True from False
    return value if isinstance(value, int | float | str) else str(value)


_SIGNS = {Fraction(1, 2): "½", Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 4): "¼", Fraction(3, 4): "¾"}


def with_fraction(value: Fraction) -> str:
    """6½ rather than 13/2"""
    whole, rest = divmod(value, 1)
    if not rest:
        return str(whole)
    return f"{whole or ''}{_SIGNS[rest]}" if rest in _SIGNS and whole >= 0 else f"{float(value):g}"

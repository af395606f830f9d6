"""The optional rules that a title has, for whoever founds a game, and those that a game is played with."""

from __future__ import annotations

import msgspec

from worldfire.engine.ruleset import Option, Ruleset
from worldfire.titles.title import GameTitle
from worldfire.words import say


class OptionInUse(msgspec.Struct, frozen=True):
    """An optional rule by its number, or a part of one, with what it changes in a sentence or two."""

    id: str
    name: str
    summary: str


class OptionKind(OptionInUse, frozen=True):
    #: every campaign of the title is played with it
    always: bool
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    #: what can be switched on by itself; whoever wants the whole option has them all
    parts: tuple[OptionKind, ...]


def options_of(title: GameTitle) -> tuple[OptionKind, ...]:
    return tuple(_kind(title, option) for option in title.rules.options)


def _kind(title: GameTitle, option: Option) -> OptionKind:
    return OptionKind(
        option.key,
        option.name,
        summary_of(title.name, option.key),
        option.key in title.default_options,
        option.requires,
        option.excludes,
        tuple(_kind(title, part) for part in option.parts),
    )


def options_in_use(rules: Ruleset) -> tuple[OptionInUse, ...]:
    """By their numbers: a whole option, or those of its parts that are on."""
    names = {option.key: option.name for top in rules.title.options for option in top.flat()}
    return tuple(OptionInUse(key, names[key], summary_of(rules.title.name, key)) for key in rules.options)


def summary_of(title: str, key: str) -> str:
    return say(f"option-{title}-{key.replace('/', '-')}")

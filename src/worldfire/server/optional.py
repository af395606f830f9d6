"""The optional rules that a title has, for whoever founds a game, and those that a game is played with."""

from __future__ import annotations

import msgspec

from worldfire.engine.ruleset import Option, Ruleset
from worldfire.titles import title_named
from worldfire.titles.title import GameTitle
from worldfire.words import proper, say


class OptionInUse(msgspec.Struct, frozen=True):
    """An optional rule by its number, or a part of one, with what it changes in a sentence or two."""

    id: str
    name: str
    summary: str


class FleetKind(msgspec.Struct, frozen=True):
    """Which ships a game is played with: a set of options that is chosen by one name."""

    id: str
    name: str
    summary: str
    options: tuple[str, ...]


class OptionKind(OptionInUse, frozen=True):
    #: every campaign of the title is played with it
    always: bool
    requires: tuple[str, ...]
    excludes: tuple[str, ...]
    #: what can be switched on by itself; whoever wants the whole option has them all
    parts: tuple[OptionKind, ...]


def options_of(title: GameTitle) -> tuple[OptionKind, ...]:
    """Without those that come with the choice of a fleet."""
    chosen = {key for fleet in fleets_of(title) for key in fleet.options}
    return tuple(_kind(title, option) for option in title.rules.options if option.key not in chosen)


def fleets_of(title: GameTitle) -> tuple[FleetKind, ...]:
    """The usual one first; none where there is nothing that sails."""
    presets = title.presets if title.has_fleets else {}
    return tuple(
        FleetKind(name, proper(name), say(f"fleet-{title.data_title}-{name}"), options)
        for name, options in presets.items()
    )


def _kind(title: GameTitle, option: Option) -> OptionKind:
    return OptionKind(
        option.key,
        option.name,
        summary_of(title.data_title, option.key),
        option.key in title.default_options,
        option.requires,
        option.excludes,
        tuple(_kind(title, part) for part in option.parts),
    )


def options_in_use(rules: Ruleset) -> tuple[OptionInUse, ...]:
    """By their numbers: a whole option, or those of its parts that are on."""
    names = {option.key: option.name for top in rules.title.options for option in top.flat()}
    title = title_named(rules.title.name).data_title
    return tuple(OptionInUse(key, names[key], summary_of(title, key)) for key in rules.options)


def summary_of(title: str, key: str) -> str:
    return say(f"option-{title}-{key.replace('/', '-')}")

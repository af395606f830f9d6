"""The games of the family, and how a ruleset is put together for one of them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from worldfire.engine.errors import RulesetError
from worldfire.engine.log import Header
from worldfire.engine.ruleset import Ruleset, Title, assemble
from worldfire.titles import wif

TITLES: dict[str, Title] = {wif.TITLE.name: wif.TITLE}


def ruleset(title: str, options: Iterable[str] = ()) -> Ruleset:
    """The rules of a title with these options, on our own tables."""
    return _ruleset(title, tuple(options))


@cache
def _ruleset(title: str, options: tuple[str, ...]) -> Ruleset:
    if title not in TITLES:
        raise RulesetError(f"there is no title {title!r}; there are {', '.join(TITLES)}")
    tables = wif.game_tables()
    return assemble(TITLES[title], options, tables, tables.digest)


def ruleset_for(header: Header) -> Ruleset:
    """The rules that a game was started with."""
    return ruleset(header.title, header.options)

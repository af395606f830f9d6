"""The games of the family, and how a ruleset is put together for one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from worldfire.engine.errors import RulesetError
from worldfire.engine.log import Header
from worldfire.engine.ruleset import Ruleset, Title, assemble
from worldfire.tables import DataError
from worldfire.titles import wif

TITLES: dict[str, Title] = {wif.TITLE.name: wif.TITLE}


def ruleset(title: str, options: Iterable[str] = (), pack: Path | None = None) -> Ruleset:
    """The rules of a title with these options, on our own tables or with those of a data pack laid over them."""
    return _ruleset(title, tuple(options), pack)


@cache
def _ruleset(title: str, options: tuple[str, ...], pack: Path | None) -> Ruleset:
    if title not in TITLES:
        raise RulesetError(f"there is no title {title!r}; there are {', '.join(TITLES)}")
    try:
        tables = wif.game_tables(pack)
    except DataError as error:
        raise RulesetError(f"the data pack {pack} cannot be used:\n{error}") from error
    return assemble(TITLES[title], options, tables, tables.digest)


def ruleset_for(header: Header) -> Ruleset:
    """The rules that a game was started with, on our own tables."""
    return ruleset(header.title, header.options)


def rulesets(pack: Path | None) -> Callable[[Header], Ruleset]:
    """How to find the rules of a game that is played with a data pack."""
    return lambda header: ruleset(header.title, header.options, pack)

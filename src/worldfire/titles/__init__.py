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
    return _assembled(_known(title), tuple(options), _tables(pack))


def _known(title: str) -> str:
    if title not in TITLES:
        raise RulesetError(f"there is no title {title!r}; there are {', '.join(TITLES)}")
    return title


@cache
def _assembled(title: str, options: tuple[str, ...], tables: wif.GameTables) -> Ruleset:
    return assemble(TITLES[title], options, tables, tables.digest)


def _tables(pack: Path | None, digest: str = "", board: str = "") -> wif.GameTables:
    try:
        return wif.game_tables(pack, digest, board)
    except DataError as error:
        raise RulesetError(f"the tables of {pack or digest} cannot be used:\n{error}") from error


def ruleset_for(header: Header) -> Ruleset:
    """The rules that a game was started with, on our own tables."""
    return _for_header(header, None)


def rulesets(pack: Path | None) -> Callable[[Header], Ruleset]:
    """How to find the rules of a game that is played with a data pack."""
    return lambda header: _for_header(header, pack)


def _for_header(header: Header, pack: Path | None) -> Ruleset:
    """Today's rules on the tables that the game began with."""
    title = _known(header.title)
    board = header.setup.get("board", "") if isinstance(header.setup, dict) else ""
    return _assembled(title, header.options, _tables(pack, header.tables_digest, str(board)))

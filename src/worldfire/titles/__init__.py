"""The games of the family: the only list of them. Nobody outside this folder knows one by its own module."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.errors import RulesetError
from worldfire.engine.log import Header
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.tables import DataError
from worldfire.titles.fa import FA
from worldfire.titles.judgement import Judgement
from worldfire.titles.tables import GameTables
from worldfire.titles.title import GameTitle, has_war_at_sea
from worldfire.titles.war_plan import WarPlan
from worldfire.titles.wif import WIF

TITLES: dict[str, GameTitle] = {title.name: title for title in (WIF, FA)}
#: the game that is meant where none is named
USUAL = WIF.name


def offered_titles() -> tuple[GameTitle, ...]:
    """Those that are games already."""
    return tuple(title for title in TITLES.values() if title.card is not None)


def title_named(name: str) -> GameTitle:
    if name not in TITLES:
        raise RulesetError(f"there is no title {name!r}; there are {', '.join(TITLES)}")
    return TITLES[name]


def title_of(game: HasRuleset) -> GameTitle:
    """The title that a game, or a view of one, is of."""
    return title_named(game.ruleset.title.name)


def war_plan_of(game: HasRuleset) -> WarPlan:
    """What computer players want in a game; rules of no title that we know have no plan."""
    known = TITLES.get(game.ruleset.title.name)
    return WarPlan() if known is None else known.war_plan


def judgement_of(game: HasRuleset) -> Judgement:
    """What computer players think of a title's own decisions; of rules of no title that we know, nothing."""
    known = TITLES.get(game.ruleset.title.name)
    return Judgement() if known is None else known.judgement


def ruleset(title: str, options: Iterable[str] = (), pack: Path | None = None) -> Ruleset:
    """The rules of a title with these options, on our own tables or with those of a data pack laid over them."""
    return _assembled(title, tuple(options), _tables(title, pack), True)


@cache
def _assembled(title: str, options: tuple[str, ...], tables: GameTables, war_at_sea: bool) -> Ruleset:
    return assemble(title_named(title).rules_for(war_at_sea), options, tables, tables.digest)


def _tables(title: str, pack: Path | None, digest: str = "", board: str = "") -> GameTables:
    try:
        return title_named(title).tables(pack, digest, board)
    except DataError as error:
        raise RulesetError(f"the tables of {pack or digest} cannot be used:\n{error}") from error


def ruleset_for(header: Header) -> Ruleset:
    """The rules that a game was started with, on our own tables."""
    return _for_header(header, None)


def rulesets(pack: Path | None) -> Callable[[Header], Ruleset]:
    """How to find the rules of a game that is played with a data pack."""
    return lambda header: _for_header(header, pack)


def _for_header(header: Header, pack: Path | None) -> Ruleset:
    """Today's rules, as far as the game began with them, on the tables that it began with."""
    board = header.setup.get("board", "") if isinstance(header.setup, dict) else ""
    tables = _tables(header.title, pack, header.tables_digest, str(board))
    return _assembled(header.title, header.options, tables, has_war_at_sea(header.setup))

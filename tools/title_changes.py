"""Writes docs/changes-fa.md: what Fatal Alliances changes in the common book, section by section, as its modules list it.

Run it after changing what a module of the title lists among its changes; a test fails until you do.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from worldfire.engine.changes import Annex, Insert, Instead, Without
from worldfire.engine.clauses import Replacement, Wrapping
from worldfire.engine.ruleset import Module, Option
from worldfire.engine.seams import Attach
from worldfire.titles.fa import FA, OPTIONS, OWN

PAGE = Path(__file__).parent.parent / "docs" / "changes-fa.md"
BOOK, ROOM = "fa:", "worldfire.titles.fa."
HEAD = """\
# What Fatal Alliances changes

Written by `tools/title_changes.py` from the modules of `titles/fa`. What is not here is as in the common book, with the figures
of `data/charts/fa/figures.csv` and the lists of `data/charts/fa/lists.csv`; the sequence of play is `titles/fa/sequence.py`.
*Replaces* and *wraps* name the rule of the common book that answers otherwise, *adds to* a seam that it leaves open, *step* a
procedure.

| section | what is otherwise | how | module |
|---|---|---|---|
"""


class Row(NamedTuple):
    section: str
    what: str
    how: str
    where: str


@cache
def _functions(module: str) -> dict[str, ast.FunctionDef]:
    text = Path(str(sys.modules[module].__file__)).read_text(encoding="utf-8")
    return {node.name: node for node in ast.parse(text).body if isinstance(node, ast.FunctionDef)}


def section_of(module: str, name: str) -> str:
    """The section that the function cites first, or that its module is about."""
    for decorator in _functions(module)[name].decorator_list:
        if isinstance(decorator, ast.Call) and decorator.args:
            cited = decorator.args[0]
            constant = (
                getattr(sys.modules[module], cited.id) if isinstance(cited, ast.Name) else ast.literal_eval(cited)
            )
            said = str(constant)
            return said.removeprefix(BOOK) if said.startswith(BOOK) else FA.number(said)
    about = re.match(r"(?:fa:)?(\d[\d.]*)", sys.modules[module].__doc__ or "")
    return about[1] if about else ""


def _order(section: str) -> tuple[int, ...]:
    return tuple(map(int, re.findall(r"\d+", section)))


def _told(module: str, name: str) -> str:
    """The name of the function, and what it says of itself."""
    doc = (ast.get_docstring(_functions(module)[name]) or "").split("\n\n")[0].replace("\n", " ")
    said = name.replace("_", " ")
    return f"{said}: {doc[0].lower()}{doc[1:]}" if doc else said


def rows(source: Module | Option) -> Iterator[Row]:
    for change in source.changes:
        if isinstance(change, Annex | Without):  # what a step remembers, and steps that are only left out
            continue
        code: Any = change.step.run if isinstance(change, Insert | Instead) else change.function
        module, name = code.__module__, code.__name__
        yield Row(section_of(module, name), _told(module, name), _how(change), module.removeprefix(ROOM))


def _how(change: Insert | Instead | Replacement | Wrapping | Attach) -> str:
    match change:
        case Insert():
            return f"step of *{change.procedure}*"
        case Instead():
            return f"step of *{change.procedure}*, instead"
        case Attach():
            return f"adds to *{change.seam.name}*"
        case Replacement():
            return f"replaces `{change.clause.name.rpartition('.')[2]}`"
    return f"wraps `{change.clause.name.rpartition('.')[2]}`"


def page() -> str:
    found = {row for source in (*OWN, *OPTIONS) for row in rows(source)}
    ordered = sorted(found, key=lambda row: (_order(row.section), row.where, row.what, row.how))
    lines = (f"| {row.section} | {row.what} | {row.how} | `{row.where}` |\n" for row in ordered)
    return HEAD + "".join(lines)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")

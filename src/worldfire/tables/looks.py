"""The colours of a title's nations: those of counters, those that red-green blindness does not confuse, those of their land."""

from __future__ import annotations

import re
from importlib.resources.abc import Traversable

import msgspec

from worldfire.tables.files import DataError, Problem, find_data, read_rows

COLUMNS = ("nation", "counter", "safe", "land")
_COLOUR = re.compile(r"#[0-9a-f]{6}")


class Colours(msgspec.Struct, frozen=True, omit_defaults=True):
    """`safe`: if the usual colour is easily mistaken; `land`: of those whose possessions stand out on the map of the world."""

    counter: str
    safe: str = ""
    land: str = ""


def load_colours(title: str, root: Traversable | None = None) -> dict[str, Colours]:
    """Nation → its colours; a nation that is not listed has none of its own."""
    problems: list[Problem] = []
    found: dict[str, Colours] = {}
    for row in read_rows(find_data(f"looks/{title}.csv", root), COLUMNS):
        colours = [row[column] for column in COLUMNS[1:]]
        problems += [
            row.problem(column, f"{colour!r} is no colour")
            for column, colour in zip(COLUMNS[1:], colours, strict=True)
            if not _COLOUR.fullmatch(colour) and (colour or column == "counter")
        ]
        if row["nation"] in found:
            problems.append(row.problem("nation", f"{row['nation']} is listed twice"))
        found[row["nation"]] = Colours(*colours)
    if problems:
        raise DataError(problems)
    return found

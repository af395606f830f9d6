"""Every sentence of the list of what is easily missed in Fatal Alliances has its test, or says why it has none.

`missed_fa.csv`: the row's id (S what shapes everything, M map, T turn, W at sea, L on land, N nations), its section and line of
the book, and the test; a rule that the game shares with World in Flames may have its test there.
"""

from __future__ import annotations

import ast
import csv
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

HERE = Path(__file__).parent
ROOT = HERE.parent.parent
#: how many rows each part of the list has
ROWS = {"S": 12, "M": 16, "T": 18, "W": 23, "L": 39, "N": 41}
REASONS = ("no case: ", "not built: ")


def rows() -> list[dict[str, str]]:
    with (HERE / "missed_fa.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


def test_every_row_of_the_list_is_here_once() -> None:
    wanted = [f"FM-{part}{number:02}" for part, most in ROWS.items() for number in range(1, most + 1)]
    assert Counter(row["id"] for row in rows()) == Counter(wanted)


@pytest.mark.parametrize("row", rows(), ids=lambda row: row["id"])
def test_a_row_has_a_test_or_a_reason(row: dict[str, str]) -> None:
    path, _, name = row["state"].partition("::")
    if name:
        assert name in names_in(path)
    else:
        assert row["state"].startswith(REASONS)
        assert row["state"].partition(": ")[2]

"""The title can be read: its changes are listed by section, and its first page names every module."""

from __future__ import annotations

import runpy
from pathlib import Path
from typing import Any

import pytest

from worldfire.titles import fa

ROOT = Path(__file__).parent.parent.parent


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "title_changes.py"))


def test_the_list_of_changes_is_up_to_date(tool: dict[str, Any]) -> None:
    assert tool["PAGE"].read_text(encoding="utf-8") == tool["page"](), "run python -m tools.title_changes"


def test_every_change_has_its_section_in_the_order_of_the_book(tool: dict[str, Any]) -> None:
    lines = [line for line in tool["page"]().splitlines() if line.startswith("| ")][1:]
    rows = [line.split(" | ")[0].removeprefix("| ") for line in lines]
    assert len(rows) > 300
    assert all(rows)
    assert rows == sorted(rows, key=tool["_order"])


def test_its_first_page_names_every_module() -> None:
    home = Path(fa.__file__).parent
    modules = {path.stem for path in home.glob("*.py")} | {path.parent.name for path in home.glob("*/__init__.py")}
    named = (fa.__doc__ or "").replace("`", " ").replace(",", " ").replace(";", " ").replace(":", " ").split()
    assert modules - {"__init__"} <= {word.rstrip(".") for word in named}

"""The rulings stand in one table; its pages are up to date, and what it names exists."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import Any

import pytest

from worldfire.tables.sections import load_sections

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def tool() -> dict[str, Any]:
    return runpy.run_path(str(ROOT / "tools" / "rulings_pages.py"))


def test_the_pages_are_up_to_date(tool: dict[str, Any]) -> None:
    made: dict[Path, str] = tool["pages"]()
    assert set((ROOT / "docs").glob("rulings*.md")) == set(made)
    for path, text in made.items():
        assert path.read_text(encoding="utf-8") == text, (
            f"{path.name}: edit docs/rulings.csv and run tools/rulings_pages.py"
        )


def test_every_ruling_speaks_of_a_section_and_rules(tool: dict[str, Any]) -> None:
    known = {section.section for section in load_sections("wif")}
    known |= {f"fa:{section.section}" for section in load_sections("fa")}
    rulings = tool["rulings"]()
    for item in rulings:
        assert item.page in tool["PAGES"], item
        assert item.ruling, item
        for section in item.section.split(", "):
            assert section in known, f"{section!r} of {item.ruling[:60]!r} is no section"
    assert len({(item.section, item.question, item.ruling) for item in rulings}) == len(rulings), "stands there twice"


def test_the_test_of_a_ruling_exists(tool: dict[str, Any]) -> None:
    functions: dict[str, set[str]] = {}
    for item in tool["rulings"]():
        if not item.test:
            continue
        file, _, name = item.test.partition("::")
        if file not in functions:
            tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
            functions[file] = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
        assert name in functions[file], f"{item.test} does not exist"

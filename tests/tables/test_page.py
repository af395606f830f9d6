"""docs/data-tables.md shows the tables as they are."""

from __future__ import annotations

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "data_tables_page.py"))["page"]()
    assert (ROOT / "docs" / "data-tables.md").read_text(encoding="utf-8") == page, "run tools/data_tables_page.py"

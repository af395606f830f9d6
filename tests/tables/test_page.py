"""docs/data-tables.md shows the tables as they are."""

from __future__ import annotations

import csv
import runpy
from pathlib import Path

from worldfire.tables import Provenance

ROOT = Path(__file__).parents[2]


def test_the_page_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "data_tables_page.py"))["page"]()
    assert (ROOT / "docs" / "data-tables.md").read_text(encoding="utf-8") == page, "run tools/data_tables_page.py"


def test_every_proposed_correction_has_been_decided() -> None:
    with (ROOT / "docs" / "corrections.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert {row["decision"] for row in rows} <= {"taken", "in part", "already so", "not taken", "later"}
    assert {row["provenance"] for row in rows} <= set(Provenance)
    assert [row["what"] for row in rows if not row["why"] and row["decision"] != "taken"] == []
    named = [(row["table"], row["what"]) for row in rows]
    assert len(named) == len(set(named))

"""Keeps the table of sources in docs/data.md in step with the board."""

from __future__ import annotations

import re
from pathlib import Path

from worldfire.board import load
from worldfire.board.provenance import markdown

TABLE = re.compile(r"^\| \| attested \|.*?(?=\n\n)", re.DOTALL | re.MULTILINE)


def refresh(page: Path) -> None:
    """Rewrite the table, and nothing else."""
    text = page.read_text(encoding="utf-8")
    page.write_text(TABLE.sub(lambda _: markdown(load()), text), encoding="utf-8")

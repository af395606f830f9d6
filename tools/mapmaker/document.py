"""Keeps the table of sources in docs/data.md in step with the board."""

from __future__ import annotations

import re
from pathlib import Path

from worldfire.board import load
from worldfire.board.provenance import markdown


def refresh(page: Path, title: str) -> None:
    """Rewrite the table, and nothing else."""
    text = page.read_text(encoding="utf-8")
    table = re.compile(rf"(?<=<!-- the board of {title} -->\n)\| \| attested \|.*?(?=\n\n)", re.DOTALL)
    page.write_text(table.sub(lambda _: markdown(load(title)), text), encoding="utf-8")

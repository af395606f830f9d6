"""Keeps today's tables for the games begun with them: `python -m tools.archive_tables RELEASE`, once for each release."""

from __future__ import annotations

import sys
from pathlib import Path

import worldfire
from worldfire.board import loading
from worldfire.tables.archive import FOLDER, SUFFIX, pack_release, releases
from worldfire.tables.collection import SECTIONS

DATA = Path(worldfire.__file__).parent / "data"


def current_files() -> dict[str, bytes]:
    """Every table of today that games depend on: those of the titles, and the board's."""
    paths = [path for section in SECTIONS for path in (DATA / section).rglob("*") if path.is_file()]
    names = (*loading.TABLES, *loading.OWN_TABLES)
    paths += [path for name in names for path in (DATA / "board").glob(f"*/{name}.csv")]
    return {path.relative_to(DATA).as_posix(): path.read_bytes() for path in paths}


def archive(release: str) -> Path:
    """Write the archive; a release that is there already stays as it is."""
    path = DATA / FOLDER / f"{release}{SUFFIX}"
    content = pack_release(current_files(), releases())
    path.parent.mkdir(exist_ok=True)
    with path.open("xb") as file:
        file.write(content)
    return path


if __name__ == "__main__":
    written = archive(sys.argv[1])
    print(f"{written}: {written.stat().st_size} bytes")

"""The zones of the campaigns speak the board's names."""

from __future__ import annotations

import csv

import pytest

from worldfire.tables.campaign import load_campaigns, zones
from worldfire.tables.files import data_root


def names(file: str, column: str) -> set[str]:
    path = data_root() / "board" / "wif" / file
    with path.open(encoding="utf-8") as stream:
        return {row[column] for row in csv.DictReader(stream)}


@pytest.mark.parametrize(
    ("file", "column", "fields"),
    [
        ("places.csv", "name", ("places", "near")),
        ("countries.csv", "country", ("countries",)),
        ("regions.csv", "region", ("regions", "excluding")),
        ("seas.csv", "name", ("seas",)),
    ],
)
def test_zones_speak_the_boards_names(file: str, column: str, fields: tuple[str, ...]) -> None:
    known = names(file, column)
    if "places" in fields:
        known |= names("hexes.csv", "hex")  # a place may also be a hex number
    terms = [term for campaign in load_campaigns().values() for zone in zones(campaign) for term in zone]
    assert {name for term in terms for field in fields for name in getattr(term, field)} - known == set()

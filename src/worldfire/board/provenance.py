"""How much of the board is attested, and how much is our reconstruction."""

from __future__ import annotations

from collections import Counter

from worldfire.board.model import Board

ORDER = ("attested", "public", "recalled", "historical", "fitted")


def counts(board: Board) -> dict[str, Counter[str]]:
    """For each kind of entry, how many come from which source."""
    t = board.tables
    found: dict[str, Counter[str]] = {
        "hexes (as a whole)": Counter(t.source),
        "single attributes of hexes": Counter(s for sources in t.exceptions.values() for s in sources.values()),
        "hexsides": Counter(source for _, source in t.sides.values()),
        "railways and roads": Counter(source for _, source in t.tracks.values()),
        "joins and lines": Counter(source for _, source in t.links.values()),
        "sea areas": Counter(sea.source for sea in t.sea_areas),
        "countries": Counter(country.sources["country"] for country in t.countries),
        "partisan numbers": Counter(country.sources["partisans"] for country in t.countries),
    }
    for label, key in (
        ("places", "place"),
        ("hexes of places", "hex"),
        ("ports", "port"),
        ("factories", "factories"),
        ("resources and oil", "resources"),
    ):
        found[label] = Counter(place.sources[key] for place in t.places if key in place.sources)
    return found


def markdown(board: Board) -> str:
    """The same as a table for the documentation."""
    lines = ["| | " + " | ".join(ORDER) + " |", "|---" * (len(ORDER) + 1) + "|"]
    for label, by_source in counts(board).items():
        lines.append(f"| {label} | " + " | ".join(str(by_source[source]) for source in ORDER) + " |")
    return "\n".join(lines)

"""Countries and territories when the war begins, their special regions, and who holds what when a campaign starts."""

from __future__ import annotations

from dataclasses import dataclass

from tools.mapmaker.draft import Draft


@dataclass
class Nations:
    countries: list[dict[str, str]]
    regions: list[tuple[str, str, str]]  # region, hex, source
    control: list[tuple[str, str, str, str]]  # campaign, what, controller, source


def gather(draft: Draft) -> Nations:
    """Check that every hex has a known country and collect the regions."""
    countries = draft.table("countries")
    known = {row["country"] for row in countries}
    regions = []
    for number, h in sorted(draft.hexes.items()):
        if h.dry and h.country not in known:
            draft.notes.append(f"no country: {number} '{h.country}' {h.lon:.1f} {h.lat:.1f}")
        if h.region:
            regions.append((h.region, number, "historical" if h.source == "fitted" else h.source))
    for row in draft.table("regions"):
        for number in row["hexes"].split():
            regions.append((row["region"], number, row["source"]))
    regions += draft.design.start_lines(draft, regions)
    control = [(row["campaign"], row["what"], row["controller"], row["source"]) for row in draft.table("control")]
    return Nations(countries, sorted(set(regions)), control)

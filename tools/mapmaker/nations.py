"""Countries and territories of 1939, their special regions, and who holds what when a campaign starts."""

from __future__ import annotations

from dataclasses import dataclass

from tools.mapmaker.draft import Draft, table


@dataclass
class Nations:
    countries: list[dict[str, str]]
    regions: list[tuple[str, str, str]]  # region, hex, source
    control: list[tuple[str, str, str, str]]  # campaign, what, controller, source


def gather(draft: Draft) -> Nations:
    """Check that every hex has a known country and collect the regions."""
    countries = table("countries")
    known = {row["country"] for row in countries}
    regions = []
    for number, h in sorted(draft.hexes.items()):
        if h.dry and h.country not in known:
            draft.notes.append(f"no country: {number} '{h.country}' {h.lon:.1f} {h.lat:.1f}")
        if h.region:
            regions.append((h.region, number, "historical" if h.source == "fitted" else h.source))
    for row in table("regions"):
        for number in row["hexes"].split():
            regions.append((row["region"], number, row["source"]))
    placed = {number for region, number, _ in regions if region in ("Vichy France", "Occupied France")}
    for number, h in sorted(draft.hexes.items()):
        if h.country == "France" and number not in placed:
            regions.append(("Vichy France" if _vichy(h.lon, h.lat) else "Occupied France", number, "historical"))
        for region, country, holds in LINES:
            if h.country == country and holds(h.lon, h.lat):
                regions.append((region, number, "historical"))
    control = [(row["campaign"], row["what"], row["controller"], row["source"]) for row in table("control")]
    return Nations(countries, sorted(set(regions)), control)


def _vichy(lon: float, lat: float) -> bool:
    """South of the demarcation line of June 1940, inland of the Atlantic strip."""
    if lon < -0.2 + (45.5 - lat) * 0.15:
        return False
    return lat < (46.3 if lon < 1.2 else 46.9 if lon < 4.6 else 46.2)


def _occupied(lon: float, lat: float) -> bool:
    """Japan's hold on the coast and the railways in September 1939."""
    north = lat > 35.6 and lon > 111.0
    coast = lon > 116.2 and lat > 29.5
    middle = 113.5 < lon < 117 and 29.8 < lat < 31.6
    canton = 112.6 < lon < 114.0 and 22.6 < lat < 23.9
    return north or coast or middle or canton


LINES = (
    ("Occupied China", "China", _occupied),
    ("Burma south of the 1942 line", "Burma", lambda lon, lat: lat < 25.2),
    ("Papua north of the 1942 line", "Papua", lambda lon, lat: lat > -7.6),
    ("New Guinea north of the 1942 line", "Netherlands East Indies", lambda lon, lat: lon < 130 or lat > -4.5),
)
"""Start lines that divide a country: region, country, and on which side of the line a position lies."""

"""Sea areas: every hexdot belongs to one, every coastal hex touches some."""

from __future__ import annotations

from collections import deque

from tools.mapmaker.design import Planes
from tools.mapmaker.draft import Draft


def label(draft: Draft, planes: Planes) -> None:
    """Spread each sea area from its seeds over the water until it meets the next."""
    owner: dict[str, str] = {h.number: next(iter(h.seas)) for h in draft.hexes.values() if h.kind == "sea" and h.seas}
    queue: deque[str] = deque()
    for sea in draft.table("seas"):
        for seed in filter(None, sea["seeds"].split("|")):
            lon, lat = map(float, seed.split())
            number = draft.locate(lon if lon <= 180 else lon - 360, lat, planes, sea["sheet"] + sea.get("also", ""))
            if number is None:
                draft.notes.append(f"seed of {sea['name']} off the board: {seed}")
                continue
            if draft.hexes[number].dry or number in owner:
                continue
            owner[number] = sea["name"]
            queue.append(number)
    _spread(draft, owner, queue)
    for h in draft.hexes.values():
        if h.kind == "sea" and not h.seas:
            if h.number in owner:
                h.seas = {owner[h.number]}
            else:
                draft.notes.append(f"hexdot without sea area: {h.number} {h.lon:.1f} {h.lat:.1f}")
    _touch_coasts(draft)
    # On the Asian sheet off-map hexes have the weather of the sea beside them.
    zones = {sea["name"]: sea["zone"] for sea in draft.table("seas")}
    for h in draft.hexes.values():
        if h.number[0] == "A" and h.scale == "off-map" and h.seas:
            h.zone = zones[min(h.seas)]


def _spread(draft: Draft, owner: dict[str, str], queue: deque[str]) -> None:
    while queue:
        here = queue.popleft()
        for other in draft.neighbours(here):
            if draft.hexes[other].kind == "sea" and other not in owner:
                owner[other] = owner[here]
                queue.append(other)


def _touch_coasts(draft: Draft) -> None:
    coast = [h for h in draft.hexes.values() if h.kind == "coastal" and not h.seas]
    for h in coast:
        h.seas = {
            sea for n in draft.neighbours(h.number) if draft.hexes[n].kind == "sea" for sea in draft.hexes[n].seas
        }
    # Bays that hold no whole hex of water take the sea of the nearest coast.
    for _ in range(4):
        found = {}
        for h in coast:
            if not h.seas:
                near = [
                    draft.hexes[n].seas
                    for n in draft.neighbours(h.number)
                    if draft.hexes[n].kind == "coastal" and draft.hexes[n].seas
                ]
                if near:
                    found[h.number] = set(min(near, key=sorted))
        for number, seas in found.items():
            draft.hexes[number].seas = seas
    for h in coast:
        if not h.seas:
            h.kind = "land"


def borders(draft: Draft) -> dict[tuple[str, str], tuple[str, str]]:
    """Pairs of adjacent sea areas with the places that gate them and the source."""
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for h in draft.hexes.values():
        if h.kind != "sea":
            continue
        for n in draft.neighbours(h.number):
            other = draft.hexes[n]
            if other.kind == "sea" and other.seas != h.seas:
                a, b = sorted((next(iter(h.seas)), next(iter(other.seas))))
                found[a, b] = ("", "fitted")
    for row in draft.table("sea_links"):
        a, b = sorted((row["a"], row["b"]))
        found[a, b] = (row["gate"], row["source"])
    for row in draft.table("sea_not_adjacent"):
        a, b = sorted((row["a"], row["b"]))
        found.pop((a, b), None)
    return draft.design.sea_borders(found, draft)

"""``python -m tools.mapmaker``: build the tables of the board."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tools.mapmaker import classify, document, hexsides, joins, nations, seas, tracks, write
from tools.mapmaker.draft import Draft, table
from tools.mapmaker.fit import BOUNDS, fit
from tools.mapmaker.sheets import number_at, on_asia, planes, wanted
from tools.mapmaker.sources import load_world
from worldfire.board.grid import AMERICAS, EUROPE, PACIFIC

ROOT = Path(__file__).resolve().parents[2]
STARTED = time.monotonic()


def say(text: str) -> None:
    """Progress, with the time it took so far."""
    print(f"mapmaker {time.monotonic() - STARTED:5.1f} s  {text}", file=sys.stderr, flush=True)


def main() -> None:
    say("reading the world (the first time fetches the packages and takes a minute)")
    world = load_world(ROOT / "build" / "mapmaker")
    places = table("places")
    owners = classify.Owners(table("owners"))
    projections = {plane: fit(places, plane) for plane in planes()}
    draft = Draft()
    sides: dict[tuple[str, str], str] = {}
    rivers: set[tuple[str, str]] = set()
    for plane in planes():
        projection = projections[plane]
        say(f"{plane}: fitted, largest residual {projection.residual:.2f} hexes; classifying")
        cells = classify.gather(world, projection, wanted(plane), BOUNDS[plane])
        raws = classify.describe(cells, plane, world.provinces, owners)
        if plane == PACIFIC:
            raws = {where: raw for where, raw in raws.items() if on_asia(raw, projections[EUROPE])}
        draft.add_plane(plane, raws)
        for (a, b), kind in hexsides.sampled(cells, projection, raws).items():
            sides[joins.pair(number_at(plane, *a), number_at(plane, *b))] = kind
        if plane == AMERICAS:
            continue  # a river is nothing beside a hex of 650 km
        for a, b in hexsides.rivers(world.rivers, projection, raws, BOUNDS[plane]):
            rivers.add(joins.pair(number_at(plane, *a), number_at(plane, *b)))
    say("off-map areas, terrain, places, overrides")
    draft.add_off_map()
    draft.apply_boxes()
    draft.apply_overrides(table("overrides"))
    draft.add_places(projections)
    draft.apply_overrides([row for row in table("overrides") if "kind=sea" not in row["set"]])
    say("sea areas")
    seas.label(draft, projections)
    draft.apply_overrides([row for row in table("overrides") if "seas=" in row["set"]])
    for row in table("port_seas"):
        draft.hexes[draft.places[row["name"]].hex].seas = set(row["seas"].split("|"))
    say("joins, lines and hexsides")
    links = joins.east_europe_to_asia(draft, projections)
    links |= joins.border_lines(draft)
    links |= joins.blue_lines(draft)
    finished = hexsides.finish(draft, sides, rivers)
    say("railways and roads")
    barred = {side for side, kinds in finished.items() if kinds[0] & {"all-sea", "alpine", "lake"}}
    laid = tracks.lay(draft, projections, {p: kind for p, (kind, _) in links.items() if kind != "blue"}, barred)
    say("writing")
    write.board(draft, finished, links, laid, seas.borders(draft), nations.gather(draft), world, projections)
    document.refresh(ROOT / "docs" / "data.md")
    for note in draft.notes:
        print("note:", note, file=sys.stderr)
    say("done")


if __name__ == "__main__":
    main()

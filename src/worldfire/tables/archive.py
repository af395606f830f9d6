"""Tables of earlier releases: a game goes on with those it was begun with, which it knows by their digest.

Each release is a file `data/archive/NAME.zip`. Its `manifest.json` names every table of the release with the SHA-256 of
its content; the content stands in the first archive that has it, so that a later release adds only what has changed.
`python -m tools.archive_tables NAME` writes one, the last act before a release.
"""

from __future__ import annotations

import zipfile
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.resources.abc import Traversable
from io import BytesIO

import msgspec

from worldfire.tables.files import data_root

FOLDER, SUFFIX, MANIFEST = "archive", ".zip", "manifest.json"


@dataclass(frozen=True, eq=False)
class Release:
    """The tables of a release: path below the data directory → its content."""

    name: str
    files: Mapping[str, Traversable]


@cache
def releases() -> tuple[Release, ...]:
    """Every release that is kept, the newest first."""
    opened = {name: zipfile.ZipFile(BytesIO(content)) for name, content in _archives()}
    contents: dict[str, Traversable] = {}
    found = []
    for name, archive in opened.items():
        manifest = msgspec.json.decode(archive.read(MANIFEST), type=dict[str, str])
        here = set(archive.namelist())
        for path, digest in manifest.items():
            if path in here:
                contents.setdefault(digest, zipfile.Path(archive, path))
        found.append(Release(name, {path: contents[digest] for path, digest in manifest.items()}))
    return tuple(reversed(found))


def _archives() -> list[tuple[str, bytes]]:
    """(release, content) of every archive, the oldest first: by the numbers in their names."""
    folder = data_root() / FOLDER
    if not folder.is_dir():
        return []
    names = [item.name.removesuffix(SUFFIX) for item in folder.iterdir() if item.name.endswith(SUFFIX)]
    names.sort(key=lambda name: tuple(int(part) for part in name.split(".")))
    return [(name, (folder / f"{name}{SUFFIX}").read_bytes()) for name in names]


def pack_release(files: Mapping[str, bytes], kept: tuple[Release, ...]) -> bytes:
    """The archive of a release with these tables; what the releases before it have is only named."""
    known = {sha256(item.read_bytes()).digest() for release in kept for item in release.files.values()}
    digests = {path: sha256(content) for path, content in sorted(files.items())}
    packed = BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_LZMA) as archive:
        _write(archive, MANIFEST, msgspec.json.encode({path: digest.hexdigest() for path, digest in digests.items()}))
        for path, digest in digests.items():
            if digest.digest() not in known:
                _write(archive, path, files[path])
                known.add(digest.digest())
    return packed.getvalue()


def _write(archive: zipfile.ZipFile, path: str, content: bytes) -> None:
    """Without the time of day: the same tables give the same archive."""
    archive.writestr(zipfile.ZipInfo(path), content, zipfile.ZIP_LZMA)

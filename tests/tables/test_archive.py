"""Tables of earlier releases are found by their digest, whatever today's look like."""

from __future__ import annotations

import zipfile
from io import BytesIO
from pathlib import Path

import pytest

from worldfire.tables import archive, collection
from worldfire.tables.archive import Release, pack_release, releases
from worldfire.tables.collection import Overlay, archived_overlay, load_tables, read_tables
from worldfire.tables.files import data_root, find_data

CHANGED, MISSING = "charts/wif/land_1d10_assault.csv", "charts/wif/its_war.csv"


def todays() -> dict[str, bytes]:
    return {path: find_data(path).read_bytes() for path in Overlay().paths("wif")}


def opened(*contents: bytes) -> tuple[Release, ...]:
    """What `releases` makes of archives 1.0, 2.0 …"""
    archives = [(f"{number}.0", content) for number, content in enumerate(contents, 1)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(archive, "_archives", lambda: archives)
        return releases.__wrapped__()


@pytest.fixture
def earlier(monkeypatch: pytest.MonkeyPatch) -> Release:
    """A release with another figure in one chart, and without another chart."""
    files = todays()
    files[CHANGED] = files[CHANGED].replace(b",2/1,", b",9/9,", 1)
    del files[MISSING]
    index = files["charts/wif/_index.csv"].splitlines(keepends=True)
    files["charts/wif/_index.csv"] = b"".join(line for line in index if not line.startswith(b"its_war,"))
    (release,) = opened(pack_release(files, ()))
    monkeypatch.setattr(collection, "releases", lambda: (release,))
    return release


def test_a_later_release_holds_only_what_has_changed() -> None:
    files = todays()
    first = pack_release(files, ())
    files[CHANGED] += b"\n"
    second = pack_release(files, opened(first))
    assert set(zipfile.ZipFile(BytesIO(second)).namelist()) == {"manifest.json", CHANGED}
    assert len(second) < len(first) / 20
    newest, oldest = opened(first, second)
    assert (newest.name, oldest.name) == ("2.0", "1.0")
    assert {path: item.read_bytes() for path, item in newest.files.items()} == files
    assert oldest.files[CHANGED].read_bytes() == todays()[CHANGED]
    assert pack_release(todays(), ()) == first, "the same tables give the same bytes"


def test_older_tables_are_found_by_their_digest(earlier: Release) -> None:
    digest = Overlay(release=earlier).digest("wif")
    assert digest != load_tables().digest
    found = archived_overlay("wif", digest, Overlay())
    assert found is not None
    tables = read_tables("wif", found)
    assert tables.digest == digest
    assert "9/9" in {cell.value for cell in tables.chart("land_1d10_assault").cells.values()}
    assert "9/9" not in {cell.value for cell in load_tables().chart("land_1d10_assault").cells.values()}
    assert archived_overlay("wif", "0" * 64, Overlay()) is None


def test_a_chart_that_the_release_did_not_have_is_todays(earlier: Release) -> None:
    assert MISSING not in earlier.files
    tables = read_tables("wif", Overlay(release=earlier))
    assert tables.chart("its_war").cells == load_tables().chart("its_war").cells


def test_a_pack_is_laid_over_the_tables_of_its_time(earlier: Release, tmp_path: Path) -> None:
    path = "charts/wif/air_to_air.csv"
    (tmp_path / path).parent.mkdir(parents=True)
    (tmp_path / path).write_bytes(find_data(path).read_bytes() + b"\n")
    with_pack = Overlay(tmp_path, frozenset({path}))
    digest = with_pack.over(earlier).digest("wif")
    found = archived_overlay("wif", digest, with_pack)
    assert found is not None
    assert found.find(path).read_bytes() == (tmp_path / path).read_bytes()
    assert found.find(CHANGED).read_bytes() != find_data(CHANGED).read_bytes()


def test_what_is_kept_of_the_releases_is_small() -> None:
    size = sum(len(item.read_bytes()) for item in (data_root() / archive.FOLDER).iterdir())
    assert size < 400_000 * len(releases())

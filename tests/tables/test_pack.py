"""Data packs replace our tables only when everything about them is right."""

from __future__ import annotations

from pathlib import Path

import pytest

from worldfire.tables import DataError
from worldfire.tables.collection import load_tables
from worldfire.tables.files import data_root
from worldfire.tables.pack import check_pack, load_pack

ASSAULT = "charts/wif/land_1d10_assault.csv"
BLITZKRIEG = "charts/wif/land_1d10_blitzkrieg.csv"
LAND = "counters/wif/land.csv"


def ours(file: str) -> str:
    return data_root().joinpath(*file.split("/")).read_text(encoding="utf-8")


def made(root: Path, files: dict[str, str | None]) -> Path:
    """A pack with these files; None names one in the manifest without writing it."""
    for file, text in files.items():
        if text is not None:
            path = root / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
    names = "".join(f"  - {file}\n" for file in files)
    (root / "pack.yaml").write_text(f"name: printed\ntitle: wif\nfiles:\n{names}", encoding="utf-8")
    return root


def test_three_mistakes_give_three_messages_and_change_nothing(tmp_path: Path) -> None:
    before = load_tables().digest
    wrong = ours(ASSAULT).replace("5,2:1,2/1,attested", "5,2:1,1/2,attested")
    unknown = ours(BLITZKRIEG).replace(
        "row,column,value,provenance,source", "row,column,value,provenance,source,shade", 1
    )
    pack = made(tmp_path, {ASSAULT: wrong, BLITZKRIEG: unknown, "charts/wif/land_2d10.csv": None})
    problems = check_pack(pack)
    assert [problem.file for problem in problems] == [ASSAULT, BLITZKRIEG, "charts/wif/land_2d10.csv"]
    cell, column, missing = problems
    line = ours(ASSAULT).splitlines().index(next(x for x in ours(ASSAULT).splitlines() if x.startswith("5,2:1,"))) + 1
    assert (cell.line, cell.column) == (line, "value")
    assert "'1/2', but the rulebook has '2/1'" in cell.message
    assert column.message == "unknown column 'shade'"
    assert "missing" in missing.message
    with pytest.raises(DataError):
        load_pack(pack)
    assert load_tables().digest == before
    assert load_tables().chart("land_1d10_assault").at(5, 2) == "2/1"


def test_a_good_pack_replaces_fitted_cells_and_has_its_own_digest(tmp_path: Path) -> None:
    better = ours(ASSAULT).replace("1,1:2,3/-,fitted,ladder", "1,1:2,2/-,public,my printed chart")
    assert better != ours(ASSAULT)
    pack = made(tmp_path, {ASSAULT: better})
    assert check_pack(pack) == ()
    tables = load_pack(pack)
    assert tables.chart("land_1d10_assault").at(1, "1:2") == "2/-"
    assert load_tables().chart("land_1d10_assault").at(1, "1:2") == "3/-"
    assert tables.digest != load_tables().digest
    assert tables.name == "Worldfire tables 1 (reconstructed) with printed"


def test_a_counter_that_denies_a_worked_example(tmp_path: Path) -> None:
    lines = ours(LAND).splitlines()
    place = next(i for i, line in enumerate(lines) if line.startswith("ge-hq-i-model,"))
    lines[place] = lines[place].replace(",6,3,2,5,3,", ",5,3,2,5,3,")
    problems = check_pack(made(tmp_path, {LAND: "\n".join(lines) + "\n"}))
    assert [(p.line, p.column) for p in problems] == [(place + 1, "strength")]
    assert "has 5, but the rulebook has 6 (WF2-030)" in problems[0].message


def test_other_mistakes(tmp_path: Path) -> None:
    assert "pack.yaml" in str(check_pack(tmp_path)[0])
    (tmp_path / "pack.yaml").write_text("name: x\ntitle: chess\nfiles: []\n")
    assert "no tables for 'chess'" in check_pack(tmp_path)[0].message
    silly = ours(ASSAULT).replace("1,1:2,3/-,fitted", "1,1:2,purple,fitted")
    problems = check_pack(made(tmp_path, {"charts/wif/poker.csv": "x", ASSAULT: silly}))
    assert "replaces none of our tables" in problems[0].message
    assert "'purple' is no value of this chart" in problems[1].message
    assert problems[1].line == 2

"""Aircraft counters: the list loads, and the book's worked examples win over it."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from worldfire.tables import DataError
from worldfire.tables.collection import load_tables
from worldfire.tables.counters import AirAbility, AirCounter, AirType, Kit, read_counters


def found(designation: str, power: str, kit: Kit = Kit.WIF) -> AirCounter:
    return next(c for c in load_tables().air if (c.designation, c.power, c.kit) == (designation, power, kit))


def test_totals_by_type() -> None:
    totals = Counter(counter.type for counter in load_tables().air)
    assert totals[AirType.FTR] >= 412
    assert totals[AirType.CVP] >= 475
    assert totals.total() >= 1318


@pytest.mark.rule("14.3.3", example="WF2-138")
@pytest.mark.parametrize(
    ("designation", "power", "kit", "rating"),
    [
        ("Beaufighter Mk.21", "commonwealth", Kit.WIF, 6),
        ("G.50", "italy", Kit.WIF, 4),
        ("Ca-314B", "italy", Kit.PIF, 2),
        ("SM-79II", "italy", Kit.WIF, 3),
    ],
)
def test_eastern_mediterranean(designation: str, power: str, kit: Kit, rating: int) -> None:
    assert found(designation, power, kit).air_to_air == rating


@pytest.mark.rule("14.3.3", example="WF2-139")
@pytest.mark.parametrize(
    ("designation", "power", "kit", "rating"),
    [
        ("Bf-109G2", "germany", Kit.WIF, 7),
        ("FW-190A2", "germany", Kit.WIF, 7),
        ("Bf-109E7", "germany", Kit.PIF, 6),
        ("La-5FN", "ussr", Kit.WIF, 7),
        ("Yak-9M", "ussr", Kit.WIF, 6),
    ],
)
def test_kursk(designation: str, power: str, kit: Kit, rating: int) -> None:
    assert found(designation, power, kit).air_to_air == rating


@pytest.mark.rule("11.5.9", example="WF1-133")
def test_black_sea() -> None:
    assert found("LaGG-3", "ussr").air_to_air == 4
    assert found("I-16 (10)", "ussr", Kit.PIF).air_to_air == 3


@pytest.mark.rule("14.4", example="WF2-143")
def test_a_carrier_plane_shrinks_with_the_years() -> None:
    plane = next(c for c in load_tables().air if c.designation == "D3A1" and c.type is AirType.CVP and c.year == 1939)
    assert plane.carrier_classes == {1939: 4, 1940: 3, 1942: 2, 1944: 1}


def test_pilots_cost_two_build_points() -> None:
    """13.6.5: with pilots an aircraft costs 2 less; sub-hunters and bombs carry none."""
    carried = {AirType.FTR, AirType.LND, AirType.NAV, AirType.ATR, AirType.CVP}
    for counter in load_tables().air:
        if counter.type in carried and AirAbility.SUB_HUNTER not in counter.abilities:
            assert counter.cost - counter.cost_with_pilots == 2, counter.id


def test_a_bad_counter_names_its_column(tmp_path: Path) -> None:
    path = tmp_path / "air.csv"
    header = ",".join(AirCounter.__struct_fields__)
    good = {"id": "x", "power": "italy", "home": "italy", "type": "FTR", "designation": "x", "cost": "4"}
    good |= {
        "cost_with_pilots": "2",
        "turns": "2",
        "available": "1940",
        "kit": "WiF",
        "provenance": "public",
        "source": "s",
    }
    bad = good | {"range": "far"}
    lines = [",".join(unit.get(field, "") for field in AirCounter.__struct_fields__) for unit in (good, bad)]
    path.write_text("\n".join([header, *lines]) + "\n")
    with pytest.raises(DataError) as caught:
        read_counters(path, AirCounter)
    assert [(p.line, p.column) for p in caught.value.problems] == [(3, "id"), (3, "range")]

"""Land and naval counters, markers and the Classic fleet."""

from __future__ import annotations

import runpy
from collections import Counter as Tally
from pathlib import Path
from typing import Any

import msgspec
import pytest

from worldfire.tables.collection import load_tables
from worldfire.tables.counters import (
    Kit,
    LandAbility,
    LandCounter,
    LandType,
    NavalAbility,
    NavalCounter,
    NavalType,
    Size,
)
from worldfire.tables.pools import Unit, check_units, force_pool
from worldfire.titles.wif.nations.names import NATIONS


def every_unit() -> tuple[Unit, ...]:
    """Land, air, naval with one ship a counter, then the Classic fleet."""
    tables = load_tables()
    return (*tables.land, *tables.air, *tables.naval, *tables.naval_classic)


def land(designation: str, power: str, type_: str, size: str = "corps") -> LandCounter:
    wanted = (designation, power, LandType(type_), Size(size))
    return next(c for c in load_tables().land if (c.designation, c.power, c.type, c.size) == wanted)


def ship(name: str, power: str, kit: Kit | None = None) -> NavalCounter:
    return next(c for c in load_tables().naval if (c.name, c.power) == (name, power) and kit in (None, c.kit))


def test_every_counter_is_plausible() -> None:
    assert check_units(every_unit(), NATIONS.major_powers) == ()


def test_the_check_finds_what_is_wrong() -> None:
    units = every_unit()
    bad = msgspec.structs.replace(units[0], strength=99, attested=("courage:WF1-001",))
    reasons = "\n".join(check_units([*units, bad], NATIONS.major_powers))
    assert "strength 99" in reasons
    assert "used 2 times" in reasons
    assert "courage" in reasons
    assert "germany: no HQ-I in 1939" in "\n".join(
        check_units((u for u in units if u.type != "HQ-I"), NATIONS.major_powers)
    )


def test_totals_are_at_least_the_lists() -> None:
    assert len(load_tables().land) >= 959
    assert len(load_tables().naval) + 3 >= 1355
    assert len(load_tables().air) >= 1318
    kits = Tally(unit.kit for unit in every_unit())
    assert set(kits) == set(Kit) - {Kit.FA}


# Every factor that a worked example states: (counter, factors). The ids of the examples stand in the data.
LAND: list[tuple[tuple[str, str, str, str], dict[str, Any]]] = [
    (("LVII", "germany", "ARM", "corps"), {"strength": 9, "movement": 6}),
    (("XX", "germany", "INF", "corps"), {"strength": 9}),
    (("II Para", "germany", "PARA", "corps"), {"strength": 4}),
    (("Kwantung", "japan", "MOT", "corps"), {"strength": 7}),
    (("SNLF", "japan", "MAR", "corps"), {"strength": 4}),
    (("1", "japan", "PARA", "division"), {"strength": 1}),
    (("3", "ussr", "INF", "corps"), {"strength": 5, "movement": 3}),
    (("3", "ussr", "MECH", "corps"), {"strength": 6}),
    (("XLI", "germany", "ARM", "corps"), {"strength": 8}),
    (("XXX", "germany", "INF", "corps"), {"strength": 5}),
    (("Model", "germany", "HQ-I", "corps"), {"strength": 6, "reorganisation": 3}),
    (("XXI", "usa", "MOT", "corps"), {"strength": 6}),
    (("V", "usa", "MOT", "corps"), {"strength": 8}),
    (("VII", "usa", "MOT", "corps"), {"strength": 8}),
    (("1 Can", "commonwealth", "MOT", "corps"), {"strength": 7}),
    (("1 SS", "germany", "ARM", "division"), {"strength": 4}),
    (("1", "germany", "MOT", "division"), {"strength": 2}),
    (("3 Aus", "commonwealth", "GAR", "corps"), {"strength": 5, "movement": 1}),
    (("Mar Eng", "commonwealth", "ENG", "division"), {"strength": 1, "cost": 3, "turns": 5}),
    (("Flakvierling", "germany", "AA", "division"), {"strength": 2}),
    (("88 mm", "germany", "AA", "division"), {"strength": 3}),
    (("51", "ussr", "INF", "corps"), {"strength": 6, "movement": 3}),
    (("8 GBA", "ussr", "INF", "corps"), {"strength": 9, "movement": 4}),
    (("9 GBA", "ussr", "INF", "corps"), {"strength": 8, "movement": 4}),
    (("Gd Cav", "ussr", "ACV", "corps"), {"strength": 6, "movement": 6}),
    (("I Mar", "usa", "MAR", "corps"), {"strength": 6}),
    (("v. Leeb", "germany", "HQ-I", "corps"), {"reorganisation": 2}),
    (("Zhukov", "ussr", "HQ-A", "corps"), {"reorganisation": 5}),
    (("Manstein", "germany", "HQ-A", "corps"), {"reorganisation": 5}),
    (("Nimitz", "usa", "HQ-I", "corps"), {"reorganisation": 4}),
    (("Yamamoto", "japan", "HQ-I", "corps"), {"reorganisation": 4}),
    (("Gort", "commonwealth", "HQ-I", "corps"), {"reorganisation": 2}),
    (("Stilwell", "china", "HQ-I", "corps"), {"reorganisation": 2}),
    (("Koniev", "ussr", "HQ-I", "corps"), {"cost": 5, "turns": 3}),
    (("Moscow", "ussr", "MIL", "corps"), {"available": "Ge"}),
]


@pytest.mark.parametrize(("key", "factors"), LAND)
def test_land_factors_of_the_worked_examples(key: tuple[str, str, str, str], factors: dict[str, Any]) -> None:
    counter = land(*key)
    assert {name: getattr(counter, name) for name in factors} == factors


@pytest.mark.rule("11.15.1")
def test_combined_strengths_of_the_worked_examples() -> None:
    german = [land("XLVI", "germany", "MECH"), land("XIX", "germany", "MOT"), land("X", "germany", "INF")]
    assert sum(unit.strength or 0 for unit in german) == 23
    japanese = [land("5 Arm", "japan", "MECH"), land("6", "japan", "INF"), land("Osaka", "japan", "MIL")]
    assert sum(unit.strength or 0 for unit in japanese) == 17


SHIPS: list[tuple[str, str, dict[str, Any]]] = [
    ("Hood", "commonwealth", {"movement": 5}),
    ("Deutschland", "germany", {"movement": 5, "range": 6}),
    ("Dunkerque", "france", {"movement": 5, "range": 2}),
    ("Texas", "usa", {"movement": 4, "range": 3}),
    ("South Dakota", "usa", {"movement": 5, "range": 5}),
    ("San Diego", "usa", {"movement": 6, "range": 4}),
    ("Marat", "ussr", {"defence": 5}),
    ("Gneisenau", "germany", {"defence": 3}),
    ("S. Byelorussiya", "ussr", {"defence": 0}),
    ("Fuso", "japan", {"shore_bombardment": 5}),
    ("Yamato", "japan", {"shore_bombardment": 6}),
    ("Kongo", "japan", {"shore_bombardment": 3}),
    ("Washington", "usa", {"defence": 2}),
    ("Queen Elizabeth", "commonwealth", {"defence": 4}),
    ("Gibraltar", "commonwealth", {"air_component": 5}),
    ("Essex", "usa", {"air_component": 5, "cost_first": 2, "cost_second": 3}),
    ("Independence", "usa", {"cost_first": 1, "cost_second": 3}),
    ("Hiryu", "japan", {"air_component": 3}),
    ("Junyo", "japan", {"air_component": 2}),
    ("Type XXI", "germany", {"cost_first": 1, "cost_second": 2}),
    ("Huron", "commonwealth", {"attack": 2}),
    ("Wessex", "commonwealth", {"attack": 3}),
    ("Attacker", "commonwealth", {"air_component": 2}),
]


@pytest.mark.parametrize(("name", "power", "factors"), SHIPS)
def test_naval_factors_of_the_worked_examples(name: str, power: str, factors: dict[str, Any]) -> None:
    counter = ship(name, power)
    assert {field: getattr(counter, field) for field in factors} == factors


@pytest.mark.rule("11.5.8", example="WF1-129")
def test_the_baltic_squadrons_add_up() -> None:
    assert sum(ship(name, "ussr").attack for name in ("S. Byelorussiya", "Marat", "Marx")) == 15
    assert ship("Gneisenau", "germany").attack + ship("Königsberg", "germany").attack == 7


@pytest.mark.rule("11.5.10", example="WF1-139")
def test_the_wolf_pack_has_eight_factors() -> None:
    assert sum(ship(name, "germany").attack for name in ("Type VIIB", "Type VIIC", "Type IXC")) == 8
    assert ship("Bismarck", "germany").attack + ship("Type IXB", "germany").attack == 10


@pytest.mark.rule("11.5.9", example="WF1-138")
def test_the_carriers_at_la_spezia_have_seven_factors() -> None:
    names = ("Illustrious", "Furious", "Ark Royal")
    assert sum(ship(name, "commonwealth", Kit.SIF).air_component or 0 for name in names) == 7


@pytest.mark.rule("11.10.2")
def test_who_is_winterised() -> None:
    for unit in load_tables().land:
        north = unit.power in {"sweden", "finland", "norway"} and unit.size is not Size.FACILITY
        soviet = unit.power == "ussr" and LandAbility.WHITE_PRINT in unit.abilities
        expected = unit.type in {LandType.MTN, LandType.SKI} or north or soviet
        assert (LandAbility.WINTERISED in unit.abilities) == expected, unit.id


@pytest.mark.rule("1.2.1")
def test_a_classic_counter_is_a_carrier_two_battleships_or_four_cruisers() -> None:
    tables = load_tables()
    ships = {counter.id: counter for counter in tables.naval}
    fleet = {counter.id: counter for counter in tables.naval_classic}
    most = {"CV": 1, "CVL": 1, "BB": 2, "CA": 4, "CL": 4, "SUB": 1, "TRS": 1, "AMPH": 1}
    for squadron, named in tables.classic_ships.items():
        counter, sisters = fleet[squadron], [ships[ship] for ship in named]
        assert 1 <= len(sisters) <= most[counter.ship_class], squadron
        assert {(s.power, s.home, s.ship_class, s.movement) for s in sisters} == {
            (counter.power, counter.home, counter.ship_class, counter.movement)
        }
        assert counter.name == sisters[0].name, "it is called after its leading ship"
    sailing = [ship for squadron in tables.classic_ships.values() for ship in squadron]
    assert max(Tally(sailing).values()) == 1
    for ship in tables.naval:
        single = ship.type in {NavalType.SCS, NavalType.CV} and ship.kit in {Kit.SIF, Kit.CLIF}
        if single and NavalAbility.REPLACEMENT not in ship.abilities:  # 4.1.3 is a rule of the Ships kit
            assert ship.id in sailing, "every ship sails in the Classic game, too"


def test_the_classic_fleet_is_what_its_maker_makes_of_the_single_ships() -> None:
    """`python -m tools.classic_fleet` has been run since the ships were changed last."""
    maker = runpy.run_path(str(Path(__file__).parents[2] / "tools" / "classic_fleet.py"))
    before = maker["read"]("naval_classic.csv")
    fleet, links = maker["make"](maker["read"]("naval.csv"), before)
    assert fleet == before
    assert links == maker["read"]("classic_ships.csv")


def classic(name: str, power: str) -> NavalCounter:
    return next(ship for ship in load_tables().naval_classic if (ship.name, ship.power) == (name, power))


@pytest.mark.rule("11.5.8", example="WF1-129")
def test_the_classic_squadrons_of_the_baltic_add_up() -> None:
    assert sum(classic(name, "ussr").attack for name in ("S. Byelorussiya", "Marat", "Marx")) == 15
    gneisenau = classic("Gneisenau", "germany")
    assert (gneisenau.attack + classic("Königsberg", "germany").attack, gneisenau.defence) == (7, 3)


@pytest.mark.rule("11.5.9", example="WF1-138")
def test_the_classic_carriers_at_la_spezia_have_seven_factors() -> None:
    names = ("Illustrious", "Furious", "Ark Royal")
    assert sum(classic(name, "commonwealth").air_component or 0 for name in names) == 7


@pytest.mark.rule("13.6.5")
def test_what_the_book_says_that_classic_ships_cost() -> None:
    assert classic("Essex", "usa").cost_first == 3
    assert classic("Graf Zeppelin", "germany").cost_first == 3
    assert (classic("Bremen", "germany").cost_first, classic("Bremen", "germany").cost_second) == (2, 3)
    alone, double = ship("Type VIIC", "germany"), classic("Type VIIC", "germany")
    assert (double.cost_first, double.cost_second) == (2 * alone.cost_first, 2 * (alone.cost_second or 0))


@pytest.mark.rule("11.5.8")
def test_transports_defend_with_ten() -> None:
    tables = load_tables()
    transports = [c for c in (*tables.naval, *tables.naval_classic) if c.type in {NavalType.TRS, NavalType.AMPH}]
    assert {counter.defence for counter in transports} == {10}


@pytest.mark.rule("13.6.1")
def test_classic_convoy_counters_are_worth_ten_or_five() -> None:
    convoys = [c for c in load_tables().naval_classic if c.type is NavalType.CONV]
    assert {(c.convoy_points, c.reverse_points) for c in convoys} == {(10, 5)}
    assert {c.power for c in convoys} == {
        c.power for c in load_tables().naval if c.type is NavalType.CONV and c.kit is Kit.SIF
    }


def test_convoys_do_not_move() -> None:
    assert {(c.movement, c.range) for c in load_tables().naval if c.type is NavalType.CONV} == {(0, 3)}


def test_pools_grow_with_the_years() -> None:
    units = every_unit()
    sizes = [len(list(force_pool(units, "germany", year))) for year in (1936, 1939, 1942, 1945)]
    assert sizes == sorted(sizes)
    assert sizes[0] < sizes[-1]


def test_markers_of_the_rules_are_there() -> None:
    names = {marker.name for marker in load_tables().markers}
    assert {"No planes", "Damage", "Initiative", "Impulse", "Pilots", "Year", "Turn", "Offensive points 15"} <= names
    pilots = [marker for marker in load_tables().markers if marker.name == "Pilots"]
    assert len(pilots) == 25
    assert sum(1 for marker in load_tables().markers if marker.name.startswith("Entry marker")) == 16


@pytest.mark.parametrize(
    ("power", "designation"),
    [
        ("germany", "LIV"),
        ("germany", "LXXIV"),
        ("germany", "27 Pz"),
        ("germany", "Schwimmpanzer"),
        ("france", "FEC"),
        ("ukraine", "Ukraine"),
        ("usa", "14 ARM"),
        ("usa", "A-28B"),
        ("usa", "P-51C"),
        ("usa", "PBY-6A"),
        ("ussr", "Kazan"),
        ("commonwealth", "Canada"),
        ("japan", "Kii"),
    ],
)
def test_units_that_only_examples_name_exist(power: str, designation: str) -> None:
    names = {
        getattr(unit, "designation", "") or getattr(unit, "name", "") for unit in every_unit() if unit.power == power
    }
    assert designation in names

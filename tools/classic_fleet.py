"""Makes the Classic fleet out of the single ships of the Ships kit: `python -m tools.classic_fleet`.

A Classic counter is a squadron around one aircraft carrier, two battleships or four cruisers (1.2.1). The unit list that we
have knows only three of them, so the others are put together from sister ships: of one power, home and class, equally fast,
and of nearly the same year. A squadron is called after its leading ship, for which the book's own examples decide.
"""

from __future__ import annotations

import csv
from collections.abc import Iterator
from itertools import groupby
from math import ceil, floor
from pathlib import Path

import worldfire

COUNTERS = Path(worldfire.__file__).parent / "data" / "counters" / "wif"
Ship = dict[str, str]

#: 1.2.1: ships on one counter
SHIPS_ON_A_COUNTER = {"CV": 1, "CVL": 1, "BB": 2, "CA": 4, "CL": 4}
#: a squadron is no older than its leading ship: its sisters follow within so many years
YEARS_OF_A_SQUADRON = 4
#: ships that the book's examples name on the table: each leads a squadron of its own
LEADERS = frozenset(
    {
        *(("commonwealth", name) for name in ("Ajax", "Arethusa", "Australia", "Carlisle", "Ceres", "Curacoa", "Dido")),
        *(("commonwealth", name) for name in ("Hood", "King George V", "London", "Nelson", "Norfolk", "Royal Oak")),
        *(("commonwealth", name) for name in ("Southampton", "Warspite")),
        *(
            ("germany", name)
            for name in ("Bismarck", "Bremen", "Deutschland", "Gneisenau", "Königsberg", "Prinz Eugen")
        ),
        *(("italy", name) for name in ("Garibaldi", "Roma", "Zara")),
        *(("japan", name) for name in ("Fuso", "Kongo", "Myoko", "Tenryu", "Yamato")),
        *(("usa", name) for name in ("Baltimore", "Brooklyn", "New Orleans", "Quincy", "San Diego", "South Dakota")),
        *(("usa", name) for name in ("Texas", "Trenton", "Washington")),
        *(("ussr", name) for name in ("Marat", "S. Byelorussiya")),
    }
)
#: lost before the first campaign begins: such a ship has no squadron
FIRST_CAMPAIGN = "1939-09"
#: what the book says of a Classic counter (with the example), whatever its ships give
STATED = {
    "ge-bb-gneisenau-wif": {"attack": ("5", "WF1-129"), "defence": ("3", "WF1-129")},
    "ge-cl-bremen-wif": {"cost_first": ("2", "WF2-106"), "cost_second": ("3", "WF2-106")},
    "ge-cv-graf-zeppelin-wif": {"cost_first": ("3", "WF2-078")},
    "su-bb-marat-wif": {"attack": ("5", "WF1-129")},
    "us-cv-essex-wif": {"cost_first": ("3", "WF2-103")},
}
#: 13.6.1: a convoy counter is worth 10 points, or 5 on its back
POINTS_OF_A_CONVOY, POINTS_OF_ITS_BACK = 10, 5


def read(name: str) -> list[Ship]:
    with (COUNTERS / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def write(name: str, columns: list[str], rows: list[Ship]) -> None:
    with (COUNTERS / name).open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def squadrons(ships: list[Ship]) -> Iterator[list[Ship]]:
    """Sister ships in the numbers of 1.2.1, the leading ship first; what is left over is a smaller squadron."""

    def alike(ship: Ship) -> tuple[str, ...]:
        lost = ship["sunk"] if ship["sunk"] and ship["sunk"] < FIRST_CAMPAIGN else ""
        return ship["power"], ship["home"], ship["ship_class"], ship["movement"], lost and ship["id"]

    for key, sisters in groupby(sorted(ships, key=lambda ship: (*alike(ship), ship["available"])), alike):
        squadron: list[Ship] = []
        for ship in sisters:
            if squadron and not belongs(ship, squadron, SHIPS_ON_A_COUNTER[key[2]]):
                yield leader_first(squadron)
                squadron = []
            squadron.append(ship)
        yield leader_first(squadron)


def belongs(ship: Ship, squadron: list[Ship], most: int) -> bool:
    near = int(ship["available"]) - int(squadron[0]["available"]) <= YEARS_OF_A_SQUADRON
    return len(squadron) < most and near and sum(map(leads, (*squadron, ship))) <= 1


def leads(ship: Ship) -> bool:
    return (ship["power"], ship["name"]) in LEADERS


def leader_first(squadron: list[Ship]) -> list[Ship]:
    return sorted(squadron, key=leads, reverse=True)


def mean(squadron: list[Ship], factor: str) -> float | None:
    values = [ship[factor] for ship in squadron]
    return None if "" in values else sum(map(int, values)) / len(values)


def half_down(value: float | None) -> str:
    return "" if value is None else str(ceil(value - 0.5))


def half_up(value: float | None) -> str:
    return "" if value is None else str(floor(value + 0.5))


def classic_id(ship: Ship) -> str:
    return ship["id"].removesuffix(f"-{ship['kit'].casefold()}") + "-wif"


def counter(squadron: list[Ship]) -> Ship:
    """Factors are the mean; a half is lost, as on the one pair that the book prints (Gneisenau and Scharnhorst)."""
    first = squadron[0]
    made = {
        **first,
        "id": classic_id(first),
        "kit": "WiF",
        "abilities": ";".join(each for each in first["abilities"].split(";") if each != "replaceable"),
        "provenance": "derived",
        "attested": "",
    }
    for factor in ("attack", "anti_air", "shore_bombardment"):
        made[factor] = half_down(mean(squadron, factor))
    for factor in ("defence", "range", "turns"):
        made[factor] = half_up(mean(squadron, factor))
    for cycle in ("cost_first", "cost_second"):
        made[cycle] = str(max(int(ship[cycle]) for ship in squadron) + 1)
    if len(squadron) > 1:
        made["sunk"] = ""
    others = ", ".join(ship["name"] for ship in squadron[1:])
    made["source"] = (
        f"with {others} of the Ships kit on one counter: mean factors, a half is lost"
        if others
        else "a ship of the Ships kit by itself"
    ) + "; the dearest ship's costs plus 1"
    stated = STATED.get(made["id"], {})
    for factor, (value, _) in stated.items():
        made[factor] = value
    made["attested"] = ";".join(f"{factor}:{example}" for factor, (_, example) in stated.items())
    return made


def copy(ship: Ship) -> Ship:
    """Submarines and transports are those of the Ships kit, which halves what submarines cost (13.6.5)."""
    made = {**ship, "id": classic_id(ship), "kit": "WiF", "provenance": "derived", "attested": ""}
    made["source"] = "the counter of the Ships kit"
    if ship["type"] == "SUB":
        made |= {cycle: str(2 * int(ship[cycle])) for cycle in ("cost_first", "cost_second")}
        made["source"] += "; twice its costs, which Ships in Flames halves (13.6.5)"
    return made


def convoys(ships: list[Ship]) -> Iterator[Ship]:
    """As many counters of ten points as hold the points of the Ships kit."""
    for power in dict.fromkeys(ship["power"] for ship in ships):
        own = [ship for ship in ships if ship["power"] == power]
        points = sum(int(ship["convoy_points"]) for ship in own)
        for number in range(1, -(-points // POINTS_OF_A_CONVOY) + 1):
            yield {
                **own[0],
                "id": f"{own[0]['id'].split('-')[0]}-conv-10-wif" + (f"-{number}" if number > 1 else ""),
                "convoy_points": str(POINTS_OF_A_CONVOY),
                "reverse_points": str(POINTS_OF_ITS_BACK),
                "kit": "WiF",
                "provenance": "derived",
                "attested": "convoy_points:13.6.1;reverse_points:13.6.1",
                "source": "as many counters as hold the convoy points of the Ships kit; cost per convoy point",
            }


def make(ships: list[Ship], before: list[Ship]) -> tuple[list[Ship], list[Ship]]:
    """The counters of the Classic fleet, and which ships each of them stands for; counters that are printed stay."""
    kit = [ship for ship in ships if ship["kit"] in ("SiF", "CliF")]
    printed = {row["id"]: row for row in before if row["provenance"] == "public"}
    singles = [ship for ship in kit if ship["ship_class"] in SHIPS_ON_A_COUNTER and not has(ship, "replacement")]
    made: list[Ship] = []
    links: list[Ship] = []
    for squadron in squadrons(singles):
        row = counter(squadron)
        made.append(printed.get(row["id"], row))
        links += [{"counter": row["id"], "ship": ship["id"]} for ship in squadron]
    for ship in kit:
        if ship["type"] in ("SUB", "TRS", "AMPH") and not has(ship, "service-squadron"):
            made.append(copy(ship))
            links.append({"counter": classic_id(ship), "ship": ship["id"]})
    made += convoys([ship for ship in kit if ship["type"] == "CONV"])
    return made, links


def has(ship: Ship, ability: str) -> bool:
    return ability in ship["abilities"].split(";")


def main() -> None:
    before = read("naval_classic.csv")
    fleet, links = make(read("naval.csv"), before)
    write("naval_classic.csv", list(before[0]), fleet)
    write("classic_ships.csv", ["counter", "ship"], links)


if __name__ == "__main__":
    main()

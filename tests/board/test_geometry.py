"""Neighbours, distances, flights, floods, railways and sea routes."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from worldfire.board import Board, BoardError, load
from worldfire.board.check import findings
from worldfire.board.grid import COMMON_GRID, SHEETS, number, steps_between
from worldfire.board.loading import compile_tables, read
from worldfire.board.paths import NO_ENTRY, air_range, distance, flight, rail_path, reach, sea_path
from worldfire.board.provenance import markdown

DATA = Path(__file__).resolve().parents[2] / "src" / "worldfire" / "data" / "board"


@pytest.fixture(scope="module")
def board() -> Board:
    return load()


@given(st.sampled_from(sorted(SHEETS)), st.integers(1, 34), st.integers(1, 53))
def test_numbers_and_positions_are_one_to_one(letter: str, column: int, row: int) -> None:
    printed = f"{letter}{column:02d}{row:02d}"
    at = COMMON_GRID.spot(printed)
    assert number(SHEETS[letter], at.x, at.row) == printed


@given(st.integers(-80, 80), st.integers(-60, 60))
def test_the_formula_counts_single_steps(half: int, dy: int) -> None:
    dx = 2 * half + dy % 2
    nearer = [steps_between(dx - sx, dy - sy) for sx, sy in ((2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1), (1, -1))]
    here = steps_between(dx, dy)
    assert here == (0 if (dx, dy) == (0, 0) else 1 + min(nearer))


def test_the_board_agrees_with_itself(board: Board) -> None:
    assert findings(board) == []


@given(st.data())
def test_distance_is_symmetric_and_obeys_the_triangle(data: st.DataObject) -> None:
    board = load()
    numbers = [n for n in board.tables.numbers if n[0] in "WE" and board.spot(board.index[n]) is not None]
    a, b, c = (data.draw(st.sampled_from(numbers)) for _ in range(3))
    ab, ba, bc, ac = distance(board, a, b), distance(board, b, a), distance(board, b, c), distance(board, a, c)
    assert None not in (ab, bc, ac)
    assert ab == ba
    assert ac <= ab + bc  # type: ignore[operator]


@given(st.data())
def test_the_formula_agrees_with_a_search(data: st.DataObject) -> None:
    board = load()
    europe = [n for n in board.tables.numbers if n[0] in "WE" and board.spot(board.index[n]) is not None]
    searched = board.restricted(europe)
    a, b = (data.draw(st.sampled_from(europe)) for _ in range(2))
    assert distance(board, a, b) == distance(searched, a, b)


def test_a_way_bends_round_what_is_out_of_play(board: Board) -> None:
    around = [n for n in board.tables.numbers if n[0] == "W" and n not in ("W0636", "W0535", "W0635", "W0637", "W0537")]
    assert distance(board, "W0536", "W0736") == 2
    assert (distance(board.restricted(around), "W0536", "W0736") or 0) > 2


def test_the_european_sheets_are_one_lattice(board: Board) -> None:
    """Row 20 of West Europe goes on as row 21 of East Europe; every row of both is full."""
    assert board.are_adjacent("E3021", "W0120")
    assert board.are_adjacent("E3020", "W0119")
    assert all(f"E{column:02d}{row:02d}" in board for column in range(1, 31) for row in range(2, 52))


def test_each_edge_hex_of_east_europe_touches_one_hex_of_asia(board: Board) -> None:
    """Its number stands on one hexside of Asia's edge (2.1.1); going north the numbers rise."""
    joined = [[n for n in board.neighbours(f"E01{row:02d}") if n[0] == "A"] for row in range(2, 52)]
    assert all(len(partners) == 1 for partners in joined)
    rows = [partners[0][3:] for partners in joined]
    assert rows == sorted(rows)
    assert [n for n in board.neighbours("A3039") if n[0] == "E"] == ["E0117", "E0118", "E0119"]


def test_the_book_ranks_capitals_as_the_board_does(board: Board) -> None:
    """Its figures for these flights contradict its map (docs/rulings-map.md), but not who is nearer."""
    hanoi, baghdad = board.places["Hanoi"].hex, board.places["Baghdad"].hex
    rome, berlin, delhi, moscow = (board.places[name].hex for name in ("Rome", "Berlin", "Delhi", "Moscow"))
    assert (air_range(board, hanoi, rome) or 0) < (air_range(board, hanoi, berlin) or 0)
    assert (air_range(board, baghdad, delhi) or 0) < (air_range(board, baghdad, moscow) or 0)


def test_a_hex_printed_on_two_sheets_is_one_hex(board: Board) -> None:
    assert board.find("P3241") == board.find("Mukden") == "A0141"
    assert board.are_adjacent("A0141", "P3141")


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [
        ("Baghdad", "Delhi", 28),
        ("Fortaleza", "Marrakech", 44),
    ],
)
def test_ranges_of_the_rulebook(board: Board, a: str, b: str, points: int) -> None:
    assert air_range(board, board.places[a].hex, board.places[b].hex) == points


def test_australia_to_africa(board: Board) -> None:
    assert distance(board, "A0405", "A3005") == 26


def test_a_change_of_scale_costs_the_greater(board: Board) -> None:
    assert flight(board, "A3039", "E0118") == (2, ["A3039", "E0118"])
    assert air_range(board, "E1201", board.places["Cairo"].hex) == 6


def test_reach_spends_entering_and_crossing_costs(board: Board) -> None:
    start, east, west = (board.index[n] for n in ("E1833", "E1733", "E1933"))
    enter = [1 if board.is_land(i) else NO_ENTRY for i in range(len(board))]
    assert reach(board, start, 0, enter) == {start: 0}
    within = reach(board, start, 1, enter, {(start, east): NO_ENTRY, (start, west): 1})
    assert east not in within
    assert west not in within
    assert len(within) == 5


def test_a_flood_covers_the_mainland(board: Board) -> None:
    enter = [1 if board.is_land(i) and board.number(i)[0] == "E" else NO_ENTRY for i in range(len(board))]
    covered = reach(board, board.index["E1344"], 120, enter)
    assert board.index[board.places["Leningrad"].hex] in covered


def test_the_black_sea_has_no_islands(board: Board) -> None:
    shore = {here for here, seas in enumerate(board.tables.seas) if "Black Sea" in seas and board.is_land(here)}
    enter = [1 if board.is_land(i) else NO_ENTRY for i in range(len(board))]
    wet = {
        (a, b): NO_ENTRY
        for b in shore
        for a in board.adjacent[b]
        if "all-sea" in board.side(board.number(a), board.number(b))
    }
    ashore = reach(board, board.index["E1344"], 120, enter, wet)
    assert {board.number(here) for here in shore if here not in ashore} == set()


def test_railways_connect_as_history_had_them(board: Board) -> None:
    at = {name: board.places[name].hex for name in ("Paris", "Berlin", "Moscow", "Vladivostok", "Dublin")}
    assert rail_path(board, at["Paris"], at["Berlin"])
    assert rail_path(board, at["Berlin"], at["Moscow"])
    assert rail_path(board, at["Moscow"], at["Vladivostok"])
    assert rail_path(board, at["Paris"], at["Dublin"]) is None


@pytest.mark.parametrize(
    "line",
    [
        "Lisbon Madrid Paris Berlin Warsaw Moscow Vladivostok",
        "Rome Vienna Budapest Belgrade Athens",
        "Belgrade Sofia Istanbul Ankara Baghdad Basra",
        "Oslo Stockholm Narvik",
        "Helsinki Leningrad Murmansk",
        "Cairo Jerusalem Ankara",
        "Moscow Baku",
        "Moscow Tashkent",
        "Seoul Mukden Peking Shanghai",
        "Singapore Bangkok Saigon Hanoi Kunming",
        "Bombay Delhi Calcutta",
        "Casablanca Algiers Tunis",
        "Sydney Melbourne Perth",
    ],
)
def test_the_capitals_are_on_the_network(board: Board, line: str) -> None:
    names = line.split()
    for a, b in itertools.pairwise(names):
        assert rail_path(board, board.places[a].hex, board.places[b].hex), f"no railway from {a} to {b}"


def test_a_blocked_hex_cuts_the_railway(board: Board) -> None:
    path = rail_path(board, "W2513", "W2415")
    assert path == ["W2513", "W2514", "W2414", "W2415"]
    assert rail_path(board, "W2513", "W2415", usable=lambda i: i != board.index["W2514"]) is None


def test_sea_routes_respect_closed_passages(board: Board) -> None:
    assert sea_path(board, "North Sea", "Cape St Vincent") == ["North Sea", "Bay of Biscay", "Cape St Vincent"]
    assert sea_path(board, "Black Sea", "North Sea", open_passage=lambda a, b: "Black Sea" not in (a, b)) is None


def test_a_part_of_a_sheet_in_play(board: Board) -> None:
    part = board.in_play("Barbarossa")
    assert part.index.keys() < board.index.keys()
    assert all(n[0] == "E" for n in part.index)
    assert "Athens" not in part.places
    assert "Moscow" in part.places
    kept = set(part.index.values())
    assert all(j in kept for i in kept for j in part.adjacent[i])
    assert rail_path(part, part.places["Moscow"].hex, part.places["Kiev"].hex)
    assert board.in_play("Global War") is board


def test_who_holds_what_when_a_campaign_starts(board: Board) -> None:
    lvov, shanghai, truk, vilna = (board.places[n].hex for n in ("Lvov", "Shanghai", "Truk", "Vilna"))
    assert board.controller(lvov) == "Poland"
    assert board.controller(lvov, "Barbarossa") == "USSR"
    assert board.controller(vilna, "Barbarossa") == "USSR"
    assert board.controller(shanghai) == "Japan"
    assert board.controller(truk) == "Japan"
    assert board.controller(board.places["Warsaw"].hex, "Barbarossa") == "Germany"


def test_the_marked_regions(board: Board) -> None:
    regions = {
        "Vichy France": "Vichy Lyon Marseille Toulon Toulouse",
        "Occupied France": "Paris Bordeaux Dijon Nantes Brest",
        "East Poland": "Vilna Lvov Brest-Litovsk",
        "Bessarabia": "Kishinev Cernauti",
        "Transylvania": "Cluj",
        "Finnish borderlands": "Viipuri Petsamo",
        "Ukraine": "Kiev Odessa Kharkov",
        "Occupied China": "Shanghai Nanking Peking Canton Wuhan",
        "Communist China": "Sian Lanchow",
        "East Prussia": "Konigsberg",
        "Austria": "Vienna",
    }
    for region, names in regions.items():
        for name in names.split():
            assert region in board.regions_of(board.places[name].hex), f"{name} is not in {region}"


def texts() -> dict[str, bytes]:
    return read("wif")


def test_an_owner_of_the_printed_map_corrects_a_hex_with_one_line() -> None:
    tables = texts()
    tables["corrections"] += b"W1536,terrain=forest;zone=Arctic,attested,an example\n"
    compiled = compile_tables(tables)
    i = compiled.numbers.index("W1536")
    assert (compiled.terrain[i], compiled.zone[i]) == ("forest", "Arctic")
    assert compiled.exceptions["W1536"].items() >= {"terrain": "attested", "zone": "attested"}.items()


@pytest.mark.parametrize("wrong", [b"W9999,terrain=clear,attested,\n", b"W1536,colour=blue,attested,\n"])
def test_a_wrong_correction_says_so(wrong: bytes) -> None:
    tables = texts()
    tables["corrections"] += wrong
    with pytest.raises(BoardError, match=r"corrections\.csv"):
        compile_tables(tables)


def test_every_attribute_says_where_it_comes_from(board: Board) -> None:
    known = {"attested", "public", "recalled", "historical", "fitted"}
    assert set(board.tables.source) <= known
    assert {s for sources in board.tables.exceptions.values() for s in sources.values()} <= known
    assert {s for _, s in board.tables.sides.values()} <= known
    assert {s for _, s in board.tables.links.values()} <= known
    assert {s for _, s in board.tables.tracks.values()} <= known
    assert {s for p in board.places.values() for s in p.sources.values()} <= known
    assert {s for c in board.countries.values() for s in c.sources.values()} <= known
    assert {s.source for s in board.sea_areas.values()} <= known


def test_the_documentation_counts_the_sources(board: Board) -> None:
    assert markdown(board) in (DATA.parents[3] / "docs" / "data.md").read_text(encoding="utf-8")


def test_the_tables_stay_small() -> None:
    assert sum(path.stat().st_size for path in DATA.glob("*.csv")) < 5_000_000

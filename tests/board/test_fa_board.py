"""The sheets of Fatal Alliances III: what its rulebook says of the map holds (lines of the rulebook in brackets)."""

from __future__ import annotations

import itertools

import pytest

from worldfire.board import Board, load
from worldfire.board.check import findings
from worldfire.board.loading import read
from worldfire.board.model import EUROPEAN, WORLD
from worldfire.board.paths import distance, flight, rail_path, sea_path


@pytest.fixture(scope="module")
def board() -> Board:
    return load("fa")


def test_the_board_agrees_with_itself(board: Board) -> None:
    assert findings(board, "fa") == []


def test_sheets_and_scales(board: Board) -> None:
    """(158, 194, 216)"""
    assert set(board.grid.sheets) == {"W", "E", "G"}
    scales = {number[0]: scale for number, scale in zip(board.tables.numbers, board.tables.scale, strict=True)}
    assert scales == {"W": EUROPEAN, "E": EUROPEAN, "G": WORLD}
    for place in ("Murmansk", "Massawa"):
        assert board.places[place].hex.startswith("G")


def test_printed_numbers(board: Board) -> None:
    """(1152, 2780, 3628): Brest; the six hexes of the Minsk region in their order; a French hex beside Metz."""
    assert board.find("Brest") == "W2031"
    assert set(board.region("Minsk region")) == {"E2238", "E2137", "E2136", "E2237", "E2236", "E2135"}
    assert board.find("Minsk") in board.region("Minsk region")
    for row in (("E2238", "E2137", "E2136"), ("E2237", "E2236", "E2135")):
        assert all(board.are_adjacent(a, b) for a, b in itertools.pairwise(row))
    assert board.country_of("W1029") == "France"
    assert board.are_adjacent("W1029", board.places["Metz"].hex)
    assert "Belgium" not in {board.country_of(n) for n in board.neighbours("W1029")}
    assert "Belgium" in {board.country_of(n) for n in board.neighbours(board.places["Calais"].hex)}


def test_the_minsk_region_lies_between_east_poland_and_ukraine(board: Board) -> None:
    around = {n for here in board.region("Minsk region") for n in board.neighbours(here)}
    assert around & set(board.region("East Poland"))
    assert around & set(board.region("Ukraine"))


def test_both_sheets_of_europe_are_one_lattice(board: Board) -> None:
    """Inside Europe every hex has six neighbours; in odd rows the East's last column is the West's first."""
    assert board.are_adjacent("E3032", "W0132")
    assert board.are_adjacent("E3031", "W0231")
    assert "W0131" not in board
    assert distance(board, board.places["Brest"].hex, board.places["Minsk"].hex) == 30


@pytest.mark.parametrize(
    ("a", "b"),
    [
        ("Eastern Mediterranean", "Red Sea"),  # 1074
        ("Eastern Mediterranean", "Central Mediterranean"),  # 1074
        ("East Coast", "North Atlantic"),  # 726
        ("North Atlantic", "Faroes Gap"),  # 726
        ("Faroes Gap", "North Sea"),  # 726
        ("East Pacific", "Caribbean"),  # 1126
        ("English Channel", "Bay of Biscay"),  # 1152
        ("Caribbean", "East Coast"),  # 2099
        ("North Sea", "Baltic Sea"),  # 1107
    ],
)
def test_adjacent_seas(board: Board, a: str, b: str) -> None:
    assert sea_path(board, a, b) == [a, b]


@pytest.mark.parametrize(
    ("port", "seas"),
    [
        ("Brest", {"English Channel", "Bay of Biscay"}),  # 1152
        ("Amsterdam", {"North Sea"}),  # 1078
        ("London", {"North Sea"}),  # 1070
        ("Alexandria", {"Eastern Mediterranean"}),  # 1074
        ("Kiel", {"North Sea", "Baltic Sea"}),  # 1107, 1307
        ("Bremen", {"North Sea"}),  # 3205
        ("Scapa Flow", {"North Sea", "Faroes Gap"}),  # 1233
        ("Suez", {"Eastern Mediterranean", "Red Sea"}),  # 1125
    ],
)
def test_ports_and_their_seas(board: Board, port: str, seas: set[str]) -> None:
    assert seas <= set(board.places[port].seas)


def test_only_suez_and_panama_are_gates(board: Board) -> None:
    """(1125-1126): no other waters are closed."""
    gates = {gate for sea in board.sea_areas.values() for passage in sea.borders.values() for gate in passage}
    assert gates == {"Suez", "Panama"}
    assert {"Suez Canal", "Panama Canal"} <= set(board.canals)


def test_minefields(board: Board) -> None:
    """(1105-1111): Kiel and Copenhagen add up on one boundary, Kristiana protects another, Gelibolu the Straits."""
    mines = {mark.port: (set(mark.seas), mark.value) for mark in board.tables.boundaries if mark.kind == "mine"}
    assert set(mines) == {"Kiel", "Copenhagen", "Kristiana", "Gelibolu"}
    assert mines["Kiel"][0] == mines["Copenhagen"][0] == {"North Sea", "Baltic Sea"} != mines["Kristiana"][0]
    assert mines["Gelibolu"][0] == {"Aegean Sea", "Black Sea"}
    assert "Aegean Sea" not in board.places["Istanbul"].seas  # it would go round the minefield
    for mark in board.tables.boundaries:
        assert mark.seas[1] in board.sea_areas[mark.seas[0]].borders


def test_factories_and_resources(board: Board) -> None:
    """(2127, 2309, 2341, 2860, 3715)"""
    places = board.places
    assert (places["London"].factories, places["London"].port) == (3, "major")
    assert places["Belfast"].factories == 1
    assert (places["Madrid"].red_factories, places["Madrid"].blue_factories) == (1, 0)
    assert places["Chihuahua"].resources >= 1
    assert board.country_of(places["Chihuahua"].hex) == "Mexico"


def test_names_of_the_errata(board: Board) -> None:
    """(3710-3714)"""
    for printed, meant in (("Oslo", "Kristiana"), ("Frunze", "Bishkek")):
        assert board.place(printed) == board.places[meant]
    assert board.countries["Madagascar"].capital == "Diego Suarez"
    assert "Tsaritsyn" in board.places


def test_home_countries_and_territories(board: Board) -> None:
    """(458, 462, 466-467)"""
    assert board.country_of(board.places["Palermo"].hex) == "Italy"
    assert {board.countries[name].kind for name in ("Gibraltar", "Papua")} == {"territory"}
    assert board.country_of(board.places["Palembang"].hex) == "Netherlands East Indies"
    assert board.controller(board.places["Warsaw"].hex) == "Russia"
    assert board.country_of(board.places["Viipuri"].hex) == "Finland"


@pytest.mark.parametrize(
    "region",
    [
        *("Alsace-Lorraine", "West Galicia", "East Poland", "Baltic States", "Bessarabia", "Georgia", "Kazakhstan"),
        *("Armenia", "Azerbaijan", "West Armenia", "Estonia", "Pakistan", "South Tyrol", "Trieste", "Transylvania"),
        *("Northern Ireland", "Uzbek/Turkmen", "West Ukraine", "Ukraine", "Siberia", "Czech", "Slovakia", "Bohemia"),
    ],
)
def test_regions(board: Board, region: str) -> None:
    assert board.region(region)


def test_a_region_may_be_home_of_two(board: Board) -> None:
    """(460)"""
    homes = board.tables.potential_homes
    assert set(homes["Alsace-Lorraine"]) == {"Germany", "France"}
    assert set(homes) <= set(board.tables.regions)


def test_west_ukraine_counts_five(board: Board) -> None:
    """(2778): its resources and cities."""
    inside = [place for here in board.region("West Ukraine") for place in board.places_in(here)]
    cities = sum(place.kind != "resource" for place in inside)
    assert cities + sum(place.resources for place in inside) >= 5


def test_libya_reaches_five_hexes_around_tobruk(board: Board) -> None:
    """(2866)"""
    tobruk = board.places["Tobruk"].hex
    gaps = (distance(board, tobruk, here) for here in board.hexes_of("Libya") if here[0] in "WE")
    assert max(gap for gap in gaps if gap is not None) >= 5


def test_railways_between_the_scales(board: Board) -> None:
    """(1542): from the East to the World and from nowhere else; the Trans-Siberian is longer than 40 European hexes."""
    crossing = [pair for pair in board.tables.tracks if (pair[0] == "G") != (pair[6] == "G")]
    assert {pair[0] if pair[0] != "G" else pair[6] for pair in crossing} == {"E"}
    way = rail_path(board, board.places["Moscow"].hex, board.places["Vladivostok"].hex)
    assert way is not None
    assert sum(4 if number[0] == "G" else 1 for number in way) > 40


def test_only_large_hexdots_touch_the_world(board: Board) -> None:
    """(228)"""
    for here, number in enumerate(board.tables.numbers):
        if number[0] != "G" and board.tables.kind[here] == "sea":
            touches = any(board.number(there)[0] == "G" for there in board.adjacent[here])
            assert touches == (board.tables.dot[here] == "large")


def test_a_flight_pays_by_the_scale(board: Board) -> None:
    """(2894): one point a European hex, four a World hex."""
    assert flight(board, board.places["Paris"].hex, board.places["Metz"].hex) is not None
    found = flight(board, board.places["Omsk"].hex, board.places["Semipalatinsk"].hex)
    steps = distance(board, board.places["Omsk"].hex, board.places["Semipalatinsk"].hex)
    assert found is not None
    assert steps is not None
    assert found[0] == 4 * steps
    across = flight(board, board.places["Cairo"].hex, board.places["Khartoum"].hex)
    assert across is not None
    assert {number[0] for number in across[1]} == {"E", "G"}


def test_terrain_and_hexsides(board: Board) -> None:
    """(364, 799-805, 1728-1738, 1781)"""
    assert {"clear", "forest", "jungle", "swamp", "mountain", "desert", "desert mountain"} <= set(board.tables.terrain)
    sides = {kind for kinds, _ in board.tables.sides.values() for kind in kinds}
    assert {"river", "canal", "straits", "alpine", "all-sea", "lake"} <= sides
    kovno, grodno = board.places["Kovno"].hex, board.places["Grodno"].hex
    assert any("river" in board.side(here, there) for here in (kovno, grodno) for there in board.neighbours(here))
    assert board.sea_areas["Baltic Sea"].zone == "North Temperate"


def test_places_of_two_countries_never_share_a_hex(board: Board) -> None:
    for here in board.tables.numbers:
        assert len({place.country for place in board.places_in(here)}) <= 1


def test_towns_that_the_game_does_not_have_are_not_there(board: Board) -> None:
    """Each city counts for morale, points and supply."""
    assert len(board.places) == 840
    assert not {place.kind for place in board.places.values()} & {"town"}


def test_every_own_table_is_part_of_the_digest() -> None:
    assert {"sheets", "boundaries", "potential_homes"} <= set(read("fa"))
    assert not {"sheets", "boundaries", "potential_homes"} & set(read("wif"))

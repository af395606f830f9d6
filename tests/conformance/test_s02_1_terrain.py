"""1.2.3 and 2.1: the map by the book's examples."""

from __future__ import annotations

import pytest

from conformance.positions import position
from conformance.steps import begin_step, march, refusal, where
from worldfire.board import Board, load
from worldfire.board.paths import flight, sea_path

INFANTRY = "su-inf-4"


@pytest.fixture(scope="module")
def board() -> Board:
    return load()


def orange(board: Board, sea: str) -> list[str]:
    """The orange hexdots of a sea area from south to north."""
    dots = (board.number(dot) for dot in board.hexdots[sea] if board.tables.dot[dot] == "orange")
    return sorted(dots, key=lambda number: number[3:])


@pytest.mark.rule("1.2.3", example="WF1-002")
def test_a_number_tells_the_map(board: Board) -> None:
    assert board.find("W1536") == board.find("London") == "W1536"
    assert board.hex("W1536").sheet == "West Europe"


@pytest.mark.rule("2.1.1", example="WF1-003")
def test_the_hexside_of_amsterdam_is_a_canal(board: Board) -> None:
    assert "canal" in board.side("W1137", "W1038")
    assert "all-sea" not in board.side("W1137", "W1038")


@pytest.mark.rule("2.1.1", example="WF1-004")
def test_tabriz_touches_three_hexes_of_east_europe(board: Board) -> None:
    assert [number for number in board.neighbours("A3039") if number[0] == "E"] == ["E0117", "E0118", "E0119"]


@pytest.mark.rule("2.1.1", example="WF1-005")
def test_spanish_sahara_touches_five_hexes_of_morocco(board: Board) -> None:
    on_map = [number for number in board.neighbours("W2701") if board.hex(number).scale == "European"]
    assert len(on_map) == 5
    assert {board.country_of(number) for number in on_map} == {"Morocco"}


@pytest.mark.rule("2.1.1", example="WF1-006")
@pytest.mark.parametrize("weather", ["fine", "snow"])
def test_a_unit_enters_the_map_from_an_off_map_hex(board: Board, weather: str) -> None:
    """Straight over the edge, though the lake beside it is not frozen."""
    assert "E1851" in board.neighbours("E2152")
    game = position("global-war", units={"E2152": [INFANTRY]}, weather=weather)
    begin_step(game, "land movement", "ussr")
    assert refusal(game, "ussr", [INFANTRY], "E1951").endswith("not-adjacent")
    march(game, "ussr", [INFANTRY], "E1851")
    assert where(game, INFANTRY) == "E1851"


@pytest.mark.rule("2.1.1")
def test_each_hexdot_on_the_way_to_tripoli_costs_one(board: Board) -> None:
    """WF1-007 gives the total only in a picture that the text lacks."""
    found = flight(board, "W0212", "W0505")
    assert found is not None
    points, way = found
    assert points == len(way) - 1
    assert {board.kind(number) for number in way[1:-1]} == {"sea"}


@pytest.mark.rule("2.1.1", example="WF1-008")
def test_a_change_of_scale_costs_the_greater(board: Board) -> None:
    cairo = board.places["Cairo"].hex
    assert flight(board, "E1201", cairo) == (6, ["E1201", cairo])
    assert flight(board, cairo, "E1201") == (6, [cairo, "E1201"])


@pytest.mark.rule("2.1.2", example="WF1-009")
def test_the_neighbours_of_cape_st_vincent(board: Board) -> None:
    expected = {"Bay of Biscay", "Western Mediterranean", "Cape Verde Basin", "North Atlantic", "Central Atlantic"}
    near = {sea for sea in board.sea_areas if len(sea_path(board, "Cape St Vincent", sea) or ()) == 2}
    assert near == expected


@pytest.mark.rule("2.1.2", example="WF1-010")
def test_the_red_sea_is_one_sea_on_two_maps(board: Board) -> None:
    assert set(board.sea_areas["Red Sea"].sheets) == {"E", "A"}
    assert sea_path(board, "Red Sea", "Red Sea") == ["Red Sea"]
    assert {board.number(dot)[0] for dot in board.hexdots["Red Sea"]} == {"E", "A"}
    assert board.sea_areas["Mozambique Channel"].box[0] == "A"


@pytest.mark.rule("2.1.3", example="WF1-011")
def test_durban_is_directly_connected_to_the_map(board: Board) -> None:
    """No line leads there; an off-map hex costs an aircraft 6 all the same."""
    assert board.link("A3104", "A3004") == "touch"
    assert flight(board, "A3004", "A3104") == (6, ["A3004", "A3104"])


@pytest.mark.rule("2.1.3/grey communication lines")
def test_land_units_and_aircraft_follow_a_grey_line(board: Board) -> None:
    """From Tanganyika to Nairobi, for no more than the hexes themselves cost."""
    assert board.link("A3114", "A3117") == "grey"
    assert flight(board, "A3114", "A3117") == (6, ["A3114", "A3117"])
    game = position("global-war", units={"A3114": ["cw-mot-1-can"]}, weather="fine", wars=[("germany", "commonwealth")])
    begin_step(game, "land movement", "commonwealth")
    assert refusal(game, "commonwealth", ["cw-mot-1-can"], "A3117") == ""
    march(game, "commonwealth", ["cw-mot-1-can"], "A3117")
    assert where(game, "cw-mot-1-can") == "A3117"


@pytest.mark.rule("2.1.4", example="WF1-014")
def test_from_anchorage_to_the_pacific_map(board: Board) -> None:
    """By an orange hexdot of the Gulf of Alaska to one of the three northernmost of the Bering Sea."""
    anchorage = board.places["Anchorage"].hex
    bering, gulf = orange(board, "Bering Sea"), orange(board, "Gulf of Alaska")
    for dot in gulf:
        assert sorted(n for n in board.neighbours(dot) if n[0] == "P") == bering[-3:]
    for dot in bering[-3:]:
        found = flight(board, anchorage, dot)
        assert found is not None
        assert found[1][-2] in gulf


@pytest.mark.rule("8.2.1/lakes")
def test_a_frozen_lake_is_entered_and_an_open_one_is_not() -> None:
    """Ladoga, E1951."""
    game = position("global-war", units={"E1851": [INFANTRY]}, weather="fine")
    begin_step(game, "land movement", "ussr")
    assert refusal(game, "ussr", [INFANTRY], "E1951").endswith("not-a-land-hex")
    game = position("global-war", units={"E1851": [INFANTRY]}, weather="snow")
    begin_step(game, "land movement", "ussr")
    march(game, "ussr", [INFANTRY], "E1951")
    assert where(game, INFANTRY) == "E1951"

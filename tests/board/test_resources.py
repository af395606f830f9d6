"""Resources, factories and the railways between them: what a power has, it can use."""

from __future__ import annotations

import csv
import itertools
from pathlib import Path

import pytest

from worldfire.board import loading
from worldfire.board.check import expected, factories_fit_into_their_hexes, railways_run
from worldfire.board.model import Board

STRANDED = Path(__file__).with_name("stranded_resources.csv")


@pytest.fixture(scope="module")
def board() -> Board:
    return loading.load()


def holders(board: Board) -> list[str]:
    """Who holds each hex in 1939, when nobody has taken anything yet."""
    masters = {country.name: country.controller or country.name for country in board.countries.values()}
    return [masters.get(name, name) for name in board.tables.country]


def leaves_its_hex(board: Board, holder: list[str], start: int) -> bool:
    """13.6.1: picked up from a coast, or railed through its holder's own hexes to a factory or a port."""
    goals = {board.index[p.hex] for p in board.places.values() if p.port or p.blue_factories or p.red_factories}
    if board.tables.kind[start] == "coastal":
        return True
    found, queue = {start}, [start]
    while queue:
        here = queue.pop()
        if here in goals:
            return True
        for there in board.rails.get(here, ()):
            if there not in found and holder[there] == holder[start]:
                found.add(there)
                queue.append(there)
    return False


def reasons() -> dict[str, str]:
    """Place → why its resources stay where they are."""
    with STRANDED.open(encoding="utf-8", newline="") as file:
        return {row["place"]: row["reason"] for row in csv.DictReader(file)}


@pytest.mark.rule("13.6.1")
def test_every_resource_reaches_a_factory_or_a_port_or_says_why_not(board: Board) -> None:
    holder = holders(board)
    stranded = {
        place.name
        for place in board.places.values()
        if place.resources + place.oil and not leaves_its_hex(board, holder, board.index[place.hex])
    }
    assert stranded == set(reasons())
    assert all(reasons().values())


@pytest.mark.rule("13.6.2")
def test_no_hex_holds_more_than_three_factories(board: Board) -> None:
    assert list(factories_fit_into_their_hexes(board)) == []


@pytest.mark.rule("13.6.1")
def test_national_railways_stay_at_home(board: Board) -> None:
    lines = [line for line in expected("wif").lines if line[0]]
    assert list(railways_run(board, lines)) == []


@pytest.mark.parametrize(
    ("port", "seas"),
    [
        ("Rabaul", {"Bismarck Sea", "Solomons"}),
        ("Maracaibo", {"Caribbean Sea"}),
        ("Willemstad", {"Caribbean Sea"}),
        ("Barranquilla", {"Caribbean Sea"}),
        ("Montreal", {"Canadian Coast"}),
        ("Quebec", {"Canadian Coast"}),
        ("New Orleans", {"Caribbean Sea"}),
        ("Medan", {"Bay of Bengal"}),
        ("Aden", {"Arabian Sea", "Red Sea"}),
        ("Colombo", {"Arabian Sea", "Bay of Bengal"}),
    ],
)
def test_ports_lie_on_the_seas_that_ships_reach_them_by(board: Board, port: str, seas: set[str]) -> None:
    assert set(board.places[port].seas) == seas


@pytest.mark.rule("5.1")
def test_the_line_of_the_trade_between_japan_and_the_usa(board: Board) -> None:
    """An erratum names the sea areas: it runs by Hawaii, so the two outer ones do not touch."""
    line = ("West Coast", "Mendocino", "Hawaiian Islands", "Central Pacific Ocean", "Japanese Coast")
    for a, b in itertools.pairwise(line):
        assert b in board.sea_areas[a].borders
    assert "Central Pacific Ocean" not in board.sea_areas["Mendocino"].borders

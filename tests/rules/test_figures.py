"""Figures are data: what a book states stands in the tables once, and titles and options state others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import pytest

import worldfire
from conformance.positions import position
from worldfire.board.model import AIR_COST, EUROPEAN, OFF_MAP, PACIFIC_SCALE
from worldfire.engine.errors import RulesetError
from worldfire.engine.figures import Figure
from worldfire.engine.ruleset import Title, assemble
from worldfire.forces.things import place_index
from worldfire.rules.s02_3_stacking import LAND_UNITS_IN_A_HEX, land_limit
from worldfire.titles import ruleset
from worldfire.titles.tables import CHARTS_OF_FIGURES, FIGURES
from worldfire.titles.wif import TITLE, WIF

RULES = Path(worldfire.__file__).parent / "rules"
MODULES = sorted(path.stem for path in RULES.glob("s*.py"))

#: numbers in the rules that no book states, and why they stand there
NOT_OF_THE_BOOK = {
    "s02_3_stacking.UNLIMITED": "more than any fleet has",
    "s10_actions.UNLIMITED": "more than anybody does",
    "s02_4_supply_limits.SECTIONS": "places of the board: the sections of a sea-box",
    "s11_05_naval_tables.OFF_THE_LEFT": "a column of our own",
    "s11_14_paradrop.PARADROPPED": "a value of a column of the state",
    "s11_15_2_shore_bombardment.HALVES": "how the state keeps fractions",
    "s11_15_land_combat.FEW_ATTACKERS": "how random answers are made",
    "s11_15_4_ground_support.SIXTEENTHS": "how the state keeps fractions",
    "s11_15_land_roll.TENTHS": "how fractional odds are rolled: on a ten-sided die",
    "s11_15_odds._LOWEST_STEP": "a step of our own ladder",
    "s14_air_combat.ACTIVE": "a side",
    "s14_air_combat.INACTIVE": "a side",
    "s24_1_bidding.HIGHEST_BID": "more than every objective of the map",
}


def declared() -> Iterator[Figure]:
    """Every figure that a module of rules declares, alone or in a table."""
    for name in MODULES:
        for value in vars(import_module(f"worldfire.rules.{name}")).values():
            if isinstance(value, Figure):
                yield value
            elif isinstance(value, dict):
                yield from (item for item in value.values() if isinstance(item, Figure))


def constants(name: str) -> Iterator[str]:
    """Names that a module itself gives to plain numbers, or to tables of them."""
    module = import_module(f"worldfire.rules.{name}")
    for node in ast.parse((RULES / f"{name}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in ast.walk(node.targets[0] if isinstance(node, ast.Assign) else node.target):
                value = getattr(module, target.id) if isinstance(target, ast.Name) else None
                held = value.values() if isinstance(value, dict) else [value]
                if isinstance(target, ast.Name) and any(type(item) in (int, float) for item in held):
                    yield f"{name}.{target.id}"


@pytest.mark.parametrize("name", MODULES)
def test_no_number_of_the_book_stands_in_code(name: str) -> None:
    assert not set(constants(name)) - set(NOT_OF_THE_BOOK), (
        "state it in figures.csv, or say why it is none of the book's"
    )


def test_what_is_excused_is_still_there() -> None:
    assert set(NOT_OF_THE_BOOK) == {found for name in MODULES for found in constants(name)}


def test_every_figure_is_in_the_tables_and_every_row_is_used() -> None:
    printed = WIF.tables().figures
    names = {figure.name for figure in declared()}
    assert names == set(printed)


def test_a_row_names_the_section_that_states_it() -> None:
    source = WIF.tables().source
    cells = {name: cell.source for (name, _), cell in source.chart(FIGURES).cells.items()}
    for figure in declared():
        if figure.name in cells:
            assert cells[figure.name].split(" ")[0] == figure.section, figure.name
        else:
            assert source.index[figure.name.partition(":")[0].replace(" ", "_")].name in CHARTS_OF_FIGURES


def test_the_board_counts_range_as_the_chart_has_it() -> None:
    """Distances belong to the board: its flights are worked out once for all games on it."""
    chart = WIF.tables().source.chart("aircraft_range_cost")
    assert {row: int(chart.number(row, "points")) for row in chart.rows.labels} == {
        "Europe": AIR_COST[EUROPEAN],
        "Pacific": AIR_COST[PACIFIC_SCALE],
        "off-map": AIR_COST[OFF_MAP],
    }


def test_a_title_states_another_figure() -> None:
    game = position()
    limit = land_limit(game, place_index(game, "Berlin"), ())
    plain = game.ruleset
    roomy = assemble(_with_figures({LAND_UNITS_IN_A_HEX.name: 3}), (), plain.tables, plain.tables_digest)
    game.ruleset = roomy
    game.forget()
    assert (limit, land_limit(game, place_index(game, "Berlin"), ())) == (2, 3)
    assert LAND_UNITS_IN_A_HEX(ruleset("wif")) == 2


def test_a_figure_that_no_table_prints_is_refused() -> None:
    with pytest.raises(RulesetError, match="angels on a pin"):
        assemble(_with_figures({"angels on a pin": 7}), (), WIF.tables(), "")


def _with_figures(figures: dict[str, int]) -> Title:
    return replace(TITLE, figures=figures)

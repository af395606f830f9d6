"""Figures are data: what a book states stands in the tables once, and titles and options state others."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages

import pytest

import worldfire
from conformance.positions import position, units_at
from worldfire.board.model import EUROPEAN
from worldfire.engine.errors import RulesetError
from worldfire.engine.figures import Figure
from worldfire.engine.ruleset import Title, assemble
from worldfire.forces.airways import AIR_COSTS, airways
from worldfire.forces.flights import Flight
from worldfire.forces.ground import slug
from worldfire.forces.things import PLACE, board_of, place_index
from worldfire.rules.s02_3_stacking import LAND_UNITS_IN_A_HEX, land_limit
from worldfire.rules.s14_1_range import reachable
from worldfire.tables import Provenance
from worldfire.tables.chart import Cell
from worldfire.titles import fa, ruleset
from worldfire.titles.fa import FA
from worldfire.titles.fa.lists import Listed
from worldfire.titles.tables import CHARTS_OF_FIGURES, FIGURES, GameTables
from worldfire.titles.wif import TITLE, WIF

PACKAGE = Path(worldfire.__file__).parent
#: modules of rules, of the forces that they speak of and of options, by their dotted names below the package
MODULES = sorted(
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    for room in ("rules", "forces", "options")
    for path in (PACKAGE / room).rglob("*.py")
    if path.stem != "__init__"
)

#: numbers in the rules that no book states, and why they stand there
NOT_OF_THE_BOOK = {
    "forces.fleets._SUBMARINES_OF_THE_SHIPS_KIT": "how the counters of two kits stand to each other: the tables are made of it",
    "forces.in_turn.STAY": "stands for no place",
    "forces.journal.MOST": "how much a cache reads",
    "forces.layout.LONGEST_BUILD": "how many spaces are made: more than any unit's turns",
    "forces.markers.COMMON": "a pool of our own",
    "forces.markers.FIRST_YEAR": "tells pools from years",
    "forces.things.IN_FLIGHT": "a place of our own",
    "forces.who.NOBODY": "stands for no power",
    "rules.s02_3_stacking.UNLIMITED": "more than any fleet has",
    "rules.s05_agreements.MOST": "more than anybody lends",
    "rules.s10_actions.UNLIMITED": "more than anybody does",
    "rules.s13_06_1_flow.PLENTY": "more than any port takes",
    "rules.s13_07_3_peace.PROPOSALS": "how often terms are put, so that talks end",
    "rules.s13_06_1_network.OFFERED": "how much is offered",
    "rules.s13_06_1_routes._LEAST_PARTS": "words of a route",
    "rules.s13_06_1_plans._EAGER": "how often a random player uses a resource",
    "rules.s02_4_supply_limits.SECTIONS": "places of the board: the sections of a sea-box",
    "rules.s11_05_naval_tables.OFF_THE_LEFT": "a column of our own",
    "rules.s11_12_debarking.FEW": "how random answers are made",
    "rules.s11_13_invasions.INVADED": "a value of a column of the state",
    "rules.s11_14_paradrop.PARADROPPED": "a value of a column of the state",
    "rules.s11_15_2_shore_bombardment.HALVES": "how the state keeps fractions",
    "rules.s11_15_land_combat.FEW_ATTACKERS": "how random answers are made",
    "rules.s11_15_4_ground_support.SIXTEENTHS": "how the state keeps fractions",
    "rules.s11_15_land_roll.TENTHS": "how fractional odds are rolled: on a ten-sided die",
    "rules.s11_15_odds._LOWEST_STEP": "a step of our own ladder",
    "rules.s14_air_combat.ACTIVE": "a side",
    "rules.s14_air_combat.INACTIVE": "a side",
    "rules.s24_1_bidding.HIGHEST_BID": "more than every objective of the map",
}


#: modules of single nations declare figures as well
NATIONS = sorted(
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts)
    for path in (PACKAGE / "titles").rglob("nations/**/*.py")
    if path.stem != "__init__"
)


def declared(*modules: str) -> Iterator[Figure]:
    """Every figure that one of these modules declares, alone or in a table."""
    for name in modules:
        for value in vars(import_module(f"worldfire.{name}")).values():
            if isinstance(value, Figure):
                yield value
            elif isinstance(value, dict):
                yield from (item for item in value.values() if isinstance(item, Figure))


def constants(name: str) -> Iterator[str]:
    """Names that a module itself gives to plain numbers, or to tables of them."""
    module = import_module(f"worldfire.{name}")
    for node in ast.parse((PACKAGE / f"{name.replace('.', '/')}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign | ast.AnnAssign):
            for target in ast.walk(node.targets[0] if isinstance(node, ast.Assign) else node.target):
                value = getattr(module, target.id) if isinstance(target, ast.Name) else None
                held = value.values() if isinstance(value, dict) else [value]
                if isinstance(target, ast.Name) and any(type(item) in (int, float) for item in held):
                    yield f"{name}.{target.id}"


def test_no_number_of_the_book_stands_in_code_and_what_is_excused_is_still_there() -> None:
    """State it in figures.csv, or say why it is none of the book's."""
    assert len(MODULES) > 100
    assert {found for name in MODULES for found in constants(name)} == set(NOT_OF_THE_BOOK)


def test_every_figure_is_in_the_tables_and_every_row_is_used() -> None:
    printed = WIF.tables().figures
    names = {figure.name for figure in declared(*MODULES, *NATIONS)}
    assert {name for name in names if ": World, " not in name} == set(printed), "only another title has a World sheet"


def test_fatal_alliances_states_every_figure_of_the_common_book_and_its_own() -> None:
    own = (module.name.removeprefix("worldfire.") for module in walk_packages(fa.__path__, "worldfire.titles.fa."))
    names = {figure.name for figure in declared(*MODULES, *own)}
    absent = (": Pacific, ", ": off-map, ")  # it has no such sheets
    assert {name for name in names if not any(scale in name for scale in absent)} == set(FA.tables().figures)


#: modules of Fatal Alliances that are rules: what computer players think of it and what its pages show is none
OF_FATAL_ALLIANCES = sorted(
    name
    for module in walk_packages(fa.__path__, "worldfire.titles.fa.")
    if not (name := module.name.removeprefix("worldfire.")).startswith(("titles.fa.judgement", "titles.fa.pages"))
    and not module.ispkg
)

#: numbers in them that the book does not state, and why they stand there
NOT_OF_ITS_BOOK = {
    "titles.fa.divisions.A_PAIR": "two of anything",
    "titles.fa.losses.ATTACKING": "a side",
    "titles.fa.losses.DEFENDING": "a side",
    "titles.fa.losses.HALVES": "how the state keeps fractions",
    "titles.fa.morale.TENTHS": "how the state keeps fractions",
    "titles.fa.offensive_builds.PLENTY": "more than any power can pay",
    "titles.fa.politics.flags.ALLY": "a box of our own",
    "titles.fa.politics.flags.LAST_BOX": "boxes of the track",
    "titles.fa.forts.SIDES": "what an ability of a counter says",
    "titles.fa.war_plan.HURRY": "what computer players make of it",
}


def test_no_number_of_fatal_alliances_stands_in_its_code() -> None:
    """Entry options go by the numbers that the book gives them."""
    found = {name for module in OF_FATAL_ALLIANCES for name in constants(module)}
    assert {name for name in found if not name.startswith("titles.fa.entry.options.")} == set(NOT_OF_ITS_BOOK)


def test_every_list_of_fatal_alliances_is_in_its_tables_and_every_row_is_used() -> None:
    lists = {
        each
        for module in OF_FATAL_ALLIANCES
        for value in vars(import_module(f"worldfire.{module}")).values()
        for each in (value.values() if isinstance(value, dict) else [value])
        if isinstance(each, Listed)
    }
    rules = ruleset("fa")
    assert {each.what for each in lists} == set(FA.tables().source.chart("lists").rows.labels)
    assert all(each(rules) for each in lists)


def test_what_is_listed_is_on_the_board() -> None:
    """Countries, regions, seas and places by the names that they have there."""
    rules, board = ruleset("fa"), FA.tables().board
    known = {*map(slug, board.countries), *board.tables.regions, *board.sea_areas, *FA.nations.major_powers}
    for what in FA.tables().source.chart("lists").rows.labels:
        names = Listed(what, "")(rules)
        assert all(name in known or slug(name) in known or board.find(name) for name in names), (what, names)


def test_a_row_names_the_section_that_states_it() -> None:
    source = WIF.tables().source
    cells = {name: cell.source for (name, _), cell in source.chart(FIGURES).cells.items()}
    for figure in declared(*MODULES, *NATIONS):
        if figure.name in cells and ": World, " not in figure.name:
            assert cells[figure.name].split(" ")[0] == figure.section, figure.name
        else:
            assert source.index[figure.name.partition(":")[0].replace(" ", "_")].name in CHARTS_OF_FIGURES


def test_a_title_charges_aircraft_more_for_a_hex() -> None:
    """Flights under its rules are shorter, and those of the plain game beside it are what they were."""
    game, dear = position(units={"Berlin": ["germany FTR"]}), position(units={"Berlin": ["germany FTR"]})
    (fighter,) = units_at(game, "Berlin")
    plain = game.ruleset
    costly = {AIR_COSTS[EUROPEAN].name: 2}
    dear.ruleset = assemble(_with_figures(costly), (), plain.tables, plain.tables_digest)
    dear.forget()
    berlin = game.state[PLACE][fighter]
    for _ in range(2):
        way, longer = (reachable(each, fighter, Flight.PATROL) for each in (game, dear))
        beside = airways(game).adjacent[berlin]
        assert {way[there] for there in beside} == {1}
        assert {longer[there] for there in beside} == {2}
        assert set(longer) < set(way)
    assert airways(game) is board_of(game), "flights of the plain game are remembered with the board"


def test_tables_of_an_earlier_release_that_lack_a_figure_take_it_from_todays() -> None:
    """What they do state is theirs."""
    today = WIF.tables()
    (name,) = [label for label in today.source.chart(FIGURES).cells if label[0] == LAND_UNITS_IN_A_HEX.name]
    chart = replace(today.source.chart(FIGURES), cells={name: Cell("3", Provenance.ATTESTED, "2.3.1")})
    charts = {**today.source.charts, FIGURES: chart}
    earlier = GameTables(replace(today.source, charts=charts), today.nations)
    assert earlier.figures == {**today.figures, LAND_UNITS_IN_A_HEX.name: 3}


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

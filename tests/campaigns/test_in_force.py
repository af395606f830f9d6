"""No set-up breaks a rule in force on its date: bans until a US entry option is chosen (13.3.2), years, one hull once."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of
from worldfire.forces.zones import hexes_of_zone
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import Campaign, Group, PowerSetUp, Zone, load_campaigns
from worldfire.tables.collection import load_tables
from worldfire.tables.counters import NavalAbility, NavalCounter
from worldfire.titles.campaigns import begin_campaign

#: 13.3.2: until this option only TRS and convoys base there
PEARL_HARBOR, FLEET_BASES = 26, ("Pearl Harbor", "Pago Pago")
MALAYA, GUAM, PHILIPPINES = 36, 40, 41
SHIPS_IN_THE_PHILIPPINES = 2


def banned(campaign: Campaign, option: int) -> bool:
    """Whether what this option allows is still forbidden: the USA is neutral and has not chosen it."""
    chosen = campaign.entry_options.value if campaign.entry_options else ()
    neutral = not any("usa" in pair for pair in campaign.at_war.value)
    return neutral and option not in chosen


def allies(campaign: Campaign) -> Iterator[tuple[str, PowerSetUp]]:
    return ((power, campaign.powers[power]) for power in campaign.sides.value["allies"] if power in campaign.powers)


def hexes(game: Game, zone: Zone) -> set[int]:
    layout = layout_of(game)
    holders = tuple(layout.powers[holder] if holder >= 0 else "" for holder in layout.controller)
    return set(hexes_of_zone(ground_of(game), layout.playing, holders, zone))


def countries(game: Game, *names: str) -> set[int]:
    return {here for here, name in enumerate(board_of(game).tables.country) if name in names}


def names_of(units: tuple[str, ...]) -> list[str]:
    """Those that stand in the way: territorials of the land itself do not."""
    return [unit for unit in units if "-terr-" not in unit]


def troops(group: Group) -> list[str]:
    drawn = [draw.type for draw in (*group.land, *group.air) for _ in range(draw.count)]
    return [*drawn, *names_of(tuple(unit for draw in (*group.land, *group.air) for unit in draw.named))]


NAMES = tuple(load_campaigns())


@pytest.mark.rule("13.3.2")
@pytest.mark.parametrize("name", NAMES)
def test_no_warship_bases_where_the_fleet_has_not_been_moved_to(name: str) -> None:
    game, campaign = begin_campaign(name), load_campaigns()[name]
    bases = {board_of(game).index[board_of(game).places[base].hex] for base in FLEET_BASES}
    if not banned(campaign, PEARL_HARBOR):
        return
    for power, set_up in allies(campaign):
        warships = [group.zone for group in set_up.groups if group.ships]
        for pool in (set_up.submarines, set_up.amphibious):
            warships += [share.zone for share in pool.shares] if pool else []
        for zone in warships:
            assert not hexes(game, zone) & bases, (power, zone)


@pytest.mark.rule("13.3.2")
@pytest.mark.parametrize("name", NAMES)
def test_no_reinforcements_stand_where_none_may_be_yet(name: str) -> None:
    game, campaign = begin_campaign(name), load_campaigns()[name]
    board = board_of(game)
    pacific = {board.index[number] for number in board.tables.numbers if number.startswith("P")}
    territories = {
        country.name
        for country in board.countries.values()
        if country.controller == "Commonwealth" and country.kind == "territory"
    }
    forbidden = {
        MALAYA: countries(game, "Malaya", "Hong Kong") | (countries(game, *territories) & pacific),
        GUAM: countries(game, "Guam"),
    }
    japan_attacked = any({"commonwealth", "japan"} == set(pair) for pair in campaign.at_war.value)
    for option, land in forbidden.items():
        if banned(campaign, option) and not (option == MALAYA and japan_attacked):
            for power, set_up in allies(campaign):
                for group in set_up.groups:
                    assert not (troops(group) and hexes(game, group.zone) & land), (option, power, group.where)


@pytest.mark.rule("13.3.2")
@pytest.mark.parametrize("name", NAMES)
def test_only_macarthur_and_two_ships_help_the_philippines(name: str) -> None:
    game, campaign = begin_campaign(name), load_campaigns()[name]
    if not banned(campaign, PHILIPPINES):
        return
    islands = countries(game, "Philippines")
    ships = 0
    for power, set_up in allies(campaign):
        for group in set_up.groups:
            if hexes(game, group.zone) & islands:
                assert [unit for unit in troops(group) if "macarthur" not in unit] == [], (power, group.where)
                ships += len(group.ships)
        for pool in (set_up.submarines, set_up.transports, set_up.amphibious):
            ships += sum(share.count for share in (pool.shares if pool else ()) if hexes(game, share.zone) & islands)
    assert ships <= SHIPS_IN_THE_PHILIPPINES


def ships_named(set_up: PowerSetUp) -> Iterator[str]:
    for group in set_up.groups:
        yield from group.ships
    for pool in (set_up.construction_pool, set_up.repair_pool):
        yield from pool.value if pool else ()
    for arrival in set_up.production_circle:
        yield from arrival.units


@pytest.mark.rule("4.1.3")
@pytest.mark.parametrize("name", NAMES)
def test_every_ship_is_of_its_time_and_no_hull_is_there_twice(name: str) -> None:
    tables, campaign = load_tables(), load_campaigns()[name]
    counters = {unit.id: unit for unit in (*tables.naval, *tables.land, *tables.air)}
    for set_up in campaign.powers.values():
        for unit in map(counters.__getitem__, ships_named(set_up)):
            if isinstance(unit, NavalCounter):
                assert (unit.year or 0) <= campaign.start_year, unit.id
                assert NavalAbility.REPLACEMENT not in unit.abilities, f"{unit.id} replaces a ship that is still there"


@pytest.mark.rule("13.3.2")
def test_the_entry_options_of_day_of_infamy_have_their_prerequisites() -> None:
    """28 needs 12 and 22, 36 needs 26, 34 needs 22."""
    options = load_campaigns()["day-of-infamy"].entry_options
    assert options is not None
    assert {12, 22, 26} < set(options.value)


def test_the_eastern_fleet_lies_in_ports_of_the_ocean() -> None:
    """No carrier goes up the Hooghly."""
    for name in ("guadalcanal", "day-of-infamy"):
        for group in load_campaigns()[name].powers["commonwealth"].groups:
            if any(ship.startswith("cw-cv") for ship in group.ships):
                game = begin_campaign(name)
                ports = {
                    board_of(game).places[port].hex for port in ("Calcutta", "Akyab") if port in board_of(game).places
                }
                assert not {board_of(game).number(here) for here in hexes(game, group.zone)} & ports

"""Convoys start in connected chains that carry what the trade agreements need (5.1), in both fleets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from worldfire.engine.game import Game
from worldfire.forces.things import board_of, sea_of_section
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import load_campaigns
from worldfire.tables.collection import load_tables
from worldfire.titles.campaigns import begin_campaign

FLEETS = ("ships", "classic")
EVERY = [(name, fleet) for name in load_campaigns() for fleet in FLEETS]
#: chains that a power has at the start, where there are more than one
CHAINS = {("global-war", "usa"): 2}
#: a power whose ports are all joined by rail has nothing to fetch: its points are a reserve
RESERVES = {"ussr"}


def convoys(game: Game, power: str) -> dict[str, int]:
    """Sea area → convoy points that the power is to lay there."""
    found: dict[str, int] = {}
    for section, points in layout_of(game).convoys[power].proposal:
        if points:
            found[sea_of_section(game, section)] = points
    return found


def chains(game: Game, areas: Mapping[str, int]) -> Iterator[frozenset[str]]:
    left = set(areas)
    while left:
        chain, queue = set(), [min(left)]
        while queue:
            here = queue.pop()
            if here in left:
                left.discard(here)
                chain.add(here)
                queue += board_of(game).sea_areas[here].borders
        yield frozenset(chain)


def needed(agreement: str) -> int:
    """Resources and build points of an agreement, each of which takes a convoy point."""
    chart = load_tables().chart("trade")
    return sum(int(chart.cells[agreement, part].value) for part in ("resources", "build points"))


def home_seas(game: Game, country: str) -> set[str]:
    return {
        sea for place in board_of(game).places.values() if place.port and place.country == country for sea in place.seas
    }


@pytest.mark.rule("13.6.1")
@pytest.mark.parametrize(("name", "fleet"), EVERY)
def test_convoys_start_in_connected_chains(name: str, fleet: str) -> None:
    game = begin_campaign(name, options=(fleet,))
    for power, set_up in load_campaigns()[name].powers.items():
        areas = convoys(game, power)
        assert bool(areas) == bool(set_up.convoy_points and set_up.convoy_points.count), power
        assert len(list(chains(game, areas))) == CHAINS.get((name, power), 1 if areas else 0), (power, areas)


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("fleet", FLEETS)
@pytest.mark.parametrize(
    ("name", "agreement", "beside"),
    [
        ("global-war", "japan-usa", "Japanese Coast"),
        ("global-war", "italy-usa", "Western Mediterranean"),
        ("fascist-tide", "italy-usa", "Western Mediterranean"),
    ],
)
def test_the_usa_can_send_what_it_has_promised(name: str, agreement: str, beside: str, fleet: str) -> None:
    game = begin_campaign(name, options=(fleet,))
    wide = {sea: points for sea, points in convoys(game, "usa").items() if points >= needed(agreement)}
    target = set(board_of(game).sea_areas[beside].borders)
    assert any(chain & home_seas(game, "USA") and chain & target for chain in chains(game, wide))


@pytest.mark.rule("5.1")
@pytest.mark.parametrize("fleet", FLEETS)
@pytest.mark.parametrize(
    ("name", "power", "agreement", "seas"),
    [
        ("global-war", "japan", "japan-usa", ("Japanese Coast",)),
        ("global-war", "italy", "italy-usa", ("Western Mediterranean", "Italian Coast")),
        ("fascist-tide", "italy", "italy-usa", ("Western Mediterranean", "Italian Coast")),
    ],
)
def test_its_partners_can_fetch_it(name: str, power: str, agreement: str, seas: tuple[str, ...], fleet: str) -> None:
    areas = convoys(begin_campaign(name, options=(fleet,)), power)
    assert [sea for sea in seas if areas.get(sea, 0) < needed(agreement)] == []


@pytest.mark.rule("13.6.1")
@pytest.mark.parametrize(("name", "fleet"), [pair for pair in EVERY if pair[0] in ("global-war", "fascist-tide")])
def test_every_chain_fetches_something_from_overseas(name: str, fleet: str) -> None:
    """From a port or coast with resources that no railway of its holder joins to the factories at home, or for a partner."""
    game = begin_campaign(name, options=(fleet,))
    board, layout = board_of(game), layout_of(game)
    for power in load_campaigns()[name].powers:
        if power in RESERVES | {"usa"}:  # the chains of the USA are those of its agreements
            continue
        own = {here for here, holder in enumerate(layout.controller) if layout.powers[holder] == power}
        factories = {board.index[p.hex] for p in board.places.values() if p.blue_factories + p.red_factories} & own
        at_home = set(factories)
        queue = list(factories)
        while queue:
            for there in board.rails.get(queue.pop(), ()):
                if there in own and there not in at_home:
                    at_home.add(there)
                    queue.append(there)
        for chain in chains(game, convoys(game, power)):
            landing = {
                p.name
                for p in board.places.values()
                if p.port and set(p.seas) & chain and board.index[p.hex] in at_home
            }
            assert landing, (power, chain)
            sources = {
                place.name
                for place in board.places.values()
                if (place.resources + place.oil or place.port)
                and board.index[place.hex] not in at_home
                and set(board.tables.seas[board.index[place.hex]]) & chain
            }
            assert sources, (power, chain)

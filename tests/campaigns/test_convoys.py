"""Convoys start in connected chains that carry what the trade agreements need (5.1), in both fleets."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import pytest

from board.test_resources import leaves_its_hex, reasons
from conformance.positions import power as power_of
from conformance.shipping import Shipping
from worldfire.engine.game import Game
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import board_of, sea_of_section
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s13_06_1_by_sea import PromiseDelivered
from worldfire.rules.s13_06_1_network import ledger
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, most_use, promised_routes, word_of
from worldfire.rules.s13_06_4_promises import Promise, is_minor, trade_agreements
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import load_campaigns
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


@pytest.mark.rule("13.6.1")
@pytest.mark.parametrize(("name", "fleet"), EVERY)
def test_convoys_start_in_connected_chains(name: str, fleet: str) -> None:
    game = begin_campaign(name, options=(fleet,))
    for power, set_up in load_campaigns()[name].powers.items():
        areas = convoys(game, power)
        assert bool(areas) == bool(set_up.convoy_points and set_up.convoy_points.count), power
        assert len(list(chains(game, areas))) == CHAINS.get((name, power), 1 if areas else 0), (power, areas)


#: what an agreement gives and nobody fetches at the start, with the reason
LEFT_BEHIND = {
    ("global-war", "netherlands", "commonwealth"): "no line of the public 81 points leads to the East Indies",
    ("global-war", "iran", "commonwealth", "classic"): "81 points in fives do not reach into the Persian Gulf",
    ("guadalcanal", "iran", "commonwealth"): "its oil went to the Middle East, which is not in play",
    ("guadalcanal", "venezuela", "commonwealth"): "the Atlantic is another theatre's",
    ("guadalcanal", "venezuela", "usa"): "the Atlantic is another theatre's",
}


def set_out(name: str, fleet: str) -> Game:
    """The campaign with its convoys laid as they are proposed, under the rules of the war at sea."""
    game = begin_campaign(name, options=(fleet,), title="wif-sea")
    for owner, task in layout_of(game).convoys.items():
        for section, points in task.proposal:
            if points:
                game.add(CONVOY_POINTS, power_of(game, owner), section, points)
    game.forget()
    return game


def delivered(game: Game, promise: Promise) -> tuple[int, int]:
    """(resources, build points) that arrive if nothing else is sent, as the plan is carried out."""
    names, here = game.state.get(POWER_NAMES), Shipping(game.fork())
    if not is_minor(game, promise.giver):
        here.routes_of(names[promise.giver])
        told = here.do("route-goods", default_plan(here.game, promise.giver))
        (kept,) = (
            event for event in told if isinstance(event, PromiseDelivered) and event.recipient == promise.recipient
        )
        return kept.resources, kept.points
    here.routes_of(names[promise.recipient])
    gifts = [goods for goods in goods_to_send(here.game, promise.recipient) if goods.giver == promise.giver]
    routes = most_use(here.game, promise.recipient, promise.recipient, gifts, ledger(here.game, promise.recipient))
    plan = {goods: word_of(here.game, route) for goods, route in list(routes.items())[: promise.resources]}
    if here.refusal(names[promise.recipient], plan).startswith(
        "5 promise"
    ):  # what it gives away itself has to be kept too
        plan |= promised_routes(here.game, promise.recipient)
    here.plan(names[promise.recipient], plan)
    return sum(goods in plan for goods in here.sent(names[promise.recipient])), 0


@pytest.mark.rule("5.1")
@pytest.mark.rule("13.6.1/transporting resources by sea")
@pytest.mark.parametrize(
    ("name", "fleet"),
    [("global-war", "ships"), ("global-war", "classic"), ("fascist-tide", "ships"), ("guadalcanal", "ships")],
)
def test_convoys_carry_what_the_agreements_need(name: str, fleet: str) -> None:
    """Each by itself: what a power uses beside it is its own affair. Day of Infamy waits for its US entry options (13.3.2)."""
    game = set_out(name, fleet)
    names = game.state.get(POWER_NAMES)
    assert trade_agreements(game)
    for promise in trade_agreements(game):
        parties = (name, names[promise.giver], names[promise.recipient])
        left_behind = parties in LEFT_BEHIND or (*parties, fleet) in LEFT_BEHIND
        due = (0, 0) if left_behind else (promise.resources, promise.points)
        assert delivered(game, promise) == due, parties


@pytest.mark.rule("13.6.1")
@pytest.mark.parametrize("name", load_campaigns())
def test_every_resource_leaves_its_hex_in_every_campaign(name: str) -> None:
    """To a factory, a port or a coast by its holder's own means, or it is on the list with a reason."""
    game = begin_campaign(name)
    board, layout = board_of(game), layout_of(game)
    holder = [layout.powers[here] if here >= 0 else "" for here in layout.controller]
    rich = [place for place in board.places.values() if place.resources + place.oil]
    held = {place.name: board.index[place.hex] for place in rich if board.index[place.hex] in layout.playing}
    stranded = {name for name, here in held.items() if holder[here] and not leaves_its_hex(board, holder, here)}
    assert stranded <= reasons().keys()


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

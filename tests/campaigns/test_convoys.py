"""Convoys start in connected chains that carry what the trade agreements need (5.1), in both fleets."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator, Mapping

import pytest

from board.test_resources import leaves_its_hex, reasons
from conformance.positions import power as power_of
from conformance.shipping import Shipping
from worldfire.engine.game import Game
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import board_of, sea_of_section
from worldfire.forces.who import POWER_NAMES
from worldfire.rules.s13_06_1_by_sea import ROUTING, PromiseDelivered, Routing, planner
from worldfire.rules.s13_06_1_network import ledger
from worldfire.rules.s13_06_1_plans import default_plan, goods_to_send, most_use, promised_routes, word_of
from worldfire.rules.s13_06_4_promises import is_minor, trade_agreements
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
    game = begin_campaign(name, options=(fleet,))
    for owner, task in layout_of(game).convoys.items():
        for section, points in task.proposal:
            if points:
                game.add(CONVOY_POINTS, power_of(game, owner), section, points)
    game.forget()
    return game


def gifts_fetched(game: Game, recipient: int) -> Tally[int]:
    """Giver → resources of neutral minor countries that arrive if their recipient sends nothing else but what it owes."""
    name, here = game.state.get(POWER_NAMES)[recipient], Shipping(game.fork())
    here.routes_of(name)
    givers = {goods.name: goods.giver for goods in goods_to_send(here.game, recipient) if goods.giver != recipient}
    gifts = [goods for goods in goods_to_send(here.game, recipient) if goods.name in givers]
    routes = most_use(here.game, recipient, recipient, gifts, ledger(here.game, recipient))
    fetched = {goods: word_of(here.game, route) for goods, route in routes.items()}
    here.plan(name, fetched | promised_routes(here.game, recipient))
    return Tally(givers[goods] for goods in here.sent(name) if goods in fetched)


def promises_kept(game: Game) -> dict[tuple[int, int], tuple[int, int]]:
    """(giver, recipient) → resources and build points that arrive if everybody plans as it is proposed to him."""
    here = Shipping(game.fork())
    here.start(ROUTING.name, Routing())
    kept = {}
    while here.asked[1] == "route-goods":
        for event in here.do("route-goods", default_plan(here.game, planner(here.game))):
            if isinstance(event, PromiseDelivered):
                kept[event.power, event.recipient] = (event.resources, event.points)
    return kept


@pytest.mark.rule("5.1")
@pytest.mark.rule("13.6.1/transporting resources by sea")
@pytest.mark.parametrize(
    ("name", "fleet"),
    [("global-war", "ships"), ("global-war", "classic"), ("fascist-tide", "ships"), ("guadalcanal", "ships")],
)
def test_convoys_carry_what_the_agreements_need(name: str, fleet: str) -> None:
    """What major powers exchange beside all that they use, and what minor countries give by itself.

    Day of Infamy waits for its US entry options (13.3.2).
    """
    game = set_out(name, fleet)
    names, kept = game.state.get(POWER_NAMES), promises_kept(game)
    agreements = trade_agreements(game)
    assert agreements
    takers = {promise.recipient for promise in agreements if is_minor(game, promise.giver)}
    fetched = {taker: gifts_fetched(game, taker) for taker in takers}
    for promise in agreements:
        parties = (name, names[promise.giver], names[promise.recipient])
        if not is_minor(game, promise.giver):
            assert kept[promise.giver, promise.recipient] == (promise.resources, promise.points), parties
        else:
            left_behind = parties in LEFT_BEHIND or (*parties, fleet) in LEFT_BEHIND
            arrived = fetched[promise.recipient][promise.giver]
            assert arrived == (0 if left_behind else promise.resources), parties


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

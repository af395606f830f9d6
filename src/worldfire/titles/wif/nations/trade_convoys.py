"""5.1 Convoys that the USA, Italy and Japan owe their trade: who has none where it must is in default.

Whoever is in default loses what it should have sent, and its partner keeps its own. The entry markers that a default adds or
removes are drawn by whoever subscribes to `TradeDefaulted` (13.3).
"""

from __future__ import annotations

from collections.abc import Mapping, Set

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import PowerId
from worldfire.forces.nations import main_home
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, country_named
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s13_06_1_flow import SINK, SOURCE, Arc, Node, largest_flow
from worldfire.rules.s13_06_1_network import convoys_at_sea
from worldfire.rules.s13_06_4_promises import Promise
from worldfire.rules.s13_06_production import resources_of
from worldfire.rules.s19_4_minor_units import home_of

ITALY, JAPAN, _PHILIPPINES = "italy", "japan", "philippines"
#: the sea areas where the partner of the USA has convoys of its own; those of the USA lead to one that borders on the first
_OWN_SEAS = {ITALY: ("Western Mediterranean", "Italian Coast"), JAPAN: ("Japanese Coast",)}


@rule("5.1/italy-usa", "5.1/japan-usa")
def has_convoys_at_home(game: Position, partner: int, name: str, goods: int) -> bool:
    """Enough convoy points for all the goods in each of its own sea areas."""
    laid = convoys_at_sea(game)
    return all(laid.get((partner, sea), 0) >= goods for sea in _OWN_SEAS[name])


@rule("5.1/italy-usa", "5.1/japan-usa")
def has_convoys_to(game: Position, usa: int, name: str, goods: int) -> bool:
    """Enough convoy points for all the goods on their ways from home, and for resources of the Philippines that go to Japan
    from there, to sea areas next to the partner's.
    """
    laid = {sea: points for (owner, sea), points in convoys_at_sea(game).items() if owner == usa}
    homes = laid.keys() & _seas_of(game, usa, home_of(game, main_home(game, usa)))
    goals = laid.keys() & adjacent_seas(game, _OWN_SEAS[name][0])
    ways = {sea: laid.keys() & adjacent_seas(game, sea) for sea in laid}
    if _on_one_way(laid, ways, homes, goals, goods):  # as it mostly is, and soon found
        return True
    arcs = [Arc(SOURCE, ("into", sea, False)) for sea in sorted(homes)]
    arcs += _from_the_philippines(game, usa) if name == JAPAN else ()
    arcs += (Arc(("into", sea, False), ("from", sea, False), most=points) for sea, points in laid.items())
    arcs += (Arc(("from", sea, False), ("into", other, False)) for sea in laid for other in sorted(ways[sea]))
    return largest_flow([*arcs, *(Arc(("from", sea, False), SINK) for sea in sorted(goals))]) >= goods


def _on_one_way(
    laid: Mapping[str, int], ways: Mapping[str, Set[str]], homes: Set[str], goals: Set[str], goods: int
) -> bool:
    """Does one chain with room for all of them lead from home to a goal?"""
    reached = {sea for sea in homes if laid[sea] >= goods}
    frontier = list(reached)
    while frontier:
        fresh = {other for other in ways[frontier.pop()] if laid[other] >= goods} - reached
        reached |= fresh
        frontier += fresh
    return not reached.isdisjoint(goals)


@rule("5.1/japan-usa")
def _from_the_philippines(game: Position, usa: int) -> list[Arc]:
    islands, homes = country_named(game, _PHILIPPINES), game.state[HOME_COUNTRY]
    theirs = sum(homes[place] == islands for _, place in resources_of(game, usa))
    harbour: Node = ("start", _PHILIPPINES, False)
    ways = [Arc(harbour, ("into", sea, False)) for sea in _seas_of(game, usa, islands)]
    return [Arc(SOURCE, harbour, most=theirs), *ways]


def _seas_of(game: Position, power: int, home: int) -> set[str]:
    """Sea areas on which it controls a port of this country."""
    holders, homes, ground = game.state[CONTROLLER], game.state[HOME_COUNTRY], ground_of(game)
    ports = (port for port in ground.ports if homes[port] == home and holders[port] == power)
    return {sea for port in ports for sea in ground.sea_of(port)}


class TradeDefaulted(Event, frozen=True):
    """A power had not the convoys that its trade needs: the other loses or draws entry markers for it (13.3.3)."""

    power: PowerId
    target_power: PowerId


@rule("5.1/italy-usa", "5.1/japan-usa")
def in_default(game: Position, name: str, by_partner: Promise, by_usa: Promise) -> tuple[tuple[int, int], ...]:
    """(who, towards whom): Japan and the USA each for itself, the USA towards Italy only if Italy has done its part."""
    goods = by_partner.points + by_usa.resources
    if not goods:
        return ()
    partner, usa = by_partner.giver, by_usa.giver
    partner_ready = has_convoys_at_home(game, partner, name, goods)
    found = [] if partner_ready or name == ITALY else [(partner, usa)]
    if (partner_ready or name != ITALY) and not has_convoys_to(game, usa, name, goods):
        found.append((usa, partner))
    return tuple(found)


@rule("5.1/italy-usa", "5.1/japan-usa")
def after_defaults(game: Position, name: str, by_partner: Promise, by_usa: Promise) -> tuple[Promise, ...]:
    """What is still owed: whoever is in default loses it all the same, and its partner keeps its own, if it is in none.

    If Italy has no convoys of its own, nobody owes anything.
    """
    goods = by_partner.points + by_usa.resources
    partner_ready = has_convoys_at_home(game, by_partner.giver, name, goods)
    usa_ready = has_convoys_to(game, by_usa.giver, name, goods)
    if name == ITALY and not partner_ready:
        return ()
    owed = (by_partner,) if usa_ready or not partner_ready else ()
    return (*owed, by_usa) if partner_ready or not usa_ready else owed

"""What the political choices of the title mean, beside their names."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Item
from worldfire.forces.turn import power_name, side_name
from worldfire.forces.who import SIDE, country_named, power_named
from worldfire.rules.s13_06_production import PowerProduction
from worldfire.titles.cards import Card, CardWriter, markers_moved
from worldfire.titles.fa.declaring import DECLARATION
from worldfire.titles.fa.entry.deeds import central_side, line_of_war
from worldfire.titles.fa.entry.drawing import BELGIUM
from worldfire.titles.fa.entry.noticing import ACTIONS_DONE, OBSERVERS, value_of
from worldfire.titles.fa.entry.options import level_of, tension_of
from worldfire.titles.fa.entry.pools import COMMONWEALTH, US_ENTRY, level, watches_the_war
from worldfire.titles.fa.entry.step import CHOOSE_WAR_OPTION
from worldfire.titles.fa.home_front import HOME_FRONT, SPENT_EVENT
from worldfire.titles.fa.home_front import PRICE as PRICE_AT_HOME
from worldfire.titles.fa.hq_support import value_of_hq
from worldfire.titles.fa.morale_events import printed
from worldfire.titles.fa.offensive_builds import (
    BOUGHT,
    OFFENSIVE_STORE,
    PILOT_STORE,
    PRICE_OF_A_PILOT,
    PRICE_OF_A_POINT,
    TURNS_OF_PILOTS,
    TURNS_OF_POINTS,
    owed_points,
)
from worldfire.titles.fa.offensives import (
    BUY_FREE_HAND,
    LEAD_AT_SEA,
    LEAD_ON_LAND,
    ROUSE,
    price_of_free_hand,
    price_of_leading,
    price_of_turning_up,
    units_helped_by,
)
from worldfire.titles.fa.politics.flags import attempt_number, box_towards
from worldfire.titles.fa.politics.influence import BUY_ATTEMPTS, SIDES
from worldfire.titles.fa.politics.points import points_of, price_of, seat_that_spends
from worldfire.titles.fa.politics.subversion import SUBVERT, price_of_subversion
from worldfire.titles.fa.production import PRICE_OF_A_TRENCH, SHOP, TRENCH_STORE
from worldfire.titles.fa.trenches import TURNS_OF_TRENCHES
from worldfire.words import proper, say


def notice_of_war(game: Position, power: int, enemy: int) -> str:
    """What a declaration of war costs, and what those who still watch make of it (9.3, 13.2.3)."""
    side, line = game.state[SIDE][power], line_of_war(game, power, enemy)
    told = [say("card-war-price", price=price_of(game, DECLARATION), points=points_of(game, side))]
    if line and line not in game.state.get(ACTIONS_DONE) and (points := value_of(game, line)):
        key = "card-entry-nearer" if points > 0 else "card-entry-further"
        what = markers_moved(game, abs(points))
        watching = (name for name in OBSERVERS if name != power_name(game, enemy) and watches_the_war(game, name))
        told += [say(key, power=proper(name), what=what) for name in watching]
    central = side == central_side(game)
    if central and power_name(game, enemy) == BELGIUM and watches_the_war(game, COMMONWEALTH):
        told.append(say("card-belgium"))
    return " ".join(told)


def _attempts(game: Game, seat: str, item: Item | None) -> Card:
    """Where the flag lies, and with which die an attempt moves it towards the seat's side."""
    country = country_named(game, str(item))
    boxes = ((side, box_towards(game, country, side)) for side in SIDES)
    lies = ", ".join(f"{proper(side_name(game, side))} +{box}" for side, box in boxes if box)
    own = next(side for side in SIDES if seat_that_spends(game, side) == seat)
    return Card(brief=say("card-attempts", lies=lies, number=attempt_number(game, country, own)))


def _war_option(game: Game, seat: str, item: Item | None) -> Card:
    """What a US entry option does, and what it costs in tension."""
    option = int(item or 0)
    tension = tension_of(game, option)
    levels = say("card-war-option-level", level=level(game, US_ENTRY), needed=level_of(game, option))
    lines = (levels, say("card-tension", points=tension, what=markers_moved(game, tension)))
    brief = say("card-war-option-brief", tension=tension)
    return Card(say(f"fa-effect-{option}"), lines, brief, weighty=True)


def _free_hand(game: Game, seat: str, item: Item | None) -> Card:
    price = price_of_free_hand(game, power_named(game, str(item)))
    return Card(say("card-free-hand"), (say("card-offensive-price", price=price),))


def _leading_on_land(game: Game, seat: str, item: Item | None) -> Card:
    headquarters = int(item or 0)
    helps = say("card-leads", units=units_helped_by(game, headquarters), hexes=value_of_hq(game, headquarters))
    return Card(helps, (say("card-offensive-price", price=price_of_leading(game, headquarters)),))


def _leading_at_sea(game: Game, seat: str, item: Item | None) -> Card:
    headquarters = int(item or 0)
    helps = say("card-leads-at-sea", number=value_of_hq(game, headquarters))
    return Card(helps, (say("card-offensive-price", price=price_of_leading(game, headquarters)),))


def _turning_up(game: Game, seat: str, item: Item | None) -> Card:
    return Card(say("card-offensive-price", price=price_of_turning_up(game, int(item or 0))))


def _subversion(game: Game, seat: str, item: Item | None) -> Card:
    victim, tenths = str(item).rsplit(" ", 1)
    price = price_of_subversion(game, power_named(game, victim), int(tenths))
    brief = say("card-subversion-price", price=price)
    return Card(say("card-subversion", tenths=int(tenths)), brief=brief, weighty=True)


def _store(game: Game, seat: str, item: Item | None) -> Card:
    """What one of it costs, when it comes and what it does."""
    power = game.enclosing(PowerProduction).power
    told = {
        OFFENSIVE_STORE.name: say(
            "card-store-offensive-points",
            price=PRICE_OF_A_POINT(game),
            turns=TURNS_OF_POINTS(game),
            missing=max(0, owed_points(game, power) - game.state[BOUGHT][power]),
        ),
        PILOT_STORE.name: say("card-store-pilots", price=PRICE_OF_A_PILOT(game), turns=TURNS_OF_PILOTS(game)),
        HOME_FRONT.name: say("card-store-home-front", price=PRICE_AT_HOME(game), tenths=printed(game, SPENT_EVENT)),
        TRENCH_STORE.name: say("card-store-trenches", price=PRICE_OF_A_TRENCH(game), turns=TURNS_OF_TRENCHES(game)),
    }
    return Card(brief=told.get(str(item), ""))


CARDS: Mapping[str, CardWriter] = {
    BUY_ATTEMPTS.name: _attempts,
    CHOOSE_WAR_OPTION.name: _war_option,
    BUY_FREE_HAND.name: _free_hand,
    LEAD_ON_LAND.name: _leading_on_land,
    LEAD_AT_SEA.name: _leading_at_sea,
    ROUSE.name: _turning_up,
    SUBVERT.name: _subversion,
    SHOP.verb.name: _store,
}

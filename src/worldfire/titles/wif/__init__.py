"""World in Flames, Collector's Edition: what the title is made of."""

from __future__ import annotations

from dataclasses import replace

from worldfire.engine.ruleset import Module, Title
from worldfire.forces import things, turn
from worldfire.options import (
    o05_ships_in_flames,
    o06_cruisers_in_flames,
    o08_planes_in_flames,
    o26_fractional_odds,
    o27_two_dice,
    o38_building_ahead,
    o44_bounce_combat,
)
from worldfire.rules import s04_reinforcements
from worldfire.titles.common_book import common_book
from worldfire.titles.tables import printed_figures
from worldfire.titles.title import Card, GameTitle, begin, sizes
from worldfire.titles.wif import passages
from worldfire.titles.wif.ashore import without_war_at_sea
from worldfire.titles.wif.nations import (
    americas,
    borders,
    china,
    claims,
    colonies,
    commonwealth,
    east_indies,
    enforced_peace,
    factions,
    free_france,
    freed,
    italy,
    joining,
    lufthansa,
    norway,
    noticed,
    one_abroad,
    pact,
    poles,
    red_sea,
    soviet_trade,
    stilwell,
    sweden,
    trade,
    us_lending,
    usa,
    ussr,
    vichy,
    vichy_trade,
)
from worldfire.titles.wif.nations.company import TAKEN_ALONG
from worldfire.titles.wif.nations.names import NATIONS
from worldfire.titles.wif.nations.us_entry import module as us_entry
from worldfire.titles.wif.politics import CARDS, POLITICS
from worldfire.titles.wif.sequence import SEQUENCE
from worldfire.titles.wif.upgrades import UPGRADES
from worldfire.titles.wif.war_plan import WAR_PLAN

#: rules that differ give another version; games carry it
VERSION = "6"

#: in the order of the book; subscribers to one event and contributions to one seam come in this order too
MODULES: tuple[Module, ...] = (
    *common_book(SEQUENCE),
    passages.MODULE,
    borders.MODULE,
    claims.MODULE,
    norway.MODULE,
    joining.MODULE,
    one_abroad.MODULE,
    enforced_peace.MODULE,
    pact.MODULE,
    poles.MODULE,
    sweden.MODULE,
    east_indies.MODULE,
    freed.MODULE,
    china.MODULE,
    factions.MODULE,
    commonwealth.MODULE,
    italy.MODULE,
    red_sea.MODULE,
    free_france.MODULE,
    ussr.MODULE,
    lufthansa.MODULE,
    usa.MODULE,
    americas.MODULE,
    noticed.MODULE,
    us_lending.MODULE,
    trade.MODULE,
    soviet_trade.MODULE,
    stilwell.MODULE,
    *vichy.MODULES,
    vichy_trade.MODULE,
    colonies.MODULE,
    us_entry.MODULE,  # what it forbids, nothing else allows
)

#: in the order of their numbers
OPTIONS = (
    o05_ships_in_flames.OPTION,
    o06_cruisers_in_flames.OPTION,
    o08_planes_in_flames.OPTION,
    o26_fractional_odds.OPTION,
    o27_two_dice.OPTION,
    o38_building_ahead.OPTION,
    o44_bounce_combat.OPTION,
)

TITLE = Title(
    name="wif",
    version=VERSION,
    upgrades=UPGRADES,
    turn_begins=turn.TurnBegan,
    begin=begin,
    sizes=sizes,
    place=things.PLACE,
    modules=MODULES,
    trays=s04_reinforcements.trays,
    printed=printed_figures,
    options=OPTIONS,
)

WIF = GameTitle(
    rules=TITLE,
    ashore=replace(TITLE, modules=without_war_at_sea(MODULES)),
    nations=NATIONS,
    sequence=SEQUENCE,
    card=Card("World in Flames", "The Second World War, on land, in the air and at sea."),
    presets={"ships": ("5", "6"), "classic": ()},  # ships one a counter, or the squadrons of the standard game
    playable=("barbarossa", "guadalcanal", "day-of-infamy", "fascist-tide", "global-war"),
    taken_along=TAKEN_ALONG,
    politics=POLITICS,
    cards=CARDS,
    war_plan=WAR_PLAN,
)

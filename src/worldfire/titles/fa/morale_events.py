"""fa:14.1 What lifts and lowers morale: ten points are a level.

What happens in a turn is counted as it happens, because whoever was lost may be back in its pool when morale is adjusted;
what merely is so, such as who holds a city, is looked at then.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.engine.seams import EachOf
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import all_partisans
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import TurnBegan, controls, is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWERS,
    SIDE,
    SIDE_NAMES,
    country_named,
    master_of,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_overstacking import OVERSTACKING
from worldfire.rules.s04_reinforcements import UnitGivenUp
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s11_10_6_overrun import CAPTURED, ESCAPES
from worldfire.rules.s11_10_6_ships_in_port import ConvoysOverrun
from worldfire.rules.s11_15_land_combat import LAND_COMBAT
from worldfire.rules.s13_04_return_to_base import ConvoysLost
from worldfire.rules.s13_06_production import PRODUCTION_LOST, printed_resources
from worldfire.rules.s13_07_6_surrender import HomeSurrendered
from worldfire.rules.s13_09_victory import objective_places
from worldfire.rules.s14_air_combat import AIR_COMBAT
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.counters import AirAbility, AirCounter, LandCounter, NavalCounter
from worldfire.titles.fa.great_capitals import is_great_capital
from worldfire.titles.fa.losses import BrokenDownInCombat
from worldfire.titles.fa.mutiny import SURRENDERS_BEFORE
from worldfire.titles.fa.names import BRITAIN, USA, WEARY_AS
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.politics.points import PointsForAHex
from worldfire.titles.fa.potential_homes import home_at_first
from worldfire.titles.fa.sea.prizes import is_prize
from worldfire.titles.fa.sea.strategic_warfare import STRATEGIC_WARFARE
from worldfire.titles.fa.sides_at_war import DrawnIntoWar

#: what the losses and the successes of this turn are worth
LOSSES = Column(POWERS, "morale_losses")
SUCCESSES = Column(POWERS, "morale_successes")
#: (power, turn, hexes): when the war of each power began, and what it held then and misses when an enemy has it
AT_WAR_SINCE: Field[tuple[tuple[int, int, tuple[int, ...]], ...]] = Field("at_war_since", ())

DEARER_IF_BRITISH = Figure("morale points beyond its cost of a British land unit", "fa:14.1")
TIMES_IF_AMERICAN = Figure("times its cost that an American land unit is worth", "fa:14.1")

EVENTS, WEARINESS = "morale_events", "war_weariness"
#: the step in which units vanish without a fight
CONQUEST = "conquest"
COMBATS = (LAND_COMBAT.name, NAVAL_COMBAT, AIR_COMBAT.name, STRATEGIC_WARFARE.name)

#: (reason, points) of a power in the morale step; many rules have their own
MORALE_POINTS = EachOf[[int], tuple[str, int]]("fa:14.1 morale points")


def printed(game: Position, event: str) -> int:
    chart = chart_named(game, EVENTS)
    return int(chart.at(event, "points"))


def _count(game: Game, column: Column, power: int, points: int) -> None:
    """Neutral powers lose no morale, and have none to gain from a war."""
    if power != NOBODY and is_active(game, power):
        game.write(column, power, game.state[column][power] + points)


# ---------------------------------------------------------------------------------------------------------------- losses


@rule("fa:14.1")
def price_of_loss(game: Position, unit: int) -> int:
    """A unit's printed cost, however cheap it was bought, of a ship that of its first cycle.

    The British mourn a land unit more, the Americans twice.
    """
    counter = counter_of(game, unit)
    price = (counter.cost_first if isinstance(counter, NavalCounter) else counter.cost) or 0
    if isinstance(counter, LandCounter):
        if counter.home == BRITAIN:
            return price + DEARER_IF_BRITISH(game)
        return price * TIMES_IF_AMERICAN(game) if counter.home == USA else price
    if isinstance(counter, AirCounter) and AirAbility.ACE in counter.abilities:
        return price - printed(game, "ace lost")
    return price


@clause("fa:14.1", "fa:14.2", "fa:11.9.6.2")
def costs_no_morale(game: Position, unit: int) -> bool:
    """Was the unit not lost by force? What a conquest takes off the map is not, nor who surrenders before combat.

    A minor country's unit is missed only if it was lost in combat, and a captured ship by nobody.
    """
    if is_prize(game, unit) or game.on_stack(CONQUEST) or game.on_stack(SURRENDERS_BEFORE.name):
        return True
    return not is_in_combat(game) and not is_of_a_major(game, unit)


@rule("fa:14.1")
def is_in_combat(game: Position) -> bool:
    """On land, at sea or in the air; too many units in a hex after it are no loss in combat."""
    return any(game.on_stack(combat) for combat in COMBATS) and not game.on_stack(OVERSTACKING.name)


@rule("fa:14.1")
def unit_was_lost(game: Game, event: Destroyed) -> None:
    if not costs_no_morale(game, event.thing):
        _count(game, LOSSES, power_of(game, event.thing), price_of_loss(game, event.thing))


@rule("fa:14.1", "fa:4.3")
def unit_was_given_up(game: Game, event: UnitGivenUp) -> None:
    """By its owner's own choice: a loss only where an enemy looks on, and never of a minor country's unit."""
    power = power_of(game, event.thing)
    if is_of_a_major(game, event.thing) and in_enemy_zoc(
        game, game.state[PLACE][event.thing], side_of_power(game, power)
    ):
        _count(game, LOSSES, power, price_of_loss(game, event.thing))


@rule("fa:14.1", "fa:11.12.5.4")
def corps_was_broken_down(game: Game, event: BrokenDownInCombat) -> None:
    """The whole corps is counted, though a division fights on."""
    _count(game, LOSSES, power_of(game, event.corps), price_of_loss(game, event.corps))


@rule("fa:14.1")
def convoys_were_sunk(game: Game, event: ConvoysSunk | ConvoysLost) -> None:
    """They cost all that they were bought for: a build point each, also where they were lost for want of a base."""
    if not game.on_stack(CONQUEST):
        _count(game, LOSSES, event.power, event.points)


@rule("fa:14.1", "fa:11.9.6.2")
def convoys_were_caught(game: Game, event: ConvoysOverrun) -> None:
    """Whoever was captured is not missed."""
    if event.result not in (CAPTURED, ESCAPES) and not game.on_stack(CONQUEST):
        _count(game, LOSSES, event.power, event.points)


# ------------------------------------------------------------------------------------------------------------- successes


@clause("fa:14.5")
def touches_nobody(game: Position, place: int) -> bool:
    """Has who holds the hex no effect on anybody's morale?"""
    return False


@rule("fa:14.1")
def hex_was_taken(game: Game, event: PointsForAHex) -> None:
    """Capitals of enemy major powers, and objectives; of a hex that is both, the capital counts."""
    if touches_nobody(game, event.place):
        return
    taker = master_of(game, game.state[CONTROLLER][event.place])
    if is_great_capital(game, event.place):
        _count(game, SUCCESSES, taker, printed(game, "enemy capital taken"))
    elif event.place in objective_places(game).values():
        _count(game, SUCCESSES, taker, printed(game, "enemy objective taken"))


@rule("fa:14.1")
def enemy_gave_up(game: Game, power: int) -> None:
    """Whoever is at war with a major power that surrenders takes heart."""
    for enemy in powers_of_side(game, other_side(game.state[SIDE][power])):
        if at_war(game, enemy, power):
            _count(game, SUCCESSES, enemy, printed(game, "enemy major surrenders"))


def home_was_surrendered(game: Game, event: HomeSurrendered) -> None:
    enemy_gave_up(game, event.power)


# ----------------------------------------------------------------------------------------------------- what enemies hold


@rule("fa:14.1")
def worth_of_hex(game: Position, power: int, place: int) -> int:
    """What the power loses each turn while an enemy holds the hex: only the highest of what is there counts."""
    at_home = _is_home_city(game, power, place)
    kinds = {found.kind for found in ground_of(game).places.get(place, ())}
    if at_home and is_great_capital(game, place):
        return -printed(game, "enemy holds a capital")
    if "capital_minor" in kinds:  # a dominion's too
        return -printed(game, "enemy holds a minor capital")
    if at_home:
        return -printed(game, "enemy holds a home city")
    if place in game.ruleset.once(printed_resources):
        return -printed(game, "enemy holds a resource or minor held at the start of the war")
    return 0


@rule("fa:14.1", "fa:14.4")
def _is_home_city(game: Position, power: int, place: int) -> bool:
    """Is it a city of the power's home country, and not ceded for ever?"""
    ground, lands = ground_of(game), (game.state[HOME_COUNTRY][place], home_at_first(game, place))
    return any(
        place in ground.cities_of.get(home, ()) and country_named(game, home) in lands
        for home in ground.homes_of_power.get(power_name(game, power), ())
    )


@rule("fa:14.1")
def note_wars_that_begin(game: Game, event: WarDeclared | DrawnIntoWar | TurnBegan) -> None:
    """What a power holds when it goes to war is what it can lose; peace forgets it, and the next war begins anew.

    Who is at war as a turn begins has been before it: so it is when a campaign begins in the middle of a war.
    """
    since = game.state.get(TURN) - isinstance(event, TurnBegan)
    known = [war for war in game.state.get(AT_WAR_SINCE) if is_active(game, war[0])]
    fighting = {power for power, _, _ in known}
    powers = (power for side in range(len(game.state.get(SIDE_NAMES))) for power in powers_of_side(game, side))
    for power in powers:
        if is_active(game, power) and power not in fighting:
            known.append((power, since, _worth_something(game, power)))
    now = tuple(sorted(known))
    if now != game.state.get(AT_WAR_SINCE):
        game.set(AT_WAR_SINCE, now)


def has_fought_since(game: Position, power: int) -> int:
    """The turn in which its war began; while it has none, this one."""
    return next((turn for owner, turn, _ in game.state.get(AT_WAR_SINCE) if owner == power), game.state.get(TURN))


@rule("fa:14.1", "fa:14.4")
def misses_what_it_has_now(game: Game, power: int) -> None:
    """Its war goes on, but what it does not hold any more it has lost for good, and nobody mourns that."""
    wars = game.state.get(AT_WAR_SINCE)
    now = ((owner, since, _worth_something(game, owner) if owner == power else places) for owner, since, places in wars)
    game.set(AT_WAR_SINCE, tuple(now))


def _worth_something(game: Position, power: int) -> tuple[int, ...]:
    ground = ground_of(game)
    places = sorted({*ground.cities, *game.ruleset.once(printed_resources)})
    return tuple(place for place in places if controls(game, power, place) and worth_of_hex(game, power, place))


def _is_enemy(game: Position, power: int, holder: int) -> bool:
    return holder != NOBODY and at_war(game, power, master_of(game, holder))


# ---------------------------------------------------------------------------------------------------- the reasons in turn


@rule("fa:14.1")
def for_losses(game: Position, power: int) -> tuple[str, int]:
    return "losses", -game.state[LOSSES][power]


@rule("fa:14.1")
def for_successes(game: Position, power: int) -> tuple[str, int]:
    return "successes", game.state[SUCCESSES][power]


@rule("fa:14.1")
def for_hexes(game: Position, power: int) -> tuple[str, int]:
    holders, wars = game.state[CONTROLLER], game.state.get(AT_WAR_SINCE)
    held = (place for owner, _, places in wars if owner == power for place in places)
    lost = (place for place in held if _is_enemy(game, power, holders[place]) and not touches_nobody(game, place))
    return "hexes", -sum(worth_of_hex(game, power, place) for place in lost)


@rule("fa:14.1")
def for_partisans(game: Position, power: int) -> tuple[str, int]:
    side = side_of_power(game, power)
    places = [game.state[PLACE][unit] for unit in all_partisans(game) if side_of(game, unit) not in (NOBODY, side)]
    risen = sum(is_hex(game, place) and controls(game, power, place) for place in places)
    return "partisans", risen * printed(game, "partisan in a hex you control")


@rule("fa:14.1", "fa:11.6")
def for_bombing(game: Position, power: int) -> tuple[str, int]:
    return "bombing", PRODUCTION_LOST(game, power) * printed(game, "each production point lost to bombing")


@clause("fa:15.4")
def peace_is_talked_of(game: Position) -> bool:
    """Have the Fourteen Points been made public?"""
    return False


@rule("fa:14.1")
def for_weariness(game: Position, power: int) -> tuple[str, int]:
    """From 1915 on, more each year, and more once the USA has declared its points."""
    chart = chart_named(game, WEARINESS)
    row, year = WEARY_AS.get(power_name(game, power), "All others"), str(game.state.get(YEAR))
    cell = chart.at(row, year) if (row, year) in chart.cells else "-"
    if cell == "-":
        return "weariness", 0
    tenths = round(float(cell.removesuffix("*")) * 10)
    return "weariness", -(tenths + (cell.endswith("*") and peace_is_talked_of(game)))


MODULE = Module(
    schema=Schema(columns=(LOSSES, SUCCESSES), fields=(AT_WAR_SINCE,)),
    seams=(MORALE_POINTS,),
    subscribes=(
        (Destroyed, unit_was_lost),
        (UnitGivenUp, unit_was_given_up),
        (HomeSurrendered, home_was_surrendered),
        (BrokenDownInCombat, corps_was_broken_down),
        (ConvoysSunk, convoys_were_sunk),
        (ConvoysLost, convoys_were_sunk),
        (ConvoysOverrun, convoys_were_caught),
        (PointsForAHex, hex_was_taken),
        (WarDeclared, note_wars_that_begin),
        (DrawnIntoWar, note_wars_that_begin),
        (TurnBegan, note_wars_that_begin),
    ),
    changes=(
        MORALE_POINTS.attach(for_losses),
        MORALE_POINTS.attach(for_successes),
        MORALE_POINTS.attach(for_hexes),
        MORALE_POINTS.attach(for_partisans),
        MORALE_POINTS.attach(for_bombing),
        MORALE_POINTS.attach(for_weariness),
    ),
)

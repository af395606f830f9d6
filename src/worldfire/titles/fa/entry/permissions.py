"""13.2.2.1 What US entry options allow for the rest of the game: lending, building, ports and the canal, help for allies."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power
from worldfire.forces.things import counter_of
from worldfire.forces.turn import TurnBegan, is_active, other_side, power_name
from worldfire.forces.who import NOBODY, SIDE, power_named, power_of
from worldfire.rules.s05_lending import may_lend, most_lent
from worldfire.rules.s10_actions import ACTION_TYPES, action_types
from worldfire.rules.s11_04_1_naval_moves import sails_as_one
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.rules.s13_06_1_network import carries_for
from worldfire.rules.s13_06_production import (
    COST,
    GEARING,
    MULTIPLE,
    UnitBuilt,
    UnitsOrdered,
    pools_to_build_from,
    price_of_order,
    unit_violation,
    units_in_pool,
)
from worldfire.tables.counters import AirCounter, LandCounter, LandType, NavalCounter, NavalType
from worldfire.titles.fa.entry.kinds import WarOption
from worldfire.titles.fa.entry.options import (
    BUILD_UP,
    CLOSE_PANAMA,
    CLOSE_PORTS,
    DRAFT,
    GEAR_UP,
    LIMITED_BUILD_UP,
    NAVAL_SUPPORT,
    NAVAL_WARFARE,
    OPTIONS_CHOSEN,
    POINTS_RUSSIA,
    POINTS_WEST,
    POINTS_WEST_LIMITED,
    REFUTE_WAR_ZONES,
    RESOURCES_RUSSIA,
    RESOURCES_WEST,
    SUPPORT,
    is_chosen,
    lent_under,
)
from worldfire.titles.fa.entry.pools import COMMONWEALTH, ENTRY_IN_USE, USA
from worldfire.titles.fa.factories import factory_violation
from worldfire.titles.fa.gearing import AIR, BUILT_THIS_TURN, builder_of, built
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.neutral_basing import ACTIVITY
from worldfire.titles.fa.offensive_builds import PILOT_CLASS, most_offensive_points, most_pilots
from worldfire.titles.fa.politics.events.east import RECRUITS_LEFT
from worldfire.titles.fa.saved_points import may_save
from worldfire.titles.fa.sea.neutral_ports import ports_are_only_for

_SECTION = "fa:13.2.2.1"
RUSSIA, FRANCE = "russia", "france"
WESTERN = Listed("powers that the USA helps in the west", _SECTION)
#: recipients that may still be neutral themselves, for resources
_MAY_BE_NEUTRAL = Listed("powers that the USA lends resources while they are neutral", _SECTION)
#: options to lend resources and to lend build points, to the west and to Russia
_WEST = ((SUPPORT, RESOURCES_WEST), (POINTS_WEST_LIMITED, POINTS_WEST))
_EAST = ((RESOURCES_RUSSIA,), (POINTS_RUSSIA,))
_PERCENT_GAINED = Figure("percent of its multiple that the USA gains by gearing up and by the draft", _SECTION)
_SHIPS_HELPED = Figure("ships that naval support makes cheaper", _SECTION)
_CHEAPER_BY = Figure("build points that help takes off a unit", _SECTION)

#: land and air units that the neutral USA has started this turn
US_UNITS_STARTED: Field[int] = Field("fa_us_units_started", 0)
#: Commonwealth ships that the naval support has made cheaper
SHIPS_SUPPORTED: Field[int] = Field("fa_ships_supported", 0)


def _neutral_usa(game: Position) -> int:
    """The USA while it is neutral, NOBODY otherwise."""
    usa = power_named(game, USA)
    return usa if usa != NOBODY and game.state.get(ENTRY_IN_USE) and not is_active(game, usa) else NOBODY


# ----------------------------------------------------------------------------------------------------------------- lending


@rule(_SECTION, "fa:5")
def lent_by_option(game: Position, recipient: int, points: bool) -> int:
    """How much the neutral USA may give this ally in a turn."""
    name = power_name(game, recipient)
    steps = _EAST[points] if name == RUSSIA else _WEST[points] if name in WESTERN(game) else ()
    return max((lent_under(game, option) for option in steps if is_chosen(game, option)), default=0)


@rule(_SECTION, "fa:5")
def the_neutral_usa_lends(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    """Only under an option; who gets build points must be in the war, who gets resources need not."""
    if giver == NOBODY or giver != _neutral_usa(game):
        return usual(game, giver, recipient, points)
    neutral_is_fine = not points and power_name(game, recipient) in _MAY_BE_NEUTRAL(game)
    return bool(lent_by_option(game, recipient, points)) and (neutral_is_fine or is_active(game, recipient))


@rule(_SECTION, "fa:5")
def up_to_the_option(
    usual: Callable[[Position, int, int, bool], int | None], game: Position, giver: int, recipient: int, points: bool
) -> int | None:
    if giver == NOBODY or giver != _neutral_usa(game):
        return usual(game, giver, recipient, points)
    return lent_by_option(game, recipient, points)


@rule(_SECTION)
def us_convoys_carry(
    usual: Callable[[Position, int, int, int], bool], game: Position, owner: int, power: int, recipient: int
) -> bool:
    """What the USA lends goes in its own convoys only once it refutes the naval war zones."""
    allied = recipient != owner and game.state[SIDE][recipient] == game.state[SIDE][owner]
    if owner == NOBODY or owner != _neutral_usa(game) or not allied:
        return usual(game, owner, power, recipient)
    return power == owner and is_chosen(game, REFUTE_WAR_ZONES)


# ---------------------------------------------------------------------------------------------------------------- building


@rule(_SECTION)
def neutral_building_violation(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, unit: int
) -> Violation | None:
    """The neutral USA builds ships, then a land or an air unit a turn, then what it likes; amphibious ships after 25."""
    found = usual(game, power, unit)
    if found is not None or power != _neutral_usa(game):  # at war it could choose no option any more
        return found
    counter = counter_of(game, unit)
    if counter.type is NavalType.AMPH and not is_chosen(game, GEAR_UP):
        return refused(_SECTION, "build-needs-war-option", power=Power(power), option=WarOption(GEAR_UP))
    if not isinstance(counter, LandCounter | AirCounter) or is_chosen(game, BUILD_UP):
        return None
    if not is_chosen(game, LIMITED_BUILD_UP):
        return refused(_SECTION, "build-needs-war-option", power=Power(power), option=WarOption(LIMITED_BUILD_UP))
    pilots = isinstance(counter, LandCounter) and built(game, BUILT_THIS_TURN, power)[PILOT_CLASS]
    if game.state.get(US_UNITS_STARTED) or pilots:
        return refused(_SECTION, "usa-builds-one-unit", power=Power(power), most=Number(1))
    return None


@rule(_SECTION)
def one_unit_in_an_order(game: Position, noun: Noun, power: int) -> Violation | None:
    """Under option 18 the land or air unit of the turn is one, also if several are ordered together."""
    if is_built_up(game, power):
        return None
    pools = pools_to_build_from(game, power)
    ordered = ((pools[name], number) for name, number in noun if name in pools)
    ashore = sum(number for pool, number in ordered if _is_ashore(game, units_in_pool(game, pool)[0]))
    return refused(_SECTION, "usa-builds-one-unit", power=Power(power), most=Number(1)) if ashore > 1 else None


def _is_ashore(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), LandCounter | AirCounter)


@rule(_SECTION, "fa:21.1")
def no_factories_yet(
    usual: Callable[[Position, int], Violation | None], game: Position, power: int
) -> Violation | None:
    """Before option 18 the neutral USA builds naval units and nothing else."""
    if is_built_up(game, power) or is_chosen(game, LIMITED_BUILD_UP):
        return usual(game, power)
    return refused(_SECTION, "build-needs-war-option", power=Power(power), option=WarOption(LIMITED_BUILD_UP))


@rule(_SECTION)
def is_built_up(game: Position, power: int) -> bool:
    """May the power do with its build points what the neutral USA may not before option 27?"""
    return power != _neutral_usa(game) or is_chosen(game, BUILD_UP)


@rule(_SECTION)
def the_neutral_usa_saves_nothing(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) and is_built_up(game, power)


@rule(_SECTION)
def the_neutral_usa_plans_no_offensives(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    return usual(game, power) if is_built_up(game, power) else 0


@rule(_SECTION)
def the_neutral_usa_trains_few(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    """Under option 18 a pilot beside the one aircraft of the turn, or instead of it, but not beside a land unit."""
    if is_built_up(game, power):
        return usual(game, power)
    started = built(game, BUILT_THIS_TURN, power)
    if not is_chosen(game, LIMITED_BUILD_UP) or game.state.get(US_UNITS_STARTED) > started[AIR]:
        return 0
    return max(0, min(usual(game, power), 1 - started[PILOT_CLASS]))


@rule(_SECTION)
def note_what_is_built(game: Game, event: UnitBuilt) -> None:
    if power_name(game, power_of(game, event.thing)) == USA and _is_ashore(game, event.thing):
        game.set(US_UNITS_STARTED, game.state.get(US_UNITS_STARTED) + 1)
    if is_supported(game, event.thing):
        game.set(SHIPS_SUPPORTED, game.state.get(SHIPS_SUPPORTED) + 1)
    if _is_recruit(game, event.thing):
        game.set(RECRUITS_LEFT, game.state.get(RECRUITS_LEFT) - 1)


def nothing_is_started(game: Game, event: TurnBegan) -> None:
    if game.state.get(US_UNITS_STARTED):
        game.set(US_UNITS_STARTED, 0)


@rule(_SECTION)
def american_industry(game: Position, multiple: Fraction, power: int) -> Fraction:
    """A fifth more for gearing up, and for the draft."""
    if power_name(game, power) != USA:
        return multiple
    return multiple + Fraction(_PERCENT_GAINED(game), 100) * sum(is_chosen(game, option) for option in (GEAR_UP, DRAFT))


@rule(_SECTION)
def is_supported(game: Position, unit: int) -> bool:
    """One of the next ten surface combatants of the Commonwealth, which builds or repairs it itself."""
    counter = counter_of(game, unit)
    if not isinstance(counter, NavalCounter) or counter.type is not NavalType.SCS or not is_chosen(game, NAVAL_SUPPORT):
        return False
    own = {power_of(game, unit), builder_of(game, unit)} == {power_named(game, COMMONWEALTH)}
    return own and _ships_left(game) > 0


def _ships_left(game: Position) -> int:
    return _SHIPS_HELPED(game) - game.state.get(SHIPS_SUPPORTED)


@rule("fa:15.4")
def _is_recruit(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    french = isinstance(counter, LandCounter) and power_name(game, power_of(game, unit)) == FRANCE
    return french and counter.type is LandType.INF and game.state.get(RECRUITS_LEFT) > 0


@rule(_SECTION, "fa:15.4")
def helped_units_cost_less(game: Position, cost: int, unit: int) -> int:
    helped = is_supported(game, unit) or _is_recruit(game, unit)
    return max(0, cost - _CHEAPER_BY(game)) if helped else cost


@rule(_SECTION, "fa:15.4")
def help_for_no_more_than_are_left(
    usual: Callable[[Position, UnitsOrdered], int], game: Position, order: UnitsOrdered
) -> int:
    """In one order, too, those beyond the ten ships and the four corps have their full price."""
    price = usual(game, order)
    for is_helped, left in ((is_supported, _ships_left(game)), (_is_recruit, game.state.get(RECRUITS_LEFT))):
        helped = sum(number for unit, number in order if is_helped(game, unit) and _price_fell(game, unit))
        price += max(0, helped - left) * _CHEAPER_BY(game)
    return price


def _price_fell(game: Position, unit: int) -> bool:
    """What costs nothing anyway is not made cheaper."""
    counter = counter_of(game, unit)
    printed = counter.cost_first if isinstance(counter, NavalCounter) else counter.cost
    return (printed or 0) >= _CHEAPER_BY(game)


# ---------------------------------------------------------------------------------------------------- 50 naval warfare


def _wages_naval_war(game: Position, power: int) -> bool:
    return power != NOBODY and power == _neutral_usa(game) and is_chosen(game, NAVAL_WARFARE)


@rule(_SECTION, "fa:9.1")
def any_action_though_neutral(
    usual: Callable[[Position, int], tuple[str, ...]], game: Position, power: int
) -> tuple[str, ...]:
    """Option 50 is an exception to the actions of neutral powers."""
    return ACTION_TYPES if _wages_naval_war(game, power) else usual(game, power)


@rule(_SECTION, "fa:11.3.1")
def sails_in_task_forces(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Option 50: any number of ships together are one naval move."""
    return usual(game, power) or _wages_naval_war(game, power)


# ------------------------------------------------------------------------------------------------------ ports and the canal


@rule(_SECTION, "fa:2.4.3")
def us_ports_are_closed(usual: Callable[[Position, int], int], game: Position, holder: int) -> int:
    """Option 28: no ships of the Central Powers in American ports."""
    closed = holder == _neutral_usa(game) and is_chosen(game, CLOSE_PORTS)
    return game.state[SIDE][holder] if closed else usual(game, holder)


@rule(_SECTION, "fa:11.3.3")
def panama_is_closed(
    usual: Callable[[Position, int, str, str], bool], game: Position, power: int, origin: str, to: str
) -> bool:
    """Option 30: to the Central Powers and their submarines too, though the USA is neutral."""
    if {origin, to} != {"East Pacific", "Caribbean"} or power == NOBODY:
        return usual(game, power, origin, to)
    usa = _neutral_usa(game)
    closed = usa != NOBODY and is_chosen(game, CLOSE_PANAMA)
    enemy = closed and game.state[SIDE][power] == other_side(game.state[SIDE][usa])
    return not enemy and usual(game, power, origin, to)


#: what closes ports and the canal
_READS = (ENTRY_IN_USE, OPTIONS_CHOSEN, *ACTIVITY)

MODULE = Module(
    schema=Schema(fields=(US_UNITS_STARTED, SHIPS_SUPPORTED)),
    subscribes=((UnitBuilt, note_what_is_built), (TurnBegan, nothing_is_started)),
    changes=(
        may_lend.wrapped_by(the_neutral_usa_lends),
        most_lent.wrapped_by(up_to_the_option),
        carries_for.wrapped_by(us_convoys_carry),
        unit_violation.wrapped_by(neutral_building_violation),
        GEARING.attach(one_unit_in_an_order),
        factory_violation.wrapped_by(no_factories_yet),
        may_save.wrapped_by(the_neutral_usa_saves_nothing),
        most_offensive_points.wrapped_by(the_neutral_usa_plans_no_offensives),
        most_pilots.wrapped_by(the_neutral_usa_trains_few),
        MULTIPLE.attach(american_industry),
        COST.attach(helped_units_cost_less, reads=(SHIPS_SUPPORTED, RECRUITS_LEFT)),
        price_of_order.wrapped_by(help_for_no_more_than_are_left),
        action_types.wrapped_by(any_action_though_neutral),
        sails_as_one.wrapped_by(sails_in_task_forces),
        ports_are_only_for.wrapped_by(us_ports_are_closed, reads=_READS),
        may_pass.wrapped_by(panama_is_closed, reads=_READS),
        submarines_may_pass.wrapped_by(panama_is_closed, reads=_READS),
    ),
)

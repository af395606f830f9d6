"""fa:14.4 While Reds and Whites fight: who co-operates, what is common ground, and what stays closed to the Central Powers."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.turn import power_name
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    change_control,
    master_of,
    power_of,
)
from worldfire.rules.s02_4_supply_limits import Tracer, holder_violation
from worldfire.rules.s09_war import declaration_violation
from worldfire.rules.s11_09_rail import RAILS, Railed
from worldfire.rules.s11_10_entry import CLOSED_HEX, regions_apart
from worldfire.rules.s11_15_land_combat import attacker_violation
from worldfire.rules.s13_06_production import OPEN_TO_RESOURCES
from worldfire.rules.s13_07_1_conquerors import conqueror_of
from worldfire.rules.s14_2_missions import Mission, strangers_violation
from worldfire.rules.s18_1_cooperation import cooperation_violation, powers_cooperate
from worldfire.titles.fa.civil_war.factions import (
    FIGHTING,
    GERMANY,
    NEUTRAL_FOR_GOOD,
    OTTOMANS,
    REDS_WON,
    SECTION,
    STAGE,
    factions,
    is_common_ground,
    is_fighting,
    red_country,
    reds,
    soil,
    towns,
    white_country,
)
from worldfire.titles.fa.entry.deeds import central_side, is_central
from worldfire.titles.fa.politics.absorbing import ABSORBED, CAUCASUS, MINSK, hexes_of_region, is_in_civil_war
from worldfire.titles.fa.politics.points import earns_by_taking
from worldfire.titles.fa.victory import counts_half

#: regions that only one of the Central Powers may enter
ABSORBED_BY = {MINSK: GERMANY, CAUCASUS: OTTOMANS}

# ------------------------------------------------------------------------------------------------------- with whom they are


@rule(SECTION, "fa:19.1")
def factions_stand_alone(usual: Callable[[Position, int, int], bool], game: Position, one: int, other: int) -> bool:
    """Neither faction co-operates with a major power."""
    alone = one != other and is_fighting(game) and bool({one, other} & {*factions(game)})
    return not alone and usual(game, one, other)


@rule(SECTION, "fa:19.1")
def partisans_fight_beside_reds(
    usual: Callable[[Position, int, int], Violation | None], game: Position, one: int, other: int
) -> Violation | None:
    found = usual(game, one, other)
    if found is None or not is_fighting(game):
        return found
    partisans = [unit for unit in (one, other) if is_partisan(game, unit)]
    country, red = game.state[COUNTRY], red_country(game)
    return None if partisans and country[one] == country[other] == red else found


@rule(SECTION, "fa:15")
def factions_earn_nothing(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) and not (is_fighting(game) and power in factions(game))


@rule(SECTION, "fa:13.2.3.1")
def reds_are_no_central_power(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Neutrals have noticed the revolution; which Russian towns the Reds hold afterwards is no conquest to them."""
    return usual(game, power) and master_of(game, power) != reds(game)


@rule(SECTION, "fa:13.7.1.2")
def reds_count_half(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) or (power != NOBODY and power == reds(game))


@rule(SECTION, "fa:13.6.1")
def nobody_conquers_russia(usual: Callable[[Position, int], int], game: Position, country: int) -> int:
    """The factories decide who wins, not the capital; and a Red Russia is left alone."""
    closed = country == white_country(game) and game.state.get(STAGE) in (FIGHTING, REDS_WON)
    return NOBODY if closed else usual(game, country)


@rule(SECTION)
def red_russia_is_left_alone(
    usual: Callable[[Position, int, str], Violation | None], game: Position, power: int, name: str
) -> Violation | None:
    """Neutral for the rest of the game."""
    if name in (power_name(game, each) for each in game.state.get(NEUTRAL_FOR_GOOD)):
        return refused(SECTION, "red-russia-is-neutral", power=Power(power))
    return usual(game, power, name)


# ----------------------------------------------------------------------------------------------------------- common ground


@rule(SECTION, "fa:2.4.2")
def supply_crosses_common_ground(
    usual: Callable[[Position, Tracer, int], Violation | None], game: Position, tracer: Tracer, place: int
) -> Violation | None:
    found = usual(game, tracer, place)
    return None if found is not None and is_common_ground(game, place) else found


@rule(SECTION, "fa:11.8")
def trains_cross_common_ground(game: Position, hexes: frozenset[int], side: int, power: int) -> frozenset[int]:
    if not is_fighting(game):
        return hexes
    return hexes | {place for place in soil(game) - towns(game) if is_common_ground(game, place)}


@rule(SECTION, "fa:2.5.3")
def who_comes_by_train_holds_the_hex(game: Game, event: Railed) -> None:
    """Common ground is his who stands on it."""
    power = power_of(game, event.thing)
    if is_common_ground(game, event.to) and at_war(game, power, game.state[CONTROLLER][event.to]):
        change_control(game, event.to, power)


@rule(SECTION, "fa:13.5.1")
def resources_cross_common_ground(game: Position, power: int, place: int) -> bool:
    return is_common_ground(game, place)


# ------------------------------------------------------------------------------------------- what the Central Powers leave


@rule(SECTION, "fa:15.2")
def closed_to_the_central_powers(game: Position, unit: int, place: int) -> Violation | None:
    """They neither enter Russia nor attack into it, but for what they have absorbed."""
    if not is_fighting(game) or place not in soil(game):
        return None
    power = power_of(game, unit)
    if game.state[SIDE][power] != central_side(game) or power == reds(game) or _has_absorbed(game, power, place):
        return None
    return refused(SECTION, "russia-is-closed", unit=Thing(unit), place=Place(place))


@rule(SECTION, "fa:15.2")
def absorbed_regions_are_apart(usual: Callable[[Position], Mapping[int, str]], game: Position) -> Mapping[int, str]:
    """What is absorbed is entered by other politics than the rest of Russia, and so is what others hold of it."""
    if not is_fighting(game):
        return usual(game)
    return game.recall("regions of Russia apart", lambda: {**usual(game), **_regions_of_russia(game)})


def _regions_of_russia(game: Position) -> dict[int, str]:
    home, russia = game.state[HOME_COUNTRY], white_country(game)
    foreign = {place: SECTION for place in soil(game) if home[place] != russia}
    regions = game.state.get(ABSORBED)
    return {**foreign, **{place: name for name in regions for place in hexes_of_region(game, name)}}


def _has_absorbed(game: Position, power: int, place: int) -> bool:
    name = power_name(game, power)
    return any(
        place in hexes_of_region(game, region) and ABSORBED_BY.get(region, name) == name
        for region in game.state.get(ABSORBED)
    )


@rule(SECTION)
def no_attack_into_russia(
    usual: Callable[[Position, int, int], Violation | None], game: Position, unit: int, target: int
) -> Violation | None:
    return closed_to_the_central_powers(game, unit, target) or usual(game, unit, target)


@rule(SECTION)
def no_sortie_into_russia(
    usual: Callable[[Position, Mission, int, int], Violation | None],
    game: Position,
    mission: Mission,
    thing: int,
    place: int,
) -> Violation | None:
    """Neither aircraft nor guns."""
    return closed_to_the_central_powers(game, thing, place) or usual(game, mission, thing, place)


READS = (STAGE, ABSORBED, COUNTRY, POWER, SIDE)

MODULE = Module(
    schema=Schema(fields=(STAGE, NEUTRAL_FOR_GOOD)),
    subscribes=((Railed, who_comes_by_train_holds_the_hex),),
    changes=(
        is_in_civil_war.replaced_by(is_fighting),
        powers_cooperate.wrapped_by(factions_stand_alone, reads=(STAGE,)),
        cooperation_violation.wrapped_by(partisans_fight_beside_reds, reads=(STAGE, COUNTRY)),
        earns_by_taking.wrapped_by(factions_earn_nothing),
        is_central.wrapped_by(reds_are_no_central_power),
        counts_half.wrapped_by(reds_count_half),
        conqueror_of.wrapped_by(nobody_conquers_russia),
        declaration_violation.wrapped_by(red_russia_is_left_alone),
        holder_violation.wrapped_by(supply_crosses_common_ground, reads=(STAGE, CONTROLLER)),
        RAILS.attach(trains_cross_common_ground),
        OPEN_TO_RESOURCES.attach(resources_cross_common_ground),
        CLOSED_HEX.attach(closed_to_the_central_powers, reads=READS),
        regions_apart.wrapped_by(absorbed_regions_are_apart, reads=(STAGE, ABSORBED, HOME_COUNTRY)),
        attacker_violation.wrapped_by(no_attack_into_russia),
        strangers_violation.wrapped_by(no_sortie_into_russia),
    ),
)

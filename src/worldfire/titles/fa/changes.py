"""Small answers that are other ones than in the common book, in the order of the title's own sections.

What differs because of something that only this game has stands with that; all changes together are in docs/changes-fa.md.
Numbers that differ are in `data/charts/fa/figures.csv`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.airways import takes_what_is_entered
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import power_of
from worldfire.options.o05_ships_in_flames import any_number_of_convoys, convoys_with_ships, other_home_countries
from worldfire.rules.s02_4_supply import coast_is_open, from_any_coast
from worldfire.rules.s02_4_supply_limits import Tracer, guards_supply_of
from worldfire.rules.s02_4_supply_sources import draws_on_conquests, supplies_allies
from worldfire.rules.s04_2_1_convoys import ports_abroad, ports_in
from worldfire.rules.s04_reinforcements import lose_ships_without_ports
from worldfire.rules.s08_weather import port_iced_in
from worldfire.rules.s11_04_naval_units import part_of_convoys_violation
from worldfire.rules.s11_07_bombing_table import Bombardment
from worldfire.rules.s11_07_strategic_bombardment import BOMBARDMENT
from worldfire.rules.s11_10_6_overrun import overrun_violation
from worldfire.rules.s13_06_1_network import CARRY, carries_for, could_carry
from worldfire.rules.s13_06_5_naval_production import cost_of_convoys, repair_cost_of_convoys
from worldfire.rules.s13_07_5_liberation import units_that_return
from worldfire.rules.s14_2_missions import Mission
from worldfire.rules.s14_air_combat import AirCombat, backing_strength
from worldfire.rules.s18_1_cooperation import is_minor_country, powers_cooperate
from worldfire.rules.s19_4_1_minor_fleets import column_of_convoys
from worldfire.titles.fa.independence import free_minors_of

A_POINT = Figure("tenths that a fighter behind the front one adds", "fa:16.3.2.1")


@rule("fa:2.4.2")
def any_home_supplies(game: Position, power: str, country: str) -> bool:
    """All home countries of the Commonwealth supply whoever co-operates with it."""
    return True


@rule("fa:2.4.2", "fa:19.1")
def conquests_of_its_own_power(
    usual: Callable[[Position, Tracer, int], bool], game: Position, tracer: Tracer, conqueror: int
) -> bool:
    """Units of a minor country co-operate with nobody else than their own major power, whoever that co-operates with."""
    strange = conqueror != tracer.power and is_minor_country(game, tracer.country)
    return not strange and usual(game, tracer, conqueror)


@rule("fa:2.4.2.3")
def any_coast(game: HasRuleset) -> bool:
    """A path overseas begins at the coast that an HQ stands on, wherever it leads."""
    return True


@rule("fa:2.4.2.3")
def whoever_the_power_controls(game: Position, tracer: Tracer, ship: int) -> bool:
    """A ship of the units' own major power, or of one that it co-operates with, from whichever country that leads."""
    return powers_cooperate(game, tracer.power, power_of(game, ship))


@rule("fa:2.4.2.3", "fa:8.2.1.4")
def no_way_through_the_ice(game: Position, place: int) -> bool:
    """Out of a hex whose port is closed no path leads overseas, nor from the coast beside it."""
    return not port_iced_in(game, place)


@rule("fa:4.2.1", "fa:20.3")
def one_abroad_in_all(
    usual: Callable[[Position, int], tuple[tuple[int, ...], ...]], game: Position, power: int
) -> tuple[tuple[int, ...], ...]:
    """A single convoy point in any aligned country, a new one too, or other home country of the Commonwealth."""
    groups = (*other_home_countries(usual, game, power), ports_in(game, power, {*free_minors_of(game, power)}))
    return (tuple(sorted({port for ports in groups for port in ports})),)


@rule("fa:11.9.6")
def land_units_stand(
    game: Position, units: tuple[int, ...], place: int, *, set_out_in_supply: bool = True
) -> Violation:
    """Land units are never overrun, only aircraft and ships."""
    return refused("fa:11.9.6", "land-units-are-not-overrun", place=Place(place))


@rule("fa:11.6.2")
def nothing_for_an_easy_raid(game: Position, raid: Bombardment, mission: Mission, place: int) -> Bombardment:
    """The die is not modified, whether or not anybody opposed the bombers."""
    return msgspec.structs.replace(raid, opposed=True)


@rule("fa:16.1.1")
def by_the_hex_entered(game: HasRuleset) -> bool:
    """Out of Europe a step takes 4 points, into Europe 1."""
    return True


@rule("fa:16.3.2.1")
def a_point_for_each(game: Position, combat: AirCombat, thing: int) -> int:
    """Every fighter behind the front one adds a whole point, however good it is."""
    return A_POINT(game)


@rule("fa:13.5.1.2", "fa:5.2")
def allies_help_the_recipient(
    usual: Callable[[Position, int, int, int], bool], game: Position, owner: int, power: int, recipient: int
) -> bool:
    """What a neutral power gives is shipped by its recipient, and active allies add to his chain as to any other.

    It is the giver who plans the route, so an ally may tell either of them that he agrees.
    """
    if usual(game, owner, power, recipient):
        return True
    agrees = (CARRY.granted(game, seat_of_power(game, owner), seat_of_power(game, who)) for who in (power, recipient))
    return could_carry(game, owner, recipient) and any(agrees)


@rule("fa:13.5.5.4", "fa:4.2.1")
def they_wait_for_a_port(usual: Callable[[Game], None], game: Game) -> None:
    """Ships and convoy points in building whose owner has no port at home any more are not lost: they find no place yet."""


@rule("fa:13.5.5.4", "fa:11.9.6.2")
def repaired_for_their_price(game: Position, points: int) -> int:
    """Convoy points are never damaged, but captured ones wait in the repair pool: any number, for a build point each."""
    return cost_of_convoys(game, points)


@rule("fa:13.6.3.1")
def all_return(game: Position, count: int) -> int:
    """Everything that a liberated country has lost comes back."""
    return count


MODULE = Module(
    changes=(
        supplies_allies.replaced_by(any_home_supplies),  # 2.4.2
        draws_on_conquests.wrapped_by(conquests_of_its_own_power),  # 2.4.2
        from_any_coast.replaced_by(any_coast),  # 2.4.2.3
        guards_supply_of.replaced_by(whoever_the_power_controls),  # 2.4.2.3
        coast_is_open.replaced_by(no_way_through_the_ice),  # 2.4.2.3, 8.2.1.4
        ports_abroad.wrapped_by(one_abroad_in_all),  # 4.2.1
        part_of_convoys_violation.replaced_by(any_number_of_convoys),  # 13.5.1.4
        overrun_violation.replaced_by(land_units_stand),  # 11.9.6
        BOMBARDMENT.attach(nothing_for_an_easy_raid),  # 11.6.2
        carries_for.wrapped_by(allies_help_the_recipient),  # 13.5.1.2
        lose_ships_without_ports.wrapped_by(they_wait_for_a_port),  # 13.5.5.4
        repair_cost_of_convoys.replaced_by(repaired_for_their_price),  # 13.5.5.4
        units_that_return.replaced_by(all_return),  # 13.6.3
        takes_what_is_entered.replaced_by(by_the_hex_entered),  # 16.1.1
        backing_strength.replaced_by(a_point_for_each),  # 16.3.2
        column_of_convoys.replaced_by(convoys_with_ships),  # 20.5.2
    ),
)

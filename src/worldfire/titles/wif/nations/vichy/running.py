"""17.4.1 to 17.4.4 Running Vichy: its wars, its actions, who may come in, and what it gives away."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war, unit_at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import Moved, board_of, counter_of, things_at
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    change_country,
    master_of,
    power_of,
    side_of,
)
from worldfire.rules.s02_4_supply_limits import NEUTRAL_LETS_SUPPLY_PASS
from worldfire.rules.s04_reinforcements import may_destroy_isolated
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s09_war import WarDeclared, declaration_violation, us_entry_roll_is_due
from worldfire.rules.s10_actions import ActionChosen, account_of, choose_action, chooses_action
from worldfire.rules.s11_04_1_naval_moves import sails_as_one
from worldfire.rules.s11_10_entry import hexes_apart, politics_violation
from worldfire.rules.s13_04_return_to_base import must_return
from worldfire.rules.s13_09_victory import counts_for
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.rules.s18_2_commitments import host_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.wif.nations.vichy.creation import VichyDeclared, befriend_free_france
from worldfire.titles.wif.nations.vichy.standing import (
    DIVIDED,
    HOSTILE,
    INSTALLER,
    ROUSED,
    USA,
    VICHY,
    french_country,
    is_hostile,
    is_in_vichy_france,
    is_vichy,
    make_hostile,
    region_hexes,
    stands,
    vichy_country,
    vichy_power,
)

#: hexes of Vichy France beside units at war with the installer, which he may enter while Vichy is neutral (17.4.3)
PURSUIT: Field[tuple[int, ...]] = Field("vichy_pursuit", ())

# ------------------------------------------------------------------------------------------------------- 17.4.1 its wars


@rule("17.4.1")
def wars_of_vichy(
    usual: Callable[[Position, int, str], Violation | None], game: Position, power: int, name: str
) -> Violation | None:
    """It declares war only on those it is hostile to; only those at war with its installer declare war on it.

    When the USA may do so is said in 9.4.
    """
    found = usual(game, power, name)
    if found is not None or not stands(game):
        return found
    enemy = next((each for each in game.state.get(HOSTILE) if _name(game, each) == name), NOBODY)
    if power == vichy_power(game) and enemy == NOBODY:
        return refused("17.4.1", "vichy-not-hostile", power=Power(power))
    if name == VICHY and _name(game, power) != USA and not at_war(game, power, game.state.get(INSTALLER)):
        return refused("17.4.1", "not-at-war-with-installer", power=Power(power), target_power=Power(vichy_power(game)))
    return None


def _name(game: Position, power: int) -> str:
    return game.state.get(POWER_NAMES)[power]


@rule("17.4.1", "9.3")
def the_usa_does_not_care(usual: Callable[[Position, int, int], bool], game: Position, power: int, enemy: int) -> bool:
    """What Vichy declares has no US entry effect."""
    return not is_vichy(game, power) and usual(game, power, enemy)


@rule("17.4.1", "17.4.5")
def allied_units_enter(game: Game, event: Moved) -> None:
    """In Vichy France itself that makes Vichy hostile, and its units waver no more."""
    if not stands(game) or not is_hex(game, event.to) or not is_in_vichy_france(game, event.to):
        return
    counter = counter_of(game, event.thing)
    stranger = side_of(game, event.thing) not in (NOBODY, game.state[SIDE][vichy_power(game)])
    if stranger and not isinstance(counter, NavalCounter) and not is_partisan(game, event.thing):
        make_hostile(game, power_of(game, event.thing))
        if not game.state.get(ROUSED):
            game.set(ROUSED, True)


# ------------------------------------------------------------------------------------------------------ 17.4.2 its units


@rule("17.4.2")
def has_no_choice(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return not is_vichy(game, power) and usual(game, power)


@rule("17.4.2", "17.4")
def acts_like_its_installer(game: Game, event: ActionChosen) -> None:
    """The same action, even if Vichy is neutral; who wants it to pass leaves its units where they are."""
    if stands(game) and event.power == game.state.get(INSTALLER):
        choose_action(game, vichy_power(game), event.action)


@rule("17.4.2", "10.2")
def counts_for_its_installer(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    return game.state.get(INSTALLER) if is_vichy(game, power) else usual(game, power)


@rule("17.4.2", "11.4.1")
def sails_ship_by_ship(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Unless it is hostile to somebody."""
    return is_hostile(game) if is_vichy(game, power) else usual(game, power)


@rule("17.4.2", "13.4")
def returns_to_base(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """All its ships, unless it is hostile to somebody."""
    peaceful = is_vichy(game, power_of(game, unit)) and not is_hostile(game)
    return (peaceful and isinstance(counter_of(game, unit), NavalCounter)) or usual(game, unit)


@rule("17.3.2")
def losses_are_free_french(game: Game, event: Destroyed) -> None:
    """What Vichy loses enters the force pools as Free French."""
    if stands(game) and game.state[COUNTRY][event.thing] == vichy_country(game):
        change_country(game, event.thing, french_country(game))


@rule("4.3", "17.4.2")
def destroys_if_hostile(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Vichy destroys its isolated units only if it is hostile to somebody."""
    return is_hostile(game) if is_vichy(game, power) else usual(game, power)


# ------------------------------------------------------------------------------------------------------ 17.4.3 who may enter


@rule("17.4.2", "17.4.3")
def access_violation(
    usual: Callable[[Position, int, int], Violation | None], game: Position, unit: int, place: int
) -> Violation | None:
    """Vichy's own units stay on their own or enemy soil; of the Axis only the installer's come in, and not everywhere."""
    if not stands(game):
        return usual(game, unit, place)
    holder = game.state[CONTROLLER][place]
    power = power_of(game, unit)
    if holder == NOBODY or unit_at_war(game, unit, holder):
        return usual(game, unit, place)
    vichy, master = vichy_power(game), master_of(game, holder)
    if power == vichy and master != vichy:
        return refused("17.4.2", "vichy-stays-at-home", unit=Thing(unit), place=Place(place))
    if master != vichy or power == vichy or game.state[SIDE][power] != game.state[SIDE][vichy]:
        return usual(game, unit, place)
    return (
        None
        if may_enter_vichy(game, unit, place)
        else refused("17.4.3", "vichy-lets-nobody-in", unit=Thing(unit), place=Place(place))
    )


@rule("17.4.3")
def may_enter_vichy(game: Position, unit: int, place: int) -> bool:
    """Only units of the power that installed Vichy.

    While it is neutral beside the enemy in Vichy France; while it is active also its administration groups; everywhere once
    it is hostile to somebody.
    """
    power = power_of(game, unit)
    if power != game.state.get(INSTALLER):
        return False
    active = is_active(game, vichy_power(game))
    if active and is_hostile(game):
        return True
    if game.state[HOME_COUNTRY][place] == vichy_country(game):
        return place in game.state.get(PURSUIT)
    return active


@rule("17.4.3", "18.2/foreign troop commitments")
def installer_is_a_guest(usual: Callable[[Position, int, int], int], game: Position, unit: int, place: int) -> int:
    """In an administration group of an active Vichy that is hostile to nobody its units need their own HQs."""
    home = game.state[HOME_COUNTRY][place]
    if stands(game) and home != NOBODY and game.state[POWER][home] == vichy_power(game):
        guest = power_of(game, unit) == game.state.get(INSTALLER) and not is_partisan(game, unit)
        return home if guest and not is_hostile(game) and home != vichy_country(game) else NOBODY
    return usual(game, unit, place)


@rule("17.4.3")
def open_to_pursuit(usual: Callable[[Position], frozenset[int]], game: Position) -> frozenset[int]:
    pursuit = game.state.get(PURSUIT)
    return usual(game).union(pursuit)


@rule("17.4.3", "2.4.2/limits on supply paths")
def supply_into_vichy(game: Position, country: int, place: int) -> bool:
    """The installer's units trace supply into the hexes that they can move into."""
    return game.state[POWER][country] == game.state.get(INSTALLER) and place in game.state.get(PURSUIT)


@rule("17.4.3")
def look_for_pursuit(game: Game) -> None:
    """Hexes of Vichy France beside units whose power is at war with the installer."""
    found: tuple[int, ...] = ()
    if stands(game):
        installer, vichy = game.state.get(INSTALLER), vichy_power(game)
        held = (place for place in region_hexes(game) if game.state[CONTROLLER][place] == vichy)
        found = tuple(place for place in held if _beside_enemies(game, place, installer))
    if found != game.state.get(PURSUIT):
        game.set(PURSUIT, found)


def _beside_enemies(game: Position, place: int, installer: int) -> bool:
    beside = (unit for near in board_of(game).adjacent[place] for unit in things_at(game, near))
    return any(
        at_war(game, power_of(game, unit), installer)
        and not isinstance(counter_of(game, unit), NavalCounter)
        and not is_partisan(game, unit)
        for unit in beside
    )


@rule("17.4.3")
def somebody_moved(game: Game, event: Moved) -> None:
    if stands(game) and at_war(game, power_of(game, event.thing), game.state.get(INSTALLER)):
        near = board_of(game).adjacent
        region = {*region_hexes(game)}
        if any(is_hex(game, end) and not region.isdisjoint(near[end]) for end in (event.origin, event.to)):
            look_for_pursuit(game)


def vichy_was_declared(game: Game, event: VichyDeclared) -> None:
    look_for_pursuit(game)


def war_was_declared(game: Game, event: WarDeclared) -> None:
    look_for_pursuit(game)
    befriend_free_france(game)


# ------------------------------------------------------------------------------------------------------ 17.4.4 production


@rule("17.4.4", "5")
def gives_only_if_hostile(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    """Vichy, active like others who give, must be hostile to an Allied major power too."""
    return usual(game, giver, recipient, points) and (is_hostile(game) or not is_vichy(game, giver))


@rule("13.9/final victory")
def objectives_of_vichy(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    """They are added to those of the power that installed it."""
    return game.state.get(INSTALLER) if is_vichy(game, power) else usual(game, power)


_READS = (INSTALLER, HOSTILE, PURSUIT)

MODULE = Module(
    schema=Schema(fields=(INSTALLER, HOSTILE, ROUSED, DIVIDED, PURSUIT)),
    subscribes=(
        (Moved, allied_units_enter),
        (Moved, somebody_moved),
        (ActionChosen, acts_like_its_installer),
        (Destroyed, losses_are_free_french),
        (VichyDeclared, vichy_was_declared),
        (WarDeclared, war_was_declared),
    ),
    changes=(
        declaration_violation.wrapped_by(wars_of_vichy, reads=_READS),
        us_entry_roll_is_due.wrapped_by(the_usa_does_not_care, reads=_READS),
        chooses_action.wrapped_by(has_no_choice, reads=_READS),
        account_of.wrapped_by(counts_for_its_installer, reads=_READS),
        sails_as_one.wrapped_by(sails_ship_by_ship, reads=_READS),
        must_return.wrapped_by(returns_to_base, reads=_READS),
        may_destroy_isolated.wrapped_by(destroys_if_hostile, reads=_READS),
        politics_violation.wrapped_by(access_violation, reads=_READS),
        hexes_apart.wrapped_by(open_to_pursuit, reads=_READS),
        host_of.wrapped_by(installer_is_a_guest, reads=_READS),
        NEUTRAL_LETS_SUPPLY_PASS.attach(supply_into_vichy, reads=_READS),
        counts_for.wrapped_by(objectives_of_vichy, reads=_READS),
        may_lend.wrapped_by(gives_only_if_hostile, reads=_READS),
    ),
)

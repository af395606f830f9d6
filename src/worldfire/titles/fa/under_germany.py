"""15.3.1 The units of an inactive Japan that Germany moves, in the impulses of the Central Powers.

They are as much at war with the Central Powers as the others, so Germany leads them against its own land or leaves them where
they are. When the Central Powers have acted, Germany may lead them: for as long as that takes, Japan's side is the active one,
Japan has chosen a combined action of its own, everybody else of that side has passed, and Germany's player plays Japan. At all
other times they stand by, and the Commonwealth answers for them. At sea nobody fights them, nor do they fight anybody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, at_sea, place_index, sea_of_section, things_at
from worldfire.forces.turn import (
    ACTIONS,
    ACTIVE_SIDE,
    LED_BY_ENEMY,
    active_side,
    is_active,
    other_side,
    powers_of_side,
    seat_of_power,
)
from worldfire.forces.who import COUNTRY, POWER, POWER_NAMES, SIDE, lend_seat, power_named, power_of
from worldfire.rules.s02_4_supply_limits import DOES_NOT_CLOSE_SEA, DOES_NOT_KEEP_SEA_OPEN
from worldfire.rules.s03_sequence import IMPULSE_OF_A_SIDE, step_name
from worldfire.rules.s04_reinforcements import ARRIVALS, REINFORCEMENTS, Arrivals, Reinforcing, may_be_given_up
from worldfire.rules.s10_actions import COMBINED, PASS, STANDS_BY, choose_action
from worldfire.rules.s11_04_6_interception import hunters
from worldfire.rules.s11_04_under_way import Interception
from worldfire.rules.s11_05_4_committing import Force, fights
from worldfire.rules.s13_04_return_to_base import (
    ReturnToBase,
    next_power_returns,
    no_base,
    sail_home,
    ships_are_home,
)
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.expedition import SAILING, UNDER_THE_COMMONWEALTH, Expedition, units_of_zone
from worldfire.titles.fa.japan import (
    COMMONWEALTH,
    EXPEDITION,
    GERMANY,
    JAPAN,
    LED_BY_GERMANY,
    UNDER_GERMANY,
    is_on_expedition,
)
from worldfire.titles.fa.latent import zones_on_the_map

_SECTION = "fa:15.3.1"
#: the part of the campaign's set-up that Germany moves
GERMANYS_ZONE = "under Germany"
#: what they do in their impulse: they have no aircraft, and fight nobody at sea
ACTIVITIES = (
    "naval movement",
    "rail movement",
    "land movement",
    "debark at sea",
    "invasions",
    "land combat",
    "reorganisation",
)


def _japan(game: Position) -> int:
    return power_named(game, JAPAN)


def is_germanys(game: Position, unit: int) -> bool:
    return unit in game.state.get(UNDER_GERMANY)


def _germany_plays_japan(game: Game) -> None:
    lend_seat(game, _japan(game), seat_of_power(game, power_named(game, GERMANY)))


def _commonwealth_plays_japan(game: Game) -> None:
    """Unless Japan has made up its mind in the meantime."""
    if is_on_expedition(game, _japan(game)):
        lend_seat(game, _japan(game), seat_of_power(game, power_named(game, COMMONWEALTH)))


@rule(_SECTION)
def germany_leads(game: Position, power: int) -> bool:
    """It is no ally of Japan's side for that."""
    return is_on_expedition(game, power) and seat_of_power(game, power) == seat_of_power(
        game, power_named(game, GERMANY)
    )


# ----------------------------------------------------------------------------------------------------- they come on the map


class ShareTaken(Event, frozen=True):
    """From now on the power moves these units of another one."""

    power: PowerId
    target_power: PowerId
    units: tuple[ThingId, ...]


class Coming(msgspec.Struct):
    """Units of Germany's share that arrive."""

    units: tuple[int, ...]


@step(_SECTION)
def germanys_share_is_set_up(game: Game, expedition: Expedition) -> Control:
    units = units_of_zone(game, GERMANYS_ZONE)
    if not units:
        return None
    game.set(UNDER_GERMANY, units)
    game.say(ShareTaken(power=power_named(game, GERMANY), target_power=_japan(game), units=units))
    return Call(COMING.name, Coming(units))


@step(_SECTION, also=("fa:4.2",))
def germanys_share_comes_back(game: Game, stage: Reinforcing) -> Control:
    now = place_index(game, circle_space(game.state.get(TURN)))
    units = tuple(unit for unit in things_at(game, now) if is_germanys(game, unit))
    return Call(COMING.name, Coming(units)) if units else None


@step(_SECTION, also=("fa:4.2",))
def germany_places_them(game: Game, coming: Coming) -> Control:
    """At home, as all reinforcements of Japan."""
    _germany_plays_japan(game)
    later = place_index(game, circle_space(game.state.get(TURN) + 1))
    return Call(ARRIVALS.name, Arrivals(_japan(game), coming.units, later))


@step(_SECTION)
def they_are_placed(game: Game, coming: Coming) -> Control:
    _commonwealth_plays_japan(game)
    return End()


COMING = procedure("Germany’s Japanese arrive", _SECTION, germany_places_them, they_are_placed, locals=Coming)


@rule(_SECTION, "fa:15.3.5")
def what_sailed_is_set_up(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    """When Japan joins a side it sets up what is left of its chart."""
    if not game.state.get(EXPEDITION) or power != _japan(game):
        return usual(game, power)
    zones = (task.where for task in dict(layout_of(game).tasks)[JAPAN])
    return sum(zone in (UNDER_THE_COMMONWEALTH, GERMANYS_ZONE) for zone in zones)


# ------------------------------------------------------------------------------------------------------ Germany leads them


class Leading(msgspec.Struct):
    """What the Central Powers had chosen, and what the units are still to do."""

    actions: tuple[str, ...] = ()
    left: tuple[str, ...] = ACTIVITIES


@rule(_SECTION)
def may_be_led(game: Position) -> bool:
    """In an impulse of the Central Powers, while some of them can move."""
    germany = power_named(game, GERMANY)
    if not game.state.get(UNDER_GERMANY) or active_side(game) != central_side(game):
        return False
    plays = germany in powers_of_side(game, central_side(game)) and is_active(game, germany)
    return plays and is_on_expedition(game, _japan(game)) and any(_can_act(game))


def _can_act(game: Position) -> Iterator[bool]:
    for unit in game.state.get(UNDER_GERMANY):
        place = game.state[PLACE][unit]
        there = is_hex(game, place) or bool(sea_of_section(game, place))
        yield there and not game.state[FACE_DOWN][unit]


@step(_SECTION)
def japanese_of_germany_act(game: Game, nothing: None) -> Control:
    """After the Central Powers themselves."""
    return Call(LEADING.name, Leading()) if may_be_led(game) else None


@rule(_SECTION, "fa:10.1", "fa:10.2")
def _lead(game: Game, leading: Leading, seat: str, noun: Noun) -> Control:
    """Japan alone acts, as if it had called a combined."""
    japan, allies = _japan(game), other_side(central_side(game))
    leading.actions = game.state.get(ACTIONS)
    game.set(LED_BY_GERMANY, True)
    _germany_plays_japan(game)
    game.set(ACTIVE_SIDE, allies)
    game.set(ACTIONS, tuple(PASS if side == allies else "" for side in game.state[SIDE]))
    choose_action(game, japan, COMBINED)
    return None


def _leave(game: Game, leading: Leading, seat: str, noun: Noun) -> Control:
    return End()


LEAD_JAPANESE = Verb("lead-japanese", _SECTION, _lead)
LEAVE_JAPANESE = Verb("leave-japanese", _SECTION, _leave)


@step(_SECTION, LEAVE_JAPANESE, LEAD_JAPANESE)
def germany_may_lead(game: Game, leading: Leading) -> Control:
    germany = power_named(game, GERMANY)
    seat = seat_of_power(game, germany)
    return one(
        seat, LEAVE_JAPANESE, LEAD_JAPANESE, rule=_SECTION, prompt="lead-japanese-units", power=Power(_japan(game))
    )


@step(_SECTION)
def next_activity(game: Game, leading: Leading) -> Control:
    if not leading.left:
        return Goto("central_powers_are_active_again")
    activity, leading.left = leading.left[0], leading.left[1:]
    return Call(step_name(activity))


@step(_SECTION)
def and_the_next(game: Game, leading: Leading) -> Control:
    return Goto("next_activity")


@step(_SECTION)
def central_powers_are_active_again(game: Game, leading: Leading) -> Control:
    game.set(LED_BY_GERMANY, False)
    _commonwealth_plays_japan(game)
    game.set(ACTIVE_SIDE, central_side(game))
    game.set(ACTIONS, leading.actions)
    return End()


LEADING = procedure(
    "Germany leads Japanese",
    _SECTION,
    germany_may_lead,
    next_activity,
    and_the_next,
    central_powers_are_active_again,
    locals=Leading,
)


@rule(_SECTION)
def only_one_share_acts(game: Position, unit: int) -> Violation | None:
    """Germany's in its own impulse, the Commonwealth's in those of the Allies."""
    share = game.state.get(UNDER_GERMANY)
    if not share or (unit in share) == game.state.get(LED_BY_GERMANY):
        return None
    if unit in share:
        return refused(_SECTION, "germany-moves-it", unit=Thing(unit))
    return (
        refused(_SECTION, "commonwealth-moves-it", unit=Thing(unit)) if power_of(game, unit) == _japan(game) else None
    )


@rule(_SECTION, "fa:4.3")
def germanys_are_kept(usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int) -> tuple[int, ...]:
    """The Commonwealth gives up none of them."""
    return tuple(unit for unit in usual(game, power) if not is_germanys(game, unit))


# ------------------------------------------------------------------------------------------------------------------- at sea


@rule(_SECTION, "fa:11.5")
def germanys_ships_do_not_fight(
    usual: Callable[[Position, int, Force], bool], game: Position, unit: int, enemies: Force
) -> bool:
    """And are fought by nobody."""
    share = game.state.get(UNDER_GERMANY)
    if not share:
        return usual(game, unit, enemies)
    others = tuple(enemy for enemy in enemies.units if enemy not in share)
    return unit not in share and usual(game, unit, msgspec.structs.replace(enemies, units=others))


@rule(_SECTION, "fa:11.4")
def germanys_ships_sail_in_peace(
    usual: Callable[[Position, Interception], Iterator[int]], game: Position, attempt: Interception
) -> Iterator[int]:
    """Nobody intercepts them, nor do they."""
    if all(is_germanys(game, hand.sailor.ship) for hand in attempt.hands):
        return iter(())
    return (unit for unit in usual(game, attempt) if not is_germanys(game, unit))


@step(_SECTION, also=("fa:13.3",))
def germanys_ships_go_home(game: Game, nothing: None) -> Control:
    """At the end of every turn, for they have nothing to watch for at sea."""
    ships = tuple(unit for unit, _ in at_sea(game) if is_germanys(game, unit))
    return Call(GOING_HOME.name, ReturnToBase(homeward=ships)) if ships else None


@step(_SECTION)
def germany_sends_them_home(game: Game, home: ReturnToBase) -> Control:
    _germany_plays_japan(game)
    return None


@step(_SECTION)
def they_are_home(game: Game, home: ReturnToBase) -> Control:
    _commonwealth_plays_japan(game)
    return End()


GOING_HOME = procedure(
    "Germany’s Japanese go home",
    _SECTION,
    germany_sends_them_home,
    next_power_returns,
    sail_home,
    ships_are_home,
    no_base,
    they_are_home,
    locals=ReturnToBase,
)


SHARE = (UNDER_GERMANY, LED_BY_GERMANY, COUNTRY, POWER, POWER_NAMES)

MODULE = Module(
    procedures=(COMING, LEADING, GOING_HOME),
    changes=(
        Insert(SAILING.name, germanys_share_is_set_up, before="expedition_is_under_way"),
        Insert(REINFORCEMENTS.name, germanys_share_comes_back, before="next_power_places"),
        Insert(IMPULSE_OF_A_SIDE, japanese_of_germany_act, after=step_name("reorganisation")),
        zones_on_the_map.wrapped_by(what_sailed_is_set_up),
        LED_BY_ENEMY.attach(germany_leads),
        STANDS_BY.attach(only_one_share_acts, reads=SHARE),
        may_be_given_up.wrapped_by(germanys_are_kept),
        fights.wrapped_by(germanys_ships_do_not_fight),
        hunters.wrapped_by(germanys_ships_sail_in_peace),
        Insert(step_name("return to base at the end of the turn"), germanys_ships_go_home, before="perform"),
        DOES_NOT_KEEP_SEA_OPEN.attach(is_germanys, reads=(UNDER_GERMANY,)),
        DOES_NOT_CLOSE_SEA.attach(is_germanys, reads=(UNDER_GERMANY,)),
    ),
)

"""Option 7, home front reserves (fa:14.1): corps kept in the reserve pool cheer the people up."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Option
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import EachPower, powers_in_order
from worldfire.forces.kinds import Power
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, things_at
from worldfire.forces.turn import is_active, power_name, seat_of_power
from worldfire.forces.who import HOME_COUNTRY, NOBODY, side_of
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_3_stacking import land_units_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import ARRIVALS, REINFORCEMENTS, Arrivals, Reinforcing
from worldfire.rules.s13_07_1_conquerors import homes_of
from worldfire.tables.counters import LandCounter, Size
from worldfire.titles.fa.morale_events import MORALE_POINTS
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.special_units import RAIDERS

#: so many corps in the pool are a tenth of a level
CORPS_FOR_A_TENTH = Figure("corps at the home front for a tenth of a level", "fa:14.1")
REASON = "home front reserves"


class SentToHomeFront(Event, frozen=True):
    units: tuple[ThingId, ...]


class HomeFront(msgspec.Struct):
    """How many powers have sent corps to the home front, and how many have deployed some."""

    sent: int = 0
    deployed: int = 0


def _is_corps(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is Size.CORPS and counter.id not in RAIDERS


@rule("fa:14.1")
def at_the_home_front(game: Position, power: int) -> tuple[int, ...]:
    """Corps in the reserve pool."""
    pool = named_place(game, f"reserve pool of {power_name(game, power)}")
    return () if pool is None else tuple(unit for unit in things_at(game, pool) if _is_corps(game, unit))


def _to_send(game: Position, power: int) -> tuple[int, ...]:
    """The power's own corps, inherited ones too, in supply in a city of any of its home countries, out of enemy zones."""

    def look() -> tuple[int, ...]:
        cities, homes, places = ground_of(game).cities, game.state[HOME_COUNTRY], game.state[PLACE]
        own_homes = homes_of(game, power)
        return tuple(
            unit
            for _, unit in land_units_of(game, (power,))
            if _is_corps(game, unit)
            and is_of_a_major(game, unit)
            and places[unit] in cities
            and homes[places[unit]] in own_homes
            and not in_enemy_zoc(game, places[unit], side_of(game, unit))
            and in_supply(game, unit)
        )

    return game.recall(("corps for the home front", power), look) if is_active(game, power) else ()


def _to_deploy(game: Position, power: int) -> tuple[int, ...]:
    return at_the_home_front(game, power) if is_active(game, power) else ()


SENDERS = EachPower(powers_in_order, lambda game, power: bool(_to_send(game, power)))
DEPLOYERS = EachPower(powers_in_order, lambda game, power: bool(_to_deploy(game, power)))


def _send_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    found = _to_send(game, SENDERS.next(game, game.annex(HomeFront).sent))
    return Set(found, 0, len(found))


def _send(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(HomeFront)
    power = SENDERS.next(game, annex.sent)
    annex.sent = SENDERS.after(game, power)
    for unit in noun:
        move(game, unit, place_index(game, f"reserve pool of {power_name(game, power)}"))
    if noun:
        game.say(SentToHomeFront(units=noun))
    return Goto("corps_go_home")


def _deploy_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    found = _to_deploy(game, DEPLOYERS.next(game, game.annex(HomeFront).deployed))
    return Set(found, 0, len(found))


def _deploy(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(HomeFront)
    power = DEPLOYERS.next(game, annex.deployed)
    annex.deployed = DEPLOYERS.after(game, power)
    later = place_index(game, circle_space(game.state.get(TURN) + 1))
    return Call(ARRIVALS.name, Arrivals(power, noun, later)) if noun else Goto("reserves_are_deployed")


SEND_HOME = Verb("send-to-home-front", "fa:14.1", _send, _send_shape, items=Thing)
DEPLOY = Verb("deploy-reserves", "fa:14.1", _deploy, _deploy_shape, items=Thing)


@step("fa:14.1", DEPLOY)
def reserves_are_deployed(game: Game, stage: Reinforcing) -> Control:
    """As reinforcements, power by power."""
    power = DEPLOYERS.next(game, game.annex(HomeFront).deployed)
    if power == NOBODY:
        return Goto("corps_go_home")
    return one(seat_of_power(game, power), DEPLOY, rule="fa:14.1", prompt="deploy-reserves", power=Power(power))


@step("fa:14.1")
def and_others_deploy(game: Game, stage: Reinforcing) -> Control:
    return Goto("reserves_are_deployed")


@step("fa:14.1", SEND_HOME)
def corps_go_home(game: Game, stage: Reinforcing) -> Control:
    power = SENDERS.next(game, game.annex(HomeFront).sent)
    if power == NOBODY:
        return None
    return one(seat_of_power(game, power), SEND_HOME, rule="fa:14.1", prompt="send-to-home-front", power=Power(power))


@rule("fa:14.1")
def reserves_cheer(game: Position, power: int) -> tuple[str, int]:
    """A tenth of a level, one point, for every two of them."""
    return REASON, len(at_the_home_front(game, power)) // CORPS_FOR_A_TENTH(game)


STAGE = REINFORCEMENTS.name

OPTION = Option(
    "7",
    "Home front reserves",
    changes=(
        Annex(STAGE, HomeFront),
        Insert(STAGE, corps_go_home, after="all_have_placed"),
        Insert(STAGE, and_others_deploy, after="all_have_placed"),
        Insert(STAGE, reserves_are_deployed, after="all_have_placed"),
        MORALE_POINTS.attach(reserves_cheer),
    ),
)

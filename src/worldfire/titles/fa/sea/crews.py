"""fa:14.2 Crews of low morale refuse to sail into a sea area where an enemy fleet lies that they do not outgun two to one."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power, PowerId, SeaArea, SeaAreaId
from worldfire.forces.things import at_sea, counter_of
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import power_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s02_4_supply_limits import sections
from worldfire.rules.s11_04_2_sailing import Hand, patrol_violation, sea_at
from worldfire.rules.s11_04_5_naval_transport import debark_in_port
from worldfire.rules.s11_04_naval_movement import (
    NAVAL_MOVEMENT,
    VOYAGE,
    NavalMovement,
    on_the_border,
    stop_at,
)
from worldfire.rules.s11_04_naval_units import power_of_sailor
from worldfire.rules.s11_04_under_way import Voyage
from worldfire.rules.s11_05_8_damage import is_damaged, take_into_repair
from worldfire.rules.s11_05_8_surface_combat import attack_factors
from worldfire.tables.counters import NavalCounter, NavalType
from worldfire.titles.fa.morale import REFUSES, effect

_SECTION = "fa:14.2"
ENOUGH = Figure("times the enemy's surface factors that a crew sails against without asking", "fa:14.2")


class NavalMoveRefused(Event, frozen=True):
    """The ships of a power stay where they are; the move still counts against its limits."""

    power: PowerId
    place: SeaAreaId
    roll: int


class Crews(msgspec.Struct):
    """Powers whose crews are still to be asked."""

    left: tuple[int, ...]


# ---------------------------------------------------------------------------------------------------------- who must roll


def _surface_factors(game: Position, ships: Iterable[int]) -> Fraction:
    counters = ((ship, counter_of(game, ship)) for ship in ships)
    surface = (ship for ship, one_ in counters if isinstance(one_, NavalCounter) and one_.type is not NavalType.SUB)
    return sum((attack_factors(game, ship) for ship in surface), Fraction(0))


@rule(_SECTION)
def doubtful_crews(game: Position, voyage: Voyage) -> tuple[int, ...]:
    """Powers that roll before the next sea area; nobody does on the way home."""
    sea = sea_at(game, voyage.ahead[0])
    if not sea or voyage.homeward or not game.on_stack(NAVAL_MOVEMENT.name):
        return ()
    own = _surface_factors(game, (hand.sailor.ship for hand in voyage.hands if not hand.sailor.is_convoy))
    powers = dict.fromkeys(power_of_sailor(game, hand.sailor) for hand in voyage.hands)
    return tuple(
        power
        for power in powers
        if effect(game, power, REFUSES) and own < ENOUGH(game) * _enemy_factors(game, power, sea)
    )


def _enemy_factors(game: Position, power: int, sea: str) -> Fraction:
    there = (thing for thing, where in at_sea(game) if where == sea)
    return _surface_factors(game, (thing for thing in there if at_war(game, power, power_of(game, thing))))


@step(_SECTION, also=("11.4.2",))
def crews_are_asked(game: Game, voyage: Voyage) -> Control:
    if not voyage.ahead:
        return Goto("end_of_way")
    powers = doubtful_crews(game, voyage)
    return Call(CREWS.name, Crews(powers)) if powers else None


@step("11.4.2", also=("11.4.2/sea areas",))
def cross_the_border(game: Game, voyage: Voyage) -> Control:
    return on_the_border(game, voyage) if voyage.hands else End()


# -------------------------------------------------------------------------------------------------------------- the dice


@step(_SECTION)
def ask_a_crew(game: Game, crews: Crews) -> Control:
    return Roll("naval-refusal", seat_of_power(game, crews.left[0])) if crews.left else End()


@step(_SECTION)
def crew_answers(game: Game, crews: Crews) -> Control:
    """So many or less: it goes no further. In port it stays as it is, at sea its owner says in which section."""
    power, voyage = crews.left[0], game.enclosing(Voyage)
    if game.total > effect(game, power, REFUSES):
        crews.left = crews.left[1:]
        return Goto("ask_a_crew")
    sea = section_at(game, sea_at(game, voyage.ahead[0]), 0)
    game.say(NavalMoveRefused(power=power, place=sea, roll=game.total))
    if not is_hex(game, voyage.here):
        return None
    _stay_in_port(game, voyage, _ships_of(game, voyage, power))
    return _next_crew(game, crews)


def _ships_of(game: Position, voyage: Voyage, power: int) -> tuple[Hand, ...]:
    return tuple(hand for hand in voyage.hands if power_of_sailor(game, hand.sailor) == power)


def _next_crew(game: Game, crews: Crews) -> Control:
    power, crews.left = crews.left[0], crews.left[1:]
    voyage = game.enclosing(Voyage)
    voyage.hands = tuple(hand for hand in voyage.hands if power_of_sailor(game, hand.sailor) != power)
    return Goto("ask_a_crew")


@rule(_SECTION)
def _stay_in_port(game: Game, voyage: Voyage, hands: tuple[Hand, ...]) -> None:
    """Face-up; what was taken aboard is put ashore, and nobody sails again in this impulse."""
    movement = game.enclosing(NavalMovement)
    for sailor in (hand.sailor for hand in hands):
        if is_damaged(game, sailor):
            take_into_repair(game, sailor, voyage.here)
        elif sailor.is_convoy:
            movement.convoys += ((sailor.power, voyage.here, sailor.points),)
        else:
            debark_in_port(game, sailor.ship, voyage.here)


def _sections(game: Position, crews: Crews, seat: str) -> Shape | Violation:
    voyage = game.enclosing(Voyage)
    if voyage.fought:
        return One((voyage.here,))
    hands = _ships_of(game, voyage, crews.left[0])
    places = sections(game, sea_at(game, voyage.here))
    return One(tuple(place for place in places if patrol_violation(game, hands, place) is None))


def _stay(game: Game, crews: Crews, seat: str, noun: Noun) -> Control:
    voyage = game.enclosing(Voyage)
    stop_at(game, voyage, _ships_of(game, voyage, crews.left[0]), noun)
    return _next_crew(game, crews)


STAY_IN_SECTION = Verb("stay-in-section", _SECTION, _stay, _sections, items=Place)


@step(_SECTION, STAY_IN_SECTION)
def where_the_crew_stays(game: Game, crews: Crews) -> Control:
    return one(
        seat_of_power(game, crews.left[0]),
        STAY_IN_SECTION,
        rule=_SECTION,
        prompt="crew-stays",
        power=Power(crews.left[0]),
        place=SeaArea(game.enclosing(Voyage).here),
    )


CREWS = procedure("crews refuse", _SECTION, ask_a_crew, crew_answers, where_the_crew_stays, locals=Crews)

MODULE = Module(
    procedures=(CREWS,),
    changes=(
        Instead(VOYAGE.name, "next_area", crews_are_asked),
        Insert(VOYAGE.name, cross_the_border, after="next_area"),
    ),
)

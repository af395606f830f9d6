"""11.5.9 Naval air combat, as far as the aircraft fight each other: roles, surprise points, air-to-air combat.

The bombers that are through are the result; anti-aircraft fire and the air-to-sea attack are in `s11_05_9_air_to_sea`.
"""

from __future__ import annotations

from functools import cache

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Phrase, Thing, ThingId, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, joint, procedure, secret, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Assign, Bounds, Choices, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import SideId
from worldfire.forces.participants import air_component
from worldfire.forces.things import NO_PLANES, counter_of
from worldfire.forces.who import of_seat, seat_of, seats_of
from worldfire.rules.s14_air_combat import ACTIVE, AIR_COMBAT, INACTIVE, AirCombat, Lines
from worldfire.tables.counters import AirCounter, AirType, NavalCounter

NO_NAVAL_AIR_COMBAT = ("storm", "blizzard")
SURPRISE_POINTS_A_VALUE = Figure("surprise points for one of air-to-air value", "11.5.9")


#: (carrier, what it allots to its plane's air-to-air rating)
Shares = tuple[tuple[int, int], ...]
#: the result of a naval air combat: (bombers through, aircraft left in the air, surprise points left) of each side, shares
Flown = tuple[Lines, Lines, tuple[int, int], Shares]


class NavalAirCombat(msgspec.Struct):
    """The aircraft and carriers included on each side."""

    places: tuple[int, ...]
    included: Lines
    surprise_points: tuple[int, int] = (0, 0)
    weather: str = "fine"
    fighters: Lines = ((), ())
    bombers: Lines = ((), ())
    shares: Shares = ()
    #: the sides of the game that are active and inactive here
    sides: tuple[int, int] = (ACTIVE, INACTIVE)
    #: 11.2: the mission has made fighters and bombers of them, and they are in flight
    in_flight: bool = False


def _nobody_flew(combat: NavalAirCombat) -> End:
    return End((((), ()), ((), ()), combat.surprise_points, ()))


class RolesRevealed(Event, frozen=True):
    side: SideId
    fighters: tuple[ThingId, ...]
    bombers: tuple[ThingId, ...]


class SurprisePointsSpent(Event, frozen=True):
    side: SideId
    raised: int
    lowered: int


@step("11.5.9")
def weather_allows_it(game: Game, combat: NavalAirCombat) -> Control:
    return _nobody_flew(combat) if combat.weather in NO_NAVAL_AIR_COMBAT else None


# -------------------------------------------------------------------------------------------------------------- roles


def _flying(game: Position, combat: NavalAirCombat, side: int) -> tuple[int, ...]:
    """What can take part: aircraft, and carriers that still have their planes."""
    no_planes = game.state[NO_PLANES]
    return tuple([thing for thing in combat.included[side] if not no_planes[thing]])


class Role(Word):
    """What an aircraft flies as; of a carrier with what it allots to air-to-air combat, `fighter 3`."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: str) -> Phrase | None:
        role, _, share = value.partition(" ")
        return Phrase("role-with-share", {"role": role, "share": share}) if share else None


@rule("14.3.1", "14.4")
def roles(game: Position, thing: int) -> tuple[str, ...]:
    """What this unit may fly as. A carrier divides its air component: the number goes to its air-to-air rating."""
    counter = counter_of(game, thing)
    if isinstance(counter, NavalCounter):
        return _carrier_roles(air_component(game, thing))
    assert isinstance(counter, AirCounter)
    return ("fighter", "bomber") if counter.type is AirType.FTR else ("bomber",)


@cache
def _carrier_roles(component: int) -> tuple[str, ...]:
    return tuple(f"{role} {share}" for role in ("fighter", "bomber") for share in range(component, -1, -1))


def _own(game: Position, combat: NavalAirCombat, seat: str) -> tuple[int, ...]:
    return of_seat(game, _flying(game, combat, ACTIVE) + _flying(game, combat, INACTIVE), seat)


def _roles_shape(game: Position, combat: NavalAirCombat, seat: str) -> Shape | Violation:
    own = _own(game, combat, seat)
    return Assign(tuple([Choices(thing, roles(game, thing)) for thing in own]))


def _take_roles(game: Game, combat: NavalAirCombat, seat: str, noun: Noun) -> Control:
    for thing, role in noun:
        _take_role(combat, thing, role)
    return None


def _take_role(combat: NavalAirCombat, thing: int, role: str) -> None:
    kind, _, share = role.partition(" ")
    if share:
        combat.shares += ((thing, int(share)),)
    side = ACTIVE if thing in combat.included[ACTIVE] else INACTIVE
    lines = list(combat.fighters if kind == "fighter" else combat.bombers)
    lines[side] += (thing,)
    if kind == "fighter":
        combat.fighters = (lines[ACTIVE], lines[INACTIVE])
    else:
        combat.bombers = (lines[ACTIVE], lines[INACTIVE])


CHOOSE_ROLES = Verb("choose-roles", "14.3.1", _take_roles, _roles_shape, items=Thing, to=Role)


@step("14.3.1", CHOOSE_ROLES)
def choose_roles(game: Game, combat: NavalAirCombat) -> Control:
    """All at once and in secret; carriers and FTRs may be either. Whoever has only bombers is not asked."""
    if combat.in_flight:
        return Goto("air_to_air")
    flying = _all_flying(game, combat)
    if not flying:
        return _nobody_flew(combat)
    seats = _who_chooses(game, flying)
    return secret(seats, CHOOSE_ROLES, rule="14.3.1", prompt="air-roles") if seats else None


def _all_flying(game: Position, combat: NavalAirCombat) -> tuple[int, ...]:
    return _flying(game, combat, ACTIVE) + _flying(game, combat, INACTIVE)


def _who_chooses(game: Position, flying: tuple[int, ...]) -> tuple[str, ...]:
    return seats_of(game, tuple(thing for thing in flying if len(roles(game, thing)) > 1))


@step("14.3.1")
def reveal_roles(game: Game, combat: NavalAirCombat) -> Control:
    """Those of whoever was not asked too."""
    flying = _all_flying(game, combat)
    asked = _who_chooses(game, flying)
    for thing in flying:
        if seat_of(game, thing) not in asked:
            _take_role(combat, thing, *roles(game, thing))
    for side in (ACTIVE, INACTIVE):
        game.say(RolesRevealed(side=combat.sides[side], fighters=combat.fighters[side], bombers=combat.bombers[side]))
    return None


# ---------------------------------------------------------------------------------------------------- surprise points


def _side_with_points(combat: NavalAirCombat) -> int | None:
    """11.5.6: only one side has a surplus."""
    return next((side for side in (ACTIVE, INACTIVE) if combat.surprise_points[side]), None)


def _spending(game: Position, frame_locals: None, seat: str) -> Shape | Violation:
    combat = game.enclosing(NavalAirCombat)
    side = _side_with_points(combat)
    affordable = 0 if side is None else combat.surprise_points[side] // SURPRISE_POINTS_A_VALUE(game)
    if not affordable:
        return refused("11.5.9", "no-surprise-points")
    return Amounts((Bounds("raise-own", 0, affordable), Bounds("lower-theirs", 0, affordable)), 0, affordable)


def _spend(game: Game, frame_locals: None, seat: str, noun: Noun) -> Control:
    combat = game.enclosing(NavalAirCombat)
    side = _side_with_points(combat)
    assert side is not None
    raised, lowered = (number for _, number in noun)
    game.enclosing(AirCombat).surprise = (raised, -lowered) if side == ACTIVE else (-lowered, raised)
    left = combat.surprise_points[side] - SURPRISE_POINTS_A_VALUE(game) * (raised + lowered)
    combat.surprise_points = (left, 0) if side == ACTIVE else (0, left)
    game.say(SurprisePointsSpent(side=combat.sides[side], raised=raised, lowered=lowered))
    return None


SPEND_SURPRISE = Verb("spend-surprise", "11.5.9", _spend, _spending)


@step("11.5.9", SPEND_SURPRISE)
def spend_surprise_points(game: Game, frame_locals: None) -> Control:
    """Two points raise one's own value by 1 or lower the opponent's, for the whole naval air combat."""
    combat = game.enclosing(NavalAirCombat)
    side = _side_with_points(combat)
    if side is None or combat.surprise_points[side] < SURPRISE_POINTS_A_VALUE(game):
        return None
    return joint(
        seats_of(game, combat.included[side]),
        SPEND_SURPRISE,
        rule="11.5.9",
        prompt="air-surprise",
        points=Number(combat.surprise_points[side]),
    )


SPEND_SURPRISE_POINTS = procedure("surprise points in the air", "11.5.9", spend_surprise_points)


# ----------------------------------------------------------------------------------------------- air-to-air combat


@step("11.5.9")
def air_to_air(game: Game, combat: NavalAirCombat) -> Control:
    return Call(
        AIR_COMBAT.name,
        AirCombat(
            combat.places,
            combat.fighters,
            combat.bombers,
            shares=combat.shares,
            naval=not combat.in_flight,
            before_first_round=SPEND_SURPRISE_POINTS.name,
            sides=combat.sides,
        ),
    )


@step("11.5.9")
def bombers_are_through(game: Game, combat: NavalAirCombat) -> Control:
    """Survivors stay in their sea-box section as they are; points left over serve the air-to-sea attack."""
    through, in_the_air = game.result
    flown: Flown = (through, in_the_air, combat.surprise_points, combat.shares)
    return End(flown)


NAVAL_AIR_COMBAT = procedure(
    "naval air combat",
    "11.5.9",
    weather_allows_it,
    choose_roles,
    reveal_roles,
    air_to_air,  # 14.3, with SPEND_SURPRISE_POINTS when the lines stand
    bombers_are_through,
    locals=NavalAirCombat,
)


MODULE = Module(procedures=(NAVAL_AIR_COMBAT, SPEND_SURPRISE_POINTS))

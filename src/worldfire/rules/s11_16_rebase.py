"""11.16 Aircraft rebases: from place to place, double or triple the range, face-up all the way."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import InTurn, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Power
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, Counter, all_such, counter_of, move
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import power_of
from worldfire.rules.s10_actions import count_activity, may_do
from worldfire.rules.s14_1_range import landing_hexes, landing_violation, printed_range, rebase_reach, rebase_too_far
from worldfire.tables.counters import AirCounter

ACTIVITY = "rebase"


class Rebased(Event, frozen=True):
    thing: ThingId
    base: PlaceId


class Rebasing(InTurn):
    """Nobody flies twice."""

    flown: tuple[int, ...] = ()
    aircraft: int = -1


# ---------------------------------------------------------------------------------------------------------- how far


@clause("11.16")
def rebase_hexes(game: Position, aircraft: int) -> tuple[int, ...]:
    """Where it may rebase to."""
    here, found = game.state[PLACE][aircraft], landing_hexes(game, aircraft, rebase_reach(game, aircraft))
    if here not in found:
        return found
    at = found.index(here)
    return found[:at] + found[at + 1 :]


@clause("11.16", "14.2.2")
def rebase_violation(game: Position, aircraft: int) -> Violation | None:
    """Face-up, on the map, with a range; supply does not matter, nor does the weather (14.2.3)."""
    if game.state[FACE_DOWN][aircraft]:
        return refused("14.2.2", "aircraft-face-down", unit=Thing(aircraft))
    if not isinstance(counter_of(game, aircraft), AirCounter) or not is_hex(game, game.state[PLACE][aircraft]):
        return refused("14.2.2", "aircraft-not-on-the-map", unit=Thing(aircraft))
    if not printed_range(game, aircraft):
        return refused("14.2.2", "no-range", unit=Thing(aircraft))
    return None


# ----------------------------------------------------------------------------------------------------------- the step


def _able(game: Position, rebasing: Rebasing, power: int) -> tuple[int, ...]:
    places, hexes = game.state[PLACE], range(game.state.get(HEXES))
    return tuple(
        thing
        for thing in all_such(game, _is_aircraft)
        if (places[thing] in hexes or places[thing] < 0)  # perhaps aboard a TRS
        and power_of(game, thing) == power
        and thing not in rebasing.flown
        and rebase_violation(game, thing) is None
    )


def _is_aircraft(counter: Counter) -> bool:
    return isinstance(counter, AirCounter)


def _rebase_shape(game: Position, rebasing: Rebasing, seat: str) -> Shape | Violation:
    return One(_able(game, rebasing, power_in_turn(game, rebasing)))


def _rebase(game: Game, rebasing: Rebasing, seat: str, aircraft: Noun) -> Control:
    rebasing.aircraft = aircraft
    return None


def _finish(game: Game, rebasing: Rebasing, seat: str, noun: Noun) -> Control:
    turn_is_over(game, rebasing)
    return Goto("next_power_rebases")


def _why_not_rebase(game: Position, rebasing: Rebasing, seat: str, noun: Noun) -> Violation | None:
    power = power_in_turn(game, rebasing)
    if type(noun) is not int or not 0 <= noun < len(game.state[PLACE]):
        return None
    if power_of(game, noun) != power:
        return refused("11.16", "not-its-aircraft", unit=Thing(noun), power=Power(power))
    if noun in rebasing.flown:
        return refused("10.2", "has-rebased", unit=Thing(noun))
    return rebase_violation(game, noun)


REBASE = Verb("rebase", "11.16", _rebase, _rebase_shape, explain=_why_not_rebase, items=Thing)
FINISH_REBASING = Verb("finish-rebasing", "11.16", _finish)


@step("11.16", also=("14.2.1",))
def next_power_rebases(game: Game, rebasing: Rebasing) -> Control:
    """Nobody is asked who has no mission or no aircraft left."""

    def can_rebase(power: int) -> bool:
        return may_do(game, power, ACTIVITY) is None and bool(_able(game, rebasing, power))

    return None if somebody_is_left(game, rebasing, can_rebase) else End()


@step("11.16", REBASE, FINISH_REBASING)
def choose_aircraft(game: Game, rebasing: Rebasing) -> Control:
    power = power_in_turn(game, rebasing)
    return one(seat_of_power(game, power), REBASE, FINISH_REBASING, rule="11.16", prompt="rebase", power=Power(power))


def _to_shape(game: Position, rebasing: Rebasing, seat: str) -> Shape | Violation:
    hexes = rebase_hexes(game, rebasing.aircraft)
    return One(hexes) if hexes else refused("11.16", "no-base-in-range", unit=Thing(rebasing.aircraft))


@rule("11.16", "10.2")
def _fly_there(game: Game, rebasing: Rebasing, seat: str, base: Noun) -> Control:
    """It stays face-up, and counts as one air mission."""
    aircraft = rebasing.aircraft
    fly_to_base(game, aircraft, base)
    count_activity(game, power_of(game, aircraft), ACTIVITY)
    rebasing.flown += (aircraft,)
    return Goto("next_power_rebases")


@clause("11.16")
def fly_to_base(game: Game, aircraft: int, base: int) -> None:
    move(game, aircraft, base)
    game.say(Rebased(thing=aircraft, base=base))


def _stay(game: Game, rebasing: Rebasing, seat: str, noun: Noun) -> Control:
    rebasing.flown += (rebasing.aircraft,)
    return Goto("next_power_rebases")


def _why_not_there(game: Position, rebasing: Rebasing, seat: str, noun: Noun) -> Violation | None:
    if type(noun) is not int or not is_hex(game, noun):
        return None
    return new_base_violation(game, rebasing.aircraft, noun)


@clause("11.16")
def new_base_violation(game: Position, aircraft: int, place: int) -> Violation | None:
    """Why the hex is not among `rebase_hexes`."""
    if place == game.state[PLACE][aircraft]:
        return refused("11.16", "already-based-there", unit=Thing(aircraft), place=Place(place))
    if place not in rebase_reach(game, aircraft):
        return rebase_too_far(game, aircraft, place)
    return landing_violation(game, aircraft, place)


REBASE_TO = Verb("rebase-to", "11.16", _fly_there, _to_shape, explain=_why_not_there, items=Place)
STAY_AT_BASE = Verb("stay-at-base", "11.16", _stay)


@step("11.16", REBASE_TO, STAY_AT_BASE)
def choose_new_base(game: Game, rebasing: Rebasing) -> Control:
    seat = seat_of_power(game, power_in_turn(game, rebasing))
    return one(seat, REBASE_TO, STAY_AT_BASE, rule="11.16", prompt="rebase-to", unit=Thing(rebasing.aircraft))


REBASES = procedure("rebase", "11.16", next_power_rebases, choose_aircraft, choose_new_base, locals=Rebasing)


MODULE = Module(procedures=(REBASES,))

"""fa:11.3.5.1 and fa:11.4.4 Searching: units that are turned face-down for a better die, large fleets, lone auxiliaries."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.engine.changes import Annex, Insert, Without
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import SeaArea
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, turn_face_down
from worldfire.forces.turn import other_side
from worldfire.forces.who import seat_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_6_interception import INTERCEPTION_ROLL, hunters
from worldfire.rules.s11_04_naval_units import Sailor, naval_counter, side_of_sailor, units_of_sailor
from worldfire.rules.s11_04_under_way import INTERCEPTION, Interception, NavalCombat
from worldfire.rules.s11_05_4_committing import can_take_part, is_ship
from worldfire.rules.s11_05_5_search import NO_FLYING, adds_to_search, search_modifier
from worldfire.rules.s11_05_naval_combat import ROUND, SEARCH_ROLL
from worldfire.rules.s11_05_round import NavalRound, sides_in_order
from worldfire.rules.s15_surprise import SURPRISE, is_surprised_by, victim_of
from worldfire.tables.counters import AirAbility, AirCounter, AirType, NavalType

MANY_SHIPS = Figure("ships that are more easily intercepted if there are more", "fa:11.3.5.1")
FEW_SEARCHERS = Figure("units turned for one off a search roll", "fa:11.4.4")
MANY_SEARCHERS = Figure("units turned for two off a search roll", "fa:11.4.4")
#: class of the auxiliary cruisers (fa:21.13)
AUXILIARY = "AUX"


# ---------------------------------------------------------------------------------------------------------- who sees more


@rule("fa:11.4.4")
def naval_aircraft_and_seaplane_carriers(game: Position, unit: int) -> int:
    counter = counter_of(game, unit)
    if isinstance(counter, AirCounter):
        sees = counter.type is AirType.NAV or AirAbility.SEARCH in counter.abilities
        return search_modifier(game, "NAV", "search number") if sees else 0
    return search_modifier(game, "seaplane carrier", "search number") if counter.type is NavalType.SPC else 0


# --------------------------------------------------------------------------------------------------- units that are turned


class MoreEyes(msgspec.Struct):
    """Units that either side has turned face-down for its next search die."""

    turned: tuple[int, int] = (0, 0)


def _of_die(game: Position, turned: int) -> int:
    if turned >= MANY_SEARCHERS(game):
        return search_modifier(game, "10 further units turned face-down", "die")
    return search_modifier(game, "4 further units turned face-down", "die") if turned else 0


def _note(eyes: MoreEyes, side: int, number: int) -> None:
    eyes.turned = (number, eyes.turned[1]) if side == 0 else (eyes.turned[0], number)


@rule("fa:11.4.4")
def _can_search(game: Position, unit: int) -> bool:
    """Face-up, and in storm or blizzard no aircraft; convoy points are no units that are turned."""
    grounded = not is_ship(game, unit) and weather_at(game, game.state[PLACE][unit]) in NO_FLYING
    return not game.state[FACE_DOWN][unit] and not grounded


def _fullest_seat(game: Position, units: tuple[int, ...]) -> str:
    """Who has the most units to turn, if they are enough for anything."""
    numbers: dict[str, int] = {}
    for unit in units:
        seat = seat_of(game, unit)
        numbers[seat] = numbers.get(seat, 0) + 1
    best = max(numbers, key=lambda seat: numbers[seat], default="")
    return best if numbers.get(best, 0) >= FEW_SEARCHERS(game) else ""


def _of_seat(game: Position, units: tuple[int, ...], seat: str) -> Shape | Violation:
    own = tuple(unit for unit in units if seat_of(game, unit) == seat)
    return Set(own, FEW_SEARCHERS(game), min(len(own), MANY_SEARCHERS(game)))


def _number_violation(game: Position, units: Noun) -> Violation | None:
    """Four of them, or ten."""
    few, many = FEW_SEARCHERS(game), MANY_SEARCHERS(game)
    if len(units) in (few, many):
        return None
    return refused("fa:11.4.4", "so-many-or-so-many-search", least=Number(few), most=Number(many))


def _as_it_is(game: Game, frame_locals: msgspec.Struct, seat: str, noun: Noun) -> Control:
    return None


def _turn(game: Game, eyes: MoreEyes, side: int, units: tuple[int, ...]) -> None:
    for unit in units:
        turn_face_down(game, unit)
    _note(eyes, side, len(units))


# --------------------------------------------------------------------------------------------------- in a combat round


def _searchers(game: Position, fight: NavalRound, side: int) -> tuple[int, ...]:
    able = can_take_part(game, game.enclosing(NavalCombat))[side].units
    return tuple(unit for unit in able if _can_search(game, unit))


def _side_of(game: Position, fight: NavalRound, seat: str) -> int:
    return next(side for side in (0, 1) if seat == _fullest_seat(game, _searchers(game, fight, side)))


def _eyes(game: Position, fight: NavalRound, seat: str) -> Shape | Violation:
    return _of_seat(game, _searchers(game, fight, _side_of(game, fight, seat)), seat)


def _eyes_violation(game: Position, fight: NavalRound, seat: str, units: Noun) -> Violation | None:
    return _number_violation(game, units)


def _search_harder(game: Game, fight: NavalRound, seat: str, units: Noun) -> Control:
    _turn(game, game.annex(MoreEyes), _side_of(game, fight, seat), units)
    return None


SEARCH_AS_IT_IS = Verb("search-as-it-is", "fa:11.4.4", _as_it_is)
SEARCH_HARDER = Verb("search-harder", "fa:11.4.4", _search_harder, _eyes, _eyes_violation, items=Thing)


def _ask(game: Position, fight: NavalRound, side: int) -> Control:
    """Not of who intercepted: his search die is cast."""
    seat = "" if side == fight.interceptor else _fullest_seat(game, _searchers(game, fight, side))
    if not seat:
        return None
    place = SeaArea(section_at(game, fight.sea, 0))
    return one(seat, SEARCH_AS_IT_IS, SEARCH_HARDER, rule="fa:11.4.4", prompt="search-harder", place=place)


@step("fa:11.4.4", SEARCH_AS_IT_IS, SEARCH_HARDER)
def active_side_looks_harder(game: Game, fight: NavalRound) -> Control:
    return _ask(game, fight, sides_in_order(game)[0])


@step("fa:11.4.4", SEARCH_AS_IT_IS, SEARCH_HARDER)
def inactive_side_looks_harder(game: Game, fight: NavalRound) -> Control:
    return _ask(game, fight, sides_in_order(game)[1])


@rule("fa:11.4.4", "fa:11.3.5.4")
def of_a_search(game: Position, fight: NavalRound, side: int) -> int:
    """In the first round of an interception, what was added to the die of the attempt."""
    if side == fight.interceptor:
        return of_an_interception(game, game.enclosing(Interception))
    return _of_die(game, game.annex(MoreEyes).turned[side])


# ----------------------------------------------------------------------------------------------------- in an interception


def _watchers(game: Position, attempt: Interception) -> tuple[int, ...]:
    return tuple(unit for unit in hunters(game, attempt) if _can_search(game, unit))


def _more_eyes(game: Position, attempt: Interception, seat: str) -> Shape | Violation:
    return _of_seat(game, _watchers(game, attempt), seat)


def _watch_violation(game: Position, attempt: Interception, seat: str, units: Noun) -> Violation | None:
    return _number_violation(game, units)


def _watch_harder(game: Game, attempt: Interception, seat: str, units: Noun) -> Control:
    _turn(game, game.annex(MoreEyes), _hunting_side(game, attempt), units)
    return None


def _hunting_side(game: Position, attempt: Interception) -> int:
    return other_side(side_of_sailor(game, attempt.hands[0].sailor))


WATCH_AS_IT_IS = Verb("watch-as-it-is", "fa:11.4.4", _as_it_is)
WATCH_HARDER = Verb("watch-harder", "fa:11.4.4", _watch_harder, _more_eyes, _watch_violation, items=Thing)


@step("fa:11.4.4", WATCH_AS_IT_IS, WATCH_HARDER, also=("fa:11.3.5.1",))
def interceptor_looks_harder(game: Game, attempt: Interception) -> Control:
    """Further units than the one that was turned to intercept."""
    own = tuple(unit for unit in _watchers(game, attempt) if seat_of(game, unit) == attempt.by)
    if not _fullest_seat(game, own):
        return None
    place = SeaArea(section_at(game, attempt.sea, 0))
    return one(attempt.by, WATCH_AS_IT_IS, WATCH_HARDER, rule="fa:11.4.4", prompt="search-harder", place=place)


@rule("fa:11.3.5.1", "fa:11.4.4", "fa:21.13")
def of_an_interception(game: Position, attempt: Interception) -> int:
    """Units that were turned for it, a fleet of more than ten ships, auxiliary cruisers that travel alone."""
    sailors = tuple(hand.sailor for hand in attempt.hands)
    eyes = game.annex(MoreEyes, INTERCEPTION)  # in the first round of combat too, which has its own
    added = _of_die(game, eyes.turned[_hunting_side(game, attempt)])
    if sum(units_of_sailor(game, sailor) for sailor in sailors) > MANY_SHIPS(game):
        added += search_modifier(game, "interception of more than 10 ships", "die")
    if all(is_auxiliary(game, sailor) for sailor in sailors):
        added += search_modifier(game, "interception of a lone auxiliary cruiser", "die")
    return added


@rule("fa:11.3.5")
def who_is_not_surprised(
    usual: Callable[[Position, Interception], Iterator[int]], game: Position, attempt: Interception
) -> Iterator[int]:
    """Nobody intercepts a task force of ships and convoy points that all surprise him."""
    return (unit for unit in usual(game, attempt) if not _is_taken_unawares(game, attempt, unit))


def _is_taken_unawares(game: Position, attempt: Interception, unit: int) -> bool:
    pairs = game.state.get(SURPRISE)
    if not pairs:
        return False
    ships = tuple(hand.sailor.ship for hand in attempt.hands if not hand.sailor.is_convoy)
    convoys = (hand.sailor.power for hand in attempt.hands if hand.sailor.is_convoy)
    unseen = all((power, victim_of(game, unit)) in pairs for power in convoys)
    return unseen and (not ships or is_surprised_by(game, unit, ships))


@rule("fa:21.13")
def is_auxiliary(game: Position, sailor: Sailor) -> bool:
    return not sailor.is_convoy and naval_counter(game, sailor.ship).ship_class == AUXILIARY


MODULE = Module(
    changes=(
        adds_to_search.replaced_by(naval_aircraft_and_seaplane_carriers),
        Without(ROUND.name, "fly_aircraft_in"),  # fa:11.2: nobody flies to a naval combat that has begun
        Annex(ROUND.name, MoreEyes),
        Insert(ROUND.name, active_side_looks_harder, before="active_side_searches"),
        Insert(ROUND.name, inactive_side_looks_harder, before="active_side_searches"),
        SEARCH_ROLL.attach(of_a_search),
        hunters.wrapped_by(who_is_not_surprised),
        Annex(INTERCEPTION, MoreEyes),
        Insert(INTERCEPTION, interceptor_looks_harder, before="roll_to_intercept"),
        INTERCEPTION_ROLL.attach(of_an_interception),
    ),
)

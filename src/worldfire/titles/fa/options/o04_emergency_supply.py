"""Option 4, emergency HQ supply (fa:2.4.4): a face-up HQ feeds a few units for an impulse and is spent by it."""

from __future__ import annotations

import collections
from collections.abc import Callable

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Meaning, Number, Phrase, Place, PlaceId, Target, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb, step
from worldfire.engine.ruleset import Option
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Choices, Item, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.things import FACE_DOWN, PLACE, Counter, counter_of, such_on_the_map, things_at, turn_face_down
from worldfire.forces.turn import powers_of_seat
from worldfire.forces.who import CONTROLLER, COUNTRY, NOBODY, side_of, side_of_power
from worldfire.rules.s02_3_stacking import is_headquarters_counter, land_units_of
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED, has_basic_path, in_supply, is_cut_off, where_supplied
from worldfire.rules.s02_5_control import country_in_control
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s11_13_invasions import INVADERS
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s15_surprise import SURPRISE, victim_of
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate
from worldfire.tables.counters import LandCounter, Size
from worldfire.titles.fa.hq_support import value_of_hq

#: (unit, the HQ that feeds it) in this impulse
FED: Field[tuple[tuple[int, int], ...]] = Field("fed_by_hqs", ())
#: (hex, the HQ that feeds its notional unit) in this impulse
FED_NOTIONALS: Field[tuple[tuple[int, int], ...]] = Field("notionals_fed_by_hqs", ())
_NOTIONAL = "notional"
#: while it may be announced: to the end of the land combat step
SCOPES = tuple(
    step_name(name)
    for name in (
        "naval air missions",
        "naval movement",
        "strategic bombardment",
        "ground strike",
        "rail movement",
        "land movement",
        "debark at sea",
        "invasions",
        "land combat",
    )
)


class FedByHq(Event, frozen=True):
    unit: ThingId
    headquarters: ThingId


class NotionalFedByHq(Event, frozen=True):
    place: PlaceId
    headquarters: ThingId


class Hungry(Meaning):
    """What an HQ feeds: a unit, or the notional unit of a hex by its name, `notional 2803`."""

    @classmethod
    def target(cls, game: Position, value: Item) -> Target:
        return Target(place=_notional_hex(value)) if isinstance(value, str) else Target(thing=value)

    @classmethod
    def phrase(cls, value: Item) -> Phrase | None:
        return Phrase("notional-unit-in", {"place": Place(_notional_hex(value))}) if isinstance(value, str) else None


def _notional_hex(item: str) -> int:
    return int(item.removeprefix(f"{_NOTIONAL} "))


@rule("fa:2.4.4")
def is_fed(game: Position, unit: int) -> bool:
    return any(fed == unit for fed, _ in game.state.get(FED))


def _may_feed(game: Position, headquarters: int) -> bool:
    """Face-up, on the map, and not surprised in this impulse."""
    surprised = {victim for _, victim in game.state.get(SURPRISE)}
    return (
        is_headquarters_counter(counter_of(game, headquarters))
        and not game.state[FACE_DOWN][headquarters]
        and victim_of(game, headquarters) not in surprised
    )


@rule("fa:2.4.4", "fa:2.4.2.1")
def hungry_near(game: Position, headquarters: int, units: tuple[int, ...]) -> tuple[int, ...]:
    """Units out of supply that trace a basic path to the HQ, overland or overseas, and co-operate with it."""
    goal, found, countries = game.state[PLACE][headquarters], [], game.state[COUNTRY]
    for unit in units:
        if unit == headquarters or is_headquarters_counter(counter_of(game, unit)) or in_supply(game, unit):
            continue
        if cooperation_violation(game, unit, headquarters) is None and has_basic_path(
            game, countries[unit], where_supplied(game, unit), goal
        ):
            found.append(unit)
    return tuple(found)


@rule("fa:2.4.4", "fa:11.12.1.4")
def hungry_notionals(game: Position, headquarters: int) -> tuple[int, ...]:
    """Hexes invaded in this impulse whose notional unit has no supply, co-operates with the HQ and traces a path to it."""
    found, side, own = [], side_of(game, headquarters), game.state[COUNTRY][headquarters]
    for place in dict.fromkeys(game.state[PLACE][invader] for invader, _, _ in game.state.get(INVADERS)):
        if not is_hex(game, place) or side_of_power(game, game.state[CONTROLLER][place]) != side:
            continue
        there = (game.state[COUNTRY][unit] for unit in things_at(game, place) if side_of(game, unit) == side)
        country = next(there, country_in_control(game, place))
        if (
            country != NOBODY
            and countries_cooperate(game, own, country)
            and is_cut_off(game, country, place)
            and has_basic_path(game, country, place, game.state[PLACE][headquarters])
        ):
            found.append(place)
    return tuple(found)


@rule("fa:2.4.4", "fa:11.12.1.4")
def fed_notional_is_supplied(
    usual: Callable[[Position, int, int], bool], game: Position, country: int, place: int
) -> bool:
    return all(fed != place for fed, _ in game.state.get(FED_NOTIONALS)) and usual(game, country, place)


def _eats(counter: Counter) -> bool:
    """Whatever an HQ may feed: any unit but an HQ, on land, in the air or in port."""
    if isinstance(counter, LandCounter) and counter.size is Size.FACILITY:
        return False
    return not is_headquarters_counter(counter)


def _hungry(game: Position) -> tuple[int, ...]:
    """All units on the map that are out of supply, of whichever power: who co-operates with an HQ is asked of each HQ."""

    def look() -> tuple[int, ...]:
        return tuple(unit for unit in such_on_the_map(game, _eats) if not in_supply(game, unit))

    return game.recall("hungry units", look)


def _shape(game: Position, nothing: object, seat: str) -> Shape | Violation:
    """The seat's own HQs may feed them, whoever plays the units."""
    powers = (*powers_of_seat(game, seat, 0), *powers_of_seat(game, seat, 1))
    feeders: dict[Item, tuple[int, ...]] = {}
    for _, headquarters in land_units_of(game, powers):
        if _may_feed(game, headquarters) and is_hex(game, game.state[PLACE][headquarters]):
            friends = (unit for unit in _hungry(game) if side_of(game, unit) == side_of(game, headquarters))
            for unit in hungry_near(game, headquarters, tuple(friends)):
                feeders[unit] = (*feeders.get(unit, ()), headquarters)
            for place in hungry_notionals(game, headquarters):
                name = f"{_NOTIONAL} {place}"
                feeders[name] = (*feeders.get(name, ()), headquarters)
    if not feeders:
        return refused("fa:2.4.4", "nobody-to-feed")
    return Orders(tuple(Choices(unit, (STAY, *hqs)) for unit, hqs in sorted(feeders.items(), key=_units_first)), most=1)


def _units_first(feeding: tuple[Item, tuple[int, ...]]) -> tuple[bool, Item]:
    return isinstance(feeding[0], str), feeding[0]


def _violation(game: Position, nothing: object, seat: str, noun: Noun) -> Violation | None:
    """Each HQ feeds as many units as its reorganisation value, in the whole impulse."""
    fed = collections.Counter(headquarters for _, headquarters in (*_feeding(game), *ordered(noun)))
    for headquarters, number in fed.items():
        most = value_of_hq(game, headquarters)
        if number > most:
            return refused("fa:2.4.4", "hq-feeds-too-many", unit=Thing(headquarters), most=Number(most))
    return None


def _feed(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
    pairs: tuple[tuple[Item, int], ...] = ordered(noun)
    units = tuple((item, headquarters) for item, headquarters in pairs if isinstance(item, int))
    notionals = tuple((_notional_hex(item), headquarters) for item, headquarters in pairs if isinstance(item, str))
    for unit, headquarters in units:
        game.say(FedByHq(unit=unit, headquarters=headquarters))
    for place, headquarters in notionals:
        game.say(NotionalFedByHq(place=place, headquarters=headquarters))
    game.set(FED, (*game.state.get(FED), *units))
    game.set(FED_NOTIONALS, (*game.state.get(FED_NOTIONALS), *notionals))
    return None


def _feeding(game: Position) -> tuple[tuple[int, int], ...]:
    return (*game.state.get(FED), *game.state.get(FED_NOTIONALS))


FEED = Verb("feed-units", "fa:2.4.4", _feed, _shape, _violation, items=Hungry, to=Thing)


@rule("fa:2.4.4")
def _spend_hqs(game: Game) -> None:
    for _, headquarters in _feeding(game):
        if is_hex(game, game.state[PLACE][headquarters]):
            turn_face_down(game, headquarters)


@step("fa:2.4.4")
def hqs_have_fed(game: Game, combat: LandCombat) -> Control:
    """They are turned face-down at the end of the land combat step."""
    _spend_hqs(game)
    return None


def feeding_is_over(game: Game, event: LastImpulseTested) -> None:
    if _feeding(game):
        _spend_hqs(game)
        game.set(FED, ())
        game.set(FED_NOTIONALS, ())


OPTION = Option(
    "4",
    "Emergency HQ supply",
    schema=Schema(fields=(FED, FED_NOTIONALS)),
    announcements=(Announcement(FEED, SCOPES),),
    subscribes=((LastImpulseTested, feeding_is_over),),
    changes=(
        ALWAYS_SUPPLIED.attach(is_fed, reads=(FED,)),
        is_cut_off.wrapped_by(fed_notional_is_supplied, reads=(FED_NOTIONALS,)),
        Insert(LAND_COMBAT.name, hqs_have_fed, after="combats_are_over"),
    ),
)

"""Option 4, emergency HQ supply (fa:2.4.4): a face-up HQ feeds a few units for an impulse and is spent by it."""

from __future__ import annotations

import collections

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb, step
from worldfire.engine.ruleset import Option
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.things import FACE_DOWN, PLACE, Counter, counter_of, such_on_the_map, turn_face_down
from worldfire.forces.turn import powers_of_seat
from worldfire.forces.who import side_of
from worldfire.rules.s02_3_stacking import is_headquarters_counter, land_units_of
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED, has_basic_path, in_supply
from worldfire.rules.s03_sequence import step_name
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s15_surprise import SURPRISE, victim_of
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import LandCounter, Size
from worldfire.titles.fa.hq_support import value_of_hq

#: (unit, the HQ that feeds it) in this impulse
FED: Field[tuple[tuple[int, int], ...]] = Field("fed_by_hqs", ())
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
    goal, found = game.state[PLACE][headquarters], []
    for unit in units:
        if unit == headquarters or is_headquarters_counter(counter_of(game, unit)) or in_supply(game, unit):
            continue
        if cooperation_violation(game, unit, headquarters) is None and has_basic_path(game, unit, goal):
            found.append(unit)
    return tuple(found)


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
    feeders: dict[int, tuple[int, ...]] = {}
    for _, headquarters in land_units_of(game, powers):
        if _may_feed(game, headquarters) and is_hex(game, game.state[PLACE][headquarters]):
            friends = (unit for unit in _hungry(game) if side_of(game, unit) == side_of(game, headquarters))
            for unit in hungry_near(game, headquarters, tuple(friends)):
                feeders[unit] = (*feeders.get(unit, ()), headquarters)
    if not feeders:
        return refused("fa:2.4.4", "nobody-to-feed")
    return Orders(tuple(Choices(unit, (STAY, *hqs)) for unit, hqs in sorted(feeders.items())), most=1)


def _violation(game: Position, nothing: object, seat: str, noun: Noun) -> Violation | None:
    """Each HQ feeds as many units as its reorganisation value, in the whole impulse."""
    fed = collections.Counter(headquarters for _, headquarters in (*game.state.get(FED), *ordered(noun)))
    for headquarters, number in fed.items():
        most = value_of_hq(game, headquarters)
        if number > most:
            return refused("fa:2.4.4", "hq-feeds-too-many", unit=Thing(headquarters), most=Number(most))
    return None


def _feed(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
    for unit, headquarters in ordered(noun):
        game.say(FedByHq(unit=unit, headquarters=headquarters))
    game.set(FED, (*game.state.get(FED), *ordered(noun)))
    return None


FEED = Verb("feed-units", "fa:2.4.4", _feed, _shape, _violation, items=Thing, to=Thing)


@rule("fa:2.4.4")
def _spend_hqs(game: Game) -> None:
    for _, headquarters in game.state.get(FED):
        if is_hex(game, game.state[PLACE][headquarters]):
            turn_face_down(game, headquarters)


@step("fa:2.4.4")
def hqs_have_fed(game: Game, combat: LandCombat) -> Control:
    """They are turned face-down at the end of the land combat step."""
    _spend_hqs(game)
    return None


def feeding_is_over(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(FED):
        _spend_hqs(game)
        game.set(FED, ())


OPTION = Option(
    "4",
    "Emergency HQ supply",
    schema=Schema(fields=(FED,)),
    announcements=(Announcement(FEED, SCOPES),),
    subscribes=((LastImpulseTested, feeding_is_over),),
    changes=(
        ALWAYS_SUPPLIED.attach(is_fed, reads=(FED,)),
        Insert(LAND_COMBAT.name, hqs_have_fed, after="combats_are_over"),
    ),
)

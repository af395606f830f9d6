"""13.2 Entry markers: each power with a pact and a common border takes markers, makes each offensive or defensive, and then
may move or turn over one.

Offensive markers lie with their numbers down: only their owner may look. What each marker is worth in 9.2 is read there.
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Pick, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.in_turn import powers_in_order
from worldfire.forces.kinds import Owner, Power, PowerId
from worldfire.forces.markers import COMMON, carry, count_in, values_in
from worldfire.forces.situation import TURN
from worldfire.forces.turn import chart_name, power_name, seat_of_power
from worldfire.forces.who import NOBODY, POWERS, power_named
from worldfire.rules.s09_02_pacts import common_border, partners
from worldfire.rules.s13_02_pact_markers import (
    TAKING,
    TURNED,
    Stance,
    TakingMarker,
    hand_of,
    marker_count,
    marker_values,
    pact_pool,
    record,
    recorded,
)
from worldfire.tables.chart import Chart

#: the turn in which the power last took a marker for a pact; 0: never
LAST_MARKER = Column(POWERS, "last_marker")


class MarkerPlaced(Event, frozen=True):
    """A marker lies on a border, with its number up if it is defensive."""

    power: PowerId
    against: PowerId
    defensive: bool


class MarkerSeen(Event, frozen=True):
    """Its owner has looked at the marker that he took."""

    power: PowerId
    value: int


class MarkerMoved(Event, frozen=True):
    power: PowerId
    origin: PowerId
    against: PowerId


class MarkerTurned(Event, frozen=True):
    power: PowerId
    against: PowerId
    defensive: bool


class MarkerTooHigh(Event, frozen=True):
    """What was drawn for a marker on record is worth more than the record: none is turned."""

    power: PowerId
    value: int


class PlacingMarkers(msgspec.Struct):
    """Whose turn it is, and what the power may still do."""

    asked: int = 0
    #: markers that the power may still take
    left: int = 0
    #: the border for which it has taken one
    border: int = NOBODY
    #: the marker that it moves, as (against whom, stance, value); its owner alone knows the value
    moving: tuple[int, str, int] = (NOBODY, "", 0)
    seat: str = ""
    #: (against whom, stance) of the record for which a marker is drawn
    wanted: tuple[int, str] = (NOBODY, "")


# --------------------------------------------------------------------------------------------------------- whose turn


@rule("13.2")
def borders_of(game: Position, power: int) -> tuple[int, ...]:
    """Partners in a pact with whom the power has a common border."""
    return tuple(other for other in partners(game, power) if common_border(game, power, other))


@rule("13.2")
def markers_to_take(game: Position, power: int) -> int:
    """How many the power may take this turn: one, unless the chart gives it more, or one only every so many turns."""
    draws: Chart = game.ruleset.tables.source.chart("pact_marker_draws")
    name = chart_name(game, power)
    number = draws.number(name if name in draws.rows.labels else "other", "markers")
    if number >= 1:
        return int(number)
    last = game.state[LAST_MARKER][power]
    return 0 if last and (game.state.get(TURN) - last) * number < 1 else 1


def _power(game: Position, placing: PlacingMarkers) -> int:
    return powers_in_order(game)[placing.asked]


@step("13.2")
def next_power_with_a_border(game: Game, placing: PlacingMarkers) -> Control:
    """The side with the initiative first."""
    powers = powers_in_order(game)
    while placing.asked < len(powers):
        if borders_of(game, powers[placing.asked]):
            power = powers[placing.asked]
            placing.left, placing.seat = markers_to_take(game, power), seat_of_power(game, power)
            return None
        placing.asked += 1
    return End()


# ------------------------------------------------------------------------------------------------------- taking markers


def _borders(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    return One(tuple(power_name(game, other) for other in borders_of(game, _power(game, placing))))


def _take(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    power = _power(game, placing)
    placing.left -= 1
    placing.border = power_named(game, noun)
    return Call(TAKING.name, TakingMarker(power, placing.border))


def _take_none(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return Goto("rearrange_markers")


TAKE_MARKER = Verb("take-marker", "13.2", _take, _borders, items=Owner)
TAKE_NO_MARKER = Verb("take-no-marker", "13.2", _take_none)


@step("13.2", TAKE_MARKER, TAKE_NO_MARKER)
def take_a_marker(game: Game, placing: PlacingMarkers) -> Control:
    """The border is chosen before anybody looks at the marker."""
    if not placing.left:
        return Goto("rearrange_markers")
    power = _power(game, placing)
    seat = seat_of_power(game, power)
    return one(seat, TAKE_MARKER, TAKE_NO_MARKER, rule="13.2", prompt="take-marker", power=Power(power))


@step("13.2")
def look_at_it(game: Game, placing: PlacingMarkers) -> Control:
    """Nobody but its owner may; not even his own side."""
    power = _power(game, placing)
    if not game.result:
        return Goto("rearrange_markers")
    game.write(LAST_MARKER, power, game.state.get(TURN))
    (value,) = values_in(game, hand_of(game, power))
    game.say(MarkerSeen(power=power, value=value, seen_by=(seat_of_power(game, power),)))
    return None


def _lay(game: Game, placing: PlacingMarkers, stance: Stance) -> Control:
    power, other = _power(game, placing), placing.border
    carry(game, (0,), hand_of(game, power), pact_pool(game, stance, power, other))
    game.say(MarkerPlaced(power=power, against=other, defensive=stance is Stance.DEFENSIVE))
    return Goto("take_a_marker")


def _lay_face_down(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return _lay(game, placing, Stance.OFFENSIVE)


def _lay_face_up(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return _lay(game, placing, Stance.DEFENSIVE)


MAKE_OFFENSIVE = Verb("make-offensive", "13.2", _lay_face_down)
MAKE_DEFENSIVE = Verb("make-defensive", "13.2", _lay_face_up)


@step("13.2", MAKE_DEFENSIVE, MAKE_OFFENSIVE)
def offensive_or_defensive(game: Game, placing: PlacingMarkers) -> Control:
    power = _power(game, placing)
    return one(
        seat_of_power(game, power),
        MAKE_DEFENSIVE,
        MAKE_OFFENSIVE,
        rule="13.2",
        prompt="place-marker",
        power=Power(power),
        against=Power(placing.border),
    )


# ------------------------------------------------------------------------------------------------- moving or turning one


def _on_borders(game: Position, power: int, stance: Stance) -> dict[str, tuple[int, str, int]]:
    """The power's markers of this kind, by the words for each: `germany 3`."""
    return {
        f"{power_name(game, other)} {value}": (other, str(stance), value)
        for other in borders_of(game, power)
        for value in marker_values(game, power, other, stance)
    }


def _has_marker(game: Position, power: int) -> bool:
    return any(marker_count(game, power, other, stance) for other in borders_of(game, power) for stance in Stance)


def _chosen(game: Position, placing: PlacingMarkers, stance: Stance) -> Shape | Violation:
    power = _power(game, placing)
    found = _on_borders(game, power, stance)
    return One(tuple(found)) if found else refused("13.2", "no-such-marker", power=Power(power))


def _movable(game: Position, placing: PlacingMarkers, stance: Stance) -> Shape | Violation:
    power = _power(game, placing)
    if len(borders_of(game, power)) < 2:
        return refused("13.2", "no-other-border", power=Power(power))
    return _chosen(game, placing, stance)


def _offensive(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    return _chosen(game, placing, Stance.OFFENSIVE)


def _defensive(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    return _chosen(game, placing, Stance.DEFENSIVE)


def _movable_offensive(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    return _movable(game, placing, Stance.OFFENSIVE)


def _movable_defensive(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    return _movable(game, placing, Stance.DEFENSIVE)


def _carry_one(game: Game, power: int, marker: tuple[int, str, int], to: tuple[int, Stance]) -> None:
    """A marker of this value goes from one of the power's pools to another."""
    other, kind, value = marker
    pool = pact_pool(game, Stance(kind), power, other)
    carry(game, (values_in(game, pool).index(value),), pool, pact_pool(game, to[1], power, to[0]))


def _turn(game: Game, placing: PlacingMarkers, stance: Stance, noun: Noun) -> Control:
    power = _power(game, placing)
    marker, turned = _on_borders(game, power, stance)[noun], TURNED[stance]
    _carry_one(game, power, marker, (marker[0], turned))
    game.say(MarkerTurned(power=power, against=marker[0], defensive=turned is Stance.DEFENSIVE))
    return Goto("on_to_the_next")


def _turn_up(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return _turn(game, placing, Stance.OFFENSIVE, noun)


def _turn_down(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return _turn(game, placing, Stance.DEFENSIVE, noun)


def _pick_up_offensive(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    placing.moving = _on_borders(game, _power(game, placing), Stance.OFFENSIVE)[noun]
    return Goto("to_which_border")


def _pick_up_defensive(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    placing.moving = _on_borders(game, _power(game, placing), Stance.DEFENSIVE)[noun]
    return Goto("to_which_border")


def _destinations(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    others = (other for other in borders_of(game, _power(game, placing)) if other != placing.moving[0])
    return One(tuple(power_name(game, other) for other in others))


def _move_to(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    power, against = _power(game, placing), power_named(game, noun)
    origin, kind, _ = placing.moving
    _carry_one(game, power, placing.moving, (against, Stance(kind)))
    placing.moving = (NOBODY, "", 0)
    game.say(MarkerMoved(power=power, origin=origin, against=against))
    return Goto("on_to_the_next")


def _records(game: Position, power: int) -> dict[str, tuple[int, Stance]]:
    """What the power has on record, by a word for each; nothing while it has a marker on a border."""
    if _has_marker(game, power) or not count_in(game, COMMON):
        return {}
    return {
        f"{power_name(game, other)} {stance}": (other, stance)
        for other in borders_of(game, power)
        for stance in Stance
        if recorded(game, power, other, stance)
    }


def _records_to_turn(game: Position, placing: PlacingMarkers, seat: str) -> Shape | Violation:
    power = _power(game, placing)
    found = _records(game, power)
    return One(tuple(found)) if found else refused("13.2", "no-record-to-turn", power=Power(power))


def _turn_recorded(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    other, stance = _records(game, _power(game, placing))[noun]
    placing.wanted = (other, str(stance))
    return Goto("draw_for_the_record")


def _leave(game: Game, placing: PlacingMarkers, seat: str, noun: Noun) -> Control:
    return Goto("on_to_the_next")


LEAVE_MARKERS = Verb("leave-pact-markers", "13.2", _leave)
TURN_UP = Verb("turn-up-marker", "13.2", _turn_up, _offensive)
TURN_DOWN = Verb("turn-down-marker", "13.2", _turn_down, _defensive)
MOVE_OFFENSIVE = Verb("move-offensive-marker", "13.2", _pick_up_offensive, _movable_offensive, private=True)
MOVE_DEFENSIVE = Verb("move-defensive-marker", "13.2", _pick_up_defensive, _movable_defensive)
MOVE_MARKER_TO = Verb("move-marker-to", "13.2", _move_to, _destinations, items=Owner)
TURN_RECORDED = Verb("turn-recorded-marker", "13.2", _turn_recorded, _records_to_turn)
_REARRANGING = (LEAVE_MARKERS, TURN_UP, TURN_DOWN, MOVE_OFFENSIVE, MOVE_DEFENSIVE, TURN_RECORDED)


@step("13.2", *_REARRANGING)
def rearrange_markers(game: Game, placing: PlacingMarkers) -> Control:
    """One marker, if any: to another border, or over."""
    power = _power(game, placing)
    if not _has_marker(game, power) and not _records(game, power):
        return Goto("on_to_the_next")
    seat = seat_of_power(game, power)
    return one(seat, *_REARRANGING, rule="13.2", prompt="rearrange-markers", always=True, power=Power(power))


@step("13.2", MOVE_MARKER_TO)
def to_which_border(game: Game, placing: PlacingMarkers) -> Control:
    """It keeps its face: to be turned over as well it needs another turn."""
    power = _power(game, placing)
    return one(seat_of_power(game, power), MOVE_MARKER_TO, rule="13.2", prompt="move-marker-to", power=Power(power))


@step("13.2")
def draw_for_the_record(game: Game, placing: PlacingMarkers) -> Control:
    """In the open, for everybody may check it."""
    return Pick("marker for a record", seat_of_power(game, _power(game, placing)), count_in(game, COMMON))


@step("13.2")
def is_it_on_record(game: Game, placing: PlacingMarkers) -> Control:
    """It may not exceed what is on record; then the record is the less by it, and the marker lies turned over."""
    power, other, stance = _power(game, placing), placing.wanted[0], Stance(placing.wanted[1])
    value, placing.wanted = values_in(game, COMMON)[game.result[0]], (NOBODY, "")
    if value > recorded(game, power, other, stance):
        game.say(MarkerTooHigh(power=power, value=value))
        return None
    turned = TURNED[stance]
    carry(game, game.result, COMMON, pact_pool(game, turned, power, other))
    record(game, power, other, stance, -value)
    game.say(MarkerTurned(power=power, against=other, defensive=turned is Stance.DEFENSIVE))
    return None


@step("13.2")
def on_to_the_next(game: Game, placing: PlacingMarkers) -> Control:
    placing.asked += 1
    return Goto("next_power_with_a_border")


ENTRY_MARKERS = procedure(
    "entry markers",
    "13.2",
    next_power_with_a_border,
    take_a_marker,
    look_at_it,
    offensive_or_defensive,
    rearrange_markers,
    to_which_border,
    draw_for_the_record,
    is_it_on_record,
    on_to_the_next,
    locals=PlacingMarkers,
    private={"moving": "seat"},
)

MODULE = Module(schema=Schema(columns=(LAST_MARKER,)), procedures=(ENTRY_MARKERS,))

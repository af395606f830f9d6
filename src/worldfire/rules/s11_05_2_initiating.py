"""11.5.2 Initiating naval combat, and 11.6 the opponent's naval combat: who turns a unit face-down to give battle where."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, procedure, shared, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import Power, PowerId, SeaAreaId, SeaName
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, at_sea, sea_of_section, things_at, turn_face_down
from worldfire.forces.turn import active_side, other_side, seats_of_side
from worldfire.forces.who import NOBODY, power_of, seat_of, side_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import AIR, action_of, count_activity, may_do
from worldfire.rules.s11_04_under_way import CAME_BY_SEA, INTERCEPTORS, NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_4_committing import Force, convoys_fight, fights, is_ship, present
from worldfire.rules.s11_05_5_search import NO_FLYING
from worldfire.rules.s12_end_of_action import LastImpulseTested

ACTIVITY = "naval combat"

#: sea areas that were selected for a naval combat in this impulse
SELECTED: Field[tuple[str, ...]] = Field("sea_areas_selected", ())


class NavalCombatInitiated(Event, frozen=True):
    power: PowerId
    place: SeaAreaId


class NavalCombats(msgspec.Struct):
    """The naval combat step of a side."""

    side: int = NOBODY


# ---------------------------------------------------------------------------------------------------- who may give battle


def _force(game: Position, sea: str, side: int) -> Force:
    return game.recall(("force at sea", sea, side), lambda: present(game, NavalCombat(sea, side), side))


@rule("11.5.1", "11.5.2")
def initiating_violation(game: Position, combats: NavalCombats, seat: str, unit: int) -> Violation | None:
    """Why this unit cannot be turned to begin a combat where it is."""
    sea, power = sea_of_section(game, game.state[PLACE][unit]), power_of(game, unit)
    if not sea or seat_of(game, unit) != seat or side_of(game, unit) != combats.side:
        return refused("11.5.2", "not-your-unit-at-sea", unit=Thing(unit))
    if sea in game.state.get(SELECTED):
        return refused("11.5.1", "sea-area-was-selected", sea=SeaName(sea))
    if game.state[FACE_DOWN][unit]:
        return refused("11.5.2", "initiator-is-face-down", unit=Thing(unit))
    if not is_ship(game, unit) and weather_at(game, game.state[PLACE][unit]) in NO_FLYING:
        return refused("11.5.2", "no-aircraft-initiates-in-storm", unit=Thing(unit))
    if not fights(game, unit, _force(game, sea, other_side(combats.side))):
        return refused("11.5.2", "nobody-to-fight-there", unit=Thing(unit), sea=SeaName(sea))
    if combats.side != active_side(game):
        return (
            None
            if sea in open_to_opponent(game, combats.side)
            else refused("11.6", "nobody-moved-there", sea=SeaName(sea))
        )
    if is_ship(game, unit) and only_aircraft_initiate(game, power):
        return refused("11.5.2", "air-action-needs-an-aircraft", power=Power(power))
    return may_do(game, power, ACTIVITY)


@clause("11.5.2")
def only_aircraft_initiate(game: Position, power: int) -> bool:
    """In an air action no ship does."""
    return action_of(game, power) == AIR


@rule("11.6")
def open_to_opponent(game: Position, side: int) -> frozenset[str]:
    """Sea areas where a surface unit of the active side that came to rest there is at war with somebody of this side."""

    def look() -> frozenset[str]:
        return frozenset(
            sea
            for sea, ship, power in game.state.get(CAME_BY_SEA)
            if _still_there(game, sea, ship, power) and _is_opposed(game, sea, ship, power, side)
        )

    return game.recall(("open to the opponent", side), look)


def _still_there(game: Position, sea: str, ship: int, power: int) -> bool:
    if ship != NOBODY:
        return sea_of_section(game, game.state[PLACE][ship]) == sea
    return any(
        owner == power and sea_of_section(game, place) == sea for owner, place, _ in game.state.amounts(CONVOY_POINTS)
    )


def _is_opposed(game: Position, sea: str, ship: int, power: int, side: int) -> bool:
    enemies = _force(game, sea, side)
    return fights(game, ship, enemies) if ship != NOBODY else convoys_fight(game, power, enemies)


def _initiators(game: Position, combats: NavalCombats, seat: str) -> Iterator[int]:
    for unit, _ in at_sea(game):
        if initiating_violation(game, combats, seat, unit) is None:
            yield unit


def _units(game: Position, combats: NavalCombats, seat: str) -> Shape | Violation:
    units = tuple(sorted(_initiators(game, combats, seat)))
    return One(units) if units else refused("11.5.2", "nobody-can-initiate")


def _somebody_initiates(game: Position, combats: NavalCombats, seat: str) -> bool:
    return next(_initiators(game, combats, seat), None) is not None


def _why_not(game: Position, combats: NavalCombats, seat: str, noun: Noun) -> Violation | None:
    known = type(noun) is int and 0 <= noun < len(game.state[PLACE])
    return initiating_violation(game, combats, seat, noun) if known else None


@rule("11.5.2")
def _initiate(game: Game, combats: NavalCombats, seat: str, unit: Noun) -> Control:
    """It is turned face-down, with what it carries."""
    for turned in (unit, *things_at(game, aboard(unit))):
        turn_face_down(game, turned)
    return _begin(game, combats, unit)


def _begin(game: Game, combats: NavalCombats, unit: int) -> Call:
    sea, power = sea_of_section(game, game.state[PLACE][unit]), power_of(game, unit)
    game.set(SELECTED, (*game.state.get(SELECTED), sea))
    if combats.side == active_side(game):
        count_activity(game, power, ACTIVITY)
    game.say(NavalCombatInitiated(power=power, place=section_at(game, sea, 0)))
    return Call(NAVAL_COMBAT, NavalCombat(sea, combats.side))


INITIATE_COMBAT = Verb(
    "initiate-combat", "11.5.2", _initiate, _units, explain=_why_not, items=Thing, possible=_somebody_initiates
)


# ------------------------------------------------------------------------------------------------------------- the steps


@step("11.5", also=("11.5.1",))
def side_to_give_battle(game: Game, combats: NavalCombats) -> Control:
    combats.side = active_side(game)
    return None


@step("11.5.1", INITIATE_COMBAT, also=("11.5.2",))
def initiate_combats(game: Game, combats: NavalCombats) -> Control:
    """Sea area by sea area, each once."""
    return shared(seats_of_side(game, combats.side), INITIATE_COMBAT, rule="11.5.2", prompt="initiate-combat")


NAVAL_COMBATS = procedure("naval combat", "11.5", side_to_give_battle, initiate_combats, locals=NavalCombats)


# ----------------------------------------------------------------------------------------- 11.6 the opponent's naval combat


@rule("11.6", "11.4.6/how to intercept")
def _turned_already(game: Position, combats: NavalCombats, seat: str) -> dict[int, int]:
    """Section 0 of each sea area where a unit that the seat turned to intercept may serve again → that unit."""
    found: dict[int, int] = {}
    for unit in game.state.get(INTERCEPTORS):
        sea = sea_of_section(game, game.state[PLACE][unit])
        if not sea or seat_of(game, unit) != seat or sea in game.state.get(SELECTED):
            continue
        if sea in open_to_opponent(game, combats.side) and fights(
            game, unit, _force(game, sea, other_side(combats.side))
        ):
            found[section_at(game, sea, 0)] = unit
    return found


def _areas(game: Position, combats: NavalCombats, seat: str) -> Shape | Violation:
    places = _turned_already(game, combats, seat)
    return One(tuple(sorted(places))) if places else refused("11.6", "nobody-turned-yet")


def _initiate_again(game: Game, combats: NavalCombats, seat: str, place: Noun) -> Control:
    return _begin(game, combats, _turned_already(game, combats, seat)[place])


INITIATE_AGAIN = Verb("initiate-with-interceptor", "11.6", _initiate_again, _areas, items=Place)


@step("11.6")
def opponent_to_give_battle(game: Game, combats: NavalCombats) -> Control:
    combats.side = other_side(active_side(game))
    return None


@step("11.6", INITIATE_COMBAT, INITIATE_AGAIN, also=("11.5.2",))
def initiate_opponents_combats(game: Game, combats: NavalCombats) -> Control:
    """In sea areas that the active side has moved into and has not selected itself."""
    verbs = (INITIATE_COMBAT, INITIATE_AGAIN)
    return shared(seats_of_side(game, combats.side), *verbs, rule="11.6", prompt="initiate-combat")


OPPONENTS_COMBATS = procedure(
    "opponent’s naval combat", "11.6", opponent_to_give_battle, initiate_opponents_combats, locals=NavalCombats
)


def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    """The next side begins anew."""
    game.set(SELECTED, ())
    game.set(CAME_BY_SEA, ())
    game.set(INTERCEPTORS, ())


MODULE = Module(
    schema=Schema(fields=(SELECTED,)),
    procedures=(NAVAL_COMBATS, OPPONENTS_COMBATS),
    subscribes=((LastImpulseTested, impulse_is_over),),
)

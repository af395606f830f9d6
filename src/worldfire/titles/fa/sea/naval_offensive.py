"""fa:18.3.1 A naval offensive: while an HQ in port leads one, its power may have search dice thrown again, its own or others'.

As often in the impulse as its reorganisation value, and no further away than that many sea areas.
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one
from worldfire.engine.rolls import AFTER_ROLL, Throw, reroll
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import SeaArea
from worldfire.forces.things import FACE_DOWN, PLACE, sea_of_section
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NOBODY
from worldfire.rules.s02_1_sea_areas import adjacent_seas, section_at
from worldfire.rules.s10_actions import NAVAL
from worldfire.rules.s11_04_under_way import Interception
from worldfire.rules.s11_05_4_committing import is_ship
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s11_17_reorganisation import Help, can_be_reorganised, can_supply
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.titles.fa.hq_support import value_of_hq
from worldfire.titles.fa.offensives import LEADERS

_SECTION = "fa:18.3.1"
_INTERCEPTION, _SEARCH = "interception", "naval-search"

#: (HQ that leads, how often it has had dice thrown again in this impulse)
THROWN_AGAIN: Field[tuple[tuple[int, int], ...]] = Field("searches_thrown_again", ())


def _thrown(game: Position) -> dict[int, int]:
    """HQ → how often it has had dice thrown again."""
    known = game.state.get(THROWN_AGAIN)
    return dict(known)


@rule(_SECTION)
def seas_within(game: Position, headquarters: int) -> dict[str, int]:
    """Sea area → how far it is from the HQ's port; a dashed border counts like any other."""
    place, value = game.state[PLACE][headquarters], value_of_hq(game, headquarters)
    if not is_hex(game, place) or place not in ground_of(game).ports:
        return {}
    found = dict.fromkeys(ground_of(game).sea_of(place), 1)
    edge = tuple(found)
    for distance in range(2, value + 1):
        edge = tuple(dict.fromkeys(sea for near in edge for sea in adjacent_seas(game, near) if sea not in found))
        found |= dict.fromkeys(edge, distance)
    return found


@rule(_SECTION)
def leader_for(game: Position, sea: str) -> tuple[int, int]:
    """(power, HQ) that may have a search there thrown again; NOBODY twice without one."""
    thrown = _thrown(game)
    for power, headquarters, kind in game.state.get(LEADERS):
        left = value_of_hq(game, headquarters) - thrown.get(headquarters, 0)
        if kind == NAVAL and left > 0 and sea in seas_within(game, headquarters):
            return power, headquarters
    return NOBODY, NOBODY


def _sea_of(game: Position, throw: Throw) -> str:
    if throw.kind == _INTERCEPTION:
        return game.enclosing(Interception).sea
    return game.enclosing(NavalRound).sea if throw.kind == _SEARCH else ""


def _throw_again(game: Game, throw: Throw, seat: str, noun: Noun) -> Control:
    _, headquarters = leader_for(game, _sea_of(game, throw))
    thrown = _thrown(game)
    thrown[headquarters] = thrown.get(headquarters, 0) + 1
    game.set(THROWN_AGAIN, tuple(sorted(thrown.items())))
    reroll(game, throw)
    return None


def _let_lie(game: Game, throw: Throw, seat: str, noun: Noun) -> Control:
    return None


THROW_AGAIN = Verb("throw-search-again", _SECTION, _throw_again)
LET_LIE = Verb("let-search-stand", _SECTION, _let_lie)


@rule(_SECTION, "fa:2.7.1")
def demand_another_die(game: Game, throw: Throw) -> Control:
    """No die is thrown a third time."""
    sea = _sea_of(game, throw) if game.state.get(LEADERS) else ""
    power = leader_for(game, sea)[0] if sea and not throw.rerolled else NOBODY
    if power == NOBODY:
        return None
    place, die = SeaArea(section_at(game, sea, 0)), Number(sum(throw.fallen))
    seat = seat_of_power(game, power)
    return one(seat, LET_LIE, THROW_AGAIN, rule=_SECTION, prompt="throw-search-again", place=place, die=die)


# ------------------------------------------------------------------------------------------------------- reorganisation


def _sea_of_ship(game: Position, unit: int) -> str:
    """The sea area that a ship is in; "" for anything else and in port."""
    place = game.state[PLACE][unit]
    return "" if is_hex(game, place) or not is_ship(game, unit) else sea_of_section(game, place)


@rule(_SECTION, "fa:11.14.3")
def reaches_ships_at_sea(game: Position, headquarters: int, unit: int) -> bool:
    """Does the HQ lead a naval offensive, and is the ship where it could have dice thrown again?"""
    leads = any(unit_ == headquarters and kind == NAVAL for _, unit_, kind in game.state.get(LEADERS))
    return leads and _sea_of_ship(game, unit) in seas_within(game, headquarters)


@rule(_SECTION, "fa:11.14.3")
def ships_at_sea_too(usual: Callable[[Position, int], Violation | None], game: Position, unit: int) -> Violation | None:
    found = usual(game, unit)
    if found is None or not game.state[FACE_DOWN][unit] or not _sea_of_ship(game, unit):
        return found
    leaders = (headquarters for _, headquarters, kind in game.state.get(LEADERS) if kind == NAVAL)
    return None if any(reaches_ships_at_sea(game, leader, unit) for leader in leaders) else found


@rule(_SECTION, "fa:11.14.3")
def from_its_port(
    usual: Callable[[Position, Help, int, int], bool], game: Position, help_: Help, source: int, unit: int
) -> bool:
    """Ships at sea are helped by nobody else."""
    if _sea_of_ship(game, unit):
        return reaches_ships_at_sea(game, source, unit)
    return usual(game, help_, source, unit)


@rule(_SECTION)
def impulse_is_over(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(THROWN_AGAIN):
        game.set(THROWN_AGAIN, ())


MODULE = Module(
    schema=Schema(fields=(THROWN_AGAIN,)),
    subscribes=((LastImpulseTested, impulse_is_over),),
    changes=(
        AFTER_ROLL.attach(demand_another_die, verbs=(LET_LIE, THROW_AGAIN)),
        can_be_reorganised.wrapped_by(ships_at_sea_too, reads=(LEADERS,)),
        can_supply.wrapped_by(from_its_port, reads=(LEADERS,)),
    ),
)

"""15.2.1 Concessions of a major power that has conditionally surrendered and is not in the war again.

Whoever it had to let in leaves when it comes to war with his side, as everywhere: see `neutral_basing`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Owner, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of
from worldfire.forces.turn import is_active, power_name
from worldfire.forces.who import (
    CONTROLLER,
    FALLEN_POWER,
    HEXES_HELD,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    SIDE,
    master_of,
    power_named,
    power_of,
)
from worldfire.rules.s02_4_supply_limits import NEUTRAL_LETS_SUPPLY_PASS
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_09_rail import RAILS
from worldfire.rules.s11_10_entry import ADMITTED
from worldfire.rules.s13_06_production import resources_of
from worldfire.rules.s13_07_1_conquerors import holder_of, homes_of
from worldfire.rules.s18_2_commitments import host_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.neutral_basing import ACTIVITY
from worldfire.titles.fa.politics.points import ask_the_spender, pay, points_of, price_of, spender
from worldfire.titles.fa.sides_at_war import DrawnIntoWar
from worldfire.titles.fa.trade import AGREEMENTS, cancel, sign
from worldfire.titles.fa.who_first import EachSide

_SECTION = "fa:15.2.1"
PASSAGE, TERRITORY, HOME, RESOURCES = "passage", "territory", "home", "resources"
#: concession → the row of its price, and the one that must have been bought in an earlier turn
ROWS = {
    PASSAGE: ("concession: rail, supply, rebase", ""),
    TERRITORY: ("concession: territorial access", PASSAGE),
    HOME: ("concession: home country access", TERRITORY),
}
RESOURCE_ROW = "concession: first resource"

#: (power, kind, side that has bought it, turn)
CONCESSIONS: Field[tuple[tuple[int, str, int, int], ...]] = Field("concessions", ())


class Demand(Word):
    """“russia passage”, “russia resources”."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        name, kind = str(value).rsplit(" ", 1)
        return Phrase(f"concession-{kind}", {"power": Owner(name)})


class ConcessionMade(Event, frozen=True):
    power: PowerId
    kind: str


class Demanding(msgspec.Struct):
    """Sides that are through."""

    done: tuple[int, ...] = ()


@clause("fa:15.2.1", "fa:14.3")
def surrendered_to(game: Position, power: int) -> int:
    """The side to which the major power has conditionally surrendered, NOBODY if to none."""
    return NOBODY


@rule(_SECTION)
def has_conceded(game: Position, power: int, side: int, kind: str) -> bool:
    """Is the concession in force? Not once the power is in the war again."""
    bought = any((power, kind, side) == known[:3] for known in game.state.get(CONCESSIONS))
    return bought and not is_active(game, power)


@rule(_SECTION, "fa:15.3.5")
def may_be_demanded(game: Position, power: int, side: int) -> bool:
    """Of whoever has surrendered to the side and is at peace, but still in the game; a latent major power makes none."""
    if (
        surrendered_to(game, power) != side
        or is_active(game, power)
        or power_name(game, power) in nations_of(game).latent
    ):
        return False
    return game.state[SIDE][power] != NOBODY and not game.state[FALLEN_POWER][power]


def _bought_before(game: Position, power: int, side: int, kind: str) -> bool:
    turn = game.state.get(TURN)
    known = game.state.get(CONCESSIONS)
    return any(bought[:3] == (power, kind, side) and bought[3] < turn for bought in known)


@rule(_SECTION)
def price_of_demand(game: Position, power: int, kind: str) -> int:
    """Each further resource costs the first price more."""
    if kind == RESOURCES:
        return price_of(game, RESOURCE_ROW) * (1 + resources_conceded(game, power))
    return price_of(game, ROWS[kind][0])


def resources_conceded(game: Position, power: int) -> int:
    return sum(kind == RESOURCES for whose, kind, _, _ in game.state.get(CONCESSIONS) if whose == power)


@rule(_SECTION)
def demand_is_open(game: Position, power: int, side: int, kind: str) -> bool:
    """What it builds on was bought in an earlier turn; resources stay below half of what the country has."""
    if kind == RESOURCES:
        return 2 * (resources_conceded(game, power) + 1) < len(resources_of(game, power))
    needed = ROWS[kind][1]
    return not has_conceded(game, power, side, kind) and (not needed or _bought_before(game, power, side, needed))


def demands(game: Position, side: int) -> tuple[str, ...]:
    return tuple(
        f"{power_name(game, power)} {kind}"
        for power in range(len(game.state[SIDE]))
        if may_be_demanded(game, power, side)
        for kind in (*ROWS, RESOURCES)
        if demand_is_open(game, power, side, kind) and price_of_demand(game, power, kind) <= points_of(game, side)
    )


BUYERS = EachSide("concessions", lambda game, side: bool(demands(game, side)))


def _side(game: Position, demanding: Demanding) -> int:
    return BUYERS.next(game, demanding.done)


def _shape(game: Position, demanding: Demanding, seat: str) -> Shape | Violation:
    return One(demands(game, _side(game, demanding)))


def _demand(game: Game, demanding: Demanding, seat: str, noun: Noun) -> Control:
    side, (name, kind) = _side(game, demanding), noun.rsplit(" ", 1)
    power = power_named(game, name)
    pay(game, side, price_of_demand(game, power, kind))
    game.set(CONCESSIONS, (*game.state.get(CONCESSIONS), (power, kind, side, game.state.get(TURN))))
    game.say(ConcessionMade(power=power, kind=kind))
    if kind == RESOURCES:
        sign(game, name, power_name(game, spender(game, side)), 1)
    return Goto("next_side_demands")


def _no_more(game: Game, demanding: Demanding, seat: str, noun: Noun) -> Control:
    demanding.done += (_side(game, demanding),)
    return Goto("next_side_demands")


DEMAND = Verb("demand-concession", _SECTION, _demand, _shape, items=Demand)
DEMAND_NO_MORE = Verb("demand-no-more", _SECTION, _no_more)


@step(_SECTION, DEMAND_NO_MORE, DEMAND)
def next_side_demands(game: Game, demanding: Demanding) -> Control:
    side = _side(game, demanding)
    if side == NOBODY:
        return End()
    return ask_the_spender(game, side, DEMAND_NO_MORE, DEMAND, rule=_SECTION, prompt="demand-concession")


DEMANDING = procedure("concessions", _SECTION, next_side_demands, locals=Demanding)


# ---------------------------------------------------------------------------------------------------------- their effect


@rule(_SECTION)
def supply_passes(game: Position, country: int, place: int) -> bool:
    holder = holder_of(game, place)
    return holder != NOBODY and has_conceded(game, holder, game.state[SIDE][game.state[POWER][country]], PASSAGE)


@rule(_SECTION)
def railways_are_open(game: Position, own: frozenset[int], side: int, power: int) -> frozenset[int]:
    known = game.state.get(CONCESSIONS)
    open_ = {
        whose for whose, kind, buyer, _ in known if (kind, buyer) == (PASSAGE, side) and not is_active(game, whose)
    }
    held = game.look_up(HEXES_HELD)
    return own.union(
        *(hexes for holder, hexes in held.items() if holder != NOBODY and master_of(game, holder) in open_)
    )


@rule(_SECTION, "fa:19.2.1")
def troops_are_admitted(game: Position, unit: int, place: int) -> bool:
    """Into minor countries and territories of the beaten power, or also into its home country."""
    if not game.state.get(CONCESSIONS):
        return False
    holder, power = holder_of(game, place), power_of(game, unit)
    if NOBODY in (holder, power) or holder == power or not is_active(game, power):
        return False
    at_home = game.state[HOME_COUNTRY][place] in homes_of(game, holder)
    return has_conceded(game, holder, game.state[SIDE][power], HOME if at_home else TERRITORY)


@rule(_SECTION, "fa:19.2.1")
def guests_need_an_hq(usual: Callable[[Position, int, int], int], game: Position, unit: int, place: int) -> int:
    """They are foreign troops there; ships lie in its ports as in any neutral one (2.4.3)."""
    host = usual(game, unit, place)
    admitted = troops_are_admitted(game, unit, place) and not isinstance(counter_of(game, unit), NavalCounter)
    return game.state[HOME_COUNTRY][place] if admitted else host


@rule(_SECTION)
def concessions_lapse(game: Game, event: WarDeclared | DrawnIntoWar) -> None:
    """Whoever is in the war again has conceded nothing: if he surrenders once more, all is to be bought again."""
    known = game.state.get(CONCESSIONS)
    kept = tuple(each for each in known if not is_active(game, each[0]))
    if kept == known:
        return
    over = {power_name(game, power) for power, _, _, _ in known if is_active(game, power)}
    game.set(CONCESSIONS, kept)
    for giver, to, resources in game.state.get(AGREEMENTS):
        if giver in over:
            cancel(game, giver, to, resources)


READS = (CONCESSIONS, CONTROLLER, HOME_COUNTRY, SIDE, *ACTIVITY)

MODULE = Module(
    schema=Schema(fields=(CONCESSIONS,)),
    procedures=(DEMANDING,),
    subscribes=((WarDeclared, concessions_lapse), (DrawnIntoWar, concessions_lapse)),
    changes=(
        NEUTRAL_LETS_SUPPLY_PASS.attach(supply_passes, reads=READS),
        RAILS.attach(railways_are_open),
        ADMITTED.attach(troops_are_admitted, reads=READS),
        host_of.wrapped_by(guests_need_an_hq, reads=READS),
    ),
)

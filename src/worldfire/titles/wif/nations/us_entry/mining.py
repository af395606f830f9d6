"""13.3.3, US entry action 39: at the start of a naval action the Commonwealth may mine the coast of neutral Norway.

Once in the game. What Norway makes of it is in `nations.norway`.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Thing, ThingId, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Roll, Verb, one, procedure, step
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, at_sea, counter_of, place_index, things_at, turn_face_down
from worldfire.forces.turn import active_side, is_active, seat_of_power
from worldfire.forces.who import CONTROLLER, SIDE, country_named, power_named, power_of, side_of_power
from worldfire.rules.s09_06_aligning import SETTING_UP, align_minor
from worldfire.rules.s10_actions import NAVAL, action_of
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s13_06_5_naval_production import make_convoys
from worldfire.tables.counters import NavalType
from worldfire.titles.wif.nations.minors import is_neutral_named, plays
from worldfire.titles.wif.nations.norway import (
    ALIGNED,
    COMMONWEALTH,
    GERMANY,
    NORWAY,
    NORWEGIAN_CONVOYS,
    ONE_LESS,
    REACTION,
    REACTIONS,
    UNDERMINED,
    coast_is_mined,
    reaction_of_norway,
)
from worldfire.titles.wif.nations.us_entry.deeds import notice_deed
from worldfire.titles.wif.nations.us_entry.pools import is_entering, the_usa
from worldfire.titles.wif.passages import NORTH_SEA

_MINING, _CHART, _PARIS, _NORWEGIAN_SEA = "mine the Norwegian coast", "norway_reaction", "Paris", "Norwegian Sea"
#: the section of the sea-boxes from which mines are laid, and the one that covers it
_OFF_THE_COAST, _COVERING = f"{_NORWEGIAN_SEA} 4", f"{NORTH_SEA} 4"


class ReactionKind(Word):
    """A result of the chart."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"norway-reaction-{tuple(REACTIONS).index(str(value)) + 1}", {})


class CoastMined(Event, frozen=True):
    """The Commonwealth has mined the coast of Norway."""

    thing: ThingId
    roll: int
    reaction: Annotated[str, stands_for(ReactionKind)]


class Mining(msgspec.Struct):
    """The ship that laid the mines."""

    ship: int


def minelayers(game: Position) -> tuple[int, ...]:
    """Face-up surface combat ships of the Commonwealth in the section off the coast."""
    commonwealth = power_named(game, COMMONWEALTH)
    return tuple(
        ship
        for ship in things_at(game, place_index(game, _OFF_THE_COAST))
        if power_of(game, ship) == commonwealth
        and counter_of(game, ship).type is NavalType.SCS
        and not game.state[FACE_DOWN][ship]
    )


@rule("13.3.3", "13.3.3 action 39")
def may_mine(game: Position) -> bool:
    """Once, with a naval action, while Norway and the USA are neutral and an Ally controls Paris."""
    commonwealth, usa = power_named(game, COMMONWEALTH), the_usa(game)
    if not is_entering(game) or coast_is_mined(game) or not plays(game, commonwealth):
        return False
    if game.state[SIDE][commonwealth] != active_side(game) or action_of(game, commonwealth) != NAVAL:
        return False
    paris = game.state[CONTROLLER][place_index(game, _PARIS)]
    allied = side_of_power(game, paris) == game.state[SIDE][usa]
    return allied and not is_active(game, usa) and is_neutral_named(game, NORWAY) and bool(minelayers(game))


def _ships(game: Position, nothing: None, seat: str) -> Shape | Violation:
    return One(minelayers(game))


def _mine(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    turn_face_down(game, noun)
    return Call(MINING.name, Mining(noun))


def _leave_it(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    return None


MINE_COAST = Verb("mine-norwegian-coast", "13.3.3", _mine, _ships, items=Thing)
LEAVE_COAST = Verb("leave-norwegian-coast", "13.3.3", _leave_it)


@step("13.3.3", LEAVE_COAST, MINE_COAST)
def commonwealth_may_mine(game: Game, nothing: None) -> Control:
    if not may_mine(game):
        return None
    seat = seat_of_power(game, power_named(game, COMMONWEALTH))
    return one(seat, LEAVE_COAST, MINE_COAST, rule="13.3.3", prompt="mine-norwegian-coast")


@rule("13.3.3")
def is_covered(game: Position) -> bool:
    """A carrier of the Commonwealth is ready in the North Sea, and no German surface ship faces it there or further north."""
    commonwealth, germany = power_named(game, COMMONWEALTH), power_named(game, GERMANY)
    ready = [thing for thing, _ in at_sea(game) if not game.state[FACE_DOWN][thing]]
    carriers = {thing for thing in things_at(game, place_index(game, _COVERING)) if _is(game, thing, NavalType.CV)}
    covers = any(
        ship in carriers and power_of(game, ship) == commonwealth and not game.state[DAMAGED][ship] for ship in ready
    )
    seas = dict(at_sea(game))
    faced = any(
        seas[ship] in (NORTH_SEA, _NORWEGIAN_SEA)
        and power_of(game, ship) == germany
        and _is(game, ship, NavalType.CV, NavalType.SCS)
        for ship in ready
    )
    return covers and not faced


def _is(game: Position, thing: int, *types: NavalType) -> bool:
    return counter_of(game, thing).type in types


@step("13.3.3")
def roll_for_norway(game: Game, mining: Mining) -> Control:
    return Roll("reaction of Norway", seat_of_power(game, power_named(game, COMMONWEALTH)))


@step("13.3.3")
def read_the_reaction(game: Game, mining: Mining) -> Control:
    roll = game.total - is_covered(game)
    result = chart_named(game, _CHART).at(roll, "result")
    game.set(REACTION, result)
    game.set(ONE_LESS, result == UNDERMINED)
    game.say(CoastMined(thing=mining.ship, roll=roll, reaction=result))
    return notice_deed(game, _MINING, power_named(game, COMMONWEALTH))


@step("13.3.3")
def norway_reacts(game: Game, mining: Mining) -> Control:
    """Its convoys sail for its new friend from next turn, or it joins Germany; the USA does not mind that."""
    reaction = reaction_of_norway(game)
    friend = power_named(game, reaction.friend)
    if reaction.hands_over and plays(game, friend):
        make_convoys(game, friend, place_index(game, circle_space(game.state.get(TURN) + 1)), NORWEGIAN_CONVOYS(game))
    germany = power_named(game, GERMANY)
    if game.state.get(REACTION) != ALIGNED or not plays(game, germany):
        return None
    return Call(SETTING_UP.name, align_minor(game, country_named(game, NORWAY), germany))


MINING = procedure(
    "mining the coast of Norway", "13.3.3", roll_for_norway, read_the_reaction, norway_reacts, locals=Mining
)

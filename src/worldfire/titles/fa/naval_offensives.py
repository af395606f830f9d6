"""fa:18.3.1 A naval offensive: its HQ demands that search dice are thrown again, in the seas that it reaches."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.rolls import AFTER_ROLL, Throw, reroll, reroll_violation
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.forces.ground import ground_of
from worldfire.forces.things import PLACE
from worldfire.forces.who import seat_of
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s10_actions import NAVAL
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.titles.fa.offensives import LEADERS, leader_of

SEARCHES = frozenset({"naval-search"})

#: HQs that have demanded a throw again in this impulse, once for each
DEMANDED: Field[tuple[int, ...]] = Field("search_dice_demanded", ())


class SearchThrownAgain(Event, frozen=True):
    headquarters: ThingId


@rule("fa:18.3.1")
def seas_in_reach(game: Position, headquarters: int) -> frozenset[str]:
    """The sea areas of its port are one step away; dashed borders are steps like others."""
    reach = land_counter(game, headquarters).reorganisation or 0
    edge = set(ground_of(game).sea_of(game.state[PLACE][headquarters])) if reach else set()
    found = set(edge)
    for _ in range(1, reach):
        edge = {beside for sea in edge for beside in adjacent_seas(game, sea)} - found
        found |= edge
    return frozenset(found)


@rule("fa:18.3.1")
def who_may_demand(game: Position, sea: str) -> int | None:
    """An HQ that leads a naval offensive, reaches the sea area and has not used up its value."""
    for power, unit, kind in game.state.get(LEADERS):
        if kind != NAVAL or leader_of(game, power, NAVAL) != unit:
            continue
        left = (land_counter(game, unit).reorganisation or 0) - game.state.get(DEMANDED).count(unit)
        if left > 0 and sea in seas_in_reach(game, unit):
            return unit
    return None


@rule("fa:18.3.1")
def dice_may_be_thrown_again(game: Game, throw: Throw) -> Control:
    """After a search die of either side has fallen."""
    if throw.kind not in SEARCHES or not game.state.get(LEADERS) or reroll_violation(throw) is not None:
        return None
    return None if who_may_demand(game, game.enclosing(NavalRound).sea) is None else Call(DEMANDING.name)


def _let_lie(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    return None


def _demand(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    unit = who_may_demand(game, game.enclosing(NavalRound).sea)
    assert unit is not None
    game.set(DEMANDED, (*game.state.get(DEMANDED), unit))
    game.say(SearchThrownAgain(headquarters=unit))
    reroll(game, game.enclosing(Throw))
    return None


LET_SEARCH_STAND = Verb("let-search-stand", "fa:18.3.1", _let_lie)
SEARCH_AGAIN = Verb("search-again", "fa:18.3.1", _demand)


@step("fa:18.3.1", LET_SEARCH_STAND, SEARCH_AGAIN)
def demand_another_throw(game: Game, nothing: None) -> Control:
    unit = who_may_demand(game, game.enclosing(NavalRound).sea)
    assert unit is not None
    return one(seat_of(game, unit), LET_SEARCH_STAND, SEARCH_AGAIN, rule="fa:18.3.1", prompt="search-again")


DEMANDING = procedure("search dice demanded again", "fa:18.3.1", demand_another_throw)


def demands_are_over(game: Game, event: LastImpulseTested) -> None:
    if game.state.get(DEMANDED):
        game.set(DEMANDED, ())


MODULE = Module(
    schema=Schema(fields=(DEMANDED,)),
    procedures=(DEMANDING,),
    subscribes=((LastImpulseTested, demands_are_over),),
    changes=(AFTER_ROLL.attach(dice_may_be_thrown_again),),
)

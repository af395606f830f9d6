"""fa:20.5.3 Aircraft of a minor country may flee into a neutral one: they are lost, but perhaps not their pilots."""

from __future__ import annotations

from itertools import chain

from worldfire.engine.changes import Instead
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.airways import airways
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import power_in_turn
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.things import PLACE
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import CONTROLLER, COUNTRY, COUNTRY_NAMES, power_of
from worldfire.rules.s10_actions import count_activity
from worldfire.rules.s11_16_rebase import ACTIVITY, REBASE_TO, REBASES, STAY_AT_BASE, Rebasing
from worldfire.rules.s14_1_range import DOUBLE, closed_to_rebases, rebase_range, rebase_reach, ways_from
from worldfire.rules.s14_air_missions import destroy_aircraft
from worldfire.titles.fa.airspace import skies_of_neutrals

_SECTION = "fa:20.5.3"


class Interned(Event, frozen=True):
    thing: ThingId
    power: PowerId


@rule(_SECTION)
def refuges(game: Position, aircraft: int) -> tuple[int, ...]:
    """Neutrals behind whose borders it may come down: at double range, for no sky beyond is its own side's (fa:11.13)."""
    name = game.state.get(COUNTRY_NAMES)[game.state[COUNTRY][aircraft]]
    if nations_of(game).country_of_home(name) not in ground_of(game).minors:
        return ()
    neutral, steps = skies_of_neutrals(game, aircraft), airways(game).air_steps
    beside = (places for here in rebase_reach(game, aircraft) for _, places in steps[here])
    borders = neutral.intersection(chain.from_iterable(beside))
    closed = closed_to_rebases(game, aircraft) - borders
    near = ways_from(game, game.state[PLACE][aircraft], rebase_range(game, aircraft, DOUBLE(game)), closed)
    return tuple(sorted({game.state[CONTROLLER][place] for place in borders & near.keys()}))


def _flee_shape(game: Position, rebasing: Rebasing, seat: str) -> Shape | Violation:
    return One(refuges(game, rebasing.aircraft))


@rule(_SECTION)
def _flee(game: Game, rebasing: Rebasing, seat: str, neutral: Noun) -> Control:
    """A rebase like any other, but the aircraft does not return from it."""
    aircraft = rebasing.aircraft
    count_activity(game, power_of(game, aircraft), ACTIVITY)
    game.say(Interned(thing=aircraft, power=neutral))
    destroy_aircraft(game, aircraft)
    return Goto("next_power_rebases")


BE_INTERNED = Verb("be-interned", _SECTION, _flee, _flee_shape, items=Power)


@step("fa:11.13", REBASE_TO, STAY_AT_BASE, BE_INTERNED, also=(_SECTION,))
def choose_base_or_refuge(game: Game, rebasing: Rebasing) -> Control:
    verbs = (REBASE_TO, BE_INTERNED, STAY_AT_BASE) if refuges(game, rebasing.aircraft) else (REBASE_TO, STAY_AT_BASE)
    seat = seat_of_power(game, power_in_turn(game, rebasing))
    return one(seat, *verbs, rule="11.16", prompt="rebase-to", unit=Thing(rebasing.aircraft))


MODULE = Module(changes=(Instead(REBASES.name, "choose_new_base", choose_base_or_refuge),))

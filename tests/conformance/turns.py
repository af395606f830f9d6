"""Turns for the tests: a campaign put straight into one of its procedures, with the dice that will fall."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from drills import begun_ashore
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.engine.state import Frame
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN
from worldfire.forces.things import COUNTER, PLACE, place_index
from worldfire.forces.who import CONTROLLER, POWER_NAMES
from worldfire.tables.campaign import MONTHS, turn_number
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE

Change = Callable[[Game], None]


def campaign_in(
    campaign: str,
    procedure: str,
    *changes: Change,
    dice: tuple[int, ...] = (),
    locals: Any = None,
    us_entry: bool = False,
    ashore: bool = False,
    **kwargs: Any,
) -> Game:
    """The campaign before its set-up, changed as wanted, in this procedure; the numbers that will be thrown and drawn.

    US entry (13.3) is left out unless it is asked for. `ashore`: as it goes on if it began without the war at sea.
    """
    game = begin_campaign(campaign, secret=b"turns", debug=True, length="campaign", **kwargs)
    game.set(US_ENTRY_IN_USE, game.state.get(US_ENTRY_IN_USE) and us_entry)
    if ashore:
        game = begun_ashore(game, debug=True)
    return put_into(game, procedure, *changes, dice=dice, locals=locals)


def put_into(game: Game, procedure: str, *changes: Change, dice: tuple[int, ...] = (), locals: Any = None) -> Game:
    """The game, changed as wanted, at the beginning of this procedure."""
    for change in changes:
        change(game)
    made = game.ruleset.procedures[procedure]
    if locals is None and made.locals is not None:
        locals = made.locals()
    game.chance = ScriptedChance(dice)
    state = game.state.copy()
    annexes = tuple(annex.locals() for annex in made.annexes)
    state.frames = [Frame(procedure, made.first, locals, annexes=annexes)]
    game.resume(state, game.entries, game.head)
    return game


def field(item: Any, value: Any) -> Change:
    return lambda game: game.set(item, value)


def in_turn(turn: str) -> Change:
    def change(game: Game) -> None:
        game.set(TURN, turn_number(turn))
        game.set(YEAR, turn_number(turn) // len(MONTHS))

    return change


def controlled(power: str, *places: str) -> Change:
    """The power controls these hexes."""

    def change(game: Game) -> None:
        for place in places:
            game.write(CONTROLLER, place_index(game, place), power_index(game, power))

    return change


def put(place: str, *counters: str) -> Change:
    """These counters stand there."""

    def change(game: Game) -> None:
        for counter in counters:
            game.write(PLACE, unit(game, counter), place_index(game, place))

    return change


def unit(game: Game, counter: str) -> int:
    """The thing of a counter's id."""
    return list(game.state[COUNTER]).index(game.ruleset.tables.index[counter])


def power_index(game: Game, power: str) -> int:
    return game.state.get(POWER_NAMES).index(power)


def play(game: Game, seat: str, verb: str, noun: Noun = None) -> tuple[Event, ...]:
    """Submit; returns what happened, dice left out."""
    return tuple(event for event in game.submit(seat, verb, noun).events if type(event).__name__ != "Rolled")


def prompt(game: Game) -> str:
    return "" if game.decision is None else game.decision.prompt

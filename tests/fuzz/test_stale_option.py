"""An option written as docs/writing-a-rule.md says: one field, one function at a seam. Nothing that is remembered goes stale.

The option is made up: a curfew moves on with every unit that moves, and units whose number it names have no zone of control
into other hexes. Zones of control, supply and the areas of HQs all remember answers that hang on it.
"""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from fuzz.test_caches import remembered_equals_fresh
from worldfire.engine.errors import StateError
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Option, assemble
from worldfire.engine.schema import Field, Read, Schema
from worldfire.forces.things import Moved
from worldfire.players import random_player
from worldfire.players.table import seeded_campaign
from worldfire.rules.s02_2_zones_of_control import ZOC_ENDS

CURFEW: Field[int] = Field("curfew", 0)
#: one unit in so many keeps indoors
IN_SO_MANY = 3
PICKS = 100
EVERY = 7


def keeps_indoors(game: Game, unit: int, into: int) -> bool:
    return (unit + game.state.get(CURFEW)) % IN_SO_MANY == 0


def curfew_moves_on(game: Game, event: Moved) -> None:
    game.set(CURFEW, game.state.get(CURFEW) + 1)


def begin(*reads: Read) -> Game:
    """Barbarossa in debug mode with the option; `reads` is what its function says that it reads."""
    option = Option(
        "curfew",
        "Curfew",
        schema=Schema(fields=(CURFEW,)),
        changes=(ZOC_ENDS.attach(keeps_indoors, reads=reads),),
        subscribes=((Moved, curfew_moves_on),),
    )
    plain = seeded_campaign("barbarossa", 1, length="campaign")
    known = plain.ruleset
    title = replace(known.title, options=(*known.title.options, option))
    rules = assemble(title, (*known.options, option.key), known.tables, known.tables_digest)
    return Game.new(rules, plain.seats, plain.header.setup, secret=bytes(32), debug=True)


def play(game: Game) -> int:
    """Play on at random, comparing now and then; returns how many answers were compared."""
    rng, compared = Random(5), 0
    for pick in range(PICKS):
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = random_player.pick(game, seat, rng)
        game.submit(seat, verb, noun, decision)
        if pick % EVERY == 0:
            compared += remembered_equals_fresh(game)
    return compared


@pytest.mark.rule("2.2")
def test_what_an_option_reads_makes_the_caches_forget() -> None:
    game = begin(CURFEW)
    assert play(game) > 1_000
    assert game.state.get(CURFEW) > PICKS


def test_debug_mode_refuses_an_option_that_does_not_say_what_it_reads() -> None:
    with pytest.raises(StateError, match=r"'zones of control' reads 'curfew' and does not declare it"):
        play(begin())

"""What every game needs and takes a second or two to read: nobody's first action shall wait for it."""

from __future__ import annotations

from functools import cache
from random import Random

from worldfire.advice.layers import distance
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.turn import IMPULSE
from worldfire.players import random_player
from worldfire.players.table import seeded_secret
from worldfire.server.boarding import board_document
from worldfire.server.catalogue import counters_document
from worldfire.server.founding import Plan, found, set_up_for
from worldfire.titles import USUAL, title_named
from worldfire.titles.title import GameTitle

#: after so many impulses rules have asked for nearly all that they read off the board once
IMPULSES = 2


@cache
def warm_up() -> None:
    """Read the board and the campaigns, then play a little: tables and what rules work out once are in memory afterwards.

    Whoever plays another campaign first waits 20 ms longer than the next; to play each of them took 1.5 s of every start.
    """
    board_document(USUAL)
    counters_document(USUAL)
    quickest = quickest_campaign(title_named(USUAL))
    for campaign in sorted(title_named(USUAL).playable):
        game = found(Plan(campaign), seeded_secret("warm-up", 0))
        distance(game, ground_of(game).capitals.values())  # computer players measure the map
        if campaign == quickest:
            _play(game)


def quickest_campaign(title: GameTitle) -> str:
    """Of those that can be played, the one with the smallest map and the fewest turns.

    Most of what rules work out once does not depend on the campaign, and this one is soon set up.
    """
    campaigns = title.campaigns()
    return min(title.playable, key=lambda name: (len(campaigns[name].sheets.value), campaigns[name].turns.value, name))


def _play(game: Game) -> None:
    set_up_for(game)
    rng = Random(0)
    while not game.over and game.state.get(IMPULSE) < IMPULSES:
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))

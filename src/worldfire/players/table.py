"""Playing a game to its end with a player for every seat."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from hashlib import sha256
from random import Random
from typing import Any

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.players import cadet, default_player, random_player
from worldfire.players.courtesy import courtesy
from worldfire.titles import USUAL
from worldfire.titles.campaigns import begin_campaign, campaign_named
from worldfire.titles.exercises import Exercise

Pick = Callable[[Game, str, Random], tuple[str, Any]]
#: is shown the game after every pick; True: that is enough
Watch = Callable[[Game], bool]

PLAYERS: Mapping[str, Pick] = {
    "random": random_player.pick,
    "default": default_player.pick,
    "cadet": cadet.pick,
}
#: those of them that tell their allies unasked what these may do, as every computer player does on a server
COURTEOUS = frozenset({"cadet"})

#: a game of an exercise that takes longer than this is a fault in the rules
MOST_PICKS = 10_000
#: a campaign that takes longer than this, too
MOST_CAMPAIGN_PICKS = 100_000


class TooLong(WorldfireError):
    """A game that does not end."""


def seeded_secret(name: str, seed: int) -> bytes:
    """The secret of a simulated game: the same seed gives the same dice."""
    return sha256(f"worldfire {name} {seed}".encode()).digest()


def seeded_game(exercise: Exercise, seed: int, options: Iterable[str] = (), **kwargs: Any) -> Game:
    """A game whose dice follow from the seed, with these options beside its own; the keywords are those of `Game.new`."""
    exercise = exercise.with_options(options)
    return exercise.begin(secret=seeded_secret(exercise.name, seed), game_id=f"{exercise.name}-{seed}", **kwargs)


def seeded_campaign(name: str, seed: int, title: str = USUAL, **kwargs: Any) -> Game:
    """A campaign at the first decision of its set-up; the keywords are those of `begin_campaign` and `Game.new`."""
    campaign = campaign_named(name, title).id
    secret = seeded_secret(campaign, seed)
    return begin_campaign(campaign, title=title, secret=secret, game_id=f"{campaign}-{seed}", **kwargs)


def play_set_up(name: str, seed: int = 1, players: str = "default", **kwargs: Any) -> Game:
    """Set a campaign up with these players, and stop there. The same seed gives the same set-up."""
    game = seeded_campaign(name, seed, **kwargs)
    play_out(game, Random(seed), PLAYERS[players])
    return game


def play_out(
    game: Game,
    rng: Random,
    pick: Pick = random_player.pick,
    most: int = MOST_PICKS,
    watch: Watch | None = None,
    courteous: Collection[str] = (),
) -> int:
    """Let the same player pick for every seat until the game is over; returns how many picks it took."""
    return play_seats(game, rng, dict.fromkeys(game.seats, pick), most, watch, courteous)


def play_seats(
    game: Game,
    rng: Random,
    players: Mapping[str, Pick],
    most: int = MOST_PICKS,
    watch: Watch | None = None,
    courteous: Collection[str] = (),
) -> int:
    """Let each seat's own player pick until the game is over; returns how many picks it took.

    Before each pick the courteous seats tell their allies what these may do (`courtesy`); nobody waits for that.
    """
    picks = 0
    while not game.over:
        if picks >= most:
            raise TooLong(f"the game is not over after {most} picks")
        be_courteous(game, courteous)
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = players[seat](game, seat, rng)
        game.submit(seat, verb, noun, decision)
        picks += 1
        if watch is not None and watch(game):
            break
    return picks


def be_courteous(game: Game, seats: Collection[str]) -> None:
    """All that these seats have to tell their allies now."""
    for seat in seats:
        while (action := courtesy(game, seat)) is not None:
            game.submit(seat, *action)

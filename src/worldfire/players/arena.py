"""Two players against each other: many games of a campaign with the sides swapped, and what the results prove."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor, as_completed
from fractions import Fraction
from math import comb
from random import Random
from time import process_time
from typing import Literal

import msgspec

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, seats_of_side
from worldfire.forces.who import NOBODY
from worldfire.players.table import COURTEOUS, PLAYERS, Pick, play_seats, seeded_campaign
from worldfire.titles import USUAL
from worldfire.titles.campaigns import campaign_named

Side = Literal["a", "b"]
A: Side = "a"
B: Side = "b"
#: a game of a campaign that takes more picks than this is a fault
MOST_PICKS = 100_000


class NoScore(WorldfireError):
    """A campaign in which no side wins by a score."""


class Match(msgspec.Struct, frozen=True):
    """One game to be played: which of the two plays which side."""

    campaign: str
    seed: int
    #: side of the campaign → "a" or "b"
    sides: dict[str, Side]
    a: str
    b: str
    options: tuple[str, ...] = ()
    title: str = USUAL


class Contest(msgspec.Struct, frozen=True):
    """Who plays whom at what; how often is left open, so that more games can be added."""

    campaign: str
    a: str
    b: str
    options: tuple[str, ...] = ()
    title: str = USUAL


class Outcome(msgspec.Struct, frozen=True):
    match: Match
    #: "a" or "b"; "" for a draw
    winner: str
    score: int
    impulses: int
    seconds: float


class Standing(msgspec.Struct, frozen=True):
    """All games together. `p_value` is that of the exact two-sided sign test; draws count for nobody.

    `a_share` is A's part of the games that were won, and `a_share_low` to `a_share_high` its exact 95 % confidence interval.
    """

    a_wins: int
    b_wins: int
    draws: int
    p_value: float
    seconds_per_impulse: float
    a_share: float
    a_share_low: float
    a_share_high: float


def matches(contest: Contest, games: int) -> tuple[Match, ...]:
    """Games in pairs of the same seed with the sides swapped."""
    sides = tuple(campaign_named(contest.campaign, contest.title).sides.value)
    if len(sides) != 2:
        raise NoScore(f"{contest.campaign} has not two sides")
    found = []
    for number in range(games):
        first, second = (A, B) if number % 2 == 0 else (B, A)
        found.append(
            Match(
                contest.campaign,
                number // 2 + 1,
                {sides[0]: first, sides[1]: second},
                contest.a,
                contest.b,
                contest.options,
                contest.title,
            )
        )
    return tuple(found)


class Clock:
    """A pick that is timed, in seconds of one core, with the impulses of the player's own side that it has thought for."""

    def __init__(self, pick: Pick) -> None:
        self.pick, self.seconds = pick, 0.0
        self.impulses: set[tuple[int, int]] = set()

    def __call__(self, game: Game, seat: str, rng: Random) -> tuple[str, object]:
        began = process_time()
        try:
            return self.pick(game, seat, rng)
        finally:
            self.seconds += process_time() - began
            side = game.state.get(ACTIVE_SIDE)
            if side != NOBODY and seat in seats_of_side(game, side):
                self.impulses.add((game.state.get(TURN), game.state.get(IMPULSE)))


def play_match(match: Match) -> Outcome:
    """Play one game to its end. What is timed is A's thinking, all of it, over the impulses of its own side."""
    campaign = campaign_named(match.campaign, match.title)
    players: Mapping[str, Pick] = {A: Clock(PLAYERS[match.a]), B: Clock(PLAYERS[match.b])}
    picks = {power: players[match.sides[side]] for side, powers in campaign.sides.value.items() for power in powers}
    game = seeded_campaign(match.campaign, match.seed, match.title, options=match.options, length="campaign")
    polite = {clock for name, clock in ((match.a, players[A]), (match.b, players[B])) if name in COURTEOUS}
    courteous = tuple(seat for seat in game.seats if picks[seat] in polite)
    play_seats(game, Random(match.seed), {seat: picks[seat] for seat in game.seats}, MOST_PICKS, courteous=courteous)
    result = game.state.result
    if not isinstance(result, dict) or result.get("winner") not in match.sides:
        raise NoScore(f"{match.campaign} was not won by a score: {result!r}")
    clock = players[A]
    assert isinstance(clock, Clock)
    return Outcome(match, match.sides[result["winner"]], int(result["score"]), len(clock.impulses), clock.seconds)


def play_matches(
    wanted: tuple[Match, ...], jobs: int = 1, play: Callable[[Match], Outcome] = play_match
) -> Iterator[Outcome]:
    """The outcomes as the games end; with several jobs in any order."""
    if jobs <= 1:
        yield from map(play, wanted)
        return
    with ProcessPoolExecutor(jobs) as workers:
        for done in as_completed([workers.submit(play, match) for match in wanted]):
            yield done.result()


def standing(outcomes: list[Outcome]) -> Standing:
    a_wins = sum(outcome.winner == A for outcome in outcomes)
    b_wins = sum(outcome.winner == B for outcome in outcomes)
    impulses = sum(outcome.impulses for outcome in outcomes)
    seconds = sum(outcome.seconds for outcome in outcomes)
    return Standing(
        a_wins,
        b_wins,
        len(outcomes) - a_wins - b_wins,
        sign_test(a_wins, b_wins),
        seconds / impulses if impulses else 0.0,
        a_wins / (a_wins + b_wins) if a_wins + b_wins else 0.5,
        *confidence(a_wins, b_wins),
    )


#: how surely the share of games that a player wins lies within its bounds
CONFIDENCE = 0.95


def confidence(wins: int, losses: int) -> tuple[float, float]:
    """Clopper and Pearson's bounds of the share of wins: between them the result is not among the unlikeliest 5 %."""
    decided, tail = wins + losses, (1 - CONFIDENCE) / 2
    low = _share_where(lambda share: at_least(wins, decided, share) >= tail) if wins else 0.0
    high = _share_where(lambda share: at_least(wins + 1, decided, share) >= 1 - tail) if losses else 1.0
    return low, high


def at_least(wins: int, games: int, share: float) -> float:
    """How likely it is to win so many games or more."""
    return sum(comb(games, k) * share**k * (1 - share) ** (games - k) for k in range(wins, games + 1))


def _share_where(holds: Callable[[float], bool]) -> float:
    """The least share for which it holds, of something that holds ever after."""
    low, high = 0.0, 1.0
    for _ in range(50):
        middle = (low + high) / 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def sign_test(wins: int, losses: int) -> float:
    """How likely a result at least as one-sided would be between equals: exact, two-sided."""
    decided = wins + losses
    extreme = max(wins, losses)
    tail = sum(comb(decided, k) for k in range(extreme, decided + 1))
    return min(1.0, float(Fraction(2 * tail, 2**decided)))

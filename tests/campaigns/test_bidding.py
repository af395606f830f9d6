"""24.1.2: bidding for the powers, by the example of the sister text (PatiF 11.1.2)."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from worldfire.engine.errors import Refused, RulesetError
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import POWER_NAMES, SEAT
from worldfire.players.random_player import pick
from worldfire.rules.s13_09_victory import objectives, totals
from worldfire.rules.s24_1_bidding import BIDS
from worldfire.tables.campaign import find_campaign
from worldfire.titles import ruleset_for
from worldfire.titles.campaigns import begin_campaign

GROUPS = {
    "susan": ("usa", "china"),
    "mike": ("ussr",),
    "braddles": ("commonwealth",),
    "greg": ("germany", "italy"),
    "harry": ("japan",),
}


def begin() -> Game:
    campaign = find_campaign("global-war")
    played = {power for side in campaign.sides.value.values() for power in side}
    groups = {**GROUPS, "braddles": tuple(sorted(played - {p for g in GROUPS.values() for p in g} | {"commonwealth"}))}
    return begin_campaign("global-war", bidding=groups, secret=bytes(32), game_id="bids")


def auction(game: Game, winner: str, bid: int, group: str) -> None:
    """Harry bids one less, then everybody but the winner drops out."""
    while "take-group" not in game.offers(winner):
        (seat,) = game.waiting
        if seat == "harry" and "bid" in game.offers(seat) and game.decision and game.decision.prompt == "bid-first":
            game.submit(seat, "bid", bid - 1)
        elif seat == winner:
            game.submit(seat, "bid", bid)
        else:
            game.submit(seat, "drop-out")
    game.submit(winner, "take-group", group)


def owners(game: Game) -> dict[str, str]:
    pairs = zip(game.state.get(POWER_NAMES), game.state[SEAT], strict=True)
    return {power: game.seats[seat] for power, seat in pairs if seat >= 0}


@pytest.mark.rule("24.1.2")
def test_the_last_player_balances_the_bids_of_the_others() -> None:
    game = begin()
    auction(game, "susan", 5, "usa+china")
    auction(game, "mike", 6, "ussr")
    auction(game, "greg", 1, "japan")
    auction(game, "braddles", -5, "germany+italy")
    assert game.state.get(BIDS) == (("susan", 5), ("mike", 6), ("greg", 1), ("braddles", -5), ("harry", -7))
    held = owners(game)
    assert (held["usa"], held["china"], held["ussr"], held["japan"]) == ("susan", "susan", "mike", "greg")
    assert (held["germany"], held["italy"], held["commonwealth"]) == ("braddles", "braddles", "harry")


@pytest.mark.rule("24.1.2")
@pytest.mark.rule("13.9/final victory")
def test_the_modified_bid_is_subtracted_in_the_end() -> None:
    """What a player bid, and what his powers are expected to hold: the USA 18, China 1, the USSR 19."""
    game = begin()
    auction(game, "susan", 5, "usa+china")
    auction(game, "mike", 6, "ussr")
    auction(game, "greg", 1, "japan")
    auction(game, "braddles", -5, "germany+italy")
    powers = tuple(range(len(game.state.get(POWER_NAMES))))
    held: dict[str, Fraction] = dict.fromkeys(game.seats, Fraction(0))
    for power, number in objectives(game, powers).items():
        held[seat_of_power(game, power)] += number
    counted = totals(game, powers)
    bids = {seat: held[seat] - counted[seat] for seat in ("susan", "mike", "greg", "braddles")}
    assert bids == {"susan": 5 + 18 + 1, "mike": 6 + 19, "greg": 1, "braddles": -5}


@pytest.mark.rule("24.1.2")
def test_a_bid_must_be_higher_than_the_last_and_at_least_minus_twenty() -> None:
    game = begin()
    (first,) = game.waiting
    with pytest.raises(Refused):
        game.submit(first, "bid", -21)
    game.submit(first, "bid", 3)
    (second,) = game.waiting
    assert second != first
    with pytest.raises(Refused):
        game.submit(second, "bid", 3)


@pytest.mark.rule("24.1.2")
def test_who_stays_longest_wins_at_the_lowest_bid_if_nobody_bids() -> None:
    game = begin()
    for _ in range(4):
        (seat,) = game.waiting
        game.submit(seat, "drop-out")
    (winner,) = game.waiting
    game.submit(winner, "take-group", "ussr")
    assert game.state.get(BIDS) == ((winner, -20),)


def test_random_bidding_ends_and_the_set_up_goes_on_and_can_be_saved() -> None:
    game, rng = begin(), Random(3)
    while not game.state.get(BIDS) or len(game.state.get(BIDS)) < 5:
        (seat,) = game.waiting
        verb, noun = pick(game, seat, rng)
        game.submit(seat, verb, noun, game.waiting[seat])
        game = loads(dumps(game), ruleset_for)
    assert sum(bid for _, bid in game.state.get(BIDS)) == 0
    assert game.decision is not None
    assert game.decision.rule == "24.1"


def test_groups_must_hold_every_power_once_and_one_side_each() -> None:
    with pytest.raises(RulesetError, match="each once"):
        begin_campaign("barbarossa", bidding={"a": ("germany",), "b": ("germany",)})
    with pytest.raises(RulesetError, match="both sides"):
        begin_campaign("barbarossa", bidding={"a": ("germany", "ussr")})

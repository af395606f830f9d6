"""Bidding for the powers (24.1.2, by the sister text PatiF 11.1.2): auctions that decide who plays what, and for how much.

A bid is a number of objectives, more or less than the group of powers is expected to hold at the end. The highest bidder
of a round picks a group and is out; the last player gets the last group for what the others' bids add up to, with the
opposite sign. The modified bid (the bid and the expected objectives) is subtracted from what a player holds at the end (13.9).
"""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, SeatName, Word
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.kinds import PowerId
from worldfire.forces.who import POWER_NAMES, change_seat
from worldfire.rules.s13_09_victory import BID as BID_OF_POWER

LOWEST_BID = Figure("lowest bid", "24.1.2")
#: nobody can hold more than every objective of the map
HIGHEST_BID = 70

#: (seat, its bid) in the order in which they won
BIDS: Field[tuple[tuple[str, int], ...]] = Field("bids", ())


class Auction(msgspec.Struct):
    """The groups still to be had, who still bids for one, and how the round stands."""

    groups: tuple[tuple[int, ...], ...]
    bidders: tuple[str, ...]
    #: those who have not dropped out of this round, the next to speak first
    in_round: tuple[str, ...] = ()
    leader: str = ""
    high: int = 0


class BidMade(Event, frozen=True):
    seat: SeatName
    bid: int


class BidderOut(Event, frozen=True):
    seat: SeatName


class GroupTaken(Event, frozen=True):
    seat: SeatName
    powers: tuple[PowerId, ...]
    bid: int


@rule("24.1.2", "13.9")
def _take(game: Game, auction: Auction, seat: str, group: tuple[int, ...], bid: int) -> None:
    """The powers are the player's, and with them the modified bid: what each is expected to hold, and his bid."""
    for power in group:
        change_seat(game, power, seat)
    game.write(BID_OF_POWER, group[0], game.state[BID_OF_POWER][group[0]] + bid)  # one bid for the whole group
    game.set(BIDS, (*game.state.get(BIDS), (seat, bid)))
    game.say(GroupTaken(seat=seat, powers=group, bid=bid))
    auction.groups = tuple(other for other in auction.groups if other != group)
    auction.bidders = tuple(other for other in auction.bidders if other != seat)


@step("24.1.2")
def next_auction(game: Game, auction: Auction) -> Control:
    """The last player needs not bid: his bid balances the others' unmodified bids."""
    if len(auction.bidders) == 1:
        total = sum(bid for _, bid in game.state.get(BIDS))
        _take(game, auction, auction.bidders[0], auction.groups[0], -total)
        return End()
    auction.in_round, auction.leader, auction.high = auction.bidders, "", LOWEST_BID(game) - 1
    return None


def _bids(game: Position, auction: Auction, seat: str) -> Shape | Violation:
    if auction.high >= HIGHEST_BID:
        return refused("24.1.2", "bid-at-its-highest", most=Number(HIGHEST_BID))
    return One(tuple(range(auction.high + 1, HIGHEST_BID + 1)))


def _bid(game: Game, auction: Auction, seat: str, bid: Noun) -> Control:
    auction.leader, auction.high = seat, bid
    auction.in_round = (*(other for other in auction.in_round if other != seat), seat)
    game.say(BidMade(seat=seat, bid=bid))
    return Goto("round_of_bids")


def _drop_out(game: Game, auction: Auction, seat: str, noun: Noun) -> Control:
    auction.in_round = tuple(other for other in auction.in_round if other != seat)
    game.say(BidderOut(seat=seat))
    return Goto("round_of_bids")


BID = Verb("bid", "24.1.2", _bid, _bids, items=Number)
DROP_OUT = Verb("drop-out", "24.1.2", _drop_out)


@step("24.1.2", BID, DROP_OUT)
def round_of_bids(game: Game, auction: Auction) -> Control:
    """Players speak in turn, as often as they like; each bid is higher than the last."""
    if len(auction.in_round) == 1:
        return None
    high = auction.high if auction.leader else LOWEST_BID(game)
    prompt = "bid-higher" if auction.leader else "bid-first"
    return one(auction.in_round[0], BID, DROP_OUT, rule="24.1.2", prompt=prompt, high=Number(high))


def _groups(game: Position, auction: Auction, seat: str) -> Shape | Violation:
    return One(tuple(group_name(game, group) for group in auction.groups))


class Group(Word):
    """Powers that go together, `germany+italy`."""

    __slots__ = ()


def group_name(game: Position, group: tuple[int, ...]) -> str:
    names = game.state.get(POWER_NAMES)
    return "+".join(names[power] for power in group)


def _choose(game: Game, auction: Auction, seat: str, noun: Noun) -> Control:
    group = next(group for group in auction.groups if group_name(game, group) == noun)
    _take(game, auction, seat, group, max(auction.high, LOWEST_BID(game)))
    return Goto("next_auction")


TAKE_GROUP = Verb("take-group", "24.1.2", _choose, _groups, items=Group)


@step("24.1.2", TAKE_GROUP)
def winner_chooses(game: Game, auction: Auction) -> Control:
    """If nobody wanted to bid, who stayed longest has the lowest bid."""
    return one(
        auction.in_round[0],
        TAKE_GROUP,
        rule="24.1.2",
        prompt="take-group",
        bid=Number(max(auction.high, LOWEST_BID(game))),
    )


BIDDING = procedure(
    "bidding for powers", "24.1.2", next_auction, round_of_bids, winner_chooses, locals=Auction, book_step=True
)


MODULE = Module(
    schema=Schema(fields=(BIDS,)),
    procedures=(BIDDING,),
)

"""Bidding for powers (24.1.2): as much for a group as it should hold in the end beyond what the others can still get.

What a power should hold is taken to lie between what it begins with and what the campaign expects of it. The bids of all
players add up to nothing, so what is left for everybody after his bid is the same if each group goes for its fair price.
"""

from __future__ import annotations

from math import floor

from worldfire.engine.position import Position
from worldfire.engine.shapes import One
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.turn import power_name
from worldfire.forces.who import NOBODY, SIDE
from worldfire.players.cadet.asking import Action, Question
from worldfire.rules.s13_09_victory import objectives
from worldfire.rules.s24_1_bidding import BIDS, Auction, group_name
from worldfire.tables.campaign import find_campaign

#: the first bid is so much below the fair price: nobody else may want the group
BELOW = 3


def bid(question: Question) -> Action:
    """One more than the last, up to the fair price of the best group."""
    shape, auction = question.offers.get("bid"), question.game.enclosing(Auction)
    if not isinstance(shape, One):
        return "drop-out", None
    fair = floor(max(fair_prices(question.game, auction).values()))
    lowest = int(shape.domain[0])
    wanted = lowest if auction.leader else max(lowest, min(fair - BELOW, int(shape.domain[-1])))
    return ("bid", wanted) if wanted <= fair else ("drop-out", None)


def take_group(question: Question) -> Action:
    """The one that is worth most."""
    prices = fair_prices(question.game, question.game.enclosing(Auction))
    return "take-group", max(prices, key=lambda name: (prices[name], name))


def fair_prices(game: Position, auction: Auction) -> dict[str, float]:
    """Group → the bid with which its player is as well off as those who get the others for theirs."""
    each = prospects(game)
    worth = {group_name(game, group): sum(each[power] for power in group) for group in auction.groups}
    paid = sum(price for _, price in game.state.get(BIDS))
    left_for_each = (sum(worth.values()) + paid) / len(worth)
    return {name: value - left_for_each for name, value in worth.items()}


def prospects(game: Position) -> dict[int, float]:
    """Power → objectives in the end beyond those that are subtracted anyway: between what it has and what is expected."""
    campaign = find_campaign(game.state.get(CAMPAIGN), game.ruleset.tables.source)
    powers = tuple(power for power, side in enumerate(game.state[SIDE]) if side != NOBODY)
    begins_with = {power: float(number) for power, number in objectives(game, powers).items()}
    if campaign.expected_objectives is None:
        return {power: begins_with.get(power, 0.0) for power in powers}
    expected = campaign.expected_objectives.value
    return {power: (begins_with.get(power, 0.0) - expected.get(power_name(game, power), 0)) / 2 for power in powers}

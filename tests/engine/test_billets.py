"""Parties that do not mix: wherever there is a legal allotment, one is constructed."""

from __future__ import annotations

from itertools import product
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.engine.billets import Billets, Party
from worldfire.engine.shapes import Choices, Item, Noun, Room

CHOICES = ("a", "b", "c")


@st.composite
def billets(draw: st.DrawFn) -> Billets:
    """Up to five items in up to three parties."""
    sizes = draw(st.lists(st.integers(1, 2), min_size=1, max_size=3))
    foes = {pair for pair in ((0, 1), (0, 2), (1, 2)) if max(pair) < len(sizes) and draw(st.booleans())}
    some = st.sets(st.sampled_from(CHOICES), min_size=1)
    parties, items = [], []
    for number, size in enumerate(sizes):
        names = tuple(f"{number}.{at}" for at in range(size))
        apart = frozenset(other for pair in foes if number in pair for other in pair if other != number)
        parties.append(Party(names, frozenset(draw(some)), apart))
        items += [Choices(name, tuple(sorted(draw(some)))) for name in names]
    rooms = tuple(Room(choice, draw(st.integers(1, 2))) for choice in CHOICES if draw(st.booleans()))
    return Billets(tuple(items), rooms, tuple(parties), frozenset(draw(some)), draw(st.integers(0, 2)))


def is_legal(shape: Billets, noun: Noun) -> bool:
    party_of: dict[Item, int] = {item: at for at, party in enumerate(shape.parties) for item in party.items}
    if any(choice not in shape.parties[party_of[item]].open for item, choice in noun):
        return False
    if any(sum(choice == room.choice for _, choice in noun) > room.most for room in shape.rooms):
        return False
    for (one, here), (other, there) in product(noun, noun):
        if here == there and party_of[other] in shape.parties[party_of[one]].apart:
            return False
    return sum(choice in shape.home for _, choice in noun) >= shape.least


@given(billets(), st.integers(0, 5))
@settings(max_examples=300, deadline=None)
def test_a_legal_noun_is_found_where_there_is_one(shape: Billets, seed: int) -> None:
    found = shape.sample(Random(seed))
    assert shape.judge(found) is None
    assert is_legal(shape, found) == any(is_legal(shape, noun) for noun in shape.every())

"""Shapes agree with themselves: what they list fits, what they draw is listed, and the only one is the only one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from worldfire.engine.shapes import (
    NOTHING,
    Allot,
    Amounts,
    Assign,
    Bounds,
    Choices,
    Nothing,
    Noun,
    One,
    Order,
    Orders,
    Path,
    Prefix,
    Purchase,
    Room,
    Send,
    Set,
    Shape,
)
from worldfire.forces.flights import Flight
from worldfire.rules.s11_09_rail import RailMoves
from worldfire.rules.s11_10_land_movement import Moves, Stack
from worldfire.rules.s14_2_missions import STAY, Sorties, read_sortie

ITEMS = st.one_of(st.integers(0, 4), st.sampled_from("abc"))
DOMAINS = st.lists(ITEMS, min_size=1, max_size=4, unique=True).map(tuple)


@st.composite
def sets(draw: st.DrawFn) -> Shape:
    domain = draw(DOMAINS)
    least = draw(st.integers(0, len(domain)))
    return Set(domain, least, draw(st.integers(least, 5)))


@st.composite
def orders(draw: st.DrawFn) -> Shape:
    members = draw(st.lists(ITEMS, max_size=5, unique=True))
    cut = draw(st.integers(0, len(members)))
    return Order((tuple(members[:cut]), tuple(members[cut:])))


@st.composite
def assigns(draw: st.DrawFn) -> Shape:
    items = draw(st.lists(st.integers(0, 4), max_size=3, unique=True))
    return Assign(tuple(Choices(item, draw(DOMAINS)) for item in items))


@st.composite
def amounts(draw: st.DrawFn) -> Shape:
    items = draw(st.lists(st.integers(0, 4), max_size=3, unique=True))
    bounds = []
    for item in items:
        least = draw(st.integers(0, 2))
        bounds.append(Bounds(item, least, draw(st.integers(least, 3))))
    low, high = sum(b.least for b in bounds), sum(b.most for b in bounds)
    least = draw(st.integers(0, high))
    return Amounts(tuple(bounds), least, draw(st.integers(max(least, low), high + 2)))


@st.composite
def paths(draw: st.DrawFn) -> Shape:
    edges = draw(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3)), max_size=7, unique=True))
    least = draw(st.integers(0, 2))
    return Path(0, tuple(edges), least, draw(st.integers(least, 3)))


@st.composite
def sends(draw: st.DrawFn) -> Shape:
    shape = draw(assigns())
    assert isinstance(shape, Assign)
    return Send(shape.items, most=draw(st.integers(0, 3)))


SHAPES = st.one_of(st.just(NOTHING), DOMAINS.map(One), sets(), orders(), assigns(), amounts(), paths())


@given(SHAPES, st.integers(0, 2**32))
@settings(max_examples=200, deadline=None)
def test_what_is_listed_fits_and_what_is_drawn_is_listed(shape: Shape, seed: int) -> None:
    listed = list(islice(shape.every(), 2_000))
    assert len(set(listed)) == len(listed)
    for noun in listed:
        assert shape.read(noun) == noun
        assert shape.judge(noun) is None
    assume(listed)
    assert shape.sample(Random(seed)) in listed
    assert shape.only() == ((listed[0],) if len(listed) == 1 else None)


def said(shape: Shape, prefix: Prefix = ()) -> Iterator[Noun]:
    """Every noun that can be said choice by choice."""
    for choice in shape.next_choices(prefix):
        if choice is None:
            yield shape.noun_of(prefix)
        else:
            yield from said(shape, (*prefix, choice))


@given(st.one_of(SHAPES, sends()))
@settings(max_examples=200, deadline=None)
def test_choice_by_choice_every_noun_can_be_said_and_no_other(shape: Shape) -> None:
    """Each in one way only."""
    listed, spoken = list(islice(shape.every(), 500)), list(islice(said(shape), 500))
    assume(len(listed) < 500)
    assert sorted(map(repr, spoken)) == sorted(map(repr, listed))


def test_what_has_no_room_is_not_named_again() -> None:
    shape = Allot((Choices(1, ("a", "b")), Choices(2, ("a", "b")), Choices(3, ("a",))), rooms=(Room("a", 1),))
    assert shape.next_choices(("a",)) == ("b",)
    assert shape.next_choices(("a", "b")) == ("a",), "who can go nowhere else is left to the rule"


@given(amounts(), st.lists(st.integers(1, 4), min_size=3, max_size=3), st.integers(0, 20))
@settings(max_examples=200, deadline=None)
def test_what_is_bought_can_be_paid(shape: Shape, prices: list[int], budget: int) -> None:
    assert isinstance(shape, Amounts)
    costs = tuple(prices[: len(shape.items)])
    bought = Purchase(shape.items, shape.least, shape.most, costs=costs, budget=budget)
    paid = [
        noun
        for noun in shape.every()
        if sum(number * cost for (_, number), cost in zip(noun, costs, strict=True)) <= budget
    ]
    assume(paid)
    assert sorted(said(bought)) == sorted(paid)


FLOWN = ("fly 1", "fly-as-bomber 2", "escort 1", "escort 2", "patrol 1")


@given(
    st.lists(st.lists(st.sampled_from(FLOWN), unique=True, max_size=4), max_size=3),
    st.sets(st.integers(1, 2)),
    st.integers(0, 3),
)
@settings(max_examples=200, deadline=None)
def test_escorts_are_said_where_somebody_bombs(aircraft: list[list[str]], bombed: set[int], missions: int) -> None:
    shape = Sorties(
        tuple(Choices(number, (STAY, *words)) for number, words in enumerate(aircraft)),
        len(aircraft),
        bombed=tuple(sorted(bombed)),
        missions=missions,
    )

    def is_allowed(noun: Noun) -> bool:
        flown = [read_sortie(word)[:2] for _, word in noun if word != STAY]
        targets = [place for flight, place in flown if flight.is_bomber]
        there = bombed.union(targets)
        return len(targets) <= missions and all(place in there for flight, place in flown if flight is Flight.ESCORT)

    assert sorted(said(shape)) == sorted(filter(is_allowed, shape.every()))


def test_a_move_is_said_stack_by_stack() -> None:
    stacks = (Stack(1, (10, 11), ((2, 1), (3, 2))), Stack(5, (12,), ((6, 5),)))
    assert set(said(Moves(stacks))) == set(Moves(stacks).every())
    rails = RailMoves((Choices(1, (7, 8)), Choices("factory 9", (8,))))
    assert set(said(rails)) == set(rails.every())


@given(SHAPES)
@settings(max_examples=100, deadline=None)
def test_a_noun_survives_the_wire(shape: Shape) -> None:
    """As JSON and back it is the same noun; assignments and amounts may also come as objects."""
    for noun in islice(shape.every(), 50):
        assert shape.read(msgspec.json.decode(msgspec.json.encode(noun))) == noun
        if isinstance(shape, Assign | Amounts):
            assert shape.read(msgspec.json.decode(msgspec.json.encode(dict(noun)))) == noun


@given(SHAPES, st.data())
@settings(max_examples=200, deadline=None)
def test_what_fits_is_listed(shape: Shape, data: st.DataObject) -> None:
    """Judged from the other side: any small noun that is found to fit must be among those listed."""
    flat = st.lists(ITEMS, max_size=4).map(tuple)
    nested = st.lists(st.lists(ITEMS, max_size=3).map(tuple), max_size=3).map(tuple)
    noun: Any = data.draw(st.one_of(st.none(), ITEMS, flat, nested))
    read = shape.read(noun)
    if shape.judge(read) is None:
        assert read in list(shape.every())


def test_shapes_are_data() -> None:
    """The browser and the log read them: each is written with its name and read back."""
    for shape in (NOTHING, One((1, "a")), Set((1,), 0, 1), Order(((1,),)), Path(1, ((1, 2),), 1, 1)):
        document = msgspec.json.decode(msgspec.json.encode(shape))
        assert document["shape"] == type(shape).__name__
    union = Nothing | One | Set | Order | Assign | Amounts | Path
    for written in (One((1, "a")), Assign((Choices(1, ("a",)),)), Amounts((Bounds(1, 0, 2),), 0, 2)):
        assert msgspec.json.decode(msgspec.json.encode(written), type=union) == written


@pytest.mark.parametrize("numbers", list(product(range(3), repeat=2)))
def test_amounts_left_out_count_nothing(numbers: tuple[int, int]) -> None:
    shape = Amounts((Bounds("oil", 0, 2), Bounds("gold", 0, 2)), 0, 4)
    given_ones = {item: number for item, number in zip(("oil", "gold"), numbers, strict=True) if number}
    assert shape.read(given_ones) == (("oil", numbers[0]), ("gold", numbers[1]))


def test_who_is_left_out_of_orders_stays() -> None:
    orders = Orders((Choices(1, ("stay", "east")), Choices(2, ("stay", "west"))), most=1)
    assert orders.read({"2": "west"}) == ((1, "stay"), (2, "west"))
    assert orders.read(()) == ((1, "stay"), (2, "stay"))
    assert orders.judge(orders.read({"3": "west"})) == "noun-not-an-assignment"
    for seed in range(20):
        noun = orders.sample(Random(seed))
        assert orders.judge(noun) is None
        assert sum(to != "stay" for _, to in noun) <= 1

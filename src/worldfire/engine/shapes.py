"""The shapes a noun can have. A shape is data: it says what may be named and within which bounds.

Every shape can `judge` a noun (the reason why it does not fit, or None), `sample` a fitting one, tell the `only` one if
there is no choice, and list fitting ones (`every`) where they are few. Nouns are plain JSON values; `read` turns
what came from outside (lists) into what the rules work with (tuples).

A noun can also be said choice by choice, as programs that learn do it: `next_choices` tells what may follow a prefix, and
`noun_of` what a whole prefix means. Every fitting noun has one prefix, in the order of the shape's items.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, islice, pairwise, permutations, product
from random import Random
from typing import Any

import msgspec

Item = int | str
Noun = Any
#: one word of a noun that is said choice by choice; None says that it is whole
Choice = Item | None
Prefix = tuple[Item, ...]
#: nothing but the end may follow
WHOLE: tuple[Choice, ...] = (None,)
#: what came from outside, and what the rules work with
LISTS = (list, tuple)
_LISTS, _TUPLES, _TWO = frozenset(LISTS), frozenset((tuple,)), frozenset((2,))


class Shape(msgspec.Struct, frozen=True, tag=True, tag_field="shape"):
    """What a noun must look like. The problem found by `judge` is a message key: the caller adds the rule."""

    def read(self, noun: Noun) -> Noun:
        return noun

    def judge(self, noun: Noun) -> str | None:
        raise NotImplementedError

    def sample(self, rng: Random) -> Noun:
        raise NotImplementedError

    def every(self) -> Iterator[Noun]:
        raise NotImplementedError

    def only(self) -> tuple[Noun] | None:
        """The single noun that fits, wrapped in a tuple (the noun may be None); None if there is a choice."""
        found = tuple(islice(self.every(), 2))
        return (found[0],) if len(found) == 1 else None

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """What may follow what has been said; None among it if that is a whole noun."""
        raise NotImplementedError

    def noun_of(self, prefix: Prefix) -> Noun:
        """The noun that a whole prefix says."""
        raise NotImplementedError


#: a whole number or a word; nothing that only compares equal to one, such as True or 1.0
_ITEMS = frozenset((int, str))


def _is_item(value: Any) -> bool:
    return type(value) in _ITEMS


def _are_items(values: Any) -> bool:
    return isinstance(values, tuple) and _ITEMS.issuperset(map(type, values))


def _as_pairs(noun: Noun) -> Noun:
    """A mapping or list of lists as a tuple of pairs; what is neither stays as it is, to be refused."""
    pairs = tuple(noun.items()) if isinstance(noun, dict) else noun
    if not isinstance(pairs, LISTS) or not _LISTS.issuperset(map(type, pairs)):
        return noun
    return tuple(map(tuple, pairs))


def _are_pairs(noun: Noun) -> bool:
    """What `_as_pairs` makes of pairs."""
    return isinstance(noun, tuple) and _TUPLES.issuperset(map(type, noun)) and _TWO.issuperset(map(len, noun))


def _by_item(pairs: Noun) -> dict[str, Any] | None:
    """Pairs by their first part as text (keys of JSON objects are text); None if they are no pairs, or one comes twice."""
    if not isinstance(pairs, tuple):
        return None
    found = {}
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2 or not _is_item(pair[0]):
            return None
        found[str(pair[0])] = pair[1]
    return found if len(found) == len(pairs) else None


class Nothing(Shape, frozen=True):
    """The verb stands alone: pass, done, abort."""

    def judge(self, noun: Noun) -> str | None:
        return None if noun is None else "noun-not-wanted"

    def sample(self, rng: Random) -> Noun:
        return None

    def every(self) -> Iterator[Noun]:
        yield None

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        return WHOLE

    def noun_of(self, prefix: Prefix) -> Noun:
        return None


class One(Shape, frozen=True):
    """One item of the domain."""

    domain: tuple[Item, ...]

    def judge(self, noun: Noun) -> str | None:
        return None if type(noun) in _ITEMS and noun in self.domain else "noun-not-offered"

    def sample(self, rng: Random) -> Noun:
        return self.domain[int(rng.random() * len(self.domain))]

    def only(self) -> tuple[Noun] | None:
        return (self.domain[0],) if len(self.domain) == 1 else None

    def every(self) -> Iterator[Noun]:
        return iter(self.domain)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        return WHOLE if prefix else self.domain

    def noun_of(self, prefix: Prefix) -> Noun:
        return prefix[0]


class Set(Shape, frozen=True):
    """Between `least` and `most` different items of the domain, written in any order."""

    domain: tuple[Item, ...]
    least: int
    most: int

    def read(self, noun: Noun) -> Noun:
        items = tuple(noun) if isinstance(noun, list) else noun
        if not _are_items(items):
            return items
        wanted = set(items)
        ordered = tuple(item for item in self.domain if item in wanted)
        return ordered if len(ordered) == len(items) else items

    def judge(self, noun: Noun) -> str | None:
        if not _are_items(noun) or len(set(noun)) != len(noun):
            return "noun-not-a-set"
        if not set(noun).issubset(self.domain):
            return "noun-not-offered"
        return None if self.least <= len(noun) <= self.most else "noun-wrong-number"

    def sample(self, rng: Random) -> Noun:
        size = rng.randint(self.least, min(self.most, len(self.domain)))
        return self.read(tuple(rng.sample(self.domain, size)))

    def every(self) -> Iterator[Noun]:
        for size in range(self.least, min(self.most, len(self.domain)) + 1):
            yield from combinations(self.domain, size)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """Items in the order of the domain, as long as enough are left."""
        after = self.domain.index(prefix[-1]) + 1 if prefix else 0
        missing = self.least - len(prefix)
        end = WHOLE if missing <= 0 else ()
        if len(prefix) >= self.most:
            return end
        return (*end, *self.domain[after : len(self.domain) - max(missing - 1, 0)])

    def noun_of(self, prefix: Prefix) -> Noun:
        return prefix


class Order(Shape, frozen=True):
    """Each line's members from front to back; a noun has one tuple for each line."""

    lines: tuple[tuple[Item, ...], ...]

    def read(self, noun: Noun) -> Noun:
        if isinstance(noun, LISTS) and all(isinstance(line, LISTS) for line in noun):
            return tuple(map(tuple, noun))
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != len(self.lines):
            return "noun-not-an-order"
        for line, members in zip(noun, self.lines, strict=True):
            if not _are_items(line) or len(line) != len(members) or set(line) != set(members):
                return "noun-not-an-order"
        return None

    def sample(self, rng: Random) -> Noun:
        return tuple([tuple(rng.sample(line, len(line))) for line in self.lines])

    def only(self) -> tuple[Noun] | None:
        return (self.lines,) if all(len(line) < 2 for line in self.lines) else None

    def every(self) -> Iterator[Noun]:
        return _orders(self.lines)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """Line after line, from front to back."""
        said = self._lines_of(prefix)
        for line, members in zip(said, self.lines, strict=True):
            if len(line) < len(members):
                return tuple(member for member in members if member not in line)
        return WHOLE

    def noun_of(self, prefix: Prefix) -> Noun:
        return self._lines_of(prefix)

    def _lines_of(self, prefix: Prefix) -> tuple[tuple[Item, ...], ...]:
        rest = iter(prefix)
        return tuple(tuple(islice(rest, len(members))) for members in self.lines)


def _orders(lines: tuple[tuple[Item, ...], ...]) -> Iterator[Noun]:
    """One by one: a long line has more orders than memory holds."""
    if not lines:
        yield ()
        return
    for first in permutations(lines[0]):
        for rest in _orders(lines[1:]):
            yield (first, *rest)


class Choices(msgspec.Struct, frozen=True):
    """What one item may be assigned to."""

    item: Item
    to: tuple[Item, ...]


class Assign(Shape, frozen=True):
    """Every item goes to one of its choices: units to hexes, aircraft to roles. A noun is a tuple of (item, choice)."""

    items: tuple[Choices, ...]

    def read(self, noun: Noun) -> Noun:
        pairs = _as_pairs(noun)
        given = _by_item(pairs)
        if given is None or set(given) != {str(choices.item) for choices in self.items}:
            return pairs
        return tuple([(choices.item, given[str(choices.item)]) for choices in self.items])

    def judge(self, noun: Noun) -> str | None:
        if not _are_pairs(noun) or len(noun) != len(self.items):
            return "noun-not-an-assignment"
        for (item, choice), choices in zip(noun, self.items, strict=True):
            if item != choices.item or type(item) not in _ITEMS:
                return "noun-not-an-assignment"
            if type(choice) not in _ITEMS or choice not in choices.to:
                return "noun-not-offered"
        return None

    def sample(self, rng: Random) -> Noun:
        return tuple([(choices.item, rng.choice(choices.to)) for choices in self.items])

    def only(self) -> tuple[Noun] | None:
        """Without trying them all: every item has one choice."""
        if any(len(choices.to) != 1 for choices in self.items):
            return None
        return (tuple([(choices.item, choices.to[0]) for choices in self.items]),)

    def every(self) -> Iterator[Noun]:
        return product(*(tuple((choices.item, choice) for choice in choices.to) for choices in self.items))

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """Where the next item goes; items in their order."""
        return self.items[len(prefix)].to if len(prefix) < len(self.items) else WHOLE

    def noun_of(self, prefix: Prefix) -> Noun:
        return tuple((choices.item, choice) for choices, choice in zip(self.items, prefix, strict=True))


def in_pairs(prefix: Prefix) -> Iterator[tuple[Item, Item]]:
    """The first with the second, the third with the fourth."""
    return zip(prefix[::2], prefix[1::2], strict=True)


class Room(msgspec.Struct, frozen=True):
    """How many items one choice can take."""

    choice: Item
    most: int


class Allot(Assign, frozen=True):
    """An assignment whose choices take a limited number of items; what has no room listed takes any number.

    The rule's own violation judges the room, and says why; here it only makes `sample` find what is legal.
    """

    rooms: tuple[Room, ...] = ()

    def sample(self, rng: Random) -> Noun:
        left = {room.choice: room.most for room in self.rooms}
        found: dict[Item, Item] = {}
        for choices in rng.sample(self.items, len(self.items)):
            choice = rng.choice(choices.to)
            if not left.get(choice, 1):
                free = [other for other in choices.to if left.get(other, 1)]
                choice = rng.choice(free or choices.to)
            if choice in left:
                left[choice] -= 1
            found[choices.item] = choice
        return tuple((choices.item, found[choices.item]) for choices in self.items)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """What has no room left is not named any more, unless nothing else is there to name."""
        onward = super().next_choices(prefix)
        full = {room.choice for room in self.rooms if prefix.count(room.choice) >= room.most}
        return tuple(choice for choice in onward if choice not in full) or onward


class Send(Assign, frozen=True):
    """An assignment whose first choice means *stay*: at most `most` items are sent elsewhere.

    As with `Allot`, the rule's own violation judges the number; here it only helps `sample`.
    """

    most: int = 0
    #: who was sent where before, as long as nobody says otherwise
    standing: tuple[tuple[Item, Item], ...] = ()

    def sample(self, rng: Random) -> Noun:
        movable = [choices.item for choices in self.items if len(choices.to) > 1]
        count = rng.randint(0, min(self.most, len(movable)))
        sent = set(rng.sample(movable, count))
        return tuple(
            (choices.item, rng.choice(choices.to[1:]) if choices.item in sent else choices.to[0])
            for choices in self.items
        )

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """An item that is sent, where to, and so on: most stay, and are not named at all."""
        movable = {choices.item: choices.to[1:] for choices in self.items if len(choices.to) > 1}
        if len(prefix) % 2:
            return movable[prefix[-1]]
        items = tuple(movable)
        after = items.index(prefix[-2]) + 1 if prefix else 0
        return (None, *items[after:])

    def noun_of(self, prefix: Prefix) -> Noun:
        sent = dict(in_pairs(prefix))
        return tuple((choices.item, sent.get(choices.item, choices.to[0])) for choices in self.items)


class Orders(Send, frozen=True, tag="Send"):
    """The same, and who is left out of the answer stays."""

    def read(self, noun: Noun) -> Noun:
        pairs = _as_pairs(noun)
        given = _by_item(pairs)
        if given is None or not set(given) <= {str(choices.item) for choices in self.items}:
            return pairs
        return tuple((choices.item, given.get(str(choices.item), choices.to[0])) for choices in self.items)


class Bounds(msgspec.Struct, frozen=True):
    """How much of one thing may be taken."""

    item: Item
    least: int
    most: int


class Amounts(Shape, frozen=True):
    """A number for each item, the total between two bounds. A noun is a tuple of (item, number), items in order."""

    items: tuple[Bounds, ...]
    least: int
    most: int
    #: what they cost, if anything: one of each item in their order, or 0, 1, 2 … of any; and what there is to pay with.
    #: As with `Allot`, the rule's own violation judges it
    costs: tuple[int, ...] = ()
    prices: tuple[int, ...] = ()
    budget: int = 0

    def read(self, noun: Noun) -> Noun:
        """Items that are left out count 0."""
        pairs = _as_pairs(noun)
        given = _by_item(pairs)
        if given is None or not set(given) <= {str(bounds.item) for bounds in self.items}:
            return pairs
        return tuple((bounds.item, given.get(str(bounds.item), 0)) for bounds in self.items)

    def judge(self, noun: Noun) -> str | None:
        if not _are_pairs(noun) or len(noun) != len(self.items):
            return "noun-not-amounts"
        for (item, number), bounds in zip(noun, self.items, strict=True):
            if item != bounds.item or type(item) not in _ITEMS or type(number) is not int:
                return "noun-not-amounts"
            if not bounds.least <= number <= bounds.most:
                return "noun-wrong-number"
        return None if self.least <= sum(number for _, number in noun) <= self.most else "noun-wrong-number"

    def sample(self, rng: Random) -> Noun:
        amounts = {bounds.item: bounds.least for bounds in self.items}
        room = {bounds.item: bounds.most - bounds.least for bounds in self.items}
        total = sum(amounts.values())
        goal = rng.randint(max(self.least, total), min(self.most, total + sum(room.values())))
        for _ in range(goal - total):
            item = rng.choice([item for item, left in room.items() if left])
            amounts[item] += 1
            room[item] -= 1
        return tuple(amounts.items())

    def only(self) -> tuple[Noun] | None:
        """Without trying them all: builds have dozens of items."""
        fewest, most = sum(bounds.least for bounds in self.items), sum(bounds.most for bounds in self.items)
        low, high = max(self.least, fewest), min(self.most, most)
        free = sum(bounds.most > bounds.least for bounds in self.items)
        if low != high or (free > 1 and low not in (fewest, most)):
            return None
        spare = low - fewest
        filled = []
        for bounds in self.items:
            taken = min(spare, bounds.most - bounds.least)
            filled.append((bounds.item, bounds.least + taken))
            spare -= taken
        return (tuple(filled),)

    def every(self) -> Iterator[Noun]:
        """The smallest numbers first; what cannot be brought to the total is not tried."""
        return map(self.noun_of, self._completed(()))

    def _completed(self, said: Prefix) -> Iterator[Prefix]:
        if len(said) == len(self.items):
            yield said
            return
        for number in Amounts.next_choices(self, said):
            assert number is not None
            yield from self._completed((*said, number))

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """How much of the next item: no more and no less than the others leave of the total."""
        if len(prefix) == len(self.items):
            return WHOLE
        bounds, rest = self.items[len(prefix)], self.items[len(prefix) + 1 :]
        said = sum(number for number in prefix if isinstance(number, int))
        fewest = max(bounds.least, self.least - said - sum(other.most for other in rest))
        most = min(bounds.most, self.most - said - sum(other.least for other in rest))
        return tuple(range(fewest, most + 1))

    def noun_of(self, prefix: Prefix) -> Noun:
        return tuple((bounds.item, number) for bounds, number in zip(self.items, prefix, strict=True))


class Purchase(Amounts, frozen=True, tag="Amounts"):
    """Amounts that cost something, each item its own price, all of them together no more than the budget.

    As with `Allot`, the rule's own violation judges the price; here it only keeps a prefix from becoming too dear.
    """

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """How much of the next item, as long as the least that must follow can still be paid."""
        onward = super().next_choices(prefix)
        if onward == WHOLE:
            return onward
        said = [number for number in prefix if isinstance(number, int)]
        left = self.budget - sum(number * cost for number, cost in zip(said, self.costs, strict=False))
        cost = self.costs[len(said)]
        return tuple(
            number
            for number in onward
            if isinstance(number, int) and left - number * cost >= self._least_price(len(said) + 1, sum(said) + number)
        )

    def _least_price(self, start: int, said: int) -> int:
        """What the items from here on cost at least, if so many have been taken before them."""
        rest = tuple(zip(self.costs[start:], self.items[start:], strict=True))
        missing = self.least - said - sum(bounds.least for _, bounds in rest)
        price = sum(cost * bounds.least for cost, bounds in rest)
        for cost, bounds in sorted(rest, key=lambda each: each[0]):
            if missing <= 0:
                break
            taken = min(missing, bounds.most - bounds.least)
            price, missing = price + cost * taken, missing - taken
        return price


class Path(Shape, frozen=True):
    """A walk from `start` along `edges`, of `least` to `most` hops. A noun is the tuple of places entered."""

    start: Item
    edges: tuple[tuple[Item, Item], ...]
    least: int
    most: int

    def read(self, noun: Noun) -> Noun:
        return tuple(noun) if isinstance(noun, list) else noun

    def judge(self, noun: Noun) -> str | None:
        if not _are_items(noun):
            return "noun-not-a-path"
        if not self.least <= len(noun) <= self.most:
            return "noun-wrong-number"
        walk = (self.start, *noun)
        return None if set(pairwise(walk)) <= set(self.edges) else "noun-not-a-path"

    def sample(self, rng: Random) -> Noun:
        """A random walk; if it ends too early, back from there to where another way goes on."""
        length = rng.randint(self.least, self.most)
        walk = self._walk(rng, (self.start,), length)
        return () if walk is None else walk[1:]

    def _walk(self, rng: Random, so_far: tuple[Item, ...], length: int) -> tuple[Item, ...] | None:
        if len(so_far) > length:
            return so_far
        onward = [b for a, b in self.edges if a == so_far[-1]]
        for place in rng.sample(onward, len(onward)):
            walk = self._walk(rng, (*so_far, place), length)
            if walk is not None:
                return walk
        return so_far if len(so_far) > self.least else None

    def every(self) -> Iterator[Noun]:
        for length in range(self.least, self.most + 1):
            yield from (walk[1:] for walk in self._walks((self.start,), length))

    def _walks(self, so_far: tuple[Item, ...], length: int) -> Iterator[tuple[Item, ...]]:
        if len(so_far) > length:
            yield so_far
            return
        for a, b in self.edges:
            if a == so_far[-1]:
                yield from self._walks((*so_far, b), length)

    def next_choices(self, prefix: Prefix) -> tuple[Choice, ...]:
        """The places next to the last one from which the way can still be long enough."""
        end = WHOLE if len(prefix) >= self.least else ()
        if len(prefix) >= self.most:
            return end
        here, missing = (prefix[-1] if prefix else self.start), self.least - len(prefix) - 1
        return (*end, *(b for a, b in self.edges if a == here and self._goes_on(b, missing)))

    def _goes_on(self, place: Item, hops: int) -> bool:
        reached = {place}
        for _ in range(hops):
            reached = {b for a, b in self.edges if a in reached}
        return bool(reached)

    def noun_of(self, prefix: Prefix) -> Noun:
        return prefix


NOTHING = Nothing()

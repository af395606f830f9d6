"""Finding room for parties that do not mix.

An `Allot` whose choices merely fill up is found by trying at random. Where some items may not share a choice with others,
and so many must stay at home, random tries nearly always fail though answers exist: here one is constructed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

import msgspec

from worldfire.engine.shapes import Allot, Item, Noun

#: steps of one search; a search that began badly is better begun anew
MOST_STEPS = 2_000
SEARCHES = 20


class Party(msgspec.Struct, frozen=True):
    """Items that go together, where nobody keeps them out, and the other parties (by number) with whom they share nothing."""

    items: tuple[Item, ...]
    open: frozenset[Item]
    apart: frozenset[int]


class Billets(Allot, frozen=True, tag="Allot"):
    """An allotment for several parties: at least `least` of all items stay at `home`.

    As with `Allot`, the rule's own violation judges; this makes `sample` find what is legal wherever there is anything.
    """

    parties: tuple[Party, ...] = ()
    home: frozenset[Item] = frozenset()
    least: int = 0

    def sample(self, rng: Random) -> Noun:
        for _ in range(SEARCHES):
            found = _Search(self, rng).find()
            if found is not None:
                return tuple((choices.item, found[choices.item]) for choices in self.items)
        return super().sample(rng)


class _Search:
    """Depth first, the party with the least room to spare first; a way that leaves a later one too little is not gone."""

    def __init__(self, shape: Billets, rng: Random) -> None:
        self.rng = rng
        self.parties = shape.parties
        self.left = {room.choice: room.most for room in shape.rooms}
        self.among: dict[Item, list[Item]] = {}
        self.party_of = {item: number for number, party in enumerate(shape.parties) for item in party.items}
        #: choice → parties that are there, each as often as it has items there
        self.held: dict[Item, list[int]] = {}
        self.steps = 0
        to = {
            choices.item: [choice for choice in choices.to if choice in shape.parties[self.party_of[choices.item]].open]
            for choices in shape.items
        }
        stay = self._who_stays(to, shape)
        for item, choices in to.items():
            self.among[item] = [choice for choice in choices if choice in shape.home] if item in stay else choices
        self.unplaced = {number: list(party.items) for number, party in enumerate(shape.parties)}
        self.wanted = {
            number: {choice for item in items for choice in self.among[item]} for number, items in self.unplaced.items()
        }

    def _who_stays(self, to: dict[Item, list[Item]], shape: Billets) -> set[Item]:
        """So many as must, by lot; those who can be nowhere else before all others."""
        able = [item for item, choices in to.items() if not shape.home.isdisjoint(choices)]
        self.rng.shuffle(able)
        able.sort(key=lambda item: not shape.home.issuperset(to[item]))
        return set(able[: shape.least])

    def find(self) -> dict[Item, Item] | None:
        """Where each item goes; None if this search has found no way."""
        found: dict[Item, Item] = {}
        order = [item for number in sorted(self.unplaced, key=self._to_spare) for item in self._in_order(number)]
        return found if self._place(order, 0, found) else None

    def _in_order(self, number: int) -> list[Item]:
        """Who has the fewest choices chooses first."""
        items = self.rng.sample(self.unplaced[number], len(self.unplaced[number]))
        return sorted(items, key=lambda item: len(self.among[item]))

    def _place(self, order: list[Item], at: int, found: dict[Item, Item]) -> bool:
        if at == len(order):
            return True
        item = order[at]
        number = self.party_of[item]
        for choice in self._free(item):
            self.steps += 1
            if self.steps > MOST_STEPS:
                return False
            self._put(item, number, choice)
            if self._nobody_is_crowded_out() and self._place(order, at + 1, found):
                found[item] = choice
                return True
            self._take_back(item, number, choice)
        return False

    def _free(self, item: Item) -> Iterable[Item]:
        number = self.party_of[item]
        choices = [choice for choice in self.among[item] if self._admits(choice, number)]
        return self.rng.sample(choices, len(choices))

    def _admits(self, choice: Item, number: int) -> bool:
        return self.left.get(choice, 1) > 0 and self.parties[number].apart.isdisjoint(self.held.get(choice, ()))

    def _put(self, item: Item, number: int, choice: Item) -> None:
        self.held.setdefault(choice, []).append(number)
        self.unplaced[number].remove(item)
        if choice in self.left:
            self.left[choice] -= 1

    def _take_back(self, item: Item, number: int, choice: Item) -> None:
        self.held[choice].pop()
        self.unplaced[number].append(item)
        if choice in self.left:
            self.left[choice] += 1

    def _nobody_is_crowded_out(self) -> bool:
        return all(self._to_spare(number) >= 0 for number, items in self.unplaced.items() if items)

    def _to_spare(self, number: int) -> int:
        """How much more room the party could have than it needs."""
        return sum(self._rooms(number)) - len(self.unplaced[number])

    def _rooms(self, number: int) -> Iterator[int]:
        need = len(self.unplaced[number])
        return (
            min(need, self.left.get(choice, need)) for choice in self.wanted[number] if self._admits(choice, number)
        )

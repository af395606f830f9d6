"""Whom a battle costs (11.12.5.4): half a corps where a half is owed, else the cheapest units that pay the bill exactly."""

from __future__ import annotations

from itertools import combinations

from worldfire.engine.shapes import One, Set
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s13_06_production import cost_of
from worldfire.titles.judgement import Action, Asked

#: what a headquarters counts beside its price
OF_A_CHIEF = 4


def lose(asked: Asked) -> Action | None:
    """The same for attackers and defenders."""
    halves = asked.offers.get(asked.prompt.replace("lose-", "halve-").removesuffix("s"))
    if isinstance(halves, One):
        return asked.prompt.replace("lose-", "halve-").removesuffix("s"), min(
            map(int, halves.domain), key=lambda unit: _price(asked, unit)
        )
    shape = asked.offers.get(asked.prompt)
    if not isinstance(shape, Set):
        return None
    units = sorted(map(int, shape.domain), key=lambda unit: (_price(asked, unit), unit))
    bills = (bill for number in range(shape.least, shape.most + 1) for bill in combinations(units, number))
    for bill in sorted(bills, key=lambda bill: (sum(_price(asked, unit) for unit in bill), bill)):
        if asked.is_legal(asked.prompt, tuple(sorted(bill))):
            return asked.prompt, tuple(sorted(bill))
    return None


def _price(asked: Asked, unit: int) -> float:
    counter = land_counter(asked.game, unit)
    chief = OF_A_CHIEF if counter.reorganisation else 0
    return cost_of(asked.game, unit) + chief + (counter.strength or 0) / 10

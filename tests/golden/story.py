"""A game told as a story: orders in the names of the map, the dice that fall, and every event that must come of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from worldfire.advice.placement import NothingToPropose, propose_set_up
from worldfire.engine.game import Game
from worldfire.engine.undoing import recorded_chance
from worldfire.forces.things import HEXES, PLACE, counter_of, place_index, place_name
from worldfire.players.table import seeded_game
from worldfire.titles.campaigns import CAMPAIGN, begin_campaign
from worldfire.titles.exercises import load_exercise
from worldfire.titles.telling import named_fields


class ScriptedDice:
    """Dice as the story lays them down; of every pool the first counters are drawn."""

    def __init__(self) -> None:
        self.dice: deque[int] = deque()

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.dice.popleft() for _ in range(count))

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return tuple(range(count))


class Story:
    def __init__(self, campaign: str) -> None:
        self.chance = ScriptedDice()
        self.game = begin_campaign(campaign, length=CAMPAIGN, chance=self.chance, secret=bytes(32), debug=True)

    @classmethod
    def of_exercise(cls, name: str) -> Story:
        """An exercise as its scene begins."""
        story = cls.__new__(cls)
        story.chance = ScriptedDice()
        story.game = seeded_game(load_exercise(name), 1, chance=story.chance, debug=True)
        return story

    def set_up(self, by_hand: Mapping[str, str]) -> None:
        """Who matters to the story stands where it says, everybody else where the advice puts him."""
        game = self.game
        while True:
            seat = next(iter(game.waiting))
            try:
                verb, noun = propose_set_up(game, seat)
            except NothingToPropose:
                return
            if verb == "set-up":
                noun = tuple((unit, self._place(by_hand, unit, place)) for unit, place in noun)
            game.submit(seat, verb, noun)

    def _place(self, by_hand: Mapping[str, str], unit: int, advised: int) -> int:
        wanted = by_hand.get(counter_of(self.game, unit).id)
        return advised if wanted is None else self.at(wanted)

    def at(self, name: str) -> int:
        return place_index(self.game, name)

    def unit(self, counter: str) -> int:
        """The counter of this id, on the map if one of them is."""
        places, hexes = self.game.state[PLACE], self.game.state.get(HEXES)
        found = [unit for unit in range(len(places)) if counter_of(self.game, unit).id == counter]
        return next((unit for unit in found if 0 <= places[unit] < hexes), found[0])

    def units(self, *counters: str) -> tuple[int, ...]:
        return tuple(sorted(self.unit(counter) for counter in counters))

    def where(self, counter: str) -> str:
        return place_name(self.game, self.game.state[PLACE][self.unit(counter)])

    def orders(self, seat: str, **flights: str) -> Any:
        """Aircraft by their ids (with _ for -), each with what it flies as and the hex."""
        wanted = {self.unit(counter.replace("_", "-")): order.split(" ") for counter, order in flights.items()}
        found = {aircraft: f"{word} {self.at(place)}" for aircraft, (word, place) in wanted.items()}
        shape: Any = self.game.offers(seat)["fly"]
        return tuple((choices.item, found.get(choices.item, "stay")) for choices in shape.items)

    def play(self, seat: str, verb: str, noun: Any = None, *, dice: Iterable[int] = (), events: str = "") -> None:
        """Do this, with these dice; exactly these events come of it, one a line."""
        self.chance.dice.extend(dice)
        entry = self.game.submit(seat, verb, noun)
        told = [self._told(event) for event in entry.events]
        expected = [line.strip() for line in events.strip().splitlines()]
        assert told == expected, f"{seat} {verb}: {told}"
        assert not self.chance.dice, f"{seat} {verb} needs fewer dice"

    def _told(self, event: Any) -> str:
        """The event's name and what it says, with names in place of numbers."""
        plain = msgspec.to_builtins(event)
        return f"{plain['event']}: {', '.join(str(value) for value in named_fields(self.game, plain).values())}"

    def replayed(self) -> Game:
        """The same actions again, on a new game with the dice that the log recorded."""
        entries = list(self.game.entries)
        twin = Game(self.game.ruleset, self.game.header, recorded_chance(*entries), self.game.secret)
        twin.begin()
        for entry in entries[1:]:
            twin.submit(entry.seat, entry.verb, entry.noun, entry.decision)
        return twin

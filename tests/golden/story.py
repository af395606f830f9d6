"""A game told as a story: orders in the names of the map, the dice that fall, and every event that must come of them."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from worldfire.advice.placement import NothingToPropose, propose_set_up
from worldfire.engine.events import kinds_of_event
from worldfire.engine.game import Game
from worldfire.engine.undoing import recorded_chance
from worldfire.forces.things import HEXES, PLACE, counter_of, place_index, place_name
from worldfire.forces.who import CONTROLLER, POWER_NAMES
from worldfire.players.table import seeded_game
from worldfire.titles.campaigns import CAMPAIGN, begin_campaign
from worldfire.titles.exercises import load_exercise
from worldfire.titles.telling import tell


class ScriptedDice:
    """Dice as the story lays them down; of every pool the first counters are drawn."""

    def __init__(self) -> None:
        self.dice: deque[int] = deque()
        #: what falls where the story lays nothing down; 0: it must
        self.usual = 0

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        return tuple(self.dice.popleft() if self.dice or not self.usual else self.usual for _ in range(count))

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return tuple(range(count))


#: two turns of Global War in which nobody does anything take fewer
MOST_IDLE_ACTIONS = 800


class Story:
    def __init__(self, campaign: str, *, debug: bool = True) -> None:
        self.chance = ScriptedDice()
        self.game = begin_campaign(campaign, length=CAMPAIGN, chance=self.chance, secret=bytes(32), debug=debug)
        #: where the story was carried forward to; None: it is told from the beginning
        self.start: Game | None = None

    @classmethod
    def of_exercise(cls, name: str) -> Story:
        """An exercise as its scene begins."""
        story = cls.__new__(cls)
        story.start = None
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

    def carry_forward(self, *changes: Callable[[Game], None]) -> None:
        """Much has happened since: the game goes on from here with the state changed like this."""
        for change in changes:
            change(self.game)
        self.game.resume(self.game.state.copy(), self.game.entries, self.game.head)
        self.start = self.game.copy()

    def branch(self) -> Story:
        """The same story so far, to be told another way."""
        twin = Story.__new__(Story)
        twin.game, twin.chance, twin.start = self.game.copy(), ScriptedDice(), self.start
        twin.game.chance = twin.chance
        return twin

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

    def holder(self, name: str) -> str:
        """Who controls the hex."""
        return self.game.state.get(POWER_NAMES)[self.game.state[CONTROLLER][self.at(name)]]

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

    def act(self, seat: str, verb: str, noun: Any = None, *, dice: Iterable[int] = (), die: int = 0) -> None:
        """Do this, with these dice, and with this number on any other; what comes of it the chronicle tells."""
        self.chance.dice.extend(dice)
        self.chance.usual = die
        self.game.submit(seat, verb, noun)
        self.chance.usual = 0
        assert not self.chance.dice, f"{seat} {verb} needs fewer dice"

    def let_pass(self, prompt: str, seat: str = "", *, die: int = 5) -> None:
        """Whoever is asked anything else does as little as he may, until this is asked (of this seat)."""
        game, self.chance.usual = self.game, die
        for _ in range(MOST_IDLE_ACTIONS):
            assert game.decision is not None, f"the game is over before {prompt} is asked"
            asked = next(iter(game.waiting))
            if game.decision.prompt == prompt and seat in ("", asked):
                break
            game.submit(asked, *_as_little_as_possible(game, asked))
        else:
            raise AssertionError(f"{prompt} is not asked of {seat or 'anybody'}")
        self.chance.usual = 0

    def chronicle(self, *kinds: str) -> list[str]:
        """What happened, of these kinds, since the story began or was carried forward."""
        first = 0 if self.start is None else len(self.start.entries)
        events = (msgspec.to_builtins(event) for entry in self.game.entries.since(first) for event in entry.events)
        return [self._told(event) for event in events if event["event"] in kinds]

    def _told(self, event: Any) -> str:
        """The event's name and what it says, with names in place of numbers, but in no sentence."""
        plain = msgspec.to_builtins(event)
        kinds = kinds_of_event(plain["event"])
        told = (tell(self.game, kinds.get(name), plain[name]) for name in plain if name not in ("event", "seen_by"))
        return f"{plain['event']}: {', '.join(map(str, told))}"

    def replayed(self) -> Game:
        """The same actions again, on a new game with the dice that the log recorded."""
        entries = list(self.game.entries)
        if self.start is None:
            twin, done = Game(self.game.ruleset, self.game.header, recorded_chance(*entries), self.game.secret), 1
            twin.begin()
        else:
            twin, done = self.start.copy(), len(self.start.entries)
            twin.chance = recorded_chance(*entries[done:])
        for entry in entries[done:]:
            twin.submit(entry.seat, entry.verb, entry.noun, entry.decision)
        return twin


@cache
def _global_war() -> Story:
    story = Story("global-war", debug=False)
    story.set_up({})
    story.let_pass("declare-war", "germany")
    return story


def global_war() -> Story:
    """Global War, set up as advised, at Germany's first decision on war."""
    return _global_war().branch()


#: verbs that change as little as possible
IDLE = (
    "align-nobody",
    "attempt-no-war",
    "claim-nothing",
    "declare-no-war",
    "done",
    "finish-rebasing",
    "hold-back",
    "leave-pact-markers",
    "make-no-peace",
    "no-more-entry-options",
    "propose-no-pact",
    "stop-building",
    "take-no-marker",
)


def _as_little_as_possible(game: Game, seat: str) -> tuple[str, Any]:
    """Nothing, if that may be done; otherwise the first and smallest of what may."""
    offers = game.offers(seat)
    for verb in IDLE:
        if verb in offers:
            return verb, None
    if "choose-actions" in offers:
        powers: Any = offers["choose-actions"]
        return "choose-actions", tuple((choices.item, "pass") for choices in powers.items)
    verb, shape = next(iter(offers.items()))
    return verb, next(noun for noun in shape.every() if not game.why_not(verb, noun, seat))

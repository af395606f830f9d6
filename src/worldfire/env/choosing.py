"""An action said choice by choice: a verb, then its noun as the verb's shape tells it.

A prefix is masked by the shape and its last two choices by the rule's own violation, so what is whole is always legal and
every legal action that the shape can tell can be said. A prefix may turn out to have no legal end: it is never offered again
while the question stands, and the seat begins anew. What has only one choice is said without asking.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from worldfire.engine.errors import WorldfireError
from worldfire.engine.position import Position
from worldfire.engine.procedures import allowed
from worldfire.engine.shapes import WHOLE, Choice, Noun, Prefix


class DeadEnd(WorldfireError):
    """A seat must act and no action that its shapes can tell is legal."""


class Entry(NamedTuple):
    """One of the things that can be said now: a choice, or several of them at a time where they are too many."""

    choices: tuple[Choice, ...]
    legal: bool


class Saying:
    """What one seat is saying in answer to the open decision; `width` is how much it is offered at a time."""

    def __init__(self, game: Position, seat: str, width: int) -> None:
        self.game, self.seat, self.width = game, seat, width
        self.offers = game.offers(seat)
        #: the verb and what has been said of its noun
        self.words: Prefix = ()
        self.restarts = 0
        self._dead: set[Prefix] = set()
        self._open: tuple[tuple[Choice, bool], ...] = ()
        self._whole: tuple[str, Noun] | None = None
        self._settle()

    @property
    def action(self) -> tuple[str, Noun] | None:
        """Verb and noun, once everything is said."""
        return self._whole

    @property
    def entries(self) -> tuple[Entry, ...]:
        """What can be said next, at most `width`: where there are more choices, a range of them is chosen first."""
        size = -(-len(self._open) // self.width)
        groups = (self._open[start : start + size] for start in range(0, len(self._open), size))
        return tuple(Entry(tuple(choice for choice, _ in group), any(legal for _, legal in group)) for group in groups)

    def say(self, number: int) -> None:
        """Choose one of the entries."""
        entries = self.entries
        if not (0 <= number < len(entries) and entries[number].legal):
            raise ValueError(f"{number} is masked: there is no such choice for {self.seat} now")
        chosen = set(entries[number].choices)
        self._open = tuple((choice, legal) for choice, legal in self._open if choice in chosen)
        self._settle_range()

    def _settle_range(self) -> None:
        legal = [choice for choice, legal in self._open if legal]
        if len(legal) == 1:
            self._take(legal[0])

    def _settle(self) -> None:
        """Look what may follow; what has one choice only is said, what has none begins anew."""
        choices: tuple[Choice, ...] = tuple(self.offers) if not self.words else self._next(self.words)
        self._open = tuple((choice, self._is_legal(choice)) for choice in choices)
        if any(legal for _, legal in self._open):
            self._settle_range()
        elif self.words:
            self._dead.add(self.words)
            self.words = ()
            self.restarts += 1
            self._settle()
        else:
            raise DeadEnd(f"{self.seat} must act and can do nothing")

    def _take(self, choice: Choice) -> None:
        words = self.words if choice is None else (*self.words, choice)
        if choice is None or self._next(words) == WHOLE:
            verb, shape = str(words[0]), self.offers[str(words[0])]
            self._whole = verb, shape.noun_of(words[1:])
            return
        self.words = words
        self._settle()

    def _next(self, words: Prefix) -> tuple[Choice, ...]:
        return self.offers[str(words[0])].next_choices(words[1:])

    def _is_legal(self, choice: Choice) -> bool:
        return any(self._end_well((self.words,))) if choice is None else self._may_end((*self.words, choice))

    def _may_end(self, words: Prefix) -> bool:
        """Whether there is a legal end, as far as one more choice tells; what follows without a choice is followed."""
        onward = self._next(words)
        while len(onward) == 1 and onward[0] is not None:
            words = (*words, onward[0])
            onward = self._next(words)
        if words in self._dead:
            return False
        if not all(self._is_last(words, choice) for choice in onward):
            return True
        return any(self._end_well([words if choice is None else (*words, choice) for choice in onward]))

    def _is_last(self, words: Prefix, choice: Choice) -> bool:
        return choice is None or self._next((*words, choice)) == WHOLE

    def _end_well(self, ends: Sequence[Prefix]) -> Iterator[bool]:
        """For each of these, all of one verb: is it legal with nothing said after it?"""
        verb = str(ends[0][0])
        known = self.game.ruleset.verbs.get(verb)
        if known is None or known.violation is allowed:
            return (True for _ in ends)  # whatever fits the shape is legal
        nouns = (self.offers[verb].noun_of(words[1:]) for words in ends)
        return (not against for against in self.game.judge_many(verb, nouns, self.seat))

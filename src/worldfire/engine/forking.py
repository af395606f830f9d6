"""Thinking ahead: a copy of a game without log, hashes and undo, and what may come of an action by chance.

A fork has dice of its own: those that lie ahead in the game it came from are nobody's to know.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, NamedTuple

from worldfire.engine.chance import Chance, LooseChance
from worldfire.engine.digesting import Digester
from worldfire.engine.errors import WorldfireError
from worldfire.engine.log import Entry, Log
from worldfire.engine.record import Record
from worldfire.engine.shapes import Noun
from worldfire.engine.undoing import Span

if TYPE_CHECKING:
    from worldfire.engine.game import Game


class Scratch(Record):
    """Gathers what comes of an action and writes nothing down."""

    def __init__(self, seq: int) -> None:
        self.entries = Log()
        self.head = ""
        self.seq = seq
        self.secret = False
        self.clear()

    def context(self, kind: str) -> bytes:
        return b""

    def note_digest(self, digest: Callable[[], str]) -> None:
        pass

    def append(self, entry: Entry) -> Entry:
        self.seq += 1
        return entry


class NoSpan(Span):
    """Nothing can be taken back."""

    def begin(self, game: Game) -> None:
        pass

    def note(self, entry: Entry) -> None:
        pass


def fork(game: Game, dice: Chance | None = None) -> Game:
    """The same position for thinking: it may be played on and forked in turn, and the game does not notice."""
    twin = type(game).__new__(type(game))
    twin.__dict__.update(game.__dict__)
    twin.state = game.state.copy()
    twin.record, twin.span, twin.undo_proposal = Scratch(game.record.seq), NoSpan(), None
    twin.chance, twin.veiled = LooseChance() if dice is None else dice, None
    twin.secret, twin.secrets, twin.visits = b"", {}, None
    twin.judged = {seat: offers.copy() for seat, offers in game.judged.items()}
    twin._digester, twin.written = Digester(), set()
    game.lend_caches(twin)
    return twin


# ---------------------------------------------------------------------------------------------------------- chance nodes


class Turnout(NamedTuple):
    """One way in which an action may turn out: how likely, what the dice showed throw by throw, and the game after it."""

    probability: Fraction
    dice: tuple[tuple[int, ...], ...]
    game: Game


class _Unforeseen(WorldfireError):
    """Dice must be thrown that nobody has laid down."""

    def __init__(self, count: int, sides: int) -> None:
        self.count, self.sides = count, sides


class _Foreseen:
    """The first throws are laid down, so many are to be; all later ones, and whatever is drawn, come from the dice."""

    def __init__(self, laid: tuple[tuple[int, ...], ...], rolls: int, dice: Chance) -> None:
        self._laid, self._rolls, self._dice = laid, rolls, dice
        self._thrown = 0

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        at, self._thrown = self._thrown, self._thrown + 1
        if at < len(self._laid):
            return self._laid[at]
        if at < self._rolls:
            raise _Unforeseen(count, sides)
        return self._dice.throw(context, count, sides)

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        return self._dice.pick(context, count, among)


def outcomes(
    game: Game, seat: str, verb: str, noun: Noun = None, rolls: int = 1, dice: Chance | None = None
) -> Iterator[Turnout]:
    """Every way in which the first rolls of an action may fall, each with its probability; together they make 1.

    What is rolled after them, or drawn from a pool, comes from the dice and is one example of many. An action without a
    roll turns out in one way.
    """
    loose = LooseChance() if dice is None else dice

    def after(laid: tuple[tuple[int, ...], ...], probability: Fraction) -> Iterator[Turnout]:
        trial = fork(game, _Foreseen(laid, rolls, loose))
        try:
            trial.submit(seat, verb, noun)
        except _Unforeseen as roll:
            each = probability / roll.sides**roll.count
            for fallen in product(range(1, roll.sides + 1), repeat=roll.count):
                yield from after((*laid, fallen), each)
        else:
            trial.chance = loose
            yield Turnout(probability, laid, trial)

    return after((), Fraction(1))

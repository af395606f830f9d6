"""What a seat may say without being asked: announcements of the rules, its watches, and its consents.

Watches are private wishes about which windows should open for a seat. Consents between allies are a table of yes, once, ask
and no; a request asks for one. Nobody waits for them.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import TYPE_CHECKING

from worldfire.engine.kinds import Seat
from worldfire.engine.permitting import ANSWERS, YES, ConsentGiven
from worldfire.engine.procedures import Control
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.violation import Violation, refused

if TYPE_CHECKING:
    from worldfire.engine.game import Game
    from worldfire.engine.position import Position

WATCH, CONSENT, REQUEST = "watch", "consent", "request"
KERNEL_WORDS = (WATCH, CONSENT, REQUEST)
#: nobody else reads of them in the log; whoever is asked for something is told by his view
PRIVATE = (WATCH, REQUEST)
WISHES = ("never", "mine", "always")


class WatchShape(Shape, frozen=True):
    """(kind of window, "never" | "mine" | "always" or a list of places)."""

    kinds: tuple[str, ...] = ()

    def read(self, noun: Noun) -> Noun:
        if isinstance(noun, list | tuple) and len(noun) == 2:
            return (noun[0], tuple(noun[1]) if isinstance(noun[1], list) else noun[1])
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 2 or not isinstance(noun[0], str):
            return "noun-not-a-watch"
        wish = noun[1]
        places = isinstance(wish, tuple) and all(isinstance(place, str) for place in wish)
        return None if places or wish in WISHES else "noun-not-a-watch"


class ConsentShape(Shape, frozen=True):
    """(seat that may, what or a list of it, "yes" | "once" | "ask" | "no")."""

    seats: tuple[str, ...]
    permissions: tuple[str, ...]

    def read(self, noun: Noun) -> Noun:
        if isinstance(noun, list | tuple):
            return tuple(tuple(part) if isinstance(part, list) else part for part in noun)
        return noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 3:
            return "noun-not-a-consent"
        taker, what, answer = noun
        names = what if isinstance(what, tuple) else (what,)
        known = bool(names) and all(names.count(name) == 1 and name in self.permissions for name in names)
        return None if known and taker in self.seats and answer in ANSWERS else "noun-not-a-consent"

    def sample(self, rng: Random) -> Noun:
        return (rng.choice(self.seats), rng.choice(self.permissions), rng.choice(ANSWERS))

    def every(self) -> Iterator[Noun]:
        """One permission at a time."""
        return product(self.seats, self.permissions, ANSWERS)


class RequestShape(Shape, frozen=True):
    """(seat that is asked, what for)."""

    seats: tuple[str, ...]
    permissions: tuple[str, ...]

    def read(self, noun: Noun) -> Noun:
        return tuple(noun) if isinstance(noun, list) else noun

    def judge(self, noun: Noun) -> str | None:
        fits = isinstance(noun, tuple) and len(noun) == 2 and noun[0] in self.seats and noun[1] in self.permissions
        return None if fits else "noun-not-a-request"

    def sample(self, rng: Random) -> Noun:
        return (rng.choice(self.seats), rng.choice(self.permissions))

    def every(self) -> Iterator[Noun]:
        return product(self.seats, self.permissions)


def is_announcement(game: Position, verb: str) -> bool:
    return verb in KERNEL_WORDS or verb in game.ruleset.announcements


def _shape(game: Position, seat: str, verb: str) -> Shape | Violation:
    if verb == WATCH:
        return WatchShape()
    if verb in (CONSENT, REQUEST):
        others = tuple(other for other in game.seats if other != seat)
        return (ConsentShape if verb == CONSENT else RequestShape)(others, tuple(game.ruleset.permissions))
    announcement = game.ruleset.announcements[verb]
    if not any(game.on_stack(scope) for scope in announcement.scopes):
        return refused(announcement.verb.rule, "announcement-out-of-scope", verb=verb)
    return announcement.verb.shape(game, None, seat)


def judge(game: Position, seat: str) -> dict[str, Shape | Violation]:
    if game.decision is None:
        return {}
    return {verb: _shape(game, seat, verb) for verb in (*game.ruleset.announcements, *KERNEL_WORDS)}


def examine(game: Position, seat: str, verb: str, noun: Noun) -> tuple[Noun, tuple[Violation, ...]]:
    """The noun as the rules read it, and why the seat may not say this now."""
    shape = _shape(game, seat, verb)
    if isinstance(shape, Violation):
        return noun, (shape,)
    announcement = game.ruleset.announcements.get(verb)
    rule = announcement.verb.rule if announcement else "2.7"
    noun = shape.read(noun)
    problem = shape.judge(noun)
    if problem is not None:
        return noun, (refused(rule, problem, verb=verb),)
    if announcement is None:
        found = _needless(game, seat, noun) if verb == REQUEST else None
    else:
        found = announcement.verb.violation(game, None, seat, noun)
    return noun, () if found is None else (found,)


def _needless(game: Position, seat: str, noun: Noun) -> Violation | None:
    """Why there is nothing to ask for: it is allowed, or has been asked for."""
    giver, what = noun
    permission = game.ruleset.permissions[what]
    if game.consent(giver, seat, what) == YES:
        return refused(permission.rule, "permission-given-already", ally=Seat(giver))
    if (giver, seat, what) in game.state.requests:
        return refused(permission.rule, "permission-asked-already", ally=Seat(giver))
    return None


def take(game: Game, seat: str, verb: str, noun: Noun) -> Control:
    if verb == WATCH:
        kind, wish = noun
        game.state.watches[(seat, kind)] = wish
        return None
    if verb == CONSENT:
        taker, what, answer = noun
        permissions = what if isinstance(what, tuple) else (what,)
        for name in permissions:
            game.give_consent(seat, taker, name, answer)
        game.say(ConsentGiven(giver=seat, taker=taker, permissions=permissions, answer=answer))
        return None
    if verb == REQUEST:
        giver, what = noun
        game.state.requests.add((giver, seat, what))
        return None
    return game.ruleset.announcements[verb].verb.apply(game, None, seat, noun)

"""What a seat may say without being asked: announcements of the rules, its watches, and its consents.

Watches are private wishes about which windows should open for a seat. Consents between allies are a table of yes, ask and
no: nobody waits for them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from worldfire.engine.procedures import Control
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.violation import Violation, refused

if TYPE_CHECKING:
    from worldfire.engine.game import Game

WATCH, CONSENT = "watch", "consent"
WISHES = ("never", "mine", "always")
ANSWERS = ("yes", "ask", "no")


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
    """(seat that asks, what for, "yes" | "ask" | "no")."""

    seats: tuple[str, ...]

    def read(self, noun: Noun) -> Noun:
        return tuple(noun) if isinstance(noun, list) else noun

    def judge(self, noun: Noun) -> str | None:
        if not isinstance(noun, tuple) or len(noun) != 3 or not all(isinstance(part, str) for part in noun):
            return "noun-not-a-consent"
        return None if noun[0] in self.seats and noun[2] in ANSWERS else "noun-not-a-consent"


def is_announcement(game: Game, verb: str) -> bool:
    return verb in (WATCH, CONSENT) or verb in game.ruleset.announcements


def _shape(game: Game, seat: str, verb: str) -> Shape | Violation:
    if verb == WATCH:
        return WatchShape()
    if verb == CONSENT:
        return ConsentShape(tuple(other for other in game.seats if other != seat))
    announcement = game.ruleset.announcements[verb]
    if not game.on_stack(announcement.scope):
        return refused(announcement.verb.rule, "announcement-out-of-scope", verb=verb)
    return announcement.verb.shape(game, None, seat)


def judge(game: Game, seat: str) -> dict[str, Shape | Violation]:
    if game.decision is None:
        return {}
    return {verb: _shape(game, seat, verb) for verb in (*game.ruleset.announcements, WATCH, CONSENT)}


def examine(game: Game, seat: str, verb: str, noun: Noun) -> tuple[Noun, tuple[Violation, ...]]:
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
    found = announcement.verb.violation(game, None, seat, noun) if announcement else None
    return noun, () if found is None else (found,)


def take(game: Game, seat: str, verb: str, noun: Noun) -> Control:
    if verb == WATCH:
        kind, wish = noun
        game.state.watches[(seat, kind)] = wish
        return None
    if verb == CONSENT:
        taker, what, answer = noun
        game.give_consent(seat, taker, what, answer)
        return None
    return game.ruleset.announcements[verb].verb.apply(game, None, seat, noun)

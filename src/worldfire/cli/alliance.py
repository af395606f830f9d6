"""The terminal player's words to allies: who lets whom do what, allowing, forbidding and asking."""

from __future__ import annotations

from rich.markup import escape

from worldfire.cli.output import console
from worldfire.engine.announcing import CONSENT, REQUEST
from worldfire.engine.permitting import ANSWERS, ASK, NO, YES, Permission, permission_key
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun
from worldfire.forces.turn import allied_seats
from worldfire.titles.telling import tell_rule, tell_text
from worldfire.words import say

#: the words that begin a line to an ally
ALLOW, FORBID, REQUESTED = "allow", "forbid", "ask"


def show_allies(game: Position, seat: str) -> None:
    """Each ally, what he may do and what the seat may, permission by permission."""
    allies = allied_seats(game, seat)
    if not allies:
        console().print("You have no allies.")
    for ally in allies:
        console().print(f"[bold]{escape(ally)}[/]")
        for permission in between_allies(game):
            console().print(f"  {escape(_line(game, seat, ally, permission))}", soft_wrap=True)


def between_allies(game: Position) -> list[Permission]:
    return [one for one in game.ruleset.permissions.values() if one.concerns is None]


def _line(game: Position, seat: str, ally: str, permission: Permission) -> str:
    name = permission.name
    told = f"{name} [{tell_rule(game, permission.rule)}] {tell_text(game, permission_key(name))}"
    told += f": he {_answer(game, seat, ally, permission)}, you {_answer(game, ally, seat, permission)}"
    if (seat, ally, name) in game.state.requests:
        told += " (he asks you)"
    if (ally, seat, name) in game.state.requests:
        told += " (you have asked)"
    return told


def _answer(game: Position, giver: str, taker: str, permission: Permission) -> str:
    said = game.state.consents.get((giver, taker, permission.name), ASK)
    return say(f"leave-{permission.unsaid if said == ASK else said}")


def read_word(game: Position, seat: str, words: list[str]) -> tuple[str, Noun] | None:
    """What `allow usa transport`, `allow usa transport once`, `forbid usa enter` or `ask usa lend aircraft` says.

    None: no such ally or permission; what there is has been told.
    """
    word, *rest = words
    ally = next((one for one in allied_seats(game, seat) if rest and one.casefold() == rest[0].casefold()), None)
    if ally is None:
        console().print(f"Your allies are {', '.join(allied_seats(game, seat)) or 'nobody'}.")
        return None
    said = word == ALLOW and rest[-1] in ANSWERS
    answer, what = rest[-1] if said else YES, " ".join(rest[1:-1] if said else rest[1:])
    if what not in game.ruleset.permissions:
        console().print(f"What? One of {', '.join(game.ruleset.permissions)}.")
        return None
    if word == REQUESTED:
        return REQUEST, (ally, what)
    return CONSENT, (ally, what, NO if word == FORBID else answer)

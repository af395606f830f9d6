"""Which secret the dice come from, and when another one takes its place.

A game commits to a secret before anybody adds to it and before any roll. While one secret is in force the commitment to the
next stands in the log already, and each seat may add bytes of its own to it. When that one comes into force, what was added
is fixed and the old secret is revealed: everybody can check every roll made with it, and nobody, not even whoever drew the
secrets, could choose one. A game without a spare secret has one secret for all its dice: it is played on one machine.

The first secret of a game also seals the digests of its states, which tell hidden things, so it is revealed at the end only.
Draws that not everybody may see, and whatever chance gives for a secret choice, come from it all along, with what was added to
the secret in force: whoever learns that one could reckon them.
"""

from __future__ import annotations

import re
from secrets import token_bytes
from typing import TYPE_CHECKING

import msgspec

from worldfire.engine.chance import Contributions, SealedChance, commitment
from worldfire.engine.errors import ActionError, StateError
from worldfire.engine.log import ABOUT_DICE, ADD_CHANCE, FRESH_DICE, Entry, Header, Log

if TYPE_CHECKING:
    from worldfire.engine.game import Game

#: what a seat adds: 16 to 32 bytes
_ADDED = re.compile("([0-9a-f]{2}){16,32}")


class Cup(msgspec.Struct, frozen=True):
    """Commitments to the secret in force, to the one that lies ready and to the one that seals digests; what was added."""

    now: str
    added: Contributions = ()
    spare: str = ""
    to_spare: Contributions = ()
    seal: str = ""


class Added(msgspec.Struct, frozen=True):
    """The noun of `add-chance`."""

    to: str
    bytes: str


class Fresh(msgspec.Struct, frozen=True, omit_defaults=True):
    """The noun of `fresh-dice`: why, which secret comes into force with what was added to it, and which lies ready now."""

    why: str
    now: str
    added: Contributions = ()
    spare: str = ""
    #: the secret that was in force before; none while it still seals digests, or if the game was brought here without it
    revealed: str = ""
    #: the secret that seals digests from here on, where that changes too
    seal: str = ""


class ChanceRefused(ActionError):
    field = "bytes"


def begun(header: Header) -> Cup:
    return Cup(header.commitment, spare=header.spare, seal=header.commitment)


def added_noun(entry: Entry) -> Added:
    return msgspec.convert(entry.noun, Added)


def fresh_noun(entry: Entry) -> Fresh:
    return msgspec.convert(entry.noun, Fresh)


def dice_after(header: Header, entries: Log) -> Cup:
    """The dice as these entries leave them."""
    cup = begun(header)
    for entry in entries.every(*ABOUT_DICE):
        cup = following(cup, entry)
    return cup


def following(cup: Cup, entry: Entry) -> Cup:
    """The dice after one more entry about them."""
    if entry.verb == FRESH_DICE:
        return _in_force(cup, entry)
    given = (entry.seat, added_noun(entry).bytes)
    return msgspec.structs.replace(cup, to_spare=(*cup.to_spare, given))


def _in_force(cup: Cup, entry: Entry) -> Cup:
    noun = fresh_noun(entry)
    return Cup(noun.now, noun.added, noun.spare, (), noun.seal or cup.seal)


def problem_with(cup: Cup, entry: Entry, seats: tuple[str, ...]) -> str:
    """What is wrong with an entry about the dice, or nothing. Whoever keeps the log can not choose among secrets: the one
    that comes into force is the one that lay ready, with everything that was added to it."""
    if entry.verb == ADD_CHANCE:
        return _problem_with_addition(cup, entry.seat, added_noun(entry), seats)
    noun = fresh_noun(entry)
    if entry.seat:
        return "a seat does not make dice anew"
    if noun.revealed and commitment(bytes.fromhex(noun.revealed)) != cup.now:
        return "the secret that it reveals is not the one that was in force"
    if noun.seal:
        return "what was added to other dice is not part of these" if noun.added else ""
    if cup.spare and (noun.now, noun.added) != (cup.spare, cup.to_spare):
        return "the dice are not those that lay ready, with what was added to them"
    return "" if cup.spare or not noun.added else "nothing could be added to dice that did not lie ready"


def _problem_with_addition(cup: Cup, seat: str, noun: Added, seats: tuple[str, ...]) -> str:
    if seat not in seats:
        return f"there is no seat {seat!r}"
    if not cup.spare or noun.to != cup.spare:
        return "these dice do not lie ready"
    if any(seat == other for other, _ in cup.to_spare):
        return f"{seat} has added to these dice already"
    return "" if _ADDED.fullmatch(noun.bytes) else "what is added are 16 to 32 bytes as hexadecimal digits"


# ----------------------------------------------------------------------------------------------------------- in a game


def add_chance(game: Game, seat: str, to: str, given: str) -> Entry:
    """A seat adds bytes of its own to the dice that lie ready."""
    problem = _problem_with_addition(game.cup, seat, Added(to, given), game.seats)
    if problem:
        raise ChanceRefused(problem)
    return take_note(game, Entry(game.record.seq, seat, ADD_CHANCE, msgspec.to_builtins(Added(to, given))))


def fresh_dice(game: Game, why: str) -> Entry:
    """The dice that lie ready come into force, the old ones are revealed, and others lie ready.

    In a game that has none ready, because it began on one machine, two new secrets are drawn.
    """
    cup, spare = game.cup, _drawn(game)
    old = game.secrets.get(cup.now)
    revealed = "" if old is None or cup.now == cup.seal else old.hex()
    noun = Fresh(why, cup.spare or _drawn(game), cup.to_spare, spare, revealed)
    return take_note(game, Entry(game.record.seq, "", FRESH_DICE, msgspec.to_builtins(noun)))


def _drawn(game: Game) -> str:
    """The commitment to a new secret."""
    secret = token_bytes(32)
    game.secrets[commitment(secret)] = secret
    return commitment(secret)


def take_note(game: Game, entry: Entry) -> Entry:
    """Write down an entry about the dice, made now or recorded, and let what it says be so."""
    game.cup = following(game.cup, entry)
    written = game.record.append(entry)
    if entry.verb == FRESH_DICE:
        put_in_force(game)
    return written


def put_in_force(game: Game) -> None:
    """Roll with the secret that is in force, if it is known here, and seal with the one that seals."""
    cup = game.cup
    game.secret = game.secrets.get(cup.seal, b"")
    if isinstance(game.chance, SealedChance | UnknownChance):
        game.chance = chance_of(game.secrets.get(cup.now), cup) or UnknownChance()
        game.veiled = None if cup.now == cup.seal else chance_of(game.secrets.get(cup.seal), cup) or UnknownChance()


def chance_of(secret: bytes | None, cup: Cup) -> SealedChance | None:
    """The dice of a secret, if it is known, with what was added to the one in force."""
    return None if secret is None else SealedChance(secret, cup.added)


class UnknownChance:
    """Dice whose secret is not here: nothing can be rolled."""

    def throw(self, context: bytes, count: int, sides: int) -> tuple[int, ...]:
        raise StateError("the secret that the dice come from is not known here")

    def pick(self, context: bytes, count: int, among: int) -> tuple[int, ...]:
        raise StateError("the secret that the dice come from is not known here")

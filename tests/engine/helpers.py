"""What the kernel's tests share: random play, tiny titles made on the spot, and edited save files."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from hashlib import sha256
from random import Random
from typing import Any

import msgspec

from toy.title import ALL_OPTIONS, new_game
from worldfire.engine.game import Game
from worldfire.engine.log import Header, decode_entry, encode_plain, entry_hash
from worldfire.engine.procedures import Procedure
from worldfire.engine.ruleset import Option, Ruleset, Title, assemble
from worldfire.engine.save import Seal
from worldfire.engine.schema import Column, Family, Schema
from worldfire.players.random_player import pick
from worldfire.titles.exercises import load_exercise

#: a random game of any of our titles is over long before
MOST_ACTIONS = 1_000

EXERCISES = ("air-duel", "bounce-over-kursk", "night-raid", "surprise-points")

# ---------------------------------------------------------------------------------------------------------- playing


def step_randomly(game: Game, rng: Random) -> None:
    """One legal action of a random seat that must act."""
    seat = rng.choice(list(game.waiting))
    verb, noun = pick(game, seat, rng)
    game.submit(seat, verb, noun, game.waiting[seat])


def chatter(game: Game, rng: Random) -> None:
    """Now and then somebody says what nobody asked, or takes something back."""
    seat = rng.choice(game.seats)
    word = rng.randrange(12)
    others = [other for other in game.seats if other != seat]
    if word == 0:
        kind = rng.choice(("ambush", "counter", "riposte", "bless", "charm", "look", "bounce"))
        game.submit(seat, "watch", (kind, rng.choice(("never", "mine", "always", ("wood", "hill")))))
    elif word == 1:
        game.submit(seat, "consent", (rng.choice(others), "enter", rng.choice(("yes", "ask", "no"))))
    elif word == 2 and "boast" in game.announcements(seat):
        game.submit(seat, "boast", rng.choice(("loudly", "softly")))


def decisions(game: Game, rng: Random, *, talk: bool = False) -> Iterator[Game]:
    """The game at each of its decisions while it is played at random to the end."""
    for _ in range(MOST_ACTIONS):
        if game.over:
            return
        yield game
        if talk:
            chatter(game, rng)
        step_randomly(game, rng)
    raise AssertionError(f"not over after {MOST_ACTIONS} actions")


def play_out(game: Game, rng: Random, *, talk: bool = False) -> Game:
    for _ in decisions(game, rng, talk=talk):
        pass
    return game


def play_until(game: Game, rng: Random, wanted: Callable[[Game], bool]) -> Game:
    """Play at random to the first decision that is wanted."""
    return next(point for point in decisions(game, rng) if wanted(point))


def find_point(wanted: Callable[[Game], bool], *options: str, turns: int = 3, **kwargs: Any) -> Game:
    """The first decision of some random toy game that is wanted: tests of rare positions start there."""
    for seed in range(400):
        game = new_game(*options, turns=turns, game_id=f"toy {seed}", **kwargs)
        for point in decisions(game, Random(seed)):
            if wanted(point):
                return point
    raise AssertionError("no random game came to the wanted position")


def asked(prompt: str, kind: str = "") -> Callable[[Game], bool]:
    def wanted(game: Game) -> bool:
        decision = game.decision
        return decision is not None and decision.prompt == prompt and kind in ("", decision.kind)

    return wanted


def all_games(seed: int) -> Iterator[Game]:
    """A fresh game of everything that can be played."""
    for options in ((), ("1",), ("2",), ALL_OPTIONS):
        yield new_game(*options, game_id=f"toy {seed}")
    for name in EXERCISES:
        yield load_exercise(name).begin(secret=bytes(32), game_id=f"{name} {seed}")


def everything(game: Game) -> tuple[bytes, int, str, dict[str, int]]:
    """What an action that is refused must leave alone."""
    return game.state.encode(), len(game.entries), game.head, game.waiting


# ------------------------------------------------------------------------------------------------------- tiny titles

THING = Family("things")
WHERE = Column(THING, "where")
LETTER = Column(THING, "letter")


def tiny(
    *procedures: Procedure,
    things: int = 4,
    schema: Schema | None = None,
    options: tuple[str, ...] = (),
    known: tuple[Option, ...] = (),
    **title: Any,
) -> Ruleset:
    """A ruleset of these procedures alone; the first is the game. Of the options known, `options` are on."""
    first = procedures[0]

    def begin(game: Game, setup: Any) -> None:
        game.push(first.name, None if first.locals is None else first.locals())

    made = Title(
        name="tiny",
        version="1",
        schema=Schema(columns=(WHERE, LETTER)) + (schema or Schema()),
        procedures=procedures,
        begin=begin,
        sizes=lambda tables, setup: {"things": things},
        place=WHERE,
        options=known,
        **title,
    )
    return assemble(made, options)


def tiny_game(*procedures: Procedure, seats: tuple[str, ...] = ("a", "b"), **kwargs: Any) -> Game:
    new = {name: kwargs.pop(name) for name in ("chance", "debug", "visits") if name in kwargs}
    return Game.new(tiny(*procedures, **kwargs), seats, None, secret=bytes(32), game_id="tiny", **new)


# -------------------------------------------------------------------------------------------------------- save files


def reseal(body: bytes, snapshot_at: int | None = None) -> bytes:
    """Close an edited file as somebody would who knows the format."""
    at = body.rstrip(b"\n").rfind(b"\n") + 1 if snapshot_at is None else snapshot_at
    return body + encode_plain(Seal(at, sha256(body).hexdigest())) + b"\n"


def unsealed(data: bytes) -> list[bytes]:
    """The lines of a file without the last one, the seal."""
    return data.splitlines()[:-1]


def rechained(lines: list[bytes]) -> bytes:
    """A file whose entries were edited, with every hash made again so that the chain holds."""
    head = msgspec.json.decode(lines[0], type=Header).hash()
    made = lines[:2]
    for line in lines[2:-1]:
        entry = msgspec.structs.replace(decode_entry(line), hash="")
        head = entry_hash(head, entry)
        made.append(encode_plain(msgspec.structs.replace(entry, hash=head)))
    return reseal(b"\n".join([*made, lines[-1]]) + b"\n")

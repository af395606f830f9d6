"""Recorded games: whoever changes the engine submits their actions again and must get the same dice, events and refusals.

A log in `logs/` is a line that says which game it is, then a line for each thing that was done: an action with what came
of it, or a question whether something is allowed with the reasons why not. State digests are not part of it: they may
change with the schema. `PYTHONPATH=tests python -m golden.recorded` records all of them anew, which is right only when a
rule was mended on purpose; the commit says which. Campaigns are played on the tables they were recorded with, as saved
games are, so that a better table leaves the logs alone; and without the war at sea, as games went on that began then.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from toy.title import new_game as new_toy_game
from worldfire.engine.chance import Chance, Outcome, ScriptedChance
from worldfire.engine.errors import UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.log import UNDO, Entry, encode_plain
from worldfire.engine.shapes import Noun
from worldfire.engine.violation import Violation
from worldfire.players.table import PLAYERS, Pick, seeded_campaign, seeded_game, seeded_secret
from worldfire.titles import ruleset_for
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.exercises import load_exercise

LOGS = Path(__file__).parent / "logs"

#: the tables and the board of the recorded campaigns, by their digests: those of release 0.1.3
TABLES = "b38542508b3d3e5c0f9b592d241939a08bf3dd0672c880f53cef3ad74235b6c7"
BOARD = "f12137b8bf206a0b78abaa2858b4f1a6"

#: one action in so many is taken back, or preceded by a question whether something else is allowed
UNDO_EVERY, ASK_EVERY = 25, 4


class Recorded(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which game a log is of. `until` cuts it after so many actions; 0: played to its end."""

    kind: str
    name: str
    seed: int
    players: str = "random"
    options: tuple[str, ...] = ()
    until: int = 0

    @property
    def file(self) -> Path:
        options = "".join(f"+{option.replace('/', '.')}" for option in self.options)
        return LOGS / f"{self.name}{options}-{self.players}-{self.seed}.jsonl.gz"

    def begin(self, chance: Chance | None = None) -> Game:
        if self.kind == "exercise":
            return seeded_game(load_exercise(self.name), self.seed, chance=chance)
        if self.kind == "toy":
            secret = seeded_secret("toy", self.seed)
            return new_toy_game(*self.options, secret=secret, game_id=f"toy-{self.seed}", chance=chance)
        return self._begin_campaign(chance)

    def _begin_campaign(self, chance: Chance | None) -> Game:
        """As it would begin today, but for the tables and the war at sea."""
        today = seeded_campaign(self.name, self.seed, length=CAMPAIGN, options=self.options).header
        then = msgspec.structs.replace(
            today, tables_digest=TABLES, setup={**today.setup, "board": BOARD, "war_at_sea": False}
        )
        secret = seeded_secret(self.name, self.seed)
        return Game.new(ruleset_for(then), then.seats, then.setup, secret=secret, game_id=then.game_id, chance=chance)


class Done(msgspec.Struct, frozen=True, omit_defaults=True):
    """An action, what chance gave for it, and everything that came of it."""

    seat: str
    verb: str
    noun: Any = None
    outcomes: tuple[Outcome, ...] = ()
    events: tuple[dict[str, Any], ...] = ()


class Asked(msgspec.Struct, frozen=True):
    """May the seat do this? The reasons why not, each as its rule and its message key."""

    seat: str
    verb: str
    noun: Any
    reasons: tuple[tuple[str, str], ...]


Line = Done | Asked

#: set-pieces of the air; those of the sea are told event by event elsewhere (test_carrier_battle)
EXERCISES = ("air-duel", "bounce-over-kursk", "night-raid", "surprise-points")

GAMES: tuple[Recorded, ...] = (
    *(Recorded("exercise", name, seed) for name in EXERCISES for seed in (1, 2, 3)),
    *(Recorded("toy", "toy", 1, options=options) for options in ((), ("1",), ("2",), ("1", "2"))),
    *(Recorded("campaign", "barbarossa", seed) for seed in range(1, 8)),
    *(Recorded("campaign", "barbarossa", seed, players="cadet") for seed in (1, 2)),
    *(Recorded("campaign", "barbarossa", seed, players="cadet", until=400) for seed in (3, 4)),
    Recorded("campaign", "barbarossa", 8, options=("8", "44")),
    Recorded("campaign", "barbarossa", 9, options=("26", "27")),
)


def _reasons(violations: tuple[Violation, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((violation.rule, violation.key) for violation in violations)


def _done(entry: Entry) -> Done:
    # Through text and back: what is read from a file has lists where the game has tuples.
    return msgspec.json.decode(encode_plain(entry), type=Done)


# ---------------------------------------------------------------------------------------------------------- submitting again


def read_log(path: Path) -> tuple[Recorded, list[Line]]:
    first, *rest = gzip.decompress(path.read_bytes()).splitlines()
    lines: list[Line] = []
    for text in rest:
        asked = b'"reasons":' in text
        lines.append(msgspec.json.decode(text, type=Asked) if asked else msgspec.json.decode(text, type=Done))
    return msgspec.json.decode(first, type=Recorded), lines


def differences(path: Path) -> Iterator[str]:
    """Play a log again; each thing that is not as it was, in words. Dice are those of the log."""
    recorded, lines = read_log(path)
    dice = [value for line in lines if isinstance(line, Done) for outcome in line.outcomes for value in outcome.values]
    game = recorded.begin(ScriptedChance(dice))
    yield from _difference(0, lines[0], _done(game.entries[-1]))
    for number, line in enumerate(lines[1:], 1):
        if isinstance(line, Asked):
            reasons = _reasons(game.why_not(line.verb, line.noun, line.seat))
            if reasons != line.reasons:
                yield f"line {number}: {line.verb} {line.noun} of {line.seat} is refused by {reasons}, was {line.reasons}"
        else:
            yield from _difference(number, line, _done(game.submit(line.seat, line.verb, line.noun)))


def _difference(number: int, was: Line, now: Done) -> Iterator[str]:
    if was != now:
        yield f"line {number}: was {was}\nnow {now}"


# ------------------------------------------------------------------------------------------------------------- recording


def record(recorded: Recorded) -> list[Line]:
    """Play the game, now and then taking something back or asking whether something else is allowed."""
    game, rng = recorded.begin(), Random(recorded.seed)
    whims = Random(f"{recorded.name} {recorded.seed}")  # apart, so that the player's own luck is not touched
    pick = PLAYERS[recorded.players]
    lines: list[Line] = [_done(game.entries[-1])]
    while not game.over and (not recorded.until or len(game.entries) <= recorded.until):
        lines += _questions(game, whims)
        lines.append(_act(game, pick, rng))
        if whims.random() * UNDO_EVERY < 1:
            lines += _take_back(game, lines[-1].seat)
    return lines


def _act(game: Game, pick: Pick, rng: Random) -> Done:
    seat = next(iter(game.waiting))
    verb, noun = pick(game, seat, rng)
    return _done(game.submit(seat, verb, noun))


def _take_back(game: Game, seat: str) -> Iterator[Line]:
    if not game.over and game.may_undo(seat):
        try:
            yield _done(game.submit(seat, UNDO))
        except UndoRefused:  # what others did depends on it
            return


def _questions(game: Game, whims: Random) -> Iterator[Asked]:
    """A verb that cannot be used, or a noun of one verb, or with something left out, for another."""
    if whims.random() * ASK_EVERY >= 1:
        return
    seat = whims.choice(list(game.waiting))
    offers = game.offers_to(seat)
    judged = {verb: offers.judged(game, verb) for verb in offers.names}
    shapes = {verb: shape for verb, shape in judged.items() if not isinstance(shape, Violation)}
    wanted = whims.choice(list(judged))
    noun: Noun = None
    if shapes:
        noun = shapes[whims.choice(list(shapes))].sample(whims)
        if isinstance(noun, tuple) and noun and whims.random() < 0.5:
            noun = noun[:-1]
    yield Asked(seat, wanted, noun, _reasons(game.why_not(wanted, noun, seat)))


def write_log(recorded: Recorded) -> None:
    encoded = [msgspec.json.encode(item) for item in (recorded, *record(recorded))]
    recorded.file.write_bytes(gzip.compress(b"\n".join(encoded) + b"\n", mtime=0))


def logs() -> Mapping[str, Path]:
    return {path.name.removesuffix(".jsonl.gz"): path for path in sorted(LOGS.glob("*.jsonl.gz"))}


if __name__ == "__main__":
    for item in GAMES:
        write_log(item)
        print(item.file.name, item.file.stat().st_size)

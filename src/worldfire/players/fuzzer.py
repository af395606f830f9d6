"""Random legal games that look for faults: crashes, dead ends, games without end, positions that cannot be, wrong undo,
replays that differ."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, Literal

import msgspec

from worldfire.engine.announcing import CONSENT, REQUEST
from worldfire.engine.errors import SaveError, UndoRefused, WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.save import RulesetFor, dumps, loads
from worldfire.engine.verify import verify
from worldfire.forces.situation import TURN
from worldfire.forces.turn import allied_seats
from worldfire.forces.who import SEAT
from worldfire.players import cadet, random_player
from worldfire.players.invariants import Inventory
from worldfire.players.random_player import DeadEnd
from worldfire.players.table import MOST_CAMPAIGN_PICKS, Pick, seeded_campaign, seeded_game
from worldfire.rules.s11_04_naval_movement import SAIL
from worldfire.rules.s11_04_voyages import Voyages
from worldfire.titles import USUAL
from worldfire.titles import ruleset_for as title_ruleset_for
from worldfire.titles.campaigns import CAMPAIGN
from worldfire.titles.exercises import load_exercise

Visits = set[tuple[str, ...]]


class Job(msgspec.Struct, frozen=True):
    """What is fuzzed, and by whom: an exercise, or a campaign to its victory check or for its first turns."""

    what: str
    kind: Literal["exercise", "campaign"] = "exercise"
    #: beside those of the exercise, or those that campaigns are played with anyway
    options: tuple[str, ...] = ()
    players: str = "random"
    title: str = USUAL
    #: is every cache proved after every action?
    debug: bool = False
    #: so many turns of a campaign; 0: all of it
    turns: int = 0


class Finding(msgspec.Struct, frozen=True):
    """A fault with everything that is needed to see it again."""

    kind: str
    what: str
    seed: int
    message: str
    #: (seat, verb, noun) of every action up to the fault
    actions: tuple[tuple[str, str, Any], ...]
    #: what was fuzzed; None: no game that can be begun by name
    job: Job | None = None


class Fault(WorldfireError):
    def __init__(self, kind: str, message: str) -> None:
        self.kind = kind
        super().__init__(message)


#: what is wrong with a position, in words
Check = Callable[[Game], Iterable[str]]


class Trial(msgspec.Struct, frozen=True):
    """How a game is fuzzed."""

    pick: Pick = random_player.pick
    check: Check = lambda game: ()
    #: one action in so many is followed by an attempt to take it back
    undo_every: int = 5
    most_picks: int = 5_000
    #: is the rest of the game not played?
    stops: Callable[[Game], bool] = lambda game: False


SHORT = Trial()


def fuzz_game(game: Game, seed: int, what: str, ruleset_for: RulesetFor, trial: Trial = SHORT) -> Finding | None:
    """Play one random game; None if nothing is wrong with it."""
    try:
        _play(game, Random(seed), trial)
        _check_file(game, ruleset_for)
    except Fault as fault:
        return _finding(game, fault.kind, what, seed, str(fault))
    except DeadEnd as fault:
        return _finding(game, "dead end", what, seed, str(fault))
    except Exception:
        return _finding(game, "crash", what, seed, traceback.format_exc())
    return None


def fuzz(job: Job, seed: int, visits: Visits | None = None) -> Finding | None:
    """Play one random game; after every action of a campaign the position must be possible."""
    try:
        game = _begin(job, seed, visits=visits, debug=job.debug)
    except Exception:
        return Finding("crash", job.what, seed, traceback.format_exc(), (), job)
    trial = Trial(FUZZERS[job.players])
    if job.kind == "campaign":
        # Taking back does again all that was done since the last roll: seldom is often enough in a long game.
        trial = Trial(
            FUZZERS[job.players],
            Inventory(game).faults,
            undo_every=50,
            most_picks=MOST_CAMPAIGN_PICKS,
            stops=partial(has_played, game.state.get(TURN), job.turns),
        )
    finding = fuzz_game(game, seed, job.what, title_ruleset_for, trial)
    return None if finding is None else msgspec.structs.replace(finding, job=job)


def has_played(first: int, turns: int, game: Game) -> bool:
    """Have so many turns been played since the first? 0: never."""
    return turns > 0 and game.state.get(TURN) >= first + turns


def _begin(job: Job, seed: int, **kwargs: Any) -> Game:
    if job.kind == "exercise":
        return seeded_game(load_exercise(job.what, job.title), seed, job.options, **kwargs)
    return seeded_campaign(job.what, seed, job.title, options=job.options, length=CAMPAIGN, **kwargs)


#: how often the mixed player of a campaign thinks before he acts
THINKS = 0.6


def mixed_pick(game: Game, seat: str, rng: Random) -> tuple[str, object]:
    """Now the cadet's action, now any legal one: games go deep, and off the path that anybody would take."""
    return (cadet.pick if rng.random() < THINKS else random_player.pick)(game, seat, rng)


#: who fuzzes a campaign
FUZZERS: dict[str, Pick] = {"random": random_player.pick, "mixed": mixed_pick, "cadet": cadet.pick}


def _finding(game: Game, kind: str, what: str, seed: int, message: str) -> Finding:
    actions = tuple((entry.seat, entry.verb, entry.noun) for entry in game.entries)
    return Finding(kind, what, seed, message, actions)


def _play(game: Game, rng: Random, trial: Trial) -> None:
    allies = Allies(game, rng)
    for _ in range(trial.most_picks):
        _check(game, trial)
        if game.over or trial.stops(game):
            return
        allies.talk()
        seats = list(game.waiting)
        seat = seats[int(rng.random() * len(seats))]
        verb, noun = allies.together(seat, *trial.pick(game, seat, rng))
        if rng.random() * trial.undo_every < 1:
            _act_and_undo(game, seat, verb, noun)
        else:
            game.submit(seat, verb, noun, game.waiting[seat])
    raise Fault("over-long game", f"not over after {trial.most_picks} picks")


#: one pick in so many is preceded by a word between allies; so often ships of an ally are asked along
TALK_EVERY, TOGETHER = 25, 0.3


class Allies:
    """Now and then a seat allows, forbids or asks an ally something, and ships set out with those of an ally.

    It has dice of its own: a game without allies goes as it went before.
    """

    def __init__(self, game: Game, rng: Random) -> None:
        self._game = game
        self._rng = Random(str(rng.getstate()[1][:8]))
        knows_sides = SEAT.key in game.ruleset.schema.column_by_key  # not every title of the tests does
        self._seats = [seat for seat in game.seats if allied_seats(game, seat)] if knows_sides else []

    def talk(self) -> None:
        if not self._seats or self._rng.random() * TALK_EVERY >= 1:
            return
        game, seat = self._game, self._rng.choice(self._seats)
        verb = self._rng.choice((CONSENT, CONSENT, REQUEST))
        noun = game.announcements(seat)[verb].sample(self._rng)
        if noun[0] in allied_seats(game, seat) and not game.why_not(verb, noun, seat):
            game.submit(seat, verb, noun)

    def together(self, seat: str, verb: str, noun: Any) -> tuple[str, Any]:
        """The same voyage with ships of allies who can go the same way, if the rules allow it."""
        if not self._seats or verb != SAIL.name or self._rng.random() >= TOGETHER:
            return verb, noun
        shape, (units, way, berths) = self._game.offers(seat)[verb], noun
        assert isinstance(shape, Voyages)
        guests = [unit for fleet in shape.guests if way in fleet.ways for unit in fleet.units]
        if not guests:
            return verb, noun
        joined = shape.read(((*units, self._rng.choice(guests)), way, berths))
        return verb, noun if self._game.why_not(verb, joined, seat) else joined


def _check(game: Game, trial: Trial) -> None:
    wrong = list(trial.check(game))
    if wrong:
        last = game.entries[-1]
        raise Fault("impossible position", f"after {last.verb} of {last.seat or 'nobody'}: {'; '.join(wrong)}")


def _act_and_undo(game: Game, seat: str, verb: str, noun: object) -> None:
    """Take an action and take it back: exactly what was before, unless a barrier stands in between."""
    before = game.state.encode()
    entry = game.submit(seat, verb, noun, game.waiting[seat])
    try:
        game.undo(seat)
    except UndoRefused:
        if not entry.barrier:
            raise Fault("undo", f"{seat} may not undo {verb}, though no barrier was raised") from None
        return
    if entry.barrier:
        raise Fault("undo past a barrier", f"{seat} took back {verb}")
    if game.state.encode() != before:
        raise Fault("undo", f"taking back {verb} does not give the state before it")
    game.submit(seat, verb, noun, game.waiting[seat])


def _check_file(game: Game, ruleset_for: RulesetFor) -> None:
    data = dumps(game)
    verdict = verify(data, ruleset_for)
    digest = game.state.digest()
    if not verdict.ok or verdict.digest != digest:
        raise Fault("replay mismatch", f"entry {verdict.entry}: {verdict.problem}")
    try:
        loaded = loads(data, ruleset_for)
    except SaveError as error:
        raise Fault("save", str(error)) from error
    if loaded.state.digest() != digest:
        raise Fault("save", "the loaded game has another digest")


def reachable(ruleset: Ruleset) -> Visits:
    """Every step, verb and used seam of the rules."""
    found: Visits = {("verb", verb) for verb in ruleset.verbs}
    found |= {("seam", seam) for seam in ruleset.contributions}
    found |= {("step", item.name, step) for item in ruleset.procedures.values() for step in item.steps}
    return found


def write_findings(findings: list[Finding], folder: Path) -> Iterator[Path]:
    """One file for each finding; `worldfire fuzz --reproduce FILE` plays it again."""
    folder.mkdir(parents=True, exist_ok=True)
    for finding in findings:
        path = folder / f"{finding.what}-{finding.seed}-{finding.kind.replace(' ', '-')}.json"
        path.write_bytes(msgspec.json.format(msgspec.json.encode(finding)))
        yield path

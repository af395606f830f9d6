"""The door for programs: all that somebody needs who plays, analyses or trains from Python. docs/python.md shows it at work.

These are the engine's own functions with the usual rules and tables filled in. Names that stand here stay; whatever else a
program imports from the rooms behind may change with any version.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from random import Random

from worldfire.advice import layers
from worldfire.advice.attacks import OddsBatch, proposed
from worldfire.advice.attacks import odds_batch as batch_of
from worldfire.engine.errors import ActionError, Refused, WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.save import dumps
from worldfire.engine.save import load as load_with
from worldfire.engine.save import save as save_to
from worldfire.engine.shapes import Shape
from worldfire.engine.verify import Verdict
from worldfire.engine.verify import verify as verify_bytes
from worldfire.engine.views import View, view
from worldfire.engine.views import imagine as imagine_from
from worldfire.engine.violation import Violation
from worldfire.players import default_player
from worldfire.players.table import seeded_campaign, seeded_game
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s24_1_set_up import is_being_set_up
from worldfire.tables.collection import Tables
from worldfire.titles import USUAL, rulesets, title_named
from worldfire.titles.campaigns import begin_campaign, campaign_named, usual_length
from worldfire.titles.exercises import exercise_names, load_exercise
from worldfire.titles.telling import tell_event, tell_item, tell_target, tell_violation

__all__ = [
    "ActionError",
    "Game",
    "OddsBatch",
    "Refused",
    "Shape",
    "Tables",
    "Verdict",
    "View",
    "Violation",
    "WorldfireError",
    "campaigns",
    "exercises",
    "explain",
    "imagine",
    "layers",
    "load",
    "new_game",
    "odds_batch",
    "save",
    "set_up",
    "tables_of",
    "tell_event",
    "tell_item",
    "tell_target",
    "verify",
    "view",
]


# ------------------------------------------------------------------------------------------------- what can be played


def campaigns(title: str = USUAL) -> Mapping[str, str]:
    """The campaigns of a title: id → name."""
    return {campaign.id: campaign.name for campaign in title_named(title).campaigns().values()}


def exercises(title: str = USUAL) -> Mapping[str, str]:
    """The exercises of a title: name → what it is about, in a sentence."""
    return {name: load_exercise(name, title).summary for name in exercise_names(title)}


def tables_of(title: str = USUAL, pack: Path | None = None) -> Tables:
    """The charts and counters that games of the title are played with, or a data pack's in their place.

    Every cell and every counter says where it comes from: `tables_of().chart("land-combat").cell(row, column).provenance`.
    """
    return title_named(title).tables(pack).source


# ------------------------------------------------------------------------------------------------------------- a game


def new_game(
    name: str,
    *,
    seed: int | None = None,
    title: str = USUAL,
    options: Iterable[str] = (),
    seats: Mapping[str, str] | None = None,
    length: str = "",
    pack: Path | None = None,
) -> Game:
    """A game of a campaign or an exercise, run to its first decision.

    With a `seed` its dice are always the same, and known to whoever knows the seed; without one they are nobody's to know.
    `seats` says for a campaign which seat plays which power (power → seat); usually each power has a seat of its own.
    `length` is "set-up" or "campaign"; usually the whole war where its rules are there, otherwise the set-up.
    """
    if name in exercise_names(title):
        exercise = load_exercise(name, title)
        if seed is None:
            return exercise.with_options(options).begin(pack)
        return seeded_game(exercise, seed, options, pack=pack)
    campaign = campaign_named(name, title).id
    length = length or usual_length(campaign, title)
    if seed is None:
        return begin_campaign(campaign, seats, options, length=length, pack=pack, title=title)
    return seeded_campaign(campaign, seed, title, seats=seats, options=options, length=length, pack=pack)


def set_up(game: Game, rng: Random | None = None) -> Game:
    """Let every power set up as it is advised to, and stop before the first turn; returns the same game."""
    chance = rng or Random(0)
    while not game.over and is_being_set_up(game):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, chance))
    return game


def explain(game: Game, violation: Violation) -> str:
    """A reason in words, with the section that gives it."""
    return tell_violation(game, violation)


def imagine(game: Game, seat: str, rng: Random) -> Game:
    """A whole game that agrees with all that the seat may know: what is hidden is drawn at random, and so are its dice."""
    return imagine_from(view(game, seat, since=len(game.entries)), game.ruleset, rng)


def odds_batch(game: Game, attacks: Iterable[tuple[Sequence[int], int]], table: str = Table.ASSAULT) -> OddsBatch:
    """The odds of many land attacks as the game stands, each given as (units, hex); they attack from where they stand."""
    return batch_of(game, [proposed(game, units, place, Table(table)) for units, place in attacks])


# ---------------------------------------------------------------------------------------------------------- as a file


def save(game: Game, path: str | Path) -> None:
    """Write the whole game to a file, the secret of its dice among it."""
    save_to(game, Path(path))


def load(path: str | Path, pack: Path | None = None) -> Game:
    """Open a saved game where it was left; one of older rules is brought up to date."""
    return load_with(Path(path), rulesets(pack))


def verify(game: Game | str | Path, pack: Path | None = None) -> Verdict:
    """Do a game, or the game in a file, again from its beginning: every hash, action, roll and digest."""
    data = dumps(game) if isinstance(game, Game) else Path(game).read_bytes()
    return verify_bytes(data, rulesets(pack))

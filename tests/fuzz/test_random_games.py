"""Random legal games end, never crash, never dead-end, never undo past a barrier, and replay to the same digest.

`make test` plays a few of each; `make soak` plays ten thousand (`--fuzz-games 10000`).
"""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from drills import IN_THE_AIR
from toy.title import TITLE, new_game, ruleset_for
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, End, Verb, one, procedure, step
from worldfire.engine.ruleset import Title, assemble
from worldfire.players.fuzzer import Finding, Visits, fuzz_game, reachable, write_findings
from worldfire.players.table import seeded_game, seeded_secret
from worldfire.titles import ruleset_for as title_ruleset_for
from worldfire.titles.exercises import load_exercise


@pytest.mark.parametrize("name", IN_THE_AIR)
def test_exercises(name: str, fuzz_games: int) -> None:
    exercise = load_exercise(name)
    for seed in range(fuzz_games):
        assert fuzz_game(seeded_game(exercise, seed), seed, name, title_ruleset_for) is None


@pytest.mark.parametrize("options", [(), ("1",), ("2",), ("1", "2")])
def test_the_toy(options: tuple[str, ...], fuzz_games: int) -> None:
    visits: Visits = set()
    for seed in range(fuzz_games):
        game = new_game(*options, secret=seeded_secret("toy", seed), game_id=f"toy-{seed}", visits=visits)
        assert fuzz_game(game, seed, "toy", ruleset_for) is None
    assert visits <= reachable(assemble(TITLE, options)) | {("verb", word) for word in ("done", "pass")}


def _broken_game() -> Game:
    """A game with a rule that crashes when it is used."""

    def fail(game: Game, frame_locals: object, seat: str, noun: object) -> Control:
        raise ZeroDivisionError

    verb = Verb("fail", "toy 1", fail)

    @step("toy 1", verb)
    def ask(game: Game, frame_locals: object) -> Control:
        return one("north", verb, rule="toy 1", prompt="fail", always=True)

    @step("toy 1")
    def over(game: Game, frame_locals: object) -> Control:
        return End()

    broken = procedure("broken", "toy 1", ask, over)

    def begin(game: Game, setup: object) -> None:
        game.push(broken.name, None)

    title = Title("broken", "1", begin, TITLE.sizes, TITLE.place, schema=TITLE.schema, procedures=(broken,))
    return Game.new(assemble(title), ("north", "south", "east"), secret=bytes(32))


def test_a_fault_is_found_and_written_down(tmp_path: Path) -> None:
    finding = fuzz_game(_broken_game(), 7, "broken", ruleset_for)
    assert finding is not None
    assert (finding.kind, finding.seed) == ("crash", 7)
    assert "ZeroDivisionError" in finding.message
    (path,) = write_findings([finding], tmp_path)
    assert msgspec.json.decode(path.read_bytes(), type=Finding).actions == finding.actions

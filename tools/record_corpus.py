"""Records the saved games that later versions must open: `python -m tools.record_corpus RELEASE`, once for each release.

They go to `tests/corpus/RELEASE/*.wf.xz` (a save file, compressed: `xz -d` gives it back) and are never changed again.
`tests/corpus/test_corpus.py` opens, verifies and continues each of them.
"""

from __future__ import annotations

import lzma
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random

from worldfire.engine.game import Game
from worldfire.engine.save import dumps
from worldfire.players.table import PLAYERS, seeded_campaign, seeded_game
from worldfire.titles.exercises import exercise_names, load_exercise

CORPUS = Path(__file__).parent.parent / "tests" / "corpus"
BARBAROSSA, GUADALCANAL, GLOBAL_WAR = "barbarossa", "guadalcanal", "global-war"
GREAT_WAR, LATE_WAR = "1914", "1917"


def _stacked(*procedures: str) -> Callable[[Game], bool]:
    return lambda game: all(game.on_stack(name) for name in procedures)


def _after(entries: int, wanted: Callable[[Game], bool]) -> Callable[[Game], bool]:
    """Not before so many entries, and where something can still be taken back: entries after the snapshot are kept too."""

    def reached(game: Game) -> bool:
        return len(game.entries) > entries and not game.entries[-1].barrier and wanted(game)

    return reached


def _turns_begun(game: Game) -> int:
    return sum(type(event).__name__ == "TurnBegan" for entry in game.entries for event in entry.events)


#: the titles of campaigns that are not of World in Flames
TITLES = {GREAT_WAR: "fa", LATE_WAR: "fa"}
#: name of the file → the campaign, who plays, with which seed and options, and where he stops
STAGES: dict[str, tuple[str, str, int, tuple[str, ...], Callable[[Game], bool]]] = {
    "barbarossa-set-up": (BARBAROSSA, "random", 1, (), _after(8, lambda game: not game.on_stack("play"))),
    "barbarossa-impulse": (BARBAROSSA, "cadet", 2, (), _after(60, _stacked("step: land movement"))),
    "barbarossa-combat": (BARBAROSSA, "cadet", 3, (), _stacked("land attack", "land combat")),
    "barbarossa-air-combat": (BARBAROSSA, "random", 3, ("8", "44"), _stacked("air-to-air combat")),
    "barbarossa-turn": (BARBAROSSA, "random", 4, (), lambda game: _turns_begun(game) == 2),
    "barbarossa-ended": (BARBAROSSA, "random", 5, (), lambda game: game.over),
    "guadalcanal-naval-combat": (GUADALCANAL, "cadet", 1, ("5", "6"), _stacked("naval combat")),
    "global-war-impulse": (GLOBAL_WAR, "cadet", 1, ("5", "6"), _after(150, _stacked("step: land movement"))),
    "great-war-1914": (GREAT_WAR, "cadet", 1, (), _after(250, _stacked("step: land movement"))),
    "great-war-1917": (LATE_WAR, "random", 1, (), _after(400, _stacked("step: naval movement"))),
}


def _play(game: Game, player: str, seed: int, reached: Callable[[Game], bool]) -> Game:
    rng = Random(seed)
    while not reached(game):
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = PLAYERS[player](game, seat, rng)
        game.submit(seat, verb, noun, decision)
    return game


def record(release: str) -> None:
    """Play the games of the corpus with the rules that are installed and write them down."""
    folder = CORPUS / release
    folder.mkdir(parents=True)
    games = {
        f"exercise-{name}": _play(seeded_game(load_exercise(name), 1), "random", 1, lambda game: len(game.entries) > 2)
        for name in exercise_names()
    }
    for name, (campaign, player, seed, options, reached) in STAGES.items():
        begun = seeded_campaign(campaign, seed, TITLES.get(campaign, "wif"), length="campaign", options=options)
        games[name] = _play(begun, player, seed, reached)
    for name, game in games.items():
        (folder / f"{name}.wf.xz").write_bytes(lzma.compress(dumps(game), preset=9 | lzma.PRESET_EXTREME))


if __name__ == "__main__":
    record(sys.argv[1])

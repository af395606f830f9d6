"""At sea too, nothing that a seat is told depends on what another has chosen in secret: views, tables, stories, advice."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from worldfire.advice.naval_chances import naval_odds
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.shapes import Noun
from worldfire.engine.views import Seat, export, view
from worldfire.players.table import PLAYERS
from worldfire.server.imagining import imagined_game
from worldfire.server.presenting import Scene
from worldfire.server.reading import Reader
from worldfire.server.story import Teller
from worldfire.server.wire import plain
from worldfire.titles import ruleset_for
from worldfire.titles.exercises import load_exercise

#: an exercise in which aircraft fight over ships, and how many of its actions are looked at
EXERCISE, MOST = "carrier-duel", 24
#: other choices of each secret one
PERMUTED = 3
SEED = 5


def _everything_told(game: Game, seat: Seat) -> dict[str, object]:
    """What the server could send the seat without being asked, or asked for advice."""
    seen = view(game, seat)
    reader = Reader(seen, game.ruleset)
    imagined = imagined_game(game, seat, Random(SEED))
    return {
        "view": seen.encode(),
        "export": export(game, seat),
        "table": msgspec.json.encode(Scene(seen, game.ruleset, undo=False).table(), enc_hook=plain),
        "story": msgspec.json.encode(Teller(reader).tell(seen.log), enc_hook=plain),
        "imagined": dumps(imagined),
        "odds": msgspec.json.encode(naval_odds(imagined, Random(SEED), trials=1)),
    }


def _secret_choices() -> Iterator[tuple[Game, str, Noun, str]]:
    """(the game before it, who chooses, what, with which verb) of every secret choice in a game that the computer plays."""
    game, rng = load_exercise(EXERCISE).begin(secret=b"7" * 32, game_id="test"), Random(1)
    for _ in range(MOST):
        if game.over:
            return
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = PLAYERS["cadet"](game, seat, rng)
        if game.decision is not None and game.decision.kind == "secret":
            yield loads(dumps(game), ruleset_for), seat, noun, verb
        game.submit(seat, verb, noun, decision)


def _others(game: Game, seat: str, verb: str, noun: Noun) -> Iterator[Noun]:
    """Choices that the seat might have made instead."""
    shape, rng, found = game.offers(seat)[verb], Random(SEED), {noun}
    for _ in range(20 * PERMUTED):
        other = shape.sample(rng)
        if other not in found and not game.why_not(verb, other, seat):
            found.add(other)
            yield other
        if len(found) > PERMUTED:
            return


@pytest.mark.rule("14.3.1")
def test_secret_roles_of_aircraft_show_nowhere_before_they_are_revealed() -> None:
    hidden = known = 0
    for before, seat, noun, verb in _secret_choices():
        chosen = loads(dumps(before), ruleset_for)
        chosen.submit(seat, verb, noun)
        if not chosen.waiting or chosen.decision is None or chosen.decision.kind != "secret":
            continue  # the last to choose: now all is revealed
        others: tuple[Seat, ...] = (*(one for one in before.seats if one != seat), None)
        spies = {spy: _everything_told(chosen, spy) for spy in others}
        for other in _others(before, seat, verb, noun):
            twin = loads(dumps(before), ruleset_for)
            twin.submit(seat, verb, other)
            for spy, told in spies.items():
                one, two = told, _everything_told(twin, spy)
                assert [name for name in one if one[name] != two[name]] == []
                hidden += 1
            known += view(chosen, seat).encode() != view(twin, seat).encode()
    assert hidden, "nobody chose anything in secret"
    assert known, "the test can fail: to its owner the choice is known"

"""What is chosen in secret at sea stays secret until all have chosen: whatever it is, nobody else sees a difference."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from worldfire.engine.game import Game
from worldfire.engine.views import export, view
from worldfire.players.random_player import pick
from worldfire.players.table import seeded_game
from worldfire.rules.s11_05_naval_air_combat import RolesRevealed
from worldfire.titles.exercises import load_exercise

EAGER = ("call-naval-air-combat", "accept-combat", "stay-in-combat", "leave-type-open")


def until_roles_are_chosen(seed: int) -> Game:
    """Both sides are about to choose what their carriers fly as."""
    game, rng = seeded_game(load_exercise("carrier-battle"), seed), Random(seed)
    while not (game.decision is not None and game.decision.prompt == "air-roles" and len(game.waiting) > 1):
        assert not game.over
        seat = next(iter(game.waiting))
        verb = next((verb for verb in EAGER if verb in game.offers(seat)), None)
        game.submit(seat, *((verb, None) if verb is not None else pick(game, seat, rng)))
    return game


def seen(game: Game, seat: str | None) -> tuple[Any, ...]:
    return view(game, seat).encode(), export(game, seat), dict(game.waiting)


@pytest.mark.rule("14.3.1")
@pytest.mark.rule("11.5.9")
def test_roles_are_secret_until_all_have_chosen() -> None:
    game = until_roles_are_chosen(1)
    first, *others = game.waiting
    shape = game.offers(first)["choose-roles"]
    games = []
    for noun in list(shape.every())[:12]:
        twin = game.copy()
        twin.submit(first, "choose-roles", noun)
        assert not any(isinstance(event, RolesRevealed) for event in twin.entries[-1].events)
        games.append(twin)
    assert len({twin.state.encode() for twin in games}) == len(games) > 2
    for seat in (*others, None):
        assert len({repr(seen(twin, seat)) for twin in games}) == 1
    assert len({repr(seen(twin, first)) for twin in games}) == len(games), "it knows what it chose itself"
    last = games[0]
    for seat in others:
        last.submit(seat, *pick(last, seat, Random(1)))
    assert any(isinstance(event, RolesRevealed) for event in last.entries[-1].events)

"""19.7, 13.3.3 Japan aligns French Indo-China and, in a later turn, Madagascar, if Vichy has them."""

from __future__ import annotations

import pytest
from test_s17_4_running_vichy import vichy, vichys
from test_s17_vichy import country, wars, where
from turns import Change, field, in_turn, play, prompt, put
from us_markers import markers, pool, us_game

from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, HEXES_AT_HOME, POWER, POWER_NAMES
from worldfire.rules.s09_06_aligning import willing_minors
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, JAPAN

LANDS = ("french-indo-china", "madagascar")


def axis_step(*changes: Change, dice: tuple[int, ...] = (3, 0, 0)) -> Game:
    """The Axis declaration of war step where Japan aligns."""
    return us_game(
        "declare war",
        in_turn("Sep/Oct 1940"),
        wars(("germany", "france"), ("germany", "commonwealth"), ("japan", "china")),
        markers(common=(1,) * 6),
        vichy(*LANDS),
        field(ACTIVE_SIDE, 0),
        *changes,
        dice=dice,
    )


def colonies(game: Game) -> set[str]:
    game.forget()
    japan = game.state.get(POWER_NAMES).index("japan")
    found = willing_minors(game, japan)
    return {name for name in LANDS if country(game, name) in found}


def until_japan_aligns(game: Game) -> None:
    while prompt(game) != "align-minor" or "japan" not in game.waiting:
        seat = next(iter(game.waiting))
        play(game, seat, next(verb for verb in ("declare-no-war", "align-nobody") if verb in game.offers(seat)))


@pytest.mark.rule("13.3.3 action 1")
@pytest.mark.rule("19.7/indo-china and madagascar")
@pytest.mark.rule("13.3.3", example="WF2-050")
def test_japan_aligns_indo_china_from_vichy() -> None:
    game = axis_step(put("Hanoi", "fr-inf-v"), vichys("fr-inf-v"))
    assert colonies(game) == {"french-indo-china"}
    until_japan_aligns(game)
    play(game, "japan", "align-minor", "french-indo-china")
    japan = game.state.get(POWER_NAMES).index("japan")
    assert game.state[POWER][country(game, "french-indo-china")] == japan
    places = game.look_up(HEXES_AT_HOME)[country(game, "french-indo-china")]
    assert {game.state[CONTROLLER][place] for place in places} == {japan}
    assert where(game, "fr-inf-v").startswith("force pool of france")
    assert "1" in game.state.get(ACTIONS_NOTED)
    assert len(pool(game, ENTRY, JAPAN)) == 1, "12 points and a 3"
    assert colonies(game) == set(), "Madagascar in a later turn"
    game.set(TURN, game.state.get(TURN) + 1)
    assert colonies(game) == {"madagascar"}


@pytest.mark.rule("19.7/indo-china and madagascar")
def test_an_allied_unit_keeps_japan_out() -> None:
    assert colonies(axis_step(put("Hanoi", "fr-inf-v"))) == set(), "a Free French one"

"""fa:22.3: the first impulses of 1914 are prescribed."""

from __future__ import annotations

import pytest
from great_war import ALLIES, CENTRAL, fa_in, impulse_of

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import IMPULSE
from worldfire.forces.who import POWER_NAMES, power_named
from worldfire.rules.s10_actions import PASS, action_types
from worldfire.titles.fa.politics.points import points_of


@pytest.mark.rule("fa:22.3", example="FA-E68")
@pytest.mark.rule("fa:9.3", example="FA-E69")
def test_the_opening_is_scripted_and_free() -> None:
    """Austria-Hungary on Serbia; Russia on Austria-Hungary; Germany on Russia and France, which it fights beside it."""
    declared: list[set[frozenset[str]]] = []
    fought: tuple[tuple[int, int], ...] = ()
    for number, side in ((1, CENTRAL), (2, ALLIES), (3, CENTRAL)):
        before = fought

        def go_on(game: Game, wars: tuple[tuple[int, int], ...] = before) -> None:
            game.set(AT_WAR, wars)

        game = fa_in("declare war", impulse_of(side, number), go_on, dice=(10,) * 9)
        names, fought = game.state.get(POWER_NAMES), game.state.get(AT_WAR)
        declared.append({frozenset((names[one], names[other])) for one, other in fought if (one, other) not in before})
        assert (points_of(game, 0), points_of(game, 1)) == (5, 5), "nobody pays for a war of the script"
    assert declared[0] == {frozenset({"austria-hungary", "serbia"})}
    assert declared[1] == {frozenset({"austria-hungary", "russia"})}
    assert {frozenset({"germany", "russia"}), frozenset({"germany", "france"})} < declared[2]
    assert frozenset({"austria-hungary", "france"}) in declared[2], "without a declaration of its own"
    acting = {1: "austria-hungary", 2: "russia"}
    for number, who in acting.items():
        game.set(IMPULSE, number)
        active = [name for name in ("germany", "austria-hungary", "russia", "france") if _acts(game, name)]
        assert active == [who]


def _acts(game: Game, name: str) -> bool:
    return action_types(game, power_named(game, name)) != (PASS,)

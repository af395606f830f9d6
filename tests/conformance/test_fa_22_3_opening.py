"""fa:22.3: the first impulses of 1914 are prescribed."""

from __future__ import annotations

from random import Random

import pytest
from great_war import ALLIES, CENTRAL, fa_in, impulse_of, initiative
from turns import field, prompt, put_into

from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import IMPULSE, is_active
from worldfire.forces.who import POWER_NAMES, power_named
from worldfire.rules.s10_actions import PASS, action_types
from worldfire.rules.s15_surprise import SURPRISE
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


#: what somebody answers who wants none of it
_NO = ("declare-no-war", "stay-out-of-the-war")


def _play_on(game: Game) -> list[tuple[str, str]]:
    """Answer whatever is asked until the step is over; who was asked what."""
    asked, rng = [], Random(1)
    while not game.over:
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb = next((name for name in _NO if name in offers), next(iter(offers)))
        asked.append((seat, prompt(game)))
        game.submit(seat, verb, offers[verb].sample(rng))
    return asked


@pytest.mark.rule("fa:22.3", example="FP1")
@pytest.mark.rule("fa:9.1", example="FP1")
@pytest.mark.rule("fa:9.7", example="FP1")
def test_what_the_script_does_not_say() -> None:
    """Three declaration of war steps, one after the other, as they are played."""
    game = fa_in("declare war", impulse_of(CENTRAL, 1), initiative(CENTRAL), dice=(10, 10))
    empire, russia, serbia, germany, france = (
        power_named(game, name) for name in ("austria-hungary", "russia", "serbia", "germany", "france")
    )
    asked = _play_on(game)
    assert {seat for seat, _ in asked} == {"russia"}, (
        "only Serbia is set up: nobody declares, and nobody calls reserves"
    )
    assert (is_active(game, empire), is_active(game, russia)) == (False, False), "a war on a minor country is none"
    assert at_war(game, empire, serbia)
    assert not at_war(game, russia, empire)
    assert game.state.get(SURPRISE) == ((empire, serbia),)

    put_into(game, "declare war", impulse_of(ALLIES, 2), field(SURPRISE, ()))
    asked = _play_on(game)
    assert ("russia", "call-out-reserves") in asked
    assert {seat for seat, _ in asked} == {"russia"}, "not even the USA may try to enter"
    assert (is_active(game, empire), is_active(game, russia), is_active(game, france)) == (True, True, False)
    assert game.state.get(SURPRISE) == ((russia, empire),), "by Russia, not by Serbia"

    put_into(game, "declare war", impulse_of(CENTRAL, 3), field(SURPRISE, ()), dice=(10,) * 4)
    asked = _play_on(game)
    assert ("austria-hungary", "call-out-reserves") in asked, "now it may"
    assert ("germany", "declare-war") in asked, "on whom else it likes, for three points each"
    assert at_war(game, empire, france)
    assert not at_war(game, empire, power_named(game, "commonwealth"))
    assert (points_of(game, CENTRAL), points_of(game, ALLIES)) == (5, 5)
    assert {(germany, russia), (germany, france)} < {*game.state.get(SURPRISE)}
    assert (empire, russia) not in game.state.get(SURPRISE), "they have been at war since the second impulse"

"""fa:11.7, 21.4, 21.6: guns, trenches and who looks into them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from front import TARGET, combat, front

from conformance.steps import begin_step, declare, find, is_down, places, said, units
from worldfire.engine.game import Game
from worldfire.forces.ground import is_hex
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of, place_index, things_at
from worldfire.rules.s11_08_ground_strike import GroundStrike
from worldfire.rules.s11_15_factors import defence_factor
from worldfire.rules.s11_15_land_combat import preview
from worldfire.titles.fa.trenches import ENTRENCHED

ART, BALLOON = "germany-art-div-fuss-art-i", "germany BALLOON"
CORPS = ("france-inf-ix", "france-inf-xi")
DIVISION = "france-inf-div-5"
FRENCH = (*CORPS, DIVISION)


def strike(throws: Iterable[int] = (), *, guns: Iterable[str] = (ART,), weather: str = "fine", air: str = "") -> Game:
    """FL2: two entrenched corps, a division and an LND in the clear; a German gun of 3 in Metz."""
    game = front({"W1030": [*guns, *([air] if air else [])], TARGET: [*FRENCH, "france LND"]}, weather=weather)
    for unit in units(game, *CORPS):
        game.write(ENTRENCHED, unit, 1)
    return begin_step(game, "ground strike", "germany", throws=throws)


def lay(game: Game, *guns: str) -> None:
    (target,) = places(game, TARGET)
    game.submit("germany", "lay-guns", tuple((find(game, gun), target) for gun in guns))
    game.submit("germany", "done")


def shots(game: Game) -> list[tuple[int, bool]]:
    return [(event.factor, event.success) for event in said(game, GroundStrike) if isinstance(event, GroundStrike)]


@pytest.mark.rule("fa:11.7")
@pytest.mark.rule("fa:11.7.1", example="FL2")
@pytest.mark.rule("fa:21.4", example="FL2")
@pytest.mark.rule("fa:21.6", example="FL2")
def test_a_gun_strikes_each_unit_and_trenches_halve_it() -> None:
    """(a) 1.5 is a 2 at the die: first corps, division and LND fall, the second corps stays up."""
    game = strike([2, 3, 3, 3])
    lay(game, ART)
    assert shots(game) == [(2, True), (2, False), (3, True), (3, True)]
    assert [is_down(game, name) for name in (*FRENCH, ART)] == [True, False, True, True]
    assert game.over


@pytest.mark.rule("fa:21.6", example="FL2")
def test_a_balloon_spots_and_strikes_nothing_itself() -> None:
    """(b) Named after air combat; it returns face-down like any aircraft."""
    game = strike([3, 3, 3, 3], air=BALLOON)
    balloon = next(unit for unit in range(len(game.state[ENTRENCHED])) if _is_balloon(game, unit))
    fly = game.offers("germany")["fly"]
    (order,) = [choices for choices in fly.items if choices.item == balloon]
    game.submit("germany", "fly", ((balloon, order.to[1]),))
    lay(game, ART)
    game.submit("germany", "name-spotter", balloon)
    assert shots(game) == [(3, True)] * 4
    game.submit("germany", "return-to", places(game, "W1030")[0])
    assert game.state[FACE_DOWN][balloon]
    assert game.over


def _is_balloon(game: Game, unit: int) -> bool:
    return counter_of(game, unit).type == "BALLOON" and is_hex(game, game.state[PLACE][unit])


@pytest.mark.rule("fa:11.7.1", example="FL2")
@pytest.mark.rule("fa:2.6")
def test_weather_and_trench_are_not_rounded_between() -> None:
    """(c) A gun of 4 in rain against a trench: 4 / 2 / 2 = 1."""
    game = strike([1, 2, 2, 2], guns=["germany-art-div-bruchmuller"], weather="rain")
    lay(game, "germany-art-div-bruchmuller")
    assert shots(game) == [(1, True), (1, False), (2, True), (2, True)]


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:21.4/field artillery units")
def test_no_gun_fires_face_down_in_storm_or_further_than_the_next_hex() -> None:
    game = strike(weather="storm")
    assert game.over, "nobody is asked"
    game = strike(guns=[ART])
    (target,) = places(game, "W1129")
    (found,) = game.why_not("lay-guns", ((find(game, ART), target),), "germany")
    assert found.key == "no-target-there"


# --------------------------------------------------------------------------------------------------------- ground support


def supported(game: Game, *attackers: str) -> Game:
    """The attack on the target is declared; everything up to the guns is passed over."""
    combat(game, [5, 6, 0, 0])
    declare(game, "germany", W1029=attackers)
    game.submit("germany", "done")
    return game


@pytest.mark.rule("fa:11.12.4.1")
@pytest.mark.rule("fa:11.12.4")
@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:21.4/field artillery units")
def test_guns_of_both_sides_support_a_combat() -> None:
    """A gun of 3 beside the attackers and one of 4 behind the defenders; none exceeds the units that it supports."""
    german, french = "germany-inf-vi", "france-inf-ix"
    game = front({"W1030": [german, ART], TARGET: [french], "W1129": ["france-art-div-rgal-i"]})
    supported(game, german)
    target = place_index(game, TARGET)
    assert game.decision is not None
    assert (game.decision.prompt, list(game.waiting)) == ("lay-guns", ["germany"])
    game.submit("germany", "lay-guns", ((find(game, ART), target),))
    game.submit("germany", "done")
    assert list(game.waiting) == ["france"]
    game.submit("france", "lay-guns", ((find(game, "france-art-div-rgal-i"), target),))
    game.submit("france", "done")
    assert is_down(game, ART)
    assert is_down(game, "france-art-div-rgal-i")
    shown = preview(game, target, units(game, german))
    assert (shown.attack, shown.defence) == (8, 8)


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:21.4/field artillery units")
def test_a_gun_does_not_bombard_from_a_hex_that_is_attacked_nor_if_it_attacks() -> None:
    german, gun = "germany-inf-vi", "france-art-div-rgal-i"
    game = supported(front({"W1030": [german, ART], TARGET: ["france-inf-ix", gun]}), german, ART)
    assert game.decision is not None
    assert game.decision.prompt != "lay-guns", "one attacks, the other is attacked"


@pytest.mark.rule("fa:21.4")
def test_guns_alone_defend_with_one_factor() -> None:
    gun = "france-art-div-rgal-i"
    alone = front({TARGET: [gun]})
    assert defence_factor(alone, find(alone, gun), place_index(alone, TARGET)) == 1
    helped = front({TARGET: [gun, "france-inf-ix"]})
    assert defence_factor(helped, find(helped, gun), place_index(helped, TARGET)) == 4


@pytest.mark.rule("fa:11.12.4")
def test_an_observer_gives_a_point_and_no_factors() -> None:
    german = "germany-inf-vi"
    game = front({"W1030": [german, "germany LND"], TARGET: ["france-inf-ix"]})
    (plane,) = [unit for unit in things_at(game, place_index(game, "W1030")) if counter_of(game, unit).type == "LND"]
    supported(game, german)
    target = place_index(game, TARGET)
    plain = {each.reason: each.value for each in preview(game, target, units(game, german)).modifiers}
    game.submit("germany", "fly", ((plane, f"fly {target}"),))
    assert game.decision is not None
    assert game.decision.prompt == "name-observer"
    game.submit("germany", "name-spotter", plane)
    shown = preview(game, target, units(game, german))
    assert shown.attack == 5
    assert {each.reason: each.value for each in shown.modifiers} == plain | {"observer aircraft, attacker only": 1}

"""fa:11.7, 21.4, 21.6: guns, trenches and who looks into them."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from front import TARGET, front

from conformance.steps import begin_step, find, is_down, places, said, units
from worldfire.engine.game import Game
from worldfire.forces.ground import is_hex
from worldfire.forces.things import FACE_DOWN, PLACE, counter_of
from worldfire.rules.s11_08_ground_strike import GroundStrike
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
def test_no_gun_fires_face_down_in_storm_or_further_than_the_next_hex() -> None:
    game = strike(weather="storm")
    assert game.over, "nobody is asked"
    game = strike(guns=[ART])
    (target,) = places(game, "W1129")
    (found,) = game.why_not("lay-guns", ((find(game, ART), target),), "germany")
    assert found.key == "no-target-there"

"""fa:14.2: crews whose power has lost heart, and do not sail where the enemy is too strong."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.positions import power
from worldfire.forces.things import FACE_DOWN
from worldfire.forces.turn import COUNTED
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.sea.crews import NavalMoveRefused

#: refuses on 2 or less
LEVEL = 7
#: of 8 attack factors each
GANGUT, SEVASTOPOL = ("Gangut", "russia-gangut"), ("Sevastopol", "russia-sevastopol")
WITTELSBACH, KAISER = ("Wittelsbach", "germany-wittelsbach"), ("Kaiser", "germany-kaiser")


def russians(ships: dict[str, list[tuple[str, str]]], *throws: int, level: int = LEVEL) -> Waters:
    here = waters(ships, throws, side="allies")
    here.game.write(MORALE, power(here.game, "russia"), level * TENTHS)
    here.start("naval movement")
    return here


@pytest.mark.rule("fa:14.2", example="FP6")
@pytest.mark.parametrize(("die", "refused"), [(2, True), (3, False)])
def test_a_crew_refuses_to_leave_port(die: int, refused: bool) -> None:
    """It stays where it was, face-up, and sails no more in this impulse; the move is counted."""
    ships = {"Petrograd": [GANGUT, SEVASTOPOL], "Baltic Sea 1": [KAISER]}
    here = russians(ships, die, 10, 10)
    here.sail("russia", ["Gangut"], "Baltic Sea 1")
    assert [(event.roll, event.power) for event in here.events(NavalMoveRefused)] == (
        [(die, power(here.game, "russia"))] if refused else []
    )
    if not refused:
        return
    assert here.place_named("Gangut") == "Petrograd"
    assert not here.game.state[FACE_DOWN][here["Gangut"]]
    assert here.refusal("russia", ["Gangut"], "Baltic Sea 1") == "11.4.2 has-sailed-already"
    assert here.game.state[COUNTED["naval moves"]][power(here.game, "russia")] == 1


@pytest.mark.rule("fa:14.2", example="FP6")
def test_nobody_is_asked_who_is_twice_as_strong_or_sails_home() -> None:
    here = russians({"Petrograd": [GANGUT, SEVASTOPOL], "Baltic Sea 1": [WITTELSBACH]}, 10, 10)
    here.sail("russia", ["Gangut", "Sevastopol"], "Baltic Sea 1")
    here.calmly()
    assert here.place_named("Gangut") == "Baltic Sea 1"
    home = russians({"Baltic Sea 2": [GANGUT], "Baltic Sea 1": [KAISER]}, 10, 10, level=1)
    home.sail("russia", ["Gangut"], "Petrograd")
    home.calmly()
    assert home.place_named("Gangut") == "Petrograd"
    steady = russians({"Petrograd": [GANGUT], "Baltic Sea 1": [KAISER]}, 10, 10, level=11)
    steady.sail("russia", ["Gangut"], "Baltic Sea 1")
    steady.calmly()
    assert not steady.events(NavalMoveRefused)


@pytest.mark.rule("fa:14.2", example="FA-E44")
def test_a_crew_goes_no_further_than_the_first_sea_area() -> None:
    """It meant to sail two; the enemy lies in the second. Its owner says in which section of the first it stays."""
    ships = {"Archangel": [GANGUT], "Norwegian Sea 1": [KAISER]}
    here = russians(ships, 2)
    here.sail("russia", ["Gangut"], "Barents Sea", "Norwegian Sea 0")
    assert here.asked == ("russia", "crew-stays")
    here.do("stay-in-section", here.spot("Barents Sea 2"))
    assert here.place_named("Gangut") == "Barents Sea 2"
    assert not here.game.state[FACE_DOWN][here["Gangut"]]

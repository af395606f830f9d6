"""Findings of a fifth audit of Fatal Alliances: empty hexes of a conquered country, aircraft in icy ports, what is invaded."""

from __future__ import annotations

import pytest
from test_fa_ashore import BREMEN, I_CORPS, landing
from waters import waters

from conformance.great_war import AUGUST, CENTRAL, country, fa_in, initiative
from conformance.positions import give_control, set_weather
from conformance.steps import begin_step, find
from conformance.turns import in_turn, power_index
from worldfire.engine.game import Game
from worldfire.forces.partisans import RED, SOIL, all_partisans
from worldfire.forces.things import PLACE, aboard, board_of, counter_of, move, place_index
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    HEXES_AT_HOME,
    align_country,
    change_control,
    change_country,
    units_of,
)
from worldfire.rules.s08_weather import port_iced_in
from worldfire.tables.counters import LandType

# ---------------------------------------------------------------------------------------------- 13.6.1.3 effect of conquest

EMPTY, GARRISON, BESIDE_IT, LODGING = "E2719", "E2923", "E2922", "Nish"


def _infantry(game: Game, land: str) -> int:
    return next(unit for unit in units_of(game, country(game, land)) if counter_of(game, unit).type is LandType.INF)


def serbia_is_overrun_by_two(game: Game) -> None:
    """Austria-Hungary holds a few hexes of it; in one of them its own troops stand, in another Germans do."""
    land, germany, empire = country(game, "serbia"), power_index(game, "germany"), power_index(game, "austria-hungary")
    align_country(game, land, power_index(game, "russia"))
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    for name in (EMPTY, GARRISON, BESIDE_IT, LODGING):
        game.write(CONTROLLER, place_index(game, name), empire)
    move(game, _infantry(game, "austria"), place_index(game, GARRISON))
    move(game, _infantry(game, "germany"), place_index(game, LODGING))


@pytest.mark.rule("fa:13.6.1.3")
def test_empty_hexes_that_an_ally_has_taken_are_the_conquerors() -> None:
    """Germany holds Belgrade: what nobody of its allies guards is its own; what somebody does he keeps."""
    game = fa_in(
        "conquest", AUGUST, in_turn("Nov/Dec 1915"), initiative(CENTRAL), serbia_is_overrun_by_two, dice=(4,) * 9
    )
    germany, empire = power_index(game, "germany"), power_index(game, "austria-hungary")
    assert game.state[CONQUEROR][country(game, "serbia")] == germany
    near = board_of(game).adjacent[place_index(game, GARRISON)]
    assert place_index(game, BESIDE_IT) in near
    holders = {name: game.state[CONTROLLER][place_index(game, name)] for name in (EMPTY, GARRISON, BESIDE_IT, LODGING)}
    assert holders == {EMPTY: germany, GARRISON: empire, BESIDE_IT: empire, LODGING: empire}


# ------------------------------------------------------------------------------------------------- 11.13 aircraft off ships


BOMBER, ICY = "germany-lnd-albatros-c-i", "Riga"


@pytest.mark.rule("fa:11.13")
@pytest.mark.rule("fa:8.2.1.4")
@pytest.mark.parametrize("weather", ["fine", "snow"])
def test_aircraft_fly_off_their_ship_into_a_port_that_ice_has_closed(weather: str) -> None:
    """Into any port of the sea area; a closed one stops ships, and goods."""
    here = waters({"Baltic Sea 1": [("TRS", "germany TRS"), ("Plane", BOMBER)]}, actions={"germany": "air"})
    set_weather(here.game, weather)
    move(here.game, here["Plane"], aboard(here["TRS"]))
    harbour = here.spot(ICY)
    change_control(here.game, harbour, power_index(here.game, "germany"))
    assert port_iced_in(here.game, harbour) is (weather == "snow")
    here.start("step: rebase")
    here.do("rebase", here["Plane"])
    here.do("rebase-to", harbour)
    assert here.game.state[PLACE][here["Plane"]] == harbour
    assert here.face_down("TRS")


# ---------------------------------------------------------------------------------------------------------- 11.11 invasions


@pytest.mark.rule("fa:11.11")
@pytest.mark.rule("fa:13.1.3")
@pytest.mark.parametrize(("holder", "allowed"), [("germany", True), ("commonwealth", False)])
def test_only_a_hex_that_the_enemy_controls_is_invaded(holder: str, allowed: bool) -> None:
    """Not Bremen when it is British and German partisans have risen there: they are attacked by land."""
    game = landing(guard=False)
    bremen, rebel = place_index(game, BREMEN), all_partisans(game)[0]
    give_control(game, holder, BREMEN)
    if holder == "commonwealth":
        change_country(game, rebel, country(game, "germany"))
        game.write(SOIL, rebel, country(game, "germany"))
        game.write(RED, rebel, 0)
        move(game, rebel, bremen)
    begin_step(game, "invasions", "commonwealth")
    refused = [reason.key for reason in game.why_not("invade", ((find(game, I_CORPS), bremen),), "commonwealth")]
    assert refused == ([] if allowed else ["invasion-of-a-friend"])

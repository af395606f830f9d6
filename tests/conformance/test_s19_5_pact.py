"""19.5 The Nazi-Soviet pact: East Poland, the Baltic states, who may break it, and the Poles who fight on."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.borders import region_hexes
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR, PACTS
from worldfire.forces.things import PLACE, Moved, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    POWER,
    POWER_NAMES,
    align_country,
    power_of,
)
from worldfire.rules.s09_02_pacts import CAUSES_TO_BREAK, CauseToBreak
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.titles.wif.nations.pact import (
    EAST_POLAND_TAKEN,
    POLES_IN_EXILE,
    BalticStatesOccupied,
    EastPolandOccupied,
    unit_enters_a_sphere,
    war_on_a_sphere,
)
from worldfire.titles.wif.nations.poles import PolesJoin, polish_armour

ALLIES = 1
WEST = (("germany", "commonwealth"), ("germany", "france"))


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    return lambda game: game.set(AT_WAR, tuple((power_index(game, a), power_index(game, b)) for a, b in pairs))


def poland_fights(game: Game) -> None:
    align_country(game, country(game, "poland"), power_index(game, "commonwealth"))


def moving(*changes: Change) -> Game:
    """The Allied land movement step of Sep/Oct 1939; the USSR has taken a combined action, as neutrals do."""

    def actions(game: Game) -> None:
        chosen = ["pass"] * len(game.state.get(POWER_NAMES))
        chosen[power_index(game, "ussr")] = "combined"
        game.set(ACTIONS, tuple(chosen))

    return campaign_in(
        "global-war",
        "land movement",
        field(ACTIVE_SIDE, ALLIES),
        field(IMPULSE, 3),
        in_turn("Sep/Oct 1939"),
        wars(*WEST, ("germany", "poland")),
        poland_fights,
        put("E2134", "su-inf-59"),
        actions,
        *changes,
    )


def march(game: Game, *places: str) -> tuple[Any, ...]:
    path = tuple(place_index(game, place) for place in places)
    return play(game, "ussr", "move", ((unit(game, "su-inf-59"),), path))


def holders(game: Game, region: str) -> set[str]:
    names = game.state.get(POWER_NAMES)
    return {names[game.state[CONTROLLER][place]] for place in region_hexes(ground_of(game), region)}


@pytest.mark.rule("9.2/the ussr and germany")
@pytest.mark.rule("19.5.1", example="B2")
def test_b2_east_poland() -> None:
    """A Polish and a German unit stand there: neither fights."""
    game = moving(put("E2234", "poland-inf-modlin"), put("E2235", "ge-mot-v"))
    pole, german = unit(game, "poland-inf-modlin"), unit(game, "ge-mot-v")
    offered: Any = game.offers("ussr")["move"]
    reach = {end for stack in offered.stacks for end, _ in stack.ways}
    assert place_index(game, "E2234") in reach
    events = march(game, "E2234")
    assert EastPolandOccupied(power=power_index(game, "ussr"), units=(pole,)) in events
    assert holders(game, "East Poland") == {"ussr"}
    assert place_name(game, game.state[PLACE][pole]) == "removed from the game"
    assert place_name(game, game.state[PLACE][german]) == "production circle, Jan/Feb 1940"
    assert game.state.get(AT_WAR) == tuple(
        (power_index(game, a), power_index(game, b)) for a, b in (*WEST, ("germany", "poland"))
    )
    east = set(region_hexes(ground_of(game), "East Poland"))
    assert not east & set(hexes_of(game, country(game, "poland"))), "Germany conquers the rest of Poland only"


@pytest.mark.rule("19.5.1")
def test_no_further_than_east_poland_and_not_once_poland_has_fallen_or_without_the_pact() -> None:
    game = moving()
    with pytest.raises(Refused):
        march(game, "E2234", "E2334", "E2434", "E2534")

    def conquered(game: Game) -> None:
        game.write(CONQUEROR, country(game, "poland"), power_index(game, "germany"))

    for change in (conquered, field(PACTS, ())):
        with pytest.raises(Refused):
            march(moving(change), "E2234")


@pytest.mark.rule("19.5.2", example="WF2-175")
@pytest.mark.rule("19.5", example="B2")
def test_the_baltic_states_that_are_neutral_fall_together() -> None:
    """Lithuania is German: it is not taken."""

    def lithuania_is_german(game: Game) -> None:
        align_country(game, country(game, "lithuania"), power_index(game, "germany"))

    changes = (put("E2043", "su-inf-59"), lithuania_is_german)
    with pytest.raises(Refused):
        march(moving(*changes), beside_latvia())
    game = moving(*changes, field(EAST_POLAND_TAKEN, True))
    events = march(game, beside_latvia())
    ussr, taken = power_index(game, "ussr"), (country(game, "estonia"), country(game, "latvia"))
    assert BalticStatesOccupied(power=ussr, countries=taken) in events
    owners = [game.state[CONQUEROR][country(game, name)] for name in ("estonia", "latvia", "lithuania")]
    assert owners == [ussr, ussr, -1]
    assert game.state[CONTROLLER][place_index(game, "Tallinn")] == ussr
    assert game.state[POWER][country(game, "lithuania")] == power_index(game, "germany")


def beside_latvia() -> str:
    return "E2143"


@pytest.mark.rule("19.5.3")
def test_who_enters_the_other_s_sphere_gives_him_the_right_to_break_the_pact() -> None:
    game = moving()
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    riga, kaunas, oslo = (place_index(game, name) for name in ("Riga", "Kaunas", "Oslo"))
    berlin, german = place_index(game, "Berlin"), unit(game, "ge-mot-v")
    unit_enters_a_sphere(game, Moved(thing=german, origin=berlin, to=oslo))
    assert game.state.get(CAUSES_TO_BREAK) == (), "Norway is no concern of the USSR"
    unit_enters_a_sphere(game, Moved(thing=german, origin=berlin, to=kaunas))
    assert game.state.get(CAUSES_TO_BREAK) == ((ussr, germany),)
    soviet = unit(game, "su-inf-59")
    unit_enters_a_sphere(game, Moved(thing=soviet, origin=riga, to=kaunas))
    assert game.state.get(CAUSES_TO_BREAK) == ((ussr, germany),)
    unit_enters_a_sphere(game, Moved(thing=soviet, origin=riga, to=oslo))
    assert game.state.get(CAUSES_TO_BREAK) == ((ussr, germany), (germany, ussr))
    again = moving()
    war_on_a_sphere(again, WarDeclared(power=germany, target_power=power_index(again, "turkey")))
    assert again.state.get(CAUSES_TO_BREAK) == ((ussr, germany),)


@pytest.mark.rule("19.5.3")
def test_the_march_itself_gives_the_right() -> None:
    """Hungary lies beside East Poland."""
    game = moving(field(EAST_POLAND_TAKEN, True), wars(*WEST, ("ussr", "hungary")), put(*hungarian_border()))
    events = march(game, "E2531")
    assert CauseToBreak(power=power_index(game, "germany"), target_power=power_index(game, "ussr")) in events


def hungarian_border() -> tuple[str, str]:
    return "E2532", "su-inf-59"


# ------------------------------------------------------------------------------------------------------------------- Poles


@pytest.mark.rule("19.5.1")
def test_poles_return_as_british_when_germany_attacks_the_ussr() -> None:
    def gone(game: Game) -> None:
        pole = unit(game, "poland-inf-modlin")
        game.write(PLACE, pole, place_index(game, "removed from the game"))
        game.set(POLES_IN_EXILE, (pole,))
        game.set(PACTS, ())

    game = campaign_in(
        "global-war",
        "declare war",
        field(ACTIVE_SIDE, 0),
        field(IMPULSE, 3),
        in_turn("May/Jun 1941"),
        wars(*WEST),
        field(EAST_POLAND_TAKEN, True),
        gone,
    )
    pole = unit(game, "poland-inf-modlin")
    assert prompt(game) == "declare-war"
    play(game, "germany", "declare-war", "ussr")
    assert (next(iter(game.waiting)), prompt(game)) == ("commonwealth", "take-polish-units")
    events = play(game, "commonwealth", "take-polish-units", (pole,))
    britain = power_index(game, "commonwealth")
    assert PolesJoin(power=britain, units=(pole,)) in events
    assert power_of(game, pole) == britain
    assert game.state[COUNTRY][pole] == country(game, "united-kingdom")
    assert place_name(game, game.state[PLACE][pole]).startswith("force pool of poland")


@pytest.mark.rule("19.5.1")
def test_polish_armour_joins_in_its_year() -> None:
    def fallen(game: Game) -> None:
        game.write(CONQUEROR, country(game, "poland"), power_index(game, "germany"))
        for name in ("poland-mot-narew", "poland-mech-kutno", "poland-inf-modlin"):
            game.write(PLACE, unit(game, name), place_index(game, "removed from the game"))

    taken = field(EAST_POLAND_TAKEN, True)
    war = wars(("germany", "ussr"))
    game = moving(taken, fallen, war, in_turn("Nov/Dec 1941"))
    assert set(polish_armour(game)) == {unit(game, "poland-mot-narew"), unit(game, "poland-mech-kutno")}
    assert polish_armour(moving(taken, fallen, war, in_turn("Nov/Dec 1940"))) == (unit(game, "poland-mot-narew"),)
    assert polish_armour(moving(taken, fallen, in_turn("Nov/Dec 1941"))) == ()

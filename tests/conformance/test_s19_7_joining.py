"""19.7, 19.8 Who may align which minor country, one row of the table after the other."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    POWER,
    align_country,
)
from worldfire.rules.s09_06_aligning import MinorAligned, alignment_violation
from worldfire.rules.s09_war import WarDeclared
from worldfire.titles.wif.nations.americas import note_war
from worldfire.titles.wif.nations.joining import BALTIC_ALIGNED, TABLE, gibraltar_is_spanish

AXIS, ALLIES = 0, 1
HEADQUARTERS = "ge-hq-a-rommel"


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def wars(*pairs: tuple[str, str]) -> Change:
    return lambda game: game.set(AT_WAR, tuple((power_index(game, a), power_index(game, b)) for a, b in pairs))


def world(*changes: Change, side: int = AXIS) -> Game:
    situation = (field(ACTIVE_SIDE, side), field(IMPULSE, 3), in_turn("Jul/Aug 1941"), *changes)
    return campaign_in("global-war", "declare war" if side == AXIS else "aligning minors", *situation)


def joins(game: Game, minor: str, *powers: str) -> list[bool]:
    game.forget()
    numbers = (power_index(game, power) for power in powers)
    return [alignment_violation(game, power, country(game, minor)) is None for power in numbers]


def belongs(minor: str, power: str) -> Change:
    def change(game: Game) -> None:
        align_country(game, country(game, minor), power_index(game, power))
        for place, home in enumerate(game.state[HOME_COUNTRY]):
            if home == country(game, minor):
                game.write(CONTROLLER, place, power_index(game, power))

    return change


@pytest.mark.rule("19")
@pytest.mark.rule("19.7/siam")
def test_siam_joins_japan_in_any_turn() -> None:
    assert joins(world(), "siam", "japan", "germany") == [True, False]


@pytest.mark.rule("19.7/spain")
def test_spain_joins_whoever_of_the_axis_holds_gibraltar() -> None:
    assert joins(world(), "spain", "germany", "italy") == [False, False]
    game = world(controlled("italy", "Gibraltar"))
    assert joins(game, "spain", "germany", "italy") == [False, True]
    assert joins(world(controlled("usa", "Gibraltar")), "spain", "usa") == [False]
    gibraltar_is_spanish(game, MinorAligned(country=country(game, "spain"), power=power_index(game, "italy")))
    assert game.state[HOME_COUNTRY][place_index(game, "Gibraltar")] == country(game, "spain")


@pytest.mark.rule("19.7/afghanistan, iran and iraq")
def test_iraq_joins_after_four_corps_in_supply_beside_it() -> None:
    """In a port of Syria, or of Turkey, which does not count."""
    syria, fight = belongs("syria", "italy"), wars(("italy", "commonwealth"))
    army = ("it-inf-x", "it-inf-v", "it-inf-i", "it-inf-ccnn")
    game = world(syria, fight, put("Beirut", *army))
    assert joins(game, "iraq", "germany", "italy") == [False, True]
    assert joins(world(syria, fight, put("Beirut", *army[:3])), "iraq", "italy") == [False]
    turkey = belongs("turkey", "italy")
    assert joins(world(turkey, fight, put("Istanbul", *army)), "iraq", "italy") == [False]


@pytest.mark.rule("19.7/turkey")
def test_turkey_joins_after_four_german_corps_on_its_soviet_border() -> None:
    army = ("ge-inf-xxxv", "ge-inf-lxxiv", "ge-inf-lxiii", "ge-inf-xlv")
    fight = wars(("germany", "ussr"))
    game = world()
    turkey, ussr, homes = country(game, "turkey"), country(game, "ussr"), game.state[HOME_COUNTRY]
    around = board_of(game).adjacent
    soviet = (place for place, home in enumerate(homes) if home == ussr)
    border = next(place for place in soviet if turkey in {homes[near] for near in around[place]})
    number = board_of(game).number(border)

    def in_supply_there(game: Game) -> None:
        for place, home in enumerate(game.state[HOME_COUNTRY]):
            if home == ussr:
                game.write(CONTROLLER, place, power_index(game, "germany"))

    beside = world(fight, in_supply_there, put(number, HEADQUARTERS, *army[:3]))
    assert joins(beside, "turkey", "germany", "italy") == [True, False]
    assert joins(world(fight, in_supply_there, put(number, HEADQUARTERS, *army[:2])), "turkey", "germany") == [False]
    assert joins(world(fight, in_supply_there, put("Moscow", *army)), "turkey", "germany") == [False]


@pytest.mark.rule("19.7/baltic states")
def test_germany_aligns_the_baltic_states_together_and_once() -> None:
    war = wars(("germany", "ussr"))
    game = world(war)
    assert [joins(game, name, "germany")[0] for name in ("estonia", "latvia", "lithuania")] == [True] * 3
    while prompt(game) != "align-minor":
        play(game, next(iter(game.waiting)), "declare-no-war")
    play(game, "germany", "align-minor", "latvia")
    while prompt(game) != "align-minor":
        shape: Any = game.offers("germany")
        verb = next(verb for verb in shape if verb in ("set-up-minor", "add-to-force-pools", "set-up-minor-convoys"))
        noun = shape[verb].sample(Random(1)) if verb != "add-to-force-pools" else None
        play(game, "germany", verb, noun)
    offered: Any = game.offers("germany")["align-minor"]
    assert set(offered.domain) == {"estonia", "lithuania"}, "and nobody else in this step"
    later = world(war, field(BALTIC_ALIGNED, (1, 1)))
    assert joins(later, "estonia", "germany") == [False]
    assert joins(world(wars()), "estonia", "germany") == [False]


@pytest.mark.rule("19.7/argentina, chile and paraguay")
def test_argentina_turns_to_germany_when_an_ally_attacks_in_america() -> None:
    game = world()
    assert joins(game, "argentina", "germany") == [False]
    note_war(game, WarDeclared(power_index(game, "commonwealth"), power_index(game, "portugal")))
    assert joins(game, "argentina", "germany") == [False]
    note_war(game, WarDeclared(power_index(game, "usa"), power_index(game, "haiti")))
    assert joins(game, "argentina", "germany", "italy") == [True, False]
    assert joins(game, "paraguay", "germany") == [True]


@pytest.mark.rule("19.7/yugoslavia")
def test_yugoslavia_joins_whoever_holds_athens_when_all_around_is_axis() -> None:
    around = [belongs(name, "germany") for name in ("hungary", "rumania", "bulgaria", "greece")]
    game = world(*around)
    assert joins(game, "yugoslavia", "germany", "italy") == [True, False]
    assert joins(world(*around[:3]), "yugoslavia", "germany") == [False]


@pytest.mark.rule("19.8/brazil")
@pytest.mark.rule("19.8/mexico")
@pytest.mark.rule("19.8/central america, cuba and haiti")
def test_the_american_countries_follow_the_usa_into_its_wars() -> None:
    one = world(wars(("usa", "japan")), side=ALLIES)
    assert [joins(one, name, "usa")[0] for name in ("central-america", "cuba", "haiti")] == [True] * 3
    assert joins(one, "brazil", "usa") == joins(one, "mexico", "usa") == [False]
    whole = world(wars(("usa", "japan"), ("usa", "germany"), ("usa", "italy")), side=ALLIES)
    assert joins(whole, "brazil", "usa") == joins(whole, "mexico", "usa") == [True]
    assert joins(world(side=ALLIES), "cuba", "usa") == [False]


@pytest.mark.rule("19.8")
@pytest.mark.rule("19.8/yugoslavia")
def test_yugoslavia_joins_after_four_corps_beside_it() -> None:
    """Supply does not matter here, and other powers' corps do not add up."""
    army = ("cw-inf-v", "cw-inf-iii", "cw-inf-i", "cw-inf-ii")
    assert joins(world(put("Athens", *army), side=ALLIES), "yugoslavia", "commonwealth", "france") == [True, False]
    mixed = world(put("Athens", *army[:3], "fr-inf-viii"), side=ALLIES)
    assert joins(mixed, "yugoslavia", "commonwealth", "france") == [False, False]


@pytest.mark.rule("19.7")
def test_a_country_of_the_table_must_be_neutral() -> None:
    game = world(belongs("siam", "commonwealth"))
    assert joins(game, "siam", "japan") == [False]
    assert game.state[POWER][country(game, "siam")] == power_index(game, "commonwealth")
    assert {row.minor for row in TABLE} <= set(game.state.get(COUNTRY_NAMES))

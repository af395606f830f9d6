"""19.8 Czechoslovakia, Ethiopia and the Spanish Republic are freed by the Allies who conquered them."""

from __future__ import annotations

from typing import Any

import pytest
from turns import Change, campaign_in, in_turn, play, power_index, prompt, unit

from worldfire.engine.game import Game
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    POWER,
    align_country,
)
from worldfire.rules.s04_reinforcements import SCRAPPED, UnitsAdded
from worldfire.rules.s09_06_aligning import SettingUp, align_minor
from worldfire.titles.wif.nations.freed import CzechoslovakiaRestored, RepublicProclaimed, new_units_stay_out

REMOVED = "removed from the game"


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def conquered(name: str, by: str) -> Change:
    def change(game: Game) -> None:
        land, power = country(game, name), power_index(game, by)
        for column in (CONQUEROR, FIRST_CONQUEROR, POWER):
            game.write(column, land, power)
        for place, home in enumerate(game.state[HOME_COUNTRY]):
            if home == land:
                game.write(CONTROLLER, place, power)

    return change


def freeing(*changes: Change, dice: tuple[int, ...] = ()) -> Game:
    def war(game: Game) -> None:
        enemies = ("germany", "italy")
        game.set(AT_WAR, tuple((power_index(game, "commonwealth"), power_index(game, enemy)) for enemy in enemies))

    return campaign_in("global-war", "liberation", in_turn("Jul/Aug 1944"), war, *changes, dice=dice)


def offered(game: Game) -> set[str]:
    shape: Any = game.offers("commonwealth")["liberate"] if prompt(game) == "liberate" else None
    return set() if shape is None else set(shape.domain)


@pytest.mark.rule("19.8/ethiopia")
def test_ethiopia_is_freed_by_the_ally_that_conquers_it() -> None:
    game = freeing(conquered("ethiopia", "commonwealth"))
    assert offered(game) == {"ethiopia"}
    play(game, "commonwealth", "liberate", ("ethiopia",))
    land = country(game, "ethiopia")
    assert (game.state[POWER][land], game.state[CONQUEROR][land]) == (power_index(game, "commonwealth"), -1)


@pytest.mark.rule("19.8/ethiopia")
def test_ethiopia_does_not_go_back_to_an_italy_that_is_not_in_the_campaign() -> None:
    game = campaign_in("guadalcanal", "liberation", dice=(0,) * 9)
    play(game, "commonwealth", "liberate", ("ethiopia",))
    assert game.state[POWER][country(game, "ethiopia")] == power_index(game, "commonwealth")


@pytest.mark.rule("19.8/czechoslovakia")
def test_czechoslovakia_is_freed_as_one_country_and_only_as_one() -> None:
    czechs, slovaks = conquered("czech-republic", "commonwealth"), conquered("slovakia", "usa")
    assert offered(freeing(czechs)) == set(), "Slovakia is still German"
    game = freeing(czechs, slovaks)
    assert offered(game) == {"czech-republic", "slovakia"}
    events = play(game, "commonwealth", "liberate", ("czech-republic",))
    land, britain = country(game, "czech-republic"), power_index(game, "commonwealth")
    assert CzechoslovakiaRestored(country=land, power=britain) in events
    assert game.state[HOME_COUNTRY][place_index(game, "Bratislava")] == land
    assert {game.state[POWER][country(game, name)] for name in ("czech-republic", "slovakia")} == {britain}


@pytest.mark.rule("19.8/spain")
def test_spain_is_freed_as_a_republic_without_its_old_ships() -> None:
    franco, azana, ship = "spain-inf-v", "spain-inf-v-2", "spain-ca-canarias-sif"

    def gone(game: Game) -> None:
        for name in (franco, azana, ship):
            game.write(PLACE, unit(game, name), place_index(game, REMOVED))
        game.write(COUNTRY, unit(game, franco), country(game, "spain"))

    game = freeing(conquered("spain", "commonwealth"), gone, dice=tuple([0] * 40))
    assert "spain" in offered(game)
    events = play(game, "commonwealth", "liberate", ("spain",))
    assert RepublicProclaimed(country=country(game, "spain"), power=power_index(game, "commonwealth")) in events
    where = {name: place_name(game, game.state[PLACE][unit(game, name)]) for name in (franco, azana, ship)}
    assert where[franco] == where[ship] == REMOVED
    assert game.state[SCRAPPED][unit(game, ship)]
    assert game.state[COUNTRY][unit(game, azana)] == country(game, "spain")


@pytest.mark.rule("19.8/spain")
@pytest.mark.rule("19.4.1")
def test_spain_goes_to_war_with_franco_s_army() -> None:
    start = campaign_in("global-war", "liberation")
    setting = SettingUp(country(start, "spain"))

    def aligned(game: Game) -> None:
        align_minor(game, setting.country, power_index(game, "germany"))

    game = campaign_in("global-war", "a minor country’s set-up", in_turn("Jul/Aug 1941"), aligned, locals=setting)
    shape: Any = game.offers("germany")["set-up-minor"]
    asked = {choices.item for choices in shape.items}
    assert unit(game, "spain-inf-v") in asked
    assert game.state[COUNTRY][unit(game, "spain-inf-v")] == country(game, "spain")
    assert place_name(game, game.state[PLACE][unit(game, "spain-inf-v-2")]) == REMOVED


@pytest.mark.rule("19.8/ethiopia")
def test_ethiopians_and_czechs_join_no_axis_force_pools() -> None:
    game = freeing()
    soldier = next(thing for thing, home in enumerate(game.state[COUNTRY]) if home == country(game, "ethiopia"))
    game.write(PLACE, soldier, pool_of(game, soldier))
    new_units_stay_out(game, UnitsAdded(year=1940, count=1))
    assert place_name(game, game.state[PLACE][soldier]) == REMOVED
    game.write(PLACE, soldier, pool_of(game, soldier))
    align_country(game, country(game, "ethiopia"), power_index(game, "commonwealth"))
    new_units_stay_out(game, UnitsAdded(year=1940, count=1))
    assert place_name(game, game.state[PLACE][soldier]).startswith("force pool")

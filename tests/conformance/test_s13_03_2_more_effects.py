"""13.3.2 Options 4 (the French carrier), 21 (reflagged convoys), 28 (isolated units), 50 (task forces); a crowd at Manila."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from test_s13_03_2_closed_places import ids
from test_s13_03_us_entry import at_options, wars
from test_s17_4_running_vichy import vichy, vichys
from test_s17_vichy import owner, where
from turns import Change, play, power_index, prompt, put, unit
from us_markers import chosen, markers, us_game

from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import place_index
from worldfire.rules.s04_reinforcements import may_destroy_isolated
from worldfire.rules.s11_04_1_naval_moves import sails_as_one
from worldfire.rules.s11_04_2_sailing import along, setting_out
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s13_06_production import in_dock
from worldfire.titles.wif.nations.vichy.standing import INSTALLER, make_hostile

BEARN = "fr-cv-bearn-sif"
RICH = markers(ja=(9, 9, 9), ge=(9, 9, 9), common=(0, 0))
WAR = wars(("germany", "commonwealth"), ("germany", "france"))


@pytest.mark.rule("13.3.2 option 4")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("13.6.5/naval units")
def test_the_carrier_of_vichy_is_interned_until_vichy_is_gone() -> None:
    game = at_options(RICH, WAR, vichy("martinique"), put("Toulon", BEARN), vichys(BEARN), dice=(10, 10))
    play(game, "usa", "choose-entry-option", 4)
    assert owner(game, BEARN) == "france"
    assert where(game, BEARN) == "construction pool of france"
    france, ship = power_index(game, "france"), unit(game, BEARN)
    assert ship not in in_dock(game, france)
    game.set(INSTALLER, -1)
    game.forget()
    assert ship in in_dock(game, france)


def convoys(place: str, points: int) -> Change:
    return lambda game: game.add(CONVOY_POINTS, power_index(game, "usa"), place_index(game, place), points)


def points_of(game: Game, power: str, place: str) -> int:
    return game.state.amount(CONVOY_POINTS, power_index(game, power), place_index(game, place))


@pytest.mark.rule("13.3.2 option 21")
@pytest.mark.rule("13.3.2")
def test_the_usa_reflags_fifteen_convoy_points_at_once() -> None:
    game = at_options(RICH, WAR, convoys("East Coast 0", 12), convoys("New York", 10), dice=(10, 10))
    circle = circle_space(game.state.get(TURN) + 1)
    play(game, "usa", "choose-entry-option", 21)
    assert prompt(game) == "reflag-convoys"
    shape: Any = game.offers("usa")["reflag-convoys"]
    assert {bounds.item for bounds in shape.items} == {"commonwealth", "france", "china"}
    assert shape.most == 15
    play(game, "usa", "reflag-convoys", (("commonwealth", 10), ("france", 5)))
    taken: Any = game.offers("usa")["withdraw-convoys"]
    assert taken.sample(Random(1))
    play(game, "usa", "withdraw-convoys", _from(game, 10, 5))
    assert points_of(game, "commonwealth", circle) == 10
    assert points_of(game, "france", circle) == 5
    assert points_of(game, "usa", circle) == 0
    assert (points_of(game, "usa", "East Coast 0"), points_of(game, "usa", "New York")) == (2, 5)


def _from(game: Game, sea: int, port: int) -> tuple[tuple[int, int], ...]:
    wanted = {place_index(game, "East Coast 0"): sea, place_index(game, "New York"): port}
    shape: Any = game.offers("usa")["withdraw-convoys"]
    return tuple((bounds.item, wanted.get(bounds.item, 0)) for bounds in shape.items)


@pytest.mark.rule("13.3.2")
@pytest.mark.rule("4.3")
def test_isolated_units_of_the_neutral_usa_and_of_vichy() -> None:
    game = us_game("US entry")
    usa = power_index(game, "usa")
    assert not may_destroy_isolated(game, usa)
    assert may_destroy_isolated(us_game("US entry", chosen(28)), usa)
    game = us_game("US entry", WAR, vichy(), wars(("germany", "commonwealth"), ("vichy-france", "commonwealth")))
    french = power_index(game, "vichy-france")
    assert not may_destroy_isolated(game, french), "it is hostile to nobody"
    make_hostile(game, power_index(game, "commonwealth"))
    assert may_destroy_isolated(game, french)


@pytest.mark.rule("13.3.2")
@pytest.mark.rule("11.4.1")
def test_the_neutral_usa_sails_in_task_forces_under_unrestricted_warfare() -> None:
    game = us_game("US entry")
    usa = power_index(game, "usa")
    assert not sails_as_one(game, usa)
    assert sails_as_one(us_game("US entry", chosen(50)), usa)


@pytest.mark.rule("13.3.2")
@pytest.mark.rule("11.4.2")
def test_no_more_than_two_ships_sail_to_manila_together() -> None:
    game = us_game("US entry")
    ships = ids(game, "usa", "SCS")[:3]
    put("South China Sea 0", *ships)(game)
    sea, manila = place_index(game, "South China Sea 0"), place_index(game, "Manila")

    def refused(number: int) -> bool:
        hands = tuple(setting_out(game, Sailor(unit(game, ship)), sea) for ship in ships[:number])
        return getattr(along(game, hands, None, sea, (manila,)), "key", "") == "place-closed-until-option"

    assert [refused(number) for number in (1, 2, 3)] == [False, False, True]
    chosen(41)(game)
    game.forget()
    assert not refused(3)

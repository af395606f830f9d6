"""11.7 Strategic bombardment, played on the board. The table's own tests are in tests/rules."""

from __future__ import annotations

from typing import Any

import pytest
from positions import country, power
from sorties import Sortie, sortie

from worldfire.forces.who import CONTROLLER, align_country
from worldfire.rules.s11_07_strategic_bombardment import (
    OIL,
    PRODUCTION,
    Bombed,
    factories_to_bomb,
    oil_lost,
    production_lost,
    repair,
)
from worldfire.rules.s13_06_production import PRODUCTION_LOST, resources_in


def raid(throws: tuple[int, ...], **situation: Any) -> Sortie:
    """20 strategic factors in the south of England; Lille is in German hands, with a fighter at Brussels."""
    here = sortie(
        "global-war",
        {
            "London": [("Lancaster", "cw-lnd-lancaster-mk-i-wif"), ("Halifax", "cw-lnd-halifax-mk-i-wif")],
            "Southampton": [("Whitley", "cw-lnd-whitley-wif"), ("Mosquito", "cw-lnd-mosquito-mk-xvi-wif")],
            "Brussels": [("Bf-109", "ge-ftr-bf-109e3-wif")],
        },
        side="allies",
        actions={"commonwealth": "air"},
        throws=throws,
        wars=[("commonwealth", "germany"), ("germany", "france")],
        control={"germany": ["Lille", "country:Belgium"]},
        **situation,
    )
    here.start("strategic bombardment")
    return here


def bombed(events: tuple[Any, ...]) -> Bombed:
    (found,) = [event for event in events if isinstance(event, Bombed)]
    return found


ALL = dict.fromkeys(("Lancaster", "Halifax", "Whitley", "Mosquito"), ("fly", "Lille"))


@pytest.mark.rule("11.7", example="WF1-142")
@pytest.mark.rule("11.7/the bombing", example="WF1-142")
@pytest.mark.rule("11.7/target hexes", example="WF1-142")
def test_lille_loses_the_one_production_point_it_has() -> None:
    here = raid(throws=(8,))
    lille = here.place("Lille")
    assert factories_to_bomb(here.game, lille) == 1  # red; the blue one is France's own
    here.hold()  # the Germans fly no patrol
    here.fly(**ALL)
    event = bombed(here.do("hold-back"))  # and do not intercept
    assert (event.factors, event.roll, event.result, event.production) == (20, 9, "4*", 1)
    germany = power(here.game, "germany")
    assert here.game.state.amount(PRODUCTION, germany, lille) == 1
    assert here.game.state.amount(OIL, germany, lille) == 0
    assert production_lost(here.game, germany) == 1
    repair(here.game, event)
    assert production_lost(here.game, germany) == 0
    here.let_go()
    assert all(here.face_down(name) for name in ALL)


@pytest.mark.rule("11.7/the bombing")
@pytest.mark.rule("14.2.3")
def test_rain_halves_the_factors_and_nothing_is_lost_twice() -> None:
    here = raid(throws=(10, 10), weather="rain")
    here.hold()
    here.fly(**{name: order for name, order in ALL.items() if name in ("Lancaster", "Halifax")})
    assert bombed(here.do("hold-back")).factors == 7  # 13 / 2, halves up
    here.let_go()
    here.start("strategic bombardment")
    here.hold()
    here.fly(Mosquito=("fly", "Lille"))
    assert bombed(here.do("hold-back")).production == 0


@pytest.mark.rule("11.7")
def test_only_enemy_factories_and_oil_are_targets() -> None:
    here = raid(throws=())
    here.hold()
    assert not here.can("Lancaster", "fly", "Paris")  # French
    assert not here.can("Lancaster", "fly", "Brussels") or factories_to_bomb(here.game, here.place("Brussels"))
    assert here.can("Lancaster", "fly", "Essen")


def ploesti() -> Sortie:
    """A Soviet bomber within reach of Rumania, which is aligned with Germany and controls its own hexes."""
    here = sortie(
        "global-war",
        {"Odessa": [("Il-4", "ussr LND")]},
        side="allies",
        actions={"ussr": "air", **dict.fromkeys(("commonwealth", "france", "usa", "china"), "pass")},
        throws=(10, 10),
        wars=[("germany", "ussr")],
    )
    align_country(here.game, country(here.game, "rumania"), power(here.game, "germany"))
    return here


@pytest.mark.rule("11.7/target hexes")
@pytest.mark.rule("11.7/the bombing")
@pytest.mark.rule("13.6.1")
def test_the_oil_of_a_minor_country_is_lost_to_its_major_power() -> None:
    here = ploesti()
    place = here.place("Ploesti")
    assert here.game.state[CONTROLLER][place] == power(here.game, "rumania")
    before = resources_in(here.game, place)
    here.start("strategic bombardment")
    event = bombed(here.fly(**{"Il-4": ("fly", "Ploesti")}))
    assert event.oil > 0
    assert resources_in(here.game, place) == before - event.oil
    here.game.write(CONTROLLER, place, power(here.game, "ussr"))
    assert oil_lost(here.game, place) == event.oil  # it is lost from the hex, whoever holds it


@pytest.mark.rule("11.7/target hexes")
@pytest.mark.rule("11.7/the bombing")
@pytest.mark.rule("13.6.3")
def test_the_factory_of_a_minor_country_works_for_its_major_power() -> None:
    here = ploesti()
    place = here.place("Bucharest")
    assert factories_to_bomb(here.game, place) == 1
    here.start("strategic bombardment")
    assert bombed(here.fly(**{"Il-4": ("fly", "Bucharest")})).production == 1
    germany = power(here.game, "germany")
    assert production_lost(here.game, germany) == PRODUCTION_LOST(here.game, germany) == 1
    here.game.write(CONTROLLER, place, power(here.game, "ussr"))
    assert production_lost(here.game, germany) == 0  # it has lost the factory itself

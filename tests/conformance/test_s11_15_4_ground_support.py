"""11.15.4 Ground support."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from positions import power, put
from sorties import Sortie, sortie

from worldfire.forces.flights import AIR_SHARE, Flight, take_off
from worldfire.forces.participants import YEAR
from worldfire.rules.s11_15_4_ground_support import GroundSupport, Supported
from worldfire.rules.s14_2_missions import INTERCEPTORS, Mission, Wave, factors, sortie_violation
from worldfire.rules.s15_surprise import surprise

AXIS, ALLIES = 0, 1


def supported(here: Sortie, side: int, place: int) -> Fraction:
    """The tactical factors that a side was said to add in a hex."""
    events = [event for entry in here.game.entries for event in entry.events if isinstance(event, Supported)]
    return sum((Fraction(event.factors) for event in events if (event.side, event.place) == (side, place)), Fraction(0))


def brest(surprised: bool = False, **situation: Any) -> Sortie:
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Stuka", "ge-lnd-ju-87b-wif"), ("Bf-109", "ge-ftr-bf-109e3-wif")],
            "E2537": [("corps", "germany INF")],
            "Brest-Litovsk": [("army", "ussr INF")],
            "Bialystok": [("IL-4", "su-lnd-il-4-wif"), ("I-16", "su-ftr-i-16-wif")],
        },
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "E2537"], "ussr": ["Brest-Litovsk", "Bialystok"]},
        **situation,
    )
    if surprised:
        surprise(here.game, power(here.game, "germany"), power(here.game, "ussr"))
    place = here.place("Brest-Litovsk")
    here.start("ground support", Mission(given=(place,), attacks=((here["corps"], place),)))
    return here


@pytest.mark.rule("11.15.4")
@pytest.mark.rule("11.15.4/support")
def test_both_sides_support_their_units_and_the_factors_wait_for_the_combat() -> None:
    here = brest()
    place = here.place("Brest-Litovsk")
    here.hold()
    assert here.can("Bf-109", "patrol", "Brest-Litovsk")
    here.fly(Stuka=("fly", "Brest-Litovsk"))
    assert here.can("I-16", "intercept", "Brest-Litovsk")
    assert here.can("I-16", "escort", "Brest-Litovsk")
    events = here.fly(**{"IL-4": ("fly", "Brest-Litovsk")})
    here.let_go()
    assert Supported(side=AXIS, place=place, factors="5") in events
    assert Supported(side=ALLIES, place=place, factors="3") in events
    assert here.game.over
    assert here.game.find_annex(GroundSupport) is None, "with the land combat step its support is gone"


@pytest.mark.rule("11.15.4")
@pytest.mark.rule("14.2.5/intercepting")
def test_the_attacker_intercepts_the_defenders_support_though_he_sent_nothing_himself() -> None:
    here = brest()
    here.things["Bf-110"] = put(here.game, "ge-ftr-bf-110c-wif", "Warsaw")
    place = here.place("Brest-Litovsk")
    here.start("ground support", Mission(given=(place,), attacks=((here["corps"], place),)))
    here.hold(times=2)
    assert here.asked == ("ussr", "fly-interceptors")
    here.fly(**{"IL-4": ("fly", "Brest-Litovsk")})
    assert here.asked == ("germany", "fly-counter-interceptors")
    assert here.can("Bf-110", "intercept", "Brest-Litovsk")


@pytest.mark.rule("15.1/aircraft units")
def test_no_escort_of_the_surprised_flies_against_the_surprisers_only() -> None:
    here = brest(surprised=True)
    here.let_go(until=("fly-attackers",))
    here.fly(Stuka=("fly", "Brest-Litovsk"))
    mission = here.game.enclosing(Mission)
    wave = Wave(INTERCEPTORS, ALLIES)
    place = here.place("Brest-Litovsk")
    found = sortie_violation(here.game, mission, wave, here["I-16"], Flight.ESCORT, place)
    assert found is not None
    assert found.key == "surprised-aircraft-stay-down"


@pytest.mark.rule("14.2.3")
@pytest.mark.rule("11.15.4/support")
def test_factors_are_exact_and_are_rounded_later() -> None:
    here = brest(weather="rain")
    here.hold()
    here.fly(Stuka=("fly", "Brest-Litovsk"))
    here.let_go()
    assert supported(here, AXIS, here.place("Brest-Litovsk")) == Fraction(5, 2)


@pytest.mark.rule("15.1/aircraft units")
def test_surprise_doubles_the_attackers_support_and_forbids_the_defenders() -> None:
    here = brest(surprised=True)
    place = here.place("Brest-Litovsk")
    here.let_go(until=("fly-attackers",))
    here.fly(Stuka=("fly", "Brest-Litovsk"))
    assert here.asked == ("germany", "choose-base")
    here.let_go()
    assert supported(here, AXIS, place) == 10


@pytest.mark.rule("14.4", example="WF2-140")
@pytest.mark.rule("14.4/carrier planes", example="WF2-140")
def test_the_essex_over_the_philippines() -> None:
    """5 air component, 2 of it air-to-air: 3 air-to-sea factors are 1.5 tactical ones; in Manila's jungle they are halved."""
    here = sortie(
        "global-war",
        {
            "South China Sea 4": [("Essex", "us-cv-essex-sif")],
            "A0127": [("marines", "usa MAR")],
            "Manila": [("garrison", "japan INF")],
        },
        side="allies",
        actions={"usa": "naval"},
        wars=[("usa", "japan")],
        control={"japan": ["Manila"]},
    )
    here.game.set(YEAR, 1941)
    place = here.place("Manila")
    here.start("ground support", Mission(given=(place,), attacks=((here["marines"], place),)))
    here.let_go(until=("fly-attackers",))
    here.fly(Essex=("fly", "Manila", 2))
    assert here.game.state[AIR_SHARE][here["Essex"]] == 0  # it has flown, and is back aboard
    assert supported(here, ALLIES, place) == Fraction(3, 2) / 2
    assert here.face_down("Essex")


@pytest.mark.rule("14.4/carrier planes", example="WF2-140")
def test_factors_of_the_essex_as_allotted() -> None:
    here = sortie("global-war", {"South China Sea 4": [("Essex", "us-cv-essex-sif")]}, side="allies", actions={})
    here.game.set(YEAR, 1941)
    take_off(here.game, here["Essex"], here.place("Manila"), Flight.BOMBER, share=2)
    assert factors(here.game, here["Essex"]) == (Fraction(3, 2), Fraction(3, 10))
    assert here.is_at("Essex", "South China Sea 4")

"""9.8 Multiple states of war: who supports a combat between others."""

from __future__ import annotations

import pytest
from positions import align, set_wars
from sorties import Sortie, sortie

from worldfire.engine.events import Event
from worldfire.forces.things import FACE_DOWN
from worldfire.rules.s11_10_6_overrun import Destroyed, overrun_violation
from worldfire.rules.s11_10_entry import land_foes_at
from worldfire.rules.s11_15_land_combat import attacker_violation
from worldfire.rules.s14_2_missions import Mission


def events_of(here: Sortie) -> list[Event]:
    return [event for entry in here.game.entries for event in entry.events]


def london() -> Sortie:
    """Germany attacks US corps in London; the USA is at war with nobody, Italy with the Commonwealth."""
    here = sortie(
        "global-war",
        {
            "London": [("US corps", "usa INF")],
            "Portsmouth": [("Hurricane", "commonwealth FTR"), ("P-40", "usa FTR")],
            "W1535": [("corps", "germany INF")],
            "Lille": [("He-111", "ge-lnd-he-111h3-wif")],
        },
        side="axis",
        actions={"germany": "land", "italy": "land", "japan": "pass"},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth"), ("germany", "france")],
        co_operating=[("germany", "italy"), ("usa", "commonwealth")],
        control={"germany": ["W1535", "country:France"]},
    )
    place = here.place("London")
    here.start("ground support", Mission(given=(place,), attacks=((here["corps"], place),)))
    return here


@pytest.mark.rule("9.8", example="WF1-082")
@pytest.mark.rule("11.15.4")
def test_over_london_americans_fly_for_their_own_corps_though_they_are_at_peace() -> None:
    here = london()
    seats = {}
    while here.asked[1] == "fly-patrols":
        name = {"usa": "P-40", "commonwealth": "Hurricane"}[here.asked[0]]
        seats[name] = here.can(name, "patrol", "London")
        here.hold()
    assert seats == {"P-40": True, "Hurricane": True}
    here.fly(**{"He-111": ("fly", "London")})
    here.let_go(until=("fly-interceptors",))
    intercepts = {}
    while here.asked[1] == "fly-interceptors":
        name = {"usa": "P-40", "commonwealth": "Hurricane"}[here.asked[0]]
        intercepts[name] = here.can(name, "intercept", "London")
        here.hold()
    assert intercepts == {"P-40": True, "Hurricane": True}


def helsinki(*, german_corps: bool = False) -> Sortie:
    """The USSR attacks Finns who are aligned with Germany, before it is at war with Germany."""
    here = sortie(
        "global-war",
        {
            "Helsinki": [("Finns", "finland INF"), *([("corps", "germany INF")] if german_corps else [])],
            "Turku": [("Fokker", "finland FTR"), ("Bf-109", "ge-ftr-bf-109e3-wif")],
            "E2350": [("army", "ussr INF")],
            "Leningrad": [("IL-4", "su-lnd-il-4-wif")],
        },
        side="allies",
        actions={"ussr": "land", "commonwealth": "pass", "france": "pass", "china": "pass", "usa": "pass"},
    )
    align(here.game, "finland", "germany")
    set_wars(here.game, [("ussr", "finland"), ("germany", "commonwealth")])
    place = here.place("Helsinki")
    here.start("ground support", Mission(given=(place,), attacks=((here["army"], place),)))
    return here


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.15.4")
def test_over_helsinki_only_finns_fly_unless_a_german_unit_is_there() -> None:
    here = helsinki()
    assert here.can("Fokker", "patrol", "Helsinki")
    assert not here.can("Bf-109", "patrol", "Helsinki")
    (why,) = here.game.why_not("fly", ((here["Bf-109"], here.words(("patrol", "Helsinki"))),), "germany")
    assert (why.rule, why.key) == ("9.8", "support-not-at-war")
    here = helsinki(german_corps=True)
    assert here.can("Bf-109", "patrol", "Helsinki")


def march_on_london(*units: tuple[str, str], at_war_with_the_usa: bool = False) -> Sortie:
    wars = [("germany", "commonwealth"), ("italy", "commonwealth")]
    return sortie(
        "global-war",
        {"London": list(units), "W1535": [("corps", "germany ARM")], "Lille": [("SM-79", "italy LND")]},
        side="axis",
        actions={"germany": "land", "italy": "land", "japan": "pass"},
        wars=[*wars, *([("germany", "usa")] if at_war_with_the_usa else [])],
        co_operating=[("germany", "italy"), ("usa", "commonwealth")],
        control={"germany": ["W1535", "country:France"]},
        throws=(5,) * 8,
    )


@pytest.mark.rule("9.8", example="WF1-082")
def test_in_an_enemys_hex_everybody_of_the_other_side_is_fought() -> None:
    here = march_on_london(("US corps", "usa INF"), ("British", "commonwealth INF"))
    london = here.place("London")
    assert set(land_foes_at(here.game, here["corps"], london)) == {here["US corps"], here["British"]}
    assert land_foes_at(here.game, here["US corps"], here.place("W1535")) == (), "they may not hit back: no enemy's hex"
    here = march_on_london(("US corps", "usa INF"))
    assert attacker_violation(here.game, here["corps"], london) is None, "though it is at peace with everybody there"
    found = overrun_violation(here.game, (here["corps"],), london)
    assert found is not None
    assert found.key != "nobody-to-overrun"


@pytest.mark.rule("9.8", example="WF1-082")
@pytest.mark.rule("11.10.6")
def test_whoever_takes_london_destroys_american_aircraft_there() -> None:
    here = march_on_london(("B-17", "usa LND"))
    here.game.write(FACE_DOWN, here["B-17"], 1)
    here.start("land movement")
    here.game.submit("germany", "move", ((here["corps"],), (here.place("London"),)))
    assert here.is_at("corps", "London")
    assert here.at("B-17") != here.place("London")
    assert any(isinstance(event, Destroyed) and event.thing == here["B-17"] for event in events_of(here))


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.8")
def test_italians_strike_americans_in_london() -> None:
    here = march_on_london(("US corps", "usa INF"))
    here.start("ground strike")
    while here.asked[0] != "italy":
        here.hold()
    assert here.can("SM-79", "fly", "London")

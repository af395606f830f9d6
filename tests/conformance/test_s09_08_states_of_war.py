"""9.8 Multiple states of war: who supports a combat between others."""

from __future__ import annotations

import pytest
from positions import align, set_wars
from sorties import Sortie, sortie

from worldfire.rules.s14_2_missions import Mission


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


@pytest.mark.rule("9.8")
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

"""18.2 Units that do not co-operate fly no missions together."""

from __future__ import annotations

import pytest
from sorties import Sortie, sortie

from worldfire.rules.s14_2_missions import Mission


def liege() -> Sortie:
    """Commonwealth land units in French controlled Liege; fighters of both allies, and a German bomber and corps."""
    return sortie(
        "global-war",
        {
            "W1034": [("II corps", "united-kingdom INF")],
            "London": [("Beaufighter", "cw-ftr-beaufighter-mk-21-wif")],
            "Lille": [("D-510", "fr-ftr-d-510-wif")],
            "Essen": [("He-111", "ge-lnd-he-111h3-wif"), ("corps", "germany INF")],
        },
        side="axis",
        actions={"germany": "air", "italy": "pass", "japan": "pass"},
        wars=[("germany", "france"), ("germany", "commonwealth")],
        control={"france": ["W1034"]},
    )


@pytest.mark.rule("18.2", example="WF2-167")
@pytest.mark.rule("14.2.5/combat air patrol (cap)", example="WF2-167")
def test_over_liege_the_french_defend_their_factory() -> None:
    here = liege()
    here.start("strategic bombardment")
    asked = {}
    while here.asked[1] == "fly-patrols":
        name = {"france": "D-510", "commonwealth": "Beaufighter"}[here.asked[0]]
        asked[name] = here.can(name, "patrol", "W1034")
        here.hold()
    assert asked.get("D-510") is True
    assert not asked.get("Beaufighter")


@pytest.mark.rule("18.2", example="WF2-167")
def test_over_liege_the_commonwealth_supports_its_corps() -> None:
    here = liege()
    place = here.place("W1034")
    here.start("ground support", Mission(given=(place,), attacks=((here["corps"], place),)))
    assert here.asked == ("commonwealth", "fly-patrols")  # the French are not asked
    assert here.can("Beaufighter", "patrol", "W1034")

"""11.11 Air transport."""

from __future__ import annotations

from typing import Any

import pytest
from situations import rolls
from sorties import Sortie, sortie

from worldfire.rules.s11_11_air_transport import Loaded, Unloaded
from worldfire.rules.s14_air_combat import Aborted


def wuhan(throws: tuple[int, ...] = (), **situation: Any) -> Sortie:
    """A Japanese MTN corps cut off in Wuhan; the L2D is 6 range points away at Tsinan, Chinese land units stand all round."""
    here = sortie(
        "global-war",
        {
            "A0436": [("MTN", "ja-mtn-1-mtn")],
            "Tsinan": [("L2D", "ja-atr-l2d-wif")],
            "Nanking": [("Ki-27", "ja-ftr-ki-27-wif"), ("INF", "japan INF")],
            "A0435": [("I-16", "ch-ftr-i-16-wif")],
        },
        side="axis",
        actions={"japan": "land"},
        throws=throws,
        wars=[("japan", "china")],
        control={"japan": ["A0436", "Nanking", "Tsinan"], "china": ["A0435", "Changsha"]},
        **situation,
    )
    here.start("air transport")
    return here


@pytest.mark.rule("11.11", example="WF2-007")
@pytest.mark.rule("11.11/the transport", example="WF2-007")
@pytest.mark.rule("14.3.3", example="WF2-007")
def test_the_rescue_from_wuhan_is_aborted() -> None:
    """The L2D picks the corps up; 4 against 3 in the air, and the Chinese roll drives the transport off."""
    here = wuhan(throws=rolls(("AA", -1), ("AX", 1)))
    assert here.asked == ("china", "fly-patrols")
    here.hold()
    here.fly(L2D=("fly", "A0436"))
    assert here.asked == ("japan", "pick-up")
    events = here.do("pick-up", ((here["L2D"], here["MTN"]),))
    assert Loaded(unit=here["MTN"], aircraft=here["L2D"]) in events
    assert here.is_aboard("MTN", "L2D")
    here.fly(**{"I-16": ("intercept", "A0436")})
    here.fly(**{"Ki-27": ("intercept", "A0436")})
    events = here.do("drive-off", here["L2D"])
    assert Aborted(aircraft=here["L2D"]) in events
    here.do("return-to", here.place("Nanking"))
    assert here.is_at("L2D", "Nanking") and here.is_at("MTN", "Nanking")
    assert here.face_down("L2D") and here.face_down("MTN")


@pytest.mark.rule("11.11")
@pytest.mark.rule("11.11/the transport")
def test_cargo_is_unloaded_at_home_and_stays_face_up_if_it_was_in_supply() -> None:
    here = wuhan(throws=())
    here.hold()
    here.fly(L2D=("fly", "Nanking"))
    here.let_go()
    assert here.face_down("L2D")
    assert not here.face_down("MTN")
    assert here.is_at("MTN", "A0436")

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
    assert here.is_at("L2D", "Nanking")
    assert here.is_at("MTN", "Nanking")
    assert here.face_down("L2D")
    assert here.face_down("MTN")


def tsinan(throws: tuple[int, ...] = (), action: str = "land") -> Sortie:
    """A PARA in supply beside the L2D; a Chinese fighter within reach of both Nanking and Tsinan."""
    here = sortie(
        "global-war",
        {
            "Tsinan": [("L2D", "ja-atr-l2d-wif"), ("PARA", "japan PARA"), ("INF", "japan INF")],
            "A0338": [("I-16", "ch-ftr-i-16-wif")],
        },
        side="axis",
        actions={"japan": action},
        throws=throws,
        wars=[("japan", "china")],
        control={"japan": ["Nanking", "Tsinan"], "china": ["A0338"]},
    )
    here.start("air transport")
    return here


@pytest.mark.rule("11.11")
@pytest.mark.rule("11.11/the transport")
def test_cargo_unloads_at_the_target_and_stays_face_up() -> None:
    here = tsinan()
    here.let_go(until=("fly-attackers",))
    here.fly(L2D=("fly", "Nanking", "PARA"))
    assert here.is_aboard("PARA", "L2D")
    here.let_go(until=("unload",))
    events = here.do("unload", (here["L2D"],))
    assert Unloaded(unit=here["PARA"], place=here.place("Nanking")) in events
    here.do("head-home", here.place("Nanking"))
    here.let_go()
    assert here.is_at("L2D", "Nanking")
    assert here.face_down("L2D")
    assert here.is_at("PARA", "Nanking")
    assert not here.face_down("PARA")


@pytest.mark.rule("11.11")
@pytest.mark.rule("14.2.5/intercepting")
def test_a_transport_that_carries_its_cargo_home_can_be_intercepted_there() -> None:
    """It aborts to the base that it was going to, and then its cargo is face-down."""
    here = tsinan(throws=rolls(("AA", 2), ("DC", -2)))
    here.let_go(until=("fly-attackers",))
    here.fly(L2D=("fly", "Nanking", "PARA"))
    here.let_go(until=("unload",))
    here.do("unload", ())
    here.do("head-home", here.place("Tsinan"))
    assert here.asked == ("china", "fly-interceptors")
    here.fly(**{"I-16": ("intercept", "Tsinan")})
    here.let_go()
    assert here.is_at("L2D", "Tsinan")
    assert here.is_at("PARA", "Tsinan")
    assert here.face_down("PARA")


@pytest.mark.rule("10.2")
@pytest.mark.rule("11.11")
def test_a_unit_carried_is_a_land_move_which_an_air_action_does_not_allow() -> None:
    here = tsinan(action="air")
    here.let_go(until=("fly-attackers",))
    order = here.order({"L2D": ("fly", "Nanking", "PARA")})
    (violation,) = here.game.why_not("fly", order)
    assert violation.key == "activity-not-in-action"

"""11.11 Air transport."""

from __future__ import annotations

from typing import Any

import pytest
from positions import country, power, put
from situations import rolls
from sorties import Sortie, sortie

from worldfire.forces.partisans import SOIL, is_partisan
from worldfire.forces.things import FACE_DOWN, PLACE
from worldfire.forces.who import CONTROLLER, change_country
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s10_actions import ActivityCounted
from worldfire.rules.s11_11_air_transport import Loaded, Unloaded, cargo_violation
from worldfire.rules.s14_1_range import landing_violation
from worldfire.rules.s14_air_combat import Aborted
from worldfire.rules.s14_air_missions import Destroyed


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
    assert here.game.over  # so that there is nothing to ask for
    violation = cargo_violation(here.game, here["L2D"], (here["PARA"],))
    assert violation is not None
    assert violation.key == "activity-not-in-action"


@pytest.mark.rule("11.11/the transport")
@pytest.mark.rule("14.3.3")
def test_cargo_is_lost_with_its_transport() -> None:
    here = tsinan(throws=rolls(("AX", 2), ("DC", -2)))
    here.let_go(until=("fly-attackers",))
    here.fly(L2D=("fly", "Nanking", "PARA"))
    here.let_go(until=("unload",))
    here.do("unload", ())
    here.do("head-home", here.place("Tsinan"))
    events = here.fly(**{"I-16": ("intercept", "Tsinan")})
    assert Destroyed(thing=here["PARA"]) in events
    assert Destroyed(thing=here["L2D"]) in events


@pytest.mark.rule("11.11/the transport")
def test_cargo_that_commenced_out_of_supply_is_turned_face_down() -> None:
    """A corps in a pocket is brought out to Warsaw; another is flown from there to Lodz."""
    here = sortie(
        "barbarossa",
        {
            "E2335": [("cut off", "germany MTN")],
            "Warsaw": [("Ju-52", "germany ATR"), ("supplied", "germany MTN"), ("Ju-52 b", "germany ATR")],
        },
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["E2335"]},
    )
    assert not in_supply(here.game, here["cut off"])
    assert in_supply(here.game, here["supplied"])
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    here.fly(**{"Ju-52": ("fly", "E2335"), "Ju-52 b": ("fly", "Lodz", "supplied")})
    here.do("pick-up", ((here["Ju-52"], here["cut off"]),))
    here.let_go(until=("unload",))
    here.do("unload", (here["Ju-52 b"],))
    while here.asked[1] == "head-home":
        here.do("head-home", here.place("Warsaw"))
    here.let_go()
    assert here.is_at("cut off", "Warsaw")
    assert here.face_down("cut off")
    assert here.is_at("supplied", "Lodz")
    assert not here.face_down("supplied")


@pytest.mark.rule("11.11")
def test_nobody_is_asked_where_nothing_can_be_carried() -> None:
    here = tsinan()
    here.game.write(FACE_DOWN, here["PARA"], 1)
    here.start("air transport")
    assert here.game.over


@pytest.mark.rule("11.11")
@pytest.mark.rule("18.1")
def test_an_allys_corps_flies_along_if_he_agrees_and_counts_as_his_move() -> None:
    here = sortie(
        "global-war",
        {"Rome": [("Ju-52", "germany ATR"), ("Folgore", "italy PARA")]},
        side="axis",
        actions={"germany": "land", "italy": "land", "japan": "pass"},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    here.start("air transport")
    order = here.order({"Ju-52": ("fly", "Naples", "Folgore")})
    assert [found.key for found in here.game.why_not("fly", order)] == ["cargo-of-another-player"]
    here.game.state.consents["italy", "germany", "transport"] = "yes"
    here.game.forget()
    here.start("air transport")
    events = here.fly(**{"Ju-52": ("fly", "Naples", "Folgore")})
    counted = {(event.power, event.limit) for event in events if isinstance(event, ActivityCounted)}
    assert counted == {
        (power(here.game, "germany"), "air missions"),
        (power(here.game, "italy"), "land moves"),
    }
    here.do("unload", (here["Ju-52"],))
    assert here.is_at("Folgore", "Naples")


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.11")
def test_units_of_a_power_that_passed_do_not_embark() -> None:
    here = sortie(
        "global-war",
        {"Rome": [("Ju-52", "germany ATR"), ("Folgore", "italy PARA")], "Berlin": [("own", "germany PARA")]},
        side="axis",
        actions={"germany": "land", "italy": "pass", "japan": "pass"},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    here.game.state.consents["italy", "germany", "transport"] = "yes"
    here.game.forget()
    here.start("air transport")
    order = here.order({"Ju-52": ("fly", "Naples", "Folgore")})
    assert [found.key for found in here.game.why_not("fly", order)] == ["power-has-passed"]


@pytest.mark.rule("11.11")
def test_a_player_is_told_what_a_transport_cannot_do() -> None:
    here = wuhan()
    here.hold()
    here.fly(L2D=("fly", "A0436"))

    def told(verb: str, noun: Any) -> str:
        found = here.game.why_not(verb, noun)
        return found[0].key if found else ""

    assert told("pick-up", ((here["L2D"], here["INF"]),)) == "cargo-elsewhere"
    assert told("pick-up", ((here["L2D"], here["MTN"]),)) == ""
    here.do("pick-up", ((here["L2D"], here["MTN"]),))
    here.let_go(until=("unload",))
    assert told("unload", (here["Ki-27"],)) == "noun-not-offered"
    here.do("unload", ())
    assert told("head-home", here.place("Tokyo")) == "base-out-of-range"
    assert told("head-home", here.place("A0435")) == "base-not-friendly"
    assert told("head-home", here.place("Nanking")) == ""


def odessa(atr: str) -> Sortie:
    """A Soviet partisan in German held Odessa; a corps at Kirovograd and a Li-2 there or at Kharkov."""
    here = sortie(
        "barbarossa",
        {"E1531": [("MTN", "ussr MTN")]},
        side="allies",
        actions={"ussr": "land"},
        wars=[("germany", "ussr")],
        control={"germany": ["Odessa"], "ussr": ["E1531", atr]},
    )
    game = here.game
    here.things["Li-2"] = put(game, "ussr ATR", atr)
    partisan = next(unit for unit in range(len(game.state[PLACE])) if is_partisan(game, unit))
    change_country(game, partisan, country(game, "ussr"))
    game.write(SOIL, partisan, country(game, "ussr"))
    put(game, partisan, "Odessa")
    here.start("air transport")
    here.let_go(until=("fly-attackers",))
    return here


@pytest.mark.rule("11.11")
@pytest.mark.rule("13.1.3")
def test_partisans_hold_a_hex_open_for_their_own_troops() -> None:
    """The second half of WF2-041, with an ATR in the place of the TB-3 (option 8)."""
    here = odessa(atr="E1531")
    odessa_hex = here.place("Odessa")
    here.fly(**{"Li-2": ("fly", "Odessa", "MTN")})
    here.let_go(until=("unload",))
    here.do("unload", (here["Li-2"],))
    assert here.is_at("MTN", "Odessa")
    assert not here.face_down("MTN")
    assert here.game.state[CONTROLLER][odessa_hex] == power(here.game, "ussr")
    assert here.asked == ("ussr", "head-home")
    assert odessa_hex in here.offer("head-home").domain  # it is in firm control of the corps now
    here.let_go()


@pytest.mark.rule("11.11")
@pytest.mark.rule("13.1.3")
def test_but_no_transport_can_bring_them_there_by_returning_to_base() -> None:
    here = odessa(atr="Kharkov")
    here.fly(**{"Li-2": ("fly", "E1531")})
    here.do("pick-up", ((here["Li-2"], here["MTN"]),))
    here.let_go(until=("head-home",))
    assert here.is_aboard("MTN", "Li-2")
    assert here.place("Odessa") not in here.offer("head-home").domain


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("14.2.4")
def test_nobody_lands_among_enemy_partisans() -> None:
    here = odessa(atr="E1531")
    game = here.game
    plane = put(game, "germany FTR", "Bucharest")
    violation = landing_violation(game, plane, here.place("Odessa"))
    assert violation is not None
    assert violation.key == "partisans-hold-the-hex"

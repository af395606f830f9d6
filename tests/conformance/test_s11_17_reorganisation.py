"""11.17 Reorganisation and 13.5 final reorganisation."""

from __future__ import annotations

import pytest
from positions import put
from sorties import Sortie, sortie

from worldfire.forces.things import FACE_DOWN
from worldfire.rules.s11_17_reorganisation import Reorganised

KUBAN = ["E1127", "E1027", "E0927", "E0928", "E0828", "E1028", "E1026"]


def manstein(weather: str = "fine", action: str = "land") -> Sortie:
    """Manstein in Kerch, units beyond the straits."""
    here = sortie(
        "barbarossa",
        {
            "E1127": [("Manstein", "Manstein")],
            "E0927": [("near", "germany INF")],
            "E0828": [("far", "germany ARM"), ("Rumanians", "rumania INF")],
        },
        side="axis",
        actions={"germany": action},
        wars=[("germany", "ussr")],
        control={"germany": KUBAN},
        aligned=[("rumania", "germany")],
        weather=weather,
    )
    for name in ("near", "far", "Rumanians"):
        here.game.write(FACE_DOWN, here[name], 1)
    return here


@pytest.mark.rule("11.17.2", example="WF2-034")
@pytest.mark.parametrize(("weather", "krasnodar"), [("rain", False), ("fine", True)])
def test_manstein_at_kerch(weather: str, krasnodar: bool) -> None:
    here = manstein(weather)
    here.start("reorganisation")
    units = here.offer("reorganise").domain
    assert here["near"] in units
    assert (here["far"] in units) is krasnodar
    if krasnodar:
        here.do("reorganise", here["far"])
        assert not here.face_down("far")


@pytest.mark.rule("11.17")
@pytest.mark.rule("11.17.4")
@pytest.mark.rule("11.17.2")
def test_points_are_spent_by_action_and_the_hq_turns_face_down() -> None:
    here = manstein()
    here.start("reorganisation")
    events = here.do("reorganise", here["far"])  # one source: nobody is asked how to pay
    assert Reorganised(unit=here["far"], sources=(here["Manstein"],), points=1) in events
    events = here.do("reorganise", here["Rumanians"])
    assert Reorganised(unit=here["Rumanians"], sources=(here["Manstein"],), points=2) in events  # doubled
    assert not here.face_down("Manstein")
    here.do("finish-reorganising")
    assert here.face_down("Manstein")
    assert here.face_down("near")
    assert here.game.over


@pytest.mark.rule("11.17.4")
def test_in_an_air_action_land_units_cost_twice_as_much() -> None:
    here = manstein(action="air")
    here.start("reorganisation")
    events = here.do("reorganise", here["near"])
    assert Reorganised(unit=here["near"], sources=(here["Manstein"],), points=2) in events
    assert here["Rumanians"] not in here.offer("reorganise").domain  # 4 points, and 3 are left
    here.do("reorganise", here["far"])
    here.let_go()
    assert here.face_down("Rumanians")


@pytest.mark.rule("11.17.4", example="WF2-035")
@pytest.mark.rule("11.17.3", example="WF2-035")
@pytest.mark.rule("11.17.1", example="WF2-035")
@pytest.mark.rule("11.17.1/air supply benefits", example="WF2-035")
def test_an_atr_and_a_transport_together() -> None:
    here = sortie(
        "global-war",
        {
            "Southampton": [("corps", "usa INF"), ("other", "usa INF")],
            "London": [("C-47", "us-atr-c-47-wif")],
            "North Sea 2": [("TRS", "usa TRS")],
        },
        side="allies",
        actions={"usa": "naval", "commonwealth": "pass"},
        wars=[("usa", "germany"), ("commonwealth", "germany")],
        co_operating=[("usa", "commonwealth")],
    )
    for name in ("corps", "other"):
        here.game.write(FACE_DOWN, here[name], 1)
    here.start("reorganisation")
    here.let_go(until=("fly-attackers",))
    here.fly(**{"C-47": ("fly", "Southampton")})
    here.let_go(until=("reorganise",))
    events = here.do("reorganise", here["corps"])
    (found,) = [event for event in events if isinstance(event, Reorganised)]
    assert found.points == 2
    assert set(found.sources) == {here["C-47"], here["TRS"]}
    here.let_go()
    assert here.face_down("C-47")
    assert here.face_down("TRS")
    assert here.face_down("other")


@pytest.mark.rule("11.17.4")
def test_an_hq_waits_for_the_final_reorganisation() -> None:
    here = sortie(
        "barbarossa",
        {"Warsaw": [("Manstein", "Manstein")], "Lodz": [("Rundstedt", "Rundstedt"), ("corps", "germany INF")]},
        side="axis",
        actions={"germany": "land"},
        wars=[("germany", "ussr")],
    )
    for name in ("Rundstedt", "corps"):
        here.game.write(FACE_DOWN, here[name], 1)
    here.start("reorganisation")
    assert here.offer("reorganise").domain == (here["corps"],)


@pytest.mark.rule("13.5")
def test_in_the_end_everybody_is_turned_face_up() -> None:
    here = manstein()
    here.game.write(FACE_DOWN, here["Manstein"], 1)
    waiting = next(unit for unit, down in enumerate(here.game.state[FACE_DOWN]) if unit not in here.things.values())
    here.game.write(FACE_DOWN, waiting, 1)
    here.start("final reorganisation")
    assert not any(here.face_down(name) for name in here.things)
    assert here.game.state[FACE_DOWN][waiting]  # it is not in play


@pytest.mark.rule("11.17.4")
@pytest.mark.rule("18.1")
@pytest.mark.rule("18.3")
def test_an_allys_points_cost_double_and_need_his_consent() -> None:
    here = sortie(
        "global-war",
        {"Rome": [("Manstein", "ge-hq-a-manstein"), ("Balbo", "italy INF")]},
        side="axis",
        actions={"italy": "land", "germany": "land", "japan": "pass"},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    here.game.write(FACE_DOWN, here["Balbo"], 1)
    here.start("reorganisation")
    assert here.game.over  # nobody agreed
    here.game.state.consents["germany", "italy", "reorganise"] = "yes"
    here.start("reorganisation")
    assert here.asked == ("italy", "reorganise")
    events = here.do("reorganise", here["Balbo"])  # one way to pay
    assert Reorganised(unit=here["Balbo"], sources=(here["Manstein"],), points=2) in events
    assert here.face_down("Manstein")


@pytest.mark.rule("11.1")
@pytest.mark.rule("11.17.2")
def test_who_passed_gives_no_points_to_allies() -> None:
    here = sortie(
        "global-war",
        {"Rome": [("Manstein", "ge-hq-a-manstein"), ("Balbo", "italy INF")]},
        side="axis",
        actions={"italy": "land", "germany": "pass", "japan": "pass"},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
    )
    here.game.write(FACE_DOWN, here["Balbo"], 1)
    here.game.state.consents["germany", "italy", "reorganise"] = "yes"
    here.start("reorganisation")
    assert here.game.over


def baltic_fleet(weather: str) -> Sortie:
    """Soviet ships in Leningrad, where the port freezes, and in Sevastopol, where it does not; an HQ beside each."""
    here = sortie(
        "global-war",
        {
            "Leningrad": [("Marat", "ussr SCS"), ("Zhukov", "Zhukov")],
            "Sevastopol": [("Paris Commune", "ussr SCS"), ("Timoshenko", "Timoshenko")],
        },
        side="allies",
        actions={"ussr": "naval", "commonwealth": "pass", "france": "pass", "usa": "pass", "china": "pass"},
        wars=[("germany", "ussr")],
        weather=weather,
    )
    for name in ("Marat", "Paris Commune"):
        here.game.write(FACE_DOWN, here[name], 1)
    return here


@pytest.mark.rule("8.2.1/iced-in ports")
@pytest.mark.rule("11.17.4")
def test_ships_in_a_closed_port_are_not_reorganised() -> None:
    here = baltic_fleet("snow")
    here.start("reorganisation")
    assert here.offer("reorganise").domain == (here["Paris Commune"],)
    here = baltic_fleet("rain")
    here.start("reorganisation")
    assert set(here.offer("reorganise").domain) == {here["Marat"], here["Paris Commune"]}


@pytest.mark.rule("8.2.1/iced-in ports")
@pytest.mark.rule("13.5")
def test_nor_in_the_final_reorganisation() -> None:
    here = baltic_fleet("blizzard")
    here.start("final reorganisation")
    assert here.face_down("Marat")
    assert not here.face_down("Paris Commune")


@pytest.mark.rule("11.17.4")
def test_a_player_is_told_why_a_unit_cannot_be_reorganised() -> None:
    here = manstein("rain")
    here.game.write(FACE_DOWN, here["Manstein"], 0)
    here.start("reorganisation")

    def told(unit: int) -> str:
        (found,) = here.game.why_not("reorganise", unit)
        return f"{found.rule} {found.key}"

    assert told(here["Manstein"]) == "11.17.4 not-face-down-ashore"
    assert told(here["far"]) == "11.17.2 nobody-in-range"
    assert told(put(here.game, "ussr INF", "Moscow")) == "11.17.4 not-its-unit"
    assert [found.key for found in here.game.why_not("reorganise", "x")] == ["noun-not-offered"]

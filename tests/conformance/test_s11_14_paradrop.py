"""11.14 Paradrops."""

from __future__ import annotations

import pytest
from positions import give_control, power, put
from situations import rolls
from sorties import Sortie, sortie

from worldfire.engine.chance import ScriptedChance
from worldfire.forces.things import board_of, move
from worldfire.forces.turn import IMPULSE_BOX
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED, exerts_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_14_paradrop import PARADROPPED, Paradropped
from worldfire.rules.s11_15_factors import Arrival, Reckoning, notional_factor
from worldfire.rules.s11_15_land_combat import LandCombat, attacker_violation
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.rules.s15_surprise import surprise
from worldfire.server.questions import Question, odds


def drop(throws: tuple[int, ...] = ()) -> Sortie:
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Ju-52", "ge-atr-ju-52-wif"), ("PARA", "germany PARA"), ("corps", "germany INF")],
            "Bialystok": [("I-16", "su-ftr-i-16-wif")],
        },
        side="axis",
        actions={"germany": "land"},
        throws=throws,
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw"], "ussr": ["Brest-Litovsk", "Bialystok"]},
    )
    here.start("paradrop")
    return here


def last_impulse(here: Sortie) -> None:
    """The impulse in which they dropped is over, and was the last of the turn."""
    here.game.set(IMPULSE_BOX, 9)
    here.game.chance = ScriptedChance((1,))
    here.start("last impulse test")
    assert next(event for event in here.game.events if isinstance(event, LastImpulseTested)).ended


@pytest.mark.rule("11.14")
def test_paratroops_drop_have_no_zone_of_control_and_are_in_supply() -> None:
    here = drop()
    here.hold()
    assert not here.can("Ju-52", "fly", "Brest-Litovsk")  # an ATR without a PARA does not fly
    assert not here.can("Ju-52", "fly", "Brest-Litovsk", "corps")
    assert not here.can("Ju-52", "fly", "Warsaw", "PARA")  # its own
    here.fly(**{"Ju-52": ("fly", "Brest-Litovsk", "PARA")})
    events = here.do("hold-back")
    place = here.place("Brest-Litovsk")
    assert Paradropped(unit=here["PARA"], place=place) in events
    assert here.is_at("PARA", "Brest-Litovsk")
    assert here.game.state[FRESHLY_LANDED][here["PARA"]] == PARADROPPED
    assert not exerts_zoc(here.game, here["PARA"], place)
    assert in_supply(here.game, here["PARA"])
    here.let_go()
    assert here.face_down("Ju-52")
    assert not here.face_down("PARA")


@pytest.mark.rule("11.14")
@pytest.mark.rule("14.3.3")
def test_shot_down_with_their_transport() -> None:
    here = drop(throws=rolls(("AX", 3)))
    here.hold()
    here.fly(**{"Ju-52": ("fly", "Brest-Litovsk", "PARA")})
    events = here.fly(**{"I-16": ("intercept", "Brest-Litovsk")})
    assert Destroyed(thing=here["PARA"]) in events
    assert Destroyed(thing=here["Ju-52"]) in events


@pytest.mark.rule("11.14")
@pytest.mark.rule("14.3.3")
def test_driven_off_with_their_transport_they_come_down_face_down_at_a_base() -> None:
    here = drop(throws=rolls(("AA", 3)))
    here.hold()
    here.fly(**{"Ju-52": ("fly", "Brest-Litovsk", "PARA")})
    here.fly(**{"I-16": ("intercept", "Brest-Litovsk")})
    assert here.asked == ("germany", "choose-base")
    here.do("return-to", here.place("Warsaw"))
    assert here.is_at("PARA", "Warsaw")
    assert here.face_down("PARA")
    assert here.face_down("Ju-52")


@pytest.mark.rule("11.14")
@pytest.mark.rule("2.4.1")
def test_far_behind_the_lines_they_are_in_supply_for_this_impulse_only() -> None:
    here = drop()
    game, unit = here.game, here["PARA"]
    move(game, unit, here.place("E1833"))
    assert not in_supply(game, unit)
    game.write(FRESHLY_LANDED, unit, PARADROPPED)
    assert in_supply(game, unit)
    last_impulse(here)
    assert not in_supply(game, unit)


@pytest.mark.rule("11.14")
def test_their_zone_of_control_begins_when_the_impulse_ends_even_the_last_of_the_turn() -> None:
    here = drop()
    game, unit = here.game, here["PARA"]
    target = here.place("Brest-Litovsk")
    around = board_of(game).adjacent[target]
    move(game, unit, target)
    game.write(FRESHLY_LANDED, unit, PARADROPPED)
    assert not any(exerts_zoc(game, unit, beside) for beside in around)
    last_impulse(here)
    assert all(exerts_zoc(game, unit, beside) for beside in around)


@pytest.mark.rule("11.15.1/table: notional unit combat factor")
def test_a_notional_unit_is_weaker_where_no_supply_path_leads() -> None:
    """A Soviet hex in Poland, before and after German hexes surround it."""
    here = drop()
    game, unit, target = here.game, here["PARA"], here.place

    def factor(place: str) -> int:
        landing = Reckoning(target(place), (unit,), (), (Arrival(unit, "paradrop"),), notional=True)
        return int(notional_factor(game, landing))

    assert factor("E2333") == 1
    give_control(game, "germany", *(board_of(game).number(place) for place in board_of(game).adjacent[target("E2333")]))
    assert factor("E2333") == 0


def italian_drop(*garrison: tuple[str, str], actions: tuple[str, ...] = ("italy",)) -> Sortie:
    """Italy declares war on France; Germany was at war with her before, and Italy with the Commonwealth."""
    here = sortie(
        "global-war",
        {
            "Turin": [("ATR", "italy ATR"), ("PARA", "italy PARA"), ("Bf-110", "ge-ftr-bf-110c-wif")],
            "Toulon": [("D-510", "fr-ftr-d-510-wif"), ("Hurricane", "cw-ftr-hurricane-i-wif")],
            "Nice": garrison,
        },
        side="axis",
        actions={"germany": "pass", "japan": "pass", **dict.fromkeys(actions, "land")},
        wars=[("germany", "france"), ("italy", "commonwealth"), ("italy", "france"), ("germany", "commonwealth")],
        co_operating=[("france", "commonwealth"), ("germany", "italy")],
    )
    surprise(here.game, power(here.game, "italy"), power(here.game, "france"))
    here.start("paradrop")
    here.let_go(until=("fly-attackers",))
    return here


@pytest.mark.rule("15.1/aircraft units", example="WF2-150")
@pytest.mark.rule("15.1", example="WF2-150")
@pytest.mark.rule("11.14", example="WF2-150")
def test_nobody_opposes_an_italian_drop_on_surprised_france() -> None:
    here = italian_drop(("fort", "france INF"))
    here.fly(ATR=("fly", "Nice", "PARA"))
    assert here.asked == ("italy", "choose-base")  # neither the French nor the Commonwealth could do anything
    assert here.is_at("PARA", "Nice")


@pytest.mark.rule("15.1/aircraft units", example="WF2-150")
def test_germans_in_the_drop_give_it_away() -> None:
    here = italian_drop(("fort", "france INF"), actions=("italy", "germany"))
    here.fly(ATR=("fly", "Nice", "PARA"))
    assert here.asked == ("germany", "fly-attackers")
    here.fly(**{"Bf-110": ("escort", "Nice")})
    assert here.asked[1] == "fly-interceptors"


@pytest.mark.rule("15.1/aircraft units", example="WF2-150")
def test_unsurprised_commonwealth_units_are_defended_by_the_commonwealth() -> None:
    here = italian_drop(("corps", "commonwealth INF"))
    here.fly(ATR=("fly", "Nice", "PARA"))
    assert here.asked == ("commonwealth", "fly-interceptors")
    assert here.can("Hurricane", "intercept", "Nice")
    here.hold()
    assert here.asked == ("italy", "choose-base")  # the French, being surprised, could not fly


@pytest.mark.rule("11.14")
@pytest.mark.rule("11.15.1/invasion & paradrop combats (and notional units)")
@pytest.mark.parametrize("notional", ["keep-notional", "ignore-notional"])
def test_units_beside_an_empty_hex_join_the_attack_of_those_who_dropped_there(notional: str) -> None:
    here = drop(throws=(10,) * 4)
    game, target = here.game, here.place("Brest-Litovsk")
    beside = put(game, "germany INF", "E2537")
    give_control(game, "germany", "E2537")
    violation = attacker_violation(game, beside, target)
    assert violation is not None
    assert violation.key == "nobody-to-attack"
    move(game, here["PARA"], target)
    game.write(FRESHLY_LANDED, here["PARA"], PARADROPPED)
    here.start("land combat")
    assert {choices.item: choices.to for choices in here.offer("declare-attacks").items}[beside][1:] == (target,)
    foreseen = odds(game, Question(question="odds", noun=[[beside, target]]))["attacks"][0]
    assert len(foreseen["attack"]) == 2  # those who dropped count, and so does the notional unit
    assert foreseen["defence_total"] > 0
    here.do("declare-attacks", ((beside, target),))
    here.do("done")
    (attack,) = game.enclosing(LandCombat).attacks
    assert attack.units == (here["PARA"], beside)
    here.do(notional)
    here.let_go()
    assert here.is_at("PARA", "Brest-Litovsk")
    assert game.state[CONTROLLER][target] == power(game, "germany")

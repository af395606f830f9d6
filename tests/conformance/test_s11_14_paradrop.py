"""11.14 Paradrops."""

from __future__ import annotations

import pytest
from positions import give_control, power, put
from situations import rolls
from sorties import Sortie, sortie

from worldfire.engine.chance import ScriptedChance
from worldfire.forces.things import board_of, move
from worldfire.forces.turn import COUNTED, IMPULSE_BOX
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED, exerts_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s10_actions import left_of
from worldfire.rules.s11_14_paradrop import PARADROPPED, Paradropped
from worldfire.rules.s11_15_factors import Arrival, Reckoning, notional_factor
from worldfire.rules.s11_15_land_combat import ACTIVITY as LAND_ATTACKS
from worldfire.rules.s11_15_land_combat import LandCombat, attacker_violation
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.rules.s15_surprise import surprise
from worldfire.rules.s24_1_set_up import STANDARD_KITS
from worldfire.server.questions import Question, odds
from worldfire.tables.counters import Kit


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


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.14")
def test_paratroops_do_not_drop_where_their_own_power_is_not_at_war() -> None:
    """A German transport carries Italians: they come into no hex of the USSR, with which Italy is at peace."""
    here = sortie(
        "global-war",
        {"Warsaw": [("Ju-52", "ge-atr-ju-52-wif"), ("PARA", "germany PARA"), ("Folgore", "it-para-folgore")]},
        side="axis",
        actions={"germany": "land", "italy": "land"},
        wars=[("germany", "ussr"), ("germany", "commonwealth"), ("italy", "commonwealth")],
        co_operating=[("germany", "italy")],
        control={"germany": ["country:Poland"], "ussr": ["Brest-Litovsk"]},
    )
    here.game.state.consents["italy", "germany", "transport"] = "yes"
    here.start("paradrop")
    here.let_go(until=("fly-attackers",))
    assert here.can("Ju-52", "fly", "Brest-Litovsk", "PARA")
    assert not here.can("Ju-52", "fly", "Brest-Litovsk", "Folgore")


def two_drops(attacks: int) -> Sortie:
    """Two transports with a PARA each; the German action still allows so many land attacks."""
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Ju-52", "ge-atr-ju-52-wif"), ("I Para", "ge-para-i-para")],
            "Konigsberg": [("Ju-52 b", "ge-atr-ju-52-pif"), ("II Para", "ge-para-ii-para")],
            "Bialystok": [("I-16", "su-ftr-i-16-wif")],
        },
        side="axis",
        actions={"germany": "combined"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "Konigsberg"], "ussr": ["Brest-Litovsk", "Bialystok"]},
        kits=(*STANDARD_KITS, Kit.PIF),
    )
    germany = power(here.game, "germany")
    limit = left_of(here.game, germany, LAND_ATTACKS)
    here.game.write(COUNTED["land attacks"], germany, limit - attacks)
    here.start("paradrop")
    here.let_go(until=("fly-attackers",))
    return here


@pytest.mark.rule("11.14")
@pytest.mark.rule("11.15")
@pytest.mark.rule("10.2")
def test_each_hex_that_is_dropped_into_is_a_land_attack_and_must_fit_the_limit() -> None:
    apart = {"Ju-52": ("fly", "Brest-Litovsk", "I Para"), "Ju-52 b": ("fly", "Bialystok", "II Para")}
    together = {"Ju-52": ("fly", "Bialystok", "I Para"), "Ju-52 b": ("fly", "Bialystok", "II Para")}
    here = two_drops(attacks=1)
    (why,) = here.game.why_not("fly", here.order(apart), "germany")
    assert (why.rule, why.args["activity"]) == ("10.2", LAND_ATTACKS)
    assert here.game.why_not("fly", here.order(together), "germany") == ()
    here = two_drops(attacks=2)
    assert here.game.why_not("fly", here.order(apart), "germany") == ()
    assert here.game.over is False
    assert two_drops(attacks=0).asked == ("", ""), "who may not attack does not drop"


@pytest.mark.rule("11.14")
@pytest.mark.rule("14.2.5/combat air patrol (cap)")
def test_patrols_against_a_drop_fly_to_any_hex() -> None:
    """Also to their own base and to hexes where nobody could drop: a patrol is a short way to another base as well."""
    here = drop()
    assert here.asked == ("ussr", "fly-patrols")
    for name in ("Brest-Litovsk", "Bialystok", "Warsaw"):
        assert here.can("I-16", "patrol", name)
    here.fly(**{"I-16": ("patrol", "Vilna")})
    here.let_go(until=("choose-base",))
    assert here.asked[0] == "ussr"
    here.do("return-to", here.place("Minsk"))
    assert (here.is_at("I-16", "Minsk"), here.face_down("I-16")) == (True, True)

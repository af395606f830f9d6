"""14.2: who may fly what and where, in the words in which a player is told what he may not."""

from __future__ import annotations

from typing import Any

import pytest
from sorties import Sortie, sortie

from worldfire.forces.flights import bombers, fighters, flying_to
from worldfire.forces.things import FACE_DOWN
from worldfire.rules.s14_2_missions import (
    ATTACKERS,
    FLIGHTS,
    KINDS,
    Mission,
    Wave,
    bomber_flights,
    order_violation,
    potential_targets,
)
from worldfire.titles.telling import tell_violation


def border(action: str = "air", mission: str = "ground strike", **situation: Any) -> Sortie:
    """Stukas, a level bomber, a fighter and a transport before Brest-Litovsk; the Soviets have a fighter behind it."""
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [
                ("Stuka", "ge-lnd-ju-87b-wif"),
                ("He-111", "ge-lnd-he-111h3-wif"),
                ("Bf-109", "ge-ftr-bf-109e3-wif"),
            ],
            "Lodz": [("Ju-52", "germany ATR"), ("other Stuka", "germany LND")],
            "Brest-Litovsk": [("army", "ussr INF"), ("corps", "ussr CAV")],
            "E2239": [("I-16", "su-ftr-i-16-wif"), ("reserve", "ussr INF")],
            "Moscow": [("guards", "ussr INF")],
        },
        side="axis",
        actions={"germany": action},
        throws=(10,) * 60,
        wars=[("germany", "ussr")],
        **situation,
    )
    here.start(mission)
    return here


def why(here: Sortie, **orders: Any) -> str:
    """Rule and key of the first reason why whoever is asked may not fly so; nothing if he may."""
    noun = {str(here[name.replace("_", " ")]): here.words(words) for name, words in orders.items()}
    offered = {str(item.item): "stay" for item in here.offer("fly").items}
    found = here.game.why_not("fly", {**offered, **noun})
    return f"{found[0].rule} {found[0].key}" if found else ""


def to_attack(here: Sortie) -> Sortie:
    here.let_go(until=("fly-attackers",))
    assert here.asked == ("germany", "fly-attackers")
    return here


@pytest.mark.rule("14.2.2")
@pytest.mark.rule("14.1.1")
@pytest.mark.rule("14")
def test_a_player_is_told_why_an_aircraft_cannot_fly_there() -> None:
    here = to_attack(border())
    assert why(here, Stuka=("fly", "Brest-Litovsk")) == ""
    assert why(here, Stuka=("fly", "Moscow")) == "14.1.1 target-out-of-range"
    assert why(here, Stuka=("fly", "Lodz")) == "11.8 nothing-to-strike"
    assert why(here, **{"Ju-52": ("fly", "Brest-Litovsk")}) == "14.2.2 does-not-fly-that"
    assert why(here, Stuka=("escort", "Brest-Litovsk")) == "14.2.2 does-not-fly-that"
    assert why(here, **{"I-16": ("fly", "Brest-Litovsk")}) == "14.2 not-its-aircraft"
    assert why(here, **{"Bf-109": ("escort", "Brest-Litovsk")}) == "14.2.5 nobody-to-escort"
    here.game.write(FACE_DOWN, here["other Stuka"], 1)
    here.start("ground strike")
    to_attack(here)
    assert why(here, other_Stuka=("fly", "Brest-Litovsk")) == "14.2.2 aircraft-face-down"


@pytest.mark.rule("14.2.2")
def test_nonsense_is_refused_and_explains_nothing() -> None:
    here = to_attack(border())
    for noun in ("x", 7, (1,), ((1, 2, 3),), {"x": "fly 1"}, ((here["Stuka"], "fly"),), ((10**9, "fly 1"),), None):
        assert [found.key for found in here.game.why_not("fly", noun)] == ["noun-not-an-assignment"]


@pytest.mark.rule("14.2.3")
def test_the_weather_at_the_target_is_the_reason() -> None:
    weather = {"Arctic": "fine", "North Temperate": "storm", "Mediterranean": "fine"}
    everywhere = dict.fromkeys(("North Monsoon", "South Monsoon", "South Temperate"), "fine")
    here = border(weather={**weather, **everywhere})
    assert here.game.over  # nothing can fly anywhere near, so nobody is asked


@pytest.mark.rule("14.2.1")
@pytest.mark.rule("10.2")
def test_the_limit_of_the_action_is_the_reason() -> None:
    here = to_attack(border(action="combined"))
    orders: Any = {"Stuka": ("fly", "Brest-Litovsk")}
    assert why(here, **orders) == ""
    for column in here.game.state.columns:
        if column.endswith("air missions"):
            here.game.state.columns[column][0] = 100
    here.game.forget()
    assert why(here, **orders) == "10.2 activity-limit-reached"


@pytest.mark.rule("14.2.2")
@pytest.mark.parametrize("mission", ["ground strike", "strategic bombardment"])
def test_what_is_offered_is_what_no_rule_forbids(mission: str) -> None:
    here = to_attack(border()) if mission == "ground strike" else border(mission=mission)
    if here.game.over:
        return
    game = here.game
    frame, wave = game.enclosing(Mission), Wave(ATTACKERS, 0)
    offer = {int(item.item): set(item.to) for item in here.offer("fly").items}
    for name in ("Stuka", "He-111", "Bf-109", "Ju-52", "other Stuka"):
        thing = here[name]
        for word in FLIGHTS:
            for place in ("Brest-Litovsk", "E2239", "Moscow", "Lodz"):
                choice = f"{word} {here.place(place)}"
                allowed = order_violation(game, frame, wave, thing, choice) is None
                assert allowed is (choice in offer.get(thing, ())), (name, word, place)


@pytest.mark.rule("14.2.5/combat air patrol (cap)")
def test_patrols_are_flown_where_bombers_can_come() -> None:
    """Moscow has a Soviet unit in it, but no German bomber can reach it."""
    here = border()
    assert here.asked == ("ussr", "fly-patrols")
    places = potential_targets(here.game, here.game.enclosing(Mission))
    assert here.place("Brest-Litovsk") in places
    assert here.place("Moscow") not in places
    assert here.can("I-16", "patrol", "Brest-Litovsk")


@pytest.mark.rule("14.2.4")
def test_a_player_is_told_why_an_aircraft_cannot_land_there() -> None:
    here = to_attack(border())
    here.fly(Stuka=("fly", "Brest-Litovsk"))
    here.let_go(until=("choose-base",))
    assert flying_to(here.game, here.place("Brest-Litovsk")) == (here["Stuka"],)

    def told(place: str) -> str:
        (found,) = here.game.why_not("return-to", here.place(place))
        return f"{found.rule} {found.key}"

    assert told("Moscow") == "14.2.4 base-out-of-range"
    assert told("Berlin") == "14.2.4 base-out-of-range"
    assert told("E2335") == "14.2.4 base-not-friendly"
    assert here.game.why_not("return-to", here.place("Warsaw")) == ()


@pytest.mark.rule("11.16")
def test_a_player_is_told_why_an_aircraft_cannot_rebase() -> None:
    here = border(mission="rebase")
    here.game.write(FACE_DOWN, here["Bf-109"], 1)
    here.start("rebase")

    def told(verb: str, noun: int) -> str:
        (found,) = here.game.why_not(verb, noun)
        return f"{found.rule} {found.key}"

    assert told("rebase", here["Bf-109"]) == "14.2.2 aircraft-face-down"
    assert told("rebase", here["I-16"]) == "11.16 not-its-aircraft"
    here.do("rebase", here["Stuka"])
    assert told("rebase-to", here.place("Warsaw")) == "11.16 already-based-there"
    assert told("rebase-to", here.place("Paris")) == "11.16 rebase-out-of-range"
    assert told("rebase-to", here.place("Brest-Litovsk")) == "14.2.4 base-not-friendly"
    here.do("rebase-to", here.place("Lodz"))
    assert told("rebase", here["Stuka"]) == "10.2 has-rebased"


@pytest.mark.rule("14.2.2")
def test_the_reasons_are_sentences() -> None:
    here = to_attack(border())
    offered = {str(item.item): "stay" for item in here.offer("fly").items}
    noun = {**offered, str(here["Stuka"]): here.words(("fly", "Moscow"))}
    (found,) = here.game.why_not("fly", noun)
    assert (
        tell_violation(here.game, found) == "[14.1.1] E1344 Moscow is out of range for Ju-87B, which can fly 3 points."
    )


#: mission → who of `border` can fly it as a bomber
BOMBERS = {
    "ground strike": {"Stuka", "He-111", "Bf-109"},
    "ground support": {"Stuka", "He-111", "Bf-109"},
    "strategic bombardment": {"Stuka", "He-111"},
    "air transport": {"Ju-52"},
    "paradrop": {"Ju-52"},
    "air supply": {"Ju-52"},
}


@pytest.mark.rule("14.2.2/table: air missions")
@pytest.mark.rule("14.2.6")
@pytest.mark.parametrize("mission", BOMBERS)
def test_who_can_fly_which_mission(mission: str) -> None:
    """By the factors printed: the Bf-109 has a tactical, the bombers also a strategic one; transports have neither."""
    here = border()
    able = {
        name for name in ("Stuka", "He-111", "Bf-109", "Ju-52") if bomber_flights(here.game, here[name], KINDS[mission])
    }
    assert able == BOMBERS[mission]
    flights = [flight for name in able for flight in bomber_flights(here.game, here[name], KINDS[mission])]
    assert all(flight.is_bomber and not flight.is_fighter for flight in flights)


@pytest.mark.rule("14.2")
@pytest.mark.rule("14.2.5")
@pytest.mark.rule("14.2.2/table: air missions")
def test_fighters_are_whoever_flies_patrol_escort_or_interception() -> None:
    here = to_attack(border())
    assert here.can("Bf-109", "escort", "Brest-Litovsk")
    assert not here.can("Stuka", "escort", "Brest-Litovsk")
    assert not here.can("Ju-52", "escort", "Brest-Litovsk")
    here.fly(Stuka=("fly", "Brest-Litovsk"), **{"Bf-109": ("escort", "Brest-Litovsk")})
    place = here.place("Brest-Litovsk")
    assert fighters(here.game, flying_to(here.game, place)) == (here["Bf-109"],)
    assert bombers(here.game, flying_to(here.game, place)) == (here["Stuka"],)


@pytest.mark.rule("14.2.4")
@pytest.mark.rule("2.3.1")
def test_an_aircraft_returns_to_any_friendly_hex_in_range_and_the_controller_destroys_what_is_too_much() -> None:
    """The base is full with a face-up fighter: the bomber comes down there face-down, and the fighter is lost."""
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Ju-87", "ge-lnd-ju-87d-wif")],
            "E2637": [("Bf-109", "ge-ftr-bf-109e3-wif")],
            "Bialystok": [("corps", "ussr INF")],
        },
        side="axis",
        actions={"germany": "air"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "E2637"], "ussr": ["Bialystok"]},
        throws=(10,),
    )
    here.start("step: ground strike")
    here.fly(**{"Ju-87": ("fly", "Bialystok")})
    while here.asked[1] != "choose-base":
        here.hold()
    assert here.place("E2637") in here.offer("return-to").domain
    here.do("return-to", here.place("E2637"))
    assert (here.is_at("Ju-87", "E2637"), here.face_down("Ju-87")) == (True, True)
    assert not here.is_at("Bf-109", "E2637")

"""9.8 Multiple states of war in the air: who meets whom over a hex where not everybody is at war with everybody."""

from __future__ import annotations

from typing import TypeVar

import pytest
from positions import align, give_control, put, set_wars
from sorties import Sortie, sortie

from worldfire.engine.events import Event
from worldfire.forces.things import FACE_DOWN, PLACE
from worldfire.rules.s11_07_strategic_bombardment import Bombed
from worldfire.rules.s14_air_combat import Aborted, AirResult, Arranged, ClearedThrough, RoundBegan

Told = TypeVar("Told", bound=Event)


def over_london(**more: object) -> Sortie:
    """Germany and Italy are at war with the Commonwealth; the USA is at war with Germany at most."""
    wars = [("germany", "commonwealth"), ("italy", "commonwealth"), *more.pop("wars", [])]  # type: ignore[misc]
    return sortie(
        "global-war",
        {
            "London": [("US corps", "usa INF"), ("US LND", "usa LND")],
            "Portsmouth": [("Hurricane", "commonwealth FTR"), ("P-40", "usa FTR")],
            "Lille": [("He-111", "ge-lnd-he-111h3-wif")],
            "W1534": [("SM-79", "italy LND"), ("MC-200", "italy FTR"), ("Bf-109", "ge-ftr-bf-109e3-wif")],
        },
        side="axis",
        actions={"germany": "air", "italy": "air", "japan": "pass"},
        wars=wars,
        co_operating=[("germany", "italy"), ("usa", "commonwealth")],
        control={"germany": ["country:France", "W1534"]},
        **more,
    )


def events(here: Sortie, kind: type[Told]) -> list[Told]:
    return [event for entry in here.game.entries for event in entry.events if isinstance(event, kind)]


def until(here: Sortie, prompt: str, seat: str) -> None:
    """Everybody holds back until this is asked."""
    while here.asked != (seat, prompt):
        here.hold()


def lines(here: Sortie) -> set[str]:
    """Who was arranged for the air-to-air combat, as far as the sides have done so."""
    here.let_go(until=("air-abort", "choose-base"))
    things = {thing for event in events(here, Arranged) for thing in (*event.fighters, *event.bombers)}
    return {name for name, thing in here.things.items() if thing in things}


@pytest.mark.rule("9.8", example="WF1-082")
@pytest.mark.rule("11.8")
def test_over_london_italians_strike_and_meet_americans_as_if_at_war() -> None:
    """The US corps there are the reason: its fighter may intercept, alone, and may be intercepted."""
    here = over_london(throws=(10,) * 20)
    here.start("ground strike")
    until(here, "fly-attackers", "italy")
    here.fly(**{"SM-79": ("fly", "London")})
    until(here, "fly-interceptors", "usa")
    assert here.can("P-40", "intercept", "London")
    here.fly(**{"P-40": ("intercept", "London")})
    until(here, "fly-counter-interceptors", "germany")
    assert here.can("Bf-109", "intercept", "London")
    here.hold()
    until(here, "fly-counter-interceptors", "italy")
    here.fly(**{"MC-200": ("intercept", "London")})
    assert lines(here) == {"SM-79", "MC-200", "P-40"}


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.8")
def test_without_an_american_unit_there_the_american_fighter_has_no_part() -> None:
    here = over_london(throws=(10,) * 20)
    for name in ("US corps", "US LND"):
        here.game.write(PLACE, here[name], here.place("W1735"))
    here.things["British"] = put(here.game, "commonwealth INF", "London")
    here.start("ground strike")
    until(here, "fly-patrols", "usa")
    here.fly(**{"P-40": ("patrol", "London")})
    until(here, "fly-attackers", "italy")
    here.fly(**{"SM-79": ("fly", "London")})
    until(here, "fly-interceptors", "commonwealth")
    here.fly(Hurricane=("intercept", "London"))
    assert lines(here) == {"SM-79", "Hurricane"}, "its patrol only looks on"


def raid(*interceptors: str, throws: tuple[int, ...]) -> Sortie:
    """German and Italian bombers over London, with an Italian fighter; the USA is at war with Germany alone."""
    here = over_london(wars=[("germany", "usa")], throws=throws)
    here.start("strategic bombardment")
    until(here, "fly-attackers", "germany")
    here.fly(**{"He-111": ("fly", "London")})
    here.fly(**{"SM-79": ("fly", "London")})
    while here.asked[1] == "fly-interceptors":
        name = {"usa": "P-40", "commonwealth": "Hurricane"}[here.asked[0]]
        if name in interceptors:
            here.fly(**{name: ("intercept", "London")})
        else:
            here.hold()
    return here


@pytest.mark.rule("9.8", example="WF1-083")
@pytest.mark.rule("11.7")
def test_americans_meet_the_german_bombers_and_the_italian_ones_are_through() -> None:
    here = raid("P-40", throws=(10, 10) * 12)
    assert here.asked == ("germany", "fly-counter-interceptors")
    here.hold()
    assert here.asked[1] != "fly-counter-interceptors", "Italian fighters may not intercept Americans"
    assert lines(here) == {"He-111", "P-40"}
    here.let_go()
    assert events(here, Bombed)


@pytest.mark.rule("9.8", example="WF1-083")
@pytest.mark.rule("11.7")
def test_with_a_british_fighter_it_is_one_combat_until_that_is_shot_down() -> None:
    """Then the Italian bomber is through, and the Italian fighter goes home."""
    here = raid("P-40", "Hurricane", throws=(6, 6, *(10,) * 30))
    until(here, "fly-counter-interceptors", "italy")
    here.fly(**{"MC-200": ("intercept", "London")})
    while here.asked[1] == "air-arrange":
        allied = here.asked[0] in ("commonwealth", "usa")
        order = ("Hurricane", "P-40") if allied else ("MC-200",)
        bombers = () if allied else ("He-111", "SM-79")
        here.do("arrange", (tuple(here[name] for name in order), tuple(here[name] for name in bombers)))
    assert lines(here) == {"He-111", "SM-79", "MC-200", "P-40", "Hurricane"}
    assert [event.result for event in events(here, AirResult)] == ["-", "AX"]
    here.let_go(until=("choose-base",))
    assert [event.aircraft for event in events(here, ClearedThrough)] == [here["SM-79"]]
    assert [event.aircraft for event in events(here, Aborted)] == [here["MC-200"]]
    assert here.asked == ("italy", "choose-base")
    assert len(events(here, RoundBegan)) == 1
    here.do("return-to", next(iter(here.offer("return-to").every())))
    assert len(events(here, RoundBegan)) == 2, "the others fight on"


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.17.1")
@pytest.mark.parametrize("against_finland", [True, False])
def test_soviet_fighters_meet_a_german_transport_that_supplies_helsinki_if_they_are_at_war_with_finland(
    against_finland: bool,
) -> None:
    """The USSR is not at war with Germany, but with the hex."""
    here = sortie(
        "global-war",
        {
            "Helsinki": [("corps", "germany INF")],
            "E2350": [("I-16", "su-ftr-yak-3-vk107-wif")],
            "Turku": [("Ju-52", "germany ATR")],
        },
        side="axis",
        actions={"germany": "air", "italy": "pass", "japan": "pass"},
        throws=(6,) * 20,
    )
    align(here.game, "finland", "germany")
    set_wars(here.game, [("germany", "commonwealth"), *([("ussr", "finland")] if against_finland else [])])
    give_control(here.game, "finland", "country:Finland")
    here.game.write(FACE_DOWN, here["corps"], 1)
    here.start("reorganisation")
    until(here, "fly-attackers", "germany")
    here.fly(**{"Ju-52": ("fly", "Helsinki")})
    assert (here.asked == ("ussr", "fly-interceptors")) == against_finland
    if against_finland:
        here.fly(**{"I-16": ("intercept", "Helsinki")})
        assert lines(here) == {"I-16", "Ju-52"}

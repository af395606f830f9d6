"""11.8 Ground strike."""

from __future__ import annotations

from typing import Any

import pytest
from positions import power
from situations import totals
from sorties import Sortie, sortie

from worldfire.forces.flights import Flight
from worldfire.forces.participants import YEAR
from worldfire.forces.things import Flipped
from worldfire.rules.s11_08_ground_strike import GroundStrike
from worldfire.rules.s14_1_range import printed_range, return_reach
from worldfire.rules.s14_2_missions import factors, printed_factors
from worldfire.rules.s14_air_combat import RoundBegan
from worldfire.rules.s14_air_missions import ReturnedToBase
from worldfire.rules.s15_surprise import SURPRISE

WAR = [("germany", "ussr")]


def stukas(throws: tuple[int, ...] = (), action: str = "air", surprised: bool = False, **situation: Any) -> Sortie:
    """A Ju-87 (5) and a fighter at Warsaw, two Soviet units in Brest-Litovsk, and fighters at Minsk behind them."""
    here = sortie(
        "barbarossa",
        {
            "Warsaw": [("Stuka", "ge-lnd-ju-87b-wif"), ("Bf-109", "ge-ftr-bf-109e3-wif")],
            "Brest-Litovsk": [("Zhukov", "Zhukov"), ("army", "ussr INF")],
            "E2537": [("Bf-110", "ge-ftr-bf-110c-wif")],
            "Bialystok": [("I-16", "su-ftr-i-16-wif")],
            "Minsk": [("MiG-3", "su-ftr-mig-3-wif")],
        },
        side="axis",
        actions={"germany": action},
        throws=throws,
        wars=WAR,
        control={"germany": ["Warsaw", "E2537"], "ussr": ["Brest-Litovsk", "Minsk", "Bialystok"]},
        **situation,
    )
    if surprised:
        here.game.set(SURPRISE, ((power(here.game, "germany"), power(here.game, "ussr")),))
    here.start("ground strike")
    return here


def strikes(events: tuple[Any, ...]) -> list[GroundStrike]:
    return [event for event in events if isinstance(event, GroundStrike)]


@pytest.mark.rule("11.8")
@pytest.mark.rule("11.8/the strike")
@pytest.mark.rule("14.2.4")
@pytest.mark.rule("14.2.5/combat air patrol (cap)")
def test_each_bomber_attacks_each_face_up_unit() -> None:
    strike = stukas(throws=(6, 5))
    assert strike.asked == ("ussr", "fly-patrols")
    assert strike.can("I-16", "patrol", "Brest-Litovsk")
    strike.hold()
    assert strike.asked == ("germany", "fly-attackers")
    strike.fly(Stuka=("fly", "Brest-Litovsk"))
    events = strike.do("hold-back")  # the I-16 could intercept
    assert strike.asked == ("germany", "choose-base")
    assert [(e.unit, e.factor, e.dice, e.success) for e in strikes(events)] == [
        (min(strike["Zhukov"], strike["army"]), 5, (6,), False),
        (max(strike["Zhukov"], strike["army"]), 5, (5,), True),
    ]
    events = strike.do("return-to", strike.place("Warsaw"))
    assert ReturnedToBase(thing=strike["Stuka"], base=strike.place("Warsaw")) in events
    assert Flipped(thing=strike["Stuka"], face_down=True) in events
    assert strike.game.over


@pytest.mark.rule("11.8", example="WF1-145")
@pytest.mark.rule("15.1/aircraft units", example="WF1-145")
def test_an_extra_die_against_the_surprised_and_nobody_may_intercept() -> None:
    strike = stukas(throws=(6, 5, 9, 10), surprised=True)
    strike.hold()  # patrols may fly, though they will be ignored
    events = strike.fly(Stuka=("fly", "Brest-Litovsk"))
    first, second = strikes(events)
    assert (first.dice, first.success) == ((6, 5), True)  # either die will do
    assert (second.dice, second.success) == ((9, 10), False)
    assert strike.asked == ("germany", "choose-base")


@pytest.mark.rule("15.1")
def test_patrols_of_the_surprised_are_ignored() -> None:
    strike = stukas(throws=(6, 6, 9, 10), surprised=True)
    strike.fly(**{"I-16": ("patrol", "Brest-Litovsk")})
    events = strike.fly(Stuka=("fly", "Brest-Litovsk"))
    assert len(strikes(events)) == 2
    assert strike.asked == ("germany", "choose-base")


@pytest.mark.rule("14.2.3")
@pytest.mark.rule("14.5")
@pytest.mark.parametrize(("weather", "factor"), [("fine", 5), ("rain", 3), ("snow", 3)])
def test_rain_and_snow_halve_the_factors(weather: str, factor: int) -> None:
    strike = stukas(throws=(10, 10), weather=weather)
    strike.hold()
    strike.fly(Stuka=("fly", "Brest-Litovsk"))
    assert {event.factor for event in strikes(strike.do("hold-back"))} == {factor}


@pytest.mark.rule("14.2.3")
@pytest.mark.parametrize("weather", ["storm", "blizzard"])
def test_nothing_flies_in_storm_or_blizzard(weather: str) -> None:
    strike = stukas(weather=weather)
    assert strike.game.over


@pytest.mark.rule("10.2")
@pytest.mark.rule("14.2.1")
def test_a_land_action_allows_few_missions_and_a_pass_none() -> None:
    assert stukas(action="pass").game.over
    strike = stukas(action="land")
    strike.hold()
    strike.fly(Stuka=("fly", "Brest-Litovsk"))


@pytest.mark.rule("14.2.5/escorting")
def test_an_escort_needs_somebody_to_escort() -> None:
    strike = stukas()
    strike.hold()
    alone = strike.order({"Bf-109": ("escort", "Brest-Litovsk")})
    (violation,) = strike.game.why_not("fly", alone)
    assert (violation.rule, violation.key) == ("14.2.5", "nobody-to-escort")
    together = strike.order({"Stuka": ("fly", "Brest-Litovsk"), "Bf-109": ("escort", "Brest-Litovsk")})
    assert strike.game.why_not("fly", together) == ()


@pytest.mark.rule("14.2.5/intercepting")
@pytest.mark.rule("14.1.1/reduced range")
@pytest.mark.rule("14.3")
def test_interceptors_fly_half_their_range_and_are_intercepted_in_turn() -> None:
    """The I-16 (range 4) reaches the hex, the MiG-3 (range 5) does not; the Bf-110 (range 5, so 3) follows."""
    strike = stukas(throws=totals(2, 20))
    assert strike.can("MiG-3", "patrol", "Brest-Litovsk")
    strike.hold()
    strike.fly(Stuka=("fly", "Brest-Litovsk"))
    assert strike.asked == ("ussr", "fly-interceptors")
    assert strike.can("I-16", "intercept", "Brest-Litovsk")
    assert not strike.can("MiG-3", "intercept", "Brest-Litovsk")
    strike.fly(**{"I-16": ("intercept", "Brest-Litovsk")})
    assert strike.asked == ("germany", "fly-counter-interceptors")
    assert not strike.can("Bf-109", "intercept", "Brest-Litovsk")  # 3, so 2: one hex short
    events = strike.fly(**{"Bf-110": ("intercept", "Brest-Litovsk")})
    (began,) = [event for event in events if isinstance(event, RoundBegan)]
    assert began.strengths == (40, 30)  # fighters only: 4 against 3


@pytest.mark.rule("11.8", example="WF1-144")
@pytest.mark.rule("14.4/carrier planes", example="WF1-144")
@pytest.mark.rule("14.5", example="WF1-144")
def test_singapore_in_the_rain() -> None:
    strike = sortie(
        "global-war",
        {
            "South China Sea 3": [("Ryujo", "Ryujo"), ("Soryu", "Soryu")],
            "A0823": [("Mountbatten", "Mountbatten"), ("corps", "commonwealth INF")],
        },
        side="axis",
        actions={"japan": "air"},
        throws=(3, 1),
        wars=[("japan", "commonwealth")],
        weather="rain",
    )
    strike.game.set(YEAR, 1942)
    strike.start("ground strike")
    assert strike.asked[1] == "fly-attackers"
    events = strike.fly(Ryujo=("fly", "A0823", 1), Soryu=("fly", "A0823", 0))
    corps_first = strike["corps"] < strike["Mountbatten"]
    assert [(e.aircraft, e.factor, e.success) for e in strikes(events)] == [
        (strike["Soryu"], 1, False),
        (strike["Soryu"], 1, True),
    ]
    assert strike.face_down("Mountbatten") is corps_first
    assert strike.face_down("Ryujo")
    assert strike.face_down("Soryu")
    assert strike.is_at("Soryu", "South China Sea 3")


@pytest.mark.rule("14.1.1/extended range")
@pytest.mark.rule("14.2.4")
def test_extended_range_may_be_used_to_a_near_hex_for_the_longer_way_home() -> None:
    """Half the factors, but the bomber returns as far as twice its range."""
    here = sortie(
        "barbarossa",
        {"Warsaw": [("Ju-86", "ge-lnd-ju-86g-wif")], "Brest-Litovsk": [("army", "ussr INF")]},
        side="axis",
        actions={"germany": "air"},
        wars=[("germany", "ussr")],
        control={"germany": ["Warsaw", "Konigsberg"], "ussr": ["Brest-Litovsk"]},
        throws=(10,),
    )
    here.start("ground strike")
    assert here.can("Ju-86", "fly", "Brest-Litovsk")
    here.fly(**{"Ju-86": ("fly-extended", "Brest-Litovsk")})
    assert factors(here.game, here["Ju-86"])[0] * 2 == printed_factors(here.game, here["Ju-86"])[0]
    far = return_reach(here.game, here["Ju-86"], Flight.EXTENDED_BOMBER)
    assert far == 2 * printed_range(here.game, here["Ju-86"])

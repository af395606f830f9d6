"""9.8 at sea: units that are not all at war with each other fight one combat, as long as each has an enemy in it."""

from __future__ import annotations

import pytest
from positions import power
from seafaring import Seafaring, at_sea

from worldfire.forces.things import PLACE
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s11_04_naval_movement import SAIL_TOGETHER
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s13_04_1_aircraft import bases_from_sea


def fighting(here: Seafaring) -> set[str]:
    fight = here.game.enclosing(NavalRound)
    units = {*fight.forces[0].units, *fight.forces[1].units}
    return {name for name, thing in here.things.items() if thing in units}


@pytest.mark.rule("9.8", example="WF1-085")
def test_once_her_only_enemy_is_sunk_a_ship_is_left_out() -> None:
    """Example 4: an X sinks the Japanese; the American is not in the next round."""
    here = at_sea(
        {
            "Bay of Bengal 3": [
                ("Texas", "us-bb-texas-sif"),
                ("Nelson", "cw-bb-nelson-sif"),
                ("Rodney", "cw-bb-rodney-sif"),
            ],
            "Bay of Bengal 2": [
                ("Tatsuta", "ja-cl-tatsuta-clif"),
                ("Deutschland", "ge-ca-deutschland-sif"),
                ("Scheer", "ge-ca-adm-scheer-sif"),
            ],
        },
        side="allies",
        actions={"usa": "naval", "commonwealth": "naval"},
        wars=[("usa", "japan"), ("commonwealth", "germany")],
        throws=(1, 1, 1, 10, 10, 10, 1, 10, 1, 1, *[10] * 4),
    )
    here.start("naval combat")
    here.give_battle("Nelson")
    here.calm("leave-combat")
    assert fighting(here) == {"Texas", "Nelson", "Rodney", "Tatsuta", "Deutschland", "Scheer"}
    for target in ("Tatsuta", "Deutschland", "Scheer", "Rodney", "Nelson", "Texas"):
        for seat in tuple(here.game.waiting) if target in _targets(here) else ():
            here.game.submit(seat, "pick-target", here[target])
        here.calm("leave-combat")
    assert here.place_named("Tatsuta") == "tray of japan"
    while here.asked[1] == "abort-to":
        here.do("abort-to", next(iter(here.offer("abort-to").every())))
    while len(here.events(Searched)) < 4:
        here.do("stay-in-combat")
    assert fighting(here) == {"Nelson", "Scheer"}


def _targets(here: Seafaring) -> set[str]:
    domain = here.offer("pick-target").domain if here.asked[1] == "pick-target" else ()
    return {name for name, thing in here.things.items() if thing in domain}


@pytest.mark.rule("13.4.3", example="WF2-055")
def test_the_owner_of_the_only_base_decides_which_aircraft_is_lost() -> None:
    """Both are within reach of W0311 alone, which is Italian and holds one of them."""
    here = at_sea(
        {"Eastern Mediterranean 3": [("G50", "it-ftr-g-50-wif"), ("FW-190", "ge-ftr-fw-190d9-wif")]},
        side="axis",
        actions={},
        wars=[("germany", "commonwealth"), ("italy", "commonwealth")],
        weather="fine",
    )
    base = here.place("W0311")
    section = here.place("Eastern Mediterranean 2")
    here.game.write(CONTROLLER, base, power(here.game, "italy"))
    for aircraft in ("G50", "FW-190"):
        for field in _bases_from(here, aircraft, section):
            if field != base:
                here.game.write(CONTROLLER, field, power(here.game, "commonwealth"))
    here.start("return to base at the end of the turn")
    while here.asked[1] == "decide-returns":
        here.do("decide-returns", tuple((item.item, 0) for item in here.offer("decide-returns").items))
    assert here.asked == ("italy", "lose-at-sea")
    assert set(here.offer("lose-at-sea").domain) == {here["G50"], here["FW-190"]}
    here.do("lose-at-sea", here["FW-190"])
    assert here.asked == ("", "")
    assert here.place_named("FW-190") == "tray of germany"
    assert here.is_at("G50", "Eastern Mediterranean 2")


def _bases_from(here: Seafaring, aircraft: str, section: int) -> tuple[int, ...]:
    twin = here.game.copy()
    twin.write(PLACE, here[aircraft], section)
    return bases_from_sea(twin, here[aircraft])


def axis_convoy(throws: tuple[int, ...]) -> Seafaring:
    """A German and an Italian ship sail together past a French cruiser that is at war with Italy alone."""
    return at_sea(
        {
            "Brest": [("Eugen", "germany SCS"), ("Zara", "it-ca-zara-sif")],
            "Bay of Biscay 4": [("French", "france SCS")],
        },
        side="axis",
        actions={"germany": "naval", "italy": "naval"},
        wars=[("italy", "france")],
        co_operating=[("germany", "italy")],
        control={"germany": ["Brest"]},
        throws=throws,
    )


@pytest.mark.rule("9.8")
@pytest.mark.rule("11.4.6/successful interception")
def test_who_is_at_war_with_nobody_who_intercepts_may_sail_on() -> None:
    here = axis_convoy((1,))
    here.game.state.consents["italy", "germany", SAIL_TOGETHER.name] = "yes"
    here.start("naval movement")
    here.sail("germany", ["Eugen", "Zara"], "Bay of Biscay", "Cape St Vincent 0")
    here.do("intercept", here["French"])
    assert here.asked == ("germany", "leave-the-hunted")
    here.do("leave-the-hunted")
    assert here.place_named("Eugen") == "Cape St Vincent 0"
    assert here.asked[1] == "stop-or-fight"
    here.do("stop-here", here.place("Bay of Biscay 0"))
    assert here.place_named("Zara") == "Bay of Biscay 0"

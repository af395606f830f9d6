"""What a veteran tries first at sea: cases A3 to A14 of the sea, each played from its situation to its outcome.

A1 and A4 stand with naval combat (`test_s11_05_naval_combat.py`), and so do parts of others with the rule that they ask about.
"""

from __future__ import annotations

from typing import Any

import pytest
from ashore import Landing, landing
from positions import give_control, power, unit
from seafaring import Seafaring, at_sea
from shipping import Shipping, shipping
from test_s13_04_return_to_base import AXIS, STEP, decide, evening

from worldfire.forces.things import FACE_DOWN, PLACE, aboard
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.rules.s02_4_supply import in_supply, supply_path
from worldfire.rules.s04_reinforcements import SCRAPPED, SORTING, Sorting
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_05_8_results import HitSuffered
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s13_06_1_by_sea import GoodsRouted, PromiseDelivered

CLASSIC = ("classic",)
Units = dict[str, list[tuple[str, str]]]
WAR = [("germany", "commonwealth"), ("italy", "commonwealth")]


def why(here: Seafaring, seat: str, verb: str, noun: Any) -> str:
    found = here.game.why_not(verb, noun, seat)
    return f"{found[0].rule} {found[0].key}" if found else ""


# ---------------------------------------------------------------------------------------------------------- A3 air action

NORTH_SEA: Units = {
    "North Sea 2": [("CA", "ge-ca-prinz-eugen-wif")],
    "North Sea 3": [("CV", "cw-cv-ark-royal-wif"), ("NAV", "commonwealth NAV")],
}


@pytest.mark.rule("11.5.2", example="A3")
def test_with_an_air_action_the_nav_gives_battle_once() -> None:
    """Once it is face-down nobody can, and the carrier never could."""
    here = at_sea(NORTH_SEA, actions={"commonwealth": "air"}, wars=WAR, options=CLASSIC, throws=(10, 10))
    here.start("naval combat")
    assert why(here, "commonwealth", "initiate-combat", here["CV"]) == "11.5.2 air-action-needs-an-aircraft"
    here.give_battle("NAV")
    assert (here.face_down("NAV"), here.face_down("CV")) == (True, False)
    assert [event.found for event in here.events(Searched)] == [(), ()]
    here.start("naval combat")
    assert here.asked == ("", "")


# ------------------------------------------------------------------------------------------- A5 convoys are easy to find


@pytest.mark.rule("11.5.5", example="A5")
def test_convoys_under_way_are_no_easier_to_find_in_the_first_round() -> None:
    """The roll to intercept is the search roll of that round: a 4 is a 4, though 25 convoy points sail."""
    here = at_sea(
        {"North Atlantic 3": [("U 1", "ge-sub-type-viib-wif"), ("U 2", "ge-sub-type-viic-wif")]},
        actions={"commonwealth": "naval"},
        wars=WAR,
        options=CLASSIC,
        throws=(4,),
    )
    convoy = here.lay("commonwealth", "Liverpool", 25)
    here.start("naval movement")
    here.sail("commonwealth", [convoy], "Faeroes Gap", "North Atlantic 0")
    here.do("intercept", here["U 1"])
    here.do("commit-submarines")
    (attempt,) = here.events(InterceptionTried)
    assert (attempt.roll, attempt.needed, attempt.success) == (4, 3, False)
    assert here.points("commonwealth", "North Atlantic")[0] == 25


# ------------------------------------------------------------------------------------------------------------ A7 the cargo


ITALIANS = [(name, f"it-bb-{name}-sif") for name in ("roma", "littorio", "impero")]


@pytest.mark.rule("11.5.8/combat results", example="A7")
@pytest.mark.rule("13.6.5/scrapping units", example="A7")
def test_the_cargo_of_a_transport_that_is_sunk_is_lost_with_it_and_may_be_scrapped() -> None:
    here = at_sea(
        {
            "Eastern Mediterranean 4": [("Veneto", "it-bb-vittorio-veneto-sif"), *ITALIANS],
            "Eastern Mediterranean 0": [("TRS", "cw-trs-1938-sif"), ("INF", "united-kingdom INF")],
        },
        side="axis",
        actions={"italy": "naval"},
        wars=WAR,
        throws=(1, 10, *(1,) * 9),
    )
    here.game.write(PLACE, here["INF"], aboard(here["TRS"]))
    here.start("naval combat")
    here.give_battle("Veneto")
    here.calm("leave-combat")
    while here.asked[1] == "pick-target":
        here.hit("TRS")
    assert here.events(HitSuffered)
    assert [here.place_named(name) for name in ("TRS", "INF")] == ["tray of commonwealth"] * 2
    britain = power(here.game, "commonwealth")
    here.start(SORTING.name, Sorting(britain))
    here.do("scrap-losses", (here["INF"],))
    assert [here.game.state[SCRAPPED][here[name]] for name in ("TRS", "INF")] == [0, 1]


# ------------------------------------------------------------------------------------------------ A8 what an AMPH takes

#: a coastal hex of the UK on the North Sea without a port
BEACH = "W1437"


@pytest.mark.rule("11.4.5/embarking", example="A8")
@pytest.mark.parametrize("ship", ["cw-amph-1938-sif", "cw-trs-1938-sif"])
def test_armour_does_not_embark_from_a_beach_but_marines_do_on_either(ship: str) -> None:
    here = at_sea(
        {"London": [("ship", ship)], BEACH: [("ARM", "united-kingdom ARM"), ("MAR", "united-kingdom MAR")]},
        actions={"commonwealth": "naval"},
        wars=WAR,
    )
    here.start("naval movement")
    here.sail("commonwealth", ["ship"], "North Sea 0")
    berths = ((here["ARM"], here["ship"]),)
    assert why(here, "commonwealth", "embark", berths).startswith("11.4.5 ")
    here.embark(MAR="ship")
    assert here.is_aboard("MAR", "ship")


def out_of_supply_in_massawa() -> Landing:
    """Every way home is shut. The corps embarks on an AMPH of the Red Sea Flotilla, which is always in supply there (2.4.1)."""
    here = landing(
        {
            "Massawa": [("ship", "italy AMPH"), ("INF", "italy INF")],
            "Red Sea 2": [("Leander", "cw-cl-leander-clif")],
            "Central Indian Ocean 2": [("Emerald", "cw-cl-emerald-clif")],
            "Arabian Sea 2": [("Enterprise", "cw-cl-enterprise-clif")],
        },
        {},
        side="axis",
        actions={"italy": "combined"},
        wars=WAR,
    )
    here.start("naval movement")
    here.sail("italy", ["ship"], "Red Sea 1", cargo={"INF": "ship"})
    here.do("pass")
    assert here.is_aboard("INF", "ship")
    assert (here.face_down("ship"), here.face_down("INF")) == (False, True)
    return here


@pytest.mark.rule("2.4.3/land units", example="A8")
@pytest.mark.parametrize(
    ("step", "verb", "where"),
    [("step: debark at sea", "debark", "Massawa"), ("step: invasions", "invade", "Port Sudan")],
)
def test_who_embarked_out_of_supply_stays_aboard(step: str, verb: str, where: str) -> None:
    """A transport beside it has a fresh corps, so that its side is asked at all."""
    here = out_of_supply_in_massawa()
    here.things.update(other=unit(here.game, "italy AMPH"), fresh=unit(here.game, "italy INF"))
    here.game.write(PLACE, here["other"], here.spot("Red Sea 3"))
    here.load({"fresh": "other"})
    here.start(step)
    assert here.why_not(verb, INF=where) == "11.4.5 cargo-cannot-leave"


# --------------------------------------------------------------------------------------------- A10 the convoy to Africa


def italy_moves(here: Seafaring) -> None:
    """The naval movement of the Axis in the next impulse."""
    actions = [""] * len(here.game.state.get(ACTIONS))
    actions[power(here.game, "italy")] = "naval"
    here.game.set(ACTIVE_SIDE, AXIS)
    here.game.set(ACTIONS, tuple(actions))
    here.start("naval movement")


@pytest.mark.rule("2.4.2/overseas supply paths", example="A10")
@pytest.mark.rule("2.4.2/overseas supply paths", example="WF1-039")
def test_warspite_sails_in_and_cuts_it_and_the_zara_opens_it() -> None:
    """Each in its impulse; supply goes by the Eastern Mediterranean and the Italian Coast."""
    here = at_sea(
        {
            "Tobruk": [("Rommel", "germany HQ-A")],
            "Taranto": [("Zara", "it-ca-zara-sif")],
            "Alexandria": [("Warspite", "cw-bb-warspite-sif")],
        },
        actions={"commonwealth": "naval"},
        wars=WAR,
        co_operating=[("germany", "italy")],
        control={"italy": ["Tobruk"]},
    )
    path = supply_path(here.game, here["Rommel"])
    assert path is not None
    assert next(leg.seas for leg in path.legs if leg.seas)[:2] == ("Eastern Mediterranean", "Italian Coast")
    here.start("naval movement")
    here.sail("commonwealth", ["Warspite"], "Eastern Mediterranean 2")
    assert not in_supply(here.game, here["Rommel"])
    italy_moves(here)
    here.sail("italy", ["Zara"], "Italian Coast", "Eastern Mediterranean 0")
    here.calm()
    assert here.place_named("Zara") == "Eastern Mediterranean 0"
    assert in_supply(here.game, here["Rommel"])


# --------------------------------------------------------------------------------------------- A11 the door of the Baltic


@pytest.mark.rule("11.4.4", example="A11")
@pytest.mark.rule("11.4.4/even via", example="A11")
def test_out_of_the_baltic_by_frederikshavn_in_two_impulses() -> None:
    here = at_sea(
        {"Leningrad": [("Marat", "su-bb-marat-wif"), ("Kirov", "ussr SCS")]},
        actions={"ussr": "naval"},
        wars=[("germany", "ussr"), ("germany", "denmark")],
        control={"ussr": ["Oslo", "Frederikshavn"]},
        options=CLASSIC,
    )
    here.start("naval movement")
    here.sail("ussr", ["Marat"], "Baltic Sea", "North Sea 0")
    assert here.place_named("Marat") == "North Sea 0", "Copenhagen is neutral"
    give_control(here.game, "germany", "Copenhagen")
    assert here.refusal("ussr", ["Kirov"], "Baltic Sea", "North Sea 0") == "11.4.4 passage-closed"
    by_port = ("Baltic Sea", "Frederikshavn", "North Sea 0")
    assert here.refusal("ussr", ["Kirov"], *by_port) == "11.4.4 passage-closed-via-port"
    here.sail("ussr", ["Kirov"], "Baltic Sea", "Frederikshavn")
    assert (here.place_named("Kirov"), here.face_down("Kirov")) == ("Frederikshavn", True)
    here.turn_down("Marat")
    here.game.write(FACE_DOWN, here["Kirov"], 0)  # a later impulse
    here.start("naval movement")
    here.sail("ussr", ["Kirov"], "North Sea 0")
    assert here.place_named("Kirov") == "North Sea 0"


@pytest.mark.rule("13.4.3", example="A11")
def test_a_ship_in_the_baltic_without_any_base_is_lost_at_the_end_of_the_turn() -> None:
    """Germany holds Leningrad and the door; the cruiser in the North Sea has Bergen."""
    here = evening(
        {"Baltic Sea 2": [("Kirov", "ussr SCS")], "North Sea 2": [("Gorki", "ussr SCS")]},
        wars=[("germany", "ussr")],
        control={
            "ussr": ["Bergen"],
            "germany": ["Copenhagen", "Leningrad"],
        },
    )
    here.start(STEP)
    decide(here)
    assert here.place_named("Kirov") == "tray of ussr"
    assert here.place_named("Gorki") != "tray of ussr"


# ------------------------------------------------------------------------------------------------------- A13 minor ports

SIX = ("M0620/1", "M0620/2", "M0720/1", "M0720/2", "M0921/1", "M1121/1")
ATLANTIC = ("Canadian Coast", "North Atlantic", "Faeroes Gap")
#: factories of the United Kingdom that six resources can use
BRITISH = ("W1536", "W1536", "W1536", "W1839", "W1842", "W1641")
#: no railway leads to St Johns here, so a minor port on the St Lawrence stands for it
MINOR, HALIFAX = "M0620", "M0520"


def to_britain(port: str, number: int) -> dict[str, str]:
    chain = " > ".join(f"{sea} by commonwealth" for sea in ATLANTIC)
    return {goods: f"{port} > {chain} > W1839 > {end}" for goods, end in zip(SIX[:number], BRITISH, strict=False)}


def atlantic(**situation: Any) -> Shipping:
    return shipping(convoys={"commonwealth": dict.fromkeys(ATLANTIC, 6)}, options=CLASSIC, **situation)


@pytest.mark.rule("13.6.1/transporting resources by sea", example="A13")
@pytest.mark.parametrize(("port", "number"), [(MINOR, 5), (HALIFAX, 6)])
def test_five_arrive_through_a_minor_port_and_six_through_halifax(port: str, number: int) -> None:
    here = atlantic().routes_of("commonwealth")
    if number < len(SIX):
        assert here.refusal("commonwealth", to_britain(port, number + 1)) == "13.6.1 minor-port-is-busy"
    events = here.plan("commonwealth", to_britain(port, number))
    britain = power(here.game, "commonwealth")
    assert events[0] == GoodsRouted(power=britain, goods=number, by_sea=number, convoys=3 * number)
    assert len(here.sent("commonwealth")) == number


@pytest.mark.rule("13.6.4/transport", example="A13")
def test_a_lend_leased_build_point_takes_a_place_in_the_minor_port() -> None:
    here = atlantic(promised=[("usa", "commonwealth", 0, 1)]).routes_of("usa")
    usa, britain = (power(here.game, name) for name in ("usa", "commonwealth"))
    chain = " > ".join(f"{sea} by commonwealth" for sea in ATLANTIC)
    events = here.plan("usa", {"build point 1 for commonwealth": f"M0718: {MINOR} > {chain} > W1839 > W1536"})
    assert events[-1] == PromiseDelivered(power=usa, recipient=britain, resources=0, points=1)
    here.others_until("commonwealth")
    assert here.refusal("commonwealth", to_britain(MINOR, 5)) == "13.6.1 minor-port-is-busy"
    events = here.plan("commonwealth", to_britain(MINOR, 4))
    assert events[0] == GoodsRouted(power=britain, goods=4, by_sea=4, convoys=12)

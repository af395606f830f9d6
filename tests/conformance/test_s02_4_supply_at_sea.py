"""2.4 Supply overseas where real ships decide: who cuts it, who keeps it open, and through which seas it goes."""

from __future__ import annotations

import pytest
from positions import give_control, power, set_weather
from seafaring import Seafaring, at_sea

from worldfire.forces.things import FACE_DOWN, PLACE, place_index
from worldfire.forces.who import COUNTRY
from worldfire.rules.s02_4_supply import in_supply, supply_path
from worldfire.rules.s02_4_supply_limits import sea_is_open, tracer_of

AXIS_WAR = [("germany", "commonwealth"), ("italy", "commonwealth")]
TOGETHER = [("germany", "italy")]


def tobruk(more: dict[str, list[tuple[str, str]]], wars: list[tuple[str, str]], **situation: object) -> Seafaring:
    """An Axis HQ in Tobruk that holds no other port of Africa."""
    units = {"Tobruk": [("Rommel", "germany HQ-A")], "Taranto": [("Zara", "it-ca-zara-sif")], **more}
    here = at_sea(units, side="axis", actions={"italy": "naval"}, wars=wars, co_operating=TOGETHER, **situation)  # type: ignore[arg-type]
    give_control(here.game, "italy", "Tobruk")
    return here


@pytest.mark.rule("2.4.2/overseas supply paths", example="A10")
def test_the_convoy_to_africa_is_not_stopped_by_submarines_and_convoys() -> None:
    """A10 (a)."""
    here = tobruk({"Eastern Mediterranean 3": [("boat", "commonwealth SUB")]}, AXIS_WAR)
    here.lay("commonwealth", "Eastern Mediterranean", 10)
    path = supply_path(here.game, here["Rommel"])
    assert in_supply(here.game, here["Rommel"])
    sea_leg = next(leg for leg in path.legs if leg.seas)  # type: ignore[union-attr]
    assert sea_leg.seas[0] == "Eastern Mediterranean"
    assert sea_leg.counts[sea_leg.landing] == 1, "the port counts one hex"


@pytest.mark.rule("2.4.2/overseas supply paths", example="A10")
def test_an_aircraft_stops_it_in_fine_weather_until_a_cruiser_sails() -> None:
    """A10 (b) and (c): the cruiser keeps the sea open even face-down."""
    here = tobruk({"Eastern Mediterranean 3": [("Beaufort", "commonwealth NAV")]}, AXIS_WAR)
    assert not in_supply(here.game, here["Rommel"])
    set_weather(here.game, "storm")
    assert in_supply(here.game, here["Rommel"])
    set_weather(here.game, "fine")
    assert not in_supply(here.game, here["Rommel"])
    here.start("naval movement")
    here.sail("italy", ["Zara"], "Italian Coast", "Eastern Mediterranean 0")
    here.calm()
    assert here.place_named("Zara") == "Eastern Mediterranean 0"
    assert in_supply(here.game, here["Rommel"])
    here.turn_down("Zara")
    here.game.forget()
    assert in_supply(here.game, here["Rommel"])


@pytest.mark.rule("2.4.2/overseas supply paths", example="A10")
def test_only_the_ship_of_an_enemy_cuts_it() -> None:
    """A10 (d): the French cruiser does while the Commonwealth is not at war with Italy, the British one does not."""
    wars = [("italy", "france")]
    here = tobruk({"Eastern Mediterranean 2": [("London", "cw-ca-london-sif"), ("Emile", "france SCS")]}, wars)
    rome = at_sea({"Tobruk": [("corps", "italy INF")]}, side="axis", actions={"italy": "naval"}, wars=wars)
    give_control(rome.game, "italy", "Tobruk")
    assert in_supply(rome.game, rome["corps"])
    italian = tracer_of(here.game, here["Zara"])
    assert not sea_is_open(here.game, italian, "Eastern Mediterranean")
    here.game.write(PLACE, here["Emile"], here.place("Marseille"))
    here.game.forget()
    assert sea_is_open(here.game, italian, "Eastern Mediterranean")


def guadalcanal() -> Seafaring:
    units = {
        "Guadalcanal": [("marines", "usa MAR")],
        "Rabaul": [("Aoba", "ja-ca-aoba-sif"), ("Furutaka", "ja-ca-furutaka-sif")],
        "Noumea": [("Chicago", "us-ca-chicago-sif")],
    }
    here = at_sea(
        units,
        side="axis",
        actions={"japan": "naval"},
        campaign="guadalcanal",
        wars=[("usa", "japan"), ("commonwealth", "japan")],
    )
    give_control(here.game, "usa", "Guadalcanal")
    return here


@pytest.mark.rule("2.4.2/overseas supply paths")
@pytest.mark.rule("2.1.2")
def test_an_island_on_two_seas_is_cut_off_when_both_are_closed() -> None:
    """Guadalcanal lies on the Solomons and the Coral Sea. Convoy points are surface naval units too."""
    here = guadalcanal()
    assert in_supply(here.game, here["marines"])
    here.start("naval movement")
    here.sail("japan", ["Aoba"], "Solomons 3")
    here.calm()
    assert in_supply(here.game, here["marines"]), "by the Coral Sea"
    here.sail("japan", ["Furutaka"], "Solomons", "Coral Sea 1")
    here.calm()
    assert not in_supply(here.game, here["marines"])
    here.lay("usa", "Coral Sea", 1)
    here.game.forget()
    assert in_supply(here.game, here["marines"])


@pytest.mark.rule("2.4.2/overseas supply paths")
def test_ships_that_sail_in_open_the_way_for_everybody_who_co_operates() -> None:
    here = guadalcanal()
    for ship, section in (("Aoba", "Solomons 3"), ("Furutaka", "Coral Sea 3")):
        here.game.write(PLACE, here[ship], here.place(section))
    here.game.forget()
    assert not in_supply(here.game, here["marines"])
    here.game.write(PLACE, here["Chicago"], here.place("Coral Sea 1"))
    here.game.forget()
    assert in_supply(here.game, here["marines"])


@pytest.mark.rule("2.4.2/overseas supply paths")
@pytest.mark.rule("2.1.2")
def test_no_path_leads_through_seas_that_are_off_the_maps() -> None:
    here = guadalcanal()
    american = tracer_of(here.game, here["marines"])
    assert sea_is_open(here.game, american, "Coral Sea")
    assert not sea_is_open(here.game, american, "Western Mediterranean")


#: by the Red Sea and from Somalia round the Cape, every way home is shut
BLOCKADE = {
    "Red Sea 2": [("Leander", "cw-cl-leander-clif")],
    "Central Indian Ocean 2": [("Emerald", "cw-cl-emerald-clif")],
    "Arabian Sea 2": [("Enterprise", "cw-cl-enterprise-clif")],
}


@pytest.mark.rule("2.4.1")
def test_the_red_sea_flotilla_is_always_in_supply_in_an_italian_port() -> None:
    """Cut off by a British cruiser it sails as if it were at home; a German ship beside it does not."""
    units = {"Massawa": [("Leone", "italy SCS"), ("guest", "germany SCS")], **BLOCKADE}
    here = at_sea(units, side="axis", actions={"italy": "naval", "germany": "naval"}, wars=AXIS_WAR)
    assert in_supply(here.game, here["Leone"])
    assert not in_supply(here.game, here["guest"])
    here.start("naval movement")
    here.sail("italy", ["Leone"], "Red Sea 0")
    here.calm()
    assert here.place_named("Leone") == "Red Sea 0"
    assert not here.game.state[FACE_DOWN][here["Leone"]]


@pytest.mark.rule("2.4.1")
def test_it_is_not_when_somebody_else_holds_the_port() -> None:
    units = {"Massawa": [("Leone", "italy SCS")], **BLOCKADE}
    here = at_sea(units, side="axis", actions={"italy": "naval"}, wars=AXIS_WAR)
    give_control(here.game, "germany", "Massawa")
    assert not in_supply(here.game, here["Leone"])


@pytest.mark.rule("11.1", example="A4")
@pytest.mark.rule("13.4")
def test_cargo_of_a_power_that_passed_goes_home_with_its_allys_transport() -> None:
    """A4."""
    units = {"Western Mediterranean 1": [("ship", "germany TRS"), ("corps", "italy INF")]}
    here = at_sea(
        units,
        side="axis",
        actions={"germany": "naval", "italy": "pass"},
        wars=AXIS_WAR,
        co_operating=TOGETHER,
    )
    here.game.write(PLACE, here["corps"], -1 - here["ship"])
    here.game.forget()
    here.start("naval movement")
    here.sail("germany", ["ship"], "Genoa")
    here.calm()
    assert here.place_named("ship") == here.place_named("corps") == "Genoa"
    assert here.game.state[COUNTRY][here["corps"]] != here.game.state[COUNTRY][here["ship"]]
    assert power(here.game, "italy") != power(here.game, "germany")
    assert place_index(here.game, "Genoa") == here.game.state[PLACE][here["corps"]]

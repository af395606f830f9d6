"""11.4.5 Naval transport: what goes aboard what, from where, and how it comes ashore."""

from __future__ import annotations

import pytest
from positions import give_control
from seafaring import Seafaring, at_sea

from worldfire.rules.s11_04_5_naval_transport import Debarked, Embarked

WAR = [("germany", "commonwealth"), ("italy", "commonwealth"), ("germany", "france")]
#: a coastal hex of the UK on the North Sea without a port
BEACH = "W1437"


def harbour(units: dict[str, list[tuple[str, str]]], **more: object) -> Seafaring:
    here = at_sea(units, actions={"commonwealth": "naval"}, wars=WAR, **more)  # type: ignore[arg-type]
    here.start("naval movement")
    return here


TRS = ("TRS", "cw-trs-1938-sif")
AMPH = ("AMPH", "cw-amph-1938-sif")
INF = ("INF", "united-kingdom INF")
ARM = ("ARM", "united-kingdom ARM")


@pytest.mark.rule("11.4.5")
@pytest.mark.rule("11.4.5/embarking")
@pytest.mark.rule("11.4.5/debarking in port")
def test_a_unit_embarks_in_port_and_debarks_face_up_where_the_move_ends() -> None:
    here = harbour({"London": [TRS, INF]})
    events = here.sail("commonwealth", ["TRS"], "North Sea", "Faeroes Gap", "Liverpool", cargo={"INF": "TRS"})
    assert Embarked(thing=here["INF"], transport=here["TRS"], origin=here.spot("London")) in events
    assert Debarked(thing=here["INF"], transport=here["TRS"], to=here.spot("Liverpool")) in events
    assert here.place_named("INF") == "Liverpool"
    assert not here.face_down("INF")
    assert here.face_down("TRS")
    assert here.moves("commonwealth") == 1
    assert sum(here.game.state.columns["powers.land moves"]) == 0, "it is neither a land move nor a rebase"


@pytest.mark.rule("11.4.5/transport capacity", example="A8")
@pytest.mark.parametrize(
    ("ship", "cargo", "why"),
    [
        ("cw-trs-1938-sif", "united-kingdom ARM", ""),
        ("cw-trs-1938-sif", "united-kingdom FTR", ""),
        ("cw-trs-1938-sif", "united-kingdom HQ-I", ""),
        ("cw-amph-1938-sif", "united-kingdom INF", ""),
        ("cw-amph-1938-sif", "united-kingdom MOT", ""),
        ("cw-amph-1938-sif", "united-kingdom GAR", ""),
        ("cw-amph-1938-sif", "united-kingdom ARM", "11.4.5 amph-does-not-carry-it"),
        ("cw-amph-1938-sif", "united-kingdom HQ-I", "11.4.5 amph-does-not-carry-it"),
        ("cw-amph-1938-sif", "united-kingdom FTR", "11.4.5 amph-does-not-carry-it"),
        ("cw-trs-queens-sif", "united-kingdom MOT", ""),
        ("cw-trs-queens-sif", "united-kingdom ARM", "11.4.5 amph-does-not-carry-it"),
        ("cw-bb-hood-sif", "united-kingdom INF", "11.4.5 not-a-transport"),
    ],
)
def test_what_a_ship_carries(ship: str, cargo: str, why: str) -> None:
    """A8 for the kinds; the Queens take what an AMPH takes."""
    here = harbour({"London": [("ship", ship), ("cargo", cargo)]})
    assert here.refusal("commonwealth", ["ship"], "North Sea 0", cargo={"cargo": "ship"}) == why


@pytest.mark.rule("11.4.5/transport capacity")
def test_one_corps_or_aircraft_is_all_that_it_carries() -> None:
    here = harbour({"London": [TRS, INF, ARM]})
    assert here.refusal("commonwealth", ["TRS"], "North Sea 0", cargo={"INF": "TRS", "ARM": "TRS"}) == (
        "11.4.5 transport-has-cargo"
    )


@pytest.mark.rule("11.4.5/embarking", example="WF1-114")
@pytest.mark.parametrize("sea", ["North Sea", "Bay of Biscay"])
def test_a_port_on_two_seas_is_served_from_either(sea: str) -> None:
    here = at_sea(
        {"Brest": [("INF", "france INF")], "Cherbourg": [("TRS", "france TRS")], "Bordeaux": [("TRS 2", "france TRS")]},
        actions={"france": "naval"},
        wars=WAR,
    )
    here.start("naval movement")
    ship = "TRS" if sea == "North Sea" else "TRS 2"
    here.sail("france", [ship], f"{sea} 0")
    assert here.asked == ("france", "embark")
    here.embark(INF=ship)
    assert here.is_aboard("INF", ship)
    assert not here.face_down("INF")


@pytest.mark.rule("11.4.5/embarking", example="A8")
def test_who_embarks_from_a_beach() -> None:
    """A8: an AMPH takes INF from any coast; a TRS needs a port or a co-operating HQ, unless it is a MAR."""
    here = harbour({"London": [TRS, AMPH], BEACH: [INF]})
    here.sail("commonwealth", ["TRS"], "North Sea 0")
    assert here.asked == ("commonwealth", "naval-movement"), "the TRS has nothing to take aboard"
    here.sail("commonwealth", ["AMPH"], "North Sea 0")
    here.embark(INF="AMPH")
    assert here.is_aboard("INF", "AMPH")

    with_hq = harbour({"London": [TRS], BEACH: [INF, ("HQ", "united-kingdom HQ-I")]})
    with_hq.sail("commonwealth", ["TRS"], "North Sea 0")
    with_hq.embark(INF="TRS")
    assert with_hq.is_aboard("INF", "TRS")

    marines = harbour({"London": [TRS], BEACH: [("MAR", "united-kingdom MAR")]})
    marines.sail("commonwealth", ["TRS"], "North Sea 0")
    marines.embark(MAR="TRS")
    assert marines.is_aboard("MAR", "TRS")


@pytest.mark.rule("11.4.5/embarking")
def test_a_unit_is_picked_up_in_a_port_that_the_transport_passes() -> None:
    here = harbour({"London": [TRS], "Plymouth": [INF]})
    here.sail("commonwealth", ["TRS"], "North Sea", "Plymouth", verb="sail-and-pause")
    here.embark(INF="TRS")
    assert here.asked == ("commonwealth", "naval-orders")
    here.sail_on("Bay of Biscay 0")
    assert here.place_named("TRS") == "Bay of Biscay 0"
    assert here.is_aboard("INF", "TRS")


@pytest.mark.rule("11.4.5/embarking")
def test_face_down_units_do_not_embark() -> None:
    here = at_sea({"London": [TRS, INF]}, actions={"commonwealth": "naval"}, wars=WAR)
    here.turn_down("INF")
    here.start("naval movement")
    assert here.refusal("commonwealth", ["TRS"], "North Sea 0", cargo={"INF": "TRS"}) == "11.4.5 cargo-is-face-down"


@pytest.mark.rule("11.4.5/embarking")
@pytest.mark.rule("2.4.3/land units")
def test_a_unit_out_of_supply_is_turned_face_down_as_it_embarks() -> None:
    here = at_sea(
        {
            "Tobruk": [("TRS", "italy TRS"), ("INF", "italy INF")],
            "Eastern Mediterranean 2": [("Hood", "cw-bb-hood-sif")],
        },
        side="axis",
        actions={"italy": "naval"},
        wars=WAR,
    )
    here.start("naval movement")
    here.sail("italy", ["TRS"], "Eastern Mediterranean 0", cargo={"INF": "TRS"})
    assert here.is_aboard("INF", "TRS")
    assert here.face_down("INF")
    here.do("pass")  # the Hood lets it go
    assert here.face_down("TRS"), "the ship set out without supply too"


@pytest.mark.rule("11.4.5/debarking in port", example="A7")
def test_the_cargo_of_a_returning_transport_lands_face_down() -> None:
    """A7: an undamaged TRS that returns to base."""
    here = harbour({"London": [TRS, INF], "North Sea 1": [("TRS 2", "cw-trs-1940-sif")]})
    here.sail("commonwealth", ["TRS"], "North Sea 0", cargo={"INF": "TRS"})
    here.start("naval movement")  # a later impulse
    here.sail("commonwealth", ["TRS"], "London")
    assert here.place_named("INF") == "London"
    assert here.face_down("INF")


@pytest.mark.rule("11.4.5/embarking", example="A4")
@pytest.mark.rule("11.1")
def test_units_of_a_power_that_passed_do_not_embark() -> None:
    """A4."""
    here = at_sea(
        {
            "Genoa": [("TRS", "germany TRS"), ("INF", "italy INF")],
            "Western Mediterranean 0": [("TRS 2", "germany TRS")],
        },
        side="axis",
        actions={"italy": "pass", "germany": "naval"},
        wars=WAR,
        co_operating=[("germany", "italy")],
    )
    here.start("naval movement")
    here.game.give_consent("italy", "germany", "transport", "yes")
    assert here.refusal("germany", ["TRS"], "Western Mediterranean 0", cargo={"INF": "TRS"}) == (
        "11.1 passed-does-not-embark"
    )


@pytest.mark.rule("18.2")
@pytest.mark.rule("18.3")
def test_an_allys_unit_embarks_only_if_he_agrees_and_co_operates() -> None:
    here = at_sea(
        {"London": [TRS, ("INF", "usa INF")]},
        actions={"commonwealth": "naval", "usa": "naval"},
        wars=[*WAR, ("usa", "germany")],
        co_operating=[("usa", "commonwealth")],
    )
    here.start("naval movement")
    assert here.refusal("commonwealth", ["TRS"], "North Sea 0", cargo={"INF": "TRS"}) == "18.3 owner-does-not-embark"
    here.game.give_consent("usa", "commonwealth", "transport", "yes")
    here.sail("commonwealth", ["TRS"], "North Sea 0", cargo={"INF": "TRS"})
    assert here.is_aboard("INF", "TRS")


@pytest.mark.rule("11.4.5/debarking in port")
@pytest.mark.rule("18.2/foreign troop commitments")
def test_cargo_does_not_land_where_it_may_not_be() -> None:
    here = harbour({"London": [TRS, INF]})
    give_control(here.game, "germany", "Bergen")
    assert here.refusal("commonwealth", ["TRS"], "North Sea", "Brest", cargo={"INF": "TRS"}) == "18.2 foreign-troops"

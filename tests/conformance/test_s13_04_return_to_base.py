"""13.4 Return to base: who must and who may, the way home, and units that stay at sea without a base."""

from __future__ import annotations

from typing import Any

import pytest
from positions import give_control, power, unit
from seafaring import Seafaring, at_sea

from worldfire.engine.shapes import Amounts
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, aboard, place_index
from worldfire.forces.turn import ACTIVE_SIDE, INITIATIVE_SIDE
from worldfire.forces.who import NOBODY
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS
from worldfire.rules.s13_04_1_aircraft import bases_from_sea, range_from_section
from worldfire.rules.s13_04_return_to_base import crowded_out

WAR = [("germany", "commonwealth"), ("italy", "commonwealth"), ("germany", "france")]
STEP = "return to base at the end of the turn"
AXIS, ALLIES = 0, 1


def evening(units: dict[str, list[tuple[str, str]]], wars: Any = WAR, initiative: int = AXIS, **more: Any) -> Seafaring:
    """The position at the end of a turn."""
    here = at_sea(units, actions={}, wars=wars, **more)
    here.game.set(ACTIVE_SIDE, NOBODY)
    here.game.set(INITIATIVE_SIDE, initiative)
    return here


def decide(here: Seafaring, *home: str) -> None:
    """These go home, the others stay."""
    offer = here.offer("decide-returns")
    assert isinstance(offer, Amounts)
    going = {here.things.get(name, name) for name in home}
    here.do("decide-returns", tuple((item.item, int(item.item in going)) for item in offer.items))


def must(here: Seafaring) -> set[Any]:
    offer = here.offer("decide-returns")
    return {item.item for item in offer.items if item.least}


def back(here: Seafaring, names: list[str], *way: str) -> None:
    here.do("return-from-sea", (here._units(names), tuple(here.spot(place) for place in way), ()))


@pytest.mark.rule("13.4")
def test_the_0_section_transports_with_cargo_and_neutrals_must_return() -> None:
    here = evening(
        {
            "North Sea 0": [("low", "cw-cl-dido-clif")],
            "North Sea 2": [("Hood", "cw-bb-hood-sif"), ("TRS", "cw-trs-1938-sif"), ("empty", "cw-trs-1940-sif")],
            "East Coast 3": [("neutral", "usa SCS")],
        },
        initiative=ALLIES,
    )
    cargo = unit(here.game, "united-kingdom INF")
    here.game.write(PLACE, cargo, aboard(here["TRS"]))
    here.lay("commonwealth", "North Sea", 6)
    here.start(STEP)
    assert here.asked == ("commonwealth", "decide-returns")
    assert must(here) == {here["low"], here["TRS"]}, "convoy points may stay in the 0 section"
    decide(here, "low", "TRS")
    assert here.place_named("Hood") == "North Sea 1", "who stays drops a section at once"
    assert here.place_named("empty") == "North Sea 1"
    assert here.points("commonwealth", "North Sea 0") == (6, 0)
    assert here.asked == ("commonwealth", "return-from-sea"), "the USA has nothing to decide: its ship must go home"
    while here.asked[0] == "commonwealth":
        here.do("return-from-sea", next(iter(here.offer("return-from-sea").every())))
    assert here.asked == ("usa", "return-from-sea")


@pytest.mark.rule("13.4")
@pytest.mark.rule("13.4.2")
@pytest.mark.rule("11.4.5/debarking in port")
def test_units_that_return_lie_face_down_in_port_with_their_cargo() -> None:
    here = evening({"North Sea 1": [("TRS", "cw-trs-1938-sif")], "London": [("INF", "united-kingdom INF")]})
    here.game.write(PLACE, here["INF"], aboard(here["TRS"]))
    here.start(STEP)
    back(here, ["TRS"], "London")
    assert here.place_named("TRS") == here.place_named("INF") == "London"
    assert here.face_down("TRS")
    assert here.face_down("INF")
    assert here.game.over


@pytest.mark.rule("13.4")
@pytest.mark.parametrize("initiative", [AXIS, ALLIES])
def test_the_side_with_the_initiative_decides_and_returns_first(initiative: int) -> None:
    here = evening(
        {"North Sea 2": [("Hood", "cw-bb-hood-sif"), ("Hipper", "ge-ca-deutschland-sif")]}, initiative=initiative
    )
    here.start(STEP)
    order = ["germany", "commonwealth"]
    first, second = order if initiative == AXIS else reversed(order)
    ship = {"germany": "Hipper", "commonwealth": "Hood"}
    assert here.asked == (first, "decide-returns")
    decide(here, ship[first])
    assert here.asked == (second, "decide-returns")
    decide(here, ship[second])
    assert here.asked == (first, "return-from-sea")
    back(here, [ship[first]], "Kiel" if first == "germany" else "London")
    assert here.asked == (second, "return-from-sea")


@pytest.mark.rule("13.4")
def test_convoy_points_that_go_home_are_used_and_fresh_again_after_the_final_reorganisation() -> None:
    here = evening({}, options=("classic",))
    here.lay("commonwealth", "North Sea", 15)
    here.start(STEP)
    name = here.convoys("commonwealth", "North Sea", 15)
    why = here.game.why_not("decide-returns", ((name, 3),), "commonwealth")
    assert [one.key for one in why] == ["convoys-in-whole-units"]
    here.do("decide-returns", ((name, 5),))
    back(here, [here.convoys("commonwealth", "North Sea", 5)], "London")
    assert here.points("commonwealth", "North Sea 0") == (10, 0)
    assert here.points("commonwealth", "London") == (5, 5)
    here.start("final reorganisation")
    assert here.points("commonwealth", "London") == (5, 0)


@pytest.mark.rule("13.4")
@pytest.mark.parametrize(("sunk", "left"), [(10, 0), (5, 5)])
def test_convoy_points_sunk_while_others_sail_home_need_no_port(sunk: int, left: int) -> None:
    """A dead end of a random game (Guadalcanal, Classic, seed 152): sunk points were still to go home, and could not."""
    here = evening({"North Sea 2": [("Hood", "cw-bb-hood-sif")]})
    here.lay("commonwealth", "North Sea", 10)
    here.start(STEP)
    convoys = here.convoys("commonwealth", "North Sea", 10)
    here.do("decide-returns", tuple((item.item, item.most) for item in here.offer("decide-returns").items))
    here.game.add(CONVOY_POINTS, power(here.game, "commonwealth"), here.spot("North Sea"), -sunk)
    back(here, ["Hood"], "London")
    if left:
        assert convoys not in str(here.offer("return-from-sea"))
        back(here, [here.convoys("commonwealth", "North Sea", left)], "London")
    assert here.points("commonwealth", "London") == (left, left)
    assert here.game.over


@pytest.mark.rule("11.4.2/into and out of port")
def test_no_marker_stays_at_sea_when_its_convoy_points_go_home() -> None:
    here = evening({})
    here.lay("commonwealth", "North Sea", 4)
    here.game.add(USED_CONVOY_POINTS, power(here.game, "commonwealth"), here.spot("North Sea"), 4)
    here.start(STEP)
    here.do("decide-returns", ((here.convoys("commonwealth", "North Sea", 4), 3),))
    back(here, [here.convoys("commonwealth", "North Sea", 3)], "London")
    assert here.points("commonwealth", "North Sea 0") == (1, 1)
    assert here.points("commonwealth", "London") == (3, 3)


@pytest.mark.rule("13.4.2")
def test_a_unit_that_must_return_and_has_no_base_is_destroyed() -> None:
    here = evening(
        {"Baltic Sea 0": [("CA", "ussr SCS")]},
        wars=[("germany", "ussr")],
        control={"germany": ["Copenhagen", "Leningrad", "country:Latvia", "country:Estonia", "country:Lithuania"]},
    )
    here.start(STEP)
    assert here.where_is(here.at("CA")) == "tray of ussr"
    assert here.game.over


def french_in_the_baltic(section: int, options: tuple[str, ...]) -> Seafaring:
    names = [(f"ship {number}", "france SCS") for number in range(5)]
    here = evening(
        {f"Baltic Sea {section}": names, "Frederikshavn": [("II INF", "united-kingdom INF")]},
        wars=[*WAR, ("germany", "denmark")],
        aligned=[("denmark", "commonwealth")],
        options=options,
    )
    give_control(here.game, "germany", "Copenhagen", "Aarhus", "Kiel", "Oslo")
    here.start(STEP)
    return here


@pytest.mark.rule("13.4.3", example="WF2-056")
@pytest.mark.parametrize(("options", "survivors"), [(("classic",), 2), ((), 4)])
def test_french_ships_in_the_baltic_stay_as_far_as_frederikshavn_has_room(
    options: tuple[str, ...], survivors: int
) -> None:
    here = french_in_the_baltic(3, options)
    decide(here)
    lost = 0
    while not here.game.over:
        assert here.asked == ("commonwealth", "lose-at-sea"), "the owner of the base decides"
        here.do("lose-at-sea", here.offer("lose-at-sea").domain[0])
        lost += 1
    where = [here.place_named(f"ship {number}") for number in range(5)]
    assert where.count("Baltic Sea 2") == survivors
    assert lost == 5 - survivors


@pytest.mark.rule("13.4.3", example="WF2-056")
@pytest.mark.rule("13.4.2")
def test_from_the_0_section_all_of_them_are_lost() -> None:
    """They must return, and cannot stack with the British who hold the only port."""
    here = french_in_the_baltic(0, ())
    assert {here.place_named(f"ship {number}") for number in range(5)} == {"tray of france"}


# ---------------------------------------------------------------------------------------------------------------- aircraft


@pytest.mark.rule("11.3", example="WF1-101")
@pytest.mark.rule("13.4.1", example="WF1-101")
@pytest.mark.parametrize(("section", "cost"), [(0, 0), (1, 1), (2, 3), (3, 6), (4, 10)])
def test_the_higher_the_section_the_less_range_is_left(section: int, cost: int) -> None:
    """8 points from Key West it can go home there from every section but the highest."""
    here = evening(
        {f"East Coast {section}": [("PBM", "us-nav-pbm-1-wif")]}, wars=[("usa", "germany")], initiative=ALLIES
    )
    assert range_from_section(here.game, here["PBM"]) == 15 - cost
    here.start(STEP)
    if here.asked[1] == "decide-returns":
        decide(here, "PBM")
    base = here.spot("Key West")
    if 15 - cost < 8:
        assert base not in here.offer("land-from-sea").domain
    else:
        here.do("land-from-sea", base)
        assert (here.place_named("PBM"), here.face_down("PBM")) == ("Key West", True)


@pytest.mark.rule("13.4.1", example="WF1-102")
def test_a_pbm_returns_to_key_west_from_the_3_section_but_not_from_the_4() -> None:
    """6 out of the section, 6 for a hexdot, and 2 for the first hex."""
    for section, reached in ((3, True), (4, False)):
        here = evening({f"East Coast {section}": [("PBM", "us-nav-pbm-1-wif")]}, wars=[("usa", "germany")])
        assert (place_index(here.game, "Key West") in bases_from_sea(here.game, here["PBM"])) is reached


@pytest.mark.rule("13.4.1")
def test_an_aircraft_returns_face_down() -> None:
    here = evening({"East Coast 1": [("PBM", "us-nav-pbm-1-wif")]}, wars=[("usa", "germany")], initiative=ALLIES)
    here.start(STEP)
    decide(here, "PBM")
    assert here.asked == ("usa", "land-from-sea")
    here.do("land-from-sea", here.spot("New York"))
    assert here.is_at("PBM", "New York")
    assert here.face_down("PBM")


@pytest.mark.rule("13.4.3")
def test_two_aircraft_and_room_for_one() -> None:
    """WF2-055: both aircraft have the same hex in range, which has room for one."""
    base = 1
    assert crowded_out({"G50": (base,), "FW-190": (base,)}, {base: 1}) == ("FW-190", "G50")
    assert crowded_out({"G50": (base,), "FW-190": (base, 2)}, {base: 1, 2: 1}) == ()

"""11.4 Naval movement: what a move is, how far units go, what it costs, and what keeps them in."""

from __future__ import annotations

import pytest
from positions import give_control, power, set_weather
from seafaring import Seafaring, at_sea

from worldfire.engine.loop import run
from worldfire.rules.s02_1_sea_areas import adjacent_seas, at_sea_of_side
from worldfire.rules.s02_3_overstacking import OVERSTACKING, Crowd
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s10_actions import may_do
from worldfire.rules.s11_04_1_naval_moves import ACTIVITY
from worldfire.rules.s11_04_2_sailing import Hand, after_a_step
from worldfire.rules.s11_04_naval_movement import Sailed
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS, ConvoysMoved, ConvoysUsed, Sailor
from worldfire.titles import ruleset

AXIS_WAR = [("germany", "commonwealth"), ("italy", "commonwealth"), ("germany", "france")]
AXIS, ALLIES = 0, 1


def sailing(here: Seafaring) -> Seafaring:
    here.start("naval movement")
    return here


def british(units: dict[str, list[tuple[str, str]]], action: str = "naval", **more: object) -> Seafaring:
    return sailing(at_sea(units, actions={"commonwealth": action}, wars=AXIS_WAR, **more))  # type: ignore[arg-type]


# ------------------------------------------------------------------------------------------------------ 2.1.2 what is at sea


@pytest.mark.rule("2.1.2", example="WF1-009")
@pytest.mark.rule("2.1.3/blue communication lines")
def test_sea_areas_border_on_each_other_or_are_joined_by_communication_lines() -> None:
    seas = {"Bay of Biscay", "Western Mediterranean", "Cape Verde Basin", "North Atlantic", "Central Atlantic"}
    here = british({"Gibraltar": [(sea, "commonwealth SCS") for sea in seas]})
    assert set(adjacent_seas(here.game, "Cape St Vincent")) == seas
    away = ("Cape St Vincent", "Faeroes Gap 0")
    assert here.refusal("commonwealth", ["North Atlantic"], *away) == "2.1.2 seas-not-adjacent"
    for sea in seas:
        here.sail("commonwealth", [sea], "Cape St Vincent", f"{sea} 0")
    assert all(here.place_named(sea) == f"{sea} 0" for sea in seas)


@pytest.mark.rule("2.1.2", example="WF1-010")
def test_a_sea_on_two_maps_is_one_sea_with_one_box() -> None:
    """From Suez on the map of Europe and from Aden on that of Asia ships come to the same section of the Red Sea."""
    here = british({"Suez": [("Hood", "cw-bb-hood-sif")], "Aden": [("Dido", "cw-cl-dido-clif")]})
    here.sail("commonwealth", ["Hood"], "Red Sea 1")
    here.sail("commonwealth", ["Dido"], "Red Sea 1")
    assert [one.ships for one in at_sea_of_side(here.game, "Red Sea", ALLIES)] == [(here["Hood"], here["Dido"])]


@pytest.mark.rule("2.1.2")
@pytest.mark.rule("2.3.1/naval unit limits")
def test_both_sides_may_be_in_the_same_section_in_any_number() -> None:
    here = at_sea(
        {
            "North Sea 2": [("Hood", "cw-bb-hood-sif"), ("raider", "germany SCS")],
            "North Sea 4": [("Dido", "cw-cl-dido-clif")],
        },
        actions={},
    )
    here.lay("commonwealth", "North Sea", 30)
    allies = at_sea_of_side(here.game, "North Sea", ALLIES)
    assert [(one.section, one.ships, one.convoy_points) for one in allies] == [
        (here.spot("North Sea 0"), (), 30),
        (here.spot("North Sea 2"), (here["Hood"],), 0),
        (here.spot("North Sea 4"), (here["Dido"],), 0),
    ]
    (axis,) = at_sea_of_side(here.game, "North Sea", AXIS)
    assert (axis.section, axis.ships) == (here.spot("North Sea 2"), (here["raider"],))


# -------------------------------------------------------------------------------------------------- 11.4.1 what one move is


def limit_reached(here: Seafaring, who: str) -> bool:
    found = may_do(here.game, power(here.game, who), ACTIVITY)
    return found is not None and found.key == "activity-limit-reached"


def six_in_new_york(action: str) -> Seafaring:
    names = [(f"ship {number}", "usa SCS") for number in range(6)]
    return sailing(at_sea({"New York": names}, actions={"usa": action}, wars=[("usa", "germany")]))


@pytest.mark.rule("11.4.1", example="WF1-103")
@pytest.mark.rule("10.2/what counts against a limit")
def test_a_task_force_to_one_section_is_one_move() -> None:
    here = six_in_new_york("naval")
    here.sail("usa", [f"ship {number}" for number in range(6)], "East Coast", "Caribbean Sea 0")
    assert here.moves("usa") == 1
    assert {here.place_named(f"ship {number}") for number in range(6)} == {"Caribbean Sea 0"}


@pytest.mark.rule("11.4.1", example="WF1-103")
def test_two_sections_are_two_moves() -> None:
    here = six_in_new_york("naval")
    here.sail("usa", [f"ship {number}" for number in range(3)], "East Coast", "Caribbean Sea 0")
    here.sail("usa", [f"ship {number}" for number in range(3, 6)], "East Coast", "Caribbean Sea 1")
    assert here.moves("usa") == 2


@pytest.mark.rule("11.4.1")
def test_a_combined_action_has_few_naval_moves() -> None:
    here = six_in_new_york("combined")
    for number in range(3):
        here.sail("usa", [f"ship {number}"], "East Coast 0")
    assert limit_reached(here, "usa")
    assert here.game.over


@pytest.mark.rule("11.4.1")
@pytest.mark.rule("11.1")
@pytest.mark.parametrize(
    ("action", "why"), [("land", "10.2 activity-not-in-action"), ("pass", "11.1 power-has-passed")]
)
def test_other_actions_move_no_ships(action: str, why: str) -> None:
    here = at_sea(
        {"London": [("Hood", "cw-bb-hood-sif")], "Brest": [("Dunkerque", "fr-bb-dunkerque-sif")]},
        actions={"commonwealth": action, "france": "naval"},
        wars=AXIS_WAR,
    )
    sailing(here)
    assert tuple(here.game.waiting) == ("france",)
    found = may_do(here.game, power(here.game, "commonwealth"), ACTIVITY)
    assert found is not None
    assert f"{found.rule} {found.key}" == why


@pytest.mark.rule("11.4.2/sea areas")
@pytest.mark.rule("11.4.2/how do units move?", example="WF1-104")
@pytest.mark.rule("18.3")
def test_a_joint_task_force_costs_each_power_a_move() -> None:
    here = at_sea(
        {"London": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif"), ("TRS", "us-trs-1940-sif")]},
        actions={"commonwealth": "naval", "usa": "naval"},
        wars=[*AXIS_WAR, ("usa", "germany")],
        co_operating=[("usa", "commonwealth")],
    )
    sailing(here)
    fleet = ["Hood", "Dido", "TRS"]
    here.game.give_consent("usa", "commonwealth", "sail", "no")
    assert here.refusal("commonwealth", fleet, "North Sea 2") == "11.4.2 not-your-naval-unit"
    here.game.give_consent("usa", "commonwealth", "sail", "yes")
    here.sail("commonwealth", fleet, "North Sea 2")
    assert (here.moves("commonwealth"), here.moves("usa")) == (1, 1)
    assert {here.place_named(name) for name in fleet} == {"North Sea 2"}


@pytest.mark.rule("11.4.2/how do units move?")
@pytest.mark.rule("18.1")
def test_powers_that_do_not_cooperate_do_not_sail_together() -> None:
    here = at_sea(
        {"Brest": [("Hood", "cw-bb-hood-sif"), ("Dunkerque", "fr-bb-dunkerque-sif")]},
        actions={"commonwealth": "naval", "france": "naval"},
        wars=AXIS_WAR,
    )
    sailing(here)
    here.game.give_consent("france", "commonwealth", "sail", "yes")
    why = here.refusal("commonwealth", ["Hood", "Dunkerque"], "Bay of Biscay 0")
    assert why == "18.1 ships-do-not-cooperate"


@pytest.mark.rule("11.4.1")
def test_all_submarines_of_a_power_make_one_move() -> None:
    here = at_sea(
        {
            "Kiel": [("U 1", "germany SUB"), ("U 2", "germany SUB"), ("Hipper", "germany SCS")],
            "North Sea 2": [("U 3", "germany SUB")],
        },
        side="axis",
        actions={"germany": "combined"},
        wars=AXIS_WAR,
    )
    sailing(here)
    assert here.refusal("germany", ["U 1", "Hipper"], "North Sea 0") == "11.4.1 submarines-sail-alone"
    here.sail("germany", ["U 1"], "North Sea 1")
    here.sail("germany", ["U 2"], "Baltic Sea 1")
    here.sail("germany", ["U 3"], "North Sea 0")
    assert here.moves("germany") == 1
    assert limit_reached(here, "germany")
    assert here.game.over, "the Hipper stays in port"


@pytest.mark.rule("11.4.1")
@pytest.mark.rule("10.2/what counts against a limit")
def test_each_unit_of_a_neutral_power_is_a_move() -> None:
    here = at_sea(
        {"New York": [(name, "usa SCS") for name in ("A", "B", "C", "D")]}, actions={"usa": "combined"}, wars=AXIS_WAR
    )
    sailing(here)
    assert here.refusal("usa", ["A", "B", "C", "D"], "East Coast 0") == "10.2 activity-limit-reached"
    here.sail("usa", ["A", "B", "C"], "East Coast 0")
    assert here.moves("usa") == 3


@pytest.mark.rule("11.4.1")
@pytest.mark.rule("11.4.2")
def test_moving_to_a_lower_section_is_a_naval_move_and_only_downwards() -> None:
    here = british({"North Sea 3": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif")]})
    assert here.refusal("commonwealth", ["Hood"], "North Sea 4") == "11.4.1 section-not-lower"
    assert here.refusal("commonwealth", ["Hood"], "North Sea 3") == "11.4.1 section-not-lower"
    assert here.refusal("commonwealth", ["Hood"], "Faeroes Gap 0") == "13.4 from-sea-to-port-only"
    here.sail("commonwealth", ["Hood"], "North Sea 1")
    assert here.place_named("Hood") == "North Sea 1"
    assert not here.face_down("Hood")
    assert here.moves("commonwealth") == 1
    assert here.refusal("commonwealth", ["Hood"], "North Sea 0") == "11.4.2 has-sailed-already"


@pytest.mark.rule("11.4.1")
@pytest.mark.rule("13.4")
def test_returning_to_a_port_is_a_naval_move_limited_by_the_section() -> None:
    """The Hood has 5 movement points: out of the 3 section it has 2 left, which is a sea area and a port."""
    here = british({"North Sea 3": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif")]})
    assert "Plymouth" in here.ends("Hood")
    assert here.refusal("commonwealth", ["Hood"], "Bay of Biscay", "Cape St Vincent", "Gibraltar") == (
        "13.4 no-movement-to-return"
    )
    here.sail("commonwealth", ["Hood", "Dido"], "London")
    assert here.moves("commonwealth") == 1
    assert here.face_down("Hood")
    assert here.face_down("Dido")


# --------------------------------------------------------------------------------------------------- 11.4.2 splitting a force


@pytest.mark.rule("11.4.2/how do units move?", example="WF1-105")
def test_dido_stays_in_the_eastern_mediterranean_while_royalist_goes_on() -> None:
    here = british({"Alexandria": [("Dido", "cw-cl-dido-clif"), ("Royalist", "cw-cl-royalist-clif")]})
    here.sail("commonwealth", ["Dido", "Royalist"], "Eastern Mediterranean", verb="sail-and-pause")
    assert here.asked == ("commonwealth", "naval-orders")
    here.part(["Dido"], "Eastern Mediterranean 4")
    here.sail_on("Red Sea 4")
    assert (here.place_named("Dido"), here.place_named("Royalist")) == ("Eastern Mediterranean 4", "Red Sea 4")
    assert here.moves("commonwealth") == 2
    assert here.game.over, "neither sails again"


@pytest.mark.rule("11.4.2/how do units move?", example="WF1-105")
def test_split_units_go_no_further_so_two_seas_need_two_task_forces() -> None:
    here = british({"Alexandria": [("Dido", "cw-cl-dido-clif"), ("Royalist", "cw-cl-royalist-clif")]})
    here.sail("commonwealth", ["Dido"], "Eastern Mediterranean", "Red Sea 4")
    here.sail("commonwealth", ["Royalist"], "Eastern Mediterranean", "Italian Coast", "Western Mediterranean 3")
    assert here.moves("commonwealth") == 2


@pytest.mark.rule("11.4.2/how do units move?")
def test_splitting_needs_a_move_that_is_left() -> None:
    names = ("A", "B", "C")
    here = at_sea(
        {"Kiel": [(name, "germany SCS") for name in names]},
        side="axis",
        actions={"germany": "combined"},
        wars=AXIS_WAR,
    )
    sailing(here)
    here.sail("germany", names, "Baltic Sea", verb="sail-and-pause")
    found = here.game.why_not("part-company", ((here["A"],), here.spot("Baltic Sea 0")), "germany")
    assert [(one.rule, one.key) for one in found] == [("10.2", "activity-limit-reached")]
    here.part(names, "Baltic Sea 0")
    assert here.moves("germany") == 1


@pytest.mark.rule("11.4.2/how do units move?")
@pytest.mark.rule("11.4.3")
def test_each_ship_of_a_task_force_spends_its_own_points() -> None:
    """WF1-111 without markers: TF 58 drops a ship in every sea area that it passes; what is left goes on as far as it can."""
    here = sailing(
        at_sea(
            {
                "Pearl Harbor": [
                    ("Texas", "us-bb-texas-sif"),
                    ("South Dakota", "us-bb-south-dakota-sif"),
                    ("San Diego", "us-cl-san-diego-clif"),
                ]
            },
            actions={"usa": "naval"},
            wars=[("usa", "japan")],
        )
    )
    fleet = ["Texas", "South Dakota", "San Diego"]
    here.sail("usa", fleet, "Hawaiian Islands", verb="sail-and-pause")
    found = here.game.why_not("part-company", ((here["Texas"],), here.spot("Hawaiian Islands 4")), "usa")
    assert [one.key for one in found] == ["section-too-high"]
    here.part(["Texas"], "Hawaiian Islands 3")
    here.sail_on("Central Pacific Ocean", verb="sail-on-and-pause")
    here.part(["South Dakota"], "Central Pacific Ocean 3")
    here.sail_on("Japanese Coast 3")
    assert [here.place_named(name) for name in fleet] == [
        "Hawaiian Islands 3",
        "Central Pacific Ocean 3",
        "Japanese Coast 3",
    ]
    assert here.moves("usa") == 3


# ------------------------------------------------------------------------------------------------- 11.4.2 into and out of port


@pytest.mark.rule("2.3.1/naval unit limits", example="WF1-021")
@pytest.mark.parametrize(("fleet", "most"), [("ships", 4), ("classic", 2)])
def test_a_fleet_that_fills_a_minor_port_and_one_ship_more(fleet: str, most: int) -> None:
    names = [f"ship {number}" for number in range(most + 1)]
    here = at_sea(
        {"Pearl Harbor": [(name, "usa SCS") for name in names]},
        actions={"usa": "naval"},
        wars=[("usa", "japan")],
        options=(fleet,),
    )
    here.start("step: naval movement")
    here.sail("usa", names, "Hawaiian Islands", "Midway")
    assert here.asked == ("usa", "destroy-surplus"), "when the step is over"
    here.do("destroy-surplus", here[names[0]])
    assert here.place_named(names[0]) == "tray of usa"
    assert {here.place_named(name) for name in names[1:]} == {"Midway"}
    assert here.asked == ("", "")


@pytest.mark.rule("11.4.2/into and out of port", example="WF1-106")
def test_a_ship_leaves_port_into_a_sea_around_it() -> None:
    here = at_sea(
        {"Amsterdam": [("Hood", "cw-bb-hood-sif")], "Guadalcanal": [("Dido", "cw-cl-dido-clif")]},
        actions={"commonwealth": "naval"},
        wars=AXIS_WAR,
        aligned=[("netherlands", "commonwealth")],
    )
    sailing(here)
    assert {name for name in here.ends("Hood") if name.endswith(" 4")} == {"North Sea 4"}
    assert {name for name in here.ends("Dido") if name.endswith(" 4")} >= {"Coral Sea 4", "Solomons 4"}
    assert here.refusal("commonwealth", ["Hood"], "Bay of Biscay 0") == "11.4.2 port-not-on-this-sea"
    here.sail("commonwealth", ["Hood"], "North Sea 4")
    here.sail("commonwealth", ["Dido"], "Coral Sea 4")
    assert [here.place_named(name) for name in ("Hood", "Dido")] == ["North Sea 4", "Coral Sea 4"]


@pytest.mark.rule("11.4.2/into and out of port")
def test_a_move_may_go_on_through_a_port_and_is_face_down_where_it_ends() -> None:
    here = british({"London": [("Hood", "cw-bb-hood-sif")]})
    events = here.sail("commonwealth", ["Hood"], "North Sea", "Plymouth", "Bay of Biscay 1")
    assert Sailed(ships=(here["Hood"],), convoy_points=0, to=here.spot("Bay of Biscay 1")) in events
    assert not here.face_down("Hood")
    other = british({"London": [("Hood", "cw-bb-hood-sif")]})
    other.sail("commonwealth", ["Hood"], "North Sea", "Plymouth")
    assert other.face_down("Hood")


@pytest.mark.rule("11.4.2/into and out of port")
@pytest.mark.rule("11.4.4")
@pytest.mark.parametrize(
    ("port", "ship", "who", "sea"),
    [
        ("Kiel", "germany SCS", "germany", "North Sea"),
        ("Suez", "cw-bb-hood-sif", "commonwealth", "Eastern Mediterranean"),
        ("Panama", "usa SCS", "usa", "Caribbean Sea"),
    ],
)
def test_three_ports_lie_on_a_second_sea_by_their_canal(port: str, ship: str, who: str, sea: str) -> None:
    here = at_sea(
        {port: [("ship", ship)], f"{sea} 0": [("back", ship if ship.endswith("SCS") else "cw-cl-dido-clif")]},
        side="axis" if who == "germany" else "allies",
        actions={who: "naval"},
        wars=[*AXIS_WAR, ("usa", "germany")],
    )
    sailing(here)
    here.sail(who, ["ship"], f"{sea} 0")
    here.sail(who, ["back"], port)
    assert (here.place_named("ship"), here.place_named("back")) == (f"{sea} 0", port)


@pytest.mark.rule("13.4.2")
def test_only_friendly_ports_are_entered() -> None:
    here = british({"London": [("Hood", "cw-bb-hood-sif")]})
    assert here.refusal("commonwealth", ["Hood"], "North Sea", "Kiel") == "11.4.2 port-not-on-this-sea"
    assert here.refusal("commonwealth", ["Hood"], "North Sea", "Bergen") == "13.4.2 port-not-friendly"
    assert here.refusal("commonwealth", ["Hood"], "North Sea", "Amsterdam") == "13.4.2 port-not-friendly"
    # 18.2: an ally that it does not co-operate with, and no HQ of its own there
    assert here.refusal("commonwealth", ["Hood"], "North Sea", "Brest") == "18.2 foreign-troops"


@pytest.mark.rule("13.4.2")
def test_a_neutral_enters_its_own_ports_only() -> None:
    here = at_sea({"New York": [("ship", "usa SCS")]}, actions={"usa": "combined"}, wars=AXIS_WAR)
    sailing(here)
    assert here.refusal("usa", ["ship"], "East Coast", "Canadian Coast", "Halifax") == (
        "13.4.2 neutral-stays-in-its-ports"
    )
    here.sail("usa", ["ship"], "East Coast", "Norfolk")
    assert here.place_named("ship") == "Norfolk"


@pytest.mark.rule("8.2.1/iced-in ports")
def test_a_closed_port_holds_its_ships_and_stops_who_comes_in() -> None:
    here = at_sea(
        {"Leningrad": [("Marat", "ussr SCS")], "Baltic Sea 0": [("Kirov", "ussr SCS")]},
        actions={"ussr": "naval"},
        wars=[("germany", "ussr")],
        weather="snow",
    )
    sailing(here)
    assert here.refusal("ussr", ["Marat"], "Baltic Sea 0") == "8.2.1 port-is-iced-in"
    here.sail("ussr", ["Kirov"], "Leningrad")
    assert here.face_down("Kirov")
    thawed = at_sea(
        {"Leningrad": [("Marat", "ussr SCS")]}, actions={"ussr": "naval"}, wars=[("germany", "ussr")], weather="rain"
    )
    sailing(thawed).sail("ussr", ["Marat"], "Baltic Sea 0")
    assert thawed.place_named("Marat") == "Baltic Sea 0"


# --------------------------------------------------------------------------------------------------------- 11.4.2 how far


@pytest.mark.rule("11.4.2/how far can units move?", example="WF1-109")
@pytest.mark.rule("11.4.2/how does a unit patrol?", example="WF1-109")
def test_dunkerque_reaches_cape_st_vincent_in_the_3_section_at_most() -> None:
    here = at_sea(
        {"Brest": [("Dunkerque", "fr-bb-dunkerque-sif")]}, actions={"france": "naval"}, wars=[("france", "germany")]
    )
    sailing(here)
    reached = here.ends("Dunkerque")
    assert {f"Cape St Vincent {section}" for section in range(4)} <= reached
    assert "Cape St Vincent 4" not in reached
    assert here.refusal("france", ["Dunkerque"], "Bay of Biscay", "Cape St Vincent 4") == "11.4.2 section-too-high"
    onward = ("Bay of Biscay", "Cape St Vincent", "Western Mediterranean 0")
    assert here.refusal("france", ["Dunkerque"], *onward) == "11.4.2 no-range-left"
    here.sail("france", ["Dunkerque"], "Bay of Biscay", "Cape St Vincent 3")
    assert here.place_named("Dunkerque") == "Cape St Vincent 3"
    assert not here.face_down("Dunkerque")


def out_of_supply_at_st_nazaire() -> Seafaring:
    """German and Italian ships in a port that no supply reaches: the Allies hold all around it."""
    here = at_sea(
        {
            "St Nazaire": [("Deutschland", "ge-ca-deutschland-sif")],
            "Bay of Biscay 3": [("cruiser 1", "cw-cl-dido-clif")],
            "Faeroes Gap 0": [("cruiser 2", "cw-cl-royalist-clif")],
            "North Sea 1": [("cruiser 3", "commonwealth SCS")],
        },
        side="axis",
        actions={"germany": "combined", "italy": "combined"},
        wars=[*AXIS_WAR, ("italy", "france")],
        co_operating=[("germany", "italy")],
    )
    give_control(here.game, "germany", "St Nazaire")
    here.turn_down("cruiser 1", "cruiser 2", "cruiser 3")
    return here


@pytest.mark.rule("11.4.2/how far can units move?")
@pytest.mark.rule("2.4.3/naval units")
def test_who_is_out_of_supply_and_shares_its_port_pays_for_both() -> None:
    """Without option 17 the enemy's presence costs nothing; everything else is as in the example WF1-108."""
    here = out_of_supply_at_st_nazaire()
    convoys = here.lay("italy", "St Nazaire", 5)
    sailing(here)
    # 1 of its 3 range for the sea area, 1 for want of supply, 1 for the Germans in its port
    assert here.refusal("italy", [convoys], "Bay of Biscay", "Faeroes Gap 0") == "11.4.2 no-range-left"
    assert here.refusal("italy", [convoys], "Bay of Biscay 0") == ""
    # the Deutschland: 5 movement points less 1, 1 and 1
    assert here.refusal("germany", ["Deutschland"], "Bay of Biscay 3") == "11.4.2 section-too-high"
    here.sail("germany", ["Deutschland"], "Bay of Biscay 2")
    assert here.face_down("Deutschland"), "it set out without supply"
    # now the Italians have the port for themselves
    assert here.refusal("italy", [convoys], "Bay of Biscay", "Faeroes Gap 0") == ""
    events = here.sail("italy", [convoys], "Bay of Biscay 0")
    assert here.points("italy", "Bay of Biscay 0") == (5, 5), "used, even at sea"
    assert ConvoysMoved in {type(event) for event in events}
    assert ConvoysUsed in {type(event) for event in events}


@pytest.mark.rule("11.4.2/how far can units move?")
def test_points_owed_come_from_range_once_movement_is_gone() -> None:
    ship = Sailor(0)
    left = after_a_step(ruleset("wif"), Hand(ship, movement=1, range=3, owed=1))
    assert left is not None
    assert (left.movement, left.range) == (0, 1), "1 and 1 for the step, then 1 more of its range"
    assert after_a_step(ruleset("wif"), Hand(ship, movement=0, range=2, owed=2)) is None
    last = after_a_step(ruleset("wif"), Hand(ship, movement=0, range=1))
    assert last == Hand(ship, movement=0, range=0), "range alone stops it"


@pytest.mark.rule("11.4.2/how does a unit patrol?")
@pytest.mark.rule("11.4.2")
def test_convoys_patrol_in_the_0_section_and_move_in_fives() -> None:
    here = at_sea({}, actions={"commonwealth": "naval"}, wars=AXIS_WAR, options=("classic",))
    here.lay("commonwealth", "London", 15)
    sailing(here)
    assert here.refusal("commonwealth", [here.convoys("commonwealth", "London", 5)], "North Sea 1") == (
        "11.4.2 section-too-high"
    )
    assert here.refusal("commonwealth", [here.convoys("commonwealth", "London", 3)], "North Sea 0") == (
        "11.4.2 convoys-in-whole-units"
    )
    assert here.refusal("commonwealth", [here.convoys("commonwealth", "London", 20)], "North Sea 0") == (
        "11.4 not-a-naval-unit"
    )
    here.sail("commonwealth", [here.convoys("commonwealth", "London", 10)], "North Sea", "Faeroes Gap 0")
    assert here.points("commonwealth", "London") == (5, 0)
    assert here.points("commonwealth", "Faeroes Gap 0") == (10, 0)
    again = here.convoys("commonwealth", "Faeroes Gap 0", 5)
    assert here.refusal("commonwealth", [again], "Liverpool") == "11.4.2 has-sailed-already"


@pytest.mark.rule("11.4.2/option 5")
def test_with_ships_any_number_of_convoy_points_sails() -> None:
    here = at_sea({}, actions={"commonwealth": "naval"}, wars=AXIS_WAR)
    here.lay("commonwealth", "London", 5)
    sailing(here)
    here.sail("commonwealth", [here.convoys("commonwealth", "London", 1)], "North Sea", "Plymouth")
    assert here.points("commonwealth", "Plymouth") == (1, 1)
    assert here.points("commonwealth", "London") == (4, 0)


# ------------------------------------------------------------------------------------------------------ 11.4.4 what is closed


@pytest.mark.rule("11.4.4/even via")
@pytest.mark.rule("11.4.4")
def test_the_door_of_the_baltic() -> None:
    """A11."""
    here = at_sea(
        {"Leningrad": [("CA", "ussr SCS")], "Frederikshavn": [("CA 2", "ussr SCS")]},
        actions={"ussr": "naval"},
        wars=[("germany", "ussr"), ("germany", "denmark")],
        control={"ussr": ["Oslo", "Frederikshavn"]},
    )
    sailing(here)
    out = ("Baltic Sea", "North Sea 0")
    assert here.refusal("ussr", ["CA"], *out) == "", "it holds Oslo, Copenhagen is neutral, Kiel German"
    give_control(here.game, "germany", "Copenhagen")
    assert here.refusal("ussr", ["CA"], *out) == "11.4.4 passage-closed"
    assert (
        here.refusal("ussr", ["CA"], "Baltic Sea", "Frederikshavn", "North Sea 0") == "11.4.4 passage-closed-via-port"
    )
    assert here.refusal("ussr", ["CA"], "Baltic Sea", "Frederikshavn") == ""
    here.sail("ussr", ["CA 2"], "North Sea 0")
    assert here.place_named("CA 2") == "North Sea 0", "out of the port into the other sea in a move of its own"


@pytest.mark.rule("11.4.4")
def test_submarines_pass_gibraltar() -> None:
    here = at_sea(
        {"Genoa": [("sub", "italy SUB"), ("CA", "italy SCS")]},
        side="axis",
        actions={"italy": "naval"},
        wars=AXIS_WAR,
    )
    sailing(here)
    way = ("Western Mediterranean", "Cape St Vincent 0")
    assert here.refusal("italy", ["CA"], *way) == "11.4.4 passage-closed"
    assert here.refusal("italy", ["sub"], *way) == ""


@pytest.mark.rule("11.4.2")
def test_ships_that_are_face_down_do_not_sail_and_none_sails_twice() -> None:
    here = at_sea(
        {"London": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif")]},
        actions={"commonwealth": "naval"},
        wars=AXIS_WAR,
    )
    here.turn_down("Hood")
    sailing(here)
    assert here.refusal("commonwealth", ["Hood"], "North Sea 0") == "11.4.1 naval-unit-is-face-down"
    here.sail("commonwealth", ["Dido"], "North Sea 0")
    assert here.game.over, "nobody else can sail"


@pytest.mark.rule("11.4")
def test_weather_does_not_keep_ships_in_port() -> None:
    here = at_sea({"London": [("Hood", "cw-bb-hood-sif")]}, actions={"commonwealth": "naval"}, wars=AXIS_WAR)
    set_weather(here.game, "storm")
    sailing(here)
    assert "North Sea 4" in here.ends("Hood")


@pytest.mark.rule("2.3.1/naval unit limits")
def test_a_marker_leaves_with_the_convoy_points_that_are_too_many() -> None:
    """Five naval units in a minor port are one too many; of its two points none stays used."""
    here = at_sea({}, actions={"commonwealth": "naval"}, wars=AXIS_WAR)
    port, british = here.place("Cardiff"), power(here.game, "commonwealth")
    assert naval_room(here.game, port) == 4
    here.lay("commonwealth", "Cardiff", 14)
    here.game.add(USED_CONVOY_POINTS, british, port, 13)
    here.game.state.frames.clear()
    here.game.push(OVERSTACKING.name, Crowd((port,)))
    run(here.game)
    assert here.points("commonwealth", "Cardiff") == (12, 12)

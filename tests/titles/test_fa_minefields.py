"""fa:11.3.2.4, 11.3.2.5, 11.3.3: borders at sea: free ones, mined ones, and the two that can be shut."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.positions import align, give_control, power
from worldfire.forces.things import place_name
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_04_sea_passages import supply_may_pass
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.titles.fa.sea.minefields import MineRolled, MineStruck

K, C, G = 4, 3, 5  # Kiel, Copenhagen, Gelibolu


def british(ships: dict[str, list[tuple[str, str]]], *throws: int) -> Waters:
    return waters(ships, throws, side="allies", debug=len(throws) > 3)


def sailing(here: Waters) -> Waters:
    here.start("naval movement")
    return here


def rolls(here: Waters) -> list[tuple[int, int]]:
    return [(event.value, event.die) for event in here.events(MineRolled)]


@pytest.mark.rule("fa:11.3.2.5", example="FS2")
def test_each_ship_rolls_at_the_gates_of_the_baltic() -> None:
    """Two submarines: the first strikes a mine and is damaged, the second gets by; a cruiser strikes one and sinks."""
    boats = [("E1", "commonwealth SUB"), ("E9", "commonwealth SUB")]
    here = sailing(british({"Harwich": [*boats, ("CA", "commonwealth-devonshire")]}, K, 10, K + 1, 1, 1))
    here.sail("commonwealth", ["E1", "E9"], "North Sea", "Baltic Sea 0")
    assert rolls(here) == [(K, K), (K, K + 1)], "Denmark is neutral: its own field hurts nobody who passes"
    assert [(event.die, event.suffered) for event in here.events(MineStruck)] == [(10, "D")]
    assert here.game.state[DAMAGED][here["E1"]]
    assert here.place_named("E1") == here.place_named("E9") == "Baltic Sea 0", "who is only damaged sails on"
    here.sail("commonwealth", ["CA"], "North Sea", "Baltic Sea 0")
    assert rolls(here)[-1] == (K, 1)
    assert here.events(MineStruck)[-1].suffered == "X"
    assert place_name(here.game, here.at("CA")) == "tray of commonwealth"
    assert here.game.over, "nobody is left to sail"


@pytest.mark.rule("fa:11.3.2.5", example="FS2")
def test_a_neutral_port_on_the_border_is_reached_through_its_own_field() -> None:
    here = sailing(british({"Harwich": [("CL", "commonwealth SCS")]}, C + 1, C + 1))
    here.sail("commonwealth", ["CL"], "North Sea", "Copenhagen")
    assert rolls(here) == [(C, C + 1)]
    assert here.place_named("CL") == "Copenhagen"


@pytest.mark.rule("fa:11.3.2.5")
def test_a_border_is_crossed_by_way_of_a_port_too() -> None:
    """Into allied Copenhagen from the North Sea and out into the Baltic: past the field of Kiel."""
    here = british({"Harwich": [("CL", "commonwealth SCS")]}, K + 1)
    align(here.game, "denmark", "commonwealth")
    sailing(here)
    here.sail("commonwealth", ["CL"], "North Sea", "Copenhagen", "Baltic Sea 0")
    assert rolls(here) == [(K, K + 1)]
    assert here.place_named("CL") == "Baltic Sea 0"


@pytest.mark.rule("fa:11.3.2.5", example="FS2")
def test_fields_work_for_the_side_that_holds_the_port() -> None:
    """The Straits are free while Turkey is neutral; then they are mined against the Allies, and at last against Turkey."""
    here = british({"Athens": [("BB", "commonwealth SCS")]})
    give_control(here.game, "commonwealth", "Athens")
    sailing(here)
    here.sail("commonwealth", ["BB"], "Aegean Sea", "Black Sea 0")
    assert rolls(here) == [], "neutral Gelibolu protects nobody"
    for holder, value in (("germany", G), ("commonwealth", None)):
        at_war = waters({"Athens": [("BB", "commonwealth SCS"), ("Sub", "commonwealth SUB")]}, (10, 10), side="allies")
        give_control(at_war.game, holder, "Gelibolu")
        give_control(at_war.game, "commonwealth", "Athens")
        at_war.start("naval movement")
        at_war.sail("commonwealth", ["BB"], "Aegean Sea", "Black Sea 0")
        at_war.sail("commonwealth", ["Sub"], "Aegean Sea", "Black Sea 0")
        assert rolls(at_war) == ([(value, 10), (value, 10)] if value else []), "against submarines too"


@pytest.mark.rule("fa:11.3.2.5", example="FS2")
@pytest.mark.rule("fa:11.3.2.5", example="FA-E21")
def test_two_fields_of_one_border_are_added_and_who_laid_them_passes() -> None:
    here = british({"Harwich": [("CL", "commonwealth SCS")]}, K + C, 10)
    align(here.game, "denmark", "germany")
    sailing(here).sail("commonwealth", ["CL"], "North Sea", "Baltic Sea 0")
    assert rolls(here) == [(K + C, K + C)]
    german = sailing(waters({"Kiel": [("CL", "germany SCS")]}))
    german.sail("germany", ["CL"], "Baltic Sea", "North Sea 0")
    assert rolls(german) == []


@pytest.mark.rule("fa:11.3.2.5")
def test_submarines_dive_under_the_field_of_norway() -> None:
    for kind, expected in (("SUB", []), ("SCS", [(2, 10)])):
        here = british({"Harwich": [("Ship", f"commonwealth {kind}")]}, 10)
        align(here.game, "norway", "germany")
        sailing(here).sail("commonwealth", ["Ship"], "North Sea", "Norwegian Sea 0")
        assert rolls(here) == expected


@pytest.mark.rule("fa:11.3.2.5")
@pytest.mark.rule("fa:11.4.7.1")
@pytest.mark.parametrize(("damaged", "above", "sunk"), [(False, 0, True), (False, 1, False), (True, 2, True)])
def test_the_die_against_its_defence_says_what_a_mine_does(damaged: bool, above: int, sunk: bool) -> None:
    """Its defence or less is an X, more a D; a ship that was damaged before goes down with that, too."""
    harbour = {"Harwich": [("Old", "commonwealth-majestic")]}
    any_time = british(harbour)
    defence = naval_counter(any_time.game, any_time["Old"]).defence
    here = british(harbour, 1, defence + above)
    if damaged:
        here.game.write(DAMAGED, here["Old"], 1)
    sailing(here)
    here.sail("commonwealth", ["Old"], "North Sea", "Baltic Sea 0")
    assert [event.suffered for event in here.events(MineStruck)] == ["X" if above == 0 else "D"]
    assert (here.place_named("Old") != "Baltic Sea 0") is sunk


@pytest.mark.rule("fa:11.3.2.5")
@pytest.mark.rule("fa:11.4.7.2")
def test_convoy_points_strike_mines_two_by_two() -> None:
    here = british({}, 1, K + 1, 1)
    convoy = here.lay("commonwealth", "Harwich", 5)
    sailing(here).sail("commonwealth", [convoy], "North Sea", "Baltic Sea 0")
    assert rolls(here) == [(K, 1), (K, K + 1), (K, 1)]
    assert here.points("commonwealth", "Baltic Sea 0")[0] == 2, "two points sank, and the odd one"


@pytest.mark.rule("fa:2.1.2")
@pytest.mark.rule("fa:11.3.2.4")
def test_a_dashed_border_costs_neither_movement_nor_range() -> None:
    """A ship of three points: the Channel lies as near as the North Sea, and the Bay of Biscay behind it one further."""
    here = sailing(british({"Harwich": [("Old", "commonwealth-majestic")]}))
    ends = here.ends("Old")
    assert {"North Sea 2", "English Channel 2", "Bay of Biscay 1"} <= ends
    assert not {"North Sea 3", "English Channel 3", "Bay of Biscay 2"} & ends


@pytest.mark.rule("fa:11.3.2.4")
@pytest.mark.parametrize(
    ("ship", "movement", "reach", "gets_there"),
    [
        ("commonwealth-cressy", 3, 4, False),
        ("commonwealth-spc-engadine", 5, 3, False),
        ("commonwealth-trs-olympic", 4, 4, True),
    ],
)
def test_movement_stops_a_ship_like_range_does(ship: str, movement: int, reach: int, gets_there: bool) -> None:
    """The Western Mediterranean is the fourth sea area that costs something, though the Channel is entered for nothing."""
    here = sailing(british({"Harwich": [("Ship", ship)]}))
    counter = naval_counter(here.game, here["Ship"])
    assert (counter.movement, counter.range) == (movement, reach)
    seas = {end.rpartition(" ")[0] for end in here.ends("Ship")}
    assert "Cape St Vincent" in seas, "Channel (free), Biscay, Cape St Vincent"
    assert ("Western Mediterranean" in seas) is gets_there
    way = ("North Sea", "English Channel", "Bay of Biscay", "Cape St Vincent", "Western Mediterranean 0")
    assert (here.refusal("commonwealth", ["Ship"], *way) == "") is gets_there


@pytest.mark.rule("fa:2.4.2.3")
@pytest.mark.rule("fa:11.3.2.5", example="FS2")
def test_no_supply_passes_a_field_of_five() -> None:
    here = british({})
    russia = power(here.game, "russia")
    assert supply_may_pass(here.game, russia, "Aegean Sea", "Black Sea")
    give_control(here.game, "germany", "Gelibolu")
    assert not supply_may_pass(here.game, russia, "Aegean Sea", "Black Sea")
    assert supply_may_pass(here.game, russia, "North Sea", "Baltic Sea"), "four mines are not five"

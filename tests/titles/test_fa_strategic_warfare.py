"""fa:13.5.6 Strategic warfare, fa:13.2.3.1 unrestricted U-boats."""

from __future__ import annotations

from typing import TypeVar

import pytest
from waters import Waters, waters

from conformance.positions import put
from worldfire.engine.events import Event
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, place_name
from worldfire.forces.turn import INITIATIVE_SIDE, TurnBegan
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s11_04_2_sailing import setting_out
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s11_07_bombing_table import bombing_result
from worldfire.titles.fa.sea.strategic_warfare import ConvoysHunted, SubmarinesHunted
from worldfire.titles.fa.sea.u_boats import LONG_PATROLS, UNRESTRICTED, UnrestrictedWarfareDeclared

Said = TypeVar("Said", bound=Event)

SEA = "North Atlantic"
BOATS = [("U1", "germany SUB"), ("U2", "germany SUB")]


def hunt(
    ships: dict[str, list[tuple[str, str]]],
    *throws: int,
    sea: str = SEA,
    year: int = 1915,
    unrestricted: bool = False,
    **convoys: int,
) -> Waters:
    """The step, with so many convoy points of these powers in the sea area."""
    here = waters(ships, throws, debug=len(throws) > 1)
    here.game.set(INITIATIVE_SIDE, 0)
    here.game.set(YEAR, year)
    if unrestricted:
        here.game.set(UNRESTRICTED, here.game.state.get(TURN))
    for owner, points in convoys.items():
        here.lay(owner, f"{sea} 0", points)
    here.start("strategic warfare")
    return here


def sunk(here: Waters, column: int, roll: int) -> int:
    return bombing_result(column, roll, here.game.ruleset.tables.source).points


def told(here: Waters, kind: type[Said]) -> list[Said]:
    """What was said since the step began, before anybody was asked too."""
    return [*here.events(kind), *(event for event in here.game.events if isinstance(event, kind))]


@pytest.mark.rule("fa:13.5.6")
def test_the_lesser_of_hunters_and_convoys_is_the_column() -> None:
    """Two submarines, a cruiser and an aircraft, not the transport: against three points, then against nine."""
    ships = {f"{SEA} 1": [*BOATS, ("CL", "germany SCS"), ("NAV", "germany NAV"), ("TRS", "germany TRS")]}
    for points, column in ((3, 3), (9, 4)):
        here = hunt(ships, 10, commonwealth=points)
        (hunted,) = told(here, ConvoysHunted)
        assert (hunted.column, hunted.roll) == (column, 10)
        assert hunted.points == sunk(here, column, 10) > 0
        assert here.points("commonwealth", f"{SEA} 0")[0] == max(0, points - hunted.points)
        assert here.game.over


@pytest.mark.rule("fa:13.5.6")
def test_owners_choose_whose_convoys_and_those_in_port_or_at_peace_are_safe() -> None:
    ships = {f"{SEA} 1": [(f"CL{n}", "germany SCS") for n in range(4)]}
    here = hunt(ships, 10, commonwealth=3, france=3, usa=5)
    here.lay("commonwealth", "Liverpool", 3)
    losses = sunk(here, 4, 10)
    assert here.asked[1] == "lose-convoys"
    names = [item.item for item in here.offer("lose-convoys").items]
    assert len(names) == 2, "the USA are not at war"
    for _ in range(2):
        here.do("lose-convoys", ((names[0], 1), (names[1], losses - 1)))
    assert sorted(here.points(owner, f"{SEA} 0")[0] for owner in ("commonwealth", "france")) == [4 - losses, 2]
    assert here.points("usa", f"{SEA} 0")[0] == 5


@pytest.mark.rule("fa:13.5.6")
@pytest.mark.parametrize(("year", "added"), [(1916, 0), (1917, 1), (1918, 2), (1919, 2)])
def test_submarines_are_answered_and_better_from_year_to_year(year: int, added: int) -> None:
    """Two boats against convoys that two cruisers guard; an undamaged boat is hit first, the second result sinks it."""
    ships = {f"{SEA} 1": [*BOATS, ("CL1", "commonwealth SCS"), ("CL2", "commonwealth SCS")]}
    here = hunt(ships, 1, 8, year=year, commonwealth=9)
    (answer,) = told(here, SubmarinesHunted)
    assert (answer.column, answer.roll) == (2, 8 + added)
    assert answer.damaged == sunk(here, 2, 8 + added)


@pytest.mark.rule("fa:13.5.6")
def test_damaged_boats_are_in_the_repair_pool_and_twice_hit_ones_gone() -> None:
    ships = {"North Sea 1": [*BOATS, *((f"CL{n}", "commonwealth SCS") for n in range(2))]}
    here = hunt(ships, 1, 10, sea="North Sea", year=1918, commonwealth=9)
    assert here.asked == ("germany", "damage-submarine")
    (answer,) = told(here, SubmarinesHunted)
    assert answer.damaged == 2
    one = here.game.fork()
    one.submit("germany", "damage-submarine", here["U1"])
    one.submit("germany", "damage-submarine", here["U2"])
    where = [place_name(one, one.state[PLACE][here[name]]) for name in ("U1", "U2")]
    assert where == ["repair pool of germany"] * 2
    here.do("damage-submarine", here["U1"])
    here.do("damage-submarine", here["U1"])
    assert place_name(here.game, here.at("U1")) == "tray of germany"
    assert here.place_named("U2") == "North Sea 1"


@pytest.mark.rule("fa:13.5.6")
def test_nobody_answers_where_only_ships_hunted() -> None:
    here = hunt({f"{SEA} 1": [("CL", "germany SCS"), ("Foe", "commonwealth SCS")]}, 1, commonwealth=9)
    assert told(here, SubmarinesHunted) == []
    assert here.game.over


@pytest.mark.rule("fa:13.5.6")
@pytest.mark.rule("fa:13.2.3.1")
def test_unrestricted_submarines_add_two() -> None:
    here = hunt({f"{SEA} 1": BOATS}, 8, unrestricted=True, commonwealth=9)
    assert [event.roll for event in told(here, ConvoysHunted)] == [10]
    surface = hunt({f"{SEA} 1": [("CL", "germany SCS")]}, 8, unrestricted=True, commonwealth=9)
    assert [event.roll for event in told(surface, ConvoysHunted)] == [8]


# ------------------------------------------------------------------------------------------------ unrestricted warfare


def in_a_turn(ships: dict[str, list[tuple[str, str]]], *throws: int) -> Waters:
    """A naval combat step of the Germans with the turn on the stack, where announcements belong."""
    here = waters(ships, throws)
    here.lay("commonwealth", f"{SEA} 0", 5)
    here.start("naval combat")
    frames = here.game.state.frames
    here.game.push(TURN_OF_PLAY, None)
    frames.insert(0, frames.pop())
    return here


@pytest.mark.rule("fa:13.2.3.1")
def test_germany_announces_it_and_nobody_else_once_a_turn() -> None:
    here = in_a_turn({f"{SEA} 1": BOATS, f"{SEA} 2": [("CL", "germany SCS")]}, 10, 10, 10, 10)
    assert here.game.why_not("declare-u-boat-war", None, "commonwealth")[0].key == "declares-no-u-boat-war"
    here.game.submit("germany", "declare-u-boat-war")
    assert len(here.events(UnrestrictedWarfareDeclared)) == 1
    assert here.game.why_not("declare-u-boat-war", None, "germany")[0].key == "u-boat-war-is-declared"


@pytest.mark.rule("fa:13.2.3.1")
def test_boats_among_convoys_search_better_and_only_they() -> None:
    for declared, roll in ((False, 4), (True, 3)):
        here = in_a_turn({f"{SEA} 1": BOATS, f"{SEA} 2": [("CL", "germany SCS")]}, 5, 10)
        if declared:
            here.game.set(UNRESTRICTED, here.game.state.get(TURN))
        here.give_battle("CL")
        here.calmly()
        assert next(event.roll for event in here.events(Searched) if event.side == 0) == roll, "and 1 for the convoys"


@pytest.mark.rule("fa:13.2.3.1")
def test_they_go_further_also_home_in_a_later_turn() -> None:
    here = waters({f"{SEA} 1": BOATS, "Wilhelmshaven": [("U3", "germany SUB"), ("CL", "germany SCS")]})
    game, turn = here.game, here.game.state.get(TURN)

    def reach(name: str) -> int:
        return setting_out(game, Sailor(here[name]), here.at(name)).range

    usual = reach("U1"), reach("U3"), reach("CL")
    game.set(UNRESTRICTED, turn)
    assert (reach("U1"), reach("U3"), reach("CL")) == (usual[0] + 1, usual[1] + 1, usual[2])
    game.set(TURN, turn + 1)
    game.say(TurnBegan(turn=turn + 1))
    assert (reach("U1"), reach("U3")) == (usual[0] + 1, usual[1]), "only who was out"
    assert set(game.state.get(LONG_PATROLS)) == set(here.ids("U1", "U2"))
    put(game, here["U1"], "Wilhelmshaven")
    game.set(TURN, turn + 2)
    game.say(TurnBegan(turn=turn + 2))
    assert game.state.get(LONG_PATROLS) == (here["U2"],)

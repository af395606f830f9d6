"""fa:11.3.5: who finds a fleet that sails: Scapa Flow, large fleets, more eyes, auxiliary cruisers."""

from __future__ import annotations

import pytest
from waters import Waters, waters

from conformance.positions import power
from worldfire.forces.situation import TURN
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_05_naval_combat import Searched
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.titles.fa.sea.scapa_flow import ScapaFlowSails
from worldfire.titles.fa.sea.u_boats import UNRESTRICTED

GERMAN_BCS = [("Tann", "germany-von-der-tann"), ("Moltke", "germany-moltke"), ("Derfflinger", "germany-derfflinger")]
ALL = ["Tann", "Moltke", "Derfflinger"]
GRAND_FLEET = [(f"GF{n}", "commonwealth SCS") for n in range(5)]
LATE = [("Late1", "commonwealth SCS"), ("Late2", "commonwealth SCS")]


def north_sea(*throws: int, sea: str = "North Sea", germans: int = 3, picket: int = 1) -> Waters:
    """A light cruiser on watch, five ships ready in Scapa Flow and two that are not."""
    here = waters(
        {
            f"{sea} {picket}": [("Picket", "commonwealth SCS")],
            "Scapa Flow": [*GRAND_FLEET, *LATE],
            "Wilhelmshaven": GERMAN_BCS[:germans],
        },
        throws,
        debug=bool(throws),
    )
    here.turn_down("Late1", "Late2")
    here.start("naval movement")
    return here


def sortie(here: Waters, **orders: str) -> tuple[tuple[int, int], ...]:
    return tuple((here[ship], here.spot(place)) for ship, place in orders.items())


@pytest.mark.rule("fa:11.3.5.6", example="FS1")
def test_the_grand_fleet_comes_out_before_the_die() -> None:
    here = north_sea(10)
    here.sail("germany", ALL, "North Sea 1")
    assert here.asked == ("commonwealth", "intercept")
    offer = {choice.item: choice.to for choice in here.offer("sail-from-scapa-flow").items}
    assert set(offer) == set(here.ids("GF0", "GF1", "GF2", "GF3", "GF4")), "the two face-down ones stay"
    speeds = {ship: max(here.where_is(place)[-1] for place in places if place >= 0) for ship, places in offer.items()}
    assert all(int(top) == min(4, here.movement(ship) - 1) for ship, top in speeds.items()), "less the point of entry"
    here.do("sail-from-scapa-flow", sortie(here, GF0="North Sea 2", GF1="North Sea 2"))
    assert [event.ships for event in here.events(ScapaFlowSails)] == [here.ids("GF0", "GF1")]
    assert here.asked == ("commonwealth", "intercept"), "the attempt is announced: somebody is turned"
    assert set(here.offer("intercept").domain) == set(here.ids("Picket", "GF0", "GF1"))
    here.do("intercept", here["GF0"])
    (tried,) = here.events(InterceptionTried)
    assert tried.needed == 2, "the highest section that they occupy"
    assert here.moves("commonwealth") == 0


@pytest.mark.rule("fa:11.3.5.6", example="FS1")
def test_two_ships_are_let_by_and_a_third_later_is_not() -> None:
    """The count runs over the forces that have slipped by in the sea area."""
    here = north_sea(10, 10)
    here.sail("germany", ["Moltke", "Derfflinger"], "North Sea 1")
    assert "sail-from-scapa-flow" not in here.game.offers("commonwealth")
    assert here.game.why_not("sail-from-scapa-flow", (), "commonwealth")[0].key == "scapa-flow-lets-them-by"
    here.do("intercept", here["Picket"])
    here.part(["Moltke", "Derfflinger"], "North Sea 1")
    here.sail("germany", ["Tann"], "North Sea 1")
    assert "sail-from-scapa-flow" in here.game.offers("commonwealth"), "two and one are three"


@pytest.mark.rule("fa:11.3.5.6")
def test_who_was_intercepted_has_not_slipped_by() -> None:
    here = north_sea(1)
    here.sail("germany", ["Moltke", "Derfflinger"], "North Sea 1")
    here.do("intercept", here["Picket"])
    here.do("stop-here", here.spot("North Sea 1"))
    here.sail("germany", ["Tann"], "North Sea 1")
    assert here.game.why_not("sail-from-scapa-flow", (), "commonwealth")[0].key == "scapa-flow-lets-them-by"


@pytest.mark.rule("fa:11.3.5.6", example="FS1")
def test_nobody_comes_out_elsewhere_or_against_ships_that_go_home() -> None:
    channel = north_sea(sea="English Channel")
    channel.sail("germany", ALL, "North Sea", "English Channel 0")
    assert channel.asked == ("commonwealth", "intercept"), "in the English Channel, where the picket is"
    assert "sail-from-scapa-flow" not in channel.game.offers("commonwealth")
    home = waters(
        {"North Sea 1": [("Picket", "commonwealth SCS")], "English Channel 0": GERMAN_BCS, "Scapa Flow": GRAND_FLEET}
    )
    home.start("naval movement")
    home.sail("germany", ALL, "North Sea", "Wilhelmshaven")
    assert home.asked == ("commonwealth", "intercept")
    assert home.game.why_not("sail-from-scapa-flow", (), "commonwealth")[0].key == "scapa-flow-lets-them-home"


@pytest.mark.rule("fa:11.3.5.6", example="FS1")
def test_without_anybody_on_watch_scapa_flow_stays_in_port() -> None:
    here = waters({"Scapa Flow": GRAND_FLEET, "Wilhelmshaven": GERMAN_BCS})
    here.start("naval movement")
    here.sail("germany", ALL, "North Sea 1")
    assert here.game.over, "nobody was asked: they are at sea"
    assert here.place_named("Tann") == "North Sea 1"


@pytest.mark.rule("fa:11.4.4", example="FS1")
@pytest.mark.rule("fa:11.3.5.1")
def test_four_further_units_take_one_off_the_die_and_ten_two() -> None:
    for number, roll in ((4, 5), (10, 4)):
        here = waters(
            {"North Sea 2": [(f"CW{n}", "commonwealth SCS") for n in range(12)], "Wilhelmshaven": GERMAN_BCS[:1]}, (6,)
        )
        here.start("naval movement")
        here.sail("germany", ["Tann"], "North Sea 1")
        here.do("intercept", here["CW0"])
        assert here.asked == ("commonwealth", "search-harder")
        assert here.game.why_not("watch-harder", here.ids("CW1", "CW2", "CW3", "CW4", "CW5"))[0].key == (
            "so-many-or-so-many-search"
        )
        assert here["CW0"] not in here.offer("watch-harder").domain, "further units than the one that was turned"
        here.do("watch-harder", here.ids(*(f"CW{n}" for n in range(1, number + 1))))
        assert [event.roll for event in here.events(InterceptionTried)] == [roll]
        assert all(here.face_down(f"CW{n}") for n in range(number + 1))


@pytest.mark.rule("fa:11.4.4")
def test_both_sides_turn_further_units_to_search_in_a_round_of_combat() -> None:
    """The active side first, each for its own die; who has initiated the combat is none of them."""
    germans, british = [(f"G{n}", "germany SCS") for n in range(5)], [(f"CW{n}", "commonwealth SCS") for n in range(4)]
    here = waters({"North Sea 2": germans, "North Sea 3": british, "North Sea 0": [("Late", "germany SCS")]}, (7, 8))
    here.turn_down("Late")
    here.start("naval combat")
    here.give_battle("G0")
    for seat, names in (("germany", ("G1", "G2", "G3", "G4")), ("commonwealth", ("CW0", "CW1", "CW2", "CW3"))):
        assert here.asked == (seat, "search-harder")
        assert set(here.offer("search-harder").domain) == set(here.ids(*names))
        here.do("search-harder", here.ids(*names))
        assert all(here.face_down(name) for name in names)
    assert [(event.side, event.die, event.roll) for event in here.events(Searched)] == [(0, 7, 6), (1, 8, 7)]


@pytest.mark.rule("fa:11.4.4")
@pytest.mark.parametrize(("weather", "asked"), [("fine", "search-harder"), ("storm", "")])
def test_aircraft_are_no_further_units_in_a_storm(weather: str, asked: str) -> None:
    """Of four ships one has initiated the combat: an aircraft is the fourth, if it can fly."""
    germans = [*((f"G{n}", "germany SCS") for n in range(4)), ("NAV", "germany NAV")]
    here = waters({"North Sea 2": germans, "North Sea 3": [("CW", "commonwealth SCS")]}, (10, 10), weather=weather)
    here.start("naval combat")
    here.give_battle("G0")
    assert here.asked[1] == asked


@pytest.mark.rule("fa:11.3.5.1")
def test_more_than_ten_ships_are_found_more_easily() -> None:
    for number, roll in ((10, 6), (11, 5)):
        fleet = [(f"G{n}", "germany SCS") for n in range(number)]
        here = waters({"North Sea 2": [("Picket", "commonwealth SCS")], "Wilhelmshaven": fleet}, (6,))
        here.start("naval movement")
        here.sail("germany", [name for name, _ in fleet], "North Sea 0")
        here.do("intercept", here["Picket"])
        assert [event.roll for event in here.events(InterceptionTried)] == [roll]


@pytest.mark.rule("fa:13.2.3.1")
def test_unrestricted_submarines_find_those_who_pass_more_easily() -> None:
    """The die of an interception is a search roll: one less where they lie among Allied convoys."""
    for unrestricted, roll in ((False, 6), (True, 5)):
        here = waters(
            {
                "North Sea 2": [("U9", "germany SUB"), ("CL", "germany SCS")],
                "Harwich": [("Arethusa", "commonwealth SCS")],
            },
            (6,),
            side="allies",
        )
        here.lay("commonwealth", "North Sea 0", 4)
        if unrestricted:
            here.game.set(UNRESTRICTED, here.game.state.get(TURN))
        here.start("naval movement")
        here.sail("commonwealth", ["Arethusa"], "North Sea 0")
        here.do("intercept", here["CL"])
        here.do("hold-submarines")
        assert [event.roll for event in here.events(InterceptionTried)] == [roll]


@pytest.mark.rule("fa:21.13", example="FS8")
def test_a_lone_auxiliary_cruiser_is_hard_to_find() -> None:
    for company, roll in ((False, 6), (True, 5)):
        ships = [("Wilhelm", "germany-kprz-wilhelm"), *([("Emden", "germany-emden")] if company else [])]
        here = waters({"North Sea 2": [("Picket", "commonwealth SCS")], "Wilhelmshaven": ships}, (5,))
        here.start("naval movement")
        here.sail("germany", [name for name, _ in ships], "North Sea 0")
        here.do("intercept", here["Picket"])
        assert [event.roll for event in here.events(InterceptionTried)] == [roll]


@pytest.mark.rule("fa:11.3.5")
def test_who_is_surprised_intercepts_nobody_who_surprises_him() -> None:
    for surprised, asked in ((False, ("commonwealth", "intercept")), (True, ("", ""))):
        here = waters({"North Sea 2": [("Picket", "commonwealth SCS")], "Wilhelmshaven": GERMAN_BCS[:1]})
        if surprised:
            here.game.set(SURPRISE, ((power(here.game, "germany"), power(here.game, "commonwealth")),))
        here.start("naval movement")
        here.sail("germany", ["Tann"], "North Sea 1")
        assert here.asked == asked


@pytest.mark.rule("fa:11.3.5")
def test_convoy_points_alone_surprise_too() -> None:
    here = waters({"North Sea 2": [("Picket", "commonwealth SCS")]})
    convoys = here.lay("germany", "Wilhelmshaven", 2)
    here.game.set(SURPRISE, ((power(here.game, "germany"), power(here.game, "commonwealth")),))
    here.start("naval movement")
    here.sail("germany", [convoys], "North Sea 0")
    assert here.asked == ("", "")

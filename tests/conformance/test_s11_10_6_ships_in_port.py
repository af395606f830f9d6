"""11.10.6 at sea: ships and convoy points overrun in port are captured or destroyed, or flee and may be intercepted."""

from __future__ import annotations

from typing import Any

import pytest
from positions import power, unit
from seafaring import Seafaring, at_sea

from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, board_of, place_index
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, power_of
from worldfire.players.invariants import Inventory
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS, Sailor, naval_counter
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT
from worldfire.rules.s11_10_6_overrun import OVERRUN, Caught, NavalUnitOverrun
from worldfire.rules.s11_10_6_ships_in_port import ConvoysOverrun, hand_in_flight
from worldfire.rules.s11_10_entry import crossing_violation
from worldfire.rules.s15_surprise import SURPRISE

Units = dict[str, list[tuple[str, str]]]
WARS = [("germany", "france"), ("italy", "france"), ("germany", "commonwealth"), ("italy", "commonwealth")]


def brest(ships: list[tuple[str, str]], throws: tuple[int, ...] = (), **more: Any) -> Seafaring:
    """A German armoured corps beside Brest, with French ships in the port."""
    here = at_sea(
        {"Brest": ships, "Paris": [("ARM", "germany ARM")], **more.pop("units", {})},
        side="axis",
        actions={"germany": "land", "italy": "land"},
        wars=WARS,
        throws=throws,
        **more,
    )
    port = place_index(here.game, "Brest")
    beside = (place for place in board_of(here.game).adjacent[port] if _opens(here, place, port))
    start = next(beside)
    here.game.write(PLACE, here["ARM"], start)
    here.game.write(CONTROLLER, start, power(here.game, "germany"))
    return here


def _opens(here: Seafaring, origin: int, port: int) -> bool:
    return (
        bool(board_of(here.game).is_land(origin)) and crossing_violation(here.game, here["ARM"], origin, port) is None
    )


def march_in(here: Seafaring) -> None:
    here.start("land movement")
    here.game.submit("germany", "move", ((here["ARM"],), (here.place("Brest"),)))


FLEET = [
    ("Dunkerque", "fr-bb-dunkerque-sif"),
    ("Strasbourg", "fr-bb-strasbourg-sif"),
    ("Foch", "fr-ca-foch-sif"),
    ("Suffren", "fr-ca-suffren-sif"),
]


@pytest.mark.rule("11.10.6/overrunning naval units")
def test_face_down_ships_roll_and_the_others_flee_together() -> None:
    here = brest(FLEET, (1, 4, 5))
    here.turn_down("Dunkerque", "Strasbourg", "Foch")
    march_in(here)
    assert [(event.roll, event.result) for event in here.events(NavalUnitOverrun)] == [
        (1, "captured"),
        (4, "destroyed"),
        (5, "escapes"),
    ]
    assert here.place_named("Dunkerque") == "repair pool of germany"
    assert here.place_named("Strasbourg") == "tray of france"
    assert here.asked == ("france", "flee-by-sea")
    here.sail("france", ["Foch", "Suffren"], "Bay of Biscay", "St Nazaire", verb="flee-by-sea")
    assert {here.place_named(name) for name in ("Foch", "Suffren")} == {"St Nazaire"}
    assert here.face_down("Suffren")


@pytest.mark.rule("11.10.6/overrunning naval units")
def test_nobody_embarks_and_nobody_stops_at_sea() -> None:
    here = brest([("TRS", "france TRS")], units={"Paris": [("ARM", "germany ARM"), ("INF", "france INF")]})
    march_in(here)
    assert here.refusal("france", ["TRS"], "Bay of Biscay 0", verb="flee-by-sea") == "13.4 from-sea-to-port-only"
    refusal = here.refusal("france", ["TRS"], "Bay of Biscay", "St Nazaire", cargo={"INF": "TRS"}, verb="flee-by-sea")
    assert refusal == "11.10.6 nobody-embarks-now"


@pytest.mark.rule("11.10.6/overrunning naval units")
def test_twice_its_range_whatever_its_movement() -> None:
    here = brest(FLEET[:1])
    hand = hand_in_flight(here.game, Sailor(here["Dunkerque"]))
    assert hand.range == 2 * naval_counter(here.game, here["Dunkerque"]).range
    assert not hand.tied


@pytest.mark.rule("11.10.6/overrunning naval units")
@pytest.mark.rule("11.4.6/fighting your way through")
def test_they_may_be_intercepted_and_fight_from_the_0_section() -> None:
    """The Zara finds them with a 3: nobody asks whether they stop."""
    here = brest(FLEET[2:], (3, 10), units={"Bay of Biscay 4": [("Zara", "it-ca-zara-sif")]})
    march_in(here)
    here.sail("france", ["Foch", "Suffren"], "Bay of Biscay", "Bordeaux", verb="flee-by-sea")
    assert here.asked == ("italy", "intercept")
    here.do("intercept", here["Zara"])
    assert here.events(InterceptionTried)[0].success
    assert any(frame.procedure == NAVAL_COMBAT for frame in here.game.state.frames)
    assert here.place_named("Foch") == "Bay of Biscay 0"


@pytest.mark.rule("11.10.6/overrunning naval units")
def test_whoever_was_intercepted_in_vain_goes_on_to_a_port() -> None:
    here = brest(FLEET[2:], (10,), units={"Bay of Biscay 4": [("Zara", "it-ca-zara-sif")]})
    march_in(here)
    here.sail("france", ["Foch", "Suffren"], "Bay of Biscay", "Bordeaux", verb="flee-by-sea")
    here.do("intercept", here["Zara"])
    assert here.asked == ("france", "naval-orders")
    assert set(here.game.offers("france")) == {"sail-on"}
    here.sail_on("Bordeaux")
    assert here.place_named("Foch") == "Bordeaux"


@pytest.mark.rule("11.10.6/overrunning naval units")
def test_used_convoy_points_are_rolled_for_by_the_unit_and_the_others_flee() -> None:
    """Eight points, six of them used: two units are rolled for, one is captured and one destroyed."""
    here = brest([], (1, 3))
    here.lay("france", "Brest", 8)
    france, germany, port = power(here.game, "france"), power(here.game, "germany"), here.place("Brest")
    here.game.add(USED_CONVOY_POINTS, france, port, 6)
    inventory = Inventory(here.game)
    march_in(here)
    assert not any("convoy points" in fault for fault in inventory.faults(here.game)), "captured, not made"
    assert [(event.points, event.result) for event in here.events(ConvoysOverrun)] == [
        (3, "captured"),
        (3, "destroyed"),
    ]
    state = here.game.state
    assert state.amount(CONVOY_POINTS, germany, here.place("repair pool of germany")) == 3
    assert state.amount(CONVOY_POINTS, france, here.place("tray of france")) == 3
    assert state.amount(USED_CONVOY_POINTS, france, port) == 0
    here.sail("france", [here.convoys("france", "Brest", 2)], "Bay of Biscay", "St Nazaire", verb="flee-by-sea")
    assert here.points("france", "St Nazaire") == (2, 2), "and they are used"
    assert here.points("france", "Brest") == (0, 0)


@pytest.mark.rule("11.10.6/overrunning naval units")
@pytest.mark.rule("15.1/naval units")
def test_surprised_ships_roll_though_they_are_face_up() -> None:
    here = brest(FLEET[2:], (1, 2))
    here.game.set(SURPRISE, ((power(here.game, "germany"), power(here.game, "france")),))
    march_in(here)
    assert [event.result for event in here.events(NavalUnitOverrun)] == ["captured", "destroyed"]
    assert here.asked[1] == "land-movement"


@pytest.mark.rule("11.10.6/overrunning naval units")
@pytest.mark.rule("13.4.2")
def test_who_finds_no_port_is_destroyed() -> None:
    here = brest(FLEET[3:])
    sides = here.game.state[SIDE]
    for port in board_of(here.game).places.values():
        index = board_of(here.game).index[port.hex]
        holder = here.game.state[CONTROLLER][index]
        if port.port and holder >= 0 and sides[holder] == 1 and index != here.place("Brest"):
            here.game.write(CONTROLLER, index, power(here.game, "germany"))
    march_in(here)
    assert here.place_named("Suffren") == "tray of france"
    assert here.asked[1] == "land-movement"


@pytest.mark.rule("11.10.6/overrunning naval units")
@pytest.mark.rule("13.7.1/effect of conquest")
def test_a_conquest_overruns_convoy_points_in_every_port_that_the_captor_gets() -> None:
    here = brest([], (4,))
    here.lay("france", "Brest", 5)
    here.lay("france", "St Nazaire", 2)
    here.game.add(USED_CONVOY_POINTS, power(here.game, "france"), here.place("Brest"), 3)
    here.game.write(CONTROLLER, here.place("Brest"), power(here.game, "germany"))
    here.start(OVERRUN.name, Caught(NOBODY, (), (), (), captor=power(here.game, "germany")))
    assert here.points("france", "tray of france") == (3, 0)
    assert here.points("france", "Brest") == (2, 0)
    here.sail("france", [here.convoys("france", "Brest", 2)], "Bay of Biscay", "St Nazaire", verb="flee-by-sea")
    assert here.points("france", "St Nazaire") == (4, 2)
    assert here.asked == ("", "")


@pytest.mark.rule("11.10.6/overrunning naval units")
@pytest.mark.rule("4.1.3")
def test_with_a_captured_ship_go_the_designs_that_may_replace_it() -> None:
    here = at_sea(
        {"Truk": [("Hyuga", "ja-bb-hyuga-sif"), ("Ise", "ja-bb-ise-sif")]},
        side="allies",
        actions={},
        wars=[("japan", "usa")],
        control={"usa": ["Truk"]},
        options=("5", "6"),
        throws=(1, 2),
    )
    here.turn_down("Hyuga", "Ise")
    carriers = {name: unit(here.game, f"ja-cv-{name}-sif") for name in ("hyuga", "ise")}
    caught = Caught(NOBODY, (), (here["Hyuga"], here["Ise"]), (), captor=power(here.game, "usa"))
    here.start(OVERRUN.name, caught)
    assert here.place_named("Hyuga") == "repair pool of usa"
    assert {name: power_of(here.game, carrier) for name, carrier in carriers.items()} == {
        "hyuga": power(here.game, "usa"),
        "ise": power(here.game, "japan"),
    }

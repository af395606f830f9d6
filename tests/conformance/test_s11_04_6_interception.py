"""11.4.6 Interception, and the naval combat (11.5) that a task force fights its way through."""

from __future__ import annotations

from typing import Any

import pytest
from seafaring import Seafaring, at_sea
from test_s13_04_return_to_base import STEP, decide

from worldfire.engine.state import decode_state
from worldfire.forces.turn import ACTIVE_SIDE, INITIATIVE_SIDE
from worldfire.forces.who import NOBODY
from worldfire.rules.s11_04_6_interception import InterceptionTried
from worldfire.rules.s11_04_under_way import NAVAL_COMBAT, NavalCombat
from worldfire.rules.s11_05_round import NavalRound

WAR = [("germany", "commonwealth"), ("italy", "commonwealth")]


GERMANS = [("Bismarck", "ge-bb-bismarck-sif"), ("Prinz Eugen", "ge-ca-prinz-eugen-sif")]


def north_sea(throws: tuple[int, ...], british: dict[str, list[tuple[str, str]]], **more: Any) -> Seafaring:
    """A German fleet in Kiel, and who waits for it in the North Sea."""
    here = at_sea(
        {"Kiel": GERMANS, **british},
        side="axis",
        actions={"germany": "naval"},
        wars=WAR,
        throws=throws,
        **more,
    )
    here.start("naval movement")
    return here


BLOCKADE = {
    "North Sea 0": [("Curacoa", "cw-cl-curacoa-clif")],
    "North Sea 1": [("Ceres", "cw-cl-ceres-clif")],
    "North Sea 2": [("Parthian", "commonwealth SUB"), ("Konigsberg", "ge-cl-konigsberg-clif")],
    "North Sea 3": [("Royal Oak", "cw-bb-royal-oak-sif"), ("Hipper", "ge-ca-adm-hipper-sif")],
    "North Sea 4": [("Hood", "cw-bb-hood-sif")],
}
FLEET = ["Bismarck", "Prinz Eugen"]
OUT = ("North Sea", "Faeroes Gap 0")


def fighting(here: Seafaring) -> list[str]:
    """Who is included in the round that is being fought."""
    fight = here.game.enclosing(NavalRound)
    units = {*fight.forces[0].units, *fight.forces[1].units}
    return [name for name, thing in here.things.items() if thing in units]


def tried(here: Seafaring) -> list[InterceptionTried]:
    return [event for entry in here.game.entries for event in entry.events if type(event) is InterceptionTried]


@pytest.mark.rule("11.4.6")
@pytest.mark.rule("11.4.6/how to intercept")
@pytest.mark.rule("11.4.6/fighting your way through")
@pytest.mark.rule("11.4.6/end of interception")
@pytest.mark.rule("11.5.5", example="WF1-116")
def test_the_bismarck_breaks_through_in_a_storm() -> None:
    """Who is in each round is the book's; what they do to each other there is not told."""
    here = north_sea((2, 5, 2, 3, 10, 2, 10, 9, 2, 10, 9, 7, 10, 10), BLOCKADE, weather="storm")
    here.sail("germany", FLEET, *OUT)
    assert here.asked == ("commonwealth", "intercept")
    here.do("intercept", here["Curacoa"])
    assert here.face_down("Curacoa")
    assert here.asked == ("commonwealth", "commit-submarines")
    here.do("commit-submarines")
    (attempt,) = tried(here)
    assert (attempt.die, attempt.roll, attempt.needed, attempt.success) == (2, 3, 4, True), "storm adds 1 to the roll"
    assert here.asked == ("germany", "stop-or-fight")
    here.do("fight-through", here.spot("North Sea 2"))
    assert here.place_named("Bismarck") == "North Sea 2"
    assert {*fighting(here)} == {"Bismarck", "Prinz Eugen", "Royal Oak", "Hood"}, "the submarine is not found either"
    # each side inflicts 1 D and 2 A; the last one on the British can only hit the Royal Oak
    for name in ("Hood", "Hood", "Prinz Eugen", "Prinz Eugen", "Bismarck"):
        here.hit(name)
    here.abort(["Hood"], "Scapa Flow")
    here.calm()
    assert here.asked == ("germany", "take-sections"), "the Hipper alone finds the British"
    here.do("take-sections", (here.spot("North Sea 0"),))
    assert {*fighting(here)} == {"Hipper", "Curacoa"}, "the intercepted ships are not included"
    here.calm()
    here.abort(["Curacoa"], "Scapa Flow")
    here.calm()
    # nobody finds anybody in the third round; the damaged Prinz Eugen goes home
    assert here.asked == ("germany", "abort-to")
    here.abort(["Prinz Eugen"], "Kiel")
    assert here.place_named("Prinz Eugen") == "repair pool of germany"
    # 1 for the sea area and 2 for the section; the Bismarck has 5 movement points, so 2 are left, and 1 after the next area
    assert here.asked == ("germany", "naval-orders")
    assert here.game.why_not("sail-on", (here.spot("Faeroes Gap 2"),), "germany")[0].key == "section-too-high"
    here.sail_on("Faeroes Gap 1")
    assert here.place_named("Bismarck") == "Faeroes Gap 1"


@pytest.mark.rule("11.4.6/end of interception")
def test_after_the_fight_the_fleet_may_stay_in_its_section_and_no_other() -> None:
    here = north_sea((1, 10), BLOCKADE)
    here.sail("germany", FLEET, *OUT)
    here.do("intercept", here["Hood"])
    here.do("hold-submarines")
    here.do("fight-through", here.spot("North Sea 1"))
    here.calm("avoid-combat")
    here.do("avoid-combat")
    assert here.offer("part-company").places == (here.spot("North Sea 1"),)
    here.part(FLEET, "North Sea 1")
    assert here.place_named("Bismarck") == "North Sea 1"
    assert here.moves("germany") == 1


@pytest.mark.rule("11.4.6/end of interception")
@pytest.mark.rule("11.5.6/spending surprise points")
def test_a_force_that_is_sunk_sails_no_further() -> None:
    british = {"North Sea 4": [("Hood", "cw-bb-hood-sif"), ("Rodney", "cw-bb-rodney-sif")]}
    here = north_sea((1, 10, 10, 10, 1), british)
    here.sail("germany", ["Prinz Eugen"], *OUT)
    here.do("intercept", here["Hood"])
    here.do("fight-through", here.spot("North Sea 0"))
    # 4 and 10 against 0 and 1: thirteen points, of which twelve shift the British by six columns to an X
    here.calm("shift-columns")
    here.do("shift-columns", (("raise-own", 6),))
    here.hit("Hood")
    here.abort(["Hood"], "Scapa Flow")
    here.calm()
    assert here.place_named("Prinz Eugen") == "tray of germany"
    assert here.asked[1] != "naval-orders"


@pytest.mark.rule("11.4.6/successful interception")
def test_who_stops_goes_into_the_sea_box_and_there_is_no_combat() -> None:
    here = north_sea((1,), BLOCKADE)
    here.sail("germany", FLEET, *OUT)
    here.do("intercept", here["Hood"])
    here.do("hold-submarines")
    here.do("stop-here", here.spot("North Sea 3"))
    assert {here.place_named(name) for name in FLEET} == {"North Sea 3"}
    assert not here.face_down("Bismarck")
    assert NAVAL_COMBAT not in {frame.procedure for frame in here.game.state.frames}


@pytest.mark.rule("11.4.6/interception attempt fails")
@pytest.mark.rule("11.4.6/how to intercept", example="WF1-115")
def test_a_unit_once_turned_serves_the_whole_impulse() -> None:
    here = north_sea((10, 10), {"North Sea 3": [("Hood", "cw-bb-hood-sif")]})
    here.sail("germany", ["Bismarck"], *OUT)
    here.do("intercept", here["Hood"])
    assert here.asked == ("germany", "naval-orders"), "the attempt failed, and there may be other orders"
    here.sail_on("Faeroes Gap 0")
    here.sail("germany", ["Prinz Eugen"], *OUT)
    assert here.asked == ("commonwealth", "intercept"), "no face-up unit is left, but the turned one is there"
    assert set(here.game.offers("commonwealth")) == {"intercept-again", "pass"}
    here.do("intercept-again")
    assert len(tried(here)) == 2


@pytest.mark.rule("11.4.6")
def test_who_lets_it_pass_is_asked_again_only_for_the_next_task_force() -> None:
    here = north_sea((), {"North Sea 3": [("Hood", "cw-bb-hood-sif")]})
    here.sail("germany", ["Bismarck"], *OUT)
    here.do("pass")
    assert here.place_named("Bismarck") == "Faeroes Gap 0"
    assert not here.face_down("Hood")
    here.sail("germany", ["Prinz Eugen"], *OUT)
    assert here.asked == ("commonwealth", "intercept")


@pytest.mark.rule("11.4.6")
@pytest.mark.parametrize(
    ("units", "weather"),
    [
        ({"North Sea 3": [("neutral", "usa SCS")]}, "fine"),
        ({"North Sea 3": [("NAV", "commonwealth NAV")]}, "storm"),
        ({"Faeroes Gap 3": [("elsewhere", "cw-bb-hood-sif")]}, "fine"),
    ],
)
def test_who_cannot_intercept(units: dict[str, list[tuple[str, str]]], weather: str) -> None:
    here = north_sea((), units, weather=weather)
    here.sail("germany", ["Bismarck"], "North Sea 0")
    assert here.place_named("Bismarck") == "North Sea 0"
    assert here.asked == ("germany", "naval-movement")


@pytest.mark.rule("11.4.6")
def test_submarines_and_moves_within_a_sea_box_are_not_intercepted() -> None:
    here = at_sea(
        {
            "Kiel": [("U 1", "germany SUB")],
            "North Sea 2": [("raider", "germany SCS"), ("Hood", "cw-bb-hood-sif")],
        },
        side="axis",
        actions={"germany": "naval"},
        wars=WAR,
    )
    here.start("naval movement")
    here.sail("germany", ["U 1"], "North Sea 1")
    here.sail("germany", ["raider"], "North Sea 1")
    assert (here.place_named("U 1"), here.place_named("raider")) == ("North Sea 1", "North Sea 1")


@pytest.mark.rule("11.4.6/how to intercept")
@pytest.mark.rule("11.5.4")
def test_submarines_find_nobody_unless_they_are_committed() -> None:
    for verb, needed in (("commit-submarines", 4), ("hold-submarines", 1)):
        british = {"North Sea 4": [("sub", "commonwealth SUB")], "North Sea 1": [("CA", "commonwealth SCS")]}
        here = north_sea((10,), british)
        here.sail("germany", ["Bismarck"], *OUT)
        here.do("intercept", here["sub"])
        here.do(verb)
        assert [event.needed for event in tried(here)] == [needed]


@pytest.mark.rule("11.5.5")
@pytest.mark.parametrize(("weather", "needed", "added"), [("fine", 4, 0), ("rain", 4, 1), ("storm", 3, 1)])
def test_a_nav_sees_further_in_flying_weather(weather: str, needed: int, added: int) -> None:
    british = {"North Sea 3": [("Hood", "cw-bb-hood-sif"), ("NAV", "commonwealth NAV")]}
    here = north_sea((7,), british, weather=weather)
    here.sail("germany", ["Bismarck"], *OUT)
    here.do("intercept", here["Hood"])
    (attempt,) = tried(here)
    assert (attempt.needed, attempt.roll) == (needed, 7 + added)


@pytest.mark.rule("11.4.6/successful interception")
@pytest.mark.rule("13.4")
def test_who_returns_to_base_must_fight_from_the_0_section() -> None:
    here = at_sea(
        {"Faeroes Gap 2": GERMANS, "North Sea 3": [("Hood", "cw-bb-hood-sif")]},
        side="axis",
        actions={"germany": "naval"},
        wars=WAR,
        throws=(1, 10),
    )
    here.start("naval movement")
    here.sail("germany", FLEET, "North Sea", "Kiel")
    here.do("intercept", here["Hood"])
    assert here.game.on_stack(NAVAL_COMBAT), "nobody is asked whether to stop"
    assert here.place_named("Bismarck") == "North Sea 0"
    here.do("avoid-combat")
    here.sail_on("Kiel")
    assert here.place_named("Bismarck") == "Kiel"
    assert here.face_down("Bismarck")


@pytest.mark.rule("13.4")
def test_at_the_end_of_the_turn_only_who_stays_at_sea_intercepts() -> None:
    here = at_sea(
        {
            "Faeroes Gap 2": [("Bismarck", "ge-bb-bismarck-sif")],
            "North Sea 3": [("Hood", "cw-bb-hood-sif"), ("Dido", "cw-cl-dido-clif")],
        },
        actions={},
        wars=WAR,
        throws=(1, 10),
    )
    here.game.set(ACTIVE_SIDE, NOBODY)
    here.game.set(INITIATIVE_SIDE, 0)
    here.start(STEP)
    decide(here, "Bismarck")
    decide(here, "Hood")
    here.do("return-from-sea", ((here["Bismarck"],), (here.spot("North Sea"), here.spot("Kiel")), ()))
    assert here.asked == ("commonwealth", "intercept")
    assert here.offer("intercept").domain == (here["Dido"],)
    here.do("intercept", here["Dido"])
    assert here.game.enclosing(NavalCombat).last_call
    assert {*fighting(here)} == {"Bismarck", "Dido"}, "who returns to base takes no part"
    here.do("avoid-combat")
    here.sail_on("Kiel")
    assert here.place_named("Bismarck") == "Kiel"


@pytest.mark.rule("11.4.6")
def test_every_decision_of_it_can_be_saved_and_forked() -> None:
    here = north_sea((1, 10), BLOCKADE)
    here.sail("germany", FLEET, *OUT)
    for verb, noun in (
        ("intercept", here["Hood"]),
        ("commit-submarines", None),
        ("fight-through", here.spot("North Sea 2")),
        ("avoid-combat", None),
        ("sail-on", (here.spot("Faeroes Gap 0"),)),
    ):
        state = here.game.state
        again = decode_state(state.encode(), here.game.ruleset.schema, here.game.ruleset.procedures)
        assert again.encode() == state.encode()
        assert here.game.fork().state.encode() == state.encode()
        here.do(verb, noun)
    assert {here.place_named(name) for name in FLEET} == {"Faeroes Gap 0"}

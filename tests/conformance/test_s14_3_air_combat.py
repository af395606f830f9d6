"""14.3 Air-to-air combat: the worked example of 14.3.3 and every sentence of 14.3 that makes the game do something."""

from __future__ import annotations

from typing import Any

import pytest
from situations import Battle, Force, battle, exercise, rolls, totals

from worldfire.engine.errors import ForeignSeat, Refused
from worldfire.engine.events import TieBroken
from worldfire.engine.views import view
from worldfire.forces.things import FACE_DOWN, Flipped, Moved
from worldfire.rules.s11_05_naval_air_combat import RolesRevealed
from worldfire.rules.s14_air_combat import Aborted, AirResult, Arranged, ClearedThrough, RoundBegan, SideAborted
from worldfire.rules.s14_air_missions import CarrierPlaneLost, Destroyed, ReturnedToBase

ACTIVE, INACTIVE = 0, 1
DUEL = ("Beaufighter", "Gibraltar", "Audacious", "Beaufort", "G.50", "Ca-314B", "SM-79II")


def meet(throws: tuple[int, ...] = (), **changes: Any) -> Battle:
    """Two fighters and two bombers of each side; values are +1 (7.6 − 6.7 = 0.9) and −1."""
    germans = Force(("Bf-109G2", "Bf-109E7"), ("Ju-88A4", "Ju-87D1"))
    soviets = Force(("Yak-9M", "La-5FN"), ("IL-2", "A-20G"))
    here = battle(changes.pop("active", germans), changes.pop("inactive", soviets), throws=throws, **changes)
    here.arrange()
    return here


# ------------------------------------------------------------------------------------------------- the worked example


def eastern_mediterranean() -> Battle:
    """The situation of the example at the first roll, played as the book tells."""
    duel = exercise("air-duel", DUEL, totals(6, 18, 16, 10, 4, 9))
    duel.play(
        "jeremy",
        "choose-roles",
        (("Beaufighter", "fighter"), ("Gibraltar", "fighter 5"), ("Audacious", "bomber 4"), ("Beaufort", "bomber")),
    )
    duel.play("maria", "choose-roles", (("G.50", "fighter"), ("Ca-314B", "bomber"), ("SM-79II", "bomber")))
    duel.play("jeremy", "arrange", (("Beaufighter", "Gibraltar"), ("Audacious", "Beaufort")))
    return duel


@pytest.mark.rule("14.3.3", example="WF2-138")
@pytest.mark.rule("14.3.2", example="WF2-138")
@pytest.mark.rule("14.3.1", example="WF2-138")
@pytest.mark.rule("14.4", example="WF2-138")
@pytest.mark.rule("14.3.2/combat values")
@pytest.mark.rule("14.3.2/resolving the combat")
@pytest.mark.rule("14.3.3/table: air combat results")
def test_eastern_mediterranean_event_by_event() -> None:
    duel = eastern_mediterranean()
    beaufighter, gibraltar, audacious, beaufort, g50, ca314, sm79 = range(7)
    malta, tray = duel.place("Malta"), duel.place("tray of italy")

    # Round 1: 6.5 against 4; the inactive side rolls first, 6 on the −2 column.
    assert duel.play("maria", "arrange", (("G.50",), ("Ca-314B", "SM-79II"))) == (
        Arranged(side=INACTIVE, fighters=(g50,), bombers=(ca314, sm79)),
        RoundBegan(round=1, strengths=(65, 40), values=(3, -2)),
        AirResult(side=INACTIVE, value=-2, roll=6, result="DA"),
    )
    assert duel.choices("jeremy", "drive-off") == ("Beaufighter", "Audacious")
    assert duel.play("jeremy", "drive-off", "Audacious") == (
        Aborted(aircraft=audacious),
        Flipped(thing=audacious, face_down=True),
        AirResult(side=ACTIVE, value=3, roll=18, result="AX"),
    )
    assert duel.where("Audacious") == "Eastern Mediterranean 3"
    assert duel.choices("jeremy", "shoot-down") == ("G.50", "Ca-314B")
    assert duel.play("jeremy", "shoot-down", "G.50") == (
        Destroyed(thing=g50),
        Moved(thing=g50, origin=duel.place("Eastern Mediterranean 2"), to=tray),
    )
    assert (duel.prompt, duel.waiting) == ("air-abort", ("jeremy",))
    assert duel.play("jeremy", "fight-on") == ()

    # Round 2: no Italian fighter, so the Beaufort is through; 6.5 against the front bomber's 2.
    assert duel.play("maria", "fight-on") == (
        ClearedThrough(aircraft=beaufort),
        RoundBegan(round=2, strengths=(65, 20), values=(5, -4)),
        AirResult(side=INACTIVE, value=-4, roll=16, result="AA"),
        Aborted(aircraft=beaufighter),
    )
    assert duel.play("jeremy", "return-to", "Malta") == (
        Moved(thing=beaufighter, origin=duel.place("Eastern Mediterranean 3"), to=malta),
        Flipped(thing=beaufighter, face_down=True),
        ReturnedToBase(thing=beaufighter, base=malta),
        AirResult(side=ACTIVE, value=5, roll=10, result="AC"),
    )
    assert duel.play("jeremy", "clear-through", "Ca-314B") == (ClearedThrough(aircraft=ca314),)
    assert duel.play("jeremy", "fight-on") == ()

    # Round 3: the carrier's planes, 5, against 3; they are lost, and nobody has a fighter left.
    assert duel.play("maria", "fight-on") == (
        RoundBegan(round=3, strengths=(50, 30), values=(2, -2)),
        AirResult(side=INACTIVE, value=-2, roll=4, result="DX"),
        CarrierPlaneLost(carrier=gibraltar),
        Flipped(thing=gibraltar, face_down=True),
        AirResult(side=ACTIVE, value=2, roll=9, result="-"),
        ClearedThrough(aircraft=sm79),
    )
    assert duel.where("Gibraltar") == "Eastern Mediterranean 3"
    assert duel.no_planes("Gibraltar")
    assert duel.result == {
        "Allies": {"through": ("Beaufort Mk.VIII",), "lost": ("Gibraltar",)},
        "Axis": {"through": ("Ca-314B", "SM-79II"), "lost": ("G.50",)},
    }


# ------------------------------------------------------------------------------------------------- 14.3: is there one?


@pytest.mark.rule("14.3")
def test_without_fighters_there_is_no_combat_and_all_bombers_are_through() -> None:
    here = battle(Force(bombers=("Ju-88A4",)), Force(bombers=("IL-2", "A-20G")))
    assert not here.said(RoundBegan)
    assert here.result["Axis"]["through"] == ("Ju-88A4",)
    assert here.result["Allies"]["through"] == ("IL-2M3", "A-20G")


@pytest.mark.rule("14.3")
def test_without_opponents_there_is_no_combat() -> None:
    here = battle(Force(("Bf-109G2",), ("Ju-88A4",)), Force())
    assert not here.said(RoundBegan)
    assert here.result["Axis"]["through"] == ("Ju-88A4",)


@pytest.mark.rule("14.3")
@pytest.mark.parametrize(
    ("active", "inactive"),
    [
        (Force(("Bf-109G2",)), Force(bombers=("IL-2",))),
        (Force(bombers=("Ju-88A4",)), Force(("Yak-9M",))),
        (Force(("Bf-109G2",)), Force(("Yak-9M",))),
    ],
)
def test_one_fighter_on_either_side_is_enough(active: Force, inactive: Force) -> None:
    here = battle(active, inactive, throws=totals(12, 12))
    assert [event.round for event in here.said(RoundBegan)] == [1]


# ---------------------------------------------------------------------------------------------------- 14.3.1 arrangement


@pytest.mark.rule("14.3.1")
def test_each_group_is_arranged_in_a_line_the_active_side_first() -> None:
    here = battle(
        Force(("Bf-109G2", "Bf-109E7"), ("Ju-88A4", "Ju-87D1")), Force(("Yak-9M", "La-5FN")), throws=totals(12, 12)
    )
    assert (here.prompt, here.waiting) == ("air-arrange", ("heinz",))
    with pytest.raises(ForeignSeat):
        here.play("anna", "arrange", (("Yak-9M", "La-5FN"), ()))
    here.play("heinz", "arrange", (("Bf-109E7", "Bf-109G2"), ("Ju-87D1", "Ju-88A4")))
    assert here.waiting == ("anna",)
    here.play("anna", "arrange", (("La-5FN", "Yak-9M"), ()))
    assert (here.line(ACTIVE), here.bombers(ACTIVE)) == (("Bf-109E7", "Bf-109G2"), ("Ju-87D1", "Ju-88A4"))
    assert here.said(RoundBegan)[0].strengths == (67, 76)


@pytest.mark.rule("14.3.1")
@pytest.mark.parametrize(
    "lines",
    [
        (("Bf-109G2",), ("Ju-88A4", "Ju-87D1")),  # one is missing
        (("Bf-109G2", "Bf-109E7", "Ju-87D1"), ("Ju-88A4",)),  # a bomber is no fighter
        (("Bf-109G2", "Bf-109G2"), ("Ju-88A4", "Ju-87D1")),
        (("Bf-109G2", "Bf-109E7"),),
    ],
)
def test_an_arrangement_has_everybody_once_in_his_own_group(lines: Any) -> None:
    here = battle(Force(("Bf-109G2", "Bf-109E7"), ("Ju-88A4", "Ju-87D1")), Force(("Yak-9M", "La-5FN")))
    before = here.game.state.digest()
    with pytest.raises(Refused, match=r"14\.3\.1"):
        here.play("heinz", "arrange", lines)
    assert here.game.state.digest() == before


@pytest.mark.rule("14.3.1")
@pytest.mark.parametrize("order", [("jeremy", "maria"), ("maria", "jeremy")])
def test_roles_are_chosen_in_secret_and_revealed_together(order: tuple[str, str]) -> None:
    duel = exercise("air-duel", DUEL, ())
    roles = {
        "jeremy": (
            ("Beaufighter", "bomber"),
            ("Gibraltar", "fighter 3"),
            ("Audacious", "fighter 4"),
            ("Beaufort", "bomber"),
        ),
        "maria": (("G.50", "bomber"), ("Ca-314B", "bomber"), ("SM-79II", "bomber")),
    }
    first, second = order
    blank = view(duel.game, second)
    assert duel.play(first, "choose-roles", roles[first]) == ()
    assert duel.waiting == (second,)
    seen = view(duel.game, second)
    assert [frame.locals for frame in seen.stack] == [frame.locals for frame in blank.stack]
    assert seen.stack[-1].pending.answers == {}
    assert duel.play(second, "choose-roles", roles[second])[:2] == (
        RolesRevealed(side=ACTIVE, fighters=(1, 2), bombers=(0, 3)),
        RolesRevealed(side=INACTIVE, fighters=(), bombers=(4, 5, 6)),
    )


@pytest.mark.rule("14.3.1")
def test_only_fighters_and_carrier_planes_choose() -> None:
    duel = exercise("air-duel", DUEL, ())
    with pytest.raises(Refused):
        duel.play("maria", "choose-roles", (("G.50", "fighter"), ("Ca-314B", "fighter"), ("SM-79II", "bomber")))


@pytest.mark.rule("14.3.1")
def test_only_the_front_units_can_be_hit_and_then_the_second_is_exposed() -> None:
    here = meet(rolls(("AX", -1), ("-", 1), ("AX", -1), ("-", 1)))
    assert here.choices("anna", "shoot-down") == ("Bf-109G2", "Ju-88A4")
    with pytest.raises(Refused, match=r"14\.3\.3"):
        here.play("anna", "shoot-down", "Ju-87D1")
    here.play("anna", "shoot-down", "Ju-88A4")
    here.play("heinz", "fight-on")
    here.play("anna", "fight-on")
    assert here.choices("anna", "shoot-down") == ("Bf-109G2", "Ju-87D1")


# --------------------------------------------------------------------------------------------------------- 14.3.2 values


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/combat values")
def test_strength_is_the_front_fighter_and_a_tenth_of_each_other() -> None:
    here = meet(totals(12, 12))
    assert here.said(RoundBegan) == (RoundBegan(round=1, strengths=(76, 67), values=(1, -1)),)


@pytest.mark.rule("14.3.2")
def test_without_fighters_the_front_bomber_alone_counts() -> None:
    here = meet(totals(12, 12), inactive=Force(bombers=("IL-2", "A-20G")))
    assert here.said(RoundBegan)[0].strengths == (76, 30)
    assert here.values == (5, -5)  # 4.6 and −4.6


@pytest.mark.rule("14.3.2")
def test_a_side_that_starts_a_round_without_fighters_lets_the_others_through() -> None:
    here = meet(rolls(("-", -5), ("-", 5)), inactive=Force(bombers=("IL-2", "A-20G")))
    cleared = [here.names[event.aircraft] for event in here.said(ClearedThrough)]
    assert cleared == ["Ju-88A4", "Ju-87D1"]
    assert here.bombers(INACTIVE) == ("IL-2", "A-20G")  # there are German fighters: they must fight on
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.2")
def test_an_unarmed_bomber_in_front_does_not_roll_but_counts() -> None:
    force = Force(bombers=("A-20G", "IL-2"))
    here = meet(rolls(("-", 3)), active=Force(("Bf-109G2", "Bf-109E7")), inactive=force, bracketed=("A-20G",))
    assert here.said(RoundBegan)[0].strengths == (76, 50)
    assert here.results == ((ACTIVE, 3, "-"),)
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.2")
def test_the_active_side_does_not_roll_with_an_unarmed_bomber_either() -> None:
    here = meet(rolls(("-", 6)), active=Force(bombers=("Ju-52", "Ju-88A4")), inactive=Force(("Yak-9M",)))
    assert here.results == ((INACTIVE, 6, "-"),)


@pytest.mark.rule("14.3.2")
def test_an_unarmed_bomber_behind_fighters_does_not_keep_them_from_rolling() -> None:
    here = meet(rolls(("-", -1), ("-", 1)), active=Force(("Bf-109G2", "Bf-109E7"), ("Ju-52",)))
    assert here.results == ((INACTIVE, -1, "-"), (ACTIVE, 1, "-"))


@pytest.mark.rule("14.3.2")
def test_an_armed_bomber_in_front_rolls() -> None:
    here = meet(rolls(("AX", -5), ("-", 5)), inactive=Force(bombers=("IL-2", "A-20G")))
    assert here.results[0] == (INACTIVE, -5, "AX")
    assert here.results == ((INACTIVE, -5, "AX"), (ACTIVE, 5, "-"))  # only a fighter is left to hit: nobody is asked
    assert here.is_lost("Bf-109G2")


# -------------------------------------------------------------------------------------------------- 14.3.2 the sequence


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/resolving the combat")
def test_the_active_side_rolls_second_with_the_value_it_had_before_its_losses() -> None:
    here = meet(rolls(("DX", -1), ("-", 1)))
    assert here.results == ((INACTIVE, -1, "DX"),)  # the result is suffered before the other roll is known
    here.play("heinz", "shoot-down", "Bf-109G2")
    assert here.results == ((INACTIVE, -1, "DX"), (ACTIVE, 1, "-"))


@pytest.mark.rule("14.3.2")
def test_the_active_side_still_rolls_after_it_has_lost_everything() -> None:
    here = battle(Force(("Bf-109G2",)), Force(("Yak-9M",), ("IL-2",)), throws=rolls(("AX", -1), ("AX", 1)))
    assert here.is_lost("Bf-109G2")
    assert here.choices("heinz", "shoot-down") == ("Yak-9M", "IL-2")
    here.play("heinz", "shoot-down", "IL-2")
    assert here.game.over
    assert here.result == {
        "Axis": {"through": (), "lost": ("Bf-109G2",)},
        "Allies": {"through": (), "lost": ("IL-2M3",)},
    }


@pytest.mark.rule("14.3.2")
def test_rounds_go_on_until_one_side_has_nothing_left() -> None:
    throws = rolls(("-", -1), ("-", 1), ("-", -1), ("AX", 1), ("-", -2), ("AX", 2))
    here = battle(Force(("Bf-109G2",)), Force(("Yak-9M", "LaGG-3")), throws=throws)
    here.arrange()
    for _ in range(2):
        here.play("heinz", "fight-on")
        here.play("anna", "fight-on")
    assert [event.round for event in here.said(RoundBegan)] == [1, 2, 3]
    assert here.game.over
    assert here.result["Allies"]["lost"] == ("Yak-9M", "LaGG-3")


@pytest.mark.rule("14.3.2")
def test_strengths_are_reckoned_again_each_round() -> None:
    here = meet(rolls(("-", -1), ("AX", 1), ("-", -1), ("-", 1)))
    assert here.values == (1, -1)
    here.play("heinz", "shoot-down", "Yak-9M")
    here.play("heinz", "fight-on")
    here.play("anna", "fight-on")
    assert here.said(RoundBegan)[1] == RoundBegan(round=2, strengths=(76, 70), values=(1, -1))


@pytest.mark.rule("14.3.2")
def test_when_nobody_has_fighters_left_everybody_is_through() -> None:
    force = Force(("Yak-9M",), ("IL-2", "A-20G"))
    here = battle(Force(("Bf-109G2",), ("Ju-88A4",)), force, throws=rolls(("AX", -1), ("AX", 1)))
    here.arrange()
    here.play("anna", "shoot-down", "Bf-109G2")
    here.play("heinz", "shoot-down", "Yak-9M")
    here.play("heinz", "fight-on")
    here.play("anna", "fight-on")
    assert here.result["Axis"]["through"] == ("Ju-88A4",)
    assert here.result["Allies"]["through"] == ("IL-2M3", "A-20G")


# --------------------------------------------------------------------------------------------- 14.3.2 voluntary aborts


@pytest.mark.rule("14.3.2")
def test_a_side_that_aborts_returns_to_base_whole_and_the_others_are_through() -> None:
    here = meet(rolls(("-", -1), ("-", 1)), bases=2)
    assert (here.prompt, here.waiting) == ("air-abort", ("heinz",))
    here.play("heinz", "abort")
    for name, base in (("Bf-109G2", "Orel"), ("Bf-109E7", "Kharkov"), ("Ju-88A4", "Orel"), ("Ju-87D1", "Orel")):
        assert (here.prompt, here.waiting) == ("choose-base", ("heinz",))
        here.play("heinz", "return-to", base)
        assert (here.where(name), here.face_down(name)) == (base, True)
    here.play("anna", "fight-on")
    assert {here.names[event.aircraft] for event in here.said(ClearedThrough)} == {"IL-2", "A-20G"}
    assert not here.said(RoundBegan)[1:]


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.2.4")
def test_the_inactive_side_may_abort_when_the_active_side_has_not() -> None:
    here = meet(rolls(("-", -1), ("-", 1)))
    here.play("heinz", "fight-on")
    here.play("anna", "abort")
    assert here.said(SideAborted) == (SideAborted(side=INACTIVE),)
    assert here.result["Axis"]["through"] == ("Ju-88A4", "Ju-87D1")
    assert here.result["Allies"]["through"] == ()
    assert all(
        here.where(name) == "Voronezh" and here.face_down(name) for name in ("Yak-9M", "La-5FN", "IL-2", "A-20G")
    )
    assert all(
        here.where(name) == "Orel" and here.face_down(name) for name in ("Bf-109G2", "Ju-88A4")
    )  # after the mission


@pytest.mark.rule("14.3.2")
def test_both_sides_may_abort_the_same_combat() -> None:
    here = meet(rolls(("-", -1), ("-", 1)))
    here.play("heinz", "abort")
    assert (here.prompt, here.waiting) == ("air-abort", ("anna",))
    here.play("anna", "abort")
    assert [event.side for event in here.said(SideAborted)] == [ACTIVE, INACTIVE]
    assert here.result["Axis"]["through"] == here.result["Allies"]["through"] == ()


@pytest.mark.rule("14.3.2")
def test_what_is_already_through_does_not_abort() -> None:
    here = meet(rolls(("DC", -1), ("-", 1)))
    here.play("heinz", "clear-through", "Ju-87D1")
    here.play("heinz", "abort")
    here.play("anna", "abort")
    assert here.result["Axis"]["through"] == ("Ju-87D1",)


# --------------------------------------------------------------------------------------------------------- 14.3.3 results


@pytest.mark.rule("14.3.3")
@pytest.mark.parametrize(
    ("result", "chooser", "verb", "choices"),
    [
        ("AX", "anna", "shoot-down", ("Bf-109G2", "Ju-88A4")),
        ("DX", "heinz", "shoot-down", ("Bf-109G2", "Ju-88A4")),
        ("AA", "anna", "drive-off", ("Bf-109G2", "Ju-88A4")),
        ("DA", "heinz", "drive-off", ("Bf-109G2", "Ju-88A4")),
        ("AC", "anna", "clear-through", ("Ju-88A4", "Ju-87D1")),
        ("DC", "heinz", "clear-through", ("Ju-88A4", "Ju-87D1")),
    ],
)
@pytest.mark.rule("14.3.3/table: air combat results")
def test_the_inactive_sides_results(result: str, chooser: str, verb: str, choices: tuple[str, ...]) -> None:
    here = meet(rolls((result, -1), ("-", 1)))
    assert (here.waiting, tuple(here.offers(chooser))) == ((chooser,), (verb,))
    assert here.choices(chooser, verb) == choices
    here.play(chooser, verb, choices[1])
    _check_effect(here, verb, choices[1], ACTIVE, "Orel")


@pytest.mark.rule("14.3.3")
@pytest.mark.parametrize(
    ("result", "chooser", "verb", "choices"),
    [
        ("AX", "heinz", "shoot-down", ("Yak-9M", "IL-2")),
        ("DX", "anna", "shoot-down", ("Yak-9M", "IL-2")),
        ("AA", "heinz", "drive-off", ("Yak-9M", "IL-2")),
        ("DA", "anna", "drive-off", ("Yak-9M", "IL-2")),
        ("AC", "heinz", "clear-through", ("IL-2", "A-20G")),
        ("DC", "anna", "clear-through", ("IL-2", "A-20G")),
    ],
)
def test_the_active_sides_results(result: str, chooser: str, verb: str, choices: tuple[str, ...]) -> None:
    here = meet(rolls(("-", -1), (result, 1)))
    assert (here.waiting, tuple(here.offers(chooser))) == ((chooser,), (verb,))
    assert here.choices(chooser, verb) == choices
    here.play(chooser, verb, choices[0])
    _check_effect(here, verb, choices[0], INACTIVE, "Voronezh")


def _check_effect(here: Battle, verb: str, name: str, side: int, base: str) -> None:
    assert name not in here.line(side) + here.bombers(side)
    if verb == "shoot-down":
        assert here.is_lost(name)
        assert not here.face_down(name)
    elif verb == "drive-off":
        assert (here.where(name), here.face_down(name)) == (base, True)
    else:
        assert (here.where(name), here.face_down(name)) == ("Kursk", False)
        assert here.combat.cleared[side] == (here.things[name],)
    own = "heinz" if side == INACTIVE else "anna"
    assert here.prompt == "air-abort", own


@pytest.mark.rule("14.3.3")
@pytest.mark.parametrize("result", ["AC", "DC"])
def test_a_clear_is_ignored_where_there_are_no_bombers(result: str) -> None:
    here = meet(rolls((result, -1), ("-", 1)), active=Force(("Bf-109G2", "Bf-109E7")))
    assert here.results[0] == (INACTIVE, -1, result)
    assert not here.said(ClearedThrough)
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
def test_no_effect() -> None:
    here = meet(rolls(("-", -1), ("-", 1)))
    assert (here.line(ACTIVE), here.bombers(ACTIVE)) == (("Bf-109G2", "Bf-109E7"), ("Ju-88A4", "Ju-87D1"))
    assert (here.line(INACTIVE), here.bombers(INACTIVE)) == (("Yak-9M", "La-5FN"), ("IL-2", "A-20G"))


@pytest.mark.rule("14.3.3")
def test_what_a_destroyed_transport_carries_is_lost_with_it() -> None:
    transports = Force(("Bf-109G2",), ("Ju-52",), cargo={"Ju-52": ("paratroops",)})
    here = meet(rolls(("AX", 0), ("-", 0)), active=transports)
    here.play("anna", "shoot-down", "Ju-52")
    assert here.is_lost("Ju-52")
    assert here.is_lost("paratroops")


@pytest.mark.rule("14.3.3")
def test_what_an_aborted_transport_carries_lands_face_down_with_it() -> None:
    transports = Force(("Bf-109G2",), ("Ju-52",), cargo={"Ju-52": ("paratroops",)})
    here = meet(rolls(("AA", 0), ("-", 0)), active=transports, bases=2)
    here.play("anna", "drive-off", "Ju-52")
    here.play("heinz", "return-to", "Kharkov")
    assert [(here.where(name), here.face_down(name)) for name in ("Ju-52", "paratroops")] == [("Kharkov", True)] * 2


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.2.4")
def test_the_owner_picks_any_friendly_hex_for_an_aborted_aircraft() -> None:
    here = meet(rolls(("-", -1), ("AA", 1)), bases=3)
    here.play("heinz", "drive-off", "IL-2")
    assert (here.prompt, here.waiting) == ("choose-base", ("anna",))
    shape: Any = here.offers("anna")["return-to"]
    assert shape.domain == tuple(here.place(name) for name in ("Voronezh", "Saratov", "Malta"))
    with pytest.raises(Refused, match=r"14\.2\.4"):
        here.play("anna", "return-to", "Orel")
    here.play("anna", "return-to", "Saratov")
    assert here.where("IL-2") == "Saratov"


@pytest.mark.rule("14.2.4")
def test_an_aircraft_with_nowhere_to_return_to_is_destroyed() -> None:
    here = meet(rolls(("-", -1), ("AA", 1)), bases=0)
    here.play("heinz", "drive-off", "IL-2")
    assert here.is_lost("IL-2")


@pytest.mark.rule("14.3.3")
def test_a_transport_that_has_returned_to_base_aborts_to_that_hex() -> None:
    transports = Force(("Bf-109G2",), ("Ju-52",))
    here = battle(transports, Force(("Yak-9M", "La-5FN")), throws=rolls(("AA", 0), ("-", 0)), bases=3)
    here.combat.bound_for = ((here.things["Ju-52"], here.place("Rome")),)
    here.arrange()
    here.play("anna", "drive-off", "Ju-52")
    assert (here.where("Ju-52"), here.face_down("Ju-52")) == ("Rome", True)


# ----------------------------------------------------------------------------------------------- carrier planes (14.4)


def _off_crete(throws: tuple[int, ...], **naval: Any) -> Battle:
    """Two carriers and a Yak-9M against two fighters of 7 and a bomber in the Black Sea."""
    here = battle(
        Force(("Gibraltar", "Yak-9M"), ("Audacious",)),
        Force(("Bf-109G2", "FW-190A2"), ("Ju-88A4",)),
        throws=throws,
        **{"weather": "fine", **naval},
    )
    here.play("heinz", "choose-roles", (("Gibraltar", "fighter 5"), ("Yak-9M", "fighter"), ("Audacious", "bomber 1")))
    here.play("anna", "choose-roles", (("Bf-109G2", "fighter"), ("FW-190A2", "fighter"), ("Ju-88A4", "bomber")))
    here.arrange()
    return here


@pytest.mark.rule("14.4")
@pytest.mark.rule("14.4/shot down carrier planes")
@pytest.mark.rule("14.3.3")
def test_a_carrier_plane_shot_down_leaves_its_carrier_without_planes() -> None:
    here = _off_crete(rolls(("AX", 2), ("-", -2)))
    assert here.values == (-2, 2)  # 5.6 against 7.7
    assert here.choices("anna", "shoot-down") == ("Gibraltar", "Audacious")
    here.play("anna", "shoot-down", "Gibraltar")
    assert (here.no_planes("Gibraltar"), here.face_down("Gibraltar")) == (True, True)
    assert here.where("Gibraltar") == "Black Sea 2"
    assert here.combat.fighters[ACTIVE] == (here.things["Yak-9M"],)
    here.play("heinz", "abort")
    here.play("anna", "abort")
    assert here.result["Axis"]["lost"] == ("Gibraltar",)


@pytest.mark.rule("14.4")
@pytest.mark.rule("14.3.3")
def test_an_aborted_carrier_plane_returns_to_its_section_face_down() -> None:
    here = _off_crete(rolls(("AA", 2), ("-", -2)))
    here.play("anna", "drive-off", "Audacious")
    assert (here.no_planes("Audacious"), here.face_down("Audacious")) == (False, True)
    assert here.where("Audacious") == "Black Sea 2"
    assert here.prompt == "air-abort"  # nobody was asked where to go


@pytest.mark.rule("14.3.3")
def test_a_land_based_aircraft_aborts_from_the_sea_to_a_hex() -> None:
    here = _off_crete(rolls(("-", 2), ("AA", -2)), bases=2)
    here.play("heinz", "drive-off", "Ju-88A4")
    here.play("anna", "return-to", "Saratov")
    assert (here.where("Ju-88A4"), here.face_down("Ju-88A4")) == ("Saratov", True)


@pytest.mark.rule("14.3.2")
def test_who_gives_up_a_naval_air_combat_stays_in_the_section_face_down() -> None:
    here = _off_crete(rolls(("-", 2), ("-", -2)))
    here.play("heinz", "abort")
    assert all(
        here.face_down(name) and here.where(name) == "Black Sea 2" for name in ("Gibraltar", "Yak-9M", "Audacious")
    )
    assert not any(here.no_planes(name) for name in ("Gibraltar", "Audacious"))
    here.play("anna", "fight-on")
    assert here.result["Allies"]["through"] == ("Ju-88A4",)
    assert here.result["Axis"] == {"through": (), "lost": ()}
    assert not here.face_down("Bf-109G2")  # 11.5.9: survivors keep their facing


@pytest.mark.rule("14.4")
@pytest.mark.parametrize(("year", "component"), [(1939, 5), (1941, 5), (1942, 6), (1943, 6), (1944, 7), (1946, 7)])
def test_a_carrier_divides_its_air_component_which_grows(year: int, component: int) -> None:
    here = battle(Force(bombers=("Gibraltar",)), Force(("Bf-109G2",)), year=year)
    shape: Any = here.offers("heinz")["choose-roles"]
    assert {choice for choice in shape.items[0].to if choice.startswith("fighter")} == {
        f"fighter {share}" for share in range(component + 1)
    }


# --------------------------------------------------------------------------------------------------- allies on one side


def _allied(throws: tuple[int, ...]) -> Battle:
    axis = Force(("Bf-109G2", "G.50"), ("Ju-88A4", "Ju-87D1"), ally=("G.50", "Ju-87D1"))
    return battle(axis, Force(("Yak-9M", "La-5FN"), ("IL-2",)), throws=throws)


@pytest.mark.rule("2.7")
@pytest.mark.rule("14.3.1")
def test_allies_who_agree_decide_together() -> None:
    here = _allied(rolls(("-", -1), ("-", 1)))
    lines = (("G.50", "Bf-109G2"), ("Ju-87D1", "Ju-88A4"))
    assert here.waiting == ("heinz", "maria")
    assert here.play("heinz", "arrange", lines) == ()
    assert here.waiting == ("maria",)
    assert len(here.play("maria", "arrange", lines)) == 1
    assert here.line(ACTIVE) == ("G.50", "Bf-109G2")
    assert not here.said(TieBroken)


@pytest.mark.rule("2.7")
@pytest.mark.rule("14.3.1")
def test_allies_who_disagree_roll_for_it_and_roll_again_if_even() -> None:
    here = _allied((4, 4, 3, 9))
    here.play("heinz", "arrange", (("Bf-109G2", "G.50"), ("Ju-87D1", "Ju-88A4")))
    here.play("maria", "arrange", (("G.50", "Bf-109G2"), ("Ju-88A4", "Ju-87D1")))
    assert here.said(TieBroken) == (TieBroken(winner="maria"),)
    assert (here.line(ACTIVE), here.bombers(ACTIVE)) == (("G.50", "Bf-109G2"), ("Ju-88A4", "Ju-87D1"))
    assert here.waiting == ("anna",)


@pytest.mark.rule("2.7")
@pytest.mark.rule("14.3.3")
def test_allies_share_the_choice_of_a_loss_and_each_lands_his_own() -> None:
    here = _allied((*rolls(("DA", -1)), 2, 7, *rolls(("-", 1))))
    here.arrange()  # 7.4 against 6.7
    here.play("heinz", "drive-off", "Ju-88A4")
    here.play("maria", "drive-off", "Bf-109G2")
    assert here.said(TieBroken) == (TieBroken(winner="maria"),)
    assert here.where("Bf-109G2") == "Orel"
    assert here.face_down("Bf-109G2")


@pytest.mark.rule("14.3.2")
def test_allies_abort_together_or_not_at_all() -> None:
    here = _allied((*rolls(("-", -1), ("-", 1)), 8, 2))
    here.arrange()
    here.play("heinz", "abort")
    here.play("maria", "fight-on")
    assert here.said(SideAborted) == (SideAborted(side=ACTIVE),)
    assert not any(here.game.state[FACE_DOWN][here.things[name]] for name in ("Yak-9M", "IL-2"))
    assert all(here.where(name) == "Orel" for name in ("Bf-109G2", "G.50", "Ju-88A4", "Ju-87D1"))


# ------------------------------------------------------------------------------------------------- found wrong, to mend


@pytest.mark.rule("14.2.4")
def test_an_aircraft_that_aborted_to_the_target_hex_is_home() -> None:
    here = meet(rolls(("-", -1), ("AA", 1)), owner="ussr")
    here.play("heinz", "drive-off", "Yak-9M")
    here.play("anna", "return-to", "Kursk")
    here.play("heinz", "abort")
    here.play("anna", "abort")
    while here.prompt == "choose-base":
        here.play("anna", "return-to", "Voronezh")
    assert here.where("Yak-9M") == "Kursk"


@pytest.mark.rule("2.7")
def test_a_player_whose_aircraft_are_all_gone_no_longer_decides_for_his_ally() -> None:
    axis = Force(("G.50", "Bf-109G2"), ("Ju-88A4", "Ju-87D1"), ally=("G.50",))
    here = battle(axis, Force(("Yak-9M", "La-5FN"), ("IL-2",)), throws=rolls(("AX", 2), ("-", -2)))
    here.arrange()  # 4.7 against 6.7
    here.play("anna", "shoot-down", "G.50")
    assert (here.prompt, here.waiting) == ("air-abort", ("heinz",))

"""Option 44, bounce combat (14.3.3): the worked example and every clause, alone and (jets) together with option 8."""

from __future__ import annotations

from typing import Any

import pytest
from situations import Battle, Force, battle, exercise, rolls, totals

from worldfire.engine.errors import Refused, UnknownVerb
from worldfire.forces.things import Moved
from worldfire.options.o44_bounce_combat import Bounced
from worldfire.rules.s14_air_combat import AirResult, ClearedThrough, RoundBegan
from worldfire.rules.s14_air_missions import Destroyed

ACTIVE, INACTIVE = 0, 1
KURSK = ("Bf-109G2", "FW-190A2", "Bf-109E7", "Ju-88A4", "Ju-87D1", "La-5FN", "Yak-9M", "IL-2", "IL-2 b", "A-20G")


def meet(throws: tuple[int, ...] = (), options: tuple[str, ...] = ("44",), **changes: Any) -> Battle:
    """Three German fighters (8.3) and two bombers against two Soviet fighters (7.6) and two bombers: +1 and −1."""
    germans = Force(("Bf-109G2", "FW-190A2", "Bf-109E7"), ("Ju-88A4", "Ju-87D1"))
    soviets = Force(("La-5FN", "Yak-9M"), ("IL-2", "A-20G"))
    active, inactive = changes.pop("active", germans), changes.pop("inactive", soviets)
    here = battle(active, inactive, options=options, throws=throws, **changes)
    here.arrange()
    return here


def bounce(here: Battle, seat: str, fighter: str, target: str) -> Bounced:
    """Bounce; returns how the duel was announced."""
    here.play(seat, "bounce", (("with", fighter), ("whom", target)))
    event: Bounced = here.said(Bounced)[-1]
    return event


def targets(here: Battle, seat: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """(with, whom) that are offered."""
    shape: Any = here.offers(seat)["bounce"]
    own, exposed = (tuple(here.names[thing] for thing in choices.to) for choices in shape.items)
    return own, exposed


# ------------------------------------------------------------------------------------------------- the worked example


@pytest.mark.rule("14.3.3", example="WF2-139")
@pytest.mark.rule("14.3.3/bounce combat", example="WF2-139")
def test_kursk_event_by_event() -> None:
    kursk = exercise("bounce-over-kursk", KURSK, totals(11, 11, 2, 12))
    fw190, la5 = kursk.things["FW-190A2"], kursk.things["La-5FN"]
    kursk.arrange()
    assert kursk.happened[-3:] == (
        RoundBegan(round=1, strengths=(83, 76), values=(1, -1)),
        kursk.happened[-2],
        AirResult(side=INACTIVE, value=-1, roll=11, result="DC"),
    )
    assert (kursk.prompt, kursk.waiting) == ("air-bounce", ("heinz",))

    # Heinz bounces: 7 + 1 against 7. Anna's 11 clears a fighter, which is nothing; his 2 is a DX.
    assert kursk.play("heinz", "bounce", (("with", "FW-190A2"), ("whom", "La-5FN"))) == (
        Bounced(bouncer=fw190, target=la5, values=(1, -1)),
        AirResult(side=INACTIVE, value=-1, roll=11, result="DC"),
        AirResult(side=ACTIVE, value=1, roll=2, result="DX"),
        Destroyed(thing=la5),
        Moved(thing=la5, origin=kursk.place("Kursk"), to=kursk.place("tray of ussr")),
        # Back in the round, with its original value though the La-5FN is gone.
        AirResult(side=ACTIVE, value=1, roll=12, result="-"),
    )
    assert kursk.line(ACTIVE) == ("Bf-109G2", "Bf-109E7", "FW-190A2")
    assert kursk.line(INACTIVE) == ("Yak-9M",)
    assert not kursk.said(ClearedThrough)
    assert (kursk.prompt, kursk.waiting) == ("air-abort", ("heinz",))
    assert kursk.play("heinz", "fight-on") == ()
    assert (kursk.prompt, kursk.waiting) == ("air-abort", ("anna",))


# --------------------------------------------------------------------------------------------------- when, and by whom


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.parametrize("result", ["AC", "DC"])
def test_whoever_suffers_a_clear_may_bounce_or_have_it_implemented(result: str) -> None:
    here = meet(rolls((result, -1), ("-", 1)))
    assert (here.prompt, here.waiting) == ("air-bounce", ("heinz",))
    here.play("heinz", "pass")
    chooser = "anna" if result == "AC" else "heinz"
    assert here.choices(chooser, "clear-through") == ("Ju-88A4", "Ju-87D1")
    here.play(chooser, "clear-through", "Ju-87D1")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.parametrize("result", ["AX", "DX", "AA", "DA", "-"])
def test_no_other_result_can_be_converted(result: str) -> None:
    here = meet(rolls((result, -1), ("-", 1)))
    assert here.prompt != "air-bounce"
    with pytest.raises(UnknownVerb):
        here.play("heinz" if "heinz" in here.waiting else "anna", "bounce", (("with", "FW-190A2"), ("whom", "La-5FN")))


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_without_the_option_nobody_bounces() -> None:
    here = meet(rolls(("DC", -1), ("-", 1)), options=())
    assert here.prompt == "air-clear-through"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_a_side_without_fighters_cannot_bounce() -> None:
    here = meet(rolls(("DC", 4)), active=Force(bombers=("Ju-88A4", "Ju-87D1")))
    assert here.values == (-4, 4)  # 4 − 7.6, 7.6 − 4
    assert here.prompt == "air-clear-through"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_the_inactive_side_bounces_on_the_active_sides_roll() -> None:
    here = meet((*rolls(("-", -1), ("DC", 1)), *rolls(("-", 1), ("-", -1))))
    assert (here.prompt, here.waiting) == ("air-bounce", ("anna",))
    assert bounce(here, "anna", "Yak-9M", "Bf-109E7").values == (-1, 1)
    assert here.results[-2:] == ((INACTIVE, 1, "-"), (ACTIVE, -1, "-"))  # the inactive side rolls first here too
    assert here.line(INACTIVE) == ("La-5FN", "Yak-9M")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_a_side_may_bounce_even_if_it_has_no_bomber_to_clear() -> None:
    here = meet(
        (*rolls(("DC", -1)), *totals(12, 12), *rolls(("-", 1))), active=Force(("Bf-109G2", "FW-190A2", "Bf-109E7"))
    )
    assert (here.prompt, here.waiting) == ("air-bounce", ("heinz",))
    here.play("heinz", "pass")
    assert not here.said(ClearedThrough)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.rule("14.3.2/twin-engined fighters")
def test_the_modified_result_counts() -> None:
    """A DA that option 8 makes an AC can be converted; an AC that it makes a DC gives the wider choice."""
    soviets = Force(("Beaufighter", "Yak-9M"), ("IL-2",))
    here = meet(rolls(("DA", -2)), options=("8/twin-engined", "44"), inactive=soviets)
    assert here.values == (2, -2)  # 8.3 − 6.6
    assert (here.prompt, here.results[-1]) == ("air-bounce", (INACTIVE, -2, "AC"))
    assert targets(here, "heinz")[1] == ("Beaufighter", "Yak-9M")
    here = meet(rolls(("AC", -2)), options=("8/twin-engined", "44"), inactive=soviets)
    assert here.results[-1] == (INACTIVE, -2, "DC")
    assert targets(here, "heinz")[1] == ("Beaufighter", "Yak-9M", "IL-2")


# ------------------------------------------------------------------------------------------------------ with and whom


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_any_fighter_bounces_any_fighter_on_ac() -> None:
    here = meet(rolls(("AC", -1)))
    assert targets(here, "heinz") == (("Bf-109G2", "FW-190A2", "Bf-109E7"), ("La-5FN", "Yak-9M"))
    with pytest.raises(Refused, match=r"14\.3\.3"):
        bounce(here, "heinz", "FW-190A2", "IL-2")
    with pytest.raises(Refused, match=r"14\.3\.3"):
        bounce(here, "heinz", "Ju-88A4", "La-5FN")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_any_fighter_bounces_any_aircraft_on_dc() -> None:
    here = meet(rolls(("DC", -1)))
    assert targets(here, "heinz")[1] == ("La-5FN", "Yak-9M", "IL-2", "A-20G")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_on_ac_without_opposing_fighters_any_aircraft() -> None:
    here = meet(rolls(("AC", -5)), inactive=Force(bombers=("IL-2", "A-20G")))
    assert here.values == (5, -5)
    assert targets(here, "heinz")[1] == ("IL-2", "A-20G")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_what_is_through_no_longer_remains_in_the_combat() -> None:
    here = meet(rolls(("DC", -1), ("DC", 1), ("DC", -1)))
    here.play("heinz", "pass")
    here.play("heinz", "clear-through", "Ju-87D1")
    here.play("anna", "pass")
    here.play("anna", "clear-through", "IL-2")
    here.play("heinz", "fight-on")
    here.play("anna", "fight-on")
    assert targets(here, "heinz")[1] == ("La-5FN", "Yak-9M", "A-20G")


@pytest.mark.rule("2.7")
@pytest.mark.rule("14.3.3")
def test_allies_decide_together_whether_and_with_whom_to_bounce() -> None:
    axis = Force(("Bf-109G2", "FW-190A2", "G.50"), ("Ju-88A4", "Ju-87D1"), ally=("G.50",))
    here = meet(rolls(("AC", -1)), active=axis)
    assert here.waiting == ("heinz", "maria")
    for seat in ("heinz", "maria"):
        assert targets(here, seat)[0] == ("Bf-109G2", "FW-190A2", "G.50")
    here.play("heinz", "let-it-stand")
    here.play("maria", "let-it-stand")
    assert "clear-through" in here.game.offers(here.waiting[0])


# ---------------------------------------------------------------------------------------------------------- the values


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.parametrize(
    ("fighter", "target", "values"),
    [
        ("FW-190A2", "La-5FN", (1, -1)),  # 7 + 1 against 7
        ("Bf-109E7", "La-5FN", (0, 0)),  # 6 + 1 against 7
        ("FW-190A2", "IL-2", (5, -5)),  # 7 + 1 against 3
        ("Bf-109E7", "A-20G", (2, -2)),  # 6 + 1 against 5
    ],
)
def test_only_the_two_count_and_the_bouncer_has_one_more(fighter: str, target: str, values: tuple[int, int]) -> None:
    here = meet((*rolls(("DC", -1)), *totals(12, 12, 12)))
    assert bounce(here, "heinz", fighter, target).values == values


# --------------------------------------------------------------------------------------------------------- the results


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_results_of_a_bounce_hit_nobody_but_the_two() -> None:
    """The bounced bomber stands at the rear of its line and the bouncer behind the front: both are hit all the same."""
    here = meet((*rolls(("DC", -1)), *rolls(("AA", -3), ("AX", 3)), *rolls(("-", 1))), bases=1)
    bounce(here, "heinz", "FW-190A2", "A-20G")
    assert here.is_lost("A-20G")
    assert (here.where("FW-190A2"), here.face_down("FW-190A2")) == ("Orel", True)
    assert here.line(ACTIVE) == ("Bf-109G2", "Bf-109E7")
    assert (here.line(INACTIVE), here.bombers(INACTIVE)) == (("La-5FN", "Yak-9M"), ("IL-2",))


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_the_bouncer_still_fires_when_the_bounced_has_shot_it_down() -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("AX", -1), ("AX", 1)), *rolls(("-", 1))))
    bounce(here, "heinz", "FW-190A2", "La-5FN")
    assert here.is_lost("FW-190A2")
    assert here.is_lost("La-5FN")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.parametrize("result", ["-", "DC", "AC"])
def test_a_bounced_fighter_that_is_cleared_or_unhurt_keeps_its_place(result: str) -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("-", -1), (result, 1)), *rolls(("-", 1))))
    bounce(here, "heinz", "Bf-109G2", "La-5FN")
    assert here.line(INACTIVE) == ("La-5FN", "Yak-9M")
    assert here.line(ACTIVE) == ("FW-190A2", "Bf-109E7", "Bf-109G2")
    assert not here.said(ClearedThrough)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_a_bounced_bomber_that_is_unhurt_keeps_its_place() -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("-", -5), ("-", 5)), *rolls(("-", 1))))
    bounce(here, "heinz", "FW-190A2", "IL-2")
    assert here.bombers(INACTIVE) == ("IL-2", "A-20G")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
@pytest.mark.parametrize("result", ["AC", "DC"])
def test_a_bounced_bomber_may_be_cleared_through_and_no_other(result: str) -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("-", -3), (result, 3)), *rolls(("-", 1))))
    bounce(here, "heinz", "FW-190A2", "A-20G")
    assert [here.names[event.aircraft] for event in here.said(ClearedThrough)] == ["A-20G"]
    assert here.bombers(INACTIVE) == ("IL-2",)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_an_aborted_aircraft_returns_to_base_before_the_combat_goes_on() -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("-", -3), ("DA", 3)), *rolls(("-", 1))), bases=2)
    bounce(here, "heinz", "FW-190A2", "A-20G")
    assert (here.prompt, here.waiting) == ("choose-base", ("anna",))
    here.play("anna", "return-to", "Saratov")
    assert here.where("A-20G") == "Saratov"
    assert here.results[-1] == (ACTIVE, 1, "-")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_no_bounce_in_a_bounce() -> None:
    here = meet((*rolls(("DC", -1)), *rolls(("DC", -1), ("DC", 1)), *rolls(("-", 1))))
    bounce(here, "heinz", "FW-190A2", "La-5FN")
    assert len(here.said(Bounced)) == 1
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_an_unarmed_bomber_that_is_bounced_does_not_roll_but_counts() -> None:
    soviets = Force(("La-5FN", "Yak-9M"), ("IL-2", "A-20G"))
    throws = (*rolls(("DC", -1)), *rolls(("-", 3)), *rolls(("-", 1)))
    here = meet(throws, inactive=soviets, bracketed=("A-20G",))
    assert bounce(here, "heinz", "FW-190A2", "A-20G").values == (3, -3)
    assert here.results[1:] == ((ACTIVE, 3, "-"), (ACTIVE, 1, "-"))


# ------------------------------------------------------------------------------------------------- back in the sequence


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_the_round_goes_on_without_reckoning_again() -> None:
    """Both fighters in front are gone; the active side rolls with the value of the start of the round."""
    here = meet((*rolls(("DC", -1)), *rolls(("AX", -1), ("AX", 1)), *rolls(("AX", 1))))
    bounce(here, "heinz", "Bf-109G2", "La-5FN")
    assert here.results[-1] == (ACTIVE, 1, "AX")
    assert here.choices("heinz", "shoot-down") == ("Yak-9M", "IL-2")
    assert len(here.said(RoundBegan)) == 1


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_two_bounces_in_one_round() -> None:
    here = meet((*rolls(("AC", -1)), *totals(12, 12), *rolls(("AC", 1)), *totals(12, 12)))
    bounce(here, "heinz", "Bf-109E7", "Yak-9M")
    assert here.waiting == ("anna",)
    bounce(here, "anna", "La-5FN", "Bf-109G2")
    assert here.line(ACTIVE) == ("Bf-109G2", "FW-190A2", "Bf-109E7")
    assert here.line(INACTIVE) == ("Yak-9M", "La-5FN")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_if_a_bounce_leaves_a_side_with_nothing_the_combat_is_over_at_once() -> None:
    """No return fire with the round's value, although steps 3 and 4 had not been played."""
    throws = (*rolls(("DC", -1)), *rolls(("-", -1), ("AX", 1)))
    here = meet(throws, inactive=Force(("La-5FN", "Yak-9M")[:1]), active=Force(("Bf-109G2", "FW-190A2"), ("Ju-88A4",)))
    assert here.values == (1, -1)  # 7.7 against 7
    bounce(here, "heinz", "FW-190A2", "La-5FN")
    assert here.game.over
    assert len(here.results) == 3
    assert here.result["Axis"]["through"] == ("Ju-88A4",)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_the_combat_is_also_over_if_the_bouncing_side_has_nothing_left() -> None:
    throws = (*rolls(("DC", 0)), *rolls(("AX", -1), ("-", 1)))
    here = meet(throws, active=Force(("Bf-109G2",)), inactive=Force(("La-5FN",), ("IL-2",)))
    assert here.values == (0, 0)
    bounce(here, "heinz", "Bf-109G2", "La-5FN")
    assert here.results == ((INACTIVE, 0, "DC"), (INACTIVE, -1, "AX"), (ACTIVE, 1, "-"))
    assert here.game.over
    assert here.result["Allies"]["through"] == ("IL-2M3",)


# ------------------------------------------------------------------------------------- with option 8: jets in the bounce


JETS = ("8/jets", "44")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
@pytest.mark.parametrize(("options", "wider"), [(JETS, True), (("44",), False), (("8/night", "44"), False)])
def test_a_jet_in_front_chooses_any_aircraft_even_on_ac(options: tuple[str, ...], wider: bool) -> None:
    here = meet(rolls(("AC", -4)), options=options, active=Force(("Me-262", "FW-190A2"), ("Ju-88A4",)))
    assert here.values == (4, -4)  # 11.7 − 7.6
    exposed = ("La-5FN", "Yak-9M", "IL-2", "A-20G") if wider else ("La-5FN", "Yak-9M")
    assert targets(here, "heinz") == (("Me-262", "FW-190A2"), exposed)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (("FW-190A2", "Me-262"), ("La-5FN",)),  # the jet is not in front
        (("Me-262", "FW-190A2"), ("He-162",)),  # the opponent has one as well
    ],
)
def test_the_jet_must_lead_and_the_opponents_front_fighter_be_none(
    ours: tuple[str, ...], theirs: tuple[str, ...]
) -> None:
    here = battle(Force(ours, ("Ju-88A4",)), Force(theirs, ("IL-2",)), options=JETS)
    values = {"La-5FN": -1, "He-162": -4}  # 8.1 − 7, 11.7 − 8
    here.game.chance.feed(*rolls(("AC", values[theirs[0]])))  # type: ignore[attr-defined]
    here.arrange()
    assert targets(here, "heinz")[1] == theirs


def _jet_is_bounced(options: tuple[str, ...]) -> Battle:
    """Anna's La-5FN bounces Heinz's rear fighter; in front of it flies a jet."""
    throws = (*rolls(("-", -4)), *rolls(("AC", 4)))
    here = meet(throws, options=options, active=Force(("Me-262", "FW-190A2"), ("Ju-88A4",)))
    here.play("anna", "bounce", (("with", "Yak-9M"), ("whom", "FW-190A2")))
    return here


def _feed(here: Battle, *wanted: tuple[str, int]) -> None:
    here.game.chance.feed(*rolls(*wanted))  # type: ignore[attr-defined]


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
def test_who_is_bounced_may_fight_with_the_jet_in_front() -> None:
    here = _jet_is_bounced(JETS)
    assert (here.prompt, here.waiting, set(here.offers("heinz"))) == (
        "air-interpose",
        ("heinz",),
        {"interpose", "accept-bounce"},
    )
    _feed(here, ("-", -4), ("-", 4))
    here.play("heinz", "interpose", (("with", "Me-262"),))
    assert here.said(Bounced)[-1] == Bounced(
        bouncer=here.things["Yak-9M"], target=here.things["Me-262"], values=(4, -4)
    )
    assert here.line(ACTIVE) == ("FW-190A2", "Me-262")  # it survives, so it goes to the rear
    assert here.line(INACTIVE) == ("La-5FN", "Yak-9M")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
def test_or_accept_the_bounce() -> None:
    here = _jet_is_bounced(JETS)
    _feed(here, ("-", 0), ("-", 0))
    here.play("heinz", "accept-bounce")
    assert here.said(Bounced)[-1].values == (0, 0)  # 7 against 6 + 1
    assert here.line(ACTIVE) == ("Me-262", "FW-190A2")


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
def test_a_jet_that_interposes_and_is_shot_down_is_gone() -> None:
    here = _jet_is_bounced(JETS)
    _feed(here, ("AX", -4), ("-", 4))
    here.play("heinz", "interpose", (("with", "Me-262"),))
    assert here.is_lost("Me-262")
    assert here.line(ACTIVE) == ("FW-190A2",)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
def test_without_option_8_no_jet_interposes() -> None:
    throws = (*rolls(("-", -4)), *rolls(("AC", 4)), *totals(12, 12))
    here = meet(throws, options=("44",), active=Force(("Me-262", "FW-190A2"), ("Ju-88A4",)))
    bounce(here, "anna", "Yak-9M", "FW-190A2")
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce jets")
def test_a_jet_does_not_interpose_for_itself() -> None:
    throws = (*rolls(("-", -4)), *rolls(("AC", 4)), *totals(12, 12))
    here = meet(throws, options=JETS, active=Force(("Me-262", "FW-190A2"), ("Ju-88A4",)))
    bounce(here, "anna", "Yak-9M", "Me-262")
    assert here.prompt == "air-abort"
    assert here.line(ACTIVE) == ("Me-262", "FW-190A2")


@pytest.mark.rule("14.3.3/bounce jets")
@pytest.mark.rule("14.3.3")
def test_a_jet_interposes_for_a_bomber_too() -> None:
    throws = (*rolls(("-", -4)), *rolls(("DC", 4)), *totals(12, 12))
    here = meet(throws, options=JETS, active=Force(("Me-262", "FW-190A2"), ("Ju-88A4",)))
    here.play("anna", "bounce", (("with", "Yak-9M"), ("whom", "Ju-88A4")))
    here.play("heinz", "interpose", (("with", "Me-262"),))
    assert here.line(ACTIVE) == ("FW-190A2", "Me-262")
    assert here.bombers(ACTIVE) == ("Ju-88A4",)

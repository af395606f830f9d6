"""Option 8 in air-to-air combat (14.3.2, 14.3.3): each clause on and off, alone and together."""

from __future__ import annotations

import pytest
from situations import Battle, Force, battle, rolls, totals

from worldfire.options.o44_bounce_combat import Bounced
from worldfire.rules.s14_air_combat import ClearedThrough, RoundBegan

ACTIVE, INACTIVE = 0, 1
NIGHT, HIGH = ("night",), ("high altitude",)
LADDER = [("AX", "DX"), ("DX", "AA"), ("AA", "DA"), ("DA", "AC"), ("AC", "DC"), ("DC", "DC"), ("-", "-")]


def fight(
    active: Force,
    inactive: Force,
    *results: str,
    options: tuple[str, ...] = ("8",),
    conditions: tuple[str, ...] = (),
) -> Battle:
    """The first round with dice for these results, the inactive side's first; then whoever must choose is asked."""
    trial = battle(active, inactive, options=options, conditions=conditions, throws=totals(*(12 for _ in results)))
    trial.arrange()
    values = trial.values
    order = [INACTIVE, ACTIVE][-len(results) :]
    throws = rolls(*((result, values[side]) for side, result in zip(order, results, strict=True)))
    here = battle(active, inactive, options=options, conditions=conditions, throws=throws)
    here.arrange()
    return here


def result_of(here: Battle, side: int = INACTIVE) -> str:
    return next(result for who, _, result in here.results if who == side)


def strengths(here: Battle) -> tuple[int, int]:
    found: tuple[int, int] = here.said(RoundBegan)[-1].strengths
    return found


# ----------------------------------------------------------------------------------------------------- fighter bombers


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/fighter bombers")
@pytest.mark.parametrize(
    ("options", "strength"), [(("8",), 60), (("8/fighter-bombers",), 60), ((), 70), (("8/night",), 70)]
)
def test_a_ftr_that_leads_as_a_bomber_has_one_less(options: tuple[str, ...], strength: int) -> None:
    here = fight(Force(("Yak-9M",)), Force(bombers=("FW-190A2", "Ju-88A4")), "-", "-", options=options)
    assert strengths(here) == (60, strength)


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/fighter bombers")
def test_another_bomber_or_a_fighter_is_not_touched() -> None:
    here = fight(Force(("Yak-9M", "FW-190A2"), ("Bf-109G2",)), Force(bombers=("Ju-88A4", "Bf-109E7")), "-", "-")
    assert strengths(here) == (67, 40)


# ------------------------------------------------------------------------------------------------ twin-engined fighters


@pytest.mark.rule("14.3.2", example="WF2-137")
@pytest.mark.rule("14.3.2/twin-engined fighters", example="WF2-137")
@pytest.mark.parametrize(("printed", "achieved"), LADDER)
@pytest.mark.parametrize("options", [("8",), ("8/twin-engined",)])
def test_by_day_a_twin_engined_fighter_does_one_worse(printed: str, achieved: str, options: tuple[str, ...]) -> None:
    here = fight(
        Force(("Bf-109E7",), ("Ju-88A4", "Ju-87D1")),
        Force(("Beaufighter",), ("IL-2",)),
        *(printed, "-"),
        options=options,
    )
    assert result_of(here) == achieved


@pytest.mark.rule("14.3.2", example="WF2-137")
@pytest.mark.rule("14.3.2/night", example="WF2-137")
@pytest.mark.parametrize(("printed", "achieved"), LADDER)
@pytest.mark.parametrize("options", [("8",), ("8/night",)])
def test_by_night_a_day_fighter_does_one_worse(printed: str, achieved: str, options: tuple[str, ...]) -> None:
    here = fight(
        Force(("Bf-109E7",), ("Ju-88A4", "Ju-87D1")),
        Force(("Yak-9M",), ("IL-2",)),
        *(printed, "-"),
        options=options,
        conditions=NIGHT,
    )
    assert result_of(here) == achieved


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/twin-engined fighters")
def test_the_worse_result_is_what_is_implemented() -> None:
    here = fight(Force(("Bf-109E7",), ("Ju-88A4", "Ju-87D1")), Force(("Beaufighter",), ("IL-2",)), "AX", "-")
    assert (here.prompt, here.waiting) == ("air-shoot-down", ("heinz",))  # DX: the side that did not roll chooses


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/twin-engined fighters")
@pytest.mark.parametrize(
    ("active", "inactive", "conditions", "options"),
    [
        (Force(("Ju-88G",)), Force(("Beaufighter",)), (), ("8",)),  # orange against orange
        (Force(("Beaufighter",)), Force(("Yak-9M",)), (), ("8",)),  # not orange itself
        (Force(bombers=("Ju-88A4",)), Force(("Beaufighter",)), (), ("8",)),  # no fighter against it
        (Force(("Yak-9M",)), Force(bombers=("Beaufighter",)), (), ("8",)),  # it leads as a bomber
        (Force(("Bf-109E7",)), Force(("Beaufighter",)), NIGHT, ("8/twin-engined",)),  # not by day
        (Force(("Bf-109E7",)), Force(("Yak-9M", "Beaufighter")), (), ("8",)),  # not in front
        (Force(("Bf-109E7",)), Force(("Beaufighter",)), (), ()),  # without the option
        (Force(("Bf-109E7",)), Force(("Beaufighter",)), (), ("8/night",)),  # another part of it
    ],
)
def test_no_twin_engined_penalty(
    active: Force, inactive: Force, conditions: tuple[str, ...], options: tuple[str, ...]
) -> None:
    assert result_of(fight(active, inactive, "AA", "-", conditions=conditions, options=options)) == "AA"


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/twin-engined fighters")
def test_the_active_sides_twin_engined_fighter_too() -> None:
    here = fight(Force(("Beaufighter",)), Force(("Yak-9M",), ("IL-2",)), "-", "AA")
    assert result_of(here, ACTIVE) == "DA"


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/twin-engined fighters")
def test_the_fighter_that_led_when_the_round_began_counts() -> None:
    """The Beaufighter is lost before its side rolls; the value is its own, and so is the penalty."""
    here = fight(Force(("Beaufighter", "Bf-109E7")), Force(("Yak-9M",), ("IL-2",)), "AX", "AA")
    assert here.is_lost("Beaufighter")
    assert result_of(here, ACTIVE) == "DA"


# ---------------------------------------------------------------------------------------------------------------- night


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/night")
@pytest.mark.parametrize(
    ("inactive", "conditions", "options"),
    [
        (Force(("Mosquito",)), NIGHT, ("8",)),  # a night fighter
        (Force(("Ju-88G",)), NIGHT, ("8",)),  # twin-engined as well: that counts by day only
        (Force(bombers=("A-20G",)), NIGHT, ("8",)),  # no fighter
        (Force(("Yak-9M",)), (), ("8",)),  # by day
        (Force(("Yak-9M",)), NIGHT, ()),  # without the option
    ],
)
def test_no_night_penalty(inactive: Force, conditions: tuple[str, ...], options: tuple[str, ...]) -> None:
    here = fight(Force(("Bf-109E7",), ("Ju-88A4",)), inactive, "AA", "-", conditions=conditions, options=options)
    assert result_of(here) == "AA"


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/night")
def test_a_day_fighter_does_one_worse_against_bombers_as_well() -> None:
    here = fight(Force(bombers=("Ju-88A4",)), Force(("Yak-9M",)), "AA", "-", conditions=NIGHT)
    assert result_of(here) == "DA"


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/night")
@pytest.mark.parametrize(
    ("conditions", "options", "expected"),
    [
        (NIGHT, ("8",), (76, 67)),  # Ju-88G backs, FW-190A2 does not; the front fighter counts whatever it is
        (NIGHT, ("8/night",), (76, 67)),
        ((), ("8",), (83, 74)),
        (NIGHT, (), (83, 74)),
    ],
)
def test_by_night_only_night_fighters_back_the_front_fighter(
    conditions: tuple[str, ...], options: tuple[str, ...], expected: tuple[int, int]
) -> None:
    here = fight(
        Force(("Bf-109G2", "FW-190A2", "Ju-88G")),
        Force(("Yak-9M", "La-5FN", "Mosquito")),
        *("-", "-"),
        conditions=conditions,
        options=options,
    )
    assert strengths(here) == expected


# ------------------------------------------------------------------------------------------------------------- altitude


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/altitude")
@pytest.mark.parametrize(
    ("conditions", "options", "expected"),
    [
        (HIGH, ("8",), (67, 76)),  # the P-47 has a white cloud, the FW-190A2 has not; backing fighters are not touched
        (HIGH, ("8/altitude",), (67, 76)),
        ((), ("8",), (77, 76)),
        (HIGH, (), (77, 76)),
    ],
)
def test_high_up_a_front_fighter_without_a_white_cloud_has_one_less(
    conditions: tuple[str, ...], options: tuple[str, ...], expected: tuple[int, int]
) -> None:
    here = fight(
        Force(("FW-190A2", "Bf-109G2")), Force(("P-47", "Yak-9M")), "-", "-", conditions=conditions, options=options
    )
    assert strengths(here) == expected


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/altitude")
def test_altitude_does_not_touch_a_front_bomber() -> None:
    here = fight(Force(("P-47",)), Force(bombers=("Ju-88A4",)), "-", "-", conditions=HIGH)
    assert strengths(here) == (70, 40)


# ------------------------------------------------------------------------------------------------------ all cumulative


@pytest.mark.rule("14.3.2")
@pytest.mark.rule("14.3.2/altitude")
@pytest.mark.rule("14.3.2/night")
def test_modifiers_are_cumulative() -> None:
    """At night and high up: 1 less for the altitude, no backing, and one result worse."""
    here = fight(
        Force(("FW-190A2", "Bf-109G2"), ("Ju-88A4", "Ju-87D1")),
        Force(("Yak-9M", "La-5FN")),
        *("AX", "-"),
        conditions=NIGHT + HIGH,
    )
    assert strengths(here) == (60, 50)
    assert result_of(here) == "DX"


# ----------------------------------------------------------------------------------------------------------------- jets


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
@pytest.mark.parametrize("options", [("8",), ("8/jets",)])
def test_a_jet_bomber_in_front_may_outrun_fighters_that_are_no_jets(options: tuple[str, ...]) -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234", "Ju-88A4")), Force(("Yak-9M",)), "-", "-", options=options)
    assert (here.prompt, here.waiting) == ("air-jet-bomber", ("heinz",))
    here.play("heinz", "outrun")
    assert [here.names[event.aircraft] for event in here.said(ClearedThrough)] == ["Ar-234"]
    assert here.bombers(ACTIVE) == ("Ju-88A4",)
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_it_may_stay() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234", "Ju-88A4")), Force(("Yak-9M",)), "-", "-")
    here.play("heinz", "stay-in-line")
    assert here.bombers(ACTIVE) == ("Ar-234", "Ju-88A4")
    assert not here.said(ClearedThrough)


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
@pytest.mark.parametrize(
    ("bombers", "fighters", "options"),
    [
        (("Ju-88A4", "Ar-234"), ("Yak-9M",), ("8",)),  # not in front
        (("Ar-234",), ("He-162",), ("8",)),  # a jet hunts it
        (("Ar-234",), ("Yak-9M",), ()),  # without the option
        (("Ar-234",), ("Yak-9M",), ("8/night",)),
    ],
)
def test_no_outrunning(bombers: tuple[str, ...], fighters: tuple[str, ...], options: tuple[str, ...]) -> None:
    here = fight(Force(("Bf-109G2",), bombers), Force(fighters), "-", "-", options=options)
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_a_jet_behind_the_front_of_the_opposing_fighters_does_not_matter() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234",)), Force(("Yak-9M", "He-162")), "-", "-")
    assert here.prompt == "air-jet-bomber"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_only_if_it_survives_the_round() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234", "Hs-132")), Force(("Yak-9M",)), "AX", "-")
    here.play("anna", "shoot-down", "Ar-234")
    assert here.prompt == "air-abort"  # the Hs-132 was not in front in this round


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_after_any_other_that_is_cleared_through_this_round() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234", "Ju-88A4")), Force(("Yak-9M",)), "DC", "-")
    here.play("heinz", "clear-through", "Ju-88A4")
    here.play("heinz", "outrun")
    assert [here.names[event.aircraft] for event in here.said(ClearedThrough)] == ["Ju-88A4", "Ar-234"]


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_if_both_have_one_the_active_side_decides_first() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234",)), Force(("Yak-9M",), ("Hs-132",)), "-", "-")
    assert here.waiting == ("heinz",)
    here.play("heinz", "stay-in-line")
    assert (here.prompt, here.waiting) == ("air-jet-bomber", ("anna",))
    here.play("anna", "outrun")
    assert [here.names[event.aircraft] for event in here.said(ClearedThrough)] == ["Hs-132"]
    assert here.prompt == "air-abort"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_a_jet_fighter_that_flies_as_a_bomber_is_a_jet_bomber() -> None:
    here = fight(Force(("Bf-109G2",), ("Me-262",)), Force(("Yak-9M",)), "-", "-")
    assert here.prompt == "air-jet-bomber"


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/jets")
def test_no_question_when_the_combat_is_over() -> None:
    here = fight(Force(("Bf-109G2",), ("Ar-234",)), Force(("Yak-9M",)), "-", "AX")
    assert here.game.over


# ------------------------------------------------------------------------------------------------ with option 44: bounces


@pytest.mark.rule("14.3.3")
@pytest.mark.rule("14.3.3/bounce combat")
def test_the_clauses_of_option_8_hold_in_a_bounce_too() -> None:
    """High up: the Beaufighter's 6 − 1 + 1 against the Yak-9M's 6 − 1; and the bouncer is twin-engined, by day."""
    active, inactive = Force(("P-47", "Beaufighter"), ("Ju-88A4",)), Force(("Yak-9M",), ("IL-2",))
    here = battle(active, inactive, options=("8", "44"), conditions=HIGH)
    chance = here.game.chance
    chance.feed(*rolls(("DC", -3), ("-", -1), ("AA", 1), ("-", 3)))  # type: ignore[attr-defined]
    here.arrange()
    assert here.values == (3, -3)  # 7.6 − 5
    here.play("heinz", "bounce", (("with", "Beaufighter"), ("whom", "Yak-9M")))
    assert here.said(Bounced)[-1].values == (1, -1)
    assert here.results[1:3] == ((INACTIVE, -1, "-"), (ACTIVE, 1, "DA"))

"""11.5.9 Naval air combat, its air part: weather, secret roles, surprise points, and who is through."""

from __future__ import annotations

from typing import Any

import pytest
from situations import Battle, Force, battle, exercise, rolls, totals

from worldfire.engine.errors import Refused
from worldfire.rules.s11_05_naval_air_combat import RolesRevealed, SurprisePointsSpent
from worldfire.rules.s14_air_combat import AirResult, Arranged, ClearedThrough, RoundBegan
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.titles import ruleset

ACTIVE, INACTIVE = 0, 1
BLACK_SEA = ("Bf-109G2", "LaGG-3", "I-16", "MBR-2bis")


def black_sea(throws: tuple[int, ...]) -> Battle:
    """The example up to the point where Heinz may spend: 7 against 4.3."""
    here = exercise("surprise-points", BLACK_SEA, throws)
    here.play("heinz", "choose-roles", (("Bf-109G2", "fighter"),))
    here.play("anna", "choose-roles", (("LaGG-3", "fighter"), ("I-16", "fighter"), ("MBR-2bis", "bomber")))
    return here


def spend(here: Battle, own: int, theirs: int) -> None:
    """Spending and arranging, in whichever order the game asks for them."""
    here.arrange()
    here.play("heinz", "spend-surprise", (("raise-own", own), ("lower-theirs", theirs)))
    here.arrange()


# ------------------------------------------------------------------------------------------------- the worked example


@pytest.mark.rule("11.5.9", example="WF1-133")
@pytest.mark.parametrize(
    ("own", "theirs", "values"),
    [
        (0, 0, (3, -3)),  # 2.7 and −2.7
        (1, 0, (4, -3)),
        (0, 1, (3, -4)),
        (1, 1, (4, -4)),  # all four points
        (2, 0, (5, -3)),
        (0, 2, (3, -5)),
    ],
)
def test_what_the_points_buy(own: int, theirs: int, values: tuple[int, int]) -> None:
    here = black_sea(totals(12, 12))
    spend(here, own, theirs)
    assert here.said(SurprisePointsSpent) == (SurprisePointsSpent(side=ACTIVE, raised=own, lowered=theirs),)
    assert here.said(RoundBegan) == (RoundBegan(round=1, strengths=(70, 43), values=values),)


@pytest.mark.rule("11.5.9", example="WF1-133")
@pytest.mark.rule("14.3.2", example="WF1-133")
def test_the_points_last_for_all_rounds_and_none_can_be_spent_later() -> None:
    """Heinz raises his own value by one, shoots the front fighter down, and has no further choice."""
    here = black_sea((*rolls(("-", -3), ("AX", 4)), *rolls(("-", -4), ("-", 5)), *rolls(("-", -4), ("AX", 5))))
    lagg, i16, mbr = 1, 2, 3
    spend(here, 1, 0)
    assert here.happened[-5:] == (
        RoundBegan(round=1, strengths=(70, 43), values=(4, -3)),
        here.happened[-4],
        AirResult(side=INACTIVE, value=-3, roll=9, result="-"),
        here.happened[-2],
        AirResult(side=ACTIVE, value=4, roll=17, result="AX"),
    )
    assert here.play("heinz", "shoot-down", "LaGG-3")[0] == Destroyed(thing=lagg)
    assert here.play("heinz", "fight-on") == ()
    assert here.play("anna", "fight-on") == (
        RoundBegan(round=2, strengths=(70, 30), values=(5, -4)),
        AirResult(side=INACTIVE, value=-4, roll=9, result="-"),
        AirResult(side=ACTIVE, value=5, roll=11, result="-"),
    )
    table = ruleset("wif").tables.air_to_air
    assert all(table.at(roll, 4) == table.at(roll, 5) for roll in range(2, 21))  # no extra benefit
    here.play("heinz", "fight-on")
    assert here.play("anna", "fight-on")[0] == RoundBegan(round=3, strengths=(70, 30), values=(5, -4))
    here.play("heinz", "shoot-down", "I-16")
    here.play("heinz", "fight-on")
    here.game.chance.feed(*totals(12, 12))  # type: ignore[attr-defined]
    assert here.play("anna", "fight-on")[0] == RoundBegan(round=4, strengths=(70, 10), values=(7, -6))
    assert here.combat.bombers[INACTIVE] == (mbr,)
    assert len(here.said(SurprisePointsSpent)) == 1
    assert i16 not in here.combat.fighters[INACTIVE]


# ------------------------------------------------------------------------------------------------------ surprise points


@pytest.mark.rule("11.5.9")
def test_two_points_a_value_and_no_more_than_there_are() -> None:
    here = black_sea(())
    here.arrange()
    for own, theirs in ((3, 0), (2, 1), (0, 3), (-1, 0)):
        with pytest.raises(Refused, match=r"11\.5\.9"):
            here.play("heinz", "spend-surprise", (("raise-own", own), ("lower-theirs", theirs)))


def _two(points: tuple[int, int], throws: tuple[int, ...] = (), **setup: Any) -> Battle:
    here = battle(
        Force(("Bf-109G2",), ("Ju-88A4",)), Force(("Yak-9M",)), throws=throws, surprise_points=points, **setup
    )
    here.play("heinz", "choose-roles", (("Bf-109G2", "fighter"), ("Ju-88A4", "bomber")))
    here.play("anna", "choose-roles", (("Yak-9M", "fighter"),))
    return here


@pytest.mark.rule("11.5.9")
def test_one_point_buys_nothing() -> None:
    here = _two((1, 0), totals(12, 12))
    here.arrange()
    assert here.prompt == "air-abort"
    assert here.values == (1, -1)


@pytest.mark.rule("11.5.9")
def test_the_inactive_side_spends_its_points() -> None:
    here = _two((0, 5), totals(12, 12))
    assert here.waiting == ("anna",)
    here.play("anna", "spend-surprise", (("raise-own", 1), ("lower-theirs", 1)))
    assert here.values == (0, 0)


@pytest.mark.rule("11.5.9")
def test_without_air_to_air_combat_there_is_nothing_to_spend_points_on() -> None:
    here = battle(Force(bombers=("Ju-88A4",)), Force(bombers=("A-20G",)), surprise_points=(4, 0))
    if here.prompt == "air-roles":  # nobody has a choice
        here.play("heinz", "choose-roles", (("Ju-88A4", "bomber"),))
        here.play("anna", "choose-roles", (("A-20G", "bomber"),))
    assert here.game.over
    assert not here.said(SurprisePointsSpent)
    assert here.result["Axis"]["through"] == ("Ju-88A4",)


# ------------------------------------------------------------------------------------------------------ weather and end


@pytest.mark.rule("11.5.9")
@pytest.mark.parametrize("weather", ["storm", "blizzard"])
def test_no_naval_air_combat_in_storm_or_blizzard(weather: str) -> None:
    here = battle(Force(("Bf-109G2",), ("Ju-88A4",)), Force(("Yak-9M",)), weather=weather)
    assert here.game.over
    assert here.result == {"Axis": {"through": (), "lost": ()}, "Allies": {"through": (), "lost": ()}}


@pytest.mark.rule("11.5.9")
@pytest.mark.parametrize("weather", ["fine", "rain", "snow"])
def test_in_other_weather_there_is(weather: str) -> None:
    here = battle(Force(("Bf-109G2",), ("Ju-88A4",)), Force(("Yak-9M",)), weather=weather)
    assert here.prompt == "air-roles"


@pytest.mark.rule("11.5.9")
def test_survivors_stay_in_their_section_and_keep_their_facing() -> None:
    here = _two((0, 0), rolls(("-", -1), ("AX", 1)))
    assert here.is_lost("Yak-9M")
    assert here.result["Axis"]["through"] == ("Ju-88A4",)
    assert all(here.where(name) == "Black Sea 2" and not here.face_down(name) for name in ("Bf-109G2", "Ju-88A4"))


@pytest.mark.rule("11.5.9")
@pytest.mark.rule("14.3.1")
def test_fighters_and_carrier_planes_may_be_bombers() -> None:
    here = battle(Force(("Bf-109G2", "FW-190A2")), Force(("Yak-9M",)), weather="fine", throws=totals(12, 12))
    here.play("anna", "choose-roles", (("Yak-9M", "fighter"),))
    events = here.play("heinz", "choose-roles", (("Bf-109G2", "bomber"), ("FW-190A2", "bomber")))
    assert events[:2] == (
        RolesRevealed(side=ACTIVE, fighters=(), bombers=(0, 1)),
        RolesRevealed(side=INACTIVE, fighters=(2,), bombers=()),
    )
    here.arrange()
    assert here.said(RoundBegan)[0].strengths == (70, 60)
    assert here.said(Arranged)
    assert not here.said(ClearedThrough)

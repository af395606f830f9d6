"""10 Choosing actions, 11.1 passing, 12 the last impulse test."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from positions import power
from seafaring import at_sea
from turns import campaign_in, field, in_turn, play, power_index, prompt, put

from worldfire.engine.game import Game
from worldfire.engine.shapes import Assign
from worldfire.forces.situation import AT_WAR, FIRST_SIDE, INITIATIVE
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, IMPULSE_BOX, MAPS, WEATHER_ADVANCE
from worldfire.forces.who import POWER_NAMES
from worldfire.players import random_player
from worldfire.rules.s06_initiative import InitiativeMarkerMoved
from worldfire.rules.s09_war import OPENING_WARS
from worldfire.rules.s10_actions import (
    UNLIMITED,
    ActionChosen,
    ActivityCounted,
    acting_powers,
    count_activity,
    half_limit,
    left_of,
    limit,
    may_do,
)
from worldfire.rules.s12_end_of_action import LastImpulseTested

AXIS, ALLIES = 0, 1


def at_war(*pairs: tuple[str, str]) -> Any:
    return lambda game: game.set(AT_WAR, tuple((power_index(game, a), power_index(game, b)) for a, b in pairs))


def chosen(**actions: str) -> Any:
    """These powers have chosen these actions."""

    def change(game: Game) -> None:
        game.set(ACTIONS, tuple(actions.get(name, "") for name in game.state.get(POWER_NAMES)))

    return change


def with_actions(campaign: str, side: int, *changes: Any, **actions: str) -> Game:
    """Before the last impulse test of a side whose powers have chosen these actions."""
    return campaign_in(campaign, "last impulse test", field(ACTIVE_SIDE, side), chosen(**actions), *changes, dice=(10,))


# ------------------------------------------------------------------------------------------------------------ choosing


@pytest.mark.rule("10.1")
def test_a_neutral_power_passes_or_takes_a_combined_action() -> None:
    game = campaign_in(
        "global-war", "choose actions", field(ACTIVE_SIDE, ALLIES), at_war(("germany", "france")), chosen()
    )
    offered = []
    while not game.over:
        seat = next(iter(game.waiting))
        shape = game.offers(seat)["choose-actions"]
        assert isinstance(shape, Assign)
        offered += [(choices.item, choices.to) for choices in shape.items]
        power = shape.items[0].item
        assert play(game, seat, "choose-actions", {power: "pass"}) == (
            ActionChosen(power=power_index(game, str(power)), action="pass"),
        )
    types = dict(offered)
    assert types["usa"] == ("pass", "combined")
    assert types["france"] == ("pass", "naval", "air", "land", "combined")
    assert set(types) == {"china", "commonwealth", "france", "usa", "ussr"}


@pytest.mark.rule("11.1")
def test_who_passes_does_nothing_else() -> None:
    game = campaign_in("barbarossa", "choose actions", field(ACTIVE_SIDE, AXIS), at_war(("germany", "ussr")), chosen())
    germany = power_index(game, "germany")
    play(game, "germany", "choose-actions", {"germany": "pass"})
    assert acting_powers(game) == ()
    violation = may_do(game, germany, "land movement")
    assert violation is not None
    assert (violation.rule, violation.key) == ("11.1", "power-has-passed")


@pytest.mark.rule("10")
@pytest.mark.rule("10.1")
def test_a_neutral_power_is_told_why_it_may_not_choose_more() -> None:
    game = campaign_in(
        "global-war", "choose actions", field(ACTIVE_SIDE, ALLIES), at_war(("germany", "france")), chosen()
    )
    while "usa" not in game.waiting:
        seat = next(iter(game.waiting))
        play(game, seat, "choose-actions", {game.offers(seat)["choose-actions"].items[0].item: "pass"})
    (violation,) = game.why_not("choose-actions", {"usa": "land"}, "usa")
    assert (violation.rule, violation.key) == ("10.1", "neutral-power-acts")
    assert [found.key for found in game.why_not("choose-actions", {"usa": "sleep"}, "usa")] == ["noun-not-offered"]


@pytest.mark.rule("11.1")
@pytest.mark.rule("3.1")
@pytest.mark.parametrize("action", ["pass", "land"])
def test_the_impulse_of_a_side_that_passes_is_over_at_once(action: str) -> None:
    """With everything that could be done beside it: aircraft, transports, HQs, land units before an enemy."""
    game = campaign_in(
        "barbarossa",
        "impulse",
        field(ACTIVE_SIDE, AXIS),
        field(OPENING_WARS, ()),
        at_war(("germany", "ussr")),
        chosen(),
        put("Warsaw", "ge-lnd-ju-87b-wif", "ge-hq-a-manstein", "ge-inf-liv"),
        put("Brest-Litovsk", "su-inf-3"),
        dice=(10,) * 9,
    )
    rng = Random(1)
    while prompt(game) != "choose-actions":
        seat = next(iter(game.waiting))
        play(game, seat, *random_player.pick(game, seat, rng))
    play(game, "germany", "choose-actions", {"germany": action})
    assert game.over is (action == "pass")


# -------------------------------------------------------------------------------------------------------------- limits


@pytest.mark.rule("10.2", example="WF1-088")
@pytest.mark.parametrize(
    ("turn", "missions"), [("Nov/Dec 1942", 7), ("Jan/Feb 1943", 8), ("Nov/Dec 1944", 8), ("Jan/Feb 1945", 9)]
)
def test_air_missions_of_a_combined_action_rise_with_the_years(turn: str, missions: int) -> None:
    game = campaign_in(
        "global-war",
        "choose actions",
        field(ACTIVE_SIDE, ALLIES),
        in_turn(turn),
        chosen(),
        seats={"usa": "jay", "germany": "heinz"},
    )
    shape = game.offers("jay")["choose-actions"]
    assert isinstance(shape, Assign)
    noun = {choices.item: "combined" for choices in shape.items}
    play(game, "jay", "choose-actions", noun)
    usa = power_index(game, "usa")
    assert left_of(game, usa, "ground strike") == missions
    count_activity(game, usa, "strategic bombardment", missions)
    assert may_do(game, usa, "ground strike") is not None


@pytest.mark.rule("10.2", example="WF1-089")
@pytest.mark.rule("10.2/what counts against a limit")
def test_interceptions_and_escorts_count_against_no_limit() -> None:
    game = campaign_in(
        "fascist-tide", "choose actions", field(ACTIVE_SIDE, AXIS), at_war(("italy", "france")), chosen()
    )
    while (seat := next(iter(game.waiting), "")) and not game.over:
        play(game, seat, "choose-actions", {seat: "naval" if seat == "italy" else "pass"})
    italy = power_index(game, "italy")
    count_activity(game, italy, "naval air mission")
    for free in ("naval air interception", "escort", "intercept", "combat air patrol", "ground support"):
        assert left_of(game, italy, free) == UNLIMITED
        count_activity(game, italy, free, 3)
    assert may_do(game, italy, "strategic bombardment") is None
    count_activity(game, italy, "strategic bombardment")
    third = may_do(game, italy, "ground strike")
    assert third is not None
    assert (third.rule, third.key, third.args["left"]) == ("10.2", "activity-limit-reached", 0)


@pytest.mark.rule("10.2")
def test_an_action_allows_only_its_own_activities() -> None:
    game = campaign_in("barbarossa", "choose actions", chosen(germany="naval", ussr="land"))
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    refusal = may_do(game, germany, "land movement")
    assert refusal is not None
    assert refusal.key == "activity-not-in-action"
    assert may_do(game, germany, "debark at sea") is None
    assert may_do(game, ussr, "land movement", 50) is None
    assert may_do(game, ussr, "naval movement") is not None


@pytest.mark.rule("10.2")
def test_the_inactive_side_may_only_answer() -> None:
    game = campaign_in("barbarossa", "choose actions", chosen(germany="air"))
    ussr = power_index(game, "ussr")
    assert may_do(game, ussr, "intercept") is None
    assert may_do(game, ussr, "combat air patrol") is None
    for activity in ("ground strike", "land movement", "land combat", "reorganisation"):
        assert may_do(game, ussr, activity) is not None


@pytest.mark.rule("10.2/what counts against a limit")
def test_every_way_of_moving_a_land_unit_counts_as_a_land_move() -> None:
    game = campaign_in("barbarossa", "choose actions", chosen(germany="combined"))
    germany = power_index(game, "germany")
    most = left_of(game, germany, "land movement")
    for activity in ("land movement", "air transport of a unit", "paradrop of a unit", "debark at sea"):
        count_activity(game, germany, activity)
    assert left_of(game, germany, "land movement") == most - 4
    assert game.events[-1] == ActivityCounted(power=germany, activity="debark at sea", limit="land moves", count=4)


# ------------------------------------------------------------------------------------------------- 12 the last impulse test


@pytest.mark.rule("12", example="WF2-037")
def test_first_and_last_impulse_cost_the_side_a_space_of_the_track() -> None:
    game = campaign_in(
        "global-war",
        "last impulse test",
        field(ACTIVE_SIDE, AXIS),
        field(FIRST_SIDE, AXIS),
        field(IMPULSE_BOX, 9),
        field(INITIATIVE, "Axis +1"),
        chosen(germany="land", italy="land", japan="land"),
        dice=(2,),
    )
    assert game.over
    happened = [event for event in game.events if type(event).__name__ != "Rolled"]
    assert happened == [LastImpulseTested(roll=2, needed=3, ended=True), InitiativeMarkerMoved(space="0")]
    assert game.state.get(INITIATIVE) == "0"


@pytest.mark.rule("12")
def test_the_marker_stays_if_the_second_side_had_the_last_impulse() -> None:
    game = campaign_in(
        "barbarossa",
        "last impulse test",
        field(ACTIVE_SIDE, ALLIES),
        field(IMPULSE_BOX, 9),
        chosen(ussr="land"),
        dice=(3,),
    )
    assert game.state.get(INITIATIVE) == "Axis +1"


@pytest.mark.rule("12")
@pytest.mark.rule("8.2.2")
def test_otherwise_the_impulse_marker_advances_with_the_weather() -> None:
    game = with_actions("barbarossa", AXIS, field(WEATHER_ADVANCE, 3), field(IMPULSE_BOX, 2), germany="land")
    assert game.state.get(IMPULSE_BOX) == 5
    last = with_actions("barbarossa", AXIS, field(WEATHER_ADVANCE, 3), field(IMPULSE_BOX, 15), germany="land")
    assert last.state.get(IMPULSE_BOX) == 16


@pytest.mark.rule("12")
@pytest.mark.parametrize(
    ("maps", "actions", "roll"),
    [
        (5, {"germany": "pass", "italy": "pass", "japan": "pass"}, 8),
        (5, {"germany": "land", "italy": "pass", "japan": "pass"}, 9),
        (5, {"germany": "land", "italy": "air", "japan": "pass"}, 10),
        (2, {"germany": "pass", "italy": "pass", "japan": "pass"}, 9),
        (2, {"germany": "land", "italy": "pass", "japan": "pass"}, 10),
    ],
)
def test_passes_help_to_end_the_turn(maps: int, actions: dict[str, str], roll: int) -> None:
    game = with_actions("global-war", AXIS, field(MAPS, maps), **actions)
    tested = next(event for event in game.events if isinstance(event, LastImpulseTested))
    assert tested.roll == roll
    assert prompt(game) == ""


@pytest.mark.rule("17.6")
@pytest.mark.rule("10.2")
def test_free_france_has_half_the_limits_of_france() -> None:
    """Rounded up; what France may do without limit it may do so too."""
    here = at_sea({}, actions={"free-france": "combined", "usa": "land"}, campaign="guadalcanal")
    french, france = power(here.game, "free-france"), here.game.ruleset.tables.source.chart("activities_combined")
    for row in ("naval movement", "land movement"):
        printed = france.at(row, "france")
        assert limit(here.game, french, row) == (int(printed) + 1) // 2
    assert half_limit(UNLIMITED) == UNLIMITED

"""6 The initiative stage."""

from __future__ import annotations

import pytest
from turns import campaign_in, field, play, power_index, prompt

from worldfire.engine.errors import ActionError
from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.forces.situation import AT_WAR, FIRST_SIDE, INITIATIVE
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE_BOX, INITIATIVE_SIDE, PRODUCED, TurnBegan
from worldfire.players.table import play_set_up
from worldfire.rules.s06_initiative import (
    FirstSideChosen,
    InitiativeMarkerMoved,
    InitiativeRolled,
    InitiativeWon,
    move_marker_towards,
)

AXIS, ALLIES = 0, 1


def at_war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "ussr")),))


@pytest.mark.rule("6.1", example="WF1-070")
@pytest.mark.rule("2.7/re-rolls")
def test_a_tie_is_lost_by_the_side_with_the_initiative_and_a_re_roll_moves_the_marker() -> None:
    game = campaign_in("barbarossa", "initiative", at_war, field(INITIATIVE, "Axis +2"), dice=(3, 5, 5, 6))
    assert prompt(game) == "initiative-re-roll"
    assert tuple(game.waiting) == ("germany",)  # the Allies cannot demand one
    assert game.decision is not None
    assert (game.decision.args["first"], game.decision.args["second"], game.decision.args["side"]) == (5, 5, ALLIES)
    assert play(game, "germany", "demand-re-roll") == (
        InitiativeMarkerMoved(space="Axis +1"),
        InitiativeRolled(totals=(6, 6), side=ALLIES),
        InitiativeWon(side=ALLIES),
    )
    assert prompt(game) == "choose-first-side"  # nobody may re-roll a re-roll
    assert tuple(game.waiting) == ("ussr",)
    assert game.state.get(INITIATIVE) == "Axis +1"
    assert play(game, "ussr", "choose-first-side", "allies") == (FirstSideChosen(side=ALLIES),)
    assert game.state.get(INITIATIVE_SIDE) == ALLIES


@pytest.mark.rule("6.1")
def test_the_higher_roll_wins_and_may_be_accepted() -> None:
    game = campaign_in("barbarossa", "initiative", at_war, dice=(8, 3))
    assert play(game, "germany", "accept-roll") == (InitiativeWon(side=AXIS),)
    assert game.state.get(INITIATIVE) == "Axis +1"


@pytest.mark.rule("6.1")
def test_only_an_active_major_power_demands_a_re_roll() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(2, 9))
    assert prompt(game) == "choose-first-side"
    assert tuple(game.waiting) == ("ussr",)


@pytest.mark.rule("6.1")
def test_the_marker_stays_at_the_end_of_the_track() -> None:
    game = campaign_in("barbarossa", "initiative", field(INITIATIVE, "Axis +2"), dice=(9, 2))
    move_marker_towards(game, AXIS)
    assert game.state.get(INITIATIVE) == "Axis +2"


@pytest.mark.rule("6.2")
def test_the_winner_may_give_the_first_impulse_away() -> None:
    game = campaign_in("barbarossa", "initiative", dice=(9, 2))
    with pytest.raises(ActionError):
        game.submit("germany", "choose-first-side", "nobody")
    play(game, "germany", "choose-first-side", "allies")
    assert game.state.get(FIRST_SIDE) == ALLIES
    assert game.state.get(INITIATIVE_SIDE) == AXIS  # who goes first does not matter for the initiative


@pytest.mark.rule("6.2", example="WF1-071")
@pytest.mark.rule("12")
def test_who_lets_the_others_go_first_gains_the_track_if_they_also_go_last() -> None:
    game = campaign_in("barbarossa", "initiative", field(INITIATIVE, "0"), field(IMPULSE_BOX, 9), dice=(9, 2, 1))
    play(game, "germany", "choose-first-side", "allies")
    game.state.frames = [Frame("last impulse test", "roll_to_end", None)]
    game.set(ACTIVE_SIDE, ALLIES)
    game.resume(game.state, game.entries, game.head)
    assert game.over
    assert game.state.get(INITIATIVE) == "Axis +1"


def wars_of_1939(game: Game) -> None:
    germany = power_index(game, "germany")
    game.set(AT_WAR, tuple((germany, power_index(game, power)) for power in ("commonwealth", "france", "ussr")))


@pytest.mark.rule("6.2")
@pytest.mark.parametrize(("france", "first"), [(12, ALLIES), (8, AXIS)])
def test_in_a_dispute_the_highest_production_decides(france: int, first: int) -> None:
    def produced(game: Game) -> None:
        game.write(PRODUCED, power_index(game, "commonwealth"), 10)
        game.write(PRODUCED, power_index(game, "france"), france)

    game = campaign_in("global-war", "initiative", wars_of_1939, produced, field(INITIATIVE, "0"), dice=(2, 9))
    assert prompt(game) == "choose-first-side"
    for seat in tuple(game.waiting):
        play(game, seat, "choose-first-side", "allies" if seat == "france" else "axis")
    assert game.state.get(FIRST_SIDE) == first


@pytest.mark.rule("6.2")
def test_between_equals_in_a_dispute_dice_decide() -> None:
    game = campaign_in("global-war", "initiative", wars_of_1939, field(INITIATIVE, "0"), dice=(2, 9, 1, 7, 4))
    for seat in tuple(game.waiting):
        play(game, seat, "choose-first-side", "allies" if seat == "france" else "axis")
    assert game.state.get(FIRST_SIDE) == ALLIES  # three active powers roll; France highest


@pytest.mark.rule("6")
@pytest.mark.rule("24.1")
def test_in_the_first_turn_the_campaign_says_who_moves_first() -> None:
    """Barbarossa: the Axis has the initiative and must move first. In the second turn both sides roll."""
    game = play_set_up("barbarossa", length="campaign")
    assert [event for entry in game.entries for event in entry.events if isinstance(event, InitiativeRolled)]
    turns = [
        type(event).__name__
        for entry in game.entries
        for event in entry.events
        if isinstance(event, TurnBegan | InitiativeRolled | FirstSideChosen)
    ]
    assert turns[:4] == ["TurnBegan", "FirstSideChosen", "TurnBegan", "InitiativeRolled"]
    first = next(event for entry in game.entries for event in entry.events if isinstance(event, FirstSideChosen))
    assert first.side == AXIS

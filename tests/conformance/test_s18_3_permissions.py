"""18.3: what allies allow each other for now ends with the impulse, or with the turn; refusals say whom to ask for what."""

from __future__ import annotations

import pytest

from worldfire.engine.game import Game
from worldfire.engine.permitting import wanted_permission
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import TurnBegan, allied_seats
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s18_3_permissions import leave_ends
from worldfire.titles.exercises import load_exercise


@pytest.fixture
def lift() -> Game:
    return load_exercise("lift-for-an-ally").begin(secret=bytes(32), game_id="lift")


def unit(game: Game, counter: str) -> int:
    return next(thing for thing in range(len(game.state[PLACE])) if counter_of(game, thing).id == counter)


def embarking(game: Game) -> tuple[object, ...]:
    """The order by which the American transport takes the Australian corps to sea."""
    ship, corps = unit(game, "us-trs-1938-sif"), unit(game, "cw-inf-2-aus")
    offer = game.offers("jay")["sail"]
    way = next(way for fleet in offer.fleets for way in fleet.ways if len(way) == 1)  # type: ignore[attr-defined]
    return ((ship,), way, ((corps, ship),))


@pytest.mark.rule("18.3")
def test_a_refusal_says_whom_to_ask_for_what(lift: Game) -> None:
    (violation,) = lift.why_not("sail", embarking(lift), "jay")
    assert (violation.rule, violation.key) == ("18.3", "owner-does-not-embark")
    assert wanted_permission(violation) == ("jeremy", "transport")


@pytest.mark.rule("18.3")
@pytest.mark.rule("11.4.5/embarking")
@pytest.mark.parametrize("answer", ["yes", "once"])
def test_the_owner_allows_it_at_any_time(lift: Game, answer: str) -> None:
    lift.submit("jeremy", "consent", ("jay", "transport", answer))
    lift.submit("jay", "sail", embarking(lift))
    assert lift.state[PLACE][unit(lift, "cw-inf-2-aus")] < 0


@pytest.mark.rule("18.3")
@pytest.mark.parametrize("over", [LastImpulseTested(roll=5, needed=1, ended=False), TurnBegan(turn=17)])
def test_what_is_allowed_for_now_ends_with_the_impulse_or_the_turn(
    lift: Game, over: LastImpulseTested | TurnBegan
) -> None:
    lift.submit("jeremy", "consent", ("jay", "transport", "once"))
    lift.submit("jeremy", "consent", ("jay", "march", "yes"))
    assert leave_ends in lift.ruleset.subscribers[type(over)]
    leave_ends(lift, over)
    assert (lift.consent("jeremy", "jay", "transport"), lift.consent("jeremy", "jay", "march")) == ("ask", "yes")


@pytest.mark.rule("18.3")
def test_powers_of_one_seat_need_no_leave(lift: Game) -> None:
    """Jeremy plays the Commonwealth and Free France."""
    assert allied_seats(lift, "jeremy") == ("jay",)
    assert allied_seats(lift, "kasigi") == ()
    assert all(one.granted(lift, "jeremy", "jeremy") for one in lift.ruleset.permissions.values())

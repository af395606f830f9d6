"""What a computer player allows its allies, and what a person's own seats agree on."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import power_named
from worldfire.players import cadet, courtesy, default_player
from worldfire.rules.s13_06_1_by_sea import planner
from worldfire.rules.s13_06_1_network import carriers
from worldfire.rules.s13_06_production import UNUSED
from worldfire.titles.exercises import load_exercise


@pytest.fixture
def lift() -> Game:
    return load_exercise("lift-for-an-ally").begin(secret=bytes(32), game_id="lift")


def told(game: Game, seat: str) -> list[object]:
    """All that the computer player at the seat has to say now."""
    found = []
    while (action := courtesy.courtesy(game, seat)) is not None:
        game.submit(seat, *action)
        found.append(action[1])
    return found


def test_it_allows_what_costs_nothing_unasked_and_says_so_once(lift: Game) -> None:
    assert told(lift, "jeremy") == [("jay", ("transport", "resources"), "yes")]
    assert told(lift, "kasigi") == []
    lift.submit("jeremy", "consent", ("jay", "transport", "no"))
    assert told(lift, "jeremy") == []


@pytest.mark.parametrize(
    ("what", "answer"),
    [("march", "no"), ("reorganise", "no"), ("lend aircraft", "no"), ("control", "no"), ("sail", "ask")],
)
def test_it_answers_requests(lift: Game, what: str, answer: str) -> None:
    told(lift, "jeremy")
    lift.submit("jay", "request", ("jeremy", what))
    assert told(lift, "jeremy") == [("jay", what, answer)]
    assert not lift.state.requests


@pytest.mark.parametrize("what", ["enter", "supply", "transport"])
def test_it_takes_back_a_no_of_whoever_sat_there_before(lift: Game, what: str) -> None:
    lift.submit("jeremy", "consent", ("jay", what, "no"))
    told(lift, "jeremy")
    lift.submit("jay", "request", ("jeremy", what))
    assert told(lift, "jeremy") == [("jay", what, "yes")]


def test_a_request_for_convoys_is_answered_at_once(lift: Game) -> None:
    told(lift, "jeremy")
    lift.submit("jay", "request", ("jeremy", "convoys"))
    assert told(lift, "jeremy") == [("jay", "convoys", "yes")]
    assert not lift.state.requests


def routing(until: str) -> Game:
    """The exercise of convoys when this power plans its routes: Japan, the Commonwealth, the USA, Free France."""
    game = load_exercise("convoys").begin(secret=bytes(32), game_id="convoys")
    while power_name(game, planner(game)) != until:
        told(game, "jeremy"), told(game, "jay")
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, Random(1)))
    return game


def test_its_convoys_carry_for_an_ally_once_its_own_goods_are_routed() -> None:
    game = routing("usa")
    usa, *allies = (power_named(game, name) for name in ("usa", "commonwealth", "free-france"))
    assert carriers(game, usa, usa) == (usa,)
    assert told(game, "jeremy") == [("jay", "convoys", "once")]
    assert carriers(game, usa, usa) == (usa, *allies)


def test_what_an_ally_sends_by_its_own_means_asks_nothing_of_its_convoys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Japan needs each of its points, but an American whose goods all travel takes none of them."""
    game = routing("japan")
    usa, japan = (power_named(game, name) for name in ("usa", "japan"))
    monkeypatch.setattr(courtesy, "planning_order", lambda game: (usa, japan))
    usual = courtesy.default_plan
    assert any(word == UNUSED for _, word in usual(game, usa))
    assert not courtesy.can_spare_convoys(game, "kasigi", usa)
    used = tuple((name, word) for name, word in usual(game, usa) if word != UNUSED)
    monkeypatch.setattr(courtesy, "default_plan", lambda game, power: used if power == usa else usual(game, power))
    assert courtesy.can_spare_convoys(game, "kasigi", usa)


def test_a_yes_of_better_days_is_taken_back_while_its_own_goods_need_them(monkeypatch: pytest.MonkeyPatch) -> None:
    game = routing("usa")
    game.submit("jeremy", "consent", ("jay", "convoys", "yes"))
    assert told(game, "jeremy") == []
    monkeypatch.setattr(courtesy, "can_spare_convoys", lambda game, seat, power: False)
    assert told(game, "jeremy") == [("jay", "convoys", "no")]


def test_its_convoys_do_not_carry_while_its_own_goods_need_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of the powers of this exercise only Japan needs convoy points of its own: if somebody else planned before it …"""
    game = routing("japan")
    usa, commonwealth, japan = (power_named(game, name) for name in ("usa", "commonwealth", "japan"))
    assert courtesy.can_spare_convoys(game, "jay", commonwealth)
    assert courtesy.can_spare_convoys(game, "kasigi", japan)
    monkeypatch.setattr(courtesy, "planning_order", lambda game: (usa, japan))
    assert not courtesy.can_spare_convoys(game, "kasigi", usa)


def test_a_persons_own_seats_agree_on_all_but_who_keeps_a_hex(lift: Game) -> None:
    action = courtesy.to_oneself(lift, "jay", "jeremy")
    assert action is not None
    lift.submit("jay", *action)
    allowed = {name for name in lift.ruleset.permissions if lift.consent("jay", "jeremy", name) == "yes"}
    assert allowed == set(lift.ruleset.permissions) - {"control", "panama canal"}
    assert courtesy.to_oneself(lift, "jay", "jeremy") is None
    assert courtesy.to_oneself(lift, "jay", "kasigi") is None


def test_the_cadet_lends_ships_that_it_does_not_need(lift: Game) -> None:
    ships = {counter_of(lift, thing).id: thing for thing in range(len(lift.state[PLACE]))}
    offer = lift.offers("jay")["sail"]
    way = next(way for fleet in offer.guests for way in fleet.ways if len(way) == 1)  # type: ignore[attr-defined]
    lift.submit("jay", "sail", ((ships["us-trs-1938-sif"], ships["cw-cl-dido-clif"]), way, ()))
    assert lift.decision is not None
    assert (list(lift.waiting), lift.decision.prompt) == (["jeremy"], "join-task-force")
    assert cadet.pick(lift, "jeremy", Random(1)) == ("join-task-force", None)

"""Taking back: to the last barrier alone, in shared steps if the others' actions stand, further with everybody's consent."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import Any

import pytest

from engine.helpers import all_games, asked, chatter, decisions, everything, find_point, play_out, step_randomly
from toy.parts import AT, GOLD, SEATS, held
from toy.title import ALL_OPTIONS, LAST_TURN, new_game
from worldfire.engine import undoing
from worldfire.engine.errors import UndoRefused, UnknownSeat
from worldfire.engine.game import Game
from worldfire.engine.log import in_effect


def offers_of(game: Game) -> dict[str, Any]:
    return {seat: game.offers(seat) for seat in game.waiting}


def test_the_last_action_is_taken_back() -> None:
    game = find_point(lambda g: asked("spend")(g) and "give" in g.offers("south"))
    before = game.state.encode()
    offered = offers_of(game)
    game.submit("south", "give", {"east": 1})
    entry = game.undo("south")
    assert game.state.encode() == before
    assert offers_of(game) == offered
    assert entry.noun == (len(game.entries) - 2,)
    game.submit("south", "done")


def test_several_actions_are_taken_back_one_by_one() -> None:
    game = find_point(lambda g: asked("spend")(g) and g.state.amount(GOLD, 1, 0) > 1 and "give" in g.offers("south"))
    states = [game.state.encode()]
    for _ in range(2):
        game.submit("south", "give", {"east": 1})
        states.append(game.state.encode())
    game.undo("south")
    assert game.state.encode() == states[1]
    game.undo("south")
    assert game.state.encode() == states[0]


def test_in_a_shared_step_mine_is_taken_back_and_the_others_later_action_stands() -> None:
    game = find_point(
        lambda g: (
            asked("spend")(g) and {"north", "south"} <= set(g.waiting) and all("give" in g.offers(s) for s in SEATS[:2])
        )
    )
    gold = [game.state.amount(GOLD, row, 0) for row in range(3)]
    game.submit("north", "give", {"east": 1})
    game.submit("south", "give", {"east": 1})
    game.undo("north")
    assert [game.state.amount(GOLD, row, 0) for row in range(3)] == [gold[0], gold[1] - 1, gold[2] + 1]


def test_it_is_refused_when_what_others_did_depends_on_it() -> None:
    """North gives all it has to South, who gives more than it had before."""
    game = find_point(
        lambda g: (
            asked("spend")(g) and {"north", "south"} <= set(g.waiting) and all("give" in g.offers(s) for s in SEATS[:2])
        )
    )
    souths = game.state.amount(GOLD, 1, 0)
    game.submit("north", "give", {"south": 1})
    game.submit("south", "give", {"east": souths + 1})
    before = everything(game)
    with pytest.raises(UndoRefused, match="depends"):
        game.undo("north")
    assert everything(game) == before


def test_it_is_refused_when_another_seat_has_acted_in_its_turn() -> None:
    game = find_point(lambda g: asked("line-up")(g) and list(g.waiting) == ["north"])
    noun = next(game.offers("north")["line-up"].every())
    game.submit("north", "line-up", noun)
    if asked("line-up")(game):
        (seat,) = game.waiting
        game.submit(seat, "line-up", next(game.offers(seat)["line-up"].every()))
    with pytest.raises(UndoRefused):
        game.undo("north")


def test_an_announcement_is_taken_back_like_an_action() -> None:
    game = new_game()
    game.submit("south", "consent", ("north", "enter", "yes"))
    game.undo("south")
    assert game.consent("south", "north", "enter") == "ask"


@pytest.mark.parametrize(
    "barrier", ["a roll", "a draw", "a reveal", "a reaction declined", "a look", "the set-up", "the end"]
)
def test_nobody_goes_past_a_barrier_alone(barrier: str) -> None:
    game = _behind(barrier)
    before = everything(game)
    for seat in game.seats:
        with pytest.raises(UndoRefused):
            game.undo(seat)
        with pytest.raises(UndoRefused):
            game.submit(seat, "undo")
    assert everything(game) == before


def _behind(barrier: str) -> Game:
    """A game just after something that cannot be unseen."""
    if barrier == "the set-up":
        return new_game()
    if barrier == "the end":
        return play_out(new_game(), Random(3))
    if barrier == "a reveal":
        game = find_point(asked("bid"))
        for seat in SEATS:
            game.submit(seat, "bid", {})
        return game
    if barrier == "a reaction declined":
        game = find_point(asked("ambush"))
        game.submit(next(iter(game.waiting)), "pass")
        return game
    if barrier == "a look":
        game = find_point(asked("look"), "2")
        (seat,) = game.waiting
        game.submit(seat, "look", next(game.offers(seat)["look"].every()))
        return game
    kind = {"a roll": ("tie", "petition", "ambush"), "a draw": ("muster", "ally")}[barrier]
    return find_point(lambda g: any(o.kind in kind for o in g.entries[-1].outcomes))


def test_random_undo_never_passes_a_barrier_and_always_finds_the_same_state() -> None:
    """Play on after every undo: the game must not notice."""
    for seed in range(4):
        rng = Random(seed)
        for game in all_games(seed):
            trail: list[bytes] = []
            for point in decisions(game, rng):
                if point.entries[-1].barrier:
                    trail = []
                trail.append(point.state.encode())
                last = point.entries[-1]
                if len(trail) > 1 and last.seat and rng.random() < 0.5:
                    twin = point.copy()
                    twin.undo(last.seat)
                    assert twin.state.encode() == trail[-2]
                    step_randomly(twin, rng)


def test_after_an_undo_dice_that_come_later_are_still_unknown() -> None:
    """Done again, the same action stands at another place of the log: its dice are bound to that place."""
    game = find_point(lambda g: asked("sky")(g) and len(g.waiting) == 2)
    sky = list(game.offers("north")["choose-sky"].every())

    def roll(point: Game) -> tuple[tuple[int, ...], ...]:
        return tuple(o.values for o in point.submit("south", "choose-sky", sky[1]).outcomes)

    straight, again = game.copy(), game.copy()
    straight.submit("north", "choose-sky", sky[0])
    again.submit("north", "choose-sky", sky[0])
    again.undo("north")
    again.submit("north", "choose-sky", sky[0])
    assert len(again.entries) == len(straight.entries) + 2
    assert roll(straight)
    assert roll(again)


# ------------------------------------------------------------------------------------------------ with consent


def _going_back(game: Game, seats: tuple[str, ...], to: int) -> None:
    first, *others = seats
    game.submit(first, "propose-undo", to)
    for seat in others:
        game.submit(seat, "agree-undo")


def test_all_seats_together_go_back_past_barriers() -> None:
    game = new_game(*ALL_OPTIONS)
    rng = Random(8)
    states = {}
    for point in decisions(game, rng):
        states[len(point.entries) - 1] = point.state.encode()
        if len(point.entries) == 40:
            break
    _going_back(game, ("south", "north", "east"), 12)
    assert game.state.encode() == states[12]
    assert len(game.entries) == 43, "nothing is taken out of the log"
    assert [entry.seq for entry in in_effect(game.entries, game.seats)] == list(range(13))
    play_out(game, rng)


def test_as_long_as_one_seat_has_not_agreed_nothing_happens() -> None:
    game = find_point(asked("bid"))
    state = game.state.encode()
    game.submit("east", "propose-undo", 0)
    game.submit("north", "agree-undo")
    assert game.state.encode() == state
    assert game.undo_proposal == ("east", 0, ("north",))
    with pytest.raises(UndoRefused, match="already"):
        game.submit("north", "agree-undo")
    with pytest.raises(UndoRefused, match="already"):
        game.submit("east", "agree-undo")
    game.submit("south", "bid", {})
    assert game.undo_proposal is None, "who plays on has answered"
    with pytest.raises(UndoRefused):
        game.submit("south", "agree-undo")


@pytest.mark.parametrize("to", [-1, 10_000, None, "0", 1.5])
def test_one_can_only_go_back_to_what_was(to: Any) -> None:
    game = new_game()
    before = everything(game)
    with pytest.raises(UndoRefused):
        game.submit("north", "propose-undo", to)
    assert everything(game) == before


def test_strangers_take_nothing_back() -> None:
    game = new_game()
    with pytest.raises(UnknownSeat):
        game.undo("nobody")
    with pytest.raises(UnknownSeat):
        game.propose_undo("nobody", 0)


def test_going_back_twice_and_over_what_was_taken_back() -> None:
    """What was undone does not come back when the game goes back further."""
    game = find_point(lambda g: asked("spend")(g) and "give" in g.offers("south"))
    at = len(game.entries) - 1
    state = game.state.encode()
    game.submit("south", "give", {"east": 1})
    game.undo("south")
    gone = at + 1
    with pytest.raises(UndoRefused):
        game.submit("south", "propose-undo", gone)
    rng = Random(2)
    for _ in range(5):
        step_randomly(game, rng)
    _going_back(game, SEATS, at)
    assert game.state.encode() == state
    for _ in range(5):
        step_randomly(game, rng)
    _going_back(game, SEATS[::-1], at)
    assert game.state.encode() == state


# -------------------------------------------------------------------------------------------------------- copies


def test_a_copy_and_its_original_go_their_own_ways() -> None:
    for seed in range(2):
        for game in all_games(seed):
            for point in decisions(game, Random(seed)):
                before, log = everything(point), list(point.entries)
                twin = point.copy()
                assert everything(twin) == before
                assert offers_of(twin) == offers_of(point)
                for _ in range(3):
                    if not twin.over:
                        if twin.header.title != "wif":
                            chatter(twin, Random(seed))
                        step_randomly(twin, Random(seed))
                assert everything(point) == before
                assert list(point.entries) == log


def test_a_copy_has_the_same_dice_ahead() -> None:
    game = find_point(asked("sky"), *ALL_OPTIONS)
    twin = game.copy()
    assert play_out(game, Random(1)).state.digest() == play_out(twin, Random(1)).state.digest()
    scripted = new_game()
    assert scripted.state.get(LAST_TURN) == 2
    assert scripted.state[AT][2] == 3
    assert not held(scripted, "south")


def test_a_copy_can_be_undone_by_itself() -> None:
    game = find_point(lambda g: asked("spend")(g) and "give" in g.offers("south"))
    start = game.state.encode()
    game.submit("south", "give", {"east": 1})
    given = game.state.encode()
    twin = game.copy()
    twin.undo("south")
    assert twin.state.encode() == start
    assert game.state.encode() == given
    game.undo("south")
    assert game.state.encode() == start


def test_what_is_kept_to_go_back_to_is_never_written_in(monkeypatch: pytest.MonkeyPatch) -> None:
    """States that are kept share columns; taking back, going on and taking back again always finds the same ones."""
    monkeypatch.setattr(undoing, "DEAR", 0.0)
    most = 0
    for game in all_games(3):
        rng, kept = Random(7), dict[int, bytes]()
        while not game.over:
            step_randomly(game, rng)
            states = {at: state for at, _, state in game.span.kept}
            kept = {at: kept.get(at, state.encode()) for at, state in states.items()}
            assert all(states[at].encode() == written for at, written in kept.items())
            most = max(most, len(kept))
            seat = rng.choice(game.seats)
            if rng.random() < 0.3 and game.may_undo(seat):
                with suppress(UndoRefused):
                    game.undo(seat)
                    kept = {}
    assert most == undoing.LATEST

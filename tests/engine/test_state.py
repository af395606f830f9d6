"""The state is data: written and read back at every decision, upgraded from older versions, checked in debug mode."""

from __future__ import annotations

import json
from array import array
from random import Random
from typing import Any

import msgspec
import pytest

from engine.helpers import WHERE, all_games, decisions, play_out, tiny_game
from toy.parts import GOLD, STANDING
from toy.title import ALL_OPTIONS, TURN, new_game
from worldfire.engine import state as state_module
from worldfire.engine.errors import RulesetError, SaveError, StateError
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, Verb, one, procedure, step
from worldfire.engine.schema import Derived, Schema
from worldfire.engine.state import Document, State, decode_state


def read_back(game: Game, data: bytes, **kwargs: Any) -> State:
    return decode_state(data, game.ruleset.schema, game.ruleset.procedures, **kwargs)


@pytest.mark.parametrize("seed", range(3))
def test_every_decision_survives_being_written_and_read(seed: int) -> None:
    for game in all_games(seed):
        for point in decisions(game, Random(seed), talk=game.header.title != "wif"):
            data = point.state.encode()
            twin = read_back(point, data)
            assert twin.encode() == data
            assert twin.digest() == point.state.digest()
            assert [frame.locals for frame in twin.frames] == [frame.locals for frame in point.state.frames]
            assert [frame.result for frame in twin.frames] == [frame.result for frame in point.state.frames]
            assert twin.copy().encode() == data


def test_a_copy_of_the_state_shares_nothing_that_changes() -> None:
    for point in decisions(new_game(*ALL_OPTIONS), Random(2), talk=True):
        data = point.state.encode()
        twin = point.state.copy()
        twin.columns["markers.place"][0] += 1
        twin.fields["turn"] = 99
        twin.add(GOLD, 0, 0, 1)
        twin.consents["north", "south", "enter"] = "changed"
        twin.watches["north", "x"] = "changed"
        for frame in twin.frames:
            frame.step = "changed"
            if frame.pending is not None:
                frame.pending.ids["north"] = 99
                frame.pending.answers.clear()
        for frame in twin.frames:
            for name in getattr(frame.locals, "__struct_fields__", ()):
                setattr(frame.locals, name, "changed")
        assert point.state.encode() == data


def test_the_digest_does_not_depend_on_the_order_of_play() -> None:
    first, second = new_game(), new_game()
    for game, pairs in ((first, ((0, 1), (1, 2))), (second, ((1, 2), (0, 1)))):
        for owner, place in pairs:
            game.state.add(GOLD, owner, place, 5)
    assert first.state.digest() == second.state.digest()


def test_quantities_do_not_go_below_nothing() -> None:
    game = new_game()
    before = game.state.encode()
    with pytest.raises(StateError, match="3 are not enough"):
        game.state.add(GOLD, 0, 0, -4)
    assert game.state.encode() == before
    game.state.add(GOLD, 0, 0, -3)
    assert ("gold", 0, 0) not in game.state.quantities


# ----------------------------------------------------------------------------------------------------- upgraders


def test_a_state_of_an_older_version_is_upgraded_step_by_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """Version 1 called the turn a month; version 2 counted it from 0."""
    game = new_game()
    now = game.state.encode()
    steps: list[int] = []

    def to_two(document: Document) -> Document:
        steps.append(1)
        fields = dict(document["fields"])
        fields["turn"] = fields.pop("month")
        return {**document, "fields": fields}

    def to_three(document: Document) -> Document:
        steps.append(2)
        return {**document, "fields": {**document["fields"], "turn": document["fields"]["turn"] + 1}}

    document = msgspec.msgpack.decode(now)
    document["fields"]["month"] = document["fields"].pop("turn") - 1
    document["version"] = 1
    old = msgspec.msgpack.encode(document)
    monkeypatch.setattr(state_module, "STATE_VERSION", 3)
    read = read_back(game, old, upgraders={1: to_two, 2: to_three})
    assert steps == [1, 2]
    assert read.get(TURN) == 1
    assert read.digest() == game.state.digest()
    with pytest.raises(SaveError, match="version 2"):
        read_back(game, old, upgraders={1: to_two})


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda d: {**d, "version": 99}, "version 99"),
        (lambda d: {**d, "version": "new"}, "version new"),
        (lambda d: {**d, "version": 0}, "version 0"),
        (lambda d: {k: v for k, v in d.items() if k != "version"}, "not a state"),
        (lambda d: [d], "not a state"),
        (lambda d: {**d, "columns": {**d["columns"], "markers.colour": b""}}, "markers.colour"),
        (lambda d: {**d, "fields": {**d["fields"], "season": 1}}, "season"),
        (lambda d: {**d, "quantities": [["silver", 1, 1, 1]]}, "silver"),
        (lambda d: {**d, "columns": 7}, "does not fit"),
        (lambda d: {**d, "frames": [{**d["frames"][0], "step": "no such step"}]}, "no such step"),
        (lambda d: {**d, "frames": [{**d["frames"][0], "procedure": "no such"}]}, "no such"),
        (lambda d: {**d, "frames": [{**d["frames"][-1], "locals": {"turn": "one"}}]}, "does not fit"),
        (lambda d: {**d, "quantities": [["gold", 1]]}, "does not fit"),
    ],
)
def test_what_is_no_state_of_these_rules_is_refused(change: Any, problem: str) -> None:
    game = new_game()
    document = change(msgspec.msgpack.decode(game.state.encode()))
    with pytest.raises(SaveError, match=problem):
        read_back(game, msgspec.msgpack.encode(document))


@pytest.mark.parametrize("data", [b"", b"\xc1", b"junk", json.dumps({"a": 1}).encode()])
def test_junk_is_no_state(data: bytes) -> None:
    with pytest.raises(SaveError):
        read_back(new_game(), data)


# ------------------------------------------------------------------------------------------------------- debug mode


def test_in_debug_mode_all_games_play_to_the_end() -> None:
    for game in all_games(11):
        game.debug = True
        play_out(game, Random(11), talk=game.header.title != "wif")
        assert game.over


def test_caches_are_what_a_rebuild_gives() -> None:
    for point in decisions(new_game(*ALL_OPTIONS), Random(6), talk=True):
        assert point.look_up(STANDING) == STANDING.build(point.state)


def test_debug_mode_finds_a_cache_that_is_not_kept() -> None:
    total = Derived(
        "total", (), lambda state: sum(state[WHERE]), lambda value, state, row, old, new: None, mends=(WHERE,)
    )

    def move(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        game.look_up(total)
        game.write(WHERE, 0, 7)
        return None

    verb = Verb("move", "tiny 1", move)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="move", always=True)

    game = tiny_game(procedure("game", "tiny 1", ask), schema=Schema(derived=(total,)), debug=True)
    with pytest.raises(StateError, match="total"):
        game.submit("a", "move")


def test_what_is_recalled_is_worked_out_again_after_a_change() -> None:
    worked: list[int] = []

    def total(game: Game) -> int:
        worked.append(sum(game.state[WHERE]))
        return worked[-1]

    def move(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        before = [game.recall("total", lambda: total(game)) for _ in range(3)]
        game.write(WHERE, 0, game.state[WHERE][0] + 7)
        after = [game.recall("total", lambda: total(game)) for _ in range(3)]
        assert set(after) == {before[0] + 7}
        return None

    verb = Verb("move", "tiny 1", move)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="move", always=True)

    tiny_game(procedure("game", "tiny 1", ask), schema=Schema()).submit("a", "move")
    assert len(worked) == 2


def test_debug_mode_finds_what_is_recalled_under_too_small_a_key() -> None:
    counted = iter(range(10))

    def wait(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        game.recall("next", lambda: next(counted))
        return None

    verb = Verb("wait", "tiny 1", wait)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="wait", always=True)

    game = tiny_game(procedure("game", "tiny 1", ask), schema=Schema(), debug=True)
    with pytest.raises(StateError, match="next"):
        game.submit("a", "wait")


def test_debug_mode_finds_a_step_that_changes_the_game_while_asking() -> None:
    verb = Verb("wait", "tiny 1", lambda *_: None)

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        game.write(WHERE, 0, game.state[WHERE][0] + 1)
        return one("a", verb, rule="tiny 1", prompt="wait", always=True)

    with pytest.raises(StateError, match="changed the game while asking"):
        tiny_game(procedure("game", "tiny 1", ask), debug=True)


@pytest.mark.parametrize("kind", [list[int], dict[str, int], set[int]])
def test_locals_that_copies_would_share_are_refused(kind: Any) -> None:
    loose = msgspec.defstruct("Loose", [("things", kind)])

    @step("tiny 1")
    def nothing(game: Game, frame_locals: Any) -> Control:
        return None

    with pytest.raises(RulesetError, match="mutable"):
        procedure("game", "tiny 1", nothing, locals=loose)


def test_columns_are_arrays_of_their_family() -> None:
    game = new_game()
    assert all(isinstance(column, array) for column in game.state.columns.values())
    assert len(game.state.columns["hosts.at"]) == 3

"""Games as files: opened at every decision, refused when anything is wrong with them, and verified."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.helpers import (
    all_games,
    asked,
    chatter,
    decisions,
    find_point,
    play_out,
    rechained,
    reseal,
    step_randomly,
    unsealed,
)
from toy.parts import SEATS
from toy.title import ALL_OPTIONS, TITLE, new_game
from toy.title import ruleset_for as toy_ruleset_for
from worldfire.engine.errors import SaveError, UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.log import Header
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.engine.save import dumps, load, loads, parse, save
from worldfire.engine.verify import verify
from worldfire.engine.views import view
from worldfire.titles import ruleset_for as real_ruleset_for


def ruleset_for(header: Header) -> Ruleset:
    return toy_ruleset_for(header) if header.title == TITLE.name else real_ruleset_for(header)


def undone(game: Game, seat: str) -> bytes | None:
    """The state after the seat took something back, or nothing if it cannot."""
    twin = game.copy()
    try:
        twin.undo(seat)
    except UndoRefused:
        return None
    return twin.state.encode()


@pytest.mark.parametrize("seed", range(2))
def test_a_game_is_saved_and_opened_at_every_decision(seed: int) -> None:
    """Same position, same questions under the same ids, same choices, same log, and undo goes just as far."""
    rng = Random(seed)
    for game in all_games(seed):
        for point in decisions(game, rng, talk=game.header.title != "wif"):
            data = dumps(point)
            twin = loads(data, ruleset_for)
            assert twin.state.encode() == point.state.encode()
            assert twin.waiting == point.waiting
            assert twin.undo_proposal == point.undo_proposal
            assert twin.head == point.head
            assert dumps(twin) == data
            for seat in point.seats:
                assert twin.offers(seat) == point.offers(seat)
                assert twin.announcements(seat) == point.announcements(seat)
                assert undone(twin, seat) == undone(point, seat)
                assert view(twin, seat).encode() == view(point, seat).encode()
            if point.entries[-1].seat and rng.random() < 0.2 and undone(point, point.entries[-1].seat):
                point.undo(point.entries[-1].seat)


def test_a_game_opened_again_and_again_ends_like_one_that_never_stopped() -> None:
    straight, broken = new_game(*ALL_OPTIONS), new_game(*ALL_OPTIONS)
    ours, theirs = Random(9), Random(9)
    while not straight.over:
        step_randomly(straight, ours)
        step_randomly(broken, theirs)
        broken = loads(dumps(broken), ruleset_for)
    assert broken.over
    assert dumps(broken) == dumps(straight)


def test_a_proposal_to_go_back_survives() -> None:
    game = find_point(asked("bid"))
    game.submit("east", "propose-undo", 0)
    game.submit("north", "agree-undo")
    twin = loads(dumps(game), ruleset_for)
    twin.submit("south", "agree-undo")
    assert twin.state.encode() == new_game(turns=3, game_id=game.header.game_id).state.encode()
    again = loads(dumps(twin), ruleset_for)
    assert again.state.encode() == twin.state.encode()
    assert verify(dumps(again), ruleset_for).ok


def test_a_long_log_is_opened_at_its_last_snapshot() -> None:
    """Nothing before the snapshot is done again, nor even read until somebody looks at it."""
    game = new_game()
    for number in range(2_000):
        seat = SEATS[number % 3]
        game.submit(seat, "consent", (SEATS[(number + 1) % 3], "enter", ("yes", "ask", "no")[number % 3]))
    game.submit("north", "keep")
    assert game.entries[-1].barrier
    data = dumps(game)
    twin = loads(data, ruleset_for)
    assert twin.checkpoint()[1] == len(game.entries) == 2_002
    assert twin.state.encode() == game.state.encode()
    assert twin.waiting == game.waiting
    assert list(twin.entries)[5].noun == game.entries[5].noun
    assert dumps(twin) == data, "also after the entries were read"
    step_randomly(twin, Random(1))
    assert [*parse(dumps(twin)).entries.lines()][: len(game.entries)] == [*parse(data).entries.lines()]


def test_files_are_written_and_read(tmp_path: Path) -> None:
    game = new_game()
    path = tmp_path / "game.worldfire"
    save(game, path)
    assert load(path, ruleset_for).state.digest() == game.state.digest()
    assert [item.name for item in tmp_path.iterdir()] == ["game.worldfire"]
    with pytest.raises(SaveError, match="cannot be read"):
        load(tmp_path / "missing", ruleset_for)


# ------------------------------------------------------------------------------------------------ files that are wrong


@cache
def good_file() -> bytes:
    """A finished game with undo, talk and both options in it."""
    game = new_game(*ALL_OPTIONS, turns=1)
    rng = Random(12)
    for point in decisions(game, rng):
        chatter(point, rng)
        seat = point.entries[-1].seat
        if seat and rng.random() < 0.3 and undone(point, seat):
            point.undo(seat)
    return dumps(game)


@cache
def unfinished_file() -> bytes:
    game = find_point(lambda g: asked("spend")(g) and "give" in g.offers("south"))
    game.submit("south", "give", {"east": 1})
    return dumps(game)


def refused_text(data: bytes) -> str:
    with pytest.raises(SaveError) as caught:
        loads(data, ruleset_for)
    text = str(caught.value)
    assert len(text) > 15
    return text


def test_a_file_cut_off_at_any_line_is_refused() -> None:
    lines = good_file().splitlines(keepends=True)
    for count in range(len(lines)):
        data = b"".join(lines[:count])
        text = refused_text(data)
        assert "not a Worldfire game" in text if count == 0 else "cut off" in text or "changed" in text
        assert not verify(data, ruleset_for).ok


@given(st.floats(0, 1, exclude_max=True))
@settings(max_examples=60, deadline=None)
def test_a_file_cut_off_anywhere_is_refused(where: float) -> None:
    data = good_file()
    cut = data[: int(where * (len(data) - 1))]
    refused_text(cut)
    assert not verify(cut, ruleset_for).ok


@given(st.floats(0, 1, exclude_max=True), st.integers(1, 255))
@settings(max_examples=150, deadline=None)
def test_one_changed_byte_is_found_by_both_who_open_and_who_verify(where: float, change: int) -> None:
    """Anywhere before the closing line; that line has a test of its own."""
    data = bytearray(good_file())
    body = len(b"\n".join(unsealed(bytes(data)))) + 1
    data[int(where * body)] ^= change
    refused_text(bytes(data))
    verdict = verify(bytes(data), ruleset_for)
    assert not verdict.ok
    assert verdict.problem


@given(st.binary(max_size=300))
@settings(max_examples=60, deadline=None)
def test_junk_is_refused(data: bytes) -> None:
    refused_text(data)
    assert not verify(data, ruleset_for).ok


def edited_header(**changes: Any) -> bytes:
    lines = unsealed(good_file())
    lines[0] = msgspec.json.encode({**msgspec.json.decode(lines[0]), **changes})
    return reseal(b"\n".join(lines) + b"\n")


@pytest.mark.parametrize(
    ("data", "text"),
    [
        (lambda: b"", "not a Worldfire game"),
        (lambda: b"\n", "not a Worldfire game"),
        (lambda: b"PK\x03\x04", "not a Worldfire game"),
        (lambda: b'{"format":"chess"}\n', "not a Worldfire game"),
        (lambda: b"[1,2]\n", "not a Worldfire game"),
        (lambda: b"7\n", "not a Worldfire game"),
        (lambda: edited_header(format_version=99), "version 99"),
        (lambda: edited_header(format_version=None), "version None"),
        (lambda: edited_header(seats=7), "header is damaged"),
        (lambda: edited_header(tables_digest="other tables"), "other tables"),
        (lambda: edited_header(commitment="0" * 64), "committed"),
        (lambda: good_file().replace(b'"keep"', b'"kept"', 1), "changed"),
        (lambda: reseal(b"\n".join(unsealed(good_file())[:2]) + b"\n", 0), "snapshot"),
    ],
)
def test_what_is_wrong_with_a_file_is_said_clearly(data: Any, text: str) -> None:
    assert text in refused_text(data())
    assert not verify(data(), ruleset_for).ok


def test_a_game_does_not_go_on_with_other_tables() -> None:
    def other_tables(header: Header) -> Ruleset:
        return assemble(TITLE, header.options, None, "toy tables 2")

    with pytest.raises(SaveError, match="toy tables 2"):
        loads(good_file(), other_tables)
    (stretch,) = verify(good_file(), other_tables).stretches
    assert not stretch.replayed
    assert "toy tables 2" in stretch.why


def test_entries_after_the_snapshot_must_follow_from_it() -> None:
    lines = unsealed(unfinished_file())
    entry = msgspec.json.decode(lines[-2])
    assert entry["verb"] == "give"
    wrong = {**entry, "noun": [["north", 99], ["east", 0]]}
    lines[-2] = msgspec.json.encode(wrong)
    assert "do not fit" in refused_text(reseal(b"\n".join(lines) + b"\n"))
    other = {**entry, "noun": [["north", 1], ["east", 0]]}
    lines[-2] = msgspec.json.encode(other)
    assert "does not follow" in refused_text(reseal(b"\n".join(lines) + b"\n"))


# ---------------------------------------------------------------------------------------------------------- verify


@pytest.mark.parametrize("seed", range(3))
def test_good_files_are_accepted(seed: int) -> None:
    for game in all_games(seed):
        rng = Random(seed)
        talk = game.header.title != "wif"
        play_out(game, rng, talk=talk)
        verdict = verify(dumps(game), ruleset_for)
        assert verdict.ok, verdict.problem
        assert verdict.entries == len(game.entries)
        assert verdict.digest == game.state.digest()
        assert verdict.rolls == sum(len(entry.outcomes) for entry in game.entries)


def test_a_file_with_undo_and_going_back_is_accepted() -> None:
    game = new_game(*ALL_OPTIONS)
    rng = Random(3)
    for number, point in enumerate(decisions(game, rng)):
        chatter(point, rng)
        if number == 30:
            for word, seat in zip(("propose-undo", "agree-undo", "agree-undo"), SEATS, strict=True):
                point.submit(seat, word, 8 if word == "propose-undo" else None)
    assert verify(dumps(game), ruleset_for).ok
    assert verify(good_file(), ruleset_for).ok
    assert verify(unfinished_file(), ruleset_for).ok


Edit = dict[str, Any]


def _edited(number: int, change: Any) -> bytes:
    """The good file with one entry changed and all hashes made again: only a replay can find it."""
    lines = unsealed(good_file())
    entry = msgspec.json.decode(lines[2 + number])
    lines[2 + number] = msgspec.json.encode(change(entry))
    return rechained(lines)


def _first(wanted: Any) -> int:
    entries = [msgspec.json.decode(line) for line in unsealed(good_file())[2:-1]]
    return next(number for number, entry in enumerate(entries) if number > 3 and wanted(entry))


def _rolls(entry: Edit) -> bool:
    return any(outcome["sides"] > 1 and outcome["values"] for outcome in entry.get("outcomes", ()))


def _other_die(entry: Edit) -> Edit:
    outcomes = [dict(outcome) for outcome in entry["outcomes"]]
    changed = next(outcome for outcome in outcomes if outcome["sides"] > 1 and outcome["values"])
    changed["values"] = [changed["values"][0] % changed["sides"] + 1, *changed["values"][1:]]
    return {**entry, "outcomes": outcomes}


@pytest.mark.parametrize(
    ("wanted", "change", "problem"),
    [
        (lambda e: e["verb"] == "bid", lambda e: {**e, "noun": [["gold", 99], ["favour", 0]]}, "do not allow"),
        (lambda e: e["verb"] == "bid", lambda e: {**e, "verb": "dance"}, "do not allow"),
        (lambda e: e["verb"] == "bid", lambda e: {**e, "seat": "nobody"}, "do not allow"),
        (lambda e: e.get("decision"), lambda e: {**e, "decision": e["decision"] + 50}, "do not allow"),
        (_rolls, _other_die, "secret gives"),
        (_rolls, lambda e: {**e, "outcomes": e["outcomes"][:-1]}, "secret gives"),
        (lambda e: e.get("digests"), lambda e: {**e, "digests": ["0" * 64]}, "other digests"),
        (lambda e: e.get("events"), lambda e: {**e, "events": []}, "other events"),
        (lambda e: not e.get("outcomes"), lambda e: {**e, "barrier": not e.get("barrier", False)}, "other barrier"),
        (lambda e: e.get("outcomes"), lambda e: {**e, "seq": e["seq"] + 1}, "other seq"),
    ],
)
def test_the_first_entry_that_fails_is_named(wanted: Any, change: Any, problem: str) -> None:
    number = _first(wanted)
    verdict = verify(_edited(number, change), ruleset_for)
    assert not verdict.ok
    assert verdict.entry == number
    assert problem in verdict.problem


def test_without_new_hashes_the_chain_itself_tells() -> None:
    lines = unsealed(good_file())
    number = _first(lambda entry: entry["verb"] == "bid")
    lines[2 + number] = lines[2 + number].replace(b"bid", b"bet")
    verdict = verify(reseal(b"\n".join(lines) + b"\n"), ruleset_for)
    assert (verdict.ok, verdict.entry) == (False, number)
    assert "hash" in verdict.problem


@pytest.mark.parametrize("chained", [False, True])
def test_swapped_entries_are_found(chained: bool) -> None:
    lines = unsealed(good_file())
    number = 7
    lines[2 + number], lines[3 + number] = lines[3 + number], lines[2 + number]
    data = rechained(lines) if chained else reseal(b"\n".join(lines) + b"\n")
    verdict = verify(data, ruleset_for)
    assert (verdict.ok, verdict.entry) == (False, number)


def test_a_missing_entry_is_found() -> None:
    lines = unsealed(good_file())
    del lines[9]
    verdict = verify(rechained(lines), ruleset_for)
    assert (verdict.ok, verdict.entry) == (False, 7)


def test_dice_that_the_secret_does_not_give_are_found() -> None:
    """A game played with dice of somebody's own choice."""
    from worldfire.engine.chance import SealedChance  # noqa: PLC0415

    game = new_game(chance=SealedChance(b"my own dice"))
    play_out(game, Random(1))
    assert loads(dumps(game), ruleset_for).state.digest() == game.state.digest()
    verdict = verify(dumps(game), ruleset_for)
    assert not verdict.ok
    assert "secret gives" in verdict.problem

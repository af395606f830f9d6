"""Dice that are made anew as a game goes on: nobody knows the next ones, everybody can check the last ones."""

from __future__ import annotations

from hashlib import sha256
from random import Random
from typing import Any

import msgspec
import pytest

from engine.helpers import play_out, rechained, reseal, step_randomly, unsealed
from toy.parts import SEATS
from toy.title import new_game, ruleset_for
from worldfire.engine.chance import SealedChance, commitment
from worldfire.engine.dicing import ChanceRefused, add_chance, fresh_dice
from worldfire.engine.errors import SaveError
from worldfire.engine.game import Game
from worldfire.engine.log import FRESH_DICE, encode_plain
from worldfire.engine.record import throw_context
from worldfire.engine.save import dumps, dumps_sealed, loads, open_parts, parse, with_new_dice
from worldfire.engine.verify import verify
from worldfire.engine.views import export, view

FIRST, SPARE = bytes(32), bytes([1]) * 32
GIVEN = "ab" * 16


def live_game() -> Game:
    return new_game(secret=FIRST, spare=SPARE)


def played(game: Game, actions: int, seed: int = 1) -> Game:
    rng = Random(seed)
    for _ in range(actions):
        step_randomly(game, rng)
    return game


def renewed() -> Game:
    """A game in its third spell: two seats have added to the second."""
    game = played(live_game(), 5)
    add_chance(game, "north", game.cup.spare, GIVEN)
    add_chance(game, "east", game.cup.spare, "cd" * 32)
    fresh_dice(game, "begin")
    played(game, 12, 2)
    fresh_dice(game, "turn")
    return played(game, 12, 3)


def test_a_game_on_one_machine_has_one_secret_and_says_nothing_about_dice() -> None:
    game = play_out(new_game(), Random(1))
    assert "spare" not in msgspec.json.decode(dumps(game).splitlines()[0])
    assert not list(game.entries.every(FRESH_DICE))
    with pytest.raises(ChanceRefused, match="do not lie ready"):
        add_chance(game, "north", "", GIVEN)


def test_what_was_added_changes_the_dice() -> None:
    plain = SealedChance(SPARE)
    contexts = [b"toy|%d" % number for number in range(40)]
    for given in ((("north", GIVEN),), (("east", GIVEN),), (("north", GIVEN), ("east", GIVEN))):
        added = SealedChance(SPARE, given)
        assert [added.throw(c, 2, 10) for c in contexts] != [plain.throw(c, 2, 10) for c in contexts]
        assert [added.pick(c, 2, 9) for c in contexts] != [plain.pick(c, 2, 9) for c in contexts]


def test_dice_come_into_force_with_what_was_added_and_the_old_ones_are_revealed() -> None:
    game = live_game()
    assert game.header.spare == commitment(SPARE)
    add_chance(game, "north", game.cup.spare, GIVEN)
    entry = fresh_dice(game, "begin")
    assert game.cup.now == commitment(SPARE)
    assert game.cup.added == (("north", GIVEN),)
    assert "revealed" not in entry.noun, "the first secret seals the digests as well"
    again = fresh_dice(game, "turn")
    assert bytes.fromhex(again.noun["revealed"]) == SPARE
    assert game.secret == FIRST


@pytest.mark.parametrize(
    ("seat", "to", "given", "problem"),
    [
        ("west", commitment(SPARE), GIVEN, "no seat"),
        ("south", commitment(FIRST), GIVEN, "do not lie ready"),
        ("north", commitment(SPARE), GIVEN, "already"),
        ("south", commitment(SPARE), "ab", "16 to 32"),
        ("south", commitment(SPARE), "zz" * 16, "16 to 32"),
        ("south", commitment(SPARE), "ab" * 33, "16 to 32"),
    ],
)
def test_what_cannot_be_added_is_refused(seat: str, to: str, given: str, problem: str) -> None:
    game = live_game()
    add_chance(game, "north", game.cup.spare, GIVEN)
    with pytest.raises(ChanceRefused, match=problem):
        add_chance(game, seat, to, given)
    assert len(game.entries) == 2


def test_a_renewed_game_is_saved_opened_and_verified() -> None:
    game = renewed()
    twin = loads(dumps(game), ruleset_for)
    assert twin.cup == game.cup
    assert twin.state.encode() == game.state.encode()
    assert dumps(played(twin, 8, 9)) == dumps(played(game, 8, 9)), "the same dice ahead"
    verdict = verify(dumps(game), ruleset_for)
    assert verdict.ok, verdict.problem
    assert verdict.sealed == 0
    assert verdict.rolls > 5


def test_going_back_and_taking_back_do_not_stumble_over_dice() -> None:
    game = renewed()
    fresh = game.entries.last(FRESH_DICE)
    assert fresh is not None
    game.propose_undo("north", 3)
    fresh_dice(game, "seats")
    assert loads(dumps(game), ruleset_for).undo_proposal == game.undo_proposal
    game.agree_undo("south")
    game.agree_undo("east")
    played(game, 3, 4)
    assert loads(dumps(game), ruleset_for).state.encode() == game.state.encode()
    assert verify(dumps(game), ruleset_for).ok


def test_a_revealed_secret_does_not_tell_what_was_drawn_in_secret() -> None:
    """Draws that not everybody may see come from the secret that is revealed at the end only."""
    game = live_game()
    add_chance(game, "north", game.cup.spare, GIVEN)
    fresh_dice(game, "begin")
    play_out(game, Random(6))
    added = game.cup.added
    hidden = [
        (entry, number, outcome)
        for entry in list(game.entries)[3:]
        for number, outcome in enumerate(entry.outcomes)
        if outcome.seen_by is not None
    ]
    assert len(hidden) > 3
    told = 0
    for entry, number, outcome in hidden:
        action = sha256(encode_plain((entry.seat, entry.verb, entry.noun))).hexdigest()
        context = throw_context(game.header.game_id, entry.seq, action, number, outcome.kind)
        count, among = len(outcome.values), outcome.sides
        assert SealedChance(FIRST, added).pick(context, count, among) == outcome.values
        told += SealedChance(SPARE, added).pick(context, count, among) == outcome.values
    assert told < len(hidden) / 2
    assert verify(dumps(game), ruleset_for).ok


# ------------------------------------------------------------------------------------------------ files without secrets


def test_a_sealed_file_holds_no_secret_that_is_not_revealed() -> None:
    game = renewed()
    data = dumps_sealed(game)
    revealed = {bytes.fromhex(entry.noun.get("revealed", "")) for entry in game.entries.every(FRESH_DICE)}
    for secret in game.secrets.values():
        assert (secret.hex().encode() in data) == (secret in revealed)
        for seat in (*SEATS, None):
            assert (secret.hex().encode() in export(game, seat)) == (secret in revealed)
            assert secret in revealed or secret.hex().encode() not in view(game, seat).encode()
    verdict = verify(data, ruleset_for)
    assert verdict.ok, verdict.problem
    assert 0 < verdict.sealed < verdict.rolls


def test_who_opens_a_sealed_file_goes_on_with_dice_of_his_own() -> None:
    game = renewed()
    mine, yours = (loads(dumps_sealed(game), ruleset_for) for _ in range(2))
    assert mine.state.encode() == game.state.encode()
    assert mine.entries[-1].noun["why"] == "import"
    assert len({mine.cup.now, yours.cup.now, game.cup.now}) == 3
    assert mine.secret not in (yours.secret, game.secret, b"")
    play_out(mine, Random(1))
    verdict = verify(dumps(mine), ruleset_for)
    assert verdict.ok, verdict.problem
    assert 0 < verdict.sealed < verdict.rolls


def test_a_game_that_is_brought_begins_new_dice_though_its_file_has_secrets() -> None:
    game = played(new_game(secret=b"chosen by whoever brings it"), 8)
    brought = open_parts(with_new_dice(parse(dumps(game))), ruleset_for)
    noun = brought.entries[-1].noun
    assert noun["why"] == "import"
    assert brought.cup.seal == noun["seal"] != game.cup.seal
    assert brought.secret != game.secret
    play_out(brought, Random(2))
    verdict = verify(dumps(brought), ruleset_for)
    assert verdict.ok, verdict.problem
    assert verdict.sealed == 0


# ---------------------------------------------------------------------------------------------------------- cheating


def _forged(change: Any, number: int = 0) -> bytes:
    """The renewed game with one of its entries about dice changed, and the hashes chained anew."""
    lines = unsealed(dumps(renewed()))
    about = [at for at, line in enumerate(lines) if b'"verb":"fresh-dice"' in line or b'"verb":"add-chance"' in line]
    at = about[number]
    lines[at] = msgspec.json.encode(change(msgspec.json.decode(lines[at])))
    return rechained(lines)


def _noun(**changes: Any) -> Any:
    return lambda entry: {**entry, "noun": {**entry["noun"], **changes}}


OTHER = bytes([7]) * 32


@pytest.mark.parametrize(
    ("number", "change", "problem"),
    [
        (0, _noun(bytes="ee" * 16), "not those that lay ready"),
        (0, _noun(to=commitment(OTHER)), "do not lie ready"),
        (1, lambda entry: {**entry, "seat": "north"}, "already"),
        (2, _noun(added=[["north", GIVEN]]), "not those that lay ready"),
        (2, _noun(added=[]), "not those that lay ready"),
        (2, _noun(now=commitment(OTHER)), "not those that lay ready"),
        (2, lambda entry: {**entry, "seat": "north"}, "a seat does not"),
        (2, lambda entry: {**entry, "barrier": True}, "says more"),
        (3, _noun(revealed=OTHER.hex()), "not the one that was in force"),
        (3, lambda entry: {**entry, "noun": 7}, "not an entry about the dice"),
    ],
)
def test_whoever_keeps_the_log_cannot_choose_among_dice(number: int, change: Any, problem: str) -> None:
    verdict = verify(_forged(change, number), ruleset_for)
    assert not verdict.ok
    assert problem in verdict.problem


def test_a_roll_that_the_secret_with_what_was_added_does_not_give_is_found() -> None:
    lines = unsealed(dumps(renewed()))
    fresh = next(at for at, line in enumerate(lines) if b'"verb":"fresh-dice"' in line)
    at = next(at for at in range(fresh + 1, len(lines)) if b'"kind":"' in lines[at] and b'"outcomes"' in lines[at])
    entry = msgspec.json.decode(lines[at])
    outcome = entry["outcomes"][0]
    outcome["values"][0] = outcome["values"][0] % outcome["sides"] + (outcome["values"][0] > 0)
    lines[at] = msgspec.json.encode(entry)
    verdict = verify(rechained(lines), ruleset_for)
    assert not verdict.ok
    assert verdict.entry == at - 2


def test_a_file_whose_dice_were_changed_is_not_opened() -> None:
    lines = unsealed(dumps(renewed()))
    fresh = next(at for at, line in enumerate(lines) if b'"verb":"fresh-dice"' in line)
    entry = msgspec.json.decode(lines[fresh])
    lines[fresh] = msgspec.json.encode({**entry, "noun": 7})
    with pytest.raises(SaveError):
        loads(reseal(b"\n".join(lines) + b"\n"), ruleset_for)

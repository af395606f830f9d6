"""Games go on under newer rules: the log says so, and what was played before stays verifiable as far as it can be."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from engine.helpers import asked, play_out, rechained, step_randomly, unsealed
from toy.parts import SEATS
from toy.title import TABLES_DIGEST, TITLE
from worldfire.engine.errors import SaveError, UndoRefused
from worldfire.engine.game import Game
from worldfire.engine.log import UPGRADE, Header, upgrade_noun
from worldfire.engine.ruleset import Ruleset, Title, assemble
from worldfire.engine.save import RulesetFor, dumps, loads, open_parts, parse
from worldfire.engine.schema import Field, Schema
from worldfire.engine.state import Document, pack_state, unpack_document
from worldfire.engine.upgrades import Upgrade
from worldfire.engine.verify import verify
from worldfire.engine.views import export, view

#: the version before ours kept a wind that nobody needs any more
OLD = replace(TITLE, version="0", schema=TITLE.schema + Schema(fields=(Field("wind", 3),)))


def without_wind(document: Document, header: Header) -> Document:
    fields = {name: value for name, value in document["fields"].items() if name != "wind"}
    return {**document, "fields": fields}


NEW = replace(TITLE, upgrades=(Upgrade("0", "1", without_wind),))


def rules(*titles: Title) -> RulesetFor:
    """The version that the header names, if it is among these; otherwise the last."""

    def find(header: Header) -> Ruleset:
        title = next((title for title in titles if title.version == header.title_version), titles[-1])
        return assemble(title, header.options, None, TABLES_DIGEST)

    return find


def old_game(wanted: Callable[[Game], bool] = lambda game: len(game.entries) > 12) -> Game:
    """A game of the old version, played at random to where it is wanted."""
    for seed in range(100):
        rng = Random(seed)
        old = assemble(OLD, (), None, TABLES_DIGEST)
        game = Game.new(old, SEATS, {"turns": 2}, secret=bytes(32), game_id="toy")
        while not game.over:
            if wanted(game):
                return game
            step_randomly(game, rng)
    raise AssertionError("no such game")


def test_a_game_goes_on_under_newer_rules_and_says_so() -> None:
    old = old_game()
    game = loads(dumps(old), rules(NEW))
    upgrade = game.entries[-1]
    assert (upgrade.verb, upgrade.seat, upgrade.barrier) == (UPGRADE, "", True)
    noun = upgrade_noun(upgrade)
    assert (noun.old, noun.new, noun.lost) == ("0", "1", ())
    assert upgrade.digests == (game.keyed_digest(),)
    assert "wind" not in game.state.fields
    assert game.waiting == old.waiting
    assert game.offers(next(iter(game.waiting))) == old.offers(next(iter(old.waiting)))
    play_out(game, Random(5))
    again = loads(dumps(game), rules(NEW))
    assert dumps(again) == dumps(game), "it is brought up to date once"


def test_an_upgrade_has_to_be_there() -> None:
    data = dumps(old_game())
    with pytest.raises(SaveError, match="no upgrade between them"):
        loads(data, rules(TITLE))
    with pytest.raises(SaveError, match="wind"):
        loads(data, rules(replace(TITLE, upgrades=(Upgrade("0", "1"),))))


def test_an_upgrade_that_fails_says_why() -> None:
    def stumble(document: Document, header: Header) -> Document:
        raise LookupError("the map has no such hex")

    with pytest.raises(SaveError, match="no such hex"):
        loads(dumps(old_game()), rules(replace(TITLE, upgrades=(Upgrade("0", "1", stumble),))))


def test_upgrades_are_chained() -> None:
    def count(document: Document, header: Header) -> Document:
        turn = document["fields"]["turn"]
        return {**document, "fields": {**document["fields"], "turn": turn + 10}}

    old = old_game()
    newest = replace(TITLE, version="2", upgrades=(*NEW.upgrades, Upgrade("1", "2", count)))
    game = loads(dumps(old), rules(newest))
    assert game.state.fields["turn"] == old.state.fields["turn"] + 10
    assert upgrade_noun(game.entries[-1]).new == "2"
    step = loads(dumps(loads(dumps(old), rules(NEW))), rules(newest))
    assert [entry.verb for entry in step.entries].count(UPGRADE) == 2
    assert step.state.fields["turn"] == game.state.fields["turn"]


def test_a_schema_that_changed_without_its_version_is_an_upgrade_too() -> None:
    game = Game.new(assemble(TITLE, (), None, TABLES_DIGEST), SEATS, {"turns": 2}, secret=bytes(32), game_id="toy")
    wider = replace(TITLE, schema=TITLE.schema + Schema(fields=(Field("tide", "low"),)))
    later = loads(dumps(game), rules(wider))
    assert later.entries[-1].verb == UPGRADE
    assert later.state.fields["tide"] == "low"
    step_randomly(later, Random(1))
    verdict = verify(dumps(later), rules(wider))
    assert verdict.ok
    assert [stretch.replayed for stretch in verdict.stretches] == [False, True]


# ---------------------------------------------------------------------------------------------- what was not final


def may_give(game: Game) -> bool:
    return asked("spend")(game) and "give" in game.offers("south")


def half_done() -> Game:
    """South has given gold away and could still take it back."""
    game = old_game(may_give)
    game.submit("south", "give", {"east": 1})
    assert not game.entries[-1].barrier
    return game


def test_what_was_done_since_the_last_barrier_is_done_again() -> None:
    old = half_done()
    game = loads(dumps(old), rules(NEW))
    assert upgrade_noun(game.entries[-1]).lost == ()
    assert game.state.quantities == old.state.quantities
    assert game.waiting == old.waiting
    assert not game.may_undo("south"), "an upgrade is a barrier"


def test_what_newer_rules_do_not_allow_is_given_up_and_named() -> None:
    def without_gold(document: Document, header: Header) -> Document:
        left = [row for row in document["quantities"] if row[0] != "gold"]
        return {**without_wind(document, header), "quantities": left}

    old = half_done()
    poor = rules(OLD, replace(TITLE, upgrades=(Upgrade("0", "1", without_gold),)))
    game = loads(dumps(old), lambda header: poor(msgspec.structs.replace(header, title_version="")))
    assert upgrade_noun(game.entries[-1]).lost == (old.entries[-1].seq,)
    assert not any(kind == "gold" for kind, _, _ in game.state.quantities)
    assert game.waiting
    verdict = verify(dumps(game), poor)
    assert verdict.ok, verdict.problem
    assert verdict.replayed


def test_nobody_goes_back_to_before_an_upgrade() -> None:
    game = loads(dumps(old_game()), rules(NEW))
    upgrade = game.entries[-1].seq
    at_upgrade = game.state.digest()
    for _ in range(6):
        step_randomly(game, Random(3))
    with pytest.raises(UndoRefused, match="other rules"):
        game.propose_undo("north", upgrade - 1)
    game.propose_undo("north", upgrade)
    game.agree_undo("south")
    game.agree_undo("east")
    assert game.state.digest() == at_upgrade
    assert loads(dumps(game), rules(NEW)).state.digest() == at_upgrade
    verdict = verify(dumps(game), rules(OLD, NEW))
    assert verdict.ok, verdict.problem


def test_no_seat_sees_the_state_that_a_game_went_on_from() -> None:
    game = loads(dumps(old_game()), rules(NEW))
    hidden = game.entries[-1].state.encode()
    assert hidden
    for seat in (*SEATS, None):
        assert hidden[:100] not in view(game, seat).encode()
        assert hidden[:100] not in export(game, seat)


# ------------------------------------------------------------------------------------------------------- verifying


def gone_on() -> bytes:
    """A game of the old version that goes on under the new one to its end."""
    return dumps(play_out(loads(dumps(old_game()), rules(NEW)), Random(5)))


def test_each_stretch_is_replayed_by_its_own_version() -> None:
    data = gone_on()
    verdict = verify(data, rules(OLD, NEW))
    assert verdict.ok, verdict.problem
    assert verdict.replayed
    first, second = verdict.stretches
    assert (first.version, first.first, second.version) == ("0", 0, "1")
    assert first.last + 1 == second.first
    assert second.last == verdict.entries - 1
    assert verdict.digest == loads(data, rules(NEW)).state.digest()


def test_a_stretch_whose_version_is_not_installed_is_told_apart() -> None:
    verdict = verify(gone_on(), rules(NEW))
    assert verdict.ok, verdict.problem
    assert not verdict.replayed
    first, second = verdict.stretches
    assert not first.replayed
    assert "version 0" in first.why
    assert second.replayed


def _entry_with_dice(lines: list[bytes]) -> int:
    entries = [msgspec.json.decode(line) for line in lines]
    return next(at for at, entry in enumerate(entries) if at > 3 and entry.get("outcomes"))


def _other_dice(entry: dict[str, Any]) -> dict[str, Any]:
    outcome = entry["outcomes"][0]
    outcome["values"][0] = outcome["values"][0] % outcome["sides"] + 1
    return entry


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (_other_dice, "the secret does not give"),
        (lambda entry: {**entry, "seat": "west"}, "no seat"),
        (lambda entry: {**entry, "events": [7]}, "no event"),
        (lambda entry: {**entry, "events": [{"event": "Rolled", "kind": 7}]}, "not what it says"),
        (lambda entry: {**entry, "seq": 99}, "99"),
    ],
)
def test_without_its_rules_dice_and_shape_of_an_entry_are_checked(change: Any, problem: str) -> None:
    """Whoever forges an entry can also chain the hashes anew."""
    lines = unsealed(dumps(old_game(lambda game: len(game.entries) > 25)))
    at = _entry_with_dice(lines[2:]) + 2
    lines[at] = msgspec.json.encode(change(msgspec.json.decode(lines[at])))
    verdict = verify(rechained(lines), rules(NEW))
    assert not verdict.ok
    assert verdict.entry == at - 2
    assert problem in verdict.problem


def test_a_position_that_was_changed_at_the_upgrade_is_found_where_both_versions_are_installed() -> None:
    game = loads(dumps(old_game()), rules(NEW))
    game.state.quantities["gold", 0, 0] = 99
    game.forget()
    lines = unsealed(dumps(game))
    entry = msgspec.json.decode(lines[-2])
    assert entry["verb"] == UPGRADE
    forged = {**entry, "state": pack_state(game.state), "digests": [game.keyed_digest()]}
    lines[-2] = msgspec.json.encode(forged)
    verdict = verify(rechained(lines), rules(OLD, NEW))
    assert not verdict.ok
    assert verdict.entry == entry["seq"]
    assert "other" in verdict.problem
    trusting = verify(rechained(lines), rules(NEW))
    assert trusting.ok
    assert not trusting.replayed, "and the verdict says that it was taken on trust"


def test_a_digest_that_is_not_of_the_upgraded_state_is_found() -> None:
    lines = unsealed(dumps(loads(dumps(old_game()), rules(NEW))))
    entry = msgspec.json.decode(lines[-2])
    lines[-2] = msgspec.json.encode({**entry, "digests": ["0" * 64]})
    assert "digest" in verify(rechained(lines), rules(NEW)).problem


def test_a_snapshot_from_before_the_upgrade_is_not_used() -> None:
    """A database may keep the snapshot later than the entry."""
    game = loads(dumps(old_game()), rules(NEW))
    step_randomly(game, Random(4))
    parts = parse(dumps(old_game()))
    late = msgspec.structs.replace(parts, entries=game.entries)

    again = open_parts(late, rules(NEW))
    assert again.state.digest() == game.state.digest()
    assert again.head == game.head
    assert unpack_document(parts.snapshot.snapshot)["fields"]["wind"] == 3

"""What a seat may know: changing whatever is hidden from it changes nothing of what it sees, and leaks are found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from engine.helpers import all_games, asked, decisions, find_point, play_out, step_randomly
from toy.parts import AREAS, FACE, HANDS, PLACE, POOL, SEATS, SIDES
from toy.title import ALL_OPTIONS, AMBUSH, MUSTER, OMEN, new_game
from toy.variant import VARIANT, Orders, variant_ruleset
from worldfire.engine import views
from worldfire.engine.chance import SealedChance
from worldfire.engine.changes import Annex
from worldfire.engine.errors import ActionError
from worldfire.engine.game import Game
from worldfire.engine.log import Entry, Log
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.engine.schema import Schema, public
from worldfire.engine.shapes import Amounts
from worldfire.engine.state import State
from worldfire.engine.views import UNKNOWN, View, imagine, seen_by, view

Seat = str | None
EYES: tuple[Seat, ...] = (*SEATS, None)

# ---------------------------------------------------------------------------------- the same game with other secrets


def altered(game: Game, seat: Seat, rng: Random) -> Game:
    """The game with everything changed that this seat may not know, and nothing else."""
    state = game.state.copy()
    _shuffle_faces(state, seat, rng)
    state.fields[OMEN.name] = rng.randrange(18)
    for (kind, owner, place), number in list(state.quantities.items()):
        if kind == "favour" and SEATS[owner] != seat:
            state.quantities[kind, owner, place] = number + rng.randrange(3)
    replaced = _change_answers(game, state, seat, rng)
    _change_private_locals(state, seat, rng)
    watched = game.decision.watch if game.decision is not None else ""
    for who, kind in list(state.watches):
        if who != seat and kind != watched:
            state.watches[who, kind] = rng.choice(("never", "mine", "always", ("wood",)))
    entries = Log([_other_entry(entry, seat, replaced, rng) for entry in game.entries])
    twin = Game(game.ruleset, game.header, SealedChance(b"other"), b"other")
    twin.resume(state, entries, game.head)
    return twin


def _shuffle_faces(state: State, seat: Seat, rng: Random) -> None:
    """Whoever looked into another hand still knows only what the column shows him now."""
    faces = state.columns[FACE.key]
    places = state.columns[PLACE.key]
    hidden = [m for m, at in enumerate(places) if at == POOL or (at >= HANDS and SEATS[at - HANDS] != seat)]
    values = [faces[m] for m in hidden]
    rng.shuffle(values)
    for marker, value in zip(hidden, values, strict=True):
        faces[marker] = value


def _change_answers(game: Game, state: State, seat: Seat, rng: Random) -> set[int]:
    """Other answers to the secret decision that is open; gives the numbers of the entries that are still sealed."""
    revealed = {number for entry in game.entries for number in entry.reveals}
    changed = {entry.seq for entry in game.entries if entry.secret and entry.seat != seat and entry.seq not in revealed}
    for frame in state.frames:
        pending = frame.pending
        if pending is None or pending.kind != "secret":
            continue
        for who, answer in list(pending.answers.items()):
            if who != seat:
                pending.answers[who] = msgspec.structs.replace(answer, noun=_other_bid(game, who, answer.noun, rng))
    return changed


def _other_bid(game: Game, seat: str, noun: Any, rng: Random) -> Any:
    """Another legal bid if the decision is open on top of the stack: what is illegal would be asked again."""
    shape = game.offers_to(seat).judged(game, "bid")
    assert isinstance(shape, Amounts)
    return rng.choice([found for found in shape.every() if found != noun] or [noun])


def _change_private_locals(state: State, seat: Seat, rng: Random) -> None:
    for frame in state.frames:
        if frame.procedure == MUSTER.name and frame.locals.by != seat:
            frame.locals.seen = tuple(rng.sample(range(18), 2))
            frame.result = None
        elif frame.procedure == AMBUSH.name and frame.locals.by != seat:
            frame.locals.ally = rng.randrange(18)
            frame.result = (rng.randrange(18),)
        for annex in frame.annexes:
            if isinstance(annex, Orders) and annex.by != seat:
                annex.area = rng.randrange(len(AREAS))


def _other_entry(entry: Entry, seat: Seat, sealed: set[int], rng: Random) -> Entry:
    outcomes = tuple(
        msgspec.structs.replace(outcome, values=tuple(rng.randrange(9) for _ in outcome.values))
        if outcome.seen_by is not None and seat not in outcome.seen_by
        else outcome
        for outcome in entry.outcomes
    )
    events = tuple(_other_event(event, seat, rng) for event in entry.events)
    changes: dict[str, Any] = {"outcomes": outcomes, "events": events, "hash": rng.randbytes(32).hex()}
    if entry.verb == "watch" and entry.seat != seat:
        changes["noun"] = (rng.choice(("ambush", "look")), rng.choice(("never", "always")))
    if entry.seq in sealed:
        changes["noun"] = (("gold", rng.randrange(9)), ("favour", 0))
    return msgspec.structs.replace(entry, **changes)


def _other_event(event: Any, seat: Seat, rng: Random) -> Any:
    if event.seen_by is None or seat in event.seen_by:
        return event
    changes = {
        name: tuple(rng.randrange(18) for _ in value) if isinstance(value, tuple) else rng.randrange(18)
        for name, value in msgspec.structs.asdict(event).items()
        if name in ("things", "marker", "face")
    }
    return msgspec.structs.replace(event, **changes)


def complaints(game: Game, seat: Seat) -> list[str]:
    """What this seat is told when it tries all sorts of things that it may not do."""
    told: list[str] = []
    if seat is None:
        return told
    verbs = [verb.name for item in game.ruleset.procedures.values() for s in item.steps.values() for verb in s.verbs]
    for verb in (*verbs, "dance", "boast"):
        for noun in ("x", 99, [99], {"x": 1}):
            told += [str(reason) for reason in game.why_not(verb, noun, seat)]
            try:
                game.copy().submit(seat, verb, noun)
            except ActionError as error:
                told.append(f"{error.field}: {error}")
    return told


def check_non_interference(games: Iterator[Game], seed: int, *, talk: bool = True) -> int:
    """Demand at every decision that no eye can tell the game from one with other secrets."""
    rng = Random(seed)
    differing = 0
    for game in games:
        for point in decisions(game, rng, talk=talk):
            for seat in EYES:
                twin = altered(point, seat, rng)
                differing += twin.state.encode() != point.state.encode()
                assert view(twin, seat).encode() == view(point, seat).encode()
                assert views.export(twin, seat) == views.export(point, seat)
                assert twin.waiting == point.waiting
                if rng.random() < 0.02:
                    assert complaints(twin, seat) == complaints(point, seat)
    return differing


def fresh_games(ruleset: Ruleset | None = None, count: int = 2) -> Iterator[Game]:
    for seed in range(count):
        for options in ((), ALL_OPTIONS):
            game = new_game(*options, game_id=f"toy {seed}")
            if ruleset is not None:
                game = Game.new(ruleset, SEATS, {"turns": 2}, secret=bytes(32), game_id=f"toy {seed}")
            yield game


def variant_games(ruleset: Ruleset, count: int = 2) -> Iterator[Game]:
    for seed in range(count):
        yield Game.new(ruleset, SEATS, {"turns": 2}, secret=bytes(32), game_id=f"winds {seed}")


def test_what_is_hidden_changes_nothing_that_is_seen() -> None:
    assert check_non_interference(fresh_games(), 1) > 500


def test_what_is_hidden_in_an_annex_changes_nothing_that_is_seen() -> None:
    assert check_non_interference(variant_games(variant_ruleset(*ALL_OPTIONS)), 1) > 300


# ------------------------------------------------------------------------------------------------ views that leak


def _show_all_events(event: dict[str, Any], seat: Seat) -> bool:
    return True


def _all_answers(pending: Any, seat: Seat) -> Any:
    found = _seen_pending(pending, seat)
    return msgspec.structs.replace(found, answers=dict(pending.answers))


_seen_pending = views._seen_pending
_seen_entry = views.seen_entry
_view = views.view


def _entry_with_hash(game: Game, entry: Entry, seat: Seat) -> Any:
    seen = _seen_entry(game, entry, seat)
    return msgspec.structs.replace(seen, digests=(*seen.digests, entry.hash))


def _entry_with_watch(game: Game, entry: Entry, seat: Seat) -> Any:
    seen = _seen_entry(game, entry, seat)
    return msgspec.structs.replace(seen, noun=entry.noun) if entry.verb == "watch" else seen


def _entry_unsealed(game: Game, entry: Entry, seat: Seat) -> Any:
    seen = _seen_entry(game, entry, seat)
    return msgspec.structs.replace(seen, noun=entry.noun) if entry.secret else seen


def _entry_with_draws(game: Game, entry: Entry, seat: Seat) -> Any:
    return msgspec.structs.replace(_seen_entry(game, entry, seat), outcomes=entry.outcomes)


@pytest.mark.parametrize(
    ("name", "leak"),
    [
        ("_may_know", _show_all_events),
        ("seen_entry", _entry_unsealed),
        ("_seen_pending", _all_answers),
        ("seen_entry", _entry_with_hash),
        ("seen_entry", _entry_with_watch),
        ("seen_entry", _entry_with_draws),
    ],
)
def test_a_view_that_leaks_is_found(monkeypatch: pytest.MonkeyPatch, name: str, leak: Callable[..., Any]) -> None:
    """The check is worth something only if each of these makes it fail."""
    monkeypatch.setattr(views, name, leak)
    with pytest.raises(AssertionError):
        check_non_interference(fresh_games(), 1)


def test_a_column_declared_public_by_mistake_is_found() -> None:
    rules = new_game(*ALL_OPTIONS).ruleset
    columns = tuple(replace(column, visible=public) for column in rules.schema.columns)
    schema = Schema(columns, rules.schema.fields, rules.schema.quantities, rules.schema.derived)
    with pytest.raises(AssertionError):
        check_non_interference(fresh_games(replace(rules, schema=schema)), 1)


@pytest.mark.parametrize("kind", ["fields", "quantities"])
def test_a_field_or_quantity_declared_public_by_mistake_is_found(kind: str) -> None:
    rules = new_game(*ALL_OPTIONS).ruleset
    loose = tuple(replace(item, visible=public) for item in getattr(rules.schema, kind))
    with pytest.raises(AssertionError):
        check_non_interference(fresh_games(replace(rules, schema=replace(rules.schema, **{kind: loose}))), 1)


@pytest.mark.parametrize("name", [MUSTER.name, AMBUSH.name])
def test_locals_that_should_be_private_are_found(name: str) -> None:
    rules = new_game(*ALL_OPTIONS).ruleset
    procedures = {**rules.procedures, name: replace(rules.procedures[name], private={})}
    with pytest.raises(AssertionError):
        check_non_interference(fresh_games(replace(rules, procedures=procedures), 6), 1)


def test_an_annex_that_should_be_private_is_found() -> None:
    changes = tuple(replace(item, private={}) if isinstance(item, Annex) else item for item in VARIANT.changes)
    with pytest.raises(AssertionError):
        check_non_interference(variant_games(assemble(replace(VARIANT, changes=changes), ALL_OPTIONS)), 1)


# ------------------------------------------------------------------------------------------------- what is in a view


def test_nothing_secret_of_the_game_itself_is_in_a_view() -> None:
    """Neither the secret nor hashes over hidden nouns nor bare digests of the state."""
    game = new_game(*ALL_OPTIONS, secret=b"a very secret secret of 32 bytes")
    for point in decisions(game, Random(2), talk=True):
        for seat in EYES:
            data = view(point, seat).encode()
            assert point.secret.hex().encode() not in data
            assert point.secret not in data
            assert point.state.digest().encode() not in data
            assert point.head.encode() not in data
    assert any(entry.digests for entry in game.entries)
    assert all(game.state.digest() not in entry.digests for entry in game.entries)


def test_a_seat_sees_its_own_hand_and_spectators_none() -> None:
    game = find_point(
        lambda g: any(at == HANDS for at in g.state[PLACE]) and any(at == HANDS + 2 for at in g.state[PLACE])
    )
    for seat in EYES:
        faces = view(game, seat).columns[FACE.key]
        for marker, at in enumerate(game.state[PLACE]):
            known = at not in (POOL, *range(HANDS, HANDS + 3)) or (at >= HANDS and SEATS[at - HANDS] == seat)
            assert faces[marker] == (game.state[FACE][marker] if known else None)


def test_a_draw_is_seen_by_who_drew() -> None:
    game = new_game()
    mine, theirs, nobodys = (view(game, seat).log[0] for seat in ("north", "south", None))
    assert [len(outcome.values) for outcome in mine.outcomes] == [0, 2]
    assert [len(outcome.values) for outcome in theirs.outcomes] == [0, 0]
    assert len(mine.events) == 1
    assert theirs.events == nobodys.events == ()


def test_a_secret_answer_is_sealed_until_all_are_in() -> None:
    game = find_point(asked("bid"))
    game.submit("south", "bid", {"gold": 1})
    assert view(game, "south").log[-1].noun == (("gold", 1), ("favour", 0))
    for seat in ("north", "east", None):
        assert (view(game, seat).log[-1].verb, view(game, seat).log[-1].noun) == (None, None)
    game.submit("north", "bid", {})
    game.submit("east", "bid", {})
    assert all(view(game, seat).log[-3].verb == "bid" for seat in EYES)


def test_only_who_is_asked_sees_the_choices() -> None:
    game = find_point(asked("march"))
    (asked_seat,) = game.waiting
    for seat in EYES:
        decision = view(game, seat).decision
        assert (decision is not None) == (seat == asked_seat)
    decision = view(game, asked_seat).decision
    assert decision is not None
    assert decision.offers == game.offers(asked_seat)
    assert decision.id == game.waiting[asked_seat]


def test_the_log_can_be_asked_for_from_an_entry_on() -> None:
    game = find_point(asked("bid"))
    whole, part = view(game, "north"), view(game, "north", since=3)
    assert part.log == whole.log[3:]
    assert part.entries == len(game.entries)


# ------------------------------------------------------------------------------------------------ imagined games


def agrees(seen: View, again: View) -> None:
    """Everything that the seat could see is so in the imagined game too."""
    assert again.columns == seen.columns
    assert again.shuffled == seen.shuffled
    assert again.fields == seen.fields
    assert again.quantities == seen.quantities
    assert again.consents == seen.consents
    assert again.watches == seen.watches
    assert again.result == seen.result
    assert len(again.stack) == len(seen.stack)
    for ours, theirs in zip(again.stack, seen.stack, strict=True):
        assert (ours.procedure, ours.step, ours.locals) == (theirs.procedure, theirs.step, theirs.locals)
        assert ours.annexes == theirs.annexes
        assert (ours.pending is None) == (theirs.pending is None)
    if not seen.stack or seen.stack[-1].pending is None or seen.stack[-1].pending.kind != "secret":
        assert set(again.waiting) == set(seen.waiting)
    if seen.decision is not None:
        assert again.decision is not None
        assert again.decision.offers == seen.decision.offers
        assert again.decision.args == seen.decision.args


def test_an_imagined_game_agrees_with_the_view() -> None:
    for game in (*fresh_games(count=2), *variant_games(variant_ruleset(*ALL_OPTIONS))):
        rng = Random(4)
        for point in decisions(game, rng, talk=True):
            for seat in EYES:
                seen = view(point, seat)
                agrees(seen, view(imagine(seen, point.ruleset, rng), seat))


def test_an_imagined_game_is_played_to_its_end() -> None:
    for game in fresh_games(count=2):
        rng = Random(5)
        for number, point in enumerate(decisions(game, rng, talk=True)):
            if number % 4 == 0:
                seat = rng.choice(EYES)
                assert play_out(seen_by(point, seat).imagine(rng), rng).over


def test_imagining_needs_the_view_alone_and_takes_nothing_from_the_game() -> None:
    game = find_point(lambda g: asked("spend")(g) and "north" in g.waiting)
    before = game.state.encode()
    seen = view(game, "north")
    imagined = imagine(seen, game.ruleset, Random(1))
    assert imagined.secret != game.secret
    step_randomly(imagined, Random(1))
    assert game.state.encode() == before
    assert seen.encode() == view(game, "north").encode()


def test_what_is_imagined_differs_from_draw_to_draw() -> None:
    game = find_point(asked("march"))
    seen = view(game, "north")
    faces = {imagine(seen, game.ruleset, Random(seed)).state[FACE].tobytes() for seed in range(10)}
    omens = {imagine(seen, game.ruleset, Random(seed)).state.get(OMEN) for seed in range(10)}
    assert len(faces) > 5
    assert len(omens) > 3
    for seed in range(5):
        imagined = imagine(seen, game.ruleset, Random(seed))
        assert sorted(imagined.state[FACE]) == sorted(game.state[FACE]), "the set of markers is known"


def test_the_facade_masks_what_is_hidden() -> None:
    for point in decisions(new_game(*ALL_OPTIONS), Random(6), talk=True):
        for seat in EYES:
            seen = seen_by(point, seat)
            known = view(point, seat).columns
            for key, column in seen.state.columns.items():
                for row, value in enumerate(column):
                    truth = known[key][row]
                    assert value == (UNKNOWN if truth is None else truth)
            assert (seen.decision is not None) == (seat in point.waiting)
    assert any(len(side) == 2 for side in SIDES)


def test_the_exercises_look_alike_to_both_sides_and_can_be_imagined() -> None:
    for game in all_games(2):
        if game.header.title != "wif":
            continue
        rng = Random(2)
        for point in decisions(game, rng):
            for seat in (*point.seats, None):
                seen = view(point, seat)
                assert all(None not in column for column in seen.columns.values())
                agrees(seen, view(imagine(seen, point.ruleset, rng), seat))

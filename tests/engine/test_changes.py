"""How a title or an option changes the book: clauses, steps and annexes, in a variant of the toy title and in tiny ones."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from mypy import api as mypy

from engine.helpers import decisions, play_out, step_randomly, tiny, tiny_game
from toy.parts import AT, HANDS, SEATS, hand_of, standing
from toy.title import (
    ALL_OPTIONS,
    CAMPAIGN,
    HAND_LIMIT,
    SKY,
    Ambush,
    hand_limit,
    marchers_strength,
    new_game,
    ruleset,
    ruleset_for,
)
from toy.variant import GUESSED, VARIANT, Orders, new_variant, variant_ruleset, variant_ruleset_for
from worldfire.engine.changes import Annex, Insert, Instead, Without
from worldfire.engine.clauses import clause
from worldfire.engine.errors import RulesetError, StateError
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Verb, one, procedure, step
from worldfire.engine.ruleset import Change, Option
from worldfire.engine.save import dumps, loads
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.verify import verify
from worldfire.engine.views import imagine, view
from worldfire.players.fuzzer import fuzz_game
from worldfire.players.table import seeded_secret

# ------------------------------------------------------------------------------------------------ a variant of the toy


def both_rulesets_for(header: Any) -> Any:
    return (variant_ruleset_for if header.title == VARIANT.name else ruleset_for)(header)


@pytest.mark.parametrize("options", [(), ALL_OPTIONS])
def test_the_variant_is_played_to_its_end_by_its_own_book(options: tuple[str, ...]) -> None:
    prompts, fullest = set(), 0
    for seed in range(10):
        for point in decisions(new_variant(*options, game_id=str(seed), debug=True), Random(seed), talk=True):
            assert point.decision is not None
            prompts.add(point.decision.prompt)
            fullest = max(fullest, *(len(standing(point, hand)) for hand in range(HANDS, HANDS + len(SEATS))))
            assert point.state.get(SKY) == "clear", "nobody chooses the sky"
    assert "march" in prompts
    assert "sky" not in prompts
    assert fullest > HAND_LIMIT


def test_a_replaced_clause_answers_wherever_it_is_asked() -> None:
    """Whoever throws markers away throws down to three."""
    thrown = 0
    for seed in range(20):
        for point in decisions(new_variant(turns=4, game_id=str(seed)), Random(seed)):
            assert hand_limit(point) == 3
            assert point.decision is not None
            if point.decision.prompt == "throw-away":
                (seat,) = point.waiting
                assert (
                    len(standing(point, hand_of(seat))) - len(point.offers(seat)["throw-away"].sample(Random(seed)))
                    == 3
                )
                thrown += 1
    assert thrown


def test_a_wrapped_clause_is_handed_the_usual_answer() -> None:
    """Two positions that differ in the sealed orders alone."""
    game = new_variant()
    for point in decisions(game, Random(3)):
        if point.on_stack(CAMPAIGN.name):
            break
    marcher = SEATS[0]
    ambush = Ambush("east", marcher, 0)
    plain = marchers_strength.usual(game, ambush)
    orders = game.annex(Orders)
    orders.by, orders.area = marcher, game.state[AT][0] + 1
    assert marchers_strength(game, ambush) == plain
    orders.area = game.state[AT][0]
    assert marchers_strength(game, ambush) == plain + GUESSED


@pytest.mark.parametrize("options", [(), ("1",), ("2",), ALL_OPTIONS])
def test_the_variant_is_fuzzed(options: tuple[str, ...], fuzz_games: int) -> None:
    for seed in range(fuzz_games):
        game = new_variant(*options, secret=seeded_secret("winds", seed), game_id=f"winds-{seed}")
        assert fuzz_game(game, seed, "winds", variant_ruleset_for) is None


def test_an_annex_is_saved_copied_and_taken_back_at_every_decision() -> None:
    sealed = 0
    for seed in range(4):
        rng = Random(seed)
        for point in decisions(new_variant(*ALL_OPTIONS, game_id=str(seed)), rng, talk=True):
            twin, saved = point.copy(), loads(dumps(point), variant_ruleset_for)
            for other in (twin, saved):
                assert other.state.encode() == point.state.encode()
                assert other.waiting == point.waiting
            seat = rng.choice(list(point.waiting))
            if "seal" not in twin.offers(seat):
                continue
            sealed += 1
            twin.submit(seat, "seal", 2)
            assert (twin.annex(Orders).by, twin.annex(Orders).area) == (seat, 2)
            assert twin.state.encode() != point.state.encode(), "what a frame carries is part of the state"
            assert point.annex(Orders) == saved.annex(Orders), "a copy has annexes of its own"
            assert loads(dumps(twin), variant_ruleset_for).annex(Orders) == twin.annex(Orders)
            twin.undo(seat)
            assert twin.state.encode() == point.state.encode()
    assert sealed > 5


def test_an_annex_is_gone_with_its_frame() -> None:
    for point in decisions(new_variant(), Random(2)):
        if point.on_stack(CAMPAIGN.name):
            assert point.annex(Orders) is not None
        else:
            with pytest.raises(StateError, match="Orders"):
                point.annex(Orders)


def test_a_view_and_what_is_imagined_from_it_carry_the_annex() -> None:
    rng = Random(5)
    shown = 0
    for point in decisions(new_variant(), rng):
        if not point.on_stack(CAMPAIGN.name) or not point.annex(Orders).by:
            continue
        by, area = point.annex(Orders).by, point.annex(Orders).area
        for seat in SEATS:
            seen = view(point, seat)
            annex = next(frame.annexes["Orders"] for frame in seen.stack if frame.annexes)
            assert annex == ({"by": by, "area": area} if seat == by else {"by": by})
            imagined = imagine(seen, point.ruleset, rng).annex(Orders)
            assert (imagined.by, imagined.area) == (by, area if seat == by else -1)
        shown += 1
    assert shown


def test_games_of_different_rules_do_not_touch_each_other() -> None:
    """Plain and variant, with and without options, an action of each in turn: each ends as if it had been alone."""

    def fresh() -> list[Game]:
        return [made(*options) for made in (new_game, new_variant) for options in ((), ("1",), ("2",), ALL_OPTIONS)]

    alone = [play_out(game, Random(7)) for game in fresh()]
    together = fresh()
    luck = [Random(7) for _ in together]
    while not all(game.over for game in together):
        for game, rng in zip(together, luck, strict=True):
            if not game.over:
                step_randomly(game, rng)
    assert [dumps(game) for game in together] == [dumps(game) for game in alone]
    assert len({game.head for game in together}) == len(together)
    for game in together:
        assert verify(dumps(game), both_rulesets_for).ok


def test_a_change_leaves_the_title_it_changes_as_it_was() -> None:
    variant_ruleset(*ALL_OPTIONS)
    assert ruleset().clauses == {}
    assert hand_limit(new_game()) == HAND_LIMIT
    assert ruleset().procedures[CAMPAIGN.name] is CAMPAIGN


def test_a_file_of_the_variant_does_not_pass_for_one_of_the_plain_title() -> None:
    point = next(point for point in decisions(new_variant(), Random(1)) if point.on_stack(CAMPAIGN.name))
    assert verify(dumps(point), variant_ruleset_for).ok
    assert not verify(dumps(point), ruleset_for).ok


# ------------------------------------------------------------------------------------------- who replaces what, and when


@clause("tiny 1")
def toll(game: Game, guests: int) -> int:
    return guests


def two(game: Game, guests: int) -> int:
    return 2


def three(game: Game, guests: int) -> int:
    return 3


def doubled(usual: Callable[[Game, int], int], game: Game, guests: int) -> int:
    return 2 * usual(game, guests)


def one_more(usual: Callable[[Game, int], int], game: Game, guests: int) -> int:
    return usual(game, guests) + 1


def _wait(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    return None


WAIT = Verb("wait", "tiny 1", _wait)


@step("tiny 1", WAIT)
def ask_a(game: Game, frame_locals: Any) -> Control:
    return one("a", WAIT, rule="tiny 1", prompt="first", always=True)


@step("tiny 1")
def tell_the_toll(game: Game, frame_locals: Any) -> Control:
    return End(toll(game, 5))


INN = procedure("inn", "tiny 1", ask_a, tell_the_toll)


def options(*changes: tuple[Change, ...], **requires: tuple[str, ...]) -> tuple[Option, ...]:
    """Options 1, 2, 3 … with these changes; `o3=("1",)` says what option 3 requires."""
    return tuple(
        Option(str(number), f"option {number}", requires=requires.get(f"o{number}", ()), changes=made)
        for number, made in enumerate(changes, 1)
    )


def toll_with(*on: str, title: tuple[Change, ...] = (), known: tuple[Option, ...] = ()) -> int:
    game = tiny_game(INN, options=on, known=known, changes=title)
    game.submit("a", "wait")
    told: int = game.state.result
    return told


def test_a_titles_replacement_is_the_usual_function_of_its_options() -> None:
    known = options((toll.wrapped_by(doubled),), (toll.replaced_by(three),), (toll.wrapped_by(one_more),))
    title = (toll.replaced_by(two),)
    assert toll_with(known=known) == 5
    assert toll_with(title=title, known=known) == 2
    assert toll_with("1", title=title, known=known) == 4
    assert toll_with("2", title=title, known=known) == 3
    assert toll_with("1", "2", "3", title=title, known=known) == 7, "wrapped in the order of their numbers"
    assert toll_with("3", "1", known=known) == 11


def test_two_options_that_replace_one_clause_must_know_each_other() -> None:
    changes = ((toll.replaced_by(two),), (toll.replaced_by(three),))
    for wanted in (("1", "2"), ("2", "1")):
        with pytest.raises(RulesetError, match=r"toll is changed by option 1 and by option 2, and none"):
            toll_with(*wanted, known=options(*changes))
    assert toll_with("1", "2", known=options(*changes, o2=("1",))) == 3
    explicit = ((toll.replaced_by(two),), (toll.replaced_by(three, requires=("1",)),))
    assert toll_with("1", "2", known=options(*explicit)) == 3
    assert toll_with("2", known=options(*explicit)) == 5, "a change that requires option 1 is off without it"


def test_options_apply_by_number_however_the_title_lists_them() -> None:
    """Doubled, then one more; 10 comes after 9."""
    ninth, tenth = (
        Option("9", "nine", changes=(toll.wrapped_by(doubled),)),
        Option("10", "ten", changes=(toll.wrapped_by(one_more),)),
    )
    for known in ((ninth, tenth), (tenth, ninth)):
        assert toll_with("10", "9", known=known) == 11
        assert tiny_game(INN, options=("10", "9"), known=known).ruleset.options == ("9", "10")
    replacing = options((toll.replaced_by(two),), (toll.replaced_by(three),), o2=("1",))
    assert toll_with("1", "2", known=replacing[::-1]) == 3


def test_an_earlier_option_does_not_win_over_a_later_one_that_it_requires() -> None:
    """The later file has the last word, and it must say so itself."""
    changes = ((toll.replaced_by(two),), (toll.replaced_by(three),))
    with pytest.raises(RulesetError, match="by option 1 and by option 2"):
        toll_with("1", "2", known=options(*changes, o1=("2",)))
    explicit = ((toll.replaced_by(two, requires=("2",)),), (toll.replaced_by(three),))
    with pytest.raises(RulesetError, match="by option 1 and by option 2"):
        toll_with("1", "2", known=options(*explicit))


def test_a_title_settles_a_clause_once() -> None:
    with pytest.raises(RulesetError, match="by the title and by the title"):
        toll_with(title=(toll.replaced_by(two), toll.replaced_by(three)))


@step("tiny 1")
def tell_nine(game: Game, frame_locals: Any) -> Control:
    return End(9)


@step("tiny 1")
def tell_ten(game: Game, frame_locals: Any) -> Control:
    return End(10)


NINE = Instead(INN.name, tell_the_toll.name, tell_nine)
TEN = Instead(INN.name, tell_the_toll.name, tell_ten)
NOTHING_TOLD = Without(INN.name, tell_the_toll.name)


def test_a_step_is_replaced_by_the_title_then_by_an_option() -> None:
    known = options((TEN,))
    assert toll_with(title=(NINE,), known=known) == 9
    assert toll_with("1", title=(NINE,), known=known) == 10
    assert toll_with(title=(NOTHING_TOLD,)) is None


@pytest.mark.parametrize("other", [TEN, NOTHING_TOLD])
def test_two_options_that_replace_one_step_must_know_each_other(other: Instead | Without) -> None:
    with pytest.raises(RulesetError, match="'tell_the_toll' of 'inn' is changed by option 1 and by option 2"):
        toll_with("1", "2", known=options((NINE,), (other,)))
    told = toll_with("1", "2", known=options((NINE,), (other,), o2=("1",)))
    assert told == (10 if other is TEN else None)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (Without("inn", "sleep"), "no step 'sleep' to leave out"),
        (Instead("inn", "sleep", tell_nine), "no step 'sleep' to replace"),
        (Insert("inn", tell_nine, before="sleep"), "'sleep'"),
        (Without("stable", "feed"), "no procedure 'stable'"),
    ],
)
def test_a_change_that_does_not_fit_says_which(change: Change, said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        tiny(INN, changes=(change,))


# ------------------------------------------------------------------------------------------------------------- annexes


class Guests(msgspec.Struct):
    number: int = 0
    host: str = ""


class Needy(msgspec.Struct):
    number: int


class Luggage(msgspec.Struct):
    bags: list[int] = msgspec.field(default_factory=list)


@pytest.mark.parametrize(
    ("annexes", "said"),
    [
        ((Annex("inn", Needy),), "'Needy' of procedure 'inn' needs a default"),
        ((Annex("inn", Luggage),), "'bags' of procedure 'inn' is mutable"),
        ((Annex("inn", Guests), Annex("inn", msgspec.defstruct("Guests", [("more", int, 0)]))), "two annexes 'Guests'"),
        ((Annex("inn", Guests, private={"number": "landlord"}),), "has no field landlord"),
    ],
)
def test_an_annex_that_cannot_be_kept_is_refused(annexes: tuple[Annex, ...], said: str) -> None:
    with pytest.raises(RulesetError, match=said):
        tiny(INN, changes=annexes)


def test_the_first_procedure_of_a_title_has_its_annex_too() -> None:
    game = tiny_game(INN, changes=(Annex("inn", Guests),))
    assert game.annex(Guests) == Guests()


COUNT: Field[int] = Field("count", 0)


def _note(game: Game, frame_locals: Any, seat: str, noun: Noun) -> Control:
    game.annex(Guests).number = noun
    return None


def _numbers(game: Game, frame_locals: Any, seat: str) -> Shape:
    return One((1, 2, 3))


NOTE = Verb("note", "tiny 1", _note, _numbers)


@step("tiny 1", NOTE)
def write_down(game: Game, frame_locals: Any) -> Control:
    return one("a", NOTE, rule="tiny 1", prompt="note", always=True)


@step("tiny 1")
def into_the_next_room(game: Game, frame_locals: Any) -> Control:
    game.set(COUNT, game.state.get(COUNT) + 1)
    return Call("room") if game.state.get(COUNT) == 1 else None


@step("tiny 1")
def tell_the_number(game: Game, frame_locals: Any) -> Control:
    return End((game.result, game.annex(Guests).number))


ROOM = procedure("room", "tiny 1", write_down, into_the_next_room, tell_the_number)


def test_each_frame_of_a_procedure_that_nests_has_an_annex_of_its_own() -> None:
    game = tiny_game(ROOM, schema=Schema(fields=(COUNT,)), changes=(Annex("room", Guests),))
    game.submit("a", "note", 1)
    assert [frame.annexes for frame in game.state.frames] == [(Guests(1),), (Guests(),)]
    game.submit("a", "note", 3)
    assert game.state.result == ((None, 3), 1)


# ----------------------------------------------------------------------------------------------- what a type checker sees

RIGHT_AND_WRONG = """
from collections.abc import Callable
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game

@clause("2.4.3")
def defence(game: Game, unit: int) -> int:
    return 1

def two(game: Game, unit: int) -> int:
    return 2

def named(game: Game, unit: str) -> int:
    return 2

def alone(game: Game) -> int:
    return 2

def in_words(game: Game, unit: int) -> str:
    return "two"

def doubled(usual: Callable[[Game, int], int], game: Game, unit: int) -> int:
    return 2 * usual(game, unit)

def forgetful(game: Game, unit: int) -> int:
    return 2

def askew(usual: Callable[[Game, int], str], game: Game, unit: int) -> int:
    return 2

answer: int = defence(Game.__new__(Game), 7)
defence.replaced_by(two)
defence.wrapped_by(doubled)
defence.replaced_by(named)  # wrong
defence.replaced_by(alone)  # wrong
defence.replaced_by(in_words)  # wrong
defence.replaced_by(doubled)  # wrong
defence.wrapped_by(forgetful)  # wrong
defence.wrapped_by(askew)  # wrong
defence(Game.__new__(Game), "seven")  # wrong
defence(Game.__new__(Game))  # wrong
"""


def test_a_type_checker_refuses_a_function_of_another_signature(tmp_path: Path) -> None:
    snippet = tmp_path / "snippet.py"
    snippet.write_text(RIGHT_AND_WRONG, encoding="utf-8")
    told, _, _ = mypy.run(["--strict", "--no-error-summary", "--no-pretty", str(snippet)])
    complained = {int(line.split(":")[1]) for line in told.splitlines() if ": error:" in line}
    wrong = {number for number, line in enumerate(RIGHT_AND_WRONG.splitlines(), 1) if line.endswith("# wrong")}
    assert complained == wrong, told

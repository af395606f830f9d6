"""Chance: dice and draws, the seams around a roll, ties, trays, and what follows from events."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.helpers import WHERE, asked, decisions, everything, find_point, play_out, tiny, tiny_game
from toy.parts import FAVOUR, PLACE, POOL, TRAY, Lost, held, standing
from toy.title import ALL_OPTIONS, HAND_LIMIT, SKY, new_game, ruleset
from worldfire.engine.chance import ScriptedChance, SealedChance, commitment
from worldfire.engine.changes import Insert
from worldfire.engine.errors import RulesetError, StateError
from worldfire.engine.events import Event, Rolled
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, Draw, End, Roll, Verb, one, procedure, step
from worldfire.engine.rolls import Throw, modify_violation, reroll_violation
from worldfire.engine.ruleset import Option, Title, assemble
from worldfire.engine.schema import Schema
from worldfire.engine.seams import AllOf, AnyOf, Chain, EachOf, SumOf
from worldfire.engine.shapes import One

# ------------------------------------------------------------------------------------------------------ sealed dice


def test_dice_are_fair() -> None:
    """A fixed secret, so the test cannot fail by bad luck: chi-square of 20,000 dice is far below its 0.1 % bound."""
    chance = SealedChance(b"fair")
    for dice, sides, bound in ((1, 10, 27.9), (2, 10, 27.9), (9, 10, 27.9), (1, 6, 20.5)):
        fallen = Counter(v for n in range(20_000 // dice) for v in chance.throw(b"%d" % n, dice, sides))
        assert set(fallen) == set(range(1, sides + 1))
        expected = sum(fallen.values()) / sides
        assert sum((number - expected) ** 2 / expected for number in fallen.values()) < bound


def test_draws_are_fair_and_without_replacement() -> None:
    chance = SealedChance(b"fair")
    picks = [chance.pick(b"%d" % n, 2, 5) for n in range(10_000)]
    assert all(len(set(pick)) == 2 and set(pick) <= set(range(5)) for pick in picks)
    pairs = Counter(picks)
    assert len(pairs) == 20
    assert sum((number - 500) ** 2 / 500 for number in pairs.values()) < 43.8


@given(st.binary(max_size=40), st.binary(max_size=40), st.integers(1, 12), st.integers(1, 40))
@settings(max_examples=60, deadline=None)
def test_dice_depend_on_secret_and_context_alone(secret: bytes, context: bytes, dice: int, sides: int) -> None:
    first = SealedChance(secret).throw(context, dice, sides)
    assert SealedChance(secret).throw(context, dice, sides) == first
    assert all(1 <= value <= sides for value in first)
    assert len(first) == dice
    assert sorted(SealedChance(secret).pick(context, sides, sides)) == list(range(sides))


def test_another_secret_game_entry_or_action_gives_other_dice() -> None:
    """Bound to all of them: nobody can carry a roll that he has seen to another place."""
    chance = SealedChance(b"secret")
    contexts = {chance.throw(context, 8, 10) for context in (b"g|1|a", b"h|1|a", b"g|2|a", b"g|1|b")}
    assert len(contexts | {SealedChance(b"other").throw(b"g|1|a", 8, 10)}) == 5


def test_the_same_secret_and_actions_give_the_same_game() -> None:
    digests = {play_out(new_game(*ALL_OPTIONS), Random(5), talk=True).state.digest() for _ in range(2)}
    assert len(digests) == 1
    other = play_out(new_game(*ALL_OPTIONS, secret=b"\x01" * 32), Random(5), talk=True)
    assert other.state.digest() not in digests


def test_the_commitment_is_published_and_does_not_tell_the_secret() -> None:
    game = new_game()
    assert game.header.commitment == commitment(game.secret)
    assert game.secret.hex() not in game.header.commitment


def test_a_script_that_is_too_short_or_out_of_range_is_found() -> None:
    chance = ScriptedChance((3, 11))
    assert chance.throw(b"", 1, 10) == (3,)
    with pytest.raises(StateError, match="11"):
        chance.throw(b"", 1, 10)
    with pytest.raises(StateError, match="0 left"):
        ScriptedChance().throw(b"", 1, 10)
    chance = ScriptedChance()
    chance.feed(1, 2)
    assert chance.left == 2


# ------------------------------------------------------------------------------------------------- the seams of a roll


def _two_skies(game: Game, *dice: int) -> tuple[str, str]:
    """North and South wish for different skies, so that they roll; nobody may act but who has favour."""
    game.chance = ScriptedChance(dice)
    sky = game.offers("north")["choose-sky"]
    assert isinstance(sky, One)
    north, south = str(sky.domain[0]), str(sky.domain[1])
    game.submit("north", "choose-sky", north)
    game.submit("south", "choose-sky", south)
    return north, south


def _lucky(game: Game) -> bool:
    return asked("sky")(game) and all(game.state.amount(FAVOUR, row, 0) for row in (0, 1))


@pytest.mark.rule("2.7")
def test_a_roll_is_rolled_again_and_the_new_dice_count() -> None:
    game = find_point(_lucky, "1/charms")
    wishes = _two_skies(game, 2, 9, 5)
    assert asked("charm", "window")(game)
    assert [frame.procedure for frame in game.state.frames[-2:]] == ["breaking a tie", "a roll"]
    entry = game.submit("north", "use-charm")
    assert [event.dice for event in entry.events if isinstance(event, Rolled)] == [(9,), (5,)]
    game.submit("south", "pass")
    assert game.state.get(SKY) == wishes[0]


@pytest.mark.rule("2.7")
def test_dice_rolled_again_may_not_be_rolled_again() -> None:
    """Both the ambusher and the marcher may use a charm; after one did, the other is not even asked."""
    game = find_point(asked("charm"), "1/charms")
    (seat,) = game.waiting
    game.submit(seat, "use-charm")
    assert not any(
        frame.procedure == "a roll" and frame.locals.rerolled and frame.pending is not None
        for frame in game.state.frames
    )
    violation = reroll_violation(Throw("x", "a", 1, 10, rerolled=True))
    assert violation is not None
    assert violation.rule == "2.7"
    assert reroll_violation(Throw("x", "a", 1, 10, modifier=1)) is None


@pytest.mark.rule("2.7")
def test_modified_dice_may_not_be_modified_again() -> None:
    game = find_point(_lucky, "1/blessings")
    wishes = _two_skies(game, 5, 5)
    assert list(game.waiting) == ["north"]
    game.submit("north", "bless", 1)
    assert list(game.waiting) == ["south"], "north's roll is blessed already: the next question is about south's"
    while asked("bless")(game):
        game.submit(next(iter(game.waiting)), "pass")
    assert game.state.get(SKY) == wishes[0]
    violation = modify_violation(Throw("x", "a", 1, 10, modifier=-1))
    assert violation is not None
    assert violation.rule == "2.7"
    assert modify_violation(Throw("x", "a", 1, 10, rerolled=True)) is None


@pytest.mark.rule("2.7")
def test_a_modifier_goes_on_to_count_after_the_dice_were_rolled_again() -> None:
    game = find_point(lambda g: _lucky(g) and g.state.amount(FAVOUR, 0, 0) > 1, "1")
    wishes = _two_skies(game, 3, 6, 6)
    game.submit("north", "bless", 1)
    assert asked("charm")(game)
    game.submit("north", "use-charm")
    while asked("bless")(game) or asked("charm")(game):
        game.submit(next(iter(game.waiting)), "pass")
    assert game.state.get(SKY) == wishes[0], "7 beats 6"


def test_a_roll_without_anybody_at_its_seams_makes_no_frame() -> None:
    visits: set[tuple[str, ...]] = set()
    for seed in range(3):
        play_out(new_game(game_id=str(seed), visits=visits), Random(seed))
    assert not any(visit[:2] == ("step", "a roll") for visit in visits)


# ------------------------------------------------------------------------------------------------ draws and trays


def test_a_draw_takes_what_is_there_and_records_it() -> None:
    @step("tiny 1")
    def draw(game: Game, frame_locals: Any) -> Control:
        return Draw("all", "a", 0, count=9)

    @step("tiny 1")
    def take(game: Game, frame_locals: Any) -> Control:
        for thing in game.result:
            game.write(WHERE, thing, 1)
        return Draw("none", "a", 0)

    @step("tiny 1")
    def none_left(game: Game, frame_locals: Any) -> Control:
        return End(game.result)

    game = tiny_game(procedure("game", "tiny 1", draw, take, none_left), things=3, chance=ScriptedChance((2, 0, 1)))
    (entry,) = game.entries
    assert entry.outcomes[0].values == (2, 0, 1)
    assert entry.outcomes[0].sides == 3
    assert entry.events[0].things == (2, 0, 1)
    assert len(entry.outcomes) == 1  # nothing is thrown where nothing is left
    assert game.state.result == ()


def test_the_tray_is_sorted_before_anything_is_drawn() -> None:
    game = find_point(lambda g: asked("sort")(g) and len(standing(g, TRAY)) > 1)
    lying = standing(game, TRAY)
    drawn = sum(outcome.kind in ("muster", "ally") for entry in game.entries for outcome in entry.outcomes)
    (seat,) = game.waiting
    (violation,) = game.why_not("sort", {str(marker): "scrap" for marker in lying}, seat)
    assert violation.rule == "toy 2.1"
    entry = game.submit(seat, "sort", {str(marker): "pool" for marker in lying})
    assert not standing(game, TRAY)
    assert any(outcome.kind in ("muster", "ally") for outcome in entry.outcomes)
    assert drawn < sum(outcome.kind in ("muster", "ally") for item in game.entries for outcome in item.outcomes)


def test_nothing_is_drawn_while_the_tray_is_full() -> None:
    for seed in range(5):
        game = new_game(*ALL_OPTIONS, game_id=str(seed))
        for point in decisions(game, Random(seed)):
            if asked("sort")(point):
                assert standing(point, TRAY)
            elif point.entries[-1].outcomes and asked("keep")(point):
                assert not standing(point, TRAY)


def test_markers_are_never_lost() -> None:
    for seed in range(5):
        for point in decisions(new_game(game_id=str(seed)), Random(seed)):
            assert all(0 <= place < 10 for place in point.state[PLACE])
            assert len(standing(point, POOL)) == sum(place == POOL for place in point.state[PLACE])


# ------------------------------------------------------------------------------- events, consequences and sweeps


class Rang(Event, frozen=True):
    bell: int


def test_what_is_owed_is_done_in_order_before_the_next_decision() -> None:
    done: list[str] = []

    def doing(name: str) -> Any:
        @step("tiny 2")
        def do_it(game: Game, frame_locals: Any) -> Control:
            done.append(name)
            return None

        return procedure(name, "tiny 2", do_it)

    first, second, late = doing("first"), doing("second"), doing("of the option")

    def ring(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        game.say(Rang(bell=1))
        game.say(Rang(bell=2))
        done.append("verb")
        return None

    verb = Verb("ring", "tiny 1", ring)
    wait = Verb("wait", "tiny 1", lambda *_: None)

    @step("tiny 1", verb, wait)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, wait, rule="tiny 1", prompt="ring")

    @step("tiny 1")
    def go_on(game: Game, frame_locals: Any) -> Control:
        done.append("next step")
        return None

    @step("tiny 1", verb, wait)
    def ask_again(game: Game, frame_locals: Any) -> Control:
        done.append("asks")
        return one("b", verb, wait, rule="tiny 1", prompt="ring")

    extra = Option("7", "Bells", procedures=(late,), subscribes=((Rang, lambda game, event: Call(late.name)),))
    only_one = lambda game, event: Call(second.name) if event.bell == 2 else None  # noqa: E731
    game = tiny_game(
        procedure("game", "tiny 1", ask, go_on, ask_again),
        first,
        second,
        subscribes=((Rang, lambda game, event: Call(first.name)), (Rang, only_one)),
        options=("7",),
        known=(extra,),
    )
    done.clear()
    game.submit("a", "ring")
    kept = [word for word in done if word != "asks"]
    assert kept == ["verb", "next step", "first", "of the option", "first", "second", "of the option"]
    assert done[-1] == "asks"
    assert list(game.waiting) == ["b"]


def test_a_loss_is_mourned_before_anything_else_is_asked() -> None:
    game = find_point(asked("keep"))
    (seat,) = game.waiting
    game.submit(seat, "throw-back")
    assert asked("mourn")(game)
    assert [event.marker for event in game.entries[-1].events if isinstance(event, Lost)]


def test_a_sweep_runs_at_the_end_of_a_step_of_the_book() -> None:
    game = find_point(asked("throw-away"))
    (seat,) = game.waiting
    assert len(held(game, seat)) > HAND_LIMIT
    for point in decisions(game, Random(3)):
        if asked("bid")(point) or asked("sky")(point):
            assert all(len(held(point, other)) <= HAND_LIMIT for other in point.seats)


def test_digests_are_noted_at_the_end_of_each_step_of_the_book() -> None:
    """Six to a turn, keyed: the same state has another digest under another secret."""
    game = play_out(new_game(turns=2), Random(4))
    assert sum(len(entry.digests) for entry in game.entries) == 12
    assert game.state.digest() != game.keyed_digest()
    twin = game.copy()
    twin.secret = b"other"
    assert twin.keyed_digest() != game.keyed_digest()


# --------------------------------------------------------------------------------------------- options and rulesets


def test_an_option_brings_its_parts_or_one_of_them() -> None:
    both, charms = {"before a roll", "after a roll"}, {"after a roll"}
    assert both <= set(ruleset("1").contributions)
    assert both & set(ruleset("1/charms").contributions) == charms
    assert not both & set(ruleset().contributions)
    assert "toy march violation" in ruleset("1/charms").contributions, "a part brings what is common to its option"


def test_an_inserted_step_and_a_clause_that_needs_both() -> None:
    assert list(ruleset().procedures["council"].steps) == ["bid_in_secret", "highest_leads"]
    assert list(ruleset("2").procedures["council"].steps) == ["spies_look", "bid_in_secret", "highest_leads"]
    assert "toy bonus" not in ruleset("2").contributions
    assert len(ruleset(*ALL_OPTIONS).contributions["toy bonus"]) == 1


def _title(**kwargs: Any) -> Title:
    return Title(
        name="wrong",
        version="1",
        schema=kwargs.pop("schema", Schema(columns=(WHERE,))),
        procedures=kwargs.pop("procedures", (procedure("game", "1", _end),)),
        begin=lambda game, setup: None,
        sizes=lambda tables, setup: {},
        place=WHERE,
        **kwargs,
    )


@step("tiny 1")
def _end(game: Game, frame_locals: Any) -> Control:
    return End()


UNKNOWN = EachOf[..., Any]("unknown")


@pytest.mark.parametrize(
    ("title", "options", "problem"),
    [
        (_title(), ("9",), "no option 9"),
        (_title(options=(Option("1", "x", requires=("2",)), Option("2", "y"))), ("1",), "needs option 2"),
        (_title(options=(Option("1", "x", excludes=("2",)), Option("2", "y"))), ("1", "2"), "cannot be played"),
        (_title(schema=Schema(columns=(WHERE, WHERE))), (), "declared twice"),
        (_title(procedures=(procedure("game", "1", _end),) * 2), (), "two procedures"),
        (_title(changes=(UNKNOWN.attach(print),)), (), "no seam"),
        (
            _title(options=(Option("1", "x", changes=(Insert("game", _end, after="nowhere"),)),)),
            ("1",),
            "cannot insert",
        ),
    ],
)
def test_a_ruleset_that_contradicts_itself_is_refused(title: Title, options: tuple[str, ...], problem: str) -> None:
    with pytest.raises(RulesetError, match=problem):
        assemble(title, options)


@pytest.mark.parametrize(
    ("law", "functions", "args", "answer"),
    [
        (SumOf, (lambda g, x: x, lambda g, x: 2 * x), (3,), 9),
        (SumOf, (), (3,), 0),
        (AllOf, (lambda g, x: None, lambda g, x: "no", lambda g, x: "never"), (1,), "no"),
        (AllOf, (), (1,), None),
        (AnyOf, (lambda g, x: False, lambda g, x: True), (1,), True),
        (AnyOf, (), (1,), False),
        (Chain, (lambda g, v, x: v + x, lambda g, v, x: v * 10), (1, 2), 30),
        (Chain, (), (1, 2), 1),
    ],
)
def test_the_laws_of_seams(law: Any, functions: tuple[Any, ...], args: tuple[Any, ...], answer: Any) -> None:
    seam = law("tested")
    found: list[Any] = []

    @step("tiny 1")
    def use_it(game: Game, frame_locals: Any) -> Control:
        found.append(seam(game, *args))
        return None

    tiny_game(
        procedure("game", "tiny 1", use_it),
        seams=(seam,),
        changes=tuple(seam.attach(function) for function in functions),
    )
    assert found == [answer]


def test_a_roll_that_is_refused_rolls_nothing() -> None:
    """Asking why not, or being refused, never throws dice."""
    game = find_point(asked("sky"))
    game.chance = ScriptedChance()
    before = everything(game)
    for noun in ("hail", None, 3):
        assert game.why_not("choose-sky", noun, "north")
    assert everything(game) == before


def test_the_roll_of_a_rule_is_bound_to_the_action_that_caused_it() -> None:
    """The same position, another action before the roll: other dice (ten dice agree by luck once in 10^10)."""

    def roll_game(noun: str) -> tuple[int, ...]:
        def paint(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
            return None

        verb = Verb("paint", "tiny 1", paint, lambda game, frame_locals, seat: One(("red", "blue")))

        @step("tiny 1", verb)
        def ask(game: Game, frame_locals: Any) -> Control:
            return one("a", verb, rule="tiny 1", prompt="paint")

        @step("tiny 1")
        def throw(game: Game, frame_locals: Any) -> Control:
            return Roll("luck", "a", dice=10)

        @step("tiny 1")
        def tell(game: Game, frame_locals: Any) -> Control:
            return End(game.dice)

        game = tiny_game(procedure("game", "tiny 1", ask, throw, tell))
        game.submit("a", "paint", noun)
        result: tuple[int, ...] = game.state.result
        return result

    assert roll_game("red") == roll_game("red")
    assert roll_game("red") != roll_game("blue")


def test_a_title_without_options_is_the_plain_game() -> None:
    assert tiny(procedure("game", "tiny 1", _end)).options == ()


def test_a_draw_from_an_empty_place_gives_nothing_and_can_be_verified() -> None:
    """Nothing is thrown for it, so nothing may be recorded."""

    @step("tiny 1")
    def draw_nothing(game: Game, frame_locals: Any) -> Control:
        return Draw("markers", "a", 99)

    @step("tiny 1")
    def count_nothing(game: Game, frame_locals: Any) -> Control:
        return End(len(game.result))

    game = tiny_game(procedure("game", "tiny 1", draw_nothing, count_nothing), chance=None)
    assert game.state.result == 0
    assert game.entries[0].outcomes == ()

"""Decisions of every kind, their ids, what is offered, and how what is wrong is refused."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import Any

import pytest
from msgspec.structs import force_setattr

from engine.helpers import EXERCISES, all_games, asked, decisions, everything, find_point, play_out, tiny_game
from toy.parts import AT, FAVOUR, GOLD, SEATS, held
from toy.title import ALL_OPTIONS, LEAD, RULEBOOK, SKY, new_game
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.errors import (
    ActionError,
    ForeignSeat,
    GameOver,
    Refused,
    StaleDecision,
    StateError,
    UnknownSeat,
    UnknownVerb,
)
from worldfire.engine.game import Game
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.shapes import Amounts, Assign, One, Order, Path, Set, Shape
from worldfire.engine.violation import refused
from worldfire.players.random_player import pick
from worldfire.titles.exercises import load_exercise

SECTION = re.compile(r"\d+(\.\d+)*")


def exists(section: str) -> bool:
    return section in RULEBOOK or bool(SECTION.fullmatch(section))


# ------------------------------------------------------------------------------------------------- the five kinds


def test_one_seat_chooses() -> None:
    game = new_game()
    assert game.decision is not None
    assert (game.decision.kind, game.decision.prompt) == ("one", "keep")
    assert list(game.waiting) == ["north"]
    assert set(game.offers("north")) == {"keep", "throw-back"}
    assert game.offers("south") == {}
    game.submit("north", "keep")
    assert list(game.waiting) == ["south"]


def test_nobody_is_asked_what_has_only_one_answer() -> None:
    def paint(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        return End(noun)

    def play(*, always: bool) -> Game:
        verb = Verb("paint", "tiny 1", paint, lambda game, frame_locals, seat: One(("red",)))

        @step("tiny 1", verb)
        def ask(game: Game, frame_locals: Any) -> Control:
            return one("a", verb, rule="tiny 1", prompt="paint", always=always)

        return tiny_game(procedure("game", "tiny 1", ask))

    assert play(always=False).state.result == "red"
    asked_anyway = play(always=True)
    assert list(asked_anyway.waiting) == ["a"]
    asked_anyway.submit("a", "paint", "red")
    assert asked_anyway.state.result == "red"


def test_a_decision_without_any_choice_is_a_fault_of_the_rule() -> None:
    verb = Verb("paint", "tiny 1", lambda *_: None, lambda game, frame_locals, seat: refused("tiny 1", "no-paint"))

    @step("tiny 1", verb)
    def ask(game: Game, frame_locals: Any) -> Control:
        return one("a", verb, rule="tiny 1", prompt="paint")

    with pytest.raises(StateError, match="can do nothing"):
        tiny_game(procedure("game", "tiny 1", ask))


def test_a_procedure_that_runs_in_circles_is_found() -> None:
    @step("tiny 1")
    def round_and_round(game: Game, frame_locals: Any) -> Control:
        return Goto("round_and_round")

    with pytest.raises(StateError, match="circles"):
        tiny_game(procedure("game", "tiny 1", round_and_round))


def test_secret_answers_are_revealed_together() -> None:
    game = find_point(asked("bid"))
    gold = {seat: game.state.amount(GOLD, row, 0) for row, seat in enumerate(SEATS)}
    game.submit("south", "bid", {"gold": 1})
    game.submit("north", "bid", {"gold": 0})
    assert game.state.amount(GOLD, 1, 0) == gold["south"]
    assert list(game.waiting) == ["east"]
    last = game.submit("east", "bid", {"gold": 3})
    assert [event.total for event in last.events] == [0, 1, 3]
    assert game.state.get(LEAD) == "east"
    assert game.state.amount(GOLD, 1, 0) == gold["south"] - 1


def test_a_seat_answers_a_secret_decision_once() -> None:
    game = find_point(asked("bid"))
    game.submit("south", "bid", {})
    with pytest.raises(ForeignSeat):
        game.submit("south", "bid", {})


@pytest.mark.rule("2.7")
def test_allies_who_agree_need_no_dice() -> None:
    game = find_point(asked("sky"))
    sky = game.offers("north")["choose-sky"]
    assert isinstance(sky, One)
    game.submit("south", "choose-sky", sky.domain[0])
    entry = game.submit("north", "choose-sky", sky.domain[0])
    assert not entry.outcomes
    assert game.state.get(SKY) == sky.domain[0]


@pytest.mark.rule("2.7")
@pytest.mark.parametrize(("dice", "winner"), [((3, 8), "south"), ((9, 2), "north"), ((4, 4, 7, 7, 1, 2), "south")])
def test_allies_who_do_not_agree_roll_and_the_highest_chooses(dice: tuple[int, ...], winner: str) -> None:
    """Equal highest rolls are rolled again."""
    game = find_point(asked("sky"))
    game.chance = ScriptedChance(dice)
    sky = game.offers("north")["choose-sky"]
    assert isinstance(sky, One)
    wish = dict(zip(("north", "south"), sky.domain, strict=False))
    game.submit("north", "choose-sky", wish["north"])
    entry = game.submit("south", "choose-sky", wish["south"])
    assert game.state.get(SKY) == wish[winner]
    assert tuple(value for outcome in entry.outcomes for value in outcome.values) == dice
    assert entry.events[-1].winner == winner
    assert entry.barrier


def test_in_a_shared_step_allies_act_in_any_order_until_all_are_done() -> None:
    game = find_point(
        lambda g: asked("spend", "shared")(g) and set(g.waiting) == {"north", "south"} and "give" in g.offers("south")
    )
    norths = game.waiting["north"]
    souths = game.waiting["south"]
    game.submit("south", "give", {"north": 1}, souths)
    assert game.waiting["north"] == norths, "another seat's action does not make mine stale"
    assert game.waiting.get("south") != souths
    with pytest.raises((StaleDecision, ForeignSeat)):
        game.submit("south", "done", None, souths)
    game.submit("north", "done", None, norths)
    with pytest.raises(ForeignSeat):
        game.submit("north", "done")
    if "south" in game.waiting:
        game.submit("south", "done")
    assert not asked("spend")(game) or list(game.waiting) == ["east"]


def test_a_window_opens_for_who_can_act_and_closes_with_a_pass() -> None:
    game = find_point(asked("ambush", "window"))
    (seat,) = game.waiting
    assert held(game, seat)
    number = game.waiting[seat]
    entry = game.submit(seat, "pass")
    assert entry.barrier
    assert game.waiting.get(seat) != number, "if it is asked again, then about another area"


def test_a_reaction_inside_a_reaction_inside_a_reaction() -> None:
    game = find_point(asked("riposte"))
    names = [frame.procedure for frame in game.state.frames]
    assert names[-4:] == ["campaign", "ambush", "counter"] or names[-3:] == ["campaign", "ambush", "counter"]
    open_windows = [frame for frame in game.state.frames if frame.pending is not None]
    assert [frame.procedure for frame in open_windows] == ["campaign", "ambush", "counter"]
    (seat,) = game.waiting
    game.submit(seat, "pass")
    assert game.state.frames[-1].procedure != "counter"


@pytest.mark.parametrize(
    ("wish", "opens"),
    [("always", True), ("never", False), (("keep",), None), (("nowhere",), False), ("mine", None)],
)
def test_watches_say_which_windows_open(wish: Any, opens: bool | None) -> None:
    def about_to_march(game: Game) -> bool:
        return asked("march")(game) and "march" in game.offers("north") and bool(held(game, "east"))

    game = find_point(about_to_march)
    area = game.state[AT][0]
    game.submit("east", "watch", ("ambush", wish))
    path = game.offers("north")["march"]
    assert isinstance(path, Path)
    noun = next(found for found in path.every() if not game.why_not("march", found, "north"))
    game.submit("north", "march", noun)
    entered = game.state[AT][0]
    assert entered != area or len(noun) > 1
    expected = opens if opens is not None else (3 in noun)
    assert asked("ambush")(game) is expected


def test_consents_are_a_table_that_rules_read() -> None:
    game = new_game()
    assert game.consent("north", "south", "enter") == "ask"
    assert game.consent("north", "north", "enter") == "yes"
    game.submit("north", "consent", ("south", "enter", "no"))
    assert game.consent("north", "south", "enter") == "no"
    assert game.consent("south", "north", "enter") == "ask"


@pytest.mark.parametrize(("answer", "rolls"), [("yes", 0), ("ask", 1), ("no", None)])
def test_a_rule_asks_the_table_of_consents(answer: str, rolls: int | None) -> None:
    def south_in_norths_home(game: Game) -> bool:
        return asked("spend")(game) and "deploy" in game.offers("south") and game.state[AT][1] == 0

    game = find_point(south_in_norths_home)
    game.submit("north", "consent", ("south", "enter", answer))
    hand = held(game, "south")[:1]
    if rolls is None:
        (violation,) = game.why_not("deploy", hand, "south")
        assert (violation.rule, violation.args) == ("toy 5.1", {"ally": "north"})
        with pytest.raises(Refused):
            game.submit("south", "deploy", hand)
    else:
        assert len(game.submit("south", "deploy", hand).outcomes) == rolls


def test_an_announcement_is_made_unasked_while_its_scope_is_on_the_stack() -> None:
    early = new_game()
    assert "boast" not in early.announcements("east")
    (violation,) = early.why_not("boast", "softly", "east")
    assert violation.rule == "toy 6.4"
    with pytest.raises(Refused):
        early.submit("east", "boast", "softly")

    game = find_point(asked("march"))
    other = next(seat for seat in SEATS if seat not in game.waiting)
    before = game.waiting
    game.submit(other, "boast", "softly")
    assert game.waiting == before, "who was asked is still asked, under the same id"
    with pytest.raises(Refused, match="boasted-already"):
        game.submit(other, "boast", "softly")


def test_an_announcement_may_call_a_procedure_and_the_decision_waits() -> None:
    game = find_point(lambda g: asked("march")(g) and list(g.waiting) == ["north"])
    before = game.waiting
    favour = game.state.amount(FAVOUR, 2, 0)
    game.submit("east", "boast", "loudly")
    assert game.decision is not None
    assert game.decision.prompt == "believe"
    game.submit("north", "believe")
    assert asked("march")(game)
    assert game.waiting == before
    assert game.state.amount(FAVOUR, 2, 0) == favour + 1


# ------------------------------------------------------------------------------------------------ what is wrong


def _wrong(game: Game) -> Iterator[tuple[type[ActionError], tuple[Any, ...]]]:
    """(the error, the submission) for everything that can be wrong with one."""
    seat, number = next(iter(game.waiting.items()))
    verb = next(iter(game.offers(seat)))
    yield UnknownSeat, ("nobody", verb, None, number)
    yield UnknownSeat, (None, verb, None, number)
    yield UnknownVerb, (seat, "dance", None, number)
    yield StaleDecision, (seat, verb, None, number + 1)
    yield StaleDecision, (seat, verb, None, -1)
    for other in game.seats:
        if other not in game.waiting:
            yield ForeignSeat, (other, verb, None, None)
            yield ForeignSeat, (other, verb, None, number)
    for name, shape in game.offers(seat).items():
        for noun in _bad_nouns(shape):
            yield Refused, (seat, name, noun, number)
    yield Refused, (seat, "watch", ("ambush", "sometimes"), None)
    yield Refused, (seat, "watch", "ambush", None)
    yield Refused, (seat, "consent", (seat, "enter", "yes"), None)
    yield Refused, (seat, "consent", ("nobody", "enter", "yes"), None)
    yield Refused, (seat, "consent", None, None)


def _bad_nouns(shape: Shape) -> Iterator[Any]:
    """Nouns that do not fit a shape: of another shape, out of the domain, too few, too many, twice."""
    yield "no such thing"
    yield 1.5
    yield True
    if not isinstance(shape, Amounts):
        yield {}
    if isinstance(shape, One):
        yield None
        yield [shape.domain[0]]
    elif isinstance(shape, Set):
        yield [shape.domain[0]] * max(2, shape.least)
        yield list(shape.domain)[: shape.least - 1]
        yield [*shape.domain, "stranger"]
    elif isinstance(shape, Order):
        yield []
        yield [*shape.lines, ()]
        yield [["stranger", *line] for line in shape.lines]
        yield [(), ()] if any(shape.lines) else [("stranger",)]
    elif isinstance(shape, Assign):
        yield [[choices.item, "nowhere"] for choices in shape.items]
        yield [["stranger", choices.to[0]] for choices in shape.items]
        yield [[choices.item] for choices in shape.items]
    elif isinstance(shape, Amounts):
        yield {bounds.item: bounds.most + 1 for bounds in shape.items}
        yield {bounds.item: -1 for bounds in shape.items}
        yield {bounds.item: "many" for bounds in shape.items}
        yield {"stranger": 1}
    elif isinstance(shape, Path):
        yield []
        yield [shape.start]
        yield ["nowhere"]


@pytest.mark.parametrize("seed", range(3))
def test_whatever_is_wrong_names_its_field_and_changes_nothing(seed: int) -> None:
    for game in all_games(seed):
        for point in decisions(game, Random(seed)):
            if len(point.entries) % 3 and point.header.title == "wif":
                continue
            before = everything(point)
            for error, submission in _wrong(point):
                with pytest.raises(error) as caught:
                    point.submit(*submission)
                assert caught.value.field == error.field
                assert str(caught.value)
                if isinstance(caught.value, Refused):
                    assert all(exists(violation.rule) for violation in caught.value.violations)
                assert everything(point) == before


def test_after_the_end_nothing_is_taken() -> None:
    game = play_out(new_game(), Random(1))
    before = everything(game)
    for verb, noun in (("keep", None), ("watch", ("ambush", "never")), ("consent", ("south", "enter", "yes"))):
        with pytest.raises(GameOver) as caught:
            game.submit("north", verb, noun)
        assert caught.value.field == "game"
    with pytest.raises(UnknownSeat):
        game.submit("nobody", "keep")
    assert game.why_not("keep")
    assert everything(game) == before
    assert game.waiting == {}


def test_a_rule_that_fails_changes_nothing() -> None:
    """A fault in a rule is no excuse for half an action."""

    def spend_too_much(game: Game, frame_locals: Any, seat: str, noun: Any) -> Control:
        game.write(AT, 0, 3)
        game.add(GOLD, 0, 0, -100)
        return None

    game = new_game()
    game.submit("north", "keep")
    game.submit("south", "keep")
    broken = Verb("keep", "toy 2", spend_too_much)
    assert game.decision is not None
    before = everything(game)
    verbs = game.decision.verbs
    force_setattr(game.decision, "verbs", (broken, *verbs[1:]))
    with pytest.raises(StateError, match="gold"):
        game.submit("east", "keep")
    assert everything(game) == before
    game.submit("east", "keep")


# --------------------------------------------------------------------------------------------- why not, and offers


def _broader(shape: Shape) -> list[Any]:
    """A finite domain around a shape: what it lists, and neighbours that it may not list."""
    found: list[Any] = list(islice(shape.every(), 60))
    if isinstance(shape, One):
        found += [*range(-1, 20), "clear", "rain", "snow", "loudly"]
    elif isinstance(shape, Set):
        items = [*shape.domain, 99]
        found += [(), *((a,) for a in items), *((a, b) for a in items for b in items)]
    elif isinstance(shape, Path):
        places = range(-1, 5)
        found += [(), *((a,) for a in places), *((a, b) for a in places for b in places), (0, 1, 2)]
    elif isinstance(shape, Amounts):
        found += [tuple((bounds.item, number) for bounds in shape.items) for number in range(-1, 5)]
    elif isinstance(shape, Assign):
        found += [tuple((choices.item, to) for choices in shape.items) for to in ("pool", "scrap", "hand")]
    elif isinstance(shape, Order):
        found += [tuple(reversed(shape.lines)), tuple(line[::-1] for line in shape.lines)]
    return [noun for index, noun in enumerate(found) if noun not in found[:index]]


def _accepts(game: Game, seat: str, verb: str, noun: Any) -> bool:
    twin = game.copy()
    try:
        twin.submit(seat, verb, noun, twin.waiting[seat])
    except Refused:
        return False
    return True


@pytest.mark.parametrize("options", [(), ALL_OPTIONS])
def test_offered_means_no_violation_means_accepted(options: tuple[str, ...]) -> None:
    """The one source of legality: the offer, `why_not` and `submit` agree about every noun near the offer."""
    judged = Counter[bool]()
    for seed in range(3):
        game = new_game(*options, game_id=f"toy {seed}")
        for point in decisions(game, Random(seed)):
            for seat in point.waiting:
                for verb, shape in point.offers(seat).items():
                    listed = list(shape.every())
                    for noun in _broader(shape):
                        reasons = point.why_not(verb, noun, seat)
                        accepted = _accepts(point, seat, verb, noun)
                        assert accepted is (not reasons)
                        assert not accepted or shape.read(noun) in listed
                        assert all(exists(reason.rule) and reason.key for reason in reasons)
                        judged[accepted] += 1
    assert judged[True] > 500
    assert judged[False] > 500


@pytest.mark.parametrize("name", EXERCISES)
def test_what_the_exercises_sample_is_accepted(name: str) -> None:
    game = load_exercise(name).begin(secret=bytes(32), game_id=name)
    rng = Random(name)
    for point in decisions(game, rng):
        for seat in point.waiting:
            for verb, shape in point.offers(seat).items():
                noun = shape.sample(rng)
                assert shape.judge(noun) is None
                assert _accepts(point, seat, verb, noun) is (not point.why_not(verb, noun, seat))


def test_why_not_gives_a_section_for_whatever_is_not_offered() -> None:
    for game in all_games(7):
        known = [verb for item in game.ruleset.procedures.values() for s in item.steps.values() for verb in s.verbs]
        for point in decisions(game, Random(7)):
            for seat in point.seats:
                for verb in known:
                    if verb.name not in point.offers(seat):
                        reasons = point.why_not(verb.name, None, seat)
                        assert reasons
                        assert all(exists(reason.rule) for reason in reasons)


def test_why_not_says_the_rule_that_judges_the_whole() -> None:
    game = find_point(lambda g: asked("march")(g) and g.state.get(SKY) == "snow")
    (seat,) = game.waiting
    at = game.state[AT][SEATS.index(seat)]
    there = {0: (1, 2), 1: (0, 2), 2: (0, 1), 3: (2, 0)}[at]
    (violation,) = game.why_not("march", there)
    assert str(violation) == "[toy 6] snow-slows (areas=2)"
    assert not game.why_not("march", there[:1])


def test_sampling_only_the_offer_plays_every_kind_and_shape() -> None:
    """The toy is a proof only if random play reaches all of the kernel."""
    kinds, shapes = set(), set()
    visits: set[tuple[str, ...]] = set()
    game = new_game()
    for seed in range(25):
        game = new_game(*ALL_OPTIONS, game_id=str(seed), visits=visits, debug=True)
        for point in decisions(game, Random(seed), talk=True):
            assert point.decision is not None
            kinds.add(point.decision.kind)
            for seat in point.waiting:
                shapes |= {type(shape) for shape in point.offers(seat).values()}
                assert pick(point, seat, Random(seed))
    assert kinds == {"one", "secret", "shared", "joint", "window"}
    assert {One, Set, Order, Assign, Amounts, Path} <= shapes
    steps = {("step", item.name, name) for item in game.ruleset.procedures.values() for name in item.steps}
    assert steps <= visits
    assert {("seam", name) for name in game.ruleset.contributions} <= visits


def test_reading_brings_lists_and_objects_into_form() -> None:
    """What comes over the wire is JSON: lists for tuples, objects for amounts, keys always text."""
    cases: tuple[tuple[Shape, Any, Any], ...] = (
        (Set((3, 1, 2), 0, 3), [2, 3], (3, 2)),
        (Order(((1, 2),)), [[2, 1]], ((2, 1),)),
        (Path(0, ((0, 1), (1, 2)), 1, 2), [1, 2], (1, 2)),
    )
    for shape, raw, read in cases:
        assert shape.read(raw) == read
        assert shape.judge(shape.read(raw)) is None

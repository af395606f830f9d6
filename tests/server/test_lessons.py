"""Every lesson can be played to its end by doing what its steps suggest, whatever the dice say; and straying is told."""

from __future__ import annotations

import re
import time
from random import Random
from typing import Any

import msgspec
import pytest

from drills import AT_SEA
from server.lazy import Page, Seat
from worldfire.advice.warnings import warnings
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.verify import verify
from worldfire.players.table import PLAYERS, seeded_secret
from worldfire.titles import TITLES, USUAL, ruleset_for
from worldfire.titles.lessons import Goal, Lesson, LessonStep, Suggestion, lessons, pointed_at, progress, suggested

LESSONS = tuple(lessons().values())
#: those of every title
ALL = tuple(lesson for title in TITLES for lesson in lessons(title).values())
#: dice with which a lesson is played; the boards of other titles are larger, and two show that it does not hang on them
SEEDS = {USUAL: 4}
PLAYED = [(lesson, seed) for lesson in ALL for seed in range(SEEDS.get(lesson.of, 2))]
#: a step that takes more actions than this is never done
MOST = 60


#: a lesson may end a step while units could still do something
STILL_IDLE = re.compile("idle-.*")


def _begin(lesson: Lesson, seed: int = 1) -> Game:
    return lesson.begin(secret=seeded_secret(lesson.name, seed), game_id=f"{lesson.name}-{seed}")


def _do_as_suggested(game: Game, lesson: Lesson, step: LessonStep, rng: Random) -> None:
    """One action of whoever must act: the learner as the step suggests, everybody else as the computer would."""
    player = lesson.opponent if lesson.exercise in AT_SEA else "default"
    seat, decision = next(iter(game.waiting.items()))
    action: Any = suggested(game, seat, step.suggest) if seat == lesson.seat else None
    verb, noun = action or PLAYERS[player](game, seat, rng)
    if action:
        regrets = {warning.reason.key for warning in warnings(game, seat, verb, noun)}
        assert all(STILL_IDLE.fullmatch(key) for key in regrets), "the lesson suggests what the page warns of"
    game.submit(seat, verb, noun, decision)


@pytest.mark.parametrize(("lesson", "seed"), PLAYED, ids=[f"{lesson.name}-{seed}" for lesson, seed in PLAYED])
def test_a_lesson_is_learnt_by_doing_what_it_suggests(lesson: Lesson, seed: int) -> None:
    game, rng = _begin(lesson, seed), Random(seed)
    passed: set[int] = set()
    for number, step in enumerate(lesson.steps):
        assert progress(lesson, game, frozenset(passed)).at == number
        if step.goal.read:
            passed.add(number)
            continue
        for _ in range(MOST):
            if progress(lesson, game, frozenset(passed)).at > number:
                break
            _do_as_suggested(game, lesson, step, rng)
            stands = progress(lesson, game, frozenset(passed))
            assert not stands.strayed or not step.suggest.verb
    assert progress(lesson, game, frozenset(passed)).at == len(lesson.steps)
    kept = dumps(game)
    assert loads(kept, ruleset_for).state.digest() == game.state.digest()
    assert verify(kept, ruleset_for).ok


@pytest.mark.parametrize("title", TITLES)
def test_lessons_of_a_title_are_in_order_and_no_two_have_one_name(title: str) -> None:
    assert [lesson.order for lesson in lessons(title).values()] == list(range(1, len(lessons(title)) + 1))
    assert len({lesson.name for lesson in ALL}) == len(ALL)


def test_there_are_lessons_enough_and_in_order() -> None:
    assert 5 <= len(LESSONS) <= 16
    assert [lesson.order for lesson in LESSONS] == list(range(1, len(LESSONS) + 1))


@pytest.mark.parametrize("lesson", ALL, ids=lambda lesson: lesson.name)
def test_a_lesson_cites_rules_that_are_explained_and_hexes_that_exist(lesson: Lesson) -> None:
    title = TITLES[lesson.of]
    cited = {title.number(section) for section in (lesson.teaches, *(step.rule for step in lesson.steps)) if section}
    assert cited <= set(title.section_names)
    assert all(title.help(section) for section in cited)
    board = _begin(lesson).ruleset.tables.board
    assert all(step.look in board.index for step in lesson.steps if step.look)
    assert all(step.hint for step in lesson.steps if not step.goal.read), "who is stuck gets no hint"


# ------------------------------------------------------------------------------------------------------ what the coach sees


def _at_supply() -> tuple[Lesson, Game]:
    lesson = lessons()["supply"]
    return lesson, _begin(lesson)


def _move(game: Game, *units: str, way: tuple[str, ...]) -> None:
    action = suggested(game, "germany", Suggestion(verb="move", units=units, way=way))
    assert action is not None
    game.submit("germany", *action)


def test_who_moves_without_supply_strays_and_undo_brings_him_back() -> None:
    lesson, game = _at_supply()
    read = frozenset({0})
    _move(game, "ge-arm-xxiv", way=("E2334", "E2234"))
    stands = progress(lesson, game, read)
    assert (stands.at, stands.strayed) == (1, True)
    game.undo("germany")
    stands = progress(lesson, game, read)
    assert (stands.at, stands.strayed) == (1, False)


def test_what_arrives_face_down_is_not_fresh() -> None:
    lesson, game = _at_supply()
    skipped = frozenset({0, 1})
    _move(game, "ge-arm-xxiv", way=("E2334", "E2234"))
    assert progress(lesson, game, skipped).at == 2
    game.undo("germany")
    _move(game, "ge-hq-a-rundstedt", way=("E2636", "E2536", "E2435"))
    _move(game, "ge-arm-xxiv", way=("E2334", "E2234"))
    assert progress(lesson, game, frozenset({0})).at == 3


def test_what_is_done_while_the_coach_talks_counts() -> None:
    lesson, game = _at_supply()
    _move(game, "ge-hq-a-rundstedt", way=("E2636", "E2536", "E2435"))
    assert progress(lesson, game, frozenset()).at == 0
    assert progress(lesson, game, frozenset({0})).at == 2


def test_a_hint_points_at_the_unit_and_its_goal() -> None:
    lesson, game = _at_supply()
    assert pointed_at(game, lesson.steps[1].suggest) == ("E2637", "E2435")


@pytest.mark.parametrize(
    "change",
    [
        {"steps": ("lunch",)},
        {"active": "neutral"},
        {"units": {"E2435": ("ge-inf-unknown",)}},
        {"units": {"Atlantis": ("ge-inf-vi",)}},
        {"wars": (("germany", "mars"),)},
        {"columns": {"things.entrenched": {"ge-inf-vi": 1}}},
    ],
    ids=lambda change: next(iter(change)),
)
def test_a_scene_that_is_wrong_is_refused(change: dict[str, Any]) -> None:
    lesson = lessons()["supply"]
    assert lesson.scene is not None
    wrong = msgspec.structs.replace(lesson, scene=msgspec.structs.replace(lesson.scene, **change))
    with pytest.raises(RulesetError):
        wrong.begin()


def test_goals_are_all_of_what_they_say() -> None:
    """A goal that says nothing would be reached by anything: no step may have one."""
    for lesson in ALL:
        for step in lesson.steps:
            assert step.goal != Goal()


# ------------------------------------------------------------------------------------------------------------ over the wire


def test_what_is_suggested_in_a_lesson_is_what_its_step_wants(page: Page) -> None:
    """First the XXIV corps, then the XLI; what the lesson leaves open the computer chooses."""
    lesson = lessons()["reorganisation"]
    started = page.post("/api/lessons", lesson=lesson.name)
    seat, game = Seat(page, started["game"], started["seat"]), _begin(lesson)
    for passed in ([0], [0, 1]):
        wanted = suggested(game, lesson.seat, lesson.steps[len(passed)].suggest)
        advised = seat.ask("default", passed=passed)
        assert (advised["verb"], advised["noun"]) == wanted
    assert seat.ask("default")["verb"] in seat.table()["decision"]["offers"]


def test_a_lesson_over_the_wire(page: Page) -> None:
    cards = page.get("/api/lessons")["lessons"]
    assert [card["id"] for card in cards] == [lesson.name for lesson in LESSONS]
    started = page.post("/api/lessons", lesson="reorganisation")
    seat = Seat(page, started["game"], started["seat"])
    coach = page.get(f"{seat.path}/lesson")
    assert (coach["lesson"], coach["at"], coach["reading"]) == ("reorganisation", 0, True)
    coach = page.get(f"{seat.path}/lesson", passed="0")
    assert (coach["at"], coach["show"], coach["hoped"]) == (1, ["E2435"], "")
    while not coach["over"]:
        decision = seat.table()["decision"]
        offer = decision["offers"]["reorganise"]
        seat.act(decision["id"], "reorganise", offer["shape"]["domain"][0])
        coach = page.get(f"{seat.path}/lesson", passed="0")
    assert coach["at"] == coach["steps"]
    assert coach["text"] == lessons()["reorganisation"].closing
    assert [game["name"] for game in page.get("/api/games")["games"]] == ["Fresh again"]


def test_the_computer_plays_whoever_does_not_learn(page: Page) -> None:
    started = page.post("/api/lessons", lesson="production")
    seat = Seat(page, started["game"], started["seat"])
    end = time.monotonic() + 60
    while not (table := seat.table())["decision"]:
        assert time.monotonic() < end, "Germany does not order"
        time.sleep(0.05)
    assert "route-goods" in table["decision"]["offers"]


def test_lessons_of_another_title_are_listed_and_taken_by_its_name(page: Page) -> None:
    """Their rules are told by the numbers of their own book."""
    cards = page.get("/api/lessons", title="fa")["lessons"]
    assert [card["id"] for card in cards] == ["trenches", "blockade", "politics"]
    assert all(card["teaches"] in TITLES["fa"].section_names for card in cards)
    started = page.post("/api/lessons", lesson="trenches")
    coach = page.get(f"/api/games/{started['game']}/lesson", passed="0")
    assert (coach["lesson"], coach["at"], coach["rule"], coach["show"]) == ("trenches", 1, "21.6", ["W0929", "W0930"])


def test_an_ordinary_game_has_no_coach(page: Page) -> None:
    seat = page.quick(exercise="air-duel", seat="jeremy", opponent="random")
    assert page.get(f"{seat.path}/lesson")["lesson"] == ""


def test_what_is_wrong_is_told(page: Page, other_page: Page) -> None:
    assert page.post("/api/lessons", 404, lesson="knitting")["error"]["field"] == "lesson"
    started = page.post("/api/lessons", lesson="supply")
    assert page.get(f"/api/games/{started['game']}/lesson", 400, passed="x")["error"]["field"] == "passed"
    other_page.get("/api/session")
    assert other_page.get(f"/api/games/{started['game']}/lesson", 403)["error"]["code"] == "not-your-seat"

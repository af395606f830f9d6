"""Lessons in the browser: the list, a game of one, and what its coach says as the learner goes on."""

from __future__ import annotations

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.server.archive import COMPUTER, PERSON, Chair
from worldfire.server.catalogue import TitleQuery, title_asked_for
from worldfire.server.lobby import Started, charge_for_a_game
from worldfire.server.problems import Problem, wrong
from worldfire.server.tabling import Sight, standing_of
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles import title_named
from worldfire.titles.lessons import Lesson, UnknownLesson, find_lesson, lessons, pointed_at, progress, suggested
from worldfire.titles.telling import tell_rule
from worldfire.titles.title import GameTitle

#: the card of a game says which lesson it is, where others have their campaign
MARK = "lesson "


class LessonCard(msgspec.Struct):
    id: str
    title: str
    summary: str
    teaches: str
    minutes: int
    steps: int


class LessonList(msgspec.Struct):
    lessons: list[LessonCard]


class Take(Body):
    lesson: str


class LessonQuery(Body):
    #: numbers of the steps that the learner has read or skipped, with commas between them
    passed: str = ""


class Coaching(msgspec.Struct):
    """What the coach says now; an ordinary game has no lesson, and he says nothing."""

    lesson: str = ""
    title: str = ""
    steps: int = 0
    #: the step that the learner is at; the number of steps when all are done
    at: int = 0
    text: str = ""
    todo: str = ""
    rule: str = ""
    hint: str = ""
    #: the hex that the step speaks of
    look: str = ""
    #: hexes that the hint speaks of
    show: tuple[str, ...] = ()
    #: there is nothing to do in this step but to read
    reading: bool = False
    #: what had been hoped for, when something else was done
    hoped: str = ""
    #: the position is played to its end
    over: bool = False


async def list_lessons(ask: Ask) -> LessonList:
    title = title_named(title_asked_for(ask))
    known = await ask.house.run(lessons, title.name)
    return LessonList([_card(title, lesson) for lesson in known.values()])


def _card(title: GameTitle, lesson: Lesson) -> LessonCard:
    """It teaches a section of the title's own book."""
    teaches = title.number(lesson.teaches)
    return LessonCard(lesson.name, lesson.title, lesson.summary, teaches, lesson.minutes, len(lesson.steps))


async def take_lesson(ask: Ask) -> Started:
    """A game of the lesson; the computer plays whoever does not learn."""
    charge_for_a_game(ask)
    lesson = _lesson(ask.body.lesson)

    def make() -> str:
        game = lesson.begin()
        chairs = [_chair(lesson, seat, ask.person.id) for seat in game.seats]
        ask.house.room.check(ask.person.id, ask.address, chairs, listed=False)
        ask.house.archive.add(
            game,
            name=lesson.title,
            campaign=f"{MARK}{lesson.name}",
            host=ask.person.id,
            chairs=chairs,
            standing=standing_of(game),
            listed=False,
        )
        ask.house.room.note(game.header.game_id, ask.address)
        return str(game.header.game_id)

    game = await ask.house.run(make)
    ask.house.computers.wake(game)
    return Started(game, lesson.seat)


def _chair(lesson: Lesson, seat: str, user: str) -> Chair:
    return Chair(seat, PERSON, user) if seat == lesson.seat else Chair(seat, COMPUTER, None, lesson.opponent)


def _lesson(name: str) -> Lesson:
    try:
        return find_lesson(name)
    except UnknownLesson as error:
        raise Problem(404, "not-found", str(error), field="lesson") from error


async def coach(ask: Ask) -> Coaching:
    table = await ask.house.table(ask.game)
    if not table.card.campaign.startswith(MARK):
        return Coaching()
    lesson = _lesson(table.card.campaign.removeprefix(MARK))
    ask.house.check_seat(table, lesson.seat, ask.person)
    passed = _numbers(ask.query.passed)
    return await ask.house.read(table, lambda sight: _coaching(lesson, sight.game, passed))


def taught(campaign: str, seat: str | None, known: Sight, passed: frozenset[int]) -> tuple[str, Noun] | None:
    """What the lesson would have the learner do now; None: it is no lesson, not his, or it leaves that to him."""
    lesson = _lesson(campaign.removeprefix(MARK)) if campaign.startswith(MARK) else None
    if lesson is None or seat != lesson.seat or seat not in known.game.waiting:
        return None
    at = progress(lesson, known.game, passed).at
    action = None if at == len(lesson.steps) else suggested(known.game, seat, lesson.steps[at].suggest)
    return action if action is not None and not known.game.why_not(*action, seat) else None


def _numbers(text: str) -> frozenset[int]:
    parts = [part for part in text.split(",") if part]
    if not all(part.isascii() and part.isdigit() for part in parts):
        raise wrong("numbers with commas between them", field="passed")
    return frozenset(int(part) for part in parts)


def _coaching(lesson: Lesson, game: Game, passed: frozenset[int]) -> Coaching:
    stands = progress(lesson, game, passed)
    said = Coaching(lesson.name, lesson.title, len(lesson.steps), stands.at, over=game.over)
    if stands.at == len(lesson.steps):
        said.text, said.rule = lesson.closing, tell_rule(game, lesson.teaches)
        return said
    step = lesson.steps[stands.at]
    said.text, said.todo, said.hint, said.look = step.text, step.todo, step.hint, step.look
    said.rule = tell_rule(game, step.rule) if step.rule else ""
    said.show = pointed_at(game, step.suggest)
    said.reading = step.goal.read
    said.hoped = (step.hoped or step.todo) if stands.strayed else ""
    return said


ENDPOINTS = (
    Endpoint("GET", "/api/lessons", "The lessons", list_lessons, LessonList, query=TitleQuery),
    Endpoint("POST", "/api/lessons", "A game of a lesson", take_lesson, Started, Take),
    Endpoint("GET", "/api/games/{game}/lesson", "What the coach says", coach, Coaching, query=LessonQuery),
)

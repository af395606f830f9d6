"""Lessons: a small position and steps that lead through it, read from `data/lessons`.

A step says what to do and how one sees that it was done. Whatever is legal may be done instead; the lesson then says what it
wanted, and waits.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import msgspec
import yaml

from worldfire.engine.errors import RulesetError, WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.log import in_effect
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts, Assign, Choices, Item, Noun, Set, Shape
from worldfire.engine.views import SeenEntry, seen_entry
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, board_of, counter_of, place_index
from worldfire.rules.s11_04_voyages import Voyages
from worldfire.rules.s11_10_land_movement import LandMovement, Moves
from worldfire.rules.s24_1_scene import Scene, unit_of
from worldfire.tables.files import data_root
from worldfire.titles import TITLES, USUAL
from worldfire.titles.campaigns import begin_scene
from worldfire.titles.exercises import load_exercise

#: what stays at home in an assignment of units
STAY = ("stay", -1)


class UnknownLesson(WorldfireError):
    pass


class Goal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """How a step is seen to be done: by one entry of the log that is all of this, if it is not one of the first two."""

    #: there is only something to read: the learner says when he has
    read: bool = False
    #: nobody has anything left to do in the position
    over: bool = False
    #: the learner used one of these verbs
    verbs: tuple[str, ...] = ()
    #: and with it chose this
    choice: str | int = ""
    #: something of this kind happened
    event: str = ""
    #: these counters moved
    units: tuple[str, ...] = ()
    #: to one of these hexes, or sections such as “Coral Sea 3”
    to: tuple[str, ...] = ()
    #: and are not turned face-down for it, now or when they have stopped
    fresh: bool = False


class Suggestion(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An action that takes the learner towards the goal; without a verb, whatever the computer would do."""

    verb: str = ""
    #: units that act
    units: tuple[str, ...] = ()
    #: the hexes and sections of a way, the last one being the goal; or the hex that all the units go for
    way: tuple[str, ...] = ()
    #: the word of an assignment, alone ("fighter") or before a hex ("fly")
    word: str = ""
    #: what is chosen, where a word or a number is
    choice: str | int = ""
    #: what is built, and how much of it; of units by their counters
    amounts: dict[str, int] = {}
    #: who goes aboard which ship before it sails
    aboard: dict[str, str] = {}


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    text: str
    #: one sentence: what to do now
    todo: str
    goal: Goal
    hint: str = ""
    #: said when something else was done
    hoped: str = ""
    #: verbs that are used on the way, and are no straying
    meanwhile: tuple[str, ...] = ()
    #: the section it is about
    rule: str = ""
    #: the hex that the step speaks of
    look: str = ""
    suggest: Suggestion = Suggestion()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    name: str
    title: str
    summary: str
    #: the section that it teaches
    teaches: str
    #: where it stands in the list
    order: int
    minutes: int
    #: who learns
    seat: str
    steps: tuple[LessonStep, ...]
    closing: str
    #: one of these is the position
    exercise: str = ""
    campaign: str = ""
    scene: Scene | None = None
    #: the computer player of the other seats
    opponent: str = "cadet"
    #: which game of the family it is of: that of its folder
    of: str = USUAL

    def begin(self, **kwargs: Any) -> Game:
        """A new game of the lesson; the keywords are those of `Game.new`."""
        if self.scene is None:
            return load_exercise(self.exercise, self.of).begin(**kwargs)
        return begin_scene(self.campaign, msgspec.to_builtins(self.scene), self.of, **kwargs)


@cache
def lessons(title: str = USUAL) -> dict[str, Lesson]:
    """Every lesson by its name, in the order in which they are best taken."""
    folder = data_root() / "lessons" / title
    if not folder.is_dir():
        return {}
    found = (_read(item.name, item.read_text(encoding="utf-8")) for item in folder.iterdir() if _is_lesson(item.name))
    own = (msgspec.structs.replace(lesson, of=title) for lesson in found)
    return {lesson.name: lesson for lesson in sorted(own, key=lambda lesson: lesson.order)}


def find_lesson(name: str) -> Lesson:
    """Of any title: no two lessons have the same name."""
    known = {name: lesson for title in TITLES for name, lesson in lessons(title).items()}
    if name not in known:
        raise UnknownLesson(f"there is no lesson {name!r}; there are {', '.join(known)}")
    return known[name]


def _is_lesson(name: str) -> bool:
    return name.endswith(".yaml")


def _read(file: str, text: str) -> Lesson:
    try:
        lesson = msgspec.convert(yaml.safe_load(text), Lesson)
    except msgspec.ValidationError as error:
        raise RulesetError(f"lesson {file}: {error}") from error
    if lesson.name != file.removesuffix(".yaml") or bool(lesson.exercise) == bool(lesson.scene):
        raise RulesetError(f"lesson {file}: its name is that of the file, and it has an exercise or a scene")
    return lesson


# ------------------------------------------------------------------------------------------------------------- progress


class Progress(msgspec.Struct, frozen=True):
    #: the step that the learner is at; the number of steps when all are done
    at: int
    #: since the last step was done the learner has done something else
    strayed: bool


def progress(lesson: Lesson, game: Game, passed: frozenset[int]) -> Progress:
    """Where the learner stands: read from the log, so that undoing goes back. `passed` are steps read or skipped."""
    entries = [seen_entry(game, entry, lesson.seat) for entry in in_effect(game.entries, game.seats)[1:]]
    at, strayed, waiting = 0, False, iter(entries)
    while at < len(lesson.steps):
        step = lesson.steps[at]
        if at in passed or (step.goal.over and game.over):
            at, strayed = at + 1, False
            continue
        if step.goal.read or step.goal.over:  # what is done in the meantime counts for the steps that follow
            break
        entry = next(waiting, None)
        if entry is None:
            break
        if reaches(game, step.goal, entry, lesson.seat):
            at, strayed = at + 1, False
        else:
            strayed = strayed or (entry.seat == lesson.seat and entry.verb not in step.meanwhile)
    return Progress(at, strayed)


def reaches(game: Position, goal: Goal, entry: SeenEntry, seat: str) -> bool:
    """Is this the entry that a step waits for?"""
    if goal.verbs and (entry.seat != seat or entry.verb not in goal.verbs):
        return False
    if goal.choice not in ("", entry.noun):
        return False
    if goal.event and not any(event["event"] == goal.event for event in entry.events):
        return False
    return all(_went(game, goal, unit_of(game, counter), entry) for counter in goal.units)


def _went(game: Position, goal: Goal, unit: int, entry: SeenEntry) -> bool:
    """The unit moved, to where it should, and is still fresh if it should be."""
    ends = [event["to"] for event in entry.events if event["event"] == "Moved" and event["thing"] == unit]
    if not ends or (goal.fresh and not _is_fresh(game, unit)):
        return False
    return not goal.to or ends[-1] in {place_index(game, name) for name in goal.to}


def _is_fresh(game: Position, unit: int) -> bool:
    """Face-up, and not on a march at whose end it is turned face-down because it set out without supply (11.10.1)."""
    movements = (frame.locals for frame in game.state.frames if isinstance(frame.locals, LandMovement))
    unsupplied = {march.unit for movement in movements for march in movement.marches if not march.supplied}
    return not game.state[FACE_DOWN][unit] and unit not in unsupplied


# ---------------------------------------------------------------------------------------------------------- suggestions


def suggested(game: Position, seat: str, suggestion: Suggestion) -> tuple[str, Noun] | None:
    """The suggestion as an action, if its verb is on offer now."""
    shape: Shape | None = game.offers(seat).get(suggestion.verb)
    if shape is None:
        return None
    units = tuple(sorted(unit_of(game, counter) for counter in suggestion.units))
    way = tuple(place_index(game, name) for name in suggestion.way)
    if isinstance(shape, Amounts):
        named = {str(_named(game, name)): number for name, number in suggestion.amounts.items()}
        return suggestion.verb, tuple((one.item, max(one.least, named.get(str(one.item), 0))) for one in shape.items)
    if isinstance(shape, Voyages):
        berths = tuple((unit_of(game, unit), unit_of(game, ship)) for unit, ship in sorted(suggestion.aboard.items()))
        return suggestion.verb, (units, way, berths)
    if isinstance(shape, Assign):
        words = (suggestion.word, *map(str, way[-1:]))
        goal: Item = " ".join(words) if suggestion.word else way[-1]
        return suggestion.verb, tuple((one.item, goal if one.item in units else _staying(one)) for one in shape.items)
    if isinstance(shape, Moves):
        return suggestion.verb, (units, way)
    if isinstance(shape, Set):
        return suggestion.verb, shape.read(units or way)
    if suggestion.choice != "":
        return suggestion.verb, suggestion.choice
    return suggestion.verb, units[0] if units else None


def _named(game: Position, name: str) -> Item:
    """A counter by its number in the game; any other name stands for itself."""
    ids = {counter_of(game, unit).id for unit in range(len(game.state[PLACE]))} if game.state.get(HEXES) else set()
    return unit_of(game, name) if name in ids else name


def _staying(choices: Choices) -> Item:
    return next((choice for choice in choices.to if choice in STAY), STAY[0])


def pointed_at(game: Position, suggestion: Suggestion) -> tuple[str, ...]:
    """The hexes that a hint shows: where the units of the suggestion are now, and where they should go."""
    if not game.state.get(HEXES):
        return ()
    board = board_of(game)
    places = (game.state[PLACE][unit_of(game, counter)] for counter in suggestion.units)
    standing = (board.number(place) for place in places if 0 <= place < game.state.get(HEXES))
    goals = (name for name in suggestion.way[-1:] if name in board.index)
    return tuple(dict.fromkeys((*standing, *goals)))

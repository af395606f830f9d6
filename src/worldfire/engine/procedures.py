"""Procedures: the rulebook's numbered lists as data, and what a step of one may return.

A step is a function of the game and the frame's locals. It returns None (go on with the next step) or one of the controls
below. A step that returns a `Decision` must not have changed anything: it may be asked again whenever something else
(a consequence, an announcement, another seat's action) has happened in between.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import msgspec.inspect

from worldfire.engine.citations import rule as cite
from worldfire.engine.errors import RulesetError
from worldfire.engine.kinds import Meaning
from worldfire.engine.shapes import NOTHING, Noun, Shape
from worldfire.engine.state import FINISHED
from worldfire.engine.violation import Argument, Violation

if TYPE_CHECKING:
    from worldfire.engine.game import Game
    from worldfire.engine.position import Position


# ---------------------------------------------------------------------------------------------------------- controls


class Goto(msgspec.Struct, frozen=True):
    """Go on with this step of the same procedure."""

    step: str


class Call(msgspec.Struct, frozen=True):
    """Run another procedure, then go on with the next step; what it ended with is then `game.result`."""

    procedure: str
    locals: Any = None


class End(msgspec.Struct, frozen=True):
    """This procedure is over."""

    result: Any = None


class Roll(msgspec.Struct, frozen=True):
    """Throw dice; the next step finds them in `game.result`. `concerns` lets re-rolls know whom the roll touches."""

    kind: str
    by: str
    dice: int = 1
    sides: int = 10
    concerns: tuple[str, ...] = ()


class Draw(msgspec.Struct, frozen=True):
    """Draw things at random from a place; the next step finds their ids in `game.result`."""

    kind: str
    by: str
    place: int
    count: int = 1
    #: who learns what was drawn; None: everybody
    seen_by: tuple[str, ...] | None = None


class Pick(msgspec.Struct, frozen=True):
    """Choose at random among so many of anything; the next step finds the numbers chosen, from 0, in `game.result`."""

    kind: str
    by: str
    among: int
    count: int = 1
    #: who learns what was chosen; None: everybody
    seen_by: tuple[str, ...] | None = None


class Decision(msgspec.Struct, frozen=True):
    """Ask. See `one`, `secret`, `shared`, `joint`, `window` for the five kinds."""

    kind: str
    seats: tuple[str, ...]
    verbs: tuple[Verb, ...]
    rule: str
    prompt: str
    args: Mapping[str, Any] = {}
    #: window: the kind that watches speak of, and what it concerns (seats or places as strings)
    watch: str = ""
    concerns: tuple[str, ...] = ()
    #: joint: a procedure that ends with the seat whose proposal counts; by default dice decide (2.7)
    tie_break: Call | None = None
    #: ask even if there is only one answer, because not asking would tell something
    always: bool = False


Control = Decision | Roll | Draw | Pick | Call | Goto | End | None


def one(seat: str, *verbs: Verb, rule: str, prompt: str, always: bool = False, **args: Argument) -> Decision:
    """One seat chooses."""
    return Decision("one", (seat,), verbs, rule, prompt, args, always=always)


def secret(seats: tuple[str, ...], *verbs: Verb, rule: str, prompt: str, **args: Argument) -> Decision:
    """Several seats choose, one action each, revealed together when all are in."""
    return Decision("secret", seats, verbs, rule, prompt, args, always=True)


def shared(seats: tuple[str, ...], *verbs: Verb, rule: str, prompt: str, **args: Argument) -> Decision:
    """The seats act in any order, as often as they like, until all say done."""
    return Decision("shared", seats, verbs, rule, prompt, args)


def joint(
    seats: tuple[str, ...],
    *verbs: Verb,
    rule: str,
    prompt: str,
    tie_break: Call | None = None,
    always: bool = False,
    **args: Argument,
) -> Decision:
    """Several seats must agree on one action; if they do not, the tie-break decides whose proposal counts."""
    if len(seats) == 1:
        return one(seats[0], *verbs, rule=rule, prompt=prompt, always=always, **args)
    return Decision("joint", seats, verbs, rule, prompt, args, tie_break=tie_break, always=always)


def window(
    seats: tuple[str, ...],
    *verbs: Verb,
    rule: str,
    prompt: str,
    watch: str,
    concerns: tuple[str, ...] = (),
    **args: Argument,
) -> Decision:
    """The seats, in this order, may react or pass; it opens only for those who can act and whose watches ask for it."""
    return Decision("window", seats, verbs, rule, prompt, args, watch, concerns)


# ------------------------------------------------------------------------------------------------------------- verbs


def allowed(game: Position, frame_locals: Any, seat: str, noun: Noun) -> Violation | None:
    """Whatever fits the shape is legal."""
    return None


def alone(game: Position, frame_locals: Any, seat: str) -> Shape:
    """The verb needs no noun."""
    return NOTHING


@dataclass(frozen=True, slots=True, eq=False)
class Verb:
    """What a seat may do. `shape` offers nouns (or says why there are none), `violation` judges the whole, `apply` does it.

    `explain` says why a noun was not offered. It may be handed anything at all, and answers None to what it cannot read.
    """

    name: str
    rule: str
    apply: Callable[[Game, Any, str, Noun], Control]
    shape: Callable[[Position, Any, str], Shape | Violation] = alone
    violation: Callable[[Position, Any, str, Noun], Violation | None] = allowed
    #: nobody else learns from the log that it was used, nor with what: hidden markers, sealed orders
    private: bool = False
    explain: Callable[[Position, Any, str, Noun], Violation | None] = allowed
    #: what a noun names, and what that may be assigned to; None: words and numbers that stand for themselves
    items: type[Meaning] | None = None
    to: type[Meaning] | None = None
    #: is there any noun? None: whoever wants to know builds the shape
    possible: Callable[[Position, Any, str], bool] | None = None
    #: a shape that reads and judges every noun as the one on offer does, which is then not built to judge an order
    form: Shape | None = None


@dataclass(frozen=True, slots=True)
class Announcement:
    """A verb that a seat may say, asked or not, between two actions while a procedure of its scope is on the stack."""

    verb: Verb
    scope: str | tuple[str, ...]

    @property
    def scopes(self) -> tuple[str, ...]:
        return (self.scope,) if isinstance(self.scope, str) else self.scope


# ------------------------------------------------------------------------------------------------ steps and procedures

StepFunction = Callable[["Game", Any], Control]


@dataclass(frozen=True, slots=True)
class Step:
    name: str
    rule: str
    run: StepFunction
    #: every verb that a decision of this step may offer
    verbs: tuple[Verb, ...] = ()


def step(rule: str, *verbs: Verb, also: tuple[str, ...] = ()) -> Callable[[StepFunction], Step]:
    """Make a step of a function; its name in the rulebook's words is the function's name. `also` cites further clauses."""

    def make(function: StepFunction) -> Step:
        return Step(function.__name__, rule, cite(rule, *also)(function), verbs)

    return make


def go_past(game: Game, frame_locals: Any) -> Control:
    """A step that was left out."""
    return None


class Annexed(NamedTuple):
    """Locals that a title or an option adds to the frames of a procedure; see `changes.Annex`."""

    locals: type[msgspec.Struct]
    private: Mapping[str, str]


@dataclass(frozen=True)
class Procedure:
    name: str
    rule: str
    steps: Mapping[str, Step]
    #: the type of the frame's locals: a msgspec struct of immutable values
    locals: type[msgspec.Struct] | None = None
    #: the end of a step of the book: sweeps run and the state's digest is noted
    book_step: bool = False
    #: name of a local → name of the local that holds the seat which alone may see it
    private: Mapping[str, str] = field(default_factory=dict)
    #: what titles and options have added to its frames
    annexes: tuple[Annexed, ...] = ()
    first: str = field(init=False)
    following: Mapping[str, str] = field(init=False)

    def __post_init__(self) -> None:
        names = list(self.steps)
        object.__setattr__(self, "first", names[0])
        object.__setattr__(self, "following", dict(zip(names, [*names[1:], FINISHED], strict=True)))
        if self.locals is not None:
            _check_immutable(self.name, self.locals)
        for annex in self.annexes:
            _check_immutable(self.name, annex.locals)

    def with_step(self, new: Step, *, before: str = "", after: str = "") -> Procedure:
        """The same procedure with one more step."""
        anchor = before or after
        if anchor not in self.steps or new.name in self.steps:
            raise RulesetError(f"cannot insert step {new.name!r} at {anchor!r} of procedure {self.name!r}")
        steps: dict[str, Step] = {}
        for name, existing in self.steps.items():
            if name == before:
                steps[new.name] = new
            steps[name] = existing
            if name == after:
                steps[new.name] = new
        return replace(self, steps=steps)

    def with_other_step(self, name: str, new: Step) -> Procedure:
        """The same procedure with another step under this name."""
        if name not in self.steps:
            raise RulesetError(f"procedure {self.name!r} has no step {name!r} to replace")
        return replace(self, steps={**self.steps, name: replace(new, name=name)})

    def without_step(self, name: str) -> Procedure:
        """The same procedure going past this step; its name stays, for whoever goes to it."""
        if name not in self.steps:
            raise RulesetError(f"procedure {self.name!r} has no step {name!r} to leave out")
        return replace(self, steps={**self.steps, name: Step(name, self.steps[name].rule, go_past)})

    def with_annex(self, annex: Annexed) -> Procedure:
        """The same procedure with more locals. Files and views know an annex by the name of its type."""
        name = annex.locals.__name__
        if any(known.locals.__name__ == name for known in self.annexes):
            raise RulesetError(f"procedure {self.name!r} has two annexes {name!r}")
        fields = {item.name: item for item in msgspec.structs.fields(annex.locals)}
        if any(item.required for item in fields.values()):
            raise RulesetError(f"each field of the annex {name!r} of procedure {self.name!r} needs a default value")
        unknown = sorted({*annex.private, *annex.private.values()} - fields.keys())
        if unknown:
            raise RulesetError(f"the annex {name!r} of procedure {self.name!r} has no field {', '.join(unknown)}")
        return replace(self, annexes=(*self.annexes, annex))


def procedure(
    name: str,
    rule: str,
    *steps: Step | Procedure,
    locals: type[msgspec.Struct] | None = None,
    book_step: bool = False,
    private: Mapping[str, str] | None = None,
) -> Procedure:
    """A procedure from its steps in order. A procedure among them is called as a step of that name."""
    made = [_calling(item) if isinstance(item, Procedure) else item for item in steps]
    names = [item.name for item in made]
    if not made or len(set(names)) != len(names):
        raise RulesetError(f"procedure {name!r} needs steps with different names")
    return Procedure(name, rule, {item.name: item for item in made}, locals, book_step, private or {})


def _calling(inner: Procedure) -> Step:
    """A step that calls a procedure of a table; its frame starts with default locals."""

    def run(game: Game, frame_locals: Any) -> Control:
        return Call(inner.name, None if inner.locals is None else inner.locals())

    return Step(inner.name, inner.rule, run)


def _check_immutable(name: str, locals_type: type[msgspec.Struct]) -> None:
    """Copies of a frame share the values of its locals, so nothing in them may be changed in place."""
    info = msgspec.inspect.type_info(locals_type)
    assert isinstance(info, msgspec.inspect.StructType)
    for item in info.fields:
        if _is_mutable(item.type):
            raise RulesetError(f"local {item.name!r} of procedure {name!r} is mutable: use tuples")


def _is_mutable(kind: msgspec.inspect.Type) -> bool:
    if isinstance(kind, msgspec.inspect.UnionType):
        return any(_is_mutable(each) for each in kind.types)
    if isinstance(kind, msgspec.inspect.TupleType):
        return any(_is_mutable(each) for each in kind.item_types)
    if isinstance(kind, msgspec.inspect.VarTupleType | msgspec.inspect.FrozenSetType):
        return _is_mutable(kind.item_type)
    if isinstance(kind, msgspec.inspect.StructType):
        frozen: bool = kind.cls.__struct_config__.frozen
        return not frozen or any(_is_mutable(item.type) for item in kind.fields)
    return isinstance(kind, msgspec.inspect.CollectionType | msgspec.inspect.DictType)

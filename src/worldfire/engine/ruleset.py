"""A title, the options in use and the data, assembled into one immutable value that the game carries."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Concatenate, NamedTuple, ParamSpec, TypeVar

from worldfire.engine import rolls
from worldfire.engine.announcing import CONSENT, REQUEST, WATCH
from worldfire.engine.changes import Annex, Insert, Instead, StepChange, Without, change_procedures
from worldfire.engine.clauses import AnyClause, Replacement, Wrapping, bind
from worldfire.engine.dependencies import Dependencies, find_dependencies
from worldfire.engine.errors import RulesetError
from worldfire.engine.events import Event
from worldfire.engine.log import ABOUT_DICE, AGREE_UNDO, BEGIN, PROPOSE_UNDO, UNDO, UPGRADE
from worldfire.engine.offers import DONE, PASS
from worldfire.engine.permitting import Permission
from worldfire.engine.procedures import Announcement, Call, Procedure, Verb
from worldfire.engine.schema import Column, Field, Read, Schema
from worldfire.engine.seams import Attach, Contribution, Seam
from worldfire.engine.sources import Source
from worldfire.engine.state import State
from worldfire.engine.upgrades import RulesVersion, Upgrade, schema_digest

if TYPE_CHECKING:
    from worldfire.engine.game import Game
    from worldfire.engine.position import Position

P = ParamSpec("P")
T = TypeVar("T")

#: what the kernel itself understands
RESERVED = frozenset({DONE, PASS, WATCH, CONSENT, REQUEST, BEGIN, UNDO, PROPOSE_UNDO, AGREE_UNDO, UPGRADE, *ABOUT_DICE})

#: set-ups that a ruleset remembers: whoever plays many games plays few different ones
MOST_BEGINNINGS = 16

Subscriber = Callable[["Game", Any], Call | None]
Sweep = Callable[["Game"], Call | None]


Change = Attach | Replacement | Wrapping | Insert | Instead | Without | Annex


@dataclass(frozen=True, kw_only=True)
class Module:
    """What a module of rules adds to a game: the value at the end of its file. Titles and options are modules too."""

    schema: Schema = field(default_factory=Schema)
    procedures: tuple[Procedure, ...] = ()
    seams: tuple[Seam, ...] = ()
    subscribes: tuple[tuple[type[Event], Subscriber], ...] = ()
    sweeps: tuple[Sweep, ...] = ()
    announcements: tuple[Announcement, ...] = ()
    #: what its rules let allies allow each other
    permissions: tuple[Permission, ...] = ()
    #: what it changes in other modules
    changes: tuple[Change, ...] = ()
    #: figures of the charts that it overrides, by name
    figures: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Option(Module):
    """An optional rule, or a part of one that can be switched by itself: its key is "8" or "8/jets"."""

    key: str
    name: str
    kit: str = ""
    requires: tuple[str, ...] = ()
    excludes: tuple[str, ...] = ()
    parts: tuple[Option, ...] = ()

    def flat(self) -> tuple[Option, ...]:
        return (self, *(item for part in self.parts for item in part.flat()))


@dataclass(frozen=True)
class Tray:
    """Where what was lost waits until its owner has sorted it: always before anything is drawn from the pool."""

    tray: int
    pool: int
    sort: Call


def _no_figures(tables: Any) -> Mapping[str, int]:
    return {}


@dataclass(frozen=True)
class Title(Module):
    """A game of the family as a value: modules of rules in order, and what it adds and changes itself."""

    name: str
    version: str
    #: puts the set-up on the board and pushes the first frame; it asks for nothing but the rules, the set-up and the seats
    begin: Callable[[Game, Any], None]
    #: how many members each family has, for a set-up
    sizes: Callable[[Any, Any], Mapping[str, int]]
    #: where things are: the column that draws and pools read
    place: Column
    modules: tuple[Module, ...] = ()
    options: tuple[Option, ...] = ()
    #: pool → its tray, if things lost from it lie in one; a function of the set-up
    trays: Callable[[Position], tuple[Tray, ...]] | None = None
    #: the figures that the title's tables print, by name
    printed: Callable[[Any], Mapping[str, int]] = _no_figures
    #: how states of earlier versions of its rules become states of this one
    upgrades: tuple[Upgrade, ...] = ()
    #: said when a turn begins: then the dice of a live game are made anew; none: they are not
    turn_begins: type[Event] | None = None


class Beginning(NamedTuple):
    """What a set-up comes to: everything in its place, the hashes of the columns, and what was said meanwhile."""

    state: State
    hashes: dict[str, bytes]
    events: tuple[Event, ...]


@dataclass(frozen=True)
class Ruleset:
    title: Title
    options: tuple[str, ...]
    tables: Any
    #: fingerprint of the data in use; a game refuses to go on silently with other data
    tables_digest: str
    schema: Schema
    procedures: Mapping[str, Procedure]
    verbs: Mapping[str, Verb]
    announcements: Mapping[str, Announcement]
    permissions: Mapping[str, Permission]
    contributions: Mapping[str, tuple[Contribution, ...]]
    #: clauses that answer in another way than the common book
    clauses: Mapping[AnyClause, Callable[..., Any]]
    figures: Mapping[str, int]
    subscribers: Mapping[type[Event], tuple[Subscriber, ...]]
    sweeps: tuple[Sweep, ...]
    dependencies: Dependencies
    #: kits whose counters the options in use need
    kits: tuple[str, ...]
    column_by_key: Mapping[str, Column] = field(init=False)
    field_by_name: Mapping[str, Field[Any]] = field(init=False)
    #: by set-up and seats: copying a beginning is quicker than making it
    _beginnings: dict[tuple[bytes, tuple[str, ...]], Beginning] = field(default_factory=dict, repr=False, compare=False)
    #: work → arguments → what came of it
    _worked_out: dict[Callable[..., Any], dict[Hashable, Any]] = field(default_factory=dict, repr=False, compare=False)

    @cached_property
    def version(self) -> RulesVersion:
        """What a game's log says about the rules it is played by."""
        return RulesVersion(self.title.version, schema_digest(self.schema))

    @property
    def ruleset(self) -> Ruleset:
        """A clause that needs no game can be asked of the rules alone."""
        return self

    def blank(self, setup: Any) -> State:
        """A state with everything at its default, as large as the set-up needs it."""
        return State.blank(self.schema, self.title.sizes(self.tables, setup))

    def beginning(self, setup: bytes, seats: tuple[str, ...], work: Callable[[], Beginning]) -> Beginning:
        """How games of this set-up with these seats begin; worked out for the first of them."""
        key = (setup, seats)
        found = self._beginnings.get(key)
        if found is None:
            if len(self._beginnings) >= MOST_BEGINNINGS:
                self._beginnings.clear()
            found = self._beginnings[key] = work()
        return found

    @cached_property
    def rolls_are_frames(self) -> bool:
        """Does anybody want to be heard before or after a roll?"""
        return any(seam.name in self.contributions for seam in (rolls.BEFORE_ROLL, rolls.AFTER_ROLL))

    def once(self, work: Callable[Concatenate[Ruleset, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What follows from the tables and these rules alone, worked out when first wanted."""
        known = self._worked_out.get(work)
        if known is None:
            known = self._worked_out[work] = {}
        key = (args, *kwargs.items()) if kwargs else args
        try:
            found: T = known[key]
        except KeyError:
            found = known[key] = work(self, *args, **kwargs)
        return found

    def __post_init__(self) -> None:
        object.__setattr__(self, "column_by_key", self.schema.column_by_key)
        object.__setattr__(self, "field_by_name", self.schema.field_by_name)


def assemble(title: Title, options: Iterable[str] = (), tables: Any = None, tables_digest: str = "") -> Ruleset:
    """Put a ruleset together. Option "8" switches on all its parts, "8/jets" only that one."""
    chosen = _chosen(title, tuple(options))
    keys = {option.key for option in chosen}
    _check_options(chosen, keys)
    parts: tuple[Module, ...] = (*title.modules, title, *chosen)
    changes = tuple(_sourced(title, chosen, keys))
    schema = sum((part.schema for part in parts), Schema())
    schema.check()
    procedures = _procedures(parts)
    change_procedures(procedures, ((source, change) for source, change in changes if isinstance(change, StepChange)))
    attaches = tuple(change for _, change in changes if isinstance(change, Attach))
    clauses = bind((source, change) for source, change in changes if isinstance(change, Replacement | Wrapping))
    announcements = {item.verb.name: item for part in parts for item in part.announcements}
    for announcement in announcements.values():
        _check_name(announcement.verb)
    subscribers: dict[type[Event], tuple[Subscriber, ...]] = defaultdict(tuple)
    for event, subscriber in (item for part in parts for item in part.subscribes):
        subscribers[event] += (subscriber,)
    return Ruleset(
        title,
        tuple(key for option in _by_number(title) for key in _shortest(option, keys)),
        tables,
        tables_digest,
        schema,
        procedures,
        _verbs(procedures, attaches),
        announcements,
        {item.name: item for part in parts for item in part.permissions},
        _contributions(title, parts, attaches),
        clauses,
        _figures(title, chosen, tables),
        dict(subscribers),
        tuple(sweep for part in parts for sweep in part.sweeps),
        find_dependencies(schema, _attached_reads(change for _, change in changes)),
        tuple(dict.fromkeys(option.kit for option in chosen if option.kit)),
    )


def _attached_reads(changes: Iterable[Change]) -> dict[str, tuple[Read, ...]]:
    """Seam or clause → what is read by all that changes its answer."""
    reads: dict[str, tuple[Read, ...]] = defaultdict(tuple)
    for change in changes:
        if isinstance(change, Attach):
            reads[change.seam.name] += change.reads
        elif isinstance(change, Replacement | Wrapping):
            reads[change.clause.name] += change.reads
    return dict(reads)


def _sourced(title: Title, chosen: tuple[Option, ...], keys: set[str]) -> Iterator[tuple[Source, Change]]:
    """Every change that is on, and who wants it: modules of the title count as the title itself."""
    sources: list[tuple[Source, Module]] = [(Source(""), part) for part in (*title.modules, title)]
    sources += [(Source(option.key, option.requires), option) for option in chosen]
    for source, part in sources:
        yield from ((source, change) for change in part.changes if set(change.requires) <= keys)


def _figures(title: Title, chosen: tuple[Option, ...], tables: Any) -> dict[str, int]:
    """What the tables print, with what the title and then the options say instead."""
    printed = dict(title.printed(tables))
    for part in (*title.modules, title, *chosen):
        unknown = sorted(set(part.figures) - set(printed))
        if unknown:
            raise RulesetError(f"the tables of {title.name!r} print no figure {', '.join(map(repr, unknown))}")
        printed.update(part.figures)
    return printed


def _shortest(option: Option, keys: set[str]) -> tuple[str, ...]:
    """The keys that switch on just this much of an option: its own if all of it is on, otherwise those of its parts."""
    if all(item.key in keys for item in option.flat()):
        return (option.key,)
    return tuple(key for part in option.parts for key in _shortest(part, keys))


def _by_number(title: Title) -> list[Option]:
    """Options apply in the order of their numbers, however a title lists them; those without a number come last."""
    return sorted(title.options, key=lambda option: int(option.key) if option.key.isdecimal() else math.inf)


def _chosen(title: Title, wanted: tuple[str, ...]) -> tuple[Option, ...]:
    known = {option.key: option for top in _by_number(title) for option in top.flat()}
    unknown = sorted(set(wanted) - set(known))
    if unknown:
        raise RulesetError(f"title {title.name!r} has no option {', '.join(unknown)}; it has {', '.join(known)}")
    keys: set[str] = set()
    for key in wanted:
        keys.update(option.key for option in known[key].flat())
        keys.add(key.split("/")[0])  # a part brings what is common to its option
    return tuple(option for key, option in known.items() if key in keys)


def _check_options(chosen: tuple[Option, ...], keys: set[str]) -> None:
    for option in chosen:
        missing = set(option.requires) - keys
        if missing:
            raise RulesetError(f"option {option.key} needs option {', '.join(sorted(missing))}")
        clash = set(option.excludes) & keys
        if clash:
            raise RulesetError(f"option {option.key} cannot be played with option {', '.join(sorted(clash))}")


def _procedures(parts: tuple[Module, ...]) -> dict[str, Procedure]:
    procedures: dict[str, Procedure] = {}
    for item in (*rolls.PROCEDURES, *(item for part in parts for item in part.procedures)):
        if item.name in procedures:
            raise RulesetError(f"two procedures are called {item.name!r}")
        procedures[item.name] = item
    return procedures


def _verbs(procedures: Mapping[str, Procedure], attaches: tuple[Attach, ...]) -> dict[str, Verb]:
    offered = [verb for item in procedures.values() for step in item.steps.values() for verb in step.verbs]
    offered += (verb for attach in attaches for verb in attach.verbs)
    verbs: dict[str, Verb] = {}
    for verb in offered:
        _check_name(verb)
        if verbs.setdefault(verb.name, verb) is not verb:
            raise RulesetError(f"two verbs are called {verb.name!r}")
    return verbs


def _check_name(verb: Verb) -> None:
    if verb.name in RESERVED:
        raise RulesetError(f"{verb.name!r} is a word of the kernel: a verb of the rules cannot be called so")


def _contributions(
    title: Title, parts: tuple[Module, ...], attaches: tuple[Attach, ...]
) -> dict[str, tuple[Contribution, ...]]:
    seams = {seam.name for part in parts for seam in part.seams} | {rolls.BEFORE_ROLL.name, rolls.AFTER_ROLL.name}
    attached: dict[str, tuple[Contribution, ...]] = defaultdict(tuple)
    for attach in attaches:
        if attach.seam.name not in seams:
            raise RulesetError(f"title {title.name!r} has no seam {attach.seam.name!r}")
        attached[attach.seam.name] += (attach.function,)
    return dict(attached)

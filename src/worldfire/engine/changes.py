"""Changes of procedures: a step more, another step, a step left out, and locals that a frame carries besides its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import msgspec

from worldfire.engine.errors import RulesetError
from worldfire.engine.procedures import Annexed, Procedure, Step
from worldfire.engine.sources import Source, last_word


@dataclass(frozen=True)
class Insert:
    """One more step in a procedure, before or after an existing one."""

    procedure: str
    step: Step
    before: str = ""
    after: str = ""
    requires: tuple[str, ...] = ()


@dataclass(frozen=True)
class Instead:
    """Another step in place of one; it goes by the old name, so whoever goes to that step comes here."""

    procedure: str
    replaced: str
    step: Step
    requires: tuple[str, ...] = ()

    @property
    def step_name(self) -> str:
        return self.replaced


@dataclass(frozen=True)
class Without:
    """A step left out: whoever comes to it goes on with the next one."""

    procedure: str
    step: str
    requires: tuple[str, ...] = ()

    @property
    def step_name(self) -> str:
        return self.step


@dataclass(frozen=True)
class Annex:
    """Locals that frames of a procedure carry besides their own: a struct whose fields all have defaults.

    `game.annex(GasCloud)` finds them while the procedure is on the stack. They are saved, copied, shown and gone with the
    frame. `private` names a field of the annex and the field of it that holds the seat which alone may see the first.
    """

    procedure: str
    locals: type[msgspec.Struct]
    private: Mapping[str, str] = field(default_factory=dict)
    requires: tuple[str, ...] = ()


StepChange = Insert | Instead | Without | Annex


def change_procedures(procedures: dict[str, Procedure], changes: Iterable[tuple[Source, StepChange]]) -> None:
    """Apply the changes, new steps and annexes first; one that does not fit says which."""
    settled: dict[tuple[str, str], list[tuple[Source, Instead | Without]]] = {}
    for source, change in changes:
        if isinstance(change, Instead | Without):
            settled.setdefault((change.procedure, change.step_name), []).append((source, change))
        else:
            _change(procedures, change)
    for (procedure, step), candidates in settled.items():
        _change(procedures, last_word(f"step {step!r} of {procedure!r}", candidates))


def _change(procedures: dict[str, Procedure], change: StepChange) -> None:
    known = procedures.get(change.procedure)
    if known is None:
        raise RulesetError(f"there is no procedure {change.procedure!r} to change")
    procedures[known.name] = _changed(known, change)


def _changed(known: Procedure, change: StepChange) -> Procedure:
    if isinstance(change, Insert):
        return known.with_step(change.step, before=change.before, after=change.after)
    if isinstance(change, Instead):
        return known.with_other_step(change.replaced, change.step)
    if isinstance(change, Without):
        return known.without_step(change.step)
    return known.with_annex(Annexed(change.locals, change.private))

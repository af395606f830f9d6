"""What the kernel raises. Every error names the field or the rule, and leaves the game as it was."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.violation import Violation


class WorldfireError(Exception):
    """The root of everything this package raises on purpose."""


class ActionError(WorldfireError):
    """An action that cannot be taken. `field` names the part of the submission at fault."""

    field = "action"


class UnknownSeat(ActionError):
    field = "seat"


class ForeignSeat(ActionError):
    """The seat exists, but nothing is asked of it now."""

    field = "seat"


class StaleDecision(ActionError):
    """The decision that the action answers is no longer open."""

    field = "decision_id"


class UnknownVerb(ActionError):
    field = "verb"


class Refused(ActionError):
    """The rules forbid the action; `violations` say which and why."""

    field = "noun"

    def __init__(self, violations: Iterable[Violation]) -> None:
        self.violations = tuple(violations)
        super().__init__("; ".join(str(violation) for violation in self.violations))


class GameOver(ActionError):
    field = "game"


class UndoRefused(ActionError):
    """The last barrier (a roll, a reveal, a reaction declined) stands in between."""

    field = "undo"


class SaveError(WorldfireError):
    """A file that is not a game, is damaged, or comes from a version that we cannot read."""


class RulesetError(WorldfireError):
    """A title, an option or a procedure that contradicts itself."""


class StateError(WorldfireError):
    """A rule tried to do what the state cannot hold (spend what is not there, name an undeclared column)."""

"""What entry options and actions are called when somebody is told of them."""

from __future__ import annotations

from typing import Annotated

from worldfire.engine.kinds import Known, Phrase, Word, stands_for


class WarOption(Known):
    """A US entry option by its number."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"fa-option-{value}", {})


class WarAction(Word):
    """A line of the chart of entry actions by its number."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"fa-action-{str(value).lower()}", {})


OptionNumber = Annotated[int, stands_for(WarOption)]
ActionNumber = Annotated[str, stands_for(WarAction)]

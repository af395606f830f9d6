"""US entry options by their numbers and actions by their lines of the chart, told by their names."""

from __future__ import annotations

from typing import Annotated

from worldfire.engine.kinds import Known, Phrase, Word, stands_for


class EntryOption(Known):
    """A US entry option by its number; 0: a declaration of war."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"us-option-{value}", {})


class EntryAction(Word):
    """A US entry action by its line of the chart."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"us-action-{value}", {})


OptionNumber = Annotated[int, stands_for(EntryOption)]
ActionId = Annotated[str, stands_for(EntryAction)]

"""Whose change it is, and which of several that settle the same thing has the last word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from worldfire.engine.errors import RulesetError


@dataclass(frozen=True)
class Source:
    """The title itself (key ""), or an option with the options that it requires."""

    key: str
    requires: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"by option {self.key}" if self.key else "by the title"


class Conditional(Protocol):
    """A change that may name options which must be on as well."""

    @property
    def requires(self) -> tuple[str, ...]: ...


C = TypeVar("C", bound=Conditional)


def last_word(what: str, candidates: Sequence[tuple[Source, C]]) -> C:
    """The change that supersedes all others, which are given in order: of two options the later must require the other, in
    its own words or in those of the change; otherwise nobody has said which of them counts."""
    for number, one in enumerate(candidates):
        after = candidates[number + 1 :]
        if all(_supersedes(one, other) for other in candidates[:number]) and all(
            one[0].key == other[0].key and _supersedes(one, other) for other in after
        ):
            return one[1]
    said = " and ".join(str(source) for source, _ in candidates)
    raise RulesetError(f"{what} is changed {said}, and none of them requires those before it")


def _supersedes(one: tuple[Source, Conditional], other: tuple[Source, Conditional]) -> bool:
    """An option over its title or an option that it requires, and of one source the change that requires more."""
    (source, change), (against, weaker) = one, other
    if source.key == against.key:
        return set(change.requires) > set(weaker.requires)
    return not against.key or against.key in (*source.requires, *change.requires)

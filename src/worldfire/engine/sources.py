"""Whose change it is: of two that settle the same thing it must be said which counts."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Source:
    """The title itself (key ""), or an option with the options that it requires."""

    key: str
    requires: tuple[str, ...] = ()

    def supersedes(self, earlier: Source, requires: tuple[str, ...]) -> bool:
        """An option over its title, or over an option that it, or this very change, requires."""
        if not earlier.key:
            return bool(self.key)
        return earlier.key in (*self.requires, *requires)

    def __str__(self) -> str:
        return f"by option {self.key}" if self.key else "by the title"

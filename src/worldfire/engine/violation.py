"""Why something is not allowed: a rule, a message key and its arguments, never a bare False."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import msgspec

from worldfire.engine.kinds import Meaning, Several


class Violation(msgspec.Struct, frozen=True):
    """One reason why an action is refused; `rule` is the section that forbids it, `key` the text that says so."""

    rule: str
    key: str
    args: Mapping[str, Any] = msgspec.field(default_factory=dict)

    def __str__(self) -> str:
        details = ", ".join(f"{name}={value}" for name, value in self.args.items())
        return f"[{self.rule}] {self.key}" + (f" ({details})" if details else "")


#: what a text may be given: values that know what they are, words that are told as they stand, another reason
Argument = Meaning | Several | str | Fraction | Violation


def refused(rule: str, key: str, **args: Argument) -> Violation:
    """A violation with its arguments written as keywords."""
    return Violation(rule, key, args)

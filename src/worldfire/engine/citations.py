"""Which code implements which section: `@rule("14.3.2")` registers it, and tests note what they ran.

The registry costs one dictionary look-up at import. Only while a test records (see `recording`) does a
registered function also note that it was called; otherwise the function is left exactly as written.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

#: Set by the test suite before the rules are imported, so that calls can be noted.
RECORD_VARIABLE = "WORLDFIRE_RECORD_RULES"

#: section → the qualified names of the functions that implement it
code_by_section: dict[str, list[str]] = defaultdict(list)
#: sections whose code, and functions that, have run since the last `clear_visits`
visited_sections: set[str] = set()
visited_code: set[str] = set()


def rule(*sections: str) -> Callable[[F], F]:
    """Register a function as the code of these sections of the rulebook."""

    def register(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        for section in sections:
            code_by_section[section].append(name)
        if not os.environ.get(RECORD_VARIABLE):
            return function

        @wraps(function)
        def recorded(*args: Any, **kwargs: Any) -> Any:
            if name not in visited_code:
                visited_code.add(name)
                visited_sections.update(sections)
            return function(*args, **kwargs)

        return cast(F, recorded)

    return register


def clear_visits() -> None:
    visited_sections.clear()
    visited_code.clear()

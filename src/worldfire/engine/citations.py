"""Which code implements which section: `@rule("14.3.2")` registers it, and tests note what they ran.

The registry costs one dictionary look-up at import. Only while tests record does a registered function also note that it was
called, once after each `clear_visits`; otherwise the function is left exactly as written.
"""

from __future__ import annotations

import os
from collections import defaultdict
from collections.abc import Callable
from functools import wraps
from inspect import signature
from types import FunctionType
from typing import Any, TypeVar, cast

F = TypeVar("F", bound=Callable[..., Any])

#: Set by the test suite before the rules are imported, so that calls can be noted.
RECORD_VARIABLE = "WORLDFIRE_RECORD_RULES"

#: section → the qualified names of the functions that implement it
code_by_section: dict[str, list[str]] = defaultdict(list)
#: sections whose code, and functions that, have run since the last `clear_visits`
visited_sections: set[str] = set()
visited_code: set[str] = set()
#: of the functions that have run: whatever lets them note it again
_rearm: list[Callable[[], None]] = []


def rule(*sections: str) -> Callable[[F], F]:
    """Register a function as the code of these sections of the rulebook."""

    def register(function: F) -> F:
        name = f"{function.__module__}.{function.__qualname__}"
        for section in sections:
            code_by_section[section].append(name)
        if not os.environ.get(RECORD_VARIABLE):
            return function

        def note() -> None:
            visited_code.add(name)
            visited_sections.update(sections)

        plain = isinstance(function, FunctionType) and function.__closure__ is None
        return cast(F, _noting_once(function, note) if plain else _noting(function, note))

    return register


def _noting(function: Callable[..., Any], note: Callable[[], None]) -> Callable[..., Any]:
    @wraps(function)
    def noting(*args: Any, **kwargs: Any) -> Any:
        note()
        return function(*args, **kwargs)

    return noting


def _noting_once(function: Any, note: Callable[[], None]) -> Any:
    """The function itself, with other code until its next call: rules are called a million times in a run of the tests."""
    own = function.__code__
    setattr(function, "__signature__", signature(function))  # noqa: B010  (whoever asks is not told the stand-in's)

    def first_call(*args: Any, **kwargs: Any) -> Any:
        function.__code__ = own
        note()
        _rearm.append(arm)
        return function(*args, **kwargs)

    constants = tuple(first_call if one == _PLACE else one for one in _stand_in.__code__.co_consts)
    stand_in = _stand_in.__code__.replace(co_consts=constants)

    def arm() -> None:
        function.__code__ = stand_in

    arm()
    return function


#: where the stand-in's code holds what it calls
_PLACE = "first call"


def _stand_in(*args: Any, **kwargs: Any) -> Any:
    return "first call".__call__(*args, **kwargs)  # type: ignore[operator]


def clear_visits() -> None:
    visited_sections.clear()
    visited_code.clear()
    for arm in _rearm:
        arm()
    _rearm.clear()

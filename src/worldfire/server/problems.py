"""What a wrong request gets: a status, a code, a told sentence, and the rule or the field at fault."""

from __future__ import annotations

from typing import Any

import msgspec

from worldfire.engine.errors import ActionError, ForeignSeat, GameOver, StaleDecision, WorldfireError
from worldfire.server.answers import AlliedLeave

#: seconds after which storage that failed may be there again
STORAGE_MENDED = 5


class Fault(msgspec.Struct, omit_defaults=True):
    code: str
    text: str
    rule: str = ""
    field: str = ""
    #: an ally could allow it
    ask: AlliedLeave | None = None


class Failure(msgspec.Struct):
    """The body of every answer that is an error."""

    error: Fault


class Problem(WorldfireError):
    """Something is wrong with a request; the sender is told what."""

    def __init__(
        self,
        status: int,
        code: str,
        text: str,
        *,
        rule: str = "",
        field: str = "",
        retry_after: int | None = None,
        ask: AlliedLeave | None = None,
    ) -> None:
        self.status = status
        self.fault = Fault(code, text, rule, field, ask)
        #: seconds after which it may go better
        self.retry_after = retry_after
        super().__init__(text)

    def __reduce__(self) -> tuple[Any, ...]:
        """It may come from another process."""
        fault = self.fault
        return _problem, (self.status, fault, self.retry_after)


def _problem(status: int, fault: Fault, retry_after: int | None) -> Problem:
    return Problem(
        status, fault.code, fault.text, rule=fault.rule, field=fault.field, retry_after=retry_after, ask=fault.ask
    )


def not_found(what: str, name: str) -> Problem:
    return Problem(404, "not-found", f"there is no {what} {name!r}")


def storage_fails() -> Problem:
    text = "the server cannot read or write its games now; try again in a moment"
    return Problem(503, "storage", text, retry_after=STORAGE_MENDED)


def unreadable(error: Exception) -> Problem:
    """Something is damaged in one game: that one says so."""
    return Problem(409, "unreadable", f"the game cannot be opened: {error}")


def forbidden(text: str, *, field: str = "") -> Problem:
    return Problem(403, "forbidden", text, field=field)


def wrong(text: str, *, field: str = "", code: str = "wrong-request") -> Problem:
    return Problem(400, code, text, field=field)


def of_action(error: ActionError) -> Problem:
    """What the kernel says about an action that names a wrong seat, decision or verb."""
    stale = isinstance(error, StaleDecision | ForeignSeat | GameOver)
    code = "stale" if stale else "refused"
    field = "decision" if isinstance(error, StaleDecision) else error.field
    return Problem(409 if stale else 422, code, str(error), field=field)

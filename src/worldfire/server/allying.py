"""Allies as a page shows them: what each lets the other do, what is asked for, and which refusal a permission would lift."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.permitting import ASK, Permission, permission_key, wanted_permission
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation
from worldfire.forces.turn import allied_seats
from worldfire.server.answers import AlliedLeave, Why
from worldfire.titles.telling import tell_reason, tell_rule, tell_text


class PermissionNow(msgspec.Struct):
    """One permission between a seat and an ally of his, both ways."""

    what: str
    rule: str
    #: what the taker may do, and what that means for the owner
    label: str
    about: str
    #: what counts while nothing is said: "allowed", "asked" each time, or "refused"
    unsaid: str
    #: what the seat has said to the ally, and the ally to the seat: "yes", "once", "ask" or "no"
    given: str
    got: str
    #: the ally waits for an answer; the seat has asked the ally
    wanted: bool
    asked: bool
    #: may the seat, and the ally, say anything about it?
    gives: bool
    gets: bool


class AllyNow(msgspec.Struct):
    seat: str
    permissions: tuple[PermissionNow, ...]


def present_allies(reader: Position, seat: str | None) -> tuple[AllyNow, ...]:
    """Nothing for spectators, nor for whoever fights alone."""
    if seat is None:
        return ()
    found = (AllyNow(other, tuple(_permissions(reader, seat, other))) for other in reader.seats if other != seat)
    return tuple(ally for ally in found if ally.permissions)


def _permissions(reader: Position, seat: str, ally: str) -> Iterator[PermissionNow]:
    allied = ally in allied_seats(reader, seat)
    for permission in reader.ruleset.permissions.values():
        ways = ((seat, ally), (ally, seat))
        concerns = permission.concerns
        gives, gets = ((allied if concerns is None else concerns(reader, *way)) for way in ways)
        if gives or gets:
            yield _permission(reader, seat, ally, permission, gives=gives, gets=gets)


def _permission(
    reader: Position, seat: str, ally: str, permission: Permission, *, gives: bool, gets: bool
) -> PermissionNow:
    said, wishes, key = reader.state.consents, reader.state.requests, permission_key(permission.name)
    there, back = (seat, ally, permission.name), (ally, seat, permission.name)
    return PermissionNow(
        permission.name,
        tell_rule(reader, permission.rule),
        tell_text(reader, key),
        tell_text(reader, f"about-{key}"),
        permission.unsaid if ally in allied_seats(reader, seat) else "refused",
        said.get(there, ASK),
        said.get(back, ASK),
        there in wishes,
        back in wishes,
        gives,
        gets,
    )


def leave_for(game: Position, violation: Violation) -> AlliedLeave | None:
    """What an ally would have to allow."""
    found = wanted_permission(violation)
    return None if found is None else leave_of(game, *found)


def leave_of(game: Position, seat: str, what: str) -> AlliedLeave:
    return AlliedLeave(seat=seat, what=what, label=tell_text(game, permission_key(what)))


def tell_why(game: Position, violation: Violation) -> Why:
    """A reason for a page, with what to ask an ally for if that would help."""
    why = Why(rule=tell_rule(game, violation.rule), text=tell_reason(game, violation))
    leave = leave_for(game, violation)
    if leave is not None:
        why["ask"] = leave
    return why

"""Who is behind a connection: the cookie or the API key that it brings."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.requests import HTTPConnection

from worldfire.server.problems import Problem
from worldfire.server.sessions import COOKIE, Person

if TYPE_CHECKING:
    from worldfire.server.house import House

BEARER = "Bearer "


async def identify(house: House, connection: HTTPConnection) -> Person | None:
    authorization = connection.headers.get("authorization", "")
    if authorization.startswith(BEARER):
        person = await house.run(house.sessions.by_key, authorization.removeprefix(BEARER))
        if person is None:
            raise Problem(401, "wrong-key", "unknown API key")
        return person
    cookie = connection.cookies.get(COOKIE)
    if cookie is None:
        return None
    known = house.sessions.remembered(cookie)
    return known if known is not None else await house.run(house.sessions.by_cookie, cookie)

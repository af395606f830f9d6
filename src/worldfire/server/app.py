"""The application: endpoints as routes, the live connection, the built client, and what guards all of them."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable

from sqlalchemy.exc import SQLAlchemyError
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Route, WebSocketRoute

from worldfire.server import (
    accounts,
    advising,
    calculating,
    coaching,
    dice,
    explaining,
    film,
    freeing,
    inviting,
    lobby,
    openapi,
    play,
    politics,
    producing,
    questions,
    records,
    sea_questions,
    shipping,
    staff,
    story,
    talk,
    what_if,
)
from worldfire.server.database import fails_for_now, plainly
from worldfire.server.guards import SecurityHeaders
from worldfire.server.house import House
from worldfire.server.learning import learn_types
from worldfire.server.live import live
from worldfire.server.pages import client_routes
from worldfire.server.problems import Failure, Fault, Problem, storage_fails
from worldfire.server.sessions import COOKIE, Person
from worldfire.server.settings import Settings
from worldfire.server.who import identify
from worldfire.server.wire import Ask, Endpoint, address_of, json_response, read_body, read_query

LOG = logging.getLogger("worldfire.server")

_WITHOUT_DESCRIPTION: tuple[Endpoint, ...] = (
    *accounts.ENDPOINTS,
    *advising.ENDPOINTS,
    *calculating.ENDPOINTS,
    *coaching.ENDPOINTS,
    *dice.ENDPOINTS,
    *explaining.ENDPOINTS,
    *film.ENDPOINTS,
    *freeing.ENDPOINTS,
    *inviting.ENDPOINTS,
    *lobby.ENDPOINTS,
    *play.ENDPOINTS,
    *politics.ENDPOINTS,
    *producing.ENDPOINTS,
    *shipping.ENDPOINTS,
    *questions.ENDPOINTS,
    *records.ENDPOINTS,
    *sea_questions.ENDPOINTS,
    *staff.ENDPOINTS,
    *story.ENDPOINTS,
    *talk.ENDPOINTS,
    *what_if.ENDPOINTS,
)
ENDPOINTS = (*_WITHOUT_DESCRIPTION, openapi.endpoint_of(_WITHOUT_DESCRIPTION))
SAFE = ("GET", "HEAD")
CSRF_HEADER = "x-worldfire"


def make_app(settings: Settings) -> Starlette:
    learn_types()
    house = House(settings)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await house.start()
        yield
        await house.stop()

    app = Starlette(
        routes=[
            *_routes(),
            WebSocketRoute("/api/games/{game}/live", live),
            *client_routes(settings.static),
        ],
        middleware=[Middleware(SecurityHeaders), Middleware(GZipMiddleware, minimum_size=1000, compresslevel=4)],
        exception_handlers={
            Problem: _tell_problem,
            HTTPException: _tell_http,
            SQLAlchemyError: _tell_storage,
            Exception: _tell_crash,
        },
        lifespan=lifespan,
    )
    app.state.house = house
    return app


def _routes() -> list[BaseRoute]:
    return [
        Route(endpoint.path, _handler(endpoint), methods=[endpoint.method], name=endpoint.name)
        for endpoint in ENDPOINTS
    ]


def _handler(endpoint: Endpoint) -> Callable[[Request], Awaitable[Response]]:
    async def handle(request: Request) -> Response:
        house: House = request.app.state.house
        settings = house.settings
        person, fresh = await _person(house, request)
        house.limits.charge(person.id, endpoint.cost)
        _check_forgery(request, person)
        ask = Ask(request, house, person)
        if fresh or house.sessions.wants_renewal(request.cookies.get(COOKIE, "")):
            accounts.set_cookie(ask, person)
        if endpoint.query is not None:
            ask.query = read_query(request, endpoint.query)
        if endpoint.body is not None:
            ask.body = read_body(await _content(request, settings.largest_body, settings.slowest_body), endpoint.body)
        elif endpoint.file:
            house.limits.charge(f"files {ask.address}", endpoint.cost)
            with house.uploads.taken(person.id, ask.address):
                ask.body = await _content(request, settings.largest_import, settings.slowest_import)
        answer = await endpoint.call(ask)
        if isinstance(answer, Response):
            answer.headers.update(ask.headers)
            return answer
        return json_response(answer, headers=ask.headers)

    return handle


async def _person(house: House, request: Request) -> tuple[Person, bool]:
    """Who asks; whoever comes without a session becomes a guest."""
    known = await identify(house, request)
    if known is not None:
        return known, False
    house.limits.charge(f"guest {address_of(request)}", 2)
    return await house.run(house.sessions.new_guest), True


def _check_forgery(request: Request, person: Person) -> None:
    """A form of another site can send our cookie, but not our header."""
    if request.method not in SAFE and not person.by_key and request.headers.get(CSRF_HEADER) != "1":
        raise Problem(403, "forgery", "requests that change something need the header X-Worldfire: 1")


async def _content(request: Request, most: int, seconds: float) -> bytes:
    """The body, if it is neither too large (as it says itself, before it is read) nor too slow."""
    too_large = Problem(413, "too-large", f"the body has more than {most} bytes")
    length = request.headers.get("content-length", "")
    if length.isdecimal() and int(length) > most:
        raise too_large
    content = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for chunk in request.stream():
                content += chunk
                if len(content) > most:
                    raise too_large
    except TimeoutError as error:
        raise Problem(408, "too-slow", f"the body did not arrive within {seconds:g} seconds") from error
    return bytes(content)


# ----------------------------------------------------------------------------------------------------------- what went wrong


async def _tell_problem(request: Request, error: Exception) -> Response:
    assert isinstance(error, Problem)
    headers = {} if error.retry_after is None else {"Retry-After": str(error.retry_after)}
    return json_response(Failure(error.fault), error.status, headers)


async def _tell_http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    return json_response(Failure(Fault("http", str(error.detail))), error.status_code)


async def _tell_storage(request: Request, error: Exception) -> Response:
    """Nothing was done that was not kept: whoever sends it again, under the same key, does no harm."""
    assert isinstance(error, SQLAlchemyError)
    if not fails_for_now(error):
        return await _tell_crash(request, error)
    LOG.error("%s %s: storage fails: %s", request.method, request.url.path, plainly(error))
    return await _tell_problem(request, storage_fails())


async def _tell_crash(request: Request, error: Exception) -> Response:
    LOG.error("%s %s failed", request.method, request.url.path, exc_info=error)
    return json_response(Failure(Fault("crash", "something went wrong on the server; it has been logged")), 500)

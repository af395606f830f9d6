"""The live connection of a page: the table or what it has missed, then every change as it is made."""

from __future__ import annotations

import contextlib
import logging
from typing import TYPE_CHECKING

import anyio
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocket, WebSocketDisconnect

from worldfire.server.database import plainly
from worldfire.server.hub import Listener
from worldfire.server.messages import ErrorMessage, whole_table
from worldfire.server.presenting import Scene
from worldfire.server.problems import Problem
from worldfire.server.sessions import Person
from worldfire.server.tabling import OpenGame, encode
from worldfire.server.who import identify
from worldfire.server.wire import Body, address_of, path_text, read_query

if TYPE_CHECKING:
    from worldfire.server.house import House

#: close codes of the websocket
REFUSED, BEHIND = 4403, 4408
#: the standard's code for "come again later"
TRY_AGAIN = 1013


LOG = logging.getLogger("worldfire.server")

Messages = list[bytes]

#: what is raised when the other end has gone, depending on when one notices
GONE = (WebSocketDisconnect, RuntimeError)


async def live(socket: WebSocket) -> None:
    with contextlib.suppress(*GONE):
        await socket.accept()  # at once: opening the game may take a while
        await _live(socket)


async def _live(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    address = address_of(socket)
    with contextlib.ExitStack() as held:
        try:
            if not _same_origin(socket):
                raise Problem(403, "forbidden", "pages of other sites may not listen")
            person = await identify(house, socket)
            user = "" if person is None else person.id
            house.limits.charge(user or f"address {address}", 2)
            held.enter_context(house.sockets.taken(user, address))
            listener, first = await _welcome(house, socket, person)
        except SQLAlchemyError as error:
            LOG.error("a live connection: storage fails: %s", plainly(error))
            await socket.close(TRY_AGAIN)
            return
        except Problem as problem:
            await socket.send_text(encode(ErrorMessage(problem.fault)).decode())
            await socket.close(REFUSED)
            return
        try:
            house.tell_presence(listener.game)
            await house.wake_computers(listener.game)
            await _converse(socket, listener, first)
        finally:
            house.hub.leave(listener)
            house.tell_presence(listener.game)


def _same_origin(socket: WebSocket) -> bool:
    """Browsers name the page's origin; programs do not."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")


class Wish(Body):
    """What a page wants to hear."""

    #: none: as a spectator
    seat: str | None = None
    #: the entries that it knows already
    since: int | None = None


async def _welcome(house: House, socket: WebSocket, person: Person | None) -> tuple[Listener, Messages]:
    """Join the game with nothing missed in between: what is shown is made before, and the game's lock held for a moment.

    In that moment it is asked again whether the seat is his, and afterwards whether his session lasts: both may have ended
    while he waited. Whoever's session ends later is sent away.
    """
    wish = read_query(socket, Wish)
    game, seat = path_text(socket, "game"), wish.seat
    while True:
        table = await house.table(game)
        _check_seat(house, table, seat, person)
        side, scene = await house.read(table, lambda sight: (sight.side_of(seat), sight.scene(seat)))
        async with table.lock:
            if table.spoilt or len(table.game.entries) != scene.view.entries:
                continue  # the game has gone on: look again
            _check_seat(house, table, seat, person)
            missed = table.attend(seat, scene, wish.since)
            user, by_key = ("", False) if person is None else (person.id, person.by_key)
            listener = Listener(game, seat, user, side, by_key=by_key)
            house.hub.join(listener)
        try:
            again = await identify(house, socket)
            if (again and again.id) != (person and person.id):
                raise Problem(401, "no-session", "the session has ended")
            return listener, [await house.run(_packed, scene)] if missed is None else missed
        except BaseException:
            house.hub.leave(listener)
            raise


def _packed(scene: Scene) -> bytes:
    return encode(whole_table(scene.table()))


def _check_seat(house: House, table: OpenGame, seat: str | None, person: Person | None) -> None:
    if seat is not None and person is None:
        raise Problem(401, "no-session", "ask for /api/session first")
    if seat is not None and person is not None:
        house.check_seat(table, seat, person)


async def _converse(socket: WebSocket, listener: Listener, first: Messages) -> None:
    """Send and listen at once; when either ends, so does the other."""
    async with anyio.create_task_group() as group:

        async def hear() -> None:
            await _hear(socket)
            group.cancel_scope.cancel()

        group.start_soon(hear)
        await _send(socket, listener, first)
        group.cancel_scope.cancel()


async def _send(socket: WebSocket, listener: Listener, first: Messages) -> None:
    with contextlib.suppress(*GONE):
        for message in first:
            await socket.send_text(message.decode())
        while (later := await listener.queue.get()) is not None:
            await socket.send_text(later.decode())
        await socket.close(BEHIND)


async def _hear(socket: WebSocket) -> None:
    """A page says nothing but that it is alive; a closed connection ends it."""
    with contextlib.suppress(*GONE):
        while True:
            await socket.receive_text()

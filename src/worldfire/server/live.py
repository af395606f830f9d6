"""The live connection of a page: the table or what it has missed, then every change as it is made."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

import anyio
from starlette.websockets import WebSocket, WebSocketDisconnect

from worldfire.server.hub import Listener
from worldfire.server.messages import ErrorMessage, whole_table
from worldfire.server.problems import Problem
from worldfire.server.sessions import Person
from worldfire.server.tabling import OpenGame, encode
from worldfire.server.who import identify

if TYPE_CHECKING:
    from worldfire.server.house import House

#: close codes of the websocket
REFUSED, BEHIND = 4403, 4408


#: what is raised when the other end has gone, depending on when one notices
GONE = (WebSocketDisconnect, RuntimeError)


async def live(socket: WebSocket) -> None:
    with contextlib.suppress(*GONE):
        await socket.accept()  # at once: opening the game may take a while
        await _live(socket)


async def _live(socket: WebSocket) -> None:
    house: House = socket.app.state.house
    game = str(socket.path_params["game"])
    seat = socket.query_params.get("seat")
    since = socket.query_params.get("since", "")
    try:
        if not _same_origin(socket):
            raise Problem(403, "forbidden", "the page of another site may not listen")
        person = await identify(house, socket)
        house.limits.charge(person.id if person is not None else _address(socket), 2)
        table = await house.table(game)
        if seat is not None:
            if person is None:
                raise Problem(401, "no-session", "ask for /api/session first")
            house.check_seat(table, seat, person)
    except Problem as problem:
        await socket.send_text(encode(ErrorMessage(problem.fault)).decode())
        await socket.close(REFUSED)
        return
    listener = await _welcome(house, table, seat, person, int(since) if since.isdigit() else None)
    try:
        await _converse(socket, listener)
    finally:
        house.hub.leave(listener)
        house.tell_presence(game)


def _address(socket: WebSocket) -> str:
    return socket.client.host if socket.client else ""


def _same_origin(socket: WebSocket) -> bool:
    """Browsers name the page's origin; programs do not."""
    origin = socket.headers.get("origin")
    return origin is None or origin.partition("://")[2] == socket.headers.get("host")


async def _welcome(
    house: House, table: OpenGame, seat: str | None, person: Person | None, since: int | None
) -> Listener:
    """Join the game with nothing missed in between: the lock is held."""
    listener = Listener(table.id, seat, "" if person is None else person.id, None)
    async with table.lock:
        listener.side = await house.run(table.side_of, seat)
        audience = await house.run(table.audience, seat)
        missed = None if since is None else audience.since(since)
        if missed is None:
            listener.send(await house.run(lambda: encode(whole_table(table.scene(seat).table()))))
        else:
            for message in missed:
                listener.send(message)
        house.hub.join(listener)
    house.tell_presence(table.id)
    return listener


async def _converse(socket: WebSocket, listener: Listener) -> None:
    """Send and listen at once; when either ends, so does the other."""
    async with anyio.create_task_group() as group:

        async def hear() -> None:
            await _hear(socket)
            group.cancel_scope.cancel()

        group.start_soon(hear)
        await _send(socket, listener)
        group.cancel_scope.cancel()


async def _send(socket: WebSocket, listener: Listener) -> None:
    with contextlib.suppress(*GONE):
        while (message := await listener.queue.get()) is not None:
            await socket.send_text(message.decode())
        await socket.close(BEHIND)


async def _hear(socket: WebSocket) -> None:
    """A page says nothing but that it is alive; a closed connection ends it."""
    with contextlib.suppress(*GONE):
        while True:
            await socket.receive_text()

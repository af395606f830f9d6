"""What people say and write beside the game: chat, private notes, standing orders, the audit of the host."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from worldfire.engine.announcing import WATCH
from worldfire.players.standing_orders import Orders, wishes
from worldfire.server.hub import Listener
from worldfire.server.messages import ChatMessage
from worldfire.server.papers import EVERYBODY, Deed, Message
from worldfire.server.problems import Problem, forbidden
from worldfire.server.tabling import OpenGame, encode
from worldfire.server.wire import Ask, Body, Done, Endpoint

LONGEST_MESSAGE = 2_000
LONGEST_NOTE = 2_000
#: notes that one person may keep in a game
MOST_NOTES = 500


class Say(Body):
    text: Annotated[str, Meta(min_length=1, max_length=LONGEST_MESSAGE, pattern=r"[^ \t\r\n]")]
    to: Literal["game", "side"] = "game"
    #: as whom, if the speaker has several seats
    seat: str | None = None


class Chat(msgspec.Struct):
    messages: list[Message]


class Note(Body):
    hex: Annotated[str, Meta(min_length=1, max_length=40)]
    #: nothing: the note is thrown away
    text: Annotated[str, Meta(max_length=LONGEST_NOTE)]


class Notes(msgspec.Struct):
    notes: dict[str, str]


class SeatQuery(Body):
    seat: str


class GivenOrders(Body):
    seat: str
    orders: Orders


class ShownOrders(msgspec.Struct):
    seat: str
    orders: Orders


class Audit(msgspec.Struct):
    deeds: list[Deed]


async def _sides(ask: Ask, table: OpenGame) -> set[str]:
    """The sides that the person plays on."""
    seats = table.seats_of(ask.person.id)
    sides = await ask.house.read(table, lambda sight: {sight.side_of(seat) for seat in seats})
    return {side for side in sides if side is not None}


async def say(ask: Ask) -> Message:
    body: Say = ask.body
    text = body.text.strip(" \t\r\n")
    table = await ask.house.table(ask.game)
    mine = table.seats_of(ask.person.id)
    if body.seat is not None:
        ask.house.check_seat(table, body.seat, ask.person)
    seat = body.seat or (mine[0] if mine else "")
    audience = EVERYBODY
    if body.to == "side":
        side = await ask.house.read(table, lambda sight: sight.side_of(seat)) if seat else None
        if side is None:
            raise forbidden("only players of a side can write to it", field="to")
        audience = side
    ask.house.limits.charge(f"chat {ask.person.id}", 5)
    papers = ask.house.papers
    message = await ask.house.run(papers.say, ask.game, ask.person.id, ask.person.name, seat, audience, text)
    packed = encode(ChatMessage(**msgspec.structs.asdict(message)))
    for listener in ask.house.hub.listeners(ask.game):
        if _may_hear(listener, audience):
            listener.send(packed)
    return message


def _may_hear(listener: Listener, audience: str) -> bool:
    return audience in (EVERYBODY, listener.side)


async def chat(ask: Ask) -> Chat:
    table = await ask.house.table(ask.game)
    audiences = {EVERYBODY} | await _sides(ask, table)
    return Chat(await ask.house.run(ask.house.papers.chat, ask.game, audiences))


async def notes(ask: Ask) -> Notes:
    await ask.house.table(ask.game)
    return Notes(await ask.house.run(ask.house.papers.notes, ask.game, ask.person.id))


async def note(ask: Ask) -> Done:
    body: Note = ask.body
    table = await ask.house.table(ask.game)
    if not table.seats_of(ask.person.id):
        raise forbidden("only players with a seat can keep notes")
    known = await ask.house.run(ask.house.papers.notes, ask.game, ask.person.id)
    if body.hex not in known and len(known) >= MOST_NOTES:
        raise Problem(409, "too-many-notes", f"you have {MOST_NOTES} notes here, and there is no room for more")
    await ask.house.run(ask.house.papers.note, ask.game, ask.person.id, body.hex, body.text)
    return Done()


async def show_orders(ask: Ask) -> ShownOrders:
    table = await ask.house.table(ask.game)
    ask.house.check_seat(table, ask.query.seat, ask.person)
    return ShownOrders(ask.query.seat, await ask.house.run(ask.house.orders.of, ask.game, ask.query.seat))


async def give_orders(ask: Ask) -> ShownOrders:
    """Orders for the choices of the opponent's impulse; what concerns windows is said to the kernel as a private watch."""
    body: GivenOrders = ask.body
    house = ask.house
    table = await house.table(ask.game)
    house.check_seat(table, body.seat, ask.person)
    old = await house.run(house.orders.of, ask.game, body.seat)
    before = wishes(old)
    for kind, wish in wishes(body.orders).items():
        if wish != before[kind] and not table.still.over:
            await house.submit(ask.game, body.seat, WATCH, (kind, wish), None, ask.person, None)
    await house.run(house.orders.give, ask.game, body.seat, body.orders)
    house.computers.wake(ask.game)
    return ShownOrders(body.seat, body.orders)


async def audit(ask: Ask) -> Audit:
    """Everybody may see what the host did with the powers that others lack."""
    await ask.house.table(ask.game)
    deeds = await ask.house.run(ask.house.papers.deeds, ask.game)
    names = await ask.house.run(ask.house.sessions.names, {user for user, _, _ in deeds})
    return Audit([Deed(names.get(user, ""), what, at) for user, what, at in deeds])


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/chat", "Say something", say, Message, Say),
    Endpoint("GET", "/api/games/{game}/chat", "What was said", chat, Chat),
    Endpoint("GET", "/api/games/{game}/notes", "My notes on hexes", notes, Notes),
    Endpoint("PUT", "/api/games/{game}/notes", "Write a note on a hex", note, Done, Note),
    Endpoint("GET", "/api/games/{game}/orders", "A seat's standing orders", show_orders, ShownOrders, query=SeatQuery),
    Endpoint("PUT", "/api/games/{game}/orders", "Give standing orders", give_orders, ShownOrders, GivenOrders),
    Endpoint("GET", "/api/games/{game}/audit", "What the host did", audit, Audit),
)

"""Freeing seats: their owners leave them, and the host takes one away when that was agreed or the other players consent."""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.server.archive import COMPUTER, OPEN, PERSON, Chair
from worldfire.server.founding import SeatPlan, make_chair
from worldfire.server.problems import Problem, forbidden
from worldfire.server.tabling import OpenGame
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.words import proper


class Leave(Body):
    seat: str
    #: "open" leaves the seat to whoever comes by the new invitation
    substitute: Literal["computer", "open"] = "computer"
    player: str = ""


class Left(msgspec.Struct):
    seat: str
    invitation: str = ""


class ThisSeat(Body):
    """A person's seat that is to be freed."""

    seat: str


class Agreed(msgspec.Struct):
    seat: str
    #: may the host do it now?
    allowed: bool


class Freeing(msgspec.Struct):
    """How it stands with freeing a person's seat; people by their names."""

    #: has the game waited for him as long as was agreed?
    overdue: bool
    #: may the host do it now?
    allowed: bool
    #: has the host asked the others?
    asked: bool
    agreed: list[str]
    #: who has not agreed yet
    missing: list[str]
    #: you are one of them
    yours: bool


class FreeingList(msgspec.Struct):
    host: str
    #: days for which a person may keep the others waiting
    patience: float
    #: every seat of a person but the host's own
    seats: dict[str, Freeing]


async def show_freeing(ask: Ask) -> FreeingList:
    house = ask.house
    table = await house.table(ask.game)
    return await house.run(_told, ask, table)


def _told(ask: Ask, table: OpenGame) -> FreeingList:
    seating, card = ask.house.seating, table.card
    people = [chair for chair in card.seats if chair.kind == PERSON and chair.user not in (None, card.host)]
    standings = {chair.seat: seating.standing(table, chair) for chair in people}
    concerned = {card.host}.union(*(standing.others for standing in standings.values()))
    names = ask.house.sessions.names(concerned)
    found = {}
    for seat, standing in standings.items():
        agreed, missing = standing.others & standing.agreed, standing.others - standing.agreed
        found[seat] = Freeing(
            standing.overdue,
            standing.allowed,
            card.host in standing.agreed,
            sorted(names[user] for user in agreed if user in names),
            sorted(names[user] for user in missing if user in names),
            ask.person.id in missing,
        )
    return FreeingList(names.get(card.host, ""), seating.patience(table.id), found)


async def leave(ask: Ask) -> Left:
    """The seat's owner goes, or the host puts somebody else in his place: a person only when he may (see `seating`)."""
    body: Leave = ask.body
    house = ask.house
    kind: Literal["computer", "open"] = body.substitute
    async with house.held(ask.game) as table:
        old = table.chair(body.seat)
        if ask.person.id not in (old.user, table.card.host):
            raise forbidden("only its owner or the host may free a seat", field="seat")
        grounds = "" if old.user in (None, ask.person.id) else await _grounds(ask, table, old)
        chair, invitation = make_chair(body.seat, SeatPlan(kind, body.player), ask.person.id)
        await house.run(house.archive.seat, ask.game, chair)
        table.reseat(chair)
        await house.end_seat(table, old)
        await house.run(house.seating.forget, ask.game, body.seat)
        await _put_on_record(ask, table, old, chair, grounds)
        await house.new_dice(table)
    house.computers.wake(ask.game)
    return Left(body.seat, invitation if chair.kind == OPEN else "")


async def _grounds(ask: Ask, table: OpenGame, old: Chair) -> str:
    """Why the host may take a person's seat away; if he may not, the others are asked."""
    house = ask.house
    standing = await house.run(house.seating.standing, table, old)
    if standing.allowed:
        return standing.grounds
    await _ask_the_others(ask, table, old)
    after = f"a person’s seat is freed after {standing.patience:g} days in which the game waits for him"
    text = f"{after}, or when all other players agree" if standing.others else after
    raise Problem(409, "consent-needed", text, field="seat")


async def ask_others(ask: Ask) -> Agreed:
    """The host would like to free a person's seat: the others are asked, once."""
    house = ask.house
    async with house.held(ask.game) as table:
        if ask.person.id != table.card.host:
            raise forbidden("only the host may ask for a seat", field="seat")
        chair = _somebodys(table, ask.body.seat)
        if chair.user == table.card.host:
            raise Problem(409, "your-own", "you may leave your own seat whenever you like", field="seat")
        await _ask_the_others(ask, table, chair)
        standing = await house.run(house.seating.standing, table, chair)
    return Agreed(chair.seat, standing.allowed)


async def _ask_the_others(ask: Ask, table: OpenGame, chair: Chair) -> None:
    house = ask.house
    standing = await house.run(house.seating.standing, table, chair)
    host = table.card.host
    if host in standing.agreed or not standing.others:
        return
    await house.run(house.seating.wish, table, chair, host)
    names = await house.run(house.sessions.names, {host, chair.user or ""})
    seat = _held(chair, names)
    await house.run(house.papers.audit, ask.game, ask.person.id, f"asked the others to agree that {seat} be freed")
    question = f"{names.get(host, 'the host')} asks you to agree that {seat} be freed"
    for other in standing.others:
        house.notices.tell(other, table, _seat_of(table, other), question)


def _held(chair: Chair, names: dict[str, str]) -> str:
    """A seat with the name of who has it."""
    owner = names.get(chair.user or "")
    return f"{proper(chair.seat)}, held by {owner}," if owner else proper(chair.seat)


def _seat_of(table: OpenGame, user: str) -> str:
    """Where a letter leads him."""
    return table.seats_of(user)[0]


def _somebodys(table: OpenGame, seat: str) -> Chair:
    chair = table.chair(seat)
    if chair.kind != PERSON:
        raise Problem(409, "nobody-there", f"no person sits on {seat}", field="seat")
    return chair


async def _put_on_record(ask: Ask, table: OpenGame, old: Chair, new: Chair, grounds: str) -> None:
    """Everybody can read whose seat went to whom; who was put away is told."""
    house = ask.house
    names = await house.run(house.sessions.names, {old.user} if old.user is not None else set())
    to_computer = new.kind == COMPUTER
    if old.user == ask.person.id:
        what = f"left {proper(old.seat)} {'to a computer player' if to_computer else 'open'}"
    else:
        seat = _held(old, names)
        what = f"gave {seat} to a computer player {grounds}" if to_computer else f"freed {seat} {grounds}"
    await house.run(house.papers.audit, ask.game, ask.person.id, what.strip().removesuffix(","))
    if old.user is not None and old.user != ask.person.id:
        house.notices.tell(old.user, table, None, f"the host has freed your seat, {proper(old.seat)}, {grounds}")


async def agree(ask: Ask) -> Agreed:
    """Say that the host may free another person's seat."""
    house, seat = ask.house, ask.body.seat
    async with house.held(ask.game) as table:
        chair = _somebodys(table, seat)
        await house.run(house.seating.consent, table, chair, ask.person.id)
        names = await house.run(house.sessions.names, {chair.user or ""})
        what = f"agreed that {_held(chair, names)} be freed"
        await house.run(house.papers.audit, ask.game, ask.person.id, what)
        standing = await house.run(house.seating.standing, table, chair)
        if standing.allowed:
            host = table.card.host
            house.notices.tell(host, table, None, f"all others agree: {proper(seat)} may be freed")
    return Agreed(seat, standing.allowed)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/leave", "Leave a seat to a substitute", leave, Left, Leave),
    Endpoint("GET", "/api/games/{game}/freeing", "Who may lose his seat, and who agrees", show_freeing, FreeingList),
    Endpoint("POST", "/api/games/{game}/ask-others", "Ask for a person's seat", ask_others, Agreed, ThisSeat, cost=5),
    Endpoint("POST", "/api/games/{game}/agree", "Agree that a person's seat be freed", agree, Agreed, ThisSeat),
)

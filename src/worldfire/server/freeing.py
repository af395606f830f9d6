"""Seats that change hands: their owners leave, lend and take them back; the host takes one away as agreed or with consent."""

from __future__ import annotations

from typing import Literal

import msgspec

from worldfire.server.archive import COMPUTER, OPEN, PERSON, Chair
from worldfire.server.founding import SeatPlan, make_chair
from worldfire.server.inviting import Joined
from worldfire.server.problems import Problem, forbidden
from worldfire.server.tabling import OpenGame
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.words import proper


class Leave(Body):
    seat: str
    #: "open" leaves the seat to whoever comes by the new invitation
    substitute: Literal["computer", "open"] = "computer"
    player: str = ""
    #: for a while only: whose seat it is may take it back
    keep: bool = False


class Left(msgspec.Struct):
    seat: str
    invitation: str = ""


class ThisSeat(Body):
    """A person's seat that is to be freed, or taken back."""

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
    people = [chair for chair in card.seats if chair.owner not in (None, card.host)]
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
    """The seat's owner goes, or lends it; or the host puts somebody else in his place: of a person only when he may (see
    `seating`). Who plays a seat for somebody else can give it to another, but not away."""
    body: Leave = ask.body
    house = ask.house
    kind: Literal["computer", "open"] = body.substitute
    async with house.held(ask.game) as table:
        old, me = table.chair(body.seat), ask.person.id
        if me not in (old.user, old.owner, table.card.host):
            raise forbidden("only its owner or the host may free a seat", field="seat")
        grounds = "" if old.owner is None or me in (old.user, old.owner) else await _grounds(ask, table, old)
        kept = body.keep or (me == old.user and me != old.owner)
        chair, invitation = make_chair(body.seat, SeatPlan(kind, body.player), me)
        chair = msgspec.structs.replace(chair, kept_for=old.owner if kept else None)
        await _change_hands(ask, table, old, chair)
        await _put_on_record(ask, table, old, chair, grounds)
        await house.new_dice(table)
    house.computers.wake(ask.game)
    return Left(body.seat, invitation if chair.kind == OPEN else "")


async def _change_hands(ask: Ask, table: OpenGame, old: Chair, new: Chair) -> None:
    """Whatever the old sitter had by the seat ends; new dice are thrown from here on (`new_dice`, once it is on record)."""
    house = ask.house
    await house.run(house.archive.seat, ask.game, new)
    table.reseat(new)
    await house.end_seat(table, old)
    await house.run(house.seating.forget, ask.game, new.seat)


async def take_back(ask: Ask) -> Joined:
    """The owner of a seat that was lent plays it himself again, at once: nobody is asked."""
    house, seat, me = ask.house, ask.body.seat, ask.person.id
    async with house.held(ask.game) as table:
        old = table.chair(seat)
        if old.kept_for != me:
            raise forbidden("this seat is not yours to take back", field="seat")
        await _change_hands(ask, table, old, Chair(seat, PERSON, me))
        await house.run(house.papers.audit, ask.game, me, f"took back {proper(seat)}")
        names = await house.run(house.sessions.names, {me})
        if old.user is not None:
            house.notices.tell(old.user, table, None, f"{names.get(me, 'its owner')} has taken back {proper(seat)}")
        await house.new_dice(table)
    house.computers.wake(ask.game)
    return Joined(seat)


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
        if chair.owner == table.card.host:
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
    names = await house.run(house.sessions.names, {host, chair.owner or ""})
    seat = _held(chair, names)
    await house.run(house.papers.audit, ask.game, ask.person.id, f"asked the others to agree that {seat} be freed")
    question = f"{names.get(host, 'the host')} asks you to agree that {seat} be freed"
    for other in standing.others:
        house.notices.tell(other, table, _seat_of(table, other), question)


def _held(chair: Chair, names: dict[str, str]) -> str:
    """A seat with the name of whose it is."""
    owner = names.get(chair.owner or "")
    return f"{proper(chair.seat)}, held by {owner}," if owner else proper(chair.seat)


def _seat_of(table: OpenGame, user: str) -> str:
    """Where a letter leads him."""
    return table.seats_of(user)[0]


def _somebodys(table: OpenGame, seat: str) -> Chair:
    chair = table.chair(seat)
    if chair.owner is None:
        raise Problem(409, "nobody-there", f"{seat} is nobody's seat", field="seat")
    return chair


async def _put_on_record(ask: Ask, table: OpenGame, old: Chair, new: Chair, grounds: str) -> None:
    """Everybody can read whose seat went to whom; who was put away is told, and so is whose seat it was."""
    house, me = ask.house, ask.person.id
    names = await house.run(house.sessions.names, {old.owner} if old.owner is not None else set())
    what = _own_deed(old, new, me) if me in (old.user, old.owner) else _deed_of_the_host(old, new, names, grounds)
    await house.run(house.papers.audit, ask.game, me, what)
    seat = proper(old.seat)
    for user in {user for user in (old.user, old.owner) if user is not None and user != me}:
        told = f"the host has freed your seat, {seat}, {grounds}" if grounds else f"{seat} has been passed on"
        house.notices.tell(user, table, None, f"{told}: you may take it back" if new.kept_for == user else told)


def _own_deed(old: Chair, new: Chair, me: str) -> str:
    seat = proper(old.seat)
    if new.kept_for is None:
        return f"left {seat} {'to a computer player' if new.kind == COMPUTER else 'open'}"
    deed = "lent" if new.kept_for == me else "passed on"
    return f"{deed} {seat} to {'a computer player' if new.kind == COMPUTER else 'whoever is invited'}"


def _deed_of_the_host(old: Chair, new: Chair, names: dict[str, str], grounds: str) -> str:
    seat = _held(old, names)
    deed = f"gave {seat} to a computer player" if new.kind == COMPUTER else f"freed {seat}"
    deed = f"{deed} {grounds}".strip().removesuffix(",")
    return deed if new.kept_for is None else f"{deed}; its owner may take it back"


async def agree(ask: Ask) -> Agreed:
    """Say that the host may free another person's seat."""
    house, seat = ask.house, ask.body.seat
    async with house.held(ask.game) as table:
        chair = _somebodys(table, seat)
        await house.run(house.seating.consent, table, chair, ask.person.id)
        names = await house.run(house.sessions.names, {chair.owner or ""})
        what = f"agreed that {_held(chair, names)} be freed"
        await house.run(house.papers.audit, ask.game, ask.person.id, what)
        standing = await house.run(house.seating.standing, table, chair)
        if standing.allowed:
            host = table.card.host
            house.notices.tell(host, table, None, f"all others agree: {proper(seat)} may be freed")
    return Agreed(seat, standing.allowed)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/leave", "Leave a seat, or lend it", leave, Left, Leave),
    Endpoint("POST", "/api/games/{game}/take-back", "Play a seat again that was lent", take_back, Joined, ThisSeat),
    Endpoint("GET", "/api/games/{game}/freeing", "Who may lose his seat, and who agrees", show_freeing, FreeingList),
    Endpoint("POST", "/api/games/{game}/ask-others", "Ask for a person's seat", ask_others, Agreed, ThisSeat, cost=5),
    Endpoint("POST", "/api/games/{game}/agree", "Agree that a person's seat be freed", agree, Agreed, ThisSeat),
)

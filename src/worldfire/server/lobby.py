"""Finding and making games: catalogue, quick start, invitations, taking and leaving seats."""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from starlette.responses import Response

from worldfire.server.archive import COMPUTER, OPEN, PERSON, Card, Chair
from worldfire.server.boarding import board_document
from worldfire.server.catalogue import Catalogue, catalogue, counters_document
from worldfire.server.founding import Plan, SeatPlan, found, known_player, make_chair, set_up_for, take_seats, title_of
from worldfire.server.imagining import Imagined
from worldfire.server.problems import Problem, forbidden, not_found
from worldfire.server.sessions import token_hash
from worldfire.server.tabling import standing_of
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles import USUAL

#: requests that making a game counts for
COST_OF_A_GAME = 10


class SeatCard(msgspec.Struct):
    kind: str
    name: str
    player: str
    mine: bool


class GameCard(msgspec.Struct):
    game: str
    name: str
    campaign: str
    entries: int
    turn: str
    waiting: tuple[str, ...]
    seats: dict[str, SeatCard]
    mine: tuple[str, ...]
    over: bool
    hot_seat: bool
    host: bool
    #: none: a real game
    what_if: Imagined | None = None


class GameList(msgspec.Struct):
    games: list[GameCard]


class Quick(Body):
    seat: str
    campaign: str = ""
    exercise: str = ""
    opponent: str = ""
    set_up: Literal["default", "own"] = "default"


class Started(msgspec.Struct):
    game: str
    seat: str


class NewGame(Body):
    seats: dict[str, SeatPlan]
    campaign: str = ""
    exercise: str = ""
    options: tuple[str, ...] = ()
    name: str = msgspec.field(default="")
    #: power → seat, where powers share a seat; none: a seat for each power
    powers: dict[str, str] | None = None
    bidding: dict[str, tuple[str, ...]] | None = None
    set_up: Literal["default", "own"] = "own"
    listed: bool = True


class Created(msgspec.Struct):
    game: str
    invitations: dict[str, str]


class Join(Body):
    invitation: str


class Joined(msgspec.Struct):
    seat: str


class Leave(Body):
    seat: str
    #: "open" leaves the seat to whoever comes by the new invitation
    substitute: Literal["computer", "open"] = "computer"
    player: str = ""


class Left(msgspec.Struct):
    seat: str
    invitation: str = ""


class Title(Body):
    title: str = USUAL


# -------------------------------------------------------------------------------------------------- what can be played


async def show_catalogue(ask: Ask) -> Catalogue:
    return await ask.house.run(catalogue)


async def _document(ask: Ask, digest: str, content: bytes) -> Response:
    """Big and never changing: the page keeps it until the tables change."""
    tag = f'"{digest}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if ask.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


async def show_board(ask: Ask) -> Response:
    return await _document(ask, *await ask.house.run(board_document))


async def show_counters(ask: Ask) -> Response:
    if ask.query.title != USUAL:
        raise not_found("title", ask.query.title)
    return await _document(ask, *await ask.house.run(counters_document))


# -------------------------------------------------------------------------------------------------------- making games


def charge_for_a_game(ask: Ask) -> None:
    """Games cost room, and computer players time: by person, and by address, because guests are easily made."""
    client = ask.request.client.host if ask.request.client else ""
    ask.house.limits.charge(ask.person.id, COST_OF_A_GAME)
    ask.house.limits.charge(f"games {client}", COST_OF_A_GAME)


async def quick(ask: Ask) -> Started:
    """A game against the computer, without an account."""
    body: Quick = ask.body
    charge_for_a_game(ask)
    known_player(body.opponent)
    plan = Plan(body.campaign, body.exercise)

    def make() -> str:
        game = found(plan)
        if body.seat not in game.seats:
            seats = ", ".join(game.seats)
            raise Problem(404, "no-such-seat", f"there is no seat {body.seat!r}; the seats are {seats}", field="seat")
        others = {seat: SeatPlan("computer", body.opponent) for seat in game.seats if seat != body.seat}
        chairs, _ = take_seats(game, others | {body.seat: SeatPlan("me")}, ask.person.id)
        if body.set_up == "default":
            set_up_for(game)
        return _store(ask, game, chairs, plan, title_of(plan), listed=False)

    game = await ask.house.run(make)
    ask.house.computers.wake(game)
    return Started(game, body.seat)


async def create(ask: Ask) -> Created:
    body: NewGame = ask.body
    charge_for_a_game(ask)
    plan = Plan(body.campaign, body.exercise, body.options, body.powers, body.bidding)

    def make() -> Created:
        game = found(plan)
        chairs, invitations = take_seats(game, body.seats, ask.person.id)
        if body.set_up == "default":
            set_up_for(game)
        name = body.name.strip()[:120] or title_of(plan)
        return Created(_store(ask, game, chairs, plan, name, listed=body.listed), invitations)

    created = await ask.house.run(make)
    ask.house.computers.wake(created.game)
    return created


def _store(ask: Ask, game: Any, chairs: list[Chair], plan: Plan, name: str, *, listed: bool) -> str:
    ask.house.archive.add(
        game,
        name=name,
        campaign=plan.campaign or plan.exercise,
        host=ask.person.id,
        chairs=chairs,
        standing=standing_of(game),
        hot_seat=len(chairs) > 1 and all(chair.user == ask.person.id for chair in chairs),
        listed=listed,
    )
    return str(game.header.game_id)


# ------------------------------------------------------------------------------------------------------- the list of games


async def list_games(ask: Ask) -> GameList:
    cards = await ask.house.run(ask.house.archive.cards_of, ask.person.id)
    return GameList([await _tell(ask, card) for card in cards])


async def show_game(ask: Ask) -> GameCard:
    card = await ask.house.run(ask.house.archive.card, ask.game)
    if card is None:
        raise not_found("game", ask.game)
    told = await _tell(ask, card)
    told.what_if = await ask.house.run(ask.house.what_ifs.of, ask.game)
    return told


async def _tell(ask: Ask, card: Card) -> GameCard:
    people = {chair.user for chair in card.seats if chair.user is not None}
    names = await ask.house.run(ask.house.sessions.names, people)
    mine = tuple(chair.seat for chair in card.seats if chair.user == ask.person.id)
    return GameCard(
        card.id,
        card.name,
        card.campaign,
        card.entries,
        card.turn,
        card.waiting,
        {
            chair.seat: SeatCard(chair.kind, names.get(chair.user or "", ""), chair.player, chair.seat in mine)
            for chair in card.seats
        },
        mine,
        card.over,
        card.hot_seat,
        card.host == ask.person.id,
    )


# -------------------------------------------------------------------------------------------------- taking and leaving seats


async def join(ask: Ask) -> Joined:
    table = await ask.house.table(ask.game)
    invitation = token_hash(ask.body.invitation)
    seat = await ask.house.run(ask.house.archive.take_invitation, ask.game, invitation, ask.person.id)
    if seat is None:
        raise forbidden("the invitation is not valid, or its seat is taken", field="invitation")
    table.reseat(Chair(seat, PERSON, ask.person.id))
    ask.house.computers.wake(ask.game)
    return Joined(seat)


async def leave(ask: Ask) -> Left:
    """The seat's owner goes, or the host puts somebody else in his place."""
    body: Leave = ask.body
    house = ask.house
    table = await house.table(ask.game)
    old = table.chair(body.seat)
    host = table.card.host == ask.person.id
    if old.user != ask.person.id and not host:
        raise forbidden("only its owner or the host may free a seat", field="seat")
    kind: Literal["computer", "open"] = body.substitute
    chair, invitation = make_chair(body.seat, SeatPlan(kind, body.player), ask.person.id)
    await house.run(house.archive.seat, ask.game, chair)
    await house.run(house.orders.forget, ask.game, body.seat)
    table.reseat(chair)
    house.hub.unseat(ask.game, body.seat, chair.user)
    if old.user != ask.person.id:
        what = f"put {'a computer player' if chair.kind == COMPUTER else 'nobody'} on {body.seat}"
        await house.run(house.papers.audit, ask.game, ask.person.id, what)
    house.computers.wake(ask.game)
    return Left(body.seat, invitation if chair.kind == OPEN else "")


ENDPOINTS = (
    Endpoint("GET", "/api/catalogue", "What can be played", show_catalogue, Catalogue),
    Endpoint("GET", "/api/board", "The whole board in columns", show_board, dict[str, Any]),
    Endpoint("GET", "/api/counters", "Every counter of a title", show_counters, dict[str, Any], query=Title),
    Endpoint("POST", "/api/quick", "A game against the computer at once", quick, Started, Quick),
    Endpoint("POST", "/api/games", "A new game", create, Created, NewGame),
    Endpoint("GET", "/api/games", "My games, and those with an open seat", list_games, GameList),
    Endpoint("GET", "/api/games/{game}", "One game's card", show_game, GameCard),
    Endpoint("POST", "/api/games/{game}/join", "Take the seat of an invitation", join, Joined, Join),
    Endpoint("POST", "/api/games/{game}/leave", "Leave a seat to a substitute", leave, Left, Leave),
)

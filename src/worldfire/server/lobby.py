"""Finding and making games: catalogue, quick start, tables with invitations, the list of games."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from worldfire.server.archive import Card, Chair, Place
from worldfire.server.boarding import BoardDocument, GlobeDocument, board_document, globe_document
from worldfire.server.catalogue import (
    Catalogue,
    CatalogueQuery,
    CounterSheet,
    LookDocument,
    TitleQuery,
    catalogue,
    counters_document,
    look_of,
    title_asked_for,
)
from worldfire.server.founding import (
    Plan,
    SeatPlan,
    agree_with_oneself,
    found,
    known_player,
    set_up_for,
    take_seats,
    title_of,
)
from worldfire.server.imagining import Imagined
from worldfire.server.problems import Problem, not_found
from worldfire.server.seating import LEAST_PATIENCE, MOST_PATIENCE, USUAL_PATIENCE
from worldfire.server.tabling import standing_of
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles import USUAL

#: requests that making a game counts for
COST_OF_A_GAME = 10
LONGEST_NAME = 120


class SeatCard(msgspec.Struct):
    kind: str
    name: str
    player: str
    mine: bool
    #: whose seat it is while somebody else plays it; empty: nobody may take it back
    kept_for: str = ""
    #: you may
    yours: bool = False


class GameCard(msgspec.Struct):
    game: str
    name: str
    campaign: str
    entries: int
    turn: str
    waiting: tuple[str, ...]
    seats: dict[str, SeatCard]
    mine: tuple[str, ...]
    #: seats of yours that somebody else plays for now
    lent: tuple[str, ...]
    over: bool
    hot_seat: bool
    host: bool
    #: the newest line of chat that everybody may read; 0: none
    said: int = 0
    #: none: a real game
    what_if: Imagined | None = None
    #: days of silence after which the host may free a person's seat; told with the card of one game
    patience: float | None = None


class GameList(msgspec.Struct):
    games: list[GameCard]
    #: what to ask for `before` to see more of mine, and more open tables; none: that is all
    more_mine: str | None = None
    more_open: str | None = None


class ListQuery(Body):
    which: Literal["all", "mine", "open"] = "all"
    #: go on after the last page, as that one said
    before: Annotated[str, Meta(pattern=r"^[0-9]{1,12}(\.[0-9]{1,9})?~[A-Za-z0-9_.-]{1,40}$")] | None = None


class Quick(Body):
    seat: str
    campaign: str = ""
    exercise: str = ""
    #: which game of the family it is of; none: the usual one
    title: str = USUAL
    options: tuple[str, ...] = ()
    opponent: str = ""
    set_up: Literal["default", "own"] = "default"


class Started(msgspec.Struct):
    game: str
    seat: str


class NewGame(Body):
    seats: dict[str, SeatPlan]
    campaign: str = ""
    exercise: str = ""
    #: which game of the family it is of; none: the usual one
    title: str = USUAL
    options: tuple[str, ...] = ()
    name: Annotated[str, Meta(max_length=LONGEST_NAME)] = ""
    #: power → seat, where powers share a seat; none: a seat for each power
    powers: dict[str, str] | None = None
    #: player → a group of powers of one side: the players bid for the groups (24.1.2), whichever they begin with
    bidding: dict[str, tuple[str, ...]] | None = None
    set_up: Literal["default", "own"] = "own"
    listed: bool = True
    #: days for which a person may keep the others waiting before the host may give his seat to somebody else
    patience: Annotated[float, msgspec.Meta(ge=LEAST_PATIENCE, le=MOST_PATIENCE)] = USUAL_PATIENCE


class Created(msgspec.Struct):
    game: str
    invitations: dict[str, str]


# -------------------------------------------------------------------------------------------------- what can be played


async def show_catalogue(ask: Ask) -> Catalogue:
    return await ask.house.run(catalogue, ask.query.title)


async def _document(ask: Ask, digest: str, content: bytes) -> Response:
    """Big and never changing: the page keeps it until the tables change."""
    tag = f'"{digest}"'
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if ask.request.headers.get("if-none-match") == tag:
        return Response(status_code=304, headers=headers)
    return Response(content, headers=headers, media_type="application/json")


async def show_board(ask: Ask) -> Response:
    return await _document(ask, *await ask.house.run(board_document, title_asked_for(ask)))


async def show_globe(ask: Ask) -> Response:
    return await _document(ask, *await ask.house.run(globe_document, title_asked_for(ask)))


async def show_look(ask: Ask) -> LookDocument:
    return await ask.house.run(look_of, title_asked_for(ask))


async def show_counters(ask: Ask) -> Response:
    return await _document(ask, *await ask.house.run(counters_document, title_asked_for(ask)))


# -------------------------------------------------------------------------------------------------------- making games


def charge_for_a_game(ask: Ask) -> None:
    """Games cost room, and computer players time: by person, and by address, because guests are easily made."""
    ask.house.limits.charge(ask.person.id, COST_OF_A_GAME)
    ask.house.limits.charge(f"games {ask.address}", COST_OF_A_GAME)


async def quick(ask: Ask) -> Started:
    """A game against the computer, without an account."""
    body: Quick = ask.body
    charge_for_a_game(ask)
    known_player(body.opponent)
    plan = Plan(body.campaign, body.exercise, body.options, title=body.title)

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
    plan = Plan(body.campaign, body.exercise, body.options, body.powers, body.bidding, body.title)
    if body.bidding and body.set_up == "default":
        raise Problem(422, "wrong-request", "the powers are set up by whoever has won them", field="set_up")

    def make() -> Created:
        game = found(plan)
        chairs, invitations = take_seats(game, body.seats, ask.person.id)
        if body.set_up == "default":
            set_up_for(game)
        agree_with_oneself(game, chairs)
        name = name_of_table(body.name) or title_of(plan)
        stored = _store(ask, game, chairs, plan, name, listed=body.listed)
        ask.house.seating.agree_on(stored, body.patience)
        return Created(stored, invitations)

    created = await ask.house.run(make)
    ask.house.computers.wake(created.game)
    return created


def name_of_table(name: str) -> str:
    """One line, as others read it in lists and letters."""
    name = name.strip()
    if not name.isprintable():
        raise Problem(422, "name", "a table's name has one line", field="name")
    return name


def _store(ask: Ask, game: Any, chairs: list[Chair], plan: Plan, name: str, *, listed: bool) -> str:
    ask.house.room.check(ask.person.id, ask.address, chairs, listed=listed)
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
    ask.house.room.note(game.header.game_id, ask.address)
    return str(game.header.game_id)


# ------------------------------------------------------------------------------------------------------- the list of games


#: games on a page of the list
PAGE = 50


async def list_games(ask: Ask) -> GameList:
    """My games, and the tables of others with an open seat: the newest of both, or a further page of one."""
    query: ListQuery = ask.query
    before = _place(query.before)
    archive, user = ask.house.archive, ask.person.id

    def read() -> GameList:
        mine = archive.cards_of(user, before, PAGE + 1) if query.which != "open" else []
        others = archive.open_cards(user, before, PAGE + 1) if query.which != "mine" else []
        shown = [*mine[:PAGE], *others[:PAGE]]
        names = ask.house.sessions.names({user for card in shown for user in card.people})
        told = [_tell(ask, card, names) for card in shown]
        said = ask.house.papers.last_said([card.id for card in mine[:PAGE]])
        for card in told:
            card.said = said.get(card.game, 0)
        return GameList(told, _more(mine), _more(others))

    return await ask.house.run(read)


def _more(cards: list[Card]) -> str | None:
    return f"{cards[PAGE - 1].last_moved!r}~{cards[PAGE - 1].id}" if len(cards) > PAGE else None


def _place(text: str | None) -> Place | None:
    if text is None:
        return None
    moved, _, game = text.partition("~")
    return float(moved), game


async def show_game(ask: Ask) -> GameCard:
    card = await ask.house.run(ask.house.archive.card, ask.game)
    if card is None:
        raise not_found("game", ask.game)
    told = _tell(ask, card, await ask.house.run(ask.house.sessions.names, card.people))
    told.what_if = await ask.house.run(ask.house.what_ifs.of, ask.game)
    told.patience = await ask.house.run(ask.house.seating.patience, ask.game)
    return told


def seat_cards(card: Card, names: dict[str, str], user: str) -> dict[str, SeatCard]:
    """Who sits where, as a person is told."""
    return {
        chair.seat: SeatCard(
            chair.kind,
            names.get(chair.user or "", ""),
            chair.player,
            chair.user == user,
            names.get(chair.kept_for or "", ""),
            chair.kept_for == user,
        )
        for chair in card.seats
    }


def _tell(ask: Ask, card: Card, names: dict[str, str]) -> GameCard:
    mine = tuple(chair.seat for chair in card.seats if chair.user == ask.person.id)
    lent = tuple(chair.seat for chair in card.seats if chair.kept_for == ask.person.id)
    return GameCard(
        card.id,
        card.name,
        card.campaign,
        card.entries,
        card.turn,
        card.waiting,
        seat_cards(card, names, ask.person.id),
        mine,
        lent,
        card.over,
        card.hot_seat,
        card.host == ask.person.id,
    )


ENDPOINTS = (
    Endpoint("GET", "/api/catalogue", "What can be played", show_catalogue, Catalogue, query=CatalogueQuery),
    Endpoint("GET", "/api/board", "The whole board of a title in columns", show_board, BoardDocument, query=TitleQuery),
    Endpoint("GET", "/api/globe", "Where the board lies in the world", show_globe, GlobeDocument, query=TitleQuery),
    Endpoint("GET", "/api/counters", "Every counter of a title", show_counters, CounterSheet, query=TitleQuery),
    Endpoint("GET", "/api/look", "The colours and marks of a title", show_look, LookDocument, query=TitleQuery),
    Endpoint("POST", "/api/quick", "A game against the computer at once", quick, Started, Quick),
    Endpoint("POST", "/api/games", "A new game", create, Created, NewGame),
    Endpoint("GET", "/api/games", "My games, and tables with an open seat", list_games, GameList, query=ListQuery),
    Endpoint("GET", "/api/games/{game}", "One game's card", show_game, GameCard),
)

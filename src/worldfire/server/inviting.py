"""What an invitation is to: told before anybody takes the seat."""

from __future__ import annotations

import msgspec

from worldfire.advice.standing import standing
from worldfire.forces.who import POWER_NAMES, SEAT
from worldfire.rules.s24_1_bidding import BIDDING
from worldfire.server.archive import OPEN, PERSON, Chair
from worldfire.server.lobby import SeatCard, seat_cards
from worldfire.server.problems import forbidden
from worldfire.server.sessions import token_hash
from worldfire.server.tabling import OpenGame, Sight
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.titles import title_named
from worldfire.titles.exercises import exercise_names, load_exercise
from worldfire.words import proper


class Invited(Body):
    invitation: str


class GameTold(msgspec.Struct):
    """What the game is, as it stands; empty words where there are none."""

    campaign: str
    #: how it began, how it is won, and who is how far
    story: str
    how: str
    headline: str
    options: list[str]


class Invitation(msgspec.Struct):
    #: the table's name, and who invites
    name: str
    host: str
    seat: str
    #: who lends it and may take it back; empty: it is given for good
    kept_for: str
    side: str
    powers: list[str]
    #: what one's side should try
    counsel: str
    game: GameTold
    turn: str
    over: bool
    #: days for which a person may keep the others waiting
    patience: float
    seats: dict[str, SeatCard]
    #: seats that you have at this table already
    mine: list[str]


class Joined(msgspec.Struct):
    seat: str


def _no_seat() -> Exception:
    return forbidden("the invitation is not valid, or its seat is taken", field="invitation")


async def show_invitation(ask: Ask) -> Invitation:
    house = ask.house
    table = await house.table(ask.game)
    wanted = token_hash(ask.body.invitation)
    chair = next((one for one in table.card.seats if one.kind == OPEN and one.invitation == wanted), None)
    if chair is None:
        raise _no_seat()
    seat, card, mine = chair.seat, table.card, table.seats_of(ask.person.id)
    names = await house.run(house.sessions.names, card.people | {card.host})
    patience = await house.run(house.seating.patience, ask.game)

    def look(sight: Sight) -> Invitation:
        game = sight.imagined(None)
        owners, powers = game.state[SEAT], game.state.get(POWER_NAMES)
        auctioned = game.on_stack(BIDDING.name)  # whose powers are whose is not known yet
        number, side = game.seats.index(seat), "" if auctioned else sight.side_of(seat) or ""
        counsel = next((one.text for one in standing(game).counsel if one.side == side), "")
        return Invitation(
            card.name,
            names.get(card.host, ""),
            seat,
            names.get(chair.kept_for or "", ""),
            side,
            [power for power, owner in zip(powers, owners, strict=True) if owner == number and not auctioned],
            counsel,
            _game(table, sight),
            card.turn,
            table.still.over,
            patience,
            seat_cards(card, names, ask.person.id),
            mine,
        )

    return await house.read(table, look)


def _game(table: OpenGame, sight: Sight) -> GameTold:
    game = sight.imagined(None)
    header, now = game.header, standing(game)
    chosen = set(header.options)
    options = [option.name for option in title_named(header.title).rules.options if option.key in chosen]
    if now.campaign:
        return GameTold(now.campaign, now.story, now.how, now.headline, options)
    name = table.card.campaign
    story = load_exercise(name).summary if name in exercise_names() else ""
    return GameTold(proper(name), story, "", "", options)


async def join(ask: Ask) -> Joined:
    invitation = token_hash(ask.body.invitation)
    async with ask.house.held(ask.game) as table:
        seat = await ask.house.run(ask.house.archive.take_invitation, ask.game, invitation, ask.person.id)
        if seat is None:
            raise _no_seat()
        table.reseat(Chair(seat, PERSON, ask.person.id, kept_for=table.chair(seat).kept_for))
        await ask.house.run(ask.house.papers.audit, ask.game, ask.person.id, f"took {proper(seat)} by an invitation")
        await ask.house.new_dice(table)
    ask.house.computers.wake(ask.game)
    return Joined(seat)


ENDPOINTS = (
    Endpoint("POST", "/api/games/{game}/invitation", "What an invitation is to", show_invitation, Invitation, Invited),
    Endpoint("POST", "/api/games/{game}/join", "Take the seat of an invitation", join, Joined, Invited),
)

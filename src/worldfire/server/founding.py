"""How a game comes into being: a campaign or an exercise, who sits where, and the set-up if it is left to the computer."""

from __future__ import annotations

import re
import secrets
from collections.abc import Iterable, Mapping
from itertools import permutations
from random import Random
from typing import Literal

import msgspec

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.players import default_player
from worldfire.players.courtesy import to_oneself
from worldfire.players.table import PLAYERS
from worldfire.rules.s24_1_set_up import is_being_set_up
from worldfire.server.archive import COMPUTER, OPEN, PERSON, Chair
from worldfire.server.computers import best_player
from worldfire.server.problems import Problem
from worldfire.server.sessions import token_hash
from worldfire.server.wire import Body
from worldfire.tables.collection import UnknownNameError
from worldfire.titles import TITLES, USUAL
from worldfire.titles.campaigns import begin_campaign, campaign_named
from worldfire.titles.exercises import UnknownExercise, load_exercise

SEAT_NAME = re.compile(r"\w[\w -]{0,39}")


class SeatPlan(Body):
    """Who shall sit on a seat."""

    kind: Literal["me", "open", "computer"]
    player: str = ""


class Plan(msgspec.Struct, frozen=True):
    """A game to be made."""

    campaign: str = ""
    exercise: str = ""
    options: tuple[str, ...] = ()
    #: power → seat, where powers share a seat
    powers: dict[str, str] | None = None
    #: player → the powers of a group: the players bid for the groups (24.1.2)
    bidding: dict[str, tuple[str, ...]] | None = None
    #: which game of the family it is of
    title: str = USUAL


def found(plan: Plan, secret: bytes | None = None) -> Game:
    """The new game at its first decision; its dice come from the secret. If none is given they are made anew as it goes on."""
    if bool(plan.campaign) == bool(plan.exercise):
        raise Problem(422, "wrong-request", "name a campaign or an exercise", field="campaign")
    if plan.title not in TITLES:
        raise Problem(404, "not-found", f"there is no title {plan.title!r}", field="title")
    check_seat_names((plan.powers or {}).values(), field="powers")
    check_seat_names(plan.bidding or {}, field="bidding")
    spare = secrets.token_bytes(32) if secret is None else None
    try:
        if plan.exercise:
            return load_exercise(plan.exercise, plan.title).begin(secret=secret, spare=spare)
        return begin_campaign(
            plan.campaign,
            seats=plan.powers,
            options=plan.options,
            length="campaign",
            bidding=plan.bidding,
            title=plan.title,
            secret=secret,
            spare=spare,
        )
    except UnknownExercise as error:
        raise Problem(404, "not-found", str(error), field="exercise") from error
    except UnknownNameError as error:
        raise Problem(404, "not-found", str(error), field="campaign") from error
    except RulesetError as error:
        raise Problem(422, "refused", str(error), field="options") from error


def title_of(plan: Plan) -> str:
    return campaign_named(plan.campaign, plan.title).name if plan.campaign else plan.exercise


def take_seats(game: Position, plans: Mapping[str, SeatPlan], user: str) -> tuple[list[Chair], dict[str, str]]:
    """The chairs, and the invitation for each open seat; who is not named is played by the computer."""
    unknown = sorted(set(plans) - set(game.seats))
    if unknown:
        seats = ", ".join(game.seats)
        raise Problem(404, "no-such-seat", f"there is no seat {unknown[0]!r}; the seats are {seats}", field="seats")
    chairs, invitations = [], {}
    for seat in game.seats:
        chair, invitation = make_chair(seat, plans.get(seat, SeatPlan("computer")), user)
        chairs.append(chair)
        if invitation:
            invitations[seat] = invitation
    return chairs, invitations


def check_seat_names(seats: Iterable[str], *, field: str) -> None:
    """Names that people choose stand in headers, addresses and letters."""
    for seat in seats:
        if not SEAT_NAME.fullmatch(seat):
            raise Problem(422, "seat-name", "a seat's name has 1 to 40 letters, digits, spaces, _ or -", field=field)


def make_chair(seat: str, plan: SeatPlan, user: str) -> tuple[Chair, str]:
    if plan.kind == "me":
        return Chair(seat, PERSON, user), ""
    if plan.kind == "computer":
        return Chair(seat, COMPUTER, None, known_player(plan.player)), ""
    invitation = secrets.token_urlsafe(24)
    return Chair(seat, OPEN, None, "", token_hash(invitation)), invitation


def known_player(name: str) -> str:
    if name and name not in PLAYERS:
        raise Problem(404, "not-found", f"there is no player {name!r}; there are {', '.join(PLAYERS)}", field="player")
    return name or best_player()


def agree_with_oneself(game: Game, chairs: Iterable[Chair]) -> None:
    """Seats of one person that are on one side allow each other what allies can allow."""
    seated = [chair for chair in chairs if chair.kind == PERSON]
    for giver, taker in permutations(seated, 2):
        action = to_oneself(game, giver.seat, taker.seat) if giver.user == taker.user else None
        if action is not None:
            game.submit(giver.seat, *action)


def set_up_for(game: Game) -> None:
    """The set-up by the default placement, for every seat."""
    rng = Random()
    while not game.over and is_being_set_up(game):
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = default_player.pick(game, seat, rng)
        game.submit(seat, verb, noun, decision)

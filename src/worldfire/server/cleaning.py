"""What nobody comes back to: quick games of guests, and guests without games. Accounts and games among people stay."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, Connection, and_, delete, exists, or_, select

from worldfire.server.archive import OPEN
from worldfire.server.database import Database
from worldfire.server.tables import (
    AGREEMENTS,
    API_KEYS,
    AUDIT,
    CHAT,
    CONSENTS,
    ENTRIES,
    GAMES,
    NOTES,
    NOTICES,
    ORDERS,
    ORIGINS,
    PROOFS,
    SEATS,
    SECRETS,
    USERS,
    WHAT_IFS,
)

DAY = 24 * 3600.0

#: everything of a game, what refers to others first
_OF_A_GAME = (ORIGINS, CHAT, NOTES, ORDERS, NOTICES, AUDIT, ENTRIES, SEATS, WHAT_IFS, SECRETS, AGREEMENTS, CONSENTS)


def delete_game(connection: Connection, game: str) -> None:
    for table in _OF_A_GAME:
        connection.execute(delete(table).where(table.c.game == game))
    connection.execute(delete(GAMES).where(GAMES.c.id == game))


class Cleaned(msgspec.Struct, frozen=True):
    """What was deleted: the ids."""

    games: tuple[str, ...] = ()
    guests: tuple[str, ...] = ()


def _guest(user: ColumnElement[str]) -> ColumnElement[bool]:
    return exists().where(and_(USERS.c.id == user, USERS.c.password.is_(None)))


def _abandoned_games(before: float) -> ColumnElement[bool]:
    """Unlisted, of a guest, in which nobody else has a seat or may take one, and where nobody has done or said anything."""
    others = (and_(user.is_not(None), user != GAMES.c.host) for user in (SEATS.c.user, SEATS.c.kept_for))
    shared = or_(SEATS.c.kind == OPEN, *others)
    return and_(
        GAMES.c.last_moved < before,
        ~GAMES.c.listed,
        _guest(GAMES.c.host),
        ~exists().where(and_(SEATS.c.game == GAMES.c.id, shared)),
        ~exists().where(and_(CHAT.c.game == GAMES.c.id, CHAT.c.at >= before)),
    )


def _abandoned_guests(before: float) -> ColumnElement[bool]:
    """Programs keep their keys, and with them their names."""
    return and_(
        USERS.c.password.is_(None),
        USERS.c.created < before,
        ~exists().where(GAMES.c.host == USERS.c.id),
        ~exists().where(or_(SEATS.c.user == USERS.c.id, SEATS.c.kept_for == USERS.c.id)),
        ~exists().where(API_KEYS.c.user == USERS.c.id),
    )


def clean(database: Database, before: float, watched: frozenset[str] = frozenset()) -> Cleaned:
    """Delete what was left alone since before this moment; games that somebody is looking at stay."""
    with database.reading() as connection:
        found = connection.execute(select(GAMES.c.id).where(_abandoned_games(before))).scalars().all()
    games = tuple(game for game in found if game not in watched)
    for game in games:  # a transaction each: a log may be long, and others want to write
        with database.writing() as connection:
            delete_game(connection, game)
    with database.writing() as connection:
        guests = tuple(connection.execute(select(USERS.c.id).where(_abandoned_guests(before))).scalars())
        for guest in guests:
            connection.execute(delete(NOTICES).where(NOTICES.c.user == guest))
            connection.execute(delete(PROOFS).where(PROOFS.c.user == guest))
            connection.execute(delete(USERS).where(USERS.c.id == guest))
    return Cleaned(games, guests)

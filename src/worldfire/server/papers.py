"""What people write beside the game: chat, private notes on hexes, notices to be read, and the audit of host powers."""

from __future__ import annotations

import time
from collections.abc import Iterable

import msgspec
from sqlalchemy import and_, delete, func, insert, select, update

from worldfire.server.database import Database
from worldfire.server.tables import AUDIT, CHAT, NOTES, NOTICES

#: messages of a chat that are shown
CHAT_SHOWN = 200
NOTICES_SHOWN = 50
EVERYBODY = "game"


class Message(msgspec.Struct, frozen=True):
    """A line of chat; `to` is "game" or the side that may read it."""

    id: int
    name: str
    seat: str
    to: str
    text: str
    at: float


class Notice(msgspec.Struct, frozen=True):
    id: int
    game: str
    text: str
    at: float
    read: bool


class Deed(msgspec.Struct, frozen=True):
    """Something that a host did with his powers."""

    name: str
    what: str
    at: float


class Papers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def say(self, game: str, user: str, name: str, seat: str, to: str, text: str) -> Message:
        now = time.time()
        row = {"game": game, "user": user, "name": name, "seat": seat, "audience": to, "text": text, "at": now}
        with self._database.writing() as connection:
            number = connection.execute(insert(CHAT).values(row).returning(CHAT.c.id)).scalar_one()
        return Message(number, name, seat, to, text, now)

    def chat(self, game: str, audiences: Iterable[str]) -> list[Message]:
        wanted = select(CHAT).where(and_(CHAT.c.game == game, CHAT.c.audience.in_(list(audiences))))
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by(CHAT.c.id.desc()).limit(CHAT_SHOWN)).all()
        return [Message(row.id, row.name, row.seat, row.audience, row.text, row.at) for row in reversed(rows)]

    def last_said(self, games: list[str]) -> dict[str, int]:
        """Game → the newest line that everybody may read."""
        wanted = select(CHAT.c.game, func.max(CHAT.c.id).label("last"))
        here = and_(CHAT.c.game.in_(games), CHAT.c.audience == EVERYBODY)
        with self._database.reading() as connection:
            return {row.game: row.last for row in connection.execute(wanted.where(here).group_by(CHAT.c.game))}

    # ---------------------------------------------------------------------------------------------------------- notes

    def notes(self, game: str, user: str) -> dict[str, str]:
        wanted = select(NOTES.c.hex, NOTES.c.text).where(and_(NOTES.c.game == game, NOTES.c.user == user))
        with self._database.reading() as connection:
            return {row.hex: row.text for row in connection.execute(wanted)}

    def note(self, game: str, user: str, place: str, text: str) -> None:
        with self._database.writing() as connection:
            here = and_(NOTES.c.game == game, NOTES.c.user == user, NOTES.c.hex == place)
            connection.execute(delete(NOTES).where(here))
            if text:
                connection.execute(insert(NOTES).values(game=game, user=user, hex=place, text=text))

    def forget_notes(self, game: str, user: str) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(NOTES).where(and_(NOTES.c.game == game, NOTES.c.user == user)))

    # -------------------------------------------------------------------------------------------------------- notices

    def notify(self, user: str, game: str, text: str) -> Notice:
        now = time.time()
        row = {"user": user, "game": game, "text": text, "at": now, "read": False}
        with self._database.writing() as connection:
            number = connection.execute(insert(NOTICES).values(row).returning(NOTICES.c.id)).scalar_one()
        return Notice(number, game, text, now, False)

    def notices(self, user: str) -> list[Notice]:
        wanted = select(NOTICES).where(NOTICES.c.user == user).order_by(NOTICES.c.id.desc()).limit(NOTICES_SHOWN)
        with self._database.reading() as connection:
            rows = connection.execute(wanted).all()
        return [Notice(row.id, row.game, row.text, row.at, row.read) for row in rows]

    def read_notices(self, user: str) -> None:
        with self._database.writing() as connection:
            connection.execute(update(NOTICES).where(NOTICES.c.user == user).values(read=True))

    # ---------------------------------------------------------------------------------------------------------- audit

    def audit(self, game: str, user: str, what: str) -> None:
        with self._database.writing() as connection:
            connection.execute(insert(AUDIT).values(game=game, user=user, what=what, at=time.time()))

    def deeds(self, game: str) -> list[tuple[str, str, float]]:
        wanted = select(AUDIT).where(AUDIT.c.game == game).order_by(AUDIT.c.id)
        with self._database.reading() as connection:
            return [(row.user, row.what, row.at) for row in connection.execute(wanted)]

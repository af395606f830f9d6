"""How many unfinished games somebody may have, and how many may come from one address: room on the disk is everybody's."""

from __future__ import annotations

from hashlib import sha256

import msgspec
from sqlalchemy import ColumnElement, and_, exists, func, insert, select

from worldfire.server.archive import COMPUTER, OPEN, Chair
from worldfire.server.database import Database
from worldfire.server.problems import Problem
from worldfire.server.tables import GAMES, ORIGINS, SEATS


class Most(msgspec.Struct, frozen=True):
    """Unfinished games: all, those that nobody plays in, those that everybody sees because a seat is open."""

    games: int
    computers_only: int
    open: int


class Room:
    def __init__(self, database: Database, by_person: Most, by_address: Most) -> None:
        self._database = database
        self._by_person = by_person
        self._by_address = by_address

    def check(self, user: str, address: str, chairs: list[Chair], *, listed: bool) -> None:
        """May one more game be made?"""
        kinds = {chair.kind for chair in chairs}
        whose = ((GAMES.c.host == user, self._by_person), (_from(address), self._by_address))
        for mine, most in whose:
            self._check(mine, most.games, "games that are not over")
            if kinds == {COMPUTER}:
                self._check(and_(mine, ~_has(SEATS.c.kind != COMPUTER)), most.computers_only, "games among computers")
            if listed and OPEN in kinds:
                self._check(
                    and_(mine, GAMES.c.listed, _has(SEATS.c.kind == OPEN)), most.open, "tables with an open seat"
                )

    def _check(self, which: ColumnElement[bool], most: int, what: str) -> None:
        wanted = select(GAMES.c.id).where(and_(~GAMES.c.over, which)).limit(most)
        with self._database.reading() as connection:
            found = connection.execute(select(func.count()).select_from(wanted.subquery())).scalar_one()
        if found >= most:
            raise Problem(409, "too-many-games", f"you have {found} {what}, and there is no room for more")

    def note(self, game: str, address: str) -> None:
        """Where a game was made; the address itself is not kept."""
        with self._database.writing() as connection:
            connection.execute(insert(ORIGINS).values(game=game, address=_hidden(address)))


def _has(seats: ColumnElement[bool]) -> ColumnElement[bool]:
    return exists().where(and_(SEATS.c.game == GAMES.c.id, seats))


def _from(address: str) -> ColumnElement[bool]:
    return GAMES.c.id.in_(select(ORIGINS.c.game).where(ORIGINS.c.address == _hidden(address)))


def _hidden(address: str) -> str:
    return sha256(f"worldfire address {address}".encode()).hexdigest()

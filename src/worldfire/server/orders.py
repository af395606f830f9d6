"""Standing orders of seats: kept in the database, remembered while their games are open."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import and_, delete, insert, select

from worldfire.engine.game import Game
from worldfire.players.standing_orders import NONE, Orders, answer
from worldfire.server.database import Database
from worldfire.server.tables import ORDERS


class StandingOrders:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._known: dict[tuple[str, str], Orders] = {}

    def of(self, game: str, seat: str) -> Orders:
        known = self._known.get((game, seat))
        if known is None:
            wanted = select(ORDERS.c.orders).where(and_(ORDERS.c.game == game, ORDERS.c.seat == seat))
            with self._database.reading() as connection:
                text = connection.execute(wanted).scalar_one_or_none()
            known = NONE if text is None else msgspec.json.decode(text, type=Orders)
            self._known[game, seat] = known
        return known

    def are_none(self, game: str, seat: str) -> bool:
        """Is it known, without asking the database, that there are no orders?"""
        return self._known.get((game, seat)) == NONE

    def give(self, game: str, seat: str, orders: Orders) -> None:
        with self._database.writing() as connection:
            connection.execute(delete(ORDERS).where(and_(ORDERS.c.game == game, ORDERS.c.seat == seat)))
            text = msgspec.json.encode(orders).decode()
            connection.execute(insert(ORDERS).values(game=game, seat=seat, orders=text))
        self._known[game, seat] = orders

    def forget(self, game: str, seat: str) -> None:
        """Whoever takes the seat over gives his own orders."""
        with self._database.writing() as connection:
            connection.execute(delete(ORDERS).where(and_(ORDERS.c.game == game, ORDERS.c.seat == seat)))
        self._known.pop((game, seat), None)

    def close(self, game: str) -> None:
        """The game leaves memory."""
        for place in [place for place in self._known if place[0] == game]:
            del self._known[place]

    def answer(self, game: Game, seat: str) -> tuple[str, Any] | None:
        return answer(game, seat, self.of(game.header.game_id, seat))

"""Games that a person has imagined from his own seat, to try things out: made from a view, kept for a while, thrown away."""

from __future__ import annotations

from random import Random

import msgspec
from sqlalchemy import and_, insert, select

from worldfire.engine.chance import SealedChance, commitment
from worldfire.engine.game import Game
from worldfire.engine.state import pack_state
from worldfire.engine.views import Seat, imagine, view
from worldfire.server.cleaning import delete_game
from worldfire.server.database import Database
from worldfire.server.tables import GAMES, WHAT_IFS

#: what-ifs that one person may keep, and the seconds after which one that nobody goes on with is thrown away
MOST_KEPT = 20
KEPT_FOR = 14 * 24 * 3600.0


class Imagined(msgspec.Struct, frozen=True):
    """What a what-if was imagined from: a seat of a real game after so many entries."""

    game: str
    seat: str
    entries: int


def imagined_game(game: Game, seat: Seat, rng: Random) -> Game:
    """A game of its own that begins with what the seat may know; everything hidden, and the dice, come from `rng`.

    Only the view goes into it, so two games that look the same to the seat give the same game for the same `rng`.
    """
    seen = view(game, seat, len(game.entries))
    start = imagine(seen, game.ruleset, rng).state
    secret, name = rng.randbytes(32), rng.randbytes(16).hex()
    header = msgspec.structs.replace(
        seen.header,
        game_id=name,
        title_version=game.ruleset.version.title,
        schema=game.ruleset.version.schema,
        spare="",
        commitment=commitment(secret),
        start=pack_state(start),
    )
    begun = Game(game.ruleset, header, SealedChance(secret), secret)
    begun.begin()
    return begun


class WhatIfs:
    """Which games are what-ifs, of what and whose."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, game: str, user: str, imagined: Imagined) -> None:
        row = {"game": game, "user": user, "of": imagined.game, "seat": imagined.seat, "of_entries": imagined.entries}
        with self._database.writing() as connection:
            connection.execute(insert(WHAT_IFS).values(row))

    def of(self, game: str) -> Imagined | None:
        """What a game was imagined from; None: it is a real one."""
        with self._database.reading() as connection:
            row = connection.execute(select(WHAT_IFS).where(WHAT_IFS.c.game == game)).one_or_none()
        return None if row is None else Imagined(row.of, row.seat, row.of_entries)

    def kept(self, user: str, of: str, seat: str) -> str | None:
        """The what-if that a person has of this seat."""
        wanted = and_(WHAT_IFS.c.user == user, WHAT_IFS.c.of == of, WHAT_IFS.c.seat == seat)
        with self._database.reading() as connection:
            return connection.execute(select(WHAT_IFS.c.game).where(wanted)).scalars().first()

    def clear(self, user: str, of: str, seat: str, before: float) -> list[str]:
        """Make room for a new one: the person's old one of this seat, his oldest ones, and what was left lying since before."""
        mine = select(GAMES.c.id).join(WHAT_IFS).where(WHAT_IFS.c.user == user)
        replaced = mine.where(and_(WHAT_IFS.c.of == of, WHAT_IFS.c.seat == seat))
        too_many = mine.order_by(GAMES.c.last_moved.desc()).offset(MOST_KEPT - 1)
        left = select(GAMES.c.id).join(WHAT_IFS).where(GAMES.c.last_moved < before)
        with self._database.writing() as connection:
            found = {game for wanted in (replaced, too_many, left) for game in connection.execute(wanted).scalars()}
            for game in sorted(found):
                delete_game(connection, game)
        return sorted(found)

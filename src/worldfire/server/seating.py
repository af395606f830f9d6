"""Who may free a person's seat: himself, and the host when that was agreed or the other players consent."""

from __future__ import annotations

import msgspec
from sqlalchemy import ColumnElement, and_, delete, insert, select

from worldfire.engine.log import ABOUT_DICE
from worldfire.server.archive import PERSON, Chair
from worldfire.server.cleaning import DAY
from worldfire.server.clock import Clock
from worldfire.server.database import Database
from worldfire.server.problems import Problem
from worldfire.server.tables import AGREEMENTS, CONSENTS, ENTRIES
from worldfire.server.tabling import OpenGame

#: days for which a person may keep the others waiting, unless a table was made with another agreement
USUAL_PATIENCE, LEAST_PATIENCE, MOST_PATIENCE = 3.0, 1.0, 90.0


class Standing(msgspec.Struct, frozen=True):
    """How it stands with freeing a person's seat."""

    #: days of silence after which the host may do it alone
    patience: float
    #: has the game waited for this seat for so long?
    overdue: bool
    #: the persons who must agree otherwise; who is for it: of them, and the host once he has asked
    others: frozenset[str]
    agreed: frozenset[str]

    @property
    def allowed(self) -> bool:
        return self.overdue or (bool(self.others) and self.others <= self.agreed)

    @property
    def grounds(self) -> str:
        """Why it is allowed, for the record."""
        if self.overdue:
            return f"after {self.patience:g} days of silence, as agreed when the table was made"
        return "with the agreement of all other players"


class Seating:
    def __init__(self, database: Database, clock: Clock) -> None:
        self._database = database
        self._clock = clock

    def agree_on(self, game: str, patience: float) -> None:
        with self._database.writing() as connection:
            connection.execute(insert(AGREEMENTS).values(game=game, patience=patience))

    def patience(self, game: str) -> float:
        with self._database.reading() as connection:
            wanted = select(AGREEMENTS.c.patience).where(AGREEMENTS.c.game == game)
            found = connection.execute(wanted).scalar_one_or_none()
        return USUAL_PATIENCE if found is None else float(found)

    def standing(self, table: OpenGame, chair: Chair) -> Standing:
        """The seat's owner is not asked, nor who plays it for him, nor the host: he is the one who wants it."""
        card = table.card
        patience = self.patience(table.id)
        silent = self._last_action(table) <= self._clock.before(patience * DAY)  # days on which he could have played
        people = {other.user for other in card.seats if other.kind == PERSON and other.user is not None}
        wanted = select(CONSENTS.c.user).where(_of(table.id, chair))
        with self._database.reading() as connection:
            agreed = frozenset(connection.execute(wanted).scalars())
        overdue = chair.seat in table.still.waiting and silent
        return Standing(patience, overdue, frozenset(people - {chair.user, chair.owner, card.host}), agreed)

    def _last_action(self, table: OpenGame) -> float:
        """When somebody last did something in the game; what pages add to the dice is nothing."""
        log = table.still.entries
        last = next((at for at in range(len(log) - 1, -1, -1) if log[at].verb not in ABOUT_DICE), 0)
        wanted = select(ENTRIES.c.at).where(and_(ENTRIES.c.game == table.id, ENTRIES.c.seq == last))
        with self._database.reading() as connection:
            return float(connection.execute(wanted).scalar_one())

    def consent(self, table: OpenGame, chair: Chair, user: str) -> None:
        if user not in self.standing(table, chair).others:
            raise Problem(403, "forbidden", "you cannot decide about this seat", field="seat")
        self.wish(table, chair, user)

    def wish(self, table: OpenGame, chair: Chair, user: str) -> None:
        """Somebody is for it: one of the others, or the host who asks them."""
        with self._database.writing() as connection:
            connection.execute(delete(CONSENTS).where(and_(_of(table.id, chair), CONSENTS.c.user == user)))
            row = {"game": table.id, "seat": chair.seat, "whose": chair.owner, "user": user}
            connection.execute(insert(CONSENTS).values(row))

    def forget(self, game: str, seat: str) -> None:
        """The seat is somebody else's now: what was said about its last owner does not count against him."""
        with self._database.writing() as connection:
            connection.execute(delete(CONSENTS).where(and_(CONSENTS.c.game == game, CONSENTS.c.seat == seat)))


def _of(game: str, chair: Chair) -> ColumnElement[bool]:
    return and_(CONSENTS.c.game == game, CONSENTS.c.seat == chair.seat, CONSENTS.c.whose == chair.owner)

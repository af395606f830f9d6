"""Games in the database: made, opened at their snapshot, and prolonged entry by entry, each durable before anybody is told."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from sqlalchemy import Connection, and_, bindparam, exists, insert, or_, select, tuple_, union, update
from sqlalchemy.exc import IntegrityError

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.log import Entry, Log, encode_plain
from worldfire.engine.save import Parts, RulesetFor, Snapshot, open_parts, read_header
from worldfire.engine.state import pack_state
from worldfire.server.database import Database
from worldfire.server.tables import ENTRIES, GAMES, SEATS, SECRETS, WHAT_IFS

PERSON, COMPUTER, OPEN = "person", "computer", "open"

#: where a list goes on: the game shown last, by when it was moved and its id
Place = tuple[float, str]


class Overtaken(WorldfireError):
    """Another process has appended to the game: what is in memory is old."""


class Chair(msgspec.Struct, frozen=True):
    """Who sits on a seat."""

    seat: str
    kind: str
    user: str | None = None
    player: str = ""
    invitation: str = ""
    #: who may take the seat back from whoever plays it for him
    kept_for: str | None = None

    @property
    def owner(self) -> str | None:
        """Whose seat it is, whoever plays it; none: nobody's."""
        return self.user if self.kept_for is None else self.kept_for


class Card(msgspec.Struct, frozen=True):
    """What lists show of a game; `seats` is who sits where."""

    id: str
    name: str
    campaign: str
    host: str
    entries: int
    turn: str
    waiting: tuple[str, ...]
    over: bool
    hot_seat: bool
    listed: bool
    last_moved: float
    seats: tuple[Chair, ...] = ()

    @property
    def people(self) -> set[str]:
        """Who sits there, and whose seats others play."""
        return {user for chair in self.seats for user in (chair.user, chair.kept_for) if user is not None}


class Standing(msgspec.Struct, frozen=True):
    """What changes on a game's card with each entry."""

    turn: str
    waiting: tuple[str, ...]
    over: bool


class Sent(msgspec.Struct, frozen=True):
    """An entry to be kept, and who sent it under which key."""

    entry: Entry
    user: str | None = None
    key: str | None = None


Row = dict[str, Any]


class Packed(msgspec.Struct, frozen=True):
    """A new game as the rows that it will be. Made in another process, stored in the server's own: whoever holds the
    database must not be slow."""

    row: Row
    seats: list[Row]
    entries: list[Row]
    secrets: list[Row]

    @property
    def id(self) -> str:
        return str(self.row["id"])


#: made once: every action runs these two, and making a statement costs more than running it
_PROLONG = update(GAMES).where(and_(GAMES.c.id == bindparam("game"), GAMES.c.entries == bindparam("before")))
_INSERT = insert(ENTRIES)


def _standing_columns(standing: Standing) -> dict[str, Any]:
    return {
        "turn": standing.turn,
        "waiting": msgspec.json.encode(standing.waiting).decode(),
        "over": standing.over,
        "last_moved": time.time(),
    }


class Archive:
    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self,
        game: Game,
        *,
        name: str,
        campaign: str,
        host: str,
        chairs: Sequence[Chair],
        standing: Standing,
        hot_seat: bool = False,
        listed: bool = True,
    ) -> None:
        """A new game with whatever has happened in it so far."""
        self.store(
            packed(
                game,
                name=name,
                campaign=campaign,
                host=host,
                chairs=chairs,
                standing=standing,
                hot_seat=hot_seat,
                listed=listed,
            )
        )

    def store(self, game: Packed) -> None:
        """`IntegrityError` if there is a game of this name."""
        with self._database.writing() as connection:
            connection.execute(insert(GAMES), game.row)
            connection.execute(insert(SEATS), game.seats)
            connection.execute(_INSERT, game.entries)
            if game.secrets:
                connection.execute(insert(SECRETS), game.secrets)

    def append(
        self, game: str, sent: Sequence[Sent], standing: Standing, secrets: Mapping[str, bytes] | None = None
    ) -> None:
        """Keep entries, and secrets that they speak of. `Overtaken` if somebody else has written to the game, or under this
        key, in the meantime."""
        before = sent[0].entry.seq
        row = {"game": game, "before": before, "entries": before + len(sent), **_standing_columns(standing)}

        def prolong(connection: Connection) -> None:
            if connection.execute(_PROLONG, row).rowcount != 1:
                raise Overtaken(f"game {game} has been prolonged by another process")
            _insert(connection, game, sent)
            _insert_secrets(connection, game, secrets or {})

        try:
            self._database.write(prolong)
        except IntegrityError as error:
            raise Overtaken(f"game {game}: {error.orig}") from error

    def keep_snapshot(self, game: Game) -> None:
        """Remember the state at the last barrier, so that the game opens quickly; an older one does no harm."""
        state, entries = game.checkpoint()
        packed = pack_state(state).encode()
        with self._database.writing() as connection:
            connection.execute(
                update(GAMES)
                .where(and_(GAMES.c.id == game.header.game_id, GAMES.c.snapshot_entries < entries))
                .values(snapshot=packed, snapshot_entries=entries)
            )

    def open(self, game: str, ruleset_for: RulesetFor) -> Game | None:
        """The game as it stands: its snapshot and what was done since."""
        parts = self.parts(game)
        return None if parts is None else open_parts(parts, ruleset_for)

    def parts(self, game: str) -> Parts | None:
        with self._database.reading() as connection:
            row = connection.execute(select(GAMES).where(GAMES.c.id == game)).one_or_none()
            if row is None:
                return None
            wanted = select(ENTRIES.c.line).where(ENTRIES.c.game == game).order_by(ENTRIES.c.seq)
            lines = tuple(bytes(line) for line in connection.execute(wanted).scalars())
            more = connection.execute(select(SECRETS.c.secret).where(SECRETS.c.game == game)).scalars().all()
        header = read_header(row.header.encode())
        snapshot = Snapshot(bytes(row.snapshot).decode(), row.snapshot_entries)
        return Parts(header, bytes.fromhex(row.secret), Log(lines), snapshot, tuple(map(bytes.fromhex, more)))

    def keys(self, game: str, most: int | None = None) -> dict[tuple[str, str], int]:
        """(person, key) → the number of the entry that was sent under this key; only the newest, oldest first."""
        columns = (ENTRIES.c.user, ENTRIES.c.key, ENTRIES.c.seq)
        wanted = select(*columns).where(and_(ENTRIES.c.game == game, ENTRIES.c.key.is_not(None)))
        with self._database.reading() as connection:
            rows = connection.execute(wanted.order_by(ENTRIES.c.seq.desc()).limit(most)).all()
        return {(row.user, row.key): row.seq for row in reversed(rows)}

    def entry_under(self, game: str, user: str, key: str) -> int | None:
        """The number of the entry that a person has sent under this key."""
        wanted = and_(ENTRIES.c.game == game, ENTRIES.c.user == user, ENTRIES.c.key == key)
        with self._database.reading() as connection:
            return connection.execute(select(ENTRIES.c.seq).where(wanted)).scalar_one_or_none()

    # --------------------------------------------------------------------------------------------------- cards and seats

    def card(self, game: str) -> Card | None:
        return next(iter(self._cards(GAMES.c.id == game)), None)

    def cards_of(self, user: str, before: Place | None, most: int) -> list[Card]:
        """The games that the person hosts or has a seat in, those that moved last first; no what-ifs."""
        hosted = select(GAMES.c.id).where(GAMES.c.host == user)
        seated = select(SEATS.c.game).where(or_(SEATS.c.user == user, SEATS.c.kept_for == user))
        real = ~exists().where(WHAT_IFS.c.game == GAMES.c.id)
        return self._cards(and_(real, GAMES.c.id.in_(union(hosted, seated))), before, most)

    def open_cards(self, user: str, before: Place | None, most: int) -> list[Card]:
        """Tables of others with an open seat."""
        open_seats = select(SEATS.c.game).where(SEATS.c.kind == OPEN)
        has_seat = or_(SEATS.c.user == user, SEATS.c.kept_for == user)
        mine = exists().where(and_(SEATS.c.game == GAMES.c.id, has_seat))
        others = and_(GAMES.c.host != user, ~mine)
        return self._cards(and_(GAMES.c.listed, ~GAMES.c.over, GAMES.c.id.in_(open_seats), others), before, most)

    def left_to_computers(self, after: str, most: int) -> list[str]:
        """Games in which it is a computer player's turn, in the order of their ids."""
        due = and_(SEATS.c.game == GAMES.c.id, SEATS.c.kind == COMPUTER, GAMES.c.waiting.contains(SEATS.c.seat))
        wanted = select(GAMES.c.id).where(and_(GAMES.c.id > after, ~GAMES.c.over, exists().where(due)))
        with self._database.reading() as connection:
            return list(connection.execute(wanted.order_by(GAMES.c.id).limit(most)).scalars())

    def _cards(self, which: Any, before: Place | None = None, most: int | None = None) -> list[Card]:
        columns = [GAMES.c[name] for name in Card.__struct_fields__ if name != "seats"]
        newest = (GAMES.c.last_moved.desc(), GAMES.c.id.desc())
        # Which games they are is told by an index alone: a game's own row is long.
        found = select(GAMES.c.id).where(which).order_by(*newest).limit(most)
        if before is not None:
            found = found.where(tuple_(GAMES.c.last_moved, GAMES.c.id) < before)
        wished = select(*columns).where(GAMES.c.id.in_(found)).order_by(*newest)
        with self._database.reading() as connection:
            rows = connection.execute(wished).all()
            wanted = select(SEATS).where(SEATS.c.game.in_([row.id for row in rows])).order_by(SEATS.c.seat)
            chairs: dict[str, list[Chair]] = {}
            for seat in connection.execute(wanted):
                chair = Chair(seat.seat, seat.kind, seat.user, seat.player, seat.invitation, seat.kept_for)
                chairs.setdefault(seat.game, []).append(chair)
        return [_card(row, chairs.get(row.id, ())) for row in rows]

    def seat(self, game: str, chair: Chair) -> None:
        """Put somebody on a seat in place of whoever was there."""
        with self._database.writing() as connection:
            here = and_(SEATS.c.game == game, SEATS.c.seat == chair.seat)
            connection.execute(update(SEATS).where(here).values(msgspec.to_builtins(chair)))

    def take_invitation(self, game: str, invitation: str, user: str) -> str | None:
        """The seat that an invitation gives; it is used up."""
        with self._database.writing() as connection:
            wanted = and_(SEATS.c.game == game, SEATS.c.invitation == invitation, SEATS.c.kind == OPEN)
            seat = connection.execute(select(SEATS.c.seat).where(wanted)).scalar_one_or_none()
            if seat is not None:
                taken = update(SEATS).where(wanted).values(kind=PERSON, user=user, player="", invitation="")
                connection.execute(taken)
            return seat


def packed(
    game: Game,
    *,
    name: str,
    campaign: str,
    host: str,
    chairs: Sequence[Chair],
    standing: Standing,
    hot_seat: bool = False,
    listed: bool = True,
) -> Packed:
    state, entries = game.checkpoint()
    game_id = game.header.game_id
    row = {
        "id": game_id,
        "name": name,
        "campaign": campaign,
        "host": host,
        "created": time.time(),
        "header": encode_plain(game.header).decode(),
        "secret": game.secrets.get(game.header.commitment, b"").hex(),
        "entries": len(game.entries),
        "snapshot": pack_state(state).encode(),
        "snapshot_entries": entries,
        "hot_seat": hot_seat,
        "listed": listed,
        **_standing_columns(standing),
    }
    more = {at: secret for at, secret in game.secrets.items() if at != game.header.commitment}
    return Packed(
        row,
        [{"game": game_id, **msgspec.to_builtins(chair)} for chair in chairs],
        _entry_rows(game_id, [Sent(entry) for entry in game.entries]),
        _secret_rows(game_id, more),
    )


def _entry_rows(game: str, sent: Iterable[Sent]) -> list[Row]:
    now = time.time()
    return [
        {
            "game": game,
            "seq": item.entry.seq,
            "line": encode_plain(item.entry),
            "user": item.user,
            "key": item.key,
            "at": now,
        }
        for item in sent
    ]


def _secret_rows(game: str, secrets: Mapping[str, bytes]) -> list[Row]:
    return [{"game": game, "commitment": at, "secret": secret.hex()} for at, secret in secrets.items()]


def _insert(connection: Connection, game: str, sent: Iterable[Sent]) -> None:
    connection.execute(_INSERT, _entry_rows(game, sent))


def _insert_secrets(connection: Connection, game: str, secrets: Mapping[str, bytes]) -> None:
    if secrets:
        connection.execute(insert(SECRETS), _secret_rows(game, secrets))


def _card(row: Any, chairs: Iterable[Chair]) -> Card:
    values = {name: getattr(row, name) for name in Card.__struct_fields__ if name not in ("seats", "waiting")}
    return Card(**values, waiting=_waiting(row.waiting), seats=tuple(chairs))


def _waiting(text: str) -> tuple[str, ...]:
    """What is damaged in one row spoils no list."""
    try:
        return msgspec.json.decode(text, type=tuple[str, ...])
    except msgspec.DecodeError:
        return ()

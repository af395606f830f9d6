"""What a process at slow work has at hand: the database, and the games that it worked on last."""

from __future__ import annotations

import secrets
from collections import OrderedDict

import msgspec
from sqlalchemy import and_, select

from worldfire.engine.chance import SealedChance
from worldfire.engine.errors import SaveError
from worldfire.engine.game import Game
from worldfire.engine.log import Header, Log, decode_entry
from worldfire.engine.save import matching_ruleset
from worldfire.engine.state import decode_state
from worldfire.server.archive import Archive
from worldfire.server.database import Database
from worldfire.server.problems import not_found, unreadable
from worldfire.server.rewinding import Rewinder
from worldfire.server.tables import ENTRIES
from worldfire.titles import ruleset_for

#: games whose logs, and whose past, are remembered
LOGS, PASTS = 8, 3


class Position(msgspec.Struct, frozen=True):
    """A game as it stands, on its way to another process. The secret of its dice stays behind."""

    header: Header
    state: bytes
    head: str
    entries: int


class Bench:
    def __init__(self, url: str) -> None:
        self.database = Database(url, 1)
        self.archive = Archive(self.database)
        self._logs: OrderedDict[str, Log] = OrderedDict()
        self._pasts: OrderedDict[str, Rewinder] = OrderedDict()

    def game(self, position: Position) -> Game:
        """The game without its log and its dice: to look at, and to think about."""
        return self._game(position, Log())

    def game_with_log(self, position: Position) -> Game:
        return self._game(position, self._log(position))

    def _game(self, position: Position, log: Log) -> Game:
        ruleset = matching_ruleset(position.header, ruleset_for)
        secret = secrets.token_bytes(32)
        game = Game(ruleset, position.header, SealedChance(secret), secret)
        game.resume(decode_state(position.state, ruleset.schema, ruleset.procedures), log, position.head)
        return game

    def whole(self, game: str) -> Game:
        """The game with everything, from the database."""
        try:
            found = self.archive.open(game, ruleset_for)
        except SaveError as error:
            raise unreadable(error) from error
        if found is None:
            raise not_found("game", game)
        return found

    def past(self, game: str, head: str) -> Rewinder:
        """What leads through the game's past, as far as the entry with this hash."""
        known = self._pasts.pop(game, None)
        if known is None or known.head != head:
            live = self.whole(game)
            if known is None or not known.go_on_with(live):
                known = Rewinder(live)
        self._pasts[game] = known
        if len(self._pasts) > PASTS:
            self._pasts.popitem(last=False)
        return known

    def _log(self, position: Position) -> Log:
        """Everything that is in the log is in the database; what was read before is not read again."""
        game = position.header.game_id
        log = self._logs.pop(game, None) or Log()
        self._read_on(game, log, position.entries)
        if len(log) != position.entries or log[-1].hash != position.head:  # another game of the same name
            log = Log()
            self._read_on(game, log, position.entries)
        self._logs[game] = log
        if len(self._logs) > LOGS:
            self._logs.popitem(last=False)
        return log.copy()

    def _read_on(self, game: str, log: Log, entries: int) -> None:
        missing = and_(ENTRIES.c.game == game, ENTRIES.c.seq >= len(log), ENTRIES.c.seq < entries)
        with self.database.reading() as connection:
            for line in connection.execute(select(ENTRIES.c.line).where(missing).order_by(ENTRIES.c.seq)).scalars():
                log.append(decode_entry(bytes(line)))

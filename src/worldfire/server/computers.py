"""Computer players and standing orders: they answer in the background, one action at a time, as any player does."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING, Any

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.players import random_player
from worldfire.players.table import PLAYERS
from worldfire.server.archive import COMPUTER, PERSON, Overtaken
from worldfire.server.problems import Problem

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.tabling import OpenGame

LOG = logging.getLogger("worldfire.server")


def best_player() -> str:
    """Who plays when nobody says which computer player shall."""
    return next(name for name in ("cadet", "default", "random") if name in PLAYERS)


def pick_legally(game: Game, seat: str, player: str, rng: Random) -> tuple[str, Any]:
    """What the player says; if it fails, or says what is not allowed, any legal action."""
    pick = PLAYERS.get(player, PLAYERS[best_player()])
    try:
        verb, noun = pick(game, seat, rng)
        if not game.why_not(verb, noun, seat):
            return verb, noun
        LOG.warning("computer player %s: %s is not allowed", player, verb)
    except (WorldfireError, Problem, ValueError, LookupError, TypeError, AssertionError):
        LOG.exception("computer player %s failed at %s", player, game.decision)
    return random_player.pick(game, seat, rng)


class Computers:
    def __init__(self, house: House) -> None:
        self._house = house
        self._rng = Random()
        self._tasks: dict[str, asyncio.Task[None]] = {}
        self._again: set[str] = set()

    def wake(self, game: str) -> None:
        """Something has happened in the game: see whether a computer player, or an order, must answer."""
        self._again.add(game)
        if game not in self._tasks:
            self._tasks[game] = asyncio.create_task(self._play(game))

    def wake_if_due(self, table: OpenGame) -> None:
        """After a person's action: mostly it is another person's turn, and that is seen without a thread."""
        if any(self._may_answer(table, seat) for seat in tuple(table.game.waiting)):
            self.wake(table.id)

    def _may_answer(self, table: OpenGame, seat: str) -> bool:
        kind = table.chair(seat).kind
        return kind == COMPUTER or (kind == PERSON and not self._house.orders.are_none(table.id, seat))

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, game: str) -> None:
        try:
            while game in self._again:
                self._again.discard(game)
                while await self._answer_once(game):
                    pass
        except asyncio.CancelledError:
            raise
        except Exception:
            LOG.exception("computer players of game %s have stopped", game)
        finally:
            self._tasks.pop(game, None)

    async def _answer_once(self, game: str) -> bool:
        table = await self._house.table(game)
        try:
            return await self._house.change(table, self._house.thinkers, self._answer)
        except Overtaken:
            return True

    def _answer(self, table: OpenGame) -> bool:
        """In a worker thread, holding the game's lock: one action of one seat, if one is due."""
        for seat, decision in tuple(table.game.waiting.items()):
            action = self._action(table, seat)
            if action is not None:
                self._house.keep(table, table.act(seat, *action, decision))
                return True
        return False

    def _action(self, table: OpenGame, seat: str) -> tuple[str, Any] | None:
        chair = table.chair(seat)
        if chair.kind == COMPUTER:
            return pick_legally(table.game, seat, chair.player, self._rng)
        if chair.kind == PERSON:
            return self._house.orders.answer(table.game, seat)
        return None

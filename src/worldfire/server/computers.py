"""Computer players and standing orders: they answer in the background, one action at a time, as any player does."""

from __future__ import annotations

import asyncio
import logging
from random import Random
from typing import TYPE_CHECKING, Any

from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.players import random_player
from worldfire.players.courtesy import courtesy
from worldfire.players.table import PLAYERS
from worldfire.server.archive import COMPUTER, PERSON, Chair, Overtaken
from worldfire.server.problems import Problem
from worldfire.server.workbench import Bench, Position

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.tabling import OpenGame, Sight

LOG = logging.getLogger("worldfire.server")

#: how often a computer player may think about a choice while others change the game
TRIES = 5
#: games that are gone on with at once after a start
MOST_RESUMED = 20
OPPONENTS = 2


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


def may_have_computer_allies(table: OpenGame) -> bool:
    """Two seats are opponents; with more of them a person and a computer player may be on one side."""
    kinds = {chair.kind for chair in table.card.seats}
    return len(table.card.seats) > OPPONENTS and {COMPUTER, PERSON} <= kinds


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
        due = may_have_computer_allies(table)
        if due or any(self._may_answer(table, seat) for seat in table.still.waiting):
            self.wake(table.id)

    def _may_answer(self, table: OpenGame, seat: str) -> bool:
        kind = table.chair(seat).kind
        return kind == COMPUTER or (kind == PERSON and not self._house.orders.are_none(table.id, seat))

    async def go_on(self) -> None:
        """After a start: the games that a stopped server left to computer players, a few at a time, however many there are.

        Games that somebody opens do not wait for it.
        """
        house, last = self._house, ""
        try:
            while games := await house.run(house.archive.left_to_computers, last, MOST_RESUMED):
                for game in games:
                    self.wake(game)
                await asyncio.gather(*(self._tasks[game] for game in games), return_exceptions=True)
                last = games[-1]
        except Exception:
            LOG.exception("computer players do not go on")

    async def stop(self) -> None:
        tasks = list(self._tasks.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _play(self, game: str) -> None:
        try:
            while game in self._again:
                self._again.discard(game)
                while await self._oblige(game) or await self._answer_once(game):
                    pass
        except asyncio.CancelledError:
            raise
        except Exception:
            LOG.exception("computer players of game %s have stopped", game)
        finally:
            self._tasks.pop(game, None)

    async def _answer_once(self, game: str) -> bool:
        """One action of one seat, if one is due. Nobody holds the game while a computer player thinks."""
        table = await self._house.table(game)
        still = table.still
        for seat, decision in still.waiting.items():
            chair = table.chair(seat)
            try:
                if chair.kind == COMPUTER:
                    return await self._think(table, chair, decision)
                if chair.kind == PERSON and await self._house.change(table, self._obey, seat, decision):
                    return True
            except Overtaken:
                return True
        return False

    async def _oblige(self, game: str) -> bool:
        """One courtesy of a computer player to an ally of its own (`courtesy`), if one is due: nobody waits for it."""
        table = await self._house.table(game)
        if not may_have_computer_allies(table):
            return False
        chairs = [chair for chair in table.card.seats if chair.kind == COMPUTER]

        def look(sight: Sight) -> tuple[Chair, str, Any] | None:
            found = ((chair, courtesy(sight.game, chair.seat)) for chair in chairs)
            return next(((chair, *action) for chair, action in found if action is not None), None)

        due = await self._house.read(table, look)
        if due is None:
            return False
        try:
            await self._house.change(table, self._take, *due, None)
        except Overtaken:
            pass
        except Problem as problem:
            LOG.info("a courtesy came too late: %s", problem)
            return False
        return True

    async def _think(self, table: OpenGame, chair: Chair, decision: int) -> bool:
        house = self._house
        for _ in range(TRIES):
            seed = self._rng.getrandbits(64)
            verb, noun = await house.thinkers.do(table.id, think, table.position(), chair.seat, chair.player, seed)
            try:
                await house.change(table, self._take, chair, verb, noun, decision)
            except Problem as problem:
                if table.still.waiting.get(chair.seat) == decision:
                    LOG.info("computer player %s thought too long: %s", chair.player, problem)
                    continue  # others have acted while it thought, and it is no longer allowed
            return True
        raise Problem(409, "stale", f"{chair.seat} is never quick enough")

    def _take(self, table: OpenGame, chair: Chair, verb: str, noun: Any, decision: int | None) -> None:
        """In a worker thread, holding the game's lock."""
        if table.chair(chair.seat) != chair:
            return  # somebody else has the seat now
        self._house.keep(table, table.act(chair.seat, verb, noun, decision))

    def _obey(self, table: OpenGame, seat: str, decision: int) -> bool:
        """The same for a person's standing orders."""
        if table.chair(seat).kind != PERSON or table.game.waiting.get(seat) != decision:
            return False
        action = self._house.orders.answer(table.game, seat)
        if action is None:
            return False
        self._house.keep(table, table.act(seat, *action, decision))
        return True


def think(bench: Bench, position: Position, seat: str, player: str, seed: int) -> tuple[str, Any]:
    """In a process of its own, which does not know the game's dice."""
    return pick_legally(bench.game(position), seat, player, Random(seed))

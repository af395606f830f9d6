"""A game as it was: played again from its log up to any entry, quickly to a near one."""

from __future__ import annotations

from bisect import bisect_right

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.log import UPGRADE
from worldfire.engine.save import repeated
from worldfire.engine.state import State
from worldfire.engine.undoing import recorded_chance
from worldfire.server.problems import Problem

#: entries between two states that are remembered
STRIDE = 50


class Rewinder:
    """Follows a game's log; states at barriers are remembered, so that going back is quick too."""

    def __init__(self, live: Game) -> None:
        self._live = live
        upgrade = live.entries.last(UPGRADE)
        #: the first entry of the rules that are here
        self.first = 0 if upgrade is None else upgrade.seq
        start = live.entries[self.first]
        begun = live.anew(recorded_chance(start), start.state)
        self._at = [self.first + 1]
        self._states: dict[int, tuple[State, str]] = {self.first + 1: (begun.state.copy(), start.hash)}
        self._go_back(self.first + 1)

    @property
    def head(self) -> str:
        """The last entry that it knows of."""
        return self._live.head

    def go_on_with(self, live: Game) -> bool:
        """The same game has got longer; False if it is another one."""
        known = len(self._live.entries)
        if len(live.entries) < known or live.entries[known - 1].hash != self._live.head:
            return False
        self._live = live
        return True

    def after(self, entry: int) -> Game:
        """The game just after this entry; it belongs to the rewinder and is to be looked at only."""
        wanted = entry + 1
        if entry < self.first:
            text = f"entry {entry} was played under older rules that are not installed: only the log shows it"
            raise Problem(409, "older-rules", text, field="entry")
        if wanted < len(self._game.entries):
            self._go_back(wanted)
        while len(self._game.entries) < wanted:
            recorded = self._live.entries[len(self._game.entries)]
            self._game.chance = recorded_chance(recorded)
            repeated(self._game, recorded)
            self._remember()
        return self._game

    def _remember(self) -> None:
        count = len(self._game.entries)
        at_barrier = self._game.checkpoint()[1] == count
        if at_barrier and count >= self._at[-1] + STRIDE:
            self._at.append(count)
            self._states[count] = (self._game.state.copy(), self._game.head)

    def _go_back(self, wanted: int) -> None:
        count = self._at[bisect_right(self._at, wanted) - 1]
        state, head = self._states[count]
        live = self._live
        game = Game(live.ruleset, live.header, ScriptedChance(), live.secret)
        game.resume(state.copy(), live.entries.upto(count), head)
        self._game = game

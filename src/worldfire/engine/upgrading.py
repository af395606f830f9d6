"""A game goes on under newer rules: what was not final is done again by them, and the log says that they changed."""

from __future__ import annotations

import msgspec

from worldfire.engine import undoing
from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.log import UPGRADE, Entry, Log, UpgradeNoun, in_effect
from worldfire.engine.state import State, pack_state
from worldfire.engine.upgrades import RulesVersion


def bring_up_to_date(game: Game, state: State, log: Log, barrier: int, played_by: RulesVersion) -> Entry:
    """Go on from the state after the first `barrier` entries, which is one of the game's rules already.

    What was done since is done again; from the first action on that no longer stands it is given up, and the entry names
    what. Dice that newer rules ask for before anybody acts stand in this entry too.
    """
    version = game.ruleset.version
    game.record.resume(log, log[-1].hash)
    game.record.open("", UPGRADE, None)
    game.now = game.record.seq
    start = state.copy()
    game.put_state(state)
    outcomes, events = tuple(game.record.outcomes), tuple(game.record.events)
    since = in_effect(log.since(barrier), game.seats)
    lost = _do_again(game, start, since) if not outcomes else since
    noun = UpgradeNoun(played_by.title, version.title, version.schema, tuple(entry.seq for entry in lost))
    return game.record.append(
        Entry(
            game.record.seq,
            "",
            UPGRADE,
            msgspec.to_builtins(noun),
            outcomes=outcomes,
            events=events,
            digests=(game.keyed_digest(),),
            barrier=True,
            state=pack_state(game.state),
        )
    )


def _do_again(game: Game, start: State, entries: list[Entry]) -> list[Entry]:
    """Do the entries again as far as they still stand; returns those that do not."""
    for number, entry in enumerate(entries):
        try:
            undoing.redo(game, entry)
        except WorldfireError:
            game.put_state(start.copy())
            for earlier in entries[:number]:
                undoing.redo(game, earlier)
            return entries[number:]
    return []

"""Entry markers of Fatal Alliances laid down for the tests."""

from __future__ import annotations

from conformance.turns import Change
from worldfire.engine.game import Game
from worldfire.forces.markers import COMMON, MARKER_POOL, MARKER_VALUE
from worldfire.forces.situation import TURN
from worldfire.titles.fa.entry.options import OPTIONS_CHOSEN
from worldfire.titles.fa.entry.pools import CW_ENTRY, US_ENTRY, US_TENSION, number_of, open_pools

#: a year that never comes
_NEVER = 9999

Values = tuple[int, ...]


def markers(us: Values = (), cw: Values = (), tension: Values = (), common: Values = ()) -> Change:
    """These and no others are in the game."""

    def change(game: Game) -> None:
        open_pools(game)
        pools = ((US_ENTRY, us), (CW_ENTRY, cw), (US_TENSION, tension))
        laid = [(number_of(game, pool), value) for pool, values in pools for value in values]
        laid += [(COMMON, value) for value in common]
        laid += [(_NEVER, 0)] * (len(game.state[MARKER_POOL]) - len(laid))
        laid.sort()
        game.fill(MARKER_POOL, (pool for pool, _ in laid))
        game.fill(MARKER_VALUE, (value for _, value in laid))

    return change


def chosen(*options: int) -> Change:
    """The USA has chosen these in earlier turns."""

    def change(game: Game) -> None:
        before = game.state.get(TURN) - 1
        game.set(OPTIONS_CHOSEN, tuple((option, before) for option in options))

    return change

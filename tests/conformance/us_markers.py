"""Markers of US entry laid down for the tests, and a campaign in one of its procedures that uses US entry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from turns import Change, campaign_in

from worldfire.engine.game import Game
from worldfire.forces.markers import COMMON, MARKER_POOL, MARKER_VALUE
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, EUROPE, JAPAN, TENSION, number_of, values_of
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

Values = Iterable[int]


def markers(
    ja: Values = (), ge: Values = (), ja_tension: Values = (), ge_tension: Values = (), common: Values | None = None
) -> Change:
    """These values lie in the pools; the rest of the markers, or those given, in the common pool."""

    def change(game: Game) -> None:
        wanted = ((ENTRY, JAPAN, ja), (ENTRY, EUROPE, ge), (TENSION, JAPAN, ja_tension), (TENSION, EUROPE, ge_tension))
        laid = [(number_of(game, pool, target), value) for pool, target, values in wanted for value in values]
        rows = len(game.state[MARKER_POOL])
        if common is not None:
            laid += [(COMMON, value) for value in common] + [(1945, 0)] * rows
        else:
            laid += [
                (pool, value) for pool, value in zip(game.state[MARKER_POOL], game.state[MARKER_VALUE], strict=True)
            ]
        laid = sorted(laid[:rows])
        game.fill(MARKER_POOL, (pool for pool, _ in laid))
        game.fill(MARKER_VALUE, (value for _, value in laid))

    return change


def chosen(*options: int) -> Change:
    """The USA has chosen these options in earlier turns."""
    return lambda game: game.set(US_ENTRY_OPTIONS, (*game.state.get(US_ENTRY_OPTIONS), *options))


def us_game(procedure: str, *changes: Change, campaign: str = "global-war", **kwargs: Any) -> Game:
    return campaign_in(campaign, procedure, *changes, us_entry=True, **kwargs)


def pool(game: Game, kind: str, target: str) -> tuple[int, ...]:
    return values_of(game, kind, target)

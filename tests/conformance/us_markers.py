"""Markers of US entry laid down for the tests, and a campaign in one of its procedures that uses US entry."""

from __future__ import annotations

from typing import Any

from turns import Change, campaign_in

from golden.forwarding import entry_markers as markers
from worldfire.engine.game import Game
from worldfire.titles.wif.nations.us_entry.pools import values_of
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS

__all__ = ("chosen", "markers", "pool", "us_game")


def chosen(*options: int) -> Change:
    """The USA has chosen these options in earlier turns."""
    return lambda game: game.set(US_ENTRY_OPTIONS, (*game.state.get(US_ENTRY_OPTIONS), *options))


def us_game(procedure: str, *changes: Change, campaign: str = "global-war", **kwargs: Any) -> Game:
    return campaign_in(campaign, procedure, *changes, us_entry=True, **kwargs)


def pool(game: Game, kind: str, target: str) -> tuple[int, ...]:
    return values_of(game, kind, target)

"""Four Winds: Three Crowns with its book changed in every way that a title may change one.

A hand may hold three markers (a clause replaced), nobody chooses the sky (a step left out), and before a host marches it may
seal where it expects the ambush (a step replaced): sealed orders lie in the frame of the campaign, for the marcher's eyes
only, and help whoever guessed right (a clause wrapped).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from toy.parts import AREAS, AT, SEATS, row_of
from toy.title import (
    CAMPAIGN,
    MARCH,
    REST,
    TABLES_DIGEST,
    THE_SKY,
    TITLE,
    TURN_OF_PLAY,
    Ambush,
    Campaign,
    hand_limit,
    march_or_rest,
    marchers_strength,
)
from toy.title import RULEBOOK as COMMON_BOOK
from worldfire.engine.changes import Annex, Instead, Without
from worldfire.engine.game import Game
from worldfire.engine.log import Header
from worldfire.engine.procedures import Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused

RULEBOOK: Mapping[str, str] = {**COMMON_BOOK, "toy winds 1": "A larger hand", "toy winds 2": "Sealed orders"}

#: how much stronger a host is that was ambushed where it expected it
GUESSED = 6


def three_in_a_hand(game: Game) -> int:
    return 3


class Orders(msgspec.Struct):
    """Where the host that marches expects an ambush: everybody knows that it has sealed orders, nobody else what they say."""

    by: str = ""
    area: int = -1


def _areas(game: Game, campaign: Campaign, seat: str) -> Shape | Violation:
    if game.annex(Orders).by == seat:
        return refused("toy winds 2", "sealed-already")
    return One(tuple(range(len(AREAS))))


def _seal(game: Game, campaign: Campaign, seat: str, noun: Noun) -> Control:
    orders = game.annex(Orders)
    orders.by, orders.area = seat, noun
    return Goto(march_or_rest.name)


SEAL = Verb("seal", "toy winds 2", _seal, _areas, private=True)


@step("toy winds 2", SEAL, MARCH, REST)
def seal_march_or_rest(game: Game, campaign: Campaign) -> Control:
    return one(campaign.marcher, SEAL, MARCH, REST, rule="toy winds 2", prompt="march")


def with_sealed_orders(usual: Callable[[Game, Ambush], int], game: Game, ambush: Ambush) -> int:
    orders = game.annex(Orders)
    guessed = orders.by == ambush.marcher and orders.area == game.state[AT][row_of(ambush.marcher)]
    return usual(game, ambush) + GUESSED * guessed


VARIANT = replace(
    TITLE,
    name="four-winds",
    changes=(
        hand_limit.replaced_by(three_in_a_hand),
        marchers_strength.wrapped_by(with_sealed_orders),
        Without(TURN_OF_PLAY.name, THE_SKY.name),
        Instead(CAMPAIGN.name, march_or_rest.name, seal_march_or_rest),
        Annex(CAMPAIGN.name, Orders, private={"area": "by"}),
    ),
)


def variant_ruleset(*options: str) -> Ruleset:
    return assemble(VARIANT, options, None, TABLES_DIGEST)


def variant_ruleset_for(header: Header) -> Ruleset:
    return variant_ruleset(*header.options)


def new_variant(*options: str, turns: int = 2, **kwargs: Any) -> Game:
    """A game of Four Winds; the keywords are those of `Game.new`."""
    kwargs.setdefault("secret", bytes(32))
    kwargs.setdefault("game_id", "winds")
    return Game.new(variant_ruleset(*options), SEATS, {"turns": turns}, **kwargs)

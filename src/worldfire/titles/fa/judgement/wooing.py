"""Influence (15.1): attempts where a country is worth having and may be had, the next one always where it promises most."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.shapes import Amounts, One
from worldfire.forces.turn import other_side
from worldfire.forces.who import country_named
from worldfire.titles.fa.politics.flags import LAST_BOX, attempt_number, box_towards, has_two_flags
from worldfire.titles.fa.politics.influence import price_of_attempts
from worldfire.titles.fa.politics.points import points_of, price_of
from worldfire.titles.fa.politics.together import HIGH_COMMAND, may_have_high_command, western_side
from worldfire.titles.judgement import Action, Asked

#: what each country is worth to the Central Powers and to the Allies; who is not named is left to the bonus dice
WORTH: tuple[Mapping[str, float], Mapping[str, float]] = (
    {
        "ottoman-empire": 10,
        "bulgaria": 8,
        "italy": 4,
        "rumania": 4,
        "sweden": 3,
        "netherlands": 2,
        "denmark": 2,
        "persia": 2,
        "mexico": 2,
        "norway": 1,
    },
    {
        "italy": 10,
        "rumania": 7,
        "greece": 6,
        "portugal": 4,
        "japan": 4,
        "bulgaria": 3,
        "ottoman-empire": 2,
        "arabia": 2,
    },
)
#: what it is worth to keep a country from the enemy, beside what it is worth to him, when it is about to join him
TO_DENY = 1.5
#: points that are kept for a war, or to bring in who is won
KEPT = 6
#: what a country at the beginning of its way is worth beside one at the end
FAR_OFF = 0.35
_FACES = 10


def woo(asked: Asked) -> Action | None:
    shape = asked.offers.get("buy-influence")
    if not isinstance(shape, Amounts):
        return None
    game, side = asked.game, asked.side
    left = points_of(game, side) - KEPT - for_high_command(asked)
    worth = {name: worth_of_attempt(asked, name) for name in _wooed(asked, shape)}
    bought = dict.fromkeys(worth, 0)
    while worth:
        price = {name: _next_price(asked, number) for name, number in bought.items()}
        able = [name for name in worth if price[name] <= left]
        if not able:
            break
        best = max(able, key=lambda name: (worth[name] / price[name], name))
        left -= price[best]
        bought[best] += 1
    noun = tuple((bounds.item, bought.get(str(bounds.item), 0)) for bounds in shape.items)
    return "buy-influence", noun


def for_high_command(asked: Asked) -> int:
    """What the Allies save as soon as they may have one."""
    game = asked.game
    saves = asked.side == western_side(game) and may_have_high_command(game)
    return price_of(game, HIGH_COMMAND) if saves else 0


def _wooed(asked: Asked, shape: Amounts) -> list[str]:
    return [str(bounds.item) for bounds in shape.items if any(str(bounds.item) in worth for worth in WORTH)]


def _next_price(asked: Asked, number: int) -> int:
    return price_of_attempts(asked.game, number + 1) - price_of_attempts(asked.game, number)


def worth_of_attempt(asked: Asked, name: str) -> float:
    """By what the country is worth, how near it is to us or to the enemy, and how likely the die."""
    game, side = asked.game, asked.side
    country = country_named(game, name)
    near, lost = (box_towards(game, country, whose) / LAST_BOX for whose in (side, other_side(side)))
    ours = WORTH[side].get(name, 0.0) * (FAR_OFF + (1 - FAR_OFF) * near)
    theirs = 0.0 if has_two_flags(game, country) else TO_DENY * WORTH[other_side(side)].get(name, 0.0) * lost**2
    return (ours + theirs) * attempt_number(game, country, side) / _FACES


def woo_freely(asked: Asked) -> Action | None:
    """A free attempt of the USA (13.2.2.1)."""
    found = next(((verb, shape) for verb, shape in asked.offers.items() if isinstance(shape, One)), None)
    if found is None:
        return None
    verb, shape = found
    return verb, max(map(str, shape.domain), key=lambda name: (worth_of_attempt(asked, name), name))


def estrange(asked: Asked) -> Action | None:
    """Of the hosts of enemy ships (13.2.3.1) the one that is worth most."""
    shape = asked.offers.get("shift-host")
    if not isinstance(shape, One):
        return None
    return "shift-host", max(map(str, shape.domain), key=lambda name: (worth_of_attempt(asked, name), name))


def spare_points(asked: Asked) -> int:
    """What is left when a war has been paid for, and the high command."""
    return points_of(asked.game, asked.side) - price_of(asked.game, "declaration of war") - for_high_command(asked)

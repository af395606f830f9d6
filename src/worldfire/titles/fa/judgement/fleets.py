"""In a battle at sea (11.4.7): who stays behind the line, who runs, who is run down; and what submarines cost (13.5.6)."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.shapes import Amounts, One, Set
from worldfire.forces.turn import other_side
from worldfire.rules.s11_04_naval_units import naval_counter, read_convoy
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.rules.s11_05_8_surface_combat import attack_factors, surface_factors
from worldfire.rules.s11_05_round import NavalRound, included
from worldfire.tables.counters import NavalType
from worldfire.titles.judgement import Action, Asked

#: who has fewer than so many factors for each of the enemy's runs if he can
OUTGUNNED = Fraction(2, 3)


def screen(asked: Asked) -> Action | None:
    """Whoever does not fight stays behind those who do."""
    shape = asked.offers.get("screen-ships")
    if not isinstance(shape, Set):
        return None
    ships = sorted(map(int, shape.domain))
    idle = [
        ship for ship in ships if naval_counter(asked.game, ship).type is not NavalType.SCS or not _guns(asked, ship)
    ]
    return "screen-ships", tuple(idle) if len(idle) < len(ships) else ()


def _guns(asked: Asked, ship: int) -> Fraction:
    return attack_factors(asked.game, ship)


def keep_away(asked: Asked) -> Action | None:
    """The fast ones run from an enemy who is much the stronger, if they leave nobody behind, no convoys either."""
    shape, fight = asked.offers.get("keep-away"), asked.game.enclosing(NavalRound)
    if not isinstance(shape, Set):
        return None
    ours, theirs = (surface_factors(asked.game, fight, side) for side in (asked.side, other_side(asked.side)))
    fast = tuple(sorted(map(int, shape.domain)))
    force = included(asked.game, fight, asked.side)
    alone = set(force.units) <= set(fast) and not force.convoys
    return "keep-away", fast if alone and ours < OUTGUNNED * theirs else ()


def catch(asked: Asked) -> Action | None:
    """All that can be paid for, by whoever is the stronger."""
    shape, fight = asked.offers.get("catch-faster-ships"), asked.game.enclosing(NavalRound)
    if not isinstance(shape, One):
        return None
    ours, theirs = (surface_factors(asked.game, fight, side) for side in (asked.side, other_side(asked.side)))
    return ("catch-faster-ships", max(map(int, shape.domain))) if ours >= theirs else None


def lose_convoys(asked: Asked) -> Action | None:
    """Of whoever has most there."""
    shape = asked.offers.get("lose-convoys")
    if not isinstance(shape, Amounts):
        return None
    left, found = shape.least, dict[object, int]()
    for bounds in sorted(shape.items, key=lambda bounds: (-_points(str(bounds.item)), str(bounds.item))):
        found[bounds.item] = min(bounds.most, left)
        left -= found[bounds.item]
    return "lose-convoys", tuple((bounds.item, found[bounds.item]) for bounds in shape.items)


def _points(item: str) -> int:
    convoy = read_convoy(item)
    return 0 if convoy is None else convoy[2]


def damage(asked: Asked) -> Action | None:
    """One that is whole, for a second hit sinks; of those the cheapest."""
    shape = asked.offers.get("damage-submarine")
    if not isinstance(shape, One):
        return None
    game = asked.game
    boats = map(int, shape.domain)
    return "damage-submarine", min(
        boats, key=lambda boat: (game.state[DAMAGED][boat], naval_counter(game, boat).attack, boat)
    )


def stay(asked: Asked) -> Action | None:
    """A crew that goes no further watches from the highest section that it reaches."""
    shape = asked.offers.get("stay-in-section")
    return ("stay-in-section", shape.domain[-1]) if isinstance(shape, One) else None

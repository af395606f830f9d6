"""fa:9.1, 15.1.1, 16.1.1, 20.1 What an aircraft flies over it enters: the skies of who is not in the war are closed.

Whoever lets a side's trains and supply pass lets its aircraft pass too, but only when they rebase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import CONSENTS, Schema, memo
from worldfire.forces.enmity import ACTIVE_POWERS, OWN_POWER, WARS, unit_at_war
from worldfire.forces.partisans import SOIL
from worldfire.forces.situation import PACTS
from worldfire.forces.things import COUNTER
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HEXES_HELD,
    HOME_COUNTRY,
    MASTERS,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    SIDES,
    master_of,
    power_of,
    side_of,
)
from worldfire.rules.s09_02_pacts import barred_borders
from worldfire.rules.s11_09_rail import RAILS
from worldfire.rules.s11_10_entry import (
    ADMITTED,
    CLOSED_HEX,
    hexes_apart,
    politics_violation,
    refusing_owner,
    regions_apart,
)
from worldfire.rules.s14_1_range import closed_skies, closed_to_rebases

#: whose skies are closed to a country's aircraft
SKIES = memo(
    "closed skies",
    (
        ACTIVE_POWERS,
        CONSENTS,
        CONTROLLER,
        COUNTER,
        COUNTRY,
        COUNTRY_NAMES,
        HEXES_HELD,
        HOME_COUNTRY,
        MASTERS,
        OWN_POWER,
        POWER,
        POWER_NAMES,
        SEAT,
        SIDE,
        SIDES,
        SOIL,
        WARS,
    ),
    asks=(ADMITTED, CLOSED_HEX, hexes_apart, politics_violation, regions_apart),
)


@rule("fa:20.1", "fa:9.1", "fa:9.2.1", "fa:11.9.5", "fa:16.1.1")
def skies_of_neutrals(game: Position, aircraft: int) -> frozenset[int]:
    """Where its politics keep the aircraft out, as they would a land unit; and the barred borders of a pact."""
    country = game.state[COUNTRY][aircraft]
    closed = game.recall(("skies", country), lambda: frozenset(_each_closed_hex(game, aircraft)), SKIES)
    if not game.state.get(PACTS):
        return closed
    return game.recall(("barred skies", country), lambda: closed | barred_borders(game, power_of(game, aircraft)))


def _each_closed_hex(game: Position, aircraft: int) -> Iterator[int]:
    """Politics is asked once for all hexes with the same holder in the same country."""
    homes, apart, regions = game.state[HOME_COUNTRY], hexes_apart(game), regions_apart(game)
    for holder, hexes in game.look_up(HEXES_HELD).items():
        if holder == NOBODY or _is_open(game, aircraft, holder):
            continue
        keeps_out: dict[tuple[int, bool, str | None], bool] = {}
        for place in hexes:
            alike = (homes[place], place in apart, regions.get(place))
            if alike not in keeps_out:
                keeps_out[alike] = politics_violation(game, aircraft, place) is not None
            if keeps_out[alike]:
                yield place


def _is_open(game: Position, aircraft: int, holder: int) -> bool:
    """Enemies ask nobody, and friends in the war do not look up unless they have said no to the power."""
    power, master, sides = power_of(game, aircraft), master_of(game, holder), game.state[SIDE]
    if power == master or unit_at_war(game, aircraft, holder):
        return True
    allies = sides[power] == sides[master] and is_active(game, power) and is_active(game, master)
    return allies and refusing_owner(game, power, master) is None


@rule("fa:15.1.1", "fa:15.2.1", "fa:11.13")
def friends_let_pass(usual: Callable[[Position, int], frozenset[int]], game: Position, aircraft: int) -> frozenset[int]:
    """Access by rail, for supply and for rebases is one benefit; nobody comes down there."""
    side, power = side_of(game, aircraft), power_of(game, aircraft)

    def look() -> frozenset[int]:
        return usual(game, aircraft) - RAILS(game, frozenset(), side, power)

    return game.recall(("closed to rebases", game.state[COUNTRY][aircraft]), look)


MODULE = Module(
    schema=Schema(derived=(SKIES,)),
    changes=(
        closed_skies.replaced_by(skies_of_neutrals),
        closed_to_rebases.wrapped_by(friends_let_pass),
    ),
)

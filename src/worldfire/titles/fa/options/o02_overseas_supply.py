"""Option 2, limited overseas supply (fa:2.4.2.3): a path leads only through sea areas with convoys, a TRS or an AMPH."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import STANDING, counter_of
from worldfire.forces.who import COUNTRY, POWER
from worldfire.rules.s02_4_supply_limits import DOES_NOT_KEEP_SEA_OPEN, SEA_IS_CLOSED, sections
from worldfire.rules.s18_1_cooperation import countries_cooperate, powers_cooperate
from worldfire.tables.counters import NavalType

_CARRIERS_OF_SUPPLY = (NavalType.TRS, NavalType.AMPH)


@rule("fa:2.4.2.3")
def nobody_carries_it(game: Position, country: int, sea: str) -> bool:
    """Is there no convoy point, TRS or AMPH of the tracing power or a co-operating one in the sea area?"""
    places, power = sections(game, sea), game.state[POWER][country]
    if any(at in places and powers_cooperate(game, power, owner) for owner, at, _ in game.state.amounts(CONVOY_POINTS)):
        return False
    standing = game.look_up(STANDING)
    ships = (unit for place in places for unit in standing.get(place, ()))
    return not any(
        counter_of(game, ship).type in _CARRIERS_OF_SUPPLY
        and countries_cooperate(game, country, game.state[COUNTRY][ship])
        for ship in ships
    )


@rule("fa:2.4.2.3")
def does_not_carry_supply(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type not in _CARRIERS_OF_SUPPLY


OPTION = Option(
    "2",
    "Limited overseas supply",
    changes=(SEA_IS_CLOSED.attach(nobody_carries_it), DOES_NOT_KEEP_SEA_OPEN.attach(does_not_carry_supply)),
)

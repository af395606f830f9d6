"""9.8 Multiple states of war: who may support a combat between others."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    master_of,
    power_of,
)


@rule("9.8")
def attack_support_violation(game: Game, aircraft: int, place: int, defenders: tuple[int, ...]) -> Violation | None:
    """The attacker's aircraft must be at war with the hex; where partisans are attacked in a friendly one, with them."""
    controller = game.state[CONTROLLER][place]
    at_war_with_hex = controller != NOBODY and unit_at_war(game, aircraft, controller)
    if at_war_with_hex or any(unit_at_war(game, unit, power_of(game, aircraft)) for unit in defenders):
        return None
    return refused("9.8", "support-not-at-war", unit=Thing(aircraft), place=Place(place))


@rule("9.8")
def defence_support_violation(
    game: Game, aircraft: int, place: int, defenders: tuple[int, ...], attackers: tuple[int, ...]
) -> Violation | None:
    """The defender's are of the nationality of the hex or of a unit there, or at war with somebody who attacks."""
    own = game.state[COUNTRY][aircraft]
    if any(game.state[COUNTRY][unit] == own for unit in defenders) or _is_its_hex(game, own, place):
        return None
    if any(unit_at_war(game, aircraft, power_of(game, attacker)) for attacker in attackers):
        return None
    return refused("9.8", "support-not-at-war", unit=Thing(aircraft), place=Place(place))


def _is_its_hex(game: Game, country: int, place: int) -> bool:
    """Is the hex of this nationality: at home that of its home country, elsewhere that of the major power which holds it?"""
    home, holder = game.state[HOME_COUNTRY][place], master_of(game, game.state[CONTROLLER][place])
    if home != NOBODY and game.state[CONQUEROR][home] == NOBODY and game.state[POWER][home] == holder:
        return country == home
    homes = ground_of(game).homes_of_power.get(game.state.get(POWER_NAMES)[holder], ())
    return game.state.get(COUNTRY_NAMES)[country] in homes

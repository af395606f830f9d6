"""13.3.2, 9.8 US units that fight at sea though the USA is neutral: escorts of Allied convoys (11, 20, 29, 38), unrestricted
naval warfare (50), and US convoys that may be attacked (32).
"""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.forces.turn import is_active
from worldfire.forces.who import NOBODY, SIDE, power_of, side_of_power
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_05_4_committing import TAKES_PART, Force, convoys_fight, fights
from worldfire.tables.counters import AirCounter, NavalType
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.us_entry.pools import is_entering, the_usa

EAST_COAST, BY_AIR, NORTH_ATLANTIC, WAR_ZONES, ARMED_MERCHANTS, UNRESTRICTED = 11, 20, 29, 32, 38, 50
#: sea areas that an option opens to escorts
_SEAS = {EAST_COAST: "East Coast", NORTH_ATLANTIC: "North Atlantic"}
MOST_ESCORTS = Figure("US ships that escort in a sea area", "13.3.2")

Fights = Callable[[Position, int, Force], bool]


# ------------------------------------------------------------------------------------------------------------- escorts


@rule("13.3.2", "9.8", "13.3.2 option 20")
def escorts(game: Position, unit: int, enemies: Force) -> bool:
    """A few ships in the 0 section, in any round in which Allied convoys take part; aircraft there under option 20."""
    if not is_entering(game) or power_of(game, unit) != the_usa(game):
        return False
    sea = sea_of_section(game, game.state[PLACE][unit])
    return bool(sea) and _convoys_are_hunted(game, sea, enemies) and _may_escort(game, unit, sea)


@rule("13.6.1/search and seizure", "13.3.2")
def keeps_searchers_away(game: Position, unit: int, searcher: int) -> bool:
    """Whatever may escort in a sea area lets nobody of the other side seize goods there."""
    if not is_entering(game) or power_of(game, unit) != the_usa(game):
        return False
    sea = sea_of_section(game, game.state[PLACE][unit])
    return game.state[SIDE][searcher] != game.state[SIDE][the_usa(game)] and bool(sea) and _may_escort(game, unit, sea)


def _may_escort(game: Position, unit: int, sea: str) -> bool:
    """A few ships in the 0 section, aircraft there under option 20; any ship under option 50."""
    if not may_escort_in(game, sea):
        return False
    if isinstance(counter_of(game, unit), AirCounter):
        return section_number(game, game.state[PLACE][unit]) == 0 and is_chosen(game, BY_AIR)
    if not _is_warship(game, unit):
        return False
    return is_chosen(game, UNRESTRICTED) or unit in _first_escorts(game, sea)


@rule("13.3.2", "13.3.2 option 11", "13.3.2 option 29", "13.3.2 option 38", "9.8/us escorts")
def may_escort_in(game: Position, sea: str) -> bool:
    if is_chosen(game, ARMED_MERCHANTS) or is_chosen(game, UNRESTRICTED):
        return True
    return any(sea == where and is_chosen(game, option) for option, where in _SEAS.items())


def _is_warship(game: Position, unit: int) -> bool:
    return counter_of(game, unit).type in (NavalType.SCS, NavalType.CV)


def _first_escorts(game: Position, sea: str) -> tuple[int, ...]:
    """If more ships lie in the 0 section than may escort, the first of them do."""
    usa, places = the_usa(game), game.state[PLACE]
    ships = (unit for unit, place in enumerate(places) if sea_of_section(game, place) == sea)
    ours = (unit for unit in ships if power_of(game, unit) == usa and _is_warship(game, unit))
    return tuple(unit for unit in ours if section_number(game, places[unit]) == 0)[: MOST_ESCORTS(game)]


def _convoys_are_hunted(game: Position, sea: str, enemies: Force) -> bool:
    """Are convoys of its side there that somebody of the enemy is at war with?"""
    side, hunters = game.state[SIDE][the_usa(game)], {power_of(game, unit) for unit in enemies.units}
    owners = {
        owner
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if points and side_of_power(game, owner) == side and sea_of_section(game, place) == sea
    }
    return any(at_war(game, owner, hunter) for owner in owners for hunter in hunters)


# -------------------------------------------------------------------------------------------- 50 unrestricted, 32 convoys


@rule("13.3.2", "9.8", "13.3.2 option 50")
def fights_unrestricted(usual: Fights, game: Position, unit: int, enemies: Force) -> bool:
    """Option 50: US units at sea and those of active Axis powers; option 32: Axis units and US convoys."""
    if usual(game, unit, enemies):
        return True
    if not is_entering(game):
        return False
    usa = the_usa(game)
    if power_of(game, unit) == usa:
        return is_chosen(game, UNRESTRICTED) and any(_is_active_foe(game, power_of(game, one)) for one in enemies.units)
    if not _is_active_foe(game, power_of(game, unit)):
        return False
    if is_chosen(game, UNRESTRICTED) and any(power_of(game, one) == usa for one in enemies.units):
        return True
    ours = any(stack.power == usa for stack in enemies.convoys)
    return ours and convoys_may_be_hunted_by(game, power_of(game, unit))


def _is_active_foe(game: Position, power: int) -> bool:
    sides, usa = game.state[SIDE], the_usa(game)
    return sides[power] not in (NOBODY, sides[usa]) and is_active(game, power)


@rule("13.3.2")
def convoys_may_be_hunted_by(game: Position, hunter: int) -> bool:
    """Option 32: by whoever is at war with an ally to whom US convoys could carry something."""
    if not is_chosen(game, WAR_ZONES) and not is_chosen(game, UNRESTRICTED):
        return False
    usa, sides = the_usa(game), game.state[SIDE]
    return any(sides[power] == sides[usa] and at_war(game, power, hunter) for power in range(len(sides)))


@rule("13.3.2", "9.8")
def us_convoys_are_hunted(usual: Fights, game: Position, power: int, enemies: Force) -> bool:
    if usual(game, power, enemies):
        return True
    if power != the_usa(game) or not is_entering(game):
        return False
    return any(convoys_may_be_hunted_by(game, power_of(game, unit)) for unit in enemies.units)


CHANGES = (
    TAKES_PART.attach(escorts),
    fights.wrapped_by(fights_unrestricted),
    convoys_fight.wrapped_by(us_convoys_are_hunted),
)

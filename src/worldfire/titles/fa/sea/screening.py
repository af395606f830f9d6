"""fa:11.4.7 Screening: ships kept out of the line in secret, and faster ships that stay away unless surprise points catch them.

Screened ships do not fire and count as ships; nobody hits them while others are left, but for surprise points. Whoever stays
away takes no part in the round at all.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Annex, Insert, Instead
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, joint, secret, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import SideId
from worldfire.forces.turn import other_side
from worldfire.forces.who import NOBODY, seat_of
from worldfire.rules.s11_04_naval_units import Item, naval_counter
from worldfire.rules.s11_05_4_committing import Force, is_ship, seats_of_force, ships_of
from worldfire.rules.s11_05_6_surprise_points import (
    CHOOSING_A_TARGET,
    LEAVE_TARGET,
    OVERRULE_TARGET,
    TARGET,
    Picking,
    ask_for_another_target,
)
from worldfire.rules.s11_05_8_results import BY_OWNER, Results, next_choice, owners_choice
from worldfire.rules.s11_05_8_surface_combat import SURFACE_COMBAT, SurfaceCombat, attack_factors, surface_factors
from worldfire.rules.s11_05_round import (
    NavalRound,
    can_pay,
    included,
    pay,
    price,
    read_stack,
    sides_in_order,
    with_force,
)
from worldfire.tables.counters import NavalType

FASTER_SHIPS = "include faster ships, per point of speed"


class Screens(msgspec.Struct):
    """Ships that are screened in this round, and those of the side asked that would stay away."""

    screened: tuple[int, ...] = ()
    away: tuple[int, ...] = ()


class ShipsScreened(Event, frozen=True):
    side: SideId
    ships: tuple[ThingId, ...]


class ShipsStayAway(Event, frozen=True):
    """Faster ships take no part in a round of surface combat."""

    side: SideId
    ships: tuple[ThingId, ...]


class FasterShipsCaught(Event, frozen=True):
    """A side pays for bringing in ships that are faster by so much, and all that are less so."""

    side: SideId
    faster: int


# ---------------------------------------------------------------------------------------------------------- screened ships


def _ships_of_seat(game: Position, seat: str) -> tuple[int, ...]:
    fight = game.enclosing(NavalRound)
    ships = (ship for side in (0, 1) for ship in ships_of(game, included(game, fight, side)))
    return tuple(ship for ship in ships if seat_of(game, ship) == seat)


def _to_screen(game: Position, combat: SurfaceCombat, seat: str) -> Shape | Violation:
    ships = _ships_of_seat(game, seat)
    return Set(ships, 0, len(ships))


def _screen(game: Game, combat: SurfaceCombat, seat: str, ships: Noun) -> Control:
    screens = game.annex(Screens)
    screens.screened = tuple(sorted({*screens.screened, *ships}))
    return None


SCREEN = Verb("screen-ships", "fa:11.4.7", _screen, _to_screen, items=Thing)


@step("fa:11.4.7", SCREEN)
def screen_ships(game: Game, combat: SurfaceCombat) -> Control:
    """All players at once and in secret; convoy points always are."""
    fight = game.enclosing(NavalRound)
    sides = (Force(ships_of(game, included(game, fight, side))) for side in sides_in_order(game))
    seats = tuple(seat for ships in sides for seat in seats_of_force(game, ships))
    return secret(seats, SCREEN, rule="fa:11.4.7", prompt="screen-ships") if seats else None


@step("fa:11.4.7")
def screens_are_revealed(game: Game, combat: SurfaceCombat) -> Control:
    fight, screened = game.enclosing(NavalRound), game.annex(Screens).screened
    for side in (0, 1):
        ships = tuple(ship for ship in included(game, fight, side).units if ship in screened)
        if ships:
            game.say(ShipsScreened(side=side, ships=ships))
    return None


@rule("fa:11.4.7")
def fire_of_the_line(
    usual: Callable[[Position, NavalRound, int], Fraction], game: Position, fight: NavalRound, side: int
) -> Fraction:
    """Screened ships add nothing to their side's factors."""
    screened = _screened(game)
    silent = (attack_factors(game, ship) for ship in included(game, fight, side).units if ship in screened)
    return usual(game, fight, side) - sum(silent, Fraction())


def _screened(game: Position) -> tuple[int, ...]:
    screens = game.find_annex(Screens)
    return screens.screened if screens is not None else ()


# ------------------------------------------------------------------------------------------------------------ faster ships


def _is_combat_ship(game: Position, ship: int) -> bool:
    return is_ship(game, ship) and naval_counter(game, ship).type is NavalType.SCS


@rule("fa:11.4.7")
def faster_ships(game: Position, fight: NavalRound, side: int) -> dict[int, int]:
    """Surface combat ships of the side → by how much they are faster than the slowest unscreened one of the other side."""
    screened, enemies = _screened(game), included(game, fight, other_side(side)).units
    line = [ship for ship in enemies if _is_combat_ship(game, ship) and ship not in screened]
    if not line:
        return {}
    slowest = min(naval_counter(game, ship).movement for ship in line)
    own = (ship for ship in included(game, fight, side).units if _is_combat_ship(game, ship))
    lead = {ship: naval_counter(game, ship).movement - slowest for ship in own}
    return {ship: points for ship, points in lead.items() if points > 0}


def _side_of(game: Position, seat: str) -> int:
    return 0 if seat in game.enclosing(NavalRound).seats[0] else 1


def _fast(game: Position, combat: SurfaceCombat, seat: str) -> Shape | Violation:
    ships = tuple(faster_ships(game, game.enclosing(NavalRound), _side_of(game, seat)))
    return Set(ships, 0, len(ships))


def _stay_away(game: Game, combat: SurfaceCombat, seat: str, ships: Noun) -> Control:
    game.annex(Screens).away = ships
    return None


STAY_AWAY = Verb("keep-away", "fa:11.4.7", _stay_away, _fast, items=Thing)


def _ask_who_stays_away(game: Position, side: int) -> Control:
    ships = tuple(faster_ships(game, game.enclosing(NavalRound), side))
    if not ships:
        return None
    return joint(seats_of_force(game, Force(ships)), STAY_AWAY, rule="fa:11.4.7", prompt="keep-away")


def _leads(game: Position, fight: NavalRound, hunter: int) -> tuple[int, ...]:
    """By how much ships that would stay away are faster, as far as the hunter's surprise points reach."""
    lead, each = faster_ships(game, fight, other_side(hunter)), price(game, FASTER_SHIPS)
    wanted = {lead[ship] for ship in game.annex(Screens).away}
    return tuple(points for points in sorted(wanted) if fight.rich == hunter and points * each <= fight.points)


def _to_catch(game: Position, combat: SurfaceCombat, seat: str) -> Shape | Violation:
    return One(_leads(game, game.enclosing(NavalRound), _side_of(game, seat)))


def _catch(game: Game, combat: SurfaceCombat, seat: str, faster: Noun) -> Control:
    fight, screens, side = game.enclosing(NavalRound), game.annex(Screens), _side_of(game, seat)
    pay(game, fight, FASTER_SHIPS, faster)
    lead = faster_ships(game, fight, other_side(side))
    screens.away = tuple(ship for ship in screens.away if lead[ship] > faster)
    game.say(FasterShipsCaught(side=side, faster=faster))
    return None


def _let_go(game: Game, combat: SurfaceCombat, seat: str, noun: Noun) -> Control:
    return None


CATCH = Verb("catch-faster-ships", "fa:11.4.7", _catch, _to_catch)
LET_GO = Verb("let-them-go", "fa:11.4.7", _let_go)


def _ask_who_is_caught(game: Position, hunter: int) -> Control:
    fight = game.enclosing(NavalRound)
    if not _leads(game, fight, hunter):
        return None
    points = Number(fight.points)
    return joint(fight.seats[hunter], LET_GO, CATCH, rule="fa:11.4.7", prompt="catch-faster-ships", points=points)


def _they_are_away(game: Game, side: int) -> None:
    fight, screens = game.enclosing(NavalRound), game.annex(Screens)
    if screens.away:
        force = fight.forces[side]
        left = tuple(unit for unit in force.units if unit not in screens.away)
        fight.forces = with_force(fight.forces, side, Force(left, force.convoys))
        game.say(ShipsStayAway(side=side, ships=screens.away))
    screens.away = ()


@step("fa:11.4.7", STAY_AWAY)
def active_side_stays_away(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_who_stays_away(game, sides_in_order(game)[0])


@step("fa:11.4.7", LET_GO, CATCH, also=("fa:11.4.5",))
def inactive_side_catches(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_who_is_caught(game, sides_in_order(game)[1])


@step("fa:11.4.7")
def active_side_is_away(game: Game, combat: SurfaceCombat) -> Control:
    _they_are_away(game, sides_in_order(game)[0])
    return None


@step("fa:11.4.7", STAY_AWAY)
def inactive_side_stays_away(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_who_stays_away(game, sides_in_order(game)[1])


@step("fa:11.4.7", LET_GO, CATCH, also=("fa:11.4.5",))
def active_side_catches(game: Game, combat: SurfaceCombat) -> Control:
    return _ask_who_is_caught(game, sides_in_order(game)[0])


@step("fa:11.4.7")
def inactive_side_is_away(game: Game, combat: SurfaceCombat) -> Control:
    _they_are_away(game, sides_in_order(game)[1])
    return None


# ----------------------------------------------------------------------------------------------------------------- targets


@rule("fa:11.4.7.1")
def unscreened_first(
    usual: Callable[[Position, NavalRound, int], tuple[Item, ...]], game: Position, fight: NavalRound, side: int
) -> tuple[Item, ...]:
    """In a surface combat screened ships and convoys are spared while anything else of the side is left."""
    targets = usual(game, fight, side)
    if not game.on_stack(SURFACE_COMBAT.name):
        return targets
    screened = _screened(game)
    line = tuple(target for target in targets if isinstance(target, int) and target not in screened)
    return line or targets


@rule("fa:11.4.7.1")
def owner_and_enemy_in_turn(
    usual: Callable[[Position, NavalRound, Results], Picking], game: Position, fight: NavalRound, results: Results
) -> Picking:
    """In a surface combat the owner takes the first, third and fifth result, the other side those between."""
    choice = usual(game, fight, results)
    if results.choosing != BY_OWNER or results.done % 2 == 0:
        return choice
    return msgspec.structs.replace(choice, side=other_side(results.side))


@step("fa:11.4.5", OVERRULE_TARGET, LEAVE_TARGET, also=("fa:11.4.7.1",))
def pay_for_a_ship(game: Game, pick: Picking) -> Control:
    """Whichever side has the points may choose, beyond what was open to it; only naval units are targets to be bought."""
    fight = game.enclosing(NavalRound)
    payer = fight.rich
    if payer == NOBODY or not can_pay(game, fight, payer, TARGET) or not _are_naval(game, pick):
        return None
    free = pick.candidates if payer == pick.side else ()
    if all(target == pick.chosen or target in free for target in pick.others):
        return None
    return ask_for_another_target(fight, payer, pick, rule="fa:11.4.5")


def _are_naval(game: Position, pick: Picking) -> bool:
    return all(read_stack(target) is not None or is_ship(game, int(target)) for target in pick.others)


MODULE = Module(
    changes=(
        Annex(SURFACE_COMBAT.name, Screens),
        *(
            Insert(SURFACE_COMBAT.name, each, before="active_side_hunts")
            for each in (
                screen_ships,
                screens_are_revealed,
                active_side_stays_away,
                inactive_side_catches,
                active_side_is_away,
                inactive_side_stays_away,
                active_side_catches,
                inactive_side_is_away,
            )
        ),
        surface_factors.wrapped_by(fire_of_the_line),
        owners_choice.wrapped_by(unscreened_first),
        next_choice.wrapped_by(owner_and_enemy_in_turn),
        Instead(CHOOSING_A_TARGET.name, "overrule_target", pay_for_a_ship),
    ),
)

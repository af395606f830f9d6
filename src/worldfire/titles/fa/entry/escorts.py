"""13.2.2.1 US warships that fight beside Allied convoys though the USA is neutral (29, 36, 42, 50), and its convoys (41)."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import SeaArea
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, sea_of_section
from worldfire.forces.turn import is_active, other_side, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_named, power_of, side_of_power
from worldfire.rules.s02_1_sea_areas import section_at, section_number
from worldfire.rules.s11_04_6_interception import hunts
from worldfire.rules.s11_04_naval_units import Sailor, power_of_sailor
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_4_committing import TAKES_PART, Force, convoys_fight, fights, present
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s13_06_1_by_sea import ESCORTS_GOODS
from worldfire.tables.counters import NavalType
from worldfire.titles.fa.entry.options import (
    ARM_MERCHANTMEN,
    ATLANTIC_ESCORTS,
    EAST_COAST_ESCORTS,
    NAVAL_WARFARE,
    OPTIONS_CHOSEN,
    REFUTE_WAR_ZONES,
    is_chosen,
)
from worldfire.titles.fa.entry.pools import USA, watches_the_war
from worldfire.titles.fa.lists import Listed

_SECTION = "fa:13.2.2.1"
#: sea areas that an option opens to escorts
_SEAS = {
    EAST_COAST_ESCORTS: Listed("seas of US escorts after option 29", _SECTION),
    ATLANTIC_ESCORTS: Listed("seas of US escorts after option 36", _SECTION),
}
_MOST = Figure("US escorts in a sea area", "fa:13.2.2.1")
ROUND = "naval combat round"

Fights = Callable[[Position, int, Force], bool]


@rule(_SECTION)
def may_escort_in(game: Position, sea: str) -> bool:
    if is_chosen(game, ARM_MERCHANTMEN) or is_chosen(game, NAVAL_WARFARE):
        return True
    return any(sea in seas(game) and is_chosen(game, option) for option, seas in _SEAS.items())


class Escorting(msgspec.Struct):
    """US warships that the neutral USA sends into this round; None: it has not been asked."""

    ships: tuple[int, ...] | None = None


@rule(_SECTION)
def escorts(game: Position, unit: int, enemies: Force) -> bool:
    """In any round with Allied convoys those that the USA sends; as long as nobody has asked, as many as it may."""
    sea = sea_of_section(game, game.state[PLACE][unit])
    able = _able(game, sea, enemies) if sea and power_of(game, unit) == power_named(game, USA) else ()
    escorting = game.find_annex(Escorting)
    sent = able[: _MOST(game)] if escorting is None or escorting.ships is None else escorting.ships
    return unit in able and unit in sent


@rule(_SECTION)
def _able(game: Position, sea: str, enemies: Force) -> tuple[int, ...]:
    """Surface combatants of the neutral USA in the 0 section, where it may escort and convoys are in danger.

    After option 50 all of them fight anyway.
    """
    if not watches_the_war(game, USA) or not may_escort_in(game, sea) or not _convoys_are_hunted(game, sea, enemies):
        return ()
    return _beside_convoys(game, sea)


def _beside_convoys(game: Position, sea: str) -> tuple[int, ...]:
    """US surface combatants in the 0 section."""
    usa, places = power_named(game, USA), game.state[PLACE]
    there = (unit for unit, place in enumerate(places) if sea_of_section(game, place) == sea)
    ours = (unit for unit in there if power_of(game, unit) == usa and counter_of(game, unit).type is NavalType.SCS)
    return tuple(unit for unit in ours if section_number(game, places[unit]) == 0)


def _able_now(game: Position, fight: NavalRound) -> tuple[int, ...]:
    """Those who fight only if they are sent: not those who would in any case, nor where nobody does without them."""
    enemies = present(game, game.enclosing(NavalCombat), other_side(game.state[SIDE][power_named(game, USA)]))
    return tuple(unit for unit in _able(game, fight.sea, enemies) if not fights(game, unit, enemies))


def _shape(game: Position, fight: NavalRound, seat: str) -> Shape | Violation:
    able = _able_now(game, fight)
    return Set(able, 0, min(len(able), _MOST(game)))


def _send(game: Game, fight: NavalRound, seat: str, noun: Noun) -> Control:
    game.annex(Escorting).ships = noun
    return None


SEND_ESCORTS = Verb("send-escorts", _SECTION, _send, _shape, items=Thing)


@step(_SECTION, SEND_ESCORTS)
def usa_sends_escorts(game: Game, fight: NavalRound) -> Control:
    """Before anybody commits submarines: it may, it need not."""
    usa = power_named(game, USA)
    if usa == NOBODY or not _able_now(game, fight):
        return None
    place = SeaArea(section_at(game, fight.sea, 0))
    seat, most = seat_of_power(game, usa), Number(_MOST(game))
    return one(seat, SEND_ESCORTS, rule=_SECTION, prompt="send-escorts", place=place, most=most)


@rule(_SECTION)
def _convoys_are_hunted(game: Position, sea: str, enemies: Force) -> bool:
    """Those of any Ally that take part in the combat, its own too once they are fair game (41)."""
    side = game.state[SIDE][power_named(game, USA)]
    owners = {
        owner
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if points and side_of_power(game, owner) == side and sea_of_section(game, place) == sea
    }
    return any(convoys_fight(game, owner, enemies) for owner in owners)


def _is_active_foe(game: Position, power: int) -> bool:
    sides, usa = game.state[SIDE], power_named(game, USA)
    return sides[power] not in (NOBODY, sides[usa]) and is_active(game, power)


@rule(_SECTION)
def fights_unrestricted(usual: Fights, game: Position, unit: int, enemies: Force) -> bool:
    """After option 50 US units at sea and those of active Central Powers; after 41 these and US convoys."""
    if usual(game, unit, enemies) or not watches_the_war(game, USA):
        return usual(game, unit, enemies)
    usa, foes = power_named(game, USA), [power_of(game, one) for one in enemies.units]
    if power_of(game, unit) == usa:
        return is_chosen(game, NAVAL_WARFARE) and any(_is_active_foe(game, foe) for foe in foes)
    if not _is_active_foe(game, power_of(game, unit)):
        return False
    ours = any(stack.power == usa for stack in enemies.convoys)
    return (is_chosen(game, NAVAL_WARFARE) and usa in foes) or (ours and _convoys_are_fair_game(game))


def _convoys_are_fair_game(game: Position) -> bool:
    return is_chosen(game, REFUTE_WAR_ZONES) or is_chosen(game, NAVAL_WARFARE)


@rule(_SECTION)
def us_convoys_are_hunted(usual: Fights, game: Position, power: int, enemies: Force) -> bool:
    if usual(game, power, enemies):
        return True
    neutral = power == power_named(game, USA) and watches_the_war(game, USA)
    return (
        neutral
        and _convoys_are_fair_game(game)
        and any(_is_active_foe(game, power_of(game, unit)) for unit in enemies.units)
    )


@rule(_SECTION, "fa:11.3.5")
def hunts_without_war(
    usual: Callable[[Position, int, Sailor], bool], game: Position, unit: int, sailor: Sailor
) -> bool:
    """Whoever may attack at sea though he is not at war may intercept, too."""
    if usual(game, unit, sailor) or not watches_the_war(game, USA):
        return usual(game, unit, sailor)
    usa, hunter, hunted = power_named(game, USA), power_of(game, unit), power_of_sailor(game, sailor)
    if usa not in (hunter, hunted) or not _is_active_foe(game, hunted if hunter == usa else hunter):
        return False
    return _convoys_are_fair_game(game) if sailor.is_convoy and hunted == usa else is_chosen(game, NAVAL_WARFARE)


@rule(_SECTION, "fa:13.5.1.3")
def us_ships_guard_goods(game: Position, thing: int, power: int) -> bool:
    """Where a neutral US warship may escort, nobody searches: before option 50 only from the 0 section."""
    if not watches_the_war(game, USA) or power_of(game, thing) != power_named(game, USA):
        return False
    sea = sea_of_section(game, game.state[PLACE][thing])
    return may_escort_in(game, sea) and (is_chosen(game, NAVAL_WARFARE) or thing in _beside_convoys(game, sea))


MODULE = Module(
    changes=(
        Annex(ROUND, Escorting),
        Insert(ROUND, usa_sends_escorts, before="active_side_commits"),
        ESCORTS_GOODS.attach(us_ships_guard_goods, reads=(OPTIONS_CHOSEN,)),
        TAKES_PART.attach(escorts),
        fights.wrapped_by(fights_unrestricted),
        convoys_fight.wrapped_by(us_convoys_are_hunted),
        hunts.wrapped_by(hunts_without_war),
    ),
)

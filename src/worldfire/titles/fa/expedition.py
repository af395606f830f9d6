"""15.3.1 Japan before it is active: once the Commonwealth fights Germany, it moves some Japanese units in the Pacific.

They act with the Commonwealth's action and out of its limits, fight the Central Powers only, and keep to what Japan or the
Central Powers hold on the map of the world. Japan itself makes nothing, lends nothing and has no morale; what it loses comes
back for nothing. What Germany moves is `under_germany`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import PowerId
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import AT_WAR, CAMPAIGN, RESERVES_CALLED, TURN
from worldfire.forces.things import board_of, place_index, things_at
from worldfire.forces.turn import active_side, is_active, other_side, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    country_named,
    found_power,
    master_of,
    power_named,
    power_of,
    side_of_power,
)
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, tray_of_power
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s09_war import DECLARING_WAR, WarDeclared
from worldfire.rules.s10_actions import ActionChosen, account_of, choose_action, chooses_action
from worldfire.rules.s11_04_bases import port_holder_violation
from worldfire.rules.s11_04_sea_passages import may_pass, submarines_may_pass
from worldfire.rules.s11_10_entry import CLOSED_HEX
from worldfire.rules.s12_end_of_action import might_pass
from worldfire.rules.s13_01_partisans import Area, is_eligible
from worldfire.rules.s13_06_production import (
    PRODUCTION_OF_A_POWER,
    PowerProduction,
    dock_turns,
    in_dock,
    put_on_circle,
    start_building,
    turns_of,
)
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.japan import (
    COMMONWEALTH,
    EXPEDITION,
    GERMANY,
    JAPAN,
    JAPANS_OWN_WAR,
    LED_BY_GERMANY,
    SAILS,
    WORLD_SHEET,
    is_on_expedition,
)
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.morale import MORALE
from worldfire.titles.fa.politics.flags import FLAG, has_flag
from worldfire.titles.fa.risings import oppressor_of
from worldfire.titles.fa.sea.neutral_ports import may_be_a_guest
from worldfire.titles.fa.sides_at_war import DrawnIntoWar
from worldfire.titles.fa.trade import is_in_force, recipient_of
from worldfire.titles.fa.victory import counts_half

_SECTION = "fa:15.3.1"
#: the part of the campaign's set-up that the Commonwealth moves
UNDER_THE_COMMONWEALTH = "under the CW"
#: what the map of the world shows of the Atlantic
ATLANTIC = Listed("seas of the Atlantic on the World map", _SECTION)


class ExpeditionSails(Event, frozen=True):
    power: PowerId
    leader: PowerId


class Expedition(msgspec.Struct):
    """Nothing is remembered."""


# ------------------------------------------------------------------------------------------------------------- it begins


@rule(_SECTION)
def may_sail(game: Position) -> bool:
    """The Commonwealth fights Germany, and Japan has not made up its mind yet; only once in a game."""
    japan, commonwealth, germany = (power_named(game, name) for name in (JAPAN, COMMONWEALTH, GERMANY))
    if NOBODY in (japan, commonwealth, germany) or not game.state.get(CAMPAIGN) or game.state.get(EXPEDITION):
        return False
    waits = is_latent(game, japan) and not game.state.get(JAPANS_OWN_WAR) and has_flag(game, country_named(game, JAPAN))
    return waits and at_war(game, commonwealth, germany) and bool(units_of_zone(game, UNDER_THE_COMMONWEALTH))


def units_of_zone(game: Position, zone: str) -> tuple[int, ...]:
    """Those that the campaign names in a part of its set-up, and others from the force pools."""
    tasks = dict(layout_of(game).tasks).get(JAPAN, ())
    found: list[int] = []
    for task in (each for each in tasks if each.where == zone):
        found += task.named
        for draw in task.draws:
            found += things_at(game, draw.pool)[: draw.count]
    return tuple(found)


@rule(_SECTION)
def commonwealth_declares(game: Game, event: WarDeclared | DrawnIntoWar) -> Call | None:
    """On Germany, or on another Central Power, which is war with Germany too."""
    pair = (power_named(game, COMMONWEALTH), power_named(game, GERMANY))
    return Call(SAILING.name, Expedition()) if (event.power, event.target_power) == pair and may_sail(game) else None


@step(_SECTION)
def commonwealth_was_attacked(game: Game, declaring: object) -> Control:
    """Then it is the next impulse of the Allies."""
    ours = active_side(game) == other_side(central_side(game))
    return Call(SAILING.name, Expedition()) if ours and may_sail(game) else None


@step(_SECTION)
def expedition_sails(game: Game, expedition: Expedition) -> Control:
    """It is at war with the Central Powers, but Japan's flag stays where it lies."""
    if not may_sail(game):
        return End()
    japan, leader, country = power_named(game, JAPAN), power_named(game, COMMONWEALTH), country_named(game, JAPAN)
    units, lies = units_of_zone(game, UNDER_THE_COMMONWEALTH), game.state[FLAG][country]
    game.set(EXPEDITION, SAILS)
    found_power(game, japan, leader)
    game.write(FLAG, country, lies)
    game.write(MORALE, japan, 0)
    game.set(RESERVES_CALLED, (*game.state.get(RESERVES_CALLED), japan))
    enemies = (enemy for enemy in powers_of_side(game, central_side(game)) if is_active(game, enemy))
    game.set(AT_WAR, (*game.state.get(AT_WAR), *((japan, enemy) for enemy in enemies)))
    game.say(ExpeditionSails(power=japan, leader=leader))
    later = place_index(game, circle_space(game.state.get(TURN) + 1))
    return Call(ARRIVALS.name, Arrivals(japan, units, later))


@step(_SECTION)
def expedition_is_under_way(game: Game, expedition: Expedition) -> Control:
    return End()


SAILING = procedure("Japan’s expedition", _SECTION, expedition_sails, expedition_is_under_way, locals=Expedition)


# ------------------------------------------------------------------------------------------------------- how it is led


@rule(_SECTION, "fa:10.1")
def has_no_choice(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) and not is_on_expedition(game, power)


@rule(_SECTION, "fa:10.1")
def acts_like_its_leader(game: Game, event: ActionChosen) -> None:
    japan = power_named(game, JAPAN)
    if event.power == power_named(game, COMMONWEALTH) and japan != NOBODY and is_on_expedition(game, japan):
        choose_action(game, japan, event.action)


@rule(_SECTION, "fa:12")
def passes_with_its_leader(game: Position, power: int) -> bool:
    """Who is led by another passes or acts as he does, and is not counted besides him."""
    return not is_on_expedition(game, power)


@rule(_SECTION, "fa:10.2")
def counts_for_its_leader(usual: Callable[[Position, int], int], game: Position, power: int) -> int:
    led = is_on_expedition(game, power) and not game.state.get(LED_BY_GERMANY)
    return power_named(game, COMMONWEALTH) if led else usual(game, power)


@rule(_SECTION)
def keeps_to_its_own(game: Position, unit: int, place: int) -> Violation | None:
    """Hexes of Japan and of the Central Powers only."""
    power = power_of(game, unit)
    if not is_on_expedition(game, power):
        return None
    holder = game.state[CONTROLLER][place]
    open_to_it = holder != NOBODY and (
        master_of(game, holder) == power or side_of_power(game, holder) == central_side(game)
    )
    if open_to_it:
        return None
    return refused(_SECTION, "expedition-keeps-away", unit=Thing(unit), place=Place(place))


@rule(_SECTION)
def not_into_the_atlantic(
    usual: Callable[[Position, int, str, str], bool], game: Position, power: int, origin: str, to: str
) -> bool:
    """Japan's ships, whoever moves them."""
    if game.state.get(POWER_NAMES)[power] == JAPAN:
        area = board_of(game).sea_areas[to]
        if to in ATLANTIC(game) or WORLD_SHEET not in area.sheets:
            return False
    return usual(game, power, origin, to)


@rule(_SECTION, "fa:2.4.3")
def is_no_guest(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    """Japan is not active: its ships do not base in neutral ports."""
    return usual(game, power) and not is_on_expedition(game, power)


@rule(_SECTION, "fa:13.3.2")
def into_its_own_ports(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, port: int
) -> Violation | None:
    """Nor in those of its allies, whose hexes it does not enter."""
    found = usual(game, power, port)
    if found is not None or not is_on_expedition(game, power) or master_of(game, game.state[CONTROLLER][port]) == power:
        return found
    return refused(_SECTION, "port-not-friendly", place=Place(port))


# ----------------------------------------------------------------------------------------------------- what it costs Japan


@rule(_SECTION, "fa:5")
def lends_nothing(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    away = is_on_expedition(game, giver) or is_on_expedition(game, recipient)
    return not away and usual(game, giver, recipient, points)


@rule(_SECTION, "fa:5.1", "fa:15.2")
def still_keeps_its_word(
    usual: Callable[[Position, str, str], bool], game: Position, giver: str, recipient: str
) -> bool:
    """Japan is not active, whatever some of its units do: what it has promised the side of its leader is sent."""
    if giver != JAPAN or not is_on_expedition(game, power_named(game, JAPAN)):
        return usual(game, giver, recipient)
    return side_of_power(game, recipient_of(game, recipient)) == other_side(central_side(game))


@step(_SECTION, also=("fa:13.5",))
def rebuilt_for_nothing(game: Game, work: PowerProduction) -> Control:
    """Japan makes no build points; what was lost is built and repaired all the same, and at once."""
    if not is_on_expedition(game, work.power):
        return None
    for unit in things_at(game, tray_of_power(game, work.power)):
        start_building(game, unit, 0, turns_of(game, unit))
    for ship in in_dock(game, work.power):
        put_on_circle(game, ship, 0, dock_turns(game, ship))
    return End()


@rule(_SECTION, "fa:13.7.1.2")
def still_counts_half(usual: Callable[[Position, int], bool], game: Position, power: int) -> bool:
    return usual(game, power) or (power != NOBODY and is_on_expedition(game, power))


@rule(_SECTION, "fa:13.1.1")
def its_lands_are_quiet(usual: Callable[[Position, Area], bool], game: Position, area: Area) -> bool:
    """Japan is not active, whatever some of its units do: nobody rises against it."""
    oppressor = oppressor_of(game, area)
    return usual(game, area) and (oppressor == NOBODY or not is_on_expedition(game, oppressor))


READS = (EXPEDITION, POWER_NAMES)

MODULE = Module(
    procedures=(SAILING,),
    subscribes=(
        (WarDeclared, commonwealth_declares),
        (DrawnIntoWar, commonwealth_declares),
        (ActionChosen, acts_like_its_leader),
    ),
    changes=(
        Insert(DECLARING_WAR.name, commonwealth_was_attacked, before="wars_of_the_campaign"),
        chooses_action.wrapped_by(has_no_choice, reads=READS),
        account_of.wrapped_by(counts_for_its_leader, reads=(*READS, LED_BY_GERMANY)),
        might_pass.replaced_by(passes_with_its_leader),
        CLOSED_HEX.attach(keeps_to_its_own, reads=(*READS, COUNTRY, POWER, SIDE)),
        may_be_a_guest.wrapped_by(is_no_guest, reads=READS),
        port_holder_violation.wrapped_by(into_its_own_ports, reads=READS),
        may_pass.wrapped_by(not_into_the_atlantic, reads=(POWER_NAMES,)),
        submarines_may_pass.wrapped_by(not_into_the_atlantic, reads=(POWER_NAMES,)),
        may_lend.wrapped_by(lends_nothing),
        is_in_force.wrapped_by(still_keeps_its_word),
        Insert(PRODUCTION_OF_A_POWER.name, rebuilt_for_nothing, before="losses_first"),
        counts_half.wrapped_by(still_counts_half),
        is_eligible.wrapped_by(its_lands_are_quiet),
    ),
)

"""Over the sea in a world war: troops from a country without a front to the port from which they walk to one, and empty
transports to where invaders wait for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import counter_of, sea_of_section
from worldfire.forces.who import HOME_COUNTRY
from worldfire.players.cadet.harbours import is_welcome, takes_in
from worldfire.players.cadet.landings import may_be_spared, price_of_leaving, strength
from worldfire.players.cadet.picture import HEADQUARTERS, Picture, is_world_war
from worldfire.players.cadet.seascape import HOME_GUARD, ONE_VOYAGE, SAFE, TRANSPORTS, Seascape, has_cargo, is_kind
from worldfire.players.cadet.task_forces import Move, may_pass, may_stay
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_3_stacking import land_room
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.rules.s11_04_voyages import Berth, Fleet, Voyages, Way
from worldfire.tables.counters import LandCounter
from worldfire.titles import judgement_of

#: what a corps nearer to the front promises, more where whole armies cross the sea, and each hex that it is nearer, up to
#: so many
OF_A_CORPS, OF_AN_ARMY, OF_A_HEX, MOST_HEXES = 0.1, 0.3, 0.015, 25
#: a hex so much nearer to the front is worth a voyage
NEARER = 6
OF_THE_WAY = 0.01
#: what each factor of a corps promises where whole armies cross the sea, and each point that an HQ reorganises
OF_A_FACTOR, OF_A_LEADER = 0.02, 0.05
#: what it promises that a transport unloads off the coast and is home again before the turn is over, by the chance that it
#: may, less what each submarine costs that could find it there
OF_A_ROUND_TRIP, OF_A_RAIDER = 0.15, 0.01
#: what bringing troops, and above all invaders, to a port that is so much better promises; ports that are thought of
OF_A_STAGE, OF_AN_INVADER, BETTER, FEW_PORTS = 0.25, 0.1, 1.2, 2
#: what bringing a transport to invaders promises, or to a headquarters, and this to where an army may follow it against so
#: many factors of the enemy, less what each sea area on the way there costs
OF_A_GATHERING, OF_A_CHIEF, OF_A_BRIDGEHEAD, MUCH, OF_EACH_SEA = 0.2, 0.35, 1.0, 100, 0.1


def reinforcements(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """One corps and its transport to the port nearest to a front."""
    game = seascape.game
    if not is_world_war(game):
        return
    picture, ferries = seascape.ashore, judgement_of(game).ferries_armies
    for fleet in shape.fleets:
        if not fleet.berths or not is_hex(game, fleet.start):
            continue
        here = min(picture.front_distance(fleet.start), MOST_HEXES)
        ends = [way for way in fleet.ways if is_hex(game, way[-1]) and _gain(picture, here, way[-1]) >= NEARER]
        ends = [way for way in ends if seascape.faces_an_army(way[-1])]
        if not ends or not (ferries or picture.garrisons.get(game.state[HOME_COUNTRY][fleet.start], 0) > HOME_GUARD):
            continue
        if ferries:
            ends = [way for way in ends if land_room(game, way[-1]) > 0] or ends
        ends.sort(key=lambda way: (_gain(picture, here, way[-1]), -len(way), way), reverse=True)
        for unit, ship in fleet.berths:
            if not isinstance(counter_of(game, unit), LandCounter) or price_of_leaving(seascape, unit):
                continue
            if ferries and not may_be_spared(seascape, unit):
                continue
            if picture.advances and may_invade(game, unit) and not ferries:
                continue  # the army does without whoever can land elsewhere
            way = next((way for way in ends if takes_in(game, (unit, ship), way[-1])), ())
            if way and land_room(game, way[-1]) > 0 and may_pass(seascape, (ship,), way):
                gain = OF_A_HEX * _gain(picture, here, way[-1]) - OF_THE_WAY * len(way)
                if not ferries:
                    yield Move(OF_A_CORPS + gain, (ship,), way, ((unit, ship),), f"reinforce {way[-1]}")
                    continue
                merit, purpose = OF_AN_ARMY + gain + _use(seascape, unit), f"reinforce by {unit}"
                yield Move(merit, (ship,), way, ((unit, ship),), purpose)
                off_the_coast = _short_of(seascape, fleet, way)
                saved = _round_trip(seascape, off_the_coast[-1:])
                if saved > 0 and may_pass(seascape, (ship,), off_the_coast):
                    yield Move(merit + saved, (ship,), off_the_coast, ((unit, ship),), purpose)


def _use(seascape: Seascape, unit: int) -> float:
    """The strongest cross first, and whoever is to lead them."""
    if seascape.ashore.is_headquarters(unit):
        return OF_A_LEADER * (seascape.ashore.counter(unit).reorganisation or 0)
    return OF_A_FACTOR * strength(seascape.game, unit)


def _short_of(seascape: Seascape, fleet: Fleet, way: Way) -> Way:
    """The way to the sea area before the port, where that is known: from there the army debarks by itself."""
    game, coasts = seascape.game, ground_of(seascape.game).sea_of(way[-1])
    ways = [each for each in fleet.ways if sea_of_section(game, each[-1]) in coasts]
    return min(ways, key=lambda each: (len(each), section_number(game, each[-1]), each), default=())


def _round_trip(seascape: Seascape, end: Way) -> float:
    """What a transport saves that unloads there and returns to base for the next corps."""
    sea = sea_of_section(seascape.game, end[0]) if end else ""
    if not sea or not may_stay(seascape, (), sea):
        return 0.0
    return OF_A_ROUND_TRIP * seascape.ashore.another_impulse - OF_A_RAIDER * seascape.raiders(sea)


def bridgeheads(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Headquarters to the country of an ally who lets nobody in without one: then the army may follow (18.2)."""
    game = seascape.game
    if not judgement_of(game).ferries_armies:
        return
    wanted = seascape.calls_for_chiefs
    for fleet in shape.fleets if wanted else ():
        if not is_hex(game, fleet.start) or seascape.ashore.front_distance(fleet.start) < seascape.ashore.horizon:
            continue
        for unit, ship in fleet.berths:
            counter = counter_of(game, unit)
            leads = isinstance(counter, LandCounter) and counter.type in HEADQUARTERS
            if leads and seascape.ashore.commands(unit) and is_kind(game, ship, *TRANSPORTS):
                yield from _crossings(seascape, fleet, (unit, ship))


def _crossings(seascape: Seascape, fleet: Fleet, berth: Berth) -> Iterator[Move]:
    """To the sea area before one of a country's ports, and on into it."""
    game, ground = seascape.game, ground_of(seascape.game)
    for home, (army, ports) in seascape.calls_for_chiefs.items():
        for port in ports:
            ways = [way for way in fleet.ways if sea_of_section(game, way[-1]) in ground.sea_of(port)]
            way = min(ways, key=lambda way: (len(way), section_number(game, way[-1]), way), default=())
            open_ = is_welcome(game, (berth[1], berth[0]), port) and land_room(game, port) > 0
            if 0 < len(way) <= 1 + ONE_VOYAGE and open_:  # out to sea, and so many further
                merit = OF_A_BRIDGEHEAD * min(1.0, army / MUCH) - OF_EACH_SEA * len(way)
                yield Move(merit, (berth[1],), way, (berth,), f"enter {home}", onward=port)
                break


def stagings(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Troops who have no front where they are to a port that is much nearer to whatever may be landed on."""
    game = seascape.game
    if not is_world_war(game) or not seascape.targets:
        return
    picture, ferries = seascape.ashore, judgement_of(game).ferries_armies
    for fleet in shape.fleets:
        if not fleet.berths or not is_hex(game, fleet.start) or picture.front_distance(fleet.start) < picture.horizon:
            continue
        if ferries and seascape.quay(fleet.start) <= ONE_VOYAGE:
            continue  # the next voyage leads to a front
        here = seascape.staging(fleet.start)
        ends = [way for way in fleet.ways if is_hex(game, way[-1]) and picture.holds(way[-1])]
        better = [way for way in ends if seascape.staging(way[-1]) > BETTER * here and land_room(game, way[-1]) > 0]
        for way in sorted(better, key=lambda way: (-seascape.staging(way[-1]), len(way), way))[:FEW_PORTS]:
            for unit, ship in fleet.berths:
                spare = isinstance(counter_of(game, unit), LandCounter) and not price_of_leaving(seascape, unit)
                spare = spare and may_be_spared(seascape, unit)
                if spare and is_welcome(game, (ship, unit), way[-1]) and may_pass(seascape, (ship,), way):
                    merit = OF_A_STAGE + OF_AN_INVADER * may_invade(game, unit)
                    yield Move(merit, (ship,), way, ((unit, ship),), f"stage {unit}")


def gatherings(seascape: Seascape, shape: Voyages) -> Iterator[Move]:
    """Empty transports from ports where nobody would go aboard to the one with most in reach of those where somebody would."""
    game = seascape.game
    if not is_world_war(game):
        return
    for fleet in shape.fleets:
        ships = [unit for unit in fleet.units if is_kind(game, unit, *TRANSPORTS) and not has_cargo(game, unit)]
        if not ships or not is_hex(game, fleet.start):
            continue
        for way in _to_chiefs(seascape, fleet):
            if is_welcome(game, ships[:1], way[-1]) and may_pass(seascape, ships[:1], way):
                yield Move(OF_A_CHIEF, (ships[0],), way, purpose=f"fetch headquarters from {way[-1]}")
        if _waiting(seascape, fleet.start):
            continue
        for way in _to_those_who_wait(seascape, fleet):
            if is_welcome(game, ships[:1], way[-1]) and may_pass(seascape, ships[:1], way):
                yield Move(OF_A_GATHERING, (ships[0],), way, purpose=f"fetch from {way[-1]}")


def _to_chiefs(seascape: Seascape, fleet: Fleet) -> list[Way]:
    """The way to a port with headquarters that wait to open a country for the army, unless some are here."""
    if not judgement_of(seascape.game).ferries_armies or not seascape.calls_for_chiefs:
        return []
    if seascape.has_chief(fleet.start):
        return []
    ways = [way for way in fleet.ways if is_hex(seascape.game, way[-1]) and seascape.has_chief(way[-1])]
    return sorted(ways, key=lambda way: (seascape.quay(way[-1]), len(way), way))[:1]


def _to_those_who_wait(seascape: Seascape, fleet: Fleet) -> list[Way]:
    """The way to the best port: for armies the one nearest to their camps, even if nobody waits there."""
    ports = [way for way in fleet.ways if is_hex(seascape.game, way[-1])]
    if not judgement_of(seascape.game).ferries_armies:
        waiting = [way for way in ports if _waiting(seascape, way[-1])]
        return sorted(waiting, key=lambda way: (-seascape.prospects(way[-1]), len(way), way))[:1]
    away = {way: seascape.from_camps(way[-1]) for way in ports if seascape.ashore.holds(way[-1])}
    here = seascape.from_camps(fleet.start)
    nearer = [way for way, far in away.items() if far < here or seascape.is_camp(way[-1])]
    return sorted(nearer, key=lambda way: (away[way], not seascape.is_camp(way[-1]), len(way), way))[:1]


def _waiting(seascape: Seascape, port: int) -> bool:
    """Are there invaders to spare, or an army that has no front where it is?"""
    game = seascape.game
    if judgement_of(game).ferries_armies:
        return seascape.is_camp(port)
    return any(
        seascape.ashore.commands(unit) and may_invade(game, unit) and not price_of_leaving(seascape, unit)
        for unit in seascape.troops(port, seascape.side)
    )


def _gain(picture: Picture, here: float, port: int) -> float:
    """Hexes by which a port is nearer to the front, or nothing if the enemy is too near."""
    there = picture.front_distance(port)
    return here - there if there >= SAFE and picture.holds(port) else 0.0

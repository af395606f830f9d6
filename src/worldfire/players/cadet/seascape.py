"""The picture of the war at sea: who is strong in which sea area, what each ship is worth, and which coasts are wanted."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import ground_of
from worldfire.forces.participants import air_component
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import (
    FACE_DOWN,
    HEXES,
    PLACE,
    aboard,
    at_sea,
    board_of,
    counter_of,
    sea_of_section,
    things_at,
)
from worldfire.forces.turn import controls
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, power_of, side_of
from worldfire.players.cadet.picture import CONTACT, RICH, Allegiance, Picture, belligerents, is_world_war, look
from worldfire.rules.s02_1_sea_areas import adjacent_seas, seas_in_play, section_number
from worldfire.rules.s02_4_supply import hex_counts
from worldfire.rules.s11_04_naval_units import Item, read_convoy
from worldfire.rules.s13_09_victory import SCORE_OF_CARRIER, SCORE_PLACES, SCORE_WORTH, objective_places
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter, NavalType, Size
from worldfire.titles import judgement_of

FAR = 99
TRANSPORTS = (NavalType.TRS, NavalType.AMPH)
#: what a point of a carrier's or an aircraft's attack counts beside one of guns: it strikes first and from afar
OF_THE_AIR = 2.0
#: what each hex that counts for victory, and each carrier, is worth in build points
OF_A_POINT = 10.0
#: what an enemy in port on a sea area, and on the next, counts there beside one at sea: he must come out and search first
LURKING, NEARBY = 0.5, 0.25
#: how much of a target's points counts at a port, by the sea areas between them
WITHIN_REACH = (1.0, 0.8, 0.4, 0.1)
#: and how much of what is one's own already
TO_GUARD = 0.4
#: in a world war rich coasts count so much a point of their worth beside objectives
OF_RICHES = 0.3
#: and an objective so much at a port that is nearer to it than so many hexes, but no port more than this
OF_A_GATE, LEADS, MOST_OF_A_GATE = 0.6, 10, 0.8
#: what is left of a target's points for each sea area further away, when troops are to be brought nearer to it
NEARER = 0.6
#: hexes from the enemy nearer than which no transport unloads, and beyond which a port is behind no front
SAFE, NEAR_THE_FRONT = 2, 12
#: combat factors that make an army, and a corps
AN_ARMY, OF_A_CORPS = 12, 5
#: sea areas that a transport crosses at once
ONE_VOYAGE = 2
#: troops that stay in a country whatever happens elsewhere
HOME_GUARD = 4
#: whoever has so much more might at sea than another rules it
OUTSAILED = 1.5
#: what cargo aboard, and a convoy point, are worth in build points
OF_CARGO, OF_A_CONVOY = 5.0, 1.0


def is_war_at_sea(game: Position) -> bool:
    """Are most of the places that count for victory ports? Then fleets decide, and not armies."""
    places, ports = game.state.get(SCORE_PLACES), ground_of(game).ports
    return 2 * sum(place in ports for place in places) > len(places)


def naval(game: Position, unit: int) -> NavalCounter | None:
    counter = counter_of(game, unit)
    return counter if isinstance(counter, NavalCounter) else None


def is_kind(game: Position, unit: Item, *kinds: NavalType) -> bool:
    ship = naval(game, unit) if isinstance(unit, int) else None
    return ship is not None and ship.type in kinds


def has_cargo(game: Position, ship: Item) -> bool:
    return isinstance(ship, int) and bool(things_at(game, aboard(ship)))


def might(game: Position, unit: int) -> float:
    """How hard a ship or an aircraft strikes at sea; submarines and transports hardly count."""
    counter = counter_of(game, unit)
    if isinstance(counter, AirCounter):
        return OF_THE_AIR * (counter.air_to_sea or 0) + 0.5 * (counter.air_to_air or 0)
    if not isinstance(counter, NavalCounter) or counter.type in (*TRANSPORTS, NavalType.SUB):
        return 0.0
    planes = air_component(game, unit) if counter.air_component is not None else 0
    return counter.attack + OF_THE_AIR * planes


def worth(game: Position, item: Item) -> float:
    """What losing it would cost in build points: carriers may count for victory, and cargo goes down with its ship."""
    convoy = read_convoy(item) if isinstance(item, str) else None
    if convoy is not None:
        return OF_A_CONVOY * convoy[2]
    if not isinstance(item, int):
        return OF_A_CONVOY
    counter = counter_of(game, item)
    if not isinstance(counter, NavalCounter):
        return float(getattr(counter, "cost", None) or 2)
    price = float(counter.cost_first + (counter.cost_second or 0))
    if counter.type is NavalType.CV:
        price += OF_A_POINT * game.state.get(SCORE_OF_CARRIER)
    return price + OF_CARGO * has_cargo(game, item)


@dataclass
class Seascape:
    """One side's view of the seas, or in a world war that of some of its powers."""

    game: Position
    side: int
    powers: tuple[int, ...] = ()

    @cached_property
    def allegiance(self) -> Allegiance:
        return Allegiance(self.game, self.side, belligerents(self.game, self.side, self.powers))

    @cached_property
    def _afloat(self) -> dict[tuple[str, int], list[int]]:
        found: dict[tuple[str, int], list[int]] = {}
        for unit, sea in at_sea(self.game):
            found.setdefault((sea, self.allegiance.of_unit(unit)), []).append(unit)
        return found

    def own(self, sea: str) -> list[int]:
        return self._afloat.get((sea, self.side), [])

    def enemies(self, sea: str) -> list[int]:
        return self._afloat.get((sea, 1 - self.side), [])

    def own_might(self, sea: str) -> float:
        return self.might_of(self.own(sea))

    def enemy_might(self, sea: str) -> float:
        return self.might_of(self.enemies(sea))

    def danger(self, sea: str) -> float:
        """The enemy at sea there, and what may come out of his ports and off his airfields on it."""
        return self._within_reach(sea, 1 - self.side)

    def cover(self, sea: str) -> float:
        """The same of one's own."""
        return self._within_reach(sea, self.side)

    def _within_reach(self, sea: str, side: int) -> float:
        known = self._mights.get((sea, side))
        if known is None:
            beside = sum(self._ashore_on.get((near, side), 0.0) for near in adjacent_seas(self.game, sea))
            here, afloat = self._ashore_on.get((sea, side), 0.0), self.might_of(self._afloat.get((sea, side), ()))
            known = self._mights[sea, side] = afloat + LURKING * here + NEARBY * beside
        return known

    @cached_property
    def _mights(self) -> dict[tuple[str, int], float]:
        return {}

    @cached_property
    def _ashore_on(self) -> dict[tuple[str, int], float]:
        """(sea area, side) → might of the ships and aircraft that are ready in hexes on it."""
        game, seas, found = self.game, board_of(self.game).tables.seas, dict[tuple[str, int], float]()
        down, hexes = game.state[FACE_DOWN], game.state.get(HEXES)
        for unit, place in enumerate(game.state[PLACE]):
            if not 0 <= place < hexes or not seas[place] or down[unit]:
                continue
            strength = might(game, unit)
            for sea in seas[place] if strength else ():
                key = (sea, self.allegiance.of_unit(unit))
                found[key] = found.get(key, 0.0) + strength
        return found

    def raiders(self, sea: str) -> int:
        """The enemy's submarines there, and in ports on it and on the next sea areas."""
        near = (sea, *adjacent_seas(self.game, sea))
        here = sum(is_kind(self.game, unit, NavalType.SUB) for unit in self.enemies(sea))
        return here + sum(self._raiders_in_port.get(each, 0) for each in near)

    @cached_property
    def _raiders_in_port(self) -> dict[str, int]:
        game, found, hexes = self.game, dict[str, int](), self.game.state.get(HEXES)
        for unit, place in enumerate(game.state[PLACE]):
            if 0 <= place < hexes and is_kind(game, unit, NavalType.SUB):
                for sea in ground_of(game).sea_of(place) if self.allegiance.of_unit(unit) == 1 - self.side else ():
                    found[sea] = found.get(sea, 0) + 1
        return found

    @cached_property
    def is_outsailed(self) -> bool:
        """Have the enemies, all of them together, the much stronger fleets?"""
        own, enemy = (self._might_of_fleets.get(side, 0.0) for side in (self.side, 1 - self.side))
        return enemy > OUTSAILED * own

    @cached_property
    def _might_of_fleets(self) -> dict[int, float]:
        """Side → might of the ships on the map."""
        game, found, hexes = self.game, dict[int, float](), self.game.state.get(HEXES)
        for unit, place in enumerate(game.state[PLACE]):
            afloat = naval(game, unit) is not None and (0 <= place < hexes or bool(sea_of_section(game, place)))
            if afloat:
                side = self.allegiance.of_unit(unit)
                found[side] = found.get(side, 0.0) + might(game, unit)
        return found

    def might_of(self, units: Iterable[Item]) -> float:
        return sum(might(self.game, unit) for unit in units if isinstance(unit, int))

    def has_enemy_ships(self, sea: str) -> bool:
        """Surface ships that fight."""
        return any(is_kind(self.game, unit, NavalType.SCS, NavalType.CV) for unit in self.enemies(sea))

    @cached_property
    def convoys(self) -> dict[tuple[str, int], int]:
        """(sea area, side) → convoy points."""
        found: dict[tuple[str, int], int] = {}
        for owner, place, points in self.game.state.amounts(CONVOY_POINTS):
            sea = sea_of_section(self.game, place)
            if sea:
                key = (sea, self.allegiance.of_power(owner))
                found[key] = found.get(key, 0) + points
        return found

    def carries(self, sea: str) -> bool:
        """Are own transports with cargo there?"""
        return any(has_cargo(self.game, unit) for unit in self.own(sea))

    @cached_property
    def ashore(self) -> Picture:
        """The picture of the war on land."""
        return look(self.game, self.side, self.powers)

    def army_near(self, place: int, steps: int) -> int:
        """Factors of the enemies so many hexes from a hex, but not in it."""
        known = self._armies.get((place, steps))
        if known is None:
            near = (units for there, units in self.ashore.enemy.items() if 0 < self.ashore.near(place, there) <= steps)
            known = self._armies[place, steps] = sum(self.ashore.strength(units) for units in near)
        return known

    @cached_property
    def _armies(self) -> dict[tuple[int, int], int]:
        return {}

    # ------------------------------------------------------------------------------------------------------ what is wanted

    @cached_property
    def points(self) -> dict[int, float]:
        """Hex that counts for victory → its points; in a world war factories and resources on a coast count a little."""
        if is_world_war(self.game):
            seas = board_of(self.game).tables.seas
            coasts = {place: stake for place, stake in self.ashore.stakes.items() if stake >= RICH and seas[place]}
            playing = self.ashore.playing
            rich = {place: min(1.0, OF_RICHES * stake) for place, stake in coasts.items() if place in playing}
            return {**rich, **dict.fromkeys(objective_places(self.game).values(), 1.0)}
        printed = self.game.state.get(SCORE_WORTH)
        special = dict(printed)
        return {place: special.get(place, 1) for place in self.game.state.get(SCORE_PLACES)}

    def holder(self, place: int) -> int:
        return self.allegiance.of_power(self.game.state[CONTROLLER][place])

    @cached_property
    def targets(self) -> dict[int, float]:
        """Hexes that count and that the enemy holds, and in a world war the ports that lead to them."""
        found = {place: points for place, points in self.points.items() if self.holder(place) == 1 - self.side}
        return {**self._gates(found), **found} if is_world_war(self.game) else found

    def _gates(self, wanted: Mapping[int, float]) -> dict[int, float]:
        """Port of the enemy → what the objectives are worth to which an army could march from it."""
        inland = [place for place, points in wanted.items() if points >= 1.0]
        found = {}
        for port in ground_of(self.game).ports:
            if port in self.ashore.enemy_land and port not in wanted:
                near = (self.ashore.near(port, place) for place in inland)
                points = sum(OF_A_GATE * (1 - steps / LEADS) for steps in near if steps < LEADS)
                if points:
                    found[port] = min(MOST_OF_A_GATE, points)
        return found

    @cached_property
    def beaches(self) -> frozenset[str]:
        """Sea areas with a target on their coast."""
        seas = board_of(self.game).tables.seas
        return frozenset(sea for place in self.targets for sea in seas[place])

    @cached_property
    def contested(self) -> frozenset[str]:
        """Sea areas on which something lies that counts, whoever holds it."""
        seas = board_of(self.game).tables.seas
        return frozenset(sea for place in self.points for sea in seas[place])

    def troops(self, place: int, side: int) -> list[int]:
        """Land units there."""
        found = self._troops.get((place, side))
        if found is None:
            there = things_at(self.game, place)
            found = self._troops[place, side] = [unit for unit in there if _is_troop(self.game, unit, side)]
        return found

    def sea_ways(self, seas: Iterable[str]) -> Mapping[str, int]:
        """Sea areas from the nearest of these."""
        return self._spread_over(dict.fromkeys(seas, 0))

    @cached_property
    def ways_to_gaps(self) -> dict[int, Mapping[str, int]]:
        """What is known of the gaps in each power's chains (`convoys`)."""
        return {}

    @cached_property
    def _troops(self) -> dict[tuple[int, int], list[int]]:
        return {}

    def _spread_over(self, sources: Iterable[str]) -> Mapping[str, int]:
        """Sea areas from the nearest of these."""
        known = self.game.ruleset.once(_distances_of_seas, seas_in_play(self.game))
        ways = [known.get(sea, {sea: 0}) for sea in sources]
        if len(ways) == 1:
            return ways[0]
        found: dict[str, int] = {}
        for way in ways:
            for sea, steps in way.items():
                if steps < found.get(sea, FAR):
                    found[sea] = steps
        return found

    @cached_property
    def _from_enemy_transports(self) -> Mapping[str, int]:
        """Sea areas from the nearest one where an enemy transport is, or lies in port."""
        game, places, found = self.game, self.game.state[PLACE], dict[str, None]()
        for unit in transports(game):
            if self.allegiance.of_unit(unit) == 1 - self.side and places[unit] >= 0:
                sea = sea_of_section(game, places[unit])
                found.update(dict.fromkeys((sea,) if sea else ground_of(game).sea_of(places[unit])))
        return self._spread_over(found)

    def exposure(self, place: int) -> int:
        """Sea areas between a hex and the nearest enemy transport."""
        seas = board_of(self.game).tables.seas[place]
        return min((self._from_enemy_transports.get(sea, FAR) for sea in seas), default=FAR)

    def prospects(self, port: int) -> float:
        """What lies within reach of a port: points to take and to guard, the less the more sea areas lie between."""
        coasts = ground_of(self.game).sea_of(port)
        known = self._prospects.get(coasts)
        if known is None:
            near = self._spread_over(coasts)
            seas = board_of(self.game).tables.seas
            known = self._prospects[coasts] = sum(
                points * (1.0 if place in self.targets else TO_GUARD) * WITHIN_REACH[far]
                for place, points in self.points.items()
                if (far := min((near.get(sea, FAR) for sea in seas[place]), default=FAR)) < len(WITHIN_REACH)
            )
        return known

    @cached_property
    def _prospects(self) -> dict[tuple[str, ...], float]:
        return {}

    @cached_property
    def harbours(self) -> dict[int, tuple[float, bool, float, bool, float]]:
        """What is known of ports, whoever comes to them (`harbours`)."""
        return {}

    def staging(self, port: int) -> float:
        """How good a port is to gather troops in for landings anywhere: all targets, the less the further away."""
        return max((self._calls.get(sea, 0.0) for sea in ground_of(self.game).sea_of(port)), default=0.0)

    def quay(self, port: int) -> int:
        """Sea areas between a port and the nearest one behind a front of ours, where troops from overseas go ashore."""
        return min((self._to_the_front.get(sea, FAR) for sea in ground_of(self.game).sea_of(port)), default=FAR)

    def has_chief(self, port: int) -> bool:
        """Do headquarters of those whose picture it is wait there for ships to a front that is one voyage away?"""
        ashore = self.ashore
        far = ashore.front_distance(port) >= ashore.horizon and self.quay(port) <= ONE_VOYAGE
        return far and any(ashore.commands(unit) and ashore.is_headquarters(unit) for unit in ashore.own.get(port, ()))

    @cached_property
    def calls_for_chiefs(self) -> dict[int, tuple[float, tuple[int, ...]]]:
        """Home country of an ally → the factors of an enemy too large for our headquarters there, and ports behind the front.

        Nobody enters without headquarters, and no more troops than they are worth (18.2).
        """
        game, ashore, homes = self.game, self.ashore, self.game.state[HOME_COUNTRY]
        ports: dict[int, list[int]] = {}
        for port in ground_of(game).ports:
            if not any(controls(game, power, port) for power in ashore.powers) and self.is_behind_a_front(port):
                ports.setdefault(homes[port], []).append(port)
        led = dict.fromkeys(ports, 0)
        for place, units in ashore.own.items():
            for unit in units if homes[place] in led else ():
                led[homes[place]] += (ashore.counter(unit).reorganisation or 0) if ashore.commands(unit) else 0
        armies = {home: max(map(self.army_before, of_home)) for home, of_home in ports.items()}
        return {
            home: (armies[home], tuple(sorted(ports[home], key=lambda port: (ashore.front_distance(port), port))))
            for home in sorted(ports)
            if OF_A_CORPS * led[home] < armies[home]
        }

    def is_camp(self, port: int) -> bool:
        """Does an army of those whose picture it is wait there for ships to a front that is one voyage away?"""
        ashore = self.ashore
        far = ashore.front_distance(port) >= ashore.horizon and self.quay(port) <= ONE_VOYAGE
        many = ashore.garrisons.get(self.game.state[HOME_COUNTRY][port], 0) > HOME_GUARD
        return far and many and any(ashore.commands(unit) for unit in self.troops(port, self.side))

    def from_camps(self, port: int) -> int:
        """Sea areas between a port and the nearest camp."""
        return min((self._to_camps.get(sea, FAR) for sea in ground_of(self.game).sea_of(port)), default=FAR)

    @cached_property
    def _to_camps(self) -> Mapping[str, int]:
        ground = ground_of(self.game)
        camps = (port for port in ground.ports if self.is_camp(port))
        return self._spread_over({sea: None for port in camps for sea in ground.sea_of(port)})

    @cached_property
    def _to_the_front(self) -> Mapping[str, int]:
        ground = ground_of(self.game)
        ports = (port for port in ground.ports if self.is_behind_a_front(port))
        return self._spread_over({sea: None for port in ports for sea in ground.sea_of(port)})

    def leads_to_a_front(self, sea: str) -> bool:
        """Is there a port on the sea area from which an army may march to the enemy?"""
        return self._to_the_front.get(sea, FAR) == 0

    def is_behind_a_front(self, port: int) -> bool:
        picture, near = self.ashore, NEAR_THE_FRONT // hex_counts(self.game, port)
        return SAFE <= picture.front_distance(port) <= near and picture.holds(port) and self.faces_an_army(port)

    def faces_an_army(self, port: int) -> bool:
        """Or a country without one: nobody is sent around the world against a garrison in the desert."""
        picture, within_reach = self.ashore, self._within_march(port)
        return self.army_before(port) >= AN_ARMY or any(map(within_reach, picture.open_objectives))

    def army_before(self, port: int) -> float:
        """Combat factors of the enemy near a port: where armies are ferried, of those who could march to it."""
        known = self._armies_before.get(port)
        if known is None:
            strength, within_reach = self.ashore.strength, self._within_march(port)
            near = (units for place, units in self.ashore.enemy.items() if within_reach(place))
            known = self._armies_before[port] = sum(map(strength, near))
        return known

    @cached_property
    def _armies_before(self) -> dict[int, float]:
        return {}

    def _within_march(self, port: int) -> Callable[[int], bool]:
        near = self.ashore.near
        if not judgement_of(self.game).ferries_armies:
            return lambda place: near(port, place) <= CONTACT
        reach, shores = NEAR_THE_FRONT // hex_counts(self.game, port), self.game.ruleset.once(_shores)
        return lambda place: shores.get(place) == shores.get(port) and near(port, place) <= reach

    @cached_property
    def _calls(self) -> dict[str, float]:
        """Sea area → the points of all targets, each less for every sea area between."""
        found, seas = dict[str, float](), board_of(self.game).tables.seas
        for place, points in self.targets.items():
            for sea, far in self._spread_over(seas[place]).items():
                found[sea] = found.get(sea, 0.0) + points * NEARER**far
        return found


def _distances_of_seas(ruleset: Ruleset, playing: frozenset[str]) -> dict[str, dict[str, int]]:
    """From each sea area in play to all others."""
    borders = {
        sea: [near for near in area.borders if near in playing] for sea, area in board_of(ruleset).sea_areas.items()
    }
    found = {}
    for start in borders:
        way, queue = {start: 0}, deque([start])
        while queue:
            here = queue.popleft()
            for there in borders[here]:
                if there not in way:
                    way[there] = way[here] + 1
                    queue.append(there)
        found[start] = way
    return found


def _shores(ruleset: Ruleset) -> dict[int, int]:
    """Hex → the first hex of the land on which it lies: who can march to each other have the same."""
    crossing, found = ruleset.tables.ground.crossing, dict[int, int]()
    for first in range(len(crossing.open)):
        queue = [first] if first not in found else []
        while queue:
            here = queue.pop()
            if here not in found:
                found[here] = first
                queue += [*crossing.open[here], *crossing.straits[here]]
    return found


def transports(game: Position) -> list[int]:
    """All that are on the map."""
    hexes = game.state.get(HEXES)
    return [
        unit
        for unit, place in enumerate(game.state[PLACE])
        if place >= 0 and (place < hexes or sea_of_section(game, place)) and is_kind(game, unit, *TRANSPORTS)
    ]


def _is_troop(game: Position, unit: int, side: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is not Size.FACILITY and side_of(game, unit) == side


def section_of(game: Position, unit: int) -> int:
    """The number of the section that a ship is in; -1 in port."""
    place = game.state[PLACE][unit]
    return section_number(game, place) if sea_of_section(game, place) else -1


def is_ready(game: Position, unit: int) -> bool:
    return not game.state[FACE_DOWN][unit]


def own_power(game: Position, item: Item) -> int:
    convoy = read_convoy(item) if isinstance(item, str) else None
    return convoy[0] if convoy is not None else power_of(game, int(item))

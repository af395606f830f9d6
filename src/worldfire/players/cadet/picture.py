"""The picture of the war that the cadet decides from: who stands where, how far the enemy is, what is in supply."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from math import inf
from typing import TypeVar

import numpy as np

from worldfire.advice.layers import land
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.enmity import WARS, at_war, unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, board_of, counter_of
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE_BOX, WEATHER_ADVANCE, controls, power_name, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    HEXES_HELD,
    HOME_COUNTRY,
    MASTERS,
    NOBODY,
    power_named,
    power_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_4_supply import hex_counts, longest_path
from worldfire.rules.s02_4_supply_limits import tracer_of
from worldfire.rules.s02_4_supply_sources import primary_sources, secondary_cities
from worldfire.rules.s13_09_victory import LAST_TURN, SCORE_PLACES, SCORE_SIDE, objective_places
from worldfire.rules.s14_1_range import hexes_in_play
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import AirCounter, LandCounter, LandType, Size
from worldfire.titles import war_plan_of

HEADQUARTERS = (LandType.HQ_A, LandType.HQ_I)
ARMOURED = (LandType.ARM, LandType.MECH, LandType.HQ_A)
#: further than anything that matters
FAR = 99
#: chances below this are not reckoned with
UNLIKELY = 0.02
SIDES_OF_DIE = 10
STACK = 2
#: build points that a unit face-down costs: by the danger in which it stands, and for each impulse that it misses
EXPOSED, IDLE = 0.25, 0.06
#: how much further away somebody seems who is no enemy yet: whom one means to attack within so many turns, whoever means to
#: attack some day, and anybody else; and what is too far away to matter
PLANNED, AHEAD, SOME_DAY, UNLIKELY_FOE = 4.0, 2, 25.0, 45.0
OUT_OF_SIGHT, BEYOND = 30, 75
#: what a place must be worth, in build points, to make a front without troops in it
RICH = 1.5
#: armies so near to each other fight the same war, and who is so much stronger attacks in it, or spares nothing
CONTACT, STRONGER, MUCH_STRONGER = 8, 1.1, 1.8
#: what a place that counts for victory is worth in the last turn, when nothing else is worth anything
DECIDES = 14.0


T = TypeVar("T")


def common(find: Callable[[Picture], T]) -> cached_property[T]:
    """What the parts of a picture have in common is found once, for the whole."""

    def found(picture: Picture) -> T:
        value: T = find(picture) if picture.whole is None else getattr(picture.whole, find.__name__)
        return value

    return cached_property(found)


@dataclass
class Picture:
    """One side's view of the map. Hexes are board indexes; `own` and `enemy` hold land units by hex."""

    game: Position
    side: int
    #: in a world war the powers whose picture it is; elsewhere it is the whole side's
    powers: frozenset[int] = frozenset()
    own: dict[int, list[int]] = field(default_factory=dict)
    enemy: dict[int, list[int]] = field(default_factory=dict)
    planes: dict[int, list[int]] = field(default_factory=dict)
    enemy_planes: dict[int, list[int]] = field(default_factory=dict)
    #: in a world war units of those who are about to attack us, and of all others on the other side who are no enemies yet
    menace: dict[int, list[int]] = field(default_factory=dict)
    strangers: dict[int, list[int]] = field(default_factory=dict)
    #: of a part of the picture: its hexes, who gets orders in it, and the power there that is no enemy yet
    area: frozenset[int] | None = None
    orders: frozenset[int] | None = None
    foe: int = NOBODY
    #: is it a part where nobody attacks?
    defends: bool = False
    whole: Picture | None = None
    _friends: dict[tuple[int, int], bool] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------------------- the ground

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """Land neighbours of each hex, straits included."""
        return self.game.ruleset.once(_land_neighbours)

    @common
    def playing(self) -> frozenset[int]:
        return hexes_in_play(self.game)

    def holds(self, place: int) -> bool:
        """Does the side control the hex?"""
        return side_of_power(self.game, self.game.state[CONTROLLER][place]) == self.side

    def enemy_holds(self, place: int) -> bool:
        return self.allegiance.of_power(self.game.state[CONTROLLER][place]) == 1 - self.side

    @common
    def allegiance(self) -> Allegiance:
        return Allegiance(self.game, self.side, self.powers)

    def in_zoc(self, place: int) -> bool:
        return in_enemy_zoc(self.game, place, self.side)

    def near(self, place: int, other: int) -> int:
        """Hexes between two places."""
        known = self._distances
        found = known.get((place, other))
        if found is None:
            steps = board_of(self.game).formula_distance(place, other)
            found = known[place, other] = FAR if steps is None else steps
        return found

    @cached_property
    def _distances(self) -> dict[tuple[int, int], int]:
        """Those that have been asked for: the board does not change."""
        return self.game.ruleset.once(_known_distances)

    # -------------------------------------------------------------------------------------------------------- the units

    def counter(self, unit: int) -> LandCounter:
        counter = counter_of(self.game, unit)
        assert isinstance(counter, LandCounter)
        return counter

    def strength(self, units: Iterable[int]) -> int:
        return sum(self.counter(unit).strength or 0 for unit in units)

    def is_headquarters(self, unit: int) -> bool:
        return self.counter(unit).type in HEADQUARTERS

    def is_down(self, unit: int) -> bool:
        return bool(self.game.state[FACE_DOWN][unit])

    def worth(self, unit: int) -> float:
        """What losing the unit would cost, in build points."""
        counter = self.counter(unit)
        return float(counter.cost or 2) + (4 if counter.type in HEADQUARTERS else 0)

    @common
    def units(self) -> tuple[int, ...]:
        return tuple(unit for units in self.own.values() for unit in units)

    def commands(self, unit: int) -> bool:
        """May the unit be given orders by those whose picture it is?"""
        if self.orders is not None:
            return unit in self.orders
        return not self.powers or power_of(self.game, unit) in self.powers

    @common
    def garrisons(self) -> dict[int, int]:
        """Home country → troops in it who may be given orders."""
        homes, found = self.game.state[HOME_COUNTRY], dict[int, int]()
        for place, units in self.own.items():
            found[homes[place]] = found.get(homes[place], 0) + sum(self.commands(unit) for unit in units)
        return found

    @common
    def headquarters(self) -> tuple[int, ...]:
        return tuple(unit for unit in self.units if self.is_headquarters(unit))

    def place(self, unit: int) -> int:
        return self.game.state[PLACE][unit]

    def may_join(self, unit: int, others: Iterable[int]) -> bool:
        """Does the unit co-operate with all of these? (18.1)"""
        return all(self._cooperate(unit, other) for other in others)

    def _cooperate(self, one: int, other: int) -> bool:
        """It goes by countries, but for partisans: asked once for each pair of them."""
        key = (self._kind(one), self._kind(other))
        found = self._friends.get(key)
        if found is None:
            found = self._friends[key] = cooperation_violation(self.game, one, other) is None
        return found

    def _kind(self, unit: int) -> int:
        return ~unit if self.counter(unit).type is LandType.PART else self.game.state[COUNTRY][unit]

    # ---------------------------------------------------------------------------------------------------------- distances

    def spread(self, sources: Mapping[int, float]) -> dict[int, float]:
        """Hexes over land from the nearest source, each with a head start."""
        steps = land(self.game).distances(sources)
        (reached,) = np.isfinite(steps).nonzero()
        return dict(zip(reached.tolist(), steps[reached].tolist(), strict=True))

    @cached_property
    def opposing(self) -> dict[int, list[int]]:
        """Land units of enemies, and of those who are about to be."""
        if not self.menace:
            return self.enemy
        places = {**self.enemy, **self.menace}
        return {place: [*self.enemy.get(place, ()), *self.menace.get(place, ())] for place in places}

    @cached_property
    def from_enemy(self) -> dict[int, float]:
        """Hexes over land from the nearest enemy land unit."""
        return self.spread(dict.fromkeys(self.opposing, 0.0))

    @common
    def from_holdings(self) -> dict[int, float]:
        """Hexes over land from the nearest place of worth that the powers themselves control."""
        held = (place for place in self.stakes if any(controls(self.game, power, place) for power in self.powers))
        return self.spread(dict.fromkeys(held, 0.0))

    @cached_property
    def border(self) -> dict[int, float]:
        """Hexes over land from the nearest one that the enemy controls."""
        return self.spread({place: 0.0 for place in self.enemy_land if board_of(self.game).is_land(place)})

    def enemy_distance(self, place: int) -> float:
        return self.from_enemy.get(place, FAR)

    def front_distance(self, place: int) -> float:
        """Hexes from the nearest enemy; in a world war also from whoever may become one, who seems further away."""
        return self._front.get(place, FAR) if self.powers else self.enemy_distance(place)

    @property
    def horizon(self) -> float:
        """A front further away than this attracts nobody."""
        return BEYOND if self.powers else OUT_OF_SIGHT

    @cached_property
    def _front(self) -> dict[int, float]:
        sources = {**self.expected, **dict.fromkeys(self.open_places, 1.0), **dict.fromkeys(self.opposing, 0.0)}
        return flow(self.neighbours, self.ways, sources)

    @common
    def open_places(self) -> tuple[int, ...]:
        """Places of the enemy that make a front without troops in it."""
        rich = (place for place, stake in self.stakes.items() if stake >= RICH and place in self.playing)
        return tuple(place for place in rich if self.enemy_holds(place))

    @common
    def open_objectives(self) -> tuple[int, ...]:
        """Objectives that the enemy holds."""
        return tuple(place for place in objective_places(self.game).values() if place in self.enemy_land)

    @common
    def open_ways(self) -> frozenset[int]:
        """Hexes through which a march may lead now: those of friends and of enemies.

        In a world war the land of a friend who keeps out of it is closed.
        """
        return (self._controlled(self._fights_beside_us) if self.powers else self.held) | self.enemy_land

    def _fights_beside_us(self, power: int) -> bool:
        if side_of_power(self.game, power) != self.side:
            return False
        wars, master = self.game.look_up(WARS), self.game.look_up(MASTERS)[power]
        enemies = frozenset[int]().union(*(wars.get(own, ()) for own in self.powers))
        return master in self.powers or not enemies.isdisjoint(wars.get(power, ()))

    @common
    def held(self) -> frozenset[int]:
        """Hexes in play that the side controls."""
        return self._controlled(lambda power: side_of_power(self.game, power) == self.side)

    @common
    def enemy_land(self) -> frozenset[int]:
        return self._controlled(lambda power: self.allegiance.of_power(power) == 1 - self.side)

    def _controlled(self, counts: Callable[[int], bool]) -> frozenset[int]:
        held = self.game.look_up(HEXES_HELD)
        return self.playing.intersection(place for power, places in held.items() if counts(power) for place in places)

    @common
    def ways(self) -> frozenset[int]:
        """Hexes through which it may lead: also those of whoever may become an enemy."""
        return self.open_ways.union(self.expected)

    @cached_property
    def expected(self) -> dict[int, float]:
        """Hex of whoever may become an enemy → how much further away it seems: little if the war is planned soon."""
        game, plan, soon = self.game, war_plan_of(self.game), dict[int, float]()
        names = [power_name(game, power) for power in self.powers]
        for foe in powers_of_side(game, 1 - self.side):
            threatens = any(plan.first_turn(power_name(game, foe), own) < inf for own in names)
            soon[foe] = SOME_DAY if threatens else UNLIKELY_FOE
        for own in names:
            soon.update((power_named(game, name), PLANNED) for name in plan.soon(game, own, AHEAD))
        return {place: soon[foe] for place, foe in self._lands_of(soon).items()}

    def _lands_of(self, foes: Iterable[int]) -> dict[int, int]:
        """Hex → whose it is, of those of these powers with whom we are not at war."""
        held = self.game.look_up(HEXES_HELD)
        return {
            place: foe
            for foe in foes
            if foe != NOBODY and self.allegiance.of_power(foe) == NOBODY
            for place in held.get(foe, ())
            if place in self.playing and board_of(self.game).is_land(place)
        }

    @cached_property
    def neighbours_to_be(self) -> dict[int, int]:
        """Hex → the major power of the other side whose it is, with which we are not at war."""
        return self._lands_of(powers_of_side(self.game, 1 - self.side))

    # ------------------------------------------------------------------------------------------------------- what is at stake

    @cached_property
    def score_places(self) -> tuple[int, ...]:
        return self.game.state.get(SCORE_PLACES)

    @cached_property
    def advances(self) -> bool:
        """Is this the side that must take the hexes that count? In a world war: is it the stronger where armies meet?"""
        if not self.powers:
            return self.game.state.get(SCORE_SIDE) == self.side
        if self.foe != NOBODY:
            return self._strikes_first
        if self.defends or (self.menace and not self.enemy):
            return False
        return self._odds >= STRONGER or self._pushes

    @cached_property
    def _pushes(self) -> bool:
        """Does the plan want an offensive against anybody here?"""
        game, plan = self.game, war_plan_of(self.game)
        against = frozenset[str]().union(*(plan.pushes_against(game, power_name(game, own)) for own in self.powers))
        return bool(against) and any(
            power_name(game, power_of(game, unit)) in against for units in self.enemy.values() for unit in units
        )

    @cached_property
    def overwhelms(self) -> bool:
        """In a world war: is it so much the stronger where armies meet, or so set on it, that it need not count its losses?"""
        fights = bool(self.powers) and self.advances and bool(self.enemy)
        return fights and (self._odds >= MUCH_STRONGER or self._pushes)

    @cached_property
    def _odds(self) -> float:
        """Our factors for each of the enemy's, where armies meet."""
        from_us = self.spread(dict.fromkeys(self.own, 0.0))
        ours = sum(self.strength(units) for place, units in self.own.items() if self.enemy_distance(place) <= CONTACT)
        theirs = sum(
            self.strength(units) for place, units in self.opposing.items() if from_us.get(place, FAR) <= CONTACT
        )
        return ours / theirs if theirs else inf

    @property
    def _strikes_first(self) -> bool:
        """Do we mean to attack whoever is no enemy yet before he means to attack us?"""
        game, plan, foe = self.game, war_plan_of(self.game), power_name(self.game, self.foe)
        names = [power_name(game, power) for power in self.powers]
        ours = min(plan.first_turn(name, foe) for name in names)
        return ours < inf and ours <= min(plan.first_turn(foe, name) for name in names)

    @cached_property
    def turns_left(self) -> int:
        return self.game.state.get(LAST_TURN) - self.game.state.get(TURN)

    @cached_property
    def is_last_turn(self) -> bool:
        """Does the campaign's score decide when this turn ends?"""
        return bool(self.score_places) and self.turns_left <= 0

    @cached_property
    def impulses_left(self) -> float:
        """Impulses of its own that the side may still expect this turn, by the impulse track and the present weather."""
        return sum(self._chances_of_impulses)

    @cached_property
    def another_impulse(self) -> float:
        """The chance of one more impulse of its own this turn."""
        return next(iter(self._chances_of_impulses), 0.0)

    @common
    def _chances_of_impulses(self) -> tuple[float, ...]:
        """For each impulse of its own to come the chance that the turn lasts so long."""
        state, track = self.game.state, self.game.ruleset.tables.source.chart("impulse_track")
        boxes = len(track.rows.labels)
        box, likely, mine = state.get(IMPULSE_BOX), 1.0, state.get(ACTIVE_SIDE) == self.side
        found = []
        while box <= boxes and likely > UNLIKELY:
            likely *= 1 - min(1.0, float(track.at(box, "end number")) / SIDES_OF_DIE)
            mine = not mine
            if mine:
                found.append(likely)
            box += max(1, state.get(WEATHER_ADVANCE))
        return tuple(found)

    @cached_property
    def cost_of_face_down(self) -> float:
        """What a unit loses by being turned face-down: its impulses until the turn ends, and some safety."""
        return EXPOSED + IDLE * self.impulses_left

    def stake(self, place: int) -> float:
        """What holding the hex is worth, in build points: what counts for victory, factories, resources, cities."""
        if self.is_last_turn:
            return DECIDES if place in self.score_places else 0.0
        known = self.stakes.get(place)
        return 0.0 if known is None else known

    @common
    def stakes(self) -> dict[int, float]:
        counting = self.score_places if not self.powers else tuple(objective_places(self.game).values())
        return self.game.ruleset.once(_worths_of_hexes, counting)

    @cached_property
    def goals(self) -> dict[int, float]:
        """Hexes from the nearest place worth taking, the more valuable ones seeming nearer."""
        wanted = {
            place: -min(4.0, stake / 3)
            for place, stake in self.stakes.items()
            if place in self.playing and self.enemy_holds(place) and (self.area is None or place in self.area)
        }
        wanted.update((place, -2.0) for place in self.enemy if self._is_behind_us(place))
        if self.powers:
            wanted.update((place, head) for place, head in self.expected.items() if place in self.stakes)
            return flow(self.neighbours, self.ways, wanted)
        return self.spread(wanted)

    def part(
        self,
        area: Iterable[int],
        orders: frozenset[int],
        foe: int = NOBODY,
        front: Mapping[int, float] | None = None,
        *,
        defends: bool = False,
    ) -> Picture:
        """What those with orders see of it: the enemies of an area and the way to them, and all friends."""
        within = frozenset(area)
        found = replace(
            self,
            enemy={place: units for place, units in self.enemy.items() if place in within},
            menace={place: units for place, units in self.menace.items() if place in within},
            area=within,
            orders=orders,
            foe=foe,
            defends=defends,
            whole=self,
        )
        found.__dict__["expected"] = {place: head for place, head in self.expected.items() if place in within}
        if front is not None:
            found.__dict__["_front"] = front
        return found

    def _is_behind_us(self, place: int) -> bool:
        """An enemy who has got through stands amid hexes of ours."""
        around = {further for near in self.neighbours[place] for further in self.neighbours[near]}
        return 3 * sum(self.holds(near) for near in around) > 2 * len(around)

    # -------------------------------------------------------------------------------------------------------------- supply

    def supply_lines(self, headquarters: Iterable[int]) -> dict[int, float]:
        """Hexes that a supply path would count from each hex to the nearest source, with HQs in these hexes.

        Hexes that the enemy holds but does not watch count as passable: whoever advances takes them on his way.
        """
        sources = dict.fromkeys((*self.fixed_sources, *headquarters), 0)
        return self._trace(sources, self._could_pass, railways=False)

    def railway_lines(self) -> dict[int, float]:
        """The same from primary sources with railways free: where an HQ would be in supply by itself."""
        return self._railways

    @common
    def _railways(self) -> dict[int, float]:
        return self._trace(dict.fromkeys(self.primary, 0), self._may_pass, railways=True)

    @common
    def primary(self) -> tuple[int, ...]:
        tracers = {tracer_of(self.game, unit) for unit in self.units}
        return tuple(sorted({place for tracer in tracers for place in primary_sources(self.game, tracer)}))

    @common
    def fixed_sources(self) -> tuple[int, ...]:
        tracers = {tracer_of(self.game, unit) for unit in self.units}
        cities = {place for tracer in tracers for place in secondary_cities(self.game, tracer)}
        return tuple(sorted({*self.primary, *cities}))

    def _may_pass(self, place: int) -> bool:
        if place not in self.held:
            return False
        return bool(self.own.get(place)) or not self.in_zoc(place)

    def _could_pass(self, place: int) -> bool:
        if bool(self.own.get(place)):
            return True
        return (place in self.held or place in self.enemy_land) and not self.in_zoc(place)

    def _trace(self, sources: Mapping[int, int], passes: Callable[[int], bool], *, railways: bool) -> dict[int, float]:
        ground = ground_of(self.game)
        tracks, counts = ground.tracks, self.game.ruleset.once(_counts_of_hexes)
        best: dict[int, float] = dict(sources)
        queue: deque[int] = deque(best)
        longest = 6
        while queue:
            here = queue.popleft()
            if not passes(here) and here not in sources:
                continue  # a path may begin here, but not lead through
            for there in self.neighbours[here]:
                free = railways and there in tracks.get(here, ())
                total = best[here] + (0 if free else counts[here])
                if total <= longest and total < best.get(there, FAR):
                    best[there] = total
                    if free:
                        queue.appendleft(there)
                    else:
                        queue.append(there)
        return best

    def supplied(self, lines: Mapping[int, float], place: int) -> bool:
        """Would a unit here be in supply by these lines?"""
        return lines.get(place, FAR) <= longest_path(self.game, place)


def _land_neighbours(ruleset: Ruleset) -> tuple[tuple[int, ...], ...]:
    crossing = ruleset.tables.ground.crossing
    return tuple((*one, *other) if other else one for one, other in zip(crossing.open, crossing.straits, strict=True))


def _worths_of_hexes(ruleset: Ruleset, counting: tuple[int, ...]) -> dict[int, float]:
    ground = ruleset.tables.ground
    found: dict[int, float] = {}
    for place, things in ground.places.items():
        value = 6.0 * (place in counting) + 1.0 * (place in ground.cities)
        value += sum(thing.factories + 0.5 * thing.resources + 0.5 * thing.oil for thing in things)
        if value:
            found[place] = value
    return found


def flow(neighbours: Sequence[Iterable[int]], ways: Container[int], sources: Mapping[int, float]) -> dict[int, float]:
    """Hexes from the nearest source over these ways, each with its head start; a source need not be a way."""
    found: dict[int, float] = {}
    starts, queue = deque(sorted((head, place) for place, head in sources.items())), deque[tuple[float, int]]()
    while starts or queue:  # both begin with what is nearest: all steps are of one length
        steps, here = (starts if not queue or (starts and starts[0] <= queue[0]) else queue).popleft()
        if here in found:
            continue
        found[here] = steps
        for there in neighbours[here]:
            if there not in found and there in ways:
                queue.append((steps + 1.0, there))
    return found


def _counts_of_hexes(ruleset: Ruleset) -> tuple[int, ...]:
    return tuple(hex_counts(ruleset, here) for here in range(len(board_of(ruleset))))


def _known_distances(ruleset: Ruleset) -> dict[tuple[int, int], int]:
    return {}


@dataclass
class Allegiance:
    """Who is a friend and who an enemy: by sides where both are wholly at war, by the wars of these powers elsewhere."""

    game: Position
    side: int
    powers: frozenset[int]
    _of_countries: dict[int, int] = field(default_factory=dict)
    _of_powers: dict[int, int] = field(default_factory=dict)

    def of_power(self, power: int) -> int:
        """The own side, the enemy's, or NOBODY's, if the power is none of our business yet."""
        found = self._of_powers.get(power)
        if found is None:
            found = self._of_powers[power] = self._judge(power)
        return found

    def _judge(self, power: int) -> int:
        side = side_of_power(self.game, power)
        if not self.powers or side == self.side:
            return side
        return 1 - self.side if any(at_war(self.game, own, power) for own in self.powers) else NOBODY

    def of_unit(self, unit: int) -> int:
        """A friend's unit counts if he fights beside us."""
        if not self.powers:
            return side_of(self.game, unit)
        if is_partisan(self.game, unit):
            return self._judge_unit(unit)
        country = self.game.state[COUNTRY][unit]
        found = self._of_countries.get(country)
        if found is None:
            found = self._of_countries[country] = self._judge_unit(unit)
        return found

    def _judge_unit(self, unit: int) -> int:
        own, wars = power_of(self.game, unit), self.game.look_up(WARS)
        if side_of(self.game, unit) == self.side:
            enemies = frozenset[int]().union(*(wars.get(power, ()) for power in self.powers))
            return self.side if own in self.powers or not enemies.isdisjoint(wars.get(own, ())) else NOBODY
        return 1 - self.side if any(unit_at_war(self.game, unit, power) for power in self.powers) else NOBODY


def is_world_war(game: Position) -> bool:
    """Do objectives all over the map decide, and not a score of the campaign's own? Then not everybody is at war with all."""
    return not game.state.get(SCORE_PLACES) and game.state.get(LAST_TURN) > 0


def belligerents(game: Position, side: int, powers: Iterable[int]) -> frozenset[int]:
    """In a world war these powers, or if none are named those of the side; elsewhere nobody in particular."""
    return frozenset(powers or powers_of_side(game, side)) if is_world_war(game) else frozenset()


def about_to_attack(game: Position, side: int, powers: Iterable[int]) -> frozenset[int]:
    """Who is no enemy of these powers yet, but means to be: their war has begun that he will answer."""
    plan, own = war_plan_of(game), [power_name(game, power) for power in powers]
    return frozenset(
        foe
        for foe in (powers_of_side(game, 1 - side) if own else ())
        if any(plan.wants_war(game, power_name(game, foe), name) for name in own)
    )


def look(game: Position, side: int, powers: Iterable[int] = ()) -> Picture:
    """Where everybody stands now."""
    of = belligerents(game, side, powers)
    own, enemy, planes, enemy_planes, menace, strangers = tables = tuple(
        defaultdict[int, list[int]](list) for _ in range(6)
    )
    picture = Picture(game, side, of, own, enemy, planes, enemy_planes, menace, strangers)
    coming = about_to_attack(game, side, of)
    hexes = game.state.get(HEXES)
    for unit, place in enumerate(game.state[PLACE]):
        if not 0 <= place < hexes:
            continue
        counter = counter_of(game, unit)
        allegiance = picture.allegiance.of_unit(unit)
        if allegiance == NOBODY and of:
            if isinstance(counter, LandCounter) and side_of(game, unit) == 1 - side:
                (picture.menace if power_of(game, unit) in coming else picture.strangers)[place].append(unit)
            continue
        mine = allegiance == side
        if isinstance(counter, AirCounter):
            (picture.planes if mine else picture.enemy_planes)[place].append(unit)
        elif isinstance(counter, LandCounter) and counter.size is not Size.FACILITY:
            (picture.own if mine else picture.enemy)[place].append(unit)
    for table in tables:
        table.default_factory = None
    return picture

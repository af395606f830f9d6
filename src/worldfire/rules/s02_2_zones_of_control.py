"""2.2 Zones of control: most land units have one into their own hex and into all adjacent hexes.

Hexes are indexes of the board. The answers for a side are remembered, hex by hex; a move forgets those around it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Claim, Column, Derived, Schema
from worldfire.engine.seams import AnyOf
from worldfire.forces.enmity import OWN_POWER, WARS, unit_at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.journal import CONTROL, MOVES, Reader
from worldfire.forces.things import COUNTER, HEXES, PLACE, STANDING, THINGS, counter_of
from worldfire.forces.turn import OF_THE_WEATHER, WEATHER
from worldfire.forces.who import CONTROLLER, COUNTRY, NOBODY, POWER, SIDE, SIDES, side_of, side_of_power
from worldfire.rules.s08_weather import lake_hexside_frozen, lakes_frozen
from worldfire.tables.counters import LandCounter, LandType, Size

#: a unit that invaded or paradropped has no ZoC for a while (11.13, 11.14); those sections set and clear it
FRESHLY_LANDED = Column(THINGS, "freshly_landed")

#: DiF options 2, 3 and 14, PiF option 24: units whose ZoC is their own hex. (game, unit)
OWN_HEX_ONLY = AnyOf[[int]]("zone of control in its own hex only")
#: options 9 (Pacific scale) and 10 (surprise): what else keeps a ZoC out of an adjacent hex. (game, unit, into)
ZOC_ENDS = AnyOf[[int, int]]("zone of control does not extend")


class _Zones:
    """Side → hex → is the hex in the ZoC of that side's enemies?"""

    def __init__(self) -> None:
        self.answers: dict[int, dict[int, bool]] = {}
        self.moves, self.control = Reader(), Reader()
        #: the weather that lakes were last looked at in
        self.weather: tuple[tuple[str, str], ...] = ()

    def branch(self) -> _Zones:
        twin = _Zones()
        twin.answers = {side: answers.copy() for side, answers in self.answers.items()}
        twin.moves, twin.control, twin.weather = self.moves.branch(), self.control.branch(), self.weather
        return twin

    def mend(self, game: Position) -> None:
        """Forget what the moves and captures since the last question may have changed."""
        moves, taken = self.moves.news(game.look_up(MOVES)), self.control.news(game.look_up(CONTROL))
        weather, self.weather = self.weather, game.state.get(WEATHER)
        if moves is None or taken is None:
            self.answers = {}
            return
        if weather != self.weather:
            self._forget_lakes(game)
        if not moves and not taken:
            return
        around, guests_matter = game.ruleset.tables.board.adjacent, at_peace in game.ruleset.clauses
        for side, answers in self.answers.items():
            for place, _, _ in taken:
                answers.pop(place, None)
            for unit, origin, to in moves:
                if side_of(game, unit) == side != NOBODY:
                    if guests_matter:  # they may let a ZoC reach where they stand
                        answers.pop(origin, None)
                        answers.pop(to, None)
                    continue  # a side's own units have no ZoC against it
                for place in (origin, to):
                    if 0 <= place < len(around):
                        answers.pop(place, None)
                        for near in around[place]:
                            answers.pop(near, None)

    def _forget_lakes(self, game: Position) -> None:
        for place in lakeside(game):
            for answers in self.answers.values():
                answers.pop(place, None)

    def claims(self, game: Position) -> Iterator[Claim]:
        self.mend(game)
        for side, answers in self.answers.items():
            for place, known in answers.items():
                yield Claim((side, place), known, partial(_look_for_zoc, game, place, side))


def lakeside(game: Position) -> frozenset[int]:
    """Hexes with a lake hexside: what freezing changes for land units, it changes there."""
    return game.ruleset.once(_lakeside)


def _lakeside(ruleset: Ruleset) -> frozenset[int]:
    return frozenset(here for here, lakes in enumerate(ground_of(ruleset).crossing.lakes) if lakes)


def is_land_unit(game: Position, unit: int) -> bool:
    """A unit that can move and fight on land: forts and plants are none."""
    counter = counter_of(game, unit)
    return isinstance(counter, LandCounter) and counter.size is not Size.FACILITY


@rule("2.2")
def exerts_zoc(game: Position, unit: int, into: int) -> bool:
    """Does the unit, where it stands now, have a ZoC into this hex?"""
    place = game.state[PLACE][unit]
    if not is_hex(game, place) or not is_land_unit(game, unit) or game.state[FRESHLY_LANDED][unit]:
        return False
    if into == place:
        return True
    if counter_of(game, unit).type is LandType.PART or OWN_HEX_ONLY(game, unit):
        return False
    return _extends(game, place, into) and not at_peace(game, unit, into) and not ZOC_ENDS(game, unit, into)


@clause("2.2")
def _extends(game: Position, place: int, into: int) -> bool:
    """Nothing between the hexes ends a ZoC: off-map, hexdots, alpine, all-sea, straits and unfrozen lake hexsides do."""
    ground = ground_of(game)
    if place in ground.large or into in ground.large:
        return False
    if into in ground.crossing.open[place]:
        return True
    return into in ground.crossing.lakes[place] and lake_hexside_frozen(game, place, into)


@clause("2.2")
def at_peace(game: Position, unit: int, into: int) -> bool:
    """The hex belongs to an opponent that the unit is not at war with."""
    holder = game.state[CONTROLLER][into]
    if side_of_power(game, holder) in (NOBODY, side_of(game, unit)):
        return False
    return not unit_at_war(game, unit, holder)


ZONES = Derived(
    "zones of control",
    (COUNTER, COUNTRY, POWER, SIDE, FRESHLY_LANDED, HEXES, STANDING, WARS, OWN_POWER, SIDES, OF_THE_WEATHER),
    lambda state: _Zones(),
    mends=(PLACE, CONTROLLER, WEATHER),
    asks=(OWN_HEX_ONLY, ZOC_ENDS, _extends, at_peace, lakes_frozen),
    claims=_Zones.claims,
    branch=_Zones.branch,
)


def _enemies_near(game: Position, place: int, side: int) -> Iterator[int]:
    """Units of the other side in the hex and next to it; partisans, of no side, are enemies of whoever holds their hex."""
    standing, powers, countries = game.look_up(STANDING), game.state[POWER], game.state[COUNTRY]
    sides = game.state[SIDE]
    for near in (place, *game.ruleset.tables.board.adjacent[place]):
        for unit in standing.get(near, ()):
            its = sides[powers[countries[unit]]]
            if its == NOBODY:
                if near == place and side_of_power(game, game.state[CONTROLLER][place]) == side:
                    yield unit
            elif its != side:
                yield unit


@rule("2.2")
def zoc_units(game: Position, place: int, side: int) -> tuple[int, ...]:
    """The enemies of the side whose ZoC the hex is in."""
    return tuple(unit for unit in _enemies_near(game, place, side) if exerts_zoc(game, unit, place))


@rule("2.2")
def in_enemy_zoc(game: Position, place: int, side: int) -> bool:
    """Is the hex in the ZoC of an enemy of this side?"""
    return zoc_answer(game, zoc_answers(game, side), place, side)


def zoc_answers(game: Position, side: int) -> dict[int, bool]:
    """What is remembered for a side and still true; for those who ask about many hexes and change nothing meanwhile."""
    return game.recall(("zones of control", side), lambda: _mended_answers(game, side))


def _mended_answers(game: Position, side: int) -> dict[int, bool]:
    remembered = game.look_up(ZONES)
    remembered.mend(game)
    return remembered.answers.setdefault(side, {})


def zoc_answer(game: Position, answers: dict[int, bool], place: int, side: int) -> bool:
    known = answers.get(place)
    if known is None:
        standing = game.look_up(STANDING)
        lonely = place not in standing and standing.keys().isdisjoint(game.ruleset.tables.board.adjacent[place])
        known = answers[place] = not lonely and game.answer(ZONES, partial(_look_for_zoc, game, place, side))
    return known


def _look_for_zoc(game: Position, place: int, side: int) -> bool:
    return any(exerts_zoc(game, unit, place) for unit in _enemies_near(game, place, side))


MODULE = Module(
    schema=Schema(columns=(FRESHLY_LANDED,), derived=(ZONES,)),
    seams=(OWN_HEX_ONLY, ZOC_ENDS),
)

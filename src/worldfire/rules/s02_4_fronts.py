"""2.4.2: where a power that stands apart from its allies fights, because there they do share supply after all."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import partial

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Claim, Derived, Schema
from worldfire.forces.enmity import WARS, at_war
from worldfire.forces.journal import MOVES, Reader
from worldfire.forces.nations import stands_apart
from worldfire.forces.things import PLACE, STANDING
from worldfire.forces.who import COUNTRY, HOME_COUNTRY, POWER, POWER_NAMES, power_of

#: a power that stands apart, and a country that units of its enemies are in
Front = tuple[int, int]


#: power → the powers that stand apart and are at war with it
Foes = dict[int, tuple[int, ...]]


class _Fronts:
    """How many units of its enemies are in each country, for each power that stands apart."""

    def __init__(self) -> None:
        self.moves = Reader()
        self.foes: Foes = {}
        self.enemies: Counter[Front] = Counter()
        self.found: frozenset[Front] = frozenset()

    def branch(self) -> _Fronts:
        twin = _Fronts()
        twin.moves, twin.foes = self.moves.branch(), self.foes
        twin.enemies, twin.found = self.enemies.copy(), self.found
        return twin

    def mend(self, game: Position) -> None:
        moves = self.moves.news(game.look_up(MOVES))
        if moves is None:
            self.foes, self.enemies = game.answer(FRONTS, partial(_count_enemies, game))
        elif moves and self.foes:
            game.answer(FRONTS, partial(self._follow, game, moves))
        else:
            return
        self.found = frozenset(front for front, units in self.enemies.items() if units)

    def _follow(self, game: Position, moves: list[tuple[int, int, int]]) -> None:
        for unit, origin, to in moves:
            self.enemies.subtract(_fronts_of(game, self.foes, unit, origin))
            self.enemies.update(_fronts_of(game, self.foes, unit, to))

    def claims(self, game: Position) -> Iterator[Claim]:
        self.mend(game)
        yield Claim("enemies", (self.foes, +self.enemies), partial(_count_enemies, game))


def _foes_of_powers_apart(game: Position) -> Foes:
    powers = range(len(game.state.get(POWER_NAMES)))
    apart = [power for power in powers if stands_apart(game, power)]
    foes = {owner: tuple(power for power in apart if at_war(game, power, owner)) for owner in powers if apart}
    return {owner: fought for owner, fought in foes.items() if fought}


def _fronts_of(game: Position, foes: Foes, unit: int, place: int) -> Iterator[Front]:
    """The fronts that the unit makes in this place."""
    if place >= 0:
        country = game.state[HOME_COUNTRY][place]
        yield from ((power, country) for power in foes.get(power_of(game, unit), ()))


def _count_enemies(game: Position) -> tuple[Foes, Counter[Front]]:
    foes = _foes_of_powers_apart(game)
    standing = game.look_up(STANDING) if foes else {}
    return foes, Counter(
        front for place, units in standing.items() for unit in units for front in _fronts_of(game, foes, unit, place)
    )


FRONTS = Derived(
    "fronts of powers apart",
    (COUNTRY, POWER, POWER_NAMES, HOME_COUNTRY, WARS, STANDING),
    lambda state: _Fronts(),
    mends=(PLACE,),
    claims=_Fronts.claims,
    branch=_Fronts.branch,
)


@rule("2.4.2/limits on supply paths")
def fronts(game: Position) -> frozenset[Front]:
    """Every power that stands apart with each country that units of its enemies are in."""
    known = game.look_up(FRONTS)
    known.mend(game)
    return known.found


MODULE = Module(schema=Schema(derived=(FRONTS,)))

"""Exact odds of combats. Nothing is simulated: every roll is counted. The arithmetic itself is the rules'."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import combinations_with_replacement
from math import factorial, prod

import msgspec

from worldfire.engine.clauses import HasRuleset
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.rules.s11_05_naval_tables import (
    FlakDice,
    Hit,
    NavalResult,
    Row,
    column_of,
    damage_chance,
    flak_dice,
    flak_losses,
    inflicted,
    next_worse,
    shifted,
)
from worldfire.rules.s11_07_bombing_table import Bombardment, bombing_factors, bombing_modifier, bombing_result
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_roll import TENTHS, LandRoll, Reading, land_roll, result_without_dice
from worldfire.rules.s11_15_odds import (
    WHOLE,
    Facing,
    Fate,
    LandAttack,
    LandResult,
    Modifier,
    losses_of_attackers,
    read_result,
    total,
)
from worldfire.rules.s14_air_combat import RESULTS, AirCombat, combat_values
from worldfire.tables.collection import Tables

SIDES = 10
ONE_DIE: tuple[tuple[int, Fraction], ...] = tuple((face, Fraction(1, SIDES)) for face in range(1, SIDES + 1))
TWO_DICE: tuple[tuple[int, Fraction], ...] = tuple(
    (sum_, Fraction(SIDES - abs(sum_ - SIDES - 1), SIDES * SIDES)) for sum_ in range(2, 2 * SIDES + 1)
)
DICE = {1: ONE_DIE, 2: TWO_DICE}


def gathered(pairs: Iterable[tuple[str, Fraction]]) -> dict[str, Fraction]:
    """The same outcomes once each, in the order in which they first appear."""
    chances: dict[str, Fraction] = defaultdict(Fraction)
    for outcome, chance in pairs:
        chances[outcome] += chance
    return dict(chances)


# ------------------------------------------------------------------------------------------------------------- land


class LandOdds(msgspec.Struct, frozen=True):
    """What may come of a land attack."""

    #: the odds it may be resolved at, each with its chance; empty if no dice are rolled
    odds: dict[str, Fraction]
    modifiers: tuple[Modifier, ...]
    modifier: Fraction
    #: every result of the table with its chance, worst roll first
    results: dict[str, Fraction]
    attacker_losses: Fraction
    defender_losses: Fraction
    fates: dict[str, Fraction]
    facings: dict[str, Fraction]
    #: no defender is left in the hex: all destroyed, retreated or shattered
    hex_cleared: Fraction | None
    notional_destroyed: Fraction


class LandSizes(msgspec.Struct, frozen=True):
    """How many land units there are to lose, if it is known; notional units do not count."""

    attackers: int | None = None
    defenders: int | None = None


def readings(roll: LandRoll) -> tuple[tuple[Reading, Fraction], ...]:
    """The ways in which the dice may be read, each with its chance."""
    if roll.better is None:
        return ((roll.usual, WHOLE),)
    chance = Fraction(roll.tenths, TENTHS)
    return ((roll.usual, 1 - chance), (roll.better, chance))


def land_results(roll: LandRoll, tables: Tables) -> dict[str, Fraction]:
    """Every printed result that the roll may give, with its chance."""
    return gathered(
        (reading.result(dice, tables), chance * part)
        for reading, chance in readings(roll)
        for dice, part in DICE[roll.dice]
    )


def land_odds(game: HasRuleset, attack: LandAttack, sizes: LandSizes | None = None) -> LandOdds:
    """The exact odds of a land attack by the rules in use."""
    counted, automatic = sizes or LandSizes(), result_without_dice(game, attack)
    if automatic is not None:
        return LandOdds({}, (), Fraction(0), *_outcome(game, automatic, attack, counted))
    roll = land_roll(game, attack)
    odds = gathered((reading.odds, chance) for reading, chance in readings(roll))
    return LandOdds(odds, roll.usual.modifiers, total(roll.usual.modifiers), *_outcome(game, roll, attack, counted))


#: what of `LandOdds` follows from how the dice are thrown and read: its fields from `results` on
_Outcome = tuple[
    dict[str, Fraction], Fraction, Fraction, dict[str, Fraction], dict[str, Fraction], Fraction | None, Fraction
]


def _outcome(game: HasRuleset, thrown: LandRoll | str, attack: LandAttack, sizes: LandSizes) -> _Outcome:
    """Of dice, or of a result without any. Reckoned once: there are few columns and modifiers, and many attacks."""
    known: dict[Hashable, _Outcome] = game.ruleset.once(_known_outcomes)
    key = (_throw(thrown), attack.extra_loss, sizes)  # of the attack itself a result asks for no more than this
    if key not in known:
        results = {thrown: WHOLE} if isinstance(thrown, str) else land_results(thrown, game.ruleset.tables.source)
        known[key] = _reckoned(results, attack, sizes)
    results, attackers, defenders, fates, facings, cleared, notional = known[key]
    return results.copy(), attackers, defenders, fates.copy(), facings.copy(), cleared, notional


def _known_outcomes(ruleset: Ruleset) -> dict[Hashable, _Outcome]:
    return {}


def _throw(thrown: LandRoll | str) -> Hashable:
    """The same for all rolls that give the same results: why they are modified does not matter."""
    if isinstance(thrown, str):
        return thrown
    ways = tuple((way.chart, way.column, way.modifier, way.lowest) for way, _ in readings(thrown))
    return thrown.dice, thrown.tenths, ways


def _reckoned(results: dict[str, Fraction], attack: LandAttack, sizes: LandSizes) -> _Outcome:
    outcomes = [(read_result(text), chance) for text, chance in results.items()]
    return (
        results,
        _expected((_attackers_lost(result, attack, sizes), chance) for result, chance in outcomes),
        _expected((_defenders_lost(result, sizes), chance) for result, chance in outcomes),
        _shares(((result.fate, chance) for result, chance in outcomes), Fate),
        _shares(((result.facing, chance) for result, chance in outcomes), Facing),
        _hex_cleared(outcomes, sizes),
        sum((chance for result, chance in outcomes if result.destroys_notional), Fraction(0)),
    )


def odds_of(game: Position, attack: Reckoning) -> LandOdds:
    """The exact odds of an attack by units in a game, as it stands now."""
    return land_odds(game, land_attack(game, attack), LandSizes(len(attack.attackers), len(attack.defenders)))


def _attackers_lost(result: LandResult, attack: LandAttack, sizes: LandSizes) -> Fraction | int:
    if result.all_attackers:
        return sizes.attackers or 0
    lost = losses_of_attackers(result, attack)
    return lost if sizes.attackers is None else min(lost, Fraction(sizes.attackers))


def _defenders_lost(result: LandResult, sizes: LandSizes) -> Fraction | int:
    lost = result.defender_losses
    return lost if sizes.defenders is None else min(lost, Fraction(sizes.defenders))


def _hex_cleared(outcomes: list[tuple[LandResult, Fraction]], sizes: LandSizes) -> Fraction | None:
    """Known only when the number of defenders is."""
    if sizes.defenders is None:
        return None
    defenders = sizes.defenders
    cleared = (
        chance
        for result, chance in outcomes
        if result.fate is not Fate.STAY or (result.defender_losses >= defenders and result.destroys_notional)
    )
    return sum(cleared, Fraction(0))


def _expected(pairs: Iterable[tuple[Fraction | int, Fraction]]) -> Fraction:
    return sum((value * chance for value, chance in pairs), Fraction(0))


def _shares(pairs: Iterable[tuple[str, Fraction]], order: Iterable[str]) -> dict[str, Fraction]:
    chances = gathered(pairs)
    return {str(name): chances[name] for name in order if name in chances}


# ------------------------------------------------------------------------------------------------------------ naval


class Losses(msgspec.Struct, frozen=True):
    """How many ships ended how."""

    destroyed: int
    damaged: int
    aborted: int

    def __str__(self) -> str:
        return f"{self.destroyed} destroyed, {self.damaged} damaged, {self.aborted} aborted"


class NavalOdds(msgspec.Struct, frozen=True):
    """What one side's fire does in one round."""

    column: int
    inflicted: NavalResult
    #: what becomes of the targets, if their defences are known
    losses: dict[str, Fraction]
    expected_destroyed: Fraction
    expected_damaged: Fraction
    expected_aborted: Fraction


_OUT_OF_IT = 99  # more hits than any ship takes: sorts behind all that can still suffer


class _Ship(msgspec.Struct, frozen=True, order=True):
    hits: int
    defence: int
    damaged: bool = False
    half_aborts: int = 0
    aborted: bool = False
    destroyed: bool = False

    @property
    def can_suffer(self) -> bool:
        """11.5.8: not what is destroyed or has already suffered an abort; nor what no further result will reach."""
        return not (self.destroyed or self.aborted) and self.hits < _OUT_OF_IT

    def settled(self) -> _Ship:
        """Once nothing more will happen to it, it no longer matters which ship it was."""
        return _Ship(_OUT_OF_IT, 0, damaged=self.damaged, aborted=self.aborted, destroyed=self.destroyed)


def naval_odds(
    row: Row, factors: Fraction, ships: int, tables: Tables, *, shifts: int = 0, defences: tuple[int, ...] = ()
) -> NavalOdds:
    """The exact outcome of one side's fire.

    The owner is taken to spread the results over his ships, on those likeliest to shrug them off first.
    """
    column = shifted(column_of(row, factors, tables), shifts, tables)
    result = inflicted(column, ships, tables)
    fleets = _after(result, defences) if defences else {}
    losses = gathered((str(_losses(fleet)), chance) for fleet, chance in fleets.items())
    by_kind = [(_losses(fleet), chance) for fleet, chance in fleets.items()]
    return NavalOdds(
        column=column,
        inflicted=result,
        losses=dict(sorted(losses.items(), key=lambda item: -item[1])),
        expected_destroyed=_expected((loss.destroyed, chance) for loss, chance in by_kind),
        expected_damaged=_expected((loss.damaged, chance) for loss, chance in by_kind),
        expected_aborted=_expected((loss.aborted, chance) for loss, chance in by_kind),
    )


def _after(result: NavalResult, defences: tuple[int, ...]) -> dict[tuple[_Ship, ...], Fraction]:
    """Every fleet that may be left, with its chance: X first, then D, then A.

    A fleet is kept sorted, so that it matters how many ships of a kind fared how but not which: the states stay few.
    """
    fleets: dict[tuple[_Ship, ...], int] = {tuple(sorted(_Ship(0, defence) for defence in defences)): 1}
    hits = [Hit.DESTROY] * result.destroyed + [Hit.DAMAGE] * result.damaged + [Hit.ABORT] * result.aborted
    for to_come, hit in zip(range(len(hits) - 1, -1, -1), hits, strict=True):
        following: dict[tuple[_Ship, ...], int] = defaultdict(int)
        for fleet, ways in fleets.items():
            for left, faces in _hit(fleet, hit):
                following[_forgetting(left, to_come)] += ways * faces
        fleets = following
    every_way = SIDES ** len(hits)
    return {fleet: Fraction(ways, every_way) for fleet, ways in fleets.items()}


def _forgetting(fleet: tuple[_Ship, ...], to_come: int) -> tuple[_Ship, ...]:
    """The fleet without what cannot matter any more.

    Results go to fresh ships first; what then remains goes once round those already hit. Whoever stands further back
    than that is out of it, and settling him keeps the number of different fleets small.
    """
    fresh = sum(1 for ship in fleet if ship.hits == 0)
    reach = max(0, to_come - fresh)
    waiting = [ship for ship in fleet if ship.hits and ship.can_suffer]
    settled = [ship.settled() for ship in (*waiting[reach:], *(s for s in fleet if not s.can_suffer))]
    return tuple(sorted([*fleet[:fresh], *waiting[:reach], *settled]))


def _hit(fleet: tuple[_Ship, ...], hit: Hit) -> Iterator[tuple[tuple[_Ship, ...], int]]:
    """The fleets that one result may leave, with the number of faces of the die that lead there."""
    target = fleet[0]  # sorted: the fewest hits, then the best defence
    if not target.can_suffer:
        yield fleet, SIDES
        return
    suffer = int(damage_chance(target.defence, damaged=target.damaged) * SIDES)
    struck = msgspec.structs.replace(target, hits=target.hits + 1)
    for suffered, faces in ((hit, suffer), (next_worse(hit), SIDES - suffer)):
        if faces:
            yield tuple(sorted([*fleet[1:], _suffer(struck, suffered)])), faces


def _suffer(ship: _Ship, hit: Hit | None) -> _Ship:
    """11.5.8: a second damage destroys, two half aborts are one abort."""
    match hit:
        case Hit.DESTROY:
            return msgspec.structs.replace(ship, destroyed=True)
        case Hit.DAMAGE:
            return msgspec.structs.replace(ship, damaged=True, destroyed=ship.damaged)
        case Hit.ABORT:
            return msgspec.structs.replace(ship, aborted=True)
        case Hit.HALF_ABORT if ship.half_aborts:
            return msgspec.structs.replace(ship, aborted=True)
        case Hit.HALF_ABORT:
            return msgspec.structs.replace(ship, half_aborts=1)
        case None:
            return ship


def _losses(fleet: tuple[_Ship, ...]) -> Losses:
    """A damaged ship that also aborts counts as damaged."""
    return Losses(
        destroyed=sum(ship.destroyed for ship in fleet),
        damaged=sum(ship.damaged and not ship.destroyed for ship in fleet),
        aborted=sum(ship.aborted and not ship.damaged for ship in fleet),
    )


class FlakOdds(msgspec.Struct, frozen=True):
    """What anti-aircraft fire does to bombers."""

    column: int
    dice: FlakDice
    points: dict[int, Fraction]
    expected_points: Fraction
    expected_destroyed: Fraction
    expected_aborted: Fraction


def flak_odds(factors: Fraction, bombers: int, tables: Tables, *, shifts: int = 0) -> FlakOdds:
    """The exact outcome of anti-aircraft fire against land-based bombers."""
    column = shifted(column_of(Row.ANTI_AIR, factors, tables), shifts, tables)
    dice = flak_dice(column, bombers, tables)
    points = _counted_dice(dice)
    spent = [(flak_losses(total_, tables), chance) for total_, chance in points.items()]
    return FlakOdds(
        column=column,
        dice=dice,
        points=points,
        expected_points=_expected(points.items()),
        expected_destroyed=_expected((min(loss.destroyed, bombers), chance) for loss, chance in spent),
        expected_aborted=_expected((loss.aborted, chance) for loss, chance in spent),
    )


def _counted_dice(dice: FlakDice) -> dict[int, Fraction]:
    """The sum of the dice that count. Throws are counted as multisets: 5,005 instead of a million for six dice."""
    sums: dict[int, int] = defaultdict(int)
    for faces in combinations_with_replacement(range(1, SIDES + 1), dice.dice):
        ways = factorial(dice.dice) // prod(factorial(faces.count(face)) for face in set(faces))
        counted = faces[len(faces) - dice.counted :] if dice.highest else faces[: dice.counted]
        sums[sum(counted)] += ways
    return {points: Fraction(ways, SIDES**dice.dice) for points, ways in sorted(sums.items())}


# -------------------------------------------------------------------------------------------------------------- air


class AirSide(msgspec.Struct, frozen=True):
    """What one side's roll may do to the other in one round of air-to-air combat."""

    value: int
    results: dict[str, Fraction]
    destroys: Fraction
    aborts: Fraction
    clears: Fraction


class AirOdds(msgspec.Struct, frozen=True):
    """One round: the sides do not wait for each other's losses to know their values."""

    active: AirSide
    inactive: AirSide


def air_odds(strengths: tuple[Fraction, Fraction], tables: Tables, *, surprise: tuple[int, int] = (0, 0)) -> AirOdds:
    """The exact outcome of one round for air-to-air strengths such as 6.5 and 4, active side first."""
    nobody: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    combat = AirCombat(places=(), fighters=nobody, bombers=nobody, surprise=surprise)
    tenths = (int(strengths[0] * TENTHS), int(strengths[1] * TENTHS))
    active, inactive = combat_values(combat, tenths)
    return AirOdds(_air_side(active, tables), _air_side(inactive, tables))


def _air_side(value: int, tables: Tables) -> AirSide:
    chart = tables.charts["air_to_air"]
    results = gathered((chart.at(dice, value), chance) for dice, chance in TWO_DICE)

    def ending(letter: str) -> Fraction:
        return sum((chance for result, chance in results.items() if result.endswith(letter)), Fraction(0))

    return AirSide(
        value=value,
        results={result: results[result] for result in RESULTS if result in results},
        destroys=ending("X"),
        aborts=ending("A"),
        clears=ending("C"),
    )


# -------------------------------------------------------------------------------------------------------- strategic


class BombingOdds(msgspec.Struct, frozen=True):
    """What strategic bombardment does to a target."""

    factors: int
    modifier: int
    points: dict[int, Fraction]
    expected_points: Fraction
    expected_asterisks: Fraction


def bombing_odds(mission: Bombardment, tables: Tables, most: int | None = None) -> BombingOdds:
    """The exact outcome; `most` is what the hex can lose (11.7)."""
    factors, modifier = bombing_factors(mission), bombing_modifier(mission)
    rolled = [(bombing_result(factors, face + modifier, tables), chance) for face, chance in ONE_DIE]
    points: dict[int, Fraction] = defaultdict(Fraction)
    for result, chance in rolled:
        points[result.points if most is None else min(result.points, most)] += chance
    return BombingOdds(
        factors=factors,
        modifier=modifier,
        points=dict(sorted(points.items())),
        expected_points=_expected(points.items()),
        expected_asterisks=_expected((result.asterisks, chance) for result, chance in rolled),
    )

"""What an attack promises: exact chances on the table that would be used, and what they are worth in build points."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from fractions import Fraction
from math import ceil
from typing import NamedTuple

from msgspec.structs import replace

from worldfire.advice.odds import land_results, readings
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.things import PLACE
from worldfire.players.cadet.picture import Picture, look
from worldfire.rules.s11_15_battle import Battle, reckoning_of
from worldfire.rules.s11_15_factors import (
    ARMOUR,
    LAND_ATTACK,
    MECHANISED,
    Reckoning,
    attack_factor,
    count_kinds,
    is_winterised,
    land_attack,
)
from worldfire.rules.s11_15_land_roll import land_roll, result_without_dice, step_of_odds
from worldfire.rules.s11_15_odds import (
    Facing,
    Fate,
    LandAttack,
    Table,
    losses_of_attackers,
    read_result,
)
from worldfire.rules.s11_15_resolution import attacker_chooses_table, tables_to_choose
from worldfire.titles import judgement_of

#: a shattered unit is gone for the turn and comes back
SHATTERED = 0.5
#: an advance into a hex of no importance: to whoever must take the country, and to others
GROUND_TAKEN, GROUND_GAINED = 2.4, 0.6


#: how losses count: an army that must take the country is risked for it, one that has only to last is spared more, and in
#: the last turns both are spent; so is that of whoever is much the stronger in a world war (`Judgement.boldness`)
RISKED, SPARED = 1.7, 2.0
#: when the campaign ends with this turn, the enemy's losses and one's own count for little
KILLED_AT_THE_END, LOST_AT_THE_END = 0.5, 0.35
LAST_TURNS = 2
#: what is left of a stake before that to whoever need not take it
EARLY = 0.5


class Chances(NamedTuple):
    """Expected results of a column of a table with a modifier, for so many attackers and defenders."""

    #: for one unit, for two and so on the chance that so many attackers, or defenders, are lost
    losing: tuple[float, ...]
    killing: tuple[float, ...]
    #: the hex is empty of defenders
    cleared: float
    #: units that survive and retreat, and units that are shattered
    retreated: float
    shattered: float
    breakthrough: float
    #: attackers that survive face-down
    spent: float

    @property
    def attackers_lost(self) -> float:
        return sum(self.losing)

    @property
    def defenders_lost(self) -> float:
        return sum(self.killing)


def chances(game: Position, attack: LandAttack, attackers: int, defenders: int) -> Chances:
    """Every roll counted; remembered, for there are few columns and modifiers."""
    roll = land_roll(game, attack)
    ways = tuple((reading.chart, reading.column, reading.modifier) for reading, _ in readings(roll))
    key = (roll.dice, roll.tenths, ways, attack.extra_loss, attackers, defenders)
    known: dict[Hashable, Chances] = game.ruleset.once(_known_chances)
    if key not in known:
        results = land_results(roll, game.ruleset.tables.source)
        known[key] = _added([(text, float(chance)) for text, chance in results.items()], attack, attackers, defenders)
    return known[key]


def _known_chances(ruleset: Ruleset) -> dict[Hashable, Chances]:
    return {}


def _added(results: list[tuple[str, float]], attack: LandAttack, attackers: int, defenders: int) -> Chances:
    cleared = retreated = shattered = breakthrough = spent = 0.0
    losing, killing = [0.0] * attackers, [0.0] * defenders
    for text, chance in results:
        result = read_result(text)
        whole = Fraction(attackers)
        lost = whole if result.all_attackers else min(whole, losses_of_attackers(result, attack))
        killed = min(Fraction(defenders), result.defender_losses)
        left = defenders - killed
        up = {Facing.ALL: attackers - lost, Facing.HALF: (attackers - lost + 1) // 2, Facing.NONE: 0}[result.facing]
        for number in range(ceil(lost)):
            losing[number] += chance * float(min(Fraction(1), lost - number))
        for number in range(ceil(killed)):
            killing[number] += chance * float(min(Fraction(1), killed - number))
        cleared += chance * (result.fate is not Fate.STAY or not left)
        retreated += chance * float(left) * (result.fate is Fate.RETREAT)
        shattered += chance * float(left) * (result.fate in (Fate.SHATTER, Fate.BREAKTHROUGH))
        breakthrough += chance * (result.fate is Fate.BREAKTHROUGH)
        spent += chance * (float(attackers - lost) - float(up))
    return Chances(tuple(losing), tuple(killing), cleared, retreated, shattered, breakthrough, spent)


# --------------------------------------------------------------------------------------------------------- a target


@dataclass
class Target:
    """A hex that may be attacked, with everything that does not depend on who attacks."""

    picture: Picture
    place: int
    defenders: tuple[int, ...]
    base: LandAttack
    #: tactical factors that the attacker expects from ground support
    support: Fraction = Fraction(0)
    #: and the defender brings
    against: Fraction = Fraction(0)
    #: hexes where the attacker's units stand, or will stand by his plan
    ours: AbstractSet[int] = frozenset()
    #: defenders that a ground strike is hoped to turn face-down before the attack
    struck: int = 0
    #: attackers who may hope to bring more than their factors (`Judgement.pushes`)
    pushes: int = 0

    @property
    def stake(self) -> float:
        """What the hex is worth now: early in the war a defender has time to take it back later, and better."""
        early = self.picture.turns_left >= LAST_TURNS and not self.picture.advances
        return self.picture.stake(self.place) * (EARLY if early else 1.0)


def target_at(picture: Picture, place: int, ours: AbstractSet[int] | None = None) -> Target:
    """The hex as it would be attacked with own units in these hexes; unless told, where they are now."""
    defenders = tuple(picture.enemy[place])
    base = land_attack(picture.game, Reckoning(place, (), defenders))
    return Target(picture, place, defenders, base, ours=picture.own.keys() if ours is None else ours)


def is_trapped(picture: Picture, place: int, ours: AbstractSet[int]) -> bool:
    """No hex beside it that the defenders could go to: each is the attacker's, or watched and empty of theirs."""
    for beside in picture.neighbours[place]:
        if beside in ours:
            continue
        if picture.enemy.get(beside):
            return False
        if not any(next_to in ours for next_to in picture.neighbours[beside]):
            return False
    return True


def factor(picture: Picture, unit: int, origin: int, target: int) -> Fraction:
    """What a unit would bring against the target from this hex."""
    attack = Reckoning(target, (unit,), tuple(picture.enemy[target]), origins=((unit, origin),))
    return attack_factor(picture.game, attack, unit)


def _factors(target: Target, positions: Sequence[tuple[int, int]]) -> Fraction:
    """What all of them would bring, with what the strongest of those who are pushed bring beyond that."""
    picture = target.picture
    plain = {unit: factor(picture, unit, origin, target.place) for unit, origin in positions}
    return sum(plain.values(), Fraction(0)) + sum(_extras(target, plain), Fraction(0))


def _extras(target: Target, plain: Mapping[int, Fraction]) -> list[Fraction]:
    if not target.pushes:
        return []
    game = target.picture.game
    pushed = judgement_of(game).pushed
    more = (number * (pushed(game, unit) - 1) for unit, number in plain.items())
    return sorted((number for number in more if number), reverse=True)[: target.pushes]


def pushed_by(target: Target, positions: Sequence[tuple[int, int]]) -> int:
    """How many of them hope to bring more than their factors."""
    plain = {unit: factor(target.picture, unit, origin, target.place) for unit, origin in positions}
    return len(_extras(target, plain))


class Prospect(NamedTuple):
    """What an attack is worth, with the odds step it would be rolled on."""

    value: float
    step: int
    table: Table
    chances: Chances


def prospect(target: Target, positions: Sequence[tuple[int, int]], extra_down: int = 0) -> Prospect:
    """The attack by these (unit, hex it attacks from), with this many more defenders turned face-down before it."""
    picture, game = target.picture, target.picture.game
    units = tuple(unit for unit, _ in positions)
    land = _factors(target, positions)
    attack = replace(
        target.base,
        attack=land + min(target.support, land),
        defence=target.base.defence + min(target.against, target.base.defence),
        attacking_armour=count_kinds(game, units, ARMOUR),
        attacking_mechanised=count_kinds(game, units, MECHANISED),
        winterised_attackers=2 * sum(is_winterised(game, unit) for unit in units) >= len(units) > 0,
        major_powers=1,
        face_down=min(len(target.defenders), target.base.face_down + target.struck + extra_down),
    )
    battle = Battle(
        target.place,
        picture.side,
        tuple((unit, game.state[PLACE][unit]) for unit in units),
        defenders=target.defenders,
    )
    ours = target.ours | {origin for _, origin in positions}
    trapped = is_trapped(picture, target.place, ours)
    thought = Reckoning(target.place, units, target.defenders, origins=tuple(positions))
    found = [
        _on_table(target, units, LAND_ATTACK(game, replace(attack, table=table), thought), trapped=trapped)
        for table in tables_to_choose(game, battle)
    ]
    best = max if attacker_chooses_table(game, battle) else min
    return best(found, key=lambda one: one.value)


def _on_table(target: Target, units: tuple[int, ...], attack: LandAttack, *, trapped: bool) -> Prospect:
    game = target.picture.game
    automatic = result_without_dice(game, attack)
    if automatic is not None:
        likely, step = _added([(automatic, 1.0)], attack, len(units), len(target.defenders)), FAR_STEP
    else:
        step = step_of_odds(game, attack) if attack.defence > 0 else FAR_STEP
        likely = chances(game, attack, len(units), len(target.defenders))
    return Prospect(_value(target, units, likely, trapped=trapped), step, attack.table, likely)


#: stands for odds that need no die
FAR_STEP = 20


def _value(target: Target, units: tuple[int, ...], likely: Chances, *, trapped: bool) -> float:
    """Losses and gains in build points: on both sides the cheapest are lost first, each with its own chance."""
    picture = target.picture
    mine = sorted(picture.worth(unit) for unit in units)
    bounty = judgement_of(picture.game).bounty
    worths = sorted(picture.worth(unit) + bounty(picture.game, unit) for unit in target.defenders)
    theirs = sum(worths) / max(1, len(worths))
    gain = sum(chance * worth for chance, worth in zip(likely.killing, worths, strict=True))
    gain += likely.shattered * theirs * (1.0 if trapped else SHATTERED)
    gain += likely.retreated * theirs * (1.0 if trapped else 0.25)
    lost = sum(chance * worth for chance, worth in zip(likely.losing, mine, strict=True)) * _dread(picture)
    if picture.is_last_turn:
        gain = KILLED_AT_THE_END * gain + likely.cleared * (target.stake + GROUND_GAINED)
        return gain - LOST_AT_THE_END * lost - likely.spent * picture.cost_of_face_down
    ground = GROUND_TAKEN if picture.advances else GROUND_GAINED
    gain += likely.cleared * (target.stake + ground) + likely.breakthrough * ground
    spent = picture.turns_left < LAST_TURNS or picture.overwhelms or target.pushes > 0
    bold = judgement_of(picture.game).boldness
    price = bold(picture.game, picture.side) if spent else RISKED if picture.advances else SPARED
    return gain - price * lost - likely.spent * picture.cost_of_face_down


def _dread(picture: Picture) -> float:
    """What losses cost beside their build points, to whoever can bear them least."""
    dread = judgement_of(picture.game).dread
    return max((dread(picture.game, power) for power in picture.powers), default=1.0)


# ------------------------------------------------------------------------------------------------------ a battle under way


def target_of_battle(game: Position, battle: Battle) -> Target:
    """The battle's hex as the attacker sees it."""
    picture = look(game, battle.side)
    defenders = tuple(battle.defenders)
    base = land_attack(game, Reckoning(battle.target, (), defenders))
    return Target(picture, battle.target, defenders, base, ours=picture.own.keys())


def prospect_on(game: Position, battle: Battle, target: Target, table: Table) -> float:
    """What the battle is worth to the attacker on this table, with the support that has come."""
    reckoning = reckoning_of(game, battle)
    attack = replace(land_attack(game, reckoning), table=table)
    trapped = is_trapped(target.picture, target.place, target.ours)
    return _on_table(target, reckoning.attackers, attack, trapped=trapped).value

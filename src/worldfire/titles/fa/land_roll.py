"""fa:11.12.5 The land combat table of Fatal Alliances: two dice, and everything else, the odds too, is added to them.

Odds and explanations, the game and its computer players all ask `land_roll`, so that they agree.
"""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise

from msgspec.structs import replace

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.figures import Figure
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.seams import Chain
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.who import power_named, power_of
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s08_weather import terrain_at, weather_at
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle, attackers, has_landed, origin_of, those_who_defend
from worldfire.rules.s11_15_factors import LAND_ATTACK, Reckoning, count_kinds, is_fort_hexside
from worldfire.rules.s11_15_land_roll import (
    LandRoll,
    Reading,
    land_column,
    land_roll,
    result_without_dice,
    step_of_odds,
)
from worldfire.rules.s11_15_odds import (
    LandAttack,
    Modifier,
    Table,
    hq_support,
    odds_name,
    odds_step,
    total,
)
from worldfire.rules.s11_15_resolution import armour_gains, attacker_chooses_table, tables_to_choose
from worldfire.tables.counters import LandType, Size
from worldfire.titles.fa.forts import guards_every_beach

SECTION = "fa:11.12.5.3"
TABLE, MODIFIERS, ODDS = "land_crt_2d10", "land_modifiers", "land_odds"
COLUMNS = {Table.ASSAULT: "assault", Table.BLITZKRIEG: "blitz"}
DIE = "die modifier"
SUPPORT_DIVISOR = Figure("part of the difference of two supporting HQs that counts", "fa:11.12.3")
#: what is written as odds where nobody defends with any factor
BEST_ODDS = "10:1"

ARMOUR_TYPES = frozenset({LandType.ARM, LandType.MECH})
QUICK_TYPES = ARMOUR_TYPES | {LandType.CAV}
#: ground on which the assault table must be used
CLOSE_GROUND = frozenset({"forest", "jungle", "swamp", "mountain", "desert mountain"})
#: two ARM divisions are a corps
AN_AT = Figure("ARM corps that an AT counts as for the choice of the table", "fa:21.4")
#: two halves of one army that do not fight as one (fa:15.3.6)
DUAL_MONARCHY, EMPIRE = frozenset({"austria", "hungary"}), "austria-hungary"

#: reasons of the modules of this title to change the roll: (game, modifiers, reckoning)
FURTHER = Chain[tuple[Modifier, ...], [Reckoning]]("fa:11.12.5.3 further modifiers")


def modifier_for(game: HasRuleset, reason: str) -> Fraction:
    """What the chart of modifiers gives for a reason."""
    chart = chart_named(game, MODIFIERS)
    return chart.number(reason, DIE)


def given(game: HasRuleset, reason: str, count: Fraction | int) -> tuple[Modifier, ...]:
    """The modifier for a reason that holds so often; nothing if it does not hold."""
    return (Modifier(reason, count * modifier_for(game, reason)),) if count else ()


# ---------------------------------------------------------------------------------------------------------------- odds


def _points(ruleset: Ruleset) -> tuple[tuple[Fraction, Fraction], ...]:
    """(ratio, what it gives) as the chart prints them, upwards."""
    found = []
    for (row, _), cell in ruleset.tables.source.charts[ODDS].cells.items():
        ratio = re.match(r"(\d+):(\d+)", row)
        if ratio is not None:
            found.append((Fraction(int(ratio[1]), int(ratio[2])), Fraction(cell.value)))
    return tuple(sorted(found))


@rule("fa:11.12.5.2", "fa:2.6")
def odds_modifier(game: HasRuleset, attack: LandAttack) -> Fraction:
    """The ratio is not rounded: between two printed ones it gives its part of the way; nobody gets more than the most."""
    points = game.ruleset.once(_points)
    if attack.defence <= 0:
        return points[-1][1]
    ratio = attack.attack / attack.defence
    if ratio <= points[0][0]:
        return points[0][1]
    for (low, less), (high, more) in pairwise(points):
        if ratio <= high:
            return less + (more - less) * (ratio - low) / (high - low)
    return points[-1][1]


# ----------------------------------------------------------------------------------------------------------- modifiers


@rule("fa:11.12.5.3")
def modifiers_of(game: HasRuleset, attack: LandAttack) -> tuple[Modifier, ...]:
    """Every modifier of the chart that applies; the odds are one of them."""
    armour = attack.attacking_armour + attack.attacking_mechanised if attack.table is Table.BLITZKRIEG else 0
    support = hq_support(attack, Fraction(SUPPORT_DIVISOR(game)))
    return (
        Modifier("odds", odds_modifier(game, attack)),
        *given(game, "each face-down defending corps", attack.face_down),
        *given(game, "each face-down defending division or notional", attack.face_down_small),
        *given(game, "each attacking ARM or stossgruppe corps, blitz", armour),
        *given(game, "defending ARM or MECH corps", attack.defending_armour + attack.defending_mechanised),
        *given(game, "defended city, each printed factory", attack.factories),
        *_of_powers(game, attack.major_powers),
        *((Modifier("HQ support", support),) if support else ()),
        *_of_weather(game, attack.weather),
        *attack.more,
    )


def _of_powers(game: HasRuleset, powers: int) -> tuple[Modifier, ...]:
    if powers < 2:
        return ()
    two, three = "two co-operating major powers attack together", "three major powers attack together"
    return given(game, two if powers == 2 else three, 1)


def _of_weather(game: HasRuleset, weather: str) -> tuple[Modifier, ...]:
    rows = {"rain": "rain", "storm": "storm or snow", "snow": "storm or snow", "blizzard": "blizzard"}
    return given(game, rows[weather], 1) if weather in rows else ()


@rule("fa:11.12.5.3")
def great_war_attack(game: Position, attack: LandAttack, reckoning: Reckoning) -> LandAttack:
    """What only this title's chart asks about."""
    return replace(
        attack,
        more=(
            *_of_two_halves(game, reckoning),
            *_of_ground(game, reckoning),
            *_of_cavalry(game, reckoning),
            *FURTHER(game, (), reckoning),
        ),
    )


@rule("fa:15.3.6")
def _of_two_halves(game: Position, reckoning: Reckoning) -> tuple[Modifier, ...]:
    """Austrian corps with Hungarian ones are like one major power more, as long as there is a dual monarchy (14.5)."""
    empire = power_named(game, EMPIRE)
    corps = (land_counter(game, unit) for unit in reckoning.attackers if power_of(game, unit) == empire)
    homes = {counter.home for counter in corps if counter.size is Size.CORPS}
    return given(game, "two co-operating major powers attack together", int(homes >= DUAL_MONARCHY))


def _of_ground(game: Position, reckoning: Reckoning) -> tuple[Modifier, ...]:
    return given(game, "forest or jungle", int(terrain_at(game, reckoning.target) in ("forest", "jungle")))


def _of_cavalry(game: Position, reckoning: Reckoning) -> tuple[Modifier, ...]:
    """Cavalry corps ride down a hex in which no corps stands."""
    if any(land_counter(game, unit).size is Size.CORPS for unit in reckoning.defenders):
        return ()
    corps = [land_counter(game, unit) for unit in reckoning.attackers]
    riders = sum(counter.type is LandType.CAV and counter.size is Size.CORPS for counter in corps)
    return given(game, "each attacking CAV corps against a hex without corps", riders)


# ---------------------------------------------------------------------------------------------------------------- dice


@rule("fa:11.12.5.3", "fa:2.6")
def two_dice(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """Only the sum of all modifiers is rounded."""
    modifiers = modifiers_of(game, attack)
    odds = odds_name(odds_step(attack.attack, attack.defence)) if attack.defence > 0 else BEST_ODDS
    reading = Reading(*two_dice_column(game, attack.table, Fraction(1)), odds, modifiers, rounded(total(modifiers)))
    return LandRoll(2, reading, rule=SECTION)


@rule("fa:11.12.5.3")
def two_dice_column(game: HasRuleset, table: Table, odds: Fraction) -> tuple[str, str | Fraction]:
    """The same column at all odds."""
    return TABLE, COLUMNS[table]


@rule("fa:11.12.5.2")
def weather_does_not_move(game: HasRuleset, attack: LandAttack) -> int:
    """The weather is a modifier of the roll, not of the odds."""
    return odds_step(attack.attack, attack.defence)


@rule("fa:11.12.5.2")
def always_rolled(game: HasRuleset, attack: LandAttack) -> str | None:
    """Even against no factors at all."""
    return None


@rule("fa:11.12.5.3")
def nobody_gains(game: HasRuleset, roll: LandRoll) -> bool:
    """Armour that helps an attack need not be lost first."""
    return False


# ------------------------------------------------------------------------------------------------- choosing the table


@rule("fa:11.12.5.1", "fa:21.7")
def all_through_a_fort(game: Position, battle: Battle) -> bool:
    units = attackers(game, battle)
    return bool(units) and all(_through_a_fort(game, battle, unit) for unit in units)


def _through_a_fort(game: Position, battle: Battle, unit: int) -> bool:
    if has_landed(battle, unit):
        return guards_every_beach(game, battle.target)
    return is_fort_hexside(game, origin_of(battle, unit), battle.target)


@rule("fa:11.12.5.1")
def open_tables(game: Position, battle: Battle) -> tuple[Table, ...]:
    """In cities, on close ground and in bad weather there is only the assault, unless everybody attacks a fort."""
    if not all_through_a_fort(game, battle) and _is_close(game, battle):
        return (Table.ASSAULT,)
    return (Table.BLITZKRIEG, Table.ASSAULT)


def _is_close(game: Position, battle: Battle) -> bool:
    target = battle.target
    weather = weather_at(game, target)
    return weather != "fine" or target in ground_of(game).cities or terrain_at(game, target) in CLOSE_GROUND


@rule("fa:11.12.5.1", "fa:21.4")
def attacker_picks(game: Position, battle: Battle) -> bool:
    """ARM, MECH or CAV against none of them, and not all through a fort; AT count for the defence."""
    if all_through_a_fort(game, battle):
        return False
    defence = those_who_defend(game, battle)
    against = count_kinds(game, defence, ARMOUR_TYPES)
    against += AN_AT(game) * sum(land_counter(game, unit).type is LandType.AT for unit in defence)
    mine = attackers(game, battle)
    if against:
        return False
    quick = count_kinds(game, mine, QUICK_TYPES)
    return bool(quick) and not count_kinds(game, defence, QUICK_TYPES)


MODULE = Module(
    seams=(FURTHER,),
    changes=(
        land_roll.replaced_by(two_dice),
        land_column.replaced_by(two_dice_column),
        result_without_dice.replaced_by(always_rolled),
        step_of_odds.replaced_by(weather_does_not_move),
        armour_gains.replaced_by(nobody_gains),
        tables_to_choose.replaced_by(open_tables),
        attacker_chooses_table.replaced_by(attacker_picks),
        LAND_ATTACK.attach(great_war_attack),
    ),
)

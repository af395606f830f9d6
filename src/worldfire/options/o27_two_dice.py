"""Option 27, the two-dice land combat table (11.15.6): the odds are a modifier, and bad ground or weather costs more."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Option
from worldfire.forces.ground import ground_of
from worldfire.options.o26_fractional_odds import spare_fraction
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_15_factors import (
    ARMOUR,
    LAND_ATTACK,
    MECHANISED,
    Reckoning,
    count_kinds,
    hexside_multiplier,
    origin_of_attack,
)
from worldfire.rules.s11_15_land_roll import TENTHS, LandRoll, Reading, land_column, land_roll
from worldfire.rules.s11_15_odds import (
    LandAttack,
    Modifier,
    Table,
    hq_support,
    odds_name,
    odds_ratio,
    odds_step,
    total,
    weather_shift,
)
from worldfire.rules.s11_15_resolution import armour_gains
from worldfire.tables.collection import Tables
from worldfire.tables.counters import LandType

SECTION = "11.15.6"
ATTACKING_ARMOUR = "attacking armour"
#: terrain without a city in which the attacker suffers nothing extra
GOOD_TERRAIN = ("clear", "forest", "desert")


@rule("11.15.6")
def two_dice_roll(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """Two dice and every modifier, rounded once at the end (2.6)."""
    tables = game.ruleset.tables.source
    modifiers = two_dice_modifiers(attack, odds_modifier(attack, tables), tables)
    return LandRoll(2, _reading(game, attack, modifiers, rounded(total(modifiers))), rule=SECTION)


@rule("11.15.6")
def two_dice_roll_with_fractions(game: HasRuleset, attack: LandAttack) -> LandRoll:
    """With option 26 nothing is rounded but the sum, down to tenths, and a die decides whether they give one more."""
    tables = game.ruleset.tables.source
    modifiers = two_dice_modifiers(attack, fractional_odds_modifier(attack, tables), tables)
    whole, tenths = divmod((total(modifiers) * TENTHS).__floor__(), TENTHS)
    better = _reading(game, attack, modifiers, whole + 1) if tenths else None
    return LandRoll(2, _reading(game, attack, modifiers, whole), tenths, better, rule=SECTION)


@rule("11.15.6")
def two_dice_column(game: HasRuleset, table: Table, odds: Fraction) -> tuple[str, str]:
    """The same column at all odds: they are a modifier."""
    return "land_2d10", table


def _reading(game: HasRuleset, attack: LandAttack, modifiers: tuple[Modifier, ...], modifier: int) -> Reading:
    step = odds_step(attack.attack, attack.defence)
    return Reading(*two_dice_column(game, attack.table, odds_ratio(step)), odds_name(step), modifiers, modifier)


@rule("11.15.6")
def odds_modifier(attack: LandAttack, tables: Tables) -> Fraction:
    """What the odds give on two dice."""
    return _step_modifier(odds_step(attack.attack, attack.defence), tables)


@rule("11.15.6")
def fractional_odds_modifier(attack: LandAttack, tables: Tables) -> Fraction:
    """The step's modifier and its part of the way to the next one."""
    low = odds_modifier(attack, tables)
    high = _step_modifier(odds_step(attack.attack, attack.defence) + 1, tables)
    return low + spare_fraction(attack) * (high - low)


def _step_modifier(step: int, tables: Tables) -> Fraction:
    return tables.charts["land_2d10_odds"].number(odds_ratio(step), "modifier")


@rule("11.15.6")
def two_dice_modifiers(attack: LandAttack, odds: Fraction, tables: Tables) -> tuple[Modifier, ...]:
    """Every modifier of the two-dice table; the odds are one of them."""
    chart = tables.charts["land_2d10_modifiers"]
    armoured = attack.table is Table.BLITZKRIEG and attack.open_hex and attack.weather == "fine"
    counts: dict[str, Fraction | int | bool] = {
        "face-down corps": attack.face_down,
        "face-down division or notional": attack.face_down_small,
        ATTACKING_ARMOUR: attack.attacking_armour if armoured else 0,
        "attacking mechanised": attack.attacking_mechanised if armoured else 0,
        "defending armour": attack.defending_armour + attack.defending_guns if attack.open_hex else 0,
        "defending mechanised": attack.defending_mechanised if attack.open_hex else 0,
        "paradropping corps": attack.paradropping_corps,
        "paradropping division": attack.paradropping_divisions,
        "printed factory": attack.factories,
        "engineers attacking factory": attack.engineers_attacking and attack.factories > 0,
        "engineers defending factory": attack.engineers_defending and attack.factories > 0,
        "all defenders territorials abroad": attack.territorial_defenders,
        "all attackers territorials abroad": attack.territorial_attackers,
        "several major powers": attack.major_powers > 1,
        "jungle": attack.jungle,
        "winterised defenders": attack.weather in {"snow", "blizzard"} and attack.winterised_defenders,
    }
    named = [Modifier("odds", odds)]
    named += [Modifier(reason, count * chart.number(reason, "dice")) for reason, count in counts.items() if count]
    for reason, value in (
        ("HQ support", hq_support(attack, chart.number("hq support divisor", "dice"))),
        (attack.weather, two_dice_weather(attack, tables)),
    ):
        if value:
            named.append(Modifier(reason, value))
    return (*named, *attack.more)


@rule("11.15.6")
def two_dice_weather(attack: LandAttack, tables: Tables) -> Fraction:
    """The weather's modifier; winterised attackers suffer the same part of it as of the odds shift."""
    whole = tables.charts["land_2d10_modifiers"].number(attack.weather, "dice")
    usual = tables.charts["land_weather"].number(attack.weather, "odds ratios")
    return whole * weather_shift(attack, tables) / usual if usual else whole


@rule("11.15.6")
def two_dice_attack(game: Position, attack: LandAttack, reckoning: Reckoning) -> LandAttack:
    """Armour counts for what the hexside leaves of it, and a ~ result may cost the attacker one more."""
    return replace(
        attack,
        attacking_armour=_across_hexsides(game, reckoning, ARMOUR),
        attacking_mechanised=_across_hexsides(game, reckoning, MECHANISED),
        extra_loss=suffers_extra_loss(game, attack, reckoning),
    )


def _across_hexsides(game: Position, reckoning: Reckoning, kinds: frozenset[LandType]) -> Fraction:
    landed = {arrival.unit for arrival in reckoning.arrivals}
    counted = Fraction(0)
    for unit in reckoning.attackers:
        whole = count_kinds(game, (unit,), kinds)
        if whole and unit not in landed:
            whole *= hexside_multiplier(game, reckoning, unit, origin_of_attack(game, reckoning, unit))
        counted += whole
    return counted


@rule("11.15.6")
def suffers_extra_loss(game: Position, attack: LandAttack, reckoning: Reckoning) -> bool:
    """Bad weather, bad terrain, or armour in an assault."""
    target = reckoning.target
    good_ground = terrain_at(game, target) in GOOD_TERRAIN and target not in ground_of(game).cities
    armour = attack.attacking_armour + attack.attacking_mechanised
    return attack.weather != "fine" or not good_ground or (attack.table is Table.ASSAULT and armour > 0)


@rule("11.15.6")
def armour_gains_on_two_dice(game: HasRuleset, roll: LandRoll) -> bool:
    return any(modifier.reason == ATTACKING_ARMOUR for modifier in roll.usual.modifiers)


OPTION = Option(
    "27",
    "Two-dice land combat",
    changes=(
        land_roll.replaced_by(two_dice_roll),
        land_roll.replaced_by(two_dice_roll_with_fractions, requires=("26",)),
        land_column.replaced_by(two_dice_column),
        armour_gains.replaced_by(armour_gains_on_two_dice),
        LAND_ATTACK.attach(two_dice_attack),
    ),
)

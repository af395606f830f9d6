"""11.15.1, 11.15.5: what each land unit is worth in a combat, and with it the whole reckoning before the die is rolled.

Overruns use the same factors (11.10.6). `explain` says everything that the odds are made of, so that a player sees it
before he declares.
"""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.seams import Chain, SumOf
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.things import FACE_DOWN, PLACE, Counter, all_such, board_of
from worldfire.forces.turn import active_side, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    power_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_4_supply import defence_out_of_supply, is_cut_off
from worldfire.rules.s02_5_control import country_in_control
from worldfire.rules.s08_weather import lake_hexside_frozen, terrain_at, weather_at
from worldfire.rules.s11_10_entry import country_name, friendly_land_units, hexside, land_counter
from worldfire.rules.s11_15_land_roll import LandRoll, land_roll, result_without_dice
from worldfire.rules.s11_15_odds import (
    LandAttack,
    Modifier,
    Table,
    odds_name,
    odds_step,
)
from worldfire.rules.s13_01_3_partisan_effects import cover_bonus
from worldfire.rules.s15_surprise import is_surprised_by, notional_is_surprised, river_does_not_halve
from worldfire.tables.counters import LandAbility, LandType, Size

#: hexes whose printed fort has been destroyed by an enemy who moved in (11.10.2)
FORTS_DESTROYED: Field[tuple[int, ...]] = Field("forts_destroyed", ())


HALF = Fraction(1, 2)
ARMOUR = frozenset({LandType.HQ_A, LandType.ARM})


class Arrival(msgspec.Struct, frozen=True):
    """An invading or paradropping unit: it attacks the hex that it comes down in, not from a hex beside it."""

    unit: int
    how: str  # "invasion" or "paradrop"
    #: 11.13: the sea-box section that it invades from, and whether a TRS brought it
    section: int = 0
    from_transport: bool = False


class Reckoning(msgspec.Struct, frozen=True):
    """Who fights whom: an attack, or an overrun, before its factors are counted."""

    target: int
    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    arrivals: tuple[Arrival, ...] = ()
    #: does a notional unit defend (11.15.1)?
    notional: bool = False
    table: Table = Table.ASSAULT
    #: 11.10.6: neither ships nor aircraft take part in an overrun
    overrun: bool = False
    #: attackers thought of as attacking from another hex than they stand in
    origins: tuple[tuple[int, int], ...] = ()


class Support(msgspec.Struct):
    """Factors that wait in the frame of the land combat step for its combats: (power, hex, parts of a factor)."""

    added: tuple[tuple[int, int, int], ...] = ()

    def add(self, power: int, place: int, parts: int) -> None:
        self.added += ((power, place, parts),)

    def of(self, power: int, place: int) -> int:
        return sum(parts for who, where, parts in self.added if (who, where) == (power, place))


def support_by(game: Position, kind: type[Support], side: int, place: int) -> int:
    """What a side's ships or aircraft add in this hex; outside land combat there are none."""
    support = game.find_annex(kind)
    return 0 if support is None else sum(support.of(power, place) for power in powers_of_side(game, side))


def supporters(game: Position, kind: type[Support], reckoning: Reckoning) -> frozenset[int]:
    """Powers whose ships or aircraft add factors to the attack count as adding to it; nobody comes to an overrun."""
    support = game.find_annex(kind)
    if support is None or reckoning.overrun:
        return frozenset()
    return frozenset(power for power in powers_of_side(game, active_side(game)) if support.of(power, reckoning.target))


def origin_of_attack(game: Position, reckoning: Reckoning, unit: int) -> int:
    """The hex that an attacker attacks from."""
    return next((origin for other, origin in reckoning.origins if other == unit), game.state[PLACE][unit])


#: 11.15.2, 11.15.4: (game, reckoning) → shore bombardment and ground support of the attackers, of the defenders; none
#: of them may exceed the land factors that it supports
BOMBARDING_ATTACK = SumOf[[Reckoning], Fraction]("11.15.2 shore bombardment of the attack")
BOMBARDING_DEFENCE = SumOf[[Reckoning], Fraction]("11.15.2 shore bombardment of the defence")
SUPPORTING_ATTACK = SumOf[[Reckoning], Fraction]("11.15.4 ground support of the attack")
SUPPORTING_DEFENCE = SumOf[[Reckoning], Fraction]("11.15.4 ground support of the defence")
#: 11.15.2, 11.15.4: (game, powers, reckoning) → the powers whose ships and aircraft add factors to the attack
POWERS_IN_SUPPORT = Chain[frozenset[int], [Reckoning]]("11.15.5 powers that support the attack")
#: DiF options 2 and 3, 13, 49, 54: (game, attack, reckoning) → the attack with what they change
LAND_ATTACK = Chain[LandAttack, [Reckoning]]("11.15.5 all that decides an attack")


# ---------------------------------------------------------------------------------------------------- single units


@clause("11.15.1/terrain", "11.10.2/special hexes and hexsides")
def is_fort_hexside(game: Position, origin: int, target: int) -> bool:
    """Is the target a fort hex, and does its fort still guard the hexside? Attacks out of a fort hex suffer nothing."""
    if "fort" not in hexside(game, origin, target) or target in game.state.get(FORTS_DESTROYED):
        return False
    return board_of(game).tables.country[target] in nations_of(game).fort_builders


@clause("11.15.1/terrain")
def hexside_multiplier(game: Position, reckoning: Reckoning, unit: int, origin: int) -> Fraction:
    """What the hexside leaves of the factors of an attacker from this hex; all of it is cumulative."""
    table, share = chart_named(game, "terrain_combat"), Fraction(1)
    for row in hexside_effects(game, reckoning, unit, origin):
        share *= table.number(row, "attackers")
    return share


@rule("11.15.1/terrain")
def hexside_effects(game: Position, reckoning: Reckoning, unit: int, origin: int) -> tuple[str, ...]:
    """The rows of the chart that the hexside brings to bear on an attacker from this hex."""
    target = reckoning.target
    side, kind = hexside(game, origin, target), land_counter(game, unit).type
    rows = []
    frozen = "lake" in side and lake_hexside_frozen(game, origin, target)
    if ("river" in side or "canal" in side or frozen) and not _river_ignored(game, reckoning):
        rows.append("river or canal")
    if "alpine" in side:
        rows.append("alpine")
    if "straits" in side:
        rows += ["straits"] if kind is not LandType.MAR else []
    elif "all-sea" in side or ("lake" in side and not frozen):
        rows.append("lake or all-sea")
    if is_fort_hexside(game, origin, target):
        rows.append("printed fort")
    return tuple(rows)


@rule("15.1/land units")
def _river_ignored(game: Position, reckoning: Reckoning) -> bool:
    return river_does_not_halve(game, reckoning.attackers, reckoning.defenders)


@clause("11.13", "11.14")
def halved_by_landing(game: Position, arrival: Arrival) -> bool:
    """Invaders, but marines that do not come from a transport; paradrops cross no hexside."""
    marine = land_counter(game, arrival.unit).type is LandType.MAR
    return arrival.how == "invasion" and (not marine or arrival.from_transport)


@clause("11.15.1/terrain", "11.15.1/chinese attack weakness", "11.15.1/modifiers")
def attack_factor(game: Position, reckoning: Reckoning, unit: int) -> Fraction:
    """An attacker's combat factors after the hexside, or after landing from the sea or the air."""
    arrival = next((arrival for arrival in reckoning.arrivals if arrival.unit == unit), None)
    factor = Fraction(land_counter(game, unit).strength or 0)
    if arrival is None:
        factor *= hexside_multiplier(game, reckoning, unit, origin_of_attack(game, reckoning, unit))
    elif halved_by_landing(game, arrival):
        factor *= HALF
    return factor * HALF if country_name(game, unit) in nations_of(game).weak_attackers else factor


@clause("11.15.1/supply", "11.15.1/terrain", "2.4.3/land units", "13.1.3")
def defence_factor(game: Position, unit: int, place: int) -> Fraction:
    """A defender's combat factors: few if face-down and out of supply, more in mountains and swamps."""
    counter = land_counter(game, unit)
    factor = Fraction(counter.strength or 0)
    if factor and game.state[FACE_DOWN][unit]:
        reduced = defence_out_of_supply(game, unit, counter)
        factor = factor if reduced is None else Fraction(reduced)
    factor += cover_bonus(game, unit, place)
    return factor * terrain_multiplier(game, place, counter.type)


@clause("11.15.1/terrain")
def terrain_multiplier(game: Position, place: int, kind: LandType | None = None) -> Fraction:
    table, terrain = chart_named(game, "terrain_combat"), terrain_at(game, place)
    if terrain.endswith("mountain"):
        return table.number("mountain", "defending MTN" if kind is LandType.MTN else "defenders")
    return table.number("swamp", "defenders") if terrain == "swamp" else Fraction(1)


@clause("11.10.2/option 15", "11.15.5/odds ratios")
def is_winterised(game: Position, unit: int) -> bool:
    """MTN, ski, Swedish, Finnish, Norwegian and white print Soviet units."""
    return LandAbility.WINTERISED in land_counter(game, unit).abilities


def _half_or_more(units: tuple[int, ...], found: int) -> bool:
    return bool(units) and 2 * found >= len(units)


def count_kinds(game: Position, units: tuple[int, ...], kinds: frozenset[LandType]) -> Fraction:
    """Units of these kinds; a division is half of one (DiF option 2)."""
    counted = (land_counter(game, unit) for unit in units)
    return sum(
        (HALF if counter.size is Size.DIVISION else Fraction(1) for counter in counted if counter.type in kinds),
        Fraction(0),
    )


MECHANISED = frozenset({LandType.MECH})
#: DiF option 3: AT and AA count as armour for the defence; without that kit there are none
GUNS = frozenset({LandType.AT, LandType.AA})


# ------------------------------------------------------------------------------------------------------- notional units


@clause("11.15.1/table: notional unit combat factor", "11.15.1/invasion & paradrop combats (and notional units)")
def notional_factor(game: Position, reckoning: Reckoning) -> Fraction:
    """The notional unit's factor after terrain; before it never less than 0."""
    table, place = chart_named(game, "notional_unit"), reckoning.target
    holder = game.state[CONTROLLER][place]
    rows = ["base"]
    if place in ground_of(game).cities:
        rows.append("city")
    if is_home_of_controller(game, place):
        rows.append("home country")
    if not reckoning.defenders and _beside_friends(game, holder, place):
        rows.append("in a friendly zone of control")
    if notional_cut_off(game, reckoning):
        rows.append("no supply path")
    if surprised_as(game, reckoning, notional_country(game, reckoning)):
        rows.append("surprised")
    points = sum(int(table.number(row, "factors")) for row in rows)
    invaders = (arrival for arrival in reckoning.arrivals if arrival.how == "invasion")
    points += sum(bombardment_modifier(game, arrival.section, place) for arrival in invaders)
    return max(int(table.number("least", "factors")), points) * terrain_multiplier(game, place)


@rule("11.15.1/invasion & paradrop combats (and notional units)")
def notional_country(game: Position, reckoning: Reckoning) -> int:
    """Of a real unit there, else of whoever controls the hex; of several the one that is best for the owner."""
    real = tuple(dict.fromkeys(game.state[COUNTRY][unit] for unit in reckoning.defenders))
    if len(real) > 1:
        return max(real, key=lambda country: _merits(game, reckoning, country))
    return real[0] if real and real[0] != NOBODY else country_in_control(game, reckoning.target)


def _merits(game: Position, reckoning: Reckoning, country: int) -> tuple[int, bool]:
    """What a notional unit of this country is worth to its owner: factors that it does not lose, then its winter coats."""
    cut_off = is_cut_off(game, country, reckoning.target)
    return -cut_off - surprised_as(game, reckoning, country), _is_winterised_country(game, country)


def surprised_as(game: Position, reckoning: Reckoning, country: int) -> bool:
    """Is a notional unit of this country surprised, as its real units there are?"""
    kin = next((unit for unit in reckoning.defenders if game.state[COUNTRY][unit] == country), NOBODY)
    if kin == NOBODY:
        return notional_is_surprised(game, reckoning.target, reckoning.attackers)
    return is_surprised_by(game, kin, reckoning.attackers)


def notional_cut_off(game: Position, reckoning: Reckoning) -> bool:
    country = notional_country(game, reckoning)
    return country != NOBODY and is_cut_off(game, country, reckoning.target)


@rule("11.10.2/weather", "11.15.1/invasion & paradrop combats (and notional units)")
def _is_winterised_country(game: Position, country: int) -> bool:
    """Its infantry: of some nations every unit is."""
    infantry = [unit for unit in all_such(game, _is_infantry) if game.state[COUNTRY][unit] == country]
    return bool(infantry) and all(is_winterised(game, unit) for unit in infantry)


def _is_infantry(counter: Counter) -> bool:
    return counter.type is LandType.INF


@rule("11.15.1/invasion & paradrop combats (and notional units)", "11.15.5/table: land combat modifiers")
def _winterised_defenders(game: Position, reckoning: Reckoning) -> bool:
    """Half or more of them, the notional unit being one."""
    winterised = [is_winterised(game, unit) for unit in reckoning.defenders]
    if reckoning.notional:
        winterised.append(_is_winterised_country(game, notional_country(game, reckoning)))
    return bool(winterised) and 2 * sum(winterised) >= len(winterised)


@clause("11.15.2")
def bombardment_modifier(game: Position, section: int, place: int) -> int:
    """The shore bombardment modifier of a sea-box section; rain and snow in the hex add 1 to those with an asterisk."""
    weather = weather_at(game, place)
    return int(
        chart_named(game, "shore_bombardment").number(section, weather if weather in ("rain", "snow") else "fine")
    )


def _beside_friends(game: Position, holder: int, place: int) -> bool:
    side = side_of_power(game, holder)
    return any(
        exerts_zoc(game, unit, place)
        for beside in board_of(game).adjacent[place]
        for unit in friendly_land_units(game, side, beside)
    )


def is_home_of_controller(game: Position, place: int) -> bool:
    """Is the hex in the home country of the major power that controls it?"""
    home = game.state[HOME_COUNTRY][place]
    if home == NOBODY or game.state.get(COUNTRY_NAMES)[home] not in ground_of(game).majors:
        return False
    return game.state[POWER][home] == game.state[CONTROLLER][place]


# -------------------------------------------------------------------------------------------------------- the reckoning


def attack_factors(game: Position, reckoning: Reckoning) -> Fraction:
    """The attacking land units together."""
    return sum((attack_factor(game, reckoning, unit) for unit in reckoning.attackers), Fraction(0))


@clause("11.15.1/modifiers")
def defence_factors(game: Position, reckoning: Reckoning) -> Fraction:
    """The defending land units together, the notional unit with them."""
    real = _of_the_defenders(game, reckoning).defence
    return real + notional_factor(game, reckoning) if reckoning.notional else real


def _of_the_defenders(game: Position, reckoning: Reckoning) -> LandAttack:
    """What follows from the real defenders and their hex, whoever attacks: the same for all attacks that are thought of."""
    target, defenders = reckoning.target, reckoning.defenders
    return game.recall(("defenders", target, defenders), lambda: _look_at_defenders(game, target, defenders))


def _look_at_defenders(game: Position, target: int, defenders: tuple[int, ...]) -> LandAttack:
    down = [unit for unit in defenders if game.state[FACE_DOWN][unit]]
    divisions = sum(land_counter(game, unit).size is Size.DIVISION for unit in down)
    return LandAttack(
        attack=Fraction(0),
        defence=sum((defence_factor(game, unit, target) for unit in defenders), Fraction(0)),
        weather=weather_at(game, target),
        face_down=len(down) - divisions,
        face_down_small=divisions,
        defending_armour=count_kinds(game, defenders, ARMOUR),
        defending_mechanised=count_kinds(game, defenders, MECHANISED),
        defending_guns=Fraction(sum(land_counter(game, unit).type in GUNS for unit in defenders)),
        open_hex=is_open(game, target),
        factories=sum(place.factories for place in ground_of(game).places.get(target, ())),
    )


@rule("11.15.2", "11.15.4/support")
def support_of(land: Fraction, bombardment: Fraction | int, support: Fraction | int) -> Fraction:
    """Ships and aircraft each add no more than the land units they support."""
    return min(Fraction(bombardment), land) + min(Fraction(support), land)


@clause("11.15.2", "11.15.4/support")
def attack_support(game: Position, reckoning: Reckoning, land: Fraction) -> Fraction:
    """What ships and aircraft add to the attack of so many land factors."""
    if reckoning.overrun:
        return Fraction(0)
    return support_of(land, BOMBARDING_ATTACK(game, reckoning), SUPPORTING_ATTACK(game, reckoning))


@clause("11.15.2", "11.15.4/support")
def defence_support(game: Position, reckoning: Reckoning, land: Fraction) -> Fraction:
    """What ships and aircraft add to the defence of so many land factors."""
    if reckoning.overrun:
        return Fraction(0)
    return support_of(land, BOMBARDING_DEFENCE(game, reckoning), SUPPORTING_DEFENCE(game, reckoning))


@rule("11.15.5/rolling the die", "11.15.5/table: land combat modifiers")
def land_attack(game: Position, reckoning: Reckoning) -> LandAttack:
    """Everything that decides odds and modifiers of the attack as it stands now."""
    attackers, target = reckoning.attackers, reckoning.target
    attack, defence = attack_factors(game, reckoning), defence_factors(game, reckoning)
    dropped = [arrival.unit for arrival in reckoning.arrivals if arrival.how == "paradrop"]
    divisions = sum(land_counter(game, unit).size is Size.DIVISION for unit in dropped)
    known = _of_the_defenders(game, reckoning)
    found = msgspec.structs.replace(
        known,
        attack=attack + attack_support(game, reckoning, attack),
        defence=defence + defence_support(game, reckoning, defence),
        table=reckoning.table,
        winterised_attackers=_half_or_more(attackers, sum(is_winterised(game, unit) for unit in attackers)),
        winterised_defenders=_winterised_defenders(game, reckoning),
        face_down_small=known.face_down_small + reckoning.notional,
        attacking_armour=count_kinds(game, attackers, ARMOUR),
        attacking_mechanised=count_kinds(game, attackers, MECHANISED),
        jungle=terrain_at(game, target) == "jungle"
        and 2 * sum(_at_home_in_jungle(game, unit) for unit in attackers) < len(attackers),
        paradropping_corps=len(dropped) - divisions,
        paradropping_divisions=divisions,
        major_powers=len(
            {power_of(game, unit) for unit in attackers} | POWERS_IN_SUPPORT(game, frozenset(), reckoning)
        ),
    )
    return LAND_ATTACK(game, found, reckoning)


@rule("11.10.6/overrunning land units", "11.15.5/table: land combat modifiers")
def is_open(game: Position, place: int) -> bool:
    """Clear or desert, and no city."""
    return terrain_at(game, place) in ("clear", "desert") and place not in ground_of(game).cities


def _at_home_in_jungle(game: Position, unit: int) -> bool:
    """White print, and Australian, Japanese or Marine."""
    counter = land_counter(game, unit)
    troops = country_name(game, unit) in nations_of(game).jungle_fighters or counter.type is LandType.MAR
    return LandAbility.WHITE_PRINT in counter.abilities and (troops or LandAbility.MARINE in counter.abilities)


class Share(msgspec.Struct, frozen=True):
    """What one unit brings to a combat."""

    unit: int
    printed: int
    counts: Fraction
    #: what makes the difference, in the words of the charts
    why: tuple[str, ...] = ()


class Explanation(msgspec.Struct, frozen=True):
    """The reckoning laid open: factors of every unit, odds before and after the weather, every modifier, or the result."""

    attackers: tuple[Share, ...]
    defenders: tuple[Share, ...]
    notional: Fraction
    #: what ships and aircraft add, within the factors given below
    attack_support: Fraction
    defence_support: Fraction
    attack: Fraction
    defence: Fraction
    weather: str
    #: the result where no die is rolled (11.15.5)
    automatic: str = ""
    ratio: str = ""
    odds: str = ""
    modifiers: tuple[Modifier, ...] = ()
    modifier: int = 0
    dice: int = 1
    #: the section that says how they are read
    rule: str = ""
    #: with a further die of so many or less it is read at these odds, or with this modifier (option 26)
    tenths: int = 0
    better: str = ""

    @property
    def told_odds(self) -> str:
        """The odds with the chance of better ones, or the result that needs no dice."""
        chance = f" ({self.tenths}0 %: {self.better})" if self.better else ""
        return self.automatic or f"{self.odds}{chance}"


@rule("11.15.1", "11.15.5/odds ratios")
def explain(game: Position, reckoning: Reckoning) -> Explanation:
    """What a player may know before he declares: nothing here is rolled."""
    attack, target = land_attack(game, reckoning), reckoning.target
    known = Explanation(
        tuple(_attacking_share(game, reckoning, unit) for unit in reckoning.attackers),
        tuple(_defending_share(game, unit, target) for unit in reckoning.defenders),
        notional_factor(game, reckoning) if reckoning.notional else Fraction(0),
        attack_support(game, reckoning, attack_factors(game, reckoning)),
        defence_support(game, reckoning, defence_factors(game, reckoning)),
        attack.attack,
        attack.defence,
        attack.weather,
        result_without_dice(game, attack) or "",
    )
    if known.automatic:
        return known
    roll = land_roll(game, attack)
    return msgspec.structs.replace(
        known,
        ratio=odds_name(odds_step(attack.attack, attack.defence)) if attack.defence > 0 else roll.usual.odds,
        odds=roll.usual.odds,
        modifiers=roll.usual.modifiers,
        modifier=roll.usual.modifier,
        dice=roll.dice,
        rule=roll.rule,
        tenths=roll.tenths,
        better=_better(roll),
    )


def _better(roll: LandRoll) -> str:
    if roll.better is None:
        return ""
    return roll.better.odds if roll.better.odds != roll.usual.odds else f"{roll.better.modifier:+d}"


def _attacking_share(game: Position, reckoning: Reckoning, unit: int) -> Share:
    why: tuple[str, ...] = ()
    if all(arrival.unit != unit for arrival in reckoning.arrivals):
        why = hexside_effects(game, reckoning, unit, origin_of_attack(game, reckoning, unit))
    elif attack_factor(game, reckoning, unit) != land_counter(game, unit).strength:
        why = ("invasion",)
    weakness = nations_of(game).weak_attackers.get(country_name(game, unit))
    why += () if weakness is None else (weakness,)
    return Share(unit, land_counter(game, unit).strength or 0, attack_factor(game, reckoning, unit), why)


def _defending_share(game: Position, unit: int, place: int) -> Share:
    counter = land_counter(game, unit)
    reasons = {
        "face-down and out of supply": defence_out_of_supply(game, unit, counter) is not None,
        "partisan in cover": cover_bonus(game, unit, place) > 0,
        terrain_at(game, place): terrain_multiplier(game, place, counter.type) != 1,
    }
    why = tuple(reason for reason, holds in reasons.items() if holds)
    return Share(unit, counter.strength or 0, defence_factor(game, unit, place), why)


MODULE = Module(
    schema=Schema(fields=(FORTS_DESTROYED,)),
    seams=(
        BOMBARDING_ATTACK,
        BOMBARDING_DEFENCE,
        SUPPORTING_ATTACK,
        SUPPORTING_DEFENCE,
        POWERS_IN_SUPPORT,
        LAND_ATTACK,
    ),
)

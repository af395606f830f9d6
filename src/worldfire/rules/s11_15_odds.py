"""11.15.3, 11.15.5: odds, modifiers and results of a land combat, as arithmetic.

Odds are steps on the ladder … 1:3, 1:2, 1:1, 3:2, 2:1, 3:1, 4:1 …: 1:1 is step 0, 3:2 step 1, n:1 step n, 1:n step 1 − n.
Everything the charts print comes from the tables; who is face-down, armoured or winterised is for the caller to say.
"""

from __future__ import annotations

import re
from enum import StrEnum
from fractions import Fraction

import msgspec

from worldfire.engine.citations import rule
from worldfire.rules.s02_6_fractions import rounded
from worldfire.tables.collection import Tables

WHOLE = Fraction(1)


class Table(StrEnum):
    """The two land combat results tables."""

    BLITZKRIEG = "blitzkrieg"
    ASSAULT = "assault"


class Modifier(msgspec.Struct, frozen=True):
    """One reason to change the roll, and by how much."""

    reason: str
    value: Fraction


class LandAttack(msgspec.Struct, frozen=True, kw_only=True):
    """All that decides the odds and the modifiers of one land attack. Factors are modified totals of each side."""

    attack: Fraction
    defence: Fraction
    table: Table = Table.ASSAULT
    weather: str = "fine"
    #: at least half the attacking, defending land units are winterised (11.10.2)
    winterised_attackers: bool = False
    winterised_defenders: bool = False
    #: face-down defending units: corps, and with two dice apart from them divisions and notional units
    face_down: int = 0
    face_down_small: int = 0
    #: HQ-A and ARM of each side; with divisions in play a division is half of one
    attacking_armour: Fraction = Fraction(0)
    defending_armour: Fraction = Fraction(0)
    #: MECH of each side, and the defender's AT and AA (option 3)
    attacking_mechanised: Fraction = Fraction(0)
    defending_mechanised: Fraction = Fraction(0)
    defending_guns: Fraction = Fraction(0)
    #: the hex is clear or desert and has no city
    open_hex: bool = False
    #: the hex is jungle, and fewer than half the attackers are at home there
    jungle: bool = False
    factories: int = 0
    paradropping_corps: int = 0
    paradropping_divisions: int = 0
    engineers_attacking: bool = False
    engineers_defending: bool = False
    territorial_attackers: bool = False
    territorial_defenders: bool = False
    major_powers: int = 1
    #: reorganisation values of the HQs that support each side (option 13), 0 for none
    supporting_hq: int = 0
    opposing_hq: int = 0
    #: two dice: bad weather, bad terrain or armour in an assault makes a ~ result cost one more
    extra_loss: bool = False
    #: further reasons to change the roll, already worked out: those of a single title, or of whoever asks
    more: tuple[Modifier, ...] = ()


class Facing(StrEnum):
    """How many of the attackers stay face-up."""

    NONE = "none"
    HALF = "half"
    ALL = "all"


class Fate(StrEnum):
    """What becomes of the defenders that are left."""

    STAY = "stay"
    RETREAT = "retreat"
    SHATTER = "shatter"
    BREAKTHROUGH = "breakthrough"


class LandResult(msgspec.Struct, frozen=True):
    """A result such as †1/2S taken apart; of a title with half losses such as 0.5/1.5R."""

    attacker_losses: Fraction
    defender_losses: Fraction
    fate: Fate
    facing: Facing
    all_attackers: bool = False  # no attack factors are left: every attacker is destroyed
    extra: bool = False  # the ~ of the two-dice table

    @property
    def destroys_notional(self) -> bool:
        """Anything but a dash for the defender does."""
        return self.defender_losses > 0 or self.fate is not Fate.STAY


# ------------------------------------------------------------------------------------------------------------ odds


@rule("11.15.5")
def odds_step(attack: Fraction, defence: Fraction) -> int:
    """The ladder step of a ratio, rounded in favour of the defender."""
    ratio = attack / defence
    if ratio >= 2:
        return int(ratio)
    if ratio >= WHOLE:
        return int(2 * ratio) - 2
    return 1 - _ceiling(1 / ratio)


def _ceiling(value: Fraction) -> int:
    return -int((-value).__floor__())


@rule("11.15.5")
def odds_ratio(step: int) -> Fraction:
    """The ratio at a ladder step."""
    if step >= 2:
        return Fraction(step)
    if step >= 0:
        return Fraction(2 + step, 2)
    return Fraction(1, 1 - step)


def odds_name(step: int) -> str:
    """The ratio as the charts print it."""
    return "3:2" if step == 1 else f"{max(step, 1)}:{max(1 - step, 1)}"


@rule("11.15.5")
def final_step(attack: LandAttack, tables: Tables) -> int:
    """The ladder step after the weather; both sides must have factors."""
    return odds_step(attack.attack, attack.defence) + weather_shift(attack, tables)


@rule("11.15.5")
def weather_shift(attack: LandAttack, tables: Tables) -> int:
    """How many steps the weather in the hex takes away; winterised attackers lose fewer."""
    column = "winterised attackers" if attack.winterised_attackers else "odds ratios"
    return int(tables.charts["land_weather"].at(attack.weather, column))


# -------------------------------------------------------------------------------------------------------- modifiers


@rule("11.15.3")
def hq_support(attack: LandAttack, divisor: Fraction) -> Fraction:
    """The difference of the reorganisation values over the divisor, for the side whose HQ has the larger."""
    return Fraction(attack.supporting_hq - attack.opposing_hq) / divisor


@rule("11.15.3")
def whole_hq_support(attack: LandAttack, divisor: Fraction) -> int:
    """HQ support rounded on its own: halves go away from 0 for either side (ruling R2-16)."""
    support = hq_support(attack, divisor)
    return rounded(support) if support >= 0 else -rounded(-support)


@rule("11.15.5")
def one_die_modifiers(attack: LandAttack, step: int, tables: Tables) -> tuple[Modifier, ...]:
    """Every modifier of the one-die tables that applies, in the order of the book."""
    chart = tables.charts["land_1d10_modifiers"]
    fine_and_open = attack.weather == "fine" and attack.open_hex
    against = attack.defending_armour + attack.defending_mechanised + attack.defending_guns
    superior = attack.table is Table.BLITZKRIEG and fine_and_open and attack.attacking_armour > against
    counts = {
        "face-down defender": attack.face_down + attack.face_down_small,
        "armour superiority": superior,
        "paradrop": bool(attack.paradropping_corps or attack.paradropping_divisions),
        "engineers attacking factory": attack.engineers_attacking and attack.factories > 0,
        "all defenders territorials abroad": attack.territorial_defenders,
        "armour inferiority": fine_and_open and attack.defending_armour > attack.attacking_armour,
        "printed factory": attack.factories > 0,
        "several major powers": attack.major_powers > 1,
        "jungle": attack.jungle,
        "winterised defenders": attack.weather in {"snow", "blizzard"} and attack.winterised_defenders,
        "engineers defending factory": attack.engineers_defending and attack.factories > 0,
        "all attackers territorials abroad": attack.territorial_attackers,
        "odds ratio below 1:2": max(0, _LOWEST_STEP - step),
    }
    support = whole_hq_support(attack, chart.number("hq support divisor", "die"))
    named = [Modifier(reason, count * chart.number(reason, "die")) for reason, count in counts.items() if count]
    return (*named, *((Modifier("HQ support", Fraction(support)),) if support else ()), *attack.more)


_LOWEST_STEP = -1  # the 1:2 column; below it every step costs 1 on the die


def total(modifiers: tuple[Modifier, ...]) -> Fraction:
    return sum((modifier.value for modifier in modifiers), Fraction(0))


# ---------------------------------------------------------------------------------------------------------- results


@rule("11.15.5")
def automatic_result(attack: LandAttack, tables: Tables) -> str | None:
    """The result if a side has no factors at all; None if dice decide."""
    chart = tables.charts["land_automatic"]
    if attack.attack <= 0:
        return chart.at("0 attacking factors", attack.table)
    if attack.defence <= 0:
        return chart.at("0 defending factors", attack.table)
    return None


_RESULT = re.compile(
    r"(?P<extra>~?)(?:(?P<all>all)|(?P<sign>[*†]?)(?P<own>\d*(?:\.5)?)-?)/(?P<losses>\d*(?:\.5)?)(?P<fate>[RSB]?)-?"
)
_FATES = {"": Fate.STAY, "R": Fate.RETREAT, "S": Fate.SHATTER, "B": Fate.BREAKTHROUGH}
_FACINGS = {"": Facing.NONE, "†": Facing.HALF, "*": Facing.ALL}


@rule("11.15.5")
def read_result(text: str) -> LandResult:
    """Take a printed result apart; ValueError if it is none."""
    match = _RESULT.fullmatch(text)
    if match is None:
        raise ValueError(f"{text!r} is no land combat result")
    return LandResult(
        attacker_losses=Fraction(match["own"] or 0),
        defender_losses=Fraction(match["losses"] or 0),
        fate=_FATES[match["fate"]],
        facing=_FACINGS[match["sign"] or ""],
        all_attackers=bool(match["all"]),
        extra=bool(match["extra"]),
    )


@rule("11.15.5")
def losses_of_attackers(result: LandResult, attack: LandAttack) -> Fraction:
    """How many units a printed result costs the attacker, where it does not cost him all."""
    return result.attacker_losses + (result.extra and attack.extra_loss)

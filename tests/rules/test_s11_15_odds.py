"""The arithmetic of 11.15.3, 11.15.5 and 11.15.6, by the book's own examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.advice.odds import readings
from worldfire.engine.ruleset import Ruleset
from worldfire.options.o27_two_dice import fractional_odds_modifier, two_dice_modifiers
from worldfire.rules.s11_15_land_roll import land_roll, one_die_reading
from worldfire.rules.s11_15_odds import (
    Facing,
    Fate,
    LandAttack,
    Table,
    automatic_result,
    final_step,
    odds_name,
    odds_ratio,
    odds_step,
    one_die_modifiers,
    read_result,
    total,
    whole_hq_support,
)
from worldfire.titles import ruleset

RULES, FRACTIONAL, TWO_DICE, BOTH = (ruleset("wif", options) for options in ((), ("26",), ("27",), ("26", "27")))
TABLES = RULES.tables.source
factors = st.fractions(min_value=Fraction(1, 2), max_value=60, max_denominator=6)


def attack(attack: str, defence: str, **more: Any) -> LandAttack:
    return LandAttack(attack=Fraction(attack), defence=Fraction(defence), **more)


def odds_of(rules: Ruleset, fought: LandAttack) -> dict[str, Fraction]:
    return {reading.odds: chance for reading, chance in readings(land_roll(rules, fought))}


def one_die_result(table: Table, step: int, modified_roll: int) -> str:
    reading = one_die_reading(attack("1", "1", table=table), step, TABLES)
    return reading.result(modified_roll - reading.modifier, TABLES)


@pytest.mark.rule("11.15.5", example="WF2-017")
def test_odds_round_in_favour_of_the_defender() -> None:
    assert odds_name(odds_step(Fraction("19.5"), Fraction(5))) == "3:1"


@pytest.mark.parametrize(
    ("factors", "name"),
    [
        ((1, 1), "1:1"),
        ((7, 5), "1:1"),
        ((3, 2), "3:2"),
        ((19, 10), "3:2"),
        ((2, 1), "2:1"),
        ((9, 10), "1:2"),
        ((1, 2), "1:2"),
        ((10, 21), "1:3"),
        ((1, 5), "1:5"),
        ((25, 2), "12:1"),
    ],
)
def test_the_ladder(factors: tuple[int, int], name: str) -> None:
    assert odds_name(odds_step(Fraction(factors[0]), Fraction(factors[1]))) == name


@settings(deadline=None)
@given(factors, factors)
def test_a_step_is_the_last_ratio_not_above_the_odds(attacking: Fraction, defending: Fraction) -> None:
    step = odds_step(attacking, defending)
    assert odds_ratio(step) <= attacking / defending < odds_ratio(step + 1)


@pytest.mark.rule("11.15.5", example="WF2-018")
def test_rain() -> None:
    assert odds_of(RULES, attack("12", "1", weather="rain")) == {"11:1": 1}
    assert odds_of(RULES, attack("3", "2", weather="rain")) == {"1:1": 1}


@pytest.mark.rule("11.15.5", example="WF2-019")
@pytest.mark.parametrize("weather", ["storm", "snow"])
def test_storm_and_snow(weather: str) -> None:
    assert odds_of(RULES, attack("11", "1", weather=weather)) == {"9:1": 1}
    assert odds_of(RULES, attack("3", "1", weather=weather)) == {"3:2": 1}


@pytest.mark.rule("11.15.5", example="WF2-020")
def test_winterised_attackers() -> None:
    snow = attack("3", "1", weather="snow", winterised_attackers=True)
    blizzard = attack("3", "1", weather="blizzard", winterised_attackers=True)
    assert odds_of(RULES, snow) == {"3:1": 1}
    assert odds_of(RULES, blizzard) == {"2:1": 1}
    assert odds_of(RULES, attack("3", "1", weather="blizzard")) == {"1:1": 1}


@pytest.mark.rule("11.15.5", example="WF2-021")
def test_lae() -> None:
    assert odds_of(RULES, attack("21", "8", weather="rain")) == {"3:2": 1}


@pytest.mark.rule("11.15.5", example="WF2-022")
def test_fractional_odds() -> None:
    assert odds_of(FRACTIONAL, attack("53", "9")) == {"5:1": Fraction(1, 5), "6:1": Fraction(4, 5)}


@pytest.mark.rule("11.15.5", example="WF2-023")
def test_fractional_odds_between_uneven_steps() -> None:
    assert odds_of(FRACTIONAL, attack("11", "6")) == {"3:2": Fraction(2, 5), "2:1": Fraction(3, 5)}
    storm = odds_of(FRACTIONAL, attack("11", "6", weather="storm"))
    assert storm == {"1:2": Fraction(2, 5), "1:1": Fraction(3, 5)}


@pytest.mark.rule("11.15.5", example="WF2-025")
def test_column_limits() -> None:
    assert total(one_die_modifiers(attack("1", "5"), odds_step(Fraction(1), Fraction(5)), TABLES)) == -3
    assert one_die_result(Table.ASSAULT, -4, 5) == one_die_result(Table.ASSAULT, -1, 5)
    assert one_die_result(Table.BLITZKRIEG, 15, 5) == one_die_result(Table.BLITZKRIEG, 7, 5)
    assert one_die_result(Table.ASSAULT, 15, 1) == one_die_result(Table.ASSAULT, 10, 1)
    assert one_die_result(Table.ASSAULT, 2, -3) == one_die_result(Table.ASSAULT, 2, 1)


@pytest.mark.rule("11.15.5", example="WF2-026")
def test_bangkok() -> None:
    step = odds_step(Fraction(1), Fraction(5))
    american = one_die_modifiers(attack("1", "5", face_down=2, jungle=True), step, TABLES)
    assert {m.reason: m.value for m in american} == {"face-down defender": 2, "jungle": -1, "odds ratio below 1:2": -3}
    assert total(american) == -2
    assert total(one_die_modifiers(attack("1", "5", face_down=2), step, TABLES)) == -1


@pytest.mark.rule("11.15.5", example="WF2-027")
@pytest.mark.parametrize("roll", range(1, 11))
def test_the_notional_unit_at_lae(roll: int) -> None:
    invasion = attack("21", "8", weather="rain", face_down_small=1, paradropping_divisions=1)
    step = final_step(invasion, TABLES)
    modifier = total(one_die_modifiers(invasion, step, TABLES))
    assert modifier == 2
    result = read_result(one_die_result(Table.ASSAULT, step, roll + int(modifier)))
    assert result.destroys_notional == (roll >= 4)


@pytest.mark.rule("11.15.5", example="WF2-029")
def test_nikolayevsk() -> None:
    battle = attack("20.5", "6", table=Table.BLITZKRIEG, weather="snow", face_down=1)
    step = final_step(battle, TABLES)
    assert odds_name(step) == "3:2"
    modifier = int(total(one_die_modifiers(battle, step, TABLES)))
    assert modifier == 1
    assert one_die_result(Table.BLITZKRIEG, step, 9 + modifier) == "†/B"
    assault = read_result(one_die_result(Table.ASSAULT, step, 9 + modifier))
    assert assault.defender_losses >= 1
    assert assault.facing is Facing.NONE


@pytest.mark.rule("11.15.3", example="WF2-015")
def test_hq_support_at_tula() -> None:
    divisor = TABLES.chart("land_1d10_modifiers").number("hq support divisor", "die")
    assert whole_hq_support(attack("1", "1", supporting_hq=2), divisor) == 1
    assert whole_hq_support(attack("1", "1", supporting_hq=2, opposing_hq=5), divisor) == -1
    assert whole_hq_support(attack("1", "1", opposing_hq=2), divisor) == -1  # ruling R2-16


@pytest.mark.rule("11.15.6", example="WF2-030")
def test_the_loire() -> None:
    crossing = attack(
        "14.5", "6", table=Table.BLITZKRIEG, attacking_armour=Fraction(1, 2), open_hex=True, supporting_hq=3
    )
    roll = land_roll(BOTH, crossing)
    assert total(roll.usual.modifiers) == Fraction(29, 6) + 2
    assert roll.better is not None
    assert (roll.dice, roll.usual.modifier, roll.tenths, roll.better.modifier) == (2, 6, 8, 7)  # 6.8
    assert roll.better.result(12, TABLES) == "†1/B"  # a die of 5 is within the 8 tenths


@pytest.mark.rule("11.15.6")
def test_two_dice_without_fractions_round_the_sum() -> None:
    assert land_roll(TWO_DICE, attack("15", "6", table=Table.BLITZKRIEG)).usual.modifier == 4  # at 2:1
    tanks = attack("15", "6", table=Table.BLITZKRIEG, attacking_armour=Fraction(1, 2), open_hex=True)
    roll = land_roll(TWO_DICE, tanks)
    assert (roll.usual.modifier, roll.tenths, roll.better) == (5, 0, None)  # 4.5 rounds up (2.6)


@pytest.mark.rule("11.15.6", example="WF2-031")
def test_two_dice_below_even_odds_follow_the_ladder() -> None:
    odds = fractional_odds_modifier(attack("5", "6"), TABLES)
    chart = TABLES.chart("land_2d10_odds")
    low, high = chart.number("1:2", "modifier"), chart.number("1:1", "modifier")
    assert odds == low + Fraction(2, 3) * (high - low)
    assert odds != 2 * Fraction(5, 6)


@settings(deadline=None)
@given(factors, factors)
def test_at_even_odds_and_better_two_dice_add_twice_the_odds(attacking: Fraction, defending: Fraction) -> None:
    if 1 <= attacking / defending <= 10:
        fought = LandAttack(attack=attacking, defence=defending)
        assert fractional_odds_modifier(fought, TABLES) == 2 * attacking / defending


@settings(deadline=None)
@given(factors, factors)
def test_every_modifier_of_two_dice_is_in_the_sum(attacking: Fraction, defending: Fraction) -> None:
    fought = LandAttack(attack=attacking, defence=defending, face_down=1, weather="rain")
    named = two_dice_modifiers(fought, Fraction(0), TABLES)
    assert {modifier.reason: modifier.value for modifier in named} == {"odds": 0, "face-down corps": 2, "rain": -2}


@pytest.mark.rule("11.15.5")
def test_armour_counts_in_fine_weather_on_open_ground() -> None:
    tanks: dict[str, Any] = {"table": Table.BLITZKRIEG, "attacking_armour": Fraction(2), "open_hex": True}
    assert total(one_die_modifiers(attack("9", "3", **tanks), 3, TABLES)) == 1
    assert total(one_die_modifiers(attack("9", "3", **(tanks | {"table": Table.ASSAULT})), 3, TABLES)) == 0
    assert total(one_die_modifiers(attack("9", "3", **tanks, weather="rain"), 3, TABLES)) == 0
    assert total(one_die_modifiers(attack("9", "3", **tanks, defending_mechanised=Fraction(2)), 3, TABLES)) == 0
    outnumbered = attack("9", "3", **(tanks | {"table": Table.ASSAULT}), defending_armour=Fraction(3))
    assert total(one_die_modifiers(outnumbered, 3, TABLES)) == -1


@pytest.mark.rule("11.15.5")
def test_every_other_modifier_counts_once() -> None:
    everything = attack(
        "9",
        "3",
        weather="snow",
        winterised_defenders=True,
        factories=3,
        engineers_attacking=True,
        engineers_defending=True,
        territorial_attackers=True,
        territorial_defenders=True,
        major_powers=3,
    )
    values = {m.reason: m.value for m in one_die_modifiers(everything, 1, TABLES)}
    assert values == {
        "engineers attacking factory": 1,
        "all defenders territorials abroad": 1,
        "printed factory": -1,
        "several major powers": -1,
        "winterised defenders": -1,
        "engineers defending factory": -1,
        "all attackers territorials abroad": -1,
    }


@pytest.mark.rule("11.15.5")
def test_a_side_without_factors() -> None:
    assert automatic_result(attack("0", "5"), TABLES) == "all/-"
    assert automatic_result(attack("5", "0", table=Table.BLITZKRIEG), TABLES) == "*/2B"
    assert automatic_result(attack("5", "0"), TABLES) == "*/2S"
    assert automatic_result(attack("5", "5"), TABLES) is None


def test_results_are_taken_apart() -> None:
    result = read_result("†1/2S")
    assert (result.attacker_losses, result.defender_losses) == (1, 2)
    assert (result.fate, result.facing) == (Fate.SHATTER, Facing.HALF)
    assert read_result("~2/-").extra
    assert read_result("all/-").all_attackers
    assert not read_result("-/-").destroys_notional
    with pytest.raises(ValueError, match="no land combat result"):
        read_result("purple")


def test_every_printed_result_can_be_read() -> None:
    for name in ("land_1d10_blitzkrieg", "land_1d10_assault", "land_2d10", "land_automatic"):
        for cell in TABLES.chart(name).cells.values():
            read_result(cell.value)

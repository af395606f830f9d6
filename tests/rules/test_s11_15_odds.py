"""The arithmetic of 11.15.3, 11.15.5 and 11.15.6, by the book's own examples."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.rules.s11_15_odds import (
    Facing,
    Fate,
    LandAttack,
    LandOptions,
    Table,
    automatic_result,
    odds_name,
    odds_ratio,
    odds_step,
    odds_steps,
    one_die_modifiers,
    one_die_result,
    read_result,
    total,
    two_dice_additions,
    two_dice_modifiers,
    two_dice_result,
    whole_hq_support,
)
from worldfire.tables.collection import load_tables

TABLES = load_tables()
FRACTIONAL = LandOptions(fractional_odds=True)
factors = st.fractions(min_value=Fraction(1, 2), max_value=60, max_denominator=6)


def attack(attack: str, defence: str, **more: Any) -> LandAttack:
    return LandAttack(attack=Fraction(attack), defence=Fraction(defence), **more)


def named(steps: tuple[tuple[int, Fraction], ...]) -> dict[str, Fraction]:
    return {odds_name(step): chance for step, chance in steps}


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
    assert named(odds_steps(attack("12", "1", weather="rain"), LandOptions(), TABLES)) == {"11:1": 1}
    assert named(odds_steps(attack("3", "2", weather="rain"), LandOptions(), TABLES)) == {"1:1": 1}


@pytest.mark.rule("11.15.5", example="WF2-019")
@pytest.mark.parametrize("weather", ["storm", "snow"])
def test_storm_and_snow(weather: str) -> None:
    assert named(odds_steps(attack("11", "1", weather=weather), LandOptions(), TABLES)) == {"9:1": 1}
    assert named(odds_steps(attack("3", "1", weather=weather), LandOptions(), TABLES)) == {"3:2": 1}


@pytest.mark.rule("11.15.5", example="WF2-020")
def test_winterised_attackers() -> None:
    snow = attack("3", "1", weather="snow", winterised_attackers=True)
    blizzard = attack("3", "1", weather="blizzard", winterised_attackers=True)
    assert named(odds_steps(snow, LandOptions(), TABLES)) == {"3:1": 1}
    assert named(odds_steps(blizzard, LandOptions(), TABLES)) == {"2:1": 1}
    assert named(odds_steps(attack("3", "1", weather="blizzard"), LandOptions(), TABLES)) == {"1:1": 1}


@pytest.mark.rule("11.15.5", example="WF2-021")
def test_lae() -> None:
    assert named(odds_steps(attack("21", "8", weather="rain"), LandOptions(), TABLES)) == {"3:2": 1}


@pytest.mark.rule("11.15.5", example="WF2-022")
def test_fractional_odds() -> None:
    assert named(odds_steps(attack("53", "9"), FRACTIONAL, TABLES)) == {"5:1": Fraction(1, 5), "6:1": Fraction(4, 5)}


@pytest.mark.rule("11.15.5", example="WF2-023")
def test_fractional_odds_between_uneven_steps() -> None:
    assert named(odds_steps(attack("11", "6"), FRACTIONAL, TABLES)) == {"3:2": Fraction(2, 5), "2:1": Fraction(3, 5)}
    storm = named(odds_steps(attack("11", "6", weather="storm"), FRACTIONAL, TABLES))
    assert storm == {"1:2": Fraction(2, 5), "1:1": Fraction(3, 5)}


@pytest.mark.rule("11.15.5", example="WF2-025")
def test_column_limits() -> None:
    assert total(one_die_modifiers(attack("1", "5"), odds_step(Fraction(1), Fraction(5)), TABLES)) == -3
    assert one_die_result(Table.ASSAULT, -4, 5, TABLES) == one_die_result(Table.ASSAULT, -1, 5, TABLES)
    assert one_die_result(Table.BLITZKRIEG, 15, 5, TABLES) == one_die_result(Table.BLITZKRIEG, 7, 5, TABLES)
    assert one_die_result(Table.ASSAULT, 15, 1, TABLES) == one_die_result(Table.ASSAULT, 10, 1, TABLES)
    assert one_die_result(Table.ASSAULT, 2, -3, TABLES) == one_die_result(Table.ASSAULT, 2, 1, TABLES)


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
    ((step, _),) = odds_steps(invasion, LandOptions(), TABLES)
    modifier = total(one_die_modifiers(invasion, step, TABLES))
    assert modifier == 2
    result = read_result(one_die_result(Table.ASSAULT, step, roll + int(modifier), TABLES))
    assert result.destroys_notional == (roll >= 4)


@pytest.mark.rule("11.15.5", example="WF2-029")
def test_nikolayevsk() -> None:
    battle = attack("20.5", "6", table=Table.BLITZKRIEG, weather="snow", face_down=1)
    ((step, _),) = odds_steps(battle, LandOptions(), TABLES)
    assert odds_name(step) == "3:2"
    modifier = int(total(one_die_modifiers(battle, step, TABLES)))
    assert modifier == 1
    assert one_die_result(Table.BLITZKRIEG, step, 9 + modifier, TABLES) == "†/B"
    assault = read_result(one_die_result(Table.ASSAULT, step, 9 + modifier, TABLES))
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
    options = LandOptions(fractional_odds=True, two_dice=True)
    crossing = attack(
        "14.5", "6", table=Table.BLITZKRIEG, attacking_armour=Fraction(1, 2), open_hex=True, supporting_hq=3
    )
    modifiers = two_dice_modifiers(crossing, options, TABLES)
    assert total(modifiers) == Fraction(29, 6) + 2
    additions = dict(two_dice_additions(modifiers, options))
    assert additions == {6: Fraction(1, 5), 7: Fraction(4, 5)}  # 6.8: a die of 5 is within the 8 tenths
    assert two_dice_result(Table.BLITZKRIEG, 12 + 7, TABLES) == "†1/B"


@pytest.mark.rule("11.15.6", example="WF2-031")
def test_two_dice_below_even_odds_follow_the_ladder() -> None:
    options = LandOptions(fractional_odds=True, two_dice=True)
    (odds,) = two_dice_modifiers(attack("5", "6"), options, TABLES)
    chart = TABLES.chart("land_2d10_odds")
    low, high = chart.number("1:2", "modifier"), chart.number("1:1", "modifier")
    assert odds.value == low + Fraction(2, 3) * (high - low)
    assert odds.value != 2 * Fraction(5, 6)


@settings(deadline=None)
@given(factors, factors)
def test_at_even_odds_and_better_two_dice_add_twice_the_odds(attacking: Fraction, defending: Fraction) -> None:
    if 1 <= attacking / defending <= 10:
        (odds,) = two_dice_modifiers(
            LandAttack(attack=attacking, defence=defending), LandOptions(fractional_odds=True, two_dice=True), TABLES
        )
        assert odds.value == 2 * attacking / defending


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

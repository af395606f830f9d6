"""Exact odds: they add up, agree with the worked examples, and are never a simulation."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from worldfire.advice.odds import LandOdds, LandSizes, air_odds, bombing_odds, flak_odds, land_odds, naval_odds
from worldfire.rules.s11_05_naval_tables import NavalResult, Row
from worldfire.rules.s11_07_bombing_table import Bombardment
from worldfire.rules.s11_15_odds import LandAttack, Table
from worldfire.titles import ruleset

RULES = ruleset("wif")
TABLES = RULES.tables.source
NIKOLAYEVSK = LandAttack(
    attack=Fraction("20.5"), defence=Fraction(6), table=Table.BLITZKRIEG, weather="snow", face_down=1
)


@pytest.mark.rule("11.15.5", example="WF2-029")
def test_nikolayevsk() -> None:
    odds = land_odds(RULES, NIKOLAYEVSK, LandSizes(attackers=3, defenders=1))
    assert odds.odds == {"3:2": 1}
    assert odds.modifier == 1
    assert odds.results["†/B"] == Fraction(1, 10)
    assert sum(odds.results.values()) == 1


@pytest.mark.rule("11.15.5", example="WF2-027")
def test_lae() -> None:
    lae = LandAttack(
        attack=Fraction(21), defence=Fraction(8), weather="rain", face_down_small=1, paradropping_divisions=1
    )
    assert land_odds(RULES, lae).notional_destroyed == Fraction(7, 10)  # a 4 or higher


@pytest.mark.rule("11.15.5", example="WF2-023")
def test_fractional_odds_mix_two_columns() -> None:
    def at(attack: str, *options: str) -> LandOdds:
        return land_odds(ruleset("wif", options), LandAttack(attack=Fraction(attack), defence=Fraction(6)))

    mixed = at("11", "26")
    low, high = at("9"), at("12")
    for result in mixed.results:
        chance = Fraction(2, 5) * low.results.get(result, 0) + Fraction(3, 5) * high.results.get(result, 0)
        assert mixed.results[result] == chance


attacks = st.builds(
    LandAttack,
    attack=st.fractions(min_value=0, max_value=80, max_denominator=4),
    defence=st.fractions(min_value=0, max_value=30, max_denominator=4),
    table=st.sampled_from(Table),
    weather=st.sampled_from(["fine", "rain", "storm", "snow", "blizzard"]),
    winterised_attackers=st.booleans(),
    face_down=st.integers(0, 3),
    factories=st.integers(0, 3),
    major_powers=st.integers(1, 3),
    supporting_hq=st.integers(0, 5),
    opposing_hq=st.integers(0, 5),
    jungle=st.booleans(),
)


@settings(deadline=None)
@given(attacks, st.sampled_from([(), ("26",), ("27",), ("26", "27")]))
def test_chances_add_up_and_losses_are_bounded(attack: LandAttack, options: tuple[str, ...]) -> None:
    odds = land_odds(ruleset("wif", options), attack, LandSizes(attackers=3, defenders=2))
    assert sum(odds.results.values()) == 1
    assert sum(odds.fates.values()) == 1
    assert sum(odds.facings.values()) == 1
    assert 0 <= odds.attacker_losses <= 3
    assert 0 <= odds.defender_losses <= 2
    assert odds.hex_cleared is not None
    assert 0 <= odds.hex_cleared <= odds.notional_destroyed or attack.attack <= 0


def test_without_factors_nothing_is_rolled() -> None:
    none = land_odds(RULES, LandAttack(attack=Fraction(0), defence=Fraction(3)), LandSizes(attackers=4))
    assert none.attacker_losses == 4
    walkover = land_odds(RULES, LandAttack(attack=Fraction(3), defence=Fraction(0)))
    assert walkover.results == {"*/2S": 1}


@pytest.mark.rule("11.5.8", example="WF1-129")
def test_the_baltic() -> None:
    odds = naval_odds(Row.SURFACE, Fraction(15), 3, TABLES, defences=(3, 8, 10))
    assert odds.inflicted == NavalResult(1, 0, 1)
    # the X goes to the Gneisenau (sunk on 3 or less, else damaged), the A to the Königsberg (8)
    assert odds.expected_destroyed == Fraction(3, 10)
    assert odds.expected_damaged == Fraction(7, 10)
    assert odds.expected_aborted == Fraction(8, 10)
    assert sum(odds.losses.values()) == 1


@settings(deadline=None)
@given(
    st.sampled_from([Row.SURFACE, Row.SUB, Row.ASW, Row.AIR_TO_SEA]),
    st.integers(0, 60),
    st.lists(st.integers(0, 10), min_size=1, max_size=4),
)
def test_naval_chances_add_up(row: Row, factors: int, defences: list[int]) -> None:
    odds = naval_odds(row, Fraction(factors), len(defences), TABLES, defences=tuple(defences))
    assert sum(odds.losses.values()) == 1
    assert odds.expected_destroyed + odds.expected_damaged + odds.expected_aborted <= len(defences)


def test_more_factors_never_sink_fewer() -> None:
    sunk = [
        naval_odds(Row.SURFACE, Fraction(n), 3, TABLES, defences=(4, 5, 6)).expected_destroyed for n in (5, 15, 60, 150)
    ]
    assert sunk == sorted(sunk)


@pytest.mark.rule("11.5.9", example="WF1-134")
def test_anti_aircraft_dice_are_counted_exactly() -> None:
    odds = flak_odds(Fraction(48), 6, TABLES, shifts=2)
    every = [sum(sorted(dice)[-2:]) for dice in product(range(1, 11), repeat=3)]
    assert odds.points == {points: Fraction(every.count(points), 1000) for points in sorted(set(every))}
    assert odds.expected_points == Fraction(sum(every), 1000)


@pytest.mark.rule("11.7", example="WF1-142")
def test_lille() -> None:
    odds = bombing_odds(Bombardment(factors=Fraction(20)), TABLES, most=1)
    assert max(odds.points) == 1  # the hex has one factory: spare points are lost
    assert sum(odds.points.values()) == 1
    assert bombing_odds(Bombardment(factors=Fraction(20)), TABLES).expected_points > odds.expected_points


@pytest.mark.rule("14.3.2", example="WF2-138")
def test_eastern_mediterranean() -> None:
    odds = air_odds((Fraction("6.5"), Fraction(4)), TABLES)
    assert (odds.active.value, odds.inactive.value) == (3, -2)
    for side in (odds.active, odds.inactive):
        assert sum(side.results.values()) == 1
        quiet = side.results.get("-", Fraction(0))
        assert side.destroys + side.aborts + side.clears + quiet == 1
    assert odds.active.destroys > odds.inactive.destroys


@pytest.mark.rule("11.5.9", example="WF1-133")
def test_surprise_raises_the_value() -> None:
    odds = air_odds((Fraction(7), Fraction("4.3")), TABLES, surprise=(1, 0))
    assert (odds.active.value, odds.inactive.value) == (4, -3)


def every_way(hits: str, ships: tuple[tuple[int, int, str], ...]) -> dict[tuple[int, int, int], Fraction]:
    """The same battle die by die, written down naively: a ship is (results taken, defence, what it suffered)."""
    if not hits:
        lost = [state for _, _, state in ships]
        sunk, hurt = sum("X" in s for s in lost), sum("D" in s and "X" not in s for s in lost)
        return {(sunk, hurt, sum("A" in s and "D" not in s and "X" not in s for s in lost)): Fraction(1)}
    able = [place for place, (_, _, state) in enumerate(ships) if "X" not in state and "A" not in state]
    if not able:
        return every_way("", ships)
    place = min(able, key=lambda p: (ships[p][0], ships[p][1], "D" in ships[p][2], ships[p][2].count("h")))
    taken, defence, state = ships[place]
    chances: dict[tuple[int, int, int], Fraction] = {}
    for face in range(1, 11):
        hit = hits[0] if face <= defence + ("D" in state) else {"X": "D", "D": "A", "A": "h"}[hits[0]]
        after = state + hit
        if after.count("D") == 2:
            after += "X"
        if after.count("h") == 2:
            after += "A"
        left = (*ships[:place], (taken + 1, defence, after), *ships[place + 1 :])
        for outcome, chance in every_way(hits[1:], left).items():
            chances[outcome] = chances.get(outcome, Fraction(0)) + chance / 10
    return chances


@pytest.mark.parametrize(
    ("factors", "defences"), [(15, (3, 8)), (40, (5,)), (40, (0, 4, 10)), (29, (7, 7)), (9, (2, 6, 6))]
)
def test_naval_odds_agree_with_every_throw_of_the_dice(factors: int, defences: tuple[int, ...]) -> None:
    odds = naval_odds(Row.SURFACE, Fraction(factors), len(defences), TABLES, defences=defences)
    hits = "X" * odds.inflicted.destroyed + "D" * odds.inflicted.damaged + "A" * odds.inflicted.aborted
    naive = every_way(hits, tuple((0, defence, "") for defence in defences))
    named = {f"{x} destroyed, {d} damaged, {a} aborted": chance for (x, d, a), chance in naive.items()}
    assert odds.losses == named

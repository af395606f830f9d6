"""What Divisions in Flames, artillery and nations change in the war on land: who pays, who counts, and for how much."""

from __future__ import annotations

from fractions import Fraction

import pytest

from conformance.positions import give_control, position, put, units_at
from worldfire.engine.game import Game
from worldfire.forces.things import board_of, place_index
from worldfire.rules.s11_10_6_overrun import overrun_violation
from worldfire.rules.s11_10_entry import hex_cost, is_motorised, land_counter
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_factors import Reckoning, attack_factor, defence_factor, is_winterised
from worldfire.rules.s11_15_resolution import attacker_chooses_table
from worldfire.rules.s24_1_set_up import STANDARD_KITS
from worldfire.tables.counters import Kit, LandAbility, LandCounter, LandType, Size

KITS = (*STANDARD_KITS, Kit.DIF)
#: a clear hex west of Kiev, and the Germans beside it
TARGET, BESIDE = "E1833", "E1933"


def some(kind: LandType, power: str, size: Size = Size.CORPS, ability: LandAbility | None = None) -> str:
    """The first counter of this kind."""
    counters = position(kits=KITS).ruleset.tables.source.land
    return next(counter.id for counter in counters if _fits(counter, kind, power, size, ability))


def _fits(counter: LandCounter, kind: LandType, power: str, size: Size, ability: LandAbility | None) -> bool:
    plain = (counter.type, counter.power, counter.size) == (kind, power, size) and counter.kit in KITS
    return plain and (ability is None or ability in counter.abilities)


def facing(attackers: list[str], defenders: list[str]) -> Game:
    return position(units={BESIDE: attackers, TARGET: defenders}, wars=[("germany", "ussr")], kits=KITS)


@pytest.mark.rule("11.10.2/motorised cost users")
def test_who_pays_the_motorised_cost() -> None:
    game = position(kits=KITS)
    forest = next(i for i, terrain in enumerate(board_of(game).tables.terrain) if terrain == "forest")
    dear = {
        put(game, some(kind, "germany"), "Berlin")
        for kind in (LandType.ARM, LandType.MECH, LandType.MOT, LandType.HQ_A)
    }
    dear.add(put(game, some(LandType.AA, "commonwealth", Size.DIVISION, LandAbility.MOTORISED), "London"))
    cheap = {
        put(game, some(kind, "germany"), "Berlin") for kind in (LandType.INF, LandType.CAV, LandType.HQ_I, LandType.MTN)
    }
    cheap.add(put(game, "ge-eng-eng-div", "Berlin"))
    assert {is_motorised(game, unit) for unit in dear} == {True}
    assert {is_motorised(game, unit) for unit in cheap} == {False}
    assert min(hex_cost(game, unit, forest) for unit in dear) > max(hex_cost(game, unit, forest) for unit in cheap)


@pytest.mark.rule("11.10.2/option 15")
def test_who_is_winterised() -> None:
    game = position()
    assert is_winterised(game, put(game, some(LandType.MTN, "germany"), "Berlin"))
    assert not is_winterised(game, put(game, some(LandType.INF, "germany"), "Berlin"))
    assert is_winterised(game, put(game, "finland INF", "Helsinki"))


@pytest.mark.rule("11.15.1/chinese attack weakness")
def test_nationalist_chinese_attack_with_half_and_defend_with_all() -> None:
    game = position(wars=[("japan", "china")])
    for home, share in (("nationalist-china", Fraction(1, 2)), ("communist-china", Fraction(1))):
        unit = put(game, f"{home} INF", "Chungking")
        printed = land_counter(game, unit).strength
        around = board_of(game).adjacent[place_index(game, "Chungking")]
        best = max(attack_factor(game, Reckoning(place, (unit,), ()), unit) for place in around)
        assert best == share * Fraction(printed or 0), "over a hexside that costs nothing"
        assert defence_factor(game, unit, place_index(game, "Berlin")) == printed


@pytest.mark.rule("11.15.5/table choice divisions")
def test_a_division_counts_half_when_the_table_is_chosen() -> None:
    division = some(LandType.ARM, "ussr", Size.DIVISION)
    game = facing(["ge-arm-xlvii"], [division])
    assert chooses(game), "a corps against half of one"
    game = facing([some(LandType.ARM, "germany", Size.DIVISION)], [division])
    assert not chooses(game), "half against half"


@pytest.mark.rule("11.15.5/table choice aa at")
def test_each_gun_counts_as_a_corps_of_armour_when_the_table_is_chosen() -> None:
    gun = some(LandType.AT, "ussr", Size.DIVISION)
    assert chooses(facing(["ge-arm-xlvii"], ["su-inf-3"]))
    assert not chooses(facing(["ge-arm-xlvii"], ["su-inf-3", gun]))
    assert chooses(facing(["ge-arm-xlvii", "ge-arm-lvii"], ["su-inf-3", gun]))
    assert not chooses(facing(["ge-mech-viii"], [gun])), "MECH does not count against armour"


def chooses(game: Game) -> bool:
    target = place_index(game, TARGET)
    attackers, defenders = units_at(game, BESIDE), units_at(game, TARGET)
    battle = Battle(
        target, attackers, defenders=defenders, origins=tuple((unit, place_index(game, BESIDE)) for unit in attackers)
    )
    return attacker_chooses_table(game, battle)


@pytest.mark.rule("11.10.6/overrun aa at divisions")
def test_guns_are_overrun_by_armour_only_and_divisions_count_half() -> None:
    gun = some(LandType.AT, "ussr", Size.DIVISION)
    assert why_not_overrun(facing(["ge-mech-viii"], [gun])) == "overrun-too-little-armour"
    half = some(LandType.ARM, "germany", Size.DIVISION)
    assert why_not_overrun(facing([half], [gun])) == "overrun-too-little-armour", "half against half"
    assert why_not_overrun(facing(["ge-arm-xlvii"], [gun])) not in (
        "overrun-too-little-armour",
        "overrun-without-armour",
    )


def why_not_overrun(game: Game) -> str:
    put(game, "Rundstedt", "E2033")
    soviet = (number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 19))
    found = overrun_violation(game, units_at(game, BESIDE), place_index(game, TARGET), set_out_in_supply=True)
    return "" if found is None else found.key

"""Options 26 and 27: fractional odds and the two-dice table, played west of Kiev; 29 against 5 is 5:1 and four tenths over."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction

import pytest

from conformance.kiev import GERMANS, fight, kiev
from conformance.steps import declare, is_lost, said, units
from worldfire.advice.odds import DICE, LandSizes, land_odds
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.forces.things import place_index
from worldfire.options.o26_fractional_odds import FractionalDie, FractionRolled
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_land_roll import land_roll
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s11_15_resolution import LandCombatResult, OddsReckoned
from worldfire.titles import ruleset_for


def reckoned(game: Game) -> tuple[str, int]:
    (event,) = said(game, OddsReckoned)
    assert isinstance(event, OddsReckoned)
    return event.odds, event.modifier


def result(game: Game) -> tuple[int, str]:
    (event,) = said(game, LandCombatResult)
    assert isinstance(event, LandCombatResult)
    return event.roll, event.result


# --------------------------------------------------------------------------------------------------------------- option 26


@pytest.mark.rule("11.15.5", example="WF2-022")
@pytest.mark.parametrize(("fraction", "odds"), [(8, "6:1"), (9, "5:1")])
def test_the_fractional_die_decides_between_two_odds(fraction: int, odds: str) -> None:
    """29 against 5 is 5.8:1."""
    game = kiev([fraction, 5], options=("26",))
    fight(game, *GERMANS)
    (rolled,) = said(game, FractionRolled)
    taken = "better" if odds == "6:1" else "lower"
    assert rolled == FractionRolled(place=place_index(game, "E1833"), tenths=8, taken=taken)
    assert reckoned(game) == (odds, 1)
    assert game.ruleset.tables.source.chart("land_1d10_blitzkrieg").at(6, odds) == result(game)[1]


@pytest.mark.rule("11.15.5")
def test_no_die_is_rolled_where_nothing_hangs_on_it() -> None:
    """Rain takes a step from both; 15 against 5 has nothing to spare."""
    game = kiev([5], options=("26",))
    fight(game, "ge-arm-xlvii", "ge-mot-liii")
    assert not said(game, FractionRolled)
    assert reckoned(game)[0] == "3:1"


@pytest.mark.rule("11.15.5")
def test_what_is_shown_before_is_what_is_rolled() -> None:
    game = kiev(options=("26",))
    known = preview(game, place_index(game, "E1833"), units(game, *GERMANS))
    assert (known.odds, known.tenths, known.better) == ("5:1", 8, "6:1")
    assert known.told_odds == "5:1 (80 %: 6:1)"


@pytest.mark.rule("11.15.5")
def test_the_fractional_die_is_saved_with_the_combat() -> None:
    game = kiev([8, 5], options=("26",))
    fight(game, *GERMANS)
    assert game.annex(FractionalDie).lucky
    twin = game.copy()
    assert twin.annex(FractionalDie).lucky
    assert twin.annex(FractionalDie) is not game.annex(FractionalDie)


# --------------------------------------------------------------------------------------------------------------- option 27


@pytest.mark.rule("11.15.6")
def test_two_dice_are_added_up_and_read_on_their_own_table() -> None:
    """5:1 is +10; one ARM and one MECH in the open add 1.5, rounded up."""
    game = kiev([3, 4], options=("27",))
    fight(game, *GERMANS)
    assert reckoned(game) == ("5:1", 12)
    assert result(game) == (19, "†1/B")


@pytest.mark.rule("11.15.6", example="WF2-030")
def test_two_dice_with_fractions_roll_for_the_tenths() -> None:
    """5.8:1 is +11.6, and 1.5 for armour: 13.1; a 1 on the fractional die makes it 14."""
    for fraction, modifier in ((1, 14), (2, 13)):
        game = kiev([fraction, 2, 3], options=("26", "27"))
        fight(game, *GERMANS)
        assert reckoned(game) == ("5:1", modifier)
        assert result(game)[0] == 5 + modifier


@pytest.mark.rule("11.15.6")
@pytest.mark.parametrize(("weather", "extra"), [("fine", 0), ("rain", 1)])
def test_the_extra_loss_in_bad_weather(weather: str, extra: int) -> None:
    modifier = {"fine": 7, "rain": 4}[weather]  # 3:1 is +6, one ARM in fine weather +1, rain -2
    chart = kiev(options=("27",)).ruleset.tables.source.chart("land_2d10")
    dice = next(dice for dice in range(2, 21) if chart.at(dice + modifier, "blitzkrieg").startswith("~1"))
    game = kiev([dice // 2, dice - dice // 2], weather=weather, options=("27",))
    fight(game, "ge-arm-xlvii", "ge-mot-liii")
    assert reckoned(game) == ("3:1", modifier)
    shape = game.offers("germany").get("lose-attackers")
    lost = {len(noun) for noun in shape.every()} if shape else {2}  # nobody is asked when both must go
    assert lost == {1 + extra}
    assert sum(is_lost(game, unit) for unit in ("ge-arm-xlvii", "ge-mot-liii")) == 2 * extra


@pytest.mark.rule("11.15.5/table: land combat modifiers")
def test_armour_that_gained_a_modifier_on_two_dice_is_lost_first() -> None:
    game = kiev([3, 3], options=("27",))
    fight(game, *GERMANS[2:])
    assert game.why_not("lose-attackers", units(game, "ge-mot-liii"), "germany") == ()  # a MOT may stand in
    battle = game.state.frames[-1].locals
    assert set(battle.first_loss) == set(units(game, "ge-arm-xlvii", "ge-mot-liii"))


# -------------------------------------------------------------------------------------------------- odds and dice agree


@pytest.mark.parametrize("options", [("26",), ("27",), ("26", "27")])
def test_the_throws_of_the_game_have_the_chances_that_were_shown(options: tuple[str, ...]) -> None:
    """Every total of the dice, with and without luck on the fractional die, thrown in the game itself."""
    game = kiev(options=options)
    declare(game, "germany", E1833=GERMANS)
    game.submit("germany", "done")
    reckoning = Reckoning(
        place_index(game, "E1833"), units(game, *GERMANS), units(game, "su-inf-3"), table=Table.BLITZKRIEG
    )
    attack = land_attack(game, reckoning)
    tenths = land_roll(game, attack).tenths
    fractions = (
        [(tenths, Fraction(tenths, 10)), (tenths + 1, 1 - Fraction(tenths, 10))] if tenths else [(0, Fraction(1))]
    )
    counted: dict[str, Fraction] = defaultdict(Fraction)
    for fraction, likely in fractions:
        for total, part in DICE[2 if "27" in options else 1]:
            thrown = game.copy()
            dice = (total // 2, total - total // 2) if "27" in options else (total,)
            thrown.chance = ScriptedChance((fraction, *dice) if fraction else dice)
            thrown.submit("germany", "choose-table", "blitzkrieg")
            counted[result(thrown)[1]] += likely * part
    assert counted == land_odds(game, attack, LandSizes(4, 1)).results


def test_a_game_with_both_options_survives_its_file() -> None:
    game = kiev([8, 2, 3], options=("26", "27"), begin=False)
    again = loads(dumps(game), ruleset_for)
    assert again.ruleset.options == ("5", "6", "26", "27")
    assert again.state.digest() == game.state.digest()

"""fa:11.12: land combat of the Great War, through `submit`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction

import pytest
from front import GERMANS, TARGET, combat, front

from conformance.positions import power, units_at
from conformance.steps import declare, find, is_down, is_lost, said, turn_down, units, where
from worldfire.advice.odds import DICE, LandSizes, land_odds
from worldfire.engine.game import Game
from worldfire.forces.partisans import SOIL, all_partisans
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.who import change_country, country_named
from worldfire.rules.s11_15_battle import Battle, attackers
from worldfire.rules.s11_15_factors import Reckoning, land_attack
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_land_roll import land_roll
from worldfire.rules.s11_15_odds import LandAttack, Table, read_result
from worldfire.rules.s11_15_resolution import LandCombatResult, OddsReckoned
from worldfire.rules.s13_06_3_bonus_points import BONUS_POINTS
from worldfire.titles import ruleset
from worldfire.titles.fa.bonus_points import earns_a_point
from worldfire.titles.fa.land_roll import odds_modifier
from worldfire.titles.fa.losses import BrokenDownInCombat
from worldfire.titles.fa.morale import MORALE
from worldfire.titles.fa.morale_events import LOSSES
from worldfire.titles.fa.mutiny import AttackRefused, Surrendered
from worldfire.titles.fa.trenches import ENTRENCHED

METZ = "W1030"
FRENCH = "france-inf-ix"


def dice_for(game: Game, result: str, modifier: int, table: str = "assault") -> tuple[int, int]:
    """Two dice that give this result with the modifier."""
    chart = game.ruleset.tables.source.chart("land_crt_2d10")
    total = next(total for total in range(2, 21) if chart.at(total + modifier, table) == result)
    return (total // 2, total - total // 2)


def modifier_of(game: Game, *attackers: str, table: Table = Table.ASSAULT) -> int:
    return preview(game, place_index(game, TARGET), units(game, *attackers), table).modifier


def modifiers_of(game: Game, *attackers: str) -> dict[str, Fraction]:
    return {
        each.reason: each.value for each in preview(game, place_index(game, TARGET), units(game, *attackers)).modifiers
    }


def fight(game: Game, *attackers: str, until: Sequence[str] = ()) -> None:
    """Declare the attack on the target and take the first answer to everything but what is named."""
    declare(game, "germany", W1029=attackers)
    game.submit("germany", "done")
    go_on(game, until)


def go_on(game: Game, until: Sequence[str] = ()) -> None:
    simple = ("done", "no-gas", "stay-put", "use-engineers", "carry-on-alone")
    while game.decision is not None and game.decision.prompt not in until:
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb = next((word for word in simple if word in offers), next(iter(offers)))
        noun = None if verb in simple else _answer(offers[verb], game, seat, verb)
        game.submit(seat, verb, noun)


def _answer(shape: object, game: Game, seat: str, verb: str) -> object:
    if verb == "choose-table":
        return "assault"
    return next(noun for noun in shape.every() if not game.why_not(verb, noun, seat))  # type: ignore[attr-defined]


def result(game: Game) -> str:
    (event,) = said(game, LandCombatResult)
    assert isinstance(event, LandCombatResult)
    return event.result


def field(units: Mapping[str, Sequence[str]], want: str, *attackers: str, **more: object) -> Game:
    """A combat whose dice give the wanted result."""
    probe = combat(front(units, **more))  # type: ignore[arg-type]
    dice = dice_for(probe, want, modifier_of(probe, *attackers))
    return combat(front(units, **more), (*dice, *([0] * 4)))  # type: ignore[arg-type]


# --------------------------------------------------------------------------------------------------------------- the table


@pytest.mark.rule("fa:11.12.5.2", example="FA-E27")
def test_no_factors_give_the_most_and_are_still_rolled_for() -> None:
    rules = ruleset("fa")
    attack = LandAttack(attack=Fraction(5), defence=Fraction(0))
    assert odds_modifier(rules, attack) == 20
    assert land_roll(rules, attack).usual.modifier == 20
    assert land_odds(rules, attack).odds == {"10:1": 1}


@pytest.mark.rule("fa:11.12.5.2")
@pytest.mark.rule("fa:2.6")
@pytest.mark.parametrize(
    ("attack", "defence", "modifier"),
    [(10, 8, "5/2"), (3, 2, "3"), (12, 8, "3"), (1, 2, "0"), (40, 1, "20"), (3, 4, "5/4")],
)
def test_odds_are_not_rounded(attack: int, defence: int, modifier: str) -> None:
    found = odds_modifier(ruleset("fa"), LandAttack(attack=Fraction(attack), defence=Fraction(defence)))
    assert found == Fraction(modifier)


@pytest.mark.rule("fa:11.12.5.3")
def test_what_is_shown_is_what_is_thrown() -> None:
    """Every total of the two dice, thrown in the game, gives the chances that the odds show."""
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH]}))
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    reckoning = Reckoning(place_index(game, TARGET), units(game, *GERMANS), units(game, FRENCH))
    shown = land_odds(game, land_attack(game, reckoning), LandSizes(2, 1))
    chart = game.ruleset.tables.source.chart("land_crt_2d10")
    modifier = land_roll(game, land_attack(game, reckoning)).usual.modifier
    counted: dict[str, Fraction] = {}
    for total, part in DICE[2]:
        text = chart.at(total + modifier, "assault")
        counted[text] = counted.get(text, Fraction(0)) + part
    assert shown.results == counted
    assert sum(part * read_result(text).attacker_losses for text, part in counted.items()) >= shown.attacker_losses


@pytest.mark.rule("fa:11.12.5.3")
@pytest.mark.rule("fa:21.6")
def test_trenches_facing_and_weather() -> None:
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi", "france-inf-div-5"]}, weather="rain"))
    for unit in units(game, FRENCH, "france-inf-xi"):
        game.write(ENTRENCHED, unit, 1)
    turn_down(game, "france-inf-xi", "france-inf-div-5")
    found = modifiers_of(game, *GERMANS)
    assert found["each entrenched defending corps"] == -2
    assert found["each face-down defending corps"] == 1
    assert found["each face-down defending division or notional"] == Fraction(1, 2)
    assert found["rain"] == -1


@pytest.mark.rule("fa:15.3.6", example="FA-E54")
def test_two_halves_of_the_dual_monarchy() -> None:
    """Austrians with Hungarians −1, with Germans too −2."""
    corps = ["austria INF", "hungary INF"]
    game = combat(front({METZ: corps, "W0930": ["germany-inf-vi"], TARGET: [FRENCH]}))
    here = [
        counter_of(game, unit).id
        for unit in range(len(game.state[PLACE]))
        if game.state[PLACE][unit] == place_index(game, METZ)
    ]
    together = "two co-operating major powers attack together"
    assert modifiers_of(game, *here)[together] == -1
    values = modifiers_of(game, *here, "germany-inf-vi")
    explained = preview(game, place_index(game, TARGET), units(game, *here, "germany-inf-vi"))
    assert sum(each.value for each in explained.modifiers if each.reason == together) == -2, values


# -------------------------------------------------------------------------------------------------------- which table


@pytest.mark.rule("fa:11.12.5.1")
def test_who_chooses_the_table() -> None:
    """Cavalry against none chooses; infantry leaves it to the defender; in bad weather there is only the assault."""
    game = combat(front({METZ: ["germany CAV"], TARGET: [FRENCH]}), [5, 6])
    (rider,) = units_at(game, METZ)
    fight(game, counter_of(game, rider).id, until=("choose-table",))
    assert list(game.waiting) == ["germany"]
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH]}), [5, 6])
    fight(game, *GERMANS, until=("choose-table",))
    assert list(game.waiting) == ["france"]
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH]}, weather="rain"), [5, 6])
    fight(game, *GERMANS, until=("lose-attackers", "lose-defenders"))
    (reckoned,) = said(game, OddsReckoned)
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.table == "assault"


# ---------------------------------------------------------------------------------------------------------- half losses


@pytest.mark.rule("fa:11.12.5.4", example="FL3")
@pytest.mark.rule("fa:21.2", example="FL3")
def test_half_a_corps() -> None:
    """0.5/0.5: a division from the pool stands in face-down, the corps is back in the pool, no bonus; a GAR cannot."""
    attackers, defenders = ("germany-inf-vi", "germany-art-div-fuss-art-i"), (FRENCH, "france-gar-verdun")
    game = field({METZ: attackers, TARGET: defenders}, "1/0.5", *attackers)
    fight(game, *attackers, until=("lose-attackers",))
    game.submit("germany", "lose-attackers", units(game, "germany-inf-vi"))
    assert game.decision is not None
    assert game.decision.prompt == "lose-defenders"
    refusal = game.why_not("lose-defenders", units(game, *defenders), "france")
    assert refusal, "a whole unit is enough"
    assert game.why_not("halve-defender", find(game, "france-gar-verdun"), "france")
    game.submit("france", "halve-defender", find(game, FRENCH))
    (broken,) = said(game, BrokenDownInCombat)
    assert isinstance(broken, BrokenDownInCombat)
    assert game.state[PLACE][broken.division] == place_index(game, TARGET)
    assert is_down(game, counter_of(game, broken.division).id)
    assert where(game, FRENCH) == "force"
    assert game.state[BONUS_POINTS][power(game, "france")] == 0
    assert not is_down(game, "france-gar-verdun"), "they lost less"


@pytest.mark.rule("fa:11.12.5.4", example="FA-E28")
@pytest.mark.rule("fa:11.12.5.8")
def test_a_half_that_cannot_be_met_costs_the_whole_unit() -> None:
    """Both lose half; a GAR has no division: it goes, and as the French then lose more they turn face-down."""
    game = field({METZ: GERMANS, TARGET: ["france-gar-verdun", "france-hq-joffre"]}, "1.5/0.5", *GERMANS)
    fight(game, *GERMANS, until=("lose-attackers",))
    game.submit("germany", "halve-attacker", find(game, GERMANS[0]))
    assert game.decision is not None
    assert game.decision.prompt == "lose-attackers"
    game.submit("germany", "lose-attackers", units(game, GERMANS[1]))
    game.submit("france", "lose-defenders", units(game, "france-gar-verdun"))
    assert is_lost(game, "france-gar-verdun")


@pytest.mark.rule("fa:11.12.5.8")
def test_equal_losses_leave_the_defenders_face_up() -> None:
    game = field({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi"]}, "1/1", *GERMANS)
    fight(game, *GERMANS)
    survivors = [name for name in (FRENCH, "france-inf-xi") if not is_lost(game, name)]
    assert [is_down(game, name) for name in survivors] == [False]
    assert all(is_down(game, name) or is_lost(game, name) for name in GERMANS)


# -------------------------------------------------------------------------------------------------------------- advance


@pytest.mark.rule("fa:11.12.5.7")
def test_infantry_that_advances_is_spent_even_after_an_asterisk_and_guns_stay() -> None:
    attackers = (*GERMANS, "germany-art-div-fuss-art-i", "germany-art-div-mudra", "germany-art-div-bruchmuller")
    places = {METZ: [*attackers[:3]], "W0930": [*attackers[3:], "germany CAV"], TARGET: ["france-inf-div-5"]}
    game = front(places)
    rider = next(unit for unit in range(len(game.state[PLACE])) if _rides(game, unit))
    name = counter_of(game, rider).id
    game = field(places, "*/2S", *attackers, name)
    fight(game, *attackers, name, until=("advance-after-combat",))
    domain = game.offers("germany")["advance"].domain  # type: ignore[attr-defined]
    assert set(domain) == set(units(game, *GERMANS, name)), "no field artillery"
    game.submit("germany", "advance", units(game, GERMANS[0], name))
    go_on(game)
    assert [is_down(game, unit) for unit in (GERMANS[0], name, GERMANS[1])] == [True, False, False]


def _rides(game: Game, unit: int) -> bool:
    return counter_of(game, unit).type == "CAV" and game.state[PLACE][unit] == place_index(game, "W0930")


# --------------------------------------------------------------------------------------------------- morale in the field


def demoralised(game: Game, name: str, level: int) -> Game:
    game.write(MORALE, power(game, name), level * 10)
    return game


@pytest.mark.rule("fa:14.2", example="FP6")
@pytest.mark.parametrize(("die", "refused"), [(2, True), (3, False)])
def test_troops_may_refuse_an_attack(die: int, refused: bool) -> None:
    """Level 7 refuses on 2 or less; the attack is off, but counted; others that co-operate may go on alone."""
    game = front({METZ: GERMANS, TARGET: [FRENCH]})
    game = combat(demoralised(game, "germany", 7), [die, 5, 5])
    fight(game, *GERMANS, until=("choose-table",))
    assert bool(said(game, AttackRefused)) is refused
    assert game.over is refused


@pytest.mark.rule("fa:14.2", example="FP6")
def test_allies_go_on_alone_or_stop() -> None:
    game = front({METZ: GERMANS, "W0930": ["austria INF"], TARGET: [FRENCH]})
    (ally,) = units_at(game, "W0930")
    game = combat(demoralised(game, "germany", 7), [1, 5, 5])
    declare(game, "germany", W1029=GERMANS)
    declare(game, "austria-hungary", W1029=[counter_of(game, ally).id])
    for seat in tuple(game.waiting):
        game.submit(seat, "done")
    assert game.decision is not None
    assert (game.decision.prompt, list(game.waiting)) == ("carry-on-alone", ["austria-hungary"])
    game.submit("austria-hungary", "carry-on-alone")
    assert game.decision is not None
    assert game.decision.prompt == "choose-table"


@pytest.mark.rule("fa:14.2", example="FP6")
@pytest.mark.parametrize("go_on_alone", [True, False])
def test_its_minor_countries_go_on_alone_or_stop(go_on_alone: bool) -> None:
    """Germany's troops refuse; the Bulgarians beside them, whom Germany leads, fight at the new odds or not."""
    game = front({METZ: GERMANS, "W0930": ["bulgaria INF"], TARGET: [FRENCH]}, aligned=[("bulgaria", "germany")])
    (ally,) = units_at(game, "W0930")
    game = combat(demoralised(game, "germany", 7), [1, 5, 5])
    declare(game, "germany", W1029=[*GERMANS, counter_of(game, ally).id])
    game.submit("germany", "done")
    assert game.decision is not None
    assert (game.decision.prompt, list(game.waiting)) == ("carry-on-alone", ["germany"])
    game.submit("germany", "carry-on-alone" if go_on_alone else "call-off-attack")
    assert game.over is not go_on_alone
    if go_on_alone:
        assert attackers(game, game.enclosing(Battle)) == (ally,)


@pytest.mark.rule("fa:14.2", example="FA-E45")
def test_all_surrender_and_there_are_no_dice() -> None:
    """At level 7 a unit gives up on 1; with nobody left it is */2S: no losses, no face-down attackers, an advance."""
    game = front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi"]})
    game = combat(demoralised(game, "france", 7), [1, 1])
    fight(game, *GERMANS, until=("advance-after-combat",))
    assert len(said(game, Surrendered)) == 2
    assert not game.state[LOSSES][power(game, "france")], "no loss for morale"
    assert game.state[BONUS_POINTS][power(game, "france")] == 2, "but for bonus points"
    assert result(game) == "*/2S"
    assert is_lost(game, FRENCH)
    game.submit("germany", "stay-put")
    go_on(game)
    assert [is_down(game, name) for name in GERMANS] == [False, False]


@pytest.mark.rule("fa:14.2", example="FP6")
def test_one_stays_and_fights() -> None:
    game = front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi"]})
    game = combat(demoralised(game, "france", 7), [1, 4, 5, 6])
    fight(game, *GERMANS)
    (gone,) = said(game, Surrendered)
    assert isinstance(gone, Surrendered)
    assert counter_of(game, gone.unit).id == FRENCH
    (reckoned,) = said(game, OddsReckoned)
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.defence == "4"


# -------------------------------------------------------------------------------------------------------- bonus points


@pytest.mark.rule("fa:13.5.3.1", example="FA-E34")
def test_alsace_lorraine_is_home_of_both() -> None:
    """The French attack Metz: a corps lost on either side earns a point, a GAR does not."""
    game = front({TARGET: [FRENCH], METZ: ["germany-inf-vi", "germany GAR"]})
    garrison = next(unit for unit in units_at(game, METZ) if counter_of(game, unit).type == "GAR")
    metz, target = place_index(game, METZ), place_index(game, "Paris")
    assert earns_a_point(game, find(game, "germany-inf-vi"), metz, ())
    assert not earns_a_point(game, garrison, metz, ())
    assert earns_a_point(game, find(game, FRENCH), metz, ()), "Alsace-Lorraine"
    assert earns_a_point(game, find(game, FRENCH), target, ())
    assert not earns_a_point(game, find(game, "germany-inf-vi"), target, ())


@pytest.mark.rule("fa:13.5.3.1")
def test_who_is_lost_in_an_attack_on_his_own_home_earns_a_point() -> None:
    """The French attack Metz out of Luxembourg."""
    attackers = (FRENCH, "france-inf-xi")
    game = front({"W1131": attackers, METZ: ["germany-inf-vi"]}, control={"france": ["W1131"]})
    dice = dice_for(game, "1.5/-", preview(game, place_index(game, METZ), units(game, *attackers)).modifier)
    combat(game, (*dice, 0), active="france")
    declare(game, "france", W1030=attackers)
    game.submit("france", "done")
    go_on(game)
    assert game.state[BONUS_POINTS][power(game, "france")] >= 1


# --------------------------------------------------------------------------------------------------- partisans and retreats


@pytest.mark.rule("fa:13.1.3")
@pytest.mark.parametrize("partisan", [True, False])
def test_an_r_destroys_partisans(partisan: bool) -> None:
    """A French corps goes back to the next French hex; partisans, who could go there too, are lost."""
    game = front({METZ: GERMANS, TARGET: () if partisan else (FRENCH,)})
    defenders = all_partisans(game)[:2] if partisan else [find(game, FRENCH)]
    for unit in defenders if partisan else ():
        change_country(game, unit, country_named(game, "france"))
        game.write(SOIL, unit, country_named(game, "france"))
        move(game, unit, place_index(game, TARGET))
    blitz, attackers = Table.BLITZKRIEG, GERMANS[:1] if partisan else GERMANS
    combat(game, dice_for(game, "0.5/R", modifier_of(game, *attackers, table=blitz), "blitz"))
    fight(game, *attackers, until=("choose-table",))
    game.submit(next(iter(game.waiting)), "choose-table", blitz.value)
    go_on(game, until=("retreat-unit", "retreat-to"))
    assert result(game) == "0.5/R"
    assert (game.decision is None) is partisan
    places = {place_name(game, game.state[PLACE][unit]) for unit in defenders}
    assert places == {"tray of france" if partisan else place_name(game, place_index(game, TARGET))}

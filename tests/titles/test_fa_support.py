"""fa:11.12.3, 18, 21.2, 21.3, 21.6, 21.10: HQs, offensives, divisions, engineers, trenches and gas, through `submit`."""

from __future__ import annotations

from fractions import Fraction

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import FRENCH, METZ, fight, go_on, modifier_of, modifiers_of

from conformance.positions import power, put
from conformance.steps import begin_step, declare, find, is_down, is_lost, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move, place_index, things_at
from worldfire.forces.turn import PRODUCED
from worldfire.forces.who import change_control
from worldfire.rules.s10_actions import UNLIMITED, left_of
from worldfire.rules.s11_15_factors import Reckoning, attack_factor, land_attack
from worldfire.rules.s11_15_resolution import OddsReckoned
from worldfire.rules.s11_17_reorganisation import cost_of, points_of, range_of
from worldfire.tables.counters import LandType, Size
from worldfire.titles.fa.divisions import BrokenDown, BuiltUp, corps_for, half_of
from worldfire.titles.fa.gas import GasDrifted, GasReleased, gas_modifier
from worldfire.titles.fa.offensive_builds import for_points_not_bought, order_points, owed_points
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS, help_left, price_of_leading, price_of_turning_up
from worldfire.titles.fa.politics.events.telegram import HOME_FRONT_MOBILISED
from worldfire.titles.fa.trenches import AT_HAND, ENTRENCHED, order_trenches

MOLTKE, JOFFRE = "germany-hq-moltke", "france-hq-joffre"  # reorganisation values of 3


def prompt(game: Game) -> str:
    return "" if game.decision is None else game.decision.prompt


# ------------------------------------------------------------------------------------------------------------ HQ support


@pytest.mark.rule("fa:11.12.3")
@pytest.mark.rule("fa:11.12.3/support")
def test_an_hq_that_attacks_supports_and_one_beside_the_hex_answers() -> None:
    """3 against nothing is +1.5, 3 against 3 nothing; both are face-down afterwards."""
    places = {METZ: [MOLTKE, "germany-inf-vi"], TARGET: [FRENCH], "W1129": [JOFFRE]}
    game = combat(front(places), [5, 6, 0, 0])
    plain = modifiers_of(game, MOLTKE, "germany-inf-vi")
    declare(game, "germany", W1029=[MOLTKE, "germany-inf-vi"])
    game.submit("germany", "done")
    assert prompt(game) == "support-with-hq"
    game.submit("germany", "support-with-hq", ((find(game, MOLTKE), place_index(game, TARGET)),))
    game.submit("germany", "done")
    assert list(game.waiting) == ["france"]
    reckoning = Reckoning(place_index(game, TARGET), units(game, MOLTKE, "germany-inf-vi"), units(game, FRENCH))
    assert land_attack(game, reckoning).supporting_hq == 3
    assert modifiers_of(game, MOLTKE, "germany-inf-vi") == plain | {"HQ support": Fraction(3, 2)}
    game.submit("france", "support-with-hq", ((find(game, JOFFRE), place_index(game, TARGET)),))
    game.submit("france", "done")
    assert "HQ support" not in modifiers_of(game, MOLTKE, "germany-inf-vi")
    go_on(game)
    assert is_down(game, JOFFRE)
    assert is_down(game, MOLTKE) or is_lost(game, MOLTKE)


@pytest.mark.rule("fa:11.12.3")
@pytest.mark.rule("fa:11.12.3/support")
def test_no_support_from_a_hex_that_is_attacked_itself() -> None:
    places = {METZ: GERMANS, "W0930": ["germany-inf-ix"], TARGET: [FRENCH], "W1129": [JOFFRE]}
    game = combat(front(places), [5, 6])
    declare(game, "germany", W1029=[GERMANS[0]], W1129=[GERMANS[1]])
    game.submit("germany", "done")
    (found,) = game.why_not("support-with-hq", ((find(game, JOFFRE), place_index(game, TARGET)),), "france")
    assert found.key == "hq-under-attack"
    assert not game.why_not("support-with-hq", ((find(game, JOFFRE), place_index(game, "W1129")),), "france")


@pytest.mark.rule("fa:2.4.4.1")
@pytest.mark.parametrize("cut_off", [False, True])
def test_no_support_from_an_hq_out_of_supply(cut_off: bool) -> None:
    """Joffre supports the defence of his hex; with Germans in every hex around it he has no supply, and does not."""
    game = front({METZ: GERMANS, TARGET: [FRENCH, JOFFRE]})
    board = board_of(game)
    for place in board.adjacent[place_index(game, TARGET)] if cut_off else ():
        if not things_at(game, place):
            put(game, "germany INF", board.number(place))
        change_control(game, place, power(game, "germany"))
    combat(game, [5, 6])
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    asked = "france" in game.waiting and "support-with-hq" in game.offers_to("france").names
    assert asked is not cut_off


# ------------------------------------------------------------------------------------------------------------- engineers

PIONIER = "germany-eng-div-pionier-i"


@pytest.mark.rule("fa:21.3", example="FA-E64")
def test_engineers_carry_an_attack_over_the_rhine() -> None:
    """Alone across the river a corps is halved; an engineer of 1 lifts it for himself and one other, doubled for two."""
    game = combat(front({"W0929": [*GERMANS, PIONIER], TARGET: [FRENCH]}))
    target = place_index(game, TARGET)

    def factors(*names: str) -> list[Fraction]:
        everybody = units(game, *names)
        reckoning = Reckoning(target, everybody, units(game, FRENCH))
        return [attack_factor(game, reckoning, unit) for unit in everybody]

    assert factors(*GERMANS) == [Fraction(5, 2), Fraction(5, 2)]
    assert sorted(factors(*GERMANS, PIONIER)) == [1, Fraction(5, 2), 5]
    assert modifiers_of(game, *GERMANS, PIONIER)["attacking engineer"] == 1


@pytest.mark.rule("fa:21.3")
@pytest.mark.parametrize("use", [True, False])
def test_who_helped_falls_first_unless_spared(use: bool) -> None:
    attackers = (*GERMANS, PIONIER)
    places = {METZ: attackers, TARGET: [FRENCH, "france-inf-xi", "france-inf-div-5"]}
    game = front(places)
    game.write(ENTRENCHED, find(game, FRENCH), 1)
    chart = game.ruleset.tables.source.chart("land_crt_2d10")
    modifier = modifier_of(combat(game), *attackers) - (0 if use else 1)
    total = next(total for total in range(2, 21) if chart.at(total + modifier, "assault") == "1.5/-")
    combat(game, (total // 2, total - total // 2, 0))
    declare(game, "germany", W1029=attackers)
    game.submit("germany", "done")
    assert prompt(game) == "use-engineers"
    game.submit("germany", "use-engineers" if use else "spare-engineers")
    go_on(game, ("lose-attackers",))
    (reckoned,) = said(game, OddsReckoned)
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.modifier == modifier
    assert is_lost(game, PIONIER) is use, "nobody is asked who has to go first"
    assert ("halve-attacker" in game.offers("germany")) is not use
    if use:
        assert game.why_not("lose-attackers", units(game, GERMANS[0]), "germany") == (), "a whole unit is left to lose"


# ------------------------------------------------------------------------------------------------------------------- gas

GAS = "germany-gas-div-pionier-35"


@pytest.mark.rule("fa:21.10")
@pytest.mark.parametrize("die", [1, 10])
def test_the_gas_die_comes_before_the_combat_dice(die: int) -> None:
    game = combat(front({METZ: [*GERMANS, GAS], TARGET: [FRENCH]}), [die, 5, 6, 9, 9])
    plain = modifier_of(game, *GERMANS, GAS)
    declare(game, "germany", W1029=[*GERMANS, GAS])
    game.submit("germany", "done")
    game.submit("france", "choose-table", "assault")
    assert prompt(game) == "release-gas"
    game.submit("germany", "release-gas", find(game, GAS))
    (drifted,), (reckoned,) = said(game, GasDrifted), said(game, OddsReckoned)
    assert len(said(game, GasReleased)) == 1
    assert drifted == GasDrifted(roll=die, modifier=gas_modifier(game, die))
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.modifier == plain + gas_modifier(game, die)
    go_on(game)
    assert is_down(game, GAS) or is_lost(game, GAS)


@pytest.mark.rule("fa:21.10")
def test_gas_may_be_held_back() -> None:
    game = combat(front({METZ: [*GERMANS, GAS], TARGET: [FRENCH]}), [5, 6, 0, 0])
    fight(game, *GERMANS, GAS)
    assert not said(game, GasDrifted)


# -------------------------------------------------------------------------------------------------------------- trenches


def reinforcements(game: Game, throws: tuple[int, ...] = ()) -> Game:
    return begin_step(game, "reinforcements", "germany", throws=throws)


@pytest.mark.rule("fa:21.6")
def test_trenches_arrive_a_turn_later_and_are_dug_by_corps_in_supply() -> None:
    game = front({METZ: [*GERMANS, GAS]})
    germany = power(game, "germany")
    order_trenches(game, germany, 1)
    reinforcements(game)
    assert not game.state[AT_HAND][germany]
    game.set(TURN, game.state.get(TURN) + 1)
    reinforcements(game)
    _until(game, "entrench")
    assert game.why_not("entrench", units(game, *GERMANS), "germany")
    (found,) = game.why_not("entrench", units(game, GAS), "germany")
    assert found.key == "only-corps-entrench"
    game.submit("germany", "entrench", units(game, GERMANS[0]))
    assert game.state[ENTRENCHED][find(game, GERMANS[0])]
    assert not game.state[AT_HAND][germany]


@pytest.mark.rule("fa:21.6")
def test_whoever_leaves_his_hex_leaves_his_trench() -> None:
    game = front({METZ: GERMANS})
    unit = find(game, GERMANS[0])
    game.write(ENTRENCHED, unit, 1)
    begin_step(game, "land movement", "germany")
    game.submit("germany", "move", ((unit,), (place_index(game, "W0930"),)))
    assert not game.state[ENTRENCHED][unit]


# ------------------------------------------------------------------------------------------------------------- divisions


@pytest.mark.rule("fa:21.2")
def test_a_corps_breaks_down_and_two_old_divisions_build_up() -> None:
    game = front({METZ: [GERMANS[0]]})
    divisions = [unit for unit in range(len(game.state[PLACE])) if _division(game, unit)]
    for unit in divisions[:2]:
        move(game, unit, place_index(game, "W0830"))
    reinforcements(game, (0, 0, 0, 0))
    _until(game, "break-down")
    game.submit("germany", "break-down", find(game, GERMANS[0]))
    (broken,) = said(game, BrokenDown)
    assert isinstance(broken, BrokenDown)
    assert {game.state[PLACE][unit] for unit in broken.divisions} == {place_index(game, METZ)}
    assert where(game, GERMANS[0]) == "force"
    _until(game, "build-up")
    (found,) = game.why_not("build-up", broken.divisions, "germany")
    assert found.key in ("division-of-this-turn", "noun-not-offered")
    expected = corps_for(game, divisions[0], divisions[1], LandType.INF)[0]
    game.submit("germany", "build-up", tuple(divisions[:2]))
    (built,) = said(game, BuiltUp)
    assert isinstance(built, BuiltUp)
    assert built.corps == expected, "the weakest"
    assert game.state[PLACE][built.corps] == place_index(game, "W0830")


def _division(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.power == "germany" and counter.type == "INF" and getattr(counter, "size", None) is Size.DIVISION


def _until(game: Game, wanted: str) -> None:
    while prompt(game) != wanted:
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb = next((word for word in ("keep-corps", "keep-divisions") if word in offers), next(iter(offers)))
        game.submit(seat, verb, None if verb in ("keep-corps", "keep-divisions") else next(iter(offers[verb].every())))


@pytest.mark.rule("fa:21.2", example="FA-E63")
def test_an_australian_corps_may_leave_an_anzac_division() -> None:
    game = front({}, wars=[("germany", "commonwealth")])
    corps = next(unit for unit in range(len(game.state[PLACE])) if _australian_cavalry(game, unit))
    homes = {counter_of(game, unit).home for unit in half_of(game, corps, LandType.INF)}
    assert "australia-new-zealand" in homes


def _australian_cavalry(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return counter.home == "australia" and getattr(counter, "size", None) is Size.CORPS


# ------------------------------------------------------------------------------------------------------ offensive points


def offensive(game: Game, points: int, action: str = "land") -> Game:
    game.write(OFFENSIVE_POINTS, power(game, "germany"), points)
    return begin_step(game, "offensive points", "germany", action=action)


@pytest.mark.rule("fa:18.1")
@pytest.mark.rule("fa:18.4")
@pytest.mark.rule("fa:18.2", example="FA-E58")
def test_what_offensive_points_buy() -> None:
    """7 for all actions; an HQ of 3 leads for 3 + 6; an HQ is turned up for 1 + 3."""
    game = front({METZ: [MOLTKE, *GERMANS], "W0930": ["germany-hq-kluck"]})
    game.write(FACE_DOWN, find(game, "germany-hq-kluck"), 1)
    offensive(game, 19)
    germany = power(game, "germany")
    assert left_of(game, germany, "naval movement") == 0
    game.submit("germany", "buy-unlimited-actions", "germany")
    assert left_of(game, germany, "naval movement") >= UNLIMITED
    game.submit("germany", "lead-offensive", find(game, MOLTKE))
    assert game.state[OFFENSIVE_POINTS][germany] == 19 - 7 - 9
    assert help_left(game, germany) == 6
    game.submit("germany", "turn-hq-up", find(game, "germany-hq-kluck"))
    assert not is_down(game, "germany-hq-kluck")
    assert game.state[OFFENSIVE_POINTS][germany] == 0
    assert points_of(game, find(game, MOLTKE)) == 6
    assert range_of(game, find(game, MOLTKE)) == 3
    assert cost_of(game, find(game, GERMANS[0]), (find(game, MOLTKE),)) == 1


@pytest.mark.rule("fa:18.3.2")
def test_an_offensive_doubles_attackers_near_its_hq() -> None:
    game = front({METZ: [MOLTKE, GERMANS[0]], "W0930": [GERMANS[1]], TARGET: [FRENCH]})
    offensive(game, 9)
    game.submit("germany", "lead-offensive", find(game, MOLTKE))
    combat(game, [5, 6, 0])
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    assert prompt(game) == "double-units"
    game.submit("germany", "double-units", units(game, GERMANS[0]))
    go_on(game, ("lose-attackers", "lose-defenders", "advance-after-combat", "retreat-unit"))
    (reckoned,) = said(game, OddsReckoned)
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.attack == "15"
    assert help_left(game, power(game, "germany")) == 5


@pytest.mark.rule("fa:18.3", example="FA-E58")
def test_an_hq_of_two_costs_seven() -> None:
    game = front({METZ: ["germany-hq-kluck"]})
    kluck = find(game, "germany-hq-kluck")
    assert (price_of_leading(game, kluck), price_of_turning_up(game, kluck)) == (7, 3)


@pytest.mark.rule("fa:18", example="FA-E57")
@pytest.mark.parametrize(("produced", "owed"), [(4, 0), (15, 2), (25, 3)])
def test_a_tenth_of_production_buys_offensive_points(produced: int, owed: int) -> None:
    """25 is 2.5, which is 3 (FC5); each that is not bought costs a tenth of a level."""
    game = front({})
    germany = power(game, "germany")
    game.write(PRODUCED, germany, produced)
    assert owed_points(game, germany) == owed
    order_points(game, germany, 1)
    assert for_points_not_bought(game, germany)[1] == -max(0, owed - 1)


@pytest.mark.rule("fa:15.4", example="FA-E56")
@pytest.mark.rule("fa:18", example="FA-E56")
@pytest.mark.parametrize(("mobilised", "received"), [(False, 10), (True, 12)])
def test_offensive_points_arrive_after_two_turns(mobilised: bool, received: int) -> None:
    game = front({})
    game.set(HOME_FRONT_MOBILISED, mobilised)
    germany = power(game, "germany")
    had = game.state[OFFENSIVE_POINTS][germany]
    order_points(game, germany, 10)
    for turns, points in ((1, had), (1, had + received)):
        game.set(TURN, game.state.get(TURN) + turns)
        reinforcements(game)
        assert game.state[OFFENSIVE_POINTS][germany] == points

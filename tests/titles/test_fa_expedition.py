"""fa:15.3.1: Japan is not active, but the Commonwealth moves some of its units once it is at war with Germany."""

from __future__ import annotations

import pytest
from front import front
from sailing import sailed

from conformance.positions import power
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    POWER_NAMES,
    SIDE,
    align_country,
    change_control,
    country_named,
    power_of,
    units_of,
    units_on_map,
)
from worldfire.rules.s04_reinforcements import tray_of_power
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s10_actions import COMBINED, account_of, choose_action, count_activity, left_of
from worldfire.rules.s11_04_bases import harbour_violation
from worldfire.rules.s11_04_sea_passages import may_pass
from worldfire.rules.s12_end_of_action import end_modifier
from worldfire.rules.s13_01_partisans import areas_of, is_eligible
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.rules.s13_07_3_peace import may_come_to_terms
from worldfire.tables.counters import LandCounter
from worldfire.titles.fa.conditional_surrender import make_peace
from worldfire.titles.fa.expedition import keeps_to_its_own, may_sail
from worldfire.titles.fa.japan import is_on_expedition, make_its_own_war, only_where_it_fights
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.politics.flags import can_be_influenced
from worldfire.titles.fa.risings import oppressor_of
from worldfire.titles.fa.victory import worth


@pytest.fixture
def game() -> Game:
    return sailed()


@pytest.mark.rule("fa:15.3.1")
def test_it_waits_for_the_commonwealth() -> None:
    assert not may_sail(front({}, wars=(("germany", "france"),)))


@pytest.mark.rule("fa:10.2")
@pytest.mark.rule("fa:15.3.1")
def test_the_commonwealth_moves_some_units_out_of_its_limits(game: Game) -> None:
    japan, commonwealth = power(game, "japan"), power(game, "commonwealth")
    assert seat_of_power(game, japan) == seat_of_power(game, commonwealth)
    assert at_war(game, japan, power(game, "germany"))
    assert units_on_map(game, (japan,))
    assert account_of(game, japan) == commonwealth
    game.set(ACTIONS, ("",) * len(game.state.get(POWER_NAMES)))
    choose_action(game, commonwealth, COMBINED)
    assert game.state.get(ACTIONS)[japan] == COMBINED
    moves = left_of(game, commonwealth, "land movement")
    count_activity(game, japan, "land movement")
    assert left_of(game, commonwealth, "land movement") == left_of(game, japan, "land movement") == moves - 1


@pytest.mark.rule("fa:15.3.1")
def test_japan_itself_is_not_active(game: Game) -> None:
    japan = power(game, "japan")
    assert morale(game, japan) is None
    assert not may_lend(game, japan, power(game, "commonwealth"), False)
    assert can_be_influenced(game, country_named(game, "japan")), "its flag is still on the track"
    assert worth(game, japan) * 2 == 1


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:15.3.1")
def test_nobody_rises_against_an_inactive_japan(game: Game) -> None:
    (korea,) = areas_of(game, "Korea (red)")
    assert oppressor_of(game, korea) == power(game, "japan")
    assert not is_eligible(game, korea)
    (ireland,) = areas_of(game, "Ireland (red)")
    assert is_eligible(game, ireland)


@pytest.mark.rule("fa:15.3.1")
def test_where_it_goes(game: Game) -> None:
    japan = power(game, "japan")
    unit = next(unit for unit in units_on_map(game, (japan,)) if isinstance(counter_of(game, unit), LandCounter))
    assert keeps_to_its_own(game, unit, place_index(game, "Tsingtao")) is None
    found = keeps_to_its_own(game, unit, place_index(game, "Hong Kong"))
    assert found is not None
    assert found.key == "expedition-keeps-away"
    assert may_pass(game, japan, "Sea of Japan", "China Sea")
    assert not may_pass(game, japan, "South Indian Ocean", "Cape Basin")


@pytest.mark.rule("fa:13.5")
@pytest.mark.rule("fa:15.3.1")
def test_losses_are_rebuilt_for_nothing(game: Game) -> None:
    japan = power(game, "japan")
    unit = next(unit for unit in units_on_map(game, (japan,)) if isinstance(counter_of(game, unit), LandCounter))
    move(game, unit, tray_of_power(game, japan))
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(japan))
    game.put_state(game.state)
    assert game.over, "nobody is asked: Japan makes nothing"
    turns = counter_of(game, unit).turns or 0
    assert place_name(game, game.state[PLACE][unit]) == circle_space(game.state.get(TURN) + turns)


@pytest.mark.rule("fa:15.3.1")
def test_when_japan_makes_up_its_mind_all_units_are_its_own(game: Game) -> None:
    japan, germany = power(game, "japan"), power(game, "germany")
    make_its_own_war(game, "russia")
    assert not is_on_expedition(game, japan)
    assert not at_war(game, japan, germany), "it has made peace"
    assert at_war(game, japan, power(game, "russia"))
    assert game.state[SIDE][japan] == game.state[SIDE][germany]
    assert morale(game, japan) == 15
    assert {power_of(game, unit) for unit in units_of(game, country_named(game, "japan"))} == {japan}
    assert not is_latent(game, japan)
    unit = next(unit for unit in units_on_map(game, (japan,)) if isinstance(counter_of(game, unit), LandCounter))
    assert only_where_it_fights(game, unit, place_index(game, "Vladivostok")) is None
    assert only_where_it_fights(game, unit, place_index(game, "Tsingtao")) is not None, "it is Germany's"


@pytest.mark.rule("fa:15.3.1")
def test_what_was_german_stays_japanese(game: Game) -> None:
    tsingtao, japan = country_named(game, "tsingtao"), power(game, "japan")
    game.write(CONQUEROR, tsingtao, japan)
    align_country(game, tsingtao, japan)
    change_control(game, place_index(game, "Tsingtao"), japan)
    make_peace(game, japan)
    assert game.state[CONTROLLER][place_index(game, "Tsingtao")] == japan


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:13.6.2")
def test_its_war_is_not_its_own_to_end(game: Game) -> None:
    japan, germany = power(game, "japan"), power(game, "germany")
    assert not may_come_to_terms(game, japan, germany)
    assert not may_come_to_terms(game, germany, japan)
    assert may_come_to_terms(game, germany, power(game, "france"))


@pytest.mark.rule("fa:12")
@pytest.mark.rule("fa:15.3.1")
def test_japan_is_not_counted_beside_its_leader_among_those_who_did_not_pass(game: Game) -> None:
    """The Commonwealth acts and takes Japan along; all others pass: one less on the die."""
    names = game.state.get(POWER_NAMES)
    game.set(ACTIVE_SIDE, game.state[SIDE][power(game, "commonwealth")])
    game.set(ACTIONS, tuple("land" if name in ("commonwealth", "japan") else "pass" for name in names))
    assert end_modifier(game) == -1


@pytest.mark.rule("fa:15.3.1")
@pytest.mark.rule("fa:13.3.2")
@pytest.mark.rule("fa:2.4.3")
def test_its_ships_put_in_at_japanese_ports_only() -> None:
    """Not active, so neither a guest of neutrals nor in the ports of the Commonwealth that moves them."""
    game = sailed()
    japan, commonwealth = power(game, "japan"), power(game, "commonwealth")
    for port, own in (("Nagasaki", True), ("Peking", False), ("Hong Kong", False), ("Singapore", False)):
        place = place_index(game, port)
        assert (harbour_violation(game, japan, place) is None) is own, port
        assert own or harbour_violation(game, commonwealth, place) is None, port

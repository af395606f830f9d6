"""The computer's set-up of Guadalcanal: nobody begins cut off, and the great fleets lie in harbours that somebody holds."""

from __future__ import annotations

import pytest

from worldfire.engine.game import Game
from worldfire.forces.things import HEXES, PLACE, counter_of, place_index, place_name, things_at
from worldfire.forces.who import country_named, power_named
from worldfire.players.table import play_set_up
from worldfire.rules.s02_3_stacking import land_units
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s09_06_aligning import alignable, alignment_violation, willing_minors
from worldfire.rules.s09_war import targets
from worldfire.rules.s13_06_production import in_dock
from worldfire.tables.counters import LandType, NavalType
from worldfire.titles.wif.nations.us_entry.war import may_attack_minors


@pytest.fixture(scope="module", params=["ships", "classic"])
def begun(request: pytest.FixtureRequest) -> Game:
    return play_set_up("guadalcanal", 1, options=(request.param,))


def on_map(game: Game) -> list[tuple[int, int]]:
    hexes = game.state.get(HEXES)
    return [(unit, place) for unit, place in enumerate(game.state[PLACE]) if 0 <= place < hexes]


@pytest.mark.rule("24.1")
def test_everybody_begins_in_supply(begun: Game) -> None:
    lost = {counter_of(begun, unit).id: place_name(begun, place) for unit, place in on_map(begun)}
    supplied = {counter_of(begun, unit).id for unit, _ in on_map(begun) if in_supply(begun, unit)}
    assert not {unit: place for unit, place in lost.items() if unit not in supplied}


@pytest.mark.rule("24.1")
def test_the_hq_in_burma_is_with_its_army(begun: Game) -> None:
    """The enemy's HQ at Calcutta is no reason to keep away from Mandalay."""
    headquarters = (LandType.HQ_A, LandType.HQ_I)
    there = things_at(begun, place_index(begun, "Mandalay"))
    assert any(counter_of(begun, unit).type in headquarters for unit in there)


@pytest.mark.rule("24.1")
@pytest.mark.parametrize("port", ["Truk", "Pearl Harbor", "Colombo"])
def test_the_great_bases_are_held(begun: Game, port: str) -> None:
    """Carriers lie there, and each is worth three points of victory."""
    there = things_at(begun, place_index(begun, port))
    assert any(counter_of(begun, unit).type is NavalType.CV for unit in there)
    assert land_units(begun, there)


@pytest.mark.rule("9.6")
def test_who_stays_neutral_is_not_aligned_either(begun: Game) -> None:
    """Brazil would follow the USA in a war, but has no part in this campaign."""
    usa, brazil = power_named(begun, "usa"), country_named(begun, "brazil")
    assert brazil in willing_minors(begun, usa)
    refusal = alignment_violation(begun, usa, brazil)
    assert refusal is not None
    assert refusal.key == "country-stays-neutral"
    assert not alignable(begun, usa)


@pytest.mark.rule("13.3.2 option 25")
@pytest.mark.rule("13.3.2 option 48")
@pytest.mark.rule("13.3.2")
def test_the_usa_at_war_with_all_has_every_option_though_the_campaign_uses_no_entry(begun: Game) -> None:
    """It repairs its ally's ships, and may declare war on minor countries; here all of these stay neutral."""
    game = begun.fork()
    usa = power_named(game, "usa")
    ship = next(unit for unit, _ in on_map(game) if counter_of(game, unit).id.startswith("cw-ca"))
    game.write(PLACE, ship, place_index(game, "repair pool of commonwealth"))
    assert ship in in_dock(game, usa)
    assert may_attack_minors(game)
    assert targets(game, usa, minors=True) == ()

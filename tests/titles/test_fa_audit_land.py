"""Where sections meet on land: free hands and railways (18.2), aircraft in a naval offensive, mobilised points, Liman."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import country, power, put
from conformance.steps import begin_step
from worldfire.forces.things import FACE_DOWN, board_of, move, place_index
from worldfire.rules.s02_4_supply_sources import SUPPLIES_STRANGERS
from worldfire.rules.s11_17_reorganisation import cost_of, is_foreign
from worldfire.titles.fa.offensive_builds import BOUGHT, POINTS_ORDERED, order_points
from worldfire.titles.fa.offensives import FREE_HAND, LEADERS
from worldfire.titles.fa.politics.events.telegram import HOME_FRONT_MOBILISED
from worldfire.titles.fa.rail import dear_moves

CORPS, SCOUT = "germany-inf-vi", "germany FTR"


@pytest.mark.rule("fa:11.8.2")
@pytest.mark.rule("fa:18.2")
@pytest.mark.parametrize(("free", "corps", "scout"), [(False, 1, 0), (True, 0, 1)])
def test_whoever_may_do_everything_rails_as_in_a_land_action(free: bool, corps: int, scout: int) -> None:
    game = front({})
    begin_step(game, "rail movement", "germany", action="air")
    if free:
        game.set(FREE_HAND, (power(game, "germany"),))
    metz = place_index(game, "Metz")
    way = (metz, board_of(game).adjacent[metz][0])
    assert [dear_moves(game, put(game, name, "Metz"), way) for name in (CORPS, SCOUT)] == [corps, scout]


@pytest.mark.rule("fa:18.3.1")
def test_a_naval_offensive_makes_no_aircraft_cheaper() -> None:
    game = front({})
    leader, scout = put(game, "germany-hq-moltke", "Kiel"), put(game, SCOUT, "Kiel")
    ship = put(game, "germany-nassau", "Kiel")
    for unit in (scout, ship):
        game.write(FACE_DOWN, unit, 1)
    usual = {unit: cost_of(game, unit, (leader,)) for unit in (scout, ship)}
    game.set(LEADERS, ((power(game, "germany"), leader, "naval"),))
    assert cost_of(game, scout, (leader,)) == 2 * usual[scout]  # of twice the points
    assert cost_of(game, ship, (leader,)) == usual[ship]


@pytest.mark.rule("fa:15.4")
@pytest.mark.parametrize("orders", [(10,), (3, 3, 4), (1,) * 10])
def test_mobilised_points_are_rounded_once_a_turn(orders: tuple[int, ...]) -> None:
    game = front({})
    germany = power(game, "germany")
    game.set(HOME_FRONT_MOBILISED, True)
    for number in orders:
        order_points(game, germany, number)
    assert game.state[BOUGHT][germany] == 10
    assert sum(number for _, _, number in game.state.get(POINTS_ORDERED)) == 12


@pytest.mark.rule("fa:21.9")
def test_liman_is_an_ottoman_headquarters_where_the_ottomans_rule() -> None:
    """His points are no ally's there; in Germany he is a German."""
    game = front({}, wars=[("germany", "commonwealth"), ("ottoman-empire", "commonwealth")])
    liman = put(game, "germany-hq-liman-von-sanders", "Damascus")
    corps = put(game, "ottoman-empire INF", "Damascus")
    game.write(FACE_DOWN, corps, 1)
    assert not is_foreign(game, liman, corps)
    at_home = cost_of(game, corps, (liman,))
    move(game, liman, place_index(game, "Berlin"))
    assert is_foreign(game, liman, corps)
    assert cost_of(game, corps, (liman,)) == 2 * at_home


@pytest.mark.rule("fa:21.9")
@pytest.mark.rule("fa:2.4.2")
def test_liman_passes_on_ottoman_supply() -> None:
    game = front({}, wars=[("germany", "commonwealth"), ("ottoman-empire", "commonwealth")])
    liman, ottomans = put(game, "germany-hq-liman-von-sanders", "Damascus"), country(game, "ottoman-empire")
    assert SUPPLIES_STRANGERS(game, ottomans, liman)
    assert not SUPPLIES_STRANGERS(game, country(game, "austria-hungary"), liman)
    move(game, liman, place_index(game, "Berlin"))
    assert not SUPPLIES_STRANGERS(game, ottomans, liman)

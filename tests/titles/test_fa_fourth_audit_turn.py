"""Findings of a fourth audit of Fatal Alliances: stacking, supply, lending, and who is drawn into whose war."""

from __future__ import annotations

from itertools import islice

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import FRENCH, METZ

from conformance.positions import power, put
from conformance.steps import begin_step, declare, find, is_down, said, units
from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import main_home
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, place_index, things_at
from worldfire.forces.turn import PRODUCED
from worldfire.forces.who import CONTROLLER, change_control, units_of
from worldfire.rules.s05_lending import most_to_lend
from worldfire.rules.s09_02_pacts import end_pact, sign_pact
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_15_resolution import OddsReckoned
from worldfire.tables.counters import AirCounter
from worldfire.titles.fa.politics.points import HAS_PRODUCED, OWN_PRODUCTION
from worldfire.titles.fa.sea.limited_sources import DESIGNATED, can_be_supplied

JOFFRE = "france-hq-joffre"


def go_on(game: Game, prompt: str) -> None:
    """The first thing that is offered, until this is asked."""
    while game.decision is not None and game.decision.prompt != prompt:
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))


# ------------------------------------------------------------------------------------------------------- 2.3.1.1 reserves


@pytest.mark.rule("fa:2.3.1.1")
@pytest.mark.rule("fa:11.12.3")
@pytest.mark.parametrize(("held", "modifier"), [(JOFFRE, 3), (FRENCH, 1)])
def test_an_hq_in_reserve_supports_nobody(held: str, modifier: int) -> None:
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-xi", JOFFRE]}, options=("1",)), [5, 6, 0, 0])
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    game.submit("france", "support-with-hq", ((find(game, JOFFRE), place_index(game, TARGET)),))
    game.submit("france", "done")
    go_on(game, "hold-in-reserve")
    game.submit("france", "hold-in-reserve", find(game, held))
    assert [event.modifier for event in said(game, OddsReckoned)] == [modifier]


@pytest.mark.rule("fa:2.3.1.1")
@pytest.mark.rule("fa:11.7")
def test_no_more_strike_out_of_a_hex_than_could_attack() -> None:
    """Three corps may stand in Metz with the option, two may attack: with fire support two may strike."""
    three = (*GERMANS, "germany-inf-ix")
    game = front({METZ: three, TARGET: [FRENCH]}, options=("1", "9"))
    begin_step(game, "ground strike", "germany")
    go_on(game, "lay-guns")
    guns = tuple((unit, place_index(game, TARGET)) for unit in units(game, *three))
    with pytest.raises(Refused, match="reserves-do-not-attack"):
        game.submit("germany", "lay-guns", guns)
    game.submit("germany", "lay-guns", guns[:2])


# -------------------------------------------------------------------------------------------------- 2.3.1.2 guests of an HQ


@pytest.mark.rule("fa:2.3.1.2")
def test_aircraft_whose_hq_has_left_are_lost_at_once() -> None:
    """One may be in a clear hex, two with Joffre; another HQ that comes later in the step saves nobody."""
    game = front({TARGET: [JOFFRE]}, wars=(("germany", "france"),))
    france, field = power(game, "france"), place_index(game, TARGET)
    planes = [put(game, unit, TARGET) for unit in units_of(game, main_home(game, france)) if _flies(game, unit)][:2]
    for unit in units_of(game, main_home(game, france)):
        if _flies(game, unit) and unit not in planes:
            game.write(PLACE, unit, place_index(game, REMOVED))
    behind = next(place for place in ground_of(game).crossing.open[field] if game.state[CONTROLLER][place] == france)
    begin_step(game, "land movement", "france")
    game.submit("france", "move", ((find(game, JOFFRE),), (behind,)))
    assert game.decision is not None
    assert game.decision.prompt == "destroy-surplus"
    game.submit("france", "destroy-surplus", planes[0])
    assert [things_at(game, field)] == [(planes[1],)]
    assert game.decision.prompt == "land-movement"


def _flies(game: Game, unit: int) -> bool:
    counter = counter_of(game, unit)
    return isinstance(counter, AirCounter) and not counter.abilities


# --------------------------------------------------------------------------------------------------------- 2.4 supply


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:2.4.2")
def test_a_port_supplies_who_has_just_taken_it_and_a_city_does_not() -> None:
    """Boulogne is no city."""
    game = front({}, control={"germany": ["Boulogne", "Calais"]})
    ground, places = ground_of(game), [place_index(game, name) for name in ("Boulogne", "Calais")]
    assert [place in ground.cities for place in places] == [False, True]
    for place in places:
        change_control(game, place, power(game, "france"))
    supplied = [
        can_be_supplied(game, put(game, unit, name)) for unit, name in ((FRENCH, "Boulogne"), (JOFFRE, "Calais"))
    ]
    assert supplied == [True, False]


@pytest.mark.rule("fa:2.4.4.1")
@pytest.mark.rule("fa:11.14.2")
def test_a_passenger_out_of_supply_lands_face_down() -> None:
    """The airship is supplied by Paris, its passengers are not."""
    game = front({"Paris": ["germany-inf-div-1", "germany-zeppelin-l-59"]}, control={"germany": ("Paris",)})
    paris = place_index(game, "Paris")
    game.set(DESIGNATED, ((find(game, "germany-zeppelin-l-59"), paris),))
    begin_step(game, "reorganisation", "germany", throws=[5] * 5)
    go_on(game, "fly-attackers")
    _, sortie, *_ = islice(game.offers("germany")["fly"].every(), 3)
    game.submit("germany", "fly", sortie)
    go_on(game, "choose-base")
    assert is_down(game, "germany-inf-div-1")


# -------------------------------------------------------------------------------------------------------------- 5 lending


@pytest.mark.rule("fa:5")
def test_who_produced_nothing_last_turn_lends_no_points() -> None:
    game = front({})
    germany = power(game, "germany")
    assert most_to_lend(game, germany, True) > 0  # before the first production
    game.set(TURN, game.state.get(TURN) + 6)
    for made, most in ((10, 5), (2, 1), (1, 0), (0, 0)):
        for column in (PRODUCED, OWN_PRODUCTION):
            game.write(column, germany, made)
        game.write(HAS_PRODUCED, germany, 1)
        game.forget()
        assert most_to_lend(game, germany, True) == most


# ---------------------------------------------------------------------------------------------------------------- 9 war


@pytest.mark.rule("fa:9.2.1")
@pytest.mark.rule("fa:9.3")
def test_nobody_goes_back_to_war_because_an_ally_declares_it() -> None:
    """France has broken its pact with Germany and declared nothing; whom it attacks itself brings his allies."""
    game = front({}, wars=(("germany", "russia"), ("austria-hungary", "france"), ("austria-hungary", "russia")))
    france, germany, britain = (power(game, name) for name in ("france", "germany", "commonwealth"))
    sign_pact(game, france, germany)
    end_pact(game, france, germany)
    declare_war(game, britain, germany)
    assert at_war(game, britain, power(game, "austria-hungary"))
    assert not at_war(game, france, germany)
    declare_war(game, france, germany)
    assert at_war(game, france, germany)

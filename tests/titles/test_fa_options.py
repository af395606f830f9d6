"""Options 2, 3, 4, 7, 8 and 10 of Fatal Alliances, on and off."""

from __future__ import annotations

import pytest
from front import GERMANS, TARGET, front
from test_fa_land_combat import FRENCH, METZ
from test_fa_special_units import _until

from conformance.positions import country, give_control, power, put
from conformance.steps import begin_step, find, is_down, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, move, place_index
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import sea_is_open, tracer_of_country
from worldfire.titles import ruleset
from worldfire.titles.fa.forts import FORTS, orientations
from worldfire.titles.fa.morale_events import MORALE_POINTS
from worldfire.titles.fa.options.o03_straits import no_sea_beside_is_open
from worldfire.titles.fa.options.o04_emergency_supply import FED, FedByHq, hungry_near
from worldfire.titles.fa.options.o07_home_front import REASON, at_the_home_front

MOLTKE = "germany-hq-moltke"


# --------------------------------------------------------------------------------------------------------------- 2 and 3


@pytest.mark.rule("fa:2.4.2.3")
def test_option_2_only_convoys_and_transports_carry_supply() -> None:
    for options, empty in (((), True), (("2",), False)):
        game = front({}, wars=[("germany", "commonwealth")], options=options)
        tracer = tracer_of_country(game, country(game, "united-kingdom"))
        assert sea_is_open(game, tracer, "North Sea") is empty
        game.add(CONVOY_POINTS, power(game, "commonwealth"), place_index(game, "North Sea 0"), 1)
        assert sea_is_open(game, tracer, "North Sea")


@pytest.mark.rule("fa:2.4.2.4")
def test_option_3_straits_are_closed_by_whoever_holds_the_sea() -> None:
    """An enemy cruiser in the only sea beside them closes them; an own ship there opens them again."""
    game = front({}, wars=[("germany", "commonwealth")], options=("3",))
    here, there = place_index(game, "W0837"), place_index(game, "W0839")  # any two hexes on one sea area
    germany = country(game, "germany")
    assert not no_sea_beside_is_open(game, germany, here, there)
    put(game, "commonwealth-majestic", "North Sea 1")
    assert no_sea_beside_is_open(game, germany, here, there)
    put(game, "germany SCS", "North Sea 1")
    assert not no_sea_beside_is_open(game, germany, here, there)


# --------------------------------------------------------------------------------------------------------------------- 4


def cut_off(options: tuple[str, ...]) -> Game:
    """Two German corps and Moltke beside Paris, with the French between them and home."""
    game = front({"Paris": [GERMANS[0], MOLTKE], METZ: [GERMANS[1]], TARGET: [FRENCH]}, options=options)
    game.write(CONTROLLER, place_index(game, "Paris"), power(game, "germany"))
    return game


@pytest.mark.rule("fa:2.4.4")
@pytest.mark.rule("fa:2.4.4/emergency hq supply")
def test_option_4_an_hq_feeds_as_many_as_its_value_and_is_spent() -> None:
    game = cut_off(("4",))
    corps, moltke = units(game, GERMANS[0], MOLTKE)
    assert not in_supply(game, corps)
    begin_step(game, "step: land combat", "germany")
    game.submit("germany", "feed-units", ((corps, moltke),))
    assert said(game, FedByHq)
    assert in_supply(game, corps)
    assert not in_supply(game, moltke), "no HQ feeds an HQ"
    while game.decision is not None:
        seat = next(iter(game.waiting))
        game.submit(seat, "done")
    assert is_down(game, MOLTKE)
    assert game.state.get(FED)


@pytest.mark.rule("fa:2.4.2.1")
@pytest.mark.rule("fa:2.4.4/emergency hq supply")
def test_option_4_feeds_no_further_than_a_supply_path() -> None:
    """A basic path in fine weather is four hexes: Moltke feeds a corps that far from him, and none a hex further."""
    game = cut_off(("4",))
    corps, moltke = units(game, GERMANS[1], MOLTKE)
    give_control(game, "germany", "W1430", "W1429", "W1428", "W1427", "W1426")
    for place, fed in (("W1428", True), ("W1427", True), ("W1426", False)):
        move(game, corps, place_index(game, place))
        assert not in_supply(game, corps)
        assert hungry_near(game, moltke, (corps,)) == ((corps,) if fed else ())


def test_option_4_is_no_part_of_the_plain_game() -> None:
    assert "feed-units" not in ruleset("fa").announcements
    assert "feed-units" in ruleset("fa", ["4"]).announcements


# --------------------------------------------------------------------------------------------------------------------- 7


@pytest.mark.rule("fa:14.1")
def test_option_7_two_corps_at_home_are_a_tenth_of_a_level() -> None:
    game = front({METZ: GERMANS}, options=("7",))
    germany = power(game, "germany")
    begin_step(game, "reinforcements", "germany")
    _until(game, "send-to-home-front")
    before = len(at_the_home_front(game, germany))
    game.submit("germany", "send-to-home-front", units(game, *GERMANS))
    assert where(game, GERMANS[0]) == "reserve"
    found = {reason: points for part in MORALE_POINTS.one_by_one(game) for reason, points in [part(game, germany)]}
    assert found[REASON] == (before + 2) // 2


# --------------------------------------------------------------------------------------------------------------- 8 and 10


@pytest.mark.rule("fa:16.3.3")
def test_option_8_inserts_the_bounce_only_when_it_is_on() -> None:
    plain, bouncing = ruleset("fa"), ruleset("fa", ["8"])
    assert "bounce combat" not in plain.procedures
    assert "bounce combat" in bouncing.procedures
    assert next(iter(bouncing.procedures["air combat result"].steps)) == "may_bounce"


@pytest.mark.rule("fa:21.7")
@pytest.mark.parametrize(("options", "place"), [((), "Paris"), (("10",), "force")])
def test_option_10_frees_the_counter_of_a_fort(options: tuple[str, ...], place: str) -> None:
    game = front({}, options=options)
    fort = find(game, "fort-france-1")
    game.write(PLACE, fort, place_index(game, circle_space(game.state.get(TURN))))
    begin_step(game, "reinforcements", "germany")
    paris = place_index(game, "Paris")
    while game.decision is not None and game.decision.prompt != "orient-fort":
        seat = next(iter(game.waiting))
        offers = game.offers(seat)
        verb, shape = next(iter(offers.items()))
        asked = game.decision.args.get("unit")
        noun = paris if verb == "place-unit" and asked == fort else next(iter(shape.every()))
        game.submit(seat, verb, None if verb in ("keep-corps", "keep-divisions") else noun)
    north = next(iter(orientations(game, fort, paris)))
    game.submit("france", "orient-fort", north)
    assert dict(game.state.get(FORTS))[paris] == (north,)
    assert (where(game, "fort-france-1") == "force") is (place == "force")

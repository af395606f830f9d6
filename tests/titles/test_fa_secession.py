"""fa:14.2: what the Commonwealth loses when its morale falls low."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import give_control, power, put
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import INITIATIVE_SIDE, TurnBegan
from worldfire.forces.who import CONQUEROR, CONTROLLER, HOME_COUNTRY, POWER, SIDE, country_named, units_of
from worldfire.rules.s09_06_aligning import army
from worldfire.rules.s09_war import targets
from worldfire.rules.s13_07_1_conquerors import homes_of
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_events import LOSSES, for_hexes
from worldfire.titles.fa.politics.flags import FLAG, is_independent

WARS = (("germany", "france"), ("germany", "commonwealth"))


def falls_to(level: int, **control: list[str]) -> Game:
    """The Commonwealth loses two levels; nobody else has any."""
    game = front({}, wars=WARS)
    game.set(INITIATIVE_SIDE, 0)
    for holder, places in control.items():
        give_control(game, holder, *places)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    put(game, "united-kingdom INF", "Cape Town")
    put(game, "south-africa INF", "Pretoria")
    game.write(MORALE, power(game, "commonwealth"), (level + 2) * TENTHS)
    game.write(LOSSES, power(game, "commonwealth"), 20)
    return game


def morale_step(game: Game) -> Game:
    begin_step(game, "morale", "germany")
    while game.waiting:
        (seat,) = game.waiting
        game.submit(seat, "subvert-nobody")
    return game


def towards_germany(game: Game, country: str) -> int:
    sign = 1 if game.state[SIDE][power(game, "germany")] else -1
    return game.state[FLAG][country_named(game, country)] * sign


@pytest.mark.rule("fa:14.2")
def test_at_eight_all_stay() -> None:
    game = morale_step(falls_to(8))
    assert game.state[POWER][country_named(game, "south-africa")] == power(game, "commonwealth")


@pytest.mark.rule("fa:2.5.2")
@pytest.mark.rule("fa:14.2", example="FP5")
@pytest.mark.parametrize("level", [7, 6])
def test_south_africa_leaves_at_seven(level: int) -> None:
    game = falls_to(level)
    (guest,) = [
        unit for unit in range(len(game.state[PLACE])) if game.state[PLACE][unit] == place_index(game, "Cape Town")
    ]
    own = units_of(game, country_named(game, "south-africa"))
    morale_step(game)
    country, free = country_named(game, "south-africa"), power(game, "south-africa")
    assert is_independent(game, country)
    assert game.state[CONTROLLER][place_index(game, "Pretoria")] == free
    assert towards_germany(game, "south-africa") == 3
    assert {*army(game, country)} == {*own}, "they are set up when it is attacked"
    assert place_name(game, game.state[PLACE][guest]).startswith("production circle")
    assert "south-africa" in targets(game, power(game, "germany"), minors=True)
    assert game.state[POWER][country_named(game, "india")] == power(game, "commonwealth")
    homes = homes_of(game, power(game, "commonwealth"))
    assert country not in homes, "the Commonwealth can be conquered without it"
    assert country_named(game, "india") in homes


@pytest.mark.rule("fa:14.1", example="FP5")
def test_it_is_never_again_in_the_bill() -> None:
    game = falls_to(7)
    give_control(game, "germany", "Pretoria")
    commonwealth = power(game, "commonwealth")
    assert for_hexes(game, commonwealth)[1] < 0
    give_control(game, "commonwealth", "Pretoria")
    morale_step(game)
    give_control(game, "germany", "Pretoria")
    assert for_hexes(game, commonwealth) == ("hexes", 0)


@pytest.mark.rule("fa:14.2")
def test_who_is_conquered_does_not_leave() -> None:
    game = falls_to(7)
    game.write(CONQUEROR, country_named(game, "south-africa"), power(game, "germany"))
    morale_step(game)
    assert game.state[POWER][country_named(game, "south-africa")] == power(game, "commonwealth")


@pytest.mark.rule("fa:14.2")
def test_india_leaves_in_two_parts_at_five() -> None:
    game = morale_step(falls_to(5))
    india, pakistan = (country_named(game, name) for name in ("india", "pakistan"))
    assert is_independent(game, india)
    assert is_independent(game, pakistan)
    assert [towards_germany(game, name) for name in ("south-africa", "india", "pakistan")] == [3, 1, -3]
    delhi, lahore = place_index(game, "Delhi"), place_index(game, "G1319")
    assert [game.state[CONTROLLER][place] for place in (delhi, lahore)] == [
        power(game, "india"),
        power(game, "pakistan"),
    ]
    assert game.state[HOME_COUNTRY][lahore] == pakistan
    assert find(game, "india INF") in army(game, india)


@pytest.mark.rule("fa:14.2")
def test_an_enemy_in_the_land_goes_home() -> None:
    game = falls_to(7, germany=["Durban"])
    german = put(game, "germany-inf-vi", "Durban")
    morale_step(game)
    assert game.state[CONTROLLER][place_index(game, "Durban")] == power(game, "south-africa")
    assert place_name(game, game.state[PLACE][german]).startswith("production circle")

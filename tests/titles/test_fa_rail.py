"""fa:11.8 and 21.4: railways of the Great War, through `submit`."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import power
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import place_index
from worldfire.forces.turn import COUNTED
from worldfire.rules.s11_07_strategic_bombardment import oil_in
from worldfire.rules.s11_09_rail import RailMovement, factory_violation
from worldfire.titles.fa.rail import not_between_west_and_world, straits_are_free_again

COPENHAGEN, MALMO = "W0539", "W0439"
OVER_THE_SOUND = {"control": {"germany": (COPENHAGEN, MALMO)}}


def rail(game: Game, name: str, to: str, seat: str = "germany") -> str:
    """Why the unit does not go there; if it may, it goes."""
    noun = (find(game, name), place_index(game, to))
    found = game.why_not("rail", noun, seat)
    if found:
        return found[0].key
    game.submit(seat, "rail", noun)
    return ""


def railing(game: Game, action: str = "land", active: str = "germany") -> Game:
    return begin_step(game, "rail movement", active, action=action)


@pytest.mark.rule("fa:11.8.1")
def test_one_unit_a_turn_crosses_each_straits() -> None:
    """FM-L03: the next one waits for a new turn, not only for another step."""
    game = railing(front({MALMO: ["germany-inf-vi"], COPENHAGEN: ["germany-inf-viii"]}, **OVER_THE_SOUND))
    assert rail(game, "germany-inf-vi", COPENHAGEN) == ""
    assert rail(railing(game), "germany-inf-viii", MALMO) == "no-railway"
    straits_are_free_again(game, None)  # type: ignore[arg-type]
    assert rail(railing(game), "germany-inf-viii", MALMO) == ""


@pytest.mark.rule("fa:11.8.1")
def test_hqs_board_anywhere_and_others_at_stations() -> None:
    """FM-L03: two hexes of railway without a city or a port."""
    game = railing(front({"W0333": ["germany-hq-moltke"], "W0336": ["germany-inf-vi"]}))
    assert rail(game, "germany-inf-vi", "Berlin") == "not-a-station"
    assert rail(game, "germany-hq-moltke", "Berlin") == ""


@pytest.mark.rule("fa:11.8.2")
@pytest.mark.parametrize(
    ("name", "action", "moves"),
    [
        ("russia-inf-v", "land", 1),
        ("russia-inf-v", "air", 2),
        ("russia-inf-v", "combined", 1),
        ("russia-lnd-farman-xvi", "land", 2),
        ("russia-lnd-farman-xvi", "air", 1),
    ],
)
def test_the_wrong_kind_of_action_costs_a_move_more(name: str, action: str, moves: int) -> None:
    """FM-L04: both kinds go by rail in both actions."""
    game = railing(front({"Moscow": [name]}), action, "russia")
    assert rail(game, name, "Petrograd", "russia") == ""
    assert game.state[COUNTED["rail moves"]][power(game, "russia")] == moves


@pytest.mark.rule("fa:11.8.2")
def test_far_into_the_world_costs_a_move_more_and_from_the_west_nobody_goes() -> None:
    """FM-L04: Orenburg lies just over the edge of the map, Irkutsk more than 40 hexes away."""
    game = railing(front({"Moscow": ["russia-inf-v", "russia-inf-vi"]}), "land", "russia")
    counted = COUNTED["rail moves"]
    west, world = place_index(game, "Berlin"), place_index(game, "Orenburg")
    refused = not_between_west_and_world(game, find(game, "russia-inf-v"), (west, world))
    assert refused is not None
    assert refused.key == "no-rail-from-west-to-world"
    assert rail(game, "russia-inf-v", "Orenburg", "russia") == ""
    assert game.state[counted][power(game, "russia")] == 1
    assert rail(game, "russia-inf-vi", "Irkutsk", "russia") == ""
    assert game.state[counted][power(game, "russia")] == 3


@pytest.mark.rule("fa:11.8.1")
def test_factories_stay_where_they_are() -> None:
    game = railing(front({"Berlin": ["france-inf-ix"]}))
    assert factory_violation(game, RailMovement(0), place_index(game, "Essen")) is not None


@pytest.mark.rule("fa:11.6.1")
def test_oil_is_no_target() -> None:
    game = front({})
    assert not any(oil_in(game, place) for place in ground_of(game).oil)

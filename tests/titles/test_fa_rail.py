"""fa:11.8 and 21.4: railways of the Great War, through `submit`."""

from __future__ import annotations

import pytest
from front import front

from conformance.positions import power
from conformance.steps import begin_step, find, is_down, refusal, said
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import COUNTED
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s11_07_strategic_bombardment import Bombed, oil_in
from worldfire.rules.s11_09_rail import RailMovement, factory_violation
from worldfire.rules.s13_06_production import factory_sites
from worldfire.titles.fa.rail import not_between_west_and_world, straits_are_free_again
from worldfire.titles.fa.railway_gun import Shelling

COPENHAGEN, MALMO = "W0539", "W0439"
OVER_THE_SOUND = {"control": {"germany": (COPENHAGEN, MALMO)}}
GUN = "germany-art-div-railway-gun"


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


@pytest.mark.rule("fa:21.4")
def test_the_railway_gun_keeps_to_the_rails() -> None:
    """By land movement too; by rail it boards anywhere like an HQ."""
    game = begin_step(front({"W0930": [GUN]}), "land movement", "germany")
    assert refusal(game, "germany", [GUN], "W0929") == "fa:21.4 railway-gun-needs-rails"
    assert refusal(game, "germany", [GUN], "W0830") == ""
    game = begin_step(front({"E2737": [GUN]}), "land movement", "germany")
    assert refusal(game, "germany", [GUN], "E2738") == "fa:21.4 railway-gun-needs-rails", "two lines side by side"
    game = railing(front({"W0333": [GUN]}))
    assert rail(game, GUN, "W0336") == ""


@pytest.mark.rule("fa:21.4")
@pytest.mark.rule("fa:11.6.1")
@pytest.mark.rule("fa:11.6.2")
def test_the_railway_gun_shells_a_factory_two_hexes_away() -> None:
    """Nobody intercepts it; it is face-down afterwards, and production is lost as by a raid."""
    game = front({})
    place = next(place for place in _french_factories(game) if _beside(game, place))
    game = front({_beside(game, place): [GUN]}, control={"germany": (_beside(game, place),)})
    game.state.frames.clear()
    game.push("shelling", Shelling(find(game, GUN)))
    game.chance = ScriptedChance([10] * 9)
    game.put_state(game.state)
    targets = game.offers("germany")["shell-city"].domain  # type: ignore[attr-defined]
    assert place in targets
    assert {*targets} <= {*_french_factories(game)}, "factories of an enemy, and nothing else"
    held = game.copy()
    held.submit("germany", "hold-fire")
    assert not is_down(held, GUN)
    game.submit("germany", "shell-city", place)
    assert is_down(game, GUN)
    (bombed,) = said(game, Bombed)
    assert (bombed.factors, bombed.roll) == (1, 10)


def _french_factories(game: Game) -> list[int]:
    held = (place for place in factory_sites(game) if game.state[CONTROLLER][place] == power(game, "france"))
    return sorted(held)


def _beside(game: Game, place: int) -> str:
    board = board_of(game)
    return next((board.number(there) for there in board.adjacent[place] if there in board.rails), "")


@pytest.mark.rule("fa:11.6.1")
def test_oil_is_no_target() -> None:
    game = front({})
    assert not any(oil_in(game, place) for place in ground_of(game).oil)

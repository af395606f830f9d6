"""24.1.6 After the set-up: ships put to sea as if last turn, and convoy points lie where their owner wants them."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts, Noun, Orders
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import COUNTER, PLACE, place_index, place_name
from worldfire.forces.who import POWER_NAMES
from worldfire.players import default_player, random_player
from worldfire.players.table import seeded_campaign
from worldfire.rules.s24_1_6_putting_to_sea import PUT_TO_SEA, PutToSea, seas_sailed_to
from worldfire.rules.s24_1_set_up import SET_UP_CONVOYS, ConvoysSetUp


@cache
def _up_to(campaign: str, seat: str, verb: str, options: tuple[str, ...] = ()) -> Game:
    """The default set-up to where this seat is offered this verb, or to its end."""
    game = seeded_campaign(campaign, 1, options=options)
    while not game.over and not (seat in game.waiting and verb in game.offers(seat)):
        waiting = next(iter(game.waiting))
        game.submit(waiting, *default_player.pick(game, waiting, Random(1)))
    return game


def up_to(campaign: str, seat: str, verb: str, options: tuple[str, ...] = ()) -> Game:
    return _up_to(campaign, seat, verb, options).fork()


def ship(game: Game, counter: str) -> int:
    return list(game.state[COUNTER]).index(game.ruleset.tables.index[counter])


def why_not(game: Game, verb: str, noun: Noun) -> str:
    found = game.why_not(verb, noun, "usa")
    return f"{found[0].rule} {found[0].key}" if found else ""


@pytest.mark.rule("24.1.6")
@pytest.mark.rule("13.4")
def test_a_ship_sails_out_as_if_last_turn_and_drops_a_section() -> None:
    game = up_to("guadalcanal", "usa", PUT_TO_SEA.name)
    enterprise, maryland = ship(game, "us-cv-enterprise-sif"), ship(game, "us-bb-maryland-sif")
    at_home = game.state[PLACE][maryland]
    assert game.state[PLACE][enterprise] == place_index(game, "Pearl Harbor")
    game.submit("usa", PUT_TO_SEA.name, ((enterprise, place_index(game, "Hawaiian Islands 4")),))
    assert place_name(game, game.state[PLACE][enterprise]) == "Hawaiian Islands 3"
    assert game.state[PLACE][maryland] == at_home  # who is not sent stays in port
    usa = game.state.get(POWER_NAMES).index("usa")
    assert [event for event in game.events if isinstance(event, PutToSea)] == [
        PutToSea(power=usa, ship=enterprise, to=place_index(game, "Hawaiian Islands 3"))
    ]


@pytest.mark.rule("24.1.6")
@pytest.mark.rule("11.4.2/how does a unit patrol?")
def test_how_far_out_it_can_be_is_a_naval_move() -> None:
    game = up_to("guadalcanal", "usa", PUT_TO_SEA.name)
    enterprise = ship(game, "us-cv-enterprise-sif")
    shape = game.offers("usa")[PUT_TO_SEA.name]
    assert isinstance(shape, Orders)
    offered = next(choices.to for choices in shape.items if choices.item == enterprise)
    assert place_index(game, "Hawaiian Islands 4") in offered
    # whoever was in a section 0 had to return to base (13.4)
    for place in ("Hawaiian Islands 0", "Arabian Sea 4", "Midway"):
        noun = ((enterprise, place_index(game, place)),)
        assert why_not(game, PUT_TO_SEA.name, noun) == "24.1.6 not-put-to-sea-there"
        with pytest.raises(Refused):
            game.submit("usa", PUT_TO_SEA.name, noun)


@pytest.mark.rule("24.1.6")
def test_nobody_puts_another_powers_ship_to_sea() -> None:
    game = up_to("guadalcanal", "usa", PUT_TO_SEA.name)
    warspite = ship(game, "cw-bb-warspite-sif")
    assert why_not(game, PUT_TO_SEA.name, ((warspite, place_index(game, "Arabian Sea 4")),)) == (
        "24.1.6 not-your-ship-in-port"
    )


@pytest.mark.rule("24.1.6")
def test_everybody_may_stay_in_port() -> None:
    game = up_to("guadalcanal", "usa", PUT_TO_SEA.name)
    before = tuple(game.state[PLACE])
    game.submit("usa", PUT_TO_SEA.name, ())
    assert tuple(game.state[PLACE]) == before
    assert not any(isinstance(event, PutToSea) for event in game.events)


@pytest.mark.rule("24.1.6")
def test_a_neutral_power_has_convoy_points_at_sea_and_nothing_else() -> None:
    """In Day of Infamy the USA are not yet at war, and Japan is."""
    game = _up_to("day-of-infamy", "nobody", "")
    asked = [entry.seat for entry in game.entries if entry.verb == PUT_TO_SEA.name]
    laid = {entry.seat for entry in game.entries if any(isinstance(event, ConvoysSetUp) for event in entry.events)}
    assert "japan" in asked
    assert "usa" not in asked
    assert "usa" in laid


@pytest.mark.rule("24.1.6")
def test_convoy_points_are_laid_in_any_sea_area_that_ships_sail_to() -> None:
    game = up_to("guadalcanal", "usa", SET_UP_CONVOYS.name)
    place = place_index(game, "Coral Sea 0")
    game.submit("usa", SET_UP_CONVOYS.name, ((place, 20),))
    usa = game.state.get(POWER_NAMES).index("usa")
    assert game.state.amount(CONVOY_POINTS, usa, place) == 20
    with pytest.raises(Refused):
        up_to("guadalcanal", "usa", SET_UP_CONVOYS.name).submit(
            "usa", SET_UP_CONVOYS.name, ((place_index(game, "Baltic Sea 0"), 20),)
        )


@pytest.mark.rule("24.1.6")
@pytest.mark.rule("11.4.4")
def test_nobody_lays_convoys_on_a_lake_that_none_of_his_ports_lies_on() -> None:
    game = up_to("global-war", "usa", SET_UP_CONVOYS.name)
    sailed_to = {
        name: seas_sailed_to(game, game.state.get(POWER_NAMES).index(name)) for name in ("usa", "japan", "ussr")
    }
    assert "Caspian Sea" in sailed_to["ussr"]
    assert "Caspian Sea" not in sailed_to["japan"] | sailed_to["usa"]
    assert {"Japanese Coast", "North Sea", "Arabian Sea", "Cape St Vincent"} <= sailed_to["japan"]
    shape = game.offers("usa")[SET_UP_CONVOYS.name]
    assert isinstance(shape, Amounts)
    open_to_it = {place_name(game, int(bounds.item)) for bounds in shape.items if bounds.most}
    assert open_to_it == {f"{sea} 0" for sea in sailed_to["usa"]}
    assert why_not(game, SET_UP_CONVOYS.name, ((place_index(game, "Caspian Sea 0"), shape.most),))


@pytest.mark.rule("24.1.6")
@pytest.mark.rule("11.4.2")
def test_in_the_classic_game_they_lie_in_fives() -> None:
    game = up_to("guadalcanal", "usa", SET_UP_CONVOYS.name, ("classic",))
    coral, tasman = place_index(game, "Coral Sea 0"), place_index(game, "Tasman Sea 0")
    shape = game.offers("usa")[SET_UP_CONVOYS.name]
    assert isinstance(shape, Amounts)
    noun = ((coral, 7), (tasman, shape.most - 7))
    assert why_not(game, SET_UP_CONVOYS.name, noun) == "11.4.2 convoys-in-whole-units"
    with pytest.raises(Refused):
        game.submit("usa", SET_UP_CONVOYS.name, noun)
    for seed in range(3):
        twin = game.fork()
        twin.submit("usa", *random_player.pick(twin, "usa", Random(seed)))
        usa = twin.state.get(POWER_NAMES).index("usa")
        at_sea = [points for owner, _, points in twin.state.amounts(CONVOY_POINTS) if owner == usa]
        assert all(points % 5 == 0 for points in at_sea)


@pytest.mark.rule("24.1.6")
@pytest.mark.parametrize("options", [(), ("classic",)])
def test_the_default_has_cruisers_where_convoys_are_and_carriers_in_port(options: tuple[str, ...]) -> None:
    game = _up_to("guadalcanal", "nobody", "", options)
    put = [event for entry in game.entries for event in entry.events if isinstance(event, PutToSea)]
    assert len(put) > 15
    kinds = {game.ruleset.tables.counters[game.state[COUNTER][event.ship]].ship_class for event in put}
    assert kinds <= {"CA", "CL"}
    assert all(not place_name(game, event.to).endswith(" 0") for event in put)

"""What the table is told before a task force sails, and of a naval combat: by the rules themselves, in their numbers."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest

from worldfire.advice.naval_chances import naval_odds, port_attack_odds, possible_types
from worldfire.advice.sailing import TaskForce, danger, dangers, landings, naval_moves_of, setting_out_with, under_way
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.things import PLACE, counter_of, name_of, place_index
from worldfire.players.table import seeded_game
from worldfire.titles.exercises import load_exercise

CARRIER, TEXAS, MYOKO, SUBMARINE = "us-cv-enterprise-sif", "us-bb-texas-sif", "ja-ca-myoko-sif", "us-sub-1938-sif"


def ship(game: Game, counter: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == counter)


def spot(game: Game, name: str) -> int:
    return place_index(game, name)


def force_of(game: Game, *names: str) -> TaskForce:
    found = setting_out_with(game, tuple(ship(game, name) for name in names))
    assert isinstance(found, TaskForce)
    return found


@pytest.fixture
def game() -> Game:
    """American ships may sail; Japanese ones are in the Coral Sea and the Solomons."""
    begun = load_exercise("sea-battle").begin(chance=ScriptedChance())
    begun.submit("jay", "done", None)
    return begun


def test_a_task_force_sees_where_it_can_go_and_with_what_it_arrives(game: Game) -> None:
    force = force_of(game, CARRIER)
    found = landings(game, "jay", "sail", force, ())
    assert not isinstance(found, Violation)
    ends = {one.place: one for one in found}
    near = ends[spot(game, "Coral Sea 3")]
    assert (near.way, near.movement, near.range) == ((near.place,), 5, 3)
    assert not any(game.why_not("sail", (force.items, one.way, ()), "jay") for one in found)
    assert list(naval_moves_of(game, force).values()) == [1]


def test_the_way_leads_through_the_seas_that_were_named(game: Game) -> None:
    force, via = force_of(game, CARRIER), (spot(game, "Coral Sea 0"),)
    found = landings(game, "jay", "sail", force, via)
    assert not isinstance(found, Violation)
    assert found
    assert all(one.way[0] == via[0] for one in found)
    too_far = landings(game, "jay", "sail", force, (spot(game, "Hawaiian Islands 0"),))
    assert isinstance(too_far, Violation)


def test_from_a_section_ships_go_lower_or_home_and_only_the_seas_they_enter_are_dangerous(game: Game) -> None:
    force = force_of(game, TEXAS)
    found = landings(game, "jay", "sail", force, ())
    assert not isinstance(found, Violation)
    lower = [spot(game, f"Coral Sea {section}") for section in range(4)]
    assert [one.place for one in found][:4] == lower
    assert dangers(game, "jay", force, (one.way for one in found)) == {}  # it enters no other sea area


def test_who_could_intercept_is_told_with_the_search_number_and_the_chance(game: Game) -> None:
    risk = danger(game, "jay", force_of(game, CARRIER), "Coral Sea")
    assert risk.seats == ("kasigi",)
    assert {name_of(game, unit) for unit in risk.hunters} == {"Shokaku", "Myoko", "SUB", "B5N2"}
    assert (risk.number, risk.with_submarines, risk.chance) == (5, 5, Fraction(1, 2))


def test_nobody_intercepts_submarines(game: Game) -> None:
    assert dangers(game, "jay", force_of(game, SUBMARINE), ((spot(game, "Solomons 0"),),)) == {}


def in_battle(game: Game, *dice: int) -> Game:
    """The Enterprise is found, fights through, and both sides have searched."""
    assert isinstance(game.chance, ScriptedChance)
    game.chance.feed(*dice)
    carrier, myoko = ship(game, CARRIER), ship(game, MYOKO)
    game.submit("jay", "sail", ((carrier,), (spot(game, "Coral Sea 3"),), ()))
    assert under_way(game) is not None
    game.submit("kasigi", "intercept", myoko)
    game.submit("kasigi", "commit-submarines", None)
    game.submit("jay", "fight-through", spot(game, "Coral Sea 3"))
    game.submit("jay", "pass", None)
    game.submit("kasigi", "pass", None)
    game.submit("jay", "commit-submarines-to-combat", None)
    return game


def test_a_round_is_fought_out_many_times_with_its_error(game: Game) -> None:
    battle = in_battle(game, 3, 2)
    assert possible_types(battle) == ("naval-air", "surface")
    before = battle.state.digest()
    odds = {one.type: one for one in naval_odds(battle, Random(1), trials=6)}
    assert set(odds) == {"naval-air", "surface"}
    axis, allies = odds["surface"].losses
    assert axis.sunk.mean + axis.damaged.mean + axis.aborted.mean > allies.sunk.mean
    assert axis.aborted.error > 0
    assert 0 <= axis.any_sunk <= 1
    assert battle.state.digest() == before, "the game itself is not touched"


@pytest.mark.rule("11.2")
def test_a_port_attack_is_fought_out_before_it_is_flown_and_while_it_is() -> None:
    game = seeded_game(load_exercise("port-attack"), 3)  # with dice by which the search finds the port
    game.submit("kasigi", "hold-back", None)
    rabaul = spot(game, "Rabaul")
    planes = [ship(game, name) for name in ("us-cv-enterprise-sif", "us-cv-hornet-sif")]
    shape = game.offers("jay")["fly"]
    noun = tuple(
        (one.item, f"fly {rabaul} +2" if one.item in planes else "stay")
        for one in shape.items
        if isinstance(one.item, int)
    )
    (odds,) = port_attack_odds(game, "jay", noun, Random(1), trials=4)
    axis, allies = odds.losses
    assert axis.sunk.mean + axis.damaged.mean + axis.aborted.mean > 0
    assert allies.sunk.mean == 0, "ships at sea are not in it"
    assert port_attack_odds(game, "jay", ((planes[0], "fly 0"),), Random(1)) == []
    game.submit("jay", "fly", noun)
    while "accept-combat" not in game.offers(next(iter(game.waiting))):
        seat = next(iter(game.waiting))
        game.submit(
            seat, next(verb for verb in ("hold-back", "keep-submarines-out") if verb in game.offers(seat)), None
        )
    assert possible_types(game) == ("naval-air",)
    assert naval_odds(game, Random(1), trials=2)[0].trials == 2

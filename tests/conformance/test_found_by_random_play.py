"""What random games of the big campaigns found: each case as small as it can be."""

from __future__ import annotations

from random import Random

import pytest
from test_s13_03_us_entry import wars
from turns import Change, campaign_in, field, in_turn, play, power_index, prompt, put, unit
from us_markers import us_game

from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import CONTROLLER, COUNTRY_NAMES, POWER, align_country, change_control
from worldfire.players.invariants import Inventory
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_07_3_peace import minor_makes_peace
from worldfire.titles.wif.nations.us_entry.occupying import take_over

ALLIES = 1


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def convoys(power: str, place: str, points: int) -> Change:
    return lambda game: game.add(CONVOY_POINTS, power_index(game, power), place_index(game, place), points)


def in_two_turns(game: Game, power: str) -> int:
    circle = place_index(game, circle_space(game.state.get(TURN) + 2))
    return game.state.amount(CONVOY_POINTS, power_index(game, power), circle)


@pytest.mark.rule("9.5")
def test_a_minor_country_that_two_powers_attack_is_taken_in_once() -> None:
    game = campaign_in(
        "global-war",
        "declare war",
        in_turn("May/Jun 1940"),
        field(ACTIVE_SIDE, ALLIES),
        field(IMPULSE, 4),
        wars(("germany", "commonwealth"), ("germany", "france")),
    )
    attackers, offers = ["commonwealth", "france"], 0
    for _ in range(30):
        seat = next(iter(game.waiting))
        offered = game.offers(seat)
        if "take-in-minor" in offered:
            offers += 1
            play(game, seat, "take-in-minor")
            break
        if "declare-war" in offered and seat in attackers and "liberia" in offered["declare-war"].domain:  # type: ignore[attr-defined]
            attackers.remove(seat)
            play(game, seat, "declare-war", "liberia")
        else:
            play(game, seat, next(verb for verb in ("declare-no-war", "claim-nothing") if verb in offered))
    assert (attackers, offers) == ([], 1)
    while prompt(game) in ("set-up-minor", "minor-force-pools"):
        seat = next(iter(game.waiting))
        play(game, seat, "add-to-force-pools")
    assert prompt(game) not in ("take-in-minor",)
    assert sum(isinstance(event, MinorAligned) for entry in game.entries for event in entry.events) == 1


@pytest.mark.rule("13.7.3")
@pytest.mark.rule("2.5.4")
def test_a_minor_country_at_peace_has_its_possessions_back_and_strangers_leave_them() -> None:
    game = us_game(
        "US entry",
        in_turn("Jan/Feb 1941"),
        wars(("ussr", "germany"), ("ussr", "netherlands")),
        put("Surabaya", "ja-ca-kako-sif"),
        convoys("germany", "Amsterdam", 4),
    )
    germany, own = power_index(game, "germany"), power_index(game, "netherlands")
    for name in ("netherlands", "netherlands-east-indies"):
        align_country(game, country(game, name), germany)
        for place in hexes_of(game, country(game, name)):
            change_control(game, place, germany)
    minor_makes_peace(game, country(game, "netherlands"), power_index(game, "ussr"))
    for name in ("netherlands", "netherlands-east-indies"):
        assert game.state[POWER][country(game, name)] == own
    assert game.state[CONTROLLER][place_index(game, "Surabaya")] == own
    cruiser = place_name(game, game.state[PLACE][unit(game, "ja-ca-kako-sif")])
    assert cruiser == circle_space(game.state.get(TURN) + 2)
    assert in_two_turns(game, "germany") == 4


@pytest.mark.rule("13.3.2")
@pytest.mark.rule("2.5.4")
def test_convoys_leave_the_azores_when_the_usa_takes_them() -> None:
    game = us_game("US entry", in_turn("Jan/Feb 1941"), convoys("commonwealth", "W3215", 3))
    take_over(game, "azores")
    assert in_two_turns(game, "commonwealth") == 3
    assert game.state.amount(CONVOY_POINTS, power_index(game, "commonwealth"), place_index(game, "W3215")) == 0


@pytest.mark.rule("13.6.5")
def test_build_points_that_come_from_nowhere_are_noticed() -> None:
    """What the fuzzer asks of every purchase: made, spent and left agree."""
    game = campaign_in("barbarossa", "production", dice=(0,))
    while (prompt(game), *game.waiting) != ("build-units", "ussr"):
        seat = next(iter(game.waiting))
        verb = "route-goods" if prompt(game) == "route-goods" else "stop-building"
        play(game, seat, verb, game.offers(seat)[verb].sample(Random(1)))
    inventory = Inventory(game)
    play(game, "ussr", "build-convoys", 1)
    game.undo("ussr")
    assert not list(inventory.faults(game)), "what was taken back is not counted"
    play(game, "ussr", "build", (("ussr: INF", 1),))
    assert prompt(game) == "build-units"
    assert not list(inventory.faults(game))
    game.state.frames[-1].locals.points += 1
    assert any("build points were made" in fault for fault in inventory.faults(game))

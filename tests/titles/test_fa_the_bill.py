"""FP5: a bad turn of the Commonwealth in 1916, played step by step, and what its people make of it (fa:14.1, 14.2)."""

from __future__ import annotations

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import METZ, dice_for, go_on
from test_fa_morale import morale_step, reckoned
from waters import Waters

from conformance.positions import country, give_control, power, put
from conformance.steps import begin_step, declare, find, is_lost, march, turn_down, units
from worldfire.engine.game import Game
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, place_index
from worldfire.forces.turn import INITIATIVE_SIDE, PRODUCED, TurnBegan
from worldfire.forces.who import change_country, power_of, units_of
from worldfire.rules.s09_06_aligning import army
from worldfire.rules.s11_07_bombing_table import bombing_result
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.morale_events import LOSSES, for_hexes
from worldfire.titles.fa.politics.flags import FLAG, is_independent, sign_of
from worldfire.titles.fa.politics.points import POLITICAL_POINTS

CENTRAL = 0
WARS = (("germany", "france"), ("germany", "commonwealth"))
BRITISH, INDIAN, EGYPTIAN = (
    "commonwealth-united-kingdom-inf-i",
    "commonwealth-india-inf-tigris",
    "commonwealth-egypt-gar-cairo",
)
#: six corps from Metz, Strasbourg and beyond
ATTACKERS = {
    METZ: GERMANS,
    "Strasbourg": ("germany-inf-ix", "germany-inf-xi"),
    "W0929": ("germany-inf-xix", "germany-inf-xv"),
}
AT_THE_FRONT, AT_HOME = "commonwealth-united-kingdom-mil-london", "commonwealth-united-kingdom-mil-glasgow"
CRUISER, BATTLESHIP, CAPTORS = "commonwealth-monmouth", "commonwealth-dreadnought", "germany-inf-vii"
FLEET = ("germany-moltke", "germany-von-der-tann", "germany-nassau", "germany-rheinland", "germany-helgoland")


def bad_year() -> Game:
    """Nobody but the Commonwealth has any morale to lose, and nobody has points for subversion."""
    game = front({**ATTACKERS, TARGET: [AT_THE_FRONT], "Glasgow": [AT_HOME]}, wars=WARS)
    game.set(POLITICAL_POINTS, (0, 0))
    game.set(INITIATIVE_SIDE, CENTRAL)
    game.set(YEAR, 1916)
    game.write(MORALE, power(game, "commonwealth"), 8 * TENTHS)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.set(TURN, game.state.get(TURN) + 1)
    return game


def losses(game: Game) -> int:
    return game.state[LOSSES][power(game, "commonwealth")]


def militia_is_given_up(game: Game) -> None:
    """By the Commonwealth after its reinforcements: one before the eyes of the enemy, one far from them."""
    begin_step(game, "reinforcements", "commonwealth")
    given = tuple(sorted(units(game, AT_THE_FRONT, AT_HOME)))
    while game.decision is not None:
        go_on(game, ("give-up-units",))
        (seat,) = game.waiting
        game.submit(seat, "give-up-units", given if seat == "commonwealth" else ())


def corps_are_lost(game: Game) -> None:
    """Three of them, tired, in a combat: from Britain, from India and from Egypt."""
    for name in (BRITISH, INDIAN, EGYPTIAN):
        put(game, name, TARGET)
    turn_down(game, BRITISH, INDIAN, EGYPTIAN)
    game.forget()
    attackers = tuple(name for names in ATTACKERS.values() for name in names)
    modifier = preview(game, place_index(game, TARGET), units(game, *attackers)).modifier
    combat(game, (*dice_for(game, "*/3S", modifier), *([0] * 6)))
    declare(game, "germany", **{TARGET: attackers})
    game.submit("germany", "done")
    go_on(game)
    assert all(is_lost(game, name) for name in (BRITISH, INDIAN, EGYPTIAN))


def fleet_is_lost(game: Game) -> None:
    """The Germans find a battleship and two convoy points, and sink both; she takes one of them with her."""
    here = Waters(game, {name: put(game, name, "North Sea 2") for name in (*FLEET, BATTLESHIP)})
    here.lay("commonwealth", "North Sea 0", 2)
    begin_step(game, "naval combat", "germany", throws=[1, 10, 1, 1, 10], action="naval")
    here.give_battle(FLEET[0])
    here.calmly()
    here.do("take-sections", tuple(here.spot(f"North Sea {section}") for section in (0, 2)))
    here.calmly("shift-columns")
    here.do("shift-columns", (("raise-own", 4), ("lower-theirs", 0)))
    while here.asked[1] == "pick-target":
        here.do("pick-target", here.offer("pick-target").domain[0])
    assert is_lost(game, BATTLESHIP)


def cruiser_is_captured(game: Game) -> None:
    """Germans march into Calais, where she lies face-down, and throw a one."""
    give_control(game, "germany", "W1333")
    put(game, CAPTORS, "W1333")
    game.write(FACE_DOWN, put(game, CRUISER, "Calais"), 1)
    begin_step(game, "land movement", "germany", throws=[1])
    march(game, "germany", [CAPTORS], "Calais")
    assert power_of(game, find(game, CRUISER)) == power(game, "germany")


def convoys_are_hunted(game: Game) -> None:
    """Strategic warfare sinks three more."""
    source = game.ruleset.tables.source
    chances = ((hunters, roll) for hunters in range(1, 10) for roll in range(1, 11))
    hunters, roll = next(chance for chance in chances if bombing_result(*chance, source).points == 3)
    for _ in range(hunters):
        put(game, "germany SCS", "North Atlantic 1")
    game.add(CONVOY_POINTS, power(game, "commonwealth"), place_index(game, "North Atlantic 0"), hunters)
    begin_step(game, "strategic warfare", "germany", throws=[roll])
    assert game.over


def home_front_is_helped(game: Game) -> None:
    """Of 20 points eight at most may go there; five do."""
    commonwealth = power(game, "commonwealth")
    game.write(PRODUCED, commonwealth, 20)
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(commonwealth, points=20))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    assert game.why_not("buy-stores", (("home front", 9),), "commonwealth")
    assert not game.why_not("buy-stores", (("home front", 8),), "commonwealth")
    game.submit("commonwealth", "buy-stores", (("home front", 5), ("offensive points", 2)))


@pytest.mark.rule("fa:14.1", example="FP5")
@pytest.mark.rule("fa:4.3", example="FP5")
@pytest.mark.rule("fa:11.9.6.2", example="FP5")
@pytest.mark.rule("fa:13.5.6", example="FP5")
@pytest.mark.rule("fa:14.2", example="FP5")
@pytest.mark.parametrize(("die", "level"), [(2, 6), (3, 7)])
def test_the_bill_of_a_bad_turn(die: int, level: int) -> None:
    """22 down and 10 up: a level, and a second on a two; at seven as at six South Africa goes its own way."""
    game, bill = bad_year(), []
    for loss in (militia_is_given_up, corps_are_lost, fleet_is_lost, cruiser_is_captured, convoys_are_hunted):
        before = losses(game)
        loss(game)
        bill.append(losses(game) - before)
    assert bill == [3, 4 + 3 + 2, 3 + 2, 0, 3]
    partisan = put(game, "partisans-any-part-partisan-2", "Dublin")
    change_country(game, partisan, country(game, "germany"))
    home_front_is_helped(game)
    own, guest = units_of(game, country(game, "south-africa")), put(game, "united-kingdom INF", "Cape Town")
    morale_step(game, [die])
    reasons = {"losses": -20, "partisans": -1, "weariness": -1, "home front": 10}
    assert {reason: points for reason, points in reckoned(game, "commonwealth").reasons if points} == reasons
    assert morale(game, power(game, "commonwealth")) == level
    free = country(game, "south-africa")
    assert is_independent(game, free)
    assert game.state[FLAG][free] == 3 * sign_of(CENTRAL)
    assert {*army(game, free)} == {*own}, "its own units are out of the game until somebody attacks it"
    assert game.state[PLACE][guest] == place_index(game, circle_space(game.state.get(TURN) + 2))
    give_control(game, "germany", "Pretoria")
    assert for_hexes(game, power(game, "commonwealth")) == ("hexes", 0)

"""fa:13.5.5.8, 13.5.7, 14.1: what a turn does to a people, what is bought for it, and how much may be bought."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import pytest
from front import TARGET, front

from conformance.positions import align, give_control, power, put, set_wars, units_at
from conformance.steps import begin_step, find
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war as are_at_war
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, aboard, counter_of, place_index, place_name
from worldfire.forces.turn import INITIATIVE_SIDE, PRODUCED, TurnBegan
from worldfire.forces.who import CONTROLLER, change_country, country_named, found_power
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s03_sequence import END_OF_TURN, step_name
from worldfire.rules.s04_reinforcements import UnitGivenUp
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction, cost_of
from worldfire.rules.s13_07_1_conquerors import hexes_of
from worldfire.rules.s13_09_victory import GameWon
from worldfire.tables.counters import LandCounter
from worldfire.titles.fa.conditional_surrender import SurrenderAccepted
from worldfire.titles.fa.gearing import left_of, note_built
from worldfire.titles.fa.home_front import SPENT_AT_HOME
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.morale_events import (
    LOSSES,
    SUCCESSES,
    for_hexes,
    for_weariness,
    has_fought_since,
    price_of_loss,
    worth_of_hex,
)
from worldfire.titles.fa.morale_step import MoraleChanged, MoraleReckoned
from worldfire.titles.fa.offensive_builds import BOUGHT, PILOTS_IN_TRAINING, POINTS_ORDERED, for_points_not_bought
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.production import TRENCHES
from worldfire.titles.fa.sides_at_war import DrawnIntoWar

WARS = (("germany", "france"), ("germany", "commonwealth"), ("germany", "russia"), ("austria-hungary", "france"))
#: those of 1914
LEVELS = {"germany": 17, "france": 16, "russia": 14, "commonwealth": 17}
E = TypeVar("E", bound=Event)

GERMAN, FRENCH = "germany-inf-vi", "france-inf-ix"


def at_war(**control: Iterable[str]) -> Game:
    """France and Germany in the field since last turn; afterwards these change hands."""
    game = front({"W1030": [GERMAN], TARGET: [FRENCH]}, wars=WARS)
    game.set(POLITICAL_POINTS, (0, 0))  # nobody can afford subversion
    for name, level in LEVELS.items():
        game.write(MORALE, power(game, name), level * TENTHS)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.set(TURN, game.state.get(TURN) + 1)
    for holder, places in control.items():
        give_control(game, holder, *places)
    game.set(INITIATIVE_SIDE, 0)
    return game


def morale_step(game: Game, throws: Iterable[int]) -> Game:
    """Both sides could subvert others first (15.2), and do not."""
    begin_step(game, "morale", "germany", throws=throws)
    while not game.over and "subvert-nobody" in game.offers_to(seat := next(iter(game.waiting))).names:
        game.submit(seat, "subvert-nobody")
    return game


def told(game: Game, kind: type[E]) -> list[E]:
    """Nobody is asked anything in the step, so that its events wait for the next entry."""
    return [event for event in game.record.events if isinstance(event, kind)]


def reckoned(game: Game, name: str) -> MoraleReckoned:
    (found,) = [event for event in told(game, MoraleReckoned) if event.power == power(game, name)]
    return found


# --------------------------------------------------------------------------------------------------------- 14.1 the bill


def _partisans_in_france(game: Game, *places: str) -> None:
    for number, place in enumerate(places, 2):
        partisan = put(game, f"partisans-any-part-partisan-{number}", place)
        change_country(game, partisan, country_named(game, "germany"))


@pytest.mark.rule("fa:14.1", example="FA-E40")
@pytest.mark.rule("fa:13.5.7")
@pytest.mark.parametrize(("die", "levels"), [(6, 2), (7, 1)])
def test_the_bill_of_the_example(die: int, levels: int) -> None:
    """35 for units, two home cities, three partisans, 12 points for the home front: 16 down, a level and six tenths."""
    game = at_war(germany=["Lille", "Reims"])
    _partisans_in_france(game, "Paris", "Lyon", "Toulouse")
    game.write(LOSSES, power(game, "france"), 35)
    game.write(SPENT_AT_HOME, power(game, "france"), 12)
    before = morale(game, power(game, "france"))
    morale_step(game, [die])
    bill = reckoned(game, "france")
    assert dict(bill.reasons) == {"losses": -35, "hexes": -2, "partisans": -3, "home front": 24}
    assert bill.points == -16
    assert before is not None
    assert morale(game, power(game, "france")) == before - levels
    assert game.over
    assert not game.state[LOSSES][power(game, "france")], "next turn has a bill of its own"


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:14")
def test_without_the_purchase_it_is_four_levels_and_no_die() -> None:
    game = at_war(germany=["Lille", "Reims"])
    _partisans_in_france(game, "Paris", "Lyon", "Toulouse")
    game.write(LOSSES, power(game, "france"), 35)
    morale_step(game, [])
    (change,) = told(game, MoraleChanged)
    assert (change.before - change.after, reckoned(game, "france").points) == (4, -40)


@pytest.mark.rule("fa:13.5.7")
@pytest.mark.parametrize("first", [0, 1])
def test_the_side_without_the_initiative_goes_first(first: int) -> None:
    game = at_war()
    game.set(INITIATIVE_SIDE, first)
    morale_step(game, [])
    order = [event.power for event in told(game, MoraleReckoned)]
    assert (order.index(power(game, "france")) < order.index(power(game, "germany"))) == (first == 0)
    assert power(game, "usa") not in order, "a neutral power loses no morale"


@pytest.mark.rule("fa:14.1")
def test_gains_are_one_level_and_never_above_1914() -> None:
    game = at_war()
    germany, france = power(game, "germany"), power(game, "france")
    game.write(MORALE, germany, 10 * TENTHS)
    game.write(SPENT_AT_HOME, germany, 15)
    game.write(SPENT_AT_HOME, france, 10)
    morale_step(game, [])
    assert morale(game, germany) == 11
    assert morale(game, france) == 16


@pytest.mark.rule("fa:14.1", example="FA-E42")
def test_only_the_dearest_of_a_hex_counts_and_two_capitals() -> None:
    game = at_war()
    russia, hungary = power(game, "russia"), power(game, "austria-hungary")
    worth = [worth_of_hex(game, russia, place_index(game, name)) for name in ("Petrograd", "Moscow", "Kiev")]
    assert worth == [5, 5, 1]
    assert [worth_of_hex(game, hungary, place_index(game, name)) for name in ("Vienna", "Budapest")] == [5, 5]
    give_control(game, "germany", "Petrograd", "Moscow")
    assert for_hexes(game, russia) == ("hexes", -10)


@pytest.mark.rule("fa:14.1", example="FA-E41")
def test_what_was_aligned_before_the_war_is_missed() -> None:
    """Serbia was Russia's when Russia went to war: Belgrade and Tirana count; what is aligned later does not."""
    game = front({}, wars=WARS[:1], aligned=[("serbia", "russia")], control={"serbia": ["Belgrade", "Tirana"]})
    game.say(TurnBegan(turn=game.state.get(TURN)))
    assert for_hexes(game, power(game, "russia")) == ("hexes", 0)
    set_wars(game, (*WARS, ("austria-hungary", "russia")))
    game.say(TurnBegan(turn=game.state.get(TURN)))
    align(game, "rumania", "russia")
    give_control(game, "austria-hungary", "Belgrade", "Tirana", "Bucharest")
    assert for_hexes(game, power(game, "russia")) == ("hexes", -4)


@pytest.mark.rule("fa:14.1", example="FP5")
def test_what_a_unit_costs_those_at_home() -> None:
    """A British unit a point more, an American one twice; of a ship its first cycle; an ace more than his machine."""
    game = front({})
    costs = {"commonwealth-majestic": 2, FRENCH: 3, "germany-ftr-albatros-d-ii-boelcke": 5}
    assert {name: price_of_loss(game, find(game, name)) for name in costs} == costs
    british, american = (_first_from(game, home) for home in ("united-kingdom", "usa"))
    assert price_of_loss(game, british) == cost_of(game, british) + 1
    assert price_of_loss(game, american) == cost_of(game, american) * 2


def _first_from(game: Game, home: str) -> int:
    counters = enumerate(counter_of(game, unit) for unit in range(len(game.state[PLACE])))
    return next(unit for unit, one in counters if isinstance(one, LandCounter) and one.home == home and one.cost)


@pytest.mark.rule("fa:14.1")
def test_losses_are_counted_as_they_happen() -> None:
    game = at_war()
    france = power(game, "france")
    destroy(game, find(game, FRENCH))
    assert game.state[LOSSES][france] == 3
    game.say(ConvoysSunk(power=france, points=2, place=0))
    assert game.state[LOSSES][france] == 5
    game.say(ConvoysSunk(power=power(game, "usa"), points=2, place=0))
    assert not game.state[LOSSES][power(game, "usa")], "neutral"


@pytest.mark.rule("fa:4.3", example="FP5")
@pytest.mark.rule("fa:14.1", example="FP5")
def test_who_is_given_up_by_his_owner_is_a_loss_only_under_the_eyes_of_the_enemy() -> None:
    game = at_war()
    france = power(game, "france")
    put(game, "france-inf-xi", "Paris")
    put(game, "france LND", "Paris")
    pilots = game.state[PILOTS][france]
    for name, losses in (("france-inf-xi", 0), (FRENCH, 3)):
        game.say(UnitGivenUp(thing=find(game, name)))
        assert game.state[LOSSES][france] == losses
    plane = next(unit for unit in units_at(game, "Paris") if counter_of(game, unit).type == "LND")
    game.say(UnitGivenUp(thing=plane))
    assert game.state[PILOTS][france] == pilots + 1, "his aircraft is lost, not he"


@pytest.mark.rule("fa:14.1")
@pytest.mark.parametrize(
    ("name", "points"),
    [("russia", [0, 1, 3, 4]), ("italy", [0, 1, 2, 3]), ("germany", [0, 0, 1, 2]), ("usa", [0, 0, 0, 1])],
)
def test_weariness_grows(name: str, points: list[int]) -> None:
    game, found = front({}), []
    for year in range(1914, 1918):
        game.set(YEAR, year)
        found.append(-for_weariness(game, power(game, name))[1])
    assert found == points


# --------------------------------------------------------------------------------------------------- 13.5.5 what is bought


@pytest.mark.rule("fa:13.5.5.8", example="FC4")
def test_gears_turn_one_faster_a_turn() -> None:
    game = at_war()
    germany, turn = power(game, "germany"), game.state.get(TURN)
    for kind, number in (("INF", 6), (TRENCHES, 1), ("convoy points", 5)):
        note_built(game, germany, kind, number)
    game.say(TurnBegan(turn=turn))
    assert [left_of(game, germany, kind) for kind in ("INF", TRENCHES, "NAVAL", "ART")] == [7, 2, 4, 1]
    note_built(game, germany, "convoy points", 3)
    assert left_of(game, germany, "NAVAL") == 2, "three points are two ships"
    game.set(TURN, turn - 1)
    assert left_of(game, germany, "INF") is None, "no limits in the first turn"


@pytest.mark.rule("fa:18", example="FC5")
@pytest.mark.parametrize(("produced", "bought", "points"), [(25, 1, -2), (25, 3, 0), (15, 0, -2), (4, 0, 0)])
def test_a_tenth_is_due_for_offensive_points(produced: int, bought: int, points: int) -> None:
    game = at_war()
    germany = power(game, "germany")
    game.write(PRODUCED, germany, produced)
    game.write(BOUGHT, germany, bought)
    assert for_points_not_bought(game, germany)[1] == points


@pytest.mark.rule("fa:16.4.2")
@pytest.mark.rule("fa:13.5.5.3")
@pytest.mark.rule("fa:14.1", example="FC5")
def test_stores_are_bought_beside_units() -> None:
    """Of 25 points at most 10 go to the home front; offensive points come in two turns, pilots in three, trenches next turn."""
    game = at_war()
    germany, turn = power(game, "germany"), game.state.get(TURN)
    game.write(PRODUCED, germany, 25)
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(germany, points=25))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    most = {str(bounds.item): bounds.most for bounds in game.offers("germany")["buy-stores"].items}
    assert most == {"entrenchments": 1, "offensive points": 25, "pilots": 1, "home front": 10}
    wanted = (("entrenchments", 1), ("offensive points", 3), ("pilots", 1), ("home front", 10))
    game.submit("germany", "buy-stores", wanted)
    assert game.enclosing(PowerProduction).points == 25 - 1 - 3 - 2 - 10
    assert "home front" not in {str(bounds.item) for bounds in game.offers("germany")["buy-stores"].items}
    assert game.state.get(POINTS_ORDERED) == ((germany, turn + 2, 3),)
    assert game.state.get(PILOTS_IN_TRAINING) == ((germany, turn + 3, 1),)


# --------------------------------------------------------------------------------------------------------- 14.3 surrender


def broken(**control: Iterable[str]) -> Game:
    """France has one level left and loses two."""
    game = at_war(**control)
    game.write(MORALE, power(game, "france"), TENTHS)
    game.write(LOSSES, power(game, "france"), 20)
    return morale_step(game, [10, 10])


def holder(game: Game, place: str) -> int:
    return game.state[CONTROLLER][place_index(game, place)]


@pytest.mark.rule("fa:14.3")
def test_who_is_refused_fights_on_without_morale() -> None:
    game = broken(germany=["Lille"])
    assert [*game.waiting] == ["germany"]
    game.submit("germany", "refuse-surrender")
    france, germany = power(game, "france"), power(game, "germany")
    assert morale(game, france) is None
    assert are_at_war(game, france, germany)
    assert holder(game, "Lille") == germany
    assert game.over


@pytest.mark.rule("fa:14.3")
def test_who_is_at_peace_finds_new_heart() -> None:
    """Morale is zero after the surrender; in a later turn the home front lifts it, and nothing lowers it."""
    game = broken()
    game.submit("germany", "accept-surrender")
    france = power(game, "france")
    assert morale(game, france) is None
    game.write(SPENT_AT_HOME, france, 5)
    game.set(YEAR, 1917)
    morale_step(game, [1] * 9)
    assert reckoned(game, "france").reasons == (("home front", 10),)
    assert morale(game, france) == 1


@pytest.mark.rule("fa:14.3")
@pytest.mark.rule("fa:2.5.1")
def test_who_is_let_go_is_neutral_with_its_old_home() -> None:
    """Home hexes go back both ways; Alsace, which may be either's home, is the victor's; forces go home by the circle."""
    game = broken(germany=["Lille"], france=["Strasbourg", "Freiburg"])
    guest = put(game, "germany-inf-viii", "Lille")
    game.submit("germany", "accept-surrender")
    france, germany = power(game, "france"), power(game, "germany")
    assert [holder(game, place) for place in ("Lille", "Strasbourg", "Freiburg")] == [france, germany, germany]
    assert not any(are_at_war(game, france, other) for other in (germany, power(game, "austria-hungary")))
    assert are_at_war(game, germany, power(game, "commonwealth")), "nobody else is let go"
    gained = sum(dict(event.reasons).get("successes", 0) for event in told(game, MoraleReckoned))
    assert gained + sum(game.state[SUCCESSES]) == 10, "Germany takes heart; nobody counts Austria’s morale here"
    assert place_name(game, game.state[PLACE][guest]).startswith("production circle")
    assert have_pact(game, france, germany)
    assert game.over


@pytest.mark.rule("fa:14.3")
def test_footholds_and_ships_at_sea_go_back_with_the_peace() -> None:
    """What the beaten power holds of a country of the other side that it has not conquered, and its own fleet."""
    game = at_war()
    align(game, "bulgaria", "germany")
    hexes = hexes_of(game, country_named(game, "bulgaria"))
    for place in hexes:
        game.write(CONTROLLER, place, power(game, "germany"))
    game.write(CONTROLLER, hexes[0], power(game, "france"))
    ship, cargo = find(game, "france SCS"), find(game, "france-inf-xi")
    game.write(PLACE, ship, section_at(game, "North Atlantic", 2))
    game.write(PLACE, cargo, aboard(ship))
    game.write(MORALE, power(game, "france"), TENTHS)
    game.write(LOSSES, power(game, "france"), 20)
    morale_step(game, [10, 10]).submit("germany", "accept-surrender")
    assert game.state[CONTROLLER][hexes[0]] == power(game, "germany")
    assert all(place_name(game, game.state[PLACE][unit]).startswith("production circle") for unit in (ship, cargo))


@pytest.mark.rule("fa:13.7.1.1", example="FC9")
def test_the_war_is_over_when_germanys_morale_is_gone() -> None:
    """At once: nobody is asked about a surrender, nothing is conquered, and no other power adjusts its morale."""
    game = at_war()
    for name in ("germany", "france"):
        game.write(MORALE, power(game, name), TENTHS)
        game.write(LOSSES, power(game, name), 20)
    game.set(INITIATIVE_SIDE, 1)
    game.state.frames.clear()
    game.push(END_OF_TURN, None)
    game.state.frames[-1].step = step_name("morale")
    game.chance = ScriptedChance([10] * 3)
    game.put_state(game.state)
    assert game.over
    assert [event.side for event in told(game, GameWon)] == [1]
    assert not told(game, SurrenderAccepted)
    assert morale(game, power(game, "france")) == 1, "it comes after Germany in this turn"


@pytest.mark.rule("fa:14.1")
def test_a_minor_countrys_unit_is_missed_only_if_it_fell_in_combat() -> None:
    game = at_war()
    align(game, "belgium", "france")
    france, corps = power(game, "france"), find(game, "belgium INF")
    put(game, counter_of(game, corps).id, "Paris")
    destroy(game, corps)
    game.say(UnitGivenUp(thing=corps))
    assert not game.state[LOSSES][france]
    begin_step(game, "land combat", "germany")
    game.push(LAND_COMBAT.name, LandCombat())
    destroy(game, corps)
    assert game.state[LOSSES][france] == cost_of(game, corps)


@pytest.mark.rule("fa:14.1")
@pytest.mark.rule("fa:21.6")
def test_who_is_brought_in_is_at_war_since_that_turn() -> None:
    """Italy joins without a declaration: what it holds then is what it can lose, and it digs from the next turn on."""
    game = at_war()
    found_power(game, power(game, "italy"), power(game, "france"))
    turn = game.state.get(TURN)
    set_wars(game, (*WARS, ("italy", "germany")))
    game.say(DrawnIntoWar(power=power(game, "italy"), target_power=power(game, "germany")))
    game.set(TURN, turn + 1)
    game.say(TurnBegan(turn=turn + 1))
    assert has_fought_since(game, power(game, "italy")) == turn
    assert has_fought_since(game, power(game, "germany")) == turn - 2, "at war when the campaign began"
    give_control(game, "germany", "Rome")
    assert for_hexes(game, power(game, "italy")) == ("hexes", -5)

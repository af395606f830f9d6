"""FC4 and FC5: what gears let a power build from turn to turn, and how it spends a year's worst turn (fa:13.5, 14.1, 18)."""

from __future__ import annotations

import pytest
from front import front
from test_fa_morale import at_war, morale_step, reckoned

from conformance.positions import power, put
from conformance.steps import said
from worldfire.engine.game import Game
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import circle_space, pool_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import TurnBegan
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_07_bombing_table import BombingResult
from worldfire.rules.s11_07_strategic_bombardment import lose
from worldfire.rules.s13_06_3_bonus_points import BONUS_POINTS
from worldfire.rules.s13_06_production import (
    PRODUCTION_OF_A_POWER,
    BuildPointsMade,
    PowerProduction,
    UnitBuilt,
    income_at_home,
)
from worldfire.titles.fa import FA
from worldfire.titles.fa.morale import MORALE, TENTHS, morale
from worldfire.titles.fa.morale_events import LOSSES
from worldfire.titles.fa.offensive_builds import POINTS_ORDERED
from worldfire.titles.fa.politics.events.telegram import HOME_FRONT_MOBILISED
from worldfire.titles.fa.saved_points import SAVED_POINTS, PointsSaved

Order = tuple[tuple[str, int], ...]

GAS, MILITIA, DAMAGED = "france-gas-div-cie-z-i", "france-mil-tours", "france SCS"
#: an HQ, gas, engineers, militia and two corps
SIX: Order = (
    ("france: GAS div", 1),
    ("france: HQ-I", 1),
    ("france: ENG div", 1),
    ("france: MIL", 1),
    ("france: INF", 2),
)


# ------------------------------------------------------------------------------------------------------------- FC4 gears


def buys(game: Game, name: str, points: int = 60) -> Game:
    """The power has this much to spend now; whatever else waits to be decided does not matter."""
    game.state.frames.clear()
    game.state.queue = ()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(power(game, name), points=points))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    return game


def summer() -> Game:
    """July 1914: Germany goes to war with France, which has gas and militia in its pools and a damaged cruiser."""
    game = front({}, wars=())
    for name in (GAS, MILITIA):
        unit = put(game, name, "Paris")
        move(game, unit, pool_of(game, unit))
    put(game, DAMAGED, "repair pool of france")
    game.say(TurnBegan(turn=game.state.get(TURN)))
    declare_war(game, power(game, "germany"), power(game, "france"))
    return game


def next_turn(game: Game) -> None:
    game.set(TURN, game.state.get(TURN) + 1)
    game.say(TurnBegan(turn=game.state.get(TURN)))


def refusals(game: Game, name: str, verb: str, noun: object) -> list[str]:
    return [reason.key for reason in game.why_not(verb, noun, name)]


def trenches(game: Game, name: str) -> int:
    """How many entrenchments the power is offered."""
    offered = {str(bounds.item): bounds.most for bounds in buys(game, name).offers(name)["buy-stores"].items}  # type: ignore[attr-defined]
    return int(offered.get("entrenchments", 0))


@pytest.mark.rule("fa:13.5.5.8", example="FC4")
@pytest.mark.rule("fa:13.5.5.8/exceptions", example="FC4")
def test_of_infantry_one_more_than_last_turn() -> None:
    """In the first turn as many as one likes; HQs, gas, engineers and militia are of the class."""
    game = buys(summer(), "france")
    game.submit("france", "build", SIX)
    assert sum(isinstance(event, UnitBuilt) for event in game.entries[-1].events) == 6
    next_turn(game)
    buys(game, "france")
    assert refusals(game, "france", "build", (("france: INF", 5), ("france: GAR", 3))) == ["gearing-limit"]
    game.submit("france", "build", (("france: INF", 4), ("france: GAR", 3)))
    assert refusals(game, "france", "build", (("france: INF", 1),)) == ["gearing-limit"]
    assert not game.why_not("buy-stores", (("offensive points", 30),), "france"), "they have no gears"


@pytest.mark.rule("fa:13.5.5.8", example="FC4")
def test_convoy_points_are_ships_by_twos_and_repairs_are_building() -> None:
    """Five points are three ships: next turn four, of which the repaired cruiser is one."""
    game = buys(summer(), "france")
    game.submit("france", "build-convoys", 5)
    next_turn(game)
    buys(game, "france")
    assert refusals(game, "france", "build-convoys", 9) == ["gearing-limit"]
    assert refusals(game, "france", "build-convoys", 8) == []
    (cruiser,) = game.offers("france")["complete-ship"].domain  # type: ignore[attr-defined]
    game.submit("france", "complete-ship", cruiser)
    assert refusals(game, "france", "build-convoys", 7) == ["gearing-limit"]
    game.submit("france", "build-convoys", 6)


@pytest.mark.rule("fa:21.6", example="FC4")
@pytest.mark.rule("fa:13.5.5.8", example="FC4")
@pytest.mark.parametrize("digs", [True, False])
def test_trenches_begin_a_turn_after_the_war(digs: bool) -> None:
    """None in July, one in September, and two in November if that one was built."""
    game = summer()
    assert trenches(game, "france") == 0
    next_turn(game)
    assert trenches(game, "france") == 1
    if digs:
        game.submit("france", "buy-stores", (("entrenchments", 1),))
    next_turn(game)
    assert trenches(game, "france") == 1 + digs


@pytest.mark.rule("fa:13.5.5.8/exceptions", example="FC4")
def test_who_is_attacked_builds_without_limit_and_the_attacker_does_not() -> None:
    """In September the Commonwealth declares war on Germany: it is bound by what it built in peace, and digs nothing."""
    game = summer()
    next_turn(game)
    buys(game, "germany")
    assert refusals(game, "germany", "build", (("germany: INF", 2),)) == ["gearing-limit"]
    assert trenches(game, "germany") == 1
    declare_war(game, power(game, "commonwealth"), power(game, "germany"))
    assert trenches(game, "germany") == 60, "as many as it can pay for"
    game.submit("germany", "build", (("germany: INF", 6),))
    assert trenches(game, "commonwealth") == 0
    assert refusals(game, "commonwealth", "build", (("united-kingdom: INF", 2),)) == ["gearing-limit"]
    game.submit("commonwealth", "build", (("united-kingdom: INF", 1),))


@pytest.mark.rule("fa:21.3", example="FC4")
@pytest.mark.rule("fa:21.7", example="FC4")
@pytest.mark.rule("fa:13.5.5.6")
def test_engineers_and_forts_are_ready_sooner_for_more_points() -> None:
    """Five turns otherwise; for a point engineers in three, for a point a hexside a fort in two."""
    for hurried, ready in ((False, {"ENG": 5, "FORT": 5}), (True, {"ENG": 3, "FORT": 2})):
        game = buys(summer(), "france")
        turn = game.state.get(TURN)
        game.submit("france", "build", (("france: ENG div", 1), ("france: FORT3", 1)))
        while game.decision is not None and game.decision.prompt == "scrap-losses":
            game.submit(next(iter(game.waiting)), "scrap-losses", ())
        built = [event.thing for event in said(game, UnitBuilt) if isinstance(event, UnitBuilt)]
        before = game.enclosing(PowerProduction).points
        for unit in built if hurried else ():
            game.submit("france", "hurry-building", unit)
        assert before - game.enclosing(PowerProduction).points == (1 + 2) * hurried
        where = {str(counter_of(game, unit).type): place_name(game, game.state[PLACE][unit]) for unit in built}
        assert where == {kind: circle_space(turn + turns) for kind, turns in ready.items()}


# ------------------------------------------------------------------------------------------------------------ FC5 budget

ESSEN, COLOGNE, ELSEWHERE = "W0934", "W1033", ("W0435", "W0432", "W0532")


def hard_times(level: int = 10) -> Game:
    """Germany in 1916: it makes 25 points, with a factory bombed and three for its dead; six lie in the Rhineland."""
    game = at_war()
    germany = power(game, "germany")
    game.set(YEAR, 1916)
    for other in range(len(game.state[MORALE])):
        game.write(MORALE, other, 0)
    game.write(MORALE, germany, level * TENTHS)
    for place, points in ((ESSEN, 4), (COLOGNE, 2)):
        game.add(SAVED_POINTS, germany, place_index(game, place), points)
    lose(game, place_index(game, "Berlin"), 5, 1, BombingResult(1, 0))
    game.write(BONUS_POINTS, germany, 3)
    made = next(points for points in range(60) if income_at_home(game, germany, points) == 25)
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(germany, production=made))
    game.state.frames[-1].step = "reckon_build_points"
    game.put_state(game.state)
    return game


@pytest.mark.rule("fa:13.5.3", example="FC5")
@pytest.mark.rule("fa:13.5.3.1", example="FC5")
@pytest.mark.rule("fa:14.1", example="FC5")
def test_saved_points_are_spent_but_make_no_room_at_the_home_front() -> None:
    """31 may be spent, of which ten at home: two fifths of 25, not of 31."""
    game = hard_times()
    (made,) = [event for event in game.record.events if isinstance(event, BuildPointsMade)]
    assert (made.bonus, made.points) == (3, 25)
    assert game.enclosing(PowerProduction).points == 31
    assert game.why_not("buy-stores", (("home front", 11),), "germany")
    game.submit("germany", "buy-stores", (("home front", 10), ("offensive points", 1)))
    assert game.why_not("buy-stores", (("home front", 1),), "germany")
    assert refusals(game, "germany", "buy-stores", (("offensive points", 21),))
    game.submit("germany", "stop-building")
    game.submit("germany", "save-points-in", ((ESSEN, 4), (COLOGNE, 4), *((place, 4) for place in ELSEWHERE)))
    assert [(event.points, event.lost) for event in said(game, PointsSaved) if isinstance(event, PointsSaved)] == [
        (20, 0)
    ]


@pytest.mark.rule("fa:14.1", example="FC5")
@pytest.mark.rule("fa:18", example="FC5")
@pytest.mark.parametrize(("level", "die", "after"), [(10, 3, 11), (10, 4, 10), (None, 1, None)])
def test_a_turn_that_ends_three_tenths_up(level: int | None, die: int, after: int | None) -> None:
    """Twenty from the home front, less what was lost and bombed, two offensive points and a year of war."""
    highest = int(FA.tables().source.chart("morale_start").number("1914", "germany"))  # nobody rises above it
    game = hard_times(highest if level is None else level)
    game.submit("germany", "buy-stores", (("home front", 10), ("offensive points", 1)))
    game.write(LOSSES, power(game, "germany"), 13)
    morale_step(game, [die])
    bill = reckoned(game, "germany")
    reasons = {"losses": -13, "bombing": -1, "offensive points not bought": -2, "weariness": -1, "home front": 20}
    assert {reason: points for reason, points in bill.reasons if points} == reasons
    assert bill.points == 3
    assert morale(game, power(game, "germany")) == (highest if after is None else after)


@pytest.mark.rule("fa:15.4", example="FC5")
@pytest.mark.parametrize(("mobilised", "arriving"), [(False, 5), (True, 6)])
def test_a_mobilised_home_front_gets_a_fifth_more_for_its_points(mobilised: bool, arriving: int) -> None:
    game = hard_times()
    game.set(HOME_FRONT_MOBILISED, mobilised)
    game.submit("germany", "buy-stores", (("offensive points", 5),))
    assert game.state.get(POINTS_ORDERED) == ((power(game, "germany"), game.state.get(TURN) + 2, arriving),)

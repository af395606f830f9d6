"""Findings of the third audit in production and in the air of Fatal Alliances (13.5, 13.7, 16)."""

from __future__ import annotations

from random import Random

import pytest
from front import front
from test_fa_gears_and_budget import buys, next_turn, refusals, summer

from conformance.entry_pools import chosen
from conformance.great_war import AUGUST, CENTRAL, fa_in, initiative, wars
from conformance.positions import power, put
from conformance.shipping import Shipping
from worldfire.engine.game import Game
from worldfire.forces.ground import ground_of
from worldfire.forces.pools import circle_space, repair_pool
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import place_index
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import NEW_HOME, country_named
from worldfire.players.cadet import buying
from worldfire.players.cadet.asking import put_question
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s13_06_1_by_sea import planner
from worldfire.rules.s13_06_1_network import CARRY
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.rules.s13_06_3_bonus_points import BONUS_POINTS, bonus_point_for
from worldfire.rules.s13_06_4_promises import PROMISED, room_for_points, takes_as_a_capital
from worldfire.rules.s13_06_production import BuildPointsMade, PowerProduction, useable_factories
from worldfire.titles.fa.entry.options import RESOURCES_WEST
from worldfire.titles.fa.gearing import BUILT_THIS_TURN, built
from worldfire.titles.fa.latent import JOINING, Joining
from worldfire.titles.fa.saved_points import SAVED_POINTS

HOMES = ("germany", "austria-hungary", "russia")
TWO_GERMANS, TWO_AUSTRIANS = (("germany: INF", 2),), (("austria: INF", 2),)

# ------------------------------------------------------------------------------------------------------- 13.5.5.8 gearing


@pytest.mark.rule("fa:13.5.5.8/exceptions")
@pytest.mark.rule("fa:9.3")
def test_italy_comes_in_and_nothing_limits_its_enemies() -> None:
    """Its entry is a declaration of war like any other; Italy itself, and who is not concerned, are bound by their gears."""
    game = summer()
    declare_war(game, power(game, "austria-hungary"), power(game, "russia"))
    next_turn(game)
    two = {"germany": TWO_GERMANS, "austria-hungary": TWO_AUSTRIANS, "france": (("france: INF", 2),)}
    for name, order in two.items():
        assert refusals(buys(game, name), name, "build", order) == ["gearing-limit"]
    game.push(JOINING.name, Joining(power(game, "italy"), power(game, "france")))
    game.put_state(game.state)
    found = {name: refusals(buys(game, name), name, "build", order) for name, order in two.items()}
    assert found == {"germany": [], "austria-hungary": [], "france": ["gearing-limit"]}


@pytest.mark.rule("fa:13.5.5.8/exceptions")
@pytest.mark.rule("fa:9.3")
def test_a_declaration_frees_the_gears_of_the_whole_side() -> None:
    """The Commonwealth declares war on Germany and is at war with Austria-Hungary by that."""
    game = summer()
    declare_war(game, power(game, "austria-hungary"), power(game, "russia"))
    next_turn(game)
    declare_war(game, power(game, "commonwealth"), power(game, "germany"))
    assert not refusals(buys(game, "austria-hungary"), "austria-hungary", "build", TWO_AUSTRIANS)


# --------------------------------------------------------------------------------------------- 13.5.5.4 captured convoys


@pytest.mark.rule("fa:13.5.5.4")
@pytest.mark.rule("fa:11.9.6.2")
def test_captured_convoy_points_are_repaired_for_a_point_each_in_two_turns() -> None:
    """Two of them are a naval unit, and what is captured comes by twos: nobody waits until there are five."""
    game = summer()
    france, turn = power(game, "france"), game.state.get(TURN)
    game.add(CONVOY_POINTS, france, repair_pool(game, france), 2)
    buys(game, "france", points=10)
    game.submit("france", "repair-convoys", 2)
    assert game.enclosing(PowerProduction).points == 8
    assert game.state.amount(CONVOY_POINTS, france, place_index(game, circle_space(turn + 2))) == 2
    assert built(game, BUILT_THIS_TURN, france)["NAVAL"] == 1


@pytest.mark.rule("fa:13.5.5.8")
def test_a_computer_player_repairs_as_many_as_its_gears_allow() -> None:
    """France has built no ship last turn: one naval unit, which is two of the four convoy points."""
    game = summer()
    next_turn(game)
    france = power(game, "france")
    game.add(CONVOY_POINTS, france, repair_pool(game, france), 4)
    buys(game, "france", points=10)
    assert buying.buy(put_question(game, "france", Random(1))) == ("repair-convoys", 2)


# ------------------------------------------------------------------------------------------------ 13.5.1.2 chains of convoys

ATLANTIC = ("East Coast", "North Atlantic", "Bay of Biscay")


def _british_convoys_for_france(game: Game) -> None:
    """A neutral USA lends France two resources; only the Commonwealth has convoy points on the way."""
    game.set(PROMISED, ((power(game, "usa"), power(game, "france"), 2, 0),))
    for sea in ATLANTIC:
        game.add(CONVOY_POINTS, power(game, "commonwealth"), section_at(game, sea, 0), 5)


@pytest.mark.rule("fa:13.5.1.2")
@pytest.mark.rule("fa:5.2")
@pytest.mark.parametrize(
    ("at_war", "agrees", "arrive"),
    [(True, ("france",), 2), (True, ("usa",), 2), (True, (), 0), (False, ("usa", "france"), 0)],
)
def test_an_active_ally_adds_to_the_chain_of_whoever_gets_american_goods(
    at_war: bool, agrees: tuple[str, ...], arrive: int
) -> None:
    """If the owner tells one of the two that he agrees, and is in the war: the USA are neutral, but the chain is France's."""
    fighting = (wars(("germany", "commonwealth")),) if at_war else ()
    game = fa_in("surrender", AUGUST, *fighting, chosen(RESOURCES_WEST), _british_convoys_for_france)
    game.debug = False
    for name in agrees:
        owner, ally = (seat_of_power(game, power(game, who)) for who in ("commonwealth", name))
        game.state.consents[owner, ally, CARRY.name] = "yes"
    here = Shipping(game).routes_of("usa")
    here.plan("usa", dict(default_plan(game, power(game, "usa"))))
    found = here.sent("france")
    assert len(found) == arrive
    assert all(f"{sea} by commonwealth" in word for word in found.values() for sea in ATLANTIC)


# --------------------------------------------------------------------------------------------------- 13.5.3.1 bonus points


@pytest.mark.rule("fa:13.5.3.1")
@pytest.mark.rule("fa:13.6.1.4")
@pytest.mark.parametrize(("home", "earned"), [("", ["Paris"]), ("algeria", ["Algiers"])])
def test_whoever_fights_on_from_elsewhere_earns_bonus_points_there(home: str, earned: list[str]) -> None:
    """France at home, and France after its conquest with Algeria as the new home of its units."""
    game = front({})
    if home:
        game.write(NEW_HOME, country_named(game, "france"), country_named(game, home))
    corps = put(game, "france INF", "Paris")
    places = ("Paris", "Algiers", "Berlin")
    assert [name for name in places if bonus_point_for(game, corps, place_index(game, name), ())] == earned


# -------------------------------------------------------------------------------------------------------- 13.5.4 lending


@pytest.mark.rule("fa:13.5.4.1")
@pytest.mark.rule("fa:13.5.3.1")
@pytest.mark.parametrize(("bonus", "saved"), [(3, 0), (0, 3), (2, 1)])
def test_bonus_points_and_saved_points_that_are_lent_arrive(bonus: int, saved: int) -> None:
    """Germany makes nothing else this turn; it produces first, and what it has lent is Austria-Hungary's all the same."""

    def lends(game: Game) -> None:
        germany = power(game, "germany")
        game.set(PROMISED, ((germany, power(game, "austria-hungary"), 0, 3),))
        game.write(BONUS_POINTS, germany, bonus)
        game.add(SAVED_POINTS, germany, place_index(game, "Berlin"), saved)

    game = fa_in("production", AUGUST, initiative(CENTRAL), lends)
    game.debug = False
    here = Shipping(game)
    while here.asked[1] == "route-goods":
        plan = default_plan(game, planner(game))
        points = tuple(each for each in plan if each[0].startswith("build point"))
        here.do("route-goods", points)
    while not _points_of(game, "austria-hungary"):
        here.do("stop-building")
    assert _points_of(game, "germany") + _points_of(game, "austria-hungary") == [bonus - 3, 3]


def _points_of(game: Game, name: str) -> list[int]:
    events = (event for entry in game.entries for event in entry.events)
    return [made.points for made in events if isinstance(made, BuildPointsMade) and made.power == power(game, name)]


@pytest.mark.rule("fa:13.5.4.1")
@pytest.mark.rule("fa:15.3.6")
@pytest.mark.parametrize(
    ("name", "towns"),
    [
        ("austria-hungary", {"Vienna": 2, "Budapest": 2, "Prague": 1}),
        ("russia", {"Petrograd": 2, "Moscow": 1, "Minsk": 1}),
    ],
)
def test_two_points_come_to_each_capital_and_austria_hungary_has_two(name: str, towns: dict[str, int]) -> None:
    """Beside one for each factory there and for a major port; Moscow is a capital for morale only."""
    game = fa_in("surrender", AUGUST)
    owner = power(game, name)

    def besides_factories(town: str) -> int:
        place = place_index(game, town)
        port = ground_of(game).ports.get(place) == "major"
        return room_for_points(game, owner, place) - useable_factories(game, owner, place) - port

    assert {town: besides_factories(town) for town in towns} == towns


@pytest.mark.rule("fa:13.5.4.1")
def test_a_second_capital_is_one_of_its_own_home_only() -> None:
    game = fa_in("surrender", AUGUST)
    budapest = place_index(game, "Budapest")
    homes = [name for name in HOMES if takes_as_a_capital(game, country_named(game, name), budapest)]
    assert homes == ["austria-hungary"]

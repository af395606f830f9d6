"""How the cadet runs the economy of a world war: what it lends, where its convoys lie, and what it bids for powers."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import ceil
from random import Random

import pytest

from conformance.turns import campaign_in, controlled, field, in_turn, power_index
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts, Bounds
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, place_index
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES
from worldfire.players import cadet
from worldfire.players.cadet import convoys, lending, patrols
from worldfire.players.cadet.asking import Question, put_question
from worldfire.players.cadet.seascape import Seascape
from worldfire.players.cadet.task_forces import Station
from worldfire.players.table import COURTEOUS, play_seats
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s13_06_1_network import SENT, Sent
from worldfire.rules.s13_06_1_routes import Route, word_of
from worldfire.rules.s24_1_bidding import BIDS
from worldfire.tables.counters import NavalType
from worldfire.titles.campaigns import begin_campaign
from worldfire.titles.exercises import load_exercise

AXIS, ALLIES = 0, 1


@cache
def _world() -> Game:
    """Global War in 1941, before anything is set up."""

    def at_war(game: Game) -> None:
        enemies = (power_index(game, "germany"), power_index(game, "italy"))
        pairs = tuple((power_index(game, "commonwealth"), enemy) for enemy in enemies)
        game.set(AT_WAR, (*game.state.get(AT_WAR), *pairs))

    game: Game = campaign_in("global-war", "declare war", field(ACTIVE_SIDE, ALLIES), in_turn("May/Jun 1941"), at_war)
    return game


@pytest.fixture
def world() -> Game:
    game: Game = _world().fork()
    return game


# ----------------------------------------------------------------------------------------------------------------- lending


def offered(game: Game, giver: str, *allies: str) -> Question:
    """The giver is asked how many resources it lends each of the allies, nine at most."""
    shape = Amounts(tuple(Bounds(ally, 0, 9) for ally in allies), 0, 9 * len(allies))
    question = put_question(game, next(iter(game.waiting)), Random(1))
    return replace(question, args={"power": power_index(game, giver)}, offers={"lend-resources": shape})


def test_resources_go_to_an_ally_whose_factories_wait_for_them(world: Game) -> None:
    """Germany has none to spare in 1939, nor with those that it cannot reach; with fewer factories it has, and sends them."""
    verb, noun = lending.lend_resources(offered(world, "germany", "italy"))
    assert (verb, dict(noun)) == ("lend-resources", {"italy": 0})
    controlled("germany", "Metz", "Lille", "Lyon", "Ploesti", "Timisoara", "Budapest", "Katowice", "Krivoy Rog")(world)
    controlled("germany", "Stalino", "Kursk", "Tula", "Bucharest", "Zagreb")(world)
    verb, noun = lending.lend_resources(offered(world, "germany", "italy"))
    assert dict(noun) == {"italy": 0}
    controlled("commonwealth", "Berlin", "Leipzig", "Kiel", "Hannover", "Hamburg", "Stuttgart", "Essen")(world)
    verb, noun = lending.lend_resources(offered(world, "germany", "italy"))
    assert 0 < dict(noun)["italy"] <= lending._waiting(world, power_index(world, "italy"))


def test_nothing_is_lent_that_would_be_lost_on_the_way(world: Game) -> None:
    """While no convoy lies on the Atlantic, what the USA could spare reaches Canada by rail, and nobody else."""
    question = offered(world, "usa", "commonwealth", "ussr")
    assert lending._waiting(world, power_index(world, "commonwealth")) > 0
    assert dict(lending.lend_resources(question)[1]) == {"commonwealth": 2, "ussr": 0}
    lay(world, "commonwealth", {"Canadian Coast": 5, "North Atlantic": 5, "Faeroes Gap": 5})
    usa, britain = power_index(world, "usa"), power_index(world, "commonwealth")
    assert lending._that_arrive(world.fork(), usa, britain, 9, points=False) == 2 + 5


def lay(game: Game, power: str, points: dict[str, int]) -> None:
    for sea, number in points.items():
        game.add(CONVOY_POINTS, power_index(game, power), section_at(game, sea, 0), number)


# ----------------------------------------------------------------------------------------------------------------- convoys


def test_chains_carry_what_the_factories_lack_and_a_little_more(world: Game) -> None:
    britain = power_index(world, "commonwealth")
    seascape = Seascape(world, ALLIES, (britain,))
    wanted = convoys.demand(seascape, britain, convoys.ENOUGH)
    (home,) = convoys._industrial(seascape, britain)
    factories = convoys._by_country(seascape, britain, convoys._factories)[home]
    resources = convoys._by_country(seascape, britain, convoys._resources)[home]
    most = ceil((factories - resources) * (1 + convoys.OF_RESERVES))
    assert convoys._lacking(seascape, britain) == most
    assert most // 2 <= max(wanted.values()) <= most


def test_spare_points_come_home_only_for_gaps_elsewhere(world: Game) -> None:
    britain = power_index(world, "commonwealth")
    lay(world, "commonwealth", {"Tasman Sea": 20})
    assert not convoys.spare(Seascape(world, ALLIES, (britain,)), britain), "nothing has been sent yet"
    london = word_of(world, Route(place_index(world, "London")))
    world.set(SENT, (Sent(britain, britain, britain, "a resource", london),))
    seascape = Seascape(world, ALLIES, (britain,))
    assert convoys.spare(seascape, britain) == {"Tasman Sea": 19}
    assert convoys.to_take_home(seascape, britain)["Tasman Sea"] > 0
    lay(world, "commonwealth", convoys.demand(seascape, britain, convoys.ENOUGH))
    full = Seascape(world, ALLIES, (britain,))
    assert set(convoys.to_take_home(full, britain).values()) <= {0}


def test_points_go_home_to_where_they_are_needed_next(world: Game) -> None:
    britain = power_index(world, "commonwealth")
    lay(world, "commonwealth", {"Tasman Sea": 30})
    seascape = Seascape(world, ALLIES, (britain,))
    liverpool, sydney = (
        convoys.port_merit(seascape, place_index(world, name), britain) for name in ("Liverpool", "Sydney")
    )
    assert liverpool > sydney


def test_points_that_reach_no_gap_sail_to_a_port_nearer_to_one(world: Game) -> None:
    britain = power_index(world, "commonwealth")
    sydney, perth, capetown = (place_index(world, name) for name in ("Sydney", "Perth", "Cape Town"))
    world.add(CONVOY_POINTS, britain, sydney, 30)
    seascape, ways = Seascape(world, ALLIES, (britain,)), ((sydney, perth), (sydney, capetown))
    (move,) = convoys._nearer_to_gaps(seascape, (britain, sydney, 30), ways)
    assert move.way == ways[1]
    assert not list(convoys._nearer_to_gaps(seascape, (britain, capetown, 30), ((capetown, sydney),)))


def test_convoys_for_an_ally_whose_home_is_invaded(world: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    usa, germany, ussr = (power_index(world, name) for name in ("usa", "germany", "ussr"))
    seascape = Seascape(world, ALLIES, (usa,))
    assert convoys.demand(seascape, usa, convoys.ENOUGH) == {}
    world.set(AT_WAR, (*world.state.get(AT_WAR), (germany, ussr)))
    controlled("germany", "Kiev")(world)
    assert convoys.demand(seascape, usa, convoys.ENOUGH) == {}, "it may not lend yet"
    monkeypatch.setattr(convoys, "may_lend", lambda game, giver, ally, points: ally == ussr)
    assert set(convoys.demand(seascape, usa, convoys.ENOUGH).values()) == {convoys.OF_AID}


def test_nobody_lays_chains_under_the_enemys_guns(world: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    britain = power_index(world, "commonwealth")
    seascape = Seascape(world, ALLIES, (britain,))
    before = convoys.demand(seascape, britain, convoys.ENOUGH)
    assert "North Atlantic" in before
    monkeypatch.setattr(Seascape, "danger", lambda self, sea: 100.0)
    monkeypatch.setattr(Seascape, "cover", lambda self, sea: 10.0)
    assert "North Atlantic" not in convoys.demand(seascape, britain, convoys.ENOUGH)


# -------------------------------------------------------------------------------------------------------------- the fleets


def ships(game: Game, country: str, kind: NavalType) -> list[int]:
    """All of the country, wherever they are."""
    number = game.state.get(COUNTRY_NAMES).index(country)
    owned = (unit for unit, of in enumerate(game.state[COUNTRY]) if of == number)
    return [unit for unit in owned if counter_of(game, unit).type is kind]


def test_submarines_raid_in_packs_where_convoys_are(world: Game) -> None:
    germany, place = power_index(world, "germany"), section_at(world, "North Atlantic", 2)
    kiel, pack = place_index(world, "Kiel"), ships(world, "germany", NavalType.SUB)[:4]
    way = (kiel, place)
    station = Station(kiel, place, tuple((ship, way) for ship in pack))
    assert not list(patrols._raids(Seascape(world, AXIS, (germany,)), station, "North Atlantic"))
    lay(world, "commonwealth", {"North Atlantic": 10})
    (raid,) = patrols._raids(Seascape(world, AXIS, (germany,)), station, "North Atlantic")
    assert len(raid.items) == patrols.MOST_OF_A_PACK
    lay(world, "commonwealth", {"North Atlantic": 5})
    (better,) = patrols._raids(Seascape(world, AXIS, (germany,)), station, "North Atlantic")
    assert better.merit > raid.merit > patrols.OF_A_RAID


def test_convoys_are_escorted_where_submarines_may_come(world: Game) -> None:
    britain = power_index(world, "commonwealth")
    able = ships(world, "united-kingdom", NavalType.SCS)[:8]
    calm, watch = patrols._escort(Seascape(world, ALLIES, (britain,)), able, "North Sea", 10)
    assert len(calm) == 2
    world.write(PLACE, ships(world, "germany", NavalType.SUB)[0], place_index(world, "Kiel"))
    threatened = Seascape(world, ALLIES, (britain,))
    assert threatened.raiders("Baltic Sea") + threatened.raiders("North Sea") > 0
    assert patrols._escort(threatened, able, "North Sea", 10)[1] > watch
    for ship in able[:2]:
        world.write(PLACE, ship, section_at(world, "North Sea", 3))
    assert patrols._escort(Seascape(world, ALLIES, (britain,)), able[2:], "North Sea", 10) == ((), 0.0)


def test_whoever_is_outsailed_counts_all_enemies(world: Game) -> None:
    germany, britain = power_index(world, "germany"), power_index(world, "commonwealth")
    for ship in ships(world, "united-kingdom", NavalType.SCS)[:9]:
        world.write(PLACE, ship, place_index(world, "London"))
    world.write(PLACE, ships(world, "germany", NavalType.SCS)[0], place_index(world, "Kiel"))
    assert Seascape(world, AXIS, (germany,)).is_outsailed
    assert not Seascape(world, ALLIES, (britain,)).is_outsailed


# ----------------------------------------------------------------------------------------------------------------- bidding


@pytest.mark.rule("24.1.2")
def test_computer_players_bid_for_the_powers_and_end_up_even() -> None:
    """Whoever takes the Axis, of whom nothing is expected in the end, pays for it; whoever gets the USSR is paid."""
    groups = {
        "a": ("germany", "italy"),
        "b": ("japan",),
        "c": ("usa", "china"),
        "d": ("commonwealth", "france", "ussr"),
    }
    game = begin_campaign("global-war", bidding=groups, secret=bytes(32), game_id="bids")
    while len(game.state.get(BIDS)) < len(groups):
        (seat,) = game.waiting
        game.submit(seat, *cadet.pick(game, seat, Random(1)))
    bids = [bid for _, bid in game.state.get(BIDS)]
    assert sum(bids) == 0
    assert bids == sorted(bids, reverse=True)
    assert bids[0] > 0 > bids[-1]
    assert max(map(abs, bids)) < 20


# --------------------------------------------------------------------------------------------------------------- courtesy


def test_computer_players_among_themselves_are_courteous_too() -> None:
    assert "cadet" in COURTEOUS
    for courteous, said in (((), False), (("jeremy", "jay"), True)):
        game = load_exercise("lift-for-an-ally").begin(secret=bytes(32), game_id="lift")
        picks = dict.fromkeys(game.seats, cadet.pick)
        play_seats(game, Random(1), picks, watch=lambda game: True, courteous=courteous)
        assert (("jeremy", "jay", "transport") in game.state.consents) is said

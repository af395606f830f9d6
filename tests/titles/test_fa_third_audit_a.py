"""Findings of the third audit in fa:2 to 8 and 12: whose cities supply whom, and what else supplies whom."""

from __future__ import annotations

import pytest
from front import GERMANS, front
from test_fa_audit_collapse import ukraine, within
from test_fa_audit_sea import blockaded
from test_fa_audit_supply_and_goods import I_CORPS, OLYMPIC, WEST

from conformance.positions import power, put, units_at
from conformance.steps import begin_step, find, units
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import YEAR
from worldfire.forces.situation import TURN
from worldfire.forces.things import (
    FACE_DOWN,
    PLACE,
    aboard,
    all_such,
    counter_of,
    place_index,
    place_name,
    turn_face_down,
)
from worldfire.forces.who import CONQUEROR, CONTROLLER, TAKEN, align_country, change_control, country_named, units_of
from worldfire.rules.s02_1_sea_areas import adjacent_seas
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED, exerts_zoc
from worldfire.rules.s02_3_stacking import limit_after_combat, stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import tracer_of_country
from worldfire.rules.s02_4_supply_sources import primary_sources
from worldfire.rules.s02_5_control import CONQUESTS_PASS, send_away
from worldfire.rules.s04_reinforcements import ARRIVALS, Arrivals, Reinforcing, annual_additions, militia_city
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_04_naval_units import convoy_name
from worldfire.rules.s11_13_invasions import INVADED
from worldfire.rules.s11_15_battle import Arrival
from worldfire.rules.s11_15_factors import Reckoning, notional_factor
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import LandType
from worldfire.titles.fa.options.o04_emergency_supply import FED_NOTIONALS, hungry_near
from worldfire.titles.fa.potential_homes import claims_on

MOLTKE = "germany-hq-moltke"


def supplied_from(game: Game, country: str) -> set[int]:
    return {*primary_sources(game, tracer_of_country(game, country_named(game, country)))}


def taken_long_ago(game: Game, place: str, holder: str) -> int:
    here = place_index(game, place)
    change_control(game, here, power(game, holder))
    game.write(TAKEN, here, 0)
    return here


# ------------------------------------------------------------------------------------------------------ 2.2 zones of control


@pytest.mark.rule("fa:2.2")
@pytest.mark.rule("fa:11.11")
def test_invaders_have_a_zone_of_control_and_need_supply_after_their_impulse() -> None:
    game = front({"North Sea 2": [OLYMPIC]}, wars=WEST)
    corps, emden = put(game, I_CORPS, "North Sea 2"), place_index(game, "Emden")
    game.write(PLACE, corps, aboard(find(game, OLYMPIC)))
    begin_step(game, "invasions", "commonwealth")
    game.submit("commonwealth", "invade", ((corps, emden),))
    beside = ground_of(game).crossing.open[emden][0]
    assert not exerts_zoc(game, corps, beside)
    assert in_supply(game, corps)
    game.say(LastImpulseTested(roll=5, needed=1, ended=False))
    put(game, find(game, OLYMPIC), "London")
    put(game, "germany SCS", "North Sea 1")
    game.forget()
    assert exerts_zoc(game, corps, beside)
    assert not in_supply(game, corps)


# -------------------------------------------------------------------------------------------------------------- 2.3 stacking


@pytest.mark.rule("fa:2.3.1.1")
@pytest.mark.parametrize(("options", "ashore"), [((), False), (("1",), True)])
def test_nobody_invades_into_a_place_in_reserve(options: tuple[str, ...], ashore: bool) -> None:
    corps = ("germany-inf-vi", "germany-inf-viii", "germany-inf-ix")
    game = front({"Calais": corps}, options=options)
    calais, three = place_index(game, "Calais"), units(game, *corps)
    assert (stacking_violation(game, calais, three) is None) is ashore
    for unit in three:
        game.write(FRESHLY_LANDED, unit, INVADED)
    game.forget()
    assert stacking_violation(game, calais, three[:2]) is None
    found = stacking_violation(game, calais, three)
    assert found is not None
    assert found.key == "too-many-land-units"
    assert limit_after_combat(game, calais, three) == 2


# ------------------------------------------------------------------------------------------------ 2.4.2, 2.5.1 whose cities


@pytest.mark.rule("fa:2.5.1")
@pytest.mark.rule("fa:2.4.2")
def test_a_city_of_a_potential_home_supplies_whoever_it_is_home_to() -> None:
    game = front({})
    strasbourg = place_index(game, "Strasbourg")
    assert strasbourg in supplied_from(game, "germany")
    taken_long_ago(game, "Strasbourg", "france")
    assert strasbourg in supplied_from(game, "france")
    assert strasbourg not in supplied_from(game, "germany")
    taken_long_ago(game, "Freiburg", "france")
    assert place_index(game, "Freiburg") not in supplied_from(game, "france"), "that is Germany for ever"


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:2.4.2")
def test_a_new_country_is_supplied_from_its_own_cities() -> None:
    game = ukraine("Odessa")
    odessa = place_index(game, "Odessa")
    assert odessa in supplied_from(game, "ukraine")
    assert in_supply(game, put(game, "ukraine INF", "Odessa"))


@pytest.mark.rule("fa:2.5.1")
@pytest.mark.rule("fa:20.3")
def test_every_country_that_may_be_formed_has_land_and_soldiers() -> None:
    game = front({})
    claimed = {name for city in ground_of(game).cities for name in claims_on(game, city)}
    for name in nations_of(game).potential:
        assert name in claimed
        assert units_of(game, country_named(game, name))


@pytest.mark.rule("fa:2.4.2")
@pytest.mark.rule("fa:21.5")
def test_conquered_cities_supply_territorials_unless_the_enemy_has_held_them_this_turn() -> None:
    """Tanganyika is British, and one of its cities French: friendly, but not if it was German in this turn."""
    game = front({}, wars=WEST)
    tanganyika, (city, *_) = country_named(game, "tanganyika"), ground_of(game).cities_of["tanganyika"]
    assert city in supplied_from(game, "tanganyika")
    game.write(CONQUEROR, tanganyika, power(game, "commonwealth"))
    align_country(game, tanganyika, power(game, "commonwealth"))
    for holder, taken, supplies in (("france", 0, True), ("france", 1, False), ("germany", 0, False)):
        game.write(CONTROLLER, city, power(game, holder))
        game.write(TAKEN, city, taken * game.state.get(TURN))
        game.forget()
        assert (city in supplied_from(game, "tanganyika")) is supplies


@pytest.mark.rule("fa:2.4.2.3")
@pytest.mark.rule("fa:8.2.1.4")
@pytest.mark.parametrize(
    ("weather", "supplied"), [("fine", True), ("storm", True), ("snow", False), ("blizzard", False)]
)
def test_a_corps_in_a_port_that_is_iced_in_is_cut_off_from_the_sea(weather: str, supplied: bool) -> None:
    """British troops in Archangel: in winter nothing comes there, nor over the beach beside the harbour."""
    game = front({}, wars=WEST, control={"commonwealth": ["Archangel"]}, weather=weather)
    assert in_supply(game, put(game, I_CORPS, "Archangel")) is supplied


# ------------------------------------------------------------------------------------------------------ 2.4.3 limited sources


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:2.4.4.3")
@pytest.mark.parametrize(("named", "sailing", "used"), [(0, 2, 2), (4, 4, 0), (4, 3, 0), (4, 5, 5), (2, 3, 3)])
def test_a_port_supplies_convoy_points_too(named: int, sailing: int, used: int) -> None:
    """Out of supply they are marked as used when they come to rest; those that the port is named for set out first."""
    here = blockaded(points=8)
    germany, tsingtao = power(here.game, "germany"), place_index(here.game, "Tsingtao")
    if named:
        here.game.submit("germany", "designate-supply", (convoy_name(germany, tsingtao, named),))
    here.sail("germany", [convoy_name(germany, tsingtao, sailing)], "China Sea 0")
    here.calmly()
    assert here.points("germany", "China Sea 0") == (sailing, used)


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:2.3.1.3")
def test_two_convoy_points_take_the_place_of_a_ship() -> None:
    here = blockaded(("S0", "germany SCS"), ("S1", "germany SCS"), ("GAR", "germany GAR"), points=8)
    germany, tsingtao = power(here.game, "germany"), place_index(here.game, "Tsingtao")
    two, four = (convoy_name(germany, tsingtao, points) for points in (2, 4))

    def refused(*items: int | str) -> list[str]:
        return [why.key for why in here.game.why_not("designate-supply", items, "germany")]

    assert refused(*here.ids("S0", "S1"), four) == ["source-is-limited"]
    assert refused(here["GAR"], two) == ["source-is-limited"]
    assert refused(two, four) == ["one-source-at-a-time"]
    here.game.submit("germany", "designate-supply", (*here.ids("S0"), four))
    assert refused(here["S1"]) == ["source-is-limited"]
    assert refused(here["GAR"]) == ["source-is-limited"]


# ------------------------------------------------------------------------------------------------ 2.4.4 emergency HQ supply


@pytest.mark.rule("fa:2.4.4/emergency hq supply")
@pytest.mark.rule("fa:2.4.2.3")
@pytest.mark.parametrize("closed", [False, True])
def test_the_path_to_an_hq_that_feeds_may_lead_overseas(closed: bool) -> None:
    """Moltke feeds a corps in Cherbourg from Brest, unless the French are at sea between them."""
    game = front({"Brest": [MOLTKE], "Cherbourg": GERMANS[:1]}, options=("4",))
    ports = [place_index(game, name) for name in ("Brest", "Cherbourg")]
    for place in ports:
        game.write(CONTROLLER, place, power(game, "germany"))
    between = set.intersection(*({*ground_of(game).sea_of(place)} for place in ports))
    around = {sea for area in between for sea in adjacent_seas(game, area)} - between
    for sea in {*around, *(between if closed else ())}:
        put(game, "france SCS", f"{sea} 1")
    game.forget()
    corps = find(game, GERMANS[0])
    assert not in_supply(game, corps)
    assert hungry_near(game, find(game, MOLTKE), (corps,)) == (() if closed else (corps,))


@pytest.mark.rule("fa:2.4.4/emergency hq supply")
@pytest.mark.rule("fa:11.12.1.4")
def test_an_hq_feeds_a_notional_unit() -> None:
    """Germans hold Amsterdam and a hex beside it, with the Dutch between them and home; the British land."""
    game = front({"North Sea 2": [OLYMPIC, "commonwealth SCS"]}, wars=WEST, options=("4",))
    corps, amsterdam, moltke = put(game, I_CORPS, "North Sea 2"), place_index(game, "Amsterdam"), find(game, MOLTKE)
    beside = ground_of(game).crossing.open[amsterdam][1]
    game.write(PLACE, moltke, beside)
    game.write(PLACE, corps, aboard(find(game, OLYMPIC)))
    for place in (amsterdam, beside):
        game.write(CONTROLLER, place, power(game, "germany"))
    begin_step(game, "invasions", "commonwealth")
    game.submit("commonwealth", "invade", ((corps, amsterdam),))
    landing = Reckoning(amsterdam, (corps,), (), (Arrival(corps, "invasion", 2, True),), True)
    before = notional_factor(game, landing)
    begin_step(game, "step: land combat", "commonwealth")
    game.submit("germany", "feed-units", ((f"notional {amsterdam}", moltke),))
    assert notional_factor(game, landing) == before + 1
    assert "feed-units" not in game.announcements("germany")
    game.say(LastImpulseTested(roll=5, needed=1, ended=False))
    assert game.state[FACE_DOWN][moltke]
    assert not game.state.get(FED_NOTIONALS)


# ------------------------------------------------------------------------------------------------------ 2.5.3 changing control


@pytest.mark.rule("fa:2.5.3")
@pytest.mark.rule("fa:9.3")
@pytest.mark.parametrize("enemy", ["russia", "france"])
def test_what_a_minor_took_passes_to_its_power_however_that_comes_to_war(enemy: str) -> None:
    """Serbia holds Temesvar while Russia is not at war with Austria; a declaration on France draws Russia in."""
    wars = (("austria-hungary", "serbia"), ("germany", "russia"), ("germany", "france"))
    game = front({}, wars=wars, aligned=(("serbia", "russia"),))
    temesvar = place_index(game, "Temesvar")
    change_control(game, temesvar, power(game, "serbia"))
    declare_war(game, power(game, "austria-hungary"), power(game, enemy))
    assert at_war(game, power(game, "austria-hungary"), power(game, "russia"))
    owed = [each for each in game.state.queue if each.procedure == CONQUESTS_PASS.name]
    game.state.queue = ()
    for each in owed:
        within(game, each.procedure, each.locals)
    assert game.state[CONTROLLER][temesvar] == power(game, "russia")


# -------------------------------------------------------------------------------------------------------- 4 reinforcements


@pytest.mark.rule("fa:2.5.4")
@pytest.mark.rule("fa:4.2.1")
def test_a_ship_that_had_to_leave_its_port_comes_back_to_a_port() -> None:
    """However it lay there: only ships whose first cycle is over go into the construction pool."""
    game = front({"Cherbourg": ["germany SCS"]})
    (ship,) = units_at(game, "Cherbourg")
    turn_face_down(game, ship)
    send_away(game, place_index(game, "Cherbourg"), (ship,))
    circle = game.state[PLACE][ship]
    within(game, ARRIVALS.name, Arrivals(power(game, "germany"), (ship,), circle))
    game.submit("germany", "place-unit", place_index(game, "Kiel"))
    assert game.state[PLACE][ship] == place_index(game, "Kiel")
    assert not game.state[FACE_DOWN][ship]


@pytest.mark.rule("fa:4.2.1")
def test_every_militia_names_a_city_of_the_map() -> None:
    """One that names none could never arrive."""
    game = front({})
    militia = all_such(game, lambda counter: counter.type is LandType.MIL)
    cities = {counter_of(game, unit).id: militia_city(game, unit) for unit in militia}
    assert cities
    assert {name for name, city in cities.items() if city not in ground_of(game).cities} == set()


@pytest.mark.rule("fa:4.1.1")
def test_partisans_of_the_year_join_their_pool_whoever_rules_their_country() -> None:
    """Libya is Italian when its horsemen of 1917 are added."""
    game = front({})
    game.set(TURN, turn_number("Jan/Feb 1917"))
    game.set(YEAR, 1917)
    assert game.state[CONQUEROR][country_named(game, "libya")] == power(game, "italy")
    horsemen = units(game, "partisans-libya-part-senussi-cav", "partisans-arabia-part-lawrence-cav")
    annual_additions.run(game, Reinforcing())
    assert {place_name(game, game.state[PLACE][unit]) for unit in horsemen} == {"partisans"}

"""13.3.2 What US entry options do: builds, occupations, canals, actions, repairs, reserves; 13.3.3 whom the USA has barred."""

from __future__ import annotations

from typing import Any

import pytest
from test_s13_03_2_closed_places import ids
from test_s13_03_us_entry import ALLIES, at_options, wars
from turns import Change, controlled, field, in_turn, play, power_index, prompt, put, unit
from us_markers import chosen, markers, us_game
from us_markers import pool as values

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.state import Frame
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import CO_OPERATING, CONVOY_POINTS, TURN
from worldfire.forces.things import PLACE, place_index, place_name, things_at
from worldfire.forces.turn import ACTIVE_SIDE, controls
from worldfire.forces.who import COUNTRY_NAMES, FALLEN_POWER, POWER
from worldfire.rules.s05_lending import may_lend
from worldfire.rules.s10_actions import action_types
from worldfire.rules.s11_04_sea_passages import canal_is_open, may_pass
from worldfire.rules.s11_05_4_committing import TAKES_PART, Force, Stack, convoys_fight, fights
from worldfire.rules.s13_06_1_network import carries_for
from worldfire.rules.s13_06_production import (
    GEARING,
    PowerProduction,
    UnitBuilt,
    cost_of,
    in_dock,
    pool_violation,
    pools_of,
)
from worldfire.titles.wif.nations.us_entry.building import HELPED, US_STARTED
from worldfire.titles.wif.nations.us_entry.burma_road import is_road_open_to, is_shut_to_goods
from worldfire.titles.wif.nations.us_entry.conditions import BURMA_ROAD_CLOSED, DECLARED
from worldfire.titles.wif.nations.us_entry.moving import BARRED_BY_USA, BarredByUsa
from worldfire.titles.wif.nations.us_entry.occupying import hexes_of, islands_are_transferred, us_occupies
from worldfire.titles.wif.nations.us_entry.permissions import SUEZ_CLOSED, guard_units
from worldfire.titles.wif.nations.us_entry.pools import ENTRY, JAPAN


def waiting(*changes: Change) -> Game:
    return us_game("US entry", in_turn("Jan/Feb 1941"), *changes)


# ---------------------------------------------------------------------------------------------------------- building


def why_not(game: Game, power: str, kind: str) -> str:
    """Why the power may build nothing from its first pool of this kind that is not empty."""
    number = power_index(game, power)
    work = PowerProduction(number, points=99)
    for name, pool in pools_of(game, number).items():
        if kind in name.split() and things_at(game, pool):
            found = pool_violation(game, work, pool)
            return "" if found is None else found.key
    raise LookupError(kind)


def pool_names(game: Game, power: str, kind: str) -> list[str]:
    pools = pools_of(game, power_index(game, power))
    return [name for name, pool in pools.items() if kind in name.split() and things_at(game, pool)]


@pytest.mark.rule("13.3.2 option 1")
@pytest.mark.rule("13.3.2 option 22")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("13.6.5/limitations")
def test_china_builds_no_aircraft_and_the_usa_no_amphibious_ships_without_their_options() -> None:
    for power, kind, option in (("china", "FTR", 1), ("usa", "AMPH", 22)):
        counter = ids(waiting(), power, kind)[0]
        for options, key in (((), "build-needs-option"), ((option,), "")):
            game = waiting(chosen(*options))
            number, thing = power_index(game, power), unit(game, counter)
            pool = pool_of(game, thing)
            game.write(PLACE, thing, pool)
            found = pool_violation(game, PowerProduction(number, points=99), pool)
            assert ("" if found is None else found.key) == key


@pytest.mark.rule("13.3.2 option 12")
@pytest.mark.rule("13.3.2 option 28")
@pytest.mark.rule("13.3.2")
def test_the_neutral_usa_starts_few_land_units() -> None:
    """One of infantry or cavalry class; two of infantry class or one other under selective service; then any number."""
    game = waiting()
    usa, infantry, armour = power_index(game, "usa"), pool_names(game, "usa", "INF")[0], pool_names(game, "usa", "ARM")

    def allowed(game: Game, *order: tuple[str, int]) -> bool:
        return GEARING(game, order, usa) is None

    assert allowed(game, (infantry, 1))
    assert not allowed(game, (infantry, 2))
    assert why_not(game, "usa", "ARM") == "usa-starts-few-land-units"
    game = waiting(chosen(12))
    assert allowed(game, (infantry, 2))
    assert not allowed(game, (infantry, 3))
    assert allowed(game, (armour[0], 1))
    assert not allowed(game, (armour[0], 1), (infantry, 1))
    assert not allowed(waiting(chosen(12), field(US_STARTED, ("INF",))), (infantry, 2))
    assert allowed(waiting(chosen(12, 22, 28)), (infantry, 9), (armour[0], 2))
    assert allowed(waiting(wars(("usa", "japan"))), (infantry, 9))


@pytest.mark.rule("13.3.2 option 16")
@pytest.mark.rule("13.3.2", example="WF2-047")
def test_the_gift_of_destroyers_makes_ten_ships_cheaper() -> None:
    """One build point each, for starting, completing or repairing: a ship that is begun and finished counts twice."""
    game = waiting()
    ship = unit(game, next(one for one in ids(game, "commonwealth", "SCS")))
    before = cost_of(game, ship)
    game = waiting(chosen(16))
    assert cost_of(game, ship) == max(0, before - 1)
    for _ in range(2):
        game.say(UnitBuilt(thing=ship, cost=1, turn=game.state.get(TURN)))
    assert game.state.get(HELPED) == 2
    assert cost_of(waiting(chosen(16), field(HELPED, 10)), ship) == before
    assert cost_of(waiting(chosen(16), wars(("usa", "japan"))), ship) == before


# ------------------------------------------------------------------------------------------------------- occupations


@pytest.mark.rule("13.3.2 option 7")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("2.5.4")
def test_greenland_and_iceland_are_occupied_at_once() -> None:
    """Only after an Axis attack on Denmark; Allied units there come back two turns later."""
    attacked = field(DECLARED, (("germany", "denmark"),))
    corps = "cw-inf-i"
    game = at_options(attacked, markers(ge=(5, 5), common=(0,)), dice=(10,))
    corps = ids(game, "commonwealth", "INF")[0]
    game = at_options(
        attacked,
        markers(ge=(5, 5), common=(0,)),
        controlled("commonwealth", "Reykjavik"),
        put("Reykjavik", corps),
        dice=(10,),
    )
    play(game, "usa", "choose-entry-option", 7)
    assert all(controls(game, power_index(game, "usa"), place) for place in hexes_of(game, "iceland"))
    assert game.state[POWER][game.state.get(COUNTRY_NAMES).index("greenland")] == power_index(game, "usa")
    assert place_name(game, game.state[PLACE][unit(game, corps)]).startswith("production circle")
    barred = at_options(attacked, markers(ge=(5, 5), common=(0,)), put("Reykjavik", ids(game, "germany", "INF")[0]))
    shape: Any = barred.offers("usa")["choose-entry-option"]
    assert 7 not in shape.domain


def declare_nothing(game: Game) -> None:
    """Nobody declares war, claims or aligns anything."""
    declined = {
        "declare-war": "declare-no-war",
        "attempt-war": "attempt-no-war",
        "claim-region": "claim-nothing",
        "align-minor": "align-nobody",
    }
    while prompt(game) in declined:
        play(game, next(iter(game.waiting)), declined[prompt(game)])


@pytest.mark.rule("13.3.2 option 18")
@pytest.mark.rule("13.3.2")
def test_the_azores_are_taken_once_gibraltar_is_lost() -> None:
    game = us_game(
        "declare war",
        field(ACTIVE_SIDE, ALLIES),
        in_turn("Jan/Feb 1941"),
        chosen(18),
        controlled("germany", "Gibraltar"),
    )
    declare_nothing(game)
    assert (prompt(game), tuple(game.waiting)) == ("occupy-place", ("usa",))
    play(game, "usa", "occupy-place")
    assert all(controls(game, power_index(game, "usa"), place) for place in hexes_of(game, "azores"))
    game.write(FALLEN_POWER, power_index(game, "usa"), 1)
    assert us_occupies.run(game, None) is None, "a fallen power takes nothing over"


@pytest.mark.rule("13.3.2 option 44")
@pytest.mark.rule("13.3.2")
def test_the_commonwealth_must_agree_to_give_up_northern_ireland() -> None:
    for answer, taken in (("agree-to-occupation", True), ("refuse-occupation", False)):
        game = us_game("declare war", field(ACTIVE_SIDE, ALLIES), in_turn("Jan/Feb 1942"), chosen(44))
        declare_nothing(game)
        play(game, "usa", "occupy-place")
        assert (prompt(game), tuple(game.waiting)) == ("agree-to-occupation", ("commonwealth",))
        play(game, "commonwealth", answer)
        assert controls(game, power_index(game, "usa"), place_index(game, "Belfast")) is taken


@pytest.mark.rule("13.3.2 option 37")
@pytest.mark.rule("13.3.2")
def test_atlantic_islands_are_transferred_with_those_who_are_there() -> None:
    game = waiting(put("Bermuda", "cw-mot-1-can"))
    islands_are_transferred(game)
    assert controls(game, power_index(game, "usa"), place_index(game, "Bermuda"))
    assert place_name(game, game.state[PLACE][unit(game, "cw-mot-1-can")]).endswith("(Bermuda)")


# ------------------------------------------------------------------------------------------ canals, actions, docks, guard


@pytest.mark.rule("13.3.2 option 33")
@pytest.mark.rule("11.4.4/option 7")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("11.4.4")
def test_the_usa_closes_the_panama_canal() -> None:
    """Its side may still pass, unless it says no; others only if it says yes."""
    held = controlled("usa", "Panama")
    for options, japan_passes in (((), True), ((33,), False)):
        game = waiting(held, chosen(*options))
        for power, passes in (("usa", True), ("commonwealth", True), ("japan", japan_passes)):
            assert may_pass(game, power_index(game, power), "Gulf of Panama", "Caribbean Sea") is passes
    game.give_consent("usa", "japan", "panama canal", "yes")
    assert may_pass(game, power_index(game, "japan"), "Gulf of Panama", "Caribbean Sea")


@pytest.mark.rule("13.3.3 action 38")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("11.4.4")
def test_the_commonwealth_closes_the_suez_canal() -> None:
    game = waiting()
    italy = power_index(game, "italy")
    assert may_pass(game, italy, "Eastern Mediterranean", "Red Sea")
    closed = waiting(field(SUEZ_CLOSED, True), controlled("commonwealth", "Suez"))
    assert not may_pass(closed, italy, "Eastern Mediterranean", "Red Sea")
    assert not canal_is_open(closed, italy, "Suez")
    assert may_pass(closed, power_index(closed, "france"), "Eastern Mediterranean", "Red Sea")


@pytest.mark.rule("13.3.2 option 25")
@pytest.mark.rule("13.3.2 option 39")
@pytest.mark.rule("13.3.2 option 45")
@pytest.mark.rule("13.3.2")
def test_manoeuvres_repairs_and_the_national_guard() -> None:
    game = waiting()
    usa = power_index(game, "usa")
    assert set(action_types(game, usa)) == {"pass", "combined"}
    assert len(action_types(waiting(chosen(45)), usa)) > 2
    ship = unit(game, ids(game, "commonwealth", "SCS")[0])

    def damaged(game: Game) -> None:
        game.write(PLACE, ship, place_index(game, "repair pool of commonwealth"))

    assert ship not in in_dock(waiting(damaged), usa)
    assert ship in in_dock(waiting(damaged, chosen(25)), usa)
    assert guard_units(game) == ()
    assert guard_units(waiting(wars(("usa", "japan")), chosen(39))) == ()


@pytest.mark.rule("13.3.3")
def test_whom_the_usa_has_barred() -> None:
    """Neither giving nor getting, nor any co-operation; Free France pays for France."""
    at_war = wars(("germany", "commonwealth"), ("germany", "france"), ("usa", "germany"))
    game = waiting(at_war, chosen(15, 27))
    usa, france, commonwealth = (power_index(game, name) for name in ("usa", "france", "commonwealth"))
    game.set(CO_OPERATING, ((usa, france), (usa, commonwealth)))
    assert may_lend(game, usa, france, False)
    game.set(BARRED_BY_USA, (france,))
    game.say(BarredByUsa(power=france))
    assert not may_lend(game, usa, france, False)
    assert not may_lend(game, france, usa, True)
    assert game.state.get(CO_OPERATING) == ((usa, commonwealth),)


@pytest.mark.rule("13.3.2 option 32")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("13.6.1/transporting resources by sea")
def test_neutral_us_convoys_carry_to_china_and_under_option_32_to_other_friends() -> None:
    fighting = wars(("germany", "commonwealth"))
    game = waiting(fighting)
    usa, commonwealth, china, japan = (power_index(game, name) for name in ("usa", "commonwealth", "china", "japan"))
    assert not carries_for(game, usa, usa, commonwealth)
    assert not carries_for(game, usa, commonwealth, china)
    assert carries_for(game, usa, usa, japan), "what it owes Japan it carries itself"
    assert carries_for(waiting(fighting, chosen(32)), usa, usa, commonwealth)
    assert not carries_for(waiting(fighting, chosen(32)), usa, commonwealth, china)
    assert carries_for(waiting(fighting, chosen(9)), usa, commonwealth, china)
    assert carries_for(waiting(fighting, wars(("usa", "germany"))), usa, usa, commonwealth)


@pytest.mark.rule("13.3.2 option 24")
@pytest.mark.rule("13.3.3 action 6")
@pytest.mark.rule("13.3.3")
@pytest.mark.rule("13.3.2")
def test_japan_closes_the_burma_road_and_option_24_opens_it_again() -> None:
    """Before option 9 only China uses it; whoever is at war with Japan may always."""
    game = at_options(chosen(9), markers(ja=(5,) * 5, common=(0, 0)), field(BURMA_ROAD_CLOSED, True), dice=(10,))
    commonwealth, china = power_index(game, "commonwealth"), power_index(game, "china")
    rangoon = place_index(game, "Rangoon")
    assert not is_road_open_to(game, commonwealth)
    assert is_shut_to_goods(game, commonwealth, china, rangoon)
    assert is_road_open_to(game, china)
    play(game, "usa", "choose-entry-option", 24)
    assert is_road_open_to(game, commonwealth)
    assert not is_shut_to_goods(game, commonwealth, china, rangoon)
    assert not is_road_open_to(waiting(), commonwealth)
    assert is_road_open_to(waiting(wars(("japan", "commonwealth"))), commonwealth)


@pytest.mark.rule("13.3.3")
def test_japan_says_so_in_any_step() -> None:
    """5 points: a die of 5 or less brings a marker against Japan."""
    game = us_game("US entry", in_turn("Jan/Feb 1941"), markers(common=(3, 3)), dice=(5, 0))
    state = game.state.copy()
    state.frames.insert(0, Frame("play", "begin_turn", None))
    game.resume(state, game.entries, game.head)
    play(game, "japan", "close-burma-road")
    assert game.state.get(BURMA_ROAD_CLOSED)
    assert values(game, ENTRY, JAPAN) == (3,)
    with pytest.raises(Refused):
        play(game, "japan", "close-burma-road")


# ------------------------------------------------------------------------------------------------------- escorts at sea


def in_the_atlantic(*changes: Change, sea: str = "North Atlantic") -> tuple[Game, int, int]:
    """A British convoy with a US ship in the 0 section and a German submarine at sea: (game, US ship, submarine)."""
    blank = waiting()
    ship, submarine = ids(blank, "usa", "SCS")[0], ids(blank, "germany", "SUB")[0]

    def convoy(game: Game) -> None:
        game.add(CONVOY_POINTS, power_index(game, "commonwealth"), place_index(game, f"{sea} 0"), 10)

    game = waiting(
        wars(("germany", "commonwealth")), convoy, put(f"{sea} 0", ship), put(f"{sea} 2", submarine), *changes
    )
    return game, unit(game, ship), unit(game, submarine)


@pytest.mark.rule("13.3.2 option 11")
@pytest.mark.rule("13.3.2 option 29")
@pytest.mark.rule("13.3.2")
@pytest.mark.rule("9.8")
@pytest.mark.parametrize(
    ("options", "sea", "takes_part"),
    [
        ((), "North Atlantic", False),
        ((11,), "North Atlantic", False),
        ((11,), "East Coast", True),
        ((11, 29), "North Atlantic", True),
        ((11, 29), "Bay of Biscay", False),
        ((11, 29, 38), "Bay of Biscay", True),
    ],
)
def test_us_ships_escort_where_an_option_lets_them(options: tuple[int, ...], sea: str, takes_part: bool) -> None:
    """They take part, but they start nothing."""
    game, ship, submarine = in_the_atlantic(chosen(*options), sea=sea)
    hunters = Force((submarine,))
    assert TAKES_PART(game, ship, hunters) is takes_part
    assert not fights(game, ship, hunters)


@pytest.mark.rule("13.3.2 option 38")
@pytest.mark.rule("13.3.2 option 20")
@pytest.mark.rule("9.8/us escorts")
@pytest.mark.rule("13.3.2")
def test_five_us_ships_escort_and_only_convoys_that_are_hunted() -> None:
    game, ship, submarine = in_the_atlantic(chosen(38))
    others = [unit(game, name) for name in ids(game, "usa", "SCS")[1:7]]
    for other in others:
        game.write(PLACE, other, place_index(game, "North Atlantic 0"))
    hunters = Force((submarine,))
    assert sum(TAKES_PART(game, one, hunters) for one in (ship, *others)) == 5
    italian = unit(game, ids(game, "italy", "SUB")[0])
    assert not TAKES_PART(game, ship, Force((italian,))), "not at war with anybody's convoys here"


@pytest.mark.rule("13.3.2 option 50")
@pytest.mark.rule("13.3.2")
def test_unrestricted_naval_warfare_and_convoys_in_war_zones() -> None:
    game, ship, submarine = in_the_atlantic(chosen(50))
    assert fights(game, ship, Force((submarine,)))
    assert fights(game, submarine, Force((ship,)))
    convoy = Stack(power_index(game, "usa"), place_index(game, "North Atlantic 0"), 5)
    for options, hunted in (((), False), ((32,), True)):
        game, _, submarine = in_the_atlantic(chosen(*options))
        assert fights(game, submarine, Force((), (convoy,))) is hunted
        assert convoys_fight(game, convoy.power, Force((submarine,))) is hunted

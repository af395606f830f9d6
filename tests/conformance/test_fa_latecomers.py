"""fa:9.7, 15.4, 21.2, 21.3, 21.5, 21.7, 21.9, 22.1, 22.2: who comes later, rides further, or is hurried."""

from __future__ import annotations

import pytest
from entry_pools import chosen, markers
from great_war import ALLIES, AUGUST, CENTRAL, fa_in, impulse_of, initiative, wars
from turns import Change, field, in_turn, play, power_index

from conformance.positions import country, power
from conformance.steps import find, said
from titles.front import front
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.forces.layout import SET_ASIDE
from worldfire.forces.partisans import SOIL, all_partisans
from worldfire.forces.pools import PARTISANS, circle_space
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import PLACE, board_of, counter_of, move, place_index, place_name, things_at
from worldfire.forces.who import (
    CONQUEROR,
    NOBODY,
    POWER,
    change_control,
    change_country,
    found_power,
    power_of,
    units_of,
)
from worldfire.rules.s02_3_stacking import AIRCRAFT_BASE
from worldfire.rules.s02_4_supply_limits import tracer_of_country
from worldfire.rules.s02_4_supply_sources import primary_sources
from worldfire.rules.s04_reinforcements import return_to_pool
from worldfire.rules.s09_06_aligning import MinorAligned, SettingUp
from worldfire.rules.s09_war import reserves
from worldfire.rules.s10_actions import action_types
from worldfire.rules.s11_04_1_naval_moves import sails_as_one
from worldfire.rules.s11_07_strategic_bombardment import Bombed
from worldfire.rules.s11_10_entry import politics_violation
from worldfire.rules.s13_01_3_partisan_effects import partisan_abroad_violation
from worldfire.rules.s13_01_partisans import may_be_reused
from worldfire.rules.s13_06_1_by_sea import ESCORTS_GOODS
from worldfire.rules.s13_06_production import (
    PRODUCTION_OF_A_POWER,
    PowerProduction,
    factories_in,
    start_building,
    useable_factories,
)
from worldfire.rules.s13_07_5_liberation import CountryLiberated
from worldfire.rules.s13_07_5_reversion import CountryReverted
from worldfire.rules.s13_07_conquest import Conquest, countries_fall
from worldfire.rules.s14_air_combat import AirCombat, backing_strength
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s24_1_set_up import POWER_SET_UP, PowerSetUp, layout_of
from worldfire.titles.fa.divisions import break_down_violation
from worldfire.titles.fa.entry.deeds import DECLARATIONS_DUE
from worldfire.titles.fa.entry.northern_ireland import TAKEN_OVER
from worldfire.titles.fa.latecomers import LIMAN_HAS_COME
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_events import for_bombing
from worldfire.titles.fa.morale_step import MoraleChanged
from worldfire.titles.fa.names import TSAR
from worldfire.titles.fa.offensive_builds import PILOTS_IN_TRAINING, pilots_come_along
from worldfire.titles.fa.pilots import needs_pilot
from worldfire.titles.fa.politics.benefits import PASSAGE, RESOURCES, grants, sends_everything
from worldfire.titles.fa.politics.events.uprisings import LAWRENCES_CAVALRY, RIDING, SENUSSI_CAVALRY
from worldfire.titles.fa.politics.flags import FLAG, is_ally_of
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.rushing import BuildingHurried
from worldfire.titles.fa.special_units import LETTOW, LIMAN


def turks_at_war(game: Game) -> None:
    found_power(game, power_index(game, "ottoman-empire"), power_index(game, "germany"))
    wars(("ottoman-empire", "russia"), ("ottoman-empire", "commonwealth"))(game)


def place_of(game: Game, name: str) -> str:
    return place_name(game, game.state[PLACE][find(game, name)])


def beside_the_map(name: str, place: str) -> Change:
    return lambda game: move(game, find(game, name), place_index(game, place))


# -------------------------------------------------------------------------------------------------------------- reserves


@pytest.mark.rule("fa:9.7")
@pytest.mark.rule("fa:16.4.1")
@pytest.mark.rule("fa:21.8")
def test_only_reserves_are_called_out() -> None:
    """Aircraft without a pilot and raiders in hiding wait in the same pool, and stay there."""
    game = front({})
    germany, pool = power(game, "germany"), place_index(game, "reserve pool of germany")
    before = set(reserves(game, germany))
    for name in ("germany-ftr-fokker-e-iii", LETTOW):
        move(game, find(game, name), pool)
    assert set(reserves(game, germany)) == before
    assert before


@pytest.mark.rule("fa:22.1")
@pytest.mark.rule("fa:9.7")
@pytest.mark.parametrize(("level", "comes"), [(8, False), (7, True)])
def test_the_tsar_takes_command_when_morale_is_seven(level: int, comes: bool) -> None:
    game = front({})
    russia = power(game, "russia")
    game.say(MoraleChanged(power=russia, before=9, after=level))
    assert (place_of(game, TSAR) == "reserve pool of russia") is comes


# ------------------------------------------------------------------------------------------------------- Liman von Sanders


@pytest.mark.rule("fa:21.9")
@pytest.mark.parametrize(
    ("turn", "built", "comes"),
    [("Jan/Feb 1915", False, True), ("Nov/Dec 1914", False, False), ("Jan/Feb 1915", True, False)],
)
def test_liman_goes_with_the_advisors(turn: str, built: bool, comes: bool) -> None:
    """From 1915 on, for nothing, in two turns; not if he has been built before."""
    game = fa_in(
        "play",
        AUGUST,
        turks_at_war,
        in_turn(turn),
        field(POLITICAL_POINTS, (10, 0)),
        field(LIMAN_HAS_COME, built),
        initiative(CENTRAL),
        dice=(0,) * 4,
    )
    play(game, "germany", "send-military-advisors", "ottoman-empire")
    assert (place_of(game, LIMAN) == circle_space(game.state.get(TURN) + 2)) is comes


@pytest.mark.rule("fa:21.9")
@pytest.mark.parametrize(
    ("place", "leads"), [("Istanbul", True), ("Jerusalem", True), ("Baghdad", True), ("Berlin", False)]
)
def test_in_ottoman_lands_liman_is_an_ottoman_hq_too(place: str, leads: bool) -> None:
    """Its provinces of 1914 among them."""
    game = front({place: [LIMAN]})
    turk = find(game, "ottoman-empire-inf-i")
    assert (cooperation_violation(game, find(game, LIMAN), turk) is None) is leads


# ------------------------------------------------------------------------------------------------------------------- events


@pytest.mark.rule("fa:13.1.3")
@pytest.mark.rule("fa:15.4")
def test_where_horsemen_ride() -> None:
    """The Senussi in Libya and Egypt and beside Ottomans, Lawrence in Arabia though it is neutral; nobody sends them away."""
    game = fa_in("surrender", AUGUST, turks_at_war, wars(("commonwealth", "germany")), initiative(CENTRAL))
    senussi, lawrence = find(game, SENUSSI_CAVALRY), find(game, LAWRENCES_CAVALRY)
    for unit, soil in ((senussi, "libya"), (lawrence, "arabia")):
        game.write(SOIL, unit, country(game, soil))
    game.set(RIDING, (SENUSSI_CAVALRY, LAWRENCES_CAVALRY))
    tobruk, cairo, tunis = (place_index(game, name) for name in ("Tobruk", "Cairo", "Tunis"))
    assert [partisan_abroad_violation(game, senussi, place) is None for place in (tobruk, cairo, tunis)] == [
        True,
        True,
        False,
    ]
    arabia = next(place for place in range(len(board_of(game))) if board_of(game).tables.country[place] == "Arabia")
    assert politics_violation(game, lawrence, arabia) is None
    assert partisan_abroad_violation(game, lawrence, tobruk) is not None
    assert cooperation_violation(game, senussi, find(game, "ottoman-empire-inf-i")) is None
    assert cooperation_violation(game, senussi, find(game, "germany-inf-vi")) is not None
    assert not may_be_reused(game, senussi)


@pytest.mark.rule("fa:15.4")
def test_the_czech_legion_is_not_raised_twice() -> None:
    game = front({})
    legion = find(game, "czech-inf-czech-legion")
    return_to_pool(game, legion)
    assert place_name(game, game.state[PLACE][legion]) == "removed from the game"


# ------------------------------------------------------------------------------------------------------------------ building


@pytest.mark.rule("fa:21.3")
@pytest.mark.rule("fa:21.7")
def test_engineers_and_forts_in_a_hurry() -> None:
    """A point brings an engineer in three turns instead of five, a point for each hexside a fort in two."""
    game = front({})
    germany, turn = power(game, "germany"), game.state.get(TURN)
    game.state.frames.clear()
    game.push(PRODUCTION_OF_A_POWER.name, PowerProduction(germany, points=3))
    game.state.frames[-1].step = "buy"
    engineer = _of_kind(game, "germany", "ENG")
    fort = _of_kind(game, "germany", "FORT", "two-sided")
    for unit in (engineer, fort):
        start_building(game, unit, 1, 5)
    game.put_state(game.state)
    assert set(game.offers("germany")["hurry-building"].domain) == {engineer, fort}
    game.submit("germany", "hurry-building", fort)
    assert game.enclosing(PowerProduction).points == 1
    game.submit("germany", "hurry-building", engineer)
    assert game.enclosing(PowerProduction).points == 0
    assert [place_name(game, game.state[PLACE][unit]) for unit in (engineer, fort)] == [
        circle_space(turn + 3),
        circle_space(turn + 2),
    ]
    assert len(said(game, BuildingHurried)) == 2


def _of_kind(game: Game, owner: str, kind: str, ability: str = "") -> int:
    return next(
        unit
        for unit in range(len(game.state[PLACE]))
        if (counter := counter_of(game, unit)).power == owner
        and counter.type == kind
        and (not ability or ability in counter.abilities)
        and place_name(game, game.state[PLACE][unit]).startswith("force pool")
    )


@pytest.mark.rule("fa:21.2")
@pytest.mark.rule("fa:2.3.1.1")
def test_no_corps_breaks_down_where_there_is_no_room() -> None:
    """Two corps and a division fill a hex: three divisions beside a corps would be too many."""
    game = front({"Metz": ["germany-inf-vi", "germany-inf-viii", "germany-inf-div-1"]})
    found = break_down_violation(game, find(game, "germany-inf-vi"))
    assert found is not None
    assert found.rule.startswith("2.3.1")


@pytest.mark.rule("fa:21.5")
@pytest.mark.rule("fa:2.4.2")
@pytest.mark.rule("fa:21.5/conquest, liberation & reversion")
def test_territorials_serve_the_new_master_of_their_country() -> None:
    """FM-M06: those of Togo wait in the Commonwealth's force pool when it has conquered Togo, or arrive from the circle."""
    due = circle_space(front({}).state.get(TURN) + 1)
    for before, after in (("Lome", "force pool"), ("removed from the game", "force pool"), (due, due)):
        game = front({}, wars=[("germany", "commonwealth")])
        unit = _of_home(game, "togo")
        togo, britain = country(game, "togo"), power(game, "commonwealth")
        move(game, unit, place_index(game, before))
        for conqueror in ("commonwealth", "france", "commonwealth"):  # once more makes no difference
            countries_fall.run(game, Conquest(due=((togo, power(game, conqueror)),)))
        assert place_name(game, game.state[PLACE][unit]).startswith(after)
        assert power_of(game, unit) == britain


@pytest.mark.rule("fa:21.5")
@pytest.mark.rule("fa:21.5/conquest, liberation & reversion")
def test_territorials_of_a_country_that_is_given_back_wait_in_its_owners_pool() -> None:
    """Togo's served the Commonwealth in Nigeria: with the reversion it is in Germany's force pool, but not from the circle."""
    game = front({})
    unit, togo, germany = _of_home(game, "togo"), country(game, "togo"), power(game, "germany")
    for place, stays in (("Lagos", False), (circle_space(game.state.get(TURN) + 1), True)):
        move(game, unit, place_index(game, place))
        game.write(POWER, togo, germany)
        game.say(CountryReverted(country=togo, power=germany))
        assert place_name(game, game.state[PLACE][unit]).startswith("production circle" if stays else "force pool")


def _of_home(game: Game, home: str) -> int:
    return next(
        unit
        for unit in range(len(game.state[PLACE]))
        if counter_of(game, unit).home == home and counter_of(game, unit).type == "TERR"
    )


@pytest.mark.rule("fa:2.3.1.2")
def test_the_aeromarine_needs_water() -> None:
    game = front({})
    boat = find(game, "usa-nav-aeromarine")
    assert AIRCRAFT_BASE(game, boat, place_index(game, "New York")) is None
    assert AIRCRAFT_BASE(game, boat, place_index(game, "Paris")) is not None


# -------------------------------------------------------------------------------------------------------------------- set-up


@pytest.mark.rule("fa:22.2")
@pytest.mark.rule("fa:21.2")
def test_corps_may_be_broken_down_when_the_campaign_is_set_up() -> None:
    """One after another, drawn at random from the pool; then the power is set up."""
    game = front({"Metz": ["germany-inf-vi", "germany-inf-viii"]})
    order = [name for name, _ in layout_of(game).tasks]
    game.state.frames.clear()
    game.push(POWER_SET_UP.name, PowerSetUp(order.index("germany")))
    game.state.frames[-1].step = "corps_set_up_break_down"
    game.chance = ScriptedChance((0, 0, 0))
    game.put_state(game.state)
    game.submit("germany", "break-down-at-set-up", find(game, "germany-inf-vi"))
    assert place_of(game, "germany-inf-vi").startswith("force pool")
    here = [counter_of(game, unit).size for unit in things_at(game, place_index(game, "Metz"))]
    assert sorted(here) == ["corps", "division", "division"]
    assert game.why_not("break-down-at-set-up", find(game, "germany-inf-viii"), "germany"), "the hex is full"


# ------------------------------------------------------------------------------------------------------- entry and countries


@pytest.mark.rule("fa:13.2.3.1")
def test_any_hex_beside_the_canal_of_suez_is_the_canal() -> None:
    """Line 18, as soon as the Central Powers hold one of them."""
    game = fa_in("surrender", AUGUST, turks_at_war, wars(("commonwealth", "germany")), markers(us=(2,), common=(1, 2)))
    beside = board_of(game).index[board_of(game).canals["Suez Canal"][0]]
    change_control(game, beside, power_index(game, "ottoman-empire"))
    assert [each.locals.action for each in game.state.queue if hasattr(each.locals, "action")] == ["18"]


@pytest.mark.rule("fa:11.6")
@pytest.mark.rule("fa:13.2.3.1")
def test_a_raid_that_costs_production_is_noticed_and_saddens() -> None:
    game = fa_in("surrender", AUGUST, markers(us=(2,), common=(1, 2)))
    paris = place_index(game, "Paris")
    game.say(Bombed(place=paris, factors=1, roll=1, result="-", production=0, oil=0))
    assert not game.state.queue
    game.say(Bombed(place=paris, factors=9, roll=9, result="2", production=2, oil=0))
    assert [each.locals.action for each in game.state.queue if hasattr(each.locals, "action")] == ["29"]
    assert for_bombing(game, power_index(game, "france")) == ("bombing", 0)


@pytest.mark.rule("fa:15.3.2")
def test_china_lets_friends_pass_but_sends_nothing_before_it_joins() -> None:
    """At +13 of the Allies troops may enter; its resources stay, but for agreements."""
    game = fa_in("surrender", AUGUST, lambda game: game.write(FLAG, country(game, "china"), 13))
    china = country(game, "china")
    assert grants(game, china, ALLIES, PASSAGE)
    assert grants(game, china, ALLIES, RESOURCES)
    assert not sends_everything(game, china, ALLIES)


@pytest.mark.rule("fa:13.5.1.3")
@pytest.mark.rule("fa:13.2.2.1")
def test_us_warships_guard_goods_where_they_may_escort() -> None:
    game = fa_in("surrender", AUGUST)
    ship = next(
        unit
        for unit in range(len(game.state[PLACE]))
        if counter_of(game, unit).power == "usa" and counter_of(game, unit).type == "SCS"
    )
    move(game, ship, place_index(game, "North Atlantic 0"))
    germany = power_index(game, "germany")
    assert not ESCORTS_GOODS(game, ship, germany)
    chosen(36)(game)
    assert ESCORTS_GOODS(game, ship, germany)


# ---------------------------------------------------------------------------------------------------------- easily missed


@pytest.mark.rule("fa:22.3")
@pytest.mark.rule("fa:13.2.3")
@pytest.mark.parametrize(("impulse", "side", "made"), [(1, CENTRAL, 1), (2, ALLIES, 1), (3, CENTRAL, 2)])
def test_wars_that_must_be_cost_nothing_and_are_rolled_for(impulse: int, side: int, made: int) -> None:
    """FM-T18: on Serbia; on Austria-Hungary; on Russia and France."""
    held = markers(us=(1,), cw=(1,), common=(1,) * 9)
    game = fa_in("declare war", impulse_of(side, impulse), held, dice=(10,) * 20, debug=False)
    before = game.state.get(POLITICAL_POINTS)
    assert before == (5, 5)
    assert len(game.state.get(AT_WAR)) == made
    assert game.state.get(POLITICAL_POINTS) == before
    if impulse == 3:
        assert game.state.get(DECLARATIONS_DUE) == ("1", "2"), "rolled for when all have declared theirs"
    if impulse < 3:
        assert "declare-war" not in _verbs(game), "nobody else declares anything"


def _verbs(game: Game) -> set[str]:
    return {verb for seat in game.waiting for verb in game.offers(seat)}


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:14.2")
def test_partisans_that_would_change_sides_are_gone() -> None:
    """FM-N02: where low morale makes every land red, partisans of the power's own side in its hexes vanish."""
    game = fa_in("surrender", AUGUST)
    russia, partisan = power_index(game, "russia"), all_partisans(game)[0]
    level = next(level for level in range(1, 15) if _cell_of(game, level) == "yes")
    game.write(MORALE, russia, level * TENTHS)
    change_country(game, partisan, country(game, "russia"))
    move(game, partisan, place_index(game, "Kiev"))
    game.say(MoraleChanged(power=russia, before=level + 1, after=level))
    assert place_name(game, game.state[PLACE][partisan]) == PARTISANS


def _cell_of(game: Game, level: int) -> str:
    chart = game.ruleset.tables.source.chart("morale_effects")
    cell = chart.cells.get((f"level {level}", "all partisan numbers red"))
    return "" if cell is None else cell.value


@pytest.mark.rule("fa:16.3.2.1")
def test_every_further_fighter_is_a_point_however_good() -> None:
    """FM-L25: in tenths."""
    game = front({})
    combat = AirCombat((0,), ((), ()), ((), ()))
    fighters = ("germany-ftr-fokker-e-iii", "germany-ftr-fokker-d-vii")
    assert [backing_strength(game, combat, find(game, name)) for name in fighters] == [10, 10]


@pytest.mark.rule("fa:15.1.1")
@pytest.mark.rule("fa:9.6")
def test_who_is_attacked_or_freed_is_an_active_ally() -> None:
    """FM-T15: Belgium's flag lies with the Allies when it turns to France, and again when it is freed."""
    game = fa_in("surrender", AUGUST)
    belgium, france = country(game, "belgium"), power_index(game, "france")
    game.say(MinorAligned(country=belgium, power=france))
    assert is_ally_of(game, belgium, ALLIES)
    game.write(FLAG, belgium, -5)
    game.say(CountryLiberated(country=belgium, power=france, liberator=france))
    assert is_ally_of(game, belgium, ALLIES)


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:9.1")
def test_after_option_50_the_neutral_usa_takes_any_action_and_sails_in_task_forces() -> None:
    game = fa_in("surrender", AUGUST, markers(us=(2,), common=(1, 2)))
    usa = power_index(game, "usa")
    assert (set(action_types(game, usa)), sails_as_one(game, usa)) == ({"pass", "combined"}, False)
    chosen(50)(game)
    assert "naval" in action_types(game, usa)
    assert sails_as_one(game, usa)


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:13.5.2")
def test_belfast_works_for_the_usa_and_supplies_its_troops() -> None:
    """Once Northern Ireland is American; before, a blue factory there is nobody's but the Commonwealth's."""
    game = fa_in("surrender", AUGUST)
    usa, belfast = power_index(game, "usa"), place_index(game, "Belfast")
    change_control(game, belfast, usa)
    tracer = tracer_of_country(game, country(game, "usa"))
    before = useable_factories(game, usa, belfast)
    assert belfast not in primary_sources(game, tracer)
    game.set(TAKEN_OVER, True)
    assert useable_factories(game, usa, belfast) == sum(factories_in(game, belfast)) > before
    assert belfast in primary_sources(game, tracer)


@pytest.mark.rule("fa:20.5.1")
@pytest.mark.rule("fa:16.4.3")
def test_aircraft_of_a_minor_country_that_come_next_turn_bring_their_pilot() -> None:
    """FM-N39"""
    game = fa_in("surrender", AUGUST)
    later = game.state.get(TURN) + 1
    belgium, france = country(game, "belgium"), power_index(game, "france")
    game.write(POWER, belgium, france)
    aircraft = next(unit for unit in units_of(game, belgium) if needs_pilot(counter_of(game, unit)))
    move(game, aircraft, place_index(game, circle_space(later)))
    pilots_come_along.run(game, SettingUp(belgium))
    assert game.state.get(PILOTS_IN_TRAINING) == ((france, later, 1),)


@pytest.mark.rule("fa:13.5.2")
def test_conquered_antwerp_is_idle() -> None:
    """FM-N10: only red factories work for a conqueror; for whoever is aligned with it, Belgium's work too."""
    game = fa_in("surrender", AUGUST)
    belgium, antwerp = country(game, "belgium"), place_index(game, "Antwerp")
    blue, red = factories_in(game, antwerp)
    assert blue
    for name, conquered, number in (("france", False, blue + red), ("germany", True, red)):
        owner = power_index(game, name)
        game.write(POWER, belgium, owner)
        game.write(CONQUEROR, belgium, owner if conquered else NOBODY)
        change_control(game, antwerp, owner)
        assert useable_factories(game, owner, antwerp) == number


@pytest.mark.rule("fa:15.3.2")
@pytest.mark.rule("fa:22.1")
def test_the_army_of_the_chinese_empire_is_set_aside() -> None:
    """Only the Republic's units are used."""
    game = fa_in("surrender")
    imperial = [unit for unit in range(len(game.state[PLACE])) if "empire-of-china" in counter_of(game, unit).abilities]
    assert imperial
    assert {place_name(game, game.state[PLACE][unit]) for unit in imperial} == {SET_ASIDE}

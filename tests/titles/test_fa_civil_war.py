"""fa:14.4: Russia's surrender is accepted, and Reds and Whites fight for what is left of it."""

from __future__ import annotations

from fractions import Fraction

import pytest
from revolution import accept, civil_war, fighting, offer, settle

from conformance.positions import give_control, power, put
from conformance.steps import begin_step, declare, find, march, said, where
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Rolled
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.pools import REMOVED, pool_of
from worldfire.forces.situation import AT_WAR, CONVOY_POINTS
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import ACTIONS, is_active, seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SIDE,
    change_control,
    change_country,
    country_named,
    found_power,
    power_of,
    units_of,
)
from worldfire.rules.s02_4_supply_limits import holder_violation, tracer_of_country
from worldfire.rules.s09_war import declaration_violation
from worldfire.rules.s10_actions import COMBINED, limit
from worldfire.rules.s11_09_rail import RAILS, Railed
from worldfire.rules.s11_15_land_combat import attacker_violation
from worldfire.rules.s13_01_partisans import controller_of_partisans
from worldfire.rules.s13_06_production import Traffic, multiple, pools_of
from worldfire.rules.s18_1_cooperation import cooperation_violation, powers_cooperate
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.civil_war.borderlands import (
    absorbed_countries_change_leaders,
    leader_of,
    new_country_has_its_leader,
)
from worldfire.titles.fa.civil_war.borders import border_with_russia
from worldfire.titles.fa.civil_war.collapse import russia_collapses
from worldfire.titles.fa.civil_war.defection import Defected
from worldfire.titles.fa.civil_war.ending import END_OF_CIVIL_WAR, Ending, factories_of, winner_of
from worldfire.titles.fa.civil_war.factions import (
    goes_over,
    is_fighting,
    red_country,
    reds,
    soil,
    white_country,
    whites,
)
from worldfire.titles.fa.civil_war.garrisons import eastern_garrison, for_the_garrison, tributes
from worldfire.titles.fa.civil_war.mustering import RussianArmyDivided, places_to_muster
from worldfire.titles.fa.civil_war.running import closed_to_the_central_powers, who_comes_by_train_holds_the_hex
from worldfire.titles.fa.independence import IndependenceDeclared, countries_to_found, declare_independence
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.absorbing import ABSORBED, RegionAbsorbed
from worldfire.titles.fa.politics.points import points_of
from worldfire.titles.fa.risings import areas_that_may_rise
from worldfire.titles.fa.trade import agreements_in_force
from worldfire.titles.fa.victory import central_objectives, worth

FIFTH, SIXTH, NINTH = "russia-inf-v", "russia-inf-vi", "russia-inf-ix"
GERMAN, AUSTRIAN, FRENCH = "germany-inf-vi", "austria-hungary-austria-inf-i", "france-inf-ix"


def holder(game: Game, place: str) -> str:
    number = game.state[CONTROLLER][place_index(game, place)]
    return game.state.get(POWER_NAMES)[number]


def home(game: Game, place: str) -> int:
    return game.state[HOME_COUNTRY][place_index(game, place)]


# --------------------------------------------------------------------------------------------------------------- the offer


@pytest.mark.rule("fa:14.3")
def test_refused_russia_fights_on_without_morale() -> None:
    game = offer()
    game.submit("germany", "refuse-surrender")
    assert not is_fighting(game)
    assert morale(game, power(game, "russia")) is None
    assert holder(game, "Petrograd") == "russia"


@pytest.mark.rule("fa:14.4", example="FP7")
def test_petrograd() -> None:
    game = civil_war(
        {"Minsk": [FIFTH, SIXTH], "Kiev": [NINTH], "E2238": [GERMAN], "E2031": [AUSTRIAN], "Odessa": [FRENCH]},
        control={"germany": ["E2238"], "austria-hungary": ["E2031"]},
        red_units=[FIFTH],
        red_towns=["Petrograd", "Moscow", "Baku"],
        guests=["Odessa"],
        drawn_first=2,
    )
    white, red, germany = whites(game), reds(game), power(game, "germany")
    assert seat_of_power(game, red) == seat_of_power(game, germany)
    assert at_war(game, red, white)
    assert at_war(game, red, power(game, "france")), "the Reds have Germany's enemies"
    assert at_war(game, white, germany)
    assert is_active(game, white)
    assert morale(game, white) is None
    assert morale(game, red) is None
    assert [holder(game, town) for town in ("Petrograd", "Moscow", "Baku", "Kiev", "Odessa")] == [
        *["red-russia"] * 3,
        *["russia"] * 2,
    ]
    assert power_of(game, find(game, FIFTH)) == red
    assert power_of(game, find(game, SIXTH)) == power_of(game, find(game, NINTH)) == white
    assert holder(game, where(game, FIFTH)) == "red-russia"
    assert holder(game, where(game, SIXTH)) == "russia"
    ships = [
        unit
        for unit in units_of(game, country_named(game, "russia"))
        if isinstance(counter_of(game, unit), NavalCounter)
    ]
    assert {place_name(game, game.state[PLACE][ship]) for ship in ships} == {REMOVED}
    assert where(game, FRENCH) == "E2026", "an Ally stays, and his city is White"
    assert home(game, where(game, GERMAN)) != country_named(game, "russia")
    assert holder(game, where(game, AUSTRIAN)) == "austria-hungary"


@pytest.mark.rule("fa:14.4")
def test_leaders_arrive_next_turn_and_the_tsar_is_gone() -> None:
    game = civil_war({"Kiev": ["russia-hq-ivanov"]})
    for name, faction in (("russia-hq-ivanov", whites(game)), ("russia-hq-tukachevsky", reds(game))):
        unit = find(game, name)
        assert power_of(game, unit) == faction
        assert place_name(game, game.state[PLACE][unit]).startswith("production circle")
    assert place_name(game, game.state[PLACE][find(game, "russia-hq-tsar-nicholas")]) == REMOVED


@pytest.mark.rule("fa:14.4")
def test_a_neutral_rumania_gets_bessarabia_from_whoever_has_it() -> None:
    game = civil_war({"Kishinev": [AUSTRIAN]}, control={"austria-hungary": ["Kishinev"]})
    assert holder(game, "Kishinev") == "rumania"
    assert where(game, AUSTRIAN).startswith("production")


@pytest.mark.rule("fa:14.4")
def test_lands_in_the_west_are_ceded_for_ever() -> None:
    game = civil_war()
    assert [holder(game, town) for town in ("Warsaw", "Brest-Litovsk", "Riga", "Reval")] == ["germany"] * 4
    assert home(game, "Brest-Litovsk") == country_named(game, "poland")
    assert game.state[CONQUEROR][country_named(game, "poland")] == power(game, "germany")
    assert holder(game, "Kishinev") == "rumania", "Bessarabia is part of a neutral Rumania"
    assert holder(game, "Helsingfors") == holder(game, "Viipuri") == "finland"
    assert game.state[CONQUEROR][country_named(game, "finland")] == NOBODY
    russia = whites(game)
    change_control(game, place_index(game, "Riga"), russia)
    assert home(game, "Riga") != country_named(game, "russia"), "it is not Russia's home country again"


@pytest.mark.rule("fa:14.4")
def test_nobody_earns_points_by_the_collapse() -> None:
    game = offer(control={"russia": ["Lemberg"]})
    before = points_of(game, 0), points_of(game, 1)
    settle(accept(game))
    assert (points_of(game, 0), points_of(game, 1)) == before
    assert holder(game, "Lemberg") == "austria-hungary", "what Russia held of a Central Power goes back"


@pytest.mark.rule("fa:14.4")
@pytest.mark.parametrize(("at_war_too", "whose"), [(True, "ottoman-empire"), (False, "russia")])
def test_west_armenia_is_the_ottomans_only_if_they_fight(at_war_too: bool, whose: str) -> None:
    game = offer()
    place = place_name(game, ground_of(game).regions["West Armenia"][0]).split()[0]
    give_control(game, "russia", place)
    if at_war_too:
        ottomans = power(game, "ottoman-empire")
        found_power(game, ottomans, power(game, "germany"))
        game.set(AT_WAR, (*game.state.get(AT_WAR), (ottomans, whites(game))))
    settle(accept(game))
    assert holder(game, place) == whose


@pytest.mark.rule("fa:14.4")
def test_serbia_finds_another_patron() -> None:
    game = accept(offer(aligned=[("serbia", "russia")], drawn_first=2))
    assert [*game.waiting] == ["russia"]
    assert "russia" not in game.offers_to("russia").shape(game, "entrust-minor").domain
    while "entrust-minor" in game.offers_to("russia").names:  # with what belongs to it
        game.submit("russia", "entrust-minor", "france")
    assert game.state[POWER][country_named(game, "serbia")] == power(game, "france")
    settle(game)
    assert holder(game, "Belgrade") == "france"


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:13.5.3")
def test_both_factions_have_russias_limits_and_multiple_and_co_operate_with_nobody() -> None:
    game = civil_war()
    white, red = whites(game), reds(game)
    game.set(ACTIONS, (COMBINED,) * len(game.state.get(POWER_NAMES)))
    for row in ("land movement", "rail movement", "air missions", "naval movement"):
        assert limit(game, red, row) == limit(game, white, row) > 0
    assert multiple(game, red) == multiple(game, white)
    for other in ("germany", "austria-hungary", "france", "commonwealth"):
        assert not powers_cooperate(game, red, power(game, other))
        assert not powers_cooperate(game, white, power(game, other))


@pytest.mark.rule("fa:2.3.1")
def test_no_faction_musters_where_there_is_no_room() -> None:
    """Kiev is White and holds two White corps; a third one goes elsewhere, and no White goes to Red Moscow."""
    game = fighting()
    kiev, moscow = place_index(game, "Kiev"), place_index(game, "Moscow")
    corps = [unit for unit in units_of(game, white_country(game)) if counter_of(game, unit).type == "INF"]
    first, second, third, *_ = (unit for unit in corps if counter_of(game, unit).size == "corps")
    for unit in (first, second):
        assert kiev in places_to_muster(game, unit)
        assert moscow not in places_to_muster(game, unit)
        move(game, unit, kiev)
    assert places_to_muster(game, third)
    assert kiev not in places_to_muster(game, third)


@pytest.mark.rule("fa:14.4")
def test_each_faction_builds_from_its_own_pools() -> None:
    game = civil_war(red_units=[FIFTH])
    fifth, sixth = find(game, FIFTH), find(game, SIXTH)
    assert place_name(game, game.state[PLACE][fifth]).startswith("force pool of red-russia")
    assert game.state[PLACE][fifth] == pool_of(game, fifth) in pools_of(game, reds(game)).values()
    assert game.state[PLACE][sixth] == pool_of(game, sixth) in pools_of(game, whites(game)).values()
    (divided,) = said(game, RussianArmyDivided)
    assert isinstance(divided, RussianArmyDivided)
    assert fifth in divided.reds
    assert sixth in divided.whites
    assert game.state[PLACE][fifth] not in pools_of(game, whites(game)).values()
    assert red_country(game) != NOBODY


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:16.4")
def test_dearest_aircraft_get_the_pilots() -> None:
    game = offer()
    cheap, dear = "russia-ftr-nieuport-11-ru", "russia-ftr-nieuport-17-kozakov"
    for name in (cheap, dear):
        move(game, find(game, name), place_index(game, "reserve pool of russia"))
    game.write(PILOTS, whites(game), 1)
    settle(accept(game))
    assert game.state[PILOTS][whites(game)] == 0
    assert place_name(game, game.state[PLACE][find(game, cheap)]).startswith("force pool")
    assert is_hex(game, game.state[PLACE][find(game, dear)])


@pytest.mark.rule("fa:14.4")
def test_who_finds_no_room_arrives_next_turn() -> None:
    game = civil_war({"Kiev": [FIFTH, SIXTH]}, red_units=[FIFTH], red_towns=[])
    assert place_name(game, game.state[PLACE][find(game, FIFTH)]).startswith("production circle")
    assert power_of(game, find(game, FIFTH)) == whites(game), "without a town the Reds have lost at once"


# ---------------------------------------------------------------------------------------------------------- while they fight


def red_attack(*throws: int) -> Game:
    """A Red corps in Petrograd attacks two White ones in E2145; until the dice of the defections have fallen."""
    game = fighting()
    for unit, place in ((FIFTH, "Petrograd"), (SIXTH, "E2145"), (NINTH, "E2145")):
        put(game, unit, place)
    goes_over(game, find(game, FIFTH), red_country(game))
    begin_step(game, "land combat", "red-russia", throws=(*throws, *[5] * 6))
    declare(game, "germany", E2145=[FIFTH])
    before = len(said(game, Rolled))
    while game.decision is not None and len(said(game, Rolled)) == before:
        seat = next(iter(game.waiting))
        verb = next(iter(game.offers_to(seat).names), "")
        game.submit(seat, *(("choose-table", "assault") if verb == "choose-table" else ("done",)))
    return game


@pytest.mark.rule("fa:14.4")
def test_units_of_both_factions_may_defect_before_combat() -> None:
    game = red_attack(2, 2, 3)
    assert [event.unit for event in said(game, Defected)] == [find(game, SIXTH)]
    assert power_of(game, find(game, SIXTH)) == reds(game)
    assert power_of(game, find(game, FIFTH)) == reds(game), "a 2 is not enough for a Red"
    assert place_name(game, game.state[PLACE][find(game, SIXTH)]).startswith("production circle")


@pytest.mark.rule("fa:14.4")
def test_without_attackers_there_is_no_combat() -> None:
    game = red_attack(1, 3, 3)
    assert power_of(game, find(game, FIFTH)) == whites(game)
    assert game.over
    assert where(game, SIXTH) == where(game, NINTH) == "E2145"


@pytest.mark.rule("fa:14.4")
def test_russia_is_closed_to_the_central_powers() -> None:
    game = fighting()
    put(game, GERMAN, "Brest-Litovsk")
    put(game, FIFTH, "E2238")
    unit = find(game, GERMAN)
    found = closed_to_the_central_powers(game, unit, place_index(game, "E2238"))
    assert found is not None
    assert found.key == "russia-is-closed"
    refused = attacker_violation(game, unit, place_index(game, "E2238"))
    assert refused is not None
    assert refused.key == "russia-is-closed"
    assert closed_to_the_central_powers(game, unit, place_index(game, "Riga")) is None
    assert closed_to_the_central_powers(game, find(game, FRENCH), place_index(game, "E2238")) is None
    game.set(ABSORBED, ("Minsk",))
    assert closed_to_the_central_powers(game, unit, place_index(game, "E2238")) is None
    austrian = closed_to_the_central_powers(game, find(game, AUSTRIAN), place_index(game, "E2238"))
    assert austrian is not None, "only Germany absorbs Minsk"


@pytest.mark.rule("fa:11.8")
@pytest.mark.rule("fa:14.4")
def test_all_but_towns_is_common_ground() -> None:
    game = fighting()
    red, tracer = reds(game), tracer_of_country(game, red_country(game))
    plain = place_index(game, "E1541")
    assert game.state[CONTROLLER][plain] == whites(game)
    assert holder_violation(game, tracer, plain) is None
    assert holder_violation(game, tracer, place_index(game, "Tver")) is not None
    side = game.state[SIDE][red]
    rails = RAILS(game, frozenset(), side, red)
    assert plain in rails
    assert place_index(game, "Tver") not in rails
    traffic = Traffic(game, red)
    assert traffic.at(plain)[0]
    assert not traffic.at(place_index(game, "Tver"))[0]
    put(game, FIFTH, "E1541")
    change_country(game, find(game, FIFTH), red_country(game))
    who_comes_by_train_holds_the_hex(game, Railed(thing=find(game, FIFTH), origin=plain, to=plain))
    assert game.state[CONTROLLER][plain] == red, "who comes by train holds it"


@pytest.mark.rule("fa:13.1")
@pytest.mark.rule("fa:14.4")
def test_partisans_of_russia_are_red_and_two_are_free() -> None:
    game = fighting()
    begin_step(game, "free partisans of the Reds", "germany", throws=(0, 0))
    assert [*game.waiting] == ["germany"]
    europe = game.offers_to("germany").shape(game, "raise-red-partisan").domain
    assert {*europe} <= soil(game) - ground_of(game).large
    game.submit("germany", "raise-red-partisan", europe[0])
    world = game.offers_to("germany").shape(game, "raise-red-partisan").domain
    assert {*world} <= soil(game) & ground_of(game).large
    game.submit("germany", "forgo-red-partisan")
    assert game.over
    (partisan,) = things_at(game, europe[0])
    assert power_of(game, partisan) == reds(game)
    put(game, FIFTH, "Petrograd")
    goes_over(game, find(game, FIFTH), red_country(game))
    assert cooperation_violation(game, partisan, find(game, FIFTH)) is None
    area = next(area for area in areas_that_may_rise(game) if area.hexes <= soil(game))
    assert controller_of_partisans(game, area) == reds(game)


@pytest.mark.rule("fa:13.5")
@pytest.mark.rule("fa:14.4")
def test_garrisons_of_the_east() -> None:
    game = fighting()
    germany, austria, france = (power(game, name) for name in ("germany", "austria-hungary", "france"))
    corps = [
        unit
        for unit in units_of(game, country_named(game, "germany"))
        if counter_of(game, unit).type == "INF" and counter_of(game, unit).size == "corps"
    ]
    border = border_with_russia(game, germany)
    assert border
    assert not {*border} & soil(game)
    for unit, place in zip(corps[:17], border, strict=False):
        game.write(PLACE, unit, place)
    game.put_state(game.state)
    assert eastern_garrison(game, germany) == 17
    assert for_the_garrison(game, germany) == ("garrison", -3)
    assert for_the_garrison(game, austria) == ("garrison", -15)
    assert for_the_garrison(game, france) == ("garrison", 0)
    for unit, place in zip(corps[17:31], border[17:], strict=False):
        game.write(PLACE, unit, place)
    game.put_state(game.state)
    assert for_the_garrison(game, germany) == ("garrison", 0)
    assert tributes(game, germany) == 2
    begin_step(game, "tribute of Red Russia", "germany")
    assert [*game.waiting] == ["germany"]
    shape = game.offers_to("germany").shape(game, "collect-tribute")
    assert game.why_not("collect-tribute", (("resources", 1), ("build points", 2)), "germany")
    assert isinstance(shape, Amounts)
    game.submit("germany", "collect-tribute", tuple((item.item, 0) for item in shape.items))
    assert game.over


# ------------------------------------------------------------------------------------------------------------------ the end


def over(game: Game, winner: int) -> Game:
    game.state.frames.clear()
    game.push(END_OF_CIVIL_WAR.name, Ending(winner))
    game.chance = ScriptedChance(())
    game.put_state(game.state)
    return game


@pytest.mark.rule("fa:14.4")
def test_all_but_two_printed_factories_end_it() -> None:
    game = fighting()
    assert factories_of(game, reds(game)) == 4
    assert winner_of(game) == NOBODY
    change_control(game, place_index(game, "Moscow"), whites(game))
    assert winner_of(game) == whites(game), "the Reds hold the two of Petrograd only"


@pytest.mark.rule("fa:14.4")
def test_whites_win_and_fight_on() -> None:
    game = fighting()
    put(game, FIFTH, "Petrograd")
    goes_over(game, find(game, FIFTH), red_country(game))
    ukraine = country_named(game, "ukraine")
    declare_independence(game, ukraine, reds(game), place_index(game, "Kiev"))
    over(game, whites(game))
    assert [*game.waiting] == ["germany"]
    game.submit("germany", "adopt-red-minor", "austria-hungary")
    assert game.over
    white = whites(game)
    assert game.state[POWER][ukraine] == power(game, "austria-hungary")
    assert at_war(game, power(game, "ukraine"), white)
    assert game.state[SIDE][reds(game)] == NOBODY
    assert morale(game, white) == 7
    assert holder(game, "Petrograd") == "russia"
    assert power_of(game, find(game, FIFTH)) == white
    assert at_war(game, white, power(game, "germany"))
    assert russia_collapses(game, None, white) is not None, "it could happen again"


@pytest.mark.rule("fa:14.4")
def test_reds_win_and_are_neutral_for_good() -> None:
    game = fighting()
    put(game, SIXTH, "Kiev")
    put(game, FRENCH, "Odessa")
    convoys, odessa = power(game, "france"), place_index(game, "Odessa")
    game.add(CONVOY_POINTS, convoys, odessa, 2)
    over(game, reds(game))
    assert game.over
    assert not any(points for owner, place, points in game.state.amounts(CONVOY_POINTS) if place == odessa)
    red, white = reds(game), whites(game)
    assert game.state[SIDE][red] == game.state[SIDE][white] == NOBODY
    assert not is_active(game, red)
    assert holder(game, "Kiev") == holder(game, "Petrograd") == "red-russia"
    assert place_name(game, game.state[PLACE][find(game, FRENCH)]).startswith("production circle")
    sent = {promise.recipient: promise.resources for promise in agreements_in_force(game) if promise.giver == red}
    assert sent == {power(game, "germany"): 3, power(game, "austria-hungary"): 1}
    found = declaration_violation(game, power(game, "france"), "red-russia")
    assert found is not None
    assert for_the_garrison(game, power(game, "germany")) == ("garrison", -20), "the border is still watched"
    assert worth(game, red) == Fraction(1, 2)


@pytest.mark.rule("fa:13.7.1.2")
def test_red_objectives_count_half() -> None:
    game = fighting()
    before = central_objectives(game)
    change_control(game, place_index(game, "Petrograd"), whites(game))
    assert central_objectives(game) == before - Fraction(1, 2)


# ----------------------------------------------------------------------------------------------------------- the borderlands


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:15.2")
def test_new_countries_are_red_until_their_land_is_absorbed() -> None:
    game = fighting()
    ukraine, azerbaijan = (country_named(game, name) for name in ("ukraine", "azerbaijan"))
    declare_independence(game, ukraine, power(game, "germany"), place_index(game, "Kiev"))
    new_country_has_its_leader(game, IndependenceDeclared(country=ukraine, power=0, place=place_index(game, "Kiev")))
    assert game.state[POWER][ukraine] == reds(game)
    game.set(ABSORBED, ("West Ukraine", "Armenia & Azerbaijan"))
    absorbed_countries_change_leaders(game, RegionAbsorbed(region="West Ukraine"))
    assert game.state[POWER][ukraine] == power(game, "germany")
    assert leader_of(game, azerbaijan) == power(game, "ottoman-empire")


@pytest.mark.rule("fa:14.4")
@pytest.mark.rule("fa:13.6.3")
def test_reds_found_countries_and_whites_do_not() -> None:
    game = fighting()
    change_control(game, place_index(game, "Kiev"), reds(game))
    assert country_named(game, "ukraine") in dict(countries_to_found(game, reds(game)))
    assert not countries_to_found(game, whites(game))
    game.set(ABSORBED, ("Armenia & Azerbaijan",))
    assert [*dict(countries_to_found(game, whites(game)))] == [country_named(game, "armenia")]


@pytest.mark.rule("fa:15.2")
def test_who_enters_absorbed_land_has_it_and_may_let_it_go() -> None:
    game = fighting()
    change_control(game, place_index(game, "Minsk"), reds(game))
    put(game, GERMAN, "E2338")
    give_control(game, "germany", "E2338")
    game.set(ABSORBED, ("Minsk",))
    begin_step(game, "land movement", "germany")
    march(game, "germany", [GERMAN], "Minsk")
    assert holder(game, "Minsk") == "germany"
    begin_step(game, "releasing what was absorbed", "germany")
    game.submit("germany", "release-absorbed", (place_index(game, "Minsk"),))
    assert holder(game, "Minsk") == "red-russia"

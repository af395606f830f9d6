"""Sentences of Fatal Alliances that are easily missed (missed_fa.csv), on land and in the air."""

from __future__ import annotations

from fractions import Fraction

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_artillery import ART, lay, shots, strike
from test_fa_land_combat import FRENCH, METZ

from conformance.positions import align, country, power, put
from conformance.steps import begin_step, declare, find, is_down, turn_down, units
from worldfire.engine.game import Game
from worldfire.forces.partisans import all_partisans
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import FACE_DOWN, PLACE, aboard, board_of, counter_of, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, is_active
from worldfire.forces.who import CONTROLLER, POWER_NAMES, change_country, side_of, side_of_power
from worldfire.rules.s02_2_zones_of_control import exerts_zoc, zoc_answers
from worldfire.rules.s02_3_overstacking import too_many
from worldfire.rules.s02_3_stacking import aircraft_limit
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import entry_violation, tracer_of_country
from worldfire.rules.s09_war import protectors
from worldfire.rules.s11_15_2_shore_bombardment import HALVES, ShoreBombardment
from worldfire.rules.s11_15_factors import Arrival, Reckoning, attack_factor, attack_support, defence_support
from worldfire.rules.s11_17_reorganisation import can_be_reorganised, cost_of
from worldfire.rules.s12_end_of_action import end_modifier
from worldfire.rules.s14_1_range import rebase_reach
from worldfire.rules.s15_surprise import surprise
from worldfire.titles.fa.conditional_surrender import guests_leave
from worldfire.titles.fa.offensives import LEADERS
from worldfire.titles.fa.politics.events.uprisings import LAWRENCES_CAVALRY, RIDING
from worldfire.titles.fa.politics.flags import FLAG, sign_of
from worldfire.titles.fa.risings import neutral_lands_are_quiet
from worldfire.titles.fa.spotters import flies_over_the_front

BREMEN, NORTH_SEA = "W0837", "North Sea 2"
I_CORPS, OLYMPIC = "commonwealth-united-kingdom-inf-i", "commonwealth-trs-olympic"
AT_WAR = {"wars": [("germany", "commonwealth"), ("germany", "france")]}


# ------------------------------------------------------------------------------------------------------------ zones, supply


@pytest.mark.rule("fa:2.2")
def test_a_zone_reaches_into_a_neutral_country_where_an_enemy_stands() -> None:
    """FM-M05: Belgium is neutral; a French corps there is in the German zone."""
    game = front({"W1032": [GERMANS[0]]})
    unit, neutral = find(game, GERMANS[0]), place_index(game, "W1132")
    assert not exerts_zoc(game, unit, neutral)
    put(game, FRENCH, "W1132")
    assert exerts_zoc(game, unit, neutral)


@pytest.mark.rule("fa:2.2")
@pytest.mark.rule("fa:2.4.2.4")
def test_a_cruiser_in_a_neutral_port_lets_the_zone_reach_there_and_closes_it_to_supply() -> None:
    """A Bulgarian corps beside a friendly Kavalla: no zone reaches into it until there is an enemy of Bulgaria."""
    enemies = [("germany", "france"), ("bulgaria", "france")]
    game = front({"E2519": ["bulgaria INF"]}, wars=enemies, aligned=[("bulgaria", "germany")])
    game.write(FLAG, country(game, "greece"), 13 * sign_of(1))
    cruiser, kavalla, france = put(game, "france SCS", "Brest"), place_index(game, "Kavalla"), country(game, "france")
    corps = put(game, FRENCH, "E2718")
    game.forget()
    tracer = tracer_of_country(game, france)
    assert in_supply(game, corps)
    assert entry_violation(game, tracer, zoc_answers(game, tracer.side), kavalla) is None
    move(game, cruiser, kavalla)
    refused = entry_violation(game, tracer, zoc_answers(game, tracer.side), kavalla)
    assert refused is not None
    assert refused.key == "supply-enemy-zoc"
    game.check_caches()


@pytest.mark.rule("fa:2.4.2")
def test_every_city_of_the_commonwealth_supplies_its_units() -> None:
    """FM-M06: a British corps in Sydney, a Canadian one in Cape Town."""
    game = front({"Sydney": [I_CORPS], "Cape Town": ["commonwealth-canada-inf-canadian-i"]}, **AT_WAR)
    assert in_supply(game, find(game, I_CORPS))
    assert in_supply(game, find(game, "commonwealth-canada-inf-canadian-i"))


@pytest.mark.rule("fa:2.3.1.2")
def test_a_world_hex_holds_twice_as_many_aircraft_before_the_hq_counts() -> None:
    """FM-S05: a city of the World map: 3 doubled, and one more for an HQ."""
    game = front({"Orenburg": ["russia-hq-ivanov"]})
    place = place_index(game, "Orenburg")
    assert aircraft_limit(game, place, units(game, "russia-hq-ivanov")) == 7


@pytest.mark.rule("fa:2.3.1")
def test_face_up_units_go_first_where_there_are_too_many() -> None:
    """FM-S12"""
    game = front({METZ: [*GERMANS, "germany-inf-ix"]})
    turn_down(game, GERMANS[0])
    assert set(too_many(game, place_index(game, METZ))) == set(units(game, GERMANS[1], "germany-inf-ix"))


# ---------------------------------------------------------------------------------------------------------- 12 last impulse


@pytest.mark.rule("fa:12")
@pytest.mark.parametrize(("acting", "modifier"), [((), -2), (("usa",), -1), (("usa", "france"), 0)])
def test_neutral_powers_of_the_side_must_pass_too(acting: tuple[str, ...], modifier: int) -> None:
    """FM-T17"""
    game = begin_step(front({}), "land movement", "france", action="pass")
    names = game.state.get(POWER_NAMES)
    game.set(ACTIONS, tuple("combined" if name in acting else "pass" for name in names))
    assert end_modifier(game) == modifier


# ------------------------------------------------------------------------------------------------------------------ landing


def off_bremen(cargo: str, ship: str = OLYMPIC) -> Game:
    """The cargo aboard a ship in the North Sea."""
    game = front({NORTH_SEA: [ship]}, wars=AT_WAR["wars"])
    unit = put(game, cargo, BREMEN)
    game.write(PLACE, unit, aboard(find(game, ship)))
    return begin_step(game, "debark at sea", "commonwealth")


@pytest.mark.rule("fa:11.10")
def test_who_comes_ashore_ready() -> None:
    """FM-L10: a corps in a port is ready; on an open coast it is face-down, a division of infantry is not."""
    for cargo, place, down in (
        (I_CORPS, "Rotterdam", False),
        (I_CORPS, "W0841", True),
        ("commonwealth-united-kingdom-inf-div-4", "W0841", False),
    ):
        game = off_bremen(cargo)
        game.write(CONTROLLER, place_index(game, place), power(game, "commonwealth"))
        game.put_state(game.state)
        game.submit("commonwealth", "debark", ((find(game, cargo), place_index(game, place)),))
        assert is_down(game, cargo) is down, (cargo, place)


@pytest.mark.rule("fa:11.12.1.3")
@pytest.mark.parametrize(
    ("name", "share"), [("commonwealth-united-kingdom-inf-i", Fraction(1, 2)), ("usa MAR", Fraction(1))]
)
def test_marines_are_not_halved_by_the_beach(name: str, share: Fraction) -> None:
    """FM-L13"""
    game = front({BREMEN: [name]}, wars=[("germany", "commonwealth"), ("germany", "usa")])
    (unit,) = (unit for unit, place in enumerate(game.state[PLACE]) if place == place_index(game, BREMEN))
    printed = getattr(counter_of(game, unit), "strength", 0)
    landed = Reckoning(place_index(game, BREMEN), (unit,), (), (Arrival(unit, "invasion", 3, True),), True)
    assert attack_factor(game, landed, unit) == printed * share


@pytest.mark.rule("fa:11.12.2")
def test_each_ship_adds_no_more_than_its_unit_and_one_factor_in_defence() -> None:
    """FM-L16: ships of 9 and 8 beside corps of 5 and 5, against a corps and a division; four defenders' ships for two units."""
    game = combat(front({METZ: GERMANS, TARGET: [FRENCH, "france-inf-div-5"]}))
    target = place_index(game, TARGET)
    reckoning = Reckoning(target, units(game, *GERMANS), units(game, FRENCH, "france-inf-div-5"))
    support = game.annex(ShoreBombardment)
    germany, france = power(game, "germany"), power(game, "france")
    support.added = (
        *((germany, target, parts * HALVES) for parts in (9, 3, 8)),
        *((france, target, parts * HALVES) for parts in (6, 5, 4)),
    )
    assert attack_support(game, reckoning, Fraction(10)) == 5 + 5
    assert defence_support(game, reckoning, Fraction(7)) == 2


# --------------------------------------------------------------------------------------------------------------------- air


@pytest.mark.rule("fa:11.13")
@pytest.mark.rule("fa:16.2.2")
def test_rebasing_and_who_flies_over_the_front() -> None:
    """FM-L22: triple range over friendly land and any sea, double over anything; a balloon may look though it bombs nothing."""
    game = front({"Berlin": ["germany LND"]})
    (unit,) = (unit for unit, place in enumerate(game.state[PLACE]) if place == place_index(game, "Berlin"))
    reach, printed = rebase_reach(game, unit), getattr(counter_of(game, unit), "range", 0)
    assert max(reach.values()) > 2 * printed
    assert all(
        cost <= 2 * printed or side_of_power(game, game.state[CONTROLLER][place]) == side_of(game, unit)
        for place, cost in reach.items()
        if board_of(game).is_land(place)
    )
    fighter, balloon = find(game, "germany-ftr-fokker-e-iii"), find(game, "germany BALLOON")
    assert not flies_over_the_front(game, fighter)
    assert flies_over_the_front(game, balloon)


@pytest.mark.rule("fa:16.2.3")
@pytest.mark.rule("fa:16.3.3.1")
@pytest.mark.parametrize(("weather", "factor"), [("fine", 2), ("rain", 1)])
def test_weather_halves_guns_like_bombers(weather: str, factor: int) -> None:
    """A gun of 3 against a trench: 1.5, and half of that in rain."""
    game = strike([10] * 8, weather=weather)
    lay(game, ART)
    assert (factor, False) in shots(game)


# ----------------------------------------------------------------------------------------------------------------- surprise


def asked_of_france(game: Game) -> list[str]:
    """What the French may do for the defence of the target before the dice are thrown."""
    combat(game, [5, 6, 0, 0])
    declare(game, "germany", W1029=[GERMANS[0]])
    game.submit("germany", "done")
    asked = []
    while (
        list(game.waiting) == ["france"] and game.decision and game.decision.prompt in ("support-with-hq", "lay-guns")
    ):
        asked.append(game.decision.prompt)
        game.submit("france", "done")
    return asked


@pytest.mark.rule("fa:17.1.2")
@pytest.mark.rule("fa:19.2")
@pytest.mark.parametrize(("surprised", "asked"), [(False, ["support-with-hq", "lay-guns"]), (True, [])])
def test_surprised_hqs_and_guns_do_nothing(surprised: bool, asked: list[str]) -> None:
    """Joffre does not support a combat in the impulse in which Germany surprises France; nor does a gun bombard."""
    game = front({METZ: [GERMANS[0]], TARGET: [FRENCH], "W1129": ["france-hq-joffre", "france-art-div-rgal-i"]})
    if surprised:
        surprise(game, power(game, "germany"), power(game, "france"))
    assert asked_of_france(game) == asked


@pytest.mark.rule("fa:17.1.1")
@pytest.mark.rule("fa:17.1.2")
def test_a_gun_that_is_not_surprised_defends_those_who_are() -> None:
    """Germany surprises the Belgians, whom only aircraft may not help: the French, long at war, have their gun and Joffre."""
    game = front(
        {METZ: [GERMANS[0]], TARGET: ["belgium INF"], "W1129": ["france-hq-joffre", "france-art-div-rgal-i"]},
        aligned=[("belgium", "france")],
    )
    surprise(game, power(game, "germany"), power(game, "belgium"))
    assert asked_of_france(game) == ["support-with-hq", "lay-guns"]


# ---------------------------------------------------------------------------------------------------------- reorganisation


@pytest.mark.rule("fa:11.14.1")
@pytest.mark.rule("fa:11.14.3")
def test_reorganising_on_foot_out_of_supply_and_at_the_price_of_the_helped() -> None:
    """FM-L23: two hexes from an HQ of 3; an air action makes a land unit dear; another power's points cost double."""
    game = front({METZ: ["germany-hq-moltke"], "W0931": [GERMANS[0], "austria-hungary-austria-inf-i"]})
    turn_down(game, GERMANS[0], "austria-hungary-austria-inf-i")
    moltke, own, other = units(game, "germany-hq-moltke", GERMANS[0], "austria-hungary-austria-inf-i")
    begin_step(game, "reorganisation", "germany", action="land")
    assert own in game.offers("germany")["reorganise"].domain
    assert (cost_of(game, own, (moltke,)), cost_of(game, other, (moltke,))) == (1, 2)
    begin_step(game, "reorganisation", "germany", action="air")
    assert cost_of(game, own, (moltke,)) == 2


@pytest.mark.rule("fa:18.3.1")
@pytest.mark.rule("fa:11.14.3")
def test_a_naval_offensive_reorganises_ships_at_sea() -> None:
    """An HQ in Bremen reaches the North Sea; without the offensive nobody turns a ship at sea."""
    game = front({BREMEN: ["germany-hq-kluck"], NORTH_SEA: ["germany-goeben-breslau"]}, **AT_WAR)
    ship, kluck = find(game, "germany-goeben-breslau"), find(game, "germany-hq-kluck")
    game.write(FACE_DOWN, ship, 1)
    assert can_be_reorganised(game, ship) is not None
    game.set(LEADERS, ((power(game, "germany"), kluck, "naval"),))
    assert can_be_reorganised(game, ship) is None
    begin_step(game, "reorganisation", "germany", action="naval")
    game.submit("germany", "reorganise", ship)
    assert not is_down(game, "germany-goeben-breslau")


# ----------------------------------------------------------------------------------------------------------------- countries


@pytest.mark.rule("fa:20.2")
def test_an_attacked_country_turns_to_active_powers_only() -> None:
    """FM-N38: Belgium to France and Russia, which fight, not to the Commonwealth and the USA, which do not."""
    game = front({})
    found = protectors(game, country(game, "belgium"), power(game, "germany"))
    assert found
    assert all(is_active(game, each) for each in found)
    assert power(game, "commonwealth") not in found


@pytest.mark.rule("fa:13.1.1")
def test_partisans_vanish_from_a_country_that_is_neutral_again() -> None:
    game = front({})
    partisan = all_partisans(game)[0]
    change_country(game, partisan, country(game, "germany"))
    move(game, partisan, place_index(game, "Paris"))
    guests_leave(game, power(game, "france"))
    assert place_name(game, game.state[PLACE][partisan]) == PARTISANS


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:14.2")
def test_partisans_vanish_at_the_end_of_the_step_in_which_a_country_is_neutral() -> None:
    """South Africa has left the Commonwealth; those in Ireland, which has not, go on, and so does Lawrence in Arabia."""
    game = front({}, wars=(("germany", "commonwealth"),))
    gone, stays = all_partisans(game)[:2]
    lawrence = find(game, LAWRENCES_CAVALRY)
    for partisan, place in ((gone, "Pretoria"), (stays, "Dublin"), (lawrence, "Mecca")):
        change_country(game, partisan, country(game, "germany"))
        move(game, partisan, place_index(game, place))
    game.set(RIDING, (LAWRENCES_CAVALRY,))
    align(game, "south-africa", "south-africa")
    game.write(CONTROLLER, place_index(game, "Pretoria"), power(game, "south-africa"))
    neutral_lands_are_quiet(game)
    assert place_name(game, game.state[PLACE][gone]) == PARTISANS
    assert [game.state[PLACE][unit] for unit in (stays, lawrence)] == [
        place_index(game, name) for name in ("Dublin", "Mecca")
    ]

"""fa:19.2, 21.5, 21.8, 21.12, 21.14 and options: commitments, territorials and units with rules of their own."""

from __future__ import annotations

from fractions import Fraction

import pytest
from front import GERMANS, TARGET, combat, front
from test_fa_land_combat import FRENCH, METZ

from conformance.positions import country, power, put, units_at
from conformance.steps import begin_step, declare, find, is_down, said, units, where
from worldfire.engine.game import Game
from worldfire.forces.pools import circle_space, pool_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, counter_of, place_index
from worldfire.forces.who import CONTROLLER
from worldfire.rules.s02_2_zones_of_control import exerts_zoc
from worldfire.rules.s02_3_stacking import land_limit, stacking_violation
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s04_reinforcements import arrival_hexes, may_be_given_up
from worldfire.rules.s09_06_aligning import SettingUp, army, own_hexes, set_up_face_down
from worldfire.rules.s11_10_entry import gate_violation, hex_cost, is_motorised
from worldfire.rules.s11_15_factors import Reckoning, attack_factor
from worldfire.rules.s11_15_resolution import OddsReckoned
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.rules.s18_2_commitments import exceeds_commitment
from worldfire.rules.s18_2_foreign_troops import lose_guest
from worldfire.tables.counters import LandType
from worldfire.titles.fa.forts import FORTS, forts_of_the_minor
from worldfire.titles.fa.options.o01_reserves import HeldInReserve
from worldfire.titles.fa.special_units import LETTOW, hiding_places

BEF = [("germany", "commonwealth"), ("germany", "france")]
FRENCH_HQ, KITCHENER = "commonwealth-united-kingdom-hq-french", "commonwealth-united-kingdom-hq-kitchener"
INF = "commonwealth-united-kingdom-inf"


# --------------------------------------------------------------------------------------------------------- commitments


def abroad(*names: str) -> bool:
    """Do these British units in France exceed the commitment?"""
    game = front({}, wars=BEF)
    there = tuple(put(game, name, "Paris") for name in names)
    return exceeds_commitment(game, there[:1], country(game, "france"))


@pytest.mark.rule("fa:19.2.1", example="FA-E61")
def test_what_an_hq_of_three_commands_abroad() -> None:
    """2 corps and 2 divisions, 3 aircraft and 3 ships at once; one more of any sort is too many."""
    land = [f"{INF}-i", f"{INF}-ii", *_divisions(2)]
    air = ["commonwealth LND"] * 3
    ships = ["commonwealth TRS"] * 3
    assert not abroad(KITCHENER, *land, *air, *ships)
    assert abroad(KITCHENER, *land, f"{INF}-iii")
    assert abroad(KITCHENER, *land, *air, "commonwealth LND")
    assert abroad(KITCHENER, *ships, "commonwealth TRS")
    assert abroad(f"{INF}-i"), "nobody without an HQ"


def _divisions(number: int) -> list[str]:
    game = front({})
    found = [counter_of(game, unit) for unit in range(len(game.state[PLACE]))]
    names = [
        each.id for each in found if each.home == "united-kingdom" and each.type == "INF" and each.size == "division"
    ]  # type: ignore[union-attr]
    return names[:number]


@pytest.mark.rule("fa:19.2.1")
def test_who_is_there_beyond_the_limit_when_a_step_ends_is_shattered() -> None:
    """Two British corps in France whose HQ is gone: both come back next turn."""
    game = front({"Amiens": [f"{INF}-i", f"{INF}-ii"]}, wars=BEF)
    begin_step(game, "rebase", "commonwealth")
    corps = units(game, f"{INF}-i", f"{INF}-ii")
    for unit in corps:
        lose_guest(game, unit)
    assert {game.state[PLACE][unit] for unit in corps} == {place_index(game, circle_space(game.state.get(TURN) + 1))}


@pytest.mark.rule("fa:19.2.1", example="FL6")
def test_allies_are_not_friends() -> None:
    """With an HQ of 2 a corps and two divisions, or two corps; no British unit beside the French, nor in one attack."""
    one, two = _divisions(2)
    assert not abroad(FRENCH_HQ, f"{INF}-i", one, two)
    assert abroad(FRENCH_HQ, f"{INF}-i", f"{INF}-ii", one)
    game = front({METZ: [], "Calais": [f"{INF}-i", FRENCH]}, wars=BEF)
    found = stacking_violation(game, place_index(game, "Calais"), units_at(game, "Calais"))
    assert found is not None
    assert found.key == "units-do-not-cooperate"


# -------------------------------------------------------------------------------------------------------- marching, zones


@pytest.mark.rule("fa:11.9.2.1")
def test_stosstruppen_and_cavalry_walk() -> None:
    game = front({METZ: ["germany-mech-stossgruppe-a", "germany-arm-div-a7v", "germany CAV"]})
    marching = {str(counter_of(game, unit).type): is_motorised(game, unit) for unit in units_at(game, METZ)}
    assert marching == {"MECH": False, "ARM": True, "CAV": False}


@pytest.mark.rule("fa:2.2")
@pytest.mark.rule("fa:2.3.1.1")
def test_divisions_and_guns_control_their_own_hex_and_one_more_may_stack() -> None:
    game = front({METZ: [*GERMANS, "germany-art-div-fuss-art-i"]})
    target, metz = place_index(game, TARGET), place_index(game, METZ)
    corps, _, gun = units(game, *GERMANS, "germany-art-div-fuss-art-i")
    assert exerts_zoc(game, corps, target)
    assert not exerts_zoc(game, gun, target)
    assert exerts_zoc(game, gun, metz)
    assert land_limit(game, metz, units(game, *GERMANS)) == 2
    assert stacking_violation(game, metz, units_at(game, METZ)) is None


@pytest.mark.rule("fa:21.5", example="FA-E65")
@pytest.mark.rule("fa:21.5/movement")
def test_a_territorial_of_the_sudan() -> None:
    """Into Egypt and Ottoman hexes, not into Algeria."""
    sudan = "commonwealth-anglo-egyptian-sudan-terr-anglo-egyptian-sudan"
    game = front({}, wars=[("commonwealth", "germany")])
    unit = put(game, sudan, "Khartoum")
    allowed = {
        name: gate_violation(game, (unit,), _hex_of(game, name)) is None for name in ("Egypt", "Algeria", "Tanganyika")
    }
    assert allowed == {"Egypt": True, "Algeria": False, "Tanganyika": True}
    assert hex_cost(game, unit, _hex_of(game, "Anglo-Egyptian Sudan", "desert")) == 3


def _hex_of(game: Game, name: str, terrain: str = "") -> int:
    tables = game.ruleset.tables.board.tables
    return next(
        place
        for place, owner in enumerate(tables.country)
        if owner == name and (not terrain or tables.terrain[place] == terrain)
    )


# -------------------------------------------------------------------------------------------------------------- the bush


def bush() -> Game:
    """FL9: every city of Tanganyika is lost; Lettow, a territorial and a garrison stand in Kenya."""
    game = front({}, wars=[("germany", "commonwealth")])
    kenya = [place for place, name in enumerate(game.ruleset.tables.board.tables.country) if name == "Kenya"]
    near = next(place for place in kenya if set(game.ruleset.tables.board.adjacent[place]) & set(kenya))
    beside = next(place for place in game.ruleset.tables.board.adjacent[near] if place in kenya)
    for place, name in enumerate(game.ruleset.tables.board.tables.country):
        if name == "Tanganyika":
            game.write(CONTROLLER, place, power(game, "commonwealth"))
    for name, place in ((LETTOW, near), ("germany TERR", beside), ("germany GAR", beside)):
        unit = put(game, name, METZ)
        game.write(PLACE, unit, place)
    return game


@pytest.mark.rule("fa:21.8", example="FL9")
def test_lettow_lives_off_the_land_and_feeds_one() -> None:
    game = bush()
    lettow = find(game, LETTOW)
    hexes = range(game.state.get(HEXES))
    beside = [unit for unit, place in enumerate(game.state[PLACE]) if place in hexes and unit != lettow]
    assert in_supply(game, lettow)
    assert sorted(in_supply(game, unit) for unit in beside) == [False, True]
    begin_step(game, "land movement", "germany")
    frames = game.state.frames
    game.push(TURN_OF_PLAY, None)
    frames.insert(0, frames.pop())
    hungry = next(unit for unit in beside if not in_supply(game, unit))
    game.submit("germany", "feed-with-lettow", (hungry,))
    assert [unit for unit in beside if in_supply(game, unit)] == [hungry], "Germany’s choice"


@pytest.mark.rule("fa:21.8", example="FL9")
def test_he_vanishes_and_appears_where_nobody_stands() -> None:
    game = bush()
    lettow = find(game, LETTOW)
    begin_step(game, "reinforcements", "germany")
    _until(game, "raiders-come-and-go")
    game.submit("germany", "hide-raider", lettow)
    assert where(game, LETTOW) == "reserve"
    game.set(TURN, game.state.get(TURN) + 1)
    hexes = hiding_places(game, lettow)
    countries = {game.ruleset.tables.board.tables.country[place] for place in hexes}
    assert "Kenya" in countries
    assert not countries & {"Zanzibar", "Mozambique", "Belgian Congo"}
    begin_step(game, "reinforcements", "germany")
    _until(game, "raiders-come-and-go")
    nairobi = next(place for place in hexes if game.ruleset.tables.board.tables.country[place] == "Kenya")
    game.submit("germany", "raider-appears", nairobi)
    assert game.state[CONTROLLER][nairobi] == power(game, "germany")


def _until(game: Game, wanted: str) -> None:
    while game.decision is not None and game.decision.prompt != wanted:
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, None if verb in ("keep-corps", "keep-divisions") else next(iter(shape.every())))
    assert game.decision is not None


@pytest.mark.rule("fa:21.12")
def test_anzacs_have_two_homes() -> None:
    game = front({}, wars=[("germany", "commonwealth")])
    anzac = find(game, "commonwealth-australia-new-zealand-inf-anzac-i")
    homes = {game.ruleset.tables.board.tables.country[place] for place in arrival_hexes(game, anzac)}
    assert homes == {"Australia", "New Zealand"}


# ------------------------------------------------------------------------------------------------------------- Schlieffen


@pytest.mark.rule("fa:21.14", example="FL1")
def test_belgium_is_overwhelmed() -> None:
    """Set up face-down in cities, and no zones of control in the surprise impulse."""
    game = front({"W1133": ["belgium INF"]}, wars=[("germany", "belgium")])
    belgium = country(game, "belgium")
    (corps,) = units_at(game, "W1133")
    neighbour = game.ruleset.tables.board.adjacent[place_index(game, "W1133")][3]
    assert not set_up_face_down(game, belgium)
    game.set(SURPRISE, ((power(game, "germany"), power(game, "belgium")),))
    assert set_up_face_down(game, belgium)
    assert set(own_hexes(game, belgium)) <= set(game.ruleset.tables.ground.cities)
    assert not exerts_zoc(game, corps, neighbour)
    game.set(TURN, game.state.get(TURN) + 1)
    assert not set_up_face_down(game, belgium), "only in the first turn"


@pytest.mark.rule("fa:20.5.1")
@pytest.mark.rule("fa:21.7")
def test_the_forts_of_belgium_stand_where_they_stood() -> None:
    """Not in the Congo; the counter of a fort that has fallen is one to be built."""
    game = front({METZ: []}, aligned=[("belgium", "france")])
    setting = SettingUp(country(game, "belgium"))
    forts = [unit for unit in army(game, setting.country) if counter_of(game, unit).type is LandType.FORT]
    liege = place_index(game, LIEGE)
    game.set(FORTS, ((liege, (place_index(game, ACHEN),)),))
    forts_of_the_minor.run(game, setting)
    stand = [game.state[PLACE][fort] for fort in forts]
    assert stand == [liege, pool_of(game, forts[1])]


@pytest.mark.rule("fa:4.3")
def test_any_unit_may_be_given_up() -> None:
    game = front({METZ: GERMANS})
    assert set(may_be_given_up(game, power(game, "germany"))) >= set(units(game, *GERMANS))


# ---------------------------------------------------------------------------------------------------------------- options


@pytest.mark.rule("fa:2.3.1.1")
def test_option_1_one_corps_in_reserve() -> None:
    three = (*GERMANS, "germany-inf-ix")
    french = (FRENCH, "france-inf-xi", "france-inf-xii")
    places = {METZ: three, TARGET: french}
    assert stacking_violation(front(places), place_index(front({}), METZ), units_at(front(places), METZ)) is not None
    game = front(places, options=("1",))
    assert stacking_violation(game, place_index(game, METZ), units_at(game, METZ)) is None
    combat(game, [5, 6, 0])
    (found,) = game.why_not(
        "declare-attacks", tuple((unit, place_index(game, TARGET)) for unit in units(game, *three)), "germany"
    )
    assert found.key == "reserves-do-not-attack"
    declare(game, "germany", W1029=GERMANS)
    game.submit("germany", "done")
    while game.decision is not None and game.decision.prompt != "hold-in-reserve":
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))
    game.submit("france", "hold-in-reserve", find(game, FRENCH))
    assert said(game, HeldInReserve)
    (reckoned,) = said(game, OddsReckoned)
    assert isinstance(reckoned, OddsReckoned)
    assert reckoned.defence == "8", "two of the three corps of 4"


@pytest.mark.rule("fa:21.4")
def test_option_9_a_corps_fires_as_a_gun_of_one() -> None:
    game = front({METZ: GERMANS, TARGET: [FRENCH]})
    begin_step(game, "ground strike", "germany")
    assert game.over
    game = begin_step(front({METZ: GERMANS, TARGET: [FRENCH]}, options=("9",)), "ground strike", "germany", throws=[1])
    game.submit("germany", "lay-guns", ((find(game, GERMANS[0]), place_index(game, TARGET)),))
    game.submit("germany", "done")
    assert is_down(game, FRENCH)
    assert is_down(game, GERMANS[0])


@pytest.mark.rule("fa:13.4")
def test_option_6_who_is_cut_off_stays_down() -> None:
    for options, down in (((), False), (("6",), True)):
        game = front({"Paris": ["germany-inf-vi"]}, options=options)
        game.write(FACE_DOWN, find(game, "germany-inf-vi"), 1)
        begin_step(game, "final reorganisation", "germany")
        assert is_down(game, "germany-inf-vi") is down


LIEGE, ACHEN = "W1133", "W1033"


def through_belgium() -> Game:
    """The impulse in which Germany attacks Belgium: a corps in Liège behind river and fort, the French not yet there."""
    game = front(
        {LIEGE: ["belgium INF"], ACHEN: ["germany-inf-vi", "germany CAV"]},
        wars=[("germany", "belgium"), ("germany", "france")],
        aligned=[("belgium", "france")],
    )
    game.set(SURPRISE, ((power(game, "germany"), power(game, "belgium")),))
    game.set(FORTS, ((place_index(game, LIEGE), (place_index(game, ACHEN),)),))
    return game


@pytest.mark.rule("fa:21.14", example="FL1")
@pytest.mark.rule("fa:17.1.2", example="FL1")
def test_through_belgium_the_fort_halves_and_the_river_does_not() -> None:
    game = combat(through_belgium())
    (belgians,), german = units_at(game, LIEGE), find(game, "germany-inf-vi")
    reckoning = Reckoning(place_index(game, LIEGE), (german,), (belgians,))
    assert attack_factor(game, reckoning, german) == Fraction(5, 2)
    game.set(SURPRISE, ())
    assert attack_factor(game, reckoning, german) == Fraction(5, 4)


@pytest.mark.rule("fa:21.14", example="FL1")
def test_cavalry_rides_past_liege() -> None:
    """Through a hex beside the Belgians without stopping; a turn later it must stop there."""
    for turns, refused in ((0, False), (1, True)):
        game = through_belgium()
        game.set(TURN, game.state.get(TURN) + turns)
        (rider,) = [unit for unit in units_at(game, ACHEN) if counter_of(game, unit).type == "CAV"]
        begin_step(game, "land movement", "germany")
        path = tuple(place_index(game, number) for number in ("W1032", "W1132", "W1232"))
        found = game.why_not("move", ((rider,), path), "germany")
        assert any(each.key == "stops-in-zoc" or "zoc" in each.key for each in found) is refused, found

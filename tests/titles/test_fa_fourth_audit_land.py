"""Findings of a fourth audit of Fatal Alliances: soldiers out of partisans, refugees, surrender, reserves."""

from __future__ import annotations

from itertools import permutations

import pytest
from front import TARGET, combat, front
from test_fa_land_combat import FRENCH, METZ, demoralised, go_on
from test_fa_options import _until
from test_fa_third_audit_f import france_has_fallen, held, peace, rising, serbia_has_fallen

from conformance.great_war import AUGUST, country, fa_in
from conformance.positions import power, put
from conformance.steps import begin_step, declare, find, said
from conformance.turns import in_turn, play, power_index, put_into
from worldfire.engine.game import Game
from worldfire.forces.partisans import RED, SOIL, all_partisans
from worldfire.forces.pools import REMOVED
from worldfire.forces.things import PLACE, aboard, board_of, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    HEXES_AT_HOME,
    NEW_HOME,
    SIDE,
    align_country,
    change_control,
    change_country,
    units_of,
)
from worldfire.rules.s02_3_overstacking import units_too_many
from worldfire.rules.s02_3_stacking import together_violation
from worldfire.rules.s10_actions import LAND, left_of
from worldfire.rules.s11_15_battle import Battle, reckoning_of
from worldfire.rules.s11_15_factors import land_attack
from worldfire.rules.s13_06_production import pools_of
from worldfire.rules.s13_07_7_standing_down import stand_down
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.tables.counters import LandType, NavalType
from worldfire.titles.fa.independence import FIGHTS_FOR, soldiers_of
from worldfire.titles.fa.mutiny import Surrendered
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.peace import may_give_up
from worldfire.titles.fa.risings import regions_within

JOFFRE = "france-hq-joffre"


def three_serbs_in_nish(game: Game) -> None:
    """Serbia is conquered; its partisans are Russia's."""
    serbia_has_fallen(game)
    serbia = country(game, "serbia")
    for unit in units_of(game, serbia):
        move(game, unit, place_index(game, REMOVED))
    for rebel in all_partisans(game)[:3]:
        change_country(game, rebel, country(game, "russia"))
        game.write(SOIL, rebel, serbia)
        game.write(RED, rebel, 0)
        move(game, rebel, place_index(game, "Nish"))


def serbs_are_soldiers() -> tuple[Game, int]:
    """Two of the three partisans, merged; and the soldiers."""
    game = fa_in("merging partisans", AUGUST, in_turn("Jan/Feb 1917"), three_serbs_in_nish, dice=(1,))
    play(game, "russia", "merge-partisans", f"{board_of(game).number(place_index(game, 'Nish'))} serbia")
    (unit,) = (unit for unit, country_ in enumerate(game.state[FIGHTS_FOR]) if country_)
    return game, unit


# ------------------------------------------------------------------------------------------- 13.1 soldiers out of partisans


@pytest.mark.rule("fa:13.1.3")
@pytest.mark.rule("fa:19.1")
def test_soldiers_stand_beside_the_partisans_of_their_country() -> None:
    """They are led by Russia, but the third partisan of Nish is a Serb like them; a red one would not be."""
    game, unit = serbs_are_soldiers()
    here = things_at(game, place_index(game, "Nish"))
    (rebel,) = (each for each in here if each != unit)
    assert game.state[COUNTRY][unit] == country(game, "russia")
    assert together_violation(game, here) is None
    assert units_too_many(game) is None
    game.write(RED, rebel, 1)
    assert cooperation_violation(game, unit, rebel) is not None


@pytest.mark.rule("fa:13.1.3")
def test_soldiers_do_not_vouch_for_their_leaders_regulars() -> None:
    """In whatever order they stand: Russians do not co-operate with the Serb partisans beside the Serb soldiers."""
    game, unit = serbs_are_soldiers()
    (rebel,) = (each for each in things_at(game, place_index(game, "Nish")) if each != unit)
    russian = next(
        each for each in units_of(game, country(game, "russia")) if _is_infantry(game, each) and each != unit
    )
    assert together_violation(game, (unit, russian)) is None
    for order in permutations((unit, russian, rebel)):
        assert together_violation(game, order) is not None


def _is_infantry(game: Game, unit: int) -> bool:
    return counter_of(game, unit).type is LandType.INF


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:20.5.2")
def test_soldiers_of_a_conquered_country_are_never_built_again() -> None:
    """Russia leads the Serbs of Nish, and has no Serbs in its force pools when they have fallen."""
    game, unit = serbs_are_soldiers()
    for place in pools_of(game, power_index(game, "russia")).values():
        assert unit not in things_at(game, place)
    giving_up(game)
    play(game, "russia", "give-up-units", (unit,))
    assert place_name(game, game.state[PLACE][unit]) == REMOVED
    assert game.state[COUNTRY][unit] == country(game, "serbia")
    assert not game.state[FIGHTS_FOR][unit]
    assert unit in soldiers_of(game, country(game, "serbia"))


@pytest.mark.rule("fa:13.1.1")
def test_nobody_who_is_at_sea_rises_from_partisans() -> None:
    def at_sea(game: Game) -> None:
        serbia_has_fallen(game)
        ship = find(game, next(counter_of(game, unit).id for unit in _transports(game)))
        move(game, ship, place_index(game, "Brest"))
        move(game, _first(game, "serbia"), aboard(ship))

    game = fa_in("merging partisans", AUGUST, in_turn("Jan/Feb 1917"), three_serbs_in_nish, at_sea)
    sailor = _first(game, "serbia")
    assert game.state[PLACE][sailor] < 0
    assert sailor not in soldiers_of(game, country(game, "serbia"))
    move(game, sailor, place_index(game, REMOVED))
    assert sailor in soldiers_of(game, country(game, "serbia"))


def _transports(game: Game) -> list[int]:
    return [
        unit
        for unit in units_of(game, country(game, "france"))
        if getattr(counter_of(game, unit), "type", None) is NavalType.TRS
    ]


def _first(game: Game, land: str) -> int:
    infantry = (unit for unit in units_of(game, country(game, land)) if counter_of(game, unit).type is LandType.INF)
    return next(infantry)


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:13.6.1.4")
def test_a_fallen_power_with_soldiers_has_half_its_limits() -> None:
    """Partisans alone act as in a land action."""

    def with_soldiers(game: Game) -> None:
        game.write(FIGHTS_FOR, _first(game, "france"), country(game, "france") + 1)

    fallen_ = (france_has_fallen,)
    usual, partisans, half = (
        [_limit_of_france(game, row) for row in ("rail movement", "air missions")]
        for game in (
            fa_in("merging partisans", AUGUST, *changes) for changes in ((), fallen_, (*fallen_, with_soldiers))
        )
    )
    assert partisans == usual
    assert half == [-(-number // 2) for number in usual]


def _limit_of_france(game: Game, row: str) -> int:
    france = power_index(game, "france")
    game.set(ACTIVE_SIDE, game.state[SIDE][france])
    game.set(ACTIONS, (LAND,) * len(game.state[SIDE]))
    return left_of(game, france, row)


@pytest.mark.rule("fa:13.1.1")
def test_no_region_rises_for_the_other_side_instead_of_its_country() -> None:
    """The French who rise in Lille have no part in Alsace, where Germans would rise against France."""
    game = peace(held("germany", "Lille"))
    board = board_of(game)
    for number in board.tables.regions["Alsace-Lorraine"]:
        change_control(game, board.index[number], power_index(game, "france"))
    assert regions_within(game, rising(game, 3)["France"]) == ()
    assert "Georgia" in regions_within(game, rising(game, 8)["Russia"])


# ------------------------------------------------------------------------------------------------- 4.3, 13.6 giving up


def giving_up(game: Game, *dice: int) -> None:
    """Everybody may destroy units of his own."""
    put_into(game, "reinforcements", dice=dice)
    game.state.frames[-1].step = "isolated_units_may_be_given_up"
    game.resume(game.state, game.entries, game.head)


def belgians_in_exile(game: Game) -> None:
    """A Belgian corps is cut off in German Aachen; it fights on from the Congo."""
    belgium, germany = country(game, "belgium"), power_index(game, "germany")
    for place in game.look_up(HEXES_AT_HOME)[belgium]:
        game.write(CONTROLLER, place, germany)
    game.write(CONQUEROR, belgium, germany)
    align_country(game, belgium, power_index(game, "france"))
    game.write(NEW_HOME, belgium, country(game, "belgian-congo"))
    for unit in units_of(game, belgium):
        move(game, unit, place_index(game, REMOVED))
    move(game, _first(game, "belgium"), place_index(game, "Amiens"))


@pytest.mark.rule("fa:13.6.1.4")
@pytest.mark.rule("fa:4.3")
@pytest.mark.parametrize(("die", "lost"), [(5, True), (6, False)])
def test_refugees_who_are_given_up_are_rolled_for(die: int, lost: bool) -> None:
    """As if the enemy had destroyed them: in supply they leave the game on 5 or less."""
    game = fa_in("surrender", AUGUST, in_turn("Jan/Feb 1917"), belgians_in_exile)
    unit = _first(game, "belgium")
    giving_up(game, die)
    while "france" not in game.waiting:
        (seat,) = game.waiting
        play(game, seat, "give-up-units", ())
    play(game, "france", "give-up-units", (unit,))
    assert (place_name(game, game.state[PLACE][unit]) == REMOVED) is lost


@pytest.mark.rule("fa:14.2")
@pytest.mark.rule("fa:11.12.3")
def test_an_hq_that_surrenders_supports_nobody() -> None:
    game = front({METZ: ["germany-inf-vi", "germany-inf-viii"], TARGET: [FRENCH, JOFFRE]})
    game = combat(demoralised(game, "france", 7), [5, 1, 5, 5, 5, 5])
    declare(game, "germany", W1029=["germany-inf-vi", "germany-inf-viii"])
    game.submit("germany", "done")
    game.submit("france", "support-with-hq", ((find(game, JOFFRE), place_index(game, TARGET)),))
    game.submit("france", "done")
    go_on(game, until=("lose-attackers", "lose-defenders", "advance-after-combat"))
    assert [counter_of(game, event.unit).id for event in said(game, Surrendered)] == [JOFFRE]
    assert land_attack(game, reckoning_of(game, game.enclosing(Battle))).opposing_hq == 0


@pytest.mark.rule("13.7.7")
@pytest.mark.rule("fa:13.6.5")
@pytest.mark.rule("fa:14.3")
def test_reserves_at_sea_go_home_too() -> None:
    game = peace()
    france, ship = power_index(game, "france"), _transports(game)[0]
    reservist = find(game, "france-inf-1-gdr")
    move(game, ship, place_index(game, "Brest"))
    move(game, reservist, aboard(ship))
    stand_down(game, france, (reservist,))
    assert place_name(game, game.state[PLACE][reservist]) == "reserve pool of france"


@pytest.mark.rule("fa:13.6.4")
def test_partisans_keep_their_power_from_giving_up() -> None:
    game = front({}, wars=(("germany", "france"),), control={"germany": ["Paris", "Lyon"]})
    france, rebel = power(game, "france"), all_partisans(game)[0]
    assert may_give_up(game, france)
    change_country(game, rebel, country(game, "france"))
    game.write(SOIL, rebel, country(game, "france"))
    move(game, rebel, place_index(game, "Lyon"))
    assert not may_give_up(game, france)


# ---------------------------------------------------------------------------------------------------- 2.5.1, 19.1 territories


@pytest.mark.rule("fa:19.1")
@pytest.mark.rule("fa:2.5.1")
def test_troops_of_a_territory_are_their_owners_own() -> None:
    """Hong Kong has no capital; Nigeria has one and is a minor country."""
    game = front({})
    assert is_of_a_major(game, find(game, "commonwealth-hong-kong-terr-hong-kong"))
    assert not is_of_a_major(game, find(game, "commonwealth-nigeria-terr-nigeria"))
    assert is_of_a_major(game, put(game, "united-kingdom INF", "London"))


# ----------------------------------------------------------------------------------------------- option 7, the home front


@pytest.mark.rule("fa:14.1")
def test_corps_of_any_home_country_go_to_the_home_front_from_any_other() -> None:
    """Canadians in London as well as Britons; nobody from abroad."""
    game = front(
        {"London": ["canada INF"], "Toronto": ["united-kingdom INF"], "Calais": ["united-kingdom INF"]},
        wars=(("germany", "france"), ("germany", "commonwealth")),
        options=["7"],
    )
    begin_step(game, "reinforcements", "commonwealth")
    _until(game, "send-to-home-front")
    assert list(game.waiting) == ["commonwealth"]
    sent = {
        place_name(game, game.state[PLACE][unit]) for unit in game.offers("commonwealth")["send-to-home-front"].domain
    }
    assert sent == {"W1534 London", "G4624 Toronto"}

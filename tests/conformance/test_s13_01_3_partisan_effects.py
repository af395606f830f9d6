"""13.1.3: partisans in movement and combat, clause by clause, through the steps of an impulse."""

from __future__ import annotations

import pytest

from conformance.positions import country, give_control, position, power, put, units_at
from conformance.steps import begin_step, declare, find, is_lost, march, refusal, said, where
from worldfire.engine.game import Game
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.partisans import SOIL
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, place_index
from worldfire.forces.turn import powers_of_side
from worldfire.forces.who import CONQUEROR, CONTROLLER, NOBODY, SIDE, change_country
from worldfire.rules.s02_2_zones_of_control import in_enemy_zoc
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import terrain_at
from worldfire.rules.s11_10_6_overrun import NavalUnitOverrun, destroy
from worldfire.rules.s11_10_entry import gate_violation
from worldfire.rules.s11_15_advance import may_advance
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_factors import Reckoning, defence_factors, is_winterised
from worldfire.rules.s11_15_resolution import LandCombatResult
from worldfire.rules.s11_15_retreats import priority, retreat_violation
from worldfire.rules.s13_07_1_the_fallen import finish_major
from worldfire.rules.s14_1_range import landing_violation
from worldfire.tables.counters import LandType

PARTISAN = "partisans-part-13"


def occupied(place: str, *, units: dict[str, list[str]] | None = None) -> Game:
    """Germany holds the western USSR; a Soviet partisan has risen in this hex."""
    game = position(
        "global-war", units={"E2033": ["Rundstedt"], **(units or {}), place: [PARTISAN]}, wars=[("germany", "ussr")]
    )
    soviet = (number for number in board_of(game).hexes_of("USSR") if number[0] == "E" and int(number[3:]) < 38)
    give_control(game, "germany", "country:Poland", *(number for number in soviet if int(number[1:3]) >= 16))
    enlist(game, PARTISAN)
    return game


def enlist(game: Game, name: str) -> None:
    """It rose on Soviet soil, and the USSR controls it."""
    partisan = find(game, name)
    game.write(SOIL, partisan, country(game, "ussr"))
    change_country(game, partisan, country(game, "ussr"))


def by_land(game: Game, name: str) -> str:
    """A hex from which one walks there."""
    return board_of(game).number(ground_of(game).crossing.open[place_index(game, name)][0])


def hex_with(game: Game, terrain: str) -> str:
    """The first Soviet hex in German hands with this terrain and without a city."""
    board, german = board_of(game), power(game, "germany")
    return next(
        number
        for number in sorted(board.hexes_of("USSR"))
        if terrain_at(game, board.index[number]) == terrain
        and game.state[CONTROLLER][board.index[number]] == german
        and board.index[number] not in ground_of(game).cities
    )


# ------------------------------------------------------------------------------------------------------------ movement


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.10.5")
def test_a_partisan_moves_through_its_country_and_never_out_of_it() -> None:
    game = begin_step(occupied("E2133"), "land movement", "ussr")
    assert refusal(game, "ussr", [PARTISAN], "E2132") == ""
    for number in ("E2234", "E2233"):
        assert refusal(game, "ussr", [PARTISAN], number) == "13.1.3 partisan-stays-home"


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.15.5/advancing after combat")
def test_a_partisan_does_not_advance_out_of_its_country() -> None:
    """Beside a Soviet corps it has destroyed a garrison in Poland: only the corps may advance."""
    game = occupied("E2133", units={"E2134": ["su-inf-3"], "E2234": ["germany GAR"]})
    corps, partisan = find(game, "su-inf-3"), find(game, PARTISAN)
    origins = ((corps, place_index(game, "E2134")), (partisan, place_index(game, "E2133")))
    battle = Battle(place_index(game, "E2234"), game.state[SIDE][power(game, "ussr")], origins)
    assert may_advance(game, battle) == ()
    destroy(game, *units_at(game, "E2234"))
    assert may_advance(game, battle) == (corps,)


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.15.5/retreats")
def test_a_partisan_does_not_retreat_out_of_its_country() -> None:
    """Two Polish hexes are as far from the Germans as E2232 is, the only Soviet one: there it goes, without a choice."""
    strong = "partisans-part-1"
    game = occupied("E2034", units={"E2033": ["Rundstedt", "ge-mech-viii"]})
    put(game, strong, "E2133")
    enlist(game, strong)
    here, poland = place_index(game, "E2133"), [place_index(game, number) for number in ("E2233", "E2234")]
    partisan = find(game, strong)
    refusals = [retreat_violation(game, partisan, (here,), place) for place in poland]
    assert [why and f"{why.rule} {why.key}" for why in refusals] == ["13.1.3 partisan-stays-home"] * 2
    assert {priority(game, partisan, place) for place in poland} == {1}
    begin_step(game, "land combat", "germany", throws=[6])
    declare(game, "germany", E2133=["ge-mech-viii"])
    game.submit("germany", "done")
    game.submit("germany", "choose-table", "blitzkrieg")
    (result,) = said(game, LandCombatResult)
    assert result.result == "-/R"
    assert where(game, strong) == "E2232"


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.14")
def test_a_partisan_does_not_drop_out_of_its_country() -> None:
    """No aircraft carries partisans anyway (11.11); the gate of the hex would not let them in either."""
    game = occupied("E2133")
    found = [gate_violation(game, (find(game, PARTISAN),), place_index(game, number)) for number in ("E2234", "E2132")]
    assert [why.key if why else "" for why in found] == ["partisan-stays-home", ""]


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("2.5.3")
def test_a_partisan_takes_no_control_of_what_it_enters() -> None:
    game = begin_step(occupied("E1832"), "land movement", "ussr")
    march(game, "ussr", [PARTISAN], "E1833")
    assert where(game, PARTISAN) == "E1833"
    assert game.state[CONTROLLER][place_index(game, "E1833")] == power(game, "germany")


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.10.6/overrunning aircraft units")
def test_a_partisan_overruns_aircraft_that_it_comes_upon() -> None:
    game = occupied("E1832", units={"E1833": ["germany FTR"]})
    (fighter,) = units_at(game, "E1833")
    game.write(FACE_DOWN, fighter, 1)
    begin_step(game, "land movement", "ussr")
    march(game, "ussr", [PARTISAN], "E1833")
    assert units_at(game, "E1833") == (find(game, PARTISAN),)


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.10.6/overrunning naval units")
def test_partisans_destroy_ships_and_capture_none() -> None:
    """A 1 captures; partisans sink instead."""
    game = occupied("E1832")
    beside = by_land(game, "Odessa")
    put(game, "partisans-part-14", beside)
    put(game, "germany SUB", "Odessa")
    enlist(game, "partisans-part-14")
    give_control(game, "germany", beside, "Odessa")
    (boat,) = units_at(game, "Odessa")
    game.write(FACE_DOWN, boat, 1)
    begin_step(game, "land movement", "ussr", throws=[1])
    march(game, "ussr", ["partisans-part-14"], "Odessa")
    assert [(event.roll, event.result) for event in said(game, NavalUnitOverrun)] == [(1, "destroyed")]


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.10.3")
def test_nothing_of_the_enemy_moves_into_a_partisans_hex() -> None:
    game = occupied("Kiev")
    kiev, beside = place_index(game, "Kiev"), by_land(game, "Kiev")
    put(game, "ge-inf-xx", beside)
    put(game, "germany FTR", "E2033")
    give_control(game, "germany", beside, "Kiev")
    assert in_enemy_zoc(game, kiev, 0), "so that neither supply nor a rail move goes there"
    found = landing_violation(game, units_at(game, "E2033")[-1], kiev)
    assert found is not None
    assert found.key == "partisans-hold-the-hex"
    begin_step(game, "land movement", "germany")
    assert refusal(game, "germany", ["ge-inf-xx"], "Kiev") == "11.10.3 enemy-units-there"


# -------------------------------------------------------------------------------------------------------------- combat


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.15.1/terrain")
@pytest.mark.parametrize(("terrain", "more"), [("forest", 1), ("clear", 0)])
def test_forest_adds_a_factor(terrain: str, more: int) -> None:
    game = occupied("E1832")
    give_control(game, "germany", "country:USSR")
    place = hex_with(game, terrain)
    partisan = find(game, PARTISAN)
    printed = game.ruleset.tables.counters[game.ruleset.tables.index[PARTISAN]].strength
    there = place_index(game, place)
    game.write(PLACE, partisan, there)
    assert defence_factors(game, Reckoning(there, (), (partisan,))) == printed + more


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("11.15.5/shatter")
@pytest.mark.rule("11.15.1")
def test_a_shattered_partisan_is_lost() -> None:
    """It stands in a hex that the Germans control; they may attack it there, and it does not come back."""
    game = occupied("E1833", units={"E1933": ["ge-inf-liv", "ge-mech-viii"], "E1932": ["ge-arm-xlvii", "ge-mot-liii"]})
    begin_step(game, "land combat", "germany", throws=[10])
    declare(game, "germany", E1833=["ge-inf-liv", "ge-mech-viii", "ge-arm-xlvii", "ge-mot-liii"])
    game.submit("germany", "done")
    game.submit("germany", "choose-table", "blitzkrieg")
    (result,) = said(game, LandCombatResult)
    assert result.result.rstrip("-").endswith("B")
    if "take-result" in game.offers("germany"):
        game.submit("germany", "take-result")
    assert is_lost(game, PARTISAN)
    assert game.state[CONTROLLER][place_index(game, "E1833")] == power(game, "germany")


@pytest.mark.rule("13.1.3")
def test_partisans_are_supplied_and_not_winterised() -> None:
    game = occupied("E1832")
    assert in_supply(game, find(game, PARTISAN))
    partisans = [row for row, counter in enumerate(game.ruleset.tables.counters) if counter.type is LandType.PART]
    assert partisans
    assert not is_winterised(game, find(game, PARTISAN))


@pytest.mark.rule("13.1.3")
def test_partisans_fight_even_if_their_power_is_at_peace() -> None:
    game = occupied("E1832", units={"E1833": ["ge-inf-liv"]})
    game.set(AT_WAR, ())
    partisan, soldier = find(game, PARTISAN), find(game, "ge-inf-liv")
    assert unit_at_war(game, partisan, power(game, "germany"))
    assert not unit_at_war(game, partisan, power(game, "commonwealth")), "that is its own side"
    assert not unit_at_war(game, soldier, power(game, "ussr"))
    begin_step(game, "land movement", "ussr")
    assert refusal(game, "ussr", [PARTISAN], "E1833") == "11.10.3 enemy-units-there"


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("13.7.1/complete conquest")
def test_partisans_of_a_completely_conquered_power_move_and_fight_as_in_a_land_action() -> None:
    """The USSR has fallen and chooses nothing any more; its partisan marches and attacks in the impulses of its side."""
    strong = "partisans-part-1"
    game = occupied("E1832", units={"E1733": ["germany GAR"]})
    put(game, strong, "E1834")
    enlist(game, strong)
    ussr, germany = power(game, "ussr"), power(game, "germany")
    game.write(CONQUEROR, country(game, "ussr"), germany)
    finish_major(game, ussr, NOBODY)
    assert ussr not in powers_of_side(game, game.state[SIDE][ussr])
    begin_step(game, "land movement", "ussr", action="pass")
    march(game, "ussr", [PARTISAN], "E1833")
    assert where(game, PARTISAN) == "E1833"
    begin_step(game, "land combat", "ussr", action="pass", throws=[10])
    declare(game, "ussr", E1733=[strong])
    game.submit("ussr", "done")
    while not said(game, LandCombatResult):
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        game.submit(seat, verb, next(iter(shape.every())))

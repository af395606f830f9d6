"""Findings of a third audit of Fatal Alliances: partisans, peace, morale, and the end of empires."""

from __future__ import annotations

import pytest

from conformance.great_war import AUGUST, CENTRAL, country, fa_in, fallen, initiative, wars
from conformance.turns import Change, in_turn, play, power_index, put_into
from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import RED, SOIL, all_partisans
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, counter_of, move, place_index, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    FALLEN_POWER,
    HEXES_AT_HOME,
    NOBODY,
    POWER,
    align_country,
    change_country,
    power_of,
    units_of,
)
from worldfire.rules.s13_01_partisans import Area, controller_of_partisans, is_eligible
from worldfire.tables.counters import LandType
from worldfire.titles.fa.conditional_surrender import make_peace
from worldfire.titles.fa.independence import FIGHTS_FOR, FREE_CAPITAL
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.potential_homes import claims_on
from worldfire.titles.fa.risings import areas_of_entry, areas_of_the_dice, number_of_area, regions_within


def held(power: str, *names: str) -> Change:
    def change(game: Game) -> None:
        for name in names:
            game.write(CONTROLLER, place_index(game, name), power_index(game, power))

    return change


def peace(*changes: Change, turn: str = "Nov/Dec 1915") -> Game:
    return fa_in("surrender", AUGUST, in_turn(turn), initiative(CENTRAL), *changes)


def spirits(game: Game, name: str, level: int) -> None:
    game.write(MORALE, power_index(game, name), level * TENTHS)


def rising(game: Game, die: int) -> dict[str, Area]:
    return {area.name: area for area in areas_of_the_dice(game, (die,))}


# ----------------------------------------------------------------------------------------------------------- 13.1 partisans


@pytest.mark.rule("fa:14.2")
@pytest.mark.rule("fa:13.1.1")
def test_low_morale_stirs_up_only_those_who_rise_against_it() -> None:
    """The French rise in Lille against Germany: they are no bolder because France is tired."""
    game = peace(held("germany", "Lille"))
    spirits(game, "france", 11)
    spirits(game, "germany", 11)
    france = rising(game, 3)["France"]
    usual = number_of_area(game, france)
    spirits(game, "france", 6)
    assert number_of_area(game, france) == usual
    spirits(game, "germany", 6)
    assert number_of_area(game, france) == usual + 2


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:14.2")
def test_low_morale_makes_red_only_what_the_weary_power_holds() -> None:
    game = peace(held("germany", "Lille"))
    assert "France" in rising(game, 3)
    spirits(game, "france", 3)
    found = rising(game, 3)
    weary, occupied = found["France under allies"], found["France under central-powers"]
    assert (weary.red, occupied.red) == (True, False)
    assert occupied.hexes == {place_index(game, "Lille")}
    assert controller_of_partisans(game, occupied) == power_index(game, "france")
    assert controller_of_partisans(game, weary) == power_index(game, "germany")


def serbia_has_fallen(game: Game) -> None:
    """To Austria-Hungary; it was Russia's before."""
    serbia, empire = country(game, "serbia"), power_index(game, "austria-hungary")
    align_country(game, serbia, empire)
    game.write(CONQUEROR, serbia, empire)
    for place in game.look_up(HEXES_AT_HOME)[serbia]:
        game.write(CONTROLLER, place, empire)


@pytest.mark.rule("fa:13.1.1")
def test_nobody_rises_against_his_own_side() -> None:
    """The Serbs of Nish, which France has retaken, throw no dice for partisans that find no hex."""
    game = peace(serbia_has_fallen, held("france", "Nish"))
    parts = {area.name: is_eligible(game, area) for area in areas_of_entry(game, "Serbia (green)")}
    assert parts == {"Serbia under central-powers": True, "Serbia under allies": False}


@pytest.mark.rule("fa:13.1.2")
@pytest.mark.rule("fa:15.3.4")
def test_partisans_of_poland_look_west_when_germany_has_conquered_it() -> None:
    """They have risen for Germany against Russia, and are nobody's on the side of Russia but France's."""

    def risen(game: Game) -> None:
        rebel, poland, germany = all_partisans(game)[0], country(game, "poland"), power_index(game, "germany")
        change_country(game, rebel, country(game, "germany"))
        game.write(SOIL, rebel, poland)
        game.write(RED, rebel, 1)
        move(game, rebel, place_index(game, "Lodz"))
        for place in game.look_up(HEXES_AT_HOME)[poland]:
            game.write(CONTROLLER, place, germany)

    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1915"), initiative(CENTRAL), risen)
    assert game.state[CONQUEROR][country(game, "poland")] == power_index(game, "germany")
    assert power_of(game, all_partisans(game)[0]) == power_index(game, "france")


def france_has_fallen(game: Game) -> None:
    """Completely, to Germany; two partisans are in Lyon."""
    fallen("france")(game)
    land, germany = country(game, "france"), power_index(game, "germany")
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    for unit in units_of(game, land):
        move(game, unit, place_index(game, REMOVED))
    for rebel in all_partisans(game)[:2]:
        change_country(game, rebel, land)
        game.write(SOIL, rebel, land)
        move(game, rebel, place_index(game, "Lyon"))


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:13.6.3")
def test_a_fallen_major_power_frees_itself_and_is_in_the_game_again() -> None:
    game = fa_in("merging partisans", AUGUST, in_turn("Jan/Feb 1917"), france_has_fallen, dice=(0,))
    france, germany, lyon = power_index(game, "france"), power_index(game, "germany"), place_index(game, "Lyon")
    (seat,) = game.waiting
    assert seat_of_power(game, france) == seat
    play(game, seat, "merge-partisans", game.offers(seat)["merge-partisans"].domain[0])
    assert game.over
    (soldier,) = things_at(game, lyon)
    put_into(game, "independence", dice=(0,) * 300)
    play(game, seat, "declare-independence")
    assert game.over
    assert not game.state[FALLEN_POWER][france]
    assert game.state[POWER][country(game, "france")] == power_of(game, soldier) == france
    assert at_war(game, france, germany)
    assert game.state[CONTROLLER][lyon] == france
    assert game.state[CONTROLLER][place_index(game, "Paris")] == germany
    assert game.state[FREE_CAPITAL][country(game, "france")] == lyon


@pytest.mark.rule("fa:20.3")
def test_a_major_power_whose_soldiers_an_ally_has_led_is_its_own_master() -> None:
    """France had the partisans of a conquered Russia: it is no minor country of France."""

    def led(game: Game) -> None:
        fallen("russia")(game)
        land = country(game, "russia")
        soldier = next(unit for unit in units_of(game, land) if counter_of(game, unit).type is LandType.INF)
        move(game, soldier, place_index(game, "Kiev"))
        game.write(FIGHTS_FOR, soldier, land + 1)
        change_country(game, soldier, country(game, "france"))

    game = fa_in("independence", AUGUST, in_turn("Jan/Feb 1917"), led, dice=(0,) * 60)
    play(game, "france", "declare-independence")
    russia = power_index(game, "russia")
    assert not game.state[FALLEN_POWER][russia]
    assert game.state[POWER][country(game, "russia")] == russia
    assert at_war(game, russia, power_index(game, "germany"))


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:20.3")
def test_every_country_that_could_be_has_land_on_the_map() -> None:
    """And rises there: of Siberia the Kazakhs may, and the Basmachi of Turkestan, who have a counter to be free with."""
    game = peace()
    claimed = {name for place in range(game.state.get(HEXES)) for name in claims_on(game, place)}
    assert nations_of(game).potential <= claimed
    siberia = rising(game, 1)["Siberia"]
    assert {"Kazakhstan", "Uzbek/Turkmen"} <= {*regions_within(game, siberia)}


# ------------------------------------------------------------------------------------------------------- 13.6.3.2 reversion


def retaken(land: str) -> Game:
    """From Germany, by the Commonwealth, which is asked what it gives back."""

    def change(game: Game) -> None:
        saviour = power_index(game, "commonwealth")
        align_country(game, country(game, land), saviour)
        game.write(CONQUEROR, country(game, land), saviour)
        for place in game.look_up(HEXES_AT_HOME)[country(game, land)]:
            game.write(CONTROLLER, place, saviour)

    game = fa_in("reversion", AUGUST, in_turn("Nov/Dec 1915"), initiative(CENTRAL), change)
    while "commonwealth" not in game.waiting:
        play(game, next(iter(game.waiting)), "revert-nothing")
    return game


@pytest.mark.rule("fa:13.6.3.2")
def test_a_single_hex_reverts_though_the_whole_country_could() -> None:
    game = retaken("algeria")
    algiers = place_index(game, "Algiers")
    play(game, "commonwealth", "revert-hexes", (algiers,))
    assert game.state[CONTROLLER][algiers] == power_index(game, "france")
    assert game.state[CONTROLLER][place_index(game, "Oran")] == power_index(game, "commonwealth")
    assert game.state[POWER][country(game, "algeria")] == power_index(game, "commonwealth")


@pytest.mark.rule("fa:13.6.3.2")
@pytest.mark.rule("fa:22.3")
@pytest.mark.parametrize(("land", "status"), [("mongolia", "conquered"), ("algeria", "aligned")])
def test_what_reverts_has_its_status_of_1914(land: str, status: str) -> None:
    """Mongolia is a conquered land of Russia again, Algeria is aligned with France."""
    game = retaken(land)
    play(game, "commonwealth", "revert-countries", (land,))
    owner = power_index(game, "russia" if land == "mongolia" else "france")
    assert game.state[POWER][country(game, land)] == owner
    assert game.state[CONQUEROR][country(game, land)] == (owner if status == "conquered" else NOBODY)


# ------------------------------------------------------------------------------------------------ 14.3 conditional surrender


@pytest.mark.rule("fa:14.3")
@pytest.mark.rule("fa:22.3")
@pytest.mark.parametrize(
    ("land", "conqueror", "before", "status"),
    [("iraq", "commonwealth", "ottoman-empire", "conquered"), ("togo", "france", "germany", "aligned")],
)
def test_what_is_returned_has_its_status_of_1914(land: str, conqueror: str, before: str, status: str) -> None:
    """The Ottomans had conquered Iraq, Togo was aligned with Germany."""

    def taken(game: Game) -> None:
        align_country(game, country(game, land), power_index(game, conqueror))
        game.write(CONQUEROR, country(game, land), power_index(game, conqueror))
        for place in game.look_up(HEXES_AT_HOME)[country(game, land)]:
            game.write(CONTROLLER, place, power_index(game, conqueror))

    game = peace(wars(("germany", "commonwealth")), taken)
    make_peace(game, power_index(game, conqueror))
    owner = power_index(game, before)
    assert game.state[POWER][country(game, land)] == owner
    assert game.state[CONQUEROR][country(game, land)] == (owner if status == "conquered" else NOBODY)


@pytest.mark.rule("fa:14.3")
def test_convoy_points_of_others_leave_the_ports_of_a_beaten_power() -> None:
    def in_brest(game: Game) -> None:
        for name in ("commonwealth", "france"):
            game.add(CONVOY_POINTS, power_index(game, name), place_index(game, "Brest"), 3)

    game = peace(wars(("germany", "commonwealth")), in_brest)
    brest = place_index(game, "Brest")
    make_peace(game, power_index(game, "france"))
    left = {owner: points for owner, place, points in game.state.amounts(CONVOY_POINTS) if place == brest and points}
    assert power_index(game, "commonwealth") not in left
    assert left[power_index(game, "france")] >= 3

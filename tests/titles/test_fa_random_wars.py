"""Faults of Fatal Alliances that whole random wars have shown, each with the smallest position that has it."""

from __future__ import annotations

from random import Random

import pytest

from conformance.great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, fallen, impulse_of, wars
from conformance.turns import Change, in_turn, play, power_index, put_into
from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.enmity import at_war
from worldfire.forces.partisans import SOIL, all_partisans
from worldfire.forces.pools import REMOVED
from worldfire.forces.situation import AT_WAR, PACTS
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import power_name, powers_of_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    HEXES_AT_HOME,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_country,
    power_of,
    units_of,
)
from worldfire.players import cadet, random_player
from worldfire.rules.s09_06_aligning import SETTING_UP, align_minor, own_power
from worldfire.rules.s13_07_1_the_fallen import finish_major, pass_country
from worldfire.rules.s13_07_5_liberation import liberate
from worldfire.tables.counters import LandType, NavalCounter, NavalType
from worldfire.titles.fa.independence import FIGHTS_FOR
from worldfire.titles.fa.politics.points import seat_that_spends, side_spent_for
from worldfire.titles.fa.politics.together import SEND_ADVISORS


def south_africa_rises(game: Game) -> None:
    """Germany has conquered it; a corps in Cape Town fights for its freedom under the Commonwealth."""
    land, germany = country(game, "south-africa"), power_index(game, "germany")
    game.write(CONQUEROR, land, germany)
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    soldier = next(unit for unit in units_of(game, land) if counter_of(game, unit).type is LandType.INF)
    move(game, soldier, place_index(game, "Cape Town"))
    game.write(FIGHTS_FOR, soldier, land + 1)
    change_country(game, soldier, country(game, "united-kingdom"))


def turkey_has_a_pact_with(other: str) -> Change:
    """It fights for the Central Powers, but not against him."""

    def change(game: Game) -> None:
        turkey = power_index(game, "ottoman-empire")
        game.write(SIDE, turkey, CENTRAL)
        game.set(PACTS, (*game.state.get(PACTS), (turkey, power_index(game, other))))

    return change


@pytest.mark.rule("fa:20.3")
def test_a_dominion_that_frees_itself_brings_its_empire_no_new_war() -> None:
    """The Commonwealth has never left the war: its pact with the Ottoman Empire holds."""
    game = fa_in(
        "independence",
        AUGUST,
        wars(("germany", "commonwealth"), ("ottoman-empire", "russia")),
        in_turn("Jan/Feb 1917"),
        south_africa_rises,
        turkey_has_a_pact_with("commonwealth"),
        dice=(0,) * 60,
    )
    play(game, "commonwealth", "declare-independence")
    britain, turkey = power_index(game, "commonwealth"), power_index(game, "ottoman-empire")
    assert game.state[CONQUEROR][country(game, "south-africa")] == NOBODY
    assert not at_war(game, britain, turkey)
    assert game.state.get(PACTS) == ((turkey, britain),)


@pytest.mark.rule("fa:20.3")
@pytest.mark.rule("fa:9.2")
def test_a_fallen_power_that_frees_itself_has_no_pact_with_those_whom_it_fights() -> None:
    def russia_rises(game: Game) -> None:
        fallen("russia")(game)
        land = country(game, "russia")
        soldier = next(unit for unit in units_of(game, land) if counter_of(game, unit).type is LandType.INF)
        move(game, soldier, place_index(game, "Kiev"))
        game.write(FIGHTS_FOR, soldier, land + 1)

    game = fa_in(
        "independence",
        AUGUST,
        wars(("ottoman-empire", "france")),
        in_turn("Jan/Feb 1917"),
        russia_rises,
        turkey_has_a_pact_with("russia"),
        dice=(0,) * 60,
    )
    play(game, "france" if "france" in game.waiting else "russia", "declare-independence")
    russia, turkey = power_index(game, "russia"), power_index(game, "ottoman-empire")
    assert at_war(game, russia, turkey)
    assert game.state.get(PACTS) == ()


@pytest.mark.rule("fa:13.6.1.5")
@pytest.mark.rule("13.7.1/complete conquest")
def test_what_a_fallen_power_held_stays_with_the_ally_who_stands_there() -> None:
    """Bulgaria, which Germany had conquered, is France's with Sofia; the Ottoman corps in Plovdiv has Plovdiv."""
    game = fa_in("conquest", AUGUST, wars(("ottoman-empire", "france")), in_turn("Jan/Feb 1917"))
    land, germany = country(game, "bulgaria"), power_index(game, "germany")
    france, turkey = power_index(game, "france"), power_index(game, "ottoman-empire")
    align_country(game, land, germany)
    game.write(CONQUEROR, land, germany)
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    sofia, other = place_index(game, "Sofia"), place_index(game, "Varna")
    game.write(CONTROLLER, sofia, france)
    corps = next(
        unit for unit in units_of(game, country(game, "ottoman-empire")) if counter_of(game, unit).type is LandType.INF
    )
    move(game, corps, other)
    game.forget()
    pass_country(game, land, germany, france, NOBODY)
    assert game.state[POWER][land] == france
    assert game.state[CONTROLLER][other] == turkey
    assert corps in things_at(game, other)


@pytest.mark.rule("fa:13.6.1.5")
@pytest.mark.rule("13.7.1/complete conquest")
def test_the_army_of_a_country_that_is_conquered_with_its_patron_serves_nobody() -> None:
    """France has Amsterdam when Germany falls: no Dutch soldiers in Antwerp fight for it, and the ships at sea are Austrian."""
    game = fa_in("conquest", AUGUST, in_turn("Jan/Feb 1917"))
    land, germany = country(game, "netherlands"), power_index(game, "germany")
    france, empire = power_index(game, "france"), power_index(game, "austria-hungary")
    align_country(game, land, germany)
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    game.write(CONTROLLER, place_index(game, "Amsterdam"), france)
    game.write(CONTROLLER, place_index(game, "Antwerp"), germany)
    soldiers, ship = [of(game, f"netherlands-inf-{number}-dutch") for number in ("i", "ii")], of(game, CRUISER)
    for unit, place in zip((*soldiers, ship), ("Antwerp", "Rotterdam", "North Sea 0"), strict=True):
        move(game, unit, place_index(game, place))
    game.forget()
    pass_country(game, land, germany, france, empire)
    assert game.state[CONQUEROR][land] == game.state[POWER][land] == france
    assert {game.state[PLACE][unit] for unit in soldiers} == {place_index(game, REMOVED)}
    assert power_of(game, ship) == empire


@pytest.mark.rule("fa:13.6.1.5")
@pytest.mark.rule("13.7.1/complete conquest")
def test_troops_whose_patron_falls_hold_the_hex_in_which_they_stand_for_the_next_one() -> None:
    """Conquered Rumania fights on for the Monarchy, in Varna, whose country is France's; then for Germany."""
    game = fa_in("conquest", AUGUST, wars(("germany", "france")), in_turn("Jan/Feb 1917"))
    france, germany, empire = (power_index(game, name) for name in ("france", "germany", "austria-hungary"))
    bulgaria, rumania, varna = country(game, "bulgaria"), country(game, "rumania"), place_index(game, "Varna")
    align_country(game, bulgaria, france)
    align_country(game, rumania, empire)
    for land in (bulgaria, rumania):
        for place in game.look_up(HEXES_AT_HOME)[land]:
            game.write(CONTROLLER, place, france)
    game.write(CONQUEROR, rumania, france)
    game.write(NEW_HOME, rumania, country(game, "germany"))
    game.set(AT_WAR, (*game.state.get(AT_WAR), (own_power(game, rumania), france)))
    game.write(CONTROLLER, varna, empire)
    soldiers = next(unit for unit in units_of(game, rumania) if counter_of(game, unit).type is LandType.INF)
    move(game, soldiers, varna)
    game.write(CONQUEROR, country(game, "austria-hungary"), france)
    game.forget()
    finish_major(game, empire, germany)
    assert (power_of(game, soldiers), game.state[PLACE][soldiers]) == (germany, varna)
    assert game.state[CONTROLLER][varna] == germany


@pytest.mark.rule("fa:13.6.3.1")
def test_the_congo_fights_on_when_belgium_is_liberated() -> None:
    """Belgium is free with the USA; its Congo is Germany's as before, and Belgians leave it."""
    game = fa_in("conquest", AUGUST, wars(("germany", "usa")), in_turn("Jan/Feb 1917"))
    germany, usa = power_index(game, "germany"), power_index(game, "usa")
    belgium, congo, brussels = country(game, "belgium"), country(game, "belgian-congo"), place_index(game, "Brussels")
    for land in (belgium, congo):
        align_country(game, land, germany)
    for place in game.look_up(HEXES_AT_HOME)[belgium]:
        game.write(CONTROLLER, place, usa)
    game.write(CONQUEROR, belgium, usa)
    game.write(NEW_HOME, belgium, congo)
    leopoldville = place_index(game, "Leopoldville")
    assert game.state[CONTROLLER][leopoldville] == own_power(game, belgium)
    corps, congolese = of(game, "belgium-inf-i-belg"), of(game, "belgium-terr-belgian-congo")
    for unit in (corps, congolese):
        move(game, unit, leopoldville)
    game.forget()
    liberate(game, belgium, usa)
    assert (power_of(game, corps), power_of(game, congolese)) == (usa, germany)
    assert game.state[CONTROLLER][leopoldville] == germany
    assert things_at(game, leopoldville) == (congolese,)
    assert game.state[CONTROLLER][brussels] == usa


CRUISER = "netherlands-holland"


def of(game: Game, name: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == name)


def dutch_set_up(game: Game, master: str) -> Game:
    """The Netherlands are his and set up their army by chance."""
    setting = align_minor(game, country(game, "netherlands"), power_index(game, master))
    game = put_into(game, SETTING_UP.name, dice=(1,) * 20, locals=setting)
    while game.waiting:
        seat = next(iter(game.waiting))
        verb, noun = random_player.pick(game, seat, Random(1))
        play(game, seat, verb, noun)
    return game


def with_a_ship_in_each_dutch_port(owner: str) -> Game:
    game = fa_in("conquest", AUGUST, wars(("germany", "commonwealth")), in_turn("Jan/Feb 1917"))
    ships = [unit for unit in units_of(game, country(game, HOME[owner])) if counter_of(game, unit).type is SCS]
    for ship, port in zip(ships, PORTS, strict=False):
        move(game, ship, place_index(game, port))
        game.write(FACE_DOWN, ship, 1)
    game.forget()
    return game


HOME = {"germany": "germany", "commonwealth": "united-kingdom"}
PORTS = ("Amsterdam", "Rotterdam")
SCS = NavalType.SCS


def ships_in_port(game: Game) -> tuple[list[int], list[int]]:
    """Of the Dutch and of others, in the two ports."""
    dutch, units = (
        country(game, "netherlands"),
        [each for port in PORTS for each in things_at(game, place_index(game, port))],
    )
    ships = [unit for unit in units if isinstance(counter_of(game, unit), NavalCounter)]
    return (
        [ship for ship in ships if game.state[COUNTRY][ship] == dutch],
        [ship for ship in ships if game.state[COUNTRY][ship] != dutch],
    )


def lies(game: Game, name: str) -> str:
    return place_name(game, game.state[PLACE][of(game, name)])


@pytest.mark.rule("fa:2.4.3")
@pytest.mark.rule("fa:20.5.1")
def test_a_country_that_is_attacked_overruns_the_attackers_ships_before_its_own_come() -> None:
    """They lie in both of its ports at home, where half of its fleet must find room."""
    game = dutch_set_up(with_a_ship_in_each_dutch_port("commonwealth"), "austria-hungary")
    own, others = ships_in_port(game)
    assert own
    assert not others


@pytest.mark.rule("fa:20.5.1")
@pytest.mark.rule("19.4.1")
def test_ships_that_find_no_room_at_home_come_in_the_next_turn() -> None:
    """Germany's lie in both ports; they stay, and do not co-operate with a minor country of Austria-Hungary (19.1)."""
    game = dutch_set_up(with_a_ship_in_each_dutch_port("germany"), "austria-hungary")
    own, others = ships_in_port(game)
    assert (len(own), len(others)) == (0, 2)
    assert lies(game, CRUISER) == "production circle, Mar/Apr 1917"


def france_has_fallen_and_lyon_rises(game: Game) -> None:
    fallen("france")(game)
    land, germany = country(game, "france"), power_index(game, "germany")
    for place in game.look_up(HEXES_AT_HOME)[land]:
        game.write(CONTROLLER, place, germany)
    lyon = place_index(game, "Lyon")
    for rebel in all_partisans(game)[:2]:
        change_country(game, rebel, land)
        game.write(SOIL, rebel, land)
        move(game, rebel, lyon)
    guard = next(
        unit for unit in units_of(game, country(game, "germany")) if counter_of(game, unit).type is LandType.GAR
    )
    move(game, guard, board_of(game).adjacent[lyon][0])


@pytest.mark.rule("fa:13.1.3")
def test_a_computer_player_leads_partisans_of_a_power_that_is_no_more() -> None:
    """They attack as in a land action, and no power of the seat has limits any more."""
    game = fa_in("land combat", AUGUST, in_turn("Jan/Feb 1917"), impulse_of(ALLIES), france_has_fallen_and_lyon_rises)
    assert game.why_not("declare-attacks", (), "france") == ()
    assert cadet.pick(game, "france", Random(1))[0] in game.offers("france")


@pytest.mark.rule("fa:15")
@pytest.mark.rule("fa:15.2")
def test_nobody_spends_for_a_side_whose_powers_have_all_fallen() -> None:
    """Until victory is checked the others may still say what they like."""
    central = (fallen("germany", "france"), fallen("austria-hungary", "russia"))
    game = fa_in("independence", AUGUST, in_turn("Jan/Feb 1917"), south_africa_rises, *central, dice=(0,) * 60)
    assert {power_name(game, power) for power in powers_of_side(game, CENTRAL)} == set()
    assert seat_that_spends(game, CENTRAL) == ""
    assert {side_spent_for(game, seat) for seat in game.seats} == {ALLIES, NOBODY}
    refused = SEND_ADVISORS.verb.shape(game, None, "france")
    assert isinstance(refused, Violation)
    assert refused.key == "only-the-spender-decides"

"""FA 13.1, 13.6, 13.7, 20.3: partisans, conquest, liberation, independence, victory; 9.2 pacts."""

from __future__ import annotations

from fractions import Fraction
from random import Random

import pytest
from great_war import ALLIES, AUGUST, CENTRAL, country, fa_in, impulse_of, initiative, wars
from turns import Change, field, in_turn, play, power_index, prompt

from worldfire.engine.game import Game
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.pools import REMOVED, circle_space, pool_of
from worldfire.forces.situation import AT_WAR, PACTS, TURN
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move, place_index, place_name, things_at
from worldfire.forces.turn import is_active
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    FALLEN_POWER,
    HELD_DOWN,
    HEXES_AT_HOME,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    change_country,
    found_power,
    power_of,
    units_of,
)
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s04_reinforcements import lose_ships_without_ports
from worldfire.rules.s09_02_pacts import PACT_TURNS, break_violation, flights_give_cause, garrison_on, have_pact
from worldfire.rules.s13_01_partisans import FORMER_POWER, areas_of, controller_of_partisans, is_eligible
from worldfire.rules.s13_06_production import in_dock, useable_factories
from worldfire.rules.s13_07_1_conquerors import conqueror_of, factory_hexes
from worldfire.rules.s13_07_1_the_fallen import is_in_building
from worldfire.rules.s13_07_3_peace import Peacemaking
from worldfire.rules.s13_07_5_liberation import CountryLiberated, liberator_of
from worldfire.rules.s13_07_6_surrender import may_surrender
from worldfire.rules.s13_07_conquest import possible_homes
from worldfire.rules.s13_09_victory import LAST_TURN, GameWon, objective_places
from worldfire.tables.counters import LandType, NavalCounter, Size
from worldfire.titles.fa.independence import FIGHTS_FOR, FREE_CAPITAL, cells
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.offensive_builds import PILOTS_IN_TRAINING
from worldfire.titles.fa.pacts import printed_value
from worldfire.titles.fa.peace import CONQUERED_IN
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.flags import can_be_influenced, take_flag
from worldfire.titles.fa.risings import areas_that_may_rise, number_of_area
from worldfire.titles.fa.sides_at_war import join_the_war
from worldfire.titles.fa.victory import (
    ITALY_WAS_CENTRAL,
    ONCE_SURRENDERED,
    central_objectives,
    counted_places,
    needed,
)

SPREAD = initiative(CENTRAL)


def place_of(game: Game, name: str) -> int:
    board = game.ruleset.tables.board
    return board.index[board.find(name)]


def held(power: str, *names: str) -> Change:
    def change(game: Game) -> None:
        for name in names:
            game.write(CONTROLLER, place_of(game, name), power_index(game, power))

    return change


def serbia_fights(game: Game) -> None:
    """Serbia is Russia's, as after the first impulse."""
    serbia, russia = country(game, "serbia"), power_index(game, "russia")
    align_country(game, serbia, russia)
    for place in game.look_up(HEXES_AT_HOME)[serbia]:
        game.write(CONTROLLER, place, russia)


def peace(*changes: Change, turn: str = "Nov/Dec 1915") -> Game:
    return fa_in("surrender", AUGUST, in_turn(turn), SPREAD, *changes)


@pytest.mark.rule("fa:13.6.3.2")
def test_a_hex_reverts_to_whom_it_could_belong() -> None:
    """The Commonwealth holds Metz, which is printed German: France may have it, for it is potentially French."""
    game = fa_in("reversion", AUGUST, wars(("germany", "commonwealth")), SPREAD, held("commonwealth", "Metz", "Essen"))
    while tuple(game.waiting) != ("commonwealth",):
        seat = next(iter(game.waiting))
        play(game, seat, next(verb for verb in game.offers(seat) if not verb.startswith("revert")))
    metz = place_of(game, "Metz")
    domain = game.offers("commonwealth")["revert-hexes"].domain
    assert metz in domain
    assert place_of(game, "Essen") not in domain
    play(game, "commonwealth", "revert-hexes", (metz,))
    assert game.state[CONTROLLER][metz] == power_index(game, "france")


# ------------------------------------------------------------------------------------------------------- 13.6.2 mutual peace


def talks(power: str, other: str, *changes: Change, dice: tuple[int, ...] = ()) -> Game:
    """The two have sat down; whoever comes before in the order of play makes no peace."""
    game = fa_in("mutual peace", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, *changes, dice=dice)
    while tuple(game.waiting) != (power,):
        play(game, next(iter(game.waiting)), "make-no-peace")
    play(game, power, "talk-peace-with", other)
    return game


@pytest.mark.rule("fa:13.6.2")
def test_two_powers_come_to_peace_on_any_terms() -> None:
    """Germany gives Posen, far from France, for Nancy; its forces in France come home, a pact is in place, the war goes on."""
    game = talks("germany", "france", held("germany", "Lille"))
    germany, france = power_index(game, "germany"), power_index(game, "france")
    guest = next(
        unit for unit in units_of(game, country(game, "germany")) if counter_of(game, unit).type is LandType.INF
    )
    move(game, guest, place_of(game, "Reims"))
    play(game, "germany", "offer-hexes", (place_of(game, "Posen"),))
    play(game, "germany", "demand-hexes", (place_of(game, "Nancy"),))
    play(game, "germany", "put-terms")
    play(game, "france", "accept-terms")
    assert [game.state[CONTROLLER][place_of(game, name)] for name in ("Posen", "Nancy", "Lille")] == [
        *(france, germany),
        germany,
    ]
    assert not at_war(game, germany, france)
    assert have_pact(game, germany, france)
    assert at_war(game, germany, power_index(game, "russia")), "with others nothing changes"
    assert at_war(game, power_index(game, "austria-hungary"), france)
    assert game.state[PLACE][guest] == place_index(game, circle_space(game.state.get(TURN) + 2))
    join_the_war(game, CENTRAL)
    assert not at_war(game, germany, france), "the pact keeps them apart"


@pytest.mark.rule("fa:13.6.2")
@pytest.mark.parametrize(("giver", "taker", "stays"), [("france", "germany", False), ("germany", "france", True)])
def test_an_army_in_exile_does_not_pass_with_its_country(giver: str, taker: str, stays: bool) -> None:
    """Belgians in Paris fight for France: if it gives Belgium away they are gone, if it gets Belgium back they are at home."""

    def exiled(game: Game) -> None:
        belgium = country(game, "belgium")
        game.write(CONQUEROR, belgium, power_index(game, giver))
        game.write(NEW_HOME, belgium, country(game, "france"))
        align_country(game, belgium, power_index(game, "france"))
        move(game, _infantry(game, "belgium"), place_of(game, "Paris"))
        for place in game.look_up(HEXES_AT_HOME)[belgium]:
            game.write(CONTROLLER, place, power_index(game, giver))

    game = talks(giver, taker, exiled, dice=(5,) * 40)
    play(game, giver, "offer-countries", ("belgium",))
    play(game, giver, "put-terms")
    play(game, taker, "accept-terms")
    play(game, taker, "take-country-as", "aligned")
    belgian = _infantry(game, "belgium")
    assert power_of(game, belgian) == power_index(game, taker)
    assert (game.state[PLACE][belgian] == place_of(game, "Paris")) is stays


def _infantry(game: Game, name: str) -> int:
    return next(unit for unit in units_of(game, country(game, name)) if counter_of(game, unit).type is LandType.INF)


@pytest.mark.rule("fa:13.6.5")
def test_who_is_neutral_again_sends_reserves_and_militia_home() -> None:
    """Russia's last war ends: what is on the map waits in the reserve pool, what is in a force pool leaves the game."""
    game = fa_in("mutual peace", wars(("germany", "russia")), in_turn("Nov/Dec 1915"), SPREAD)
    militia = [unit for unit in units_of(game, country(game, "russia")) if counter_of(game, unit).type is LandType.MIL]
    move(game, militia[0], place_of(game, "Moscow"))
    move(game, militia[1], pool_of(game, militia[1]))
    play(game, "germany", "talk-peace-with", "russia")
    play(game, "germany", "put-terms")
    play(game, "russia", "accept-terms")
    assert game.state[PLACE][militia[0]] == place_index(game, "reserve pool of russia")
    assert game.state[PLACE][militia[1]] == place_index(game, REMOVED)


@pytest.mark.rule("fa:13.6.2")
def test_terms_may_be_amended_and_refused() -> None:
    game = talks("germany", "russia")
    play(game, "germany", "put-terms")
    play(game, "russia", "amend-terms")
    play(game, "russia", "offer-hexes", (place_of(game, "Warsaw"),))
    play(game, "russia", "put-terms")
    play(game, "germany", "reject-terms")
    assert at_war(game, power_index(game, "germany"), power_index(game, "russia"))
    assert game.state[CONTROLLER][place_of(game, "Warsaw")] == power_index(game, "russia")


@pytest.mark.rule("fa:13.6.2")
def test_a_minor_country_makes_peace_at_its_old_borders() -> None:
    """Serbia and Austria-Hungary; Serbia is neutral again, its army beside the map, and Belgrade its own."""
    game = talks("austria-hungary", "serbia", serbia_fights, held("austria-hungary", "Belgrade"))
    play(game, "austria-hungary", "put-terms")
    play(game, "russia", "accept-terms")
    serbia = power_index(game, "serbia")
    assert game.state[CONTROLLER][place_of(game, "Belgrade")] == serbia
    assert game.state[POWER][country(game, "serbia")] == serbia
    assert not at_war(game, serbia, power_index(game, "austria-hungary"))
    assert at_war(game, power_index(game, "austria-hungary"), power_index(game, "russia"))


# ------------------------------------------------------------------------------------------------------------ 13.6 conquest


@pytest.mark.rule("fa:15.3.3", example="FC7")
@pytest.mark.rule("fa:13.6.1.2")
def test_serbia_stands_until_skopje_falls() -> None:
    """Bulgarian or not: the side must hold both, the conqueror is who holds Belgrade."""
    game = peace(serbia_fights, held("austria-hungary", "Belgrade"))
    assert conqueror_of(game, country(game, "serbia")) == NOBODY
    game = peace(serbia_fights, held("austria-hungary", "Belgrade"), held("germany", "Skopje"))
    assert conqueror_of(game, country(game, "serbia")) == power_index(game, "austria-hungary")


@pytest.mark.rule("fa:13.6.1.2", example="FC2")
def test_a_country_falls_with_its_capital_and_every_printed_factory() -> None:
    def belgium(game: Game) -> None:
        align_country(game, country(game, "belgium"), power_index(game, "france"))
        for place in game.look_up(HEXES_AT_HOME)[country(game, "belgium")]:
            game.write(CONTROLLER, place, power_index(game, "france"))

    game = peace(belgium, held("germany", "Brussels", "Liege"))
    factories = factory_hexes(game, country(game, "belgium"))
    assert place_of(game, "Antwerp") in factories
    assert conqueror_of(game, country(game, "belgium")) == NOBODY

    def all_taken(game: Game) -> None:
        for place in factories:
            game.write(CONTROLLER, place, power_index(game, "germany"))

    game = peace(belgium, held("germany", "Brussels"), all_taken)
    assert conqueror_of(game, country(game, "belgium")) == power_index(game, "germany")


@pytest.mark.rule("fa:13.6.1.6", example="FC7")
def test_a_conquered_country_is_retaken_with_its_capital_but_not_in_the_same_turn() -> None:
    def fallen(turn: int) -> Change:
        def change(game: Game) -> None:
            serbia = country(game, "serbia")
            game.write(CONQUEROR, serbia, power_index(game, "austria-hungary"))
            game.write(FORMER_POWER, serbia, power_index(game, "russia"))
            game.write(CONQUERED_IN, serbia, game.state.get(TURN) - turn)
            align_country(game, serbia, power_index(game, "austria-hungary"))
            for place in game.look_up(HEXES_AT_HOME)[serbia]:
                game.write(CONTROLLER, place, power_index(game, "austria-hungary"))

        return change

    game = peace(fallen(0), held("russia", "Belgrade"))
    assert conqueror_of(game, country(game, "serbia")) == NOBODY
    game = peace(fallen(1), held("russia", "Belgrade"))
    assert conqueror_of(game, country(game, "serbia")) == power_index(game, "russia")
    assert liberator_of(game, country(game, "serbia")) == power_index(game, "russia")


def greek_ship(where: str) -> Change:
    """Greece falls to Germany, with one ship in building or repair."""

    def change(game: Game) -> None:
        greece = country(game, "greece")
        align_country(game, greece, power_index(game, "france"))
        wars(("germany", "greece"))(game)
        for place in game.look_up(HEXES_AT_HOME)[greece]:
            game.write(CONTROLLER, place, power_index(game, "germany"))
        ships = [unit for unit in units_of(game, greece) if isinstance(counter_of(game, unit), NavalCounter)]
        for ship in ships:
            move(game, ship, place_index(game, REMOVED))
        move(game, ships[0], place_index(game, where or circle_space(game.state.get(TURN) + 1)))

    return change


@pytest.mark.rule("fa:13.6.1.3")
@pytest.mark.parametrize(("die", "asked"), [(2, "france"), (4, ""), (6, "germany")])
def test_every_conquest_rolls_for_ships_in_building(die: int, asked: str) -> None:
    """1 or 2: the conquered power gives it to whom it likes; 3 to 5: destroyed; else the conqueror does."""
    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, greek_ship(""), dice=(die,))
    if not asked:
        assert prompt(game) != "give-ship"
        return
    assert (prompt(game), set(game.waiting)) == ("give-ship", {asked})
    play(game, asked, "give-hull-to", "russia")
    russian = [unit for unit in units_of(game, country(game, "russia")) if counter_of(game, unit).power == "greece"]
    assert len(russian) == 1


@pytest.mark.rule("fa:13.6.1.3")
@pytest.mark.parametrize(("die", "taker"), [(2, "france"), (6, "germany")])
def test_a_hull_lies_in_the_dock_of_whoever_gets_it(die: int, taker: str) -> None:
    """What the conquered side keeps for its own power is not the conqueror's after all."""
    yard = greek_ship("repair pool of france")
    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, yard, dice=(die,))
    (ship,) = in_dock(game, power_index(game, "france"))
    play(game, taker, "give-hull-to", taker)
    assert power_of(game, ship) == power_index(game, taker)
    assert ship in in_dock(game, power_index(game, taker))


@pytest.mark.rule("fa:15.3.4")
@pytest.mark.rule("fa:13.6.3")
@pytest.mark.parametrize(("holder", "frees"), [("russia", False), ("germany", False), ("france", True)])
def test_poland_is_freed_from_the_west_only(holder: str, frees: bool) -> None:
    """Germany has conquered it from Russia, which had it before the war: France may free it all the same."""
    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, all_of("poland", "germany"))
    poland = country(game, "poland")
    assert game.state[CONQUEROR][poland] == power_index(game, "germany")
    held(holder, "Warsaw")(game)
    assert liberator_of(game, poland) == (power_index(game, holder) if frees else NOBODY)


@pytest.mark.rule("fa:13.6.3.1")
def test_who_fought_for_its_country_on_the_other_side_leaves_the_hexes_of_its_old_friends() -> None:
    """Serbian soldiers out of partisans that Germany led, when France frees Serbia: in Vienna they cannot stay."""
    game = peace()
    serbia, france = country(game, "serbia"), power_index(game, "france")
    stranger, friend = [unit for unit in units_of(game, serbia) if counter_of(game, unit).type is LandType.INF][:2]
    move(game, stranger, place_of(game, "Vienna"))
    move(game, friend, place_of(game, "Paris"))
    align_country(game, serbia, france)
    game.say(CountryLiberated(country=serbia, power=france, liberator=france))
    assert game.state[PLACE][stranger] == place_index(game, circle_space(game.state.get(TURN) + 2))
    assert game.state[PLACE][friend] == place_of(game, "Paris")


@pytest.mark.rule("fa:13.6.4")
def test_surrender_needs_an_enemy_at_home_and_nobody_in_supply_there() -> None:
    """Before the set-up no unit is on the map: an enemy hex is enough, and without one nobody surrenders."""
    game = peace()
    assert not may_surrender(game, power_index(game, "france"))
    game = peace(held("germany", "Lille"))
    assert may_surrender(game, power_index(game, "france"))

    def defended(game: Game) -> None:
        unit = next(
            unit for unit in units_of(game, country(game, "france")) if counter_of(game, unit).type is LandType.INF
        )
        move(game, unit, place_of(game, "Paris"))

    game = peace(held("germany", "Lille"), defended)
    assert not may_surrender(game, power_index(game, "france"))

    def at_peace(game: Game) -> None:
        game.set(AT_WAR, tuple(pair for pair in game.state.get(AT_WAR) if power_index(game, "france") not in pair))

    game = peace(held("germany", "Lille"), at_peace)
    assert not may_surrender(game, power_index(game, "france")), "whoever is at peace with it is no enemy"


# ----------------------------------------------------------------------------------------------------------- 13.1 partisans


@pytest.mark.rule("fa:13.1.1", example="FA-E30")
def test_africa_gives_each_side_a_country() -> None:
    """Of the other side, and none that the table names elsewhere."""
    game = fa_in("partisans", AUGUST, SPREAD, dice=(1, *(10,) * 20))
    assert (prompt(game), set(game.waiting)) == ("pick-african-country", {"germany"})
    german_choice = set(game.offers("germany")["pick-african-country"].domain)
    assert "French West Africa" in german_choice
    assert not german_choice & {"South Africa", "Morocco", "Algeria", "Tanganyika"}
    play(game, "germany", "pick-african-country", "French West Africa")
    seat = next(iter(game.waiting))
    assert "Tanganyika" in game.offers(seat)["pick-african-country"].domain


@pytest.mark.rule("fa:13.1.1", example="FA-E29")
def test_a_region_may_rise_instead_of_its_country() -> None:
    game = fa_in("partisans", AUGUST, SPREAD, dice=(2, *(10,) * 20))
    assert prompt(game) == "choose-partisan-region"
    regions = set(game.offers(next(iter(game.waiting)))["choose-partisan-region"].domain)
    assert {"Russia", "Georgia"} <= regions
    assert "Kazakhstan" not in regions, "that is Siberia's"
    game = fa_in("partisans", AUGUST, SPREAD, dice=(1, *(10,) * 20))
    while prompt(game) == "pick-african-country":
        seat = next(iter(game.waiting))
        play(game, seat, "pick-african-country", game.offers(seat)["pick-african-country"].domain[0])
    regions = set(game.offers(next(iter(game.waiting)))["choose-partisan-region"].domain)
    assert {"Siberia", "Kazakhstan"} <= regions


@pytest.mark.rule("fa:14.2", example="FA-E43")
@pytest.mark.rule("fa:13.1.1")
def test_only_the_worst_of_low_morale_stirs_up_partisans() -> None:
    """At 6 they are two more likely, not one for level 8 and two more."""
    game = peace(wars(("germany", "commonwealth")))
    ireland = next(area for area in areas_that_may_rise(game) if area.name == "Ireland")
    commonwealth, numbers = power_index(game, "commonwealth"), []
    for level in (11, 8, 6):
        game.write(MORALE, commonwealth, level * TENTHS)
        numbers.append(number_of_area(game, ireland))
    assert [number - numbers[0] for number in numbers] == [0, 1, 2]


@pytest.mark.rule("fa:13.1.1")
@pytest.mark.rule("fa:15.3.4")
@pytest.mark.rule("fa:13.1.2")
def test_a_land_that_both_sides_hold_rises_against_either() -> None:
    """Poles under the Central Powers look to the west, those under Russia to the Central Powers."""
    game = peace(held("germany", "Warsaw"))
    polish = {area.name: area for area in areas_that_may_rise(game) if area.name.startswith("Poland")}
    assert set(polish) == {"Poland under central-powers", "Poland under allies"}
    assert controller_of_partisans(game, polish["Poland under central-powers"]) == power_index(game, "france")
    assert controller_of_partisans(game, polish["Poland under allies"]) in (
        power_index(game, "germany"),
        power_index(game, "austria-hungary"),
    )


@pytest.mark.rule("fa:13.1.1")
def test_neutrals_never_rise_and_unmarked_lands_have_three() -> None:
    game = peace()
    (greece,) = areas_of(game, "Greece (green)")
    assert not is_eligible(game, greece)
    (egypt,) = areas_of(game, "Egypt (red)")
    assert not is_eligible(game, egypt), "the Commonwealth is neutral"
    names = {area.name: area for area in areas_that_may_rise(game)}
    assert number_of_area(game, names["Morocco"]) >= 1
    unmarked = [
        area
        for area in names.values()
        if area.name not in game.ruleset.tables.source.chart("partisan_numbers").rows.labels
    ]
    assert all(number_of_area(game, area) == 3 for area in unmarked if " under " not in area.name)


# ------------------------------------------------------------------------------------------- 13.1.1, 20.3 merging, freedom


def two_partisans(place: str, power: str, soil: str) -> Change:
    def change(game: Game) -> None:
        risen = [unit for unit in range(len(game.state[PLACE])) if is_partisan(game, unit)][:2]
        for unit in risen:
            move(game, unit, place_of(game, place))
            game.write(SOIL, unit, country(game, soil))
            game.write(RED, unit, 1)
            change_country(game, unit, country(game, power))

    return change


@pytest.mark.rule("fa:2.5.3")
@pytest.mark.rule("fa:13.1.1")
def test_partisans_beside_enemy_soldiers_stay_partisans() -> None:
    def garrison(game: Game) -> None:
        soldiers = (
            unit for unit in units_of(game, country(game, "russia")) if counter_of(game, unit).type is LandType.GAR
        )
        move(game, next(soldiers), place_of(game, "Reval"))

    rising = two_partisans("Reval", "germany", "russia")
    game = fa_in("merging partisans", AUGUST, SPREAD, in_turn("Jan/Feb 1917"), rising, garrison)
    assert not cells(game, power_index(game, "germany"))


@pytest.mark.rule("fa:2.5.3")
@pytest.mark.rule("fa:13.1.1", example="FA-E62")
@pytest.mark.rule("fa:20.3", example="FA-E62")
def test_two_partisans_become_soldiers_and_estonia_is_free() -> None:
    """Reval: a random Estonian unit; in the next war step it frees its country, holding only where it stands."""
    game = fa_in(
        "merging partisans",
        AUGUST,
        SPREAD,
        in_turn("Jan/Feb 1917"),
        two_partisans("Reval", "germany", "russia"),
        dice=(0,),
    )
    options = game.offers("germany")["merge-partisans"].domain
    cell = next(option for option in options if option.endswith("estonia"))
    reval = place_of(game, "Reval")
    assert game.state[CONTROLLER][reval] == power_index(game, "russia"), "partisans hold nothing"
    play(game, "germany", "merge-partisans", cell)
    assert game.state[CONTROLLER][reval] == power_index(game, "germany"), "soldiers hold their hex"
    (soldier,) = [unit for unit in things_at(game, reval) if not is_partisan(game, unit)]
    estonia = country(game, "estonia")
    assert game.state[FIGHTS_FOR][soldier] == estonia + 1
    assert not any(is_partisan(game, unit) for unit in things_at(game, reval))
    assert power_of(game, soldier) == power_index(game, "germany")
    assert game.state[CONTROLLER][reval] == power_index(game, "germany"), "soldiers hold what partisans do not"

    def merged(twin: Game) -> None:
        move(twin, soldier, reval)
        twin.write(FIGHTS_FOR, soldier, estonia + 1)
        change_country(twin, soldier, country(twin, "germany"))
        twin.write(FACE_DOWN, soldier, 0)

    game = fa_in("independence", AUGUST, SPREAD, in_turn("Jan/Feb 1917"), impulse_of(ALLIES, 4), merged, dice=(0,) * 20)
    assert prompt(game) == "declare-independence"
    play(game, "germany", "declare-independence")
    assert game.state[COUNTRY][soldier] == estonia
    assert game.state[POWER][estonia] == power_index(game, "germany")
    assert game.state[FREE_CAPITAL][estonia] == reval
    assert game.state[HOME_COUNTRY][reval] == estonia
    assert game.state[CONTROLLER][place_of(game, "Petrograd")] != power_index(game, "germany")

    def free(twin: Game) -> None:
        merged(twin)
        change_country(twin, soldier, estonia)
        align_country(twin, estonia, power_index(twin, "germany"))
        twin.write(FREE_CAPITAL, estonia, reval)
        twin.write(FIGHTS_FOR, soldier, 0)

    def helped(twin: Game) -> None:
        """Germans stand in another hex of the new country."""
        free(twin)
        germans = units_of(twin, country(twin, "germany"))
        move(twin, next(unit for unit in germans if counter_of(twin, unit).type is LandType.INF), dorpat)
        change_control(twin, dorpat, power_index(twin, "estonia"))

    dorpat = board_of(game).adjacent[reval][0]
    game = fa_in("conquest", AUGUST, SPREAD, in_turn("Jan/Feb 1917"), helped)
    assert game.state[FREE_CAPITAL][estonia] == NOBODY, "Russia holds it again"
    assert game.state[PLACE][soldier] == place_index(game, REMOVED)
    assert game.state[CONTROLLER][dorpat] == power_index(game, "germany"), "whoever stands there has it"


# ----------------------------------------------------------------------------------------------------------- 13.7 victory


def all_objectives_of(side_holder: str, count: int) -> Change:
    """So many objectives are the power's, all others France's."""

    def change(game: Game) -> None:
        for number, place in enumerate(sorted(objective_places(game).values())):
            game.write(CONTROLLER, place, power_index(game, side_holder if number < count else "france"))

    return change


def winner_of(game: Game) -> int | None:
    return next((event.side for event in game.events if isinstance(event, GameWon)), None)


def last_turn(game: Game) -> None:
    game.set(LAST_TURN, game.state.get(TURN))


@pytest.mark.rule("fa:13.7.1.2", example="FC9")
@pytest.mark.rule("fa:2.6")
@pytest.mark.parametrize(("german", "japanese", "winner"), [(14, 3, CENTRAL), (14, 2, ALLIES), (16, 0, CENTRAL)])
def test_the_count(german: int, japanese: int, winner: int) -> None:
    """15.5 compared with 16 is 16; inactive Japan counts half."""

    def shared(game: Game) -> None:
        all_objectives_of("germany", german)(game)
        rest = sorted(objective_places(game).values())[german : german + japanese]
        for place in rest:
            game.write(CONTROLLER, place, power_index(game, "japan"))

    game = fa_in("victory check", AUGUST, in_turn("May/Jun 1919"), SPREAD, shared, last_turn)
    assert central_objectives(game) == german + Fraction(japanese, 2)
    assert winner_of(game) == winner


@pytest.mark.rule("fa:13.7.1.2", example="FC9")
def test_who_surrendered_once_counts_for_nothing_and_italy_raises_the_bar() -> None:
    where = (AUGUST, in_turn("May/Jun 1919"), SPREAD, all_objectives_of("germany", 17), last_turn)
    game = fa_in("victory check", *where, field(ITALY_WAS_CENTRAL, True))
    assert (needed(game), winner_of(game)) == (19, ALLIES)
    game = fa_in("victory check", *where, field(ONCE_SURRENDERED, (0,)))
    assert (central_objectives(game), winner_of(game)) == (0, ALLIES)

    def allied_japan(game: Game) -> None:
        all_objectives_of("japan", 17)(game)
        found_power(game, power_index(game, "japan"), power_index(game, "france"))

    game = fa_in("victory check", *where, allied_japan)
    assert central_objectives(game) == 0


@pytest.mark.rule("fa:13.7.1.1", example="FC9")
@pytest.mark.rule("fa:13.7")
def test_seven_cities_decide_in_any_turn() -> None:
    cities = ("Berlin", "Vienna", "Istanbul", "London", "Moscow", "Paris", "Rome")
    game = fa_in("victory check", AUGUST, SPREAD, held("germany", *cities))
    assert winner_of(game) == CENTRAL
    assert winner_of(fa_in("victory check", AUGUST, SPREAD, held("germany", *cities[:-1]))) is None


@pytest.mark.rule("fa:13.7.1.1")
def test_a_side_without_a_major_power_has_lost() -> None:
    def fallen(game: Game) -> None:
        for name in ("germany", "austria-hungary"):
            game.write(FALLEN_POWER, power_index(game, name), 1)

    assert winner_of(fa_in("victory check", AUGUST, fallen)) == ALLIES


# -------------------------------------------------------------------------------------------------------------- 9.2 pacts


@pytest.mark.rule("fa:9.2.2", example="FA-E14")
@pytest.mark.rule("fa:9.2.3", example="FA-E14")
def test_pacts_age() -> None:
    """Never in three full turns; the defender counts double to the ninth, once to the twelfth; then anybody may."""

    def pact(turns: int) -> Change:
        def change(game: Game) -> None:
            germany, russia = power_index(game, "germany"), power_index(game, "russia")
            game.set(PACTS, ((germany, russia),))
            game.set(PACT_TURNS, ((germany, russia, game.state.get(TURN) - turns),))

        return change

    def key(turns: int) -> str:
        game = fa_in("surrender", wars(("germany", "france")), in_turn("Jan/Feb 1918"), SPREAD, pact(turns))
        found = break_violation(game, power_index(game, "germany"), power_index(game, "russia"))
        return "" if found is None else found.key

    assert [key(turns) for turns in (3, 4, 12, 13)] == [
        "pact-too-young",
        "garrison-too-small",
        "garrison-too-small",
        "",
    ]


@pytest.mark.rule("fa:9.2.1")
def test_a_border_is_three_hexes_deep_in_europe() -> None:
    """A corps in Memel's hex guards Germany's border with Russia, one in Berlin does not."""
    game = peace()
    germany, russia = power_index(game, "germany"), power_index(game, "russia")
    own = [unit for unit in units_of(game, country(game, "germany")) if counter_of(game, unit).type is LandType.INF]
    before = garrison_on(game, germany, russia)
    for place, more in (("Berlin", 0), ("Konigsberg", 1)):
        move(game, own[0], place_of(game, place))
        assert garrison_on(game, germany, russia) == before + more


@pytest.mark.rule("fa:9.2.3")
def test_only_ones_own_units_count_whichever_way_up() -> None:
    game = peace()
    values = {}
    for unit in units_of(game, country(game, "germany")):
        counter = counter_of(game, unit)
        if not isinstance(counter, NavalCounter):
            values[str(counter.type), getattr(counter, "size", None) is Size.DIVISION] = printed_value(game, unit)
    assert values["INF", False] == 1
    assert all(value == Fraction(1, 2) for (_, division), value in values.items() if division)
    germany, russia = power_index(game, "germany"), power_index(game, "russia")
    before = garrison_on(game, germany, russia)
    own = [unit for unit in units_of(game, country(game, "germany")) if counter_of(game, unit).type is LandType.INF]
    konigsberg = place_of(game, "Konigsberg")
    move(game, own[0], konigsberg)
    game.write(FACE_DOWN, own[0], 1)
    assert garrison_on(game, germany, russia) == before + printed_value(game, own[0])
    align_country(game, country(game, "bulgaria"), germany)
    move(game, units_of(game, country(game, "bulgaria"))[0], konigsberg)
    assert garrison_on(game, germany, russia) == before + printed_value(game, own[0])


@pytest.mark.rule("fa:13.6.3")
def test_any_city_of_it_lets_a_new_country_be_founded() -> None:
    """Germany holds Kiev: Ukraine may be, with what Germany holds of it, aligned with Germany."""
    game = fa_in("new countries", AUGUST, SPREAD, in_turn("Jan/Feb 1918"), dice=(0,) * 20)
    assert game.over
    game = fa_in("new countries", AUGUST, SPREAD, in_turn("Jan/Feb 1918"), held("germany", "Kiev"), dice=(0,) * 20)
    assert "ukraine" in game.offers("germany")["found-country"].domain
    play(game, "germany", "found-country", "ukraine")
    ukraine, kiev = country(game, "ukraine"), place_of(game, "Kiev")
    assert game.state[POWER][ukraine] == power_index(game, "germany")
    assert (game.state[FREE_CAPITAL][ukraine], game.state[HOME_COUNTRY][kiev]) == (kiev, ukraine)
    assert game.state[CONTROLLER][place_of(game, "Odessa")] == power_index(game, "russia")


@pytest.mark.rule("fa:13.6.1.4", example="FA-E39")
def test_australians_may_be_at_home_in_canada() -> None:
    """Units of a conquered home country of the Commonwealth may take another of its home countries."""

    def fallen(game: Game) -> None:
        game.write(CONQUEROR, country(game, "australia"), power_index(game, "germany"))

    game = peace(fallen, wars(("commonwealth", "germany")))
    homes = possible_homes(game, country(game, "australia"))
    assert country(game, "canada") in homes
    assert country(game, "australia") not in homes


@pytest.mark.rule("fa:13.1.1")
def test_an_african_country_that_both_sides_hold_is_picked_by_its_part() -> None:
    """Found by random play: the part under the other side rises, not the whole."""

    def divided(game: Game) -> None:
        hexes = game.look_up(HEXES_AT_HOME)[country(game, "french-west-africa")]
        for place in hexes[: len(hexes) // 2]:
            game.write(CONTROLLER, place, power_index(game, "germany"))

    game = fa_in("partisans", AUGUST, SPREAD, divided, dice=(1, *(10,) * 20))
    assert "French West Africa under allies" in game.offers("germany")["pick-african-country"].domain
    play(game, "germany", "pick-african-country", "French West Africa under allies")
    seat = next(iter(game.waiting))
    assert "French West Africa under central-powers" in game.offers(seat)["pick-african-country"].domain
    play(game, seat, "pick-african-country", "French West Africa under central-powers")
    assert prompt(game) == "choose-partisan-region"


@pytest.mark.rule("fa:22.4")
@pytest.mark.rule("fa:13.7.1.2")
def test_the_campaign_of_1917_ignores_japanese_and_russian_objectives() -> None:
    """Tokyo and Tsingtao, which Japan holds, and Riga, though Germany has it."""
    everywhere = set(objective_places(fa_in("surrender")).values())
    game = fa_in("surrender", campaign="1917")
    names = {name for name, place in objective_places(game).items() if place not in counted_places(game)}
    assert {"Tokyo", "Tsingtao", "Riga"} <= names
    assert "Warsaw" not in names
    assert set(counted_places(fa_in("surrender"))) == everywhere


# ------------------------------------------------------------------------------------------- 13.6.1.3 to 5 what falls with it


def all_of(name: str, holder: str) -> Change:
    """Every hex of the country is this power's."""

    def change(game: Game) -> None:
        for place in game.look_up(HEXES_AT_HOME)[country(game, name)]:
            game.write(CONTROLLER, place, power_index(game, holder))

    return change


@pytest.mark.rule("fa:13.6.1.3")
@pytest.mark.rule("fa:13.6.1.4")
@pytest.mark.rule("fa:16.4")
def test_france_fights_on_without_its_pilots_but_with_the_recruits_of_later_years() -> None:
    def airmen(game: Game) -> None:
        france, germany = power_index(game, "france"), power_index(game, "germany")
        game.write(PILOTS, france, 3)
        game.write(PILOTS, germany, 2)
        game.set(PILOTS_IN_TRAINING, ((france, 99, 1), (germany, 99, 1)))

    game = fa_in(
        "conquest", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, all_of("france", "germany"), airmen, dice=(4,) * 9
    )
    assert prompt(game) == "choose-new-home"
    france, germany = power_index(game, "france"), power_index(game, "germany")
    assert (game.state[PILOTS][france], game.state[PILOTS][germany]) == (0, 2)
    assert game.state.get(PILOTS_IN_TRAINING) == ((germany, 99, 1),)
    where = {place_name(game, game.state[PLACE][unit]) for unit in units_of(game, country(game, "france"))}
    assert "available in 1916" in where
    assert not any(name.startswith(("force pool", "reserve pool")) for name in where)


@pytest.mark.rule("fa:13.6.1.5")
@pytest.mark.rule("fa:11.9.6.2")
def test_the_fleet_of_who_is_no_more() -> None:
    """At sea it is an ally's; in a port of a country that nobody inherits it is overrun, though no prize is taken."""

    def adriatic(game: Game) -> None:
        albania, empire = country(game, "albania"), power_index(game, "austria-hungary")
        game.write(CONQUEROR, albania, empire)
        align_country(game, albania, empire)
        all_of("albania", "austria-hungary")(game)
        places = (section_at(game, "Adriatic Sea", 1), place_of(game, "Valona"), place_of(game, "Valona"))
        for ship, place, down in zip(_fleet(game), places, (0, 0, 1), strict=False):
            move(game, ship, place)
            game.write(FACE_DOWN, ship, down)

    def _fleet(game: Game) -> list[int]:
        army = units_of(game, country(game, "austria-hungary"))
        return [unit for unit in army if isinstance(counter_of(game, unit), NavalCounter)]

    whole = (all_of("austria-hungary", "russia"), adriatic)
    game = fa_in("conquest", AUGUST, in_turn("Nov/Dec 1915"), SPREAD, *whole, dice=(4,) * 20 + (1,))
    start = fa_in("surrender", AUGUST, adriatic)
    at_sea, face_up, face_down = _fleet(start)[:3]
    germany = power_index(game, "germany")
    assert (power_of(game, at_sea), power_of(game, face_up)) == (germany, germany)
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "flee-by-sea")
    play(game, "germany", "flee-by-sea", game.offers("germany")["flee-by-sea"].sample(Random(1)))
    assert game.over
    assert game.state[PLACE][face_up] not in (place_of(game, "Valona"), NOBODY)
    assert not place_name(game, game.state[PLACE][face_up]).startswith("production circle")
    assert place_name(game, game.state[PLACE][face_down]).startswith(("tray", "force pool", "removed"))


@pytest.mark.rule("fa:13.5.5.4")
@pytest.mark.rule("fa:4.2.1")
def test_ships_in_building_wait_for_a_port_at_home() -> None:
    """The common book scraps them when their owner has no port at home; here they only find no place yet."""
    game = peace(all_of("austria-hungary", "russia"))
    ships = [
        unit
        for unit in units_of(game, country(game, "austria-hungary"))
        if isinstance(counter_of(game, unit), NavalCounter) and is_in_building(game, unit)
    ]
    assert ships
    before = [game.state[PLACE][ship] for ship in ships]
    lose_ships_without_ports(game)
    assert [game.state[PLACE][ship] for ship in ships] == before


@pytest.mark.rule("fa:9.2.1")
def test_flights_from_a_partners_airfields_are_no_cause() -> None:
    """Pacts are broken with garrisons, or when they are old."""
    game = peace()
    assert not flights_give_cause(game)


@pytest.mark.rule("fa:13.6.2")
@pytest.mark.rule("fa:15.3.5")
def test_a_latent_power_that_makes_peace_by_itself_is_a_neutral_major_power() -> None:
    """Only a conditional surrender makes it a flag again: the Ottoman Empire keeps its army, and nobody influences it."""

    def turks(game: Game) -> None:
        found_power(game, power_index(game, "ottoman-empire"), power_index(game, "germany"))
        take_flag(game, country(game, "ottoman-empire"), CENTRAL)
        wars(("ottoman-empire", "russia"))(game)

    game = fa_in("mutual peace", wars(("germany", "france")), turks, in_turn("Nov/Dec 1915"), SPREAD)
    while game.enclosing(Peacemaking) and "talk-peace-with" in game.offers_to(seat := next(iter(game.waiting))).names:
        if "russia" in game.offers(seat)["talk-peace-with"].domain:
            break
        play(game, seat, "make-no-peace")
    play(game, seat, "talk-peace-with", "russia")
    play(game, seat, "put-terms")
    play(game, "russia", "accept-terms")
    turkey = power_index(game, "ottoman-empire")
    assert not is_active(game, turkey)
    assert not is_latent(game, turkey)
    assert game.state[SIDE][turkey] == CENTRAL
    assert not can_be_influenced(game, country(game, "ottoman-empire"))
    assert have_pact(game, turkey, power_index(game, "russia"))


# -------------------------------------------------------------------------------------------------- a veteran's cases, whole


def bulgarians_in_skopje(game: Game) -> None:
    """Serbia and Albania are Russia's, Austria-Hungary has Belgrade, Bulgarians stand in Skopje, Serbs in Nish and Tirana."""
    serbia_fights(game)
    align_country(game, country(game, "albania"), power_index(game, "russia"))
    all_of("albania", "russia")(game)
    align_country(game, country(game, "bulgaria"), power_index(game, "germany"))
    held("austria-hungary", "Belgrade")(game)
    held("germany", "Skopje")(game)
    for name, place in (("bulgaria", "Skopje"), ("serbia", "Tirana"), ("serbia", "Nish")):
        corps = [unit for unit in units_of(game, country(game, name)) if counter_of(game, unit).type is LandType.INF]
        move(game, next(unit for unit in corps if not is_hex(game, game.state[PLACE][unit])), place_of(game, place))


@pytest.mark.rule("fa:13.6.1.3", example="FC7")
@pytest.mark.rule("fa:13.6.1.4", example="FC7")
def test_serbia_falls_to_two_conquerors_and_lives_on_in_albania() -> None:
    turn = in_turn("Nov/Dec 1915")
    game = fa_in("conquest", AUGUST, turn, SPREAD, bulgarians_in_skopje, dice=(4,) * 4)
    assert set(game.offers("russia")["choose-new-home"].domain) == {"albania", "russia"}
    play(game, "russia", "choose-new-home", "albania")
    assert game.over
    serbia, empire, germany = (
        country(game, "serbia"),
        power_index(game, "austria-hungary"),
        power_index(game, "germany"),
    )
    assert game.state[CONQUEROR][serbia] == empire, "whoever has the capital"
    holders = {name: game.state[CONTROLLER][place_of(game, name)] for name in ("Belgrade", "Skopje", "Nish", "Tirana")}
    assert holders == {
        "Belgrade": empire,
        "Skopje": germany,
        "Nish": germany,
        "Tirana": power_index(game, "russia"),
    }, "Nish lay in the Bulgarians' zone of control alone"
    places = {place_name(game, game.state[PLACE][unit]).split(" in ")[0] for unit in units_of(game, serbia)}
    assert places == {"removed from the game", "available", place_name(game, place_of(game, "Tirana"))}
    assert game.state[POWER][serbia] == power_index(game, "russia"), "it fights on beside Russia"


@pytest.mark.rule("fa:13.6.3", example="FC7")
@pytest.mark.rule("fa:13.6.3.1", example="FC7")
@pytest.mark.parametrize("freed", [True, False])
def test_who_retakes_belgrade_frees_serbia_or_has_its_partisans_against_him(freed: bool) -> None:
    def retaken(game: Game) -> None:
        bulgarians_in_skopje(game)
        serbia = country(game, "serbia")
        game.write(CONQUEROR, serbia, power_index(game, "austria-hungary"))
        game.write(NEW_HOME, serbia, country(game, "albania"))
        held("france", "Belgrade")(game)
        for unit in units_of(game, serbia)[:4]:
            move(game, unit, place_index(game, REMOVED))

    game = fa_in("liberation", AUGUST, in_turn("Jul/Aug 1918"), SPREAD, retaken, dice=(0, 1, 2, 3))
    while "liberate" not in game.offers_to("france").names if "france" in game.waiting else True:
        seat = next(iter(game.waiting))
        play(game, seat, *_declines(game, seat))
    play(game, "france", "liberate", ("serbia",) if freed else ())
    serbia = country(game, "serbia")
    assert (game.state[CONQUEROR][serbia] == NOBODY) is freed
    assert bool(game.state[HELD_DOWN][serbia]) is not freed
    if freed:
        assert game.state[POWER][serbia] == power_index(game, "france")
        assert game.state[NEW_HOME][serbia] == NOBODY
        lost = [unit for unit in units_of(game, serbia) if game.state[PLACE][unit] == place_index(game, REMOVED)]
        assert not lost, "all that it lost is in the pools of its liberator"


def _declines(game: Game, seat: str) -> tuple[str, tuple[()] | None]:
    names = game.offers_to(seat).names
    return next(((name, None) for name in names if name.startswith("found-no")), (names[0], ()))


def liege_and_brussels(game: Game) -> None:
    """Belgium is France's with the Congo, and Germany holds two of its three cities with factories."""
    for name in ("belgium", "belgian-congo"):
        align_country(game, country(game, name), power_index(game, "france"))
        all_of(name, "france")(game)
    held("germany", "Brussels", "Liege")(game)


@pytest.mark.rule("fa:13.6.1.2", example="FC2")
@pytest.mark.rule("fa:13.5.2", example="FC2")
def test_antwerps_factory() -> None:
    """Not conquered without Antwerp: red factories work for Germany, the blue one for France; conquered it is idle."""
    where = (AUGUST, wars(("germany", "belgium")), in_turn("Jan/Feb 1915"), SPREAD, liege_and_brussels)
    game = fa_in("surrender", *where)
    germany, france = power_index(game, "germany"), power_index(game, "france")
    cities = {name: place_of(game, name) for name in ("Brussels", "Liege", "Antwerp")}
    work = {
        name: [useable_factories(game, power, place) for power in (germany, france)] for name, place in cities.items()
    }
    assert work == {"Brussels": [1, 0], "Liege": [1, 0], "Antwerp": [0, 1]}
    assert conqueror_of(game, country(game, "belgium")) == NOBODY
    (area,) = areas_of(game, "Belgium (green)")
    assert (is_eligible(game, area), controller_of_partisans(game, area)) == (True, france)
    game = fa_in("conquest", *where, held("germany", "Antwerp"), dice=(4,) * 5)
    assert set(game.offers("france")["choose-new-home"].domain) == {"belgian-congo", "france"}
    assert [useable_factories(game, power, cities["Antwerp"]) for power in (germany, france)] == [0, 0]

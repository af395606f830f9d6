"""4 The reinforcement stage, and reserves (9.7)."""

from __future__ import annotations

from typing import Any

import pytest
from turns import campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.engine.shapes import One, Set
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import SOIL
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, counter_of, place_index, place_name
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import CONTROLLER, COUNTRY, COUNTRY_NAMES, power_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import (
    ENTRY_HEXES,
    ArrivalDelayed,
    Arrived,
    Launched,
    UnitGivenUp,
    UnitsAdded,
)
from worldfire.rules.s09_war import OPENING_WARS, ReservesCalled, WarDeclared
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.titles.campaigns import begin_campaign

AXIS, ALLIES = 0, 1
NO_EDGE = field(ENTRY_HEXES, ())
EDGE = ("E3037", "E3035")
JULY = "production circle, Jul/Aug 1941"


def arriving(*counters: str) -> tuple[Any, ...]:
    """In Jul/Aug 1941 only these arrive."""

    def empty(game: Game) -> None:
        away = place_index(game, "removed from the game")
        for thing, place in enumerate(game.state[PLACE]):
            if place == place_index(game, JULY):
                game.write(PLACE, thing, away)

    return (in_turn("Jul/Aug 1941"), NO_EDGE, empty, put(JULY, *counters))


def where(game: Game, counter: str) -> str:
    return place_name(game, game.state[PLACE][unit(game, counter)])


def choices(game: Game, seat: str) -> set[str]:
    shape = game.offers(seat)["place-unit"]
    assert isinstance(shape, One)
    return {place_name(game, int(place)) for place in shape.domain}


FULL_KIEV = put("Kiev", "su-inf-9-gd", "su-inf-59")


@pytest.mark.rule("4.2.1", example="WF1-062")
def test_a_militia_whose_city_is_full_arrives_beside_it() -> None:
    game = campaign_in("barbarossa", "reinforcements", *arriving("su-mil-kiev"), FULL_KIEV)
    assert prompt(game) == "place-unit"
    around = {"E1635", "E1736", "E1836", "E1835", "E1834", "E1734"}
    assert {place[:5] for place in choices(game, "ussr")} == around
    why = {place: game.why_not("place-unit", place_index(game, place), "ussr")[0].key for place in ("Kiev", "Moscow")}
    assert why == {"Kiev": "too-many-land-units", "Moscow": "militia-arrives-in-its-city"}
    beside = place_index(game, "E1736")
    assert play(game, "ussr", "place-unit", beside)[-1] == Arrived(thing=unit(game, "su-mil-kiev"), place=beside)


@pytest.mark.rule("4.2.1")
def test_the_hex_beside_a_full_city_must_be_held() -> None:
    enemy = controlled("germany", "E1635", "E1736", "E1836", "E1835", "E1834")
    game = campaign_in("barbarossa", "reinforcements", *arriving("su-mil-kiev"), FULL_KIEV, enemy)
    assert game.over  # only one hex is left, so nobody is asked
    assert where(game, "su-mil-kiev") == "E1734"


@pytest.mark.rule("4.2.1")
def test_what_can_be_put_nowhere_arrives_next_turn() -> None:
    enemy = controlled("germany", "E1635", "E1736", "E1836", "E1835", "E1834", "E1734")
    game = campaign_in("barbarossa", "reinforcements", *arriving("su-mil-kiev"), FULL_KIEV, enemy)
    assert game.events[-1] == ArrivalDelayed(thing=unit(game, "su-mil-kiev"))
    assert where(game, "su-mil-kiev") == circle_space(game.state.get(TURN) + 1)


@pytest.mark.rule("4.2.1")
def test_others_arrive_in_a_city_of_their_home_country_that_they_control() -> None:
    game = campaign_in(
        "barbarossa",
        "reinforcements",
        *arriving("su-inf-59"),
        controlled("germany", "Minsk"),
        controlled("ussr", "Warsaw"),
    )
    offered = {name.partition(" ")[2] for name in choices(game, "ussr")}
    assert {"Kiev", "Moscow", "Archangel"} <= offered
    assert not {"Minsk", "Warsaw", "Vilna"} & offered


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("4.2.1")
def test_nothing_arrives_where_partisans_are_nor_beside_them() -> None:
    """A city that partisans hold is not full: its units wait for next turn."""

    def partisan(game: Game) -> None:
        put("Bucharest", "partisans-part-13")(game)
        rumania, ussr = (game.state.get(COUNTRY_NAMES).index(name) for name in ("rumania", "ussr"))
        game.write(SOIL, unit(game, "partisans-part-13"), rumania)
        game.write(COUNTRY, unit(game, "partisans-part-13"), ussr)

    free = campaign_in("barbarossa", "reinforcements", *arriving("rumania-mil-bucharest"), war)
    assert where(free, "rumania-mil-bucharest").endswith("Bucharest")
    held = campaign_in("barbarossa", "reinforcements", *arriving("rumania-mil-bucharest"), war, partisan)
    assert where(held, "rumania-mil-bucharest") == circle_space(held.state.get(TURN) + 1)


@pytest.mark.rule("4.2.1")
def test_a_ship_of_the_first_cycle_is_launched() -> None:
    def face_down(game: Game) -> None:
        game.write(FACE_DOWN, unit(game, "su-ca-kirov-sif"), 1)

    game = campaign_in("barbarossa", "reinforcements", *arriving("su-ca-kirov-sif"), face_down)
    assert Launched(thing=unit(game, "su-ca-kirov-sif")) in game.events
    assert where(game, "su-ca-kirov-sif") == "construction pool of ussr"
    assert not game.state[FACE_DOWN][unit(game, "su-ca-kirov-sif")]


@pytest.mark.rule("4.2.1")
def test_a_finished_ship_arrives_in_a_port_at_home() -> None:
    game = campaign_in("barbarossa", "reinforcements", *arriving("su-ca-kirov-sif"))
    offered = {name.partition(" ")[2] for name in choices(game, "ussr")}
    assert {"Leningrad", "Sevastopol"} <= offered
    assert "Moscow" not in offered


@pytest.mark.rule("4.2.1")
def test_a_militia_leaves_with_its_city_and_comes_back() -> None:
    lost = campaign_in("barbarossa", "reinforcements", *arriving("su-mil-minsk"), controlled("germany", "Minsk"))
    assert where(lost, "su-mil-minsk") == "out of play of ussr"
    retaken = campaign_in("barbarossa", "reinforcements", *arriving(), put("out of play of ussr", "su-mil-minsk"))
    assert where(retaken, "su-mil-minsk") == "force pool of ussr: MIL"


@pytest.mark.rule("13.6.5/naval units")
def test_ships_in_building_are_lost_with_the_last_port_at_home() -> None:
    def no_ports(game: Game) -> None:
        germany, ground = power_index(game, "germany"), game.ruleset.tables.ground
        for place in ground.ports:
            if game.state[CONTROLLER][place] == power_index(game, "ussr"):
                game.write(CONTROLLER, place, germany)

    docked = put("construction pool of ussr", "su-ca-kirov-sif")
    assert where(campaign_in("barbarossa", "reinforcements", *arriving(), docked), "su-ca-kirov-sif") == (
        "construction pool of ussr"
    )
    lost = campaign_in("barbarossa", "reinforcements", *arriving(), docked, no_ports)
    assert where(lost, "su-ca-kirov-sif") == "tray of ussr"


@pytest.mark.rule("4.2")
def test_the_side_with_the_initiative_places_first() -> None:
    game = campaign_in("barbarossa", "reinforcements", *arriving("su-inf-59", "ge-inf-xiii"))
    assert where(game, "ge-inf-xiii") == "E2741 Konigsberg"  # the only German city on the map, so nobody is asked
    assert tuple(game.waiting) == ("ussr",)


@pytest.mark.rule("4.1.1")
@pytest.mark.rule("4")
@pytest.mark.rule("4.1")
def test_the_units_of_the_year_join_the_pools_in_january() -> None:
    game = campaign_in("barbarossa", "reinforcements", in_turn("Jan/Feb 1942"), NO_EDGE)
    added = next(event for event in game.events if isinstance(event, UnitsAdded))
    assert added.year == 1942
    assert where(game, "su-hq-i-vatutin") == "force pool of ussr: HQ-I"
    summer = campaign_in("barbarossa", "reinforcements", *arriving())
    assert where(summer, "su-hq-i-vatutin").startswith("available in 1942")


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("18.1")
def test_the_italian_contingent_serves_germany() -> None:
    """It comes in on the edge of the map, stacks with Germans, and draws German supply."""

    def alone(game: Game) -> None:
        for thing, place in enumerate(game.state[PLACE]):
            if place_name(game, place) in (JULY, "off map of germany"):
                game.write(PLACE, thing, place_index(game, "removed from the game"))
        put(JULY, "it-mot-celere")(game)

    game = campaign_in("barbarossa", "reinforcements", in_turn("Jul/Aug 1941"), war, alone)
    assert (tuple(game.waiting), prompt(game)) == (("germany",), "place-unit")
    edges = {place for power, place in game.state.get(ENTRY_HEXES) if power == power_index(game, "germany")}
    shape = game.offers("germany")["place-unit"]
    assert isinstance(shape, One)
    assert set(shape.domain) == edges
    (edge, *_) = shape.domain
    play(game, "germany", "place-unit", edge)
    italians, germans = unit(game, "it-mot-celere"), unit(game, "ge-inf-xiii")
    assert power_of(game, italians) == power_index(game, "germany")
    assert cooperation_violation(game, italians, germans) is None
    assert in_supply(game, italians)


# ------------------------------------------------------------------------------------------- 4.3 destroying isolated units


def surrounded(game: Game) -> None:
    """Of the whole USSR only E1430 is left."""
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    for place, owner in enumerate(game.state[CONTROLLER]):
        if owner == ussr:
            game.write(CONTROLLER, place, germany)
    controlled("ussr", "E1430")(game)


@pytest.mark.rule("4.3")
def test_an_isolated_unit_may_be_destroyed_by_its_owner() -> None:
    game = campaign_in("barbarossa", "reinforcements", *arriving(), war, surrounded, put("E1430", "su-inf-59"))
    assert prompt(game) == "give-up-units"
    assert tuple(game.waiting) == ("ussr",)
    lost = unit(game, "su-inf-59")
    assert play(game, "ussr", "give-up-units", (lost,))[0] == UnitGivenUp(thing=lost)
    assert where(game, "su-inf-59") == "tray of ussr"


@pytest.mark.rule("4.3")
def test_neutral_powers_and_units_with_a_way_home_are_not_asked() -> None:
    neutral = campaign_in("barbarossa", "reinforcements", *arriving(), surrounded, put("E1430", "su-inf-59"))
    assert neutral.over
    connected = campaign_in("barbarossa", "reinforcements", *arriving(), war, put("E1430", "su-inf-59"))
    assert connected.over


def edge_of_germany(game: Game) -> None:
    """Who comes from the Reich enters there."""
    game.set(ENTRY_HEXES, tuple((power_index(game, "germany"), place_index(game, name)) for name in EDGE))


@pytest.mark.rule("4.2.1")
def test_units_of_a_minor_country_arrive_at_home_and_not_over_the_edge_of_the_map() -> None:
    """The edge towards the Reich is for units whose home is there; Rumania's own cities are on the map."""
    rumanian = campaign_in("barbarossa", "reinforcements", *arriving("rumania-mot-iii"), edge_of_germany)
    assert choices(rumanian, "germany") == {
        "E1825 Constanta",
        "E1927 Galatz",
        "E2029 Jassy",
        "E2125 Bucharest",
        "E2226 Ploesti",
        "E2627 Timisoara",
    }
    italian = campaign_in("barbarossa", "reinforcements", *arriving("it-mot-celere"), edge_of_germany)
    assert choices(italian, "germany") == {*EDGE}


# ------------------------------------------------------------------------------------------------------------ reserves


def war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "ussr")),))


@pytest.mark.rule("9.7", example="WF1-081")
@pytest.mark.rule("4.1.2")
def test_the_moscow_militia_is_called_out_only_in_a_war_with_germany() -> None:
    peace = campaign_in("barbarossa", "declare war", field(ACTIVE_SIDE, ALLIES))
    play(peace, "ussr", "declare-no-war")
    assert peace.over  # nothing to call out
    game = campaign_in("barbarossa", "declare war", war, field(ACTIVE_SIDE, ALLIES))
    play(game, "ussr", "declare-no-war")
    moscow = unit(game, "su-mil-moscow")
    shape = game.offers("ussr")["call-out-reserves"]
    assert isinstance(shape, Set)
    assert moscow in shape.domain
    happened = play(game, "ussr", "call-out-reserves", (moscow,))
    assert happened[0] == ReservesCalled(power=power_index(game, "ussr"), units=(moscow,))
    assert where(game, "su-mil-moscow") == "E1344 Moscow"
    assert game.state[FACE_DOWN][moscow]
    assert game.over


@pytest.mark.rule("9.7")
def test_reserves_need_not_be_called_out() -> None:
    game = campaign_in("barbarossa", "declare war", war, field(ACTIVE_SIDE, ALLIES))
    play(game, "ussr", "declare-no-war")
    play(game, "ussr", "call-out-reserves", ())
    assert where(game, "su-mil-moscow") == "reserve pool of ussr"


@pytest.mark.rule("9.7")
@pytest.mark.rule("4.2.1")
def test_the_militia_of_an_aligned_minor_country_is_called_out_when_its_city_is_retaken() -> None:
    """Cernauti is Soviet when Barbarossa begins, so Rumania's MIL waits in Germany's reserve pool."""
    lost = campaign_in("barbarossa", "declare war", war, field(OPENING_WARS, ()), field(ACTIVE_SIDE, AXIS))
    play(lost, "germany", "align-nobody")
    assert lost.over
    game = campaign_in(
        "barbarossa",
        "declare war",
        war,
        field(OPENING_WARS, ()),
        field(ACTIVE_SIDE, AXIS),
        controlled("germany", "Cernauti"),
    )
    play(game, "germany", "align-nobody")
    militia = unit(game, "rumania-mil-cernauti")
    shape = game.offers("germany")["call-out-reserves"]
    assert isinstance(shape, Set)
    assert shape.domain == (militia,)
    play(game, "germany", "call-out-reserves", (militia,))
    assert where(game, "rumania-mil-cernauti") == "E2231 Cernauti"
    assert game.state[FACE_DOWN][militia]


@pytest.mark.rule("9.3")
def test_barbarossa_opens_with_a_german_declaration_of_war() -> None:
    game = campaign_in("barbarossa", "declare war", field(ACTIVE_SIDE, AXIS))
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    assert WarDeclared(power=germany, target_power=ussr) in game.events
    assert game.state.get(AT_WAR) == ((germany, ussr),)


CAMPAIGNS = ("barbarossa", "day_of_infamy", "fascist_tide", "global_war", "guadalcanal")
POOLS = ("force pool of ", "partisans", "lend lease pool", "reserve pool of ", "army of ")


def dated_later(game: Game) -> list[str]:
    """Units in a pool although a later year stands on their backs."""
    year, hexes = game.state.get(YEAR), game.state.get(HEXES)
    pooled = (thing for thing, place in enumerate(game.state[PLACE]) if place >= hexes and _is_pool(game, place))
    return [counter_of(game, thing).id for thing in pooled if (counter_of(game, thing).year or 0) > year]


def _is_pool(game: Game, place: int) -> bool:
    return place_name(game, place).startswith(POOLS)


@pytest.mark.rule("4.1.1")
@pytest.mark.parametrize("campaign", CAMPAIGNS)
def test_no_pool_holds_units_of_later_years(campaign: str) -> None:
    """Neither before the set-up nor after the additions of a year."""
    game = begin_campaign(campaign, secret=b"years")
    assert dated_later(game) == []
    next_year = in_turn(f"Jan/Feb {game.state.get(YEAR) + 1}")
    assert dated_later(campaign_in(campaign, "reinforcements", next_year)) == []


@pytest.mark.rule("4.1.1")
@pytest.mark.rule("13.1")
def test_partisans_join_their_pool_in_their_year() -> None:
    late = ("partisans-part-2", "partisans-part-1")  # of 1942 and 1943
    before = campaign_in("barbarossa", "reinforcements", in_turn("Nov/Dec 1941"), NO_EDGE)
    assert "partisans" not in {where(before, counter) for counter in late}
    after = campaign_in("barbarossa", "reinforcements", in_turn("Jan/Feb 1942"), NO_EDGE)
    assert [where(after, counter) == "partisans" for counter in late] == [True, False]

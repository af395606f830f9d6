"""20 Two Chinas: cities, supply, reinforcement, the conquest step, and a faction that leaves and returns."""

from __future__ import annotations

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, move, place_index, place_name
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    FIRST_CONQUEROR,
    POWER,
    POWER_NAMES,
    change_control,
)
from worldfire.rules.s02_4_supply_limits import tracer_of
from worldfire.rules.s02_4_supply_sources import primary_sources
from worldfire.rules.s04_reinforcements import arrival_hexes, sort_militia
from worldfire.rules.s13_06_production import pools_of
from worldfire.rules.s13_07_1_the_fallen import FALLEN, conqueror_of_last_home
from worldfire.titles.wif.nations.factions import (
    CITIES_CHANGED,
    DISPUTED,
    FACTIONS_GONE,
    FactionGone,
    FactionReturns,
    faction_of_city,
    pools_are_one,
)

COMMUNIST, NATIONALIST, FIGHTER = "ch-inf-1", "ch-inf-17", "ch-ftr-i-16-wif"
NATIONALISTS, COMMUNISTS = "nationalist-china", "communist-china"
FACTORIES = ("Shanghai", "Changsha", "Wuhan", "Peking", "Sian", "Chungking", "Kunming", "Lanchow")
CHINESE_CITIES = ("Chungking", "Chengtu", "Lanchow", "Sian", "Nanking", "Shanghai", "Changsha")


def country(game: Game, name: str) -> int:
    return game.state.get(COUNTRY_NAMES).index(name)


def war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "china"), power_index(game, "japan")),))


def china(*changes: Change, procedure: str = "land movement", dice: tuple[int, ...] = ()) -> Game:
    def actions(game: Game) -> None:
        chosen = ["pass"] * len(game.state.get(POWER_NAMES))
        chosen[power_index(game, "china")] = "combined"
        game.set(ACTIONS, tuple(chosen))

    side = field(ACTIVE_SIDE, 1)
    situation = (in_turn("Jan/Feb 1940"), war, side, actions, *changes)
    return campaign_in("global-war", procedure, *situation, dice=dice)


def supplies(game: Game, city: str, counter: str) -> bool:
    game.forget()
    return place_index(game, city) in primary_sources(game, tracer_of(game, unit(game, counter)))


def city(game: Game, name: str) -> str:
    return faction_of_city(game, place_index(game, name))


@pytest.mark.rule("20")
def test_each_faction_has_its_cities_and_lives_on_them() -> None:
    game = china(put("Lanchow", COMMUNIST), put("Chengtu", NATIONALIST))
    assert (city(game, "Lanchow"), city(game, "Sian"), city(game, "Chengtu")) == (COMMUNISTS, COMMUNISTS, NATIONALISTS)
    assert supplies(game, "Lanchow", COMMUNIST)
    assert not supplies(game, "Lanchow", NATIONALIST)
    assert supplies(game, "Chengtu", NATIONALIST)
    assert not supplies(game, "Chengtu", COMMUNIST)
    communist, nationalist = (set(arrival_hexes(game, unit(game, name))) for name in (COMMUNIST, NATIONALIST))
    assert communist == {place_index(game, "Lanchow"), place_index(game, "Sian")}
    assert place_index(game, "Chungking") in nationalist
    assert not communist & nationalist


@pytest.mark.rule("4.2.1")
@pytest.mark.rule("20")
def test_a_militia_leaves_the_pool_while_the_other_faction_has_its_city() -> None:
    game = china(put("production circle, Jan/Feb 1941", "ch-mil-sian", "ch-mil-lan-chow", "ch-mil-kunming"))
    game.set(CITIES_CHANGED, (place_index(game, "Sian"),))
    sort_militia(game)
    where = {name: place_name(game, game.state[PLACE][unit(game, name)]) for name in ("ch-mil-sian", "ch-mil-kunming")}
    assert where == {"ch-mil-sian": "out of play of china", "ch-mil-kunming": "production circle, Jan/Feb 1941"}
    game.set(CITIES_CHANGED, ())
    sort_militia(game)
    assert place_name(game, game.state[PLACE][unit(game, "ch-mil-sian")]).startswith("force pool of ")


@pytest.mark.rule("20")
def test_an_enemy_city_belongs_to_the_faction_that_enters_it() -> None:
    game = china(put("Lanchow", COMMUNIST, NATIONALIST), controlled("japan", "Nanking", "Sian"))
    for name, taker, owner in (("Nanking", COMMUNIST, COMMUNISTS), ("Sian", NATIONALIST, NATIONALISTS)):
        move(game, unit(game, taker), place_index(game, name))
        change_control(game, place_index(game, name), power_index(game, "china"))
        assert city(game, name) == owner


@pytest.mark.rule("20")
def test_a_faction_without_a_city_leaves_and_returns_with_one() -> None:
    """The example of Sep/Oct 1939: Japan takes Sian, and Nationalists hold Lanchow."""

    def taken(game: Game) -> None:
        game.set(DISPUTED, (place_index(game, "Lanchow"),))

    game = china(
        controlled("japan", "Sian"),
        put("Lanchow", NATIONALIST),
        taken,
        put("A0738", COMMUNIST),
        procedure="step: conquest",
    )
    gone = [event for event in game.record.events if isinstance(event, FactionGone)]
    assert [event.country for event in gone] == [country(game, COMMUNISTS)]
    assert place_name(game, game.state[PLACE][unit(game, COMMUNIST)]) == "removed from the game"
    assert place_name(game, game.state[PLACE][unit(game, NATIONALIST)]).endswith("Lanchow")

    def removed(game: Game) -> None:
        game.set(FACTIONS_GONE, (country(game, COMMUNISTS),))
        for name in (COMMUNIST, "ch-inf-2"):
            game.write(PLACE, unit(game, name), place_index(game, "removed from the game"))

    back = china(removed, procedure="step: liberation", dice=(0,))
    assert FactionReturns(country=country(back, COMMUNISTS)) in back.record.events
    pools = [place_name(back, back.state[PLACE][unit(back, name)]) for name in (COMMUNIST, "ch-inf-2")]
    assert sorted(pools) == ["force pool of communist-china: INF", "removed from the game"], "half of each type"


@pytest.mark.rule("20")
def test_nobody_chooses_which_faction_is_built() -> None:
    game = china()
    pools_are_one(game)
    game.forget()
    pools = pools_of(game, power_index(game, "china"))
    kinds: dict[str, list[str]] = {}
    for name in pools:
        home, _, kind = name.partition(": ")
        kinds.setdefault(kind, []).append(home)
    assert kinds
    assert all(len(homes) == 1 for homes in kinds.values())


@pytest.mark.rule("13.7.5/liberation of china")
def test_the_liberator_says_which_faction_has_each_city() -> None:
    """The USA frees China, of which it holds Nanking, Shanghai and Lanchow: city by city it chooses, whatever the map says."""
    cities = ("Nanking", "Shanghai", "Lanchow")

    def fallen(game: Game) -> None:
        home = country(game, "china")
        for column in (CONQUEROR, FIRST_CONQUEROR):
            game.write(column, home, power_index(game, "japan"))
        game.write(FALLEN_POWER, power_index(game, "china"), 1)
        game.set(AT_WAR, ((power_index(game, "usa"), power_index(game, "japan")),))

    everything = controlled("japan", *CHINESE_CITIES)
    held = controlled("usa", "Chungking", *cities)
    game = china(fallen, everything, held, procedure="liberation", dice=(0,) * 60)
    while prompt(game) == "liberate":
        seat = next(iter(game.waiting))
        play(game, seat, "liberate", ("china",) if seat == "usa" else ())
    assert (prompt(game), tuple(game.waiting)) == ("give-chinese-cities", ("usa",))
    nanking = place_index(game, "Nanking")
    play(game, "usa", "give-cities-to-communists", (nanking,))
    assert city(game, "Nanking") == COMMUNISTS
    assert {city(game, name) for name in ("Chungking", "Shanghai", "Lanchow")} == {NATIONALISTS}


@pytest.mark.rule("20")
@pytest.mark.rule("13.7.1/complete conquest")
def test_factions_of_a_conquered_china_are_nobody_elses() -> None:
    """They are no countries that others inherit, and Japan is who conquered China's last home."""
    game = china(controlled("japan", *FACTORIES), procedure="step: conquest")
    assert game.state[FALLEN_POWER][power_index(game, "china")]
    for name in (NATIONALISTS, COMMUNISTS):
        assert game.state[POWER][country(game, name)] == power_index(game, "china")
    assert conqueror_of_last_home(game, power_index(game, "china")) == power_index(game, "japan")


@pytest.mark.rule("13.7.1/complete conquest")
def test_an_ally_keeps_the_chinese_hex_in_which_he_stands() -> None:
    """China falls a second time, when its hexes are not shared out: what is left goes to Japan, but not from under a corps."""

    def again(game: Game) -> None:
        pairs = (("china", "japan"), ("japan", "commonwealth"))
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))
        game.write(FALLEN, country(game, "china"), 1)

    game = china(again, controlled("japan", *FACTORIES), put("A0535", "cw-inf-3-ind"), procedure="step: conquest")
    while not game.state[FALLEN_POWER][power_index(game, "china")]:
        play(game, "china", "leave-fleet-to", "commonwealth")
    holders = [game.state[CONTROLLER][place_index(game, name)] for name in ("A0535", "A0634")]
    assert holders == [power_index(game, "commonwealth"), power_index(game, "japan")]

"""13.6 Production."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from turns import Change, campaign_in, controlled, field, in_turn, play, power_index, prompt, put, unit

from worldfire.engine.errors import Refused
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset, assemble
from worldfire.engine.seams import Attach
from worldfire.engine.shapes import Amounts, Assign, One, Set
from worldfire.engine.state import Frame
from worldfire.engine.violation import Violation, refused
from worldfire.forces.partisans import SOIL
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import AT_WAR, TURN
from worldfire.forces.things import FACE_DOWN, NO_PLANES, PLACE, counter_of, place_index, place_name, things_at
from worldfire.forces.turn import PRODUCED, WEATHER
from worldfire.forces.who import CONQUEROR, CONTROLLER, COUNTRY, COUNTRY_NAMES, country_named, power_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s04_reinforcements import Scrapped
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s13_06_3_bonus_points import (
    BONUS_POINTS,
    BonusPointEarned,
    add_bonus_point,
    bonus_point_for,
    homes_as_it_begins,
    lost_like_home,
)
from worldfire.rules.s13_06_production import (
    FACTORIES,
    GEARING,
    OFF_MAP_PRODUCTION,
    POOLS,
    PRODUCTION_LOST,
    TURNS,
    UNUSED,
    BuildPointsMade,
    PowerProduction,
    ResourcesSent,
    UnitBuilt,
    cost_of,
    factories_in,
    multiple,
    reachable,
    turns_of,
    useable_factories,
)
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.titles import ruleset
from worldfire.titles.wif import WIF
from worldfire.titles.wif.nations.lufthansa import LufthansaFlies
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS, US_FULL_WAR


def war(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "ussr")),))


def producing(campaign: str, power: str, *changes: Change, dice: tuple[int, ...] = (), **kwargs: Any) -> Game:
    """The power's production, with nothing made off the map."""
    number = power_index(campaign_in(campaign, "choose actions"), power)
    everything = (field(OFF_MAP_PRODUCTION, ()), *changes)
    return campaign_in(
        campaign, "a power’s production", *everything, dice=dice, locals=PowerProduction(number), **kwargs
    )


def with_points(campaign: str, power: str, points: int, *changes: Change, dice: tuple[int, ...] = ()) -> Game:
    """The power has so many build points and no resource."""

    def change(game: Game) -> None:
        game.write(BONUS_POINTS, power_index(game, power), points)

    nothing = no_resources(power)
    return producing(campaign, power, change, nothing, *changes, dice=dice)


def no_resources(power: str) -> Change:
    def change(game: Game) -> None:
        ground = game.ruleset.tables.ground
        for place, here in ground.places.items():
            if any(found.resources or found.oil for found in here):
                game.write(CONTROLLER, place, -1)

    return change


#: without the war at sea each power sends its resources by rail alone, in its own production
by_rail = partial(producing, ashore=True)


def rules_with(*changes: Attach, ashore: bool = False) -> Ruleset:
    """The title's rules with something attached at its seams."""
    tables = WIF.tables()
    return assemble(replace(WIF.rules_for(not ashore), changes=changes), ("5",), tables, tables.digest)


def under(rules: Ruleset, game: Game) -> Game:
    """The same game by other rules."""
    game.ruleset = rules
    game.resume(game.state, game.entries, game.head)
    return game


def ways(game: Game, seat: str) -> dict[str, tuple[str, ...]]:
    shape = game.offers(seat)["send-resources"]
    assert isinstance(shape, Assign)
    return {str(choices.item): tuple(str(to) for to in choices.to) for choices in shape.items}


# ---------------------------------------------------------------------------------------------------- 13.6.1 resources

POCKET = ("E1331", "E1431", "E1430")


def isolated_pocket(game: Game) -> None:
    """Only Dnepropetrovsk, Krivoy Rog and E1430 are Soviet."""
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    controller = game.state[CONTROLLER]
    for place, owner in enumerate(controller):
        if owner == ussr:
            game.write(CONTROLLER, place, germany)
    controlled("ussr", *POCKET)(game)


def send(game: Game, *to: str) -> dict[str, str]:
    """Krivoy Rog's resources go to these hexes in turn, everything else nowhere."""
    noun = dict.fromkeys(ways(game, "ussr"), UNUSED)
    noun.update({f"E1431/{number + 1}": there for number, there in enumerate(to)})
    return noun


@pytest.mark.rule("13.6.1", example="WF2-058")
def test_a_pocket_uses_only_as_many_resources_as_it_has_factories() -> None:
    game = by_rail("barbarossa", "ussr", war, isolated_pocket)
    assert set(ways(game, "ussr")) == {"E1431/1", "E1431/2", "E1431/3"}
    with pytest.raises(Refused) as refusal:
        play(game, "ussr", "send-resources", send(game, "E1331", "E1331", "E1331"))
    assert refusal.value.violations[0].key == "factory-full"
    happened = play(game, "ussr", "send-resources", send(game, "E1331", "E1331", UNUSED))
    assert happened[0] == ResourcesSent(power=power_index(game, "ussr"), points=2, unused=1)


@pytest.mark.rule("13.6.1", example="WF2-058")
def test_without_its_blue_factory_the_pocket_uses_one() -> None:
    def railed_out(game: Game, factories: tuple[int, int], place: int) -> tuple[int, int]:
        return (0, factories[1])

    rules = rules_with(FACTORIES.attach(railed_out), ashore=True)
    game = under(rules, by_rail("barbarossa", "ussr", war, isolated_pocket))
    with pytest.raises(Refused):
        play(game, "ussr", "send-resources", send(game, "E1331", "E1331"))
    assert play(game, "ussr", "send-resources", send(game, "E1331"))[0] == ResourcesSent(
        power=power_index(game, "ussr"), points=1, unused=2
    )


@pytest.mark.rule("13.6.1")
def test_a_resource_cannot_pass_enemy_hexes() -> None:
    game = by_rail("barbarossa", "ussr", war)
    assert "E1331" in ways(game, "ussr")["E1431/1"]
    cut = by_rail("barbarossa", "ussr", war, controlled("germany", "E1331", "E1530"))
    assert "E1431/1" not in ways(cut, "ussr")


@pytest.mark.rule("13.6.1")
@pytest.mark.rule("13.6.1/transporting resources by rail and road")
def test_a_resource_stops_in_a_zone_of_control_and_needs_a_unit_there() -> None:
    enemy = (controlled("germany", "E1332", "E1530"), put("E1332", "ge-inf-xiii"))
    game = producing("barbarossa", "ussr", war, *enemy)
    krivoy_rog, dnepropetrovsk = place_index(game, "E1431"), place_index(game, "E1331")
    ussr = power_index(game, "ussr")
    assert dnepropetrovsk not in reachable(game, ussr, krivoy_rog)
    put("E1331", "su-inf-59")(game)
    there = reachable(game, ussr, krivoy_rog)
    assert dnepropetrovsk in there
    assert place_index(game, "E1231") not in there


def ukrainian_partisan(place: str) -> Change:
    def change(game: Game) -> None:
        put(place, "partisans-part-13")(game)
        ussr = game.state.get(COUNTRY_NAMES).index("ussr")
        for column in (SOIL, COUNTRY):
            game.write(column, unit(game, "partisans-part-13"), ussr)

    return change


@pytest.mark.rule("13.1.3")
@pytest.mark.rule("13.6.1")
def test_partisans_keep_the_resources_of_a_hex_and_let_none_pass() -> None:
    """Krivoy Rog is German; a partisan there, or on every way from it, leaves Germany nothing of it."""
    held = (war, controlled("germany", "E1431", "E1331", "E1530", "E1430"))
    free = by_rail("barbarossa", "germany", *held)
    assert ways(free, "germany")["E1431/1"] == ("E1331", UNUSED)
    there = by_rail("barbarossa", "germany", *held, ukrainian_partisan("E1431"))
    assert "E1431/1" not in ways(there, "germany")
    germany, krivoy_rog = power_index(free, "germany"), place_index(free, "E1431")
    assert place_index(free, "E1331") in reachable(free, germany, krivoy_rog)
    on_the_way = by_rail("barbarossa", "germany", *held, ukrainian_partisan("E1331"))
    assert place_index(free, "E1331") not in reachable(on_the_way, germany, krivoy_rog)
    assert "E1431/1" not in ways(on_the_way, "germany")


# ---------------------------------------------------------------------------------------------------- 13.6.2 factories


@pytest.mark.rule("13.6.2", example="WF2-062")
def test_dortmund_makes_two_production_points_of_three_resources() -> None:
    game = by_rail("global-war", "germany")
    able = [item for item, to in ways(game, "germany").items() if "W0836" in to]
    three = dict.fromkeys(ways(game, "germany"), UNUSED) | dict.fromkeys(able[:3], "W0836")
    with pytest.raises(Refused):
        play(game, "germany", "send-resources", three)
    two = dict.fromkeys(ways(game, "germany"), UNUSED) | dict.fromkeys(able[:2], "W0836")
    sent = play(game, "germany", "send-resources", two)[0]
    assert isinstance(sent, ResourcesSent)
    assert sent.points == 2


@pytest.mark.rule("13.6.2")
def test_blue_factories_work_at_home_only() -> None:
    game = producing("barbarossa", "germany", war, controlled("germany", "Dnepropetrovsk"))
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    dnepropetrovsk = place_index(game, "Dnepropetrovsk")
    assert useable_factories(game, germany, dnepropetrovsk) == 1  # the red one
    assert useable_factories(game, ussr, dnepropetrovsk) == 0
    assert useable_factories(game, ussr, place_index(game, "Kharkov")) == 2


@pytest.mark.rule("13.6.2")
def test_blue_factories_of_a_country_it_began_with_are_its_own_even_if_that_was_conquered() -> None:
    game = producing("fascist-tide", "commonwealth")
    ours, germany = power_index(game, "commonwealth"), power_index(game, "germany")
    london = place_index(game, "London")
    before = useable_factories(game, ours, london)
    assert before == sum(factories_in(game, london))
    game.write(CONQUEROR, country_named(game, "united-kingdom"), germany)
    assert useable_factories(game, ours, london) == before
    controlled("germany", "London")(game)
    assert useable_factories(game, germany, london) == factories_in(game, london)[1]  # the red ones


# ------------------------------------------------------------------------------- 13.6.3 multiples, build points, bonuses


@pytest.mark.rule("13.6.3")
@pytest.mark.parametrize(
    ("turn", "at_war", "more"), [("May/Jun 1941", False, 0), ("May/Jun 1941", True, 1), ("Jan/Feb 1942", False, 1)]
)
def test_the_soviet_multiple_rises_with_the_war_or_in_1942(turn: str, at_war: bool, more: int) -> None:
    game = producing("barbarossa", "ussr", in_turn(turn), *([war] if at_war else []))
    ussr = power_index(game, "ussr")
    printed = game.ruleset.tables.source.chart("production_multiples").number("ussr", turn[-4:])
    assert multiple(game, ussr) == printed + Fraction(more, 4)


@pytest.mark.rule("13.6.3")
def test_the_soviet_multiple_stays_up_when_the_war_that_germany_declared_is_over() -> None:
    game = producing("barbarossa", "ussr", in_turn("May/Jun 1941"), field(AT_WAR, ()))
    germany, ussr = power_index(game, "germany"), power_index(game, "ussr")
    before = multiple(game, ussr)
    declare_war(game, germany, ussr)
    assert multiple(game, ussr) == before + Fraction(1, 4)
    game.set(AT_WAR, ())
    assert multiple(game, ussr) == before + Fraction(1, 4)


US_WAR = (
    # turn, the USA's enemies, other wars, multiple
    ("Nov/Dec 1941", ("japan",), (("germany", "ussr"), ("italy", "commonwealth")), "1.0"),
    ("Jan/Feb 1942", ("japan", "germany"), (("italy", "commonwealth"),), "1.0"),
    ("Mar/Apr 1942", ("japan", "germany"), (), "1.25"),  # Italy is conquered
    ("Jan/Feb 1943", ("japan", "germany"), (("italy", "commonwealth"),), "1.5"),  # whoever becomes active again
    ("Jan/Feb 1944", ("japan", "germany"), (("italy", "commonwealth"),), "1.75"),
)


@pytest.mark.rule("13.3.2 option 34")
@pytest.mark.rule("13.6.3", example="WF2-063")
def test_the_us_multiple_rises_with_its_options_and_its_wars() -> None:
    full_war = False
    for turn, enemies, others, expected in US_WAR:

        def wars(game: Game, enemies: Any = enemies, others: Any = others) -> None:
            pairs = (*(("usa", enemy) for enemy in enemies), *others)
            game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

        game = producing(
            "global-war",
            "usa",
            in_turn(turn),
            wars,
            field(US_ENTRY_OPTIONS, (22, 34)),
            field(US_FULL_WAR, full_war),
        )
        made = next(event for event in game.events if isinstance(event, BuildPointsMade))
        assert made.multiple == expected, turn
        full_war = game.state.get(US_FULL_WAR)


@pytest.mark.rule("13.6.3")
def test_points_lost_to_bombing_come_off_before_the_multiple() -> None:
    def bombed(game: Game, power: int) -> int:
        return 3

    off_map = field(OFF_MAP_PRODUCTION, ((0, 0, 10),))
    game = producing("barbarossa", "germany", war, no_resources("germany"), off_map)
    plain = next(event for event in game.events if isinstance(event, BuildPointsMade))
    assert (plain.production, plain.multiple, plain.points) == (10, "1.0", 10)
    fresh = campaign_in(
        "barbarossa", "choose actions", war, no_resources("germany"), field(OFF_MAP_PRODUCTION, ((0, 0, 10),))
    )
    fresh.state.frames = []
    fresh.push("a power’s production", PowerProduction(0))
    under(rules_with(PRODUCTION_LOST.attach(bombed)), fresh)
    made = next(event for event in fresh.events if isinstance(event, BuildPointsMade))
    assert (made.production, made.points) == (7, 7)
    assert fresh.state[PRODUCED][0] == 7


@pytest.mark.rule("13.6.3/bonus build points", example="WF2-065")
def test_an_indian_corps_lost_in_australia_is_worth_a_build_point_in_burma_not() -> None:
    game = campaign_in("global-war", "choose actions")
    corps = unit(game, "cw-mech-21-ind")
    commonwealth = power_index(game, "commonwealth")
    assert worth_a_point(game, corps, place_index(game, "Canberra"))
    assert not worth_a_point(game, corps, place_index(game, "Rangoon"))
    add_bonus_point(game, commonwealth)
    game.state.frames = []
    game.push("a power’s production", PowerProduction(commonwealth))
    game.resume(game.state, game.entries, game.head)
    assert game.state[PRODUCED][commonwealth] == 1
    assert game.state[BONUS_POINTS][commonwealth] == 0


@pytest.mark.rule("13.6.3/bonus build points")
def test_east_poland_counts_as_soviet_while_a_city_there_is() -> None:
    game = campaign_in("barbarossa", "choose actions", war)
    board, cities = game.ruleset.tables.board, game.ruleset.tables.ground.cities
    corps = unit(game, "su-inf-59")
    place = next(board.index[number] for number in board.region("East Poland") if board.index[number] not in cities)
    assert worth_a_point(game, corps, place_index(game, "Minsk"))
    assert worth_a_point(game, corps, place)
    for city in ("Vilna", "Lvov", "Brest-Litovsk", "Bialystok"):
        controlled("germany", city)(game)
    assert not worth_a_point(game, corps, place)
    assert not worth_a_point(game, unit(game, "rumania-inf-i"), place_index(game, "Bucharest"))
    assert not worth_a_point(game, unit(game, "ge-inf-xiii"), place_index(game, "Minsk"))


def worth_a_point(game: Game, thing: int, place: int) -> bool:
    return bonus_point_for(game, thing, place, lost_like_home(game, power_of(game, thing)))


def lost(game: Game, *counters: str) -> list[str]:
    """These are destroyed in the land combat step; the counters for which that earns a point."""
    game.state.frames = [Frame("land combat", "", None)]
    before = len(game.events)
    for counter in counters:
        game.say(Destroyed(thing=unit(game, counter)))
    earned = [event.thing for event in game.events[before:] if isinstance(event, BonusPointEarned)]
    return [counter_of(game, thing).id for thing in earned]


@pytest.mark.rule("13.6.3/bonus build points")
def test_corps_lost_at_home_and_in_supply_earn_bonus_points() -> None:
    def pocket(game: Game) -> None:
        board = game.ruleset.tables.board
        controlled("germany", *board.neighbours("E2341"))(game)

    units = (
        put("Minsk", "su-inf-59", "su-hq-i-timoshenko", "su-ftr-i-16-wif"),
        put("E2341", "su-inf-9-gd"),
        put("Bucharest", "rumania-inf-i"),
    )
    game = campaign_in("barbarossa", "choose actions", war, pocket, *units)
    all_units = ("su-inf-59", "su-hq-i-timoshenko", "su-ftr-i-16-wif", "su-inf-9-gd", "rumania-inf-i")
    assert lost(game, *all_units) == ["su-inf-59", "su-hq-i-timoshenko"]
    assert game.state[BONUS_POINTS][power_index(game, "ussr")] == 2


@pytest.mark.rule("13.6.3/bonus build points")
@pytest.mark.rule("2.4.1")
def test_corps_lost_together_with_their_headquarters_were_in_supply() -> None:
    """Supply counts at the moment of combat: in rain the corps has no other source than the HQ that is lost with it."""
    rain = field(WEATHER, (("Arctic", "rain"), ("North Temperate", "rain"), ("Mediterranean", "rain")))
    where = put("E1732", "su-hq-i-timoshenko", "su-inf-59")
    game = campaign_in("barbarossa", "choose actions", war, rain, where)
    headquarters, corps = unit(game, "su-hq-i-timoshenko"), unit(game, "su-inf-59")
    assert in_supply(game, corps)
    alone = campaign_in("barbarossa", "choose actions", war, rain, put("E1732", "su-inf-59"))
    assert not in_supply(alone, corps)
    game.state.frames = [Frame("land combat", "", None)]
    destroy(game, headquarters, corps)
    earned = [event.thing for event in game.events if isinstance(event, BonusPointEarned)]
    assert earned == [headquarters, corps]
    assert place_name(game, game.state[PLACE][corps]) == "tray of ussr"


@pytest.mark.rule("13.6.3/bonus build points")
def test_supply_and_cities_count_as_they_were_when_the_combat_began() -> None:
    """Vilna falls and the corps are cut off in the combat itself; where each of them is lost is where it stands then."""
    game = campaign_in("barbarossa", "choose actions", war, put("E2341", "su-inf-59"), put("E2342", "su-inf-9-gd"))
    first, second = unit(game, "su-inf-59"), unit(game, "su-inf-9-gd")
    ussr = power_index(game, "ussr")
    vilna, riga = place_index(game, "Vilna"), place_index(game, "Riga")
    assert {vilna, riga} <= lost_like_home(game, ussr)
    homes = homes_as_it_begins(game, (first, second))
    battle = Battle(vilna, 0, (), involved=(first, second), supplied=(first,), like_home=homes)
    game.state.frames = [Frame("land combat", "", None), Frame("land attack", "", battle)]
    controlled("germany", "Vilna", "Lvov", "Brest-Litovsk", "Bialystok")(game)
    assert {vilna, riga} & lost_like_home(game, ussr) == {riga}
    destroy(game, first, second)
    assert [event.thing for event in game.events if isinstance(event, BonusPointEarned)] == [first]


# ------------------------------------------------------------------------------------------------------ 13.6.5 building


def at_war_with_france(game: Game) -> None:
    game.set(AT_WAR, ((power_index(game, "germany"), power_index(game, "france")),))


@pytest.mark.rule("13.6.5/force pools", example="WF2-073")
def test_units_may_be_scrapped_that_are_four_years_old_or_three_of_an_active_power() -> None:
    january = in_turn("Jan/Feb 1940")
    years: dict[str, set[int]] = {}
    for power in ("germany", "usa"):
        game = producing("global-war", power, january, at_war_with_france, no_resources(power))
        shape = game.offers(power)["scrap-old-units"]
        assert isinstance(shape, Set)
        years[power] = {counter_of(game, int(thing)).year or 0 for thing in shape.domain}
        first = shape.domain[0]
        assert Scrapped(thing=int(first)) in play(game, power, "scrap-old-units", (first,))
        assert place_name(game, game.state[PLACE][int(first)]) == "removed from the game"
    assert max(years["germany"]) == 1937  # at war
    assert max(years["usa"]) <= 1936


@pytest.mark.rule("13.6.5/force pools")
def test_old_units_are_scrapped_before_the_first_is_built_and_nobody_is_asked_for_it_alone() -> None:
    game = with_points("barbarossa", "germany", 9, war, in_turn("Sep/Oct 1941"), dice=(0,))
    assert prompt(game) == "build-units"
    shape = game.offers("germany")["scrap-old-units"]
    assert isinstance(shape, Set)
    assert shape.least == 1  # who scraps nothing says nothing
    first, second = (int(thing) for thing in shape.domain[:2])
    young = unit(game, "ge-hq-a-manstein")
    assert reasons(game, "scrap-old-units", (young,)) == [("13.6.5", "unit-not-old")]
    play(game, "germany", "scrap-old-units", (first,))
    assert prompt(game) == "build-units"
    assert reasons(game, "scrap-old-units", (first,)) == [("13.6.5", "unit-not-old")]  # it is gone
    play(game, "germany", "build", {"germany: INF": 1})
    assert reasons(game, "scrap-old-units", (second,)) == [("13.6.5", "scrap-before-building")]


def reasons(game: Game, verb: str, noun: Any, seat: str = "germany") -> list[tuple[str, str]]:
    return [(found.rule, found.key) for found in game.why_not(verb, noun, seat)]


@pytest.mark.rule("13.6.5/buying units")
def test_what_cannot_be_built_is_refused_with_its_reason() -> None:
    game = with_points("barbarossa", "germany", 7, war, in_turn("Sep/Oct 1941"))
    assert reasons(game, "build", {"germany: INF": 3}) == [("13.6.5", "not-enough-build-points")]
    assert reasons(game, "build", {"germany: INF": 1, "germany: ARM": 1}) == [("13.6.5", "not-enough-build-points")]
    assert reasons(game, "build", {"germany: INF": 1, "germany: ARM": 9}) == [("13.6.5", "too-few-in-force-pool")]
    assert reasons(game, "build", {"ussr: INF": 1}) == [("13.6.5", "no-such-force-pool")]
    assert reasons(game, "build", {"germany: INF": 0}) == [("13.6.5", "nothing-ordered")]
    assert reasons(game, "build", "everything") == [("13.6.5", "noun-not-amounts")]
    assert reasons(game, "build", {"germany: INF": 2}) == []
    poor = with_points("barbarossa", "germany", 2, war, in_turn("Sep/Oct 1941"))
    (found,) = poor.why_not("build", {"germany: INF": 1}, "germany")
    assert (found.key, found.args) == ("not-enough-build-points", {"cost": 3, "points": 2})
    neutral = with_points("barbarossa", "ussr", 9)
    assert reasons(neutral, "build", {"ussr: MIL": 1}, "ussr") == [("4.1.2", "neutral-builds-no-militia")]


@pytest.mark.rule("13.6.5/naval units")
def test_a_ship_that_cannot_be_completed_is_refused_with_its_reason() -> None:
    carrier, battleship = "ge-cv-graf-zeppelin-sif", "ge-bb-tirpitz-sif"

    def without_planes(game: Game) -> None:
        game.write(NO_PLANES, unit(game, carrier), 1)

    docks = (put("repair pool of germany", carrier), put("construction pool of germany", battleship))
    game = with_points("global-war", "germany", 5, war, *docks, without_planes)
    assert reasons(game, "complete-ship", unit(game, "ge-bb-bismarck-sif")) == [("13.6.5", "not-in-a-dock")]
    (found,) = game.why_not("complete-ship", unit(game, carrier), "germany")
    assert (found.key, found.args) == ("not-enough-build-points", {"cost": 6, "points": 5})
    assert reasons(game, "complete-ship", unit(game, battleship)) == []


@pytest.mark.rule("13.6.5/buying units")
@pytest.mark.rule("13.6.5/production circle")
@pytest.mark.rule("13.6.5/builds charts")
@pytest.mark.rule("13.6.5")
def test_units_are_nominated_by_type_and_drawn_at_random() -> None:
    game = with_points("barbarossa", "germany", 9, war, in_turn("Sep/Oct 1941"), dice=(1,))
    assert prompt(game) == "build-units"
    with pytest.raises(Refused) as refusal:
        play(game, "germany", "build", {"germany: ARM": 1, "germany: INF": 2})
    assert refusal.value.violations[0].key == "not-enough-build-points"
    happened = play(game, "germany", "build", {"germany: ARM": 1})
    built = happened[-1]
    assert isinstance(built, UnitBuilt)
    assert (built.cost, counter_of(game, built.thing).type) == (6, "ARM")
    assert place_name(game, game.state[PLACE][built.thing]) == "production circle, May/Jun 1942"  # 4 turns ahead
    shape = game.offers("germany")["build"]
    assert isinstance(shape, Amounts)
    assert "germany: ARM" not in {bounds.item for bounds in shape.items}  # 3 points are left
    play(game, "germany", "stop-building")
    assert game.over


@pytest.mark.rule("13.6.5/air units")
def test_the_lufthansa_is_cheap_the_first_time_that_it_is_built() -> None:
    game = with_points("global-war", "germany", 9, dice=(0,))
    lufthansa, pool = unit(game, "ge-atr-ju-52-wif"), place_index(game, "force pool of germany: ATR3")
    put("Munich", "ge-atr-ju-52-wif-2")(game)
    assert things_at(game, pool) == (lufthansa,)
    happened = play(game, "germany", "build", {"germany: ATR3": 1})
    assert happened[-1] == UnitBuilt(thing=lufthansa, cost=3, turn=game.state.get(TURN) + turns_of(game, lufthansa))
    assert game.enclosing(PowerProduction).points == 7 - 3  # 2 of the 9 are for the USSR
    game.write(PLACE, lufthansa, pool)  # shot down and to be built again
    assert cost_of(game, lufthansa) == 5
    later = with_points("barbarossa", "germany", 9)
    assert cost_of(later, unit(later, "ge-atr-ju-52-wif")) == 5


@pytest.mark.rule("13.6.5/air units")
def test_who_draws_the_lufthansa_among_others_gets_the_difference_back() -> None:
    game = with_points("global-war", "germany", 9, dice=(0,))
    lufthansa, other = unit(game, "ge-atr-ju-52-wif"), unit(game, "ge-atr-ju-52-wif-2")
    pool = place_index(game, "force pool of germany: ATR3")
    for one in (lufthansa, other):
        game.write(PLACE, one, pool)
    assert (cost_of(game, lufthansa), cost_of(game, other)) == (5, 5)
    happened = play(game, "germany", "build", {"germany: ATR3": 1})
    built = next(event for event in happened if isinstance(event, UnitBuilt))
    assert (built.thing, built.cost) == (lufthansa, 5)
    assert happened[-1] == LufthansaFlies(thing=lufthansa, points=2)
    assert game.enclosing(PowerProduction).points == 7 - 3


@pytest.mark.rule("13.6.5/buying units")
def test_options_may_add_pools_turns_and_limits() -> None:
    """What building ahead (38) and gearing limits (39) will attach to."""

    def next_year(game: Game, pools: dict[str, int], power: int) -> dict[str, int]:
        return {**pools, "ahead": place_index(game, "available in 1942, germany: HQ-I")}

    def longer(game: Game, turns: int, thing: int) -> int:
        return turns + 1

    def no_infantry(game: Game, orders: Any, power: int) -> Violation | None:
        return refused("13.6.8", "nothing-to-build", points=0) if dict(orders).get("germany: INF") else None

    plain = with_points("barbarossa", "germany", 9, war, in_turn("Sep/Oct 1941"), dice=(0,))
    game = under(rules_with(POOLS.attach(next_year), TURNS.attach(longer), GEARING.attach(no_infantry)), plain)
    with pytest.raises(Refused) as refusal:
        play(game, "germany", "build", {"germany: INF": 1})
    assert refusal.value.violations[0].rule == "13.6.8"
    (built,) = [event for event in play(game, "germany", "build", {"ahead": 1}) if isinstance(event, UnitBuilt)]
    counter = counter_of(game, built.thing)
    assert counter.year == 1942
    assert built.turn == game.state.get(TURN) + (counter.turns or 0) + 1


@pytest.mark.rule("13.6.5/which units", example="WF2-080")
def test_the_cost_class_of_a_ship_is_chosen_the_ship_itself_is_drawn() -> None:
    game = with_points("global-war", "germany", 6, dice=(0,))
    shape = game.offers("germany")["build"]
    assert isinstance(shape, Amounts)
    items = {bounds.item for bounds in shape.items}
    assert {"germany: SCS1", "germany: SCS2"} <= items
    built = next(
        event for event in play(game, "germany", "build", {"germany: SCS2": 1}) if isinstance(event, UnitBuilt)
    )
    assert built.cost == 2
    assert game.state[FACE_DOWN][built.thing]


@pytest.mark.rule("13.6.5/naval units", example="WF2-078")
@pytest.mark.rule("13.6.5/option 5 cv cost")
def test_a_damaged_carrier_without_planes_costs_double_to_repair() -> None:
    def damaged(game: Game) -> None:
        game.write(NO_PLANES, unit(game, "ge-cv-graf-zeppelin-sif"), 1)

    game = with_points(
        "global-war", "germany", 6, war, put("repair pool of germany", "ge-cv-graf-zeppelin-sif"), damaged
    )
    shape = game.offers("germany")["complete-ship"]
    assert isinstance(shape, One)
    carrier = unit(game, "ge-cv-graf-zeppelin-sif")
    turn = game.state.get(TURN)
    happened = play(game, "germany", "complete-ship", carrier)
    assert happened[-1] == UnitBuilt(thing=carrier, cost=6, turn=turn + 2)
    assert place_name(game, game.state[PLACE][carrier]) == circle_space(turn + 2)
    assert not game.state[NO_PLANES][carrier]
    assert not game.state[FACE_DOWN][carrier]


@pytest.mark.rule("13.6.5/naval units", example="WF2-076")
@pytest.mark.parametrize(("carrier", "first", "second"), [("us-cv-essex-sif", 3, 4), ("us-cvl-independence-sif", 2, 4)])
def test_carriers_cost_one_more_with_their_planes(carrier: str, first: int, second: int) -> None:
    game = with_points("global-war", "usa", second, put("construction pool of usa", carrier))
    ship = unit(game, carrier)
    happened = play(game, "usa", "complete-ship", ship)
    assert isinstance(happened[-1], UnitBuilt)
    assert happened[-1].cost == second
    repaired = with_points("global-war", "usa", first, put("repair pool of usa", carrier))
    assert play(repaired, "usa", "complete-ship", ship)[-1] == UnitBuilt(
        thing=ship, cost=first, turn=repaired.state.get(TURN) + 2
    )


@pytest.mark.rule("4.1.2")
def test_a_neutral_power_builds_no_militia() -> None:
    neutral = with_points("barbarossa", "ussr", 9)
    fighting = with_points("barbarossa", "ussr", 9, war)
    for game, there in ((neutral, False), (fighting, True)):
        shape = game.offers("ussr")["build"]
        assert isinstance(shape, Amounts)
        assert ("ussr: MIL" in {bounds.item for bounds in shape.items}) is there


@pytest.mark.rule("13.6.5/scrapping units")
def test_losses_are_sorted_before_anything_is_built() -> None:
    game = producing("barbarossa", "ussr", war, no_resources("ussr"), put("tray of ussr", "su-inf-59", "su-mot-1"))
    assert prompt(game) == "scrap-losses"
    scrapped, kept = unit(game, "su-inf-59"), unit(game, "su-mot-1")
    play(game, "ussr", "scrap-losses", (scrapped,))
    assert place_name(game, game.state[PLACE][scrapped]) == "removed from the game"
    assert place_name(game, game.state[PLACE][kept]) == "force pool of ussr: MOT"


@pytest.mark.rule("4.2.1")
def test_a_militia_that_fell_with_its_city_cannot_be_built_again_until_the_city_is_retaken() -> None:
    fallen = put("tray of ussr", "su-mil-kiev", "su-mil-moscow")
    game = producing("barbarossa", "ussr", war, no_resources("ussr"), fallen, controlled("germany", "Kiev"))
    play(game, "ussr", "scrap-losses", ())
    kiev, moscow = unit(game, "su-mil-kiev"), unit(game, "su-mil-moscow")
    assert place_name(game, game.state[PLACE][kiev]) == "out of play of ussr"
    assert place_name(game, game.state[PLACE][moscow]) == "force pool of ussr: MIL"
    retaken = producing("barbarossa", "ussr", war, no_resources("ussr"), put("out of play of ussr", "su-mil-kiev"))
    assert place_name(retaken, retaken.state[PLACE][kiev]) == "force pool of ussr: MIL"


@pytest.mark.rule("13.6")
def test_the_side_with_the_initiative_produces_first() -> None:
    game = campaign_in("barbarossa", "production", war)
    assert tuple(game.waiting) == ("germany",)
    assert ruleset("wif").procedures["production"].rule == "13.6"

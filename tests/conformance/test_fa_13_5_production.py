"""fa:13.5: build points that are saved, bombed and captured, factories that are built, what is lent, and the pools."""

from __future__ import annotations

import pytest
from great_war import AUGUST, country, fa_in, wars
from turns import Change, field, in_turn

from conformance.positions import give_control, power, put
from conformance.shipping import Shipping
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts, Bounds
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import pool_of
from worldfire.forces.situation import CONVOY_POINTS, TURN
from worldfire.forces.things import HEXES, PLACE, counter_of, move, place_index
from worldfire.forces.turn import PRODUCED, TurnBegan
from worldfire.forces.who import CONTROLLER, HOME_COUNTRY, change_control, power_of
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s04_reinforcements import may_be_scrapped
from worldfire.rules.s05_lending import most_to_lend
from worldfire.rules.s11_07_bombing_table import BombingResult
from worldfire.rules.s11_07_strategic_bombardment import lose
from worldfire.rules.s13_06_1_by_sea import given_points, planner
from worldfire.rules.s13_06_1_network import points_made_at
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.rules.s13_06_1_routes import rails_between
from worldfire.rules.s13_06_4_promises import PROMISED, room_for_points
from worldfire.rules.s13_06_production import (
    PowerProduction,
    ResourcesSent,
    UnitBuilt,
    factory_hexes,
    income,
    income_at_home,
    is_old,
    resources_of,
    useable_factories,
)
from worldfire.rules.s19_4_1_minor_fleets import convoys_of_minor
from worldfire.tables.counters import LandType, NavalCounter, NavalType
from worldfire.titles.fa.entry.options import OPTIONS_CHOSEN
from worldfire.titles.fa.factories import FactoryComplete, FactoryDestroyed, sites_for
from worldfire.titles.fa.gearing import BUILT_THIS_TURN
from worldfire.titles.fa.gearing import built as built_so_far
from worldfire.titles.fa.pilots import PILOTS
from worldfire.titles.fa.politics.events.calling import EVENTS_PLAYED
from worldfire.titles.fa.politics.events.neutrals import REFLAGGED
from worldfire.titles.fa.politics.points import OWN_PRODUCTION
from worldfire.titles.fa.saved_points import SAVED_POINTS, PointsSaved, SavedPointsCaptured

BERLIN, ESSEN, COLOGNE = "W0435", "W0934", "W1033"
#: the only German factories that a test leaves in German hands
RHINE = (ESSEN, COLOGNE)


def at(game: Game, name: str) -> int:
    return place_index(game, name)


def saved(name: str, **points: int) -> Change:
    def change(game: Game) -> None:
        for place, number in points.items():
            game.add(SAVED_POINTS, power(game, name), at(game, place), number)

    return change


def stock(game: Game, name: str) -> dict[str, int]:
    number = game.ruleset.tables.board.number
    owner = power(game, name)
    return {number(place): points for who, place, points in game.state.amounts(SAVED_POINTS) if who == owner}


def held(name: str, *places: str) -> Change:
    return lambda game: give_control(game, name, *places)


def _german_hexes(game: Game) -> list[str]:
    home, number = country(game, "germany"), game.ruleset.tables.board.number
    hexes = range(game.state.get(HEXES))
    return [number(place) for place in hexes if game.state[HOME_COUNTRY][place] == home]


def only_on_the_rhine(game: Game) -> None:
    give_control(game, "france", *_german_hexes(game))
    give_control(game, "germany", *RHINE)


def buying(name: str, points: int, *changes: Change, dice: tuple[int, ...] = ()) -> Game:
    """The power has this turn's production and what it has saved to spend."""
    game = fa_in("production", AUGUST, *changes, dice=dice)
    owner = power(game, name)
    game.write(PRODUCED, owner, points)
    total = points + sum(stock(game, name).values())
    game.state.frames.clear()
    game.push("a power’s production", PowerProduction(owner, points=total))
    game.state.frames[-1].step = "buy"
    game.put_state(game.state)
    return game


# ----------------------------------------------------------------------------------------------- 16.4.5 retraining pilots


@pytest.mark.rule("fa:16.4.5")
def test_a_retrained_pilot_is_a_build_point() -> None:
    """As many as there are, each for a point of this very production; without pilots nobody is retrained."""
    game = buying("germany", 3, lambda game: game.write(PILOTS, power(game, "germany"), 2))
    assert game.why_not("retrain-pilots", 3, "germany")
    game.submit("germany", "retrain-pilots", 2)
    assert game.enclosing(PowerProduction).points == 5
    assert game.state[PILOTS][power(game, "germany")] == 0
    (found,) = game.why_not("retrain-pilots", 1, "germany")
    assert found.key == "no-pilots-to-retrain"


# ----------------------------------------------------------------------------------------------------- 13.5.3 saved points


@pytest.mark.rule("fa:13.5.3", example="FC5")
def test_what_is_left_is_kept_four_in_a_factory_hex() -> None:
    """With two factory hexes eight of nine points find room; Germany says where they lie."""
    game = buying("germany", 9, only_on_the_rhine)
    events = game.submit("germany", "stop-building").events
    assert stock(game, "germany") == {ESSEN: 4, COLOGNE: 4}
    assert [event for event in events if isinstance(event, PointsSaved)] == [
        PointsSaved(power=power(game, "germany"), points=8, lost=1)
    ]
    game = buying("germany", 5, only_on_the_rhine)
    game.submit("germany", "stop-building")
    assert game.why_not("save-points-in", ((ESSEN, 1), (COLOGNE, 1)), "germany"), "all that find room are kept"
    game.submit("germany", "save-points-in", ((ESSEN, 1), (COLOGNE, 4)))
    assert stock(game, "germany") == {ESSEN: 1, COLOGNE: 4}


@pytest.mark.rule("fa:13.5.3")
def test_saved_points_are_spent_later_but_are_no_production() -> None:
    """Six saved points beside what the turn brings; neither morale nor offensive points are reckoned from them."""
    game = fa_in("production", AUGUST, saved("germany", W0435=4, W0934=2))
    germany = power(game, "germany")
    game.state.frames.clear()
    game.push("a power’s production", PowerProduction(germany))
    game.put_state(game.state)
    assert game.decision is not None
    assert game.decision.prompt == "build-units"
    assert game.enclosing(PowerProduction).points == game.state[PRODUCED][germany] + 6


@pytest.mark.rule("fa:13.5.3")
def test_saved_points_go_by_rail() -> None:
    """From Berlin to the Rhine they do; out of a pocket they do not, though this turn's points can lie there."""
    to_the_rhine = ((BERLIN, 0), (ESSEN, 4), (COLOGNE, 0))

    def keep(*changes: Change) -> Game:
        game = buying("germany", 0, *changes, saved("germany", W0435=4))
        game.submit("germany", "stop-building")
        return game

    connected = keep()
    wanted = tuple((str(bounds.item), 4 * (bounds.item == ESSEN)) for bounds in _bounds(connected))
    connected.submit("germany", "save-points-in", wanted)
    assert stock(connected, "germany") == {ESSEN: 4}
    pocket = keep(only_on_the_rhine, held("germany", BERLIN))
    assert pocket.offers("germany")["save-points-in"].least == 0, "nobody must keep what no railway takes along"  # type: ignore[attr-defined]
    found = pocket.why_not("save-points-in", to_the_rhine, "germany")
    assert [why.key for why in found] == ["no-rail-for-saved-points"]
    pocket.submit("germany", "save-points-in", ((BERLIN, 4), (ESSEN, 0), (COLOGNE, 0)))
    assert stock(pocket, "germany") == {BERLIN: 4}


def _bounds(game: Game) -> tuple[Bounds, ...]:
    shape = game.offers("germany")["save-points-in"]
    assert isinstance(shape, Amounts)
    return shape.items


@pytest.mark.rule("fa:13.5.3", example="FC5")
@pytest.mark.rule("fa:11.6")
def test_bombs_take_factories_first_then_saved_points() -> None:
    game = fa_in("surrender", AUGUST, saved("germany", W0934=2))
    place = at(game, ESSEN)
    lose(game, place, 5, 1, BombingResult(4, 0))
    assert stock(game, "germany") == {ESSEN: 1}, "three factories, then a point"
    lose(game, place, 5, 1, BombingResult(4, 0))
    assert stock(game, "germany") == {}


@pytest.mark.rule("fa:13.5.3", example="FC5")
def test_saved_points_are_captured_with_their_hex() -> None:
    game = fa_in("surrender", AUGUST, saved("germany", W0934=3))
    change_control(game, at(game, ESSEN), power(game, "france"))
    assert (stock(game, "germany"), stock(game, "france")) == ({}, {ESSEN: 3})
    captured = [event for event in game.record.events if isinstance(event, SavedPointsCaptured)]
    assert captured == [SavedPointsCaptured(power=power(game, "france"), place=at(game, ESSEN), points=3)]


@pytest.mark.rule("fa:13.5.4")
@pytest.mark.rule("fa:13.5.4.1")
def test_saved_points_may_be_lent() -> None:
    game = fa_in("surrender", AUGUST, field(PROMISED, ((0, 1, 0, 3),)))
    france, russia = power(game, "france"), power(game, "russia")
    game.set(PROMISED, ((france, russia, 0, 3),))
    assert given_points(game, france)[russia] == 0, "nothing is made"
    saved("france", W1431=2)(game)
    assert given_points(game, france)[russia] == 2


@pytest.mark.rule("fa:13.2.2.1")
def test_the_neutral_usa_saves_nothing_before_its_build_up() -> None:
    """Nor does it buy offensive points; a pilot it trains under option 18, beside an aircraft but not beside a corps."""

    game = buying("usa", 9)
    most = {str(bounds.item): bounds.most for bounds in game.offers("usa")["buy-stores"].items}
    assert "offensive points" not in most
    assert "pilots" not in most
    events = game.submit("usa", "stop-building").events
    assert [event for event in events if isinstance(event, PointsSaved)] == [
        PointsSaved(power=power(game, "usa"), points=0, lost=9)
    ]
    built_up = buying("usa", 9, chosen(18, 27))
    most = {str(bounds.item): bounds.most for bounds in built_up.offers("usa")["buy-stores"].items}
    assert most["offensive points"] == 9


def chosen(*options: int) -> Change:
    return field(OPTIONS_CHOSEN, tuple((option, 1) for option in options))


@pytest.mark.rule("fa:13.2.2.1")
@pytest.mark.rule("fa:13.5.5.4")
def test_the_usa_repairs_ships_of_the_western_allies() -> None:
    """After option 34, for the price of their first cycle and within its own gears."""

    def damaged(game: Game) -> None:
        for name in ("france", "russia"):
            move(game, _ship_of(game, name), place_index(game, f"repair pool of {name}"))

    assert "complete-ship" not in buying("usa", 9, damaged).offers("usa")
    game = buying("usa", 9, damaged, chosen(34))
    french = _ship_of(game, "france")
    assert game.offers("usa")["complete-ship"].domain == (french,), "not Russian ones"
    (built,) = [event for event in game.submit("usa", "complete-ship", french).events if isinstance(event, UnitBuilt)]
    counter = counter_of(game, french)
    assert isinstance(counter, NavalCounter)
    assert (built.cost, built.turn) == (counter.cost_first, game.state.get(TURN) + 2)
    assert built_so_far(game, BUILT_THIS_TURN, power(game, "usa"))["NAVAL"] == 1
    assert not built_so_far(game, BUILT_THIS_TURN, power(game, "france"))["NAVAL"]


def _ship_of(game: Game, name: str) -> int:
    owner = power(game, name)
    return next(
        unit
        for unit in range(len(game.state[PLACE]))
        if counter_of(game, unit).type is NavalType.SCS and power_of(game, unit) == owner
    )


@pytest.mark.rule("fa:15.4")
def test_villa_costs_the_usa_a_build_point_until_chihuahua_is_occupied() -> None:
    raided = fa_in("surrender", AUGUST, chosen(25), field(EVENTS_PLAYED, ("villa",)))
    usa = power(raided, "usa")
    assert (income(raided, usa, 10).points, income(raided, power(raided, "france"), 10).lent) == (
        income_at_home(raided, usa, 10) - 1,
        0,
    )
    give_control(raided, "usa", "Chihuahua")
    assert income(raided, usa, 10).points == income_at_home(raided, usa, 10)


@pytest.mark.rule("fa:15.4")
@pytest.mark.rule("fa:20.5.1")
def test_norwegian_merchants_that_were_reflagged_are_not_set_up() -> None:
    game = fa_in("surrender", AUGUST)
    norway = country(game, "norway")
    assert convoys_of_minor(game, norway) == 7
    game.set(REFLAGGED, 5)
    assert (convoys_of_minor(game, norway), convoys_of_minor(game, country(game, "denmark"))) == (2, 5)


# --------------------------------------------------------------------------------------------------------- 21.1 factories


@pytest.mark.rule("fa:21.1")
@pytest.mark.rule("fa:13.5.2")
def test_a_factory_is_built_at_home_and_lost_with_its_hex() -> None:
    """Six points, complete after three turns; three at most in a hex. A treaty that gives the hex away destroys nothing."""
    game = buying("germany", 13)
    germany, turn = power(game, "germany"), game.state.get(TURN)
    dresden = at(game, "Dresden")
    assert at(game, "Essen") not in game.offers("germany")["build-factory-in"].domain, "it has three"
    game.submit("germany", "build-factory-in", dresden)
    game.submit("germany", "build-factory-in", dresden)
    assert game.enclosing(PowerProduction).points == 1
    assert dresden not in sites_for(game, germany)
    assert useable_factories(game, germany, dresden) == 1
    game.set(TURN, turn + 3)
    game.say(TurnBegan(turn=turn + 3))
    assert sum(isinstance(event, FactoryComplete) for event in game.record.events) == 2
    assert useable_factories(game, germany, dresden) == 3
    change_control(game, dresden, power(game, "france"))
    change_control(game, dresden, germany)
    assert useable_factories(game, germany, dresden) == 3
    put(game, "france INF", "Dresden")
    change_control(game, dresden, power(game, "france"))
    assert sum(isinstance(event, FactoryDestroyed) for event in game.record.events) == 2
    change_control(game, dresden, germany)
    assert useable_factories(game, germany, dresden) == 1, "the printed one is never destroyed"


@pytest.mark.rule("fa:21.1")
def test_the_commonwealth_builds_factories_in_britain_only() -> None:
    game = buying("commonwealth", 6)
    sites = game.offers("commonwealth")["build-factory-in"].domain
    assert at(game, "Portsmouth") in sites
    assert at(game, "Sydney") not in sites


# ------------------------------------------------------------------------------------------------- 5, 13.5.1, 13.5.4 goods


@pytest.mark.rule("fa:5")
def test_no_more_than_half_is_lent() -> None:
    game = fa_in("lending", AUGUST)
    france = power(game, "france")
    whole = most_to_lend(game, france, False)
    assert whole == 8, "of 17 resources"
    assert most_to_lend(game, france, True) > 0, "before its first production, of what it could make"
    game.write(OWN_PRODUCTION, france, 11)
    assert most_to_lend(game, france, True) == 5
    game.set(PROMISED, ((france, power(game, "russia"), 3, 2),))
    assert (most_to_lend(game, france, False), most_to_lend(game, france, True)) == (whole - 3, 3)


def shipping(*changes: Change) -> Shipping:
    game = fa_in("surrender", AUGUST, *changes)
    game.debug = False
    return Shipping(game)


def convoys(**points: int) -> Change:
    """In the English Channel."""

    def change(game: Game) -> None:
        for name, number in points.items():
            game.add(CONVOY_POINTS, power(game, name), section_at(game, "English Channel", 0), number)

    return change


def _canada(game: Game) -> None:
    """All that is left of the Commonwealth, and without a port: two factories and five resources."""
    number = game.ruleset.tables.board.number
    commonwealth, holders = power(game, "commonwealth"), game.state[CONTROLLER]
    kept = {country(game, "canada")}
    for place in range(game.state.get(HEXES)):
        if holders[place] == commonwealth and game.state[HOME_COUNTRY][place] not in kept:
            give_control(game, "germany", number(place))
    give_control(game, "germany", "Vancouver", "St Johns")


@pytest.mark.rule("fa:13.5.1", example="FA-E33")
@pytest.mark.rule("fa:13.5.2")
def test_a_pocket_uses_a_resource_for_each_factory() -> None:
    here = shipping(_canada).routes_of("commonwealth")
    whole = default_plan(here.game, planner(here.game))
    own = {name for name, _ in resources_of(here.game, planner(here.game))}
    plan = [(name, word) for name, word in whole if name in own]  # Persia and Venezuela send some too
    assert len(plan) == 5
    words = [word for _, word in plan]
    assert sum(word != "unused" for word in words) == 2
    (made,) = [event for event in _planned(here, dict(plan)) if isinstance(event, ResourcesSent)]
    assert (made.points, made.unused) == (2, 3)
    one = next(word for word in words if word != "unused")
    here = shipping(_canada).routes_of("commonwealth")
    names = [name for name, word in plan if word == "unused"]
    assert here.refusal("commonwealth", dict.fromkeys(names[:2], one)) == "13.6.2 factory-full"


def _planned(here: Shipping, plan: dict[str, str]) -> list[Event]:
    here.plan("commonwealth", plan)
    return here.production_of("commonwealth")


LONDON = "W1534"


def to_london(points: int, *, resources: int = 0, convoy_points: int = 10) -> tuple[Shipping, list[str]]:
    """France, at war beside the Commonwealth, has promised it resources and build points."""

    def promise(game: Game) -> None:
        game.set(PROMISED, ((power(game, "france"), power(game, "commonwealth"), resources, points),))

    allies = wars(("germany", "commonwealth"))
    here = shipping(allies, promise, convoys(commonwealth=convoy_points)).routes_of("france")
    return here, [f"build point {number + 1} for commonwealth" for number in range(points)]


def from_factories(game: Game, names: list[str], way: str) -> dict[str, str]:
    """The points take this way, each from a French factory on these railways that can have made it."""
    france, number, rest = power(game, "france"), game.ruleset.tables.board.number, way.partition(": ")[2]
    rails, load = rails_between(game, france, power(game, "commonwealth")), at(game, rest.partition(" > ")[0])
    near = [place for place in factory_hexes(game, france) if load in rails.ports(place)]
    starts = [number(place) for place in near for _ in range(points_made_at(game, france, place) or 0)]
    return {name: f"{start}: {rest}" for name, start in zip(names, starts, strict=False)}


@pytest.mark.rule("fa:13.5.4.1", example="FA-E35")
def test_six_build_points_come_to_london() -> None:
    """Two for the capital, three for its factories, one for the major port; elsewhere in Britain there is room for more."""
    here, names = to_london(7)
    game = here.game
    assert room_for_points(game, power(game, "commonwealth"), at(game, LONDON)) == 6
    words = {str(each.item): [str(word) for word in each.to] for each in game.offers("france")["route-goods"].items}
    way = next(word for word in words[names[0]] if word.endswith(f"> {LONDON}"))
    seven = from_factories(game, names, way)
    assert here.refusal("france", seven) == "13.6.4 no-room-for-points"
    other = next(word for word in words[names[0]] if word.endswith("> W1538"))
    here.plan("france", {**seven, names[6]: from_factories(game, names, other)[names[6]]})
    assert sum(word.endswith(LONDON) for word in here.sent("commonwealth").values()) == 6


@pytest.mark.rule("fa:13.5.4.1")
def test_lent_points_set_out_from_where_they_are_made_or_saved() -> None:
    """From a hex no more than its factories can make, and what is saved there; what can come from others has to."""
    here, names = to_london(5)
    game = here.game
    offers = {str(each.item): [str(word) for word in each.to] for each in game.offers("france")["route-goods"].items}
    way = next(word for word in offers[names[0]] if word.endswith(f"> {LONDON}"))
    start = way.partition(": ")[0]
    most = points_made_at(game, power(game, "france"), at(game, start))
    assert most is not None
    assert 0 < most < 5
    assert here.refusal("france", dict.fromkeys(names, way)) == "13.6.4 so-many-points-made-there"
    assert here.refusal("france", dict.fromkeys(names[:most], way)) == "5 promise-can-be-kept"
    plan = dict(default_plan(game, planner(game)))
    starts = [plan[name].partition(": ")[0] for name in names]
    assert all(starts.count(one) <= (points_made_at(game, power(game, "france"), at(game, one)) or 0) for one in starts)
    saved("france", **{start: 5 - most})(game)
    game.forget()
    assert not here.refusal("france", dict.fromkeys(names, way))


@pytest.mark.rule("fa:13.5.4.1", example="FA-E36")
@pytest.mark.rule("fa:13.5.1.2")
def test_convoy_points_carry_resources_or_build_points() -> None:
    """Five convoy points in the Channel: three resources leave room for two build points."""
    here, names = to_london(3, resources=3, convoy_points=5)
    offers = {
        str(each.item): [str(word) for word in each.to] for each in here.game.offers("france")["route-goods"].items
    }
    plan = dict(default_plan(here.game, planner(here.game)))
    abroad = [name for name, word in plan.items() if "English Channel" in word]
    assert len(abroad) == 5
    by_sea = next(word for word in offers[names[0]] if "English Channel" in word and word.endswith(LONDON))
    three = {name: plan[name] for name in abroad if name not in names}
    assert len(three) == 3
    points = from_factories(here.game, names, by_sea)
    assert here.refusal("france", {**three, **points}) == "13.6.1 too-few-convoy-points"
    del points[names[2]]
    here.plan("france", {**three, **points})
    assert len(here.sent("commonwealth")) == 5


# ---------------------------------------------------------------------------------------------------------- 13.5.5 pools


@pytest.mark.rule("fa:13.5.5.1", example="FA-E37")
@pytest.mark.parametrize(("name", "latest"), [("usa", 1911), ("germany", 1912)])
def test_old_units_are_removed_before_anything_is_built(name: str, latest: int) -> None:
    """In January 1915 a neutral power removes what is four years old, an active one what is three."""
    game = buying(name, 9, in_turn("Jan/Feb 1915"), _pools_of_all_years(name, (1910, 1911, 1912, 1913)))
    years = {counter_of(game, unit).year for unit in game.offers(name)["scrap-old-units"].domain}
    assert max(year for year in years if year is not None) == latest


def _pools_of_all_years(name: str, years: tuple[int, ...]) -> Change:
    """A unit of each of these years lies in its force pool."""

    def change(game: Game) -> None:
        owner = power(game, name)
        for year in years:
            unit = next(
                unit
                for unit in range(len(game.state[PLACE]))
                if counter_of(game, unit).year == year and power_of(game, unit) == owner
            )
            move(game, unit, pool_of(game, unit))

    return change


@pytest.mark.rule("fa:13.5.5.2")
def test_militia_and_territorials_are_never_scrapped() -> None:
    game = fa_in("surrender", AUGUST)
    counters = {unit: counter_of(game, unit) for unit in range(len(game.state[PLACE]))}
    kinds = {counter.type: unit for unit, counter in counters.items()}
    scrapped = {str(kind): may_be_scrapped(game, kinds[kind]) for kind in (LandType.MIL, LandType.TERR, LandType.INF)}
    assert scrapped == {"MIL": False, "TERR": False, "INF": True}
    game.set(YEAR, 1930)
    old = [unit for unit in counters if is_old(game, unit)]
    assert old
    assert not {counters[unit].type for unit in old} & {LandType.MIL, LandType.TERR}


@pytest.mark.rule("fa:13.5.5.5", example="FA-E38")
@pytest.mark.parametrize("drawn", [0, 1])
def test_a_ship_is_chosen_by_its_cost_not_by_its_name(drawn: int) -> None:
    """Ships of two points lie in another pool than those of one; which of them it is, chance decides."""

    def two_in_the_pool(game: Game) -> None:
        for unit in _cruisers(game):
            move(game, unit, pool_of(game, unit))

    game = buying("commonwealth", 9, two_in_the_pool, dice=(drawn,))
    pools = {str(bounds.item) for bounds in game.offers("commonwealth")["build"].items}
    assert {"united-kingdom: SCS1", "united-kingdom: SCS2"} <= pools
    events = game.submit("commonwealth", "build", (("united-kingdom: SCS2", 1),)).events
    (built,) = [event for event in events if isinstance(event, UnitBuilt)]
    assert (built.thing, built.cost) == (_cruisers(game)[drawn], 2)


def _cruisers(game: Game) -> list[int]:
    """Two surface combat ships of the Commonwealth whose first cycle costs two points."""
    found = [
        unit
        for unit in range(len(game.state[PLACE]))
        if isinstance(counter := counter_of(game, unit), NavalCounter)
        and (counter.type, counter.cost_first, counter.home) == (NavalType.SCS, 2, "united-kingdom")
    ]
    return found[:2]

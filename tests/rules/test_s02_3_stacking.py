"""2.3.1: how many units a hex holds, by the book's own examples."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from worldfire.engine.game import Game
from worldfire.engine.violation import Violation
from worldfire.forces.situation import CO_OPERATING, CONVOY_POINTS
from worldfire.forces.things import COUNTER, PLACE, counter_of, place_index
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, POWER_NAMES
from worldfire.rules.s02_3_stacking import (
    UNLIMITED,
    aircraft_limit,
    aircraft_room,
    land_limit,
    land_room,
    naval_limit,
    naval_room,
    naval_units_of_convoys,
    stacking_violation,
)
from worldfire.rules.s18_1_cooperation import cooperation_violation, countries_cooperate
from worldfire.tables.campaign import find_campaign
from worldfire.tables.counters import AirCounter, NavalCounter
from worldfire.titles import ruleset
from worldfire.titles.campaigns import begin_campaign, seats_of_powers


@pytest.fixture(scope="module")
def game() -> Game:
    """A campaign with the whole board, before anything is set up by hand."""
    return begin_campaign("global-war", secret=b"stacking")


@pytest.fixture(scope="module")
def classic() -> Game:
    """The same without Ships in Flames."""
    campaign = find_campaign("global-war")
    seats = seats_of_powers(campaign)
    return Game.new(
        ruleset("wif"), tuple(seats), {"campaign": campaign.id, "seats": seats, "war_at_sea": True}, secret=b"stacking"
    )


def some(game: Game, power: str, kinds: Iterable[str], count: int) -> tuple[int, ...]:
    """So many units of a power and of these types."""
    wanted = set(kinds)
    found = [
        thing
        for thing in range(len(game.state[COUNTER]))
        if counter_of(game, thing).power == power and counter_of(game, thing).type in wanted
    ]
    return tuple(found[:count])


def refusal(game: Game, where: str, *units: int) -> str:
    found: Violation | None = stacking_violation(game, place_index(game, where), units)
    return "" if found is None else f"{found.rule} {found.key}"


@pytest.mark.rule("2.3.1")
@pytest.mark.rule("2.3.1/land unit limits")
def test_two_land_units_in_a_hex(game: Game) -> None:
    infantry = some(game, "germany", ["INF"], 3)
    assert refusal(game, "Warsaw", *infantry[:2]) == ""
    assert refusal(game, "Warsaw", *infantry) == "2.3.1 too-many-land-units"


@pytest.mark.rule("2.3.1", example="WF1-016")
def test_off_map_limits_are_doubled_before_the_headquarters_count(game: Game) -> None:
    washington = place_index(game, "Washington")
    units = some(game, "usa", ["INF", "MOT", "CAV"], 5)
    assert land_limit(game, washington, ()) == 4
    assert refusal(game, "Washington", *units[:4]) == ""
    assert refusal(game, "Washington", *units) == "2.3.1 too-many-land-units"
    assert aircraft_limit(game, washington, ()) == 2 * 3
    assert aircraft_limit(game, washington, some(game, "usa", ["HQ-I", "HQ-A"], 1)) == 2 * 3 + 1


@pytest.mark.rule("2.3.1", example="WF1-018")
@pytest.mark.rule("2.3.1/aircraft limits")
def test_leningrad_with_two_headquarters(game: Game) -> None:
    leningrad = place_index(game, "E2050")
    headquarters = some(game, "ussr", ["HQ-I", "HQ-A"], 2)
    assert aircraft_limit(game, leningrad, headquarters) == 3 + 2
    flying = some(game, "ussr", ["FTR", "LND"], 6)
    assert refusal(game, "Leningrad", *headquarters, *flying[:5]) == ""
    assert refusal(game, "Leningrad", *headquarters, *flying) == "2.3.1 too-many-aircraft"


@pytest.mark.rule("2.3.1")
@pytest.mark.parametrize(
    ("where", "limit"),
    [("London", 3), ("Scapa Flow", 3), ("Midway", 2), ("Bern", 3), ("W1536", 3)],
)
def test_aircraft_by_what_stands_in_the_hex(game: Game, where: str, limit: int) -> None:
    """A city lifts the limit of a mountain: the highest counts."""
    assert aircraft_limit(game, place_index(game, where), ()) == limit


@pytest.mark.rule("2.3.1")
def test_no_aircraft_in_bare_mountains_and_one_in_the_open(game: Game) -> None:
    ground = game.ruleset.tables.ground
    tables = game.ruleset.tables.board.tables
    bare = [i for i, kind in enumerate(tables.kind) if kind in ("land", "coastal") and i not in ground.places]
    bare = [i for i in bare if i not in ground.off_map]
    limits = {tables.terrain[i]: aircraft_limit(game, i, ()) for i in bare}
    assert {terrain for terrain, limit in limits.items() if not limit} == {"mountain", "desert mountain", "swamp"}
    assert {limit for terrain, limit in limits.items() if limit} == {1}


@pytest.mark.rule("2.3.1", example="WF1-021")
@pytest.mark.rule("2.3.1/naval unit limits")
def test_minor_port_with_ships_in_flames(game: Game) -> None:
    midway = place_index(game, "Midway")
    ships = some(game, "usa", ["SCS"], 5)
    assert naval_limit(game, midway) == 4
    assert refusal(game, "Midway", *ships[:4]) == ""
    assert refusal(game, "Midway", *ships) == "2.3.1 too-many-ships"
    assert [naval_units_of_convoys(game, points) for points in (0, 1, 3, 4, 6)] == [0, 1, 1, 2, 2]
    twin = game.copy()
    usa = twin.state.get(POWER_NAMES).index("usa")
    twin.add(CONVOY_POINTS, usa, midway, 4)
    assert refusal(twin, "Midway", *ships[:2]) == ""
    assert refusal(twin, "Midway", *ships[:3]) == "2.3.1 too-many-ships"


@pytest.mark.rule("2.3.1", example="WF1-021")
def test_minor_port_in_the_classic_game(classic: Game) -> None:
    ships = some(classic, "usa", ["SCS"], 3)
    assert naval_limit(classic, place_index(classic, "Midway")) == 2
    assert refusal(classic, "Midway", *ships[:2]) == ""
    assert refusal(classic, "Midway", *ships) == "2.3.1 too-many-ships"
    assert [naval_units_of_convoys(classic, points) for points in (5, 10)] == [1, 2]


@pytest.mark.rule("2.3.1")
def test_ships_need_a_port_and_sea_boxes_have_no_limit(game: Game) -> None:
    ships = some(game, "germany", ["SCS"], 12)
    assert refusal(game, "Berlin", ships[0]) == "2.3.1 no-port-for-ships"
    assert refusal(game, "North Sea 3", *ships) == ""


@pytest.mark.rule("2.3.1", example="WF1-022")
@pytest.mark.rule("2.3.1/combinations")
def test_land_aircraft_and_ships_do_not_count_for_each_other(game: Game) -> None:
    """A major port with an HQ and an INF corps: any number of ships and 4 aircraft."""
    kiel = place_index(game, "Kiel")
    army = (*some(game, "germany", ["HQ-I"], 1), *some(game, "germany", ["INF"], 1))
    fleet, flying = some(game, "germany", ["SCS"], 14), some(game, "germany", ["FTR"], 5)
    assert naval_limit(game, kiel) == UNLIMITED
    assert aircraft_limit(game, kiel, army) == 4
    assert refusal(game, "Kiel", *army, *fleet, *flying[:4]) == ""
    assert refusal(game, "Kiel", *army, *fleet, *flying) == "2.3.1 too-many-aircraft"
    assert refusal(game, "Kiel", *army, *some(game, "germany", ["MOT"], 1), *fleet) == "2.3.1 too-many-land-units"


@pytest.mark.rule("2.3.1")
def test_room_is_what_the_limit_leaves(game: Game) -> None:
    twin = game.copy()
    kiel = place_index(twin, "Kiel")
    before = (land_room(twin, kiel), aircraft_room(twin, kiel), naval_room(twin, kiel))
    assert before == (2, 3, UNLIMITED)
    for unit in (*some(twin, "germany", ["HQ-I"], 1), *some(twin, "germany", ["SCS"], 2)):
        twin.write(PLACE, unit, kiel)
    assert (land_room(twin, kiel), aircraft_room(twin, kiel), naval_room(twin, kiel)) == (1, 4, UNLIMITED - 2)


# ---------------------------------------------------------------------------------------------------- 18.1 co-operation


@pytest.mark.rule("18.1")
def test_units_that_do_not_cooperate_cannot_stack(game: Game) -> None:
    german, italian = some(game, "germany", ["INF"], 1)[0], some(game, "italy", ["INF"], 1)[0]
    assert refusal(game, "Berlin", german, italian) == "18.1 units-do-not-cooperate"
    assert refusal(game, "Baltic Sea 2", german, italian) == "", "they may in a sea-box"
    twin = game.copy()
    powers = twin.state.get(POWER_NAMES)
    twin.set(CO_OPERATING, ((powers.index("germany"), powers.index("italy")),))
    assert refusal(twin, "Berlin", german, italian) == ""


@pytest.mark.rule("18.1")
def test_who_cooperates_within_a_power(game: Game) -> None:
    names = game.state.get(COUNTRY_NAMES).index
    assert countries_cooperate(game, names("australia"), names("india"))
    assert not countries_cooperate(game, names("nationalist-china"), names("communist-china"))
    assert countries_cooperate(game, names("egypt"), names("united-kingdom"))
    assert countries_cooperate(game, names("egypt"), names("palestine")), "both with the Commonwealth since 1939"
    assert not countries_cooperate(game, names("poland"), names("rumania"))
    assert countries_cooperate(game, names("netherlands"), names("netherlands-east-indies"))


@pytest.mark.rule("18.1")
def test_a_minor_aligned_later_cooperates_with_its_power_only() -> None:
    game = begin_campaign("barbarossa", secret=b"stacking")
    rumanian = next(t for t in range(len(game.state[COUNTER])) if counter_of(game, t).power == "rumania")
    german = some(game, "germany", ["INF"], 1)[0]
    assert cooperation_violation(game, german, rumanian) is None
    names = game.state.get(COUNTRY_NAMES).index
    assert not countries_cooperate(game, names("rumania"), names("slovakia"))


@pytest.mark.rule("18.1")
def test_partisans_stack_with_nobody_else(game: Game) -> None:
    partisan = next(t for t in range(len(game.state[COUNTER])) if counter_of(game, t).power == "partisans")
    other = some(game, "ussr", ["INF"], 1)[0]
    assert cooperation_violation(game, partisan, other) is not None
    assert game.state[COUNTRY][partisan] != game.state[COUNTRY][other]


def test_every_counter_stands_for_something(game: Game) -> None:
    kinds = {type(counter_of(game, thing)) for thing in range(len(game.state[COUNTER]))}
    assert {AirCounter, NavalCounter} < kinds

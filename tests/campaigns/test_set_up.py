"""Every campaign sets up, by the default placement and by random legal ones, with nothing out of order."""

from __future__ import annotations

from collections import Counter as Tally
from pathlib import Path
from random import Random

import pytest
from legality import contents, faults, zones

from worldfire.engine.errors import Refused, RulesetError
from worldfire.engine.game import Game
from worldfire.engine.save import load, save
from worldfire.engine.shapes import Noun, Set
from worldfire.engine.verify import verify
from worldfire.forces.layout import Task
from worldfire.forces.pools import construction_pool, repair_pool
from worldfire.forces.situation import CONVOY_POINTS, FIRST_SIDE, INITIATIVE, TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, Counter, counter_of, place_index, place_name
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, SIDE, SIDE_NAMES
from worldfire.players import default_player, random_player
from worldfire.players.table import play_out, play_set_up, seeded_campaign
from worldfire.rules.s02_3_stacking import aircraft_room, land_room, naval_room
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s24_1_set_up import STANDARD_KITS, control_violation, layout_of
from worldfire.tables.campaign import find_campaign, load_campaigns, turn_number
from worldfire.tables.counters import AirCounter, Kit, LandAbility, LandCounter, NavalCounter
from worldfire.titles import ruleset_for

CAMPAIGNS = tuple(load_campaigns())


@pytest.mark.rule("24.1")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_the_default_placement_is_legal(name: str) -> None:
    game = play_set_up(name)
    assert faults(game) == []
    assert game.state.result["set_up"] == name


def keep_everything(game: Game, seat: str, rng: Random) -> tuple[str, Noun]:
    """At random, but no unit is removed beforehand: every zone gets all that the campaign says."""
    return ("remove-old-units", ()) if "remove-old-units" in game.offers(seat) else random_player.pick(game, seat, rng)


@pytest.mark.rule("24.1")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_random_placements_are_legal(name: str, set_up_games: int) -> None:
    digests = set()
    for seed in range(set_up_games):
        game = seeded_campaign(name, seed)
        play_out(game, Random(seed), random_player.pick if seed % 3 == 2 else keep_everything)
        assert faults(game) == [], f"seed {seed}"
        digests.add(game.state.digest())
    assert len(digests) == set_up_games


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_no_counter_is_lost_or_made(name: str) -> None:
    """At every step; in debug mode asking changes nothing and the caches are what a rebuild gives."""
    game = seeded_campaign(name, 7, debug=True)
    before = contents(game)
    rng = Random(7)
    while not game.over:
        seat = next(iter(game.waiting))
        game.submit(seat, *random_player.pick(game, seat, rng))
        assert contents(game) == before


@pytest.mark.parametrize("players", ["default", "random"])
def test_the_same_seed_gives_the_same_set_up(players: str) -> None:
    digests = [play_set_up("day-of-infamy", seed, players).state.digest() for seed in (4, 4, 5)]
    assert digests[0] == digests[1] != digests[2]


def test_a_set_up_can_be_saved_and_loaded_in_its_middle(tmp_path: Path) -> None:
    game = seeded_campaign("fascist-tide", 3)
    rng = Random(3)
    for _ in range(20):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, rng))
    file = tmp_path / "set-up.wf"
    save(game, file)
    loaded = load(file, ruleset_for)
    assert loaded.state.digest() == game.state.digest()
    assert loaded.waiting == game.waiting
    for each in (game, loaded):
        play_out(each, Random(5), default_player.pick)
    assert loaded.state.digest() == game.state.digest()
    assert faults(game) == []


def test_a_set_up_verifies(tmp_path: Path) -> None:
    """Replayed from its file, every draw, action and digest is what it claims to be."""
    game = play_set_up("guadalcanal", 2, "random")
    file = tmp_path / "set-up.wf"
    save(game, file)
    verdict = verify(file.read_bytes(), ruleset_for)
    assert verdict.ok, verdict.problem
    assert verdict.digest == game.state.digest()


def test_powers_set_up_in_the_order_of_the_campaign() -> None:
    game = seeded_campaign("global-war", 1)
    order: list[str] = []
    rng = Random(1)
    while not game.over:
        seat = next(iter(game.waiting))
        order += [seat] if seat not in order else []
        game.submit(seat, *default_player.pick(game, seat, rng))
    assert tuple(order) == find_campaign("global-war").set_up_order.value


def test_one_seat_may_play_several_powers() -> None:
    seats = {"usa": "anna", "commonwealth": "anna", "japan": "ben"}
    game = play_set_up("guadalcanal", seats=seats)
    assert game.seats == ("anna", "ben")
    assert faults(game) == []


def test_the_markers_lie_where_the_campaign_says() -> None:
    game = seeded_campaign("barbarossa", 1)
    assert game.state.get(TURN) == turn_number("May/Jun 1941")
    assert game.state.get(INITIATIVE) == "Axis +1"
    assert game.state.get(SIDE_NAMES)[game.state.get(FIRST_SIDE)] == "axis"


# ------------------------------------------------------------------------------------------------------- sorting counters


def where(game: Game, counter: str) -> str:
    units = range(len(game.state[PLACE]))
    unit = next(unit for unit in units if counter_of(game, unit).id == counter)
    return place_name(game, game.state[PLACE][unit])


def test_counters_are_sorted_before_anybody_sets_up() -> None:
    game = seeded_campaign("barbarossa", 1)
    assert where(game, "ge-hq-i-model") == "available in 1943"
    assert where(game, "ge-hq-i-kesselring") == "available in 1942, germany: HQ-I"
    assert where(game, "ge-arm-dak") == "out of play of germany"
    assert where(game, "su-mil-kiev") == "reserve pool of ussr"
    assert where(game, "finland-hq-i-mannerheim") == "army of finland", "neutral"


@pytest.mark.rule("22.8")
@pytest.mark.parametrize(("name", "volunteers"), [("barbarossa", 3), ("global-war", 4)])
def test_no_city_based_volunteer_is_in_the_game_at_the_start(name: str, volunteers: int) -> None:
    game = play_set_up(name, kits=(*STANDARD_KITS, Kit.TIF))
    assert faults(game) == []
    found = [
        place_name(game, place)
        for unit, place in enumerate(game.state[PLACE])
        if isinstance(counter := counter_of(game, unit), LandCounter)
        and LandAbility.CITY_BASED_VOLUNTEER in counter.abilities
    ]
    assert found == ["city-based volunteers"] * volunteers


def test_a_short_pool_draws_from_the_next_year() -> None:
    """Exactly as many of next year's units are drawn as the pools of this year lack."""
    lacking = 0
    for name in CAMPAIGNS:
        start = seeded_campaign(name, 1)
        layout, year = layout_of(start), layout_of(start).campaign.start_year
        wanted = Tally(draw.pool for _, tasks in layout.tasks for task in tasks for draw in task.draws)
        for _, tasks in layout.tasks:
            for draw in (draw for task in tasks for draw in task.draws):
                wanted[draw.pool] += draw.count - 1
        there = Tally(layout.start)
        short = sum(max(count - there[pool], 0) for pool, count in wanted.items() if pool != NOBODY)
        named = {unit for _, tasks in layout.tasks for task in tasks for unit in task.named}
        game = play_set_up(name)
        set_up = [unit for event in zones(game) for unit in event.units if unit not in named]
        assert sum(counter_of(game, unit).year == year + 1 for unit in set_up) == short
        lacking += short
    assert lacking, "some campaign needs the rule"


def test_territorials_are_set_up_when_their_kit_is_in_use() -> None:
    game = play_set_up("fascist-tide", kits=(*STANDARD_KITS, Kit.TIF))
    assert faults(game) == []
    assert where(game, "fr-terr-syria").startswith("E")
    assert where(game, "it-terr-ethiopia") == "off map of italy"
    standard = seeded_campaign("fascist-tide", 1)
    assert "fr-terr-syria" not in {counter_of(standard, unit).id for unit in range(len(standard.state[PLACE]))}


def removed(game: Game) -> list[Counter]:
    there = place_index(game, "removed from the game")
    return [counter_of(game, unit) for unit, place in enumerate(game.state[PLACE]) if place == there]


@pytest.mark.rule("24.1")
def test_old_units_may_be_removed_and_then_nothing_makes_the_pool_up() -> None:
    game = seeded_campaign("barbarossa", 1)
    assert tuple(game.waiting) == ("ussr",)
    shape = game.offers("ussr")["remove-old-units"]
    assert isinstance(shape, Set)
    old = [counter_of(game, int(unit)) for unit in shape.domain]
    assert {unit.power for unit in old} == {"ussr"}
    assert max(unit.year or 0 for unit in old) == 1937
    assert not {unit.id for unit in old} & {"su-hq-i-timoshenko", "su-mtn-1"}, "named units stay"
    infantry = [int(unit) for unit in shape.domain if counter_of(game, int(unit)).type == "INF"]
    before = removed(game)
    game.submit("ussr", "remove-old-units", infantry)
    assert len(removed(game)) == len(before) + len(infantry)
    play_out(game, Random(1), default_player.pick)
    assert faults(game) == []
    assert game.state.result["on_map"]["ussr"] < play_set_up("barbarossa").state.result["on_map"]["ussr"]


def test_ships_in_their_first_cycle_lie_face_down_on_the_circle() -> None:
    game = seeded_campaign("fascist-tide", 1)
    units = {counter_of(game, unit).id: unit for unit in range(len(game.state[PLACE]))}
    assert where(game, "it-bb-impero-sif") == "production circle, Nov/Dec 1939"
    assert game.state[FACE_DOWN][units["it-bb-impero-sif"]]
    assert not game.state[FACE_DOWN][units["it-bb-littorio-sif"]]


# ------------------------------------------------------------------------------------------------------- control and zones

ROOMS = {LandCounter: land_room, AirCounter: aircraft_room, NavalCounter: naval_room}


def units_of(game: Game, task: Task) -> list[int]:
    """The units of a task: those named, and for the others any unit of the pool that they are drawn from."""
    start = layout_of(game).start
    found = list(task.named)
    for draw in task.draws:
        pool = draw.pool if draw.pool in start else draw.next_year
        found += [start.index(pool)] * draw.count
    return found


@pytest.mark.parametrize(
    ("campaign", "place", "holder"),
    [
        ("barbarossa", "Vilna", "ussr"),
        ("barbarossa", "Warsaw", "germany"),
        ("barbarossa", "Kishinev", "ussr"),
        ("barbarossa", "Bucharest", "germany"),
        ("barbarossa", "Cluj", "hungary"),
        ("guadalcanal", "Rabaul", "japan"),
        ("guadalcanal", "Port Moresby", "commonwealth"),
        ("guadalcanal", "Rangoon", "japan"),
        ("guadalcanal", "Myitkyina", "commonwealth"),
        ("guadalcanal", "Noumea", "free-france"),
        ("day-of-infamy", "Saigon", "japan"),
        ("day-of-infamy", "Batavia", "commonwealth"),
        ("day-of-infamy", "Canton", "japan"),
        ("global-war", "Chungking", "china"),
        ("global-war", "Peking", "japan"),
        ("global-war", "Prague", "germany"),
        ("global-war", "Panama", "usa"),
        ("global-war", "Warsaw", "poland"),
        ("fascist-tide", "Cairo", "commonwealth"),
    ],
)
def test_who_holds_what_at_the_start(campaign: str, place: str, holder: str) -> None:
    game = seeded_campaign(campaign, 1)
    assert game.state.get(POWER_NAMES)[game.state[CONTROLLER][place_index(game, place)]] == holder


@pytest.mark.rule("13.6.5/naval units")
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_power_has_docks(name: str) -> None:
    """Also one that sets nothing up, as Free France at Guadalcanal."""
    game = seeded_campaign(name, 1)
    for power, side in enumerate(game.state[SIDE]):
        if side != NOBODY:
            assert construction_pool(game, power) != repair_pool(game, power)


@pytest.mark.parametrize("name", CAMPAIGNS)
def test_every_zone_has_room_for_what_the_campaign_puts_there(name: str) -> None:
    for power, tasks in layout_of(seeded_campaign(name, 1)).tasks:
        for task in tasks:
            assert task.off_map or task.zone, f"{power}: {task.where}"


@pytest.mark.parametrize("fleet", ["ships", "classic"])
@pytest.mark.parametrize("name", CAMPAIGNS)
def test_no_placement_can_leave_a_later_zone_without_room(name: str, fleet: str) -> None:
    """Whatever earlier zones do to a zone that they overlap, it keeps room enough: a set-up never gets stuck.

    Each earlier unit of the same kind takes one place; each that does not co-operate bars a whole hex, at worst the roomiest.
    """
    game = seeded_campaign(name, 1, options=(fleet,))
    earlier: list[tuple[frozenset[int], list[int]]] = []
    for power, tasks in layout_of(game).tasks:
        number = game.state.get(POWER_NAMES).index(power)
        for task in (task for task in tasks if not task.off_map):
            held = frozenset(place for place in task.zone if control_violation(game, number, place) is None)
            units = units_of(game, task)
            before = [unit for zone, others in earlier if zone & held for unit in others]
            hostile = [(zone, others) for zone, others in earlier if cooperation_violation(game, units[0], others[0])]
            for category, room in ROOMS.items():
                left = {place: room(game, place) for place in held}
                for zone, others in hostile:
                    reach = sorted(zone & left.keys(), key=left.__getitem__, reverse=True)
                    left = {place: most for place, most in left.items() if place not in reach[: len(others)]}
                count = sum(isinstance(counter_of(game, unit), category) for unit in units)
                taken = sum(isinstance(counter_of(game, unit), category) for unit in before)
                assert not count or sum(left.values()) - taken >= count, f"{power}: {task.where}"
            earlier.append((held, units))


def test_a_game_refuses_to_go_on_on_another_board() -> None:
    game = seeded_campaign("barbarossa", 1)
    with pytest.raises(RulesetError, match="another board"):
        Game.new(game.ruleset, game.seats, {**game.header.setup, "board": "other"})


def test_zones_are_those_of_the_words() -> None:
    game = seeded_campaign("barbarossa", 1)
    tasks = {task.where: task for _, found in layout_of(game).tasks for task in found}
    names = {place_name(game, place) for place in tasks["Leningrad / Tallinn"].zone}
    assert names == {"E2050 Leningrad", "E2449 Tallinn"}
    border = next(task for where, task in tasks.items() if where.startswith("USSR within 2 hexes"))
    assert place_index(game, "Lvov") in border.zone
    assert place_index(game, "Moscow") not in border.zone
    hexes = game.state.get(HEXES)
    assert all(place < hexes for task in tasks.values() for place in task.zone)


def test_convoy_points_start_at_sea() -> None:
    game = play_set_up("global-war")
    power = game.state.get(POWER_NAMES).index("commonwealth")
    pool = find_campaign("global-war").powers["commonwealth"].convoy_points
    assert pool is not None
    for part in pool.shares:
        assert game.state.amount(CONVOY_POINTS, power, place_index(game, f"{part.sea} 0")) == part.count


# -------------------------------------------------------------------------------------------------------------- refusals


def refusal(game: Game, noun: object) -> str:
    seat = next(iter(game.waiting))
    with pytest.raises(Refused) as refused:
        game.submit(seat, "set-up", noun)
    return str(refused.value)


@pytest.mark.rule("24.1")
def test_refusals_say_why() -> None:
    """The first free choice of Barbarossa's set-up with several land units and room for two in a hex."""
    game = seeded_campaign("barbarossa", 1)
    rng = Random(1)
    while True:
        seat = next(iter(game.waiting))
        items = getattr(game.offers(seat).get("set-up"), "items", ())
        if len(items) > 2 and isinstance(counter_of(game, int(items[0].item)), LandCounter):
            break
        game.submit(seat, *default_player.pick(game, seat, rng))
    _, noun = default_player.pick(game, seat, rng)
    before = game.state.digest()
    crowd = tuple((unit, items[0].to[0]) for unit, _ in noun)
    assert "2.3.1" in refusal(game, crowd)
    berlin = place_index(game, "Moscow")
    assert "not-offered" in refusal(game, tuple((unit, berlin) for unit, _ in noun))
    assert "assignment" in refusal(game, noun[1:])
    assert game.state.digest() == before
    game.submit(seat, "set-up", noun)


def test_offered_and_legal_are_the_same() -> None:
    """Whatever the shape gives is legal."""
    game = seeded_campaign("day-of-infamy", 2)
    rng = Random(2)
    while not game.over:
        seat = next(iter(game.waiting))
        verb, shape = next(iter(game.offers(seat).items()))
        noun = shape.sample(rng)
        assert game.why_not(verb, noun, seat) == ()
        game.submit(seat, verb, noun)

"""The set-up of a campaign as a procedure (24.1, by the sister texts PatiF 11.1.6, AiF 23.5.3 and FA 22.2).

The powers set up in the campaign's order. For each of its zones a power draws what is not named at random from its force
pools, if these are short from the units of the next year, and then places land units, aircraft and ships in the zone.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal

import msgspec

from worldfire.engine.billets import Billets
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.errors import RulesetError
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId, Things
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.procedures import Draw as DrawAtRandom
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import EachOf
from worldfire.engine.shapes import Allot, Amounts, Bounds, Choices, Noun, Room, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Power, PowerId, SeaArea
from worldfire.forces.layout import Layout, PoolDraw, Task
from worldfire.forces.markers import put_out_markers, use_markers
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import REMOVED, pool_of
from worldfire.forces.situation import (
    AT_WAR,
    CAMPAIGN,
    CO_OPERATING,
    CONVOY_POINTS,
    FIRST_SIDE,
    INITIATIVE,
    INITIATIVE_GIVEN,
    PACTS,
    RESERVES_CALLED,
    TURN,
    WEATHER_DIE,
    WEATHER_MODIFIER,
    Pairs,
)
from worldfire.forces.things import (
    COUNTER,
    FACE_DOWN,
    HEXES,
    PLACE,
    PLACE_NAMES,
    board_of,
    counter_of,
    move,
    place_index,
    things_at,
)
from worldfire.forces.turn import INITIATIVE_SIDE, MAPS
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    SIDE_NAMES,
    power_of,
)
from worldfire.forces.zones import hexes_of_zone
from worldfire.rules.s02_3_parties import parties, welcome
from worldfire.rules.s02_3_stacking import (
    AIRCRAFT_BASE,
    HARBOUR,
    aircraft_room,
    crowd_violation,
    land_room,
    naval_room,
    stacking_violation,
)
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s04_reinforcements import ENTRY_HEXES
from worldfire.rules.s09_02_pacts import PACT_TURNS
from worldfire.rules.s09_06_aligning import STAY_NEUTRAL
from worldfire.rules.s09_war import NO_OTHER_WARS, OPENING_WARS
from worldfire.rules.s10_actions import LAND_THOUGH_NEUTRAL
from worldfire.rules.s11_09_rail import FACTORY_EXITS
from worldfire.rules.s11_10_entry import CLOSED_HEX
from worldfire.rules.s13_06_production import OFF_MAP_PRODUCTION
from worldfire.rules.s13_09_victory import (
    BID,
    LAST_TURN,
    SCORE_NEEDED,
    SCORE_OF_CARRIER,
    SCORE_PLACES,
    SCORE_SIDE,
    SCORE_WORTH,
)
from worldfire.rules.s18_1_cooperation import powers_cooperate
from worldfire.rules.s24_1_bidding import BIDDING, Auction
from worldfire.rules.s24_1_scene import Scene, open_scene
from worldfire.tables.campaign import Campaign, turn_number
from worldfire.tables.counters import AirCounter, Kit, LandCounter, NavalCounter

#: those of a game that does not say; what is not a kit in use stays in its box
STANDARD_KITS = (Kit.WIF, Kit.SIF, Kit.CLIF)
YEARS_TO_GROW_OLD = Figure("years before the start of a unit that may be removed", "24.1")


#: what a title's own rules put in place when a campaign begins: (the campaign)
BEGINNING = EachOf[[Campaign], None]("24.1 beginning of a campaign")


class CampaignSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a game of a campaign is started with: powers that the seats leave out are played by an ally's seat."""

    campaign: str
    seats: dict[str, str]
    kits: tuple[Kit, ...] = STANDARD_KITS
    #: fingerprint of the board that the game was begun on
    board: str = ""
    #: groups of powers that the players bid for (24.1.2); none: `seats` says who plays what
    bidding: tuple[tuple[str, ...], ...] = ()
    #: a game may stop when everything is set up
    length: Literal["set-up", "campaign"] = "set-up"
    #: ships sail; a game that began when they could not yet goes on without
    war_at_sea: bool = False
    #: a game may begin in the middle, with a few units and some steps of a turn: nobody sets up
    scene: Scene | None = None


def is_campaign(setup: Any) -> bool:
    return isinstance(setup, dict) and "campaign" in setup


def read_setup(setup: Any) -> CampaignSetup:
    try:
        return msgspec.convert(setup, CampaignSetup)
    except msgspec.ValidationError as error:
        raise RulesetError(f"the set-up is wrong: {error}") from error


def layout_of(game: Position) -> Layout:
    setup = read_setup(game.header.setup)
    layout: Layout = game.ruleset.tables.layout(setup.campaign, setup.kits)
    return layout


def sizes(layout: Layout) -> Mapping[str, int]:
    return {
        "things": len(layout.counters),
        "places": layout.hexes + len(layout.place_names),
        "countries": len(layout.countries),
        "powers": len(layout.powers),
    }


# ------------------------------------------------------------------------------------------------------------- beginning


def begin(game: Game, setup: CampaignSetup) -> None:
    """Sort the counters, give every hex its controller, put the markers on their tracks."""
    if setup.board not in ("", board_of(game).digest):
        raise RulesetError("the game was begun on another board")
    layout = layout_of(game)
    groups = _groups(layout, setup) if setup.bidding else ()
    game.set(HEXES, layout.hexes)
    game.set(PLACE_NAMES, layout.place_names)
    game.set(POWER_NAMES, layout.powers)
    game.set(COUNTRY_NAMES, layout.countries)
    game.set(SIDE_NAMES, layout.sides)
    game.fill(POWER, layout.power_of_country)
    game.fill(CONQUEROR, layout.conqueror)
    game.fill(SEAT, _seats(game, layout, setup))
    game.fill(SIDE, layout.side_of_power)
    game.fill(COUNTER, layout.counters)
    game.fill(COUNTRY, layout.country_of_thing)
    game.fill(PLACE, layout.start)
    game.fill(FACE_DOWN, layout.face_down)
    game.fill(HOME_COUNTRY, (*layout.home_country, *[NOBODY] * len(layout.place_names)))
    held = (power if place in layout.playing else NOBODY for place, power in enumerate(layout.controller))
    game.fill(CONTROLLER, (*held, *[NOBODY] * len(layout.place_names)))  # nobody holds what is out of play
    _put_markers(game, layout)
    if setup.scene is not None:
        open_scene(game, setup.scene)
        return
    game.push(SET_UP.name, SetUp())
    if groups:
        game.push(BIDDING.name, Auction(groups, game.seats), interlude=True)


def _seats(game: Position, layout: Layout, setup: CampaignSetup) -> list[int]:
    seats = []
    for name, side in zip(layout.powers, layout.side_of_power, strict=True):
        if side == NOBODY:
            seats.append(NOBODY)
            continue
        allies = layout.campaign.sides.value[layout.sides[side]]
        seat = next((setup.seats[ally] for ally in (name, *allies) if ally in setup.seats), None)
        if seat is None or seat not in game.seats:
            raise RulesetError(f"nobody plays {name}")
        seats.append(game.seats.index(seat))
    sides = {(seat, side) for seat, side in zip(seats, layout.side_of_power, strict=True) if side != NOBODY}
    if len(sides) != len({seat for seat, _ in sides}):
        raise RulesetError("a seat cannot play powers of both sides")
    return seats


def _groups(layout: Layout, setup: CampaignSetup) -> tuple[tuple[int, ...], ...]:
    """Every power that is played, in groups of one side, one group for each player."""
    played = [power for side in layout.campaign.sides.value.values() for power in side]
    if sorted(power for group in setup.bidding for power in group) != sorted(played):
        raise RulesetError(f"the groups to bid for must hold {', '.join(played)}, each once")
    groups = tuple(tuple(layout.powers.index(power) for power in group) for group in setup.bidding)
    if any(len({layout.side_of_power[power] for power in group}) > 1 for group in groups):
        raise RulesetError("a group to bid for cannot hold powers of both sides")
    return groups


def _put_markers(game: Game, layout: Layout) -> None:
    campaign = layout.campaign
    game.set(CAMPAIGN, campaign.id)
    game.set(YEAR, campaign.start_year)
    game.set(TURN, turn_number(campaign.first_turn.value))
    game.set(INITIATIVE, campaign.initiative.value.space)
    game.set(FIRST_SIDE, layout.sides.index(campaign.initiative.value.first))
    game.set(WEATHER_MODIFIER, campaign.weather.value.modifier)
    game.set(WEATHER_DIE, campaign.weather.value.first_die)
    game.set(AT_WAR, _pairs(layout, campaign.at_war.value))
    pacts = _pairs(layout, campaign.pacts.value)
    game.set(PACTS, pacts)
    signed = campaign.pacts_signed.value if campaign.pacts_signed is not None else ()
    turns = (*map(turn_number, signed), *[turn_number(campaign.first_turn.value)] * len(campaign.pacts.value))
    game.set(PACT_TURNS, tuple((*pair, turn) for pair, turn in zip(pacts, turns, strict=False)))
    game.set(CO_OPERATING, _pairs(layout, campaign.co_operating.value))
    game.set(INITIATIVE_SIDE, game.state.get(FIRST_SIDE))
    game.set(MAPS, len(campaign.sheets.value))
    game.set(LAST_TURN, turn_number(campaign.last_turn.value))
    put_out_markers(game)
    pacts_that_last = {frozenset(pair) for pair in pacts} - {frozenset(pair) for pair in _opening_wars(layout)}
    if campaign.entry_markers is not None or pacts_that_last:
        use_markers(game)
    _put_special_rules(game, layout)
    game.set(RESERVES_CALLED, tuple(layout.powers.index(name) for name in campaign.reserves_called.value))
    for name, convoys in layout.convoys.items():
        if convoys.points + convoys.left:
            pool = place_index(game, f"convoy pool of {name}")
            game.add(CONVOY_POINTS, layout.powers.index(name), pool, convoys.points + convoys.left)


def _put_special_rules(game: Game, layout: Layout) -> None:
    """What only this campaign has: the war it opens with, its edges of the map, production off it, its own score."""
    campaign, powers, ground = layout.campaign, layout.powers, ground_of(game)
    holders = tuple(powers[holder] if holder != NOBODY else "" for holder in layout.controller)
    game.set(OPENING_WARS, _opening_wars(layout))
    if campaign.opening_wars_only is not None:
        game.set(NO_OTHER_WARS, tuple(map(layout.sides.index, campaign.opening_wars_only.value)))
    if campaign.first_land_action is not None:
        turn = turn_number(campaign.first_turn.value)
        game.set(LAND_THOUGH_NEUTRAL, tuple((powers.index(name), turn) for name in campaign.first_land_action.value))
    if campaign.stay_neutral is not None:
        game.set(STAY_NEUTRAL, campaign.stay_neutral.value)
    if campaign.entry is not None:
        game.set(
            ENTRY_HEXES,
            tuple(
                (powers.index(entry.holder), place)
                for entry in campaign.entry.value
                for place in hexes_of_zone(ground, layout.playing, holders, entry.zone)
            ),
        )
    if campaign.off_map_production is not None:
        game.set(
            OFF_MAP_PRODUCTION,
            tuple(
                (powers.index(part.power), turn_number(part.from_turn), part.points)
                for part in campaign.off_map_production.value
            ),
        )
    if campaign.factory_exits is not None:
        game.set(
            FACTORY_EXITS,
            tuple(
                (powers.index(way.power), place, way.rail_moves)
                for way in campaign.factory_exits.value
                for place in hexes_of_zone(ground, layout.playing, holders, way.zone)
            ),
        )
    if campaign.score is not None:
        score = campaign.score.value
        game.set(SCORE_PLACES, hexes_of_zone(ground, layout.playing, holders, score.zone))
        game.set(SCORE_SIDE, layout.sides.index(score.side))
        game.set(SCORE_NEEDED, score.needed)
        game.set(SCORE_WORTH, tuple((place_index(game, name), points) for name, points in score.worth.items()))
        game.set(SCORE_OF_CARRIER, score.carriers)
    if campaign.expected_objectives is not None:  # 24.1.2: subtracted in the end, whether or not anybody bids
        for name, number in campaign.expected_objectives.value.items():
            game.write(BID, powers.index(name), number)
    for begin_part in BEGINNING.one_by_one(game):
        begin_part(game, campaign)


def _opening_wars(layout: Layout) -> Pairs:
    wars = layout.campaign.opening_wars
    return () if wars is None else _pairs(layout, wars.value)


def _pairs(layout: Layout, named: tuple[tuple[str, str], ...]) -> Pairs:
    return tuple((layout.powers.index(first), layout.powers.index(second)) for first, second in named)


# ------------------------------------------------------------------------------------------------ where a unit may stand

Category = type[LandCounter] | type[AirCounter] | type[NavalCounter]

_ROOMS: Mapping[Category, Callable[[Position, int], int]] = {
    LandCounter: land_room,
    AirCounter: aircraft_room,
    NavalCounter: naval_room,
}


@rule("24.1")
def control_violation(game: Position, power: int, place: int) -> Violation | None:
    """Units start in hexes that their own power controls, or one that co-operates with it."""
    controller = game.state[CONTROLLER][place]
    if controller != NOBODY and powers_cooperate(game, power, controller):
        return None
    return refused("24.1", "set-up-not-controlled", place=Place(place), power=Power(power))


def _place_violation(game: Position, work: PowerSetUp, power: int, place: int) -> Violation | None:
    """Where the campaign itself puts units abroad, only an enemy keeps them out."""
    if not task_at_work(game, work).abroad or at_war(game, power, game.state[CONTROLLER][place]):
        return control_violation(game, power, place)
    return None


# -------------------------------------------------------------------------------------------------- setting up one power


class SetUp(msgspec.Struct):
    """How many powers have set up."""

    done: int = 0


class PowerSetUp(msgspec.Struct):
    """The power's place in the order, the zone at work, the draws made for it and what was drawn."""

    turn: int
    zone: int = 0
    draws: int = 0
    drawn: tuple[int, ...] = ()
    #: the draw goes on with the units of the next year, for so many
    short: int = 0
    #: pools from which the power has removed old units
    thinned: tuple[int, ...] = ()


class ZoneSetUp(Event, frozen=True):
    """A power has set up these units in a zone; `zone` is the campaign's own words."""

    power: PowerId
    zone: str
    units: tuple[ThingId, ...]


class SetUpDone(Event, frozen=True):
    """A power has set up so many units."""

    power: PowerId
    count: int


class ConvoysSetUp(Event, frozen=True):
    """Convoy points were put into a sea-box section."""

    power: PowerId
    to: PlaceId
    points: int


def power_at_work(game: Position, work: PowerSetUp) -> int:
    layout = layout_of(game)
    return layout.powers.index(layout.tasks[work.turn][0])


def seat_at_work(game: Position, work: PowerSetUp) -> str:
    return game.seats[game.state[SEAT][power_at_work(game, work)]]


def task_at_work(game: Position, work: PowerSetUp) -> Task:
    return layout_of(game).tasks[work.turn][1][work.zone]


def _draw_at_work(game: Position, work: PowerSetUp) -> PoolDraw:
    return task_at_work(game, work).draws[work.draws]


def _waiting(game: Position, work: PowerSetUp) -> int:
    return place_index(game, f"set-up of {layout_of(game).tasks[work.turn][0]}")


def units_to_place(game: Position, work: PowerSetUp, category: Category) -> tuple[int, ...]:
    """The zone's units of this category that are not on the map yet."""
    waiting = _waiting(game, work)
    return tuple(
        unit
        for unit in (*task_at_work(game, work).named, *work.drawn)
        if game.state[PLACE][unit] == waiting and isinstance(counter_of(game, unit), category)
    )


# ----- old units


@clause("24.1")
def years_to_grow_old(game: Position, power: int) -> int:
    """How many years before the start the power's units are dated that it may remove."""
    return YEARS_TO_GROW_OLD(game)


def _old_units(game: Position, work: PowerSetUp) -> tuple[int, ...]:
    layout, power = layout_of(game), power_at_work(game, work)
    oldest = game.state.get(YEAR) - years_to_grow_old(game, power)
    return tuple(
        unit
        for unit, place in enumerate(game.state[PLACE])
        if place in layout.force_pools
        and power_of(game, unit) == power
        and (year := counter_of(game, unit).year) is not None
        and year <= oldest
    )


def _old_units_shape(game: Position, work: PowerSetUp, seat: str) -> Shape | Violation:
    old = _old_units(game, work)
    return Set(old, 0, len(old)) if old else refused("24.1", "no-old-units")


def _remove_old_units(game: Game, work: PowerSetUp, seat: str, noun: Noun) -> Control:
    removed = place_index(game, REMOVED)
    work.thinned = tuple(sorted({game.state[PLACE][unit] for unit in noun}))
    for unit in noun:
        move(game, unit, removed)
    return None


REMOVE_OLD_UNITS = Verb("remove-old-units", "24.1", _remove_old_units, _old_units_shape, items=Thing)


@step("24.1", REMOVE_OLD_UNITS)
def remove_old_units(game: Game, work: PowerSetUp) -> Control:
    """Units dated four years or more before the start may leave the force pools, for good (PatiF 11.1.5)."""
    if not _old_units(game, work):
        return None
    return one(seat_at_work(game, work), REMOVE_OLD_UNITS, rule="24.1", prompt="set-up-old-units")


# ----- drawing


@step("24.1")
def next_zone(game: Game, work: PowerSetUp) -> Control:
    layout = layout_of(game)
    return None if work.zone < len(layout.tasks[work.turn][1]) else Goto("place_convoys")


@step("24.1")
def draw_units(game: Game, work: PowerSetUp) -> Control:
    while work.draws < len(task_at_work(game, work).draws):
        draw = _draw_at_work(game, work)
        place, count = (draw.next_year, work.short) if work.short else (draw.pool, draw.count)
        if things_at(game, place):
            return DrawAtRandom("set-up", seat_at_work(game, work), place, count)
        _note_drawn(game, work, ())
    return Goto("place_land_units")


@step("24.1")
def take_what_was_drawn(game: Game, work: PowerSetUp) -> Control:
    units: tuple[int, ...] = game.result
    for unit in units:
        move(game, unit, _waiting(game, work))
    _note_drawn(game, work, units)
    return Goto("draw_units")


@rule("24.1")
def _note_drawn(game: Position, work: PowerSetUp, units: tuple[int, ...]) -> None:
    """A short pool is made up from the units of the next year, unless its owner thinned it out himself (PatiF 11.1.6).

    What is lacking even then is not set up.
    """
    work.drawn += units
    draw = _draw_at_work(game, work)
    missing = (work.short or draw.count) - len(units)
    if missing and not work.short and draw.pool not in work.thinned:
        work.short = missing
    else:
        work.short = 0
        work.draws += 1


# ----- placing


def _bases(game: Position, task: Task, unit: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """Where the campaign itself puts somebody abroad he is a guest, whatever would be closed to him later."""
    return places if task.abroad else bases_among(game, unit, places)


class Lodgings(msgspec.Struct):
    """The hexes of a zone that have room, and for each unit those that it may be in."""

    rooms: tuple[Room, ...]
    choices: tuple[Choices, ...]


def _lodgings(game: Position, work: PowerSetUp, category: Category) -> Lodgings:
    power, task = power_at_work(game, work), task_at_work(game, work)
    held = [place for place in task.zone if _place_violation(game, work, power, place) is None]
    rooms = tuple(Room(place, room) for place in held if (room := _ROOMS[category](game, place)) > 0)
    open_to: dict[int, tuple[int, ...]] = {}
    choices = []
    for unit in units_to_place(game, work, category):
        country = game.state[COUNTRY][unit]
        if country not in open_to:
            open_to[country] = tuple(int(room.choice) for room in rooms if welcome(game, unit, int(room.choice)))
        lost = at_war(game, power, power_of(game, unit))  # its country went over to an enemy before a late set-up
        choices.append(Choices(unit, () if lost else _bases(game, task, unit, open_to[country])))
    return Lodgings(rooms, tuple(choices))


def _set_up_shape(game: Position, work: PowerSetUp, seat: str) -> Shape | Violation:
    lodgings = _lodgings(game, work, _category_at_work(game, work))
    rooms, units = lodgings.rooms, tuple(int(choices.item) for choices in lodgings.choices)
    limited = tuple(room for room in rooms if room.most <= len(units))
    if len({game.state[COUNTRY][unit] for unit in units}) > 1:
        together = parties(game, units, [room.choice for room in rooms])
        if any(party.apart for party in together):
            return Billets(lodgings.choices, limited, together)
    return Allot(lodgings.choices, limited)


@rule("24.1", "2.3.1")
def _without_a_place(game: Position, work: PowerSetUp, category: Category) -> tuple[int, ...]:
    """Who can be nowhere in the zone, and then who finds it full: enemies or guests were there before a late set-up."""
    lodgings = _lodgings(game, work, category)
    placed = [int(choices.item) for choices in lodgings.choices if choices.to]
    nowhere = [int(choices.item) for choices in lodgings.choices if not choices.to]
    return (*nowhere, *placed[sum(room.most for room in lodgings.rooms) :])


def _category_at_work(game: Position, work: PowerSetUp) -> Category:
    return _CATEGORY_OF_STEP[game.state.frames[-1].step]


@clause("24.1", "2.3.1")
def bases_among(game: Position, unit: int, places: tuple[int, ...]) -> tuple[int, ...]:
    """Where a unit can be at all: not every aircraft can be everywhere, and some hexes are still closed."""
    if isinstance(counter_of(game, unit), NavalCounter):
        return tuple(place for place in places if HARBOUR(game, unit, place) is None)
    open_hexes = tuple(place for place in places if CLOSED_HEX(game, unit, place) is None)
    if not isinstance(counter_of(game, unit), AirCounter):
        return open_hexes
    return tuple(place for place in open_hexes if AIRCRAFT_BASE(game, unit, place) is None)


@rule("24.1", "2.3.1")
def set_up_violation(game: Position, work: PowerSetUp, seat: str, noun: Noun) -> Violation | None:
    """Where the shape lets a unit go is in the zone and controlled; whether all of them may stack is judged here."""
    arriving: dict[int, list[int]] = {}
    for unit, place in noun:
        arriving.setdefault(place, []).append(unit)
    for place, units in arriving.items():
        found = (
            _place_violation(game, work, power_at_work(game, work), place)
            or stacking_violation(game, place, (*things_at(game, place), *units))
            or crowd_violation(game, tuple(units), place)
        )
        if found is not None:
            return found
    return None


def _set_up(game: Game, work: PowerSetUp, seat: str, noun: Noun) -> Control:
    for unit, place in noun:
        move(game, unit, place)
    return None


SET_UP_UNITS = Verb("set-up", "24.1", _set_up, _set_up_shape, set_up_violation, items=Thing, to=Place)


def _ask_to_place(game: Game, work: PowerSetUp, category: Category) -> Control:
    """What can be nowhere in the zone is not set up: it goes back to its force pool."""
    task = task_at_work(game, work)
    if task.off_map:
        away = place_index(game, f"off map of {layout_of(game).tasks[work.turn][0]}")
        for unit in units_to_place(game, work, category):
            move(game, unit, away)
        return None
    nowhere = _without_a_place(game, work, category)
    if nowhere:
        for unit in nowhere:
            move(game, unit, pool_of(game, unit))
        return Goto(game.state.frames[-1].step)  # who asks changes nothing
    units = units_to_place(game, work, category)
    if not units:
        return None
    return one(
        seat_at_work(game, work), SET_UP_UNITS, rule="24.1", prompt="set-up-zone", units=Things(units), zone=task.where
    )


@step("24.1", SET_UP_UNITS)
def place_land_units(game: Game, work: PowerSetUp) -> Control:
    return _ask_to_place(game, work, LandCounter)


@step("24.1", SET_UP_UNITS)
def place_aircraft(game: Game, work: PowerSetUp) -> Control:
    return _ask_to_place(game, work, AirCounter)


@step("24.1", SET_UP_UNITS)
def place_ships(game: Game, work: PowerSetUp) -> Control:
    """On-map naval units start in ports (PatiF 11.1.6)."""
    return _ask_to_place(game, work, NavalCounter)


_CATEGORY_OF_STEP: Mapping[str, Category] = {
    "place_land_units": LandCounter,
    "place_aircraft": AirCounter,
    "place_ships": NavalCounter,
}


@step("24.1")
def zone_is_set_up(game: Game, work: PowerSetUp) -> Control:
    task = task_at_work(game, work)
    game.say(ZoneSetUp(power=power_at_work(game, work), zone=task.where, units=(*task.named, *work.drawn)))
    work.zone += 1
    work.draws, work.drawn = 0, ()
    return Goto("next_zone")


@clause("24.1")
def convoys_to_lay(game: Position, power: str) -> Amounts:
    """How the power may lay its convoy points: along the routes that the campaign names for it."""
    convoys = layout_of(game).convoys[power]
    bounds = tuple(Bounds(place, 0, convoys.points) for place, _ in convoys.proposal)
    return Amounts(bounds, convoys.points, convoys.points)


@clause("24.1")
def lot_violation(game: Position, points: int) -> Violation | None:
    """Why so many convoy points cannot lie together."""
    return None


def _convoys_shape(game: Position, work: PowerSetUp, seat: str) -> Shape | Violation:
    return convoys_to_lay(game, layout_of(game).tasks[work.turn][0])


def _convoys_violation(game: Position, work: PowerSetUp, seat: str, noun: Noun) -> Violation | None:
    found = (lot_violation(game, points) for _, points in noun if points)
    return next((violation for violation in found if violation is not None), None)


def _set_up_convoys(game: Game, work: PowerSetUp, seat: str, noun: Noun) -> Control:
    power = power_at_work(game, work)
    pool = place_index(game, f"convoy pool of {layout_of(game).powers[power]}")
    for place, points in noun:
        if points:
            game.add(CONVOY_POINTS, power, pool, -points)
            game.add(CONVOY_POINTS, power, place, points)
            game.say(ConvoysSetUp(power=power, to=place, points=points))
    return None


SET_UP_CONVOYS = Verb("set-up-convoys", "24.1", _set_up_convoys, _convoys_shape, _convoys_violation, items=SeaArea)


@step("24.1", SET_UP_CONVOYS)
def place_convoys(game: Game, work: PowerSetUp) -> Control:
    """Convoy points start at sea."""
    layout = layout_of(game)
    convoys = layout.convoys[layout.tasks[work.turn][0]]
    if not convoys.points:
        return None
    return one(
        seat_at_work(game, work), SET_UP_CONVOYS, rule="24.1", prompt="set-up-convoys", points=Number(convoys.points)
    )


@step("24.1")
def power_is_set_up(game: Game, work: PowerSetUp) -> Control:
    power = power_at_work(game, work)
    hexes = game.state.get(HEXES)
    owner = game.state[POWER]
    country = game.state[COUNTRY]
    placed = sum(
        1 for thing, place in enumerate(game.state[PLACE]) if 0 <= place < hexes and owner[country[thing]] == power
    )
    game.say(SetUpDone(power=power, count=placed))
    return End(placed)


POWER_SET_UP = procedure(
    "a power’s set-up",
    "24.1",
    remove_old_units,
    next_zone,
    draw_units,
    take_what_was_drawn,
    place_land_units,
    place_aircraft,
    place_ships,
    zone_is_set_up,
    place_convoys,
    power_is_set_up,
    locals=PowerSetUp,
    book_step=True,
)


# ------------------------------------------------------------------------------------------------------- the whole set-up


@step("24.1")
def next_power(game: Game, progress: SetUp) -> Control:
    if progress.done == layout_of(game).set_up_at_start:
        return Goto("ready_to_play")
    return Call(POWER_SET_UP.name, PowerSetUp(progress.done))


@step("24.1")
def power_done(game: Game, progress: SetUp) -> Control:
    progress.done += 1
    return Goto("next_power")


@step("24.1")
def ready_to_play(game: Game, progress: SetUp) -> Control:
    """The first turn begins, unless only the set-up was wanted."""
    if read_setup(game.header.setup).length == "campaign":
        game.set(INITIATIVE_GIVEN, True)
        return Call(PLAY)
    campaign: Campaign = layout_of(game).campaign
    hexes = game.state.get(HEXES)
    on_map: dict[str, int] = dict.fromkeys((name for name, _ in layout_of(game).tasks), 0)
    powers = game.state.get(POWER_NAMES)
    for thing, place in enumerate(game.state[PLACE]):
        if 0 <= place < hexes:
            power = powers[game.state[POWER][game.state[COUNTRY][thing]]]
            on_map[power] = on_map.get(power, 0) + 1
    return End({"set_up": campaign.id, "turn": campaign.first_turn.value, "on_map": on_map})


SET_UP = procedure("set-up", "24.1", next_power, power_done, ready_to_play, locals=SetUp, book_step=True)


def is_being_set_up(game: Position) -> bool:
    """From the bidding to the first turn."""
    return game.on_stack(SET_UP.name) and not game.on_stack(PLAY)


MODULE = Module(procedures=(SET_UP, POWER_SET_UP), seams=(BEGINNING,))

"""8 Weather: the roll of each pair of impulses, the weather of a hex or sea-box section, and what it freezes.

What weather does to supply, movement, missions and combat stands in their own sections (8.2.3); they ask `weather_at`.
"""

from __future__ import annotations

from worldfire.board.model import Board
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.seams import AnyOf
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.kinds import ZoneWeather
from worldfire.forces.pools import circle_space
from worldfire.forces.situation import TURN, WEATHER_DIE, WEATHER_MODIFIER
from worldfire.forces.things import HEXES, PLACE, board_of, move, place_index, place_name, things_at
from worldfire.forces.turn import WEATHER, WEATHER_ADVANCE, WEATHER_OF_ZONE, active_side, seats_of_side
from worldfire.tables.campaign import MONTHS
from worldfire.tables.chart import Chart

FINE, RAIN, STORM, SNOW, BLIZZARD = "fine", "rain", "storm", "snow", "blizzard"
FREEZING = frozenset({SNOW, BLIZZARD})
#: columns of the weather chart that are no zone
ASTERISKS, ADVANCE = "asterisks", "advance"
#: 8.2.1: what a desert suffers instead
_IN_DESERT = {BLIZZARD: SNOW, STORM: RAIN, RAIN: FINE, SNOW: FINE, FINE: FINE}
_DESERTS = frozenset({"desert", "desert mountain"})
TURNS_FROM_A_THAWED_LAKE = Figure("turns until units from a thawed lake arrive", "8.2.1")

#: option 8: flying boats, which a lake carries unfrozen. (game, unit) → true
AT_HOME_ON_A_LAKE = AnyOf[[int]]("8.2.1 at home on a lake")


class WeatherRolled(Event, frozen=True):
    """The modified roll, and the weather of each zone until the next one."""

    roll: int
    weather: ZoneWeather


class LakeThawed(Event, frozen=True):
    """Units stood on a lake that is no longer frozen."""

    place: PlaceId
    units: tuple[ThingId, ...]


# ------------------------------------------------------------------------------------------------------- 8 the weather roll


def weather_chart(game: Position) -> Chart:
    """The chart of this turn's months."""
    months = MONTHS[game.state.get(TURN) % len(MONTHS)].lower().replace("/", "_")
    chart: Chart = game.ruleset.tables.source.chart(f"weather_{months}")
    return chart


@step("8")
def roll_for_weather(game: Game, nothing: None) -> Control:
    """Whoever has the first impulse of the pair rolls; a campaign may give the die of its first impulse."""
    if game.state.get(WEATHER_DIE):
        return Goto("die_of_the_campaign")
    return Roll("weather", seats_of_side(game, active_side(game))[0])


@step("8")
def read_the_weather(game: Game, nothing: None) -> Control:
    set_weather(game, game.total)
    return Goto("lakes_thaw")


@step("8")
def die_of_the_campaign(game: Game, nothing: None) -> Control:
    die = game.state.get(WEATHER_DIE)
    game.set(WEATHER_DIE, 0)
    set_weather(game, die)
    return None


@rule("8", "8.2.2")
def set_weather(game: Game, die: int) -> None:
    """The asterisks of the last result are added to the die; this result's will be added to the next."""
    roll = die + game.state.get(WEATHER_MODIFIER)
    chart = weather_chart(game)
    zones = tuple(label for label in chart.columns.labels if label not in (ASTERISKS, ADVANCE))
    game.set(WEATHER, tuple((zone, chart.at(roll, zone)) for zone in zones))
    game.set(WEATHER_MODIFIER, int(chart.at(roll, ASTERISKS)))
    game.set(WEATHER_ADVANCE, int(chart.at(roll, ADVANCE)))
    game.say(WeatherRolled(roll=roll, weather=game.state.get(WEATHER)))


@step("8.2.1/lakes")
def lakes_thaw(game: Game, nothing: None) -> Control:
    """Units on a lake hex when it unfreezes arrive again as reinforcements in 2 turns."""
    board = board_of(game)
    later = place_index(game, circle_space(game.state.get(TURN) + TURNS_FROM_A_THAWED_LAKE(game)))
    for place in sorted({place for place in game.state[PLACE] if 0 <= place < game.state.get(HEXES)}):
        if board.tables.kind[place] == "lake" and not lakes_frozen(game, place):
            units = tuple(unit for unit in things_at(game, place) if not AT_HOME_ON_A_LAKE(game, unit))
            if units:
                game.say(LakeThawed(place=place, units=units))
            for unit in units:
                move(game, unit, later)
    return None


WEATHER_STEP = procedure("weather", "8", roll_for_weather, read_the_weather, die_of_the_campaign, lakes_thaw)

# ------------------------------------------------------------------------------------------------------- 8.1 weather zones


@rule("8.1")
def zone_of(game: Position, place: int) -> str:
    """The weather zone of a hex or of a sea-box section."""
    board: Board = board_of(game)
    if is_hex(game, place):
        return board.tables.zone[place]
    return board.sea_areas[place_name(game, place).rpartition(" ")[0]].zone


@rule("8.2", "8.2.1", "8.2.1/deserts and desert mountains", "8.2.3")
def weather_at(game: Position, place: int) -> str:
    """fine, rain, storm, snow or blizzard; fine before the first roll, and in exercises, which have no map."""
    zones = game.look_up(WEATHER_OF_ZONE)
    if not zones:
        return FINE
    if not is_hex(game, place):
        return zones[zone_of(game, place)]
    tables = game.ruleset.tables.board.tables  # asked for every hex of every way: worth the shorter way
    weather: str = zones[tables.zone[place]]
    return _IN_DESERT[weather] if tables.terrain[place] in _DESERTS else weather


# -------------------------------------------------------------------------------------------- 8.2.1 terrain modifications


def _freezes(game: Position, place: int) -> bool:
    return weather_at(game, place) in FREEZING


@clause("8.2.1/swamps")
def swamps_frozen(game: Position, place: int) -> bool:
    """A swamp hex is treated as forest in snow or blizzard."""
    return _freezes(game, place)


@clause("8.2.1/lakes")
def lakes_frozen(game: Position, place: int) -> bool:
    """A lake hex is frozen, and then clear, in snow or blizzard."""
    return _freezes(game, place)


@rule("8.2.1/lakes")
def lake_hexside_frozen(game: Position, one_side: int, other: int) -> bool:
    """A lake hexside is frozen, and then a river, if the hexes on both sides are in snow or blizzard."""
    return _freezes(game, one_side) and _freezes(game, other)


@rule("8.2.1")
def terrain_at(game: Position, place: int) -> str:
    """The terrain of a hex as the weather leaves it: frozen swamps are forest, frozen lakes clear."""
    tables = board_of(game).tables
    if tables.kind[place] == "lake":
        return "clear" if lakes_frozen(game, place) else "lake"
    if tables.terrain[place] == "swamp" and swamps_frozen(game, place):
        return "forest"
    return tables.terrain[place]


@clause("8.2.1/iced-in ports")
def port_iced_in(game: Position, place: int) -> bool:
    """An iced-in port is closed in snow or blizzard; in the end of turn the last impulse's weather counts."""
    return place in game.ruleset.once(_ports_that_freeze) and is_hex(game, place) and _freezes(game, place)


def _ports_that_freeze(ruleset: Ruleset) -> frozenset[int]:
    places = ground_of(ruleset).places.items()
    return frozenset(here for here, found in places if any(place.port and place.iced for place in found))


MODULE = Module(
    procedures=(WEATHER_STEP,),
    seams=(AT_HOME_ON_A_LAKE,),
)

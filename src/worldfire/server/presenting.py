"""A view as the page shows it: the Table, and what of it has changed. Only a view comes in here, never the game itself."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NotRequired, TypedDict

import msgspec

from worldfire.engine.ruleset import Ruleset
from worldfire.engine.views import View
from worldfire.forces.flights import AIR_SHARE, FLIGHT, ORIGIN, TARGET, Flight
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import AT_WAR, CAMPAIGN, CONVOY_POINTS, INITIATIVE, TURN
from worldfire.forces.things import COUNTER, FACE_DOWN, HEXES, IN_FLIGHT, NO_PLANES, PLACE, board_of
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE, INITIATIVE_SIDE, WEATHER
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    NOBODY,
    POWER,
    POWER_NAMES,
    SEAT,
    SIDE,
    SIDE_NAMES,
)
from worldfire.forces.zones import playing_hexes
from worldfire.rules.s02_1_sea_areas import search_numbers, seas_of_campaign
from worldfire.rules.s03_sequence import ACTION_STAGE, TURN_OF_PLAY
from worldfire.rules.s11_04_naval_units import DAMAGED_CONVOY_POINTS, USED_CONVOY_POINTS
from worldfire.rules.s11_04_under_way import NAVAL_MOVE
from worldfire.rules.s11_05_8_damage import DAMAGED
from worldfire.server.allying import AllyNow, present_allies
from worldfire.server.chronicle import Chronicle, Told
from worldfire.server.combats import present_attacks, present_combat
from worldfire.server.fights import Combat, Declared
from worldfire.server.offering import (
    Decision,
    Offer,
    board_of_reader,
    hex_of,
    named_place,
    present_announcements,
    present_decision,
    section_of,
)
from worldfire.server.optional import OptionInUse, options_in_use
from worldfire.server.reading import Reader
from worldfire.tables.campaign import find_campaign, turn_name
from worldfire.titles import title_named
from worldfire.titles.looks import NO_MARKS, Marks

#: entries of the log that a table carries
LOG_SHOWN = 40


class TurnNow(msgspec.Struct):
    number: int
    name: str
    #: 0 outside the action stage
    impulse: int
    side_to_move: str | None
    initiative: str
    initiative_side: str | None
    weather: dict[str, str]


class SequenceStep(msgspec.Struct):
    id: str
    rule: str
    title: str
    depth: int
    here: bool


class PowerNow(msgspec.Struct):
    id: str
    name: str
    side: str | None
    seat: str | None
    country: str
    #: the power that it fights for: itself, or whose colony or ally it is
    of: str


class DiceNow(msgspec.Struct):
    """The commitment of the dice in force, that of those that lie ready (none: these dice are for good), and which seats
    have added to those."""

    now: str
    ready: str
    added: tuple[str, ...]


class Sheets(msgspec.Struct):
    """What part of the board the campaign is played on; `hexes` None: all of it. Without a war at sea there are no `seas`."""

    sheets: tuple[str, ...]
    hexes: tuple[str, ...] | None
    seas: tuple[str, ...] = ()
    #: of the sections of every sea-box
    search_numbers: tuple[int, ...] = ()


class Whereabouts(TypedDict):
    """One of these: a hex, a section of a sea-box, a pool or another named place, or aboard another unit."""

    hex: NotRequired[str | None]
    sea: NotRequired[str]
    section: NotRequired[int]
    pool: NotRequired[str | None]
    aboard: NotRequired[int]


_Origin = TypedDict("_Origin", {"from": NotRequired[str | None]})


class Unit(_Origin):
    counter: str
    power: str
    country: str
    side: str | None
    place: Whereabouts
    face_down: bool
    #: a carrier that has lost its planes
    no_planes: NotRequired[bool]
    #: a ship that a naval combat has damaged
    damaged: NotRequired[bool]
    #: of an aircraft on a mission: as what it flies, where to, where from, and what it allots to air-to-air combat
    flight: NotRequired[str]
    target: NotRequired[str | None]
    air_share: NotRequired[int]


class Convoys(msgspec.Struct, omit_defaults=True):
    """Convoy points of a power in a port or a section of a sea-box; used ones sail no more this turn."""

    power: str
    side: str | None
    place: Whereabouts
    points: int
    used: int = 0
    damaged: int = 0


class Table(msgspec.Struct):
    """Everything that a page shows of a game, as one seat may know it."""

    game: str
    #: which game of the family it is
    title: str
    seat: str | None
    entries: int
    over: bool
    result: Any
    turn: TurnNow
    sequence: tuple[SequenceStep, ...]
    powers: tuple[PowerNow, ...]
    #: who is at war with whom, by their own names
    wars: tuple[tuple[str, str], ...]
    units: dict[str, Unit]
    control: dict[str, str]
    in_play: Sheets
    options: tuple[OptionInUse, ...]
    decision: Decision | None
    #: what the seat may say though nobody asks
    announcements: dict[str, Offer]
    undo: bool
    waiting: tuple[str, ...]
    combat: Combat | None
    #: those of the land combat step that is going on
    attacks: list[Declared]
    convoys: list[Convoys]
    #: what lies on the map beside counters, in the title's own kinds
    marks: Marks
    dice: DiceNow
    #: of the seat: what each lets the other do
    allies: tuple[AllyNow, ...]
    log: tuple[Told, ...]


#: parts of a table that a delta names as a whole when they differ
_WHOLE = (
    "over",
    "result",
    "turn",
    "sequence",
    "powers",
    "wars",
    "decision",
    "announcements",
    "undo",
    "waiting",
    "combat",
    "attacks",
    "convoys",
    "marks",
    "dice",
    "allies",
)

_UNIT_COLUMNS = (COUNTER, PLACE, FACE_DOWN, NO_PLANES, COUNTRY, TARGET, FLIGHT, ORIGIN, AIR_SHARE)
#: of titles with a war at sea
_NAVAL_COLUMNS = (DAMAGED,)
#: whose unit it is follows from its country
_OWNER_COLUMNS = (POWER, SIDE)


class Scene:
    """A view half-way to a table: columns are quickly compared, and what has not changed is not told again."""

    def __init__(self, view: View, ruleset: Ruleset, *, undo: bool, chronicle: Chronicle | None = None) -> None:
        self.reader = Reader(view, ruleset)
        self.view = view
        self.undo = undo
        self._chronicle = chronicle or Chronicle()
        self._parts: dict[str, Any] = {}

    def _owners(self) -> list[tuple[int, int]]:
        """Of each unit the power and the side: they follow from its country."""
        power, side = self.reader.column(POWER), self.reader.column(SIDE)
        return [(power[country], side[power[country]]) for country in self.reader.column(COUNTRY)]

    def _changed_units(self, old: Scene) -> dict[str, Unit]:
        read, before = self.reader.column, old.reader.column
        changed: set[int] = set()
        for column in (*_UNIT_COLUMNS, *(column for column in _NAVAL_COLUMNS if column.key in self.view.columns)):
            changed.update(_differences(read(column), before(column)))
        if any(read(column) != before(column) for column in _OWNER_COLUMNS):
            changed.update(_differences(self._owners(), old._owners()))
        return {str(thing): self.unit(thing) for thing in sorted(changed)}

    def part(self, name: str) -> Any:
        """A part of the table that is told as a whole; made once."""
        if name not in self._parts:
            self._parts[name] = getattr(self, f"_{name}")()
        return self._parts[name]

    # ------------------------------------------------------------------------------------------------ parts of a table

    def _over(self) -> bool:
        return not self.view.stack

    def _result(self) -> Any:
        return self.view.result

    def _undo(self) -> bool:
        return self.undo

    def _waiting(self) -> tuple[str, ...]:
        return self.view.waiting

    def _decision(self) -> Decision | None:
        return None if self.view.decision is None else present_decision(self.reader, self.view.decision)

    def _announcements(self) -> dict[str, Offer]:
        return present_announcements(self.reader, self.view.announcements)

    def _combat(self) -> Combat | None:
        return present_combat(self.reader)

    def _attacks(self) -> list[Declared]:
        return present_attacks(self.reader)

    def _convoys(self) -> list[Convoys]:
        if not is_fought_at_sea(self.reader.ruleset):
            return []
        side, get, state = self.reader.column(SIDE), self.reader.state.get, self.reader.state
        return [
            Convoys(
                get(POWER_NAMES)[power],
                self._side_name(side[power]),
                self._place(place, NOBODY),
                points,
                state.amount(USED_CONVOY_POINTS, power, place),
                state.amount(DAMAGED_CONVOY_POINTS, power, place),
            )
            for power, place, points in sorted(state.amounts(CONVOY_POINTS))
            if hex_of(self.reader, place) is not None or section_of(self.reader, place) is not None
        ]

    def _marks(self) -> Marks:
        if not self.reader.state.get(CAMPAIGN):
            return NO_MARKS
        return title_named(self.view.header.title).look.marks_on(self.reader)

    def _allies(self) -> tuple[AllyNow, ...]:
        return present_allies(self.reader, self.view.seat)

    def _dice(self) -> DiceNow:
        cup = self.view.cup
        return DiceNow(cup.now, cup.spare, tuple(seat for seat, _ in cup.to_spare))

    def _turn(self) -> TurnNow:
        get = self.reader.state.get
        number = get(TURN)
        weather: tuple[tuple[str, str], ...] = get(WEATHER)
        return TurnNow(
            number,
            turn_name(number) if number else "",
            0 if self._between_action_stages() else get(IMPULSE),
            self._side_name(get(ACTIVE_SIDE)),
            get(INITIATIVE),
            self._side_name(get(INITIATIVE_SIDE)),
            dict(weather),
        )

    def _between_action_stages(self) -> bool:
        running = {frame.procedure for frame in self.view.stack}
        return TURN_OF_PLAY in running and ACTION_STAGE not in running

    def _side_name(self, side: int) -> str | None:
        return None if side == NOBODY else self.reader.state.get(SIDE_NAMES)[side]

    def _sequence(self) -> tuple[SequenceStep, ...]:
        if not self.reader.state.get(CAMPAIGN):
            return ()
        return _sequence_with(self.view.header.title, frozenset(frame.procedure for frame in self.view.stack))

    def _powers(self) -> tuple[PowerNow, ...]:
        read, get = self.reader.column, self.reader.state.get
        names = get(POWER_NAMES), get(COUNTRY_NAMES), get(SIDE_NAMES)
        return _powers_of(*names, self.reader.seats, *(tuple(read(column)) for column in (POWER, SIDE, SEAT)))

    def _wars(self) -> tuple[tuple[str, str], ...]:
        names = self.reader.state.get(POWER_NAMES)
        return tuple(sorted((names[one], names[other]) for one, other in self.reader.state.get(AT_WAR)))

    # ------------------------------------------------------------------------------------------------------ the table

    def unit(self, thing: int) -> Unit:
        read, get = self.reader.column, self.reader.state.get
        country, target = read(COUNTRY)[thing], read(TARGET)[thing]
        power = read(POWER)[country]
        told: Unit = {
            "counter": self.reader.ruleset.tables.counters[read(COUNTER)[thing]].id,
            "power": get(POWER_NAMES)[power],
            "country": get(COUNTRY_NAMES)[country],
            "side": self._side_name(read(SIDE)[power]),
            "place": self._place(read(PLACE)[thing], target),
            "face_down": bool(read(FACE_DOWN)[thing]),
        }
        if read(NO_PLANES)[thing]:
            told["no_planes"] = True
        if DAMAGED.key in self.view.columns and read(DAMAGED)[thing]:
            told["damaged"] = True
        if target != NOBODY:
            told["flight"] = Flight(read(FLIGHT)[thing]).name.lower().replace("_", "-")
            told["target"] = hex_of(self.reader, target)
            told["from"] = hex_of(self.reader, read(ORIGIN)[thing])
            if share := read(AIR_SHARE)[thing]:
                told["air_share"] = share
        return told

    def _place(self, place: int, target: int) -> Whereabouts:
        """Where it is: in a hex, at sea, in a pool or another named place, or aboard another unit."""
        if place == IN_FLIGHT:
            return {"hex": hex_of(self.reader, target)}
        if place < 0:
            return {"aboard": -1 - place}
        here = hex_of(self.reader, place)
        if here is not None:
            return {"hex": here}
        at_sea = section_of(self.reader, place)
        return {"pool": named_place(self.reader, place)} if at_sea is None else {"sea": at_sea[0], "section": at_sea[1]}

    def controller(self, power: int) -> str:
        return "" if power == NOBODY else self.reader.state.get(POWER_NAMES)[power]

    def _in_play(self) -> Sheets:
        campaign = self.reader.state.get(CAMPAIGN)
        return sheets_in_play(self.reader.ruleset, campaign) if campaign else Sheets((), None)

    def log(self, since: int) -> tuple[Told, ...]:
        return tuple(self._chronicle.tell(self.reader, entry) for entry in self.view.log if entry.seq >= since)

    def table(self) -> Table:
        view = self.view
        return Table(
            game=view.header.game_id,
            title=view.header.title,
            seat=view.seat,
            entries=view.entries,
            units={str(thing): self.unit(thing) for thing in range(len(self.reader.column(COUNTER)))},
            control=self._control(),
            in_play=self._in_play(),
            options=options_in_use(self.reader.ruleset),
            log=self.log(view.entries - LOG_SHOWN),
            **{name: self.part(name) for name in _WHOLE},
        )

    def _control(self) -> dict[str, str]:
        return {
            number: self.controller(power)
            for number, power in zip(self._numbers(), self.reader.column(CONTROLLER), strict=False)
            if power != NOBODY
        }

    def _changed_control(self, old: Scene) -> dict[str, str]:
        now, numbers = self.reader.column(CONTROLLER), self._numbers()
        changed = _differences(now, old.reader.column(CONTROLLER))
        return {numbers[place]: self.controller(now[place]) for place in changed if place < len(numbers)}

    def _numbers(self) -> Sequence[str]:
        """The hexes of the board: the first of all places."""
        return board_of_reader(self.reader).tables.numbers if self.reader.state.get(HEXES) else ()

    def delta(self, old: Scene) -> dict[str, Any]:
        """What a page that shows the old scene must change, for a `Delta`."""
        changed: dict[str, Any] = {"entries": self.view.entries}
        for name in _WHOLE:
            part = self.part(name)
            if part != old.part(name):
                changed[name] = part
        units = self._changed_units(old)
        if units:
            changed["units"] = units
        control = self._changed_control(old)
        if control:
            changed["control"] = control
        log = self.log(old.view.entries)
        if log:
            changed["log"] = log
        return changed


def _differences(now: Sequence[Any], before: Sequence[Any]) -> Iterable[int]:
    """Where two columns differ; most are equal, which is seen at once."""
    if now == before:
        return ()
    return [at for at, (value, known) in enumerate(zip(now, before, strict=True)) if value != known]


def sheets_in_play(ruleset: Ruleset, campaign: str) -> Sheets:
    return ruleset.once(_sheets_of_campaign, campaign)


def _sheets_of_campaign(ruleset: Ruleset, campaign: str) -> Sheets:
    board = board_of(ruleset)
    playing = playing_hexes(ground_of(ruleset), find_campaign(campaign, ruleset.tables.source))
    numbers = tuple(board.number(place) for place in sorted(playing))
    sheets = tuple(sorted({number[0] for number in numbers}))
    hexes = None if len(numbers) == len(board) else numbers
    if not is_fought_at_sea(ruleset):
        return Sheets(sheets, hexes)
    return Sheets(sheets, hexes, tuple(sorted(seas_of_campaign(ruleset, campaign))), search_numbers(ruleset))


def is_fought_at_sea(ruleset: Ruleset) -> bool:
    """Has the title the war at sea?"""
    return NAVAL_MOVE in ruleset.procedures


@lru_cache(maxsize=1024)
def _sequence_with(title: str, running: frozenset[str]) -> tuple[SequenceStep, ...]:
    """The sequence of play with a mark at each step that is going on: games are at the same few places again and again."""
    return tuple(
        SequenceStep(place.letter, place.section, place.title, place.depth, place.procedure in running)
        for place in title_named(title).places
    )


@lru_cache(maxsize=256)
def _powers_of(
    names: tuple[str, ...],
    countries: tuple[str, ...],
    side_names: tuple[str, ...],
    seats: tuple[str, ...],
    masters: tuple[int, ...],
    sides: tuple[int, ...],
    seat_of: tuple[int, ...],
) -> tuple[PowerNow, ...]:
    """Who plays which power on which side: hardly ever changed, and the same for everybody who looks."""
    master = dict(zip(countries, masters, strict=True))
    found = []
    for power, name in enumerate(names):
        owner = master.get(name, power)
        side = None if sides[owner] == NOBODY else side_names[sides[owner]]
        seat = None if side is None else seats[seat_of[owner]]
        found.append(PowerNow(name, name, side, seat, name if name in countries else "", names[owner]))
    return tuple(found)

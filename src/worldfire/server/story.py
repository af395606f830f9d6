"""The log as a story: headings for turn, impulse and step, one line for each deed with its place, bookkeeping folded away."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import Any

import msgspec

from worldfire.engine.events import kinds_of_event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, Thing
from worldfire.engine.log import BEGIN, UNDO
from worldfire.engine.views import SeenEntry, view
from worldfire.forces.who import NOBODY, SIDE_NAMES
from worldfire.rules.s11_15_land_roll import land_column
from worldfire.rules.s11_15_odds import Fate, Table, read_result
from worldfire.server.chronicle import Dice, tell_entry
from worldfire.server.land_words import tell_land_result
from worldfire.server.naming import full_name, place_words, several, short_name
from worldfire.server.offering import hex_of
from worldfire.server.political_story import FOLDED_POLITICS, POLITICAL, seat_of_politics
from worldfire.server.reading import Reader
from worldfire.server.records import may_look
from worldfire.server.sea_story import FOLDED_AT_SEA, SeaStory
from worldfire.server.wire import Ask, Body, Endpoint
from worldfire.server.workbench import Bench, Position
from worldfire.tables.campaign import turn_name
from worldfire.titles import title_named
from worldfire.titles.telling import named_fields, tell_event, tell_rule, tell_text
from worldfire.words import knows, proper, say

#: lines that one answer holds at most
MOST_LINES = 600
#: entries that are told at once; a longer story is worked out elsewhere
QUICKLY = 400
#: entries before the first one wanted that are read for the heading and the battle they belong to
BEFORE = 60
#: what is only bookkeeping, or is told by something else that happened at the same time
FOLDED = frozenset(
    [
        "ActivityCounted",
        "ConsentGiven",
        "Moved",
        "Flipped",
        "Rolled",
        "Drawn",
        "ReturnedToBase",
        "TookOff",
        "Arranged",
        "RolesRevealed",
        "RoundBegan",
        "InitiativeRolled",
        "SeatLent",
        "SetUpDone",
        "ZoneSetUp",
        "CountryOfUnitChanged",
        "AttackDeclared",
        "Supported",
        "ReturnedToPool",
        "ActionChosen",
        "LastImpulseTested",
    ]
)
#: kinds of line that a reader can ask for alone
KINDS = {
    "Marched": "march",
    "Overrun": "battle",
    "Railed": "rail",
    "FactoryRailed": "rail",
    "FactoryShipped": "rail",
    "TookOff": "air",
    "GroundStrike": "air",
    "Bombed": "air",
    "AirResult": "air",
    "Aborted": "air",
    "ClearedThrough": "air",
    "SideAborted": "air",
    "Bounced": "air",
    "Rebased": "air",
    "Paradropped": "air",
    "Destroyed": "loss",
    "UnitBuilt": "production",
    "ResourcesSent": "production",
    "BuildPointsMade": "production",
    "Arrived": "arrival",
    "ControlChanged": "ground",
    **dict.fromkeys(POLITICAL, "politics"),
}
#: what follows the roll of a land combat and belongs to its line
AFTERMATH = frozenset({"Destroyed", "Retreated", "Shattered", "Advanced", "NotionalDestroyed"})
#: aircraft fly by a section of their own; what they do tells the step, here by its section of the common book
_MISSIONS = {
    "GroundStrike": "11.8",
    "Bombed": "11.7",
    "Paradropped": "11.14",
    "PortAttacked": "11.2",
    "Supported": "11.15",
    "AttackDeclared": "11.15",
}
TURN, IMPULSE, STEP = "turn", "impulse", "step"
#: sections of the common book whose stages are not part of an impulse
_BETWEEN_IMPULSES = frozenset({"4", "5", "6"})


class Fight(msgspec.Struct, omit_defaults=True):
    """A land battle as its card shows it."""

    hex: str
    odds: str
    table: str
    attackers: tuple[int, ...]
    defenders: tuple[int, ...] = ()
    roll: int | None = None
    #: what drives the defenders off
    needed: str = ""
    result: str = ""
    meaning: str = ""
    lost: tuple[int, ...] = ()
    retreats: tuple[str, ...] = ()
    advanced: tuple[int, ...] = ()
    over: bool = False


class Line(msgspec.Struct, omit_defaults=True):
    """A line of the story; `kind` is a heading's level, what was done, or "minor" for bookkeeping."""

    seq: int
    kind: str
    text: str
    seat: str = ""
    hex: str | None = None
    #: the sea area that it is about
    sea: str | None = None
    #: hexes that somebody went along, or flew from and to
    path: tuple[str, ...] = ()
    units: tuple[int, ...] = ()
    dice: tuple[Dice, ...] = ()
    rule: str = ""
    fight: Fight | None = None


class StoryQuery(Body):
    since: int = 0
    #: entries up to this one; none: to the end
    until: int | None = None
    #: only lines that speak of this
    q: str = ""
    seat: str | None = None


class Story(msgspec.Struct):
    lines: list[Line]
    #: the first entry that was told; before it there is more if it is not 0
    since: int


class Teller:
    """Reads entries in order and keeps what a later line needs: the step, who attacks what, the battle being fought."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.lines: list[Line] = []
        title = title_named(reader.view.header.title)
        self._steps = {place.section: place.title for place in title.places}
        self._missions = {event: title.number(section) for event, section in _MISSIONS.items()}
        self._between_impulses = {title.number(section) for section in _BETWEEN_IMPULSES}
        self._step = ""
        self._declared: dict[int, tuple[int, ...]] = {}
        self._battle: Line | None = None
        self._field = NOBODY
        #: aircraft → where it flew to
        self._flown: dict[int, str] = {}
        self._in_impulse = False
        self._sea = SeaStory(reader)

    def tell(self, entries: Iterable[SeenEntry]) -> list[Line]:
        """Everything that stands; what was taken back is not told."""
        known = list(entries)
        undone = {seq for entry in known if entry.verb == UNDO and entry.noun for seq in entry.noun}
        for entry in known:
            if entry.seq not in undone and entry.verb != UNDO:
                self._entry(entry)
        return self.lines

    # ---------------------------------------------------------------------------------------------------------- an entry

    def _entry(self, entry: SeenEntry) -> None:
        told = tell_entry(self.reader, entry)
        flown = (self._missions[event["event"]] for event in entry.events if event["event"] in self._missions)
        self._heading(entry, next(flown, told.rule))
        first = len(self.lines)
        dice = list(told.rolls)
        changed: list[dict[str, Any]] = []
        for event in entry.events:
            kind = event["event"]
            thrown = dice.pop(0) if kind in ("Rolled", "Drawn") and dice else None
            if kind == "ControlChanged":
                changed.append(event)
            else:
                self._event(entry, event, thrown)
        self._conquests(entry, changed)
        if not any(line.kind != "minor" for line in self.lines[first:]) and entry.verb != BEGIN:
            words = f"{proper(entry.seat)}: {told.text}" if entry.seat else told.text
            self.lines.insert(first, Line(entry.seq, "minor", words, entry.seat, rule=told.rule))

    def _heading(self, entry: SeenEntry, rule: str) -> None:
        section = next((part for part in _prefixes(rule) if part in self._steps), "")
        if self._in_impulse and section in self._between_impulses:
            return  # reserves arrive like reinforcements, in the middle of an impulse
        if section and self._steps[section] != self._step:
            self._step = self._steps[section]
            self._battle = None
            self.lines.append(Line(entry.seq, STEP, self._step[:1].upper() + self._step[1:], rule=section))

    def _event(self, entry: SeenEntry, event: dict[str, Any], thrown: Dice | None) -> None:
        kind = event["event"]
        self._sea.hear(event)
        if kind == "TurnBegan":
            self._step, self._battle, self._in_impulse = "", None, False
            self.lines.append(Line(entry.seq, TURN, turn_name(event["turn"])))
        elif kind == "ImpulseBegan":
            self._step, self._battle, self._in_impulse = "", None, True
            side = proper(self.reader.state.get(SIDE_NAMES)[event["side"]])
            self.lines.append(Line(entry.seq, IMPULSE, say("story-impulse", number=event["impulse"], side=side)))
        elif kind == "AttackDeclared":
            self._declared[event["place"]] = tuple(event["units"])
            self._plain(entry, event, "minor")
        elif kind == "OddsReckoned":
            self._begin_battle(entry, event)
        elif self._battle is not None and (kind in AFTERMATH or kind in ("Rolled", "LandCombatResult")):
            self._go_on(event, thrown)
        elif kind == "GroundStrike":
            self._strike(entry, event)
        elif (at_sea := self._sea.kind(event)) is not None:
            self._plain(entry, event, at_sea, thrown)
        elif kind in FOLDED or kind in FOLDED_AT_SEA or kind in FOLDED_POLITICS:
            if kind == "TookOff":
                self._flown[event["thing"]] = hex_of(self.reader, event["to"]) or ""
            self._plain(entry, event, "minor", thrown)
        else:
            self._plain(entry, event, KINDS.get(kind, "other"), thrown)

    def _plain(self, entry: SeenEntry, event: dict[str, Any], kind: str, thrown: Dice | None = None) -> None:
        key = f"story-{event['event']}"
        text = self._sea.words(event)
        if text is None:
            text = tell_text(self.reader, key, **self._args(event)) if knows(key) else tell_event(self.reader, event)
        dice = (thrown,) if thrown else ()
        hexes, units = self._hexes(event) or self._capital(event), _units(event)
        self.lines.append(
            Line(
                entry.seq,
                kind,
                text,
                entry.seat,
                hexes[-1] if hexes else None,
                self._sea.sea(event),
                hexes if len(hexes) > 1 else (),
                units,
                dice,
            )
        )

    def _args(self, event: dict[str, Any]) -> dict[str, Any]:
        """The arguments of an event with names that a story uses."""
        told = named_fields(self.reader, event)
        for name, kind in kinds_of_event(event["event"]).items():
            value = event.get(name)
            if value is None:
                continue
            if kind is Thing:
                things = (value,) if isinstance(value, int) else tuple(value)
                told[name] = several(self.reader, things)
                told[f"{name}_count"] = len(things)
            elif issubclass(kind, Place):
                last = value if isinstance(value, int) else value[-1] if value else -1
                told[name] = place_words(self.reader, last)
        return told

    def _hexes(self, event: dict[str, Any]) -> tuple[str, ...]:
        """Where it was, from the first hex to the last."""
        found: list[str] = []
        for name in ("origin", "path", "to", "base", "place"):
            value = event.get(name)
            places = (value,) if isinstance(value, int) else tuple(value or ())
            found += [number for number in (hex_of(self.reader, place) for place in places) if number is not None]
        return tuple(found)

    def _capital(self, event: dict[str, Any]) -> tuple[str, ...]:
        place = seat_of_politics(self.reader, event)
        number = None if place is None else hex_of(self.reader, place)
        return () if number is None else (number,)

    # ------------------------------------------------------------------------------------------------------------- battles

    def _begin_battle(self, entry: SeenEntry, event: dict[str, Any]) -> None:
        place = event["place"]
        number = hex_of(self.reader, place) or ""
        fight = Fight(number, event["odds"], event["table"], self._declared.get(place, ()))
        fight.needed = self._needed(event["odds"], event["table"])
        rule = tell_rule(self.reader, "11.15.5")
        self._battle = Line(entry.seq, "battle", "", entry.seat, number, None, (), fight.attackers, (), rule, fight)
        self.lines.append(self._battle)
        self._field = place
        self._battle.text = self._battle_words(self._battle)

    def _needed(self, odds: str, table: str) -> str:
        """The least roll, with its modifiers, that drives the defenders off."""
        attack, defence = (int(part) for part in odds.split(":"))
        name, column = land_column(self.reader, Table(table), Fraction(attack, defence))
        chart = self.reader.ruleset.tables.source.charts[name]
        for row in chart.rows.labels:
            if read_result(chart.at(row, column)).fate is not Fate.STAY:
                return say("story-needed", roll=row.split()[0])  # the last row is "… or more"
        return ""

    def _go_on(self, event: dict[str, Any], thrown: Dice | None) -> None:
        line, kind = self._battle, event["event"]
        assert line is not None
        assert line.fight is not None
        fight = line.fight
        if kind == "Rolled":
            line.dice = (*line.dice, thrown) if thrown else line.dice
        elif kind == "LandCombatResult":
            fight.roll, fight.result = event["roll"] or None, event["result"]
            fight.meaning = tell_land_result(event["result"])
        elif kind == "Destroyed":
            fight.lost = (*fight.lost, event["thing"])
        elif kind == "Retreated":
            words = place_words(self.reader, event["to"])
            fight.retreats = (
                *fight.retreats,
                say("story-retreats", unit=short_name(self.reader, event["unit"]), to=words),
            )
        elif kind == "Shattered":
            fight.retreats = (*fight.retreats, say("story-shattered", unit=short_name(self.reader, event["unit"])))
        elif kind == "Advanced":
            fight.advanced = (*fight.advanced, *event["units"])
            fight.over = True
        line.units = tuple(dict.fromkeys((*fight.attackers, *fight.lost)))
        line.text = self._battle_words(line)

    def _battle_words(self, line: Line) -> str:
        """Soviet 2nd Army (INF 5-4) attacks Jassy at 8:1, rolls 7: XXIV Panzer is lost."""
        fight = line.fight
        assert fight is not None
        count = len(fight.attackers)
        attack = say(
            "story-attack",
            units=several(self.reader, fight.attackers),
            count=count or 1,
            place=place_words(self.reader, self._field),
            odds=fight.odds,
        )
        if not fight.result:
            return f"{attack}."
        return f"{attack}{_rolled(line, fight)}: {'; '.join(self._outcome(fight))}."

    def _outcome(self, fight: Fight) -> Sequence[str]:
        found: list[str] = []
        if fight.lost:
            names = " and ".join(short_name(self.reader, unit) for unit in fight.lost)
            found.append(say("story-lost", units=names, count=len(fight.lost)))
        found += fight.retreats
        if fight.advanced:
            found.append(say("story-advance", units=several(self.reader, fight.advanced), count=len(fight.advanced)))
        return found or [fight.meaning or fight.result]

    def _strike(self, entry: SeenEntry, event: dict[str, Any]) -> None:
        """A ground strike: its dice, what was needed, what came of it."""
        dice = ", ".join(str(die) for die in event["dice"])
        text = say(
            "story-strike",
            aircraft=full_name(self.reader, event["aircraft"]),
            unit=full_name(self.reader, event["unit"]),
            dice=dice,
            factor=event["factor"],
            success=bool(event["success"]),
        )
        where = self._flown.get(event["aircraft"])
        self.lines.append(Line(entry.seq, "air", text, entry.seat, where, units=(event["aircraft"], event["unit"])))

    # ------------------------------------------------------------------------------------------------------------- ground

    def _conquests(self, entry: SeenEntry, events: list[dict[str, Any]]) -> None:
        """Cities by name; hexes without one are counted."""
        ground = self.reader.ruleset.tables.ground
        rest = []
        for event in events:
            if event["place"] in ground.places:
                self._plain(entry, event, "ground")
            else:
                rest.append(event)
        if len(rest) == 1:
            self._plain(entry, rest[0], "minor")
        elif rest:
            hexes = tuple(number for number in (hex_of(self.reader, event["place"]) for event in rest) if number)
            text = say("story-hexes", count=len(rest))
            self.lines.append(Line(entry.seq, "minor", text, entry.seat, hexes[0] if hexes else None))


def _rolled(line: Line, fight: Fight) -> str:
    """What the dice showed, and what that came to."""
    if fight.roll is None:
        return ""
    count = len(fight.attackers) or 1
    shown = next((sum(thrown.dice) for thrown in reversed(line.dice) if thrown.kind == "land combat"), fight.roll)
    if shown == fight.roll:
        return say("story-attack-rolled", roll=fight.roll, count=count)
    return say("story-attack-modified", dice=shown, roll=fight.roll, count=count)


def _prefixes(rule: str) -> Iterable[str]:
    """11.10.1, 11.10, 11: a section and those above it."""
    parts = rule.split("/", maxsplit=1)[0].split(".")
    return (".".join(parts[:length]) for length in range(len(parts), 0, -1))


def _units(event: dict[str, Any]) -> tuple[int, ...]:
    found: list[int] = []
    for name, kind in kinds_of_event(event["event"]).items():
        if kind is Thing and name in event:
            value = event[name]
            found += (value,) if isinstance(value, int) else value
    return tuple(dict.fromkeys(found))


async def tell_story(ask: Ask) -> Story:
    query: StoryQuery = ask.query
    table = await ask.house.table(ask.game)
    may_look(ask, table, query.seat)
    if query.q or len(table.still.entries) - query.since > QUICKLY:
        return await ask.house.labour(ask, tell_long, table.position(), query)
    return await ask.house.read(table, lambda sight: _told(sight.game, query))


def tell_long(bench: Bench, position: Position, query: StoryQuery) -> Story:
    """In a process of its own."""
    return _told(bench.game_with_log(position), query)


def _told(game: Game, query: StoryQuery) -> Story:
    since = max(0, query.since)
    seen = view(game, query.seat, max(0, since - BEFORE))
    last = seen.entries if query.until is None else query.until
    lines = Teller(Reader(seen, game.ruleset)).tell(entry for entry in seen.log if entry.seq <= last)
    wanted = query.q.casefold()
    found = [line for line in lines if line.seq >= since and wanted in line.text.casefold()]
    return Story(found[-MOST_LINES:], since)


ENDPOINTS = (Endpoint("GET", "/api/games/{game}/story", "The log as a story", tell_story, Story, query=StoryQuery),)

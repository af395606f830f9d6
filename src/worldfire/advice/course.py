"""The course of a war by turn: what happened, what was lost, made and shipped, and how things stood when each turn was over.

A chronicler stands beside a game that is played: it hears the events of each action, and when a turn has ended it reads the
position once. Nothing here knows a nation; what only one title tells (`Politics.headlines`, `Politics.entry`, `Annals`) it
adds. The whole position is read, so this is for games whose secrets nobody keeps: simulated ones.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import msgspec

from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.forces.capitals import capital_of
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import ON_THE_MAP, board_of, counter_of, seas_of_sections
from worldfire.forces.turn import (
    TurnBegan,
    armies_of_side,
    controls,
    is_active,
    power_name,
    seat_of_power,
    side_name,
)
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HOME_COUNTRY,
    NOBODY,
    POWER_NAMES,
    SIDE,
    SIDE_NAMES,
    country_named,
    power_named,
    power_of,
    side_of_power,
)
from worldfire.rules.s02_3_overstacking import ConvoysDestroyed
from worldfire.rules.s02_4_supply import supplied_at
from worldfire.rules.s04_reinforcements import UnitGivenUp
from worldfire.rules.s09_02_pacts import PactBroken, PactMade
from worldfire.rules.s09_06_aligning import MinorAbandoned, MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s11_05_8_damage import ConvoysSunk
from worldfire.rules.s12_end_of_action import ImpulseBegan
from worldfire.rules.s13_04_return_to_base import ConvoysLost
from worldfire.rules.s13_06_1_by_sea import GoodsRouted, GoodsSeized
from worldfire.rules.s13_06_1_network import SENT, on_the_way
from worldfire.rules.s13_06_1_routes import convoys_of, is_of_points, read_route
from worldfire.rules.s13_06_5_naval_production import ConvoysBuilt, ConvoysRepaired, ConvoysWithoutHome
from worldfire.rules.s13_06_production import BuildPointsMade, ResourcesSent, UnitBuilt, factory_hexes
from worldfire.rules.s13_07_1_the_fallen import PowerFallen, UnitsRemoved
from worldfire.rules.s13_07_2_support import MinorSupported
from worldfire.rules.s13_07_3_peace import CountryTransferred, MinorAtPeace, PeaceMade
from worldfire.rules.s13_07_5_liberation import CountryLiberated, PowerIsBack
from worldfire.rules.s13_07_5_reversion import CountryReverted
from worldfire.rules.s13_07_6_surrender import HomeSurrendered
from worldfire.rules.s13_07_conquest import CountryConquered, NewHomeChosen
from worldfire.rules.s13_09_victory import SCORE_SIDE, GameWon, objectives, scores
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.tables.campaign import turn_name
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.tables.counters import Counter as Printed
from worldfire.titles import title_of
from worldfire.titles.annals import Purchase
from worldfire.titles.campaigns import campaign_named
from worldfire.titles.telling import named_fields, tell_event, tell_reason
from worldfire.words import proper

#: what the common book makes headlines of, by their kind; a title adds its own
HEADLINES: Mapping[type[Event], str] = {
    WarDeclared: "war",
    PeaceMade: "peace",
    MinorAtPeace: "peace",
    CountryTransferred: "peace",
    CountryConquered: "conquest",
    PowerFallen: "conquest",
    HomeSurrendered: "conquest",
    NewHomeChosen: "conquest",
    MinorAligned: "alignment",
    MinorAbandoned: "alignment",
    MinorSupported: "alignment",
    CountryLiberated: "liberation",
    PowerIsBack: "liberation",
    CountryReverted: "liberation",
    PactMade: "pact",
    PactBroken: "pact",
}

LAND, AIR, NAVAL, CONVOYS = "land", "air", "naval", "convoys"


class Headline(msgspec.Struct, frozen=True):
    """Something that changed the war: its kind, the event, what it says field by field, and all of it in a sentence."""

    kind: str
    event: str
    facts: dict[str, Any]
    text: str


class Tally(msgspec.Struct):
    """Units by their arm, and the build points that they cost."""

    units: Counter[str] = msgspec.field(default_factory=Counter)
    points: Counter[str] = msgspec.field(default_factory=Counter)

    def add(self, arm: str, points: int, units: int = 1) -> None:
        self.units[arm] += units
        self.points[arm] += points


class PowerTurn(msgspec.Struct, kw_only=True):
    """A major power in one turn; what is counted in `losses` and `built` is by arm."""

    power: str
    side: str = ""
    #: active, neutral or fallen, when the turn was over
    standing: str = ""
    #: did it produce this turn?
    produced: bool = False
    #: build points that it had, and of those it spent
    available: int = 0
    spent: int = 0
    built: Tally = msgspec.field(default_factory=Tally)
    #: resources that reached a factory of its own, and own ones that went nowhere
    delivered: int = 0
    idle: int = 0
    #: goods that it sent over the sea, the convoy points that carried them, and goods of others that it seized
    by_sea: int = 0
    convoys_used: int = 0
    seized: int = 0
    #: when the turn was over
    convoys_at_sea: int = 0
    convoys_in_port: int = 0
    on_map: dict[str, int] = msgspec.field(default_factory=dict)
    objectives: float = 0
    losses: Tally = msgspec.field(default_factory=Tally)
    #: units that left the game with their country
    removed: int = 0


class CapitalTurn(msgspec.Struct, frozen=True):
    """A capital of a major power when the turn was over.

    It is in supply if its own side holds it and a unit of the country would be in supply there (2.4). Where the country has
    factories, `fed` of them had a resource this turn, so many of those over the sea.
    """

    city: str
    country: str
    power: str
    #: of the power's home countries the one that stands for it
    main: bool
    holder: str
    #: an enemy holds it
    lost: bool
    in_supply: bool
    factories: int
    fed: int
    by_sea: int


class Pool(msgspec.Struct, frozen=True):
    """Markers of a power that is drawn into the war: how many, and the level that they make."""

    power: str
    target: str
    kind: str
    count: int
    level: int | None


class CourseTurn(msgspec.Struct, kw_only=True):
    turn: int
    name: str
    headlines: list[Headline] = msgspec.field(default_factory=list)
    powers: dict[str, PowerTurn] = msgspec.field(default_factory=dict)
    capitals: list[CapitalTurn] = msgspec.field(default_factory=list)
    pools: list[Pool] = msgspec.field(default_factory=list)
    #: side → objectives that its powers hold, or points where the campaign has a score of its own
    sides: dict[str, float] = msgspec.field(default_factory=dict)
    #: major powers at war when the turn was over, the first side's first
    wars: list[tuple[str, str]] = msgspec.field(default_factory=list)
    #: what only this title tells (`GameTitle.annals`)
    own: dict[str, Any] = msgspec.field(default_factory=dict)
    #: has anybody had an impulse in it, and was it played to its end?
    begun: bool = False
    over: bool = False


class Ended(msgspec.Struct, frozen=True, kw_only=True):
    """How it ended: `why` is score, automatic, objectives, or stopped."""

    why: str
    winner: list[str]
    ranking: dict[str, int]
    totals: dict[str, str]
    #: where the campaign has a score of its own: the side that had to reach it
    wanted_by: str
    score: int | None
    needed: int | None
    last_turn: str
    turns: int


class Course(msgspec.Struct, kw_only=True):
    title: str
    campaign: str
    name: str
    #: side → its major powers
    sides: dict[str, list[str]]
    #: does the campaign count points of its own, rather than objectives?
    scored: bool
    turns: list[CourseTurn]
    ended: Ended


class Chronicler:
    """Call `look` after every action, and `course` at the end."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._read = 0
        self._turns: list[CourseTurn] = []
        self._producer = NOBODY
        self._won_early = False
        self._hears: dict[type[Event], Callable[[CourseTurn, Any], None]] = {
            Destroyed: self._lost,
            UnitGivenUp: self._lost,
            UnitsRemoved: self._removed,
            **dict.fromkeys((ConvoysSunk, ConvoysLost, ConvoysDestroyed, ConvoysWithoutHome), self._convoys_lost),
            BuildPointsMade: self._made,
            UnitBuilt: self._built,
            **dict.fromkeys((ConvoysBuilt, ConvoysRepaired), self._convoys_built),
            ResourcesSent: self._delivered,
            GoodsRouted: self._routed,
            GoodsSeized: self._seized,
            ImpulseBegan: self._impulse,
            GameWon: self._won,
        }
        self._purchases = title_of(game).annals.purchases
        if self._purchases is not None:
            self._hears[self._purchases[0]] = self._bought
        self._headlines = {**HEADLINES, **title_of(game).politics.headlines}

    @property
    def turns(self) -> Sequence[CourseTurn]:
        """Those that have begun so far."""
        return self._turns

    def look(self) -> None:
        """Hear what has happened since the last time."""
        for entry in self._game.entries.since(self._read):
            for event in entry.events:
                self._hear(event)
            self._read += 1

    def course(self) -> Course:
        """The whole of it; a turn that was not played to its end is read as it stands, one that has only begun left out."""
        self.look()
        game = self._game
        if self._turns and not self._turns[-1].begun:
            self._turns.pop()
        elif self._turns:
            self._read_position(self._turns[-1])
            self._turns[-1].over = game.over
        campaign, names = campaign_named(game.header.setup["campaign"], title_of(game).name), game.state.get(SIDE_NAMES)
        return Course(
            title=title_of(game).name,
            campaign=campaign.id,
            name=campaign.name,
            sides={
                side: [power_name(game, power) for power in armies_of_side(game, number)]
                for number, side in enumerate(names)
            },
            scored=bool(scores(game)),
            turns=self._turns,
            ended=_ended(game, self._won_early, [turn.name for turn in self._turns]),
        )

    # ------------------------------------------------------------------------------------------------------- what it hears

    def _hear(self, event: Event) -> None:
        if isinstance(event, TurnBegan):
            self._begin(event)
        if not self._turns:
            return  # nothing that is set up is news
        now = self._turns[-1]
        kind = self._headlines.get(type(event))
        if kind is not None:
            self._tell(now, kind, event)
        hear = self._hears.get(type(event))
        if hear is not None:
            hear(now, event)

    def _begin(self, event: TurnBegan) -> None:
        if self._turns:
            self._read_position(self._turns[-1])
            self._turns[-1].over = True
        self._turns.append(CourseTurn(turn=event.turn, name=turn_name(event.turn)))

    def _tell(self, now: CourseTurn, kind: str, event: Event) -> None:
        facts = named_fields(self._game, msgspec.to_builtins(event))
        now.headlines.append(Headline(kind, type(event).__name__, facts, tell_event(self._game, event)))

    def _power(self, now: CourseTurn, power: int) -> PowerTurn:
        name = power_name(self._game, power)
        return now.powers.setdefault(name, PowerTurn(power=name))

    def _lost(self, now: CourseTurn, event: Destroyed | UnitGivenUp) -> None:
        counter = counter_of(self._game, event.thing)
        self._power(now, power_of(self._game, event.thing)).losses.add(arm_of(counter), worth_of(counter))

    def _removed(self, now: CourseTurn, event: UnitsRemoved) -> None:
        for unit in event.units:
            self._power(now, power_of(self._game, unit)).removed += 1

    def _convoys_lost(self, now: CourseTurn, event: ConvoysSunk | ConvoysLost | ConvoysDestroyed) -> None:
        self._power(now, event.power).losses.add(CONVOYS, event.points, event.points)

    def _made(self, now: CourseTurn, event: BuildPointsMade) -> None:
        self._producer = event.power
        found = self._power(now, event.power)
        found.produced, found.available = True, max(event.points, 0)

    def _built(self, now: CourseTurn, event: UnitBuilt) -> None:
        found = self._power(now, self._producer)
        found.built.add(arm_of(counter_of(self._game, event.thing)), event.cost)
        found.spent += event.cost

    def _convoys_built(self, now: CourseTurn, event: ConvoysBuilt | ConvoysRepaired) -> None:
        found = self._power(now, event.power)
        found.built.add(CONVOYS, event.cost, event.points)
        found.spent += event.cost

    def _bought(self, now: CourseTurn, event: Purchase) -> None:
        assert self._purchases is not None
        found = self._power(now, event.power)
        found.built.add(self._purchases[1], event.cost, event.number)
        found.spent += event.cost

    def _delivered(self, now: CourseTurn, event: ResourcesSent) -> None:
        found = self._power(now, event.power)
        found.delivered, found.idle = event.points, event.unused

    def _routed(self, now: CourseTurn, event: GoodsRouted) -> None:
        found = self._power(now, event.power)
        found.by_sea, found.convoys_used = event.by_sea, event.convoys

    def _seized(self, now: CourseTurn, event: GoodsSeized) -> None:
        self._power(now, event.power).seized += event.goods

    def _impulse(self, now: CourseTurn, event: ImpulseBegan) -> None:
        now.begun = True

    def _won(self, now: CourseTurn, event: GameWon) -> None:
        self._won_early = True

    # -------------------------------------------------------------------------------------------------------- what it reads

    def _read_position(self, now: CourseTurn) -> None:
        game = self._game
        for side in range(len(game.state.get(SIDE_NAMES))):
            for power in armies_of_side(game, side):
                found = self._power(now, power)
                found.side, found.standing = side_name(game, side), _standing(game, power)
        self._read_convoys(now)
        self._read_units(now)
        self._read_objectives(now)
        now.wars = list(_wars(game))
        now.capitals = list(_capitals(game))
        now.pools = list(_pools(game))
        now.own = dict(title_of(game).annals.read(game))

    def _read_convoys(self, now: CourseTurn) -> None:
        seas = seas_of_sections(self._game)
        for owner, place, points in self._game.state.amounts(CONVOY_POINTS):
            if place in seas:
                self._power(now, owner).convoys_at_sea += points
            elif place < len(board_of(self._game)):
                self._power(now, owner).convoys_in_port += points

    def _read_units(self, now: CourseTurn) -> None:
        game = self._game
        counted = Counter((power_of(game, unit), arm_of(counter_of(game, unit))) for unit in game.look_up(ON_THE_MAP))
        for (power, arm), number in counted.items():
            if game.state[SIDE][power] != NOBODY:
                self._power(now, power).on_map[arm] = number

    def _read_objectives(self, now: CourseTurn) -> None:
        game = self._game
        points = scores(game)
        if points:
            now.sides = dict(points)
            return
        names = game.state.get(SIDE_NAMES)
        held = objectives(game, (*armies_of_side(game, 0), *armies_of_side(game, 1)))
        for power, number in held.items():
            self._power(now, power).objectives = float(number)
        now.sides = {
            name: float(sum((held[power] for power in held if game.state[SIDE][power] == side), Fraction(0)))
            for side, name in enumerate(names)
        }


def arm_of(counter: Printed) -> str:
    if isinstance(counter, LandCounter):
        return LAND
    return AIR if isinstance(counter, AirCounter) else NAVAL


def worth_of(counter: Printed) -> int:
    """The build points that it costs anew; a ship both of its cycles."""
    if isinstance(counter, NavalCounter):
        return counter.cost_first + (counter.cost_second or 0)
    return (counter.cost or 0) if isinstance(counter, LandCounter | AirCounter) else 0


def _standing(game: Game, power: int) -> str:
    if game.state[FALLEN_POWER][power]:
        return "fallen"
    return "active" if is_active(game, power) else "neutral"


def _wars(game: Game) -> Iterator[tuple[str, str]]:
    for one in armies_of_side(game, 0):
        for other in armies_of_side(game, 1):
            if at_war(game, one, other):
                yield power_name(game, one), power_name(game, other)


def _capitals(game: Game) -> Iterator[CapitalTurn]:
    """Of every major power in play, as far as they are on the map."""
    ground, arrivals = ground_of(game), _arrivals(game)
    for side in range(len(game.state.get(SIDE_NAMES))):
        for power in armies_of_side(game, side):
            name = power_name(game, power)
            homes = ground.homes_of_power.get(name, ())
            main = nations_of(game).main_homes.get(name, name)
            for home in homes:
                country = country_named(game, home)
                place = None if country == NOBODY else capital_of(game, country)
                if place is not None and game.state[CONTROLLER][place] != NOBODY:
                    yield _capital(game, power, country, place, arrivals, home == main or len(homes) == 1)


def _capital(game: Game, power: int, country: int, place: int, arrivals: list[Arrival], main: bool) -> CapitalTurn:
    holder, home = game.state[CONTROLLER][place], game.state[HOME_COUNTRY]
    held = controls(game, power, place) or side_of_power(game, holder) == game.state[SIDE][power]
    fed = [one.by_sea for one in arrivals if one.recipient == power and home[one.factory] == country]
    return CapitalTurn(
        city=_city(game, place),
        country=proper(game.state.get(COUNTRY_NAMES)[country]),
        power=power_name(game, power),
        main=main,
        holder=proper(game.state.get(POWER_NAMES)[holder]),
        lost=not held,
        in_supply=held and supplied_at(game, country, place),
        factories=sum(number for factory, number in factory_hexes(game, power).items() if home[factory] == country),
        fed=len(fed),
        by_sea=sum(fed),
    )


def _city(game: Game, place: int) -> str:
    """The capital by its own name, whatever other town is in the hex."""
    ground = ground_of(game)
    capitals = {country.capital for country in ground.board.countries.values()}
    capitals |= {offshoot.capital for offshoot in ground.offshoots}
    named = (town.name for town in ground.places.get(place, ()) if town.name in capitals)
    return next(named, board_of(game).number(place))


class Arrival(NamedTuple):
    """A resource that has reached a factory."""

    recipient: int
    factory: int
    by_sea: bool


def _arrivals(game: Game) -> list[Arrival]:
    """Of this turn; nothing where resources only go by rail, for there no rule remembers it."""
    if SENT.name not in game.state.fields:
        return []
    found = []
    for goods in on_the_way(game):
        route = None if goods.lost or is_of_points(goods.word) else read_route(game, goods.word)
        if route is not None:
            found.append(Arrival(goods.recipient, route.end, convoys_of(goods.word) > 0))
    return found


def _pools(game: Game) -> Iterator[Pool]:
    """As the power that draws the markers sees them."""
    entry = title_of(game).politics.entry
    for shown in entry(game, None, tell_reason):
        seen = entry(game, seat_of_power(game, power_named(game, shown.power)), tell_reason)
        for pool in (pool for of in seen if of.power == shown.power for pool in of.pools):
            yield Pool(shown.power, pool.target, pool.kind, pool.count, pool.level)


def _ended(game: Game, won_early: bool, turns: list[str]) -> Ended:
    result: Any = game.state.result
    told = result if isinstance(result, dict) and "winner" in result else {}
    winner = told.get("winner", ())
    scored = "score" in told
    return Ended(
        why="stopped" if not told else "score" if scored else "automatic" if won_early else "objectives",
        winner=[winner] if isinstance(winner, str) else list(winner),
        ranking=dict(told.get("ranking", {})),
        totals=dict(told.get("totals", {})),
        wanted_by=side_name(game, game.state.get(SCORE_SIDE)) if scored else "",
        score=told.get("score"),
        needed=told.get("needed"),
        last_turn=turns[-1] if turns else "",
        turns=len(turns),
    )

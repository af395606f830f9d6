"""How a side has conducted a campaign: what a staff college would mark down, counted while two players play it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from random import Random
from time import process_time

import msgspec

from worldfire.engine.game import Game
from worldfire.engine.log import Entry
from worldfire.forces.flights import TookOff
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.forces.who import NOBODY, side_of
from worldfire.players.cadet.picture import Picture, look
from worldfire.players.cadet.reach import Reaches
from worldfire.players.table import MOST_CAMPAIGN_PICKS, Pick
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_15_resolution import OddsReckoned
from worldfire.rules.s13_06_production import UnitBuilt
from worldfire.rules.s13_09_victory import score
from worldfire.rules.s14_air_missions import Destroyed


class Conduct(msgspec.Struct):
    """What one side did in one game. Positions are judged at the end of each of its own impulses."""

    impulses: int = 0
    #: cities beside an enemy left empty though a unit could have gone there
    empty_cities: int = 0
    #: HQs beside an enemy with nobody to guard them
    lone_headquarters: int = 0
    #: face-down HQs, and all of them
    headquarters_down: int = 0
    headquarters: int = 0
    unsupplied: int = 0
    most_unsupplied: int = 0
    #: type → aircraft on the map, turn by turn, and how many of them flew a mission in it
    aircraft_turns: Counter[str] = msgspec.field(default_factory=Counter)
    aircraft_flown: Counter[str] = msgspec.field(default_factory=Counter)
    #: odds → attacks
    attacks: Counter[str] = msgspec.field(default_factory=Counter)
    #: type → units
    built: Counter[str] = msgspec.field(default_factory=Counter)
    lost: Counter[str] = msgspec.field(default_factory=Counter)
    #: seconds of one core for each impulse
    seconds: list[float] = msgspec.field(default_factory=list)


class Report(msgspec.Struct):
    seed: int
    winner: str
    #: the score at the end of each turn
    scores: list[int]
    #: by side
    conduct: tuple[Conduct, Conduct]


class Watcher:
    """Looks on while a game is played."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.conduct = (Conduct(), Conduct())
        self.scores: list[int] = []
        self.now = self._now()
        self.thought = 0.0
        #: the game before the active side moved
        self.before: Game | None = None
        self.flown: set[int] = set()

    def _now(self) -> tuple[int, int, int]:
        state = self.game.state
        return state.get(TURN), state.get(IMPULSE), state.get(ACTIVE_SIDE)

    def asks(self) -> None:
        """Before an action: the position is kept, to see afterwards what could have been done."""
        if self.before is None and self.game.decision is not None and self.game.decision.prompt == "land-movement":
            self.before = self.game.fork()

    def took(self, entry: Entry, seconds: float) -> None:
        """After an action: what came of it."""
        if self.now[2] != NOBODY:
            self.thought += seconds
        for event in entry.events:
            self._count(event)
        now = self._now()
        if now == self.now:
            return
        turn, _, side = self.now
        if side != NOBODY:
            self._judge(side, turn_goes_on=now[0] == turn and now[2] != NOBODY)
        self.before, self.thought = None, 0.0
        if side != NOBODY and (now[0] != turn or now[2] == NOBODY):
            self._end_turn()
        self.now = now

    def _count(self, event: object) -> None:
        side = self.now[2]
        if isinstance(event, TookOff):
            self.flown.add(event.thing)
        elif isinstance(event, UnitBuilt):
            self.conduct[side_of(self.game, event.thing)].built[counter_of(self.game, event.thing).type.value] += 1
        elif isinstance(event, Destroyed):
            self.conduct[side_of(self.game, event.thing)].lost[counter_of(self.game, event.thing).type.value] += 1
        elif isinstance(event, OddsReckoned) and side != NOBODY:
            self.conduct[side].attacks[event.odds] += 1

    def _judge(self, side: int, *, turn_goes_on: bool) -> None:
        game, conduct, picture = self.game, self.conduct[side], look(self.game, side)
        conduct.impulses += 1
        conduct.seconds.append(self.thought)
        cut_off = sum(not in_supply(game, unit) for unit in picture.units)
        conduct.unsupplied += cut_off
        conduct.most_unsupplied = max(conduct.most_unsupplied, cut_off)
        if self.before is not None:
            conduct.empty_cities += len(empty_cities(picture, look(self.before, side)))
        for unit in picture.headquarters:
            place = picture.place(unit)
            alone = all(picture.is_headquarters(other) for other in picture.own[place])
            conduct.lone_headquarters += alone and _beside_enemy(picture, place)
            if turn_goes_on:
                conduct.headquarters += 1
                conduct.headquarters_down += picture.is_down(unit)

    def _end_turn(self) -> None:
        game = self.game
        for side, conduct in enumerate(self.conduct):
            picture = look(game, side)
            based = {unit for units in picture.planes.values() for unit in units}
            flown = {unit for unit in self.flown if side_of(game, unit) == side}
            conduct.aircraft_turns.update(counter_of(game, unit).type.value for unit in based | flown)
            conduct.aircraft_flown.update(counter_of(game, unit).type.value for unit in flown)
        self.flown = set()
        self.scores.append(score(game))


def _beside_enemy(picture: Picture, place: int) -> bool:
    return any(near in picture.enemy for near in picture.neighbours[place])


def empty_cities(picture: Picture, before: Picture) -> list[int]:
    """Own cities beside an enemy that nobody holds, though some unit that is no other such city's only one could have."""
    threatened = [
        place
        for place in ground_of(picture.game).cities
        if place in picture.playing and picture.holds(place) and _beside_enemy(picture, place)
    ]
    bound = {picture.own[place][0] for place in threatened if len(picture.own.get(place, ())) == 1}
    empty = [place for place in threatened if place not in picture.own]
    able = [
        unit
        for unit in before.units
        if unit not in bound and not before.is_headquarters(unit) and not before.is_down(unit)
    ]
    reaches = Reaches(before)
    return [place for place in empty if any(place in reaches.of(unit) for unit in able)]


def watch(game: Game, rng: Random, players: Mapping[str, Pick], seed: int) -> Report:
    """Let each seat's player pick until the game is over, and look on."""
    watcher = Watcher(game)
    for _ in range(MOST_CAMPAIGN_PICKS):
        if game.over:
            break
        seat, decision = next(iter(game.waiting.items()))
        watcher.asks()
        began = process_time()
        verb, noun = players[seat](game, seat, rng)
        seconds = process_time() - began
        watcher.took(game.submit(seat, verb, noun, decision), seconds)
    return Report(seed, str(game.state.result["winner"]), watcher.scores, watcher.conduct)


def at_least(attacks: Mapping[str, int], odds: Fraction) -> int:
    """Attacks at such odds or better."""
    return sum(number for written, number in attacks.items() if ratio(written) >= odds)


def ratio(odds: str) -> Fraction:
    """What is written "3:1" as a number."""
    attack, _, defence = odds.partition(":")
    return Fraction(attack) / Fraction(defence or 1)

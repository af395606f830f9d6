"""Supply against a slow twin: written from the book hex by hex, without caches, floods or compiled hexsides."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest
from positions import position, put, set_weather

from worldfire.engine.game import Game
from worldfire.forces.things import HEXES, PLACE, board_of, counter_of, place_index
from worldfire.forces.who import CONTROLLER, COUNTRY, POWER, change_control, side_of, side_of_power
from worldfire.rules.s02_2_zones_of_control import exerts_zoc, in_enemy_zoc, is_land_unit
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s02_4_supply_limits import tracer_of
from worldfire.rules.s02_4_supply_sources import (
    headquarters_of_the_game,
    primary_sources,
    secondary_cities,
    with_headquarters,
)
from worldfire.tables.counters import AirCounter

SCALES = {"European": 1, "Pacific": 2, "off-map": 4}
LENGTHS = {"fine": 4, "snow": 3, "rain": 2}


class Twin:
    """What the units of one unit's country may do, found out the long way round."""

    def __init__(self, game: Game, unit: int, weather: str) -> None:
        self.game, self.board, self.weather = game, board_of(game), weather
        self.tracer = tracer_of(game, unit)
        self.primary = set(primary_sources(game, self.tracer))
        cities = secondary_cities(game, self.tracer)
        self.secondary = set(with_headquarters(game, self.tracer, cities, headquarters_of_the_game(game)))

    def zone_of_an_enemy(self, place: int) -> bool:
        units = range(len(self.game.state[PLACE]))
        enemies = (unit for unit in units if side_of(self.game, unit) == 1 - self.tracer.side)
        return any(exerts_zoc(self.game, unit, place) for unit in enemies)

    def may_enter(self, place: int) -> bool:
        game = self.game
        if side_of_power(game, game.state[CONTROLLER][place]) != self.tracer.side:
            return False
        own = (unit for unit, where in enumerate(game.state[PLACE]) if where == place)
        guarded = any(is_land_unit(game, unit) and side_of(game, unit) == self.tracer.side for unit in own)
        return guarded or not self.zone_of_an_enemy(place)

    def counts(self, here: int, there: int, railway: bool) -> int | None:
        """None: nothing on land crosses the hexside."""
        board = self.board
        a, b = board.number(here), board.number(there)
        side, frozen = board.side(a, b), self.weather == "snow"
        lake = "lake" in side or "lake" in (board.kind(a), board.kind(b))
        if board.kind(b) == "sea" or "alpine" in side or board.link(a, b) == "blue" or (lake and not frozen):
            return None
        if "all-sea" in side and "straits" not in side:
            return None
        rails = here in board.rails and there in board.rails
        if railway and (board.track(a, b) or ("straits" in side and rails)):
            return 0
        desert = board.terrain(b) in ("desert", "desert mountain")
        return SCALES[board.tables.scale[there]] + desert

    def reached(self, start: int, railway: bool) -> set[int]:
        """Every hex that a path from here can end in."""
        limit = LENGTHS[self.weather]
        best, changed = {start: 0}, {start}
        while changed:
            here = changed.pop()
            for there in self.board.adjacent[here]:
                cost = self.counts(here, there, railway)
                if cost is None:
                    continue
                total = best[here] + cost
                if here == start and there in self.primary | self.secondary:
                    total = min(total, limit)
                if total <= limit and total < best.get(there, 99) and self.may_enter(there):
                    best[there] = total
                    changed.add(there)
        return set(best)

    def supplied(self, unit: int) -> bool:
        """From source to source, until nothing new is reached."""
        source = str(counter_of(self.game, unit).type).startswith("HQ")
        start = self.game.state[PLACE][unit]
        waiting, seen = [(start, source)], {(start, source)}
        while waiting:
            here, source = waiting.pop()
            if self.reached(here, railway=source) & self.primary:
                return True
            onward = {(there, True) for there in self.reached(here, railway=False) & self.secondary} - seen
            waiting += onward
            seen |= onward
        return False


def flyers(game: Game, owner: str) -> Iterator[int]:
    """Aircraft that can fight at sea."""
    for unit in range(len(game.state[PLACE])):
        counter = counter_of(game, unit)
        if isinstance(counter, AirCounter) and counter.power == owner and counter.air_to_sea:
            yield unit


@pytest.mark.rule("2.4.2")
@pytest.mark.rule("2.2")
@pytest.mark.parametrize(("seed", "weather"), [(1, "fine"), (2, "fine"), (3, "snow"), (4, "rain"), (5, "snow")])
def test_supply_is_what_the_slow_twin_finds(seed: int, weather: str) -> None:
    """Armies scattered over the Ukraine and round Lake Ladoga, with a ragged front; both sides' aircraft close the seas."""
    game = position("barbarossa", wars=[("germany", "ussr")])
    set_weather(game, weather)
    random = Random(seed)
    board = board_of(game)
    for owner in ("germany", "ussr"):
        for sea, flyer in zip(("Black Sea", "Baltic Sea", "Arctic Ocean"), flyers(game, owner), strict=False):
            put(game, flyer, f"{sea} 1")
    army = []
    for centre in ("Kiev", "Leningrad"):
        x = place_index(game, centre)
        near = [x]
        while len(near) < 60:
            near += [i for i in board.adjacent[random.choice(near)] if board.is_land(i) and i not in near]
        for number in range(14):
            owner = ("germany", "ussr")[number % 2]
            kind = ("INF", "ARM", "HQ-I", "MOT", "GAR")[number // 2 % 5]
            army.append(put(game, f"{owner} {kind}", board.number(random.choice(near))))
        for here in near:
            if random.random() < 0.7:
                change_control(game, here, game.state[POWER][game.state[COUNTRY][random.choice(army)]])
    answers = [in_supply(game, unit) for unit in army]
    assert answers == [Twin(game, unit, weather).supplied(unit) for unit in army]
    assert len(set(answers)) == 2, "some are, some are not"
    everywhere = [place for place in range(game.state.get(HEXES)) if board.is_land(place)][::7]
    twins = {side_of(game, unit): Twin(game, unit, weather) for unit in army[:2]}
    for side, twin in twins.items():
        assert [in_enemy_zoc(game, i, side) for i in everywhere] == [twin.zone_of_an_enemy(i) for i in everywhere]

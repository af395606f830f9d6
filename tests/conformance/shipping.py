"""Production at sea on the real board for the tests: who holds which resources, where convoy points lie, and who plans.

    here = shipping(control={"japan": ["A0630"]}, convoys={"japan": {"South China Sea": 10, "China Sea": 5}})
    here.routes_of("japan").plan("japan", {"A0630/1": "A0630 > South China Sea by japan > China Sea by japan > P2937 > P2937"})

What a plan does not name is not used.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from conformance.positions import give_control, position, power, put, set_wars, set_weather
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.loop import run
from worldfire.forces.situation import CONVOY_POINTS, PACTS
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import seat_of_power
from worldfire.rules.s13_06_1_by_sea import ROUTING, Routing, planner, planning_order
from worldfire.rules.s13_06_1_network import CARRY, on_the_way
from worldfire.rules.s13_06_1_plans import default_plan
from worldfire.rules.s13_06_4_promises import PROMISED
from worldfire.rules.s13_06_production import PRODUCTION_OF_A_POWER, PowerProduction
from worldfire.tables.counters import Kit

Pairs = Iterable[tuple[str, str]]


@cache
def _board(campaign: str, options: tuple[str, ...], kits: tuple[Kit, ...] | None) -> Game:
    return position(campaign, options=options, kits=kits)


class Shipping:
    """Goods being sent."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def routes_of(self, name: str) -> Shipping:
        """The power is asked for its plan, as if those before it had sent nothing."""
        return self.start(ROUTING.name, Routing(planned=planning_order(self.game).index(power(self.game, name))))

    def start(self, procedure: str, frame_locals: Any = None) -> Shipping:
        made = self.game.ruleset.procedures[procedure]
        if frame_locals is None and made.locals is not None:
            frame_locals = made.locals()
        self.game.state.frames.clear()
        self.game.push(procedure, frame_locals)
        self.game.state.queue = ()
        self.game.forget()
        run(self.game)
        return self

    @property
    def asked(self) -> tuple[str, str]:
        if self.game.decision is None:
            return ("", "")
        return next(iter(self.game.waiting)), self.game.decision.prompt

    def seat(self, name: str) -> str:
        return seat_of_power(self.game, power(self.game, name))

    def do(self, verb: str, noun: Any = None) -> tuple[Event, ...]:
        return self.game.submit(next(iter(self.game.waiting)), verb, noun).events

    def others_until(self, name: str) -> Shipping:
        """Those before the power, or all if none is named, use as much as they can."""
        while self.asked[1] == "route-goods" and (not name or planner(self.game) != power(self.game, name)):
            self.do("route-goods", default_plan(self.game, planner(self.game)))
        return self

    def plan(self, name: str, routes: Mapping[str, str]) -> tuple[Event, ...]:
        """The power sends these goods so, and uses nothing else."""
        return self.game.submit(self.seat(name), "route-goods", tuple(routes.items())).events

    def refusal(self, name: str, routes: Mapping[str, str]) -> str:
        """Why it may not, as rule and key; nothing if it may."""
        found = self.game.why_not("route-goods", tuple(routes.items()), self.seat(name))
        return f"{found[0].rule} {found[0].key}" if found else ""

    def production_of(self, name: str) -> list[Event]:
        """What is told when the power produces with what has arrived, until it builds."""
        self.start(PRODUCTION_OF_A_POWER.name, PowerProduction(power(self.game, name)))
        return list(self.game.record.events)

    def sent(self, name: str) -> dict[str, str]:
        """What has been sent to the power."""
        return {each.goods: each.word for each in on_the_way(self.game) if each.recipient == power(self.game, name)}


def shipping(
    *,
    convoys: Mapping[str, Mapping[str, int]],
    campaign: str = "global-war",
    options: Iterable[str] = (),
    kits: tuple[Kit, ...] | None = None,
    control: Mapping[str, Iterable[str]] | None = None,
    wars: Pairs = (),
    units: Mapping[str, Sequence[str]] | None = None,
    promised: Iterable[tuple[str, str, int, int]] = (),
    carries: Pairs = (),
    weather: str = "fine",
    pacts: bool = True,
) -> Shipping:
    """Convoy points lie in the 0 section.

    `promised` gives (giver, recipient, resources, build points), `carries` (owner of convoy points, who may use them).
    """
    game = _board(campaign, tuple(options), kits).fork()
    game.debug = False
    set_wars(game, wars)
    set_weather(game, weather)
    if not pacts:
        game.set(PACTS, ())
    for holder, places in (control or {}).items():
        give_control(game, holder, *places)
    for place, names in (units or {}).items():
        for name in names:
            put(game, name, place)
    for owner, seas in convoys.items():
        for sea, points in seas.items():
            place = f"{sea} 0" if sea in board_of(game).sea_areas else sea
            game.add(CONVOY_POINTS, power(game, owner), place_index(game, place), points)
    game.set(PROMISED, tuple((power(game, giver), power(game, taker), *numbers) for giver, taker, *numbers in promised))
    for owner, user in carries:
        giver, taker = (seat_of_power(game, power(game, name)) for name in (owner, user))
        game.state.consents[giver, taker, CARRY.name] = "yes"
    return Shipping(game)

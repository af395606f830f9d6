"""Missions on the real board for the tests: a position, the procedure that is played, laid dice, and names for everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from conformance.positions import position, power, put
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.loop import run
from worldfire.engine.shapes import Assign
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, aboard, place_index
from worldfire.forces.turn import ACTIONS, ACTIVE_SIDE
from worldfire.forces.who import POWER_NAMES, SIDE_NAMES
from worldfire.rules.s11_15_land_combat import LAND_COMBAT, LandCombat
from worldfire.rules.s14_1_range import room_violation


class Sortie:
    """A mission being played. Units are known by the names they were put down with, places by number or name."""

    def __init__(self, game: Game, things: Mapping[str, int]) -> None:
        self.game = game
        self.things = dict(things)

    def __getitem__(self, name: str) -> int:
        return self.things[name]

    def place(self, name: str) -> int:
        return place_index(self.game, name)

    # ------------------------------------------------------------------------------------------------------- playing

    def start(self, procedure: str, frame_locals: Any = None) -> None:
        """Begin the procedure in place of whatever the campaign was doing."""
        found = self.game.ruleset.procedures[procedure]
        if frame_locals is None and found.locals is not None:
            frame_locals = found.locals()
        self.game.state.frames.clear()
        if procedure == "ground support":  # what it adds waits in the frame of the step that calls it
            self.game.push(LAND_COMBAT.name, LandCombat())
            self.game.state.frames[-1].step = "combats_are_over"
        self.game.push(procedure, frame_locals)
        self.game.state.queue = ()
        self.game.forget()  # the tests write the state directly
        run(self.game)

    @property
    def asked(self) -> tuple[str, str]:
        """Who is asked what; nothing once the mission is over."""
        if self.game.decision is None:
            return ("", "")
        return next(iter(self.game.waiting)), self.game.decision.prompt

    def do(self, verb: str, noun: Any = None) -> tuple[Event, ...]:
        """Whoever is asked does this. Returns what happened."""
        seat = next(iter(self.game.waiting))
        return self.game.submit(seat, verb, noun).events

    def fly(self, **orders: tuple[str | int, ...] | str) -> tuple[Event, ...]:
        """`fly(Stuka=("fly", "Minsk"))`: who is not named stays; underscores in names stand for spaces."""
        return self.do("fly", self.order(orders))

    def order(self, orders: Mapping[str, Any]) -> tuple[tuple[int, str], ...]:
        offer = self.offer("fly")
        assert isinstance(offer, Assign)
        wanted = {self.things[name.replace("_", " ")]: self.words(words) for name, words in orders.items()}
        return tuple((item.item, wanted.get(int(item.item), "stay")) for item in offer.items)

    def words(self, words: Sequence[Any]) -> str:
        """("fly", "Minsk", "1 Para") as the choice that the offer lists."""
        verb, place, *more = words
        detail = [f"+{word}" if isinstance(word, int) else str(self.things[word]) for word in more]
        return " ".join([verb, str(self.place(place)), *detail])

    def offer(self, verb: str) -> Any:
        return self.game.offers(next(iter(self.game.waiting)))[verb]

    def can(self, name: str, *words: Any) -> bool:
        """Is this order among those offered to the unit?"""
        offer = self.game.offers(next(iter(self.game.waiting))).get("fly")
        if not isinstance(offer, Assign):
            return False
        choices = {item.item: item.to for item in offer.items}
        return self.words(words) in choices.get(self.things[name], ())

    def hold(self, *, times: int = 1) -> None:
        for _ in range(times):
            self.do("hold-back")

    def let_go(self, until: Iterable[str] = ()) -> None:
        """Hold back, fight on and land at the first base with room, until something else is asked or all is over."""
        simple = {"hold-back": None, "fight-on": None}
        while self.game.decision is not None and self.asked[1] not in until:
            seat = next(iter(self.game.waiting))
            offers = self.game.offers(seat)
            verb = next((word for word in simple if word in offers), next(iter(offers)))
            self.game.submit(seat, verb, self._roomy(offers[verb]) if verb == "return-to" else _first(offers[verb]))

    def _roomy(self, offer: Any) -> Any:
        assert self.game.decision is not None
        aircraft = self.game.decision.args["unit"]
        free = (base for base in offer.every() if room_violation(self.game, aircraft, base) is None)
        return next(free, _first(offer))

    # ------------------------------------------------------------------------------------------------------- reading

    def face_down(self, name: str) -> bool:
        return bool(self.game.state[FACE_DOWN][self.things[name]])

    def at(self, name: str) -> int:
        return self.game.state[PLACE][self.things[name]]

    def is_at(self, name: str, place: str) -> bool:
        return self.at(name) == self.place(place)

    def is_aboard(self, name: str, carrier: str) -> bool:
        return self.at(name) == aboard(self.things[carrier])


def _first(offer: Any) -> Any:
    return next(iter(offer.every()))


def clear_the_map(game: Game) -> None:
    """A campaign's set-up places by itself what has only one place to go to."""
    away = place_index(game, f"tray of {game.state.get(POWER_NAMES)[0]}")
    for thing, place in enumerate(game.state[PLACE]):
        if 0 <= place < game.state.get(HEXES):
            game.write(PLACE, thing, away)


def sortie(
    campaign: str,
    units: Mapping[str, Sequence[tuple[str, str]]],
    *,
    side: str,
    actions: Mapping[str, str],
    throws: Iterable[int] = (),
    debug: bool = True,
    **situation: Any,
) -> Sortie:
    """`units` is place → (short name, name for `positions.unit`); the sides and actions are those of the impulse."""
    game = position(campaign, **situation)
    clear_the_map(game)
    things = {short: put(game, name, place) for place, named in units.items() for short, name in named}
    game.set(ACTIVE_SIDE, game.state.get(SIDE_NAMES).index(side))
    chosen = [""] * len(game.state.get(POWER_NAMES))
    for name, action in actions.items():
        chosen[power(game, name)] = action
    game.set(ACTIONS, tuple(chosen))
    game.chance = ScriptedChance(throws)
    game.debug = debug
    return Sortie(game, things)

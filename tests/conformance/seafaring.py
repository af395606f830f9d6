"""Naval moves on the real board for the tests: a position, the naval movement step, and names for ships, convoys and places.

    here = at_sea({"Brest": [("Dunkerque", "fr-bb-dunkerque-wif")]}, side="allies", actions={"france": "naval"}, …)
    here.sail("france", ["Dunkerque"], "Bay of Biscay", "Cape St Vincent 3")

A sea area on the way may be named without a section. Convoy points are named by power, place and number: `convoys(…)`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from conformance.positions import power
from conformance.sorties import Sortie, sortie
from worldfire.engine.events import Event
from worldfire.engine.kinds import Thing
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, place_index, place_name
from worldfire.forces.turn import COUNTED
from worldfire.forces.who import seat_of
from worldfire.rules.s11_04_naval_units import USED_CONVOY_POINTS, convoy_name

Told = TypeVar("Told", bound=Event)

Unit = str

#: how decisions of a naval combat are answered that a test does not speak of: nobody does more than he must
CALM: dict[str, tuple[str, Any]] = {
    "intercept": ("pass", None),
    "fly-to-sea": ("pass", None),
    "commit-submarines-to-combat": ("keep-submarines-out", None),
    "avoid-combat": ("accept-combat", None),
    "choose-combat-type": ("leave-type-open", None),
    "call-naval-air-combat": ("call-for-nothing", None),
    "call-submarine-combat": ("call-for-nothing", None),
    "shift-columns": ("shift-columns", ()),
    "overrule-target": ("leave-target", None),
    "choose-kind-of-loss": ("let-them-choose", None),
    "leave-combat": ("stay-in-combat", None),
}


class Seafaring(Sortie):
    """A step at sea being played."""

    def convoys(self, owner: str, place: str, points: int) -> str:
        """How an action calls these convoy points."""
        return convoy_name(power(self.game, owner), self.spot(place), points)

    def lay(self, owner: str, place: str, points: int) -> str:
        """Put convoy points there, and their name."""
        self.game.add(CONVOY_POINTS, power(self.game, owner), self.spot(place), points)
        return self.convoys(owner, place, points)

    def spot(self, name: str) -> int:
        """A hex, a section, or a sea area as its section 0."""
        return place_index(self.game, f"{name} 0" if name in board_of(self.game).sea_areas else name)

    def _units(self, names: Iterable[Unit]) -> tuple[Any, ...]:
        return tuple(self.things.get(name, name) for name in names)

    def _order(self, names: Iterable[Unit], way: Sequence[str], cargo: Mapping[str, str]) -> tuple[Any, ...]:
        berths = tuple((self.things[unit], self.things[ship]) for unit, ship in cargo.items())
        return (self._units(names), tuple(self.spot(place) for place in way), berths)

    def sail(
        self, seat: str, names: Iterable[Unit], *way: str, cargo: Mapping[str, str] | None = None, verb: str = "sail"
    ) -> tuple[Event, ...]:
        return self.game.submit(seat, verb, self._order(names, way, cargo or {})).events

    def refusal(
        self, seat: str, names: Iterable[Unit], *way: str, cargo: Mapping[str, str] | None = None, verb: str = "sail"
    ) -> str:
        """Why they may not, as rule and key; nothing if they may."""
        found = self.game.why_not(verb, self._order(names, way, cargo or {}), seat)
        return f"{found[0].rule} {found[0].key}" if found else ""

    def sail_on(self, *way: str, verb: str = "sail-on") -> tuple[Event, ...]:
        return self.do(verb, tuple(self.spot(place) for place in way))

    def part(self, names: Iterable[Unit], place: str) -> tuple[Event, ...]:
        return self.do("part-company", (self._units(names), self.spot(place)))

    def embark(self, **cargo: str) -> tuple[Event, ...]:
        return self.do("embark", tuple((self.things[unit], self.things[ship]) for unit, ship in cargo.items()))

    def ends(self, name: Unit) -> set[str]:
        """Where a move of this ship may end, as it is offered to its seat: sections by name, ports by hex number."""
        unit, found = self.things.get(name, name), set[int]()
        for seat in self.game.waiting:
            for fleet in self.game.offers(seat)["sail"].fleets:  # type: ignore[attr-defined]
                found |= {way[-1] for way in fleet.ways if unit in fleet.units}
        return {self.where_is(place) for place in found}

    def where_is(self, place: int) -> str:
        board = board_of(self.game)
        if place < len(board):
            return next((one.name for one in board.places_in(board.number(place)) if one.port), board.number(place))
        return str(Thing(place)) if place < 0 else self._section(place)

    def _section(self, place: int) -> str:
        return place_name(self.game, place)

    def place_named(self, name: Unit) -> str:
        return self.where_is(self.game.state[PLACE][self.things[name]])

    def calm(self, *until: str) -> None:
        """Answer what is asked calmly, until something else is, or what the test waits for."""
        while self.asked[1] in CALM and self.asked[1] not in until:
            self.do(*CALM[self.asked[1]])

    def hit(self, target: Unit) -> tuple[Event, ...]:
        """Whoever is asked for a target in this round chooses this one."""
        self.calm("leave-combat")
        return self.do("pick-target", self.things.get(target, target))

    def events(self, kind: type[Told]) -> list[Told]:
        """All events of a kind that have been told."""
        return [event for entry in self.game.entries for event in entry.events if isinstance(event, kind)]

    def abort(self, names: Iterable[Unit], *way: str) -> tuple[Event, ...]:
        self.calm("leave-combat")
        return self.do("abort-to", self._order(names, way, {}))

    def give_battle(self, name: Unit) -> tuple[Event, ...]:
        seat = seat_of(self.game, self.things[name])
        return self.game.submit(seat, "initiate-combat", self.things[name]).events

    def turn_down(self, *names: Unit) -> None:
        for name in names:
            self.game.write(FACE_DOWN, self.things[name], 1)

    def points(self, owner: str, place: str) -> tuple[int, int]:
        """Convoy points there, and how many of them are used."""
        who, where = power(self.game, owner), self.spot(place)
        return (
            self.game.state.amount(CONVOY_POINTS, who, where),
            self.game.state.amount(USED_CONVOY_POINTS, who, where),
        )

    def moves(self, owner: str) -> int:
        """Naval moves that the power has made this impulse."""
        return self.game.state[COUNTED["naval moves"]][power(self.game, owner)]


def at_sea(
    units: Mapping[str, Sequence[tuple[str, str]]],
    *,
    side: str = "allies",
    actions: Mapping[str, str],
    campaign: str = "global-war",
    options: Iterable[str] = (),
    **situation: Any,
) -> Seafaring:
    """`units` as for `sortie`; `start("naval movement")` begins the step."""
    made = sortie(campaign, units, side=side, actions=actions, options=options, **situation)
    return Seafaring(made.game, made.things)

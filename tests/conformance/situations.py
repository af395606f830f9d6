"""Small air combats for the tests: who flies as what, the dice that will fall, and how to read what happened."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from copy import copy
from dataclasses import dataclass, field, replace
from typing import Any

import msgspec

from worldfire.engine.chance import ScriptedChance
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.shapes import Shape
from worldfire.forces.things import FACE_DOWN, NO_PLANES, PLACE, place_index, place_name
from worldfire.rules.s14_air_combat import AirCombat, AirResult, Arranged, RoundBegan
from worldfire.tables.counters import AirAbility, AirCounter
from worldfire.titles import ruleset
from worldfire.titles.exercises import load_exercise

#: short name → counter; what the tests need to know stands behind it
COUNTERS = {
    # single-engined fighters without any ability that options 8 or 44 ask for
    "Bf-109G2": "ge-ftr-bf-109g2-wif",  # 7
    "FW-190A2": "ge-ftr-fw-190a2-wif",  # 7
    "Bf-109E7": "ge-ftr-bf-109e7-pif",  # 6
    "La-5FN": "su-ftr-la-5fn-wif",  # 7
    "Yak-9M": "su-ftr-yak-9m-wif",  # 6
    "LaGG-3": "su-ftr-lagg-3-wif",  # 4
    "G.50": "it-ftr-g-50-wif",  # 4
    "I-16": "su-ftr-i-16-10-pif",  # 3
    "Hurricane": "cw-ftr-hurricane-xii-wif-2",  # 5
    # fighters with one
    "Beaufighter": "cw-ftr-beaufighter-mk-21-wif",  # 6, twin-engined
    "Ju-88G": "ge-ftr-ju-88g-wif",  # 6, twin-engined night fighter
    "Mosquito": "cw-ftr-mosquito-mk-xix-pif",  # 7, night fighter
    "P-47": "us-ftr-p-47c-pif",  # high altitude
    "Me-262": "ge-ftr-me-262a-1a-wif",  # 11, jet
    "He-162": "ge-ftr-he-162-pif",  # 8, jet
    # bombers
    "Ju-88A4": "ge-lnd-ju-88a4-wif",  # 4
    "Ju-87D1": "ge-lnd-ju-87d-wif",  # 2
    "IL-2": "su-lnd-il-2m3-wif",  # 3
    "IL-2 b": "su-lnd-il-2m3-wif-2",  # 4
    "A-20G": "su-lnd-a-20g-pif",  # 5
    "Ar-234": "ge-lnd-ar-234b-wif",  # 6, jet
    "Hs-132": "ge-lnd-hs-132-pif",  # 6, jet
    # unarmed
    "Ju-52": "ge-atr-ju-52-pif",  # 0
    "C-47": "us-atr-c-47-pif",  # 0
    # carriers and cargo
    "Gibraltar": "cw-cv-gibraltar-sif",  # air component 5
    "Audacious": "cw-cv-audacious-sif",  # air component 4
    "paratroops": "ge-para-ii-para",
}

#: (power, seat) of each side and of its ally
POWERS = ((("germany", "heinz"), ("italy", "maria")), (("ussr", "anna"), ("commonwealth", "jeremy")))
SIDES = ("Axis", "Allies")
HEX = "Kursk"
BASES = (("Orel", "Kharkov", "Rome"), ("Voronezh", "Saratov", "Malta"))
SECTIONS = ("Black Sea 2", "Black Sea 1")


@dataclass(frozen=True)
class Force:
    """One side: front aircraft first. What `ally` names belongs to the second seat of the side."""

    fighters: tuple[str, ...] = ()
    bombers: tuple[str, ...] = ()
    ally: tuple[str, ...] = ()
    cargo: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


def dice(total: int) -> tuple[int, int]:
    """Two ten-sided dice that add up to this."""
    first = min(10, total - 1)
    return first, total - first


def roll_for(result: str, value: int) -> int:
    """A total that gives this result on the air combat table for a side with this value."""
    table = ruleset("wif").tables.air_to_air
    return next(total for total in range(2, 21) if table.at(total, value) == result)


def rolls(*wanted: tuple[str, int]) -> tuple[int, ...]:
    """Dice for these (result, value), in the order in which they are thrown."""
    return totals(*(roll_for(result, value) for result, value in wanted))


def totals(*wanted: int) -> tuple[int, ...]:
    return tuple(die for total in wanted for die in dice(total))


class Battle:
    """A game of one air combat, spoken of by the names of `COUNTERS`."""

    def __init__(self, game: Game, things: Mapping[str, int]) -> None:
        self.game = game
        self.things = dict(things)
        self.names = {thing: name for name, thing in things.items()}

    # ------------------------------------------------------------------------------------------------------- playing

    def play(self, seat: str, verb: str, noun: Any = None) -> tuple[Event, ...]:
        """Submit; aircraft and places in the noun may be named. Returns what happened, dice left out."""
        entry = self.game.submit(seat, verb, self._noun(verb, noun))
        return tuple(event for event in entry.events if type(event).__name__ != "Rolled")

    def _noun(self, verb: str, noun: Any) -> Any:
        if isinstance(noun, tuple):
            return tuple(self._noun(verb, part) for part in noun)
        if verb == "return-to" and isinstance(noun, str):
            return self.place(noun)
        return self.things.get(noun, noun) if isinstance(noun, str) else noun

    def arrange(self) -> tuple[Event, ...]:
        """Both sides keep the order they came in, unless there was nothing to arrange."""
        happened: list[Event] = []
        while (decision := self.game.decision) is not None and decision.prompt == "air-arrange":
            for seat in tuple(self.game.waiting):
                shape: Any = self.game.offers(seat)["arrange"]
                happened += self.play(seat, "arrange", shape.lines)
        return tuple(happened)

    # ------------------------------------------------------------------------------------------------------- looking

    @property
    def prompt(self) -> str:
        return "" if self.game.decision is None else self.game.decision.prompt

    @property
    def waiting(self) -> tuple[str, ...]:
        return tuple(self.game.waiting)

    def offers(self, seat: str) -> dict[str, Shape]:
        return self.game.offers(seat)

    def choices(self, seat: str, verb: str) -> tuple[str, ...]:
        """The aircraft that a verb may name."""
        shape: Any = self.game.offers(seat)[verb]
        return tuple(self.names[thing] for thing in shape.domain)

    @property
    def combat(self) -> AirCombat:
        return self.game.enclosing(AirCombat)

    def line(self, side: int) -> tuple[str, ...]:
        return tuple(self.names[thing] for thing in self.combat.fighters[side])

    def bombers(self, side: int) -> tuple[str, ...]:
        return tuple(self.names[thing] for thing in self.combat.bombers[side])

    def place(self, name: str) -> int:
        return place_index(self.game, name)

    def where(self, name: str) -> str:
        return place_name(self.game, self.game.state[PLACE][self.things[name]])

    def is_lost(self, name: str) -> bool:
        return self.where(name).startswith("tray of ")

    def face_down(self, name: str) -> bool:
        return bool(self.game.state[FACE_DOWN][self.things[name]])

    def no_planes(self, name: str) -> bool:
        return bool(self.game.state[NO_PLANES][self.things[name]])

    @property
    def result(self) -> dict[str, Any]:
        assert self.game.over
        outcome: dict[str, Any] = self.game.state.result
        return outcome

    @property
    def happened(self) -> tuple[Event, ...]:
        """Everything since the game began."""
        return tuple(event for entry in self.game.entries for event in entry.events)

    def said(self, kind: type[Event]) -> tuple[Any, ...]:
        return tuple(event for event in self.happened if type(event) is kind)

    @property
    def results(self) -> tuple[tuple[int, int, str], ...]:
        """(side, value, result) of every roll so far."""
        return tuple((event.side, event.value, event.result) for event in self.said(AirResult))

    @property
    def values(self) -> tuple[int, int]:
        """The values of the last round that began."""
        values: tuple[int, int] = self.said(RoundBegan)[-1].values
        return values


def battle(
    active: Force,
    inactive: Force,
    *,
    options: Iterable[str] = (),
    throws: Iterable[int] = (),
    conditions: tuple[str, ...] = (),
    bases: int = 1,
    bracketed: Iterable[str] = (),
    owner: str = "",
    **naval: Any,
) -> Battle:
    """An air mission over Kursk, or with `surprise_points`, `weather` or `year` a naval air combat in the Black Sea.

    Each side has `bases` hexes to return to; nobody is asked where there is only one. `bracketed` makes bombers unarmed,
    `owner` is the power that controls Kursk.
    """
    pieces: list[dict[str, Any]] = []
    things: dict[str, int] = {}
    powers: list[dict[str, str]] = []
    for side, force in enumerate((active, inactive)):
        for (power, seat), used in zip(POWERS[side], (True, bool(force.ally)), strict=True):
            powers += [{"name": power, "seat": seat, "side": SIDES[side]}] if used else []
        for role, names in (("fighter", force.fighters), ("bomber", force.bombers)):
            for name in names:
                things[name] = len(things)
                cargo = force.cargo.get(name, ())
                things.update({carried: len(things) + number for number, carried in enumerate(cargo)})
                pieces.append(
                    {
                        "counter": COUNTERS[name],
                        "at": SECTIONS[side] if naval else HEX,
                        "power": POWERS[side][name in force.ally][0],
                        "role": role,
                        "cargo": tuple(COUNTERS[carried] for carried in cargo),
                    }
                )
    home = {name: POWERS[side][0][0] for side in (0, 1) for name in BASES[side][:bases]}
    setup = {
        "play": "naval air combat" if naval else "air mission",
        "sides": SIDES,
        "powers": powers,
        "places": [
            {"name": HEX, "controller": owner},
            *({"name": name} for name in SECTIONS),
            *({"name": name, "controller": power} for name, power in home.items()),
        ],
        "pieces": pieces,
        "conditions": conditions,
        **naval,
    }
    seats = tuple(power["seat"] for power in powers)
    rules = _with_brackets(ruleset("wif", options), frozenset(COUNTERS[name] for name in bracketed))
    game = Game.new(rules, seats, setup, secret=b"s", game_id="g", chance=ScriptedChance(throws), debug=True)
    return Battle(game, things)


def _with_brackets(rules: Ruleset, counters: frozenset[str]) -> Ruleset:
    """Our tables have no unarmed bomber with a rating above 0; the rule speaks of one."""
    if not counters:
        return rules
    unarmed = frozenset({AirAbility.UNARMED})
    tables = copy(rules.tables)
    tables.__dict__["counters"] = tuple(
        msgspec.structs.replace(counter, abilities=counter.abilities | unarmed)
        if isinstance(counter, AirCounter) and counter.id in counters
        else counter
        for counter in rules.tables.counters
    )
    return replace(rules, tables=tables)


def exercise(name: str, things: Iterable[str], throws: Iterable[int]) -> Battle:
    """A shipped exercise with laid dice; `things` names its pieces in order."""
    game = load_exercise(name).begin(secret=b"s", game_id="g", chance=ScriptedChance(throws), debug=True)
    return Battle(game, {thing: number for number, thing in enumerate(things)})


__all__ = [
    "BASES",
    "COUNTERS",
    "Arranged",
    "Battle",
    "Force",
    "RoundBegan",
    "battle",
    "dice",
    "exercise",
    "roll_for",
    "rolls",
    "totals",
]

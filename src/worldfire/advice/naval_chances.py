"""What a round of a naval combat may bring: too much hangs on it to be counted, so it is fought out many times on copies.

Both sides are taken to fight it plainly: submarines are committed, aircraft ashore stay there, nobody avoids the combat or
leaves it, surprise points go into the column, an owner gives up his cheapest ship and an enemy aims at the dearest. What is
told is the mean of so many fights and the standard error of that mean. A port attack is fought out in the same way, under
way or as it is being planned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from math import sqrt
from random import Random

import msgspec

from worldfire.engine.chance import LooseChance
from worldfire.engine.errors import WorldfireError
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts, Noun, One, Set, Shape
from worldfire.forces.things import counter_of
from worldfire.forces.who import NOBODY, seat_of, side_of, side_of_power
from worldfire.rules.s11_02_port_attack import PORT_ATTACK
from worldfire.rules.s11_04_under_way import NavalCombat
from worldfire.rules.s11_05_8_results import HitSuffered
from worldfire.rules.s11_05_9_air_to_sea import can_fly, fliers
from worldfire.rules.s11_05_10_submarine_combat import submarines_attack
from worldfire.rules.s11_05_naval_tables import Hit
from worldfire.rules.s11_05_round import NAVAL_AIR, SUBMARINE, SURFACE, NavalRound, read_stack
from worldfire.rules.s14_2_missions import FLY
from worldfire.rules.s14_air_missions import CarrierPlaneLost, Destroyed
from worldfire.tables.counters import AirCounter, NavalCounter

#: fights for each type of combat: enough that the error of a mean is a few tenths of a ship
TRIALS = 40
#: decisions after which a fight is given up
MOST_DECISIONS = 400

Answer = tuple[str, Noun]


class Mean(msgspec.Struct, frozen=True):
    mean: float
    #: its standard error
    error: float


class Losses(msgspec.Struct, frozen=True):
    """Of a side, on average: ships sunk, damaged and aborted (five convoy points are a ship), and aircraft shot down."""

    sunk: Mean
    damaged: Mean
    aborted: Mean
    aircraft: Mean
    #: the share of the fights in which it lost a ship
    any_sunk: float


class NavalOdds(msgspec.Struct, frozen=True):
    """If the round is fought as a combat of this type; the losses of side 0 and side 1."""

    type: str
    trials: int
    losses: tuple[Losses, Losses]


def naval_odds(game: Game, rng: Random, trials: int = TRIALS) -> list[NavalOdds]:
    """For each type that the round may still become; nothing while nobody is included yet."""
    return [_odds_of(kind, partial(_fight, game, kind, rng), trials) for kind in possible_types(game)]


def port_attack_odds(game: Game, seat: str, noun: Noun, rng: Random, trials: int = TRIALS) -> list[NavalOdds]:
    """Of port attacks that would be flown like this, on all ports together; nothing if they cannot be."""
    if not game.on_stack(PORT_ATTACK.name) or game.why_not(FLY.name, noun, seat):
        return []
    return [_odds_of(NAVAL_AIR, partial(_attack_ports, game, seat, noun, rng), trials)]


def _round_of(game: Position) -> NavalRound | None:
    return next((f.locals for f in reversed(game.state.frames) if isinstance(f.locals, NavalRound)), None)


def possible_types(game: Position) -> tuple[str, ...]:
    fight = _round_of(game)
    if fight is None or all(force.is_empty for force in fight.forces):
        return ()
    if fight.kind or fight.port != NOBODY:
        return (fight.kind or NAVAL_AIR,)
    flown = can_fly(game, fight) and any(fliers(game, fight, side) for side in (0, 1))
    dived = any(submarines_attack(game, fight, side) for side in (0, 1))
    return (*((NAVAL_AIR,) if flown else ()), *((SUBMARINE,) if dived else ()), SURFACE)


def _odds_of(kind: str, fight: Callable[[], tuple[Toll, Toll]], trials: int) -> NavalOdds:
    tolls = [fight() for _ in range(trials)]
    first, second = (_losses([toll[side] for toll in tolls]) for side in (0, 1))
    return NavalOdds(kind, trials, (first, second))


# ------------------------------------------------------------------------------------------------------------- one fight


class Toll(msgspec.Struct):
    sunk: int = 0
    damaged: int = 0
    aborted: int = 0
    aircraft: int = 0


def _fight(game: Game, kind: str, rng: Random) -> tuple[Toll, Toll]:
    """Fight the round to its end on a copy."""
    trial = game.fork(LooseChance(rng))
    fight = _round_of(game)
    if fight is not None and fight.port != NOBODY:
        port = fight.port
        return _to_its_end(trial, kind, rng, (Toll(), Toll()), lambda: _is_port(trial, port))
    number = game.enclosing(NavalCombat).rounds
    return _to_its_end(trial, kind, rng, (Toll(), Toll()), lambda: _is_round(trial, number))


def _attack_ports(game: Game, seat: str, noun: Noun, rng: Random) -> tuple[Toll, Toll]:
    """Fly like this on a copy, and fight out every port attack."""
    trial, toll = game.fork(LooseChance(rng)), (Toll(), Toll())
    trial.submit(seat, FLY.name, noun)
    _count(trial, toll)
    return _to_its_end(trial, NAVAL_AIR, rng, toll, lambda: trial.on_stack(PORT_ATTACK.name))


def _to_its_end(
    trial: Game, kind: str, rng: Random, toll: tuple[Toll, Toll], goes_on: Callable[[], bool]
) -> tuple[Toll, Toll]:
    for _ in range(MOST_DECISIONS):
        if not trial.waiting or not goes_on():
            break
        seat = next(iter(trial.waiting))
        verb, noun = _answer(trial, seat, kind, rng)
        trial.submit(seat, verb, noun)
        _count(trial, toll)
    return toll


def _is_port(game: Position, port: int) -> bool:
    fight = _round_of(game)
    return fight is not None and fight.port == port


def _is_round(game: Position, number: int) -> bool:
    combats = [frame.locals for frame in game.state.frames if isinstance(frame.locals, NavalCombat)]
    return bool(combats) and combats[-1].rounds == number and _under_fire(game)


def _under_fire(game: Position) -> bool:
    """Whoever aborts has left the round behind."""
    return game.decision is not None and game.decision.prompt not in ("leave-combat", "abort-to", "land-from-sea")


def _count(game: Game, toll: tuple[Toll, Toll]) -> None:
    for event in game.events:
        if isinstance(event, HitSuffered):
            side = toll[_side_of(game, event.target)]
            side.sunk += event.suffered == Hit.DESTROY
            side.damaged += event.suffered == Hit.DAMAGE
            side.aborted += event.suffered == Hit.ABORT
        elif isinstance(event, CarrierPlaneLost):
            toll[side_of(game, event.carrier)].aircraft += 1
        elif isinstance(event, Destroyed) and isinstance(counter_of(game, event.thing), AirCounter):
            toll[side_of(game, event.thing)].aircraft += 1


def _side_of(game: Position, target: int | str) -> int:
    stack = read_stack(target)
    if stack is not None:
        return side_of_power(game, stack.power)
    assert isinstance(target, int)
    return side_of(game, target)


def _losses(tolls: list[Toll]) -> Losses:
    return Losses(
        _mean([toll.sunk for toll in tolls]),
        _mean([toll.damaged for toll in tolls]),
        _mean([toll.aborted for toll in tolls]),
        _mean([toll.aircraft for toll in tolls]),
        sum(toll.sunk > 0 for toll in tolls) / len(tolls),
    )


def _mean(numbers: list[int]) -> Mean:
    count = len(numbers)
    mean = sum(numbers) / count
    spread = sum((number - mean) ** 2 for number in numbers) / max(1, count - 1)
    return Mean(mean, sqrt(spread / count))


# --------------------------------------------------------------------------------------------------------- plain fighting


def _answer(game: Game, seat: str, kind: str, rng: Random) -> Answer:
    offers = game.offers(seat)
    for verb in _WORDS[kind]:
        if verb in offers:
            return verb, None
    for verb, choose in _CHOICES.items():
        shape = offers.get(verb)
        if shape is not None:
            return verb, choose(game, seat, shape)
    return _anything(game, seat, offers, rng)


_PLAIN = (
    "accept-combat",
    "leave-type-open",
    "commit-submarines-to-combat",
    "leave-target",
    "let-them-choose",
    "pass",
    "hold-back",
)
#: type → the words that make the round one of it
_WORDS = {
    NAVAL_AIR: (*_PLAIN, "call-naval-air-combat", "call-for-nothing"),
    SUBMARINE: (*_PLAIN, "call-submarine-combat", "call-for-nothing"),
    SURFACE: (*_PLAIN, "call-for-nothing"),
}


def _all_sections(game: Game, seat: str, shape: Shape) -> Noun:
    assert isinstance(shape, Set)
    return shape.domain


def _own_column(game: Game, seat: str, shape: Shape) -> Noun:
    assert isinstance(shape, Amounts)
    left, noun = shape.most, []
    for bounds in shape.items:
        taken = min(left, bounds.most)
        noun.append((bounds.item, taken))
        left -= taken
    return tuple(noun)


def _target(game: Game, seat: str, shape: Shape) -> Noun:
    assert isinstance(shape, One)
    worth = {target: _worth(game, target) for target in shape.domain}
    own = any(isinstance(target, int) and seat_of(game, target) == seat for target in shape.domain)
    return (min if own else max)(shape.domain, key=lambda target: worth[target])


def _worth(game: Position, target: int | str) -> int:
    counter = counter_of(game, target) if isinstance(target, int) else None
    return counter.cost_first + (counter.cost_second or 0) if isinstance(counter, NavalCounter) else 0


_CHOICES: dict[str, Callable[[Game, str, Shape], Noun]] = {
    "take-sections": _all_sections,
    "shift-columns": _own_column,
    "pick-target": _target,
}


def _anything(game: Game, seat: str, offers: dict[str, Shape], rng: Random) -> Answer:
    """Roles of aircraft and what the air combat asks: any legal answer."""
    for verb, noun in _samples(offers, rng):
        if not game.why_not(verb, noun, seat):
            return verb, noun
    raise WorldfireError(f"no answer for {seat}: {', '.join(offers)}")


def _samples(offers: dict[str, Shape], rng: Random) -> Iterator[Answer]:
    for _ in range(MOST_DECISIONS):
        verb = rng.choice(list(offers))
        yield verb, offers[verb].sample(rng)

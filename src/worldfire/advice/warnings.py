"""What a player would regret, told before he does it: units without supply, aircraft that cannot land, idle units."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import msgspec

from worldfire.advice.trying import attempt
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, Things
from worldfire.engine.shapes import Assign, Nothing, Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.flights import TARGET
from worldfire.forces.ground import is_hex
from worldfire.forces.things import HEXES, IN_FLIGHT, PLACE, counter_of, things_at
from worldfire.forces.who import NOBODY, SEAT, SIDE, side_of
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s02_4_supply import in_supply, is_headquarters
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.rules.s14_air_missions import bases
from worldfire.tables.counters import AirCounter, NavalCounter
from worldfire.words import knows, proper

#: choices that are compared with one another, and decisions that each of them is followed through
MOST_COMPARED, MOST_FOLLOWED = 8, 8
#: verbs whose choices are worth comparing by the supply that they leave
COMPARED = frozenset({"align-minor", "align-nobody"})

#: (game, seat) → the next routine action, None where the player himself decides: somebody who plays gives it
Follow = Callable[[Game, str], tuple[str, Noun] | None]


class Warning(msgspec.Struct, frozen=True):
    """A warning as a rule with a reason, and whom it concerns."""

    reason: Violation
    units: tuple[int, ...] = ()


def nobody_follows(game: Game, seat: str) -> None:
    return None


def warnings(game: Game, seat: str, verb: str, noun: Noun, follow: Follow = nobody_follows) -> list[Warning]:
    """Everything worth saying about an action before it is taken; nothing about one that is not allowed."""
    if not game.state.get(HEXES):
        return []
    offers = game.offers(seat)
    found = list(_idle(game, offers, verb))
    if isinstance(offers.get(verb), Nothing) and verb not in COMPARED:
        return found
    tried = attempt(game, seat, verb, noun)
    if tried is None:
        return found
    trial, entry = tried
    if not entry.outcomes:
        found += _cannot_land(game, trial)
        found += _crowded(game, trial)
        found += _compared(game, seat, verb, noun, follow) if verb in COMPARED else _starved(game, trial, seat)
    return found


# ---------------------------------------------------------------------------------------------------------------- idle units


def _idle(game: Game, offers: dict[str, Shape], verb: str) -> Iterator[Warning]:
    """A word that ends a step, while units could still do something in it."""
    if not isinstance(offers.get(verb), Nothing):
        return
    for other, shape in offers.items():
        units = tuple(sorted(set(_units_in(game, shape))))
        if other == verb or not units or not knows(f"idle-{other}"):
            continue
        headquarters = sum(is_headquarters(game, unit) for unit in units)
        yield Warning(refused("", f"idle-{other}", count=Number(len(units)), headquarters=Number(headquarters)), units)


def _units_in(game: Game, shape: Shape) -> Iterator[int]:
    """Units that the shape offers; of those that march, the ones that have not set out."""
    if isinstance(shape, Moves):
        yield from (unit for stack in shape.stacks for unit in stack.units)
    elif isinstance(shape, Assign):
        yield from (choices.item for choices in shape.items if isinstance(choices.item, int))
    elif isinstance(shape, One | Set):
        yield from (item for item in shape.domain if isinstance(item, int))


# ------------------------------------------------------------------------------------------------------------------- aircraft


def _cannot_land(game: Game, trial: Game) -> Iterator[Warning]:
    """Aircraft that have just taken off and will find no base to return to."""
    before, now = game.state[PLACE], trial.state[PLACE]
    lost = tuple(
        unit
        for unit, place in enumerate(now)
        if place == IN_FLIGHT
        and before[unit] != place
        and trial.state[TARGET][unit] != NOBODY
        and isinstance(counter_of(trial, unit), AirCounter)
        and not bases(trial, unit)
    )
    if lost:
        yield Warning(refused("14.2.4", "cannot-come-back", units=Things(lost)), lost)


# ---------------------------------------------------------------------------------------------------------------------- room


def _crowded(game: Game, trial: Game) -> Iterator[Warning]:
    """Hexes that somebody has gone to and that hold too many units now: at the end of the step one is destroyed."""
    before, now = game.state[PLACE], trial.state[PLACE]
    gone = {place for unit, place in enumerate(now) if place != before[unit] and is_hex(trial, place)}
    for place in sorted(gone):
        units = things_at(trial, place)
        if stacking_violation(trial, place, units) is not None:
            yield Warning(refused("2.3.1", "overstacked-then", place=Place(place)), units)


# --------------------------------------------------------------------------------------------------------------------- supply


def unsupplied(game: Game, seat: str) -> frozenset[int]:
    """Units of the seat's side on the map that are out of supply."""
    side = next((side for side in _sides_of(game, seat)), NOBODY)
    return frozenset(
        unit
        for unit, place in enumerate(game.state[PLACE])
        if is_hex(game, place)
        and side_of(game, unit) == side
        and not isinstance(counter_of(game, unit), NavalCounter)
        and not in_supply(game, unit)
    )


def _sides_of(game: Game, seat: str) -> Iterator[int]:
    number = game.seats.index(seat)
    yield from (
        side
        for owner, side in zip(game.state[SEAT], game.state[SIDE], strict=True)
        if owner == number and side != NOBODY
    )


def _starved(game: Game, trial: Game, seat: str) -> Iterator[Warning]:
    """Units that have supply now and would have none afterwards."""
    fresh = tuple(sorted(unsupplied(trial, seat) - unsupplied(game, seat)))
    if fresh:
        yield Warning(refused("2.4.2", "out-of-supply-then", count=Number(len(fresh)), units=Things(fresh)), fresh)


def _compared(game: Game, seat: str, verb: str, noun: Noun, follow: Follow) -> Iterator[Warning]:
    """Units that this choice leaves without supply though another choice would feed them."""
    hungry: dict[tuple[str, Noun], frozenset[int]] = {}
    for choice in _choices(game, seat):
        after = _followed(game, seat, *choice, follow)
        if after is not None:
            hungry[choice] = unsupplied(after, seat)
    mine = hungry.get((verb, noun))
    if mine is None or len(hungry) < 2:
        return
    best, fewest = min(hungry.items(), key=lambda found: len(found[1]))
    needless = tuple(sorted(mine - fewest))
    if len(mine) > len(fewest) and needless:
        other = best[1] if isinstance(best[1], str) else "none"
        yield Warning(
            refused(
                "2.4.2", "another-choice-feeds", count=Number(len(needless)), home=proper(other), units=Things(needless)
            ),
            needless,
        )


def _choices(game: Game, seat: str) -> Iterator[tuple[str, Noun]]:
    for verb, shape in game.offers(seat).items():
        if isinstance(shape, Nothing):
            yield verb, None
        elif isinstance(shape, One) and len(shape.domain) <= MOST_COMPARED:
            yield from ((verb, item) for item in shape.domain)


def _followed(game: Game, seat: str, verb: str, noun: Noun, follow: Follow) -> Game | None:
    """The game after the choice and after what it brings along, such as the units of a country being set up."""
    tried = attempt(game, seat, verb, noun)
    if tried is None or tried[1].outcomes:
        return None
    trial = tried[0]
    for _ in range(MOST_FOLLOWED):
        more = follow(trial, seat) if seat in trial.waiting else None
        if more is None or trial.submit(seat, *more).outcomes:
            break
    return trial

"""Positions of the Russian civil war for the tests: Russia has lost heart, and the Central Powers are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

from front import front

from conformance.positions import Pairs, power
from conformance.sorties import clear_the_map
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.engine.shapes import One
from worldfire.forces.situation import TURN
from worldfire.forces.things import place_index
from worldfire.forces.turn import INITIATIVE_SIDE, TurnBegan
from worldfire.forces.who import TAKEN, units_of
from worldfire.titles.fa.civil_war.factions import towns, white_country
from worldfire.titles.fa.civil_war.mustering import is_rolled_for
from worldfire.titles.fa.morale import MORALE, TENTHS
from worldfire.titles.fa.morale_events import LOSSES

WARS: Pairs = (
    ("germany", "france"),
    ("germany", "russia"),
    ("germany", "commonwealth"),
    ("austria-hungary", "france"),
    ("austria-hungary", "russia"),
    ("austria-hungary", "commonwealth"),
)
WHITE, RED = 6, 7
COLLAPSE_VERBS = ("entrust-minor", "withdraw-from-russia", "muster-unit", "muster-at")


def offer(
    units: Mapping[str, Sequence[str]] | None = None,
    *,
    control: Mapping[str, Iterable[str]] | None = None,
    aligned: Pairs = (),
    wars: Pairs = WARS,
    red_units: Iterable[str] = (),
    red_towns: Iterable[str] = ("Petrograd", "Moscow"),
    guests: Iterable[str] = (),
    drawn_first: int = 0,
) -> Game:
    """Russia has one level of morale left and loses two.

    The dice make these units and towns Red, all others White; no die for towns with Allied guests. The markers that the USA
    and the Commonwealth draw for the surrender come before the dice if somebody is asked something before them.
    """
    game = front(units or {}, wars=wars, control=control, aligned=aligned)
    game.set(INITIATIVE_SIDE, 0)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.write(MORALE, power(game, "russia"), TENTHS)
    game.write(LOSSES, power(game, "russia"), 2 * TENTHS)
    begin_step(
        game, "morale", "germany", throws=[*[1] * drawn_first, *dice_of(game, red_units, red_towns, guests), *[10] * 9]
    )
    while (seat := next(iter(game.waiting))) and "subvert-nobody" in game.offers_to(seat).names:
        game.submit(seat, "subvert-nobody")
    return game


def dice_of(game: Game, red_units: Iterable[str], red_towns: Iterable[str], guests: Iterable[str]) -> list[int]:
    reds = {find(game, name) for name in red_units}
    white_by_guests = {place_index(game, name) for name in guests}
    rolled = [unit for unit in units_of(game, white_country(game)) if is_rolled_for(game, unit)]
    red = {place_index(game, name) for name in red_towns}
    return [RED if unit in reds else WHITE for unit in rolled] + [
        RED if place in red else 5 for place in sorted(towns(game)) if place not in white_by_guests
    ]


def accept(game: Game) -> Game:
    (seat,) = game.waiting
    game.submit(seat, "accept-surrender")
    return game


def settle(game: Game) -> Game:
    """Until everybody is placed: each takes the first that is offered."""
    while not game.over:
        (seat,) = game.waiting
        verb = next(iter(game.offers_to(seat).names))
        shape = game.offers_to(seat).shape(game, verb)
        if verb not in COLLAPSE_VERBS or not isinstance(shape, One):
            break
        game.submit(seat, verb, shape.domain[0])
    return game


@cache
def _settled() -> Game:
    return settle(accept(offer()))


def fighting() -> Game:
    """The civil war without a unit on the map: Petrograd and Moscow are Red, all other towns White."""
    game = _settled().copy()
    clear_the_map(game)
    for place in towns(game):  # the turn of the collapse is over
        game.write(TAKEN, place, 0)
    return game


def civil_war(units: Mapping[str, Sequence[str]] | None = None, **more: Any) -> Game:
    return settle(accept(offer(units, **more)))

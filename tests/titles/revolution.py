"""Positions of the Russian civil war for the tests: Russia has lost heart, and the Central Powers are asked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from front import front

from conformance.positions import Pairs, power
from conformance.steps import begin_step, find
from worldfire.engine.game import Game
from worldfire.forces.situation import TURN
from worldfire.forces.things import place_index
from worldfire.forces.turn import INITIATIVE_SIDE, TurnBegan
from worldfire.forces.who import units_of
from worldfire.titles.fa.civil_war.factions import white_country
from worldfire.titles.fa.civil_war.mustering import is_rolled_for, towns_in_dispute
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


def offer(
    units: Mapping[str, Sequence[str]] | None = None,
    *,
    control: Mapping[str, Iterable[str]] | None = None,
    aligned: Pairs = (),
    wars: Pairs = WARS,
    red_units: Iterable[str] = (),
    red_towns: Iterable[str] = ("Petrograd",),
) -> Game:
    """Russia has one level of morale left and loses two. The dice make these units and towns Red, all others White."""
    game = front(units or {}, wars=wars, control=control, aligned=aligned)
    game.set(INITIATIVE_SIDE, 0)
    game.say(TurnBegan(turn=game.state.get(TURN)))
    game.write(MORALE, power(game, "russia"), TENTHS)
    game.write(LOSSES, power(game, "russia"), 2 * TENTHS)
    begin_step(game, "morale", "germany", throws=dice_of(game, red_units, red_towns))
    while (seat := next(iter(game.waiting))) and "subvert-nobody" in game.offers_to(seat).names:
        game.submit(seat, "subvert-nobody")
    return game


def dice_of(game: Game, red_units: Iterable[str], red_towns: Iterable[str]) -> list[int]:
    reds = {find(game, name) for name in red_units}
    rolled = [unit for unit in units_of(game, white_country(game)) if is_rolled_for(game, unit)]
    towns = {place_index(game, name) for name in red_towns}
    return [RED if unit in reds else WHITE for unit in rolled] + [
        RED if place in towns else 5 for place in towns_in_dispute(game)
    ]


def accept(game: Game) -> Game:
    (seat,) = game.waiting
    game.submit(seat, "accept-surrender")
    return game

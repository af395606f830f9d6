"""fa:11.9.6.2 Ships captured in port serve their captor until they are destroyed, and then are whose they were."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.who import COUNTRY, change_country
from worldfire.rules.s04_reinforcements import ReturnedToPool, may_be_scrapped
from worldfire.rules.s11_10_6_overrun import CAPTURED, NavalUnitOverrun

#: (ship, the country from which it was captured)
PRIZES: Field[tuple[tuple[int, int], ...]] = Field("captured_ships", ())


def is_prize(game: Position, unit: int) -> bool:
    return any(ship == unit for ship, _ in game.state.get(PRIZES))


@rule("fa:11.9.6.2")
def ship_is_captured(game: Game, event: NavalUnitOverrun) -> None:
    """Whoever captures it later, it is the first owner's."""
    known = game.state.get(PRIZES)
    if event.result == CAPTURED and not is_prize(game, event.unit):
        game.set(PRIZES, (*known, (event.unit, game.state[COUNTRY][event.unit])))


@rule("fa:11.9.6.2")
def its_owner_may_build_it_again(game: Game, event: ReturnedToPool) -> None:
    """It has been destroyed: its captor has no part in it any more."""
    known = game.state.get(PRIZES)
    if event.thing in dict(known):
        change_country(game, event.thing, dict(known)[event.thing])
        game.set(PRIZES, tuple(prize for prize in known if prize[0] != event.thing))


@rule("fa:11.9.6.2", "fa:13.5.5.2")
def no_prize_is_scrapped(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """By the captor who has lost it."""
    return usual(game, unit) and not is_prize(game, unit)


MODULE = Module(
    schema=Schema(fields=(PRIZES,)),
    subscribes=((NavalUnitOverrun, ship_is_captured), (ReturnedToPool, its_owner_may_build_it_again)),
    changes=(may_be_scrapped.wrapped_by(no_prize_is_scrapped),),
)

"""fa:9.7, 21.9, 22.1 Who comes later: reserves that are called out, the Tsar at the front, and Liman von Sanders in Turkey."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.layout import SET_ASIDE
from worldfire.forces.nations import nations_of
from worldfire.forces.participants import YEAR
from worldfire.forces.pools import REMOVED, circle_space
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import power_name
from worldfire.rules.s04_reinforcements import ReturnedToPool, scrap
from worldfire.rules.s09_war import may_be_called
from worldfire.rules.s13_06_production import UnitBuilt
from worldfire.tables.counters import LandType
from worldfire.titles.fa.morale_step import MoraleChanged
from worldfire.titles.fa.names import CZECH_LEGION, TSAR
from worldfire.titles.fa.politics.together import AdvisorsSent
from worldfire.titles.fa.sea.special_ships import ship_named
from worldfire.titles.fa.special_units import LIMAN, OTTOMANS

RUSSIA = "russia"
TSAR_COMES = Figure("highest morale of Russia at which the Tsar takes command", "fa:22.1")
LIMAN_FROM = Figure("first year of Liman von Sanders", "fa:21.9")
TURNS_OF_LIMAN = Figure("turns until Liman von Sanders arrives", "fa:21.9")

#: Liman von Sanders has been built, or has come for nothing
LIMAN_HAS_COME: Field[bool] = Field("liman_has_come", False)


class CommanderSent(Event, frozen=True):
    """An HQ comes that nobody pays for."""

    unit: ThingId


# ----------------------------------------------------------------------------------------------------------- 9.7 reserves


@rule("fa:9.7", "fa:16.4.1", "fa:21.8")
def only_reserves(usual: Callable[[Position, int], bool], game: Position, unit: int) -> bool:
    """Of what waits in the reserve pool: not aircraft without a pilot, nor raiders in hiding, nor corps that were sent home."""
    counter = counter_of(game, unit)
    reserve = counter.available in nations_of(game).reserves or counter.type is LandType.MIL or counter.id == TSAR
    return reserve and usual(game, unit)


# ------------------------------------------------------------------------------------------------------------- 22.1 the Tsar


@rule("fa:22.1", "fa:9.7")
def the_tsar_takes_command(game: Game, event: MoraleChanged) -> None:
    """From then on he is a reserve that Russia may call out in its next impulse."""
    if power_name(game, event.power) != RUSSIA or event.after > TSAR_COMES(game):
        return
    tsar = ship_named(game, TSAR)
    if place_name(game, game.state[PLACE][tsar]) == SET_ASIDE:
        move(game, tsar, place_index(game, f"reserve pool of {RUSSIA}"))
        game.say(CommanderSent(unit=tsar))


# --------------------------------------------------------------------------------------------------- 21.9 Liman von Sanders


@rule("fa:21.9", "fa:15.2")
def liman_goes_to_turkey(game: Game, event: AdvisorsSent) -> None:
    """With the advisors, from 1915 on, for nothing, unless he has been built before."""
    liman = ship_named(game, LIMAN)
    early = game.state.get(YEAR) < LIMAN_FROM(game) or power_name(game, event.target_power) != OTTOMANS
    if early or game.state.get(LIMAN_HAS_COME) or game.state[PLACE][liman] == place_index(game, REMOVED):
        return
    game.set(LIMAN_HAS_COME, True)
    move(game, liman, place_index(game, circle_space(game.state.get(TURN) + TURNS_OF_LIMAN(game))))
    game.say(CommanderSent(unit=liman))


def liman_was_built(game: Game, event: UnitBuilt) -> None:
    if counter_of(game, event.thing).id == LIMAN:
        game.set(LIMAN_HAS_COME, True)


# ------------------------------------------------------------------------------------------------------ 15.4 the Czech Legion


@rule("fa:15.4")
def the_legion_is_not_rebuilt(game: Game, event: ReturnedToPool) -> None:
    if counter_of(game, event.thing).id == CZECH_LEGION:
        scrap(game, event.thing)


MODULE = Module(
    schema=Schema(fields=(LIMAN_HAS_COME,)),
    subscribes=(
        (MoraleChanged, the_tsar_takes_command),
        (AdvisorsSent, liman_goes_to_turkey),
        (UnitBuilt, liman_was_built),
        (ReturnedToPool, the_legion_is_not_rebuilt),
    ),
    changes=(may_be_called.wrapped_by(only_reserves),),
)

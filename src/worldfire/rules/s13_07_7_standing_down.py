"""13.7.7 Reserves and militia go home when their power comes to peace, and come back when it is at war again (9.7)."""

from __future__ import annotations

from collections.abc import Iterable

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.pools import CIRCLE, FORCE_POOL, REMOVED, named_place, pool_of
from worldfire.forces.things import PLACE, counter_of, move, place_index, place_name
from worldfire.forces.turn import is_active, power_name
from worldfire.forces.who import NOBODY, power_named, power_of
from worldfire.rules.s09_02_pacts import EnemyIsNoMore, PactMade
from worldfire.tables.counters import LandCounter, LandType

#: units that were in force pools when their power came to peace: out of the game until it calls out its reserves again
STOOD_DOWN: Field[tuple[int, ...]] = Field("stood_down", ())


class StoodDown(Event, frozen=True):
    """Reserves and militia of the power wait in its reserve pool, or are out of the game for now."""

    power: PowerId
    units: tuple[ThingId, ...]


class CalledBack(Event, frozen=True):
    """Reserves and militia that had left the game are in the force pools again."""

    power: PowerId
    units: tuple[ThingId, ...]


def _named_enemy(game: Position, unit: int) -> str | None:
    """Against whom alone the unit is called out; "" against anybody, None: it is neither reserve nor militia."""
    counter, against = counter_of(game, unit), nations_of(game).reserves
    if counter.available in against:
        return against[counter.available]
    return "" if isinstance(counter, LandCounter) and counter.type is LandType.MIL else None


def _fights_its_enemy(game: Position, power: int, unit: int) -> bool:
    enemy = power_named(game, _named_enemy(game, unit) or "")
    return enemy == NOBODY or at_war(game, power, enemy)


@rule("13.7.7")
def peace_sends_home(game: Game, event: PactMade) -> None:
    """Who is neutral again keeps neither reserves nor militia; who is not keeps none that were called out for this war."""
    if event.confirmed:
        return
    for power, other in ((event.power, event.target_power), (event.target_power, event.power)):
        _send_home(game, power, other)


@rule("13.7.7")
def no_enemy_is_left(game: Game, event: EnemyIsNoMore) -> None:
    """An enemy that is completely conquered is at peace like one that signed for it."""
    _send_home(game, event.power, event.target_power)


def _send_home(game: Game, power: int, other: int) -> None:
    names = {power_name(game, other)} if is_active(game, power) else {power_name(game, other), ""}
    stand_down(game, power, (unit for unit in range(len(game.state[PLACE])) if _named_enemy(game, unit) in names))


def stand_down(game: Game, power: int, units: Iterable[int]) -> None:
    """Those of the power on the map, at sea too, or the circle go to its reserve pool; those in its pools leave the game."""
    pool, gone = named_place(game, f"reserve pool of {power_name(game, power)}"), []
    for unit in [unit for unit in units if power_of(game, unit) == power]:
        place = game.state[PLACE][unit]
        on_map = place < 0 or is_hex(game, place)  # below 0: aboard a ship
        where = "" if on_map else place_name(game, place)
        if pool is not None and (on_map or where.startswith(CIRCLE)):
            move(game, unit, pool)
        elif where.startswith(FORCE_POOL):
            move(game, unit, place_index(game, REMOVED))
            game.set(STOOD_DOWN, (*game.state.get(STOOD_DOWN), unit))
        else:
            continue
        gone.append(unit)
    if gone:
        game.say(StoodDown(power=power, units=tuple(gone)))


@rule("9.7")
def call_back(game: Game, power: int) -> None:
    """Before a power calls out its reserves, those that had left the game go into its force pools, if they are eligible."""
    units = tuple(
        unit
        for unit in game.state.get(STOOD_DOWN)
        if power_of(game, unit) == power and _fights_its_enemy(game, power, unit)
    )
    if not units:
        return
    for unit in units:
        move(game, unit, pool_of(game, unit))
    game.set(STOOD_DOWN, tuple(unit for unit in game.state.get(STOOD_DOWN) if unit not in units))
    game.say(CalledBack(power=power, units=units))


MODULE = Module(
    schema=Schema(fields=(STOOD_DOWN,)), subscribes=((PactMade, peace_sends_home), (EnemyIsNoMore, no_enemy_is_left))
)

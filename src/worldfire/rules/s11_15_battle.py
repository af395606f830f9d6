"""One land attack as the steps of 11.15.5 see it: who is in it, who is still there, and who decides."""

from __future__ import annotations

import msgspec

from worldfire.engine.clauses import clause
from worldfire.engine.position import Position
from worldfire.forces.things import FACE_DOWN, PLACE
from worldfire.forces.turn import other_side, seats_of_side
from worldfire.forces.who import NOBODY, SEAT, power_of
from worldfire.rules.s11_10_entry import land_foes_at
from worldfire.rules.s11_15_factors import Arrival, Reckoning
from worldfire.rules.s11_15_odds import Fate, Table


class Battle(msgspec.Struct):
    """An attack from the choice of its table to the last unit turned face-down."""

    target: int
    side: int
    #: (attacker, the hex that it attacks from; the target itself for whoever lands there)
    origins: tuple[tuple[int, int], ...]
    arrivals: tuple[Arrival, ...] = ()
    notional: bool = False
    #: hexes that are still to be attacked this step
    later: tuple[int, ...] = ()
    table: Table = Table.ASSAULT
    defenders: tuple[int, ...] = ()
    #: who took part when the combat began, who of them was in supply, and which hexes counted as home, by power (13.6.3)
    involved: tuple[int, ...] = ()
    supplied: tuple[int, ...] = ()
    like_home: tuple[tuple[int, tuple[int, ...]], ...] = ()
    #: what is added to the dice, and the printed result
    modifier: int = 0
    result: str = ""
    #: attackers one of whom must be the first loss, because they gained a benefit
    first_loss: tuple[int, ...] = ()
    lost: tuple[int, int] = (0, 0)
    fate: Fate = Fate.STAY
    #: survivors that must still retreat, and the way that the first of them has come so far
    retreating: tuple[int, ...] = ()
    way: tuple[int, ...] = ()
    #: attackers that entered the target, and those of them that went on
    advanced: tuple[int, ...] = ()
    further: tuple[int, ...] = ()


def attackers(game: Position, battle: Battle) -> tuple[int, ...]:
    """The attackers that have not been destroyed: wherever they are, it is a hex they fought or went to."""
    known = {origin for _, origin in battle.origins} | {battle.target}
    places = game.state[PLACE]
    return tuple(unit for unit, _ in battle.origins if places[unit] in known or unit in battle.further)


def defenders(game: Position, battle: Battle) -> tuple[int, ...]:
    """Enemy land units that are in the target now."""
    return land_foes_at(game, battle.origins[0][0], battle.target)


@clause("11.15.5")
def those_who_defend(game: Position, battle: Battle) -> tuple[int, ...]:
    """The defenders whose factors count."""
    return defenders(game, battle)


def origin_of(battle: Battle, unit: int) -> int:
    return dict(battle.origins)[unit]


def has_landed(battle: Battle, unit: int) -> bool:
    return any(arrival.unit == unit for arrival in battle.arrivals)


def reckoning_of(game: Position, battle: Battle) -> Reckoning:
    return Reckoning(
        battle.target,
        attackers(game, battle),
        those_who_defend(game, battle),
        battle.arrivals,
        battle.notional,
        battle.table,
    )


def face_up(game: Position, units: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(unit for unit in units if not game.state[FACE_DOWN][unit])


def deciders(game: Position, units: tuple[int, ...], holder: int, attacking_side: int) -> tuple[str, ...]:
    """Who decides for these units, or for the hex's holder: their seats, and for a country that nobody plays its foes'.

    A neutral minor country under attack is played by the side that the attacker is not on (9.2).
    """
    powers = {power_of(game, unit) for unit in units} or {holder}
    seats = {game.state[SEAT][power] for power in powers if power != NOBODY} - {NOBODY}
    if seats:
        return tuple(game.seats[seat] for seat in sorted(seats))
    return seats_of_side(game, other_side(attacking_side))[:1]


def attacking_seats(game: Position, battle: Battle) -> tuple[str, ...]:
    alive = attackers(game, battle) or tuple(unit for unit, _ in battle.origins)
    return deciders(game, alive, NOBODY, battle.side)

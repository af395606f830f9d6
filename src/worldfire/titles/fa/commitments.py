"""fa:19.2.1 Foreign troop commitments: land units, aircraft and ships are counted apart, and divisions as halves."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.pools import circle_space, named_place
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of, move
from worldfire.rules.s02_3_stacking import is_headquarters_counter
from worldfire.rules.s11_15_retreats import Shattered
from worldfire.rules.s14_air_missions import Destroyed, tray_of
from worldfire.rules.s18_2_commitments import compatriots_in, exceeds_commitment, further_headquarters
from worldfire.rules.s18_2_foreign_troops import lose_guest
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter, Size

DIVISIONS_OF_A_UNIT = Figure("divisions that count as one unit of a foreign troop commitment", "fa:19.2.1")


@rule("fa:19.2.1")
def exceeds_any_of_three(game: Position, units: tuple[int, ...], home: int) -> bool:
    """Without an HQ there, or with more of one sort than the printed values of all HQs there."""
    there = compatriots_in(game, units[0], home).union(units, further_headquarters(game, units[0], home))
    counters = [counter_of(game, unit) for unit in there]
    leaders = [counter for counter in counters if isinstance(counter, LandCounter) and is_headquarters_counter(counter)]
    if not leaders:
        return True
    most = sum(leader.reorganisation or 0 for leader in leaders)
    troops = [counter for counter in counters if isinstance(counter, LandCounter) and counter not in leaders]
    divisions = sum(counter.size is Size.DIVISION for counter in troops)
    land = len(troops) - divisions + Fraction(divisions, DIVISIONS_OF_A_UNIT(game))
    aircraft = sum(isinstance(counter, AirCounter) for counter in counters)
    ships = sum(isinstance(counter, NavalCounter) for counter in counters)
    return any(number > most for number in (land, aircraft, ships))


@rule("fa:19.2.1")
def guest_is_shattered(game: Game, unit: int) -> None:
    """Nobody exceeds the limit of his own will: who had no choice comes back over the production circle."""
    space = named_place(game, circle_space(game.state.get(TURN) + 1))
    if space is None:
        game.say(Destroyed(thing=unit))
        move(game, unit, tray_of(game, unit))
        return
    game.say(Shattered(unit=unit))
    move(game, unit, space)


MODULE = Module(
    changes=(
        exceeds_commitment.replaced_by(exceeds_any_of_three),
        lose_guest.replaced_by(guest_is_shattered),
    ),
)

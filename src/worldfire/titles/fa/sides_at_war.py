"""9.3 War is a matter of sides: whoever is in it fights every active power of the other side, and each that comes in later.

Nobody but the declarer declares anything for that, and it costs nothing. What only one power is at war with the other for is
left out by `FIGHTS_ALONE`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import PowerId
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import active_side, is_active, other_side, powers_of_side
from worldfire.forces.who import NOBODY, SIDE, CountryAligned, side_of_power
from worldfire.rules.s02_5_control import conquests_to_pass
from worldfire.rules.s09_02_pacts import have_pact
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import declare_war
from worldfire.rules.s15_surprise import is_yet_to_strike, surprise
from worldfire.rules.s18_1_cooperation import bring_allies_together

#: 9.3: two active powers of opposite sides that are yet not at war with each other: (one, other)
FIGHTS_ALONE = AnyOf[[int, int]]("9.3 war of its own")


class DrawnIntoWar(Event, frozen=True):
    """Two powers are at war because one of them is now at war with the other's side."""

    power: PowerId
    target_power: PowerId


@rule("fa:9.3")
def opponents(game: Position, side: int, *whose: int) -> Iterator[tuple[int, int]]:
    """Active powers of the side with active ones of the other side: pairs with one of these, not at war with each other yet."""
    for one in powers_of_side(game, side):
        for other in powers_of_side(game, other_side(side)):
            if (
                (one in whose or other in whose)
                and is_active(game, one)
                and is_active(game, other)
                and not at_war(game, one, other)
                and not have_pact(game, one, other)
                and not FIGHTS_ALONE(game, one, other)
            ):
                yield one, other


@rule("fa:9.3")
def join_the_war(game: Game, side: int, *whose: int) -> None:
    """These fight all who are active on the other side, surprised as by a declaration.

    Of others nobody does: who has broken a pact is at war when one of the two declares it (9.2.1).
    """
    for one, other in tuple(opponents(game, side, *whose)):
        game.set(AT_WAR, (*game.state.get(AT_WAR), (one, other)))
        game.say(DrawnIntoWar(power=one, target_power=other))
        surprise(game, one, other)
    bring_allies_together(game)


@rule("fa:9.3")
def declares_war_on_the_side(usual: Callable[[Game, int, int], None], game: Game, power: int, enemy: int) -> None:
    was_active = is_active(game, enemy)
    usual(game, power, enemy)
    if game.state[SIDE][enemy] != NOBODY:
        join_the_war(game, game.state[SIDE][power], *((power,) if was_active else (power, enemy)))


@rule("fa:2.5.3")
def conquests_of_minors_pass(game: Position, event: DrawnIntoWar) -> Call | None:
    """As if the two had declared war on each other: what their minor countries took from the enemy is theirs."""
    return conquests_to_pass(game, event.power, event.target_power)


@rule("fa:9.3", "fa:20.3")
def no_war_within_a_side(game: Game, event: CountryAligned) -> None:
    """A country that was founded against a side, and comes over to it, is no enemy of its new friends."""
    side, own = side_of_power(game, event.power), own_power(game, event.country)
    if NOBODY in (side, own):
        return
    wars = game.state.get(AT_WAR)
    kept = tuple(
        pair for pair in wars if own not in pair or all(game.state[SIDE][each] != side for each in pair if each != own)
    )
    if kept != wars:
        game.set(AT_WAR, kept)


@rule("fa:17", "fa:9.3", "fa:15.3.1")
def in_its_own_impulse(game: Position, declarer: int) -> bool:
    """Politics brings some to war at the end of a turn: the other side's next impulse is not the one of surprise."""
    return game.state[SIDE][declarer] != active_side(game)


MODULE = Module(
    subscribes=((DrawnIntoWar, conquests_of_minors_pass), (CountryAligned, no_war_within_a_side)),
    changes=(
        declare_war.wrapped_by(declares_war_on_the_side),
        is_yet_to_strike.replaced_by(in_its_own_impulse),
    ),
    seams=(FIGHTS_ALONE,),
)

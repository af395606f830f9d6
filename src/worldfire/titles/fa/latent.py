"""9.1, 15.3 Latent major powers: Italy, the Ottoman Empire, China and Japan are treated like minor countries until they join.

Then they are major powers of a side, at war with every active power of the other, and set up by the chart of the campaign.
Whoever brings one in calls `joining(game, power, by)`.
"""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.forces.nations import nations_of
from worldfire.forces.situation import AT_WAR
from worldfire.forces.turn import is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import NOBODY, SIDE, found_power
from worldfire.rules.s09_02_pacts import end_pact, have_pact
from worldfire.rules.s09_06_aligning import alignment, own_power
from worldfire.rules.s09_war import protectors, taken_in
from worldfire.rules.s15_surprise import surprise
from worldfire.rules.s24_1_set_up import POWER_SET_UP, PowerSetUp, layout_of
from worldfire.titles.fa.sides_at_war import DrawnIntoWar, join_the_war


class Joining(msgspec.Struct):
    """The power that joins a side, and the one that brings it in."""

    power: int
    by: int
    #: did the other side declare war on it? Otherwise it comes of its own will
    attacked: bool = False


@rule("fa:9.1")
def is_latent(game: Position, power: int) -> bool:
    """Is it a major power that has not joined anybody?"""
    return power_name(game, power) in nations_of(game).latent and game.state[SIDE][power] == NOBODY


@rule("fa:15.3.5")
def joining(power: int, by: int) -> Call:
    """Bring the latent power in on the side of another."""
    return Call(JOINING.name, Joining(power, by))


@step("fa:15.3.5", also=("fa:9.3",))
def join_the_side(game: Game, joining_: Joining) -> Control:
    """It is played by whoever brings it in, and is at war with every active power of the other side.

    Whoever brings that war about surprises: who comes of its own will all its enemies, who is attacked is surprised.
    """
    power = joining_.power
    found_power(game, power, joining_.by)
    theirs = other_side(game.state[SIDE][power])
    for enemy in [enemy for enemy in powers_of_side(game, theirs) if is_active(game, enemy)]:
        if have_pact(game, power, enemy):  # it surrendered to this enemy once
            end_pact(game, power, enemy)
        pair = (enemy, power) if joining_.attacked else (power, enemy)
        if pair not in game.state.get(AT_WAR) and pair[::-1] not in game.state.get(AT_WAR):
            game.set(AT_WAR, (*game.state.get(AT_WAR), pair))
            game.say(DrawnIntoWar(power=pair[0], target_power=pair[1]))
            surprise(game, *pair)
    join_the_war(game, theirs if joining_.attacked else game.state[SIDE][power], power)
    return None


@clause("fa:15.3.5")
def zones_on_the_map(game: Position, power: int) -> int:
    """How many zones of its chart, from the first on, were set up before it joined."""
    return 0


@step("fa:15.3.5")
def set_up_by_its_chart(game: Game, joining_: Joining) -> Control:
    order = [name for name, _ in layout_of(game).tasks]
    turn = order.index(power_name(game, joining_.power))
    return Call(POWER_SET_UP.name, PowerSetUp(turn, zones_on_the_map(game, joining_.power)))


JOINING = procedure("a latent power joins", "fa:15.3.5", join_the_side, set_up_by_its_chart, locals=Joining)


def _latent_power(game: Position, country: int) -> int:
    """The latent power that the country is, NOBODY if it is none."""
    own = own_power(game, country)
    return own if own != NOBODY and is_latent(game, own) else NOBODY


@rule("fa:9.6", "fa:15.3.5")
def is_brought_in(usual: Callable[[Game, int, int], Control], game: Game, country: int, power: int) -> Control:
    """Such a power is not aligned but joins."""
    latent = _latent_power(game, country)
    return usual(game, country, power) if latent == NOBODY else joining(latent, power)


@rule("fa:9.3", "fa:9.5", "fa:17")
def is_driven_in(usual: Callable[[Game, int, int], Control], game: Game, country: int, power: int) -> Control:
    """Nor is it taken in like a minor country where the other side has attacked it."""
    latent = _latent_power(game, country)
    return (
        usual(game, country, power) if latent == NOBODY else Call(JOINING.name, Joining(latent, power, attacked=True))
    )


@rule("fa:9.3", "fa:20.2")
def whoever_is_nearest(
    usual: Callable[[Position, int, int], tuple[int, ...]], game: Position, country: int, attacker: int
) -> tuple[int, ...]:
    """An attacked country turns to active powers only; a latent major power to the nearest of the other side, active or not."""
    found = usual(game, country, attacker)
    if _latent_power(game, country) != NOBODY:
        return found
    return tuple(power for power in found if is_active(game, power))


MODULE = Module(
    procedures=(JOINING,),
    changes=(
        alignment.wrapped_by(is_brought_in),
        taken_in.wrapped_by(is_driven_in),
        protectors.wrapped_by(whoever_is_nearest),
    ),
)

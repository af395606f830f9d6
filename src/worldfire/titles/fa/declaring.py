"""9.3, 9.6 Wars and alignments are paid for in political points, and follow the flags of the political track (15.1.1)."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control
from worldfire.engine.ruleset import Module
from worldfire.engine.violation import Violation
from worldfire.forces.turn import power_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, SIDE, PowerArises, country_named
from worldfire.rules.s09_06_aligning import MinorAligned, alignment, alignment_violation, own_power, willing_minors
from worldfire.rules.s09_war import declarer_violation, pay_for_war
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.politics.flags import LAST_BOX, box_towards, can_be_influenced, take_flag
from worldfire.titles.fa.politics.points import pay, payment_violation, price_of

DECLARATION = "declaration of war"


@rule("fa:9.3")
def the_side_can_pay(
    usual: Callable[[Position, int], Violation | None], game: Position, power: int
) -> Violation | None:
    """No points, no war: not for the Commonwealth, nor for anybody else."""
    return payment_violation(game, game.state[SIDE][power], price_of(game, DECLARATION)) or usual(game, power)


@rule("fa:9.3", "fa:15")
def the_side_pays(game: Game, power: int) -> None:
    pay(game, game.state[SIDE][power], price_of(game, DECLARATION))


# --------------------------------------------------------------------------------------------------------------- 9.6


@rule("fa:9.6", "fa:15.1.1")
def flags_in_the_last_box(game: Position, power: int) -> tuple[int, ...]:
    """Every country whose flag lies in the last box of the power's side."""
    side = game.state[SIDE][power]
    return tuple(
        country
        for country in range(len(game.state.get(COUNTRY_NAMES)))
        if box_towards(game, country, side) == LAST_BOX
        and can_be_influenced(game, country)
        and game.state[SIDE][own_power(game, country)] == NOBODY
    )


def _is_latent(game: Position, country: int) -> bool:
    own = own_power(game, country)
    return own != NOBODY and is_latent(game, own)


@rule("fa:9.3", "fa:15.3.5")
def a_latent_power_costs_a_declaration(
    usual: Callable[[Position, int, int], Violation | None], game: Position, power: int, country: int
) -> Violation | None:
    found = usual(game, power, country)
    if found is not None or not _is_latent(game, country):
        return found
    return payment_violation(game, game.state[SIDE][power], price_of(game, DECLARATION))


@rule("fa:9.3", "fa:15.3.5")
def a_latent_power_is_paid_for(
    usual: Callable[[Game, int, int], Control], game: Game, country: int, power: int
) -> Control:
    """To bring one in of its own will works like a declaration of war."""
    if _is_latent(game, country):
        the_side_pays(game, power)
    return usual(game, country, power)


@rule("fa:15.1.1")
def flag_of_the_aligned(game: Game, event: MinorAligned) -> None:
    """By alignment or because it was attacked: it is an active ally from now on."""
    take_flag(game, event.country, game.state[SIDE][event.power])


@rule("fa:15.1.1")
def flag_of_the_latent(game: Game, event: PowerArises) -> None:
    country = country_named(game, power_name(game, event.power))
    if country != NOBODY:
        take_flag(game, country, game.state[SIDE][event.power])


MODULE = Module(
    subscribes=((MinorAligned, flag_of_the_aligned), (PowerArises, flag_of_the_latent)),
    changes=(
        declarer_violation.wrapped_by(the_side_can_pay),
        pay_for_war.replaced_by(the_side_pays),
        willing_minors.replaced_by(flags_in_the_last_box),
        alignment_violation.wrapped_by(a_latent_power_costs_a_declaration),
        alignment.wrapped_by(a_latent_power_is_paid_for),
    ),
)

"""22.3, 22.4 The opening of a campaign: who fights on from a new home, and the wars of its first impulses that must be."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.forces.in_turn import powers_in_action
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.turn import IMPULSE, power_name
from worldfire.forces.who import NEW_HOME, NOBODY, SIDE, country_named, power_named
from worldfire.rules.s09_06_aligning import SETTING_UP, align_minor
from worldfire.rules.s09_war import DeclaringWar, declare_war
from worldfire.rules.s10_actions import LAND, PASS, action_types
from worldfire.rules.s12_end_of_action import may_be_the_last
from worldfire.rules.s24_1_set_up import BEGINNING, layout_of
from worldfire.tables.campaign import Campaign, Script, turn_number


def _scripts(game: Position) -> tuple[Script, ...]:
    if not game.state.get(CAMPAIGN):
        return ()
    campaign = layout_of(game).campaign
    first = game.state.get(TURN) == turn_number(campaign.first_turn.value)
    return campaign.great_war.script.value if first and campaign.great_war is not None else ()


@rule("fa:22.4", "fa:13.6.1.4")
def exiles_have_a_home(game: Game, campaign: Campaign) -> None:
    """Countries that are conquered only at home when the campaign begins: Serbia lives on in Albania."""
    war = campaign.great_war
    for name, exile in () if war is None or war.exiles is None else war.exiles.value.items():
        game.write(NEW_HOME, country_named(game, name), country_named(game, exile.home))


@rule("fa:22.3", "fa:22.4")
def script_of_impulse(game: Position) -> Script | None:
    """What the campaign prescribes for this impulse, if anything."""
    impulse = game.state.get(IMPULSE)
    return next((script for script in _scripts(game) if script.impulse == impulse), None)


@step("fa:22.3", also=("fa:22.4",))
def wars_that_must_be(game: Game, declaring: DeclaringWar) -> Control:
    """Declared by the campaign, not by the players. Who is attacked with nobody to turn to aligns as it says."""
    script = script_of_impulse(game)
    if script is None:
        return None
    attacked = NOBODY
    for who, whom in script.wars:
        enemy = power_named(game, whom)
        declare_war(game, power_named(game, who), enemy)
        if game.state[SIDE][enemy] == NOBODY:
            attacked = country_named(game, whom)
    if not script.other_wars:
        declaring.declared = 2 * len(powers_in_action(game))
    for name, power in script.aligns.items():
        assert country_named(game, name) == attacked
        return Call(SETTING_UP.name, align_minor(game, attacked, power_named(game, power)))
    return None


@rule("fa:22.3", "fa:10.1")
def the_others_pass(usual: Callable[[Position, int], tuple[str, ...]], game: Position, power: int) -> tuple[str, ...]:
    """Only the powers of the script act; one of them may take a land action although it is neutral."""
    script = script_of_impulse(game)
    if script is None:
        return usual(game, power)
    name = power_name(game, power)
    if script.acting and name not in script.acting:
        return (PASS,)
    more = (LAND,) if name in script.land_action and LAND not in usual(game, power) else ()
    return (*usual(game, power), *more)


@rule("fa:22.3", "fa:12")
def the_script_is_played(usual: Callable[[Position], bool], game: Position) -> bool:
    """No impulse is the last before the last that is prescribed is over."""
    return usual(game) and not any(script.impulse > game.state.get(IMPULSE) for script in _scripts(game))


MODULE = Module(
    changes=(
        BEGINNING.attach(exiles_have_a_home),
        Insert("declare war", wars_that_must_be, before="next_power_breaks_pacts"),
        action_types.wrapped_by(the_others_pass),
        may_be_the_last.wrapped_by(the_script_is_played),
    ),
)

"""13.6.5 The Lufthansa transport: half of the fleet flies already, so it is cheaper the first time that it is built.

No list says which counter it is; it is taken to be the oldest German air transport in the game, and a campaign that begins
later than the war finds it built. Others of its cost lie in the same force pool, and which is built is drawn: whoever pays the
usual price and draws it gets the difference back.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.things import PLACE, counter_of, things_at
from worldfire.forces.who import COUNTRY, units_of
from worldfire.rules.s13_06_production import COST, PowerProduction, UnitBuilt
from worldfire.tables.campaign import load_campaigns, turn_number
from worldfire.tables.counters import AirType
from worldfire.titles.wif.nations.ussr import GERMANY

FIRST_COST = Figure("build points for the Lufthansa ATR the first time", "13.6.5")
#: has it been built?
LUFTHANSA_FLIES: Field[bool] = Field("lufthansa_flies", False)


class LufthansaFlies(Event, frozen=True):
    """What was paid too much for it is given back."""

    thing: ThingId
    points: int


def _begins_with_the_war(ruleset: Ruleset, campaign: str) -> bool:
    """Does no campaign begin before this one?"""
    begins = {name: turn_number(each.first_turn.value) for name, each in load_campaigns(ruleset.tables.source).items()}
    return begins.get(campaign) == min(begins.values())


def _may_still_be_built(game: Position) -> bool:
    campaign = game.state.get(CAMPAIGN)
    return not game.state.get(LUFTHANSA_FLIES) and game.ruleset.once(_begins_with_the_war, campaign)


def is_lufthansa(game: Position, unit: int) -> bool:
    counter = counter_of(game, unit)
    if counter.type is not AirType.ATR or counter.power != GERMANY:
        return False
    fleet = (
        other for other in units_of(game, game.state[COUNTRY][unit]) if counter_of(game, other).type is AirType.ATR
    )
    return unit == min(fleet, key=lambda other: (counter_of(game, other).year or 0, other))


@rule("13.6.5/air units")
def cheaper_at_first(game: Position, cost: int, unit: int) -> int:
    """Of a pool that holds nothing else the price is known before the draw."""
    if not is_lufthansa(game, unit) or not _may_still_be_built(game):
        return cost
    return FIRST_COST(game) if things_at(game, game.state[PLACE][unit]) == (unit,) else cost


@rule("13.6.5/air units")
def takes_wing(game: Game, event: UnitBuilt) -> None:
    if not is_lufthansa(game, event.thing) or not _may_still_be_built(game):
        return
    game.set(LUFTHANSA_FLIES, True)
    back = event.cost - FIRST_COST(game)
    if back > 0:
        game.enclosing(PowerProduction).points += back
        game.say(LufthansaFlies(thing=event.thing, points=back))


MODULE = Module(
    schema=Schema(fields=(LUFTHANSA_FLIES,)),
    subscribes=((UnitBuilt, takes_wing),),
    changes=(COST.attach(cheaper_at_first, reads=(LUFTHANSA_FLIES, PLACE, CAMPAIGN)),),
)

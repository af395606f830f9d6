"""13.9 What the Allies did in the Americas counts against them at the end."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Column, Field, Schema
from worldfire.forces.capitals import capital_of
from worldfire.forces.things import board_of
from worldfire.forces.turn import power_name, side_name
from worldfire.forces.who import COUNTRY_NAMES, NOBODY, POWER_NAMES, POWERS, SIDE, country_named
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_09_victory import DEDUCTIONS

USA, ALLIES = "usa", "allies"
#: 19.8: both of them aligned cost the USA an objective
NEIGHBOURS = frozenset({"mexico", "brazil"})

#: minor countries on the America map that the power has declared war on
AMERICAN_WARS = Column(POWERS, "american_wars")
#: those of the neighbours that the USA has aligned
ALIGNED_NEIGHBOURS: Field[tuple[str, ...]] = Field("aligned_neighbours", ())


@rule("13.9/final victory")
def note_war(game: Game, event: WarDeclared) -> None:
    """Declared by an Allied major power on a minor country whose capital is on the America map."""
    name = game.state.get(POWER_NAMES)[event.target_power]
    country, side = country_named(game, name), game.state[SIDE][event.power]
    if country == NOBODY or game.state[SIDE][event.target_power] != NOBODY or side == NOBODY:
        return
    capital = capital_of(game, country)
    if side_name(game, side) == ALLIES and capital is not None and board_of(game).number(capital).startswith("M"):
        game.write(AMERICAN_WARS, event.power, game.state[AMERICAN_WARS][event.power] + 1)


@rule("13.9/final victory", "19.8")
def note_alignment(game: Game, event: MinorAligned) -> None:
    name, known = game.state.get(COUNTRY_NAMES)[event.country], game.state.get(ALIGNED_NEIGHBOURS)
    if power_name(game, event.power) == USA and name in NEIGHBOURS and name not in known:
        game.set(ALIGNED_NEIGHBOURS, (*known, name))


@rule("13.9/final victory")
def deducted(game: Position, power: int) -> int:
    both = power_name(game, power) == USA and {*game.state.get(ALIGNED_NEIGHBOURS)} >= NEIGHBOURS
    return game.state[AMERICAN_WARS][power] + both


MODULE = Module(
    schema=Schema(columns=(AMERICAN_WARS,), fields=(ALIGNED_NEIGHBOURS,)),
    subscribes=((WarDeclared, note_war), (MinorAligned, note_alignment)),
    changes=(DEDUCTIONS.attach(deducted),),
)

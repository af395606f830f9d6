"""fa:14.4 The eastern garrisons: what Germany and Austria-Hungary owe Red Russia's border, and what is more than that earns."""

from __future__ import annotations

from fractions import Fraction

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Bounds, Noun, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.kinds import Power
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import things_at
from worldfire.forces.turn import is_active, power_name, seat_of_power
from worldfire.forces.who import NOBODY, SIDE, power_named, power_of
from worldfire.rules.s02_6_fractions import rounded
from worldfire.rules.s05_lending import Promised
from worldfire.rules.s13_06_4_promises import PROMISED, is_minor, resources_of_minor
from worldfire.rules.s13_06_production import LENT, PRODUCTION, Production, factory_hexes, income_at_home, resources_of
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import GreatWar, turn_number
from worldfire.titles.fa.civil_war.borders import border_with_russia
from worldfire.titles.fa.civil_war.factions import (
    AUSTRIA_HUNGARY,
    FIGHTING,
    GERMANY,
    REDS_WON,
    SECTION,
    STAGE,
    reds,
)
from worldfire.titles.fa.morale_events import MORALE_POINTS
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.pacts import printed_value

OWED = {
    GERMANY: Figure("garrison that Germany owes the border with Red Russia", SECTION),
    AUSTRIA_HUNGARY: Figure("garrison that Austria-Hungary owes the border with Red Russia", SECTION),
}
FOR_A_TRIBUTE = Figure("garrison points more that bring a build point or resource from Red Russia", SECTION)
RESOURCES, POINTS = "resources", "build points"


@rule(SECTION, "fa:22.4")
def red_russia_exists(game: Position) -> bool:
    """While it fights, after it has won, and where a campaign has left Russia out of the game."""
    return game.state.get(STAGE) in (FIGHTING, REDS_WON) or is_off_the_map(game)


def is_off_the_map(game: Position) -> bool:
    """Is it a campaign in which Russia has already collapsed?"""
    war = _great_war(game)
    return war is not None and war.eastern_garrison is not None


def _great_war(game: Position) -> GreatWar | None:
    return layout_of(game).campaign.great_war if game.state.get(CAMPAIGN) else None


@rule(SECTION, "fa:9.2.3")
def eastern_garrison(game: Position, power: int) -> Fraction:
    """The value of the power's own units on the border with Russia."""
    units = (unit for place in border_with_russia(game, power) for unit in things_at(game, place))
    own = (unit for unit in units if power_of(game, unit) == power and is_of_a_major(game, unit))
    return sum((printed_value(game, unit) for unit in own), Fraction(0))


@rule(SECTION)
def garrison_owed(game: Position, power: int) -> int:
    figure = OWED.get(power_name(game, power)) if power != NOBODY else None
    plays = figure is not None and game.state[SIDE][power] != NOBODY and red_russia_exists(game)
    return figure(game) if figure is not None and plays else 0


@rule(SECTION, "fa:14.1")
def for_the_garrison(game: Position, power: int) -> tuple[str, int]:
    """A tenth of a level for each point that is missing."""
    owed = garrison_owed(game, power)
    return "garrison", -max(rounded(owed - eastern_garrison(game, power)), 0) if owed else 0


# --------------------------------------------------------------------------------------------------------------- tribute


@rule(SECTION)
def tributes(game: Position, power: int) -> int:
    """How many build points or resources the power may take this turn."""
    owed = garrison_owed(game, power)
    more = eastern_garrison(game, power) - owed if owed else Fraction(0)
    return max(int(more // FOR_A_TRIBUTE(game)), 0)


class Tribute(msgspec.Struct):
    """Powers that have taken theirs."""

    asked: tuple[int, ...] = ()


def _collectors(game: Position) -> tuple[int, ...]:
    named = (power_named(game, name) for name in OWED)
    return tuple(power for power in named if power != NOBODY and tributes(game, power) and is_active(game, power))


def _next_collector(game: Position, tribute: Tribute) -> int:
    return next((power for power in _collectors(game) if power not in tribute.asked and _bounds(game, power)), NOBODY)


def _bounds(game: Position, power: int) -> tuple[Bounds, ...]:
    """What Red Russia still has to give; a neutral one makes no build points."""
    red, most = reds(game), tributes(game, power)
    promised = [row for row in game.state.get(PROMISED) if row[0] == red]
    neutral = is_minor(game, red)
    held = len(resources_of_minor(game, red) if neutral else resources_of(game, red))
    made = 0 if neutral else income_at_home(game, red, sum(factory_hexes(game, red).values()))
    left = {RESOURCES: held - sum(row[2] for row in promised), POINTS: made - sum(row[3] for row in promised)}
    return tuple(Bounds(name, 0, min(most, number)) for name, number in left.items() if number > 0)


def _shape(game: Position, tribute: Tribute, seat: str) -> Shape | Violation:
    power = _next_collector(game, tribute)
    bounds = _bounds(game, power)
    return Amounts(bounds, 0, min(tributes(game, power), sum(bound.most for bound in bounds)))


def _collect(game: Game, tribute: Tribute, seat: str, noun: Noun) -> Control:
    power, red = _next_collector(game, tribute), reds(game)
    tribute.asked += (power,)
    wanted = dict(noun)
    resources, points = wanted.get(RESOURCES, 0), wanted.get(POINTS, 0)
    if resources or points:
        game.set(PROMISED, (*game.state.get(PROMISED), (red, power, resources, points)))
        game.say(Promised(power=red, recipient=power, resources=resources, points=points))
    return Goto("next_tribute")


COLLECT = Verb("collect-tribute", SECTION, _collect, _shape)


@step(SECTION, COLLECT)
def next_tribute(game: Game, tribute: Tribute) -> Control:
    """What is taken is carried like anything that is lent: White towns and zones of control may cut its way."""
    power = _next_collector(game, tribute)
    if power == NOBODY:
        return End()
    return one(
        seat_of_power(game, power),
        COLLECT,
        rule=SECTION,
        prompt="collect-tribute",
        power=Power(power),
        number=Number(tributes(game, power)),
    )


TRIBUTE = procedure("tribute of Red Russia", SECTION, next_tribute, locals=Tribute)


@step(SECTION, also=("fa:13.5",))
def tribute_is_collected(game: Game, production: Production) -> Control:
    """Before anybody produces."""
    due = not production.done and red_russia_exists(game) and not is_off_the_map(game) and _collectors(game)
    return Call(TRIBUTE.name, Tribute()) if due else None


# ------------------------------------------------------------------------------------------------ Russia out of the game


@rule("fa:22.4")
def from_beyond_the_map(game: Position, power: int) -> int:
    """At first the last fighting in Russia costs build points; later a larger garrison earns some."""
    war, name = _great_war(game), power_name(game, power)
    if war is None or war.eastern_losses is None or war.eastern_losses_to is None:
        return 0
    if game.state.get(TURN) <= turn_number(war.eastern_losses_to.value):
        return -war.eastern_losses.value.get(name, 0)
    return tributes(game, power)


MODULE = Module(
    procedures=(TRIBUTE,),
    changes=(
        LENT.attach(from_beyond_the_map),
        MORALE_POINTS.attach(for_the_garrison),
        Insert(PRODUCTION.name, tribute_is_collected, before="next_power_produces"),
    ),
)

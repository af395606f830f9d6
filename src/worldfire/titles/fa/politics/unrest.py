"""14.2, 15.2, 15.4 Politics and morale: subversion, Lenin, the 14 Points, and lands that rise because their master is tired."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.charts import chart_named
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import PARTISANS
from worldfire.forces.things import ON_THE_MAP, PLACE, move, place_index
from worldfire.forces.turn import controls, other_side, power_name
from worldfire.forces.who import SIDE, side_of
from worldfire.rules.s13_01_partisans import Area
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.morale_events import MORALE_POINTS, peace_is_talked_of
from worldfire.titles.fa.morale_step import MORALE_STEP, MoraleBroken, MoraleChanged
from worldfire.titles.fa.politics.events.calling import has_happened
from worldfire.titles.fa.politics.events.east import LENIN
from worldfire.titles.fa.politics.subversion import SUBVERSION, Subversion, tenths_subverted
from worldfire.titles.fa.risings import FOURTEEN_POINTS, MORE_UNREST, is_red, oppressor_of, victim_of
from worldfire.titles.fa.victory import beaten_by_its_morale

GERMANY, RUSSIA = "germany", "russia"
_OF_LENIN = Figure("tenths of a level that Lenin costs each turn", "fa:15.4")
EFFECTS, MORE, ALL_RED = "morale_effects", "partisan modifier in all", "all partisan numbers red"

#: 13.7.1.1: Germany's morale has come to nothing
GERMANY_BROKEN: Field[bool] = Field("germany_broken", False)


# ------------------------------------------------------------------------------------------------------- the morale step


@step("fa:15.2", also=("fa:13.5.7",))
def powers_are_subverted(game: Game, work: object) -> Control:
    return Call(SUBVERSION.name, Subversion())


@rule("fa:15.2")
def for_subversion(game: Position, power: int) -> tuple[str, int]:
    """A tenth of a level is a point of morale."""
    return "subversion", -tenths_subverted(game, power)


@rule("fa:15.4")
def for_lenin(game: Position, power: int) -> tuple[str, int]:
    sent = has_happened(game, LENIN) and power_name(game, power) == RUSSIA
    return "Lenin", -_OF_LENIN(game) if sent else 0


@rule("fa:15.4")
def the_points_are_public(game: Position) -> bool:
    return game.state.get(FOURTEEN_POINTS)


# --------------------------------------------------------------------------------------------------- lands of tired masters


def _cell(game: Position, power: int, column: str) -> str:
    level = morale(game, power)
    chart, row = chart_named(game, EFFECTS), f"level {level}"
    return chart.at(row, column) if level is not None and (row, column) in chart.cells else ""


@rule("fa:14.2", "fa:13.1.1")
def unrest_of_low_morale(game: Position, area: Area) -> int:
    """Of whoever it rises against; only the worst level counts, once."""
    return int(_cell(game, victim_of(game, area), MORE) or 0)


@rule("fa:14.2", "fa:13.1.1")
def every_land_is_red(usual: Callable[[Position, Area], bool], game: Position, area: Area) -> bool:
    return usual(game, area) or rises_everywhere(game, oppressor_of(game, area))


def rises_everywhere(game: Position, power: int) -> bool:
    return _cell(game, power, ALL_RED) == "yes"


@rule("fa:13.1.1")
def turncoats_are_destroyed(game: Game, event: MoraleChanged) -> None:
    """Partisans of its own side in its hexes would change sides: they are gone instead."""
    if not rises_everywhere(game, event.power):
        return
    side = game.state[SIDE][event.power]
    standing = game.look_up(ON_THE_MAP)
    for unit in tuple(standing):
        own = is_partisan(game, unit) and side_of(game, unit) == side
        if own and controls(game, event.power, game.state[PLACE][unit]):
            move(game, unit, place_index(game, PARTISANS))


# --------------------------------------------------------------------------------------------------------------- victory


@rule("fa:13.7.1.1")
def germany_breaks(game: Game, event: MoraleBroken) -> None:
    if power_name(game, event.power) == GERMANY:
        game.set(GERMANY_BROKEN, True)


@rule("fa:13.7.1.1")
def allies_win_by_morale(game: Position) -> int | None:
    return other_side(central_side(game)) if game.state.get(GERMANY_BROKEN) else None


MODULE = Module(
    schema=Schema(fields=(GERMANY_BROKEN,)),
    subscribes=((MoraleChanged, turncoats_are_destroyed), (MoraleBroken, germany_breaks)),
    changes=(
        Insert(MORALE_STEP.name, powers_are_subverted, before="next_power_s_morale"),
        MORALE_POINTS.attach(for_subversion),
        MORALE_POINTS.attach(for_lenin),
        peace_is_talked_of.replaced_by(the_points_are_public),
        MORE_UNREST.attach(unrest_of_low_morale),
        is_red.wrapped_by(every_land_is_red),
        beaten_by_its_morale.replaced_by(allies_win_by_morale),
    ),
)

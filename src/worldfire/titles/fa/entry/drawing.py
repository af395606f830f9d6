"""13.2.1 Drawing entry markers, and giving them back: always blindly, one after another, debts first."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.procedures import Call, Control, End, Goto, procedure, step
from worldfire.engine.schema import Field
from worldfire.forces.charts import chart_named
from worldfire.forces.markers import COMMON, blindly, carry, next_year_joins
from worldfire.forces.turn import active_side, is_active, power_name
from worldfire.forces.who import SIDE, power_named, side_of_power
from worldfire.rules.s09_war import WarDeclared
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.entry.pools import (
    COMMONWEALTH,
    CW_ENTRY,
    CW_MAY_DECLARE,
    ENTRY_IN_USE,
    ENTRY_OF,
    OWNERS,
    US_ENTRY,
    EntryMarkersCame,
    EntryMarkersLeft,
    change_debt,
    debt_of,
    level,
    markers_in,
    number_of,
    open_pools,
    return_markers,
    seat_of_pool,
    watches_the_war,
)

#: a Central Power has declared war on the country whose fate the Commonwealth has promised to guard
BELGIUM_ATTACKED: Field[bool] = Field("belgium_attacked", False)
BELGIUM = "belgium"


class CommonwealthIsReady(Event, frozen=True):
    """It has drawn enough: its markers go back, and it may declare war from now on."""

    level: int


# ---------------------------------------------------------------------------------------------------------------- drawing


class Drawing(msgspec.Struct):
    """Markers that come out of the cup, (pool, how many) one after another."""

    due: tuple[tuple[str, int], ...] = ()


@step("fa:13.2.1.1", also=("fa:13.2.1", "fa:13.2.3"))
def next_draw(game: Game, drawing: Drawing) -> Control:
    """Each draw of a power that owes a marker pays for one instead."""
    drawing.due = tuple((pool, count) for pool, count in drawing.due if count and watches_the_war(game, OWNERS[pool]))
    if not drawing.due:
        return End()
    pool, count = drawing.due[0]
    if pool in ENTRY_OF.values() and debt_of(game, OWNERS[pool]):
        change_debt(game, OWNERS[pool], -1)
        drawing.due = ((pool, count - 1), *drawing.due[1:])
        return Goto("next_draw")
    next_year_joins(game)
    return blindly(game, "entry marker", seat_of_pool(game, pool), COMMON)


@step("fa:13.2.1.1")
def marker_is_drawn(game: Game, drawing: Drawing) -> Control:
    (pool, count), *rest = drawing.due
    drawing.due = ((pool, count - 1), *rest)
    carry(game, game.result, COMMON, number_of(game, pool))
    if game.result:
        game.say(EntryMarkersCame(pool=pool, count=1))
    if pool == CW_ENTRY:
        is_the_commonwealth_ready(game)
    return Goto("next_draw")


DRAWING = procedure("drawing entry markers", "fa:13.2.1", next_draw, marker_is_drawn, locals=Drawing)


@rule("fa:9.4.3")
def is_the_commonwealth_ready(game: Game) -> None:
    """At 18 points all its markers go back at once, and the permission stays."""
    reached = level(game, CW_ENTRY)
    if reached >= int(chart_named(game, "cw_entry").number("level needed", "points")):
        game.set(CW_MAY_DECLARE, True)
        game.say(CommonwealthIsReady(level=reached))
        return_markers(game, (CW_ENTRY,))


# ------------------------------------------------------------------------------------------------------------ giving back


class Returning(msgspec.Struct):
    """Markers that go back into the cup, (pool, how many); what an entry pool does not have is owed."""

    due: tuple[tuple[str, int], ...] = ()


@step("fa:13.2.3", also=("fa:9.4.2",))
def next_return(game: Game, returning: Returning) -> Control:
    returning.due = tuple((pool, count) for pool, count in returning.due if count)
    if not returning.due:
        return End()
    pool, count = returning.due[0]
    if markers_in(game, pool):
        return blindly(game, "entry marker", seat_of_pool(game, pool), number_of(game, pool))
    if pool in ENTRY_OF.values():
        change_debt(game, OWNERS[pool], 1)
    returning.due = ((pool, count - 1), *returning.due[1:])
    return Goto("next_return")


@step("fa:13.2.3")
def marker_is_returned(game: Game, returning: Returning) -> Control:
    (pool, count), *rest = returning.due
    returning.due = ((pool, count - 1), *rest)
    carry(game, game.result, number_of(game, pool), COMMON)
    game.say(EntryMarkersLeft(pool=pool, count=1))
    return Goto("next_return")


RETURNING = procedure("returning entry markers", "fa:13.2.3", next_return, marker_is_returned, locals=Returning)


# -------------------------------------------------------------------------------------------------------- 22 at the start


@rule("fa:13.2", "fa:22.3")
def begin_entry(game: Game, campaign: Campaign) -> None:
    if campaign.entry_markers is not None:
        game.set(ENTRY_IN_USE, True)
        open_pools(game)


@step("fa:22.3", also=("fa:13.2",))
def markers_at_the_start(game: Game, nothing: None) -> Control:
    """When the game begins the two powers get the markers that the campaign gives them, whoever plays them by then."""
    if not game.state.get(ENTRY_IN_USE):
        return None
    open_pools(game)
    start = chart_named(game, "us_draws"), chart_named(game, "cw_entry")
    due = tuple(
        (pool, int(chart.number("start", "markers"))) for pool, chart in zip((US_ENTRY, CW_ENTRY), start, strict=True)
    )
    return Call(DRAWING.name, Drawing(due))


# ---------------------------------------------------------------------------------- 13.2.1.1 the Commonwealth's own clock


@step("fa:13.2.1.1", also=("fa:9.4.3",))
def the_commonwealth_draws(game: Game, nothing: None) -> Control:
    """After each impulse of its side, even one that all have passed; one more once Belgium has been attacked."""
    if (
        not watches_the_war(game, COMMONWEALTH)
        or active_side(game) != game.state[SIDE][power_named(game, COMMONWEALTH)]
    ):
        return None
    chart = chart_named(game, "cw_entry")
    count = int(chart.number("each Allied impulse", "markers"))
    if game.state.get(BELGIUM_ATTACKED):
        count += int(chart.number("declaration of war on Belgium", "markers per impulse"))
    return Call(DRAWING.name, Drawing(((CW_ENTRY, count),)))


@rule("fa:9.4.3")
def belgium_is_attacked(game: Game, event: WarDeclared) -> None:
    """By the other side: from now on the Commonwealth draws one marker more after each impulse."""
    enemy = side_of_power(game, event.power) != game.state[SIDE][power_named(game, COMMONWEALTH)]
    if enemy and power_name(game, event.target_power) == BELGIUM:
        game.set(BELGIUM_ATTACKED, True)


@rule("fa:13.2.1.1")
def belligerents_return_their_markers(game: Game, event: WarDeclared) -> None:
    """Whoever is at war draws no more, and gives everything back."""
    for pool, name in OWNERS.items():
        if game.state.get(ENTRY_IN_USE) and is_active(game, power_named(game, name)):
            return_markers(game, (pool,))

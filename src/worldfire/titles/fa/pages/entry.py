"""The entry of the USA and of the Commonwealth on the page of politics (9.4, 13.2): pools, options, the attempt.

Everybody sees how many markers lie in a pool; what they say only whoever plays the power, and what spies have seen of them
only whoever paid for it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from worldfire.engine.position import Position
from worldfire.forces.charts import chart_named
from worldfire.forces.turn import power_name
from worldfire.titles.entry_page import FACES, chance_of_die, marker_odds, needs_of_an_option
from worldfire.titles.fa.entry.drawing import BELGIUM_ATTACKED
from worldfire.titles.fa.entry.options import (
    all_options,
    is_chosen,
    known_violation,
    level_of,
    option_violation,
    prerequisites,
    tension_needed,
    tension_of,
)
from worldfire.titles.fa.entry.pools import (
    COMMONWEALTH,
    CW_ENTRY,
    CW_MAY_DECLARE,
    ENTRY_IN_USE,
    ENTRY_OF,
    OWNERS,
    US_ENTRY,
    US_TENSION,
    USA,
    debt_of,
    level,
    markers_in,
    owner_of,
    seat_of_pool,
    values_of,
    watches_the_war,
)
from worldfire.titles.fa.entry.step import EntryStep
from worldfire.titles.fa.entry.war import die_modifier, enemies_of_the_usa, war_number
from worldfire.titles.fa.politics.spies import REPORTS, SPYMASTERS
from worldfire.titles.politics import (
    DieReason,
    EntryOptionShown,
    EntryShown,
    Looker,
    MarkerPool,
    Teller,
    WarAttempt,
)
from worldfire.words import say

_KINDS: dict[str, Literal["entry", "tension"]] = {US_ENTRY: "entry", US_TENSION: "tension", CW_ENTRY: "entry"}


def entry_shown(game: Position, seat: Looker, tell: Teller) -> list[EntryShown]:
    if not game.state.get(ENTRY_IN_USE):
        return []
    return [_of_the_usa(game, seat, tell), _of_the_commonwealth(game, seat)]


def _is_own(game: Position, seat: Looker, pool: str) -> bool:
    return seat is not None and seat == seat_of_pool(game, pool)


def _of_the_usa(game: Position, seat: Looker, tell: Teller) -> EntryShown:
    own, entering = _is_own(game, seat, US_ENTRY), watches_the_war(game, USA)
    return EntryShown(
        power=power_name(game, owner_of(game, US_ENTRY)),
        rule="13.2",
        war_rule="9.4.2",
        entering=entering,
        own=own,
        pools=list(_pools(game, seat, USA)),
        options=[_option(game, option, tell, own) for option in all_options(game)],
        attempts=[_attempt(game, own)] if entering and enemies_of_the_usa(game) else [],
        never=[],
    )


def _of_the_commonwealth(game: Position, seat: Looker) -> EntryShown:
    return EntryShown(
        power=power_name(game, owner_of(game, CW_ENTRY)),
        rule="13.2.1.1",
        war_rule="9.4.3",
        entering=watches_the_war(game, COMMONWEALTH),
        own=_is_own(game, seat, CW_ENTRY),
        pools=list(_pools(game, seat, COMMONWEALTH)),
        options=[],
        attempts=[],
        never=[],
        notes=list(_notes_on_the_commonwealth(game)),
    )


def _notes_on_the_commonwealth(game: Position) -> Iterator[str]:
    if game.state.get(CW_MAY_DECLARE):
        yield say("page-commonwealth-ready")
    elif watches_the_war(game, COMMONWEALTH):
        chart = chart_named(game, "cw_entry")
        yield say("page-commonwealth-waits", level=int(chart.number("level needed", "points")))
        if game.state.get(BELGIUM_ATTACKED):
            yield say("page-belgium-attacked")


def _pools(game: Position, seat: Looker, power: str) -> Iterator[MarkerPool]:
    for pool, owner in OWNERS.items():
        if owner == power:
            own = _is_own(game, seat, pool)
            yield MarkerPool(
                target="",
                kind=_KINDS[pool],
                count=markers_in(game, pool),
                values=list(values_of(game, pool)) if own else None,
                level=level(game, pool) if own else None,
                reported=_reported(game, seat, pool),
                owed=debt_of(game, owner) if pool in ENTRY_OF.values() else 0,
            )


def _reported(game: Position, seat: Looker, pool: str) -> list[int] | None:
    """The view hides the reports of others; who paid for one is asked all the same."""
    masters = game.state.get(SPYMASTERS)
    for side, master in enumerate(masters):
        about, seen = game.state.get(REPORTS[side])
        if seat is not None and master == seat and about == pool:
            return list(seen)
    return None


def _option(game: Position, option: int, tell: Teller, own: bool) -> EntryOptionShown:
    surely, chance = marker_odds(game, tension_of(game, option))
    why = option_violation(game, option, _picked(game)) if own else known_violation(game, option)
    chosen = is_chosen(game, option)
    return EntryOptionShown(
        number=option,
        name=_name_of(option),
        target="",
        level=level_of(game, option),
        tension=tension_of(game, option),
        change=0,
        surely=surely,
        chance=chance,
        needs=list(needs_of_an_option(map(_name_of, prerequisites(game, option)), tension_needed(game, option))),
        chosen=chosen,
        effect=say(f"fa-effect-{option}"),
        refused="" if chosen or why is None else tell(game, why),
    )


def _picked(game: Position) -> tuple[bool, ...]:
    """Options of this very step, whether each moved a marker: they limit the next."""
    step = game.find_enclosing(EntryStep)
    return () if step is None else step.picked


def _name_of(option: int) -> str:
    return say(f"fa-option-{option}")


def _attempt(game: Position, own: bool) -> WarAttempt:
    modifier = die_modifier(game)
    highest = max(0, min(len(FACES), war_number(game) - modifier)) if own else None
    return WarAttempt(
        target="",
        powers=[power_name(game, power) for power in enemies_of_the_usa(game)],
        reasons=[DieReason(say("page-entry-die"), modifier)] if modifier else [],
        highest=highest,
        chance=chance_of_die(highest),
    )

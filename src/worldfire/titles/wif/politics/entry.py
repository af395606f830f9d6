"""US entry on the page of politics (13.3, 9.4): the USA sees what its markers say, everybody how many lie where."""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.engine.position import Position
from worldfire.forces.turn import power_name
from worldfire.titles.entry_page import chance_of_die, marker_odds, needs_of_an_option
from worldfire.titles.politics import (
    DieReason,
    EntryOptionShown,
    EntryShown,
    Looker,
    MarkerPool,
    Teller,
    WarAttempt,
)
from worldfire.titles.wif.nations.us_entry.conditions import CONDITIONS
from worldfire.titles.wif.nations.us_entry.options import (
    aimed_at,
    all_options,
    change_allowed,
    condition_of,
    known_violation,
    level_of,
    option_violation,
    prerequisites,
    tension_needed,
    tension_of,
)
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    NEVER_AT_WAR,
    TENSION,
    is_entering,
    level,
    markers_in,
    target_of,
    targets_in_play,
    the_usa,
    us_seat,
    values_of,
)
from worldfire.titles.wif.nations.us_entry.step import UsEntry
from worldfire.titles.wif.nations.us_entry.war import attempt_targets, die_reasons, highest_die
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS
from worldfire.words import say


def entry_shown(game: Position, seat: Looker, tell: Teller) -> list[EntryShown]:
    if not game.state.get(US_ENTRY_IN_USE):
        return []
    own = seat is not None and seat == us_seat(game)
    shown = EntryShown(
        power=power_name(game, the_usa(game)),
        rule="13.3",
        war_rule="9.4",
        entering=is_entering(game),
        own=own,
        pools=list(_pools(game, own)),
        options=[option_shown(game, option, tell, own) for option in all_options(game)],
        attempts=[_attempt(game, target, own) for target in _targets_of_attempts(game)],
        never=[power_name(game, power) for power in game.state.get(NEVER_AT_WAR)],
    )
    return [shown]


def target_name(target: str) -> str:
    return say(f"us-target-{target}") if target else ""


def _pools(game: Position, own: bool) -> Iterator[MarkerPool]:
    for target in targets_in_play(game):
        yield _pool(game, "entry", target, own)
        yield _pool(game, "tension", target, own)


def _pool(game: Position, kind: str, target: str, own: bool) -> MarkerPool:
    pool = ENTRY if kind == "entry" else TENSION
    return MarkerPool(
        target=target_name(target),
        kind="entry" if pool == ENTRY else "tension",
        count=markers_in(game, pool, target),
        values=list(values_of(game, pool, target)) if own else None,
        level=level(game, pool, target) if own else None,
    )


def option_shown(game: Position, option: int, tell: Teller, own: bool) -> EntryOptionShown:
    aimed, points = aimed_at(game, option), tension_of(game, option)
    surely, chance = marker_odds(game, points)
    chosen = option in game.state.get(US_ENTRY_OPTIONS)
    why = (
        option_violation(game, option, CONDITIONS, _picked(game)) if own else known_violation(game, option, CONDITIONS)
    )
    return EntryOptionShown(
        number=option,
        name=say(f"us-option-{option}").partition(", ")[2],
        target=target_name(aimed),
        level=level_of(game, option),
        tension=points,
        change=change_allowed(game, option, aimed),
        surely=surely,
        chance=chance,
        needs=list(_needs(game, option)),
        chosen=chosen,
        effect=say(f"us-effect-{option}"),
        refused="" if chosen or why is None else tell(game, why),
    )


def _picked(game: Position) -> tuple[tuple[int, bool], ...]:
    """Options of this very step, and whether each moved a marker: they limit the next."""
    step = game.find_enclosing(UsEntry)
    return () if step is None else step.picked


def _needs(game: Position, option: int) -> Iterator[str]:
    names = (say(f"us-option-{other}") for other in prerequisites(game, option))
    yield from needs_of_an_option(names, tension_needed(game, option))
    if condition_of(game, option):
        yield say(f"us-condition-{condition_of(game, option)}")


def _targets_of_attempts(game: Position) -> tuple[str, ...]:
    """Whom the USA could attempt to be at war with."""
    if not is_entering(game):
        return ()
    return tuple(dict.fromkeys(target_of(game, power) for power in attempt_targets(game)))


def _attempt(game: Position, target: str, own: bool) -> WarAttempt:
    highest = highest_die(game, target) if own else None
    return WarAttempt(
        target=target_name(target),
        powers=[power_name(game, power) for power in attempt_targets(game) if target_of(game, power) == target],
        reasons=[DieReason(say(f"us-die-{key_of_die(reason)}"), die) for reason, die in die_reasons(game, target)],
        highest=highest,
        chance=chance_of_die(highest),
    )


def key_of_die(row: str) -> str:
    return row.lower().replace(" ", "-")


def percent(chance: float) -> int:
    return round(100 * chance)

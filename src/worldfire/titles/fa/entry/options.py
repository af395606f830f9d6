"""13.2.2 US entry options: which of them the USA may choose, from the chart `us_entry_options`."""

from __future__ import annotations

import re

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.engine.violation import Violation, refused
from worldfire.forces.charts import chart_named
from worldfire.forces.situation import TURN
from worldfire.tables.campaign import Campaign
from worldfire.titles.fa.entry.kinds import OptionNumber, WarOption
from worldfire.titles.fa.entry.pools import US_ENTRY, US_TENSION, level

CHART = "us_entry_options"
_TENSION = re.compile(r"tension (\d+)")
_OPTION = re.compile(r"(?<!tension )\b(\d+)\b")

#: by their numbers, what they are about
REDUCE_TRADE, SUPPORT, LIMITED_BUILD_UP, RESOURCES_WEST, POINTS_WEST_LIMITED = 10, 12, 18, 22, 23
RESTRICT_TRADE, GEAR_UP, RESOURCES_RUSSIA, BUILD_UP, CLOSE_PORTS = 24, 25, 26, 27, 28
EAST_COAST_ESCORTS, CLOSE_PANAMA, NAVAL_SUPPORT, WARN_AMBASSADOR = 29, 30, 31, 32
POINTS_WEST, REPAIR_SHIPS, SUPPORT_BLOCKADE, ATLANTIC_ESCORTS, POINTS_RUSSIA = 33, 34, 35, 36, 37
EMBARGO, DRAFT, REFUTE_WAR_ZONES, ARM_MERCHANTMEN = 38, 40, 41, 42
NORTHERN_IRELAND, WAR_ON_MINORS, NAVAL_WARFARE = 44, 48, 50

#: (option, turn in which it was last chosen)
OPTIONS_CHOSEN: Field[tuple[tuple[int, int], ...]] = Field("fa_options_chosen", ())


class WarOptionChosen(Event, frozen=True):
    option: OptionNumber


# ------------------------------------------------------------------------------------------------------------ the chart


def _all(ruleset: Ruleset) -> tuple[int, ...]:
    return tuple(int(row) for row in ruleset.tables.source.chart(CHART).rows.labels)


def all_options(game: Position) -> tuple[int, ...]:
    return game.ruleset.once(_all)


def level_of(game: Position, option: int) -> int:
    return int(chart_named(game, CHART).number(str(option), "entry level"))


def tension_of(game: Position, option: int) -> int:
    """What it costs in tension."""
    return int(chart_named(game, CHART).number(str(option), "tension"))


def tension_needed(game: Position, option: int) -> int:
    found = _TENSION.search(chart_named(game, CHART).at(str(option), "prerequisite"))
    return int(found[1]) if found else 0


def lent_under(game: Position, option: int) -> int:
    """Resources or build points that it lets the USA lend to each ally."""
    return int(chart_named(game, CHART).number(str(option), "lent"))


def left_to_germany(game: Position, option: int) -> int:
    """Resources that the USA still sends to Germany after it."""
    return int(chart_named(game, CHART).number(str(option), "resources to Germany"))


def prerequisites(game: Position, option: int) -> tuple[int, ...]:
    return tuple(map(int, _OPTION.findall(chart_named(game, CHART).at(str(option), "prerequisite"))))


# -------------------------------------------------------------------------------------------------------- what is chosen


@rule("fa:22.4")
def options_of_the_campaign(game: Game, campaign: Campaign) -> None:
    """Those that count as chosen before it begins."""
    if campaign.entry_options is not None:
        before = game.state.get(TURN) - 1
        game.set(OPTIONS_CHOSEN, tuple((option, before) for option in campaign.entry_options.value))


@rule("fa:13.2.2")
def is_chosen(game: Position, option: int) -> bool:
    return any(known == option for known, _ in game.state.get(OPTIONS_CHOSEN))


def take_option(game: Game, option: int) -> None:
    others = (pair for pair in game.state.get(OPTIONS_CHOSEN) if pair[0] != option)
    game.set(OPTIONS_CHOSEN, tuple(sorted((*others, (option, game.state.get(TURN))))))
    game.say(WarOptionChosen(option=option))


# --------------------------------------------------------------------------------------------------- what may be chosen


@rule("fa:13.2.2", "fa:13.2.2.1")
def option_violation(game: Position, option: int, picked: tuple[bool, ...] = ()) -> Violation | None:
    """Why the USA may not choose it now; `picked`: for each one of this step, did it move a marker?"""
    return known_violation(game, option) or _number_of_picks(picked) or _levels(game, option)


@rule("fa:13.2.2")
def known_violation(game: Position, option: int) -> Violation | None:
    """As far as everybody knows: each but the warning once, and what it needs in an earlier turn."""
    if is_chosen(game, option) and option != WARN_AMBASSADOR:
        return refused("fa:13.2.2", "war-option-chosen-already", option=WarOption(option))
    chosen, turn = game.state.get(OPTIONS_CHOSEN), game.state.get(TURN)
    for needed in prerequisites(game, option):
        if not any(known == needed and when < turn for known, when in chosen):
            return refused("fa:13.2.2", "war-option-needs-another", option=WarOption(option), needed=WarOption(needed))
    return None


@rule("fa:13.2.2")
def _number_of_picks(picked: tuple[bool, ...]) -> Violation | None:
    """One, and a second only if the first moved no marker."""
    if len(picked) > 1:
        return refused("fa:13.2.2", "two-war-options-chosen")
    return refused("fa:13.2.2", "war-option-moved-a-marker") if any(picked) else None


@rule("fa:13.2.2")
def _levels(game: Position, option: int) -> Violation | None:
    wanted = (
        ("war-option-entry-too-low", level_of(game, option), level(game, US_ENTRY)),
        ("war-option-tension-too-low", tension_needed(game, option), level(game, US_TENSION)),
    )
    for key, needed, reached in wanted:
        if reached < needed:
            about = {"option": WarOption(option), "needed": Number(needed), "level": Number(reached)}
            return refused("fa:13.2.2", key, **about)
    return None

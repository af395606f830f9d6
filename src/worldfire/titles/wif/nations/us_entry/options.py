"""13.3.2 US entry options: which of them the USA may choose, from the chart `us_entry_options`.

An option is a row: the level and the tension that it needs, whom it is aimed at, options that must have been chosen in an
earlier turn, and where it depends on the war a condition by its name. What it does stands in the modules of its effects.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.engine.citations import rule
from worldfire.engine.clauses import HasRuleset
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.turn import other_side, powers_of_side
from worldfire.forces.who import SIDE
from worldfire.tables.chart import Chart
from worldfire.titles.wif.nations.us_entry.kinds import EntryOption, OptionNumber
from worldfire.titles.wif.nations.us_entry.pearl_harbor import fleet_is_at_pearl_harbor
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    EUROPE,
    JAPAN,
    ON_CHARTS,
    TENSION,
    EntryTarget,
    foes,
    level,
    targets_in_play,
    the_usa,
)
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS

CHART = "us_entry_options"
_NONE = "none"
#: the row of what each successful declaration of war costs
DECLARATION, _DECLARATION_ROW = 0, "declaration of war"
#: options that are taken only by choosing them, whatever the war
ONLY_BY_CHOICE = (37, 44)

#: options that were chosen this turn: they are no prerequisites yet
CHOSEN_THIS_TURN: Field[tuple[int, ...]] = Field("us_options_this_turn", ())

#: options that let the USA change the tension of later ones, and by how much
MURROW, PEARL_HARBOR, FIRESIDE_CHAT = 14, 26, 35
CHANGE_OF_MURROW = Figure("points of tension that Murrow's reports change", "13.3.2")
CHANGE_AT_PEARL_HARBOR = Figure("points of tension that the fleet at Pearl Harbor changes", "13.3.2")
CHANGE_OF_FIRESIDE_CHAT = Figure("points of tension that the fireside chat changes", "13.3.2")


class EntryOptionChosen(Event, frozen=True):
    """The USA has chosen an entry option."""

    option: OptionNumber


class EntryOptionGained(Event, frozen=True):
    """The war has the USA count as having chosen an option."""

    option: OptionNumber


# ------------------------------------------------------------------------------------------------------------ the chart


def _chart(game: HasRuleset) -> Chart:
    chart: Chart = game.ruleset.tables.source.chart(CHART)
    return chart


def _row(option: int) -> str:
    return str(option) if option != DECLARATION else _DECLARATION_ROW


def _numbers(rules: Ruleset) -> tuple[int, ...]:
    return tuple(int(row) for row in _chart(rules).rows.labels if row.isdecimal())


def all_options(game: Position) -> tuple[int, ...]:
    return game.ruleset.once(_numbers)


def aimed_at(game: Position, option: int) -> str:
    """Whom the option is aimed at; "": at all three."""
    return ON_CHARTS.get(_chart(game).at(_row(option), "target"), "")


def whose_levels(game: Position, option: int) -> tuple[str, ...]:
    """Against whom the USA needs the level, and must count the option."""
    aimed = aimed_at(game, option)
    return (aimed,) if aimed else targets_in_play(game)


def tension_of(game: Position, option: int) -> int:
    return int(_chart(game).number(_row(option), "tension"))


def level_of(game: Position, option: int) -> int:
    return int(_chart(game).number(str(option), "level"))


def tension_needed(game: Position, option: int) -> int:
    return int(_chart(game).number(str(option), "tension needed"))


def prerequisites(game: Position, option: int) -> tuple[int, ...]:
    said = _chart(game).at(str(option), "requires")
    return () if said == _NONE else tuple(map(int, said.split()))


# ------------------------------------------------------------------------------------------------------- what is chosen


@rule("13.3.2")
def is_chosen(game: Position, option: int) -> bool:
    """By the USA, or because of its wars where the campaign does not use US entry."""
    if option in game.state.get(US_ENTRY_OPTIONS):
        return True
    return not game.state.get(US_ENTRY_IN_USE) and comes_with_war(game, option)


@rule("13.3.2")
def comes_with_war(game: Position, option: int) -> bool:
    """Is the USA at war with those whom the option is aimed at, or with every Axis major power?"""
    usa = the_usa(game)
    enemies = powers_of_side(game, other_side(game.state[SIDE][usa]))
    if enemies and all(at_war(game, usa, enemy) for enemy in enemies):
        return option not in ONLY_BY_CHOICE
    aimed = aimed_at(game, option)
    return bool(aimed) and option not in ONLY_BY_CHOICE and is_at_war_with(game, aimed)


def is_at_war_with(game: Position, target: str) -> bool:
    """With all of them who play; one at least must."""
    playing = foes(game, target)
    return bool(playing) and all(at_war(game, the_usa(game), enemy) for enemy in playing)


# --------------------------------------------------------------------------------------------------- what may be chosen

Condition = Callable[[Position], bool]


@rule("13.3.2/the entry options")
def option_violation(
    game: Position, option: int, conditions: Mapping[str, Condition], picked: tuple[tuple[int, bool], ...] = ()
) -> Violation | None:
    """Why the USA may not choose this option now; `picked` are those of this step, and whether they moved a marker."""
    return known_violation(game, option, conditions) or _number_of_picks(game, option, picked) or _levels(game, option)


def known_violation(game: Position, option: int, conditions: Mapping[str, Condition]) -> Violation | None:
    """As far as everybody knows why it cannot be chosen: the levels are a secret of the USA."""
    return _availability(game, option, conditions) or _prerequisite(game, option)


@rule("13.3.2")
def _availability(game: Position, option: int, conditions: Mapping[str, Condition]) -> Violation | None:
    if option in game.state.get(US_ENTRY_OPTIONS):
        return refused("13.3.2", "option-chosen-already", option=EntryOption(option))
    aimed = aimed_at(game, option)
    if aimed and aimed not in targets_in_play(game):
        return refused("13.3.2", "option-aimed-at-nobody", option=EntryOption(option), target=EntryTarget(aimed))
    if not meets_condition(game, option, conditions):
        return refused("13.3.2", "option-condition-not-met", option=EntryOption(option))
    return None


def condition_of(game: Position, option: int) -> str:
    """The name of what the war must have brought about; "": nothing."""
    condition = str(_chart(game).at(str(option), "condition"))
    return "" if condition == _NONE else condition


def meets_condition(game: Position, option: int, conditions: Mapping[str, Condition]) -> bool:
    condition = condition_of(game, option)
    return not condition or conditions[condition](game)


@rule("13.3.2")
def _prerequisite(game: Position, option: int) -> Violation | None:
    """What an option needs must have been chosen in an earlier turn."""
    chosen, lately = game.state.get(US_ENTRY_OPTIONS), game.state.get(CHOSEN_THIS_TURN)
    for needed in prerequisites(game, option):
        if needed not in chosen or needed in lately:
            return refused("13.3.2", "option-needs-another", option=EntryOption(option), needed=EntryOption(needed))
    return None


@rule("13.3.2")
def _number_of_picks(game: Position, option: int, picked: tuple[tuple[int, bool], ...]) -> Violation | None:
    """One against each target; a second if the first against it moved no marker. What is aimed at all counts for each."""
    for target in whose_levels(game, option):
        against = [moved for other, moved in picked if target in whose_levels(game, other)]
        if len(against) > 1:
            return refused("13.3.2", "two-options-chosen", target=EntryTarget(target))
        if against and against[0]:
            return refused("13.3.2", "first-option-moved-a-marker", target=EntryTarget(target))
    return None


@rule("13.3.2")
def _levels(game: Position, option: int) -> Violation | None:
    for target in whose_levels(game, option):
        shortfalls = (
            ("entry-level-too-low", level_of(game, option), level(game, ENTRY, target)),
            ("tension-level-too-low", tension_needed(game, option), level(game, TENSION, target)),
        )
        for key, needed, reached in shortfalls:
            if reached < needed:
                about = {"option": EntryOption(option), "target": EntryTarget(target)}
                return refused("13.3.2", key, needed=Number(needed), level=Number(reached), **about)
    return None


@rule("13.3.2", "13.3.2 option 14", "13.3.2 option 26", "13.3.2 option 35")
def change_allowed(game: Position, option: int, target: str) -> int:
    """By how much the USA may raise or lower the tension of an option aimed at this target ("": at all)."""
    change = CHANGE_OF_FIRESIDE_CHAT(game) if is_chosen(game, FIRESIDE_CHAT) and option != FIRESIDE_CHAT else 0
    if target == EUROPE and option != MURROW and is_chosen(game, MURROW):
        change += CHANGE_OF_MURROW(game)
    if target == JAPAN and option != PEARL_HARBOR and is_chosen(game, PEARL_HARBOR) and fleet_is_at_pearl_harbor(game):
        change += CHANGE_AT_PEARL_HARBOR(game)
    return change


def take_option(game: Game, option: int) -> None:
    game.set(US_ENTRY_OPTIONS, (*game.state.get(US_ENTRY_OPTIONS), option))
    game.set(CHOSEN_THIS_TURN, (*game.state.get(CHOSEN_THIS_TURN), option))

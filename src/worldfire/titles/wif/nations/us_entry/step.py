"""13.3 The US entry step of a turn: regular markers (13.3.1), then entry options (13.3.2). Also the markers of the set-up."""

from __future__ import annotations

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.markers import COMMON, blindly, carry, next_year_joins
from worldfire.forces.participants import YEAR
from worldfire.forces.turn import other_side
from worldfire.forces.who import CONQUEROR, NOBODY, SIDE, country_named, power_named, side_of_power
from worldfire.rules.s13_07_6_surrender import SURRENDERED
from worldfire.tables.campaign import Campaign
from worldfire.titles.wif.nations.us_entry.conditions import CONDITIONS
from worldfire.titles.wif.nations.us_entry.effects import effect_of
from worldfire.titles.wif.nations.us_entry.kinds import EntryOption
from worldfire.titles.wif.nations.us_entry.moving import DRAWS_LOST, RAISING_TENSION, Raising
from worldfire.titles.wif.nations.us_entry.noticing import ACTIONS_NOTED
from worldfire.titles.wif.nations.us_entry.options import (
    CHOSEN_THIS_TURN,
    EntryOptionChosen,
    aimed_at,
    all_options,
    change_allowed,
    level_of,
    option_violation,
    take_option,
    tension_needed,
    tension_of,
    whose_levels,
)
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    EUROPE,
    JAPAN,
    TARGETS,
    TENSION,
    EntryTarget,
    MarkersMoved,
    is_entering,
    markers_in,
    number_of,
    open_pools,
    prove,
    targets_in_play,
    the_usa,
    us_seat,
)
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS

#: 24: markers that the campaign gives to each pool; the USA puts those under "" where it likes
START_MARKERS: Field[tuple[tuple[str, int], ...]] = Field("us_start_markers", ())


# ---------------------------------------------------------------------------------------------- 24 as the campaign says it


@rule("13.3", "24.1")
def begin_us_entry(game: Game, campaign: Campaign) -> None:
    """Options that count as chosen, actions that have been noticed, and the markers to begin with."""
    if campaign.entry_options is not None:
        game.set(US_ENTRY_OPTIONS, campaign.entry_options.value)
    if campaign.entry_markers is None or the_usa(game) == NOBODY:
        return
    game.set(US_ENTRY_IN_USE, True)
    game.set(ACTIONS_NOTED, campaign.entry_markers.value.actions)
    open_pools(game)
    pools = campaign.entry_markers.value.pools
    game.set(START_MARKERS, (*pools.items(), ("", campaign.entry_markers.value.choice)))


class Dealing(msgspec.Struct):
    """Markers that go to pools blindly: (kind of pool, target), "" where the USA chooses."""

    due: tuple[tuple[str, str], ...]
    target: str = ""


def _targets(game: Position, dealing: Dealing, seat: str) -> Shape | Violation:
    return One(targets_in_play(game))


def _put(game: Game, dealing: Dealing, seat: str, noun: Noun) -> Control:
    dealing.target = noun
    return Goto("deal_blindly")


PUT_MARKER = Verb("put-entry-marker", "13.3.1", _put, _targets, items=EntryTarget)


@step("13.3.1", PUT_MARKER)
def next_marker_is_dealt(game: Game, dealing: Dealing) -> Control:
    """Before it is looked at, the USA says into which pool it goes, unless that is given."""
    if not dealing.due:
        return End()
    if dealing.due[0][1]:
        return None
    held = {target.replace("-", "_"): Number(markers_in(game, ENTRY, target)) for target in targets_in_play(game)}
    return one(us_seat(game), PUT_MARKER, rule="13.3.1", prompt="put-entry-marker", always=False, **held)


@step("13.3.1")
def pool_is_given(game: Game, dealing: Dealing) -> Control:
    dealing.target = dealing.due[0][1]
    return None


@step("13.3.1")
def deal_blindly(game: Game, dealing: Dealing) -> Control:
    next_year_joins(game)
    return blindly(game, "US entry marker", us_seat(game), COMMON)


@step("13.3.1")
def marker_is_dealt(game: Game, dealing: Dealing) -> Control:
    pool, target = dealing.due[0][0], dealing.target
    dealing.due = dealing.due[1:]
    carry(game, game.result, COMMON, number_of(game, pool, target))
    if game.result:
        game.say(MarkersMoved(pool=pool, target=target, count=1))
    return Goto("next_marker_is_dealt")


DEALING = procedure(
    "US entry markers",
    "13.3.1",
    next_marker_is_dealt,
    pool_is_given,
    deal_blindly,
    marker_is_dealt,
    locals=Dealing,
)


@step("13.3", also=("24.1",))
def us_markers_at_the_start(game: Game, nothing: None) -> Control:
    """When the game begins the USA gets the markers that the campaign gives it, whoever plays it by then."""
    if not game.state.get(US_ENTRY_IN_USE):
        return None
    open_pools(game)
    due = [
        (pool, target)
        for pool in (ENTRY, TENSION)
        for target in TARGETS
        for name, count in game.state.get(START_MARKERS)
        for _ in range(count)
        if name == f"{pool} {target}"
    ]
    free = sum(count for name, count in game.state.get(START_MARKERS) if not name)
    return Call(DEALING.name, Dealing((*due, *[(ENTRY, "")] * free)))


# -------------------------------------------------------------------------------------------------- 13.3.1 regular markers


class UsEntry(msgspec.Struct):
    """Options chosen in this step, and whether each moved a marker."""

    picked: tuple[tuple[int, bool], ...] = ()
    option: int = 0


@rule("13.3.1", "13.7.6")
def extra_markers(game: Position) -> tuple[str, ...]:
    """Pools that get one more each turn: China or the United Kingdom conquered, Japan's war on the western Allies.

    Not for a home country that was surrendered (13.7.6).
    """
    usa = the_usa(game)
    axis = other_side(game.state[SIDE][usa])
    found = []
    for country, target in (("china", JAPAN), ("united-kingdom", EUROPE)):
        home = country_named(game, country)
        if home in (NOBODY, *game.state.get(SURRENDERED)):
            continue
        if side_of_power(game, game.state[CONQUEROR][home]) == axis:
            found.append(target)
    if JAPAN_AT_WAR in game.state.get(ACTIONS_NOTED) and _japan_fights_the_west(game):
        found.append(JAPAN)
    return tuple(target for target in found if target in targets_in_play(game))


#: US entry action 33
JAPAN_AT_WAR = "33"


def _japan_fights_the_west(game: Position) -> bool:
    japan = power_named(game, "japan")
    powers = (power_named(game, name) for name in ("commonwealth", "france", "netherlands"))
    return any(power != NOBODY and at_war(game, japan, power) for power in powers)


@rule("13.3.1", "13.3.1/regular entry markers")
def regular_markers(game: Position) -> tuple[tuple[str, str], ...]:
    chart = game.ruleset.tables.source.chart("us_entry_draws")
    number = int(chart.number(game.state.get(YEAR), "markers"))
    return (*[(ENTRY, "")] * number, *((ENTRY, target) for target in extra_markers(game)))


class DrawForgone(Event, frozen=True):
    """The USA gets no regular markers this turn; so many turns of it are still to come."""

    turns: int


@step("13.3.1", also=("13.3",))
def draw_regular_markers(game: Game, entry: UsEntry) -> Control:
    game.set(CHOSEN_THIS_TURN, ())
    if not is_entering(game):
        return End()
    lost = game.state.get(DRAWS_LOST)
    if lost:
        game.set(DRAWS_LOST, lost - 1)
        game.say(DrawForgone(turns=lost - 1))
        return None
    return Call(DEALING.name, Dealing(regular_markers(game)))


# --------------------------------------------------------------------------------------------------- 13.3.2 entry options


def _options(game: Position, entry: UsEntry, seat: str) -> Shape | Violation:
    found = tuple(
        option for option in all_options(game) if option_violation(game, option, CONDITIONS, entry.picked) is None
    )
    return One(found) if found else refused("13.3.2", "no-option-to-choose")


def _why_no_option(game: Position, entry: UsEntry, seat: str, noun: Noun) -> Violation | None:
    return option_violation(game, noun, CONDITIONS, entry.picked) if noun in all_options(game) else None


def _choose(game: Game, entry: UsEntry, seat: str, noun: Noun) -> Control:
    entry.option = noun
    return None


def _choose_no_more(game: Game, entry: UsEntry, seat: str, noun: Noun) -> Control:
    return End()


CHOOSE_OPTION = Verb("choose-entry-option", "13.3.2", _choose, _options, explain=_why_no_option, items=EntryOption)
NO_MORE_OPTIONS = Verb("no-more-entry-options", "13.3.2", _choose_no_more)


@step("13.3.2", NO_MORE_OPTIONS, CHOOSE_OPTION)
def choose_an_option(game: Game, entry: UsEntry) -> Control:
    """The USA is always asked: that it could choose nothing would tell something."""
    return one(us_seat(game), NO_MORE_OPTIONS, CHOOSE_OPTION, rule="13.3.2", prompt="choose-entry-option", always=True)


@step("13.3.2")
def prove_and_take(game: Game, entry: UsEntry) -> Control:
    """Enough markers are turned over to prove the levels; then the option costs tension."""
    option, against = entry.option, whose_levels(game, entry.option)
    change = change_allowed(game, option, aimed_at(game, option))
    game.say(EntryOptionChosen(option=option))
    prove(game, ENTRY, against, level_of(game, option))
    if tension_needed(game, option):
        prove(game, TENSION, against, tension_needed(game, option))
    take_option(game, option)
    return Call(RAISING_TENSION.name, Raising(option, aimed_at(game, option), tension_of(game, option), change))


@step("13.3.2")
def option_has_its_effect(game: Game, entry: UsEntry) -> Control:
    entry.picked += ((entry.option, bool(game.result)),)
    return effect_of(game, entry.option)


@step("13.3.2")
def perhaps_another(game: Game, entry: UsEntry) -> Control:
    return Goto("choose_an_option")


US_ENTRY = procedure(
    "US entry",
    "13.3",
    draw_regular_markers,
    choose_an_option,
    prove_and_take,
    option_has_its_effect,
    perhaps_another,
    locals=UsEntry,
)

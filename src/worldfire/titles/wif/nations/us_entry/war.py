"""9.4 The USA attempts to declare war, and what its wars bring (13.3.2): the cost of declaring, and options for nothing."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, Verb, one, procedure, step
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import Country, Owner, Power, PowerId
from worldfire.forces.markers import COMMON, blindly, carry
from worldfire.forces.things import PLACE
from worldfire.forces.turn import active_side, is_active, other_side, power_name, powers_of_side
from worldfire.forces.who import (
    CONQUEROR,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    country_named,
    power_named,
    units_on_map,
)
from worldfire.rules.s09_war import WarDeclared, declare_war
from worldfire.titles.wif.nations.us_entry.conditions import CONDITIONS, GUARANTEED, VICHY
from worldfire.titles.wif.nations.us_entry.effects import effect_of
from worldfire.titles.wif.nations.us_entry.moving import RAISING_TENSION, Raising
from worldfire.titles.wif.nations.us_entry.noticing import DECLARATIONS_DUE, next_declaration
from worldfire.titles.wif.nations.us_entry.options import (
    DECLARATION,
    ONLY_BY_CHOICE,
    EntryOptionGained,
    aimed_at,
    all_options,
    change_allowed,
    is_at_war_with,
    is_chosen,
    meets_condition,
    take_option,
    tension_of,
)
from worldfire.titles.wif.nations.us_entry.pearl_harbor import fleet_is_at_pearl_harbor
from worldfire.titles.wif.nations.us_entry.pools import (
    ENTRY,
    EUROPE,
    JAPAN,
    NEVER_AT_WAR,
    TARGETS,
    TENSION,
    MarkersReturned,
    foes,
    is_entering,
    level,
    markers_in,
    never_again,
    number_of,
    return_all_markers,
    show_everything,
    target_of,
    targets_in_play,
    the_usa,
    us_seat,
)
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, US_ENTRY_OPTIONS, USA
from worldfire.titles.wif.nations.vichy.standing import INSTALLER

APPROPRIATIONS, GUARANTEE, WAR_ON_MINORS = 34, 42, 48
LESS_IF_FORCED = Figure("subtracted from a forced attempt to declare war", "13.3.2")
_LOWEST_DIE, _HIGHEST_DIE = 1, 10
#: all options that a war brings have been given
ALL = "all"

#: 13.3.2, US entry option 42: the USA must attempt to declare war on Japan in its next step
MUST_ATTEMPT: Field[bool] = Field("us_must_attempt", False)
#: powers on which the USA has declared war in this step: each costs tension
COSTS_DUE: Field[tuple[int, ...]] = Field("us_costs_due", ())
#: whose options the USA has for its wars; `ALL` for all of them
OPTIONS_GAINED: Field[tuple[str, ...]] = Field("us_options_gained", ())


class WarAttempted(Event, frozen=True):
    """The USA rolled to declare war; only it knows which number it needed."""

    powers: tuple[PowerId, ...]
    die: int
    modifier: int
    succeeded: bool


# ------------------------------------------------------------------------------------------------ 9.4 whom it may declare on


@rule("9.4")
def us_declarer_violation(
    usual: Callable[[Position, int], Violation | None], game: Position, power: int
) -> Violation | None:
    """Without option 48 the USA declares war on nobody by simply saying so, but for Vichy France."""
    if power_name(game, power) == USA and not (may_attack_minors(game) or may_declare_on_vichy(game)):
        return refused("9.4", "usa-needs-its-entry-level", power=Power(power))
    return usual(game, power)


@rule("9.4")
def us_declaration_violation(
    usual: Callable[[Position, int, str], Violation | None], game: Position, power: int, name: str
) -> Violation | None:
    """On a major power the USA only attempts it; on a minor country it needs option 48; on Vichy the war that it fights."""
    found = usual(game, power, name)
    if found is not None or power_name(game, power) != USA:
        return found
    enemy = power_named(game, name)
    if enemy != NOBODY and game.state[SIDE][enemy] != NOBODY:
        if name == VICHY and may_declare_on_vichy(game):
            return None
        return refused("9.4", "usa-needs-its-entry-level", power=Power(power))
    if may_attack_minors(game):
        return None
    return refused("9.4", "usa-leaves-minors-alone", country=Country(country_named(game, name)))


@rule("13.3.2 option 48")
def may_attack_minors(game: Position) -> bool:
    return is_chosen(game, WAR_ON_MINORS)


@rule("9.4")
def may_declare_on_vichy(game: Position) -> bool:
    """Without a roll, if the USA is at war with every other active Axis power, or with the one that installed Vichy."""
    usa, vichy, installer = the_usa(game), power_named(game, VICHY), game.state.get(INSTALLER)
    if NOBODY in (usa, vichy, installer):
        return False
    if at_war(game, usa, installer):
        return True
    axis = [power for power in powers_of_side(game, other_side(game.state[SIDE][usa])) if power != vichy]
    active = [power for power in axis if is_active(game, power)]
    return bool(active) and all(at_war(game, usa, power) for power in active)


# ---------------------------------------------------------------------------------------------------------- 9.4 the attempt


class Attempt(msgspec.Struct):
    """On whom, and whether option 42 forces it."""

    powers: tuple[int, ...] = ()
    forced: bool = False


@rule("9.4")
def attempt_targets(game: Position) -> tuple[int, ...]:
    """Axis powers on which the USA may attempt to declare war."""
    usa, never = the_usa(game), game.state.get(NEVER_AT_WAR)
    found = (power for target in TARGETS for power in foes(game, target))
    return tuple(power for power in found if power not in never and not at_war(game, usa, power))


@rule("9.4")
def attempt_violation(game: Position, attempt: Attempt, seat: str, noun: Noun) -> Violation | None:
    """Germany and Italy may be attempted together, Japan only by itself."""
    if len({target_of(game, power_named(game, name)) for name in noun}) > 1:
        return refused("9.4", "japan-by-itself", power=Power(the_usa(game)))
    return None


def _attempt_shape(game: Position, attempt: Attempt, seat: str) -> Shape | Violation:
    names = tuple(power_name(game, power) for power in attempt_targets(game))
    return Set(names, 1, len(names))


def _attempt(game: Game, attempt: Attempt, seat: str, noun: Noun) -> Control:
    attempt.powers = tuple(power_named(game, name) for name in noun)
    return Goto("roll_for_war")


def _no_attempt(game: Game, attempt: Attempt, seat: str, noun: Noun) -> Control:
    return End()


ATTEMPT_WAR = Verb("attempt-war", "9.4", _attempt, _attempt_shape, attempt_violation, items=Owner)
ATTEMPT_NOTHING = Verb("attempt-no-war", "9.4", _no_attempt)


@step("9.4", also=("13.3.2",))
def is_an_attempt_forced(game: Game, attempt: Attempt) -> Control:
    """Option 42: after Japan's attack on one of those whom the USA guarantees."""
    if not is_entering(game) or game.state[SIDE][the_usa(game)] != active_side(game):
        return End()
    japan = power_named(game, JAPAN)
    if game.state.get(MUST_ATTEMPT):
        game.set(MUST_ATTEMPT, False)
        if japan in attempt_targets(game):
            attempt.powers, attempt.forced = (japan,), True
            return Goto("roll_for_war")
    return None


@step("9.4", ATTEMPT_NOTHING, ATTEMPT_WAR)
def ask_for_an_attempt(game: Game, attempt: Attempt) -> Control:
    if not attempt_targets(game):
        return End()
    return one(
        us_seat(game),
        ATTEMPT_NOTHING,
        ATTEMPT_WAR,
        rule="9.4",
        prompt="attempt-war",
        power=Power(the_usa(game)),
        against_japan=Number(highest_die(game, JAPAN)),
        against_europe=Number(highest_die(game, EUROPE)),
    )


def highest_die(game: Position, target: str) -> int:
    """The highest die with which an attempt succeeds, which only the USA is told; 0: none does."""
    if target not in targets_in_play(game):
        return 0
    return max(0, min(_HIGHEST_DIE, war_number(game, target) - die_modifier(game, target)))


@step("9.4")
def roll_for_war(game: Game, attempt: Attempt) -> Control:
    return Roll("US declaration of war", us_seat(game))


@rule("9.4", "9.4/attempting to declare war")
def war_number(game: Position, target: str) -> int:
    """From the table, by the entry and the tension level."""
    chart = game.ruleset.tables.source.chart("its_war")
    return int(chart.number(level(game, ENTRY, target), level(game, TENSION, target)))


@rule("9.4")
def die_modifier(game: Position, target: str) -> int:
    return sum(die for _, die in die_reasons(game, target))


def die_reasons(game: Position, target: str) -> tuple[tuple[str, int], ...]:
    """(row of the chart, what it adds to the die) of those that count now."""
    chart = game.ruleset.tables.source.chart("its_war_modifiers")
    return tuple((reason, int(chart.number(reason, "die"))) for reason in _reasons(game, target))


def _reasons(game: Position, target: str) -> tuple[str, ...]:
    """Rows of the chart that count now."""
    usa = the_usa(game)
    enemies = powers_of_side(game, other_side(game.state[SIDE][usa]))
    true = {
        "War Appropriations Bill not passed": not is_chosen(game, APPROPRIATIONS),
        "USA at war with a major power": any(at_war(game, usa, enemy) for enemy in enemies),
    }
    if target == EUROPE:
        true["United Kingdom conquered"] = _is_conquered(game, "united-kingdom")
    else:
        true["China conquered"] = _is_conquered(game, "china")
        true["Japanese unit in unconquered China"] = not true["China conquered"] and _japan_is_in_china(game)
        true["fleet not in Pearl Harbor"] = not fleet_is_at_pearl_harbor(game)
    return tuple(reason for reason, counts in true.items() if counts)


def _is_conquered(game: Position, name: str) -> bool:
    country = country_named(game, name)
    return country != NOBODY and game.state[CONQUEROR][country] != NOBODY


def _japan_is_in_china(game: Position) -> bool:
    china, places, homes = country_named(game, "china"), game.state[PLACE], game.state[HOME_COUNTRY]
    return any(homes[places[unit]] == china for unit in units_on_map(game, (power_named(game, JAPAN),)))


@rule("9.4", "13.3.2")
def modified_die(game: Position, die: int, target: str, *, forced: bool) -> int:
    """A forced attempt subtracts four more, but the die never falls below one for that."""
    total = die + die_modifier(game, target)
    return min(total, max(_LOWEST_DIE, total - LESS_IF_FORCED(game))) if forced else total


@step("9.4")
def read_the_war_die(game: Game, attempt: Attempt) -> Control:
    """Whoever succeeds shows all markers; whoever fails does not."""
    target, die = target_of(game, attempt.powers[0]), game.total
    modified = modified_die(game, die, target, forced=attempt.forced)
    succeeded = modified <= war_number(game, target)
    game.say(WarAttempted(powers=attempt.powers, die=die, modifier=modified - die, succeeded=succeeded))
    if not succeeded:
        return Goto("an_entry_marker_is_lost")
    show_everything(game)
    for power in attempt.powers:
        declare_war(game, the_usa(game), power)
    game.set(COSTS_DUE, (*game.state.get(COSTS_DUE), *attempt.powers))
    return End()


@step("9.4")
def an_entry_marker_is_lost(game: Game, attempt: Attempt) -> Control:
    """Whoever fails returns a marker of each pool unseen; if there is none, it never tries again."""
    return _give_up(game, attempt, ENTRY, "a_tension_marker_is_lost")


@step("9.4")
def entry_marker_returns(game: Game, attempt: Attempt) -> Control:
    return _gives_back(game, attempt, ENTRY)


@step("9.4")
def a_tension_marker_is_lost(game: Game, attempt: Attempt) -> Control:
    return _give_up(game, attempt, TENSION, "")


@step("9.4")
def tension_marker_returns(game: Game, attempt: Attempt) -> Control:
    return _gives_back(game, attempt, TENSION)


def _give_up(game: Game, attempt: Attempt, pool: str, onward: str) -> Control:
    target = target_of(game, attempt.powers[0])
    if markers_in(game, pool, target):
        return blindly(game, f"US {pool} marker", us_seat(game), number_of(game, pool, target))
    never_again(game, attempt.powers)
    return Goto(onward) if onward else End()


def _gives_back(game: Game, attempt: Attempt, pool: str) -> Control:
    target = target_of(game, attempt.powers[0])
    carry(game, game.result, number_of(game, pool, target), COMMON)
    game.say(MarkersReturned(pool=pool, target=target, count=1))
    return None


ATTEMPTING = procedure(
    "US attempt to declare war",
    "9.4",
    is_an_attempt_forced,
    ask_for_an_attempt,
    roll_for_war,
    read_the_war_die,
    an_entry_marker_is_lost,
    entry_marker_returns,
    a_tension_marker_is_lost,
    tension_marker_returns,
    locals=Attempt,
)


@step("9.4", also=("9",))
def us_attempts(game: Game, declaring: object) -> Control:
    """Before the other powers of its side declare theirs."""
    return Call(ATTEMPTING.name, Attempt()) if game.state.get(US_ENTRY_IN_USE) else None


@rule("13.3.2", "13.3.2 option 42")
def guarantee_is_called(game: Game, event: WarDeclared) -> None:
    """Option 42: Japan has declared war on one of the guaranteed."""
    by_japan = power_name(game, event.power) == JAPAN and power_name(game, event.target_power) in GUARANTEED
    if by_japan and is_entering(game) and is_chosen(game, GUARANTEE):
        game.set(MUST_ATTEMPT, True)


# ------------------------------------------------------------------------------- 9 (6) after all declarations of the step


class Aftermath(msgspec.Struct):
    """Options that the USA gains for a war, and the one at work."""

    gained: tuple[int, ...] = ()
    option: int = 0


@step("13.3.3", also=("9",))
def next_declaration_is_rolled_for(game: Game, aftermath: Aftermath) -> Control:
    call = next_declaration(game)
    return Goto("next_cost_of_declaring") if call is None else call


@step("13.3.3")
def declaration_was_rolled_for(game: Game, aftermath: Aftermath) -> Control:
    return Goto("next_declaration_is_rolled_for")


@step(
    "13.3.2",
    also=(
        "9.4",
        "13.3.2 option ?",
    ),
)
def next_cost_of_declaring(game: Game, aftermath: Aftermath) -> Control:
    """Each war that the USA has declared costs tension against that power."""
    due = game.state.get(COSTS_DUE)
    if not due:
        return Goto("options_of_war")
    game.set(COSTS_DUE, due[1:])
    target = target_of(game, due[0])
    points, change = tension_of(game, DECLARATION), change_allowed(game, DECLARATION, target)
    return Call(RAISING_TENSION.name, Raising(DECLARATION, target, points, change))


@step("13.3.2")
def cost_was_paid(game: Game, aftermath: Aftermath) -> Control:
    return Goto("next_cost_of_declaring")


@rule("13.3.2")
def wars_to_reward(game: Position) -> tuple[str, ...]:
    """Targets with all of whom the USA is at war and whose options it has not been given; `ALL` if that is everybody."""
    if not game.state.get(US_ENTRY_IN_USE):
        return ()
    gained = game.state.get(OPTIONS_GAINED)
    if not is_entering(game):
        return () if ALL in gained else (ALL,)
    return tuple(target for target in targets_in_play(game) if target not in gained and is_at_war_with(game, target))


@rule("13.3.2")
def options_for(game: Position, war: str) -> tuple[int, ...]:
    """Options that the war brings: all that are aimed solely at the enemy and can be had, or simply all."""
    chosen = (*game.state.get(US_ENTRY_OPTIONS), *ONLY_BY_CHOICE)
    found = (
        option for option in all_options(game) if option not in chosen and meets_condition(game, option, CONDITIONS)
    )
    return tuple(option for option in found if war == ALL or aimed_at(game, option) == war)


@step("13.3.2")
def options_of_war(game: Game, aftermath: Aftermath) -> Control:
    wars = wars_to_reward(game)
    if not wars:
        return End()
    game.set(OPTIONS_GAINED, (*game.state.get(OPTIONS_GAINED), wars[0]))
    aftermath.gained = options_for(game, wars[0])
    if wars[0] == ALL:
        return_all_markers(game)
    return None


@step("13.3.2")
def next_option_of_war(game: Game, aftermath: Aftermath) -> Control:
    """Each is rolled for while there are pools; no marker has to be moved."""
    if not aftermath.gained:
        return Goto("options_of_war")
    option, *rest = aftermath.gained
    aftermath.gained, aftermath.option = tuple(rest), option
    target = aimed_at(game, option)
    change = change_allowed(game, option, target)
    take_option(game, option)
    game.say(EntryOptionGained(option=option))
    if not is_entering(game):
        return None
    raising = Raising(option, target, tension_of(game, option), change, voluntary=True)
    return Call(RAISING_TENSION.name, raising)


@step("13.3.2")
def option_of_war_has_its_effect(game: Game, aftermath: Aftermath) -> Control:
    return effect_of(game, aftermath.option)


@step("13.3.2")
def option_of_war_is_done(game: Game, aftermath: Aftermath) -> Control:
    return Goto("next_option_of_war")


AFTERMATH = procedure(
    "US entry after declarations of war",
    "13.3",
    next_declaration_is_rolled_for,
    declaration_was_rolled_for,
    next_cost_of_declaring,
    cost_was_paid,
    options_of_war,
    next_option_of_war,
    option_of_war_has_its_effect,
    option_of_war_is_done,
    locals=Aftermath,
)


@step("13.3.3", also=("9",))
def us_takes_notice(game: Game, declaring: object) -> Control:
    return Call(AFTERMATH.name, Aftermath()) if game.state.get(US_ENTRY_IN_USE) else None


@rule("13.3.2", "13.3.3")
def whatever_is_left(game: Game) -> Call | None:
    """Wars that began, or enemies that fell, outside the declaration of war step."""
    if not game.state.get(US_ENTRY_IN_USE):
        return None
    return Call(AFTERMATH.name, Aftermath()) if next_is_due(game) else None


def next_is_due(game: Position) -> bool:
    return bool(game.state.get(DECLARATIONS_DUE) or game.state.get(COSTS_DUE) or wars_to_reward(game))

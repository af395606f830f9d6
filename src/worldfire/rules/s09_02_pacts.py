"""9.2 Neutrality pacts: who has one, the common border with its garrisons and markers, and how a pact comes and goes.

`sign_pact` and `end_pact` are the only ways in which a pact begins and ends; `give_cause` lets a power break one whatever
the garrisons are. They say `PactMade` and `PactBroken`, to which whoever must act on it subscribes.
"""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema, memo
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.flights import ORIGIN, TookOff
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.markers import highest_value
from worldfire.forces.partisans import is_partisan
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import CO_OPERATING, PACTS, TURN, Pairs
from worldfire.forces.things import HEXES, board_of, things_at
from worldfire.forces.turn import controls, is_active, powers_of_side
from worldfire.forces.who import CONTROLLER, HEXES_HELD, MASTERS, NOBODY, SIDE, master_of, power_of
from worldfire.forces.zones import around
from worldfire.rules.s09_02_garrisons import garrison_value
from worldfire.rules.s13_02_pact_markers import Stance, clear_border, marker_count, marker_total, recorded

BORDER_DEPTH = Figure("hexes and hexdots to the other side of a common border", "9.2")
FULL_TURNS = Figure("full turns that a pact cannot be broken", "9.2")
TIMES_TO_BREAK = Figure("times the other garrison that breaks a pact", "9.2")
TIMES_BY_MARKERS = Figure("times a garrison with entry markers at most", "9.2")

#: (one, other, turn): when each pact was made or last confirmed
PACT_TURNS: Field[tuple[tuple[int, int, int], ...]] = Field("pact_turns", ())
#: (who, with whom): pacts that a power may break whatever the garrisons are
CAUSES_TO_BREAK: Field[Pairs] = Field("causes_to_break", ())
#: what follows from who holds which hex
BORDERS = memo("common borders", (CONTROLLER, MASTERS, HEXES))


class PactMade(Event, frozen=True):
    """Two major powers have a pact from now on, or have confirmed the one they had."""

    power: PowerId
    target_power: PowerId
    confirmed: bool = False


class EnemyIsNoMore(Event, frozen=True):
    """A major power is at peace with another that is completely conquered: there is nobody to make a pact with."""

    power: PowerId
    target_power: PowerId


class PactBroken(Event, frozen=True):
    """A power has broken its pact; the garrison values that were compared, if they were."""

    power: PowerId
    target_power: PowerId
    compared: bool
    garrison: str = ""
    against: str = ""


class CauseToBreak(Event, frozen=True):
    """From now on the power may break its pact at will."""

    power: PowerId
    target_power: PowerId


# ------------------------------------------------------------------------------------------------------ who has a pact


@rule("9.2")
def have_pact(game: Position, one: int, other: int) -> bool:
    return any({one, other} == set(pair) for pair in game.state.get(PACTS))


def partners(game: Position, power: int) -> tuple[int, ...]:
    """Those with whom the power has a pact."""
    return tuple(other for pair in game.state.get(PACTS) if power in pair for other in pair if other != power)


def age_of_pact(game: Position, one: int, other: int) -> int:
    """Turns since it was made or confirmed; a pact of which nobody knows is as old as the calendar."""
    signed = (turn for first, second, turn in game.state.get(PACT_TURNS) if {first, second} == {one, other})
    return game.state.get(TURN) - next(signed, 0)


@rule("9.2", "9.2/other major powers", "9.2/effect of neutrality pacts")
def sign_pact(game: Game, power: int, other: int) -> None:
    """A new pact, or one confirmed: its age counts anew. Allies who are at war with the partner leave the border."""
    confirmed = have_pact(game, power, other)
    if not confirmed:
        game.set(PACTS, (*game.state.get(PACTS), (power, other)))
    kept = tuple(row for row in game.state.get(PACT_TURNS) if {*row[:2]} != {power, other})
    game.set(PACT_TURNS, (*kept, (power, other, game.state.get(TURN))))
    game.say(PactMade(power=power, target_power=other, confirmed=confirmed))
    send_home(game, (*allies_on_the_border(game, power, other), *allies_on_the_border(game, other, power)))


@rule("9.2/effect of neutrality pacts")
def end_pact(game: Game, power: int, other: int) -> None:
    """It is no more: both return their markers on this border, and nothing that was said of it counts."""
    game.set(PACTS, tuple(pair for pair in game.state.get(PACTS) if set(pair) != {power, other}))
    game.set(PACT_TURNS, tuple(row for row in game.state.get(PACT_TURNS) if {*row[:2]} != {power, other}))
    game.set(CAUSES_TO_BREAK, tuple(pair for pair in game.state.get(CAUSES_TO_BREAK) if set(pair) != {power, other}))
    clear_border(game, power, other)
    clear_border(game, other, power)


def break_pact(game: Game, power: int, other: int) -> None:
    """The power breaks it; what was compared is told, for the others must be able to check it."""
    compared = (power, other) not in game.state.get(CAUSES_TO_BREAK)
    own = theirs = ""
    if compared:
        own, theirs = decimal(attacking_value(game, power, other)), decimal(defending_value(game, other, power))
    end_pact(game, power, other)
    game.say(PactBroken(power=power, target_power=other, compared=compared, garrison=own, against=theirs))


def give_cause(game: Game, power: int, other: int) -> None:
    """The power may break its pact with the other in any of its declaration of war steps."""
    if have_pact(game, power, other) and (power, other) not in game.state.get(CAUSES_TO_BREAK):
        game.set(CAUSES_TO_BREAK, (*game.state.get(CAUSES_TO_BREAK), (power, other)))
        game.say(CauseToBreak(power=power, target_power=other))


# ------------------------------------------------------------------------------------------------------ the common border


@rule("9.2/effect of neutrality pacts")
def common_border(game: Position, power: int, other: int) -> frozenset[int]:
    """What the power controls within 3 hexes or hexdots of what the other does, whatever their scale."""

    def look() -> frozenset[int]:
        return frozenset(_held(game, power)) & near_the_border(game, _held(game, other))

    return game.recall(("common border", power, other), look, BORDERS)


@clause("9.2/effect of neutrality pacts")
def near_the_border(game: Position, held: list[int]) -> frozenset[int]:
    """What is near enough to these hexes of the other power to be on a common border with it."""
    return frozenset(around(board_of(game), held, BORDER_DEPTH(game)))


def _held(game: Position, power: int) -> list[int]:
    """Its hexes and those of minor countries that are aligned with it."""
    held = game.look_up(HEXES_HELD).items()
    return [
        place for holder, places in held if holder != NOBODY and master_of(game, holder) == power for place in places
    ]


@rule("9.2/effect of neutrality pacts")
def barred_borders(game: Position, power: int) -> frozenset[int]:
    """Hexes of its allies that the power's units may not enter: common borders with a partner whom the power fights."""
    pacts = game.state.get(PACTS)
    if not pacts:
        return frozenset()
    side = game.state[SIDE][power]
    borders = (
        common_border(game, ally, other)
        for pair in pacts
        for ally, other in (pair, pair[::-1])
        if game.state[SIDE][ally] == side and ally != power and at_war(game, power, other)
    )
    return frozenset().union(*borders)


def border_violation(game: Position, power: int, place: int) -> Violation | None:
    if place not in barred_borders(game, power):
        return None
    return refused("9.2", "border-of-a-pact", power=Power(power), place=Place(place))


def allies_on_the_border(game: Position, power: int, other: int) -> tuple[int, ...]:
    """Units of the power's allies in its common border that are at war with the other."""
    side = game.state[SIDE][power]
    found = (unit for place in sorted(common_border(game, power, other)) for unit in things_at(game, place))
    return tuple(
        unit
        for unit in found
        if power_of(game, unit) != power
        and game.state[SIDE][power_of(game, unit)] == side
        and at_war(game, power_of(game, unit), other)
        and not is_partisan(game, unit)
    )


@rule("9.2/effect of neutrality pacts")
def leave_the_borders(game: Game, power: int, enemy: int) -> None:
    """The power and the enemy are at war now: its units stand no longer where its allies keep a pact with that enemy."""
    for partner in partners(game, enemy):
        if partner != power and game.state[SIDE][partner] == game.state[SIDE][power]:
            send_home(game, allies_on_the_border(game, partner, enemy))


# -------------------------------------------------------------------------------------------------------- garrison values


@clause("9.2/garrison ratio", "9.2/garrison values")
def garrison_on(game: Position, power: int, other: int) -> Fraction:
    """Of all land units and aircraft of the power and its minors on the common border."""
    units = (unit for place in common_border(game, power, other) for unit in things_at(game, place))
    return sum((garrison_value(game, unit) for unit in units if power_of(game, unit) == power), Fraction(0))


@rule("9.2/garrison values")
def defending_garrison(game: Position, power: int, other: int) -> Fraction:
    """Modified by the age of the pact, not rounded."""
    age = age_of_pact(game, power, other)
    multiple: Fraction = game.ruleset.tables.source.chart("garrison_multipliers").number(age, "multiplier")
    return garrison_on(game, power, other) * multiple


@rule("9.2/entry marker totals")
def with_markers(game: Position, garrison: Fraction, markers: int) -> Fraction:
    """Markers add their numbers, but never more than double the garrison."""
    return min(garrison + markers, garrison * TIMES_BY_MARKERS(game))


@rule("9.2/garrison ratio")
def attacking_value(game: Position, power: int, other: int) -> Fraction:
    """Never modified by the age of the pact; offensive markers are the power's own secret."""
    return with_markers(game, garrison_on(game, power, other), marker_total(game, power, other, Stance.OFFENSIVE))


@rule("9.2/garrison ratio")
def defending_value(game: Position, power: int, other: int) -> Fraction:
    return with_markers(
        game, defending_garrison(game, power, other), marker_total(game, power, other, Stance.DEFENSIVE)
    )


def most_attacking_value(game: Position, power: int, other: int) -> Fraction:
    """What it could be as far as everybody knows: whether a power is asked must not tell what its markers say."""
    hidden = marker_count(game, power, other, Stance.OFFENSIVE) * highest_value(game)
    return with_markers(game, garrison_on(game, power, other), hidden + recorded(game, power, other, Stance.OFFENSIVE))


def decimal(value: Fraction) -> str:
    """22.5, 11, 2.75"""
    return f"{float(value):g}"


# --------------------------------------------------------------------------------------------------------- breaking a pact


@rule("9.2", "9.2/garrison ratio")
def break_violation(game: Position, power: int, other: int) -> Violation | None:
    """Why the power may not break its pact now."""
    found = _seen_by_all(game, power, other)
    if found is not None or _has_cause(game, power, other):
        return found
    return _ratio_violation(game, power, other, attacking_value(game, power, other))


def might_break(game: Position, power: int, other: int) -> bool:
    """Could it, as far as everybody knows?"""
    if _seen_by_all(game, power, other) is not None:
        return False
    if _has_cause(game, power, other):
        return True
    return _ratio_violation(game, power, other, most_attacking_value(game, power, other)) is None


def _has_cause(game: Position, power: int, other: int) -> bool:
    return (power, other) in game.state.get(CAUSES_TO_BREAK) or breaks_freely(game, power, other)


@clause("9.2")
def breaks_freely(game: Position, power: int, other: int) -> bool:
    """Is the pact so old that it may be broken whatever stands on the border?"""
    return False


def _seen_by_all(game: Position, power: int, other: int) -> Violation | None:
    if not have_pact(game, power, other):
        return refused("9.2", "no-pact", power=Power(power), target_power=Power(other))
    if _has_cause(game, power, other):
        return None
    left = FULL_TURNS(game) + 1 - age_of_pact(game, power, other)
    if left > 0:
        return refused("9.2", "pact-too-young", target_power=Power(other), turns=Number(left))
    if not common_border(game, power, other):
        return refused("9.2", "no-common-border", power=Power(power), target_power=Power(other))
    return None


def _ratio_violation(game: Position, power: int, other: int, own: Fraction) -> Violation | None:
    theirs = defending_value(game, other, power)
    if own >= theirs * TIMES_TO_BREAK(game) and own > 0:
        return None
    return refused("9.2", "garrison-too-small", target_power=Power(other), own=decimal(own), theirs=decimal(theirs))


@clause("9.2/enemy aircraft")
def flights_give_cause(game: Position) -> bool:
    """Does a partner break his word who lets enemies fly from his hexes?"""
    return True


@rule("9.2/enemy aircraft")
def aircraft_from_the_partner(game: Game, event: TookOff) -> None:
    """Who is bombed from its partner's hexes by an enemy may break the pact."""
    if not game.state.get(PACTS) or not flights_give_cause(game):
        return
    origin = game.state[ORIGIN][event.thing]
    if not 0 <= origin < game.state.get(HEXES):
        return
    enemy, base = power_of(game, event.thing), game.state[CONTROLLER][origin]
    if base == NOBODY or event.to >= game.state.get(HEXES):
        return
    host = master_of(game, base)
    for victim in partners(game, host):
        if at_war(game, enemy, victim) and _is_flown_against(game, event.to, victim):
            give_cause(game, victim, host)


def _is_flown_against(game: Position, place: int, victim: int) -> bool:
    return controls(game, victim, place) or any(power_of(game, unit) == victim for unit in things_at(game, place))


@rule("9.1", "18.1")
def neutrals_part(game: Game, event: PactMade | EnemyIsNoMore) -> None:
    """Whoever came to peace and is neutral again co-operates with nobody."""
    neutral = {power for power in (event.power, event.target_power) if not is_active(game, power)}
    pairs = game.state.get(CO_OPERATING)
    game.set(CO_OPERATING, tuple(pair for pair in pairs if not neutral & {*pair}))


# ------------------------------------------------------------------------------------------------------ who may make one


@rule("9.2/other major powers")
def pact_violation(game: Position, power: int, other: int) -> Violation | None:
    """Why these two major powers may not agree on a pact now, or confirm theirs."""
    if other not in powers_of_side(game, 1 - game.state[SIDE][power]):
        return refused("9.2", "pact-with-the-other-side", target_power=Power(other))
    if at_war(game, power, other):
        return refused("9.2", "already-at-war", power=Power(power), target_power=Power(other))
    if have_pact(game, power, other) and not age_of_pact(game, power, other):
        return refused("9.2", "pact-is-new", target_power=Power(other))
    return None


MODULE = Module(
    schema=Schema(fields=(PACT_TURNS, CAUSES_TO_BREAK), derived=(BORDERS,)),
    subscribes=((TookOff, aircraft_from_the_partner), (PactMade, neutrals_part), (EnemyIsNoMore, neutrals_part)),
)

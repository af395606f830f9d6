"""18.1 Who can co-operate. Which major powers do is state, kept by the rules on war; the rest follows from who is who."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.kinds import Thing
from worldfire.engine.position import Position
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war
from worldfire.forces.ground import ground_of
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import RED, SOIL, is_partisan
from worldfire.forces.situation import CO_OPERATING, ESTRANGED
from worldfire.forces.things import HEXES
from worldfire.forces.turn import is_active
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, NOBODY, POWER, POWER_NAMES, power_named


@clause("18.1")
def powers_cooperate(game: Position, one: int, other: int) -> bool:
    """18.1 (1, 6 to 9): the same major power, or two that the war has brought together."""
    if one == other:
        return True
    pairs = game.state.get(CO_OPERATING)
    return (one, other) in pairs or (other, one) in pairs


@rule("18.1")
def bring_allies_together(game: Game) -> None:
    """18.1 (6 to 9): who co-operates from now on, because neither is neutral or both have the same enemy."""
    known = game.state.get(CO_OPERATING)
    pairs = {*known}
    for partners in nations_of(game).partners:
        pair = (power_named(game, partners.first), power_named(game, partners.second))
        if (
            NOBODY not in pair
            and not _are_estranged(game, *pair)
            and all(_fights(game, power, partners.enemy) for power in pair)
        ):
            pairs.add(pair)
    if pairs != {*known}:
        game.set(CO_OPERATING, tuple(sorted(pairs)))


@rule("18.1", "13.7.5/liberation effects")
def let_cooperate(game: Game, one: int, other: int) -> None:
    """They co-operate for the rest of the game, unless something has come between them for ever."""
    known = game.state.get(CO_OPERATING)
    if one != other and not powers_cooperate(game, one, other) and not _are_estranged(game, one, other):
        game.set(CO_OPERATING, tuple(sorted({*known, (one, other)})))


@rule("18.1", "13.7.5/liberation effects")
def estrange(game: Game, one: int, other: int) -> None:
    """They never co-operate again."""
    if not _are_estranged(game, one, other):
        game.set(ESTRANGED, (*game.state.get(ESTRANGED), (one, other)))
    game.set(CO_OPERATING, tuple(pair for pair in game.state.get(CO_OPERATING) if {*pair} != {one, other}))


def _are_estranged(game: Position, one: int, other: int) -> bool:
    return any({*pair} == {one, other} for pair in game.state.get(ESTRANGED))


def _fights(game: Position, power: int, enemy: str) -> bool:
    return at_war(game, power, power_named(game, enemy)) if enemy else is_active(game, power)


@clause("18.1", "11.17.4")
def is_minor_country(game: Position, country: int) -> bool:
    """Does it co-operate as a minor country? Exercises have no board and only major powers."""
    if not game.state.get(HEXES):
        return False
    return nations_of(game).country_of_home(game.state.get(COUNTRY_NAMES)[country]) not in ground_of(game).majors


@clause("18.1")
def countries_cooperate(game: Position, one: int, other: int) -> bool:
    """18.1 (1 to 9) for units of these two countries."""
    if one == other:
        return True
    powers, names = game.state[POWER], game.state.get(COUNTRY_NAMES)
    if powers[one] != powers[other]:  # minor countries co-operate with their own major power only
        allies = powers_cooperate(game, powers[one], powers[other])
        return allies and not (is_minor_country(game, one) or is_minor_country(game, other))
    if {names[one], names[other]} == nations_of(game).estranged:
        return False
    return not (is_minor_country(game, one) and is_minor_country(game, other)) or minors_cooperate(game, one, other)


@clause("18.1")
def minors_cooperate(game: Position, one: int, other: int) -> bool:
    """18.1 (3, 4) for two minor countries of one major power."""
    powers, names, since = game.state[POWER], game.state.get(COUNTRY_NAMES), ground_of(game).minors
    power = game.state.get(POWER_NAMES)[powers[one]]
    printed = (power, nations_of(game).on_charts.get(power, power))  # Free and Vichy France count as France
    first, second = since.get(names[one]), since.get(names[other])
    ruled = rules_over(game, one, other)  # (3): the Netherlands and the East Indies
    return ruled or (first == second and first in printed)  # (4): both with the same major power since 1939


@rule("18.1")
def rules_over(game: Position, one: int, other: int) -> bool:
    """18.1 (3): has one of the two minor countries controlled the other from the beginning?"""
    names, since = game.state.get(COUNTRY_NAMES), ground_of(game).minors
    return since.get(names[one]) == names[other] or since.get(names[other]) == names[one]


@clause("18", "18.1", "18.2")
def cooperation_violation(game: Position, one: int, other: int) -> Violation | None:
    """Why these two units may not be together."""
    home, away = game.state[COUNTRY][one], game.state[COUNTRY][other]
    if is_partisan(game, one) or is_partisan(game, other):
        together = _partisan_cooperates(game, one, other)
    else:
        together = home == away or countries_cooperate(game, home, away)
    if together:
        return None
    return refused("18.1", "units-do-not-cooperate", unit=Thing(one), target=Thing(other))


@rule("18.1", "13.1.3")
def _partisan_cooperates(game: Position, one: int, other: int) -> bool:
    """18.1 (10): green partisans co-operate with units of their own country only, red ones with other partisans."""
    red = game.state[RED]
    if red[one] or red[other]:
        return bool(red[one] and red[other])
    soil, country = game.state[SOIL], game.state[COUNTRY]
    theirs, ours = (soil[unit] if is_partisan(game, unit) else country[unit] for unit in (one, other))
    return theirs == ours

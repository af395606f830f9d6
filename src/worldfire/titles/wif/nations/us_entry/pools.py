"""13.3.1 The pools of the USA against Japan and against Germany and Italy, and the levels that follow from them (9.4)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Annotated

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Phrase, Word, stands_for
from worldfire.engine.position import Position
from worldfire.engine.schema import Field
from worldfire.forces.enmity import at_war
from worldfire.forces.kinds import PowerId
from worldfire.forces.markers import count_in, empty_into_common, open_pool, pool_number, values_in
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, power_named
from worldfire.rules.s02_6_fractions import rounded
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, USA

#: whom a pool is kept against
JAPAN, EUROPE = "japan", "germany-italy"
FOES = {JAPAN: ("japan",), EUROPE: ("germany", "italy")}
TARGETS = tuple(FOES)
ENTRY, TENSION = "entry", "tension"
#: as the charts say it → whom it is aimed at; what the charts do not name is aimed at all
ON_CHARTS = {"Ja": JAPAN, "Ge/It": EUROPE}

#: 9.4, 13.3.2: powers on which the USA may never declare war again
NEVER_AT_WAR: Field[tuple[int, ...]] = Field("us_never_at_war", ())


class EntryTarget(Word):
    """Whom a pool is kept against."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"us-target-{value}", {})


class PoolKind(Word):
    """Entry or tension."""

    __slots__ = ()

    @classmethod
    def phrase(cls, value: object) -> Phrase | None:
        return Phrase(f"us-pool-{value}", {})


TargetName = Annotated[str, stands_for(EntryTarget)]
PoolName = Annotated[str, stands_for(PoolKind)]


class MarkersMoved(Event, frozen=True):
    """So many markers came into a pool of the USA, or left it for the common pool; nobody sees which."""

    pool: PoolName
    target: TargetName
    count: int


class MarkersReturned(Event, frozen=True):
    pool: PoolName
    target: TargetName
    count: int


class MarkersShown(Event, frozen=True):
    """The USA turns over markers of a pool to prove its level, and turns them down again."""

    pool: PoolName
    target: TargetName
    values: tuple[int, ...]


class NeverAtWar(Event, frozen=True):
    """The USA may not declare war on this power for the rest of the game."""

    target_power: PowerId


# ------------------------------------------------------------------------------------------------------ who takes part


def the_usa(game: Position) -> int:
    return power_named(game, USA)


def us_seat(game: Position) -> str:
    return seat_of_power(game, the_usa(game))


def foes(game: Position, target: str) -> tuple[int, ...]:
    """The powers against whom the pools are kept that play and are not completely conquered."""
    powers = (power_named(game, name) for name in FOES[target])
    return tuple(power for power in powers if _plays(game, power) and not game.state[FALLEN_POWER][power])


def targets_in_play(game: Position) -> tuple[str, ...]:
    """A campaign of one half of the world has the pools of that half only."""
    return tuple(target for target in TARGETS if any(_plays(game, power_named(game, name)) for name in FOES[target]))


def _plays(game: Position, power: int) -> bool:
    return power != NOBODY and game.state[SIDE][power] != NOBODY


def target_of(game: Position, power: int) -> str:
    """The pools that are kept against this power."""
    return next(target for target, names in FOES.items() if any(power_named(game, name) == power for name in names))


@rule("13.3.1", "13.3.3")
def is_entering(game: Position) -> bool:
    """Until it is at war with Germany, Japan and Italy the USA draws markers and takes notice of what others do."""
    if not game.state.get(US_ENTRY_IN_USE):
        return False
    usa = the_usa(game)
    if game.state[FALLEN_POWER][usa]:
        return False
    enemies = [foe for target in TARGETS for foe in foes(game, target)]
    return not all(at_war(game, usa, enemy) for enemy in enemies)


# --------------------------------------------------------------------------------------------------------------- pools


def _name(pool: str, target: str) -> str:
    return f"US {pool} against {target}"


def number_of(game: Position, pool: str, target: str) -> int:
    return pool_number(game, _name(pool, target))


def open_pools(game: Game) -> None:
    for target in targets_in_play(game):
        for pool in (ENTRY, TENSION):
            open_pool(game, _name(pool, target), us_seat(game))


def markers_in(game: Position, pool: str, target: str) -> int:
    """How many there are, which everybody sees."""
    return count_in(game, number_of(game, pool, target)) if target in targets_in_play(game) else 0


def values_of(game: Position, pool: str, target: str) -> tuple[int, ...]:
    """What the markers of a pool say; only the USA knows."""
    return values_in(game, number_of(game, pool, target)) if target in targets_in_play(game) else ()


def with_markers(game: Position, pool: str) -> tuple[str, ...]:
    """Whose pools of this kind are not empty."""
    return tuple(target for target in targets_in_play(game) if markers_in(game, pool, target))


@rule("13.3.1")
def return_all_markers(game: Game) -> None:
    """At war with all three the USA gives back whatever its pools hold."""
    for target in targets_in_play(game):
        for pool in (ENTRY, TENSION):
            count = markers_in(game, pool, target)
            if count:
                empty_into_common(game, (number_of(game, pool, target),))
                game.say(MarkersReturned(pool=pool, target=target, count=count))


# -------------------------------------------------------------------------------------------------------------- levels


def _halves(own: Iterable[int], others: Iterable[int]) -> int:
    """Twice the level: the value of a pool counts one and a half times, that of the other pool half."""
    return 3 * sum(own) + sum(others)


def _others(target: str) -> str:
    return EUROPE if target == JAPAN else JAPAN


@rule("9.4", "9.4/the entry and tension pools")
def level(game: Position, pool: str, target: str) -> int:
    """The entry or tension level of the USA against the powers of this target."""
    twice = _halves(values_of(game, pool, target), values_of(game, pool, _others(target)))
    return rounded(Fraction(twice, 2))


@rule("13.3.2")
def prove(game: Game, pool: str, against: tuple[str, ...], needed: int) -> None:
    """Turn over enough markers to show it: the highest, and none that is not needed."""
    held = [(value, target) for target in targets_in_play(game) for value in values_of(game, pool, target)]
    shown = sorted(held, reverse=True)
    for marker in sorted(held):
        fewer = list(shown)
        fewer.remove(marker)
        if all(_proves(fewer, target, needed) for target in against):
            shown = fewer
    show_markers(game, pool, shown)


def _proves(shown: list[tuple[int, str]], target: str, needed: int) -> bool:
    own = [value for value, whose in shown if whose == target]
    others = [value for value, whose in shown if whose != target]
    return _halves(own, others) >= 2 * needed - 1


def show_markers(game: Game, pool: str, shown: Iterable[tuple[int, str]]) -> None:
    for target in targets_in_play(game):
        values = tuple(sorted(value for value, whose in shown if whose == target))
        if values:
            game.say(MarkersShown(pool=pool, target=target, values=values))


@rule("9.4")
def show_everything(game: Game) -> None:
    for pool in (ENTRY, TENSION):
        show_markers(
            game,
            pool,
            [(value, target) for target in targets_in_play(game) for value in values_of(game, pool, target)],
        )


@rule("9.4", "13.3.2")
def never_again(game: Game, powers: Iterable[int]) -> None:
    for power in powers:
        if power not in game.state.get(NEVER_AT_WAR):
            game.set(NEVER_AT_WAR, (*game.state.get(NEVER_AT_WAR), power))
            game.say(NeverAtWar(target_power=power))

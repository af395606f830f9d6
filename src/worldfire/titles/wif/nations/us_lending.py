"""13.3.2 What the US entry options allow the Allies to lend: to China, to the western Allies, to and from the USSR."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.enmity import at_war
from worldfire.forces.turn import chart_name, is_active, other_side, powers_of_side
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, power_named
from worldfire.rules.s05_lending import may_lend, most_lent
from worldfire.rules.s13_06_production import chart_named
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS, USA

GERMANY, ITALY, JAPAN, USSR, CHINA = "germany", "italy", "japan", "ussr", "china"
_WESTERN = ("commonwealth", "france")
#: US entry options by what is lent: resources, build points
_TO_CHINA, _TO_THE_WEST, _WITH_THE_USSR = (9, 17), (15, 27), (19, 30)
_KINDS = ("resources", "build points")


def _limit(game: Position, row: str, points: bool) -> int:
    return int(chart_named(game, "trade").number(row, _KINDS[points]))


@rule("13.3.2")
def is_chosen(game: Position, usa: int, options: tuple[int, int], points: bool) -> bool:
    """By the USA, or because of the wars that it fights: those against Japan, those against Germany and Italy, or all."""
    if options[points] in game.state.get(US_ENTRY_OPTIONS):
        return True
    enemies = powers_of_side(game, other_side(game.state[SIDE][usa]))
    if enemies and all(at_war(game, usa, enemy) for enemy in enemies):
        return True
    return _fights(game, usa, *((JAPAN,) if options == _TO_CHINA else (GERMANY, ITALY)))


def _fights(game: Position, power: int, *names: str) -> bool:
    """Is the power at war with those of them who play? One at least must."""
    enemies = [power_named(game, name) for name in names]
    playing = [enemy for enemy in enemies if enemy != NOBODY and not game.state[FALLEN_POWER][enemy]]
    return bool(playing) and all(at_war(game, power, enemy) for enemy in playing)


def _options_for(game: Position, giver: int, recipient: int) -> tuple[int, int] | None:
    """The options that let the one give something to the other; None: they need none."""
    to, by = chart_name(game, recipient), chart_name(game, giver)
    if USSR in (to, by):
        return _WITH_THE_USSR
    if to == CHINA:
        return _TO_CHINA
    return _TO_THE_WEST if by == USA and to in _WESTERN else None


def _usa_of(game: Position, giver: int) -> int:
    """The USA, if it plays on the giver's side."""
    usa = power_named(game, USA)
    return usa if usa in powers_of_side(game, game.state[SIDE][giver]) else NOBODY


@rule("13.3.2", "5")
def with_us_consent(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    """Some need a US entry option first; with it the USA gives while it is still neutral."""
    usa, options = _usa_of(game, giver), _options_for(game, giver, recipient)
    if usa == NOBODY or options is None:
        return usual(game, giver, recipient, points)
    neutral_usa = giver == usa and is_active(game, recipient)
    return is_chosen(game, usa, options, points) and (neutral_usa or usual(game, giver, recipient, points))


@rule("13.3.2", "5")
def up_to_the_us_limit(
    usual: Callable[[Position, int, int, bool], int | None], game: Position, giver: int, recipient: int, points: bool
) -> int | None:
    usa, options = _usa_of(game, giver), _options_for(game, giver, recipient)
    if usa == NOBODY or options is None:
        return usual(game, giver, recipient, points)
    if options == _WITH_THE_USSR:
        return _with_the_ussr(game, usa, points)
    fights = _fights(game, giver, JAPAN) if options == _TO_CHINA else _is_at_war_in_europe(game, usa)
    return None if fights else _limit(game, "lent under a US entry option", points)


def _is_at_war_in_europe(game: Position, usa: int) -> bool:
    """With Germany; a campaign without Germany is of a time when it was."""
    return power_named(game, GERMANY) == NOBODY or _fights(game, usa, GERMANY)


def _with_the_ussr(game: Position, usa: int, points: bool) -> int | None:
    ussr = power_named(game, USSR)
    if not any(at_war(game, ussr, enemy) for enemy in powers_of_side(game, other_side(game.state[SIDE][ussr]))):
        return 0
    if not _fights(game, ussr, GERMANY):
        return _limit(game, "lent with the USSR at first", points)
    return None if _fights(game, usa, GERMANY) else _limit(game, "lent under a US entry option", points)


MODULE = Module(changes=(may_lend.wrapped_by(with_us_consent), most_lent.wrapped_by(up_to_the_us_limit)))

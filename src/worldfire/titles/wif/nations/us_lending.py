"""13.3.2 What the US entry options allow the Allies to lend: to China, to the western Allies, to and from the USSR."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import at_war
from worldfire.forces.turn import chart_name, is_active, other_side, powers_of_side
from worldfire.forces.who import FALLEN_POWER, NOBODY, SIDE, power_named
from worldfire.rules.s05_lending import may_lend, most_lent
from worldfire.rules.s13_06_1_by_sea import ESCORTS_GOODS
from worldfire.rules.s13_06_1_network import carries_for
from worldfire.titles.wif.nations.us_entry.escorts import keeps_searchers_away
from worldfire.titles.wif.nations.us_entry.options import is_chosen
from worldfire.titles.wif.nations.usa import US_ENTRY_IN_USE, USA

GERMANY, ITALY, JAPAN, USSR, CHINA = "germany", "italy", "japan", "ussr", "china"
_WESTERN = ("commonwealth", "france")
#: US entry options by what is lent: resources, build points
_TO_CHINA, _TO_THE_WEST, _WITH_THE_USSR = (9, 17), (15, 27), (19, 30)
_KINDS = ("resources", "build points")


def _limit(game: Position, row: str, points: bool) -> int:
    return int(chart_named(game, "trade").number(row, _KINDS[points]))


def _fights(game: Position, power: int, *names: str) -> bool:
    """Is the power at war with those of them who play? One at least must."""
    enemies = [power_named(game, name) for name in names]
    playing = [enemy for enemy in enemies if enemy != NOBODY and not game.state[FALLEN_POWER][enemy]]
    return bool(playing) and all(at_war(game, power, enemy) for enemy in playing)


def _options_for(game: Position, giver: int, recipient: int) -> tuple[int, int] | None:
    """The options that let the one give something to the other; None: they need none."""
    to, by = chart_name(game, recipient), chart_name(game, giver)
    if to == CHINA:
        return _TO_CHINA
    if USSR in (to, by):
        return _WITH_THE_USSR
    return _TO_THE_WEST if by == USA and to in _WESTERN else None


def _usa_of(game: Position, giver: int) -> int:
    """The USA, if it plays on the giver's side."""
    usa = power_named(game, USA)
    return usa if usa in powers_of_side(game, game.state[SIDE][giver]) else NOBODY


@rule(
    "13.3.2",
    "5",
    "13.3.2 option 9",
    "13.3.2 option 15",
    "13.3.2 option 17",
    "13.3.2 option 19",
    "13.3.2 option 27",
    "13.3.2 option 30",
)
def with_us_consent(
    usual: Callable[[Position, int, int, bool], bool], game: Position, giver: int, recipient: int, points: bool
) -> bool:
    """Some need a US entry option first; with it the USA gives, and gets from the USSR, while it is still neutral."""
    usa, options = _usa_of(game, giver), _options_for(game, giver, recipient)
    if usa == NOBODY or options is None:
        return usual(game, giver, recipient, points)
    neutral_usa = usa in (giver, recipient) and is_active(game, recipient if giver == usa else giver)
    return is_chosen(game, options[points]) and (neutral_usa or usual(game, giver, recipient, points))


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


# ------------------------------------------------------------------------------------------------- whose convoys carry it

#: 13.3.2: the USA refutes naval war zones
_REFUTES_WAR_ZONES = 32


@rule("13.3.2", "13.6.1/transporting resources by sea", "13.3.2 option 32")
def neutral_us_convoys(
    usual: Callable[[Position, int, int, int], bool], game: Position, owner: int, power: int, recipient: int
) -> bool:
    """While it is neutral, US convoys carry anybody's goods to China, but to other friends only under option 32."""
    usa = power_named(game, USA)
    neutral = owner == usa and usa != NOBODY and game.state.get(US_ENTRY_IN_USE) and not is_active(game, usa)
    if not neutral or recipient == usa or game.state[SIDE][recipient] != game.state[SIDE][usa]:
        return usual(game, owner, power, recipient)
    if chart_name(game, recipient) == CHINA:
        options = _TO_CHINA if power == usa else _TO_CHINA[:1]
        return any(is_chosen(game, option) for option in options)
    return power == usa and is_chosen(game, _REFUTES_WAR_ZONES)


MODULE = Module(
    changes=(
        may_lend.wrapped_by(with_us_consent),
        most_lent.wrapped_by(up_to_the_us_limit),
        carries_for.wrapped_by(neutral_us_convoys),
        ESCORTS_GOODS.attach(keeps_searchers_away),
    )
)

"""19.6 to 19.8 Who may align which minor country, and when: a table of small conditions.

Only a neutral country is aligned, and each major power aligns one in each of its declaration of war steps (9.6). Indo-China
and Madagascar (`colonies`) follow US entry actions (13.3.3), and Norway if its coast was mined (`norway`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from worldfire.engine.citations import rule
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.situation import TURN
from worldfire.forces.things import PLACE, board_of, place_index
from worldfire.forces.turn import IMPULSE, power_name, side_name
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY_NAMES,
    FIRST_CONQUEROR,
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    country_named,
    master_of,
    power_named,
    ruler_of,
    side_of_power,
)
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s09_06_aligning import MinorAligned, aligns_another, willing_minors
from worldfire.titles.wif.nations.americas import AMERICAN_WARS
from worldfire.titles.wif.nations.borders import (
    BESSARABIA,
    BORDERLANDS,
    BULGARIA,
    FINLAND,
    GERMANY,
    HUNGARY,
    PEACE_ENFORCED,
    RUMANIA,
    TRANSYLVANIA,
    USSR,
    answer_to,
)
from worldfire.titles.wif.nations.claims import was_mediated_earlier
from worldfire.titles.wif.nations.minors import (
    adjacent_countries,
    corps_in,
    declared_war,
    fight,
    france_is_out,
    holds_part_of,
    is_neutral,
    own_corps,
    plays,
)
from worldfire.titles.wif.nations.norway import NORWAY, norway_joins_germany

AXIS = "axis"
ITALY, JAPAN, USA = "italy", "japan", "usa"
BALTIC_STATES = ("estonia", "latvia", "lithuania")
CORPS_BESIDE = Figure("corps beside a minor country that aligns", "19.7")

#: the turn and impulse in which Germany aligned Baltic states: it may do so in one step of the game
BALTIC_ALIGNED: Field[tuple[int, int]] = Field("baltic_aligned", (0, 0))

#: (game, major power, minor country) → would the country follow it?
Condition = Callable[[Position, int, int], bool]


# ------------------------------------------------------------------------------------- 19.6 where the USSR has its claims


@rule(
    "19.6.1", "19.6.1/the ussr claims the finnish borderlands", "19.6.1/the ussr doesn't claim the finnish borderlands"
)
def finland_joins_germany(game: Position, power: int, country: int) -> bool:
    """After an allowed claim or an enforced peace at any time; without a claim after Germany has declared war on the USSR."""
    answer = answer_to(game, BORDERLANDS)
    if answer is None:
        return declared_war(game, GERMANY, USSR)
    return answer or FINLAND in game.state.get(PEACE_ENFORCED)


@rule("19.6.2", "19.6.2/the ussr doesn't claim bessarabia")
def _before_the_claim(game: Position, germany: int) -> bool:
    return holds_part_of(game, germany, "yugoslavia") or declared_war(game, GERMANY, USSR)


def _after_mediation(game: Position) -> bool:
    """Germany allowed the claims of Hungary and Bulgaria, and did so in an earlier step."""
    return answer_to(game, TRANSYLVANIA) is True and was_mediated_earlier(game)


def _rumania_has_peace(game: Position) -> bool:
    return RUMANIA in game.state.get(PEACE_ENFORCED)


def _rumania_fell_to_the_ussr(game: Position) -> bool:
    rumania = country_named(game, RUMANIA)
    return rumania != NOBODY and game.state[FIRST_CONQUEROR][rumania] == power_named(game, USSR)


@rule("19.6.2", "19.6.2/rumania allows the claim", "19.6.2/rumania denies the claim")
def hungary_joins_germany(game: Position, power: int, country: int) -> bool:
    answer = answer_to(game, BESSARABIA)
    if answer is None:
        return _before_the_claim(game, power)
    if answer:
        offended = answer_to(game, TRANSYLVANIA) is not True
        return _after_mediation(game) or (offended and declared_war(game, GERMANY, USSR))
    return _rumania_has_peace(game) or _rumania_fell_to_the_ussr(game) or fight(game, RUMANIA, USSR)


@rule("19.6.2", "19.6.2/rumania allows the claim", "19.6.2/rumania denies the claim")
def bulgaria_joins_germany(game: Position, power: int, country: int) -> bool:
    """Never once Rumania has denied its claim and fallen to the USSR."""
    answer = answer_to(game, BESSARABIA)
    if answer is None:
        return holds_part_of(game, power, "greece", "yugoslavia")
    if answer:
        denied = answer_to(game, TRANSYLVANIA) is False
        return _after_mediation(game) or (denied and declared_war(game, GERMANY, USSR))
    return _rumania_has_peace(game) and not _rumania_fell_to_the_ussr(game)


@rule("19.6.2", "19.6.2/rumania allows the claim", "19.6.2/rumania denies the claim")
def rumania_joins_germany(game: Position, power: int, country: int) -> bool:
    """If its neighbours' claims were allowed, only while France has fallen."""
    answer = answer_to(game, BESSARABIA)
    if answer is None:
        return _before_the_claim(game, power)
    if answer:
        return france_is_out(game) or answer_to(game, TRANSYLVANIA) is not True
    return _rumania_has_peace(game)


@rule("19.6.2/rumania allows the claim")
def rumania_joins_the_ussr(game: Position, power: int, country: int) -> bool:
    allowed = answer_to(game, BESSARABIA) is True and answer_to(game, TRANSYLVANIA) is True
    return allowed and declared_war(game, USSR, GERMANY)


@rule("19.6.2/rumania allows the claim", "19.6.2/rumania denies the claim", "19.8", "19.8/bulgaria")
def bulgaria_joins_the_ussr(game: Position, power: int, country: int) -> bool:
    if answer_to(game, BESSARABIA) is False:
        return _rumania_fell_to_the_ussr(game)
    return answer_to(game, TRANSYLVANIA) is False and declared_war(game, USSR, GERMANY)


# ---------------------------------------------------------------------------------------------------------- 19.7 the Axis


@rule("19.7/afghanistan, iran and iraq")
def has_corps_in_the_east(game: Position, power: int, country: int) -> bool:
    """Corps in supply in the countries beside it, but not in the USSR and Turkey."""
    left_out = {country_named(game, USSR), country_named(game, "turkey")}
    beside = adjacent_countries(game, country) - left_out
    return corps_in(game, power, beside, supplied=True) >= CORPS_BESIDE(game)


@rule("19.7/argentina, chile and paraguay")
def leans_to_germany(game: Position, power: int, country: int) -> bool:
    """An Allied major power has declared war on a minor country of the America map."""
    return any(game.state[AMERICAN_WARS])


@rule("19.7/argentina, chile and paraguay", "19.8/yugoslavia")
def has_corps_beside(game: Position, power: int, country: int) -> bool:
    return corps_in(game, power, adjacent_countries(game, country)) >= CORPS_BESIDE(game)


@rule("19.7/baltic states")
def balts_join_germany(game: Position, power: int, country: int) -> bool:
    """While it fights the USSR; any or all of them, but in one step of the game."""
    return fight(game, GERMANY, USSR) and game.state.get(BALTIC_ALIGNED) in ((0, 0), _now(game))


def _now(game: Position) -> tuple[int, int]:
    return game.state.get(TURN), game.state.get(IMPULSE)


@rule("19.7/siam")
def siam_joins_japan(game: Position, power: int, country: int) -> bool:
    return True


@rule("19.7/spain")
def has_gibraltar(game: Position, power: int, country: int) -> bool:
    return _holds(game, power, "Gibraltar")


def _holds(game: Position, power: int, place: str) -> bool:
    holder = game.state[CONTROLLER][place_index(game, place)]
    return holder != NOBODY and master_of(game, holder) == power


@rule("19.7/turkey")
def has_corps_on_the_turkish_border(game: Position, power: int, country: int) -> bool:
    """German corps in supply in the USSR, in hexes next to Turkey."""
    homes, places, around = game.state[HOME_COUNTRY], game.state[PLACE], board_of(game).adjacent
    ussr = country_named(game, USSR)

    def is_there(unit: int) -> bool:
        place = places[unit]
        on_soviet_soil = 0 <= place < len(around) and homes[place] == ussr
        return on_soviet_soil and any(homes[near] == country for near in around[place]) and in_supply(game, unit)

    return sum(is_there(unit) for unit in own_corps(game, power)) >= CORPS_BESIDE(game)


_BALKANS = ("italy", HUNGARY, RUMANIA, BULGARIA, "greece", "albania")


@rule("19.7/yugoslavia")
def yugoslavia_joins_the_axis(game: Position, power: int, country: int) -> bool:
    """The power that holds Athens, once everything around is the Axis'."""
    side = game.state[SIDE][power]
    around = (country_named(game, name) for name in _BALKANS)
    surrounded = all(home != NOBODY and side_of_power(game, ruler_of(game, home)) == side for home in around)
    return surrounded and _holds(game, power, "Athens")


# -------------------------------------------------------------------------------------------------------- 19.8 the Allies


def _axis_in_play(game: Position) -> tuple[str, ...]:
    return tuple(name for name in (GERMANY, ITALY, JAPAN) if plays(game, power_named(game, name)))


@rule("19.8/brazil", "19.8/mexico")
def usa_fights_all(game: Position, power: int, country: int) -> bool:
    """Germany, Italy and Japan, as far as they play and have not fallen."""
    enemies = _axis_in_play(game)
    return bool(enemies) and all(fight(game, USA, enemy) for enemy in enemies)


@rule("19.8/central america, cuba and haiti")
def usa_fights_one(game: Position, power: int, country: int) -> bool:
    return any(fight(game, USA, enemy) for enemy in _axis_in_play(game))


# ---------------------------------------------------------------------------------------------------------------- the table


class Joining(NamedTuple):
    """A minor country, the major powers that it may join (all of a side by its name), and when it does."""

    minor: str
    powers: tuple[str, ...]
    when: Condition


TABLE: tuple[Joining, ...] = (
    Joining(FINLAND, (GERMANY,), finland_joins_germany),
    Joining(HUNGARY, (GERMANY,), hungary_joins_germany),
    Joining(RUMANIA, (GERMANY,), rumania_joins_germany),
    Joining(BULGARIA, (GERMANY,), bulgaria_joins_germany),
    *(Joining(name, (GERMANY, ITALY), has_corps_in_the_east) for name in ("afghanistan", "iran", "iraq")),
    *(Joining(name, (GERMANY,), leans_to_germany) for name in ("argentina", "chile", "paraguay")),
    *(Joining(name, (AXIS,), has_corps_beside) for name in ("argentina", "chile", "paraguay")),
    *(Joining(name, (GERMANY,), balts_join_germany) for name in BALTIC_STATES),
    Joining(NORWAY, (GERMANY,), norway_joins_germany),
    Joining("siam", (JAPAN,), siam_joins_japan),
    Joining("spain", (AXIS,), has_gibraltar),
    Joining("turkey", (GERMANY,), has_corps_on_the_turkish_border),
    Joining("yugoslavia", (AXIS,), yugoslavia_joins_the_axis),
    Joining("brazil", (USA,), usa_fights_all),
    Joining("mexico", (USA,), usa_fights_all),
    *(Joining(name, (USA,), usa_fights_one) for name in ("central-america", "cuba", "haiti")),
    Joining(BULGARIA, (USSR,), bulgaria_joins_the_ussr),
    Joining(RUMANIA, (USSR,), rumania_joins_the_ussr),
    Joining("yugoslavia", ("commonwealth", "france"), has_corps_beside),
)


@rule("9.6", "19.6", "19.7", "19.8", "19.7/bulgaria, finland, hungary and rumania")
def willing_to_join(usual: Callable[[Position, int], tuple[int, ...]], game: Position, power: int) -> tuple[int, ...]:
    def look() -> tuple[int, ...]:
        return tuple(dict.fromkeys((*usual(game, power), *_joining(game, power))))

    return game.recall(("willing to join", power), look)


def _joining(game: Position, power: int) -> Iterator[int]:
    side = game.state[SIDE][power]
    names = {power_name(game, power), *(() if side == NOBODY else (side_name(game, side),))}
    balts_only = game.state.get(BALTIC_ALIGNED) == _now(game) and power == power_named(game, GERMANY)
    for row in TABLE:
        country = country_named(game, row.minor)
        wanted = not names.isdisjoint(row.powers) and (row.minor in BALTIC_STATES or not balts_only)
        if wanted and is_neutral(game, country) and row.when(game, power, country):
            yield country


# --------------------------------------------------------------------------------------------------------- what follows


@rule("19.7/baltic states")
def all_balts_at_once(game: Position, power: int, country: int) -> bool:
    """Having aligned one Baltic state Germany goes on with the others, if it will."""
    return game.state.get(COUNTRY_NAMES)[country] in BALTIC_STATES and game.state.get(BALTIC_ALIGNED) == _now(game)


@rule("19.7/baltic states")
def note_the_balts(game: Game, event: MinorAligned) -> None:
    """Who was driven to Germany by a Soviet attack does not count."""
    name = game.state.get(COUNTRY_NAMES)[event.country]
    if name in BALTIC_STATES and power_name(game, event.power) == GERMANY and not declared_war(game, USSR, name):
        game.set(BALTIC_ALIGNED, _now(game))


@rule("19.7/spain")
def gibraltar_is_spanish(game: Game, event: MinorAligned) -> None:
    """If Spain joined for it, it is part of the Spanish home country from now on."""
    gibraltar = place_index(game, "Gibraltar") if _is_spain(game, event.country) else NOBODY
    if gibraltar != NOBODY and _holds(game, event.power, "Gibraltar"):
        game.write(HOME_COUNTRY, gibraltar, event.country)


def _is_spain(game: Position, country: int) -> bool:
    return game.state.get(COUNTRY_NAMES)[country] == "spain"


MODULE = Module(
    schema=Schema(fields=(BALTIC_ALIGNED,)),
    subscribes=(
        (MinorAligned, note_the_balts),
        (MinorAligned, gibraltar_is_spanish),
    ),
    changes=(willing_minors.wrapped_by(willing_to_join), aligns_another.replaced_by(all_balts_at_once)),
)

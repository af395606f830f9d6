"""5.1 Trade agreements: what countries give each other without announcing it, from the chart `trade`.

What lessens the Soviet deliveries, and the convoys that trade with the USA needs, have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.enmity import OWN_POWER, at_war
from worldfire.forces.situation import PACTS
from worldfire.forces.things import place_index
from worldfire.forces.turn import is_active, side_name
from worldfire.forces.who import (
    CONTROLLER,
    FALLEN_POWER,
    NOBODY,
    SIDE,
    country_named,
    master_of,
    power_named,
)
from worldfire.rules.s13_06_4_promises import Promise, resources_of_minor, trade_agreements
from worldfire.rules.s13_06_production import chart_named
from worldfire.tables.chart import Chart
from worldfire.titles.wif.nations.soviet_trade import soviet_terms
from worldfire.titles.wif.nations.trade_convoys import after_defaults
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS, USA

GERMANY, ITALY, JAPAN, USSR, COMMONWEALTH = "germany", "italy", "japan", "ussr", "commonwealth"
IRAQ, NETHERLANDS, VENEZUELA = "iraq", "netherlands", "venezuela"
ALLIES, AXIS = "allies", "axis"

#: a minor country that gives → the power that has its resources, by the rows of the chart, in their order
_TO_A_POWER = (
    ("hungary", GERMANY),
    ("iran", COMMONWEALTH),
    (IRAQ, "france"),  # then to whoever holds Syria
    (NETHERLANDS, JAPAN),
    (NETHERLANDS, COMMONWEALTH),
    ("rumania", GERMANY),
    ("rumania", ITALY),
    ("sweden", GERMANY),
    ("turkey", GERMANY),
    (VENEZUELA, COMMONWEALTH),
    (VENEZUELA, USA),
)
#: a minor country that gives to whoever of the side holds a place: (giver, the row's name of the place, its hexes, side)
_TO_A_HOLDER = (
    ("greece", "the Dodecanese", ("E1813",), (ALLIES,)),
    ("portugal", "Madrid", ("Madrid",), (ALLIES,)),
    ("spain", "Paris", ("Paris",), (GERMANY, ITALY)),
    ("spain", "Rabat", ("Rabat",), (GERMANY, ITALY)),
    ("sweden", "Narvik", ("Narvik",), (ALLIES, AXIS)),
    ("turkey", "Cairo", ("Cairo",), (AXIS,)),
)
#: a minor country that gives only what lies in one of its possessions
_WITHIN = {NETHERLANDS: "netherlands-east-indies"}
_RESOURCES, _POINTS = "resources", "build points"


@rule("5.1")
def agreements_in_force(game: Position) -> tuple[Promise, ...]:
    return tuple(promise for promise in _all(game) if promise.resources or promise.points)


def _all(game: Position) -> Iterator[Promise]:
    yield from _between_majors(game)
    left: dict[int, int] = {}
    for giver, recipient, row in _of_minors(game):
        within = country_named(game, _WITHIN.get(row.partition("-")[0], ""))
        whole = len(resources_of_minor(game, giver, within))
        have = left.setdefault(giver, whole)
        given = min(have, _amount(game, row, whole, have))
        left[giver] -= given
        yield Promise(giver, recipient, given, within=within)


def _amount(game: Position, row: str, whole: int, left: int) -> int:
    """So many, all, half of all, or what the others have left."""
    said = _chart(game).at(row, _RESOURCES)
    shares = {"all": whole, "half": whole // 2, "rest": left}
    return shares[said] if said in shares else int(said)


def _chart(game: Position) -> Chart:
    return chart_named(game, "trade")


# -------------------------------------------------------------------------------------------------- of neutral minor countries


@rule("5.1")
def _of_minors(game: Position) -> Iterator[tuple[int, int, str]]:
    """(giver, recipient, row of the chart); only neutral countries keep to these, Venezuela also an Allied one."""
    for name, taker in _TO_A_POWER:
        giver, recipient, row = _minor(game, name), power_named(game, taker), f"{name}-{taker}"
        if name == IRAQ and not _plays(game, recipient):
            recipient, row = _holder(game, ("Damascus",)), f"{name}-holder of Syria"
        if giver != NOBODY and _plays(game, recipient) and _unless(game, name, recipient):
            yield giver, recipient, row
    for name, place, hexes, takers in _TO_A_HOLDER:
        giver, holder = _minor(game, name), _holder(game, hexes)
        if NOBODY not in (giver, holder) and _is_one_of(game, holder, takers):
            yield giver, holder, f"{name}-holder of {place}"


def _minor(game: Position, name: str) -> int:
    """The power of a neutral minor country; NOBODY if it is not neutral, or not in the game."""
    country = country_named(game, name)
    own = NOBODY if country == NOBODY else game.look_up(OWN_POWER)[country]
    neutral = own != NOBODY and master_of(game, own) == own and game.state[SIDE][own] == NOBODY
    return own if neutral else NOBODY


def _plays(game: Position, power: int) -> bool:
    return power != NOBODY and not game.state[FALLEN_POWER][power] and game.state[SIDE][power] != NOBODY


def _unless(game: Position, giver: str, recipient: int) -> bool:
    """The Netherlands stop giving to Japan when it fights them or the Commonwealth, or the USA embargoes its oil."""
    japan = power_named(game, JAPAN)
    if giver != NETHERLANDS or recipient != japan:
        return True
    enemies = (power_named(game, COMMONWEALTH), power_named(game, NETHERLANDS))
    fights = any(enemy != NOBODY and at_war(game, japan, enemy) for enemy in enemies)
    return not fights and _OIL_EMBARGO not in game.state.get(US_ENTRY_OPTIONS)


def _holder(game: Position, places: Iterable[str]) -> int:
    """The major power that controls all of the places."""
    holders = {game.state[CONTROLLER][place_index(game, place)] for place in places}
    holder = holders.pop() if len(holders) == 1 else NOBODY
    return NOBODY if holder == NOBODY else master_of(game, holder)


def _is_one_of(game: Position, power: int, names: Iterable[str]) -> bool:
    side = game.state[SIDE][power]
    return side != NOBODY and any(name == side_name(game, side) or power == power_named(game, name) for name in names)


# ---------------------------------------------------------------------------------------------------- between major powers

#: US entry options (13.3.2) that change or end an agreement
_OIL_EMBARGO, _WAR_APPROPRIATIONS = 31, 34
_JAPAN_OPTIONS = (_OIL_EMBARGO, 23, 13)


@rule("5.1")
def _between_majors(game: Position) -> Iterator[Promise]:
    for first, second, holds in _PARTNERS:
        one, other = power_named(game, first), power_named(game, second)
        if _plays(game, one) and _plays(game, other) and holds(game, one, other):
            row = f"{first}-{second}"
            points, resources = (int(_chart(game).number(row, what)) for what in (_POINTS, _RESOURCES))
            if first == JAPAN:
                points, resources = _with_us_options(game, points, resources)
            if second == USSR:
                points, resources = soviet_terms(game, points, resources)
            terms = (Promise(one, other, points=points), Promise(other, one, resources))
            yield from after_defaults(game, first, *terms) if second == USA else terms


def _under_pact(game: Position, one: int, other: int) -> bool:
    return any({one, other} == set(pair) for pair in game.state.get(PACTS)) and not at_war(game, one, other)


def _both_neutral(game: Position, one: int, other: int) -> bool:
    chosen = game.state.get(US_ENTRY_OPTIONS)
    return not (is_active(game, one) or is_active(game, other)) and _WAR_APPROPRIATIONS not in chosen


def _not_at_war(game: Position, one: int, other: int) -> bool:
    return not at_war(game, one, other)


_PARTNERS: tuple[tuple[str, str, Callable[[Position, int, int], bool]], ...] = (
    (GERMANY, USSR, _under_pact),
    (ITALY, USA, _both_neutral),
    (JAPAN, USA, _not_at_war),
)


def _with_us_options(game: Position, points: int, resources: int) -> tuple[int, int]:
    """The latest of the options that the USA has chosen counts; the first of them already ends the build point."""
    chosen = [option for option in _JAPAN_OPTIONS if option in game.state.get(US_ENTRY_OPTIONS)]
    if not chosen:
        return points, resources
    return 0, int(_chart(game).number(f"japan-usa: US entry option {chosen[0]}", _RESOURCES))


MODULE = Module(changes=(trade_agreements.replaced_by(agreements_in_force),))

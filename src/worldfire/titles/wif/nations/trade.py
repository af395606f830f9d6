"""5.1 Trade agreements: what countries give each other without announcing it, from the chart `trade`.

What lessens the Soviet deliveries, and the convoys that trade with the USA needs, have modules of their own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import OWN_POWER, at_war
from worldfire.forces.situation import PACTS
from worldfire.forces.things import place_index
from worldfire.forces.turn import is_active, side_name
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    country_named,
    master_of,
    power_named,
    ruler_of,
)
from worldfire.rules.s09_war import WarDeclared
from worldfire.rules.s13_06_4_promises import Promise, is_minor, resources_of_minor, trade_agreements
from worldfire.rules.s13_06_production import PRODUCTION, Production, resources_of
from worldfire.tables.chart import Chart
from worldfire.titles.wif.nations.borders import TRANSYLVANIA, answer_to
from worldfire.titles.wif.nations.minors import FRANCE, fight, france_is_out, plays
from worldfire.titles.wif.nations.norway import NORWAY, norway_trades_with
from worldfire.titles.wif.nations.soviet_trade import soviet_terms
from worldfire.titles.wif.nations.trade_convoys import TradeDefaulted, after_defaults, in_default
from worldfire.titles.wif.nations.usa import US_ENTRY_OPTIONS, USA

GERMANY, ITALY, JAPAN, USSR, COMMONWEALTH = "germany", "italy", "japan", "ussr", "commonwealth"
IRAQ, NETHERLANDS, VENEZUELA = "iraq", "netherlands", "venezuela"
ALLIES, AXIS = "allies", "axis"

#: a minor country that gives → the power that has its resources, by the rows of the chart, in their order
_TO_A_POWER = (
    ("hungary", GERMANY),
    ("iran", COMMONWEALTH),
    (IRAQ, FRANCE),  # then to whoever holds Syria
    (NETHERLANDS, JAPAN),
    (NETHERLANDS, COMMONWEALTH),
    (NORWAY, COMMONWEALTH),
    (NORWAY, GERMANY),
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
#: agreements that a war ends
_ITALYS, _JAPANS = "italy-usa", "netherlands-japan"
#: those of them that have ended so
ENDED_BY_WAR: Field[tuple[str, ...]] = Field("trade_ended_by_war", ())


@rule("5.1")
def agreements_in_force(game: Position) -> tuple[Promise, ...]:
    return tuple(promise for promise in _all(game) if promise.resources or promise.points)


def _all(game: Position) -> Iterator[Promise]:
    yield from _between_majors(game)
    left: dict[tuple[int, int], int] = {}
    for giver, recipient, row in _of_minors(game):
        within = _source(game, giver, row)
        whole = len(_resources(game, giver, within))
        have = left.setdefault((giver, within), whole)
        given = min(have, _amount(game, row, whole, have))
        left[giver, within] -= given
        if giver != recipient:  # whoever has the country needs not send itself its share
            yield Promise(giver, recipient, given, within=within)


def _source(game: Position, giver: int, row: str) -> int:
    """The country whose resources are given; NOBODY: all that a neutral minor country has."""
    name = row.partition("-")[0]
    within = country_named(game, _WITHIN.get(name, ""))
    return within if within != NOBODY or is_minor(game, giver) else country_named(game, name)


def _resources(game: Position, giver: int, within: int) -> tuple[tuple[str, int], ...]:
    if is_minor(game, giver):
        return resources_of_minor(game, giver, within)
    homes = game.state[HOME_COUNTRY]
    return tuple(each for each in resources_of(game, giver) if homes[each[1]] == within)


def _amount(game: Position, row: str, whole: int, left: int) -> int:
    """So many, all, half of all, or what the others have left."""
    said = _chart(game).at(row, _RESOURCES)
    shares = {"all": whole, "half": whole // 2, "rest": left}
    return shares[said] if said in shares else int(said)


def _chart(game: Position) -> Chart:
    return chart_named(game, "trade")


# -------------------------------------------------------------------------------------------------- of neutral minor countries


@rule(
    "5.1",
    "5.1/greece",
    "5.1/hungary",
    "5.1/iran",
    "5.1/iraq",
    "5.1/portugal",
    "5.1/rumania",
    "5.1/spain",
    "5.1/sweden",
    "5.1/turkey",
    "5.1/shipment and receipt",
)
def _of_minors(game: Position) -> Iterator[tuple[int, int, str]]:
    """(giver, recipient, row of the chart); only neutral countries keep to these, but for two (see `_giver`)."""
    for name, taker in _TO_A_POWER:
        recipient, row = power_named(game, taker), f"{name}-{taker}"
        if name == IRAQ and france_is_out(game):
            recipient, row = _holder(game, ("Damascus",)), f"{name}-holder of Syria"
        giver = _giver(game, name, taker)
        if giver != NOBODY and plays(game, recipient) and not _has_ended(game, name, taker):
            yield giver, recipient, row
    for name, place, hexes, takers in _TO_A_HOLDER:
        giver, holder = _minor(game, name), _holder(game, hexes)
        if NOBODY not in (giver, holder) and _is_one_of(game, holder, takers) and not _has_ended(game, name, place):
            yield giver, holder, f"{name}-holder of {place}"


@rule("5.1/netherlands", "5.1/venezuela")
def _giver(game: Position, name: str, taker: str) -> int:
    """The neutral country itself; Venezuela also gives as an Ally's, and the Netherlands give to Japan whoever runs them."""
    neutral = _minor(game, name)
    country = country_named(game, name)
    if neutral != NOBODY or country == NOBODY:
        return neutral
    ruler = ruler_of(game, country)
    if name == VENEZUELA and plays(game, ruler) and _is_one_of(game, ruler, (ALLIES,)):
        return ruler
    unconquered = game.state[CONQUEROR][country] == NOBODY or game.state[NEW_HOME][country] != NOBODY
    if (name, taker) == (NETHERLANDS, JAPAN) and unconquered and plays(game, game.state[POWER][country]):
        return game.state[POWER][country]
    return NOBODY


def _minor(game: Position, name: str) -> int:
    """The power of a neutral minor country; NOBODY if it is not neutral, or not in the game."""
    country = country_named(game, name)
    own = NOBODY if country == NOBODY else game.look_up(OWN_POWER)[country]
    neutral = own != NOBODY and master_of(game, own) == own and game.state[SIDE][own] == NOBODY
    return own if neutral else NOBODY


def _holder(game: Position, places: Iterable[str]) -> int:
    """The major power that controls all of the places, or for which their holder takes what it is given."""
    holders = {game.state[CONTROLLER][place_index(game, place)] for place in places}
    holder = holders.pop() if len(holders) == 1 else NOBODY
    return NOBODY if holder == NOBODY else takes_for(game, master_of(game, holder))


@clause("5.1/iraq")
def takes_for(game: Position, power: int) -> int:
    """To whom the power passes on what neutral countries give it: itself; Vichy does otherwise."""
    return power


def _is_one_of(game: Position, power: int, names: Iterable[str]) -> bool:
    side = game.state[SIDE][power]
    return side != NOBODY and any(name == side_name(game, side) or power == power_named(game, name) for name in names)


# ---------------------------------------------------------------------------------------------- what ends their agreements


@rule("5.1/hungary", "19.6.2")
def hungary_is_offended(game: Position, taker: str) -> bool:
    """Germany denied it Transylvania."""
    return answer_to(game, TRANSYLVANIA) is False


@rule("5.1/turkey")
def italy_is_conquered(game: Position, taker: str) -> bool:
    italy = country_named(game, ITALY)
    return italy != NOBODY and game.state[CONQUEROR][italy] != NOBODY


@rule("5.1/netherlands")
def japan_fights_or_is_embargoed(game: Position, taker: str) -> bool:
    """What goes to Japan ends when it fights the Netherlands or the Commonwealth, or the USA embargoes its oil."""
    if taker != JAPAN:
        return False
    is_over = _JAPANS in game.state.get(ENDED_BY_WAR) or _japan_fights(game)
    return is_over or _OIL_EMBARGO in game.state.get(US_ENTRY_OPTIONS)


def _japan_fights(game: Position) -> bool:
    return fight(game, JAPAN, COMMONWEALTH) or fight(game, JAPAN, NETHERLANDS)


@rule("13.3.3", "5.1")
def norway_gives_it_nothing(game: Position, taker: str) -> bool:
    """Only to whom it has turned since its coast was mined (US entry action 39)."""
    return not norway_trades_with(game, taker)


#: giver → has what it gives to this taker, or holder of this place, ended?
_ENDS: Mapping[str, Callable[[Position, str], bool]] = {
    "hungary": hungary_is_offended,
    NETHERLANDS: japan_fights_or_is_embargoed,
    NORWAY: norway_gives_it_nothing,
    "turkey": italy_is_conquered,
}


def _has_ended(game: Position, giver: str, taker: str) -> bool:
    ends = _ENDS.get(giver)
    return ends is not None and ends(game, taker)


# ---------------------------------------------------------------------------------------------------- between major powers

#: US entry options (13.3.2) that change or end an agreement
_OIL_EMBARGO, _WAR_APPROPRIATIONS = 31, 34
_JAPAN_OPTIONS = (_OIL_EMBARGO, 23, 13)


@rule("5.1")
def _between_majors(game: Position) -> Iterator[Promise]:
    for first, second, terms in _terms(game):
        yield from after_defaults(game, first, *terms) if second == USA else terms


def _terms(game: Position) -> Iterator[tuple[str, str, tuple[Promise, Promise]]]:
    """The agreements between major powers that hold, and what each gives the other."""
    for first, second, holds in _PARTNERS:
        one, other = power_named(game, first), power_named(game, second)
        if plays(game, one) and plays(game, other) and holds(game, one, other):
            row = f"{first}-{second}"
            points, resources = (int(_chart(game).number(row, what)) for what in (_POINTS, _RESOURCES))
            if first == JAPAN:
                points, resources = _with_us_options(game, points, resources)
            if second == USSR:
                points, resources = soviet_terms(game, points, resources)
            yield first, second, (Promise(one, other, points=points), Promise(other, one, resources))


@step("5.1/japan-usa", also=("5.1/italy-usa",))
def defaults_are_told(game: Game, production: Production) -> Control:
    """Whoever has not the convoys that its trade with the USA, or the USA's with it, needs in this production step."""
    for first, second, terms in _terms(game):
        for power, partner in in_default(game, first, *terms) if second == USA else ():
            game.say(TradeDefaulted(power=power, target_power=partner))
    return None


def _under_pact(game: Position, one: int, other: int) -> bool:
    return any({one, other} == set(pair) for pair in game.state.get(PACTS)) and not at_war(game, one, other)


def _both_neutral(game: Position, one: int, other: int) -> bool:
    over = _ITALYS in game.state.get(ENDED_BY_WAR) or _WAR_APPROPRIATIONS in game.state.get(US_ENTRY_OPTIONS)
    return not (over or is_active(game, one) or is_active(game, other))


@rule("5.1/italy-usa", "5.1/netherlands")
def war_ends_agreements(game: Game, event: WarDeclared) -> None:
    """For good: a later peace does not bring them back."""
    known = game.state.get(ENDED_BY_WAR)
    active = any(
        power != NOBODY and is_active(game, power) for power in (power_named(game, ITALY), power_named(game, USA))
    )
    ended = {_ITALYS: active, _JAPANS: _japan_fights(game)}
    fresh = tuple(name for name, is_over in ended.items() if is_over and name not in known)
    if fresh:
        game.set(ENDED_BY_WAR, (*known, *fresh))


def _not_at_war(game: Position, one: int, other: int) -> bool:
    return not at_war(game, one, other)


_PARTNERS: tuple[tuple[str, str, Callable[[Position, int, int], bool]], ...] = (
    (GERMANY, USSR, _under_pact),
    (ITALY, USA, _both_neutral),
    (JAPAN, USA, _not_at_war),
)


@rule("13.3.2 option 13", "13.3.2 option 23", "13.3.2 option 31")
def _with_us_options(game: Position, points: int, resources: int) -> tuple[int, int]:
    """The latest of the options that the USA has chosen counts; the first of them already ends the build point."""
    chosen = [option for option in _JAPAN_OPTIONS if option in game.state.get(US_ENTRY_OPTIONS)]
    if not chosen:
        return points, resources
    return 0, int(_chart(game).number(f"japan-usa: US entry option {chosen[0]}", _RESOURCES))


MODULE = Module(
    schema=Schema(fields=(ENDED_BY_WAR,)),
    subscribes=((WarDeclared, war_ends_agreements),),
    changes=(
        trade_agreements.replaced_by(agreements_in_force),
        Insert(PRODUCTION.name, defaults_are_told, before="resources_travel"),
    ),
)

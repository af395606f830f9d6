"""5.1 The trade of Germany and the USSR: deeds that lessen what the USSR sends, and what Germany may do for Soviet attacks."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun
from worldfire.forces.charts import chart_named
from worldfire.forces.enmity import OWN_POWER, at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Country, CountryId
from worldfire.forces.situation import AT_WAR, PACTS
from worldfire.forces.things import Moved
from worldfire.forces.turn import power_name, seat_of_power
from worldfire.forces.who import COUNTRY_NAMES, HOME_COUNTRY, NOBODY, SIDE, country_named, power_named, power_of
from worldfire.rules.s09_06_aligning import MinorAligned
from worldfire.rules.s09_war import WarDeclared
from worldfire.titles.wif.nations.borders import answer_to
from worldfire.titles.wif.nations.minors import france_is_out

GERMANY, USSR, RUMANIA = "germany", "ussr", "rumania"
_ROW = "germany-ussr: "
ALIGNED_BY_GERMANY = f"{_ROW}Germany aligns Bulgaria or Finland or Hungary"
HAD_BEFORE_FRANCE_FELL = f"{_ROW}the Axis has Rumania or Yugoslavia before France falls"
ALIGNED_AFTER_CLAIMS = f"{_ROW}Germany aligns Rumania after allowing claims"
ATTACKED = f"{_ROW}the Axis attacks a neighbour of the USSR"
_CLAIMS = {
    "Finnish borderlands": f"{_ROW}Finland allows the claim to its borderlands",
    "Bessarabia": f"{_ROW}Rumania allows the claim to Bessarabia",
}
_GERMAN_ALIGNMENTS = frozenset({"bulgaria", "finland", "hungary"})
_BALKANS = frozenset({RUMANIA, "yugoslavia"})
_NEIGHBOURS = frozenset({"bulgaria", "estonia", "finland", "hungary", "latvia", "lithuania", "turkey"})
_CLAIMS_ON_RUMANIA = ("Transylvania", "South Dobruja")

#: rows of the chart for deeds that lessen the Soviet deliveries, each as often as it was done
DEEDS: Field[tuple[str, ...]] = Field("deeds_against_soviet_trade", ())
#: rows of the chart for countries that the USSR attacked: Germany keeps a build point for each, or is sent a resource more
POINTS_KEPT: Field[tuple[str, ...]] = Field("german_points_kept", ())
RESOURCES_MORE: Field[tuple[str, ...]] = Field("soviet_resources_more", ())


class SovietTradeReduced(Event, frozen=True):
    """From now on the USSR sends a resource less."""

    country: CountryId


class GermanyChoseForAttack(Event, frozen=True):
    """For a country that the USSR attacked: a build point is kept, or a resource more is sent."""

    country: CountryId
    keeps: bool


@rule("5.1/germany-ussr")
def soviet_terms(game: Position, points: int, resources: int) -> tuple[int, int]:
    """The build points and resources of a turn as circumstances have changed them, never less than nothing."""
    chart = chart_named(game, "trade")
    claims = (row for region, row in _CLAIMS.items() if answer_to(game, region))
    less = sum(int(chart.number(row, "resources")) for row in (*claims, *game.state.get(DEEDS)))
    kept = sum(int(chart.number(row, "build points")) for row in game.state.get(POINTS_KEPT))
    return max(0, points + kept), max(0, resources + less + len(game.state.get(RESOURCES_MORE)))


# ---------------------------------------------------------------------------------------------------------------- deeds


def _is_axis(game: Position, power: int) -> bool:
    germany = power_named(game, GERMANY)
    return germany != NOBODY and game.state[SIDE][power] == game.state[SIDE][germany]


def _in_force(game: Position) -> bool:
    germany, ussr = power_named(game, GERMANY), power_named(game, USSR)
    return any({germany, ussr} == set(pair) for pair in game.state.get(PACTS)) and not at_war(game, germany, ussr)


def _was_attacked(game: Position, country: int, side: int) -> bool:
    """Has somebody of the other side declared war on the country itself? Then it was driven into its alignment."""
    own, sides = game.look_up(OWN_POWER)[country], game.state[SIDE]
    enemies = (power for pair in game.state.get(AT_WAR) if own in pair for power in pair if power != own)
    return any(sides[power] not in (side, NOBODY) for power in enemies)


@rule("5.1/germany-ussr")
def _deeds_of_aligning(game: Position, country: int, power: int) -> Iterator[str]:
    name = game.state.get(COUNTRY_NAMES)[country]
    by_germany = power_name(game, power) == GERMANY
    driven = _was_attacked(game, country, game.state[SIDE][power])
    if by_germany and name in _GERMAN_ALIGNMENTS and not driven:
        yield ALIGNED_BY_GERMANY
    if _is_axis(game, power) and name in _BALKANS and not france_is_out(game) and not driven:
        yield HAD_BEFORE_FRANCE_FELL
    if by_germany and name == RUMANIA and all(answer_to(game, region) for region in _CLAIMS_ON_RUMANIA):
        yield ALIGNED_AFTER_CLAIMS


@rule("5.1/germany-ussr")
def _deeds_of_war(game: Position, power: int, name: str) -> Iterator[str]:
    if not _is_axis(game, power):
        return
    if name in _BALKANS and not france_is_out(game):
        yield HAD_BEFORE_FRANCE_FELL
    if name in _NEIGHBOURS:
        yield ATTACKED


def _note(game: Game, country: int, deeds: Iterator[str]) -> None:
    for row in deeds:
        game.set(DEEDS, (*game.state.get(DEEDS), row))
        game.say(SovietTradeReduced(country=country))


def somebody_aligned(game: Game, event: MinorAligned) -> None:
    if _in_force(game):
        _note(game, event.country, _deeds_of_aligning(game, event.country, event.power))


def somebody_declared_war(game: Game, event: WarDeclared) -> Call | None:
    name = power_name(game, event.target_power)
    country = country_named(game, name)
    if country == NOBODY or not _in_force(game):
        return None
    _note(game, country, _deeds_of_war(game, event.power, name))
    return _choice_for(game, country) if power_name(game, event.power) == USSR else None


@rule("5.1/germany-ussr")
def soviet_unit_enters(game: Position, event: Moved) -> Call | None:
    """A country that a Soviet unit enters counts like one that is attacked."""
    if not game.state.get(PACTS) or not is_hex(game, event.to):
        return None
    home = game.state[HOME_COUNTRY][event.to]
    if home == NOBODY or power_name(game, power_of(game, event.thing)) != USSR or not _in_force(game):
        return None
    return _choice_for(game, home)


def _choice_for(game: Position, country: int) -> Call | None:
    """Owed once for each of the countries that the chart names."""
    row = _row_of(game, country)
    known = (*game.state.get(POINTS_KEPT), *game.state.get(RESOURCES_MORE))
    owed = row not in known and row in chart_named(game, "trade").rows.labels
    return Call(CHOICE.name, SovietAttack(country)) if owed else None


# ------------------------------------------------------------------------------------- countries that the USSR attacks


class SovietAttack(msgspec.Struct):
    country: int


def _row_of(game: Position, country: int) -> str:
    return f"{_ROW}the USSR attacks {game.state.get(COUNTRY_NAMES)[country].title()}"


def _keep(game: Game, attack: SovietAttack, seat: str, noun: Noun) -> Control:
    game.set(POINTS_KEPT, (*game.state.get(POINTS_KEPT), _row_of(game, attack.country)))
    game.say(GermanyChoseForAttack(country=attack.country, keeps=True))
    return None


def _more(game: Game, attack: SovietAttack, seat: str, noun: Noun) -> Control:
    game.set(RESOURCES_MORE, (*game.state.get(RESOURCES_MORE), _row_of(game, attack.country)))
    game.say(GermanyChoseForAttack(country=attack.country, keeps=False))
    return None


KEEP_POINT = Verb("keep-build-point", "5.1", _keep)
TAKE_MORE = Verb("take-resource-more", "5.1", _more)


@step("5.1/germany-ussr", KEEP_POINT, TAKE_MORE)
def germany_chooses(game: Game, attack: SovietAttack) -> Control:
    """Once and for all; several units that enter together are one reason."""
    if _choice_for(game, attack.country) is None:
        return None
    seat, country = seat_of_power(game, power_named(game, GERMANY)), Country(attack.country)
    return one(seat, KEEP_POINT, TAKE_MORE, rule="5.1", prompt="soviet-attack-and-trade", country=country)


CHOICE = procedure("Germany’s choice for a Soviet attack", "5.1/germany-ussr", germany_chooses, locals=SovietAttack)


MODULE = Module(
    schema=Schema(fields=(DEEDS, POINTS_KEPT, RESOURCES_MORE)),
    procedures=(CHOICE,),
    subscribes=((MinorAligned, somebody_aligned), (WarDeclared, somebody_declared_war), (Moved, soviet_unit_enters)),
)

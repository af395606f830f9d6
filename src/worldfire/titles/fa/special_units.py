"""fa:21.8, 21.9, 21.14 Units with rules of their own: Maritz, von Lettow, Liman von Sanders, the Belgians."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from worldfire.engine.changes import Annex, Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Goto, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Set, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import at_war, unit_at_war
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.pools import named_place
from worldfire.forces.situation import CAMPAIGN, TURN
from worldfire.forces.things import PLACE, Counter, all_such, board_of, counter_of, move, things_at
from worldfire.forces.turn import chart_name, controls, power_name, seat_of_power
from worldfire.forces.who import (
    CONTROLLER,
    COUNTRY,
    COUNTRY_NAMES,
    HOME_COUNTRY,
    POWER,
    SIDE,
    country_named,
    power_named,
    power_of,
    seat_of,
    side_of,
    side_of_power,
)
from worldfire.rules.s02_2_zones_of_control import ZOC_ENDS
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s02_4_supply_sources import SUPPLIES_STRANGERS
from worldfire.rules.s02_5_control import take_control
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.rules.s04_reinforcements import (
    REINFORCEMENTS,
    Reinforcing,
    ReturnedToPool,
    scrap,
)
from worldfire.rules.s09_06_aligning import own_hexes, set_up_face_down
from worldfire.rules.s11_10_6_overrun import destroy
from worldfire.rules.s11_10_entry import land_counter
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_factors import LAND_ATTACK, POWERS_IN_SUPPORT, Reckoning
from worldfire.rules.s11_15_odds import LandAttack
from worldfire.rules.s11_15_retreats import shatter
from worldfire.rules.s11_17_reorganisation import is_foreign
from worldfire.rules.s15_surprise import SURPRISE
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s24_1_set_up import layout_of
from worldfire.tables.campaign import turn_number
from worldfire.tables.counters import LandCounter
from worldfire.titles.fa.africa import in_africa
from worldfire.titles.fa.hq_support import value_of_hq
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.offensives import is_hq_of

MARITZ, LETTOW, LIMAN = "germany-cav-maritz", "germany-hq-von-lettow", "germany-hq-liman-von-sanders"
RAIDERS = (MARITZ, LETTOW)
#: where each of the two is always in supply, and where it comes back
MARITZ_SUPPLIED = Listed("countries in which Maritz is always in supply", "fa:21.8")
MARITZ_RETURNS = "south-west-africa"
LETTOW_RETURNS = "tanganyika"
NEVER_THERE = "zanzibar"
#: countries of colonies beside Tanganyika that must be at war first
OWNERS = {"belgian-congo": "belgium", "mozambique": "portugal"}
OTTOMANS, GERMANY, BELGIUM = "ottoman-empire", "germany", "belgium"

#: (unit, turn in which it was taken off the map)
HIDDEN: Field[tuple[tuple[int, int], ...]] = Field("raiders_in_hiding", ())


#: units that von Lettow feeds before others
FED_FIRST: Field[tuple[int, ...]] = Field("fed_first_by_lettow", ())


class LettowFeeds(Event, frozen=True):
    """Whom von Lettow feeds from now on."""

    units: tuple[ThingId, ...]


class RaiderHid(Event, frozen=True):
    unit: ThingId


class RaiderAppeared(Event, frozen=True):
    unit: ThingId
    place: PlaceId


def _is_raider(counter: Counter) -> bool:
    return counter.id in RAIDERS


def _country_at(game: Position, place: int) -> str:
    home = game.state[HOME_COUNTRY][place]
    return game.state.get(COUNTRY_NAMES)[home] if home >= 0 else ""


# ------------------------------------------------------------------------------------------------- 21.8 in the bush


@rule("fa:21.8")
def lives_off_the_land(game: Position, unit: int) -> bool:
    """Maritz in the south-west, von Lettow anywhere in Africa, and whoever von Lettow feeds."""
    place, name = game.state[PLACE][unit], counter_of(game, unit).id
    if not is_hex(game, place):
        return False
    if name == MARITZ:
        return _country_at(game, place) in MARITZ_SUPPLIED(game)
    if name == LETTOW:
        return in_africa(game, place)
    return unit in fed_by_lettow(game)


@rule("fa:21.8")
def fed_by_lettow(game: Position) -> tuple[int, ...]:
    """As many as his value: whom Germany names, and then the strongest."""

    def look() -> tuple[int, ...]:
        leader, first = _lettow(game), game.state.get(FED_FIRST)
        if leader is None:
            return ()
        hungry = sorted(
            _beside_lettow(game, leader),
            key=lambda unit: (unit not in first, -(land_counter(game, unit).strength or 0)),
        )
        return tuple(hungry[: _feeds(game, leader)])

    return game.recall("fed by von Lettow", look)


def _lettow(game: Position) -> int | None:
    """Von Lettow, if he is on the map."""
    found = (unit for unit in all_such(game, _is_raider) if counter_of(game, unit).id == LETTOW)
    return next((unit for unit in found if is_hex(game, game.state[PLACE][unit])), None)


def _feeds(game: Position, leader: int) -> int:
    return value_of_hq(game, leader)


def _beside_lettow(game: Position, leader: int) -> tuple[int, ...]:
    """German land units in his hex or the next."""
    here, power = game.state[PLACE][leader], power_of(game, leader)
    near = (unit for place in (here, *board_of(game).adjacent[here]) for unit in things_at(game, place))
    return tuple(
        unit
        for unit in near
        if unit != leader and power_of(game, unit) == power and isinstance(counter_of(game, unit), LandCounter)
    )


def _hungry(game: Position, nothing: None, seat: str) -> Shape | Violation:
    leader = _lettow(game)
    units = () if leader is None or seat_of(game, leader) != seat else tuple(sorted(_beside_lettow(game, leader)))
    if leader is None or len(units) <= _feeds(game, leader):
        return refused("fa:21.8", "lettow-need-not-choose")
    return Set(units, 1, _feeds(game, leader))


def _feed(game: Game, nothing: None, seat: str, units: Noun) -> Control:
    game.set(FED_FIRST, units)
    game.say(LettowFeeds(units=units))
    return None


FEED = Announcement(Verb("feed-with-lettow", "fa:21.8", _feed, _hungry, items=Thing), TURN_OF_PLAY)


@rule("fa:21.8")
def raiders_never_rally(usual: Callable[[Game, Battle, int], None], game: Game, battle: Battle, unit: int) -> None:
    """Shattered they are destroyed."""
    if _is_raider(counter_of(game, unit)):
        destroy(game, unit)
    else:
        usual(game, battle, unit)


@rule("fa:21.8")
def raiders_are_not_rebuilt(game: Game, event: ReturnedToPool) -> None:
    if _is_raider(counter_of(game, event.thing)):
        scrap(game, event.thing)


class Raiding(msgspec.Struct):
    """Raiders that have been asked this turn."""

    asked: tuple[int, ...] = ()


def _next_raider(game: Position, asked: tuple[int, ...]) -> int | None:
    for unit in all_such(game, _is_raider):
        if unit in asked:
            continue
        on_map = is_hex(game, game.state[PLACE][unit])
        if on_map or (_hidden_before(game, unit) and hiding_places(game, unit)):
            return unit
    return None


def _hidden_before(game: Position, unit: int) -> bool:
    return any(hidden == unit and turn < game.state.get(TURN) for hidden, turn in game.state.get(HIDDEN))


@rule("fa:21.8")
def hiding_places(game: Position, unit: int) -> tuple[int, ...]:
    """Empty hexes where the raider may come back."""
    homes, board = game.state[HOME_COUNTRY], board_of(game)
    base = MARITZ_RETURNS if counter_of(game, unit).id == MARITZ else LETTOW_RETURNS
    country = country_named(game, base)
    inside = {place for place in range(len(board)) if homes[place] == country and board.is_land(place)}
    found = set(inside)
    if base == LETTOW_RETURNS:
        found |= {place for here in inside for place in board.adjacent[here] if board.is_land(place)}
    return tuple(sorted(place for place in found if not things_at(game, place) and _is_open(game, unit, place)))


def _is_open(game: Position, unit: int, place: int) -> bool:
    """A hex of its own side or of an enemy, and of two colonies more as soon as their countries are at war with anybody."""
    name, holder = _country_at(game, place), game.state[CONTROLLER][place]
    if name == NEVER_THERE:
        return False
    if side_of_power(game, holder) == side_of(game, unit) or unit_at_war(game, unit, holder):
        return True
    owner = power_named(game, OWNERS.get(name, ""))
    return owner >= 0 and any(at_war(game, owner, other) for other in range(len(game.state[POWER])) if other != owner)


def _hide_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    unit = _next_raider(game, game.annex(Raiding).asked)
    on_map = unit is not None and is_hex(game, game.state[PLACE][unit])
    return One((unit,)) if unit is not None and on_map else refused("fa:21.8", "raider-not-on-the-map")


def _appear_shape(game: Position, stage: Reinforcing, seat: str) -> Shape | Violation:
    unit = _next_raider(game, game.annex(Raiding).asked)
    if unit is None or is_hex(game, game.state[PLACE][unit]):
        return refused("fa:21.8", "raider-not-in-hiding")
    return One(hiding_places(game, unit))


def _hide(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    game.annex(Raiding).asked += (noun,)
    pool = named_place(game, f"reserve pool of {power_name(game, power_of(game, noun))}")
    if pool is not None:
        move(game, noun, pool)
        game.set(HIDDEN, (*game.state.get(HIDDEN), (noun, game.state.get(TURN))))
        game.say(RaiderHid(unit=noun))
    return Goto("raiders_come_and_go")


def _appear(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Raiding)
    unit = _next_raider(game, annex.asked)
    assert unit is not None
    annex.asked += (unit,)
    game.set(HIDDEN, tuple(pair for pair in game.state.get(HIDDEN) if pair[0] != unit))
    move(game, unit, noun)
    game.say(RaiderAppeared(unit=unit, place=noun))
    if not controls(game, power_of(game, unit), noun):
        take_control(game, noun, power_of(game, unit))
    return Goto("raiders_come_and_go")


def _leave(game: Game, stage: Reinforcing, seat: str, noun: Noun) -> Control:
    annex = game.annex(Raiding)
    unit = _next_raider(game, annex.asked)
    annex.asked += () if unit is None else (unit,)
    return Goto("raiders_come_and_go")


HIDE = Verb("hide-raider", "fa:21.8", _hide, _hide_shape, items=Thing)
APPEAR = Verb("raider-appears", "fa:21.8", _appear, _appear_shape, items=Place)
LEAVE = Verb("leave-raider", "fa:21.8", _leave)


@step("fa:21.8", LEAVE, HIDE, APPEAR)
def raiders_come_and_go(game: Game, stage: Reinforcing) -> Control:
    """Taken off the map in any reinforcement stage, back in a later one."""
    unit = _next_raider(game, game.annex(Raiding).asked)
    if unit is None:
        return None
    seat, hidden = seat_of_power(game, power_of(game, unit)), Number(not is_hex(game, game.state[PLACE][unit]))
    return one(seat, LEAVE, HIDE, APPEAR, rule="fa:21.8", prompt="raiders-come-and-go", unit=Thing(unit), hidden=hidden)


# ----------------------------------------------------------------------------------------------- 21.9 Liman von Sanders


@rule("fa:21.9")
def liman_leads_ottomans(
    usual: Callable[[Position, int, int], Violation | None], game: Position, one: int, other: int
) -> Violation | None:
    """In Ottoman lands he is an Ottoman HQ as well as a German one."""
    found = usual(game, one, other)
    if found is None:
        return None
    return None if _leads(game, one, other) or _leads(game, other, one) else found


def _leads(game: Position, leader: int, unit: int) -> bool:
    """Is that Liman in Ottoman lands, and an Ottoman unit?"""
    return counter_of(game, unit).power == OTTOMANS and _is_ottoman_hq(game, leader)


def _is_ottoman_hq(game: Position, leader: int) -> bool:
    place = game.state[PLACE][leader]
    return counter_of(game, leader).id == LIMAN and is_hex(game, place) and _is_ottoman(game, place)


@rule("fa:21.9", "fa:18.3", "fa:18.4")
def he_may_cost_ottoman_points(
    usual: Callable[[Position, int, int], bool], game: Position, headquarters: int, power: int
) -> bool:
    """The Ottomans may have him lead an offensive of theirs, or turn him up."""
    if usual(game, headquarters, power):
        return True
    ottoman = power_name(game, power) == OTTOMANS
    friends = side_of(game, headquarters) == game.state[SIDE][power]
    return ottoman and friends and _is_ottoman_hq(game, headquarters)


@rule("fa:21.9", "fa:11.14.3")
def his_points_are_ottoman(usual: Callable[[Position, int, int], bool], game: Position, source: int, unit: int) -> bool:
    """What he gives Ottoman units there costs them no more than an Ottoman HQ's."""
    return usual(game, source, unit) and not _leads(game, source, unit)


@rule("fa:21.9", "fa:11.12.5.3")
def he_attacks_as_an_ottoman(game: Position, attack: LandAttack, reckoning: Reckoning) -> LandAttack:
    """Beside Ottoman units he is no second major power."""
    liman = next((unit for unit in reckoning.attackers if counter_of(game, unit).id == LIMAN), None)
    if liman is None or not any(_leads(game, liman, unit) for unit in reckoning.attackers):
        return attack
    powers = frozenset(power_of(game, unit) for unit in reckoning.attackers if unit != liman)
    return replace(attack, major_powers=len(POWERS_IN_SUPPORT(game, powers, reckoning)))


@rule("fa:21.9", "fa:2.4.2")
def he_supplies_ottomans(game: Position, country: int, unit: int) -> bool:
    return chart_name(game, game.state[POWER][country]) == OTTOMANS and _is_ottoman_hq(game, unit)


def _is_ottoman(game: Position, place: int) -> bool:
    """Home or one of the provinces of 1914."""
    name = _country_at(game, place)
    return OTTOMANS in (name, ground_of(game).minors.get(name))


# ------------------------------------------------------------------------------------------------- 21.14 Schlieffen plan


@rule("fa:21.14")
def is_overwhelmed(game: Position, country: int) -> bool:
    """Belgium in the impulse in which Germany attacks it, in the first turn of the game."""
    if game.state.get(COUNTRY_NAMES)[country] != BELGIUM or not game.state.get(CAMPAIGN):
        return False
    if game.state.get(TURN) != turn_number(layout_of(game).campaign.first_turn.value):
        return False
    return (power_named(game, GERMANY), power_named(game, BELGIUM)) in game.state.get(SURPRISE)


@rule("fa:21.14")
def only_in_cities(usual: Callable[[Position, int], Sequence[int]], game: Position, country: int) -> Sequence[int]:
    hexes = usual(game, country)
    if not is_overwhelmed(game, country):
        return hexes
    return tuple(place for place in hexes if place in ground_of(game).cities)


@rule("fa:21.14", "fa:2.2")
def no_zones_yet(game: Position, unit: int, into: int) -> bool:
    return is_overwhelmed(game, game.state[COUNTRY][unit])


STAGE = REINFORCEMENTS.name

MODULE = Module(
    schema=Schema(fields=(HIDDEN, FED_FIRST)),
    announcements=(FEED,),
    subscribes=((ReturnedToPool, raiders_are_not_rebuilt),),
    changes=(
        ALWAYS_SUPPLIED.attach(lives_off_the_land, reads=(FED_FIRST,)),
        shatter.wrapped_by(raiders_never_rally),
        Annex(STAGE, Raiding),
        Insert(STAGE, raiders_come_and_go, after="all_have_placed"),
        cooperation_violation.wrapped_by(liman_leads_ottomans, reads=(HOME_COUNTRY, COUNTRY_NAMES)),
        is_hq_of.wrapped_by(he_may_cost_ottoman_points),
        is_foreign.wrapped_by(his_points_are_ottoman),
        LAND_ATTACK.attach(he_attacks_as_an_ottoman),
        SUPPLIES_STRANGERS.attach(he_supplies_ottomans, reads=(COUNTRY, HOME_COUNTRY, COUNTRY_NAMES, POWER)),
        own_hexes.wrapped_by(only_in_cities, reads=(SURPRISE, TURN)),
        set_up_face_down.replaced_by(is_overwhelmed),
        ZOC_ENDS.attach(no_zones_yet, reads=(SURPRISE, TURN, CAMPAIGN)),
    ),
)

"""fa:21.7 Forts: counters with one to three hexsides that stand in a hex of Europe until an enemy enters it.

The hexsides of a fort are neighbours of its hex that lie side by side, in the order in which the board goes round the hex.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation
from worldfire.forces.charts import chart_named
from worldfire.forces.ground import hex_named, is_hex
from worldfire.forces.things import PLACE, all_such, board_of, counter_of, move, place_index, things_at
from worldfire.forces.turn import controls
from worldfire.forces.who import HOME_COUNTRY, NOBODY, POWER_NAMES, SIDE, power_named, power_of, seat_of, side_of
from worldfire.rules.s02_5_control import can_take_control
from worldfire.rules.s04_reinforcements import Arrived, arrival_hexes, return_to_pool
from worldfire.rules.s09_06_aligning import SETTING_UP, SettingUp, army
from worldfire.rules.s11_10_6_overrun import CONVOYS_IN_PORT, FortDestroyed, fort_falls, would_catch
from worldfire.rules.s11_10_entry import foes_at, is_enemy_hex
from worldfire.rules.s11_13_invasions import beach_sides
from worldfire.rules.s11_15_factors import Reckoning, attack_factor, is_fort_hexside
from worldfire.rules.s11_15_retreats import Retreated
from worldfire.rules.s24_1_set_up import BEGINNING
from worldfire.tables.campaign import Campaign
from worldfire.tables.counters import LandAbility, LandCounter, LandType
from worldfire.titles.fa.lists import Listed

#: hex → the neighbours whose hexsides its fort guards
FORTS: Field[tuple[tuple[int, tuple[int, ...]], ...]] = Field("forts", ())
SIDES = {LandAbility.ONE_SIDED: 1, LandAbility.TWO_SIDED: 2, LandAbility.THREE_SIDED: 3}
#: the fort that stands as long as the game, and where it looks to
PERMANENT = "Sevastopol"
TOWARDS = Listed("hexes that the lasting fort of Sevastopol looks to", "fa:21.7")
EUROPE = "European"


class FortOriented(Event, frozen=True):
    place: PlaceId
    towards: tuple[PlaceId, ...]


# ------------------------------------------------------------------------------------------------------------ hexsides


@rule("fa:21.7")
def guarded(game: Position, place: int) -> tuple[int, ...]:
    """The neighbours across whose hexsides a fort guards the hex."""

    def look() -> dict[int, tuple[int, ...]]:
        forts = game.state.get(FORTS)
        return dict(forts)

    return game.recall("forts", look).get(place, ())


@rule("fa:21.7", "fa:11.12.1.3")
def is_guarded(game: Position, origin: int, target: int) -> bool:
    """Only attacks into the hex of the fort suffer; printed and built forts are alike."""
    return origin in guarded(game, target)


@rule("fa:11.11", "fa:21.7")
def guards_every_beach(game: Position, place: int) -> bool:
    """Invaders come over the all-sea hexside that suits them best: a fort meets them only if it looks to all of them."""
    beaches = game.ruleset.once(beach_sides, place)
    return bool(beaches) and {*beaches} <= {*guarded(game, place)}


@rule("fa:11.12.1.3", "fa:21.7")
def invaders_meet_a_fort(
    usual: Callable[[Position, Reckoning, int], Fraction], game: Position, reckoning: Reckoning, unit: int
) -> Fraction:
    """Halved once more than by the landing, marines too."""
    factor = usual(game, reckoning, unit)
    landed = any(arrival.unit == unit and arrival.how == "invasion" for arrival in reckoning.arrivals)
    if not landed or not guards_every_beach(game, reckoning.target):
        return factor
    return factor * chart_named(game, "terrain_combat").number("printed fort", "attackers")


@rule("fa:21.7", "fa:11.9.2.3")
def falls(game: Position, place: int) -> bool:
    """Entering the hex destroys its fort, but for the hexsides that last."""
    return bool({*guarded(game, place)} - {*_lasting(game, place)})


def permanent_fort(game: Position) -> tuple[int, tuple[int, ...]]:
    return place_index(game, PERMANENT), tuple(place_index(game, number) for number in TOWARDS(game))


def _lasting(game: Position, place: int) -> tuple[int, ...]:
    """Hexsides of the hex that no enemy takes."""
    where, towards = permanent_fort(game)
    return towards if place == where else ()


def _set_sides(game: Game, place: int, towards: tuple[int, ...]) -> None:
    others = tuple(fort for fort in game.state.get(FORTS) if fort[0] != place)
    game.set(FORTS, tuple(sorted((*others, (place, towards)))) if towards else others)


@rule("fa:21.7")
def fort_is_destroyed(game: Game, event: FortDestroyed) -> None:
    """Its counters go back to the force pool; at Sevastopol what was there from the beginning stays."""
    _set_sides(game, event.place, _lasting(game, event.place))
    for unit in things_at(game, event.place):
        if _is_fort(counter_of(game, unit)):
            return_to_pool(game, unit)


@rule("fa:21.7", "fa:11.12.5.5")
def retreat_destroys_it(game: Game, event: Retreated) -> None:
    """Whoever is driven into an empty fort of the enemy enters it like any other."""
    if is_enemy_hex(game, event.unit, event.to) and falls(game, event.to) and can_take_control(game, event.unit):
        game.say(FortDestroyed(place=event.to))


@rule("fa:21.7", "fa:11.12.5.5")
def forts_stop_nobody(usual: Callable[[Position, int, int], bool], game: Position, unit: int, place: int) -> bool:
    """Marches go on through an empty fort, and retreats may lead into it; only aircraft and ships are overrun."""
    if not usual(game, unit, place):
        return False
    caught = (thing for thing in foes_at(game, unit, place) if not _is_fort(counter_of(game, thing)))
    return next(caught, None) is not None or CONVOYS_IN_PORT(game, side_of(game, unit), place)


def _is_fort(counter: object) -> bool:
    return isinstance(counter, LandCounter) and counter.type is LandType.FORT


def sides_of(game: Position, fort: int) -> int:
    abilities = counter_of(game, fort).abilities
    return next(number for ability, number in SIDES.items() if ability in abilities)


# ------------------------------------------------------------------------------------------------------------- arriving


@rule("fa:4.2.1", "fa:21.7")
def anywhere_in_europe(usual: Callable[[Position, int], tuple[int, ...]], game: Position, unit: int) -> tuple[int, ...]:
    """A fort in any hex of Europe that its owner controls, even under the eyes of the enemy."""
    if not _is_fort(counter_of(game, unit)):
        return usual(game, unit)
    board, power = board_of(game), power_of(game, unit)
    return tuple(
        place
        for place in range(len(board))
        if board.tables.scale[place] == EUROPE
        and board.is_land(place)
        and controls(game, power, place)
        and orientations(game, unit, place)
    )


@rule("fa:4.2.1")
def orientations(game: Position, fort: int, place: int) -> dict[int, tuple[int, ...]]:
    """First neighbour → all that the fort would look to: side by side, and what is guarded already among them."""
    around, known = board_of(game).adjacent[place], guarded(game, place)
    wanted = len(known) + sides_of(game, fort)
    if wanted > len(around):
        return {}
    found = {}
    for start, first in enumerate(around):
        run = tuple(around[(start + step_) % len(around)] for step_ in range(wanted))
        if set(known) <= set(run):
            found[first] = run
    return found


class Orienting(msgspec.Struct):
    """A fort that has arrived and must be turned."""

    fort: int


@rule("fa:4.2.1")
def fort_arrives(game: Game, event: Arrived) -> Call | None:
    return Call(ORIENTING.name, Orienting(event.thing)) if _is_fort(counter_of(game, event.thing)) else None


def _shape(game: Position, orienting: Orienting, seat: str) -> Shape | Violation:
    return One(tuple(orientations(game, orienting.fort, game.state[PLACE][orienting.fort])))


def _orient(game: Game, orienting: Orienting, seat: str, noun: Noun) -> Control:
    place = game.state[PLACE][orienting.fort]
    towards = orientations(game, orienting.fort, place)[noun]
    _set_sides(game, place, towards)
    game.say(FortOriented(place=place, towards=towards))
    keep_counter(game, orienting.fort)
    return None


@clause("fa:21.7")
def keep_counter(game: Game, fort: int) -> None:
    """The counter stands in the hex as long as the fort does."""


ORIENT_FORT = Verb("orient-fort", "fa:4.2.1", _orient, _shape, items=Place)


@step("fa:4.2.1", ORIENT_FORT, also=("fa:21.7",))
def choose_orientation(game: Game, orienting: Orienting) -> Control:
    """The first of its hexsides; the others follow round the hex."""
    fort = orienting.fort
    if not is_hex(game, game.state[PLACE][fort]):
        return None
    seat, place = seat_of(game, fort), game.state[PLACE][fort]
    return one(seat, ORIENT_FORT, rule="fa:4.2.1", prompt="orient-fort", unit=Thing(fort), place=Place(place))


ORIENTING = procedure("fort oriented", "fa:4.2.1", choose_orientation, locals=Orienting)


# -------------------------------------------------------------------------------------------------- when the war begins


@rule("fa:22.2")
def forts_of_the_campaign(game: Game, campaign: Campaign) -> None:
    """Those that the campaign names, looking to the nearest border, and the one that lasts."""
    if campaign.great_war is None:
        return
    place, towards = permanent_fort(game)
    _set_sides(game, place, towards)
    for name, sites in campaign.great_war.forts.value.items():
        for site in sites if name in game.state.get(POWER_NAMES) else ():
            _build_at_once(game, name, hex_named(game, site.near), site.hexsides)


def _build_at_once(game: Game, owner: str, place: int, number: int) -> None:
    around = board_of(game).adjacent[place]
    country = board_of(game).tables.country
    runs = [tuple(around[(start + step_) % len(around)] for step_ in range(number)) for start in range(len(around))]
    best = max(runs, key=lambda run: sum(country[other] not in ("", country[place]) for other in run))
    _set_sides(game, place, best)
    if game.state[SIDE][power_named(game, owner)] == NOBODY:
        return  # a neutral country's counters are put down with its army
    for fort in all_such(game, _is_fort):
        if counter_of(game, fort).power == owner and sides_of(game, fort) == number and _is_spare(game, fort):
            move(game, fort, place)
            return


@step("fa:20.5.1", also=("fa:21.7",))
def forts_of_the_minor(game: Game, setting: SettingUp) -> Control:
    """Their counters stand where the forts have stood from the start; those of forts that have fallen are to be built."""
    homes = game.state[HOME_COUNTRY]
    sites = {place: len(towards) for place, towards in game.state.get(FORTS) if homes[place] == setting.country}
    for fort in (unit for unit in army(game, setting.country) if _is_fort(counter_of(game, unit))):
        site = next((place for place, sides in sites.items() if sides == sides_of(game, fort)), None)
        if site is None:
            return_to_pool(game, fort)
            continue
        del sites[site]
        move(game, fort, site)
        keep_counter(game, fort)
    return None


def _is_spare(game: Position, fort: int) -> bool:
    return not is_hex(game, game.state[PLACE][fort])


MODULE = Module(
    schema=Schema(fields=(FORTS,)),
    procedures=(ORIENTING,),
    subscribes=((Arrived, fort_arrives), (FortDestroyed, fort_is_destroyed), (Retreated, retreat_destroys_it)),
    changes=(
        is_fort_hexside.replaced_by(is_guarded, reads=(FORTS,)),
        attack_factor.wrapped_by(invaders_meet_a_fort),
        fort_falls.replaced_by(falls),
        would_catch.wrapped_by(forts_stop_nobody),
        arrival_hexes.wrapped_by(anywhere_in_europe, reads=(FORTS,)),
        BEGINNING.attach(forts_of_the_campaign),
        Insert(SETTING_UP.name, forts_of_the_minor, before="place_land_units_of_minor"),
    ),
)

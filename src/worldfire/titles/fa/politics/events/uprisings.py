"""15.4 Uprisings: the call for Jihad, the Senussi, Lawrence of Arabia."""

from __future__ import annotations

from collections.abc import Callable

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Roll, Verb, one, procedure, step
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces import who
from worldfire.forces.ground import ground_of, hex_named, slug
from worldfire.forces.kinds import Power
from worldfire.forces.nations import main_home
from worldfire.forces.participants import YEAR
from worldfire.forces.partisans import RED, SOIL
from worldfire.forces.things import FACE_DOWN, PLACE, board_of, counter_of, move
from worldfire.forces.turn import controls, is_active, other_side, seat_of_power
from worldfire.rules.s02_3_stacking import stacking_violation
from worldfire.rules.s11_10_entry import ADMITTED
from worldfire.rules.s13_01_3_partisan_effects import partisan_abroad_violation
from worldfire.rules.s13_01_partisans import Area, PartisanPlaced, Rising, may_be_reused
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.entry.drawing import DRAWING, Drawing
from worldfire.titles.fa.entry.pools import US_ENTRY, USA, seat_of_pool, watches_the_war
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.politics.events.calling import WAR_STEP, PoliticalEvent
from worldfire.titles.fa.politics.flags import can_be_influenced, shift
from worldfire.titles.fa.risings import RISING_IN, areas_that_may_rise
from worldfire.titles.fa.sea.special_ships import ship_named

JIHAD, SENUSSI, LAWRENCE = "jihad", "senussi", "lawrence"
OTTOMANS, ITALY, COMMONWEALTH = "ottoman-empire", "italy", "commonwealth"
CAIRO, JERUSALEM, TOBRUK = "Cairo", "Jerusalem", "Tobruk"
_SECTION = "fa:15.4"
#: lands that are called upon, and countries that lean a box further
_CALLED = Listed("lands that the Jihad calls upon", _SECTION)
_LEAN = Listed("countries that lean when the Jihad is called", _SECTION)
_USA_HEARS = Figure("most on the die for the USA to hear of the Jihad", "fa:15.4")
SENUSSI_CAVALRY, LAWRENCES_CAVALRY = "partisans-libya-part-senussi-cav", "partisans-arabia-part-lawrence-cav"
_NEAR_TOBRUK = Figure("hexes from Tobruk in which the Senussi rise", "fa:15.4")
_LAWRENCE_FROM = Figure("first year of Lawrence of Arabia", "fa:15.4")
#: what such a unit adds to the number of the land it is in, instead of one
_UNREST = Figure("added to the partisan number of the land that horsemen stir", "fa:15.4")
#: the lands in which each of them may ride; Lawrence also in those beside his own
LANDS = {SENUSSI_CAVALRY: ("libya", "egypt"), LAWRENCES_CAVALRY: ("arabia",)}
#: the counters that an event has called; the same ones drawn from the pool are partisans like any other
RIDING: Field[tuple[str, ...]] = Field("fa_horsemen_riding", ())


def _is_on(game: Position, name: str, side: int) -> bool:
    """Is the major power in the war on this side?"""
    power = who.power_named(game, name)
    return power != who.NOBODY and game.state[who.SIDE][power] == side and is_active(game, power)


# ------------------------------------------------------------------------------------------------------------------ Jihad


class Jihad(msgspec.Struct):
    """Nothing is remembered but the die."""


@rule(_SECTION)
def jihad_can_be_called(game: Position, power: int) -> bool:
    """By the Ottoman Empire as a Central Power, before the USA is in the war."""
    return _is_on(game, OTTOMANS, central_side(game)) and watches_the_war(game, USA)


def _call(game: Game, power: int) -> Control:
    return Call(JIHAD_CALLED.name, Jihad())


@rule(_SECTION)
def lands_of_the_jihad(game: Position) -> tuple[str, ...]:
    """Those of the list that the Allies control."""
    allied = other_side(central_side(game))
    return tuple(
        area.name
        for area in areas_that_may_rise(game)
        if area.name.partition(" under ")[0] in _CALLED(game)
        and all(who.side_of_power(game, game.state[who.CONTROLLER][place]) == allied for place in area.hexes)
    )


@step(_SECTION)
def lands_rise(game: Game, jihad: Jihad) -> Control:
    return Call(RISING_IN.name, Rising(order=lands_of_the_jihad(game)))


@step(_SECTION)
def neighbours_lean(game: Game, jihad: Jihad) -> Control:
    for name in _LEAN(game):
        country = who.country_named(game, name)
        if country != who.NOBODY and can_be_influenced(game, country):
            shift(game, country, central_side(game))
    return Roll("call for Jihad", seat_of_pool(game, US_ENTRY))


@step(_SECTION)
def does_the_usa_hear_of_it(game: Game, jihad: Jihad) -> Control:
    return Call(DRAWING.name, Drawing(((US_ENTRY, 1),))) if game.total <= _USA_HEARS(game) else End()


JIHAD_CALLED = procedure("call for Jihad", _SECTION, lands_rise, neighbours_lean, does_the_usa_hear_of_it, locals=Jihad)
JIHAD_EVENT = PoliticalEvent(JIHAD, WAR_STEP, (OTTOMANS,), jihad_can_be_called, _call)


# ------------------------------------------------------------------------------------------------- the Senussi and Lawrence


class HorsemenRise(Event, frozen=True):
    thing: ThingId
    place: PlaceId


class Raising(msgspec.Struct):
    """A partisan that is set up by an event, and who controls it."""

    unit: int
    power: int


@rule(_SECTION)
def senussi_can_rise(game: Position, power: int) -> bool:
    """The Ottoman Empire is a Central Power, and Italy has joined the Allies."""
    central = central_side(game)
    return _is_on(game, OTTOMANS, central) and _is_on(game, ITALY, other_side(central))


@rule(_SECTION)
def lawrence_can_ride(game: Position, power: int) -> bool:
    """From 1916 on, with Egypt the Commonwealth's and Jerusalem the Ottomans', who are a Central Power."""
    if game.state.get(YEAR) < _LAWRENCE_FROM(game) or not _is_on(game, OTTOMANS, central_side(game)):
        return False
    ottomans = who.power_named(game, OTTOMANS)
    return controls(game, power, hex_named(game, CAIRO)) and controls(game, ottomans, hex_named(game, JERUSALEM))


def places_for(game: Position, raising: Raising) -> tuple[int, ...]:
    """Hexes of its land with room; the Senussi rise near Tobruk."""
    name = SENUSSI_CAVALRY if raising.unit == ship_named(game, SENUSSI_CAVALRY) else LAWRENCES_CAVALRY
    home = who.country_named(game, LANDS[name][0])
    hexes = game.look_up(who.HEXES_AT_HOME).get(home, ())
    if name == SENUSSI_CAVALRY:
        hexes = tuple(place for place in hexes if place in _near(game, TOBRUK, _NEAR_TOBRUK(game)))
    return tuple(place for place in hexes if _fits(game, raising.unit, place))


def _fits(game: Position, unit: int, place: int) -> bool:
    there = tuple(other for other, where in enumerate(game.state[PLACE]) if where == place)
    return game.state[who.CONTROLLER][place] != who.NOBODY and stacking_violation(game, place, (*there, unit)) is None


def _near(game: Position, name: str, most: int) -> frozenset[int]:
    board, found = board_of(game), {hex_named(game, name)}
    for _ in range(most):
        found |= {there for here in found for there in board.adjacent[here]}
    return frozenset(found)


def _shape(game: Position, raising: Raising, seat: str) -> Shape | Violation:
    return One(places_for(game, raising))


def _place(game: Game, raising: Raising, seat: str, noun: Noun) -> Control:
    move(game, raising.unit, noun)
    name = next(name for name in LANDS if ship_named(game, name) == raising.unit)
    game.set(RIDING, tuple(sorted({*game.state.get(RIDING), name})))
    game.say(HorsemenRise(thing=raising.unit, place=noun))
    return None


PLACE_HORSEMEN = Verb("place-horsemen", _SECTION, _place, _shape, items=Place)


@step(_SECTION)
def enlist_the_horsemen(game: Game, raising: Raising) -> Control:
    """Even before its year, and even if it is somewhere on the map; it belongs to who called it."""
    lands = LANDS[SENUSSI_CAVALRY if raising.unit == ship_named(game, SENUSSI_CAVALRY) else LAWRENCES_CAVALRY]
    game.write(SOIL, raising.unit, who.country_named(game, lands[0]))
    game.write(RED, raising.unit, 1)
    game.write(FACE_DOWN, raising.unit, 0)
    who.change_country(game, raising.unit, main_home(game, raising.power))
    return None if places_for(game, raising) else End()


@step(_SECTION, PLACE_HORSEMEN)
def place_the_horsemen(game: Game, raising: Raising) -> Control:
    seat = seat_of_power(game, raising.power)
    unit, power = Thing(raising.unit), Power(raising.power)
    return one(seat, PLACE_HORSEMEN, rule=_SECTION, prompt="place-horsemen", unit=unit, power=power)


RAISING = procedure("horsemen of the desert", _SECTION, enlist_the_horsemen, place_the_horsemen, locals=Raising)


def raise_the_senussi(game: Game, power: int) -> Control:
    return Call(RAISING.name, Raising(ship_named(game, SENUSSI_CAVALRY), power))


def send_lawrence(game: Game, power: int) -> Control:
    return Call(RAISING.name, Raising(ship_named(game, LAWRENCES_CAVALRY), power))


SENUSSI_EVENT = PoliticalEvent(SENUSSI, WAR_STEP, (OTTOMANS,), senussi_can_rise, raise_the_senussi)
LAWRENCE_EVENT = PoliticalEvent(LAWRENCE, WAR_STEP, (COMMONWEALTH,), lawrence_can_ride, send_lawrence)


@rule(_SECTION)
def horsemen_stir_the_land(game: Position, area: Area) -> int:
    """Where they are the partisan number is higher by three instead of by one; the one counts as for any partisan."""
    places = game.state[PLACE]
    return sum(_UNREST(game) - 1 for unit in _horsemen(game) if places[unit] in area.hexes)


def _horsemen(game: Position) -> dict[int, str]:
    """Those whom their event has called, and who have not been destroyed since."""
    return {ship_named(game, name): name for name in game.state.get(RIDING)}


@rule(_SECTION)
def horsemen_no_more(game: Game, event: PartisanPlaced) -> None:
    """Destroyed and drawn again from the pool, the counter is a partisan like any other."""
    name = _horsemen(game).get(event.thing)
    if name is not None:
        game.set(RIDING, tuple(riding for riding in game.state.get(RIDING) if riding != name))


def _beside_arabia(ruleset: Ruleset) -> frozenset[str]:
    """Arabia, and the countries that its hexes touch."""
    ground = ground_of(ruleset)
    board, countries = ground.board, ground.board.tables.country
    own = [place for place in range(len(board)) if slug(countries[place]) == LANDS[LAWRENCES_CAVALRY][0]]
    near = {slug(countries[there]) for here in own for there in board.adjacent[here] if countries[there]}
    return frozenset((*LANDS[LAWRENCES_CAVALRY], *near))


@rule(_SECTION)
def lands_of_horsemen(game: Position, name: str) -> frozenset[str]:
    """Where they may ride: the Senussi in Libya and Egypt, Lawrence in Arabia and every country beside it."""
    return game.ruleset.once(_beside_arabia) if name == LAWRENCES_CAVALRY else frozenset(LANDS[name])


@rule(_SECTION, "fa:13.1.3")
def horsemen_ride_far(
    usual: Callable[[Position, int, int], Violation | None], game: Position, unit: int, place: int
) -> Violation | None:
    name, home = _horsemen(game).get(unit), game.state[who.HOME_COUNTRY][place]
    if name is None or home == who.NOBODY:
        return usual(game, unit, place)
    rides = game.state.get(who.COUNTRY_NAMES)[home] in lands_of_horsemen(game, name)
    return None if rides else refused("13.1.3", "partisan-stays-home", unit=Thing(unit), place=Place(place))


@rule(_SECTION)
def lawrence_rides_in_neutral_arabia(game: Position, unit: int, place: int) -> bool:
    """Its neutrality does not concern him."""
    if _horsemen(game).get(unit) != LAWRENCES_CAVALRY:
        return False
    return game.state[who.HOME_COUNTRY][place] == who.country_named(game, LANDS[LAWRENCES_CAVALRY][0])


@rule(_SECTION, "fa:19.1")
def senussi_fight_beside_ottomans(
    usual: Callable[[Position, int, int], Violation | None], game: Position, one: int, other: int
) -> Violation | None:
    found = usual(game, one, other)
    if found is None or SENUSSI_CAVALRY not in game.state.get(RIDING):
        return found
    senussi = ship_named(game, SENUSSI_CAVALRY)
    if senussi not in (one, other):
        return found
    friend = other if one == senussi else one
    return None if counter_of(game, friend).power == OTTOMANS else found


@rule(_SECTION, "fa:13.1.2")
def horsemen_stay(usual: Callable[[Position, int], bool], game: Position, partisan: int) -> bool:
    """Only destruction takes them off the map."""
    return usual(game, partisan) and partisan not in _horsemen(game)


CHANGES = (
    partisan_abroad_violation.wrapped_by(horsemen_ride_far, reads=(RIDING,)),
    ADMITTED.attach(lawrence_rides_in_neutral_arabia, reads=(who.HOME_COUNTRY, who.COUNTRY_NAMES, RIDING)),
    cooperation_violation.wrapped_by(senussi_fight_beside_ottomans, reads=(RIDING,)),
    may_be_reused.wrapped_by(horsemen_stay, reads=(RIDING,)),
)

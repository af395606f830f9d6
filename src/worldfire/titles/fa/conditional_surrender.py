"""fa:14.3 Conditional surrender: a power whose morale is gone offers it, and the other side takes it or leaves it.

Whoever is not let go fights until it is conquered, and morale no longer matters to it. Some do not survive it when they are
let go: what comes instead of peace is attached to `COLLAPSE`.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Verb, one, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.seams import AnyOf, Chain
from worldfire.engine.shapes import Noun
from worldfire.forces.enmity import WARS
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import Power, PowerId
from worldfire.forces.nations import nations_of
from worldfire.forces.partisans import all_partisans, is_partisan
from worldfire.forces.pools import PARTISANS, pool_of
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, PLACE, aboard, move, on_the_map, place_index, sea_of_section, things_at
from worldfire.forces.turn import other_side
from worldfire.forces.who import (
    CONQUEROR,
    CONTROLLER,
    COUNTRY_NAMES,
    FALLEN_POWER,
    HELD_DOWN,
    HEXES_HELD,
    HOME_COUNTRY,
    NEW_HOME,
    NOBODY,
    POWER,
    SIDE,
    align_country,
    change_control,
    master_of,
    power_of,
    ruler_of,
)
from worldfire.rules.s02_5_control import clear_for_new_holder, displace_convoys
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s11_04_naval_units import Sailor
from worldfire.rules.s11_05_8_damage import DAMAGED, take_into_repair
from worldfire.rules.s13_07_1_conquerors import hexes_of, is_major_home
from worldfire.rules.s13_07_1_the_fallen import army_goes_home, ships_return
from worldfire.rules.s13_07_3_peace import end_war
from worldfire.rules.s13_07_5_liberation import lost_units
from worldfire.rules.s13_07_5_reversion import owner_in_1939
from worldfire.titles.fa.morale_events import enemy_gave_up
from worldfire.titles.fa.morale_step import when_morale_breaks
from worldfire.titles.fa.peace import was_conquered_in_1914
from worldfire.titles.fa.politics.points import seat_that_spends
from worldfire.titles.fa.potential_homes import home_at_first, homes_of
from worldfire.titles.fa.territorials import territorials_go_home

#: what a power that is let go falls into instead of peace: (call so far, power)
COLLAPSE = Chain[Call | None, [int]]("fa:14.3 collapse")

#: countries of which a power keeps what it has even when it is let go: (power, country)
KEEPS = AnyOf[[int, int]]("fa:14.3 what a power keeps")


class SurrenderAccepted(Event, frozen=True):
    power: PowerId


class SurrenderRefused(Event, frozen=True):
    power: PowerId


class HexesRestored(Event, frozen=True):
    """Who holds them from now on, and which."""

    power: PowerId
    places: tuple[PlaceId, ...]


class PowerReleased(Event, frozen=True):
    """A major power that was completely conquered is in the game again, at peace."""

    power: PowerId


class SurrenderOffer(msgspec.Struct):
    power: int
    accepted: bool = False


@rule("fa:14.3")
def surrender_is_offered(game: Position, power: int) -> Call:
    return Call(CONDITIONAL_SURRENDER.name, SurrenderOffer(power))


# ------------------------------------------------------------------------------------------------------------- the answer


def _accept(game: Game, offer: SurrenderOffer, seat: str, noun: Noun) -> Control:
    offer.accepted = True
    enemy_gave_up(game, offer.power)
    game.say(SurrenderAccepted(power=offer.power))
    return None


def _refuse(game: Game, offer: SurrenderOffer, seat: str, noun: Noun) -> Control:
    game.say(SurrenderRefused(power=offer.power))
    return End()


ACCEPT_SURRENDER = Verb("accept-surrender", "fa:14.3", _accept)
REFUSE_SURRENDER = Verb("refuse-surrender", "fa:14.3", _refuse)


@step("fa:14.3", ACCEPT_SURRENDER, REFUSE_SURRENDER)
def other_side_answers(game: Game, offer: SurrenderOffer) -> Control:
    """Whoever spends political points for a side speaks for it here too."""
    seat = seat_that_spends(game, other_side(game.state[SIDE][offer.power]))
    return one(
        seat, ACCEPT_SURRENDER, REFUSE_SURRENDER, rule="fa:14.3", prompt="answer-surrender", power=Power(offer.power)
    )


# --------------------------------------------------------------------------------------------------------------- the peace


@step("fa:14.3")
def collapse_or_peace(game: Game, offer: SurrenderOffer) -> Control:
    instead = COLLAPSE(game, None, offer.power)
    if instead is not None:
        return instead
    make_peace(game, offer.power)
    return None


@rule("fa:14.3")
def make_peace(game: Game, power: int) -> None:
    """Hexes go back first, then each enemy makes its peace: forces go home, and a neutrality pact is in place."""
    enemies = tuple(sorted(enemy for enemy in game.look_up(WARS).get(power, ()) if master_of(game, enemy) == enemy))
    homes = _conquered_homes(game, power)
    back: dict[int, list[int]] = {}
    at_home = tuple(_home_hexes(game, power, enemies))  # before what it gains is aligned otherwise
    theirs = (*_gains_of(game, power), *_footholds_of(game, power), *_hexes_of_homes(game, power, homes))
    for place, owner in (*at_home, *theirs):
        back.setdefault(owner, []).append(place)
    for owner, places in back.items():
        for place in places:
            change_control(game, place, owner)
            clear_for_new_holder(game, place)
        game.say(HexesRestored(power=owner, places=tuple(places)))
    for enemy in enemies:
        end_war(game, power, enemy)
    fallen = {each for home in homes if game.state[FALLEN_POWER][each := game.state[POWER][home]]}
    for each in fallen:
        game.write(FALLEN_POWER, each, 0)
    for home in homes:
        _free_home(game, home, army_returns=game.state[POWER][home] in fallen)
    for each in sorted(fallen):
        game.say(PowerReleased(power=each))
        is_released(game, each, power)
    guests_leave(game, power)
    fleet_comes_home(game, power)


@rule("fa:14.3", "fa:13.1.1")
def guests_leave(game: Game, power: int) -> None:
    """Whoever else is in its territory comes back by the production circle, convoy points too; partisans are no more."""
    for unit in all_partisans(game):
        place = game.state[PLACE][unit]
        if is_hex(game, place) and _holds(game, power, place):
            move(game, unit, place_index(game, PARTISANS))
    guests = (unit for unit, place in on_the_map(game) if _holds(game, power, place) and power_of(game, unit) != power)
    send_home(game, tuple(unit for unit in guests if not is_partisan(game, unit)))
    for owner, place, points in sorted(game.state.amounts(CONVOY_POINTS)):
        if owner != power and points and is_hex(game, place) and _holds(game, power, place):
            displace_convoys(game, owner, place, points)


@rule("fa:14.3")
def fleet_comes_home(game: Game, power: int) -> None:
    """Its own units at sea are outside its territory too: they and what they carry come back by the production circle.

    Whoever is damaged goes to the repair pool instead.
    """
    places = game.state[PLACE]
    at_sea = [unit for unit, place in enumerate(places) if place >= 0 and sea_of_section(game, place)]
    own = [unit for unit in at_sea if power_of(game, unit) == power]
    for ship in own:
        if game.state[DAMAGED][ship]:
            take_into_repair(game, Sailor(ship), places[ship])
    own = [unit for unit in own if sea_of_section(game, places[unit])]
    holds = {aboard(ship) for ship in own}
    cargo = [unit for unit, place in enumerate(places) if place in holds]
    send_home(game, (*own, *cargo))


@rule("fa:14.3", "fa:2.5.1")
def _home_hexes(game: Position, power: int, enemies: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """(hex, owner): home hexes of either go back to it; those that may be of both are the victor's."""
    held = ((place, holder) for holder, places in game.look_up(HEXES_HELD).items() for place in places)
    for place, holder in held:
        if holder == NOBODY or master_of(game, holder) not in (power, *enemies):
            continue
        owners = {game.state[POWER][home] for home in homes_of(game, place) if is_major_home(game, home)}
        victors = [enemy for enemy in enemies if enemy in owners]
        owner = victors[0] if victors else power if power in owners else NOBODY
        if owner != NOBODY and owner != master_of(game, holder):
            yield place, owner


@rule("fa:14.3")
def _gains_of(game: Game, power: int) -> Iterator[tuple[int, int]]:
    """(hex, owner): what it has conquered of others is theirs again, or free."""
    for country in range(len(game.state[POWER])):
        if ruler_of(game, country) != power or is_major_home(game, country):
            continue
        before = owner_in_1939(game, country)
        conquered = game.state[CONQUEROR][country] == power
        if before == power or KEEPS(game, power, country) or not (conquered or _is_other_side_s(game, power, before)):
            continue
        own = own_power(game, country)
        owner = before if before != NOBODY else own
        game.write(CONQUEROR, country, before if was_conquered_in_1914(game, country) else NOBODY)
        align_country(game, country, owner)
        territorials_go_home(game, country)
        if conquered and _was_free_or_aligned(game, country):
            _army_is_raised_again(game, country)
        for place in game.look_up(HEXES_HELD).get(
            own, ()
        ):  # what is in its own name stays so, but not whoever is there
            if things_at(game, place):
                yield place, own
        yield from ((place, owner) for place in hexes_of(game, country) if _holds(game, power, place))


def _was_free_or_aligned(game: Position, country: int) -> bool:
    """In 1914 it was there, and had not been conquered: it had an army."""
    is_new = game.state.get(COUNTRY_NAMES)[country] in nations_of(game).potential
    return not is_new and not was_conquered_in_1914(game, country)


@rule("fa:14.3", "fa:13.6.2")
def _army_is_raised_again(game: Game, country: int) -> None:
    """As before the war: in the pools of whoever has it again, or beside the map, but for sunk ships, if it is neutral.

    Whoever fought on from another home has his own again.
    """
    game.write(NEW_HOME, country, NOBODY)
    _lost_units_return(game, country)
    if game.state[POWER][country] == own_power(game, country):
        army_goes_home(game, country)


def _lost_units_return(game: Game, country: int) -> None:
    for units in lost_units(game, country).values():
        for unit in units:
            move(game, unit, pool_of(game, unit))


@rule("fa:14.3")
def _conquered_homes(game: Position, power: int) -> tuple[int, ...]:
    """Home countries of other major powers that it has conquered."""
    return tuple(
        country
        for country, conqueror in enumerate(game.state[CONQUEROR])
        if conqueror == power and is_major_home(game, country) and owner_in_1939(game, country) != power
    )


@rule("fa:14.3")
def _hexes_of_homes(game: Position, power: int, homes: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """(hex, owner): what it holds of those, also if it had a claim of its own to it."""
    for place in range(game.state.get(HEXES) if homes else 0):
        if _holds(game, power, place):
            found = (game.state[HOME_COUNTRY][place], home_at_first(game, place))
            home = next((home for home in found if home in homes), NOBODY)
            if home != NOBODY:
                yield place, game.state[POWER][home]


@rule("fa:14.3", "fa:13.6.3.1")
def _free_home(game: Game, country: int, *, army_returns: bool) -> None:
    """It is its own power's again; one that was no more has back what it had lost, as if it had been liberated."""
    game.write(CONQUEROR, country, NOBODY)
    game.write(HELD_DOWN, country, 0)
    game.write(NEW_HOME, country, NOBODY)
    if not army_returns:
        return
    ships_return(game, country)
    _lost_units_return(game, country)


@clause("fa:14.3")
def is_released(game: Game, power: int, conqueror: int) -> None:
    """It is neutral as before the war, and has a pact with whoever had conquered it."""
    end_war(game, power, conqueror)


@rule("fa:14.3")
def _footholds_of(game: Position, power: int) -> Iterator[tuple[int, int]]:
    """(hex, owner): what it holds of countries and territories of the other side without having conquered them."""
    for country in range(len(game.state[POWER])):
        ruler = ruler_of(game, country)
        if is_major_home(game, country) or not _is_other_side_s(game, power, ruler):
            continue
        if KEEPS(game, power, country):
            continue
        if owner_in_1939(game, country) != power:
            yield from ((place, ruler) for place in hexes_of(game, country) if _holds(game, power, place))


def _is_other_side_s(game: Position, power: int, other: int) -> bool:
    return other != NOBODY and game.state[SIDE][other] == other_side(game.state[SIDE][power])


def _holds(game: Position, power: int, place: int) -> bool:
    holder = game.state[CONTROLLER][place]
    return holder != NOBODY and master_of(game, holder) == power


CONDITIONAL_SURRENDER = procedure(
    "conditional surrender", "fa:14.3", other_side_answers, collapse_or_peace, locals=SurrenderOffer
)

MODULE = Module(
    procedures=(CONDITIONAL_SURRENDER,),
    seams=(COLLAPSE, KEEPS),
    changes=(when_morale_breaks.replaced_by(surrender_is_offered),),
)

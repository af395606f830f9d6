"""11.13 Invasions: land units go from their transports at sea onto an enemy coast, and must attack it (11.15)."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import Number, Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, End, Goto, Verb, one, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.enmity import unit_at_war
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY, InTurn, ordered, power_in_turn, somebody_is_left, turn_is_over
from worldfire.forces.kinds import Destination, Power
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE, board_of, move, sea_of_section, things_at
from worldfire.forces.turn import seat_of_power
from worldfire.forces.who import CONTROLLER, power_of
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s02_2_zones_of_control import FRESHLY_LANDED
from worldfire.rules.s02_3_stacking import together_violation
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import count_activity, may_do
from worldfire.rules.s11_04_5_naval_transport import invades_from, may_invade
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_10_entry import gate_violation, land_foes_at
from worldfire.rules.s11_12_debarking import (
    FEW,
    cargo_at_sea,
    is_cargo_at_sea,
    leaves_at_sea,
    leaving_violation,
    pairs_named,
    together_ashore,
    transport_of,
)
from worldfire.rules.s11_14_paradrop import attacked_by, has_own_partisans, is_hostile
from worldfire.rules.s11_15_factors import Arrival
from worldfire.rules.s11_15_land_combat import ACTIVITY as LAND_ATTACKS
from worldfire.rules.s11_15_land_combat import LANDINGS, Attack, LandCombat, Landing, supportable
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s18_2_commitments import of_own_will_violation
from worldfire.tables.counters import NavalType

#: what `FRESHLY_LANDED` says of a unit that came from the sea
INVADED = 1
#: each unit that invades is one such activity, a land move of its own power (10.2)
ACTIVITY = "invasion of a unit"
#: weather in which nobody gets ashore against an enemy
NO_LANDING = frozenset({"storm", "snow", "blizzard"})
#: hexsides between land hexes with nothing but sea along them; straits are such hexsides too
ALL_SEA = frozenset({"all-sea", "straits"})

LOWEST_SECTION = Figure("lowest section that units invade from", "11.13")

#: (unit, the sea-box section that it came from, whether a TRS brought it) of this impulse
INVADERS: Field[tuple[tuple[int, int, bool], ...]] = Field("invaders", ())


class Invaded(Event, frozen=True):
    """A unit goes ashore on an enemy coast."""

    unit: ThingId
    transport: ThingId
    place: PlaceId
    section: int


# ------------------------------------------------------------------------------------------------------- who, and from where


@clause("11.13")
def invader_violation(game: Position, unit: int) -> Violation | None:
    """Why the unit cannot invade anything from where it is: its kind, its ship, the section."""
    ship = transport_of(game, unit)
    if not may_invade(game, unit):
        return refused("11.13", "not-an-invader", unit=Thing(unit))
    found = leaving_violation(game, unit)
    if found is not None:
        return found
    if naval_counter(game, ship).type not in invades_from(game, unit):
        return refused("11.13", "invades-from-an-amph", unit=Thing(unit), transport=Thing(ship))
    if section_number(game, game.state[PLACE][ship]) < LOWEST_SECTION(game):
        return refused(
            "11.13", "invades-from-a-higher-section", transport=Thing(ship), least=Number(LOWEST_SECTION(game))
        )
    return None


# ---------------------------------------------------------------------------------------------------------------- the coast


@rule("11.13")
def beaches(game: Position, sea: str) -> tuple[int, ...]:
    """The coastal hexes that can be invaded from a sea area at all."""
    return game.ruleset.once(_beaches, sea)


def _beaches(ruleset: Ruleset, sea: str) -> tuple[int, ...]:
    seas = board_of(ruleset).tables.seas
    coast = (place for place in range(len(seas)) if sea in seas[place])
    return tuple(place for place in coast if board_of(ruleset).is_land(place) and beach_sides(ruleset, place))


@rule("11.13")
def beach_sides(ruleset: Ruleset, place: int) -> tuple[int, ...]:
    """The neighbours beyond an all-sea hexside.

    Of a hex on several areas each of them is on all: the border of two may end at one (Liverpool).
    """
    board = board_of(ruleset)
    return tuple(
        other
        for other in board.adjacent[place]
        if board.tables.kind[other] == "sea"
        or not ALL_SEA.isdisjoint(board.side(board.number(place), board.number(other)))
    )


@rule("11.13", "9.8", "13.1.3")
def beach_violation(game: Position, unit: int, place: int) -> Violation | None:
    """Why the unit cannot invade this hex."""
    ship, power = transport_of(game, unit), power_of(game, unit)
    if place not in beaches(game, sea_of_section(game, game.state[PLACE][ship])):
        return refused("11.13", "no-beach-on-its-sea-area", unit=Thing(unit), place=Place(place))
    if not is_hostile(game, power, place):
        return refused("11.13", "invasion-of-a-friend", place=Place(place))
    if has_own_partisans(game, power, place):
        return refused("11.13", "no-invasion-of-own-partisans", place=Place(place))
    if not ship_fights(game, ship, place):
        return refused("11.13", "transport-not-at-war", transport=Thing(ship), place=Place(place))
    if weather_at(game, place) in NO_LANDING:
        return refused("11.13", "no-invasion-in-storm", place=Place(place))
    return gate_violation(game, (unit,), place)


@clause("11.13")
def ship_fights(game: Position, ship: int, place: int) -> bool:
    """Is the transport's country at war with the owner of the hex, or of a partisan there?"""
    holders = (power_of(game, unit) for unit in things_at(game, place) if is_partisan(game, unit))
    return any(unit_at_war(game, ship, holder) for holder in (game.state[CONTROLLER][place], *holders))


@rule("11.13", "10.2", "18.2")
def invasions_violation(game: Position, power: int, orders: tuple[tuple[int, int], ...]) -> Violation | None:
    """Each unit is a land move and each hex a land attack; nobody invades beside those that he does not co-operate with."""
    targets = {place for _, place in orders}
    found = may_do(game, power, ACTIVITY, len(orders)) or may_do(
        game, power, LAND_ATTACKS, len(targets | _attacked(game, power))
    )
    return found or together_ashore(game, orders, _company_violation)


@rule("18.2", "19.4.3")
def _company_violation(game: Position, units: tuple[int, ...], place: int) -> Violation | None:
    """Why the units may not invade the hex together, beside those that have landed there."""
    landed = (unit for unit in things_at(game, place) if game.state[FRESHLY_LANDED][unit])
    strangers = together_violation(game, (*landed, *units))
    if strangers is not None:
        return refused("18.2", "attack-with-strangers", **strangers.args)
    return gate_violation(game, units, place) or of_own_will_violation(game, units, place)


def _attacked(game: Position, power: int) -> frozenset[int]:
    return game.recall(("landed on", power), lambda: frozenset(attacked_by(game, power)))


# ------------------------------------------------------------------------------------------------------------- going ashore


@rule("11.13", "10.2")
def invade(game: Game, unit: int, place: int) -> None:
    """They have no ZoC yet, and are in supply for the impulse: 2.2 and 2.4 ask `FRESHLY_LANDED`."""
    ship = transport_of(game, unit)
    section = section_number(game, game.state[PLACE][ship])
    leaves_at_sea(game, unit)
    move(game, unit, place)
    game.write(FRESHLY_LANDED, unit, INVADED)
    by_transport = naval_counter(game, ship).type is not NavalType.AMPH
    game.set(INVADERS, (*game.state.get(INVADERS), (unit, section, by_transport)))
    game.say(Invaded(unit=unit, transport=ship, place=place, section=section))
    count_activity(game, power_of(game, unit), ACTIVITY)


@rule("11.13", "2.4.1")
def invaders_are_supplied(game: Position, unit: int) -> bool:
    """For the rest of the impulse."""
    return game.state[FRESHLY_LANDED][unit] == INVADED


@rule("11.13")
def must_attack(game: Position, landings: tuple[Landing, ...]) -> tuple[Landing, ...]:
    """Whoever invaded this impulse attacks the hex in the land combat step."""
    places, fresh = game.state[PLACE], game.state[FRESHLY_LANDED]
    ashore = (
        Landing(places[unit], Arrival(unit, "invasion", section, by_transport))
        for unit, section, by_transport in game.state.get(INVADERS)
        if fresh[unit] == INVADED and is_hex(game, places[unit])
    )
    return (*landings, *ashore)


@rule("11.15.1/invasion & paradrop combats (and notional units)")
def with_defenders(game: Position, combat: LandCombat) -> tuple[Attack, ...]:
    """Where the notional unit is ignored and nobody else defends there is no attack, and nothing to support."""
    return tuple(
        attack for attack in combat.attacks if attack.notional or land_foes_at(game, attack.units[0], attack.target)
    )


@rule("11.13")
def invasions_are_over(game: Game, event: LastImpulseTested) -> None:
    """The impulse is finished, perhaps the last of the turn: from now on they are land units like others."""
    for unit, fresh in enumerate(game.state[FRESHLY_LANDED]):
        if fresh == INVADED:
            game.write(FRESHLY_LANDED, unit, 0)
    if game.state.get(INVADERS):
        game.set(INVADERS, ())


# ----------------------------------------------------------------------------------------------------------------- the step


class Invading(InTurn):
    """The powers that have finished."""


def _able(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    """Unit → the hexes that it may invade by itself."""
    return game.recall(("able to invade", power), lambda: _look_for_invaders(game, power))


def _look_for_invaders(game: Position, power: int) -> dict[int, tuple[int, ...]]:
    if may_do(game, power, ACTIVITY) is not None:
        return {}
    found: dict[int, tuple[int, ...]] = {}
    for unit in cargo_at_sea(game, power):
        if invader_violation(game, unit) is None:
            coast = beaches(game, sea_of_section(game, game.state[PLACE][transport_of(game, unit)]))
            hexes = tuple(place for place in coast if _is_open(game, unit, place))
            found |= {unit: hexes} if hexes else {}
    return found


def _is_open(game: Position, unit: int, place: int) -> bool:
    if beach_violation(game, unit, place) is not None:
        return False
    return invasions_violation(game, power_of(game, unit), ((unit, place),)) is None


def _invade_shape(game: Position, invading: Invading, seat: str) -> Shape | Violation:
    able = _able(game, power_in_turn(game, invading))
    if not able:
        return refused("11.13", "nobody-can-invade")
    return Orders(tuple(Choices(unit, (STAY, *hexes)) for unit, hexes in sorted(able.items())), most=FEW)


def _invade_violation(game: Position, invading: Invading, seat: str, noun: Noun) -> Violation | None:
    return invasions_violation(game, power_in_turn(game, invading), ordered(noun))


def _invade(game: Game, invading: Invading, seat: str, noun: Noun) -> Control:
    """Nobody named: the power has finished."""
    for unit, place in ordered(noun):
        invade(game, unit, place)
    if not ordered(noun):
        turn_is_over(game, invading)
    return Goto("next_power_invades")


def _why_not_invade(game: Position, invading: Invading, seat: str, noun: Noun) -> Violation | None:
    power = power_in_turn(game, invading)
    for unit, place in pairs_named(game, noun):
        if not is_cargo_at_sea(game, unit):
            return refused("11.13", "not-land-cargo-at-sea")
        if power_of(game, unit) != power:
            return refused("11.13", "not-its-cargo", unit=Thing(unit), power=Power(power))
        found = invader_violation(game, unit) or beach_violation(game, unit, place)
        if found is not None:
            return found
    return invasions_violation(game, power, pairs_named(game, noun))


def _finish(game: Game, invading: Invading, seat: str, noun: Noun) -> Control:
    turn_is_over(game, invading)
    return Goto("next_power_invades")


INVADE = Verb(
    "invade",
    "11.13",
    _invade,
    _invade_shape,
    _invade_violation,
    explain=_why_not_invade,
    items=Thing,
    to=Destination,
)
FINISH_INVADING = Verb("finish-invading", "11.13", _finish)


@step("11.13", also=("10.2",))
def next_power_invades(game: Game, invading: Invading) -> Control:
    """Nobody is asked who has nobody to land, or no action that allows it."""
    return None if somebody_is_left(game, invading, lambda power: bool(_able(game, power))) else End()


@step("11.13", INVADE, FINISH_INVADING)
def choose_invasions(game: Game, invading: Invading) -> Control:
    power = power_in_turn(game, invading)
    seat = seat_of_power(game, power)
    return one(seat, INVADE, FINISH_INVADING, rule="11.13", prompt="invade", power=Power(power))


INVASIONS = procedure("invasions", "11.13", next_power_invades, choose_invasions, locals=Invading)


MODULE = Module(
    schema=Schema(fields=(INVADERS,)),
    procedures=(INVASIONS,),
    subscribes=((LastImpulseTested, invasions_are_over),),
    changes=(
        ALWAYS_SUPPLIED.attach(invaders_are_supplied),
        LANDINGS.attach(must_attack),
        supportable.replaced_by(with_defenders),
    ),
)

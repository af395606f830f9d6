"""15.2 Absorbing the borderlands: while Russia is in civil war, points open regions of it to the Central Powers."""

from __future__ import annotations

import msgspec

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Verb, procedure, step
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Schema
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import Side
from worldfire.forces.things import board_of
from worldfire.forces.turn import active_side, is_active
from worldfire.forces.who import NOBODY, SIDE, power_named
from worldfire.rules.s09_war import DECLARING_WAR
from worldfire.rules.s13_06_production import printed_resources
from worldfire.titles.fa.entry.deeds import central_side
from worldfire.titles.fa.politics.points import ask_the_spender, pay, points_of, price_of

_SECTION = "fa:15.2"
MINSK, CAUCASUS = "Minsk", "Armenia & Azerbaijan"
OTTOMAN_EMPIRE = "ottoman-empire"
UKRAINE = ("West Ukraine", "East Ukraine")
#: what is absorbed → its regions on the board
REGIONS = {
    **{name: (name,) for name in UKRAINE},
    MINSK: ("Minsk region",),
    CAUCASUS: ("Armenia", "Azerbaijan"),
}
_PRICES = {MINSK: "absorb Minsk", CAUCASUS: "absorb Armenia & Azerbaijan"}
_EACH = "absorb Ukraine per resource and city"

#: what the Central Powers may enter and attack
ABSORBED: Field[tuple[str, ...]] = Field("absorbed", ())


class RegionAbsorbed(Event, frozen=True):
    region: str


class Absorbing(msgspec.Struct):
    """Nothing is remembered."""


@clause("fa:14.4")
def is_in_civil_war(game: Position) -> bool:
    """Do Red and White Russia fight each other?"""
    return False


def hexes_of_region(game: Position, name: str) -> frozenset[int]:
    board = board_of(game)
    numbers = (number for region in REGIONS[name] for number in board.tables.regions[region])
    return frozenset(board.index[number] for number in numbers)


@rule(_SECTION)
def price_of_region(game: Position, name: str) -> int:
    """In Ukraine by its resources and cities, elsewhere as printed."""
    if name in _PRICES:
        return price_of(game, _PRICES[name])
    hexes, ground = hexes_of_region(game, name), ground_of(game)
    cities = sum(place in ground.cities for place in hexes)
    resources = sum(place in hexes for place in game.ruleset.once(printed_resources))
    return price_of(game, _EACH) * (cities + resources)


@rule(_SECTION)
def _somebody_can_enter(game: Position, name: str) -> bool:
    """The Caucasus is opened to an Ottoman Empire among the Central Powers and to nobody else."""
    if name != CAUCASUS:
        return True
    power = power_named(game, OTTOMAN_EMPIRE)
    return power != NOBODY and game.state[SIDE][power] == central_side(game) and is_active(game, power)


def regions_to_absorb(game: Position) -> tuple[str, ...]:
    central = central_side(game)
    if not is_in_civil_war(game) or active_side(game) != central:
        return ()
    left = (name for name in REGIONS if name not in game.state.get(ABSORBED) and _somebody_can_enter(game, name))
    return tuple(name for name in left if price_of_region(game, name) <= points_of(game, central))


def _shape(game: Position, absorbing: Absorbing, seat: str) -> Shape | Violation:
    found = regions_to_absorb(game)
    return One(found) if found else refused(_SECTION, "nothing-to-absorb", side=Side(central_side(game)))


def _absorb(game: Game, absorbing: Absorbing, seat: str, noun: Noun) -> Control:
    pay(game, central_side(game), price_of_region(game, noun))
    game.set(ABSORBED, (*game.state.get(ABSORBED), noun))
    game.say(RegionAbsorbed(region=noun))
    return Goto("central_powers_absorb")


def _no_more(game: Game, absorbing: Absorbing, seat: str, noun: Noun) -> Control:
    return End()


ABSORB = Verb("absorb-region", _SECTION, _absorb, _shape)
ABSORB_NO_MORE = Verb("absorb-no-more", _SECTION, _no_more)


@step(_SECTION, ABSORB_NO_MORE, ABSORB)
def central_powers_absorb(game: Game, absorbing: Absorbing) -> Control:
    if not regions_to_absorb(game):
        return End()
    return ask_the_spender(game, central_side(game), ABSORB_NO_MORE, ABSORB, rule=_SECTION, prompt="absorb-region")


ABSORBING = procedure("absorbing borderlands", _SECTION, central_powers_absorb, locals=Absorbing)


@step(_SECTION)
def borderlands_are_absorbed(game: Game, declaring: object) -> Control:
    return Call(ABSORBING.name, Absorbing()) if regions_to_absorb(game) else None


MODULE = Module(
    schema=Schema(fields=(ABSORBED,)),
    procedures=(ABSORBING,),
    changes=(Insert(DECLARING_WAR.name, borderlands_are_absorbed, before="wars_of_the_campaign"),),
)

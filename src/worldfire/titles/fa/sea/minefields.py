"""fa:11.3.2.5 Protected sea zones: minefields on the borders of sea areas, which work for the side that holds their port.

Each ship that crosses rolls; on the value of the fields or less it suffers an X on the spot, with the usual die against its
defence. Whoever is only damaged sails on, and is repaired where he comes into port.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from worldfire.board.model import Boundary
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.figures import Figure
from worldfire.engine.game import Game
from worldfire.engine.kinds import PlaceId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, End, Goto, Roll, procedure, step
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import is_active, other_side, seats_of_side
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, master_of, side_of_power
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s02_3_stacking import CONVOY_POINTS_A_UNIT
from worldfire.rules.s11_04_2_sailing import Hand, sea_at
from worldfire.rules.s11_04_naval_movement import on_the_border
from worldfire.rules.s11_04_naval_units import (
    Item,
    Sailor,
    is_submarine,
    name_of_sailor,
    power_of_sailor,
    seat_of_sailor,
)
from worldfire.rules.s11_04_sea_passages import may_pass, supply_may_pass
from worldfire.rules.s11_04_under_way import Voyage
from worldfire.rules.s11_05_8_damage import damage, defence, is_damaged, sink
from worldfire.rules.s11_05_8_results import hit_on_convoys
from worldfire.rules.s11_05_naval_tables import Hit, damage_chance, next_worse
from worldfire.rules.s11_05_round import TargetName
from worldfire.titles.fa.lists import Listed

MINE = "mine"
#: fields that submarines do not dive under
_AGAINST_SUBMARINES = Listed("ports whose minefields submarines do not dive under", "fa:11.3.2.5")

VALUE_THAT_STOPS_SUPPLY = Figure("mines that no supply passes", "fa:11.3.2.5")


class MineRolled(Event, frozen=True):
    """A ship passes mines: it strikes one on `value` or less."""

    ship: TargetName
    place: PlaceId
    value: int
    die: int


class MineStruck(Event, frozen=True):
    """What a mine did to a ship: the die against its defence, and the result that it suffers."""

    ship: TargetName
    die: int
    suffered: str


# ------------------------------------------------------------------------------------------------------- where mines lie


def fields_of(ruleset: Ruleset) -> tuple[Boundary, ...]:
    """All that are printed on the map."""
    return tuple(line for line in board_of(ruleset).tables.boundaries if line.kind == MINE)


def _fields(ruleset: Ruleset) -> dict[frozenset[str], tuple[Boundary, ...]]:
    """The border of two sea areas → its minefields."""
    found: dict[frozenset[str], tuple[Boundary, ...]] = {}
    for field in fields_of(ruleset):
        seas = frozenset(field.seas)
        found[seas] = (*found.get(seas, ()), field)
    return found


def _holder(game: Position, field: Boundary) -> int:
    return game.state[CONTROLLER][place_index(game, field.port)]


def _is_neutral(game: Position, holder: int) -> bool:
    """A country that is on no side, or a power that is not at war."""
    master = master_of(game, holder)
    return game.state[SIDE][master] == NOBODY or not is_active(game, master)


@rule("fa:11.3.2.5")
def enemy_fields(game: Position, power: int, origin: str, to: str) -> Iterator[Boundary]:
    """Fields on the border whose port the other side holds; those of a neutral hurt nobody who only passes."""
    foe = other_side(side_of_power(game, power))
    for field in game.ruleset.once(_fields).get(frozenset((origin, to)), ()):
        holder = _holder(game, field)
        if side_of_power(game, holder) == foe and not _is_neutral(game, holder):
            yield field


@rule("fa:11.3.2.5")
def fields_at_a_neutral_port(game: Position, power: int, port: int) -> Iterator[Boundary]:
    """On the border that a neutral's port lies on: its own field, or where it has none those of the other side."""
    holder, seas = game.state[CONTROLLER][port], ground_of(game).sea_of(port)
    if holder == NOBODY or not _is_neutral(game, holder):
        return
    for border, fields in game.ruleset.once(_fields).items():
        if border <= frozenset(seas):
            own = tuple(field for field in fields if _holder(game, field) == holder)
            yield from own or enemy_fields(game, power, *border)


@rule("fa:11.3.2.5")
def danger(game: Position, sailor: Sailor, fields: Iterator[Boundary]) -> int:
    """What the unit must roll more than; fields of one border are added together."""
    dives = is_submarine(game, sailor)
    return sum(field.value for field in fields if not dives or field.port in _AGAINST_SUBMARINES(game))


def fields_ahead(game: Position, voyage: Voyage, power: int) -> Iterator[Boundary]:
    """Between where the task force is and the next place; through a port from one sea to another it crosses their border."""
    here, place = voyage.here, voyage.ahead[0]
    origin, to = sea_at(game, here), sea_at(game, place)
    if origin and to:
        yield from enemy_fields(game, power, origin, to)
    elif not to:
        yield from fields_at_a_neutral_port(game, power, place)
    else:
        neutral = tuple(fields_at_a_neutral_port(game, power, here))
        came_from = sea_at(game, voyage.before) if voyage.before != NOBODY else ""
        yield from neutral or (enemy_fields(game, power, came_from, to) if came_from else ())


def _danger_ahead(game: Position, voyage: Voyage, sailor: Sailor) -> int:
    return danger(game, sailor, fields_ahead(game, voyage, power_of_sailor(game, sailor)))


# ---------------------------------------------------------------------------------------------------------- crossing them


class Crossing(msgspec.Struct):
    """Ships that have still to roll, convoy points by the unit."""

    left: tuple[Hand, ...]


@rule("fa:11.3.2.5")
def mines_on_the_border(game: Position, voyage: Voyage) -> Call | None:
    exposed = tuple(hand for hand in voyage.hands if _danger_ahead(game, voyage, hand.sailor))
    return (
        Call(MINES.name, Crossing(tuple(part for hand in exposed for part in _by_units(game, hand))))
        if exposed
        else None
    )


def _by_units(game: Position, hand: Hand) -> Iterator[Hand]:
    """Convoy points roll two by two."""
    sailor, each = hand.sailor, CONVOY_POINTS_A_UNIT(game)
    if not sailor.is_convoy:
        yield hand
        return
    for done in range(0, sailor.points, each):
        points = min(each, sailor.points - done)
        yield msgspec.structs.replace(hand, sailor=msgspec.structs.replace(sailor, points=points))


def _called(game: Position, voyage: Voyage, sailor: Sailor) -> Item:
    return name_of_sailor(sailor, voyage.here)


@step("fa:11.3.2.5")
def next_ship_rolls(game: Game, crossing: Crossing) -> Control:
    if not crossing.left:
        return End()
    sailor = crossing.left[0].sailor
    return Roll("minefield", seat_of_sailor(game, sailor), concerns=_enemies(game, sailor))


def _enemies(game: Position, sailor: Sailor) -> tuple[str, ...]:
    return seats_of_side(game, other_side(side_of_power(game, power_of_sailor(game, sailor))))


@step("fa:11.3.2.5")
def has_it_struck(game: Game, crossing: Crossing) -> Control:
    voyage, sailor = game.enclosing(Voyage), crossing.left[0].sailor
    value, place = _danger_ahead(game, voyage, sailor), _border_place(game, voyage)
    game.say(MineRolled(ship=_called(game, voyage, sailor), place=place, value=value, die=game.total))
    if game.total > value:
        crossing.left = crossing.left[1:]
        return Goto("next_ship_rolls")
    if damage_chance(defence(game, sailor)) == 1:
        return _strike(game, crossing, 0)
    return Roll("naval-damage", seat_of_sailor(game, sailor), concerns=_enemies(game, sailor))


def _border_place(game: Position, voyage: Voyage) -> int:
    ahead = voyage.ahead[0]
    return ahead if is_hex(game, ahead) else section_at(game, sea_at(game, ahead), 0)


@step("fa:11.3.2.5", also=("fa:11.4.7.1",))
def strike_a_mine(game: Game, crossing: Crossing) -> Control:
    return _strike(game, crossing, game.total)


@rule("fa:11.3.2.5", "fa:11.4.7.1")
def _strike(game: Game, crossing: Crossing, die: int) -> Control:
    """An X, or if the die is above its defence the next worse result."""
    voyage, sailor = game.enclosing(Voyage), crossing.left[0].sailor
    crossing.left = crossing.left[1:]
    worse = next_worse(Hit.DESTROY)
    assert worse is not None
    hit = worse if die > defence(game, sailor) else Hit.DESTROY
    game.say(MineStruck(ship=_called(game, voyage, sailor), die=die, suffered=hit))
    if sailor.is_convoy:
        _convoys_strike(game, voyage, sailor, hit)
    elif hit is Hit.DESTROY or is_damaged(game, sailor):
        sink(game, sailor, voyage.here)
        voyage.hands = tuple(hand for hand in voyage.hands if hand.sailor.ship != sailor.ship)
    else:
        damage(game, sailor, voyage.here)
    return Goto("next_ship_rolls")


@rule("fa:11.4.7.2", "fa:11.3.2.5")
def _convoys_strike(game: Game, voyage: Voyage, sailor: Sailor, hit: Hit) -> None:
    """An X sinks two convoy points, a D one."""
    points = min(sailor.points, hit_on_convoys(game, hit)[0])
    sink(game, msgspec.structs.replace(sailor, points=points), voyage.here)
    left = (_fewer(hand, points) if _are_of(hand, sailor) else hand for hand in voyage.hands)
    voyage.hands = tuple(hand for hand in left if not hand.sailor.is_convoy or hand.sailor.points)


def _are_of(hand: Hand, sailor: Sailor) -> bool:
    return hand.sailor.is_convoy and hand.sailor.power == sailor.power


def _fewer(hand: Hand, points: int) -> Hand:
    convoy = msgspec.structs.replace(hand.sailor, points=hand.sailor.points - points)
    return msgspec.structs.replace(hand, sailor=convoy)


MINES = procedure("minefield", "fa:11.3.2.5", next_ship_rolls, has_it_struck, strike_a_mine, locals=Crossing)


# ------------------------------------------------------------------------------------------------------------------ supply


@rule("fa:11.3.2.5", "fa:2.4.2.3")
def no_supply_past_many_mines(game: Position, power: int, origin: str, to: str) -> bool:
    mines = sum(field.value for field in enemy_fields(game, power, origin, to))
    return mines < VALUE_THAT_STOPS_SUPPLY(game) and may_pass(game, power, origin, to)


MODULE = Module(
    procedures=(MINES,),
    changes=(
        on_the_border.replaced_by(mines_on_the_border),
        supply_may_pass.replaced_by(no_supply_past_many_mines, reads=(SIDE, AT_WAR)),
    ),
)

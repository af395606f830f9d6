"""24.1.6 Putting to sea after the set-up (by the sister texts PatiF 11.1.6, AiF 23.5.3 and FA 22.2).

Whoever has set up may sail out of port as in a naval action of the last turn. What sails then stayed at sea at the end of
that turn: it drops a section (13.4), so it carries nothing and goes no lower than section 1. A neutral major power has only
convoy points at sea. Where these lie is their owner's choice among all sea areas in play that its ships can sail to.
"""

from __future__ import annotations

from worldfire.engine.changes import Insert
from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import Place, PlaceId, Thing, ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Control, Verb, one, step
from worldfire.engine.ruleset import Module
from worldfire.engine.shapes import Amounts, Bounds, Choices, Noun, Orders, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.in_turn import STAY, ordered
from worldfire.forces.kinds import Destination, Power, PowerId
from worldfire.forces.lots import Lots
from worldfire.forces.things import PLACE, move, on_the_map, sea_of_section
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import HEXES_HELD, NOBODY, master_of, power_named, power_of
from worldfire.rules.s02_1_sea_areas import adjacent_seas, seas_in_play, section_at, section_number
from worldfire.rules.s02_3_stacking import naval_units
from worldfire.rules.s11_04_2_sailing import Hand, ends_of_move, setting_out
from worldfire.rules.s11_04_naval_units import Sailor, is_submarine, least_convoys, part_of_convoys_violation
from worldfire.rules.s11_04_sea_passages import may_pass, seas_from_port
from worldfire.rules.s13_04_return_to_base import drop_a_section
from worldfire.rules.s24_1_set_up import SetUp, convoys_to_lay, layout_of, lot_violation


class PutToSea(Event, frozen=True):
    """A ship was at sea when the campaign began."""

    power: PowerId
    ship: ThingId
    to: PlaceId


def power_at_sea(game: Position, progress: SetUp) -> int:
    """The power that has just set up."""
    layout = layout_of(game)
    return layout.powers.index(layout.tasks[progress.done][0])


@rule("24.1.6")
def _ships_in_port(game: Position, power: int) -> tuple[int, ...]:
    """A neutral power's stay there."""
    if not is_active(game, power):
        return ()
    own = tuple(unit for unit, place in on_the_map(game) if is_hex(game, place) and power_of(game, unit) == power)
    return tuple(sorted(naval_units(game, own)))


@rule("24.1.6", "11.4.2", "13.4")
def _sections_from(game: Position, hand: Hand, port: int) -> tuple[int, ...]:
    """Where a naval move from the port ends at sea, but not in a section 0: whoever is there must return to base."""
    ends = ends_of_move(game, hand, None, port)
    return tuple(sorted(end for end in ends if sea_of_section(game, end) and section_number(game, end) > 0))


def _ways_out(game: Position, power: int) -> tuple[Choices, ...]:
    """Ships of one port with the same to spend go to the same places."""
    known: dict[tuple[int, bool, int, int, int], tuple[int, ...]] = {}
    found = []
    for ship in _ships_in_port(game, power):
        sailor, port = Sailor(ship), game.state[PLACE][ship]
        hand = setting_out(game, sailor, port)
        key = (port, is_submarine(game, sailor), hand.movement, hand.range, hand.owed)
        if key not in known:
            known[key] = _sections_from(game, hand, port)
        if known[key]:
            found.append(Choices(ship, (STAY, *known[key])))
    return tuple(found)


def _orders(game: Position, progress: SetUp, seat: str) -> Shape | Violation:
    items = _ways_out(game, power_at_sea(game, progress))
    return Orders(items, len(items)) if items else refused("24.1.6", "nobody-puts-to-sea")


def _why_not(game: Position, progress: SetUp, seat: str, noun: Noun) -> Violation | None:
    power = power_at_sea(game, progress)
    for pair in noun if isinstance(noun, tuple) else ():
        if isinstance(pair, tuple) and len(pair) == 2 and all(type(part) is int for part in pair) and pair[1] != STAY:
            ship, place = pair
            if not is_active(game, power):
                return refused("24.1.6", "neutral-puts-no-ship-to-sea", power=Power(power))
            if ship not in _ships_in_port(game, power):
                return refused("24.1.6", "not-your-ship-in-port")
            return refused("24.1.6", "not-put-to-sea-there", unit=Thing(ship), place=Place(place))
    return None


@rule("24.1.6", "13.4")
def _put_to_sea(game: Game, progress: SetUp, seat: str, noun: Noun) -> Control:
    for ship, section in ordered(noun):
        move(game, ship, section)
        drop_a_section(game, ship)
        game.say(PutToSea(power=power_at_sea(game, progress), ship=ship, to=game.state[PLACE][ship]))
    return None


PUT_TO_SEA = Verb("put-to-sea", "24.1.6", _put_to_sea, _orders, explain=_why_not, items=Thing, to=Destination)


@step("24.1.6", PUT_TO_SEA)
def put_to_sea(game: Game, progress: SetUp) -> Control:
    power = power_at_sea(game, progress)
    if not _ships_in_port(game, power):
        return None
    return one(seat_of_power(game, power), PUT_TO_SEA, rule="24.1.6", prompt="put-to-sea", power=Power(power))


# ----------------------------------------------------------------------------------------------------------- convoy points


@rule("24.1.6", "11.4.4")
def seas_sailed_to(game: Position, power: int) -> frozenset[str]:
    """Sea areas in play to which its ships could have come from its ports, however far: not a lake of somebody else's."""
    ports, in_play = ground_of(game).ports, seas_in_play(game)
    own = (port for holder, held in game.look_up(HEXES_HELD).items() if _serves(game, holder, power) for port in held)
    found = {sea for port in own if port in ports for sea in seas_from_port(game, power, port)} & in_play
    frontier = list(found)
    while frontier:
        here = frontier.pop()
        fresh = {sea for sea in adjacent_seas(game, here) if sea not in found and may_pass(game, power, here, sea)}
        found |= fresh
        frontier += fresh
    return frozenset(found)


def _serves(game: Position, holder: int, power: int) -> bool:
    return holder != NOBODY and master_of(game, holder) == power


@rule("24.1.6", "11.4.2")
def anywhere_at_sea(game: Position, power: str) -> Amounts:
    """In any sea area that its ships can sail to, or a port that the campaign names, in whole units where they sail in them.

    An action names all sea areas in play.
    """
    convoys, open_to_it = layout_of(game).convoys[power], seas_sailed_to(game, power_named(game, power))
    points, ports = convoys.points, tuple(place for place, _ in convoys.proposal if is_hex(game, place))
    most = {section_at(game, sea, 0): points if sea in open_to_it else 0 for sea in sorted(seas_in_play(game))}
    bounds = tuple(Bounds(place, 0, number) for place, number in (most | dict.fromkeys(ports, points)).items())
    return Lots(bounds, points, points, each=least_convoys(game))


MODULE = Module(
    changes=(
        Insert("set-up", put_to_sea, before="power_done"),
        convoys_to_lay.replaced_by(anywhere_at_sea),
        lot_violation.replaced_by(part_of_convoys_violation),
    ),
)

"""fa:13.2.3.1 (OE1, OE2, C1) Ships that change hands: battleships built for others are seized, the Goeben hoists another flag.

Each is announced by whoever gains by it; how the country concerned takes it is for its flag on the political track.
"""

from __future__ import annotations

from dataclasses import dataclass

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.kinds import ThingId
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.ruleset import Module, Ruleset
from worldfire.engine.shapes import NOTHING, Noun, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces.ground import is_hex
from worldfire.forces.kinds import PowerId
from worldfire.forces.layout import SET_ASIDE
from worldfire.forces.pools import CIRCLE, REMOVED, construction_pool
from worldfire.forces.situation import TURN
from worldfire.forces.things import COUNTER, FACE_DOWN, PLACE, PRINT, move, place_index, place_name
from worldfire.forces.turn import is_active, seat_of_power
from worldfire.forces.who import CONTROLLER, power_named
from worldfire.rules.s03_sequence import TURN_OF_PLAY
from worldfire.tables.campaign import turn_number

_SECTION = "fa:13.2.3.1"
LAST_TURN_TO_SEIZE = "Jul/Aug 1914"


@dataclass(frozen=True)
class Exchange:
    """One counter takes another's place; `country` is the one whose flag moves."""

    action: str
    by: str
    old: str
    new: str
    country: str


OTTOMAN_SHIPS = Exchange("OE1", "commonwealth", "ottoman-empire-resadiye", "commonwealth-agincourt", "ottoman-empire")
GOEBEN = Exchange("OE2", "germany", "germany-goeben-breslau", "ottoman-empire-selim-yavuz", "ottoman-empire")
CHILEAN_SHIP = Exchange("C1", "commonwealth", "chile-almirante-latorre", "commonwealth-canada", "chile")


class ShipsExchanged(Event, frozen=True):
    """A ship is out of the game and another one serves in its place: an entry action of the country's own."""

    action: str
    power: PowerId
    country: PowerId
    old: ThingId
    new: ThingId


def _rows(ruleset: Ruleset) -> dict[str, int]:
    return {counter.id: row for row, counter in enumerate(ruleset.tables.counters)}


def ship_named(game: Position, name: str) -> int:
    def look() -> int:
        return game.state[COUNTER].index(game.ruleset.once(_rows)[name])

    return game.recall(("ship named", name), look, PRINT)


def _where(game: Position, name: str) -> int:
    return game.state[PLACE][ship_named(game, name)]


@rule(_SECTION)
def exchange_violation(game: Position, exchange: Exchange, seat: str) -> Violation | None:
    """Why the seat cannot do this: it is not its to do, or the country is at war, or it is done."""
    power, country = power_named(game, exchange.by), power_named(game, exchange.country)
    if seat_of_power(game, power) != seat or is_active(game, country):
        return refused(_SECTION, "seizes-no-ships")
    if place_name(game, _where(game, exchange.new)) != SET_ASIDE:
        return refused(_SECTION, "ships-were-exchanged")
    return None


def _exchange(game: Game, exchange: Exchange, to: int) -> None:
    old, new = ship_named(game, exchange.old), ship_named(game, exchange.new)
    face_down = game.state[FACE_DOWN][old]
    move(game, old, place_index(game, REMOVED))
    move(game, new, to)
    game.write(FACE_DOWN, new, face_down)
    power, country = power_named(game, exchange.by), power_named(game, exchange.country)
    game.say(ShipsExchanged(action=exchange.action, power=power, country=country, old=old, new=new))


# ------------------------------------------------------------------------------------------------------- OE1 and C1


def _may_seize_ottoman(game: Position, nothing: None, seat: str) -> Shape | Violation:
    """In the first turn, before they are complete."""
    found = exchange_violation(game, OTTOMAN_SHIPS, seat)
    if found is not None:
        return found
    under_way = place_name(game, _where(game, OTTOMAN_SHIPS.old)).startswith(CIRCLE)
    early = game.state.get(TURN) <= turn_number(LAST_TURN_TO_SEIZE)
    return NOTHING if under_way and early else refused(_SECTION, "ships-are-complete")


def _seize_ottoman(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    _exchange(game, OTTOMAN_SHIPS, _where(game, OTTOMAN_SHIPS.old))
    return None


def _may_seize_chilean(game: Position, nothing: None, seat: str) -> Shape | Violation:
    found = exchange_violation(game, CHILEAN_SHIP, seat)
    if found is not None:
        return found
    built = is_hex(game, _where(game, CHILEAN_SHIP.old))
    return refused(_SECTION, "ships-are-complete") if built else NOTHING


def _seize_chilean(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    """The Canada waits for her second cycle."""
    _exchange(game, CHILEAN_SHIP, construction_pool(game, power_named(game, CHILEAN_SHIP.by)))
    return None


# ---------------------------------------------------------------------------------------------------------------- OE2


def _may_hand_over(game: Position, nothing: None, seat: str) -> Shape | Violation:
    """While she lies in a port of the neutral Ottoman Empire."""
    found = exchange_violation(game, GOEBEN, seat)
    if found is not None:
        return found
    port = _where(game, GOEBEN.old)
    hers = is_hex(game, port) and game.state[CONTROLLER][port] == power_named(game, GOEBEN.country)
    return NOTHING if hers else refused(_SECTION, "not-in-an-ottoman-port")


def _hand_over(game: Game, nothing: None, seat: str, noun: Noun) -> Control:
    _exchange(game, GOEBEN, _where(game, GOEBEN.old))
    return None


SEIZE_OTTOMAN = Announcement(Verb("seize-ottoman-ships", _SECTION, _seize_ottoman, _may_seize_ottoman), TURN_OF_PLAY)
SEIZE_CHILEAN = Announcement(Verb("seize-chilean-ship", _SECTION, _seize_chilean, _may_seize_chilean), TURN_OF_PLAY)
HAND_OVER_GOEBEN = Announcement(Verb("hand-over-goeben", _SECTION, _hand_over, _may_hand_over), TURN_OF_PLAY)

MODULE = Module(announcements=(SEIZE_OTTOMAN, SEIZE_CHILEAN, HAND_OVER_GOEBEN))

"""15.2 Governments in exile: for political points the army of a conquered minor country fights on beside its former master."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.events import Event
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Announcement, Control, Verb
from worldfire.engine.shapes import Noun, One, Shape
from worldfire.engine.violation import Violation, refused
from worldfire.forces import who
from worldfire.forces.ground import ground_of
from worldfire.forces.kinds import CountryId, Owner, PowerId
from worldfire.forces.nations import main_home, nations_of
from worldfire.forces.partisans import is_partisan
from worldfire.forces.pools import REMOVED, pool_of
from worldfire.forces.situation import WITHOUT_FORCE_POOL
from worldfire.forces.things import PLACE, move, place_index
from worldfire.rules.s03_sequence import PLAY
from worldfire.rules.s13_01_partisans import FORMER_POWER
from worldfire.titles.fa.politics.points import pay, payment_violation, price_of, side_spent_for

EXILE = "government in exile"


class GovernmentInExile(Event, frozen=True):
    country: CountryId
    power: PowerId


@rule("fa:15.2")
def may_go_into_exile(game: Position, country: int, side: int) -> bool:
    """A minor country of 1914 that the other side has conquered, at home or altogether, and whose army was of this side."""
    name, conqueror = game.state.get(who.COUNTRY_NAMES)[country], game.state[who.CONQUEROR][country]
    existed = name in ground_of(game).minors and name not in nations_of(game).potential
    host = host_of_exiles(game, country)
    if not existed or who.NOBODY in (conqueror, host) or game.state[who.FALLEN_POWER][host]:
        return False
    sides = game.state[who.SIDE]
    taken = sides[host] == side and sides[conqueror] not in (who.NOBODY, side)
    return taken and bool(lost_soldiers(game, country))


def host_of_exiles(game: Position, country: int) -> int:
    """The power that it still fights beside, or that controlled it before it was conquered altogether."""
    master = game.state[who.POWER][country]
    return game.state[FORMER_POWER][country] if master == game.state[who.CONQUEROR][country] else master


def lost_soldiers(game: Position, country: int) -> tuple[int, ...]:
    """Units of the country that are out of the game."""
    removed = place_index(game, REMOVED)
    lost = (unit for unit in who.units_of(game, country) if game.state[PLACE][unit] == removed)
    return tuple(unit for unit in lost if not is_partisan(game, unit))


def exiles(game: Position, side: int) -> tuple[str, ...]:
    names = game.state.get(who.COUNTRY_NAMES)
    return tuple(name for country, name in enumerate(names) if may_go_into_exile(game, country, side))


def _shape(game: Position, nothing: object, seat: str) -> Shape | Violation:
    side = side_spent_for(game, seat)
    if side == who.NOBODY:
        return refused("fa:15.2", "only-the-spender-decides")
    found = exiles(game, side)
    if not found:
        return refused("fa:15.2", "nobody-in-exile")
    return payment_violation(game, side, price_of(game, EXILE)) or One(found)


@rule("fa:15.2", "fa:20.5.2")
def found_government(game: Game, country: int) -> None:
    """All its units are in the force pools of its former master, arrive in his cities and are supplied from there.

    They go back into the pools when they are lost, whatever he had decided about them when the country was aligned.
    """
    power = host_of_exiles(game, country)
    who.align_country(game, country, power)
    game.write(who.NEW_HOME, country, main_home(game, power))
    left_out = game.state.get(WITHOUT_FORCE_POOL)
    game.set(WITHOUT_FORCE_POOL, tuple(each for each in left_out if each != country))
    for unit in lost_soldiers(game, country):
        move(game, unit, pool_of(game, unit))
    game.say(GovernmentInExile(country=country, power=power))


def _go(game: Game, nothing: object, seat: str, noun: Noun) -> Control:
    country = who.country_named(game, noun)
    pay(game, game.state[who.SIDE][host_of_exiles(game, country)], price_of(game, EXILE))
    found_government(game, country)
    return None


GO_INTO_EXILE = Announcement(Verb("government-in-exile", "fa:15.2", _go, _shape, items=Owner), PLAY)

"""15.1.1 What a neutral country grants the side that its flag leans to; concessions of the beaten grant the same (15.2.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Schema, memo
from worldfire.forces import who
from worldfire.forces.partisans import is_partisan
from worldfire.forces.sending_home import send_home
from worldfire.forces.situation import TURN
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.turn import is_active, other_side
from worldfire.rules.s02_4_supply_limits import NEUTRAL_LETS_SUPPLY_PASS
from worldfire.rules.s09_06_aligning import STAY_NEUTRAL, MinorAligned, own_power
from worldfire.rules.s11_09_rail import RAILS
from worldfire.rules.s11_10_entry import ADMITTED
from worldfire.rules.s13_06_production import lets_resources_pass
from worldfire.rules.s18_2_commitments import host_of
from worldfire.tables.counters import NavalCounter
from worldfire.titles.fa.latent import is_latent
from worldfire.titles.fa.lists import Listed
from worldfire.titles.fa.neutral_basing import ACTIVITY
from worldfire.titles.fa.own_units import is_of_a_major
from worldfire.titles.fa.politics.flags import (
    ALLY,
    FLAG,
    SECOND_FLAG,
    box_towards,
    can_be_influenced,
    has_two_flags,
    threshold,
)

PORTS, PASSAGE, RESOURCES, TROOPS = (
    "restricted ports",
    "rail, supply and rebase access",
    "all resources",
    "foreign troop access",
)
#: before they join anybody
KEEP_RESOURCES = Listed("powers that send nothing but by agreement before they are active", "fa:15.3.1")
#: what the answers below read of the state, also where they are given by the calendar (fa:22.6)
READS = (
    TURN,
    who.SIDE_NAMES,
    FLAG,
    SECOND_FLAG,
    STAY_NEUTRAL,
    who.POWER,
    who.CONQUEROR,
    who.CONTROLLER,
    who.HOME_COUNTRY,
    who.COUNTRY_NAMES,
    who.POWER_NAMES,
    who.SIDE,
    who.COUNTRY,
    *ACTIVITY,
)


#: where friendly neutrals let a side pass, and what they send it
FRIENDS = memo("friendly neutrals", (*READS, who.HEXES_HELD))


@clause("fa:15.1.1", "fa:15.2.1")
def grants(game: Position, country: int, side: int, benefit: str) -> bool:
    """Has the side this benefit of the neutral country? All benefits go on in higher boxes; who has two flags gives none.

    Nor does Japan in a war of its own, though its flag lies on the track (15.3.1).
    """
    if side == who.NOBODY or not can_be_influenced(game, country) or has_two_flags(game, country):
        return False
    if game.state[who.SIDE][own_power(game, country)] != who.NOBODY:
        return False
    return threshold(game, benefit) <= box_towards(game, country, side) < ALLY


@rule("fa:15.1.1")
def restricted_to(game: Position, country: int) -> int:
    """The only side that may base ships in the neutral country (2.4.3), who.NOBODY if it is open to both."""
    return next((side for side in (0, 1) if grants(game, country, side, PORTS)), who.NOBODY)


@rule("fa:15.1.1", "fa:2.4.3")
def restricted_ports(game: Position, holder: int) -> int:
    """The same of whoever holds a port."""
    country = _country_of(game, holder)
    return who.NOBODY if country == who.NOBODY else restricted_to(game, country)


def _neutral_country(game: Position, place: int) -> int:
    """The neutral country that controls the hex itself, who.NOBODY if somebody else does."""
    country, holder = game.state[who.HOME_COUNTRY][place], game.state[who.CONTROLLER][place]
    if who.NOBODY in (country, holder) or game.state[who.SIDE][holder] != who.NOBODY:
        return who.NOBODY
    return country if own_power(game, country) == holder else _country_of(game, holder)


def _country_of(game: Position, power: int) -> int:
    """A colony is its neutral mother country's."""
    name = game.state.get(who.POWER_NAMES)[power]
    names = game.state.get(who.COUNTRY_NAMES)
    return names.index(name) if name in names else who.NOBODY


@rule("fa:15.1.1")
def supply_passes(game: Position, country: int, place: int) -> bool:
    neutral = _neutral_country(game, place)
    return neutral != who.NOBODY and grants(
        game, neutral, game.state[who.SIDE][game.state[who.POWER][country]], PASSAGE
    )


@rule("fa:15.1.1")
def rails_of_friends(game: Position, own: frozenset[int], side: int, power: int) -> frozenset[int]:
    """The railways of a friendly neutral may be passed, though no move ends there."""
    return game.recall((own, side), lambda: own | frozenset(_hexes_of_friends(game, side)), FRIENDS)


def _hexes_of_friends(game: Position, side: int) -> Iterator[int]:
    for holder, hexes in game.look_up(who.HEXES_HELD).items():
        if holder != who.NOBODY and game.state[who.SIDE][holder] == who.NOBODY:
            country = _country_of(game, holder)
            if country != who.NOBODY and grants(game, country, side, PASSAGE):
                yield from hexes


@rule("fa:15.1.1", "fa:19.2.1")
def troops_are_admitted(game: Position, unit: int, place: int) -> bool:
    """Units of major powers themselves may come in, as foreign troops."""
    country = _neutral_country(game, place)
    if country == who.NOBODY:
        return False
    power, own = who.power_of(game, unit), own_power(game, game.state[who.HOME_COUNTRY][place])
    if power == own or not is_active(game, power) or not is_of_a_major(game, unit):
        return False
    return grants(game, country, game.state[who.SIDE][power], TROOPS)


@rule("fa:15.1.1", "fa:19.2.1")
def guests_need_an_hq(usual: Callable[[Position, int, int], int], game: Position, unit: int, place: int) -> int:
    """In a neutral country that lets them in they are foreign troops; ships lie in its ports by rules of their own (2.4.3)."""
    host = usual(game, unit, place)
    if not troops_are_admitted(game, unit, place):
        return host
    ashore = not isinstance(counter_of(game, unit), NavalCounter) and not is_partisan(game, unit)
    return game.state[who.HOME_COUNTRY][place] if ashore else host


@rule("fa:15.1.1", "fa:20.1")
def only_friends_send_resources(
    usual: Callable[[Position, int, int], bool], game: Position, holder: int, power: int
) -> bool:
    """Whoever has all the resources of a neutral country is the only one to send any through it."""
    if holder != who.NOBODY and game.state[who.SIDE][holder] == who.NOBODY:
        country = _country_of(game, holder)
        if country != who.NOBODY and grants(game, country, other_side(game.state[who.SIDE][power]), RESOURCES):
            return False
    return usual(game, holder, power)


@rule("fa:15.1.1", "fa:15.3.1", "fa:15.3.2", "fa:15.3.5")
def sends_everything(game: Position, country: int, side: int) -> bool:
    """All resources go to the side; but Japan and China keep theirs, of whom agreements alone count."""

    def look() -> bool:
        own = own_power(game, country)
        if own == who.NOBODY or (is_latent(game, own) and game.state.get(who.POWER_NAMES)[own] in KEEP_RESOURCES(game)):
            return False
        return grants(game, country, side, RESOURCES)

    return game.recall(("everything", country, side), look, FRIENDS)


@rule("fa:15.1.1", "fa:2.4.3")
def guests_go_home(game: Game, event: MinorAligned) -> None:
    """Troops and aircraft in what a country that joins the other side holds are on the circle for two turns.

    Its colonies join with it; ships are overrun there.
    """
    side, owner = game.state[who.SIDE][event.power], own_power(game, event.country)
    guests = (unit for place in game.look_up(who.HEXES_HELD).get(owner, ()) for unit in things_at(game, place))
    ashore = (unit for unit in guests if not isinstance(counter_of(game, unit), NavalCounter))
    send_home(game, tuple(unit for unit in ashore if who.side_of(game, unit) not in (who.NOBODY, side)))


MODULE = Module(
    schema=Schema(derived=(FRIENDS,)),
    subscribes=((MinorAligned, guests_go_home),),
    changes=(
        NEUTRAL_LETS_SUPPLY_PASS.attach(supply_passes, reads=READS),
        RAILS.attach(rails_of_friends),
        ADMITTED.attach(troops_are_admitted, reads=READS),
        host_of.wrapped_by(guests_need_an_hq, reads=READS),
        lets_resources_pass.wrapped_by(only_friends_send_resources),
    ),
)

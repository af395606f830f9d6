"""Harbours: where ships are best kept between their voyages, and where new ones come in."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from worldfire.engine.position import Position
from worldfire.engine.shapes import One
from worldfire.forces.ground import ground_of
from worldfire.forces.things import board_of, things_at
from worldfire.forces.who import COUNTRY, side_of
from worldfire.players.cadet import combat, home
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import is_world_war
from worldfire.players.cadet.seascape import FAR, TRANSPORTS, Seascape, is_kind, is_war_at_sea, naval, worth
from worldfire.rules.s02_3_stacking import naval_room
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.rules.s11_04_naval_units import Item
from worldfire.rules.s11_04_voyages import Berth
from worldfire.rules.s18_1_cooperation import cooperation_violation
from worldfire.rules.s18_2_commitments import foreign_troops_violation
from worldfire.tables.counters import NavalType
from worldfire.titles import judgement_of

#: what a point within reach of a port counts
OF_PROSPECTS = 0.5
#: what a major port gains, a port loses into which any invader could walk, and a point of the enemy's might near it costs
OF_A_MAJOR_PORT, OF_AN_EMPTY_PORT, OF_DANGER = 1.5, 2.0, 0.06


def is_welcome(game: Position, ships: Iterable[Item], port: int) -> bool:
    """Do they co-operate with all friends in the port? Otherwise somebody is destroyed when the step ends (2.3.1, 18.2)."""
    there = things_at(game, port)
    newcomers = [ship for ship in ships if isinstance(ship, int)]
    return all(
        side_of(game, unit) != side_of(game, ship) or cooperation_violation(game, ship, unit) is None
        for ship in newcomers
        for unit in there
    )


def lets_in(game: Position, units: Iterable[Item], port: int) -> bool:
    """Is the port open to them alone? Some are offered that open with an HQ aboard (18.2)."""
    return foreign_troops_violation(game, tuple(unit for unit in units if isinstance(unit, int)), port) is None


def takes_in(game: Position, berth: Berth, port: int) -> bool:
    """The ship with this unit aboard, and nobody else."""
    return is_welcome(game, berth, port) and lets_in(game, berth, port)


def port_merit(seascape: Seascape, port: int, ships: Collection[Item]) -> float:
    """With much in reach, large, out of danger, and for transports beside troops that they could carry."""
    game = seascape.game
    known = seascape.harbours.get(port)
    if known is None:
        known = seascape.harbours[port] = _harbour(seascape, port)
    merit, waiting, landing_craft, full, danger = known
    if waiting and any(is_kind(game, ship, *TRANSPORTS) for ship in ships):
        merit += 2.0 if any(is_kind(game, ship, NavalType.AMPH) for ship in ships) else 4.0
    merit += landing_craft
    if full or not is_welcome(game, ships, port):
        merit -= FAR
    return merit - danger


def _harbour(seascape: Seascape, port: int) -> tuple[float, bool, float, bool, float]:
    """What a port is worth to anybody, whether invaders wait in it, what its landing craft add, is it full, and its danger."""
    game = seascape.game
    merit = OF_PROSPECTS * seascape.prospects(port)
    merit += OF_A_MAJOR_PORT * (ground_of(game).ports.get(port) == "major")
    merit -= OF_AN_EMPTY_PORT * (not seascape.troops(port, seascape.side))
    waiting = (
        seascape.is_camp(port)
        if judgement_of(game).ferries_armies
        else any(may_invade(game, unit) for unit in seascape.troops(port, seascape.side))
    )
    landing_craft = 0.5 * any(is_kind(game, ship, NavalType.AMPH) for ship in things_at(game, port))
    danger = max((seascape.danger(sea) for sea in board_of(game).tables.seas[port]), default=0.0)
    return merit, waiting, landing_craft, naval_room(game, port) <= 0, OF_DANGER * danger


def place_unit(question: Question) -> Action:
    """New ships nearest to the front; everything else as ever."""
    unit = int(question.args["unit"])
    if naval(question.game, unit) is None or not (is_war_at_sea(question.game) or is_world_war(question.game)):
        return home.place_unit(question)
    shape, seascape = question.shape("place-unit", One), Seascape(question.game, question.side, question.powers)
    places = [int(place) for place in shape.domain]
    return "place-unit", max(places, key=lambda place: (port_merit(seascape, place, (unit,)), -place))


def destroy_surplus(question: Question) -> Action:
    """Where ships are too many, or among strangers: of whoever has least there, what is worth least."""
    verb, shape = question.only_shape(One)
    game = question.game
    units = [int(unit) for unit in shape.domain]
    if not any(naval(game, unit) is not None for unit in units):
        return combat.destroy_surplus(question)
    of_country: dict[int, float] = {}
    for unit in units:
        country = game.state[COUNTRY][unit]
        of_country[country] = of_country.get(country, 0.0) + worth(game, unit)
    return verb, min(units, key=lambda unit: (of_country[game.state[COUNTRY][unit]], worth(game, unit), unit))

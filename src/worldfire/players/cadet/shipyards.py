"""Shipyards: damaged ships are repaired, convoys made good, and the rest of the points goes to the army and the air force."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from worldfire.advice.building import usual_worth
from worldfire.engine.position import Position
from worldfire.engine.shapes import One
from worldfire.forces.ground import ground_of
from worldfire.forces.things import counter_of
from worldfire.forces.turn import PRODUCED, power_name
from worldfire.forces.who import COUNTRY, HOME_COUNTRY
from worldfire.players.cadet import buying, convoys
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import is_world_war, look
from worldfire.players.cadet.seascape import TRANSPORTS, Seascape, is_kind, is_war_at_sea, might, naval
from worldfire.rules.s13_06_production import COMPLETE_SHIP, PowerProduction, dock_cost, dock_turns, turns_of
from worldfire.tables.counters import AirCounter, AirType, LandCounter, LandType, NavalType
from worldfire.titles import war_plan_of
from worldfire.titles.war_plan import Shares

#: what a transport counts beside a warship's might: without it nobody lands
OF_A_TRANSPORT = 8.0
#: a dock gets no more than this part of the points that are left, or in a world war all docks of those that were made
OF_THE_POINTS = 0.5
#: in a world war: what a point of a ship's price counts beside combat factors, and a transport's more; a ship is built in two
#: cycles
OF_A_SHIP, OF_TRANSPORTS, CYCLES = 1.2, 1.5, 2
#: and to whoever is outsailed: submarines, and ships that would only lie in port
OF_RAIDERS, OF_THE_OUTSAILED = 3.0, 0.6
#: what anything is worth to points that would buy nothing else
LEFT_OVER = 0.01
#: what kinds of units count beside others
USES: Mapping[LandType | AirType, float] = {
    LandType.MAR: 2.5,
    LandType.HQ_A: 0.5,
    LandType.HQ_I: 0.5,
    LandType.MIL: 0.8,
    LandType.MECH: 0.5,
    LandType.ARM: 0.5,
    AirType.NAV: 1.5,
}
#: points within reach of a country's ports that make it a country near the war, and what is left of the worth of others
NEAR_THE_WAR, OF_THE_FAR = 3.0, 0.05


def buy(question: Question) -> Action:
    """Where fleets decide, first what brings ships back before the campaign ends."""
    if is_war_at_sea(question.game) or is_world_war(question.game):
        ship = _best_in_dock(question, _points_for_docks(question))
        if ship is not None:
            return COMPLETE_SHIP.name, ship
        laid = convoys.build(question, question.game.enclosing(PowerProduction).power)
        return _order(question) if laid is None else laid
    return buying.buy(question)


def _order(question: Question) -> Action:
    """Units; in a world war any ship, or convoy points if they could be laid, for what the pools leave over."""
    found = buying.order(question, measure(question))
    if found[0] != "stop-building" or not is_world_war(question.game):
        return found
    ship = _best_in_dock(question, question.game.enclosing(PowerProduction).points)
    if ship is not None:
        return COMPLETE_SHIP.name, ship
    return convoys.build_more(question) or found


def measure(question: Question) -> Callable[[Position, int], float]:
    """What a unit is worth in a war at sea: marines most, and nobody who comes too late or to a coast far from the war."""
    if is_world_war(question.game):
        return _of_all_arms(question)
    game, left = question.game, look(question.game, question.side, question.powers).turns_left
    seascape = Seascape(game, question.side, question.powers)
    prospects: dict[int, float] = {}
    for port in ground_of(game).ports:
        country = game.state[HOME_COUNTRY][port]
        if seascape.holder(port) == question.side:
            prospects[country] = max(prospects.get(country, 0.0), seascape.prospects(port))

    def worth(position: Position, unit: int) -> float:
        counter = counter_of(position, unit)
        if turns_of(position, unit) >= left:
            return 0.0
        near = min(1.0, prospects.get(position.state[COUNTRY][unit], 0.0) / NEAR_THE_WAR)
        use = USES.get(counter.type, 1.0) if isinstance(counter, LandCounter | AirCounter) else 1.0
        return usual_worth(position, unit) * use * max(near, OF_THE_FAR)

    return worth


def _of_all_arms(question: Question) -> Callable[[Position, int], float]:
    """In a world war: the army and the air force by what they fight with, ships by their price and the power's trade."""
    on_land, left = buying.measure(question), look(question.game, question.side, question.powers).turns_left
    shares, outsailed = _shares(question), Seascape(question.game, question.side, question.powers).is_outsailed

    def worth(game: Position, unit: int) -> float:
        return max(LEFT_OVER, of_its_arm(game, unit))  # a point that is not spent is lost

    def of_its_arm(game: Position, unit: int) -> float:
        ship = naval(game, unit)
        if ship is None:
            counter = counter_of(game, unit)
            lands = shares.landing if counter.type is LandType.MAR else 1.0
            return on_land(game, unit) * lands * (shares.air if isinstance(counter, AirCounter) else shares.land)
        if turns_of(game, unit) * CYCLES > left:
            return 0.0
        use = OF_TRANSPORTS if ship.type in TRANSPORTS else 1.0
        use *= shares.landing if ship.type is NavalType.AMPH else 1.0
        if outsailed and ship.type not in TRANSPORTS:
            use = OF_RAIDERS if ship.type is NavalType.SUB else OF_THE_OUTSAILED
        # a half-finished ship is worth nothing yet: whoever is no sea power lays down few
        return shares.sea * min(1.0, shares.sea) * use * OF_A_SHIP * ship.cost_first

    return worth


def _shares(question: Question) -> Shares:
    """What a point spent on each arm counts for the power that builds."""
    power = power_name(question.game, question.game.enclosing(PowerProduction).power)
    return war_plan_of(question.game).shares.get(power, Shares())


def _best_in_dock(question: Question, points: float) -> int | None:
    """The ship that is most worth its price, of those that cost no more than these points and are ready in time."""
    shape, game = question.offers.get(COMPLETE_SHIP.name), question.game
    if not isinstance(shape, One):
        return None
    left = look(game, question.side, question.powers).turns_left

    def merit(ship: int) -> float:
        return (might(game, ship) + OF_A_TRANSPORT * is_kind(game, ship, *TRANSPORTS)) / max(
            1, dock_cost(game, ship) or 1
        )

    able = [
        int(ship)
        for ship in shape.domain
        if (dock_cost(game, int(ship)) or 0) <= points
        and dock_turns(game, int(ship)) <= left
        and question.is_legal(COMPLETE_SHIP.name, ship)
    ]
    return max(able, key=lambda ship: (merit(ship), -ship), default=None)


def _points_for_docks(question: Question) -> float:
    """What the docks may still cost: in a world war their share of all that was made, and not of what is left each time."""
    work = question.game.enclosing(PowerProduction)
    if not is_world_war(question.game):
        return OF_THE_POINTS * work.points
    made, seascape = question.game.state[PRODUCED][work.power], Seascape(question.game, question.side, question.powers)
    use = OF_THE_OUTSAILED if seascape.is_outsailed else 1.0
    return OF_THE_POINTS * _shares(question).sea * use * made - (made - work.points)

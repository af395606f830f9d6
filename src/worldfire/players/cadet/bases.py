"""Air bases: within range of the front, behind troops, in a city, and not where they would be overrun."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import CAMPAIGN
from worldfire.forces.things import counter_of, things_at
from worldfire.players.cadet.asking import Action, Puzzled, Question
from worldfire.players.cadet.bombers import air_counter, use
from worldfire.players.cadet.picture import FAR, Picture, look
from worldfire.rules.s02_3_stacking import aircraft_limit
from worldfire.tables.counters import AirCounter, AirType

#: how far behind the front each type of aircraft likes its base
BEHIND = {AirType.FTR: 2, AirType.LND: 3, AirType.NAV: 4, AirType.ATR: 7}


#: where there is no room: an aircraft would be lost when the step ends
OVERFULL = 100


def base_merit(picture: Picture, unit: int, place: int) -> float:
    """How good a base is: within range of the front, behind troops, in a city, and not where it would be overrun."""
    counter = air_counter(picture, unit)
    front = picture.enemy_distance(place)
    reach = counter.range or 3
    wanted = min(BEHIND.get(counter.type, 4), max(2, reach - 1))
    merit = -abs(min(front, 40) - wanted)
    if front <= 1:
        merit -= 12
    if front <= 2 and place not in picture.own:
        merit -= 5
    if place in picture.own:
        merit += 1.0
    if place in ground_of(picture.game).cities:
        merit += 0.8
    there = sum(other != unit for other in picture.planes.get(place, ()))
    if there >= aircraft_limit(picture.game, place, things_at(picture.game, place)):
        merit -= OVERFULL
    elif there >= aircraft_limit(picture.game, place, ()):
        merit -= 6  # only while an HQ is there: when it moves on, one aircraft is lost (2.3.1)
    return merit - 0.2 * there


def choose_base(question: Question) -> Action:
    verb, shape = question.only_shape(One)
    if not question.game.state.get(CAMPAIGN):
        raise Puzzled("without a campaign there is no front to be near to")
    picture = look(question.game, question.side, question.powers)
    unit = question.args.get("unit")
    places = [int(place) for place in shape.domain]
    if not isinstance(unit, int) or not isinstance(counter_of(question.game, unit), AirCounter):
        return verb, max(places, key=lambda place: (picture.enemy_distance(place), -place))
    best = max(places, key=lambda place: (base_merit(picture, unit, place), -place))
    may_stay = verb == "rebase-to" and "stay-at-base" in question.offers
    if may_stay and base_merit(picture, unit, best) < base_merit(picture, unit, picture.place(unit)) + 1.0:
        return "stay-at-base", None
    return verb, best


def rebase(question: Question) -> Action:
    """Whoever is in danger, or too far from the front to fly there."""
    shape = question.offers.get("rebase")
    if not isinstance(shape, One):
        return "finish-rebasing", None
    picture = look(question.game, question.side, question.powers)

    def need(unit: int) -> float:
        front = picture.enemy_distance(picture.place(unit))
        if front <= 1:
            return 20.0
        return float(min(front, FAR) - (air_counter(picture, unit).range or 3))

    unit = max((int(unit) for unit in shape.domain), key=lambda unit: (need(unit), use(picture, unit), -unit))
    return ("rebase", unit) if need(unit) > 0 else ("finish-rebasing", None)

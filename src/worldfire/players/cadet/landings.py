"""From ship to shore: which coasts to invade, with whom and under what cover; who debarks; whose guns support it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from worldfire.engine.position import Position
from worldfire.engine.shapes import Item, One, Orders, Set
from worldfire.forces.ground import ground_of
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import PLACE, aboard, counter_of, sea_of_section, things_at
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, HOME_COUNTRY, power_of, seat_of
from worldfire.players.cadet import home
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.bases import base_merit, choose_base
from worldfire.players.cadet.invading import Lander, promise
from worldfire.players.cadet.picture import is_world_war, look
from worldfire.players.cadet.seascape import HOME_GUARD, Seascape, is_ready, is_war_at_sea, section_of
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s11_04_5_naval_transport import coast_of, invades_from, may_invade
from worldfire.rules.s11_04_naval_units import naval_counter
from worldfire.rules.s11_04_voyages import Boarding
from worldfire.rules.s11_12_debarking import transport_of
from worldfire.rules.s11_13_invasions import LOWEST_SECTION, NO_LANDING, beaches
from worldfire.rules.s11_15_2_shore_bombardment import Fire, bombardment_factors
from worldfire.rules.s13_09_victory import SCORE_PLACES
from worldfire.tables.counters import LandCounter, LandType, NavalType
from worldfire.titles import judgement_of

#: a landing must promise so much of a point; in a world war, where nobody can wait for better odds everywhere, less
WORTH_LANDING, WORTH_TRYING = 0.35, 0.15
#: more than this of what a hex is worth cannot be hoped for
NEARLY_CERTAIN = 0.85
#: what the last unit in a place that counts is worth there, in the place's points: by the sea areas between it and an enemy
#: transport, and near to the enemy's army
LAST_GUARD = (0.6, 0.6, 0.4, 0.25)
AT_THE_FRONT, NEAR = 0.9, 4
#: what a port behind a front is worth to an army from overseas, and each hex from there to the enemy
OF_THE_FRONT, OF_A_HEX = 3.0, 0.05
#: hexes from which an army comes before more can be landed, and how many times the first wave it is met by then
MARCH, FOLLOWED = 5, 1.5


@dataclass(frozen=True)
class Beach:
    """A hex worth invading, and what it promises."""

    place: int
    merit: float


def worth_landing(game: Position) -> float:
    return WORTH_TRYING if is_world_war(game) else WORTH_LANDING


def strength(game: Position, unit: int) -> float:
    counter = counter_of(game, unit)
    return float(counter.strength or 0) if isinstance(counter, LandCounter) else 0.0


def best_beach(
    seascape: Seascape, landers: Sequence[Lander], sea: str, coming: Iterable[tuple[int, int]] = ()
) -> Beach | None:
    """The hex on this sea that they had best invade together."""
    game, guns = seascape.game, tuple(coming)
    found = [
        Beach(place, promise(seascape, landers, place, guns) * _hope_to_stay(seascape, landers, place))
        for place in beaches(game, sea)
        if place in seascape.targets and weather_at(game, place) not in NO_LANDING
    ]
    return max(found, key=lambda beach: (beach.merit, -beach.place), default=None)


def _hope_to_stay(seascape: Seascape, landers: Sequence[Lander], place: int) -> float:
    """In a world war whoever lands before an army is soon thrown back into the sea."""
    if not is_world_war(seascape.game):
        return 1.0
    ashore = sum(strength(seascape.game, lander.unit) for lander in landers)
    army = seascape.army_near(place, MARCH)
    return 1.0 if army <= FOLLOWED * ashore else (FOLLOWED * ashore / army) ** 2


def may_be_spared(seascape: Seascape, unit: int) -> bool:
    """In a world war somebody stays at home, and where a garrison is owed, whatever is to be won elsewhere."""
    if not is_world_war(seascape.game):
        return True
    if is_on_watch(seascape.game, unit):
        return False
    country, home_of = seascape.game.state[COUNTRY][unit], seascape.game.state[HOME_COUNTRY]
    at_home = home_of[seascape.game.state[PLACE][unit]] == country
    return not at_home or seascape.ashore.garrisons.get(country, 0) > HOME_GUARD


def is_on_watch(game: Position, unit: int) -> bool:
    """Does it count for the garrison that its power owes where it stands?"""
    power = power_of(game, unit)

    def look() -> frozenset[int]:
        watch = judgement_of(game).watch(game, power)
        if watch is None:
            return frozenset()
        return frozenset(each for place in watch.places for each in things_at(game, place) if watch.counts(each) > 0)

    return unit in game.recall(("on watch", power), look)


def lander_of(game: Position, unit: int, ship: int) -> Lander:
    """The unit as it would invade from this ship where that is now."""
    return Lander(unit, section_of(game, ship), naval_counter(game, ship).type is NavalType.TRS)


def merit_alone(seascape: Seascape, unit: int, ship: int) -> float:
    """What the best beach promises to the unit by itself from this ship at sea."""
    sea = sea_of_section(seascape.game, seascape.game.state[PLACE][ship])
    beach = best_beach(seascape, (lander_of(seascape.game, unit, ship),), sea) if sea else None
    return 0.0 if beach is None else beach.merit


def price_of_leaving(seascape: Seascape, unit: int) -> float:
    """What it costs that the unit leaves its hex: something if it is the last that guards what counts."""
    place = seascape.game.state[PLACE][unit]
    if place not in seascape.points or len(seascape.troops(place, seascape.side)) > 1:
        return 0.0
    if seascape.ashore.enemy_distance(place) <= NEAR:
        return AT_THE_FRONT * seascape.points[place]
    return LAST_GUARD[min(seascape.exposure(place), len(LAST_GUARD) - 1)] * seascape.points[place]


def may_invade_from(game: Position, unit: int, ship: int) -> bool:
    return may_invade(game, unit) and naval_counter(game, ship).type in invades_from(game, unit)


def is_high_enough(game: Position, place: int) -> bool:
    return bool(sea_of_section(game, place)) and section_number(game, place) >= LOWEST_SECTION(game)


def could_board(seascape: Seascape, seat: str, ship: int, sea: str) -> Iterator[int]:
    """Own invaders on the coast of a sea area that the ship could take aboard when it ends its move there."""
    game, ports = seascape.game, ground_of(seascape.game).ports
    amphibious = naval_counter(game, ship).type is NavalType.AMPH
    for place in coast_of(game, sea):
        for unit in things_at(game, place):
            if not isinstance(counter_of(game, unit), LandCounter) or seat_of(game, unit) != seat:
                continue
            anywhere = amphibious or counter_of(game, unit).type is LandType.MAR or place in ports
            able = is_ready(game, unit) and may_invade_from(game, unit, ship)
            if anywhere and able and may_be_spared(seascape, unit):
                yield unit


# --------------------------------------------------------------------------------------------------------- going aboard


def embark(question: Question) -> Action:
    """Invaders with a beach in the sea area; nobody else leaves his post."""
    shape = question.offers.get("embark")
    if not isinstance(shape, Boarding):
        return "enough-aboard", None
    seascape, game = Seascape(question.game, question.side, question.powers), question.game
    best: tuple[float, tuple[int, int]] | None = None
    for unit, ship in shape.berths:
        place = game.state[PLACE][ship]
        sea = sea_of_section(game, place) if is_high_enough(game, place) else ""
        if not sea or not may_invade_from(game, unit, ship) or not may_be_spared(seascape, unit):
            continue
        merit = _gain(seascape, unit, ship, sea) - price_of_leaving(seascape, unit)
        if merit >= worth_landing(game) and (best is None or merit > best[0]):
            best = (merit, (unit, ship))
    return ("enough-aboard", None) if best is None else ("embark", (best[1],))


def _gain(seascape: Seascape, unit: int, ship: int, sea: str) -> float:
    """What the unit adds: a beach of its own, or better odds to those who are aboard already."""
    game = seascape.game
    others = [
        lander_of(game, cargo, other)
        for other in seascape.own(sea)
        for cargo in things_at(game, aboard(other))
        if other != ship and is_ready(game, cargo) and may_invade_from(game, cargo, other)
    ]
    alone = merit_alone(seascape, unit, ship)
    if not others:
        return alone
    before, after = (best_beach(seascape, each, sea) for each in (others, [*others, lander_of(game, unit, ship)]))
    return alone if before is None or after is None else max(alone, after.merit - before.merit)


# --------------------------------------------------------------------------------------------------------- going ashore


def invade(question: Question) -> Action:
    """One beach after another, each with everybody who improves its odds: the most promising first."""
    shape = question.offers.get("invade")
    if not isinstance(shape, Orders):
        return "finish-invading", None
    seascape, game = Seascape(question.game, question.side, question.powers), question.game
    able: dict[int, list[int]] = {}
    for choices in shape.items:
        for place in choices.to:
            if place != STAY and not seascape.troops(int(place), question.side):  # where others landed they suffice
                able.setdefault(int(place), []).append(int(choices.item))
    ranked = sorted(able, key=lambda place: (-_promise(seascape, able[place], place), place))
    for place in ranked:
        if _promise(seascape, able[place], place) < worth_landing(game):
            break
        units = sorted(able[place], key=lambda unit: (-strength(game, unit), unit))
        for number in range(_enough(seascape, units, place), 0, -1):
            noun = shape.read(tuple((unit, place) for unit in units[:number]))
            if question.is_legal("invade", noun) and _promise(seascape, units[:number], place) >= worth_landing(game):
                return "invade", noun
    return "finish-invading", None


def _promise(seascape: Seascape, units: Sequence[int], place: int) -> float:
    """What all of them together may expect there."""
    game = seascape.game
    return promise(seascape, [lander_of(game, unit, transport_of(game, unit)) for unit in units], place)


def _enough(seascape: Seascape, units: list[int], place: int) -> int:
    """So many units that more would not help: the others are for other beaches."""
    for number in range(1, len(units) + 1):
        if _promise(seascape, units[:number], place) >= NEARLY_CERTAIN * seascape.targets.get(place, 0):
            return number
    return len(units)


def debark(question: Question) -> Action:
    """Where the unit guards what counts, best a place without a guard; who may invade waits for that."""
    shape = question.offers.get("debark")
    if not isinstance(shape, Orders):
        return "finish-debarking", None
    seascape, game = Seascape(question.game, question.side, question.powers), question.game
    for choices in shape.items:
        unit = int(choices.item)
        ship = transport_of(game, unit)
        if may_invade_from(game, unit, ship) and merit_alone(seascape, unit, ship) >= worth_landing(game):
            continue
        places = [int(place) for place in choices.to if place != STAY]
        place = max(places, key=lambda place: (_need(seascape, place), -place), default=None)
        noun = () if place is None else shape.read(((unit, place),))
        if place is not None and _need(seascape, place) > 0 and question.is_legal("debark", noun):
            return "debark", noun
    return "finish-debarking", None


def _need(seascape: Seascape, place: int) -> float:
    """How much a hex of ours wants another guard, or an army whose front is near to it."""
    if judgement_of(seascape.game).ferries_armies and seascape.is_behind_a_front(place):
        return OF_THE_FRONT - OF_A_HEX * seascape.ashore.front_distance(place)
    guards = len(seascape.troops(place, seascape.side))
    return seascape.points.get(place, 0) / (1 + 2 * guards) + 0.05 * (place in ground_of(seascape.game).ports)


def base_of_rebase(question: Question) -> Action:
    """An aircraft aboard a transport goes ashore; others rebase as ever."""
    unit = question.args.get("unit")
    if not isinstance(unit, int) or question.game.state[PLACE][unit] >= 0:
        return choose_base(question)
    shape, picture = question.shape("rebase-to", One), look(question.game, question.side, question.powers)
    return "rebase-to", max(map(int, shape.domain), key=lambda place: (base_merit(picture, unit, place), -place))


# ------------------------------------------------------------------------------------------------------------ the guns


def bombard(question: Question) -> Action:
    """Battleships support every battle that they lie off, the heaviest guns first."""
    shape = question.offers.get("bombard")
    game = question.game
    given = any(seat_of(game, ship) == question.seat for ship, _ in game.enclosing(Fire).ordered)
    if not isinstance(shape, Orders) or given:
        return "done", None
    pairs = [
        (bombardment_factors(game, int(choices.item), int(place)), int(choices.item), int(place))
        for choices in shape.items
        for place in choices.to
        if place != STAY
    ]
    orders: tuple[tuple[int, int], ...] = ()
    for factors, ship, place in sorted(pairs, key=lambda pair: (-pair[0], pair[1], pair[2])):
        if factors <= 0 or any(ship == other for other, _ in orders):
            continue
        more = (*orders, (ship, place))
        orders = more if question.is_legal("bombard", shape.read(more)) else orders
    return ("bombard", shape.read(orders)) if orders else ("done", None)


# --------------------------------------------------------------------------------------------------- what was taken stays


def liberate(question: Question) -> Action:
    """Nobody to whom a place that counts would fall is freed where fleets decide."""
    if not is_war_at_sea(question.game):
        return home.liberate(question)
    shape, state = question.shape("liberate", Set), question.game.state
    names, homes = state.get(COUNTRY_NAMES), state[HOME_COUNTRY]
    wanted = {homes[place] for place in state.get(SCORE_PLACES)}
    freed = [country for country in shape.domain if _number(names, country) not in wanted]
    return "liberate", shape.read(tuple(freed)) if len(freed) >= shape.least else shape.domain


def _number(names: tuple[str, ...], country: Item) -> int:
    return country if isinstance(country, int) else names.index(country)

"""Rail movement: HQs to where their troops are, then the strongest units that are far from the front."""

from __future__ import annotations

from collections.abc import Callable

from worldfire.forces.things import counter_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.coasts import Coast
from worldfire.players.cadet.guarding import is_last_guard
from worldfire.players.cadet.picture import STACK, Picture, look
from worldfire.players.cadet.seascape import Seascape
from worldfire.players.cadet.staff import groups, is_safe, unfitness, waits_for_ships
from worldfire.players.cadet.theatres import pictures
from worldfire.rules.s11_09_rail import RailMoves, factory_hex
from worldfire.tables.counters import LandCounter
from worldfire.titles import judgement_of

#: nearer to the front than this a unit walks
WALKING = 5
#: an enemy so near threatens a factory, which goes where he is further away by so much more
TOO_NEAR, FURTHER = 7, 5
#: how much better a hex must be before an HQ is railed there
WORTH_A_TRAIN = 2.5

#: sea areas beyond which nobody counts
AS_FAR_AS_CAN_BE = 10

#: what it promises, who goes, and where to
Train = tuple[float, int, int]


def rail(question: Question) -> Action:
    shape = question.offers.get("rail")
    if not isinstance(shape, RailMoves):
        return "done", None
    picture = look(question.game, question.side, question.powers)
    choices = {int(item.item): tuple(map(int, item.to)) for item in shape.items if isinstance(item.item, int)}
    land = {unit: ends for unit, ends in choices.items() if isinstance(counter_of(question.game, unit), LandCounter)}
    factories = {str(item.item): tuple(map(int, item.to)) for item in shape.items if not isinstance(item.item, int)}
    trains: list[tuple[str | int, int] | None] = [factory_to_save(picture, factories)]
    parts = pictures(question, picture)
    for kind in (_headquarters, _troops):
        found = [
            train for part in parts if (train := kind(part, {unit: land[unit] for unit in land if part.commands(unit)}))
        ]
        trains += [(unit, place) for _, unit, place in sorted(found, key=lambda train: -train[0])[:1]]
    for noun in trains:
        if noun is not None and question.is_legal("rail", noun):
            return "rail", noun
    return "done", None


def factory_to_save(picture: Picture, factories: dict[str, tuple[int, ...]]) -> tuple[str, int] | None:
    """In a long war the factory that the enemy is nearest to, to where he is furthest."""
    threatened = [item for item in factories if picture.enemy_distance(factory_hex(item)) <= TOO_NEAR]
    if not picture.powers or not threatened:
        return None
    item = min(threatened, key=lambda item: (picture.enemy_distance(factory_hex(item)), item))
    end = max(factories[item], key=lambda place: (picture.enemy_distance(place), -place))
    return (item, end) if picture.enemy_distance(end) > TOO_NEAR + FURTHER else None


def _headquarters(picture: Picture, land: dict[int, tuple[int, ...]]) -> Train | None:
    lines = picture.railway_lines()
    troops = groups(picture, {})
    best: Train | None = None
    for unit, ends in land.items():
        if not picture.is_headquarters(unit) or waits_for_ships(picture, unit):
            continue
        others = [picture.place(other) for other in picture.headquarters if other != unit]
        now = unfitness(picture, lines, picture.place(unit), troops[unit], others)
        for place in ends:
            there = picture.own.get(place, ())
            guards = sum(not picture.is_headquarters(other) for other in there)
            if len(there) >= STACK or not is_safe(picture, place, guards):
                continue
            gain = now - unfitness(picture, lines, place, troops[unit], others)
            if gain > WORTH_A_TRAIN and (best is None or gain > best[0]):
                best = (gain, unit, place)
    return best


def _troops(picture: Picture, land: dict[int, tuple[int, ...]]) -> Train | None:
    """The unit that gains most, weighed by its strength; into hexes with room, beside no enemy."""
    best: Train | None = None
    coast, gain_of = Coast(picture), _gains(picture)
    ferries = judgement_of(picture.game).ferries_armies
    for unit, ends in land.items():
        here = picture.place(unit)
        if coast.needs(unit):
            continue
        led = picture.is_headquarters(unit) and not (ferries and picture.front_distance(here) >= picture.horizon)
        if led or picture.front_distance(here) <= WALKING or _stays(picture, unit) or is_last_guard(picture, unit):
            continue
        for place in ends:
            load = len(picture.own.get(place, ()))
            if load >= STACK or not is_safe(picture, place, load):
                continue
            gain = gain_of(here, place) * (2 + picture.strength((unit,)))
            if gain > 0 and (best is None or gain > best[0]):
                best = (gain, unit, place)
    return best


def _gains(picture: Picture) -> Callable[[int, int], float]:
    """(from, to) → hexes nearer to the front; to those who have none, sea areas nearer to one overseas."""
    ferries = judgement_of(picture.game).ferries_armies
    seascape = Seascape(picture.game, picture.side, tuple(sorted(picture.powers)))

    def gain(here: int, place: int) -> float:
        if ferries and picture.front_distance(here) >= picture.horizon:
            return min(seascape.quay(here), AS_FAR_AS_CAN_BE) - min(seascape.quay(place), AS_FAR_AS_CAN_BE)
        empty = not picture.own.get(place) and picture.enemy_distance(place) <= 4
        wanted = picture.stake(place) if empty else 0.0
        return min(picture.front_distance(here), picture.horizon) - picture.front_distance(place) + wanted

    return gain


def _stays(picture: Picture, unit: int) -> bool:
    """Whoever cannot walk on from the station is better left as a garrison."""
    return (picture.counter(unit).movement or 0) < 2

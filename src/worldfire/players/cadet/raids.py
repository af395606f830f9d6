"""Port attacks: carriers and naval bombers against ships in port, where neither fighters nor guns outweigh them."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.engine.shapes import Send
from worldfire.forces.flights import Flight
from worldfire.forces.participants import air_component
from worldfire.forces.things import counter_of, things_at
from worldfire.forces.who import side_of
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.bombers import enemy_fighters_over, rating
from worldfire.players.cadet.picture import Picture, look
from worldfire.players.cadet.seascape import naval, worth
from worldfire.players.cadet.sorties import fly_attackers as fly_over_land
from worldfire.rules.s14_2_missions import STAY, Mission, read_sortie
from worldfire.tables.counters import AirCounter

#: the least air-to-sea factors of a raid, and how many it needs for each anti-aircraft factor and each enemy fighter's point
ENOUGH, PER_GUN, PER_FIGHTER = 4, 0.4, 0.5


def fly_attackers(question: Question) -> Action:
    """Ports are raided here; whatever is bombed on land is the business of `sorties`."""
    if question.game.enclosing(Mission).kind != "port attack":
        return fly_over_land(question)
    shape = question.offers.get("fly")
    if not isinstance(shape, Send):
        return "hold-back", None
    picture = look(question.game, question.side, question.powers)
    raids = _raids(picture, shape)
    for place in sorted(raids, key=lambda place: (-_prey(question.game, place, question.side), place)):
        flying = dict(list(raids[place].items())[: shape.most])
        noun = tuple((item.item, flying.get(int(item.item), STAY)) for item in shape.items)
        if _is_worth_it(picture, place, flying) and question.is_legal("fly", noun):
            return "fly", noun
    return "hold-back", None


def _raids(picture: Picture, shape: Send) -> dict[int, dict[int, str]]:
    """Port → aircraft → the word for its flight there, the heaviest bombers first; a carrier sends its fighters if it must."""
    found: dict[int, dict[int, str]] = {}
    for item in sorted(shape.items, key=lambda item: (-_factors(picture.game, int(item.item)), int(item.item))):
        for word in item.to:
            if word == STAY:
                continue
            flight, place, share = read_sortie(str(word))
            if flight is Flight.BOMBER and share <= _share(picture, int(item.item), place):
                found.setdefault(place, {})[int(item.item)] = str(word)
    return found


def _share(picture: Picture, unit: int, place: int) -> int:
    """What a carrier allots to air-to-air combat: half, where it may meet fighters."""
    if naval(picture.game, unit) is None:
        return 0
    return air_component(picture.game, unit) // 2 if enemy_fighters_over(picture, place) else 0


def _factors(game: Position, unit: int) -> int:
    counter = counter_of(game, unit)
    return (counter.air_to_sea or 0) if isinstance(counter, AirCounter) else air_component(game, unit)


def _prey(game: Position, place: int, side: int) -> float:
    ships = (unit for unit in things_at(game, place) if naval(game, unit) is not None)
    return sum(worth(game, unit) for unit in ships if side_of(game, unit) != side)


def _is_worth_it(picture: Picture, place: int, flying: dict[int, str]) -> bool:
    ships = (naval(picture.game, unit) for unit in things_at(picture.game, place))
    guns = sum(ship.anti_air for ship in ships if ship is not None)
    fighters = sum(rating(picture, unit) for unit in enemy_fighters_over(picture, place))
    factors = sum(_factors(picture.game, unit) for unit in flying)
    return factors >= max(ENOUGH, PER_GUN * guns + PER_FIGHTER * fighters)

"""New countries (13.1.1, 13.6.3, 20.3, 14.5): whoever is set free fights beside who freed him, and no longer rises."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.ground import ground_of
from worldfire.forces.things import HEXES, board_of, things_at
from worldfire.forces.turn import controls, power_name
from worldfire.forces.who import country_named, power_of
from worldfire.titles.fa.independence import countries_to_found
from worldfire.titles.fa.potential_homes import claims_on
from worldfire.titles.judgement import Action, Asked

#: no new country is founded with an enemy so near to its city: the front runs through it
AT_THE_FRONT = 3


def merge(asked: Asked) -> Action | None:
    """Two partisans in a city become soldiers there, who may declare it free; elsewhere they do more harm as they are."""
    shape = asked.offers.get("merge-partisans")
    if not isinstance(shape, One):
        return None
    index, cities = board_of(asked.game).index, ground_of(asked.game).cities
    for cell in map(str, shape.domain):
        if index[cell.split(" ", 1)[0]] in cities:
            return "merge-partisans", cell
    return None


def declare(asked: Asked) -> Action | None:
    """Its army joins the pools of whoever controls it."""
    return ("declare-independence", None) if "declare-independence" in asked.offers else None


def free_czechs(asked: Asked) -> Action | None:
    """Aligned with a power of the player's own, if it may be."""
    shape = asked.offers.get("free-new-country")
    if not isinstance(shape, One):
        return None
    own = {power_name(asked.game, power) for power in asked.powers}
    return "free-new-country", max(map(str, shape.domain), key=lambda name: (name in own, name))


def found(asked: Asked) -> Action | None:
    """Behind the front, and where no ally of the founder would have to leave."""
    shape = asked.offers.get("found-country")
    if not isinstance(shape, One):
        return None
    founder = int(asked.args["power"])
    cities = dict(countries_to_found(asked.game, founder))
    for name in map(str, shape.domain):
        city = cities.get(country_named(asked.game, name))
        if city is not None and asked.enemy_distance(city) > AT_THE_FRONT and not _has_guests(asked, founder, name):
            return "found-country", name
    return None


def govern_from(asked: Asked) -> Action | None:
    """The city that is farthest from any enemy: who holds it holds the country, but for its factories."""
    for verb in ("choose-free-capital", "govern-from"):  # of a country that is founded, or has freed itself
        shape = asked.offers.get(verb)
        if isinstance(shape, One):
            return verb, max(map(int, shape.domain), key=lambda city: (asked.enemy_distance(city), -city))
    return None


def _has_guests(asked: Asked, founder: int, name: str) -> bool:
    """Do others than the founder stand on what would be the new country's?"""
    game = asked.game
    mine = (place for place in range(game.state.get(HEXES)) if name in claims_on(game, place))
    taken = (place for place in mine if controls(game, founder, place))
    return any(power_of(game, unit) != founder for place in taken for unit in things_at(game, place))

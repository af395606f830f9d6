"""Theatres of the cadet's world war: threats that a declaration brings, armies that are shared, coasts, gates to objectives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from conformance.turns import campaign_in, controlled, field, in_turn, power_index
from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import HEXES, PLACE, counter_of, place_index
from worldfire.forces.turn import ACTIVE_SIDE
from worldfire.forces.who import COUNTRY, COUNTRY_NAMES, NOBODY
from worldfire.players.cadet import landings
from worldfire.players.cadet.invading import Lander
from worldfire.players.cadet.landings import may_be_spared
from worldfire.players.cadet.picture import Picture, about_to_attack, look
from worldfire.players.cadet.seascape import Seascape
from worldfire.players.cadet.theatres import HOLDS, Theatre, deploy, parts
from worldfire.tables.counters import LandType, NavalType

AXIS, ALLIES = 0, 1
EAST, WEST = ("Breslau", "Konigsberg", "Stettin"), ("Stuttgart", "Frankfurt", "Saarbrucken")


def at_war(turn: str, *wars: tuple[str, str]) -> Game:
    """Global War before its set-up, in this turn and with these wars."""

    def begin(game: Game) -> None:
        pairs = tuple((power_index(game, one), power_index(game, other)) for one, other in wars)
        game.set(AT_WAR, (*game.state.get(AT_WAR), *pairs))

    return campaign_in("global-war", "declare war", field(ACTIVE_SIDE, AXIS), in_turn(turn), begin)


def stationed(game: Game, country: str, *places: str, kind: LandType | NavalType = LandType.INF) -> list[int]:
    """A unit of the country in each of the places."""
    number, hexes, state = game.state.get(COUNTRY_NAMES).index(country), game.state.get(HEXES), game.state
    free = (
        unit
        for unit, of in enumerate(state[COUNTRY])
        if of == number and counter_of(game, unit).type is kind and state[PLACE][unit] >= hexes
    )
    found = []
    for place, unit in zip(places, list(free), strict=False):
        game.write(PLACE, unit, place_index(game, place))
        found.append(unit)
    assert len(found) == len(places)
    return found


def seen_by(game: Game, power: str, side: int = AXIS) -> Picture:
    return look(game, side, (power_index(game, power),))


def of(theatres: tuple[Theatre, ...], unit: int) -> Theatre:
    return next(theatre for theatre in theatres if unit in theatre.units)


@pytest.fixture(scope="module")
def attack_on_poland() -> tuple[Game, list[int], list[int]]:
    game = at_war("Sep/Oct 1939", ("germany", "poland"))
    stationed(game, "poland", "Lodz", "Warsaw", "Cracow")
    stationed(game, "france", "Metz", "Strasbourg", "Nancy")
    return game, stationed(game, "germany", *EAST), stationed(game, "germany", *WEST)


def test_whoever_answers_a_declaration_is_a_threat_at_once(attack_on_poland: tuple[Game, list[int], list[int]]) -> None:
    game, _, _ = attack_on_poland
    germany, france = power_index(game, "germany"), power_index(game, "france")
    assert france in about_to_attack(game, AXIS, (germany,))
    picture = seen_by(game, "germany")
    assert place_index(game, "Metz") in picture.menace
    assert place_index(game, "Metz") not in picture.enemy
    assert picture.enemy_distance(place_index(game, "Saarbrucken")) <= 2
    peace = at_war("Sep/Oct 1939")
    assert not about_to_attack(peace, AXIS, (germany,))


def test_the_west_is_held_while_poland_is_attacked(attack_on_poland: tuple[Game, list[int], list[int]]) -> None:
    game, east, west = attack_on_poland
    picture = seen_by(game, "germany")
    theatres = deploy(picture)
    poland, france = of(theatres, east[0]), of(theatres, west[0])
    assert poland is not france
    assert {*east} <= poland.units
    assert picture.strength(unit for unit in west if unit in france.units) >= HOLDS * france.threat * 0.9
    attacks, holds = parts(picture, (poland, france))
    assert attacks.enemy.keys() == picture.enemy.keys()
    assert not holds.enemy
    assert not holds.advances, "nobody is attacked before he is at war"
    assert [unit for unit in (east[0], west[0]) if holds.commands(unit)] == [west[0]]


def test_a_border_is_watched_before_there_is_a_war() -> None:
    game = at_war("Jan/Feb 1940", ("commonwealth", "germany"))
    stationed(game, "japan", "Harbin", "Mukden")
    (guard,) = stationed(game, "ussr", "Vladivostok")
    theatre = of(deploy(seen_by(game, "ussr", ALLIES)), guard)
    assert theatre.foe == power_index(game, "japan")
    assert 0 < theatre.need(0) < theatre.army
    assert not theatre.is_open


def test_a_coast_keeps_its_part_of_the_army() -> None:
    game = at_war("May/Jun 1941", ("commonwealth", "germany"), ("germany", "ussr"))
    inland = stationed(game, "germany", *EAST, "Berlin", "Hamburg", "Hannover")
    stationed(game, "ussr", "Minsk", "Kiev", "Odessa")
    assert not [theatre for theatre in deploy(seen_by(game, "germany")) if theatre.is_coast], "nobody could come"
    stationed(game, "united-kingdom", "Newcastle", kind=NavalType.TRS)
    (coast,) = [theatre for theatre in deploy(seen_by(game, "germany")) if theatre.is_coast]
    assert coast.units
    assert coast.foe == NOBODY
    assert len(coast.units) < len(inland) / 2
    assert place_index(game, "Hamburg") in coast.front


def test_a_port_that_leads_to_an_objective_is_worth_a_landing() -> None:
    game = at_war("May/Jun 1943", ("commonwealth", "germany"))
    for city in ("Paris", "Cherbourg", "Brest"):
        controlled("germany", city)(game)
    targets = Seascape(game, ALLIES, (power_index(game, "commonwealth"),)).targets
    paris, cherbourg, brest = (place_index(game, city) for city in ("Paris", "Cherbourg", "Brest"))
    assert 0 < targets[brest] < targets[cherbourg] < targets[paris]
    in_peace = Seascape(game, ALLIES, (power_index(game, "usa"),)).targets
    assert cherbourg not in in_peace


def test_nobody_lands_before_an_army_or_leaves_his_home_empty() -> None:
    game = at_war("May/Jun 1943", ("commonwealth", "germany"))
    for city in ("Paris", "Cherbourg", "Rouen", "Le Havre"):
        controlled("germany", city)(game)
    invaders = stationed(game, "united-kingdom", *["London"] * 4)
    seascape = Seascape(game, ALLIES, (power_index(game, "commonwealth"),))
    assert not any(may_be_spared(seascape, unit) for unit in invaders)
    landers, beach = [Lander(unit, 2) for unit in invaders[:2]], place_index(game, "Cherbourg")
    assert landings._hope_to_stay(seascape, landers, beach) == 1
    stationed(game, "germany", *["Rouen", "Paris"] * 2)
    stationed(game, "united-kingdom", "Glasgow", kind=LandType.MIL)
    seascape = Seascape(game, ALLIES, (power_index(game, "commonwealth"),))
    assert all(may_be_spared(seascape, unit) for unit in invaders)
    assert landings._hope_to_stay(seascape, landers, beach) < 1


def test_whoever_is_much_the_stronger_does_not_count_his_losses(
    attack_on_poland: tuple[Game, list[int], list[int]],
) -> None:
    game, east, _ = attack_on_poland
    picture = seen_by(game, "germany")
    everywhere = range(game.state.get(HEXES))
    one_corps, enemy = picture.strength(east[:1]), next(iter(picture.enemy))
    alone = replace(picture.part(everywhere, frozenset(east)), menace={}, enemy={enemy: picture.enemy[enemy]})
    assert picture.strength(east) > 1.8 * picture.strength(alone.enemy[enemy]) > 1.8 * one_corps / 2
    assert alone.overwhelms
    assert not replace(alone, enemy=picture.enemy).overwhelms
    assert not replace(alone, powers=frozenset()).overwhelms, "only in a world war"

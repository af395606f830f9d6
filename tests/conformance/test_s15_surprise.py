"""15 Surprise: who is surprised by whom, and what it does to aircraft and land units."""

from __future__ import annotations

from fractions import Fraction

import pytest
from turns import Change, campaign_in, controlled, field, power_index, put, unit

from worldfire.engine.game import Game
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import COUNTER, PLACE, aboard, counter_of
from worldfire.forces.turn import ACTIVE_SIDE, IMPULSE
from worldfire.rules.s09_war import OPENING_WARS
from worldfire.rules.s15_surprise import (
    Surprised,
    anti_aircraft_multiple,
    are_surprised,
    cannot_be_opposed,
    defensive_support_violation,
    extra_ground_strike_dice,
    ground_support_multiple,
    is_caught_on_the_ground,
    is_surprised,
    is_surprised_by_anybody,
    river_does_not_halve,
    surprised_flight_violation,
    surprised_headquarters_violation,
    surprises,
)

AXIS, ALLIES = 0, 1


def first(game: Game, power: str, kind: str) -> int:
    """Some unit of the power and type."""
    counters = (counter_of(game, thing) for thing in range(len(game.state[COUNTER])))
    return next(thing for thing, it in enumerate(counters) if (it.power, str(it.type)) == (power, kind))


def at_war(*pairs: tuple[str, str]) -> Change:
    def change(game: Game) -> None:
        game.set(AT_WAR, tuple((power_index(game, one), power_index(game, other)) for one, other in pairs))

    return change


def will_declare(declarer: str, victim: str) -> Change:
    return lambda game: game.set(OPENING_WARS, ((power_index(game, declarer), power_index(game, victim)),))


def stands(place: str, power: str, kind: str) -> Change:
    return lambda game: put(place, counter_of(game, first(game, power, kind)).id)(game)


def declared(*changes: Change, campaign: str = "global-war", side: int = AXIS) -> Game:
    """The campaign when its declarations of war have been made."""
    return campaign_in(campaign, "declare war", field(ACTIVE_SIDE, side), field(IMPULSE, 1), *changes)


@pytest.mark.rule("15", example="WF2-148")
def test_the_soviets_are_not_surprised_by_italy() -> None:
    """Germany is at war with the USSR when Italy declares war on it."""
    game = declared(
        at_war(("germany", "ussr")),
        will_declare("italy", "ussr"),
        controlled("germany", "Bucharest"),
        stands("Rome", "italy", "INF"),
        stands("Bucharest", "italy", "MOT"),
        stands("Warsaw", "germany", "INF"),
    )
    italy, ussr = power_index(game, "italy"), power_index(game, "ussr")
    assert Surprised(power=italy, target_power=ussr) in game._events
    assert is_surprised(game, ussr, italy)
    assert not is_surprised(game, ussr, power_index(game, "germany"))
    from_rome, from_rumania = first(game, "italy", "INF"), first(game, "italy", "MOT")
    assert are_surprised(game, ussr, (from_rome,))
    assert not are_surprised(game, ussr, (from_rome, first(game, "germany", "INF")))
    assert not are_surprised(game, ussr, (from_rumania,))


@pytest.mark.rule("15", example="WF2-149")
def test_nobody_is_surprised_out_of_an_old_enemys_transport() -> None:
    """The Commonwealth is at war with Germany when the USA declares war: its ships and aircraft carry no surprise."""
    game = declared(at_war(("commonwealth", "germany")), will_declare("usa", "germany"), side=ALLIES)
    germany = power_index(game, "germany")
    marines, transport = first(game, "usa", "MAR"), first(game, "commonwealth", "TRS")
    assert surprises(game, marines, germany)
    game.write(PLACE, marines, aboard(transport))
    assert not surprises(game, marines, germany)
    game.write(PLACE, marines, aboard(first(game, "usa", "TRS")))
    assert surprises(game, marines, germany)
    paratroops = first(game, "usa", "PARA")
    game.write(PLACE, paratroops, aboard(first(game, "commonwealth", "LND")))
    assert not surprises(game, paratroops, germany)


@pytest.mark.rule("15.1", example="WF2-150")
@pytest.mark.rule("15.1/aircraft units")
def test_an_italian_paradrop_on_france() -> None:
    """Italy alone cannot be opposed over French units; with German aircraft, or over British units, it can."""
    game = declared(at_war(("germany", "france"), ("italy", "commonwealth")), will_declare("italy", "france"))
    france, commonwealth = power_index(game, "france"), power_index(game, "commonwealth")
    italian, german = first(game, "italy", "LND"), first(game, "germany", "FTR")
    assert cannot_be_opposed(game, (italian,), (france,))
    assert not cannot_be_opposed(game, (italian, german), (france,))
    assert not cannot_be_opposed(game, (italian,), (france, commonwealth))


# ------------------------------------------------------------------------------------------------ Barbarossa's first impulse


@pytest.fixture(scope="module")
def barbarossa() -> Game:
    return declared(campaign="barbarossa")


@pytest.mark.rule("15")
def test_germany_surprises_the_soviets(barbarossa: Game) -> None:
    germany, ussr = power_index(barbarossa, "germany"), power_index(barbarossa, "ussr")
    assert is_surprised(barbarossa, ussr, germany)
    assert is_surprised_by_anybody(barbarossa, ussr)
    assert not is_surprised_by_anybody(barbarossa, germany)


@pytest.mark.rule("15")
def test_surprise_ends_with_the_impulse() -> None:
    game = declared(campaign="barbarossa")
    ussr = power_index(game, "ussr")
    game.set(IMPULSE, 2)
    assert not is_surprised_by_anybody(game, ussr)
    game.set(IMPULSE, 1)
    game.set(ACTIVE_SIDE, -1)
    assert not is_surprised_by_anybody(game, ussr)


@pytest.mark.rule("15.1")
@pytest.mark.rule("15.1/aircraft units")
def test_effects_in_the_air(barbarossa: Game) -> None:
    game = barbarossa
    stuka, infantry = unit(game, "ge-lnd-ju-88a4-wif"), unit(game, "ge-inf-xlv")
    fighter, defender = unit(game, "su-ftr-i-16-wif"), first(game, "ussr", "INF")
    found = surprised_flight_violation(game, fighter, (stuka,))
    assert found is not None
    assert found.key == "surprised-aircraft-stay-down"
    assert surprised_flight_violation(game, stuka, (fighter,)) is None
    assert extra_ground_strike_dice(game, stuka, defender) == 1
    assert extra_ground_strike_dice(game, fighter, infantry) == 0
    assert ground_support_multiple(game, stuka, (defender,)) == 2
    assert ground_support_multiple(game, fighter, (infantry,)) == 1
    assert is_caught_on_the_ground(game, fighter, infantry)
    assert not is_caught_on_the_ground(game, stuka, defender)
    refused = defensive_support_violation(game, 0, (defender,), (infantry,))
    assert refused is not None
    assert refused.key == "no-support-for-the-surprised"
    assert anti_aircraft_multiple(game, defender, (stuka,)) == Fraction(1, 2)
    assert anti_aircraft_multiple(game, infantry, (fighter,)) == 1


@pytest.mark.rule("15.1/land units")
def test_effects_on_land(barbarossa: Game) -> None:
    game = barbarossa
    infantry, defender = unit(game, "ge-inf-xlv"), first(game, "ussr", "INF")
    assert river_does_not_halve(game, (infantry,), (defender,))
    assert not river_does_not_halve(game, (defender,), (infantry,))
    found = surprised_headquarters_violation(game, unit(game, "su-hq-i-timoshenko"))
    assert found is not None
    assert found.key == "surprised-headquarters"
    assert surprised_headquarters_violation(game, first(game, "germany", "HQ-A")) is None

"""15 Surprise: who is surprised by whom, and what it does on land. What it does to missions is tested with each mission."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pytest
from positions import align, country, give_control, position, power, put
from sorties import Sortie, sortie

from conformance.steps import begin_step, declare, find, is_lost, march, said
from worldfire.engine.game import Game
from worldfire.forces.flights import TARGET, Flight, take_off
from worldfire.forces.situation import AT_WAR
from worldfire.forces.things import PLACE, aboard, board_of, move, place_index
from worldfire.forces.turn import IMPULSE_BOX
from worldfire.forces.who import CONTROLLER, align_country, seat_of
from worldfire.rules.s11_15_factors import Arrival, Reckoning, notional_factor
from worldfire.rules.s11_15_resolution import OddsReckoned
from worldfire.rules.s12_end_of_action import LastImpulseTested
from worldfire.rules.s14_air_combat import RoundBegan
from worldfire.rules.s15_surprise import (
    are_surprised,
    end_surprise,
    is_surprised_by,
    leaves_its_transport,
    surprise,
    surprises,
)

#: a box of the impulse track where a roll of 1 ends the turn
LATE = 9


@pytest.mark.rule("15", example="WF2-148")
def test_the_ussr_is_not_surprised_by_italy() -> None:
    here = sortie(
        "global-war",
        {
            "Kiev": [("army", "ussr INF")],
            "Rome": [("Italians", "italy INF")],
            "Bucharest": [("expedition", "italy INF")],
            "Lvov": [("Germans", "germany INF")],
        },
        side="axis",
        actions={},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        control={"germany": ["Bucharest", "Lvov"]},
    )
    game, ussr = here.game, power(here.game, "ussr")
    surprise(game, power(game, "italy"), ussr)
    assert surprises(game, here["Italians"], ussr)
    assert are_surprised(game, ussr, [here["Italians"]])
    assert not are_surprised(game, ussr, [here["Italians"], here["Germans"]])  # a German takes part
    assert not surprises(game, here["expedition"], ussr)  # it starts in German controlled Rumania
    end_surprise(game)
    assert not surprises(game, here["Italians"], ussr)


@pytest.mark.rule("15", example="WF2-149")
def test_germans_are_not_surprised_by_what_the_commonwealth_carries() -> None:
    here = sortie(
        "global-war",
        {
            "New York": [("MAR", "usa MAR"), ("PARA", "usa PARA"), ("other PARA", "usa PARA")],
            "London": [("ATR", "commonwealth ATR")],
            "North Sea 2": [("TRS", "commonwealth TRS"), ("US TRS", "usa TRS")],
        },
        side="allies",
        actions={},
        wars=[("germany", "commonwealth"), ("usa", "germany")],
    )
    game, germany = here.game, power(here.game, "germany")
    surprise(game, power(game, "usa"), germany)
    move(game, here["MAR"], aboard(here["TRS"]))
    move(game, here["PARA"], aboard(here["ATR"]))
    move(game, here["other PARA"], aboard(here["US TRS"]))
    assert not surprises(game, here["MAR"], germany)
    assert not surprises(game, here["PARA"], germany)
    assert surprises(game, here["other PARA"], germany)


@pytest.mark.rule("9.8/surprise")
@pytest.mark.rule("15", example="WF2-148")
@pytest.mark.rule("15.1/land units", example="WF2-148")
@pytest.mark.parametrize(
    ("holder", "attackers", "factors"),
    [
        ("italy", ("it-inf-x",), "3"),  # surprised: the river does not help
        ("italy", ("it-inf-x", "ge-inf-liv"), "5"),  # (3 + 7) / 2: a German unit is included
        ("germany", ("it-inf-x",), "1.5"),  # it starts in a hex of Germany's
    ],
)
def test_italians_attack_across_a_river(holder: str, attackers: tuple[str, ...], factors: str) -> None:
    game = position(
        "global-war",
        units={"E2432": ["Rundstedt", "it-inf-x", "ge-inf-liv"], "E2333": ["su-inf-3"]},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        co_operating=[("germany", "italy")],
        control={"germany": ["country:Poland"], "ussr": ["E2333"]},
    )
    give_control(game, holder, "E2432")
    surprise(game, power(game, "italy"), power(game, "ussr"))
    begin_step(game, "land combat", "germany", throws=[5, 5, 5])
    pairs = {seat_of(game, find(game, name)): find(game, name) for name in attackers}
    for seat in ("germany", "italy", "germany", "italy"):
        if seat in game.waiting and seat in pairs:
            game.submit(seat, "declare-attacks", ((pairs.pop(seat), place_index(game, "E2333")),))
    while not said(game, OddsReckoned):
        seat, offers = next(iter(game.waiting)), game.offers(next(iter(game.waiting)))
        verb = next((word for word in ("hold-back", "done") if word in offers), next(iter(offers)))
        game.submit(seat, verb, next(iter(offers[verb].every())))
    assert said(game, OddsReckoned)[0].attack == factors


@pytest.mark.rule("15", example="WF2-149")
@pytest.mark.rule("15.1/aircraft units", example="WF2-149")
@pytest.mark.parametrize(("carrier", "opposed"), [("ATR", True), ("US ATR", False)])
def test_a_us_drop_from_a_commonwealth_transport_is_expected(carrier: str, opposed: bool) -> None:
    here = sortie(
        "global-war",
        {
            "Southampton": [("ATR", "commonwealth ATR"), ("US ATR", "usa ATR"), ("PARA", "usa PARA")],
            "Rouen": [("Bf-109", "ge-ftr-fw-190a2-wif")],
            "Cherbourg": [("garrison", "germany INF")],
        },
        side="allies",
        actions={"usa": "land", "commonwealth": "land", **dict.fromkeys(("france", "ussr", "china"), "pass")},
        wars=[("germany", "commonwealth"), ("usa", "germany")],
        co_operating=[("usa", "commonwealth")],
        control={"germany": ["country:France"], "usa": ["Southampton"]},
    )
    here.game.state.consents["usa", "commonwealth", "transport"] = "yes"
    here.game.forget()
    surprise(here.game, power(here.game, "usa"), power(here.game, "germany"))
    here.start("paradrop")
    here.let_go(until=("fly-attackers",))
    flier = "commonwealth" if carrier == "ATR" else "usa"
    while here.asked != (flier, "fly-attackers"):
        here.hold()
    here.fly(**{carrier: ("fly", "Cherbourg", "PARA")})
    while here.asked[1] == "fly-attackers":
        here.hold()
    assert (here.asked == ("germany", "fly-interceptors")) is opposed
    here.let_go()
    assert surprises(here.game, here["PARA"], power(here.game, "germany")) is not opposed


@pytest.mark.rule("15")
def test_who_must_fly_over_an_old_enemy_surprises_nobody() -> None:
    """An Italian bomber in Warsaw, with German Poland all round it."""
    here = sortie(
        "global-war",
        {"Warsaw": [("bomber", "it-lnd-br-20-wif")], "Lvov": [("army", "ussr INF")]},
        side="axis",
        actions={},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        control={"germany": ["country:Poland"], "italy": ["Warsaw"], "ussr": ["Lvov"]},
    )
    game, ussr = here.game, power(here.game, "ussr")
    surprise(game, power(game, "italy"), ussr)
    take_off(game, here["bomber"], here.place("Lvov"), Flight.BOMBER)
    assert not surprises(game, here["bomber"], ussr)


# ---------------------------------------------------------------------------------------------------- 15 where from, how long


def rumania(italian_hex: str) -> Game:
    """Italy joins Germany's war: an Italian corps in Rumania, which is aligned with Germany and holds its own hexes."""
    game = position(
        "global-war",
        units={italian_hex: ["italy INF"], "E2128": ["su-ftr-i-16-wif"]},
        wars=[("germany", "ussr"), ("italy", "ussr")],
        co_operating=[("germany", "italy")],
    )
    align_country(game, country(game, "rumania"), power(game, "germany"))
    surprise(game, power(game, "italy"), power(game, "ussr"))
    return game


@pytest.mark.rule("15")
def test_a_minor_countrys_hex_counts_as_its_major_powers() -> None:
    game = rumania("E2129")
    place = place_index(game, "E2129")
    assert game.state[CONTROLLER][place] == power(game, "rumania")
    (italians,) = (thing for thing, at in enumerate(game.state[PLACE]) if at == place)
    assert not surprises(game, italians, power(game, "ussr"))


@pytest.mark.rule("15")
def test_it_counts_where_a_unit_started_the_impulse_not_where_it_stands() -> None:
    game = rumania("E2129")
    (italians,) = (thing for thing, at in enumerate(game.state[PLACE]) if at == place_index(game, "E2129"))
    move(game, italians, place_index(game, "Rome"))
    assert not surprises(game, italians, power(game, "ussr"))
    end_surprise(game)
    surprise(game, power(game, "italy"), power(game, "ussr"))  # in another impulse it would
    assert surprises(game, italians, power(game, "ussr"))


@pytest.mark.rule("15")
def test_a_unit_put_ashore_is_expected_as_its_transport_was() -> None:
    here = sortie(
        "global-war",
        {"London": [("ATR", "commonwealth ATR"), ("PARA", "usa PARA"), ("other", "usa PARA")]},
        side="allies",
        actions={},
        wars=[("germany", "commonwealth"), ("usa", "germany")],
    )
    game, germany = here.game, power(here.game, "germany")
    move(game, here["PARA"], place_index(game, "New York"))
    move(game, here["other"], place_index(game, "New York"))
    surprise(game, power(game, "usa"), germany)
    move(game, here["PARA"], aboard(here["ATR"]))
    for name in ("PARA", "other"):
        leaves_its_transport(game, here[name])
        move(game, here[name], place_index(game, "Lille"))
    assert not surprises(game, here["PARA"], germany)
    assert surprises(game, here["other"], germany)


@pytest.mark.rule("15")
def test_a_minor_country_is_surprised_though_a_major_power_takes_it_in() -> None:
    game = position("global-war", units={"Berlin": ["germany INF"], "Brussels": ["belgium INF"]}, wars=[])
    (germans,), (belgians,) = (
        tuple(thing for thing, at in enumerate(game.state[PLACE]) if at == place_index(game, city))
        for city in ("Berlin", "Brussels")
    )
    game.set(AT_WAR, ((power(game, "germany"), power(game, "commonwealth")),))
    game.set(AT_WAR, (*game.state.get(AT_WAR), (power(game, "germany"), power(game, "belgium"))))
    surprise(game, power(game, "germany"), power(game, "belgium"))
    align(game, "belgium", "commonwealth")
    assert is_surprised_by(game, belgians, [germans])
    assert not are_surprised(game, power(game, "commonwealth"), [germans])


@pytest.mark.rule("15")
def test_surprise_lasts_for_the_impulse() -> None:
    game = position("barbarossa", units={"Warsaw": ["germany INF"]}, wars=[("germany", "ussr")])
    germany, ussr = power(game, "germany"), power(game, "ussr")
    surprise(game, germany, ussr)
    (army,) = (thing for thing, at in enumerate(game.state[PLACE]) if at == place_index(game, "Warsaw"))
    assert surprises(game, army, ussr)
    game.set(IMPULSE_BOX, LATE)
    begin_step(game, "last impulse test", "germany", throws=(1,))
    assert next(event for event in game.events if isinstance(event, LastImpulseTested)).ended
    assert not surprises(game, army, ussr)


# ------------------------------------------------------------------------------------------------------- 15.1 land units


def bug(throws: Iterable[int] = (), *, surprised: bool = True, units: Sequence[str] = ("ge-inf-liv",)) -> Game:
    """A German attack across a river in Poland."""
    game = position(
        "barbarossa",
        units={"E2432": ["Rundstedt", *units], "E2333": ["su-inf-3"]},
        wars=[("germany", "ussr")],
        control={"germany": ["country:Poland"], "ussr": ["E2333"]},
    )
    assert "river" in board_of(game).side("E2432", "E2333")
    if surprised:
        surprise(game, power(game, "germany"), power(game, "ussr"))
    return begin_step(game, "land combat", "germany", throws=throws)


def reckoned(game: Game) -> str:
    declare(game, "germany", E2333=["ge-inf-liv"])
    game.submit("germany", "done")
    while not said(game, OddsReckoned):
        seat, offers = next(iter(game.waiting)), game.offers(next(iter(game.waiting)))
        verb = "hold-back" if "hold-back" in offers else next(iter(offers))
        game.submit(seat, verb, next(iter(offers[verb].every())))
    return str(said(game, OddsReckoned)[0].attack)


@pytest.mark.rule("15.1/land units")
def test_no_river_protects_the_surprised() -> None:
    assert reckoned(bug(throws=[5])) == "7"
    assert reckoned(bug(throws=[5], surprised=False)) == "3.5"


@pytest.mark.rule("15.1/land units")
@pytest.mark.rule("11.15.1/table: notional unit combat factor")
def test_a_notional_unit_is_surprised_only_by_those_who_surprise_it() -> None:
    game = bug(surprised=False)
    move(game, find(game, "su-inf-3"), place_index(game, "Moscow"))
    give_control(game, "ussr", "country:Poland")  # so that a unit there could be supplied
    unit = find(game, "ge-inf-liv")
    drop = Reckoning(place_index(game, "E1833"), (unit,), (), (Arrival(unit, "paradrop"),), notional=True)
    assert notional_factor(game, drop) == 2  # one more at home
    surprise(game, power(game, "germany"), power(game, "ussr"))
    assert notional_factor(game, drop) == 1


@pytest.mark.rule("15.1/aircraft units")
@pytest.mark.rule("11.10.6/overrunning aircraft units")
@pytest.mark.parametrize("surprised", [True, False])
def test_face_up_aircraft_are_caught_on_the_ground(surprised: bool) -> None:
    game = bug(surprised=surprised)
    move(game, find(game, "su-inf-3"), place_index(game, "Moscow"))
    put(game, "su-ftr-i-16-wif", "E2333")
    begin_step(game, "land movement", "germany")
    march(game, "germany", ["ge-inf-liv"], "E2333")
    assert is_lost(game, "su-ftr-i-16-wif") is surprised
    assert (game.decision is not None and game.decision.prompt == "choose-base") is not surprised


# ----------------------------------------------------------------------------------------------------- 15.1 aircraft units


def mixed_garrison() -> Sortie:
    """Italy declares war on France; a French and a British corps hold Nice, both with fighters on patrol."""
    here = sortie(
        "global-war",
        {
            "Turin": [("bomber", "it-lnd-br-20-wif")],
            "Toulon": [("D-510", "fr-ftr-d-510-wif"), ("Hurricane", "cw-ftr-hurricane-i-wif")],
            "Nice": [("French", "france INF"), ("British", "commonwealth INF")],
        },
        side="axis",
        actions={"germany": "pass", "japan": "pass", "italy": "air"},
        throws=(10,) * 40,
        wars=[("italy", "commonwealth"), ("italy", "france")],
        co_operating=[("france", "commonwealth")],
    )
    surprise(here.game, power(here.game, "italy"), power(here.game, "france"))
    here.start("ground strike")
    while here.asked[1] == "fly-patrols":
        name = "Hurricane" if here.asked[0] == "commonwealth" else "D-510"
        here.fly(**{name: ("patrol", "Nice")})
    return here


@pytest.mark.rule("15.1/aircraft units")
def test_surprised_patrols_do_not_fight_beside_others_who_do() -> None:
    here = mixed_garrison()
    assert here.game.state[TARGET][here["D-510"]] == here.place("Nice")
    events = here.fly(bomber=("fly", "Nice"))
    (began,) = [event for event in events if isinstance(event, RoundBegan)]
    assert began.strengths[1] == 40  # the Hurricane's 4, and nothing of the D-510

"""15 Surprise: who is surprised by whom. What it does to missions is tested with each mission."""

from __future__ import annotations

import pytest
from positions import power
from sorties import sortie

from worldfire.forces.flights import Flight, take_off
from worldfire.forces.things import aboard, move
from worldfire.rules.s15_surprise import are_surprised, end_surprise, surprise, surprises


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

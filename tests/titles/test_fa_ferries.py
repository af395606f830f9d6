"""Armies that the cadet ferries to their front: the strongest first, off the coast while there is time to unload there."""

from __future__ import annotations

from random import Random

import pytest
from front import TARGET, front

from conformance.steps import begin_step, units, where
from worldfire.engine.game import Game
from worldfire.forces.ground import is_hex
from worldfire.forces.things import aboard, move, sea_of_section
from worldfire.players import cadet
from worldfire.players.cadet.asking import put_question
from worldfire.players.cadet.picture import Picture
from worldfire.players.cadet.reinforcing import reinforcements
from worldfire.players.cadet.seascape import Seascape
from worldfire.players.cadet.task_forces import Move
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s11_04_voyages import Voyages

WEAK, STRONG, SHIP = "france-inf-vii", "france-inf-xx", "france-trs-provence"
OFF_MARSEILLE = "Western Mediterranean"


@pytest.fixture
def game() -> Game:
    """Germany before Metz, two French corps and a transport in Algiers."""
    at_the_front = {
        "W1030": ["germany-inf-vi", "germany-inf-viii"],
        "W0930": ["germany-inf-ix"],
        TARGET: ["france-inf-ix"],
    }
    return front({**at_the_front, "Algiers": [WEAK, STRONG, SHIP]}, wars=(("germany", "france"),))


def ferries(game: Game) -> list[Move]:
    begin_step(game, "naval movement", "france", action="combined")
    question = put_question(game, "france", Random(1))
    seascape = Seascape(game, question.side, question.powers)
    return sorted(reinforcements(seascape, question.shape("sail", Voyages)), key=lambda move: -move.merit)


def test_the_strongest_corps_crosses_first_and_unloads_from_the_sea(game: Game) -> None:
    best = ferries(game)[0]
    assert best.berths == (units(game, STRONG, SHIP),)
    assert sea_of_section(game, best.way[-1]) == OFF_MARSEILLE


def test_in_the_last_impulse_it_goes_into_port(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Picture, "another_impulse", 0.0)
    assert all(is_hex(game, ferry.way[-1]) for ferry in ferries(game))


def test_who_waits_off_the_coast_goes_ashore_near_the_front(game: Game) -> None:
    ship, corps = units(game, SHIP, STRONG)
    move(game, ship, section_at(game, OFF_MARSEILLE, 0))
    move(game, corps, aboard(ship))
    begin_step(game, "debark at sea", "france", action="combined")
    game.submit("france", *cadet.pick(game, "france", Random(1)))
    assert where(game, STRONG) == "W1423"  # Montpellier: the nearest to Metz of the whole coast

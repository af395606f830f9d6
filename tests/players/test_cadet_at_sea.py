"""The cadet in the war at sea: a heuristic of its own for every prompt, legal and repeatable, landings made and ships kept."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from drills import IN_THE_AIR
from worldfire.engine.game import Game
from worldfire.forces.ground import is_hex
from worldfire.forces.in_turn import STAY
from worldfire.forces.things import PLACE, board_of, move, sea_of_section
from worldfire.forces.turn import IMPULSE
from worldfire.forces.who import side_of
from worldfire.players import cadet
from worldfire.players.cadet import answers, fleets
from worldfire.players.cadet.asking import Question, put_question
from worldfire.players.cadet.patrols import patrols
from worldfire.players.cadet.seascape import TRANSPORTS, Seascape, is_kind, is_war_at_sea
from worldfire.players.cadet.sight import as_seen_by, nothing_is_hidden
from worldfire.players.cadet.task_forces import may_pass, stations
from worldfire.players.table import play_out, seeded_campaign, seeded_game
from worldfire.rules.s02_1_sea_areas import section_at
from worldfire.rules.s11_04_voyages import Voyages
from worldfire.rules.s13_09_victory import SCORE_PLACES
from worldfire.tables.counters import NavalType
from worldfire.titles.exercises import load_exercise

EXERCISES = (
    "sea-patrol",
    "sea-battle",
    "sea-battle-classic",
    "port-attack",
    "sea-invasion",
    "convoys",
    "carrier-battle",
)
#: what the exercises ask about the sea, whatever the dice
ASKED = {
    "abort-to",
    "avoid-combat",
    "commit-submarines",
    "commit-submarines-to-combat",
    "debark",
    "decide-returns",
    "fly-naval-air",
    "fly-to-sea",
    "initiate-combat",
    "intercept",
    "invade",
    "land-from-sea",
    "leave-combat",
    "naval-movement",
    "pick-target",
    "place-convoy-abroad",
    "place-convoys",
    "return-from-sea",
    "shift-columns",
    "shore-bombardment",
    "take-sections",
}


def exercise(name: str, seed: int = 1) -> Game:
    return seeded_game(load_exercise(name), seed)


def answered(game: Game, seed: int) -> Iterator[tuple[str, str, str, Any]]:
    """Play to the end; (seat, prompt, verb, noun) of each answer, before it is submitted. An illegal one would raise."""
    rng = Random(seed)
    while not game.over:
        seat, decision = next(iter(game.waiting.items()))
        assert game.decision is not None
        verb, noun = cadet.pick(game, seat, rng)
        yield seat, game.decision.prompt, verb, noun
        game.submit(seat, verb, noun, decision)


@pytest.fixture
def no_default(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(answers, "default", lambda question: pytest.fail(f"{question.prompt} was left to the default"))


@pytest.mark.usefixtures("no_default")
def test_every_prompt_of_the_exercises_has_a_heuristic_of_its_own() -> None:
    asked = {
        prompt for name in EXERCISES for seed in (1, 2) for _, prompt, _, _ in answered(exercise(name, seed), seed)
    }
    assert asked >= ASKED


@pytest.mark.usefixtures("no_default")
def test_the_first_impulses_of_guadalcanal_need_no_default() -> None:
    game = seeded_campaign("guadalcanal", 1, length="campaign")
    verbs = set()
    for _, prompt, verb, _ in answered(game, 1):
        verbs.add((prompt, verb))
        if game.state.get(IMPULSE) > 3:
            break
    assert {("naval-movement", "sail"), ("embark", "embark")} <= verbs


def test_the_same_seed_gives_the_same_answers() -> None:
    first, second = (list(answered(exercise("sea-battle", 2), 2)) for _ in range(2))
    assert first == second


def test_it_lands_in_the_invasion_where_nobody_or_few_defend() -> None:
    game = exercise("sea-invasion")
    landed = [place for _, _, verb, noun in answered(game, 1) if verb == "invade" for _, place in noun if place != STAY]
    assert landed
    counting = game.state.get(SCORE_PLACES)
    assert all(place in counting for place in landed)


def test_transports_with_cargo_sail_under_cover_or_not_at_all() -> None:
    """The first landing that the cadet would make, once with enemy battleships in that sea area and no escort in port."""
    game, question, way, items = _first_landing()
    assert may_pass(Seascape(game, question.side), items, way)
    alone = tuple(item for item in items if is_kind(game, item, *TRANSPORTS))
    sea = sea_of_section(game, way[-1])
    for ship, place in enumerate(game.state[PLACE]):
        warship = place >= 0 and is_hex(game, place) and is_kind(game, ship, NavalType.SCS, NavalType.CV)
        if warship and side_of(game, ship) == 1 - question.side:
            move(game, ship, section_at(game, sea, 3))
    assert Seascape(game, question.side).has_enemy_ships(sea)
    assert not may_pass(Seascape(game, question.side), alone, way)
    verb, noun = cadet.pick(game, question.seat, Random(1))
    if verb == "sail":
        assert not (noun[2] and sea in {sea_of_section(game, place) for place in noun[1]})


def _carries_invaders(game: Game, noun: Any) -> bool:
    """A voyage with a transport that stays at sea: one to a port brings guards or reserves."""
    return not is_hex(game, noun[1][-1]) and any(is_kind(game, ship, *TRANSPORTS) for ship in noun[0])


def _first_landing() -> tuple[Game, Question, tuple[int, ...], tuple[Any, ...]]:
    game = seeded_campaign("guadalcanal", 1, length="campaign")
    for seat, prompt, verb, noun in answered(game, 1):
        if prompt == "naval-movement" and verb == "sail" and _carries_invaders(game, noun):
            return game, put_question(game, seat, Random(1)), noun[1], noun[0]
    raise AssertionError("nobody lands")


def test_it_leaves_ships_in_port_when_nothing_is_to_be_gained() -> None:
    """Where neither an enemy nor a transport is at sea, light ships watch over convoys; nobody else has a reason to sail."""
    game, question, _, _ = _first_landing()
    shape = question.shape("sail", Voyages)
    seascape = Seascape(game, question.side)
    seas = {sea for fleet in shape.fleets for way in fleet.ways if (sea := sea_of_section(game, way[-1]))}
    quiet = {sea for sea in seas if not seascape.enemies(sea) and not seascape.carries(sea)}
    moves = list(patrols(seascape, stations(seascape, shape)))
    worth_it = [move for move in moves if move.merit >= fleets.WORTH_SAILING]
    assert quiet
    warships = [move for move in worth_it if not is_kind(game, move.items[0], NavalType.SUB)]
    sent = [move for move in warships if sea_of_section(game, move.way[-1]) in quiet]
    assert all(seascape.convoys.get((sea_of_section(game, move.way[-1]), question.side)) for move in sent)
    assert not any(is_kind(game, ship, NavalType.CV) for move in sent for ship in move.items)


def test_convoy_points_stay_at_sea_and_transports_go_home() -> None:
    for _, prompt, _, noun in answered(exercise("sea-battle", 1), 1):
        if prompt == "decide-returns":
            assert all(number == 0 for item, number in noun if isinstance(item, str))
            return
    pytest.fail("nobody was asked who returns")


def test_roles_in_the_air_are_secret_and_it_looks_at_an_imagined_game() -> None:
    game = exercise("sea-battle", 2)
    for seat, prompt, verb, noun in answered(game, 2):
        if prompt == "air-roles":
            assert not nothing_is_hidden(game)
            assert as_seen_by(game, seat) is not game
            assert not game.why_not(verb, noun, seat)
            return
    pytest.fail("nobody flew")


def test_only_where_ports_count_is_it_a_war_at_sea() -> None:
    sea = seeded_campaign("guadalcanal", 1, length="campaign")
    land = seeded_campaign("barbarossa", 1, length="campaign")
    assert is_war_at_sea(sea)
    assert not is_war_at_sea(land)


def test_the_seascape_knows_what_the_enemy_holds() -> None:
    game, question, _, _ = _first_landing()
    seascape, guadalcanal = Seascape(game, question.side), board_of(game).index["P1717"]
    assert guadalcanal in seascape.targets
    assert sum(seascape.points.values()) == 31
    assert not seascape.troops(guadalcanal, 1 - question.side)


@pytest.mark.parametrize("name", IN_THE_AIR)
def test_it_chooses_roles_where_aircraft_meet_without_a_sea_area_too(name: str) -> None:
    """The exercises of air combat, to their end."""
    game, rng = seeded_game(load_exercise(name), 1), Random(1)
    play_out(game, rng, cadet.pick)
    assert game.over

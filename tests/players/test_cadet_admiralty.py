"""How the cadet judges a war at sea: actions, landings, garrisons, harbours and convoy chains, from one opening position."""

from __future__ import annotations

from random import Random

import pytest

from worldfire.engine.game import Game
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import PLACE, board_of, counter_of, move, sea_of_section, things_at
from worldfire.players import cadet
from worldfire.players.cadet import admiralty, convoys, harbours
from worldfire.players.cadet.admiralty import COMBINED, LAND, NAVAL, Wishes
from worldfire.players.cadet.asking import Question, put_question
from worldfire.players.cadet.garrisons import of_a_guard
from worldfire.players.cadet.invading import Lander, chance_of_landing
from worldfire.players.cadet.seascape import Seascape, is_kind
from worldfire.players.cadet.task_forces import company, may_stay
from worldfire.players.table import seeded_campaign
from worldfire.rules.s02_1_sea_areas import adjacent_seas, section_at
from worldfire.rules.s11_04_5_naval_transport import may_invade
from worldfire.tables.counters import NavalType

JAPAN, COMMONWEALTH, USA = 0, 1, 2
TRUK, RABAUL, GUADALCANAL, PEARL_HARBOR = "P2025", "P2019", "P1717", "P0131"


@pytest.fixture(scope="module")
def opening() -> Game:
    """Guadalcanal set up by the cadet, when Japan chooses its first action."""
    game, rng = seeded_campaign("guadalcanal", 1, length="campaign"), Random(1)
    while game.decision is None or game.decision.prompt != "choose-actions":
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *cadet.pick(game, seat, rng), decision)
    return game


@pytest.fixture
def game(opening: Game) -> Game:
    return opening.fork()


@pytest.fixture
def question(game: Game) -> Question:
    return put_question(game, "japan", Random(1))


def hex_of(game: Game, number: str) -> int:
    return board_of(game).index[number]


def named(game: Game, name: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == name)


# ------------------------------------------------------------------------------------------------------ which action


def best_action(question: Question, wishes: Wishes) -> str:
    combined = admiralty._rehearsal(question, COMBINED)
    promises = {
        action: admiralty._promise(question, wishes, action, combined, JAPAN) for action in (COMBINED, NAVAL, LAND)
    }
    return max(promises, key=promises.__getitem__)


def test_the_action_follows_from_what_there_is_to_do(question: Question) -> None:
    """10.2: a combined action gives Japan two naval moves, one invasion and one land attack."""
    assert best_action(question, Wishes([], [], [], [])) == COMBINED
    assert best_action(question, Wishes([0.5] * 5, [], [], [])) == NAVAL
    assert best_action(question, Wishes([0.5, 0.5], [], [0.9], [])) == COMBINED
    assert best_action(question, Wishes([], [], [0.9, 0.9], [])) == LAND
    assert best_action(question, Wishes([0.2], [], [], [0.5, 0.5, 0.5])) == LAND


def test_the_rehearsal_leaves_the_game_alone(game: Game, question: Question) -> None:
    before = game.state.digest()
    wishes = admiralty.wishes_of(question)
    assert wishes[JAPAN].voyages
    assert game.state.digest() == before


# ---------------------------------------------------------------------------------------------------------- landings


def test_the_chance_of_a_landing_is_counted_with_guards_and_guns(game: Game) -> None:
    seascape, place = Seascape(game, JAPAN), hex_of(game, GUADALCANAL)
    corps = named(game, "ja-inf-17")
    alone = chance_of_landing(seascape, [Lander(corps, 3)], place)
    assert not seascape.troops(place, 1)
    assert alone > 0.5
    assert chance_of_landing(seascape, [Lander(corps, 3)], place, [(named(game, "ja-bb-yamato-sif"), 3)]) >= alone
    assert chance_of_landing(seascape, [Lander(corps, 2)], place) <= alone  # the notional unit gains by a low section
    guard = next(unit for unit in seascape.troops(hex_of(game, PEARL_HARBOR), 1) if not may_invade(game, unit))
    move(game, guard, place)
    assert chance_of_landing(Seascape(game, JAPAN), [Lander(corps, 3)], place) < alone


# -------------------------------------------------------------------------------------------------------- task forces


def test_a_carrier_sails_with_a_screen(game: Game) -> None:
    seascape = Seascape(game, JAPAN)
    ships = [unit for unit in things_at(game, hex_of(game, TRUK)) if is_kind(game, unit, NavalType.CV, NavalType.SCS)]
    for wanted in (0.0, 15.0, 30.0):
        force = company(seascape, ships, wanted)
        carriers = sum(is_kind(game, ship, NavalType.CV) for ship in force)
        assert 2 * carriers <= len(force)
    assert not company(seascape, [ship for ship in ships if is_kind(game, ship, NavalType.CV)], 30.0)


def test_nobody_stays_where_the_enemys_ports_are_too_strong_for_him(game: Game) -> None:
    seascape = Seascape(game, 1)
    assert seascape.danger("Solomons") > 0  # nobody is at sea there, but a fleet lies at Truk
    assert not seascape.enemies("Solomons")
    assert not may_stay(seascape, (named(game, "us-ca-chester-sif"),), "Solomons")


# ---------------------------------------------------------------------------------------------------------- garrisons


def test_the_set_up_guards_what_counts(game: Game) -> None:
    assert Seascape(game, JAPAN).troops(hex_of(game, TRUK), JAPAN)
    assert Seascape(game, JAPAN).troops(hex_of(game, RABAUL), JAPAN)
    assert not of_a_guard(Seascape(game, JAPAN), hex_of(game, TRUK))
    assert of_a_guard(Seascape(game, 1), hex_of(game, GUADALCANAL)) > 0


# ----------------------------------------------------------------------------------------------------------- harbours


def test_strangers_keep_out_of_each_others_ports(game: Game) -> None:
    """18.1: a Dutch ship and American ones do not co-operate; together in a port somebody would be destroyed (2.3.1)."""
    dutch, port = named(game, "netherlands-trs-1934-sif"), hex_of(game, PEARL_HARBOR)
    assert not harbours.is_welcome(game, (dutch,), port)
    assert harbours.is_welcome(game, (named(game, "cw-ca-australia-sif"),), port)
    seascape = Seascape(game, 1)
    assert harbours.port_merit(seascape, port, (dutch,)) < harbours.port_merit(seascape, port, ()) - 50


# -------------------------------------------------------------------------------------------------------- convoy chains


def test_the_chain_of_resources_is_one_way_to_the_factories(game: Game) -> None:
    seascape = Seascape(game, JAPAN)
    laid = convoys._laid(seascape, JAPAN)
    wanted = convoys.demand(seascape, JAPAN, sum(laid.values()))
    assert sum(wanted.values()) <= sum(laid.values())
    assert set(wanted) & set(laid)
    assert all(any(near in wanted for near in adjacent_seas(game, sea)) for sea in wanted)


def test_a_break_in_a_chain_is_closed_first(game: Game) -> None:
    """The American chain from the West Coast to Noumea loses its points in Polynesia."""
    seascape = Seascape(game, 1)
    assert not list(convoys._breaks(seascape, convoys._laid(seascape, USA)))
    (broken,) = [
        (place, points)
        for owner, place, points in game.state.amounts(CONVOY_POINTS)
        if owner == USA and sea_of_section(game, place) == "Polynesia"
    ]
    game.add(CONVOY_POINTS, USA, broken[0], -broken[1])
    game.add(CONVOY_POINTS, USA, hex_of(game, PEARL_HARBOR), broken[1])
    seascape = Seascape(game, 1)
    gaps = convoys._gaps(seascape, USA)
    assert gaps["Polynesia"] == (convoys.OF_A_GAP, 1)
    assert max(gaps.values())[0] == convoys.OF_A_GAP
    put = question_of(game, "usa")
    assert convoys.wanted(put, USA) <= 0  # the points lie in port: none need be built


def question_of(game: Game, seat: str) -> Question:
    asked = put_question(game, "japan", Random(1))
    return Question(game, seat, 1, asked.prompt, {}, {}, Random(1), asked.notes)


def test_prospects_draw_fleets_forward_and_danger_keeps_them_back(game: Game) -> None:
    seascape, truk = Seascape(game, JAPAN), hex_of(game, TRUK)
    assert seascape.prospects(truk) > seascape.prospects(hex_of(game, "P2737"))
    safe = harbours.port_merit(seascape, truk, ())
    for name in ("us-cv-enterprise-sif", "us-cv-hornet-sif", "us-cv-yorktown-sif", "us-cv-lexington-sif"):
        move(game, named(game, name), section_at(game, "Marianas", 3))
    assert harbours.port_merit(Seascape(game, JAPAN), truk, ()) < safe

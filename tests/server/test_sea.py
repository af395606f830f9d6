"""What the page is told of the war at sea: sea-boxes, convoys, orders with their places, interception and the battle."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from drills import AT_SEA, begun_ashore
from worldfire.engine.chance import ScriptedChance
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.forces.things import PLACE, counter_of, place_index
from worldfire.players import random_player
from worldfire.server.founding import Plan, found, set_up_for
from worldfire.server.offering import Offer
from worldfire.server.presenting import Scene, Table
from worldfire.server.problems import Problem
from worldfire.server.sea_questions import SailingQuestion, tell_sailing
from worldfire.titles.exercises import load_exercise

CARRIER, MYOKO = "us-cv-enterprise-sif", "ja-ca-myoko-sif"


@pytest.fixture
def game() -> Game:
    begun = load_exercise("sea-battle").begin(chance=ScriptedChance())
    begun.submit("jay", "done", None)
    return begun


def shown(game: Game, seat: str) -> dict[str, Any]:
    table = Scene(view(game, seat, len(game.entries)), game.ruleset, undo=False).table()
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(table))
    return told


def ship(game: Game, counter: str) -> int:
    return next(unit for unit in range(len(game.state[PLACE])) if counter_of(game, unit).id == counter)


def test_units_and_convoys_at_sea_are_told_by_section(game: Game) -> None:
    table = shown(game, "jay")
    assert "Coral Sea" in table["in_play"]["seas"]
    assert table["in_play"]["search_numbers"] == [0, 1, 2, 3, 4]
    assert table["units"][str(ship(game, MYOKO))]["place"] == {"sea": "Coral Sea", "section": 3}
    convoys = [one for one in table["convoys"] if one["place"].get("sea") == "Coral Sea"]
    assert {(one["power"], one["points"]) for one in convoys} == {("usa", 7), ("commonwealth", 4), ("japan", 2)}


def test_a_game_without_the_sea_has_no_sea_areas_in_play() -> None:
    game = begun_ashore(found(Plan("barbarossa"), b"1" * 32))
    table = shown(game, game.seats[0])
    assert (table["in_play"]["seas"], table["convoys"]) == ([], [])


def test_a_scene_has_nothing_to_set_up() -> None:
    game = found(Plan(exercise="sea-patrol"), b"1" * 32)
    before = len(game.entries)
    set_up_for(game)
    assert len(game.entries) == before


def test_a_title_is_asked_for_by_its_name() -> None:
    assert found(Plan(exercise="sea-patrol"), b"1" * 32).header.title == "wif"
    with pytest.raises(Problem, match="no title"):
        found(Plan(exercise="sea-patrol", title="wif-moon"))


def test_orders_name_their_ships_and_places(game: Game) -> None:
    offer = shown(game, "jay")["decision"]["offers"]["sail"]
    carrier = ship(game, CARRIER)
    assert offer["items"][str(carrier)] == {"label": "Enterprise", "unit": carrier}
    section = offer["targets"][str(place_index(game, "Coral Sea 3"))]
    assert (section["sea"], section["section"]) == ("Coral Sea", 3)
    assert offer["items"][str(ship(game, "us-mar-i-mar"))]["label"] == "I Mar", "what may go aboard has a name too"


def test_the_page_asks_where_a_task_force_can_go(game: Game) -> None:
    carrier = ship(game, CARRIER)
    told = tell_sailing(game, SailingQuestion(seat="jay", verb="sail", items=(carrier,)))
    haven = next(one for one in told.havens if (one.sea, one.section) == ("Coral Sea", 3))
    assert (haven.label, haven.movement, haven.range) == ("section 3 of the Coral Sea", 5, 3)
    assert told.risks["Coral Sea"].chance == 0.5
    assert told.moves == {"usa": 1}
    mixed = tell_sailing(
        game, SailingQuestion(seat="jay", verb="sail", items=(carrier, ship(game, "us-bb-south-dakota-sif")))
    )
    assert mixed.nowhere is not None
    assert "one port" in mixed.nowhere["text"]
    with pytest.raises(Problem):
        tell_sailing(game, SailingQuestion(seat="jay", verb="sail", items=(99999,)))


def test_an_interception_and_the_battle_are_shown_to_both_sides(game: Game) -> None:
    chance = game.chance
    assert isinstance(chance, ScriptedChance)
    section = place_index(game, "Coral Sea 3")
    game.submit("jay", "sail", ((ship(game, CARRIER),), (section,), ()))
    told = shown(game, "kasigi")["combat"]
    assert (told["kind"], told["sea"], told["needed"], told["with_submarines"]) == ("interception", "Coral Sea", 5, 5)
    assert [one["label"] for one in told["movers"]] == ["Enterprise"]
    chance.feed(3, 2)  # the interception, and the search of the active side
    game.submit("kasigi", "intercept", ship(game, MYOKO))
    game.submit("kasigi", "commit-submarines", None)
    game.submit("jay", "fight-through", section)
    for seat, verb in (("jay", "pass"), ("kasigi", "pass"), ("jay", "commit-submarines-to-combat")):
        game.submit(seat, verb, None)
    told = shown(game, "kasigi")["combat"]
    assert told == shown(game, "jay")["combat"]
    assert (told["kind"], told["round"], told["rich"], told["points"]) == ("naval", 1, "allies", 1)
    axis, allies = told["sides"]
    assert (axis["die"], axis["roll"], axis["surprise"], allies["surprise"]) == (3, 3, 7, 8)
    assert [(one["section"], one["found"]) for one in axis["sections"]] == [(0, False), (3, True)]
    assert (axis["factors"]["surface"], axis["columns"]["surface"]) == ("12", 4)
    for seat in ("jay", "kasigi"):
        game.submit(seat, "call-for-nothing", None)
    suffering = shown(game, "jay")["combat"]["suffering"]
    assert (suffering["side"], suffering["hits"][0], suffering["chooser"]) == ("axis", "X", "axis")
    chance.feed(9)
    game.submit("kasigi", "pick-target", ship(game, MYOKO))
    (hit,) = shown(game, "jay")["combat"]["toll"]
    assert (hit["round"], hit["side"], hit["target"], hit["die"], hit["suffered"]) == (1, "axis", "Myoko", 9, "D")
    table = shown(game, "jay")
    assert table["units"][str(ship(game, MYOKO))]["damaged"]


def test_a_carrier_in_the_port_that_is_attacked_flies_nothing() -> None:
    """The Zuikaku lies at Truk, where submarines may stay in their pens."""
    game, rng = load_exercise("port-attack").begin(secret=b"3" * 32, game_id="test"), Random(1)
    sides: list[dict[str, Any]] = []
    while not any(side["factors"] for side in sides):
        seat = next(iter(game.waiting))
        keeps = "keep-submarines-out" in game.offers(seat)
        game.submit(seat, *(("keep-submarines-out", None) if keeps else random_player.pick(game, seat, rng)))
        combat = shown(game, "jay")["combat"] or {}
        sides = combat.get("sides", [])
    assert game.state[PLACE][ship(game, "ja-cv-zuikaku-sif")] == place_index(game, "Truk")
    axis, allies = (side["factors"] for side in sides)
    assert (combat["hex"], axis["air-to-sea"]) == ("P2025", "0")
    assert allies["air-to-sea"] != "0"


@pytest.mark.parametrize("name", AT_SEA)
def test_every_position_of_a_random_game_can_be_shown(name: str) -> None:
    """To both sides and to spectators, with every part of what is asked named."""
    game, rng = load_exercise(name).begin(secret=b"3" * 32, game_id="test"), Random(3)
    kinds = set()
    for _ in range(60):
        if game.over:
            break
        seat = next(iter(game.waiting))
        asked = game.decision.prompt if game.decision else ""
        if asked not in kinds:
            kinds.add(asked)
            for who in (seat, None):
                told = Scene(view(game, who, len(game.entries)), game.ruleset, undo=False).table()
                labels = [
                    part.label for offer in _offers(told) for part in (*offer.items.values(), *offer.targets.values())
                ]
                assert all(labels), asked
        game.submit(seat, *random_player.pick(game, seat, rng))
    assert len(kinds) > 1


def _offers(table: Table) -> list[Offer]:
    return [] if table.decision is None else list(table.decision.offers.values())

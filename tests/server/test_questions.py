"""What can be asked about a position, and that the answers are the rules'."""

from __future__ import annotations

from random import Random

import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, exercise, seat_people
from worldfire.engine.game import Game
from worldfire.players import default_player, random_player
from worldfire.server.house import House
from worldfire.titles.campaigns import begin_campaign


@pytest.fixture
def germany(house: House, page: Page) -> Seat:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]


def test_whatever_can_be_reached_can_be_moved_to(germany: Seat) -> None:
    table = germany.table()
    keys = germany.page.get("/api/board")["hexes"]["key"]
    stacks = table["decision"]["offers"]["move"]["shape"]["stacks"]
    for stack in stacks[:3]:
        units = stack["units"][:1]
        found = germany.ask("reach", units=units)
        assert {keys[to] for to, _ in stack["ways"]} <= found["hexes"].keys() | found["refused"].keys()
        for place, way in list(found["hexes"].items())[:10]:
            verb = "overrun" if way["overrun"] else "move"
            noun = [units, [keys.index(step) for step in way["path"]]]
            why = germany.page.post(f"{germany.path}/why-not", seat="germany", verb=verb, noun=noun)
            assert why["violations"] == [], place
            assert way["path"][-1] == place
        assert found["refused"].keys().isdisjoint(found["hexes"])
        assert all(reason["rule"] and reason["text"] for reason in found["refused"].values())


def test_odds_are_whole_and_told_for_each_table(germany: Seat) -> None:
    table = germany.table()
    unit = next(
        int(u) for u, one in table["units"].items() if one["counter"].startswith("ge-arm") and "hex" in one["place"]
    )
    enemy = next(one["place"]["hex"] for one in table["units"].values() if _is_soviet_corps(one))
    attacks = germany.ask("odds", attackers=[unit], hex=enemy)["attacks"]
    assert {attack["table"] for attack in attacks} == {"assault", "blitzkrieg"}
    for attack in attacks:
        assert abs(sum(one["probability"] for one in attack["distribution"]) - 1) < 1e-9
        assert attack["attack"][0]["unit"] == unit


def test_odds_of_a_position_that_is_gone_are_none(germany: Seat) -> None:
    """The page asks while the other side may act: what comes too late is no fault of the player."""
    table = germany.table()
    unit = next(int(u) for u, one in table["units"].items() if one["side"] == "axis" and "hex" in one["place"])
    late = {"attackers": [unit], "hex": "nowhere", "entries": table["entries"] - 1}
    assert germany.ask("odds", **late) == {"attacks": []}
    now = {**late, "entries": table["entries"]}
    assert germany.ask("odds", 422, **now)["error"]["field"] == "hex"


def test_an_enemy_beside_a_stack_tells_why_it_cannot_be_overrun(germany: Seat) -> None:
    """11.10.6: not only that the hex is held, but what is missing: armour, odds, open ground or supply."""
    told = set()
    for stack in germany.table()["decision"]["offers"]["move"]["shape"]["stacks"]:
        found = germany.ask("reach", units=stack["units"][:1])
        told |= {reason["text"] for reason in found["refused"].values() if reason["rule"] == "11.10.6"}
    assert any("An overrun needs" in text for text in told), told


def _is_soviet_corps(unit: dict[str, object]) -> bool:
    return unit["side"] == "allies" and "hex" in str(unit["place"]) and "-inf-" in str(unit["counter"])


def test_supply_zones_and_range(germany: Seat) -> None:
    table = germany.table()
    all_axis = germany.ask("supply-all", side="axis")["units"]
    for unit, supplied in list(all_axis.items())[:5]:
        one = germany.ask("supply", unit=int(unit))
        assert one["in_supply"] == supplied
        assert one["text"]
    zones = germany.ask("zoc", side="allies")["hexes"]
    assert zones
    fighter = next(int(u) for u, one in table["units"].items() if "-ftr-" in one["counter"] and "hex" in one["place"])
    near = germany.ask("range", unit=fighter)["hexes"]
    assert near[table["units"][str(fighter)]["place"]["hex"]] == 0


def test_wrong_questions_are_told_by_their_field(germany: Seat) -> None:
    assert germany.ask("reach", 422, units=[])["error"]["field"] == "units"
    assert germany.ask("reach", 422, units=[99_999])["error"]["field"] == "units"
    assert germany.ask("odds", 422, attackers=[0], hex="E1832")["error"]["field"] == "attackers"
    assert germany.ask("supply", 422)["error"]["field"] == "unit"
    assert germany.ask("zoc", 422, side="martians")["error"]["field"] == "side"
    assert germany.ask("weather", 400)["error"]["field"] == "question"


def test_an_exercise_has_no_board_to_ask_about(page: Page) -> None:
    seat = page.quick(exercise="surprise-points", seat="heinz")
    assert seat.ask("zoc", 422, side="Axis")["error"]["field"] == "question"


def test_a_suggestion_is_always_legal_even_where_the_cadet_is_at_a_loss(page: Page, house: House) -> None:
    """Exercises have no campaign, which the cadet looks for when aircraft must find a base."""
    game = next(game for game in map(_played_to_the_landing, range(20)) if not game.over)
    seats = seat_people(house, game, dict.fromkeys(game.seats, page))
    seat = seats[next(iter(game.waiting))]
    advice = seat.ask("default")
    seat.act(seat.table()["decision"]["id"], advice["verb"], advice["noun"])


def _played_to_the_landing(seed: int) -> Game:
    """An air duel until an aircraft must find a base; over if none has to."""
    game, rng = exercise("air-duel", seed), Random(seed)
    while game.decision is not None and game.decision.prompt != "choose-base":
        waiting = next(iter(game.waiting))
        game.submit(waiting, *random_player.pick(game, waiting, rng))
    return game


def test_a_set_up_without_supply_is_cautioned(house: House, page: Page) -> None:
    seats = seat_people(house, at_army_group_south(), {"germany": page, "ussr": page})
    germany = seats["germany"]
    advised = germany.ask("default")
    assert germany.ask("cautions", verb=advised["verb"], noun=advised["noun"]) == {"cautions": []}
    keys = page.get("/api/board")["hexes"]["key"]
    moved = [[advised["noun"][0][0], keys.index("E2029")], *advised["noun"][1:]]
    (caution,) = germany.ask("cautions", verb=advised["verb"], noun=moved)["cautions"]
    assert (caution["rule"], caution["hexes"]) == ("2.4.2", ["E2029"])
    assert "Hungary" in caution["text"]
    assert germany.ask("cautions", 422)["error"]["field"] == "verb"


def at_army_group_south() -> Game:
    game = begin_campaign("barbarossa", secret=b"south", length="campaign")
    while game.decision is not None and "Army Group South" not in str(game.decision.args.get("zone")):
        seat = next(iter(game.waiting))
        game.submit(seat, *default_player.pick(game, seat, Random(1)))
    return game

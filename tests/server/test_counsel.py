"""Advice before a choice, the log as a story, films, and what wins: that they say what the rules do."""

from __future__ import annotations

import re
from random import Random
from typing import Any

import pytest

from server.lazy import Page, Seat
from server.positions import barbarossa_until, seat_people
from worldfire.advice.trying import attempt
from worldfire.advice.warnings import unsupplied, warnings
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.players.table import PLAYERS, seeded_campaign
from worldfire.server.house import House
from worldfire.server.naming import full_name, ordinal, place_words
from worldfire.server.planning import routine_answer
from worldfire.server.reading import Reader
from worldfire.server.story import Line, Teller


@pytest.fixture
def germany(house: House, page: Page) -> Seat:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]


def counsel(seat: Seat, question: str, **args: Any) -> dict[str, Any]:
    found: dict[str, Any] = seat.page.post(f"{seat.path}/counsel", seat=seat.seat, question=question, **args)
    return found


@pytest.fixture(scope="module")
def played() -> Game:
    """An impulse of each side, and the beginning of the third."""
    game, rng = seeded_campaign("barbarossa", 3, length="campaign"), Random(3)
    while len(game.entries) < 330:
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *PLAYERS["cadet"](game, seat, rng), decision)
    return game


def story(game: Game, seat: str | None) -> list[Line]:
    seen = view(game, seat, 0)
    return Teller(Reader(seen, game.ruleset)).tell(seen.log)


# ------------------------------------------------------------------------------------------------------------------- a way


def test_too_far_says_what_is_needed(germany: Seat) -> None:
    """Every hex that cannot be reached has a reason in a player's words; one that can has none."""
    table = germany.table()
    keys = germany.page.get("/api/board")["hexes"]["key"]
    stack = next(
        stack
        for stack in table["decision"]["offers"]["move"]["shape"]["stacks"]
        if len(germany.ask("reach", units=stack["units"])["hexes"]) > 8
    )
    reach = germany.ask("reach", units=stack["units"])["hexes"]
    for hex_ in list(reach)[:6]:
        if not reach[hex_]["overrun"] and hex_ != keys[stack["start"]]:
            assert counsel(germany, "no-way", units=stack["units"], hex=hex_).get("reasons", []) == []
    beyond = [hex_ for hex_ in ("E3036", "E3039", "E2930") if hex_ not in reach]
    told = [counsel(germany, "no-way", units=stack["units"], hex=hex_)["reasons"][0] for hex_ in beyond]
    assert told
    far = [re.fullmatch(r"Too far: needs (\d+) movement points, has (\d+)\.", one["text"]) for one in told]
    assert all(match is None or int(match[1]) > int(match[2]) for match in far)
    assert any(far) or all("zones of control" in one["text"] for one in told)


# ----------------------------------------------------------------------------------------------------------------- the story


def test_the_story_has_headings_and_names(played: Game) -> None:
    lines = story(played, "germany")
    kinds = [line.kind for line in lines]
    assert [line.text for line in lines if line.kind == "turn"] == ["May/Jun 1941"]
    assert [line.text for line in lines if line.kind == "impulse"][:2] == ["Impulse 1: Axis", "Impulse 2: Allies"]
    steps = [line.text for line in lines if line.kind == "step"]
    assert {"Reinforcements", "Land movement", "Land combat"} <= set(steps)
    battles = [line for line in lines if line.fight is not None]
    assert battles
    words = re.compile(
        r"(German|Soviet|Rumanian|Hungarian|Finnish) .+ \(.+\).* attacks? .+ at \d+:\d+"
        r"(, rolls? \d+(, \d+ with modifiers)?)?: .+\."
    )
    assert all(words.fullmatch(line.text) for line in battles if line.fight and line.fight.result)
    assert kinds.count("minor") > len(kinds) / 2, "bookkeeping is not folded away"
    marches = [line for line in lines if line.kind == "march"]
    assert all(line.hex == line.path[-1] and len(line.path) > 1 for line in marches)


def test_the_story_tells_nothing_that_was_taken_back(played: Game) -> None:
    undone = {seq for entry in played.entries if entry.verb == "undo" for seq in entry.noun}
    assert not undone & {line.seq for line in story(played, "germany")}


def test_units_and_places_have_names(played: Game) -> None:
    reader = Reader(view(played, None, len(played.entries)), played.ruleset)
    assert [ordinal(number) for number in (1, 2, 3, 4, 11, 12, 13, 21, 102)] == (
        ["1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "102nd"]
    )
    board = played.ruleset.tables.board
    assert place_words(reader, board.index["E2330"]) == "E2330 (south-west of Cernauti)"
    assert place_words(reader, board.index[board.find("Minsk")]) == "Minsk"
    names = {full_name(reader, unit) for unit in range(60)}
    assert any(re.fullmatch(r"German [IVXL]+ (SS )?Panzer \(ARM \d+-\d\)", name) for name in names), names


# ----------------------------------------------------------------------------------------------------- warnings, plans, cards


def test_a_move_that_starves_is_warned_of_and_the_position_is_not_touched(played: Game) -> None:
    game, rng = seeded_campaign("barbarossa", 3, length="campaign"), Random(3)
    starved = 0
    while len(game.entries) < 420:
        seat, decision = next(iter(game.waiting.items()))
        verb, noun = PLAYERS["cadet"](game, seat, rng)
        if verb == "move":
            before = game.digest() if hasattr(game, "digest") else len(game.entries)
            found = [one for one in warnings(game, seat, verb, noun) if one.reason.key == "out-of-supply-then"]
            tried = attempt(game, seat, verb, noun)
            assert tried is not None
            fresh = unsupplied(tried[0], seat) - unsupplied(game, seat)
            assert {unit for one in found for unit in one.units} == fresh
            assert before == (game.digest() if hasattr(game, "digest") else len(game.entries))
            starved += bool(found)
            if starved == 2:
                return
        game.submit(seat, verb, noun, decision)
    pytest.fail("nobody ever marched out of supply")


def test_an_alignment_that_leaves_units_unsupplied_is_warned_of() -> None:
    """Set up at random, some Germans stand in Rumania: only Hungary's railways feed them."""
    game, rng = seeded_campaign("barbarossa", 3, length="campaign"), Random(3)
    while "align-minor" not in game.offers("germany"):
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *PLAYERS["random"](game, seat, rng), decision)
    assert warnings(game, "germany", "align-minor", "hungary", routine_answer) == []
    (warning,) = warnings(game, "germany", "align-minor", "finland", routine_answer)
    assert warning.reason.args["home"] == "Hungary"
    assert len(warning.units) == warning.reason.args["count"] > 0


def test_routine_choices_are_planned_as_they_will_be_asked(house: House, page: Page) -> None:
    germany = seat_people(house, barbarossa_until("place-unit"), {"germany": page, "ussr": page})["germany"]
    plan = counsel(germany, "plan")["plan"]
    assert len(plan) > 1
    for step in plan:
        now = germany.table()["decision"]
        assert now["prompt"] == step["decision"]["prompt"]
        assert now["routine"]
        germany.act(now["id"], step["verb"], step["noun"])
    after = germany.table()["decision"]
    assert after is None or not after["routine"]


def test_actions_are_told_with_their_limits(house: House, page: Page) -> None:
    germany = seat_people(house, barbarossa_until("choose-actions"), {"germany": page, "ussr": page})["germany"]
    cards = counsel(germany, "cards")["cards"]["choose-actions"]
    assert set(cards) == {"pass", "naval", "air", "land", "combined"}
    assert "land moves without limit" in cards["land"]["lines"][0]
    assert cards["land"]["lines"][1] == "no naval moves, naval combats"
    decision = germany.table()["decision"]
    germany.act(decision["id"], "choose-actions", [["germany", "land"]])
    limits = germany.page.get(f"{germany.path}/standing", seat="germany")["limits"]
    assert {one["name"]: one["most"] for one in limits}["land moves"] is None
    assert all(one["used"] == 0 for one in limits)


def test_as_many_as_allowed_is_allowed(germany: Seat) -> None:
    assert (
        "error"
        in germany.page.client.post(
            f"{germany.path}/counsel",
            json={"seat": "germany", "question": "as-many", "verb": "move", "noun": list(range(500))},
            headers={"X-Worldfire": "1"},
        ).json()
    )


# ------------------------------------------------------------------------------------------------------- standing and films


def test_what_wins_is_counted(germany: Seat) -> None:
    standing = germany.page.get(f"{germany.path}/standing", seat="germany")["standing"]
    held = [prize for prize in standing["prizes"] if prize["side"] == "axis"]
    needed = standing["needed"]
    assert standing["headline"] == f"Axis {len(held)} of {needed} cities, turn 1 of 5"
    assert {one["side"] for one in standing["counsel"]} == {"axis", "allies"}
    assert f"hold {needed} Soviet cities" in standing["how"]


def test_a_film_ends_where_the_game_stands(germany: Seat) -> None:
    table = germany.table()
    film = germany.page.get(f"{germany.path}/film", since=max(0, table["entries"] - 40), seat="germany")
    assert film["start"]["decision"] is None
    units, entries = dict(film["start"]["units"]), film["start"]["entries"]
    for delta in film["deltas"]:
        assert delta["entries"] == entries + 1
        assert "decision" not in delta
        units.update(delta.get("units", {}))
        entries = delta["entries"]
    assert (entries, units) == (table["entries"], table["units"])
    assert germany.page.client.get(f"{germany.path}/film", params={"since": 10**6}).status_code == 404

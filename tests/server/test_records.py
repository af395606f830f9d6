"""The log and its search, replay, export and import, verification, pools, statistics, charts."""

from __future__ import annotations

from random import Random

import pytest

from server.lazy import HEADERS, Page, Seat
from server.positions import barbarossa_until, exercise, seat_people
from worldfire.engine.events import Rolled
from worldfire.engine.game import Game
from worldfire.engine.save import dumps
from worldfire.engine.views import view
from worldfire.players.random_player import pick
from worldfire.players.table import play_out
from worldfire.rules.s14_air_missions import Destroyed
from worldfire.server.house import House
from worldfire.server.presenting import Scene
from worldfire.server.rewinding import Rewinder


@pytest.fixture
def seats(house: House, page: Page, other_page: Page) -> dict[str, Seat]:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": other_page})


def test_the_log_is_told_and_searched(seats: dict[str, Seat]) -> None:
    germany = seats["germany"]
    log = germany.page.get(f"{germany.path}/log", seat="germany")
    assert [entry["seq"] for entry in log["entries"]] == list(range(len(log["entries"])))
    assert log["next"] is None
    found = germany.page.get(f"{germany.path}/log", q="kiev")["entries"]
    assert 0 < len(found) < len(log["entries"])
    assert all("kiev" in str(entry).lower() for entry in found)
    assert germany.page.get(f"{germany.path}/log", q="waterloo")["entries"] == []


def test_replay_shows_what_was(seats: dict[str, Seat]) -> None:
    germany = seats["germany"]
    before = germany.table()
    germany.act_lazily(("move",))
    then = germany.page.get(f"{germany.path}/replay", entry=before["entries"] - 1, seat="germany")
    assert then["units"] == before["units"]
    assert then["log"] == before["log"]
    assert germany.table()["units"] != before["units"]
    first = germany.page.get(f"{germany.path}/replay", entry=0, seat="germany")
    assert first["entries"] == 1
    assert germany.page.get(f"{germany.path}/replay", 404, entry=10_000)["error"]["field"] == "entry"
    assert germany.page.get(f"{germany.path}/replay", 403, entry=1, seat="ussr")["error"]["field"] == "seat"


def test_rewinding_back_and_forth_gives_the_same_tables() -> None:
    """Undone actions too: each table is what the game showed just after the entry."""
    game = exercise("bounce-over-kursk", 3)
    rng = Random(3)
    shown = [Scene(view(game, None), game.ruleset, undo=False).table()]
    while not game.over:
        play = [game.submit(*_picked(game, rng))]
        if not play[0].barrier:
            shown.append(Scene(view(game, None), game.ruleset, undo=False).table())
            game.undo(play[0].seat)
            shown.append(Scene(view(game, None), game.ruleset, undo=False).table())
            game.submit(*_picked(game, rng))
        shown.append(Scene(view(game, None), game.ruleset, undo=False).table())
    rewinder = Rewinder(game)
    for entry in (len(shown) - 1, 0, len(shown) // 2, 1, *range(len(shown))):
        then = rewinder.after(entry)
        assert Scene(view(then, None), then.ruleset, undo=False).table() == shown[entry], entry


def _picked(game: Game, rng: Random) -> tuple[str, str, object, int]:
    seat, decision = next(iter(game.waiting.items()))
    return (seat, *pick(game, seat, rng), decision)


def test_a_seat_exports_what_it_knows_and_the_whole_file_waits_for_the_end(
    house: House, page: Page, other_page: Page
) -> None:
    game = exercise("surprise-points")
    seats = seat_people(house, game, {"heinz": page, "anna": other_page})
    heinz = seats["heinz"]
    own = page.client.get(f"{heinz.path}/export", params={"seat": "heinz"})
    assert game.secret.hex() not in own.text
    assert '"secret"' not in own.text
    spectator = page.client.get(f"{heinz.path}/export").text
    assert game.secret.hex() not in spectator
    over = exercise("surprise-points", 2)
    play_out(over, Random(2))
    ended = seat_people(house, over, {"heinz": page, "anna": other_page})["heinz"]
    whole = page.client.get(f"{ended.path}/export")
    assert over.secret.hex() in whole.text
    assert page.get(f"{ended.path}/verify")["verified"]
    anna = page.get(f"{ended.path}/table", 403, seat="anna")
    assert anna["error"]["code"] == "not-your-seat"
    assert page.get(f"{ended.path}/replay", entry=1, seat="anna")["seat"] == "anna", "open to all after the end"
    again = page.client.post("/api/import", content=whole.content, headers=HEADERS)
    assert again.json()["error"]["code"] == "known-game"


def test_a_hot_seat_exports_the_whole_file(page: Page) -> None:
    hot = page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]
    assert '"secret"' in page.client.get(f"{hot.path}/export").text


def test_a_file_becomes_a_game_again(other_page: Page) -> None:
    game = exercise("surprise-points")
    data = dumps(game)
    changed = data.replace(b"surprise", b"SURPRISE", 1)
    refused = other_page.client.post("/api/import", content=changed, headers=HEADERS)
    assert refused.status_code == 422
    assert refused.json()["error"]["field"] == "file"
    assert other_page.client.post("/api/import", content=b"chess", headers=HEADERS).status_code == 422
    imported = other_page.client.post("/api/import", content=data, headers=HEADERS).json()["game"]
    assert imported == game.header.game_id
    assert other_page.get(f"/api/games/{imported}")["mine"] == ["anna", "heinz"]
    Seat(other_page, imported, "heinz").act_lazily()


def test_statistics_count_what_the_log_says(house: House, page: Page, other_page: Page) -> None:
    game = exercise("surprise-points", 2)
    play_out(game, Random(2))
    heinz = seat_people(house, game, {"heinz": page, "anna": other_page})["heinz"]
    statistics = page.get(f"{heinz.path}/statistics")
    rolled = [event for entry in game.entries for event in entry.events if isinstance(event, Rolled)]
    assert sum(sum(faces.values()) for faces in statistics["dice"].values()) == sum(len(one.dice) for one in rolled)
    lost = [event for entry in game.entries for event in entry.events if isinstance(event, Destroyed)]
    assert len(statistics["lost"]) == sum(statistics["losses"].values()) == len(lost) > 0


def test_staff_work(seats: dict[str, Seat]) -> None:
    germany = seats["germany"]
    pools = germany.page.get(f"{germany.path}/pools", seat="germany")
    table = germany.table()
    for pool in pools["pools"]:
        for unit in pool["units"]:
            assert table["units"][str(unit)]["place"] == {"pool": pool["pool"]}
    assert pools["circle"], "units wait on the production circle"
    charts = germany.page.get("/api/charts")["charts"]
    chart = germany.page.get(f"/api/charts/{charts[0]['id']}")
    assert {cell["provenance"] for row in chart["cells"].values() for cell in row.values()}
    assert germany.page.get("/api/charts/weather", 404)["error"]["field"] == "chart"


def test_dice_are_counted(house: House, page: Page, other_page: Page) -> None:
    """As many as fell, and the faces that they showed."""
    game = exercise("air-duel")
    play_out(game, Random(1))
    thrown = [die for entry in game.entries for outcome in entry.outcomes for die in outcome.values]
    assert thrown
    seats = dict(zip(game.seats, (page, other_page), strict=True))
    path = next(iter(seat_people(house, game, seats).values())).path
    dice = page.get(f"{path}/statistics")["dice"]
    faces = [int(face) for counts in dice.values() for face, count in counts.items() for _ in range(count)]
    assert sorted(faces) == sorted(thrown)

"""What if…: a private game imagined from a seat's own view. It tells nothing that the seat did not know and changes nothing."""

from __future__ import annotations

from random import Random

import pytest
from sqlalchemy import select
from starlette.testclient import TestClient

from engine.helpers import decisions
from engine.test_views import EYES, altered, fresh_games
from server.lazy import Page, Seat, least_noun
from server.positions import barbarossa_until, exercise, pick, seat_people
from server.test_cleaning import abandon, clean, grow_old, rows
from worldfire.engine.game import Game
from worldfire.engine.save import dumps, loads
from worldfire.engine.verify import verify
from worldfire.server import imagining
from worldfire.server.house import House
from worldfire.server.imagining import imagined_game
from worldfire.server.tables import WHAT_IFS
from worldfire.titles import ruleset_for

SEED = 5

# ------------------------------------------------------------------------------------------------- nothing is given away


def test_games_that_differ_only_in_what_is_hidden_give_the_same_what_if() -> None:
    """Byte for byte: opening, dice to come and name, from every seat and for spectators."""
    rng = Random(1)
    looked = changed = 0
    for game in fresh_games(count=1):
        for point in decisions(game, rng, talk=True):
            seat = rng.choice(EYES)
            twin = altered(point, seat, rng)
            one, other = imagined_game(point, seat, Random(SEED)), imagined_game(twin, seat, Random(SEED))
            assert dumps(one) == dumps(other)
            looked += 1
            changed += point.state.encode() != twin.state.encode()
    assert changed > looked // 2, "the games hardly differed"


def _after_secret_choice(which: int) -> tuple[Game, str, str]:
    """An exercise in which the first seat has chosen in secret what the second must not know."""
    game = exercise("surprise-points")
    first, second = game.waiting
    items = game.offers(first)["choose-roles"].items  # type: ignore[attr-defined]
    game.submit(first, "choose-roles", tuple((one.item, one.to[which]) for one in items))
    return game, first, second


def test_a_secret_choice_of_the_other_seat_does_not_show() -> None:
    (one, chooser, spy), (other, _, _) = _after_secret_choice(0), _after_secret_choice(-1)
    assert dumps(imagined_game(one, spy, Random(SEED))) == dumps(imagined_game(other, spy, Random(SEED)))
    own = [imagined_game(game, chooser, Random(SEED)) for game in (one, other)]
    assert dumps(own[0]) != dumps(own[1]), "the test can fail: to its owner the choice is known"


def test_what_is_imagined_differs_from_draw_to_draw() -> None:
    game = barbarossa_until("move")
    assert imagined_game(game, "ussr", Random(1)).secret != imagined_game(game, "ussr", Random(2)).secret


# ------------------------------------------------------------------------------------------------------- a game of its own


def test_a_what_if_is_a_game_with_a_log_that_can_be_verified() -> None:
    game = imagined_game(barbarossa_until("move"), "germany", Random(SEED))
    rng = Random(SEED)
    for _ in range(8):
        seat, decision = next(iter(game.waiting.items()))
        game.submit(seat, *pick(game, seat, rng), decision)
    opened = loads(dumps(game), ruleset_for)
    assert opened.state.digest() == game.state.digest()
    assert verify(dumps(game), ruleset_for).ok


@pytest.fixture
def seats(page: Page, other_page: Page, house: House) -> dict[str, Seat]:
    return seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": other_page})


def _open(seat: Seat, **more: object) -> Seat:
    opened = seat.page.post(f"{seat.path}/what-if", seat=seat.seat, **more)
    return Seat(seat.page, opened["game"], opened["seat"])


def test_both_sides_are_played_and_the_real_game_stands_still(seats: dict[str, Seat], house: House) -> None:
    real = seats["germany"]
    before, log = real.table(), dumps(house.archive.open(real.game, ruleset_for))  # type: ignore[arg-type]
    germany = _open(real)
    table = germany.table()
    assert table["units"] == before["units"]
    assert table["decision"]["offers"] == before["decision"]["offers"]
    germany.act(table["decision"]["id"], "move", least_noun(table["decision"]["offers"]["move"]["shape"]))
    players = {seat: Seat(real.page, germany.game, seat) for seat in ("germany", "ussr")}
    moved = set()
    for _ in range(30):
        waiting = germany.table()["waiting"][0]
        moved.add(waiting)
        players[waiting].act_lazily(("done",))
    assert moved == {"germany", "ussr"}
    assert germany.table()["units"] != before["units"]
    assert real.table() == before
    assert dumps(house.archive.open(real.game, ruleset_for)) == log  # type: ignore[arg-type]
    assert real.page.get(f"{germany.path}/verify")["verified"]
    assert real.page.get(f"{germany.path}/replay", entry=0, seat="germany")["units"] == before["units"]


def test_it_is_kept_until_it_is_imagined_anew(seats: dict[str, Seat]) -> None:
    real = seats["germany"]
    first = _open(real)
    first.act_lazily(("done",))
    entries = first.table()["entries"]
    assert _open(real).game == first.game
    assert first.table()["entries"] == entries
    again = _open(real, anew=True)
    assert again.game != first.game
    real.page.get(first.path, 404)
    assert again.table()["decision"]["offers"] == real.table()["decision"]["offers"]
    told = real.page.get(again.path)["what_if"]
    assert told == {"game": real.game, "seat": "germany", "entries": real.table()["entries"]}
    assert real.page.get(real.path)["what_if"] is None


def test_it_is_private(seats: dict[str, Seat], house: House) -> None:
    real, other = seats["germany"], seats["ussr"]
    made = _open(real)
    for page in (real.page, other.page):
        assert [game["game"] for game in page.get("/api/games")["games"]] == [real.game]
    other.page.get(f"{made.path}/table", 403, seat="ussr")
    other.page.post(f"{real.path}/what-if", 403, seat="germany")
    real.page.post(f"{made.path}/what-if", 409, seat="germany")
    made.act_lazily(("done",))
    assert real.page.get("/api/notices")["notices"] == []
    content = real.page.client.get(f"{made.path}/export").content
    answer = real.page.client.post("/api/import", content=content, headers={"X-Worldfire": "1"})
    assert answer.status_code == 422


def test_what_is_left_lying_is_thrown_away(seats: dict[str, Seat], monkeypatch: pytest.MonkeyPatch) -> None:
    made = _open(seats["germany"])
    monkeypatch.setattr(imagining, "KEPT_FOR", 0.0)
    _open(seats["ussr"])
    seats["germany"].page.get(made.path, 404)
    assert _open(seats["germany"]).game != made.game


def test_it_goes_with_the_games_that_are_cleaned_away(client: TestClient, page: Page, house: House) -> None:
    real = abandon(page)
    _open(real)
    grow_old(house)
    clean(client, house)
    assert rows(house) == {"games": 0, "seats": 0, "entries": 0, "users": 0}
    with house.database.reading() as connection:
        assert connection.execute(select(WHAT_IFS)).all() == []

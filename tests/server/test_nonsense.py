"""Whatever is sent as a noun, the answer is a refusal with its reason and never a crash."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from server.lazy import HEADERS, Page, Seat
from server.positions import barbarossa_until, exercise, seat_people
from worldfire.server.house import House

pytestmark = pytest.mark.both_databases

VERBS = ("place-unit", "choose-actions", "rail", "move", "declare-attacks", "rebase")
PIECES = (
    None,
    True,
    -1,
    0,
    1,
    3,
    2_800,
    99_999,
    -99_999,
    2**40,
    1.5,
    "",
    "stay",
    "patrol 2803",
    "fly 1 2",
    "germany",
    "E1832/1",
)


def nonsense(rng: Random, depth: int = 3) -> Any:
    kind = rng.random()
    if depth == 0 or kind < 0.4:
        return rng.choice(PIECES)
    if kind < 0.9:
        return [nonsense(rng, depth - 1) for _ in range(rng.randint(0, 3))]
    return {str(rng.choice(PIECES)): nonsense(rng, depth - 1) for _ in range(rng.randint(0, 2))}


def mutations(noun: Any, rng: Random) -> Any:
    """A noun that fits, with one part replaced: gets further than pure nonsense."""
    if isinstance(noun, list) and noun and rng.random() < 0.8:
        at = rng.randrange(len(noun))
        return [*noun[:at], mutations(noun[at], rng), *noun[at + 1 :]]
    return nonsense(rng, 1)


@pytest.mark.parametrize("verb", VERBS)
def test_nonsense_is_refused(verb: str, page: Page, house: House, database_kind: str) -> None:
    """Each database is sent its own."""
    seat = seat_people(house, barbarossa_until(verb), {"germany": page, "ussr": page})["germany"]
    rng = Random(f"{verb} {database_kind}")
    table = seat.table()
    choice = seat.lazy_choice(table, (verb,))
    for _ in range(30):
        noun = mutations(choice[2], rng) if rng.random() < 0.7 else nonsense(rng)
        why = page.post(f"{seat.path}/why-not", seat="germany", verb=verb, noun=noun)
        assert all(reason["text"] for reason in why["violations"])
        if why["violations"]:
            assert seat.act(choice[0], verb, noun, status=422)["error"]["text"]
    assert seat.table()["entries"] == table["entries"]


def test_a_noun_without_end_is_not_read(page: Page, house: House) -> None:
    game = exercise("surprise-points")
    heinz: Seat = seat_people(house, game, {"heinz": page, "anna": page})["heinz"]
    noun: Any = 1
    for _ in range(500):
        noun = [noun]
    assert heinz.act(None, "choose-roles", noun, status=400)["error"]["field"] == "noun"


# ------------------------------------------------------------------------------------------------------ paths and texts


PATHS = (
    "/%00",
    "/api/%00",
    "/assets/%00.js",
    f"/{'a' * 300}",
    f"/assets/{'a' * 300}",
    f"/{'a/' * 2000}",
    "/api/games/%00",
    "/api/games/%00/table",
    f"/api/games/{'a' * 300}",
    f"/api/games/{'a' * 300}/chat",
    "/api/games/%ED%A0%80/table",
    "/api/charts/%00",
    "/api/help/wif/%00",
    f"/api/help/{'a' * 300}/1",
)


def test_wrong_paths_are_not_found(page: Page) -> None:
    """At b884a8c several of them were server errors."""
    found = {path: page.client.get(path).status_code for path in PATHS}
    assert {path: status for path, status in found.items() if status not in (200, 400, 404)} == {}
    assert {path: status for path, status in found.items() if status == 200 and path.startswith("/api/")} == {}


@pytest.fixture
def seat(page: Page) -> Seat:
    return page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0]


TEXTS = {"nul": "\0", "nul inside": "a\0b", "long": "a" * 300}


def test_wrong_texts_are_refused_by_field(page: Page, seat: Seat) -> None:
    for text in TEXTS.values():
        _refused_by_field(page, seat, text)


def _refused_by_field(page: Page, seat: Seat, text: str) -> None:
    plan = {"exercise": "surprise-points", "seats": {"heinz": {"kind": "me"}, "anna": {"kind": "me"}}}
    assert _field(page.client.post("/api/games", json={**plan, "name": text}, headers=HEADERS)) == "name"
    wrong: dict[str, Any] = {**plan, "seats": {text: {"kind": "me"}}}
    assert _field(page.client.post("/api/games", json=wrong, headers=HEADERS)) == "seats"
    wrong = {"campaign": "barbarossa", "seats": {}, "options": [text]}
    assert _field(page.client.post("/api/games", json=wrong, headers=HEADERS)) == "options"
    assert _field(page.client.post("/api/keys", json={"label": text}, headers=HEADERS)) == "label"
    assert _field(page.client.put(f"{seat.path}/notes", json={"hex": text, "text": "x"}, headers=HEADERS)) == "hex"
    assert _field(page.client.post("/api/register", json={"name": text, "password": "12345678"}, headers=HEADERS)) == (
        "name"
    )
    for path in ("table", "log", "orders"):
        assert _field(page.client.get(f"{seat.path}/{path}", params={"seat": text})) == "seat"


def _field(answer: Any) -> str:
    assert 400 <= answer.status_code < 500, answer.text[:300]
    field: str = answer.json()["error"]["field"]
    return field


def test_half_a_character_is_refused(page: Page, seat: Seat) -> None:
    answer = page.client.post(f"{seat.path}/chat", content=b'{"text": "\\ud800"}', headers=HEADERS)
    assert 400 <= answer.status_code < 500


def test_names_of_seats_are_plain(page: Page) -> None:
    """They stand in headers: at b884a8c the export of such a seat was a server error."""
    for name in ("we\r\nst", "we\0st", "a" * 300, 'we"st', ""):
        powers = {"usa": name, "commonwealth": name, "japan": "east"}
        plan = {"campaign": "guadalcanal", "seats": {}, "powers": powers}
        assert _field(page.client.post("/api/games", json=plan, headers=HEADERS)).startswith("powers"), name


def test_the_export_of_a_seat_with_letters_of_its_own(page: Page) -> None:
    powers = {"usa": "Süd", "commonwealth": "Süd", "japan": "東"}
    seats = {"Süd": {"kind": "me"}, "東": {"kind": "me"}}
    game = page.post("/api/games", campaign="guadalcanal", seats=seats, powers=powers)["game"]
    answer = page.client.get(f"/api/games/{game}/export", params={"seat": "東"})
    assert answer.status_code == 200
    assert "%E6%9D%B1" in answer.headers["content-disposition"]


def test_a_live_connection_with_a_wrong_number_is_told_so(page: Page, seat: Seat) -> None:
    """At b884a8c `since=²` broke the connection with a server error."""
    for since in ("²", "-", "1.5", "x", "٣x"):
        with page.client.websocket_connect(f"{seat.path}/live?since={since}") as socket:  # type: ignore[attr-defined]
            assert socket.receive_json()["error"]["field"] == "since", since
        for path, name in (("log", "since"), ("replay", "entry")):
            assert _field(page.client.get(f"{seat.path}/{path}", params={name: since})) == name, since


def test_numbers_out_of_reach(page: Page, seat: Seat) -> None:
    for number in (-1, 10**9, 10**30, -(10**30)):
        assert page.client.get(f"{seat.path}/log", params={"since": number}).status_code in (200, 400), number
        assert page.client.get(f"{seat.path}/replay", params={"entry": number}).status_code in (400, 404), number
        body = {"seat": "heinz", "verb": "choose-roles", "decision": number}
        answer = page.client.post(f"{seat.path}/actions", json=body, headers=HEADERS)
        assert answer.status_code in (400, 409, 422), number

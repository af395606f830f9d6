"""Accounts, keys, invitations, leaving and substitutes, the host's powers, limits."""

from __future__ import annotations

from pathlib import Path

import pytest
from starlette.testclient import TestClient

from server.lazy import HEADERS, Page, Seat, another_browser
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.limits import Limits
from worldfire.server.problems import Problem
from worldfire.server.settings import Settings

pytestmark = pytest.mark.both_databases

SEATS = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}


def test_a_guest_becomes_an_account_and_keeps_the_games(page: Page, other_page: Page) -> None:
    seat = page.quick(exercise="surprise-points", seat="heinz")
    account = page.post("/api/register", name="Rundstedt", password="correct horse")
    assert not account["guest"]
    assert page.post("/api/register", 409, name="Other", password="correct horse")["error"]["code"] == "signed-in"
    other_page.get("/api/session")
    assert other_page.post("/api/register", 409, name="Rundstedt", password="12345678")["error"]["field"] == "name"
    assert other_page.post("/api/register", 400, name="Short", password="1234567")["error"]["field"] == "password"
    assert other_page.post("/api/sign-in", 401, name="Rundstedt", password="wrong")["error"]["code"] == "wrong-password"
    assert other_page.post("/api/sign-in", 401, name="Nobody", password="wrong")["error"]["code"] == "wrong-password"
    other_page.post("/api/sign-in", name="Rundstedt", password="correct horse")
    assert Seat(other_page, seat.game, "heinz").table()["seat"] == "heinz"
    page.post("/api/sign-out")
    assert other_page.get("/api/session")["guest"], "signing out ends every session"


def test_cookies_cannot_be_forged(page: Page, client: TestClient) -> None:
    page.quick(exercise="surprise-points", seat="heinz")
    cookie = client.cookies["worldfire"]
    forged = another_browser(client)
    forged.cookies.set("worldfire", cookie[:-2] + ("aa" if cookie[-2:] != "aa" else "bb"))
    assert Page(forged).get("/api/games")["games"] == []
    assert page.get("/api/games")["games"]


def test_programs_come_with_a_key(page: Page, client: TestClient) -> None:
    seat = page.quick(exercise="surprise-points", seat="heinz")
    key = page.post("/api/keys", label="my program")["key"]
    program = another_browser(client)
    program.headers["Authorization"] = f"Bearer {key}"
    assert program.get(f"{seat.path}/table", params={"seat": "heinz"}).status_code == 200
    table = program.get(f"{seat.path}/table", params={"seat": "heinz"}).json()
    choice = seat.lazy_choice(table)
    body = {"seat": "heinz", "decision": choice[0], "verb": choice[1], "noun": choice[2]}
    assert program.post(f"{seat.path}/actions", json=body).status_code == 200, "no header is needed: there is no cookie"
    assert program.post("/api/keys", json={}).status_code == 403
    page.client.delete("/api/keys", headers=HEADERS)
    assert program.get("/api/session").json()["error"]["code"] == "wrong-key"


def test_an_invitation_gives_its_seat_once(page: Page, other_page: Page) -> None:
    created = page.post("/api/games", exercise="surprise-points", seats=SEATS, name="Over the Black Sea")
    assert set(created["invitations"]) == {"anna"}
    path = f"/api/games/{created['game']}"
    assert other_page.get("/api/games")["games"][0]["name"] == "Over the Black Sea", "the lobby lists open seats"
    assert other_page.get(f"{path}/table")["decision"] is None
    other_page.post(f"{path}/join", 403, invitation="wrong")
    assert other_page.post(f"{path}/join", invitation=created["invitations"]["anna"]) == {"seat": "anna"}
    page.post(f"{path}/join", 403, invitation=created["invitations"]["anna"])
    card = other_page.get(path)
    assert card["mine"] == ["anna"]
    assert not card["host"]
    anna = Seat(other_page, created["game"], "anna")
    anna.act_lazily()


def test_a_substitute_plays_on(page: Page, other_page: Page, house: House) -> None:
    created = page.post("/api/games", exercise="surprise-points", seats=SEATS)
    path = f"/api/games/{created['game']}"
    other_page.post(f"{path}/join", invitation=created["invitations"]["anna"])
    assert other_page.post(f"{path}/leave", 403, seat="heinz")["error"]["field"] == "seat"
    other_page.post(f"{path}/leave", seat="anna", substitute="computer", player="random")
    with page.client.websocket_connect(f"{path}/live") as socket:
        table = socket.receive_json()
        while "anna" in table["waiting"]:
            table |= socket.receive_json()
    assert page.get(path)["seats"]["anna"]["player"] == "random"
    deeds = [deed["what"] for deed in page.get(f"{path}/audit")["deeds"]]
    assert deeds == ["took Anna by an invitation", "left Anna to a computer player"]


def test_several_powers_may_share_a_seat(page: Page) -> None:
    plan = {"campaign": "guadalcanal", "seats": {"west": {"kind": "me"}, "east": {"kind": "me"}}}
    refused = page.post("/api/games", 422, **plan, powers={"usa": "west", "italy": "west"})
    assert "italy" in refused["error"]["text"]
    created = page.post("/api/games", **plan, powers={"usa": "west", "commonwealth": "west", "japan": "east"})
    card = page.get(f"/api/games/{created['game']}")
    assert set(card["seats"]) == {"west", "east"}
    assert card["hot_seat"]
    powers = Seat(page, created["game"], "west").table()["powers"]
    assert {power["id"] for power in powers if power["seat"] == "west"} >= {"usa", "commonwealth"}


def test_wrong_plans_are_refused(page: Page) -> None:
    assert page.post("/api/quick", 404, campaign="waterloo", seat="france")["error"]["field"] == "campaign"
    assert page.post("/api/quick", 404, campaign="barbarossa", seat="france")["error"]["field"] == "seat"
    assert page.post("/api/quick", 422, seat="france")["error"]["field"] == "campaign"
    body = {"campaign": "barbarossa", "seat": "germany", "opponent": "napoleon"}
    assert page.post("/api/quick", 404, **body)["error"]["field"] == "player"
    body = {"campaign": "barbarossa", "options": ["999"], "seats": {}}
    assert page.post("/api/games", 422, **body)["error"]["field"] == "options"


def test_notes_are_private(page: Page, other_page: Page) -> None:
    path = page.quick(exercise="surprise-points", seat="heinz").path
    page.put(f"{path}/notes", hex="E1832", text="reserves here")
    page.put(f"{path}/notes", hex="E1833", text="rubbish")
    page.put(f"{path}/notes", hex="E1833", text="")
    assert page.get(f"{path}/notes")["notes"] == {"E1832": "reserves here"}
    assert other_page.get(f"{path}/notes")["notes"] == {}


def test_too_many_requests_must_wait() -> None:
    limits = Limits(per_minute=60, burst=3)
    for _ in range(3):
        limits.charge("somebody")
    limits.charge("somebody else")
    with pytest.raises(Problem) as refused:
        limits.charge("somebody")
    assert refused.value.status == 429


def test_too_much_is_not_read(tmp_path: Path) -> None:
    settings = Settings(database=f"sqlite:///{tmp_path}/games.db", largest_body=2_000, quick_hashes=True)
    with TestClient(make_app(settings)) as client:
        answer = client.post("/api/quick", content=b"[" * 3_000, headers=HEADERS)
        assert answer.status_code == 413
        answer = client.post("/api/quick", content=b"[" * 1_900, headers=HEADERS)
        assert answer.status_code == 400
        answer = client.post("/api/quick", content=b"{'", headers=HEADERS)
        assert answer.json()["error"]["code"] == "not-json"


def test_pages_run_nothing_but_our_code(client: TestClient) -> None:
    headers = client.get("/").headers
    assert "default-src 'self'" in headers["content-security-policy"]
    assert "unsafe-eval" not in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    cookie = client.get("/api/session").headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie

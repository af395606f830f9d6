"""Company: what an invitation tells before one joins, guests with names, who is asked for a seat, what is unread."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from server.lazy import Page, another_browser
from server.waiting import until

pytestmark = pytest.mark.both_databases

OPEN = {"kind": "open"}
TWO = {"heinz": {"kind": "me"}, "anna": OPEN}
THREE = {"jeremy": {"kind": "me"}, "jay": OPEN, "heinz": OPEN}


@pytest.fixture
def third_page(client: TestClient) -> Page:
    return Page(another_browser(client))


def table_of_three(page: Page, other_page: Page, third_page: Page) -> str:
    """Everybody has a name; its path."""
    for one, name in ((page, "Ada"), (other_page, "Ben"), (third_page, "Cleo")):
        one.put("/api/session/name", name=name)
    created = page.post("/api/games", exercise="night-raid", seats=THREE, patience=7)
    path = f"/api/games/{created['game']}"
    other_page.post(f"{path}/join", invitation=created["invitations"]["jay"])
    third_page.post(f"{path}/join", invitation=created["invitations"]["heinz"])
    return path


def test_an_invitation_tells_what_it_is_to(page: Page, other_page: Page) -> None:
    page.put("/api/session/name", name="Ada")
    seats = {"germany": OPEN, "ussr": {"kind": "me"}}
    plan: dict[str, Any] = {"campaign": "barbarossa", "name": "Sundays", "set_up": "default", "patience": 7}
    created = page.post("/api/games", seats=seats, **plan)
    path, invitation = f"/api/games/{created['game']}", created["invitations"]["germany"]
    told = other_page.post(f"{path}/invitation", invitation=invitation)
    assert (told["name"], told["host"], told["patience"]) == ("Sundays", "Ada", 7)
    assert (told["seat"], told["side"]) == ("germany", "axis")
    assert "germany" in told["powers"]
    assert told["game"]["campaign"] == "Barbarossa"
    assert told["game"]["how"]
    assert told["counsel"]
    assert told["seats"]["ussr"] == {
        "kind": "person",
        "name": "Ada",
        "player": "",
        "mine": False,
        "kept_for": "",
        "yours": False,
    }
    # looking takes nothing
    assert other_page.get(path)["mine"] == []
    assert other_page.post(f"{path}/join", invitation=invitation) == {"seat": "germany"}
    error = other_page.post(f"{path}/invitation", 403, invitation=invitation)["error"]
    assert error["field"] == "invitation"


def test_an_invitation_to_an_exercise(page: Page, other_page: Page) -> None:
    created = page.post("/api/games", exercise="surprise-points", seats=TWO)
    told = other_page.post(f"/api/games/{created['game']}/invitation", invitation=created["invitations"]["anna"])
    assert told["game"]["campaign"] == "Surprise Points"
    assert told["game"]["story"]
    assert told["patience"] == 3


def test_a_guest_says_what_others_shall_call_him(page: Page, other_page: Page) -> None:
    assert page.get("/api/session")["named"] is False
    assert page.put("/api/session/name", name="Ada")["name"] == "Ada"
    session = page.get("/api/session")
    assert (session["name"], session["named"], session["guest"]) == ("Ada", True, True)
    assert other_page.put("/api/session/name", 409, name="Ada")["error"]["code"] == "name-taken"
    assert other_page.put("/api/session/name", 409, name="A.d.a")["error"]["code"] == "name-taken"
    assert other_page.post("/api/register", 409, name="ADA", password="password")["error"]["field"] == "name"
    assert other_page.put("/api/session/name", 422, name="guest-1")["error"]["code"] == "name-reserved"
    # nobody can sign in as a guest, and his own account may keep the name
    other_page.post("/api/sign-in", 401, name="Ada", password="")
    assert page.post("/api/register", name="Ada", password="password")["guest"] is False
    assert page.put("/api/session/name", 409, name="Bea")["error"]["code"] == "signed-in"


def test_the_others_are_asked_for_a_seat_once(page: Page, other_page: Page, third_page: Page) -> None:
    path = table_of_three(page, other_page, third_page)
    before = third_page.get(f"{path}/freeing")
    assert (before["host"], before["patience"]) == ("Ada", 7)
    assert before["seats"]["jay"] == {
        "overdue": False,
        "allowed": False,
        "asked": False,
        "agreed": [],
        "missing": ["Cleo"],
        "yours": True,
    }
    other_page.post(f"{path}/ask-others", 403, seat="heinz")
    page.post(f"{path}/ask-others", 409, seat="jeremy")
    for _ in range(2):
        assert page.post(f"{path}/ask-others", seat="jay") == {"seat": "jay", "allowed": False}
    question = "asks you to agree that Jay, held by Ben, be freed"

    def asked() -> int:
        return sum(question in notice["text"] for notice in third_page.get("/api/notices")["notices"])

    until(lambda: asked() > 0)
    assert asked() == 1
    assert question not in str(other_page.get("/api/notices"))
    assert third_page.get(f"{path}/freeing")["seats"]["jay"]["asked"] is True
    third_page.post(f"{path}/agree", seat="jay")
    after = page.get(f"{path}/freeing")["seats"]["jay"]
    assert (after["allowed"], after["agreed"], after["missing"]) == (True, ["Cleo"], [])
    page.post(f"{path}/leave", seat="jay", substitute="computer")
    assert "jay" not in page.get(f"{path}/freeing")["seats"]
    said = [(deed["name"], deed["what"]) for deed in other_page.get(f"{path}/audit")["deeds"]]
    assert said[-3:] == [
        ("Ada", "asked the others to agree that Jay, held by Ben, be freed"),
        ("Cleo", "agreed that Jay, held by Ben, be freed"),
        ("Ada", "gave Jay, held by Ben, to a computer player with the agreement of all other players"),
    ]


def test_the_list_tells_what_was_said_last(page: Page, other_page: Page, third_page: Page) -> None:
    path = table_of_three(page, other_page, third_page)
    (card,) = page.get("/api/games", which="mine")["games"]
    assert card["said"] == 0
    line = other_page.post(f"{path}/chat", text="Hello")
    other_page.post(f"{path}/chat", text="for my side only", to="side")
    (card,) = page.get("/api/games", which="mine")["games"]
    assert card["said"] == line["id"]

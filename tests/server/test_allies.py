"""Allies at the server: what each allows the other is in the table, is asked for by a request, and lets orders through."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.testclient import TestClient

from server.lazy import Page, Seat, another_browser
from server.waiting import until

OPEN, ME = {"kind": "open"}, {"kind": "me"}


@pytest.fixture
def seats(client: TestClient, page: Page, other_page: Page) -> dict[str, Seat]:
    """Jay and Jeremy are allies, and different persons."""
    created = page.post("/api/games", exercise="lift-for-an-ally", seats={"jay": ME, "jeremy": OPEN, "kasigi": OPEN})
    game = created["game"]
    other_page.post(f"/api/games/{game}/join", invitation=created["invitations"]["jeremy"])
    enemy = Page(another_browser(client))
    enemy.post(f"/api/games/{game}/join", invitation=created["invitations"]["kasigi"])
    return {
        "jay": Seat(page, game, "jay"),
        "jeremy": Seat(other_page, game, "jeremy"),
        "kasigi": Seat(enemy, game, "kasigi"),
    }


def permission(seat: Seat, what: str) -> dict[str, Any]:
    (ally,) = seat.table()["allies"]
    found: dict[str, Any] = next(one for one in ally["permissions"] if one["what"] == what)
    return found


def unit(table: dict[str, Any], counter: str) -> int:
    return next(int(name) for name, one in table["units"].items() if one["counter"] == counter)


def embarking(table: dict[str, Any]) -> list[Any]:
    ship, corps = unit(table, "us-trs-1938-sif"), unit(table, "cw-inf-2-aus")
    way = table["decision"]["offers"]["sail"]["shape"]["fleets"][0]["ways"][0]
    return [[ship], way, [[corps, ship]]]


def test_a_consent_of_one_seat_lets_the_transport_of_the_other_carry_its_corps(seats: dict[str, Seat]) -> None:
    jay, jeremy = seats["jay"], seats["jeremy"]
    table = jay.table()
    noun, decision = embarking(table), table["decision"]["id"]
    error = jay.act(decision, "sail", noun, status=422)["error"]
    assert (error["rule"], error["ask"]["seat"], error["ask"]["what"]) == ("18.3", "jeremy", "transport")
    (why,) = jay.page.post(f"{jay.path}/why-not", seat="jay", verb="sail", noun=noun)["violations"]
    assert why["ask"] == error["ask"]
    sailing = jay.page.post(f"{jay.path}/sailing", seat="jay", verb="sail", items=noun[0])
    assert sailing["aboard"] == [error["ask"]]

    jay.act(None, "request", ["jeremy", "transport"])
    assert permission(jay, "transport")["asked"]
    wanted = permission(jeremy, "transport")
    assert (wanted["wanted"], wanted["given"], wanted["unsaid"]) == (True, "ask", "refused")
    assert wanted["label"]
    assert wanted["about"]

    jeremy.act(None, "consent", ["jay", ["transport"], "once"])
    assert (permission(jeremy, "transport")["wanted"], permission(jay, "transport")["got"]) == (False, "once")
    assert "aboard" not in jay.page.post(f"{jay.path}/sailing", seat="jay", verb="sail", items=noun[0])
    jay.act(decision, "sail", noun)
    assert jay.table()["units"][str(noun[2][0][0])]["place"] == {"aboard": noun[0][0]}


def test_a_consent_is_in_the_log_and_can_be_taken_back(seats: dict[str, Seat]) -> None:
    jay, jeremy = seats["jay"], seats["jeremy"]
    jeremy.act(None, "consent", ["jay", "march", "yes"])
    (event,) = jay.table()["log"][-1]["events"]
    assert event["text"] == "Jeremy allows Jay: take land units along in a stack."
    assert jeremy.table()["undo"]
    jeremy.page.post(f"{jeremy.path}/undo", seat="jeremy")
    assert permission(jay, "march")["got"] == "ask"


def test_requests_are_between_the_two(seats: dict[str, Seat]) -> None:
    jay, kasigi = seats["jay"], seats["kasigi"]
    jay.act(None, "request", ["jeremy", "transport"])
    told = kasigi.table()
    assert told["allies"] == []
    assert told["log"][-1]["verb"] is None
    assert "transport" not in str(told["log"][-1])
    assert jay.page.get(f"{jay.path}/table")["allies"] == []


def test_whoever_is_away_is_told_that_he_is_asked(seats: dict[str, Seat]) -> None:
    seats["jay"].act(None, "request", ["jeremy", "transport"])
    inbox = seats["jeremy"].page
    wanted = "Jay asks you as Jeremy to allow something"
    until(lambda: any(wanted in one["text"] for one in inbox.get("/api/notices")["notices"]))


def test_a_computer_ally_allows_what_costs_it_nothing_and_answers(page: Page) -> None:
    jay = page.quick(exercise="lift-for-an-ally", seat="jay")
    table = jay.table()
    until(lambda: permission(jay, "transport")["got"] == "yes")
    jay.act(None, "request", ["jeremy", "march"])
    until(lambda: permission(jay, "march")["got"] == "no")
    assert not permission(jay, "march")["asked"]
    jay.act(table["decision"]["id"], "sail", embarking(table))


def test_whoever_plays_both_seats_has_agreed_with_himself(page: Page) -> None:
    jay, jeremy, _ = page.hot_seat(["jay", "jeremy", "kasigi"], exercise="lift-for-an-ally")
    for seat in (jay, jeremy):
        (ally,) = seat.table()["allies"]
        assert {one["what"] for one in ally["permissions"] if one["given"] != "yes"} == {"control"}
    table = jay.table()
    jay.act(table["decision"]["id"], "sail", embarking(table))

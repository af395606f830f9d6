"""The dice of live games over HTTP: pages add to them, they are revealed when their time is over, and can be checked."""

from __future__ import annotations

import secrets
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from server.lazy import HEADERS, Page, Seat
from server.positions import exercise
from worldfire.engine.chance import SealedChance, commitment
from worldfire.engine.log import FRESH_DICE
from worldfire.engine.save import dumps, parse
from worldfire.players.random_player import pick
from worldfire.players.table import play_out
from worldfire.server.house import House
from worldfire.titles import ruleset_for

SEATS = {"heinz": {"kind": "me"}, "anna": {"kind": "open"}}


@pytest.fixture
def path(page: Page, other_page: Page) -> str:
    created = page.post("/api/games", exercise="surprise-points", seats=SEATS)
    path = f"/api/games/{created['game']}"
    other_page.post(f"{path}/join", invitation=created["invitations"]["anna"])
    return path


def add(page: Page, path: str, seat: str, status: int = 200, **changes: Any) -> Any:
    ready = page.get(f"{path}/table", seat=seat)["dice"]["ready"]
    body = {"seat": seat, "to": ready, "bytes": secrets.token_hex(32)} | changes
    return page.post(f"{path}/chance", status, **body)


def checked(log: Any) -> int:
    """How many throws the revealed secrets give: as a page checks them, from the answer alone."""
    found = 0
    for throw in log["throws"]:
        spell = [spell for spell in log["spells"] if spell["since"] <= throw["entry"]][-1]
        seal = [seal for seal in log["seals"] if seal["since"] <= throw["entry"]][-1]
        source = seal if throw["veiled"] else spell
        if not source["secret"]:
            continue
        secret = bytes.fromhex(source["secret"])
        assert commitment(secret) == source["commitment"]
        chance = SealedChance(secret, tuple((seat, given) for seat, given in spell["added"]))
        action = sha256(throw["action"].encode()).hexdigest()
        context = f"{log['game']}|{throw['entry']}|{action}|{throw['number']}|{throw['kind']}".encode()
        count, values = len(throw["values"]), tuple(throw["values"])
        assert values in (
            chance.throw(context, count, throw["sides"]),
            chance.pick(context, min(count, throw["sides"]), throw["sides"]),
        )
        found += 1
    return found


def test_the_first_dice_give_way_when_everybody_has_added(page: Page, other_page: Page) -> None:
    created = page.post(
        "/api/games", exercise="surprise-points", seats={"heinz": {"kind": "me"}, "anna": {"kind": "me"}}
    )
    path = f"/api/games/{created['game']}"
    before = page.get(f"{path}/table")["dice"]
    add(page, path, "heinz")
    after = page.get(f"{path}/table")["dice"]
    assert after["now"] == before["ready"], "one person plays both seats: his page has added"
    assert after["added"] == []
    (_, spell) = page.get(f"{path}/dice")["spells"]
    assert [seat for seat, _ in spell["added"]] == ["heinz"]
    assert spell["why"] == "begin"


def test_nobody_waits_for_who_adds_nothing(page: Page, other_page: Page, path: str) -> None:
    add(page, path, "heinz")
    assert page.get(f"{path}/table")["dice"]["added"] == ["heinz"]
    anna = Seat(other_page, path.rpartition("/")[2], "anna")
    heinz = Seat(page, anna.game, "heinz")
    for _ in range(2):
        waiting = heinz.table()["waiting"]
        (heinz if "heinz" in waiting else anna).act_lazily()


def test_what_cannot_be_added_is_told(page: Page, other_page: Page, path: str) -> None:
    add(page, path, "heinz")
    assert "already" in add(page, path, "heinz", 409)["error"]["text"]
    assert add(other_page, path, "anna", 409, to="0" * 64)["error"]["field"] == "bytes"
    add(other_page, path, "anna", 409, bytes="ff")
    other_page.post(f"{path}/chance", 403, seat="heinz", to="0" * 64, bytes="ff" * 16)


def test_secrets_are_revealed_when_their_time_is_over_and_not_before(
    page: Page, other_page: Page, path: str, house: House
) -> None:
    game = path.rpartition("/")[2]
    add(page, path, "heinz")
    add(other_page, path, "anna")
    seats = {"heinz": Seat(page, game, "heinz"), "anna": Seat(other_page, game, "anna")}
    rng = Random(1)
    while (stored := house.archive.open(game, ruleset_for)) is not None and not stored.over:
        told = b"".join(
            asker.client.get(f"{path}/{what}").content for asker in (page, other_page) for what in ("dice", "export")
        )
        revealed = {entry.noun.get("revealed", "") for entry in stored.entries.every(FRESH_DICE)}
        for secret in stored.secrets.values():
            assert (secret.hex().encode() in told) == (secret.hex() in revealed)
        seat, decision = next(iter(stored.waiting.items()))
        seats[seat].act(decision, *pick(stored, seat, rng))
    log = page.get(f"{path}/dice")
    assert [spell["why"] for spell in log["spells"]][-1] == "end"
    assert all(spell["secret"] for spell in log["spells"][:-1])
    assert checked(log) == len(log["throws"]) > 0
    assert page.get(f"{path}/verify")["verified"]
    whole = parse(page.client.get(f"{path}/export").content)
    assert whole.secret.hex() == log["spells"][0]["secret"]


def test_the_example_that_the_page_is_tested_with_is_right() -> None:
    log = msgspec.json.decode((Path(__file__).parents[2] / "client" / "test" / "dice.json").read_bytes())
    assert 6 < checked(log) < len(log["throws"])


def test_a_running_game_is_exported_without_secrets_and_goes_on_elsewhere(page: Page, house: House) -> None:
    created = page.post(
        "/api/games", exercise="surprise-points", seats={"heinz": {"kind": "me"}, "anna": {"kind": "me"}}
    )
    path = f"/api/games/{created['game']}"
    Seat(page, created["game"], page.get(f"{path}/table")["waiting"][0]).act_lazily()
    parts = parse(page.client.get(f"{path}/export").content)
    assert (parts.secret, parts.more) == (b"", ())
    stored = house.archive.open(created["game"], ruleset_for)
    assert stored is not None
    assert stored.cup.now in {commitment(secret) for secret in stored.secrets.values()}


def test_an_imported_game_begins_new_dice(page: Page, house: House) -> None:
    local = exercise("bounce-over-kursk", 2)
    page.get("/api/session")
    answer = page.client.post("/api/import", content=dumps(local), headers=HEADERS)
    stored = house.archive.open(answer.json()["game"], ruleset_for)
    assert stored is not None
    assert stored.entries[-1].noun["why"] == "import"
    assert stored.cup.now != local.cup.now
    assert stored.secret != local.secret
    path = f"/api/games/{stored.header.game_id}"
    assert page.get(f"{path}/verify")["verified"]
    assert local.secret.hex() not in page.client.get(f"{path}/dice").text


def test_a_finished_game_is_brought_and_shown(page: Page, house: House) -> None:
    local = exercise("bounce-over-kursk", 3)
    play_out(local, Random(3))
    page.get("/api/session")
    answer = page.client.post("/api/import", content=dumps(local), headers=HEADERS)
    log = page.get(f"/api/games/{answer.json()['game']}/dice")
    assert checked(log) == len(log["throws"]) > 0

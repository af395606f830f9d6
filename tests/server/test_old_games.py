"""Games that a server of an earlier release stored are opened by this one: brought up to date once, or left as they were."""

from __future__ import annotations

import lzma
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import insert, update

from server.lazy import Page, Seat
from server.positions import seat_people
from worldfire.engine.log import UPGRADE, encode_plain
from worldfire.engine.save import loads, parse
from worldfire.players.random_player import pick
from worldfire.server.house import House
from worldfire.server.tables import ENTRIES, GAMES
from worldfire.titles import TITLES, _assembled, ruleset_for

CORPUS = Path(__file__).parent.parent / "corpus"
FILE = lzma.decompress((CORPUS / "0.1.0" / "barbarossa-impulse.wf.xz").read_bytes())
OLD = parse(FILE)


def store_as_it_was(house: House, pages: dict[str, Page]) -> dict[str, Seat]:
    """The rows that the earlier release wrote."""
    seats = seat_people(house, loads(FILE, ruleset_for), pages)
    game = OLD.header.game_id
    with house.database.writing() as connection:
        connection.execute(ENTRIES.delete().where(ENTRIES.c.game == game))
        rows = [{"game": game, "seq": seq, "line": line, "at": 0.0} for seq, line in enumerate(OLD.entries.lines())]
        connection.execute(insert(ENTRIES), rows)
        connection.execute(
            update(GAMES)
            .where(GAMES.c.id == game)
            .values(
                header=encode_plain(OLD.header).decode(),
                entries=len(OLD.entries),
                snapshot=OLD.snapshot.snapshot.encode(),
                snapshot_entries=OLD.snapshot.entries,
            )
        )
    return seats


@pytest.fixture
def stored(house: House, page: Page, other_page: Page) -> Callable[[], dict[str, Seat]]:
    return lambda: store_as_it_was(house, {"germany": page, "ussr": other_page})


def test_a_stored_game_of_an_earlier_release_is_brought_up_to_date_once(
    house: House, stored: Callable[[], dict[str, Seat]]
) -> None:
    germany = stored()["germany"]
    assert germany.table()["waiting"]
    kept = house.archive.parts(germany.game)
    assert kept is not None
    assert [*kept.entries.lines()][:-2] == [*OLD.entries.lines()]
    assert kept.entries[-2].verb == "upgrade"
    assert kept.entries[-1].verb == "fresh-dice", "with dice that are made anew from here on"
    assert kept.snapshot.entries == len(kept.entries)
    assert germany.page.get(f"{germany.path}/log")["entries"][-2]["text"].startswith("the game continues")
    house.forget(germany.game)
    table = germany.table()
    again = house.archive.open(germany.game, ruleset_for)
    assert again is not None
    assert [entry.verb for entry in again.entries].count(UPGRADE) == 1
    seat = next(iter(again.waiting))
    verb, noun = pick(again, seat, Random(1))
    again.submit(seat, verb, noun)
    assert table["entries"] == len(OLD.entries) + 2


def test_what_older_rules_played_is_told_by_the_log_alone(stored: Callable[[], dict[str, Seat]]) -> None:
    germany = stored()["germany"]
    now = germany.table()
    then = germany.page.get(f"{germany.path}/replay", entry=now["entries"] - 1, seat="germany")
    assert then["units"] == now["units"]
    error = germany.page.get(f"{germany.path}/replay", 409, entry=3, seat="germany")["error"]
    assert "older rules" in error["text"]


def test_a_game_that_cannot_be_brought_up_to_date_says_why_and_stays_as_it_was(
    house: House, stored: Callable[[], dict[str, Seat]], monkeypatch: pytest.MonkeyPatch
) -> None:
    germany = stored()["germany"]
    wif = TITLES["wif"]
    assert wif.ashore is not None
    monkeypatch.setitem(TITLES, "wif", replace(wif, ashore=replace(wif.ashore, upgrades=())))
    _assembled.cache_clear()
    try:
        error = germany.page.get(germany.path + "/table", 409, seat="germany")["error"]
        assert "no upgrade" in error["text"]
        kept = house.archive.parts(germany.game)
        assert kept is not None
        assert (kept.header, kept.snapshot) == (OLD.header, OLD.snapshot)
        assert [*kept.entries.lines()] == [*OLD.entries.lines()]
    finally:
        monkeypatch.undo()
        _assembled.cache_clear()
    assert germany.table()["waiting"]

"""The spy: everything that the server sends to one seat while another makes hidden choices is the same whatever it chooses."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from server.lazy import Page, Seat, another_browser, least_noun
from server.positions import exercise, seat_people
from worldfire.engine.announcing import WATCH
from worldfire.server.app import make_app
from worldfire.server.settings import Settings

#: (the exercise, the verb by which its seats choose in secret)
EXERCISE, SECRET = "surprise-points", "choose-roles"


def _choices(offer: dict[str, Any]) -> list[list[list[Any]]]:
    """The first and the last choice of every item: two nouns that differ."""
    shape = offer["shape"]
    return [[[one["item"], one["to"][at]] for one in shape["items"]] for at in (0, -1)]


def _everything_sent_to(seat: Seat, viewer: str | None) -> dict[str, Any]:
    """Whatever a page may ask for without acting."""
    query = {} if viewer is None else {"seat": viewer}
    get, path = seat.page.get, seat.path
    read = ("table", "pools", "statistics", "log", "story", "standing")
    sent: dict[str, Any] = {name: get(f"{path}/{name}", **query) for name in read}
    sent["film"] = get(f"{path}/film", since=0, **query)
    entries = sent["table"]["entries"]
    sent["replays"] = [get(f"{path}/replay", entry=entry, **query) for entry in range(entries)]
    sent["export"] = seat.page.client.get(f"{path}/export", params=query).text
    sent["chat"], sent["notes"], sent["audit"] = (get(f"{path}/{name}") for name in ("chat", "notes", "audit"))
    card = get(path)
    for one in card["seats"].values():
        one["name"] = ""  # guests have random names
    sent["card"] = card
    return sent


class Spied:
    """A game in which one seat chooses in secret, and what two others have received."""

    def __init__(self, folder: Path, which: int) -> None:
        settings = Settings(database=f"sqlite:///{folder}/{which}.db", quick_hashes=True, workers=1)
        with TestClient(make_app(settings)) as client:
            house = client.app.state.house
            chooser, spy = Page(client), Page(another_browser(client))
            game = exercise(EXERCISE)
            first, second = game.waiting
            seats = seat_people(house, game, {first: chooser, second: spy})
            offers = seats[first].table()["decision"]["offers"]
            self.noun = _choices(offers[SECRET])[which]
            live = f"{seats[second].path}/live"
            with (
                spy.client.websocket_connect(f"{live}?seat={second}") as ear,
                spy.client.websocket_connect(live) as eye,
            ):
                tables = [socket.receive_json() for socket in (ear, eye)]
                seats[first].act(None, WATCH, ["bounce", ("never", "mine")[which]])
                seats[first].act(seats[first].table()["decision"]["id"], SECRET, self.noun)
                self.before = _everything_sent_to(seats[second], second)
                self.spectator = _everything_sent_to(seats[second], None)
                entries = self.before["table"]["entries"]
                self.live = [*tables, _until(ear, entries), _until(eye, entries)]
                self.own = seats[first].table()
                choice = seats[second].table()["decision"]
                answer = least_noun(choice["offers"][SECRET]["shape"])
                seats[second].act(choice["id"], SECRET, answer)
            self.after = seats[second].table()


def _until(socket: Any, entries: int) -> list[Any]:
    """Every message up to the one that tells of this entry."""
    heard = []
    while not heard or heard[-1].get("entries") != entries:
        heard.append(socket.receive_json())
    return [message for message in heard if message["type"] != "presence"]


@pytest.fixture(scope="module")
def spied(tmp_path_factory: pytest.TempPathFactory) -> tuple[Spied, Spied]:
    folder = tmp_path_factory.mktemp("spied")
    return Spied(folder, 0), Spied(folder, 1)


def test_the_choices_differ_and_are_seen_by_their_owner(spied: tuple[Spied, Spied]) -> None:
    assert spied[0].noun != spied[1].noun
    assert json.dumps(spied[0].own) != json.dumps(spied[1].own) or spied[0].own["log"][-1]["verb"] == SECRET


@pytest.mark.parametrize("what", ["before", "spectator", "live"])
def test_nothing_that_is_sent_depends_on_a_hidden_choice(spied: tuple[Spied, Spied], what: str) -> None:
    one, other = (getattr(game, what) for game in spied)
    assert one == other


@pytest.mark.parametrize("what", ["before", "spectator", "live"])
def test_the_hidden_noun_is_nowhere(spied: tuple[Spied, Spied], what: str) -> None:
    for game in spied:
        text = json.dumps(getattr(game, what)).replace(" ", "")
        for pair in game.noun:
            assert json.dumps(pair).replace(" ", "") not in text
        assert '"never"' not in text, "a private watch"


def test_the_spy_would_find_it_once_it_is_revealed(spied: tuple[Spied, Spied]) -> None:
    """The test can fail: what is revealed does depend on the choice."""
    assert spied[0].after["log"] != spied[1].after["log"]

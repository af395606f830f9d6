"""Sessions slide, cookies change at registration, names are one where they look alike, and a clock that jumps ends nothing.

At b884a8c a guest lost his seats after 180 days however often he came, a cookie outlived the registration, "rundstedt" stood
beside "Rundstedt", refusing an unknown name took twice as long as a known one, and a clock set ahead by a year deleted every
guest's games.
"""

from __future__ import annotations

import threading
import time
from collections import Counter
from typing import Any

import pytest
from sqlalchemy import Engine, create_engine, inspect, select, text, update
from starlette.testclient import TestClient

from server.lazy import Page, another_browser
from server.test_cleaning import abandon, clean, rows
from worldfire.server import clock, sessions
from worldfire.server.app import make_app
from worldfire.server.clock import Clock
from worldfire.server.database import Database
from worldfire.server.house import House
from worldfire.server.names import check_name, folded
from worldfire.server.problems import Problem
from worldfire.server.settings import Settings
from worldfire.server.tables import USERS

pytestmark = pytest.mark.both_databases
DAY = 24 * 3600.0


class Travel:
    """The two clocks of the machine, moved by hand."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.wall = self.ran = 0.0
        wall, ran = time.time, time.monotonic
        monkeypatch.setattr(clock, "time", lambda: wall() + self.wall)
        monkeypatch.setattr(clock, "monotonic", lambda: ran() + self.ran)

    def live(self, house: House, days: int) -> None:
        """The server runs for so many days, and looks at the clock as it does."""
        for _ in range(days * 24):
            self.wall += clock.TICK
            self.ran += clock.TICK
            house.clock.tick()


@pytest.fixture
def travel(monkeypatch: pytest.MonkeyPatch) -> Travel:
    return Travel(monkeypatch)


# --------------------------------------------------------------------------------------------------------------- cookies


def test_a_guest_who_comes_now_and_then_is_never_forgotten(
    page: Page, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    served = [0.0]
    monkeypatch.setattr(house.clock, "served", lambda: served[0])
    name = page.get("/api/session")["name"]
    first = page.client.cookies["worldfire"]
    for _ in range(20):
        served[0] += 30 * DAY
        house.sessions._cookies.clear()
        assert page.get("/api/session")["name"] == name
        assert page.client.cookies["worldfire"] != first, "it is given anew"
        first = page.client.cookies["worldfire"]
    house.sessions._cookies.clear()
    assert "set-cookie" not in page.client.get("/api/session").headers, "not at every request"


def test_a_session_of_an_account_ends_when_it_is_not_used(
    page: Page, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    page.get("/api/session")
    page.post("/api/register", name="Rundstedt", password="correct horse")
    later = house.clock.served() + sessions.SESSION_LASTS + DAY
    monkeypatch.setattr(house.clock, "served", lambda: later)
    house.sessions._cookies.clear()
    assert page.get("/api/session")["guest"]


def test_cookies_of_older_versions_are_read(page: Page, house: House, client: TestClient) -> None:
    name = page.get("/api/session")["name"]
    person = house.sessions.by_cookie(client.cookies["worldfire"])
    assert person is not None
    old = another_browser(client)
    old.cookies.set("worldfire", house.sessions._signer.dumps([person.id, person.epoch]))
    assert Page(old).get("/api/session")["name"] == name


def test_the_cookie_changes_at_registration(page: Page, client: TestClient) -> None:
    """Whoever had seen the guest's cookie is not the account."""
    page.get("/api/session")
    thief = another_browser(client)
    thief.cookies.set("worldfire", client.cookies["worldfire"])
    name = page.get("/api/session")["name"]
    assert Page(thief).get("/api/session")["name"] == name
    page.post("/api/register", name="Rundstedt", password="correct horse")
    assert page.get("/api/session")["name"] == "Rundstedt"
    assert Page(thief).get("/api/session")["name"] not in (name, "Rundstedt")


# ------------------------------------------------------------------------------------------------------------- passwords


class Counted:
    """A hasher that tells what it was asked to do."""

    def __init__(self, house: House) -> None:
        self.done: Counter[str] = Counter()
        self.inner = house.sessions._hasher
        house.sessions._hasher = self  # type: ignore[assignment]

    def hash(self, password: str) -> str:
        self.done["hash"] += 1
        return self.inner.hash(password)

    def verify(self, hashed: str, password: str) -> Any:
        self.done["verify"] += 1
        return self.inner.verify(hashed, password)


def test_refusals_of_known_and_unknown_names_cost_the_same(page: Page, other_page: Page, house: House) -> None:
    page.get("/api/session")
    page.post("/api/register", name="Rundstedt", password="correct horse")
    costs = []
    for name in ("Rundstedt", "Nobody", page.get("/api/session")["name"], "rund-stedt"):
        hasher = Counted(house)
        other_page.post("/api/sign-in", 401, name=name, password="wrong")
        costs.append(dict(hasher.done))
    assert costs == [{"verify": 1}] * 4


def test_a_name_is_checked_before_the_password_is_hashed(page: Page, other_page: Page, house: House) -> None:
    page.get("/api/session")
    page.post("/api/register", name="Rundstedt", password="correct horse")
    hasher = Counted(house)
    other_page.get("/api/session")
    other_page.post("/api/register", 409, name="Rundstedt", password="correct horse")
    other_page.post("/api/register", 400, name="x", password="correct horse")
    other_page.post("/api/register", 422, name="guest-1", password="correct horse")
    other_page.post("/api/register", 400, name="Kleist", password="short")
    other_page.post("/api/register", 400, name="Kleist", password="x" * 2000)
    assert not hasher.done


def test_hashing_does_not_take_the_threads_of_the_games(page: Page, house: House) -> None:
    seen: list[str] = []
    inner = house.sessions._hasher.hash

    class Watching(Counted):
        def hash(self, password: str) -> str:
            seen.append(threading.current_thread().name)
            return inner(password)

    Watching(house)
    page.get("/api/session")
    page.post("/api/register", name="Rundstedt", password="correct horse")
    assert seen
    assert all(name.startswith("hasher") for name in seen)


# ----------------------------------------------------------------------------------------------------------------- names

LOOK_ALIKES = [
    ("Rundstedt", "rundstedt"),
    ("Rundstedt", "RUNDSTEDT"),
    ("Rundstedt", "Rund stedt"),
    ("Rundstedt", "Rund-stedt."),
    ("Bock", "B0ck"),
    ("Lili", "Iili"),
    ("Lili", "L1l1"),
    ("Model", "Мodel".replace("М", "M")),
    ("coco", "сосо"),
    ("Müller", "Muller"),
    ("Bern", "Bem"),
    ("Ｒundstedt".replace("Ｒ", "R"), "Ｒｕｎｄｓｔｅｄｔ"),
]


@pytest.mark.parametrize(("one", "other"), LOOK_ALIKES)
def test_names_that_look_alike_are_one(one: str, other: str, database_kind: str) -> None:
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    "name", ["Rundstеdt", "guest-1234abcd", "GUEST-1", "guеst-12", "x", "  ", "a\u202eb", "a\nb", "..."]
)
def test_names_that_would_deceive_are_refused(name: str, database_kind: str) -> None:
    with pytest.raises(Problem) as refused:
        check_name(name)
    assert refused.value.fault.field == "name"


@pytest.mark.parametrize("name", ["Rundstedt", "Жуков", "von Bock", "O'Connor", "朱德", "Müller 2"])
def test_plain_names_are_taken(name: str, database_kind: str) -> None:
    check_name(name)


def test_a_look_alike_is_refused_and_its_owner_signs_in_however_he_writes_it(page: Page, other_page: Page) -> None:
    page.get("/api/session")
    page.post("/api/register", name="Rundstedt", password="correct horse")
    other_page.get("/api/session")
    for name in ("rundstedt", "Rund stedt", "RUNDSTEDT"):
        assert other_page.post("/api/register", 409, name=name, password="correct horse")["error"]["field"] == "name"
    assert other_page.post("/api/sign-in", name="rundstedt", password="correct horse")["name"] == "Rundstedt"


def _as_it_was(engine: Engine) -> None:
    """A database of b884a8c: no looks, no proofs, two accounts that differ in case only."""
    with engine.begin() as connection:
        connection.execute(text("DROP INDEX users_by_look"))
        for column in ("folded", "proven"):
            connection.execute(text(f"ALTER TABLE users DROP COLUMN {column}"))
        connection.execute(text("DROP TABLE proofs"))


def test_a_database_of_an_older_version_is_mended(settings: Settings) -> None:
    with TestClient(make_app(settings)) as client:
        for name in ("Rundstedt", "Kleist"):
            page = Page(another_browser(client))
            page.get("/api/session")
            page.post("/api/register", name=name, password=f"I am {name}")
    engine = create_engine(settings.database)
    _as_it_was(engine)
    with engine.begin() as connection:
        connection.execute(update(USERS).where(USERS.c.name == "Kleist").values(name="rundstedt"))
    with TestClient(make_app(settings)) as client:
        for written, password, name in (
            ("Rundstedt", "I am Rundstedt", "Rundstedt"),
            ("rundstedt", "I am Kleist", "rundstedt"),
            ("RUNDSTEDT", "I am Rundstedt", "Rundstedt"),
        ):
            page = Page(another_browser(client))
            assert page.post("/api/sign-in", name=written, password=password)["name"] == name
        page.get("/api/session")
    assert {"users_by_look"} <= {index["name"] for index in inspect(engine).get_indexes("users")}
    engine.dispose()


# ------------------------------------------------------------------------------------------------------------- the clock


def test_a_clock_that_jumps_ahead_deletes_nothing(client: TestClient, page: Page, house: House, travel: Travel) -> None:
    abandon(page)
    name = page.get("/api/session")["name"]
    travel.wall += 400 * DAY
    clean(client, house)
    clean(client, house)
    assert rows(house)["games"] == rows(house)["users"] == 1
    assert page.get("/api/session")["name"] == name
    travel.live(house, 3)
    clean(client, house)
    assert rows(house)["games"] == 1
    travel.wall -= 400 * DAY
    travel.live(house, 3)
    clean(client, house)
    assert rows(house)["games"] == 1


def test_time_in_which_the_server_was_off_does_not_count(settings: Settings, travel: Travel) -> None:
    with TestClient(make_app(settings)) as client:
        abandon(Page(client))
    travel.wall += 400 * DAY
    app = make_app(settings)
    with TestClient(app) as client:
        clean(client, app.state.house)
        assert rows(app.state.house)["games"] == 1


def test_time_that_is_lived_does_count(client: TestClient, page: Page, house: House, travel: Travel) -> None:
    abandon(page)
    travel.wall += 400 * DAY
    travel.live(house, 50)
    clean(client, house)
    assert rows(house)["games"] == 1
    travel.live(house, 41)
    clean(client, house)
    assert rows(house)["games"] == 0


def test_what_the_clock_remembers_outlives_the_server(database_url: str, travel: Travel) -> None:
    database = Database(database_url, 1)
    database.make_tables()
    first = Clock(database)
    travel.wall += 10 * DAY
    second = Clock(database)
    assert second.served() - first.served() < 60
    assert clock.time() - second.before(3600) > 10 * DAY
    database.close()


def test_nobody_is_remembered_as_he_was(client: TestClient, house: House) -> None:
    """A person who changes while he is read from the database is read again."""
    person = house.sessions.new_guest()
    read = house.sessions._read

    def slow(user: str) -> Any:
        found = read(user)
        house.sessions.end_all(person)
        return found

    house.sessions._read = slow  # type: ignore[method-assign]
    house.sessions.person(person.id)
    house.sessions._read = read  # type: ignore[method-assign]
    known = house.sessions.person(person.id)
    assert known is not None
    assert known.epoch == 1
    with house.database.reading() as connection:
        assert connection.execute(select(USERS.c.epoch)).scalar_one() == 1

"""A server in the test's own process, with its database in a file of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from server import postgres
from server.lazy import Page, another_browser
from server.postgres import Cluster
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.settings import Settings

SQLITE, POSTGRESQL = "sqlite", "postgresql"


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Storage, seats, crashes and nonsense: what is marked so runs on both, if it uses a database at all."""
    if "database_kind" in metafunc.fixturenames and metafunc.definition.get_closest_marker("both_databases"):
        metafunc.parametrize("database_kind", [SQLITE, POSTGRESQL])


@pytest.fixture(scope="session")
def postgresql() -> Iterator[Cluster]:
    """Made when the first test wants it."""
    with postgres.running() as cluster:
        yield cluster


@pytest.fixture
def database_kind() -> str:
    """Unless `both_databases` says otherwise."""
    return SQLITE


@pytest.fixture
def database_url(database_kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """An empty database of the test."""
    if database_kind == SQLITE:
        yield f"sqlite:///{tmp_path}/games.db"
        return
    cluster: Cluster = request.getfixturevalue("postgresql")
    with cluster.database() as url:
        yield url


@pytest.fixture
def settings(database_url: str) -> Settings:
    return Settings(database=database_url, quick_hashes=True, workers=2)


@pytest.fixture
def app(settings: Settings) -> Starlette:
    return make_app(settings)


@pytest.fixture
def house(app: Starlette) -> House:
    found: House = app.state.house
    return found


@pytest.fixture
def client(app: Starlette) -> Iterator[TestClient]:
    with TestClient(app) as client:
        yield client


@pytest.fixture
def page(client: TestClient) -> Page:
    return Page(client)


@pytest.fixture
def other_page(client: TestClient) -> Page:
    return Page(another_browser(client))

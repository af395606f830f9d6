"""A server in the test's own process, with its database in a file of the test."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import create_engine
from starlette.applications import Starlette
from starlette.testclient import TestClient

from server.lazy import Page, another_browser
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.settings import Settings
from worldfire.server.tables import METADATA


@pytest.fixture
def database_url(tmp_path: Path) -> str:
    """A file of the test; WORLDFIRE_TEST_DATABASE runs the same tests on another database, which is emptied."""
    given = os.environ.get("WORLDFIRE_TEST_DATABASE")
    if given is None:
        return f"sqlite:///{tmp_path}/games.db"
    engine = create_engine(given)
    METADATA.drop_all(engine)
    engine.dispose()
    return given


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

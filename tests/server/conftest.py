"""A server in the test's own process, with its database in a file of the test."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from server.lazy import Page, another_browser
from worldfire.server.app import make_app
from worldfire.server.house import House
from worldfire.server.settings import Settings


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    return Settings(database=f"sqlite:///{tmp_path}/games.db", quick_hashes=True, workers=2)


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

"""The description of the API is true: every route is in it, and answers fit its schemas."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from server.lazy import Page
from server.positions import barbarossa_until, seat_people
from worldfire.server.app import ENDPOINTS
from worldfire.server.house import House
from worldfire.server.openapi import describe
from worldfire.server.problems import Failure
from worldfire.server.wire import Endpoint

GENERATED = Path(__file__).parents[2] / "client" / "src" / "generated" / "openapi.json"


def test_every_route_is_described_and_nothing_else(app: Starlette, page: Page) -> None:
    described = {
        (method.upper(), path) for path, item in page.get("/api/openapi.json")["paths"].items() for method in item
    }
    served = {
        (method, route.path)
        for route in app.routes
        if isinstance(route, Route) and route.path.startswith("/api/")
        for method in route.methods or ()
        if method != "HEAD"
    }
    assert described == served


def test_every_reference_leads_somewhere(page: Page) -> None:
    text = page.client.get("/api/openapi.json").text
    schemas = page.get("/api/openapi.json")["components"]["schemas"]
    wanted = set(re.findall(r'"#/components/schemas/([^"]+)"', text))
    assert wanted
    assert wanted <= set(schemas)


def test_the_client_was_built_for_this_description() -> None:
    written = msgspec.json.decode(GENERATED.read_bytes())
    described = msgspec.json.decode(msgspec.json.encode(describe(ENDPOINTS)))
    for part in ("paths", "components"):
        assert written[part] == described[part], "run `make api`"


def test_paths_name_their_parameters(page: Page) -> None:
    for path, item in page.get("/api/openapi.json")["paths"].items():
        for operation in item.values():
            named = {one["name"] for one in operation["parameters"] if one["in"] == "path"}
            assert named == set(re.findall(r"{(\w+)}", path))


#: what a question to each path needs
QUERIES: dict[str, dict[str, Any]] = {
    "/api/games/{game}/replay": {"entry": 1},
    "/api/games/{game}/film": {"since": 1},
    "/api/games/{game}/orders": {"seat": "germany"},
    "/api/games/{game}/production": {"seat": "germany"},
    "/api/games/{game}/table": {"seat": "germany"},
}
READS = [one for one in ENDPOINTS if one.method == "GET" and one.answer is not Any]


@pytest.mark.parametrize("endpoint", READS, ids=lambda one: one.path)
def test_answers_fit_their_schemas(endpoint: Endpoint, page: Page, house: House) -> None:
    seat = seat_people(house, barbarossa_until("move"), {"germany": page, "ussr": page})["germany"]
    path = endpoint.path.format(game=seat.game, chart="land-1d10-assault", title="wif", section="11.15.5")
    content = page.client.get(path, params=QUERIES.get(endpoint.path, {}))
    assert content.status_code == 200
    msgspec.json.decode(content.content, type=endpoint.answer, strict=True)
    assert set(content.json()) <= _fields(endpoint.answer) or endpoint.answer == dict[str, Any]


def _fields(answer: Any) -> set[str]:
    return set(getattr(answer, "__struct_encode_fields__", ()) or getattr(answer, "__annotations__", ()))


@pytest.mark.parametrize("endpoint", [one for one in ENDPOINTS if one.body], ids=lambda one: one.name)
def test_wrong_bodies_get_an_error_that_fits_its_schema(endpoint: Endpoint, page: Page) -> None:
    path = endpoint.path.replace("{game}", "none")
    content = page.client.request(endpoint.method, path, content=b'{"nonsense": 1}', headers={"X-Worldfire": "1"})
    assert content.status_code == 400
    failure = msgspec.json.decode(content.content, type=Failure, strict=True)
    assert failure.error.field == "nonsense" or "missing required" in failure.error.text

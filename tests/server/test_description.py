"""The server keeps to its own description: everything that it allows is asked, and much that it does not.

At b884a8c 18 operations declared a security scheme that they did not ask for, and 5 refused what their schema allowed.
`make soak` asks 2,000 times.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import Case, GenerationMode
from schemathesis.core.failures import FailureGroup
from schemathesis.openapi.checks import RejectedPositiveData

from server.lazy import HEADERS, Page
from server.process import ServerProcess

REQUESTS = int(os.environ.get("WORLDFIRE_REQUESTS", "190"))
#: operations that only the rules, a letter or somebody else's server can judge: what fits their schema may still be refused
JUDGED = (
    "POST /api/games",
    "POST /api/quick",
    "POST /api/games/{game}/actions",
    "POST /api/games/{game}/ask",
    "POST /api/import",
    "POST /api/notices/prove",
    "POST /api/register",
    "PUT /api/notices/where",
    "PUT /api/session/name",
    "PUT /api/games/{game}/orders",
)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ServerProcess]:
    server = ServerProcess(f"sqlite:///{tmp_path}/games.db", tmp_path / "server.log", "server.generous")
    yield server
    server.kill()


def description(page: Page) -> Any:
    """The server's own, with ids that there are."""
    games = [page.hot_seat(["heinz", "anna"], exercise="surprise-points")[0].game for _ in range(2)]
    known = {
        "game": [*games, "none"],
        "title": ["wif", "none"],
        "section": ["11.15.5", "99"],
        "chart": ["land-1d10-assault", "none"],
    }
    told = page.get("/api/openapi.json")
    for item in told["paths"].values():
        for operation in item.values():
            for parameter in operation["parameters"]:
                if parameter["in"] == "path":
                    parameter["schema"] = {"type": "string", "enum": known[parameter["name"]]}
                if parameter["name"] == "seat":
                    parameter["schema"]["examples"] = ["heinz"]
    return told


def test_the_server_keeps_to_its_description(server: ServerProcess) -> None:
    with server.browser() as browser:
        told = description(Page(browser))
        session = requests.Session()
        session.cookies.set("worldfire", browser.cookies["worldfire"])
    schema = schemathesis.openapi.from_dict(told)
    schema.config.update(base_url=server.url)
    schema.config.generation.update(allow_x00=False)  # as the description says
    operations = [found.ok() for found in schema.get_all_operations()]
    each = max(1, REQUESTS // (2 * len(operations)))
    failures: list[str] = []
    for operation in operations:
        for mode in GenerationMode:
            strategy = operation.as_strategy(generation_mode=mode)
            failures += ask(strategy, session, each, operation.label)
    session.close()
    assert not failures, "\n\n".join(failures)
    assert not [line for line in server.heard if "ERROR" in line or "Traceback" in line]


def judged(failure: BaseException) -> bool:
    """What fits the schema was refused by somebody who knows more."""
    return isinstance(failure, RejectedPositiveData) and failure.status_code == 422 and failure.operation in JUDGED


def ask(strategy: Any, session: requests.Session, count: int, label: str) -> list[str]:
    failures: list[str] = []

    @settings(
        max_examples=count,
        derandomize=True,
        database=None,
        deadline=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(strategy)
    def send(case: Case) -> None:
        try:
            case.call_and_validate(session=session, headers=HEADERS, timeout=60)
        except FailureGroup as group:
            failures.extend(
                f"{label}: {failure}\n{group}"[:1500] for failure in group.exceptions if not judged(failure)
            )

    try:
        send()
    except Exception as error:  # nothing can be made that does not fit
        if type(error).__name__ not in ("Unsatisfiable", "SkipTest"):
            failures.append(f"{label}: {error!r}"[:500])
    return failures

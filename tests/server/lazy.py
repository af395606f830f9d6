"""A page without a face: it knows nothing but what the server sends, and takes the least that it can."""

from __future__ import annotations

from typing import Any, get_type_hints

import httpx2
import msgspec
from starlette.testclient import TestClient

from worldfire.server.answers import Answers

HEADERS = {"X-Worldfire": "1"}


def least_noun(shape: dict[str, Any]) -> Any:
    """The smallest noun that fits a shape, made as a page would make it: from the JSON alone."""
    match shape["shape"]:
        case "Nothing":
            return None
        case "One":
            return shape["domain"][0]
        case "Set":
            return shape["domain"][: shape["least"]]
        case "Order":
            return shape["lines"]
        case "Allot" if "unused" not in shape["items"][0]["to"]:
            return [[one["item"], one["to"][at % len(one["to"])]] for at, one in enumerate(shape["items"])]
        case "Assign" | "Allot" | "Send" | "Attacks":
            stay = {-1, "stay", "unused"}
            return [
                [one["item"], next((to for to in one["to"] if to in stay), one["to"][-1])] for one in shape["items"]
            ]
        case "Amounts":
            return _least_amounts(shape)
        case "Moves":
            stack = shape["stacks"][0]
            return [stack["units"][:1], [stack["ways"][0][0]]]
        case "RailMoves":
            return [shape["items"][0]["item"], shape["items"][0]["to"][0]]
    raise AssertionError(f"a page does not know the shape {shape['shape']}")


def _least_amounts(shape: dict[str, Any]) -> list[list[Any]]:
    amounts = [[one["item"], one["least"]] for one in shape["items"]]
    missing = shape["least"] - sum(number for _, number in amounts)
    for at, one in enumerate(shape["items"]):
        more = min(missing, one["most"] - one["least"])
        amounts[at][1] += more
        missing -= more
    return amounts


def another_browser(client: TestClient) -> TestClient:
    """Another person: the same server and the same event loop, other cookies."""
    other = TestClient(client.app)
    other.portal = client.portal
    return other


class Page:
    """One person's browser. Everything goes over HTTP."""

    def __init__(self, client: httpx2.Client) -> None:
        self.client = client
        self.sent = 0

    def get(self, path: str, status: int = 200, **query: Any) -> Any:
        return self._read(self.client.get(path, params=query), status)

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        return self._read(self.client.post(path, json=body, headers=HEADERS), status)

    def put(self, path: str, status: int = 200, **body: Any) -> Any:
        return self._read(self.client.put(path, json=body, headers=HEADERS), status)

    def _read(self, response: Any, status: int) -> Any:
        assert response.status_code == status, f"{response.status_code}: {response.text[:500]}"
        return response.json()

    def quick(self, **plan: Any) -> Seat:
        started = self.post("/api/quick", **plan)
        return Seat(self, started["game"], started["seat"])

    def hot_seat(self, seats: list[str], **plan: Any) -> list[Seat]:
        created = self.post("/api/games", seats={seat: {"kind": "me"} for seat in seats}, **plan)
        return [Seat(self, created["game"], seat) for seat in seats]


class Seat:
    """A person's seat in a game."""

    def __init__(self, page: Page, game: str, seat: str) -> None:
        self.page = page
        self.game = game
        self.seat = seat

    @property
    def path(self) -> str:
        return f"/api/games/{self.game}"

    def table(self) -> Any:
        return self.page.get(f"{self.path}/table", seat=self.seat)

    def ask(self, question: str, status: int = 200, **more: Any) -> Any:
        """The answer, which fits the description."""
        answer = self.page.post(f"{self.path}/ask", status, seat=self.seat, question=question, **more)
        if status == 200:
            msgspec.convert(answer, get_type_hints(Answers)[question])
        return answer

    def act(self, decision: int | None, verb: str, noun: Any = None, key: str = "", status: int = 200) -> Any:
        self.page.sent += 1
        body = {"seat": self.seat, "decision": decision, "verb": verb, "noun": noun}
        return self.page.post(f"{self.path}/actions", status, **body, key=key or f"key-{self.page.sent}")

    def lazy_choice(self, table: Any, prefer: tuple[str, ...] = ()) -> tuple[int, str, Any]:
        """Prefer these verbs; else whatever needs no noun; else the least of the first verb."""
        decision = table["decision"]
        offers = decision["offers"]
        idle = (verb for verb, offer in offers.items() if offer["shape"]["shape"] == "Nothing")
        verb = next((verb for verb in prefer if verb in offers), None) or next(idle, None) or next(iter(offers))
        noun = least_noun(offers[verb]["shape"])
        return decision["id"], verb, noun

    def act_lazily(self, prefer: tuple[str, ...] = ()) -> int:
        """The number of the entry."""
        entry: int = self.act(*self.lazy_choice(self.table(), prefer))["entry"]
        return entry


def act_for_whoever_must(seats: list[Seat], prefer: tuple[str, ...] = ()) -> int | None:
    """One action of the first seat that must act; None if the game is over."""
    waiting = seats[0].table()["waiting"]
    if not waiting:
        return None
    return next(seat for seat in seats if seat.seat == waiting[0]).act_lazily(prefer)

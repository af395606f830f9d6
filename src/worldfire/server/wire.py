"""Endpoints as values: a path, what comes in, what goes out. Routes and their description are made of them."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from worldfire.server.problems import wrong

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.sessions import Person

T = TypeVar("T")

JSON = "application/json"


class Body(msgspec.Struct, forbid_unknown_fields=True):
    """What a request brings: nothing but its fields is accepted."""


class Done(msgspec.Struct):
    """Nothing more to say."""

    done: bool = True


@dataclass
class Ask:
    """One request: who asks, and what."""

    request: Request
    house: House
    person: Person
    body: Any = None
    query: Any = None
    #: headers for the answer, such as cookies
    headers: dict[str, str] = field(default_factory=dict)

    @property
    def game(self) -> str:
        return str(self.request.path_params["game"])

    def path(self, name: str) -> str:
        return str(self.request.path_params[name])


Handler = Callable[[Ask], Awaitable[Any]]


@dataclass(frozen=True)
class OneOf:
    """The answer is one of several, as the question wants it: question → answer, in a TypedDict."""

    answers: type[Any]


@dataclass(frozen=True)
class Endpoint:
    method: str
    path: str
    summary: str
    call: Handler
    answer: Any
    body: type[Body] | None = None
    query: type[Body] | None = None
    #: the body is a file, given to the handler as it is
    file: bool = False

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def read_body(data: bytes, kind: type[T]) -> T:
    """The body, strictly: the error names the field."""
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        raise wrong(text, field=place.strip("`.") or _unknown_field(text)) from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise wrong(f"the body is not JSON: {error}", code="not-json") from error


def _unknown_field(text: str) -> str:
    """`Object contains unknown field `x`` and `Object missing required field `x`` name the field in the sentence."""
    parts = text.split("`")
    return parts[1] if len(parts) > 1 else ""


def read_query(request: Request, kind: type[T]) -> T:
    try:
        return msgspec.convert(dict(request.query_params), kind, strict=False)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        raise wrong(text, field=place.strip("`.") or _unknown_field(text)) from error


def json_response(content: Any, status: int = 200, headers: dict[str, str] | None = None) -> Response:
    return Response(msgspec.json.encode(content, enc_hook=plain), status, headers, media_type=JSON)


def plain(value: Any) -> Any:
    """What msgspec does not know by itself: fractions and sets, and anything else by its name."""
    if isinstance(value, frozenset | set):
        return sorted(value)
    try:
        return float(value)
    except (TypeError, ValueError):
        return str(value)

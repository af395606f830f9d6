"""Endpoints as values: a path, what comes in, what goes out. Routes and their description are made of them."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from functools import lru_cache
from ipaddress import ip_address, ip_network
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec
from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from worldfire.server.problems import Problem, wrong

if TYPE_CHECKING:
    from worldfire.server.house import House
    from worldfire.server.sessions import Person

T = TypeVar("T")
S = TypeVar("S", bound=msgspec.Struct)

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
        """The game that the path names; nothing where it names none."""
        return path_text(self.request, "game")

    @property
    def address(self) -> str:
        """Where the request comes from."""
        return address_of(self.request)

    def path(self, name: str) -> str:
        return path_text(self.request, name)


def address_of(connection: HTTPConnection) -> str:
    """Who has one address of a network in IPv6 has all of them: the network counts."""
    return _network(connection.client.host) if connection.client else ""


@lru_cache(maxsize=10_000)
def _network(host: str) -> str:
    try:
        known = ip_address(host)
    except ValueError:
        return host
    return host if known.version == 4 else str(ip_network((host, 64), strict=False))


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
    #: a Body, or several of which it is one
    body: Any = None
    query: type[Body] | None = None
    #: the body is a file, given to the handler as it is
    file: bool = False
    #: requests that one counts for; charged before the body is read
    cost: float = 1

    @property
    def name(self) -> str:
        return f"{self.method} {self.path}"


def read_body(data: bytes, kind: type[T]) -> T:
    """The body, strictly: the error names the field."""
    try:
        body = _decoded(data, kind)
        check_texts(body)
        return body
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        raise wrong(text, field=place.strip("`.") or _unknown_field(text)) from error
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise wrong(f"the body is not JSON: {error}", code="not-json") from error


def _decoded(data: bytes, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(data, type=kind)
    except msgspec.ValidationError:
        return msgspec.convert(_with_whole_numbers(msgspec.json.decode(data)), kind, str_keys=True)


def _with_whole_numbers(value: Any) -> Any:
    """In JSON 2.0 is a whole number like 2, and some programs write it so."""
    match value:
        case float() if value.is_integer():
            return int(value)
        case list():
            return [_with_whole_numbers(item) for item in value]
        case dict():
            return {key: _with_whole_numbers(item) for key, item in value.items()}
    return value


def _unknown_field(text: str) -> str:
    """`Object contains unknown field `x`` and `Object missing required field `x`` name the field in the sentence."""
    parts = text.split("`")
    return parts[1] if len(parts) > 1 else ""


#: that is read from an address
LARGEST_NUMBER = 10**18 - 1
_NUMBER = re.compile(r"-?[0-9]{1,18}")


def read_query(request: HTTPConnection, kind: type[S]) -> S:
    given = dict(request.query_params)
    for name, value in given.items():
        check_text(value, name)
    for wanted in msgspec.structs.fields(kind):
        if wanted.type in (int, int | None) and not _NUMBER.fullmatch(given.get(wanted.name, "0")):
            raise wrong("a whole number", field=wanted.name)
    try:
        return msgspec.convert(given, kind, strict=False)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `$")
        raise wrong(text, field=place.strip("`.") or _unknown_field(text)) from error


#: no path of ours holds a longer name
LONGEST_PATH_NAME = 200


def path_text(request: HTTPConnection, name: str) -> str:
    """A part of the path."""
    text = str(request.path_params.get(name, ""))
    check_text(text, name)
    if len(text) > LONGEST_PATH_NAME:
        raise Problem(404, "not-found", f"there is no {name} with so long a name", field=name)
    return text


def check_text(text: str, field: str) -> None:
    """What no database keeps and no header carries."""
    if "\0" in text or not _is_unicode(text):
        raise wrong("text must not contain NUL or broken characters", field=field)


def _is_unicode(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def check_texts(value: Any, field: str = "") -> None:
    """The same for everything in a body, whatever its shape."""
    if isinstance(value, str):
        check_text(value, field)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            check_texts(getattr(value, name), f"{field}.{name}" if field else name)
    elif isinstance(value, dict):
        for key, part in value.items():
            check_texts(key, field)
            check_texts(part, field)
    elif isinstance(value, list | tuple):
        for part in value:
            check_texts(part, field)


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

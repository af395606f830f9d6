"""The description of the API, made from the endpoints themselves: what is not there cannot be described, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from typing import Any, get_type_hints

import msgspec
import msgspec.inspect

from worldfire.engine.shapes import Shape
from worldfire.server.messages import LiveMessage
from worldfire.server.problems import Failure
from worldfire.server.wire import JSON, LARGEST_NUMBER, Ask, Endpoint, OneOf

PLACEHOLDER = re.compile(r"{(\w+)}")
REFERENCES = "#/components/schemas/{name}"
PACKAGE = "worldfire."
NULL = {"type": "null"}


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    bodies = [endpoint.body for endpoint in endpoints if endpoint.body is not None]
    answers = [answer for endpoint in endpoints for answer in _answers_of(endpoint)]
    by_type, components = _schemas(bodies, [*answers, Failure, LiveMessage], _shapes())
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint, by_type)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Worldfire",
            "version": version("worldfire"),
            "description": "Games of the World in Flames family. Requests that change something need the header "
            "X-Worldfire: 1 or an API key. Text never holds U+0000. "
            "Live changes: the websocket /api/games/{game}/live?seat=…&since=….",
        },
        "paths": paths,
        "components": {
            "schemas": components,
            "securitySchemes": {
                "session": {"type": "apiKey", "in": "cookie", "name": "worldfire"},
                "key": {"type": "http", "scheme": "bearer"},
            },
        },
        # whoever comes with neither is a guest from then on
        "security": [{}, {"session": []}, {"key": []}],
    }


def _answers_of(endpoint: Endpoint) -> Sequence[Any]:
    if isinstance(endpoint.answer, OneOf):
        return (endpoint.answer.answers, *get_type_hints(endpoint.answer.answers).values())
    return () if endpoint.answer is Any else (endpoint.answer,)


def _schemas(
    bodies: Sequence[Any], answers: Sequence[Any], shapes: Sequence[type[Shape]]
) -> tuple[dict[str, Any], dict[str, Any]]:
    """Schemas by type, and the components that they refer to; shapes and live messages have names of their own."""
    received, sent = _structs(bodies), _structs((*answers, *shapes))
    types = [*bodies, *answers, *sent]
    schemas, components = msgspec.json.schema_components(types, ref_template=REFERENCES)
    by_type = {repr(kind): schema for kind, schema in zip(types, schemas, strict=True)}
    for struct in sent:
        if struct not in received:
            _describe_as_sent(struct, components[by_type[repr(struct)]["$ref"].rpartition("/")[2]])
    components["LiveMessage"] = by_type[repr(LiveMessage)]
    components["Shape"] = {"anyOf": [by_type[repr(shape)] for shape in shapes]}
    return by_type, components


def _shapes() -> list[type[Shape]]:
    """Every shape that an offer may have. One that calls itself by another's name is read like that one."""

    def kinds(base: type[Shape]) -> Iterator[type[Shape]]:
        for kind in base.__subclasses__():
            if kind.__struct_config__.tag == kind.__name__ and kind.__module__.startswith(PACKAGE):
                yield kind
            yield from kinds(kind)

    return sorted(kinds(Shape), key=lambda kind: kind.__name__)


def _structs(types: Sequence[Any]) -> list[type[msgspec.Struct]]:
    """Every struct in these types, however deep."""
    found: dict[type[msgspec.Struct], None] = {}

    def look(value: Any) -> None:
        if isinstance(value, tuple):
            for item in value:
                look(item)
        elif isinstance(value, msgspec.inspect.StructType):
            if value.cls not in found:
                found[value.cls] = None
                look(value.fields)
        elif isinstance(value, msgspec.inspect.Type | msgspec.inspect.Field):
            look(msgspec.structs.astuple(value))

    look(msgspec.inspect.multi_type_info(types))
    return list(found)


def _describe_as_sent(struct: type[msgspec.Struct], schema: dict[str, Any]) -> None:
    """What may be left out of what comes in does go out, unless the struct omits its defaults; then nothing stands for None."""
    config = struct.__struct_config__
    fields = msgspec.structs.fields(struct)
    if not config.omit_defaults:
        sent = [field.encode_name for field in fields if field.default is not msgspec.UNSET]
        schema["required"] = [config.tag_field, *sent] if config.tag_field else sent
        return
    for field in fields:
        if field.default is None:
            kinds = [kind for kind in schema["properties"][field.encode_name]["anyOf"] if kind != NULL]
            schema["properties"][field.encode_name] = kinds[0] if len(kinds) == 1 else {"anyOf": kinds}


def _operation(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}
        for name in PLACEHOLDER.findall(endpoint.path)
    ]
    if endpoint.query is not None:
        parameters += _query(endpoint.query)
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "parameters": parameters,
        "responses": {"200": _answer(endpoint, by_type), "default": _content(by_type[repr(Failure)], "What is wrong")},
    }
    if endpoint.body is not None:
        operation["requestBody"] = {"required": True, "content": {JSON: {"schema": by_type[repr(endpoint.body)]}}}
    elif endpoint.file:
        binary = {"schema": {"type": "string", "format": "binary"}}
        operation["requestBody"] = {"required": True, "content": {"application/octet-stream": binary}}
    return operation


def _query(kind: type[Any]) -> list[dict[str, Any]]:
    (_,), components = msgspec.json.schema_components([kind], ref_template=REFERENCES)
    schema = components[kind.__name__]
    required = schema.get("required", [])
    return [
        {"name": name, "in": "query", "required": name in required, "schema": _bounded(field)}
        for name, field in schema["properties"].items()
    ]


def _bounded(schema: dict[str, Any]) -> dict[str, Any]:
    """A number in an address has so many digits at most."""
    if "anyOf" in schema:
        return {**schema, "anyOf": [_bounded(one) for one in schema["anyOf"]]}
    if schema.get("type") == "integer":
        return {"minimum": -LARGEST_NUMBER, "maximum": LARGEST_NUMBER, **schema}
    return schema


def _answer(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
    if isinstance(endpoint.answer, OneOf):
        kinds = get_type_hints(endpoint.answer.answers).values()
        return _content({"anyOf": [by_type[repr(kind)] for kind in kinds]}, endpoint.summary)
    if endpoint.answer is Any:
        binary = {"schema": {"type": "string", "format": "binary"}}
        return {"description": endpoint.summary, "content": {"application/octet-stream": binary}}
    return _content(by_type[repr(endpoint.answer)], endpoint.summary)


def _content(schema: Any, description: str) -> dict[str, Any]:
    return {"description": description, "content": {JSON: {"schema": schema}}}


def endpoint_of(endpoints: Sequence[Endpoint]) -> Endpoint:
    """The endpoint that shows the description, itself included."""
    known: list[dict[str, Any]] = []

    async def show(ask: Ask) -> dict[str, Any]:
        if not known:
            known.append(describe((*endpoints, itself)))
        return known[0]

    itself = Endpoint("GET", "/api/openapi.json", "This description", show, dict[str, Any])
    return itself

"""The description of the API, made from the endpoints themselves: what is not there cannot be described, and the reverse."""

from __future__ import annotations

import re
from collections.abc import Sequence
from importlib.metadata import version
from typing import Any

import msgspec

from worldfire.server.problems import Failure
from worldfire.server.wire import JSON, Ask, Endpoint

PLACEHOLDER = re.compile(r"{(\w+)}")
REFERENCES = "#/components/schemas/{name}"


def describe(endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = [kind for endpoint in endpoints for kind in (endpoint.body, endpoint.answer) if _has_schema(kind)]
    schemas, components = msgspec.json.schema_components([*types, Failure], ref_template=REFERENCES)
    by_type = {repr(kind): schema for kind, schema in zip([*types, Failure], schemas, strict=True)}
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


def _has_schema(kind: Any) -> bool:
    return kind is not None and kind is not Any


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
        {"name": name, "in": "query", "required": name in required, "schema": field}
        for name, field in schema["properties"].items()
    ]


def _answer(endpoint: Endpoint, by_type: dict[str, Any]) -> dict[str, Any]:
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

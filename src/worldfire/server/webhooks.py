"""Webhooks: https only, and never to an address that is not public: a server must not be made to knock inside its own net."""

from __future__ import annotations

import asyncio
import ipaddress
import re
import socket
import ssl
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache, partial
from typing import Any
from urllib.parse import SplitResult, urlsplit

import msgspec

from worldfire.server.problems import Problem

#: seconds for everything: the name, the connection, the answer's first line
PATIENCE = 10
LONGEST_URL = 500
#: nothing that a request line or a header could be broken with
URL = re.compile(r"[\x21-\x7e]+")
STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})\b")

#: the only part of IPv6 that is given out to the public; what stands for an IPv4 address, or leads to one, is not public
_PUBLIC = ipaddress.ip_network("2000::/3")
_ROUNDABOUT = tuple(ipaddress.ip_network(net) for net in ("2001::/32", "2002::/16"))


class NoAnswer(Exception):
    """The other end did not speak HTTP in time."""


def _wrong(text: str) -> Problem:
    return Problem(422, "webhook", text, field="webhook")


def split_url(url: str) -> tuple[SplitResult, str, int]:
    """(parts, host, port), from what can be said without asking anybody."""
    if len(url) > LONGEST_URL or not URL.fullmatch(url):
        raise _wrong(f"a webhook has at most {LONGEST_URL} characters and no spaces")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port or 443
    except ValueError as error:
        raise _wrong(f"that is not an address: {error}") from error
    if parts.scheme != "https":
        raise _wrong("a webhook must begin with https://")
    if not host or parts.username is not None or parts.password is not None:
        raise _wrong("a webhook needs a host, and no user name")
    return parts, host, port


def is_public(address: str) -> bool:
    """Whether anybody may be sent there. IPv6 has many ways to write, or to tunnel to, an address of IPv4: none is taken."""
    known = ipaddress.ip_address(address.partition("%")[0])
    if known.is_multicast or not known.is_global:
        return False
    if isinstance(known, ipaddress.IPv4Address):
        return True
    return known in _PUBLIC and not any(known in net for net in _ROUNDABOUT)


async def public_address(host: str, port: int, by: Executor) -> str:
    """An address of the host, if all that it has are public. Names are looked up in threads that nobody else needs."""
    look_up: Callable[[], Any] = partial(socket.getaddrinfo, host, port, type=socket.SOCK_STREAM)
    try:
        async with asyncio.timeout(PATIENCE):
            found = await asyncio.get_running_loop().run_in_executor(by, look_up)
    except (OSError, UnicodeError) as error:  # too slow, unknown, or no name at all
        raise _wrong(f"{host} is not known: {error}") from error
    addresses = [str(info[4][0]) for info in found]
    if not addresses or not all(is_public(address) for address in addresses):
        raise _wrong(f"{host} is not a public address")
    return addresses[0]


async def check_webhook(url: str, by: Executor) -> None:
    _, host, port = split_url(url)
    await public_address(host, port, by)


@cache
def _context() -> ssl.SSLContext:
    return ssl.create_default_context()


async def call_webhook(url: str, content: dict[str, str], by: Executor) -> int:
    """Send a notice: the status of the answer. A redirect is not followed; no thread waits for the other end.

    The address is checked again and then used: the name may have come to mean another one.
    """
    parts, host, port = split_url(url)
    try:
        async with asyncio.timeout(PATIENCE):
            address = await public_address(host, port, by)
            return await _post(address, port, host, parts, msgspec.json.encode(content))
    except TimeoutError as error:
        raise NoAnswer(f"no answer within {PATIENCE} seconds") from error


async def _post(address: str, port: int, host: str, parts: SplitResult, body: bytes) -> int:
    reader, writer = await asyncio.open_connection(address, port, ssl=_context(), server_hostname=host, limit=4096)
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        head = (
            f"POST {path} HTTP/1.1\r\nHost: {parts.netloc}\r\nUser-Agent: worldfire\r\nContent-Type: application/json\r\n"
            f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode("ascii") + body)
        await writer.drain()
        found = STATUS.match(await reader.readline())
        if found is None:
            raise NoAnswer("the answer is not HTTP")
        return int(found[1])
    except ValueError as error:  # a first line without end
        raise NoAnswer("the answer is not HTTP") from error
    finally:
        writer.transport.abort()

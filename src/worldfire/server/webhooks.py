"""Webhooks: https only, and never to an address that is not public: a server must not be made to knock inside its own net."""

from __future__ import annotations

import http.client
import ipaddress
import socket
import ssl
from urllib.parse import urlsplit

import msgspec

from worldfire.server.problems import Problem

#: seconds
PATIENCE = 10


def check_url(url: str) -> None:
    """What can be said without asking anybody: the scheme, the host, no user name in it."""
    parts = urlsplit(url)
    if parts.scheme != "https":
        raise Problem(422, "webhook", "a webhook must begin with https://", field="webhook")
    if not parts.hostname or parts.username or parts.password:
        raise Problem(422, "webhook", "a webhook needs a host, and no user name", field="webhook")


def public_address(host: str, port: int) -> str:
    """An address of the host, if all that it has are public."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except OSError as error:
        raise Problem(422, "webhook", f"{host} is not known: {error}", field="webhook") from error
    addresses = [str(info[4][0]) for info in found]
    for address in addresses:
        known = ipaddress.ip_address(address.partition("%")[0])
        mapped = known.ipv4_mapped if isinstance(known, ipaddress.IPv6Address) else None
        if not (mapped or known).is_global or known.is_multicast:
            raise Problem(422, "webhook", f"{host} is not a public address", field="webhook")
    return addresses[0]


def check_webhook(url: str) -> None:
    check_url(url)
    parts = urlsplit(url)
    public_address(parts.hostname or "", parts.port or 443)


def call_webhook(url: str, content: dict[str, str]) -> int:
    """Send a notice. The address is checked again and then used: the name may have come to mean another one."""
    check_url(url)
    parts = urlsplit(url)
    host, port = parts.hostname or "", parts.port or 443
    address = public_address(host, port)
    connection = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=ssl.create_default_context())
    raw = socket.create_connection((address, port), PATIENCE)
    try:
        connection.sock = ssl.create_default_context().wrap_socket(raw, server_hostname=host)
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        body = msgspec.json.encode(content)
        connection.request("POST", path, body, {"Content-Type": "application/json", "User-Agent": "worldfire"})
        return connection.getresponse().status  # a redirect is not followed
    finally:
        connection.close()
        raw.close()

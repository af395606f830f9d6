"""Connections: whoever does not finish the head of a request, or sends one without end, is hung up on."""

from __future__ import annotations

import asyncio
import logging
import resource
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

LOG = logging.getLogger("worldfire.server")

#: seconds in which the head of a request must have come, and its bytes
SLOWEST_HEAD = 10.0
LARGEST_HEAD = 32 * 1024
#: files that the server keeps for itself: the database, its processes, what it serves
SPARE_FILES = 200


class GuardedProtocol(HttpToolsProtocol):
    _due: asyncio.TimerHandle | None = None
    _head = 0
    _reading_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._reading_head:
            self._wait()
            self._head += len(data)
        super().data_received(data)
        if self._reading_head and self._head > LARGEST_HEAD:
            self._hang_up(b"431 Request Header Fields Too Large")

    def on_headers_complete(self) -> None:
        self._reading_head = False
        self._stop_waiting()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """What follows is the head of the next request."""
        super().on_message_complete()
        self._reading_head, self._head = True, 0

    def _wait(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(SLOWEST_HEAD, self._hang_up, b"408 Request Timeout")

    def _stop_waiting(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None

    def _hang_up(self, status: bytes) -> None:
        self._stop_waiting()
        if not self.transport.is_closing():
            self.transport.write(b"HTTP/1.1 " + status + b"\r\nconnection: close\r\ncontent-length: 0\r\n\r\n")
            self.transport.close()


def raise_file_limit() -> int:
    """As many open files, and so connections, as the system allows; how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
        except (OSError, ValueError) as error:
            LOG.warning("the limit of open files stays at %d: %s", soft, error)
    return soft


def connection_limit(files: int) -> dict[str, Any]:
    """What uvicorn is told: with no file left nobody could be answered at all, so whoever comes too much is told 503."""
    return {"limit_concurrency": max(50, files - SPARE_FILES)}

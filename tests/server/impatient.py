"""The real server, which waits a moment only for the head of a request: `python -m server.impatient serve …`."""

from __future__ import annotations

from worldfire.cli.main import main
from worldfire.server import protocol

if __name__ == "__main__":
    protocol.SLOWEST_HEAD = 0.5
    main()

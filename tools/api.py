"""Writes what the browser client's types are made from: `python -m tools.api` (see `make api`)."""

from __future__ import annotations

from pathlib import Path

import msgspec

from worldfire.server.app import ENDPOINTS
from worldfire.server.openapi import describe

FILE = Path(__file__).parents[1] / "client" / "src" / "generated" / "openapi.json"

if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(describe(ENDPOINTS)), indent=1) + b"\n")

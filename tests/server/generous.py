"""The real server without limits of requests: `python -m server.generous serve …`."""

from __future__ import annotations

from worldfire.cli.main import main
from worldfire.server.limits import Limits


def charge(limits: Limits, who: str, cost: float = 1) -> None:
    """Everybody may ask as much as he likes."""


if __name__ == "__main__":
    setattr(Limits, "charge", charge)  # noqa: B010
    main()

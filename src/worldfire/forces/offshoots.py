"""Powers that are none when a campaign begins and that may come of another one while it is played (17.1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offshoot:
    """Power and home country have one name; the region and the capital are called as on the board."""

    name: str
    #: the power that it comes of: without that one in play it never does
    parent: str
    region: str
    capital: str

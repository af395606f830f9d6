"""Powers that are none when a campaign begins and that may come of another one while it is played (17.1)."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Offshoot:
    """Power and home country have one name; the region and the capital are called as on the board.

    One that has no region is a side in a civil war: the home of the other is its own, and its pools are not.
    """

    name: str
    #: the power that it comes of: without that one in play it never does
    parent: str
    region: str = ""
    capital: str = ""

    @property
    def shares_home(self) -> bool:
        return not self.region

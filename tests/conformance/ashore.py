"""Landings for the tests: ships at sea with cargo aboard, and the steps in which it comes ashore.

here = landing({"North Sea 3": [AMPH, INF]}, cargo={"INF": "AMPH"}, …)
here.start("step: invasions")
here.land("invade", INF="W1833")
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from positions import power
from seafaring import Seafaring, at_sea

from worldfire.engine.events import Event
from worldfire.forces.things import PLACE, aboard
from worldfire.forces.turn import COUNTED


class Landing(Seafaring):
    """Units that come ashore; those named by keyword are at the start aboard the ship named beside them."""

    def load(self, cargo: Mapping[str, str]) -> None:
        for unit, ship in cargo.items():
            self.game.write(PLACE, self.things[unit], aboard(self.things[ship]))

    def pairs(self, orders: Mapping[str, str]) -> tuple[tuple[int, int], ...]:
        return tuple((self.things[unit], self.spot(place)) for unit, place in orders.items())

    def land(self, verb: str, **orders: str) -> tuple[Event, ...]:
        return self.do(verb, self.pairs(orders))

    def why_not(self, verb: str, **orders: str) -> str:
        """Why they may not, as rule and key; nothing if they may."""
        assert self.asked[0], "nobody is asked anything"
        found = self.game.why_not(verb, self.pairs(orders), self.asked[0])
        return f"{found[0].rule} {found[0].key}" if found else ""

    def offered(self, verb: str, unit: str) -> set[str]:
        """Where the unit may go, as it is offered."""
        choices = {item.item: item.to[1:] for item in self.offer(verb).items}
        return {self.where_is(place) for place in choices.get(self.things[unit], ())}

    def land_moves(self, owner: str) -> int:
        return self.game.state[COUNTED["land moves"]][power(self.game, owner)]

    def land_attacks(self, owner: str) -> int:
        return self.game.state[COUNTED["land attacks"]][power(self.game, owner)]


def landing(units: Mapping[str, Sequence[tuple[str, str]]], cargo: Mapping[str, str], **situation: Any) -> Landing:
    made = at_sea(units, **situation)
    here = Landing(made.game, made.things)
    here.load(cargo)
    return here

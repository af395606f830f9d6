"""The seas of Fatal Alliances for the tests: ships in ports and sea-boxes, a step of the war at sea, laid dice."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from conformance.seafaring import CALM, Seafaring, at_sea
from worldfire.rules.s11_04_naval_units import naval_counter

Ships = Mapping[str, Sequence[tuple[str, str]]]

CENTRAL, ALLIES = 0, 1
#: everybody who is at war when the fleets sail
WARS = (("germany", "commonwealth"), ("germany", "france"), ("germany", "russia"), ("austria-hungary", "russia"))
ACTIONS = {
    "central-powers": ("germany", "austria-hungary"),
    "allies": ("commonwealth", "france", "russia"),
}
#: what nobody does more than he must in a combat of the Great War
CALMLY: dict[str, tuple[str, Any]] = {
    **CALM,
    "search-harder": ("search-as-it-is", None),
    "screen-ships": ("screen-ships", ()),
    "keep-away": ("keep-away", ()),
    "catch-faster-ships": ("let-them-go", None),
}


class Waters(Seafaring):
    def calmly(self, *until: str) -> None:
        """Answer what is asked as calmly as can be, until something else is, or what the test waits for."""
        while self.asked[1] in CALMLY and self.asked[1] not in until:
            verb, noun = CALMLY[self.asked[1]]
            if verb not in self.game.offers(self.asked[0]):
                verb = "watch-as-it-is"
            self.do(verb, noun)

    def movement(self, ship: int) -> int:
        return naval_counter(self.game, ship).movement

    def ids(self, *names: str) -> tuple[int, ...]:
        return tuple(self.things[name] for name in names)


def waters(
    ships: Ships,
    throws: Sequence[int] = (),
    *,
    side: str = "central-powers",
    wars: Any = WARS,
    actions: Mapping[str, str] | None = None,
    debug: bool = False,
    **more: Any,
) -> Waters:
    """A naval action of all powers of the side; `debug` proves after every action that no cache is wrong, which takes time."""
    chosen = actions or dict.fromkeys(ACTIONS[side], "naval")
    made = at_sea(
        ships,
        side=side,
        actions=chosen,
        campaign="1914",
        title="fa",
        wars=list(wars),
        throws=throws,
        debug=debug,
        **more,
    )
    return Waters(made.game, made.things)

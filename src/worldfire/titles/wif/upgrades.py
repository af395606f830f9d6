"""How games of earlier versions of the rules go on."""

from __future__ import annotations

from worldfire.engine.log import Header
from worldfire.engine.state import Document
from worldfire.engine.upgrades import Upgrade
from worldfire.rules.s11_15_2_shore_bombardment import ShoreBombardment
from worldfire.rules.s11_15_4_ground_support import GroundSupport
from worldfire.rules.s11_15_land_combat import LAND_COMBAT

#: what version 2 kept beside the map for the combats of the impulse → where it waits now
_SUPPORT = {"ground_support": GroundSupport.__name__, "shore_bombardment": ShoreBombardment.__name__}


def support_moves_into_the_combat(document: Document, header: Header) -> Document:
    """Support of combats still to be resolved goes into the frame of their step; what was left over is forgotten."""
    waiting: dict[str, list[list[int]]] = {name: [] for name in _SUPPORT.values()}
    kept = []
    for kind, power, place, number in document["quantities"]:
        if kind in _SUPPORT:
            waiting[_SUPPORT[kind]].append([power, place, number])
        else:
            kept.append([kind, power, place, number])
    frames = [
        {**frame, "annexes": {name: {"added": added} for name, added in waiting.items()}}
        if frame["procedure"] == LAND_COMBAT.name
        else frame
        for frame in document["frames"]
    ]
    return {**document, "quantities": kept, "frames": frames}


UPGRADES = (
    Upgrade("2", "3", support_moves_into_the_combat),
    Upgrade("3", "4"),  # a campaign of version 3 goes on without the war at sea that version 4 brought
    # allies keep hexes of a fallen power that they stand in (13.7.1); a fleet without ports waits (19.4.1)
    Upgrade("4", "5"),
    # reserves at sea stand down too (13.7.7); refugees who are given up leave the game like others (13.7.1)
    Upgrade("5", "6"),
)

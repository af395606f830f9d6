"""One page on a campaign: what happened before it, who wins when, and what each side and power should try."""

from __future__ import annotations

import msgspec

from worldfire.tables.campaign import Campaign
from worldfire.words import knows, say


class SideCounsel(msgspec.Struct, frozen=True):
    """What a side should try."""

    side: str
    text: str


class PowerCounsel(msgspec.Struct, frozen=True):
    """What a power should try."""

    power: str
    text: str


class Briefing(msgspec.Struct, frozen=True):
    """Empty where nobody has written anything."""

    #: how the campaign is won, what has happened before it, what comes first, how long it takes
    how: str = ""
    story: str = ""
    first: str = ""
    length: str = ""
    counsel: tuple[SideCounsel, ...] = ()
    powers: tuple[PowerCounsel, ...] = ()


def briefing(campaign: Campaign) -> Briefing:
    needed = campaign.score.value.needed if campaign.score is not None else 0

    def told(part: str) -> str:
        key = f"campaign-{campaign.id}-{part}"
        return say(key, needed=needed, turns=campaign.turns.value) if knows(key) else ""

    sides = campaign.sides.value
    return Briefing(
        told("how"),
        told("story"),
        told("first"),
        told("length"),
        tuple(SideCounsel(side, text) for side in sides if (text := told(side))),
        tuple(PowerCounsel(power, text) for powers in sides.values() for power in powers if (text := told(power))),
    )

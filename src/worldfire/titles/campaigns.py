"""Games of campaigns: who sits where, which options are in use, and how one is begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.tables.campaign import Campaign, find_campaign
from worldfire.tables.counters import Kit
from worldfire.titles import ruleset
from worldfire.titles.wif.set_up import STANDARD_KITS

#: ships are played one a counter unless a campaign says otherwise
DEFAULT_OPTIONS = ("5",)


def seats_of_powers(campaign: Campaign, seats: Mapping[str, str] | None = None) -> dict[str, str]:
    """Power → seat: one seat for each power that sets up, unless players share out the powers in another way."""
    powers = campaign.set_up_order.value
    if seats is None:
        return {power: power for power in powers}
    unknown = sorted(set(seats) - {power for side in campaign.sides.value.values() for power in side})
    if unknown:
        raise RulesetError(f"{campaign.id} has no power {', '.join(unknown)}")
    return dict(seats)


def begin_campaign(
    name: str,
    seats: Mapping[str, str] | None = None,
    options: Iterable[str] = (),
    kits: Iterable[Kit] = STANDARD_KITS,
    length: str = "campaign",
    **kwargs: Any,
) -> Game:
    """A new game of the campaign, or of its set-up alone, run to its first decision; the keywords are those of `Game.new`."""
    campaign = find_campaign(name)
    played = seats_of_powers(campaign, seats)
    rules = ruleset("wif", tuple(dict.fromkeys((*DEFAULT_OPTIONS, *options))))
    order = tuple(dict.fromkeys(played.values()))
    setup = {"campaign": campaign.id, "seats": played, "kits": [str(kit) for kit in kits], "length": length}
    return Game.new(rules, order, setup, **kwargs)

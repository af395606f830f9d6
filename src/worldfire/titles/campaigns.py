"""Games of campaigns: who sits where, which options are in use, and how one is begun."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.engine.ruleset import Ruleset
from worldfire.tables.campaign import Campaign, find_campaign
from worldfire.tables.counters import Kit
from worldfire.titles import USUAL, ruleset, title_named
from worldfire.titles.title import written_down

#: how far a game of a campaign goes
SET_UP, CAMPAIGN = "set-up", "campaign"


def campaign_named(name: str, title: str = USUAL) -> Campaign:
    """A campaign of the title by its id or its name."""
    return find_campaign(name, title_named(title).tables().source)


def usual_length(name: str, title: str = USUAL) -> str:
    """To the victory check where the war can be played, otherwise to the end of the set-up."""
    return CAMPAIGN if campaign_named(name, title).id in title_named(title).playable else SET_UP


def usual_options(options: Iterable[str] = (), title: str = USUAL) -> tuple[str, ...]:
    """These options with those that the title's campaigns are played with anyway, or with those of a preset among them."""
    found = title_named(title)
    wanted = tuple(options)
    presets = [name for name in wanted if name in found.presets]
    if len(presets) > 1:
        raise RulesetError(f"a game has one of {', '.join(presets)}")
    usual = found.presets[presets[0]] if presets else found.default_options
    return tuple(dict.fromkeys((*usual, *(name for name in wanted if name not in found.presets))))


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
    kits: Iterable[Kit] | None = None,
    length: str = SET_UP,
    pack: Path | None = None,
    bidding: Mapping[str, Iterable[str]] | None = None,
    title: str = USUAL,
    **kwargs: Any,
) -> Game:
    """A new game of the campaign, or of its set-up alone, run to its first decision; the keywords are those of `Game.new`.

    Unless `kits` says otherwise, the counters of the standard game are used and those of the kits that the options need.
    `bidding` gives for each player a group of powers: the players bid for the groups (24.1.2), whichever they begin with.
    """
    rules = ruleset(title, usual_options(options, title), pack)
    campaign = find_campaign(name, rules.tables.source)
    groups = {player: tuple(group) for player, group in (bidding or {}).items()}
    if groups:
        seats = {power: player for player, group in groups.items() for power in group}
    played = seats_of_powers(campaign, seats)
    order = tuple(dict.fromkeys(played.values()))
    setup = {
        "campaign": campaign.id,
        "seats": played,
        "kits": _names_of(_usual_kits(rules) if kits is None else kits),
        "bidding": list(groups.values()),
        "length": length,
    }
    return Game.new(rules, order, written_down(rules, setup), **kwargs)


def _usual_kits(rules: Ruleset) -> tuple[Kit | str, ...]:
    """The counters of the standard game, and those of the kits that the options need."""
    return (*title_named(rules.title.name).kits, *rules.kits)


def _names_of(kits: Iterable[Kit | str]) -> list[str]:
    return list(dict.fromkeys(map(str, kits)))


def begin_scene(name: str, scene: Mapping[str, Any], title: str = USUAL, **kwargs: Any) -> Game:
    """A scene of the campaign, run to its first decision; the keywords are those of `Game.new`."""
    rules = ruleset(title, usual_options((), title))
    campaign = find_campaign(name, rules.tables.source)
    played = seats_of_powers(campaign)
    setup = {
        "campaign": campaign.id,
        "seats": played,
        "kits": _names_of(_usual_kits(rules)),
        "length": CAMPAIGN,
        "scene": dict(scene),
    }
    return Game.new(rules, tuple(dict.fromkeys(played.values())), written_down(rules, setup), **kwargs)

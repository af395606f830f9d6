"""Zones of a campaign on the board: which hexes the terms of a set-up mean, and who holds what at the start."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from worldfire.board.model import Board
from worldfire.forces.ground import Ground, slug
from worldfire.tables.campaign import Campaign, Only, Term, Zone


class UnknownPlaceError(LookupError):
    """A zone names something that the board does not have."""


def hex_of(board: Board, name: str) -> int:
    number = board.find(name)
    if number is None:
        raise UnknownPlaceError(f"the board has no place {name!r}")
    return board.index[number]


def around(board: Board, centres: Iterable[int], steps: int) -> frozenset[int]:
    """Everything within so many hexes of these."""
    seen = set(centres)
    frontier = seen
    for _ in range(steps):
        frontier = {there for here in frontier for there in board.adjacent[here]} - seen
        seen |= frontier
    return frozenset(seen)


def hexes_of_zone(ground: Ground, playing: Iterable[int], holders: Sequence[str], zone: Zone) -> tuple[int, ...]:
    """The land hexes in play that belong to the zone, in the order in which its terms name them."""
    land = [here for here in sorted(playing) if ground.board.is_land(here)]
    found: dict[int, None] = {}
    for term in zone:
        inside = _term(ground, land, holders, term)
        named = [hex_of(ground.board, name) for name in term.places]
        found.update(dict.fromkeys([*(here for here in named if here in inside), *sorted(inside)]))
    return tuple(found)


def _term(ground: Ground, land: Sequence[int], holders: Sequence[str], term: Term) -> frozenset[int]:
    if term.off_map:
        return frozenset()
    board, tables = ground.board, ground.board.tables
    inside = set(land)
    if term.countries:
        for name in term.countries:
            if name not in board.countries:
                raise UnknownPlaceError(f"the board has no country {name!r}")
        inside = {here for here in inside if tables.country[here] in term.countries}
    if term.regions:
        inside &= _region_hexes(board, term.regions)
    if term.excluding:
        inside -= _region_hexes(board, term.excluding)
    if term.places:
        inside &= {hex_of(board, name) for name in term.places}
    if term.near:
        inside &= around(board, (hex_of(board, name) for name in term.near), term.within)
    if term.border:
        held = {slug(name) for name in term.border}
        inside &= around(board, (here for here in land if holders[here] in held), term.within)
    if term.only is Only.CITIES:
        inside &= ground.cities
    elif term.only is Only.PORTS:
        inside &= ground.ports.keys()
    if term.sheets:
        inside = {here for here in inside if tables.numbers[here][0] in term.sheets}
    if term.seas:
        for sea in term.seas:
            if sea not in board.sea_areas:
                raise UnknownPlaceError(f"the board has no sea area {sea!r}")
        inside = {here for here in inside if set(term.seas) & {*tables.seas[here], *ground.sea_of(here)}}
    return frozenset(here for here in inside if _within_degrees(tables.lat[here], tables.lon[here], term))


def _within_degrees(lat: float, lon: float, term: Term) -> bool:
    return (
        (term.north_of is None or lat >= term.north_of)
        and (term.south_of is None or lat <= term.south_of)
        and (term.east_of is None or lon >= term.east_of)
        and (term.west_of is None or lon <= term.west_of)
    )


def _region_hexes(board: Board, names: Iterable[str]) -> frozenset[int]:
    for name in names:
        if name not in board.tables.regions:
            raise UnknownPlaceError(f"the board has no region {name!r}")
    return frozenset(board.index[number] for name in names for number in board.tables.regions[name])


def playing_hexes(ground: Ground, campaign: Campaign) -> frozenset[int]:
    """The hexes that the campaign is played on."""
    board = ground.board
    playing = frozenset(board.in_play(campaign.name).index.values())
    if campaign.great_war is None or campaign.great_war.off_limits is None:
        return playing
    printed = [slug(country) for country in board.tables.country]
    return playing.difference(hexes_of_zone(ground, playing, printed, campaign.great_war.off_limits.value))


def holders_at_start(ground: Ground, campaign: Campaign) -> tuple[str, ...]:
    """Who holds each hex when the campaign starts, by id; nobody holds the sea.

    The board knows the countries of 1939; its table of control and then the campaign's holdings say what has changed.
    """
    board, tables = ground.board, ground.board.tables
    home = {name: slug(country.controller or name) for name, country in board.countries.items()}
    holders = [home.get(country, slug(country)) for country in tables.country]
    rows = [(what, slug(holder)) for name, what, holder, _ in tables.control if name == campaign.name]
    for kind in ("country", "region", "place"):
        for what, holder in rows:
            for here in _named_hexes(board, what, kind):
                holders[here] = holder
    playing = playing_hexes(ground, campaign)
    for holding in campaign.holdings.value:
        for here in hexes_of_zone(ground, playing, holders, holding.zone):
            holders[here] = holding.holder
    return tuple(holders)


def _named_hexes(board: Board, what: str, kind: str) -> Iterable[int]:
    named, _, name = what.partition(":")
    if named != kind:
        return ()
    if kind == "place":
        return (hex_of(board, name),)
    if kind == "region":
        return _region_hexes(board, (name,))
    return (here for here, country in enumerate(board.tables.country) if country == name)


def country_holders(board: Board, campaign: Campaign) -> Mapping[str, str]:
    """Country → who it belongs to at the start: itself where nobody has aligned or conquered it."""
    found = {slug(name): slug(country.controller or name) for name, country in board.countries.items()}
    for name, what, holder, _ in board.tables.control:
        if name == campaign.name and what.startswith("country:"):
            found[slug(what.removeprefix("country:"))] = slug(holder)
    for holding in campaign.holdings.value:
        for term in holding.zone:
            if term == Term(countries=term.countries):  # a country as a whole
                found.update((slug(name), holding.holder) for name in term.countries)
    return found

"""What must hold of a campaign that is being set up, judged from the state and the tables alone."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Iterator

from worldfire.engine.game import Game
from worldfire.forces.situation import CO_OPERATING, CONVOY_POINTS
from worldfire.forces.things import COUNTER, HEXES, IN_FLIGHT, PLACE, PLACE_NAMES, counter_of, place_name
from worldfire.forces.who import CONTROLLER, COUNTRY, COUNTRY_NAMES, POWER_NAMES, power_of
from worldfire.players.invariants import overfull
from worldfire.rules.s24_1_6_putting_to_sea import PutToSea
from worldfire.rules.s24_1_set_up import ZoneSetUp, layout_of
from worldfire.tables.campaign import Campaign, find_campaign

#: counters of options that are not played: the Siberians (22.5), divisions (22.1)
KITS_NOT_IN_USE = ("su-inf-2-siberian", "su-inf-3-siberian", "us-inf-4-div", "cw-inf-2-div")


def units_on_map(game: Game) -> dict[int, list[int]]:
    found: dict[int, list[int]] = {}
    for unit, place in enumerate(game.state[PLACE]):
        if 0 <= place < game.state.get(HEXES):
            found.setdefault(place, []).append(unit)
    return found


def stacking_faults(game: Game) -> Iterator[str]:
    """2.3.1 counted again by hand, so that a slip in the rule cannot hide behind itself."""
    for place, units in units_on_map(game).items():
        yield from overfull(game, place, units)
        yield from _strangers(game, place_name(game, place), units)


def _strangers(game: Game, where: str, units: list[int]) -> Iterator[str]:
    names, countries = game.state.get(POWER_NAMES), game.state.get(COUNTRY_NAMES)
    powers = {power_of(game, unit) for unit in units}
    allowed = {frozenset(pair) for pair in game.state.get(CO_OPERATING)}
    if len(powers) > 1 and frozenset(powers) not in allowed:
        yield f"{where}: {', '.join(names[power] for power in powers)} together"
    homes = {countries[game.state[COUNTRY][unit]] for unit in units}
    if {"nationalist-china", "communist-china"} <= homes:
        yield f"{where}: both Chinas"


def control_faults(game: Game) -> Iterator[str]:
    pairs = {frozenset(pair) for pair in game.state.get(CO_OPERATING)}
    for place, units in units_on_map(game).items():
        controller = game.state[CONTROLLER][place]
        for unit in units:
            power = power_of(game, unit)
            if power != controller and frozenset((power, controller)) not in pairs:
                yield f"{counter_of(game, unit).id} in {place_name(game, place)}, which it does not control"


def zones(game: Game) -> list[ZoneSetUp]:
    return [event for entry in game.entries for event in entry.events if isinstance(event, ZoneSetUp)]


def thinned_pools(game: Game) -> frozenset[int]:
    """Pools from which somebody removed old units; only they may leave a zone short."""
    start = layout_of(game).start
    return frozenset(start[unit] for entry in game.entries if entry.verb == "remove-old-units" for unit in entry.noun)


def zone_faults(game: Game) -> Iterator[str]:
    """Every zone has what the campaign says, in its own hexes or put to sea from there; nothing else is on the map."""
    layout = layout_of(game)
    set_up = zones(game)
    tasks = [task for _, found in layout.tasks for task in found]
    if [zone.zone for zone in set_up] != [task.where for task in tasks]:
        yield "the zones that were set up are not those of the campaign"
    at_sea = {event.ship for entry in game.entries for event in entry.events if isinstance(event, PutToSea)}
    placed: Tally[int] = Tally()
    for zone, task in zip(set_up, tasks, strict=False):
        placed.update(zone.units)
        wanted = len(task.named) + sum(draw.count for draw in task.draws)
        thinned = any(draw.pool in thinned_pools(game) for draw in task.draws)
        if len(zone.units) > wanted or (len(zone.units) < wanted and not thinned):
            yield f"{zone.zone}: {len(zone.units)} units"
        for unit in zone.units:
            place = game.state[PLACE][unit]
            if place not in task.zone and not task.off_map and unit not in at_sea:
                yield f"{counter_of(game, unit).id} in {place_name(game, place)} is outside {zone.zone}"
    on_map = {unit for units in units_on_map(game).values() for unit in units}
    if not on_map <= set(placed) or any(times > 1 for times in placed.values()):
        yield "a unit is on the map that no zone has, or one is in two"


def pool_faults(game: Game) -> Iterator[str]:
    """Named units are where the campaign puts them; nothing dated later is on the map unless its pool was short."""
    campaign = find_campaign(layout_of(game).campaign.id)
    places = {counter_of(game, unit).id: place_name(game, place) for unit, place in enumerate(game.state[PLACE])}
    for unit, where in _named_elsewhere(campaign):
        if unit not in KITS_NOT_IN_USE and places.get(unit) != where:
            yield f"{unit} is in {places.get(unit)}, not in {where}"
    for units in units_on_map(game).values():
        for unit in units:
            counter = counter_of(game, unit)
            if (counter.year or 0) > campaign.start_year + 1:
                yield f"{counter.id} is of {counter.year}"
    for set_up in campaign.powers.values():
        for group in set_up.groups:
            wanted = set(group.named) - set(group.territorials) - set(KITS_NOT_IN_USE)
            yield from (f"{unit} is missing" for unit in sorted(wanted - places.keys()))
    if any(name.startswith("set-up of") for name in places.values()):
        yield "something is still waiting to be set up"


def _named_elsewhere(campaign: Campaign) -> Iterator[tuple[str, str]]:
    for power, set_up in campaign.powers.items():
        for arrival in set_up.production_circle:
            yield from ((unit, f"production circle, {arrival.turn}") for unit in arrival.units)
        for title in ("reserve_pool", "construction_pool", "repair_pool", "out_of_play"):
            pool = getattr(set_up, title)
            if pool is not None:
                yield from ((unit, f"{title.replace('_', ' ')} of {power}") for unit in pool.value)


def faults(game: Game) -> list[str]:
    """Everything wrong with a campaign that has been set up."""
    return [*stacking_faults(game), *control_faults(game), *zone_faults(game), *pool_faults(game)]


def contents(game: Game) -> tuple[Tally[str], dict[int, int]]:
    """Every counter by its id, and the convoy points of each power: both never change in a set-up."""
    hexes, names = game.state.get(HEXES), game.state.get(PLACE_NAMES)
    places = game.state[PLACE]
    known = range(-len(places), hexes + len(names))  # below 0: aboard another unit
    assert all(place in known or place == IN_FLIGHT for place in places), "everything is somewhere"
    points: dict[int, int] = {}
    for (kind, owner, _), number in game.state.quantities.items():
        if kind == CONVOY_POINTS.name:
            points[owner] = points.get(owner, 0) + number
    return Tally(counter_of(game, unit).id for unit in range(len(game.state[COUNTER]))), points

"""`worldfire campaigns`: what can be played, and how it begins."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from worldfire.cli.data import AsJson
from worldfire.cli.economy import show_economy
from worldfire.cli.output import (
    OptionsOption,
    TitleOption,
    console,
    emit_json,
    emit_table,
    legend,
    option_keys,
    refuse,
    tinted,
)
from worldfire.engine.errors import RulesetError
from worldfire.engine.game import Game
from worldfire.forces.pools import CIRCLE
from worldfire.forces.situation import CONVOY_POINTS
from worldfire.forces.things import HEXES, PLACE, counter_of, place_name, seas_of_sections
from worldfire.forces.who import POWER_NAMES, power_of
from worldfire.players.table import PLAYERS, play_set_up
from worldfire.rules.s24_1_set_up import ZoneSetUp
from worldfire.tables.campaign import Campaign, Draw, Group, PowerSetUp, check_campaign, find_campaign, turn_number
from worldfire.tables.collection import SET_NAME, Tables, UnknownNameError
from worldfire.tables.counters import NavalCounter
from worldfire.titles import TITLES, USUAL, title_named
from worldfire.titles.campaigns import campaign_named

#: whose units a set-up shows by name; other pools only by their number
NAMED_PLACES = (CIRCLE, "reserve pool of", "construction pool of", "repair pool of")


def register(app: typer.Typer) -> None:
    """Add the command of this module to the main application."""
    app.command("campaigns")(campaigns)


def campaigns(
    name: Annotated[str | None, typer.Argument(help="The campaign, such as barbarossa; none: list them all.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the campaigns against the counters instead.")] = False,
    set_up: Annotated[bool, typer.Option("--set-up", help="Set up the campaign and print what is where.")] = False,
    economy: Annotated[
        bool, typer.Option("--economy", help="Set up the campaign and print what every power would produce.")
    ] = False,
    title: TitleOption = USUAL,
    options: OptionsOption = "",
    players: Annotated[str, typer.Option(help="Who sets up: default or random.")] = "default",
    seed: Annotated[int, typer.Option(help="The same seed gives the same draws and the same random placement.")] = 1,
    as_json: AsJson = False,
) -> None:
    """List the campaigns, or show one."""
    try:
        shown = list(title_named(title).campaigns().values()) if name is None else [campaign_named(name, title)]
    except UnknownNameError as error:
        refuse(str(error), as_json=as_json, kind=error.kind, near=error.near)
    except RulesetError as error:
        refuse(str(error), as_json=as_json, near=list(TITLES))
    if economy or set_up:
        game = _set_up(name, title, option_keys(options), players, seed, as_json=as_json)
        (show_economy if economy else _show_set_up)(game, as_json=as_json)
    elif check:
        _report_check(shown, title_named(title).tables().source, as_json=as_json)
    elif as_json:
        emit_json(
            [msgspec.to_builtins(campaign) for campaign in shown] if name is None else msgspec.to_builtins(shown[0])
        )
    elif name is None:
        _print_list(shown)
    else:
        _print_campaign(shown[0])


def _set_up(name: str | None, title: str, options: tuple[str, ...], players: str, seed: int, *, as_json: bool) -> Game:
    if name is None:
        refuse("name the campaign to set up", as_json=as_json)
    if players not in PLAYERS:
        refuse(f"there is no player {players!r}; there are {', '.join(PLAYERS)}", as_json=as_json, near=list(PLAYERS))
    try:
        return play_set_up(name, seed, players, title=title, options=options)
    except RulesetError as error:
        refuse(str(error), as_json=as_json)


def _show_set_up(game: Game, *, as_json: bool) -> None:
    if as_json:
        emit_json(outcome(game))
        return
    for power, zones in zones_set_up(game).items():
        rows = [
            (escape(zone), escape(place), escape(", ".join(units)))
            for zone, places in zones
            for place, units in places.items()
        ]
        rows += [
            ("convoys", escape(where), f"{points} convoy points") for where, points in convoys_of(game, power).items()
        ]
        rows += [
            ("beside the map", escape(place), what) for place, what in _gathered(beside_the_map(game, power)).items()
        ]
        emit_table(power, ("zone", "place", "units"), rows)
    emit_table("US entry", ("", ""), [(escape(what), escape(how)) for what, how in us_entry(game).items()])


def outcome(game: Game) -> dict[str, Any]:
    """How a set-up ended, as `simulate` prints it, with every zone's units by place, convoys by sea area, and the pools."""
    zones = {
        power: [{"zone": zone, "places": places} for zone, places in found]
        for power, found in zones_set_up(game).items()
    }
    return {
        "result": game.state.result,
        "digest": game.state.digest(),
        "zones": zones,
        "convoys": {power: convoys_of(game, power) for power in zones},
        "beside the map": {power: beside_the_map(game, power) for power in zones},
        "us entry": us_entry(game),
    }


Zones = list[tuple[str, dict[str, list[str]]]]


def zones_set_up(game: Game) -> dict[str, Zones]:
    """Power → its zones, each with place → the counters there, by what the log says was set up."""
    powers = game.state.get(POWER_NAMES)
    found: dict[str, Zones] = {}
    for event in (event for entry in game.entries for event in entry.events):
        if isinstance(event, ZoneSetUp):
            places: dict[str, list[str]] = {}
            for unit in event.units:
                places.setdefault(_where(game, unit), []).append(counter_of(game, unit).id)
            found.setdefault(powers[event.power], []).append((event.zone, places))
    return found


def _where(game: Game, unit: int) -> str:
    place = game.state[PLACE][unit]
    return (port_name if isinstance(counter_of(game, unit), NavalCounter) else place_name)(game, place)


def port_name(game: Game, place: int) -> str:
    """Where a ship lies: in the port of its hex, whatever other town is there."""
    ports = [here for here in game.ruleset.tables.ground.places.get(place, ()) if here.port]
    return f"{ports[0].hex} {' and '.join(port.name for port in ports)}" if ports else place_name(game, place)


def convoys_of(game: Game, power: str) -> dict[str, int]:
    """Sea area, port or pool → convoy points that the power has there, those at sea first."""
    number, seas = game.state.get(POWER_NAMES).index(power), seas_of_sections(game)
    found: dict[str, int] = {}
    laid = [(place, points) for owner, place, points in game.state.amounts(CONVOY_POINTS) if owner == number]
    for place, points in sorted(laid, key=lambda lot: (lot[0] not in seas, lot[0])):
        where = seas.get(place) or port_name(game, place)
        found[where] = found.get(where, 0) + points
    return found


def beside_the_map(game: Game, power: str) -> dict[str, str]:
    """Pools and production circle → the ships and units there, the circle by its turns; of force pools how many of a kind."""
    number, hexes = game.state.get(POWER_NAMES).index(power), game.state.get(HEXES)
    held: dict[str, list[str]] = {}
    for unit, place in enumerate(game.state[PLACE]):
        if place >= hexes and power_of(game, unit) == number:
            held.setdefault(place_name(game, place), []).append(counter_of(game, unit).id)
    return {
        place: ", ".join(held[place]) if place.startswith(NAMED_PLACES) else f"units: {len(held[place])}"
        for place in sorted(held, key=_in_order)
    }


def _gathered(places: dict[str, str]) -> dict[str, str]:
    """The pools of one owner in one line: their kinds, each with how many there are."""
    found: dict[str, str] = {}
    for place, what in places.items():
        owner, _, kind = place.partition(": ")
        number = what.removeprefix("units: ")
        told = f"{kind} {number}" if kind else what
        found[owner] = f"{found[owner]}, {told}" if owner in found else told
    return found


def _in_order(name: str) -> tuple[int, int, str]:
    """Reserve, construction and repair pools, then the circle turn by turn, then what is still to be drawn from."""
    if name.startswith(CIRCLE):
        return 1, turn_number(name.removeprefix(CIRCLE)), name
    return (0 if name.startswith(NAMED_PLACES) else 2), 0, name


def us_entry(game: Game) -> dict[str, str]:
    """What everybody knows of it at the start: how many markers there are, and the options that were chosen before."""
    campaign = find_campaign(game.header.setup["campaign"], game.ruleset.tables.source)
    chosen = campaign.entry_options.value if campaign.entry_options is not None else ()
    return {"at the start": campaign.us_entry.value, "options in force": ", ".join(map(str, chosen)) or "none"}


def _report_check(shown: list[Campaign], tables: Tables, *, as_json: bool) -> None:
    found = {campaign.id: list(check_campaign(campaign, tables)) for campaign in shown}
    if as_json:
        emit_json(found)
    else:
        for campaign_id, reasons in found.items():
            typer.echo(f"{campaign_id}: {len(reasons)} problems")
            for reason in reasons:
                typer.echo(f"  {reason}")
    if any(found.values()):
        raise typer.Exit(1)


def _print_list(shown: list[Campaign]) -> None:
    rows = [
        (
            escape(c.id),
            tinted(c.first_turn.value, c.first_turn.provenance),
            tinted(c.last_turn.value, c.last_turn.provenance),
            tinted(str(c.turns.value), c.turns.provenance),
            tinted(", ".join(c.sheets.value), c.sheets.provenance),
            escape(" v. ".join(", ".join(side) for side in c.sides.value.values())),
        )
        for c in shown
    ]
    used = [p for c in shown for p in (c.first_turn.provenance, c.last_turn.provenance, c.turns.provenance)]
    emit_table("Campaigns", ("campaign", "first turn", "last turn", "turns", "sheets", "sides"), rows, legend(used))


def _print_campaign(campaign: Campaign) -> None:
    screen = console()
    screen.print(f"[bold]{escape(campaign.name)}[/] ({campaign.section}), {SET_NAME}")
    for title, fact in (
        ("turns", campaign.turns),
        ("first turn", campaign.first_turn),
        ("last turn", campaign.last_turn),
        ("map", campaign.map_limits),
        ("opening", campaign.opening),
        ("US entry", campaign.us_entry),
    ):
        screen.print(f"{title}: {tinted(str(fact.value), fact.provenance)}")
    for title, several in (("control", campaign.control), ("victory", campaign.victory)):
        for line in several.value:
            screen.print(f"{title}: {tinted(line, several.provenance)}")
    for power in campaign.set_up_order.value:
        _print_power(power, campaign.powers[power])


def _print_power(power: str, set_up: PowerSetUp) -> None:
    rows = [
        (escape(group.where), _contents(group), tinted(group.provenance, group.provenance)) for group in set_up.groups
    ]
    for title, pool in (
        ("submarines", set_up.submarines),
        ("transports", set_up.transports),
        ("amphibious", set_up.amphibious),
        ("convoy points", set_up.convoy_points),
    ):
        if pool is not None and pool.count:
            rows.append((escape(pool.where), f"{pool.count} {title}", tinted(pool.provenance, pool.provenance)))
    for arrival in set_up.production_circle:
        units = escape(", ".join(arrival.units))
        rows.append(
            (f"arrives {arrival.turn}, face {arrival.face}", units, tinted(arrival.provenance, arrival.provenance))
        )
    emit_table(f"{set_up.order}. {power}", ("where", "what", "provenance"), rows)


def _contents(group: Group) -> str:
    parts = [_drawn(draw) for draw in (*group.land, *group.air)]
    parts += (*group.territorials, *group.ships)
    parts += [group.warlords] if group.warlords else []
    return escape(", ".join(parts)) or "none"


def _drawn(draw: Draw) -> str:
    kind = f"{draw.type}{draw.cost or ''}"
    named = ", ".join(draw.named)
    if draw.count and named:
        return f"{draw.count} {kind} and {named}"
    return f"{draw.count} {kind}" if draw.count else named

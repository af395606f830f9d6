"""`worldfire campaigns`: what can be played, and how it begins."""

from __future__ import annotations

from typing import Annotated

import msgspec
import typer
from rich.markup import escape

from worldfire.cli.data import AsJson
from worldfire.cli.output import console, emit_json, emit_table, legend, refuse, tinted
from worldfire.tables.campaign import Campaign, Draw, Group, PowerSetUp, check_campaign, find_campaign, load_campaigns
from worldfire.tables.collection import SET_NAME, UnknownNameError


def register(app: typer.Typer) -> None:
    """Add the command of this module to the main application."""
    app.command("campaigns")(campaigns)


def campaigns(
    name: Annotated[str | None, typer.Argument(help="The campaign, such as barbarossa; none: list them all.")] = None,
    check: Annotated[bool, typer.Option("--check", help="Check the campaigns against the counters instead.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the campaigns, or show one."""
    try:
        shown = list(load_campaigns().values()) if name is None else [find_campaign(name)]
    except UnknownNameError as error:
        refuse(str(error), as_json=as_json, kind=error.kind, near=error.near)
    if check:
        _report_check(shown, as_json=as_json)
    elif as_json:
        emit_json(
            [msgspec.to_builtins(campaign) for campaign in shown] if name is None else msgspec.to_builtins(shown[0])
        )
    elif name is None:
        _print_list(shown)
    else:
        _print_campaign(shown[0])


def _report_check(shown: list[Campaign], *, as_json: bool) -> None:
    found = {campaign.id: list(check_campaign(campaign)) for campaign in shown}
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
    parts += group.ships
    parts += [text for text in (group.territorials, group.warlords) if text]
    return escape(", ".join(parts)) or "none"


def _drawn(draw: Draw) -> str:
    kind = f"{draw.type}{draw.cost or ''}"
    named = ", ".join(draw.named)
    if draw.count and named:
        return f"{draw.count} {kind} and {named}"
    return f"{draw.count} {kind}" if draw.count else named

"""`worldfire supply`, `worldfire look`, `worldfire attack`: questions about a saved campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

import typer

from worldfire.advice.supply_report import explain as explain_supply
from worldfire.cli.output import Json, PackOption, clear_errors, emit_json, refuse
from worldfire.cli.reports import (
    NEAR,
    exact_odds,
    near,
    possible_attackers,
    show_front,
    show_hexes,
    show_odds,
    show_supply,
    show_turn,
    turn_line,
    unit_at,
    unit_text,
    weather_line,
)
from worldfire.cli.typing_in import find_hex, find_units
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.save import load
from worldfire.forces.things import HEXES, board_of, counter_of, place_name, things_at
from worldfire.forces.who import SIDE_NAMES
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s11_15_land_combat import preview
from worldfire.rules.s11_15_odds import Table
from worldfire.titles import rulesets
from worldfire.titles.telling import tell_rule

File = Annotated[Path, typer.Argument(help="A saved campaign.")]


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the main application."""
    for command in (supply, look, attack):
        app.command()(clear_errors(command))


def _campaign(file: Path, pack: Path | None, *, as_json: bool) -> Game:
    game = load(file, rulesets(pack))
    if not game.state.get(HEXES):
        refuse(f"{file} is an exercise, which has no map", as_json=as_json)
    return game


def supply(
    file: File,
    what: Annotated[str, typer.Argument(help="A unit by name or id, or a hex by number or name.")],
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """Why a unit, or every unit of a hex, is in supply or not: the path hex by hex, or what stands in its way."""
    game = _campaign(file, pack, as_json=json)
    units = find_units(game, what)
    if not units:
        refuse(f"no unit on the map is called {what!r}, and none is in a hex of that name", as_json=json)
    if json:
        emit_json([_supply_of(game, unit) for unit in units])
        return
    for unit in units:
        show_supply(game, unit)


def _supply_of(game: Position, unit: int) -> dict[str, Any]:
    board = board_of(game)
    lines = [
        {
            "rule": tell_rule(game, line.rule),
            "text": line.text(game),
            "hexes": [board.number(place) for place in line.hexes],
        }
        for line in explain_supply(game, unit)
    ]
    return {"unit": counter_of(game, unit).id, "in_supply": in_supply(game, unit), "lines": lines}


def look(
    file: File,
    where: Annotated[
        str, typer.Argument(help="A hex by number or name; none: turn, weather and where armies touch.")
    ] = "",
    radius: Annotated[int, typer.Option(min=0, help="How many hexes around it.")] = NEAR,
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """The situation near a hex, or of the whole war."""
    game = _campaign(file, pack, as_json=json)
    if not where:
        if json:
            emit_json({"turn": turn_line(game), "weather": weather_line(game)})
            return
        show_turn(game)
        show_front(game)
        return
    place = find_hex(game, where)
    if place is None:
        refuse(f"there is no hex {where!r}", as_json=json)
    if json:
        emit_json(
            {
                place_name(game, here): [unit_text(game, unit) for unit in things_at(game, here)]
                for here in near(game, place, radius)
            }
        )
        return
    show_hexes(game, place, radius)


def attack(
    file: File,
    where: Annotated[str, typer.Argument(help="The hex to attack, by number or name.")],
    side: Annotated[str, typer.Option(help="Who attacks: axis or allies.")] = "axis",
    pack: PackOption = None,
    json: Json = False,
) -> None:
    """The odds of a land attack by every unit that could make it: factors, modifiers, and each result with its chance."""
    game = _campaign(file, pack, as_json=json)
    sides = game.state.get(SIDE_NAMES)
    if side not in sides:
        refuse(f"there is no side {side!r}; there are {', '.join(sides)}", as_json=json, near=list(sides))
    place = find_hex(game, where)
    units = () if place is None else possible_attackers(game, sides.index(side), place)
    if place is None or not units:
        refuse(f"no unit of the {side} can attack {where!r}", as_json=json)
    if not json:
        show_odds(game, place, units)
        return
    emit_json(
        {
            str(table): {
                "attackers": [unit_at(game, unit) for unit in units],
                "attack": float((known := preview(game, place, units, table)).attack),
                "defence": float(known.defence),
                "odds": known.told_odds,
                "modifiers": {modifier.reason: float(modifier.value) for modifier in known.modifiers},
                "results": {
                    name: float(chance) for name, chance in exact_odds(game, place, units, table).results.items()
                },
            }
            for table in Table
        }
    )

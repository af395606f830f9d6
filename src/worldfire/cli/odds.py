"""`worldfire odds`: what a combat may bring, exactly."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from fractions import Fraction
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer
from rich.markup import escape

from worldfire.advice import calculator
from worldfire.advice.arena import WrongCase
from worldfire.advice.odds import (
    BombingOdds,
    FlakOdds,
    LandOdds,
    LandSizes,
    NavalOdds,
    air_odds,
    bombing_odds,
    flak_odds,
    land_odds,
    naval_odds,
    odds_of,
)
from worldfire.cli.data import AsJson, tables_in_use
from worldfire.cli.output import PackOption, TitleOption, console, emit_json, emit_table, refuse
from worldfire.cli.plot import bar_chart
from worldfire.rules.s11_05_naval_tables import Row
from worldfire.rules.s11_07_bombing_table import GROUNDED, Altitude, Bombardment, Time
from worldfire.rules.s11_15_odds import LandAttack, Modifier, Table
from worldfire.tables.collection import Tables, UnknownNameError
from worldfire.titles import USUAL, ruleset, title_named

odds_app = typer.Typer(help="Exact odds of a combat.", no_args_is_help=True)

Plot = Annotated[Path | None, typer.Option("--plot", help="Also write a bar chart to this SVG file.")]
Weather = Annotated[str, typer.Option(help="fine, rain, storm, snow or blizzard.")]
WEATHERS = ("fine", "rain", "storm", "snow", "blizzard")


def register(app: typer.Typer) -> None:
    """Add the commands of this module to the main application."""
    app.add_typer(odds_app, name="odds")


def _number(text: str, name: str, *, as_json: bool) -> Fraction:
    """An exact number, as `20.5` or `41/2`."""
    try:
        number = Fraction(text)
    except (ValueError, ZeroDivisionError):
        refuse(f"{name} must be a number such as 20.5, not {text!r}", as_json=as_json)
    if number < 0:
        refuse(f"{name} must not be negative", as_json=as_json)
    return number


def _weather(name: str, *, as_json: bool) -> str:
    if name not in WEATHERS:
        error = UnknownNameError("weather", name, list(WEATHERS))
        refuse(str(error), as_json=as_json, kind="weather", near=error.near)
    return name


def plain(value: Any) -> Any:
    """Fractions as decimals, and everything else as JSON has it."""
    if isinstance(value, Fraction):
        return float(value)
    if isinstance(value, msgspec.Struct):
        return {field: plain(getattr(value, field)) for field in value.__struct_fields__}
    if isinstance(value, Mapping):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, tuple | list):
        return [plain(each) for each in value]
    return value


def _answer(  # every kind of odds is shown alike
    title: str,
    odds: msgspec.Struct,
    chances: Mapping[str, Fraction],
    facts: Mapping[str, str],
    tables: Tables,
    plot: Path | None,
    as_json: bool,
) -> None:
    if plot is not None:
        try:
            plot.write_text(bar_chart(title, chances), encoding="utf-8")
        except OSError as error:
            refuse(f"cannot write {plot}: {error.strerror}", as_json=as_json, kind="file")
    if as_json:
        emit_json({"tables": tables.name, "digest": tables.digest, **plain(odds)})
        return
    rows = [(escape(outcome), f"{float(chance):.1%}") for outcome, chance in chances.items()]
    emit_table(title, ("outcome", "chance"), rows)
    for name, fact in facts.items():
        console().print(f"{name}: {escape(fact)}")


def _decimal(value: Fraction) -> str:
    return f"{float(value):.3g}"


@odds_app.command("land")
def land(
    *,
    attack: Annotated[str, typer.Option(help="Modified factors of the attackers, such as 20.5.")],
    defence: Annotated[str, typer.Option(help="Modified factors of the defenders.")],
    table: Annotated[Table, typer.Option(help="The combat table chosen.")] = Table.ASSAULT,
    weather: Weather = "fine",
    winterised_attackers: Annotated[bool, typer.Option(help="Half the attackers or more are winterised.")] = False,
    winterised_defenders: Annotated[bool, typer.Option(help="Half the defenders or more are winterised.")] = False,
    face_down: Annotated[int, typer.Option(min=0, help="Face-down defending corps.")] = 0,
    face_down_small: Annotated[int, typer.Option(min=0, help="Face-down divisions and notional units.")] = 0,
    attacking_armour: Annotated[str, typer.Option(help="Attacking HQ-A and ARM; a division is 0.5.")] = "0",
    defending_armour: Annotated[str, typer.Option(help="Defending HQ-A and ARM.")] = "0",
    attacking_mechanised: Annotated[str, typer.Option(help="Attacking MECH.")] = "0",
    defending_mechanised: Annotated[str, typer.Option(help="Defending MECH.")] = "0",
    defending_guns: Annotated[str, typer.Option(help="Defending AT and AA.")] = "0",
    open_hex: Annotated[bool, typer.Option(help="Clear or desert, without a city.")] = False,
    jungle: Annotated[bool, typer.Option(help="Jungle, and the attackers not at home in it.")] = False,
    factories: Annotated[int, typer.Option(min=0, help="Printed factories in the hex.")] = 0,
    paradrop: Annotated[int, typer.Option(min=0, help="Paradropping corps.")] = 0,
    paradrop_divisions: Annotated[int, typer.Option(min=0, help="Paradropping divisions.")] = 0,
    engineers_attacking: Annotated[bool, typer.Option(help="Engineers attack.")] = False,
    engineers_defending: Annotated[bool, typer.Option(help="Engineers defend.")] = False,
    territorial_attackers: Annotated[bool, typer.Option(help="All attackers are territorials abroad.")] = False,
    territorial_defenders: Annotated[bool, typer.Option(help="All defenders are territorials abroad.")] = False,
    major_powers: Annotated[int, typer.Option(min=1, help="Major powers that add factors to the attack.")] = 1,
    supporting_hq: Annotated[int, typer.Option(min=0, help="Reorganisation value of the attacker's HQ.")] = 0,
    opposing_hq: Annotated[int, typer.Option(min=0, help="Reorganisation value of the defender's HQ.")] = 0,
    extra_loss: Annotated[bool, typer.Option(help="Two dice: a ~ result costs one more.")] = False,
    fractional: Annotated[bool, typer.Option(help="Option 26, fractional odds.")] = False,
    two_dice: Annotated[bool, typer.Option(help="Option 27, the two-dice table.")] = False,
    attackers: Annotated[int | None, typer.Option(min=0, help="Attacking land units, to cap losses.")] = None,
    defenders: Annotated[int | None, typer.Option(min=0, help="Defending land units, to cap losses.")] = None,
    further: Annotated[int, typer.Option(help="Other modifiers of the roll: trenches, engineers, gas …")] = 0,
    plot: Plot = None,
    pack: PackOption = None,
    title: TitleOption = USUAL,
    as_json: AsJson = False,
) -> None:
    """A land attack (11.15)."""
    tables = tables_in_use(pack, title=title, as_json=as_json)
    described = LandAttack(
        attack=_number(attack, "--attack", as_json=as_json),
        defence=_number(defence, "--defence", as_json=as_json),
        table=table,
        weather=_weather(weather, as_json=as_json),
        winterised_attackers=winterised_attackers,
        winterised_defenders=winterised_defenders,
        face_down=face_down,
        face_down_small=face_down_small,
        attacking_armour=_number(attacking_armour, "--attacking-armour", as_json=as_json),
        defending_armour=_number(defending_armour, "--defending-armour", as_json=as_json),
        attacking_mechanised=_number(attacking_mechanised, "--attacking-mechanised", as_json=as_json),
        defending_mechanised=_number(defending_mechanised, "--defending-mechanised", as_json=as_json),
        defending_guns=_number(defending_guns, "--defending-guns", as_json=as_json),
        open_hex=open_hex,
        jungle=jungle,
        factories=factories,
        paradropping_corps=paradrop,
        paradropping_divisions=paradrop_divisions,
        engineers_attacking=engineers_attacking,
        engineers_defending=engineers_defending,
        territorial_attackers=territorial_attackers,
        territorial_defenders=territorial_defenders,
        major_powers=major_powers,
        supporting_hq=supporting_hq,
        opposing_hq=opposing_hq,
        extra_loss=extra_loss,
        more=(Modifier("further", Fraction(further)),) if further else (),
    )
    sizes = LandSizes(attackers, defenders)
    options = [number for number, wanted in (("26", fractional), ("27", two_dice)) if wanted]
    odds = land_odds(ruleset(title, options, pack), described, sizes)
    _answer(f"Land attack {attack}:{defence}, {table}", odds, odds.results, _land_facts(odds), tables, plot, as_json)


def _land_facts(odds: LandOdds) -> dict[str, str]:
    facts = {
        "odds": ", ".join(f"{name} {float(chance):.0%}" for name, chance in odds.odds.items()) or "none",
        "modifiers": ", ".join(f"{m.reason} {float(m.value):+g}" for m in odds.modifiers) or "none",
        "expected losses": f"attacker {_decimal(odds.attacker_losses)}, defender {_decimal(odds.defender_losses)}",
        "defenders": ", ".join(f"{fate} {float(chance):.0%}" for fate, chance in odds.fates.items()),
        "attackers stay face-up": ", ".join(f"{f} {float(chance):.0%}" for f, chance in odds.facings.items()),
    }
    if odds.hex_cleared is not None:
        facts["hex cleared"] = f"{float(odds.hex_cleared):.0%}"
    return facts


@odds_app.command("air")
def air(
    *,
    active: Annotated[str, typer.Option(help="Air-to-air strength of the active side, such as 6.5.")],
    inactive: Annotated[str, typer.Option(help="Air-to-air strength of the inactive side.")],
    active_surprise: Annotated[int, typer.Option(help="What surprise points add to the active side's value.")] = 0,
    inactive_surprise: Annotated[int, typer.Option(help="The same for the inactive side.")] = 0,
    plot: Plot = None,
    pack: PackOption = None,
    as_json: AsJson = False,
) -> None:
    """One round of air-to-air combat (14.3)."""
    tables = tables_in_use(pack, as_json=as_json)
    strengths = (
        _number(active, "--active", as_json=as_json),
        _number(inactive, "--inactive", as_json=as_json),
    )
    if any((strength * 10).denominator != 1 for strength in strengths):
        refuse("air-to-air strengths are whole tenths, such as 6.5", as_json=as_json)
    odds = air_odds(strengths, tables, surprise=(active_surprise, inactive_surprise))
    sides = (("inactive", odds.inactive), ("active", odds.active))  # 14.3.2: the inactive side rolls first
    chances = _of_sides((name, side.results) for name, side in sides)
    facts = {
        f"{name} side, {side.value:+d}": f"destroys {float(side.destroys):.0%}, aborts {float(side.aborts):.0%}, "
        f"clears through {float(side.clears):.0%}"
        for name, side in sides
    }
    _answer(f"Air-to-air combat, {active} against {inactive}", odds, chances, facts, tables, plot, as_json)


def _of_sides(sides: Iterable[tuple[str, Mapping[str, Fraction]]]) -> dict[str, Fraction]:
    return {f"{name} side: {result}": chance for name, results in sides for result, chance in results.items()}


@odds_app.command("naval")
def naval(
    *,
    row: Annotated[Row, typer.Option(help="The row of the naval combat chart.")] = Row.SURFACE,
    factors: Annotated[str, typer.Option(help="Factors of the side that fires.")],
    ships: Annotated[int, typer.Option(min=0, help="Enemy ships; for anti-air, the bombers cleared through.")],
    shifts: Annotated[int, typer.Option(help="Columns bought with surprise points, negative to the left.")] = 0,
    defence: Annotated[list[int] | None, typer.Option(min=0, max=10, help="A target's defence; repeat it.")] = None,
    plot: Plot = None,
    pack: PackOption = None,
    as_json: AsJson = False,
) -> None:
    """One side's fire in a round of naval combat (11.5.8 to 11.5.10)."""
    tables = tables_in_use(pack, as_json=as_json)
    total = _number(factors, "--factors", as_json=as_json)
    if row is Row.ANTI_AIR:
        flak = flak_odds(total, ships, tables, shifts=shifts)
        _answer(f"Anti-aircraft fire, {factors} factors", flak, *_flak(flak), tables, plot, as_json)
        return
    odds = naval_odds(row, total, ships, tables, shifts=shifts, defences=tuple(defence or ()))
    _answer(f"{row} combat, {factors} factors against {ships}", odds, *_naval(odds), tables, plot, as_json)


def _flak(odds: FlakOdds) -> tuple[dict[str, Fraction], dict[str, str]]:
    sign = "highest" if odds.dice.highest else "lowest"
    return {f"{points} points": chance for points, chance in odds.points.items()}, {
        "dice": f"{odds.dice.dice}, the {sign} {odds.dice.counted} count",
        "expected": f"{_decimal(odds.expected_points)} points, {_decimal(odds.expected_destroyed)} bombers "
        f"destroyed, {_decimal(odds.expected_aborted)} aborted",
    }


def _naval(odds: NavalOdds) -> tuple[dict[str, Fraction], dict[str, str]]:
    hit = odds.inflicted
    result = f"{hit.destroyed} X, {hit.damaged} D, {hit.aborted} A"
    facts = {"column": str(odds.column), "inflicted": result}
    if odds.losses:
        facts["expected"] = (
            f"{_decimal(odds.expected_destroyed)} destroyed, {_decimal(odds.expected_damaged)} damaged, "
            f"{_decimal(odds.expected_aborted)} aborted"
        )
    return odds.losses or {result: Fraction(1)}, facts


@odds_app.command("strategic")
def strategic(
    *,
    factors: Annotated[str, typer.Option(help="Strategic factors that reach the target.")],
    weather: Weather = "fine",
    altitude: Annotated[Altitude, typer.Option(help="Option 8.")] = Altitude.LOW,
    time: Annotated[Time, typer.Option(help="Option 8.")] = Time.DAY,
    opposed: Annotated[bool, typer.Option(help="An air-to-air or anti-aircraft combat was fought.")] = False,
    most: Annotated[int | None, typer.Option(min=0, help="What the hex can lose.")] = None,
    plot: Plot = None,
    pack: PackOption = None,
    as_json: AsJson = False,
) -> None:
    """Strategic bombardment (11.7)."""
    tables = tables_in_use(pack, as_json=as_json)
    if _weather(weather, as_json=as_json) in GROUNDED:
        refuse(f"no strategic bombardment is flown in {weather} (14.2.3)", as_json=as_json, kind="weather")
    mission = Bombardment(
        factors=_number(factors, "--factors", as_json=as_json),
        weather=weather,
        altitude=altitude,
        time=time,
        opposed=opposed,
    )
    odds = bombing_odds(mission, tables, most)
    _answer(f"Strategic bombardment, {factors} factors", odds, *_bombing(odds), tables, plot, as_json)


def _bombing(odds: BombingOdds) -> tuple[dict[str, Fraction], dict[str, str]]:
    return {f"{points} lost": chance for points, chance in odds.points.items()}, {
        "factors": str(odds.factors),
        "modifier": f"{odds.modifier:+d}",
        "expected": f"{_decimal(odds.expected_points)} points, {_decimal(odds.expected_asterisks)} asterisks",
    }


@odds_app.command("case")
def case(
    *,
    file: Annotated[
        Path, typer.Argument(help="A combat as JSON, as the calculator of the server takes it; - reads it.")
    ],
    table: Annotated[Table, typer.Option(help="Of a land attack: the combat table chosen.")] = Table.ASSAULT,
    plot: Plot = None,
    as_json: AsJson = False,
) -> None:
    """Any combat with its units, ground and weather, described in a file."""
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8")
        described: calculator.Case = msgspec.json.decode(text, type=calculator.Case)
        title, odds, chances, facts = _reckoned(described, table)
    except (OSError, UnicodeDecodeError) as error:
        refuse(f"cannot read {file}: {error}", as_json=as_json, kind="file")
    except (msgspec.MsgspecError, ValueError) as error:
        field = f"{error.field}: " if isinstance(error, WrongCase) else ""
        refuse(f"{field}{error}", as_json=as_json, kind="case")
    _answer(title, odds, chances, facts, title_named(described.title).tables().source, plot, as_json)


Told = tuple[str, msgspec.Struct, Mapping[str, Fraction], Mapping[str, str]]


def _reckoned(described: calculator.Case, table: Table) -> Told:
    """Its title, its odds, every outcome with its chance, and what they are made of."""
    match described:
        case calculator.LandCase():
            game, both = calculator.land_combat(described)
            reckoning = msgspec.structs.replace(both, table=table)
            odds = odds_of(game, reckoning)
            return f"Land attack, {table}", odds, odds.results, _land_facts(odds)
        case calculator.AirCase():
            fought = calculator.air_combat(described)
            sides = (("inactive", fought.inactive), ("active", fought.active))
            strengths = {f"{name} side, {side.value:+d}": _decimal(side.strength) for name, side in sides}
            chances = _of_sides((name, side.results) for name, side in sides)
            return "Air-to-air combat", fought, chances, strengths
        case calculator.StrikeCase():
            strike = calculator.ground_strike(described)
            hit = zip(described.targets, strike.units, strict=True)
            numbers = {f"{number} face-down": chance for number, chance in strike.number.items()}
            return "Ground strike", strike, numbers, {name: f"{float(chance):.0%}" for name, chance in hit}
        case calculator.BombingCase():
            raid = calculator.bombardment(described)
            return "Strategic bombardment", raid, *_bombing(raid)
        case calculator.FlakCase():
            flak = calculator.anti_aircraft(described)
            return "Anti-aircraft fire", flak, *_flak(flak)
        case calculator.NavalCase():
            fire = calculator.naval_fire(described)
            return f"{described.row} combat", fire, *_naval(fire)

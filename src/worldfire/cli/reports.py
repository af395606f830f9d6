"""What a player asks about a campaign, told in text: the turn, the weather, a hex and what is near it, odds, supply."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from rich.markup import escape

from worldfire.advice.odds import LandOdds, odds_of
from worldfire.advice.supply_report import explain as explain_supply
from worldfire.cli.output import console, emit_table
from worldfire.engine.position import Position
from worldfire.forces.ground import ground_of
from worldfire.forces.situation import TURN
from worldfire.forces.things import FACE_DOWN, HEXES, PLACE, board_of, counter_of, name_of, place_name, things_at
from worldfire.forces.turn import (
    ACTIVE_SIDE,
    IMPULSE,
    INITIATIVE_SIDE,
    WEATHER,
    power_name,
    powers_of_side,
    side_name,
)
from worldfire.forces.who import CONTROLLER, NOBODY, POWER_NAMES, SIDE, SIDE_NAMES, power_of, side_of
from worldfire.rules.s02_4_supply import in_supply
from worldfire.rules.s08_weather import weather_at
from worldfire.rules.s10_actions import action_of
from worldfire.rules.s11_10_entry import enemy_land_units
from worldfire.rules.s11_15_factors import Explanation, Reckoning, Share
from worldfire.rules.s11_15_land_combat import preview, targets_of
from worldfire.rules.s11_15_odds import Table
from worldfire.rules.s13_09_victory import LAST_TURN, SCORE_NEEDED, SCORE_SIDE, SCORE_WORTH, scores
from worldfire.tables.campaign import turn_name
from worldfire.tables.counters import AirCounter, LandCounter, NavalCounter
from worldfire.titles.telling import tell_rule

#: how far `look` looks unless told otherwise
NEAR = 2
#: the tables print no modifier's section; all of them stand in this one
MODIFIERS_RULE = "11.15.5"


# ------------------------------------------------------------------------------------------------------- units and hexes


def unit_text(game: Position, unit: int) -> str:
    """A unit as its counter shows it: name, type, factors; face-down and out of supply are said."""
    counter = counter_of(game, unit)
    if isinstance(counter, LandCounter):
        factors = f"{counter.strength or 0}-{counter.movement or 0}"
    elif isinstance(counter, AirCounter):
        numbers = (counter.air_to_air, counter.tactical, counter.strategic)
        factors = "/".join("–" if number is None else str(number) for number in numbers) + f" range {counter.range}"
    else:
        factors = f"{counter.attack}-{counter.defence}"
    words = [name_of(game, unit), str(counter.type), factors]
    words += ["(face-down)"] if game.state[FACE_DOWN][unit] else []
    return " ".join(word for word in words if word)


def unit_at(game: Position, unit: int) -> str:
    """The same with where it is."""
    return f"{unit_text(game, unit)} in {place_name(game, game.state[PLACE][unit])}"


def _hex_row(game: Position, place: int, steps: int) -> tuple[str, ...]:
    controller = game.state[CONTROLLER][place]
    holder = "" if controller == NOBODY else power_name(game, controller)
    units = []
    for unit in things_at(game, place):
        supplied = isinstance(counter_of(game, unit), NavalCounter) or in_supply(game, unit)
        units.append(escape(unit_text(game, unit)) + ("" if supplied else " [red]no supply[/]"))
    terrain = board_of(game).tables.terrain[place]
    weather = weather_at(game, place)
    return (str(steps), escape(place_name(game, place)), terrain, weather, holder, "; ".join(units))


def near(game: Position, place: int, radius: int) -> dict[int, int]:
    """Hex → how many hexes away, the nearest first."""
    board, found = board_of(game), {place: 0}
    edge = [place]
    for steps in range(1, radius + 1):
        edge = [there for here in edge for there in board.adjacent[here] if there not in found]
        found.update(dict.fromkeys(edge, steps))
        edge = list(dict.fromkeys(edge))
    return found


def show_hexes(game: Position, place: int, radius: int = NEAR) -> None:
    """The hex, and what stands or lies near it."""
    ground = ground_of(game)
    rows = [
        _hex_row(game, here, steps)
        for here, steps in near(game, place, radius).items()
        if steps == 0 or things_at(game, here) or here in ground.places
    ]
    emit_table(f"Near {place_name(game, place)}", ("away", "hex", "terrain", "weather", "held by", "units"), rows)


def show_front(game: Position) -> None:
    """Every hex whose land units stand next to an enemy's."""
    rows = [_hex_row(game, place, 0)[1:] for place in _contact(game)]
    emit_table("Where the armies touch", ("hex", "terrain", "weather", "held by", "units"), rows)


def _contact(game: Position) -> Iterator[int]:
    board, hexes = board_of(game), game.state.get(HEXES)
    for place in sorted({place for place in game.state[PLACE] if 0 <= place < hexes}):
        land = next((unit for unit in things_at(game, place) if isinstance(counter_of(game, unit), LandCounter)), None)
        if land is None:
            continue
        power = power_of(game, land)
        if any(enemy_land_units(game, power, beside) for beside in board.adjacent[place]):
            yield place


# ----------------------------------------------------------------------------------------------------- turn and weather


def turn_line(game: Position) -> str:
    """Turn, impulse, who acts with which action, and how the war stands."""
    state = game.state
    last = state.get(LAST_TURN)
    words = [
        f"{turn_name(state.get(TURN))} (the last turn is {turn_name(last)})" if last else turn_name(state.get(TURN))
    ]
    active = state.get(ACTIVE_SIDE)
    if active != NOBODY:
        actions = ", ".join(
            f"{power_name(game, power)} {action_of(game, power) or 'has not chosen'}"
            for power in powers_of_side(game, active)
        )
        words.append(f"impulse {state.get(IMPULSE)} of the {side_name(game, active)}: {actions}")
    if state.get(INITIATIVE_SIDE) != NOBODY:
        words.append(f"the {side_name(game, state.get(INITIATIVE_SIDE))} have the initiative")
    counted = scores(game)
    if counted:
        wants = side_name(game, state.get(SCORE_SIDE))
        what = "points" if state.get(SCORE_WORTH) else "cities"
        words.append(f"the {wants} hold {counted[wants]} of the {state.get(SCORE_NEEDED)} {what} that they need")
    return "; ".join(words)


def weather_line(game: Position) -> str:
    rolled = game.state.get(WEATHER)
    return ", ".join(f"{zone} {weather}" for zone, weather in rolled) or "not rolled yet"


def show_turn(game: Position) -> None:
    console().print(turn_line(game), soft_wrap=True)
    console().print(f"Weather: {weather_line(game)}", soft_wrap=True)
    powers = game.state.get(POWER_NAMES)
    hexes = game.state.get(HEXES)
    rows = []
    for power, name in enumerate(powers):
        mine = [u for u, place in enumerate(game.state[PLACE]) if 0 <= place < hexes and power_of(game, u) == power]
        if mine:
            kinds = [counter_of(game, unit) for unit in mine]
            counts = [sum(isinstance(kind, one) for kind in kinds) for one in (LandCounter, AirCounter, NavalCounter)]
            down = sum(bool(game.state[FACE_DOWN][unit]) for unit in mine)
            side = game.state[SIDE][power]
            sides = game.state.get(SIDE_NAMES)
            rows.append((name, sides[side] if side != NOBODY else "", *(str(count) for count in (*counts, down))))
    emit_table("On the map", ("power", "side", "land", "air", "ships", "face-down"), rows)


# -------------------------------------------------------------------------------------------------------------- supply


def show_supply(game: Position, unit: int) -> None:
    """Why a unit is in supply or not, hex by hex, each sentence with its rule."""
    verdict = "in supply" if in_supply(game, unit) else "[red]out of supply[/]"
    console().print(f"[bold]{escape(unit_at(game, unit))}[/] is {verdict}", soft_wrap=True)
    for line in explain_supply(game, unit):
        console().print(f"  [dim]\\[{tell_rule(game, line.rule)}][/] {escape(line.text(game))}", soft_wrap=True)


# ---------------------------------------------------------------------------------------------------------------- odds


def possible_attackers(game: Position, side: int, target: int) -> tuple[int, ...]:
    """The side's units beside the hex that may attack it, whatever has been declared."""
    beside = (unit for place in board_of(game).adjacent[target] for unit in things_at(game, place))
    land = (unit for unit in beside if isinstance(counter_of(game, unit), LandCounter) and side_of(game, unit) == side)
    return tuple(unit for unit in land if target in targets_of(game, unit))


def attackable(game: Position, side: int) -> tuple[int, ...]:
    """Hexes that somebody of the side may attack."""
    board, hexes = board_of(game), game.state.get(HEXES)
    enemies = {
        place
        for unit, place in enumerate(game.state[PLACE])
        if 0 <= place < hexes and isinstance(counter_of(game, unit), LandCounter) and side_of(game, unit) != side
    }
    found = (place for place in sorted(enemies) if any(things_at(game, beside) for beside in board.adjacent[place]))
    return tuple(place for place in found if possible_attackers(game, side, place))


DICE = {1: "the die", 2: "two dice"}


def exact_odds(game: Position, target: int, units: tuple[int, ...], table: Table) -> LandOdds:
    """The distribution of an attack by these units on this table, ground support still to come left out."""
    defenders = enemy_land_units(game, power_of(game, units[0]), target)
    return odds_of(game, Reckoning(target, units, defenders, table=table))


def odds_line(game: Position, target: int, units: tuple[int, ...]) -> str:
    """An attack in one line, on either table."""
    told = []
    for table in Table:
        known = preview(game, target, units, table)
        odds = exact_odds(game, target, units, table)
        ratio = known.automatic or f"{known.told_odds} {known.modifier:+d}"
        told.append(f"{table} {ratio}, takes the hex {_percent(odds.hex_cleared or Fraction(0))}")
    return "; ".join(told)


def show_odds(game: Position, target: int, units: tuple[int, ...]) -> None:
    """Factors of every unit with what the ground makes of them, every modifier, and every result with its chance."""
    known = preview(game, target, units)
    console().print(f"[bold]An attack on {escape(place_name(game, target))}[/], weather {known.weather}")
    for who, shares in (("attack", known.attackers), ("defence", known.defenders)):
        for share in shares:
            console().print(f"  {who}: {escape(_share(game, share))}", soft_wrap=True)
    console().print(f"  {_number(known.attack)} factors against {_number(known.defence)} [dim]\\[11.15.1][/]")
    for table in Table:
        _show_table(preview(game, target, units, table), exact_odds(game, target, units, table), table)


def _share(game: Position, share: Share) -> str:
    """What the counter says, what is left of it, and why."""
    changed = "" if share.counts == share.printed else f", counts {_number(share.counts)}"
    why = f" ({', '.join(share.why)})" if share.why else ""
    return f"{unit_at(game, share.unit)}: {share.printed}{changed}{why}"


def _show_table(known: Explanation, odds: LandOdds, table: Table) -> None:
    if known.automatic:
        console().print(f"[bold]{table}[/]: {known.automatic} without a roll [dim]\\[11.15.5][/]")
        return
    before = "" if known.ratio == known.odds else f" ({known.ratio} before the weather)"
    console().print(f"[bold]{table}[/]: {known.told_odds}{before}, {known.modifier:+d} on {DICE[known.dice]}")
    for modifier in known.modifiers:
        console().print(f"    {float(modifier.value):+g} {escape(modifier.reason)} [dim]\\[{MODIFIERS_RULE}][/]")
    results = ", ".join(f"{result} {_percent(chance)}" for result, chance in odds.results.items())
    console().print(f"    {escape(results)}", soft_wrap=True)
    console().print(
        f"    the hex is cleared {_percent(odds.hex_cleared or Fraction(0))}; losses to expect: "
        f"{float(odds.attacker_losses):.2f} attacking, {float(odds.defender_losses):.2f} defending"
    )


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.0%}"


def _number(value: Fraction) -> str:
    return f"{float(value):g}"

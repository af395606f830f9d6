"""What the course of the Great War tells beside that of any war: fronts and trenches, morale, politics, and the blockade."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.things import board_of, counter_of, on_the_map
from worldfire.forces.turn import armies_of_side, power_name, side_name
from worldfire.forces.who import NOBODY, master_of, power_of
from worldfire.rules.s13_06_1_network import on_the_way
from worldfire.rules.s13_06_4_promises import trade_agreements
from worldfire.tables.counters import LandCounter, Size
from worldfire.titles.annals import Annals, Page
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.offensives import OFFENSIVE_POINTS
from worldfire.titles.fa.politics.points import POLITICAL_POINTS
from worldfire.titles.fa.stores import StoreBought
from worldfire.titles.fa.trenches import is_entrenched
from worldfire.titles.fa.victory import central_objectives

SIDES = (0, 1)


# ------------------------------------------------------------------------------------------------------ at the end of a turn


def read(game: Position) -> Page:
    powers = [power for side in SIDES for power in armies_of_side(game, side)]
    names = {power: power_name(game, power) for power in powers}
    return {
        "fronts": dict(_fronts(game)),
        "morale": {names[power]: morale(game, power) for power in powers},
        "offensive_points": {names[power]: game.state[OFFENSIVE_POINTS][power] for power in powers},
        "political_points": {side_name(game, side): game.state.get(POLITICAL_POINTS)[side] for side in SIDES},
        "central_objectives": float(central_objectives(game)),
        "trade": {names[power]: trade for power in powers if (trade := _trade(game, power))},
    }


def _fronts(game: Position) -> Iterator[tuple[str, dict[str, int]]]:
    """Two powers at war → hexes of either in which troops face those of the other, and in how many somebody is entrenched."""
    held = _held(game)
    for one in armies_of_side(game, 0):
        for other in armies_of_side(game, 1):
            if at_war(game, one, other):
                ours, theirs = held.get(one, {}), held.get(other, {})
                facing = {**_facing(game, ours, theirs), **_facing(game, theirs, ours)}
                if facing:
                    name = f"{power_name(game, one)} {power_name(game, other)}"
                    yield name, {"hexes": len(facing), "entrenched": sum(facing.values())}


def _held(game: Position) -> dict[int, dict[int, bool]]:
    """Major power → hex with corps of it or of its minor countries → is one of them entrenched?"""
    found: dict[int, dict[int, bool]] = {}
    for unit, place in on_the_map(game):
        counter = counter_of(game, unit)
        if isinstance(counter, LandCounter) and counter.size is Size.CORPS and power_of(game, unit) != NOBODY:
            of_power = found.setdefault(master_of(game, power_of(game, unit)), {})
            of_power[place] = of_power.get(place, False) or is_entrenched(game, unit)
    return found


def _facing(game: Position, ours: dict[int, bool], theirs: dict[int, bool]) -> dict[int, bool]:
    board = board_of(game)
    land = (place for place in ours if place < len(board))
    return {place: ours[place] for place in land if any(near in theirs for near in board.adjacent[place])}


def _trade(game: Position, power: int) -> dict[str, int]:
    """What neutral countries owe the power this turn, what of it came, and goods for it that enemies have seized."""
    owed = sum(promise.resources for promise in trade_agreements(game) if promise.recipient == power)
    sent = [goods for goods in on_the_way(game) if goods.recipient == power and goods.giver != power]
    seized = sum(goods.lost for goods in on_the_way(game) if goods.recipient == power)
    if not (owed or sent or seized):
        return {}
    return {"owed": owed, "arrived": sum(not goods.lost for goods in sent), "seized": seized}


# ------------------------------------------------------------------------------------------------------------ over all turns


def figures(pages: Sequence[tuple[str, Page]]) -> Page:
    return {
        "fronts": _fronts_by_year(pages),
        "morale_broken": _broken(pages),
        "blockade": _blockade(pages),
    }


def _year(turn: str) -> str:
    return turn.rpartition(" ")[2]


def _fronts_by_year(pages: Sequence[tuple[str, Page]]) -> dict[str, dict[str, Any]]:
    """Two powers → the last turn in which they faced each other, and the entrenched part of their front.

    It is told year by year: in the average turn, and in the last one.
    """
    found: dict[str, dict[str, Any]] = {}
    hexes, entrenched = Counter[tuple[str, str]](), Counter[tuple[str, str]]()
    for turn, page in pages:
        for pair, front in page.get("fronts", {}).items():
            found.setdefault(pair, {})["last_turn"] = turn
            hexes[pair, _year(turn)] += front["hexes"]
            entrenched[pair, _year(turn)] += front["entrenched"]
            at_the_end = round(front["entrenched"] / front["hexes"], 3)
            found[pair].setdefault("entrenched_at_the_end", {})[_year(turn)] = at_the_end
    for (pair, year), number in hexes.items():
        found[pair].setdefault("entrenched", {})[year] = round(entrenched[pair, year] / number, 3)
    return found


def _broken(pages: Sequence[tuple[str, Page]]) -> dict[str, str]:
    """Power → the turn after which its morale was gone."""
    found: dict[str, str] = {}
    counted: set[str] = set()
    for turn, page in pages:
        for name, level in page.get("morale", {}).items():
            if level is not None:
                counted.add(name)
            elif name in counted:
                found.setdefault(name, turn)
    return found


def _blockade(pages: Sequence[tuple[str, Page]]) -> dict[str, dict[str, int]]:
    """Power → year → resources that were owed to it or on their way, and did not come."""
    found: dict[str, dict[str, int]] = {}
    for turn, page in pages:
        for name, trade in page.get("trade", {}).items():
            lost = max(trade["owed"] - trade["arrived"], trade["seized"], 0)
            of_power = found.setdefault(name, {})
            of_power[_year(turn)] = of_power.get(_year(turn), 0) + lost
    return found


ANNALS = Annals(read, figures, (StoreBought, "stores"))

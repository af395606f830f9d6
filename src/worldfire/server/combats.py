"""The combat or mission that is being fought, as its panel shows it: made from the frames that a seat may see."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from worldfire.engine.views import SeenFrame
from worldfire.forces.who import NOBODY
from worldfire.rules.s11_04_under_way import Interception, NavalCombat, Voyage
from worldfire.rules.s11_05_round import NavalRound
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_land_combat import LandCombat
from worldfire.rules.s14_2_missions import Mission
from worldfire.rules.s14_air_combat import AirCombat, Exchange, Result
from worldfire.server.air_lines import present_air, side_name
from worldfire.server.fights import Attacker, AttacksNow, BattleNow, Combat, Declared, Lost, MissionNow
from worldfire.server.land_words import tell_land_result
from worldfire.server.naval_board import present_interception, present_naval, present_port_attack, present_voyage
from worldfire.server.offering import hex_of
from worldfire.server.reading import Reader


def _locals(reader: Reader, frame: SeenFrame) -> Any:
    kind = reader.ruleset.procedures[frame.procedure].locals
    try:
        return None if kind is None else msgspec.convert(frame.locals, kind)
    except msgspec.ValidationError:
        return None  # a part of it is hidden from this seat


def present_combat(reader: Reader) -> Combat | None:
    """The innermost combat on the stack; an air combat over a land attack shows both."""
    found: Combat | None = None
    frames = reader.view.stack
    for depth, frame in enumerate(frames):
        fought = _locals(reader, frame)
        if isinstance(fought, LandCombat):
            found = _attacks(reader, fought)
        elif isinstance(fought, Battle):
            found = _battle(reader, fought)
        elif isinstance(fought, Mission) and fought.kind:
            found = MissionNow(fought.kind, found)
        elif isinstance(fought, Voyage):
            found = present_voyage(reader, fought)
        elif isinstance(fought, Interception):
            found = present_interception(reader, fought)
        elif isinstance(fought, NavalCombat):
            found = present_naval(reader, fought, _within(reader, frames[depth + 1 :]))
        elif isinstance(fought, NavalRound) and fought.port != NOBODY:
            found = present_port_attack(reader, fought, _within(reader, frames[depth + 1 :]))
        elif isinstance(fought, AirCombat):
            fire, outcome = _under_way(reader, frames[depth + 1 :])
            found = present_air(reader, fought, fire, outcome, found)
    return found


def _within(reader: Reader, frames: Sequence[SeenFrame]) -> list[Any]:
    """What runs inside a naval combat; an abort may be intercepted, and that is another combat."""
    found = []
    for frame in frames:
        inner = _locals(reader, frame)
        if isinstance(inner, Voyage | Interception | NavalCombat):
            break
        found.append(inner)
    return found


def present_attacks(reader: Reader) -> list[Declared]:
    """The attacks of the land combat step that is going on, whatever is fought in it now."""
    steps = (_locals(reader, frame) for frame in reader.view.stack)
    return next((_attacks(reader, step).attacks for step in steps if isinstance(step, LandCombat)), [])


def _under_way(reader: Reader, above: Sequence[SeenFrame]) -> tuple[Exchange | None, Result | None]:
    """The exchange of fire of an air combat and the result that is being implemented; a bounce has its own."""
    fire, outcome = None, None
    for frame in above:
        inner = _locals(reader, frame)
        if isinstance(inner, Exchange):
            fire, outcome = inner, None
        elif isinstance(inner, Result):
            outcome = inner
    return fire, outcome


def _attacks(reader: Reader, combat: LandCombat) -> AttacksNow:
    declared: dict[str, list[int]] = {}
    for unit, target in combat.declared:
        declared.setdefault(hex_of(reader, target) or "", []).append(unit)
    for attack in combat.attacks:
        declared[hex_of(reader, attack.target) or ""] = list(attack.units)
    standing = {hex_of(reader, attack.target) for attack in combat.attacks}
    confirmed = bool(standing) or combat.target != NOBODY
    return AttacksNow(
        side=side_name(reader, combat.side),
        hex=hex_of(reader, combat.target),
        attacks=[Declared(place, units, not confirmed or place in standing) for place, units in declared.items()],
    )


def _battle(reader: Reader, battle: Battle) -> BattleNow:
    return BattleNow(
        hex=hex_of(reader, battle.target),
        side=side_name(reader, battle.side),
        attackers=[Attacker(unit, hex_of(reader, origin)) for unit, origin in battle.origins],
        defenders=list(battle.defenders),
        table=str(battle.table),
        modifier=battle.modifier,
        result=battle.result,
        meaning=tell_land_result(battle.result),
        lost=Lost(*battle.lost),
        fate=str(battle.fate),
        retreating=list(battle.retreating),
        advanced=list(battle.advanced),
    )

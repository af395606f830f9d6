"""What a choice means, for the card that offers it: what an action allows, what an attack may bring."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from worldfire.advice.odds import LandOdds, odds_of
from worldfire.advice.political_cards import POLITICAL_WRITERS
from worldfire.advice.trying import copy_of
from worldfire.engine.game import Game
from worldfire.engine.shapes import Amounts, Assign, Item, Nothing, One, Set, Shape
from worldfire.forces.turn import COUNTED, powers_of_seat
from worldfire.forces.who import POWER_NAMES, SIDE_NAMES
from worldfire.rules.s10_actions import (
    CHOOSE_ACTIONS,
    PASS,
    UNLIMITED,
    action_of,
    choose_action,
    limit,
    row_of_limit,
)
from worldfire.rules.s11_15_battle import Battle
from worldfire.rules.s11_15_battle import reckoning_of as reckoning_of_battle
from worldfire.rules.s11_15_factors import Reckoning, explain
from worldfire.rules.s11_15_land_combat import LandCombat, reckoning_of
from worldfire.rules.s11_15_odds import Table
from worldfire.titles import title_of
from worldfire.titles.cards import Card, CardWriter
from worldfire.words import say


class Limit(msgspec.Struct, frozen=True):
    """How much of an activity a power has used; `most` None: as much as it likes."""

    power: str
    name: str
    used: int
    most: int | None


def cards(game: Game, seat: str) -> dict[str, dict[str, Card]]:
    """Verb → choice → its card, for the choices of the seat that have one; a verb that needs no choice has one card, ""."""
    return {**_written(game, seat, _WRITERS), **political_cards(game, seat)}


def political_cards(game: Game, seat: str) -> dict[str, dict[str, Card]]:
    """Those of wars, alignments, entry into the war, peace and the like."""
    return _written(game, seat, {**POLITICAL_WRITERS, **title_of(game).cards})


def _written(game: Game, seat: str, writers: Mapping[str, CardWriter]) -> dict[str, dict[str, Card]]:
    found: dict[str, dict[str, Card]] = {}
    for verb, shape in game.offers(seat).items():
        writer = writers.get(verb)
        if writer is None:
            continue
        if isinstance(shape, Nothing):
            found[verb] = {"": writer(game, seat, None)}
            continue
        found[verb] = {str(item): writer(game, seat, item) for item in _choices(shape)}
    return found


def _choices(shape: Shape) -> tuple[Item, ...]:
    if isinstance(shape, One | Set):
        return shape.domain
    if isinstance(shape, Amounts):
        return tuple(bounds.item for bounds in shape.items)
    return _targets(shape) if isinstance(shape, Assign) else ()


def _targets(shape: Assign) -> tuple[Item, ...]:
    return tuple(dict.fromkeys(choice for choices in shape.items for choice in choices.to))


# ---------------------------------------------------------------------------------------------------------------- the actions


def limits(game: Game, seat: str) -> list[Limit]:
    """What the seat's powers have used of the limits of their actions this impulse, and what they may use."""
    sides = range(len(game.state.get(SIDE_NAMES)))
    powers = [power for side in sides for power in powers_of_seat(game, seat, side)]
    return [one for power in powers if action_of(game, power) not in ("", PASS) for one in _limits_of(game, power)]


def _limits_of(game: Game, power: int) -> Iterator[Limit]:
    name = game.state.get(POWER_NAMES)[power]
    for counted, column in COUNTED.items():
        most = limit(game, power, row_of_limit(counted))
        used = game.state[column][power]
        if most or used:
            yield Limit(name, counted, used, None if most >= UNLIMITED else most)


def _action(game: Game, seat: str, action: Item | None) -> Card:
    """10.2: what the power may do with this action, and what not."""
    sides = range(len(game.state.get(SIDE_NAMES)))
    power = next(power for side in sides for power in powers_of_seat(game, seat, side))
    trial = copy_of(game)
    choose_action(trial, power, str(action))
    allowed, forbidden = [], []
    for counted in COUNTED:
        most = limit(trial, power, row_of_limit(counted))
        words = say(f"limit-{counted.replace(' ', '-')}")
        if most >= UNLIMITED:
            allowed.append(say("card-any", what=words))
        elif most:
            allowed.append(say("card-most", what=words, most=most))
        else:
            forbidden.append(words)
    lines = [", ".join(allowed)] if allowed else []
    lines += [say("card-none", what=", ".join(forbidden))] if forbidden else []
    return Card(say(f"card-action-{action}"), tuple(lines))


# ---------------------------------------------------------------------------------------------------------------- the attacks


def _reckoned(game: Game, reckoning: Reckoning) -> Card:
    known = explain(game, reckoning)
    return Card(known.odds or known.automatic, tuple(_prospects(odds_of(game, reckoning))))


def _prospects(chances: LandOdds) -> Iterator[str]:
    if chances.hex_cleared is not None:
        yield say("card-hex-cleared", percent=round(100 * float(chances.hex_cleared)))
    own, theirs = f"{float(chances.attacker_losses):.1f}", f"{float(chances.defender_losses):.1f}"
    yield say("card-losses", own=own, theirs=theirs)


def _attack(game: Game, seat: str, target: Item | None) -> Card:
    """An attack that may be resolved next."""
    combat = game.enclosing(LandCombat)
    attack = next((attack for attack in combat.attacks if attack.target == target), None)
    if attack is None:
        return Card()
    return _reckoned(game, reckoning_of(game, attack.target, attack.units, Table.ASSAULT, ()))


def _table(game: Game, seat: str, table: Item | None) -> Card:
    """The table on which the battle may be fought."""
    battle = game.enclosing(Battle)
    reckoning = msgspec.structs.replace(reckoning_of_battle(game, battle), table=Table(str(table)))
    card = _reckoned(game, reckoning)
    return Card(say(f"card-table-{table}"), (card.text, *card.lines))


_WRITERS: dict[str, CardWriter] = {
    CHOOSE_ACTIONS.name: _action,
    "resolve": _attack,
    "choose-table": _table,
}

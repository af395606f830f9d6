"""What a seat may do now, for a page: each verb with its shape, and each part of a noun with its name and place."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from worldfire.board.model import Board
from worldfire.engine.shapes import Amounts, Assign, Item, One, Order, Path, Set, Shape
from worldfire.engine.views import SeenDecision
from worldfire.forces.things import HEXES, PLACE_NAMES
from worldfire.rules.s11_09_rail import RailMoves
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.server.reading import Reader
from worldfire.titles import title_of
from worldfire.titles.telling import VERBS_WITH_PLACES, named, tell_item, tell_place, tell_rule
from worldfire.words import say

#: verbs that mostly have one sensible answer: what they ask can be proposed and accepted together
ROUTINE = frozenset(
    {
        "place-unit",
        "set-up-minor",
        "add-to-force-pools",
        "leave-out-of-force-pools",
        "call-out-reserves",
        "return-to",
        "head-home",
        "give-up-units",
        "scrap-losses",
    }
)
#: choices of an assignment that are no places, though they are numbers
NOWHERE = -1


class Part(msgspec.Struct, omit_defaults=True):
    """A part of a noun: its name, and the unit or hex that it stands for."""

    label: str
    unit: int | None = None
    hex: str | None = None


class Offer(msgspec.Struct, omit_defaults=True):
    label: str
    rule: str
    shape: Any
    #: what is named, and in an assignment what it may go to
    items: dict[str, Part] = {}
    targets: dict[str, Part] = {}


class Decision(msgspec.Struct):
    id: int
    kind: str
    rule: str
    prompt: str
    #: what the rule says, in our own words
    help: str | None
    offers: dict[str, Offer]
    #: what may be said though nobody asks
    announcements: dict[str, Offer]
    #: it mostly has one sensible answer
    routine: bool


def present_decision(reader: Reader, decision: SeenDecision) -> Decision:
    number = tell_rule(reader, decision.rule)
    help_ = title_of(reader).help(number)
    return Decision(
        decision.id,
        decision.kind,
        number,
        say(decision.prompt, **named(reader.as_game, decision.args)),
        help_.text if help_ else None,
        {verb: _offer(reader, decision, verb, shape) for verb, shape in decision.offers.items()},
        {verb: _offer(reader, decision, verb, shape) for verb, shape in decision.announcements.items()},
        ROUTINE.issuperset(decision.offers),
    )


def _offer(reader: Reader, decision: SeenDecision, verb: str, shape: Shape) -> Offer:
    known = reader.ruleset.verbs.get(verb)
    items, targets = _parts(reader, verb, shape)
    return Offer(say(f"verb-{verb}"), tell_rule(reader, known.rule if known else decision.rule), shape, items, targets)


def _parts(reader: Reader, verb: str, shape: Shape) -> tuple[dict[str, Part], dict[str, Part]]:
    """The shape's items and targets; a move's units and hexes name themselves."""
    if isinstance(shape, One | Set):
        return _items(reader, verb, shape.domain), {}
    if isinstance(shape, Order):
        return _items(reader, verb, (item for line in shape.lines for item in line)), {}
    if isinstance(shape, Amounts):
        return _items(reader, verb, (bounds.item for bounds in shape.items)), {}
    if isinstance(shape, Path):
        return _items(reader, verb, {place for edge in shape.edges for place in edge}), {}
    if isinstance(shape, Moves):
        units = (unit for stack in shape.stacks for unit in stack.units)
        return _items(reader, verb, units), {}
    if isinstance(shape, Assign | RailMoves):
        items = _items(reader, verb, (choices.item for choices in shape.items))
        to = {choice for choices in shape.items for choice in choices.to}
        return items, {str(choice): _target(reader, verb, choice) for choice in sorted(to, key=str)}
    return {}, {}


def _items(reader: Reader, verb: str, items: Iterable[Item]) -> dict[str, Part]:
    return {str(item): _item(reader, verb, item) for item in items}


def _item(reader: Reader, verb: str, item: Item) -> Part:
    if isinstance(item, int) and verb in VERBS_WITH_PLACES:
        return _place(reader, item)
    label = tell_item(reader.as_game, verb, item)
    if isinstance(item, int):
        return Part(label, unit=item)
    return Part(label, hex=_hex_in(reader, item))


def _target(reader: Reader, verb: str, choice: Item) -> Part:
    if isinstance(choice, int):
        return Part(say("stay-where-it-is")) if choice == NOWHERE else _place(reader, choice)
    return Part(tell_item(reader.as_game, verb, choice), hex=_hex_in(reader, choice))


def _place(reader: Reader, place: int) -> Part:
    return Part(tell_place(reader.as_game, place), hex=hex_of(reader, place))


def hex_of(reader: Reader, place: int) -> str | None:
    """The key of a place that is a hex of the board."""
    if not 0 <= place < reader.state.get(HEXES):
        return None
    return board_of_reader(reader).number(place)


def board_of_reader(reader: Reader) -> Board:
    board: Board = reader.ruleset.tables.board
    return board


def _hex_in(reader: Reader, word: str) -> str | None:
    """The hex that a word speaks of: `patrol 2803`, `E0127/1`, `E0435`."""
    if not reader.state.get(HEXES):
        return None
    parts = word.split(" ")
    if len(parts) > 1 and parts[1].isdigit():
        return hex_of(reader, int(parts[1]))
    number = word.partition("/")[0]
    return number if number in board_of_reader(reader).index else None


def named_place(reader: Reader, place: int) -> str | None:
    """The name of a place that is not on the board."""
    hexes = reader.state.get(HEXES)
    names = reader.state.get(PLACE_NAMES)
    return names[place - hexes] if hexes <= place < hexes + len(names) else None

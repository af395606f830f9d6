"""What a seat may do now, for a page: each verb with its shape, and each part of a noun with its name and place."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Any

import msgspec

from worldfire.board.model import Board
from worldfire.engine.kinds import NOTHING_POINTED_AT, Meaning
from worldfire.engine.position import Position
from worldfire.engine.shapes import Amounts, Assign, Item, One, Order, Path, Set, Shape
from worldfire.engine.views import SeenDecision
from worldfire.forces.things import HEXES, PLACE_NAMES, sea_of_section
from worldfire.rules.s02_1_sea_areas import section_number
from worldfire.rules.s11_04_voyages import Boarding, Courses, Fleet, Partings, Voyages
from worldfire.rules.s11_09_rail import RailMoves
from worldfire.rules.s11_10_land_movement import Moves
from worldfire.server.reading import Reader
from worldfire.titles import title_of
from worldfire.titles.telling import kind_of_items, kind_of_targets, named, tell, tell_rule, tell_text, tell_verb
from worldfire.words import knows, say

#: verbs that mostly have one sensible answer: what they ask can be proposed and accepted together
ROUTINE = frozenset(
    {
        "place-unit",
        "set-up-minor",
        "set-up-minor-convoys",
        "add-to-force-pools",
        "leave-out-of-force-pools",
        "call-out-reserves",
        "return-to",
        "head-home",
        "give-up-units",
        "scrap-losses",
    }
)
#: verbs that are answered on a board of their own → its name
BOARDS = {
    **dict.fromkeys(("send-resources", "build", "complete-ship", "scrap-old-units"), "production"),
    "route-goods": "shipping",
}
#: any shape of the kernel, of the rules or of an option; the description lists them
AnyShape = Annotated[Any, msgspec.Meta(extra_json_schema={"$ref": "#/components/schemas/Shape"})]


class Part(msgspec.Struct, omit_defaults=True):
    """A part of a noun: its name, and the unit, hex or section of a sea-box that it stands for."""

    label: str
    unit: int | None = None
    hex: str | None = None
    sea: str | None = None
    section: int | None = None


class Offer(msgspec.Struct, omit_defaults=True):
    label: str
    rule: str
    shape: AnyShape
    #: what is named, and in an assignment what it may go to
    items: dict[str, Part] = {}
    targets: dict[str, Part] = {}
    #: what they stand for, such as Thing or Place; nothing: words and numbers that stand for themselves
    item_kind: str = ""
    target_kind: str = ""


class Decision(msgspec.Struct):
    id: int
    kind: str
    rule: str
    prompt: str
    #: what the rule says, in our own words
    help: str | None
    offers: dict[str, Offer]
    #: it mostly has one sensible answer
    routine: bool
    #: the board on which it is answered; none: beside the map
    board: str | None


def present_decision(reader: Reader, decision: SeenDecision) -> Decision:
    number = tell_rule(reader, decision.rule)
    help_ = title_of(reader).help(number)
    return Decision(
        decision.id,
        decision.kind,
        number,
        tell_text(reader, decision.prompt, **named(reader, decision.args)),
        help_.text if help_ else None,
        {verb: _offer(reader, decision.rule, verb, shape) for verb, shape in decision.offers.items()},
        ROUTINE.issuperset(decision.offers),
        next((BOARDS[verb] for verb in decision.offers if verb in BOARDS), None),
    )


def present_announcements(reader: Reader, announcements: Mapping[str, Shape]) -> dict[str, Offer]:
    """What the rules let the seat say though nobody asks; the kernel's own words have their places on the page."""
    said = reader.ruleset.announcements
    return {
        verb: _offer(reader, said[verb].verb.rule, verb, shape) for verb, shape in announcements.items() if verb in said
    }


def _offer(reader: Reader, rule: str, verb: str, shape: Shape) -> Offer:
    game, known = reader, reader.ruleset.verbs.get(verb)
    kind, to = kind_of_items(game, verb), kind_of_targets(game, verb)
    return Offer(
        tell_verb(reader, verb),
        tell_rule(reader, known.rule if known else rule),
        shape,
        {str(item): _part(reader, kind, item) for item in _items(shape)},
        {str(choice): _part(reader, to, choice) for choice in _targets(shape)},
        item_kind=_kind_name(kind),
        target_kind=_kind_name(to),
    )


def _items(shape: Shape) -> Iterable[Item]:
    """What a noun of this shape may name; a move's hexes name themselves."""
    if isinstance(shape, One | Set):
        return shape.domain
    if isinstance(shape, Order):
        return (item for line in shape.lines for item in line)
    if isinstance(shape, Amounts):
        return (bounds.item for bounds in shape.items)
    if isinstance(shape, Path):
        return {place for edge in shape.edges for place in edge}
    if isinstance(shape, Moves):
        return (unit for stack in shape.stacks for unit in stack.units)
    if isinstance(shape, Assign | RailMoves):
        return (choices.item for choices in shape.items)
    return _at_sea(shape)[0]


def _at_sea(shape: Shape) -> tuple[Iterable[Item], Iterable[Item]]:
    """What the orders to a task force name, and where it may go or what it may carry that on."""
    if isinstance(shape, Voyages):
        fleets = (*shape.fleets, *shape.guests)
        units = [*(unit for fleet in fleets for unit in fleet.units), *_cargo(fleets)]
        return units, {place for fleet in fleets for way in fleet.ways for place in (fleet.start, *way)}
    if isinstance(shape, Courses):
        return {place for way in shape.ways for place in way}, ()
    if isinstance(shape, Partings):
        return shape.units, shape.places
    if isinstance(shape, Boarding):
        return {unit for unit, _ in shape.berths}, {ship for _, ship in shape.berths}
    return (), ()


def _cargo(fleets: Iterable[Fleet]) -> Iterable[Item]:
    return {unit for fleet in fleets for unit, _ in fleet.berths}


def _targets(shape: Shape) -> Iterable[Item]:
    """What the items of an assignment may go to."""
    if not isinstance(shape, Assign | RailMoves):
        return _at_sea(shape)[1]
    return sorted({choice for choices in shape.items for choice in choices.to}, key=str)


def _part(reader: Reader, kind: type[Meaning] | None, item: Item) -> Part:
    game = reader
    text = str(tell(game, kind, item))
    if kind is None and knows(f"word-{item}"):
        text = say(f"word-{item}")
    target = kind.target(game, item) if kind is not None else NOTHING_POINTED_AT
    if target.place is None:
        return Part(text, target.thing)
    at_sea = section_of(reader, target.place) or (None, None)
    return Part(text, target.thing, hex_of(reader, target.place), *at_sea)


def _kind_name(kind: type[Meaning] | None) -> str:
    return "" if kind is None else kind.__name__


def hex_of(reader: Position, place: int) -> str | None:
    """The key of a place that is a hex of the board."""
    if not 0 <= place < reader.state.get(HEXES):
        return None
    return board_of_reader(reader).number(place)


def board_of_reader(reader: Position) -> Board:
    board: Board = reader.ruleset.tables.board
    return board


def section_of(reader: Position, place: int) -> tuple[str, int] | None:
    """The sea area and the number of a section of its sea-box."""
    if not reader.state.get(HEXES) or named_place(reader, place) is None:
        return None
    sea = sea_of_section(reader, place)
    return (sea, section_number(reader, place)) if sea else None


def named_place(reader: Position, place: int) -> str | None:
    """The name of a place that is not on the board."""
    hexes = reader.state.get(HEXES)
    names = reader.state.get(PLACE_NAMES)
    return names[place - hexes] if hexes <= place < hexes + len(names) else None

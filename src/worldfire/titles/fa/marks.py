"""What lies on the map of the Great War beside counters: trenches, forts, minefields, gas, saved points, building sites."""

from __future__ import annotations

from collections.abc import Iterator

from worldfire.board.model import Boundary
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.forces.things import board_of, place_index
from worldfire.forces.turn import side_name
from worldfire.forces.who import CONTROLLER, NOBODY, side_of_power
from worldfire.rules.s11_15_battle import Battle
from worldfire.tables.campaign import turn_name
from worldfire.titles.fa.factories import UNFINISHED
from worldfire.titles.fa.forts import FORTS
from worldfire.titles.fa.gas import GasCloud, gas_modifier
from worldfire.titles.fa.saved_points import SAVED_POINTS
from worldfire.titles.fa.sea.minefields import fields_of
from worldfire.titles.fa.trenches import ENTRENCHED
from worldfire.titles.looks import HexMark, Look, MarkKind, Marks
from worldfire.words import say

TRENCH, FORT, MINES, GAS, SAVED, SITE = "trench", "fort", "mines", "gas", "saved", "site"


def marks_on(game: Position) -> Marks:
    entrenched = game.state[ENTRENCHED]
    corps = tuple(unit for unit, dug in enumerate(entrenched) if dug) if any(entrenched) else ()
    return Marks({TRENCH: corps} if corps else {}, (*_forts(game), *_minefields(game), *_gas(game), *_stores(game)))


def _side_at(game: Position, place: int) -> str | None:
    holder = game.state[CONTROLLER][place]
    side = side_of_power(game, holder) if holder != NOBODY else NOBODY
    return None if side == NOBODY else side_name(game, side)


def _forts(game: Position) -> Iterator[HexMark]:
    board = board_of(game)
    for place, towards in game.state.get(FORTS):
        number = board.number(place)
        yield HexMark(
            FORT,
            number,
            say("mark-fort-here", count=len(towards)),
            _side_at(game, place),
            sides=tuple((number, board.number(other)) for other in towards),
        )


def _minefields(game: Position) -> Iterator[HexMark]:
    for field, sides in game.ruleset.once(_mined_borders):
        one, other = field.seas
        yield HexMark(
            MINES,
            board_of(game).number(place_index(game, field.port)),
            say("mark-mines-here", value=field.value, one=one, other=other),
            _side_at(game, place_index(game, field.port)),
            letters=say("mark-mines-letters", value=field.value),
            sides=sides,
            seas=field.seas,
        )


def _mined_borders(ruleset: Ruleset) -> tuple[tuple[Boundary, tuple[tuple[str, str], ...]], ...]:
    """Each field with the hexsides of open sea on its border."""
    board = board_of(ruleset)

    def lies_in(place: int, sea: str) -> bool:
        return board.tables.kind[place] == "sea" and board.tables.seas[place] == (sea,)

    found = []
    for field in fields_of(ruleset):
        one, other = field.seas
        pairs = (
            (board.number(here), board.number(there))
            for here, around in enumerate(board.adjacent)
            if lies_in(here, one)
            for there in around
            if lies_in(there, other)
        )
        found.append((field, tuple(pairs)))
    return tuple(found)


def _gas(game: Position) -> Iterator[HexMark]:
    """Over the hex that is being attacked, from when it is released."""
    cloud = game.find_annex(GasCloud)
    if cloud is None or cloud.unit == NOBODY:
        return
    target = board_of(game).number(game.enclosing(Battle).target)
    told = say("mark-gas-drifts", modifier=gas_modifier(game, cloud.roll)) if cloud.roll else say("mark-gas-here")
    yield HexMark(GAS, target, told, letters=say("mark-gas"))


def _stores(game: Position) -> Iterator[HexMark]:
    """Build points that were saved, and factories that are being built."""
    number = board_of(game).number
    for _, place, points in game.state.amounts(SAVED_POINTS):
        letters = say("mark-saved-letters", points=points)
        yield HexMark(SAVED, number(place), say("mark-saved-here", points=points), _side_at(game, place), letters)
    for place, turn in game.state.get(UNFINISHED):
        told = say("mark-site-here", turn=turn_name(turn))
        yield HexMark(SITE, number(place), told, _side_at(game, place), say("mark-site-letters"))


LOOK = Look(
    marks={
        TRENCH: MarkKind("zigzag", "#6b4423"),
        FORT: MarkKind("wall"),
        MINES: MarkKind("dots"),
        GAS: MarkKind("plate", "#7d8a1f"),
        SAVED: MarkKind("plate", "#7a5a12"),
        SITE: MarkKind("plate", "#4f5b66"),
    },
    marks_on=marks_on,
    caveat="map-labels-may-be-off",
)

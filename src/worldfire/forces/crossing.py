"""The hexsides of the board as land units see them: which neighbours lie across open ground, straits or a lake."""

from __future__ import annotations

from dataclasses import dataclass

from worldfire.board.model import Board, key

#: the kind of link that only ships and aircraft may follow
BLUE = "blue"

#: nothing on land crosses these; straits are all-sea hexsides that may be crossed
BARRIERS = frozenset({"alpine", "all-sea"})

Neighbours = tuple[tuple[int, ...], ...]


@dataclass(frozen=True)
class Crossing:
    """For each hex its land neighbours, sorted by what lies between. Alpine and all-sea hexsides lead nowhere."""

    open: Neighbours
    straits: Neighbours
    #: across a lake hexside, and into or out of a lake hex: open only when frozen
    lakes: Neighbours

    @classmethod
    def of(cls, board: Board) -> Crossing:
        count = len(board)
        found: tuple[list[list[int]], ...] = tuple([[] for _ in range(count)] for _ in range(3))
        numbers = board.tables.numbers
        lake = [kind == "lake" for kind in board.tables.kind]
        ground = [lake[here] or board.is_land(here) for here in range(count)]
        for here in range(count):
            for there in board.adjacent[here] if ground[here] else ():
                side = key(numbers[here], numbers[there])
                if not ground[there] or board.tables.links.get(side, ("", ""))[0] == BLUE:
                    continue
                kinds = board.tables.sides.get(side, ((), ""))[0]
                if "straits" in kinds:
                    found[1][here].append(there)
                elif "lake" in kinds or lake[here] or lake[there]:
                    found[2][here].append(there)
                elif not BARRIERS.intersection(kinds):
                    found[0][here].append(there)
        return cls(*(tuple(map(tuple, column)) for column in found))

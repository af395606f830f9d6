"""Hexes as compressed rows: distances to all of them from many sources at once.

A mesh is numbered like its board, so that what it answers is read by the board's indexes. It never changes, and is shared by
all games on the board; how far the hexes are from one of them is worked out when it is first asked for.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

Ints: TypeAlias = npt.NDArray[np.int32]
Floats: TypeAlias = npt.NDArray[np.float64]
Steps: TypeAlias = npt.NDArray[np.unsignedinteger[Any]]


@dataclass(frozen=True, eq=False)
class Mesh:
    """The hexes that can be entered from hex i are `indices[indptr[i]:indptr[i + 1]]`."""

    indptr: Ints
    indices: Ints
    #: hex → steps from it to every other, or as many as there are hexes where no way leads
    _from: dict[int, Steps] = field(default_factory=dict, repr=False)

    @classmethod
    def of(cls, neighbours: Sequence[Sequence[int]], kept: Container[int]) -> Mesh:
        """The ways from hex to hex that end in a hex that is kept."""
        rows = [[there for there in around if there in kept] for around in neighbours]
        ends = np.cumsum([0, *map(len, rows)], dtype=np.int32)
        return cls(ends, np.fromiter((there for row in rows for there in row), np.int32, int(ends[-1])))

    def __len__(self) -> int:
        return len(self.indptr) - 1

    def distances(self, sources: Mapping[int, float]) -> Floats:
        """Steps to every hex from the nearest source, each with its head start; infinite where no way leads."""
        found = np.full(len(self), np.inf)
        places_by_head: dict[float, list[int]] = {}
        for place, head in sources.items():
            places_by_head.setdefault(head, []).append(place)
        for head, places in places_by_head.items():
            after = np.ones(len(self) + 1)  # so many steps
            after[0], after[-1] = head, np.inf
            np.minimum(found, np.add.accumulate(after)[self._nearest(places)], out=found)
        return found

    def _nearest(self, places: Sequence[int]) -> Steps:
        missing = [place for place in places if place not in self._from]
        if missing:
            self._from.update(zip(missing, self._search(missing), strict=True))
        nearest: Steps = np.minimum.reduce([self._from[place] for place in places])
        return nearest

    def _search(self, places: Sequence[int]) -> Iterable[Steps]:
        from scipy.sparse import csr_array  # noqa: PLC0415  (as long to load as half of the rest: only who asks pays)
        from scipy.sparse.csgraph import dijkstra  # noqa: PLC0415

        count = len(self)
        graph = csr_array((np.ones(len(self.indices)), self.indices, self.indptr), shape=(count, count))
        steps: Floats = dijkstra(graph, indices=places, unweighted=True)
        steps[np.isinf(steps)] = count
        return steps.astype(np.min_scalar_type(count))

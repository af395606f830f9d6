"""What was Germany's when the war began: its ports of 1914 on the map of the world (fa:4.2.1, fa:13.2.3.1)."""

from __future__ import annotations

from worldfire.engine.ruleset import Ruleset
from worldfire.forces.ground import ground_of, slug

GERMANY = "germany"


def german_ports_of_1914(ruleset: Ruleset) -> frozenset[int]:
    """Ports of its colonies; whoever asks again and again asks `ruleset.once`."""
    ground = ground_of(ruleset)
    countries = ground.board.tables.country
    return frozenset(port for port in ground.ports if ground.minors.get(slug(countries[port])) == GERMANY)

"""2.4.1 Italy's Red Sea Flotilla: cut off from home, it lives on what lies in the ports of East Africa."""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Module
from worldfire.forces.ground import ground_of, is_hex
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import power_name
from worldfire.forces.who import CONTROLLER, NOBODY, master_of
from worldfire.rules.s02_4_supply import ALWAYS_SUPPLIED
from worldfire.tables.counters import NavalCounter
from worldfire.titles.wif.nations.italy import ITALY

RED_SEA = "Red Sea"


@rule("2.4.1")
def belongs_to_the_red_sea_flotilla(game: Position, unit: int) -> bool:
    """An Italian ship in a port on the Red Sea that Italy controls."""
    counter = counter_of(game, unit)
    if not isinstance(counter, NavalCounter) or counter.power != ITALY:
        return False
    port = game.state[PLACE][unit]
    if not is_hex(game, port) or port not in ground_of(game).ports_of_sea.get(RED_SEA, ()):
        return False
    holder = game.state[CONTROLLER][port]
    return holder != NOBODY and power_name(game, master_of(game, holder)) == ITALY


#: it is asked of ships only, whose supply no cache remembers beyond their paths: nothing it reads need be declared
MODULE = Module(changes=(ALWAYS_SUPPLIED.attach(belongs_to_the_red_sea_flotilla),))

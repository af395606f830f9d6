"""13.2.3.1 The events of the war that are lines of the chart of entry actions.

Declarations of war are rolled for together when all of the step have been made (9), everything else at once.
"""

from __future__ import annotations

from worldfire.engine.citations import rule
from worldfire.engine.clauses import clause
from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.procedures import Call, Control, Goto, step
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.forces.ground import ground_of, hex_named, is_hex
from worldfire.forces.partisans import is_partisan
from worldfire.forces.things import PLACE, counter_of
from worldfire.forces.turn import active_side, other_side, power_name
from worldfire.forces.who import (
    HOME_COUNTRY,
    NOBODY,
    SIDE,
    ControlChanged,
    country_named,
    power_named,
    side_of,
    side_of_power,
)
from worldfire.rules.s09_06_aligning import own_power
from worldfire.rules.s09_war import UsEntryAction, UsEntryAlignment
from worldfire.tables.counters import LandCounter
from worldfire.titles.fa.entry.drawing import BELGIUM
from worldfire.titles.fa.entry.noticing import notice
from worldfire.titles.fa.entry.pools import USA
from worldfire.titles.fa.lists import Listed

#: line of a declaration of war: by the Central Powers on whom, by the Allies on whom
_BY_CENTRAL = {"russia": "1", "france": "2", "commonwealth": "3", BELGIUM: "4", "italy": "21"}
_BY_ALLIES = {"ottoman-empire": "22"}
#: on any other neutral country, by either side; and what aligns of its own will
_ON_MINORS, _ALIGNED = ("20", "24"), ("19", "23")
#: (latent major power, side that it joins) → line
_JOINS = {("ottoman-empire", 0): "10", ("italy", 0): "11", ("italy", 1): "12"}
#: places whose fall to the Central Powers is a line
_PLACES = {
    "Brussels": "5",
    "Paris": "6",
    "Petrograd": "7",
    "Moscow": "7",
    "Gibraltar": "18",
    "Singapore": "18",
}
#: the canal whose neighbouring hexes are one of them all together
_CANAL, _OF_THE_CANAL = "Suez Canal", "18"
INVADED, IN_THE_AMERICAS = "15", "16"
AMERICAS = Listed("countries of the Americas", "fa:13.2.3.1")
KINGDOM = "united-kingdom"

#: lines of declarations of this step that are still to be rolled for
DECLARATIONS_DUE: Field[tuple[str, ...]] = Field("entry_declarations_due", ())


def central_side(game: Position) -> int:
    """The side against which the USA comes into the war."""
    return other_side(game.state[SIDE][power_named(game, USA)])


@clause("fa:13.2.3.1")
def is_central(game: Position, power: int) -> bool:
    """Does what this power holds count as occupied by the Central Powers?"""
    return side_of_power(game, power) == central_side(game)


# ------------------------------------------------------------------------------------------------- declarations of war


@rule("fa:13.2.3", "fa:9.3")
def every_declaration_counts(game: Position, power: int, enemy: int) -> bool:
    """Nobody is excused: each could bring the two nearer to the war."""
    return power_named(game, USA) != NOBODY


@rule("fa:13.2.3.1", "fa:9.3", "fa:9.1")
def line_of_war(game: Position, power: int, enemy: int) -> str:
    """The line that a declaration of war comes under; "": none.

    A latent major power without a line of its own is treated as the minor country that it is until it joins.
    """
    central, name = game.state[SIDE][power] == central_side(game), power_name(game, enemy)
    named = (_BY_CENTRAL if central else _BY_ALLIES).get(name, "")
    if named or game.state[SIDE][enemy] != NOBODY:
        return named
    return _ON_MINORS[0 if central else 1]


@rule("fa:13.2.3")
def note_war(game: Game, event: UsEntryAction) -> None:
    line = line_of_war(game, event.power, event.target_power)
    if line:
        game.set(DECLARATIONS_DUE, (*game.state.get(DECLARATIONS_DUE), line))


@step("fa:13.2.3", also=("fa:9",))
def declarations_are_noticed(game: Game, declaring: object) -> Control:
    """A die for each of them, when all have been made."""
    while game.state.get(DECLARATIONS_DUE):
        line, *rest = game.state.get(DECLARATIONS_DUE)
        game.set(DECLARATIONS_DUE, tuple(rest))
        call = notice(game, line)
        if call is not None:
            return call
    return Goto("next_minor_is_allocated")


@step("fa:13.2.3")
def another_declaration(game: Game, declaring: object) -> Control:
    return Goto("declarations_are_noticed")


# ------------------------------------------------------------------------------------------------------------ alignments


@rule("fa:13.2.3.1", "fa:15.3.5")
def alignment_is_noticed(game: Game, event: UsEntryAlignment) -> Call | None:
    """What aligns of its own will; a latent major power that joins has a line of its own."""
    side, name = game.state[SIDE][event.power], power_name(game, own_power(game, event.country))
    by_central = 0 if side == central_side(game) else 1
    return notice(game, _JOINS.get((name, by_central), _ALIGNED[by_central]))


# --------------------------------------------------------------------------------------------------------- what is occupied


def _lines_of_places(ruleset: Ruleset) -> dict[int, str]:
    board = ground_of(ruleset).board
    canal = dict.fromkeys((board.index[number] for number in board.canals[_CANAL]), _OF_THE_CANAL)
    return {hex_named(ruleset, name): line for name, line in _PLACES.items()} | canal


@rule("fa:13.2.3.1")
def place_is_occupied(game: Game, event: ControlChanged) -> Call | None:
    """By the Central Powers: great cities, and the keys of the empire."""
    line = game.ruleset.once(_lines_of_places).get(event.place)
    return notice(game, line) if line is not None and is_central(game, event.controller) else None


def _central_land_in(game: Position, names: tuple[str, ...]) -> bool:
    """Is it the end of land combat of the Central Powers, and has one of them a land unit in one of these countries?

    Partisans are no soldiers of theirs, whoever leads them.
    """
    central = central_side(game)
    if active_side(game) != central:
        return False
    countries = {country_named(game, name) for name in names} - {NOBODY}
    homes = game.state[HOME_COUNTRY]
    standing = ((unit, place) for unit, place in enumerate(game.state[PLACE]) if is_hex(game, place))
    return any(
        homes[place] in countries and side_of(game, unit) == central and _is_soldier(game, unit)
        for unit, place in standing
    )


@step("fa:13.2.3.1")
def is_the_kingdom_invaded(game: Game, nothing: None) -> Control:
    return notice(game, INVADED) if _central_land_in(game, (KINGDOM,)) else None


@step("fa:13.2.3.1")
def are_the_americas_invaded(game: Game, nothing: None) -> Control:
    return notice(game, IN_THE_AMERICAS) if _central_land_in(game, AMERICAS(game)) else None


def _is_soldier(game: Position, unit: int) -> bool:
    return isinstance(counter_of(game, unit), LandCounter) and not is_partisan(game, unit)

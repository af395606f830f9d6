"""What the political choices of the title mean, beside their names."""

from __future__ import annotations

from collections.abc import Mapping

from worldfire.engine.game import Game
from worldfire.engine.shapes import Item
from worldfire.forces.turn import side_name
from worldfire.forces.who import country_named
from worldfire.titles.cards import Card, CardWriter, markers_moved
from worldfire.titles.fa.entry.options import level_of, tension_of
from worldfire.titles.fa.entry.pools import US_ENTRY, level
from worldfire.titles.fa.entry.step import CHOOSE_WAR_OPTION
from worldfire.titles.fa.politics.flags import attempt_number, box_towards
from worldfire.titles.fa.politics.influence import BUY_ATTEMPTS, SIDES
from worldfire.titles.fa.politics.points import seat_that_spends
from worldfire.words import proper, say


def _attempts(game: Game, seat: str, item: Item | None) -> Card:
    """Where the flag lies, and with which die an attempt moves it towards the seat's side."""
    country = country_named(game, str(item))
    boxes = ((side, box_towards(game, country, side)) for side in SIDES)
    lies = ", ".join(f"{proper(side_name(game, side))} +{box}" for side, box in boxes if box)
    own = next(side for side in SIDES if seat_that_spends(game, side) == seat)
    return Card(brief=say("card-attempts", lies=lies, number=attempt_number(game, country, own)))


def _war_option(game: Game, seat: str, item: Item | None) -> Card:
    """What a US entry option does, and what it costs in tension."""
    option = int(item or 0)
    tension = tension_of(game, option)
    levels = say("card-war-option-level", level=level(game, US_ENTRY), needed=level_of(game, option))
    lines = (levels, say("card-tension", points=tension, what=markers_moved(game, tension)))
    brief = say("card-war-option-brief", tension=tension)
    return Card(say(f"fa-effect-{option}"), lines, brief, weighty=True)


CARDS: Mapping[str, CardWriter] = {BUY_ATTEMPTS.name: _attempts, CHOOSE_WAR_OPTION.name: _war_option}

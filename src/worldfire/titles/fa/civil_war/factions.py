"""fa:14.4 Reds and Whites: who they are, what they fight for, and how far their war has come.

The Whites are Russia as it was, among the Allies; the Reds are a power of their own beside Germany, which plays them. Both
are at home in the same country, `soil`, of which only cities and resources have an owner that matters.
"""

from __future__ import annotations

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.ruleset import Ruleset
from worldfire.engine.schema import Field
from worldfire.forces.ground import ground_of, slug
from worldfire.forces.pools import named_place
from worldfire.forces.things import PLACE, move, place_name
from worldfire.forces.turn import is_active, power_name, powers_of_side
from worldfire.forces.who import (
    CONTROLLER,
    NOBODY,
    SIDE,
    change_country,
    country_named,
    master_of,
    power_named,
)
from worldfire.rules.s13_06_production import printed_resources
from worldfire.titles.fa.names import RED_RUSSIA

SECTION = "fa:14.4"
RUSSIA, GERMANY, AUSTRIA_HUNGARY, OTTOMANS = "russia", "germany", "austria-hungary", "ottoman-empire"
FINLAND, POLAND, RUMANIA = "finland", "poland", "rumania"
#: regions that Russia loses for ever → whose home they are from then on
CEDED = {"Baltic States": "baltic-states", "Estonia": "estonia", "East Poland": POLAND, "Bessarabia": RUMANIA}
WEST_ARMENIA = "West Armenia"

FIGHTING, WHITES_WON, REDS_WON = "fighting", "whites have won", "reds have won"
#: how far it has come; "": Russia has not collapsed
STAGE: Field[str] = Field("russian_civil_war", "")
#: powers that are neutral for the rest of the game, because the Reds have won
NEUTRAL_FOR_GOOD: Field[tuple[int, ...]] = Field("neutral_since_the_reds_won", ())


def is_fighting(game: Position) -> bool:
    """Do Red and White Russia fight each other?"""
    return game.state.get(STAGE) == FIGHTING


def has_collapsed(game: Position) -> bool:
    """Is there, or was there ever, a civil war?"""
    return bool(game.state.get(STAGE))


def whites(game: Position) -> int:
    return power_named(game, RUSSIA)


def reds(game: Position) -> int:
    """NOBODY in a game that was begun before there were any."""
    return power_named(game, RED_RUSSIA)


def factions(game: Position) -> tuple[int, int]:
    return whites(game), reds(game)


def white_country(game: Position) -> int:
    return country_named(game, RUSSIA)


def red_country(game: Position) -> int:
    return country_named(game, RED_RUSSIA)


def new_patrons(game: Position, faction: int) -> tuple[str, ...]:
    """Active powers of its side that may take over the minor countries of a faction, by name."""
    powers = powers_of_side(game, game.state[SIDE][faction])
    return tuple(power_name(game, power) for power in powers if is_active(game, power) and power != faction)


# ----------------------------------------------------------------------------------------------------------------- the land


def soil(game: Position) -> frozenset[int]:
    """The Russian home country that the factions fight for: without what was ceded, with lands that freed themselves."""
    return game.ruleset.once(soil_of)


def soil_of(ruleset: Ruleset) -> frozenset[int]:
    ground = ground_of(ruleset)
    ceded = {place for region in CEDED for place in ground.regions[region]}
    return frozenset(
        here
        for here, country in enumerate(ground.board.tables.country)
        if slug(country) == RUSSIA and here not in ceded
    )


def towns(game: Position) -> frozenset[int]:
    """Cities and resources of it: nothing else is marked."""
    return game.ruleset.once(towns_of)


def towns_of(ruleset: Ruleset) -> frozenset[int]:
    return soil_of(ruleset) & (ground_of(ruleset).cities | {*printed_resources(ruleset)})


def is_common_ground(game: Position, place: int) -> bool:
    """A hex that either faction uses, whoever came through last."""
    if not is_fighting(game) or place not in soil(game) or place in towns(game):
        return False
    holder = game.state[CONTROLLER][place]
    return holder != NOBODY and master_of(game, holder) in factions(game)


# ---------------------------------------------------------------------------------------------------------------- the units


def goes_over(game: Game, unit: int, country: int) -> None:
    """The unit is this faction's; what lies in a pool of its old one lies in the same pool of the new."""
    old, new = (RED_RUSSIA, RUSSIA) if country == white_country(game) else (RUSSIA, RED_RUSSIA)
    change_country(game, unit, country)
    whose, _, kind = place_name(game, game.state[PLACE][unit]).partition(": ")
    title, _, owner = whose.rpartition(" of ")
    if owner == old:
        twin = named_place(game, f"{title} of {new}" + (f": {kind}" if kind else ""))
        if twin is not None:
            move(game, unit, twin)

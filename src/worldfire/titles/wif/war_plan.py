"""The war as computer players would have it: who attacks whom, when, and what must have come first.

Provenance: ours. It follows history where the rules allow, without knowing what the enemy does; each row can be changed alone.
"""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.things import place_index
from worldfire.forces.who import CONTROLLER, NOBODY, SIDE, power_named, side_of_power
from worldfire.titles.war_plan import Aim, Condition, Shares, WarPlan

CAMPAIGNING = ("Mar/Apr", "May/Jun", "Jul/Aug")
EARLY_SUMMER = ("May/Jun", "Jul/Aug")
START = "Sep/Oct 1939"


def fight(one: str, other: str) -> Condition:
    """The two are at war."""

    def condition(game: Position) -> bool:
        powers = power_named(game, one), power_named(game, other)
        return NOBODY not in powers and at_war(game, *powers)

    return condition


def side_holds(power: str, city: str) -> Condition:
    """The power or an ally of it controls the city."""

    def condition(game: Position) -> bool:
        own, holder = power_named(game, power), game.state[CONTROLLER][place_index(game, city)]
        return NOBODY not in (own, holder) and side_of_power(game, holder) == game.state[SIDE][own]

    return condition


AIMS = (
    # 1939: Poland, and who stands by it
    Aim("germany", "poland", START),
    Aim("commonwealth", "germany", START, when=fight("germany", "poland")),
    Aim("france", "germany", START, when=fight("germany", "poland")),
    Aim("commonwealth", "germany", "Mar/Apr 1940"),
    Aim("france", "germany", "Mar/Apr 1940"),
    # 1940: the west
    Aim("germany", "denmark", "Mar/Apr 1940", when=fight("germany", "france")),
    Aim("germany", "netherlands", "Mar/Apr 1940", CAMPAIGNING, fight("germany", "france")),
    Aim("germany", "belgium", "Mar/Apr 1940", CAMPAIGNING, fight("germany", "france")),
    Aim("germany", "luxembourg", "Mar/Apr 1940", CAMPAIGNING, fight("germany", "france")),
    Aim("italy", "france", "May/Jun 1940", when=side_holds("germany", "Brussels")),
    Aim("italy", "commonwealth", "May/Jun 1940", when=side_holds("germany", "Paris")),
    Aim("italy", "commonwealth", "May/Jun 1940", when=fight("italy", "france")),
    Aim("italy", "commonwealth", "May/Jun 1941"),
    # 1941: the east, as soon as the garrisons allow
    Aim("germany", "ussr", "May/Jun 1941", EARLY_SUMMER, side_holds("germany", "Paris")),
    Aim("italy", "ussr", "May/Jun 1941", when=fight("germany", "ussr")),
    Aim("ussr", "germany", "May/Jun 1942", CAMPAIGNING),
    Aim("ussr", "italy", "May/Jun 1942", when=fight("germany", "ussr")),
    # the Pacific: oil, before there is none
    Aim("japan", "usa", "Nov/Dec 1941"),
    Aim("japan", "commonwealth", "Nov/Dec 1941"),
    Aim("japan", "netherlands", "Nov/Dec 1941"),
    Aim("commonwealth", "japan", "Nov/Dec 1941", when=fight("japan", "usa")),
    Aim("germany", "usa", "Nov/Dec 1941", when=fight("japan", "usa")),
    Aim("italy", "usa", "Nov/Dec 1941", when=fight("japan", "usa")),
    Aim("ussr", "japan", "May/Jun 1945"),
)

#: the USA arms and helps its friends before it provokes anybody
ENTRY_OPTIONS = (
    *(22, 34, 12, 28, 15, 27, 9, 17, 1, 26, 13, 23, 31, 11, 29, 32, 19, 30, 36, 39, 41, 45, 38, 16, 25, 14, 35),
)

WAR_PLAN = WarPlan(
    AIMS,
    ENTRY_OPTIONS,
    attempts={"japan": "against_japan", "germany": "against_europe", "italy": "against_europe"},
    shares={
        "germany": Shares(land=0.8, air=1.2, sea=0.7),
        "italy": Shares(sea=0.5),
        "japan": Shares(land=0.8, sea=1.0, landing=1.3),
        "ussr": Shares(land=1.5, air=0.8, sea=0.05),
        "commonwealth": Shares(sea=1.0, landing=1.6),
        "france": Shares(land=1.2, sea=0.3),
        "vichy-france": Shares(sea=0.3),
        "usa": Shares(sea=1.0, landing=1.8),
    },
    not_before={"yugoslavia": "Mar/Apr 1941"},
)

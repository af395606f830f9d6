"""What computer players want between nations in the Great War. The campaign declares the first wars by itself (22.3)."""

from __future__ import annotations

from worldfire.engine.position import Position
from worldfire.forces.enmity import at_war
from worldfire.forces.who import NOBODY, power_named, side_of_power
from worldfire.titles.fa.entry import options
from worldfire.titles.fa.judgement.daring import is_losing
from worldfire.titles.war_plan import Aim, Condition, Push, Shares, WarPlan

START = "Jul/Aug 1914"
LATE, END = "Mar/Apr 1917", "May/Jun 1919"
#: six weeks for Paris: the fleet waits
HURRY = 4.0


def fight(one: str, other: str) -> Condition:
    """Are both at war with each other?"""

    def condition(game: Position) -> bool:
        powers = (power_named(game, one), power_named(game, other))
        return NOBODY not in powers and at_war(game, *powers)

    return condition


def losing(name: str) -> Condition:
    """Would its side lose if the war ended today?"""

    def condition(game: Position) -> bool:
        power = power_named(game, name)
        return power != NOBODY and is_losing(game, side_of_power(game, power))

    return condition


AIMS = (
    Aim("germany", "belgium", START, when=fight("germany", "france")),  # 21.14: the Schlieffen plan
    Aim("commonwealth", "germany", START, when=fight("germany", "france")),  # 9.4.3, as soon as it may
    Aim("commonwealth", "austria-hungary", START, when=fight("commonwealth", "germany")),
)

#: the USA arms, then helps, then hinders; what costs tension brings the war nearer
ENTRY_OPTIONS = (
    *(options.DRAFT, options.BUILD_UP, options.GEAR_UP, options.LIMITED_BUILD_UP),
    *(options.SUPPORT, options.RESOURCES_WEST, options.REDUCE_TRADE, options.RESTRICT_TRADE, options.EMBARGO),
    *(options.POINTS_WEST_LIMITED, options.POINTS_WEST, options.RESOURCES_RUSSIA, options.POINTS_RUSSIA),
    *(options.SUPPORT_BLOCKADE, options.CLOSE_PORTS, options.EAST_COAST_ESCORTS, options.ATLANTIC_ESCORTS),
    *(options.REPAIR_SHIPS, options.NAVAL_SUPPORT, options.ARM_MERCHANTMEN, options.REFUTE_WAR_ZONES),
)

WAR_PLAN = WarPlan(
    AIMS,
    ENTRY_OPTIONS,
    shares={
        "germany": Shares(land=1.3, air=0.6, sea=0.3),
        "austria-hungary": Shares(land=1.3, air=0.4, sea=0.1),
        "ottoman-empire": Shares(land=1.3, air=0.3, sea=0.1),
        "commonwealth": Shares(land=1.2, air=0.6, sea=0.5),
        "france": Shares(land=1.4, air=0.6, sea=0.15),
        "russia": Shares(land=1.5, air=0.3, sea=0.05),
        "italy": Shares(land=1.3, air=0.5, sea=0.2),
        "usa": Shares(land=1.3, air=0.6, sea=0.4),
        "japan": Shares(land=0.8, sea=0.8),
    },
    pushes=(
        Push("germany", "belgium", START, "Sep/Oct 1914", haste=HURRY),
        Push("germany", "france", START, "Sep/Oct 1914", haste=HURRY),
        Push("austria-hungary", "serbia", "Sep/Oct 1915", "Nov/Dec 1915"),
        Push("germany", "russia", "Mar/Apr 1915", "Nov/Dec 1917"),
        Push("commonwealth", "ottoman-empire", "Mar/Apr 1915", "Nov/Dec 1918"),
        # whoever would lose as things stand must do something about it
        *(Push(power, "germany", LATE, END, when=losing(power)) for power in ("france", "commonwealth", "usa")),
        Push("italy", "austria-hungary", LATE, END, when=losing("italy")),
        Push("germany", "france", LATE, END, when=losing("germany")),
        Push("austria-hungary", "italy", LATE, END, when=losing("austria-hungary")),
    ),
    # Paris is six weeks away and Moscow half a continent; the Monarchy leaves the west alone, and the
    # Americans come for it
    fears={
        "germany": {"france": 1.8, "commonwealth": 1.8, "usa": 1.8, "belgium": 1.8},
        "austria-hungary": {"france": 0.3, "commonwealth": 0.3},
        "usa": {"austria-hungary": 0.2, "ottoman-empire": 0.2, "bulgaria": 0.2},
    },
)

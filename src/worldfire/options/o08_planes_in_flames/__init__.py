"""Option 8, Planes in Flames: what colours, circles and stripes on aircraft mean. Each clause is a part of its own.

Altitude and night are of the kit Planes in Flames and bring its counters; the other parts read what the counters of World in
Flames print as well.
"""

from worldfire.engine.ruleset import Option
from worldfire.options.o08_planes_in_flames.air_combat import FIGHTER_BOMBERS, JETS, TWIN_ENGINED, is_jet
from worldfire.options.o08_planes_in_flames.flying_boats import FLYING_BOATS
from worldfire.options.o08_planes_in_flames.night_and_altitude import ALTITUDE, ANNOUNCING, CONDITIONS, NIGHT_MISSIONS
from worldfire.options.o08_planes_in_flames.tank_busters import TANK_BUSTERS
from worldfire.options.o08_planes_in_flames.transports import BOMBER_TRANSPORTS, LARGE_TRANSPORTS

OPTION = Option(
    "8",
    "Planes in Flames",
    changes=ANNOUNCING,
    seams=(CONDITIONS,),
    parts=(
        FIGHTER_BOMBERS,
        TWIN_ENGINED,
        NIGHT_MISSIONS,
        ALTITUDE,
        JETS,
        FLYING_BOATS,
        TANK_BUSTERS,
        BOMBER_TRANSPORTS,
        LARGE_TRANSPORTS,
    ),
)

__all__ = ["OPTION", "is_jet"]

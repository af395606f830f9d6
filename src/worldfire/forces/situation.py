"""Where a campaign stands: its turn, its markers, and who is at war or co-operates with whom."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.engine.schema import Field, Quantity, Schema

#: the campaign's id; an exercise has none
CAMPAIGN: Field[str] = Field("campaign", "")
#: `turn_number` of the tables: two months each, counted from the year 0
TURN: Field[int] = Field("turn", 0)
#: the space of the initiative track, in the words of the chart
INITIATIVE: Field[str] = Field("initiative", "")
#: the side that moves first this turn; NOBODY outside a campaign
FIRST_SIDE: Field[int] = Field("first_side", -1)
#: the campaign has said who has the initiative and moves first in its first turn: nobody rolls for it
INITIATIVE_GIVEN: Field[bool] = Field("initiative_given", False)
WEATHER_MODIFIER: Field[int] = Field("weather_modifier", 0)
#: the die of the first impulse's weather, where the campaign gives it
WEATHER_DIE: Field[int] = Field("weather_die", 0)

Pairs = tuple[tuple[int, int], ...]
#: pairs of powers
AT_WAR: Field[Pairs] = Field("at_war", ())
PACTS: Field[Pairs] = Field("pacts", ())
#: major powers whose units co-operate (18.1, 6 to 9)
CO_OPERATING: Field[Pairs] = Field("co_operating", ())
#: major powers whose units never will: the one kept what a liberated one should have got back (13.7.5)
ESTRANGED: Field[Pairs] = Field("estranged", ())
#: powers that have called out their reserves (9.7)
RESERVES_CALLED: Field[tuple[int, ...]] = Field("reserves_called", ())

#: minor countries whose units leave the game when they are lost (19.4.2)
WITHOUT_FORCE_POOL: Field[tuple[int, ...]] = Field("without_force_pool", ())

#: per power and place
CONVOY_POINTS = Quantity("convoy_points")


MODULE = Module(
    schema=Schema(
        fields=(
            CAMPAIGN,
            TURN,
            INITIATIVE,
            FIRST_SIDE,
            INITIATIVE_GIVEN,
            WEATHER_MODIFIER,
            WEATHER_DIE,
            AT_WAR,
            PACTS,
            CO_OPERATING,
            ESTRANGED,
            RESERVES_CALLED,
            WITHOUT_FORCE_POOL,
        ),
        quantities=(CONVOY_POINTS,),
    )
)

"""The nations of 1939 to 1945 by their names: who is whose, who fights beside whom, and who is good at what."""

from __future__ import annotations

from worldfire.forces.nations import Claim, Nations, Partners
from worldfire.forces.offshoots import Offshoot

NATIONS = Nations(
    major_powers=frozenset({"china", "commonwealth", "france", "germany", "italy", "japan", "ussr", "usa"}),
    on_track={"axis": "Axis", "allies": "Allied"},
    on_charts={"free-france": "france", "vichy-france": "france"},
    offshoots=(Offshoot("vichy-france", "france", "Vichy France", "Vichy"),),
    homes={
        "persia": "iran",
        "arabia": "saudi-arabia",
        "czechoslovakia": "czech-republic",
        "austria": "germany",
        "nei": "netherlands-east-indies",
        "manchuria": "manchukuo",
    },
    factions={
        "nationalist-china": "china",
        "communist-china": "china",
        "nationalist-spain": "spain",
        "republican-spain": "spain",
    },
    estranged=frozenset({"nationalist-china", "communist-china"}),  # 20
    main_homes={"commonwealth": "united-kingdom", "china": "nationalist-china"},
    reserves={"Res": "", "Ge": "germany"},
    claims=(  # 19.6: what Hungary and Bulgaria were given they keep
        Claim("Finnish borderlands", "ussr", "finland", lapses=True),
        Claim("Bessarabia", "ussr", "rumania", lapses=True),
        Claim("Transylvania", "hungary", "rumania"),
        Claim("South Dobruja", "bulgaria", "rumania"),
    ),
    partners=(  # 18.1 (6 to 9)
        Partners("usa", "commonwealth"),
        Partners("commonwealth", "free-france"),
        Partners("usa", "france", "germany"),
        Partners("usa", "free-france", "germany"),
        Partners("germany", "italy"),
    ),
    apart={"ussr": "germany"},  # 2.4.2, 13.6.1, 13.6.4
    reluctant="usa",
    heirs_of_partisans={"france": "ussr"},
    partisan_homes={"commonwealth": "united-kingdom", "china": "communist-china"},
    picks_africa={"axis": "germany", "allies": "commonwealth"},
    fort_builders=frozenset({"France"}),  # the printed forts are the Maginot line
    weak_attackers={"nationalist-china": "Chinese attack weakness"},
    jungle_fighters=frozenset({"australia", "japan"}),
    jungle_walkers={"japan": "Japanese infantry class in jungle"},
    long_legs={"japan": 2},
)

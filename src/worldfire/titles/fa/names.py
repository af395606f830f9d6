"""The nations of 1914 to 1919 by their names: who is whose, and who fights beside whom."""

from __future__ import annotations

from worldfire.forces.nations import Nations, Partners
from worldfire.forces.offshoots import Offshoot

BRITAIN, USA = "united-kingdom", "usa"
#: the Reds of the Russian civil war; the Whites are Russia as it was (14.4)
RED_RUSSIA = "red-russia"
#: counters that several rules speak of
TSAR, CZECH_LEGION = "russia-hq-tsar-nicholas", "czech-inf-czech-legion"

#: rows of the table of war weariness; whoever is not named is as weary as all others (14.1)
WEARY_AS = {
    "russia": "Russia",
    "austria-hungary": "AH, OE, Italy",
    "ottoman-empire": "AH, OE, Italy",
    "italy": "AH, OE, Italy",
    "usa": "USA",
}

#: (power, beside whom), in the order in which powers are taken along as players become fewer
TAKEN_ALONG = (
    ("usa", "commonwealth"),
    ("austria-hungary", "germany"),
    ("ottoman-empire", "germany"),
    ("italy", "france"),
    ("france", "commonwealth"),
    ("russia", "commonwealth"),
)

#: major powers that are flags on the political track until somebody brings them into the war (9.1, 15.3)
LATENT = frozenset({"italy", "ottoman-empire", "japan", "china"})

NATIONS = Nations(
    latent=LATENT,
    major_powers=LATENT | {"germany", "austria-hungary", "commonwealth", "france", "russia", "usa"},
    on_track={"central-powers": "Central Powers", "allies": "Allied"},
    homes={"australia-new-zealand": "australia", "commonwealth": "united-kingdom"},
    factions={
        "austria": "austria-hungary",
        "hungary": "austria-hungary",
        "german-pacific": "germany",
        RED_RUSSIA: "russia",
    },
    offshoots=(Offshoot(RED_RUSSIA, "russia"),),  # 14.4
    on_charts={RED_RUSSIA: "russia"},
    main_homes={"commonwealth": "united-kingdom"},
    seceding=("south-africa", "india"),  # 14.2
    potential=frozenset(  # 20.3
        {
            "armenia",
            "azerbaijan",
            "baltic-states",
            "czech",
            "estonia",
            "georgia",
            "pakistan",
            "ukraine",
            "uzbek-turkmen",
        }
    ),
    events=frozenset({"event"}),
    reserves={"Res": ""},
    partners=(  # 19.1 (5 to 7)
        Partners("usa", "commonwealth"),
        Partners("usa", "france"),
        Partners("germany", "austria-hungary"),
    ),
    reluctant="usa",
    partisan_homes={"commonwealth": "united-kingdom"},
    picks_africa={"central-powers": "germany", "allies": "commonwealth"},
)

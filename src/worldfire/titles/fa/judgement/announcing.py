"""What may be said at any time, thought of when actions are chosen: advisors, exiles, desperate measures (15.2, 15.4)."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.who import country_named
from worldfire.titles.fa.judgement.bargains import FOR_INFLUENCE
from worldfire.titles.fa.judgement.wooing import spare_points
from worldfire.titles.fa.politics.exile import EXILE, lost_soldiers
from worldfire.titles.fa.politics.points import price_of
from worldfire.titles.fa.politics.together import ADVISORS
from worldfire.titles.judgement import Action, Asked

ADVISE, EXILES = "send-military-advisors", "government-in-exile"
#: an army in exile that is worth its points has so many units
AN_ARMY = 3
#: what is done as soon as it may be
AT_ONCE = ("raise-czech-legion", "recruit-in-africa", "hand-over-goeben")


def announce(asked: Asked) -> Action | None:
    known = asked.game.announcements(asked.seat)
    for verb in AT_ONCE:
        if verb in known:
            return verb, None
    advised, exiles = known.get(ADVISE), known.get(EXILES)
    if isinstance(advised, One) and _affords(asked, ADVISORS):
        return ADVISE, advised.domain[0]
    if isinstance(exiles, One) and _affords(asked, EXILE):
        best = max(map(str, exiles.domain), key=lambda name: (_soldiers(asked, name), name))
        return (EXILES, best) if _soldiers(asked, best) >= AN_ARMY else None
    return None


def _affords(asked: Asked, entry: str) -> bool:
    return spare_points(asked) >= price_of(asked.game, entry) + FOR_INFLUENCE


def _soldiers(asked: Asked, name: str) -> int:
    return len(lost_soldiers(asked.game, country_named(asked.game, name)))

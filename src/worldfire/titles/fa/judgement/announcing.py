"""What may be said at any time, thought of when actions are chosen: advisors, exiles, desperate measures (15.2, 15.4)."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.titles.fa.judgement.bargains import FOR_INFLUENCE
from worldfire.titles.fa.judgement.wooing import spare_points
from worldfire.titles.fa.politics.exile import EXILE
from worldfire.titles.fa.politics.points import price_of
from worldfire.titles.fa.politics.together import ADVISORS
from worldfire.titles.judgement import Action, Asked

#: what costs political points, and the entry of the table of costs
FOR_POINTS = (("send-military-advisors", ADVISORS), ("government-in-exile", EXILE))
#: what is done as soon as it may be
AT_ONCE = ("raise-czech-legion", "recruit-in-africa", "hand-over-goeben")


def announce(asked: Asked) -> Action | None:
    known = asked.game.announcements(asked.seat)
    for verb in AT_ONCE:
        if verb in known:
            return verb, None
    for verb, entry in FOR_POINTS:
        shape = known.get(verb)
        if isinstance(shape, One) and spare_points(asked) >= price_of(asked.game, entry) + FOR_INFLUENCE:
            return verb, shape.domain[0]
    return None

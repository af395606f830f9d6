"""The USA on its way into the war (9.4.2, 13.2.2): options in the order of the plan, and the war when the die is for it."""

from __future__ import annotations

from worldfire.engine.shapes import One, Set
from worldfire.titles.fa.war_plan import ENTRY_OPTIONS
from worldfire.titles.judgement import Action, Asked

#: a declaration of war is attempted if so many dice of ten succeed
ENOUGH = 6


def choose(asked: Asked) -> Action | None:
    shape = asked.offers.get("choose-war-option")
    if not isinstance(shape, One):
        return None
    rank = {option: place for place, option in enumerate(ENTRY_OPTIONS)}
    wanted = [int(option) for option in shape.domain if int(option) in rank]
    return ("choose-war-option", min(wanted, key=rank.__getitem__)) if wanted else None


def attempt(asked: Asked) -> Action | None:
    likely = int(asked.args.get("highest", 0)) >= ENOUGH
    return ("attempt-entry", None) if likely and "attempt-entry" in asked.offers else None


def escort(asked: Asked) -> Action | None:
    """With all that it may send: who does not want to fight does not sail there."""
    shape = asked.offers.get("send-escorts")
    return ("send-escorts", tuple(sorted(map(int, shape.domain)))[: shape.most]) if isinstance(shape, Set) else None

"""What else political points buy (15.2): unrest and rebels among the enemy, trade, concessions, events. Wooing comes first."""

from __future__ import annotations

from worldfire.engine.shapes import One
from worldfire.forces.turn import power_name
from worldfire.forces.who import power_named
from worldfire.titles.fa.judgement.wooing import spare_points
from worldfire.titles.fa.morale import morale
from worldfire.titles.fa.politics.concessions import price_of_demand
from worldfire.titles.fa.politics.events.neutrals import PRESSURE
from worldfire.titles.fa.politics.events.telegram import GERMANY, HOME_FRONT, ZIMMERMANN
from worldfire.titles.fa.politics.points import price_of
from worldfire.titles.fa.politics.subversion import price_of_subversion
from worldfire.titles.judgement import Action, Asked

#: points that are left for influence when something else is paid for
FOR_INFLUENCE = 9
#: who is no lower than this is not shaken by agitators, and for whom nothing else is bought before he falls
FIRM, TOTTERING = 9, 7
#: a resource for the rest of the war
SIGN = "sign trade agreement per resource"

#: events whose price is higher than what they bring: neutrals driven to the enemy, and points for him
UNWISE = frozenset({PRESSURE, HOME_FRONT})
#: and those that one of the powers that may call it had better leave to the other
NOT_FOR = {ZIMMERMANN: (GERMANY,)}


def subvert(asked: Asked) -> Action | None:
    """The enemy nearest to collapse, as much as can be spared."""
    shape = asked.offers.get("subvert")
    if not isinstance(shape, One):
        return None
    found = []
    for plot in map(str, shape.domain):
        name, tenths = plot.rsplit(" ", 1)
        power = power_named(asked.game, name)
        level = morale(asked.game, power) or FIRM
        price = price_of_subversion(asked.game, power, int(tenths))
        if level < FIRM and price <= spare_points(asked) - (FOR_INFLUENCE if level > TOTTERING else 0):
            found.append((-level, int(tenths), plot))
    return ("subvert", max(found)[2]) if found else None


def sponsor(asked: Asked) -> Action | None:
    """Rebels among the enemy, where there is anybody to rise."""
    shape = asked.offers.get("sponsor-rebels")
    if not isinstance(shape, One) or spare_points(asked) < price_of(asked.game, "sponsor rebels") + FOR_INFLUENCE:
        return None
    return "sponsor-rebels", shape.domain[0]


def trade(asked: Asked) -> Action | None:
    """A resource from a neutral country, for the power that spends for its side: it produces most."""
    shape = asked.offers.get("sign-trade-agreement")
    if not isinstance(shape, One) or spare_points(asked) < price_of(asked.game, SIGN) + FOR_INFLUENCE:
        return None
    own = {power_name(asked.game, power) for power in asked.powers}
    deals = [deal for deal in map(str, shape.domain) if deal.rsplit(" ", 2)[1] in own and deal.endswith(" 1")]
    return ("sign-trade-agreement", deals[0]) if deals else None


def demand(asked: Asked) -> Action | None:
    """Of the beaten first the way through, then what they have."""
    shape = asked.offers.get("demand-concession")
    if not isinstance(shape, One):
        return None
    for wish in map(str, shape.domain):
        name, kind = wish.rsplit(" ", 1)
        if price_of_demand(asked.game, power_named(asked.game, name), kind) <= spare_points(asked):
            return "demand-concession", wish
    return None


def absorb(asked: Asked) -> Action | None:
    """All of the borderlands that can be paid for, the first of them first."""
    shape = asked.offers.get("absorb-region")
    return ("absorb-region", shape.domain[0]) if isinstance(shape, One) else None


def unite(asked: Asked) -> Action | None:
    return ("establish-high-command", None) if "establish-high-command" in asked.offers else None


def trigger(asked: Asked) -> Action | None:
    """Every event helps the power that may call it, but those that help its enemies more."""
    shape = asked.offers.get("trigger-event")
    if not isinstance(shape, One):
        return None
    wanted = [
        event for event in map(str, shape.domain) if event not in UNWISE and asked.seat not in NOT_FOR.get(event, ())
    ]
    return ("trigger-event", wanted[0]) if wanted else None

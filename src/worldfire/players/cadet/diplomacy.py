"""Questions between nations: wars and pacts by the title's war plan, minor countries that were attacked, claims, peace."""

from __future__ import annotations

from worldfire.engine.shapes import One, Set
from worldfire.forces.turn import power_name
from worldfire.players.cadet.asking import Action, Question
from worldfire.players.cadet.picture import is_world_war
from worldfire.titles import war_plan_of


def declare_war(question: Question) -> Action:
    """As planned; where the campaign brings the war that it is about, another front helps nobody."""
    shape, plan = question.offers.get("declare-war"), war_plan_of(question.game)
    if isinstance(shape, One) and is_world_war(question.game):
        for target in shape.domain:
            if plan.wants_war(question.game, _asked(question), str(target)):
                return "declare-war", target
    return "declare-no-war", None


def break_pact(question: Question) -> Action:
    """The pact that is in the way of a war that is due."""
    shape, plan = question.offers.get("break-pact"), war_plan_of(question.game)
    for partner in shape.domain if isinstance(shape, One) else ():
        if plan.wants_war(question.game, _asked(question), str(partner)):
            return "break-pact", partner
    return "keep-pacts", None


def take_marker(question: Question) -> Action:
    """For the border of whoever is to be attacked, or else of the first."""
    shape, plan = question.shape("take-marker", One), war_plan_of(question.game)
    power = _asked(question)
    return "take-marker", min(shape.domain, key=lambda border: plan.first_turn(power, str(border)))


def place_marker(question: Question) -> Action:
    """Offensive for whoever attacks first by the plan, defensive for his victim."""
    plan, against = war_plan_of(question.game), power_name(question.game, int(question.args["against"]))
    power = _asked(question)
    mine, theirs = plan.first_turn(power, against), plan.first_turn(against, power)
    return ("make-offensive" if mine < theirs else "make-defensive"), None


def _asked(question: Question) -> str:
    """The power that is asked."""
    return power_name(question.game, int(question.args["power"]))


def take_in(question: Question) -> Action:
    """Whoever is attacked fights better beside somebody than under the enemy."""
    return "take-in-minor", None


def claim_region(question: Question) -> Action:
    """Every claim that may be made: it is allowed, or the war for it is with a small country."""
    shape = question.offers.get("claim-region")
    return ("claim-region", shape.domain[0]) if isinstance(shape, One) else ("claim-nothing", None)


def allow_claim(question: Question) -> Action:
    """A small loss is better than a war that nobody wants now."""
    return "allow-claim", None


def allow_both_claims(question: Question) -> Action:
    """Two friends for one."""
    return "allow-both-claims", None


def enforce_peace(question: Question) -> Action:
    """Who is saved may be won over later."""
    shape = question.offers.get("enforce-peace")
    return ("enforce-peace", shape.domain[0]) if isinstance(shape, One) else ("let-them-fight", None)


def take_all(question: Question) -> Action:
    """Every unit is welcome."""
    verb, shape = question.only_shape(Set)
    return verb, shape.domain

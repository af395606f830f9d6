"""Questions between nations: minor countries that were attacked, claims, peace, and what follows from them."""

from __future__ import annotations

from worldfire.engine.shapes import One, Set
from worldfire.players.cadet.asking import Action, Question


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

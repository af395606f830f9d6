"""The President: how the cadet plays US entry. It gathers markers on both sides, takes options in an order that arms the USA
and helps its friends before it provokes anybody, and goes to war when the die is rather for it than against it.
"""

from __future__ import annotations

from worldfire.engine.shapes import One, Set
from worldfire.players.cadet.asking import Action, Question
from worldfire.titles import war_plan_of

#: a declaration of war is attempted if so many dice of ten succeed
ENOUGH = 6


def put_marker(question: Question) -> Action:
    """Both pools in turn: what helps against one enemy helps half against the other."""
    shape = question.shape("put-entry-marker", One)
    held = {target: int(question.args.get(str(target).replace("-", "_"), 0)) for target in shape.domain}
    return "put-entry-marker", min(shape.domain, key=lambda target: held[target])


def choose_option(question: Question) -> Action:
    shape = question.offers.get("choose-entry-option")
    if not isinstance(shape, One):
        return "no-more-entry-options", None
    rank = {option: place for place, option in enumerate(war_plan_of(question.game).entry_options)}
    return "choose-entry-option", min(shape.domain, key=lambda option: (rank.get(int(option), len(rank)), option))


def set_tension(question: Question) -> Action:
    """As little as possible: then a second option may follow."""
    shape = question.shape("set-tension", One)
    return "set-tension", min(shape.domain)


def from_the_first_pool(question: Question) -> Action:
    verb, shape = question.only_shape(One)
    return verb, shape.domain[0]


def leave_markers(question: Question) -> Action:
    return "leave-markers", None


def attempt_war(question: Question) -> Action:
    """On the enemies against whom most dice succeed, if they are enough."""
    shape = question.shape("attempt-war", Set)
    pools = war_plan_of(question.game).attempts
    dice = {name: int(question.args[pools[name]]) for name in map(str, shape.domain) if name in pools}
    best = max(dice.values(), default=0)
    if best < ENOUGH:
        return "attempt-no-war", None
    pool = next(pools[name] for name in pools if dice.get(name) == best)
    return "attempt-war", tuple(name for name in dice if pools[str(name)] == pool)


def occupy(question: Question) -> Action:
    return "occupy-place", None


def agree(question: Question) -> Action:
    return "agree-to-occupation", None


def call_guard(question: Question) -> Action:
    shape = question.shape("call-up-guard", Set)
    return "call-up-guard", shape.domain

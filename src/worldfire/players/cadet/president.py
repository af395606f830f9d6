"""The President: how the cadet plays US entry. It gathers markers on both sides, takes options in an order that arms the USA
and helps its friends before it provokes anybody, and goes to war when the die is rather for it than against it.
"""

from __future__ import annotations

from worldfire.engine.shapes import One, Set
from worldfire.players.cadet.asking import Action, Question

#: US entry options by their numbers, the most wanted first; the others follow in the order of their numbers
WANTED = (22, 34, 12, 28, 15, 27, 9, 17, 1, 26, 13, 23, 31, 11, 29, 32, 19, 30, 36, 39, 41, 45, 38, 16, 25, 14, 35)
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
    rank = {option: place for place, option in enumerate(WANTED)}
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
    dice = {"japan": int(question.args["against_japan"]), "germany": int(question.args["against_europe"])}
    dice["italy"] = dice["germany"]
    best = max(dice.get(str(name), 0) for name in shape.domain)
    if best < ENOUGH:
        return "attempt-no-war", None
    europe = tuple(name for name in shape.domain if name != "japan")
    wanted = europe if europe and dice["germany"] == best else ("japan",)
    return "attempt-war", wanted


def occupy(question: Question) -> Action:
    return "occupy-place", None


def agree(question: Question) -> Action:
    return "agree-to-occupation", None


def call_guard(question: Question) -> Action:
    shape = question.shape("call-up-guard", Set)
    return "call-up-guard", shape.domain

"""How the five kinds of decision are asked, answered and settled."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from worldfire.engine.errors import StateError
from worldfire.engine.offers import DONE, PASS, Offers
from worldfire.engine.procedures import Call, Control, Decision, Draw, End, Goto, Pick, Verb
from worldfire.engine.rolls import BREAK_TIE, Tie
from worldfire.engine.shapes import Noun, Shape
from worldfire.engine.state import Answer, Frame, Pending
from worldfire.engine.violation import Violation, refused

if TYPE_CHECKING:
    from worldfire.engine.game import Game
    from worldfire.engine.position import Position

#: a noun as the rules read it, and the reasons against it
Judgement: TypeAlias = tuple[Noun, tuple[Violation, ...]]


def waiting(frame: Frame, decision: Decision) -> dict[str, int]:
    """Seats that must still act, in the decision's order, with the ids of their decisions."""
    pending = frame.pending
    assert pending is not None
    ids, answers = pending.ids, pending.answers
    return {seat: ids[seat] for seat in decision.seats if seat in ids and seat not in answers}


# -------------------------------------------------------------------------------------------------------------- asking


def ask(game: Game, frame: Frame, decision: Decision) -> bool:
    """Open the decision, or go on with it. True if somebody must now choose, False if the frame can go on."""
    pending = frame.pending
    if pending is None:
        pending = frame.pending = Pending(decision.kind, {})
    elif pending.kind != decision.kind:  # something in between changed who decides, and how
        pending = frame.pending = Pending(decision.kind, pending.ids)
    if decision.kind == "one":
        return _ask_one(game, frame, decision, pending)
    if decision.kind == "window":
        return _ask_window(game, frame, decision, pending)
    if decision.kind == "shared":
        return _ask_shared(game, frame, decision, pending)
    return _ask_all(game, frame, decision, pending)


def _ask_one(game: Game, frame: Frame, decision: Decision, pending: Pending) -> bool:
    seat = decision.seats[0]
    offers = Offers(decision, seat)
    open_verbs = [verb for verb in decision.verbs if offers.allows(game, verb)]
    if not open_verbs:
        raise StateError(f"[{decision.rule}] {decision.prompt}: {seat} can do nothing")
    if len(open_verbs) == 1 and not decision.always:
        answer = _sole_answer(game, frame, seat, open_verbs[0], offers.judged(game, open_verbs[0].name))
        if answer is not None:
            _apply_alone(game, frame, open_verbs[0], seat, answer[0])
            return False
    _invite(game, pending, (seat,))
    game.judged[seat] = offers
    return True


def _apply_alone(game: Game, frame: Frame, verb: Verb, seat: str, noun: Noun) -> None:
    if game.visits is not None:
        game.visits.add(("verb", verb.name))
    frame.pending = None
    game.follow(frame, _applied(game, frame, verb, seat, noun))


def _applied(game: Game, frame: Frame, verb: Verb, seat: str, noun: Noun) -> Control:
    control = verb.apply(game, frame.locals, seat, noun)
    if isinstance(control, Draw | Pick):
        raise StateError(f"verb {verb.name!r} cannot draw: a later step does")
    return control


def _sole_answer(game: Game, frame: Frame, seat: str, verb: Verb, shape: Any) -> tuple[Noun] | None:
    """The only legal noun: nobody is asked what has only one answer."""
    only: tuple[Noun] | None = shape.only()
    if only is None or verb.violation(game, frame.locals, seat, only[0]) is not None:
        return None
    return only


def _ask_window(game: Game, frame: Frame, decision: Decision, pending: Pending) -> bool:
    """The first seat in order that can act and wants to be asked; who was passed over has had his turn."""
    for seat in decision.seats:
        if seat in pending.closed:
            continue
        if _watches(game, seat, decision):
            offers = Offers(decision, seat)
            if offers.allow_any(game):
                _invite(game, pending, (seat,))
                game.judged[seat] = offers
                return True
        pending.closed += (seat,)
    frame.pending = None
    game.follow(frame, None)
    return False


def _watches(game: Position, seat: str, decision: Decision) -> bool:
    """Does the seat's private wish let this window open? Unsaid means always."""
    wish = game.state.watches.get((seat, decision.watch), "always")
    if wish == "mine":
        return seat in decision.concerns
    if isinstance(wish, tuple):
        return any(place in decision.concerns for place in wish)
    return bool(wish == "always")


def _ask_shared(game: Game, frame: Frame, decision: Decision, pending: Pending) -> bool:
    """A seat that has nothing left to do is not asked, until somebody's action gives it something."""
    acting = []
    for seat in decision.seats:
        if seat not in pending.closed:
            offers = Offers(decision, seat)
            if offers.allow_any(game):
                acting.append(seat)
                game.judged[seat] = offers
    if not acting:
        frame.pending = None
        game.follow(frame, None)
        return False
    _invite(game, pending, tuple(acting))
    return True


def _ask_all(game: Game, frame: Frame, decision: Decision, pending: Pending) -> bool:
    """Secret and joint: every seat answers once, then the answers are settled together."""
    if pending.tie:
        answer = pending.answers[pending.winner]
        _apply_alone(game, frame, _verb(decision, answer.verb), pending.winner, answer.noun)
        return False
    _drop_illegal_answers(game, frame, decision, pending)
    missing = tuple(seat for seat in decision.seats if seat not in pending.answers)
    if missing:
        if not pending.ids and _needs_no_question(game, frame, decision):
            return False
        _invite(game, pending, decision.seats)
        return True
    if decision.kind == "joint":
        _settle_joint(game, frame, decision, pending)
        return False
    answers = [(seat, pending.answers[seat]) for seat in decision.seats]
    game.reveal(answer.entry for _, answer in answers)
    frame.pending = None
    for seat, answer in answers:
        control = _verb(decision, answer.verb).apply(game, frame.locals, seat, answer.noun)
        if control is not None:
            raise StateError(f"verb {answer.verb!r} answers a secret decision and cannot return {control!r}")
    game.follow(frame, None)
    return False


def _drop_illegal_answers(game: Game, frame: Frame, decision: Decision, pending: Pending) -> None:
    """Answers are judged when they count: what something in between has made illegal, or who no longer decides, goes.

    Whatever happens in between asks again, and so comes here. An answer does not: it changes nothing for the others.
    """
    if any(answer.entry == game.now for answer in pending.answers.values()):
        return
    for seat, answer in tuple(pending.answers.items()):
        if seat in decision.seats:
            offers = Offers(decision, seat)
            offer = offers.judged(game, answer.verb) if answer.verb in offers.names else None
            fits = isinstance(offer, Shape) and offer.judge(answer.noun) is None
            if fits and _verb(decision, answer.verb).violation(game, frame.locals, seat, answer.noun) is None:
                continue
        del pending.answers[seat]
        pending.ids.pop(seat, None)


def _needs_no_question(game: Game, frame: Frame, decision: Decision) -> bool:
    """Asked for the first time: everybody must be able to answer, and what has one answer only is not asked of allies."""
    for seat in decision.seats:
        offers = game.judged[seat] = Offers(decision, seat)
        if not offers.allow_any(game):
            raise StateError(f"[{decision.rule}] {decision.prompt}: {seat} can do nothing")
    if decision.kind != "joint" or len(decision.verbs) > 1:
        return False
    verb, seat = decision.verbs[0], decision.seats[0]
    sole = _sole_answer(game, frame, seat, verb, game.judged[seat].judged(game, verb.name))
    if sole is None:
        return False
    _apply_alone(game, frame, verb, seat, sole[0])
    return True


def _settle_joint(game: Game, frame: Frame, decision: Decision, pending: Pending) -> None:
    first = decision.seats[0]
    proposals = {(answer.verb, answer.noun) for answer in pending.answers.values()}
    if len(proposals) == 1:
        answer = pending.answers[first]
        _apply_alone(game, frame, _verb(decision, answer.verb), first, answer.noun)
        return
    pending.tie = True
    tie_break = decision.tie_break or Call(BREAK_TIE.name, Tie(decision.seats))
    game.push(tie_break.procedure, tie_break.locals)


def _invite(game: Game, pending: Pending, seats: tuple[str, ...]) -> None:
    """A decision's id is the entry in which the seat was first asked it; a seat that was asked already keeps its own.

    Entries are never numbered again, so the id of a question that was taken back answers no other.
    """
    ids = {}
    for seat in seats:
        ids[seat] = pending.ids.get(seat, game.now)
    pending.ids = ids


# ------------------------------------------------------------------------------------------------------------- judging


def examine(game: Position, decision: Decision, seat: str, verb: str, noun: Noun) -> Judgement:
    """The noun as the rules read it, and why it may not answer the decision with this verb."""
    offers = game.offers_to(seat)
    if verb not in offers.names:
        return noun, (refused(decision.rule, "verb-not-offered", verb=verb),)
    shape, known = offers.form(game, verb), offers.verbs.get(verb)
    frame_locals = game.state.frames[-1].locals
    if isinstance(shape, Violation):
        why = known.explain(game, frame_locals, seat, noun) if known and noun is not None else None
        return noun, (why or shape,)
    noun = shape.read(noun)
    problem = shape.judge(noun)
    if problem is not None:
        why = known.explain(game, frame_locals, seat, noun) if known else None
        return noun, (why or refused(known.rule if known else decision.rule, problem, verb=verb),)
    if known is None:
        return noun, ()
    # whoever asks whether he may, and then does it, is judged once
    found = game.recall(("judged", verb, seat, noun), partial(known.violation, game, frame_locals, seat, noun))
    return noun, () if found is None else (found,)


def _verb(decision: Decision, name: str) -> Verb:
    for verb in decision.verbs:
        if verb.name == name:
            return verb
    raise StateError(f"{name!r} is no verb of [{decision.rule}] {decision.prompt}")


# ----------------------------------------------------------------------------------------------------------- answering


def take(game: Game, frame: Frame, decision: Decision, seat: str, verb: str, noun: Noun) -> None:
    """Take a seat's legal answer."""
    pending = frame.pending
    assert pending is not None
    if decision.kind in ("secret", "joint"):
        pending.answers[seat] = Answer(verb, noun, game.now)
        return
    del pending.ids[seat]
    if verb in (DONE, PASS):
        pending.closed += (seat,)
        if verb == PASS:
            game.raise_barrier()
        return
    if decision.kind == "window":
        pending.closed += (seat,)
    elif decision.kind == "one":
        frame.pending = None
    control = _applied(game, frame, _verb(decision, verb), seat, noun)
    if decision.kind == "one":
        game.follow(frame, control)
    else:
        _stay(game, frame, control)


def _stay(game: Game, frame: Frame, control: Control) -> None:
    """Shared steps and windows stay open: what an action calls runs above them."""
    if isinstance(control, Call):
        game.push(control.procedure, control.locals, interlude=True)
    elif isinstance(control, Goto | End):
        frame.pending = None
        game.follow(frame, control)
    elif control is not None:
        raise StateError(f"a verb of a shared step or window cannot return {control!r}")

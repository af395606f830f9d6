"""A proposal for all that is routine: arrivals, returns to base, the set-up of a minor country, on one screen."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from worldfire.advice.trying import copy_of
from worldfire.engine.game import Game
from worldfire.engine.shapes import Noun
from worldfire.engine.views import view
from worldfire.server.computers import pick_legally
from worldfire.server.offering import ROUTINE, Decision, present_decision
from worldfire.server.reading import Reader

#: decisions that one proposal holds
MOST = 60


class Planned(msgspec.Struct):
    """A decision that will be asked, and the answer that is proposed."""

    decision: Decision
    verb: str
    noun: Any


def routine_answer(game: Game, seat: str) -> tuple[str, Noun] | None:
    """What the computer would answer to a routine decision; None where the player himself decides."""
    if seat not in game.waiting or not ROUTINE.issuperset(game.offers(seat)):
        return None
    return pick_legally(game, seat, "cadet", Random())


def plan(game: Game, seat: str) -> list[Planned]:
    """The routine decisions from now on, each with an answer, until something else is asked or a die is thrown."""
    trial = copy_of(game)
    found: list[Planned] = []
    while len(found) < MOST:
        answer = routine_answer(trial, seat)
        if answer is None:
            break
        seen = view(trial, seat, len(trial.entries))
        assert seen.decision is not None
        found.append(Planned(present_decision(Reader(seen, trial.ruleset), seen.decision), *answer))
        if trial.submit(seat, *answer).outcomes:
            break
    return found

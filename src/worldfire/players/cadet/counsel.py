"""What the cadet's title thinks of a question: asked first, because it alone knows its own rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from worldfire.engine.game import Game
from worldfire.engine.position import Position
from worldfire.engine.shapes import Noun, Shape
from worldfire.players.cadet.asking import Action, Notes, Question
from worldfire.players.cadet.marching import March, plan_now
from worldfire.players.cadet.picture import Picture, look
from worldfire.titles import judgement_of
from worldfire.titles.judgement import Intent


@dataclass(frozen=True)
class Client:
    """A question, with what the cadet sees and means to do."""

    question: Question

    @property
    def game(self) -> Position:
        return self.question.game

    @property
    def seat(self) -> str:
        return self.question.seat

    @property
    def side(self) -> int:
        return self.question.side

    @property
    def prompt(self) -> str:
        return self.question.prompt

    @property
    def args(self) -> Mapping[str, Any]:
        return self.question.args

    @property
    def offers(self) -> Mapping[str, Shape]:
        return self.question.offers

    @property
    def powers(self) -> tuple[int, ...]:
        return self.question.powers

    def is_legal(self, verb: str, noun: Noun) -> bool:
        return self.question.is_legal(verb, noun)

    def rehearsed(self, verb: str, noun: Noun) -> Client:
        assert isinstance(self.game, Game)
        game = self.game.fork()
        game.submit(self.seat, verb, noun)
        return Client(replace(self.question, game=game, notes=Notes()))

    @cached_property
    def _picture(self) -> Picture:
        return look(self.game, self.side, self.powers)

    def enemy_distance(self, place: int) -> float:
        return self._picture.enemy_distance(place)

    def stake(self, place: int) -> float:
        return self._picture.stake(place)

    def intents(self) -> Sequence[Intent]:
        march: March = self.question.planned("intents", lambda: plan_now(self.question))
        found = [
            Intent(attack.target, tuple(unit for unit, _ in attack.positions), attack.prospect.value)
            for attack in march.attacks
        ]
        return sorted(found, key=lambda intent: (-intent.value, intent.target))


def advised(question: Question) -> Action | None:
    """What the title would do here, if it has an opinion."""
    opinion = judgement_of(question.game).opinions.get(question.prompt)
    return None if opinion is None else opinion(Client(question))

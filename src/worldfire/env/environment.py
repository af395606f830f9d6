"""The environment: an agent for every seat, one game after the other, an action said choice by choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from worldfire.api import new_game
from worldfire.engine.game import Game
from worldfire.engine.views import view
from worldfire.env.choosing import Saying
from worldfire.env.seeing import Sight
from worldfire.env.winning import margins
from worldfire.titles.telling import tell_rule

#: how many choices are offered at a time; where there are more, a range of them is chosen first
WIDTH = 256
#: a game that takes more choices is cut off
MOST_CHOICES = 1_000_000

Begin = Callable[[int], Game]
Margins = Callable[[Game], Mapping[str, float]]


class Environment(AECEnv[str, dict[str, Any], int]):
    """Games that `begin(seed)` gives, all with the same seats and sizes."""

    def __init__(
        self,
        begin: Begin,
        name: str = "worldfire",
        *,
        margins: Margins = margins,
        width: int = WIDTH,
        most: int = MOST_CHOICES,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.metadata = {"name": f"{name}_v1", "render_modes": ["ansi"], "is_parallelizable": False}
        self.render_mode = render_mode
        self.begin, self.margins, self.width, self.most = begin, margins, width, most
        self.game = begin(0)
        self.possible_agents = list(self.game.seats)
        self.agents: list[str] = []
        self.sight = Sight(self.game, width)
        self._observation_spaces = {seat: self.sight.space() for seat in self.game.seats}
        self._action_spaces = {seat: spaces.Discrete(width) for seat in self.game.seats}
        self._seeds = Random()
        self.saying: Saying | None = None
        #: over all games: actions that were taken, and how often one was begun anew because a prefix had no legal end
        self.actions = self.restarts = 0

    def __str__(self) -> str:
        return str(self.metadata["name"])

    def observation_space(self, agent: str) -> spaces.Dict:
        return self._observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self._action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. With a seed its dice, and those of all games after it, are always the same."""
        if seed is not None:
            self._seeds = Random(seed)
        self.game = self.begin(self._seeds.getrandbits(32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.choices = 0
        self._ask()

    def observe(self, agent: str) -> dict[str, Any]:
        asked = self.saying if agent == self.agent_selection else None
        return self.sight.arrays(view(self.game, agent, since=len(self.game.entries)), asked)

    def step(self, action: int | None) -> None:
        """Make one choice. When that makes an action whole it is submitted, and whoever is asked next is selected."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert self.saying is not None
        assert action is not None
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.choices += 1
        self.saying.say(int(action))
        self._act()
        if self.choices >= self.most and not self.game.over:
            self.truncations = dict.fromkeys(self.agents, True)
            self.saying = None
        self._accumulate_rewards()

    def _act(self) -> None:
        """Do what has been said as soon as it is whole; a seat with one possible action does not choose."""
        while self.saying is not None and self.saying.action is not None:
            self.actions += 1
            self.restarts += self.saying.restarts
            self.game.submit(self.saying.seat, *self.saying.action)
            self._ask_next()

    def _ask(self) -> None:
        self._ask_next()
        self._act()

    def _ask_next(self) -> None:
        if self.game.over:
            self.saying = None
            self.rewards = dict(self.margins(self.game))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = next(iter(self.game.waiting))
        self.saying = Saying(self.game, self.agent_selection, self.width)

    def render(self) -> str | None:
        """With `render_mode="ansi"`: who is asked what, and what he has said so far."""
        if self.render_mode != "ansi":
            return None
        if self.saying is None or self.game.decision is None:
            return f"over: {self.game.state.result}"
        decision = self.game.decision
        words = " ".join(map(str, self.saying.words))
        return f"{self.agent_selection} [{tell_rule(self.game, decision.rule)}] {decision.prompt}: {words} …"

    def close(self) -> None:
        """Nothing is held open."""


def env(name: str, *, width: int = WIDTH, render_mode: str | None = None, **kwargs: Any) -> Any:
    """The environment of a campaign or an exercise; the other keywords are those of `worldfire.new_game`."""

    def begin(seed: int) -> Game:
        return new_game(name, seed=seed, **kwargs)

    return wrappers.OrderEnforcingWrapper(Environment(begin, name, width=width, render_mode=render_mode))

"""A PettingZoo environment over the same decisions that people answer (extra `env`: `pip install worldfire[env]`).

`env("air-duel")` plays an exercise, `env("barbarossa")` a campaign; `Workers` plays many at a time in processes of their own.
docs/environment.md describes actions, observations and rewards.
"""

from worldfire.env.choosing import DeadEnd, Saying
from worldfire.env.environment import Environment, env
from worldfire.env.workers import Batch, Workers

__all__ = ["Batch", "DeadEnd", "Environment", "Saying", "Workers", "env"]

"""fa:13.5, 14 What the war does at home: production and its limits, and morale."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.titles.fa import conditional_surrender, gearing, home_front, morale_events, morale_step, production

MODULES: tuple[Module, ...] = (
    gearing.MODULE,  # 13.5.5.8
    production.MODULE,  # 13.5.5.3
    morale_events.MODULE,  # 14.1
    home_front.MODULE,
    morale_step.MODULE,  # 13.5.7
    conditional_surrender.MODULE,  # 14.3
)

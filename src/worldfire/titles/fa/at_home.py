"""fa:13.5, 14 What the war does at home: production and its limits, and morale."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.titles.fa import (
    common_pools,
    conditional_surrender,
    factories,
    gearing,
    home_front,
    lending,
    morale_events,
    morale_step,
    production,
    saved_points,
)

MODULES: tuple[Module, ...] = (
    lending.MODULE,  # 5
    saved_points.MODULE,  # 13.5.3
    common_pools.MODULE,  # 13.5.5.5, 22.1
    gearing.MODULE,  # 13.5.5.8
    production.MODULE,  # 13.5.5.3
    factories.MODULE,  # 21.1
    morale_events.MODULE,  # 14.1
    home_front.MODULE,
    morale_step.MODULE,  # 13.5.7
    conditional_surrender.MODULE,  # 14.3
)

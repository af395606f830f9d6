"""17 Vichy: how France is divided, how its southern half is run, and how that ends."""

from __future__ import annotations

from worldfire.engine.ruleset import Module
from worldfire.titles.wif.nations.vichy import collapse, creation, freeing, loyalty, running, units

MODULES: tuple[Module, ...] = (
    creation.MODULE,
    units.MODULE,
    running.MODULE,
    loyalty.MODULE,
    collapse.MODULE,
    freeing.MODULE,
)

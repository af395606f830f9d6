"""Option 6, Cruisers in Flames: light cruisers one a counter (22.14). So far their counters; what they add to naval combat
(11.5.8, 11.5.10) comes with it."""

from __future__ import annotations

from worldfire.engine.ruleset import Option

OPTION = Option(
    key="6",
    name="Cruisers in Flames",
    kit="CliF",
    requires=("5",),  # its cruisers are part of Ships in Flames
)

"""Where a figure comes from, best first."""

from __future__ import annotations

from enum import StrEnum


class Provenance(StrEnum):
    """The printed map, counters and charts are not ours; every figure says how we came by it."""

    ATTESTED = "attested"  # the rulebook states or forces it
    PUBLIC = "public"  # a public source states it
    RECALLED = "recalled"  # remembered by players; the source column says how surely
    HISTORICAL = "historical"  # from the order of battle or from geography
    CALIBRATED = "calibrated"  # tuned by computer play; the source column names the run
    FITTED = "fitted"  # filled so that it agrees with everything attested
    DERIVED = "derived"  # computed from other figures of ours

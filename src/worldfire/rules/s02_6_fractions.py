"""2.6 Fractions: exact until the end, then to the nearest whole number, halves up."""

from __future__ import annotations

from fractions import Fraction

from worldfire.engine.citations import rule


@rule("2.6")
def rounded(value: Fraction | int) -> int:
    """Nearest whole number; a half goes up, which for a negative number is towards 0."""
    return (2 * Fraction(value) + 1).__floor__() // 2


@rule("2.6")
def rounded_tenths(tenths: int) -> int:
    """The same for a value counted in tenths, as air-to-air strengths are."""
    return (tenths + 5) // 10

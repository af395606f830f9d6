"""A bar chart as SVG: enough to show a distribution, and no library."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from html import escape

_BAR, _GAP, _LEFT, _WIDE, _TOP = 22, 6, 190, 420, 44


def bar_chart(title: str, chances: Mapping[str, Fraction]) -> str:
    """One bar for each outcome, as long as it is likely."""
    height = _TOP + len(chances) * (_BAR + _GAP) + _GAP
    most = max(chances.values(), default=Fraction(1)) or Fraction(1)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDE + 80}" height="{height}" '
        'font-family="sans-serif" font-size="13">',
        f'<text x="8" y="24" font-size="16">{escape(title)}</text>',
    ]
    for place, (outcome, chance) in enumerate(chances.items()):
        y = _TOP + place * (_BAR + _GAP)
        length = float(chance / most) * _WIDE
        lines += [
            f'<text x="{_LEFT - 8}" y="{y + 16}" text-anchor="end">{escape(outcome)}</text>',
            f'<rect x="{_LEFT}" y="{y}" width="{length:.1f}" height="{_BAR}" fill="#b5482f"/>',
            f'<text x="{_LEFT + length + 6:.1f}" y="{y + 16}">{float(chance):.1%}</text>',
        ]
    return "\n".join([*lines, "</svg>"]) + "\n"

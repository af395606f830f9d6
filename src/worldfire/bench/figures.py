"""A measurement beside its bar, and what other engines do on the same core."""

from __future__ import annotations

import msgspec

#: seconds in each unit of time
SECONDS = {"s": 1.0, "ms": 1e-3}
#: the unit of a rate
RATE = "/s"
#: the unit of a rate that is already told as a part of a yardstick's
OF_CATANATRON = "× catanatron"


class Figure(msgspec.Struct, frozen=True):
    """One measurement. `bar` is what the design asks for; `more_is_better` says in which direction."""

    name: str
    value: float
    unit: str
    bar: float | None = None
    more_is_better: bool = False

    @property
    def shown(self) -> str:
        if isinstance(self.value, int):
            return f"{self.value:,} {self.unit}"
        return f"{self.value:,.0f} {self.unit}" if self.value >= 100 else f"{self.value:.3f} {self.unit}"

    @property
    def bar_shown(self) -> str:
        if self.bar is None:
            return "yardstick"
        return f"{'≥' if self.more_is_better else '≤'} {self.bar:,g} {self.unit}"

    @property
    def ratio_shown(self) -> str:
        return f"{self.value / self.bar:.2f}" if self.bar else ""

    @property
    def holds(self) -> bool:
        return self.bar is None or self.value == self.bar or (self.value > self.bar) == self.more_is_better

    @property
    def verdict(self) -> str:
        return "" if self.bar is None else "yes" if self.holds else "NO"


class Yardsticks(msgspec.Struct, frozen=True):
    """Random actions a second of engines that everybody can install; 0 where one is not there."""

    catanatron: float = 0.0
    chess: float = 0.0

    def ratio(self, figure: Figure, rate: float) -> float | None:
        """A figure that does not depend on the machine: a rate as a part of the yardstick's, a time in its actions."""
        if not rate:
            return None
        if figure.unit == RATE:
            return figure.value / rate
        if figure.unit == OF_CATANATRON:
            return figure.value * self.catanatron / rate
        if figure.unit in SECONDS:
            return figure.value * SECONDS[figure.unit] * rate
        return None

    def ratios(self, figure: Figure) -> dict[str, float | None]:
        return {"catanatron": self.ratio(figure, self.catanatron), "chess": self.ratio(figure, self.chess)}

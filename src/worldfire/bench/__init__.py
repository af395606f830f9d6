"""Measuring the engine on one core, with OpenSpiel's chess and catanatron beside it as yardsticks."""

from worldfire.bench.figures import Figure, Yardsticks
from worldfire.bench.measuring import Measured, measure

__all__ = ["Figure", "Measured", "Yardsticks", "measure"]

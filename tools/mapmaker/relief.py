"""Heights and climate of a hex as the terrain that is printed on it."""

from __future__ import annotations

import numpy as np

from tools.mapmaker.classify import DESERT, RAINFOREST, SAVANNA, TAIGA


def fine_mountain(heights: np.ndarray) -> bool:
    """In hexes of some 80 km."""
    low, high = np.percentile(heights, (10, 90))
    return bool(high - low > 620 and high > 850)


def coarse_mountain(heights: np.ndarray) -> bool:
    """In hexes of some 600 km."""
    low, high = np.percentile(heights, (10, 90))
    return bool(high - low > 1300 or heights.mean() > 2200)


def cover(mountain: bool, climate: np.ndarray, lon: float, lat: float, *, european: bool) -> str:
    """What grows on the hex; Europe has no jungle, and woods in its north where the climate alone would not tell."""
    desert = np.isin(climate, DESERT).mean() > 0.5
    if mountain:
        return "desert mountain" if desert else "mountain"
    if desert:
        return "desert"
    monsoon_forest = 92 < lon < 112 and lat < 24 and np.isin(climate, (*RAINFOREST, *SAVANNA)).mean() > 0.5
    if not european and (np.isin(climate, RAINFOREST).mean() > 0.5 or monsoon_forest):
        return "jungle"
    northern = european and lat > 55.3 and lon > 21 and (round(lon * 3) + round(lat * 5)) % 3 != 0
    if np.isin(climate, TAIGA).mean() > 0.5 or northern:
        return "forest"
    return "clear"

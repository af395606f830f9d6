"""15 Politics: flags on a track between two sides, and what political points buy (fa:15)."""

"""Counters and where they are now: things, places, who is who, and the participants of missions and combats."""

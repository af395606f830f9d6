"""A small game that is none of the family: the proof that the engine knows no rule."""

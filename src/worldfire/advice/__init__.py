"""Odds, routing, default set-ups, explanations: proposals, never rulings."""

"""Optional rules of Fatal Alliances, one module each, by their numbers in its book."""

"""Computer players: each picks an action from what its seat may see."""

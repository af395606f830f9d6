"""15.4 Political events: each may happen once in a game. `calling` asks for them, every other module is one or two of them."""

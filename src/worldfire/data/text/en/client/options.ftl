# Optional rules: where a game is set up, and in the help of a game.

option-always = always used
option-excludes = not with { $options }
option-in-use = Optional rules in use
option-list = Optional rules
option-none = none chosen
option-parts = Parts of { $name }
option-requires = needs { $options }
option-title = { $number } · { $name }

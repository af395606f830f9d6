# What the server says about games and their log.

stay-where-it-is = stays
verb-begin = the game begins
verb-undo = takes back
verb-propose-undo = proposes to go back
verb-agree-undo = agrees to go back
verb-add-chance = adds to the dice that lie ready
verb-fresh-dice = fresh dice come into force, and what the old ones came from is revealed
verb-upgrade = the game goes on under newer rules
verb-secret-choice = makes a secret choice

player-random = Any legal action; good for trying things out.
player-default = Sets up and produces with sense, and otherwise does any legal action.
player-cadet = Plays with a plan: attacks where the odds are good and keeps its front together.

# What the server says about games and their log.

stay-where-it-is = stays
verb-begin = the game begins
verb-undo = takes a choice back
verb-propose-undo = proposes to go back
verb-agree-undo = agrees to go back
verb-add-chance = adds chance of its own to the coming dice
verb-fresh-dice = new dice are sealed, and the secret of the old ones is revealed
verb-upgrade = the game continues under newer rules
verb-secret-choice = makes a secret choice

player-random = Takes any legal action; good for trying things out.
player-default = Sets up and produces sensibly, and otherwise takes any legal action.
player-cadet = Plays to a plan: attacks where the odds are good and keeps its front together.

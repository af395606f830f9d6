# What the kernel itself says: nouns that do not fit, rolls, undo.

noun-not-wanted = This choice takes no details.
noun-not-offered = That is not among the choices.
noun-not-a-set = Name each item only once.
noun-wrong-number = That is too few or too many.
noun-not-an-order = Name every member of each line exactly once, from front to back.
noun-not-an-assignment = Every item needs one of the choices offered for it.
noun-not-amounts = Every item needs a number.
noun-not-a-path = The path must go from neighbour to neighbour.
noun-not-a-watch = A watch is a kind of reaction and never, mine, always or a list of places.
noun-not-a-consent = Consent names another seat, what it is for, and yes, once, ask or no.
verb-not-offered = “{ $verb }” is not one of the choices now.
not-your-choice = { $seat } has nothing to decide now.
announcement-out-of-scope = “{ $verb }” is only possible while its procedure is under way.
game-over = The game is over.
dice-already-rerolled = Dice cannot be re-rolled twice.
dice-already-modified = Dice cannot be modified twice.

verb-done = done
verb-pass = let it pass
verb-watch = choose which reactions you want to be asked about
verb-consent = tell an ally what he may do with your units

event-Rolled = { $by } rolls { $dice }.
event-Drawn = { $by } draws { $things }.
event-TieBroken = The allies cannot agree; { $winner } wins the roll and chooses.

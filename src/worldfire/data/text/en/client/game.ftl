bar-all = whole turn
bar-exercise = Exercise
bar-impulse = Impulse { $number }
bar-less = less
bar-over = The game is over
bar-past = Viewing an earlier position
bar-sequence = Sequence of play
bar-waits = Waiting for { $seats }
bar-weather = Weather
bar-wins = How this campaign is won
bar-yours = Your choice, { $seat }

briefing-begin = Begin
briefing-click = Click a stack, then where it goes. Blue hexes and blue frames show what you can do.
briefing-page = How to play here
briefing-rest = Stuck? “Suggest” proposes a move, and “Do the rest for me” finishes the step.
briefing-tour = Show me around first
briefing-undo = Undo takes back anything the dice have not decided.
briefing-wins = What wins
briefing-you = You play { $seat } ({ $side })

chat-all = to everybody
chat-present = Here now: { $seats }
chat-send = Send
chat-side = to my side
chat-text = Say something
chat-to = To whom
chat-unheard = new

delegate-about = The computer will play on for you, dice and all. That cannot be taken back.
delegate-ask = Do the rest for me…
delegate-impulse = The rest of my impulse
delegate-running = The computer is playing for you.
delegate-step = The rest of this step
delegate-stop = Stop: I’ll take over

dialog-close = Close

dice-drawn = drawn by chance

doubt-anyway = Do it anyway
doubt-back = Not yet

error-offline = The server does not answer. Trying again …

film-away = { $count ->
    [one] While you were away: 1 new entry.
   *[other] While you were away: { $count } new entries.
}
film-back = One step back
film-chapter = Chapter
film-chapters = Chapters
film-close = To the present
film-forward = One step on
film-label = Film
film-pause = Pause
film-play = Play
film-progress = How much has been shown
film-skip = Skip
film-speed = Speed
film-sum = { $marches ->
    [one] 1 march
   *[other] { $marches } marches
}, { $battles ->
    [one] 1 battle
   *[other] { $battles } battles
}, { $flights ->
    [one] 1 event
   *[other] { $flights } events
} in the air.
film-summary = What the others did
film-watch = Watch
film-watching = Watching what the others do

game-failed = This game cannot be opened
game-fold = hide this side »
game-front = Front page
game-offline = The connection is lost; trying again…
game-opening = Unfolding the map…
game-panels = Staff
game-question = ↑ Question
game-side = Decision and staff
game-unfold = « show
game-waits = Waiting for { $seats }

help-keys = Keys
help-tour = Show the tour again

keys-arrows = on the map: move the cursor from hex to hex
keys-decision = go to the decision
keys-enter = on the map: the same as a click
keys-escape = drop what you were preparing
keys-fit = on the map: show all of it
keys-map = go to the map
keys-undo = undo, where the rules let you
keys-zoom = on the map: closer, farther

panel-charts = Charts
panel-chat = Chat
panel-finder = Units
panel-help = Help
panel-hex = Hex
panel-loading = Fetching…
panel-log = Log
panel-objectives = What wins
panel-orders = Orders
panel-pools = Production
panel-replay = Replay
panel-seats = Seats
panel-statistics = Statistics

replay-back = Back
replay-entry = Entry { $entry } of { $last }
replay-export = Export the game as you know it
replay-export-whole = Export the whole game, to be brought in again
replay-eyes = As seen by
replay-keep = Keep and check
replay-now = To the present
replay-on = On
replay-pause = Pause
replay-run = Play
replay-spectator = a spectator
replay-verify = Verify the dice
replay-cannot-check = This page can check the dice itself only over https.
replay-checked = This page has checked the dice itself: { $right ->
    [one] 1 roll is right
   *[other] { $right } rolls are right
}, { $sealed ->
    [0] and nothing is still secret.
    [one] 1 depends on a secret that is not revealed yet.
   *[other] { $sealed } depend on secrets that are not revealed yet.
}
replay-checked-wrong = This page has checked the dice itself: { $wrong ->
    [one] 1 roll is WRONG
   *[other] { $wrong } rolls are WRONG
}, { $right } are right, { $sealed } are not revealed yet.
replay-verify-about = Before each turn the server commits itself to a secret, and every player’s page adds to it. This plays the whole game again, checks every action, and checks each roll against the secrets that are revealed by now.
replay-verifying = Replaying every roll…

rule-above = Told with section { $rule }. In our own words; your rulebook has the rule itself.
rule-ask = Rule { $rule }: what does it say?
rule-own = In our own words; your rulebook has the rule itself.

seats-audit = What the host did
seats-computer = computer: { $name }
seats-do-leave = Leave { $seat }
seats-do-replace = Replace { $seat }
seats-due = must act
seats-friend = a friend (by a new link)
seats-go-on = Go on as { $seat }
seats-here = here now
seats-invite = Fill this seat…
seats-leave = Leave this seat…
seats-mine = Your seats:
seats-open = nobody yet
seats-powers = plays { $powers }
seats-replace = Put a substitute here…
seats-substitute = Who takes it over
seats-you = you

tour-1 = The bar above says where the turn stands and whose choice it is. On the right the decision is put to you as a sentence, with its rule.
tour-2 = Units that can act have a blue frame. Click one to see where it can go and at what cost; click the goal and it goes there.
tour-3 = A hex that is not allowed tells you why, with the rule. Whatever the dice have not decided can be undone.
tour-4 = Drag to move the map, turn the wheel to zoom. The buttons at the left change the size of the counters and show layers: control, supply, zones of control.
tour-5 = “Suggest” proposes an answer, “Undo” takes back what the dice have not sealed. Everything also works from the keyboard: see Help.
tour-back = Back
tour-done = Begin
tour-next = Next
tour-skip = Skip the tour
tour-title = Your first game

what-if-about = Try things out in a private game imagined from what you know: you play every side, and the real game is not touched.
what-if-anew = Imagine anew
what-if-back = Back to the real game
what-if-gone = The real game has gone on by { $count } since.
what-if-label = What if
what-if-more = What is hidden, and every die, is made up. It is kept for two weeks after your last move.
what-if-open = What if…
what-if-text = Imagined from what { $seat } may know. You play every side; the real game is not touched.

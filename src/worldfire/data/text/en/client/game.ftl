bar-all = whole turn
bar-exercise = Exercise
bar-impulse = Impulse { $number }
bar-less = less
bar-over = The game is over
bar-past = Viewing an earlier position
bar-sequence = Sequence of play
bar-waits = Waiting for { $seats }
bar-weather = Weather
bar-wins = How to win this campaign
bar-yours = Your turn, { $seat }

briefing-begin = Begin
briefing-click = Click a stack, then the hex it should go to. Blue frames and blue hexes show what you can do.
briefing-first = How it begins
briefing-length = How long it takes
briefing-objectives = The objective cities are counted at the end of the last turn.
briefing-page = How to play here
briefing-rest = Stuck? “Suggest” proposes a move, and “Do the rest for me” finishes the step.
briefing-tour = Show me around first
briefing-undo = Undo takes back anything the dice have not decided.
briefing-wins = What wins
briefing-you = You play { $seat } ({ $side })

chat-all = to everyone
chat-present = Here now: { $seats }
chat-send = Send
chat-side = to my side
chat-text = Write a message
chat-to = To
chat-unheard = new

delegate-about = The computer will play for you, dice and all. This cannot be undone.
delegate-ask = Do the rest for me…
delegate-impulse = The rest of my impulse
delegate-running = The computer is playing for you.
delegate-step = The rest of this step
delegate-stop = Stop: I’ll take over

dialog-close = Close

dice-drawn = drawn at random

doubt-anyway = Do it anyway
doubt-back = Not yet

error-busy = The server is busy. Trying again …
error-offline = The server does not answer. Trying again …

film-away = { $count ->
    [one] While you were away: 1 new entry.
   *[other] While you were away: { $count } new entries.
}
film-back = One step back
film-chapter = Chapter
film-chapters = Chapters
film-close = To the present
film-forward = One step forward
film-label = Film
film-pause = Pause
film-play = Play
film-progress = How much of it you have seen
film-skip = Skip
film-speed = Speed
film-sum = { $marches ->
    [one] 1 march
   *[other] { $marches } marches
}, { $battles ->
    [one] 1 battle
   *[other] { $battles } battles
}, { $flights ->
    [one] 1 air event
   *[other] { $flights } air events
}.
film-summary = What the others did
film-voyages = { $voyages ->
    [one] 1 voyage,
   *[other] { $voyages } voyages,
}
film-watch = Watch
film-watching = Watching the other players’ moves

game-failed = This game cannot be opened
game-fold = hide panel »
game-front = Front page
game-offline = Connection lost. Trying again …
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
keys-enter = on the map: same as a click
keys-escape = cancel what you were preparing
keys-fit = on the map: show the whole map
keys-map = go to the map
keys-undo = undo, where the rules allow
keys-zoom = on the map: zoom in, zoom out

panel-charts = Charts
panel-chat = Chat
panel-finder = Units
panel-help = Help
panel-hex = Hex
panel-loading = Loading…
panel-log = Log
panel-objectives = What wins
panel-orders = Orders
panel-pools = Production
panel-replay = Replay
panel-sea = Sea
panel-seats = Seats
panel-statistics = Statistics

replay-back = Back
replay-entry = Entry { $entry } of { $last }
replay-export = Export the game as you know it
replay-export-whole = Export the whole game, to import it again
replay-eyes = As seen by
replay-keep = Export and check
replay-now = To the present
replay-on = Forward
replay-pause = Pause
replay-run = Play
replay-spectator = a spectator
replay-verify = Check the dice
replay-cannot-check = This page can only check the dice itself over https.
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
replay-verify-about = Before each turn the server commits itself to a secret, and every player’s page adds to it. This replays the whole game, checks every action, and checks each roll against the secrets revealed so far.
replay-verifying = Replaying every roll…

rule-above = From section { $rule }. In our own words; the rule itself is in your rulebook.
rule-ask = Rule { $rule }: what does it say?
rule-own = In our own words; the rule itself is in your rulebook.

seats-computer = computer: { $name }
seats-do-leave = Leave { $seat }
seats-do-replace = Replace { $seat }
seats-due = to move
seats-friend = a friend (by a new link)
seats-go-on = Continue as { $seat }
seats-here = here now
seats-invite = Fill this seat…
seats-leave = Hand over or leave this seat…
seats-mine = Your seats:
seats-open = nobody yet
seats-powers = plays { $powers }
seats-replace = Replace this player…
seats-substitute = Who takes over?
seats-you = you

tour-1 = The bar at the top shows where you are in the turn and whose turn it is to choose. The panel on the right asks what you want to do, and names the rule.
tour-2 = Units that can act have a blue frame. Click one to see where it can go and what that costs; then click the hex you want.
tour-3 = If a hex is not allowed, the game says why and names the rule. You can undo anything the dice have not decided.
tour-4 = Drag to move the map and use the wheel to zoom. The buttons on the left change the size of the counters and show layers: control, supply, zones of control.
tour-5 = “Suggest” proposes an answer and “Undo” takes a choice back. Everything also works from the keyboard: see Help.
tour-back = Back
tour-done = Begin
tour-next = Next
tour-skip = Skip the tour
tour-title = Your first game

what-if-about = Try things out in a private copy of the game, made up from what you know: you play every side, and the real game is not touched.
what-if-anew = Make a new copy
what-if-back = Back to the real game
what-if-gone = The real game has moved on by { $count ->
    [one] 1 entry
   *[other] { $count } entries
} since.
what-if-label = What if
what-if-more = Hidden units and all dice are made up. Your copy is kept for two weeks after your last move.
what-if-open = What if…
what-if-text = Made up from what { $seat } can know. You play every side; the real game is not touched.

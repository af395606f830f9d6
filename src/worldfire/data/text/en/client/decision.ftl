attack-all = Attack with every unit that can
attack-attackers = Who attacks
attack-call-off = Call this attack off
attack-count = { $count } in
attack-declare = { $count ->
    [one] Declare 1 attack and go on
   *[other] Declare { $count } attacks and go on
}
attack-defenders = Who defends
attack-hint = Click an enemy hex, here or on the map: every unit that can attack it goes in. Take units out or add others as you like.
attack-nobody = Attack nobody
attack-none = No attack is declared yet.

decision-confirm = Confirm: { $verb }
decision-confirm-one = Confirm
decision-default = Use the default placement
decision-fill = Place the rest by default
decision-help = What does this mean?
decision-less = Hide
decision-over = The game is over
decision-past = Viewing an earlier position
decision-past-about = Return to the present to go on playing.
decision-remember = Don’t ask again this turn
decision-suggest = Suggest
decision-undo = Undo
decision-verbs = What to do
decision-waiting = The others are choosing
decision-watching = You are watching

editor-all = As many as allowed
editor-amount = How many: { $name }
editor-amounts = { $total } chosen, between { $least } and { $most }
editor-as = { $name } can go there in several ways:
editor-assigned = Every unit has its place. Click one to change it.
editor-back = One step back
editor-choose = Choose for { $name }
editor-down = { $name } down
editor-forecast = { $turns ->
    [0] cost { $cost }
    [one] cost { $cost }, arrives in 1 turn
   *[other] cost { $cost }, arrives in { $turns } turns
}
editor-less = One less: { $name }
editor-more = One more: { $name }
editor-one = Click it on the map, or pick it here.
editor-onward = Where to next
editor-open = { $total ->
    [one] Click a hex for the marked one.
   *[other] { $count } of { $total } still have no place. Click a hex for the marked one.
}
editor-order = First comes first; move them with the arrows.
editor-path = Click hex after hex.
editor-raw = Written as JSON ({ $shape })
editor-send = { $count } sent, at most { $most }. Pick a unit, then where it goes.
editor-set = { $chosen } chosen, between { $least } and { $most }
editor-to = Where { $name } goes
editor-up = { $name } up

filter-more = { $count } more: narrow the search
filter-search = Search

move-asking = Looking how far they come…
move-click = { $count ->
    [one] 1 hex can be reached: click it on the map.
   *[other] { $count } hexes can be reached: click one on the map.
}
move-from = In { $hex }
move-list = Or pick the goal here
move-other = Another stack
move-overrun = overrun
move-pick = { $count ->
    [one] 1 stack can move: click it on the map, or pick it here.
   *[other] { $count } stacks can move: click one on the map, or pick it here.
}
move-to = To { $hex }, cost { $cost }
move-to-free = To { $hex }

orders-about = While the opponent moves, these answer for you, so that the game need not wait.
orders-always = always
orders-ask = ask me
orders-at-odds = if the odds are good
orders-give = Give these orders
orders-given = The orders stand.
orders-interception = Intercept enemy missions
orders-mine = if it concerns my units
orders-never = never
orders-patrol = Fly combat air patrols
orders-re-roll = Demand a re-roll of the initiative
orders-reactions = Other reactions: ask
orders-support = Fly ground support in defence
orders-tenths = Enough is: our strength for each ten of the enemy's
orders-watching = Spectators give no orders.

plan-accept = Accept all ({ $count })
plan-hint = This is what the computer proposes. Change any of it here or on the map, then accept.
plan-nobody = nobody
plan-one-by-one = Ask me one by one
plan-title = { $count ->
    [one] 1 routine choice
   *[other] { $count } routine choices
}

rail-hint = Pick what goes by rail, then the station it goes to.

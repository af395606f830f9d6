attack-all = Attack with every unit that can
attack-attackers = Who attacks
attack-call-off = Call off this attack
attack-count = { $count } in
attack-declare = { $count ->
    [one] Declare 1 attack
   *[other] Declare { $count } attacks
}
attack-defenders = Who defends
attack-hint = Click an enemy hex, here or on the map, and every unit that can attack it joins in. Then add units or take them out as you like.
attack-nobody = Make no attack
attack-none = No attacks declared yet.

decision-confirm = Confirm: { $verb }
decision-confirm-none = Confirm: none
decision-confirm-one = Confirm
decision-default = Use the default placement
decision-fill = Place the rest by default
decision-help = What does this mean?
decision-joint = Your allies are asked too. If you do not all choose the same, the rules say whose choice counts.
decision-less = Hide
decision-over = The game is over
decision-past = Viewing an earlier position
decision-past-about = Return to the present to go on playing.
decision-remember = Don’t ask again this turn
decision-show = Show it on the map
decision-suggest = Suggest
decision-suggested = The computer would choose: { $choice }.
decision-suggested-none = The computer would choose none of them.
decision-undo = Undo
decision-verb-of = { $verb } …
decision-verbs = What to do
decision-waiting = The other players are choosing
decision-watching = You are watching

editor-all = As many as allowed
editor-amount = How many: { $name }
editor-amounts = { $least ->
    [0] { $total } chosen, at most { $most }
   *[other] { $total } chosen, between { $least } and { $most }
}
editor-as = { $name } can go there in several ways:
editor-assigned = Every unit has its place. Click one to change it.
editor-back = One step back
editor-choose = Choose for { $name }
editor-down = { $name } down
editor-extended = Offer extended range to near hexes too (half factors, twice the way back)
editor-forecast = { $turns ->
    [0] cost { $cost }
    [one] cost { $cost }, arrives in 1 turn
   *[other] cost { $cost }, arrives in { $turns } turns
}
editor-less = One less: { $name }
editor-more = One more: { $name }
editor-one = Click it on the map, or pick it here.
editor-priced = Spent: { $price } of { $budget } points
editor-prices = 1, 2, 3 … of the same cost { $prices } points.
editor-set-map = Click hexes on the map. The list has places with a name and what you have picked.
editor-weighty = Pick one to see what it brings, then confirm.
editor-weighty-map = Pick one, here or on the map, to see what it brings. Nothing happens until you confirm.
editor-onward = Where to next?
editor-open = { $total ->
    [one] Click a hex for the marked unit.
   *[other] { $count } of { $total } still need a place. Click a hex for the marked one.
}
editor-open-choice = { $count ->
    [one] One choice is still missing.
   *[other] { $count } choices are still missing.
}
editor-order = The first in the list is in front. Move them with the arrows.
editor-path = Click one hex after another.
editor-raw = As JSON ({ $shape })
editor-send = { $count } sent, at most { $most }. Pick a unit, then its target.
editor-set = { $least ->
    [0] { $chosen } chosen, at most { $most }
   *[other] { $chosen } chosen, between { $least } and { $most }
}
editor-set-exactly = { $chosen } of { $most } chosen
editor-to = Where does { $name } go?
editor-up = { $name } up

filter-more = { $count } more: narrow your search
filter-search = Search

move-asking = Finding where they can go…
move-click = { $count ->
    [one] 1 hex can be reached: click it on the map.
   *[other] { $count } hexes can be reached: click one on the map.
}
move-from = In { $hex }
move-list = Or pick a destination here
move-other = Another stack
move-overrun = overrun
move-pick = { $count ->
    [one] 1 stack can move: click it on the map, or pick it here.
   *[other] { $count } stacks can move: click one on the map, or pick it here.
}
move-to = To { $hex }, cost { $cost }
move-to-free = To { $hex }

orders-about = While your opponent moves, these orders answer for you, so that the game need not wait.
orders-always = always
orders-areas = in these sea areas
orders-ask = ask me
orders-at-odds = if the odds are good
orders-commit = always take part
orders-give = Save orders
orders-given = Orders saved.
orders-hold = stay out
orders-interception = Intercept enemy missions
orders-mine = if my units are involved
orders-naval-air = Naval combat, aircraft that could fly in: ask me
orders-never = never
orders-patrol = Fly combat air patrols
orders-re-roll = Demand an initiative re-roll
orders-reactions = Other reactions: ask me
orders-sea-interception = Enemy ships pass my sea areas: ask me
orders-submarines = Submarines
orders-support = Fly ground support in defence
orders-tenths = Good odds: our strength for every ten of the enemy’s
orders-watching = Spectators cannot give orders.
orders-which-areas = Ask me in these sea areas

plan-accept = { $count ->
    [one] Accept
   *[other] Accept all ({ $count })
}
plan-hint = This is what the computer suggests. Change anything here or on the map, then accept.
plan-nobody = nobody
plan-one-by-one = Ask me one at a time
plan-title = { $count ->
    [one] 1 routine choice
   *[other] { $count } routine choices
}

rail-hint = Pick what moves by rail, then its destination.

sea-about = Click a sea area or a section of its sea-box on the map, or choose one here.
sea-aboard = aboard: { $units }
sea-adjacent = Adjacent sea areas
sea-all = Sea areas with units
sea-choose = Sea area
sea-convoys = { $points ->
    [one] 1 convoy point of { $power }
   *[other] { $points } convoy points of { $power }
}
sea-damaged = damaged
sea-empty = nobody
sea-face-down = face-down
sea-no-planes = no planes
sea-search = search number { $number }
sea-section = { $sea }, section { $section }
sea-section-alone = Section { $section }
sea-squadron = { $side }: { $units }
sea-weather = Weather: { $weather }

sail-cargo = { $ship } takes aboard
sail-disband = Disband { $name }
sail-guest = asked first
sail-force = { $name } ({ $able } of { $all })
sail-forces = Your task forces
sail-form = Form a task force
sail-found = Found on the way if everybody tries: { $percent }
sail-left = { $steps ->
    [one] 1 step
   *[other] { $steps } steps
}; { $movement ->
    [one] 1 movement point
   *[other] { $movement } movement points
} and a range of { $range } are left.
sail-moves = Naval moves used: { $moves }
sail-name = Name of a task force
sail-nobody-can = { $count ->
    [one] 1 enemy unit, but it cannot intercept.
   *[other] { $count } enemy units, but none of them can intercept.
}
sail-nothing = nothing
sail-other = Other units
sail-part = Choose who goes no further, and where they stop. The others sail on.
sail-pick = Choose a port or a sea-box section: your ships can sail from { $count ->
    [one] one place
   *[other] { $count } places
}.
sail-port = To a port
sail-risk = { $who } could intercept with { $count ->
    [one] 1 unit
   *[other] { $count } units
}: a roll of { $number } or less finds you.
sail-risk-submarines = ({ $number } or less without submarines.)
sail-safe = Nobody can intercept you on this way.
sail-sea = To a sea area
sail-section = Section
sail-straight = Go straight there
sail-too-far = Too far for one move of any of your ships: { $sea }.
sail-via = Take another way
sail-via-choose = Go through
sail-via-now = The way leads through { $way }.
sail-where = Choose on the map or here: { $seas } sea areas and { $ports } ports are in reach. Hold Shift and click a sea area to go through it.

naval-a = abort
naval-aborted = aborted
naval-aborts = Aborts
naval-active = active side
naval-any-sunk = Any ship sunk
naval-buy-avoid = avoid the combat
naval-buy-column = raise your column by one, or lower theirs
naval-buy-target = select a target
naval-buy-type = choose the type of combat
naval-buy-value = shift the air-to-air value by one
naval-chooser = The { $side } choose the target.
naval-column = Column
naval-d = damage
naval-damaged = Damaged
naval-even = Nobody has any to spend.
naval-factor-sum = Sum
naval-factors = Factors of those included
naval-fold = Battle board
naval-found = found
naval-found-at = takes part on { $number } or less
naval-half = half an abort
naval-hit = { $inflicted }, rolled { $die }: { $suffered }
naval-hit-certain = { $inflicted }: { $suffered }
naval-hunters = { $side }: who could intercept
naval-intercepted = intercepted by the { $side }
naval-interception = Interception
naval-modifier = The weather adds { $modifier } to the die.
naval-mover = A task force of the { $side } enters the sea area.
naval-mover-home = A task force of the { $side } returns to base through the sea area.
naval-moving = under way
naval-needed = A roll of { $number } or less finds it: { $percent }.
naval-needed-without = Without submarines: { $number } or less.
naval-next = The next result: { $result }.
naval-not-rolled = has not searched yet
naval-odds = What this round may bring
naval-odds-none = It cannot be flown like this.
naval-odds-port = What this port attack may bring
naval-odds-about = Means of { $trials } rounds fought out by the computer for each type, with their standard errors. Both sides fight plainly: submarines take part, nobody flies in, avoids or leaves the combat, surprise points shift columns. Five convoy points count as a ship.
naval-planes = Aircraft lost
naval-points = Surprise points
naval-reckon = Work it out
naval-reckoning = Working it out…
naval-rich = The { $side } may spend { $points }.
naval-rolled = search roll { $die }
naval-rolled-as = (counts as { $roll })
naval-round = Round { $round }
naval-row-air = air-to-sea
naval-row-asw = anti-submarine
naval-row-flak = anti-aircraft
naval-row-sub = submarines
naval-row-surface = surface
naval-shaken = half an abort
naval-ships = { $ships ->
    [one] The enemy aims at 1 ship.
   *[other] The enemy aims at { $ships } ships.
}
naval-side = Side
naval-step-commit = Submarines
naval-step-fight = Combat
naval-step-fly = Aircraft fly in
naval-step-leave = Aborts
naval-step-points = Surprise points
naval-step-search = Search
naval-step-type = Type of combat
naval-steps = Steps of the round
naval-subs-in = submarines take part
naval-subs-out = submarines stay out
naval-suffers = The { $side } suffer
naval-sunk = Sunk
naval-surprise = { $first } { $one }, { $second } { $two }.
naval-target = Target: { $target }.
naval-title = Naval combat: { $sea }
naval-toll = Results so far
naval-totals = Lost so far: { $sunk } sunk, { $damaged } damaged, { $aborted } aborted
naval-type = Type
naval-type-air = naval air combat
naval-type-open = type not chosen yet
naval-type-submarine = submarine combat
naval-type-surface = surface combat
naval-weather = Weather: { $weather }
naval-x = sunk

naval-bound = It was bound for { $way }.
naval-port-attack = Port attack on { $port }
naval-purse = Left: { $movement ->
    [one] 1 movement point
   *[other] { $movement } movement points
}, a range of { $range }.
naval-voyage = Task force under way

editor-must-return = must return

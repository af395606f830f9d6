# At the table: reasons in a player's words, warnings, cards, what wins.

too-far = Too far: needs { $needed } movement points, has { $has }.
no-land-way = No way on land to { $place } is open to these units.
no-way-through-zocs = Every route to { $place } runs through enemy zones of control, where units must stop.

# Warnings before mistakes
idle-move = { $count ->
    [one] 1 land unit can still move
   *[other] { $count } land units can still move
}{ $headquarters ->
    [0] .
    [one] , among them an HQ.
   *[other] , among them { $headquarters } HQs.
}
idle-declare-attacks = { $count ->
    [one] 1 unit could attack and does not.
   *[other] { $count } units could attack and do not.
}
idle-rebase = { $count ->
    [one] 1 aircraft can still rebase.
   *[other] { $count } aircraft can still rebase.
}
idle-reorganise = { $count ->
    [one] 1 unit could still be reorganised.
   *[other] { $count } units could still be reorganised.
}
overstacked-then = { $place } will hold too many units: if they stay there until the end of the step, some are destroyed.
cannot-come-back = { $units } would have nowhere to land.
out-of-supply-then = { $count ->
    [one] { $units } will be out of supply.
   *[other] { $count } units will be out of supply: { $units }.
}
another-choice-feeds = This leaves { $count ->
    [one] 1 unit
   *[other] { $count } units
} without supply: { $units }. { $home ->
    [None] Another choice
   *[other] Choosing { $home }
} would supply them.

# Cards
card-any = { $what } without limit
card-most = { $what }: { $most }
card-none = no { $what }
card-action-pass = Do nothing this impulse. It brings the end of the turn closer.
card-action-naval = The fleet’s turn: ships sail and fight.
card-action-air = The air force’s turn: many missions, little on the ground.
card-action-land = The army’s turn: march, attack and support it from the air.
card-action-combined = A little of everything, with a limit on each.
card-table-assault = Assault: heavier losses on both sides, but it takes strong ground.
card-table-blitzkrieg = Blitzkrieg: fewer losses, and the defenders are more often driven off.
card-hex-cleared = { $percent } % to clear the hex
card-losses = expected losses: { $own } of yours, { $theirs } of theirs
card-align-hungary = Its railways are the shortest way to Rumania.
card-align-finland = Opens a front towards Leningrad and Murmansk.
limit-air-missions = air missions
limit-naval-moves = naval moves
limit-naval-combats = naval combats
limit-rail-moves = rail moves
limit-land-moves = land moves
limit-land-attacks = land attacks

# What a mission may bring
chance-strike = { $percent } % to be turned face-down
chance-bombing = { $factors } factors: { $points } production points lost on average

# What wins
standing-turn = turn { $turn } of { $turns }
standing-score = { $side } { $held } of { $needed } cities, { $clock }
standing-points = { $side } { $held } of { $needed } points, { $clock }
standing-objectives = { $side }: { $held } objectives, { $needed } needed, { $clock }
standing-exercise = Exercise from { $campaign }

# Dice
dice-at-most = needs { $most } or less

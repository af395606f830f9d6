# At the table: reasons in a player's words, warnings, cards, what wins.

too-far = Too far: needs { $needed } movement points, has { $has }.
no-land-way = There is no land route to { $place }.
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
standing-exercise = Exercise from { $campaign }
campaign-of-exercise = This is an exercise. It ends when its last step has been played, and nobody wins it. In the campaign itself: { $how }
campaign-by-objectives = At the end of the last turn each player counts the objective cities that their powers control, minus what they bid; the highest total wins.
campaign-by-score = The { $side } win if they hold { $needed } of the cities that count at the end of the last turn; otherwise the other side wins.
campaign-by-points = The { $side } win if they have { $needed } points at the end of the last turn; otherwise the other side wins.
campaign-barbarossa-quick = June 1941, two players, five turns. The computer takes the other side and both armies are already set up, so you can start at once.
campaign-barbarossa-quick-axis = Strike first and race the winter
campaign-barbarossa-quick-allies = Hold, trade space for time, strike back
campaign-guadalcanal-quick-axis = Three points more before America’s strength arrives
campaign-guadalcanal-quick-allies = Hold the islands, keep the sea lanes, sink the carriers
campaign-guadalcanal-quick = May 1942, the Pacific, five turns. The computer takes the other seats, and fleets, garrisons and convoys are already where they belong.
campaign-barbarossa-story = 22 June 1941. Three German army groups stand on the border of the Soviet Union, from the Baltic to the Black Sea. The Red Army is surprised, spread out, and unprepared; winter is five months away.
campaign-barbarossa-how = Germany wins if the Axis hold { $needed } Soviet cities at the end of the fifth turn (January and February 1942). Every city counts as one, however large. With fewer, the Soviet Union has survived and wins.
campaign-barbarossa-axis = Your first goal is Brest-Litovsk, just across the border: it does not count itself, but the road to Minsk and Smolensk runs through it. Choose a land action; if nobody defends the city, march in, and otherwise attack it with every unit that can. After that, break through in the first two turns, while the weather is fine. Overrun weak stacks with armour, encircle the rest so that they are out of supply, and keep your headquarters close behind. Most cities lie in the Ukraine and in front of Moscow. From September rain and snow cost you aircraft, supply and movement.
campaign-barbarossa-allies = You cannot hold the border. Fall back to rivers, forests and cities, keep a line without gaps, and never leave units where they can be surrounded. Rail your factories east before they are lost. In winter, counter-attack: retaken cities count.
campaign-barbarossa-first = Germany moves first and declares war. The first impulse is a surprise: ground strikes are twice as likely to succeed.
campaign-guadalcanal-story = May 1942. In five months Japan has taken everything from Burma to the Gilbert Islands. Its carriers have not lost a battle; those of the United States are at sea as well, and Australia hangs on a chain of convoys across the South Pacific.
campaign-guadalcanal-how = Japan wins if it has { $needed } points at the end of the fifth turn (January and February 1943). It begins with 10. Twenty-five places count, most of them as one point: Pearl Harbor, Truk and Colombo as three. Every carrier that the other side has lost counts as one, less those that Japan has lost.
campaign-guadalcanal-axis = Three points more are enough: Port Moresby, Milne Bay and Guadalcanal, or Midway and two carriers. Bring your carriers together, cover every invasion with ships in a high section of the same sea area, and keep convoys and transports where nobody can reach them. Time is on the other side.
campaign-guadalcanal-allies = Hold what you have. Garrison the places that count before the invasion comes, keep your chain of convoys to Noumea and Australia whole, and fight with your carriers only where aircraft on land can help them. From autumn new ships arrive every turn: then take back a place or two.
campaign-guadalcanal-first = Everybody sets up, the Commonwealth first and Japan last, and may put ships to sea at once. Japan moves first.

# Dice
dice-at-most = needs { $most } or less

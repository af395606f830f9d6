# What the pages of the Great War show: marks on the map, the political track, morale, entry.

map-labels-may-be-off = The map is drawn from geography: its hexes may lie one or two off those of the printed sheets. Whoever owns the printed game goes by names, not by hex numbers.
mark-trench = entrenched
mark-fort = fort
mark-mines = minefield
mark-gas = gas
mark-saved = saved build points
mark-saved-here = { $points ->
    [one] One saved build point
   *[other] { $points } saved build points
}
mark-saved-letters = BP { $points }
mark-site = factory being built
mark-site-here = A factory is being built, ready in { $turn }
mark-site-letters = ⚒
mark-fort-here = Fort on { $count ->
    [one] one hexside
   *[other] { $count } hexsides
}
mark-mines-here = Minefield between { $one } and { $other }: an enemy ship strikes a mine on { $value } or less
mark-mines-letters = ✱ { $value }
mark-gas-here = Gas is released
mark-gas-drifts = Gas: { $modifier } to the die

# the political track (15.1)
benefit-ports = its ports are closed to the other side
benefit-passage = its railways, supply and air bases are open
benefit-resources = all its resources
benefit-troops = your troops may enter
benefit-aligned = it may be aligned
card-attempts = { $lies }; a die of { $number } or less moves it
joins-by-flag = Its flag lies in box { $box } of { $last } on the track; from the last box it may be aligned.

# morale (14.1)
morale-reason-losses = units lost
morale-reason-successes = what was taken
morale-reason-hexes = what the enemy holds
morale-reason-partisans = partisans
morale-reason-bombing = bombing
morale-reason-weariness = war weariness
morale-reason-garrison = too few troops facing Red Russia
morale-reason-home-front = spent on the home front
morale-reason-home-front-reserves = reserves at the home front
morale-reason-offensive-points-not-bought = offensive points not bought yet
morale-reason-subversion = subversion
morale-reason-Lenin = Lenin

# entry (9.4, 13.2)
page-commonwealth-waits = It may declare war once its markers add up to { $level }.
page-commonwealth-ready = It may declare war on a major power whenever it likes.
page-belgium-attacked = Belgium has been attacked: one more marker after each Allied impulse.
page-entry-die = the draft, and Allies that have given up

# what each US entry option does (13.2.2.1)
card-free-hand = Its activities of this impulse have no limits.
card-leads = Doubles the factors of up to { $units } units within { $hexes ->
    [one] 1 hex
   *[other] { $hexes } hexes
}, once each, or gives a gun another die.
card-leads-at-sea = Throws { $number ->
    [one] one search again, in a sea area that is 1 area away.
   *[other] up to { $number } searches again, in sea areas that are up to { $number } areas away.
}
card-offensive-price = { $price ->
    [one] Costs one offensive point.
   *[other] Costs { $price } offensive points.
}
card-store-offensive-points = { $price ->
    [one] 1 build point
   *[other] { $price } build points
} each, arriving in { $turns } turns{ $missing ->
    [0] .
   *[other] ; { $missing } more must be bought this turn, or each one missing costs a tenth of a level of morale.
}
card-store-pilots = { $price } build points each, trained in { $turns } turns. Aircraft need them to fly.
card-store-home-front = { $price ->
    [one] 1 build point
   *[other] { $price } build points
} each, worth { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a level of morale.
card-store-trenches = { $price ->
    [one] 1 build point
   *[other] { $price } build points
} each, { $turns ->
    [one] next turn
   *[other] in { $turns } turns
}: with each a corps digs in.
card-war-price = It costs { $price } of your side’s { $points } political points.
card-entry-nearer = The { $power } takes notice: { $what } into its entry pool.
card-entry-further = The { $power } takes notice: { $what } out of its entry pool.
card-belgium = The Commonwealth will draw one more marker after each Allied impulse.
card-war-option-level = Entry level: { $level }, needed { $needed }.
card-war-option-brief = tension { $tension }
fa-effect-10 = America sends Germany two resources a turn, not three.
fa-effect-12 = While neutral, you may lend one resource a turn each to the Commonwealth, France and an Allied Italy, whether or not they are at war.
fa-effect-18 = Besides ships you may build one aircraft with or without a pilot, or one land unit, each turn.
fa-effect-22 = While neutral, you may lend three resources a turn each to the Commonwealth, France and an Allied Italy.
fa-effect-23 = While neutral, you may lend one build point a turn each to the Commonwealth, France and an Allied Italy, once they are at war.
fa-effect-24 = America sends Germany only one resource a turn.
fa-effect-25 = Your production multiple rises by 0.2, and you may build amphibious transports.
fa-effect-26 = While neutral, you may lend Russia three resources a turn.
fa-effect-27 = You may build land units, aircraft and pilots freely, save build points and build offensive points.
fa-effect-28 = Ships of the Central Powers may no longer lie in your ports; those that are there leave at once.
fa-effect-29 = Up to five of your ships in section 0 of the East Coast and the Caribbean may fight beside Allied convoys though you are neutral.
fa-effect-30 = Only those whom you let through may use the Panama Canal.
fa-effect-31 = The next ten ships that the Commonwealth begins, completes or repairs cost it a build point less each.
fa-effect-32 = Only raises tension, but you get one free attempt to move the flag of a minor country. You may choose it again and again.
fa-effect-33 = While neutral, you may lend three build points a turn each to the Commonwealth, France and an Allied Italy, once they are at war.
fa-effect-34 = You may repair ships of the Commonwealth, France and an Allied Italy.
fa-effect-35 = The Commonwealth may seize your goods on their way to Germany, and no die is rolled for your entry.
fa-effect-36 = Up to five of your ships in section 0 of the North Atlantic may fight beside Allied convoys though you are neutral.
fa-effect-37 = While neutral, you may lend Russia three build points a turn, once it is at war.
fa-effect-38 = America sends Germany nothing more, and a neutral Netherlands only one resource. Portugal and Brazil come three boxes nearer to the Allies unless they are at war.
fa-effect-40 = Your production multiple rises by another 0.2. It also makes it easier to declare war.
fa-effect-41 = Your own convoys may carry what you lend to the Allies. Any Central Power at war may attack them, though you are neutral.
fa-effect-42 = Up to five of your ships in section 0 of any sea area may fight beside Allied convoys though you are neutral.
fa-effect-44 = If the Commonwealth agrees and a Central Power has landed in Ireland or Britain, you may take over Northern Ireland with the factory of Belfast.
fa-effect-48 = You may declare war on any minor country.
fa-effect-50 = Your ships and aircraft at sea may attack those of the Central Powers and be attacked by them, escort with any number of ships, and sail in task forces that count as one move. They may not bombard the shore.

# What the pages of the Great War show: marks on the map, the political track, morale, entry.

map-labels-may-be-off = The map is drawn from geography: its hexes may lie one or two off those of the printed sheets. Whoever owns the printed game goes by names, not by hex numbers.
mark-trench = entrenched
mark-fort = fort
mark-mines = minefield
mark-gas = gas
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

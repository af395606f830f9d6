panel-politics = Politics
layer-pacts = borders of pacts

politics-title = Politics
politics-open = Open the page of politics
politics-close = Back to the map
politics-parts = Parts of the page
politics-short-wars = Wars
politics-short-proposals = On the table
politics-short-pacts = Pacts
politics-short-entry = { $power } entry
politics-short-victory = Victory
politics-short-minors = Minors
politics-short-trade = Trade
politics-wars = Who is at war with whom
politics-matrix = { $one } against { $other }
politics-war = war
politics-pact = pact
politics-peace = no war
politics-neutral = neutral
politics-fallen = conquered
politics-at-war-with = at war with { $powers }

politics-proposals = On the table
politics-proposes-peace = { $by } talks peace with { $to }
politics-proposes-pact = { $by } proposes a pact to { $to }
politics-gives = { $power } gives: { $what }
politics-nothing = nothing
politics-old-borders = Peace with { $country } at the old borders.

politics-pacts = Neutrality pacts
politics-since = Made or confirmed in { $turn }.
politics-of-old = Made before the campaign.
politics-too-young = { $count ->
    [one] It cannot be broken for 1 more turn.
   *[other] It cannot be broken for { $count } more turns.
}
politics-multiple = Garrisons count × { $multiple } in defence.
politics-garrison = garrison { $value } in { $hexes ->
    [one] 1 border hex
   *[other] { $hexes } border hexes
}
politics-ratio = Attack { $attack }, needed { $needed } against { $other }’s defence of { $defence }
politics-offensive = { $count ->
    [0] no offensive markers
    [one] 1 offensive marker, face-down
   *[other] { $count } offensive markers, face-down
}
politics-offensive-own = { $count ->
    [0] no offensive markers
   *[other] offensive markers: { $values }
}
politics-defensive = { $count ->
    [0] no defensive markers
   *[other] defensive markers: { $values }
}
politics-recorded = on record: { $offensive } offensive, { $defensive } defensive
politics-cause = It may break the pact at will.
politics-may-break = It may break the pact in its declaration of war step.
politics-might-break = As far as you know it might break the pact.
politics-cannot-break = It cannot break the pact now.
politics-no-border = They have no common border.
politics-on-the-map = Show the border on the map

politics-entry = { $power }: entry into the war
politics-entry-own = { $power }: not yet fully at war. Only you see what the markers say.
politics-entry-others = { $power }: not yet fully at war. What its markers say, and its levels, only its own player knows.
politics-entry-over = { $power }: at war with all of its enemies; no markers are drawn any more.
politics-against = against { $target }
politics-entry-pool = Entry
politics-tension-pool = Tension
politics-level = level { $level }
politics-markers = { $count ->
    [one] 1 marker, face-down
   *[other] { $count } markers, face-down
}
politics-markers-seen = { $count ->
    [one] 1 marker: { $values }
   *[other] { $count } markers: { $values }
}
politics-attempt = Attempt to declare war: { $chance } { $highest ->
    [0] (no die succeeds)
    [one] (on a 1)
   *[other] (on { $highest } or less)
}
politics-attempt-unknown = The chance of an attempt to declare war is a secret. What everybody knows of the die:
politics-never = It may never declare war again on { $powers }.
politics-options-open = Options you may choose
politics-options-open-others = Options whose conditions are met, if the level allows
politics-options-closed = Options not open yet
politics-options-chosen = Options chosen
politics-option = Option
politics-option-target = Aimed at
politics-all = all
politics-option-level = Level
politics-option-tension = Tension
politics-option-needs = Needs
politics-tension-changed = { $tension } ± { $change }
politics-tension-chance = a marker moves with { $chance }
politics-tension-sure = { $sure ->
    [one] 1 marker moves
   *[other] { $sure } markers move
}
politics-tension-more = { $sure ->
    [one] 1 marker moves
   *[other] { $sure } markers move
}, one more with { $chance }

politics-minors = Minor countries
politics-minor = Country
politics-standing = Stands
politics-when = Whom it would follow, and when
politics-search = Find a country or a power
politics-filter = Show
politics-filter-all = all
politics-filter-willing = can be aligned now
politics-filter-neutral = neutral
politics-filter-sided = aligned or conquered
politics-aligned = aligned with { $power }
politics-conquered = conquered by { $power }
politics-met = (met)
politics-not-met = (not met)
politics-only-attacked = stays neutral unless it is attacked
politics-no-minors = No country fits.
politics-claims = Claims:
politics-claim = { $region } by { $claimant } ({ $answer ->
    [allowed] allowed
    [denied] denied
   *[open] not made
})

politics-trade = Trade and lending
politics-giver = Gives
politics-recipient = To
politics-owed = Owed each turn
politics-ends = What ends or lessens it
politics-resources = { $count ->
    [one] 1 resource
   *[other] { $count } resources
}
politics-points = { $count ->
    [one] 1 build point
   *[other] { $count } build points
}
politics-lent = lent this turn
politics-by-pact = agreed with their pact
politics-within = from { $country }
politics-no-trade = Nobody owes anything.

politics-installed = { $power } has installed { $name }.
politics-could-install = { $power } could install { $name } in the conquest step.
politics-not-installed = { $name } has not been installed.
politics-hostile = It is hostile to { $powers }.
politics-groups = Possessions and whose they are
politics-group = Group
politics-whose = Whose
politics-fights-on = Chance that it fights on

politics-victory = Who would win
politics-turns-left = { $count ->
    [0] This is the last turn.
    [one] One more turn after this one.
   *[other] { $count } more turns after this one.
}
politics-rank = Rank
politics-seat = Player
politics-power = Power
politics-objectives = Objectives
politics-bid = Modified bid
politics-deductions = Deducted
politics-total = Total
politics-tally = { $side }: { $held } objectives, { $needed } needed.
politics-tally-about = They are counted after the last turn; with fewer, the other side wins.
politics-automatic = { $side }: { $held } of the { $all } cities of an automatic victory.
politics-missing = Not held:

politics-proposes-lending = { $by } proposes lending to { $to }
politics-show-places = Show on the map
politics-signed = every turn, as both have signed
lending-title = Letters between allies
lending-about = What both sign is announced in every lending stage, as far as the rules then allow, until one of them ends it. It travels like other goods, and is lost if it cannot arrive.
lending-write = Write to
lending-you-give = You give { $power } each turn
lending-you-get = { $power } gives you each turn
lending-resources = resources
lending-points = build points
lending-room = { $most ->
    [0] (the rules allow none now)
   *[other] (the rules allow { $most } now)
}
lending-send = Send the proposal
lending-close = Close
lending-accept = Accept
lending-amend = Amend
lending-decline = Decline
lending-withdraw = Take it back
lending-waits = { $power } has not answered yet.
lending-kept = An agreement with { $power } is in force.
lending-end = End it
lending-proposed = Proposed: { $terms }

politics-short-track = Flags
politics-track = The political track
politics-your-side = your side
politics-political-points = { $count ->
    [one] 1 political point
   *[other] { $count } political points
}
politics-spender = { $power } spends them.
politics-joined = With it: { $countries }
politics-joined-side = has joined the { $side }
politics-attempts-about = Attempts to move a flag are bought in secret and revealed together; 1, 2, 3 … in one country cost { $prices } points. Then each side rolls a die that brings { $free } free attempts in the countries it names. Only the side with more attempts in a country rolls; if they are equal, both do.
politics-attempts-now = Attempts made in this step:
politics-from-box = from { $box }:
politics-flag = Flag
politics-shifts-on = A die moves it on
politics-bonus-on = Free attempts on a bonus die of
politics-or-less = { $die } or less
politics-grants = Grants
politics-closed = no attempts are sold now

politics-short-morale = Morale
politics-morale = Morale
politics-morale-about = Ten tenths are a level. Morale is adjusted at the end of the turn; what is left over after whole levels is the chance of one more.
politics-morale-level = morale { $level }
politics-morale-of = { $level } of at most { $highest }
politics-morale-gone = not counted
politics-morale-counted = Counted this turn
politics-morale-ahead = At the end of the turn
politics-morale-stays = stays
politics-morale-next = { $next }
politics-morale-perhaps = { $next }, or { $further } ({ $chance })
politics-morale-troops = Its troops
politics-morale-refuse = refuse to attack or sail on { $die ->
    [one] a 1
   *[other] { $die } or less
}
politics-morale-surrender = give up before combat on { $die ->
    [one] a 1
   *[other] { $die } or less
}
politics-morale-effects = What each level does
politics-morale-from = Level
politics-morale-at-least = { $level } or more
politics-morale-refusing = Refuses to attack or sail on
politics-morale-surrendering = Gives up before combat on
politics-morale-die = { $die ->
    [one] a 1
   *[other] { $die } or less
}
politics-reported = Your spies saw: { $values }. One marker was withheld.
politics-owed-markers = { $count ->
    [one] 1 marker is owed: the next draw only pays for it.
   *[other] { $count } markers are owed: the next draws only pay for them.
}

# 9.3, 9.5: declaring war
declare-war = { $power } may declare war on { $minors ->
    [1] a neutral country
   *[other] a major power
}.
take-in-minor = { $country } has been attacked. Does { $power } align it?
verb-declare-war = declare war on
verb-declare-no-war = declare no war
verb-take-in-minor = align it
verb-decline-minor = leave it to its fate
china-declares-no-war = { $power } may not declare war.
usa-needs-its-entry-level = { $power } can only attempt to declare war, and only if its entry level allows.
on-the-same-side = { $power } and { $target_power } are on the same side.
already-at-war = { $power } is already at war with { $target_power }.
pact-must-be-broken = The pact between { $power } and { $target_power } must be broken first.
belongs-to-another = { $country } belongs to { $power }: war would have to be declared on { $power }.
country-not-on-the-maps = The capital of { $country } is not on the maps in play.
country-stays-neutral = { $country } stays out of this campaign.
ussr-leaves-finland-alone = The USSR may not declare war on { $country }: no claim was denied.
rumania-left-alone = No Allied power may declare war on { $country } now.
event-UsEntryAction = The USA takes notice that { $power } declares war on { $target_power }.
event-MinorOffered = { $power } declines to align { $country }.

# 9.6, 19.4, 19.6: aligning minor countries
align-minor = { $power } may align a minor country.
set-up-minor = Set up these units of { $country }: { $units }.
minor-force-pools = Do the units of { $country } that were not set up, and those lost later, join your force pools?
verb-align-minor = align
verb-align-nobody = align nobody
verb-set-up-minor = set up
verb-add-to-force-pools = add them to the force pools
verb-leave-out-of-force-pools = leave them out of the game
country-not-neutral = { $country } is not neutral.
country-does-not-align = { $country } does not align with { $power } now.
half-must-be-at-home = At least half of the units of { $country } must be set up at home.
half-must-stay-home = Half of the units of { $country } must be at home before another can leave: { $count } of { $most } are.
event-MinorAligned = { $country } aligns with { $power }.
event-MinorSetUp = { $country } sets up: { $units }.
event-ForcePoolDecided = { $joins ->
    [True] The other units of { $country } join the force pools.
   *[False] The other units of { $country } leave the game.
}
event-BorderRestored = { $region } belongs to { $country } again.

# 13.1 partisans
pick-african-country = In which African country may partisans rise this turn?
area-under-side = { $area } under the { $side }
order-partisan-countries = In which order do these countries roll for partisans?
place-partisan = Where does { $unit } rise?
partisan-not-its-country = { $place } is not in { $area }, where the partisans rise.
partisan-not-under-the-enemy = { $place } is not controlled by your enemies.
partisan-beside-garrison = { $place } is garrisoned by { $units }.
partisan-in-zoc = { $place } is in the ZoC of { $units }.
reuse-partisan = The partisan pool is empty. Take a partisan off the map to use it again?
verb-pick-african-country = pick
verb-order-partisan-countries = roll in this order
verb-place-partisan = place it at
verb-reuse-partisan = take off the map
verb-forgo-partisan = have no partisan
event-PartisanCountries = Partisan roll { $dice }: { $areas } may rise. Garrisons count half in: { $halved }.
event-PartisansRolled = { $area } rolls { $roll } against { $needed }: { $count ->
    [0] no partisans
    [one] 1 partisan
   *[other] { $count } partisans
}.
event-PartisanPlaced = { $thing } rises at { $place }.
event-NoRoomForPartisan = There is no hex for a partisan in { $area }.
event-PartisanRemoved = { $thing } goes underground.

# 13.7.1 conquest
choose-new-home = { $country } has fallen but fights on. Choose its new home country.
verb-choose-new-home = fight on from
give-ship = Who gets { $unit }, which is under construction?
leave-fleet = { $power } is conquered. Who gets its fleet?
verb-give-ship-to = give it to
verb-leave-fleet-to = leave the fleet to
event-CountryConquered = { $power } conquers { $country }.
event-EnemyIsNoMore = { $power } is at peace with { $target_power }, which is no more.
event-PowerFallen = { $power } is completely conquered.
event-CountryPasses = { $country } passes to { $power }.
event-ShipChangesHands = { $thing } now serves { $power }.
event-MinorAbandoned = Nobody comes to the aid of { $country }; { $power } conquers it.
event-UnitsRemoved = { $country } loses for good: { $units }.
event-UnitsSentHome = { $units } { $units_count ->
    [one] goes
   *[other] go
} home and will arrive again in { $turn }.
event-NewHomeChosen = { $country } fights on from { $home }.

# 13.7.5 liberation
liberate = Which of these conquered countries does { $power } liberate? The others will rise against it.
verb-liberate = liberate
event-CountryLiberated = { $liberator } liberates { $country }; it now belongs to { $power }.
event-UnitsReturn = { $country } gets back into its force pools: { $units }.

# 15 surprise

# cards: what a political choice means (5, 9, 13.7)
card-army = { $land ->
    [one] 1 land unit
   *[other] { $land } land units
}{ $air ->
    [0] {""}
    [one] , 1 aircraft
   *[other] , { $air } aircraft
}{ $ships ->
    [0] {""}
    [one] , 1 ship
   *[other] , { $ships } ships
} in its army; this year’s are set up.
card-wealth = { $factories ->
    [0] No factories
    [one] 1 factory
   *[other] { $factories } factories
}, { $resources ->
    [0] no resources
    [one] 1 resource
   *[other] { $resources } resources
}.
card-war-major = Your units may enter its land and attack it, and its units yours.
card-war-alone = Its allies are not at war with you by that.
card-war-drawn-in = Others are drawn into the war: { $wars }.
card-war-pair = { $one } with { $other }
card-war-reserves = Reserves may be called out: { $own } of yours, { $theirs } of theirs.
card-war-trade = Your trade with { $power } ends.
card-war-protectors = It asks for help, the nearest first: { $powers }. Whoever takes it in plays its army against you.
card-war-unprotected = Nobody could take it in: you would conquer it at once.
card-major-active = at war already
card-major-neutral = neutral
card-turns-to = turns to { $power }
card-turns-to-nobody = falls at once
card-take-in = It is aligned with you. You set up its army in its land now and play it from then on.
card-take-in-war = It is at war with { $power }; its own fall does not weaken you.
card-next-is-asked = Then { $power } is asked.
card-falls-at-once = Nobody else can be asked: { $power } conquers { $country } at once.
card-garrisons = Your garrison and markers are worth { $own } in attack; theirs are worth { $theirs } in defence, so you need { $needed }.
card-pact-can-break = You can break it. War may then be declared in this step.
card-talk-major = You draw up terms: hexes and countries, both ways. The other accepts, amends or rejects them; peace brings a pact.
card-talk-minor = Peace at the old borders, if { $power }, which it follows, agrees.
card-old-borders = { $country } leaves the war. Both sides go back to the old borders.
card-hexes = { $count ->
    [one] 1 hex
   *[other] { $count } hexes
}
card-nothing = nothing
card-you-give = You give { $what }.
card-they-give = { $power } gives { $what }.
card-peace-follows = The war between the two ends with this, a neutrality pact begins, and units on the other’s land go home.
card-amend-terms = You change what each gives and put it back to the other.
card-reject-terms = The war goes on. Talks can begin again next turn.
card-surrender = Your home country is conquered now: what it means is in the rule. It saves lives where nothing else can be saved.
card-fight-on = The war goes on.
card-accept-pact = Neither may declare war on the other until the pact is broken. What was proposed is traded each turn.
card-decline-pact = There is no pact. It can be proposed again next turn.
card-join-force-pools = You can build them, and rebuild those that are lost, for the rest of the game.
card-leave-force-pools = They leave the game, and so does what is lost later. Your own pools stay as they are.

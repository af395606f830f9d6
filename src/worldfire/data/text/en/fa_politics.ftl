# Fatal Alliances 15: politics

# points
too-few-political-points = The { $side } have too few political points: { $needed } are needed, and they have { $have }.
only-the-spender-decides = Only the active power with the most production spends its side’s political points.
event-PoliticalPointsEarned = The { $side } earn { $points ->
    [one] one political point.
   *[other] { $points } political points.
}
event-PoliticalPointsSpent = The { $side } spend { $points ->
    [one] one political point.
   *[other] { $points } political points.
}
event-PointsForAHex = The { $side } earn { $points ->
    [one] one political point
   *[other] { $points } political points
} for taking { $place }.

# flags and influence
buy-influence = How many attempts to move its flag do you buy in each country? Your side has { $points } political points, the other { $points_of_others }.
verb-buy-influence = buy attempts
influence-freely = The German ambassador has been warned. In which country do you make your free attempt to move the flag?
verb-influence-freely = make it in
send-escorts = Which of your warships in { $place } fight beside the convoys, though you are neutral? At most { $most }.
verb-send-escorts = send
nobody-to-influence = No country can be influenced now.
event-FlagMoved = The flag of { $country } moves to +{ $box } towards the { $side }.
event-FlagTaken = { $country } is now an active ally of the { $side }.
event-FlagRemoved = The flag of { $country } leaves the political track.
event-AttemptsBought = The { $side } bought { $attempts ->
    [one] one attempt
   *[other] { $attempts } attempts
} in { $country }.
event-BonusAttempts = The { $side } roll { $die } for free attempts: { $countries }{ $points ->
    [0] .
    [one] ; and one point for a country that cannot be influenced.
   *[other] ; and { $points } points for countries that cannot be influenced.
}
event-InfluenceRolled = The { $side } try to influence { $country }: { $dice }, with { $needed } or less each time. { $shifts ->
    [0] The flag does not move.
    [one] The flag moves one box.
   *[other] The flag moves { $shifts } boxes.
}
event-AttemptsWasted = { $attempts ->
    [one] One attempt
   *[other] { $attempts } attempts
} of the { $side } in { $country } came to nothing: the other side made more.

# rebels
deal-with-rebels = Do the { $side } sponsor rebels for { $sponsoring }, or placate partisans for { $placating }? They have { $points } political points.
verb-sponsor-rebels = sponsor rebels in
verb-placate-rebels = placate
verb-leave-rebels = leave rebels alone
rebels-sponsored-once = The { $side } have already sponsored rebels this turn.
nobody-to-sponsor = There are no rebels that the { $side } could sponsor.
nobody-to-placate = There are no partisans for the { $side } to placate.
event-RebelsSponsored = The { $side } sponsor rebels in { $area }.
event-RebelsPlacated = The { $side } placate rebels: { $thing } is removed.

# trade
deal-in-trade = Do the { $side } sign a trade agreement, or have one of the other side’s cancelled? They have { $points } political points.
verb-sign-trade-agreement = sign
verb-cancel-trade-agreement = have cancelled
verb-leave-trade = leave trade as it is
trade-deal = { $resources ->
    [one] one resource
   *[other] { $resources } resources
} a turn from { $giver } to { $recipient }
no-trade-to-sign = There is no trade agreement that the { $side } could sign now.
no-trade-to-cancel = There is no trade agreement that the { $side } could have cancelled now.
event-AgreementSigned = { $country } agrees to send { $resources ->
    [one] one more resource
   *[other] { $resources } more resources
} a turn to { $power }.
event-AgreementCancelled = { $country } sends { $resources ->
    [one] one resource
   *[other] { $resources } resources
} a turn less to { $power }.

# advisors, high command, spies, exile, subversion, concessions
verb-send-military-advisors = send military advisors to
nobody-to-advise = There is nobody to send military advisors to now.
event-AdvisorsSent = { $power } and { $target_power } co-operate from now on.
establish-high-command = Do the { $side } establish the Allied high command? They have { $points } political points.
verb-establish-high-command = establish it
verb-leave-commands-apart = leave the commands apart
high-command-stands = There is an Allied high command already.
high-command-needs-the-usa = There is no Allied high command before the USA is in the war.
event-HighCommandEstablished = France, the Commonwealth, the USA and an Allied Italy co-operate from now on.
verb-spy-on-pool = spy on an entry pool
no-pool-to-spy-on = There is no pool to spy on.
withhold-marker = Spies look into the { $pool }. Which marker do you withhold?
verb-withhold-marker = withhold
event-SpiesLook = Spies of the { $side } look into the { $pool }.
send-spies = Do the { $side } send spies, so that the other side loses { $points ->
    [one] one political point?
   *[other] { $points } political points?
}
verb-send-spies = send them
verb-send-no-spies = send none
event-SpiesSpoil = Spies of the { $side } cost the other side { $points ->
    [one] one political point.
   *[other] { $points } political points.
}
verb-government-in-exile = form a government in exile of
nobody-in-exile = No government can go into exile.
event-GovernmentInExile = The army of { $country } fights on beside { $power }.
subvert = Whose morale do the { $side } undermine? They have { $points } political points.
card-subversion = Its morale loses { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a level in this morale step.
card-subversion-price = { $price ->
    [one] 1 point
   *[other] { $price } points
}
verb-subvert = subvert
verb-subvert-nobody = subvert nobody
subversion-plot = { $victim }, by { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a level
event-PowerSubverted = Subversion: the morale of { $power } loses { $tenths ->
    [one] one tenth
   *[other] { $tenths } tenths
} of a level more.
demand-concession = Which concessions do the { $side } demand? They have { $points } political points.
verb-demand-concession = demand
verb-demand-no-more = demand no more
concession-passage = rail, supply and rebase access through { $power }
concession-territory = access to the territories of { $power }
concession-home = access to the home country of { $power }
concession-resources = a resource of { $power } each turn
event-ConcessionMade = { $power } makes a concession: { $kind }.

# events
trigger-event = Does { $power } trigger a political event?
verb-trigger-event = trigger
verb-trigger-no-event = trigger none
verb-raise-czech-legion = raise the Czech Legion
verb-recruit-in-africa = recruit in the African colonies
event-has-happened = Not in this game, or no longer: { $event }.
event-not-now = The conditions are not met now: { $event }.
event-EventTriggered = { $power }: { $name }.
political-event-zimmermann = the Zimmermann telegram
political-event-lusitania = the last voyage of the Lusitania
political-event-lenin = Lenin is sent to Russia
political-event-villa = the raid of Pancho Villa
political-event-fourteen-points = the 14 Points
political-event-jihad = the call for Jihad
political-event-senussi = the rising of the Senussi
political-event-lawrence = Lawrence of Arabia
political-event-czech-legion = the Czech Legion
political-event-african-recruits = recruits from the African colonies
political-event-pressure-neutrals = pressure on the neutrals
political-event-reflag-norwegians = Norwegian merchants under the British flag
political-event-home-front = the home front is mobilised
event-VillaRaids = { $thing } raids across the border.
place-horsemen = Where does { $unit } rise for { $power }?
verb-place-horsemen = place it at
berth-merchants = To which British port do the Norwegian merchants come for { $power }?
verb-berth-merchants = bring them to
event-HorsemenRise = { $thing } rises at { $place }.
event-NeutralReacts = { $country } reacts to the pressure: { $die }.
event-NorwegiansReflagged = { $points } convoy points of Norway sail for { $power }.

# independence and partisans
choose-partisan-region = { $power } may roll for partisans in { $area }, or in one of its regions instead. Where?
verb-choose-partisan-region = roll for
merge-partisans = { $power } may combine two partisans into a regular unit. Where?
verb-merge-partisans = combine those at
verb-stay-partisans = let them stay partisans
partisan-cell = { $place }, into a unit of { $country }
event-PartisansMerged = Two partisans in { $place } become { $thing }, a regular unit of { $country }.
declare-independence = Does { $country } declare its independence, controlled by { $power }?
verb-declare-independence = declare it
verb-wait-for-freedom = wait
event-IndependenceDeclared = { $country } declares its independence and fights beside { $power }; its capital is { $place }.
event-FreedomLost = { $country } has lost its independence.
verb-give-hull-to = it goes to

# 9.4, 13.2: entry
commonwealth-not-ready = { $power } cannot declare war yet: its entry markers do not add up to 18.
usa-only-attempts = { $power } cannot declare war on a major power: it must attempt to enter the war.
usa-leaves-minors = The USA cannot declare war on { $country } or any other minor country before it has chosen entry option 48.
attempt-entry = Does { $power } attempt to enter the war? { $highest ->
    [0] No die would be low enough.
   *[other] You need a die of { $highest } or less.
}
verb-attempt-entry = attempt it
verb-stay-out-of-the-war = stay out of the war
event-EntryAttempted = { $power } attempts to enter the war: rolls { $die }, modified by { $modifier }. { $succeeded ->
    [True] It is war.
   *[False] The attempt fails.
}
event-CommonwealthIsReady = The entry markers of the Commonwealth add up to { $level }: it puts them back into the cup and may declare war from now on.
entry-pool-us-entry = entry pool of the USA
entry-pool-us-tension = tension pool of the USA
entry-pool-cw-entry = entry pool of the Commonwealth
event-EntryMarkersCame = { $count ->
    [one] A marker comes
   *[other] { $count } markers come
} into the { $pool }.
event-EntryMarkersLeft = { $count ->
    [one] A marker goes
   *[other] { $count } markers go
} back from the { $pool } into the cup.
event-EntryMarkersShown = Markers of the { $pool } are shown: { $values }.
event-EntryDebt = The { $pool } is empty and owes { $count ->
    [one] a marker
   *[other] { $count } markers
}.
event-EntryActionSeen = { $power } takes notice: { $action } ({ $points }).
choose-war-option = Which US entry option do you choose? Each may move markers from entry to tension.
verb-choose-war-option = choose
verb-no-more-war-options = choose no more
no-war-option = No US entry option can be chosen now.
war-option-chosen-already = Already chosen: { $option }.
war-option-needs-another = “{ $option }” needs another option, chosen in an earlier turn: { $needed }.
two-war-options-chosen = Two options have been chosen this turn already.
war-option-moved-a-marker = The first option of this turn moved a marker to the tension pool, so there is no second one.
war-option-entry-too-low = “{ $option }” needs an entry level of { $needed }; yours is { $level }.
war-option-tension-too-low = “{ $option }” needs a tension level of { $needed }; yours is { $level }.
event-WarOptionChosen = The USA chooses an entry option: { $option }.
event-TensionRises = Its tension cost is { $points } ({ $option }).
shift-host = Ships of the other side base in neutral ports. Which host’s flag do the { $side } move one box towards themselves?
verb-shift-host = move the flag of
fa-option-10 = reduce German trade
fa-option-12 = limited support to the western Allies
fa-option-18 = limited land and air build-up
fa-option-22 = resources to the western Allies
fa-option-23 = limited lend-lease to the western Allies
fa-option-24 = restrict German trade
fa-option-25 = gear up production
fa-option-26 = resources to Russia
fa-option-27 = land and air build-up
fa-option-28 = close ports to the Central Powers
fa-option-29 = escorts off the east coast
fa-option-30 = close the Panama Canal
fa-option-31 = naval support to the Commonwealth
fa-option-32 = warn the German ambassador
fa-option-33 = lend-lease to the western Allies
fa-option-34 = repair ships of the western Allies
fa-option-35 = support the blockade
fa-option-36 = escorts in the North Atlantic
fa-option-37 = lend-lease to Russia
fa-option-38 = embargo on Germany
fa-option-40 = introduce the draft
fa-option-41 = refute naval war zones
fa-option-42 = arm merchantmen
fa-option-44 = occupy Northern Ireland
fa-option-48 = war on minor countries
fa-option-50 = unrestricted naval warfare
fa-action-1 = Central Powers declare war on Russia
fa-action-2 = Central Powers declare war on France
fa-action-3 = Central Powers declare war on the Commonwealth
fa-action-4 = Central Powers declare war on Belgium
fa-action-5 = Central Powers occupy Brussels
fa-action-6 = Central Powers occupy Paris
fa-action-7 = Central Powers occupy Petrograd or Moscow
fa-action-8 = an Allied major power surrenders
fa-action-9 = revolution in Russia
fa-action-10 = the Ottoman Empire joins the Central Powers
fa-action-11 = Italy joins the Central Powers
fa-action-12 = Italy joins the Allies
fa-action-13 = Central Powers search and seize
fa-action-14 = Allies search and seize
fa-action-15 = Central Powers invade the United Kingdom
fa-action-16 = a land unit of the Central Powers in the Americas
fa-action-17 = American convoys are sunk
fa-action-18 = Central Powers occupy Gibraltar, Singapore or Suez
fa-action-19 = a minor country aligns with the Central Powers
fa-action-20 = Central Powers declare war on a neutral minor country
fa-action-21 = Central Powers declare war on Italy
fa-action-22 = Allies declare war on the Ottoman Empire
fa-action-23 = a minor country aligns with the Allies
fa-action-24 = Allies declare war on a neutral minor country
fa-action-25 = Japan switches sides
fa-action-26 = the Commonwealth seizes American trade
fa-action-27 = unrestricted U-boat warfare
fa-action-28 = gas
fa-action-29 = strategic bombing
fa-action-30 = Japan takes a German port
fa-action-31 = basing in neutral ports

# 15.3.1 Japan
send-japan = Japan leans to the Central Powers. { $power } sends it against whom?
verb-send-japan-against = send it against
answer-demands = Japan makes its twenty-one demands on China. The { $side } answer for China.
verb-accept-demands = accept them
verb-refuse-demands = refuse them
japan-has-its-own-war = { $power } fights its own war and can declare no other.
not-a-full-ally = { $power } aligns nobody before it is a full ally of a side.
japan-stays-in-asia = Japanese units do not leave the world map: { $unit } cannot go to { $place }.
event-JapanGoesToWar = Japan goes to war with { $target_power }, and with nobody else.
event-DemandsAnswered = { $accepted ->
    [True] China accepts the twenty-one demands.
   *[False] China refuses the twenty-one demands.
}
build-needs-war-option = { $power } cannot build this before it has chosen entry option { $option }.
verb-repair-convoys-of-friends = repair convoy points of the western Allies
no-convoys-of-friends-to-repair = The western Allies have no convoy points in a repair pool that { $points ->
    [one] 1 build point repairs
   *[other] { $points } build points repair
} and that you may repair.
usa-builds-one-unit = { $power } can build only { $most } land or air unit a turn until it has chosen the land and air build-up (27).

# 15.2 borderlands, 13.2.2 (44) Northern Ireland
absorb-region = Which borderlands of Russia do the { $side } absorb? They have { $points } political points.
verb-absorb-region = absorb
verb-absorb-no-more = absorb no more
nothing-to-absorb = There is nothing that the { $side } could absorb now.
event-RegionAbsorbed = The Central Powers may enter { $region }.
take-over-ireland = Does { $power } take over Northern Ireland?
cede-ireland = Does { $power } let the USA take over Northern Ireland?
verb-take-over-northern-ireland = take it over
verb-leave-northern-ireland = leave it
verb-cede-northern-ireland = agree
verb-keep-northern-ireland = refuse
event-IrelandTakenOver = Northern Ireland is a territory of the USA.
found-country = Which new country does { $power } found on land that it has taken?
verb-found-country = found
verb-found-no-country = found none
choose-free-capital = Which city is the capital of { $country }?
verb-choose-free-capital = govern it from
verb-govern-from = govern it from
event-ChihuahuaOccupied = American troops drive Pancho Villa out of { $place } and hold it.

# 19.6: Soviet claims, and those of Rumania's neighbours
claim-region = { $power } may claim land from its neighbours, each region once in the game.
answer-claim = { $country } is asked to give up { $region }. You answer for it: to deny means war with the USSR.
mediate-claims = Hungary claims Transylvania and Bulgaria South Dobruja. { $power } decides about both.
verb-claim-region = claim
verb-claim-nothing = claim nothing
verb-allow-claim = allow the claim
verb-deny-claim = deny the claim
verb-allow-both-claims = allow both claims
verb-deny-both-claims = deny both claims
event-BordersClaimed = { $power } claims { $region } from { $country }.
event-ClaimAnswered = { $allowed ->
    [True] { $country } gives up { $region }.
   *[False] { $country } keeps { $region }.
}

# 19.6: a peace that Germany enforces; 13.7.3
enforce-peace = { $power } may enforce a peace on the USSR.
verb-enforce-peace = make peace for
verb-let-them-fight = let the war go on
event-PeaceEnforced = { $power } enforces a peace between { $country } and the USSR. { $given ->
    [True] { $region } is Soviet.
   *[False] { $region } stays with { $country }.
}

# 5.1: trade agreements
not-the-promised-resource = { $name } is not among the resources that were promised to { $power }.

# 19.5: the Nazi-Soviet pact
take-polish-units = Polish units may fight on as British. Which of them join the force pools of { $power }?
verb-take-polish-units = take into the force pools
event-EastPolandOccupied = { $power } occupies East Poland.
event-BalticStatesOccupied = { $power } occupies the Baltic states: { $countries }.
event-PolesJoin = Polish units join the force pools of { $power }: { $units }.
only-on-foot = { $unit } may enter { $place } only by marching there.

# 19.6.2: a country whose claim was denied
call-home = Too many units of { $country } are abroad. Which of them goes home?
verb-call-home = call home
one-unit-abroad = No more than { $most } unit of { $country } may be abroad.
event-CalledHome = { $thing } goes home to { $country } and arrives in { $turn }.
event-TradeDefaulted = { $power } has not the convoys that its trade with { $target_power } needs.

# 20: Chinese factions
city-of-the-other-faction = { $unit } may not be in { $place }, a city of the other Chinese faction.
give-chinese-cities = { $power } gives cities back to China. Which of them do the Communists get? The others are the Nationalists'.
verb-give-cities-to-communists = to the Communists
event-CityOfFaction = { $place } now belongs to { $country }.
event-FactionGone = { $country } has no city left. Its units leave the game: { $units }.
event-FactionReturns = { $country } has a city again.

# 19.7: Sweden
sweden-only-in-transit = { $unit } may pass through Sweden but not stay at { $place }.

# 19.9: the East Indies
east-indies-closed = { $unit } may not go to { $place }: the East Indies are still closed to the Allies.
event-IndiesOpened = { $country } is open to the Allies from now on.

# 19.8: countries that the Allies free
event-CzechoslovakiaRestored = { $country } and Slovakia are one country again, beside { $power }.
event-RepublicProclaimed = { $country } is a republic, beside { $power }.

# cards
card-claim = Germany answers for { $country }. If it allows the claim, the region is yours; if it denies it, you are at war with { $country } at once.
card-claim-nothing = You may claim what is left in a later declaration of war step.
card-allow-claim = { $region } becomes Soviet and { $country } stays neutral.
card-deny-claim = The USSR is at war with { $country } at once, and { $country } looks for a protector.
card-allow-both = Hungary gets Transylvania and Bulgaria South Dobruja; both will be ready to join you.
card-deny-both = Rumania keeps its land. Hungary trades with you no more, and both wait for a war with the USSR.

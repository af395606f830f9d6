# 13.3 US entry, 9.4 how the USA goes to war
us-target-japan = Japan
us-target-germany-italy = Germany and Italy
us-pool-entry = entry
us-pool-tension = tension
us-place-azores = the Azores
us-place-northern-ireland = Northern Ireland
us-place-greenland = Greenland
us-place-iceland = Iceland
us-place-bermuda = Bermuda
us-place-jamaica = Jamaica
us-place-newfoundland = Newfoundland

# decisions
occupy-place = Does the USA occupy { $name }?
agree-to-occupation = The USA wants to occupy { $name }. Do you agree?
call-up-guard = { $power } may call up the National Guard.
verb-occupy-place = occupy it
verb-occupy-nothing = leave it
verb-agree-to-occupation = agree
verb-refuse-occupation = refuse
verb-call-up-guard = call up
mine-norwegian-coast = The Commonwealth may mine the coast of Norway, once in the game. Norway will react, and the USA will not like it.
hold-back-infantry = { $country } is not ready: which infantry corps arrives next turn?
verb-mine-norwegian-coast = mine it with
verb-leave-norwegian-coast = leave it
verb-hold-back-infantry = hold back
verb-close-burma-road = close the Burma Road
verb-close-suez-canal = close the Suez Canal
put-entry-marker = Put a new entry marker into which pool? You see it afterwards.
choose-entry-option = You may choose US entry options. Each may raise tension; what you get is written on it.
set-tension = { $option }: what does it cost in tension?
take-marker-from = { $option } raises tension: from which entry pool does a marker go?
move-markers-or-not = { $option } comes with the war. Do markers go to the tension pool?
add-marker-to = { $power }: { $action }. Into which entry pool does the marker go?
give-back-marker-from = { $power }: { $action }. From which entry pool does a marker go back?
attempt-war = { $power } may attempt to declare war. You need a die of { $against_japan } or less against Japan, { $against_europe } or less against Germany and Italy (0: no die is low enough).
verb-put-entry-marker = put it into the pool against
verb-choose-entry-option = choose
verb-no-more-entry-options = choose no more
verb-set-tension = roll against
verb-take-marker-from = from the pool against
verb-move-markers = move them
verb-leave-markers = leave them
verb-choose-entry-pool = the pool against
verb-attempt-war = attempt to declare war on
verb-attempt-no-war = make no attempt

# refusals
no-option-to-choose = No entry option can be chosen now.
option-chosen-already = { $option } has been chosen already.
option-aimed-at-nobody = { $option } is aimed at { $target }, not in this campaign.
option-condition-not-met = { $option }: its condition is not met.
option-needs-another = { $option } needs { $needed } in an earlier turn.
two-options-chosen = Two options have been chosen against { $target } this turn.
first-option-moved-a-marker = The first option against { $target } this turn moved a marker: no second one.
entry-level-too-low = { $option } needs an entry level of { $needed } against { $target }; yours is { $level }.
tension-level-too-low = { $option } needs a tension level of { $needed } against { $target }; yours is { $level }.
place-closed-until-option = { $place } is closed to this unit until the USA has chosen entry option { $option }.
build-needs-option = { $power } may not build this before the USA has chosen entry option { $option }.
usa-starts-few-land-units = { $power } may start only { $most } such land { $most ->
    [one] unit
   *[other] units
} a turn now.
only-japan-closes-the-road = Only Japan can close the Burma Road, and only while the USA takes notice.
road-is-closed = The Burma Road is closed already.
only-the-commonwealth-closes-suez = Only the Commonwealth can close the Suez Canal.
suez-is-closed = The Suez Canal is closed already.
suez-not-controlled = { $power } does not control the Suez Canal.
usa-leaves-minors-alone = The USA may not declare war on { $country } before it has chosen entry option 48.
japan-by-itself = { $power } can attempt to declare war on Germany and Italy together, on Japan only by itself.

# what happened
event-UsOccupied = The USA takes over { $name }.
event-UsDeclined = { $power } does not give { $name } away.
event-BurmaRoadClosed = Japan has the Burma Road closed.
event-SuezClosed = The Commonwealth closes the Suez Canal to the Axis.
event-CoastMined = The Commonwealth mines the coast of Norway ({ $thing }). Norway's reaction ({ $roll }): { $reaction }.
norway-reaction-1 = its convoys, its resource and the gate of Oslo serve the Commonwealth
norway-reaction-2 = it is undermined, and will set up an infantry corps less
norway-reaction-3 = it trades with Germany, and may follow it once London falls
norway-reaction-4 = its convoys, its resource and the gate of Oslo serve Germany, and it may follow it once London or Moscow falls
norway-reaction-5 = it joins Germany
event-MarkersMoved = { $count ->
    [one] A marker comes
   *[other] { $count } markers come
} into the { $pool } pool against { $target }.
event-MarkersReturned = { $count ->
    [one] A marker goes
   *[other] { $count } markers go
} back from the { $pool } pool against { $target }.
event-MarkersShown = The USA shows markers of its { $pool } pool against { $target }: { $values }.
event-NeverAtWar = The USA may never declare war on { $target_power } again.
event-TensionRaised = { $option } costs { $points } in tension.
event-EntryActionNoted = US entry: { $action } ({ $power }, { $points }).
event-DrawLost = There is no marker to take. Regular US entry markers are lost for { $turns ->
    [one] 1 turn
   *[other] { $turns } turns
}.
event-DrawForgone = The USA draws no regular entry markers this turn.
event-BarredByUsa = { $power } can claim no territory, and neither lends to the USA, gets anything from it nor co-operates with it, for the rest of the game.
event-EntryOptionChosen = The USA chooses entry option { $option }.
event-EntryOptionGained = The war brings the USA entry option { $option }.
event-WarAttempted = The USA attempts to declare war on { $powers }: rolls { $die }, modified by { $modifier }. { $succeeded ->
    [True] It is war.
   *[False] The attempt fails.
}

# options, by their numbers
us-option-0 = Declaring war
us-option-1 = 1, Chinese build aircraft
us-option-4 = 4, Intern French CV
us-option-7 = 7, Occupy Greenland & Iceland
us-option-9 = 9, Resources to China
us-option-11 = 11, US east coast escorts
us-option-12 = 12, Selective Service Act
us-option-13 = 13, Embargo on strategic materials
us-option-14 = 14, Murrow reports from London
us-option-15 = 15, Resources to western Allies
us-option-16 = 16, Gift of destroyers to CW
us-option-17 = 17, Lend lease to China
us-option-18 = 18, Occupy Azores
us-option-19 = 19, Resources to USSR
us-option-20 = 20, US land-based air escort
us-option-21 = 21, Reflag merchant ships
us-option-22 = 22, Gear up production
us-option-23 = 23, Freeze Japanese assets
us-option-24 = 24, Re-open Burma Road
us-option-25 = 25, Repair western Allies' ships
us-option-26 = 26, Relocate fleet to Pearl Harbor
us-option-27 = 27, Lend lease to western Allies
us-option-28 = 28, Truman committee formed
us-option-29 = 29, North Atlantic escorts
us-option-30 = 30, Lend lease to USSR
us-option-31 = 31, Oil embargo
us-option-32 = 32, US refutes naval war zones
us-option-33 = 33, Close Panama Canal
us-option-34 = 34, Pass War Appropriations Bill
us-option-35 = 35, Fireside chat
us-option-36 = 36, CW reinforces Pacific
us-option-37 = 37, Atlantic islands transferred to the USA
us-option-38 = 38, Arm merchantmen
us-option-39 = 39, Call up the National Guard
us-option-40 = 40, US reinforces Guam
us-option-41 = 41, US reinforces the Philippines
us-option-42 = 42, US guarantees the Pacific
us-option-43 = 43, Allies access the Netherlands East Indies
us-option-44 = 44, US occupies Northern Ireland
us-option-45 = 45, Military manoeuvers
us-option-46 = 46, US may build ahead its units
us-option-48 = 48, US may declare war on any minor country
us-option-50 = 50, Unrestricted naval warfare

# actions, by the lines of the chart
us-action-1 = Japan aligns Indo-China
us-action-2 = Japan-USSR neutrality pact
us-action-3 = Japan militarises Marshalls
us-action-4 = China conquered
us-action-5 = Japan aligns Madagascar
us-action-6 = Japan forces closure of Burma Road
us-action-7 = Commonwealth or France declares war on Japan
us-action-8 = USSR declares war on Japan
us-action-9 = Japan declares war on USSR
us-action-10 = Japan occupies Chinese city
us-action-11 = Japan declares war on USA
us-action-12a = Germany declares war on the Commonwealth or France
us-action-12b = Italy declares war on the Commonwealth or France
us-action-13a = Germany declares war on the USSR
us-action-13b = Italy declares war on the USSR
us-action-14 = Germany or Italy declares war on USA
us-action-15 = Axis invades the United Kingdom
us-action-16 = UK conquered
us-action-17 = Japan conquers a the Commonwealth home country (not UK)
us-action-18a = Japan controls Singapore or Suez
us-action-18b = Axis controls Gibraltar or Suez
us-action-19a = Japan aligns Siam
us-action-19b = Germany or Italy aligns any minor
us-action-20a = Japan declares war on American country, Poland, Spain, Turkey
us-action-33 = Japan declares war on the Commonwealth, France or Netherlands
us-action-20b = Japan declares war on other minor
us-action-20c = Germany or Italy declares war on Poland, Spain, Turkey or American country
us-action-20d = Germany or Italy declares war on Belgium, Netherlands, Rumania, Sweden, Switzerland
us-action-20e = Germany or Italy declares war on any other minor
us-action-21 = Allies support attacked minor
us-action-22a = Commonwealth declares war on Germany
us-action-22b = France declares war on Germany
us-action-23 = USSR declares war on Germany or Italy
us-action-24 = Commonwealth declares war on Italy
us-action-25 = France declares war on Italy
us-action-26 = USSR controls East Poland
us-action-27 = USSR controls Nazi-Soviet Pact areas
us-action-28 = USSR claims the Finnish borderlands
us-action-29 = USSR claims Bessarabia
us-action-30 = Allied power aligns a minor
us-action-31a = USSR declares war on Rumania
us-action-31b = USSR declares war on Finland
us-action-31c = USSR declares war on Iran, Afghanistan, Turkey or Bulgaria
us-action-31d = USSR declares war on another minor
us-action-31e = Commonwealth or France declares war on Belgium, Denmark, Netherlands, Norway, Sweden or Switzerland
us-action-31f = Commonwealth or France declares war on Iraq, Iran, Siam or Saudi Arabia
us-action-31g = Commonwealth or France declares war on Spain, Portugal or an American country
us-action-31h = Commonwealth or France declares war on another minor
us-action-32a = USA declares war on Vichy
us-action-32b = USA declares war on a neutral minor
us-action-34 = Japan search and seizure
us-action-35 = Germany or Italy executes a search and seizure
us-action-36 = An Allied power executes a search and seizure
us-action-37a = Japanese unit first on European maps
us-action-37b = Japanese unit first on Americas maps
us-action-38 = The Commonwealth closes Suez Canal
us-action-39 = Mining Norwegian coast
us-action-40a = USA fails its trade with Italy
us-action-40b = USA fails its trade with Japan
us-action-40c = Japan fails its trade with the USA

# 13.3.2: what each entry option brings, in a sentence
us-effect-1 = China may build aircraft.
us-effect-4 = The carrier Béarn is Free French instead of Vichy's, in the construction pool until Vichy collapses.
us-effect-7 = The USA takes Greenland and Iceland at once; other Allied units there come back as reinforcements in two turns.
us-effect-9 = From next turn each Ally may give China up to 5 resources a turn, without limit at war with Japan. They may use the Burma Road and US convoys.
us-effect-11 = Up to 5 US carriers or cruisers in the 0 section off the US east coast may fight beside Allied convoys without war.
us-effect-12 = Each turn the USA may start 2 infantry units or 1 other land unit, instead of a single infantry or cavalry unit.
us-effect-13 = Japan gets 3 resources a turn from the USA instead of 4, and owes no build point for them.
us-effect-14 = From now on the USA may change the tension of options aimed at Germany and Italy alone by 1.
us-effect-15 = From next turn the USA may give the Commonwealth and France up to 5 resources a turn each, without limit at war with Germany. US convoys may not carry them before option 32.
us-effect-16 = The next 10 cruisers or destroyers that the Commonwealth starts, completes or repairs cost 1 build point less each.
us-effect-17 = From next turn each Ally may give China up to 5 build points a turn, without limit at war with Japan.
us-effect-18 = The USA may take the Azores in a later turn: from 1943, or while the Axis holds Gibraltar or Madrid.
us-effect-19 = The western Allies and the USSR may give each other 1 resource a turn each; 5 while the USSR fights Germany.
us-effect-20 = US aircraft based on land may escort Allied convoys wherever US ships may.
us-effect-21 = Now, and only now, up to 15 US convoy points on the map may be given to Allies at war.
us-effect-22 = US factories make a quarter more for each production point. Amphibious ships may be built.
us-effect-23 = Japan gets only 2 resources a turn from the USA.
us-effect-24 = The Burma Road is open again, if Japan closed it by pressure.
us-effect-25 = The USA may repair ships of the Commonwealth and France.
us-effect-26 = Warships may base at Pearl Harbor and Pago Pago. A strong fleet there lets the USA change the tension of options aimed at Japan by 3, and makes war on Japan easier to declare.
us-effect-27 = From next turn the USA may give the Commonwealth and France up to 5 build points a turn each, without limit at war with Germany. US convoys may not carry them before option 32.
us-effect-28 = The USA may build any units in any number, 4-turn bombers among them, while it is neutral.
us-effect-29 = Up to 5 US carriers or cruisers in the 0 section of the North Atlantic may fight beside Allied convoys without war.
us-effect-30 = The western Allies and the USSR may give each other 1 build point a turn each; 5 while the USSR fights Germany.
us-effect-31 = Japan gets nothing more from the USA, nor from a Netherlands East Indies that is neutral or Allied.
us-effect-32 = US convoys may carry what the USA lends to any Ally, and whoever is at war with that Ally may attack them.
us-effect-33 = The Panama Canal is closed to most others.
us-effect-34 = US factories make another quarter more for each production point. Trade with Italy ends.
us-effect-35 = From now on the USA may change the tension of every option by 2.
us-effect-36 = Allied troops and aircraft may enter Malaya, Hong Kong and the Commonwealth's islands on the Pacific map.
us-effect-37 = The Commonwealth gives Bermuda, Jamaica and St Johns to the USA.
us-effect-38 = While the USA is neutral, up to 5 of its carriers or cruisers in the 0 section of any sea area may fight beside Allied convoys.
us-effect-39 = US reserves may be called up in any reinforcement stage though the USA is neutral.
us-effect-40 = Troops and aircraft may be sent to Guam.
us-effect-41 = More than its own garrison may be sent to the Philippines.
us-effect-42 = Whenever Japan declares war on the Commonwealth, France, the Netherlands or Portugal, the USA must try to declare war on Japan, with 4 off the roll.
us-effect-43 = The Allies may use the Netherlands East Indies.
us-effect-44 = The USA may take over Northern Ireland, with the factory of Belfast, if the Commonwealth agrees.
us-effect-45 = While the USA is neutral it may choose any action, not only a combined one.
us-effect-46 = While the USA is neutral it may build units ahead of their year.
us-effect-48 = The USA may declare war on any minor country.
us-effect-50 = US ships and aircraft at sea may fight any active Axis ones without war, escort convoys everywhere, and sail in whole fleets.

# cards
card-usa-takes = The USA takes notice: { $what } into its entry pool against { $target }.
card-usa-loses = The USA takes notice: { $what } out of its entry pool against { $target }.
card-either-pool = Japan or Germany and Italy, as it likes
card-all-three = all
card-marker-perhaps = { $chance } % for a marker
card-markers-surely = { $count ->
    [one] a marker
   *[other] { $count } markers
}{ $chance ->
    [0] {""}
   *[other] {" "}and { $chance } % for one more
}
card-level-held = Entry level against { $target }: { $level }, needed { $needed }.
card-tension = Tension { $points }: { $what } from the entry pool into the tension pool.
card-tension-change = You may raise or lower the tension by up to { $change } before you roll.
card-tension-printed = As printed.
card-tension-moves = { $what } into the tension pool.
card-option-brief = { $target } · tension { $tension }
card-entry-pool = { $count ->
    [one] 1 marker
   *[other] { $count } markers
} so far, entry level { $level }.
card-attempt = { $chance } %: a die of { $highest } or less.
card-attempt-brief = { $chance } %
card-attempt-fails = If it fails, an entry and a tension marker go back, and you may try again in a later impulse.
card-attempt-nothing = The USA stays out of the war for now.
card-die-reason = { $die } to the die: { $text }.
card-no-more-options = The step goes on. Options can be chosen every turn.

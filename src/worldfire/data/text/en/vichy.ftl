# 17.1, 17.2: Vichy is installed
vichy = { $power } holds Paris. Does it install a government at Vichy?
hand-over-hexes = { $power } holds hexes in lands that follow Vichy. Does it hand all of them over? If not, Vichy is hostile to it.
allocate-country = France had gained { $country } in the war. Which Axis power gets it?
raise-free-france = Choose the home of Free France.
verb-install-vichy = install Vichy
verb-install-no-vichy = install no government
verb-hand-over-hexes = hand them over
verb-keep-hexes = keep them
verb-allocate-country-to = give it to
verb-raise-free-france = Free France rises in
verb-revive-free-france = Free France lives in
event-VichyDeclared = { $power } installs a government at Vichy: France is divided.
event-GroupDecided = { $group }: with { $roll } { $countries } { $free ->
    [True] follow Free France
   *[False] follow Vichy
}.
event-CountryAllocated = { $country } goes to { $power }, { $conquered ->
    [True] conquered
   *[False] aligned
}.
event-VichyHostile = Vichy is now hostile to { $power }.

# 17.3: its units
leave-vichy = { $unit } must leave a port of Vichy’s. Where does it go?
french-units = French units are in hexes of { $power }. Does it destroy them? Then Vichy is hostile to it.
bring-french-home = Which port or base does { $unit } return to?
place-french-unit = Where in its home country is { $unit } placed?
halve-french-militia = Which half of the French militia and reserves on the map is lost?
halve-vichy-army = Which half of Vichy’s other land units and aircraft is lost?
scrap-vichy-losses = Which of the units that Vichy loses are scrapped?
verb-leave-vichy-for = go to
verb-spare-french-units = let them go
verb-destroy-french-units = destroy them
verb-bring-french-to = return to
verb-place-french-unit-at = place it at
verb-lose-french-militia = lose
verb-lose-vichy-units = lose
verb-scrap-vichy-losses = scrap
event-FrenchUnitsDestroyed = { $power } destroys the French in its hexes: { $units }.
event-UnitsAreVichy = These now serve Vichy: { $units }.
event-ArmyHalved = Vichy gives up: { $units }.
event-PoolHalved = These leave the French force pools for good: { $units }.
event-ShipWithoutRefuge = { $thing } finds no port and is lost.

# 17.4: running it
vichy-not-hostile = { $power } declares war only on major powers that it is hostile to.
not-at-war-with-installer = { $power } is not at war with the power that installed { $target_power }.
vichy-stays-at-home = { $unit } may enter only enemy hexes and Vichy’s own: { $place } is neither.
vichy-lets-nobody-in = Vichy does not let { $unit } into { $place }.
collapse-vichy = Does { $power } let Vichy collapse?
verb-keep-vichy = leave it alone
verb-collapse-vichy = let it collapse
event-VichyCollapsed = Vichy, which { $power } had installed, collapses.

# 17.5: loyalty
event-LoyaltyTested = { $thing } rolls { $roll } and { $loyal ->
    [True] stays loyal to Vichy
   *[False] lays down its arms
}.
event-NotionalTested = The garrison of { $place } rolls { $roll } and { $loyal ->
    [True] stays loyal to Vichy
   *[False] lays down its arms
}.

# cards
card-install-vichy = The south becomes Vichy France, neutral and run by you; the rest is conquered. France leaves the war, its fleet and army are divided, and each part of its empire rolls.
card-vichy-group = { $group }: { $chance } % for Vichy.
card-install-nothing = France fights on with all it has. You may install Vichy in a later turn, as long as you hold Paris.
card-hand-over = The hexes are Vichy’s, and it is friendly to you.
card-keep-hexes = You stay where you are, and Vichy is hostile to you: it may declare war on you.
card-destroy-french = These French units are lost for good. Vichy is hostile to you from now on.
card-spare-french = They go home or join Vichy.
card-collapse-vichy = Vichy ends: what it holds goes to whoever stands there, its units join one side or the other, and what is left of Free France lives on.
card-keep-vichy = Vichy stays as it is. You are asked again in your next declaration of war step.

# The Russian civil war: Reds and Whites out of one power.

event-RussiaCollapses = { $power } collapses: { $rebels } rises against what is left of it.
event-RussiaCedes = { $power } is given { $places_count ->
        [one] one hex
       *[other] { $places_count } hexes
    } that Russia held.
event-RussianArmyDivided = Of the Russian army { $whites_count ->
        [one] one unit is
       *[other] { $whites_count } units are
    } White, { $reds_count ->
        [one] one is
       *[other] { $reds_count } are
    } Red.
event-RussianTownsDivided = Of the cities and resources of Russia { $whites_count ->
        [one] one is
       *[other] { $whites_count } are
    } White, { $reds_count ->
        [one] one is
       *[other] { $reds_count } are
    } Red.
event-Defected = { $unit } goes over to the other faction of Russia (die { $roll }).
event-HexesReleased = { $power } lets go of { $places_count ->
        [one] one hex
       *[other] { $places_count } hexes
    } of Russia: { $places }.
event-CivilWarEnds = The Russian civil war is over: { $power } has won it.

entrust-minor = Russia can lead { $country } no longer: which Ally takes its place?
verb-entrust-minor = entrust it to
withdraw-from-russia = { $unit } leaves Russia: to which hex of the border?
verb-withdraw-from-russia = withdraw to
muster-unit = Which unit does { $power } place next?
verb-muster-unit = place
muster-at = In which town does { $power } place { $unit }?
verb-muster-at = place it in
raise-red-partisan = A partisan of the Reds rises ({ $unit }): where?
verb-raise-red-partisan = raise it in
verb-forgo-red-partisan = do without it
collect-tribute = The garrison of { $power } on the Russian border earns { $number } from Red Russia: resources or build points?
verb-collect-tribute = take from Red Russia
adopt-red-minor = { $country } stood beside the Reds: which Central Power leads it now?
verb-adopt-red-minor = led by
release-absorbed = Which hexes that { $power } has absorbed does it let go?
verb-release-absorbed = let go

roll-civil-war-units = A die for each Russian unit: low ones are White, high ones Red (14.4).
roll-civil-war-towns = A die for each city and resource of Russia: low ones are White, high ones Red (14.4).
roll-defection = A Russian unit in combat: on a low die it goes over to the other faction (14.4).

russia-is-closed = The Central Powers can neither enter Russia nor attack into it during its civil war, except in regions that they have absorbed.
red-russia-is-neutral = Nobody can declare war any more on Red Russia or on those who stood beside it: they are neutral for the rest of the game.

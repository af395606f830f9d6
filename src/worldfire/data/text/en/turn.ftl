# 3 to 13: the stages and steps of a turn.

# 6
initiative-re-roll = The { $side } win the initiative. Accept the rolls, or move the marker and demand a re-roll?
choose-first-side = You have won the initiative. Which side has the first impulse?
verb-accept-roll = accept the rolls
verb-demand-re-roll = demand a re-roll
verb-choose-first-side = give the first impulse to
event-InitiativeRolled = With the track’s modifiers the sides roll { $totals }; the { $side } are ahead.
event-InitiativeMarkerMoved = The initiative marker moves to { $space }.
event-InitiativeWon = The { $side } have the initiative.
event-FirstSideChosen = The { $side } have the first impulse.

# 7, 8, 12
event-TurnBegan = { $turn } begins.
event-ImpulseBegan = Impulse { $impulse }: the { $side }.
event-WeatherRolled = The modified weather roll is { $roll }: { $weather }.
event-LakeThawed = The ice at { $place } breaks; { $units } will arrive again later.
# Nothing is rolled (0, and it goes on) where an impulse cannot be the last.
event-LastImpulseTested = { $roll ->
    [0] { $ended ->
        [True] The action stage ends on { $needed } or less: the roll is { $roll }.
       *[False] The action stage goes on: this impulse cannot be its last.
    }
   *[other] The action stage ends on { $needed } or less: the roll is { $roll }.
}

# 10
choose-actions = Choose an action for each of your major powers.
verb-choose-actions = choose actions
event-ActionChosen = { $power } chooses: { $action }.
event-ActivityCounted = { $power } has used { $count } of its { $limit }.
power-has-passed = { $power } has passed and does nothing this impulse.
neutral-power-acts = { $power } is neutral and may only pass or choose a combined action, not { $action }.
activity-not-in-action = { $power } cannot do this with its { $action } action: { $activity }.
activity-limit-reached = { $power } can do no more of this in this impulse: { $activity } (left: { $left }).

# 4, 9.7
place-unit = Where does { $unit } arrive?
arrival-among-partisans = Enemy partisans hold { $place }: { $unit } cannot arrive there.
militia-arrives-in-its-city = { $unit } arrives in its own city ({ $path }), or next to it if that is full.
arrives-in-port = { $unit } must arrive in a port of its home country that its power controls, not in { $place }.
arrives-in-city = { $unit } cannot arrive in { $place }. It arrives in a city of its home country that its power controls (next to one if all are full), or where its reinforcements enter the map.
give-up-units = Which isolated units of { $power } do you destroy yourself?
scrap-losses = Which destroyed units of { $power } do you scrap for good? The others return to their force pools.
call-out-reserves = Which reserves of { $power } do you call out?
nothing-to-scrap = None of the lost units can be scrapped.
verb-place-unit = place it at
verb-give-up-units = destroy
verb-scrap-losses = scrap
verb-call-out-reserves = call out
event-UnitsAdded = { $count ->
    [one] 1 unit of { $year } joins the force pools.
   *[other] { $count } units of { $year } join the force pools.
}
event-Launched = { $thing } is launched and goes to the construction pool.
event-Arrived = { $thing } arrives at { $place }.
event-ArrivalDelayed = There is no room for { $thing }; it waits.
event-Scrapped = { $thing } is scrapped.
event-ReturnedToPool = { $thing } returns to its force pool.
event-UnitGivenUp = { $thing } is destroyed by its owner.
event-WarDeclared = { $power } declares war on { $target_power }.
event-ReservesCalled = { $power } calls out reserves: { $units }.

# 13.6
send-resources = Send { $power }’s resources to its factories.
build-units = { $power } has { $points ->
    [one] 1 build point
   *[other] { $points } build points
}. What do you build?
resource-stranded = It cannot reach any of your factories by rail or road.
factory-full = The factories in { $place } can use no more than { $most ->
    [one] one resource
   *[other] { $most } resources
 }.
drawn-too-dear = The unit that was drawn was too dear: nothing more can be built ahead this turn.
nothing-to-build-ahead = Only types that no force pool has can be built ahead, and { $points ->
    [one] 1 build point pays
   *[other] { $points } build points pay
} for none of them.
nothing-to-build = { $points ->
    [one] 1 build point buys
   *[other] { $points } build points buy
} nothing in your force pools.
build-item = { $name }: { $cost ->
    [one] 1 build point
   *[other] { $cost } build points
}, arrives { $turn }
force-pool-is-empty = Nothing is left in that force pool.
no-such-force-pool = { $name } is not a force pool of yours with units in it.
too-few-in-force-pool = { $left ->
    [one] Only 1 is left in the force pool { $name }.
   *[other] Only { $left } are left in the force pool { $name }.
}
nothing-ordered = Order something, or stop building.
carrier-planes-are-an-option = Carrier planes can only be built with option 45.
neutral-builds-no-militia = { $power } is neutral and cannot build militia.
scrap-before-building = Scrap old units before you build anything.
no-old-units-to-scrap = No unit in your force pools is old enough to be scrapped.
unit-not-old = { $unit } is not an old unit in your force pools.
not-in-a-dock = { $unit } is not in your construction or repair pool.
not-enough-build-points = That costs { $cost } build points; you have { $points }.
no-ship-to-complete = You cannot complete a ship with { $points ->
    [one] 1 build point
   *[other] { $points } build points
}.
verb-send-resources = send resources
verb-scrap-old-units = scrap old units from the force pools
verb-build = build
verb-build-ahead = build ahead
verb-complete-ship = complete or repair
verb-stop-building = stop building
event-ResourcesSent = { $power } makes { $points ->
    [one] 1 production point
   *[other] { $points } production points
} from its resources; { $unused } unused.
event-BuildPointsMade = { $power }: { $production } production points times { $multiple }, plus { $bonus } bonus points, make { $points } build points.
event-BonusPointEarned = { $thing } was lost at home: { $power } gets a bonus build point.
event-TooDear = { $thing } was drawn to be built ahead and costs { $cost }: it waits on.
event-UnitBuilt = { $thing } is built for { $cost } and will arrive in { $turn }.

# 13.9
event-ScoreCounted = The { $side } hold { $count } of the { $needed } they need.
event-GameWon = The { $side } have won.

# 13.6.4 lend lease
borrow-aircraft = Which foreign-built aircraft does { $power } take into its force pools?
take-back-aircraft = Which of the aircraft it has lent does { $power } take back?
verb-borrow-aircraft = take these
verb-take-back-aircraft = take these back
event-ForeignUnitBorrowed = { $thing } joins the force pools; { $unit } is lent in exchange.
event-ForeignUnitTakenBack = { $unit } can be built again; { $thing } no longer.

# 5 lending
lend-resources = How many resources does { $power } give away this turn?
lend-build-points = How many build points does { $power } lend this turn?
verb-lend-resources = give these resources
verb-lend-build-points = lend these build points
soviet-attack-and-trade = The USSR attacks { $country }: what does Germany do about their trade?
verb-keep-build-point = keep one build point a turn
verb-take-resource-more = take one resource more a turn
event-SovietTradeReduced = Because of { $country } the USSR sends Germany one resource less.
event-GermanyChoseForAttack = For the attack on { $country } Germany { $keeps ->
    [True] keeps one build point a turn.
   *[False] is sent one resource more a turn.
}
event-Promised = { $power } promises { $recipient } { $resources ->
    [0] no resources
    [one] 1 resource
   *[other] { $resources } resources
} and { $points ->
    [0] no build points
    [one] 1 build point
   *[other] { $points } build points
}.

# 13.6.1 resources by sea
route-goods = How do the resources and build points of { $power } travel?
search-and-seize = In which sea areas does { $power } search and seize what is carried to its enemies?
verb-route-goods = send by these routes
goods-points = Build point
idle-chain-breaks = The chain of convoys ends in { $sea }: no port there leads to a factory.
idle-could-be-used = It could be used: nothing stands in its way.
idle-factories-are-fed = { $factories ->
    [one] The only factory has a resource.
   *[other] Each of the { $factories } factories has a resource.
}
idle-fetched = Another power has fetched it.
idle-no-convoys = There are no convoy points off its port ({ $seas }).
idle-no-port = No railway leads from here to a factory or a port.
idle-points-no-way = No way leads from a factory to whoever it is promised to.
route-by-sea = { $end }, from { $load } by sea ({ $chain }) to { $land }
verb-search-and-seize = search and seize in
no-such-route = { $route } is no route for { $name }.
one-sea-leg = { $name } can be shipped overseas only once: { $route }.
no-use-there = Nothing can be used in { $place }: no factory, city or port there waits for it.
not-made-there = { $name } does not begin there.
no-railway-there = { $name } cannot be railed to { $place }.
not-loaded-there = It cannot be railed to { $place } and loaded there.
not-landed-there = It cannot be landed in { $place } and railed on to { $end }.
one-straits-hexside = On the way to { $place } it would cross a straits hexside twice.
harbour-not-on-this-sea = Nothing can be shipped between { $place } and { $sea }.
sea-area-twice = A chain passes a sea area only once.
does-not-carry-for = { $power } does not carry for you in { $sea }.
no-room-for-points = { $place } takes no more than { $most } build points.
so-many-points-made-there = No more than { $most } build points are made or saved in { $place }.
minor-port-is-busy = Only { $most } more can be shipped through { $place } this turn.
too-few-convoy-points = { $power } has only { $most } convoy points for you in { $sea }.
not-so-many-promised = { $giver } gives { $recipient } no more than { $most } resources.
promise-can-be-kept = You have promised { $power } what could be delivered: { $most }.
event-GoodsRouted = { $by_sea ->
    [0] { $power } sends { $goods } resources and build points on their way, none of them over the sea.
   *[other] { $power } sends { $goods } resources and build points on their way, { $by_sea } of them over the sea on { $convoys } convoy points.
}
event-PromiseDelivered = { $power } delivers { $resources ->
    [0] no resources
    [one] 1 resource
   *[other] { $resources } resources
} and { $points ->
    [0] no build points
    [one] 1 build point
   *[other] { $points } build points
} to { $recipient }.
event-GoodsSeized = { $power } searches and seizes in { $place }: { $goods ->
    [one] 1 load is lost.
   *[other] { $goods } loads are lost.
}

# 4.1.3, 4.2.1, 13.6.5, 19.4.1 ships and convoys
replace-ships = Which ships of { $power } are replaced by these later designs?
verb-replace-ships = replace by
event-ShipReplaced = { $thing } takes the place of { $unit }, which is scrapped.
place-convoy-abroad = Does one new convoy point of { $power } arrive outside its home country?
verb-place-convoy-abroad = place one convoy point in
verb-place-no-convoy-abroad = place none abroad
place-convoys = Where do { $power }’s { $points } new convoy points arrive?
verb-place-convoys = place convoy points
event-ConvoysArrived = { $points ->
    [one] 1 convoy point of { $power } arrives in { $place }.
   *[other] { $points } convoy points of { $power } arrive in { $place }.
}
event-ConvoysDelayed = There is no port for { $points } convoy points of { $power }; they wait.
verb-build-convoys = build convoy points
verb-repair-convoys = repair convoy points
no-convoys-for-that = You cannot build convoy points with { $points ->
    [one] 1 build point
   *[other] { $points } build points
}.
no-convoys-to-repair = You have no convoy points in the repair pool that { $points ->
    [one] 1 build point repairs
   *[other] { $points } build points repair
}.
event-ConvoysBuilt = { $power } builds { $points ->
    [one] 1 convoy point for { $cost }; it arrives in { $turn }.
   *[other] { $points } convoy points for { $cost }; they arrive in { $turn }.
}
event-ConvoysRepaired = { $power } repairs { $points ->
    [one] 1 convoy point for { $cost }; it arrives in { $turn }.
   *[other] { $points } convoy points for { $cost }; they arrive in { $turn }.
}
event-ConvoysWithoutHome = { $power } has no port at home: { $points } convoy points that were being built or repaired are lost.
set-up-minor-convoys = Where do the { $points } convoy points of { $country } lie?
verb-set-up-minor-convoys = set up convoy points
event-MinorConvoysSetUp = { $points } convoy points of { $country } are set up.

# 3 to 13: the stages and steps of a turn.

# 6
initiative-re-roll = The { $side } win the initiative. Accept the rolls, or move the marker and demand a re-roll?
choose-first-side = You have won the initiative. Which side has the first impulse?
verb-accept-roll = accept the rolls
verb-demand-re-roll = demand a re-roll
verb-choose-first-side = give the first impulse to
event-InitiativeRolled = The sides roll { $totals } with the track’s modifiers; the { $side } are ahead.
event-InitiativeMarkerMoved = The initiative marker moves to { $space }.
event-InitiativeWon = The { $side } have the initiative.
event-FirstSideChosen = The { $side } have the first impulse.

# 7, 8, 12
event-TurnBegan = { $turn } begins.
event-ImpulseBegan = Impulse { $impulse }: the { $side }.
event-WeatherRolled = The weather roll is { $roll } with its modifier: { $weather }.
event-LakeThawed = The ice at { $place } breaks; { $units } arrive again later.
event-LastImpulseTested = { $roll } against { $needed } to end the action stage.

# 10
choose-actions = Choose an action for each of your major powers.
verb-choose-actions = choose actions
event-ActionChosen = { $power } chooses: { $action }.
event-ActivityCounted = { $power } has used { $count } of its { $limit }.
power-has-passed = { $power } has passed and does nothing this impulse.
neutral-power-acts = { $power } is neutral and may only pass or choose a combined action, not { $action }.
activity-not-in-action = { $power } cannot do this with its { $action } action: { $activity }.
activity-limit-reached = { $power } may do no more of this in this impulse: { $activity } (left: { $left }).

# 4, 9.7
place-unit = Where does { $unit } arrive?
arrival-among-partisans = Enemy partisans hold { $place }: { $unit } cannot arrive there.
militia-arrives-in-its-city = { $unit } arrives in its own city ({ $path }), or beside it if that is full.
arrives-in-port = { $unit } arrives in a port of its home country that its power controls, not in { $place }.
arrives-in-city = { $unit } cannot arrive in { $place }. It arrives in a city of its home country that its power controls (beside one if all are full), or where its reinforcements enter the map.
give-up-units = Which isolated units of { $power } do you destroy yourself?
scrap-losses = Which destroyed units of { $power } do you scrap for good? The others go back to their force pools.
call-out-reserves = Which reserves of { $power } do you call out?
nothing-to-scrap = Nothing that was lost can be scrapped.
verb-place-unit = place it at
verb-give-up-units = destroy
verb-scrap-losses = scrap
verb-call-out-reserves = call out
event-UnitsAdded = { $count } units of { $year } join the force pools.
event-Launched = { $thing } is launched and lies in the construction pool.
event-Arrived = { $thing } arrives at { $place }.
event-ArrivalDelayed = There is no room for { $thing }; it waits.
event-Scrapped = { $thing } is scrapped.
event-ReturnedToPool = { $thing } returns to its force pool.
event-UnitGivenUp = { $thing } is destroyed by its owner.
event-WarDeclared = { $power } declares war on { $target_power }.
event-ReservesCalled = { $power } calls out reserves: { $units }.

# 13.6
send-resources = Rail the resources of { $power } to its factories.
build-units = { $power } has { $points } build points. Build what?
resource-stranded = No railway or road takes it to a factory of yours.
factory-full = The factories at { $place } can use no more than { $most } resources.
nothing-to-build = { $points } build points buy nothing that is in your force pools.
build-item = { $name }: { $cost } build points, arrives { $turn }
force-pool-is-empty = Nothing is left in that force pool.
no-such-force-pool = { $name } is no force pool of yours with anything in it.
too-few-in-force-pool = Only { $left } are left in the force pool { $name }.
nothing-ordered = Order something, or build no more.
carrier-planes-are-an-option = Carrier planes are built only with option 45.
neutral-builds-no-militia = { $power } is neutral and builds no militia.
scrap-before-building = Old units are scrapped before anything is built.
no-old-units-to-scrap = No unit in your force pools is old enough to be scrapped.
unit-not-old = { $unit } is no old unit of your force pools.
not-in-a-dock = { $unit } is in no construction or repair pool of yours.
not-enough-build-points = That costs { $cost } build points; you have { $points }.
no-ship-to-complete = No ship in your docks can be completed with { $points } build points.
verb-send-resources = send resources
verb-scrap-old-units = scrap old units of the force pools
verb-build = build
verb-complete-ship = complete or repair
verb-stop-building = build no more
event-ResourcesSent = { $power } makes { $points } production points of its resources; { $unused } are not used.
event-BuildPointsMade = { $power }: { $production } production points times { $multiple } and { $bonus } bonus points give { $points } build points.
event-BonusPointEarned = { $thing } was lost at home: a bonus build point for { $power }.
event-UnitBuilt = { $thing } is built for { $cost } and will arrive in { $turn }.

# 13.9
event-ScoreCounted = The { $side } hold { $count } of the { $needed } that they need.
event-GameWon = The { $side } have won.

# 13.6.4 lend lease
borrow-aircraft = Which aircraft of foreign make does { $power } take into its force pools?
take-back-aircraft = Which aircraft does { $power } take back from those that it has lent?
verb-borrow-aircraft = take these
verb-take-back-aircraft = take these back
event-ForeignUnitBorrowed = { $thing } joins the force pools; { $unit } is lent for it.
event-ForeignUnitTakenBack = { $unit } can be built again; { $thing } no longer.

# 3 to 13: the stages and steps of a turn.

# 6
initiative-re-roll = { $side } win the initiative. Accept the rolls, or move the marker and demand a re-roll?
choose-first-side = You have won the initiative. Which side has the first impulse?
verb-accept-roll = accept the rolls
verb-demand-re-roll = demand a re-roll
verb-choose-first-side = give the first impulse to
event-InitiativeRolled = The sides roll { $totals } with the track’s modifiers; { $side } is ahead.
event-InitiativeMarkerMoved = The initiative marker moves to { $space }.
event-InitiativeWon = { $side } has the initiative.
event-FirstSideChosen = { $side } has the first impulse.

# 7, 8, 12
event-TurnBegan = { $turn } begins.
event-ImpulseBegan = Impulse { $impulse }: { $side }.
event-WeatherRolled = The weather roll is { $roll } with its modifier: { $weather }.
event-LakeThawed = The ice at { $place } breaks; { $units } arrive again later.
event-LastImpulseTested = { $roll } against { $needed } to end the action stage.

# 10
choose-actions = Choose an action for each of your major powers.
verb-choose-actions = choose actions
event-ActionChosen = { $power } chooses: { $action }.
event-ActivityCounted = { $power } has used { $count } of its { $limit }.
power-has-passed = { $power } has passed and does nothing this impulse.
activity-not-in-action = { $power } cannot do this with its { $action } action: { $activity }.
activity-limit-reached = { $power } may do no more of this in this impulse: { $activity } (left: { $left }).

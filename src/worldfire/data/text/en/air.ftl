# 14.2 to 14.4 and the air part of 11.5.9.

air-roles = Choose in secret which of your FTRs and carrier planes fly as fighters and which as bombers.
air-arrange = Arrange your fighters and your bombers, front aircraft first.
air-surprise = You have { $points } surprise points: two raise your air-to-air value by 1, or lower the enemy’s.
air-abort = Fight another round, or abort the combat with everything you have left?
air-shoot-down = Which aircraft is shot down?
air-drive-off = Which aircraft must abort?
air-clear-through = Which bomber is cleared through to the target?
air-bounce = The result is { $result }. Have a bomber cleared through, or bounce an enemy aircraft with one of your fighters?
air-jet-bomber = Your jet { $unit } survived and may leave the fighters behind. Clear it through?
air-interpose = Your { $unit } is bounced. Fight with the jet at the front of your line instead?
choose-base = Where does { $unit } return to?

nothing-to-hit = No aircraft in the line-up can suffer { $result }.
no-base-in-range = { $unit } has no friendly hex to return to.
no-surprise-points = You do not have enough surprise points.
bounce-needs-a-clear = Only an AC or DC result can be turned into a bounce, not { $result }.
bounce-needs-a-fighter = A bounce needs one of your own fighters, and an enemy aircraft that it may choose.
bounce-in-a-bounce = A bounce affects only its two aircraft, so its result cannot be turned into another bounce.
no-jet-in-front = The front fighter is not a jet, or the enemy’s is one too.

role-with-share = { $role }, with { $share } of its air component as air-to-air rating
verb-choose-roles = fly as
verb-arrange = arrange
verb-spend-surprise = spend surprise points
verb-abort = abort the combat
verb-fight-on = fight on
verb-shoot-down = shoot down
verb-drive-off = drive off
verb-clear-through = clear through
verb-bounce = bounce
verb-let-it-stand = let the result stand
verb-outrun = clear the jet through
verb-stay-in-line = stay in line
verb-interpose = fight with the jet
verb-accept-bounce = fight as chosen
verb-return-to = return to

event-RolesRevealed = The { $side } fly as fighters: { $fighters }; as bombers: { $bombers }.
event-SurprisePointsSpent = The { $side } raise their value by { $raised } and lower the enemy’s by { $lowered }.
event-Arranged = The { $side } line up. Fighters: { $fighters }. Bombers: { $bombers }.
event-RoundBegan = Round { $round }: strengths { $strengths }, air-to-air values { $values } (active and inactive side).
event-AirResult = { $side }: { $roll } on column { $value } gives { $result }.
event-Aborted = { $aircraft } aborts.
event-ClearedThrough = { $aircraft } gets through to the target.
event-SideAborted = The { $side } abort the combat.
event-Bounced = { $bouncer } bounces { $target }: values { $values } (active and inactive side).
event-Destroyed = { $thing } is destroyed.
event-CarrierPlaneLost = { $carrier } has lost its planes.
event-ReturnedToBase = { $thing } lands at { $base }.
event-Moved = { $thing } moves to { $to }.
event-Flipped = { $thing } is turned { $face_down }.

event-CountryAligned = { $country } joins { $power }.
event-CountryOfUnitChanged = { $thing } now belongs to { $country }.
event-SeatChanged = { $seat } now plays { $power }.
event-SeatLent = { $seat } plays { $power } for now.
event-ControlChanged = { $place } is now controlled by { $controller }.

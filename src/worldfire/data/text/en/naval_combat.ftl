# Naval air missions (11.3), naval combat (11.5) and the opponent’s naval combat (11.6).

initiate-combat = Do you initiate naval combat anywhere? Choose a unit to turn face-down, or finish.
fly-naval-air = Fly naval air missions, or finish.
fly-to-sea = Naval combat in { $place }: do you fly aircraft into the sea area?
commit-submarines-to-combat = Do your submarines take part in the combat in { $place }?
take-sections = You have found the enemy in { $place }. Which sections do you include in the combat?
avoid-combat = You have { $points } surprise points. Do you avoid the combat?
choose-combat-type = You have { $points } surprise points. Do you choose the type of combat?
call-naval-air-combat = Do you make it a naval air combat?
call-submarine-combat = Do you make it a submarine combat?
shift-columns = You have { $points } surprise points. Do you shift columns on the naval combat chart?
hunt-submarines = Enemy submarines are in the combat. Which of your ships attack with their ASW factors?
pick-target = Which unit suffers the next result?
overrule-target = { $unit } is to suffer the result. You have { $points } surprise points: do you select another target?
decide-between = Your opponents cannot agree on a target. Whose choice counts?
choose-kind-of-loss = You have { $points } surprise points. Do you choose what kind of aircraft the anti-aircraft fire hits?
choose-losses = Your anti-aircraft fire has { $points } points left. What does it hit?
abort-to = Your units abort. Which ones go to which port?
leave-combat = Do you abort the naval combat in { $place }? Your whole side then leaves the sea area.

verb-initiate-combat = initiate combat, turning
verb-initiate-with-interceptor = initiate combat in
verb-fly-naval-air = fly to sea
verb-fly-to-sea = fly in
verb-commit-submarines-to-combat = commit the submarines
verb-keep-submarines-out = hold the submarines back
verb-take-sections = include
verb-accept-combat = fight
verb-avoid-combat = avoid the combat
verb-choose-combat-type = choose the type
verb-leave-type-open = do not choose
verb-call-naval-air-combat = naval air combat
verb-call-submarine-combat = submarine combat
verb-call-for-nothing = no
verb-shift-columns = shift columns
verb-hunt-submarines = fight submarines with
verb-pick-target = choose
verb-overrule-target = select another target
verb-leave-target = leave it at that
verb-decide-between = decide for
verb-let-them-choose = let them choose
verb-choose-kind-of-loss = choose the kind
verb-choose-losses = choose
verb-abort-to = abort
verb-fly-away-to = land at
verb-stay-in-combat = stay
verb-leave-combat = abort the combat

event-NavalCombatInitiated = { $power } initiates naval combat in { $place }.
event-FlewToSea = { $thing } flies into { $to }{ $flight ->
    [extended-bomber] { " " }at extended range
   *[other] { "" }
}.
event-Searched = The { $side } search { $place } on a roll of { $die }, { $roll } as modified: { $found_count ->
    [0] none of their sections takes part.
   *[other] their units in { $found } take part.
}
event-SurprisePoints = The { $side } may spend { $surplus } surprise { $surplus ->
    [one] point
   *[other] points
}; the two sides have { $first } and { $second }.
event-CombatAvoided = The { $side } spend surprise points and avoid combat in { $place }.
event-CombatTypeChosen = { $kind ->
    [naval-air] It is a naval air combat.
    [submarine] It is a submarine combat.
   *[surface] It is a surface combat.
}
event-TargetSelected = The { $side } spend surprise points: { $target } is the target.
event-ColumnsShifted = The { $side } raise their column by { $raised } and lower the enemy’s by { $lowered }.
event-NavalAttack = The { $side } attack { $ships ->
    [one] 1 enemy ship
   *[other] { $ships } enemy ships
} with { $factors } { $row } factors and inflict { $destroyed } X, { $damaged } D and { $aborted } A.
event-AntiAircraftFire = The { $side } fire at { $bombers ->
    [one] 1 bomber
   *[other] { $bombers } bombers
} with { $factors } anti-aircraft factors and score { $points }.
event-HitSuffered = { $target } is hit by { $inflicted ->
    [X] an X
    [D] a D
   *[A] an A
}{ $die ->
    [0] { "" }
   *[other] { ", " }rolls { $die }
} and { $suffered ->
    [X] is sunk
    [D] is damaged
    [A] aborts
   *[other] takes half an abort
}.
event-ShipDamaged = { $ship } is damaged.
event-ConvoysDamaged = { $points ->
    [one] 1 convoy point of { $power } in { $place } is damaged.
   *[other] { $points } convoy points of { $power } in { $place } are damaged.
}
event-ConvoysSunk = { $points ->
    [one] 1 convoy point of { $power } in { $place } is sunk.
   *[other] { $points } convoy points of { $power } in { $place } are sunk.
}
event-ToRepairPool = { $ship } goes into the repair pool.
event-ConvoysToRepairPool = { $points ->
    [one] 1 convoy point of { $power } goes into the repair pool.
   *[other] { $points } convoy points of { $power } go into the repair pool.
}
event-AbortedFromCombat = { $units } { $units_count ->
    [one] aborts and returns
   *[other] abort and return
} to base.
event-SideLeftCombat = The { $side } abort the naval combat in { $place }.
event-NavalCombatOver = The naval combat in { $place } is over after { $rounds } { $rounds ->
    [one] round
   *[other] rounds
}.

roll-naval-search = Naval search: the modified die includes every section whose search number is at least as high (11.5.5).
roll-naval-damage = Naval combat: a die at or below the defence of the target and it suffers the result, otherwise the next lesser one (11.5.8).
roll-anti-aircraft = Anti-aircraft fire: so many of the dice count, the highest or the lowest; every 10 points down a bomber (11.5.9).

not-your-unit-at-sea = { $unit } is not a unit of yours at sea.
sea-area-was-selected = Naval combat in { $sea } has already been selected this impulse.
initiator-is-face-down = { $unit } is face-down and cannot initiate combat.
no-aircraft-initiates-in-storm = { $unit } cannot initiate combat in this weather.
nobody-to-fight-there = { $unit } is not at war with any enemy unit in { $sea }.
nobody-moved-there = The enemy has moved no surface unit into { $sea } this impulse that is at war with you.
air-action-needs-an-aircraft = { $power } chose an air action: only an aircraft can initiate combat.
nobody-can-initiate = You have no face-up unit that can initiate naval combat.
no-flying-over-this-sea = No aircraft can fly into { $sea } in this weather.
passed-does-not-fly-in = Powers that have passed fly no naval air interception.
surprised-aircraft-do-not-fly-in = Surprised aircraft cannot fly in against the powers that surprise them.
nobody-to-fly-in-for = All friendly units in { $sea } are neutral or surprised.
nobody-flies-in = You have no aircraft that can reach the sea area.

nobody-flies-to-sea = You have no aircraft that can fly a naval air mission.
nobody-ordered = Order at least one aircraft.
no-naval-air-mission = { $unit } cannot fly naval air missions: only fighters and aircraft with an air-to-sea factor do.
not-reached-from-here = { $unit } cannot go to { $place } in a naval air mission.
flown-already = { $unit } has already flown.

# 11.2 Port attack

attack-port = Which port is attacked next?
verb-attack-port = attack
event-PortAttacked = { $place } is attacked from the air: { $aircraft } against { $ships_count ->
    [0] { $convoys } convoy points
   *[other] { $ships }{ $convoys ->
        [0] { "" }
       *[other] { " " }and { $convoys } convoy points
    }
}.
event-ShipsTurned = In { $place } { $ships_count ->
    [0] { $points } convoy points are
   *[other] { $ships }{ $points ->
        [0] { "" }
       *[other] { " " }and { $points } convoy points
    } are
} out of action for now.
event-PortAttackOver = The attack on { $place } is over.
no-ships-to-attack = There is no enemy naval unit in port at { $place } for { $unit } to attack.

# 11.10.6 Naval units overrun in port

flee-by-sea = Your naval units were overrun in port. Which ones flee to which port?
verb-flee-by-sea = flee
event-ConvoysOverrun = { $points } convoy points of { $power } are caught in { $place }: a roll of { $roll } gives { $result }.

# What surprise points buy.

word-raise-own = raise your own by one
word-lower-theirs = lower theirs by one

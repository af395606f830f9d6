# Fatal Alliances on land and in the air: what is done and what happens.

verb-be-interned = let be interned in
verb-break-down = break down
verb-build-up = build up a corps of
verb-buy-unlimited-actions = pay for unlimited actions of
verb-call-off-attack = call off the attack
verb-carry-on-alone = attack alone
verb-choose-corps = build up into
verb-choose-division = keep a division of
verb-choose-divisions = break down into
verb-direct-guns = give another die to
verb-double-units = double
verb-entrench = entrench
verb-halve-attacker = break down to a division
verb-halve-defender = break down to a division
verb-hold-in-reserve = hold in reserve
verb-keep-corps = keep the corps as they are
verb-keep-divisions = keep the divisions as they are
verb-lay-guns = lay guns
verb-lead-naval-offensive = lead a naval offensive with
verb-lead-offensive = lead an offensive with
verb-man-aircraft = man
verb-name-spotter = let spot or observe
verb-no-gas = hold the gas back
verb-no-spotter = let nobody spot or observe
verb-orient-fort = turn the fort towards
verb-release-gas = release the gas of
verb-save-offensive-points = spend no more
verb-spare-engineers = spare the engineers
verb-support-with-hq = support with
verb-turn-hq-up = turn face-up
verb-use-engineers = send the engineers first
verb-withdraw-aircraft = withdraw

event-AircraftManned = { $aircraft } { $aircraft_count ->
    [one] gets a pilot.
   *[other] get pilots.
}
event-AircraftWithdrawn = { $aircraft } { $aircraft_count ->
    [one] is
   *[other] are
} withdrawn to the reserve pool.
event-AttackCalledOff = The attack on { $place } is called off.
event-AttackRefused = The troops of { $power } refuse to attack { $place } ({ $roll }).
event-BrokenDown = { $corps } is broken down into { $divisions }.
story-BrokenDown = { event-BrokenDown }
event-BrokenDownInCombat = { $corps } is reduced to { $division }.
event-BuiltUp = { $divisions } are built up into { $corps }.
story-BuiltUp = { event-BuiltUp }
event-Entrenched = { $unit } digs in.
event-EntrenchmentLost = { $unit } leaves its trench.
event-EntrenchmentsArrived = { $power } can dig { $number } more { $number ->
    [one] entrenchment.
   *[other] entrenchments.
}
event-FortOriented = The fort in { $place } looks towards { $towards }.
event-GasDrifted = The gas drifts (die { $roll }): the attack’s roll has a modifier of { $modifier }.
event-GasReleased = { $unit } of { $power } releases gas at { $place }.
event-GunLaid = { $gun } bombards { $place }.
event-HeldInReserve = { $unit } is held in reserve.
event-HqSupports = { $unit } supports the combat in { $place }.
event-Interned = { $thing } comes down in { $power } and is interned.
event-OffensiveLed = { $unit } leads an offensive { $kind ->
    [naval] at sea.
   *[other] on land.
}
event-OffensivePointsSpent = { $power } spends { $number ->
    [one] one offensive point
   *[other] { $number } offensive points
} and has { $left } left.
event-PilotLost = The pilot of { $aircraft } is lost with it.
event-PilotSurvived = The pilot of { $aircraft } is safe.
event-SpotterNamed = { $aircraft } watches { $place } from above instead of bombing it.
event-Surrendered = { $unit } surrenders before the combat ({ $roll }).
event-UnitsHelped = The offensive helps { $units }.

roll-gas = Gas: the die decides how much the attack gains or loses by it (21.10).
roll-refusal = Refusal: at or below the number of its morale, the power’s troops do not attack (14.2).
roll-surrender = Surrender: at or below the number of its power’s morale, the defender gives up before the combat (14.2).

verb-hide-raider = hide
verb-feed-with-lettow = supply units with von Lettow
verb-leave-raider = leave it where it is
verb-raider-appears = let it appear in
event-LettowFeeds = Von Lettow keeps { $units } in supply.
lettow-need-not-choose = Von Lettow is not on the map, or keeps all units beside him in supply.
event-RaiderHid = { $unit } vanishes into the bush.
event-RaiderAppeared = { $unit } appears in { $place }.

verb-deploy-reserves = deploy
verb-feed-units = supply from an HQ
verb-send-to-home-front = send to the home front
event-FedByHq = { $headquarters } keeps { $unit } in supply for this impulse.
event-NotionalFedByHq = { $headquarters } keeps the notional unit in { $place } in supply for this impulse.
notional-unit-in = notional unit in { $place }
event-SentToHomeFront = { $units } { $units_count ->
    [one] goes
   *[other] go
} to the home front.
event-OffensivePointsArrived = { $power } receives { $number ->
    [one] one offensive point.
   *[other] { $number } offensive points.
}
event-PilotsTrained = { $power } has { $number } more { $number ->
    [one] pilot.
   *[other] pilots.
}

verb-retrain-pilots = retrain pilots
event-PilotsRetrained = { $power } retrains { $number } { $number ->
    [one] pilot.
   *[other] pilots.
}
event-ZeppelinLanded = { $unit } is set down in { $place }.
railway-gun-needs-rails = { $unit } moves along railways only: no line leads it to { $place }.
no-rail-from-west-to-world = No rail move leads from the map of western Europe to that of the World, nor back: not to { $place }.
straits-crossed-this-turn = Your side has already sent a unit by rail across the straits to { $place } this turn.
nothing-to-hurry = You have begun no engineer and no fort this turn that your { $points } build points could hurry.
verb-hurry-building = Hurry
event-BuildingHurried = { $unit } is hurried for { $cost }: it is ready in { $turn }.
event-CommanderSent = { $unit } comes to take command.
flying-boat-held-by-ice = { $unit } is a flying boat and does not take off from { $place }: the lake is frozen.
flying-boat-needs-water = { $unit } is a flying boat: { $place } is neither on a coast nor a lake.
verb-break-down-at-set-up = break down
verb-keep-corps-at-set-up = keep the corps as they are
verb-shell-city = shell a city
verb-hold-fire = hold fire
shell-city = What does { $unit } shell?
event-CityShelled = { $gun } shells { $place }.

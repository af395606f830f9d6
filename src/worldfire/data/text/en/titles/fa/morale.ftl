# Morale, what is bought for it, and the limits of production.

verb-buy-stores = buy entrenchments, offensive points, pilots and morale
no-stores-to-buy = Nothing more of this can be bought with { $points ->
        [one] one build point
       *[other] { $points } build points
    }.
gearing-limit = { $power } may build { $left ->
        [0] no more
        [one] only one more
       *[other] only { $left } more
    } of class { $kind } this turn: one more than last turn.

event-StoreBought = { $power } spends { $cost ->
        [one] one build point
       *[other] { $cost } build points
    }: { $store }.
event-MoraleReckoned = { $points ->
    [0] Nothing changes the morale of { $power } this turn.
    [one] This turn changes the morale of { $power } by { $points } tenth of a level.
   *[other] This turn changes the morale of { $power } by { $points } tenths of a level.
}
event-MoraleChanged = The morale of { $power } goes from { $before } to { $after }.
event-MoraleBroken = The people of { $power } will not go on: it offers its surrender.
roll-morale = Tenths that do not make a whole level: one level more if the die is no higher than they are (14.1).

answer-surrender = { $power } offers its surrender. Accept it?
verb-accept-surrender = accept the surrender
verb-refuse-surrender = refuse: it fights on
event-SurrenderAccepted = The surrender of { $power } is accepted.
event-SurrenderRefused = The surrender of { $power } is refused: it fights on, and its morale no longer counts.
event-HexesRestored = { $power } gets { $places_count ->
        [one] a hex
       *[other] { $places_count } hexes
    } back: { $places }.
event-PowerReleased = { $power } is free again, and neutral.

# 13.5.3 saved build points, 21.1 factories
save-points = { $power } has { $points ->
        [one] one build point
       *[other] { $points } build points
    } left. Where are they kept?
verb-save-points-in = keep the points that are left in
no-rail-for-saved-points = Points of earlier turns go by rail: only { $points } of these can be there.
event-PointsSaved = { $power } saves { $points ->
        [0] no build points
        [one] one build point
       *[other] { $points } build points
    }{ $lost ->
        [0] .
       *[other] ; { $lost } find no room and are lost.
    }
event-SavedPointsBombed = { $points ->
        [one] A saved build point is
       *[other] { $points } saved build points are
    } destroyed in { $place }.
event-SavedPointsCaptured = { $power } captures { $points ->
        [one] a saved build point
       *[other] { $points } saved build points
    } in { $place }.

verb-build-factory-in = build a factory in
no-site-for-a-factory = No city at home has room for another factory.
event-FactoryBegun = { $power } begins a factory in { $place } for { $cost }, to be complete in { $turn }.
event-FactoryComplete = The new factory in { $place } is complete.
event-FactoryDestroyed = The enemy destroys a factory in { $place } that was built in the war.

# 14.2 naval moves that crews refuse
roll-naval-refusal = Refusal: at or below the number of its morale, the power’s ships go no further (14.2).
event-NavalMoveRefused = The crews of { $power } refuse to sail into { $place } ({ $roll }).
crew-stays = The crews of { $power } go no further than { $place }. In which section do they stay?
verb-stay-in-section = stay in

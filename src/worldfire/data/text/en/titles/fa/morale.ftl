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
    } on { $store }.
event-MoraleReckoned = { $power }: { $points ->
    [one] 1 morale point
   *[other] { $points } morale points
} this turn.
event-MoraleChanged = The morale of { $power } goes from { $before } to { $after }.
event-MoraleBroken = The people of { $power } will not go on: it offers its surrender.
roll-morale = Morale points that are no whole level: one level more if the die is no higher than they are (14.1).

answer-surrender = { $power } offers its surrender. Accept it?
verb-accept-surrender = accept the surrender
verb-refuse-surrender = refuse: it fights on
event-SurrenderAccepted = The surrender of { $power } is accepted.
event-SurrenderRefused = The surrender of { $power } is refused: it fights on, and its morale no longer counts.
event-HexesRestored = { $power } gets { $places_count ->
        [one] a hex
       *[other] { $places_count } hexes
    } back: { $places }.

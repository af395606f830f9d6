charts-legend = Where a figure comes from
charts-note = The rules are the book’s; the figures are “Worldfire tables 1”, a reconstruction. The tint of a cell shows where its figure comes from.
charts-rule = Used by rule
charts-search = Find a chart

log-all = Show the whole log
log-find = Find
log-found = { $count ->
    [one] 1 entry found.
   *[other] { $count } entries found.
}
log-game = The game
log-kind = Show
log-kind-air = In the air
log-kind-all = Everything
log-kind-battle = Battles
log-kind-ground = Cities
log-kind-march = Marches
log-kind-politics = Politics
log-kind-production = Production
log-kind-sea = At sea
log-minor = { $count ->
    [one] 1 detail
   *[other] { $count } details
}
log-older = Older entries
log-search = Search the whole log

objectives-city = Objective
objectives-carriers = Aircraft carriers lost: { $lost }. Each that the other side has lost beyond one’s own is worth { $points ->
    [one] a point
   *[other] { $points } points
  }.
objectives-holder = Controlled by
objectives-try = What the { $side } should try
objectives-points = Points
objectives-what = What counts

pools-arrives = { $turn }: { $count ->
    [one] 1 unit
   *[other] { $count } units
}, { $cost ->
    [one] 1 build point
   *[other] { $cost } build points
}
pools-circle = Arriving
pools-empty = Nothing is being built.
pools-pools = Force pools and reserves
pools-power = Power

routes-count = { $all ->
    [one] { $used } of 1 resource is used
   *[other] { $used } of { $all } resources are used
}
routes-length = distance { $hexes }
routes-map = Show on the map
routes-one = { $from } to { $to }
routes-seas = by sea ({ $seas })
routes-title = Resources to factories
routes-unused = { $from }: not used

statistics-average = average { $average } over { $count ->
    [one] 1 die
   *[other] { $count } dice
} (5.5 is expected)
statistics-dice = Dice
statistics-losses = Losses
statistics-none = Nothing yet.
statistics-production = Production

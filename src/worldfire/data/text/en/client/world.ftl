## The world at a glance: one map of all sheets.

world-open = The world at a glance
world-close = Back to the map
world-title = The world
world-hint = Click anywhere to fly there.
world-map = Map of the world: who holds what, fronts, fleets and convoys. The same stands in the lists below it.
world-europe = Europe and the Mediterranean
world-asia = East Asia and the western Pacific
world-show = Shown
world-fronts = Fronts
world-fleets = Fleets
world-convoys = Convoys
world-armies = Armies
world-powers = Powers
world-no-fronts = No two armies at war face each other on land.
world-front = { $one } – { $other }
world-hexes = { $count ->
    [one] 1 hex
   *[other] { $count } hexes
}
world-at-sea = At sea
world-nobody = Nobody is at sea.
world-forces = { $land } land, { $air } air, { $ships } ships
world-fleet = { $side }: { $what }
world-ships = { $count ->
    [one] 1 ship
   *[other] { $count } ships
}
world-planes = { $count } aircraft
world-points = { $count } convoy points
world-neutral = neutral

# Production as a board.

produce-about = Units are drawn at random from the pools. You can buy more once you have seen the draw.
produce-air = Aircraft
produce-board = Show the board
produce-calendar = Arrivals
produce-chance = Chance of each in one draw
produce-chances = Chance of at least one in { $count } draws
produce-clear = Clear
produce-cost = { $cost } BP
produce-factories = Factories
produce-factory-room = { $name } ({ $fed }/{ $room })
produce-fed-of = { $fed } of { $room } fed
produce-general = resource
produce-here = same hex
produce-idle = idle
produce-in-pool = { $count } in the pool
produce-income = ({ $fed } resources used + { $off_map } off-map − { $lost } lost to bombing) × { $multiple } + { $bonus } bonus = { $points } build points
produce-land = Land units
produce-late = { $turn }: after the last turn
produce-left = of { $points } build points left
produce-loading = Opening the board …
produce-map = Show the map
produce-naval = Ships
produce-nothing = nothing
produce-oil = oil
produce-on-board = Decide on the board.
produce-order = { $count ->
    [one] 1 unit ordered
   *[other] { $count } units ordered
}
produce-ordered = { $number } × { $name }
produce-points = build points
produce-proposal = Use the suggestion
produce-refused = Unavailable now: { $count }
produce-resources = Resources
produce-title = Production: { $power }
produce-too-late = after the last turn
produce-what = What you could build

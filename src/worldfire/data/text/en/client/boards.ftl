# Production as a board.

produce-about = Units are drawn blindly from the pools. More can be bought once the draw is seen.
produce-air = Aircraft
produce-board = Show the board
produce-calendar = Arrivals
produce-chance = What one draw may bring
produce-chances = The chance that { $count } draws bring at least one of each
produce-clear = Start empty
produce-cost = { $cost } BP
produce-factories = Factories
produce-factory-room = { $name } ({ $fed }/{ $room })
produce-fed-of = { $fed } of { $room } fed
produce-general = resource
produce-here = in the hex
produce-idle = idle
produce-in-pool = { $count } in the pool
produce-income = ({ $fed } resources used + { $off_map } from off the map − { $lost } bombed) × { $multiple } + { $bonus } bonus = { $points } build points
produce-land = Land units
produce-late = { $turn }: after the last turn
produce-left = of { $points } build points left
produce-loading = Laying out the board …
produce-map = Show the map
produce-naval = Ships
produce-nothing = nothing yet
produce-oil = oil
produce-on-board = Choose on the board.
produce-order = { $count ->
    [one] 1 unit ordered
   *[other] { $count } units ordered
}
produce-ordered = { $number } × { $name }
produce-points = build points
produce-proposal = Use the proposal
produce-refused = Not available now: { $count }
produce-resources = Resources
produce-title = Production: { $power }
produce-too-late = after the last turn

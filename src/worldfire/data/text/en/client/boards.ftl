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
produce-order = { $count } ordered
produce-ordered = { $number } × { $name }
produce-points = build points
produce-proposal = Use the suggestion
produce-refused = Unavailable now: { $count }
produce-resources = Resources
produce-title = Production: { $power }
produce-too-late = after the last turn
produce-what = What you could build

# Construction and repair pools.

dock-building = Under construction
dock-complete = Build on
dock-convoys = { $points ->
    [one] 1 damaged convoy point waits for repair.
   *[other] { $points } damaged convoy points wait for repair.
}
dock-dear = too few build points
dock-embark = Give planes
dock-mend = Repair
dock-port = Carriers in port without planes
dock-repair = Damaged
dock-title = Docks

# Resources by sea: the routes of a power's goods.

ship-about = Each resource is railed to a port, carried along a chain of convoy points, landed, and railed to a factory. Keep the routes you like, forbid those you do not, and look for the best plan with the rest.
ship-again = Start again
ship-allow = Allow
ship-allow-this = Allow this route for { $name } again
ship-best = Find the best plan
ship-by-rail = By rail
ship-by-sea = By sea
ship-for = for { $power }
ship-forbid = Another way
ship-forbid-this = Another way for { $name }
ship-forbidden = Not to be used
ship-from = from { $power }
ship-gap = The search was cut short: a better plan could use up to { $percent } more.
ship-idle = Idle
ship-lanes = Convoys
ship-leg = { $sea } ({ $owner })
ship-looking = Looking…
ship-no-lanes = You have no convoy points at sea.
ship-no-plan = With these routes pinned there is no plan: unpin one.
ship-of = { $used } of { $points }
ship-owner = Whose
ship-pick = Click a resource on the map to see its route, or go back to the board.
ship-pin = Pin
ship-pin-this = Pin the route of { $name }
ship-pinned = Pinned
ship-point = build point
ship-railed = by rail to { $end }
ship-route = { $load } → { $seas } → { $land }, factory in { $end }
ship-sea = Sea area
ship-sum = build points from { $used ->
    [one] 1 resource
   *[other] { $used } resources
}; { $fed } of { $room } factories fed, { $convoys ->
    [one] 1 convoy point used
   *[other] { $convoys } convoy points used
}
ship-title = Resources on their way: { $power }
ship-unused = not used
ship-used = Convoy points used

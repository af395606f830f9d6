finder-all = all sides
finder-count = { $count ->
    [one] 1 unit
   *[other] { $count } units
}
finder-map = only on the map
finder-more = Show more
finder-search = Name, type, nationality or place
finder-side = Side

hex-around = Surrounding hexes
hex-control = Controlled by
hex-country = Country
hex-factories = { $count ->
    [one] 1 factory
   *[other] { $count } factories
}
hex-find = Hex number or place name
hex-go = Go there
hex-held = controlled by { $power }
hex-more = and { $count } more
hex-none = Click a hex on the map, or enter one.
hex-note = Private note
hex-notes = Your notes
hex-objective = objective
hex-oil = oil { $count }
hex-port = { $kind } port
hex-resources = { $count ->
    [one] 1 resource
   *[other] { $count } resources
}
hex-save = Save note
hex-saved = Saved
hex-supply = Supply?
hex-terrain = Terrain
hex-units = units: { $units }
hex-unknown = There is no hex or place called “{ $name }”.
hex-zone = Weather zone

layer-control = Control
layer-notes = My notes
layer-rails = Railways
layer-range = Air range
layer-routes = Resource routes
layer-supply = Supply
layer-unit = Click a unit to see its supply path or its range.
layer-weather = Weather
layer-zoc = Zones of control

map-bigger = Larger counters
map-fit = Show everything
map-in = Zoom in
map-keys = Map: arrow keys move from hex to hex, Enter chooses
map-label = Map
map-layers = Layers
map-understood = Understood
map-mini = Overview
map-out = Zoom out
map-painting = Drawing the map
map-smaller = Smaller counters

unit-aboard = aboard { $name }
unit-air-to-air = air-to-air { $factor }
unit-air-to-sea = air-to-sea { $factor }
unit-range = range { $factor }
unit-strategic = strategic { $factor }
unit-tactical = tactical { $factor }

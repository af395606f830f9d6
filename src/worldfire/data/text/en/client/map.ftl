finder-all = all sides
finder-count = { $count ->
    [one] 1 unit
   *[other] { $count } units
}
finder-map = only on the map
finder-more = Show more
finder-search = Name, type, nation or place
finder-side = Side

hex-around = The hexes around it
hex-control = Held by
hex-country = Country
hex-factories = { $count ->
    [one] 1 factory
   *[other] { $count } factories
}
hex-find = Hex number or place
hex-go = Go there
hex-held = held by { $power }
hex-more = and { $count } more
hex-none = Click a hex on the map, or name one.
hex-note = Private note
hex-notes = Your notes
hex-objective = objective
hex-oil = oil { $count }
hex-port = { $kind } port
hex-resources = { $count ->
    [one] 1 resource
   *[other] { $count } resources
}
hex-save = Keep the note
hex-saved = Kept
hex-supply = Supply?
hex-terrain = Terrain
hex-units = units: { $units }
hex-unknown = There is no hex or place “{ $name }” here.
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
map-in = Closer
map-keys = Map: arrow keys move from hex to hex, Enter chooses
map-label = Map
map-layers = Layers
map-mini = Overview
map-out = Farther
map-painting = Painting the map
map-smaller = Smaller counters

unit-aboard = aboard { $name }
unit-air = air { $air }, tactical { $tactical }, strategic { $strategic }, range { $range }

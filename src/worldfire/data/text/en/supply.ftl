# 2.4 supply and 2.5 control.

out-of-supply = { $unit } in { $place } is out of supply: no path of at most { $most } hexes leads to a supply source.
supply-enemy-zoc = { $place } is in an enemy zone of control and no friendly land unit is there.
supply-enemy-hex = { $place } is controlled by { $power }, an enemy.
supply-neutral-hex = { $place } is controlled by { $power }, which is neutral.
supply-nobodys-hex = Nobody controls { $place }.
supply-you-are-neutral = { $place } is controlled by { $power }, and a neutral traces no supply through other powers' hexes.
supply-not-agreed = { $place } is controlled by { $power }, which does not agree.
supply-stands-apart = { $place } is controlled by { $power }: the two do not share supply yet.

control-not-agreed = { $powers } bring equally many combat factors into { $place }: they must agree who will control it.

event-Displaced = { $thing } may not stay in { $place } and will arrive again.

attack-out-of-supply = { $unit } is out of supply and cannot attack.
flight-out-of-supply = { $unit } is out of supply and may only rebase.

supply-at-sea = { $unit } is at sea and so in supply.
supply-leg-basic = From { $place } a basic supply path of { $count } (at most { $most }): { $way }.
supply-leg-railway = From { $place } a railway supply path of { $count } (at most { $most }): { $way }.
supply-step = { $place } counts { $count }
supply-step-free = { $place } by rail
supply-step-sea = over { $seas } to { $place }, counts { $count }
supply-home-city = { $place } is a primary source: a city of its home country.
supply-ally-city = { $place } is a primary source: a city in the home country of a major power that it co-operates with.
supply-map-edge = { $place } is a primary source: from there a railway leads off the maps in play into its home country.
supply-dominion-city = { $place } is a secondary source: a city of a lesser home country of an ally.
supply-aligned-capital = { $place } is a secondary source: the capital of an aligned country.
supply-conquered-capital = { $place } is a secondary source: the capital of a conquered country.
supply-headquarters = { $unit } in { $place } is a secondary source.
supply-source-cut-off = { $place } could be reached but is itself out of supply.
supply-source-too-far = The nearest source that a path could lead to is { $place }, which counts { $count }; at most { $most } are allowed.
supply-no-source = No path of any length leads to a source.

# 2.4 supply and 2.5 control.

out-of-supply = { $unit } in { $place } is out of supply: no path of at most { $most } hexes leads to a supply source.
supply-enemy-zoc = { $place } is in an enemy zone of control and no friendly land unit is there.
supply-enemy-hex = { $place } is controlled by { $power }, an enemy.
supply-neutral-hex = { $place } is controlled by { $power }, which is neutral.
supply-nobodys-hex = Nobody controls { $place }.
supply-you-are-neutral = { $place } is controlled by { $power }, and a neutral cannot trace supply through other powers’ hexes.
supply-not-agreed = { $place } is controlled by { $power }, which has not agreed to it.
supply-stands-apart = { $place } is controlled by { $power }: the two powers do not share supply yet.

control-not-agreed = { $powers } bring equal combat factors into { $place }: they must agree who controls it.

event-Displaced = { $thing } cannot stay in { $place } and will arrive again.

attack-out-of-supply = { $unit } is out of supply and cannot attack.
flight-out-of-supply = { $unit } is out of supply and can only rebase.

supply-at-sea = { $unit } is at sea, and so in supply.
supply-leg-basic = From { $place }, a basic supply path of { $count } (at most { $most }): { $way }.
supply-leg-railway = From { $place }, a railway supply path of { $count } (at most { $most }): { $way }.
supply-step = { $place } counts { $count }
supply-step-free = { $place } by rail
supply-step-sea = across { $seas } to { $place }, counts { $count }
supply-home-city = { $place } is a primary source: a city of its home country.
supply-ally-city = { $place } is a primary source: a city in the home country of a major power that it co-operates with.
supply-map-edge = { $place } is a primary source: a railway leads from there off the map into its home country.
supply-dominion-city = { $place } is a secondary source: a city of a lesser home country of an ally.
supply-aligned-capital = { $place } is a secondary source: the capital of an aligned country.
supply-conquered-capital = { $place } is a secondary source: the capital of a conquered country.
supply-headquarters = { $unit } in { $place } is a secondary source.
supply-source-cut-off = { $place } can be reached but is itself out of supply.
supply-source-too-far = The nearest source is { $place }, at { $count }; at most { $most } is allowed.
supply-no-source = No path of any length leads to a source.

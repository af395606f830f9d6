# 2.4 supply and 2.5 control.

out-of-supply = { $unit } in { $place } is out of supply: no path of at most { $most } hexes leads to a supply source.
supply-enemy-zoc = { $place } is in an enemy zone of control and no friendly land unit is there.
supply-enemy-hex = { $place } is controlled by { $power }, an enemy.
supply-neutral-hex = { $place } is controlled by { $power }, which is neutral.
supply-nobodys-hex = Nobody controls { $place }.
supply-you-are-neutral = { $place } is controlled by { $power }, and a neutral traces no supply through other powers' hexes.
supply-not-agreed = { $place } is controlled by { $power }, which does not agree.
supply-ussr-apart = { $place } is controlled by { $power }: the USSR and the other Allies do not yet share supply.

control-not-agreed = { $powers } bring equally many combat factors into { $place }: they must agree who will control it.

event-Displaced = { $thing } may not stay in { $place } and will arrive again.

# War of the sides, and powers that join it

event-DrawnIntoWar = { $power } is now at war with { $target_power }, as part of its side.

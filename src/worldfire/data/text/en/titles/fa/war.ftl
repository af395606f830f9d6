# War of the sides, and powers that join it

event-DrawnIntoWar = { $power } is now at war with { $target_power }, as part of its side.

event-ExpeditionSails = { $power } sends some of its units against the Central Powers in the Pacific; { $leader } moves them.
expedition-keeps-away = As long as Japan is not active, its units go only where Japan or a Central Power is in control.

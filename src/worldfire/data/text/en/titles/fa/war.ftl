# War of the sides, and powers that join it

event-DrawnIntoWar = { $power } is now at war with { $target_power }, as part of its side.

event-ExpeditionSails = { $power } sends some of its units against the Central Powers in the Pacific; { $leader } moves them.
event-ShareTaken = { $power } moves some units of { $target_power } too, in its own impulses: { $units }.
lead-japanese-units = Some units of { $power } are yours to move, with the limits of a combined action: lead them now? They fight only Central Powers.
verb-lead-japanese = lead them
verb-leave-japanese = leave them where they are
germany-moves-it = { $unit } is moved by Germany, in an impulse of the Central Powers.
commonwealth-moves-it = { $unit } is moved by the Commonwealth, in an impulse of the Allies.
expedition-keeps-away = As long as Japan is not active, its units go only where Japan or a Central Power is in control.

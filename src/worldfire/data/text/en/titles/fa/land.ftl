# What only Fatal Alliances says.

land-units-are-not-overrun = Land units cannot be overrun: attack the ones in { $place }.
